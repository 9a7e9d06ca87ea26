//! Reads the text of a board to a [`Diagram`]: every error is recorded at its location, and forbidden orders aren't
//! drawn.

use std::ops::Range;
use std::sync::Arc;

use super::check::{Misfit, OPEN, SIZE, Stretch};
use super::draw::COLOURS;
use super::said::said;
use super::text::{BoardText, Token, split, tokens};
use super::{Diagram, Edges, Place, Shown};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::doc::DocBuilder;
use crate::game::{Ink, skirminion};
use crate::model::{Block, Words};
use crate::read::rulebook::{Directive, Node};
use crate::rules::skirminion::{Side, Unit};

const OPTIONS: [&str; 4] = ["caption", "first", "edge", "last"];
const TONES: [(&str, bool); 2] = [("light", false), ("dark", true)];
const SIDES: [(&str, Side); 2] = [("bone", Side::Bone), ("red", Side::Red)];
const EDGES: [&str; 4] = ["top", "right", "bottom", "left"];

/// Content of a square.
enum Cell {
    Empty,
    Free,
    Barred,
    Unit(Option<char>, Unit),
}

/// Content of the options of a board.
#[derive(Default)]
struct Options {
    caption: Option<Range<usize>>,
    /// True if the upper left square is dark, with the span.
    first: Option<(bool, Range<usize>)>,
    edges: Edges,
    last: Vec<Side>,
}

