//! How far a game is, for those who look at it from outside.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::game::{Game, Glossary};
use crate::session::{ForGame, ScoreView as _, Screens, for_game};
use crate::settings::Settings;
use crate::shared::chart::Chart;
use crate::table::journal::{self, End};
use crate::table::{Entry, Millis, Played, PlayerColour, Rules, Standing, Table, name_of, tell};

/// A player, as the shelf shows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    /// Their name.
    pub name: String,
    /// Their colour.
    pub colour: PlayerColour,
    /// True if they are still in the game.
    pub plays: bool,
}

/// How far a game is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Whose turn it is, or how it ended.
    pub standing: Standing,
    /// Everyone, in the order of their seats.
    pub players: Vec<Participant>,
    /// When it was last played.
    pub last: Millis,
    /// True if part of the journal is invalid.
    pub damaged: bool,
    /// True if a game came to its end, this one or one before.
    pub played: bool,
    /// "Round 3, the turn of Orm"
    stands: String,
}

impl Progress {
    /// How far a table is.
    pub fn of<R: Rules>(table: &Table<R>) -> Self {
        let state = table.state();
        let players = R::people(state).into_iter().map(|person| Participant {
            name: person.name.to_owned(),
            colour: person.colour,
            plays: person.plays,
        });
        let standing = R::standing(state);
        let stands = tell::stands(R::moment(state), &standing, |seat| name_of::<R>(state, seat));
        let last = table.entries().last().map(Entry::time).unwrap_or_default();
        Self {
            standing,
            players: players.collect(),
            last,
            damaged: false,
            played: !table.played().is_empty(),
            stands: tell::capital(&stands),
        }
    }

    /// "Round 3, the turn of Orm"
    pub fn stands(&self) -> &str {
        &self.stands
    }

    /// "Asa, Bjarni and Dalla"
    pub fn names(&self) -> String {
        tell::list(&self.players.iter().map(|player| player.name.clone()).collect::<Vec<_>>())
    }
}

/// A finished game in full.
pub struct Finished {
    /// Everyone's figures over the game.
    pub chart: Chart,
    /// The journal, a sentence for each line.
    pub lines: Vec<String>,
}

/// Reads journals of a game. Its functions return `None` for other data.
pub trait Reader {
    /// Returns how far the game is.
    fn progress(&self, journal: &[u8]) -> Option<Progress>;

    /// Returns the games that came to their end.
    fn played(&self, journal: &[u8]) -> Option<Vec<Played>>;

    /// Returns one of them in full.
    fn finished(&self, journal: &[u8], played: &Played) -> Option<Finished>;

    /// Remembers the setup of one of them for the next game.
    fn remember(&self, journal: &[u8], played: &Played, settings: &mut Settings) -> Option<()>;
}

/// A reader for the journals of a game.
///
/// # Errors
/// Everything because of which the game cannot be played, with its place in the data.
pub fn reader(game: &Game, book: &Glossary) -> Result<Box<dyn Reader>, Vec<Diagnostic>> {
    for_game(game, book, MakeReader)
}

struct MakeReader;

impl ForGame for MakeReader {
    type Output = Box<dyn Reader>;

    fn with<G: Screens>(self, rules: Arc<G>) -> Box<dyn Reader> {
        Box::new(rules)
    }
}

impl<G: Screens> Reader for Arc<G> {
    fn progress(&self, journal: &[u8]) -> Option<Progress> {
        let parsed = journal::read(journal, self).ok()?;
        let damaged = parsed.headless.is_some() || matches!(parsed.end, End::Damaged { .. });
        Some(Progress { damaged, ..Progress::of(&parsed.table) })
    }

    fn played(&self, journal: &[u8]) -> Option<Vec<Played>> {
        Some(journal::read(journal, self).ok()?.table.played())
    }

    fn finished(&self, journal: &[u8], played: &Played) -> Option<Finished> {
        let table = journal::read(journal, self).ok()?.table.at_end_of(played);
        let lines = tell::lines(&table).into_iter().map(|line| tell::text(&line.parts)).collect();
        Some(Finished { chart: G::Score::chart(&table), lines })
    }

    fn remember(&self, journal: &[u8], played: &Played, settings: &mut Settings) -> Option<()> {
        let table = journal::read(journal, self).ok()?.table;
        let begin = table.done().get(played.events.start)?;
        G::remember(settings, &self.about().game, &begin.command).then_some(())
    }
}
