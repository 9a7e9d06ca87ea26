//! Climbing, jumping, slipping: the tests whose failure is a fall (W14 to W15c).

use super::super::{Climb, Dice, Dive, Gap, Jump, Mark, Slip, Who};
use super::moves::die;
use super::{Act, Possible};
use crate::game::{RuleNumber, Trait, rule};
use crate::table::{Reason, Ruleset};

/// From how high a warrior may jump or dive, in inches (W15, W15a).
const HIGHEST_JUMP: u8 = 6;
/// Maximum width of a gap, in inches (W15b).
const WIDEST_GAP: u8 = 3;
/// Inches per test of a jump, rounded down (W15).
const INCHES_A_TEST: u8 = 2;

impl Act {
    /// Climbs up or down a wall (W14).
    pub(super) fn climb(&mut self, roll: &Climb) -> Possible {
        let who = self.find_in(&roll.climb)?;
        die(roll.d6, rule!("W14"))?;
        self.may_climb_or_jump(who, "climb");
        let warrior = self.warrior(who);
        let (name, most, animal) =
            (warrior.spec.name.clone(), warrior.spec.profile.movement, warrior.spec.has(Trait::Animal));
        self.against(animal, rule!("W14"), "animals climb not", || {
            format!("{name} is an animal, which does not climb")
        });
        let now = self.now(who);
        let runs = now.has(Mark::Ran) || now.has(Mark::Charged) || now.has(Mark::FailedCharge);
        self.against(runs, rule!("W14"), "no running", || {
            format!("{name} has run or charged, and cannot climb as well")
        });
        self.against(roll.inches > most, rule!("W14"), "too high", || {
            format!("{name} climbs {most} inches at most, its Movement, not {}", roll.inches)
        });
        let tested = self.initiative(who, roll.d6);
        self.rest_moves();
        if !tested.passed && roll.down {
            self.falls(who, roll.inches);
        } else if self.state.rules > Ruleset::First {
            self.mark(who, if tested.passed { Mark::Climbed } else { Mark::NoMove });
        }
        Ok(())
    }

    /// Jumps down (W15).
    pub(super) fn jump(&mut self, roll: &Jump) -> Possible {
        let who = self.find_in(&roll.jump)?;
        self.may_climb_or_jump(who, "jump");
        self.leap(who, roll.inches, &roll.d6, rule!("W15"))?;
        Ok(())
    }

    /// Charges from above (W15a).
    pub(super) fn dive(&mut self, roll: &Dive) -> Possible {
        let who = self.find_in(&roll.dive)?;
        let on = self.target_of_charge(who, &roll.on)?;
        self.may_charge(who);
        self.must_have_hold(who);
        if self.leap(who, roll.inches, &roll.d6, rule!("W15a"))? {
            self.put(who, self.now(who).with(Mark::Charged).with(Mark::Dived).without(Mark::Hidden));
            self.runs_from_charge(on);
        }
        Ok(())
    }

    /// Jumps over a gap (W15b); without a die it had too little movement left.
    pub(super) fn gap(&mut self, roll: &Gap) -> Possible {
        let who = self.find_in(&roll.gap)?;
        self.may_climb_or_jump(who, "jump");
        self.against(roll.inches > WIDEST_GAP, rule!("W15b"), "too wide", || {
            format!("a gap of {} inches is too wide: {WIDEST_GAP} at most", roll.inches)
        });
        let over = match roll.d6 {
            Some(d6) => {
                die(d6, rule!("W15b"))?;
                self.initiative(who, d6).passed
            }
            None => false,
        };
        if !over {
            self.falls(who, roll.drop);
        }
        Ok(())
    }

    /// Tests a warrior who is down within an inch of an edge, and may slip (W15c).
    pub(super) fn slip(&mut self, roll: &Slip) -> Possible {
        let who = self.find_in(&roll.slip)?;
        die(roll.d6, rule!("W15c"))?;
        let (name, now) = (self.name(who), self.now(who));
        self.against(!now.is_down(), rule!("W15c"), "on its feet", || {
            format!("{name} is {}: who is knocked down or stunned may slip", now.status.words())
        });
        if !self.initiative(who, roll.d6).passed {
            self.falls(who, roll.inches);
        }
        Ok(())
    }

    /// Rolls the tests of a jump or a diving charge; true if all were passed. After the first that fails, none are
    /// rolled.
    fn leap(&mut self, who: Who, inches: u8, dice: &Dice, rule: RuleNumber) -> Possible<bool> {
        self.against(inches > HIGHEST_JUMP, rule, "too high", || {
            format!("{inches} inches are too high to jump: {HIGHEST_JUMP} at most")
        });
        for d6 in &dice.0 {
            die(*d6, rule)?;
        }
        let tests = usize::from(inches / INCHES_A_TEST);
        let initiative = self.warrior(who).spec.profile.initiative;
        let failed = dice.0.iter().position(|die| *die > initiative);
        let rolled = dice.0.len();
        if failed.map_or(rolled != tests, |at| at + 1 != rolled || rolled > tests) {
            let text = format!(
                "a jump of {inches} inches takes {tests} dice, up to the first that is more than the Initiative of \
                 {initiative}, not {rolled}"
            );
            return Err(Reason::absolute(rule, "other dice", text));
        }
        for d6 in &dice.0 {
            self.initiative(who, *d6);
        }
        if failed.is_some() {
            self.falls(who, inches);
        }
        Ok(failed.is_none())
    }

    /// Begins the fall of a warrior: the hits come next (W15d).
    fn falls(&mut self, who: Who, inches: u8) {
        let mut now = self.now(who);
        now.falling = Some(inches);
        self.put(who, now);
    }
}
