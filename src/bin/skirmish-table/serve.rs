//! The web build for tablets nearby: what is printed before anybody comes.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use skirmish::serve::{self, NoSite, Reach, Server, Site, Unbound};

use crate::args::Serve;

/// Why nothing is served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// There is nothing to serve.
    #[error(transparent)]
    NoSite(#[from] NoSite),
    /// The port cannot be used.
    #[error(transparent)]
    Unbound(#[from] Unbound),
    /// The addresses could not be printed.
    #[error("could not print: {0}")]
    Print(#[source] io::Error),
    /// The system accepts no connections.
    #[error("could not wait for connections: {0}")]
    Accept(#[source] io::Error),
}

/// Serves the web build until somebody stops the program.
///
/// # Errors
/// See [`ServeError`].
pub fn run(args: &Serve) -> Result<ExitCode, ServeError> {
    let site = Site::read(&args.folder.clone().unwrap_or_else(usual))?;
    let reach = if args.lan { Reach::Network } else { Reach::Here };
    let server = Server::bind(reach, args.port)?;
    print_addresses(&mut anstream::stdout().lock(), server.port(), reach).map_err(ServeError::Print)?;
    match server.run(site) {
        Ok(never) => match never {},
        Err(error) => Err(ServeError::Accept(error)),
    }
}

/// The web build that is served where none is named: the one that was built here, else that of the package which brought this program.
fn usual() -> PathBuf {
    let here = PathBuf::from("output/web");
    let program = std::env::current_exe().ok();
    let packaged = program.as_deref().and_then(Path::parent).map(|folder| folder.join("../share/skirmish/web"));
    match packaged.filter(|packaged| !here.is_dir() && packaged.is_dir()) {
        Some(packaged) => packaged,
        None => here,
    }
}

/// The addresses, the first by itself for programs that start this one, and how to stop.
fn print_addresses(out: &mut impl Write, port: u16, reach: Reach) -> io::Result<()> {
    writeln!(out, "http://127.0.0.1:{port}/")?;
    if reach == Reach::Network {
        print_network(out, port)?;
    }
    writeln!(out, "Ctrl+C stops it.")?;
    // Who waits for the address in a pipe gets it now.
    out.flush()
}

fn print_network(out: &mut impl Write, port: u16) -> io::Result<()> {
    let addresses: Vec<String> =
        serve::on_the_network().iter().map(|address| format!("http://{address}:{port}/")).collect();
    for address in &addresses {
        writeln!(out, "{address}")?;
    }
    match addresses.first() {
        Some(first) => {
            let code = serve::code(first).map_err(io::Error::other)?;
            writeln!(out, "\nThis code leads to {first} on every tablet in the same network:\n\n{code}")?;
        }
        None => writeln!(out, "This machine is in no network that tablets could be in.")?,
    }
    writeln!(
        out,
        "Over plain http the browser gives neither offline use nor a screen that stays on; README says where to host it for \
         these."
    )
}
