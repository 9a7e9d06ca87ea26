//! A template: an SVG with named slots, read once for each set of colours.

use std::sync::Arc;

use kurbo::Affine;

use super::art::{read_piece, read_xml};
use super::classes::Colours;
use super::outlines::affine;
use super::refit::Refit;
use super::refuse::refuse;
use super::repeat::unfold;
use super::slot::{Slot, names};
use super::split::{Element, Stretch, split};
use super::unseen::unseen;
use crate::diagnostic::{Code, Diagnostic, Source, Span, nearest};
use crate::game::{CardFormat, Colour};
use crate::read::foreign_markup::foreign_markup;
use crate::read::table::is_unprintable;
use crate::scene::{Art, Content, Drawing, TextEffect, TextOutline, Turn, stretch};
use crate::units::{Mm, Rect};

/// At the root of a template: it is scaled to cards of other sizes.
pub(super) const SCALE: &str = "data-scale";

/// Edge of its slot that an element follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// It grows and shrinks with the slot's content.
    Both,
    /// Fixed position.
    None,
    /// It moves with the top of the content.
    Top,
    /// It moves with the bottom of the content.
    Bottom,
}

/// A layer of a template.
pub(super) enum Layer {
    /// A static drawing.
    Static {
        drawing: Arc<Drawing>,
        /// From its own unit to millimetres on the card.
        base: Affine,
    },
    /// Filled by the card: an index into [`Template::slots`].
    Slot(usize),
    /// Drawn where slots have content, and moved with the first of them; or drawn where none has.
    Companion {
        /// Indices into [`Template::slots`].
        slots: Vec<usize>,
        /// True if it is drawn when the slots have content.
        filled: bool,
        edge: Edge,
        drawing: Arc<Drawing>,
        /// From its own unit to millimetres on the card, at its original position.
        base: Affine,
        bounds: Rect,
    },
    /// Drawn as often, or as long, as a number of the card says.
    Counted(Counted),
}

/// An element that depends on a number.
pub(super) struct Counted {
    /// The field of the card.
    pub field: String,
    pub measure: Measure,
    pub drawing: Arc<Drawing>,
    /// From its own unit to millimetres on the card, if all of it is drawn.
    pub base: Affine,
    pub bounds: Rect,
    /// Span in the template.
    pub at: Span,
}

/// How a drawing depends on a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Measure {
    /// It is drawn if the number is at least this; the second is the number of copies.
    Copy(f64, f64),
    /// Its length is the number's share of this.
    Length(f64),
}

