//! Turn and phase: what ends with them, what begins with them (W4 to W7, W36).

use super::super::{Mark, Moment, Phase, Rout, Status, Tested, WarriorRef, Who};
use super::{Act, Possible};
use crate::game::rule;
use crate::table::{Reason, Ruleset, Seat};

impl Act {
    /// Begins the next phase, or the next side's turn (W4).
    pub(super) fn next_phase(&mut self) -> Possible {
        let Moment { side, phase, .. } = self.state.moment;
        self.must_have_landed();
        if phase == Phase::Recovery {
            self.must_have_tested(side);
            if self.state.moment.rout {
                // The players go on without the test.
                self.recover(side);
            }
        }
        self.end_phase(phase);
        match phase.next() {
            Some(next) => self.state.moment = Moment { phase: next, rout: false, ..self.state.moment },
            None => self.begin_next_turn(),
        }
        Ok(())
    }

    /// Checks that falling warriors have taken their hits, which comes before the phase ends (W15d).
    fn must_have_landed(&mut self) {
        for who in self.everybody_in() {
            self.must_have_hold(who);
        }
    }

    /// Checks that the rout test was taken, and then all tests of fleeing warriors (W36, W5, W34).
    fn must_have_tested(&mut self, side: Seat) {
        self.must_have_held(side);
        for who in self.side_in(side) {
            let (name, now) = (self.name(who), self.now(who));
            let rule = if now.has(Mark::Alone) { rule!("W34") } else { rule!("W5") };
            // Rallying is optional; only a warrior who was all alone must test (W34).
            let must = self.state.rules == Ruleset::First || now.has(Mark::Alone);
            let due = must && now.status == Status::Fleeing && !now.has(Mark::Tested);
            self.against(due, rule, "must test", || format!("{name} flees and must take a test first"));
        }
    }

    /// Checks that the rout test isn't due, or was taken (W36).
    pub(super) fn must_have_held(&mut self, side: Seat) {
        let due = self.state.moment.rout && self.state.moment.side == side;
        let name = self.name_of_side(side);
        self.against(due, rule!("W36"), "rout test first", || format!("{name} must take a rout test first"));
    }

    /// Ends everything that lasts for a phase; with the last one the turn ends.
    pub(super) fn end_phase(&mut self, phase: Phase) {
        for who in self.everybody_in() {
            let mut now = self.now(who);
            now.felled_by = None;
            now.flight = None;
            let turn_ends = phase == Phase::CloseCombat;
            let ends = Mark::OF_PHASE.into_iter();
            let ends = ends.chain(Mark::OF_COMBAT.into_iter().chain(Mark::OF_TURN).filter(|_| turn_ends));
            for mark in ends {
                now.marks.set(mark, false);
            }
            if turn_ends {
                now.worst = 0;
            }
            self.put(who, now);
        }
    }

    /// Begins the turn of the next side that hasn't lost.
    pub(super) fn begin_next_turn(&mut self) {
        let Moment { side, turn, .. } = self.state.moment;
        let Some((next, begins)) = self.state.next_after(side) else { return };
        let turn = turn.saturating_add(u32::from(begins));
        let rout = self.state.side(next).is_some_and(super::super::Side::has_lost_a_quarter);
        self.state.moment = Moment { turn, side: next, phase: Phase::Recovery, rout, moved: false };
        for who in self.side_in(next) {
            for mark in Mark::OF_SIDE {
                self.unmark(who, mark);
            }
        }
        if !rout {
            self.recover(next);
        }
    }

    /// Changes stunned warriors to knocked down (W7, W26).
    fn recover(&mut self, side: Seat) {
        for who in self.side_in(side) {
            let mut now = self.now(who).with(Mark::Turned);
            if now.status == Status::Stunned {
                now.status = Status::KnockedDown;
                self.put(who, now);
            }
        }
    }

    /// Takes the rout test: a side that has lost a quarter fights on, or has lost the game (W36).
    pub(super) fn rout(&mut self, roll: &Rout) -> Possible {
        let seat = self.seat(&roll.rout)?;
        sum(roll.sum, rule!("W36"))?;
        if !self.state.moment.rout || self.state.moment.side != seat {
            let name = self.name_of_side(seat);
            let text =
                format!("{name} has no rout test to take: it is due at the start of its turn, with a quarter out");
            return Err(Reason::absolute(rule!("W36"), "no rout test", text));
        }
        let side = self.state.side(seat);
        let of = side.and_then(super::super::Side::rout_leader).map(|no| Who { seat, no });
        let tested = Tested::against(side.and_then(super::super::Side::rout_target), of, roll.sum);
        self.outcomes.push(tested);
        if tested.passed {
            self.state.moment = Moment { rout: false, ..self.state.moment };
            self.recover(seat);
        } else {
            self.lose(seat);
        }
        Ok(())
    }

    /// Makes a warrior stand up who was knocked down before this turn (W7, W25).
    pub(super) fn stand(&mut self, named: &WarriorRef) -> Possible {
        let who = self.find_in(named)?;
        let (name, mut now) = (self.name(who), self.now(who));
        if now.status != Status::KnockedDown {
            let rule = if now.status == Status::Stunned { rule!("W26") } else { rule!("W25") };
            let text = format!("{name} is {}: who is knocked down stands up", now.status.words());
            return Err(Reason::absolute(rule, now.status.words(), text));
        }
        self.in_own(who, Phase::Recovery, "stand up");
        self.must_have_held(who.seat);
        self.against(now.has(Mark::Turned), rule!("W7"), "was stunned", || {
            format!("{name} was stunned as the turn began, and stands up in the next one")
        });
        now.status = Status::Standing;
        self.put(who, now.with(Mark::Stood));
        Ok(())
    }
}

/// Checks that two dice show 2 to 12.
pub(super) fn sum(sum: u8, rule: crate::game::RuleNumber) -> Possible {
    let text = || format!("two dice show 2 to 12, not {sum}");
    if (2..=12).contains(&sum) { Ok(()) } else { Err(Reason::absolute(rule, "not two dice", text())) }
}
