//! What SVG can say and a printed card cannot: it is refused, with its place, rather than left out in silence.

use std::sync::Arc;

use usvg::roxmltree::{Attribute, Document, Node};

use crate::problem::{Place, Problem, Source};

/// Elements of SVG that cannot be printed as lines and areas, and what to do instead.
const REFUSED: [(&str, &str); 7] = [
    ("text", "turn the letters into paths: text belongs into the card's data"),
    ("filter", "draw the effect, or place a picture of it"),
    ("mask", "cut the shapes, or use a clip path"),
    ("pattern", "draw the pattern out"),
    ("foreignObject", "draw it as paths"),
    ("animate", "a card does not move"),
    ("script", "a card does not compute"),
];

/// Refuses what cannot be printed.
pub(super) fn refuse(source: &Arc<Source>, document: &Document<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        let start = root.range().start;
        let at = Place::new(source, start..start + 1 + root.tag_name().name().len());
        return vec![Problem::error(at, "this is no SVG: its root is not `svg`")];
    }
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        let start = node.range().start;
        let place = || Place::new(source, start..start + 1 + name.len());
        if let Some((_, hint)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
            problems.push(Problem::error(place(), format!("`<{name}>` cannot be printed")).hint(*hint));
        }
        if name == "style" && node.text().is_some_and(|text| text.contains("@import")) {
            let problem = Problem::error(place(), "this drawing needs the styles of another file");
            problems.push(problem.hint("copy the styles into the file"));
        } else if name == "style" {
            let wrong = urls(node.text().unwrap_or_default()).find_map(|url| link(name, url));
            problems.extend(wrong.map(|(what, hint)| Problem::error(place(), what).hint(hint)));
        }
        for attribute in node.attributes() {
            if let Some((what, hint)) = wrong(name, &attribute) {
                problems.push(Problem::error(Place::new(source, attribute.range()), what).hint(hint));
            }
        }
    }
    problems
}

/// What is wrong with an attribute, and what to do instead.
fn wrong(element: &str, attribute: &Attribute<'_, '_>) -> Option<(String, &'static str)> {
    let value = attribute.value().trim();
    match attribute.name() {
        "href" if element != "a" => link(element, value),
        name if name != "href" && urls(value).any(|url| link(element, url).is_some()) => {
            urls(value).find_map(|url| link(element, url))
        }
        "spreadMethod" if value != "pad" => {
            Some(("a gradient that repeats cannot be printed".to_owned(), "draw it out, one step beside the other"))
        }
        "stop-opacity" if fades(value) => Some(fading()),
        "style" if element == "stop" && style(value, "stop-opacity").is_some_and(fades) => Some(fading()),
        "mix-blend-mode" if value == "plus-lighter" => Some(plus_lighter()),
        "style" if style(value, "mix-blend-mode") == Some("plus-lighter") => Some(plus_lighter()),
        _ => None,
    }
}

fn link(element: &str, value: &str) -> Option<(String, &'static str)> {
    const EMBED: &str = "embed the picture in the file, as PNG or JPEG";
    const COPY: &str = "copy what it needs into the file";
    let hint = if element == "image" { EMBED } else { COPY };
    const PRINTED: [&str; 4] = ["data:image/png", "data:image/jpeg", "data:image/jpg", "data:image/svg+xml"];
    if value.starts_with("//") || value.contains("://") && !value.starts_with("file:") {
        Some(("this drawing reaches out to the network".to_owned(), hint))
    } else if value.starts_with('#') || PRINTED.iter().any(|kind| value.starts_with(kind)) {
        None
    } else if value.starts_with("data:") && element == "image" {
        Some(("a picture of this sort cannot be printed".to_owned(), "save it as PNG or JPEG"))
    } else {
        Some((format!("this drawing needs another file: `{value}`"), hint))
    }
}

/// What `url(…)` names in styles.
fn urls(text: &str) -> impl Iterator<Item = &str> {
    let inner = text.split("url(").skip(1).filter_map(|rest| rest.split_once(')'));
    inner.map(|(url, _)| url.trim().trim_matches(['"', '\'']))
}

/// The value of a property in a `style` attribute.
fn style<'a>(style: &'a str, property: &str) -> Option<&'a str> {
    style.split(';').find_map(|rule| {
        let (name, value) = rule.split_once(':')?;
        (name.trim() == property).then(|| value.trim())
    })
}

fn fades(opacity: &str) -> bool {
    let number =
        opacity.strip_suffix('%').map_or_else(|| opacity.parse(), |part| part.parse().map(|part: f64| part / 100.0));
    number.is_ok_and(|number: f64| number < 1.0)
}

fn fading() -> (String, &'static str) {
    ("a gradient that fades out cannot be printed".to_owned(), "let it end in the colour that lies behind it")
}

fn plus_lighter() -> (String, &'static str) {
    ("the blend mode `plus-lighter` cannot be printed".to_owned(), "use `screen`")
}
