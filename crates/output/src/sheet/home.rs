//! Sheets for a printer at home.

use super::fold::fold;
use super::grid::{EDGE, FixedGrid, Gap, Grid};
use super::marks::{Marks, margin};
use super::{Backs, CardSides, Paper, Placed, SheetSide, outlines, tiles};
use crate::game::{CardFormat, CutShape, Pack, PieceSpec, Sides};
use crate::units::{Mm, Point, Rect, Size};

/// Layout of a deck for a home printer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Home {
    /// The paper.
    pub paper: Paper,
    /// How backs are printed.
    pub backs: Backs,
    /// Maximum gap between two cards; half of it is bleed.
    pub gap: Gap,
    /// Columns and rows of cards; as many as fit if not set.
    pub grid: Option<FixedGrid>,
    /// Order of the cards on the sheets.
    pub order: SheetOrder,
    /// Location of crop marks.
    pub crop_marks: CropMarks,
    /// Unprinted edge of the paper; 4.5 mm if not set.
    pub margin: Option<Mm>,
    /// Shift of the fronts to the right and down; backs shift along.
    pub offset: Point,
}

/// The sides of a sheet with crop marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CropMarks {
    /// Only on the front, where people cut.
    #[default]
    Fronts,
    /// On backs too, to see how well the two sides meet.
    Both,
    /// None, for card stock that is cut already.
    None,
}

/// Order of the cards on the sheets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SheetOrder {
    /// Sheet by sheet, row by row.
    #[default]
    Rows,
    /// Position by position, through all sheets: if the pile of sheets is cut at once, each stack is in the order of
    /// the cards.
    Stack,
}

impl SheetOrder {
    /// Returns the cards of each sheet, in the order of its places.
    pub(super) fn sheets<T: Copy>(self, cards: &[T], places: usize) -> Vec<Vec<T>> {
        match self {
            Self::Rows => cards.chunks(places).map(<[T]>::to_vec).collect(),
            Self::Stack => {
                let sheets = cards.len().div_ceil(places);
                (0..sheets).map(|sheet| cards.iter().skip(sheet).step_by(sheets).copied().collect()).collect()
            }
        }
    }
}

/// A piece that is larger than the paper, or columns and rows that are.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{what} doesn't fit on {} paper{}", .paper.title(), instead(.others))]
pub struct PlacementError {
    /// The piece and its size.
    what: String,
    paper: Paper,
    /// Papers on which it does.
    others: Vec<Paper>,
}

/// Returns the papers that it does fit on, as a hint.
fn instead(others: &[Paper]) -> String {
    others
        .first()
        .map_or_else(String::new, |paper| format!("; it does on {}: `--paper {}`", paper.title(), paper.name()))
}

impl Home {
    /// Returns the sides to print, in the order of the pages.
    ///
    /// # Errors
    /// A piece that is larger than the paper.
    pub fn sides(
        &self,
        piece: &PieceSpec,
        format: &CardFormat,
        cards: &[CardSides],
    ) -> Result<Vec<SheetSide>, PlacementError> {
        self.try_sides(piece, format, cards).ok_or_else(|| self.unplaceable(piece, format))
    }

    /// Returns the error of a piece that is larger than the paper.
    pub(super) fn unplaceable(&self, piece: &PieceSpec, format: &CardFormat) -> PlacementError {
        let larger = |paper: &Paper| *paper != self.paper && Self { paper: *paper, ..*self }.fits(piece, format);
        let others = std::iter::once(self.paper.upright()).chain(Paper::NAMED).filter(larger).collect();
        let size = format!("{:.1} × {:.1} mm", format.size.width.get(), format.size.height.get());
        let what = match self.grid.filter(|_| Self::is_in_rows(piece)) {
            Some(FixedGrid { columns, rows, exact_gap }) => {
                let Gap { across, down } = self.gap;
                let apart = format!(" with gaps of {} and {} mm", across.get(), down.get());
                let apart = if exact_gap { apart } else { String::new() };
                format!("a grid of {columns} × {rows} {} of {size}{apart}", piece.plural)
            }
            None => format!("a {} of {size}", piece.name),
        };
        let margin = self.margin.map(|margin| format!(" with a margin of {} mm", margin.get()));
        let Point { x, y } = self.offset;
        let offset =
            (self.offset != Point::default()).then(|| format!(" at an offset of {} and {} mm", x.get(), y.get()));
        let what = [Some(what), margin, offset].into_iter().flatten().collect();
        PlacementError { what, paper: self.paper, others }
    }

