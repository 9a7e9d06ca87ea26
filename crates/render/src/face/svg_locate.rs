//! Locates messages of the SVG library in a drawing, which come without a location.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use std::ops::Range;
use std::sync::Arc;

use usvg::roxmltree::{Attribute, Node};

use super::art::parse_xml;
use super::svg_names::is_svg;
use crate::diagnostic::{Source, Span};
use crate::units::Mm;

/// Returns the location of something that the library omitted or replaced, from its message; the whole file if that
/// names nothing.
pub(super) fn place(source: &Arc<Source>, what: &str) -> Span {
    let Ok(document) = parse_xml(source) else { return Span::file(source) };
    let found = document.descendants().filter(is_svg).find_map(|node| matches_warning(&node, what));
    found.map_or_else(|| Span::file(source), |range| Span::new(source, range))
}

/// Returns the location of the view box; the whole file if it is missing.
pub(super) fn view_box(source: &Arc<Source>) -> Span {
    let document = parse_xml(source).ok();
    let range = document.and_then(|document| Some(document.root_element().attribute_node("viewBox")?.range()));
    range.map_or_else(|| Span::file(source), |range| Span::new(source, range))
}

/// Returns the first element that draws something; the whole file without one.
pub(super) fn first_shape(source: &Arc<Source>) -> Span {
    const SHAPES: [&str; 10] =
        ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "image", "use"];
    let Ok(document) = parse_xml(source) else { return Span::file(source) };
    // Fallback: a misspelt element.
    let other =
        |node: &Node<'_, '_>| !matches!(node.tag_name().name(), "svg" | "g" | "defs" | "title" | "desc" | "metadata");
    let nodes = || document.descendants().filter(Node::is_element);
    let shape = nodes().find(|node| SHAPES.contains(&node.tag_name().name())).or_else(|| nodes().find(other));
    shape.map_or_else(|| Span::file(source), |node| Span::new(source, start_tag(&node)))
}

/// Returns the element that has an image of these bytes within it; the whole file if it is not found.
pub(super) fn embedded(source: &Arc<Source>, bytes: &[u8]) -> Span {
    let Ok(document) = parse_xml(source) else { return Span::file(source) };
    let encoded = STANDARD_NO_PAD.encode(bytes);
    let has_it = |node: &Node<'_, '_>| {
        let data =
            node.attributes().find(|attribute| attribute.name() == "href" && attribute.value().starts_with("data:"));
        let payload = data.and_then(|data| data.value().split_once(',')).map(|(_, payload)| payload);
        payload.is_some_and(|payload| {
            let letters = payload.bytes().filter(|letter| !letter.is_ascii_whitespace() && *letter != b'=');
            letters.eq(encoded.bytes())
        })
    };
    let found = document.descendants().find(has_it);
    found.map_or_else(|| Span::file(source), |node| Span::new(source, start_tag(&node)))
}

