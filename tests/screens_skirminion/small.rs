//! Phones on which a square is smaller than a fingertip: the loupe.

use egui::{Pos2, TouchPhase};

use skirmish_screens::TextSize;

use super::ends::{GAME, noted};
use super::*;

const SMALLEST: [Vec2; 4] = [vec2(360.0, 640.0), vec2(320.0, 568.0), vec2(640.0, 360.0), vec2(568.0, 320.0)];

fn middle(table: &Players, at: &str) -> Pos2 {
    table.harness.get_all_by_label_contains(&format!("{at}, ")).next().expect("a square").rect().center()
}

/// Slides a finger from one square to another, where it is lifted; in between, a function looks at the screen.
fn slide(table: &mut Players, from: &str, to: &str, between: impl FnOnce(&mut Players)) {
    let places = [from, to].map(|at| middle(table, at));
    table.touch(1, TouchPhase::Start, places[0]);
    table.wait(0.03);
    table.touch(1, TouchPhase::Move, places[1]);
    table.wait(0.03);
    between(table);
    table.touch(1, TouchPhase::End, places[1]);
    table.wait(0.03);
}

#[test]
fn a_finger_slides_to_the_square_it_means_and_the_loupe_names_it() {
    for size in SMALLEST {
        let mut table = study(size);
        assert_eq!(table.times_shown("f4"), 0, "{size}");
        slide(&mut table, "e3", "f4", |table| {
            assert_eq!(table.times_shown("f4"), 1, "{size}: the loupe names the square");
        });
        assert!(said(&table, "f4").ends_with("chosen"), "{size}: {}", said(&table, "f4"));
        let before = table.times_shown("e5");
        slide(&mut table, "f5", "e5", |table| assert_eq!(table.times_shown("e5"), before + 1, "{size}"));
        assert!(table.has("Attack e5 with f4"), "{size}");
        assert_eq!((health(&table, "e5"), health(&table, "f4")), (4, 4), "a forecast changes nothing");
        // Lifted off the board, a finger means nothing.
        let (on, off) = (middle(&table, "e5"), middle(&table, "h8") + vec2(200.0, -400.0));
        table.touch(1, TouchPhase::Start, on);
        table.touch(1, TouchPhase::Move, off);
        table.touch(1, TouchPhase::End, off);
        table.wait(0.05);
        assert_eq!(health(&table, "e5"), 4, "{size}");
        // A tap is a tap.
        touch(&mut table, "e5");
        assert_eq!((health(&table, "e5"), health(&table, "f4")), (2, 3), "{size}");
    }
}

#[test]
fn larger_squares_need_no_loupe() {
    for size in [PHONE, vec2(844.0, 390.0), NARROW, TABLET] {
        let mut table = study(size);
        let before = table.times_shown("f4");
        let place = middle(&table, "f4");
        table.touch(1, TouchPhase::Start, place);
        table.wait(0.03);
        assert_eq!(table.times_shown("f4"), before, "{size}");
        table.touch(1, TouchPhase::End, place);
        table.wait(0.03);
        assert!(said(&table, "f4").ends_with("chosen"), "{size}");
    }
}

/// Words that have no room would end with three points.
#[test]
fn no_words_are_cut_on_any_telephone_or_tablet() {
    let others =
        [PHONE, PHONE.yx(), NARROW, NARROW.yx(), vec2(844.0, 390.0), LOW, SMALL, SMALL.yx(), TABLET, TABLET.yx()];
    let mut cut = Vec::new();
    let mut looked_at = 0;
    for size in SMALLEST.into_iter().chain(others) {
        for text in [TextSize::Middle, TextSize::Large, TextSize::Huge] {
            let table = |happened| open(size, Settings { text, ..Settings::default() }, happened);
            let mut look = |table: &Players, what: &str| {
                looked_at += 1;
                cut.extend(table.cut_words().into_iter().map(|words| format!("{size} {text:?}, {what}: {words}")));
            };
            look(&table(vec![]), "setup");
            look(&table(vec![begin(Side::Bone, [None, Some(Strength::Medium)])]), "against the table");
            let mut played = table(set_up(STUDY, [None; 2]));
            look(&played, "the board");
            for at in ["d4", "c4", "e5"] {
                touch(&mut played, at);
                look(&played, at);
            }
            played.tap("Orm: offer a draw");
            look(&played, "a draw is offered");
            hold(&mut played, "g2");
            look(&played, "a square is set");
            look(&table(fighting()), "a fight");
            look(&table(ended()), "a short game");
            let mut over = table(noted(GAME));
            look(&over, "a long game");
            over.tap("Replay");
            look(&over, "replay");
            over.tap("To the end");
            look(&over, "the end of the replay");
        }
    }
    assert!(looked_at > 500, "{looked_at} screens");
    assert!(cut.is_empty(), "{cut:#?}");
}

/// For a player at the far side it is turned, and beyond their finger.
#[test]
fn the_loupe_looks_as_it_did() {
    let mut results = egui_kittest::SnapshotResults::new();
    for (name, turn, from, to) in [("skirminion-loupe", "b", "e3", "e5"), ("skirminion-loupe-far", "r", "e5", "d4")] {
        let mut table = playing(SMALLEST[0], set_up(&STUDY.replace(" b", &format!(" {turn}")), [None; 2]));
        let unit = if turn == "b" { "d4" } else { "c5" };
        touch(&mut table, unit);
        slide(&mut table, from, to, |table| {
            table.looks_like(name);
            results.extend(table.looked_at());
        });
    }
}
