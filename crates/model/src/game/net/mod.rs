//! Nets: cut from one sheet in one piece, creased and folded, like a tuck box or a paper die.
//!
//! A net is a tree of panels: each hangs on an edge of another. The cut line, the creases, the positions of the print
//! and the folded box are all derived from that tree.

mod die;
mod fold;
mod tuck;

pub use die::{PRINTABLE as DIE_FACES, die};
pub use fold::{Folded, Space};
pub use tuck::{Holds, PRINTABLE as TUCK_PANELS, Tuck, tuck};

use kurbo::{BezPath, Point, Rect, Shape as _, Vec2};

use crate::diagnostic::Span;
use crate::units::{self, Mm, Size};

/// Pieces cut from one sheet and folded.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// Folded form.
    pub form: NetForm,
    /// The panels; each but the first hangs on one that is before it.
    pub panels: Vec<Panel>,
    /// Span of its size, for messages.
    pub at: Span,
}

/// Folded form of a net.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NetForm {
    /// A box for cards, with a lid that is tucked in.
    Tuck(Tuck),
    /// A cube, and the length of its edges.
    Die(Mm),
}

/// Edge of a panel, as seen from its parent, which is below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Edge that a panel shares with its parent.
    Near,
    /// To the left.
    Left,
    /// Opposite.
    Far,
    /// To the right.
    Right,
}

impl Edge {
    const ALL: [Self; 4] = [Self::Left, Self::Far, Self::Right, Self::Near];
}

/// A flat part of a net between its creases and cuts.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Name in the data, if it can be printed; the other flaps stay white.
    pub name: Option<&'static str>,
    /// True if anything is printed on it.
    pub is_printed: bool,
    /// True if it is upside down in the flat net.
    pub turned: bool,
    /// The panel that it hangs on.
    pub parent: Option<usize>,
    /// The panels that hang on it, by edge.
    children: [Option<usize>; 4],
    /// The end of its near edge where its left edge begins, in millimetres.
    origin: Point,
    /// Along its near edge, and away from it; both one millimetre long.
    along: Vec2,
    out: Vec2,
    width: f64,
    length: f64,
    cut: Cut,
}

/// Cut of a panel's free edges.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cut {
    /// Straight.
    Straight,
    /// Narrower at its far end, by these lengths on the left and the right, with rounded corners.
    Flap { left: f64, right: f64, radius: f64 },
    /// With a notch for the thumb in its far edge, so wide and so deep.
    Notch { width: f64, depth: f64 },
}

impl Panel {
    fn rect(name: Option<&'static str>, width: f64, length: f64) -> Self {
        Self {
            name,
            is_printed: false,
            turned: false,
            parent: None,
            children: [None; 4],
            origin: Point::ZERO,
            along: Vec2::new(1.0, 0.0),
            out: Vec2::new(0.0, -1.0),
            width,
            length,
            cut: Cut::Straight,
        }
    }

    fn point(&self, x: f64, y: f64) -> Point {
        self.origin + self.along * x + self.out * y
    }

    /// Returns the ends of an edge, clockwise.
    fn ends(&self, edge: Edge) -> (Point, Point) {
        let (w, l) = (self.width, self.length);
        let ((ax, ay), (bx, by)) = match edge {
            Edge::Left => ((0.0, 0.0), (0.0, l)),
            Edge::Far => ((0.0, l), (w, l)),
            Edge::Right => ((w, l), (w, 0.0)),
            Edge::Near => ((w, 0.0), (0.0, 0.0)),
        };
        (self.point(ax, ay), self.point(bx, by))
    }

    fn child(&self, edge: Edge) -> Option<usize> {
        self.children[edge as usize]
    }

    fn bounds(&self) -> Rect {
        Rect::from_points(self.point(0.0, 0.0), self.point(self.width, self.length))
    }

    /// True if it is a flap that is tucked in or glued, rather than a side.
    pub fn is_flap(&self) -> bool {
        matches!(self.cut, Cut::Flap { .. })
    }

    /// Returns its area in the flat net, in millimetres.
    pub fn place(&self) -> units::Rect {
        let Rect { x0, y0, x1, y1 } = self.bounds();
        units::Rect::mm(x0, y0, x1 - x0, y1 - y0)
    }

    /// Returns its outline in reading direction, including any notch, in millimetres from its upper left corner; `None`
    /// for a rectangle.
    pub fn outline(&self) -> Option<BezPath> {
        let Cut::Notch { .. } = self.cut else { return None };
        let mut path = BezPath::new();
        path.move_to(self.point(0.0, 0.0));
        self.cut_far(&mut path);
        path.line_to(self.point(self.width, 0.0));
        path.close_path();
        let Rect { x0, y0, .. } = self.bounds();
        Some(kurbo::Affine::translate((-x0, -y0)) * path)
    }

