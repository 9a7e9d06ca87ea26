//! Documents: printpdf makes pages and catalog, and all that they hold is put in here.

use lopdf::{Dictionary, Object, ObjectId, dictionary};
use printpdf::{PdfDocument, PdfPage, PdfSaveOptions};

use super::PdfError;
use super::about;
use super::builder::PdfBuilder;
use super::compiled::{Forms, overprint};
use super::fields::Fields;
use super::fonts::real;
use super::object::write_dictionary;
use super::outline::{self, PageMap};
use super::packed::pack;
use super::pages::{Document, Page, draw, edges, place};
use super::press::{Press, Standard};
use super::standard;
use super::structure::{self, Linked, Marked};
use crate::text::is_from_right;
use crate::units::{Mm, Point, Rect};

/// Creates a document of bare pages in their order.
pub(super) fn skeleton(output: &Document<'_>) -> lopdf::Document {
    let bare = |page: &Page| {
        let (width, height) = (page.size.width.get(), page.size.height.get());
        #[allow(clippy::cast_possible_truncation, reason = "PDF readers compute in single precision")]
        PdfPage::new(printpdf::Mm(width as f32), printpdf::Mm(height as f32), Vec::new())
    };
    let mut document = PdfDocument::new(&output.info.title);
    document.pages = output.pages.iter().map(bare).collect();
    // Written here, see `about`.
    document.metadata.xmp = None;
    document.to_lopdf_document(&PdfSaveOptions::default(), &mut Vec::new())
}

/// Inputs that complete a document.
pub(super) struct Finished<'a> {
    /// Forms that pages draw.
    pub forms: &'a Forms<'a>,
    /// Area covered by each scene.
    pub covers: &'a dyn Fn(usize) -> Rect,
    /// The press that it is for, if it is for one.
    pub press: Option<&'a Press>,
    /// True if something is seen through a drawing.
    pub is_transparent: bool,
}

