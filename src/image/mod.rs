//! Scenes to pixels.

mod encode;
mod glyphs;
mod render;

pub use encode::{png, png_of, png_with_corners};
pub use render::{Painter, Picture};
