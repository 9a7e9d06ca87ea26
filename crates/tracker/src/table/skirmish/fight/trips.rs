//! Trips: against a card of an attack, against an answer, against each other (S49).
//!
//! A Trip cancels an attack as a whole, whichever card of it is named, except for the blows that have landed; players
//! may agree that it only cancels the named card. The default attack and the Shield aren't cards, and can't be tripped.
//! The attack that a Trip gives strikes the player of the cancelled card immediately, so nobody trips a card of their
//! own (all R10). In games of the first edition it comes after the interrupted blow.

use super::legal;
use super::play::Play;
use super::sum::Arms;
use super::{Fight, TripOffer};
use crate::game::rule;
use crate::table::skirmish::act::{NextState, all_discarded, name, not_in_hands};
use crate::table::skirmish::blow::BlowKind;
use crate::table::skirmish::command::{Attack, Played, Step};
use crate::table::skirmish::state::{Gear, State};
use crate::table::skirmish::{Decision, Offer, Rules};
use crate::table::{CardId, Reason, Seat};

/// Trips that follow each other: every one cancels the one before.
#[derive(Debug, Default)]
pub(super) struct Trips<'a> {
    /// The cancelled card and its canceller; `None` if the card isn't cancelled.
    pub cancelled: Option<(Seat, Played)>,
    /// Trips that still have to strike: attacker, target, and the attacker's weapon when the Trip was played (R10).
    standing: Vec<(Seat, Seat, Arms<'a>)>,
}

