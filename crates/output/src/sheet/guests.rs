//! Pieces of another outline in the free places of sheets with cards.

use super::grid::Grid;
use super::home::Mirror;
use super::outlines::Cell;
use super::{Backs, CardSides, CropMarks, Home, SheetSide};
use crate::game::{CardFormat, PieceSpec, Sides};
use crate::units::{Point, Rect, Size};

/// Pieces that take free places of others.
#[derive(Clone, Debug)]
pub struct Guests<'a> {
    /// Their outline and sides.
    pub piece: &'a PieceSpec,
    /// Their size.
    pub format: &'a CardFormat,
    /// Every copy.
    pub pairs: Vec<CardSides>,
}

impl Home {
    /// Returns the sides of sheets with cards, and guests in their free places; `None` if there is no room for all.
    pub fn sides_with(
        &self,
        piece: &PieceSpec,
        format: &CardFormat,
        cards: &[CardSides],
        guests: &[Guests<'_>],
    ) -> Option<Vec<SheetSide>> {
        self.in_margin(|home| {
            let mut sides = home.centred_sides(piece, format, cards)?;
            guests.iter().all(|guests| home.seat(&mut sides, format, guests)).then_some(sides)
        })
    }

    /// Adds pieces to the free places of sheets with cards of this format. Returns `false`, and leaves the sheets as
    /// they are, if there is no room for all.
    fn seat(&self, sides: &mut [SheetSide], format: &CardFormat, guests: &Guests<'_>) -> bool {
        let flips = match self.backs {
            Backs::LongEdge | Backs::ShortEdge => true,
            Backs::None => guests.piece.sides == Sides::One,
            Backs::Gutterfold => false,
        };
        let has_backs = guests.piece.sides == Sides::One || sides.iter().any(|side| side.is_back);
        let has_place = flips && has_backs && guests.piece.sides != Sides::Fold && guests.piece.shape.net().is_none();
        let Some(grid) = Grid::fit(self, format).filter(|_| has_place) else { return false };
        let cell = Cell::new(self, guests.piece, guests.format);
        let Some(places) = places(sides, &grid, cell.outer(), guests.pairs.len()) else { return false };
        for (pair, (side, block)) in guests.pairs.iter().zip(places) {
            let middle = block.middle();
            let at = Point::new(middle.x - cell.size.width / 2.0, middle.y - cell.size.height / 2.0);
            sides[side].lay(&cell, pair.front, at, None);
            if guests.piece.sides == Sides::Two {
                let back = &mut sides[side + 1];
                let mirror = Mirror::of(grid.page, self.backs);
                let behind = mirror.behind(grid.page, Rect::at(at, cell.size));
                back.lay(&cell, pair.back, behind, Some(mirror));
                if self.crop_marks == CropMarks::Fronts {
                    back.leave_uncut();
                }
            }
            if self.crop_marks == CropMarks::None {
                sides[side].leave_uncut();
            }
        }
        true
    }
}

/// Returns the sides and rectangles for a number of pieces: one place each, or several in a row.
fn places(sides: &[SheetSide], grid: &Grid, piece: Size, count: usize) -> Option<Vec<(usize, Rect)>> {
    let wide = |from: usize, to: usize| {
        let (first, last) = (grid.cut(from % grid.columns, from / grid.columns), grid.cut(to % grid.columns, 0));
        Rect { width: last.right() - first.x, ..first }
    };
    let span = (1..=grid.columns).find(|span| piece.width <= wide(0, span - 1).width)?;
    if piece.height > grid.card.height {
        return None;
    }
    let mut found: Vec<(usize, Rect)> = Vec::new();
    for (index, side) in sides.iter().enumerate().filter(|(_, side)| !side.is_back) {
        for place in (0..grid.places()).filter(|place| place % grid.columns + span <= grid.columns) {
            let block = wide(place, place + span - 1);
            let is_free = side.placed.iter().all(|placed| !block.meets(placed.cut))
                && found.iter().all(|(other, taken)| *other != index || !block.meets(*taken));
            if is_free && found.len() < count {
                found.push((index, block));
            }
        }
    }
    (found.len() == count).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CutShape;
    use crate::units::Mm;

    fn pairs(first: usize, count: usize) -> Vec<CardSides> {
        (first..first + count).map(|face| CardSides { front: face, back: 1000 + face, own_back: true }).collect()
    }

    #[test]
    fn a_round_marker_and_a_label_take_the_places_that_cards_leave() {
        let home = Home::default();
        let poker = CardFormat::POKER;
        let mut sides = home.sides(&PieceSpec::card(), &poker, &pairs(0, 15)).unwrap();
        let round = PieceSpec { shape: CutShape::Circle, sides: Sides::Two, ..PieceSpec::card() };
        let label = PieceSpec { sides: Sides::One, ..PieceSpec::card() };
        let (small, wide) = (CardFormat::new(Size::mm(45.0, 45.0)), CardFormat::new(Size::mm(100.0, 62.0)));
        assert!(home.seat(&mut sides, &poker, &Guests { piece: &round, format: &small, pairs: pairs(50, 1) }));
        assert!(home.seat(&mut sides, &poker, &Guests { piece: &label, format: &wide, pairs: pairs(60, 1) }));
        assert_eq!(sides.iter().map(|side| side.placed.len()).collect::<Vec<_>>(), [9, 9, 8, 7]);
        let (front, back) = (&sides[2].placed[6], &sides[3].placed[6]);
        assert_eq!((front.face, back.face), (50, 1050));
        assert!((front.cut.x + back.cut.right() - sides[2].page.width).get().abs() < 1e-9, "behind its front");
        for (index, one) in sides[2].placed.iter().enumerate() {
            assert!(sides[2].placed[..index].iter().all(|other| !one.clip.grown(Mm::new(-0.1)).meets(other.clip)));
        }
        let full = sides.clone();
        assert!(!home.seat(&mut sides, &poker, &Guests { piece: &label, format: &wide, pairs: pairs(70, 1) }));
        assert_eq!(sides, full, "no room for another");
    }

    #[test]
    fn guests_keep_the_margin_and_move_with_the_cards() {
        let round = PieceSpec { shape: CutShape::Circle, sides: Sides::Two, ..PieceSpec::card() };
        let small = CardFormat::new(Size::mm(45.0, 45.0));
        let sides = |home: &Home| {
            let guests = Guests { piece: &round, format: &small, pairs: pairs(50, 1) };
            home.sides_with(&PieceSpec::card(), &CardFormat::POKER, &pairs(0, 3), &[guests]).expect("room")
        };
        let offset = Point::new(Mm::new(3.0), Mm::new(2.0));
        let (plain, moved) = (sides(&Home::default()), sides(&Home { offset, ..Home::default() }));
        for (plain, moved) in plain[0].placed.iter().zip(&moved[0].placed) {
            assert_eq!(moved.cut, Rect { x: plain.cut.x + offset.x, y: plain.cut.y + offset.y, ..plain.cut });
        }
        let wide = sides(&Home { margin: Some(Mm::new(35.0)), ..Home::default() });
        let room = Rect::at(Point::default(), wide[0].page).grown(Mm::new(-35.0));
        assert!(wide[0].placed.len() == 4 && wide[0].placed.iter().all(|placed| room.holds(placed.cut)));
    }
}
