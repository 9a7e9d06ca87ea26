//! The tracker: a window on the table, its arithmetic for scripts, and its web build for tablets.

mod args;
mod attack;
mod replay;
mod serve;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anstream::{eprintln, println};
use args::{Args, Command};
use clap::Parser as _;
use replay::{Replay, Unread};
use skirmish::app::{self, Window};
use skirmish::problem::{self, Problem};
use skirmish::shelf::Here;
use skirmish::table::Rules;

/// The rules forbid it, or a journal makes no sense.
const REFUSED: u8 = 1;
/// What was typed is wrong, a file cannot be read, or a port is in use.
const STOPPED: u8 = 2;

fn main() -> ExitCode {
    let Args { command, game, journal } = Args::parse();
    match command {
        None => with_rules(&game, |_| finish(window(&game, journal))),
        Some(Command::Attack(args)) => with_rules(&game, |rules| {
            finish(attack::run(rules, &args).map(|answer| {
                println!("{}", answer.text);
                if answer.legal { ExitCode::SUCCESS } else { ExitCode::from(REFUSED) }
            }))
        }),
        Some(Command::Replay { file, format }) => {
            with_rules(&game, |rules| replayed(replay::run(rules, &file, format)))
        }
        Some(Command::Link { file, base }) => {
            with_rules(&game, |rules| replayed(replay::link(rules, &file, base.as_deref())))
        }
        // The web build has its game in it.
        Some(Command::Serve(args)) => finish(serve::run(&args)),
    }
}

/// Does what the rules of a game are needed for, or says what is wrong with them.
fn with_rules(game: &str, work: impl FnOnce(&Arc<Rules>) -> ExitCode) -> ExitCode {
    match rules(game) {
        Ok(rules) => work(&Arc::new(rules)),
        Err(problems) => {
            eprintln!("{}", problem::told(&problems));
            ExitCode::from(STOPPED)
        }
    }
}

/// The rules of a game in `card-data` here, or else of the copy in the program.
fn rules(game: &str) -> Result<Rules, Vec<Problem>> {
    let here = Here::new(".");
    let reading = skirmish::read::game(&here, game);
    let errors: Vec<Problem> = reading.problems.into_iter().filter(Problem::is_error).collect();
    match reading.game {
        Some(game) if errors.is_empty() => Rules::new(&game, &skirmish::read::glossary(&here, &game)),
        _ => Err(errors),
    }
}

/// Opens the window, and keeps its journal; comes back when people close it.
fn window(game: &str, journal: Option<PathBuf>) -> Result<ExitCode, String> {
    let (usual, settings) = app::usual_places(game);
    let journal = journal.unwrap_or(usual);
    let window = Window { shelf: Here::new("."), game: game.to_owned(), journal, settings };
    app::run(window).map(|()| ExitCode::SUCCESS).map_err(|error| error.to_string())
}

fn replayed(result: Result<Replay, Unread>) -> ExitCode {
    match result {
        Ok(Replay { text, note, damage }) => {
            println!("{text}");
            for line in note.iter().chain(&damage) {
                eprintln!("{line}");
            }
            if damage.is_some() { ExitCode::from(REFUSED) } else { ExitCode::SUCCESS }
        }
        Err(Unread::NoJournal(why)) => {
            eprintln!("{why}");
            ExitCode::from(REFUSED)
        }
        Err(Unread::File(why)) => finish(Err(why)),
    }
}

fn finish(result: Result<ExitCode, String>) -> ExitCode {
    result.unwrap_or_else(|why| {
        eprintln!("{why}");
        ExitCode::from(STOPPED)
    })
}
