//! Sheets of paper.

use std::borrow::Cow;
use std::str::FromStr;

use crate::units::Size;

/// A sheet of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8.5 × 11 in.
    Letter,
    /// 297 × 420 mm.
    A3,
    /// 148 × 210 mm.
    A5,
    /// 8.5 × 14 in.
    Legal,
    /// Any other; one that is wider than high is a paper in landscape.
    Other(Size),
}

/// Reason for rejecting the name of a paper.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PaperError {
    /// Neither a name nor a size.
    #[error(
        "unknown paper: use a4, letter, a3, a5, legal, or a size in mm such as 320x450; for landscape a4-landscape or 297x210"
    )]
    Unknown,
    /// A size without space for anything, or too large for any printer.
    #[error("each side of the paper must be {} to {} mm", LEAST, MOST)]
    OutOfRange,
}

/// Suffix of a paper in landscape format.
const LANDSCAPE: &str = "-landscape";
/// The shortest side that has room for the ruler and for the words beside it, in millimetres.
const LEAST: f64 = 140.0;
/// The longest side of any sheet, in millimetres.
const MOST: f64 = 2000.0;

impl Paper {
    /// The papers that most people have at home; each piece should fit on both.
    pub const ALL: [Self; 2] = [Self::A4, Self::Letter];

    /// All papers that have a name.
    pub const NAMED: [Self; 5] = [Self::A4, Self::Letter, Self::A3, Self::A5, Self::Legal];

    /// Returns width and height: a named paper is upright.
    pub const fn size(self) -> Size {
        match self {
            Self::A4 => Size::mm(210.0, 297.0),
            Self::Letter => Size::mm(215.9, 279.4),
            Self::A3 => Size::mm(297.0, 420.0),
            Self::A5 => Size::mm(148.0, 210.0),
            Self::Legal => Size::mm(215.9, 355.6),
            Self::Other(size) => size,
        }
    }

    /// Returns its displayed name.
    pub fn title(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::A4 => "A4",
            Self::Letter => "Letter",
            Self::A3 => "A3",
            Self::A5 => "A5",
            Self::Legal => "Legal",
            Self::Other(size) => {
                return match self.upright() {
                    Self::Other(_) => format!("{} × {} mm", size.width.get(), size.height.get()),
                    named => format!("{} landscape", named.title()),
                }
                .into();
            }
        })
    }

    /// Returns its name in file names and on the command line.
    pub fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::A4 => "a4",
            Self::Letter => "letter",
            Self::A3 => "a3",
            Self::A5 => "a5",
            Self::Legal => "legal",
            Self::Other(size) => {
                return match self.upright() {
                    Self::Other(_) => format!("{}x{}", size.width.get(), size.height.get()),
                    named => format!("{}{LANDSCAPE}", named.name()),
                }
                .into();
            }
        })
    }

    /// Returns the same paper in portrait, as a printer takes it.
    #[must_use]
    pub fn upright(self) -> Self {
        let Size { width, height } = self.size();
        Self::of(Size { width: width.min(height), height: width.max(height) })
    }

    /// Returns the same paper in landscape.
    #[must_use]
    pub fn landscape(self) -> Self {
        let Size { width, height } = self.size();
        Self::of(Size { width: width.max(height), height: width.min(height) })
    }

    /// Returns the paper of a size.
    fn of(size: Size) -> Self {
        Self::NAMED.into_iter().find(|paper| paper.size() == size).unwrap_or(Self::Other(size))
    }

    /// Returns the best layout among those that fit on the paper, in portrait or, if that is better, in landscape.
    /// Paper in landscape is not turned.
    pub(super) fn lay_out<T, W: PartialOrd>(
        self,
        fit: impl Fn(Size) -> Option<T>,
        worth: impl Fn(&T) -> W,
    ) -> Option<T> {
        let size = self.size();
        if size.width > size.height {
            return fit(size);
        }
        match (fit(size), fit(size.turned())) {
            (Some(upright), Some(landscape)) if worth(&landscape) > worth(&upright) => Some(landscape),
            (upright, landscape) => upright.or(landscape),
        }
    }

    /// Returns the usual paper for booklets in the region that uses this paper.
    #[must_use]
    pub fn of_booklets(self) -> Self {
        match self.upright() {
            Self::Letter | Self::Legal => Self::Letter,
            Self::A4 | Self::A3 | Self::A5 | Self::Other(_) => Self::A4,
        }
    }
}

impl FromStr for Paper {
    type Err = PaperError;

    /// Parses a name, with or without `-landscape`, or width and height in millimetres: `320x450`.
    fn from_str(word: &str) -> Result<Self, PaperError> {
        if let Some(paper) = word.to_lowercase().strip_suffix(LANDSCAPE) {
            return paper.parse().map(Self::landscape);
        }
        if let Some(paper) = Self::NAMED.into_iter().find(|paper| paper.name().eq_ignore_ascii_case(word)) {
            return Ok(paper);
        }
        let (width, height) = word.split_once(['x', 'X', '×']).ok_or(PaperError::Unknown)?;
        let side = |side: &str| side.trim().parse::<f64>().map_err(|_| PaperError::Unknown);
        let (width, height) = (side(width)?, side(height)?);
        if ![width, height].iter().all(|side| (LEAST..=MOST).contains(side)) {
            return Err(PaperError::OutOfRange);
        }
        Ok(Self::of(Size::mm(width, height)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paper_is_known_by_its_name_or_its_size() {
        for paper in Paper::NAMED {
            assert_eq!(paper.name().parse(), Ok(paper));
        }
        assert_eq!("320x450".parse(), Ok(Paper::Other(Size::mm(320.0, 450.0))));
        assert_eq!("210x297".parse(), Ok(Paper::A4));
        assert_eq!(Paper::Other(Size::mm(215.5, 300.0)).name().parse(), Ok(Paper::Other(Size::mm(215.5, 300.0))));
        assert_eq!("b5".parse::<Paper>(), Err(PaperError::Unknown));
        assert_eq!("b5-landscape".parse::<Paper>(), Err(PaperError::Unknown));
        assert_eq!("100x300".parse::<Paper>(), Err(PaperError::OutOfRange));
        assert_eq!("NaNx300".parse::<Paper>(), Err(PaperError::OutOfRange));
    }

    #[test]
    fn paper_that_is_wider_than_high_is_in_landscape() {
        let landscape: Paper = "297x210".parse().unwrap();
        assert_eq!(landscape.size(), Size::mm(297.0, 210.0));
        assert_eq!(("a4-landscape".parse(), "A4-Landscape".parse()), (Ok(landscape), Ok(landscape)));
        assert_eq!((landscape.name().as_ref(), landscape.title().as_ref()), ("a4-landscape", "A4 landscape"));
        assert_eq!((landscape.upright(), landscape.of_booklets()), (Paper::A4, Paper::A4));
        assert_eq!("legal-landscape".parse::<Paper>().unwrap().of_booklets(), Paper::Letter);
        let other: Paper = "450 × 320".parse().unwrap();
        assert_eq!((other.size(), other.name().as_ref()), (Size::mm(450.0, 320.0), "450x320"));
        assert_eq!("320x450-landscape".parse(), Ok(other));
        assert_eq!(other.upright().name(), "320x450");
    }
}
