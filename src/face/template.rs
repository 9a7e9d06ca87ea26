//! A template: an SVG with named slots, read once for each set of colours.

use std::sync::Arc;

use super::art::{read_piece, read_xml};
use super::classes::Colours;
use super::refuse::refuse;
use super::repeat::unfold;
use super::slot::Slot;
use super::split::{Element, Stretch, split};
use super::unseen::unseen;
use crate::diagnostic::{Code, Diagnostic, Source, Span, nearest};
use crate::game::CardFormat;
use crate::read::slips::slips;
use crate::read::table::is_unprintable;
use crate::scene::{Art, Content, Drawing, fit};
use crate::units::{Mm, Rect};

/// At the root of a template: it is scaled to cards of other sizes.
pub(super) const SCALE: &str = "data-scale";

/// Which edge of its slot an element follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// It grows and shrinks with the slot's content.
    Both,
    /// It stays where it is.
    None,
    /// It moves with the top of the content.
    Top,
    /// It moves with the bottom of the content.
    Bottom,
}

/// A layer of a template.
pub(super) enum Layer {
    /// Drawn as it is.
    Static(Arc<Drawing>),
    /// Filled by the card: an index into [`Template::slots`].
    Slot(usize),
    /// Drawn where a slot has content, and moved with it; or drawn where it has none.
    Companion {
        /// An index into [`Template::slots`].
        slot: usize,
        /// Whether it is drawn where the slot has content.
        filled: bool,
        edge: Edge,
        drawing: Arc<Drawing>,
        bounds: Rect,
    },
}

/// A template in one set of colours.
pub(super) struct Template {
    /// From bottom to top.
    pub layers: Vec<Layer>,
    /// What the card fills.
    pub slots: Vec<Slot>,
    /// The slots in an order in which each comes after those that it follows.
    pub order: Vec<usize>,
    /// How much larger the card is than what the template was drawn for: so are its letters.
    pub scale: f64,
    /// What is worth a look and keeps nothing from being printed.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a template.
///
/// # Errors
/// All that is wrong with it.
///
/// The panel of a net may be somewhat larger or smaller than its template: the drawing is stretched to it, its texts are not.
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
    let Some((view, scale)) = view.filter(|_| diagnostics.is_empty()) else {
        diagnostics.extend(warnings);
        return Err(diagnostics);
    };
    let pieces = split(&document, &colours.css(&document), colours.hidden);
    let names: Vec<&str> = pieces.slots.iter().map(|slot| slot.name.as_str()).collect();
    let reader = Reader { source, view, names, boxes: drawing(source, &pieces.slots_svg)? };
    warnings.extend(pieces.slots.iter().flat_map(|element| slips_of_words(source, element)));
    let mut slots = Vec::with_capacity(pieces.slots.len());
    for (index, element) in pieces.slots.iter().enumerate() {
        if reader.names[..index].contains(&element.name.as_str()) {
            let at = Span::new(source, element.range.clone());
            let diagnostic = Diagnostic::error(Code::SLOT_TWICE, at, format!("there are two slots `{}`", element.name))
                .label("the second");
            diagnostics
                .push(diagnostic.hint("give it another id, and say by `data-field` or `data-text` what it shows"));
        }
        match Slot::read(&reader, element) {
            Ok(slot) if !slot.bounds.to_kurbo().overlaps(view.to_kurbo()) => {
                let what = format!("slot `{}` lies off the card", slot.name);
                let diagnostic = Diagnostic::error(Code::SLOT_OFF_CARD, slot.at.clone(), what);
                let (x, y) = (slot.bounds.x.get().round(), slot.bounds.y.get().round());
                let (width, height) = (view.right().get() + view.x.get(), view.bottom().get() + view.y.get());
                diagnostics.push(diagnostic.hint(format!(
                    "it begins at {x}, {y}: change its `x` and `y`, so that it lies between 0,0 and {width:.1},{height:.1} mm"
                )));
            }
            Ok(slot) => slots.push(slot),
            Err(wrong) => diagnostics.extend(wrong),
        }
    }
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let mut layers = Vec::with_capacity(pieces.stretches.len());
    for stretch in &pieces.stretches {
        let layer = match stretch {
            Stretch::Static(svg) => drawing(source, svg).map(|drawing| Some(Layer::Static(drawing))),
            Stretch::Slot(index) => Ok(Some(Layer::Slot(*index))),
            Stretch::Companion(index) => reader.companion(&pieces.companions[*index].0, &pieces.companions[*index].1),
        };
        match layer {
            Ok(layer) => layers.extend(layer),
            Err(wrong) => diagnostics.extend(wrong),
        }
    }
    let order = order(&slots).unwrap_or_else(|diagnostic| {
        diagnostics.push(diagnostic);
        Vec::new()
    });
    if diagnostics.is_empty() { Ok(Template { layers, slots, order, scale, warnings }) } else { Err(diagnostics) }
}