impl DocBuilder<'_> {
    /// Reads `::: boards`: boards side by side, and the paragraph below them.
    pub(crate) fn boards(&mut self, directive: &Directive) -> Option<Block> {
        let is_board = |node: &&Node| matches!(node, Node::Directive(inner) if inner.name == "board");
        let (boards, words): (Vec<&Node>, Vec<&Node>) = directive.children.iter().partition(is_board);
        let words: Vec<Node> = words.into_iter().cloned().collect();
        let holds = "boards, and a caption below them";
        let caption = self.paragraphs(directive, &words, 1, holds).into_iter().next().unwrap_or_default();
        if boards.is_empty() {
            self.note(Code::BOARDS_EMPTY, directive.opening.clone(), "no board");
            self.hint("add blocks `::: board`");
        }
        let boards = boards.into_iter().filter_map(|node| match node {
            Node::Directive(inner) => self.board(inner),
            _ => None,
        });
        let boards: Vec<Diagram> = boards.collect();
        (!boards.is_empty()).then_some(Block::Boards { boards, caption })
    }

    /// Reads `::: board`.
    pub(crate) fn board(&mut self, directive: &Directive) -> Option<Diagram> {
        let before = self.reader.diagnostics.len();
        if !self.has_board(directive.opening.clone()) {
            return None;
        }
        let source = Arc::clone(self.source());
        let text = split(&source.text, directive.body.clone());
        let options = self.options(&text);
        let (mut diagram, cells) = self.squares(&text, directive.opening.clone())?;
        diagram.edges = options.edges;
        if let Some(caption) = options.caption {
            diagram.caption = self.reader.words(caption);
        }
        self.check_last(&diagram, &options.last, directive.opening.clone());
        let size = (diagram.columns, diagram.rows);
        let stretch = match Stretch::new(size.0, size.1, diagram.edges, &diagram.units, &options.last) {
            Ok(stretch) => stretch,
            Err(misfit) => {
                self.misfit(misfit, directive.opening.clone());
                return None;
            }
        };
        diagram.dark_first = self.tone(&stretch, diagram.edges, options.first);
        let mut subject = None;
        for line in &text.orders {
            let unit = self.order(&stretch, line, &mut diagram);
            subject = subject.or(unit);
        }
        self.gains(&stretch, &text, &mut diagram);
        self.marked(&stretch, cells, subject, &mut diagram);
        diagram.said = said(&stretch, &diagram);
        self.wants(&diagram, directive.opening.clone());
        (self.reader.diagnostics.len() == before).then_some(diagram)
    }

    /// True if the game has the rules that check boards, and the colours that draw them.
    fn has_board(&mut self, opening: Range<usize>) -> bool {
        let game = self.game();
        if game.rules.as_ref().is_none_or(|rules| rules.value != skirminion::RULES) {
            self.note(Code::BOARD_WITHOUT_RULES, opening, "boards require the rules of Skirminion");
            self.hint(format!("set `rules = \"{}\"` in `[table]` of `game.toml`", skirminion::RULES));
            return false;
        }
        let lacking = COLOURS.into_iter().filter(|name| game.palette.colour(name, Ink::Full).is_none());
        let lacking: Vec<String> = lacking.map(|name| format!("`{name}`")).collect();
        if !lacking.is_empty() {
            self.note(Code::BOARD_COLOURS, opening, format!("missing colours for boards: {}", lacking.join(", ")));
            self.hint("add them to `[colours]` of `game.toml`");
        }
        lacking.is_empty()
    }

    /// Reports a word that isn't one of the choices.
    pub(super) fn unknown<'c>(
        &mut self,
        code: Code,
        token: &Token<'_>,
        what: String,
        choice: impl IntoIterator<Item = &'c str>,
    ) {
        let at = Span::new(self.source(), token.at.clone());
        self.reader.diagnostics.push(Diagnostic::error(code, at, what).suggest(token.text, choice));
    }

    fn options(&mut self, text: &BoardText<'_>) -> Options {
        let mut options = Options::default();
        let mut seen: Vec<&str> = Vec::new();
        for (key, value) in &text.options {
            if seen.contains(&key.text) {
                self.note(Code::BOARD_OPTION_TWICE, key.at.clone(), format!("duplicate `{}`", key.text));
                self.hint("delete one of the lines");
            }
            seen.push(key.text);
            match key.text {
                "caption" => options.caption = Some(value.at.clone()),
                "first" => match TONES.into_iter().find(|(name, _)| *name == value.text) {
                    Some((_, dark)) => options.first = Some((dark, value.at.clone())),
                    None => {
                        let what = format!("invalid square colour `{}`", value.text);
                        self.unknown(Code::BOARD_TONE, value, what, TONES.map(|(name, _)| name));
                    }
                },
                "last" => {
                    for word in tokens(value.text, value.at.start) {
                        match SIDES.into_iter().find(|(name, _)| *name == word.text) {
                            Some((_, side)) => options.last.push(side),
                            None => {
                                let what = format!("unknown side `{}`", word.text);
                                self.unknown(Code::BOARD_SIDE, &word, what, SIDES.map(|(name, _)| name));
                            }
                        }
                    }
                }
                "edge" => {
                    for word in tokens(value.text, value.at.start) {
                        match word.text {
                            "top" => options.edges.top = true,
                            "right" => options.edges.right = true,
                            "bottom" => options.edges.bottom = true,
                            "left" => options.edges.left = true,
                            other => {
                                self.unknown(Code::BOARD_EDGE, &word, format!("unknown edge `{other}`"), EDGES);
                            }
                        }
                    }
                }
                other => self.unknown(Code::BOARD_OPTION, key, format!("unknown key `{other}`"), OPTIONS),
            }
        }
        options
    }

    /// Reads the squares: the units among them, and those with a sign of their own.
    fn squares<'s>(&mut self, text: &BoardText<'s>, opening: Range<usize>) -> Option<(Diagram, Vec<Sign<'s>>)> {
        let mut units: Vec<Shown> = Vec::new();
        let mut signs = Vec::new();
        let before = self.reader.diagnostics.len();
        let Some(first) = text.rows.first() else {
            self.note(Code::BOARD_NO_SQUARES, opening, "empty board");
            self.hint("add rows of squares: `. . B5 .`");
            return None;
        };
        let wide = first.tokens.len();
        for (y, row) in (0..).zip(&text.rows) {
            if row.tokens.len() != wide {
                let what = format!("this row has {} squares, the first has {wide}", row.tokens.len());
                self.note(Code::BOARD_ROW, row.at.clone(), what);
                self.hint("write `.` for an empty square");
            }
            for (x, token) in (0..).zip(&row.tokens) {
                let at = Place { x, y };
                match cell(token.text) {
                    Some(Cell::Empty) => {}
                    Some(Cell::Free) => signs.push(Sign { at, free: true, token: token.clone() }),
                    Some(Cell::Barred) => signs.push(Sign { at, free: false, token: token.clone() }),
                    Some(Cell::Unit(name, unit)) => {
                        if name.is_some() && units.iter().any(|other| other.name == name) {
                            self.note(Code::BOARD_LETTER_TWICE, token.at.clone(), "duplicate letter");
                            self.hint("change one of them");
                        }
                        units.push(Shown { name, unit, at });
                    }
                    None => {
                        self.note(Code::BOARD_SQUARE, token.at.clone(), format!("invalid square `{}`", token.text));
                        self.hint(
                            "`.` is empty, `o` a legal and `x` an illegal move; `B5` is a bone unit with 5 health, \
                             `A:R3` a red unit A with 3",
                        );
                    }
                }
            }
        }
        if wide > usize::from(SIZE) || text.rows.len() > usize::from(SIZE) {
            let what = format!("a board has at most {SIZE} by {SIZE} squares, not {wide} by {}", text.rows.len());
            self.note(Code::BOARD_TOO_LARGE, opening.clone(), what);
            self.hint("show part of it");
        }
        for (name, side) in SIDES {
            let count = units.iter().filter(|shown| shown.unit.side == side).count();
            if count > usize::from(skirminion::UNITS) {
                self.note(
                    Code::BOARD_TOO_MANY_UNITS,
                    opening.clone(),
                    format!("{count} units of {name} are more than the dice of the game"),
                );
                self.hint(format!("show {} or fewer", skirminion::UNITS));
            }
        }
        if self.reader.diagnostics.len() > before {
            return None;
        }
        let (columns, rows) = (u8::try_from(wide).ok()?, u8::try_from(text.rows.len()).ok()?);
        Some((Diagram::bare(columns, rows, units), signs))
    }

    /// Checks that the last unit of a side is shown, and is the only one.
    fn check_last(&mut self, diagram: &Diagram, last: &[Side], opening: Range<usize>) {
        for side in last {
            let count = diagram.units.iter().filter(|shown| shown.unit.side == *side).count();
            if count != 1 {
                self.note(
                    Code::BOARD_LAST,
                    opening.clone(),
                    format!("`last` requires exactly 1 unit of {side}, found {count}"),
                );
                self.hint("correct the line `last`, or the squares");
            }
        }
    }

    fn misfit(&mut self, misfit: Misfit, opening: Range<usize>) {
        let (code, what, hint) = match misfit {
            Misfit::NotAtRim => (
                Code::BOARD_RIM_UNSAID,
                "this board is full width but has no edges".to_owned(),
                "add `edge: left right` or `edge: top bottom`".to_owned(),
            ),
            Misfit::NotWhole => (
                Code::BOARD_NOT_WHOLE,
                format!("opposite edges need {SIZE} squares between them"),
                "correct the line `edge`".to_owned(),
            ),
            Misfit::NoRoom => (
                Code::BOARD_NO_ROOM,
                "no room for the units outside the figure".to_owned(),
                format!("show at most {OPEN} by {OPEN} squares, or all {SIZE} by {SIZE}"),
            ),
        };
        self.note(code, opening, what);
        self.hint(hint);
    }

    /// Returns true if the upper left square is dark: by the rims, else as set, else it is light.
    fn tone(&mut self, stretch: &Stretch, edges: Edges, said: Option<(bool, Range<usize>)>) -> bool {
        let fixed = stretch.is_dark_first(edges);
        if let (Some(fixed), Some((dark, at))) = (fixed, &said)
            && fixed != *dark
        {
            let tone = if fixed { "dark" } else { "light" };
            self.note(Code::BOARD_TONE_FIXED, at.clone(), format!("with these edges, the upper left square is {tone}"));
            self.hint("remove the line `first`");
        }
        fixed.or(said.map(|(dark, _)| dark)).unwrap_or(false)
    }

    /// Notes the pictures and marks that a board is drawn with.
    fn wants(&mut self, diagram: &Diagram, opening: Range<usize>) {
        let place = Span::new(self.source(), opening);
        for shown in &diagram.units {
            self.pictures.entry(shown.unit.picture()).or_insert_with(|| place.clone());
        }
        if !diagram.attacks.is_empty() {
            self.reader.marks.push((MARK.to_owned(), place));
        }
    }
}

