//! Drawings: each is written once, for all scenes and documents of a run.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use kurbo::{Affine, PathEl, Point, Rect, Vec2};
use lopdf::ObjectId;
use parking_lot::Mutex;

use super::PdfError;
use super::art::art_form;
use super::builder::PdfBuilder;
use super::content::Content;
use super::forms::{Form, Resources};
use super::press::Press;
use crate::scene::{self, Drawing, DrawingId, Item, Scene};
use crate::shape::Shape;
use crate::threads;

/// Drawings that were written, for all documents of a run. Those that wait for the same wait for it to be
/// written; others go on meanwhile.
#[derive(Default)]
pub struct DrawingCache {
    forms: Mutex<HashMap<(DrawingId, u64), SharedForm>>,
    press: Option<Arc<Press>>,
}

/// Resolution of rasterised parts, in dpi.
pub const PIXELS: f64 = 600.0;

/// A form, once it is written.
type SharedForm = Arc<OnceLock<Result<Arc<Form>, PdfError>>>;

impl DrawingCache {
    /// Creates it for documents that a press prints.
    pub fn for_press(press: Arc<Press>) -> Self {
        Self { press: Some(press), ..Self::default() }
    }

    /// Returns the press that the documents are for, if they are for one.
    pub(super) fn press(&self) -> Option<&Arc<Press>> {
        self.press.as_ref()
    }

    /// Returns true if a drawing whose unit is `unit` millimetres long has transparency.
    ///
    /// # Errors
    /// Art that can't be printed unchanged.
    pub fn is_transparent(&self, drawing: &Arc<Drawing>, unit: f64) -> Result<bool, PdfError> {
        Ok(self.form(drawing, unit)?.is_transparent())
    }

    /// Returns the form of a drawing whose unit is `unit` millimetres long in print.
    fn form(&self, drawing: &Arc<Drawing>, unit: f64) -> Result<Arc<Form>, PdfError> {
        let cell = {
            let mut forms = self.forms.lock();
            // Only rasterised parts, coarse pictures and black for a press depend on the size.
            let pixels = matches!(&drawing.content, scene::Content::Art(art) if art.pictures || !art.pixels.is_empty());
            let sized = pixels || self.press.is_some();
            let key = (drawing.id(), if sized { unit.to_bits() } else { 0 });
            Arc::clone(forms.entry(key).or_default())
        };
        cell.get_or_init(|| write_drawing(drawing, unit, self.press()).map(Arc::new)).clone()
    }
}

fn write_drawing(drawing: &Drawing, unit: f64, press: Option<&Arc<Press>>) -> Result<Form, PdfError> {
    match &drawing.content {
        scene::Content::Art(art) => art_form(art, PIXELS * unit / 25.4, press),
        scene::Content::Shapes(shapes) => Ok(shapes_form(shapes, drawing.bounds, unit, press)),
    }
}

/// Outlines as a form. Their points are rounded to steps of a 16,000th of the whole and less: whole numbers are shorter
/// than those with a point, and sooner written.
fn shapes_form(shapes: &[Shape], bounds: Rect, unit: f64, press: Option<&Arc<Press>>) -> Form {
    let extent = bounds.width().max(bounds.height()).max(1e-3);
    // A power of two is exact in single precision too.
    let steps = (16_000.0 / extent).log2().ceil().exp2();
    let grid = Affine::scale(steps);
    let bounds = grid.transform_rect_bbox(bounds);
    let mut content = Content::for_press(0, press);
    let mut resources = Resources::default();
    let mut shapes = shapes.iter().peekable();
    while let Some(shape) = shapes.next() {
        content.fill_outline(shape.colour, &shape.path, unit);
        if let Some((by, upper)) = shapes.peek().and_then(|upper| Some((moved(shape, upper)?, upper))) {
            // A shade is the outline above it, moved. That is written once, without a colour: it takes the one that is set.
            let mut outline = Content::new(0);
            outline.fill_path(&(grid * &upper.path), upper.even_odd);
            let name = format!("O{}", resources.forms.len());
            content.save();
            content.transform(Affine::translate(by * steps));
            content.draw(&name);
            content.restore();
            content.fill_outline(upper.colour, &upper.path, unit);
            content.draw(&name);
            resources.forms.push((name, Form::new(bounds, outline, Resources::default(), None)));
            shapes.next();
        } else {
            content.fill_path(&(grid * &shape.path), shape.even_odd);
        }
    }
    Form { unit: 1.0 / steps, ..Form::new(bounds, content, resources, None) }
}

