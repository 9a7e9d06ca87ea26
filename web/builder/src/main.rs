//! Puts the page of the tracker together: `cargo xtask web` compiles the program and runs this on it.

mod bind;
mod compressed;
mod folder;
mod icons;
mod studio;

use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fmt};

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use skirmish_base::diagnostic;
use skirmish_base::vfs::{Vfs as _, WorkDir};
use skirmish_packs::{Made, PageGame, Photos};

const USAGE: &str = "\
Usage: page-builder --root DIR --program WASM --notices FILE --out DIR [--studio WASM] [--game GAME]

Writes the page of the tracker, ready for any web server, with all games that have screens; with --game only with those that
are named, by their folders or by the names of their folders in card-data.

--root     the project's folder
--program  the tracker, compiled for the web
--notices  the libraries in these programs, with their licences
--out      the folder of the page; one that is there is written anew
--studio   the generator, compiled for the web; without it, the page has none";

/// The page that is to be built, and where.
struct Page {
    root: PathBuf,
    /// The compiled program, before it is bound to JavaScript.
    program: PathBuf,
    /// The compiled generator, if the page gets it.
    studio: Option<PathBuf>,
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
    let (mut root, mut program, mut studio, mut notices, mut out, mut games) =
        (None, None, None, None, None, Vec::new());
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| UsageError::MissingValue(word.clone()));
        match word.as_str() {
            "--root" => root = Some(PathBuf::from(value()?)),
            "--program" => program = Some(PathBuf::from(value()?)),
            "--studio" => studio = Some(PathBuf::from(value()?)),
            "--notices" => notices = Some(PathBuf::from(value()?)),
            "--out" => out = Some(PathBuf::from(value()?)),
            "--game" => games.push(value()?),
            _ => return Err(UsageError::UnknownOption(word)),
        }
    }
    Ok(Page {
        root: root.ok_or(UsageError::MissingOption("--root"))?,
        program: program.ok_or(UsageError::MissingOption("--program"))?,
        studio,
        notices: notices.ok_or(UsageError::MissingOption("--notices"))?,
        out: out.ok_or(UsageError::MissingOption("--out"))?,
        games,
    })
}

fn build(page: &Page) -> Made<()> {
    let games = games(page)?;
    let bound = |path, name| bind::program(path, name).map_err(|why| why.to_string());
    let studio = || page.studio.as_deref().map(|path| bound(path, "studio")).transpose();
    let programs = || rayon::join(|| bound(&page.program, "skirmish"), studio);
    let ((program, studio), photos) = rayon::join(programs, || photos(&games));
    let photos = photos?;
    let pack = skirmish_packs::pack(&games, &photos)?;
    let table = skirmish_packs::hashed(folder::PACK, &pack);
    let studio = studio?.map(|program| studio::of(&page.root, program, &games, &table)).transpose()?;
    let sizes = folder::write(page, program?, studio, photos, pack, &games)?;
    println!("{}: {sizes}", page.out.display());
    Ok(())
}

/// Returns the pictures of all games.
fn photos(games: &[PageGame]) -> Result<Vec<Photos>, String> {
    games.par_iter().map(|game| skirmish_packs::photos(game, &|| ()).map_err(|why| why.to_string())).collect()
}

/// Returns the named games, or all.
fn games(page: &Page) -> Made<Vec<PageGame>> {
    if !page.games.is_empty() {
        let named = page.games.iter().map(|game| {
            let (vfs, id) = WorkDir::new(&page.root, &skirmish_assets::Builtin).of_game(&page.root, game)?;
            PageGame::open(Box::new(vfs), id)
        });
        return named.collect();
    }
    let vfs = WorkDir::new(&page.root, &skirmish_assets::Builtin);
    let mut all = Vec::new();
    for id in vfs.folders("card-data") {
        let reading = skirmish_read::game(&vfs, &id);
        match reading.game {
            Some(_) => all.push(PageGame::open(Box::new(vfs.clone()), id)?),
            None => return Err(diagnostic::format_plain(&reading.diagnostics).into()),
        }
    }
    Ok(all)
}
