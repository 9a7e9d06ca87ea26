//! Wounds, injuries, falls, going out of action (W15d, W22, W24 to W31).

use super::super::{Condition, Dice, Fall, Mark, Phase, Status, TakeOut, Who, Why, Wound};
use super::moves::die;
use super::{Act, Possible};
use crate::game::{Trait, rule};
use crate::table::{Reason, Ruleset};

/// The highest Strength of a hit.
const HIGHEST_STRENGTH: u8 = 10;

impl Act {
    /// Adds unsaved wounds to a warrior (W22, W24, W28, W29, W31).
    pub(super) fn wound(&mut self, wound: &Wound) -> Possible {
        let who = self.find_in(&wound.wound)?;
        let by = wound.by.as_ref().map(|by| self.find(by)).transpose()?;
        if wound.wounds == 0 {
            return Err(Reason::absolute(rule!("W24"), "no wound", "a wound must remove at least one"));
        }
        let hand_to_hand = self.state.moment.phase == Phase::CloseCombat;
        if let Some(by) = by {
            self.must_be_enemy(who, by)?;
            self.must_stand(by, if hand_to_hand { "fight" } else { "shoot or cast" });
        }
        if wound.critical {
            self.critical(wound, by);
        }
        if wound.poison {
            self.poison(by);
        }
        let mut wounds = wound.wounds;
        let rides = self.warrior(who).rides(self.state.house, self.now(who));
        if wound.critical && !rides {
            // Two hits' worth (W22); against a mount it only ignores the save (W29).
            wounds = wounds.saturating_mul(2);
        }
        if hand_to_hand && self.now(who).is_down() && self.is_finished_by(who, by) {
            return self.finish(who, &wound.injury);
        }
        self.hurt(who, wounds, &wound.injury, by)?;
        if wound.critical
            && hand_to_hand
            && let Some(by) = by
        {
            self.mark(by, Mark::Critical);
        }
        Ok(())
    }

    /// Checks a critical hit: in combat or shooting, not if a 6 was needed anyway, and once per warrior in a combat
    /// phase (W22).
    fn critical(&mut self, wound: &Wound, by: Option<Who>) {
        let phase = self.state.moment.phase;
        let fights = matches!(phase, Phase::Shooting | Phase::CloseCombat);
        self.against(!fights, rule!("W22"), "no combat", || {
            format!("critical hits are made in combat and shooting, not in the {} phase", phase.words())
        });
        self.against(wound.needs == Some(6), rule!("W22"), "needs a 6", || {
            "who needs a 6 to wound makes no critical hits".to_owned()
        });
        let Some(by) = by.filter(|_| phase == Phase::CloseCombat) else { return };
        let name = self.name(by);
        self.against(self.now(by).has(Mark::Critical), rule!("W22"), "had a critical", || {
            format!("{name} has made its one critical hit of this phase")
        });
    }

    /// Wounds automatically by poison if the house rule is played, and the attacker has it (W31).
    fn poison(&mut self, by: Option<Who>) {
        let off = !self.state.house.poison;
        self.against(off, rule!("W31"), "no house rule", || "poison is played without this house rule".to_owned());
        let Some(by) = by else { return };
        let (name, has) = (self.name(by), self.warrior(by).spec.has(Trait::Poison));
        self.against(!has, rule!("W31"), "no poison", || format!("{name} has no poison"));
    }

    /// True if a wound in close combat takes a warrior who is down out of action: one who was down before the phase, or
    /// whom somebody else knocked down in it (W28).
    fn is_finished_by(&self, who: Who, by: Option<Who>) -> bool {
        let now = self.now(who);
        !now.has(Mark::Downed) || matches!((now.felled_by, by), (Some(first), Some(by)) if first != by)
    }

    /// Takes a warrior who is down out of action, without an injury roll (W28).
    fn finish(&mut self, who: Who, dice: &Dice) -> Possible {
        if !dice.is_empty() {
            let text = format!("{} lies: a wound takes it out of action without a roll", self.name(who));
            return Err(Reason::absolute(rule!("W28"), "no roll", text));
        }
        self.put_out(who);
        Ok(())
    }

    fn put_out(&mut self, who: Who) {
        self.put(who, Condition::out());
        self.defeat_wiped_out_sides();
    }