/// Markup of other programs, and characters that cannot be printed, in what a template says itself.
fn slips_of_words(source: &Arc<Source>, element: &Element) -> Vec<Diagnostic> {
    let Some((_, words)) = element.data.iter().find(|(key, _)| key == "text") else { return Vec::new() };
    let told = |code: Code, what: String| {
        let at = Span::new(source, element.range.clone());
        Diagnostic::warning(code, at, format!("slot `{}`: {what}", element.name))
    };
    let mut found: Vec<Diagnostic> =
        slips(words).into_iter().map(|slip| told(slip.code, slip.what).hint(slip.hint)).collect();
    if let Some(letter) = words.chars().find(|letter| is_unprintable(*letter)) {
        let what = format!("a character cannot be printed (U+{:04X})", u32::from(letter));
        found.push(told(Code::UNPRINTABLE, what).hint("leave it out"));
    }
    found
}

/// Puts each slot after those that it follows.
fn order(slots: &[Slot]) -> Result<Vec<usize>, Diagnostic> {
    let mut order: Vec<usize> = Vec::with_capacity(slots.len());
    while order.len() < slots.len() {
        let stands = |name: &Option<String>| {
            name.as_ref().is_none_or(|name| order.iter().any(|index| slots[*index].name == *name))
        };
        let next = (0..slots.len()).find(|index| {
            let slot = &slots[*index];
            !order.contains(index) && [&slot.after, &slot.before, &slot.with, &slot.without].into_iter().all(stands)
        });
        match next {
            Some(next) => order.push(next),
            None => {
                let stuck = (0..slots.len()).find(|index| !order.contains(index)).map(|index| &slots[index]);
                let at = stuck.map(|slot| slot.at.clone());
                return Err(Diagnostic::error(Code::SLOTS_IN_CIRCLE, at, "these slots follow each other in a circle")
                    .hint("leave out one of the attributes that name another slot"));
            }
        }
    }
    Ok(order)
}

/// By how much a template may be stretched to the panel of a net, or to a card of other proportions.
const STRETCHED: f64 = 1.2;

/// The view box must be the card with its bleed, in millimetres: then a designer sees the card as it is. One that is drawn for
/// another size, and may be scaled, is laid onto the card; how much larger that is goes with it.
fn view_box(
    source: &Arc<Source>,
    root: usvg::roxmltree::Node<'_, '_>,
    format: &CardFormat,
    is_panel: bool,
) -> Result<(Rect, f64), Diagnostic> {
    let card = format.with_bleed();
    // A hundredth of a millimetre is as near as anybody draws.
    let told = |length: Mm| (length.get() * 100.0).round() / 100.0;
    let wanted = format!("{} {} {} {}", told(card.x), told(card.y), told(card.width), told(card.height));
    let start = root.range().start;
    let at = Span::new(source, start..start + 4);
    let Some(attribute) = root.attribute_node("viewBox") else {
        return Err(Diagnostic::error(Code::TEMPLATE_NO_VIEW_BOX, at, "the template has no view box")
            .hint(format!("write `viewBox=\"{wanted}\"`")));
    };
    let numbers: Vec<f64> = attribute.value().split([' ', ',']).filter_map(|number| number.parse().ok()).collect();
    let fits = |[x, y, width, height]: [f64; 4]| {
        let near = |a: f64, b: Mm| (a - b.get()).abs() < 0.01;
        near(x, card.x) && near(y, card.y) && near(width, card.width) && near(height, card.height)
    };
    match <[f64; 4]>::try_from(numbers) {
        Ok(numbers) if fits(numbers) => Ok((card, 1.0)),
        Ok([_, _, width, height]) if root.has_attribute(SCALE) && width > 0.0 && height > 0.0 => {
            let (across, down) = (card.width.get() / width, card.height.get() / height);
            if (across / down).max(down / across) <= STRETCHED {
                return Ok((card, (across * down).sqrt()));
            }
            let at = Span::new(source, attribute.range());
            let what = format!("the view box has other proportions than the card with its bleed: {wanted}");
            Err(Diagnostic::error(Code::TEMPLATE_PROPORTIONS, at, what)
                .hint("a template is stretched by a fifth at the most: draw one for this size"))
        }
        Ok([x, y, width, height]) if is_panel => {
            let stretched = |is: f64, must: Mm| (is / must.get()).max(must.get() / is) > STRETCHED;
            let begins = (x - card.x.get()).abs() < 0.01 && (y - card.y.get()).abs() < 0.01;
            if begins && width > 0.0 && height > 0.0 && !stretched(width, card.width) && !stretched(height, card.height)
            {
                return Ok((card, 1.0));
            }
            let at = Span::new(source, attribute.range());
            let what = format!("the view box is not the panel with its bleed: {wanted}");
            Err(Diagnostic::error(Code::TEMPLATE_NOT_THE_PANEL, at, what)
                .hint("it is stretched to panels that differ by a fifth at the most"))
        }
        _ => {
            let at = Span::new(source, attribute.range());
            let what = format!("the view box is not the card with its bleed: {wanted}");
            let diagnostic = Diagnostic::error(Code::TEMPLATE_OTHER_SIZE, at, what);
            let diagnostic =
                diagnostic.hint("the card's cut is from 0,0 to its size, and the bleed lies about it, in millimetres");
            Err(diagnostic.hint(format!("with `{SCALE}=\"\"` at its `<svg>` a template for another size is scaled")))
        }
    }
}

