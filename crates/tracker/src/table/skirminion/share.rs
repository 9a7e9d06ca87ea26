//! Skirminion at a table that several devices share: the side on turn moves.

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
            Command::Resign { side } => Share::chooses(Seat::of_side(*side)),
            Command::Begin(_)
            | Command::Agree
            | Command::Set { .. }
            | Command::Machine { .. }
            | Command::Rename { .. }
            | Command::Note { .. }
            | Command::Colour { .. }
            | Command::Sit { .. }
            | Command::Seating(_) => Share::TABLE,
        }
    }
}
