//! Scenes as content: drawings by name, text as glyphs of font subsets.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use kurbo::{Affine, BezPath, Rect};
use smallvec::SmallVec;

use super::content::Content;
use super::drawings::{Drawings, drawing_name};
use super::fonts::{Embedded, Reading, Used, font_name, outline};
use super::press::Press;
use crate::game::Colour;
use crate::scene::{self, Item, Scene, SceneId, Text, Turn};
use crate::text::{self, FontId, Fonts, Piece};

/// Writes scenes, with the forms and fonts that they share.
pub(super) struct Writer<'a> {
    pub drawings: &'a Drawings,
    pub files: &'a Fonts,
    pub fonts: &'a BTreeMap<FontId, Embedded>,
    pub used: &'a Used,
    /// The number of each scene that is drawn within others.
    pub nested: &'a HashMap<SceneId, usize>,
    /// The press that it is for, if it is for one.
    pub press: Option<&'a Arc<Press>>,
}

/// Fonts and XObjects that a content stream refers to.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Names {
    pub fonts: BTreeSet<Reading>,
    /// Numbers among the [`Drawings`].
    pub drawings: BTreeSet<usize>,
    /// Numbers of scenes that are drawn within.
    pub scenes: BTreeSet<usize>,
    /// Opacities of translucent texts, in 255ths.
    pub opacities: BTreeSet<u8>,
    /// Number of translucent texts.
    pub groups: usize,
}

/// A translucent text, composited as a whole.
pub(super) struct TextGroup {
    /// Name in its part.
    pub name: String,
    pub content: Content,
    pub fonts: BTreeSet<Reading>,
    /// Covered area, in the part's points.
    pub bounds: Rect,
}

/// Returns the name of a translucent text in its part.
pub(super) fn group_name(number: usize) -> String {
    format!("T{number}")
}

/// Returns the name of an opacity in a part.
pub(super) fn opacity_name(opacity: u8) -> String {
    format!("A{opacity}")
}

/// A part of a scene, written.
pub(super) struct Part {
    pub content: Content,
    pub names: Names,
    /// Its element in the scene's own structure; `None` for decoration.
    pub element: Option<usize>,
    /// The elements of the document's structure that the part's marked content belongs to, in order.
    pub marks: Vec<usize>,
    /// Drawn part of each of these, in the part's points.
    pub boxes: BTreeMap<usize, Rect>,
    /// Its translucent texts.
    pub groups: Vec<TextGroup>,
}

/// Consecutive items of a scene that belong to the same element of its own structure.
struct Run<'s> {
    element: Option<usize>,
    items: Vec<&'s Item>,
}

/// Splits a scene at the borders of its elements.
///
/// A scene that is placed many times can't hold marks of its own, which belong to one place. Each part is marked where
/// it is placed.
fn runs(scene: &Scene) -> Vec<Run<'_>> {
    let mut runs: Vec<Run<'_>> = Vec::new();
    let mut open = Vec::new();
    for item in &scene.items {
        match item {
            Item::Begin(element) => open.push(*element),
            Item::End => drop(open.pop()),
            item => match runs.last_mut().filter(|run| run.element == open.last().copied()) {
                Some(run) => run.items.push(item),
                None => runs.push(Run { element: open.last().copied(), items: vec![item] }),
            },
        }
    }
    runs
}

/// Returns the number of parts that a scene is written as.
pub(super) fn parts(scene: &Scene) -> usize {
    if scene.structure.is_empty() { 1 } else { runs(scene).len() }
}

/// Kind of marked content.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Decoration,
    Element(usize),
}