/// Returns the offset between two shapes of the same outline; `None` if the outlines differ, or are too short to share.
fn moved(lower: &Shape, upper: &Shape) -> Option<Vec2> {
    let points = |element: &PathEl| match *element {
        PathEl::MoveTo(p) | PathEl::LineTo(p) => [p; 3],
        PathEl::QuadTo(a, p) => [a, p, p],
        PathEl::CurveTo(a, b, p) => [a, b, p],
        PathEl::ClosePath => [Point::ZERO; 3],
    };
    let (lower_path, upper_path) = (lower.path.elements(), upper.path.elements());
    if lower.even_odd != upper.even_odd || lower_path.len() != upper_path.len() || lower_path.len() <= ONCE {
        return None;
    }
    let by = points(&lower_path[0])[0] - points(&upper_path[0])[0];
    let alike = lower_path.iter().zip(upper_path).all(|(a, b)| {
        let by = if matches!(a, PathEl::ClosePath) { Vec2::ZERO } else { by };
        let near = |(a, b): (Point, Point)| (a - b - by).hypot2() < 1e-12;
        std::mem::discriminant(a) == std::mem::discriminant(b) && points(a).into_iter().zip(points(b)).all(near)
    });
    alike.then_some(by)
}

/// Outlines of at most this many segments, such as rectangles and discs, are written inline.
const FEW: usize = 6;
/// So are outlines drawn only once, up to this many segments: longer ones are shorter as forms.
const ONCE: usize = 48;

/// Drawings of some scenes that are written once and drawn by name, in the order of first use. Small outlines are
/// written inline.
pub(super) struct Drawings {
    all: Vec<Arc<Form>>,
    /// Indices of the drawings.
    pub numbers: HashMap<DrawingId, usize>,
}

impl Drawings {
    /// Collects the drawings and writes them.
    ///
    /// # Errors
    /// Art that cannot be printed as it is.
    pub fn collect<'s>(scenes: impl Iterator<Item = &'s Scene>, drawn: &DrawingCache) -> Result<Self, PdfError> {
        let mut all: Vec<(&Arc<Drawing>, usize, f64)> = Vec::new();
        let mut numbers: HashMap<DrawingId, usize> = HashMap::new();
        for item in scenes.flat_map(|scene| &scene.items) {
            if let Item::Drawing { drawing, place, .. } = item {
                let number = *numbers.entry(drawing.id()).or_insert_with(|| {
                    all.push((drawing, 0, 0.0));
                    all.len() - 1
                });
                let (_, uses, unit) = &mut all[number];
                *uses += 1;
                *unit = unit.max(place.determinant().abs().sqrt());
            }
        }
        let named: Vec<(&Arc<Drawing>, f64)> = all
            .into_iter()
            .filter(|(drawing, uses, _)| !stands_alone(drawing, *uses))
            .map(|(drawing, _, unit)| (drawing, unit))
            .collect();
        let numbers = named.iter().enumerate().map(|(number, (drawing, _))| (drawing.id(), number)).collect();
        let forms = threads::map(&named, |(drawing, unit)| drawn.form(drawing, *unit));
        Ok(Self { all: forms.into_iter().collect::<Result<_, _>>()?, numbers })
    }

    /// True if something is seen through one of them.
    pub fn are_transparent(&self) -> bool {
        self.all.iter().any(|form| form.is_transparent())
    }

    /// Puts all drawings into a document, by their numbers.
    pub fn add(&self, builder: &mut PdfBuilder) -> Vec<ObjectId> {
        self.all.iter().map(|form| form.add(builder)).collect()
    }
}

/// Returns the name of a drawing in scenes.
pub(super) fn drawing_name(number: usize) -> String {
    format!("D{number}")
}

/// True if a drawing is written inline.
fn stands_alone(drawing: &Drawing, uses: usize) -> bool {
    match &drawing.content {
        scene::Content::Art(_) => false,
        scene::Content::Shapes(shapes) => {
            let segments = shapes.iter().map(|shape| shape.path.elements().len()).sum::<usize>();
            segments <= if uses == 1 { ONCE } else { FEW }
        }
    }
}
