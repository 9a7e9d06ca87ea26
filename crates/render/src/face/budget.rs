//! Limits on the work of a drawing: what would take all memory, hours or the whole stack is refused before it's drawn.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use usvg::roxmltree::{Document, Node};

use super::svg_locate::start_tag;
use crate::diagnostic::{Code, Diagnostic, Source, Span};

/// Elements within one another at most, those that `use`, masks and the like bring in included.
const MAX_DEPTH: usize = 200;
/// Elements at most that `use`, masks, patterns and the like add to those of the file.
const MAX_ADDED: f64 = 200_000.0;
/// Letters of all texts at most.
const MAX_LETTERS: usize = 50_000;
/// Maximum number of elements of a text: the time to set them grows with the square of their number.
const MAX_SPANS: usize = 1_000;
/// Attributes of an element at most.
const MAX_ATTRIBUTES: usize = 1_000;
/// Maximum number of times that filters, masks and translucent groups may repaint the whole drawing.
const MAX_LAYERS: f64 = 500.0;
/// Layers within one another at most: each is a picture in memory.
const MAX_NESTED_LAYERS: usize = 24;
/// Maximum number of times that shapes may cover the whole drawing.
const MAX_PAINTED: f64 = 10_000.0;
/// Edges of a path at most that are met on the way across it.
const MAX_EDGES: f64 = 5_000.0;
/// Dashes of all lines at most.
const MAX_DASHES: f64 = 100_000.0;
/// Maximum size of a pattern's tile, relative to the drawing.
const MAX_TILE: f32 = 4.0;
/// Maximum ratio of a drawing's sides.
const MAX_RATIO: f32 = 1_000.0;
/// Maximum reach of a drawing, relative to its size: the rasteriser aborts the program beyond a billion pixels.
const MAX_REACH: f32 = 10_000.0;

/// Returns an error for an element with too many attributes, which take long to compare. Only looks at the text.
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

/// Returns the number of values in quotes.
fn quoted(tag: &str) -> usize {
    tag.matches("=\"").count() + tag.matches("='").count()
}

/// Returns the error for a document that would take too long to draw.
pub(super) fn document(source: &Arc<Source>, document: &Document<'_>) -> Option<Diagnostic> {
    let error = |code: Code, range: Range<usize>, what: String, hint: &str| {
        Some(Diagnostic::error(code, Span::new(source, range), what).hint(hint))
    };
    // Ends of the elements around the current one.
    let mut open: Vec<usize> = Vec::new();
    let mut letters = 0;
    let (mut elements, mut refers) = (0.0, false);
    for node in document.descendants() {
        if node.is_text() {
            let in_text =
                node.parent().is_some_and(|about| ["text", "tspan", "textPath"].contains(&about.tag_name().name()));
            letters += if in_text { node.text().map_or(0, |text| text.trim().len()) } else { 0 };
            if letters > MAX_LETTERS {
                let what = format!("the drawing has more than {MAX_LETTERS} letters");
                let hint = "convert them to paths, or to an image";
                return error(Code::DRAWING_WORK, node.range(), what, hint);
            }
        }
        if !node.is_element() {
            continue;
        }
        elements += 1.0;
        if node.tag_name().name() == "text" && node.descendants().filter(Node::is_element).nth(MAX_SPANS).is_some() {
            let what = format!("a text has more than {MAX_SPANS} elements");
            return error(Code::DRAWING_WORK, start_tag(&node), what, "convert it to paths, or to an image");
        }
        let range = node.range();
        while open.last().is_some_and(|end| *end <= range.start) {
            open.pop();
        }
        let depth = open.len();
        if depth > MAX_DEPTH {
            let what = format!("elements are nested more than {MAX_DEPTH} deep");
            return error(Code::DRAWING_DEEP, start_tag(&node), what, "ungroup them: in Inkscape, Object > Ungroup");
        }
        if node.has_children() {
            open.push(range.end);
        }
        refers |= node.tag_name().name() == "style"
            || node.attributes().any(|attribute| attribute.name() == "href" || attribute.value().contains("url("));
    }
    if !refers {
        return None;
    }
    let mut weights = Weights::new(document);
    match weights.of(document.root_element(), 0) {
        Err(Endless::Circle(node)) => {
            let what = "`feImage` refers to an element that contains it".to_owned();
            error(Code::DRAWING_WORK, node, what, "refer to an element outside the filtered one")
        }
        Err(Endless::TooDeep(node)) => {
            let what = format!("references by `use`, masks or patterns are nested more than {MAX_DEPTH} deep");
            error(Code::DRAWING_DEEP, node, what, "replace chains of references with direct ones")
        }
        Ok(weight) if weight - elements > MAX_ADDED => {
            let range = weights.first_heavy.unwrap_or_else(|| start_tag(&document.root_element()));
            let what = format!("references repeat elements more than {MAX_ADDED} times");
            error(Code::DRAWING_WORK, range, what, "use fewer `use` elements, masks, clip paths and patterns")
        }
        Ok(_) => None,
    }
}

