//! Plates: all that documents draw, written and compressed once, and printed on as many documents as are wanted.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use lopdf::{Dictionary, ObjectId, dictionary};

use super::PdfError;
use super::builder::PdfBuilder;
use super::chunks::Chunks;
use super::content::{KNOCKOUT, OVERPRINT};
use super::drawings::{DrawingCache, Drawings, drawing_name};
use super::file;
use super::finish::{Finished, finish, skeleton};
use super::fonts::{Embedded, Reading, embed, font_name, real, used};
use super::forms::{form_dictionary, resources};
use super::packed::{Packed, pack};
use super::pages::{Document, Page, to_points};
use super::press::{Press, Standard};
use super::writer::{Names, Part, TextGroup, Writer, opacity_name, part_name};
use crate::diagnostic::Code;
use crate::scene::{Item, Scene, SceneId};
use crate::text::{FontId, Fonts};
use crate::threads;
use crate::units::{Point, Rect};

/// Scenes ready to be printed.
pub struct CompiledScenes<'a> {
    scenes: &'a [(&'a Scene, Rect)],
    fonts: &'a Fonts,
    embedded: BTreeMap<FontId, Embedded>,
    drawings: Drawings,
    /// True if something is seen through a drawing or a text.
    is_transparent: bool,
    compiled: BTreeMap<usize, CompiledScene>,
    press: Option<Arc<Press>>,
}

/// A scene, written.
struct CompiledScene {
    parts: Vec<Written>,
    /// True if it draws other scenes.
    nests: bool,
}

/// A part of a scene, written.
struct Written {
    content: Packed,
    names: Names,
    /// See [`super::writer::Part`].
    element: Option<usize>,
    marks: Vec<usize>,
    boxes: BTreeMap<usize, kurbo::Rect>,
    groups: Vec<WrittenGroup>,
}

/// A translucent text, written.
struct WrittenGroup {
    name: String,
    content: Packed,
    fonts: BTreeSet<Reading>,
    bounds: kurbo::Rect,
}

/// A part of a scene in a document.
pub(super) struct Form<'a> {
    /// Name in pages and scenes.
    pub name: String,
    pub id: ObjectId,
    /// See [`super::writer::Part`].
    pub element: Option<usize>,
    pub marks: &'a [usize],
    pub boxes: &'a BTreeMap<usize, kurbo::Rect>,
}

/// The parts of each scene, from bottom to top.
pub(super) type Forms<'a> = BTreeMap<usize, Vec<Form<'a>>>;

