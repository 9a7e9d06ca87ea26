//! The game's data, the typefaces of the screen and the index of the pictures, in one file.

use std::path::Path;

use skirmish::gallery::Album;
use skirmish::shelf::{Disk, Layered, Memory, Shelf, pack};

use crate::Made;

/// Packs what the tracker reads at its start.
pub fn of(root: &Path, game: &str, album: &Album) -> Made<Vec<u8>> {
    let disk = Disk::new(root);
    let index = Memory::new().with("album.json", serde_json::to_vec(album)?);
    let mut paths: Vec<String> =
        ["game.toml", "cards.toml", "rules.md"].iter().map(|name| format!("card-data/{game}/{name}")).collect();
    paths.retain(|path| disk.has(path));
    paths.extend(disk.files("fonts/screen").into_iter().filter(|path| path.ends_with(".otf")));
    paths.push("album.json".to_owned());
    Ok(pack(&Layered { first: &index, second: &disk }, &paths)?)
}
