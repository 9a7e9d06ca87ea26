//! Filled outlines as pixels, without fonts and without SVG: all that a page in the browser draws with.

mod encode;
mod picture;

pub use encode::{png, png_cut_out, png_dense, png_of, png_of_bare};
pub use picture::{Picture, paint, skia_path, transform};