/// Puts in what printpdf has no words for, and takes out what differs from run to run.
pub(super) fn finish(builder: &mut PdfBuilder, output: &Document<'_>, finished: &Finished<'_>) -> Result<(), PdfError> {
    let Finished { forms, covers, press, is_transparent } = *finished;
    let broken = |error: lopdf::Error| PdfError::Write(error.to_string());
    let info = output.info;
    let document = &mut builder.document;
    document.version = press.map_or("1.7", |press| press.standard.version()).to_owned();
    let pages: Vec<ObjectId> = document.get_pages().into_values().collect();
    drop_resources(document, &pages).map_err(broken)?;
    let heights: Vec<Mm> = output.pages.iter().map(|page| page.size.height).collect();
    let places = PageMap { pages: &pages, heights: &heights };
    let mut marked: Vec<(usize, Marked)> = Vec::new();
    let mut linked = Vec::new();
    let mut fields = Fields::default();
    for (id, page) in pages.iter().zip(output.pages) {
        let height = page.size.height;
        let mut annotations: Vec<Object> = Vec::new();
        // A press doesn't print links and fields, and its standards forbid them on printed areas.
        for link in page.links.iter().filter(|_| press.is_none()) {
            let Some(annotation) = places.link(link, height) else { continue };
            let annotation = builder.dictionary(annotation);
            annotations.push(annotation.into());
            linked.push(Linked { page: *id, annotation, element: link.element });
        }
        if press.is_none() {
            for field in fields.add(builder, *id, page) {
                annotations.push(field.annotation.into());
                linked.push(field);
            }
        }
        let drawn = draw(page, output, forms, covers, press.is_some());
        let content = builder.document.get_dictionary(*id).and_then(|page| page.get(b"Contents")?.as_reference());
        builder.set_stream(content.map_err(broken)?, Dictionary::new(), pack(drawn.content.into_bytes()));
        // Each page names what it draws and no more: readers look at all that a page names before they show it.
        let mut names = Dictionary::new();
        for form in page.placed.iter().filter_map(|placed| forms.get(&placed.scene)).flatten() {
            names.set(form.name.as_str(), form.id);
        }
        let mut resources = dictionary! { "XObject" => names };
        if press.is_some() && page.is_die_line {
            resources.set("ColorSpace", standard::die_colours());
            resources.set("ExtGState", overprint());
        }
        // Written at once: a page of a deck names dozens of parts of cards.
        let named = builder.document.new_object_id();
        builder.record(named, |out| write_dictionary(out, &resources));
        let dictionary = builder.document.get_dictionary_mut(*id).map_err(broken)?;
        dictionary.set("Resources", named);
        if press.is_some() && is_transparent {
            dictionary.set("Group", dictionary! { "S" => "Transparency", "CS" => "DeviceCMYK" });
        }
        for key in ["Annots", "CropBox", "TrimBox"] {
            dictionary.remove(key.as_bytes());
        }
        if !annotations.is_empty() {
            dictionary.set("Annots", annotations);
        }
        if press.is_none() {
            dictionary.set("Tabs", "S");
        }
        dictionary.set("MediaBox", page_box(Rect::at(Point::default(), page.size), height));
        for (key, rect) in [("BleedBox", page.bleed), ("TrimBox", page.trim)] {
            if let Some(rect) = rect {
                dictionary.set(key, page_box(rect, height));
            }
        }
        if !drawn.marks.is_empty() {
            let content = Marked { page: *id, form: None, elements: drawn.marks, boxes: Vec::new() };
            marked.push((marked.len(), content));
        }
        for placed in &page.placed {
            for form in forms.get(&placed.scene).into_iter().flatten().filter(|form| !form.marks.is_empty()) {
                let onto = place(placed, covers(placed.scene), height);
                let boxes = form.boxes.iter().map(|(element, bounds)| (*element, onto.transform_rect_bbox(*bounds)));
                let (elements, boxes) = (form.marks.to_vec(), boxes.collect());
                // A booklet's pages come in the order in which they are folded, and are read in their own.
                marked.push((placed.scene, Marked { page: *id, form: Some(form.id), elements, boxes }));
            }
        }
    }
    marked.sort_by_key(|(order, _)| *order);
    let marked: Vec<Marked> = marked.into_iter().map(|(_, content)| content).collect();
    outline::add(builder, output.outline, &places).map_err(broken)?;
    outline::label(builder, output.labels).map_err(broken)?;
    structure::add(builder, output.structure, &marked, &linked).map_err(broken)?;
    about::add(builder, info, press).map_err(broken)?;
    match press {
        Some(press) => standard::add_intent(builder, press),
        None => standard::add_srgb_intent(builder),
    }
    .map_err(broken)?;
    let id = Object::string_literal(builder.fingerprint());
    let document = &mut builder.document;
    document.trailer.set("ID", vec![id.clone(), id]);
    let catalog = document.catalog_mut().map_err(broken)?;
    catalog.set("Lang", Object::string_literal(info.language.as_str()));
    let mut viewer = dictionary! { "DisplayDocTitle" => true };
    // PDF 1.4 does not know it.
    if press.is_none_or(|press| press.standard != Standard::X1a) {
        viewer = dictionary! { "PrintScaling" => "None", "DisplayDocTitle" => true };
    }
    if is_from_right(&info.language) {
        viewer.set("Direction", "R2L");
    }
    if let Some(duplex) = info.duplex {
        viewer.set("Duplex", duplex);
    }
    catalog.set("ViewerPreferences", viewer);
    if let Some(form) = fields.form() {
        catalog.set("AcroForm", form);
    }
    Ok(())
}

/// Removes the resources that printpdf gives each page: they are empty, and ours replace them.
fn drop_resources(document: &mut lopdf::Document, pages: &[ObjectId]) -> Result<(), lopdf::Error> {
    let mut inner: Vec<ObjectId> = Vec::new();
    for page in pages {
        let resources = document.get_dictionary(*page)?.get(b"Resources")?.as_reference()?;
        if let Some(dictionary) = document.objects.remove(&resources) {
            inner.extend(dictionary.as_dict()?.iter().filter_map(|(_, entry)| entry.as_reference().ok()));
        }
    }
    inner.sort_unstable();
    inner.dedup();
    for id in inner {
        document.objects.remove(&id);
    }
    Ok(())
}

/// Returns a box on a page, in points from the lower left corner.
fn page_box(rect: Rect, height: Mm) -> Vec<Object> {
    edges(rect, height).map(real).to_vec()
}
