//! Splits a template into static drawing and slots, in z-order.
//!
//! usvg drops unknown attributes and invisible elements, so the template is split as text first: each stretch of static
//! drawing becomes an SVG, and the slots together become one more, from which usvg computes their boxes and colours.

use usvg::roxmltree::{Document, Node};

/// A stretch of a template.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stretch {
    /// Elements that are drawn as they are: an SVG.
    Static(String),
    /// An element whose id begins with `slot-`: its place in [`Pieces::slots`].
    Slot(usize),
    /// An element that is drawn with a slot: its place in [`Pieces::companions`].
    Companion(usize),
}

/// An element with attributes of ours.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Element {
    /// Its id without `slot-`.
    pub name: String,
    /// Its attributes that begin with `data-`, without that.
    pub data: Vec<(String, String)>,
    /// The bytes of the attribute that names it.
    pub range: std::ops::Range<usize>,
}

/// A template in pieces.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Pieces {
    /// From bottom to top.
    pub stretches: Vec<Stretch>,
    /// The slots in the order of the file.
    pub slots: Vec<Element>,
    /// All slots and nothing else, as an SVG, for their boxes and colours.
    pub slots_svg: String,
    /// Elements with `data-if` or `data-unless`, in the order of the file, each with itself as an SVG.
    pub companions: Vec<(Element, String)>,
}

/// Elements that only define the look of others; they go into every piece.
const SHARED: [&str; 9] =
    ["defs", "style", "linearGradient", "radialGradient", "clipPath", "mask", "filter", "pattern", "symbol"];
/// The attributes that tie an element to a slot: it is drawn if that is filled, or if it is empty.
pub(super) const TIES: [&str; 2] = ["data-if", "data-unless"];
/// The attributes by which a drawing follows from a number of the card.
pub(super) const NUMBERS: [&str; 2] = ["data-while", "data-length"];
/// Elements that say nothing about the drawing.
const SILENT: [&str; 5] = ["metadata", "title", "desc", "namedview", "script"];

/// Splits a template; `css` is added after the template's own styles, and elements of the class `hidden` are omitted.
/// If `apart`, each element is a stretch of its own.
pub(super) fn split(document: &Document<'_>, css: &str, hidden: &str, apart: bool) -> Pieces {
    let root = document.root_element();
    let (head, drawn, slots) = (String::new(), String::new(), String::new());
    let mut splitter =
        Splitter { text: document.input_text(), hidden, apart, head, drawn, slots, pieces: Pieces::default() };
    splitter.head = splitter.start_tag(root);
    for child in root.children().filter(|child| SHARED.contains(&child.tag_name().name())) {
        let shared = splitter.whole(child).to_owned();
        splitter.head.push_str(&shared);
    }
    splitter.head.push_str("<style>");
    splitter.head.push_str(css);
    splitter.head.push_str("</style>");
    for child in root.children() {
        splitter.visit(child, &mut Vec::new());
    }
    splitter.end_static();
    splitter.pieces.slots_svg = splitter.svg(&splitter.slots);
    splitter.pieces
}

struct Splitter<'a> {
    text: &'a str,
    hidden: &'a str,
    /// True if each element is a stretch of its own.
    apart: bool,
    /// The root's start tag, the shared elements, and the colours.
    head: String,
    /// Static elements since the last slot.
    drawn: String,
    /// All slots so far.
    slots: String,
    pieces: Pieces,
}