/// Elements that are only drawn where they are referenced.
const DEFINED: [&str; 9] =
    ["defs", "clipPath", "mask", "pattern", "symbol", "marker", "linearGradient", "radialGradient", "filter"];

/// Why a drawing can't be drawn, and the element.
enum Endless {
    /// Elements are nested too deep.
    TooDeep(Range<usize>),
    /// A filter draws its own ancestor, which the library doesn't notice.
    Circle(Range<usize>),
}

/// Number of elements that each element draws, with everything that it refers to.
struct Weights<'d, 'i> {
    ids: HashMap<&'d str, Node<'d, 'i>>,
    /// References of styles, by the last part of their selectors.
    styles: Vec<(Vec<String>, String)>,
    /// Weight and depth of each element; `None` while it is being calculated.
    known: HashMap<Node<'d, 'i>, Option<(f64, usize)>>,
    /// `feImage` elements that the one in hand is drawn by.
    filter_images: Vec<Range<usize>>,
    /// The innermost element that draws too much.
    first_heavy: Option<Range<usize>>,
}

impl<'d, 'i> Weights<'d, 'i> {
    fn new(document: &'d Document<'i>) -> Self {
        let elements = || document.descendants().filter(Node::is_element);
        let ids = elements().filter_map(|node| Some((node.attribute("id")?, node))).collect();
        let sheets = elements().filter(|node| node.tag_name().name() == "style").filter_map(|node| node.text());
        Self {
            ids,
            styles: sheets.flat_map(style_references).collect(),
            known: HashMap::new(),
            filter_images: Vec::new(),
            first_heavy: None,
        }
    }

