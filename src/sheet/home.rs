//! Sheets for a printer at home.

use super::fold::fold;
use super::grid::{GAP, Grid};
use super::marks::{cut_marks, margin};
use super::{Flip, Pair, Paper, Placed, Side};
use crate::game::CardFormat;
use crate::units::Mm;

/// How a deck is laid onto paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Home {
    /// The paper.
    pub paper: Paper,
    /// How the back gets behind the front.
    pub flip: Flip,
    /// The most that is left between two cards; half of it is bleed.
    pub gap: Mm,
}

impl Default for Home {
    fn default() -> Self {
        Self { paper: Paper::default(), flip: Flip::default(), gap: GAP }
    }
}

/// A card that is larger than the paper.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("a card of {} × {} mm does not fit on {} paper", .0.size.width.get(), .0.size.height.get(), .1.name())]
pub struct Unplaceable(CardFormat, Paper);

impl Home {
    /// The sides to be printed, in the order of the pages.
    ///
    /// # Errors
    /// A card that is larger than the paper.
    pub fn sides(&self, format: &CardFormat, cards: &[Pair]) -> Result<Vec<Side>, Unplaceable> {
        if self.flip == Flip::Fold {
            return fold(self.paper.size(), format, self.gap, cards).ok_or(Unplaceable(*format, self.paper));
        }
        let grid = Grid::fit(self.paper.size(), format, self.gap).ok_or(Unplaceable(*format, self.paper))?;
        let fronts: Vec<usize> = cards.iter().map(|pair| pair.front).collect();
        let mut sides = Vec::new();
        match self.flip {
            Flip::None => {
                let own: Vec<usize> = cards.iter().filter(|pair| pair.own_back).map(|pair| pair.back).collect();
                for faces in fronts.chunks(grid.places()).chain(own.chunks(grid.places())) {
                    sides.push(side(&grid, format, faces, sides.len() + 1, None));
                }
            }
            flip => {
                let backs: Vec<usize> = cards.iter().map(|pair| pair.back).collect();
                let sheets = fronts.chunks(grid.places()).zip(backs.chunks(grid.places()));
                let mirror = Mirror::of(&grid, flip);
                for (number, (fronts, backs)) in (1..).zip(sheets) {
                    sides.push(side(&grid, format, fronts, number, None));
                    sides.push(side(&grid, format, backs, number, Some(mirror)));
                }
            }
        }
        Ok(sides)
    }

    /// Sheets of paper that some sides take.
    pub fn sheets(sides: &[Side]) -> usize {
        sides.iter().filter(|side| !side.is_back).count()
    }
}

/// What turning the paper over does to the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mirror {
    /// Turned over an upright edge: the columns are mirrored, heads stay up.
    Columns,
    /// Turned over a lying edge: the rows are mirrored, heads go down.
    Rows,
}

impl Mirror {
    /// The long edge of an upright page is upright, that of a lying page lies.
    fn of(grid: &Grid, flip: Flip) -> Self {
        let lying = grid.page.width > grid.page.height;
        if (flip == Flip::Short) == lying { Self::Columns } else { Self::Rows }
    }
}

/// One side; a back is mirrored for the flip that brings it behind its front.
fn side(grid: &Grid, format: &CardFormat, faces: &[usize], sheet: usize, behind: Option<Mirror>) -> Side {
    let place = |(place, face): (usize, &usize)| {
        let (column, row) = grid.cell(place);
        let (column, row) = match behind {
            Some(Mirror::Columns) => (grid.columns - 1 - column, row),
            Some(Mirror::Rows) => (column, grid.rows - 1 - row),
            None => (column, row),
        };
        let cut = grid.cut(column, row);
        Placed { face: *face, cut, turned: behind == Some(Mirror::Rows), clip: grid.clip(cut, format.bleed) }
    };
    let outer = outer(grid, format);
    Side {
        page: grid.page,
        placed: faces.iter().enumerate().map(place).collect(),
        marks: if behind.is_none() { cut_marks(grid, outer) } else { Vec::new() },
        margin: margin(grid, outer),
        sheet,
        is_back: behind.is_some(),
    }
}