/// A template in one set of colours.
pub(super) struct Template {
    /// From bottom to top.
    pub layers: Vec<Layer>,
    /// Slots that the card fills.
    pub slots: Vec<Slot>,
    /// The slots in dependency order.
    pub order: Vec<usize>,
    /// Scale of the card, and of its letters, relative to the template's original size.
    pub scale: f64,
    /// Warnings, which don't prevent printing.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a template.
///
/// # Errors
/// Everything that is wrong with it.
///
/// The panel of a net may be somewhat larger or smaller than its template: the drawing is stretched to it, its texts
/// aren't.
pub(super) fn read(
    source: &Arc<Source>,
    colours: &Colours,
    format: &CardFormat,
    is_panel: bool,
) -> Result<Template, Vec<Diagnostic>> {
    let source = &unfold(source)?;
    let document = read_xml(source).map_err(|diagnostic| vec![diagnostic])?;
    let (mut diagnostics, mut warnings): (Vec<_>, Vec<_>) =
        refuse(source, &document, None).into_iter().partition(Diagnostic::is_error);
    warnings.extend(unseen(source, &document));
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err(diagnostics);
    }
    diagnostics.extend(colours.misspelt(source, &document));
    let view = view_box(source, root, format, is_panel).map_err(|diagnostic| diagnostics.push(diagnostic)).ok();
    let Some(View { view, scale, refit }) = view.filter(|_| diagnostics.is_empty()) else {
        diagnostics.extend(warnings);
        return Err(diagnostics);
    };
    let pieces = split(&document, &colours.css(&document), colours.hidden, refit.is_some());
    let names: Vec<&str> = pieces.slots.iter().map(|slot| slot.name.as_str()).collect();
    let reader = Reader { source, view, names, boxes: drawing(source, &pieces.slots_svg)? };
    warnings.extend(pieces.slots.iter().flat_map(|element| slips_of_words(source, element)));
    let mut slots = Vec::with_capacity(pieces.slots.len());
    for (index, element) in pieces.slots.iter().enumerate() {
        if reader.names[..index].contains(&element.name.as_str()) {
            let at = Span::new(source, element.range.clone());
            let diagnostic = Diagnostic::error(Code::SLOT_TWICE, at, format!("duplicate slot `{}`", element.name))
                .label("duplicate");
            diagnostics.push(diagnostic.hint("change its id, and set its content with `data-field` or `data-text`"));
        }
        match Slot::read(&reader, element) {
            Ok(slot) if !slot.on_card().to_kurbo().overlaps(view.to_kurbo()) => {
                let what = format!("slot `{}` is outside the card", slot.name);
                let diagnostic = Diagnostic::error(Code::SLOT_OFF_CARD, slot.at.clone(), what);
                let (x, y) = (slot.bounds.x.get().round(), slot.bounds.y.get().round());
                let (width, height) = (view.right().get() + view.x.get(), view.bottom().get() + view.y.get());
                diagnostics.push(
                    diagnostic.hint(format!(
                        "it starts at {x}, {y}: set `x` and `y` between 0,0 and {width:.1},{height:.1} mm"
                    )),
                );
            }
            Ok(slot) => slots.push(slot),
            Err(wrong) => diagnostics.extend(wrong),
        }
    }
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let mut layers = Vec::with_capacity(pieces.stretches.len());
    for piece in &pieces.stretches {
        let layer = match piece {
            Stretch::Static(svg) => drawing(source, svg).map(|drawing| {
                let base = stretch(drawing.bounds, view);
                Some(Layer::Static { drawing, base })
            }),
            Stretch::Slot(index) => Ok(Some(Layer::Slot(*index))),
            Stretch::Companion(index) => reader.companion(&pieces.companions[*index].0, &pieces.companions[*index].1),
        };
        match layer {
            Ok(layer) => layers.extend(layer),
            Err(wrong) => diagnostics.extend(wrong),
        }
    }
    diagnostics.extend(slots.iter().filter_map(|slot| turned_otherwise(slot, &slots)));
    for slot in &mut slots {
        for name in &slot.avoided {
            let area = reader.slot_box(name).map(|found| found.upright).or_else(|| reader.drawn_box(name, &layers));
            match area {
                Some(area) => slot.avoid.push(area),
                None => {
                    let what = format!("slot `{}`: unknown slot or element `{name}`", slot.name);
                    let diagnostic = Diagnostic::error(Code::SLOT_UNKNOWN, slot.at.clone(), what);
                    diagnostics.push(diagnostic.hint("set `data-avoid` to another slot, or to the `id` of an element"));
                }
            }
        }
    }
    if let Some(refit) = refit {
        slots.iter_mut().for_each(|slot| refit.slot(slot));
        layers.iter_mut().for_each(|layer| layer.refit(&refit));
    }
    if scale < 1.0 {
        slots.iter_mut().filter(|slot| slot.slant == Turn::None).for_each(|slot| keep_safe(slot, format, scale));
    }
    let order = order(&slots).unwrap_or_else(|diagnostic| {
        diagnostics.push(diagnostic);
        Vec::new()
    });
    if diagnostics.is_empty() { Ok(Template { layers, slots, order, scale, warnings }) } else { Err(diagnostics) }
}

/// Keeps a box within the safe zone of a smaller card if it was within its own card's: the safe zone isn't scaled.
fn keep_safe(slot: &mut Slot, format: &CardFormat, scale: f64) {
    if !format.cut().grown(-(format.safe * scale)).holds(slot.bounds) {
        return;
    }
    let kept = slot.bounds.to_kurbo().intersect(format.safe_zone().to_kurbo());
    slot.bounds = Rect::mm(kept.x0, kept.y0, kept.width(), kept.height());
}

/// Reports markup of other programs, and unprintable characters, in the template's own text.
fn slips_of_words(source: &Arc<Source>, element: &Element) -> Vec<Diagnostic> {
    let Some((_, words)) = element.data.iter().find(|(key, _)| key == "text") else { return Vec::new() };
    let told = |code: Code, what: String| {
        let at = Span::new(source, element.range.clone());
        Diagnostic::warning(code, at, format!("slot `{}`: {what}", element.name))
    };
    let mut found: Vec<Diagnostic> =
        foreign_markup(words).into_iter().map(|slip| told(slip.code, slip.what).hint(slip.hint)).collect();
    if let Some(letter) = words.chars().find(|letter| is_unprintable(*letter)) {
        let what = format!("unprintable character (U+{:04X})", u32::from(letter));
        found.push(told(Code::UNPRINTABLE, what).hint("remove it"));
    }
    found
}

