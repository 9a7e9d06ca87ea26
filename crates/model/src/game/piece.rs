//! The pieces of a game: their cut, their sides, their layout on a sheet.

use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl, Shape as _, Stroke, StrokeOpts};

use super::net::Net;
use super::{CardFormat, Palette, Spanned};
use crate::units::{Mm, Point};

/// The name of the piece that every game had before it could have others.
pub const CARD: &str = "card";

/// A piece type.
#[derive(Clone, Debug)]
pub struct PieceSpec {
    /// Id in the data: `card`, `token`.
    pub id: String,
    /// Displayed singular.
    pub name: String,
    /// Displayed plural.
    pub plural: String,
    /// Cut outline.
    pub shape: CutShape,
    /// Printed sides.
    pub sides: Sides,
    /// Layout on a sheet.
    pub pack: Pack,
    /// Paper or board for printing, if the game sets it.
    pub stock: Option<String>,
    /// Made only by request, or if an order has a place for it.
    pub on_demand: bool,
    /// Index of the net's panel that they are; `None` for whole pieces.
    pub panel: Option<usize>,
    /// True if empty slots can be filled in on a screen.
    pub form: bool,
}

impl PieceSpec {
    /// Creates a rectangle with two sides.
    pub fn card() -> Self {
        Self {
            id: CARD.to_owned(),
            name: CARD.to_owned(),
            plural: "cards".to_owned(),
            shape: CutShape::Rect,
            sides: Sides::Two,
            pack: Pack::Grid,
            stock: None,
            on_demand: false,
            panel: None,
            form: false,
        }
    }

    /// True if it is the piece that the deck is made of.
    pub fn is_card(&self) -> bool {
        self.id == CARD
    }

    /// Returns a number with the noun in the right form.
    pub fn counted(&self, number: usize) -> String {
        format!("{number} {}", if number == 1 { &self.name } else { &self.plural })
    }
}

/// Printed sides of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Only in front.
    One,
    /// In front and behind.
    Two,
    /// On one side of the paper, which is folded along the upper edge of the piece: a standee.
    Fold,
}

/// Layout of pieces on a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pack {
    /// In rows and columns.
    Grid,
    /// Every row half a piece to the side of the one above: circles and hexagons.
    Hex,
    /// One on a sheet.
    Alone,
    /// A whole page, which is not cut.
    Page,
    /// One on several sheets, whose parts overlap by a length and are joined.
    Tile(Mm),
}

/// Cut outline of a piece.
#[derive(Clone, Debug, PartialEq)]
pub enum CutShape {
    /// An upright rectangle.
    Rect,
    /// A circle, or an ellipse where width and height differ.
    Circle,
    /// A hexagon that is on a corner.
    Hexagon,
    /// The outline of a drawing.
    Drawing {
        /// Path in the game's folder, with its span.
        file: Spanned<String>,
        /// In millimetres from the piece's upper left corner; empty until the drawing is read.
        outline: BezPath,
    },
    /// A calculated outline, in millimetres from the piece's upper left corner: a panel with a notch.
    Outline(BezPath),
    /// A net, to be creased and folded.
    Net(Arc<Net>),
}

/// A hundredth of a millimetre is finer than any knife.
const FINE: f64 = 0.01;

impl CutShape {
    /// Returns the outline of the piece itself, with round corners, in millimetres from its upper left corner.
    pub fn cut_out(&self, format: &CardFormat) -> BezPath {
        let whole = || {
            let cut = kurbo::Rect::new(0.0, 0.0, format.size.width.get(), format.size.height.get());
            cut.to_rounded_rect(format.corner.get()).to_path(FINE)
        };
        self.outline(format).unwrap_or_else(whole)
    }

    /// Returns the printed outline of a piece, with its bleed, in millimetres from the piece's upper left corner.
    pub fn with_bleed(&self, format: &CardFormat, bleed: Mm) -> BezPath {
        let whole = || kurbo::Rect::new(0.0, 0.0, format.size.width.get(), format.size.height.get()).to_path(0.1);
        grown(&self.outline(format).unwrap_or_else(whole), bleed)
    }

    /// Returns its cut, in millimetres from the piece's upper left corner; `None` for a rectangle, which is cut
    /// straight across the sheet.
    pub fn outline(&self, format: &CardFormat) -> Option<BezPath> {
        let (width, height) = (format.size.width.get(), format.size.height.get());
        Some(match self {
            Self::Rect => return None,
            Self::Circle => {
                kurbo::Ellipse::new((width / 2.0, height / 2.0), (width / 2.0, height / 2.0), 0.0).to_path(FINE)
            }
            Self::Hexagon => {
                let corners = [(0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25)];
                let mut path = BezPath::new();
                path.move_to((corners[0].0 * width, corners[0].1 * height));
                corners[1..].iter().for_each(|(x, y)| path.line_to((x * width, y * height)));
                path.close_path();
                path
            }
            Self::Drawing { outline, .. } | Self::Outline(outline) => outline.clone(),
            Self::Net(net) => net.outline(),
        })
    }

