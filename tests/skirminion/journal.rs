//! A table of Skirminion: its journal, undo by activations, its sentences.

use std::sync::Arc;

use skirmish_assets::Builtin;
use skirmish_base::vfs::WorkDir;
use skirmish_read as read;
use skirmish_tracker::table::skirminion::{Command, Machines, Rules, Setup, Side, Strength, Table, commands};
use skirmish_tracker::table::{Millis, Rules as _, Seat, Standing, Story, journal, tell, transfer};

fn table() -> Table {
    let folder = WorkDir::new(env!("CARGO_MANIFEST_DIR"), &Builtin);
    let parsed = read::game(&folder, "skirminion");
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let game = parsed.game.expect("a game");
    let rules = Rules::read(&game, &read::glossary(&folder, &game)).expect("rules");
    Table::new(Arc::new(rules))
}

fn act(table: &mut Table, command: Command) {
    let time = Millis(1_763_757_600_000 + 60_000 * table.entries().len() as u64);
    table.act(command, time).unwrap_or_else(|refusal| panic!("{refusal}"));
}

fn play(table: &mut Table, activations: &str) {
    for activation in activations.split_whitespace() {
        for command in commands(&table.state().position, activation.parse().unwrap()) {
            act(table, command);
        }
    }
}

fn begun() -> Table {
    let mut table = table();
    assert_eq!(Rules::standing(table.state()), Standing::NotBegun);
    act(&mut table, Command::Begin(Setup::of_sides(Side::Red)));
    table
}

#[test]
fn a_finished_game_against_the_table_names_it() {
    let mut table = table();
    let machines = Machines([None, Some(Strength::Hard)]);
    act(&mut table, Command::Begin(Setup { machines, ..Setup::of_sides(Side::Bone) }));
    act(&mut table, Command::Resign { side: Side::Bone });
    let played = table.played();
    let names: Vec<&str> = played[0].players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!((names, played[0].winners.as_slice()), (vec!["Bone", "Table (hard)"], &[Seat(1)][..]));
}

#[test]
fn undo_goes_by_activations_to_the_start() {
    let mut table = begun();
    let start = table.state().clone();
    play(&mut table, "d8-d6 d1-d3 d6-d4xd3 d3xd4");
    let end = table.state().clone();
    let mut labels = Vec::new();
    while table.done().len() > 1 {
        labels.extend(table.undo_label());
        table.undo(Millis(0)).expect("something to take back");
    }
    assert_eq!(labels, ["d3xd4", "d6-d4xd3", "d1-d3", "d8-d6"]);
    assert_eq!(table.state(), &start);
    while table.can_redo() {
        table.redo(Millis(0)).expect("something to do again");
    }
    assert_eq!(table.state(), &end);
}

#[test]
fn a_journal_is_read_as_it_was_written() {
    let mut table = begun();
    play(&mut table, "d8-d6 d1-d3 d6-d4xd3 d3xd4 d4-c5 a1");
    act(&mut table, Command::Set { at: "h1".parse().unwrap(), unit: None });
    table.undo(Millis(0)).expect("something to take back");
    act(&mut table, Command::Agree);
    let text = journal::text(&table).expect("JSON");
    let read = journal::read(text.as_bytes(), table.rules()).expect("a journal");
    assert_eq!(read.end, journal::End::Whole);
    assert_eq!((read.table.state(), read.table.entries()), (table.state(), table.entries()));
    let packed = transfer::pack(&table).expect("short enough");
    let unpacked: Table = transfer::unpack(&packed, table.rules()).expect("a game");
    assert_eq!(unpacked.state(), table.state());
}

#[test]
fn what_happened_is_told_in_sentences() {
    let mut table = begun();
    play(&mut table, "d8-d6 e1-e3 d6-d4xe3 e3xd4 d4-c5 a1");
    act(&mut table, Command::Agree);
    let lines: Vec<String> = tell::lines(&table).iter().map(|line| tell::text(&line.parts)).collect();
    assert_eq!(
        lines,
        [
            "A new game: Bone with bone, Red with red; Red begins",
            "Red moves d8 to d6",
            "Bone moves e1 to e3",
            "Red moves d6 to d4, then attacks e3: takes 1 (5 left); loses 1 (5 left)",
            "Bone attacks e3 with d4: takes 1 (4 left); loses 1 (4 left)",
            "Red retreats d4 to c5",
            "Bone passes with a1",
            "Both agree on a draw",
        ]
        .map(|line| line.replace("attacks e3 with d4", "attacks d4 with e3"))
    );
    let described = table.rules().describe(table.state());
    assert_eq!(described[2], "a draw");
    assert!(described[0].starts_with("bone: a1 6, b1 6"), "{described:?}");
}

