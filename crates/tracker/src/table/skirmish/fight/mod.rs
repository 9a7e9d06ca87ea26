//! An attack, blow by blow: the next question, its possible answers, and the effects.

mod ask;
mod deal;
mod legal;
mod play;
mod sum;
mod trips;

pub(super) use legal::{Facet, a, objections};
pub(super) use trips::trip;

use super::blow::{Blow, BlowKind};
use super::command::{Attack, Played, Step};
use super::state::{Gear, State};
use super::{Change, Decision, Rules};
use crate::game::RuleNumber;
use crate::table::{CardId, Reason, Seat};

/// An attack as far as it was answered.
#[derive(Clone, Debug)]
pub struct Fight {
    question: Option<Question>,
    trips: Vec<TripOffer>,
    reckoning: Reckoning,
    /// The first step that something speaks against.
    against: Option<usize>,
}

/// Whom the table asks next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Player who answers.
    pub asked: Seat,
    /// Kind of question.
    pub what: QuestionKind,
    /// Player who struck the blow in question.
    pub by: Seat,
    /// Number of the blow and the total: `(1, 3)`; `None` for a single one.
    pub blow: Option<(u8, u8)>,
    /// Allowed and forbidden answers.
    pub choices: Vec<Choice>,
}

/// Kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// Answer to a blow (S20), with its kind.
    Answer(BlowKind),
    /// A Hook after a Block (S34).
    Hook,
}

/// One answer that could be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The answer.
    pub step: Step,
    /// The cards that it takes from the hand.
    pub cards: Vec<CardId>,
    /// Why not.
    pub legal: Result<(), Vec<Reason>>,
}

/// A Trip that could be played now (S49).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TripOffer {
    /// Card that it would cancel.
    pub on: Played,
    /// Whose card that is; they are struck.
    pub against: Seat,
    /// Everyone who could play it, or the objections.
    pub by: Vec<(Seat, Result<(), Vec<Reason>>)>,
}

/// Effects of an attack, as far as it is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reckoning {
    /// Why it is against the rules.
    pub legal: Result<(), Vec<Reason>>,
    /// Every blow, in order.
    pub strikes: Vec<Strike>,
    /// Effects on gear and players.
    pub effects: Vec<Effect>,
    /// Whose health changes: before and after.
    pub health: Vec<(Seat, i64, i64)>,
    /// The cards from hands that go to the normal discard pile.
    pub uses: Vec<CardId>,
    /// Everything that changes.
    pub changes: Vec<Change>,
}

/// One blow and its sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strike {
    /// Record of the blow; its damage is the sum of the terms, and at least 0.
    pub blow: Blow,
    /// Number of the blow and the total: `(1, 3)`; `None` for a single one.
    pub nth: Option<(u8, u8)>,
    /// The sum, term by term; empty for a Rend.
    pub terms: Vec<Term>,
    /// Item that a Rend destroys instead of dealing damage, if it lands (S35).
    pub destroys: Option<Gear>,
}

/// One line of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// "Chop", "Orm's Mail".
    pub label: String,
    /// Its contribution; negative for armour.
    pub amount: i64,
    /// Its rule.
    pub rule: RuleNumber,
}

/// Effect on gear or players; [`super::tell::effect`] describes it in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The Shield was damaged (S36).
    ShieldDamaged(Seat),
    /// A Shield, weapon or Mail was destroyed (S35, S36).
    Destroyed(Seat, Gear, CardId),
    /// A weapon was lost to a Disarm (S45).
    Disarmed(Seat, CardId),
    /// A Charge runs on to this player (S31).
    RunsOn(Seat),
    /// The Block of this player was cancelled by a Hook (S34).
    Hooked(Seat),
    /// The card of this player was cancelled by a Trip (S49).
    Tripped(Seat, Played),
    /// This player died (S11).
    Falls(Seat),
    /// This player is the last one alive (S11).
    Wins(Seat),
}

impl Fight {
    /// Plays an attack with all its steps.
    pub fn new(rules: &Rules, state: &State, attack: &Attack) -> Self {
        play::Play::new(rules, state, attack).run()
    }

    /// Returns the first unanswered question; `None` when the attack is settled.
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// Returns the Trips that could be played as the next step, besides the answers to the question.
    pub fn trips(&self) -> &[TripOffer] {
        &self.trips
    }

    /// Returns the effects if everything unanswered lands.
    pub fn reckoning(&self) -> &Reckoning {
        &self.reckoning
    }
}

/// Returns the changes of an attack, and the objections to it.
pub(super) fn decision(rules: &Rules, state: &State, attack: &Attack, fight: &Fight) -> Decision {
    let reckoning = &fight.reckoning;
    let reasons = reckoning.legal.clone().err().unwrap_or_default();
    let possible = if reasons.is_empty() { Vec::new() } else { possible(rules, state, attack, fight) };
    let blows = reckoning.strikes.iter().map(|strike| strike.blow.clone()).collect();
    Decision { reasons, possible, outcomes: blows, changes: reckoning.changes.clone() }
}

/// Returns the alternatives to forbidden answers or choices.
fn possible(rules: &Rules, state: &State, attack: &Attack, fight: &Fight) -> Vec<String> {
    if let Some(step) = fight.against {
        let steps = attack.steps.get(..step).unwrap_or_default().to_vec();
        let before = Fight::new(rules, state, &Attack { steps, ..attack.clone() });
        let choices = before.question.map(|question| question.choices).unwrap_or_default();
        let open = choices.into_iter().filter(|choice| choice.legal.is_ok());
        return open.map(|choice| super::tell::step(rules, &choice.step)).collect();
    }
    super::choices::possible(rules, state, attack)
}
