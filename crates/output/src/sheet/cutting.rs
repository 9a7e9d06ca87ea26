//! Sheets that a machine cuts: where its knife goes, where it creases, and the marks by which it finds the sheet.

use kurbo::{Affine, BezPath, PathEl, Point as Place, Shape as _};

use super::{Backs, CardSides, CropMarks, Home, Paper, Placed, PlacementError, SheetSide};
use crate::game::net::Net;
use crate::game::{CardFormat, Pack, PieceSpec, Sides};
use crate::units::{Mm, Point, Rect, Size};

/// Cuts and creases that a machine makes on a sheet, in millimetres from the upper left corner of its front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CutLines {
    /// Along these it cuts.
    pub cuts: Vec<BezPath>,
    /// Along these it creases: from one end to the other.
    pub creases: Vec<[Place; 2]>,
}

/// Sheets to be printed and cut by a machine.
#[derive(Clone, Debug, PartialEq)]
pub struct CuttingSheet {
    /// The sides to print, alternating fronts and backs if there are backs.
    pub sides: Vec<SheetSide>,
    /// Cut lines of each sheet.
    pub lines: Vec<CutLines>,
    /// The marks by which a camera finds each sheet: filled areas on its front. Sheets all lie the same way.
    pub marks: Vec<Rect>,
}

/// From the paper's edge to the registration marks.
const INSET: Mm = Mm::new(6.0);
/// The mark in the upper left corner is a square.
const SQUARE: Mm = Mm::new(5.0);
/// Corner marks are angles: length of their arms, and their line width.
const ARM: Mm = Mm::new(10.0);
const THICK: Mm = Mm::new(0.5);
/// White space around a mark.
const CLEAR: Mm = Mm::new(1.5);
/// Minimum gap between two cuts, so that each piece has its bleed.
const GAP: Mm = Mm::new(2.0);

impl Home {
    /// Makes sheets for a machine that cuts along any outline: as for a printer at home, with space for registration
    /// marks.
    ///
    /// # Errors
    /// A piece is larger than the paper.
    pub fn cutting(
        &self,
        piece: &PieceSpec,
        format: &CardFormat,
        cards: &[CardSides],
    ) -> Result<CuttingSheet, PlacementError> {
        /// Maximum depth of the marks along each edge, in millimetres.
        const MOST: i32 = 16;
        let flip = if self.backs == Backs::Gutterfold { Backs::LongEdge } else { self.backs };
        let home = Self { backs: flip, gap: self.gap.at_least(GAP), crop_marks: CropMarks::Fronts, ..*self };
        let paper = self.paper.size();
        for inset in (0..=MOST).map(|inset| Mm::new(f64::from(inset))) {
            let smaller = Paper::Other(paper.grown(-inset));
            let Ok(mut sides) = (Self { paper: smaller, ..home }).sides(piece, format, cards) else { break };
            sides.iter_mut().for_each(|side| side.lay_on_larger(inset));
            let Some(page) = sides.first().map(|side| side.page) else { break };
            let marks = registration(page);
            let is_free = |mark: &Rect| {
                sides.iter().flat_map(|side| &side.placed).all(|placed| !mark.grown(CLEAR).meets(placed.clip))
            };
            if marks.iter().all(is_free) {
                let fronts = sides.iter().filter(|side| !side.is_back);
                let lines = fronts.map(|side| side.cut_lines(piece, format)).collect();
                return Ok(CuttingSheet { sides, lines, marks });
            }
        }
        // Reported like a sheet for home, if that doesn't fit either.
        home.sides(piece, format, cards)?;
        Err(self.unplaceable(piece, format))
    }
}

/// Returns a square and two angles: their distances show a camera the position and rotation of the sheet.
fn registration(page: Size) -> Vec<Rect> {
    let at = |x: Mm, y: Mm, width: Mm, height: Mm| Rect { x, y, width, height };
    let (right, bottom) = (page.width - INSET, page.height - INSET);
    vec![
        at(INSET, INSET, SQUARE, SQUARE),
        at(right - ARM, INSET, ARM, THICK),
        at(right - THICK, INSET, THICK, ARM),
        at(INSET, bottom - THICK, ARM, THICK),
        at(INSET, bottom - ARM, THICK, ARM),
    ]
}

impl SheetSide {
    /// Centres the whole side on a sheet that is larger at each edge.
    fn lay_on_larger(&mut self, by: Mm) {
        self.page = self.page.grown(by);
        // A machine needs none of these.
        self.outlines.clear();
        self.creases.clear();
        self.marks.clear();
        self.blanks.clear();
        self.move_by(Point::new(by, by));
    }

    /// Returns the lines along which the pieces on a side are cut and creased.
    fn cut_lines(&self, piece: &PieceSpec, format: &CardFormat) -> CutLines {
        let mut lines = CutLines::default();
        for placed in &self.placed {
            if matches!(piece.pack, Pack::Tile(_)) {
                lines.cuts.push(part(placed));
                continue;
            }
            let there = place(placed);
            let outline = there * piece.shape.cut_out(format);
            match piece.sides {
                // Both halves are cut as one, and creased where they meet.
                Sides::Fold => lines.halve(&outline, there * Place::ORIGIN),
                _ => lines.cuts.push(outline),
            }
            for crease in piece.shape.net().into_iter().flat_map(Net::creases) {
                let end = |at: Point| there * Place::new(at.x.get(), at.y.get());
                lines.creases.push([end(crease.from), end(crease.to)]);
            }
        }
        lines.creases.dedup();
        lines
    }
}