#[test]
fn rest_last_stand_and_victory_are_told() {
    let mut table = begun();
    for square in "a8 b8 c8 e8 f8 g8 h8 b1 c1 d1 e1 f1 g1 h1".split(' ') {
        act(&mut table, Command::Set { at: square.parse().unwrap(), unit: None });
    }
    let unit = |side, health| Some(skirmish_tracker::table::skirminion::Unit { side, health });
    act(&mut table, Command::Set { at: "d8".parse().unwrap(), unit: unit(Side::Red, 2) });
    act(&mut table, Command::Set { at: "c6".parse().unwrap(), unit: unit(Side::Bone, 3) });
    act(&mut table, Command::Set { at: "e6".parse().unwrap(), unit: unit(Side::Bone, 6) });
    play(&mut table, "d8 a1-a3 d8-d7xc6");
    let lines: Vec<String> = tell::lines(&table).iter().map(|line| tell::text(&line.parts)).collect();
    let last = &lines[lines.len() - 3..];
    assert_eq!(
        last,
        [
            "Red rests d8: 2 → 3",
            "Bone moves a1 to a3",
            "Red moves d8 to d7, then attacks c6: takes 2, in a last stand (1 left); loses 2, with e6 (2 left)",
        ]
    );
    play(&mut table, "e6xd7");
    let lines: Vec<String> = tell::lines(&table).iter().map(|line| tell::text(&line.parts)).collect();
    assert_eq!(
        lines.last().unwrap(),
        "Bone attacks d7 with e6: takes 2, with c6 (destroyed); loses 2, in a last stand (4 left) — Bone has won"
    );
    assert_eq!(Rules::standing(table.state()), Standing::Over(vec![Seat::of_side(Side::Bone)]));
}

#[test]
fn each_player_is_charged_for_their_own_turns() {
    /// A second, in milliseconds.
    const S: u64 = 1000;
    let mut table = table();
    let at = |square: &str| square.parse().expect("a square");
    let moves = [("a1", "a2"), ("a8", "a7"), ("b1", "b2")];
    table.act(Command::Begin(Setup::of_sides(Side::Bone)), Millis(100 * S)).expect("a game begins");
    let mut now = 100 * S;
    // Bone takes 10 seconds, red 20, bone 30; each unit then ends its activation at once.
    for (turn, (from, to)) in (1..).zip(moves) {
        now += 10 * S * turn;
        table.act(Command::Move { from: at(from), to: at(to) }, Millis(now)).expect("it moves");
        table.act(Command::End { unit: at(to) }, Millis(now)).expect("it ends");
    }
    let clock = Story::of(&table).clock();
    let later = Millis(now + 5 * S);
    let [bone, red] = Side::BOTH.map(Seat::of_side);
    assert_eq!([bone, red].map(|seat| clock.used(seat, later)), [40 * S, 25 * S]);
    assert_eq!(clock.turn(later), Some((red, 5 * S)));
    assert_eq!(clock.length(later), 65 * S);
    // After a break of a night, a quarter of an hour counts.
    assert_eq!(clock.length(Millis(now + 36_000 * S)), 60 * S + 900 * S);
    // What is taken back doesn't count, and the clocks of a game that is over stand still.
    table.undo(later).expect("something to take back");
    table.act(Command::Resign { side: Side::Bone }, later).expect("it resigns");
    let clock = Story::of(&table).clock();
    assert!(!clock.runs());
    assert_eq!(clock.length(Millis(now + 900 * S)), clock.length(later));
}

#[test]
fn before_a_game_no_time_passes() {
    let clock = Story::of(&table()).clock();
    assert_eq!((clock.length(Millis(9)), clock.turn(Millis(9)), clock.has_turns()), (0, None, false));
}
