//! Pieces of any outline on sheets: circles, hexagons, standees.
//!
//! Pieces cut along an outline have no marks across the sheet. They have a narrow bleed, surrounded by a thin line: cut
//! just inside the line.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Shape as _};

use super::creases::Creases;
use super::grid::{EDGE, Gap};
use super::home::{CropMarks, Home, Mirror};
use super::marks::{CLEAR, CutMark, Margin, strip, strip_beside};
use super::{Backs, CardSides, Placed, SheetSide};
use crate::game::{CardFormat, Pack, PieceSpec, Sides, mirrored};
use crate::units::{Mm, Point, Rect, Size};

/// Bleed beyond the cut, at most.
const BLEED: Mm = Mm::new(1.0);
/// Between the lines about two pieces, at the least.
const APART: Mm = Mm::new(0.4);
/// Bleed beyond the cut of a net, whose cuts run close to each other.
const NET_BLEED: Mm = Mm::new(0.3);
/// Between two nets: there is room for the marks of both.
const NET_GAP: Mm = Mm::new(6.5);
/// Between a piece and the mark of its fold.
const OFF: Mm = Mm::new(0.4);
/// Length of the marks at both ends of a fold, if there is room.
const FOLD: Mm = Mm::new(3.0);
/// Between the lowest piece and the words.
const WORDS_APART: Mm = Mm::new(4.0);

/// Positions of pieces on a page.
struct Layout {
    page: Size,
    /// The upper left corner of each piece, at its cut.
    places: Vec<Point>,
    margin: Margin,
}

/// A piece on a sheet.
pub(super) struct Cell {
    /// Size from cut to cut, the folded half included.
    pub size: Size,
    /// Reach of the bleed beyond the size.
    bleed: Mm,
    /// Printed part of a face, in millimetres from the face's upper left corner.
    printed: BezPath,
    /// Between two pieces.
    gap: Gap,
}

/// Returns the sides to print; `None` if a piece is larger than the paper.
pub(super) fn sides(
    home: &Home,
    piece: &PieceSpec,
    format: &CardFormat,
    cards: &[CardSides],
) -> Option<Vec<SheetSide>> {
    let cell = Cell::new(home, piece, format);
    let folds = piece.sides == Sides::Fold;
    let creases = piece.shape.net().map(Creases::of);
    let flip = if piece.sides == Sides::Two { home.backs } else { Backs::None };
    // The words are where they cost the fewest pieces.
    let fit = |page: Size| {
        let (below, beside) = (layout(page, &cell, piece, flip, false), layout(page, &cell, piece, flip, true));
        [below, beside].into_iter().flatten().rev().max_by_key(|layout| layout.places.len())
    };
    let layout = home.paper.lay_out(fit, |layout| layout.places.len())?;
    let mut sides = Vec::new();
    for (number, cards) in (1..).zip(home.order.sheets(cards, layout.places.len())) {
        let mut side = layout.side(number);
        for (pair, at) in cards.iter().zip(&layout.places) {
            if folds {
                cell.standee(&mut side, pair, *at);
            } else {
                side.lay(&cell, pair.front, *at, None);
            }
            if let Some(creases) = &creases {
                side.crease(creases, *at);
            }
            if flip == Backs::Gutterfold {
                side.lay(
                    &cell,
                    pair.back,
                    Mirror::Columns.behind(layout.page, Rect::at(*at, cell.size)),
                    Some(Mirror::Columns),
                );
            }
        }
        if flip == Backs::Gutterfold {
            let middle = layout.page.width / 2.0;
            let end = |y: Mm| Point::new(middle, y);
            side.marks.push(CutMark { from: end(EDGE), to: end(layout.margin.strip.y - CLEAR), fold: true });
        }
        sides.push(side);
        if matches!(flip, Backs::LongEdge | Backs::ShortEdge) {
            let mirror = Mirror::of(layout.page, flip);
            let mut back = SheetSide { is_back: true, ..layout.side(number) };
            for (pair, at) in cards.iter().zip(&layout.places) {
                back.lay(&cell, pair.back, mirror.behind(layout.page, Rect::at(*at, cell.size)), Some(mirror));
            }
            if home.crop_marks == CropMarks::Fronts {
                back.leave_uncut();
            }
            sides.push(back);
        }
    }
    if flip == Backs::None && piece.sides == Sides::Two {
        let own: Vec<usize> = cards.iter().filter(|pair| pair.own_back).map(|pair| pair.back).collect();
        for faces in home.order.sheets(&own, layout.places.len()) {
            let mut side = layout.side(sides.len() + 1);
            faces.iter().zip(&layout.places).for_each(|(face, at)| side.lay(&cell, *face, *at, Some(Mirror::Columns)));
            sides.push(side);
        }
    }
    Some(sides)
}

