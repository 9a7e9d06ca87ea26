//! The journal on disk: nothing that was shown is lost, and nothing that was altered goes unnoticed.

use std::fs;

use crate::table_help::random::Dice;
use crate::table_help::*;
use skirmish_tracker::keep::{JournalFile, KeepError, Note};
use skirmish_tracker::table::Millis;
use skirmish_tracker::table::journal::{self, End, Head, JournalError, OtherPrinting, ParsedJournal, Writer};
use skirmish_tracker::table::skirmish::{Command, Entry, Table};

/// Returns a table after a number of random entries, and its journal as text.
fn game(seed: u64, entries: usize) -> (Table, String) {
    let mut table = Table::new(rules());
    let mut dice = Dice::new(seed);
    let mut now = 1_763_757_600_000;
    while table.entries().len() < entries {
        now += 700;
        if dice.one_in(12) {
            table.undo(Millis(now));
        } else {
            let command = dice.command(table.rules().as_ref(), table.state());
            // A refusal leaves nothing behind.
            drop(table.act(command, Millis(now)));
        }
    }
    let text = journal::text(&table).expect("it can be written");
    (table, text)
}

/// Returns the table as it was after a number of entries.
fn first(table: &Table, entries: usize) -> Table {
    let mut shorter = Table::new(table.rules().clone());
    for entry in table.entries().iter().take(entries) {
        shorter.push(entry.clone()).expect("it went before");
    }
    shorter
}

#[test]
fn a_last_line_that_was_torn_at_any_byte_is_dropped_and_the_game_goes_on() {
    let (table, text) = game(1, 12);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("game.journal");
    let last = text[..text.len() - 1].rfind('\n').expect("more than one line") + 1;
    for cut in last..text.len() {
        fs::write(&path, &text.as_bytes()[..cut]).expect("a file");
        let (mut keeper, mut read, notes) = JournalFile::open(&path, table.rules()).expect("it opens");
        // Without its line end, a line is all there.
        let kept = if cut == text.len() - 1 { 12 } else { 11 };
        let torn = if cut == last || cut == text.len() - 1 { vec![] } else { vec![Note::Torn(End::Torn { line: 13 })] };
        assert_eq!((read.entries(), notes), (&table.entries()[..kept], torn), "cut at {cut}");
        let now = Millis(2_000_000_000_000);
        let entry = read.act(Command::Begin(setup(2)), now).expect("a game can begin");
        keeper.append(&json(&entry)).expect("it is written");
        drop(keeper);
        let (_, again, notes) = JournalFile::open(&path, table.rules()).expect("it opens");
        assert_eq!((again.entries(), again.state(), notes), (read.entries(), read.state(), vec![]), "cut at {cut}");
    }
}

#[test]
fn a_flipped_bit_anywhere_is_noticed_with_its_line() {
    let (table, text) = game(2, 8);
    let mut noticed = 0;
    for at in 0..text.len() {
        let line = text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        for bit in 0..8 {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1 << bit;
            match journal::read(&bytes, table.rules()) {
                // Without its end, the first line takes the second along, and nothing follows.
                Err(JournalError::Head(_)) => assert!(line == 1 && bytes[at] != b'\n', "byte {at}, bit {bit}"),
                Ok(ParsedJournal { headless: Some(_), end, table: read, .. }) => {
                    assert_eq!((line, end, read.entries()), (1, End::Whole, table.entries()), "byte {at}, bit {bit}");
                }
                Ok(reading) => {
                    // The last line end is the only byte whose loss looks like a torn line.
                    let told = match reading.end {
                        End::Damaged { line, .. } | End::Torn { line } => line,
                        End::Whole | End::Open => panic!("byte {at}, bit {bit} was not noticed"),
                    };
                    assert_eq!(told, line, "byte {at}, bit {bit}");
                    assert_eq!(reading.table.entries(), &table.entries()[..line - 2], "byte {at}, bit {bit}");
                }
                other => panic!("byte {at}, bit {bit}: {other:?}"),
            }
            noticed += 1;
        }
    }
    assert_eq!(noticed, text.len() * 8);
}

#[test]
fn a_damaged_line_in_the_middle_leaves_what_was_before_and_the_whole_file_beside() {
    let (table, text) = game(3, 20);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("game.journal");
    let mut bytes = text.clone().into_bytes();
    let tenth = text.match_indices('\n').nth(8).expect("nine lines").0 + 40;
    bytes[tenth] ^= 4;
    for attempt in 1..=2 {
        fs::write(&path, &bytes).expect("a file");
        let (keeper, read, notes) = JournalFile::open(&path, table.rules()).expect("it opens");
        assert_eq!(read.state(), first(&table, 8).state());
        let [Note::Damaged { end: End::Damaged { line: 10, lines: 12, .. }, copy }] = notes.as_slice() else {
            panic!("{notes:?}")
        };
        assert_eq!(*copy, folder.path().join(format!("game.journal.damaged-{attempt}")), "no copy goes over another");
        assert_eq!(fs::read(copy).expect("a copy"), bytes);
        drop(keeper);
        let (_, again, notes) = JournalFile::open(&path, table.rules()).expect("it opens");
        assert_eq!((again.state(), notes), (read.state(), vec![]));
    }
}

