//! A game as its maker sees it while editing: read again when a file changes, shown in a page, and changed there.
//!
//! The same page has two hosts: this program, for files on disk, and the page's own worker, for files in memory.

mod affected;
mod changed_parts;
mod edits;
mod last_good;
mod lookup;
mod painted;
mod pictures;
mod preview;
mod sides;
mod snapshot;

// Files on disk, and a server on the same machine.
#[cfg(not(target_family = "wasm"))]
mod changes;
#[cfg(not(target_family = "wasm"))]
mod editor;
#[cfg(not(target_family = "wasm"))]
mod events;
#[cfg(not(target_family = "wasm"))]
mod on_disk;
#[cfg(not(target_family = "wasm"))]
mod server;
#[cfg(not(target_family = "wasm"))]
mod start;
#[cfg(not(target_family = "wasm"))]
mod worker;

pub use crate::edit::History;
pub use changed_parts::changed_parts;
pub use edits::{Content, Direction, Edit, Editable, EditedFiles, Edits, Layout, MAX_STEPS_BACK, RefusedEdit};
pub use lookup::place_of;
pub use pictures::{PictureId, Pictures, WIDTHS};
pub use preview::Preview;
pub use snapshot::{
    Group, Place, PlacedFace, Problem, ShownBlock, ShownCard, ShownFace, ShownPage, ShownSide, Snapshot,
};

#[cfg(not(target_family = "wasm"))]
pub use editor::{Editor, EditorError};
#[cfg(not(target_family = "wasm"))]
pub use server::{FILES, Page};
#[cfg(not(target_family = "wasm"))]
pub use start::{Request, Watch, Worker};
#[cfg(not(target_family = "wasm"))]
pub use worker::supervise;
