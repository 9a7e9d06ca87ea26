//! The opponent of Skirminion: how many positions a second it looks at, how far ahead that leads, how long an activation takes it
//! at each strength, and a hundred games of each strength against the next weaker one. Positions are those of `Verdict::positions`.
//!
//! `cargo bench --bench skirminion -- --quick` leaves the games out.

#[path = "../tests/skirminion/matches.rs"]
mod matches;

use std::time::Instant;

use matches::matched;
use skirmish_tracker::table::skirminion::{Opponent, Position, Search, Strength, perft};

/// The start, a fight in which all units touch others, and an end with few units.
const POSITIONS: [&str; 3] =
    ["ffffffff/8/8/8/8/8/8/FFFFFFFF b", "f1f1ff1f/2f1f3/8/3f4/3FF3/2F1F3/1F3F2/F5F1 b", "8/2c5/5b2/8/3E1a2/8/1B6/8 b"];
/// Number of positions that a search looks at here.
const LOOKED_AT: u64 = 4_000_000;
/// For an activation in a match.
const BUDGET: u64 = 10_000;

fn main() {
    for text in POSITIONS {
        let position: Position = text.parse().expect("a position");
        let mut search = Search::new(1 << 18);
        search.begin(&position, &[], 32, 0, 0);
        let begun = Instant::now();
        search.run(LOOKED_AT);
        let verdict = search.verdict().expect("there is something to do");
        let rate = verdict.positions as f64 / begun.elapsed().as_secs_f64() / 1e6;
        println!("{text}: {rate:.2} million positions a second, {} activations deep", verdict.depth);
        let begun = Instant::now();
        let count = perft(&position, 3);
        let rate = count as f64 / begun.elapsed().as_secs_f64() / 1e6;
        println!("  {count} sequences of 3 activations counted, {rate:.0} million a second");
        for strength in Strength::ALL {
            let mut machine = Opponent::new();
            let begun = Instant::now();
            let activation = machine.activation(&position, &[], strength, 0).expect("there is something to do");
            println!("  {strength}: {activation} after {:.1?}", begun.elapsed());
        }
    }
    if std::env::args().any(|argument| argument == "--quick") {
        return;
    }
    for (stronger, weaker) in [(Strength::Medium, Strength::Easy), (Strength::Hard, Strength::Medium)] {
        let begun = Instant::now();
        let result = matched(stronger, weaker, BUDGET, 100);
        let (chance, took) = (result.by_chance(), begun.elapsed());
        println!("{stronger} against {weaker}, {BUDGET} positions an activation: {result:?}, {took:.0?}");
        println!("  were they equal, a match would come out like this once in {:.0e}", 1.0 / chance);
    }
}
