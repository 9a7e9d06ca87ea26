//! The next question, and its possible answers.

use super::legal::{self, Facing};
use super::play::Play;
use super::{Choice, Question, QuestionKind};
use crate::table::skirmish::Rules;
use crate::table::skirmish::command::{Special, Step};
use crate::table::skirmish::state::State;
use crate::table::{CardId, Reason, Seat};

impl<'a> Play<'a> {
    /// Notes the question, if it is the first one that has no answer.
    pub(super) fn ask(
        &mut self,
        asked: Seat,
        by: Seat,
        what: QuestionKind,
        blow: Option<(u8, u8)>,
        facing: &Facing<'a>,
    ) {
        if self.is_open() {
            let choices = match what {
                QuestionKind::Answer(_) => self.answers(facing),
                QuestionKind::Hook => self.hook_answers(asked),
            };
            self.question = Some(Question { asked, what, by, blow, choices });
        }
    }

    fn answers(&self, facing: &Facing<'a>) -> Vec<Choice> {
        let mut steps = vec![Step::Hit];
        steps.extend(self.rules.defences().iter().cloned().map(Step::Card));
        steps.push(Step::Shield);
        let counter = |basic: &CardId| Step::CounterCharge { basic: basic.clone() };
        let few = if facing.special == Some(Special::Charge) { usize::MAX } else { 1 };
        steps.extend(self.rules.basics().iter().take(few).map(counter));
        let choice = |step: Step| self.choice(against(self.rules, self.state(), facing, &step), step);
        steps.into_iter().map(choice).collect()
    }

    fn hook_answers(&self, by: Seat) -> Vec<Choice> {
        vec![self.choice(None, Step::NoHook), self.choice(None, Step::Hook { by })]
    }

    /// Returns an answer, with the objections to it or to one of its cards.
    fn choice(&self, reason: Option<Reason>, step: Step) -> Choice {
        let cards = cards(self.rules, &step);
        let reason = reason.or_else(|| cards.iter().find_map(|card| self.all_discarded(card)));
        Choice { cards, legal: reason.map_or(Ok(()), |reason| Err(vec![reason])), step }
    }
}

/// Returns the cards that an answer takes from the hand.
fn cards(rules: &Rules, step: &Step) -> Vec<CardId> {
    match step {
        Step::Card(card) => vec![card.clone()],
        Step::CounterCharge { basic } => vec![basic.clone(), rules.special_attack().clone()],
        Step::Hook { .. } => vec![rules.special_attack().clone()],
        Step::Hit | Step::Shield | Step::NoHook | Step::Trip { .. } => Vec::new(),
    }
}

/// Objects to a step that doesn't answer a blow.
pub(super) fn against(rules: &Rules, state: &State, facing: &Facing<'_>, step: &Step) -> Option<Reason> {
    match step {
        Step::Hit => None,
        Step::Shield => legal::against_shield(rules, state, facing),
        Step::Card(card) => legal::against_defence(rules, state, facing, card),
        Step::CounterCharge { basic } => legal::against_counter_charge(rules, state, facing, basic),
        Step::Hook { .. } | Step::NoHook | Step::Trip { .. } => {
            Some(Reason::fact("not now", "this does not answer the blow"))
        }
    }
}
