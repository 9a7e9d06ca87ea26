//! The state of a game: the fold of the changes in force.

use serde::{Deserialize, Serialize};

use super::command::usual;
use super::{Fight, FightResult, Rank, Setup};
use crate::game::{BattlingSpec, DefenceSuit, EqualPoints, FightOrder, FourPlayers};
use crate::table::{CorruptEntry, Person, PlayerColour, Ruleset, Seat, Seating};

/// The players, their cards, and the fights of the last turn; by default, a table without a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The players, clockwise.
    pub players: Vec<Player>,
    /// The suit of the defence deck (B2).
    pub defence: DefenceSuit,
    /// Effect of equal points (B12).
    pub equal: EqualPoints,
    /// The number of the turn, counted from 1; 0 before a game begins.
    pub turn: u32,
    /// Fights of this turn in the order of B19; `None` until it is resolved.
    pub fights: Option<Vec<Fight>>,
    /// End of the game.
    pub over: Option<Over>,
    /// Arrangement of the panels on the screen.
    pub seating: Seating,
    /// The life points of four players (B5).
    #[serde(default, skip_serializing_if = "usual")]
    pub four: FourPlayers,
    /// The order of the fights of a turn (B19).
    #[serde(default, skip_serializing_if = "usual")]
    pub order: FightOrder,
    /// The version of the rules that is played.
    #[serde(default, skip_serializing_if = "Ruleset::is_first")]
    pub rules: Ruleset,
}

/// A player and their army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Name.
    pub name: String,
    /// Their colour.
    #[serde(rename = "livery")]
    pub colour: PlayerColour,
    /// Their place round the table.
    pub chair: u8,
    /// What the players noted about them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Life points, 0 to 999 (B5, B20).
    pub life: u32,
    /// The treasures that they have robbed, in the order in which they did (B14). They stay in this list when the army is out,
    /// though they have left the game with it (B20).
    pub taken: Vec<Treasure>,
    /// Time and reason of being out; `None` for a player in the game.
    pub out: Option<Out>,
}

/// A treasure that was robbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Treasure {
    /// Rank of the treasure.
    pub rank: Rank,
    /// Whose deck it was drawn from.
    pub from: Seat,
}

/// An army is out of the game (B16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Out {
    /// Why.
    pub why: Why,
    /// In which turn.
    pub turn: u32,
}

/// Why an army is out (B16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// It has no life points left.
    Life,
    /// Its own Jack, Queen, King and Ace are robbed (B23).
    Treasures,
}

/// End of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Over {
    /// Winners: one army; none, if the last ones fell together; several, if they robbed their fourth treasure at the
    /// same time.
    pub winners: Vec<Seat>,
    /// Way of winning.
    pub by: WonBy,
}

/// Way of winning a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WonBy {
    /// A Jack, a Queen, a King and an Ace that were robbed (B17).
    FourTreasures,
    /// No other army is left (B18).
    LastArmy,
}

impl Player {
    /// Returns the data for screens.
    pub fn person(&self) -> Person<'_> {
        Person { name: &self.name, colour: self.colour, chair: self.chair, note: &self.note, plays: self.out.is_none() }
    }
}

impl State {
    /// Creates a new game with `life` points per army.
    pub(super) fn begin(setup: &Setup, life: u32) -> Self {
        let players = setup.players.iter().map(|entrant| Player {
            name: entrant.name.trim().to_owned(),
            colour: entrant.colour,
            chair: entrant.chair,
            note: String::new(),
            life,
            taken: Vec::new(),
            out: None,
        });
        Self {
            players: players.collect(),
            defence: setup.defence,
            equal: setup.equal,
            turn: 1,
            fights: None,
            over: None,
            seating: setup.seating,
            four: setup.four,
            order: setup.order,
            rules: setup.rules,
        }
    }

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

    /// Returns the distance of one player from another, in places to the left.
    pub(super) fn places_left(&self, of: Seat, seat: Seat) -> usize {
        let count = self.players.len().max(1);
        (seat.index() + count - of.index()) % count
    }