    /// Returns the net, if it is one.
    pub fn net(&self) -> Option<&Net> {
        if let Self::Net(net) = self { Some(net) } else { None }
    }

    /// Returns the distance of a point outside the cut, negative inside. Points are measured from the piece's upper
    /// left corner.
    pub fn outside(&self, format: &CardFormat, at: Point) -> Mm {
        let Some(outline) = self.outline(format) else {
            let cut = format.cut();
            return (cut.x - at.x).max(cut.y - at.y).max(at.x - cut.right()).max(at.y - cut.bottom());
        };
        let at = kurbo::Point::new(at.x.get(), at.y.get());
        let nearest = outline.segments().map(|segment| {
            use kurbo::ParamCurveNearest as _;
            segment.nearest(at, 1e-3).distance_sq
        });
        let distance = nearest.fold(f64::INFINITY, f64::min).sqrt();
        Mm::new(if outline.contains(at) { -distance } else { distance })
    }
}

/// Returns an outline moved outwards by a distance.
fn grown(outline: &BezPath, by: Mm) -> BezPath {
    let stroke = Stroke::new(by.get() * 2.0).with_join(kurbo::Join::Miter).with_miter_limit(3.0);
    // A line that is not closed would have ends rather than two edges.
    let is_closed = outline.elements().last() == Some(&PathEl::ClosePath);
    let end = (!is_closed).then_some(PathEl::ClosePath);
    let ring = kurbo::stroke(outline.elements().iter().copied().chain(end), &stroke, &StrokeOpts::default(), FINE);
    // A ring has an outer and an inner edge: the outer one encloses more.
    let edges = subpaths(&ring).into_iter().map(|edge| (edge.area().abs(), edge));
    let outer = edges.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, edge)| edge);
    outer.unwrap_or_else(|| outline.clone())
}

/// Returns the unconnected parts of a path.
fn subpaths(path: &BezPath) -> Vec<BezPath> {
    let mut all: Vec<BezPath> = Vec::new();
    for element in path.elements() {
        if matches!(element, PathEl::MoveTo(_)) || all.is_empty() {
            all.push(BezPath::new());
        }
        if let Some(last) = all.last_mut() {
            last.push(*element);
        }
    }
    all
}

/// Returns an outline as seen from behind.
pub fn mirrored(outline: &BezPath, width: Mm) -> BezPath {
    Affine::new([-1.0, 0.0, 0.0, 1.0, width.get(), 0.0]) * outline
}

/// Distinguishes the pieces of one player from the others'.
#[derive(Clone, Debug)]
pub struct Set {
    /// Id in the data: `red`.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// The colours that are its own; they go before all others.
    pub palette: Palette,
    /// Its icon, with the span of its name.
    pub mark: Option<Spanned<String>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Size;

    fn format(width: f64, height: f64) -> CardFormat {
        CardFormat::new(Size::mm(width, height))
    }

    #[test]
    fn places_are_inside_or_outside_of_each_shape() {
        let at = |shape: CutShape, x: f64, y: f64| {
            shape.outside(&format(20.0, 20.0), Point::new(Mm::new(x), Mm::new(y))).get()
        };
        for (shape, x, y, is) in [
            (CutShape::Rect, 10.0, 2.0, -2.0),
            (CutShape::Rect, -1.0, 10.0, 1.0),
            (CutShape::Circle, 10.0, 10.0, -10.0),
            (CutShape::Circle, 0.0, 0.0, 200.0_f64.sqrt() - 10.0),
            (CutShape::Hexagon, 10.0, 10.0, -100.0 / 125.0_f64.sqrt()),
        ] {
            let found = at(shape.clone(), x, y);
            assert!((found - is).abs() < 0.02, "{shape:?} at {x}, {y}: {found}, not {is}");
        }
    }

    #[test]
    fn an_outline_grows_on_all_sides() {
        let circle = CutShape::Circle.outline(&format(20.0, 20.0)).unwrap();
        let larger = grown(&circle, Mm::new(2.0));
        assert!((larger.area().abs() - 144.0 * std::f64::consts::PI).abs() < 1.0, "{}", larger.area());
        let bounds = larger.bounding_box();
        for (is, should) in [(bounds.x0, -2.0), (bounds.y0, -2.0), (bounds.x1, 22.0), (bounds.y1, 22.0)] {
            assert!((is - should).abs() < 0.02, "{bounds:?}");
        }
        let hexagon = CutShape::Hexagon.outline(&format(20.0, 23.094)).unwrap();
        let bounds = grown(&hexagon, Mm::new(2.0)).bounding_box();
        assert!((bounds.x0 + 2.0).abs() < 0.02 && (bounds.y0 + 2.0 / 0.75_f64.sqrt()).abs() < 0.02, "{bounds:?}");
    }
}
