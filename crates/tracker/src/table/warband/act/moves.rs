//! Running, charging, hiding (W8, W10 to W13).

use super::super::{Charge, Mark, Moment, Phase, Spot, Status, Tested, WarriorRef, Who};
use super::{Act, Possible};
use crate::game::{RuleNumber, rule};
use crate::table::{Reason, Ruleset};

/// Marks after which a warrior makes no move of some kind: the rule, in short, and why.
type Bars<'a> = &'a [(Mark, RuleNumber, &'static str, &'static str)];

const RALLIED: (Mark, RuleNumber, &str, &str) = (Mark::Rallied, rule!("W5"), "has rallied", "has rallied in this turn");
const STOOD: (Mark, RuleNumber, &str, &str) = (Mark::Stood, rule!("W25"), "has stood up", "has stood up in this turn");
const FELL: (Mark, RuleNumber, &str, &str) = (Mark::Fell, rule!("W15d"), "has fallen", "has fallen in this turn");
const RAN: (Mark, RuleNumber, &str, &str) = (Mark::Ran, rule!("W10"), "has run", "has run in this turn");
const CHARGED: (Mark, RuleNumber, &str, &str) =
    (Mark::Charged, rule!("W11"), "has charged", "has charged in this turn");
const FAILED: (Mark, RuleNumber, &str, &str) =
    (Mark::FailedCharge, rule!("W12"), "charge failed", "has failed a charge in this turn");
const NO_CHARGE: (Mark, RuleNumber, &str, &str) =
    (Mark::NoCharge, rule!("W11"), "target not found", "did not find its target");
const CLIMBED: (Mark, RuleNumber, &str, &str) =
    (Mark::Climbed, rule!("W14"), "has climbed", "has climbed in this turn");
const NO_MOVE: (Mark, RuleNumber, &str, &str) =
    (Mark::NoMove, rule!("W14"), "climb failed", "has failed to climb in this turn");

impl Act {
    /// Runs (W10). How near the enemy is, the players see.
    pub(super) fn run(&mut self, named: &WarriorRef) -> Possible {
        let who = self.find_in(named)?;
        self.may_move(who, "run", &[RALLIED, STOOD, FELL, CHARGED, FAILED, RAN, CLIMBED, NO_MOVE]);
        if self.state.rules > Ruleset::First {
            self.barred(who, "run", &[NO_CHARGE]);
        }
        let now = self.now(who).with(Mark::Ran).without(Mark::Hidden);
        self.put(who, now);
        self.rest_moves();
        Ok(())
    }

    /// Charges (W11, W12).
    pub(super) fn charge(&mut self, charge: &Charge) -> Possible {
        let who = self.find_in(&charge.charge)?;
        if charge.on.is_empty() {
            return Err(Reason::absolute(
                rule!("W11"),
                "no target",
                format!("{} must charge somebody", self.name(who)),
            ));
        }
        for target in &charge.on {
            self.target_of_charge(who, target)?;
        }
        self.may_charge(who);
        if let Some(named) = &charge.intercepted {
            let enemy = self.find_in(named)?;
            self.must_be_enemy(who, enemy)?;
            self.must_intercept(enemy);
        }
        let short = charge.failed && charge.intercepted.is_none();
        let mark = if short { Mark::FailedCharge } else { Mark::Charged };
        self.put(who, self.now(who).with(mark).without(Mark::Hidden));
        if !short && charge.intercepted.is_none() {
            for target in &charge.on {
                let target = self.find_in(target)?;
                self.runs_from_charge(target);
            }
        }
        Ok(())
    }

    /// Checks that a warrior can charge now, any target.
    pub(super) fn may_charge(&mut self, who: Who) {
        self.may_move(who, "charge", &[RALLIED, STOOD, FELL, RAN, CHARGED, FAILED, NO_CHARGE, NO_MOVE]);
        let late = self.state.moment.moved && self.state.moment.phase == Phase::Movement;
        self.against(late, rule!("W8"), "charges come first", || {
            "somebody has moved already, and charges come before all other moves".to_owned()
        });
    }

    /// Checks the target of a charge: an enemy, and not hidden (W13).
    pub(super) fn target_of_charge(&mut self, who: Who, named: &WarriorRef) -> Possible<Who> {
        let target = self.find_in(named)?;
        self.must_be_enemy(who, target)?;
        self.must_be_seen(target, "charged");
        Ok(target)
    }

