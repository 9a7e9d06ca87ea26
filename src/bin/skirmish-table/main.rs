//! The tracker: its window, commands for scripts, and a server for the web build.
//!
//! On Windows it is a program with a window, so a double click opens no console. Its commands print to the console that it was started
//! from.

#![cfg_attr(windows, windows_subsystem = "windows")]

mod args;
mod attack;
mod host;
mod play;
mod replay;
mod serve;

use std::fmt::Display;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use args::{Args, Command, FIRST, PlayFormat};
use clap::{CommandFactory as _, Parser as _};
use replay::{Replay, ReplayError};
use skirmish_base::diagnostic::{self, Code, Diagnostic};
use skirmish_base::vfs::{GameFolderError, WorkDir};
use skirmish_desktop::{Paths, Window, WindowError};
use skirmish_manual as manual;
use skirmish_model::game::{Game, Glossary};
use skirmish_tracker::table::skirmish::Rules;
use skirmish_tracker::table::{Playable, Rules as _, games, journal};

/// Illegal command or attack, or invalid journal.
const REFUSED: u8 = 1;
/// Usage or I/O error, or port in use.
const STOPPED: u8 = 2;

fn main() -> ExitCode {
    // Without a parent's console, as after a double click, there is nothing to print to.
    #[cfg(windows)]
    let _ = winsafe::AttachConsole(winsafe::PidParent::Parent);
    let Args { command, window: named, game, journal } = Args::parse();
    let Some(command) = command else {
        let opened = window(named.or(game), journal);
        #[cfg(windows)]
        opened.as_ref().err().into_iter().for_each(show);
        return finish(opened);
    };
    let game = game.unwrap_or_else(|| FIRST.to_owned());
    match command {
        Command::Attack(args) => attack(&game, &args),
        Command::Replay { file, format } => with_table(&game, |table| replayed(replay::run(table, &file, format))),
        Command::Link { file, base } => {
            with_table(&game, |table| replayed(replay::link(table, &file, base.as_deref())))
        }
        Command::Play { name, moves, format: PlayFormat::Json, legal, perft } => with_table(&name, |table| {
            finish(play::run(table, &moves, legal, perft).map(|played| print_line(&played.text, played.done)))
        }),
        Command::Serve(args) => match &args.host {
            // The web build has its game in it.
            None => finish(serve::run(&args)),
            Some(game) => match here().of_game(Path::new("."), game) {
                Ok((files, id)) => match read_from(&files, &id) {
                    Ok((game, book)) => finish(host::run(&args, files, &game, &book, journal)),
                    Err(diagnostics) => stopped(&diagnostics),
                },
                Err(error) => finish(Err(error)),
            },
        },
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "skirmish-table", &mut script);
            print_text(&String::from_utf8_lossy(&script), true)
        }
        Command::Manual { folder } => {
            finish(manual::write(Args::command().name("skirmish-table"), &folder).map(|()| ExitCode::SUCCESS))
        }
    }
}

/// Runs something on an empty table of a game, or reports the game's errors.
fn with_table(game: &str, work: impl FnOnce(&mut dyn Playable) -> ExitCode) -> ExitCode {
    match read(game).and_then(|(game, book)| games::open(&game, &book)) {
        Ok(mut table) => work(table.as_mut()),
        Err(diagnostics) => stopped(&diagnostics),
    }
}

/// Computes an attack; requires the rules of Skirmish.
fn attack(game: &str, args: &args::Attack) -> ExitCode {
    let rules = read(game).and_then(|(game, book)| {
        let skirmish = game.rules.as_ref().is_some_and(|rules| rules.value == Rules::NAME);
        if skirmish { Rules::read(&game, &book) } else { Err(vec![no_attacks(&game)]) }
    });
    match rules {
        Ok(rules) => finish(attack::run(&Arc::new(rules), args).map(|answer| print_line(&answer.text, answer.legal))),
        Err(diagnostics) => stopped(&diagnostics),
    }
}

