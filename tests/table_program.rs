//! The tracker's program without its window: what an attack does, and what a journal says.

#![cfg(feature = "tracker")]

use std::fs;
use std::process::{Command as Process, Output};

use crate::table_help::random::Dice;
use crate::table_help::rules;
use serde_json::{Value, json};
use skirmish_tracker::table::skirmish::{Command, Table};
use skirmish_tracker::table::{Millis, journal, transfer};

fn run(args: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a temporary folder");
    Process::new(env!("CARGO_BIN_EXE_skirmish-table"))
        .args(args)
        .current_dir(folder.path())
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// Returns the calculated result of an attack, and the exit code.
fn reckon(args: &[&str]) -> (Value, i32) {
    let output = run(&[&["attack", "--format", "json"], args].concat());
    let said = text(&output.stdout);
    let value = serde_json::from_str(&said).unwrap_or_else(|_| panic!("{said}{}", text(&output.stderr)));
    (value, output.status.code().expect("it ended by itself"))
}

/// Returns legality, number of blows, damage of each, total.
fn figures(line: &str) -> (i64, i64, i64) {
    let (value, code) = reckon(&words(line));
    assert_eq!((&value["legal"], code), (&json!(true), 0), "{line}: {value}");
    let figure = |name: &str| value[name].as_i64().unwrap_or_else(|| panic!("{line}: {value}"));
    (figure("blows"), figure("damage_each"), figure("total"))
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

#[test]
fn an_attack_is_reckoned_term_by_term() {
    let args = ["--weapon", "two handed sword", "--basic", "slash", "--special", "disembowelling", "--against", "mail"];
    let (value, code) = reckon(&args);
    let expected = json!({
        "legal": true,
        "blows": 1,
        "damage_each": 6,
        "total": 6,
        "why": [
            printed("Two-Handed Sword 3 (S55)"),
            printed("Slash +1 (S39)"),
            printed("Slash with a Two-Handed Sword +1 (S55)"),
            printed("Disembowelling +2 (S32)"),
            printed("the defender’s Mail −1 (S37)"),
        ],
        "effects": [],
    });
    assert_eq!((value, code), (expected, 0));
}

/// Words with the numbers that the book prints.
fn printed(words: &str) -> String {
    rules().about.in_book(words)
}

#[test]
fn an_attack_against_the_rules_names_them() {
    let (value, code) = reckon(&["--weapon", "Spear", "--basic", "CHOP"]);
    assert_eq!((value, code), (json!({ "legal": false, "why": [printed("a Spear cannot Chop (S53)")] }), 1));
    for (line, rule) in [
        ("--weapon axe --basic thrust", "(S51)"),
        ("--weapon sword --special charge", "(S31)"),
        ("--weapon two-handed-axe --alone shield-bash", "(S54)"),
        ("--weapon sword --special rend", "(S50)"),
        ("--weapon two-handed-axe --answer disarm", "(S45)"),
        ("--weapon spear --answer dodge", "(S46)"),
        ("--weapon sword --basic chop --special charge --answer parry", "(S47)"),
        ("--weapon none", "(S21)"),
        ("--against none --answer block", "(S44)"),
        ("--defender-weapon two-handed-axe --answer block", "(S54)"),
    ] {
        let (value, code) = reckon(&words(line));
        assert_eq!((&value["legal"], code), (&json!(false), 1), "{line}");
        assert!(
            value["why"][0].as_str().is_some_and(|why| why.ends_with(&printed(&format!(" {rule}")))),
            "{line}: {value}"
        );
    }
}

#[test]
fn the_worked_figures_hold_on_the_command_line() {
    for (line, expected) in [
        ("--weapon sword", (1, 2, 2)),
        ("--weapon sword --basic critical-hit", (1, 5, 5)),
        ("--weapon sword --basic chop --special charge", (1, 5, 5)),
        ("--weapon spear --basic thrust --against mail", (1, 4, 4)),
        ("--weapon dagger --basic thrust --special flurry --against mail", (3, 3, 9)),
        ("--weapon dagger --special flurry-of-blows", (3, 1, 3)),
        ("--weapon dagger --special flurry --against mail", (3, 0, 0)),
        ("--weapon two-handed-sword --basic thrust --special flurry", (2, 5, 10)),
        ("--weapon two-handed-axe --basic chop --special charge", (1, 6, 6)),
        ("--alone kick --against mail", (1, 1, 1)),
        ("--weapon two-handed-sword --basic kick", (1, 2, 2)),
        ("--weapon sword --basic critical-hit --special rend", (1, 0, 0)),
    ] {
        assert_eq!(figures(line), expected, "{line}");
    }
}

#[test]
fn the_attackers_armour_counts_against_what_strikes_back() {
    for (armour, loses) in [("shield", 5), ("mail", 4), ("mail,damaged-shield", 4), ("none", 5)] {
        let line = format!("--weapon sword --basic slash --special charge --answer charge+chop --armour {armour}");
        let (value, code) = reckon(&words(&line));
        assert_eq!((&value["effects"], code), (&json!([format!("the attacker loses {loses} health")]), 0), "{line}");
    }
    let hooked = "--weapon sword --defender-weapon axe --answer block,hook,shield --armour damaged-shield";
    let (value, _) = reckon(&words(hooked));
    assert_eq!(value["effects"], json!(["the attacker’s Shield is destroyed"]));
    let (value, code) = reckon(&words("--defender-weapon axe --answer block,hook,shield --armour none"));
    assert_eq!((value["legal"].clone(), code), (json!(false), 1));
}

#[test]
fn answers_stop_what_they_stop() {
    assert_eq!(figures("--weapon dagger --basic thrust --special flurry --answer parry,hit,shield"), (3, 3, 3));
    assert_eq!(figures("--weapon axe --basic chop --answer block"), (1, 4, 0));
    let (value, _) = reckon(&["--weapon", "axe", "--basic", "chop", "--answer", "block,hook"]);
    assert_eq!(
        (&value["total"], &value["effects"]),
        (&json!(4), &json!(["the defender’s Block is cancelled by the Hook"]))
    );
    let (value, _) = reckon(&["--special", "charge", "--basic", "slash", "--answer", "charge+chop"]);
    assert_eq!((&value["total"], &value["effects"]), (&json!(0), &json!(["the attacker loses 5 health"])));
    let (value, _) = reckon(&["--answer", "disarm"]);
    assert_eq!(value["effects"], json!(["the attacker loses the Sword"]));
    let (value, _) =
        reckon(&["--basic", "critical hit", "--special", "rend", "--names", "shield", "--answer", "parry"]);
    assert_eq!(value["effects"], json!(["the defender’s Sword is destroyed"]));
    let (value, _) = reckon(&["--against", "damaged shield", "--answer", "shield"]);
    assert_eq!(value["effects"], json!(["the defender’s Shield is destroyed"]));
}

#[test]
fn the_sum_is_told_for_people_too() {
    let output = run(&["attack", "--weapon", "dagger", "--special", "flurry", "--against", "mail"]);
    let expected = "3 blows of 0: 0 damage\n  Dagger 1 (S52)\n  the defender’s Mail −1 (S37)\n";
    assert_eq!(text(&output.stdout), printed(expected));
    let output = run(&["attack", "--weapon", "axe", "--basic", "thrust"]);
    assert_eq!(
        (text(&output.stdout).as_str(), output.status.code()),
        (printed("illegal: an Axe cannot Thrust (S51)\n").as_str(), Some(1))
    );
}

#[test]
fn a_word_that_is_not_known_is_answered_with_the_likeliest_one() {
    for (args, said) in [
        (["--weapon", "swrod"], "unknown weapon `swrod`: did you mean `Sword`?\n"),
        (["--basic", "slahs"], "did you mean `Slash`?"),
        (["--special", "disembowling"], "did you mean `Disembowelling`?"),
        (["--special", "xyz"], "available: `Charge`, `Disembowelling`, `Flurry of Blows`, `Hook`, `Rend`"),
        (["--alone", "chop"], "unknown card played instead of a weapon `chop`"),
        (["--against", "mial"], "did you mean `Mail`?"),
        (["--answer", "dogde"], "did you mean `Dodge`?"),
        (["--weapon", "two handed"], "unknown weapon `two handed`"),
    ] {
        let output = run(&["attack", args[0], args[1]]);
        assert!(text(&output.stderr).contains(said), "{args:?}: {}", text(&output.stderr));
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}");
    }
    let output = run(&["attack", "--against", "none,mail"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("`none` can't be combined with other armour"), "{}", text(&output.stderr));
    let output = run(&["attack", "--game", "skirmish-6e"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("did you mean `skirmish-5e`?"), "{}", text(&output.stderr));
}

#[test]
fn sequences_are_counted_to_a_depth() {
    for depth in ["9", "4294967295"] {
        let ran = run(&["play", "skirminion", "--moves", "-", "--perft", depth]);
        assert_eq!(ran.status.code(), Some(2), "{ran:?}");
        assert!(text(&ran.stderr).contains("0..=8"), "{ran:?}");
    }
}

#[test]
fn help_and_errors_are_those_of_the_tracker() {
    let help = text(&run(&["--help"]).stdout);
    assert!(help.starts_with("Track health, gear, discards and turns while you play"), "{help}");
    for (args, code) in [
        (&["replay", "nothing.journal"][..], 2),
        (&["attack", "--weapon", "swrod"], 2),
        (&["attack", "--game", "skirmish-6e"], 2),
        (&["play", "skirmish-5e", "--moves", "nothing.jsonl"], 2),
    ] {
        let output = run(args);
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), said.starts_with("error: ")), (Some(code), true), "{args:?}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_nothing_panics() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_, journal) = game(4, 10);
    fs::write(folder.path().join("game.journal"), journal).expect("a file");
    fs::write(folder.path().join("game.jsonl"), "{\"players\":[\"Asa\",\"Orm\"]}\n").expect("a file");
    for args in [
        &["replay", "game.journal"][..],
        &["replay", "game.journal", "--format", "json"],
        &["link", "game.journal"],
        &["play", "skirmish-5e", "--moves", "game.jsonl"],
        &["attack", "--weapon", "axe", "--basic", "chop"],
        &["completions", "bash"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").expect("a full disk");
        let program = env!("CARGO_BIN_EXE_skirmish-table");
        let output =
            Process::new(program).args(args).current_dir(folder.path()).stdout(full).output().expect("it runs");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.starts_with("error: cannot write to standard output: "), "{args:?}: {said}");
        // A closed pipe isn't an error.
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output =
            Process::new(program).args(args).current_dir(folder.path()).stdout(writer).output().expect("it runs");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{args:?}");
    }
}

/// Returns a random game, as a journal.
fn game(seed: u64, entries: usize) -> (Table, String) {
    let mut table = Table::new(rules());
    let mut dice = Dice::new(seed);
    while table.entries().len() < entries {
        let command = dice.command(table.rules().as_ref(), table.state());
        // A refused command has no effect.
        drop(table.act(command, Millis(1_763_757_600_000)));
    }
    let text = journal::text(&table).expect("it can be written");
    (table, text)
}

fn replay(bytes: &[u8], format: &str) -> (String, String, Option<i32>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("game.journal");
    fs::write(&path, bytes).expect("a file");
    let output = run(&["replay", path.to_str().expect("a plain path"), "--format", format]);
    let said = text(&output.stderr).replace(&folder.path().display().to_string(), "");
    (text(&output.stdout), said, output.status.code())
}

#[test]
fn a_journal_is_replayed_to_its_final_state() {
    let (table, journal) = game(4, 60);
    let (printed, said, code) = replay(journal.as_bytes(), "json");
    assert_eq!((said.as_str(), code), ("", Some(0)));
    let mut value: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!((&value["entries"], &value["events"]), (&json!(60), &json!(60)));
    let object = value.as_object_mut().expect("an object");
    object.remove("entries");
    object.remove("events");
    assert_eq!(value, serde_json::to_value(table.state()).expect("JSON"));
    let (printed, _, code) = replay(journal.as_bytes(), "text");
    assert_eq!(code, Some(0));
    for player in &table.state().players {
        assert!(printed.contains(&player.name), "{printed}");
    }
}

#[test]
fn a_torn_last_line_is_a_note_and_a_damaged_one_an_error_with_its_line() {
    let (_, journal) = game(5, 30);
    let (_, said, code) = replay(&journal.as_bytes()[..journal.len() - 20], "text");
    assert_eq!((said.as_str(), code), ("note: /game.journal: line 31 is incomplete and was ignored\n", Some(0)));
    let mut bytes = journal.clone().into_bytes();
    let twentieth = journal.match_indices('\n').nth(18).expect("lines").0 + 30;
    bytes[twentieth] ^= 1;
    let (printed, said, code) = replay(&bytes, "json");
    let expected =
        "error: /game.journal: line 20 is invalid: wrong checksum: the line was altered; 12 lines were ignored\n";

    assert_eq!((said.as_str(), code), (expected, Some(1)));
    let value: Value = serde_json::from_str(&printed).expect("the state as far as it makes sense");
    assert_eq!(value["entries"], json!(18));
}

#[test]
fn what_is_no_journal_is_not_replayed() {
    let (printed, said, code) = replay(b"once upon a time\n", "text");
    assert_eq!((printed.as_str(), code), ("", Some(1)));
    assert!(said.contains("line 1 isn't the start of a journal"), "{said}");
    let output = run(&["replay", "nowhere.journal"]);
    assert_eq!(output.status.code(), Some(2));
    let (table, journal) = game(6, 1);
    assert!(matches!(table.done()[0].command, Command::Begin(_)));
    let (_, said, code) = replay(journal.replacen('\n', "", 1).as_bytes(), "text");
    assert_eq!(code, Some(1), "{said}");
}

#[test]
fn a_journal_is_printed_as_a_link_that_can_be_replayed() {
    let (table, journal) = game(7, 40);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("game.journal");
    fs::write(&path, &journal).expect("a file");
    let path = path.to_str().expect("a plain path");
    let packed = text(&run(&["link", path]).stdout);
    assert_eq!(packed.trim_end(), transfer::pack(&table).expect("it is packed"));
    let link = text(&run(&["link", path, "--base", "https://example.org/skirmish/"]).stdout);
    assert_eq!(link, format!("https://example.org/skirmish/#j={packed}"));
    let link = link.trim_end();
    let (again, _, _) = replay(journal.as_bytes(), "json");
    assert_eq!(text(&run(&["replay", link, "--format", "json"]).stdout), again);
    let damaged = run(&["replay", &link[..link.len() - 2]]);
    assert_eq!(damaged.status.code(), Some(1));
    assert!(text(&damaged.stderr).contains("part of it is missing or altered"), "{}", text(&damaged.stderr));
}
