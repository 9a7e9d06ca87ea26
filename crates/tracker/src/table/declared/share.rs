//! A declared table that several devices share: players change what is their own, and all change what is the table's.

use super::{Command, Rules, State};
use crate::table::share::{Owner, Share, Shared, Weight};

impl Shared for Rules {
    fn share(_state: &State, command: &Command) -> Share {
        let owner = command.seat().map_or(Owner::Anyone, Owner::Seat);
        let weight = match command {
            Command::Count { .. }
            | Command::Mark { .. }
            | Command::Act { .. }
            | Command::Shared { .. }
            | Command::Put { .. } => Weight::Counts,
            Command::Move { .. }
            | Command::Shuffle { .. }
            | Command::Timer { .. }
            | Command::Write { .. }
            | Command::EndTurn { .. } => Weight::Decides,
            Command::Begin(_) | Command::Turn { .. } | Command::End | Command::Seat(_) => return Share::TABLE,
        };
        Share { owner, weight }
    }
}
