//! Reads the text of a board of Skirminion to a [`Diagram`]: every error is recorded at its location, and each order is
//! drawn as the rules have it, or refused with their reason.

use std::ops::Range;
use std::sync::Arc;

use super::DocBuilder;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::{Ink, skirminion};
use crate::model::{Block, Words};
use crate::read::rulebook::{Directive, Node};
use crate::rules::skirminion::{Side, Unit};
use crate::skirminion::alt::alt_text;
use crate::skirminion::check::{Misfit, OPEN, SIZE, Stretch};
use crate::skirminion::text::{BoardText, Line, Token, split, tokens};
use crate::skirminion::{Arrow, Attack, Diagram, Edges, Place, Shown};
use crate::typesetter::skirminion::COLOURS;

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
        diagram.name.clone_from(&directive.arguments);
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
        diagram.alt = alt_text(&stretch, &diagram);
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
    pub(crate) fn unknown<'c>(
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
    fn tone(&mut self, stretch: &Stretch, edges: Edges, stated: Option<(bool, Range<usize>)>) -> bool {
        let fixed = stretch.is_dark_first(edges);
        if let (Some(fixed), Some((dark, at))) = (fixed, &stated)
            && fixed != *dark
        {
            let tone = if fixed { "dark" } else { "light" };
            self.note(Code::BOARD_TONE_FIXED, at.clone(), format!("with these edges, the upper left square is {tone}"));
            self.hint("remove the line `first`");
        }
        fixed.or(stated.map(|(dark, _)| dark)).unwrap_or(false)
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
pub(crate) const MARK: &str = "attack";

/// A square marked as allowed for a move, or forbidden.
pub(crate) struct Sign<'s> {
    pub at: Place,
    pub free: bool,
    pub token: Token<'s>,
}

