//! The tracker's screens as people use them, driven without a display.

use std::collections::BTreeMap;

use crate::screens_common::{NAMES, PHONE, Players, SMALL, TABLET, remembered, setup};
use egui::{Event, ImeEvent, Key, Pos2, TouchPhase, Vec2, vec2};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable as _;
use skirmish_model::game::Rulings;
use skirmish_screens::{Awake, Contrast, Settings, TextSize, Theme};
use skirmish_tracker::table::skirmish::{Command, Shield};
use skirmish_tracker::table::{CardId, PlayerColour, Seat, Seating};

fn last_time(players: usize) -> BTreeMap<String, serde_json::Value> {
    let setup = remembered(setup(players, Seating::Round));
    setup.map(|setup| ("skirmish-5e".to_owned(), setup)).into_iter().collect()
}

fn game(players: usize, seating: Seating) -> Vec<Command> {
    vec![Command::Begin(setup(players, seating))]
}

/// Returns a game with one of every kind of event.
fn lively(players: usize, seating: Seating) -> Vec<Command> {
    let mut all = game(players, seating);
    all.push(Command::Take { seat: Seat(1), card: CardId::new("two-handed-axe") });
    all.push(Command::SetMail { seat: Seat(1), worn: true });
    if players > 2 {
        all.push(Command::Adjust { seat: Seat(2), by: -5 });
        all.push(Command::TurnShield { seat: Seat(2), to: Shield::Damaged });
        all.push(Command::TurnShield { seat: Seat(0), to: Shield::None });
    }
    if players > 3 {
        all.push(Command::Fall { seat: Seat(3), by: Some(Seat(0)) });
    }
    all
}

#[test]
fn every_control_of_a_table_is_large_enough_and_apart_from_the_others() {
    for size in [TABLET, SMALL, SMALL.yx()] {
        for seating in [Seating::Round, Seating::Long] {
            for players in 2..=8 {
                let table = Players::with(size, Settings::default(), lively(players, seating));
                let controls = table.controls();
                assert!(controls.len() >= 5 * players, "{} controls", controls.len());
                for (index, control) in controls.iter().enumerate() {
                    let what = format!("{size} {players} {seating:?}: {control}");
                    assert!(control.width() >= 57.9 && control.height() >= 57.9, "{what} is small");
                    for other in &controls[index + 1..] {
                        let apart = control.expand(3.95).intersect(other.expand(3.95));
                        assert!(!apart.is_positive(), "{what} is too near to {other}");
                    }
                }
            }
        }
    }
}

#[test]
fn eight_fingers_on_eight_seats_all_count() {
    let mut table = Players::with(TABLET, Settings::default(), game(8, Seating::Long));
    let places: Vec<Pos2> = NAMES.iter().map(|name| table.place(&format!("{name}: lose 1 health"))).collect();
    for _ in 0..10 {
        for phase in [TouchPhase::Start, TouchPhase::End] {
            for (finger, place) in places.iter().enumerate() {
                table.touch(finger as u64, phase, *place);
                table.wait(0.015);
            }
        }
    }
    assert_eq!(table.health(), [2; 8], "80 of 80");
    assert_eq!(table.state().done().len(), 81, "and no phantom");
}

#[test]
fn a_resting_palm_changes_nothing_and_others_go_on_beside_it() {
    let mut table = Players::with(TABLET, Settings::default(), game(4, Seating::Round));
    let palm = table.place("Orm: lose 1 health");
    table.touch(9, TouchPhase::Start, palm);
    table.wait(1.0);
    let finger = table.place("Leif: lose 1 health");
    table.touch(1, TouchPhase::Start, finger);
    table.wait(0.05);
    table.touch(1, TouchPhase::End, finger);
    table.wait(3.0);
    table.touch(9, TouchPhase::End, palm);
    table.wait(0.1);
    assert_eq!(table.health(), [12, 12, 11, 12]);
}

