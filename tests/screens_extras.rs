//! What every table offers beyond its game: clocks, notes about players, dice.

use egui_kittest::kittest::Queryable as _;

use crate::screens_common::{PHONE, Players, SMALL, TABLET, setup};
use skirmish_screens::{ClockKind, Settings};
use skirmish_tracker::table::skirmish::{Command, Rules};
use skirmish_tracker::table::{Mark, Seat, SeatCommand, Seating, journal, tell};

fn playing(size: egui::Vec2, settings: Settings) -> Players {
    Players::with(size, settings, vec![Command::Begin(setup(3, Seating::Round))])
}

#[test]
fn the_menu_turns_the_clock_on_and_a_panel_shows_it() {
    let mut table = playing(TABLET, Settings::default());
    assert!(!table.has_some("player's menu, clock"));
    table.tap_first("Menu");
    table.tap("Clock: off; tap for another");
    assert!(table.has("Clock: turn by turn; tap for another"), "the menu stays open");
    table.tap("Back");
    // Whoever is on turn has the only clock.
    assert_eq!(table.harness.query_all_by_label_contains("player's menu, clock").count(), 1);
    table.tap_first("Menu");
    table.tap("Clock: turn by turn; tap for another");
    table.tap("Back");
    assert_eq!(table.harness.query_all_by_label_contains("player's menu, clock").count(), 3);
    // The two who aren't on turn have all of their five minutes.
    assert_eq!(table.harness.query_all_by_label_contains("clock 5:00").count(), 2);
    assert!(table.shows("5:00"));
}

#[test]
fn a_turn_that_takes_long_is_told_once() {
    let settings = Settings { clock: ClockKind::Turn, ..Settings::default() };
    let mut table = playing(TABLET, settings);
    // The clock of a test goes on by a second with each look at it.
    let mut told = 0;
    for _ in 0..400 {
        table.harness.step();
        told += usize::from(table.shows("has been on turn for 3 minutes"));
    }
    assert!(told > 0, "a notice");
    table.wait(7.0);
    assert!(!table.shows("has been on turn for 3 minutes"), "it goes, and doesn't come again");
}

#[test]
fn a_note_about_a_player_stands_on_the_panel_and_in_the_journal() {
    let mut table = playing(TABLET, Settings::default());
    table.tap("Orm: player's menu");
    table.tap("Marks and note");
    for letter in ["o", "w", "e", "s", "Space", "á ö þ", "123", "2"] {
        table.tap(letter);
    }
    table.tap("Done");
    let state = table.state().state();
    assert_eq!(state.players[1].note, "Owes 2");
    assert!(table.shows("Owes 2"));
    table.tap("Orm: player's menu, Owes 2");
    table.tap("Marks and note: Owes 2");
    for _ in 0.."Owes 2".len() {
        table.tap("Delete");
    }
    table.tap("Done");
    assert_eq!(table.state().state().players[1].note, "");
    table.tap_first("Undo");
    assert_eq!(table.state().state().players[1].note, "Owes 2");
    let lines = tell::lines(table.state());
    assert_eq!(tell::text(&lines[1].parts), "A note about Orm: Owes 2");
    let text = journal::text(table.state()).expect("it can be written");
    let read = journal::read(text.as_bytes(), table.state().rules()).expect("a journal");
    assert_eq!(read.table.entries(), table.state().entries());
}

#[test]
fn marks_of_a_player_are_set_shown_and_undone_at_every_size() {
    for size in [TABLET, SMALL, PHONE, PHONE.yx(), egui::vec2(360.0, 640.0), egui::vec2(844.0, 390.0)] {
        let mut table = playing(size, Settings::default());
        table.tap_first("Orm: player's menu");
        table.tap("Marks and note");
        table.look(&format!("marks-{}-{}", size.x, size.y));
        let marks: Vec<_> = table.harness.query_all_by_label_contains("Mark: ").map(|mark| mark.rect()).collect();
        assert_eq!(marks.len(), Mark::ALL.len(), "{size}");
        assert!(marks.iter().all(|mark| mark.size().min_elem() >= 43.9), "{size}: {marks:?}");
        for mark in ["star", "skull", "bell", "star"] {
            table.tap(&format!("Mark: {mark}"));
        }
        table.tap("x");
        table.tap("Done");
        let note = |table: &Players| table.state().state().players[1].note.clone();
        assert_eq!(note(&table), "#skull #bell X", "a second touch takes a mark away");
        assert!(table.has_some("Orm: player's menu, skull, bell: X"), "{size}");
        assert!(!table.shows("#skull"), "{size}");
        table.look(&format!("marked-{}-{}", size.x, size.y));
        let lines = tell::lines(table.state());
        assert_eq!(tell::text(&lines[1].parts), "A note about Orm: skull, bell: X");
        table.tap_first("Undo");
        assert_eq!(note(&table), "");
        assert!(!table.has_some("skull"), "{size}");
    }
}

#[test]
fn notes_have_a_limit() {
    let table = playing(TABLET, Settings::default());
    let reasons = |note: String| {
        let note = SeatCommand::Note { seat: Seat(0), note };
        note.decide::<Rules>(table.state().state()).reasons.into_iter().map(|reason| reason.short).collect::<Vec<_>>()
    };
    assert_eq!(reasons("x".repeat(61)), ["not a note"]);
    // Marks are no letters of it.
    let all: Vec<String> = Mark::ALL.iter().map(|mark| format!("#{}", mark.name())).collect();
    assert!(reasons(format!("{} {}", all.join(" "), "x".repeat(60))).is_empty());
}

#[test]
fn dice_and_a_coin_are_thrown_at_every_size() {
    for size in [TABLET, SMALL, PHONE, PHONE.yx(), egui::vec2(360.0, 640.0), egui::vec2(844.0, 390.0)] {
        let mut table = playing(size, Settings::default());
        table.tap_first("Menu");
        table.check_controls(44.0, &format!("menu at {size}"));
        table.tap("Dice");
        for (button, said) in [("Coin", "Coin: "), ("D20", "D20: "), ("2 D6", " together")] {
            table.tap(&format!("Throw: {button}"));
            assert!(table.has_some(said), "{size}: {said}");
        }
        // What was thrown before stays below.
        assert!(table.shows("D20: "), "{size}");
        table.look(&format!("dice-{}", size.x));
    }
}

#[test]
fn clocks_and_dice_look_as_they_did() {
    let mut table = playing(TABLET, Settings { clock: ClockKind::Each(10), ..Settings::default() });
    table.tap_first("Orm: player's menu");
    table.look("player-menu");
    table.tap("Back");
    table.tap_first("Menu");
    table.look("menu");
    table.tap("Back");
    table.look("clocks");
}

#[test]
fn a_hint_is_shown_with_the_first_table_and_never_again() {
    let settings = Settings { seen: ["another-game".to_owned()].into(), ..Settings::default() };
    let mut table = Players::with(TABLET, settings, Vec::new());
    table.tap("Start");
    assert!(table.shows("hold it to change it by more"));
    let words = "Tap a half of the health to change it by 1, and hold it to change it by more. Hold a card to read it.";
    let [hint] = table.places_shown(words)[..] else { panic!("one hint") };
    let covered: Vec<_> = table.controls().into_iter().filter(|control| control.intersects(hint)).collect();
    assert!(covered.is_empty(), "it covers {covered:?}");
    table.look("hint");
    table.wait(20.1);
    assert!(!table.shows("hold it to change it by more"), "it doesn't stay");
    table.tap_first("Menu");
    table.tap("New game");
    table.tap("Start");
    assert!(!table.shows("hold it to change it by more"));
}
