//! Pages: printpdf lays them out, and what they draw is put in afterwards.

use std::collections::BTreeMap;

use kurbo::Affine;
use lopdf::{Dictionary, Object, ObjectId, dictionary};
use printpdf::{
    CurTransMat, LineDashPattern, LinePoint, Op, PaintMode, PdfDocument, PdfPage, PdfSaveOptions, XObjectId,
    XObjectTransform,
};

use super::PdfError;
use super::fonts::real;
use super::forms::Bin;
use super::outline::{self, Label, Places};
use super::plates::{Form, face_name};
use super::structure::{self, Marked};
use crate::scene::{Element, Entry, Link};
use crate::units::{Mm, Point, Pt, Rect, Size};

/// What a document says of itself.
#[derive(Clone, Debug, Default)]
pub struct Info {
    /// Its title.
    pub title: String,
    /// Who made what is in it.
    pub author: String,
    /// What it is about.
    pub subject: String,
    /// The language of its text, as BCP 47 writes it.
    pub language: String,
    /// When it was made, in seconds since 1970; nothing if that is nobody's business.
    pub date: Option<i64>,
    /// How a printer is to turn the paper: `DuplexFlipLongEdge`, `DuplexFlipShortEdge`, `Simplex`.
    pub duplex: Option<&'static str>,
}

/// A line on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// One end.
    pub from: Point,
    /// The other.
    pub to: Point,
    /// How wide it is.
    pub width: Pt,
    /// Whether it is dashed.
    pub dashed: bool,
}

/// A scene on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Which of the document's scenes.
    pub scene: usize,
    /// Where the scene's origin lies.
    pub at: Point,
    /// Whether it stands on its head; the origin is then its lower right corner as it is seen.
    pub turned: bool,
    /// Where it is cut off.
    pub clip: Option<Rect>,
}

/// A page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Its size.
    pub size: Size,
    /// Where it is cut, if it is printed larger.
    pub trim: Option<Rect>,
    /// How far it is printed, if it is cut.
    pub bleed: Option<Rect>,
    /// The scenes on it, from bottom to top.
    pub placed: Vec<Placement>,
    /// The lines on it.
    pub strokes: Vec<Stroke>,
    /// The links on it.
    pub links: Vec<Link>,
}

/// A document to be written.
pub struct Document<'a> {
    /// The pages.
    pub pages: &'a [Page],
    /// What the document says of itself.
    pub info: &'a Info,
    /// Its outline, in the order of the pages.
    pub outline: &'a [Entry],
    /// What readers call its pages; by their numbers, if nothing is said.
    pub labels: &'a [Label],
    /// Its structure; the scenes' marks name elements by number. Each scene with marks is placed once.
    pub structure: &'a [Element],
}

/// From millimetres with y downwards, moved by `by`, to points with y upwards, on something of this height.
pub(super) fn to_points(by: Point, height: Mm) -> Affine {
    let scale = Mm::new(1.0).to_pt().get();
    Affine::new([scale, 0.0, 0.0, -scale, by.x.to_pt().get(), (height - by.y).to_pt().get()])
}

/// The pages and their metadata, with names in place of what they draw; `covers` tells what each scene covers.
pub(super) fn skeleton(output: &Document<'_>, covers: &dyn Fn(usize) -> Rect) -> lopdf::Document {
    let mut document = PdfDocument::new(&output.info.title);
    let info = &mut document.metadata.info;
    info.author.clone_from(&output.info.author);
    info.subject.clone_from(&output.info.subject);
    info.creator = format!("skirmish {}", env!("CARGO_PKG_VERSION"));
    info.producer = "printpdf".to_owned();
    document.pages = output.pages.iter().map(|page| page_of(page, covers)).collect();
    // Metadata as XML is for archives; the dictionary says the same.
    document.metadata.xmp = None;
    document.to_lopdf_document(&PdfSaveOptions::default(), &mut Vec::new())
}

fn pt(length: Mm) -> printpdf::Pt {
    #[allow(clippy::cast_possible_truncation, reason = "PDF readers compute in single precision")]
    printpdf::Pt(length.to_pt().get() as f32)
}

