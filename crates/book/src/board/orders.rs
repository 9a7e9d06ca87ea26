//! The orders of a board: each is drawn as the rules have it, or refused with their reason.

use super::check::Stretch;
use super::read::Sign;
use super::text::{BoardText, Line, Token};
use super::{Arrow, Attack, Diagram, Place, Shown};
use crate::diagnostic::Code;
use crate::doc::DocBuilder;
use crate::game::skirminion;

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
    pub(super) fn order(&mut self, stretch: &Stretch, line: &Line<'_>, diagram: &mut Diagram) -> Option<Place> {
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
    pub(super) fn gains(&mut self, stretch: &Stretch, text: &BoardText<'_>, diagram: &mut Diagram) {
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
    pub(super) fn marked(
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