/// Rejects a slot that follows one turned by another angle.
fn turned_otherwise(slot: &Slot, slots: &[Slot]) -> Option<Diagnostic> {
    let followed = [&slot.below, &slot.above].into_iter().flatten();
    let mut others = followed.filter_map(|name| slots.iter().find(|other| other.name == *name));
    let other = others.find(|other| other.slant != slot.slant)?;
    let what = format!("slot `{}` follows slot `{}`, which has another rotation", slot.name, other.name);
    let diagnostic = Diagnostic::error(Code::SLOT_TURNED_OTHERWISE, slot.at.clone(), what);
    Some(diagnostic.hint("rotate both alike: put them into one group with `transform=\"rotate(…)\"`"))
}

/// Sorts the slots by dependency.
fn order(slots: &[Slot]) -> Result<Vec<usize>, Diagnostic> {
    let mut order: Vec<usize> = Vec::with_capacity(slots.len());
    while order.len() < slots.len() {
        let is_placed = |name: &String| order.iter().any(|index| slots[*index].name == *name);
        let is_next = |index: &usize, with_all: bool| {
            let slot = &slots[*index];
            let mut moved_by = slot.below.iter().chain(&slot.above).chain(&slot.hidden_by);
            !order.contains(index) && moved_by.all(is_placed) && (!with_all || slot.shown_with.iter().all(is_placed))
        };
        let next = (0..slots.len()).find(|index| is_next(index, true));
        // Slots may be shown with each other.
        match next.or_else(|| (0..slots.len()).find(|index| is_next(index, false))) {
            Some(next) => order.push(next),
            None => {
                let stuck = (0..slots.len()).find(|index| !order.contains(index)).map(|index| &slots[index]);
                let at = stuck.map(|slot| slot.at.clone());
                return Err(Diagnostic::error(Code::SLOTS_IN_CIRCLE, at, "circular reference between slots")
                    .hint("remove one of the attributes that name another slot"));
            }
        }
    }
    Ok(order)
}

/// Mapping of a template to a face.
struct View {
    /// Target of the view box, before it is fitted to other proportions.
    view: Rect,
    /// Scale of the card relative to the template's original size.
    scale: f64,
    /// Fit to other proportions; `None` if they are the same.
    refit: Option<Refit>,
}

impl View {
    fn of(view: Rect, scale: f64) -> Self {
        Self { view, scale, refit: None }
    }
}

impl Layer {
    /// Fits the drawing to a card of other proportions.
    fn refit(&mut self, refit: &Refit) {
        match self {
            Self::Slot(_) => {}
            Self::Static { drawing, base } => {
                let Content::Art(art) = &drawing.content else { return };
                let ink = art.tree.root().abs_bounding_box();
                let ink =
                    kurbo::Rect::new(ink.left().into(), ink.top().into(), ink.right().into(), ink.bottom().into());
                let bounds = base.transform_rect_bbox(ink);
                *base = refit.map(Rect::mm(bounds.x0, bounds.y0, bounds.width(), bounds.height())) * *base;
            }
            Self::Companion { base, bounds, .. } | Self::Counted(Counted { base, bounds, .. }) => {
                *base = refit.map(*bounds) * *base;
                *bounds = refit.drawing(*bounds);
            }
        }
    }
}

/// Maximum stretch of a template on the panel of a net, or on a card of other proportions.
const STRETCHED: f64 = 1.2;