    /// True if pieces are in rows and columns on a sheet, which options can then set.
    pub fn is_in_rows(piece: &PieceSpec) -> bool {
        let is_alone = matches!(piece.pack, Pack::Tile(_) | Pack::Alone | Pack::Page);
        piece.shape == CutShape::Rect && piece.sides != Sides::Fold && !is_alone
    }

    /// True if a piece fits on the paper.
    pub fn fits(&self, piece: &PieceSpec, format: &CardFormat) -> bool {
        self.try_sides(piece, format, &[CardSides { front: 0, back: 0, own_back: false }]).is_some()
    }

    /// Returns the sides; `None` if the piece is larger than the paper.
    fn try_sides(&self, piece: &PieceSpec, format: &CardFormat, cards: &[CardSides]) -> Option<Vec<SheetSide>> {
        self.in_margin(|home| home.centred_sides(piece, format, cards))
    }

    /// Lays out sides within the margin, and moves them by the offset; `None` if something is then beyond the paper.
    pub(super) fn in_margin(&self, lay: impl FnOnce(&Self) -> Option<Vec<SheetSide>>) -> Option<Vec<SheetSide>> {
        if self.margin.is_none() && self.offset == Point::default() {
            return lay(self);
        }
        // Another margin is that of smaller or larger paper.
        let inset = self.margin.map_or(Mm::ZERO, |margin| margin - EDGE);
        let paper = Paper::Other(self.paper.size().grown(-inset));
        let mut sides = lay(&Self { paper, ..*self })?;
        for side in &mut sides {
            side.page = side.page.grown(inset);
            let Point { x, y } = self.offset;
            let (x, y) = match Mirror::of(side.page, self.backs) {
                Mirror::Columns if side.is_back => (-x, y),
                Mirror::Rows if side.is_back => (x, -y),
                _ => (x, y),
            };
            side.move_by(Point::new(inset + x, inset + y));
            let page = Rect::at(Point::default(), side.page);
            if side.placed.iter().any(|placed| !page.holds(placed.cut)) {
                return None;
            }
        }
        Some(sides)
    }

    /// Returns the sides, all of them centred on the paper; `None` if the piece is larger than it.
    pub(super) fn centred_sides(
        &self,
        piece: &PieceSpec,
        format: &CardFormat,
        cards: &[CardSides],
    ) -> Option<Vec<SheetSide>> {
        let mut sides = if let Pack::Tile(overlap) = piece.pack {
            tiles::sides(self, format, overlap, cards)
        } else if piece.shape != CutShape::Rect || piece.sides == Sides::Fold {
            outlines::sides(self, piece, format, cards)
        } else if self.backs == Backs::Gutterfold && piece.sides == Sides::Two {
            fold(self, format, cards)
        } else {
            self.in_grid(piece, format, cards)
        }?;
        if self.crop_marks == CropMarks::None {
            sides.iter_mut().for_each(SheetSide::leave_uncut);
        }
        Some(sides)
    }