fn page_of(page: &Page, covers: &dyn Fn(usize) -> Rect) -> PdfPage {
    let height = page.size.height;
    let boxed = |rect: Rect| printpdf::Rect {
        x: pt(rect.x),
        y: pt(height - rect.bottom()),
        width: pt(rect.width),
        height: pt(rect.height),
        mode: None,
        winding_order: None,
    };
    let whole = Rect::at(Point::default(), page.size);
    let mut ops = Vec::new();
    for placement in &page.placed {
        ops.push(Op::SaveGraphicsState);
        if let Some(clip) = placement.clip {
            ops.push(Op::DrawRectangle { rectangle: printpdf::Rect { mode: Some(PaintMode::Clip), ..boxed(clip) } });
        }
        let covers = covers(placement.scene);
        // The form's origin is the lower left corner of what it covers.
        let (x, y, sign) = if placement.turned {
            (placement.at.x - covers.x, height - (placement.at.y - covers.bottom()), -1.0)
        } else {
            (placement.at.x + covers.x, height - (placement.at.y + covers.bottom()), 1.0)
        };
        if placement.turned {
            ops.push(Op::SetTransformationMatrix {
                matrix: CurTransMat::Raw([sign, 0.0, 0.0, sign, pt(x).0, pt(y).0]),
            });
        }
        let by = if placement.turned { (None, None) } else { (Some(pt(x)), Some(pt(y))) };
        let transform = XObjectTransform {
            translate_x: by.0,
            translate_y: by.1,
            no_auto_scale: true,
            ..XObjectTransform::default()
        };
        ops.push(Op::UseXobject { id: XObjectId(face_name(placement.scene)), transform });
        ops.push(Op::RestoreGraphicsState);
    }
    for stroke in &page.strokes {
        let point = |at: Point| LinePoint { p: printpdf::Point { x: pt(at.x), y: pt(height - at.y) }, bezier: false };
        #[allow(clippy::cast_possible_truncation, reason = "PDF readers compute in single precision")]
        let width = printpdf::Pt(stroke.width.get() as f32);
        ops.push(Op::SetOutlineThickness { pt: width });
        let dash = if stroke.dashed { LineDashPattern::new(0.0, &[4.0, 3.0]) } else { LineDashPattern::solid() };
        ops.push(Op::SetLineDashPattern { dash });
        let line = printpdf::Line { points: vec![point(stroke.from), point(stroke.to)], is_closed: false };
        ops.push(Op::DrawLine { line });
    }
    PdfPage { media_box: boxed(whole), trim_box: boxed(page.trim.unwrap_or(whole)), crop_box: boxed(whole), ops }
}

