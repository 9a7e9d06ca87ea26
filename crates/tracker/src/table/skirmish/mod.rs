//! Skirmish, 5th edition, at the table.

mod act;
mod blow;
mod change;
mod choices;
mod command;
mod describe;
pub mod fight;
mod rules;
pub mod score;
mod share;
mod state;
pub mod tell;

use std::sync::Arc;

use super::tell::Part;
use super::{About, CorruptEntry, Person, PlayerConfig, Seat, Seating, Standing};
use crate::diagnostic::Diagnostic;
use crate::game::{Game, Glossary};

pub use act::{Foreseen, foresee};
pub use blow::{Blow, BlowKind, Stop};
pub use change::Change;
pub use choices::{Choices, Offer, choices, recoveries};
pub use command::{Attack, Command, Means, Played, Setup, Special, Step};
pub use fight::Fight;
pub use rules::{CardInfo, DefenceKind, NoUse, Rules};
pub use state::{Fall, Gear, Pile, PileName, Player, Recovery, Shield, State};

/// Something that happened.
pub type Event = super::Event<Rules>;
/// An entry of the journal.
pub type Entry = super::Entry<Rules>;
/// A table with its journal.
pub type Table = super::Table<Rules>;
/// Effect of a command.
type Decision = super::Decision<Rules>;

/// The word for these rules in `game.toml` and in the head of a journal.
const NAME: &str = crate::game::SKIRMISH_RULES;

impl super::Rules for Rules {
    type State = State;
    type Command = Command;
    type Change = Change;
    type Outcome = Blow;

    const NAME: &'static str = NAME;
    const OUTCOMES: &'static str = "blows";

    fn read(game: &Game, book: &Glossary) -> Result<Self, Vec<Diagnostic>> {
        Self::new(game, book)
    }

    fn begin(&self, players: Vec<PlayerConfig>) -> Command {
        // The last one deals, so the first one starts.
        let dealer = Seat::at(players.len().saturating_sub(1)).unwrap_or_default();
        Command::Begin(Setup { players, dealer, house: Some(self.rulings()), ..Setup::default() })
    }

    fn about(&self) -> &About {
        &self.about
    }

    fn decide(&self, state: &State, command: &Command) -> Decision {
        act::decide(self, state, command)
    }

    fn check(&self, state: &State) -> Result<(), CorruptEntry> {
        state.check(self)
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
        match (&a.command, &b.command) {
            (Command::Adjust { seat, .. }, Command::Adjust { seat: other, .. }) => {
                seat == other && b.time.is_soon_after(a.time)
            }
            _ => false,
        }
    }

    fn people(state: &State) -> Vec<Person<'_>> {
        state.players.iter().map(Player::person).collect()
    }

    fn seating(state: &State) -> Seating {
        state.setup.seating
    }

    fn standing(state: &State) -> Standing {
        match state.winner {
            _ if !state.begun() => Standing::NotBegun,
            Some(winner) => Standing::Over(vec![winner]),
            None => Standing::Turn(state.turn),
        }
    }

    fn round(state: &State) -> u32 {
        state.round
    }

    fn describe(&self, state: &State) -> Vec<String> {
        describe::describe(self, state)
    }

    fn legal(&self, state: &State) -> Vec<Command> {
        choices::legal(self, state)
    }
}
