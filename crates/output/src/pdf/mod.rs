//! Writes scenes and sheets as PDF. The only module that knows printpdf, lopdf and points.
//!
//! printpdf makes the document and its pages. Faces and art are form objects whose content is written here, each once;
//! fonts are embedded as subsets. lopdf, the basis of printpdf, holds everything until it is written.

mod about;
mod art;
mod builder;
mod chunks;
mod compiled;
mod content;
mod drawings;
mod elements;
mod embedded;
mod fields;
mod file;
mod finish;
mod fonts;
mod forms;
mod gradient;
mod image;
mod mask;
mod number;
mod object;
mod outline;
mod packed;
mod pages;
mod paint;
mod pixels;
mod press;
mod sheets;
mod standard;
mod structure;
mod writer;

pub use chunks::Chunks;
pub use compiled::CompiledScenes;
pub use drawings::{DrawingCache, PIXELS};
pub use elements::Structure;
pub use fields::lay_fields;
pub use outline::Label;
pub use pages::{Document, Info, Page, Placement, Stroke};
pub use press::{Press, Standard, die_line, press_pages};
pub use sheets::sheet_pages;

use crate::diagnostic::Code;

/// Why a PDF could not be made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PdfError {
    /// A font cannot be cut down to the glyphs that are used.
    #[error("cannot embed font {font}: {reason}")]
    Font {
        /// The file of the font.
        font: String,
        /// Content of the subsetter.
        reason: String,
    },
    /// Art that can't be printed unchanged.
    #[error("{1}")]
    Art(Code, String),
    /// The document could not be assembled.
    #[error("cannot write the document: {0}")]
    Write(String),
}