/// Checks that the view box is the card with its bleed, in millimetres, which shows designers the card as it is. A
/// template of another size that may be scaled is fitted to the card, and its scale recorded.
fn view_box(
    source: &Arc<Source>,
    root: usvg::roxmltree::Node<'_, '_>,
    format: &CardFormat,
    is_panel: bool,
) -> Result<View, Diagnostic> {
    let card = format.with_bleed();
    // A hundredth of a millimetre is as near as anybody draws.
    let told = |length: Mm| (length.get() * 100.0).round() / 100.0;
    let wanted = format!("{} {} {} {}", told(card.x), told(card.y), told(card.width), told(card.height));
    let start = root.range().start;
    let at = Span::new(source, start..start + 4);
    let Some(attribute) = root.attribute_node("viewBox") else {
        return Err(Diagnostic::error(Code::TEMPLATE_NO_VIEW_BOX, at, "missing view box")
            .hint(format!("add `viewBox=\"{wanted}\"`")));
    };
    let numbers: Vec<f64> = attribute.value().split([' ', ',']).filter_map(|number| number.parse().ok()).collect();
    let fits = |[x, y, width, height]: [f64; 4]| {
        let near = |a: f64, b: Mm| (a - b.get()).abs() < 0.01;
        near(x, card.x) && near(y, card.y) && near(width, card.width) && near(height, card.height)
    };
    match <[f64; 4]>::try_from(numbers) {
        Ok(numbers) if fits(numbers) => Ok(View::of(card, 1.0)),
        Ok([x, y, width, height]) if root.has_attribute(SCALE) && width > 0.0 && height > 0.0 => {
            let (across, down) = (card.width.get() / width, card.height.get() / height);
            if (across / down).max(down / across) <= STRETCHED {
                return Ok(View::of(card, (across * down).sqrt()));
            }
            let own = Rect::mm(x, y, width, height);
            if let Some(refit) = Refit::new(own, card) {
                return Ok(View { view: own, scale: refit.scale, refit: Some(refit) });
            }
            let at = Span::new(source, attribute.range());
            let what = format!("the view box doesn't have the proportions of the card with its bleed: {wanted}");
            Err(Diagnostic::error(Code::TEMPLATE_PROPORTIONS, at, what)
                .hint("draw a template for this size: proportions may differ by at most 60 %"))
        }
        Ok([x, y, width, height]) if is_panel => {
            let stretched = |is: f64, must: Mm| (is / must.get()).max(must.get() / is) > STRETCHED;
            let begins = (x - card.x.get()).abs() < 0.01 && (y - card.y.get()).abs() < 0.01;
            if begins && width > 0.0 && height > 0.0 && !stretched(width, card.width) && !stretched(height, card.height)
            {
                return Ok(View::of(card, 1.0));
            }
            let at = Span::new(source, attribute.range());
            let what = format!("the view box doesn't match the panel with its bleed: {wanted}");
            Err(Diagnostic::error(Code::TEMPLATE_NOT_THE_PANEL, at, what).hint("it can be stretched by at most 20 %"))
        }
        _ => {
            let at = Span::new(source, attribute.range());
            let what = format!("the view box doesn't match the card with its bleed: {wanted}");
            let diagnostic = Diagnostic::error(Code::TEMPLATE_OTHER_SIZE, at, what);
            let diagnostic = diagnostic.hint("in mm, the cut runs from 0,0 to the card size; the bleed is outside it");
            Err(diagnostic.hint(format!("to scale a template for another size, add `{SCALE}=\"\"` to its `<svg>`")))
        }
    }
}

/// Converts a piece to a drawing; its bounds are the view box.
fn drawing(source: &Arc<Source>, svg: &str) -> Result<Arc<Drawing>, Vec<Diagnostic>> {
    let tree = read_piece(source, svg)?;
    let bounds = kurbo::Rect::new(0.0, 0.0, tree.size().width().into(), tree.size().height().into());
    let art = Art::new(tree, vec![source.path.clone()], Vec::new());
    Ok(Arc::new(Drawing::new(Content::Art(Box::new(art)), bounds)))
}

pub(super) struct Reader<'a> {
    pub source: &'a Arc<Source>,
    view: Rect,
    names: Vec<&'a str>,
    /// All slots as they are drawn.
    boxes: Arc<Drawing>,
}