#[test]
fn a_finger_that_stays_counts_on_and_the_sum_is_told() {
    let mut table = Players::with(TABLET, Settings::default(), game(4, Seating::Round));
    let place = table.place("Sigrid: lose 1 health");
    table.touch(0, TouchPhase::Start, place);
    table.wait(0.95);
    table.touch(0, TouchPhase::End, place);
    table.wait(0.02);
    assert_eq!(table.health()[0], 8, "0.55 seconds of repeating");
    table.touch(0, TouchPhase::Start, place);
    table.touch(0, TouchPhase::End, place);
    table.wait(0.02);
    table.tap_first("Undo: Sigrid −5");
    assert_eq!(table.health()[0], 12, "a run of taps goes at once");
    table.tap_first("Redo: Sigrid −5");
    assert_eq!(table.health()[0], 7);
}

#[test]
fn gear_does_what_a_touch_most_often_means() {
    let mut table = Players::with(TABLET, Settings::default(), game(3, Seating::Round));
    table.tap("Leif: Shield, damage it");
    table.tap("Leif: damaged Shield, lose it");
    table.tap("Leif: no Shield, take one");
    table.tap("Leif: no Mail, wear one");
    let leif = &table.state().state().players[2];
    assert_eq!((leif.shield, leif.mail), (Shield::Whole, true));
    table.tap("Leif: Sword, change");
    table.tap("Take Spear");
    assert_eq!(table.state().state().players[2].weapon, Some(CardId::new("spear")));
    table.tap("Leif: Spear, change");
    table.tap("Swap weapons with Orm");
    let weapons = table.state().state().players.iter().map(|player| player.weapon.clone().expect("one").to_string());
    assert_eq!(weapons.collect::<Vec<_>>(), ["sword", "spear", "sword"]);
}

#[test]
fn what_cannot_be_is_told_on_the_panel_and_changes_nothing() {
    let mut table = Players::with(TABLET, Settings::default(), game(4, Seating::Round));
    // All four of the deck are put on and taken off again: they are in the pile, and nobody has one in hand.
    for _ in 0..4 {
        table.tap("Orm: no Mail, wear one");
        table.tap("Orm: Mail, take it off");
    }
    let before = table.state().state().clone();
    table.tap("Orm: no Mail, wear one");
    assert!(table.has("Cancel") && !table.has("Play it anyway"), "no rule can bring a card from nowhere");
    assert_eq!(table.state().state(), &before);
    table.tap("Cancel");
    assert!(!table.has("Cancel"));
}

#[test]
fn a_game_is_set_up_by_touch_in_a_few_taps() {
    let mut table = Players::at(TABLET);
    table.tap("Add a warrior");
    table.tap("Add a warrior");
    table.tap("Red: another name");
    for letter in ["o", "r", "m"] {
        table.tap(letter);
    }
    table.tap("Done");
    table.tap("Blue deals");
    table.tap("Long sides");
    for switch in ["Trip at any time: off", "Rend deals damage: off", "Rend deals damage: on"] {
        table.tap("House rules");
        table.tap(switch);
        table.tap("Close");
    }
    table.tap("Start");
    let state = table.state().state();
    let late = Rulings { trip_any_time: true, ..Rulings::default() };
    assert_eq!(state.setup.house, Some(late));
    let names: Vec<&str> = state.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Orm", "Blue", "Gold", "Green"]);
    assert_eq!((state.dealer, state.turn, state.setup.seating), (Seat(1), Seat(2), Seating::Long));
    table.tap("Menu");
    table.tap("Seats all round");
    table.tap("Back");
    assert_eq!(table.state().state().setup.seating, Seating::Round);
    table.tap_first("Undo");
    table.tap_first("Undo");
    assert!(table.has("Start"), "undone to the first event");
}

