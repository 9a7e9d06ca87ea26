//! The machine that plays Skirminion: it decides within its budget, takes what is there to take, and the stronger wins.

use skirmish::table::skirminion::{Hint, Opponent, Position, Purpose, Search, Side, Strength, legal};

use super::{game as game_of, play};

/// Longer games count as draws.
const LONGEST: usize = 600;

/// Plays a game between two strengths, each with a budget for an activation; who wins.
fn game(players: &mut [(Opponent, Strength, u64); 2], first: Side, seed: u64) -> Option<Side> {
    let mut position = Position::start(first);
    let mut past = Vec::new();
    while !position.is_decided() && past.len() < LONGEST {
        let (machine, strength, budget) = &mut players[position.turn.index()];
        machine.begin(&position, &past, *strength, seed);
        machine.think(*budget);
        let activation = machine.verdict().unwrap().activation;
        assert!(legal(&position).contains(&activation), "{activation} in {position}");
        past.push(position);
        position = position.after(activation);
    }
    let alive = |side: &Side| !position.board.units(*side).is_empty();
    let winner = Side::BOTH.into_iter().find(alive);
    winner.filter(|winner| !alive(&winner.other()))
}

/// So many games of a stronger machine against a weaker: how many it wins, and how many it loses.
fn matched(stronger: Strength, weaker: Strength, budget: u64, games: u64) -> (u64, u64) {
    let (mut won, mut lost) = (0, 0);
    for number in 0..games {
        // Both sides, and either begins.
        let side = Side::BOTH[(number % 2) as usize];
        let first = Side::BOTH[(number / 2 % 2) as usize];
        let machine = |strength| (Opponent::new(), strength, budget);
        let mut players = if side == Side::Bone {
            [machine(stronger), machine(weaker)]
        } else {
            [machine(weaker), machine(stronger)]
        };
        match game(&mut players, first, number) {
            Some(winner) if winner == side => won += 1,
            Some(_) => lost += 1,
            None => (),
        }
    }
    println!("{stronger:?} against {weaker:?}, {budget} positions an activation: {won} won, {lost} lost of {games}");
    (won, lost)
}

#[test]
fn the_stronger_wins() {
    for (stronger, weaker) in [(Strength::Medium, Strength::Easy), (Strength::Hard, Strength::Medium)] {
        let (won, lost) = matched(stronger, weaker, 3_000, 6);
        assert!(won >= 4 && lost <= 1, "{stronger:?} wins {won} and loses {lost} of 6 against {weaker:?}");
    }
}

/// `cargo test --release --features tracker --test skirminion opponent -- --ignored --nocapture`
#[test]
#[ignore = "a figure that depends on the machine"]
fn how_many_positions_a_second() {
    for text in ["ffffffff/8/8/8/8/8/8/FFFFFFFF b", "f1f1ff1f/2f1f3/8/3f4/3FF3/2F1F3/1F3F2/F5F1 b"] {
        let mut search = Search::new(1 << 18);
        search.begin(&text.parse().unwrap(), &[], 32, 0, 0);
        let begun = std::time::Instant::now();
        search.run(2_000_000);
        let verdict = search.verdict().unwrap();
        let rate = verdict.positions as f64 / begun.elapsed().as_secs_f64() / 1e6;
        println!("{text}: {rate:.1} million positions a second, {} activations deep", verdict.depth);
    }
}

/// `cargo test --release --features tracker --test skirminion opponent -- --ignored --nocapture`
#[test]
#[ignore = "minutes in a release build"]
fn the_stronger_wins_eighty_of_a_hundred() {
    for (stronger, weaker) in [(Strength::Medium, Strength::Easy), (Strength::Hard, Strength::Medium)] {
        let (won, _) = matched(stronger, weaker, 10_000, 100);
        assert!(won >= 80, "{stronger:?} wins {won} of 100 against {weaker:?}");
    }
}

#[test]
fn it_wins_where_it_can_and_takes_what_costs_nothing() {
    let mut machine = Opponent::new();
    for strength in Strength::ALL {
        let position: Position = "8/8/8/4a3/8/3F4/8/7F b".parse().unwrap();
        let activation = machine.activation(&position, &[], strength, 1).unwrap();
        assert!(position.after(activation).is_decided(), "{strength:?}: {activation}");
        assert_eq!(Hint::new(&position, activation).purpose, Purpose::Wins);
    }
    // d4 is alone among three: it goes, or it is destroyed.
    let position: Position = "7f/8/8/3FF3/3bF3/8/7f/8 b".parse().unwrap();
    let activation = machine.activation(&position, &[], Strength::Hard, 1).unwrap();
    assert_eq!(Hint::new(&position, activation).purpose, Purpose::Destroys("d4".parse().unwrap()));
}

#[test]
fn the_same_seed_gives_the_same_play_and_slices_change_nothing() {
    let position: Position = "8/2d1e3/3f4/2ca4/1F1E4/2DF4/3B4/8 r".parse().unwrap();
    for strength in Strength::ALL {
        let mut whole = Opponent::new();
        let once = whole.activation(&position, &[], strength, 7);
        let mut sliced = Opponent::new();
        sliced.begin(&position, &[], strength, 7);
        while !sliced.think(777) {}
        let verdict = sliced.verdict().unwrap();
        assert_eq!(Some(verdict.activation), once);
        assert!(verdict.positions <= strength.positions() + 1);
    }
}

#[test]
fn it_stops_when_told_and_has_an_answer_by_then() {
    let mut machine = Opponent::new();
    let position = Position::start(Side::Red);
    machine.begin(&position, &[], Strength::Hard, 0);
    assert_eq!(machine.verdict(), None);
    let verdict = machine.think_until(|| true).unwrap();
    assert!(verdict.positions <= 1_000);
    assert!(legal(&position).contains(&verdict.activation));
    // A game that is over asks for nothing.
    let over: Position = "8/8/8/8/8/8/8/F7 r".parse().unwrap();
    assert_eq!(machine.activation(&over, &[], Strength::Hard, 0), None);
}

#[test]
fn four_strong_units_catch_the_last_enemy_without_repeating_a_position() {
    let mut state = game_of("7c/8/8/8/8/FF6/FF6/8 b");
    let mut machine = Opponent::new();
    for _ in 0..150 {
        if state.over.is_some() {
            break;
        }
        let strength = if state.position.turn == Side::Bone { Strength::Hard } else { Strength::Easy };
        machine.begin(&state.position, state.seen.keys(), strength, 3);
        machine.think(10_000);
        let activation = machine.verdict().unwrap().activation;
        play(&mut state, &activation.to_string());
        assert!(!state.offers_draw());
    }
    assert!(state.over.is_some(), "{}", state.position);
}

#[test]
fn a_deeper_search_sees_a_victory_that_needs_several_activations() {
    let position: Position = "8/8/8/8/8/2F5/1F6/a1F5 b".parse().unwrap();
    let mut search = Search::new(1 << 12);
    search.begin(&position, &[], 8, 0, 0);
    search.run(200_000);
    let verdict = search.verdict().unwrap();
    assert!(verdict.sees_victory() && verdict.score > 0, "{verdict:?}");
}
