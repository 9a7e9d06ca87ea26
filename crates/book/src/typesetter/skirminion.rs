//! Boards of Skirminion, drawn: squares, units, moves, attacks. One is set beside its caption or above it, or several side
//! by side. Measures of a drawing are parts of a square's side.

use kurbo::{Affine, BezPath, Cap, Circle, Join, Line, Shape as _, Stroke, StrokeOpts, Vec2};

use super::blocks::Column;
use super::setting::LineMode;
use super::{TextAnchor, Typesetter};
use crate::doc::skirminion::MARK;
use crate::game::{Colour, Ink};
use crate::measure::{LEAD, lines};
use crate::model::Inline;
use crate::scene::{Item, contain};
use crate::skirminion::seats::{Corner, Seats};
use crate::skirminion::{Arrow, Attack, Diagram, Place};
use crate::slab::Slab;
use crate::units::{Mm, Point, Pt, Rect};

/// Colours of a game's boards: the two kinds of squares, the lines between them, the rim, allowed moves, and harmful or
/// forbidden ones.
pub(crate) const COLOURS: [&str; 6] = ["square-light", "square-dark", "square-line", "rim", "go", "harm"];
/// Reach of a board beyond its squares: torn edges and rims.
pub(crate) const TORN: f64 = 0.2;
/// Thickness of lines between squares, and of cuts on dark squares where ink is spared, in millimetres.
const LINE: f64 = 0.16;
/// Radius of a disc with a letter, and its offset from the middle of its square.
const LETTER: f64 = 0.14;
const LETTER_AT: (f64, f64) = (0.335, 0.335);
/// Radius of a disc with a loss or a gain, its white edge, and its offset from the middle of its square.
const FIGURE: f64 = 0.165;
const EDGE: f64 = 0.024;
const FIGURE_AT: (f64, f64) = (0.31, 0.33);
/// Radius of a ring with a helper's contribution.
const HELPER: f64 = 0.145;
/// Half the width of a shaft, length and half the width of a head, and the gap halfway of two steps.
const SHAFT: f64 = 0.062;
const HEAD: (f64, f64) = (0.26, 0.17);
const PAUSE: f64 = 0.13;
/// Line width of the outline of a possible move.
const OUTLINE: f64 = 0.05;
/// Letters and figures in points, for a square of one millimetre.
const TYPE: f64 = 0.74;

/// A board on a page: its upper left corner, and the side of a square in millimetres.
#[derive(Clone, Copy)]
struct Ground {
    at: kurbo::Point,
    side: f64,
}

impl Ground {
    fn middle(self, place: Place) -> kurbo::Point {
        self.corner(f64::from(place.x) + 0.5, f64::from(place.y) + 0.5)
    }

    fn corner(self, x: f64, y: f64) -> kurbo::Point {
        self.at + Vec2::new(x, y) * self.side
    }

    fn square(self, x: i32, y: i32) -> kurbo::Rect {
        kurbo::Rect::from_points(
            self.corner(f64::from(x), f64::from(y)),
            self.corner(f64::from(x) + 1.0, f64::from(y) + 1.0),
        )
    }
}

