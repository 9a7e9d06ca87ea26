//! Icons on buttons, drawn by code.

use kurbo::{Affine, BezPath, Cap, Join, Point, Stroke, StrokeOpts};

use crate::game::Colour;
use crate::shape::Shape;

/// An icon on a button or beside a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Icon {
    /// Back a step: an arrow bent to the left.
    Undo,
    /// On a step: an arrow bent to the right.
    Redo,
    /// More: three bars.
    Menu,
    /// Dead: two swords crossed.
    Fallen,
    /// Chosen.
    Tick,
    /// Away with it.
    Cross,
    /// One more.
    Plus,
    /// One less.
    Minus,
    /// Becomes: an arrow to the right.
    Arrow,
    /// Light colours.
    Sun,
    /// Dark colours.
    Moon,
    /// Find.
    Lens,
}

/// A part of an icon, in a square of 24 by 24.
enum Part {
    /// An area, as SVG writes its outline.
    Area(&'static str),
    /// A line with round ends, and its width.
    Line(&'static str, f64),
    /// An area turned about a point, in degrees to the right.
    Turned(&'static str, f64, (f64, f64)),
}

/// The side of the square that icons are drawn in.
pub(super) const SIDE: f64 = 24.0;

impl Icon {
    /// All icons.
    pub const ALL: [Self; 12] = [
        Self::Undo,
        Self::Redo,
        Self::Menu,
        Self::Fallen,
        Self::Tick,
        Self::Cross,
        Self::Plus,
        Self::Minus,
        Self::Arrow,
        Self::Sun,
        Self::Moon,
        Self::Lens,
    ];

    fn parts(self) -> Vec<Part> {
        use Part::{Area, Line, Turned};
        match self {
            Self::Undo => vec![Line("M18.6 18.2A7.7 7.7 0 1 0 5.6 12.4", 2.6), Area("M0.6 11.2H10.4L5.5 18.4Z")],
            Self::Redo => vec![Line("M5.4 18.2A7.7 7.7 0 1 1 18.4 12.4", 2.6), Area("M23.4 11.2H13.6L18.5 18.4Z")],
            Self::Menu => vec![Line("M4 5.5H20M4 12H20M4 18.5H20", 2.8)],
            Self::Fallen => {
                let cross = (12.0, 9.4);
                let whole = "M12-2.6L13.9 0.2V16H18.2V18.4H13.2V21.4A2.1 2.1 0 1 1 10.8 21.4V18.4H5.8V16H10.1V0.2Z";
                let over = "M12-2.6L13.9 0.2V6.3H10.1V0.2Z";
                let under = "M10.1 12.5H13.9V16H18.2V18.4H13.2V21.4A2.1 2.1 0 1 1 10.8 21.4V18.4H5.8V16H10.1Z";
                vec![Turned(whole, 45.0, cross), Turned(over, -45.0, cross), Turned(under, -45.0, cross)]
            }
            Self::Tick => vec![Line("M4.8 12.6L10 17.8L19.4 6.6", 3.4)],
            Self::Cross => vec![Line("M4.8 4.8L19.2 19.2M19.2 4.8L4.8 19.2", 3.0)],
            Self::Plus => vec![Line("M12 4V20M4 12H20", 3.4)],
            Self::Minus => vec![Line("M4 12H20", 3.4)],
            Self::Arrow => vec![Line("M3 12H19.6", 2.2), Line("M14.6 6.6L20.6 12L14.6 17.4", 2.2)],
            Self::Sun => vec![
                Area("M12 7.2A4.8 4.8 0 1 1 12 16.8A4.8 4.8 0 1 1 12 7.2Z"),
                Line(
                    "M12 1.8V4M12 20V22.2M1.8 12H4M20 12H22.2M4.8 4.8L6.3 6.3M17.7 17.7L19.2 19.2M4.8 19.2L6.3 17.7\
                     M17.7 6.3L19.2 4.8",
                    1.9,
                ),
            ],
            Self::Moon => vec![Area("M15.2 2.6A9.8 9.8 0 1 0 21.9 15.4A8.4 8.4 0 0 1 15.2 2.6Z")],
            Self::Lens => vec![
                Line("M10.2 4A6.2 6.2 0 1 1 10.2 16.4A6.2 6.2 0 1 1 10.2 4Z", 2.4),
                Line("M14.9 14.9L20.6 20.6", 3.2),
            ],
        }
    }

    /// Returns the icon as areas, in a square of [`SIDE`].
    pub(super) fn shapes(self, colour: Colour) -> Vec<Shape> {
        self.parts().iter().map(|part| Shape { path: outline(part), colour, even_odd: false }).collect()
    }
}

fn outline(part: &Part) -> BezPath {
    // All outlines are written here, and a test reads each.
    let read = |text: &str| BezPath::from_svg(text).unwrap_or_default();
    match part {
        Part::Area(text) => read(text),
        Part::Line(text, width) => line(&read(text), *width, Cap::Round),
        Part::Turned(text, degrees, (x, y)) => {
            Affine::rotate_about(degrees.to_radians(), Point::new(*x, *y)) * read(text)
        }
    }
}

/// Converts a line to an area.
pub(super) fn line(path: &BezPath, width: f64, cap: Cap) -> BezPath {
    /// Far less than a pixel of the largest icon.
    const FINENESS: f64 = 0.01;
    let stroke = Stroke::new(width).with_caps(cap).with_join(Join::Round);
    kurbo::stroke(path, &stroke, &StrokeOpts::default(), FINENESS)
}

#[cfg(test)]
mod tests {
    use kurbo::Shape as _;

    use super::*;

    #[test]
    fn every_sign_fills_its_square_and_stays_inside() {
        for icon in Icon::ALL {
            let shapes = icon.shapes(Colour::Black);
            assert!(shapes.iter().all(|shape| !shape.path.is_empty()), "{icon:?} has a part that cannot be read");
            let bounds = shapes.iter().map(|shape| shape.path.bounding_box()).reduce(|a, b| a.union(b)).unwrap();
            let square = kurbo::Rect::new(0.0, 0.0, SIDE, SIDE);
            assert_eq!(bounds.intersect(square), bounds, "{icon:?}");
            assert!(bounds.width() > 17.0, "{icon:?} is {} wide", bounds.width());
            assert!((bounds.center().x - 12.0).abs() < 1.0, "{icon:?} stands aside");
        }
    }
}
