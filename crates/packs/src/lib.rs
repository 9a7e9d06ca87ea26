//! Games as the page of the tracker reads them: their data in one file, small pictures, and the lists that name both.

mod game;
mod pack;
mod page_files;
mod photos;

use std::error::Error;

use sha2::{Digest as _, Sha256};

pub use game::PageGame;
pub use pack::{data, pack};
pub use page_files::{GameFiles, PageFiles, game_files, has_data, page_with, picture_list};
pub use photos::{Photos, photos, shelf};

/// Something made, or why not, in words.
pub type Made<T> = Result<T, Box<dyn Error>>;

/// Returns a content-addressed name with the first digits of the hash: `page.0123456789abcdef.js`.
pub fn hashed(name: &str, bytes: &[u8]) -> String {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    format!("{stem}.{}.{ending}", digits(&Sha256::digest(bytes)))
}

/// Returns the first digits of a hash.
pub fn digits(hash: &[u8]) -> String {
    hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
