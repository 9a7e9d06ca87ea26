//! Renders scenes to pixels; scenes with only outlines need no fonts and no SVG.

mod encode;
#[cfg(feature = "generator")]
mod fingerprint;
#[cfg(feature = "faces")]
mod glyphs;
mod picture;
#[cfg(feature = "faces")]
mod render;

#[cfg(feature = "generator")]
pub use encode::{jpeg, png_dense};
pub use encode::{png, png_cut_out, png_of, png_of_bare};
#[cfg(feature = "generator")]
pub use fingerprint::{Fingerprint, Fingerprints, looks_of};
pub use picture::Picture;
#[cfg(feature = "faces")]
pub use render::Painter;