impl Typesetter<'_> {
    /// Draws a board, the upper left corner of its squares at a point.
    pub(crate) fn drawn_board(&mut self, diagram: &Diagram, at: Point, side: Mm) -> Vec<Item> {
        let ground = Ground { at: kurbo::Point::new(at.x.get(), at.y.get()), side: side.get() };
        let mut items = self.squares(diagram, ground);
        for unit in &diagram.touching {
            items.extend(self.touched(diagram, ground, *unit));
        }
        for arrow in &diagram.arrows {
            items.extend(self.arrow(ground, *arrow));
        }
        items.extend(diagram.free.iter().map(|at| self.dot(ground, *at, 0.13)));
        items.extend(diagram.barred.iter().map(|at| self.cross(ground, *at)));
        for attack in &diagram.attacks {
            let bar = Line::new(ground.middle(attack.by), ground.middle(attack.on));
            items.push(self.line_of(bar, 0.17 * ground.side, Cap::Butt, self.colour("harm")));
        }
        for shown in &diagram.units {
            let middle = ground.middle(shown.at);
            let (width, height) = (0.68 * ground.side, 0.83 * ground.side);
            let bounds = Rect::mm(middle.x - width / 2.0, middle.y - height / 2.0, width, height);
            if let Some(drawing) = self.renderer.picture(&shown.unit.picture()) {
                let place = contain(drawing.bounds, bounds);
                items.push(Item::Drawing { drawing: std::sync::Arc::clone(drawing), place, clip: None });
            }
        }
        let seats = Seats::new(diagram);
        for (name, at, corner) in &seats.letters {
            let off = Vec2::new(f64::from(corner.x) * LETTER_AT.0, f64::from(corner.y) * LETTER_AT.1) * ground.side;
            let middle = ground.middle(*at) + off;
            items.push(self.spot(middle, LETTER * ground.side, Colour::Black));
            items.extend(self.in_size(&name.to_string(), "book-letter", TYPE * ground.side, middle, Colour::WHITE));
        }
        for attack in &diagram.attacks {
            items.extend(self.attack(ground, attack, &seats));
        }
        for (unit, gain) in &diagram.gains {
            let off = seats.gain(diagram, *unit);
            items.extend(self.figure_at(ground, *unit, off, &format!("+{gain}"), self.colour("go")));
        }
        items
    }

    /// Draws squares, the lines between them, and the surroundings: torn edges, or the rim.
    fn squares(&self, diagram: &Diagram, ground: Ground) -> Vec<Item> {
        let (columns, rows) = (i32::from(diagram.columns), i32::from(diagram.rows));
        let light = self.renderer.ink() == Ink::Low;
        let (mut pale, mut dark, mut cuts) = (BezPath::new(), BezPath::new(), BezPath::new());
        for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
            let square = ground.square(x, y);
            let path = if diagram.is_dark(x, y) { &mut dark } else { &mut pale };
            path.extend(square.to_path(0.1));
            if light && diagram.is_dark(x, y) {
                cuts.extend(hatched(square));
            }
        }
        if !light {
            dark.extend(torn(diagram, ground));
        }
        let mut lines = BezPath::new();
        let beyond = TORN * 0.5;
        let (wide, high) = (f64::from(columns), f64::from(rows));
        let over = |is_rim: bool| if is_rim { 0.0 } else { beyond };
        let edges = diagram.edges;
        for x in 0..=columns {
            let (from, to) = (-over(edges.top), high + over(edges.bottom));
            lines.extend(bar(ground.corner(f64::from(x), from), ground.corner(f64::from(x), to), LINE));
        }
        for y in 0..=rows {
            let (from, to) = (-over(edges.left), wide + over(edges.right));
            lines.extend(bar(ground.corner(from, f64::from(y)), ground.corner(to, f64::from(y)), LINE));
        }
        let mut items = vec![
            self.shape(pale, self.colour("square-light")),
            self.shape(dark, self.colour("square-dark")),
            self.shape(lines, self.colour("square-line")),
        ];
        if light {
            items.push(self.shape(cuts, self.colour("square-line")));
        }
        let rim = 0.09;
        let sides = [
            (edges.top, (-rim, -rim / 2.0), (wide + rim, -rim / 2.0)),
            (edges.bottom, (-rim, high + rim / 2.0), (wide + rim, high + rim / 2.0)),
            (edges.left, (-rim / 2.0, -rim), (-rim / 2.0, high + rim)),
            (edges.right, (wide + rim / 2.0, -rim), (wide + rim / 2.0, high + rim)),
        ];
        for (_, from, to) in sides.into_iter().filter(|(is_rim, ..)| *is_rim) {
            // The rim ends with the squares where it meets a torn edge.
            let inside = |(x, y): (f64, f64)| {
                let x = x.max(if edges.left { x } else { 0.0 }).min(if edges.right { x } else { wide });
                let y = y.max(if edges.top { y } else { 0.0 }).min(if edges.bottom { y } else { high });
                ground.corner(x, y)
            };
            items.push(self.shape(bar(inside(from), inside(to), rim * ground.side), self.colour("rim")));
        }
        items
    }

    /// Draws the squares that a unit touches: a frame around them, and a dot on the empty ones.
    fn touched(&self, diagram: &Diagram, ground: Ground, unit: Place) -> Vec<Item> {
        let (x, y) = (f64::from(unit.x), f64::from(unit.y));
        let (low, high) = (|at: f64| (at - 1.0).max(0.0), |at: f64, most: u8| (at + 2.0).min(f64::from(most)));
        let inset = 0.045 * ground.side;
        let frame = kurbo::Rect::from_points(
            ground.corner(low(x), low(y)),
            ground.corner(high(x, diagram.columns), high(y, diagram.rows)),
        );
        let stroke = Stroke::new(0.05 * ground.side).with_join(Join::Miter);
        let frame = frame.inset(-inset).to_path(0.1);
        let mut items = vec![self.shape(area(frame, &stroke), self.colour("go"))];
        let near = |place: &Place| place.x.abs_diff(unit.x) <= 1 && place.y.abs_diff(unit.y) <= 1;
        let empty = |place: &Place| !diagram.units.iter().any(|shown| shown.at == *place);
        let all = (0..diagram.rows).flat_map(|y| (0..diagram.columns).map(move |x| Place { x, y }));
        items.extend(all.filter(near).filter(empty).map(|place| self.dot(ground, place, 0.085)));
        items
    }

    /// Draws the ring and dot of a free square.
    fn dot(&self, ground: Ground, place: Place, radius: f64) -> Item {
        let middle = ground.middle(place);
        let mut path = Circle::new(middle, radius * ground.side).to_path(1e-3);
        path.extend(Circle::new(middle, radius * 0.7 * ground.side).to_path(1e-3).reverse_subpaths());
        path.extend(Circle::new(middle, radius * 0.4 * ground.side).to_path(1e-3));
        self.shape(path, self.colour("go"))
    }

    fn cross(&self, ground: Ground, place: Place) -> Item {
        let (middle, arm) = (ground.middle(place), 0.15 * ground.side);
        let mut path = BezPath::new();
        for (from, to) in [((-arm, -arm), (arm, arm)), ((arm, -arm), (-arm, arm))] {
            path.extend(bar(middle + Vec2::from(from), middle + Vec2::from(to), 0.085 * ground.side));
        }
        self.shape(path, self.colour("harm"))
    }

    /// Draws a move: hollow if it is only possible, with a gap halfway if it has two steps.
    fn arrow(&self, ground: Ground, arrow: Arrow) -> Vec<Item> {
        let (from, to) = (ground.middle(arrow.from), ground.middle(arrow.to));
        let way = to - from;
        let along = way / way.hypot();
        let (tail, tip) = (from + along * 0.5 * ground.side, to + along * 0.16 * ground.side);
        let path = pointed(tail, tip, ground.side);
        let pause = (way.hypot() > ground.side * 1.5).then(|| from.midpoint(to));
        // There are no two steps to a corner: a longer move is straight.
        let pause = pause.filter(|_| arrow.from.x == arrow.to.x || arrow.from.y == arrow.to.y);
        let go = self.colour("go");
        let radius = PAUSE * ground.side;
        if arrow.made {
            let mut items = vec![self.shape(path, go)];
            items.extend(pause.map(|middle| self.spot(middle, radius, go)));
            return items;
        }
        let outline = OUTLINE * ground.side;
        let stroke = Stroke::new(outline).with_join(Join::Miter);
        let mut items = vec![self.shape(area(path.clone(), &stroke), go)];
        items.extend(pause.map(|middle| self.spot(middle, radius + outline / 2.0, go)));
        items.push(self.shape(path, Colour::WHITE));
        items.extend(pause.map(|middle| self.spot(middle, radius - outline / 2.0, Colour::WHITE)));
        items
    }

    /// Draws the losses of both, the helpers, and the sign of the attack between the two.
    fn attack(&mut self, ground: Ground, attack: &Attack, seats: &Seats) -> Vec<Item> {
        let (harm, side) = (self.colour("harm"), ground.side);
        let mut items = Vec::new();
        for (helper, foe) in &attack.helpers {
            let middle = ground.middle(*helper).midpoint(ground.middle(*foe));
            items.push(self.spot(middle, HELPER * side, harm));
            items.push(self.spot(middle, (HELPER - EDGE) * side, Colour::WHITE));
            items.extend(self.in_size("+1", "book-sum", 0.62 * side, middle, harm));
        }
        let middle = ground.middle(attack.by).midpoint(ground.middle(attack.on));
        items.push(self.spot(middle, (FIGURE + EDGE) * side, Colour::WHITE));
        items.push(self.spot(middle, FIGURE * side, harm));
        let bounds = Rect::mm(middle.x - 0.12 * side, middle.y - 0.12 * side, 0.24 * side, 0.24 * side);
        items.extend(self.mark(MARK, bounds, Colour::WHITE));
        for (unit, foe, loss) in [(attack.by, attack.on, attack.losses.0), (attack.on, attack.by, attack.losses.1)] {
            let off = seats.loss(unit, foe);
            items.extend(self.figure_at(ground, unit, off, &format!("−{loss}"), harm));
        }
        items
    }

    /// Draws a number in a disc at a corner of a square.
    fn figure_at(&mut self, ground: Ground, unit: Place, corner: Corner, text: &str, colour: Colour) -> Vec<Item> {
        let off = Vec2::new(f64::from(corner.x) * FIGURE_AT.0, f64::from(corner.y) * FIGURE_AT.1) * ground.side;
        let middle = ground.middle(unit) + off;
        let mut items = vec![
            self.spot(middle, (FIGURE + EDGE) * ground.side, Colour::WHITE),
            self.spot(middle, FIGURE * ground.side, colour),
        ];
        items.extend(self.in_size(text, "book-sum", TYPE * ground.side, middle, Colour::WHITE));
        items
    }

    fn spot(&self, middle: kurbo::Point, radius: f64, colour: Colour) -> Item {
        self.disc(Point::new(Mm::new(middle.x), Mm::new(middle.y)), Mm::new(radius), colour)
    }

    fn line_of(&self, line: Line, width: f64, cap: Cap, colour: Colour) -> Item {
        self.shape(area(line.to_path(0.1), &Stroke::new(width).with_caps(cap)), colour)
    }

    /// Draws a letter or a number in a size of its own, centred on a point.
    fn in_size(&mut self, text: &str, style: &str, size: f64, middle: kurbo::Point, colour: Colour) -> Vec<Item> {
        let Some(style) = self.style(style) else { return Vec::new() };
        let mut own = style.clone();
        own.size = Pt::new(size);
        let block = self.set(&Self::plain(text), &own, LineMode::Line, Mm::ZERO);
        let mut items = Vec::new();
        for line in &block.lines {
            let at = Point::new(Mm::new(middle.x) - line.width / 2.0, Mm::new(middle.y) + block.cap_height / 2.0);
            items.extend(self.line(line, own.size, at, colour).0);
        }
        items
    }
}

