//! Renders scenes to pixels.

mod fingerprint;
mod glyphs;
mod jpeg;
mod render;

pub use fingerprint::{Fingerprint, Fingerprints, looks_of};
pub use jpeg::jpeg;
pub use render::Painter;
pub use skirmish_pixels::{Picture, png, png_cut_out, png_dense, png_of, png_of_bare};