fn no_attacks(game: &Game) -> Diagnostic {
    let at = game.rules.as_ref().map(|rules| rules.at.clone());
    Diagnostic::error(
        Code::NO_ATTACKS,
        at,
        format!("attacks need the rules `{}`, and {} uses others", Rules::NAME, game.title),
    )
}

fn stopped(diagnostics: &[Diagnostic]) -> ExitCode {
    diagnostics.iter().for_each(|one| complain("error", diagnostic::format_plain([one])));
    ExitCode::from(STOPPED)
}

/// Reads a game and its rulebook from `card-data` here, or from the copy in the program.
fn read(game: &str) -> Result<(Game, Glossary), Vec<Diagnostic>> {
    read_from(&here(), game)
}

/// Returns the files here, and behind them the copies in the program.
fn here() -> WorkDir {
    WorkDir::here(&skirmish_assets::Builtin)
}

/// Reads a game and its rulebook from `card-data` of some files.
fn read_from(files: &WorkDir, game: &str) -> Result<(Game, Glossary), Vec<Diagnostic>> {
    let reading = skirmish_read::game(files, game);
    let errors: Vec<Diagnostic> = reading.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    match reading.game {
        Some(game) if errors.is_empty() => {
            let book = skirmish_read::glossary(files, &game);
            Ok((game, book))
        }
        _ => Err(errors),
    }
}

/// Opens the window; returns when it is closed.
fn window(game: Option<String>, journal: Option<PathBuf>) -> Result<ExitCode, OpenError> {
    // A journal names its game.
    let of_journal = || journal.as_ref().map(|path| fs::read(path).ok().and_then(|bytes| journal::game(&bytes)));
    let game = game.or_else(|| Some(of_journal()?.unwrap_or_else(|| FIRST.to_owned())));
    let (vfs, game) = match game {
        Some(game) => here().of_game(Path::new("."), &game).map(|(vfs, id)| (vfs, Some(id)))?,
        None => (here(), None),
    };
    let journal = game.clone().zip(journal);
    let window = Window { vfs, game, paths: Paths { journal, ..Paths::usual() } };
    skirmish_desktop::run(window)?;
    Ok(ExitCode::SUCCESS)
}

/// Reasons why the window can't open.
#[derive(Debug, thiserror::Error)]
enum OpenError {
    #[error(transparent)]
    Elsewhere(#[from] GameFolderError),
    #[error(transparent)]
    Window(#[from] WindowError),
}

fn replayed(result: Result<Replay, ReplayError>) -> ExitCode {
    match result {
        Ok(Replay { text, note, damage }) => {
            let code = print_line(&text, damage.is_none());
            for (kind, lines) in [("note", note), ("error", damage)] {
                lines.iter().flat_map(|lines| lines.lines()).for_each(|line| complain(kind, line));
            }
            code
        }
        Err(why @ (ReplayError::File { .. } | ReplayError::Json(_))) => finish(Err(why)),
        Err(why) => {
            complain("error", why);
            ExitCode::from(REFUSED)
        }
    }
}

fn finish(result: Result<ExitCode, impl Display>) -> ExitCode {
    result.unwrap_or_else(|why| {
        complain("error", why);
        ExitCode::from(STOPPED)
    })
}

/// Writes a line to standard output; returns the exit code.
fn print_line(text: &str, is_well: bool) -> ExitCode {
    print_text(&format!("{text}\n"), is_well)
}

/// Writes to standard output. A closed pipe, as left by `head`, is not a failure.
fn print_text(text: &str, is_well: bool) -> ExitCode {
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            finish(Err(format!("cannot write to standard output: {error}")))
        }
        _ if is_well => ExitCode::SUCCESS,
        _ => ExitCode::from(REFUSED),
    }
}

/// Shows why the window can't open, where no console does.
#[cfg(windows)]
fn show(why: &OpenError) {
    use std::os::windows::io::AsRawHandle as _;
    if io::stderr().as_raw_handle().is_null() {
        skirmish_desktop::alert(&why.to_string());
    }
}

/// Writes a message to standard error, ignoring failures.
fn complain(kind: &str, why: impl Display) {
    let _ = writeln!(anstream::stderr(), "{kind}: {why}");
}
