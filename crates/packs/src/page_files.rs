//! The list in the page's index by which its scripts find the other files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skirmish_base::vfs::{Bytes, Packed, Vfs};

use crate::pack::{data, pack, packable};
use crate::photos::photos;
use crate::{Made, PageGame, hashed};

/// Before and after the list in the index.
const BEFORE: &str = "<meta name=\"files\" content='";
const AFTER: &str = "'>";

/// Names of the page's files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageFiles {
    /// The program.
    pub program: String,
    /// The data of all games, see [`pack`].
    pub pack: String,
    /// The list of all pictures, see [`picture_list`].
    pub pictures: String,
    /// The ids of the games.
    pub games: Vec<String>,
    /// True if the page has a studio.
    #[serde(default)]
    pub studio: bool,
}

impl PageFiles {
    /// Reads the list in an index; `None` if it isn't that of a page.
    pub fn read(index: &str) -> Option<Self> {
        Self::split(index).map(|(_, files, _)| files)
    }

    /// Returns the list, and the text of the index before and after it.
    fn split(index: &str) -> Option<(&str, Self, &str)> {
        let (before, rest) = index.split_once(BEFORE)?;
        let (list, after) = rest.split_once(AFTER)?;
        Some((before, serde_json::from_str(list).ok()?, after))
    }

    /// Returns the list as HTML, for the index.
    ///
    /// # Errors
    /// Never: all names are text.
    pub fn meta(&self) -> serde_json::Result<String> {
        Ok(format!("{BEFORE}{}{AFTER}", serde_json::to_string(self)?))
    }
}

/// Returns the list of all pictures and its name: indexes first, since without one nothing else of its game is shown.
///
/// # Errors
/// Never: all names are text.
pub fn picture_list(files: &BTreeMap<String, Vec<u8>>) -> serde_json::Result<(String, Vec<u8>)> {
    let (mut pictures, others): (Vec<&String>, _) = files.keys().partition(|name| name.ends_with(".json"));
    pictures.extend(others);
    let list = serde_json::to_vec(&pictures)?;
    Ok((hashed("pictures/list.json", &list), list))
}

/// True if a [`pack`] has a game, by id, with the same data.
pub fn has_data(pack: &[u8], vfs: &dyn Vfs, id: &str) -> bool {
    let Ok(packed) = Packed::open(pack.to_vec()) else { return false };
    let same = |path: String| {
        let (now, then) = (vfs.read(&path).ok(), packed.read(&path).ok());
        now.is_some() && now.map(|bytes| packable(&path, bytes.into_owned())) == then.map(Bytes::into_owned)
    };
    let data = data(vfs, id);
    !data.is_empty() && data.into_iter().all(same)
}

/// The files of a game for a page that has everything else.
pub struct GameFiles {
    /// The files, by name.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Name of its data among them.
    pub pack: String,
    /// Name of the list of its pictures.
    pub pictures: String,
}

/// Makes the files of a game; `drawn` is called after each card.
///
/// # Errors
/// The game can't be drawn.
pub fn game_files(game: &PageGame, drawn: &(dyn Fn() + Sync)) -> Made<GameFiles> {
    let photos = photos(game, drawn)?;
    let bytes = pack(std::slice::from_ref(game), std::slice::from_ref(&photos))?;
    let (pictures, list) = picture_list(&photos.files)?;
    let pack = hashed("table.pack", &bytes);
    let mut files = photos.files;
    files.extend([(pictures.clone(), list), (pack.clone(), bytes)]);
    Ok(GameFiles { files, pack, pictures })
}

/// Returns the files with which a page plays another game: its index, and the files that the index names.
///
/// # Errors
/// The index isn't that of a page, or the game can't be drawn.
pub fn page_with(index: &str, game: &PageGame) -> Made<BTreeMap<String, Vec<u8>>> {
    let (before, old, after) = PageFiles::split(index).ok_or("the index isn't that of a page")?;
    let GameFiles { mut files, pack, pictures } = game_files(game, &|| ())?;
    let games = vec![game.id.clone()];
    let new = PageFiles { program: old.program, pack: pack.clone(), pictures, games, studio: false };
    let index = format!("{before}{}{after}", new.meta()?).replace(&old.pack, &pack);
    files.insert("index.html".to_owned(), index.into_bytes());
    Ok(files)
}
