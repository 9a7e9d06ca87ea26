//! Sizes of cards.

use crate::units::{Mm, Rect, Size};

/// Size of a card and the zones about its cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardFormat {
    /// From cut to cut.
    pub size: Size,
    /// Radius of the rounded corners.
    pub corner: Mm,
    /// Extent of the drawing beyond the cut.
    pub bleed: Mm,
    /// Distance of text, signs and interlace from the cut, inwards.
    pub safe: Mm,
}

/// Names of common sizes, width and height in millimetres.
const SIZES: [(&str, f64, f64); 6] = [
    ("poker", 63.5, 88.9),
    ("bridge", 57.15, 88.9),
    ("mini", 44.45, 63.5),
    ("square", 63.5, 63.5),
    ("tarot", 69.85, 120.65),
    ("jumbo", 88.9, 139.7),
];

impl CardFormat {
    /// Creates a card of a size: corners 3 mm, bleed 3 mm, safe zone 3.2 mm, as print services require.
    pub const fn new(size: Size) -> Self {
        Self { size, corner: Mm::new(3.0), bleed: Mm::new(3.0), safe: Mm::new(3.2) }
    }

    /// The poker card, 63.5 × 88.9 mm.
    pub const POKER: Self = Self::new(Size::mm(63.5, 88.9));

    /// A page: what both A4 and Letter can print beside the words in the margin. It is not cut.
    pub const PAGE: Self = Self { size: Size::mm(200.0, 262.0), corner: Mm::ZERO, bleed: Mm::ZERO, safe: Mm::ZERO };

    /// Returns a common size by its name.
    pub fn named(name: &str) -> Option<Self> {
        let (_, width, height) = SIZES.iter().find(|(known, ..)| *known == name)?;
        Some(Self::new(Size::mm(*width, *height)))
    }

    /// Returns the names of the common sizes.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SIZES.iter().map(|(name, ..)| *name)
    }

    /// Returns the card's cut: its upper left corner is the origin of everything on it.
    pub const fn cut(&self) -> Rect {
        Rect { x: Mm::ZERO, y: Mm::ZERO, width: self.size.width, height: self.size.height }
    }

    /// Returns the cut with the bleed about it.
    pub fn with_bleed(&self) -> Rect {
        self.cut().grown(self.bleed)
    }

    /// Returns the area for text.
    pub fn safe_zone(&self) -> Rect {
        self.cut().grown(-self.safe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poker_is_two_and_a_half_by_three_and_a_half_inches() {
        let poker = CardFormat::named("poker").unwrap();
        assert_eq!(poker, CardFormat::POKER);
        for (side, inches) in [(poker.size.width, 2.5), (poker.size.height, 3.5)] {
            assert!((side.get() - inches * 25.4).abs() < 1e-9);
        }
        assert_eq!([poker.corner, poker.bleed, poker.safe].map(Mm::get), [3.0, 3.0, 3.2]);
    }
}