impl Writer<'_> {
    /// Writes a scene as content: in parts if it has its own structure, else as a whole that marks the document's
    /// elements. `base` maps its millimetres to points, with y upwards.
    pub fn scene(&self, scene: &Scene, base: Affine) -> Vec<Part> {
        if scene.structure.is_empty() {
            return vec![self.whole(scene, base)];
        }
        let part = |run: Run<'_>| {
            let mut part = Part { element: run.element, ..self.part() };
            let mut actual_text = None;
            for item in run.items {
                self.item_as_text(&mut part, item, base, &mut actual_text, run.element.is_some());
            }
            part
        };
        runs(scene).into_iter().map(part).collect()
    }

    /// Creates an empty part.
    fn part(&self) -> Part {
        let content = Content::for_press(3, self.press);
        let (marks, boxes, groups) = (Vec::new(), BTreeMap::new(), Vec::new());
        Part { content, names: Names::default(), element: None, marks, boxes, groups }
    }

    fn whole(&self, scene: &Scene, base: Affine) -> Part {
        let mut part = self.part();
        // A scene that marks nothing is marked where it is placed.
        let marked = scene.items.iter().any(|item| matches!(item, Item::Begin(_)));
        let mut within = Vec::new();
        let mut open = Open::Nothing;
        let mut actual_text = None;
        for item in &scene.items {
            match item {
                Item::Begin(element) => within.push(*element),
                Item::End => drop(within.pop()),
                Item::ActualText(words) => actual_text = Some(words),
                item => {
                    let wanted = match within.last() {
                        Some(element) => Open::Element(*element),
                        None if marked => Open::Decoration,
                        None => Open::Nothing,
                    };
                    if wanted != open {
                        close(&mut part.content, open);
                        open = wanted;
                        match open {
                            Open::Nothing => {}
                            Open::Decoration => part.content.raw("/Artifact BMC\n"),
                            Open::Element(element) => {
                                part.content.raw(&format!("/Span <</MCID {}>> BDC\n", part.marks.len()));
                                part.marks.push(element);
                            }
                        }
                    }
                    if let (Open::Element(element), Some(bounds)) = (open, item.covered()) {
                        let bounds = base.transform_rect_bbox(bounds);
                        part.boxes.entry(element).and_modify(|known| *known = known.union(bounds)).or_insert(bounds);
                    }
                    self.item_as_text(&mut part, item, base, &mut actual_text, matches!(open, Open::Element(_)));
                }
            }
        }
        close(&mut part.content, open);
        part
    }

    /// Adds an item, with the replacement text before it, if any; decoration isn't read.
    fn item_as_text<'s>(
        &self,
        part: &mut Part,
        item: &'s Item,
        base: Affine,
        actual_text: &mut Option<&'s Arc<str>>,
        read: bool,
    ) {
        if let Item::ActualText(words) = item {
            *actual_text = Some(words);
            return;
        }
        let words = actual_text.take().filter(|_| read);
        if let Some(words) = words {
            read_as(&mut part.content, words);
        }
        self.item(part, item, base);
        if words.is_some() {
            part.content.raw("EMC\n");
        }
    }

    fn item(&self, part: &mut Part, item: &Item, base: Affine) {
        let Part { content, names, .. } = part;
        match item {
            Item::Drawing { drawing, place, clip } => {
                content.save();
                match clip {
                    Some(clip) if clip.turn != Turn::None => content.clip_path(&(base * clip.path()), false),
                    Some(clip) => content.clip_rect(base.transform_rect_bbox(clip.rect.to_kurbo())),
                    None => {}
                }
                match (self.drawings.numbers.get(&drawing.id()), &drawing.content) {
                    (Some(number), _) => {
                        content.transform(base * *place);
                        content.draw(&drawing_name(*number));
                        names.drawings.insert(*number);
                    }
                    (None, scene::Content::Shapes(shapes)) => {
                        for shape in shapes {
                            let path = base * *place * &shape.path;
                            content.fill_outline(shape.colour, &path, 25.4 / 72.0);
                            content.fill_path(&path, shape.even_odd);
                        }
                    }
                    (None, scene::Content::Art(_)) => {}
                }
                content.restore();
            }
            Item::Text(text) if text.effect.is_translucent() => {
                let mut apart = Content::for_press(3, self.press);
                let mut fonts = BTreeSet::new();
                self.lettering(&mut apart, &mut fonts, text, base);
                let bounds = base.transform_rect_bbox(text.covered());
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1")]
                let opacity = (text.effect.opacity * 255.0).round() as u8;
                names.opacities.insert(opacity);
                content.save();
                content.name(&opacity_name(opacity));
                content.op("gs");
                let group = TextGroup { name: group_name(names.groups), content: apart, fonts, bounds };
                content.draw(&group.name);
                content.restore();
                names.groups += 1;
                part.groups.push(group);
            }
            Item::Text(text) => self.lettering(content, &mut names.fonts, text, base),
            Item::Nested(nested) => {
                let Some(number) = self.nested.get(&nested.scene.id()) else { return };
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
                for part in 0..parts(&nested.scene) {
                    content.draw(&part_name(*number, part));
                }
                names.scenes.insert(*number);
                content.restore();
            }
            Item::Begin(_) | Item::End | Item::ActualText(_) => {}
        }
    }

    /// Writes a line of text with the outline of its letters.
    fn lettering(&self, content: &mut Content, fonts: &mut BTreeSet<Reading>, text: &Text, base: Affine) {
        let Some(outline) = text.effect.outline else {
            content.text("f", |content| self.text(content, fonts, text, base));
            return;
        };
        content.save();
        content.stroke(outline.colour, outline.width.to_pt().get());
        if outline.behind {
            // The letters are read once, where they are filled.
            read_as(content, "");
            content.text("S", |content| {
                content.raw("1 Tr\n");
                self.text(content, fonts, text, base)
            });
            content.raw("EMC\n");
        }
        content.text(if outline.behind { "f" } else { "B" }, |content| {
            content.raw(if outline.behind { "0 Tr\n" } else { "2 Tr\n" });
            self.text(content, fonts, text, base)
        });
        content.restore();
    }

    /// Writes a line of text; its fonts are added to `fonts`. Returns the outlines of glyphs that represent no letters:
    /// as text, readers would take them for unknown letters.
    fn text(
        &self,
        content: &mut Content,
        fonts: &mut BTreeSet<Reading>,
        text: &Text,
        base: Affine,
    ) -> Vec<(Colour, BezPath)> {
        let mut outlines = Vec::new();
        let at = base * kurbo::Point::new(text.at.x.get(), text.at.y.get());
        // In points y grows upwards, so a turn to the right is one to the left.
        let (cos, sin) = text.turn.unit();
        content.fill_text(text.colour);
        let mut colour = text.colour;
        let mut font: Option<(FontId, f64, &Embedded)> = None;
        let mut reading = 0;
        let mut shown = Shown::default();
        for piece in &text.line.pieces {
            let Piece::Run(run) = piece else { continue };
            let (em, size) = (run.em(text.size).get(), text.size.get() * f64::from(run.scale));
            let mut pen = run.x.get() / em * 1000.0;
            if text.colour_of(run.tag) != colour {
                colour = text.colour_of(run.tag);
                shown.end(content);
                content.fill_text(colour);
            }
            let is_read_as = self.gapes(run) || !run.word.missing.is_empty();
            let is_reread = self.used.reread.contains(&run.word.id());
            if is_read_as {
                shown.end(content);
                read_as(content, &run.word.text.replace('\u{a0}', " "));
            }
            let advance = |number: usize| f64::from(run.word.glyphs[number].advance + run.tracking) * 1000.0;
            let from_right = run.word.from_right;
            if from_right {
                pen += (0..run.word.glyphs.len()).map(advance).sum::<f64>();
            }
            // Glyphs come in the order in which they are read, from right to left where they are written so.
            let parts: SmallVec<[&text::Part; 2]> = match from_right {
                true => run.word.parts.iter().rev().collect(),
                false => run.word.parts.iter().collect(),
            };
            for part in parts {
                let glyphs = usize::from(part.glyphs.start)..usize::from(part.glyphs.end);
                // A font with only pictures isn't embedded: its glyphs are drawings.
                let Some(embedded) = self.fonts.get(&part.font) else {
                    let width: f64 = glyphs.map(advance).sum();
                    pen += if from_right { -width } else { width };
                    continue;
                };
                let begin = pen - if from_right { glyphs.clone().last().map_or(0.0, advance) } else { 0.0 };
                if font.is_none_or(|(id, last, _)| (id, last) != (part.font, size)) {
                    shown.end(content);
                    reading = 0;
                    fonts.insert((part.font, reading));
                    set_font(content, (part.font, reading), size);
                    // Each font and size begins at its first glyph.
                    let (dx, dy) = (cos * begin / 1000.0 * size, -sin * begin / 1000.0 * size);
                    content.numbers(&[cos, -sin, sin, cos, at.x + dx, at.y + dy]);
                    content.op("Tm");
                    shown.pen = begin;
                    font = Some((part.font, size, embedded));
                }
                let mut show = |number: usize, pen: f64| {
                    let glyph = &run.word.glyphs[number];
                    let code = embedded.code(glyph.id);
                    let (x, y) = (f64::from(glyph.offset.0) * 1000.0, f64::from(glyph.offset.1) * size);
                    let own = if is_reread { self.used.reading(part.font, run, glyph) } else { Some(0) };
                    let Some(own) = own else {
                        let place = Affine::new([cos, -sin, sin, cos, at.x, at.y])
                            * Affine::translate(((pen + x) / 1000.0 * size, y))
                            * Affine::scale(size);
                        let outline = outline(self.files.get(part.font), glyph.id);
                        outlines.extend(outline.map(|outline| (colour, place * outline)));
                        return;
                    };
                    if own != reading {
                        reading = own;
                        shown.end(content);
                        fonts.insert((part.font, reading));
                        set_font(content, (part.font, reading), size);
                    }
                    shown.glyph(content, code, pen + x, embedded.width(code), y);
                };
                if from_right {
                    for number in glyphs.rev() {
                        pen -= advance(number);
                        show(number, pen);
                    }
                } else {
                    for number in glyphs {
                        show(number, pen);
                        pen += advance(number);
                    }
                }
            }
            if is_read_as {
                shown.end(content);
                content.raw("EMC\n");
            }
            if let (true, Some((id, _, embedded))) = (run.blank, font)
                && embedded.blank != 0
            {
                if reading != 0 {
                    reading = 0;
                    shown.end(content);
                    set_font(content, (id, reading), size);
                }
                let code = embedded.code(embedded.blank);
                let width = embedded.width(code);
                shown.glyph(content, code, pen - if from_right { width } else { 0.0 }, width, 0.0);
            }
        }
        shown.end(content);
        outlines
    }

    /// True if kerning leaves a gap within a word that readers take for a space.
    fn gapes(&self, run: &text::Run) -> bool {
        /// In thousandths of an em; readers see a space from 100 on.
        const WIDE: f64 = 90.0;
        let glyphs = &run.word.glyphs;
        run.word.parts.iter().any(|part| {
            let Some(embedded) = self.fonts.get(&part.font) else { return false };
            let end = usize::from(part.glyphs.end).min(glyphs.len().saturating_sub(1));
            glyphs[usize::from(part.glyphs.start).min(end)..end].iter().any(|glyph| {
                let moved = f64::from(glyph.advance + run.tracking) * 1000.0;
                moved - embedded.width(embedded.code(glyph.id)) > WIDE
            })
        })
    }
}

