//! The screens of warbands, as people use them.

mod phones;
mod setup;

use std::sync::{Arc, Mutex};

use crate::screens_common::{Drafts, PHONE, Players, SMALL, TABLET, apart};
use egui::{TouchPhase, Vec2, vec2};
use egui_kittest::SnapshotResults;
use serde_json::{Value, json};
use skirmish_assets::Builtin;
use skirmish_screens::{Contrast, NullStore, Settings, Store, StoreError, TextSize, Theme};
use skirmish_tracker::table::journal::Writer;
use skirmish_tracker::table::warband::{
    Command, Condition, Mark, Phase, Rules, State, Status, Table, WarriorRef, Who, score,
};
use skirmish_tracker::table::{Rules as _, Seat, Standing, tell};

fn open(size: Vec2, settings: Settings, happened: Vec<Command>) -> Players {
    Players::of::<Rules>(size, settings, (Builtin, "warhammer-skirmish"), happened, Box::new(NullStore))
}

fn playing(size: Vec2, happened: Vec<Command>) -> Players {
    open(size, Settings::default(), happened)
}

fn table(players: &Players) -> &Table {
    players.harness.state().table::<Rules>().expect("it is a game of warbands")
}

fn state(players: &Players) -> &State {
    table(players).state()
}

#[track_caller]
fn now(players: &Players, named: &str) -> Condition {
    let named: WarriorRef = named.parse().expect("a warrior");
    let seat = state(players).named(&named.side).expect("a side");
    state(players).warrior(Who { seat, no: named.no }).expect("a warrior").now
}

/// Returns the last event in the journal.
fn told(players: &Players) -> String {
    tell::text(&tell::lines(table(players)).last().expect("a line").parts)
}

