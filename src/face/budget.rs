//! Limits on the work of a drawing: what would take all memory, hours or the whole stack is refused before it's drawn.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use usvg::roxmltree::{Document, Node};

use super::blame::start_tag;
use crate::diagnostic::{Code, Diagnostic, Source, Span};

/// Elements within one another at most, those that `use`, masks and the like bring in included.
const MAX_DEPTH: usize = 200;
/// Elements at most that `use`, masks, patterns and the like add to those of the file.
const MAX_ADDED: f64 = 200_000.0;
/// Letters of all texts at most.
const MAX_LETTERS: usize = 50_000;
/// Attributes of an element at most.
const MAX_ATTRIBUTES: usize = 1_000;
/// How often at most filters, masks and translucent groups may paint the whole drawing again.
const MAX_LAYERS: f64 = 500.0;
/// Layers within one another at most: each is a picture in memory.
const MAX_NESTED_LAYERS: usize = 24;
/// How many times its own size a drawing may reach: the library that paints stops the program beyond a billion pixels.
const MAX_REACH: f32 = 10_000.0;

/// The error for an element with too many attributes, which take long to compare. Looks at the text alone.
pub(super) fn attributes(source: &Arc<Source>) -> Option<Diagnostic> {
    let mut at = 0;
    let text = &source.text;
    if text.bytes().filter(|byte| *byte == b'=').count() <= MAX_ATTRIBUTES {
        return None;
    }
    while let Some(start) = text[at..].find('<').map(|found| at + found) {
        let end = text[start..].find('>').map_or(text.len(), |found| start + found);
        if text[start..end].bytes().filter(|byte| *byte == b'=').count() > 2 * MAX_ATTRIBUTES
            && quoted(&text[start..end]) > MAX_ATTRIBUTES
        {
            let at = Span::new(source, start..start + 1);
            let what = format!("an element has more than {MAX_ATTRIBUTES} attributes");
            return Some(Diagnostic::error(Code::DRAWING_WORK, at, what));
        }
        at = end;
    }
    None
}

/// The number of values in quotes.
fn quoted(tag: &str) -> usize {
    tag.matches("=\"").count() + tag.matches("='").count()
}

/// The error for a document that would take too long to draw.
pub(super) fn document(source: &Arc<Source>, document: &Document<'_>) -> Option<Diagnostic> {
    let error = |code: Code, range: Range<usize>, what: String, hint: &str| {
        Some(Diagnostic::error(code, Span::new(source, range), what).hint(hint))
    };
    let mut depths: HashMap<Node<'_, '_>, usize> = HashMap::new();
    let mut letters = 0;
    let (mut elements, mut refers) = (0.0, false);
    for node in document.descendants() {
        if node.is_text() {
            let in_text =
                node.parent().is_some_and(|about| ["text", "tspan", "textPath"].contains(&about.tag_name().name()));
            letters += if in_text { node.text().map_or(0, |text| text.trim().len()) } else { 0 };
            if letters > MAX_LETTERS {
                let what = format!("the texts of this drawing have more than {MAX_LETTERS} letters");
                let hint = "turn them into paths, or make a picture of them";
                return error(Code::DRAWING_WORK, node.range(), what, hint);
            }
        }
        if !node.is_element() {
            continue;
        }
        elements += 1.0;
        let depth = node.parent().and_then(|about| depths.get(&about)).map_or(0, |depth| depth + 1);
        if depth > MAX_DEPTH {
            let what = format!("more than {MAX_DEPTH} elements are nested in one another");
            return error(Code::DRAWING_DEEP, start_tag(&node), what, "ungroup them: in Inkscape, Object > Ungroup");
        }
        if node.children().next().is_some() {
            depths.insert(node, depth);
        }
        refers |= node.tag_name().name() == "style"
            || node.attributes().any(|attribute| attribute.name() == "href" || attribute.value().contains("url("));
    }
    if !refers {
        return None;
    }
    let mut weights = Weights::new(document);
    match weights.of(document.root_element(), 0) {
        Err(TooDeep(node)) => {
            let what =
                format!("more than {MAX_DEPTH} elements are drawn within one another, by `use`, masks or patterns");
            error(Code::DRAWING_DEEP, node, what, "draw them once, without references from one to the next")
        }
        Ok(weight) if weight - elements > MAX_ADDED => {
            let range = weights.first_heavy.unwrap_or_else(|| start_tag(&document.root_element()));
            let what = format!("references of this drawing repeat its elements more than {MAX_ADDED} times");
            error(Code::DRAWING_WORK, range, what, "draw less with `use`, masks, clip paths and patterns")
        }
        Ok(_) => None,
    }
}

