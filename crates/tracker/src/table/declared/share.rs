//! A declared table that several devices share: players change their own counters and marks, and all change the piles.

use super::{Command, Rules, State};
use crate::table::share::{Owner, Share, Shared, Weight};

impl Shared for Rules {
    fn share(_state: &State, command: &Command) -> Share {
        match command {
            Command::Count { seat, .. } | Command::Mark { seat, .. } => Share::counts(*seat),
            Command::EndTurn { seat } => Share::decides(*seat),
            Command::Shared { .. } | Command::Put { .. } => Share { owner: Owner::Anyone, weight: Weight::Counts },
            Command::Move { .. } | Command::Shuffle { .. } | Command::Timer { .. } | Command::Write { .. } => {
                Share { owner: Owner::Anyone, weight: Weight::Decides }
            }
            Command::Begin(_) | Command::Turn { .. } | Command::End | Command::Seat(_) => Share::TABLE,
        }
    }
}
