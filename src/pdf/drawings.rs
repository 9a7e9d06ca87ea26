//! Drawings: each is written once, for all scenes and documents of a run.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use kurbo::Rect;
use lopdf::Dictionary;

use super::PdfError;
use super::art::art_form;
use super::content::Content;
use super::forms::{Bin, Form, Resources};
use crate::scene::{self, Drawing, Item, Scene};
use crate::threads;

/// Drawings that were written, by address, for all documents of a run. Those that wait for the same wait for it to be
/// written; others go on meanwhile.
#[derive(Default)]
pub struct Drawn {
    forms: Mutex<HashMap<usize, Kept>>,
}

/// A drawing, which is kept so that its address is its own, and its form.
type Kept = (Arc<Drawing>, Arc<OnceLock<Result<Arc<Form>, PdfError>>>);

impl Drawn {
    fn form(&self, drawing: &Arc<Drawing>) -> Result<Arc<Form>, PdfError> {
        let cell = {
            let mut forms = self.forms.lock().unwrap_or_else(PoisonError::into_inner);
            let (_, cell) =
                forms.entry(Arc::as_ptr(drawing).addr()).or_insert_with(|| (Arc::clone(drawing), Arc::default()));
            Arc::clone(cell)
        };
        cell.get_or_init(|| write_drawing(drawing).map(Arc::new)).clone()
    }
}

fn write_drawing(drawing: &Drawing) -> Result<Form, PdfError> {
    match &drawing.content {
        scene::Content::Art(tree) => art_form(tree),
        scene::Content::Shapes(shapes) => {
            let mut content = Content::new(places(drawing.bounds));
            for shape in shapes {
                content.fill(shape.colour);
                content.fill_path(&shape.path, shape.even_odd);
            }
            Ok(Form::new(drawing.bounds, content, Resources::default(), false))
        }
    }
}

/// Outlines of no more segments than this, rectangles and discs, are written where they stand.
const FEW: usize = 6;

/// The drawings of some scenes that are written once and drawn by name, in the order in which they come. Small outlines,
/// and those drawn only once, are written where they stand.
pub(super) struct Drawings {
    all: Vec<Arc<Form>>,
    /// Where a drawing stands among them, by its address.
    pub numbers: HashMap<usize, usize>,
}

impl Drawings {
    /// Collects the drawings and writes them.
    ///
    /// # Errors
    /// Art that cannot be printed as it is.
    pub fn collect<'s>(scenes: impl Iterator<Item = &'s Scene>, drawn: &Drawn) -> Result<Self, PdfError> {
        let mut all: Vec<(&Arc<Drawing>, usize)> = Vec::new();
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        for item in scenes.flat_map(|scene| &scene.items) {
            if let Item::Drawing { drawing, .. } = item {
                let number = *numbers.entry(Arc::as_ptr(drawing).addr()).or_insert_with(|| {
                    all.push((drawing, 0));
                    all.len() - 1
                });
                all[number].1 += 1;
            }
        }
        let named: Vec<&Arc<Drawing>> = all
            .into_iter()
            .filter(|(drawing, uses)| !stands_alone(drawing, *uses))
            .map(|(drawing, _)| drawing)
            .collect();
        let numbers = named.iter().enumerate().map(|(number, drawing)| (Arc::as_ptr(drawing).addr(), number)).collect();
        let forms = threads::map(&named, |drawing| drawn.form(drawing));
        Ok(Self { all: forms.into_iter().collect::<Result<_, _>>()?, numbers })
    }

    /// Puts all drawings into a document.
    pub fn add(&self, bin: &mut Bin) -> Dictionary {
        let mut dictionary = Dictionary::new();
        for (number, form) in self.all.iter().enumerate() {
            dictionary.set(format!("D{number}"), form.add(bin));
        }
        dictionary
    }
}

/// Whether a drawing is written where it stands.
fn stands_alone(drawing: &Drawing, uses: usize) -> bool {
    match &drawing.content {
        scene::Content::Art(_) => false,
        scene::Content::Shapes(shapes) => {
            uses == 1 || shapes.iter().map(|shape| shape.path.elements().len()).sum::<usize>() <= FEW
        }
    }
}

/// Places after the point by which a drawing is exact to a hundred-thousandth of itself.
pub(super) fn places(bounds: Rect) -> usize {
    let extent = bounds.width().max(bounds.height()).max(1e-3);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=5")]
    let places = (30_000.0 / extent).log10().ceil().clamp(0.0, 5.0) as usize;
    places
}
