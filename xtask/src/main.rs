//! Project tasks: `cargo xtask test` runs all tests, `cargo xtask setup` installs their requirements, `cargo xtask web`
//! builds the tracker's page, `cargo xtask dist` makes packages for users without Rust, `cargo xtask fuzz` tests random
//! inputs, `cargo xtask pictures` takes the pictures of the documentation.

mod compile;
mod dist;
mod fuzz;
mod pictures;
mod setup;
mod test;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, error::Error, fmt};

use compile::{Compiling, PACKAGES};
use dist::licences::Compiled;
use dist::{Check, OTHERS, Packages, System};
use fuzz::Fuzzing;

/// Variable with the path of a compiled `page-builder`, which saves `cargo xtask web` from compiling one.
const BUILDER: &str = "SKIRMISH_PAGE_BUILDER";

const USAGE: &str = "\
Usage: cargo xtask test
       cargo xtask setup [--yes]
       cargo xtask web [--game GAME] [--out DIR] [--compile-only]
       cargo xtask dist [--target SYSTEM]... [--programs DIR] [--out DIR] [--url ADDRESS] [--check | --check-generator]
       cargo xtask fuzz [TARGET]... [--seconds N] [--compile-only]
       cargo xtask pictures

test  installs what the tests need (with apt, once you agree; elsewhere it lists it), and runs all of them
setup installs what the tests need, and runs none; with --yes it doesn't ask
web   builds the page of the tracker into output/web, ready for any web server, with all games that have screens; with
      --game only with those that are named, by their folders or by the names of their folders in card-data; with
      --compile-only its program is compiled, which takes longest, and no more
dist  makes packages of both programs in output/dist, with checksums, and with the page of the tracker if it is in output/web. They
      are for this system, or for those named: x86_64-unknown-linux-gnu, aarch64-unknown-linux-gnu, x86_64-pc-windows-gnu, or all;
      --programs names a folder with programs of this system that are compiled already; --url fills in the manifests of package
      managers for packages published there. --check also runs programs of other systems, under wine and qemu, and compares what they
      make; --check-generator only that, with the generator as tests compile it
fuzz  feeds inputs at random to all that reads other people's files, or to the targets that are named, each for a minute or as
      many seconds as are asked for; what does harm is kept in target/fuzz/found. With --compile-only they are not run
pictures takes the pictures of docs that show cards, books and parts again; those of the tracker are snapshots of tests";

/// Something made, or why not, in words.
type Made<T> = Result<T, Box<dyn Error>>;

/// The page that is to be built, and where.
struct Page {
    root: PathBuf,
    /// The named games; by default, all with screens.
    games: Vec<String>,
    out: PathBuf,
    /// Compiled page builder, if any.
    builder: Option<PathBuf>,
}

impl Page {
    /// Returns the default page.
    fn of(root: &Path) -> Self {
        Self { root: root.to_owned(), games: Vec::new(), out: root.join("output/web"), builder: None }
    }
}

enum Task {
    Help,
    Test,
    /// Without asking if true.
    Setup(bool),
    Web(Page),
    Program,
    Dist(Packages),
    Fuzz(Fuzzing),
    Pictures,
}