    /// True if the player exists and is in the game.
    pub fn plays(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.out.is_none())
    }

    /// Returns the players in the game, clockwise.
    pub fn left(&self) -> Vec<Seat> {
        self.seats().filter(|seat| self.plays(*seat)).collect()
    }

    /// Returns the player who robbed a treasure of this player's own deck, if any.
    pub fn robbed_by(&self, from: Seat, rank: Rank) -> Option<Seat> {
        self.seats().find(|seat| self.has_taken(*seat, Treasure { rank, from }))
    }

    /// True if a player has robbed a treasure, in the game or before being out.
    pub(super) fn has_taken(&self, seat: Seat, treasure: Treasure) -> bool {
        self.player(seat).is_some_and(|player| player.taken.contains(&treasure))
    }

    /// Returns the unrobbed treasures of a player's own deck, lowest first.
    pub fn hoard(&self, seat: Seat) -> impl Iterator<Item = Rank> {
        Rank::all().filter(move |rank| self.robbed_by(seat, *rank).is_none())
    }

    /// Returns the number of a player's four face treasures that nobody has robbed (B16).
    pub fn faces_left(&self, seat: Seat) -> usize {
        self.hoard(seat).filter(|rank| rank.is_face()).count()
    }

    /// True if a player has robbed a Jack, a Queen, a King and an Ace (B17).
    fn has_four(&self, seat: Seat) -> bool {
        let taken = |rank: Rank| {
            self.player(seat).is_some_and(|player| player.taken.iter().any(|treasure| treasure.rank == rank))
        };
        Rank::FACES.into_iter().all(taken)
    }

    /// Returns the reason why a player must be out (B16, B23).
    fn must_be_out(&self, seat: Seat) -> Option<Why> {
        match self.player(seat) {
            Some(player) if player.life == 0 => Some(Why::Life),
            Some(_) if self.faces_left(seat) == 0 => Some(Why::Treasures),
            _ => None,
        }
    }

    /// Updates who is out and who has won, after simultaneous fights or a correction; `playing` were in the game
    /// before. Four treasures take priority (B22).
    pub(super) fn update_outcome(&mut self, playing: &[Seat]) {
        let winners: Vec<Seat> = playing.iter().copied().filter(|seat| self.has_four(*seat)).collect();
        for seat in self.seats() {
            let why = self.must_be_out(seat).filter(|_| !winners.contains(&seat));
            let turn = self.turn;
            let player = &mut self.players[seat.index()];
            player.out = why.map(|why| player.out.unwrap_or(Out { why, turn }));
        }
        self.over = self.end(winners);
    }

    /// Returns the end of a game in which these players have robbed four face treasures.
    fn end(&self, winners: Vec<Seat>) -> Option<Over> {
        if !winners.is_empty() {
            return Some(Over { winners, by: WonBy::FourTreasures });
        }
        let left = self.left();
        (left.len() < 2).then_some(Over { winners: left, by: WonBy::LastArmy })
    }

    /// Checks that the state is possible: a handwritten one needn't be.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), CorruptEntry> {
        let wrong = |what: &str| Err(CorruptEntry::new(what));
        if !self.begun() {
            return Ok(());
        }
        if self.turn == 0 {
            return wrong("the turns are counted from 1");
        }
        for seat in self.seats() {
            self.check_player(seat)?;
        }
        let winners = self.left().into_iter().filter(|seat| self.has_four(*seat)).collect();
        if self.over != self.end(winners) {
            return wrong("the game is over by mistake, or goes on though somebody has won");
        }
        let fights = self.fights.iter().flatten();
        let no_fight = |fight: &Fight| {
            let Fight { clash, result } = fight;
            let known = [clash.by, clash.on].into_iter().all(|seat| self.player(seat).is_some());
            let won = matches!(result, FightResult::Rob(_) | FightResult::Damage);
            !known || clash.by == clash.on || (won && clash.attack < clash.defence) || clash.attack > 999
        };
        if fights.into_iter().any(no_fight) { wrong("invalid fight") } else { Ok(()) }
    }

    fn check_player(&self, seat: Seat) -> Result<(), CorruptEntry> {
        let wrong = |what: &str| Err(CorruptEntry(format!("player {} {what}", seat.0)));
        let Some(player) = self.player(seat) else { return wrong("is not there") };
        if player.life > BattlingSpec::MOST_LIFE {
            return wrong("has more life points than can be");
        }
        for (at, treasure) in player.taken.iter().enumerate() {
            let once =
                !player.taken[..at].contains(treasure) && self.robbed_by(treasure.from, treasure.rank) == Some(seat);
            if !once || treasure.from == seat || self.player(treasure.from).is_none() {
                return wrong("has a treasure that they cannot have");
            }
        }
        let has_won =
            self.over.as_ref().is_some_and(|over| over.by == WonBy::FourTreasures && over.winners.contains(&seat));
        if !has_won && player.out.is_some() != self.must_be_out(seat).is_some() {
            return wrong("is out of the game by mistake, or in it");
        }
        Ok(())
    }
}