/// Fits as many pieces as possible on a page.
fn layout(page: Size, cell: &Cell, piece: &PieceSpec, flip: Backs, words_beside: bool) -> Option<Layout> {
    let words = EDGE + Margin::HIGH + WORDS_APART;
    let (left, below) = if words_beside { (words, EDGE) } else { (EDGE, words) };
    // Backs are behind their fronts if the margins that the flip exchanges are equal.
    let mirror = matches!(flip, Backs::LongEdge | Backs::ShortEdge).then(|| Mirror::of(page, flip));
    let right = if mirror == Some(Mirror::Columns) { left } else { EDGE };
    let above = if mirror == Some(Mirror::Rows) { below } else { EDGE };
    // On a folded sheet, backs take the other half.
    let half = if flip == Backs::Gutterfold { page.width / 2.0 } else { page.width };
    let aside = if flip == Backs::Gutterfold { cell.gap.across / 2.0 } else { right };
    let fold = if piece.sides == Sides::Fold { FOLD + OFF } else { Mm::ZERO };
    let room = Rect {
        x: left + cell.bleed + fold,
        y: above + cell.bleed,
        width: half - left - aside - (cell.bleed + fold) * 2.0,
        height: page.height - above - below - cell.bleed * 2.0,
    };
    let mut places = match piece.pack {
        Pack::Hex => honeycomb(room, cell.size, piece, cell.gap.across.max(cell.gap.down)),
        Pack::Grid | Pack::Alone | Pack::Page | Pack::Tile(_) => grid(room, cell.size, cell.gap),
    };
    if piece.pack == Pack::Alone && !places.is_empty() {
        let size = cell.size;
        let middle = room.middle();
        places = vec![Point::new(middle.x - size.width / 2.0, middle.y - size.height / 2.0)];
    }
    let bottom = places.iter().map(|at| at.y + cell.size.height).reduce(Mm::max)? + cell.bleed;
    let margin = if words_beside {
        strip_beside(page, room.height)
    } else {
        strip(page, room.width, bottom + WORDS_APART - CLEAR)
    };
    Some(Layout { page, places, margin })
}

/// Returns the number of pieces that fit along a length.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a page holds at most a few hundred")]
fn count(room: Mm, piece: Mm, step: Mm) -> usize {
    if room < piece { 0 } else { ((room - piece) / step + 1e-9).floor() as usize + 1 }
}

#[allow(clippy::cast_precision_loss, reason = "a page holds at most a few hundred")]
fn times(step: Mm, index: usize) -> Mm {
    step * index as f64
}

/// Rows and columns about the middle of the room.
fn grid(room: Rect, piece: Size, gap: Gap) -> Vec<Point> {
    let (across, down) = (piece.width + gap.across, piece.height + gap.down);
    let (columns, rows) = (count(room.width, piece.width, across), count(room.height, piece.height, down));
    if columns == 0 || rows == 0 {
        return Vec::new();
    }
    let left = room.x + (room.width - piece.width - times(across, columns - 1)) / 2.0;
    let top = room.y + (room.height - piece.height - times(down, rows - 1)) / 2.0;
    let row = |row| (0..columns).map(move |column| Point::new(left + times(across, column), top + times(down, row)));
    (0..rows).flat_map(row).collect()
}

/// Lays rows that are each offset by half a piece from the one above.
fn honeycomb(room: Rect, piece: Size, spec: &PieceSpec, gap: Mm) -> Vec<Point> {
    /// The height of a triangle whose sides are 1.
    const TRIANGLE: f64 = 0.866_025_403_784_438_6;
    // Three hexagons meet in a corner: their middles are as far apart as those of circles of their width.
    let round = if spec.shape == crate::game::CutShape::Hexagon { piece.height * TRIANGLE } else { piece.height };
    let (across, down) = (piece.width + gap, (round + gap) * TRIANGLE);
    let (columns, rows) = (count(room.width, piece.width, across), count(room.height, piece.height, down));
    if columns == 0 || rows == 0 {
        return Vec::new();
    }
    // Rows are all equally long where there is room for half a piece more.
    let equal = count(room.width, piece.width + across / 2.0, across) >= columns;
    let top = room.y + (room.height - piece.height - times(down, rows - 1)) / 2.0;
    let whole = piece.width + times(across, columns - 1);
    let row = |row: usize| {
        let (count, left) = match (equal, row.is_multiple_of(2)) {
            (true, even) => {
                let aside = if even { Mm::ZERO } else { across / 2.0 };
                (columns, room.x + (room.width - whole - across / 2.0) / 2.0 + aside)
            }
            (false, true) => (columns, room.x + (room.width - whole) / 2.0),
            (false, false) => (columns - 1, room.x + (room.width - whole + across) / 2.0),
        };
        (0..count).map(move |column| Point::new(left + times(across, column), top + times(down, row)))
    };
    (0..rows).flat_map(row).collect()
}

