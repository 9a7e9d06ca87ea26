//! Trips: against a card of an attack, against an answer, against each other (S49).
//!
//! A Trip cancels an attack as a whole, whichever card of it is named, but for the blows that have landed. What is no card, the
//! default attack alone and the Shield, cannot be tripped. The attack that a Trip gives strikes the player of the cancelled
//! card, after that card's matter is settled; so nobody trips a card of their own (all R10).

use super::legal;
use super::play::Play;
use super::sum::Arms;
use super::{Fight, TripOffer};
use crate::game::rule;
use crate::table::skirmish::act::{ChangeLog, name};
use crate::table::skirmish::blow::BlowKind;
use crate::table::skirmish::command::{Attack, Played, Step};
use crate::table::skirmish::state::State;
use crate::table::skirmish::{Evaluation, Offer, Rules};
use crate::table::{CardId, Reason, Seat};

/// Trips that follow each other: every one cancels the one before.
#[derive(Debug, Default)]
pub(super) struct Trips<'a> {
    /// The player who cancelled the card that the first Trip was against; none if that card stands.
    pub cancelled: Option<Seat>,
    /// The Trips that stand: attacker, target, and what the attacker held when the Trip was played (R10).
    standing: Vec<(Seat, Seat, Arms<'a>)>,
}

impl<'a> Play<'a> {
    /// Takes all Trips that follow against a card, and offers one more where nothing follows.
    pub fn trips_on(&mut self, on: Played, owner: Seat, is_card: bool) -> Trips<'a> {
        let mut chain = Vec::new();
        let (mut expected, mut owner) = (on, owner);
        while let Some(Step::Trip { by, on, strike }) = self.peek().filter(|step| is_trip(step, expected)) {
            self.take();
            let no_card = !is_card && *on != Played::Trip;
            let trip = self.rules.name(self.rules.trip());
            let text = format!("no card was played that {} could cancel", legal::a(trip));
            self.object(no_card.then(|| Reason::rule(rule!("R10"), "no card", text)));
            let reason = against_trip(self.rules, self.state(), *by, owner, *by == self.attack.target);
            self.object(reason);
            let reason = against_strike(self.rules, self.state(), *by, strike.as_ref());
            self.object(reason);
            self.uses.push(self.rules.trip().clone());
            self.uses.extend(strike.clone());
            chain.push((*by, owner, Arms::held(self.rules, self.state(), *by, strike.as_ref())));
            (expected, owner) = (Played::Trip, *by);
        }
        if self.is_open() && (is_card || !chain.is_empty()) {
            let others = self.state().living().filter(|by| *by != owner);
            let by = others.map(|by| {
                let reason = against_trip(self.rules, self.state(), by, owner, by == self.attack.target);
                (by, reason.map_or(Ok(()), |reason| Err(vec![reason])))
            });
            let offer = TripOffer { on: expected, against: owner, by: by.collect() };
            self.trips.push(offer);
        }
        let cancelled = chain.first().filter(|_| chain.len() % 2 == 1).map(|(by, ..)| *by);
        let mut standing: Vec<_> = chain.into_iter().rev().step_by(2).collect();
        standing.reverse();
        Trips { cancelled, standing }
    }

    /// The attacks of the Trips that stand; nobody can answer them.
    pub fn bonus(&mut self, trips: &Trips<'a>) {
        for (by, on, arms) in &trips.standing {
            if self.state().lives(*by) && self.state().lives(*on) && !arms.cards().is_empty() {
                let index = self.push(BlowKind::Trip, *by, *on, arms, None);
                self.land(index);
            }
        }
    }
}

fn is_trip(step: &Step, expected: Played) -> bool {
    matches!(step, Step::Trip { on, .. } if *on == expected)
}

fn against_trip(rules: &Rules, state: &State, by: Seat, owner: Seat, defends: bool) -> Option<Reason> {
    let who = name(state, by);
    let trip = rules.name(rules.trip());
    if !state.lives(by) {
        return Some(Reason::absolute(rule!("S11"), "out of the game", format!("{who} is out of the game")));
    }
    if by == owner {
        let text = format!("{who} cannot {trip} a card of their own, since the attack that it gives would strike them");
        return Some(Reason::rule(rule!("R10"), "their own card", text));
    }
    let recovers = state.player(by).is_some_and(|player| player.recovering.is_some());
    let text = || format!("{who} is recovering, and may play {} only to defend", legal::a(trip));
    (recovers && !defends).then(|| Reason::rule(rule!("S24"), "recovering", text()))
}

/// Why a Trip cannot give this attack; without a card and without a weapon, it gives none (S16, S21).
fn against_strike(rules: &Rules, state: &State, by: Seat, strike: Option<&CardId>) -> Option<Reason> {
    let strike = strike?;
    let weapon = state.weapon(by).and_then(|weapon| rules.card(weapon));
    let card = rules.card(strike);
    if card.is_some_and(|card| card.alone) {
        return legal::against_alone(rules, state, by, strike);
    }
    let unarmed =
        || Reason::rule(rule!("S21"), "no weapon", format!("{} has no weapon to strike with", name(state, by)));
    legal::against_basic(rules, weapon, strike).or_else(|| weapon.is_none().then(unarmed))
}

/// What a player may strike with after a Trip.
pub(super) fn strikes(rules: &Rules, state: &State, by: Seat) -> Vec<Offer<Option<CardId>>> {
    let cards = rules.basics().iter().chain(rules.alone()).cloned().map(Some);
    let offer = |value: Option<CardId>| {
        let reason = against_strike(rules, state, by, value.as_ref());
        Offer { value, legal: reason.map_or(Ok(()), |reason| Err(vec![reason])) }
    };
    std::iter::once(None).chain(cards).map(offer).collect()
}

/// A Trip against a card that the table knows nothing of.
pub(in crate::table::skirmish) fn trip(
    rules: &Rules,
    state: &State,
    by: Seat,
    on: Seat,
    strike: Option<&CardId>,
) -> Evaluation {
    let attack = Attack::plain(by, on);
    let mut evaluation = Evaluation::default();
    let reasons = [
        (!state.lives(on)).then(|| {
            Reason::absolute(rule!("S11"), "out of the game", format!("{} is out of the game", name(state, on)))
        }),
        state.winner.map(|_| Reason::absolute(rule!("S11"), "the game is over", "the game is over")),
        against_trip(rules, state, by, on, false),
        against_strike(rules, state, by, strike),
    ];
    evaluation.reasons = reasons.into_iter().flatten().collect();
    let mut play = Play::new(rules, state, &attack);
    let arms = Arms::held(rules, state, by, strike);
    play.bonus(&Trips { cancelled: None, standing: vec![(by, on, arms)] });
    let mut log: ChangeLog<'_> = play.log;
    log.spend(rules.trip());
    if let Some(strike) = strike {
        log.spend(strike);
    }
    evaluation.outcomes = play.strikes.into_iter().map(|strike| strike.blow).collect();
    evaluation.changes = log.changes;
    evaluation
}

impl Fight {
    /// What a player may strike with after a Trip: the default attack (or nothing, without a weapon), and every Basic
    /// attack (S49).
    pub fn trip_strikes(rules: &Rules, state: &State, by: Seat) -> Vec<Offer<Option<CardId>>> {
        strikes(rules, state, by)
    }
}
