//! Fields that people fill in on a screen (AcroForm), with an element of the structure each, as PDF/UA wants it.

use lopdf::{Dictionary, Object, ObjectId, dictionary};

use super::builder::PdfBuilder;
use super::fonts::real;
use super::outline::text;
use super::packed::pack;
use super::pages::{Page, Placement, edges, place};
use super::structure::Linked;
use crate::scene::{FormField, Scene};
use crate::text::Align;
use crate::units::{Mm, Rect};

/// Name of the font of fields. Every reader has it, with every letter that people may type.
const FONT: &str = "Helv";
/// Printed with the page.
const PRINTED: i64 = 4;
/// A field of several lines.
const LINES: i64 = 1 << 12;

/// A field on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedField {
    field: FormField,
    /// Area on the page.
    area: Rect,
    /// True if it is on its head.
    turned: bool,
    /// Its element in the structure of the document.
    element: usize,
}

/// Lays the fields of placed scenes onto their pages. Each has a name of its own, however often its scene is placed.
pub fn lay_fields(pages: &mut [Page], scenes: &[(&Scene, Rect)]) {
    let mut copies = vec![0_usize; scenes.len()];
    for page in pages {
        let height = page.size.height;
        for placed in &page.placed {
            let (scene, covers) = scenes[placed.scene];
            copies[placed.scene] += 1;
            let copy = copies[placed.scene];
            let of = |field: &FormField| PlacedField {
                field: FormField { name: format!("{}-{copy}", field.name), ..field.clone() },
                area: on_page(field.area, placed, covers, height),
                turned: placed.turned,
                element: placed.structure + field.element,
            };
            page.fields.extend(scene.fields.iter().map(of));
        }
    }
}

/// Transforms a rectangle of a placed scene to its page.
fn on_page(area: Rect, placed: &Placement, covers: Rect, height: Mm) -> Rect {
    let point = |mm: Mm| mm.to_pt().get();
    let (left, bottom) = (area.x - covers.x, covers.bottom() - area.bottom());
    let form = kurbo::Rect::new(point(left), point(bottom), point(left + area.width), point(bottom + area.height));
    let on = place(placed, covers, height).transform_rect_bbox(form);
    let mm = |points: f64| crate::units::Pt::new(points).to_mm();
    Rect { x: mm(on.x0), y: height - mm(on.y1), width: mm(on.width()), height: mm(on.height()) }
}

/// The fields of a document in the making.
#[derive(Default)]
pub(super) struct Fields {
    ids: Vec<ObjectId>,
    font: Option<ObjectId>,
}

impl Fields {
    /// Adds the fields of a page to the document: their annotations, and their links to the structure.
    pub fn add(&mut self, builder: &mut PdfBuilder, page: ObjectId, on: &Page) -> Vec<Linked> {
        let mut linked = Vec::with_capacity(on.fields.len());
        for placed in &on.fields {
            let annotation = self.widget(builder, page, placed, on.size.height);
            self.ids.push(annotation);
            linked.push(Linked { page, annotation, element: placed.element });
        }
        linked
    }

    fn widget(&mut self, builder: &mut PdfBuilder, page: ObjectId, placed: &PlacedField, height: Mm) -> ObjectId {
        let field = &placed.field;
        let [left, bottom, right, top] = edges(placed.area, height);
        let font = self.font(builder);
        let resources = dictionary! { "Font" => dictionary! { FONT => font } };
        // Empty, and marked as what readers put the words into.
        let look = builder.stream(
            dictionary! {
                "Type" => "XObject",
                "Subtype" => "Form",
                "BBox" => vec![0.into(), 0.into(), real(right - left), real(top - bottom)],
                "Resources" => resources,
            },
            pack(b"/Tx BMC\nEMC\n".to_vec()),
        );
        let mut widget = dictionary! {
            "Type" => "Annot",
            "Subtype" => "Widget",
            "FT" => "Tx",
            "T" => text(&field.name),
            "TU" => text(&field.words),
            "F" => PRINTED,
            "Rect" => vec![real(left), real(bottom), real(right), real(top)],
            "P" => page,
            "DA" => Object::string_literal(format!("/{FONT} {} Tf 0 g", field.size.get())),
            "Q" => match field.align {
                Align::Left => 0,
                Align::Middle => 1,
                Align::Right => 2,
            },
            "AP" => dictionary! { "N" => look },
        };
        if field.lines {
            widget.set("Ff", LINES);
        }
        if placed.turned {
            widget.set("MK", dictionary! { "R" => 180 });
        }
        builder.dictionary(widget)
    }

    fn font(&mut self, builder: &mut PdfBuilder) -> ObjectId {
        let make = || {
            builder.dictionary(dictionary! {
                "Type" => "Font",
                "Subtype" => "Type1",
                "BaseFont" => "Helvetica",
                "Encoding" => "WinAnsiEncoding",
            })
        };
        *self.font.get_or_insert_with(make)
    }

    /// Returns the form for the catalogue; `None` without fields.
    pub fn form(self) -> Option<Dictionary> {
        let font = self.font?;
        Some(dictionary! {
            "Fields" => self.ids.into_iter().map(Object::from).collect::<Vec<_>>(),
            "DR" => dictionary! { "Font" => dictionary! { FONT => font } },
            "DA" => Object::string_literal(format!("/{FONT} 0 Tf 0 g")),
            // Fields that a program fills in are drawn when the document is opened.
            "NeedAppearances" => true,
        })
    }
}
