//! State of a warrior during a game: wounds, status, marks.

use serde::{Deserialize, Serialize};

use super::Who;

/// Condition of a warrior. The journal omits all defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// The wounds that are left.
    pub wounds: u8,
    /// Main status: standing, down, fleeing or gone.
    #[serde(default, skip_serializing_if = "Status::is_standing")]
    pub status: Status,
    /// Marks besides that.
    #[serde(default, skip_serializing_if = "Marks::is_empty")]
    pub marks: Marks,
    /// The highest die for its injuries in this turn (W24); 0 where none was rolled.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub worst: u8,
    /// Depth of a fall in inches, until its hits are recorded (W15d).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub falling: Option<u8>,
    /// Warrior who knocked it down or stunned it in this phase (W28), if recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub felled_by: Option<Who>,
    /// Number of dice for its flight, until they are rolled or the phase ends (W5, W33, W34).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flight: Option<u8>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(die: &u8) -> bool {
    *die == 0
}

impl Condition {
    /// Creates the condition of a fresh warrior with `wounds`.
    pub fn fresh(wounds: u8) -> Self {
        Self { wounds, ..Self::default() }
    }

    /// Creates the condition out of action (W27), without anything else.
    pub fn out() -> Self {
        Self { status: Status::Out, ..Self::default() }
    }

    /// True unless it is out of action.
    pub fn is_in(self) -> bool {
        self.status != Status::Out
    }

    /// True if it is knocked down or stunned.
    pub fn is_down(self) -> bool {
        matches!(self.status, Status::KnockedDown | Status::Stunned)
    }

    /// True if it has a mark.
    pub fn has(self, mark: Mark) -> bool {
        self.marks.has(mark)
    }

    /// Adds a mark.
    #[must_use]
    pub fn with(mut self, mark: Mark) -> Self {
        self.marks.set(mark, true);
        self
    }

    /// Removes a mark.
    #[must_use]
    pub fn without(mut self, mark: Mark) -> Self {
        self.marks.set(mark, false);
        self
    }

    /// True if such a condition is possible for a warrior with `wounds`.
    pub fn is_sound(self, wounds: u8) -> bool {
        let fits = self.wounds <= wounds && self.worst <= 6 && self.flight.is_none_or(|dice| matches!(dice, 2 | 3));
        fits && (self.is_in() || self == Self::out())
    }
}

/// Main status of a warrior: standing, down, fleeing or gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// On its feet.
    #[default]
    Standing,
    /// On its back (W25).
    KnockedDown,
    /// Face down (W26).
    Stunned,
    /// It has lost its nerve and runs (W5).
    Fleeing,
    /// Out of action (W27).
    Out,
}

impl Status {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_standing(&self) -> bool {
        *self == Self::Standing
    }