#[test]
fn a_whole_line_that_does_not_follow_from_those_before_is_named() {
    let (table, text) = game(4, 20);
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines.remove(7);
    let reading = journal::read(lines.concat().as_bytes(), table.rules()).expect("a journal");
    let End::Damaged { line: 8, why, .. } = reading.end else { panic!("{:?}", reading.end) };
    assert_eq!(why, "it doesn't follow the line before: a line is missing, or belongs to another game");
    // An event that doesn't match the state before it.
    let mut play = Play::new(2);
    let Entry::Did(event) = play.act(Command::Adjust { seat: A, by: -1 }) else { panic!("it happened") };
    let mut event = (*event).clone();
    event.seq = 3;
    let wrong = play.table.push(Entry::Did(event.into())).expect_err("12 is 11 by now");
    assert_eq!(wrong.to_string(), "the health of player 0 is 11, not 12");
    assert_eq!(play.health(A), 11);
}

#[test]
fn files_of_others_are_left_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("game.journal");
    let rules = rules();
    let (_, head) = Writer::begin(&Head::new(&rules.about)).expect("it can be written");
    let seal = |content: &str| {
        let crc = crc32fast::hash(content.as_bytes());
        format!("{{\"crc\":\"{crc:08x}\",\"journal\":{content}}}\n")
    };
    let cases = [
        ("notes of mine".to_owned(), "line 1"),
        ("notes\nof mine\n".to_owned(), "line 1"),
        (head.replace("skirmish-5e", "skirmish-6e"), "line 1"),
        (seal(r#"{"format":4,"whatever":true}"#), "a later version"),
        (seal(r#"{"format":1,"game":"chess","printing":"1"}"#), "a journal of the game `chess`"),
    ];
    for (text, said) in cases {
        fs::write(&path, &text).expect("a file");
        let error = JournalFile::open(&path, &rules).expect_err("it is no journal of this game");
        let KeepError::NotThisGame { source, .. } = &error else { panic!("{error:?}") };
        assert!(source.to_string().contains(said), "{source}");
        assert_eq!(fs::read_to_string(&path).expect("still there"), text);
    }
}

#[test]
fn another_printing_is_noted_and_played_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("game.journal");
    let content = r#"{"format":1,"game":"skirmish-5e","printing":"5e · r0"}"#;
    let crc = crc32fast::hash(content.as_bytes());
    fs::write(&path, format!("{{\"crc\":\"{crc:08x}\",\"journal\":{content}}}\n")).expect("a file");
    let (_, _, notes) = JournalFile::open(&path, &rules()).expect("it opens");
    assert_eq!(notes, [Note::Printing(OtherPrinting { theirs: "5e · r0".into(), ours: "5e · r2".into() })]);
}

#[test]
fn a_journal_that_was_torn_in_its_first_line_is_begun_anew() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("deep/er/game.journal");
    let rules = rules();
    let (_, head) = Writer::begin(&Head::new(&rules.about)).expect("it can be written");
    drop(JournalFile::open(&path, &rules).expect("a folder is made for it"));
    for cut in 0..head.len() {
        fs::write(&path, &head.as_bytes()[..cut]).expect("a file");
        let (_, table, notes) = JournalFile::open(&path, &rules).expect("it opens");
        assert_eq!((table.entries().len(), notes), (0, vec![]), "cut at {cut}");
        assert_eq!(fs::read_to_string(&path).expect("a file"), head);
    }
}

#[test]
fn two_keepers_do_not_share_a_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("game.journal");
    let first = JournalFile::open(&path, &rules()).expect("it opens");
    assert!(matches!(JournalFile::open(&path, &rules()), Err(KeepError::Locked { .. })));
    drop(first);
    JournalFile::open(&path, &rules()).expect("the lock is gone with the first");
}

#[test]
fn another_journal_takes_the_place_of_one_that_is_put_aside() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("game.journal");
    let (other, text) = game(6, 30);
    let (mut keeper, mut table, _) = JournalFile::open(&path, other.rules()).expect("it opens");
    fs::write(folder.path().join("game.journal.next"), "left behind").expect("a file");
    assert_eq!(replace(&mut keeper, &other).expect("it is replaced"), None, "nothing had happened");
    assert_eq!(fs::read_to_string(&path).expect("a file"), text);
    for attempt in 1..=2 {
        let before = fs::read(&path).expect("a file");
        let aside = replace(&mut keeper, &table).expect("it is replaced").expect("something had happened");
        assert_eq!(aside, folder.path().join(format!("game.journal.before-{attempt}")), "no copy goes over another");
        assert_eq!(fs::read(&aside).expect("a copy"), before);
        assert!(matches!(JournalFile::open(&path, &rules()), Err(KeepError::Locked { .. })), "it is still ours");
        let entry = table.act(Command::Begin(setup(2)), Millis(2_000_000_000_000)).expect("a game can begin");
        keeper.append(&json(&entry)).expect("it is written");
        assert_eq!(fs::read_to_string(&path).expect("a file"), journal::text(&table).expect("text"));
    }
    drop(keeper);
    let (_, again, notes) = JournalFile::open(&path, &rules()).expect("it opens");
    assert_eq!((again.entries(), notes), (table.entries(), vec![]));
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name"))
        .collect();
    names.sort();
    assert_eq!(names, ["game.journal", "game.journal.before-1", "game.journal.before-2"]);
}
