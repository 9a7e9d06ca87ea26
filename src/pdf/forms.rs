//! Forms: content that is written once and drawn many times.

use std::collections::{BTreeMap, HashMap};
use std::io::Write as _;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use kurbo::{Affine, Rect};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use super::PdfError;
use super::art::art_form;
use super::content::Content;
use super::fonts::{Embedded, plain, real};
use super::image::Image;
use crate::scene::{self, Drawing, Item, Scene, Text};
use crate::text::{FontId, Piece};
use crate::threads;

/// The document that takes all objects in.
pub(super) struct Bin {
    pub document: Document,
}

impl Bin {
    pub fn stream(&mut self, stream: Stream) -> ObjectId {
        self.document.add_object(stream)
    }

    pub fn dictionary(&mut self, dictionary: Dictionary) -> ObjectId {
        self.document.add_object(dictionary)
    }
}

/// A stream, compressed.
pub(super) fn deflated(mut dictionary: Dictionary, bytes: &[u8]) -> Stream {
    dictionary.set("Filter", "FlateDecode");
    plain(dictionary, deflate(bytes))
}

/// Level 6 is within 2 % of the smallest; higher ones take several times as long.
pub(super) fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::with_capacity(bytes.len() / 2), Compression::new(6));
    // Writing into memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// A form, written and compressed, with what it draws in turn.
pub(super) struct Form {
    /// What it covers, in its own unit.
    pub bounds: Rect,
    /// Compressed content.
    pub bytes: Vec<u8>,
    pub resources: Resources,
    /// Whether it is made transparent as a whole.
    pub group: bool,
}

/// What a content stream calls by name.
#[derive(Default)]
pub(super) struct Resources {
    pub forms: Vec<(String, Form)>,
    pub images: Vec<(String, Image)>,
    pub shadings: Vec<(String, Dictionary)>,
    pub states: BTreeMap<String, Dictionary>,
}

impl Form {
    pub fn new(bounds: Rect, content: Content, resources: Resources, group: bool) -> Self {
        Self { bounds, bytes: deflate(&content.into_bytes()), resources, group }
    }

    /// Puts the form and all that it draws into the document.
    pub fn add(&self, bin: &mut Bin) -> ObjectId {
        let resources = self.resources.add(bin);
        let stream = form_stream(self.bounds, self.bytes.clone(), resources.into(), self.group);
        bin.stream(stream)
    }
}

pub(super) fn form_stream(bounds: Rect, bytes: Vec<u8>, resources: Object, group: bool) -> Stream {
    let mut dictionary = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Form",
        "BBox" => vec![real(bounds.x0), real(bounds.y0), real(bounds.x1), real(bounds.y1)],
        "Resources" => resources,
        "Filter" => "FlateDecode",
    };
    if group {
        dictionary.set("Group", dictionary! { "S" => "Transparency", "CS" => "DeviceRGB", "I" => true });
    }
    plain(dictionary, bytes)
}

impl Resources {
    fn add(&self, bin: &mut Bin) -> Dictionary {
        let mut dictionary = Dictionary::new();
        let mut drawn = Dictionary::new();
        for (name, form) in &self.forms {
            let id = form.add(bin);
            drawn.set(name.as_str(), id);
        }
        for (name, image) in &self.images {
            let id = image.add(bin);
            drawn.set(name.as_str(), id);
        }
        let mut shadings = Dictionary::new();
        for (name, shading) in &self.shadings {
            shadings.set(name.as_str(), bin.dictionary(shading.clone()));
        }
        let mut states = Dictionary::new();
        for (name, state) in &self.states {
            states.set(name.as_str(), state.clone());
        }
        for (key, entries) in [("XObject", drawn), ("Shading", shadings), ("ExtGState", states)] {
            if !entries.is_empty() {
                dictionary.set(key, entries);
            }
        }
        dictionary
    }
}

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

/// Outlines of no more segments than this are written where they stand.
const FEW: usize = 16;

/// The drawings of some scenes that are written once and drawn by name, in the order in which they come. Small outlines,
/// and those drawn only once, are written where they stand.
pub(super) struct Drawings {
    all: Vec<Arc<Form>>,
    /// Where a drawing stands among them, by its address.
    numbers: HashMap<usize, usize>,
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

/// Writes scenes, with the forms and fonts that they share.
pub(super) struct Writer<'a> {
    pub drawings: &'a Drawings,
    pub fonts: &'a BTreeMap<FontId, Embedded>,
    /// The number of each scene that is drawn within others, by its address.
    pub nested: &'a HashMap<usize, usize>,
}

/// A scene, written, and the elements of the document's structure that its marked content belongs to, in order.
pub(super) struct Written {
    pub content: Content,
    pub elements: Vec<usize>,
}

