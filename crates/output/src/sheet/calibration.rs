//! The sheet that measures a printer's backs: a vernier across and one down in each corner.
//!
//! The front has a scale of whole millimetres, the back one of 1.1 mm. Seen against the light, the middle line of the
//! back's scale shows whole millimetres, and the line that meets one of the front shows the tenths.

use crate::units::{Mm, Point, Size};

/// In which direction a vernier measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

/// A scale in front and one behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vernier {
    /// In which direction it measures.
    pub axis: Axis,
    /// Point where the middles of both scales coincide on an exact printer.
    pub at: Point,
    /// True if its lines point right or down, rather than left or up: away from the paper's edge.
    pub inwards: bool,
}

/// A line of a scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tick {
    /// One end.
    pub from: Point,
    /// The other.
    pub to: Point,
    /// True if it is to be seen first.
    pub bold: bool,
}

/// A number beside a scale.
#[derive(Clone, Debug, PartialEq)]
pub struct TickLabel {
    /// Its middle.
    pub at: Point,
    /// Content.
    pub words: String,
}

/// The reading of a vernier whose sides meet.
pub const MEETS: f64 = 10.0;
/// From the middle of the front's scale to its ends, in millimetres: 10 numbered ones, and space for the back's scale.
const REACH: i32 = 16;
/// From one line of the back's scale to the next, in millimetres.
pub(super) const STEP: f64 = 1.1;
/// Distance of a vernier's middle from the paper's edge; `ALONG` it for the scale in the corner and for the other.
const ASIDE: f64 = 16.0;
const ALONG: [f64; 2] = [22.0, 54.0];
/// Lines of the front reach this far to both sides, those of the back to one.
const OUTER: f64 = 6.0;
const INNER: f64 = 12.0;
pub(super) const BACK: f64 = 6.0;

/// Returns the verniers of a sheet in the order of the readings: the corners from the upper left by rows, in each first
/// across, then down. `None` for a page that is too small for them.
pub fn verniers(page: Size) -> Option<[Vernier; 8]> {
    let (width, height) = (page.width.get(), page.height.get());
    let needs = 2.0 * (ALONG[1] + f64::from(REACH) + 1.0);
    if height < needs || width < 2.0 * (ALONG[0] + f64::from(REACH) + 1.0) {
        return None;
    }
    let near = |from: f64, whole: f64, far: bool| if far { whole - from } else { from };
    let corner = |right: bool, low: bool| {
        let across = Point::new(Mm::new(near(ALONG[0], width, right)), Mm::new(near(ASIDE, height, low)));
        let down = Point::new(Mm::new(near(ASIDE, width, right)), Mm::new(near(ALONG[1], height, low)));
        [
            Vernier { axis: Axis::Across, at: across, inwards: !low },
            Vernier { axis: Axis::Down, at: down, inwards: !right },
        ]
    };
    let [[a, b], [c, d], [e, f], [g, h]] =
        [corner(false, false), corner(true, false), corner(false, true), corner(true, true)];
    Some([a, b, c, d, e, f, g, h])
}

impl Vernier {
    /// Returns a point `along` the scale and `aside` of it, away from the paper's edge; in millimetres.
    pub fn point(&self, along: f64, aside: f64) -> Point {
        let aside = if self.inwards { aside } else { -aside };
        let (x, y) = match self.axis {
            Axis::Across => (along, aside),
            Axis::Down => (aside, along),
        };
        Point::new(self.at.x + Mm::new(x), self.at.y + Mm::new(y))
    }

    /// Returns the point where the back's scale is compared with the front's: `tenths` is the line that meets one, -4
    /// to 5.
    pub(super) fn compared(&self, tenths: f64) -> Point {
        self.point(-STEP * tenths, BACK / 2.0)
    }

    /// Returns the scale in front, with its numbers.
    pub fn front(&self) -> (Vec<Tick>, Vec<TickLabel>) {
        let (mut ticks, mut labels) = (Vec::new(), Vec::new());
        for mark in -REACH..=REACH {
            let (along, bold) = (f64::from(mark), mark % 5 == 0);
            let outer = if bold { OUTER + 1.2 } else { OUTER };
            ticks.push(Tick { from: self.point(along, -outer), to: self.point(along, INNER), bold });
            if bold && mark.abs() <= 10 {
                let words = format!("{}", mark + 10);
                labels.push(TickLabel { at: self.point(along, -outer - 1.7), words });
            }
        }
        (ticks, labels)
    }

    /// Returns the scale behind, seen through the paper, with its numbers.
    pub fn back(&self) -> (Vec<Tick>, Vec<TickLabel>) {
        let (mut ticks, mut labels) = (Vec::new(), Vec::new());
        for mark in -4..=5 {
            let along = -STEP * f64::from(mark);
            let beyond = if mark == 0 { BACK + 2.5 } else { BACK };
            ticks.push(Tick { from: self.point(along, 0.0), to: self.point(along, beyond), bold: true });
            // Every other number: all of them would run into each other.
            if mark % 2 == 0 && mark != 0 {
                let words = format!("{}", (mark + 10) % 10);
                labels.push(TickLabel { at: self.point(along, BACK + 1.5), words });
            }
        }
        (ticks, labels)
    }
}
