//! Forms: content that is written once and drawn many times.

use kurbo::{Affine, Rect};
use lopdf::{Dictionary, Object, ObjectId, dictionary};

use super::builder::PdfBuilder;
use super::content::Content;
use super::fonts::real;
use super::image::Image;
use super::packed::{Packed, pack};

/// A form, written and compressed, with the forms that it draws.
pub(super) struct Form {
    /// Covered area, in the unit of its content.
    pub bounds: Rect,
    /// Length of that unit, in the drawing's own.
    pub unit: f64,
    pub content: Packed,
    pub resources: Resources,
    /// Colour space of its transparency as a whole; `None` if it is opaque.
    pub group: Option<&'static str>,
}

/// Resources of a content stream.
#[derive(Default)]
pub(super) struct Resources {
    pub forms: Vec<(String, Form)>,
    pub images: Vec<(String, Image)>,
    pub shadings: Vec<(String, Dictionary)>,
    /// Tiles, each with the transform from its space to the form's.
    pub patterns: Vec<(String, Form, Affine)>,
    /// `X0`, `X1` and so on.
    pub states: Vec<State>,
}

/// Compositing of the content that follows.
pub(super) struct State {
    pub entries: Dictionary,
    /// Visible part of it: the part of a form that says so, and the form.
    pub mask: Option<(&'static str, Form)>,
}

impl Form {
    pub fn new(bounds: Rect, content: Content, resources: Resources, group: Option<&'static str>) -> Self {
        Self { bounds, unit: 1.0, content: pack(content.into_bytes()), resources, group }
    }

    /// True if something is seen through it.
    pub fn is_transparent(&self) -> bool {
        self.group.is_some() || self.resources.are_transparent()
    }

    /// Puts the form and all that it draws into the document.
    pub fn add(&self, builder: &mut PdfBuilder) -> ObjectId {
        let resources = self.resources.add(builder);
        let mut form = form_dictionary(self.bounds, resources.into(), self.group);
        if self.unit != 1.0 {
            let unit = real(self.unit);
            form.set("Matrix", vec![unit.clone(), 0.into(), 0.into(), unit, 0.into(), 0.into()]);
        }
        builder.stream(form, self.content.clone())
    }

    /// Puts the form into the document as a tile that repeats on all sides.
    fn add_tile(&self, builder: &mut PdfBuilder, map: Affine) -> ObjectId {
        let bounds = self.bounds;
        let dictionary = dictionary! {
            "Type" => "Pattern",
            "PatternType" => 1,
            "PaintType" => 1,
            "TilingType" => 1,
            "BBox" => vec![real(bounds.x0), real(bounds.y0), real(bounds.x1), real(bounds.y1)],
            "XStep" => real(bounds.width()),
            "YStep" => real(bounds.height()),
            "Matrix" => map.as_coeffs().map(real).to_vec(),
            "Resources" => self.resources.add(builder),
        };
        builder.stream(dictionary, self.content.clone())
    }
}

pub(super) fn form_dictionary(bounds: Rect, resources: Object, group: Option<&'static str>) -> Dictionary {
    let mut dictionary = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Form",
        "BBox" => vec![real(bounds.x0), real(bounds.y0), real(bounds.x1), real(bounds.y1)],
        "Resources" => resources,
    };
    if let Some(space) = group {
        dictionary.set("Group", dictionary! { "S" => "Transparency", "CS" => space, "I" => true });
    }
    dictionary
}

/// Builds a `/Resources` dictionary, omitting empty categories.
pub(super) fn resources<const N: usize>(sorts: [(&str, Dictionary); N]) -> Dictionary {
    let mut dictionary = Dictionary::new();
    for (sort, entries) in sorts {
        if !entries.is_empty() {
            dictionary.set(sort, entries);
        }
    }
    dictionary
}

impl Resources {
    fn are_transparent(&self) -> bool {
        !self.states.is_empty()
            || self.images.iter().any(|(_, image)| image.is_transparent())
            || self.forms.iter().any(|(_, form)| form.is_transparent())
            || self.patterns.iter().any(|(_, form, _)| form.is_transparent())
    }

    fn add(&self, builder: &mut PdfBuilder) -> Dictionary {
        let mut drawn = Dictionary::new();
        for (name, form) in &self.forms {
            let id = form.add(builder);
            drawn.set(name.as_str(), id);
        }
        for (name, image) in &self.images {
            let id = image.add(builder);
            drawn.set(name.as_str(), id);
        }
        let mut shadings = Dictionary::new();
        for (name, shading) in &self.shadings {
            shadings.set(name.as_str(), builder.dictionary(shading.clone()));
        }
        let mut states = Dictionary::new();
        for (number, State { entries, mask }) in self.states.iter().enumerate() {
            let mut entries = entries.clone();
            if let Some((part, form)) = mask {
                let form = form.add(builder);
                entries.set("SMask", dictionary! { "Type" => "Mask", "S" => *part, "G" => form });
            }
            states.set(format!("X{number}"), entries);
        }
        let mut patterns = Dictionary::new();
        for (name, tile, map) in &self.patterns {
            patterns.set(name.as_str(), tile.add_tile(builder, *map));
        }
        resources([("XObject", drawn), ("Shading", shadings), ("ExtGState", states), ("Pattern", patterns)])
    }
}
