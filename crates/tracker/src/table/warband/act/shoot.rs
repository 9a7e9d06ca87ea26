//! Shooting and magic (W5, W10, W12, W13, W17).

use super::super::{Mark, Phase, Shoot, WarriorRef, Who};
use super::{Act, Possible};
use crate::game::rule;

impl Act {
    /// Shoots at an enemy (W17).
    pub(super) fn shoot(&mut self, shoot: &Shoot) -> Possible {
        let (who, on) = (self.find_in(&shoot.shoot)?, self.find_in(&shoot.on)?);
        self.must_be_enemy(who, on)?;
        self.in_own(who, Phase::Shooting, "shoot");
        self.must_stand(who, "shoot");
        let (name, now) = (self.name(who), self.now(who));
        let barred = [
            (Mark::Shot, rule!("W17"), "has shot", "has shot in this turn"),
            (Mark::Ran, rule!("W10"), "has run", "has run in this turn"),
            (Mark::Charged, rule!("W17"), "has charged", "has charged, and fights in close combat"),
            (Mark::FailedCharge, rule!("W12"), "charge failed", "has failed a charge in this turn"),
            (Mark::Rallied, rule!("W5"), "has rallied", "has rallied in this turn"),
        ];
        for (mark, rule, short, why) in barred {
            self.against(now.has(mark), rule, short, || format!("{name} {why} and cannot shoot"));
        }
        let weapons = &self.warrior(who).spec.weapons;
        let unarmed = !weapons.is_empty() && weapons.iter().all(|weapon| weapon.range.is_none());
        self.against(unarmed, rule!("W17"), "no missiles", || format!("{name} has no weapon that shoots"));
        self.must_be_seen(on, "shot at");
        self.put(who, now.with(Mark::Shot).without(Mark::Hidden));
        Ok(())
    }

    /// Casts a spell; the wizard is no longer hidden (W13). Who has rallied, run or charged may cast.
    pub(super) fn cast(&mut self, named: &WarriorRef) -> Possible {
        let who = self.find_in(named)?;
        self.in_own(who, Phase::Magic, "cast");
        self.must_stand(who, "cast");
        let (name, now) = (self.name(who), self.now(who));
        let layman = self.warrior(who).spec.wizard == 0;
        self.against(layman, rule!("W1"), "no wizard", || format!("{name} isn’t a wizard"));
        self.put(who, now.with(Mark::Cast).without(Mark::Hidden));
        Ok(())
    }

    /// Checks that a warrior isn't hidden, whom nobody can do anything to (W13).
    pub(super) fn must_be_seen(&mut self, who: Who, what: &str) {
        let name = self.name(who);
        self.against(self.now(who).has(Mark::Hidden), rule!("W13"), "is hidden", || {
            format!("{name} is hidden and cannot be {what}")
        });
    }
}