/// Returns the area of a line.
fn area(path: BezPath, stroke: &Stroke) -> BezPath {
    kurbo::stroke(path, stroke, &StrokeOpts::default(), 1e-3)
}

/// Returns a straight bar of some width.
fn bar(from: kurbo::Point, to: kurbo::Point, width: f64) -> BezPath {
    area(Line::new(from, to).to_path(0.1), &Stroke::new(width).with_caps(Cap::Butt))
}

/// Returns an arrow from its tail to its tip on squares of some size.
fn pointed(tail: kurbo::Point, tip: kurbo::Point, side: f64) -> BezPath {
    let way = tip - tail;
    let long = way.hypot();
    let (shaft, head, half) = (SHAFT * side, HEAD.0 * side, HEAD.1 * side);
    let mut path = BezPath::new();
    let outline = [
        (0.0, -shaft),
        (long - head, -shaft),
        (long - head, -half),
        (long, 0.0),
        (long - head, half),
        (long - head, shaft),
        (0.0, shaft),
    ];
    let place = Affine::translate(tail.to_vec2()) * Affine::rotate(way.atan2());
    path.move_to(place * kurbo::Point::from(outline[0]));
    for corner in &outline[1..] {
        path.line_to(place * kurbo::Point::from(*corner));
    }
    path.close_path();
    path
}

