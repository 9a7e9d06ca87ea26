//! Rules of the battling-card game that a game's data can set. `B` numbers are those of the facts.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The figures of the battling-card game, and how it is played where nobody says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattlingSpec {
    /// How many may play.
    pub players: RangeInclusive<usize>,
    /// The life points at the start, from so many players on (B5). The fewest players are in it.
    pub life: BTreeMap<usize, u32>,
    /// The points that two cards of one kind count more (B9).
    pub bonus: u32,
    /// The suit of the defence deck (B2).
    pub defence: DefenceSuit,
    /// What equal points do (B12).
    pub equal: EqualPoints,
}

/// Which suit of an ordinary pack of cards is the defence deck (B2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "table", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum DefenceSuit {
    /// Hearts; clubs are not used.
    #[default]
    Hearts,
    /// Clubs; hearts are not used.
    Clubs,
}

/// What happens in a fight in which attack and defence are equal and above 0 (B12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "table", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum EqualPoints {
    /// Nothing.
    #[default]
    Nothing,
    /// The attacker may rob; there is no difference to take off the life points.
    Rob,
}

impl DefenceSuit {
    /// The words for them in data and journals, in the order of the declaration.
    pub const WORDS: [(&str, Self); 2] = [("hearts", Self::Hearts), ("clubs", Self::Clubs)];
}

impl EqualPoints {
    /// The words for them in data and journals, in the order of the declaration.
    pub const WORDS: [(&str, Self); 2] = [("nothing", Self::Nothing), ("rob", Self::Rob)];
}

impl BattlingSpec {
    /// The most life points that an army can have.
    pub const MOST_LIFE: u32 = 999;

    /// The life points of each army at the start of a game of so many (B5).
    pub fn life_of(&self, players: usize) -> u32 {
        self.life.range(..=players).next_back().map_or(0, |(_, life)| *life)
    }

    /// The figures by their names, for texts to quote: `fewest`, `most`, `bonus`, and `life_4` for each number of players.
    pub fn figures(&self) -> impl Iterator<Item = (String, i64)> + '_ {
        let count = |players: usize| i64::try_from(players).unwrap_or(i64::MAX);
        let life = self.players.clone().map(|players| (format!("life_{players}"), i64::from(self.life_of(players))));
        let ends = [("fewest", count(*self.players.start())), ("most", count(*self.players.end()))];
        let named = ends.into_iter().chain([("bonus", i64::from(self.bonus))]);
        named.map(|(name, figure)| (name.to_owned(), figure)).chain(life)
    }
}

impl Default for BattlingSpec {
    /// As the facts have it.
    fn default() -> Self {
        Self {
            players: 2..=8,
            life: BTreeMap::from([(2, 100), (3, 80), (5, 60)]),
            bonus: 3,
            defence: DefenceSuit::default(),
            equal: EqualPoints::default(),
        }
    }
}
