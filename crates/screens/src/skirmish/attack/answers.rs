//! Answers to an attack: the open question as tiles, earlier answers as chips.

use super::rows::gear_name;
use super::{Act, Asking};
use crate::gallery::CardSide;
use crate::session::Possible;
use crate::skirmish::choice::{Item, Tile, TileContent};
use crate::skirmish::view::{View, ordinal};
use crate::table::skirmish::fight::{Choice, Fight, Question, QuestionKind, TripOffer};
use crate::table::skirmish::{Attack, BlowKind, Command, Played, Shield, Special, Step};
use crate::table::{CardId, Reason, Seat};

/// Returns the question that an attack asks, and the possible answers.
pub fn possible(view: View<'_>, attack: &Attack) -> (String, Vec<Possible<Command>>) {
    let fight = Fight::new(view.rules, view.state, attack);
    let Some(question) = fight.question() else { return Default::default() };
    let after = |step: &Step| {
        let mut answered = attack.clone();
        answered.steps.push(step.clone());
        let fight = Fight::new(view.rules, view.state, &answered);
        let health = fight.reckoning().health.iter().find(|(seat, ..)| *seat == question.asked);
        (answered, fight.question().is_none(), health.map(|(_, from, to)| (*from, *to)))
    };
    let answer = |choice: &Choice| {
        let step = choice.step.clone();
        let words = match &step {
            Step::Hit => "Take it".to_owned(),
            Step::CounterCharge { basic } => format!("{} with {}", word(view, &step), view.name(basic)),
            _ => word(view, &step),
        };
        let (answered, is_last, health) = after(&step);
        let effect = match health {
            Some((from, to)) if from != to => format!("{from} → {to}"),
            _ if is_last => "no damage".to_owned(),
            _ => String::new(),
        };
        let against = choice.legal.as_ref().err().into_iter().flatten().map(ToString::to_string).collect();
        Possible { words, effect, command: Command::Attack(answered), against }
    };
    let title = match question.what {
        QuestionKind::Hook => format!("{}?", view.rules.special_name(Special::Hook)),
        QuestionKind::Answer(_) => {
            let damage = after(&Step::Hit).2.map_or(0, |(from, to)| from - to);
            let nth = question.blow.map_or_else(String::new, |(nth, of)| format!(", blow {nth} of {of}"));
            format!("{} attacks you for {damage}{nth}", view.player_name(question.by))
        }
    };
    (title, question.choices.iter().map(answer).collect())
}

/// The question that is shown, and everything that was answered beside it.
#[derive(Debug)]
pub struct Asked {
    /// The attack as far as it is answered.
    pub fight: Fight,
    /// The question and the place of its answer among the steps: the open one, or the last where all is answered.
    pub shown: Option<(usize, Question)>,
    /// Answers to the other questions.
    pub chips: Vec<Chip>,
}

/// Something that was answered; a touch goes back to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// The player who answered.
    pub seat: Seat,
    /// To what: `1st`.
    pub to: String,
    /// The answer.
    pub answer: String,
    /// The effect of a tap.
    pub act: Act,
}

impl Asked {
    /// Resolves an attack and finds the open question.
    pub fn new(view: View<'_>, attack: &Attack) -> Self {
        let after = |count: usize| {
            let steps = attack.steps.get(..count).unwrap_or_default().to_vec();
            Fight::new(view.rules, view.state, &Attack { steps, ..attack.clone() })
        };
        let fight = after(attack.steps.len());
        let questions: Vec<Option<Question>> =
            (0..attack.steps.len()).map(|at| after(at).question().cloned()).collect();
        let last = attack.steps.iter().rposition(|step| !matches!(step, Step::Trip { .. }));
        let shown = match fight.question() {
            Some(open) => Some((attack.steps.len(), open.clone())),
            None => last.and_then(|at| Some((at, questions.get(at).cloned().flatten()?))),
        };
        let at = shown.as_ref().map(|(at, _)| *at);
        let mut chips: Vec<Chip> = named(view, attack).into_iter().collect();
        let others = attack.steps.iter().zip(&questions).enumerate().filter(|(index, _)| Some(*index) != at);
        chips.extend(others.map(|(index, (step, question))| chip(view, attack, index, step, question.as_ref())));
        Self { fight, shown, chips }
    }