/// Returns the transform from the millimetres of a piece to those of the sheet.
fn place(placed: &Placed) -> Affine {
    let cut = placed.cut;
    if placed.turned {
        Affine::new([-1.0, 0.0, 0.0, -1.0, cut.right().get(), cut.bottom().get()])
    } else {
        Affine::translate((cut.x.get(), cut.y.get()))
    }
}

/// Returns the cut lines of a board that is on several sheets: its own edges, and those of the part.
fn part(placed: &Placed) -> BezPath {
    let (cut, clip) = (placed.cut, placed.clip);
    let (x0, y0) = (cut.x.max(clip.x).get(), cut.y.max(clip.y).get());
    let (x1, y1) = (cut.right().min(clip.right()).get(), cut.bottom().min(clip.bottom()).get());
    kurbo::Rect::new(x0, y0, x1, y1).to_path(0.01)
}

impl CutLines {
    /// Adds one half of a piece that is folded along a vertical or horizontal line through a point. That line is
    /// creased, not cut.
    fn halve(&mut self, outline: &BezPath, fold: Place) {
        let on_fold = |at: Place| (at.y - fold.y).abs() < 1e-6;
        let mut open = BezPath::new();
        let mut lifted = true;
        for segment in outline.segments() {
            let is_line = matches!(segment, kurbo::PathSeg::Line(_));
            let (from, to) = (kurbo::ParamCurve::start(&segment), kurbo::ParamCurve::end(&segment));
            // A corner without a radius has an arc of no length.
            if from.distance(to) < 1e-6 {
                continue;
            }
            if is_line && on_fold(from) && on_fold(to) {
                let ends = if from.x < to.x { [from, to] } else { [to, from] };
                let known = |other: &[Place; 2]| other[0].distance(ends[0]) < 1e-6 && other[1].distance(ends[1]) < 1e-6;
                if !self.creases.iter().any(known) {
                    self.creases.push(ends);
                }
                lifted = true;
                continue;
            }
            if std::mem::take(&mut lifted) {
                open.move_to(from);
            }
            open.push(match segment {
                kurbo::PathSeg::Line(line) => PathEl::LineTo(line.p1),
                kurbo::PathSeg::Quad(quad) => PathEl::QuadTo(quad.p1, quad.p2),
                kurbo::PathSeg::Cubic(cubic) => PathEl::CurveTo(cubic.p1, cubic.p2, cubic.p3),
            });
        }
        self.cuts.push(open);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CutShape;

    fn deck(count: usize) -> Vec<CardSides> {
        (0..count).map(|card| CardSides { front: card, back: 1000 + card, own_back: true }).collect()
    }

    #[test]
    fn registration_marks_keep_clear_of_all_pieces() {
        for paper in [Paper::A4.landscape()].into_iter().chain(Paper::NAMED) {
            for (shape, size, sides) in [
                (CutShape::Rect, Size::mm(63.5, 88.9), Sides::Two),
                (CutShape::Circle, Size::mm(25.0, 25.0), Sides::Two),
                (CutShape::Hexagon, Size::mm(30.0, 34.64), Sides::One),
                (CutShape::Rect, Size::mm(25.0, 40.0), Sides::Fold),
            ] {
                let piece = PieceSpec { shape, sides, ..PieceSpec::card() };
                let home = Home { paper, ..Home::default() };
                let sheets = home.cutting(&piece, &CardFormat::new(size), &deck(40)).expect("they fit");
                assert_eq!(sheets.lines.len(), Home::sheets(&sheets.sides));
                let page = sheets.sides[0].page;
                let paper = paper.size();
                assert_eq!(
                    page.width.max(page.height),
                    paper.width.max(paper.height),
                    "the paper is as large as it was"
                );
                if paper.width > paper.height {
                    assert_eq!(page, paper, "and in landscape");
                }
                let paper = home.paper;
                for side in &sheets.sides {
                    for placed in &side.placed {
                        assert!(
                            sheets.marks.iter().all(|mark| !mark.grown(Mm::new(1.4)).meets(placed.clip)),
                            "{paper:?}"
                        );
                    }
                }
                let cut: usize = sheets.lines.iter().map(|lines| lines.cuts.len()).sum();
                assert_eq!(cut, if sides == Sides::Fold { 80 } else { 40 });
            }
        }
    }

    #[test]
    fn a_standee_is_creased_where_its_halves_meet_and_cut_nowhere_else_across() {
        let piece = PieceSpec { sides: Sides::Fold, ..PieceSpec::card() };
        let format = CardFormat { corner: Mm::ZERO, ..CardFormat::new(Size::mm(25.0, 40.0)) };
        let sheets = Home::default().cutting(&piece, &format, &deck(1)).expect("it fits");
        let [lines] = sheets.lines.as_slice() else { panic!("one sheet") };
        assert_eq!((lines.cuts.len(), lines.creases.len()), (2, 1));
        let [from, to] = lines.creases[0];
        assert!((to.x - from.x - 25.0).abs() < 1e-6 && (from.y - to.y).abs() < 1e-6);
        let bounds = lines.cuts[0].bounding_box().union(lines.cuts[1].bounding_box());
        assert!((bounds.height() - 80.0).abs() < 1e-6 && (bounds.center().y - from.y).abs() < 1e-6);
        for cut in &lines.cuts {
            let across = cut.segments().filter(|segment| {
                let (a, b) = (kurbo::ParamCurve::start(segment), kurbo::ParamCurve::end(segment));
                (a.y - from.y).abs() < 1e-6 && (b.y - from.y).abs() < 1e-6
            });
            assert_eq!(across.count(), 0);
        }
    }
}
