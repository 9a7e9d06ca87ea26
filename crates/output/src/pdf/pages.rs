//! Pages: their elements, and the content that draws them.

use std::sync::Arc;

use kurbo::{Affine, BezPath};

use super::compiled::Forms;
use super::content::Content;
use super::elements::Structure;
use super::fields::PlacedField;
use super::outline::Label;
use crate::game::Colour;
use crate::scene::{Link, OutlineEntry};
use crate::shape::Shape;
use crate::units::{Mm, Point, Pt, Rect, Size};

/// Metadata of a document.
#[derive(Clone, Debug, Default)]
pub struct Info {
    /// Its title.
    pub title: String,
    /// Authors of the contents.
    pub author: String,
    /// Subject.
    pub subject: String,
    /// The language of its text, as BCP 47 writes it.
    pub language: String,
    /// Creation time, in seconds since 1970; `None` to hide it.
    pub date: Option<i64>,
    /// Instruction for a printer's duplex unit: `DuplexFlipLongEdge`, `DuplexFlipShortEdge`, `Simplex`.
    pub duplex: Option<&'static str>,
}

/// A line on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// One end.
    pub from: Point,
    /// The other.
    pub to: Point,
    /// Line width.
    pub width: Pt,
    /// True if it is dashed.
    pub dashed: bool,
    /// True if a white line surrounds it, to be visible on any background.
    pub cased: bool,
}

/// A scene on a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placement {
    /// Index into the document's scenes.
    pub scene: usize,
    /// Origin of the scene on the page.
    pub at: Point,
    /// True if it is upside down; the origin is then its lower right corner as seen.
    pub turned: bool,
    /// Clip area.
    pub clip: Option<Rect>,
    /// The outline along which it is cut off, in millimetres on the page.
    pub outline: Option<Arc<BezPath>>,
    /// Index of the scene's first element in the document; `None` for scenes without structure.
    pub structure: usize,
}

/// A page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Its size.
    pub size: Size,
    /// Transform of all its content, from millimetres to millimetres: corrects a misprint.
    pub map: Option<Affine>,
    /// Trim box, if the page is printed larger.
    pub trim: Option<Rect>,
    /// Bleed box, if the page is cut.
    pub bleed: Option<Rect>,
    /// True if its lines are for the die maker: for a press they have colours of their own, `Cut` and `Crease`.
    pub is_die_line: bool,
    /// Thin lines under all scenes, in millimetres.
    pub outlines: Vec<BezPath>,
    /// The scenes on it, from bottom to top.
    pub placed: Vec<Placement>,
    /// The lines on it, which are the same on most pages of a deck.
    pub strokes: Arc<[Stroke]>,
    /// The links on it.
    pub links: Vec<Link>,
    /// Fields on the page that people fill in.
    pub fields: Vec<PlacedField>,
}

/// A document to be written.
pub struct Document<'a> {
    /// The pages.
    pub pages: &'a [Page],
    /// Metadata of the document.
    pub info: &'a Info,
    /// Its outline, in the order of the pages.
    pub outline: &'a [OutlineEntry],
    /// Page labels; if empty, pages are numbered.
    pub labels: &'a [Label],
    /// Its structure.
    pub structure: &'a Structure<'a>,
}

/// Returns the transform from millimetres with y downwards, moved by `by`, to points with y upwards, on a page of this
/// height.
pub(super) fn to_points(by: Point, height: Mm) -> Affine {
    let scale = Mm::new(1.0).to_pt().get();
    Affine::new([scale, 0.0, 0.0, -scale, by.x.to_pt().get(), (height - by.y).to_pt().get()])
}

/// A page's own content.
pub(super) struct PageContent {
    pub content: Content,
    /// The elements that its marks belong to, in order.
    pub marks: Vec<usize>,
}

/// Returns the transform from a placed scene's form to the page. The form's origin is the lower left corner of the
/// scene's area.
pub(super) fn place(placed: &Placement, covers: Rect, height: Mm) -> Affine {
    let (x, y, sign) = if placed.turned {
        (placed.at.x - covers.x, height - (placed.at.y - covers.bottom()), -1.0)
    } else {
        (placed.at.x + covers.x, height - (placed.at.y + covers.bottom()), 1.0)
    };
    Affine::new([sign, 0.0, 0.0, sign, x.to_pt().get(), y.to_pt().get()])
}

/// Width of the lines under scenes, of which the outer half is seen.
const OUTLINE: Pt = Pt::new(0.7);

