//! The data of the games, the typefaces of the screen and the index of the shelf, in one file.

use std::path::Path;

use serde_json::json;
use skirmish_base::vfs::{Disk, Memory, Overlay, Traced, Vfs, pack};
use skirmish_gallery::Album;
use skirmish_model::game;
use skirmish_read as read;

use crate::Made;
use crate::games::PageGame;
use crate::photos::Photos;

/// Returns the files that the tracker reads when it opens a game, with any rules.
fn data(vfs: &dyn Vfs, id: &str) -> Vec<String> {
    let traced = Traced::new(vfs);
    if let Some(game) = read::game(&traced, id).game {
        read::glossary(&traced, &game);
    }
    traced.into_paths()
}

/// Packs the files that the tracker reads at its start, and when it opens a game.
pub fn of(root: &Path, games: &[PageGame], photos: &[Photos]) -> Made<Vec<u8>> {
    let mut made = Memory::new();
    let (mut paths, mut listed, mut covers) = (Vec::new(), Vec::new(), Album::default());
    for (PageGame { vfs, id, project }, photos) in games.iter().zip(photos) {
        for path in data(vfs, id) {
            let bytes = vfs.read(&path)?.into_owned();
            // The page reads no workbooks: it gets what they say.
            made = made.with(&path, read::prepacked(&path, &bytes).unwrap_or(bytes));
            paths.push(path);
        }
        let printing = game::edition_label(&project.game.edition, &project.game.revision);
        listed.push(json!({ "id": id, "title": project.game.title, "printing": printing, "album": photos.album }));
        covers.covers.extend(photos.cover.clone().map(|cover| (id.clone(), cover)));
    }
    made = made.with("shelf.json", serde_json::to_vec(&json!({ "games": listed, "album": covers }))?);
    paths.push("shelf.json".to_owned());
    let disk = Disk::new(root);
    paths.extend(disk.files("fonts/screen").into_iter().filter(|path| path.ends_with(".otf")));
    Ok(pack(&Overlay { first: &made, second: &disk }, &paths)?)
}
