//! The games of the page.

use skirmish_base::diagnostic;
use skirmish_base::vfs::{Vfs as _, WorkDir};
use skirmish_render::face::Project;

use crate::{Made, Page};

/// A game of the page.
pub struct PageGame {
    /// Its data.
    pub vfs: WorkDir,
    /// Its id.
    pub id: String,
    /// The game with its fonts and styles.
    pub project: Project,
}

impl PageGame {
    fn open(vfs: WorkDir, id: String) -> Made<Self> {
        let project = Project::for_screen(&vfs, &id).map_err(|diagnostics| diagnostic::format_plain(&diagnostics))?;
        Ok(Self { vfs, id, project })
    }
}

/// Returns the named games, or all.
pub fn of(page: &Page) -> Made<Vec<PageGame>> {
    if !page.games.is_empty() {
        let named = page.games.iter().map(|game| {
            let (vfs, id) = WorkDir::new(&page.root, &skirmish_assets::Builtin).of_game(&page.root, game)?;
            PageGame::open(vfs, id)
        });
        return named.collect();
    }
    let vfs = WorkDir::new(&page.root, &skirmish_assets::Builtin);
    let mut all = Vec::new();
    for id in vfs.folders("card-data") {
        let reading = skirmish_read::game(&vfs, &id);
        match reading.game {
            Some(_) => all.push(PageGame::open(vfs.clone(), id)?),
            None => return Err(diagnostic::format_plain(&reading.diagnostics).into()),
        }
    }
    Ok(all)
}