/// A piece as a drawing; its bounds are the view box.
fn drawing(source: &Arc<Source>, svg: &str) -> Result<Arc<Drawing>, Vec<Diagnostic>> {
    let tree = read_piece(source, svg)?;
    let bounds = kurbo::Rect::new(0.0, 0.0, tree.size().width().into(), tree.size().height().into());
    let art = Art::new(tree, vec![source.path.clone()], Vec::new());
    Ok(Arc::new(Drawing { content: Content::Art(Box::new(art)), bounds }))
}

pub(super) struct Reader<'a> {
    pub source: &'a Arc<Source>,
    view: Rect,
    names: Vec<&'a str>,
    /// All slots as they are drawn.
    boxes: Arc<Drawing>,
}

impl Reader<'_> {
    /// Where a slot lies, in millimetres, and its path, which tells its colours; none if it is invisible.
    pub(super) fn slot_box(&self, name: &str) -> Option<(Rect, &usvg::Path)> {
        let id = format!("slot-{name}");
        let path = path_of(&self.boxes, |node| node.id() == id)?;
        Some((self.bounds(&self.boxes, path), path))
    }

    /// Where a path of a drawing lies, in millimetres.
    fn bounds(&self, drawing: &Drawing, path: &usvg::Path) -> Rect {
        let place = fit(drawing.bounds, self.view);
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
        let Some(slot) = self.names.iter().position(|name| *name == element.name) else {
            let diagnostic = Diagnostic::error(
                Code::SLOT_UNKNOWN,
                at,
                format!("there is no slot `{}` to be drawn with", element.name),
            );
            return Err(vec![diagnostic.suggest(&element.name, self.names.iter().copied())]);
        };
        let edge = match value("edge") {
            None => Edge::None,
            Some("both") => Edge::Both,
            Some("top") => Edge::Top,
            Some("bottom") => Edge::Bottom,
            Some(other) => {
                let diagnostic = Diagnostic::error(Code::UNKNOWN_EDGE, at, format!("`{other}` is no edge"));
                return Err(vec![diagnostic.suggest(other, ["both", "top", "bottom"])]);
            }
        };
        let drawing = drawing(self.source, svg)?;
        // What is invisible has no path.
        let Some(path) = path_of(&drawing, |_| true) else { return Ok(None) };
        let bounds = self.bounds(&drawing, path);
        Ok(Some(Layer::Companion { slot, filled: value("with").is_some(), edge, bounds, drawing }))
    }

    /// The name of the slot that is nearest to one that is not there.
    pub(super) fn known(&self, name: &str, at: &Span) -> Result<(), Diagnostic> {
        if self.names.contains(&name) {
            return Ok(());
        }
        let diagnostic = Diagnostic::error(Code::SLOT_UNKNOWN, at.clone(), format!("there is no slot `{name}`"));
        Err(match nearest(name, self.names.iter().copied()) {
            Some(near) => diagnostic.hint(format!("did you mean `{near}`?")),
            None => diagnostic,
        })
    }
}

/// The first path of the first node that is meant.
fn path_of(drawing: &Drawing, meant: impl Fn(&usvg::Node) -> bool + Copy) -> Option<&usvg::Path> {
    fn find<'t>(group: &'t usvg::Group, inside: bool, meant: &dyn Fn(&usvg::Node) -> bool) -> Option<&'t usvg::Path> {
        group.children().iter().find_map(|node| {
            let inside = inside || meant(node);
            match node {
                usvg::Node::Group(group) => find(group, inside, meant),
                usvg::Node::Path(path) => inside.then_some(path.as_ref()),
                usvg::Node::Image(_) | usvg::Node::Text(_) => None,
            }
        })
    }
    let Content::Art(art) = &drawing.content else { return None };
    find(art.tree.root(), false, &meant)
}