/// Draws the content of a page: scenes part by part, each marked with its element unless it marks itself, then lines.
pub(super) fn draw(
    page: &Page,
    output: &Document<'_>,
    forms: &Forms<'_>,
    covers: &dyn Fn(usize) -> Rect,
    press: bool,
) -> PageContent {
    let height = page.size.height;
    let mut content = Content::new(3);
    let mut marks = Vec::new();
    let on_page = to_points(Point::default(), height);
    let spot = page.is_die_line && press;
    if let Some(map) = page.map {
        content.save();
        content.transform(on_page * map * on_page.inverse());
    }
    if !page.outlines.is_empty() {
        content.raw("/Artifact BMC\n");
        if spot {
            content.raw("/OV gs\n/Cut CS 1 SCN\n");
        }
        content.number(OUTLINE.get());
        content.op("w");
        for outline in &page.outlines {
            content.path(&(on_page * outline.clone()));
            content.op("S");
        }
        content.raw("EMC\n");
    }
    for placed in &page.placed {
        content.save();
        if let Some(clip) = placed.clip {
            let [x0, y0, x1, y1] = edges(clip, height);
            content.clip_rect(kurbo::Rect::new(x0, y0, x1, y1));
        }
        if let Some(outline) = &placed.outline {
            content.path(&(on_page * outline.as_ref().clone()));
            content.op("W n");
        }
        content.transform(place(placed, covers(placed.scene), height));
        for form in forms.get(&placed.scene).into_iter().flatten() {
            let marks_itself = !form.marks.is_empty();
            if let Some(element) = form.element.map(|element| placed.structure + element) {
                content.raw(&format!("/{} <</MCID {}>> BDC\n", output.structure.get(element).role, marks.len()));
                marks.push(element);
            } else if !marks_itself {
                content.raw("/Artifact BMC\n");
            }
            content.draw(&form.name);
            if !marks_itself {
                content.raw("EMC\n");
            }
        }
        content.restore();
    }
    if !page.strokes.is_empty() {
        content.raw("/Artifact BMC\n");
        if spot {
            content.raw("/OV gs\n/Crease CS 1 SCN\n");
        }
        page.strokes.iter().for_each(|stroke| draw_stroke(stroke, height, &mut content));
        content.raw("EMC\n");
    }
    if page.map.is_some() {
        content.restore();
    }
    PageContent { content, marks }
}

fn draw_stroke(stroke: &Stroke, height: Mm, content: &mut Content) {
    if stroke.cased {
        content.op("1 G");
        draw_line(stroke, stroke.width * CASING, "[] 0 d", height, content);
        content.op("0 G");
    }
    let [dash, space] = DASHES;
    let dashes = if stroke.dashed { format!("[{dash} {space}] 0 d") } else { "[] 0 d".to_owned() };
    draw_line(stroke, stroke.width, &dashes, height, content);
}

/// Width of the white line around another, relative to it.
const CASING: f64 = 2.4;
/// Lengths of dashes and of the spaces between them, in points.
const DASHES: [u8; 2] = [4, 3];

impl Page {
    /// Returns the lines under all scenes as filled outlines in millimetres, for pictures of the page.
    pub fn lines_below(&self) -> Vec<Shape> {
        let line = kurbo::Stroke::new(OUTLINE.to_mm().get());
        self.outlines.iter().map(|outline| filled(outline, &line, Colour::Black)).collect()
    }

    /// Returns the lines above all scenes as filled outlines in millimetres, the first at the bottom.
    pub fn lines_above(&self) -> Vec<Shape> {
        let shapes = |stroke: &Stroke| {
            let [from, to] = [stroke.from, stroke.to].map(|end| (end.x.get(), end.y.get()));
            let path = BezPath::from_vec(vec![kurbo::PathEl::MoveTo(from.into()), kurbo::PathEl::LineTo(to.into())]);
            let width = stroke.width.to_mm().get();
            let line = kurbo::Stroke::new(width).with_caps(kurbo::Cap::Butt);
            let casing = kurbo::Stroke { width: width * CASING, ..line.clone() };
            let casing = stroke.cased.then(|| filled(&path, &casing, Colour::WHITE));
            let dashes = DASHES.map(|length| Pt::new(length.into()).to_mm().get());
            let line = if stroke.dashed { line.with_dashes(0.0, dashes) } else { line };
            casing.into_iter().chain([filled(&path, &line, Colour::Black)])
        };
        self.strokes.iter().flat_map(shapes).collect()
    }
}

fn filled(path: &BezPath, line: &kurbo::Stroke, colour: Colour) -> Shape {
    let path = kurbo::stroke(path, line, &kurbo::StrokeOpts::default(), 0.01);
    Shape { path, colour, even_odd: false }
}

fn draw_line(stroke: &Stroke, width: Pt, dashes: &str, height: Mm, content: &mut Content) {
    content.number(width.get());
    content.op("w");
    content.op(dashes);
    for (point, operator) in [(stroke.from, "m"), (stroke.to, "l")] {
        content.numbers(&[point.x.to_pt().get(), (height - point.y).to_pt().get()]);
        content.op(operator);
    }
    content.op("S");
}

/// Returns left, bottom, right and top of a rectangle on a page, in points from the lower left corner.
pub(super) fn edges(rect: Rect, height: Mm) -> [f64; 4] {
    [rect.x, height - rect.bottom(), rect.right(), height - rect.y].map(|edge| edge.to_pt().get())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_are_counted_from_the_lower_left_corner() {
        let card = Rect::mm(3.0, 3.0, 63.5, 88.9);
        let corners = edges(card, Mm::new(94.9));
        for (is, should) in corners.iter().zip([8.504, 8.504, 188.504, 260.504]) {
            assert!((is - should).abs() < 1e-3, "{corners:?}");
        }
    }
}
