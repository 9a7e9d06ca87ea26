//! What the project needs done beside compiling: `cargo xtask test` runs all tests, `cargo xtask web` builds the page of the
//! tracker.

mod compile;
mod folder;
mod icons;
mod pack;
mod photos;
mod setup;
mod test;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, error::Error};

const USAGE: &str = "\
Usage: cargo xtask test
       cargo xtask web [--game NAME] [--out DIR]

test  installs what the tests need (with apt; elsewhere it says what to get), and runs all of them
web   builds the page of the tracker into output/web, ready for any web server";

/// Something made, or why not, in words.
type Made<T> = Result<T, Box<dyn Error>>;

/// The page that is to be built, and where.
struct Page {
    root: PathBuf,
    game: String,
    out: PathBuf,
}

impl Page {
    /// The page as it is when nothing else is asked for.
    fn of(root: &Path) -> Self {
        Self { root: root.to_owned(), game: "skirmish-5e".to_owned(), out: root.join("output/web") }
    }
}

enum Task {
    Help,
    Test,
    Web(Page),
}

fn main() -> ExitCode {
    let Some(root) = Path::new(env!("CARGO_MANIFEST_DIR")).parent() else { return ExitCode::FAILURE };
    let done = match task(root, env::args().skip(1)) {
        Ok(Task::Help) => {
            println!("{USAGE}");
            Ok(())
        }
        Ok(Task::Test) => test::all(root),
        Ok(Task::Web(page)) => web(&page),
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

/// What was asked for.
fn task(root: &Path, mut words: impl Iterator<Item = String>) -> Result<Task, String> {
    let mut page = Page::of(root);
    match words.next().as_deref() {
        Some("test") => return words.next().map_or(Ok(Task::Test), |word| Err(format!("there is no option `{word}`"))),
        Some("web") => {}
        None | Some("help" | "--help" | "-h") => return Ok(Task::Help),
        Some(other) => return Err(format!("there is no task `{other}`")),
    }
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("`{word}` needs a value"));
        match word.as_str() {
            "--game" => page.game = value()?,
            "--out" => page.out = value()?.into(),
            other => return Err(format!("there is no option `{other}`")),
        }
    }
    Ok(Task::Web(page))
}

fn web(page: &Page) -> Made<()> {
    let program = compile::program(&page.root)?;
    let photos = photos::of(&page.root, &page.game)?;
    let pack = pack::of(&page.root, &page.game, &photos.album)?;
    let sizes = folder::write(page, program, photos, pack)?;
    println!("{}: {sizes}", page.out.display());
    Ok(())
}

/// Runs a program, which must succeed.
fn run(command: &mut Command, name: &str) -> Made<()> {
    if command.status()?.success() { Ok(()) } else { Err(format!("`{name}` failed").into()) }
}
