//! The screens of the battling-card game, as people use them.

use crate::screens_common::{LOW, NAMES, PHONE, Players, SMALL, TABLET, apart};
use crate::side_by_side::side_by_side;
use egui::{TouchPhase, Vec2};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable as _;
use skirmish_assets::Builtin;
use skirmish_screens::{Contrast, NullStore, Settings, TextSize, Theme};
use skirmish_tracker::table::battling::{
    Command, FightResult, Play, Rank, Rules, Setup, State, Table, Treasure, Wants, Why,
};
use skirmish_tracker::table::{PlayerColour, PlayerConfig, Rules as _, Ruleset, Seat, Seating, Standing};

fn open(size: Vec2, settings: Settings, happened: Vec<Command>) -> Players {
    Players::of::<Rules>(size, settings, (Builtin, "battling-cards"), happened, Box::new(NullStore))
}

fn playing(size: Vec2, happened: Vec<Command>) -> Players {
    open(size, Settings::default(), happened)
}

fn table(players: &Players) -> &Table {
    players.harness.state().table::<Rules>().expect("it is the battling-card game")
}

fn state(players: &Players) -> &State {
    table(players).state()
}

fn life(players: &Players) -> Vec<u32> {
    state(players).players.iter().map(|player| player.life).collect()
}

fn begin(players: usize, seating: Seating) -> Command {
    let colours = [1, 2, 0, 3, 4, 6, 7, 5];
    let entrant = |seat: usize| PlayerConfig {
        name: NAMES[seat].to_owned(),
        colour: PlayerColour::ALL[colours[seat]],
        chair: u8::try_from(seat).expect("few players"),
        note: String::new(),
    };
    Command::Begin(Setup {
        players: (0..players).map(entrant).collect(),
        defence: Default::default(),
        equal: Default::default(),
        four: Default::default(),
        order: Default::default(),
        seating,
        rules: Ruleset::LATEST,
    })
}

fn rank(points: u64) -> Rank {
    Rank::of_points(points).expect("a rank")
}

fn take(seat: u8, from: u8, points: u64) -> Command {
    Command::Take { seat: Seat(seat), from: Seat(from), rank: rank(points) }
}

fn adjust(seat: u8, by: i64) -> Command {
    Command::Adjust { seat: Seat(seat), by }
}

/// Returns a turn in which one player hits another with everything, and the others do nothing.
fn hits(players: u8, by: u8, on: u8) -> Command {
    let play = |seat: u8| Play {
        seat: Seat(seat),
        attack: if seat == by { vec![Rank::ACE, Rank::KING] } else { vec![] },
        defence: if seat == by { vec![] } else { vec![rank(2), rank(3)] },
        on: (seat == by).then_some(Seat(on)),
        wants: (seat == by).then_some(Wants::Damage),
        treasure: None,
    };
    Command::Turn { plays: (0..players).map(play).collect() }
}

/// Returns a game that has gone on for a while.
fn midgame(players: u8, seating: Seating) -> Vec<Command> {
    let mut all = vec![begin(players.into(), seating), hits(players, 0, 1), hits(players, 1, 0)];
    all.extend([take(0, 1, 11), take(0, 1, 5), adjust(0, -15)]);
    if players > 2 {
        all.extend([take(0, 2, 13), take(1, 2, 12), take(2, 0, 12), take(2, 1, 7), take(0, 2, 14)]);
    }
    if players > 3 {
        all.extend([take(0, 3, 11), take(1, 3, 14), take(2, 3, 12), take(1, 3, 13)]);
    }
    if players > 4 {
        all.extend([hits(players - 1, 2, 4), take(4, 2, 11), adjust(players - 1, -100)].into_iter().skip(1));
    }
    all
}

/// Enters everyone's target at their own panel, and two cards: attack or defence, and points or letters.
fn enter(table: &mut Players, who: &str, target: &str, cards: [(&str, &str); 2]) {
    if table.has(&format!("{who}: attack {target}")) {
        table.tap(&format!("{who}: attack {target}"));
    }
    for (kind, rank) in cards {
        table.tap(&format!("{who}: {kind} cards"));
        table.tap(&format!("{who}: {kind} {rank}"));
    }
}

