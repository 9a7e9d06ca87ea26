//! Pixel tests: renders screens, and compares pictures.
//!
//! A package of its own, because it works on millions of pixels: it is optimised, unlike the tests.

mod painter;
mod picture;
mod texture;
mod triangle;

pub use painter::Painter;
pub use picture::{Picture, mean};