    /// Returns the player who answers the current question.
    pub fn asked(&self, attack: &Attack) -> Seat {
        self.shown.as_ref().map_or(attack.target, |(_, question)| question.asked)
    }

    /// Returns the tiles for the open question.
    pub fn items(&self, view: View<'_>, attack: &Attack, asking: Asking) -> Vec<Item<Act>> {
        match asking {
            Asking::Answer => self.answers(view, attack),
            Asking::Counter => self.counters(view),
            Asking::Trip => match self.fight.trips() {
                [offer] => tripping(view, attack, offer),
                offers => offers.iter().map(|offer| tripped(view, attack, offer)).collect(),
            },
            Asking::TripOn(on) => {
                let offer = self.fight.trips().iter().find(|offer| offer.on == on);
                offer.map_or_else(Vec::new, |offer| tripping(view, attack, offer))
            }
            Asking::TripBy(on, by) => strikes(view, on, by),
        }
    }

    fn answers(&self, view: View<'_>, attack: &Attack) -> Vec<Item<Act>> {
        let mut items = Vec::new();
        if let Some((at, question)) = &self.shown {
            let given = attack.steps.get(*at);
            let (charges, others): (Vec<&Choice>, Vec<&Choice>) =
                question.choices.iter().partition(|choice| matches!(choice.step, Step::CounterCharge { .. }));
            // Answers without a card come first, as the most common ones.
            let (free, cards): (Vec<&Choice>, Vec<&Choice>) =
                others.into_iter().partition(|choice| choice.cards.is_empty());
            let shield = Self::shield(view, attack, *at, question.asked);
            items.extend(free.into_iter().chain(cards).map(|choice| answer(view, question, choice, shield, given)));
            items.extend(counter(view, question.asked, &charges, given));
        }
        items.extend(trip(view, self.fight.trips()));
        items
    }

    /// How a player's Shield is when a question is asked: a blow before it may have damaged it (S36).
    fn shield(view: View<'_>, attack: &Attack, at: usize, seat: Seat) -> Shield {
        let now = view.state.player(seat).map(|player| player.shield).unwrap_or_default();
        let before = attack.steps.get(..at).unwrap_or_default();
        let used = seat == attack.target && before.contains(&Step::Shield);
        if used && now == Shield::Whole { Shield::Damaged } else { now }
    }

    /// The Basic attack cards that a counter-charge can be made with (S31).
    fn counters(&self, view: View<'_>) -> Vec<Item<Act>> {
        let choices = self.shown.iter().flat_map(|(_, question)| &question.choices);
        let basic = |choice: &Choice| match &choice.step {
            Step::CounterCharge { basic } => {
                let content = TileContent::Card(basic.clone(), CardSide::Front, None);
                let charge = view.rules.special_name(Special::Charge);
                let label = format!("{charge} with {}", view.name(basic));
                Some(item(label, content, false, &choice.legal, Act::Answer(choice.step.clone())))
            }
            _ => None,
        };
        choices.filter_map(basic).collect()
    }

    /// Returns the current answer for a bar: player and answer.
    pub fn value(&self, view: View<'_>, attack: &Attack) -> String {
        let who = view.player_name(self.asked(attack));
        let step = self.shown.as_ref().and_then(|(at, _)| attack.steps.get(*at));
        let nth = self.shown.as_ref().and_then(|(_, question)| question.blow);
        match (step, nth) {
            (Some(step), _) => format!("{who}: {}", word(view, step)),
            (None, Some((nth, of))) => format!("{who}, {} of {of}", ordinal(usize::from(nth))),
            (None, None) if self.shown.is_some() => format!("{who}: {}", word(view, &Step::Hit)),
            (None, None) => who.to_owned(),
        }
    }