/// Sets the font of the glyphs that follow.
fn set_font(content: &mut Content, font: Reading, size: f64) {
    content.name(&font_name(font));
    content.number(size);
    content.raw("Tf\n");
}

/// Begins a span with replacement text, whatever its glyphs mean.
fn read_as(content: &mut Content, words: &str) {
    content.raw("/Span <</ActualText <feff");
    words.encode_utf16().for_each(|unit| content.raw(&format!("{unit:04x}")));
    content.raw(">>> BDC\n");
}

/// Ends marked content, where some is open.
fn close(content: &mut Content, open: Open) {
    if open != Open::Nothing {
        content.raw("EMC\n");
    }
}

/// Returns the name of a part of a scene in documents.
pub(super) fn part_name(scene: usize, part: usize) -> String {
    if part == 0 { format!("F{scene}") } else { format!("F{scene}-{part}") }
}

/// A `TJ` in the making: glyphs and the corrections between them.
#[derive(Default)]
struct Shown {
    /// Position of a reader's pen, in thousandths of an em from the line's left end.
    pen: f64,
    /// True if the list is open.
    array: bool,
    /// The glyphs since the last correction.
    glyphs: Vec<u8>,
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
            self.string(content);
            content.number(correction);
            self.pen -= correction;
        }
        self.glyphs.extend(code.to_be_bytes());
        self.pen += width;
    }

    /// Writes the glyphs so far.
    fn string(&mut self, content: &mut Content) {
        if !self.glyphs.is_empty() {
            content.glyphs(&self.glyphs);
            self.glyphs.clear();
        }
    }

    fn end(&mut self, content: &mut Content) {
        self.string(content);
        if self.array {
            content.op("]TJ");
        }
        self.array = false;
        if self.rise != 0.0 {
            content.raw("0 Ts\n");
            self.rise = 0.0;
        }
    }
}