    /// Checks an interceptor, which must be on its feet, and is no longer hidden (W12).
    fn must_intercept(&mut self, enemy: Who) {
        let (name, status) = (self.name(enemy), self.now(enemy).status);
        self.against(status != Status::Standing, rule!("W12"), status.words(), || {
            format!("{name} is {} and intercepts nobody", status.words())
        });
        self.unmark(enemy, Mark::Hidden);
    }

    /// Tests if a charger finds a target that is out of its sight (W11).
    pub(super) fn spot(&mut self, roll: &Spot) -> Possible {
        let who = self.find_in(&roll.spot)?;
        die(roll.d6, rule!("W11"))?;
        self.may_charge(who);
        let tested = self.initiative(who, roll.d6);
        if !tested.passed {
            self.mark(who, Mark::NoCharge);
        }
        Ok(())
    }

    /// Hides a warrior at the end of its move (W13).
    pub(super) fn hide(&mut self, named: &WarriorRef) -> Possible {
        let who = self.find_in(named)?;
        let hides = rule!("W13");
        self.in_own(who, Phase::Movement, "hide");
        let (name, now) = (self.name(who), self.now(who));
        let cannot = matches!(now.status, Status::Stunned | Status::Fleeing);
        self.against(cannot, hides, now.status.words(), || format!("{name} is {} and cannot hide", now.status.words()));
        let barred = [RAN, CHARGED, FAILED].map(|(mark, _, short, why)| (mark, hides, short, why));
        self.barred(who, "hide", &barred);
        self.barred(who, "hide", &[FELL]);
        self.put(who, now.with(Mark::Hidden));
        self.rest_moves();
        Ok(())
    }

    /// Reveals a hidden warrior, who is found or shows itself (W13).
    pub(super) fn found(&mut self, named: &WarriorRef) -> Possible {
        let who = self.find_in(named)?;
        if !self.now(who).has(Mark::Hidden) {
            let text = format!("{} is not hidden", self.name(who));
            return Err(Reason::absolute(rule!("W13"), "not hidden", text));
        }
        self.unmark(who, Mark::Hidden);
        Ok(())
    }

    /// Checks that a warrior is on its feet, in its own movement phase, without the marks that bar it.
    fn may_move(&mut self, who: Who, what: &str, bars: Bars<'_>) {
        self.in_own(who, Phase::Movement, "move");
        self.must_stand(who, what);
        self.barred(who, what, bars);
    }

    /// Checks climbing and jumping, for a warrior who may move at all.
    pub(super) fn may_climb_or_jump(&mut self, who: Who, what: &str) {
        self.may_move(who, what, &[RALLIED, FELL, NO_MOVE]);
        self.must_have_hold(who);
    }

    /// Checks that a warrior isn't falling, who does nothing before the hits of the fall (W15d).
    pub(super) fn must_have_hold(&mut self, who: Who) {
        let name = self.name(who);
        let falls = self.now(who).falling.is_some();
        self.against(falls, rule!("W15d"), "is falling", || format!("{name} is falling: first the hits of the fall"));
    }

    fn barred(&mut self, who: Who, what: &str, bars: Bars<'_>) {
        let (name, now) = (self.name(who), self.now(who));
        for (mark, rule, short, why) in bars {
            self.against(now.has(*mark), *rule, short, || format!("{name} {why} and cannot {what}"));
        }
    }

    /// Ends the charges (W8).
    pub(super) fn rest_moves(&mut self) {
        if self.state.moment.phase == Phase::Movement {
            self.state.moment = Moment { moved: true, ..self.state.moment };
        }
    }

    /// Makes an Initiative test: the die must not exceed the Initiative.
    pub(super) fn initiative(&mut self, who: Who, die: u8) -> Tested {
        let tested = Tested::against(Some(self.warrior(who).spec.profile.initiative), None, die);
        self.outcomes.push(tested);
        tested
    }
}

/// Checks that a die shows 1 to 6.
pub(super) fn die(die: u8, rule: RuleNumber) -> Possible {
    let text = || format!("a die shows 1 to 6, not {die}");
    if (1..=6).contains(&die) { Ok(()) } else { Err(Reason::absolute(rule, "not a die", text())) }
}