#[test]
fn a_game_of_four_is_set_up_and_a_whole_turn_is_played_by_touch() {
    let mut table = playing(TABLET, vec![]);
    table.tap("Add an army");
    table.tap("Add an army");
    table.tap("Red: another name");
    for letter in ["a", "s", "a"] {
        table.tap(letter);
    }
    table.tap("Done");
    assert!(table.has("Four players: 80 life points each") && table.has("All fights go by their damage"));
    table.tap("Start");
    assert_eq!(life(&table), [80; 4]);
    let names: Vec<&str> = state(&table).players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Asa", "Blue", "Gold", "Green"]);
    // Targets are hidden until all have chosen; a choice can be changed until then.
    table.tap("Count of three");
    table.tap("Asa: attack Gold");
    assert!(!table.has("Asa: attack Gold") && table.has("Blue: attack Asa"));
    table.tap("Asa: choose another target");
    table.tap("Asa: attack Blue");
    table.tap("Blue: attack Asa");
    table.tap("Gold: attack Green");
    table.tap("Green: attack nobody");
    // The cards, at all panels in any order; a played value is used up, only in its deck.
    table.tap("Asa: attack 9");
    assert!(!table.has("Asa: attack 9"), "each deck has it once");
    table.tap("Asa: defence cards");
    assert!(table.has("Asa: defence 9"));
    table.tap("Asa: take the last card back");
    enter(&mut table, "Blue", "Asa", [("attack", "10"), ("defence", "5")]);
    enter(&mut table, "Asa", "Blue", [("attack", "9"), ("attack", "7")]);
    enter(&mut table, "Gold", "Green", [("attack", "Q"), ("attack", "4")]);
    assert!(!table.has("Fight"), "it waits for one");
    enter(&mut table, "Green", "nobody", [("defence", "A"), ("defence", "2")]);
    table.tap("Fight");
    // 19 against 5 goes before 10 against 0; 19 against 19 is nothing (the worked examples of the rules).
    table.tap("Asa: steal");
    table.tap("Asa: drew a Queen");
    table.tap("Blue: deal damage");
    assert_eq!(life(&table), [80; 4], "nothing is carried out before people say so");
    table.tap("Finish the turn");
    assert_eq!(life(&table), [70, 80, 80, 80]);
    assert_eq!(state(&table).players[0].taken, [Treasure { rank: Rank::QUEEN, from: Seat(1) }]);
    let results: Vec<FightResult> = state(&table).fights.iter().flatten().map(|fight| fight.result).collect();
    assert_eq!(results, [FightResult::Rob(Rank::QUEEN), FightResult::Damage, FightResult::Nothing]);
    assert!(table.has("Count of three"), "the next turn");
    // All of it goes back to the start.
    for _ in 0..20 {
        if !self::table(&table).can_undo() {
            break;
        }
        table.tap_first("Undo");
    }
    assert!(table.has("Start") && !state(&table).begun());
}

#[test]
fn a_choice_is_made_anew_and_the_cards_are_mended_before_the_turn_is_done() {
    let mut table = playing(TABLET, vec![begin(2, Seating::Round)]);
    table.tap("Count of three");
    table.tap("Sigrid: attack Orm");
    table.tap("Orm: attack nobody");
    enter(&mut table, "Sigrid", "Orm", [("attack", "8"), ("attack", "6")]);
    enter(&mut table, "Orm", "nobody", [("defence", "3"), ("attack", "2")]);
    table.tap("Fight");
    table.tap("Sigrid: deal damage");
    // It was to be robbed after all.
    table.tap("Sigrid attacks Orm, 17 against 3");
    table.tap("Change this");
    table.tap("Sigrid: steal");
    table.tap("Sigrid: drew an 8");
    // And the six was a five.
    table.tap("Back to the cards");
    table.tap("Sigrid: other cards");
    enter(&mut table, "Sigrid", "Orm", [("attack", "8"), ("attack", "5")]);
    table.tap("Fight");
    table.tap("Finish the turn");
    let fight = state(&table).fights.as_ref().expect("fought")[0];
    assert_eq!((fight.clash.attack, fight.result), (16, FightResult::Rob(rank(8))));
    assert_eq!(life(&table), [100, 100]);
}

