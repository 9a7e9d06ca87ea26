//! Games between two strengths of the machine, and whether their result may be chance.

use skirmish_tracker::table::skirminion::{Opponent, Position, Side, Strength, legal};

/// Longer games count as draws.
const LONGEST: usize = 600;

/// Number of games that the stronger has won, lost, and drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Match {
    pub won: u64,
    pub lost: u64,
    pub drawn: u64,
}

impl Match {
    /// Returns the probability of this number of victories or more among the decided games, if both were equally
    /// strong: the sign test.
    pub fn by_chance(self) -> f64 {
        let games = self.won + self.lost;
        let mut ways = 1.0;
        let mut likely = 0.0;
        for won in 0..=games {
            if won >= self.won {
                likely += ways;
            }
            ways *= (games - won) as f64 / (won + 1) as f64;
        }
        likely / 2_f64.powi(i32::try_from(games).expect("a few games"))
    }
}

/// Plays a game between two strengths, with a number of positions per activation; returns the winner. Each machine
/// keeps its results.
fn game(players: &mut [(Opponent, Strength); 2], budget: u64, first: Side, seed: u64) -> Option<Side> {
    let mut position = Position::start(first);
    let mut past = Vec::new();
    while !position.is_decided() && past.len() < LONGEST {
        let (machine, strength) = &mut players[position.turn.index()];
        machine.begin(&position, &past, *strength, seed);
        machine.think(budget);
        let activation = machine.verdict().expect("it has thought").activation;
        assert!(legal(&position).contains(&activation), "{activation} in {position}");
        past.push(position);
        position = position.after(activation);
    }
    let alive = |side: &Side| !position.board.units(*side).is_empty();
    let winner = Side::BOTH.into_iter().find(alive);
    winner.filter(|winner| !alive(&winner.other()))
}

/// Plays a number of games of a stronger machine against a weaker. Both play both sides, and either begins.
pub fn matched(stronger: Strength, weaker: Strength, budget: u64, games: u64) -> Match {
    let mut result = Match::default();
    for number in 0..games {
        let side = Side::BOTH[(number % 2) as usize];
        let first = Side::BOTH[(number / 2 % 2) as usize];
        let mut players = [stronger, weaker].map(|strength| (Opponent::new(), strength));
        if side == Side::Red {
            players.reverse();
        }
        match game(&mut players, budget, first, number) {
            Some(winner) if winner == side => result.won += 1,
            Some(_) => result.lost += 1,
            None => result.drawn += 1,
        }
    }
    result
}
