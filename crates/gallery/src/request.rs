//! Requests of a screen for pictures, and the replies.

use super::icon::Icon;

/// Red, green and blue of sRGB.
pub type Rgb = [u8; 3];

/// A side of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CardSide {
    /// The front.
    #[default]
    Front,
    /// The back: Damaged, Recovering, or the common back.
    Back,
}

impl CardSide {
    /// Returns its place in [`crate::game::Card::faces`].
    pub const fn index(self) -> usize {
        match self {
            Self::Front => 0,
            Self::Back => 1,
        }
    }
}

/// A picture that a screen may request. Sizes are in pixels; a size of nothing, or of more than 4096, is never drawn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PictureRequest {
    /// The art of a card's face, covering the picture. What does not fit is cut off where least is seen.
    Art {
        /// The card's id.
        card: String,
        /// Its side.
        side: CardSide,
        /// Width of the picture.
        width: u16,
        /// Height of the picture.
        height: u16,
    },
    /// The whole face of a card with round corners, as printed.
    Face {
        /// The card's id.
        card: String,
        /// Its side.
        side: CardSide,
        /// Width of the picture; the height follows from the card's format.
        width: u16,
    },
    /// A picture of the rulebook without background, as large as possible: one that the game's table uses, see
    /// `skirmish_tracker::table::Drawings`.
    Picture {
        /// Its name: `unit-red-5`.
        name: String,
        /// Width of the picture.
        width: u16,
        /// Height of the picture.
        height: u16,
    },
    /// A mark of the game in a square.
    Mark {
        /// Its name: `weapon`, `pip-spent`.
        name: String,
        /// Its colour.
        colour: Rgb,
        /// Side of the square.
        size: u16,
    },
    /// The interlace of a kind of card, laid along the longer side. It closes at both ends.
    Knotwork {
        /// The kind's id.
        kind: String,
        /// Width of the picture.
        width: u16,
        /// Height of the picture.
        height: u16,
        /// Colour of the strands.
        colour: Rgb,
        /// Colour of contour and shade; flat strands without one.
        contour: Option<Rgb>,
    },
    /// A closed frame of a kind's interlace, bare inside.
    Frame {
        /// The kind's id.
        kind: String,
        /// Width of the picture.
        width: u16,
        /// Height of the picture.
        height: u16,
        /// Width of the interlace.
        thick: u16,
        /// Colour of the strands.
        colour: Rgb,
        /// Colour of contour and shade; flat strands without one.
        contour: Option<Rgb>,
    },
    /// The round shield of a player.
    Emblem {
        /// Index into [`super::PLAYER_STYLES`].
        style: u8,
        /// Side of the square that the shield fills.
        size: u16,
        /// Without colour: the player is out.
        drained: bool,
    },
    /// The cover of a game's book, covering the picture; the back of its cards without a book.
    Cover {
        /// The game's id.
        game: String,
        /// Width of the picture.
        width: u16,
        /// Height of the picture.
        height: u16,
    },
    /// The back that most cards share, simplified to be recognised at the size of a pip.
    CardBack {
        /// Width of the picture.
        width: u16,
        /// Height of the picture.
        height: u16,
    },
    /// An outline that a screen brings along, as large as a square has room for.
    Outline {
        /// As SVG writes the data of a path; where areas overlap, every second one is a hole.
        path: &'static str,
        /// Its colour.
        colour: Rgb,
        /// Side of the square.
        size: u16,
    },
    /// An icon on a button.
    Icon {
        /// The icon.
        icon: Icon,
        /// Its colour.
        colour: Rgb,
        /// Side of the square.
        size: u16,
    },
}

impl PictureRequest {
    /// Returns width and height in pixels; for a whole face, whose height depends on the card, the width twice.
    pub fn sides(&self) -> (u16, u16) {
        match self {
            Self::Art { width, height, .. }
            | Self::Picture { width, height, .. }
            | Self::Knotwork { width, height, .. }
            | Self::Frame { width, height, .. }
            | Self::Cover { width, height, .. }
            | Self::CardBack { width, height } => (*width, *height),
            Self::Face { width: side, .. }
            | Self::Mark { size: side, .. }
            | Self::Emblem { size: side, .. }
            | Self::Outline { size: side, .. }
            | Self::Icon { size: side, .. } => (*side, *side),
        }
    }

    /// True if an album has it or its source.
    pub(super) fn is_of_album(&self) -> bool {
        match self {
            Self::Art { .. } | Self::Face { .. } | Self::Picture { .. } | Self::Cover { .. } | Self::Mark { .. } => {
                true
            }
            Self::Knotwork { .. }
            | Self::Frame { .. }
            | Self::Emblem { .. }
            | Self::CardBack { .. }
            | Self::Outline { .. }
            | Self::Icon { .. } => false,
        }
    }
}

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Red, green, blue and alpha of each pixel, row by row from the upper left corner, not premultiplied.
    pub rgba: Vec<u8>,
}

impl Pixels {
    /// Creates a single transparent pixel.
    pub fn nothing() -> Self {
        Self { width: 1, height: 1, rgba: vec![0; 4] }
    }
}