#[test]
fn many_hands_enter_at_once() {
    let mut table = playing(TABLET, vec![begin(4, Seating::Round)]);
    table.tap("Count of three");
    let targets = ["Sigrid: attack Orm", "Orm: attack Leif", "Leif: attack Thora", "Thora: attack Sigrid"];
    press_together(&mut table, &targets);
    let keys = ["Sigrid: attack 9", "Orm: attack 3", "Leif: attack K", "Thora: attack 2"];
    press_together(&mut table, &keys);
    let keys = ["Sigrid: attack 7", "Orm: attack 4", "Leif: attack Q", "Thora: attack 5"];
    press_together(&mut table, &keys);
    table.tap("Fight");
    for who in ["Leif", "Sigrid"] {
        table.tap(&format!("{who}: deal damage"));
    }
    press_together(&mut table, &["Orm: deal damage"]);
    press_together(&mut table, &["Thora: deal damage"]);
    table.tap("Finish the turn");
    // 9 + 7 + 3, 3 + 4 + 3, 13 + 12 + 3, 2 + 5 + 3; nobody defends.
    assert_eq!(life(&table), [80 - 10, 80 - 19, 80 - 10, 80 - 28]);
}

fn press_together(table: &mut Players, labels: &[&str]) {
    let places: Vec<_> = labels.iter().map(|label| table.place(label)).collect();
    table.wait(0.31);
    for phase in [TouchPhase::Start, TouchPhase::End] {
        for (finger, place) in (0..).zip(&places) {
            table.touch(finger, phase, *place);
        }
        table.wait(0.03);
    }
}

#[test]
fn one_hand_enters_the_turn_of_all_in_the_middle() {
    let mut table = playing(TABLET, vec![begin(3, Seating::Round)]);
    table.tap("One person enters all turns");
    for (who, target) in [("Sigrid", "Orm"), ("Orm", "Leif"), ("Leif", "nobody")] {
        enter(&mut table, who, target, [("attack", "10"), ("defence", "4")]);
    }
    table.tap("Fight");
    table.tap("Sigrid: deal damage");
    table.tap("Orm: deal damage");
    table.tap("Finish the turn");
    assert_eq!(life(&table), [80, 74, 74]);
}

#[test]
fn an_army_is_out_at_no_life_points_or_without_face_treasures_and_comes_back() {
    let mut happened = vec![begin(4, Seating::Round), adjust(2, -79)];
    happened.extend([11, 12, 13].map(|points| take(if points == 12 { 1 } else { 0 }, 3, points)));
    let mut table = playing(TABLET, happened);
    table.tap("Leif: lose 1 life point");
    assert_eq!(state(&table).players[2].out.map(|out| out.why), Some(Why::Life));
    table.tap("Leif: bring back");
    assert_eq!((life(&table)[2], state(&table).players[2].out), (1, None));
    table.tap("Orm: take a treasure");
    table.tap("From Thora");
    table.tap("Take an Ace from Thora");
    assert_eq!(state(&table).players[3].out.map(|out| out.why), Some(Why::Treasures));
    table.tap("Thora: bring back");
    table.tap("Orm gives a Queen back");
    assert!(state(&table).players[3].out.is_none());
    assert_eq!(state(&table).players[1].taken, [Treasure { rank: Rank::ACE, from: Seat(3) }]);
    // A turn without the helper.
    let turn = state(&table).turn;
    table.tap("End the turn");
    assert_eq!(state(&table).turn, turn + 1);
}

#[test]
fn who_is_out_before_their_fight_comes_does_not_fight_and_the_last_army_wins() {
    let happened = vec![begin(3, Seating::Round), adjust(1, -70), adjust(2, -70)];
    let mut table = playing(TABLET, happened);
    table.tap("Count of three");
    for label in ["Sigrid: attack Orm", "Orm: attack Leif", "Leif: attack Sigrid"] {
        table.tap(label);
    }
    enter(&mut table, "Sigrid", "", [("attack", "9"), ("attack", "8")]);
    enter(&mut table, "Orm", "", [("attack", "4"), ("attack", "5")]);
    enter(&mut table, "Leif", "", [("attack", "2"), ("attack", "3")]);
    table.tap("Fight");
    table.tap("Sigrid: deal damage");
    // Orm's 12 would come next, but Orm is out (B19); Leif's 8 is left.
    assert!(!table.has("Orm: deal damage"));
    table.tap("Leif: deal damage");
    table.tap("Finish the turn");
    let results: Vec<FightResult> = state(&table).fights.iter().flatten().map(|fight| fight.result).collect();
    assert_eq!(results, [FightResult::Damage, FightResult::AttackerOut, FightResult::Damage]);
    assert_eq!(life(&table), [72, 0, 10]);
    for _ in 0..10 {
        table.tap("Leif: lose 1 life point");
    }
    assert_eq!(Rules::standing(state(&table)), Standing::Over(vec![Seat(0)]));
    assert!(table.has("Play again"));
    table.tap("Play again");
    assert_eq!((life(&table), state(&table).turn), (vec![80; 3], 1));
}