/// The mark of an attack.
pub(super) const MARK: &str = "attack";

/// A square marked as allowed for a move, or forbidden.
pub(super) struct Sign<'s> {
    pub at: Place,
    pub free: bool,
    pub token: Token<'s>,
}

impl Diagram {
    fn bare(columns: u8, rows: u8, units: Vec<Shown>) -> Self {
        Self {
            caption: Words::new(),
            columns,
            rows,
            dark_first: false,
            edges: Edges::default(),
            units,
            touching: Vec::new(),
            arrows: Vec::new(),
            free: Vec::new(),
            barred: Vec::new(),
            attacks: Vec::new(),
            gains: Vec::new(),
            said: String::new(),
        }
    }
}

/// Parses `.`, `o`, `x`, `B5` or `A:R3`.
fn cell(text: &str) -> Option<Cell> {
    match text {
        "." => return Some(Cell::Empty),
        "o" => return Some(Cell::Free),
        "x" => return Some(Cell::Barred),
        _ => {}
    }
    let (name, unit) = match text.split_once(':') {
        Some((name, unit)) => (Some(name), unit),
        None => (None, text),
    };
    let name = match name.map(|name| name.chars().collect::<Vec<char>>()) {
        None => None,
        Some(letters) => match letters.as_slice() {
            [letter] if letter.is_ascii_uppercase() => Some(*letter),
            _ => return None,
        },
    };
    let (side, health) = unit.split_at_checked(1)?;
    let side = match side {
        "B" => Side::Bone,
        "R" => Side::Red,
        _ => return None,
    };
    let health = health.parse().ok().filter(|health| (1..=skirminion::MOST_HEALTH).contains(health))?;
    Some(Cell::Unit(name, Unit { side, health }))
}
