//! The web build for tablets nearby: what is printed before anybody comes.

use std::io::{self, Write};
use std::process::ExitCode;

use skirmish::serve::{self, Reach, Server, Site};

use crate::args::Serve;

/// Serves the web build until somebody stops the program.
///
/// # Errors
/// There is nothing to serve, or nowhere to serve it; in words for people.
pub fn run(args: &Serve) -> Result<ExitCode, String> {
    let site = Site::read(&args.folder).map_err(|error| error.to_string())?;
    let reach = if args.lan { Reach::Network } else { Reach::Here };
    let server = Server::bind(reach, args.port).map_err(|error| error.to_string())?;
    tell(&mut anstream::stdout().lock(), server.port(), reach).map_err(|error| format!("could not print: {error}"))?;
    match server.run(site) {
        Ok(never) => match never {},
        Err(error) => Err(format!("could not wait for connections: {error}")),
    }
}

/// The addresses, the first by itself for programs that start this one, and how to stop.
fn tell(out: &mut impl Write, port: u16, reach: Reach) -> io::Result<()> {
    writeln!(out, "http://127.0.0.1:{port}/")?;
    if reach == Reach::Network {
        tell_network(out, port)?;
    }
    writeln!(out, "Ctrl+C stops it.")?;
    // Who waits for the address in a pipe gets it now.
    out.flush()
}

fn tell_network(out: &mut impl Write, port: u16) -> io::Result<()> {
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
