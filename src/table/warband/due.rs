//! What the rules ask for now: tests with their figures, and who may do what in a recovery phase.

use super::{Mark, Phase, Side, State, Status, Who};
use crate::table::Ruleset;

/// What is due in a phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// The figure of the rout test, and whose it is, where the side on turn must take one first (W36); the figure is none
    /// where nobody is left whose Leadership counts.
    pub rout: Option<(Option<u8>, Option<Who>)>,
    /// Those who flee and have not tested in this recovery phase: they may (W5), and after being all alone they must (W34).
    pub nerve: Vec<Nerve>,
    /// Those who may stand up in this recovery phase (W7).
    pub may_stand: Vec<Who>,
    /// Those who are falling: their hits come next (W15d).
    pub falling: Vec<(Who, u8)>,
    /// Those who flee, and how many dice their flight takes (W5, W33, W34).
    pub flight: Vec<(Who, u8)>,
    /// In a close combat phase, those of the side on turn who may be all alone and have not tested (W34): each stands against two enemies or more.
    /// Whether a friend is within 6 inches, the players see, unless no friend stands at all.
    pub alone: Vec<(Nerve, bool)>,
}

impl Due {
    /// How many must test before the phase ends: rallying is a choice, but for a warrior that was all alone (W5, W34).
    pub fn musts(&self, state: &State) -> usize {
        let must = |nerve: &&Nerve| state.rules == Ruleset::First || nerve.alone;
        self.nerve.iter().filter(must).count() + usize::from(self.rout.is_some())
    }
}

/// A test of nerve and its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nerve {
    /// Who takes it.
    pub who: Who,
    /// The warrior's own Leadership.
    pub own: u8,
    /// The leader's, where that is higher and the leader lends it to those within 6 inches (W35).
    pub with_leader: Option<u8>,
    /// Whether it flees because it was all alone (W34).
    pub alone: bool,
}

/// What is due now; nothing before a game and after it.
pub fn due(state: &State) -> Due {
    let mut due = Due::default();
    if !state.begun() || state.over.is_some() {
        return due;
    }
    let moment = state.moment;
    for (who, warrior) in state.everybody() {
        due.falling.extend(warrior.now.falling.map(|inches| (who, inches)));
        due.flight.extend(warrior.now.flight.map(|dice| (who, dice)));
    }
    let Some(side) = state.side(moment.side) else { return due };
    let of_side = |no| Who { seat: moment.side, no };
    if moment.rout {
        due.rout = Some((side.rout_target(), side.rout_leader().map(of_side)));
    }
    if moment.phase == Phase::Recovery {
        for (no, warrior) in side.numbered() {
            let (who, now) = (of_side(no), warrior.now);
            if now.status == Status::Fleeing && !now.has(Mark::Tested) {
                due.nerve.push(nerve(side, who));
            }
            if now.status == Status::KnockedDown && !now.has(Mark::Turned) && !moment.rout {
                due.may_stand.push(who);
            }
        }
    }
    if moment.phase == Phase::CloseCombat {
        let tests = |seat| state.rules == Ruleset::First || seat == moment.side;
        for (seat, side) in state.seats().zip(&state.sides).filter(|(seat, _)| tests(*seat)) {
            let stands = |side: &Side| side.warriors.iter().filter(|one| one.now.status == Status::Standing).count();
            let enemies: usize = state
                .seats()
                .zip(&state.sides)
                .filter(|(other, _)| *other != seat)
                .map(|(_, other)| stands(other))
                .sum();
            let sure = stands(side) == 1;
            let stand = side.numbered().filter(|(_, warrior)| warrior.now.status == Status::Standing);
            let may = stand.filter(|(_, warrior)| enemies >= 2 && !warrior.now.has(Mark::Tested));
            due.alone.extend(may.map(|(no, _)| (Nerve { with_leader: None, ..nerve(side, Who { seat, no }) }, sure)));
        }
    }
    due
}

/// The figures of a test of nerve.
fn nerve(side: &Side, who: Who) -> Nerve {
    let own = side.leadership(who.no).unwrap_or_default();
    let lent = side.lends().filter(|(no, figure)| *no != who.no && *figure > own).map(|(_, figure)| figure);
    let alone = side.warrior(who.no).is_some_and(|warrior| warrior.now.has(Mark::Alone));
    Nerve { who, own, with_leader: lent, alone }
}
