//! Skirminion as a table keeps it.

use std::sync::Arc;

use super::{
    Blow, Change, Command, Decision, Event, MOST_HEALTH, Setup, Side, State, Unit, act, destinations, targets, tell,
};
use crate::diagnostic::Diagnostic;
use crate::game::{Game, Glossary};
use crate::table::Seat;
use crate::table::tell::Part;
use crate::table::{About, CorruptEntry, Drawings, Notation, Person, PlayerConfig, Seating, Standing, TableChange};

/// The rules of Skirminion. All values follow from the dice and the board, so its data only names them.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    about: About,
}

impl crate::table::Rules for Rules {
    type State = State;
    type Command = Command;
    type Change = Change;
    type Outcome = Blow;

    const NAME: &'static str = crate::game::skirminion::RULES;
    const OUTCOMES: &'static str = "blows";

    fn read(game: &Game, book: &Glossary) -> Result<Self, Vec<Diagnostic>> {
        Ok(Self { about: About::new(<Self as crate::table::Rules>::NAME, game, book) })
    }

    fn begin(&self, players: Vec<PlayerConfig>) -> Command {
        Command::Begin(Setup { players, ..Setup::of_sides(Side::Bone) })
    }

    fn about(&self) -> &About {
        &self.about
    }

    fn decide(&self, state: &State, command: &Command) -> Decision {
        act::decide(state, command)
    }

    fn check(&self, state: &State) -> Result<(), CorruptEntry> {
        state.check()
    }

    fn check_form(state: &State) -> Result<(), CorruptEntry> {
        state.check()
    }

    fn tell(&self, before: &State, events: &[Arc<Event>]) -> Vec<Part> {
        tell::tell(before, events)
    }

    fn label(&self, _: &State, events: &[Arc<Event>]) -> String {
        tell::label(events)
    }

    /// True for both halves of an activation and its end.
    fn go_together(_: &Event, b: &Event) -> bool {
        let plays = matches!(b.command, Command::Move { .. } | Command::Attack { .. } | Command::End { .. });
        let goes_on = |change: &Change| matches!(change, Change::Half(TableChange { from: Some(_), .. }));
        plays && b.changes.iter().any(goes_on)
    }

    fn people(state: &State) -> Vec<Person<'_>> {
        let people = state.players.iter().zip(Side::BOTH).map(|(player, side)| Person {
            name: &player.name,
            colour: player.colour,
            chair: player.chair,
            note: &player.note,
            plays: !state.position.board.units(side).is_empty(),
        });
        people.collect()
    }

    fn strength(state: &State, seat: Seat) -> Option<String> {
        state.machines.of(seat.side()?).map(|strength| strength.to_string())
    }

    fn seating(state: &State) -> Seating {
        state.seating
    }

    fn standing(state: &State) -> Standing {
        match (state.turn(), state.over) {
            (Some(side), _) => Standing::Turn(Seat::of_side(side)),
            (None, Some(over)) => Standing::Over(over.winner().map(Seat::of_side).into_iter().collect()),
            (None, None) => Standing::NotBegun,
        }
    }

    /// Returns the round, in which both sides activate a unit.
    fn round(state: &State) -> u32 {
        if state.players.is_empty() { 0 } else { state.activations / 2 + 1 }
    }

    fn moment(state: &State) -> String {
        if state.players.is_empty() { String::new() } else { format!("Activation {}", state.activations + 1) }
    }

    fn describe(&self, state: &State) -> Vec<String> {
        let board = &state.position.board;
        let side = |side: Side| {
            let units = board.units(side).map(|at| format!("{at} {}", board.health(at)));
            let units: Vec<String> = units.collect();
            format!("{side}: {}", if units.is_empty() { "no unit left".to_owned() } else { units.join(", ") })
        };
        let end = match (state.over, state.turn()) {
            (Some(over), _) => over.winner().map_or("a draw".to_owned(), |side| format!("{side} has won")),
            (None, Some(side)) => format!("{side} activates a unit"),
            (None, None) => "no game has begun".to_owned(),
        };
        let offered =
            state.offers_draw().then(|| "the position occurs for the third time: a draw is offered".to_owned());
        Side::BOTH.map(side).into_iter().chain([end]).chain(offered).collect()
    }

    /// Returns the units in every state of health, and the signs on a square.
    fn drawings() -> Drawings {
        let units = Side::BOTH.into_iter().flat_map(|side| (1..=MOST_HEALTH).map(move |health| Unit { side, health }));
        let marks = ["attack", "last-stand", "move", "rest", "retreat"];
        Drawings { pictures: units.map(Unit::picture).collect(), marks: marks.map(str::to_owned).into() }
    }

    fn notation(&self) -> Option<&dyn Notation<Self>> {
        Some(self)
    }

    /// Returns the halves of all activations: a move, an attack, the end.
    fn legal(&self, state: &State) -> Vec<Command> {
        let Some(side) = state.turn() else { return Vec::new() };
        let board = &state.position.board;
        let units = state.half.map_or(board.units(side), |half| half.at.alone());
        let all = units.flat_map(|unit| {
            let moves = destinations(board, side, unit).map(move |to| Command::Move { from: unit, to });
            let attacks = targets(board, side, unit).map(move |on| Command::Attack { by: unit, on });
            std::iter::once(Command::End { unit }).chain(moves).chain(attacks)
        });
        let mut all: Vec<Command> = all.chain([Command::Agree]).collect();
        all.retain(|command| act::decide(state, command).reasons.is_empty());
        all
    }
}
