//! Taps that follow each other in a hurry, and taking back more than one meant to.

use crate::screens_common::{Players, TABLET, UPRIGHT, setup};
use egui::accesskit::Live;
use egui::{Key, Modifiers, Pos2, Shape, Vec2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use skirmish_screens::Settings;
use skirmish_tracker::table::skirmish::Command;
use skirmish_tracker::table::{Seat, Seating};

/// A common phone.
const PHONE: Vec2 = vec2(390.0, 844.0);

fn game(players: usize) -> Vec<Command> {
    vec![Command::Begin(setup(players, Seating::Round))]
}

/// Taps a control twice, with a delay in seconds.
fn twice(table: &mut Players, label: &str, apart: f32) {
    let place = table.place(label);
    table.tap_in_a_hurry(place);
    table.wait(apart);
    table.tap_in_a_hurry(place);
    table.wait(0.4);
}

#[test]
fn a_second_tap_on_strike_hurts_nobody_else() {
    for players in [2, 3, 4, 5, 6, 8] {
        for turn in 0..players.min(4) {
            for apart in [0.02, 0.15] {
                let mut happened = game(players);
                let seat = Seat(u8::try_from(turn).expect("few"));
                happened.extend((turn != 1).then_some(Command::Turn { seat }));
                let mut table = Players::with(TABLET, Settings::default(), happened);
                table.tap_first(": attack");
                let before = table.state().done().len();
                twice(&mut table, "Strike", apart);
                let what = format!("{players} players, seat {turn}, {apart} s");
                assert_eq!(table.state().done().len(), before + 1, "{what}");
                assert_eq!(table.health().iter().sum::<i64>(), 12 * i64::try_from(players).expect("few") - 2, "{what}");
                assert!(!table.has("Close"), "{what}: no menu is open");
            }
        }
    }
}

#[test]
fn a_second_tap_on_end_turn_skips_nobody() {
    for (players, size) in [(4, PHONE), (8, PHONE), (8, TABLET), (4, TABLET)] {
        let mut table = Players::with(size, Settings::default(), game(players));
        let before = table.state().done().len();
        let place = if size == PHONE { table.place("End turn") } else { table.place("Orm: end turn") };
        table.tap_in_a_hurry(place);
        table.wait(0.1);
        table.tap_in_a_hurry(place);
        table.wait(0.4);
        assert_eq!(table.state().done().len(), before + 1, "{players} players on {size}");
        assert_eq!(table.state().state().turn, Seat(2), "{players} players on {size}");
    }
}

#[test]
fn taps_that_count_one_by_one_all_count_in_a_hurry() {
    let mut table = Players::with(TABLET, Settings::default(), game(4));
    let place = table.place("Sigrid: lose 1 health");
    (0..5).for_each(|_| table.tap_in_a_hurry(place));
    assert_eq!(table.health()[0], 7);
}

#[test]
fn a_game_that_was_taken_back_to_its_beginning_goes_on() {
    for size in [TABLET, PHONE] {
        let mut happened = game(4);
        happened.extend([Command::Adjust { seat: Seat(2), by: -5 }, Command::Turn { seat: Seat(3) }]);
        let mut table = Players::with(size, Settings::default(), happened.clone());
        while table.state().can_undo() {
            table.tap_first("Undo");
        }
        assert!(table.has("Redo") && table.has("Back to the game"), "{size}");
        table.look(if size == TABLET { "undone-tablet" } else { "undone-phone" });
        table.tap("Redo");
        assert_eq!(table.state().done().len(), 1, "the new game and no more, {size}");
        assert!(table.has_some("lose 1 health"), "{size}");
        table.tap_first("Undo");
        table.tap("Back to the game");
        assert_eq!((table.health()[2], table.state().state().turn), (7, Seat(3)), "{size}");
        assert!(!table.state().can_redo(), "{size}");
    }
}

#[test]
fn the_keyboard_does_again_what_was_taken_back() {
    let mut table = Players::with(TABLET, Settings::default(), game(2));
    let pressed = |table: &mut Players, modifiers: Modifiers, key: Key| {
        table.harness.key_press_modifiers(modifiers, key);
        table.wait(0.05);
    };
    pressed(&mut table, Modifiers::COMMAND, Key::Z);
    assert!(!table.state().can_undo());
    pressed(&mut table, Modifiers::COMMAND, Key::Y);
    assert!(table.state().can_undo());
    pressed(&mut table, Modifiers::COMMAND, Key::Z);
    pressed(&mut table, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert!(table.state().can_undo() && table.has_some("lose 1 health"));
}

/// Returns the announcement for screen readers.
fn announced(table: &Players) -> String {
    let root = table.harness.root();
    let mut nodes: Vec<_> = root.children_recursive().collect();
    nodes.retain(|node| node.accesskit_node().live() == Live::Polite);
    assert_eq!(nodes.len(), 1, "one place for all news");
    nodes[0].accesskit_node().value().unwrap_or_default()
}

#[test]
fn what_happens_is_announced_with_whose_turn_it_is_and_who_has_won() {
    let mut table = Players::with(TABLET, Settings::default(), game(2));
    table.tap("Sigrid: lose 1 health");
    assert!(announced(&table).contains("Sigrid −1") || announced(&table).contains("Sigrid"), "{}", announced(&table));
    assert!(announced(&table).contains("the turn of Orm"), "{}", announced(&table));
    table.tap_first("Undo");
    assert!(announced(&table).starts_with("Undone"), "{}", announced(&table));
    table.tap("Orm: end turn");
    assert!(announced(&table).contains("the turn of Sigrid"), "{}", announced(&table));
}

/// Returns the position of the first text with these words, and its rotation in quarters clockwise.
fn said(table: &Players, words: &str) -> (Pos2, i32) {
    fn within(shape: &Shape, words: &str) -> Option<(Pos2, i32)> {
        match shape {
            Shape::Text(text) if text.galley.text().contains(words) => {
                #[allow(clippy::cast_possible_truncation, reason = "a quarter")]
                let quarters = (text.angle / std::f32::consts::FRAC_PI_2).round() as i32;
                Some((text.visual_bounding_rect().center(), quarters.rem_euclid(4)))
            }
            Shape::Vec(shapes) => shapes.iter().find_map(|shape| within(shape, words)),
            _ => None,
        }
    }
    let shapes = &table.harness.output().shapes;
    shapes.iter().find_map(|clipped| within(&clipped.shape, words)).expect("it is said")
}

#[test]
fn what_is_said_faces_whoever_tapped_and_covers_no_control() {
    let mut happened = game(4);
    happened.push(Command::Adjust { seat: Seat(2), by: -5 });
    for far in [false, true] {
        let mut table = Players::with(TABLET, Settings::default(), happened.clone());
        let mut places: Vec<_> =
            table.harness.get_all_by_label_contains("Undo").map(|node| node.rect().center()).collect();
        places.sort_by(|a, b| a.y.total_cmp(&b.y));
        table.tap_at(if far { places[0] } else { places[1] });
        let (at, quarters) = said(&table, "Undone");
        assert_eq!((quarters, at.y < TABLET.y / 2.0), if far { (2, true) } else { (0, false) }, "{at}");
        table.look(if far { "said-far" } else { "said-near" });
        assert!(!table.controls().iter().any(|control| control.contains(at)), "it lies on a control: {at}");
    }
}

#[test]
fn controls_tell_how_things_stand() {
    let mut table = Players::with(TABLET, Settings::default(), game(4));
    assert!(table.harness.query_by_label("Leif: lose 1 health, has 12").is_some());
    table.tap("Leif: lose 1 health");
    assert!(table.harness.query_by_label("Leif: gain 1 health, has 11").is_some());
    table.tap("Orm: attack");
    assert!(table.harness.query_by_label("Strike, 2 damage").is_some());
}

#[test]
fn the_map_of_seats_is_large_on_a_screen_that_stands() {
    let mut table = Players::at(UPRIGHT);
    table.tap("Add a warrior");
    table.look("setup-standing");
    let chairs: Vec<_> =
        table.harness.get_all_by_label_contains("drag to another chair").map(|node| node.rect()).collect();
    assert_eq!(chairs.len(), 3);
    let all = chairs.iter().fold(chairs[0], |all, chair| all.union(*chair));
    assert!(all.height() >= 490.0, "{all}");
    assert!(chairs.iter().all(|chair| chair.size().min_elem() >= 58.0), "{chairs:?}");
}

#[test]
fn three_on_a_screen_that_stands_read_the_middle_from_the_lower_edge() {
    let table = Players::with(UPRIGHT, Settings::default(), game(3));
    table.check_controls(58.0, "three on a screen that stands");
    assert_eq!(said(&table, "round").1 % 2, 0);
}

#[test]
fn tab_visits_every_control_once_between_the_two_ends() {
    for happened in [Vec::new(), game(4), game(8)] {
        let mut table = Players::with(TABLET, Settings::default(), happened);
        let ends = |table: &Players| table.harness.state().focus_at_ends(&table.harness.ctx);
        assert_eq!(ends(&table), [true, false], "before the first control");
        let mut stops = Vec::new();
        while !ends(&table)[1] {
            table.harness.key_press(Key::Tab);
            table.wait(0.02);
            let focus = table.harness.ctx.memory(egui::Memory::focused);
            let focus = focus.unwrap_or_else(|| panic!("after {} controls none has the focus", stops.len()));
            assert!(!stops.contains(&focus), "Tab came round after {} controls and met no end", stops.len());
            stops.push(focus);
        }
        assert!(stops.len() > 10);
        while !ends(&table)[0] {
            assert_eq!(table.harness.ctx.memory(egui::Memory::focused), stops.pop());
            table.harness.key_press_modifiers(Modifiers::SHIFT, Key::Tab);
            table.wait(0.02);
        }
        assert_eq!(stops.len(), 1);
    }
}

#[test]
fn words_of_an_attack_and_of_what_happened_last_are_not_cut() {
    // Heads of cards have a smallest size of their own.
    let cut = |table: &Players| -> Vec<String> {
        table.cut_words().into_iter().filter(|words| words != "2-h Sword").collect()
    };
    for size in [TABLET, UPRIGHT, PHONE] {
        for turn in 0..4 {
            let mut happened = game(4);
            happened.extend((turn != 1).then_some(Command::Turn { seat: Seat(turn) }));
            let mut table = Players::with(size, Settings::default(), happened);
            table.tap_first(": attack");
            // A phone has two lines for what a card says.
            if size != PHONE {
                assert_eq!(cut(&table), Vec::<String>::new(), "{size}, seat {turn}");
            }
            if size == PHONE {
                table.tap_first("Special: ");
            }
            table.tap_first("Charge");
            if size == PHONE {
                table.tap_first("Basic card: ");
            }
            table.tap_first("Chop");
            table.tap_first("Strike");
            assert_eq!(cut(&table), Vec::<String>::new(), "{size}, seat {turn}");
        }
    }
}
