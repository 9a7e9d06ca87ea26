//! The data of the games, the typefaces of the screen and the index of the shelf, in one file.

use serde_json::json;
use skirmish_base::vfs::{self, Memory, Overlay, Traced, Vfs};
use skirmish_gallery::Album;
use skirmish_model::game;
use skirmish_read as read;

use crate::{Made, PageGame, Photos};

/// Returns the paths of the files that the tracker reads when it opens a game, with any rules.
pub fn data(vfs: &dyn Vfs, id: &str) -> Vec<String> {
    let traced = Traced::new(vfs);
    if let Some(game) = read::game(&traced, id).game {
        read::glossary(&traced, &game);
    }
    traced.into_paths()
}

/// Returns a file as the page gets it. The page reads no workbooks: it gets what they say.
pub fn packable(path: &str, bytes: Vec<u8>) -> Vec<u8> {
    read::prepacked(path, &bytes).unwrap_or(bytes)
}

/// Packs the files that the tracker reads at its start, and when it opens a game. The typefaces are those of the first game's
/// folders.
///
/// # Errors
/// The list of games is empty, or a file can't be read.
pub fn pack(games: &[PageGame], photos: &[Photos]) -> Made<Vec<u8>> {
    let mut made = Memory::new();
    let (mut paths, mut listed, mut covers) = (Vec::new(), Vec::new(), Album::default());
    for (PageGame { vfs, id, project }, photos) in games.iter().zip(photos) {
        for path in data(&**vfs, id) {
            made = made.with(&path, packable(&path, vfs.read(&path)?.into_owned()));
            paths.push(path);
        }
        let printing = game::edition_label(&project.game.edition, &project.game.revision);
        listed.push(json!({ "id": id, "title": project.game.title, "printing": printing, "album": photos.album }));
        covers.covers.extend(photos.cover.clone().map(|cover| (id.clone(), cover)));
    }
    made = made.with("shelf.json", serde_json::to_vec(&json!({ "games": listed, "album": covers }))?);
    paths.push("shelf.json".to_owned());
    let shared = &*games.first().ok_or("no games")?.vfs;
    paths.extend(shared.files("fonts/screen").into_iter().filter(|path| path.ends_with(".otf")));
    Ok(vfs::pack(&Overlay { first: &made, second: shared }, &paths)?)
}