/// Elements that are drawn only where something refers to them.
const DEFINED: [&str; 9] =
    ["defs", "clipPath", "mask", "pattern", "symbol", "marker", "linearGradient", "radialGradient", "filter"];

/// Where elements are nested too deep.
struct TooDeep(Range<usize>);

/// How many elements each element draws, with all that it refers to.
struct Weights<'d, 'i> {
    ids: HashMap<&'d str, Node<'d, 'i>>,
    /// What styles refer to, by the last part of their selectors.
    styles: Vec<(Vec<String>, String)>,
    /// The weight and depth of each element; none while it's being found.
    known: HashMap<Node<'d, 'i>, Option<(f64, usize)>>,
    /// The innermost element that draws too much.
    first_heavy: Option<Range<usize>>,
}

impl<'d, 'i> Weights<'d, 'i> {
    fn new(document: &'d Document<'i>) -> Self {
        let elements = || document.descendants().filter(Node::is_element);
        let ids = elements().filter_map(|node| Some((node.attribute("id")?, node))).collect();
        let sheets = elements().filter(|node| node.tag_name().name() == "style").filter_map(|node| node.text());
        Self { ids, styles: sheets.flat_map(style_references).collect(), known: HashMap::new(), first_heavy: None }
    }

    /// The weight of an element; an element that refers to itself isn't drawn again.
    fn of(&mut self, node: Node<'d, 'i>, depth: usize) -> Result<f64, TooDeep> {
        if let Some(known) = self.known.get(&node) {
            let (weight, height) = known.unwrap_or_default();
            return if depth + height > MAX_DEPTH { Err(TooDeep(start_tag(&node))) } else { Ok(weight) };
        }
        if depth > MAX_DEPTH {
            return Err(TooDeep(start_tag(&node)));
        }
        self.known.insert(node, None);
        let mut weight = 1.0;
        let mut height = 0;
        for child in node.children().filter(Node::is_element) {
            if !DEFINED.contains(&child.tag_name().name()) {
                weight += self.of(child, depth + 1)?;
                height = height.max(self.height(child) + 1);
            }
        }
        // Paint is inherited: each element within has it too.
        let mut paints = 0.0;
        for (id, is_paint) in self.references(&node) {
            let Some(target) = self.ids.get(id.as_str()).copied() else { continue };
            let added = self.of(target, depth + 1)?;
            height = height.max(self.height(target) + 1);
            if is_paint {
                paints += added;
            } else {
                weight += added;
            }
        }
        weight += weight * paints;
        // As large as any number may become.
        weight = weight.min(1e30);
        if self.first_heavy.is_none() && weight > MAX_ADDED {
            self.first_heavy = Some(start_tag(&node));
        }
        self.known.insert(node, Some((weight, height)));
        Ok(weight)
    }

    fn height(&self, node: Node<'d, 'i>) -> usize {
        self.known.get(&node).copied().flatten().map_or(0, |(_, height)| height)
    }

    /// The ids that an element refers to, and whether it paints with them.
    fn references(&self, node: &Node<'d, 'i>) -> Vec<(String, bool)> {
        let mut all = Vec::new();
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            if name == "href" {
                all.extend(value.strip_prefix('#').map(|id| (id.to_owned(), false)));
            } else if name == "style" {
                all.extend(value.split(';').flat_map(|part| {
                    let is_paint = is_paint(part.split(':').next().unwrap_or_default().trim());
                    ids_in(part).map(move |id| (id.to_owned(), is_paint))
                }));
            } else if !matches!(name, "d" | "points") {
                all.extend(ids_in(value).map(|id| (id.to_owned(), is_paint(name))));
            }
        }
        let classes = node.attribute("class").unwrap_or_default();
        let matches = |selector: &String| match selector.split_at_checked(1) {
            Some((".", class)) => classes.split_whitespace().any(|own| own == class),
            Some(("#", id)) => node.attribute("id") == Some(id),
            Some(("*", _)) => true,
            _ => node.tag_name().name() == selector,
        };
        let of_styles = self.styles.iter().filter(|(selectors, _)| selectors.iter().any(matches));
        all.extend(of_styles.map(|(_, id)| (id.clone(), true)));
        all
    }
}

fn is_paint(property: &str) -> bool {
    matches!(property, "fill" | "stroke") || property.starts_with("marker")
}