/// How far the bleed reaches beyond the grid.
fn outer(grid: &Grid, format: &CardFormat) -> Mm {
    (grid.gap.0.max(grid.gap.1) / 2.0).min(format.bleed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Point;

    fn deck(count: usize) -> Vec<Pair> {
        (0..count).map(|card| Pair { front: card, back: 1000 + card, own_back: card % 10 == 0 }).collect()
    }

    /// Where a place of the sheet lies, seen from the back after the flip.
    fn through(side: &Side, flip: Flip, at: Point) -> Point {
        match flip {
            Flip::Long => Point::new(side.page.width - at.x, at.y),
            _ => Point::new(at.x, side.page.height - at.y),
        }
    }

    #[test]
    fn a_deck_of_128_takes_15_sheets() {
        for paper in [Paper::A4, Paper::Letter] {
            let home = Home { paper, ..Home::default() };
            let sides = home.sides(&CardFormat::POKER, &deck(128)).unwrap();
            assert_eq!((sides.len(), Home::sheets(&sides)), (30, 15));
            assert_eq!(sides.iter().filter(|side| !side.is_back).map(|side| side.placed.len()).sum::<usize>(), 128);
        }
    }

    #[test]
    fn behind_every_front_lies_its_own_back() {
        for (paper, flip) in [
            (Paper::A4, Flip::Long),
            (Paper::A4, Flip::Short),
            (Paper::Letter, Flip::Long),
            (Paper::Letter, Flip::Short),
        ] {
            let home = Home { paper, flip, ..Home::default() };
            let sides = home.sides(&CardFormat::POKER, &deck(128)).unwrap();
            for pair in sides.chunks(2) {
                let [front, back] = pair else { panic!("an odd side") };
                for placed in &front.placed {
                    let behind = through(front, flip, placed.cut.middle());
                    let near = |other: &&Placed| {
                        let middle = other.cut.middle();
                        (middle.x - behind.x).get().abs() < 1e-9 && (middle.y - behind.y).get().abs() < 1e-9
                    };
                    let found = back.placed.iter().find(near).expect("a back behind the front");
                    assert_eq!(found.face, placed.face + 1000);
                    // The back's head is behind the front's head: a place above the middle stays above it.
                    let head = Side::point(placed, Point::new(placed.cut.width / 2.0, Mm::ZERO));
                    let behind_head = through(front, flip, head);
                    let back_head = Side::point(found, Point::new(placed.cut.width / 2.0, Mm::ZERO));
                    assert!((behind_head.y - back_head.y).get().abs() < 1e-9, "{flip:?}");
                }
            }
        }
    }

    #[test]
    fn without_a_flip_only_own_backs_are_printed() {
        let home = Home { flip: Flip::None, ..Home::default() };
        let sides = home.sides(&CardFormat::POKER, &deck(20)).unwrap();
        let faces: Vec<usize> = sides.iter().flat_map(|side| &side.placed).map(|placed| placed.face).collect();
        assert_eq!(faces.len(), 22);
        assert_eq!(faces[20..], [1000, 1010]);
    }

    #[test]
    fn marks_touch_no_card() {
        for flip in [Flip::Long, Flip::Fold] {
            let sides = Home { flip, ..Home::default() }.sides(&CardFormat::POKER, &deck(9)).unwrap();
            assert!(!sides[0].marks.is_empty());
            for mark in sides[0].marks.iter().filter(|mark| !mark.fold) {
                for placed in &sides[0].placed {
                    let clip = placed.clip;
                    for end in [mark.from, mark.to] {
                        let inside = end.x > clip.x && end.x < clip.right() && end.y > clip.y && end.y < clip.bottom();
                        assert!(!inside, "{mark:?} lies in {clip:?}");
                    }
                }
            }
        }
    }
}
