//! Random games of Skirminion: invariants, and back to the start by undoing.

use skirmish_tracker::table::skirminion::{
    Change, Half, HalfDone, Over, Position, Side, State, commands, key, key_after, legal,
};
use skirmish_tracker::table::{Change as _, TableChange};

use super::{Dice, begun, carry_out};

/// Longer games are ended: two units may flee from each other indefinitely.
const LONGEST: usize = 300;

/// Plays a game; how many activations it had.
fn game(dice: &mut Dice) -> usize {
    let mut state = begun(Side::BOTH[dice.below(2)]);
    let start = state.clone();
    let mut all: Vec<Change> = Vec::new();
    for number in 0..LONGEST {
        if state.over.is_some() {
            break;
        }
        let before = state.position;
        let list = legal(&before);
        assert!(!list.is_empty(), "there is always a pass (K19): {before}");
        let attacks: Vec<_> = list.iter().filter(|one| one.target().is_some()).collect();
        let activation = match attacks.len() {
            many @ 1.. if dice.below(2) == 0 => *attacks[dice.below(many)],
            _ => list[dice.below(list.len())],
        };
        for command in commands(&before, activation) {
            let changes = carry_out(&mut state, &command);
            assert!(changes.iter().all(Change::is_sound));
            all.extend(changes);
        }
        let after = before.after(activation);
        assert_eq!(state.position.board, after.board, "{activation} in {before}");
        assert!(state.half.is_none() || state.over.is_some());
        assert_eq!(key_after(key(&before), &before, &after, activation), key(&after));
        assert_eq!(state.activations as usize, number + 1);
        let alive = Side::BOTH.map(|side| !after.board.units(side).is_empty());
        let over = match alive {
            [true, true] => None,
            [false, false] => Some(Over::NobodyLeft),
            [bone, _] => Some(Over::Won(if bone { Side::Bone } else { Side::Red })),
        };
        assert_eq!(state.over, over);
        assert_eq!(state.turn(), over.is_none().then_some(before.turn.other()));
        assert_eq!(state.check(), Ok(()));
        let health = |position: &Position| position.board.health_of(position.board.occupied());
        assert!(health(&after) <= health(&before) + u32::from(activation.target().is_none()));
        for side in Side::BOTH {
            assert!(after.board.units(side).len() <= before.board.units(side).len());
        }
    }
    let end = state.clone();
    assert_eq!(serde_json::from_str::<State>(&serde_json::to_string(&end).unwrap()).unwrap(), end);
    for change in all.iter().rev() {
        change.revert(&mut state).unwrap();
    }
    assert_eq!(state, start);
    for change in &all {
        change.apply(&mut state).unwrap();
    }
    assert_eq!(state, end);
    end.activations as usize
}

fn games(count: usize) {
    let mut dice = Dice(19);
    let mut ended = 0;
    let mut activations = 0;
    for _ in 0..count {
        let length = game(&mut dice);
        activations += length;
        ended += usize::from(length < LONGEST);
    }
    println!("{count} games, {activations} activations, {ended} games to their end");
    assert!(ended > count / 2, "{ended} of {count} games came to an end");
}

#[test]
fn random_games_keep_every_invariant_and_undo_to_the_start() {
    games(1_500);
}

/// `cargo test --release --features tracker --test table skirminion::games -- --ignored --nocapture`
#[test]
#[ignore = "half a minute in a release build, minutes in another"]
fn a_hundred_thousand_random_games_keep_every_invariant_and_undo_to_the_start() {
    games(100_000);
}

#[test]
fn a_change_that_does_not_fit_is_an_error_and_changes_nothing() {
    let mut state = begun(Side::Bone);
    let before = state.clone();
    let at = "a1".parse().unwrap();
    let half = Some(Half { at, done: HalfDone::Moved });
    for change in [
        Change::Began(Box::default()),
        Change::Unit { at, from: None, to: None },
        Change::Half(TableChange { from: half, to: half }),
        Change::Turn(TableChange { from: Side::Red, to: Side::Red }),
        Change::Activations(TableChange { from: 5, to: 6 }),
        Change::Seen { position: state.position, from: 7, to: 8 },
        Change::Over(TableChange { from: Some(Over::Agreed), to: Some(Over::NobodyLeft) }),
    ] {
        if !matches!(change, Change::Began(_)) {
            assert!(change.apply(&mut state).is_err(), "{change:?}");
        }
        assert!(change.revert(&mut state).is_err(), "{change:?}");
        assert_eq!(state, before);
    }
}