/// Puts in what printpdf has no words for, and takes out what differs from run to run.
pub(super) fn finish(bin: &mut Bin, forms: &BTreeMap<usize, Form<'_>>, output: &Document<'_>) -> Result<(), PdfError> {
    let broken = |error: lopdf::Error| PdfError::Write(error.to_string());
    let info = output.info;
    let document = &mut bin.document;
    document.version = "1.7".to_owned();
    let pages: Vec<ObjectId> = document.get_pages().into_values().collect();
    drop_resources(document, &pages).map_err(broken)?;
    let mut names = Dictionary::new();
    for (number, form) in forms {
        names.set(face_name(*number), form.id);
    }
    let names = document.add_object(names);
    let heights: Vec<Mm> = output.pages.iter().map(|page| page.size.height).collect();
    let places = Places { pages: &pages, heights: &heights };
    let mut marked = Vec::new();
    for (id, page) in pages.iter().zip(output.pages) {
        let height = page.size.height;
        let links: Vec<Object> = page
            .links
            .iter()
            .filter_map(|link| places.link(link, height))
            .map(|link| document.add_object(link).into())
            .collect();
        let dictionary = document.get_dictionary_mut(*id).map_err(broken)?;
        dictionary.set("Resources", dictionary! { "XObject" => names });
        for key in ["Annots", "CropBox", "TrimBox"] {
            dictionary.remove(key.as_bytes());
        }
        if !links.is_empty() {
            dictionary.set("Annots", links);
        }
        if !output.structure.is_empty() {
            dictionary.set("Tabs", "S");
        }
        dictionary.set("MediaBox", page_box(Rect::at(Point::default(), page.size), height));
        for (key, rect) in [("BleedBox", page.bleed), ("TrimBox", page.trim)] {
            if let Some(rect) = rect {
                dictionary.set(key, page_box(rect, height));
            }
        }
        for form in page.placed.iter().filter_map(|placed| forms.get(&placed.scene)) {
            if !form.elements.is_empty() && !output.structure.is_empty() {
                marked.push(Marked { page: *id, form: form.id, elements: form.elements.to_vec() });
            }
        }
    }
    outline::add(bin, output.outline, &places).map_err(broken)?;
    outline::label(bin, output.labels).map_err(broken)?;
    if !output.structure.is_empty() {
        structure::add(bin, output.structure, &marked).map_err(broken)?;
    }
    let document = &mut bin.document;
    document.compress();
    let catalog = document.catalog_mut().map_err(broken)?;
    catalog.set("Lang", Object::string_literal(info.language.as_str()));
    let mut viewer = dictionary! { "PrintScaling" => "None", "DisplayDocTitle" => true };
    if let Some(duplex) = info.duplex {
        viewer.set("Duplex", duplex);
    }
    catalog.set("ViewerPreferences", viewer);
    let about = document.trailer.get(b"Info").and_then(Object::as_reference).map_err(broken)?;
    let about = document.get_dictionary_mut(about).map_err(broken)?;
    for key in ["CreationDate", "ModDate", "GTS_PDFXVersion", "Identifier", "Trapped", "Keywords"] {
        about.remove(key.as_bytes());
    }
    if let Some(seconds) = info.date {
        about.set("CreationDate", Object::string_literal(pdf_date(seconds)));
        about.set("ModDate", Object::string_literal(pdf_date(seconds)));
    }
    let id = Object::string_literal(fingerprint(document));
    document.trailer.set("ID", vec![id.clone(), id]);
    Ok(())
}

/// Takes out the resources that printpdf gives each page: they are empty, and ours take their place.
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

/// A box on a page, in points from the lower left corner.
fn page_box(rect: Rect, height: Mm) -> Vec<Object> {
    [rect.x, height - rect.bottom(), rect.right(), height - rect.y].map(|edge| real(edge.to_pt().get())).to_vec()
}

/// Sixteen letters that tell this document from others.
fn fingerprint(document: &lopdf::Document) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut mix = |part: u64| hash = (hash ^ part).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
    for object in document.objects.values() {
        if let Object::Stream(stream) = object {
            let (words, rest) = stream.content.as_chunks::<8>();
            words.iter().for_each(|word| mix(u64::from_le_bytes(*word)));
            rest.iter().for_each(|byte| mix(u64::from(*byte)));
        }
    }
    format!("{hash:016x}")
}

/// Seconds since 1970 as PDF writes dates: `D:20260131120000Z`.
fn pdf_date(seconds: i64) -> String {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Years are counted from March, so that the leap day is the last day of a year (Howard Hinnant's algorithm).
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("D:{year:04}{month:02}{day:02}{:02}{:02}{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_pdf_wants_them() {
        assert_eq!(pdf_date(0), "D:19700101000000Z");
        assert_eq!(pdf_date(951_782_400), "D:20000229000000Z");
        assert_eq!(pdf_date(1_794_225_599), "D:20261109115959Z");
    }

    #[test]
    fn boxes_are_counted_from_the_lower_left_corner() {
        let card = Rect::mm(3.0, 3.0, 63.5, 88.9);
        let corners: Vec<f32> = page_box(card, Mm::new(94.9)).iter().map(|edge| edge.as_float().unwrap()).collect();
        for (is, should) in corners.iter().zip([8.504, 8.504, 188.504, 260.504]) {
            assert!((is - should).abs() < 1e-3, "{corners:?}");
        }
    }
}