#[test]
fn the_systems_keyboard_comes_for_a_name_that_is_touched_and_for_nothing_else() {
    let mut table = Players::at(TABLET);
    let asked = |table: &Players| table.harness.output().platform_output.ime.is_some();
    table.tap("Red: another name");
    assert!(!asked(&table), "there are letters on the screen");
    table.tap("Red: write with this device's keyboard");
    assert!(asked(&table));
    // As a phone's keyboard does it: unsure of a word, then sure, then deleting a letter.
    table.harness.event(Event::Ime(ImeEvent::Preedit { text: "ås".to_owned(), active_range_chars: None }));
    table.wait(0.02);
    assert!(table.has("ås: write with this device's keyboard"), "in place of the old name");
    table.harness.event(Event::Ime(ImeEvent::Commit("åsaa".to_owned())));
    table.harness.event(Event::Ime(ImeEvent::DeleteSurrounding { before_chars: 1, after_chars: 0 }));
    table.harness.event(Event::Text(" ii".to_owned()));
    table.wait(0.02);
    table.harness.key_press(Key::Backspace);
    table.harness.key_press(Key::Enter);
    table.wait(0.02);
    assert!(table.has("Åsa I: another name") && !asked(&table));
    table.tap("Start");
    assert!(!asked(&table));
}

#[test]
fn people_see_when_the_screen_may_go_dark() {
    let mut table = Players::with(TABLET, Settings::default(), game(3, Seating::Round));
    assert!(table.has("Menu"));
    table.harness.state_mut().awake(Awake::MaySleep);
    table.wait(0.02);
    assert!(!table.has("Menu"));
    let menu = table.harness.get_all_by_label("Menu; the screen may go dark").next().expect("one").rect();
    // The badge of gold in the upper right corner of the button, or the lower left one where that is turned by half.
    let picture = table.harness.render().expect("a picture");
    let gold = |from: Pos2| {
        let mut down_right = (0..16).map(|step| from + Vec2::splat(step as f32));
        down_right.any(|at| picture.get_pixel(at.x as u32, at.y as u32).0 == [0xe0, 0xac, 0x3a, 0xff])
    };
    assert!(gold(menu.right_top() + vec2(-24.0, 4.0)) || gold(menu.left_bottom() + vec2(8.0, -24.0)));
}

#[test]
fn a_device_that_is_turned_lets_go_of_what_was_pressed() {
    let mut table = Players::with(TABLET, Settings::default(), vec![Command::Begin(setup(4, Seating::Round))]);
    for (label, seconds) in [("Orm: lose 1 health", 1.0), ("Orm: attack", 0.1)] {
        let place = table.place(label);
        table.touch(0, TouchPhase::Start, place);
        table.wait(0.1);
        table.harness.set_size(TABLET.yx());
        let before = table.health();
        table.wait(seconds);
        table.touch(0, TouchPhase::End, place);
        table.wait(0.4);
        assert_eq!(table.health(), before, "{label}");
        assert!(!table.has("Strike"), "{label}");
        table.harness.set_size(TABLET);
        table.wait(0.4);
    }
}

#[test]
fn names_of_people_are_remembered_and_words_of_colours_are_not() {
    let mut settings = Settings::default();
    let mut played = setup(3, Seating::Round);
    let colour = played.players[1].colour.id().to_owned();
    played.players[1].name.clone_from(&colour);
    settings.remember("skirmish-5e", &played.players, &played);
    assert_eq!(settings.names, [NAMES[0], NAMES[2]]);
    // Earlier versions kept them.
    settings.names.extend(["Blue".to_owned(), "Violet".to_owned()]);
    assert_eq!(settings.known_names().collect::<Vec<_>>(), [NAMES[0], NAMES[2], "Violet"]);
}

