//! The machine that plays a side, at three strengths, and gives hints.

use std::fmt;

use super::{Activation, Position, Search, Square, Verdict, forecast, may_rest, targets};

/// Playing strength of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// Sees what an attack brings, and errs.
    Easy,
    /// Sees the answer as well, and errs a little.
    Medium,
    /// Looks as far ahead as the positions allow.
    Hard,
}

impl Strength {
    /// All three, the weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// Returns the maximum number of positions per turn: less than a second on a slow tablet.
    pub const fn positions(self) -> u64 {
        match self {
            Self::Easy => 20_000,
            Self::Medium => 50_000,
            Self::Hard => 300_000,
        }
    }

    /// Returns the search depth in activations.
    const fn depth(self) -> u32 {
        match self {
            Self::Easy => 1,
            Self::Medium => 2,
            Self::Hard => 32,
        }
    }

    /// Returns the error in judging a position, in hundredths of a unit.
    const fn noise(self) -> i32 {
        match self {
            Self::Easy => 40,
            Self::Medium => 12,
            Self::Hard => 0,
        }
    }
}

/// "hard"
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        })
    }
}

/// A machine that searches one position at a time, in slices as long as the caller has time for.
#[derive(Clone, Debug)]
pub struct Opponent {
    search: Search,
    left: u64,
}

impl Opponent {
    /// Creates a machine with about 4 MB of memory.
    pub fn new() -> Self {
        Self { search: Search::new(1 << 18), left: 0 }
    }

    /// Begins to search a position. `past` are those before it in the game. A seed identifies a game: while it and the
    /// side stay the same, the machine keeps its earlier results. The same seed and positions in the same order give
    /// the same play.
    pub fn begin<'a>(
        &mut self,
        position: &Position,
        past: impl IntoIterator<Item = &'a Position>,
        strength: Strength,
        seed: u64,
    ) {
        self.left = strength.positions();
        self.search.begin(position, past, strength.depth(), strength.noise(), seed);
    }

    /// Goes on searching, by about that many positions at most. Whether it has decided.
    pub fn think(&mut self, positions: u64) -> bool {
        let slice = positions.min(self.left);
        self.left -= slice;
        self.search.run(slice) || self.left == 0
    }

    /// Thinks until it has decided, or until `stop` says so: it is asked after each thousand positions.
    pub fn think_until(&mut self, mut stop: impl FnMut() -> bool) -> Option<Verdict> {
        while !self.think(1_000) && !stop() {}
        self.verdict()
    }

    /// Returns its current choice; `None` if the game is over, or before a search.
    pub fn verdict(&self) -> Option<Verdict> {
        self.search.verdict()
    }

    /// Returns its activation for a position, using its strength in full.
    pub fn activation<'a>(
        &mut self,
        position: &Position,
        past: impl IntoIterator<Item = &'a Position>,
        strength: Strength,
        seed: u64,
    ) -> Option<Activation> {
        self.begin(position, past, strength, seed);
        self.think_until(|| false).map(|verdict| verdict.activation)
    }
}

impl Default for Opponent {
    fn default() -> Self {
        Self::new()
    }
}

/// An activation that is advised, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Activation to make.
    pub activation: Activation,
    /// Its obvious purpose.
    pub purpose: Purpose,
}

/// Purpose of an activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It destroys the last enemy (K9).
    Wins,
    /// It destroys the enemy on a square (K7).
    Destroys(Square),
    /// It takes health off the enemy on a square, and costs some.
    Takes {
        /// The square of the enemy.
        target: Square,
        /// Loss of the enemy.
        taken: u8,
        /// Loss of the unit itself.
        lost: u8,
    },
    /// It gains 1 health (K8).
    Rests,
    /// It leaves contact (K12).
    Retreats,
    /// It waits: any move would be worse.
    Waits,
    /// It takes a better place.
    Moves,
}

impl Hint {
    /// Creates the hint for an activation of [`legal`](super::legal()).
    pub fn new(position: &Position, activation: Activation) -> Self {
        Self { activation, purpose: purpose(position, activation) }
    }
}

fn purpose(position: &Position, activation: Activation) -> Purpose {
    let Position { board, turn } = position;
    let unit = activation.unit();
    if let Some(target) = activation.target() {
        let from = activation.attacks_from();
        let mut there = *board;
        if from != unit {
            there.carry(*turn, unit, from);
        }
        let forecast = forecast(&there, *turn, from, target);
        let (taken, lost) =
            (forecast.defender.before - forecast.defender.after, forecast.attacker.before - forecast.attacker.after);
        return match forecast.defender.after {
            0 if forecast.attacker.after > 0 && board.units(turn.other()) == target.alone() => Purpose::Wins,
            0 => Purpose::Destroys(target),
            _ => Purpose::Takes { target, taken, lost },
        };
    }
    match activation.destination() {
        Some(_) if !targets(board, *turn, unit).is_empty() => Purpose::Retreats,
        Some(_) => Purpose::Moves,
        None if may_rest(position, unit) => Purpose::Rests,
        None => Purpose::Waits,
    }
}