#[test]
fn four_treasures_win_at_once_and_the_end_goes_back() {
    let mut happened = vec![begin(4, Seating::Long)];
    happened.extend([take(1, 0, 11), take(1, 2, 12), take(1, 3, 13)]);
    let mut table = playing(TABLET, happened);
    table.tap("Orm: take a treasure");
    table.tap("From Leif");
    table.tap("Take an Ace from Leif");
    assert_eq!(Rules::standing(state(&table)), Standing::Over(vec![Seat(1)]));
    table.tap("The table");
    assert!(table.has("Show the result") || table.has("The end"));
    table.tap_first("Undo");
    assert_eq!(Rules::standing(state(&table)), Standing::Together);
    assert_eq!(state(&table).players[1].taken.len(), 3);
}

#[test]
fn what_is_being_entered_stays_when_a_life_point_is_corrected_or_undone() {
    let mut table = playing(TABLET, vec![begin(4, Seating::Round)]);
    table.tap("Orm: gain 1 life point");
    table.wait(3.0);
    table.tap("Count of three");
    table.tap("Sigrid: attack Orm");
    table.tap_first("Undo");
    assert_eq!(life(&table), [80; 4]);
    assert!(table.has("Sigrid: choose another target"));
    // Players who are out meanwhile aren't waited for, and their attackers choose again.
    table.tap("Leif: attack nobody");
    table.tap("Thora: attack Orm");
    assert!(!table.has("Show all"));
    table.tap("Orm: attack Thora");
    assert!(table.has("Sigrid: attack 9"), "the cards are next");
}

#[test]
fn a_finger_that_stays_counts_on_and_a_run_of_taps_goes_back_at_once() {
    let mut table = playing(TABLET, vec![begin(4, Seating::Round)]);
    assert!(table.is_at_rest());
    let place = table.place("Orm: lose 1 life point");
    table.touch(0, TouchPhase::Start, place);
    table.wait(0.95);
    table.touch(0, TouchPhase::End, place);
    table.wait(0.02);
    assert_eq!(life(&table), [80, 76, 80, 80]);
    table.tap("Orm: lose 1 life point");
    table.tap_first("Undo: Orm −5");
    assert_eq!(life(&table), [80; 4]);
}

#[test]
fn options_are_set_up_and_remembered() {
    let mut table = playing(TABLET, vec![]);
    table.tap("Hearts are the defence deck");
    table.tap("Equal points: nothing happens");
    table.tap("Start");
    assert_eq!(format!("{:?} {:?}", state(&table).defence, state(&table).equal), "Clubs Rob");
    // At equal points the attacker may rob, or leave it.
    table.tap("Count of three");
    table.tap("Red: attack Blue");
    table.tap("Blue: attack nobody");
    enter(&mut table, "Red", "Blue", [("attack", "8"), ("defence", "6")]);
    enter(&mut table, "Blue", "nobody", [("defence", "8"), ("attack", "2")]);
    table.tap("Fight");
    table.tap("Red: steal");
    table.tap("Red: drew a King");
    table.tap("Finish the turn");
    assert_eq!(state(&table).players[0].taken, [Treasure { rank: Rank::KING, from: Seat(1) }]);
}

#[test]
fn a_phone_asks_one_after_another() {
    let mut table = playing(PHONE, vec![begin(8, Seating::Round)]);
    table.tap("Count of three");
    for who in NAMES {
        table.tap(&format!("{who}: whom do you attack?"));
        let target = if who == "Sigrid" { "Orm" } else { "nobody" };
        table.tap(&format!("{who}: attack {target}"));
        table.wait(0.05);
    }
    for who in NAMES {
        table.tap(&format!("{who}: which two did you lay?"));
        enter(&mut table, who, "", [("attack", "9"), ("defence", "9")]);
        table.wait(0.05);
    }
    table.tap("Fight");
    assert!(table.has("Finish the turn"), "9 against 9 is nothing");
    table.tap("Finish the turn");
    assert_eq!(life(&table), [60; 8]);
}

