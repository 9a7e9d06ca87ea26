//! Finds parts of a drawing that show nothing, or are outside the visible area: the SVG library ignores them silently.

use std::collections::HashSet;
use std::sync::Arc;

use usvg::roxmltree::{Document, Node};

use super::svg_locate::start_tag;
use super::svg_names::{Key, is_svg};
use crate::diagnostic::{Code, Diagnostic, Source, Span};

/// No measure is as large as ten to the power of this.
const GREATEST: u32 = 7;

/// Reports content of a drawing that is invisible on paper.
pub(super) fn unseen(source: &Arc<Source>, document: &Document<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for node in document.descendants().filter(is_svg) {
        if let Some((what, hint)) = shows_nothing(&node) {
            let at = Span::new(source, start_tag(&node));
            found.push(Diagnostic::warning(Code::SVG_SHOWS_NOTHING, at, what).hint(hint));
        }
        for attribute in node.attributes() {
            let at = || Span::new(source, attribute.range());
            let (key, value) = (attribute.name(), attribute.value());
            match Key::of(key) {
                Key::Measure => {
                    if let Some(number) = too_great(value) {
                        let what = format!("number too large: `{number}`");
                        let diagnostic = Diagnostic::warning(Code::SVG_TOO_GREAT, at(), what);
                        found.push(diagnostic.hint("correct or remove it"));
                    }
                }
                Key::TypoOf(meant) if attribute.namespace().is_none() => {
                    let what = format!("unknown attribute `{key}`");
                    let diagnostic = Diagnostic::warning(Code::SVG_NO_ATTRIBUTE, at(), what);
                    found.push(diagnostic.did_you_mean(key, meant));
                }
                Key::TypoOf(_) | Key::Other => {}
            }
            if key == "style" {
                found.extend(
                    value
                        .split(';')
                        .filter_map(declaration)
                        .map(|(what, hint)| Diagnostic::warning(Code::SVG_NO_ATTRIBUTE, at(), what).hint(hint)),
                );
            }
        }
        // Elements of text have words, and some others that are not drawn.
        if ["svg", "g", "symbol", "defs", "a"].contains(&node.tag_name().name()) {
            let stray = node
                .children()
                .find(|child| child.is_text() && child.text().is_some_and(|text| !text.trim().is_empty()));
            if let Some(stray) = stray {
                let words = stray.text().unwrap_or_default();
                let start = stray.range().start + words.len() - words.trim_start().len();
                let at = Span::new(source, start..start + words.trim().len());
                let diagnostic =
                    Diagnostic::warning(Code::SVG_STRAY_WORDS, at, "text outside `<text>` is not rendered");
                found.push(diagnostic.hint("put visible text in a `<text>`"));
            }
        }
    }
    found.extend(without_stops(source, document));
    found
}

/// Problems of a declaration of a style, and what to do.
fn declaration(text: &str) -> Option<(String, String)> {
    let text = text.trim();
    match text.split_once(':') {
        None if text.is_empty() || text.starts_with("/*") => None,
        None => Some((format!("missing value in `{text}`"), "add a colon after the property".to_owned())),
        Some((key, _)) => {
            let Key::TypoOf(meant) = Key::of(key.trim()) else { return None };
            Some((format!("unknown property `{}`", key.trim()), format!("did you mean `{meant}`?")))
        }
    }
}

/// Returns the reason why an element shows nothing, and a hint.
fn shows_nothing(node: &Node<'_, '_>) -> Option<(String, &'static str)> {
    match node.tag_name().name() {
        "path" if !node.has_attribute("d") => {
            Some(("a `<path>` without `d` shows nothing".to_owned(), "add `d`, or remove the element"))
        }
        "style" => {
            let css = node.text()?;
            let empty = css
                .split(['{', '}', ';'])
                .filter_map(|rule| rule.split_once(':'))
                .find(|(_, value)| value.trim().is_empty())?;
            let what = format!("missing value for `{}`", empty.0.trim());
            Some((what, "add a value after the colon"))
        }
        "switch" => {
            let mut choices = node.children().filter(Node::is_element).peekable();
            let is_empty = choices.peek().is_none();
            // Programs that support none of the extensions need another choice.
            let none = !is_empty && choices.all(|choice| choice.has_attribute("requiredExtensions"));
            none.then(|| ("this `<switch>` shows nothing".to_owned(), "add an element without `requiredExtensions`"))
        }
        _ => None,
    }
}

