//! State of a game: sides with their warriors, turn and phase.

use serde::{Deserialize, Serialize};

use super::{Condition, Mark, Status, Who};
use crate::game::{House, Trait, WarriorSpec, quarter};
use crate::ordered;
use crate::table::{CorruptEntry, Person, PlayerColour, Ruleset, Seat, Seating};

/// Everything on the table; the default is a table at which no game has begun.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The sides, in the order of their turns.
    pub sides: Vec<Side>,
    /// The house rules that are played.
    pub house: House,
    /// Whose turn it is, and its phase.
    pub moment: Moment,
    /// Side with the first turn (W3).
    pub first: Seat,
    /// End of the game.
    pub over: Option<Over>,
    /// Arrangement of the panels on the screen.
    pub seating: Seating,
    /// The version of the rules that is played.
    #[serde(default, skip_serializing_if = "Ruleset::is_first")]
    pub rules: Ruleset,
}

/// A side and its player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Unique name.
    pub name: String,
    /// Its colour.
    #[serde(rename = "livery")]
    pub colour: PlayerColour,
    /// Its place round the table.
    pub chair: u8,
    /// What the players noted about them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Name of its warband.
    pub warband: String,
    /// Its warriors; the first has the number 1. There are as many as at the start.
    pub warriors: Vec<Warrior>,
    /// True if it has lost (W36).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lost: bool,
}

/// A warrior on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warrior {
    /// Roster entry.
    pub spec: WarriorSpec,
    /// Current condition.
    pub now: Condition,
}

/// Current side and phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// The turn, counted from 1: in each of them every side has one of its own.
    pub turn: u32,
    /// Whose turn it is.
    pub side: Seat,
    /// Its phase.
    pub phase: Phase,
    /// True if the side must take a rout test before anything else (W36).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rout: bool,
    /// True if a warrior has moved without charging, which ends the charges (W8).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moved: bool,
}

impl Default for Moment {
    fn default() -> Self {
        Self { turn: 1, side: Seat(0), phase: Phase::Recovery, rout: false, moved: false }
    }
}

/// The phases of a turn, in their order (W4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Phase {
    Recovery,
    Movement,
    Magic,
    Shooting,
    CloseCombat,
}

impl Phase {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Recovery, Self::Movement, Self::Magic, Self::Shooting, Self::CloseCombat];

    /// Returns the next one in the same turn; `None` after the last.
    pub fn next(self) -> Option<Self> {
        let at = Self::ALL.iter().position(|phase| *phase == self)?;
        Self::ALL.get(at + 1).copied()
    }

    /// Returns its name: "close combat".
    pub fn words(self) -> &'static str {
        match self {
            Self::Recovery => "recovery",
            Self::Movement => "movement",
            Self::Magic => "magic",
            Self::Shooting => "shooting",
            Self::CloseCombat => "close combat",
        }
    }
}

/// End of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Over {
    /// Winners; empty in a draw.
    pub winners: Vec<Seat>,
    /// True if the players decided it, by the scenario, and not a rout.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub agreed: bool,
}

impl Warrior {
    /// True if the first wound kills its mount (W29).
    pub fn rides(&self, house: House, now: Condition) -> bool {
        house.cavalry && self.spec.has(Trait::Mounted) && !now.has(Mark::Dismounted)
    }
}

impl Side {
    /// Returns a warrior by its number.
    pub fn warrior(&self, no: u8) -> Option<&Warrior> {
        self.warriors.get(usize::from(no).checked_sub(1)?)
    }

