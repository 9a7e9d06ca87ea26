//! Puts the page of the tracker together: `cargo xtask web` compiles the program and runs this on it.

mod bind;
mod compressed;
mod folder;
mod icons;
mod studio;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fmt};

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use skirmish_base::diagnostic;
use skirmish_base::vfs::{Vfs as _, WorkDir};
use skirmish_packs::{Made, PageGame, Photos};

const USAGE: &str = "\
Usage: page-builder --root DIR --program WASM --notices FILE --out DIR [--studio WASM --words WASM] [--game GAME]

Writes the page of the tracker, ready for any web server, with all games that have screens; with --game only with those that
are named, by their folders or by the names of their folders in card-data.

--root     the project's folder
--program  the tracker, compiled for the web
--notices  the libraries in these programs, with their licences
--out      the folder of the page; one that is there is written anew
--studio   the generator, compiled for the web; without it, the page has none
--words    words of other languages than English, which the generator loads when it needs them";

/// The page that is to be built, and where.
struct Page {
    root: PathBuf,
    /// The compiled program, before it is bound to JavaScript.
    program: PathBuf,
    /// The compiled generator and its words, if the page gets them.
    studio: Option<(PathBuf, PathBuf)>,
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
fn page(mut arguments: impl Iterator<Item = String>) -> Result<Page, UsageError> {
    let (mut root, mut program, mut studio, mut words, mut notices, mut out, mut games) =
        (None, None, None, None, None, None, Vec::new());
    while let Some(word) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| UsageError::MissingValue(word.clone()));
        match word.as_str() {
            "--root" => root = Some(PathBuf::from(value()?)),
            "--program" => program = Some(PathBuf::from(value()?)),
            "--studio" => studio = Some(PathBuf::from(value()?)),
            "--words" => words = Some(PathBuf::from(value()?)),
            "--notices" => notices = Some(PathBuf::from(value()?)),
            "--out" => out = Some(PathBuf::from(value()?)),
            "--game" => games.push(value()?),
            _ => return Err(UsageError::UnknownOption(word)),
        }
    }
    let studio = match (studio, words) {
        (Some(studio), Some(words)) => Some((studio, words)),
        (None, None) => None,
        (None, _) => return Err(UsageError::MissingOption("--studio")),
        (_, None) => return Err(UsageError::MissingOption("--words")),
    };
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
    let bound = |path: &Path, name| bind::program(path, name).map_err(|why| why.to_string());
    let both =
        |(studio, words): &(PathBuf, PathBuf)| Ok::<_, String>((bound(studio, "studio")?, bound(words, "words")?));
    let studio = || page.studio.as_ref().map(both).transpose();
    let programs = || rayon::join(|| bound(&page.program, "skirmish"), studio);
    let ((program, studio), photos) = rayon::join(programs, || photos(&games));
    let photos = photos?;
    let pack = skirmish_packs::pack(&games, &photos)?;
    let table = skirmish_packs::hashed(folder::PACK, &pack);
    let studio = studio?.map(|(program, words)| studio::of(&page.root, program, words, &games, &table)).transpose()?;
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
