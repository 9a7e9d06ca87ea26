//! Plates: all that documents draw, written and compressed once, and printed on as many documents as are wanted.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use lopdf::{Dictionary, ObjectId, dictionary};

use super::PdfError;
use super::drawings::{Drawings, Drawn};
use super::fonts::{Embedded, embed, used};
use super::forms::{Bin, deflate, form_stream};
use super::pages::{Document, Page, finish, skeleton, to_points};
use super::writer::Writer;
use crate::scene::{Item, Scene};
use crate::text::{FontId, Fonts};
use crate::threads;
use crate::units::{Point, Rect};

/// Scenes ready to be printed.
pub struct Plates<'a> {
    scenes: &'a [(&'a Scene, Rect)],
    fonts: &'a Fonts,
    embedded: BTreeMap<FontId, Embedded>,
    drawings: Drawings,
    plates: BTreeMap<usize, Plate>,
}

/// A scene, written.
struct Plate {
    /// Compressed content.
    bytes: Vec<u8>,
    /// The elements that its marked content belongs to.
    elements: Vec<usize>,
    /// Whether it draws other scenes.
    nests: bool,
}

/// A scene in a document.
pub(super) struct Form<'a> {
    pub id: ObjectId,
    /// The elements that its marked content belongs to.
    pub elements: &'a [usize],
}

impl<'a> Plates<'a> {
    /// Writes those of some scenes that pages show, each once, however often it is placed. With each scene goes what it
    /// covers, bleed included. Drawings that were written before are taken from `drawn`.
    ///
    /// # Errors
    /// Fonts that cannot be cut down, art that cannot be printed as it is.
    pub fn new(
        scenes: &'a [(&'a Scene, Rect)],
        pages: &[Page],
        fonts: &'a Fonts,
        drawn: &Drawn,
    ) -> Result<Self, PdfError> {
        let numbers: HashMap<usize, usize> =
            (0..).zip(scenes).map(|(number, (scene, _))| (address(scene), number)).collect();
        let shown: Vec<usize> = shown(scenes, pages, &numbers).into_iter().collect();
        let shown_scenes = || shown.iter().map(|number| scenes[*number].0);
        let drawings = Drawings::collect(shown_scenes(), drawn)?;
        let embedded = embed(fonts, &used(shown_scenes(), fonts))?;
        let writer = Writer { drawings: &drawings, fonts: &embedded, nested: &numbers };
        let written = threads::map(&shown, |number| {
            let (scene, covers) = scenes[*number];
            let base = to_points(Point::new(-covers.x, -covers.y), covers.height);
            let written = writer.scene(scene, base);
            let bytes = deflate(&written.content.into_bytes());
            Plate { bytes, elements: written.elements, nests: nested_in(scene).next().is_some() }
        });
        let plates = shown.into_iter().zip(written).collect();
        Ok(Self { scenes, fonts, embedded, drawings, plates })
    }

    /// A document as bytes: the same bytes for the same input.
    ///
    /// # Errors
    /// A document that cannot be put together.
    pub fn print(&self, document: &Document<'_>) -> Result<Vec<u8>, PdfError> {
        self.put_together(document, |number| self.plates[number].bytes.clone())
    }

    /// The only document that these plates are for: what they hold is moved into it, which halves the memory of a large deck.
    ///
    /// # Errors
    /// A document that cannot be put together.
    pub fn print_once(mut self, document: &Document<'_>) -> Result<Vec<u8>, PdfError> {
        let mut bytes: BTreeMap<usize, Vec<u8>> =
            self.plates.iter_mut().map(|(number, plate)| (*number, std::mem::take(&mut plate.bytes))).collect();
        self.put_together(document, |number| bytes.remove(number).unwrap_or_default())
    }

    /// A document with the compressed content of each scene.
    fn put_together(
        &self,
        document: &Document<'_>,
        mut content: impl FnMut(&usize) -> Vec<u8>,
    ) -> Result<Vec<u8>, PdfError> {
        let mut bin = Bin { document: skeleton(document, &|scene| self.scenes[scene].1) };
        let mut font_names = Dictionary::new();
        for (id, font) in &self.embedded {
            font_names.set(font.name.clone(), font.add(*id, self.fonts, &mut bin));
        }
        let mut drawn = self.drawings.add(&mut bin);
        let mut forms: BTreeMap<usize, Form<'_>> = BTreeMap::new();
        // Scenes that stand by themselves first; those that draw others then know what they draw.
        for nests in [false, true] {
            for (number, form) in &forms {
                drawn.set(face_name(*number), form.id);
            }
            let resources = dictionary! { "Font" => font_names.clone(), "XObject" => drawn.clone() };
            let shared = bin.dictionary(resources);
            for (number, plate) in self.plates.iter().filter(|(_, plate)| plate.nests == nests) {
                let size = self.scenes[*number].1.size();
                let bounds = kurbo::Rect::new(0.0, 0.0, size.width.to_pt().get(), size.height.to_pt().get());
                let id = bin.stream(form_stream(bounds, content(number), shared.into(), false));
                forms.insert(*number, Form { id, elements: &plate.elements });
            }
            if !self.plates.values().any(|plate| plate.nests) {
                break;
            }
        }
        finish(&mut bin, &forms, document)?;
        let mut bytes = Vec::new();
        bin.document.save_modern(&mut bytes).map_err(|error| PdfError::Write(error.to_string()))?;
        Ok(bytes)
    }
}

/// How documents call a scene.
pub(super) fn face_name(number: usize) -> String {
    format!("F{number}")
}

/// Tells scenes apart, also those that look alike.
fn address(scene: &Scene) -> usize {
    std::ptr::from_ref(scene).addr()
}

/// The scenes that a scene draws within itself.
fn nested_in(scene: &Scene) -> impl Iterator<Item = &Scene> {
    scene.items.iter().filter_map(|item| match item {
        Item::Nested(nested) => Some(nested.scene.as_ref()),
        _ => None,
    })
}

/// The scenes that some page shows, by number: a document holds nothing that nobody sees.
fn shown(scenes: &[(&Scene, Rect)], pages: &[Page], numbers: &HashMap<usize, usize>) -> BTreeSet<usize> {
    let placed: BTreeSet<usize> = pages.iter().flat_map(|page| &page.placed).map(|placed| placed.scene).collect();
    let within = placed.iter().flat_map(|number| nested_in(scenes[*number].0));
    let within: Vec<usize> = within.filter_map(|scene| numbers.get(&address(scene)).copied()).collect();
    placed.into_iter().chain(within).collect()
}
