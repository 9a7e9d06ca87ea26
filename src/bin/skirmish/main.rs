//! The generator's command line: arguments to a job, a result to an exit code.

mod args;
mod diff;
#[cfg(windows)]
mod explorer;

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

use args::{Args, Calibrate, CheckTarget, Command, Format};
use clap::{CommandFactory as _, Parser as _};
use skirmish_base::diagnostic::Diagnostic;
use skirmish_base::threads;
use skirmish_base::vfs::WorkDir;
use skirmish_manual as manual;
use skirmish_pipeline::job::{self, Failure, FileSink, Printer, Printers, Report};
use skirmish_pipeline::report::{self, Bar};
use skirmish_pipeline::watch::{self, Watch, Worker};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Success.
const DONE: u8 = 0;
/// Invalid game data.
const WRONG: u8 = 1;
/// Usage or I/O error.
const STOPPED: u8 = 2;

fn main() -> ExitCode {
    #[cfg(windows)]
    if std::env::args_os().len() == 1 && explorer::is_parent() {
        let shown = say(&explorer::introduction());
        explorer::wait();
        return ExitCode::from(if shown.is_ok() { DONE } else { STOPPED });
    }
    let args = Args::try_parse().unwrap_or_else(|error| args::with_new_name(error).exit());
    let is_script = args.ci || !io::stdout().is_terminal();
    let here = WorkDir::here(&skirmish_assets::Builtin);
    let here = if is_script { here.only_on_disk() } else { here };
    let done = run(here, args.command.unwrap_or_default()).and_then(|(text, code)| say(&text).map(|()| code));
    ExitCode::from(done.unwrap_or_else(|failure| match failure {
        Failure::Diagnostics(diagnostics) => {
            warn(&report::text(&diagnostics));
            WRONG
        }
        Failure::Stopped(why) => {
            warn(&format!("error: {why}"));
            STOPPED
        }
    }))
}

/// Runs a command; returns its output and the exit code.
fn run(vfs: WorkDir, command: Command) -> Result<(String, u8), Failure> {
    let text = match command {
        Command::Build(build) => {
            threads::use_current_thread();
            let reports = job::build(&vfs, &build.request(vfs.output())?, &FileSink, &Bar::default())?;
            reports.iter().map(tell).collect()
        }
        Command::Check { games, warband, target, press, language, format } => {
            let needs = matches!(target, CheckTarget::Press).then(|| press.needs());
            return judge(job::check(&vfs, &games, warband.as_deref(), needs.as_ref(), language.as_deref())?, format);
        }
        Command::List { games, colours: true, press, format, .. } => {
            let listings = job::list_colours(&vfs, &games, &press.needs())?;
            match format {
                Format::Json => serde_json::to_string_pretty(&listings).unwrap_or_default() + "\n",
                Format::Text => listings.iter().map(job::ColourListing::table).collect::<Vec<_>>().join("\n"),
            }
        }
        Command::List { games, warband, language, format, .. } => {
            let listings = job::list(&vfs, &games, warband.as_deref(), language.as_deref())?;
            match format {
                Format::Json => serde_json::to_string_pretty(&listings).unwrap_or_default() + "\n",
                Format::Text => listings.iter().map(job::Listing::table).collect::<Vec<_>>().join("\n"),
            }
        }
        Command::Watch(asked) => {
            let args::Watch { game, port, editor, language, worker } = asked;
            let worker = match worker {
                None => return Ok((String::new(), watch::supervise("--worker", say)?)),
                Some(0) => Worker::First,
                Some(port) => Worker::AfterCrash(port),
            };
            let watch = Watch::open(watch::Request { here: vfs, game, port, editor, language, worker })?;
            say(&format!("{}\nPress Ctrl+C to stop.\n", watch.address()))?;
            match watch.run()? {}
        }
        Command::Translate { game, language, accept } => tell(&job::translate(&vfs, &game, &language, accept)?),
        Command::Diff(asked) => diff::run(&vfs, asked)?,
        Command::New(new) => {
            let name = new.name.clone();
            let (written, told) = match new.intake() {
                Some(intake) => job::new_game_from(&vfs, &name, &intake)?,
                None => (job::new_game(&vfs, &name)?, Vec::new()),
            };
            let told: String = told.iter().map(|line| format!("  {line}\n")).collect();
            format!("{}: {}\n{told}Build it with `skirmish build {name}`.\n", written.path.display(), written.what)
        }
        Command::Sync { game } => {
            let lines = job::sync(&vfs, &game)?;
            lines.iter().map(|line| format!("{line}\n")).collect()
        }
        Command::Export { game, csv } => {
            if csv == Path::new("-") {
                return Ok((job::cards_as_csv(&vfs, &game)?.0, DONE));
            }
            let written = job::export(&vfs, &game, &csv)?.into_iter();
            written.map(|written| format!("{}: {}\n", written.path.display(), written.what)).collect()
        }
        Command::Calibrate(asked) => calibrate(&vfs, asked)?,
        Command::Explain { codes } => report::explain(&codes)?,
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "skirmish", &mut script);
            String::from_utf8_lossy(&script).into_owned()
        }
        Command::Manual { folder } => {
            let why = |error| Failure::Stopped(format!("cannot write to {}: {error}", folder.display()));
            manual::write(Args::command(), &folder).map_err(why)?;
            String::new()
        }
    };
    Ok((text, DONE))
}

/// Makes the calibration sheet, or saves its readings.
fn calibrate(vfs: &WorkDir, asked: Calibrate) -> Result<String, Failure> {
    let Calibrate { paper, name, readings, list, out } = asked;
    let out = out.unwrap_or_else(|| vfs.output());
    if list {
        return Printers::open()?.list();
    }
    let readings = readings.and_then(|readings| <[f64; 8]>::try_from(readings).ok());
    let report = match name.zip(readings) {
        Some((name, readings)) => {
            let printer = Printer { name, paper: paper.upright().name().into_owned(), readings };
            job::calibrate(vfs, printer, paper, &out, &FileSink)?
        }
        None => job::calibration_sheet(vfs, paper, &out, &FileSink)?,
    };
    Ok(tell(&report))
}

/// Writes to standard output. A closed pipe, as left by `head`, is not a failure.
fn say(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Stopped(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes to standard error, ignoring failures.
fn warn(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Formats the written files and the advice; prints warnings.
fn tell(report: &Report) -> String {
    if !report.warnings.is_empty() {
        warn(&report::text(&report.warnings));
    }
    let mut text = format!("{}\n", report.title);
    for written in &report.written {
        text.push_str(&format!("  {}: {}, {}\n", written.path.display(), written.what, size(written.bytes)));
    }
    for advice in &report.advice {
        text.push_str(&format!("  {advice}\n"));
    }
    text
}

fn size(bytes: u64) -> String {
    #[allow(clippy::cast_precision_loss, reason = "a size for people")]
    let kilobytes = bytes as f64 / 1000.0;
    if kilobytes < 1000.0 { format!("{kilobytes:.0} kB") } else { format!("{:.1} MB", kilobytes / 1000.0) }
}

/// Formats diagnostics; only errors fail.
fn judge(diagnostics: Vec<Diagnostic>, format: Format) -> Result<(String, u8), Failure> {
    let wrong = diagnostics.iter().any(Diagnostic::is_error);
    match format {
        Format::Json => Ok((report::json(&diagnostics) + "\n", if wrong { WRONG } else { DONE })),
        Format::Text if wrong => Err(Failure::Diagnostics(diagnostics)),
        Format::Text => Ok((report::text(&diagnostics) + "\n", DONE)),
    }
}
