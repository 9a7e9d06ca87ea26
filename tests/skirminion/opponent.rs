//! The machine that plays Skirminion: it decides within its budget, takes free units, and the stronger wins.

use skirmish_tracker::table::skirminion::{
    Activation, Hint, Opponent, Position, Purpose, Search, Side, Strength, Verdict, legal, objections,
};

use super::matches::{Match, matched};
use super::{begun, game as game_of, play};

/// The stronger machine wins: if both were equal, less than one match in a thousand would have this result. `cargo
/// bench --bench skirminion` measures eighty of a hundred.
#[test]
fn the_stronger_wins() {
    for (stronger, weaker) in [(Strength::Medium, Strength::Easy), (Strength::Hard, Strength::Medium)] {
        let result = matched(stronger, weaker, 5_000, 32);
        println!("{stronger:?} against {weaker:?}: {result:?}");
        assert!(result.by_chance() < 0.001, "{stronger:?} against {weaker:?}: {result:?}");
    }
}

#[test]
fn chance_is_told_from_strength() {
    let by_chance = |won, lost| (1e5 * Match { won, lost, drawn: 0 }.by_chance()).round();
    // 1 of 2^10; 11 of 2^10; as many as there are; half and a little, for draws of lots are even.
    assert_eq!([by_chance(10, 0), by_chance(9, 1), by_chance(0, 5), by_chance(5, 5)], [98.0, 1074.0, 1e5, 62305.0]);
}

/// Searches a position to a depth, with the earlier results of the search.
fn looked(search: &mut Search, position: &Position, depth: u32, seed: u64) -> Verdict {
    search.begin(position, &[], depth, 0, seed);
    while !search.run(10_000) {}
    search.verdict().expect("there is something to do")
}

#[test]
fn what_was_found_is_kept_from_one_activation_to_the_next() {
    let (mut kept, mut fewer, mut more) = (Search::new(1 << 18), 0, 0);
    let mut position: Position = "8/2d1e3/3f4/2ca4/1F1E4/2DF4/3B4/8 b".parse().unwrap();
    for turn in 0..3 {
        let known = looked(&mut kept, &position, 5, 1);
        let anew = looked(&mut Search::new(1 << 18), &position, 5, 1);
        assert_eq!((known.depth, anew.depth), (5, 5));
        assert!(legal(&position).contains(&known.activation));
        if turn > 0 {
            (fewer, more) = (fewer + known.positions, more + anew.positions);
        }
        // Both sides go on as the machine thinks best.
        position = position.after(known.activation);
        position = position.after(looked(&mut Search::new(1 << 18), &position, 3, 1).activation);
    }
    println!("{fewer} positions in place of {more}");
    assert!(fewer * 10 < more * 9, "{fewer} positions in place of {more}");
}

#[test]
fn what_was_found_for_another_game_or_the_other_side_is_forgotten() {
    let position: Position = "8/2d1e3/3f4/2ca4/1F1E4/2DF4/3B4/8 b".parse().unwrap();
    let answer = position.after(looked(&mut Search::new(1 << 16), &position, 4, 1).activation);
    for (next, seed) in [(position, 2), (answer, 1)] {
        let mut used = Search::new(1 << 16);
        looked(&mut used, &position, 4, 1);
        assert_eq!(looked(&mut used, &next, 4, seed), looked(&mut Search::new(1 << 16), &next, 4, seed));
    }
}

/// Cached results don't hide a win: the machine finds it and plays it out.
#[test]
fn what_was_found_changes_no_rule() {
    for number in 0..4 {
        let mut machines = Side::BOTH.map(|_| Opponent::new());
        let mut state = begun(Side::BOTH[number % 2]);
        for _ in 0..200 {
            let Some(turn) = state.turn() else { break };
            let machine = &mut machines[turn.index()];
            machine.begin(&state.position, state.seen.keys(), Strength::Hard, number as u64);
            machine.think(2_000);
            let verdict = machine.verdict().expect("it has thought");
            assert_eq!(objections(&state.position, verdict.activation), Vec::new(), "{}", state.position);
            let ends = state.position.after(verdict.activation).is_decided();
            let wins = |one: &Activation| Hint::new(&state.position, *one).purpose == Purpose::Wins;
            if legal(&state.position).iter().any(wins) {
                assert!(ends, "{} in {}", verdict.activation, state.position);
            }
            play(&mut state, &verdict.activation.to_string());
        }
        assert!(state.activations > 20);
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
    // d4 faces three: it moves away, or is destroyed.
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
    let mut machines = Side::BOTH.map(|_| Opponent::new());
    for _ in 0..150 {
        if state.over.is_some() {
            break;
        }
        let strength = if state.position.turn == Side::Bone { Strength::Hard } else { Strength::Easy };
        let machine = &mut machines[state.position.turn.index()];
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
