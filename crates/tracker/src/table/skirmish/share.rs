//! Skirmish at a table that several devices share: attacks wait for the defender's answer.

use super::{Command, Fight, Rules, State, Step};
use crate::table::share::{Owner, Share, Shared, Weight};
use crate::table::{Rules as _, Seat};

impl Shared for Rules {
    fn share(_state: &State, command: &Command) -> Share {
        match command {
            Command::Attack(attack) => Share::decides(attack.attacker),
            Command::Trip { by: seat, .. }
            | Command::Recover { seat, .. }
            | Command::Wear { seat }
            | Command::EndTurn { seat } => Share::decides(*seat),
            // The normal deck is empty for everyone, and reshuffled once.
            Command::Reshuffle => Share { owner: Owner::Anyone, weight: Weight::Decides },
            Command::Fall { seat, .. } => Share::chooses(*seat),
            Command::Discard { seat, .. }
            | Command::Adjust { seat, .. }
            | Command::Lose { seat, .. }
            | Command::Take { seat, .. }
            | Command::TurnShield { seat, .. }
            | Command::SetMail { seat, .. } => Share::counts(*seat),
            Command::Put { .. } => Share { owner: Owner::Table, weight: Weight::Counts },
            Command::Begin(_)
            | Command::Swap { .. }
            | Command::Turn { .. }
            | Command::BringBack { .. }
            | Command::Seat(_) => Share::TABLE,
        }
    }

    fn asked(&self, state: &State, command: &Command) -> Option<Seat> {
        let Command::Attack(attack) = command else { return None };
        self.decide(state, command).refusal(false).is_none().then_some(())?;
        Fight::new(self, state, attack).question().map(|question| question.asked)
    }

    fn answered_by(&self, state: &State, command: &Command) -> Vec<Seat> {
        let Command::Attack(attack) = command else { return Vec::new() };
        let answerer = |(at, step): (usize, &Step)| match step {
            Step::Trip { by, .. } | Step::Hook { by } => Some(*by),
            _ => {
                let before = super::Attack { steps: attack.steps[..at].to_vec(), ..attack.clone() };
                Fight::new(self, state, &before).question().map(|question| question.asked)
            }
        };
        attack.steps.iter().enumerate().filter_map(answerer).collect()
    }

    fn extends(open: &Command, answered: &Command) -> bool {
        let (Command::Attack(open), Command::Attack(answered)) = (open, answered) else { return false };
        let more = answered.steps.starts_with(&open.steps) && answered.steps.len() > open.steps.len();
        more && super::Attack { steps: open.steps.clone(), ..answered.clone() } == *open
    }
}