    /// Places rectangles in rows and columns; `None` if one is larger than the paper.
    fn in_grid(&self, piece: &PieceSpec, format: &CardFormat, cards: &[CardSides]) -> Option<Vec<SheetSide>> {
        let grid = if matches!(piece.pack, Pack::Alone | Pack::Page) { None } else { self.grid };
        let mut grid = Grid::fit(&Self { grid, ..*self }, format)?;
        if matches!(piece.pack, Pack::Alone | Pack::Page) {
            (grid.columns, grid.rows) = (1, 1);
        }
        let fronts = |cards: &[CardSides]| -> Vec<usize> { cards.iter().map(|pair| pair.front).collect() };
        let sheets = self.order.sheets(cards, grid.places());
        let mut sides = Vec::new();
        match self.backs {
            _ if piece.sides == Sides::One => {
                for (number, cards) in (1..).zip(&sheets) {
                    sides.push(side(&grid, format, &fronts(cards), number, None));
                }
            }
            Backs::None => {
                let own: Vec<usize> = cards.iter().filter(|pair| pair.own_back).map(|pair| pair.back).collect();
                let own = self.order.sheets(&own, grid.places());
                for faces in sheets.iter().map(|cards| fronts(cards)).chain(own) {
                    sides.push(side(&grid, format, &faces, sides.len() + 1, None));
                }
            }
            flip => {
                let mirror = Mirror::of(grid.page, flip);
                for (number, cards) in (1..).zip(&sheets) {
                    sides.push(side(&grid, format, &fronts(cards), number, None));
                    let backs: Vec<usize> = cards.iter().map(|pair| pair.back).collect();
                    let mut back = side(&grid, format, &backs, number, Some(mirror));
                    if self.crop_marks == CropMarks::Fronts {
                        back.leave_uncut();
                    }
                    sides.push(back);
                }
            }
        }
        if piece.pack == Pack::Page {
            sides.iter_mut().for_each(SheetSide::leave_uncut);
        }
        Some(sides)
    }

    /// Sheets of paper that some sides take.
    pub fn sheets(sides: &[SheetSide]) -> usize {
        sides.iter().filter(|side| !side.is_back).count()
    }
}

impl SheetSide {
    /// Removes the crop marks; those of folds stay.
    pub(super) fn leave_uncut(&mut self) {
        self.marks.retain(|mark| mark.fold);
        self.blanks.clear();
        self.outlines.clear();
    }
}

/// How the other side is turned when the paper is flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mirror {
    /// Turned over an upright edge: the columns are mirrored, heads stay up.
    Columns,
    /// Turned over a lying edge: the rows are mirrored, heads go down.
    Rows,
}

impl Mirror {
    /// Returns the mirror axis: the long edge of a portrait page is vertical, of a landscape page horizontal.
    pub fn of(page: Size, flip: Backs) -> Self {
        let lying = page.width > page.height;
        if (flip == Backs::ShortEdge) == lying { Self::Columns } else { Self::Rows }
    }

    /// Returns the upper left corner of the place behind a rectangle.
    pub fn behind(self, page: Size, front: Rect) -> Point {
        match self {
            Self::Columns => Point::new(page.width - front.right(), front.y),
            Self::Rows => Point::new(front.x, page.height - front.bottom()),
        }
    }
}

