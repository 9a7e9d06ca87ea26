//! Commands of players.

use serde::{Deserialize, Serialize};

use super::{Activation, Order, Position, Side, Square, Strength, Unit, targets};
use crate::rules::skirminion::objections::attacked;
use crate::table::{PlayerColour, PlayerConfig, SeatCommand, Seating, seat_commands};

/// A command of the players. An activation comes in halves, as it is played: each is shown at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", remote = "Self")]
pub enum Command {
    /// A new game begins (K2, K3).
    Begin(Setup),
    /// A unit moves.
    Move {
        /// The unit.
        from: Square,
        /// Its new square.
        to: Square,
    },
    /// A unit attacks.
    Attack {
        /// The unit.
        by: Square,
        /// The enemy.
        on: Square,
    },
    /// The activation of a unit ends; with nothing done it passes, which may be a rest (K8).
    End {
        /// The unit.
        unit: Square,
    },
    /// Both agree on a draw.
    Agree,
    /// A side offers a draw to the other one, whose player answers on another device.
    Offer {
        /// The side that offers it.
        by: Side,
        /// True if the other side agrees, false if it plays on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<bool>,
    },
    /// A side gives up; the other has won.
    Resign {
        /// The side that gives up.
        side: Side,
    },
    /// Players set a square, whatever the rules say.
    Set {
        /// The square.
        at: Square,
        /// New unit there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Unit>,
    },
    /// Makes the table play a side at this strength from now on; or a person, without a strength.
    Machine {
        /// The side.
        side: Side,
        /// Playing strength.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<Strength>,
    },
    /// Names, colours (the units keep theirs), chairs, notes, the seating.
    #[serde(skip)]
    Seat(SeatCommand),
}

seat_commands!(Command);

/// Players of a new game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// Bone's player, then red's.
    pub players: Vec<PlayerConfig>,
    /// Side that activates first: the higher roll (K2).
    pub first: Side,
    /// Arrangement of the panels.
    #[serde(default)]
    pub seating: Seating,
    /// Player of each side.
    #[serde(default, skip_serializing_if = "Machines::are_none")]
    pub machines: Machines,
}

/// The strength at which the table plays a side, bone first; nothing where a person plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machines(pub [Option<Strength>; 2]);

impl Machines {
    /// True if people play both sides.
    pub fn are_none(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// Returns the strength at which the table plays a side.
    pub fn of(self, side: Side) -> Option<Strength> {
        self.0[side.index()]
    }
}

impl Setup {
    /// Returns players named after their sides, sitting opposite each other.
    pub fn of_sides(first: Side) -> Self {
        let players = [("Bone", "bone", 0), ("Red", "red", 2)].map(|(name, colour, chair)| PlayerConfig {
            name: name.to_owned(),
            colour: PlayerColour::from_id(colour).unwrap_or_default(),
            chair,
            note: String::new(),
        });
        Self { players: players.into(), first, seating: Seating::default(), machines: Machines::default() }
    }
}

/// Returns the commands of a whole activation, from a position without a half-done one.
pub fn commands(position: &Position, activation: Activation) -> Vec<Command> {
    let unit = activation.unit();
    let target = activation.target().map(|on| Command::Attack { by: activation.attacks_from(), on });
    let step = activation.destination().map(|to| Command::Move { from: unit, to });
    let (first, second) = if activation.order() == Order::MoveFirst { (step, target) } else { (target, step) };
    let mut all: Vec<Command> = first.into_iter().chain(second).collect();
    let retreats = !targets(&position.board, position.turn, unit).is_empty();
    match (activation.destination(), activation.target()) {
        (None, None) => all.push(Command::End { unit }),
        (Some(to), None) if !retreats => all.push(Command::End { unit: to }),
        (None, Some(target))
            if attacked(&position.board, position.turn, unit, target).1 && !ends(position, activation) =>
        {
            all.push(Command::End { unit });
        }
        _ => (),
    }
    all
}

/// True if an activation ends the game.
fn ends(position: &Position, activation: Activation) -> bool {
    position.after(activation).is_decided()
}
