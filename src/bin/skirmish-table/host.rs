//! `skirmish-table serve --host`: a table that several devices share.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use skirmish_base::diagnostic;
use skirmish_base::vfs::WorkDir;
use skirmish_desktop::{PageError, Paths};
use skirmish_host::{self as host, Addresses, OpenError, Sharing};
use skirmish_model::game::{Game, Glossary};
use skirmish_serve::{self as serve, BindError, Reach, Server};

use crate::args::Serve;

/// Failure to host.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// No web build with the game.
    #[error(transparent)]
    PageError(#[from] PageError),
    /// Unusable port.
    #[error(transparent)]
    BindError(#[from] BindError),
    /// The game can't be played.
    #[error("{}", diagnostic::format_plain(.0))]
    Game(Vec<diagnostic::Diagnostic>),
    /// The journal can't be kept.
    #[error(transparent)]
    Open(OpenError),
    /// Failure to print the addresses.
    #[error("could not print: {0}")]
    Print(#[source] io::Error),
    /// The system refuses to accept connections.
    #[error("could not wait for connections: {0}")]
    Accept(#[source] io::Error),
}

impl From<OpenError> for HostError {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Game(diagnostics) => Self::Game(diagnostics),
            other => Self::Open(other),
        }
    }
}

/// Hosts a table until the program is stopped.
///
/// # Errors
/// See [`HostError`].
pub fn run(
    args: &Serve,
    vfs: WorkDir,
    game: &Game,
    book: &Glossary,
    journal: Option<PathBuf>,
) -> Result<ExitCode, HostError> {
    let folder = args.folder.clone().unwrap_or_else(|| Paths::usual().page);
    let site = skirmish_desktop::page(&folder, Box::new(vfs), &game.id)?;
    let reach = if args.lan { Reach::Network } else { Reach::Here };
    let server = Server::bind(reach, args.port)?.with_endless_answers();
    let journal = journal.unwrap_or_else(|| Paths::usual().journal_of(&game.id));
    let (host, notes) = host::open(game, book, &journal)?;
    notes.iter().for_each(|note| crate::complain("note", note));
    let (sharing, Addresses { table, phones }) = Sharing::on(&server, reach, host, site);
    print_addresses(&mut anstream::stdout().lock(), &table, &phones).map_err(HostError::Print)?;
    let (asking, answering, all) = (sharing.clone(), sharing.clone(), args.let_in);
    thread::spawn(move || {
        answering.keep_going(|sharing, knock, name| {
            let mut out = anstream::stdout();
            if all {
                let _ = writeln!(out, "Let in: {name}.");
                sharing.with(|host| host.let_in(knock, true));
            } else {
                let _ = writeln!(out, "A phone asks to join: {name}. Type y to let it in, n to refuse.");
            }
        });
    });
    thread::spawn(move || prompt(&asking));
    match server.run(sharing) {
        Ok(never) => match never {},
        Err(error) => Err(HostError::Accept(error)),
    }
}

/// Prints the addresses, that of the table on the first line for scripts.
fn print_addresses(out: &mut impl Write, table: &str, phones: &str) -> io::Result<()> {
    writeln!(out, "{table}")?;
    let code = serve::code(phones).map_err(io::Error::other)?;
    writeln!(out, "The first address is the table’s own. Phones scan this code, or open {phones}\n\n{code}")?;
    writeln!(out, "Press Enter to show or hide six digits for phones without a camera, Ctrl+C to stop.")?;
    // Scripts wait for the address in a pipe.
    out.flush()
}

/// Shows and hides the six digits, and lets devices in.
fn prompt(sharing: &Sharing) {
    let mut shown = false;
    for line in io::stdin().lines().map_while(Result::ok) {
        let first = || sharing.with(|host| host.room().knocks.first().map(|(knock, _)| *knock));
        match line.trim() {
            parse_bool @ ("y" | "n") => {
                if let Some(knock) = first() {
                    sharing.with(|host| host.let_in(knock, parse_bool == "y"));
                }
            }
            _ => {
                shown = !shown;
                let digits = sharing.with(|host| host.show_code(shown));
                let words = digits.map_or("Six digits are off.".to_owned(), |digits| format!("Code: {digits}"));
                let _ = writeln!(anstream::stdout(), "{words}");
            }
        }
    }
}