/// Makes one side; a back is mirrored for the flip that brings it behind its front.
fn side(grid: &Grid, format: &CardFormat, faces: &[usize], sheet: usize, behind: Option<Mirror>) -> SheetSide {
    let place = |(place, face): (usize, &usize)| {
        let (column, row) = grid.cell(place);
        let (column, row) = match behind {
            Some(Mirror::Columns) => (grid.columns - 1 - column, row),
            Some(Mirror::Rows) => (column, grid.rows - 1 - row),
            None => (column, row),
        };
        let cut = grid.cut(column, row);
        Placed {
            face: *face,
            cut,
            turned: behind == Some(Mirror::Rows),
            clip: grid.clip(cut, format.bleed),
            outline: None,
        }
    };
    let outer = grid.outer(format.bleed);
    let margin = margin(grid, outer);
    let marks = Marks::new(grid, outer, &margin);
    SheetSide {
        page: grid.page,
        placed: faces.iter().enumerate().map(place).collect(),
        outlines: Vec::new(),
        creases: Vec::new(),
        marks: marks.lines,
        blanks: marks.blanks,
        margin,
        sheet,
        is_back: behind.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::{CutMark, RULER};

    fn even(gap: f64) -> Gap {
        Gap::even(Mm::new(gap))
    }

    fn deck(count: usize) -> Vec<CardSides> {
        (0..count).map(|card| CardSides { front: card, back: 1000 + card, own_back: card % 10 == 0 }).collect()
    }

    /// Returns a point of the sheet, seen from the back after the flip.
    fn through(side: &SheetSide, flip: Backs, at: Point) -> Point {
        let is_landscape = side.page.width > side.page.height;
        match (flip == Backs::LongEdge) != is_landscape {
            true => Point::new(side.page.width - at.x, at.y),
            false => Point::new(at.x, side.page.height - at.y),
        }
    }

    #[test]
    fn a_deck_of_128_takes_15_sheets() {
        for paper in [Paper::A4, Paper::Letter] {
            let home = Home { paper, ..Home::default() };
            let sides = home.sides(&PieceSpec::card(), &CardFormat::POKER, &deck(128)).unwrap();
            assert_eq!((sides.len(), Home::sheets(&sides)), (30, 15));
            assert_eq!(sides.iter().filter(|side| !side.is_back).map(|side| side.placed.len()).sum::<usize>(), 128);
        }
    }

    #[test]
    fn behind_every_front_lies_its_own_back() {
        for (paper, flip) in [
            (Paper::A4, Backs::LongEdge),
            (Paper::A4, Backs::ShortEdge),
            (Paper::Letter, Backs::LongEdge),
            (Paper::Letter, Backs::ShortEdge),
            (Paper::A4.landscape(), Backs::LongEdge),
            (Paper::A4.landscape(), Backs::ShortEdge),
        ] {
            let home = Home { paper, backs: flip, ..Home::default() };
            let sides = home.sides(&PieceSpec::card(), &CardFormat::POKER, &deck(128)).unwrap();
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
                    let head = SheetSide::point(placed, Point::new(placed.cut.width / 2.0, Mm::ZERO));
                    let behind_head = through(front, flip, head);
                    let back_head = SheetSide::point(found, Point::new(placed.cut.width / 2.0, Mm::ZERO));
                    assert!((behind_head.y - back_head.y).get().abs() < 1e-9, "{flip:?}");
                }
            }
        }
    }

    #[test]
    fn stacks_of_cut_sheets_are_in_the_order_of_the_cards() {
        for count in [1, 8, 9, 10, 128] {
            for flip in [Backs::LongEdge, Backs::Gutterfold, Backs::None] {
                let home = Home { backs: flip, order: SheetOrder::Stack, ..Home::default() };
                let sides = home.sides(&PieceSpec::card(), &CardFormat::POKER, &deck(count)).unwrap();
                let fronts = |side: &SheetSide| -> Vec<usize> {
                    side.placed.iter().map(|placed| placed.face).filter(|face| *face < 1000).collect()
                };
                let sheets: Vec<Vec<usize>> = sides.iter().map(fronts).filter(|faces| !faces.is_empty()).collect();
                let places = sheets[0].len();
                let stacked: Vec<usize> = (0..places)
                    .flat_map(|place| sheets.iter().filter_map(move |sheet| sheet.get(place).copied()))
                    .collect();
                assert_eq!(stacked, (0..count).collect::<Vec<_>>(), "{flip:?}");
            }
        }
    }

    #[test]
    fn without_crop_marks_nothing_is_printed_beside_cards_but_folds() {
        for flip in [Backs::LongEdge, Backs::Gutterfold] {
            let home = Home { backs: flip, crop_marks: CropMarks::None, ..Home::default() };
            for side in home.sides(&PieceSpec::card(), &CardFormat::POKER, &deck(9)).unwrap() {
                assert!(side.marks.iter().all(|mark| mark.fold) && side.blanks.is_empty());
                assert_eq!(side.marks.len(), usize::from(flip == Backs::Gutterfold));
            }
        }
    }

    #[test]
    fn an_offset_moves_backs_with_their_fronts_and_a_margin_stays_white() {
        for flip in [Backs::LongEdge, Backs::ShortEdge] {
            let offset = Point::new(Mm::new(1.5), Mm::new(-2.0));
            let home = Home { backs: flip, ..Home::default() };
            let sides = |home: &Home| home.sides(&PieceSpec::card(), &CardFormat::POKER, &deck(9)).unwrap();
            let (plain, shifted) = (sides(&home), sides(&Home { offset, ..home }));
            let cut = |side: &SheetSide| side.placed[0].cut;
            assert_eq!(
                (cut(&shifted[0]).x - cut(&plain[0]).x, cut(&shifted[0]).y - cut(&plain[0]).y),
                (offset.x, offset.y)
            );
            for placed in &shifted[0].placed {
                let behind = through(&shifted[0], flip, placed.cut.middle());
                let meets = |back: &Placed| {
                    (back.cut.middle().x - behind.x).get().abs() < 1e-9
                        && (back.cut.middle().y - behind.y).get().abs() < 1e-9
                };
                assert!(
                    shifted[1].placed.iter().any(|back| back.face == placed.face + 1000 && meets(back)),
                    "{flip:?}"
                );
            }
        }
        let wide = Home { margin: Some(Mm::new(15.0)), ..Home::default() };
        let sides = wide.sides(&PieceSpec::card(), &CardFormat::POKER, &deck(9)).unwrap();
        let room = Rect::at(Point::default(), sides[0].page).grown(Mm::new(-15.0));
        assert!(sides[0].placed.iter().all(|placed| room.holds(placed.cut)) && room.holds(sides[0].margin.strip));
        let far = Home { offset: Point::new(Mm::new(40.0), Mm::ZERO), ..Home::default() };
        let error = far.sides(&PieceSpec::card(), &CardFormat::POKER, &deck(9)).unwrap_err().to_string();
        assert!(error.contains("at an offset of 40 and 0 mm doesn't fit on A4"), "{error}");
    }

    #[test]
    fn without_a_flip_only_own_backs_are_printed() {
        let home = Home { backs: Backs::None, ..Home::default() };
        let sides = home.sides(&PieceSpec::card(), &CardFormat::POKER, &deck(20)).unwrap();
        let faces: Vec<usize> = sides.iter().flat_map(|side| &side.placed).map(|placed| placed.face).collect();
        assert_eq!(faces.len(), 22);
        assert_eq!(faces[20..], [1000, 1010]);
    }

    /// Sheets of many kinds: both papers, all flips, several gaps and sizes of cards.
    fn kinds() -> impl Iterator<Item = (Home, CardFormat, Vec<SheetSide>)> {
        let papers = [Paper::A4, Paper::Letter, Paper::A4.landscape(), Paper::Letter.landscape()];
        let flips = [Backs::LongEdge, Backs::ShortEdge, Backs::Gutterfold, Backs::None];
        let homes = papers.into_iter().flat_map(move |paper| {
            flips.into_iter().flat_map(move |flip| {
                [0.0, 0.5, 1.5, 3.0, 5.0, 12.0].map(|gap| Home {
                    paper,
                    backs: flip,
                    gap: even(gap),
                    ..Home::default()
                })
            })
        });
        homes.flat_map(|home| {
            CardFormat::names().filter_map(CardFormat::named).map(move |format| {
                let sides = home.sides(&PieceSpec::card(), &format, &deck(23)).unwrap();
                (home, format, sides)
            })
        })
    }

    fn touch(a: Rect, b: Rect) -> bool {
        let hair = Mm::new(1e-6);
        let beside = a.right() < b.x + hair || b.right() < a.x + hair;
        let above = a.bottom() < b.y + hair || b.bottom() < a.y + hair;
        !beside && !above
    }

    /// Returns the box around a mark with its width.
    fn about(mark: &CutMark) -> Rect {
        let half = Mm::new(0.07);
        let (x, y) = (mark.from.x.min(mark.to.x), mark.from.y.min(mark.to.y));
        let (right, bottom) = (mark.from.x.max(mark.to.x), mark.from.y.max(mark.to.y));
        if right - x > bottom - y {
            Rect { x, y: y - half, width: right - x, height: half * 2.0 }
        } else {
            Rect { x: x - half, y, width: half * 2.0, height: bottom - y }
        }
    }

    #[test]
    fn cards_marks_and_words_keep_off_the_edge_of_the_paper_and_off_each_other() {
        for (home, format, sides) in kinds() {
            for side in &sides {
                let what = format!("{home:?}, {format:?}, sheet {}", side.sheet);
                let paper = Rect::at(Point::default(), side.page);
                let within = |rect: Rect, edge: f64| {
                    let room = paper.grown(Mm::new(-edge + 1e-6));
                    rect.x >= room.x
                        && rect.y >= room.y
                        && rect.right() <= room.right()
                        && rect.bottom() <= room.bottom()
                };
                let strip = side.margin.strip;
                assert!(within(strip, 4.5), "{what}: words at {strip:?}");
                assert!(side.margin.length() >= RULER, "{what}: no room for the ruler");
                for placed in &side.placed {
                    assert!(within(placed.cut, 4.5), "{what}: a card at {:?}", placed.cut);
                    assert!(within(placed.clip, 3.5), "{what}: bleed at {:?}", placed.clip);
                    assert!(!touch(strip, placed.clip), "{what}: words on a card");
                    assert!(!side.blanks.iter().any(|blank| touch(*blank, placed.cut)), "{what}: a blank on a card");
                }
                for mark in &side.marks {
                    let ends = |a: Mm, b: Mm, page: Mm| a.min(b) >= Mm::new(4.499) && a.max(b) <= page - Mm::new(4.499);
                    let kept =
                        ends(mark.from.x, mark.to.x, side.page.width) && ends(mark.from.y, mark.to.y, side.page.height);
                    assert!(kept, "{what}: {mark:?}");
                    assert!(!touch(about(mark), strip), "{what}: {mark:?} on words");
                    assert!(
                        mark.fold || !side.placed.iter().any(|card| touch(about(mark), card.cut)),
                        "{what}: {mark:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn beside_every_mark_the_paper_is_white() {
        for (home, format, sides) in kinds() {
            for side in sides.iter().filter(|side| !side.is_back) {
                assert!(!side.marks.is_empty());
                for mark in side.marks.iter().filter(|mark| !mark.fold) {
                    let middle = Point::new((mark.from.x + mark.to.x) / 2.0, (mark.from.y + mark.to.y) / 2.0);
                    let holds = |rect: &Rect, at: Point| {
                        at.x > rect.x && at.x < rect.right() && at.y > rect.y && at.y < rect.bottom()
                    };
                    let white = |across: f64, down: f64| {
                        let at = Point::new(middle.x + Mm::new(across), middle.y + Mm::new(down));
                        let printed = side.placed.iter().any(|placed| holds(&placed.clip, at));
                        !printed || side.blanks.iter().any(|blank| holds(blank, at))
                    };
                    let seen = if mark.from.x == mark.to.x {
                        white(0.3, 0.0) || white(-0.3, 0.0)
                    } else {
                        white(0.0, 0.3) || white(0.0, -0.3)
                    };
                    assert!(seen, "{home:?}, {format:?}: {mark:?} lies on bleed");
                }
            }
        }
    }

    #[test]
    fn cards_that_touch_have_bleed_outside() {
        for paper in [Paper::A4, Paper::Letter] {
            let home = Home { paper, gap: even(0.0), ..Home::default() };
            let sides = home.sides(&PieceSpec::card(), &CardFormat::POKER, &deck(9)).unwrap();
            let placed = &sides[0].placed;
            let least = |of: fn(&Placed) -> Mm| placed.iter().map(of).reduce(Mm::min).unwrap();
            let most = |of: fn(&Placed) -> Mm| placed.iter().map(of).reduce(Mm::max).unwrap();
            let outer = [
                least(|card| card.cut.x) - least(|card| card.clip.x),
                least(|card| card.cut.y) - least(|card| card.clip.y),
                most(|card| card.clip.right()) - most(|card| card.cut.right()),
                most(|card| card.clip.bottom()) - most(|card| card.cut.bottom()),
            ];
            assert!(outer.iter().all(|bleed| (bleed.get() - 1.5).abs() < 1e-9), "{paper:?}: {outer:?}");
        }
    }
}