fn main() -> ExitCode {
    let Some(root) = Path::new(env!("CARGO_MANIFEST_DIR")).parent() else { return ExitCode::FAILURE };
    if let Some(compiled) = fuzz::compile() {
        return if compiled.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let done = match task(root, env::args().skip(1)) {
        Ok(Task::Help) => {
            println!("{USAGE}");
            Ok(())
        }
        Ok(Task::Test) => test::all(root),
        Ok(Task::Setup(agreed)) => setup::install(root, agreed).map(|_| ()),
        Ok(Task::Web(page)) => web(&page),
        Ok(Task::Program) => compile::start(root, &PACKAGES).and_then(Compiling::finish).map(|_| ()),
        Ok(Task::Dist(packages)) => dist::make(&packages),
        Ok(Task::Pictures) => pictures::take(root),
        Ok(Task::Fuzz(fuzzing)) => fuzz::fuzz(root, &fuzzing),
        Err(why) => {
            eprintln!("{why}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    if let Err(why) = done {
        eprintln!("{why}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Usage errors.
#[derive(Debug)]
enum UsageError {
    UnknownTask(String),
    UnknownOption(String),
    MissingValue(String),
    NoNumber(String),
    UnknownSystem(String),
    NoCompiler(String),
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTask(word) => write!(f, "unknown task `{word}`"),
            Self::UnknownOption(word) => write!(f, "unknown option `{word}`"),
            Self::MissingValue(word) => write!(f, "`{word}` needs a value"),
            Self::UnknownSystem(word) => write!(f, "unknown system `{word}`"),
            Self::NoCompiler(why) => f.write_str(why),
            Self::NoNumber(word) => write!(f, "invalid number of seconds `{word}`"),
        }
    }
}

/// Parses the arguments.
fn task(root: &Path, mut words: impl Iterator<Item = String>) -> Result<Task, UsageError> {
    let mut page = Page { builder: env::var_os(BUILDER).map(PathBuf::from), ..Page::of(root) };
    match words.next().as_deref() {
        Some("test") => return alone(Task::Test, words.next()),
        Some("setup") => {
            return match words.next().as_deref() {
                Some("--yes") => alone(Task::Setup(true), words.next()),
                other => alone(Task::Setup(false), other.map(str::to_owned)),
            };
        }
        Some("web") => {}
        Some("dist") => return packages(root, words).map(Task::Dist),
        Some("pictures") => return alone(Task::Pictures, words.next()),
        Some("fuzz") => return fuzzing(words).map(Task::Fuzz),
        None | Some("help" | "--help" | "-h") => return Ok(Task::Help),
        Some(other) => return Err(UsageError::UnknownTask(other.to_owned())),
    }
    let mut compile_only = false;
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| UsageError::MissingValue(word.clone()));
        match word.as_str() {
            "--game" => page.games.push(value()?),
            "--out" => page.out = value()?.into(),
            "--compile-only" => compile_only = true,
            other => return Err(UsageError::UnknownOption(other.to_owned())),
        }
    }
    Ok(if compile_only { Task::Program } else { Task::Web(page) })
}

/// Parses a task without options.
fn alone(task: Task, option: Option<String>) -> Result<Task, UsageError> {
    option.map_or(Ok(task), |word| Err(UsageError::UnknownOption(word)))
}

/// Parses the arguments for packages.
fn packages(root: &Path, mut words: impl Iterator<Item = String>) -> Result<Packages, UsageError> {
    let host = System::host().map_err(|why| UsageError::NoCompiler(why.to_string()))?;
    let mut packages = Packages {
        root: root.to_owned(),
        systems: Vec::new(),
        programs: None,
        out: root.join("output/dist"),
        url: None,
        check: Check::Nothing,
    };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| UsageError::MissingValue(word.clone()));
        match word.as_str() {
            "--target" => {
                let name = value()?;
                let names = if name == "all" { OTHERS.to_vec() } else { vec![name.as_str()] };
                for name in names {
                    let system = System::parse(name, &host);
                    packages.systems.push(system.ok_or_else(|| UsageError::UnknownSystem(name.to_owned()))?);
                }
            }
            "--programs" => packages.programs = Some(value()?.into()),
            "--out" => packages.out = value()?.into(),
            "--url" => packages.url = Some(value()?),
            "--check" => packages.check = Check::Packages,
            "--check-generator" => packages.check = Check::Generator,
            other => return Err(UsageError::UnknownOption(other.to_owned())),
        }
    }
    if packages.systems.is_empty() {
        packages.systems.push(host);
    }
    Ok(packages)
}

/// Parses the arguments for fuzzing.
fn fuzzing(mut words: impl Iterator<Item = String>) -> Result<Fuzzing, UsageError> {
    let mut fuzzing = Fuzzing { targets: Vec::new(), seconds: 60, compile_only: false };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seconds" => {
                let value = words.next().ok_or(UsageError::MissingValue(word))?;
                fuzzing.seconds = value.parse().map_err(|_| UsageError::NoNumber(value))?;
            }
            "--compile-only" => fuzzing.compile_only = true,
            other if other.starts_with('-') => return Err(UsageError::UnknownOption(word)),
            _ => fuzzing.targets.push(word),
        }
    }
    Ok(fuzzing)
}

/// Compiles the page's programs and puts the page together; a page of named games has only the tracker.
fn web(page: &Page) -> Made<()> {
    let packages = if page.games.is_empty() { &PACKAGES[..] } else { &PACKAGES[..1] };
    put_together(page, compile::start(&page.root, packages)?)
}

/// Puts the page together when its program is compiled.
fn put_together(page: &Page, program: Compiling) -> Made<()> {
    let programs = program.finish()?;
    let notices = page.root.join("target/third-party-page.txt");
    fs::write(&notices, dist::licences::of_libraries(&page.root, Compiled::Page)?)?;
    let mut builder = match &page.builder {
        Some(builder) => Command::new(builder),
        None => {
            let mut cargo = Command::new("cargo");
            cargo.args(["run", "--quiet", "--locked", "--package", "page-builder", "--manifest-path"]);
            cargo.arg(page.root.join("Cargo.toml")).arg("--");
            cargo
        }
    };
    builder.arg("--root").arg(&page.root).arg("--notices").arg(notices);
    for (option, program) in ["--program", "--studio", "--words"].into_iter().zip(programs) {
        builder.arg(option).arg(program);
    }
    builder.arg("--out").arg(&page.out).args(page.games.iter().flat_map(|game| ["--game", game]));
    run(&mut builder, "page-builder")
}

/// Runs a program, which must succeed.
fn run(command: &mut Command, name: &str) -> Made<()> {
    if command.status()?.success() { Ok(()) } else { Err(format!("`{name}` failed").into()) }
}