impl Layout {
    fn side(&self, sheet: usize) -> SheetSide {
        SheetSide {
            page: self.page,
            placed: Vec::new(),
            outlines: Vec::new(),
            creases: Vec::new(),
            marks: Vec::new(),
            blanks: Vec::new(),
            margin: self.margin,
            sheet,
            is_back: false,
        }
    }
}

impl SheetSide {
    /// Lays a face; a back is seen from behind.
    pub(super) fn lay(&mut self, cell: &Cell, face: usize, at: Point, behind: Option<Mirror>) {
        let cut = Rect::at(at, cell.size);
        let outline = match behind {
            None => cell.printed.clone(),
            Some(_) => mirrored(&cell.printed, cell.size.width),
        };
        self.put(face, cut, outline, behind == Some(Mirror::Rows), cut.grown(cell.bleed));
    }

    /// Adds the creases of a net, except for marks that don't fit on the paper.
    fn crease(&mut self, creases: &Creases, at: Point) {
        self.creases.extend(creases.dashes.iter().map(|dash| dash.moved(at)));
        let (room, strip) = (Rect::at(Point::default(), self.page).grown(-EDGE), self.margin.strip);
        let has_room = |mark: &CutMark| {
            let end = |at: Point| Rect::at(at, Size::default());
            [mark.from, mark.to].into_iter().all(|at| room.holds(end(at)) && !strip.grown(CLEAR).holds(end(at)))
        };
        self.marks.extend(creases.marks.iter().map(|mark| mark.moved(at)).filter(has_room));
    }

    /// Places a face whose outline is in millimetres from its visible upper left corner.
    fn put(&mut self, face: usize, cut: Rect, outline: BezPath, turned: bool, clip: Rect) {
        let there = match turned {
            false => Affine::translate((cut.x.get(), cut.y.get())),
            true => Affine::new([-1.0, 0.0, 0.0, -1.0, cut.right().get(), cut.bottom().get()]),
        };
        let outline = there * outline;
        self.outlines.push(outline.clone());
        self.placed.push(Placed { face, cut, turned, clip, outline: Some(Arc::new(outline)) });
    }
}

impl Cell {
    pub(super) fn new(home: &Home, piece: &PieceSpec, format: &CardFormat) -> Self {
        let net = piece.shape.net();
        let bleed = if net.is_some() { NET_BLEED } else { BLEED }.min(format.bleed);
        let folds = piece.sides == Sides::Fold;
        let printed = piece.shape.with_bleed(format, bleed);
        // The bleed of a sharp point reaches further.
        let (face, bounds) = (format.size, printed.bounding_box());
        let beyond = [-bounds.x0, -bounds.y0, bounds.x1 - face.width.get(), bounds.y1 - face.height.get()];
        let reach = beyond.into_iter().map(Mm::new).fold(bleed, Mm::max);
        Self {
            size: if folds { Size { height: face.height * 2.0, ..face } } else { face },
            bleed: reach,
            printed,
            gap: home.gap.at_least(if net.is_some() { NET_GAP } else { reach * 2.0 + APART }),
        }
    }

    /// Returns the size with bleed and the line around it.
    pub(super) fn outer(&self) -> Size {
        Rect::at(Point::default(), self.size).grown(self.bleed + APART).size()
    }

