//! Finished games: a journal goes on with the next game of the same people, so it may have several.

use std::ops::Range;

use super::table::begins;
use super::{Change as _, Millis, PlayerConfig, Rules, Seat, Standing, Table, entrants};

/// A game that came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its events, as indices into [`Table::done`].
    pub events: Range<usize>,
    /// The time of its first event.
    pub began: Millis,
    /// The time at which it was won or drawn.
    pub ended: Millis,
    /// Everyone, in the order of their seats; the machine is `Table (hard)`.
    pub players: Vec<PlayerConfig>,
    /// The winners: one, several, or none.
    pub winners: Vec<Seat>,
}

impl Played {
    /// Returns its length in whole minutes.
    pub fn minutes(&self) -> u64 {
        self.ended.minutes_since(self.began)
    }
}

impl<R: Rules> Table<R> {
    /// Returns the games that came to their end, the first one first.
    pub fn played(&self) -> Vec<Played> {
        let done = self.done();
        let starts: Vec<usize> = (0..done.len()).filter(|at| begins(&done[*at])).collect();
        let ends = starts.iter().skip(1).copied().chain([done.len()]);
        starts.iter().copied().zip(ends).filter_map(|(start, end)| self.played_in(start..end)).collect()
    }

    /// Returns the game that these events are, if it came to its end.
    fn played_in(&self, events: Range<usize>) -> Option<Played> {
        let mut state = R::State::default();
        let mut ended = None;
        for event in &self.done()[events.clone()] {
            for change in &event.changes {
                change.apply(&mut state).ok()?;
            }
            // Corrections after the end don’t make a game longer.
            ended = matches!(R::standing(&state), Standing::Over(_)).then(|| ended.unwrap_or(event.time));
        }
        let Standing::Over(winners) = R::standing(&state) else { return None };
        let began = self.done().get(events.start)?.time;
        let mut players = entrants::<R>(&state);
        for (seat, player) in Seat::all(players.len()).zip(&mut players) {
            if let Some(strength) = R::strength(&state, seat) {
                player.name = format!("Table ({strength})");
            }
        }
        Some(Played { events, began, ended: ended?, players, winners })
    }

    /// Returns the table at the end of a game of its journal.
    #[must_use]
    pub fn at_end_of(&self, game: &Played) -> Self {
        let mut table = self.clone();
        table.undo_to(game.events.end, game.ended);
        table
    }
}
