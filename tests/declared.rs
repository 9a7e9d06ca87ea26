//! Games that declare their table: the starter game as the programs play it, and one that nothing in the code knows.

#![cfg(feature = "tracker")]

use std::fs;
use std::path::Path;
use std::process::{Command as Process, Output};
use std::sync::Arc;

use crate::table_help::random::Dice;
use crate::table_help::{A, B, C};
use serde_json::{Value, json};
use skirmish_base::diagnostic;
use skirmish_base::vfs::Memory;
use skirmish_model::game::TableSpec;
use skirmish_tracker::table::declared::{Command, PileId, Rules, State, Table};
use skirmish_tracker::table::journal::{End, JournalError};
use skirmish_tracker::table::{
    CardId, Millis, Rules as _, Seat, SeatCommand, Standing, entrants, journal, tell, transfer,
};

const MARKET: [&str; 2] =
    [include_str!("declared/night-market/game.toml"), include_str!("declared/night-market/cards.toml")];
const STARTER: [&str; 2] =
    [include_str!("../templates/starter/game.toml"), include_str!("../templates/starter/cards.toml")];

/// Reads the rules of a game, or its errors.
pub fn read([game, cards]: [&str; 2]) -> Result<Arc<Rules>, String> {
    let files = Memory::new().with("card-data/game/game.toml", game).with("card-data/game/cards.toml", cards);
    let reading = skirmish_read::game(&files, "game");
    let errors: Vec<_> = reading.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
    if !errors.is_empty() {
        return Err(diagnostic::format_plain(errors));
    }
    let game = reading.game.expect("a game without errors");
    let rules = Rules::read(&game, &skirmish_read::glossary(&files, &game));
    rules.map(Arc::new).map_err(|diagnostics| diagnostic::format_plain(&diagnostics))
}

/// Returns the night market with another part of its data.
fn market(old: &str, new: &str) -> Arc<Rules> {
    assert_eq!(MARKET[0].matches(old).count(), 1, "{old}");
    read([&MARKET[0].replace(old, new), MARKET[1]]).expect("it can be read")
}

/// Begins a game.
pub fn begun(rules: &Arc<Rules>, players: u8) -> Table {
    let mut table = Table::new(Arc::clone(rules));
    let command = rules.begin(crate::table_help::setup(players).players);
    table.act(command, Millis(0)).expect("it begins");
    table
}

pub fn act(table: &mut Table, command: Command) {
    let now = Millis(u64::try_from(table.entries().len()).expect("few") * 60_000);
    table.act(command, now).expect("it is possible");
}

pub fn refused(table: &mut Table, command: Command) -> String {
    table.act(command, Millis(0)).expect_err("it is not possible").to_string()
}

pub fn count(seat: Seat, counter: &str, by: i64) -> Command {
    Command::Count { seat, counter: counter.into(), by }
}

pub fn put(pile: &str, card: &str, by: i64) -> Command {
    Command::Put { pile: pile.into(), card: CardId::new(card), by }
}

fn in_pile(table: &Table, pile: &str, card: &str) -> u32 {
    table.state().in_pile(&pile.into(), &CardId::new(card))
}

pub fn last_told(table: &Table) -> String {
    tell::text(&tell::lines(table).last().expect("something happened").parts)
}

#[test]
fn a_game_without_a_table_counts_points() {
    let (head, _) = MARKET[0].split_once("[table]").expect("it declares a table");
    let rules = read([head, MARKET[1]]).expect("it can be read");
    assert_eq!(*rules.spec(), TableSpec::default());
    let mut table = begun(&rules, 2);
    act(&mut table, count(A, "points", 1_000));
    act(&mut table, Command::EndTurn { seat: A });
    act(&mut table, Command::End);
    assert_eq!(Rules::standing(table.state()), Standing::Over(Vec::new()));
    assert_eq!(last_told(&table), "The players end the game; no one wins");
}

