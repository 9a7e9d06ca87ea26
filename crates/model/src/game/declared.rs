//! A table that a game declares in its data: what the tracker counts, marks and piles up, what
//! players do, and how the game is won.

use std::ops::RangeInclusive;

use super::Spanned;

/// State that the tracker keeps for a game without built-in rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSpec {
    /// Number of players.
    pub players: RangeInclusive<usize>,
    /// True if one player after the other has a turn; otherwise everyone acts at once.
    pub turns: bool,
    /// Counters of each player.
    pub counters: Vec<CounterSpec>,
    /// Counters of the table.
    pub shared: Vec<CounterSpec>,
    /// Marks on players.
    pub statuses: Vec<StatusSpec>,
    /// Open piles of cards.
    pub piles: Vec<PileSpec>,
    /// Timers of the table.
    pub timers: Vec<TimerSpec>,
    /// Notes of the table.
    pub notes: Vec<NoteSpec>,
    /// Dice that the game is played with; empty if it doesn't say.
    pub dice: Vec<DiceSpec>,
    /// Actions of players.
    pub actions: Vec<ActionSpec>,
    /// Effect on the player whose turn begins.
    pub turn_start: EffectSpec,
    /// Effect on everyone still in the game when another round begins.
    pub round_start: EffectSpec,
    /// Winning condition; `None` if players decide themselves.
    pub win: Option<WinSpec>,
}

/// A figure that goes up and down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterSpec {
    /// Id in data and journal: `health`.
    pub id: String,
    /// Displayed name: `Points`.
    pub name: String,
    /// Name after the figure 1: `Point`.
    pub singular: String,
    /// Name of the icon beside the name.
    pub icon: Option<Spanned<String>>,
    /// Value at the start of a game.
    pub start: i64,
    /// Minimum.
    pub least: i64,
    /// Maximum, if any.
    pub most: Option<i64>,
}

/// A status that a player may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusSpec {
    /// Id in data and journal: `lit`.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// Name of the icon beside the name.
    pub icon: Option<Spanned<String>>,
    /// The card that is before every player and shows the mark by its back; by id.
    pub card: Option<String>,
}

/// An open pile of cards: one of the table, or one in front of every player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PileSpec {
    /// Id in data and journal: `discard`.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// The cards that may be in it, by id, in the order of the deck.
    pub cards: Vec<String>,
    /// True if it is shuffled into a new draw deck.
    pub shuffles: bool,
    /// True if every player has one.
    pub per_player: bool,
}

/// An action of a player: several changes with one tap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionSpec {
    /// Id in data and journal: `strike`.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// Words of the journal for it: `strikes`.
    pub verb: Option<String>,
    /// Name of the icon beside the name.
    pub icon: Option<Spanned<String>>,
    /// Players concerned.
    pub target: ActionTarget,
    /// Cost for the player: counters by id, and how much they fall.
    pub cost: Vec<(String, i64)>,
    /// Gain of the player: counters by id, and how much they rise.
    pub gain: Vec<(String, i64)>,
    /// Effect on the players concerned, and on the table.
    pub effect: EffectSpec,
}

/// Players whom an action concerns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ActionTarget {
    /// The player who acts.
    #[default]
    Own,
    /// Another player of their choice.
    Other,
    /// All other players.
    Others,
    /// All players.
    All,
}

/// Changes that happen together. Counters and statuses are named by their ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EffectSpec {
    /// Differences of counters of players.
    pub change: Vec<(String, i64)>,
    /// Differences of counters of the table.
    pub shared: Vec<(String, i64)>,
    /// Statuses that players get.
    pub gives: Vec<String>,
    /// Statuses that players lose.
    pub takes: Vec<String>,
}

/// A timer of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimerSpec {
    /// Id in data and journal: `sand`.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// How long it runs.
    pub seconds: u32,
}

/// A note that the players write for the whole table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteSpec {
    /// Id in data and journal: `trump`.
    pub id: String,
    /// Displayed name.
    pub name: String,
}

/// Dice that are thrown together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceSpec {
    /// Their number.
    pub count: u8,
    /// The number of their sides; a coin has 2.
    pub sides: u8,
}

/// Winning condition of a game. Counters are named by their ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinSpec {
    /// Players at the minimum of a counter are out; the last one left wins.
    Last(String),
    /// The player with the highest counter wins when players end the game; equal ones share the victory.
    Most(String),
    /// The first player whose counter reaches a value.
    Reach {
        /// Id of the counter.
        counter: String,
        /// Value to reach, from below or, if the counter starts above it, from above.
        at: i64,
    },
}

