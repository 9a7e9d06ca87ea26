//! What a game decides about a table that several devices share: whose a command is, whom a command asks, and the choices
//! that players make in secret.

use serde_json::Value;

use super::{HasSeatCommands as _, Reason, Refusal, Rules, Seat, SeatCommand};

/// Whose device may give a command. The device in the middle of the table may give all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Only the table itself.
    Table,
    /// Any player.
    Anyone,
    /// One player.
    Seat(Seat),
}

/// How the same command from two devices counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Both count, as with a counter.
    Counts,
    /// The first counts: it answers what its player is asked.
    Chooses,
    /// The first counts: it answers what the whole table waits for.
    Decides,
}

/// How a command is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Whose it is.
    pub owner: Owner,
    /// How it counts.
    pub weight: Weight,
}

impl Share {
    /// A command of the table itself.
    pub const TABLE: Self = Self { owner: Owner::Table, weight: Weight::Decides };

    /// A player's own command that always counts.
    pub fn counts(seat: Seat) -> Self {
        Self { owner: Owner::Seat(seat), weight: Weight::Counts }
    }

    /// A player's own choice.
    pub fn chooses(seat: Seat) -> Self {
        Self { owner: Owner::Seat(seat), weight: Weight::Chooses }
    }

    /// A player's decision that the table waits for.
    pub fn decides(seat: Seat) -> Self {
        Self { owner: Owner::Seat(seat), weight: Weight::Decides }
    }

    /// Returns how a command of any game is shared.
    pub fn of<R: Shared>(state: &R::State, command: &R::Command) -> Self {
        match command.seat_command() {
            Some(
                SeatCommand::Rename { seat, .. }
                | SeatCommand::Colour { seat, .. }
                | SeatCommand::Sit { seat, .. }
                | SeatCommand::Note { seat, .. },
            ) => Self::counts(seat),
            Some(SeatCommand::Seating(_)) => Self { owner: Owner::Table, weight: Weight::Counts },
            None => R::share(state, command),
        }
    }
}

/// A game whose table several devices can share. Only [`Shared::share`] is required.
pub trait Shared:
    Rules<State: Send, Command: Send + Sync, Change: Send + Sync, Outcome: Send + Sync> + Send + Sync
{
    /// Returns how a command is shared; those that are an [`HasSeatCommands::seat_command`] are handled elsewhere.
    ///
    /// [`HasSeatCommands::seat_command`]: super::HasSeatCommands::seat_command
    fn share(state: &Self::State, command: &Self::Command) -> Share;

    /// Returns the player whose answer a command waits for before it is carried out; `None` if it is complete, or
    /// refused in any case.
    fn asked(&self, _state: &Self::State, _command: &Self::Command) -> Option<Seat> {
        None
    }

    /// Returns the players whose answers a command contains, once for each answer.
    fn answered_by(&self, _state: &Self::State, _command: &Self::Command) -> Vec<Seat> {
        Vec::new()
    }

    /// True if a command is another one with more answers.
    fn extends(_open: &Self::Command, _answered: &Self::Command) -> bool {
        false
    }

    /// Returns the players whose secret choices the table waits for.
    fn choosers(_state: &Self::State) -> Vec<Seat> {
        Vec::new()
    }

    /// Checks a player's secret choice.
    ///
    /// # Errors
    /// The reasons against it.
    fn check_secret(&self, _state: &Self::State, _seat: Seat, _choice: &Value) -> Result<(), Refusal> {
        Err(no_secret())
    }

    /// Returns the command that reveals the choices of all players.
    fn reveal(_choices: &[Value]) -> Option<Self::Command> {
        None
    }

    /// True if a command shows what was chosen in secret.
    fn reveals(_command: &Self::Command) -> bool {
        false
    }
}

/// Refuses a secret choice for which nobody waits.
pub fn no_secret() -> Refusal {
    let reason = Reason::fact("not now", "nobody waits for a secret choice now");
    Refusal { reasons: vec![reason], possible: Vec::new() }
}