    /// Returns the question in a few letters: `2nd of 3`.
    pub fn what(&self, view: View<'_>) -> String {
        let Some((_, question)) = &self.shown else { return String::new() };
        match (question.what, question.blow) {
            (QuestionKind::Hook, _) => format!("{}?", view.rules.special_name(Special::Hook)),
            (QuestionKind::Answer(_), Some((nth, of))) => format!("{} of {of}", ordinal(usize::from(nth))),
            (QuestionKind::Answer(BlowKind::Hook), _) => format!("the {}", view.rules.special_name(Special::Hook)),
            (QuestionKind::Answer(_), None) => "answers".to_owned(),
        }
    }
}

fn item(label: String, content: TileContent, chosen: bool, legal: &Result<(), Vec<Reason>>, act: Act) -> Item<Act> {
    Item { tile: Tile { label, content, chosen, legal: legal.clone() }, act, action: 0.0 }
}

fn answer(view: View<'_>, question: &Question, choice: &Choice, shield: Shield, given: Option<&Step>) -> Item<Act> {
    let word = word(view, &choice.step);
    let content = match &choice.step {
        Step::Card(card) => TileContent::Card(card.clone(), CardSide::Front, None),
        Step::Shield => {
            let side = if shield == Shield::Damaged { CardSide::Back } else { CardSide::Front };
            TileContent::Card(view.rules.shield().clone(), side, None)
        }
        Step::Hit => TileContent::Words(vec![word.clone()], "no answer".to_owned()),
        Step::Hook { .. } => TileContent::Spine(view.rules.special_attack().clone(), vec![word.clone()], String::new()),
        _ => TileContent::Words(vec![word.clone()], String::new()),
    };
    // Unanswered means a hit and no Hook.
    let chosen = given.map_or(matches!(choice.step, Step::Hit | Step::NoHook), |given| *given == choice.step);
    let label = format!("{} answers: {word}", view.player_name(question.asked));
    item(label, content, chosen, &choice.legal, Act::Answer(choice.step.clone()))
}

/// A Charge against a Charge, with whatever Basic attack card.
fn counter(view: View<'_>, asked: Seat, charges: &[&Choice], given: Option<&Step>) -> Option<Item<Act>> {
    let first = charges.iter().find(|choice| choice.legal.is_ok()).or(charges.first())?;
    let charge = view.rules.special_name(Special::Charge);
    let label = format!("{} answers: {charge}", view.player_name(asked));
    let content = TileContent::Card(view.rules.special_attack().clone(), CardSide::Front, None);
    let chosen = matches!(given, Some(Step::CounterCharge { .. }));
    Some(item(label, content, chosen, &first.legal, Act::Ask(Asking::Counter)))
}

fn trip(view: View<'_>, offers: &[TripOffer]) -> Option<Item<Act>> {
    let legal = offers.iter().flat_map(|offer| &offer.by).map(|(_, legal)| legal);
    let first = legal.clone().find(|legal| legal.is_ok()).or_else(|| legal.clone().next())?;
    let card = view.rules.trip();
    let label = format!("Play {}", view.name(card));
    Some(item(label, TileContent::Card(card.clone(), CardSide::Front, None), false, first, Act::Ask(Asking::Trip)))
}

/// Whose card a Trip cancels, where there are several.
fn tripped(view: View<'_>, attack: &Attack, offer: &TripOffer) -> Item<Act> {
    let what = played(view, attack, offer.on);
    let label = format!("Against {what} of {}", view.player_name(offer.against));
    item(label, TileContent::Player(offer.against, vec![what]), false, &Ok(()), Act::Ask(Asking::TripOn(offer.on)))
}

