//! Draws the pictures that screens ask for from the cards of a game: at once, or on a thread of its own.

mod artist;
mod threaded;

pub use artist::Artist;
pub use threaded::Threaded;
