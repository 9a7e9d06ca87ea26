//! The battling-card game: every rule by its number, all hands against a second statement of the arithmetic, random games
//! against a second model of the turn, journals, the notation.

mod data;
mod games;
mod hands;
mod journal;
mod plain;
#[cfg(feature = "tracker")]
mod program;
mod rules;

use std::sync::Arc;

use crate::dice::Dice;
use serde_json::{Value, json};
use skirmish_assets::Builtin;
use skirmish_base::vfs::WorkDir;
use skirmish_read as read;
use skirmish_tracker::table::battling::{Play, Rank, Rules, State, Table, Wants};
use skirmish_tracker::table::{Millis, Playable as _, Rules as _, Seat};

const NAMES: [&str; 8] = ["Asa", "Bjarni", "Cara", "Dalla", "Egil", "Frida", "Gunnar", "Hild"];

/// Returns the rules as the data has them.
fn shipped() -> Rules {
    let folder = WorkDir::new(env!("CARGO_MANIFEST_DIR"), &Builtin);
    let parsed = read::game(&folder, "battling-cards");
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let game = parsed.game.expect("a game");
    Rules::read(&game, &read::glossary(&folder, &game)).expect("rules")
}

fn table() -> Table {
    Table::new(Arc::new(shipped()))
}

/// Carries a line out; every line is a minute of its own.
fn line(table: &mut Table, line: &Value) -> Result<(), Vec<String>> {
    let time = Millis(60_000 * table.entries().len() as u64);
    table.play(&line.to_string(), time).map_err(|why| why.reasons())
}

/// Carries a line out that is possible.
fn does(table: &mut Table, said: &Value) {
    line(table, said).unwrap_or_else(|why| panic!("{said}: {why:?}"));
}

/// Returns the reasons why a line isn't possible.
fn refused(table: &mut Table, said: &Value) -> Vec<String> {
    let before = table.state().clone();
    let why = line(table, said).expect_err("it cannot be");
    assert_eq!(table.state(), &before);
    why
}

/// Begins a game.
fn begun(players: usize) -> Table {
    let mut table = table();
    does(&mut table, &json!({ "begin": NAMES[..players] }));
    table
}

/// Returns the report for programs.
fn report(table: &Table) -> Value {
    serde_json::from_str(&table.report(false, None).expect("a game has begun")).expect("JSON")
}

/// Returns the life points of all.
fn life(table: &Table) -> Vec<u32> {
    table.state().players.iter().map(|player| player.life).collect()
}

/// Returns the players who are out, as flags.
fn out(state: &State) -> Vec<bool> {
    state.players.iter().map(|player| player.out.is_some()).collect()
}

/// Parses one player's play: "9 7 | 5 > Bjarni rob Q" is attack 9 and 7, defence 5, on Bjarni, to rob a Queen.
fn says(player: &str, text: &str) -> Value {
    let (cards, rest) = text.split_once('>').unwrap_or((text, ""));
    let (attack, defence) = cards.split_once('|').unwrap_or((cards, ""));
    let cards = |text: &str| -> Vec<u32> { text.split_whitespace().map(|card| card.parse().unwrap()).collect() };
    let mut words = rest.split_whitespace();
    let mut said = json!({ "player": player, "attack": cards(attack), "defence": cards(defence), "on": words.next() });
    for (key, word) in ["wants", "treasure"].into_iter().zip(words) {
        said[key] = json!(word);
    }
    said
}

/// Returns a turn of all, in the order of their seats.
fn turn(texts: &[&str]) -> Value {
    let plays: Vec<Value> = NAMES.iter().zip(texts).map(|(name, text)| says(name, text)).collect();
    json!({ "turn": plays })
}

/// Returns the fights with their results: "Asa > Bjarni 19:5 rob".
fn fights(table: &Table) -> Vec<String> {
    let report = report(table);
    let word = |fight: &Value, key: &str| fight[key].as_str().unwrap().to_owned();
    let told = report["fights"].as_array().unwrap().iter().map(|fight| {
        let points = format!("{}:{}", fight["attack"], fight["defence"]);
        format!("{} > {} {points} {}", word(fight, "by"), word(fight, "on"), word(fight, "result"))
    });
    told.collect()
}

fn rank(points: u64) -> Rank {
    Rank::of_points(points).unwrap()
}

/// Returns a play of a seat that attacks, with its choice if it wins.
fn play(seat: u8, cards: [&[Rank]; 2], on: Option<Seat>, wants: Option<Wants>) -> Play {
    Play { seat: Seat(seat), attack: cards[0].into(), defence: cards[1].into(), on, wants, treasure: None }
}
