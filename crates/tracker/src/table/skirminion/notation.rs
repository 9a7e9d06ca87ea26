//! The game as lines of text: the first side, then one activation per line; and its state, for programs.

use serde::Serialize;

use super::{Activation, Command, Rules, Setup, Side, Square, State, commands, legal, objections, perft};
use crate::rules::skirminion::objections::game_over;
use crate::table::{Notation, Reason, ReportError};

const FIRST: &str = "the first line says who begins: `begin bone` or `begin red` (K2)";

impl Notation<Rules> for Rules {
    fn commands(&self, state: &State, line: &str) -> Result<Vec<Command>, Vec<String>> {
        let begins = match line {
            "begin bone" => Some(Side::Bone),
            "begin red" => Some(Side::Red),
            _ => None,
        };
        match begins {
            Some(first) if state.players.is_empty() => return Ok(vec![Command::Begin(Setup::of_sides(first))]),
            Some(_) => return Err(vec!["the game has begun: only the first line says who begins (K2)".to_owned()]),
            None if state.players.is_empty() => return Err(vec![FIRST.to_owned()]),
            None => (),
        }
        if line == "agree" {
            return Ok(vec![Command::Agree]);
        }
        if let Some(side) = resigning(line) {
            return Ok(vec![Command::Resign { side }]);
        }
        let activation: Activation = line.parse().map_err(|bad: super::ParseActivationError| vec![bad.to_string()])?;
        let over = state.over.map(|over| vec![game_over(over)]);
        let reasons = over.unwrap_or_else(|| objections(&state.position, activation));
        if !reasons.is_empty() {
            return Err(reasons.iter().map(Reason::to_string).collect());
        }
        Ok(commands(&state.position, activation))
    }

    fn no_game_message(&self) -> String {
        FIRST.to_owned()
    }

    fn report(&self, state: &State, with_legal: bool, depth: Option<u32>) -> Result<String, ReportError> {
        Ok(serde_json::to_string(&Report::new(state, with_legal, depth))?)
    }
}

/// The side that a line says resigns: `resign red`.
fn resigning(line: &str) -> Option<Side> {
    let side = line.strip_prefix("resign ")?;
    Side::BOTH.into_iter().find(|one| one.to_string() == side)
}

/// State of a game.
#[derive(Serialize)]
struct Report {
    /// Sorted by the names of their squares.
    units: Vec<Placed>,
    /// Side to activate; `None` after the end.
    turn: Option<Side>,
    /// `bone` or `red` has won, or it is a `draw`.
    over: Option<String>,
    /// The activations that are possible, sorted as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<String>>,
    /// The number of sequences of a given number of activations.
    #[serde(skip_serializing_if = "Option::is_none")]
    perft: Option<u64>,
}

/// A unit and its square.
#[derive(Serialize)]
struct Placed {
    at: Square,
    side: Side,
    health: u8,
}

impl Report {
    fn new(state: &State, with_legal: bool, depth: Option<u32>) -> Self {
        let goes_on = state.turn().is_some();
        let board = &state.position.board;
        let unit = |at| board.unit(at).map(|unit| Placed { at, side: unit.side, health: unit.health });
        let mut units: Vec<Placed> = Square::all().filter_map(unit).collect();
        units.sort_by_key(|placed| (placed.at.column(), placed.at.row()));
        let activations = || {
            let mut all: Vec<String> = legal(&state.position).iter().map(Activation::to_string).collect();
            all.sort();
            all
        };
        // No activation follows the end, and exactly one sequence has none.
        let count = |depth| if goes_on || depth == 0 { perft(&state.position, depth) } else { 0 };
        Self {
            units,
            turn: state.turn(),
            over: state.over.map(|over| over.to_string()),
            legal: with_legal.then(|| if goes_on { activations() } else { Vec::new() }),
            perft: depth.map(count),
        }
    }
}
