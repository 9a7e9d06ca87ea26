//! Warbands as a table keeps them.

use std::sync::Arc;

use super::{Begin, Change, Command, Decision, Event, Muster, Over, State, Status, Tested, act, legal, tell};
use crate::diagnostic::Diagnostic;
use crate::game::{Game, Glossary, House, Warband};
use crate::table::tell::Part;
use crate::table::{About, CorruptEntry, Notation, Person, PlayerConfig, Ruleset, Seating, Standing};

/// The rules of warbands, with the warbands of the game's folder.
#[derive(Clone, Debug)]
pub struct Rules {
    about: About,
    house: House,
    warbands: Vec<Warband>,
}

/// Rules are equal if they are of the same edition of a game.
impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        let ids = |rules: &Self| rules.warbands.iter().map(|warband| warband.id.clone()).collect::<Vec<_>>();
        self.about == other.about && self.house == other.house && ids(self) == ids(other)
    }
}

impl Rules {
    /// Returns the house rules that are on by default.
    pub fn house(&self) -> House {
        self.house
    }

    /// Returns the warbands of the game's folder, by the names of their files.
    pub fn warbands(&self) -> &[Warband] {
        &self.warbands
    }

    /// Returns the warband in a file of this name.
    pub fn warband(&self, id: &str) -> Option<&Warband> {
        self.warbands.iter().find(|warband| warband.id == id)
    }
}

impl crate::table::Rules for Rules {
    type State = State;
    type Command = Command;
    type Change = Change;
    type Outcome = Tested;

    const NAME: &'static str = crate::game::WARBAND_RULES;

    fn read(game: &Game, book: &Glossary) -> Result<Self, Vec<Diagnostic>> {
        let about = About::new(<Self as crate::table::Rules>::NAME, game, book);
        Ok(Self { about, house: game.house, warbands: game.warbands.clone() })
    }

    /// Begins a game with one warband of the folder after the other, repeated for more players.
    fn begin(&self, players: Vec<PlayerConfig>) -> Command {
        let ids = self.warbands.iter().map(|warband| Some(warband.id.clone()));
        let ids: Vec<Option<String>> = if self.warbands.is_empty() { vec![None] } else { ids.collect() };
        let muster = |(entrant, warband): (PlayerConfig, &Option<String>)| Muster {
            name: entrant.name,
            warband: warband.clone(),
            colour: Some(entrant.colour),
            chair: Some(entrant.chair),
            ..Muster::default()
        };
        Command::Begin(Begin {
            begin: players.into_iter().zip(ids.iter().cycle()).map(muster).collect(),
            rules: Ruleset::LATEST,
            ..Begin::default()
        })
    }

    fn up_to_date(&self, command: Command) -> Command {
        match command {
            Command::Begin(begin) => Command::Begin(Begin { rules: Ruleset::LATEST, ..begin }),
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
        state.check()
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

    /// Taps of one warrior's wounds.
    fn go_together(a: &Event, b: &Event) -> bool {
        let tap = |event: &Event| match &event.command {
            Command::Wound(wound) if wound.injury.is_empty() && wound.by.is_none() => Some(wound.wound.clone()),
            _ => None,
        };
        b.time.is_soon_after(a.time) && tap(a).is_some() && tap(a) == tap(b)
    }

    fn people(state: &State) -> Vec<Person<'_>> {
        state.sides.iter().map(super::Side::person).collect()
    }

    fn seating(state: &State) -> Seating {
        state.seating
    }

    fn standing(state: &State) -> Standing {
        match &state.over {
            _ if !state.begun() => Standing::NotBegun,
            Some(Over { winners, .. }) => Standing::Over(winners.clone()),
            None => Standing::Turn(state.moment.side),
        }
    }

    const ROUND: &'static str = "Turn";

    fn round(state: &State) -> u32 {
        if state.begun() { state.moment.turn } else { 0 }
    }

    fn notation(&self) -> Option<&dyn Notation<Self>> {
        Some(self)
    }

    fn describe(&self, state: &State) -> Vec<String> {
        let mut lines = Vec::new();
        for side in &state.sides {
            let (start, out) = (side.warriors.len(), side.out());
            let lost = if side.lost { ", has lost" } else { "" };
            lines.push(format!("{} ({}): {} of {start} left{lost}", side.name, side.warband, start - out));
            for (no, warrior) in side.numbered().filter(|(_, warrior)| warrior.now.is_in()) {
                let now = warrior.now;
                let status = Some(now.status).filter(|status| *status != Status::Standing).map(Status::words);
                let marks = now.marks.iter().map(super::Mark::words);
                let told: Vec<&str> = status.into_iter().chain(marks).collect();
                let told = if told.is_empty() { String::new() } else { format!(", {}", told.join(", ")) };
                lines.push(format!("  {no} {}: {} wounds{told}", warrior.spec.name, now.wounds));
            }
        }
        lines.push(match &state.over {
            Some(over) => tell::end(state, over),
            None => {
                let side = state.side(state.moment.side).map(|side| side.name.as_str()).unwrap_or_default();
                format!("turn {}: {side}, {} phase", state.moment.turn, state.moment.phase.words())
            }
        });
        lines
    }

    fn legal(&self, state: &State) -> Vec<Command> {
        legal::legal(self, state)
    }
}
