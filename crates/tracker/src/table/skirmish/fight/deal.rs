//! Effects of a blow that lands or is stopped: on health, on gear, on fallen players.

use super::play::Play;
use super::sum::{Arms, total};
use super::{Effect, Strike};
use crate::table::Seat;
use crate::table::skirmish::blow::{Blow, BlowKind, Stop};
use crate::table::skirmish::command::Special;
use crate::table::skirmish::state::{Gear, Shield};

impl Play<'_> {
    /// Adds a new strike, without a result yet.
    pub(super) fn push(&mut self, kind: BlowKind, by: Seat, on: Seat, arms: &Arms<'_>, nth: Option<(u8, u8)>) -> usize {
        let terms = arms.terms(self.rules, self.state(), on);
        let (damage, armour) = total(&terms);
        let blow = Blow { by, on, kind, with: arms.cards(), damage, armour, lost: 0, stopped: None };
        let rends = arms.special == Some(Special::Rend);
        let destroys = self.attack.names.filter(|_| rends && kind == BlowKind::Attack);
        self.strikes.push(Strike { blow, nth, terms, destroys });
        self.strikes.len() - 1
    }

    /// Stops the pending strike.
    pub(super) fn stop(&mut self, stop: Stop) {
        if let Some(strike) = self.strikes.get_mut(self.pending) {
            strike.blow.stopped = Some(stop);
        }
    }

    /// Changes the cards of the pending strike, because one is cancelled.
    pub(super) fn weigh(&mut self, arms: &Arms<'_>) {
        let Some(Strike { blow, nth, .. }) = self.strikes.get(self.pending).cloned() else { return };
        // The new one is at the end, and replaces the old one.
        self.push(blow.kind, blow.by, blow.on, arms, nth);
        self.strikes.swap_remove(self.pending);
    }

    /// Drops the pending strike.
    pub(super) fn drop_strike(&mut self) {
        if self.pending < self.strikes.len() {
            self.strikes.remove(self.pending);
        }
    }

    /// Lands the pending strike: health is lost, and an item named for a Rend is destroyed (S11, S35, S59). A fallen
    /// player no longer strikes (R18).
    pub(super) fn land(&mut self) {
        let index = self.pending;
        let Some(Strike { blow, destroys, .. }) = self.strikes.get(index).cloned() else { return };
        if !self.state().lives(blow.by) || !self.state().lives(blow.on) {
            if self.state().is_current() {
                self.drop_strike();
            }
            return;
        }
        if let Some(gear) = destroys {
            self.destroy(blow.on, gear);
            if blow.damage == 0 {
                return;
            }
        }
        let Some(health) = self.state().player(blow.on).map(|player| player.health) else { return };
        let lost = blow.damage.min(health);
        if let Some(strike) = self.strikes.get_mut(index) {
            strike.blow.lost = lost;
        }
        let kills = if self.state().highlander {
            blow.damage >= self.rules.highlander_blow() && blow.damage > health
        } else {
            blow.damage >= health
        };
        if kills {
            self.next.fall(blow.on, Some(blow.by), blow.with);
            self.effects.push(Effect::Falls(blow.on));
            self.effects.extend(self.next.winner.map(Effect::Wins));
        } else {
            self.next.edit(blow.on, |player| player.health = health - lost);
        }
    }

    pub(super) fn destroy(&mut self, seat: Seat, gear: Gear) {
        if let Some(card) = self.next.lose(seat, gear) {
            self.effects.push(Effect::Destroyed(seat, gear, card));
        }
    }

    /// Turns the Shield over, or destroys it if it was damaged already (S36).
    pub(super) fn damage_shield(&mut self, seat: Seat) {
        match self.state().player(seat).map(|player| player.shield) {
            Some(Shield::Whole) => {
                self.next.edit(seat, |player| player.shield = Shield::Damaged);
                self.effects.push(Effect::ShieldDamaged(seat));
            }
            Some(Shield::Damaged) => self.destroy(seat, Gear::Shield),
            _ => {}
        }
    }

    /// Moves the weapon that struck to the weapon discard pile (S45).
    pub(super) fn disarm(&mut self, seat: Seat, arms: &Arms<'_>) {
        let struck = arms.weapon.is_some_and(|weapon| self.state().weapon(seat) == Some(&weapon.id));
        if let Some(card) = struck.then(|| self.next.lose(seat, Gear::Weapon)).flatten() {
            self.effects.push(Effect::Disarmed(seat, card));
        }
    }
}