    /// Places a standee: the front below the fold, the other side above it and upside down.
    fn standee(&self, side: &mut SheetSide, pair: &CardSides, at: Point) {
        let half = Size { height: self.size.height / 2.0, ..self.size };
        let fold = at.y + half.height;
        let above = Rect::at(at, half);
        let below = Rect::at(Point::new(at.x, fold), half);
        let grown = |cut: Rect| cut.grown(self.bleed);
        let (upper, lower) = (grown(above), grown(below));
        let upper = Rect { height: fold - upper.y, ..upper };
        let lower = Rect { y: fold, height: lower.bottom() - fold, ..lower };
        side.put(pair.back, above, mirrored(&self.printed, half.width), true, upper);
        side.put(pair.front, below, self.printed.clone(), false, lower);
        // No mark reaches the neighbour.
        let (off, length) = (self.bleed + OFF, FOLD.min(self.gap.across - self.bleed * 2.0 - OFF * 2.0));
        for (from, to) in [(at.x - off - length, at.x - off), (above.right() + off, above.right() + off + length)] {
            side.marks.push(CutMark { from: Point::new(from, fold), to: Point::new(to, fold), fold: true });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CutShape;
    use crate::sheet::Paper;

    fn token(shape: CutShape, pack: Pack, sides: Sides) -> PieceSpec {
        PieceSpec { id: "token".to_owned(), shape, pack, sides, ..PieceSpec::card() }
    }

    fn deck(count: usize) -> Vec<CardSides> {
        (0..count).map(|card| CardSides { front: card, back: 1000 + card, own_back: true }).collect()
    }

    fn all_sides(spec: &PieceSpec, size: Size, home: &Home) -> Vec<SheetSide> {
        let format = CardFormat { corner: Mm::ZERO, ..CardFormat::new(size) };
        home.sides(spec, &format, &deck(100)).unwrap()
    }

    #[test]
    fn circles_lie_closer_in_a_honeycomb_and_never_touch() {
        let mut held = Vec::new();
        for pack in [Pack::Grid, Pack::Hex] {
            let sides = all_sides(&token(CutShape::Circle, pack, Sides::One), Size::mm(25.0, 25.0), &Home::default());
            let middles: Vec<Point> = sides[0].placed.iter().map(|placed| placed.cut.middle()).collect();
            for (index, a) in middles.iter().enumerate() {
                for b in &middles[..index] {
                    let apart = (a.x - b.x).get().hypot((a.y - b.y).get());
                    assert!(apart > 25.0 + 2.4 - 1e-6, "{pack:?}: {a:?}, {b:?}");
                }
            }
            held.push(middles.len());
        }
        assert!(held[1] > held[0], "{held:?}");
    }

    #[test]
    fn behind_every_piece_lies_its_own_back() {
        for (flip, shape) in [
            (Backs::LongEdge, CutShape::Circle),
            (Backs::ShortEdge, CutShape::Hexagon),
            (Backs::LongEdge, CutShape::Hexagon),
            (Backs::Gutterfold, CutShape::Circle),
        ] {
            let home = Home { backs: flip, paper: Paper::Letter, ..Home::default() };
            let sides = all_sides(&token(shape, Pack::Hex, Sides::Two), Size::mm(30.0, 34.64), &home);
            let back = |pair: &[SheetSide], face: usize| {
                let all = pair.iter().flat_map(|side| &side.placed);
                all.clone().find(|placed| placed.face == face).cloned().expect("a back")
            };
            let step = if flip == Backs::Gutterfold { 1 } else { 2 };
            for pair in sides.chunks(step) {
                for placed in pair[0].placed.iter().filter(|placed| placed.face < 1000) {
                    let behind = back(pair, placed.face + 1000).cut.middle();
                    let middle = placed.cut.middle();
                    let lies = pair[0].page.width > pair[0].page.height;
                    let through = match flip {
                        Backs::Gutterfold => Point::new(pair[0].page.width - middle.x, middle.y),
                        _ if (flip == Backs::LongEdge) == lies => Point::new(middle.x, pair[0].page.height - middle.y),
                        _ => Point::new(pair[0].page.width - middle.x, middle.y),
                    };
                    assert!((behind.x - through.x).get().abs() < 1e-9 && (behind.y - through.y).get().abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn everything_keeps_off_the_edge_of_the_paper_and_off_the_words() {
        for paper in [Paper::A4, Paper::Letter] {
            for (pack, sides) in [(Pack::Hex, Sides::Two), (Pack::Grid, Sides::Fold), (Pack::Alone, Sides::One)] {
                let home = Home { paper, ..Home::default() };
                for side in all_sides(&token(CutShape::Circle, pack, sides), Size::mm(40.0, 40.0), &home) {
                    let room = Rect::at(Point::default(), side.page).grown(-EDGE);
                    assert!(!side.placed.is_empty());
                    let strip = side.margin.strip;
                    for placed in &side.placed {
                        assert!(room.holds(placed.clip), "{placed:?}");
                        assert!(!placed.clip.grown(Mm::new(3.99)).meets(strip), "{placed:?} at {strip:?}");
                    }
                    assert!(room.holds(side.margin.strip));
                }
            }
        }
    }

    #[test]
    fn a_standee_is_folded_at_its_upper_edge() {
        let spec = token(CutShape::Rect, Pack::Grid, Sides::Fold);
        let sides = all_sides(&spec, Size::mm(20.0, 30.0), &Home::default());
        let [back, front] = &sides[0].placed[..2] else { panic!("two halves") };
        assert_eq!((front.face, back.face), (0, 1000));
        assert!(back.turned && !front.turned);
        assert!((back.cut.bottom() - front.cut.y).get().abs() < 1e-9);
        assert_eq!((back.clip.bottom(), front.clip.y), (front.cut.y, front.cut.y), "no bleed across the fold");
        assert!(sides[0].marks.iter().all(|mark| mark.fold));
    }
}