impl<'a> CompiledScenes<'a> {
    /// Writes the scenes that pages show, each once, however often it is placed. Each scene comes with the area that it
    /// covers, bleed included. Drawings that were written before are taken from `drawn`.
    ///
    /// # Errors
    /// A font can't be subset, art can't be printed unchanged, or something is transparent in PDF/X-1a.
    pub fn new(
        scenes: &'a [(&'a Scene, Rect)],
        pages: &[Page],
        fonts: &'a Fonts,
        drawn: &DrawingCache,
    ) -> Result<Self, PdfError> {
        let numbers: HashMap<SceneId, usize> =
            (0..).zip(scenes).map(|(number, (scene, _))| (scene.id(), number)).collect();
        let shown: Vec<usize> = shown(scenes, pages, &numbers).into_iter().collect();
        let shown_scenes = || shown.iter().map(|number| scenes[*number].0);
        let drawings = Drawings::collect(shown_scenes(), drawn)?;
        let press = drawn.press();
        let is_translucent = shown_scenes().any(|scene| scene.texts().any(|text| text.effect.is_translucent()));
        let is_transparent = drawings.are_transparent() || is_translucent;
        if is_transparent && press.is_some_and(|press| press.standard == Standard::X1a) {
            return Err(PdfError::Art(
                Code::PRESS_TRANSPARENCY,
                "PDF/X-1a doesn't support transparency: use PDF/X-4".to_owned(),
            ));
        }
        let used = used(shown_scenes(), fonts);
        let embedded = embed(fonts, &used)?;
        let writer =
            Writer { drawings: &drawings, files: fonts, fonts: &embedded, used: &used, nested: &numbers, press };
        let written = threads::map(&shown, |number| {
            let (scene, covers) = scenes[*number];
            let base = to_points(Point::new(-covers.x, -covers.y), covers.height);
            let written = |part: Part| {
                let Part { content, names, element, marks, boxes, groups } = part;
                let group = |TextGroup { name, content, fonts, bounds }: TextGroup| WrittenGroup {
                    name,
                    content: pack(content.into_bytes()),
                    fonts,
                    bounds,
                };
                let groups = groups.into_iter().map(group).collect();
                Written { content: pack(content.into_bytes()), names, element, marks, boxes, groups }
            };
            let parts = writer.scene(scene, base).into_iter().map(written).collect();
            CompiledScene { parts, nests: nested_in(scene).next().is_some() }
        });
        let compiled = shown.into_iter().zip(written).collect();
        Ok(Self { scenes, fonts, embedded, drawings, compiled, is_transparent, press: press.cloned() })
    }

    /// Returns a document as bytes: the same bytes for the same input.
    ///
    /// # Errors
    /// A document can't be assembled.
    pub fn print(&self, document: &Document<'_>) -> Result<Chunks, PdfError> {
        Ok(file::bytes(self.assemble(document)?.finish()))
    }

    /// Returns the only document that uses these scenes. Their content is moved, which halves the memory of a large
    /// deck.
    ///
    /// # Errors
    /// A document can't be assembled.
    pub fn into_chunks(self, document: &Document<'_>) -> Result<Chunks, PdfError> {
        let builder = self.assemble(document)?;
        drop(self);
        Ok(file::bytes(builder.finish()))
    }

    /// Assembles a document.
    fn assemble(&self, document: &Document<'_>) -> Result<PdfBuilder, PdfError> {
        let mut builder = PdfBuilder::new(skeleton(document));
        let fonts = self.embedded.iter().map(|(id, font)| (*id, font.add(*id, self.fonts, &mut builder))).collect();
        let drawings = self.drawings.add(&mut builder);
        let mut named = NamedObjects { fonts, drawings, forms: Forms::new(), dictionaries: BTreeMap::new() };
        // Independent scenes come first; scenes that draw others then know what they draw.
        for nests in [false, true] {
            for (number, scene_content) in
                self.compiled.iter().filter(|(_, scene_content)| scene_content.nests == nests)
            {
                let size = self.scenes[*number].1.size();
                let bounds = kurbo::Rect::new(0.0, 0.0, size.width.to_pt().get(), size.height.to_pt().get());
                let parts = scene_content.parts.iter().enumerate().map(|(part, written)| {
                    let resources = match written.groups.as_slice() {
                        [] => self.resources(&written.names, &mut named, &mut builder),
                        groups => self.with_groups(&written.names, groups, &named, &mut builder),
                    };
                    let (form, content) = (form_dictionary(bounds, resources.into(), None), written.content.clone());
                    // Marked elements get their ids from the document later.
                    let id = match written.marks.is_empty() {
                        true => builder.stream(form, content),
                        false => builder.open_stream(form, content),
                    };
                    let name = part_name(*number, part);
                    Form { name, id, element: written.element, marks: &written.marks, boxes: &written.boxes }
                });
                let parts = parts.collect();
                named.forms.insert(*number, parts);
            }
        }
        let forms = named.forms;
        let finished = Finished {
            forms: &forms,
            covers: &|scene| self.scenes[scene].1,
            press: self.press.as_deref(),
            is_transparent: self.is_transparent,
        };
        finish(&mut builder, document, &finished)?;
        Ok(builder)
    }

    /// Returns the dictionary of a part with translucent texts, which are forms of their own.
    fn with_groups(
        &self,
        names: &Names,
        groups: &[WrittenGroup],
        named: &NamedObjects<'_>,
        builder: &mut PdfBuilder,
    ) -> ObjectId {
        let space = if self.press.is_some() { "DeviceCMYK" } else { "DeviceRGB" };
        let states = if self.press.is_some() { overprint() } else { Dictionary::new() };
        let (fonts, mut drawn) = Self::called(names, named);
        for group in groups {
            let own = Self::fonts_called(&group.fonts, named);
            let own = builder.dictionary(resources([("Font", own), ("ExtGState", states.clone())]));
            let form = form_dictionary(group.bounds, own.into(), Some(space));
            drawn.set(group.name.as_str(), builder.stream(form, group.content.clone()));
        }
        let mut states = states;
        for opacity in &names.opacities {
            let part = real(f64::from(*opacity) / 255.0);
            states
                .set(opacity_name(*opacity), dictionary! { "Type" => "ExtGState", "ca" => part.clone(), "CA" => part });
        }
        builder.dictionary(resources([("Font", fonts), ("XObject", drawn), ("ExtGState", states)]))
    }

    fn fonts_called(ids: &BTreeSet<Reading>, named: &NamedObjects<'_>) -> Dictionary {
        let mut fonts = Dictionary::new();
        for (id, reading) in ids {
            fonts.set(font_name((*id, *reading)), named.fonts[id][*reading]);
        }
        fonts
    }

    /// Fonts and forms that a part calls by name.
    fn called(names: &Names, named: &NamedObjects<'_>) -> (Dictionary, Dictionary) {
        let mut drawn = Dictionary::new();
        for number in &names.drawings {
            drawn.set(drawing_name(*number), named.drawings[*number]);
        }
        for form in names.scenes.iter().filter_map(|scene| named.forms.get(scene)).flatten() {
            drawn.set(form.name.as_str(), form.id);
        }
        (Self::fonts_called(&names.fonts, named), drawn)
    }

    /// Writes the resource dictionary of one form, listing only what it uses. Viewers scan the whole dictionary on
    /// every draw. Parts that call the same share theirs.
    fn resources<'s>(&'s self, names: &'s Names, named: &mut NamedObjects<'s>, builder: &mut PdfBuilder) -> ObjectId {
        if let Some(known) = named.dictionaries.get(names) {
            return *known;
        }
        let (fonts, drawn) = Self::called(names, named);
        let states = if self.press.is_some() { overprint() } else { Dictionary::new() };
        let id = builder.dictionary(resources([("Font", fonts), ("XObject", drawn), ("ExtGState", states)]));
        named.dictionaries.insert(names, id);
        id
    }
}

