//! Pictures for the screen: the faces of the cards and their parts, drawn from the game's own data.
//!
//! A screen asks a [`Gallery`] for what it [wishes](Wanted) to show and takes the [`Pixels`] when they are ready; an
//! [`Artist`] draws at once. What a card's head says and its colours are a [`Head`]; who plays is told by a [`Livery`].
//!
//! Lengths are pixels of the screen, colours red, green and blue of sRGB.

#[cfg(feature = "faces")]
mod artist;
mod back;
mod crop;
mod emblem;
mod head;
mod livery;
mod sign;
mod sketch;
#[cfg(any(target_arch = "wasm32", test))]
mod stepwise;
#[cfg(not(target_arch = "wasm32"))]
mod threaded;
mod wanted;
mod wishes;

#[cfg(feature = "faces")]
pub use artist::Artist;
pub use head::{Head, Index, heading};
pub use livery::{Device, LIVERIES, Livery};
pub use sign::Sign;
pub use sketch::Sketcher;
#[cfg(target_arch = "wasm32")]
pub use stepwise::Gallery;
#[cfg(not(target_arch = "wasm32"))]
pub use threaded::Gallery;
pub use wanted::{Pixels, Rgb, Side, Wanted};
