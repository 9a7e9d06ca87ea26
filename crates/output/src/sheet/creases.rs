//! Creases of a net: dashes beside flaps that stay white, marks outside the ends of all other creases.

use kurbo::{BezPath, ParamCurveNearest as _, Shape as _};

use super::marks::CutMark;
use crate::game::net::Net;
use crate::units::{Mm, Point};

/// From a net to the marks of its creases.
const OFF: f64 = 0.8;
/// Length of such a mark.
const LENGTH: f64 = 2.2;
/// Clearance of marks from the cut, on both sides.
const CLEAR: f64 = 0.45;

/// The creases of a net, in millimetres from its upper left corner.
pub(super) struct Creases {
    /// Along the whole crease, if a flap on one side stays white.
    pub dashes: Vec<CutMark>,
    /// In the extension of creases between printed panels, wherever the paper is free. Elsewhere the cut has a corner there.
    pub marks: Vec<CutMark>,
}

impl Creases {
    pub fn of(net: &Net) -> Self {
        let outline = net.outline();
        let mut all = Self { dashes: Vec::new(), marks: Vec::new() };
        for crease in net.creases() {
            let line = CutMark { from: crease.from, to: crease.to, fold: true };
            if crease.between.iter().any(|panel| !net.panels[*panel].is_printed) {
                all.dashes.push(line);
            } else {
                all.marks.extend(beyond(crease.to, crease.from, &outline));
                all.marks.extend(beyond(crease.from, crease.to, &outline));
            }
        }
        all
    }
}

/// Returns the mark beyond the end of a crease; `None` if it would be on the net or along its cut.
fn beyond(from: Point, end: Point, outline: &BezPath) -> Option<CutMark> {
    let flat = |point: Point| kurbo::Point::new(point.x.get(), point.y.get());
    let along = (flat(end) - flat(from)).normalize();
    let at = |length: f64| flat(end) + along * length;
    let is_free = |step: u32| {
        let place = at(OFF + LENGTH * f64::from(step) / 10.0);
        let near = outline.segments().map(|segment| segment.nearest(place, 1e-3).distance_sq);
        !outline.contains(place) && near.fold(f64::INFINITY, f64::min) > CLEAR * CLEAR
    };
    let point = |place: kurbo::Point| Point::new(Mm::new(place.x), Mm::new(place.y));
    (0..=10).all(is_free).then(|| CutMark { from: point(at(OFF)), to: point(at(OFF + LENGTH)), fold: true })
}

impl CutMark {
    /// Returns the mark, moved.
    pub(super) fn moved(self, by: Point) -> Self {
        let at = |point: Point| Point::new(point.x + by.x, point.y + by.y);
        Self { from: at(self.from), to: at(self.to), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Source, Span};
    use crate::game::net::{Tuck, die, tuck};
    use crate::units::Size;

    fn at() -> Span {
        Span::file(&Source::new("game.toml", ""))
    }

    #[test]
    fn a_white_flap_is_creased_along_dashes_and_printed_panels_beside_marks() {
        let mut die = die(Mm::new(20.0), at());
        die.panels.iter_mut().for_each(|panel| panel.is_printed = panel.name.is_some());
        let creases = Creases::of(&die);
        assert_eq!(creases.dashes.len(), 7, "one for each tab");
        // Of the five creases between faces, those at the end of the row have paper on both sides.
        assert!(creases.marks.len() >= 2, "{:?}", creases.marks);
        let outline = die.outline();
        for mark in &creases.marks {
            assert!(!outline.contains(kurbo::Point::new(mark.from.x.get(), mark.from.y.get())));
        }
    }

    #[test]
    fn a_box_that_is_printed_nowhere_has_dashes_alone() {
        let content = Size::mm(63.5, 88.9);
        let net = tuck(Tuck { content, depth: Mm::new(20.0), board: Mm::new(0.4), holds: None, notch: true }, at());
        let creases = Creases::of(&net);
        assert_eq!((creases.dashes.len(), creases.marks.len()), (net.panels.len() - 1, 0));
    }
}