impl Reader<'_> {
    /// Returns a slot as drawn; `None` if it is invisible.
    pub(super) fn slot_box(&self, name: &str) -> Option<SlotBox<'_>> {
        let id = format!("slot-{name}");
        let (path, opacity) = path_of(&self.boxes, |node| node.id() == id)?;
        let map = stretch(self.boxes.bounds, self.view) * affine(path.abs_transform());
        Some(SlotBox { path, opacity, upright: self.bounds(&self.boxes, path), map })
    }

    /// Returns the box of a statically drawn element, in millimetres.
    fn drawn_box(&self, id: &str, layers: &[Layer]) -> Option<Rect> {
        layers.iter().find_map(|layer| match layer {
            Layer::Static { drawing, .. }
            | Layer::Companion { drawing, .. }
            | Layer::Counted(Counted { drawing, .. }) => {
                let (path, _) = path_of(drawing, |node| node.id() == id)?;
                Some(self.bounds(drawing, path))
            }
            Layer::Slot(_) => None,
        })
    }

    /// Returns the bounds of a path of a drawing, in millimetres.
    fn bounds(&self, drawing: &Drawing, path: &usvg::Path) -> Rect {
        let place = stretch(drawing.bounds, self.view);
        let bounds = path.abs_bounding_box();
        let corner = |x: f32, y: f32| place * kurbo::Point::new(x.into(), y.into());
        let (a, b) = (corner(bounds.left(), bounds.top()), corner(bounds.right(), bounds.bottom()));
        // A micrometre is less than any designer means, and hides what the detour through floats adds.
        let round = |value: f64| (value * 1000.0).round() / 1000.0;
        Rect::mm(round(a.x), round(a.y), round(b.x - a.x), round(b.y - a.y))
    }

    fn companion(&self, element: &Element, svg: &str) -> Result<Option<Layer>, Vec<Diagnostic>> {
        let value = |key: &str| element.data.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
        let at = Span::new(self.source, element.range.clone());
        let drawing = drawing(self.source, svg)?;
        // Invisible elements have no path.
        let Some((path, _)) = path_of(&drawing, |_| true) else { return Ok(None) };
        let (bounds, base) = (self.bounds(&drawing, path), stretch(drawing.bounds, self.view));
        if let Some(number) = value("while").or(value("length")) {
            let wrong = |what: String, hint: &str| {
                vec![Diagnostic::error(Code::NUMBER_OF_DRAWING, at.clone(), what).hint(hint)]
            };
            let (field, rest) = number.split_once('/').unwrap_or((number, ""));
            let field = field.trim().to_owned();
            let numbers: Vec<f64> = rest.split('/').filter_map(|part| part.trim().parse().ok()).collect();
            let measure = match (value("while").is_some(), numbers.as_slice()) {
                (true, &[copy, all]) => Measure::Copy(copy, all),
                (false, &[whole]) if whole > 0.0 => Measure::Length(whole),
                (true, _) => {
                    let hint = "write `<g data-repeat=\"10\" data-step=\"4 0\" data-while=\"health\">`";
                    return Err(wrong("`data-while` requires `data-repeat`".to_owned(), hint));
                }
                (false, _) => {
                    let what = format!("`data-length` must be a field and its maximum, not `{number}`");
                    return Err(wrong(what, "write `data-length=\"health / 20\"`"));
                }
            };
            return Ok(Some(Layer::Counted(Counted { field, measure, base, drawing, bounds, at })));
        }
        let mut slots = Vec::new();
        for wanted in names(&element.name) {
            let Some(slot) = self.names.iter().position(|name| *name == wanted) else {
                let what = format!("unknown slot `{wanted}`");
                let diagnostic = Diagnostic::error(Code::SLOT_UNKNOWN, at, what);
                return Err(vec![diagnostic.suggest(&wanted, self.names.iter().copied())]);
            };
            slots.push(slot);
        }
        if slots.is_empty() {
            return Err(vec![Diagnostic::error(Code::SLOT_UNKNOWN, at, "missing slot name")]);
        }
        let edge = match value("edge") {
            None => Edge::None,
            Some("both") => Edge::Both,
            Some("top") => Edge::Top,
            Some("bottom") => Edge::Bottom,
            Some(other) => {
                let diagnostic = Diagnostic::error(Code::UNKNOWN_EDGE, at, format!("unknown edge `{other}`"));
                return Err(vec![diagnostic.suggest(other, ["both", "top", "bottom"])]);
            }
        };
        Ok(Some(Layer::Companion { slots, filled: value("if").is_some(), edge, bounds, base, drawing }))
    }

    /// Checks that a slot exists, and suggests the nearest name.
    pub(super) fn known(&self, name: &str, at: &Span) -> Result<(), Diagnostic> {
        if self.names.contains(&name) {
            return Ok(());
        }
        let diagnostic = Diagnostic::error(Code::SLOT_UNKNOWN, at.clone(), format!("unknown slot `{name}`"));
        Err(match nearest(name, self.names.iter().copied()) {
            Some(near) => diagnostic.did_you_mean(name, near),
            None => diagnostic,
        })
    }
}

