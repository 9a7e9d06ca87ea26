//! Plays an attack with all its answers, and notes the first question that has none.

use super::ask::against;
use super::legal::{self, Facing};
use super::sum::Arms;
use super::{Effect, Fight, Question, QuestionKind, Reckoning, Strike};
use crate::table::skirmish::act::ChangeLog;
use crate::table::skirmish::blow::{BlowKind, Stop};
use crate::table::skirmish::command::{Attack, Means, Played, Special, Step};
use crate::table::skirmish::rules::DefenceKind;
use crate::table::skirmish::state::{Gear, State};
use crate::table::skirmish::{Change, Rules};
use crate::table::{CardId, PlayerChange, Reason, Seat};

pub(super) struct Play<'a> {
    pub(super) rules: &'a Rules,
    pub(super) attack: &'a Attack,
    pub(super) log: ChangeLog<'a>,
    /// Whether a card was played for the attack, which a Trip could cancel.
    is_card: bool,
    /// How many of the steps are taken.
    at: usize,
    reasons: Vec<Reason>,
    /// The first step that something speaks against.
    against: Option<usize>,
    pub(super) strikes: Vec<Strike>,
    pub(super) effects: Vec<Effect>,
    pub(super) uses: Vec<CardId>,
    pub(super) question: Option<Question>,
    pub(super) trips: Vec<super::TripOffer>,
}

/// What became of a blow of the attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// It landed or was stopped: the next one follows.
    Done,
    /// A Charge was dodged.
    Dodged,
    /// The attack was cancelled whole.
    Cancelled,
}

/// A blow of the attack that is under way.
#[derive(Clone, Copy, Debug)]
struct Facts<'f, 'a> {
    arms: &'f Arms<'a>,
    facing: Facing<'a>,
    /// Its place among the strikes.
    index: usize,
}

impl<'a> Play<'a> {
    pub fn new(rules: &'a Rules, state: &State, attack: &'a Attack) -> Self {
        let (strikes, effects, uses, trips) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let log = ChangeLog::new(rules, state);
        Self {
            rules,
            attack,
            log,
            is_card: false,
            at: 0,
            reasons: Vec::new(),
            against: None,
            strikes,
            effects,
            uses,
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
            self.log.acted(true);
        }
        let arms = Arms::of(self.rules, self.state(), self.attack);
        self.use_attack_cards();
        self.strike_all(&arms);
        if self.at < self.attack.steps.len() {
            self.object(Some(Reason::fact("nothing to answer", "there is nothing that this answers")));
        }
        for card in std::mem::take(&mut self.uses) {
            self.log.spend(&card);
            self.uses.push(card);
        }
        self.finish()
    }

    fn finish(self) -> Fight {
        let mut health: Vec<(Seat, i64, i64)> = Vec::new();
        for change in &self.log.changes {
            if let Change::Health(PlayerChange { seat, from, to }) = change {
                match health.iter_mut().find(|(known, ..)| known == seat) {
                    Some((_, _, last)) => *last = *to,
                    None => health.push((*seat, *from, *to)),
                }
            }
        }
        let legal = if self.reasons.is_empty() { Ok(()) } else { Err(self.reasons) };
        let (strikes, effects, uses, changes) = (self.strikes, self.effects, self.uses, self.log.changes);
        let reckoning = Reckoning { legal, strikes, effects, health, uses, changes };
        Fight { question: self.question, trips: self.trips, reckoning, against: self.against }
    }

    pub(super) fn state(&self) -> &State {
        &self.log.state
    }

    /// Whether everything that was answered is played, and nobody was asked yet.
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