    /// Applies unsaved wounds, with the dice for injuries: one for the last wound, and one for each beyond it; the
    /// highest of the turn counts (W24).
    fn hurt(&mut self, who: Who, mut wounds: u8, dice: &Dice, by: Option<Who>) -> Possible {
        for d6 in &dice.0 {
            die(*d6, rule!("W24"))?;
        }
        let mut now = self.now(who);
        if self.warrior(who).rides(self.state.house, now) && wounds > 0 {
            now.marks.set(Mark::Dismounted, true);
            wounds -= 1;
        }
        let left = now.wounds.saturating_sub(wounds);
        let after_the_last = if now.wounds == 0 { wounds } else { (wounds + 1).saturating_sub(now.wounds) };
        let swarm = self.state.house.swarms && self.warrior(who).spec.has(Trait::Swarm);
        let needed = if swarm { 0 } else { after_the_last };
        if dice.0.len() != usize::from(needed) {
            return Err(self.other_dice(who, needed, dice.0.len(), swarm, left));
        }
        now.wounds = left;
        if swarm && left == 0 && wounds > 0 {
            now = Condition::out();
        } else if needed > 0 {
            now.worst = now.worst.max(dice.highest());
            let status = now.status.or_worse(Status::of_injury(now.worst));
            if status == Status::Out {
                now = Condition::out();
            } else {
                let felled = !now.is_down();
                now.status = status;
                if felled {
                    now.marks.set(Mark::Downed, true);
                    now.felled_by = by;
                }
                now.flight = None;
                for mark in [Mark::Alone, Mark::Rallied, Mark::Dived] {
                    now.marks.set(mark, false);
                }
                if status == Status::Stunned && self.state.rules > Ruleset::First {
                    now.marks.set(Mark::Hidden, false);
                }
            }
        }
        self.put(who, now);
        self.defeat_wiped_out_sides();
        Ok(())
    }

    /// Objects to dice other than those that the wounds require (W24, W31).
    fn other_dice(&self, who: Who, needed: u8, rolled: usize, swarm: bool, left: u8) -> Reason {
        let name = self.name(who);
        if swarm {
            let text = format!("{name} is a swarm, which loses wounds and is never injured");
            return Reason::absolute(rule!("W31"), "no injury roll", text);
        }
        let text = if needed == 0 {
            format!("{name} has {left} wounds left then: no injury is rolled")
        } else {
            let dice = if needed == 1 { "a die".to_owned() } else { format!("{needed} dice") };
            format!("{name} has no wounds left then: the injury takes {dice}, not {rolled}")
        };
        Reason::absolute(rule!("W24"), "other dice", text)
    }

    /// Takes a warrior out of action (W27, W28, W30, W34).
    pub(super) fn take_out(&mut self, out: &TakeOut) -> Possible {
        let who = self.find_in(&out.out)?;
        let by = out.by.as_ref().map(|by| self.find(by)).transpose()?;
        if let Some(by) = by {
            self.must_be_enemy(who, by)?;
            self.must_stand(by, "fight");
        }
        let (name, now) = (self.name(who), self.now(who));
        match out.why {
            Some(Why::Finished) => {
                let phase = self.state.moment.phase;
                self.against(!now.is_down(), rule!("W28"), "does not lie", || {
                    format!("{name} is {}: who lies is finished", now.status.words())
                });
                self.against(phase != Phase::CloseCombat, rule!("W28"), "not hand to hand", || {
                    format!("who lies is finished hand to hand, and this is the {} phase", phase.words())
                });
                let same = by.is_some() && now.felled_by == by;
                self.against(same, rule!("W28"), "felled it itself", || {
                    format!("whoever felled {name} in this phase cannot finish it as well")
                });
            }
            Some(Why::Fled) => self.against(now.status != Status::Fleeing, rule!("W34"), "does not flee", || {
                format!("{name} is {}: who flees may leave the table", now.status.words())
            }),
            Some(Why::KillingBlow) | None => (),
        }
        self.put_out(who);
        Ok(())
    }

    /// Makes a warrior fall: up to three hits of a Strength of the inches, no saves, no critical hits; it can't move or
    /// hide any more in this turn (W15d).
    pub(super) fn fall(&mut self, fall: &Fall) -> Possible {
        let who = self.find_in(&fall.fall)?;
        let cannot = |short: &str, text: String| Err(Reason::absolute(rule!("W15d"), short, text));
        let name = self.name(who);
        let inches = match (self.now(who).falling, fall.inches) {
            (Some(falling), Some(inches)) if falling != inches => {
                return cannot("another height", format!("{name} falls {falling} inches, not {inches}"));
            }
            (falling, inches) => falling.or(inches),
        };
        if !inches.is_some_and(|inches| (1..=HIGHEST_STRENGTH).contains(&inches)) {
            return cannot(
                "no height",
                format!("{name} falls 1 to {HIGHEST_STRENGTH} inches, the Strength of the hits"),
            );
        }
        if !(1..=3).contains(&fall.d3) {
            return cannot("not a D3", format!("a D3 shows 1 to 3, not {}", fall.d3));
        }
        if fall.wounds > fall.d3 {
            return cannot("too many wounds", format!("{} hits cannot wound {} times", fall.d3, fall.wounds));
        }
        let mut now = self.now(who).with(Mark::Fell).without(Mark::Hidden);
        now.falling = None;
        self.put(who, now);
        self.hurt(who, fall.wounds, &fall.injury, None)
    }
}
