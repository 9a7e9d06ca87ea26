//! State of a game, for programs.

use serde::Serialize;

use super::{Command, Mark, Moment, Phase, Rules, Side, State, Status, due};
use crate::table::{Notation, ReportError};

const FIRST: &str = "the first line begins the game: {\"begin\":[{\"name\":\"North\",\"warband\":\"crows-levy\"},…]}";

impl Notation<Rules> for Rules {
    /// Commands are always JSON.
    fn commands(&self, _: &State, _: &str) -> Result<Vec<Command>, Vec<String>> {
        Err(vec!["a line is a command as JSON, such as {\"phase\":\"next\"}".to_owned()])
    }

    fn no_game_message(&self) -> String {
        FIRST.to_owned()
    }

    fn report(&self, state: &State, with_legal: bool, depth: Option<u32>) -> Result<String, ReportError> {
        if depth.is_some() {
            return Err(ReportError::NoCount);
        }
        let legal = with_legal.then(|| super::legal::legal(self, state));
        Ok(serde_json::to_string(&Report::new(state, legal))?)
    }
}

/// State of a game.
#[derive(Serialize)]
struct Report<'a> {
    turn: u32,
    /// Whose turn it is.
    side: &'a str,
    phase: Phase,
    sides: Vec<SideReport<'a>>,
    /// The winner, or `draw`; several winners are separated by commas.
    over: Option<String>,
    /// The commands that the rules allow now.
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<Command>>,
}

#[derive(Serialize)]
struct SideReport<'a> {
    name: &'a str,
    /// Number of warriors at the start.
    start: usize,
    /// Number of warriors out of action.
    out: usize,
    /// True if it must take a rout test now (W36).
    rout_due: bool,
    /// Target of a rout test; `None` if nobody is left whose Leadership counts.
    target: Option<u8>,
    /// Whose Leadership that is, by number.
    leader: Option<u8>,
    warriors: Vec<WarriorReport>,
}

#[derive(Serialize)]
struct WarriorReport {
    no: u8,
    wounds: u8,
    status: Status,
    marks: Vec<Mark>,
}

impl<'a> Report<'a> {
    fn new(state: &'a State, legal: Option<Vec<Command>>) -> Self {
        let Moment { turn, side, phase, .. } = state.moment;
        let due = due(state);
        let name = |seat| state.side(seat).map_or("", |side| side.name.as_str());
        let sides =
            state.seats().zip(&state.sides).map(|(seat, of)| side_report(of, due.rout.is_some() && seat == side));
        let over = state.over.as_ref().map(|over| match over.winners.as_slice() {
            [] => "draw".to_owned(),
            winners => winners.iter().map(|seat| name(*seat)).collect::<Vec<_>>().join(", "),
        });
        Self { turn, side: name(side), phase, sides: sides.collect(), over, legal }
    }
}

fn side_report(side: &Side, rout_due: bool) -> SideReport<'_> {
    let warrior = |(no, warrior): (u8, &super::Warrior)| WarriorReport {
        no,
        wounds: warrior.now.wounds,
        status: warrior.now.status,
        marks: warrior.now.marks.iter().collect(),
    };
    SideReport {
        name: &side.name,
        start: side.warriors.len(),
        out: side.out(),
        rout_due,
        target: side.rout_target(),
        leader: side.rout_leader(),
        warriors: side.numbered().map(warrior).collect(),
    }
}
