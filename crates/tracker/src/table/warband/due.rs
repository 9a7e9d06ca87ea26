//! Requirements of the rules at the moment: tests with their targets, and actions of a recovery phase.

use super::{Mark, Phase, Side, State, Status, Who};
use crate::table::Ruleset;

/// Actions due in a phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// Target of the rout test, and its owner, if the side on turn must take one first (W36); the target is `None` if
    /// nobody is left whose Leadership counts.
    pub rout: Option<(Option<u8>, Option<Who>)>,
    /// Fleeing warriors who haven't tested in this recovery phase: they may (W5), or must after being all alone
    /// (W34).
    pub nerve: Vec<Nerve>,
    /// Warriors who may stand up in this recovery phase (W7).
    pub may_stand: Vec<Who>,
    /// Falling warriors: their hits come next (W15d).
    pub falling: Vec<(Who, u8)>,
    /// Fleeing warriors, and the number of dice for their flight (W5, W33, W34).
    pub flight: Vec<(Who, u8)>,
    /// In a close combat phase, warriors of the side on turn who may be all alone and haven't tested (W34): each
    /// faces two enemies or more. The players see if a friend is within 6 inches, unless no friend is standing at all.
    pub alone: Vec<(Nerve, bool)>,
}

impl Due {
    /// Returns the number of warriors who must test before the phase ends: rallying is optional, except after being all
    /// alone (W5, W34).
    pub fn musts(&self, state: &State) -> usize {
        let must = |nerve: &&Nerve| state.rules == Ruleset::First || nerve.alone;
        self.nerve.iter().filter(must).count() + usize::from(self.rout.is_some())
    }
}

/// A test of nerve and its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nerve {
    /// Tested warrior.
    pub who: Who,
    /// The warrior's own Leadership.
    pub own: u8,
    /// The leader's, if that is higher and the leader lends it to those within 6 inches (W35).
    pub with_leader: Option<u8>,
    /// True if it flees because it was all alone (W34).
    pub alone: bool,
}

/// Returns the actions due now; empty before and after a game.
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

/// Returns the values of a test of nerve.
fn nerve(side: &Side, who: Who) -> Nerve {
    let own = side.leadership(who.no).unwrap_or_default();
    let lent = side.lends().filter(|(no, figure)| *no != who.no && *figure > own).map(|(_, figure)| figure);
    let alone = side.warrior(who.no).is_some_and(|warrior| warrior.now.has(Mark::Alone));
    Nerve { who, own, with_leader: lent, alone }
}