/// The ids in `url(#…)`.
fn ids_in(value: &str) -> impl Iterator<Item = &str> {
    let inner = value.split("url(").skip(1).filter_map(|rest| rest.split(')').next());
    inner.filter_map(|url| url.trim().trim_matches(['"', '\'']).strip_prefix('#'))
}

/// What a style sheet refers to, and by which selectors: of each only its last part, so that more elements match than really do.
fn style_references(sheet: &str) -> Vec<(Vec<String>, String)> {
    let rules = sheet.split('}').filter_map(|rule| rule.rsplit_once('{'));
    let mut found = Vec::new();
    for (selectors, body) in rules.filter(|(_, body)| body.contains("url(")) {
        let last = |selector: &str| {
            let last = selector.split([' ', '>', '+', '~', '\n', '\t', '\r']).rfind(|part| !part.is_empty())?;
            let end = last[1..].find(['.', '#', ':', '[']).map_or(last.len(), |found| found + 1);
            Some(last[..end].to_owned())
        };
        let selectors: Vec<String> = selectors.split(',').filter_map(last).collect();
        found.extend(ids_in(body).map(|id| (selectors.clone(), id.to_owned())));
    }
    found
}

/// The error for a drawing that reaches too far, or paints itself too often.
pub(super) fn tree(tree: &usvg::Tree) -> Option<(Code, String, &'static str)> {
    let size = tree.size();
    let mut painted =
        Painted { extent: size.width().max(size.height()).max(1e-3), layers: 0.0, far: false, deepest: 0 };
    painted.add(tree.root(), 0);
    if painted.far {
        let what = format!("a part of this drawing reaches more than {MAX_REACH} times as far as its view box");
        return Some((Code::DRAWING_FAR, what, "correct its numbers, or delete what lies outside of the view box"));
    }
    let hint = "flatten filters, masks and transparent groups: make a picture of them";
    if painted.deepest > MAX_NESTED_LAYERS {
        let what = format!("more than {MAX_NESTED_LAYERS} filters, masks or transparent groups lie in one another");
        return Some((Code::DRAWING_DEEP, what, hint));
    }
    (painted.layers > MAX_LAYERS).then(|| {
        let what = format!(
            "filters, masks and transparent groups of this drawing paint all of it {:.0} times, more than {MAX_LAYERS}",
            painted.layers
        );
        (Code::DRAWING_WORK, what, hint)
    })
}

/// What a drawing paints.
struct Painted {
    /// The longer side of the drawing.
    extent: f32,
    /// How often filters and layers paint all of it.
    layers: f64,
    far: bool,
    deepest: usize,
}

impl Painted {
    fn add(&mut self, group: &usvg::Group, depth: usize) {
        self.deepest = self.deepest.max(depth);
        // What's nested deeper is refused anyway.
        if depth > MAX_NESTED_LAYERS {
            return;
        }
        for node in group.children() {
            let bounds = node.abs_stroke_bounding_box();
            self.far |= [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()]
                .iter()
                .any(|edge| edge.abs() > MAX_REACH * self.extent);
            let mut inner = depth;
            if let usvg::Node::Group(group) = node {
                if group.should_isolate() {
                    inner += 1;
                    self.layer(group);
                }
                self.add(group, inner);
            }
            node.subroots(|root| {
                let before = self.extent;
                if let usvg::Node::Image(image) = node {
                    self.extent = image.size().width().max(image.size().height());
                }
                self.add(root, inner + 1);
                self.extent = before;
            });
        }
    }

    /// The layer of a group, and one for each step of its filters.
    fn layer(&mut self, group: &usvg::Group) {
        let bounds = group.abs_layer_bounding_box();
        let side = |side: f32| f64::from((side / self.extent).min(1.0));
        let share = side(bounds.width()) * side(bounds.height());
        let steps = |primitive: &usvg::filter::Primitive| match primitive.kind() {
            usvg::filter::Kind::ConvolveMatrix(convolve) => {
                let matrix = convolve.matrix();
                1.0 + f64::from(matrix.columns()) * f64::from(matrix.rows()) / 9.0
            }
            _ => 1.0,
        };
        let filters = group.filters().iter().flat_map(|filter| filter.primitives()).map(steps).sum::<f64>();
        self.layers += share * (1.0 + filters);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(svg: &str) -> Option<String> {
        let source = Source::new(
            "art/x.svg",
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">{svg}</svg>"),
        );
        let parsed = Document::parse(&source.text).expect("XML");
        let diagnostic = document(&source, &parsed);
        let diagnostic = diagnostic.map(|diagnostic| format!("{} {}", diagnostic.code, diagnostic.what));
        diagnostic.or_else(|| {
            let parsed = usvg::Tree::from_str(&source.text, &usvg::Options::default()).expect("a drawing");
            tree(&parsed).map(|(code, what, _)| format!("{code} {what}"))
        })
    }

