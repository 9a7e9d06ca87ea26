//! Lengths, places and sizes. The unit is always named.
//!
//! Everything that is laid out is laid out in millimetres, with y growing downwards. Type is measured in points, and a
//! PDF is written in points; the one ratio between the two is exact.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

macro_rules! length {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
        pub struct $name(f64);

        impl $name {
            /// No length at all.
            pub const ZERO: Self = Self(0.0);

            /// Creates a length in this unit.
            pub const fn new(value: f64) -> Self {
                Self(value)
            }

            /// Returns the bare number, in this unit.
            pub const fn get(self) -> f64 {
                self.0
            }

            /// Returns the longer of two.
            #[must_use]
            pub fn max(self, other: Self) -> Self {
                Self(self.0.max(other.0))
            }

            /// Returns the shorter of two.
            #[must_use]
            pub fn min(self, other: Self) -> Self {
                Self(self.0.min(other.0))
            }
        }

        impl Add for $name {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Self(self.0 + other.0)
            }
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: Self) {
                self.0 += other.0;
            }
        }

        impl SubAssign for $name {
            fn sub_assign(&mut self, other: Self) {
                self.0 -= other.0;
            }
        }

        impl Sub for $name {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                Self(self.0 - other.0)
            }
        }

        impl Neg for $name {
            type Output = Self;
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl Mul<f64> for $name {
            type Output = Self;
            fn mul(self, times: f64) -> Self {
                Self(self.0 * times)
            }
        }

        impl Div<f64> for $name {
            type Output = Self;
            fn div(self, by: f64) -> Self {
                Self(self.0 / by)
            }
        }

        /// Returns the ratio of the two.
        impl Div for $name {
            type Output = f64;
            fn div(self, by: Self) -> f64 {
                self.0 / by.0
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = Self>>(lengths: I) -> Self {
                Self(lengths.map(Self::get).sum())
            }
        }
    };
}

length! {
    /// Millimetres.
    Mm
}

length! {
    /// Points of 1/72 inch.
    Pt
}

/// Points in a millimetre: 72 to 25.4, exactly.
const POINTS_PER_MM: f64 = 72.0 / 25.4;

impl Mm {
    /// Formats an excess length for messages: rounded up to a tenth, and never 0.
    pub fn excess(self) -> String {
        format!("{:.1} mm", ((self.get() * 10.0 - 1e-6).ceil() / 10.0).max(0.1))
    }
}

impl Mm {
    /// Converts to points.
    pub const fn to_pt(self) -> Pt {
        Pt(self.0 * POINTS_PER_MM)
    }

    /// Converts to pixels at `dpi` dpi.
    pub const fn to_px(self, dpi: f64) -> f64 {
        self.0 * dpi / 25.4
    }
}

impl Pt {
    /// Converts to millimetres.
    pub const fn to_mm(self) -> Mm {
        Mm(self.0 / POINTS_PER_MM)
    }
}

/// A point, from the upper left corner of its container.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: Mm,
    /// Downwards.
    pub y: Mm,
}

impl Point {
    /// Creates a point in millimetres.
    pub const fn new(x: Mm, y: Mm) -> Self {
        Self { x, y }
    }
}

/// Width and height.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// From left to right.
    pub width: Mm,
    /// From top to bottom.
    pub height: Mm,
}

impl Size {
    /// Creates a size in millimetres.
    pub const fn mm(width: f64, height: f64) -> Self {
        Self { width: Mm::new(width), height: Mm::new(height) }
    }

    /// Swaps width and height.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { width: self.height, height: self.width }
    }

    /// Returns the size with `by` added on all four sides.
    #[must_use]
    pub fn grown(self, by: Mm) -> Self {
        Self { width: self.width + by * 2.0, height: self.height + by * 2.0 }
    }
}

/// An upright rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Its left edge.
    pub x: Mm,
    /// Its upper edge.
    pub y: Mm,
    /// From left to right.
    pub width: Mm,
    /// From top to bottom.
    pub height: Mm,
}

