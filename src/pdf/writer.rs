//! Scenes as content: drawings by name, text as glyphs of font subsets.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use kurbo::{Affine, Rect};

use super::content::Content;
use super::drawings::Drawings;
use super::fonts::Embedded;
use crate::scene::{self, Item, Scene, Text};
use crate::text::{FontId, Piece};

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
