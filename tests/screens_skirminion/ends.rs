//! Before the game and after it: the seats, and the replay.

use egui::{Pos2, Rect, TouchPhase};
use egui_kittest::SnapshotResults;
use skirmish_screens::Theme;
use skirmish_tracker::table::skirminion::{Activation, Over, commands};

use super::*;
use crate::screens_common::apart;

/// A whole game, in the notation of activations.
pub const GAME: &str = "g1-g3 e8-e6 h1-h3 g8-g6 d1-d3 d8-d6 a1-a3 f8-f6 f1-f3 h8-h6 e1-e3 a8-a6 b1-b3 b8-b6 c1-c3 h6-h4 h3xh4 \
    c8-c6 g3xh4 a6-a4 h3xh4 e6-e4 f3xe4 c6-c4 e3xe4 b6-b4 e3-d4xc4 f6-e5xd4 d3xc4 d6-d5xd4 c3xb4 d5-c4 a3xb4 \
    e5-d4 f3-e3xd4 g6-f5 e3xd4 f5-f4 c3xc4 a4-a5 b3xc4 a5-c5 h3-g4xf4 c5-e5 g3xf4 e5-g5xg4 g3-h4 g5xg4 b3-c2 \
    g5xh4 e3-f4 g5xh4 a3-b2 g5xf4 c3-d2 g5xf4 b2-c3 g5-g4 d3-e3 g4-f3xe3 d2-f2 f3-g4 f2-f3 g4xf3 e3-f4 g4xf3 \
    c2-d1 g4xf4 c3-d3 g4xf4 d3-e3 g4-f4xe3 d1-e1 f4xe3 e1-e3xf4 f4-g4 e3-f4xg4";

/// Returns the commands of a game in the notation.
pub fn noted(game: &str) -> Vec<Command> {
    let mut position = Position::start(Side::Bone);
    let mut all = vec![begin(Side::Bone, [None; 2])];
    for activation in game.split_whitespace() {
        let activation: Activation = activation.parse().expect("an activation");
        all.extend(commands(&position, activation));
        position = position.after(activation);
    }
    all
}

fn drag(table: &mut Players, from: Pos2, to: Pos2) {
    table.touch(2, TouchPhase::Start, from);
    table.wait(0.03);
    table.touch(2, TouchPhase::Move, to);
    table.wait(0.03);
    table.touch(2, TouchPhase::End, to);
    table.wait(0.03);
}

#[test]
fn the_setup_offers_nothing_that_two_at_a_board_cannot_use() {
    for size in [TABLET, SMALL, SMALL.yx(), LOW, PHONE, PHONE.yx(), vec2(360.0, 640.0), vec2(844.0, 390.0)] {
        let mut table = playing(size, vec![]);
        for words in ["All round", "Long sides", "Bone does not play", "Red does not play", "Add a player"] {
            assert!(!table.has(words), "{size}: {words}");
        }
        let screen = Rect::from_min_size(Pos2::ZERO, size);
        let controls = table.controls();
        assert!(controls.iter().all(|control| screen.expand(0.1).contains_rect(*control)), "{size}");
        let chairs = ["Bone", "Red"].map(|name| format!("{name}: drag to another chair"));
        let others: Vec<Rect> = controls
            .into_iter()
            .filter(|control| {
                chairs.iter().all(|chair| !table.has(chair) || table.harness.get_by_label(chair).rect() != *control)
            })
            .collect();
        apart(&others, 43.9, 1.95, &format!("{size}"));
        table.tap("Bone: another name");
        assert!(!table.has("Not playing"), "{size}");
        table.tap("Done");
        assert!(table.has("Start"));
    }
}

#[test]
fn who_is_dragged_to_the_other_end_of_the_board_plays_the_other_side() {
    for size in [TABLET, SMALL.yx(), PHONE] {
        let mut table = playing(size, vec![]);
        let chair = |table: &Players, name: &str| table.place(&format!("{name}: drag to another chair"));
        let (near, far) = (chair(&table, "Bone"), chair(&table, "Red"));
        assert!(near.y > far.y, "{size}: bone sits near");
        drag(&mut table, near, far);
        assert!((chair(&table, "Bone") - far).length() < 1.0 && (chair(&table, "Red") - near).length() < 1.0, "{size}");
        // Against the table a person sits near, whichever side they play.
        table.tap("Red, bone units: a person plays");
        assert!((chair(&table, "Bone") - near).length() < 1.0, "{size}");
        table.tap("Start");
        let players: Vec<&str> = state(&table).players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(players, ["Red", "Bone"], "{size}");
        assert_eq!(state(&table).machines, Machines([Some(Strength::Easy), None]));
        assert_eq!(state(&table).turn(), Some(Side::Red), "{size}: who begins goes on doing so");
    }
}

#[test]
fn sides_are_swapped_with_a_tap() {
    for size in [TABLET, SMALL.yx(), PHONE] {
        let mut table = playing(size, vec![]);
        table.tap("Bone, bone units: a person plays");
        table.tap("Swap sides");
        table.tap("Start");
        let players: Vec<&str> = state(&table).players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(players, ["Red", "Bone"], "{size}");
        assert_eq!(state(&table).machines, Machines([None, Some(Strength::Easy)]), "{size}");
    }
}

