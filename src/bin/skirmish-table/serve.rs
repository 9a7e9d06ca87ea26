//! `skirmish-table serve`: starts the server and prints its addresses.

use std::io::{self, Write};
use std::process::ExitCode;

use skirmish_desktop::Paths;
use skirmish_serve::{self as serve, BindError, Reach, Server, Site, SiteError};

use crate::args::Serve;

/// Failure to serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// No web build.
    #[error(transparent)]
    SiteError(#[from] SiteError),
    /// Unusable port.
    #[error(transparent)]
    BindError(#[from] BindError),
    /// Failure to print the addresses.
    #[error("could not print: {0}")]
    Print(#[source] io::Error),
    /// The system refuses to accept connections.
    #[error("could not wait for connections: {0}")]
    Accept(#[source] io::Error),
}

/// Serves the web build until the program is stopped.
///
/// # Errors
/// See [`ServeError`].
pub fn run(args: &Serve) -> Result<ExitCode, ServeError> {
    let site = Site::read(&args.folder.clone().unwrap_or_else(|| Paths::usual().page))?;
    let reach = if args.lan { Reach::Network } else { Reach::Here };
    let server = Server::bind(reach, args.port)?;
    print_addresses(&mut anstream::stdout().lock(), server.port(), reach).map_err(ServeError::Print)?;
    match server.run(site) {
        Ok(never) => match never {},
        Err(error) => Err(ServeError::Accept(error)),
    }
}

/// Prints the addresses, the first on a line of its own for scripts, and how to stop.
fn print_addresses(out: &mut impl Write, port: u16, reach: Reach) -> io::Result<()> {
    writeln!(out, "http://127.0.0.1:{port}/")?;
    if reach == Reach::Network {
        print_network(out, port)?;
    }
    writeln!(out, "Press Ctrl+C to stop.")?;
    // Scripts wait for the address in a pipe.
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
            writeln!(out, "\nTo open {first} on a tablet in the same network, scan this code:\n\n{code}")?;
        }
        None => writeln!(out, "This machine isn't connected to a local network.")?,
    }
    writeln!(
        out,
        "Over plain http, browsers don't allow offline use or keeping the screen on: see docs/tracker.md for hosting with https."
    )
}
