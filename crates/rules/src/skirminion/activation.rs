//! Activations of a turn, and their notation.

use std::fmt;
use std::str::FromStr;

use super::{Board, Position, Square, forecast};
use crate::game::skirminion::REST;

/// Which half of an activation comes first (K6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// The move, if there is one.
    MoveFirst,
    /// The attack; the move follows it.
    AttackFirst,
}

/// An activation of one unit: a move, an attack, both in either order, or neither (K6). Four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Activation {
    unit: Square,
    /// Target square; the unit's own if it doesn't move.
    to: Square,
    /// Attacked square; the unit's own if it doesn't attack: no unit can attack that.
    target: Square,
    order: Order,
}

impl Activation {
    /// Creates a pass (K6), which may be a rest (K8).
    #[inline]
    pub const fn pass(unit: Square) -> Self {
        Self { unit, to: unit, target: unit, order: Order::MoveFirst }
    }

    /// Creates a move.
    #[inline]
    pub const fn go(unit: Square, to: Square) -> Self {
        Self { to, ..Self::pass(unit) }
    }

    /// Creates an attack on the enemy on a square.
    #[inline]
    pub const fn attack(unit: Square, target: Square) -> Self {
        Self { target, ..Self::pass(unit) }
    }

    /// Creates a move followed by an attack.
    #[inline]
    pub const fn go_and_attack(unit: Square, to: Square, target: Square) -> Self {
        Self { unit, to, target, order: Order::MoveFirst }
    }

    /// Creates an attack followed by a move.
    #[inline]
    pub const fn attack_and_go(unit: Square, target: Square, to: Square) -> Self {
        Self { unit, to, target, order: Order::AttackFirst }
    }

    /// Returns the square of the unit before it moves.
    #[inline]
    pub const fn unit(self) -> Square {
        self.unit
    }

    /// Returns the square it moves to.
    #[inline]
    pub fn destination(self) -> Option<Square> {
        (self.to != self.unit).then_some(self.to)
    }

    /// Returns the square of the enemy that it attacks.
    #[inline]
    pub fn target(self) -> Option<Square> {
        (self.target != self.unit).then_some(self.target)
    }

    /// Returns the half that comes first, if there are two.
    #[inline]
    pub const fn order(self) -> Order {
        self.order
    }

    /// Returns the square from which it attacks.
    #[inline]
    pub fn attacks_from(self) -> Square {
        if self.order == Order::MoveFirst { self.to } else { self.unit }
    }
}

impl Position {
    /// Returns the position after an activation of [`legal`](super::legal()); meaningless for any other.
    #[inline]
    #[must_use]
    pub fn after(&self, activation: Activation) -> Self {
        let mut board = self.board;
        match (activation.destination(), activation.target()) {
            (None, None) => board.rest(self, activation.unit),
            (Some(to), None) => board.carry(self.turn, activation.unit, to),
            (None, Some(target)) => board.fight(self, activation.unit, target),
            (Some(to), Some(target)) if activation.order == Order::MoveFirst => {
                board.carry(self.turn, activation.unit, to);
                board.fight(self, to, target);
            }
            (Some(to), Some(target)) => {
                board.fight(self, activation.unit, target);
                board.carry(self.turn, activation.unit, to);
            }
        }
        Self { board, turn: self.turn.other() }
    }
}

impl Board {
    /// Carries out a pass, which gains 1 health if the unit may rest (K8).
    #[inline]
    fn rest(&mut self, position: &Position, unit: Square) {
        if super::may_rest(position, unit) {
            self.set(position.turn, unit, self.health(unit) + REST);
        }
    }

    /// Carries out both sides of an attack (K16 to K18) at once.
    #[inline]
    fn fight(&mut self, position: &Position, attacker: Square, defender: Square) {
        let forecast = forecast(self, position.turn, attacker, defender);
        self.set(position.turn, attacker, forecast.attacker.after);
        self.set(position.turn.other(), defender, forecast.defender.after);
    }
}

/// `d4` a pass, `d4-d6` a move, `d4xe5` an attack, `d4-d6xe7` a move and an attack, `d4xe5-c3` an attack and a move.
impl fmt::Display for Activation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.unit)?;
        match (self.destination(), self.target()) {
            (None, None) => Ok(()),
            (Some(to), None) => write!(f, "-{to}"),
            (None, Some(target)) => write!(f, "x{target}"),
            (Some(to), Some(target)) if self.order == Order::MoveFirst => write!(f, "-{to}x{target}"),
            (Some(to), Some(target)) => write!(f, "x{target}-{to}"),
        }
    }
}

/// A text is not an activation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseActivationError(String);

impl fmt::Display for ParseActivationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(text) = self;
        write!(f, "`{text}` is not an activation: d4 passes, d4-d6 moves, d4xe5 attacks, d4-d6xe7 and d4xe5-c3 do both")
    }
}

impl std::error::Error for ParseActivationError {}

impl FromStr for Activation {
    type Err = ParseActivationError;

    fn from_str(text: &str) -> Result<Self, ParseActivationError> {
        read(text).ok_or_else(|| ParseActivationError(text.into()))
    }
}

/// Parses two letters per square and one between them, so every text has one meaning.
fn read(text: &str) -> Option<Activation> {
    let unit = text.get(..2)?.parse().ok()?;
    let half = |from: usize| Some((text.get(from..=from)?, text.get(from + 1..from + 3)?.parse::<Square>().ok()?));
    let activation = match (text.len(), half(2), half(5)) {
        (2, ..) => Activation::pass(unit),
        (5, Some(("-", to)), _) => Activation::go(unit, to),
        (5, Some(("x", target)), _) => Activation::attack(unit, target),
        (8, Some(("-", to)), Some(("x", target))) => Activation::go_and_attack(unit, to, target),
        (8, Some(("x", target)), Some(("-", to))) => Activation::attack_and_go(unit, target, to),
        _ => return None,
    };
    // A unit that moves to its own square or attacks itself can be written, but isn't read back the same.
    (activation.to_string() == text).then_some(activation)
}

impl serde::Serialize for Activation {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Activation {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
