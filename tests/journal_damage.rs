//! Damage to journals by disks, older programs and people with an editor: no valid entry is dropped, and no impossible
//! one is accepted.

use std::fs;
use std::path::Path;
use std::process::Command as Process;

use crate::table_help::*;
use skirmish_tracker::keep::{JournalFile, KeepError, Note};
use skirmish_tracker::table::Millis;
use skirmish_tracker::table::journal::{self, End};
use skirmish_tracker::table::skirmish::{Command, Table};

const NOW: Millis = Millis(2_000_000_000_000);

/// Returns a game with a number of players and of taps, as a journal of format 1, whose lines can be edited one by one.
fn old_journal(players: u8, taps: usize) -> String {
    let mut table = Table::new(rules());
    table.act(Command::Begin(setup(players)), NOW).expect("a game begins");
    for tap in 0..taps {
        let by = if tap % 2 == 0 { -1 } else { 1 };
        table.act(Command::Adjust { seat: A, by }, NOW).expect("a tap");
    }
    let mut text = sealed("journal", r#"{"format":1,"game":"skirmish-5e","printing":"5e · r2"}"#);
    for entry in table.entries() {
        text.push_str(&journal::line(entry).expect("it can be written"));
    }
    text
}

/// Returns a line of format 1 with a valid checksum.
fn sealed(name: &str, content: &str) -> String {
    format!("{{\"crc\":\"{:08x}\",\"{name}\":{content}}}\n", crc32fast::hash(content.as_bytes()))
}

/// Returns the journal with other words on one of its lines (counted from 1), and a valid checksum.
fn altered(text: &str, line: usize, from: &str, to: &str) -> String {
    let lines = text.split_inclusive('\n').enumerate().map(|(at, old)| {
        let content = old.split_once("\"entry\":").map_or("", |(_, rest)| rest.trim_end().trim_end_matches('}'));
        if at + 1 != line {
            return old.to_owned();
        }
        assert!(old.contains(from), "{old}");
        // Only braces were cut off at the end.
        let braces = old.trim_end().len() - old.trim_end().trim_end_matches('}').len() - 1;
        sealed("entry", &format!("{content}{}", "}".repeat(braces)).replace(from, to))
    });
    lines.collect()
}

/// Set for the child of the test of full disks: its folder.
const CHILD: &str = "JOURNAL_TEST_FULL_DISK";

/// Not a test of its own: the one below starts it on a disk of 64 kB.
#[test]
fn child_that_plays_while_its_disk_is_full() {
    let Some(folder) = std::env::var_os(CHILD) else { return };
    let (path, ballast) = (Path::new(&folder).join("game.journal"), Path::new(&folder).join("ballast"));
    let (mut keeper, mut table, _) = JournalFile::open(&path, &rules()).expect("it opens");
    let begin = table.act(Command::Begin(setup(3)), NOW).expect("a game begins");
    keeper.append(&json(&begin)).expect("there is room");
    // The remaining space, and that of the file's last block.
    while fs::write(&ballast, vec![0; fs::metadata(&ballast).map_or(0, |file| file.len() as usize) + 1024]).is_ok() {}
    let mut failed = Vec::new();
    for tap in 0..60 {
        let entry = table.act(Command::Adjust { seat: A, by: if tap % 2 == 0 { -1 } else { 1 } }, NOW).expect("a tap");
        failed.extend(keeper.append(&json(&entry)).err());
    }
    assert!(failed.len() > 20, "{} taps were not written", failed.len());
    let KeepError::Io { what: "write", .. } = &failed[0] else { panic!("{:?}", failed[0]) };
    assert!(failed[0].to_string().contains("No space left on device"), "the cause is told: {}", failed[0]);
    fs::remove_file(&ballast).expect("it goes");
    // The next write brings all that is missing along.
    let entry = table.act(Command::Adjust { seat: B, by: -1 }, NOW).expect("a tap");
    keeper.append(&json(&entry)).expect("there is room again");
    keeper.flush().expect("nothing is left to write");
    drop(keeper);
    let (_, read, notes) = JournalFile::open(&path, &rules()).expect("it opens");
    assert_eq!((read.entries(), notes), (table.entries(), vec![]));
    println!("complete");
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_full_disk_refused_is_written_as_soon_as_there_is_room() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // A mount namespace, in which anybody may mount.
    let script = r#"mount -t tmpfs -o size=64k tmpfs "$0" && exec "$@""#;
    let small_disk = |program: &Path, args: &[&str]| {
        let mut process = Process::new("unshare");
        process.args(["--user", "--map-root-user", "--mount", "sh", "-c", script]).arg(folder.path());
        process.arg(program).args(args).env(CHILD, folder.path()).output()
    };
    if !small_disk(Path::new("true"), &[]).is_ok_and(|output| output.status.success()) {
        eprintln!("left out: this system lets nobody mount a small disk");
        return;
    }
    let program = std::env::current_exe().expect("this program");
    let args =
        ["--exact", "journal_damage::child_that_plays_while_its_disk_is_full", "--nocapture", "--test-threads", "1"];
    let output = small_disk(&program, &args).expect("it runs");
    let (said, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.contains("complete"), "{said}\n{wrong}");
}

#[test]
fn only_what_looks_like_the_beginning_of_a_line_counts_as_torn() {
    let text = journal::text(&{
        let mut table = Table::new(rules());
        table.act(Command::Begin(setup(2)), NOW).expect("a game begins");
        table.act(Command::Adjust { seat: A, by: -1 }, NOW).expect("a tap");
        table
    })
    .expect("text");
    let last = text.trim_end().rfind('\n').expect("lines") + 1;
    let sign = last + text[last..].find(":-").expect("a negative number") + 2;
    let tails: [(Vec<u8>, bool); 8] = [
        (text.as_bytes()[last..last + 20].to_vec(), true),
        (text.as_bytes()[last..sign].to_vec(), true),
        (b"{".to_vec(), true),
        (vec![0; 4096], false),
        ([&text.as_bytes()[last..last + 20], &[0; 4096]].concat(), false),
        (b"notes of mine".to_vec(), false),
        (format!("{}x", text[last..].trim_end()).into_bytes(), false),
        (b"{\"crc\":\"0123\"}{\"crc\"".to_vec(), false),
    ];
    for (tail, torn) in tails {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("game.journal");
        let bytes = [&text.as_bytes()[..last], &tail].concat();
        fs::write(&path, &bytes).expect("a file");
        let (_, table, notes) = JournalFile::open(&path, &rules()).expect("it opens");
        assert_eq!(table.entries().len(), 1);
        match notes.as_slice() {
            [Note::Torn(End::Torn { line: 3 })] => assert!(torn, "{tail:?}"),
            [Note::Damaged { end: End::Damaged { line: 3, .. }, copy }] => {
                assert!(!torn, "{tail:?}");
                assert_eq!(fs::read(copy).expect("a copy"), bytes);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_first_line_that_was_damaged_does_not_take_the_game_along() {
    for text in [old_journal(3, 20), {
        let table = journal::read(old_journal(3, 20).as_bytes(), &rules()).expect("a journal").table;
        let mut chained = Table::new(rules());
        table.entries().iter().for_each(|entry| chained.push(entry.clone()).expect("it follows"));
        journal::text(&chained).expect("text")
    }] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("game.journal");
        let mut bytes = text.clone().into_bytes();
        bytes[30] ^= 1;
        fs::write(&path, &bytes).expect("a file");
        let (mut keeper, mut table, notes) = JournalFile::open(&path, &rules()).expect("it opens");
        let [Note::Headless { copy, .. }] = notes.as_slice() else { panic!("{notes:?}") };
        assert_eq!(fs::read(copy).expect("a copy"), bytes);
        assert_eq!(fs::read_to_string(&path).expect("a file"), text, "the first line is right again");
        let entry = table.act(Command::Adjust { seat: A, by: -1 }, NOW).expect("a tap");
        keeper.append(&json(&entry)).expect("it is written");
        drop(keeper);
        let (_, again, notes) = JournalFile::open(&path, &rules()).expect("it opens");
        assert_eq!((again.entries(), notes), (table.entries(), vec![]));
    }
}

#[test]
fn lines_of_another_game_are_not_taken_for_those_of_this_one() {
    let text = |health: [i64; 3]| {
        let mut table = Table::new(rules());
        table.act(Command::Begin(setup(3)), NOW).expect("a game begins");
        for by in health {
            table.act(Command::Adjust { seat: A, by }, NOW).expect("a tap");
        }
        journal::text(&table).expect("text")
    };
    // Health is the same in both, so the last entry fits either.
    let (one, other) = (text([-1, -3, -1]), text([-3, -1, -1]));
    let spliced: String = one.split_inclusive('\n').take(4).chain(other.split_inclusive('\n').skip(4)).collect();
    let reading = journal::read(spliced.as_bytes(), &rules()).expect("a journal");
    let End::Damaged { line: 5, why, .. } = reading.end else { panic!("{:?}", reading.end) };
    assert!(why.contains("to another game"), "{why}");
}

#[test]
fn a_journal_of_the_first_form_is_played_on_in_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("game.journal");
    let text = old_journal(2, 3);
    fs::write(&path, &text).expect("a file");
    let (mut keeper, mut table, _) = JournalFile::open(&path, &rules()).expect("it opens");
    let entry = table.act(Command::Adjust { seat: A, by: -2 }, NOW).expect("a tap");
    keeper.append(&json(&entry)).expect("it is written");
    let line = journal::line(&entry).expect("a line");
    assert_eq!(fs::read_to_string(&path).expect("a file"), format!("{text}{line}"));
    assert_eq!(journal::text(&table).expect("text"), format!("{text}{line}"));
}

#[test]
fn figures_that_no_table_has_are_not_believed_though_their_checksum_is_right() {
    let text = old_journal(3, 4);
    let long = format!(r#""name":"{}""#, "A".repeat(65_536));
    for (line, from, to) in [
        (3, r#""to":11"#, r#""to":13"#),
        (3, r#""to":11"#, r#""to":1000000"#),
        (2, r#""round":1"#, r#""round":4294967295"#),
        (2, r#""turn":0"#, r#""turn":200"#),
        (2, r#""weapon":"sword""#, r#""weapon":"bazooka""#),
        (2, r#""weapon":"sword""#, r#""weapon":"block""#),
        (2, r#""axe":4"#, r#""axe":40"#),
        (2, r#""name":"Asa""#, &long),
        (2, r#""name":"Asa""#, r#""name":"A\u0007sa""#),
        (2, r#""livery":"red""#, r#""livery":"blue""#),
    ] {
        let wrong = altered(&text, line, from, to);
        let reading = journal::read(wrong.as_bytes(), &rules()).expect("a journal");
        let End::Damaged { line: told, .. } = reading.end else { panic!("{to:.40}: {:?}", reading.end) };
        assert_eq!(told, line, "{to:.40}");
        assert_eq!(reading.table.entries().len(), line - 2, "{to:.40}");
    }
    let same = altered(&text, 3, r#""to":11"#, r#""to":11"#);
    assert_eq!(same, text, "what alters nothing is the same");
}

#[test]
fn more_health_than_this_printing_gives_stays_until_it_is_lost() {
    let text = altered(&old_journal(3, 0), 2, r#""health":12"#, r#""health":15"#);
    let head = sealed("journal", r#"{"format":1,"game":"skirmish-5e","printing":"4e · r7"}"#);
    let text = format!("{head}{}", text.split_once('\n').expect("lines").1);
    let mut table = journal::read(text.as_bytes(), &rules()).expect("a journal").table;
    let health = |table: &Table| table.state().player(A).map(|player| player.health);
    assert_eq!(health(&table), Some(15));
    assert!(table.act(Command::Adjust { seat: A, by: 1 }, NOW).is_err(), "more than the most");
    table.act(Command::Adjust { seat: A, by: -1 }, NOW).expect("a tap");
    assert_eq!(health(&table), Some(14));
    let again = journal::text(&table).expect("text");
    let reading = journal::read(again.as_bytes(), &rules()).expect("a journal");
    assert_eq!((reading.end, reading.table.state()), (End::Whole, table.state()));
}
