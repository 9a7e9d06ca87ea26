//! Rules of the battling-card game that a game's data can set. `B` numbers are those of the facts.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Values of the battling-card game, and its default options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattlingSpec {
    /// Number of players.
    pub players: RangeInclusive<usize>,
    /// Life points at the start, by the minimum number of players (B5). Includes the smallest game.
    pub life: BTreeMap<usize, u32>,
    /// The points that two cards of one kind count more (B9).
    pub bonus: u32,
    /// The suit of the defence deck (B2).
    pub defence: DefenceSuit,
    /// Effect of equal points (B12).
    pub equal: EqualPoints,
    /// The life points of four players (B5).
    pub four: FourPlayers,
    /// The order of the fights of a turn (B19).
    pub order: FightOrder,
}

/// Suit of an ordinary pack of cards that is the defence deck (B2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefenceSuit {
    /// Hearts; clubs are not used.
    #[default]
    Hearts,
    /// Clubs; hearts are not used.
    Clubs,
}

/// Effect of a fight with equal attack and defence above 0 (B12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EqualPoints {
    /// Nothing.
    #[default]
    Nothing,
    /// The attacker may rob; there is no difference to subtract from the life points.
    Rob,
}

/// Life points of four players: those of three, or those of five (B5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FourPlayers {
    /// As in a game of three.
    #[default]
    AsThree,
    /// As in a game of five.
    AsFive,
}

/// The order of the fights of a turn (B13, B19).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FightOrder {
    /// All fights go by their damage, the highest first.
    #[default]
    All,
    /// All fights count; only where two attack each other does the higher damage go first.
    Mutual,
}

impl DefenceSuit {
    /// The words for them in data and journals, in the order of the declaration.
    pub const WORDS: [(&str, Self); 2] = [("hearts", Self::Hearts), ("clubs", Self::Clubs)];
}

impl EqualPoints {
    /// The words for them in data and journals, in the order of the declaration.
    pub const WORDS: [(&str, Self); 2] = [("nothing", Self::Nothing), ("rob", Self::Rob)];
}

impl FourPlayers {
    /// The words for them in data and journals, in the order of the declaration.
    pub const WORDS: [(&str, Self); 2] = [("as-three", Self::AsThree), ("as-five", Self::AsFive)];
}

impl FightOrder {
    /// The words for them in data and journals, in the order of the declaration.
    pub const WORDS: [(&str, Self); 2] = [("all", Self::All), ("mutual", Self::Mutual)];
}

impl BattlingSpec {
    /// The most life points that an army can have.
    pub const MOST_LIFE: u32 = 999;

    /// Returns the life points of each army at the start, by number of players, as set in the data (B5).
    pub fn life_of(&self, players: usize) -> u32 {
        self.life_with(players, self.four)
    }

    /// Returns the life points of each army at the start, by number of players (B5).
    pub fn life_with(&self, players: usize, four: FourPlayers) -> u32 {
        let counted = if players == 4 && four == FourPlayers::AsFive { 5 } else { players };
        self.life.range(..=counted).next_back().map_or(0, |(_, life)| *life)
    }

    /// Returns the values by name, for texts to quote: `fewest`, `most`, `bonus`, and `life_4` for each number of
    /// players.
    pub fn figures(&self) -> impl Iterator<Item = (String, i64)> + '_ {
        let count = |players: usize| i64::try_from(players).unwrap_or(i64::MAX);
        let life = self.players.clone().map(|players| (format!("life_{players}"), i64::from(self.life_of(players))));
        let ends = [("min_players", count(*self.players.start())), ("max_players", count(*self.players.end()))];
        let named = ends.into_iter().chain([("bonus", i64::from(self.bonus))]);
        named.map(|(name, figure)| (name.to_owned(), figure)).chain(life)
    }
}

impl Default for BattlingSpec {
    /// Returns the values of the facts.
    fn default() -> Self {
        Self {
            players: 2..=8,
            life: BTreeMap::from([(2, 100), (3, 80), (5, 60)]),
            bonus: 3,
            defence: DefenceSuit::default(),
            equal: EqualPoints::default(),
            four: FourPlayers::default(),
            order: FightOrder::default(),
        }
    }
}