    /// Returns its name: "knocked down".
    pub fn words(self) -> &'static str {
        match self {
            Self::Standing => "standing",
            Self::KnockedDown => "knocked down",
            Self::Stunned => "stunned",
            Self::Fleeing => "fleeing",
            Self::Out => "out of action",
        }
    }

    /// Returns the result of an injury die (W24).
    pub fn of_injury(die: u8) -> Self {
        match die {
            0..=2 => Self::KnockedDown,
            3 | 4 => Self::Stunned,
            _ => Self::Out,
        }
    }

    /// Returns the worse of two injuries, or none.
    #[must_use]
    pub fn or_worse(self, other: Self) -> Self {
        let rank = |status| match status {
            Self::Standing | Self::Fleeing => 0,
            Self::KnockedDown => 1,
            Self::Stunned => 2,
            Self::Out => 3,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

/// Mark of a warrior besides its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// It hides (W13).
    Hidden,
    /// It has run (W10), until its side's next turn begins.
    Ran,
    /// It has charged (W11), until its side's next turn begins.
    Charged,
    /// Its charge fell short (W12), until the turn ends.
    FailedCharge,
    /// It did not find its target and may not charge (W11), until the turn ends.
    NoCharge,
    /// Its diving charge succeeded: +1 Strength and +1 to hit (W15a), until the next close combat phase ends.
    Dived,
    /// It has fallen: no more movement and no hiding (W15d), until the turn ends.
    Fell,
    /// It has rallied: no move and no shot (W5), until the turn ends.
    Rallied,
    /// It has stood up: half a move, no charge, no run (W25), until the turn ends.
    Stood,
    /// It has shot (W17), until the turn ends.
    Shot,
    /// It has cast a spell (W13), until the turn ends.
    Cast,
    /// It has made its one critical hit (W22), until the close combat phase ends.
    Critical,
    /// It flees because it was all alone (W34).
    Alone,
    /// It has taken its test of nerve in this turn (W5, W34).
    Tested,
    /// It was stunned as this turn began, and so does not stand up in it (W7).
    Turned,
    /// It was knocked down or stunned in this phase (W28).
    Downed,
    /// Its mount is dead (W29).
    Dismounted,
    /// It has climbed and may not run (W14), until the turn ends.
    Climbed,
    /// It failed to climb up and may not move (W14), until the turn ends.
    NoMove,
}

impl Mark {
    /// All of them, in the order of descriptions.
    pub const ALL: [Self; 19] = [
        Self::Hidden,
        Self::Ran,
        Self::Charged,
        Self::FailedCharge,
        Self::NoCharge,
        Self::Dived,
        Self::Fell,
        Self::Rallied,
        Self::Stood,
        Self::Shot,
        Self::Cast,
        Self::Critical,
        Self::Alone,
        Self::Tested,
        Self::Turned,
        Self::Downed,
        Self::Dismounted,
        Self::Climbed,
        Self::NoMove,
    ];

    /// Returns its name: "charge failed".
    pub fn words(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Ran => "ran",
            Self::Charged => "charged",
            Self::FailedCharge => "charge failed",
            Self::NoCharge => "no charge",
            Self::Dived => "dived",
            Self::Fell => "fell",
            Self::Rallied => "rallied",
            Self::Stood => "stood up",
            Self::Shot => "shot",
            Self::Cast => "cast",
            Self::Critical => "critical made",
            Self::Alone => "was all alone",
            Self::Tested => "tested",
            Self::Turned => "was stunned",
            Self::Downed => "felled now",
            Self::Dismounted => "on foot",
            Self::Climbed => "climbed",
            Self::NoMove => "no move",
        }
    }

    /// Marks that end with a phase.
    pub(super) const OF_PHASE: [Self; 1] = [Self::Downed];
    /// Marks that end with a close combat phase.
    pub(super) const OF_COMBAT: [Self; 2] = [Self::Dived, Self::Critical];
    /// Marks that end with a turn.
    pub(super) const OF_TURN: [Self; 11] = [
        Self::FailedCharge,
        Self::NoCharge,
        Self::Fell,
        Self::Rallied,
        Self::Stood,
        Self::Shot,
        Self::Cast,
        Self::Tested,
        Self::Turned,
        Self::Climbed,
        Self::NoMove,
    ];
    /// Marks that end when the next turn of the side begins.
    pub(super) const OF_SIDE: [Self; 2] = [Self::Ran, Self::Charged];
}

/// A set of marks; its JSON is a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Mark>", into = "Vec<Mark>")]
pub struct Marks(u32);

impl Marks {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// True if a mark is among them.
    pub fn has(self, mark: Mark) -> bool {
        self.0 & 1 << mark as u32 != 0
    }

    /// Adds a mark, or takes it away.
    pub fn set(&mut self, mark: Mark, on: bool) {
        if on {
            self.0 |= 1 << mark as u32;
        } else {
            self.0 &= !(1 << mark as u32);
        }
    }

    /// Returns the marks that are set, in order.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |mark| self.has(*mark))
    }
}

impl From<Vec<Mark>> for Marks {
    fn from(list: Vec<Mark>) -> Self {
        let mut marks = Self::default();
        for mark in list {
            marks.set(mark, true);
        }
        marks
    }
}

impl From<Marks> for Vec<Mark> {
    fn from(marks: Marks) -> Self {
        marks.iter().collect()
    }
}