    /// Each of some elements shows the one before it twice.
    fn doubling(element: &str, attribute: &str) -> String {
        let one = |number: u32| {
            let shape = format!("<path {attribute}=\"url(#e{})\" d=\"M0 0h9v9z\"/>", number - 1);
            format!("<{element} id=\"e{number}\" width=\"1\" height=\"1\">{shape}{shape}</{element}>")
        };
        let all: String = (1..25).map(one).collect();
        format!(
            "<defs><{element} id=\"e0\"><path d=\"M0 0h9v9z\"/></{element}>{all}</defs><path {attribute}=\"url(#e24)\" d=\"M0 0h9v9z\"/>"
        )
    }

    #[test]
    fn what_doubles_is_refused_whatever_it_is_made_of() {
        for (element, attribute) in
            [("clipPath", "clip-path"), ("mask", "mask"), ("pattern", "fill"), ("pattern", "stroke")]
        {
            let refused = refused(&doubling(element, attribute)).expect(element);
            assert!(refused.starts_with("E0744"), "{refused}");
        }
        let uses: String = (1..25)
            .map(|n| format!("<g id=\"g{n}\"><use href=\"#g{}\"/><use href=\"#g{}\"/></g>", n - 1, n - 1))
            .collect();
        let svg = format!("<defs><path id=\"g0\" d=\"M0 0h9v9z\"/>{uses}</defs><use href=\"#g24\"/>");
        assert!(refused(&svg).expect("uses").starts_with("E0744"));
        let styled = doubling("mask", "mask").replace("mask=\"url(#e", "class=\"c");
        let styled = styled.replace("\" d=", "\" d=").replace(")\"", "\"");
        let rules: String = (0..25).map(|n| format!(".c{n} {{ mask: url(#e{n}) }}")).collect();
        assert!(refused(&format!("<style>{rules}</style>{styled}")).expect("styles").starts_with("E0744"));
    }

    #[test]
    fn what_is_nested_too_deep_is_refused() {
        let groups = |count: usize| format!("{}<path d=\"M0 0h9v9z\"/>{}", "<g>".repeat(count), "</g>".repeat(count));
        assert_eq!(refused(&groups(150)), None);
        assert!(refused(&groups(300)).expect("groups").starts_with("E0745"));
        let chain: String = (1..400).map(|n| format!("<g id=\"g{n}\"><use href=\"#g{}\"/></g>", n - 1)).collect();
        let chain = format!("<defs><path id=\"g0\" d=\"M0 0h9v9z\"/>{chain}</defs><use href=\"#g399\"/>");
        assert!(refused(&chain).expect("a chain").starts_with("E0745"));
        let clear = "<g opacity=\".9\">".repeat(30);
        let clear = format!("{clear}<path d=\"M0 0h9v9z\"/><path d=\"M1 1h3v3z\"/>{}", "</g>".repeat(30));
        assert!(refused(&clear).expect("layers").starts_with("E0745"));
    }

    #[test]
    fn what_reaches_too_far_or_paints_too_much_is_refused() {
        let far = [
            "<circle r=\"1e12\"/>",
            "<path d=\"M0 0H1e9V3z\"/>",
            "<g transform=\"scale(1e6)\"><path d=\"M0 0h9v9z\"/></g>",
        ];
        for svg in far {
            assert!(refused(svg).expect(svg).starts_with("E0746"), "{svg}");
        }
        let matrix = "1 ".repeat(99 * 99);
        let filter = format!("<filter id=\"f\"><feConvolveMatrix order=\"99\" kernelMatrix=\"{matrix}\"/></filter>");
        assert!(
            refused(&format!("{filter}<path filter=\"url(#f)\" d=\"M0 0h9v9z\"/>"))
                .expect("a filter")
                .starts_with("E0744")
        );
    }

    #[test]
    fn drawings_as_people_make_them_pass() {
        let leaves = "<use href=\"#leaf\" fill=\"url(#p)\"/>".repeat(2_000);
        let svg = format!(
            "<defs><path id=\"leaf\" d=\"M0 0h1v1z\"/><pattern id=\"p\" width=\"1\" height=\"1\"><path d=\"M0 0h1v1z\"/></pattern></defs>{leaves}"
        );
        assert_eq!(refused(&svg), None);
        assert_eq!(refused("<g id=\"a\"><use href=\"#a\"/></g>"), None, "usvg reports a circle itself");
    }
}