impl Diagram {
    fn bare(columns: u8, rows: u8, units: Vec<Shown>) -> Self {
        Self {
            name: String::new(),
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
            alt: String::new(),
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

const DIRECTIONS: [(&str, i8, i8); 8] = [
    ("up", 0, -1),
    ("down", 0, 1),
    ("left", -1, 0),
    ("right", 1, 0),
    ("up-left", -1, -1),
    ("up-right", 1, -1),
    ("down-left", -1, 1),
    ("down-right", 1, 1),
];

impl DocBuilder<'_> {
    /// Returns the unit that a word names, by its letter or its square.
    fn unit(&mut self, stretch: &Stretch, diagram: &Diagram, token: &Token<'_>) -> Option<Place> {
        let called = |shown: &Shown| shown.name.map_or_else(|| stretch.name(shown.at), |name| name.to_string());
        let found =
            diagram.units.iter().find(|shown| called(shown) == token.text || stretch.name(shown.at) == token.text);
        if found.is_none() {
            let names: Vec<String> = diagram.units.iter().map(called).collect();
            let what = format!("unknown unit `{}` on this board", token.text);
            self.unknown(Code::BOARD_NO_UNIT, token, what, names.iter().map(String::as_str));
            self.hint("name a unit without a letter by its square; a1 is lower left");
        }
        found.map(|shown| shown.at)
    }

    /// Carries an order out; the unit that it is about.
    pub(crate) fn order(&mut self, stretch: &Stretch, line: &Line<'_>, diagram: &mut Diagram) -> Option<Place> {
        let sign = line.tokens[0].text;
        let (form, counts) = match sign {
            "*" => ("* A", 2..=2),
            "?" => ("? A", 2..=2),
            ">" => ("> A up 2", 3..=4),
            "!" => ("! A C", 3..=3),
            _ => ("+ A 1", 3..=3),
        };
        if !counts.contains(&line.tokens.len()) {
            self.note(Code::BOARD_ORDER, line.at.clone(), "invalid order");
            self.hint(format!("write `{form}`"));
            return None;
        }
        let unit = self.unit(stretch, diagram, &line.tokens[1])?;
        match sign {
            "*" => diagram.touching.push(unit),
            "?" => self.all_moves(stretch, line, unit, diagram),
            ">" => self.one_move(stretch, line, unit, diagram),
            "!" => self.one_attack(stretch, line, unit, diagram),
            // Gains depend on the other orders.
            _ => {}
        }
        Some(unit)
    }

    fn all_moves(&mut self, stretch: &Stretch, line: &Line<'_>, unit: Place, diagram: &mut Diagram) {
        let (moves, more) = stretch.moves(unit);
        if more {
            self.note(
                Code::BOARD_MOVES_OFF,
                line.at.clone(),
                format!("{} may also move to squares outside the figure", line.tokens[1].text),
            );
            self.hint("show more squares, or set the edges of the board: `edge: left`");
        }
        // One arrow leads over both squares of two steps.
        let further = |to: &Place| moves.iter().any(|other| halfway(unit, *other) == Some(*to));
        let arrows = moves.iter().filter(|to| !further(to)).map(|to| Arrow { from: unit, to: *to, made: false });
        diagram.arrows.extend(arrows);
        diagram.barred.extend(stretch.not_away(unit));
    }

    fn one_move(&mut self, stretch: &Stretch, line: &Line<'_>, unit: Place, diagram: &mut Diagram) {
        let direction = &line.tokens[2];
        let Some((_, dx, dy)) = DIRECTIONS.into_iter().find(|(name, ..)| *name == direction.text) else {
            let what = format!("invalid direction `{}`", direction.text);
            self.unknown(Code::BOARD_DIRECTION, direction, what, DIRECTIONS.map(|(name, ..)| name));
            return;
        };
        let steps: Option<i8> = line.tokens.get(3).map_or(Some(1), |steps| steps.text.parse().ok());
        let Some(steps) = steps.filter(|steps| (1..=7).contains(steps)) else {
            self.note(
                Code::BOARD_STEPS,
                line.tokens[3].at.clone(),
                format!("invalid number of steps `{}`", line.tokens[3].text),
            );
            self.hint("write 1 or 2, or nothing for 1");
            return;
        };
        let beyond = |from: u8, by: i8, most: u8| from.checked_add_signed(by).filter(|to| *to < most);
        let to = beyond(unit.x, dx * steps, diagram.columns).zip(beyond(unit.y, dy * steps, diagram.rows));
        let Some((x, y)) = to else {
            self.note(Code::BOARD_MOVE_OFF, line.at.clone(), "this move leaves the figure");
            self.hint("show more squares, or change the move");
            return;
        };
        let to = Place { x, y };
        match stretch.against_move(unit, to) {
            None => diagram.arrows.push(Arrow { from: unit, to, made: true }),
            Some(why) => self.forbidden(line, "move", &why),
        }
    }

    fn one_attack(&mut self, stretch: &Stretch, line: &Line<'_>, by: Place, diagram: &mut Diagram) {
        let Some(on) = self.unit(stretch, diagram, &line.tokens[2]) else { return };
        if by == on {
            self.forbidden(line, "attack", "a unit can't attack itself (K16)");
            return;
        }
        if let Some(why) = stretch.against_attack(by, on) {
            self.forbidden(line, "attack", &why);
            return;
        }
        let Some((forecast, helpers)) = stretch.attack(by, on) else { return };
        let losses = (forecast.attacker.loss, forecast.defender.loss);
        diagram.attacks.push(Attack { by, on, losses, helpers });
    }

    fn forbidden(&mut self, line: &Line<'_>, what: &str, why: &str) {
        self.note(Code::BOARD_FORBIDDEN, line.at.clone(), format!("illegal {what}: {why}"));
        self.hint("show a legal one; a1 is the lower left square of this board");
    }

    /// Reads `+ A 1`: a rest (K8), or the gain of the last unit of a side in an attack that this board shows (K18).
    pub(crate) fn gains(&mut self, stretch: &Stretch, text: &BoardText<'_>, diagram: &mut Diagram) {
        for line in text.orders.iter().filter(|line| line.tokens[0].text == "+" && line.tokens.len() == 3) {
            let called = |shown: &&Shown| {
                stretch.name(shown.at) == line.tokens[1].text
                    || shown.name.is_some_and(|name| line.tokens[1].text.chars().eq([name]))
            };
            // A missing unit is reported where the order is read.
            let Some(unit) = diagram.units.iter().find(called).map(|shown| shown.at) else { continue };
            let in_attacks = diagram.attacks.iter().filter(|attack| attack.by == unit || attack.on == unit);
            let of_attack = |attack: &Attack| {
                let (forecast, _) = stretch.attack(attack.by, attack.on)?;
                Some(if attack.by == unit { forecast.attacker.gain } else { forecast.defender.gain })
            };
            let acts = diagram.arrows.iter().any(|arrow| arrow.made && arrow.from == unit);
            let of_attacks: Vec<u8> = in_attacks.filter_map(of_attack).collect();
            let gain = match of_attacks.as_slice() {
                [] if stretch.may_rest(unit) && !acts => skirminion::REST,
                all => all.iter().copied().max().unwrap_or(0),
            };
            if gain == 0 {
                let name = line.tokens[1].text;
                let why = match of_attacks.as_slice() {
                    [] if acts => "it moves, so it doesn't rest (K8)",
                    [] if stretch.is_in_contact(unit) => "it touches an enemy, so it doesn't rest (K8)",
                    [] => "it is strong, so it doesn't rest (K8)",
                    _ => "it is not the last of its side, or the attack destroys it (K18)",
                };
                self.note(Code::BOARD_NO_GAIN, line.at.clone(), format!("{name} gains nothing here: {why}"));
                self.hint("remove the line, or add `last: bone` if it is the last of its side");
            } else if line.tokens[2].text.parse() != Ok(gain) {
                self.note(
                    Code::BOARD_GAIN,
                    line.tokens[2].at.clone(),
                    format!("{} gains {gain} here", line.tokens[1].text),
                );
                self.hint(format!("write {gain}"));
            } else {
                diagram.gains.push((unit, gain));
            }
        }
    }

    /// Reads `o` and `x`, which concern the unit that the first order names.
    pub(crate) fn marked(
        &mut self,
        stretch: &Stretch,
        signs: Vec<Sign<'_>>,
        subject: Option<Place>,
        diagram: &mut Diagram,
    ) {
        for Sign { at, free, token } in signs {
            let Some(unit) = subject else {
                self.note(Code::BOARD_NO_SUBJECT, token.at, "no order names the unit for this mark");
                self.hint("add an order with the unit: `* A`");
                return;
            };
            match (stretch.against_move(unit, at), free) {
                (Some(why), true) => {
                    self.note(Code::BOARD_FORBIDDEN, token.at, format!("illegal move: {why}"));
                    self.hint("write `x`, or `.`");
                }
                (None, false) => {
                    self.note(Code::BOARD_ALLOWED, token.at, "legal move");
                    self.hint("write `o`, or `.`");
                }
                (None, true) => diagram.free.push(at),
                (Some(_), false) => diagram.barred.push(at),
            }
        }
    }
}

/// Returns the square between two that are two straight steps apart.
fn halfway(from: Place, to: Place) -> Option<Place> {
    let apart = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    matches!(apart, (2, 0) | (0, 2)).then(|| Place { x: u8::midpoint(from.x, to.x), y: u8::midpoint(from.y, to.y) })
}