/// Returns the place of an element, or of an attribute of it, if the library means it.
fn matches_warning(node: &Node<'_, '_>, what: &str) -> Option<Range<usize>> {
    let (name, begins) = (node.tag_name().name(), |begin: &str| what.starts_with(begin));
    let tag = || start_tag(node);
    let lacks = |length: &str| node.attribute(length).and_then(number).is_none_or(|length| length <= 0.0);
    let is_quoted = |value: &str| !value.trim().is_empty() && what.contains(&format!("'{}'", value.trim()));
    match name {
        "rect" if begins("Rect") => (lacks("width") || lacks("height")).then(tag),
        "circle" if begins("Circle") => lacks("r").then(tag),
        "ellipse" if begins("Ellipse") => (lacks("rx") || lacks("ry")).then(tag),
        "polygon" | "polyline" if begins("Polygon") || begins("Polyline") => {
            let points = node.attribute("points").unwrap_or_default();
            (points.split([' ', ',', '\n', '\t']).filter_map(number).count() < 4).then(tag)
        }
        "image" | "feImage" if begins("Image lacks") || begins("The 'feImage'") => {
            (!node.attributes().any(|attribute| attribute.name() == "href")).then(tag)
        }
        "image" if begins("Image") || begins("Failed to load") => Some(tag()),
        "use" if begins("Recursive") => {
            let href = node.attributes().find(|attribute| attribute.name() == "href")?;
            let id = href.value().trim_start_matches('#');
            node.ancestors().any(|about| about.attribute("id") == Some(id)).then(tag)
        }
        "text" | "tspan" if begins("No fonts") => {
            // "No fonts with a 霧/U+9727 character were found".
            let letter = what.split("with a ").nth(1).and_then(|rest| rest.split('/').next())?;
            node.children().any(|child| child.text().is_some_and(|text| text.contains(letter))).then(tag)
        }
        "path" if begins("Error during path parsing") => {
            let outline = node.attribute_node("d")?;
            let fault = svgtypes::PathParser::from(outline.value()).any(|segment| segment.is_err());
            fault.then(|| outline.range())
        }
        _ if begins("Failed to parse a filter") => {
            let attribute = ["filter", "style"].into_iter().find_map(|name| node.attribute_node(name))?;
            (attribute.name() == "filter" || attribute.value().contains("filter")).then(|| attribute.range())
        }
        _ => {
            // "Failed to parse clip-path value: 'false'".
            let key =
                what.strip_prefix("Failed to parse ").and_then(|rest| rest.split_once(" value")).map(|(key, _)| key);
            let names = |attribute: &Attribute<'_, '_>| match (attribute.name(), key) {
                ("style", Some(key)) => attribute.value().split(';').any(|declaration| {
                    let parts = declaration.split_once(':');
                    parts.is_some_and(|(name, value)| name.trim() == key && is_quoted(value))
                }),
                ("style", None) => attribute.value().split([';', ':']).any(is_quoted),
                (name, key) => key.is_none_or(|key| key == name) && is_quoted(attribute.value()),
            };
            node.attributes().find(names).map(|attribute| attribute.range())
        }
    }
}

/// Returns the first element of a template whose stroke, or whose rectangle, is thinner than a length.
pub(super) fn thinner(source: &Arc<Source>, least: Mm) -> Option<Span> {
    let document = parse_xml(source).ok()?;
    let is_thin = |node: &Node<'_, '_>, key: &str| {
        node.attribute(key).and_then(number).is_some_and(|length| length > 0.0 && length < least.get())
    };
    let thin = |node: Node<'_, '_>| {
        let is_rect = node.tag_name().name() == "rect";
        let keys = ["stroke-width", "height", "width"].into_iter();
        let key = keys.filter(|key| *key == "stroke-width" || is_rect).find(|key| is_thin(&node, key))?;
        Some(node.attribute_node(key)?.range())
    };
    document.descendants().find_map(thin).map(|range| Span::new(source, range))
}

/// Returns a number with or without a unit.
fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic() || letter == '%');
    digits.parse().ok()
}

/// Returns the start tag of an element up to its name.
pub(super) fn start_tag(node: &Node<'_, '_>) -> Range<usize> {
    let start = node.range().start;
    start..start + 1 + node.tag_name().name().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(svg: &str, what: &str) -> (usize, usize) {
        place(&Source::new("art/x.svg", format!("<svg xmlns=\"http://www.w3.org/2000/svg\">\n{svg}\n</svg>")), what)
            .start()
    }

    #[test]
    fn what_the_library_names_is_found() {
        assert_eq!(
            told("<rect width=\"4\" height=\"4\"/>\n<rect x=\"5\"/>", "Rect '' has an invalid 'width' value"),
            (3, 1)
        );
        assert_eq!(told("<g>\n <path d=\"M0 0z\"/><path d=\"X0\"/>\n</g>", "Error during path parsing: x"), (3, 25));
        assert_eq!(told("<polygon points=\"1,2 3\"/>", "Polygon '' has less than 2 points. Skipped"), (2, 1));
        assert_eq!(
            told("<g id=\"u\">\n<use href=\"#u\"/></g>", "Recursive 'use' detected. '' will be skipped"),
            (3, 1)
        );
        assert_eq!(told("<text>sea</text>\n<text>霧</text>", "No fonts with a 霧/U+9727 character were found"), (3, 1));
        assert_eq!(told("<g transform=\"trn(4)\"/>", "Failed to parse transform value: 'trn(4)'"), (2, 4));
        let two = "<g id=\"false\"/>\n<g clip-path=\"false\"/>\n<g style=\"mask: no; clip-path:no\"/>";
        assert_eq!(told(two, "Failed to parse clip-path value: 'false'"), (3, 4));
        assert_eq!(told(two, "Failed to parse clip-path value: 'no'"), (4, 4));
        assert_eq!(told("<g/>", "something else"), (1, 1));
    }
}