    /// Cuts the free edges of a flap, or the far edge of anything else.
    fn cut_far(&self, path: &mut BezPath) {
        let (w, l) = (self.width, self.length);
        match self.cut {
            Cut::Straight => line_to(path, self.point(w, l)),
            Cut::Flap { left, right, radius } => {
                let corners = [self.point(0.0, 0.0), self.point(left, l), self.point(w - right, l), self.point(w, 0.0)];
                for at in [1, 2] {
                    let toward = |other: Point| corners[at] + (other - corners[at]).normalize() * radius;
                    line_to(path, toward(corners[at - 1]));
                    path.quad_to(corners[at], toward(corners[at + 1]));
                }
                line_to(path, corners[3]);
            }
            Cut::Notch { width, depth } => {
                /// Of a curve that is a quarter of a circle.
                const ROUND: f64 = 0.552_285;
                let (middle, half) = (w / 2.0, width / 2.0);
                let at = |x: f64, y: f64| self.point(middle + x, l - y);
                line_to(path, self.point(0.0, l));
                line_to(path, at(-half, 0.0));
                path.curve_to(at(-half, depth * ROUND), at(-half * ROUND, depth), at(0.0, depth));
                path.curve_to(at(half * ROUND, depth), at(half, depth * ROUND), at(half, 0.0));
                line_to(path, self.point(w, l));
            }
        }
    }
}

/// Draws a line to a point, unless the path is there already.
fn line_to(path: &mut BezPath, to: Point) {
    let there = path.elements().last().and_then(kurbo::PathEl::end_point);
    if there.is_none_or(|there| there.distance(to) > 1e-9) {
        path.line_to(to);
    }
}

/// Overlap of a printed panel beyond its crease with another, to hide the seam on a screen.
const OVERLAP: f64 = 0.03;

/// A line along which a net is folded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crease {
    /// One end, in millimetres from the net's upper left corner.
    pub from: units::Point,
    /// The other.
    pub to: units::Point,
    /// The panels on its two sides.
    pub between: [usize; 2],
}

impl Net {
    /// True if it is folded to a die.
    pub fn is_die(&self) -> bool {
        matches!(self.form, NetForm::Die(_))
    }

    /// Creates a net with only its first panel, to add others to.
    fn new(form: NetForm, at: Span, first: Panel) -> Self {
        Self { form, panels: vec![first], at }
    }

    /// Hangs a panel on an edge of another, this far from the edge's ends.
    fn hang(&mut self, parent: usize, edge: Edge, inset: f64, mut panel: Panel) -> usize {
        let (from, to) = self.panels[parent].ends(edge);
        let along = (to - from).normalize();
        panel.along = along;
        panel.out = Vec2::new(along.y, -along.x);
        panel.origin = from + along * inset;
        panel.width = (to - from).hypot() - inset * 2.0;
        panel.parent = Some(parent);
        self.panels.push(panel);
        let index = self.panels.len() - 1;
        self.panels[parent].children[edge as usize] = Some(index);
        index
    }

    /// Moves it so that its upper left corner is the origin.
    fn moved_to_origin(mut self) -> Self {
        let Rect { x0, y0, .. } = self.outline().bounding_box();
        self.panels.iter_mut().for_each(|panel| panel.origin -= Vec2::new(x0, y0));
        self
    }

    /// Returns the size of the flat net.
    pub fn size(&self) -> Size {
        let bounds = self.outline().bounding_box();
        Size::mm(bounds.width(), bounds.height())
    }

    /// Returns its cut, in millimetres from its upper left corner.
    pub fn outline(&self) -> BezPath {
        let mut path = BezPath::new();
        path.move_to(self.panels[0].point(0.0, 0.0));
        self.walk(0, &mut path);
        self.walk_edge(0, Edge::Near, &mut path);
        path.close_path();
        path
    }

    /// Walks around a panel and its descendants, from one end of its near edge to the other.
    fn walk(&self, index: usize, path: &mut BezPath) {
        let panel = &self.panels[index];
        if let Cut::Flap { .. } = panel.cut {
            panel.cut_far(path);
        } else {
            [Edge::Left, Edge::Far, Edge::Right].into_iter().for_each(|edge| self.walk_edge(index, edge, path));
        }
    }

    fn walk_edge(&self, index: usize, edge: Edge, path: &mut BezPath) {
        let panel = &self.panels[index];
        match panel.child(edge) {
            Some(child) => {
                line_to(path, self.panels[child].point(0.0, 0.0));
                self.walk(child, path);
                line_to(path, panel.ends(edge).1);
            }
            None if edge == Edge::Far => panel.cut_far(path),
            None => line_to(path, panel.ends(edge).1),
        }
    }

    /// Returns its fold lines.
    pub fn creases(&self) -> impl Iterator<Item = Crease> {
        (0..).zip(&self.panels).filter_map(|(index, panel)| {
            let (from, to) = (panel.point(0.0, 0.0), panel.point(panel.width, 0.0));
            let at = |point: Point| units::Point::new(Mm::new(point.x), Mm::new(point.y));
            Some(Crease { from: at(from), to: at(to), between: [index, panel.parent?] })
        })
    }

    /// Returns the printed area of a panel: with a bleed over cuts and over flaps that stay white, and a hair over
    /// creases behind which another panel is printed.
    pub fn printed(&self, index: usize, bleed: Mm) -> units::Rect {
        let panel = &self.panels[index];
        let mut rect = panel.bounds();
        for edge in Edge::ALL {
            let other = if edge == Edge::Near { panel.parent.or(panel.child(edge)) } else { panel.child(edge) };
            let is_joined = other.is_some_and(|other| self.panels[other].is_printed);
            let beyond = if is_joined { OVERLAP } else { bleed.get() };
            let (from, to) = panel.ends(edge);
            let along = (to - from).normalize();
            let out = Vec2::new(along.y, -along.x) * beyond;
            rect = rect.union_pt(from + out).union_pt(to + out);
        }
        units::Rect::mm(rect.x0, rect.y0, rect.width(), rect.height())
    }
}

#[cfg(test)]
mod tests;
