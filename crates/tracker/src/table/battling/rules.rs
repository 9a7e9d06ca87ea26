//! The battling-card game as a table keeps it.

use std::sync::Arc;

use super::{Change, Command, Decision, Event, Player, Rank, Setup, State, act, tell};
use crate::diagnostic::Diagnostic;
use crate::game::{BattlingSpec, Game, Glossary};
use crate::table::tell::Part;
use crate::table::{About, CorruptEntry, Notation, Person, PlayerConfig, Ruleset, Seating, Standing};

/// The rules of the battling-card game, with the figures of its data.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    about: About,
    spec: BattlingSpec,
}

impl Rules {
    /// Returns the values of the data, and the default options.
    pub fn spec(&self) -> &BattlingSpec {
        &self.spec
    }
}

impl crate::table::Rules for Rules {
    type State = State;
    type Command = Command;
    type Change = Change;
    type Outcome = ();

    const NAME: &'static str = "battling";

    fn read(game: &Game, book: &Glossary) -> Result<Self, Vec<Diagnostic>> {
        let about = About::new(<Self as crate::table::Rules>::NAME, game, book);
        Ok(Self { about, spec: game.battling.clone().unwrap_or_default() })
    }

    fn begin(&self, players: Vec<PlayerConfig>) -> Command {
        let BattlingSpec { defence, equal, four, order, .. } = self.spec;
        let (seating, rules) = (Seating::default(), Ruleset::LATEST);
        Command::Begin(Setup { players, defence, equal, four, order, seating, rules })
    }

    fn up_to_date(&self, command: Command) -> Command {
        match command {
            Command::Begin(setup) => Command::Begin(Setup { rules: Ruleset::LATEST, ..setup }),
            other => other,
        }
    }

    fn about(&self) -> &About {
        &self.about
    }

    fn decide(&self, state: &State, command: &Command) -> Decision {
        act::decide(self, state, command)
    }

    fn check(&self, state: &State) -> Result<(), CorruptEntry> {
        state.check()?;
        if state.begun() && !self.spec.players.contains(&state.players.len()) {
            return Err(CorruptEntry(format!("there are {} players", state.players.len())));
        }
        Ok(())
    }

    fn check_form(state: &State) -> Result<(), CorruptEntry> {
        state.check()
    }

    fn tell(&self, before: &State, events: &[Arc<Event>]) -> Vec<Part> {
        tell::tell(before, events)
    }

    fn label(&self, state: &State, events: &[Arc<Event>]) -> String {
        tell::label(state, events)
    }

    /// Taps of one army's life points.
    fn go_together(a: &Event, b: &Event) -> bool {
        let same = match (&a.command, &b.command) {
            (Command::Adjust { seat, .. }, Command::Adjust { seat: other, .. }) => seat == other,
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
        match &state.over {
            _ if !state.begun() => Standing::NotBegun,
            Some(over) => Standing::Over(over.winners.clone()),
            None => Standing::Together,
        }
    }

    const ROUND: &'static str = "Turn";

    fn round(state: &State) -> u32 {
        state.turn
    }

    fn notation(&self) -> Option<&dyn Notation<Self>> {
        Some(self)
    }

    fn describe(&self, state: &State) -> Vec<String> {
        tell::describe(state)
    }

    /// Returns the end of the turn, every robbery, every treasure that can be given back, and a life point more or
    /// less. Turns with fights are too many to list: any two cards, any target.
    fn legal(&self, state: &State) -> Vec<Command> {
        let mut all = vec![Command::EndTurn];
        for seat in state.seats() {
            let pairs = state.seats().flat_map(|from| Rank::all().map(move |rank| (from, rank)));
            all.extend(
                pairs.flat_map(|(from, rank)| {
                    [Command::Take { seat, from, rank }, Command::GiveBack { seat, from, rank }]
                }),
            );
            all.extend([1, -1].map(|by| Command::Adjust { seat, by }));
        }
        all.retain(|command| act::decide(self, state, command).reasons.is_empty());
        all
    }
}
