//! Front and back on one side of the paper, mirrored at a fold.

use super::grid::{EDGE, Grid};
use super::marks::{CLEAR, CutMark, Margin, Marks, margin};
use super::{CardSides, Home, Placed, SheetSide};
use crate::game::CardFormat;
use crate::units::{Point, Size};

/// Sides for one-sided printing: fronts on one half of the page, backs mirrored on the other.
///
/// `None` if a card does not fit on half a page.
pub(super) fn fold(home: &Home, format: &CardFormat, cards: &[CardSides]) -> Option<Vec<SheetSide>> {
    let across = |page: Size| {
        // An even number of columns about the fold.
        let mut grid = Grid::on(page, home, format)?;
        grid.columns -= grid.columns % 2;
        (grid.columns > 0).then_some(grid)
    };
    let grid = home.paper.lay_out(across, Grid::places)?;
    let half = grid.columns / 2;
    let outer = grid.outer(format.bleed);
    let margin = margin(&grid, outer);
    let side = |(number, pairs): (usize, Vec<CardSides>)| {
        let mut placed = Vec::with_capacity(pairs.len() * 2);
        for (place, pair) in pairs.iter().enumerate() {
            let (column, row) = (place % half, place / half);
            for (face, column) in [(pair.front, column), (pair.back, grid.columns - 1 - column)] {
                let cut = grid.cut(column, row);
                placed.push(Placed { face, cut, turned: false, clip: grid.clip(cut, format.bleed), outline: None });
            }
        }
        let mut marks = Marks::new(&grid, outer, &margin);
        marks.lines.push(fold_line(grid.page, &margin));
        SheetSide {
            page: grid.page,
            placed,
            outlines: Vec::new(),
            creases: Vec::new(),
            marks: marks.lines,
            blanks: marks.blanks,
            margin,
            sheet: number,
            is_back: false,
        }
    };
    Some((1..).zip(home.order.sheets(cards, half * grid.rows)).map(side).collect())
}

/// Returns the line through the middle of the page, up to the words.
fn fold_line(page: Size, margin: &Margin) -> CutMark {
    let x = page.width / 2.0;
    let bottom = if margin.upwards { page.height - EDGE } else { margin.strip.y - CLEAR };
    CutMark { from: Point::new(x, EDGE), to: Point::new(x, bottom), fold: true }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn the_back_is_the_fronts_mirror_image_at_the_fold() {
        let cards: Vec<CardSides> =
            (0..9).map(|card| CardSides { front: card, back: 100 + card, own_back: false }).collect();
        let sides = fold(&Home::default(), &CardFormat::POKER, &cards).unwrap();
        assert_eq!(sides.len(), 3, "four cards a sheet");
        for side in &sides {
            for pair in side.placed.chunks(2) {
                let [front, back] = pair else { panic!("a front without a back") };
                assert_eq!(back.face, front.face + 100);
                let mirrored = side.page.width - front.cut.right();
                assert!((mirrored - back.cut.x).get().abs() < 1e-9);
                assert_eq!(front.cut.y, back.cut.y);
            }
        }
    }
}
