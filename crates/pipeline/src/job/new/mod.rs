//! New games: a copy of the starter game, or one that is made for a sheet of cards.

mod cells;
mod fit;
mod guess;
mod headings;
mod image_folder;
mod images;
mod kinds;
mod language;
mod layout;
mod pictures;
mod placeholder;
mod rows;
mod sheet;
mod sync;
mod values;
mod write;

use images::new_game_of_images;

pub use guess::ColumnRole;
pub use image_folder::{ImageFiles, ImageFolder};
pub use sheet::{ColumnUse, NewGame, SheetFile, draft_game, new_game_from};
pub use sync::sync;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Failure, FileSink, Sink as _, Written, files};
use crate::vfs::WorkDir;

/// The layouts of a new game's faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Figures as badges, and a text.
    Stat,
    /// One text, set large.
    Text,
    /// Many figures and words in a grid.
    Profile,
    /// A text in a frame.
    Event,
    /// A picture, and a text below it.
    Picture,
    /// A picture and a name.
    PictureFull,
}

/// Sources of a new game, and the look of its cards.
#[derive(Clone, Debug, Default)]
pub struct Intake {
    /// The spreadsheet with its cards; without it, each image is a finished face.
    pub sheet: Option<PathBuf>,
    /// The folder with its images.
    pub images: Option<PathBuf>,
    /// The sheets of a workbook to read; all that have cards if none is named.
    pub sheets: Vec<String>,
    /// The heading of the column with the kinds.
    pub kind: Option<String>,
    /// Roles of columns, by their headings; the others are guessed.
    pub roles: BTreeMap<String, ColumnRole>,
    /// The name of a common size.
    pub size: Option<String>,
    /// The layout; without it, the columns decide.
    pub layout: Option<Layout>,
}

/// The starter game in the embedded files.
const STARTER: &str = "templates/starter";

/// Copies a small, complete game to `card-data/<name>` in a working folder.
///
/// # Errors
/// An invalid name, a game that exists already, or an error of the file system.
pub fn new_game(vfs: &WorkDir, name: &str) -> Result<Written, Failure> {
    let target = target(vfs.root(), name)?;
    let builtin = vfs.builtin();
    let files = builtin.files(STARTER);
    let mut outlet = FileSink.outlet(&target)?;
    for path in &files {
        let bytes = builtin.read(path).map_err(|error| Failure::Stopped(error.to_string()))?;
        outlet.put(&path[STARTER.len() + 1..], &bytes)?;
    }
    let what = format!("a small game of {} to start from", super::counted(files.len(), "file"));
    Ok(outlet.finish(what)?.written)
}

/// Creates the folder of a new game.
///
/// # Errors
/// An invalid name, or a game that exists already.
fn target(root: &Path, name: &str) -> Result<PathBuf, Failure> {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if name.split('-').any(str::is_empty) || !name.chars().all(plain) {
        return Err(Failure::Stopped(format!(
            "invalid game name `{name}`: use small letters, digits, and hyphens between them, as in `my-game`"
        )));
    }
    let target: PathBuf = root.join("card-data").join(name);
    files::check_names(&target)?;
    if target.exists() {
        return Err(Failure::Stopped(format!("{} is there already: choose another name", target.display())));
    }
    Ok(target)
}