/// Returns the board's step in the replay, as announced to screen readers and shown on the bar.
fn step(table: &Players) -> usize {
    let label = table.harness.get_all_by_label_contains("Step ").next().expect("a bar");
    let label = label.accesskit_node().label().expect("a name");
    label.split(' ').nth(1).and_then(|step| step.parse().ok()).expect("a number")
}

#[test]
fn the_game_is_shown_once_more_step_by_step() {
    let steps = GAME.split_whitespace().count();
    for size in [TABLET, PHONE, vec2(360.0, 640.0), vec2(844.0, 390.0)] {
        let mut table = playing(size, noted(GAME));
        assert!(matches!(state(&table).over, Some(Over::Won(_))));
        let events = self::table(&table).entries().len();
        table.tap("Replay");
        assert_eq!(step(&table), 0, "{size}");
        assert!(table.shows("A new game"), "{size}");
        assert!(!table.has("One step back") && !table.has("To the start"), "{size}");
        table.tap("One step on");
        assert_eq!(step(&table), 1, "{size}");
        table.tap("One step on");
        table.tap("One step back");
        assert_eq!(step(&table), 1, "{size}");
        table.tap("To the end");
        assert_eq!(step(&table), steps, "{size}");
        assert!(table.shows("has won") && !table.has("One step on"), "{size}");
        let bar = table.harness.get_all_by_label_contains("Step ").next().expect("a bar").rect();
        drag(&mut table, bar.right_center() - vec2(2.0, 0.0), bar.center());
        assert!(step(&table).abs_diff(steps / 2) <= 1, "{size}: {}", step(&table));
        table.tap("To the start");
        assert_eq!(step(&table), 0, "{size}");
        // A finger that stays goes on.
        let on = table.place("One step on");
        table.touch(2, TouchPhase::Start, on);
        table.wait(1.0);
        table.touch(2, TouchPhase::End, on);
        table.wait(0.05);
        assert!(step(&table) >= 3, "{size}: {}", step(&table));
        apart(&table.open_sheet(), 43.9, 1.95, &format!("{size}"));
        table.tap("Close");
        assert!(table.has("Fight again"), "{size}");
        assert_eq!(self::table(&table).entries().len(), events, "to look is no event");
    }
}

#[test]
fn the_replay_plays_automatically_until_it_is_stopped() {
    let mut table = playing(TABLET, noted(GAME));
    table.tap("Replay");
    table.tap("Play automatically");
    table.wait(3.0);
    let then = step(&table);
    assert!((2..=3).contains(&then), "{then}");
    table.tap("Stop playing");
    let then = step(&table);
    table.wait(3.0);
    assert_eq!(step(&table), then);
    table.tap("Play automatically");
    table.tap("One step back");
    table.wait(3.0);
    assert_eq!(step(&table), then - 1, "who steers goes on alone");
    table.tap("To the end");
    assert!(!table.has("Play automatically"));
}

#[test]
fn who_sits_where_the_end_and_the_replay_look_as_they_did() {
    let mut results = SnapshotResults::new();
    let mut show = |mut table: Players, name: &str| {
        table.looks_like(name);
        results.extend(table.looked_at());
    };
    let settings = Settings { theme: Theme::Light, ..Settings::default() };
    show(open(SMALL.yx(), settings, vec![]), "skirminion-setup-standing");
    show(playing(vec2(360.0, 640.0), vec![]), "skirminion-setup-small");
    show(playing(TABLET, noted(GAME)), "skirminion-end-long");
    show(playing(vec2(844.0, 390.0), noted(GAME)), "skirminion-end-lying");
    let mut draw = noted("d1-d3 d8-d6");
    draw.push(Command::Agree);
    show(playing(TABLET, draw), "skirminion-draw");
    for (size, name) in [(TABLET, "skirminion-replay"), (vec2(360.0, 640.0), "skirminion-replay-phone")] {
        let mut table = playing(size, noted(GAME));
        table.tap("Replay");
        let bar = table.harness.get_all_by_label_contains("Step ").next().expect("a bar").rect();
        drag(&mut table, bar.left_center() + vec2(2.0, 0.0), bar.left_center() + vec2(bar.width() * 0.6, 0.0));
        show(table, name);
    }
    show(playing(vec2(360.0, 640.0), set_up(STUDY, [None; 2])), "skirminion-small");
}

#[test]
fn the_setup_shows_who_plays_against_the_table_and_how_well() {
    for size in [TABLET, SMALL, SMALL.yx()] {
        let mut table = playing(size, vec![]);
        table.tap("Hard, against the table");
        table.tap("Medium, against the table");
        table.tap("Start");
        assert_eq!(state(&table).machines, Machines([None, Some(Strength::Medium)]), "{size}");
    }
    let mut table = playing(TABLET, vec![]);
    table.tap("Easy, against the table");
    table.tap("Two people, play each other");
    table.look("skirminion-setup");
    table.tap("Start");
    assert!(state(&table).machines.are_none());
}

#[test]
fn a_player_resigns_in_the_own_menu() {
    let mut table = playing(TABLET, vec![begin(Side::Bone, [None; 2])]);
    table.tap(&format!("{}: player's menu", NAMES[0]));
    table.tap("Resign");
    assert_eq!(state(&table).over, Some(Over::Resigned(Side::Bone)));
    assert!(table.shows(&format!("{} has resigned", NAMES[0])), "the end says it");
    table.tap_first("Undo");
    assert_eq!(state(&table).over, None);
}
