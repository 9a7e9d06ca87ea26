//! Blocks with drawings: sums and figures.

use std::ops::Range;
use std::sync::Arc;

use super::DocBuilder;
use super::block_contents::{keyed, lines_of};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{Block, Callout, Part, PieceIndex, What, Words, letters};
use crate::read::rulebook::{Directive, Node};
use crate::typesetter::sides::MOST_TOGETHER;

impl DocBuilder<'_> {
    /// Reads a worked sum, line by line: `Sword {sword.damage}`, `+ Chop {chop.damage}`, `= damage 4`.
    ///
    /// The number after `=` is calculated from the lines above; a written number must match.
    pub(crate) fn sum(&mut self, directive: &Directive) -> Vec<Part> {
        let body = directive.body.clone();
        let text = &self.source().text[body.clone()];
        let mut parts: Vec<Part> = Vec::new();
        let (mut total, mut at) = (Some(0_i64), body.start);
        for line in text.split_inclusive('\n') {
            let start = at;
            at += line.len();
            let shown = line.trim();
            if shown.is_empty() {
                continue;
            }
            let lead = line.len() - line.trim_start().len();
            let range = start + lead..start + lead + shown.len();
            // The sign is read first: to Markdown it would begin a list.
            let sign = match shown.chars().next() {
                Some(sign @ ('+' | '×' | '=')) => Some(sign),
                Some('-' | '−' | '–') => Some('−'),
                _ => None,
            };
            let after = sign.map_or(0, |_| shown.chars().next().map_or(0, char::len_utf8));
            let spoken: String = letters(&self.reader.words(range.start + after..range.end));
            let rest = spoken.trim();
            let (label, figure) = rest.rsplit_once(char::is_whitespace).unwrap_or((rest, ""));
            let figure: Option<i64> = figure.replace('−', "-").parse().ok();
            let (label, figure) = match (figure, sign) {
                (Some(figure), _) => (label, figure),
                (None, Some('=')) => match total {
                    Some(total) => (rest, total),
                    None => continue,
                },
                (None, _) => {
                    self.note(Code::SUM_NO_FIGURE, range, "line of a sum without a number");
                    self.hint("write a label and its number: `+ Chop {chop.damage}`");
                    continue;
                }
            };
            match sign {
                None if parts.is_empty() => total = Some(figure),
                None => {
                    self.note(Code::SUM_NO_SIGN, range, "line of a sum without a sign");
                    self.hint("start it with `+`, `-`, `×` or `=`");
                }
                Some(sign @ ('+' | '−' | '×')) => {
                    let before = total;
                    total = before.and_then(|total| match sign {
                        '+' => total.checked_add(figure),
                        '−' => total.checked_sub(figure),
                        _ => total.checked_mul(figure),
                    });
                    if before.is_some() && total.is_none() {
                        self.note(Code::FIGURE_TOO_LARGE, range, "this sum is too large");
                    }
                }
                Some(_) => {
                    if let Some(total) = total
                        && figure != total
                    {
                        self.note(Code::SUM_WRONG, range, format!("the sum is {total}, not {figure}"));
                        self.hint("remove the number: it is calculated");
                    }
                }
            }
            parts.push(Part { sign, figure, label: label.trim().to_owned() });
        }
        if parts.is_empty() {
            self.note(Code::SUM_EMPTY, directive.opening.clone(), "empty sum");
        }
        parts
    }

    /// Reads `::: figure setup`, `::: figure card <id>`, `::: figure sides <id>, <id>`, `::: figure together <id>,
    /// <id>` or `::: figure drawing <name>`; the words below are the caption, then the callouts, or the alternative
    /// text of a drawing.
    pub(crate) fn figure(&mut self, directive: &Directive) -> Option<Block> {
        let (name, rest) = directive.arguments.split_once(char::is_whitespace).unwrap_or((&directive.arguments, ""));
        match name {
            "setup" => {
                if !rest.trim().is_empty() {
                    self.note(
                        Code::BLOCK_ARGUMENT,
                        directive.opening.clone(),
                        "unexpected text after the name of the figure",
                    );
                    self.hint("write `::: figure setup`");
                }
                Some(Block::Setup { caption: self.only_paragraph(directive, "the caption") })
            }
            "card" => {
                let card = self.card(rest.trim(), directive.opening.clone());
                let (caption, parts) = self.callouts(directive);
                Some(Block::Anatomy { card: card?, caption, parts })
            }
            "sides" => {
                let (ids, caption) = self.cards_shown(name, rest, directive);
                let cards: Vec<PieceIndex> = ids.into_iter().filter_map(|id| self.two_sided(id, directive)).collect();
                (!cards.is_empty()).then_some(Block::Sides { cards, caption })
            }
            "together" => {
                let (ids, caption) = self.cards_shown(name, rest, directive);
                let cards: Vec<PieceIndex> =
                    ids.into_iter().filter_map(|id| self.card(id, directive.opening.clone())).collect();
                if cards.len() > MOST_TOGETHER {
                    let what = format!("the figure shows {} cards, but at most {MOST_TOGETHER} fit", cards.len());
                    self.note(Code::FIGURE_ROOM, directive.opening.clone(), what);
                    return None;
                }
                (!cards.is_empty()).then_some(Block::Together { cards, caption })
            }
            "drawing" => self.drawing(rest.trim(), directive),
            name => {
                let at = Span::new(self.source(), directive.opening.clone());
                let diagnostic = Diagnostic::error(Code::FIGURE_SORT, at, format!("unknown figure `{name}`"));
                self.reader
                    .diagnostics
                    .push(diagnostic.suggest(name, ["setup", "card", "sides", "together", "drawing"]));
                None
            }
        }
    }

    /// Reads a drawing of the folder `book`: its caption, and its alternative text.
    fn drawing(&mut self, name: &str, directive: &Directive) -> Option<Block> {
        let holds = "a caption, and a paragraph that describes the drawing";
        let mut paragraphs = self.paragraphs(directive, &directive.children, 2, holds).into_iter();
        let (caption, alt) = (paragraphs.next().unwrap_or_default(), paragraphs.next().unwrap_or_default());
        if name.is_empty() || alt.is_empty() {
            self.note(Code::FIGURE_INCOMPLETE, directive.opening.clone(), "missing name or description of the figure");
            self.hint("write `::: figure drawing cliff`, a caption, and a paragraph for screen readers");
            return None;
        }
        let at = Span::new(self.source(), directive.opening.clone());
        self.pictures.entry(name.to_owned()).or_insert(at);
        Some(Block::Drawing { name: name.to_owned(), alt: letters(&alt), caption })
    }

    /// Returns the ids of the cards that a figure shows, and its caption.
    fn cards_shown<'t>(&mut self, name: &str, rest: &'t str, directive: &Directive) -> (Vec<&'t str>, Words) {
        let caption = self.only_paragraph(directive, "the caption");
        let ids: Vec<&str> = rest.split(',').map(str::trim).filter(|id| !id.is_empty()).collect();
        if let Some((_, id)) = ids.iter().enumerate().find(|(number, id)| ids[..*number].contains(id)) {
            self.twice(directive.opening.clone(), id);
        }
        if ids.is_empty() {
            self.note(Code::FIGURE_NO_CARD, directive.opening.clone(), "the figure shows no cards");
            self.hint(format!("list cards, comma-separated: `::: figure {name} shield, sword`"));
        }
        (ids, caption)
    }

    /// Returns a card with another face of its own.
    fn two_sided(&mut self, id: &str, directive: &Directive) -> Option<PieceIndex> {
        let card = self.card(id, directive.opening.clone())?;
        let game = self.game();
        let own = |card: &&crate::game::Card| {
            let [front, back] = &card.faces;
            back.kind != front.kind && !game.face_kinds[back.kind].shared
        };
        if own(&card.data(game)) {
            return Some(card);
        }
        let all = game.pieces().flat_map(|pieces| &pieces.cards);
        let ids: Vec<&str> = all.filter(own).map(|card| card.id.as_str()).collect();
        self.note(
            Code::FIGURE_COMMON_BACK,
            directive.opening.clone(),
            format!("`{id}` has the shared back, so it has only one face to show"),
        );
        if !ids.is_empty() {
            self.hint(format!("cards with a back of their own: {}", ids.join(", ")));
        }
        None
    }

    /// Returns the caption of a card with callouts, and below it lines `slot: Name: words`.
    fn callouts(&mut self, directive: &Directive) -> (Words, Vec<Callout>) {
        const HOLDS: &str = "a caption, and lines like `corner: Points: what the card scores`";
        self.only(directive, |node| matches!(node, Node::Markdown(_)), HOLDS);
        let source = Arc::clone(self.source());
        let (mut caption, mut callouts): (Option<Range<usize>>, Vec<Callout>) = (None, Vec::new());
        for line in lines_of(&source, &directive.children) {
            let parts = keyed(&source, line.clone()).and_then(|(slot, rest)| Some((slot, keyed(&source, rest)?)));
            let is_slot = |slot: &Range<usize>| !source.text[slot.clone()].contains(char::is_whitespace);
            if let Some((slot, (name, words))) = parts.filter(|(slot, _)| is_slot(slot)) {
                let words = self.reader.words(words);
                let (at, slot) = (self.reader.place(slot.clone()), source.text[slot].to_owned());
                if callouts.iter().any(|other| other.slot == slot) {
                    self.twice(at.range.clone(), &slot);
                }
                callouts.push(Callout { slot, name: source.text[name].to_owned(), words, at });
                continue;
            }
            // The lines of a caption follow each other without a gap.
            match &mut caption {
                None if callouts.is_empty() => caption = Some(line),
                Some(caption)
                    if callouts.is_empty() && source.text[caption.end..line.start].matches('\n').count() == 1 =>
                {
                    caption.end = line.end;
                }
                _ => self.report_unexpected(directive, line, HOLDS),
            }
        }
        if caption.is_none() {
            let hint = "add it above the lines that point at parts";
            self.without_words(directive.opening.clone(), "missing caption", hint);
        }
        (caption.map(|caption| self.reader.words(caption)).unwrap_or_default(), callouts)
    }
}

/// True if words hold anything but marks.
pub(crate) fn has_letters(words: &[crate::model::Inline]) -> bool {
    words.iter().any(|inline| matches!(inline.what, What::Text(_)))
}