impl<'a> Play<'a> {
    /// Takes all Trips that follow against a card of the attack.
    pub fn trips_on(&mut self, owner: Seat) -> Trips<'a> {
        let cards = self.trippable.clone();
        self.chain(owner, &cards, |on| matches!(on, Played::Attack | Played::Basic | Played::Special))
    }

    /// Takes all Trips that follow against an answer.
    pub fn trips_on_answer(&mut self, owner: Seat, is_card: bool) -> Trips<'a> {
        let cards: &[Played] = if is_card { &[Played::Answer] } else { &[] };
        let mut trips = self.chain(owner, cards, |on| on == Played::Answer);
        self.bonus_now(&mut trips);
        trips
    }

    /// Plays all consecutive Trips, the first of them `against` some of these cards, and offers one more at the end.
    fn chain(&mut self, owner: Seat, cards: &[Played], against: impl Fn(Played) -> bool) -> Trips<'a> {
        let mut chain = Vec::new();
        let (mut owner, mut first) = (owner, None);
        while let Some(Step::Trip { by, on, strike }) = self.peek() {
            let follows = if chain.is_empty() { against(*on) } else { *on == Played::Trip };
            if !follows {
                break;
            }
            self.take();
            if chain.is_empty() {
                let reason = self.against_card(cards, *on);
                self.object(reason);
                first = Some(*on);
            }
            let reason = against_trip(self.rules, self.state(), *by, owner, *by == self.attack.target);
            self.object(reason);
            let reason = against_strike(self.rules, self.state(), *by, strike.as_ref());
            self.object(reason);
            self.use_card(*by, self.rules.trip());
            if let Some(strike) = strike {
                self.use_card(*by, strike);
            }
            chain.push((*by, owner, Arms::held(self.rules, self.state(), *by, strike.as_ref())));
            owner = *by;
        }
        if self.is_open() {
            let trip = [Played::Trip];
            let offered = if chain.is_empty() { cards } else { &trip };
            for on in offered {
                let offer = self.offer(*on, owner);
                self.trips.push(offer);
            }
        }
        let tripper = chain.first().filter(|_| chain.len() % 2 == 1).map(|(by, ..)| *by);
        let mut standing: Vec<_> = chain.into_iter().rev().step_by(2).collect();
        standing.reverse();
        Trips { cancelled: tripper.zip(first), standing }
    }

    /// Offers a Trip on a card, by everyone who could play it.
    fn offer(&self, on: Played, owner: Seat) -> TripOffer {
        let others = self.state().living().filter(|by| *by != owner);
        let by = others.map(|by| {
            let reason = against_trip(self.rules, self.state(), by, owner, by == self.attack.target);
            let reason = reason.or_else(|| self.all_discarded(self.rules.trip()));
            (by, reason.map_or(Ok(()), |reason| Err(vec![reason])))
        });
        TripOffer { on, against: owner, by: by.collect() }
    }

    /// Objects to a Trip on a card, given the played cards (R10).
    fn against_card(&self, cards: &[Played], on: Played) -> Option<Reason> {
        let trip = legal::a(self.rules.name(self.rules.trip()));
        let (short, text) = match on {
            _ if cards.contains(&on) => return None,
            Played::Basic | Played::Special if cards.contains(&Played::Attack) => {
                ("whole attack", format!("{trip} cancels the whole attack"))
            }
            Played::Attack if !cards.is_empty() => ("name the card", format!("{trip} cancels one card of the attack")),
            _ => ("no card", format!("no card was played that {trip} could cancel")),
        };
        Some(Reason::rule(rule!("R10"), short, text))
    }

    /// Adds the attacks of Trips; nobody can answer them. They are struck before the blow that is pending.
    fn bonus(&mut self, standing: &[(Seat, Seat, Arms<'a>)]) {
        for (by, on, arms) in standing {
            if self.state().lives(*by) && self.state().lives(*on) && !arms.cards().is_empty() {
                let before = self.pending;
                self.pending = self.push(BlowKind::Trip, *by, *on, arms, None);
                self.land();
                self.pending = before;
                if let Some(strike) = self.strikes.pop() {
                    self.strikes.insert(before.min(self.strikes.len()), strike);
                    self.pending += 1;
                }
            }
        }
    }

    /// Adds the attacks of Trips immediately, except in games of the first edition.
    pub fn bonus_now(&mut self, trips: &mut Trips<'a>) {
        if self.state().is_current() {
            self.bonus(&std::mem::take(&mut trips.standing));
        }
    }

    /// Adds the remaining attacks of Trips, after the blow that they interrupt.
    pub fn bonus_later(&mut self, trips: &Trips<'a>) {
        let before = self.pending;
        self.pending = self.strikes.len();
        self.bonus(&trips.standing);
        self.pending = before;
    }
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

/// Objects to an attack by a Trip; without a card and without a weapon, it has none (S16, S21).
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

/// Returns the options for striking after a Trip.
pub(super) fn strikes(rules: &Rules, state: &State, by: Seat) -> Vec<Offer<Option<CardId>>> {
    let cards = rules.basics().iter().chain(rules.alone()).cloned().map(Some);
    let offer = |value: Option<CardId>| {
        let reason = against_strike(rules, state, by, value.as_ref());
        let reason = reason.or_else(|| value.as_ref().and_then(|card| all_discarded(rules, state, card, 0)));
        Offer { value, legal: reason.map_or(Ok(()), |reason| Err(vec![reason])) }
    };
    std::iter::once(None).chain(cards).map(offer).collect()
}

/// Returns the decision about a Trip outside an attack. The cancelled card goes to its pile, a Mail that was put on as well (R10).
pub(in crate::table::skirmish) fn trip(
    rules: &Rules,
    state: &State,
    by: Seat,
    on: Seat,
    card: Option<&CardId>,
    strike: Option<&CardId>,
) -> Decision {
    let attack = Attack::plain(by, on);
    let worn = state.player(on).is_some_and(|player| player.mail && card == Some(rules.mail()));
    let reasons = [
        (!state.lives(on)).then(|| {
            Reason::absolute(rule!("S11"), "out of the game", format!("{} is out of the game", name(state, on)))
        }),
        state.winner.map(|_| Reason::absolute(rule!("S11"), "the game is over", "the game is over")),
        against_trip(rules, state, by, on, false),
        against_strike(rules, state, by, strike),
        all_discarded(rules, state, rules.trip(), 0),
        strike.and_then(|strike| all_discarded(rules, state, strike, 0)),
        card.filter(|_| !worn).and_then(|card| not_in_hands(rules, state, card)),
    ];
    let reasons = reasons.into_iter().flatten().collect();
    let mut play = Play::new(rules, state, &attack);
    if worn {
        play.next.lose(on, Gear::Mail);
    } else if let Some(card) = card {
        play.next.spend(card);
    }
    play.bonus(&[(by, on, Arms::held(rules, state, by, strike))]);
    let mut next: NextState<'_> = play.next;
    next.spend(rules.trip());
    if let Some(strike) = strike {
        next.spend(strike);
    }
    next.used_cards(by, true);
    if card.is_some() && next.lives(on) {
        next.used_cards(on, true);
    }
    let outcomes = play.strikes.into_iter().map(|strike| strike.blow).collect();
    Decision { reasons, outcomes, ..Decision::leading_to(state, &next) }
}

impl Fight {
    /// Returns the options for striking after a Trip: the default attack (or nothing, without a weapon), and every
    /// Basic attack (S49).
    pub fn trip_strikes(rules: &Rules, state: &State, by: Seat) -> Vec<Offer<Option<CardId>>> {
        strikes(rules, state, by)
    }
}
