//! The generator's command line: arguments to a job, a result to an exit code.

mod args;

use std::process::ExitCode;

use anstream::{eprintln, print, println};
use args::{Args, Command, Format};
use clap::{CommandFactory as _, Parser as _};
use skirmish::job::{self, Failure, Report};
use skirmish::problem::Problem;
use skirmish::report::{self, Bar};
use skirmish::shelf::{Builtin, Disk, Layered};

/// The data is wrong.
const WRONG: u8 = 1;
/// The run could not be carried out.
const STOPPED: u8 = 2;

fn main() -> ExitCode {
    let args = Args::parse();
    let here = Disk::new(".");
    let shelf = Layered { first: &here, second: &Builtin };
    let done = match args.command.unwrap_or_default() {
        Command::Build(build) => {
            job::build(&shelf, &build.request(), &Bar::default()).map(|reports| reports.iter().for_each(tell))
        }
        Command::Check { games, format } => job::check(&shelf, &games).and_then(|problems| judge(problems, format)),
        Command::List { games, json } => job::list(&shelf, &games).map(|listings| {
            if json {
                println!("{}", serde_json::to_string_pretty(&listings).unwrap_or_default());
            } else {
                listings.iter().for_each(|listing| println!("{}", listing.table()));
            }
        }),
        Command::New { name } => job::new_game(std::path::Path::new("."), &name).map(|written| {
            println!("{}: {}", written.path.display(), written.what);
            println!("Build it with `skirmish build {name}`.");
        }),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Args::command(), "skirmish", &mut std::io::stdout());
            Ok(())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Problems(problems)) => {
            eprintln!("{}", report::text(&problems));
            ExitCode::from(WRONG)
        }
        Err(Failure::Stopped(why)) => {
            eprintln!("error: {why}");
            ExitCode::from(STOPPED)
        }
    }
}

/// Says what was made, and how to print it.
fn tell(report: &Report) {
    if !report.warnings.is_empty() {
        eprintln!("{}", report::text(&report.warnings));
    }
    println!("{}", report.title);
    for written in &report.written {
        println!("  {}: {}, {}", written.path.display(), written.what, size(written.bytes));
    }
    for advice in &report.advice {
        println!("  {advice}");
    }
}

fn size(bytes: u64) -> String {
    #[allow(clippy::cast_precision_loss, reason = "a size for people")]
    let kilobytes = bytes as f64 / 1000.0;
    if kilobytes < 1000.0 { format!("{kilobytes:.0} kB") } else { format!("{:.1} MB", kilobytes / 1000.0) }
}

/// Warnings alone are no failure.
fn judge(problems: Vec<Problem>, format: Format) -> Result<(), Failure> {
    match format {
        Format::Json => {
            println!("{}", report::json(&problems));
            if problems.iter().any(Problem::is_error) {
                std::process::exit(WRONG.into());
            }
            Ok(())
        }
        Format::Text if problems.iter().any(Problem::is_error) => Err(Failure::Problems(problems)),
        Format::Text if problems.is_empty() => {
            println!("no problems");
            Ok(())
        }
        Format::Text => {
            print!("{}\n", report::text(&problems));
            Ok(())
        }
    }
}
