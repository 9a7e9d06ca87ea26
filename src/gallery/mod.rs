//! Pictures for the screen: the faces of the cards and their parts, drawn from the game's own data.
//!
//! A screen asks a [`Gallery`] for what it [wishes](Wanted) to show and takes the [`Pixels`] when they are ready: of a
//! [`Threaded`] one, whose [`Artist`] draws while the screen goes on, or of a [`Stepwise`] one, which draws in the screen's
//! own time and loads art and faces from the files of an [`Album`]. What a card's head says and its colours are a [`Head`];
//! who plays is told by a [`Livery`].
//!
//! Lengths are pixels of the screen, colours red, green and blue of sRGB.

mod album;
#[cfg(feature = "faces")]
mod artist;
mod back;
mod crop;
mod emblem;
mod head;
mod livery;
mod sign;
mod sketch;
mod stepwise;
#[cfg(feature = "faces")]
mod threaded;
mod wanted;
mod wishes;

pub use album::{Album, Photo, Plate};
#[cfg(feature = "faces")]
pub use artist::Artist;
pub use crop::Interest;
pub use head::{Head, Index, heading};
pub use livery::{Device, LIVERIES, Livery};
pub use sign::Sign;
pub use stepwise::{Darkroom, Deliver, Stepwise};
#[cfg(feature = "faces")]
pub use threaded::Threaded;
pub use wanted::{Pixels, Rgb, Side, Wanted};

/// Where a screen gets its pictures.
pub trait Gallery {
    /// Wishes for a picture: the latest wish is drawn first, each once, however often it is wished for. A picture that
    /// cannot be drawn never comes.
    fn wish(&mut self, wanted: Wanted);

    /// The pictures that were finished since the last time.
    fn take(&mut self) -> Vec<(Wanted, Pixels)>;

    /// Forgets a picture: wished for again, it is drawn anew.
    fn forget(&mut self, wanted: &Wanted);

    /// Draws in the screen's own time, where there are no threads: one picture, and more as long as there is time left.
    fn step(&mut self, _time_left: &mut dyn FnMut() -> bool) {}
}