impl Default for TableSpec {
    /// Returns the default table: points, and turns.
    fn default() -> Self {
        Self {
            players: 2..=8,
            turns: true,
            counters: vec![CounterSpec::points()],
            shared: Vec::new(),
            statuses: Vec::new(),
            piles: Vec::new(),
            timers: Vec::new(),
            notes: Vec::new(),
            dice: Vec::new(),
            actions: Vec::new(),
            turn_start: EffectSpec::default(),
            round_start: EffectSpec::default(),
            win: None,
        }
    }
}

impl ActionTarget {
    /// All of them, each with its word in `game.toml`.
    pub const WORDS: [(&str, Self); 4] =
        [("self", Self::Own), ("other", Self::Other), ("others", Self::Others), ("all", Self::All)];
}

impl CounterSpec {
    /// Returns the default counter.
    pub fn points() -> Self {
        let singular = "Point".into();
        Self { id: "points".into(), name: "Points".into(), singular, icon: None, start: 0, least: 0, most: None }
    }

    /// Returns the name after a figure: "1 Point", "2 Points".
    pub fn name_after(&self, value: i64) -> &str {
        if value.abs() == 1 { &self.singular } else { &self.name }
    }
}

impl TableSpec {
    /// Returns a counter of each player.
    pub fn counter(&self, id: &str) -> Option<&CounterSpec> {
        self.counters.iter().find(|counter| counter.id == id)
    }

    /// Returns a counter of the table.
    pub fn shared(&self, id: &str) -> Option<&CounterSpec> {
        self.shared.iter().find(|counter| counter.id == id)
    }

    /// Returns a status of players.
    pub fn status(&self, id: &str) -> Option<&StatusSpec> {
        self.statuses.iter().find(|status| status.id == id)
    }

    /// Returns a timer.
    pub fn timer(&self, id: &str) -> Option<&TimerSpec> {
        self.timers.iter().find(|timer| timer.id == id)
    }

    /// Returns a note.
    pub fn note(&self, id: &str) -> Option<&NoteSpec> {
        self.notes.iter().find(|note| note.id == id)
    }

    /// Returns the icons of counters, statuses and actions.
    pub fn icons(&self) -> impl Iterator<Item = &Spanned<String>> {
        let counters = self.counters.iter().chain(&self.shared).filter_map(|counter| counter.icon.as_ref());
        let statuses = self.statuses.iter().filter_map(|status| status.icon.as_ref());
        counters.chain(statuses).chain(self.actions.iter().filter_map(|action| action.icon.as_ref()))
    }

    /// Returns an action.
    pub fn action(&self, id: &str) -> Option<&ActionSpec> {
        self.actions.iter().find(|action| action.id == id)
    }

    /// Returns a pile.
    pub fn pile(&self, id: &str) -> Option<&PileSpec> {
        self.piles.iter().find(|pile| pile.id == id)
    }
}

impl DiceSpec {
    /// Reads `coin`, `d20` or `2d6`, with at most 6 dice of 2 to 100 sides.
    pub fn parse(word: &str) -> Option<Self> {
        if word == "coin" {
            return Some(Self { count: 1, sides: 2 });
        }
        let (count, sides) = word.split_once('d')?;
        let plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?;
        let count = if count.is_empty() { 1 } else { plain(count)? };
        let sides = plain(sides)?;
        ((1..=6).contains(&count) && (2..=100).contains(&sides)).then_some(Self { count, sides })
    }

    /// Returns its name: "Coin", "D20", "2 D6".
    pub fn name(self) -> String {
        match self {
            Self { count: 1, sides: 2 } => "Coin".to_owned(),
            Self { count, sides: 2 } => format!("{count} coins"),
            Self { count: 1, sides } => format!("D{sides}"),
            Self { count, sides } => format!("{count} D{sides}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_read_as_people_write_them() {
        let name = |word: &str| DiceSpec::parse(word).map(DiceSpec::name);
        let read = ["coin", "d20", "2d6", "3d2", "d100"].map(|word| name(word).unwrap_or_default());
        assert_eq!(read, ["Coin", "D20", "2 D6", "3 coins", "D100"]);
        for word in ["", "d", "6", "d1", "d101", "0d6", "7d6", "+1d6", "d+6", "2d6d", "D6", "die"] {
            assert_eq!(name(word), None, "{word}");
        }
    }
}
