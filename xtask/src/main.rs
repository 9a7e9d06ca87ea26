//! What the project needs done beside compiling: `cargo xtask web` builds the page of the tracker.

mod compile;
mod folder;
mod icons;
mod pack;
mod photos;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, error::Error};

const USAGE: &str = "\
Usage: cargo xtask web [--game NAME] [--out DIR]

Builds the page of the tracker into output/web, ready for any web server.";

/// Something made, or why not, in words.
type Made<T> = Result<T, Box<dyn Error>>;

/// What is to be built, and where.
struct Task {
    root: PathBuf,
    game: String,
    out: PathBuf,
}

fn main() -> ExitCode {
    match task(env::args().skip(1)) {
        Ok(None) => println!("{USAGE}"),
        Ok(Some(task)) => {
            if let Err(why) = web(&task) {
                eprintln!("{why}");
                return ExitCode::FAILURE;
            }
        }
        Err(why) => {
            eprintln!("{why}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// What was asked for; nothing where people want to know what there is.
fn task(mut words: impl Iterator<Item = String>) -> Result<Option<Task>, String> {
    match words.next().as_deref() {
        Some("web") => {}
        None | Some("help" | "--help" | "-h") => return Ok(None),
        Some(other) => return Err(format!("there is no task `{other}`")),
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the project has no folder")?.to_owned();
    let mut task = Task { game: "skirmish-5e".to_owned(), out: root.join("output/web"), root };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("`{word}` needs a value"));
        match word.as_str() {
            "--game" => task.game = value()?,
            "--out" => task.out = value()?.into(),
            other => return Err(format!("there is no option `{other}`")),
        }
    }
    Ok(Some(task))
}

fn web(task: &Task) -> Made<()> {
    let program = compile::program(&task.root)?;
    let photos = photos::of(&task.root, &task.game)?;
    let pack = pack::of(&task.root, &task.game, &photos.album)?;
    let sizes = folder::write(task, program, photos, pack)?;
    println!("{}: {sizes}", task.out.display());
    Ok(())
}
