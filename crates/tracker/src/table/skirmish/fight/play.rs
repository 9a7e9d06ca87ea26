//! Plays an attack with all its answers, and notes the first question that has none.

use super::ask::against;
use super::legal::{self, Facing};
use super::sum::Arms;
use super::trips::Trips;
use super::{Effect, Fight, Question, QuestionKind, Reckoning, Strike};
use crate::table::skirmish::act::{NextState, all_discarded};
use crate::table::skirmish::blow::{BlowKind, Stop};
use crate::table::skirmish::command::{Attack, Means, Played, Special, Step};
use crate::table::skirmish::rules::DefenceKind;
use crate::table::skirmish::state::{Gear, State};
use crate::table::skirmish::{Change, Rules};
use crate::table::{CardId, Change as _, PlayerChange, Reason, Seat};

pub(super) struct Play<'a> {
    pub(super) rules: &'a Rules,
    pub(super) attack: &'a Attack,
    /// The state before the attack.
    before: &'a State,
    pub(super) next: NextState<'a>,
    /// The cards of the attack that a Trip can cancel, and that were not cancelled yet.
    pub(super) trippable: Vec<Played>,
    /// The strike that is not settled yet, among all.
    pub(super) pending: usize,
    /// Number of completed steps.
    at: usize,
    reasons: Vec<Reason>,
    /// The first step that something speaks against.
    against: Option<usize>,
    pub(super) strikes: Vec<Strike>,
    pub(super) effects: Vec<Effect>,
    pub(super) uses: Vec<CardId>,
    /// Players who used these cards.
    users: Vec<Seat>,
    pub(super) question: Option<Question>,
    pub(super) trips: Vec<super::TripOffer>,
}

/// Fate of a blow of the attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// It landed or was stopped: the next one follows.
    Done,
    /// A Charge was dodged.
    Dodged,
    /// The attack was cancelled whole.
    Cancelled,
}

impl<'a> Play<'a> {
    pub fn new(rules: &'a Rules, state: &'a State, attack: &'a Attack) -> Self {
        let (strikes, effects, uses, trips) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let next = NextState::new(rules, state);
        Self {
            rules,
            attack,
            before: state,
            next,
            trippable: Vec::new(),
            pending: 0,
            at: 0,
            reasons: Vec::new(),
            against: None,
            strikes,
            effects,
            uses,
            users: Vec::new(),
            question: None,
            trips,
        }
    }

    pub fn run(mut self) -> Fight {
        let attacker = self.attack.attacker;
        let objections = legal::objections(self.rules, self.state(), self.attack);
        self.reasons.extend(objections.into_iter().map(|(_, reason)| reason));
        if self.reasons.iter().any(|reason| reason.absolute) {
            return self.finish();
        }
        if self.state().turn == attacker {
            self.next.acted = true;
        }
        let mut arms = Arms::of(self.rules, self.state(), self.attack);
        self.use_attack_cards();
        self.strike_all(&mut arms);
        if self.at < self.attack.steps.len() {
            self.object(Some(Reason::fact("nothing to answer", "there is nothing that this answers")));
        }
        for card in &self.uses {
            self.next.spend(card);
        }
        for user in &self.users {
            // The hand of the dead is discarded.
            if self.next.lives(*user) {
                self.next.used_cards(*user, true);
            }
        }
        self.finish()
    }

    fn finish(self) -> Fight {
        let changes = Change::between(self.before, &self.next);
        let health = changes.iter().filter_map(|change| match change {
            Change::Health(PlayerChange { seat, from, to }) => Some((*seat, *from, *to)),
            _ => None,
        });
        let health = health.collect();
        let legal = if self.reasons.is_empty() { Ok(()) } else { Err(self.reasons) };
        let (strikes, effects, uses) = (self.strikes, self.effects, self.uses);
        let reckoning = Reckoning { legal, strikes, effects, health, uses, changes };
        Fight { question: self.question, trips: self.trips, reckoning, against: self.against }
    }

    pub(super) fn state(&self) -> &State {
        &self.next
    }

    /// True if all answers are played, and nobody has been asked yet.
    pub(super) fn is_open(&self) -> bool {
        self.question.is_none() && self.at >= self.attack.steps.len()
    }