fn say(line: &Value) -> Command {
    serde_json::from_value(line.clone()).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn say_all(lines: impl IntoIterator<Item = Value>) -> Vec<Command> {
    lines.into_iter().map(|line| say(&line)).collect()
}

/// Returns the two warbands of the study.
fn begin() -> Command {
    say(
        &json!({"begin": [{"name": "North", "warband": "crows-levy"}, {"name": "South", "warband": "saltmarsh-watch"}], "rules": "second"}),
    )
}

const SIDES: [&str; 4] = ["North", "South", "East", "West"];

/// Begins a game with a number of sides and of warriors, with people's names.
fn begin_of(sides: usize, warriors: usize) -> Command {
    let names = [
        "Ysolt Crow",
        "Ambrose",
        "Hrodulf",
        "Beda Smith",
        "Maud Twoblades",
        "Oswin",
        "Godric",
        "Hild",
        "Linnet",
        "Rook",
        "Tam",
        "Wat the Reed",
        "Cuthbert",
        "Ebba",
        "Nan",
    ];
    let roles =
        ["leader", "caster", "fighter", "fighter", "fighter", "fighter", "fighter", "fighter", "shooter", "shooter"];
    let warrior = |no: usize| {
        let lead = no == 0;
        let role = roles.get(no).copied().unwrap_or("other");
        let profile = if lead { [4, 5, 4, 4, 4, 2, 5, 3, 8] } else { [4, 3, 3, 3, 3, 1, 3, 1, 7] };
        let bow = json!([{"name": "Bow", "range": 24}]);
        let weapons = if role == "shooter" { bow } else { json!([{"name": "Spear"}]) };
        json!({"name": names[no], "role": role, "leader": lead, "profile": profile, "weapons": weapons})
    };
    let side = |name: &&str| json!({"name": name, "warband": format!("{name}’s men"), "warriors": (0..warriors).map(warrior).collect::<Vec<_>>()});
    say(&json!({"begin": SIDES[..sides].iter().map(side).collect::<Vec<_>>(), "rules": "second"}))
}

fn next(times: usize) -> Vec<Command> {
    vec![say(&json!({"phase": "next"})); times]
}

/// Returns the battle of the study: North is on turn, and three of its twelve are out.
fn midgame() -> Vec<Command> {
    let mut all = vec![begin()];
    all.extend(next(4));
    all.push(say(&json!({"roll": {"alone": "North.5", "2d6": 10}})));
    all.extend(next(5));
    all.extend(say_all([
        json!({"out": "North.4"}),
        json!({"out": "North.8"}),
        json!({"out": "North.10"}),
        json!({"wound": "North.3", "injury": 1}),
        json!({"wound": "North.7", "injury": 4}),
        json!({"wound": "North.1"}),
        json!({"flee": "North.6"}),
        json!({"flee": "North.11"}),
        json!({"flee": "North.12"}),
        json!({"set": "North.9", "marks": ["hidden"]}),
        json!({"out": "South.5"}),
        json!({"out": "South.10"}),
        json!({"wound": "South.6", "injury": 2}),
        json!({"flee": "South.11"}),
        json!({"set": "South.8", "marks": ["hidden"]}),
        json!({"set": "South.4", "marks": ["ran"]}),
        json!({"set": "South.3", "marks": ["charged"]}),
        json!({"set": "South.12", "marks": ["dived"]}),
    ]));
    all.extend(next(1));
    all
}

/// Returns the same with fifteen per side.
fn fifteen(sides: usize) -> Vec<Command> {
    let mut all = vec![begin_of(sides, 15)];
    all.extend(next(5 * sides - 1));
    all.extend(say_all([
        json!({"out": "North.4"}),
        json!({"out": "North.8"}),
        json!({"out": "North.10"}),
        json!({"out": "North.15"}),
        json!({"wound": "North.3", "injury": 1}),
        json!({"wound": "North.7", "injury": 4}),
        json!({"wound": "North.1"}),
        json!({"flee": "North.6"}),
        json!({"flee": "North.11"}),
        json!({"flee": "North.12"}),
        json!({"set": "North.9", "marks": ["hidden"]}),
        json!({"set": "North.13", "marks": ["ran"]}),
        json!({"out": "South.5"}),
        json!({"out": "South.10"}),
        json!({"wound": "South.6", "injury": 2}),
        json!({"set": "South.8", "marks": ["hidden"]}),
        json!({"set": "South.3", "marks": ["charged"]}),
    ]));
    all.extend(next(1));
    all
}

#[test]
fn the_table_looks_as_it_did() {
    let mut results = SnapshotResults::new();
    let light = Settings { theme: Theme::Light, ..Settings::default() };
    let high = Settings { contrast: Contrast::High, text: TextSize::Huge, ..Settings::default() };
    let plain = Settings::default;
    for (name, size, settings, happened) in [
        ("warband-setup", TABLET, plain(), vec![]),
        ("warband-setup-phone", PHONE, plain(), vec![]),
        ("warband-play", TABLET, plain(), midgame()),
        ("warband-play-15", TABLET, plain(), fifteen(2)),
        ("warband-play-15-light", SMALL, light.clone(), fifteen(2)),
        ("warband-play-15-high-huge", SMALL, high, fifteen(2)),
        ("warband-play-standing", TABLET.yx(), plain(), midgame()),
        ("warband-4", TABLET, plain(), fifteen(4)),
        ("warband-phone", PHONE, plain(), midgame()),
        ("warband-phone-lying", PHONE.yx(), light, fifteen(2)),
        ("warband-4-phone", PHONE, plain(), fifteen(4)),
    ] {
        let mut players = open(size, settings, happened);
        players.looks_like(name);
        results.extend(players.looked_at());
    }
}

#[test]
fn a_battle_is_set_up_by_touch() {
    let mut table = playing(TABLET, vec![]);
    table.tap("Red: The Crow’s Levy, another warband");
    table.tap("Red fights with The Saltmarsh Watch");
    table.tap("Add a side");
    table.tap("House rules");
    table.tap("Poison: on");
    table.tap("Close");
    table.tap("Blue begins");
    table.tap("Start");
    let state = state(&table);
    let warbands: Vec<&str> = state.sides.iter().map(|side| side.warband.as_str()).collect();
    assert_eq!(warbands, ["The Saltmarsh Watch", "The Kiln Company", "The Crow’s Levy"]);
    assert!(!state.house.poison && state.house.cavalry && state.house.swarms);
    assert_eq!((state.first, state.moment.side), (Seat(1), Seat(1)));
}

#[test]
fn a_turn_is_played_by_touch_and_goes_back_to_the_start() {
    let mut table = playing(TABLET, vec![begin()]);
    table.tap("To the movement phase");
    table.tap_first("North, 5, ");
    table.tap("Maud Twoblades: runs");
    assert!(now(&table, "North.5").has(Mark::Ran));
    // A warrior who has run can't charge; the sheet gives the reason, with the rule, and people may play it anyway.
    table.tap("Maud Twoblades: more");
    table.tap_first("Maud Twoblades: charges; not now: has run");
    table.tap_first("Against South, 3, ");
    table.tap("Charge");
    assert!(table.has("Play it anyway") && !now(&table, "North.5").has(Mark::Charged));
    table.tap("Cancel");
    table.tap("Close");
    table.tap_first("North, 9, ");
    table.tap("Linnet: hides");
    table.tap("Close");
    table.tap("To the magic phase");
    table.tap_first("North, 2, ");
    table.tap("Ambrose: casts");
    table.tap("Close");
    table.tap("To the shooting phase");
    table.tap_first("North, 9, ");
    table.tap("Linnet: shoots");
    table.tap_first("Against South, 1, ");
    assert!(now(&table, "North.9").has(Mark::Shot) && !now(&table, "North.9").has(Mark::Hidden));
    table.tap("Close");
    // Two wounds: the first is a tap, the second asks for a die.
    table.tap("South, 1, Reeve Aldous: one wound less");
    assert_eq!(now(&table, "South.1").wounds, 1);
    table.tap("South, 1, Reeve Aldous: one wound less");
    assert_eq!(now(&table, "South.1").wounds, 1, "the die comes first");
    table.tap("Reeve Aldous: injury 3, stunned");
    assert_eq!((now(&table, "South.1").wounds, now(&table, "South.1").status), (0, Status::Stunned));
    assert!(told(&table).contains("injury 3: stunned") && !told(&table).contains("the table rolled"));
    table.tap("To the close combat phase");
    // A critical hit is two wounds, and takes two dice; the highest counts. Here the table rolls them.
    table.tap_first("South, 2, ");
    table.tap_first("Merewen: critical hit");
    table.tap("Merewen: injury 2, knocked down");
    assert_eq!(now(&table, "South.2").status, Status::KnockedDown);
    table.tap("Close");
    table.tap("To the next turn");
    let moment = state(&table).moment;
    assert_eq!((moment.side, moment.phase), (Seat(1), Phase::Recovery));
    assert_eq!(now(&table, "South.1").status, Status::KnockedDown, "stunned turns knocked down by itself");
    assert!(!now(&table, "North.5").has(Mark::Shot));
    for _ in 0..40 {
        if !self::table(&table).can_undo() {
            break;
        }
        table.tap_first("Undo");
    }
    assert!(table.has("Start") && !state(&table).begun());
}

#[test]
fn dice_are_rolled_by_the_table_where_people_ask_for_it_and_the_journal_says_so() {
    let mut table = playing(TABLET, vec![begin_of(2, 15)]);
    let mut seen = std::collections::BTreeSet::new();
    for no in 2..=13_u8 {
        table.tap_first(&format!("North, {no}, "));
        let name = state(&table).sides[0].warriors[usize::from(no) - 1].spec.name.clone();
        table.tap(&format!("{name}: roll for me"));
        assert!(told(&table).ends_with("(the table rolled)"), "{}", told(&table));
        seen.insert(format!("{:?}", now(&table, &format!("North.{no}")).status));
        table.tap("Close");
        if !Rules::standing(state(&table)).goes_on() {
            break;
        }
    }
    assert!(seen.len() >= 2, "dice differ: {seen:?}");
    assert_eq!(state(&table).sides[0].warriors.iter().filter(|one| one.now.wounds == 0).count(), 12);
}

#[test]
fn dice_that_the_table_rolls_are_shown_with_what_they_were_against() {
    let mut seen = [false; 2];
    for seed in 0..40 {
        let mut table = playing(TABLET, midgame());
        table.harness.state_mut().seed(seed);
        table.tap("Rout test");
        table.tap("North, rout test: roll for me");
        let line = told(&table);
        assert!(line.contains("against 8"), "{line}");
        assert!(table.times_shown(&line) >= 1, "it is said with the dice: {line}");
        let passed = Rules::standing(state(&table)).goes_on();
        seen[usize::from(passed)] = true;
        if passed {
            assert!(table.shows("They stand") && table.shows("≤ 8"), "the result stays on the sheet");
            let moved = table.shows("Automatically") && table.shows("no roll: knocked down");
            assert!(moved, "and who was moved without a roll, under a heading");
            table.tap_first(": roll for me");
            assert!(table.times_shown(&told(&table)) >= 1);
        }
        if seen == [true; 2] {
            return;
        }
    }
    panic!("forty seeds, and both outcomes were not among them");
}

#[test]
fn a_band_that_routs_ends_in_the_chart_when_it_did_and_with_whom_it_had() {
    let mut happened = midgame();
    happened.push(say(&json!({"roll": {"rout": "North", "2d6": 11}})));
    let table = playing(TABLET, happened);
    let score = score::of(self::table(&table));
    assert!(score.lost[1].is_none() && score.lost[0].is_some_and(|lost| lost >= 1.0), "{:?}", score.lost);
    assert!(score.samples[0].iter().all(|sample| sample.left >= 8));
    assert!(table.shows("turn") && !table.shows("round"));
}

#[test]
fn recovery_asks_for_the_rout_test_first_then_for_everyone_who_flees() {
    let mut table = playing(TABLET, midgame());
    assert!(state(&table).moment.rout);
    // Nothing goes on before the test, unless people say so.
    table.tap("To the movement phase");
    assert!(table.has("Play it anyway"));
    table.tap("Cancel");
    table.tap("Rout test");
    assert!(!table.has("Hrodulf: stands up"), "nobody stands before the test");
    table.tap("North, rout test: 8, passed");
    assert!(!state(&table).moment.rout && told(&table).contains("8 against 8"));
    assert_eq!(now(&table, "North.7").status, Status::KnockedDown);
    // Maud broke because she was all alone, and fails; Oswin borrows the captain's Leadership.
    table.tap("Maud Twoblades: 9, failed");
    assert_eq!((now(&table, "North.5").status, now(&table, "North.5").flight), (Status::Fleeing, Some(2)));
    table.tap("Maud Twoblades, flight: 7 inches");
    assert!(now(&table, "North.5").flight.is_none() && told(&table).ends_with("flees 7 inches, round its enemies"));
    table.tap("Oswin: leader within 6″, up to 8");
    table.tap("Oswin: 8, passed");
    assert!(now(&table, "North.6").has(Mark::Rallied));
    table.tap("Tam: an enemy is nearest, it flees on");
    assert!(now(&table, "North.11").has(Mark::Tested));
    table.tap("Tam, flight: roll for me");
    assert!(now(&table, "North.11").flight.is_none() && told(&table).ends_with("(the table rolled)"));
    table.tap("Wat: roll for me");
    assert!(now(&table, "North.12").has(Mark::Tested) && told(&table).ends_with("(the table rolled)"));
    table.tap("Hrodulf: stands up");
    assert!(now(&table, "North.3").has(Mark::Stood));
    assert!(!table.has("Godric: stands up"), "he was stunned as the turn began");
    table.tap("Maud Twoblades: gone off the table");
    assert_eq!(now(&table, "North.5").status, Status::Out);
    table.tap("Go on");
    assert_eq!(state(&table).moment.phase, Phase::Movement);
}

#[test]
fn recovery_keeps_its_results_and_rolls_them_again() {
    for size in [TABLET, PHONE] {
        let mut table = playing(size, midgame());
        table.tap_first("Rout test");
        table.tap("North, rout test: 7, passed");
        table.tap("Rout test: again");
        assert!(state(&table).moment.rout, "the last thing that happened is taken back");
        table.tap("North, rout test: 6, passed");
        table.tap("Maud Twoblades: 9, failed");
        assert!(!table.has("Rout test: again"), "something has happened since");
        table.tap("Maud Twoblades, flight: 7 inches");
        // What happened without a roll is listed, and can be left as it was.
        table.tap("Godric: left stunned");
        assert_eq!(now(&table, "North.7").status, Status::Stunned);
        table.tap("Godric: knocked down");
        assert_eq!(now(&table, "North.7").status, Status::KnockedDown);
        table.tap("Hrodulf: stands up");
        table.tap("Hrodulf: stays down");
        assert_eq!(now(&table, "North.3").status, Status::KnockedDown);
        assert!(!now(&table, "North.3").has(Mark::Stood));
        // Results come from the journal, so that they are there again after the sheet was closed.
        table.tap("Oswin: 6, passed");
        table.tap("Close");
        table.tap_first("to rally");
        assert!(table.shows("9 > 7") && table.shows("6 ≤ 7") && table.shows("6 ≤ 8"));
        table.tap("Maud Twoblades: again");
        let maud = now(&table, "North.5");
        assert!(maud.status == Status::Fleeing && maud.has(Mark::Alone) && !maud.has(Mark::Tested));
        table.tap("Maud Twoblades: 5, passed");
        assert!(now(&table, "North.5").has(Mark::Rallied));
        table.tap("Oswin: again");
        assert!(!now(&table, "North.6").has(Mark::Rallied) && !now(&table, "North.6").has(Mark::Tested));
        table.tap("Oswin: 11, failed");
        assert_eq!(now(&table, "North.6").flight, Some(2));
    }
}

#[test]
fn a_rout_ends_the_game_and_the_end_goes_back() {
    let mut table = playing(TABLET, midgame());
    table.tap("Rout test");
    table.tap("North, rout test: 9, failed");
    assert_eq!(Rules::standing(state(&table)), Standing::Over(vec![Seat(1)]));
    table.tap("The table");
    table.tap_first("Undo");
    assert_eq!(Rules::standing(state(&table)), Standing::Turn(Seat(0)));
    // By the scenario it ends as people say.
    table.tap("South: player's menu");
    table.tap("End the battle");
    table.tap("South has won");
    table.tap("End the battle");
    assert_eq!(Rules::standing(state(&table)), Standing::Over(vec![Seat(1)]));
    table.tap("Fight again");
    assert_eq!((state(&table).moment.turn, state(&table).sides[0].warriors.len()), (1, 12));
    assert!(state(&table).sides.iter().all(|side| side.out() == 0));
}

#[test]
fn swapped_sides_fight_again_with_each_others_warbands() {
    let bands = ["crows-levy", "saltmarsh-watch", "crows-levy"];
    let begin: Vec<Value> =
        SIDES.iter().zip(bands).map(|(name, warband)| json!({"name": name, "warband": warband})).collect();
    let mut table = playing(TABLET, say_all([json!({"begin": begin, "first": "South"}), json!({"end": []})]));
    let leaders = |table: &Players| -> Vec<[String; 2]> {
        state(table).sides.iter().map(|side| [side.name.clone(), side.warriors[0].spec.name.clone()]).collect()
    };
    table.tap("Swap sides");
    let expected = [("North", "Reeve Aldous"), ("South", "Ysolt Crow"), ("East", "Ysolt Crow")];
    assert_eq!(leaders(&table), expected.map(|(player, leader)| [player.to_owned(), leader.to_owned()]));
    assert_eq!((state(&table).moment.turn, state(&table).first), (1, Seat(0)), "the Saltmarsh Watch still begins");
}

#[test]
fn who_is_all_alone_tests_at_the_end_of_close_combat() {
    let mut happened = vec![begin_of(2, 3)];
    happened.extend(next(4));
    happened.extend(say_all([json!({"wound": "North.2", "injury": 3}), json!({"wound": "North.3", "injury": 1})]));
    let mut table = playing(TABLET, happened);
    table.tap("All alone?");
    table.tap("Ysolt Crow: 11, failed");
    assert!(now(&table, "North.1").status == Status::Fleeing && now(&table, "North.1").has(Mark::Alone));
    table.tap("Ysolt Crow, flight: 12 inches");
    table.tap("Ysolt Crow: gone off the table");
    assert_eq!(now(&table, "North.1").status, Status::Out);
}

#[test]
fn states_are_set_on_the_sheet_and_its_history_is_a_touch_away() {
    [TABLET, PHONE, PHONE.yx(), phones::SMALLEST].into_iter().for_each(states_are_set);
}

fn states_are_set(size: Vec2) {
    let mut happened = vec![begin()];
    happened.extend(next(1));
    let mut table = playing(size, happened);
    table.tap_first("North, 9, ");
    table.look("warrior-states");
    table.tap("Linnet: state knocked down");
    assert_eq!(now(&table, "North.9").status, Status::KnockedDown);
    table.look("warrior-knocked-down");
    // A tap on what it is takes that away.
    table.tap("Linnet: state knocked down");
    assert_eq!(now(&table, "North.9").status, Status::Standing);
    table.tap("Linnet: state hidden");
    assert!(now(&table, "North.9").has(Mark::Hidden));
    table.tap("Linnet: more");
    table.look("warrior-more");
    table.tap("Back to Linnet");
    table.tap("Linnet: history");
    table.look("warrior-history");
    assert!(table.shows("hides") && !table.shows("A game begins"), "only what happened to it");
}

#[test]
fn a_jump_that_fails_is_a_fall_and_the_hits_come_next() {
    let mut happened = vec![begin()];
    happened.extend(next(1));
    let mut table = playing(TABLET, happened);
    table.tap_first("North, 9, ");
    table.tap("Linnet: climbs, jumps");
    table.tap("One more: inches deep");
    table.tap("One more: inches deep");
    table.tap("Linnet: 2, passed");
    assert!(now(&table, "North.9").falling.is_none(), "two tests for four inches");
    table.tap("Linnet: 5, failed");
    assert_eq!(now(&table, "North.9").falling, Some(4));
    table.tap("Linnet: D3 of 2");
    table.tap("Linnet: 1 wound of the fall");
    table.tap("Linnet, injury: 4");
    let fallen = now(&table, "North.9");
    assert!(fallen.falling.is_none() && fallen.has(Mark::Fell) && fallen.status == Status::Stunned);
    // Corrections know no rules.
    table.tap("Linnet: more");
    table.tap("Linnet: correct");
    table.tap("Linnet: set standing");
    table.tap("Linnet: correct to one wound more");
    table.tap("Linnet: hidden");
    let set = now(&table, "North.9");
    assert!(set.status == Status::Standing && set.wounds == 1 && set.has(Mark::Hidden));
}

#[test]
fn two_wounds_at_once_take_a_die_for_each_after_the_last() {
    let mut table = playing(TABLET, vec![begin()]);
    table.tap("South, 1, Reeve Aldous: one wound less");
    table.tap_first("South, 1, ");
    table.tap_first("Reeve Aldous: wounds at once, 1");
    table.tap("Reeve Aldous: injury 2, knocked down");
    assert_eq!(now(&table, "South.1").wounds, 1, "two wounds at none left take two dice");
    table.tap("Reeve Aldous: injury 4, stunned");
    assert_eq!(now(&table, "South.1").status, Status::Stunned);
}

#[test]
fn a_wound_that_is_half_entered_outlasts_the_program() {
    let drafts = Drafts::default();
    let open = |drafts: Drafts| {
        let game = (Builtin, "warhammer-skirmish");
        Players::of::<Rules>(TABLET, Settings::default(), game, vec![begin()], Box::new(drafts))
    };
    let mut table = open(drafts.clone());
    table.tap_first("South, 1, ");
    for wounds in 1..=3 {
        table.tap_first(&format!("Reeve Aldous: wounds at once, {wounds}; add one"));
    }
    table.tap("Reeve Aldous: injury 2, knocked down");
    assert_eq!(now(&table, "South.1").wounds, 2, "four wounds at two left take three dice");
    drop(table);
    // Another thread has a clock of its own, so the journal there is the same.
    let again = std::thread::spawn(move || {
        let mut table = open(drafts);
        table.tap("Reeve Aldous: injury 4, stunned");
        table.tap("Reeve Aldous: injury 1, knocked down");
        (now(&table, "South.1"), told(&table))
    });
    let (now, told) = again.join().expect("it opens again");
    assert_eq!((now.wounds, now.status), (0, Status::Stunned), "{told}");
}

#[test]
fn two_players_touch_at_the_same_time() {
    let mut table = playing(TABLET, vec![begin()]);
    let labels = ["North, 1, Ysolt Crow: one wound less", "South, 1, Reeve Aldous: one wound less"];
    let places = labels.map(|label| table.place(label));
    for phase in [TouchPhase::Start, TouchPhase::End] {
        for (finger, place) in (0..).zip(&places) {
            table.touch(finger, phase, *place);
        }
        table.wait(0.03);
    }
    assert_eq!((now(&table, "North.1").wounds, now(&table, "South.1").wounds), (1, 1));
    // A finger that stays gives the wound back.
    table.wait(0.31);
    table.touch(0, TouchPhase::Start, places[0]);
    table.wait(0.6);
    table.touch(0, TouchPhase::End, places[0]);
    table.wait(0.03);
    assert_eq!(now(&table, "North.1").wounds, 2);
}

#[test]
fn a_phone_shows_one_side_in_full_and_the_other_when_it_is_asked() {
    let mut table = playing(PHONE, fifteen(4));
    assert!(table.has("North, 2, Ambrose: one wound less"));
    assert!(!table.has("South, 2, Ambrose: one wound less"));
    table.tap("South: show in full");
    assert!(table.has("South, 2, Ambrose: one wound less"));
    table.tap("North: show in full");
    // A refusal is shown over the whole screen.
    table.tap("To the movement phase");
    assert!(table.has("Play it anyway"));
    table.tap("Play it anyway");
    assert_eq!(state(&table).moment.phase, Phase::Movement);
}

#[test]
fn every_control_is_large_enough_and_apart_from_the_others() {
    for size in [TABLET, TABLET.yx(), SMALL, SMALL.yx(), PHONE, PHONE.yx()] {
        for sides in [2, 4] {
            for warriors in [6, 15] {
                let what = |of: &str| format!("{size}, {sides} sides of {warriors}: {of}");
                let mut happened = vec![begin_of(sides, warriors)];
                happened.extend(next(5 * sides - 1));
                let flee = |no| json!({"flee": format!("North.{no}")});
                happened.extend(say_all((2..=warriors).step_by(2).map(flee)));
                happened.extend(say_all([json!({"wound": "North.3", "injury": 1})]));
                happened.extend(next(1));
                let mut table = playing(size, happened);
                let controls = table.controls();
                assert!(controls.len() > warriors, "{}", what("few controls"));
                apart(&controls, 43.9, 1.45, &what("table"));
                table.tap_first("to rally");
                apart(&table.open_sheet(), 43.9, 1.45, &what("due"));
                table.tap("Close");
                table.tap_first("North, 1, ");
                apart(&table.open_sheet(), 43.9, 1.45, &what("warrior"));
                for page in ["climbs, jumps", "falls", "out of action", "correct", "panic", "shoots"] {
                    if table.has("Ysolt Crow: more") {
                        table.tap("Ysolt Crow: more");
                        apart(&table.open_sheet(), 43.9, 1.45, &what("more"));
                    }
                    table.tap_first(&format!("Ysolt Crow: {page}"));
                    apart(&table.open_sheet(), 43.9, 1.45, &what(page));
                    table.tap("Back to Ysolt Crow");
                }
                if table.has("Ysolt Crow: history") {
                    table.tap("Ysolt Crow: history");
                    apart(&table.open_sheet(), 43.9, 1.45, &what("history"));
                    table.tap("Back to Ysolt Crow");
                    table.tap("Ysolt Crow: state fleeing");
                } else {
                    table.tap("Ysolt Crow: flees");
                }
                assert!(table.has("Ysolt Crow, flight: 12 inches"), "{}", what("flight"));
                apart(&table.open_sheet(), 43.9, 1.45, &what("flight"));
            }
        }
    }
}

#[test]
fn sheets_and_the_end_look_as_they_did() {
    let mut results = SnapshotResults::new();
    let mut show = |mut table: Players, name: &str, touched: &[&str]| {
        for label in touched {
            table.tap_first(label);
        }
        table.looks_like(name);
        results.extend(table.looked_at());
        table
    };
    show(playing(TABLET, midgame()), "warband-rout", &["Rout test"]);
    let broken = ["Rout test", "North, rout test: 6", "Maud Twoblades: 9"];
    show(playing(TABLET, midgame()), "warband-flight", &broken);
    show(playing(PHONE, midgame()), "warband-flight-phone", &broken);
    let recovered = [&broken[..], &["Maud Twoblades, flight: 7", "Oswin: 6"]].concat();
    show(playing(TABLET, midgame()), "warband-recovery", &recovered);
    show(playing(PHONE, midgame()), "warband-recovery-phone", &recovered);
    show(playing(TABLET, midgame()), "warband-warrior", &["North, 7, "]);
    show(playing(PHONE, midgame()), "warband-warrior-phone", &["North, 9, "]);
    show(playing(PHONE.yx(), midgame()), "warband-warrior-phone-lying", &["North, 9, "]);
    show(playing(PHONE, midgame()), "warband-injury-phone", &["North, 9, ", "Linnet: wounded"]);
    let mut moving = midgame();
    moving.extend(say_all([json!({"roll": {"rout": "North", "2d6": 4}})]));
    show(playing(TABLET, moving.clone()), "warband-aim", &["North, 1, ", "Ysolt Crow: more", "Ysolt Crow: shoots"]);
    show(playing(TABLET, moving.clone()), "warband-jump", &["North, 1, ", "Ysolt Crow: climbs"]);
    let fall = ["North, 1, ", "Ysolt Crow: more", "Ysolt Crow: falls", "Ysolt Crow: D3 of 2"];
    show(playing(TABLET, moving.clone()), "warband-fall", &fall);
    show(playing(TABLET, moving), "warband-correct", &["North, 7, ", "Godric: more", "Godric: correct"]);
    show(playing(TABLET, vec![]), "warband-warbands", &["Red: The Crow’s Levy, another"]);
    show(playing(TABLET, vec![]), "warband-house", &["House rules"]);
    let mut lost = midgame();
    lost.push(say(&json!({"roll": {"rout": "North", "2d6": 11}})));
    show(playing(TABLET, lost.clone()), "warband-end", &[]);
    show(playing(PHONE, lost), "warband-end-phone", &[]);
}