impl<'a> Splitter<'a> {
    fn whole(&self, node: Node<'_, '_>) -> &'a str {
        &self.text[node.range()]
    }

    /// Returns the text of a start tag: up to the first `>` that is not in quotes.
    fn start_tag(&self, node: Node<'_, '_>) -> String {
        let text = self.whole(node);
        let mut quote = None;
        for (at, letter) in text.char_indices() {
            match (quote, letter) {
                (None, '"' | '\'') => quote = Some(letter),
                (Some(open), close) if open == close => quote = None,
                (None, '>') => return text[..=at].trim_end_matches("/>").trim_end_matches('>').to_owned() + ">",
                _ => {}
            }
        }
        text.to_owned()
    }

    fn svg(&self, body: &str) -> String {
        format!("{}{body}</svg>", self.head)
    }

    fn end_static(&mut self) {
        if !self.drawn.is_empty() {
            let svg = self.svg(&self.drawn);
            self.pieces.stretches.push(Stretch::Static(svg));
            self.drawn.clear();
        }
    }

    /// Returns an element with the attributes that it inherits from its groups.
    fn within(&self, element: &str, groups: &[Node<'_, '_>]) -> String {
        let mut all: String = groups.iter().map(|group| self.start_tag(*group)).collect();
        all.push_str(element);
        for _ in groups {
            all.push_str("</g>");
        }
        all
    }

    fn visit<'n>(&mut self, node: Node<'n, 'n>, groups: &mut Vec<Node<'n, 'n>>) {
        let name = node.tag_name().name();
        let hidden =
            node.attribute("class").is_some_and(|class| class.split_whitespace().any(|word| word == self.hidden));
        if !node.is_element() || hidden || SHARED.contains(&name) || SILENT.contains(&name) {
            return;
        }
        let slot = node.attribute("id").and_then(|id| id.strip_prefix("slot-"));
        if let Some(name) = slot {
            self.end_static();
            self.pieces.stretches.push(Stretch::Slot(self.pieces.slots.len()));
            self.pieces.slots.push(element(node, name));
            let alone = self.within(self.whole(node), groups);
            self.slots.push_str(&alone);
        } else if let Some(with) = TIES.iter().chain(&NUMBERS).find_map(|key| node.attribute(*key)) {
            self.end_static();
            self.pieces.stretches.push(Stretch::Companion(self.pieces.companions.len()));
            let alone = self.svg(&self.within(self.whole(node), groups));
            self.pieces.companions.push((element(node, with), alone));
        } else if name == "g" && node.descendants().any(is_ours) {
            groups.push(node);
            for child in node.children() {
                self.visit(child, groups);
            }
            groups.pop();
        } else {
            let drawn = self.within(self.whole(node), groups);
            self.drawn.push_str(&drawn);
            if self.apart {
                self.end_static();
            }
        }
    }
}

fn element(node: Node<'_, '_>, name: &str) -> Element {
    let data = node.attributes().filter_map(|attribute| {
        Some((attribute.name().strip_prefix("data-")?.to_owned(), attribute.value().to_owned()))
    });
    let named = ["id"].into_iter().chain(TIES).chain(NUMBERS).find_map(|key| node.attribute_node(key));
    let range = named.map_or_else(|| node.range(), |attribute| attribute.range());
    Element { name: name.to_owned(), data: data.collect(), range }
}

/// True for a slot, or an element drawn with one.
fn is_ours(node: Node<'_, '_>) -> bool {
    let is_slot = node.attribute("id").is_some_and(|id| id.starts_with("slot-"));
    is_slot || TIES.iter().chain(&NUMBERS).any(|key| node.has_attribute(*key))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>.a{fill:red}</style>
        <rect id="ground" width="9" height="9"/>
        <g transform="translate(1 0)">
            <rect id="slot-title" x="1" width="3" height="2" data-style="title > x"/>
            <rect id="line" width="1" height="1"/>
        </g>
        <rect data-if="title" data-edge="top" width="1" height="1"/>
        <path class="big only-low-ink" id="hidden" d="M0 0h1v1z"/>
        <path id="last" d="M0 0h1v1z"/></svg>"##;

    #[test]
    fn the_order_of_the_layers_is_kept() {
        let document = Document::parse(TEMPLATE).unwrap();
        let pieces = split(&document, ".a{fill:blue}", "only-low-ink", false);
        let [
            Stretch::Static(ground),
            Stretch::Slot(0),
            Stretch::Static(line),
            Stretch::Companion(0),
            Stretch::Static(last),
        ] = pieces.stretches.as_slice()
        else {
            panic!("{:?}", pieces.stretches)
        };
        assert!(ground.contains("ground") && !ground.contains("line"));
        assert!(line.contains(r#"<g transform="translate(1 0)"><rect id="line""#) && line.contains("</g></svg>"));
        assert!(last.contains("last") && !last.contains("hidden"));
        assert!(ground.find("fill:red").unwrap() < ground.find("fill:blue").unwrap());
        assert_eq!(pieces.slots[0].name, "title");
        assert_eq!(pieces.slots[0].data, [("style".to_owned(), "title > x".to_owned())]);
        assert_eq!(pieces.companions[0].0.name, "title");
        assert!(TEMPLATE[pieces.slots[0].range.clone()].starts_with("id=\"slot-title\""));
    }

    #[test]
    fn every_piece_is_an_svg() {
        let document = Document::parse(TEMPLATE).unwrap();
        let pieces = split(&document, "", "only-low-ink", false);
        for stretch in &pieces.stretches {
            if let Stretch::Static(svg) = stretch {
                Document::parse(svg).unwrap();
            }
        }
        Document::parse(&pieces.slots_svg).unwrap();
        Document::parse(&pieces.companions[0].1).unwrap();
    }
}
