//! A program that is killed while it writes its journal.
//!
//! In a file of its own: while one test starts a process, the file locks of all others in the same program are held.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command as Process, Stdio};

use crate::table_help::random::Dice;
use crate::table_help::*;
use skirmish_tracker::keep::{JournalFile, Note};
use skirmish_tracker::table::Millis;
use skirmish_tracker::table::skirmish::{Command, Table};

/// Variable for the child of the next test: the path that it writes to.
const CHILD: &str = "JOURNAL_TEST_CHILD";
/// The same for the one that replaces.
const REPLACING: &str = "JOURNAL_TEST_REPLACING";

/// Not a test of its own: the next one starts it, and kills it while it writes.
#[test]
fn child_that_plays_until_it_is_killed() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    let (mut keeper, mut table, _) = JournalFile::open(Path::new(&path), &rules()).expect("it opens");
    let mut dice = Dice::new(table.entries().len() as u64 + 7);
    loop {
        let command = dice.command(table.rules().as_ref(), table.state());
        if let Ok(entry) = table.act(command, Millis(1_763_757_600_000)) {
            keeper.append(&json(&entry)).expect("it is written");
            // Shown on a screen from now on.
            println!("shown {}", entry.seq());
        }
    }
}

#[test]
fn killed_at_any_moment_a_program_loses_nothing_that_it_had_shown() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("game.journal");
    let program = std::env::current_exe().expect("this program");
    let mut dice = Dice::new(5);
    let mut before = 0;
    for _ in 0..25 {
        let mut child = Process::new(&program)
            .args([
                "--exact",
                "journal_kill::child_that_plays_until_it_is_killed",
                "--nocapture",
                "--test-threads",
                "1",
            ])
            .env(CHILD, &path)
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program runs");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let wanted = dice.below(60) + 1;
        let mut shown = before;
        let mut seen = 0;
        while seen < wanted {
            let line = lines.next().expect("it goes on").expect("text");
            if let Some(seq) = line.split("shown ").nth(1) {
                shown = seq.parse().expect("a number");
                seen += 1;
            }
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it is gone");
        // Lines printed before the kill were shown as well.
        for line in lines.map_while(Result::ok) {
            if let Some(seq) = line.split("shown ").nth(1).and_then(|seq| seq.parse().ok()) {
                shown = seq;
            }
        }
        let (_, table, notes) = JournalFile::open(&path, &rules()).expect("it opens");
        let kept = table.entries().len() as u64;
        assert!(kept >= shown && kept > before, "{kept} kept of {shown} shown");
        assert!(notes.iter().all(|note| matches!(note, Note::Torn(_))), "{notes:?}");
        table.state().check(table.rules()).expect("all is in order");
        before = kept;
    }
}

/// Not a test of its own: the next one starts it, and kills it while it replaces a journal.
#[test]
fn child_that_replaces_until_it_is_killed() {
    let Some(path) = std::env::var_os(REPLACING) else { return };
    let (mut keeper, first, _) = JournalFile::open(Path::new(&path), &rules()).expect("it opens");
    let mut other = Table::new(rules());
    other.act(Command::Begin(setup(8)), Millis(1_763_757_600_000)).expect("a game begins");
    loop {
        for table in [&other, &first] {
            replace(&mut keeper, table).expect("it is replaced");
            println!("replaced");
        }
    }
}

#[test]
fn killed_while_it_replaces_a_journal_a_program_leaves_one_or_the_other_whole() {
    let program = std::env::current_exe().expect("this program");
    for run in 0..12_u64 {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("game.journal");
        let (mut keeper, mut table, _) = JournalFile::open(&path, &rules()).expect("it opens");
        keeper
            .append(&json(&table.act(Command::Begin(setup(3)), Millis(1)).expect("a game begins")))
            .expect("it is written");
        drop(keeper);
        let mut child = Process::new(&program)
            .args([
                "--exact",
                "journal_kill::child_that_replaces_until_it_is_killed",
                "--nocapture",
                "--test-threads",
                "1",
            ])
            .env(REPLACING, &path)
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program runs");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        while !lines.next().expect("it goes on").expect("text").contains("replaced") {}
        std::thread::sleep(std::time::Duration::from_micros(370 * run));
        child.kill().expect("it can be killed");
        child.wait().expect("it is gone");
        let (_, table, notes) = JournalFile::open(&path, &rules()).expect("it opens");
        assert_eq!(notes, []);
        assert!(matches!(table.state().players.len(), 3 | 8) && table.entries().len() == 1, "run {run}");
    }
}