#[test]
fn every_control_of_the_table_is_large_enough_and_apart_from_the_others() {
    side_by_side([TABLET, SMALL, SMALL.yx(), LOW, PHONE, PHONE.yx()], |size: Vec2| {
        for seating in [Seating::Round, Seating::Long] {
            for players in [2_u8, 3, 4, 5, 6, 7, 8] {
                let mut table = playing(size, vec![begin(players.into(), seating)]);
                let least = if size.min_elem() < 600.0 { 43.9 } else { 57.9 };
                let what = |phase: &str| format!("{size} {players} {seating:?} {phase}");
                let controls = table.controls();
                assert!(controls.len() >= 3 * usize::from(players), "{} controls", controls.len());
                apart(&controls, least, 1.95, &what("draw"));
                table.tap("Count of three");
                apart(&table.controls(), least, 1.95, &what("targets"));
                for who in &NAMES[..usize::from(players)] {
                    if table.has(&format!("{who}: whom do you attack?")) {
                        table.tap(&format!("{who}: whom do you attack?"));
                        apart(&table.open_sheet(), 43.9, 1.95, &what("target sheet"));
                    }
                    let other = if *who == "Sigrid" { "Orm" } else { "Sigrid" };
                    table.tap(&format!("{who}: attack {other}"));
                    table.wait(0.03);
                }
                // Sixteen keys at once are smaller, as those of a typewriter.
                apart(&table.controls(), 43.9, 1.95, &what("cards"));
            }
        }
    });
}

#[test]
fn every_control_of_the_sheets_and_of_the_fights_is_large_enough() {
    for size in [TABLET, SMALL, SMALL.yx(), LOW, PHONE, PHONE.yx()] {
        for players in [2_u8, 4, 8] {
            let what = |phase: &str| format!("{size} {players} {phase}");
            let mut table = playing(size, midgame(players, Seating::Round));
            table.tap("Orm: take a treasure");
            if players > 2 {
                table.tap("From Sigrid");
            }
            apart(&table.open_sheet(), 43.9, 1.95, &what("deck"));
            table.tap("Close");
            let left: Vec<String> =
                state(&table).players.iter().filter(|player| player.out.is_none()).map(|p| p.name.clone()).collect();
            // If the middle is narrow, everyone enters at their own panel, and on a phone one after another.
            let in_the_middle = table.has("One person enters all turns");
            table.tap(if in_the_middle { "One person enters all turns" } else { "Count of three" });
            if in_the_middle {
                apart(&table.open_sheet(), 43.9, 1.95, &what("plays"));
            }
            for (index, who) in left.iter().enumerate().filter(|_| !in_the_middle) {
                if table.has(&format!("{who}: whom do you attack?")) {
                    table.tap(&format!("{who}: whom do you attack?"));
                    apart(&table.open_sheet(), 43.9, 1.95, &what("target"));
                }
                table.tap(&format!("{who}: attack {}", left[(index + 1) % left.len()]));
                table.wait(0.05);
            }
            for (index, who) in left.iter().enumerate() {
                if table.has(&format!("{who}: which two did you lay?")) {
                    table.tap(&format!("{who}: which two did you lay?"));
                    apart(&table.open_sheet(), 43.9, 1.95, &what("cards"));
                }
                let target = if in_the_middle { left[(index + 1) % left.len()].as_str() } else { "" };
                let points = (index + 2).to_string();
                enter(&mut table, who, target, [("attack", "A"), ("attack", &points)]);
                table.wait(0.05);
            }
            table.tap("Fight");
            apart(&table.controls(), 43.9, 1.95, &what("fights"));
            table.tap(&format!("{}: steal", left[left.len() - 1]));
            apart(&table.controls(), 43.9, 1.95, &what("rob"));
        }
    }
}

