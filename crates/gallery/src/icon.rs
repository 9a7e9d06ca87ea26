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
    /// A mark of a player, as are all below.
    Star,
    /// On a pole.
    Flag,
    /// With three points.
    Crown,
    /// As on cards.
    Heart,
    /// Open.
    Eye,
    /// Without a jaw.
    Skull,
    /// Run half through.
    Hourglass,
    /// To ring.
    Bell,
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
    pub const ALL: [Self; 20] = [
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
        Self::Star,
        Self::Flag,
        Self::Crown,
        Self::Heart,
        Self::Eye,
        Self::Skull,
        Self::Hourglass,
        Self::Bell,
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
            Self::Star => vec![Area(
                "M12.0 1.6L14.9 8.8L22.7 9.3L16.7 14.3L18.6 21.9L12.0 17.7L5.4 21.9L7.3 14.3L1.3 9.3L9.1 8.8Z",
            )],
            Self::Flag => {
                vec![Line("M4.2 2.4V21.8", 2.2), Area("M4.2 2.6C9 0.6 13 6 21.4 3.2V13.4C13 16.2 9 10.8 4.2 12.8Z")]
            }
            Self::Crown => vec![Area("M2 6.4L7.4 11.2L12 3L16.6 11.2L22 6.4L20 17.2H4Z"), Area("M4 18.8H20V21.6H4Z")],
            Self::Heart => {
                vec![Area(
                    "M12 21.6C5 15.8 1.8 12.4 1.8 8.4A5.3 5.3 0 0 1 12 6.2A5.3 5.3 0 0 1 22.2 8.4C22.2 12.4 19 15.8 12 21.6Z",
                )]
            }
            Self::Eye => vec![
                Line("M1.8 12Q6.4 5.4 12 5.4T22.2 12Q17.6 18.6 12 18.6T1.8 12Z", 2.0),
                Area("M12 8.4A3.6 3.6 0 1 1 12 15.6A3.6 3.6 0 1 1 12 8.4Z"),
            ],
            // Eyes and nose run the other way round: they are holes.
            Self::Skull => vec![Area(
                "M12 2C17.6 2 21.4 5.6 21.4 10.6C21.4 13.6 20 15.8 17.6 17.2V21.6H6.4V17.2C4 15.8 2.6 13.6 2.6 10.6\
                 C2.6 5.6 6.4 2 12 2Z\
                 M8 8.6A2.5 2.5 0 1 0 8 13.6A2.5 2.5 0 1 0 8 8.6Z\
                 M16 8.6A2.5 2.5 0 1 0 16 13.6A2.5 2.5 0 1 0 16 8.6Z\
                 M12 13.8L10.6 16.6H13.4Z",
            )],
            Self::Hourglass => vec![
                Line("M4 2.4H20M4 21.6H20", 2.2),
                Line(
                    "M6.2 2.6C6.2 8 10.6 9.6 10.6 12C10.6 14.4 6.2 16 6.2 21.4M17.8 2.6C17.8 8 13.4 9.6 13.4 12C13.4 14.4 17.8 16 17.8 21.4",
                    1.8,
                ),
                Area("M8.6 7.4H15.4L12 11.4ZM12 15.6L16 20.6H8Z"),
            ],
            Self::Bell => vec![
                Area(
                    "M12 2.6C8 2.6 5.6 5.4 5.4 9.4C5.2 13.6 4.6 15 2.6 17.4H21.4C19.4 15 18.8 13.6 18.6 9.4C18.4 5.4 16 2.6 12 2.6Z",
                ),
                Line("M9.6 20.4C10.4 21.9 13.6 21.9 14.4 20.4", 2.0),
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
