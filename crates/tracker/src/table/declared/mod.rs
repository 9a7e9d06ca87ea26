//! A table that a game declares in its data: counters, marks, piles, actions, turns, and how it is
//! won.

mod act;
mod change;
mod command;
mod rules;
pub mod score;
mod share;
mod state;
mod tell;

use std::sync::Arc;

use super::tell::Part;
use super::{About, CorruptEntry, Person, PlayerConfig, Seat, Seating, Standing};
use crate::diagnostic::Diagnostic;
use crate::game::{Game, Glossary};

pub use change::Change;
pub use command::{Command, Setup};
pub use rules::{CardInfo, Rules};
pub use state::{Pile, PileId, Player, State};

/// Something that happened.
pub type Event = super::Event<Rules>;
/// An entry of the journal.
pub type Entry = super::Entry<Rules>;
/// A table with its journal.
pub type Table = super::Table<Rules>;
/// Effect of a command.
type Decision = super::Decision<Rules>;

/// Id of these rules in `game.toml`, where it is the default, and in the head of a journal.
const NAME: &str = "declared";

impl super::Rules for Rules {
    type State = State;
    type Command = Command;
    type Change = Change;
    type Outcome = ();

    const NAME: &'static str = NAME;
    const BY_DATA: bool = true;

    fn read(game: &Game, book: &Glossary) -> Result<Self, Vec<Diagnostic>> {
        Ok(Self::new(game, book))
    }

    fn begin(&self, players: Vec<PlayerConfig>) -> Command {
        Command::Begin(Setup { players, first: Seat::default(), seating: Seating::default() })
    }

    fn about(&self) -> &About {
        &self.about
    }

    fn decide(&self, state: &State, command: &Command) -> Decision {
        act::decide(self, state, command)
    }

    fn check(&self, state: &State) -> Result<(), CorruptEntry> {
        Rules::check(self, state)
    }

    fn check_form(state: &State) -> Result<(), CorruptEntry> {
        state.check_form()
    }

    fn tell(&self, before: &State, events: &[Arc<Event>]) -> Vec<Part> {
        tell::tell(self, before, events)
    }

    fn label(&self, state: &State, events: &[Arc<Event>]) -> String {
        tell::label(self, state, events)
    }

    fn go_together(a: &Event, b: &Event) -> bool {
        let same = match (&a.command, &b.command) {
            (Command::Count { seat, counter, .. }, Command::Count { seat: other, counter: same, .. }) => {
                seat == other && counter == same
            }
            (Command::Shared { counter, .. }, Command::Shared { counter: same, .. }) => counter == same,
            _ => false,
        };
        same && b.time.is_soon_after(a.time)
    }

    fn people(state: &State) -> Vec<Person<'_>> {
        state.players.iter().map(Player::person).collect()
    }

    fn seating(state: &State) -> Seating {
        state.seating
    }

    fn standing(state: &State) -> Standing {
        match (&state.over, state.turn) {
            _ if !state.begun() => Standing::NotBegun,
            (Some(winners), _) => Standing::Over(winners.clone()),
            (None, Some(turn)) => Standing::Turn(turn),
            (None, None) => Standing::Together,
        }
    }

    fn round(state: &State) -> u32 {
        state.round
    }

    fn describe(&self, state: &State) -> Vec<String> {
        tell::describe(self, state)
    }

    fn legal(&self, state: &State) -> Vec<Command> {
        act::legal(self, state)
    }
}