/// Returns hatching of a dark square, for the low-ink version.
fn hatched(square: kurbo::Rect) -> BezPath {
    const CUTS: u8 = 6;
    let side = square.width();
    let mut path = BezPath::new();
    for cut in 1..CUTS * 2 {
        let along = side * f64::from(cut) / f64::from(CUTS);
        let (low, high) = ((along - side).max(0.0), along.min(side));
        let corner = |x: f64, y: f64| kurbo::Point::new(square.x0 + x, square.y0 + y);
        path.extend(bar(corner(low, high), corner(high, low), LINE));
    }
    path
}

/// Returns the torn edge of a board that continues: teeth of the dark squares beyond, of fixed lengths.
fn torn(diagram: &Diagram, ground: Ground) -> BezPath {
    const TEETH: i32 = 8;
    let (columns, rows) = (i32::from(diagram.columns), i32::from(diagram.rows));
    let mut path = BezPath::new();
    let mut tooth = |square: i32, tooth: i32, corner: &dyn Fn(f64, f64) -> kurbo::Point| {
        let wide = 1.0 / f64::from(TEETH);
        let from = f64::from(square) + f64::from(tooth) * wide;
        // A rough edge that is always the same: a fractional part of multiples of the golden ratio.
        let rough = (f64::from(square * TEETH + tooth + columns * 3 + rows) * 0.618_033_988_75).fract();
        let long = TORN * (0.35 + 0.6 * rough);
        path.move_to(corner(from, 0.0));
        path.line_to(corner(from + wide, 0.0));
        path.line_to(corner(from + wide / 2.0, long));
        path.close_path();
    };
    let (wide, high) = (f64::from(columns), f64::from(rows));
    for number in 0..TEETH {
        for x in 0..columns {
            if !diagram.edges.top && diagram.is_dark(x, -1) {
                tooth(x, number, &|along, out| ground.corner(along, -out));
            }
            if !diagram.edges.bottom && diagram.is_dark(x, rows) {
                tooth(x, number, &|along, out| ground.corner(along, high + out));
            }
        }
        for y in 0..rows {
            if !diagram.edges.left && diagram.is_dark(-1, y) {
                tooth(y, number, &|along, out| ground.corner(-out, along));
            }
            if !diagram.edges.right && diagram.is_dark(columns, y) {
                tooth(y, number, &|along, out| ground.corner(wide + out, along));
            }
        }
    }
    path
}