impl Rect {
    /// Creates a rectangle in millimetres: left, top, width, height.
    pub const fn mm(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x: Mm::new(x), y: Mm::new(y), width: Mm::new(width), height: Mm::new(height) }
    }

    /// Creates a rectangle with its upper left corner at `at`.
    pub const fn at(at: Point, size: Size) -> Self {
        Self { x: at.x, y: at.y, width: size.width, height: size.height }
    }

    /// Returns true if two areas share more than an edge.
    pub fn meets(self, other: Self) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    /// Converts to kurbo's rectangle, in millimetres.
    pub fn to_kurbo(self) -> kurbo::Rect {
        kurbo::Rect::new(self.x.get(), self.y.get(), self.right().get(), self.bottom().get())
    }

    /// Returns its right edge.
    pub fn right(self) -> Mm {
        self.x + self.width
    }

    /// Returns its lower edge.
    pub fn bottom(self) -> Mm {
        self.y + self.height
    }

    /// Returns its middle.
    pub fn middle(self) -> Point {
        Point::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Returns only width and height.
    pub const fn size(self) -> Size {
        Size { width: self.width, height: self.height }
    }

    /// Returns the rectangle with `by` added on all four sides.
    #[must_use]
    pub fn grown(self, by: Mm) -> Self {
        Self { x: self.x - by, y: self.y - by, width: self.width + by * 2.0, height: self.height + by * 2.0 }
    }

    /// Returns the smallest rectangle around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let (right, bottom) = (self.right().max(other.right()), self.bottom().max(other.bottom()));
        Self { x, y, width: right - x, height: bottom - y }
    }

    /// True if the other rectangle is inside this one, within a micrometre.
    pub fn holds(self, other: Self) -> bool {
        let slack = Mm::new(1e-3);
        other.x >= self.x - slack
            && other.y >= self.y - slack
            && other.right() <= self.right() + slack
            && other.bottom() <= self.bottom() + slack
    }
}

/// Direction of a rotation by 90 degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum QuarterTurn {
    /// The head goes to the right.
    Clockwise,
    /// The head goes to the left.
    Counterclockwise,
}

impl QuarterTurn {
    /// Returns the transform from an object of a size to the same one turned, both in millimetres from the upper left
    /// corner.
    pub fn affine(self, size: Size) -> kurbo::Affine {
        match self {
            Self::Clockwise => kurbo::Affine::new([0.0, 1.0, -1.0, 0.0, size.height.get(), 0.0]),
            Self::Counterclockwise => kurbo::Affine::new([0.0, -1.0, 1.0, 0.0, 0.0, size.width.get()]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_by_a_hair_is_too_long_by_something() {
        let told = [0.004, 0.3, 0.31, 12.0].map(|length| Mm::new(length).excess());
        assert_eq!(told, ["0.1 mm", "0.3 mm", "0.4 mm", "12.0 mm"]);
    }

    #[test]
    fn a_poker_card_is_180_by_252_points() {
        assert!((Mm::new(63.5).to_pt().get() - 180.0).abs() < 1e-9);
        assert!((Mm::new(88.9).to_pt().get() - 252.0).abs() < 1e-9);
    }

    #[test]
    fn points_and_millimetres_undo_each_other() {
        for value in [0.0, 0.25, 8.5, 63.5, 297.0, 1e6] {
            assert!((Mm::new(value).to_pt().to_mm().get() - value).abs() <= value.abs() * 1e-12);
            assert!((Pt::new(value).to_mm().to_pt().get() - value).abs() <= value.abs() * 1e-12);
        }
    }

    #[test]
    fn an_inch_has_as_many_pixels_as_the_resolution_says() {
        assert!((Mm::new(25.4).to_px(300.0) - 300.0).abs() < 1e-9);
    }

    #[test]
    fn a_rectangle_holds_itself_and_nothing_larger() {
        let card = Rect::mm(0.0, 0.0, 63.5, 88.9);
        assert!(card.holds(card));
        assert!(card.grown(Mm::new(3.0)).holds(card));
        assert!(!card.holds(card.grown(Mm::new(0.1))));
    }
}