/// Returns the first path of the first matching node, and the opacity of the groups around it.
fn path_of(drawing: &Drawing, meant: impl Fn(&usvg::Node) -> bool + Copy) -> Option<(&usvg::Path, f64)> {
    type Found<'t> = Option<(&'t usvg::Path, f64)>;
    fn find<'t>(group: &'t usvg::Group, inside: bool, meant: &dyn Fn(&usvg::Node) -> bool) -> Found<'t> {
        let found = group.children().iter().find_map(|node| {
            let inside = inside || meant(node);
            match node {
                usvg::Node::Group(group) => find(group, inside, meant),
                usvg::Node::Path(path) => inside.then_some((path.as_ref(), 1.0)),
                usvg::Node::Image(_) | usvg::Node::Text(_) => None,
            }
        });
        found.map(|(path, opacity)| (path, opacity * f64::from(group.opacity().get())))
    }
    let Content::Art(art) = &drawing.content else { return None };
    find(art.tree.root(), false, &meant)
}

/// The drawn box of a slot.
pub(super) struct SlotBox<'t> {
    pub path: &'t usvg::Path,
    /// Opacity of the box and the groups around it, without that of its fill.
    pub opacity: f64,
    /// The upright rectangle about it, in millimetres.
    upright: Rect,
    /// From its own unit to millimetres.
    map: Affine,
}

/// Position of a slot.
pub(super) struct SlotPlace {
    /// The box before it is slanted.
    pub bounds: Rect,
    /// The part of its turn that makes quarters.
    pub turn: Turn,
    /// Any other turn, about the corner of the cut.
    pub slant: Turn,
}

impl SlotBox<'_> {
    /// Returns the position; `None` if it is skewed or mirrored.
    pub fn place(&self) -> Option<SlotPlace> {
        /// Tolerance of a right angle between two sides, as a cosine: numbers of a drawing are rounded.
        const SKEWED: f64 = 0.01;
        let [a, b, c, d, ..] = self.map.as_coeffs();
        let (across, down) = (a.hypot(b), c.hypot(d));
        if b.abs() <= across * 1e-6 && c.abs() <= down * 1e-6 && a > 0.0 {
            // A box without rotation may be stretched, or mirrored upside down.
            return Some(SlotPlace { bounds: self.upright, turn: Turn::None, slant: Turn::None });
        }
        if (a * c + b * d).abs() > SKEWED * across * down || a * d - b * c <= 0.0 {
            return None;
        }
        match Turn::by(b.atan2(a).to_degrees()) {
            slant @ Turn::Oblique(_) => {
                let bounds = self.path.data().bounds();
                let corner = |x: f32, y: f32| self.map * kurbo::Point::new(x.into(), y.into());
                let (first, last) = (corner(bounds.left(), bounds.top()), corner(bounds.right(), bounds.bottom()));
                let middle = slant.affine().inverse() * first.midpoint(last);
                let (width, height) = (f64::from(bounds.width()) * across, f64::from(bounds.height()) * down);
                // Rounded as upright boxes are.
                let round = |value: f64| (value * 1000.0).round() / 1000.0;
                let (x, y) = (round(middle.x - width / 2.0), round(middle.y - height / 2.0));
                let bounds = Rect::mm(x, y, round(width), round(height));
                Some(SlotPlace { bounds, turn: Turn::None, slant })
            }
            turn => Some(SlotPlace { bounds: self.upright, turn, slant: Turn::None }),
        }
    }

    /// Returns the paint of its letters: the stroke, the order of fill and stroke, and the opacity of the box.
    pub fn effect(&self, stroke: Option<Colour>) -> TextEffect {
        let width =
            self.path.stroke().map(|stroke| f64::from(stroke.width().get()) * self.map.determinant().abs().sqrt());
        let behind = self.path.paint_order() == usvg::PaintOrder::StrokeAndFill;
        let outline = stroke.zip(width).map(|(colour, width)| TextOutline { colour, width: Mm::new(width), behind });
        let of_fill = self.path.fill().map_or(1.0, |fill| f64::from(fill.opacity().get()));
        TextEffect { outline, opacity: self.opacity * of_fill }
    }
}
