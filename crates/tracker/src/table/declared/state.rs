//! The state of a table that a game declares.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::table::{CardId, CorruptEntry, Millis, Person, PlayerColour, Seat, Seating, arrange};

/// Further than anything is counted.
pub(super) const MOST: i64 = 1_000_000;

/// The state of the table; by default, without a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The players, clockwise.
    pub players: Vec<Player>,
    /// The counters of the table, by id.
    pub shared: BTreeMap<String, i64>,
    /// The piles of the table, by id.
    pub piles: BTreeMap<String, Pile>,
    /// The running timers by id, each with the time at which it ends.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub timers: BTreeMap<String, Millis>,
    /// The notes of the table that aren't empty, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub notes: BTreeMap<String, String>,
    /// Player on turn; `None` if all act at once.
    pub turn: Option<Seat>,
    /// The round, counted from 1; 0 where all act at once.
    pub round: u32,
    /// Player with the first turn.
    pub first: Seat,
    /// Winners, once the game is over: one, several or nobody.
    pub over: Option<Vec<Seat>>,
    /// Arrangement of the panels on the screen.
    pub seating: Seating,
}

/// Number of copies of each card in a pile; a card without copies isn't in the map.
pub type Pile = BTreeMap<CardId, u32>;

/// A pile of the table, or one of a player; in JSON `"discard"` or `{"seat":0,"pile":"gear"}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a pile, \"discard\", or one of a player, {\"seat\": 0, \"pile\": \"gear\"}")]
pub enum PileId {
    /// A pile of the table, by id.
    Table(String),
    /// A pile in front of a player.
    Player {
        /// The player.
        seat: Seat,
        /// Id of the pile.
        pile: String,
    },
}

impl PileId {
    /// Returns the id in the data.
    pub fn id(&self) -> &str {
        match self {
            Self::Table(pile) | Self::Player { pile, .. } => pile,
        }
    }

    /// Returns the player in front of whom the pile is, if any.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::Table(_) => None,
            Self::Player { seat, .. } => Some(*seat),
        }
    }
}

/// A pile of the table.
impl From<&str> for PileId {
    fn from(pile: &str) -> Self {
        Self::Table(pile.to_owned())
    }
}

/// A player with their counters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Names.
    pub name: String,
    /// Their colour.
    #[serde(rename = "livery")]
    pub colour: PlayerColour,
    /// Their place round the table.
    pub chair: u8,
    /// What the players noted about them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Their counters, by id.
    pub counters: BTreeMap<String, i64>,
    /// The marks that they have, by id.
    pub statuses: BTreeSet<String>,
    /// The piles in front of them, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub piles: BTreeMap<String, Pile>,
    /// True if they are out of the game.
    pub out: bool,
}

impl Player {
    /// Returns the data for screens.
    pub fn person(&self) -> Person<'_> {
        Person { name: &self.name, colour: self.colour, chair: self.chair, note: &self.note, plays: !self.out }
    }
}

impl State {
    /// True if a game has begun.
    pub fn begun(&self) -> bool {
        !self.players.is_empty()
    }

    /// Returns a player.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.get(seat.index())
    }

    /// Returns all seats, clockwise.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.players.len())
    }

    /// Returns the players who are still in the game.
    pub fn left(&self) -> Vec<Seat> {
        self.seats().filter(|seat| self.player(*seat).is_some_and(|player| !player.out)).collect()
    }

    /// Returns the other players who are still in the game.
    pub fn others(&self, seat: Seat) -> Vec<Seat> {
        let mut others = self.left();
        others.retain(|other| *other != seat);
        others
    }

    /// Returns a pile; `None` if the table or the player has no such pile.
    pub fn pile(&self, pile: &PileId) -> Option<&Pile> {
        match pile {
            PileId::Table(pile) => self.piles.get(pile),
            PileId::Player { seat, pile } => self.player(*seat)?.piles.get(pile),
        }
    }

    pub(super) fn pile_mut(&mut self, pile: &PileId) -> Option<&mut Pile> {
        match pile {
            PileId::Table(pile) => self.piles.get_mut(pile),
            PileId::Player { seat, pile } => self.players.get_mut(seat.index())?.piles.get_mut(pile),
        }
    }

    /// Returns all piles, of the table and of players.
    pub(super) fn all_piles(&self) -> impl Iterator<Item = &Pile> {
        self.piles.values().chain(self.players.iter().flat_map(|player| player.piles.values()))
    }

    /// Returns the number of copies of a card in a pile.
    pub fn in_pile(&self, pile: &PileId, card: &CardId) -> u32 {
        self.pile(pile).and_then(|pile| pile.get(card)).copied().unwrap_or_default()
    }

    /// Returns the number of turns until a player acts: 0 is now. `None` for players who are out, and in games without
    /// turns.
    pub fn turns_until(&self, seat: Seat) -> Option<usize> {
        let turn = self.turn?;
        self.player(seat).filter(|player| !player.out)?;
        let order = std::iter::successors(Some(turn), |at| self.next_after(*at).map(|(next, _)| next));
        order.take(self.players.len() + 1).position(|at| at == seat)
    }

    /// Returns the next player clockwise, and true if a new round begins; players who are out are skipped.
    pub(super) fn next_after(&self, seat: Seat) -> Option<(Seat, bool)> {
        let plays = |next| self.player(next).is_some_and(|player| !player.out);
        seat.next(self.players.len(), self.first, plays)
    }

    /// Checks everything that applies to any table.
    ///
    /// # Errors
    /// The first fault.
    pub fn check_form(&self) -> Result<(), CorruptEntry> {
        if !self.begun() {
            return Ok(());
        }
        let figures = self.players.iter().flat_map(|player| player.counters.values()).chain(self.shared.values());
        let cards = || self.all_piles().flat_map(BTreeMap::values);
        let all = figures.copied().chain(cards().map(|count| i64::from(*count))).chain([i64::from(self.round)]);
        if all.into_iter().any(|figure| !(-MOST..=MOST).contains(&figure)) {
            return Err(CorruptEntry::new(format!("a count is above {MOST}")));
        }
        if cards().any(|count| *count == 0) {
            return Err(CorruptEntry::new("a pile lists a card that isn’t on it"));
        }
        if let Some(note) = self.notes.values().find(|note| note.is_empty() || !arrange::is_note(note)) {
            return Err(CorruptEntry::new(format!("a note can’t be `{note}`")));
        }
        let named = self.turn.iter().chain([&self.first]).chain(self.over.iter().flatten());
        if let Some(seat) = named.into_iter().find(|seat| self.player(**seat).is_none()) {
            return Err(CorruptEntry::new(format!("unknown player {}", seat.0)));
        }
        match self.turn.and_then(|seat| self.player(seat)) {
            Some(player) if player.out && self.over.is_none() => {
                Err(CorruptEntry::new("it is the turn of someone who is out"))
            }
            Some(_) if self.round == 0 => Err(CorruptEntry::new("rounds start at 1")),
            None if self.round > 0 => Err(CorruptEntry::new("there are rounds without turns")),
            _ => Ok(()),
        }
    }
}
