//! How far a game is, for those who look at it from outside.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::game::{Game, Glossary};
use crate::session::{ForGame, Screens, for_game};
use crate::table::journal::{self, End};
use crate::table::{Entry, Millis, PlayerColour, Rules, Standing, Table, name_of, tell};

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
        Self { standing, players: players.collect(), last, damaged: false, stands: tell::capital(&stands) }
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

/// Reads journals of a game; returns `None` for other data.
pub type Reader = Box<dyn Fn(&[u8]) -> Option<Progress>>;

/// A reader for the journals of a game.
///
/// # Errors
/// Everything because of which the game cannot be played, with its place in the data.
pub fn reader(game: &Game, book: &Glossary) -> Result<Reader, Vec<Diagnostic>> {
    for_game(game, book, MakeReader)
}

struct MakeReader;

impl ForGame for MakeReader {
    type Output = Reader;

    fn with<G: Screens>(self, rules: Arc<G>) -> Reader {
        Box::new(move |bytes| {
            let parsed = journal::read(bytes, &rules).ok()?;
            let damaged = parsed.headless.is_some() || matches!(parsed.end, End::Damaged { .. });
            Some(Progress { damaged, ..Progress::of(&parsed.table) })
        })
    }
}