/// Maximum side of a square; of a whole board, which has a page's width; beside a caption.
const SQUARE: Mm = Mm::new(11.0);
const OF_MANY: Mm = Mm::new(9.5);
const BESIDE: Mm = Mm::new(11.0);
/// Maximum width of a board beside its caption, in squares; wider ones are above it.
const NARROW: u8 = 4;
/// A board of more squares than this across has smaller ones.
const MANY: u8 = 6;
/// Between a board and the words beside it, and between two boards.
const GAP: Mm = Mm::new(5.0);
/// From the foot of a board to the baseline of its label.
const LABEL: Mm = Mm::new(3.8);
/// Lines that are left free below a figure.
const BELOW: f64 = 0.5;

impl Typesetter<'_> {
    /// Sets a board with its caption.
    pub(crate) fn board(&mut self, diagram: &Diagram, column: Column) -> Slab {
        if diagram.columns <= NARROW { self.beside(diagram, column) } else { self.above(diagram, column) }
    }

    /// Sets a narrow board, with its caption to the right.
    fn beside(&mut self, diagram: &Diagram, column: Column) -> Slab {
        let width = width(diagram, BESIDE);
        let from = width + GAP;
        let caption = self.caption(&diagram.caption, column.measure - from, TextAnchor::Left);
        let board = height(diagram, BESIDE);
        let rows = (board / LEAD).max(caption.height).ceil();
        let mut slab = Slab::figure();
        slab.height = rows + BELOW;
        let (mut top, mut words) = ((lines(rows) - board) / 2.0, Mm::ZERO);
        if lines(caption.height) < board {
            words = (lines(rows) - lines(caption.height)) / 2.0;
        } else {
            top = Mm::ZERO;
        }
        slab.items = self.tagged_board(diagram, Point::new(column.x, top), BESIDE);
        slab.take_in(caption, Point::new(column.x + from, words));
        slab
    }

    /// Sets a wide board, with its caption below.
    fn above(&mut self, diagram: &Diagram, column: Column) -> Slab {
        let most = if diagram.columns > MANY { OF_MANY } else { SQUARE };
        let side = fitting(&[diagram], most, column.measure);
        let mut slab = Slab::figure();
        let left = column.x + (column.measure - width(diagram, side)) / 2.0;
        slab.items = self.tagged_board(diagram, Point::new(left, Mm::ZERO), side);
        let caption = self.caption(&diagram.caption, column.measure, TextAnchor::Left);
        let rows = (height(diagram, side) / LEAD).ceil();
        slab.height = rows + caption.height + BELOW;
        slab.take_in(caption, Point::new(column.x, lines(rows)));
        slab
    }

    /// Sets boards side by side on one foot, each with a label below it, and a common caption.
    pub(crate) fn boards(&mut self, boards: &[Diagram], words: &[Inline], column: Column) -> Slab {
        let all: Vec<&Diagram> = boards.iter().collect();
        let side = fitting(&all, SQUARE, column.measure);
        let (wide, high) = all
            .iter()
            .fold((Mm::ZERO, Mm::ZERO), |(wide, high), it| (wide + width(it, side), high.max(height(it, side))));
        let mut slab = Slab::figure();
        #[allow(clippy::cast_precision_loss, reason = "a handful of boards")]
        let gap = (column.measure - wide) / (boards.len() as f64 + 1.0);
        let mut left = column.x + gap;
        let mut has_labels = false;
        for diagram in boards {
            let top = high - height(diagram, side);
            slab.items.extend(self.tagged_board(diagram, Point::new(left, top), side));
            let label = diagram.caption.clone();
            has_labels |= !label.is_empty();
            let middle = left + width(diagram, side) / 2.0;
            let element = self.element("P", self.parent, None);
            let at = Point::new(middle, high + LABEL);
            let set = self.words_at(&label, "book-label", at, TextAnchor::Middle, Colour::Black);
            slab.items.extend(Self::tagged(element, set.items));
            left += width(diagram, side) + gap;
        }
        let labels = if has_labels { LABEL } else { Mm::ZERO };
        let rows = ((high + labels) / LEAD).ceil();
        let caption = self.caption(words, column.measure, TextAnchor::Left);
        slab.height = rows + caption.height + BELOW;
        slab.take_in(caption, Point::new(column.x, lines(rows)));
        slab
    }

    /// Draws only a board, in the size of boards above their captions.
    pub(crate) fn board_alone(&mut self, diagram: &Diagram) -> Vec<crate::scene::Item> {
        self.drawn_board(diagram, Point::default(), SQUARE)
    }

    /// Sets a board as a figure of the document, with its torn edges from a point on.
    fn tagged_board(&mut self, diagram: &Diagram, at: Point, side: Mm) -> Vec<crate::scene::Item> {
        let figure = self.element("Figure", self.parent, Some(diagram.alt.clone()));
        let torn = side * TORN;
        let items = self.drawn_board(diagram, Point::new(at.x + torn, at.y + torn), side);
        Self::tagged(figure, self.unreflected(items, at.x + width(diagram, side) / 2.0))
    }
}

/// Returns the maximum side of a square for boards side by side.
fn fitting(boards: &[&Diagram], most: Mm, measure: Mm) -> Mm {
    let squares: f64 = boards.iter().map(|diagram| f64::from(diagram.columns) + 2.0 * TORN).sum();
    #[allow(clippy::cast_precision_loss, reason = "a handful of boards")]
    let gaps = GAP * (boards.len().saturating_sub(1)) as f64;
    ((measure - gaps) / squares).min(most)
}

fn width(diagram: &Diagram, side: Mm) -> Mm {
    side * (f64::from(diagram.columns) + 2.0 * TORN)
}

fn height(diagram: &Diagram, side: Mm) -> Mm {
    side * (f64::from(diagram.rows) + 2.0 * TORN)
}