/// Returns the turn of the study, as far as its cards.
fn declared(players: usize, all: bool) -> impl Fn(&mut Players) {
    move |table| {
        table.tap("Count of three");
        let targets = ["Orm", "Sigrid", "Thora", "Leif"];
        for (who, on) in NAMES.iter().zip(targets).take(players) {
            table.tap(&format!("{who}: attack {on}"));
        }
        enter(table, "Sigrid", "", [("attack", "9"), ("attack", "7")]);
        enter(table, "Leif", "", [("attack", "Q"), ("attack", "4")]);
        if all {
            enter(table, "Orm", "", [("attack", "10"), ("defence", "5")]);
            enter(table, "Thora", "", [("defence", "A"), ("defence", "2")]);
        } else {
            table.tap("Orm: attack 10");
            table.tap("Orm: defence cards");
        }
    }
}

#[test]
fn the_table_looks_as_it_did() {
    let mut results = SnapshotResults::new();
    let light = Settings { theme: Theme::Light, ..Settings::default() };
    let high = Settings { contrast: Contrast::High, text: TextSize::Huge, ..Settings::default() };
    let plain = Settings::default;
    for (name, size, settings, happened) in [
        ("battling-setup", TABLET, plain(), vec![]),
        ("battling-2", TABLET, plain(), midgame(2, Seating::Round)),
        ("battling-4", TABLET, plain(), midgame(4, Seating::Round)),
        ("battling-4-light", SMALL, light.clone(), midgame(4, Seating::Round)),
        ("battling-8", TABLET, plain(), midgame(8, Seating::Long)),
        ("battling-8-round", SMALL, plain(), midgame(8, Seating::Round)),
        ("battling-8-high-huge", TABLET, high, midgame(8, Seating::Long)),
        ("battling-4-phone", PHONE, plain(), midgame(4, Seating::Round)),
        ("battling-2-phone", PHONE, light, midgame(2, Seating::Round)),
    ] {
        let mut players = open(size, settings, happened);
        players.looks_like(name);
        results.extend(players.looked_at());
    }
}

#[test]
fn a_turn_and_the_end_look_as_they_did() {
    let mut results = SnapshotResults::new();
    let mut show = |mut table: Players, name: &str, touched: &[&str]| {
        for label in touched {
            table.tap(label);
        }
        table.looks_like(name);
        results.extend(table.looked_at());
        table
    };
    let added = ["Add an army", "Add an army", "Four players: 80 life points each", "All fights go by their damage"];
    let table = show(playing(TABLET, vec![]), "battling-setup-four", &added);
    assert!(table.has("Four players: 60 life points each"));
    show(playing(PHONE, vec![]), "battling-setup-phone", &added);
    let four = || playing(TABLET, vec![begin(4, Seating::Round)]);
    show(four(), "battling-targets", &["Count of three", "Orm: attack Leif", "Thora: attack nobody"]);
    let mut table = four();
    declared(4, false)(&mut table);
    show(table, "battling-cards", &[]);
    let mut table = four();
    declared(4, true)(&mut table);
    let table = show(table, "battling-fights", &["Fight", "Sigrid: steal"]);
    let choices = ["Sigrid: drew a Queen", "Orm: deal damage"];
    show(table, "battling-fights-done", &choices);
    let mut table = playing(PHONE, vec![begin(4, Seating::Round)]);
    declared(4, true)(&mut table);
    show(table, "battling-fights-phone", &["Fight"]);
    let phone = || playing(PHONE, midgame(8, Seating::Round));
    show(phone(), "battling-plays-phone", &["One person enters all turns", "Sigrid: attack Orm", "Sigrid: attack 9"]);
    show(
        playing(SMALL, midgame(8, Seating::Long)),
        "battling-8-cards",
        &["Count of three", "Back to the draw", "One person enters all turns", "Close"],
    );
    show(playing(TABLET, midgame(4, Seating::Round)), "battling-took", &["Orm: take a treasure", "From Sigrid"]);
    let mut won = midgame(4, Seating::Round);
    won.push(take(0, 1, 12));
    show(playing(TABLET, won.clone()), "battling-end", &[]);
    show(playing(PHONE, won), "battling-end-phone", &[]);
}

#[test]
fn a_card_of_every_army_is_looked_up_once() {
    let mut table = playing(TABLET, vec![begin(8, Seating::Round)]);
    table.tap_first("Menu");
    table.tap("Cards and rules");
    for letter in ["F", "O", "R"] {
        table.tap(&format!("Letter {letter}"));
    }
    let fortresses = table.harness.query_all_by_label("Fortress").count();
    assert_eq!(fortresses, 1);
}
