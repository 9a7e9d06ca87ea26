//! Nerve: rallying, panic, being all alone, flight (W5, W6, W32 to W35).

use super::super::{Alone, Condition, Flight, Mark, Panic, Phase, Rally, Status, Tested, WarriorRef, Who};
use super::turn::sum;
use super::{Act, Possible};
use crate::game::rule;
use crate::table::{Reason, Ruleset};

/// Up to this Movement a flight takes two dice, above it three (W33).
const MAX_MOVEMENT_OF_TWO_DICE: u8 = 6;

impl Act {
    /// Takes the test of a fleeing warrior in its side's recovery phase (W5, W34).
    pub(super) fn rally(&mut self, roll: &Rally) -> Possible {
        let who = self.fleeing(&roll.rally)?;
        sum(roll.sum, rule!("W5"))?;
        let (target, of) = self.leadership(who, roll.leader);
        let tested = Tested::against(Some(target), of, roll.sum);
        self.outcomes.push(tested);
        let now = self.now(who).with(Mark::Tested);
        if tested.passed {
            let now = Condition { status: Status::Standing, flight: None, ..now };
            self.put(who, now.with(Mark::Rallied).without(Mark::Alone));
        } else {
            self.put(who, now);
            self.runs(who);
        }
        Ok(())
    }

    /// Lets a fleeing warrior whose nearest model is an enemy run on without a test (W6).
    pub(super) fn run_on(&mut self, named: &WarriorRef) -> Possible {
        let who = self.fleeing(named)?;
        self.mark(who, Mark::Tested);
        self.runs(who);
        Ok(())
    }

    /// Returns a fleeing warrior, in its own recovery phase, before its test.
    fn fleeing(&mut self, named: &WarriorRef) -> Possible<Who> {
        let who = self.find_in(named)?;
        let (name, now) = (self.name(who), self.now(who));
        if now.status != Status::Fleeing {
            let text = format!("{name} is {}: who flees must rally", now.status.words());
            return Err(Reason::absolute(rule!("W5"), "does not flee", text));
        }
        self.in_own(who, Phase::Recovery, "rally");
        self.must_have_held(who.seat);
        let rule = if now.has(Mark::Alone) { rule!("W34") } else { rule!("W5") };
        self.against(now.has(Mark::Tested), rule, "has tested", || format!("{name} has taken the test of this turn"));
        Ok(who)
    }

    /// Tests if a warrior who was left all alone stays in the fight (W34).
    pub(super) fn alone(&mut self, roll: &Alone) -> Possible {
        let who = self.find_in(&roll.alone)?;
        sum(roll.sum, rule!("W34"))?;
        self.must_stand(who, "be all alone in a fight");
        let phase = self.state.moment.phase;
        self.against(phase != Phase::CloseCombat, rule!("W34"), "not in combat", || {
            format!(
                "who is all alone tests at the end of the close combat phase, and this is the {} phase",
                phase.words()
            )
        });
        let name = self.name(who);
        if self.state.rules > Ruleset::First {
            let turn = self.name_of_side(self.state.moment.side);
            self.against(who.seat != self.state.moment.side, rule!("W34"), "not your turn", || {
                format!("{name} tests in its own close combat phase, and it is the turn of {turn}")
            });
        }
        let tested_before = self.now(who).has(Mark::Tested);
        self.against(tested_before, rule!("W34"), "has tested", || format!("{name} has taken this test"));
        let fights = |enemy: &Who| enemy.seat != who.seat && self.now(*enemy).status == Status::Standing;
        let enemies = self.everybody_in().into_iter().filter(fights).count();
        self.against(enemies < 2, rule!("W34"), "one enemy", || {
            format!("{name} fights fewer than two enemies: only {enemies} can fight")
        });
        let tested = Tested::against(Some(self.warrior(who).spec.profile.leadership), None, roll.sum);
        self.outcomes.push(tested);
        self.mark(who, Mark::Tested);
        if !tested.passed {
            self.break_and_run(who);
            self.mark(who, Mark::Alone);
            self.runs(who);
        }
        Ok(())
    }

