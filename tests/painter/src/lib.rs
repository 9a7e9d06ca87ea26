//! What tests look at: screens as pixels, and how much two pictures differ.
//!
//! A package of its own, for this is done for millions of pixels: it is optimised, which the tests are not.

mod painter;
mod picture;
mod texture;
mod triangle;

pub use painter::Painter;
pub use picture::{Picture, mean};