    pub(super) fn peek(&self) -> Option<&'a Step> {
        self.attack.steps.get(self.at)
    }

    pub(super) fn take(&mut self) -> Option<&'a Step> {
        let step = self.peek();
        self.at += usize::from(step.is_some());
        step
    }

    /// Records an objection to the last step.
    pub(super) fn object(&mut self, reason: Option<Reason>) {
        if let Some(reason) = reason {
            self.against.get_or_insert(self.at.saturating_sub(1));
            self.reasons.push(reason);
        }
    }

    fn use_attack_cards(&mut self) {
        let attack = self.attack;
        if let Means::Alone(card) = &attack.means {
            self.uses.push(card.clone());
            self.trippable.push(Played::Attack);
        }
        if let Some(basic) = &attack.basic {
            self.uses.push(basic.clone());
            self.trippable.push(Played::Basic);
        }
        if attack.special.is_some_and(|special| !legal::serves(self.rules, attack, special)) {
            self.uses.push(self.rules.special_attack().clone());
            self.trippable.push(Played::Special);
        }
        self.users.extend(self.uses.first().map(|_| attack.attacker));
        if !self.state().house().trip_one_card && !self.trippable.is_empty() {
            self.trippable = vec![Played::Attack];
        }
    }

    /// Objects to playing one more copy of a card in this exchange (S10).
    pub(super) fn all_discarded(&self, card: &CardId) -> Option<Reason> {
        let used = self.uses.iter().filter(|used| *used == card).count();
        all_discarded(self.rules, self.state(), card, i64::try_from(used).unwrap_or(i64::MAX))
    }

    /// Plays a card from a player's hand.
    pub(super) fn use_card(&mut self, by: Seat, card: &CardId) {
        let reason = self.all_discarded(card);
        self.object(reason);
        self.uses.push(card.clone());
        self.users.push(by);
    }

    /// Plays all blows of the attack; a Charge that is dodged runs on, and may come round again to those who dodged it
    /// (S31).
    fn strike_all(&mut self, arms: &mut Arms<'a>) {
        let mut nth = 1;
        loop {
            // A Flurry whose card is tripped has no further blow.
            let of = u8::try_from(arms.blows()).unwrap_or(u8::MAX);
            if nth > of {
                return;
            }
            let mut on = self.attack.target;
            loop {
                if !self.state().lives(on) || !self.state().lives(self.attack.attacker) {
                    return;
                }
                match self.blow(arms, on, (of > 1).then_some((nth, of))) {
                    Outcome::Done => break,
                    Outcome::Cancelled => return,
                    Outcome::Dodged => match self.runs_on(on) {
                        Some(next) => on = next,
                        None => break,
                    },
                }
            }
            nth += 1;
        }
    }

    /// Returns the next one clockwise, with more than two playing, and never the charger (S31).
    fn runs_on(&mut self, from: Seat) -> Option<Seat> {
        if self.state().living().count() < 3 {
            return None;
        }
        let mut next = self.state().next_after(from);
        if next == self.attack.attacker {
            next = self.state().next_after(next);
        }
        self.effects.push(Effect::RunsOn(next));
        Some(next)
    }

    /// Plays one blow of the attack, until it is settled.
    fn blow(&mut self, arms: &mut Arms<'a>, on: Seat, nth: Option<(u8, u8)>) -> Outcome {
        let by = self.attack.attacker;
        self.pending = self.push(BlowKind::Attack, by, on, arms, nth);
        let (outcome, trips) = self.trips_on_attack(arms, on);
        if let Some(outcome) = outcome {
            return outcome;
        }
        let facing = Facing::of(arms, on, false);
        self.ask(on, by, QuestionKind::Answer(BlowKind::Attack), nth, &facing);
        let outcome = match self.take() {
            None | Some(Step::Hit) => {
                self.land();
                Outcome::Done
            }
            Some(step) => self.answered(arms, on, step),
        };
        self.bonus_later(&trips);
        outcome
    }

    /// Trips on the cards of the attack. Gives the outcome of the blow if it is over then, and the Trips that are still to strike.
    fn trips_on_attack(&mut self, arms: &mut Arms<'a>, on: Seat) -> (Option<Outcome>, Trips<'a>) {
        let by = self.attack.attacker;
        let mut trips = self.trips_on(by);
        if let Some((tripper, card)) = trips.cancelled {
            self.trippable.retain(|left| *left != card);
            if card == Played::Attack {
                self.stop(Stop::Trip(tripper));
                self.bonus_later(&trips);
                return (Some(Outcome::Cancelled), Trips::default());
            }
            self.bonus_now(&mut trips);
            self.effects.push(Effect::Tripped(by, card));
            arms.without(card);
            if arms.cards().is_empty() {
                self.drop_strike();
                return (Some(Outcome::Cancelled), trips);
            }
            let nth = self.strikes.get(self.pending).and_then(|strike| strike.nth);
            if nth.is_some_and(|(nth, _)| i64::from(nth) > arms.blows()) {
                self.drop_strike();
                return (Some(Outcome::Done), trips);
            }
            self.weigh(arms);
        }
        self.bonus_now(&mut trips);
        if self.is_over(on) {
            self.drop_strike();
            return (Some(Outcome::Done), trips);
        }
        (None, trips)
    }

    /// True if the attacker or the target has fallen to a Trip: the pending blow is dropped (R18).
    fn is_over(&self, on: Seat) -> bool {
        let lives = |seat| self.state().lives(seat);
        self.state().is_current() && !(lives(self.attack.attacker) && lives(on))
    }

    /// Plays more Trips on the cards of an attack that was answered already, if a Trip can be played at any time
    /// (R10a).
    fn late_trips(&mut self, arms: &mut Arms<'a>, on: Seat) -> Option<Outcome> {
        if !self.state().house().trip_any_time {
            return None;
        }
        let (outcome, trips) = self.trips_on_attack(arms, on);
        self.bonus_later(&trips);
        outcome
    }

    /// Plays a blow of the attack that is answered with a card or the Shield.
    fn answered(&mut self, arms: &mut Arms<'a>, on: Seat, step: &'a Step) -> Outcome {
        let facing = Facing::of(arms, on, false);
        let reason = against(self.rules, self.state(), &facing, step);
        self.object(reason);
        let Some(stop) = Stop::by(step) else {
            self.land();
            return Outcome::Done;
        };
        self.use_answer(on, &stop);
        let trips = self.trips_on_answer(on, stop != Stop::Shield);
        let is_cancelled = trips.cancelled.is_some();
        if is_cancelled {
            self.effects.push(Effect::Tripped(on, Played::Answer));
        }
        let over = if self.is_over(on) {
            self.drop_strike();
            Some(Outcome::Done)
        } else {
            self.late_trips(arms, on)
        };
        if is_cancelled || over.is_some() {
            if over.is_none() {
                self.land();
            }
            self.bonus_later(&trips);
            return over.unwrap_or(Outcome::Done);
        }
        let facing = Facing::of(arms, on, false);
        let defence = stopped_by(self.rules, &stop);
        let rends = facing.special == Some(Special::Rend);
        if stop == Stop::Shield && !rends {
            self.damage_shield(on);
        }
        // A Shield that was damaged before the Hook stays so (R16).
        if defence == DefenceKind::Shield && self.hooks(self.attack.attacker, &facing, None) {
            self.effects.push(Effect::Hooked(on));
            let over = self.late_trips(arms, on);
            if over.is_none() {
                self.land();
            }
            self.bonus_later(&trips);
            return over.unwrap_or(Outcome::Done);
        }
        self.stop(stop.clone());
        self.consequences(arms, on, &stop, defence);
        self.bonus_later(&trips);
        let dodged = defence == DefenceKind::Aside && facing.special == Some(Special::Charge);
        if dodged { Outcome::Dodged } else { Outcome::Done }
    }

    /// Adds the effects on gear of a stopped blow: a blocked Rend, with the card or with the Shield, destroys the
    /// Shield (R8). A counter-charge strikes back (S31).
    fn consequences(&mut self, arms: &Arms<'a>, on: Seat, stop: &Stop, defence: DefenceKind) {
        let rends = arms.special == Some(Special::Rend);
        match defence {
            DefenceKind::TakesWeapon => self.disarm(self.attack.attacker, arms),
            DefenceKind::Weapon if rends => self.destroy(on, Gear::Weapon),
            DefenceKind::Shield if rends => self.destroy(on, Gear::Shield),
            _ => {}
        }
        if let Stop::CounterCharge(basic) = stop {
            self.answer_back(BlowKind::CounterCharge, on, self.attack.attacker, Some(basic));
        }
    }

    /// Plays Hooks after the Block of a blow by `attacker`: the defender is asked first, then the attacker (S34).
    /// Returns true if the Block is cancelled. If the rules forbid any Hook, nobody is asked, but Hooks already played
    /// are still settled.
    ///
    /// The defender's Hook is a default attack on the attacker, no more. The attacker's only cancels the Block: the
    /// blocked blow lands, and isn't answered again (R5). A tripped Hook counts as never played.
    fn hooks(&mut self, attacker: Seat, facing: &Facing<'a>, against_all: Option<&Reason>) -> bool {
        for (by, on) in [(facing.on, attacker), (attacker, facing.on)] {
            if !self.state().lives(by) || !self.state().lives(on) {
                continue;
            }
            let attacks = by == attacker;
            let against_this = legal::against_hook(self.rules, self.state(), by, facing.alone.filter(|_| attacks));
            let reason = against_this.or_else(|| against_all.cloned());
            if reason.is_none() {
                self.ask(by, on, QuestionKind::Hook, None, facing);
            }
            match self.peek() {
                Some(Step::Hook { by: hooker }) if *hooker == by => {
                    self.take();
                    self.object(reason);
                    self.use_card(by, self.rules.special_attack());
                    let trips = self.trips_on_answer(by, true);
                    if trips.cancelled.is_some() {
                        self.effects.push(Effect::Tripped(by, Played::Answer));
                        self.bonus_later(&trips);
                        continue;
                    }
                    if !attacks {
                        self.answer_back(BlowKind::Hook, by, on, None);
                    }
                    self.bonus_later(&trips);
                    return attacks;
                }
                Some(Step::NoHook) if reason.is_none() => {
                    self.take();
                }
                _ => {}
            }
        }
        false
    }

    /// Plays a blow that answers the attack: a counter-charge, or the defender's Hook after a Block. It can be answered
    /// once, and ends there: it doesn't run on, nobody counter-charges it (R9), and a Block of it isn't hooked (R14).
    fn answer_back(&mut self, kind: BlowKind, by: Seat, on: Seat, basic: Option<&CardId>) {
        if !self.state().lives(by) || !self.state().lives(on) {
            return;
        }
        let outer = self.pending;
        self.strike_back(kind, by, on, basic);
        self.pending = outer;
    }

    fn strike_back(&mut self, kind: BlowKind, by: Seat, on: Seat, basic: Option<&CardId>) {
        let counter = kind == BlowKind::CounterCharge;
        let special = counter.then_some(Special::Charge);
        let arms = Arms { special, ..Arms::held(self.rules, self.state(), by, basic) };
        self.pending = self.push(kind, by, on, &arms, None);
        let facing = Facing::of(&arms, on, counter);
        self.ask(on, by, QuestionKind::Answer(kind), None, &facing);
        let Some(step) = self.take().filter(|step| **step != Step::Hit) else {
            self.land();
            return;
        };
        let reason = against(self.rules, self.state(), &facing, step);
        self.object(reason);
        let Some(stop) = Stop::by(step) else {
            self.land();
            return;
        };
        self.use_answer(on, &stop);
        let trips = self.trips_on_answer(on, stop != Stop::Shield);
        if trips.cancelled.is_some() {
            self.effects.push(Effect::Tripped(on, Played::Answer));
            self.land();
            self.bonus_later(&trips);
            return;
        }
        if stop == Stop::Shield {
            self.damage_shield(on);
        }
        let defence = stopped_by(self.rules, &stop);
        if defence == DefenceKind::Shield && self.hooks(by, &facing, Some(&legal::not_hooked(self.rules))) {
            self.effects.push(Effect::Hooked(on));
            self.land();
            self.bonus_later(&trips);
            return;
        }
        self.stop(stop.clone());
        if defence == DefenceKind::TakesWeapon {
            self.disarm(by, &arms);
        }
        if let Stop::CounterCharge(basic) = &stop {
            self.answer_back(BlowKind::CounterCharge, on, by, Some(basic));
        }
        self.bonus_later(&trips);
    }

    /// Takes the cards of an answer from the hand.
    fn use_answer(&mut self, by: Seat, stop: &Stop) {
        match stop {
            Stop::Card(card) => self.use_card(by, card),
            Stop::CounterCharge(basic) => {
                self.use_card(by, basic);
                self.use_card(by, self.rules.special_attack());
            }
            Stop::Shield | Stop::Trip(_) => {}
        }
    }
}

/// Returns the kind of defence: a counter-charge and the Shield itself count as a Block (S31, S34).
fn stopped_by(rules: &Rules, stop: &Stop) -> DefenceKind {
    match stop {
        Stop::Card(card) => rules.card(card).and_then(|card| card.defence).unwrap_or(DefenceKind::Aside),
        Stop::Shield | Stop::CounterCharge(_) | Stop::Trip(_) => DefenceKind::Shield,
    }
}