#[test]
fn a_game_may_have_no_cards() {
    let table = "[table]\nplayers = [1, 4]\n[table.counter.score]\n[table.pile.bag]\n";
    let file = |more: &str| Memory::new().with("card-data/game/game.toml", format!("title = \"Dice\"\n{table}{more}"));
    let reading = skirmish_read::game(&file(""), "game");
    let game = reading.game.expect("it can be read");
    assert!(reading.diagnostics.is_empty(), "{}", diagnostic::format_plain(&reading.diagnostics));
    assert_eq!((game.table.counters[0].id.as_str(), game.table.piles[0].cards.len()), ("score", 0));
    let told = skirmish_read::game(&file("of = [\"die\"]\n"), "game").diagnostics;
    assert!(diagnostic::format_plain(&told).contains("unknown kind or card `die` in pile `bag`"));
}

#[test]
fn what_is_declared_is_read() {
    let rules = read(MARKET).expect("it can be read");
    let spec = rules.spec();
    assert_eq!((spec.players.clone(), spec.turns), (3..=6, false));
    let counter = spec.counter("good-name").expect("a counter");
    assert_eq!((counter.name.as_str(), counter.start, counter.least, counter.most), ("Good name", 2, -2, Some(5)));
    assert_eq!(spec.shared("dawn").map(|counter| counter.name.as_str()), Some("Hours to dawn"));
    assert_eq!(spec.status("shut").and_then(|status| status.card.as_deref()), Some("stall"));
    let cards = |pile: &str| spec.pile(pile).expect("a pile").cards.clone();
    assert_eq!(
        (cards("crates"), cards("street")),
        (vec!["silk".into(), "lantern".into()], vec!["lantern".into(), "the-fox".to_owned()])
    );
}

#[test]
fn timers_and_notes_are_kept_and_taken_back() {
    let more = "[table.timer.sand]\nname = \"Sandglass\"\nseconds = 90\n[table.note.topic]\n[table.status.hidden]\n";
    let rules = market("[table.status.hidden]\n", more);
    assert_eq!((rules.spec().timers[0].seconds, rules.spec().notes[0].name.as_str()), (90, "Topic"));
    let mut table = begun(&rules, 3);
    let start = Command::Timer { timer: "sand".into(), ends: Some(Millis(95_000)) };
    act(&mut table, start.clone());
    assert_eq!(last_told(&table), "Sandglass starts");
    assert!(!refused(&mut table, start).is_empty());
    let write = |text: &str| Command::Write { note: "topic".into(), text: text.into() };
    act(&mut table, write(" Owls "));
    assert_eq!(last_told(&table), "Topic: Owls");
    assert_eq!(table.state().notes["topic"], "Owls");
    assert_eq!(refused(&mut table, write(&"o".repeat(61))), "a note has at most 60 letters, all of them printable");
    assert_eq!(refused(&mut table, Command::Timer { timer: "egg".into(), ends: None }), "unknown timer `egg`");
    assert!(rules.describe(table.state()).contains(&"Topic: Owls".to_owned()));
    let text = journal::text(&table).expect("it can be written");
    let parsed = journal::read(text.as_bytes(), &rules).expect("it can be read");
    assert_eq!(parsed.table.state(), table.state());
    act(&mut table, Command::Timer { timer: "sand".into(), ends: None });
    act(&mut table, write(""));
    assert_eq!(last_told(&table), "Topic erased");
    assert!(table.state().timers.is_empty() && table.state().notes.is_empty());
    while table.can_undo() {
        table.undo(Millis(900_000)).expect("it can be taken back");
    }
    assert_eq!(*table.state(), State::default());
}

#[test]
fn counters_stay_within_their_bounds() {
    let mut table = begun(&read(MARKET).expect("it can be read"), 3);
    act(&mut table, count(A, "good-name", 9));
    assert_eq!(last_told(&table), "Asa Good name +3: 2 → 5");
    assert_eq!(refused(&mut table, count(A, "good-name", 1)), "Good name is at its most, 5");
    act(&mut table, count(A, "good-name", -9));
    assert_eq!(refused(&mut table, count(A, "good-name", -1)), "Good name is at its least, −2");
    assert_eq!(refused(&mut table, count(A, "goodname", 1)), "unknown counter `goodname`");
    assert_eq!(refused(&mut table, count(Seat(3), "coins", 1)), "unknown player 3");
    act(&mut table, Command::Shared { counter: "dawn".into(), by: -7 });
    assert_eq!(table.state().shared["dawn"], 0);
    assert_eq!(table.undo_label().as_deref(), Some("Hours to dawn −6"));
}

