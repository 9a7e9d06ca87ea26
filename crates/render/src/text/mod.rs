//! Text: fonts from `fonts/` only, shaping, line breaking, fitting.
//!
//! Words are shaped with harfrust, each once, and cached. Lines are broken for evenness over the whole paragraph. All
//! measures of a word are in ems, so one shaping serves every size.

mod atoms;
mod breaks;
mod cut;
mod fonts;
mod hyphens;
mod justify;
mod lacking;
mod language;
mod lines;
mod overlong;
mod runs;
mod set;
mod shape;
mod style;
mod words;

pub use atoms::{PRINTING, Stretch, Words, in_sum};
pub use breaks::CheapestParts;
pub use fonts::{Font, FontCut, FontId, Fonts};
pub use justify::Room;
pub use lacking::{LackingLetters, by_font, lacking_at};
pub use language::{Language, is_from_right};
pub use set::{Block, Line, Paragraphs, Piece, Run, SetMark};
pub use shape::{Glyph, Part, Setting, SettingId, Shaped, Shaper, WordId};
pub use style::{Align, Fit, Style, Styles};

/// What text is set with: the styles of a game, and the shaper that knows their fonts.
pub struct Typography {
    /// The styles, by name.
    pub styles: Styles,
    /// Shapes words in them.
    pub shaper: Shaper,
}