/// Resources of parts of scenes, as written in a document.
struct NamedObjects<'a> {
    /// With each reading.
    fonts: BTreeMap<FontId, Vec<ObjectId>>,
    /// By number.
    drawings: Vec<ObjectId>,
    forms: Forms<'a>,
    /// The dictionaries that were made of them.
    dictionaries: BTreeMap<&'a Names, ObjectId>,
}

/// Returns the graphics states with and without overprinting of black text.
pub(super) fn overprint() -> Dictionary {
    let state =
        |over: bool| dictionary! { "Type" => "ExtGState", "OP" => over, "op" => over, "OPM" => i64::from(over) };
    dictionary! { OVERPRINT => state(true), KNOCKOUT => state(false) }
}

/// Returns the scenes that a scene draws within itself.
fn nested_in(scene: &Scene) -> impl Iterator<Item = &Scene> {
    scene.items.iter().filter_map(|item| match item {
        Item::Nested(nested) => Some(nested.scene.as_ref()),
        _ => None,
    })
}

/// Returns the scenes that pages show, by number: others aren't written.
fn shown(scenes: &[(&Scene, Rect)], pages: &[Page], numbers: &HashMap<SceneId, usize>) -> BTreeSet<usize> {
    let placed: BTreeSet<usize> = pages.iter().flat_map(|page| &page.placed).map(|placed| placed.scene).collect();
    let within = placed.iter().flat_map(|number| nested_in(scenes[*number].0));
    let within: Vec<usize> = within.filter_map(|scene| numbers.get(&scene.id()).copied()).collect();
    placed.into_iter().chain(within).collect()
}