#[test]
fn no_card_is_in_two_places() {
    let mut table = begun(&read(MARKET).expect("it can be read"), 3);
    let lantern = CardId::new("lantern");
    act(&mut table, put("crates", "lantern", 3));
    assert_eq!(refused(&mut table, put("street", "lantern", 2)), "only 1 of Lantern are in the deck or in hands");
    let onto = Command::Move { card: lantern.clone(), from: "crates".into(), to: "street".into() };
    act(&mut table, onto.clone());
    assert_eq!((in_pile(&table, "crates", "lantern"), in_pile(&table, "street", "lantern")), (2, 1));
    assert_eq!(last_told(&table), "Lantern from Crates to Street");
    assert_eq!(refused(&mut table, put("crates", "the-fox", 1)), "The Fox can’t go on Crates");
    assert_eq!(refused(&mut table, put("street", "lantern", -2)), "only 1 of Lantern on Street");
    let shuffle = |pile: &str| Command::Shuffle { pile: pile.into() };
    assert_eq!(refused(&mut table, shuffle("street")), "Street can’t be shuffled into a draw deck");
    act(&mut table, shuffle("crates"));
    assert_eq!(table.rules().in_deck_or_hands(table.state(), &lantern), 3);
    assert_eq!(refused(&mut table, onto), "Lantern isn’t on Crates");
    // Each of the three has one stall.
    assert_eq!(table.rules().in_deck_or_hands(table.state(), &CardId::new("stall")), 3);
}

#[test]
fn a_journal_of_another_table_is_told_as_such_and_is_no_damage() {
    let rules = read(MARKET).expect("it can be read");
    let mut table = begun(&rules, 3);
    act(&mut table, count(A, "good-name", 3));
    let text = journal::text(&table).expect("it can be written");
    // With one more counter it begins otherwise; with another bound it goes wrong later.
    for (old, new, why) in [
        ("[table.status.hidden]", "[table.counter.luck]\n[table.status.hidden]", "Asa has 2 counters, not 3"),
        ("max = 5", "max = 4", "Asa has 5 of counter `good-name`"),
    ] {
        let error = journal::read(text.as_bytes(), &market(old, new)).expect_err("it is of another table");
        assert!(matches!(error, JournalError::OtherTable(_)), "{error:?}");
        let told = error.to_string();
        assert!(told.starts_with("the game’s table has changed since (") && told.contains(why), "{told}");
    }
    // A later edition is recognised as another table; torn or altered lines are still damage.
    let altered = text.replace("good-name", "bad-names");
    let parsed = journal::read(altered.as_bytes(), &rules).expect("its head is whole");
    assert!(matches!(parsed.end, End::Damaged { .. }), "{:?}", parsed.end);
}