    /// Rolls the distance that a warrior flees (W5, W33, W34).
    pub(super) fn flight(&mut self, roll: &Flight) -> Possible {
        let who = self.find_in(&roll.flight)?;
        let (name, mut now) = (self.name(who), self.now(who));
        let rule = if now.has(Mark::Alone) { rule!("W34") } else { rule!("W33") };
        if now.status != Status::Fleeing {
            let text = format!("{name} is {} and does not flee", now.status.words());
            return Err(Reason::absolute(rule, "does not flee", text));
        }
        let Some(dice) = now.flight else {
            let text = format!("{name} has no flight to roll for now");
            return Err(Reason::absolute(rule, "no flight", text));
        };
        let inches = match dice {
            3 => roll.three.filter(|_| roll.two.is_none()),
            _ => roll.two.filter(|_| roll.three.is_none()),
        };
        if !inches.is_some_and(|inches| (dice..=6 * dice).contains(&inches)) {
            let text = format!("{name} flees {dice}D6 inches, which is {dice} to {}", 6 * dice);
            return Err(Reason::absolute(rule, "other dice", text));
        }
        now.flight = None;
        self.put(who, now);
        Ok(())
    }

    /// Makes a warrior flee: 2D6 inches, or 3D6 if it is fast and wasn't all alone (W5, W33, W34).
    fn runs(&mut self, who: Who) {
        if self.state.rules > Ruleset::First {
            let mut now = self.now(who);
            let fast = self.warrior(who).spec.profile.movement > MAX_MOVEMENT_OF_TWO_DICE && !now.has(Mark::Alone);
            now.flight = Some(if fast { 3 } else { 2 });
            self.put(who, now);
        }
    }

    /// Makes a fleeing warrior who is charged run 2D6 inches more before any blow (W34).
    pub(super) fn runs_from_charge(&mut self, target: Who) {
        let mut now = self.now(target);
        if self.state.rules > Ruleset::First && now.status == Status::Fleeing {
            now.flight = Some(2);
            self.put(target, now);
        }
    }

    /// Tests if a warrior panics, by the main rules (W32).
    pub(super) fn panic(&mut self, roll: &Panic) -> Possible {
        let who = self.find_in(&roll.panic)?;
        sum(roll.sum, rule!("W32"))?;
        self.must_stand(who, "panic");
        let (target, of) = self.leadership(who, roll.leader);
        let tested = Tested::against(Some(target), of, roll.sum);
        self.outcomes.push(tested);
        if !tested.passed {
            self.break_and_run(who);
        }
        Ok(())
    }

    /// Makes a warrior break and run, for a reason in the main rules (W32, W33).
    pub(super) fn flee(&mut self, named: &WarriorRef) -> Possible {
        let who = self.find_in(named)?;
        if self.now(who).status != Status::Fleeing {
            self.must_stand(who, "flee");
        }
        self.break_and_run(who);
        Ok(())
    }

    /// Makes a warrior flee from now on: it hides no longer (W13).
    fn break_and_run(&mut self, who: Who) {
        let now = Condition { status: Status::Fleeing, ..self.now(who) };
        self.put(who, now.without(Mark::Hidden).without(Mark::Rallied).without(Mark::Dived));
        self.runs(who);
    }

    /// Returns the Leadership that a warrior tests against, and its owner if that isn't the warrior: the leader within
    /// 6 inches (W35).
    fn leadership(&mut self, who: Who, leader: bool) -> (u8, Option<Who>) {
        let own = self.warrior(who).spec.profile.leadership;
        if !leader {
            return (own, None);
        }
        let side = self.name_of_side(who.seat);
        match self.state.side(who.seat).and_then(super::super::Side::lends) {
            Some((no, figure)) if no != who.no && figure > own => (figure, Some(Who { seat: who.seat, no })),
            Some(_) => (own, None),
            None => {
                let text = || format!("the leader of {side} lies, flees or is out of action, and lends no Leadership");
                self.against(true, rule!("W35"), "leader lends none", text);
                (own, None)
            }
        }
    }
}
