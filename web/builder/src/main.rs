//! Puts the page of the tracker together: `cargo xtask web` compiles the program and runs this on it.

mod bind;
mod compressed;
mod folder;
mod games;
mod icons;
mod pack;
mod photos;

use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, error::Error, fmt};

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use games::PageGame;
use photos::Photos;

const USAGE: &str = "\
Usage: page-builder --root DIR --program WASM --notices FILE --out DIR [--game GAME]

Writes the page of the tracker, ready for any web server, with all games that have screens; with --game only with those that
are named, by their folders or by the names of their folders in card-data.

--root     the project's folder
--program  the tracker, compiled for the web
--notices  the libraries in that program, with their licences
--out      the folder of the page; one that is there is written anew";

/// Something made, or why not, in words.
type Made<T> = Result<T, Box<dyn Error>>;

/// The page that is to be built, and where.
struct Page {
    root: PathBuf,
    /// The compiled program, before it is bound to JavaScript.
    program: PathBuf,
    /// A text with the licences of the libraries in the program.
    notices: PathBuf,
    out: PathBuf,
    /// The named games; by default, all with screens.
    games: Vec<String>,
}

fn main() -> ExitCode {
    let page = match page(env::args().skip(1)) {
        Ok(page) => page,
        Err(why) => {
            eprintln!("{why}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    if let Err(why) = build(&page) {
        eprintln!("{why}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Usage errors.
#[derive(Debug)]
enum UsageError {
    UnknownOption(String),
    MissingOption(&'static str),
    MissingValue(String),
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownOption(word) => write!(f, "unknown option `{word}`"),
            Self::MissingOption(option) => write!(f, "missing `{option}`"),
            Self::MissingValue(option) => write!(f, "`{option}` needs a value"),
        }
    }
}

/// Parses the arguments.
fn page(mut words: impl Iterator<Item = String>) -> Result<Page, UsageError> {
    let (mut root, mut program, mut notices, mut out, mut games) = (None, None, None, None, Vec::new());
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| UsageError::MissingValue(word.clone()));
        match word.as_str() {
            "--root" => root = Some(PathBuf::from(value()?)),
            "--program" => program = Some(PathBuf::from(value()?)),
            "--notices" => notices = Some(PathBuf::from(value()?)),
            "--out" => out = Some(PathBuf::from(value()?)),
            "--game" => games.push(value()?),
            _ => return Err(UsageError::UnknownOption(word)),
        }
    }
    Ok(Page {
        root: root.ok_or(UsageError::MissingOption("--root"))?,
        program: program.ok_or(UsageError::MissingOption("--program"))?,
        notices: notices.ok_or(UsageError::MissingOption("--notices"))?,
        out: out.ok_or(UsageError::MissingOption("--out"))?,
        games,
    })
}

fn build(page: &Page) -> Made<()> {
    let games = games::of(page)?;
    let (program, photos) =
        rayon::join(|| bind::program(&page.program).map_err(|why| why.to_string()), || photos(&games));
    let photos = photos?;
    let pack = pack::of(&page.root, &games, &photos)?;
    let sizes = folder::write(page, program?, photos, pack, &games)?;
    println!("{}: {sizes}", page.out.display());
    Ok(())
}

/// Returns the pictures of all games.
fn photos(games: &[PageGame]) -> Result<Vec<Photos>, String> {
    games.par_iter().map(|game| photos::of(game).map_err(|why| why.to_string())).collect()
}
