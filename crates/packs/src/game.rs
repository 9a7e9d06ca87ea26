//! A game of the page.

use skirmish_base::diagnostic;
use skirmish_base::vfs::Vfs;
use skirmish_render::face::Project;

use crate::Made;

/// A game of the page.
pub struct PageGame {
    /// Its data.
    pub vfs: Box<dyn Vfs>,
    /// Its id.
    pub id: String,
    /// The game with its fonts and styles.
    pub project: Project,
}

impl PageGame {
    /// Opens a game, by id.
    ///
    /// # Errors
    /// The faults of its data, as text.
    pub fn open(vfs: Box<dyn Vfs>, id: String) -> Made<Self> {
        let project = Project::for_screen(&*vfs, &id).map_err(|diagnostics| diagnostic::format_plain(&diagnostics))?;
        Ok(Self { vfs, id, project })
    }
}
