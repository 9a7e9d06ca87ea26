//! Battling Cards at a table that several devices share: cards and targets are secret until the last player has chosen.

use serde_json::Value;

use super::act::against_play;
use super::{Command, Play, Rules, State, resolve};
use crate::game::rule;
use crate::table::share::{Owner, Share, Shared, Weight, no_secret};
use crate::table::{Reason, Refusal, Rules as _, Seat, from_value};

impl Shared for Rules {
    fn share(_state: &State, command: &Command) -> Share {
        match command {
            Command::EndTurn => Share { owner: Owner::Anyone, weight: Weight::Decides },
            Command::Take { seat, .. } => Share::chooses(*seat),
            Command::GiveBack { seat, .. } | Command::Adjust { seat, .. } => Share::counts(*seat),
            Command::Begin(_) | Command::Turn { .. } | Command::Seat(_) => Share::TABLE,
        }
    }

    fn asked(&self, state: &State, command: &Command) -> Option<Seat> {
        let Command::Turn { plays } = command else { return None };
        // All that speaks against the turn is the open fight.
        let rest = self.decide(state, command).reasons;
        let open = resolve(state, plays, self.spec().bonus).open.filter(|_| rest.len() == 1)?;
        Some(open.clash.by)
    }

    fn answered_by(&self, _state: &State, command: &Command) -> Vec<Seat> {
        let Command::Turn { plays } = command else { return Vec::new() };
        let answers = |play: &Play| [play.wants.map(|_| play.seat), play.treasure.map(|_| play.seat)];
        plays.iter().flat_map(answers).flatten().collect()
    }

    fn extends(open: &Command, answered: &Command) -> bool {
        let (Command::Turn { plays: open }, Command::Turn { plays: answered }) = (open, answered) else { return false };
        let is_more = |(open, answered): (&Play, &Play)| {
            let kept = Play {
                wants: open.wants.and(answered.wants),
                treasure: open.treasure.and(answered.treasure),
                ..answered.clone()
            };
            kept == *open
        };
        open != answered && open.len() == answered.len() && open.iter().zip(answered).all(is_more)
    }

    fn choosers(state: &State) -> Vec<Seat> {
        if state.begun() && state.over.is_none() { state.left() } else { Vec::new() }
    }

    fn check_secret(&self, state: &State, seat: Seat, choice: &Value) -> Result<(), Refusal> {
        if !Self::choosers(state).contains(&seat) {
            return Err(no_secret());
        }
        let refused = |reasons| Err(Refusal { reasons, possible: Vec::new() });
        match from_value::<Play>(choice.clone()) {
            Ok(play) if play.seat == seat && play.wants.is_none() && play.treasure.is_none() => {
                let reasons = against_play(state, &play);
                if reasons.is_empty() { Ok(()) } else { refused(reasons) }
            }
            _ => {
                let text = "two cards and a target are chosen in secret, and nothing else";
                refused(vec![Reason::absolute(rule!("B9"), "two cards", text)])
            }
        }
    }

    fn reveal(choices: &[Value]) -> Option<Command> {
        let plays: Result<Vec<Play>, _> = choices.iter().cloned().map(from_value).collect();
        Some(Command::Turn { plays: plays.ok()? })
    }

    fn reveals(command: &Command) -> bool {
        matches!(command, Command::Turn { .. })
    }
}
