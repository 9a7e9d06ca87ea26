//! A game as its maker sees it while editing: read again when a file is saved, and shown in a browser on the same machine.

mod affected;
mod changes;
mod editor;
mod edits;
mod events;
mod painted;
mod pictures;
mod preview;
mod server;
mod sides;
mod snapshot;
mod start;
mod worker;

pub use editor::{Editor, EditorError};
pub use pictures::{PictureId, Pictures, WIDTHS};
pub use preview::Preview;
pub use server::Page;
pub use snapshot::{Group, Place, PlacedFace, Problem, ShownFace, ShownPage, ShownSide, Snapshot};
pub use start::{Request, Watch, Worker};
pub use worker::supervise;
