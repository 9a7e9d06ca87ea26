//! The page with which phones join a table.

use std::path::Path;

use skirmish_base::vfs::Vfs;
use skirmish_packs::{PageFiles, PageGame, has_data, page_with};
use skirmish_serve::{Site, SiteError};

/// Reason why phones have no page to play with.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The folder is missing, or has no page.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// The folder has another page.
    #[error("{0} isn’t a page of the tracker; make one with `cargo xtask web`")]
    Other(String),
    /// The game can't be drawn.
    #[error("the page for phones can’t have {game}: {why}")]
    Game {
        /// The game, by id.
        game: String,
        /// The reason.
        why: String,
    },
}

/// Reads the page for phones. A page without the game, or with other data of it, gets the game as it is now: its pictures are
/// drawn here, which takes a few seconds.
///
/// # Errors
/// See [`PageError`].
pub fn page(folder: &Path, vfs: Box<dyn Vfs>, game: &str) -> Result<Site, PageError> {
    let site = Site::read(folder)?;
    let index = site.index().unwrap_or_default();
    let files = PageFiles::read(index).ok_or_else(|| PageError::Other(folder.display().to_string()))?;
    if site.file(&format!("/{}", files.pack)).is_some_and(|pack| has_data(pack, &*vfs, game)) {
        return Ok(site);
    }
    let made = PageGame::open(vfs, game.to_owned()).and_then(|game| page_with(index, &game));
    let files = made.map_err(|why| PageError::Game { game: game.to_owned(), why: why.to_string() })?;
    Ok(site.with(files))
}
