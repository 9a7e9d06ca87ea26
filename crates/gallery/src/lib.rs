//! Pictures for the screen: the faces of the cards and their parts, drawn from the game's own data.
//!
//! A screen asks a [`Gallery`] for what it [asks](PictureRequest) to show and takes the [`Pixels`] when they are ready: of a
//! `Threaded` one, whose `Artist` draws while the screen goes on, or of a [`Stepwise`] one, which draws in the screen's
//! own time and loads art and faces from the files of an [`Album`]. What a card's head says and its colours are a [`Head`];
//! how players look is a [`PlayerStyle`].
//!
//! Lengths are pixels of the screen, colours red, green and blue of sRGB.

mod album;
mod back;
mod crop;
mod emblem;
mod head;
mod icon;
mod pending;
mod request;
mod sketch;
mod stepwise;
mod style;

pub use album::{Album, Photo, Plate};
pub use crop::Interest;
pub use head::{Head, Index, heading};
pub use icon::Icon;
pub use pending::Pending;
pub use request::{CardSide, PictureRequest, Pixels, Rgb};
pub use sketch::{Sketcher, pixels, within};
pub use stepwise::{Deliver, DeliverAlbum, ImageLoader, Stepwise};
pub use style::{Device, PLAYER_STYLES, PlayerStyle};

use skirmish_base::ordered;
use skirmish_model::{game, shape};
use skirmish_pixels as image;

/// Source of a screen's pictures.
pub trait Gallery {
    /// Requests a picture: the latest request is drawn first, each once, however often it is requested. A picture that
    /// cannot be drawn never comes.
    fn request(&mut self, request: PictureRequest);

    /// Returns the pictures finished since the last call.
    fn take(&mut self) -> Vec<(PictureRequest, Pixels)>;

    /// Forgets a picture: requested again, it is drawn again.
    fn forget(&mut self, request: &PictureRequest);

    /// Draws in the screen's own time, on platforms without threads: one picture, and more while there is time left.
    fn step(&mut self, _time_left: &mut dyn FnMut() -> bool) {}
}
