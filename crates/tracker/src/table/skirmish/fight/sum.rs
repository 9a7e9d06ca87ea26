//! Damage of a blow.

use super::Term;
use crate::game::RuleNumber;
use crate::table::skirmish::act::name;
use crate::table::skirmish::command::{Attack, Means, Played, Special};
use crate::table::skirmish::rules::{CardInfo, Rules};
use crate::table::skirmish::state::State;
use crate::table::{CardId, Seat};

/// Cards and weapon of a blow.
#[derive(Clone, Debug)]
pub(super) struct Arms<'a> {
    pub weapon: Option<&'a CardInfo>,
    pub alone: Option<&'a CardInfo>,
    pub basic: Option<&'a CardInfo>,
    pub special: Option<Special>,
}

impl<'a> Arms<'a> {
    /// Returns the weapon that a player holds, and a Basic attack card with it or, if it stands alone, instead of it.
    pub fn held(rules: &'a Rules, state: &State, by: Seat, basic: Option<&CardId>) -> Self {
        let weapon = state.weapon(by).and_then(|weapon| rules.card(weapon));
        match basic.and_then(|basic| rules.card(basic)) {
            Some(card) if card.alone => Self { weapon: None, alone: Some(card), basic: None, special: None },
            basic => Self { weapon, alone: None, basic, special: None },
        }
    }

    /// Returns the weapon and cards of an attack at its beginning.
    pub fn of(rules: &'a Rules, state: &State, attack: &Attack) -> Self {
        match &attack.means {
            Means::Alone(card) => Self { weapon: None, alone: rules.card(card), basic: None, special: attack.special },
            Means::Weapon => Self {
                special: attack.special,
                alone: None,
                ..Self::held(rules, state, attack.attacker, attack.basic.as_ref())
            },
        }
    }

    /// Returns the weapon and cards, the weapon first.
    pub fn cards(&self) -> Vec<CardId> {
        [self.weapon, self.alone, self.basic].into_iter().flatten().map(|card| card.id.clone()).collect()
    }

    /// Cancels a card of an attack, and everything that needs it (R10).
    pub fn without(&mut self, card: Played) {
        let serves = self.basic.zip(self.special).is_some_and(|(basic, special)| basic.serves_as.contains(&special));
        match card {
            Played::Basic => {
                self.basic = None;
                self.special = self.special.filter(|special| *special != Special::Charge && !serves);
            }
            Played::Special => self.special = None,
            Played::Attack | Played::Answer | Played::Trip => {}
        }
    }

    /// Returns the number of blows (S33).
    pub fn blows(&self) -> i64 {
        let flurry = self.weapon.filter(|_| self.special == Some(Special::Flurry));
        flurry.map_or(1, |weapon| weapon.blows.max(1))
    }

    /// True if an armour has no effect against it (S40).
    fn ignores(&self, armour: &CardId) -> bool {
        [self.basic, self.alone].into_iter().flatten().any(|card| card.ignores.contains(armour))
    }

    /// Returns the terms of one blow's damage to a player; a Rend does no damage, or only the default attack's (S35,
    /// R7).
    pub fn terms(&self, rules: &Rules, state: &State, on: Seat) -> Vec<Term> {
        if self.special == Some(Special::Rend) {
            let bare = Self { basic: None, special: None, ..self.clone() };
            return if state.house().rend_damage { bare.terms(rules, state, on) } else { Vec::new() };
        }
        let mut terms = Vec::new();
        let mut add = |label: String, amount: i64, rule: RuleNumber| {
            if amount != 0 {
                terms.push(Term { label, amount, rule });
            }
        };
        for card in [self.weapon, self.alone, self.basic].into_iter().flatten() {
            add(card.name.clone(), card.damage, card.rule);
        }
        if let (Some(weapon), Some(basic)) = (self.weapon, self.basic) {
            let more = weapon.bonus.iter().find(|(card, _)| *card == basic.id);
            add(
                format!("{} with {}", basic.name, super::legal::a(&weapon.name)),
                more.map_or(0, |(_, by)| *by),
                weapon.rule,
            );
        }
        match self.special {
            Some(special @ Special::Charge) => {
                add(rules.special_name(special).to_owned(), rules.charge(), Rules::special_rule(special));
            }
            Some(special @ Special::Disembowelling) => {
                add(rules.special_name(special).to_owned(), rules.disembowelling(), Rules::special_rule(special));
            }
            _ => {}
        }
        let mail = rules.card(rules.mail()).filter(|_| state.player(on).is_some_and(|player| player.mail));
        if let Some(mail) = mail.filter(|mail| !self.ignores(&mail.id)) {
            add(format!("{}’s {}", name(state, on), mail.name), -mail.takes_off, mail.rule);
        }
        terms
    }
}

/// Returns the damage of a sum, and the reduction by armour: a blow never heals (S37).
pub(super) fn total(terms: &[Term]) -> (i64, i64) {
    let raw: i64 = terms.iter().map(|term| term.amount.max(0)).sum();
    let off: i64 = terms.iter().map(|term| (-term.amount).max(0)).sum();
    (raw - off.min(raw), off.min(raw))
}