    /// Something speaks against the step that was taken last.
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
        }
        self.uses.extend(attack.basic.clone());
        if attack.special.is_some_and(|special| !legal::serves(self.rules, attack, special)) {
            self.uses.push(self.rules.special_attack().clone());
        }
        self.is_card = !self.uses.is_empty();
    }

    /// All blows of the attack; a Charge that is dodged runs on, and may come round again to those who dodged it (S31).
    fn strike_all(&mut self, arms: &Arms<'a>) {
        let of = u8::try_from(arms.blows()).unwrap_or(u8::MAX);
        for nth in 1..=of {
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
        }
    }

    /// The next one clockwise, with more than two playing, and never the charger (S31).
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

    /// One blow of the attack, until it is settled.
    fn blow(&mut self, arms: &Arms<'a>, on: Seat, nth: Option<(u8, u8)>) -> Outcome {
        let by = self.attack.attacker;
        let index = self.push(BlowKind::Attack, by, on, arms, nth);
        let trips = self.trips_on(Played::Attack, by, self.is_card);
        if let Some(tripper) = trips.cancelled {
            self.stop(index, Stop::Trip(tripper));
            self.bonus(&trips);
            return Outcome::Cancelled;
        }
        let facing = Facing::of(arms, on, false);
        self.ask(on, by, QuestionKind::Answer(BlowKind::Attack), nth, &facing);
        let outcome = match self.take() {
            None | Some(Step::Hit) => {
                self.land(index);
                Outcome::Done
            }
            Some(step) => self.answered(&Facts { arms, facing, index }, step),
        };
        self.bonus(&trips);
        outcome
    }

    /// A blow of the attack that is answered with a card or the Shield.
    fn answered(&mut self, facts: &Facts<'_, 'a>, step: &'a Step) -> Outcome {
        let facing = &facts.facing;
        let on = facing.on;
        let reason = against(self.rules, self.state(), facing, step);
        self.object(reason);
        let stop = match step {
            Step::Shield => Stop::Shield,
            Step::Card(card) => Stop::Card(card.clone()),
            Step::CounterCharge { basic } => Stop::CounterCharge(basic.clone()),
            _ => return self.landed(facts.index),
        };
        self.use_answer(&stop);
        let trips = self.trips_on(Played::Answer, on, stop != Stop::Shield);
        if trips.cancelled.is_some() {
            self.effects.push(Effect::Tripped(on, Played::Answer));
            self.land(facts.index);
            self.bonus(&trips);
            return Outcome::Done;
        }
        let defence = stopped_by(self.rules, &stop);
        let rends = facing.special == Some(Special::Rend);
        if stop == Stop::Shield && !rends {
            self.damage_shield(on);
        }
        // A Shield that was damaged before the Hook stays so (R16).
        if defence == DefenceKind::Shield && self.hooks(self.attack.attacker, facing, None) {
            self.effects.push(Effect::Hooked(on));
            self.land(facts.index);
            self.bonus(&trips);
            return Outcome::Done;
        }
        self.stop(facts.index, stop.clone());
        self.consequences(facts, &stop, defence);
        self.bonus(&trips);
        let dodged = defence == DefenceKind::Aside && facing.special == Some(Special::Charge);
        if dodged { Outcome::Dodged } else { Outcome::Done }
    }

    fn landed(&mut self, index: usize) -> Outcome {
        self.land(index);
        Outcome::Done
    }

    /// What becomes of gear when a blow of the attack is stopped: a Rend that is blocked, with the card or with the Shield,
    /// destroys the Shield (R8). A counter-charge strikes back (S31).
    fn consequences(&mut self, facts: &Facts<'_, 'a>, stop: &Stop, defence: DefenceKind) {
        let (on, rends) = (facts.facing.on, facts.facing.special == Some(Special::Rend));
        match defence {
            DefenceKind::TakesWeapon => self.disarm(self.attack.attacker, facts.arms),
            DefenceKind::Weapon if rends => self.destroy(on, Gear::Weapon),
            DefenceKind::Shield if rends => self.destroy(on, Gear::Shield),
            _ => {}
        }
        if let Stop::CounterCharge(basic) = stop {
            self.answer_back(BlowKind::CounterCharge, on, self.attack.attacker, Some(basic));
        }
    }

    /// Hooks after the Block of a blow by `attacker`: the defender is asked first, then the attacker (S34). Says whether the
    /// Block is cancelled. Where the rules speak against any Hook, nobody is asked, and what was played so is still settled.
    ///
    /// The defender's Hook is a default attack on the attacker and no more. The attacker's only cancels the Block: what was
    /// blocked lands, and is not answered again (R5). A Hook that is tripped was never played.
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
                    self.uses.push(self.rules.special_attack().clone());
                    let trips = self.trips_on(Played::Answer, by, true);
                    if trips.cancelled.is_some() {
                        self.effects.push(Effect::Tripped(by, Played::Answer));
                        self.bonus(&trips);
                        continue;
                    }
                    if !attacks {
                        self.answer_back(BlowKind::Hook, by, on, None);
                    }
                    self.bonus(&trips);
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

    /// A blow that answers the attack: a counter-charge, or the defender's Hook after a Block. It can be answered once, and
    /// ends there: it does not run on (R9), a Block of it is not hooked (R14), and nobody counter-charges it (R15).
    fn answer_back(&mut self, kind: BlowKind, by: Seat, on: Seat, basic: Option<&CardId>) {
        if !self.state().lives(by) || !self.state().lives(on) {
            return;
        }
        let counter = kind == BlowKind::CounterCharge;
        let special = counter.then_some(Special::Charge);
        let arms = Arms { special, ..Arms::held(self.rules, self.state(), by, basic) };
        let index = self.push(kind, by, on, &arms, None);
        let facing = Facing::of(&arms, on, counter);
        self.ask(on, by, QuestionKind::Answer(kind), None, &facing);
        let Some(step) = self.take().filter(|step| **step != Step::Hit) else {
            self.land(index);
            return;
        };
        let reason = against(self.rules, self.state(), &facing, step);
        self.object(reason);
        let stop = match step {
            Step::Shield => Stop::Shield,
            Step::Card(card) => Stop::Card(card.clone()),
            Step::CounterCharge { basic } => Stop::CounterCharge(basic.clone()),
            _ => {
                self.land(index);
                return;
            }
        };
        self.use_answer(&stop);
        let trips = self.trips_on(Played::Answer, on, stop != Stop::Shield);
        if trips.cancelled.is_some() {
            self.effects.push(Effect::Tripped(on, Played::Answer));
            self.land(index);
            self.bonus(&trips);
            return;
        }
        if stop == Stop::Shield {
            self.damage_shield(on);
        }
        let defence = stopped_by(self.rules, &stop);
        if defence == DefenceKind::Shield && self.hooks(by, &facing, Some(&legal::not_hooked(self.rules))) {
            self.effects.push(Effect::Hooked(on));
            self.land(index);
            self.bonus(&trips);
            return;
        }
        self.stop(index, stop.clone());
        if defence == DefenceKind::TakesWeapon {
            self.disarm(by, &arms);
        }
        if let Stop::CounterCharge(basic) = &stop {
            self.answer_back(BlowKind::CounterCharge, on, by, Some(basic));
        }
        self.bonus(&trips);
    }

    /// The cards of an answer leave the hand.
    fn use_answer(&mut self, stop: &Stop) {
        match stop {
            Stop::Card(card) => self.uses.push(card.clone()),
            Stop::CounterCharge(basic) => self.uses.extend([basic.clone(), self.rules.special_attack().clone()]),
            Stop::Shield | Stop::Trip(_) => {}
        }
    }
}

/// A counter-charge and the Shield itself count as a Block (S31, S34).
fn stopped_by(rules: &Rules, stop: &Stop) -> DefenceKind {
    match stop {
        Stop::Card(card) => rules.card(card).and_then(|card| card.defence).unwrap_or(DefenceKind::Aside),
        Stop::Shield | Stop::CounterCharge(_) | Stop::Trip(_) => DefenceKind::Shield,
    }
}