#[test]
fn people_bring_the_shield_of_their_last_game() {
    let known =
        [(3, 5), (1, 0), (2, 2), (0, 5)].map(|(name, colour)| (NAMES[name].to_owned(), PlayerColour::ALL[colour]));
    let names = known.iter().map(|(name, _)| name.clone()).collect();
    let mut table = Players::with(TABLET, Settings { names, shields: known.into(), ..Settings::default() }, vec![]);
    table.tap(&format!("{}: another name", NAMES[1]));
    table.look("setup-known-people");
    table.tap(NAMES[2]);
    table.tap("Add a warrior");
    table.tap("Add a warrior");
    table.look("setup-shields");
    table.tap("Start");
    let players = &table.state().state().players;
    let players: Vec<_> = players.iter().map(|player| (player.name.as_str(), player.colour.index())).collect();
    // The last one’s shield is that of somebody who was here first.
    assert_eq!(players, [(NAMES[3], 5), (NAMES[2], 2), (NAMES[1], 0), (NAMES[0], 1)]);
}

#[test]
fn a_shield_is_dragged_to_another_chair() {
    let mut table = Players::with(TABLET, Settings { last: last_time(4), ..Settings::default() }, vec![]);
    let (from, to) = (table.place("Sigrid: drag to another chair"), table.place("Thora: drag to another chair"));
    table.touch(0, TouchPhase::Start, from);
    table.wait(0.1);
    table.touch(0, TouchPhase::Move, from.lerp(to, 0.5));
    table.wait(0.1);
    table.touch(0, TouchPhase::End, to);
    table.wait(0.1);
    table.tap("Start");
    let names: Vec<&str> = table.state().state().players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Thora", "Orm", "Leif", "Sigrid"]);
    assert_eq!(table.state().state().dealer, Seat(3), "who deals goes on dealing");
}

#[test]
fn highlander_deals_out_the_weapons_of_two_hands_that_there_are() {
    let mut table = Players::with(TABLET, Settings { last: last_time(5), ..Settings::default() }, vec![]);
    table.tap("Highlander is off");
    table.tap("Start");
    let state = table.state().state();
    let armed = state.players.iter().filter(|player| player.weapon.is_some()).count();
    assert_eq!((state.highlander, armed), (true, 4), "four in the deck, S57");
}

#[test]
fn nothing_is_painted_while_nothing_changes() {
    let mut table = Players::with(TABLET, Settings::default(), game(4, Seating::Round));
    assert!(table.is_at_rest());
    table.tap("Sigrid: lose 1 health");
    table.wait(2.5);
    assert!(table.is_at_rest());
}

#[test]
fn the_house_rules_look_as_they_did() {
    let mut results = SnapshotResults::new();
    for (name, size) in [("house", TABLET), ("house-phone", PHONE)] {
        let settings = Settings { last: last_time(4), ..Settings::default() };
        let mut players = Players::with(size, settings, vec![]);
        players.tap("House rules");
        players.tap("Trip at any time: off");
        players.looks_like(name);
        players.tap("Close");
        players.looks_like(&format!("{name}-closed"));
        results.extend(players.looked_at());
    }
}

#[test]
fn the_screens_look_as_they_did() {
    let mut results = SnapshotResults::new();
    let light = Settings { theme: Theme::Light, ..Settings::default() };
    let high = Settings { contrast: Contrast::High, text: TextSize::Huge, ..Settings::default() };
    for (name, size, settings, happened) in [
        ("table-4-dark", TABLET, Settings::default(), lively(4, Seating::Round)),
        ("table-4-light", TABLET, light.clone(), lively(4, Seating::Round)),
        ("table-8-dark", SMALL, Settings::default(), lively(8, Seating::Round)),
        ("table-8-light", SMALL, light.clone(), lively(8, Seating::Long)),
        ("table-2-phone-dark", PHONE, Settings::default(), lively(2, Seating::Round)),
        ("table-5-phone-light", PHONE, light, lively(5, Seating::Round)),
        ("table-6-high-huge", TABLET, high, lively(6, Seating::Long)),
        ("setup-dark", TABLET, Settings { last: last_time(5), ..Settings::default() }, vec![]),
    ] {
        let mut players = Players::with(size, settings, happened);
        players.looks_like(name);
        results.extend(players.looked_at());
    }
}