/// Returns a number of an attribute that is too large for a drawing: it has an exponent, or many digits.
fn too_great(value: &str) -> Option<&str> {
    /// Outlines are longer, and their numbers shorter.
    const LONG: usize = 64;
    let bytes = value.as_bytes();
    let has_exponent = bytes.contains(&b'e') || bytes.contains(&b'E');
    if !has_exponent && !(GREATEST as usize..LONG).contains(&bytes.len()) {
        return None;
    }
    let is_part = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | 'e' | 'E' | '+' | '-');
    let words = value.split(|letter: char| !is_part(letter));
    words
        .filter(|word| !word.is_empty())
        .find(|word| word.parse::<f64>().is_ok_and(|number| number.abs() >= 10_f64.powi(GREATEST.cast_signed())))
}

/// Gradients that are used and have no colours, neither of their own nor of another's.
fn without_stops(source: &Arc<Source>, document: &Document<'_>) -> Vec<Diagnostic> {
    let is_gradient = |node: &Node<'_, '_>| matches!(node.tag_name().name(), "linearGradient" | "radialGradient");
    let is_empty = |node: &Node<'_, '_>| {
        is_gradient(node)
            && !node.attributes().any(|attribute| attribute.name() == "href")
            && !node.children().any(|child| child.tag_name().name() == "stop")
    };
    let empty: Vec<Node<'_, '_>> = document.descendants().filter(is_empty).collect();
    if empty.is_empty() {
        return Vec::new();
    }
    let values = document.descendants().flat_map(|node| node.attributes()).map(|attribute| attribute.value());
    let used: HashSet<&str> = values.filter_map(|value| value.split("url(#").nth(1)?.split(')').next()).collect();
    let told = |node: &Node<'_, '_>| {
        let at = Span::new(source, start_tag(node));
        Diagnostic::warning(Code::SVG_SHOWS_NOTHING, at, "gradient without colours: what it fills is invisible")
            .hint("add a `<stop>` for each colour")
    };
    empty.iter().filter(|node| node.attribute("id").is_some_and(|id| used.contains(id))).map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(svg: &str) -> Vec<String> {
        let source = Source::new("art/x.svg", format!("<svg xmlns=\"http://www.w3.org/2000/svg\">\n{svg}\n</svg>"));
        let document = super::super::art::read_xml(&source).expect("XML");
        unseen(&source, &document).iter().map(|one| format!("{} {}", one.span.as_ref().unwrap(), one.message)).collect()
    }

    #[test]
    fn what_is_not_seen_is_told_at_its_place() {
        assert_eq!(told("<path/>"), ["art/x.svg:2:1 a `<path>` without `d` shows nothing"]);
        assert_eq!(told("<g>stray</g>"), ["art/x.svg:2:4 text outside `<text>` is not rendered"]);
        assert_eq!(told("<style>.a { fill: }</style>"), ["art/x.svg:2:1 missing value for `fill`"]);
        assert_eq!(told("<path d=\"M0 0H1e9\"/>"), ["art/x.svg:2:7 number too large: `1e9`"]);
        let gradient = "<linearGradient id=\"g\"/>\n<rect fill=\"url(#g)\"/>";
        assert_eq!(told(gradient), ["art/x.svg:2:1 gradient without colours: what it fills is invisible"]);
    }

    #[test]
    fn slips_in_attributes_and_styles_are_told() {
        assert_eq!(told("<g flil=\"#123\"/>"), ["art/x.svg:2:4 unknown attribute `flil`"]);
        assert_eq!(told("<g style=\"flil:#123\"/>"), ["art/x.svg:2:4 unknown property `flil`"]);
        assert_eq!(told("<g style=\"fill #123\"/>"), ["art/x.svg:2:4 missing value in `fill #123`"]);
        assert_eq!(told("<g style=\"fill:#123; -inkscape-x: 1\" data-name=\"x\"/>"), [""; 0]);
    }

    #[test]
    fn what_is_right_is_not_told() {
        let right = [
            "<text>words</text>",
            "<linearGradient id=\"g\"/>",
            "<style>.a{fill:#1e9}.b:hover{}</style>",
            "<path fill=\"#1e9999\" d=\"M1e-7 2.5e1z\"/>",
            "<switch><foreignObject requiredExtensions=\"x\"/><g/></switch>",
        ];
        for svg in right {
            assert_eq!(told(svg), [""; 0], "{svg}");
        }
    }
}
