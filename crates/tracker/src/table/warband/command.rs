//! Commands of players.
//!
//! The JSON of a command is the same for programs and in the journal: an object in which one key names the action and
//! its subject; the other keys belong to it: `{"wound":"North.5","injury":3}`.

use serde::{Deserialize, Serialize};

use super::keyed_enum::keyed_enum;
use super::{Dice, Mark, Roll, Rolled, Status, WarriorRef};
use crate::game::{HouseWishes, WarriorSpec};
use crate::table::{HasSeatCommands, PlayerColour, Ruleset, SeatCommand, Seating};

keyed_enum! {
    /// A command of players.
    Command {
        /// A new game begins.
        Begin "begin",
        /// The next phase, or the next side's turn (W4).
        Step "phase",
        /// Dice of a test.
        Test "roll",
        /// A warrior suffers wounds that were not saved (W24).
        Wound "wound",
        /// A warrior is out of action (W27).
        TakeOut "out",
        /// A warrior falls (W15d).
        Fall "fall",
        /// A warrior stands up (W7).
        Stand "stand",
        /// A warrior that may not rally runs on (W6).
        RunOn "run-on",
        /// A warrior loses its nerve and flees (W32, W33).
        Flee "flee",
        /// A warrior runs (W10).
        Run "run",
        /// A warrior charges (W11).
        Charge "charge",
        /// A warrior hides (W13).
        Hide "hide",
        /// A hidden warrior is found, or shows itself (W13).
        Found "found",
        /// A warrior shoots (W17).
        Shoot "shoot",
        /// A wizard casts a spell (W13).
        Cast "cast",
        /// Correction: sets a warrior, whatever the rules say.
        Set "set",
        /// The players end the game, by the scenario (W3).
        End "end",
        /// Names, colours, chairs, the seating.
        SeatCommand "rename" "livery" "sit" "note" "seating",
    }
}

impl From<SeatCommand> for Command {
    fn from(arrange: SeatCommand) -> Self {
        Self::SeatCommand(arrange)
    }
}

impl HasSeatCommands for Command {
    fn seat_command(&self) -> Option<SeatCommand> {
        match self {
            Self::SeatCommand(arrange) => Some(arrange.clone()),
            _ => None,
        }
    }
}

/// See [`Command::Begin`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// The sides, in the order of their turns.
    pub begin: Vec<Muster>,
    /// House rules; unset ones default to the wishes of the warbands, then to the game's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub house: HouseWishes,
    /// Side with the first turn; the first one by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Arrangement of the panels.
    #[serde(default, skip_serializing_if = "is_default")]
    pub seating: Seating,
    /// Version of the rules; a setup of the first edition has none.
    #[serde(default, skip_serializing_if = "Ruleset::is_first")]
    pub rules: Ruleset,
}

/// A side that takes part. Its warriors are those of a warband of the game, or they are listed one by one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Muster {
    /// Unique name.
    pub name: String,
    /// A warband of the game by the name of its file: `crows-levy`. Where the warriors are listed, what they are called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warband: Option<String>,
    /// The warriors, unless they are from a file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warriors: Vec<WarriorSpec>,
    /// House rules that listed warriors wish for or rule out; a file of the game has its own.
    #[serde(default, skip_serializing_if = "is_default")]
    pub house: HouseWishes,
    /// Its colour; the next free one by default.
    #[serde(default, rename = "livery", skip_serializing_if = "Option::is_none")]
    pub colour: Option<PlayerColour>,
    /// Its place round the table; the next one that is free where none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chair: Option<u8>,
}

/// See [`Command::Step`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Direction.
    pub phase: Way,
}

/// Target of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// To the next phase, or the next turn.
    Next,
}

/// See [`Command::Test`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// The test, with its dice.
    pub roll: Roll,
    /// Origin of the dice.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rolled: Rolled,
}

/// See [`Command::Wound`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wound {
    /// Wounded warrior.
    pub wound: WarriorRef,
    /// Number of unsaved wounds, before a critical hit is counted.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub wounds: u8,
    /// A die for the wound that leaves none, and for each one after it (W24).
    #[serde(default, skip_serializing_if = "Dice::is_empty")]
    pub injury: Dice,
    /// Attacker, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<WarriorRef>,
    /// True for a critical hit, which counts as two (W22).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub critical: bool,
    /// Attacker's roll needed to wound, if a critical hit is checked against it (W22).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<u8>,
    /// True if poison wounded automatically (W31).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub poison: bool,
    /// Origin of the injury dice.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rolled: Rolled,
}

/// See [`Command::TakeOut`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakeOut {
    /// The warrior.
    pub out: WarriorRef,
    /// Reason, if recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// Attacker, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<WarriorRef>,
}

/// Why a warrior is out of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// An enemy finished it while it was down (W28).
    Finished,
    /// A killing blow (W30).
    KillingBlow,
    /// It fled off the table (W34).
    Fled,
}

/// See [`Command::Fall`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fall {
    /// The warrior.
    pub fall: WarriorRef,
    /// Depth in inches, which is the Strength of the hits; already known if a test has failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inches: Option<u8>,
    /// Number of hits: the D3.
    pub d3: u8,
    /// Number of wounds; there is no save.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wounds: u8,
    /// Dice for injuries, as in [`Wound::injury`].
    #[serde(default, skip_serializing_if = "Dice::is_empty")]
    pub injury: Dice,
    /// Origin of the dice.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rolled: Rolled,
}

/// Defines commands that name one warrior and nothing else.
macro_rules! of_one {
    ($($name:ident $field:ident $word:literal $what:literal,)*) => {
        $(
            #[doc = concat!("See [`Command::", stringify!($name), "`].")]
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
            #[serde(deny_unknown_fields)]
            pub struct $name {
                #[doc = $what]
                #[serde(rename = $word)]
                pub $field: WarriorRef,
            }
        )*
    };
}

of_one! {
    Stand stand "stand" "Who stands up.",
    RunOn run_on "run-on" "Who runs on.",
    Flee flee "flee" "Who flees.",
    Run run "run" "Who runs.",
    Hide hide "hide" "Who hides.",
    Found found "found" "Who is found.",
    Cast cast "cast" "Who casts.",
}

/// See [`Command::Charge`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charge {
    /// The warrior.
    pub charge: WarriorRef,
    /// The enemies that are charged.
    pub on: Vec<WarriorRef>,
    /// The intercepting enemy, who is fought instead (W12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intercepted: Option<WarriorRef>,
    /// True if it falls short (W12).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failed: bool,
}

/// See [`Command::Shoot`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shoot {
    /// The warrior.
    pub shoot: WarriorRef,
    /// The target.
    pub on: WarriorRef,
}

/// See [`Command::Set`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// The warrior.
    pub set: WarriorRef,
    /// The wounds that it has left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wounds: Option<u8>,
    /// Its status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// All its marks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<Mark>>,
}

/// See [`Command::End`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The winning sides; empty in a draw.
    pub end: Vec<String>,
}

fn one() -> u8 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(wounds: &u8) -> bool {
    *wounds == 1
}

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