impl Writer<'_> {
    /// A scene as content; `base` maps its millimetres to points, with y upwards.
    pub fn scene(&self, scene: &Scene, base: Affine) -> Written {
        let mut content = Content::new(3);
        let mut elements = Vec::new();
        let tagged = scene.items.iter().any(|item| matches!(item, Item::Begin(_)));
        let mut open = false;
        for item in &scene.items {
            match item {
                Item::Begin(element) => {
                    close(&mut content, &mut open);
                    content.raw(&format!("/Span <</MCID {}>> BDC\n", elements.len()));
                    elements.push(*element);
                    open = true;
                }
                Item::End => close(&mut content, &mut open),
                item => {
                    // In a document with a structure, what belongs to no element is decoration.
                    if tagged && !open {
                        content.raw("/Artifact BMC\n");
                        self.item(&mut content, item, base);
                        content.raw("EMC\n");
                    } else {
                        self.item(&mut content, item, base);
                    }
                }
            }
        }
        close(&mut content, &mut open);
        Written { content, elements }
    }

    fn item(&self, content: &mut Content, item: &Item, base: Affine) {
        match item {
            Item::Drawing { drawing, place, clip } => {
                content.save();
                if let Some(clip) = clip {
                    let rect = Rect::new(clip.x.get(), clip.y.get(), clip.right().get(), clip.bottom().get());
                    content.clip_rect(base.transform_rect_bbox(rect));
                }
                match (self.drawings.numbers.get(&Arc::as_ptr(drawing).addr()), &drawing.content) {
                    (Some(number), _) => {
                        content.transform(base * *place);
                        content.draw(&format!("D{number}"));
                    }
                    (None, scene::Content::Shapes(shapes)) => {
                        for shape in shapes {
                            content.fill(shape.colour);
                            content.fill_path(&(base * *place * &shape.path), shape.even_odd);
                        }
                    }
                    (None, scene::Content::Art(_)) => {}
                }
                content.restore();
            }
            Item::Text(text) => self.text(content, text, base),
            Item::Nested(nested) => {
                let Some(number) = self.nested.get(&Arc::as_ptr(&nested.scene).addr()) else { return };
                let (clip, radius) = nested.clip;
                let corners = Rect::new(clip.x.get(), clip.y.get(), clip.right().get(), clip.bottom().get());
                let corners = kurbo::Shape::to_path(&corners.to_rounded_rect(radius.get()), 0.01);
                let place = base * nested.place;
                content.save();
                content.clip_path(&(place * corners), false);
                // The form is in points with y upwards, from the lower left corner of what it covers.
                let covers = nested.covers;
                let mm = 25.4 / 72.0;
                let form = Affine::new([mm, 0.0, 0.0, -mm, covers.x.get(), covers.bottom().get()]);
                content.transform(place * form);
                content.draw(&format!("F{number}"));
                content.restore();
            }
            Item::Begin(_) | Item::End => {}
        }
    }

    fn text(&self, content: &mut Content, text: &Text, base: Affine) {
        let size = text.size.get();
        let em = text.size.to_mm().get();
        let at = base * kurbo::Point::new(text.at.x.get(), text.at.y.get());
        // In points y grows upwards, so a turn to the right is one to the left.
        let (cos, sin) = text.turn.unit();
        content.raw("BT\n");
        content.fill(text.colour);
        let mut colour = text.colour;
        let mut font: Option<(FontId, &Embedded)> = None;
        let mut shown = Shown::default();
        for piece in &text.line.pieces {
            let Piece::Run(run) = piece else { continue };
            let mut pen = run.x.get() / em * 1000.0;
            if text.colour_of(run.tag) != colour {
                colour = text.colour_of(run.tag);
                shown.end(content);
                content.fill(colour);
            }
            for part in &run.word.parts {
                let Some(embedded) = self.fonts.get(&part.font) else { continue };
                if font.is_none_or(|(id, _)| id != part.font) {
                    shown.end(content);
                    content.name(&embedded.name);
                    content.number(size);
                    content.raw("Tf\n");
                    // Each font begins where its first glyph stands.
                    let (dx, dy) = (cos * pen / 1000.0 * size, -sin * pen / 1000.0 * size);
                    content.numbers(&[cos, -sin, sin, cos, at.x + dx, at.y + dy]);
                    content.op("Tm");
                    shown.pen = pen;
                    font = Some((part.font, embedded));
                }
                for glyph in &run.word.glyphs[usize::from(part.glyphs.start)..usize::from(part.glyphs.end)] {
                    let code = embedded.code(glyph.id);
                    shown.glyph(
                        content,
                        code,
                        pen + f64::from(glyph.offset.0) * 1000.0,
                        embedded.width(code),
                        f64::from(glyph.offset.1) * size,
                    );
                    pen += f64::from(glyph.advance + run.tracking) * 1000.0;
                }
            }
            if let (true, Some((_, embedded))) = (run.blank, font) {
                let code = embedded.code(embedded.blank);
                shown.glyph(content, code, pen, embedded.width(code), 0.0);
            }
        }
        shown.end(content);
        content.raw("ET\n");
    }
}

/// Ends marked content, where some is open.
fn close(content: &mut Content, open: &mut bool) {
    if std::mem::take(open) {
        content.raw("EMC\n");
    }
}

/// A `TJ` in the making: glyphs and the corrections between them.
#[derive(Default)]
struct Shown {
    /// Where a reader's pen stands, in thousandths of an em from the line's left end.
    pen: f64,
    /// What is open: `[`, and `<` within it.
    array: bool,
    string: bool,
    rise: f64,
}

impl Shown {
    fn glyph(&mut self, content: &mut Content, code: u16, at: f64, width: f64, rise: f64) {
        if (rise - self.rise).abs() > 1e-3 {
            self.end(content);
            content.number(rise);
            content.op("Ts");
            self.rise = rise;
        }
        if !self.array {
            content.raw("[");
            self.array = true;
        }
        let correction = (self.pen - at).round();
        if correction != 0.0 {
            if self.string {
                content.raw(">");
                self.string = false;
            }
            content.raw(&format!("{correction}"));
            self.pen -= correction;
        }
        if !self.string {
            content.raw("<");
            self.string = true;
        }
        content.raw(&format!("{code:04x}"));
        self.pen += width;
    }

    fn end(&mut self, content: &mut Content) {
        if self.string {
            content.raw(">");
        }
        if self.array {
            content.op("]TJ");
        }
        (self.array, self.string) = (false, false);
        if self.rise != 0.0 && !self.array {
            content.raw("0 Ts\n");
            self.rise = 0.0;
        }
    }
}