#[test]
fn without_piles_of_players_journals_are_as_they_were() {
    let rules = read(MARKET).expect("it can be read");
    let mut table = begun(&rules, 3);
    act(&mut table, put("crates", "lantern", 2));
    act(&mut table, Command::Move { card: CardId::new("lantern"), from: "crates".into(), to: "street".into() });
    let player = |name: &str, colour: &str, chair: u8| {
        format!(
            "{{\"name\":\"{name}\",\"livery\":\"{colour}\",\"chair\":{chair},\
             \"counters\":{{\"coins\":3,\"good-name\":2}},\"statuses\":[],\"out\":false}}"
        )
    };
    let players = [("Asa", "red"), ("Bjarni", "blue"), ("Dalla", "gold")];
    let players: Vec<String> = (0..).zip(players).map(|(chair, (name, colour))| player(name, colour, chair)).collect();
    let state = format!(
        "{{\"players\":[{}],\"shared\":{{\"dawn\":6}},\"piles\":{{\"crates\":{{\"lantern\":1}},\"street\":{{\"lantern\":1}}}},\
         \"turn\":null,\"round\":0,\"first\":0,\"over\":null,\"seating\":\"round\"}}",
        players.join(",")
    );
    assert_eq!(serde_json::to_string(table.state()).expect("JSON"), state);
    assert_eq!(serde_json::from_str::<State>(&state).expect("a state"), *table.state());
    let text = journal::text(&table).expect("it can be written");
    for part in [
        r#"{"put":{"pile":"crates","card":"lantern","by":2}}"#,
        r#"{"pile":{"pile":"crates","card":"lantern","from":0,"to":2}}"#,
        r#"{"move":{"card":"lantern","from":"crates","to":"street"}}"#,
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn no_more_is_declared_than_a_screen_can_show() {
    let some = |sort: &str, count: usize| {
        let effect = if sort == "action" { "cost = { points = 1 }\n" } else { "" };
        (0..count).map(|n| format!("[table.{sort}.x{n}]\n{effect}")).collect::<String>()
    };
    let game = |sort: &str, count| {
        let head = MARKET[0].split_once("[table]").expect("it declares a table").0;
        read([&format!("{head}[table]\n{}", some(sort, count)), MARKET[1]])
    };
    for (sort, told) in [
        ("counter", "13 counters of each player don't fit on a screen"),
        ("shared", "13 counters of the table don't fit on a screen"),
        ("status", "13 statuses don't fit on a screen"),
        ("pile", "13 piles don't fit on a screen"),
        ("action", "13 actions don't fit on a screen"),
    ] {
        assert!(game(sort, 12).is_ok(), "{sort}");
        let error = game(sort, 13).expect_err("too many");
        assert!(error.contains(told) && error.contains("define at most 12"), "{error}");
    }
}

#[test]
fn marks_are_given_and_taken() {
    let mut table = begun(&read(MARKET).expect("it can be read"), 3);
    let mark = |on| Command::Mark { seat: B, status: "shut".into(), on };
    act(&mut table, mark(true));
    assert_eq!(last_told(&table), "Bjarni: Stall shut on");
    assert_eq!(refused(&mut table, mark(true)), "that changes nothing");
    act(&mut table, mark(false));
    assert!(table.state().players[1].statuses.is_empty());
    assert_eq!(refused(&mut table, Command::EndTurn { seat: A }), "this game has no turns: everyone acts at once");
}

#[test]
fn who_reaches_a_figure_wins() {
    let mut table = begun(&read(MARKET).expect("it can be read"), 3);
    assert_eq!(Rules::standing(table.state()), Standing::Together);
    act(&mut table, count(C, "coins", 40));
    assert_eq!(Rules::standing(table.state()), Standing::Over(vec![C]));
    assert_eq!(last_told(&table), "Dalla Coins +27: 3 → 30; Dalla wins");
    assert_eq!(refused(&mut table, count(A, "coins", 1)), "the game is over");
    table.undo(Millis(1)).expect("it can be taken back");
    assert_eq!(Rules::standing(table.state()), Standing::Together);
    let mut down = begun(&market("at = 20", "at = 1"), 3);
    act(&mut down, count(A, "coins", -2));
    assert_eq!(Rules::standing(down.state()), Standing::Over(vec![A]));
}

#[test]
fn who_has_the_most_wins_and_equals_share() {
    let mut table = begun(&market("first-to = { counter = \"coins\", at = 20 }", "highest = \"coins\""), 3);
    act(&mut table, count(A, "coins", 2));
    act(&mut table, count(C, "coins", 2));
    act(&mut table, Command::End);
    assert_eq!(Rules::standing(table.state()), Standing::Over(vec![A, C]));
    assert_eq!(last_told(&table), "The players end the game; Asa and Dalla win together");
}

#[test]
fn the_last_one_left_wins_and_turns_pass_over_who_is_out() {
    let rules = market("first-to = { counter = \"coins\", at = 20 }", "last-standing = \"coins\"");
    assert!(!rules.spec().turns);
    let data = MARKET[0].replace("first-to = { counter = \"coins\", at = 20 }", "last-standing = \"coins\"");
    let rules = read([&data.replace("turns = false", "turns = true"), MARKET[1]]).expect("it can be read");
    let mut table = begun(&rules, 3);
    assert_eq!(refused(&mut table, Command::EndTurn { seat: B }), "it is the turn of Asa");
    act(&mut table, count(A, "coins", -3));
    assert_eq!(last_told(&table), "Asa Coins −3: 3 → 0; Asa is out; Bjarni’s turn");
    act(&mut table, Command::EndTurn { seat: B });
    act(&mut table, Command::EndTurn { seat: C });
    assert_eq!((table.state().turn, table.state().round), (Some(B), 2));
    assert_eq!(refused(&mut table, Command::Turn { seat: A }), "Asa is out of the game");
    act(&mut table, count(A, "coins", 1));
    assert_eq!(last_told(&table), "Asa Coins +1: 0 → 1; Asa is in the game again");
    act(&mut table, count(A, "coins", -1));
    act(&mut table, count(C, "coins", -3));
    assert_eq!(Rules::standing(table.state()), Standing::Over(vec![B]));
}

/// Returns a random command of players, or of programs.
fn any_command(dice: &mut Dice, rules: &Rules, state: &State) -> Command {
    let spec = rules.spec();
    let seat = Seat(u8::try_from(dice.below(8)).expect("small"));
    let by = i64::try_from(dice.below(11)).expect("small") - 5;
    let pile = |dice: &mut Dice| {
        let id = spec.piles.get(dice.below(4)).map_or("loft", |pile| &pile.id);
        if dice.one_in(3) { PileId::Player { seat: Seat(0), pile: id.to_owned() } } else { id.into() }
    };
    let card = dice.pick(rules.cards()).id.clone();
    match dice.below(12) {
        0 => Command::Put { pile: pile(dice), card, by },
        1 => Command::Move { card, from: pile(dice), to: pile(dice) },
        2 => Command::Shuffle { pile: pile(dice) },
        3 => Command::EndTurn { seat },
        4 | 5 => count(seat, "coins", by),
        6 => Command::Shared { counter: "dawn".into(), by },
        7 => SeatCommand::Sit { seat, chair: u8::try_from(dice.below(9)).expect("small") }.into(),
        8 if dice.one_in(40) => Command::End,
        _ => match rules.legal(state).as_slice() {
            [] => rules.begin(crate::table_help::setup(u8::try_from(1 + dice.below(8)).expect("small")).players),
            legal => dice.pick(legal).clone(),
        },
    }
}

#[test]
fn random_commands_keep_every_invariant_and_undo_to_the_start() {
    let last = MARKET[0].replace("first-to = { counter = \"coins\", at = 20 }", "last-standing = \"coins\"");
    for (seed, data) in [(1, MARKET[0].to_owned()), (2, last.replace("turns = false", "turns = true"))] {
        let rules = read([&data, MARKET[1]]).expect("it can be read");
        let (mut table, mut dice, mut refusals, mut ends) = (Table::new(Arc::clone(&rules)), Dice::new(seed), 0, 0);
        for step in 0..6_000 {
            let now = Millis(step * 700);
            match dice.below(20) {
                0 => drop(table.undo(now)),
                1 => drop(table.redo(now)),
                _ => {
                    let command = any_command(&mut dice, &rules, table.state());
                    let before = table.state().clone();
                    if table.act(command.clone(), now).is_err() {
                        refusals += 1;
                        assert_eq!(*table.state(), before, "{command:?}");
                    }
                }
            }
            let state = table.state();
            Rules::check(&rules, state).unwrap_or_else(|wrong| panic!("{wrong} after {:?}", table.entries().last()));
            if state.over.is_some() {
                ends += 1;
                let again = rules.begin(entrants::<Rules>(state));
                table.act(again, now).expect("another game begins");
            }
        }
        assert!(refusals > 500 && ends > 5, "{refusals} refusals, {ends} ends");
        // Written journals are read back, and packed ones unpacked.
        let text = journal::text(&table).expect("it can be written");
        let parsed = journal::read(text.as_bytes(), &rules).expect("it can be read");
        assert_eq!((parsed.table.state(), parsed.table.entries().len()), (table.state(), table.entries().len()));
        let packed = transfer::pack(&table).expect("it can be packed");
        assert_eq!(transfer::unpack(&packed, &rules).expect("it can be unpacked").state(), table.state());
        while table.can_undo() {
            table.undo(Millis(9_000_000)).expect("it can be taken back");
        }
        assert_eq!(*table.state(), State::default());
    }
}

fn run(program: &str, folder: &Path, args: &[&str]) -> Output {
    Process::new(program).args(args).current_dir(folder).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

const TABLE: &str = env!("CARGO_BIN_EXE_skirmish-table");

#[test]
fn the_starter_game_is_made_checked_and_played_by_the_programs() {
    let temp = tempfile::tempdir().expect("a temporary folder");
    let folder = temp.path();
    for args in [["new", "my-game"], ["check", "my-game"]] {
        let output = run(env!("CARGO_BIN_EXE_skirmish"), folder, &args);
        assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    }
    let moves = r#"{"players": ["Asa", "Orm"]}
{"mark": {"seat": 0, "status": "lit", "on": true}}
{"put": {"pile": "home", "card": "tall-ship", "by": 1}}
{"count": {"seat": 0, "counter": "points", "by": 4}}
{"end-turn": {"seat": 0}}
"#;
    fs::write(folder.join("game.jsonl"), moves).expect("it can be written");
    let play = |moves: &str| {
        fs::write(folder.join("game.jsonl"), moves).expect("it can be written");
        let output = run(TABLE, folder, &["play", "my-game", "--moves", "game.jsonl", "--legal"]);
        let said: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
        (said, output.status.code())
    };
    let (lies, code) = play(moves);
    assert_eq!((code, &lies["turn"], &lies["players"][0]["counters"]["points"]), (Some(0), &json!(1), &json!(4)));
    let legal = lies["legal"].as_array().expect("commands").clone();
    assert!(legal.contains(&json!("end")) && legal.contains(&json!({"end-turn": {"seat": 1}})), "{lies}");
    for command in [&legal[0], legal.last().expect("several")] {
        let (after, code) = play(&format!("{moves}{command}\n"));
        assert_eq!((code, &after["entries"]), (Some(0), &json!(6)), "{command}: {after}");
    }
    let (refusal, code) =
        play(&format!("{moves}{{\"put\": {{\"pile\": \"home\", \"card\": \"storm\", \"by\": 1}}}}\n"));
    assert_eq!((code, refusal), (Some(1), json!({"line": 6, "why": ["Storm can’t go on Boats home"]})));
    // The journal of the same game, replayed and as a link.
    let rules = rules_of(folder);
    let mut table = begun(&rules, 2);
    act(&mut table, count(B, "points", 3));
    act(&mut table, Command::End);
    fs::write(folder.join("a.journal"), journal::text(&table).expect("it can be written")).expect("a file");
    let replay = |file: &str| run(TABLE, folder, &["replay", file, "--game", "my-game"]);
    let told = replay("a.journal");
    assert!(told.status.success(), "{}", text(&told.stderr));
    assert_eq!(
        text(&told.stdout).trim_end(),
        "3 entries, 3 events in force\nround 1: Bjarni has won\n  Asa     Points 0\n  Bjarni  Points 3\nDiscards: none\nBoats home: none"
    );
    let base = "https://example.org/";
    let link = run(TABLE, folder, &["link", "a.journal", "--game", "my-game", "--base", base]);
    let link = text(&link.stdout);
    assert!(link.starts_with(base), "{link}");
    assert_eq!(text(&replay(link.trim_end()).stdout), text(&told.stdout));
}

/// Returns the rules of `my-game` in a folder.
fn rules_of(folder: &Path) -> Arc<Rules> {
    let disk = skirmish_base::vfs::WorkDir::new(folder, &skirmish_assets::Builtin);
    let game = skirmish_read::game(&disk, "my-game").game.expect("the starter game");
    Arc::new(Rules::read(&game, &skirmish_read::glossary(&disk, &game)).expect("it can be played"))
}

#[test]
fn the_starter_game_declares_what_its_rules_ask_for() {
    let rules = read(STARTER).expect("it can be read");
    let mut table = begun(&rules, 4);
    act(&mut table, count(B, "points", 5));
    act(&mut table, Command::End);
    assert_eq!(Rules::standing(table.state()), Standing::Over(vec![B]));
}
