//! Sides of sheets as pages: faces in their places, marks, and a line of words with a ruler.

use std::sync::Arc;

use super::pages::{Page, Placement, Stroke};
use crate::sheet::{CutMark, Margin, Placed, RULER, SheetSide};
use crate::units::{Mm, Point, Pt};

/// Width of marks: as fine as a printer draws, and seen when cutting.
const HAIRLINE: Pt = Pt::new(0.35);

/// Makes pages for sides. Scene `around` holds the content around the cards of the first side; the others follow.
pub fn sheet_pages(sides: &[SheetSide], around: usize) -> Vec<Page> {
    // Fronts have the same lines, and backs.
    let mut known: Vec<Arc<[Stroke]>> = Vec::new();
    (around..)
        .zip(sides)
        .map(|(around, side)| {
            let mut placed: Vec<Placement> = side.placed.iter().map(Placement::from).collect();
            placed.push(Placement { scene: around, ..Placement::default() });
            let mark = |mark: &CutMark| Stroke::mark(mark, false);
            let mut strokes: Vec<Stroke> = side.creases.iter().map(|crease| Stroke::mark(crease, true)).collect();
            strokes.extend(side.marks.iter().map(mark));
            if !side.is_back {
                strokes.extend(ruler(side));
            }
            let strokes = match known.iter().find(|known| ***known == *strokes) {
                Some(known) => Arc::clone(known),
                None => {
                    known.push(strokes.into());
                    Arc::clone(&known[known.len() - 1])
                }
            };
            Page { size: side.page, outlines: side.outlines.clone(), placed, strokes, ..Page::default() }
        })
        .collect()
}

impl From<&Placed> for Placement {
    /// Creates a face in its place on a side.
    fn from(placed: &Placed) -> Self {
        Self {
            scene: placed.face,
            at: SheetSide::point(placed, Point::default()),
            turned: placed.turned,
            clip: Some(placed.clip),
            outline: placed.outline.clone(),
            structure: 0,
        }
    }
}

impl Stroke {
    fn mark(mark: &CutMark, cased: bool) -> Self {
        Self { from: mark.from, to: mark.to, width: HAIRLINE, dashed: mark.fold, cased }
    }
}

/// Draws 100 mm with a tick every ten, at the end of the margin's strip.
fn ruler(side: &SheetSide) -> Vec<Stroke> {
    const TICKS: u32 = 10;
    let margin = &side.margin;
    let start = margin.length() - RULER;
    let line = |from: (Mm, Mm), to: (Mm, Mm)| Stroke {
        from: margin.point(from.0, from.1),
        to: margin.point(to.0, to.1),
        width: HAIRLINE,
        dashed: false,
        cased: false,
    };
    let mut strokes = vec![line((start, Margin::LINE), (start + RULER, Margin::LINE))];
    strokes.extend((0..=TICKS).map(|tick| {
        let at = start + RULER * (f64::from(tick) / f64::from(TICKS));
        let length = if tick % 5 == 0 { Margin::TICK.1 } else { Margin::TICK.0 };
        line((at, Margin::LINE), (at, Margin::LINE + length))
    }));
    strokes
}
