//! Text: fonts from `fonts/` only, shaping, line breaking, fitting.
//!
//! Words are shaped with parley, each once, and kept; lines are broken for evenness over the whole paragraph. All
//! measures of a word are in ems, so that one shaping serves every size.

mod atoms;
mod fonts;
mod justify;
mod lines;
mod set;
mod shape;
mod style;

pub use atoms::{Stretch, Words};
pub use fonts::{Font, FontId, Fonts};
pub use justify::{Room, Syllables};
pub use set::{Block, Line, Paragraphs, Piece, Run, SetMark};
pub use shape::{Glyph, Part, Setting, SettingId, Shaped, Shaper};
pub use style::{Align, Style, Styles};
