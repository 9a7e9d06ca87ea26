//! Skirminion at a table that several devices share: the side on turn moves, and a draw is offered from phone to phone.

use super::{Command, Rules, State};
use crate::table::share::{Share, Shared};
use crate::table::{Rules as _, Seat, Standing};

impl Shared for Rules {
    fn share(state: &State, command: &Command) -> Share {
        match command {
            Command::Move { .. } | Command::Attack { .. } | Command::End { .. } => match Self::standing(state) {
                Standing::Turn(seat) => Share::decides(seat),
                _ => Share::TABLE,
            },
            Command::Offer { by, .. } => Share::decides(Seat::of_side(*by)),
            Command::Resign { side } => Share::chooses(Seat::of_side(*side)),
            Command::Begin(_) | Command::Agree | Command::Set { .. } | Command::Machine { .. } | Command::Seat(_) => {
                Share::TABLE
            }
        }
    }

    fn asked(&self, _state: &State, command: &Command) -> Option<Seat> {
        match command {
            Command::Offer { by, answer: None } => Some(Seat::of_side(by.other())),
            _ => None,
        }
    }

    fn answered_by(&self, _state: &State, command: &Command) -> Vec<Seat> {
        match command {
            Command::Offer { by, answer: Some(_) } => vec![Seat::of_side(by.other())],
            _ => Vec::new(),
        }
    }

    fn extends(open: &Command, answered: &Command) -> bool {
        match (open, answered) {
            (Command::Offer { by, answer: None }, Command::Offer { by: same, answer: Some(_) }) => by == same,
            _ => false,
        }
    }
}