/// Returns the players who can play a Trip.
fn tripping(view: View<'_>, attack: &Attack, offer: &TripOffer) -> Vec<Item<Act>> {
    let what = played(view, attack, offer.on);
    let by = |(seat, legal): &(Seat, Result<(), Vec<Reason>>)| {
        let label = format!("{} trips {what}", view.player_name(*seat));
        let content = TileContent::Player(*seat, vec![format!("trips {what}")]);
        item(label, content, false, legal, Act::Ask(Asking::TripBy(offer.on, *seat)))
    };
    offer.by.iter().map(by).collect()
}

/// Returns the attacks from a Trip: the default attack, or a Basic attack (S49).
fn strikes(view: View<'_>, on: Played, by: Seat) -> Vec<Item<Act>> {
    let strike = |offer: crate::table::skirmish::Offer<Option<CardId>>| {
        let (label, content) = trip_strike(view, by, offer.value.as_ref());
        let step = Step::Trip { by, on, strike: offer.value };
        item(label, content, false, &offer.legal, Act::Trip(step))
    };
    Fight::trip_strikes(view.rules, view.state, by).into_iter().map(strike).collect()
}

/// Returns the attack of a Trip for display.
pub fn trip_strike(view: View<'_>, by: Seat, strike: Option<&CardId>) -> (String, TileContent) {
    match (strike, view.state.weapon(by)) {
        (Some(card), _) => {
            (format!("Strike with {}", view.name(card)), TileContent::Card(card.clone(), CardSide::Front, None))
        }
        (None, Some(weapon)) => (
            format!("Strike with only {}", view.name(weapon)),
            TileContent::Card(weapon.clone(), CardSide::Front, None),
        ),
        (None, None) => ("No strike".to_owned(), TileContent::Words(vec!["No strike".to_owned()], String::new())),
    }
}

/// Returns the card that a Trip cancels, in words.
fn played(view: View<'_>, attack: &Attack, on: Played) -> String {
    let last = attack.steps.iter().rev().find(|step| !matches!(step, Step::Trip { .. }));
    match (on, last) {
        (Played::Answer, Some(step)) => format!("the {}", word(view, step)),
        (Played::Trip, _) => format!("the {}", view.name(view.rules.trip())),
        (Played::Basic, _) => format!("the {}", attack.basic.as_ref().map_or("Basic attack", |basic| view.name(basic))),
        (Played::Special, _) => {
            format!("the {}", attack.special.map_or("special attack", |special| view.rules.special_name(special)))
        }
        _ => "the attack".to_owned(),
    }
}

/// An answer in a word.
fn word(view: View<'_>, step: &Step) -> String {
    match step {
        Step::Hit => "Hit".to_owned(),
        Step::Shield => view.name(view.rules.shield()).to_owned(),
        Step::Card(card) => view.name(card).to_owned(),
        Step::CounterCharge { .. } => view.rules.special_name(Special::Charge).to_owned(),
        Step::Hook { .. } => view.rules.special_name(Special::Hook).to_owned(),
        Step::NoHook => format!("No {}", view.rules.special_name(Special::Hook)),
        Step::Trip { .. } => view.name(view.rules.trip()).to_owned(),
    }
}

fn chip(view: View<'_>, attack: &Attack, index: usize, step: &Step, question: Option<&Question>) -> Chip {
    let seat = match step {
        Step::Trip { by, .. } | Step::Hook { by } => *by,
        _ => question.map_or(attack.target, |question| question.asked),
    };
    let nth = question.and_then(|question| question.blow).map(|(nth, _)| ordinal(usize::from(nth)));
    let to = nth.filter(|_| !matches!(step, Step::Trip { .. })).unwrap_or_default();
    Chip { seat, to, answer: word(view, step), act: Act::Back(index) }
}

/// Returns the gear named for a Rend, if chosen.
fn named(view: View<'_>, attack: &Attack) -> Option<Chip> {
    let gear = attack.names?;
    let answer = gear_name(view, attack.target, gear);
    let to = view.rules.special_name(Special::Rend).to_owned();
    Some(Chip { seat: attack.attacker, to, answer, act: Act::Names(None) })
}