    /// Returns all warriors with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (u8, &Warrior)> {
        (1..=u8::MAX).zip(&self.warriors)
    }

    /// Returns the number of warriors out of action.
    pub fn out(&self) -> usize {
        self.warriors.iter().filter(|warrior| !warrior.now.is_in()).count()
    }

    /// True if enough warriors are out to require a test at the start of the side's turn (W36).
    pub fn has_lost_a_quarter(&self) -> bool {
        self.out() >= quarter(self.warriors.len())
    }

    /// Returns the number of the leader: the one named in the roster, or else the highest Leadership (W35).
    pub fn leader(&self) -> Option<u8> {
        let named = self.numbered().find(|(_, warrior)| warrior.spec.leader).map(|(no, _)| no);
        named.or_else(|| self.highest(|_| true))
    }

    /// Returns the number of the warrior whose Leadership counts for a rout test: the leader's, or while that is
    /// stunned or out of action, the highest among those who are neither (W36). `None` if nobody is left.
    pub fn rout_leader(&self) -> Option<u8> {
        let awake = |warrior: &Warrior| !matches!(warrior.now.status, Status::Stunned | Status::Out);
        let leader = self.leader().filter(|no| self.warrior(*no).is_some_and(awake));
        leader.or_else(|| self.highest(awake))
    }

    /// Returns the maximum of a rout test (W36).
    pub fn rout_target(&self) -> Option<u8> {
        self.leadership(self.rout_leader()?)
    }

    /// Returns the Leadership of a warrior.
    pub fn leadership(&self, no: u8) -> Option<u8> {
        self.warrior(no).map(|warrior| warrior.spec.profile.leadership)
    }

    /// Returns the leader's number and Leadership, which those within 6 inches may use; `None` while the leader is
    /// down, flees or is out of action (W35).
    pub fn lends(&self) -> Option<(u8, u8)> {
        let no = self.leader()?;
        let leader = self.warrior(no).filter(|leader| leader.now.status == Status::Standing)?;
        Some((no, leader.spec.profile.leadership))
    }

    /// Returns the number of the first of those with the highest Leadership.
    fn highest(&self, counts: impl Fn(&Warrior) -> bool) -> Option<u8> {
        let counted = self.numbered().filter(|(_, warrior)| counts(warrior));
        let best = |(no, warrior): &(u8, &Warrior)| (warrior.spec.profile.leadership, std::cmp::Reverse(*no));
        counted.max_by_key(best).map(|(no, _)| no)
    }

    pub(super) fn person(&self) -> Person<'_> {
        Person { name: &self.name, colour: self.colour, chair: self.chair, note: &self.note, plays: !self.lost }
    }
}

impl State {
    /// True if a game has begun.
    pub fn begun(&self) -> bool {
        !self.sides.is_empty()
    }

    /// Returns a side.
    pub fn side(&self, seat: Seat) -> Option<&Side> {
        self.sides.get(seat.index())
    }

    /// Returns all seats, in the order of their turns.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        Seat::all(self.sides.len())
    }

    /// Returns a warrior.
    pub fn warrior(&self, who: Who) -> Option<&Warrior> {
        self.side(who.seat)?.warrior(who.no)
    }

    /// Returns all warriors of all sides.
    pub fn everybody(&self) -> impl Iterator<Item = (Who, &Warrior)> {
        let sides = self.seats().zip(&self.sides);
        sides.flat_map(|(seat, side)| side.numbered().map(move |(no, warrior)| (Who { seat, no }, warrior)))
    }

    /// Returns the side of this name.
    pub fn named(&self, name: &str) -> Option<Seat> {
        self.seats().find(|seat| self.side(*seat).is_some_and(|side| side.name == name.trim()))
    }

    /// Returns the next side, and true if a new turn begins; sides that have lost are skipped.
    pub fn next_after(&self, seat: Seat) -> Option<(Seat, bool)> {
        let plays = |next| self.side(next).is_some_and(|side| !side.lost);
        seat.next(self.sides.len(), self.first, plays)
    }

    /// Checks that the state is possible.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), CorruptEntry> {
        let wrong = |what: String| Err(CorruptEntry::new(what));
        if !self.begun() {
            return Ok(());
        }
        if !ordered::all_unique(self.sides.iter().map(|side| side.name.as_str())) {
            return wrong("two sides have the same name".into());
        }
        for side in &self.sides {
            if side.warriors.is_empty() || side.warriors.len() > usize::from(u8::MAX) {
                return wrong(format!("{} has no warriors, or more than can be numbered", side.name));
            }
        }
        for (who, warrior) in self.everybody() {
            let profile = warrior.spec.profile;
            if !profile.is_sound() || !warrior.now.is_sound(profile.wounds) {
                return wrong(format!("warrior {} of side {} is as nobody can be", who.no, who.seat.0));
            }
            if warrior.now.felled_by.is_some_and(|by| self.warrior(by).is_none()) {
                return wrong(format!("warrior {} of side {} was felled by nobody", who.no, who.seat.0));
            }
        }
        let named = [self.moment.side, self.first];
        let winners = self.over.iter().flat_map(|over| &over.winners);
        if let Some(seat) = named.iter().chain(winners).find(|seat| self.side(**seat).is_none()) {
            return wrong(format!("unknown side {}", seat.0));
        }
        if self.moment.turn == 0 {
            return wrong("the turns are counted from 1".into());
        }
        if self.moment.rout && self.moment.phase != Phase::Recovery {
            return wrong("a rout test is taken in the recovery phase".into());
        }
        let lost = |side: &Side| side.lost || side.out() == side.warriors.len();
        // The others end the close combat phase (W21).
        let fights_on = self.moment.phase == Phase::CloseCombat;
        if self.over.is_none() && !fights_on && self.side(self.moment.side).is_some_and(lost) {
            return wrong("it is the turn of a side that has lost".into());
        }
        if self.over.is_none() && self.sides.iter().filter(|side| !side.lost).count() < 2 {
            return wrong("the game goes on with fewer than two sides".into());
        }
        Ok(())
    }
}