    /// Returns the weight of an element; an element that refers to itself isn't drawn again.
    fn of(&mut self, node: Node<'d, 'i>, depth: usize) -> Result<f64, Endless> {
        if let Some(known) = self.known.get(&node) {
            let Some((weight, height)) = *known else {
                return self.filter_images.last().map_or(Ok(0.0), |image| Err(Endless::Circle(image.clone())));
            };
            return if depth + height > MAX_DEPTH { Err(Endless::TooDeep(start_tag(&node))) } else { Ok(weight) };
        }
        if depth > MAX_DEPTH {
            return Err(Endless::TooDeep(start_tag(&node)));
        }
        self.known.insert(node, None);
        let is_filter_image = node.tag_name().name() == "feImage";
        if is_filter_image {
            self.filter_images.push(start_tag(&node));
        }
        let mut weight = 1.0;
        let mut height = 0;
        for child in node.children().filter(Node::is_element) {
            // A filter draws its steps in place, though it is only defined there.
            if !DEFINED.contains(&child.tag_name().name()) {
                weight += self.of(child, depth + 1)?;
                height = height.max(self.height(child) + 1);
            }
        }
        // Paint is inherited: each element within has it too.
        let mut paints = 0.0;
        for Reference { id, of } in self.references(&node) {
            let Some(target) = self.ids.get(id.as_str()).copied() else { continue };
            let added = self.of(target, depth + 1)?;
            height = height.max(self.height(target) + 1);
            match of {
                Referring::Once => weight += added,
                Referring::Paint => paints += added,
                // A marker is at each point.
                Referring::Marker => paints += added * points(&node),
            }
        }
        if is_filter_image {
            self.filter_images.pop();
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

    /// Targets of an element.
    fn references(&self, node: &Node<'d, 'i>) -> Vec<Reference> {
        let mut all = Vec::new();
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            if name == "href" {
                all.extend(value.strip_prefix('#').map(|id| Reference { id: id.to_owned(), of: Referring::Once }));
            } else if name == "style" {
                all.extend(value.split(';').flat_map(|part| {
                    let of = Referring::of(part.split(':').next().unwrap_or_default().trim());
                    ids_in(part).map(move |id| Reference { id: id.to_owned(), of })
                }));
            } else if !matches!(name, "d" | "points") {
                let of = Referring::of(name);
                all.extend(ids_in(value).map(|id| Reference { id: id.to_owned(), of }));
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
        all.extend(of_styles.map(|(_, id)| Reference { id: id.clone(), of: Referring::Paint }));
        all
    }
}

/// An id that an element refers to.
struct Reference {
    id: String,
    of: Referring,
}

/// Number of times that a referenced element is drawn.
#[derive(Clone, Copy)]
enum Referring {
    /// Once.
    Once,
    /// For each element within.
    Paint,
    /// For each element within, and each of its points.
    Marker,
}

impl Referring {
    fn of(property: &str) -> Self {
        match property {
            "fill" | "stroke" => Self::Paint,
            _ if property.starts_with("marker") => Self::Marker,
            _ => Self::Once,
        }
    }
}

/// Returns the maximum number of points of a path within an element, by the length of its numbers.
fn points(node: &Node<'_, '_>) -> f64 {
    let length = |node: Node<'_, '_>| ["d", "points"].iter().filter_map(|key| node.attribute(*key)).map(str::len).max();
    let longest = node.descendants().filter_map(length).max().unwrap_or(0);
    u32::try_from(longest / 4).map_or(1e9, f64::from).max(1.0)
}

/// Returns the ids in `url(#…)`.
fn ids_in(value: &str) -> impl Iterator<Item = &str> {
    let inner = value.split("url(").skip(1).filter_map(|rest| rest.split(')').next());
    inner.filter_map(|url| url.trim().trim_matches(['"', '\'']).strip_prefix('#'))
}

/// Returns the targets of a style sheet, with the last part of their selectors. More elements match that than the whole
/// selector.
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

/// Returns the error for a drawing that reaches too far, or paints itself too often.
pub(super) fn tree(tree: &usvg::Tree) -> Option<(Code, String, &'static str)> {
    let size = tree.size();
    let (width, height) = (size.width(), size.height());
    let is_drawable = |side: &f32| (1e-3..=1e6).contains(side);
    if ![width, height].iter().all(is_drawable) || width.max(height) > MAX_RATIO * width.min(height) {
        let what = format!("invalid drawing size {width} by {height}");
        return Some((Code::DRAWING_FAR, what, "correct the view box, width and height"));
    }
    let mut painted = Painted::new(width.max(height));
    painted.add(tree.root(), 0);
    if painted.far {
        let what = format!("part of the drawing extends more than {MAX_REACH} times beyond its view box");
        return Some((Code::DRAWING_FAR, what, "correct its coordinates, or delete everything outside the view box"));
    }
    let flatten = "flatten filters, masks and transparent groups into an image";
    if painted.deepest > MAX_NESTED_LAYERS {
        let what = format!("filters, masks or transparent groups are nested more than {MAX_NESTED_LAYERS} deep");
        return Some((Code::DRAWING_DEEP, what, flatten));
    }
    let simplify = "convert it to an image, or simplify its paths: in Inkscape, Path > Simplify";
    let limits = [
        (painted.layers, MAX_LAYERS, "filters, masks and transparent groups cover all of the drawing", flatten),
        (painted.shapes, MAX_PAINTED, "shapes cover all of the drawing", simplify),
        (painted.edges, MAX_EDGES, "a path goes up and down", simplify),
        (painted.dashes, MAX_DASHES, "lines have dashes", "make the dashes longer"),
    ];
    let over = limits.into_iter().find(|(is, most, ..)| is > most);
    over.map(|(is, most, what, hint)| {
        (Code::DRAWING_WORK, format!("too slow to render: {what} {is:.0} times, the limit is {most}"), hint)
    })
}

/// Totals of a drawing's painting.
struct Painted {
    /// The longer side of the drawing.
    extent: f32,
    /// Number of times that filters and layers cover all of it.
    layers: f64,
    /// Number of times that shapes cover all of it.
    shapes: f64,
    /// The most edges that are met on the way across a path.
    edges: f64,
    dashes: f64,
    far: bool,
    deepest: usize,
}

impl Painted {
    fn new(extent: f32) -> Self {
        Self { extent, layers: 0.0, shapes: 0.0, edges: 0.0, dashes: 0.0, far: false, deepest: 0 }
    }

    fn add(&mut self, group: &usvg::Group, depth: usize) {
        self.deepest = self.deepest.max(depth);
        // Deeper nesting is refused anyway.
        if depth > MAX_NESTED_LAYERS {
            return;
        }
        for node in group.children() {
            let bounds = node.abs_stroke_bounding_box();
            let edges = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
            self.far |= edges.iter().any(|edge| edge.abs() > MAX_REACH * self.extent);
            let mut inner = depth;
            match node {
                usvg::Node::Group(group) => {
                    if group.should_isolate() {
                        inner += 1;
                        self.layer(group);
                    }
                    self.add(group, inner);
                }
                usvg::Node::Path(path) => self.path(path),
                usvg::Node::Image(_) => self.shapes += self.share(bounds.width(), bounds.height()),
                usvg::Node::Text(_) => {}
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

    /// Returns the share of the drawing that a rectangle may cover.
    fn share(&self, width: f32, height: f32) -> f64 {
        let side = |side: f32| f64::from((side / self.extent).clamp(0.0, 1.0));
        side(width) * side(height)
    }

    /// Adds a path, its line and its tiles.
    fn path(&mut self, path: &usvg::Path) {
        let bounds = path.abs_stroke_bounding_box();
        self.shapes += self.share(bounds.width(), bounds.height());
        let data = path.data();
        let (mut length, mut rise) = (0.0_f64, 0.0_f64);
        for pair in data.points().windows(2) {
            let (across, down) = (f64::from(pair[1].x - pair[0].x), f64::from(pair[1].y - pair[0].y));
            length += across.hypot(down);
            rise += down.abs();
        }
        let lines = if path.stroke().is_some() { 2.0 } else { 1.0 };
        self.edges = self.edges.max(lines * rise / f64::from(data.bounds().height()).max(1e-9));
        if let Some(dashes) = path.stroke().and_then(usvg::Stroke::dasharray) {
            let period: f32 = dashes.iter().sum();
            self.dashes +=
                length / f64::from(period).max(1e-9) * f64::from(u16::try_from(dashes.len()).unwrap_or(u16::MAX));
        }
        let paints = path.fill().map(usvg::Fill::paint).into_iter().chain(path.stroke().map(usvg::Stroke::paint));
        for paint in paints {
            if let usvg::Paint::Pattern(pattern) = paint {
                let map = path.abs_transform().pre_concat(pattern.transform());
                let (across, down) = map.get_scale();
                let tile = pattern.rect().width() * across * pattern.rect().height() * down;
                self.far |= tile > MAX_TILE * self.extent * self.extent;
            }
        }
    }

    /// Adds the layer of a group, and one for each step of its filters.
    fn layer(&mut self, group: &usvg::Group) {
        use usvg::filter::Kind;
        let bounds = group.abs_layer_bounding_box();
        let share = self.share(bounds.width(), bounds.height());
        let reach = MAX_REACH * self.extent;
        let mut steps = 1.0;
        for primitive in group.filters().iter().flat_map(|filter| filter.primitives()) {
            let region = primitive.rect();
            self.far |= region.width().max(region.height()) > reach;
            match primitive.kind() {
                Kind::ConvolveMatrix(convolve) => {
                    let matrix = convolve.matrix();
                    steps += 1.0 + f64::from(matrix.columns()) * f64::from(matrix.rows()) / 9.0;
                }
                Kind::Offset(offset) => {
                    self.far |= offset.dx().abs().max(offset.dy().abs()) > reach;
                    steps += 1.0;
                }
                Kind::DropShadow(shadow) => {
                    self.far |= shadow.dx().abs().max(shadow.dy().abs()) > reach;
                    steps += 1.0;
                }
                _ => steps += 1.0,
            }
        }
        self.layers += share * steps;
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
        let diagnostic = diagnostic.map(|diagnostic| format!("{} {}", diagnostic.code, diagnostic.message));
        diagnostic.or_else(|| {
            let parsed = usvg::Tree::from_str(&source.text, &usvg::Options::default()).expect("a drawing");
            tree(&parsed).map(|(code, what, _)| format!("{code} {what}"))
        })
    }

    /// Returns elements that each show the previous one twice.
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
        let styled = styled.replace(")\"", "\"");
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
