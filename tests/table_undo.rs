//! The way back, and the way forth again: by groups as people tap, by single events, to the start, over new games.

use skirmish_tracker::table::{Millis, PlayerChange};

use crate::table_help::*;
use skirmish_tracker::table::skirmish::{Change, Command, Entry, Event, State};

/// Taps after a delay in milliseconds.
fn tap(play: &mut Play, seat: skirmish_tracker::table::Seat, by: i64, after: u64) {
    play.now += after;
    play.table.act(Command::Adjust { seat, by }, Millis(play.now)).expect("a tap");
}

#[test]
fn taps_within_two_seconds_are_taken_back_and_done_again_as_one() {
    let mut play = Play::new(2);
    for _ in 0..7 {
        tap(&mut play, A, -1, 2_000);
    }
    assert_eq!(play.table.undo_label().as_deref(), Some("Asa −7"));
    assert_eq!(play.table.groups(), [0..1, 1..8]);
    play.table.undo(Millis(0)).expect("it can be");
    assert_eq!((play.health(A), play.table.done().len()), (12, 1));
    assert_eq!(play.said(), "Undone: Asa −7");
    assert_eq!(play.table.redo_label().as_deref(), Some("Asa −7"));
    play.table.redo(Millis(0)).expect("it can be");
    assert_eq!((play.health(A), play.table.done().len()), (5, 8));
    assert_eq!(play.said(), "Redone: Asa −7");
}

#[test]
fn a_group_ends_after_two_seconds_at_another_player_and_at_anything_else() {
    let mut play = Play::new(2);
    tap(&mut play, A, -1, 100);
    tap(&mut play, A, -1, 2_001);
    tap(&mut play, B, -1, 1);
    tap(&mut play, A, -1, 1);
    play.now += 1;
    let now = Millis(play.now);
    play.table.act(Command::Reshuffle, now).expect("it can be");
    tap(&mut play, A, -1, 1);
    let lengths: Vec<usize> = play.table.groups().iter().map(ExactSizeIterator::len).collect();
    assert_eq!(lengths, [1, 1, 1, 1, 1, 1, 1]);
}

#[test]
fn undo_can_go_by_single_taps() {
    let mut play = Play::new(2);
    for _ in 0..3 {
        tap(&mut play, A, -1, 10);
    }
    play.table.undo_single(Millis(0)).expect("it can be");
    assert_eq!(play.health(A), 10);
    play.table.undo(Millis(0)).expect("it can be");
    assert_eq!(play.health(A), 12);
    play.table.redo(Millis(0)).expect("it can be");
    assert_eq!(play.health(A), 9, "all of the group comes back");
}

#[test]
fn one_who_fell_by_taps_has_everything_back() {
    let mut play = Play::new(3);
    play.mail(B).arm(B, "axe");
    let before = play.state().clone();
    play.now += 10_000;
    for _ in 0..12 {
        tap(&mut play, B, -1, 100);
    }
    assert!(!play.state().lives(B));
    play.table.undo(Millis(0)).expect("it can be");
    assert_eq!(*play.state(), before);
}

#[test]
fn a_new_game_can_be_taken_back_to_the_old_one() {
    let mut play = Play::new(4);
    play.act(Command::EndTurn { seat: A });
    let before = play.state().clone();
    play.act(Command::Begin(play.state().again()));
    assert_eq!((play.state().dealer, play.state().turn), (A, B), "the next one deals");
    assert_eq!(play.table.undo_label().as_deref(), Some("the new game"));
    play.table.undo(Millis(0)).expect("it can be");
    assert_eq!(*play.state(), before);
    play.table.redo(Millis(0)).expect("it can be");
    assert_eq!(play.state().dealer, A);
}

#[test]
fn nothing_is_taken_back_where_there_is_nothing() {
    let mut play = Play::new(2);
    assert!(play.table.redo(Millis(0)).is_none() && !play.table.can_redo() && play.table.redo_label().is_none());
    play.table.undo(Millis(0)).expect("the first event");
    assert_eq!(*play.state(), State::default());
    assert!(play.table.undo(Millis(0)).is_none() && !play.table.can_undo() && play.table.undo_label().is_none());
    assert_eq!(play.table.entries().len(), 2, "what does nothing is not written down");
    play.table.redo(Millis(0)).expect("the first event again");
    assert!(play.state().begun());
}

#[test]
fn something_new_ends_what_could_be_done_again() {
    let mut play = Play::new(2);
    play.act(Command::EndTurn { seat: A });
    play.table.undo(Millis(0)).expect("it can be");
    play.act(Command::Reshuffle);
    assert!(!play.table.can_redo());
    assert_eq!(play.table.entries().len(), 4, "and yet nothing is lost from the journal");
}

#[test]
fn the_state_can_be_seen_as_it_was_before_a_new_game() {
    let mut play = Play::new(2);
    play.hurt(A, 5);
    let before = play.state().clone();
    play.act(Command::Begin(setup(3)));
    assert_eq!(play.table.state_at(2), before);
    assert_eq!(play.table.state_at(0), State::default());
    assert_eq!(play.table.state_at(99), *play.state());
}

#[test]
fn what_no_table_can_be_is_not_taken_over() {
    let mut play = Play::new(2);
    let before = play.state().clone();
    let mut push = |command: Command, changes: Vec<Change>| {
        let seq = play.table.entries().len() as u64 + 1;
        let event = Event { seq, time: Millis(0), command, overruled: vec![], outcomes: vec![], changes, taps: vec![] };
        play.table.push(Entry::Did(event.into())).expect_err("it is made up").to_string()
    };
    let adjust = || Command::Adjust { seat: A, by: 1 };
    let health = |to| Change::Health(PlayerChange { seat: A, from: 12, to });
    assert_eq!(push(adjust(), vec![health(i64::MAX)]), "it says what no table can be");
    assert_eq!(push(adjust(), vec![health(11), health(10)]), "the health of player 0 is 11, not 12");
    assert_eq!(push(Command::Begin(setup(2)), vec![Change::Began(Box::default())]), "it says what no table can be");
    let began = || Change::Began(Box::new(before.clone()));
    assert_eq!(push(Command::Begin(setup(2)), vec![began(), began()]), "it says what no table can be");
    for count in [0, 2, u32::MAX] {
        let undid = Entry::Undid { seq: 2, time: Millis(0), count, taps: vec![] };
        assert_eq!(
            play.table.push(undid).expect_err("there is one event").to_string(),
            format!("{count} events cannot be taken back")
        );
        play.table
            .push(Entry::Redid { seq: 2, time: Millis(0), count, taps: vec![] })
            .expect_err("there is nothing to do again");
    }
    assert_eq!((play.state(), play.table.entries().len()), (&before, 1));
}
