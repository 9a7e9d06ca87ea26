//! Rejects features of SVG that can't be printed, with their span, instead of omitting them silently.

use std::cell::LazyCell;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use usvg::roxmltree::Document;

use super::picture::Pictures;
use super::svg_locate::start_tag;
use super::svg_names::{is_element, is_svg, nearest_element};
use crate::diagnostic::{Code, Diagnostic, Source, Span};

/// Elements of SVG that no picture of a drawing can show, and what to do instead.
const REFUSED: [(&str, &str); 1] = [("foreignObject", "convert it to paths, or to an image")];
/// Animations of a drawing, which is printed without them.
const MOVING: [&str; 6] = ["animate", "animateColor", "animateMotion", "animateTransform", "set", "script"];

/// Maximum octaves of noise: each is twice as fine as the one before, and takes as long.
const MOST_OCTAVES: f64 = 32.0;

/// Refuses what cannot be printed. A template has no pictures of other files.
pub(super) fn refuse(
    source: &Arc<Source>,
    document: &Document<'_>,
    pictures: Option<&Pictures<'_>>,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut moves = Vec::new();
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        let at = Span::new(source, start_tag(&root));
        return vec![Diagnostic::error(Code::SVG_OTHER_ROOT, at, "invalid SVG: the root element isn't `svg`")];
    }
    let link = |element: &str, value: &str| link(element, value, &source.path, pictures);
    let ids: LazyCell<HashSet<&str>, _> =
        LazyCell::new(|| document.descendants().filter_map(|node| node.attribute("id")).collect());
    let of_nothing = |at: Range<usize>, what: String, hint: &str| {
        Diagnostic::warning(Code::SVG_USE_OF_NOTHING, Span::new(source, at), what).hint(hint)
    };
    for node in document.descendants().filter(is_svg) {
        let name = node.tag_name().name();
        let place = || Span::new(source, start_tag(&node));
        if let Some((_, hint)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
            // A `switch` has a fallback for viewers that don't support it; mere definitions aren't drawn.
            if !node.ancestors().any(|about| ["switch", "defs"].contains(&about.tag_name().name())) {
                diagnostics.push(
                    Diagnostic::error(Code::SVG_REFUSED, place(), format!("`<{name}>` isn't supported")).hint(*hint),
                );
            }
        }
        if !is_element(name) && !REFUSED.iter().any(|(refused, _)| *refused == name) {
            let what = format!("unknown element `<{name}>` is ignored");
            let diagnostic = Diagnostic::warning(Code::SVG_NO_ELEMENT, place(), what);
            diagnostics.push(match nearest_element(name) {
                Some(near) => diagnostic.hint(format!("did you mean `<{near}>`?")),
                None => diagnostic.hint("convert it to paths"),
            });
        }
        let href = node.attributes().find(|attribute| attribute.name() == "href");
        if let Some(href) = href.filter(|href| name == "use" && href.value().starts_with('#')) {
            let id = href.value().trim_start_matches('#');
            if !ids.contains(id) {
                let what = format!("nothing in this drawing has the id `{id}`");
                let hint = "add the id to an element, or remove the `<use>`";
                diagnostics.push(of_nothing(href.range(), what, hint));
            }
        }
        if name == "feTurbulence"
            && let Some(octaves) = node.attribute_node("numOctaves")
            && octaves.value().trim().parse().is_ok_and(|number: f64| number > MOST_OCTAVES)
        {
            let what = format!("invalid `numOctaves` `{}`", octaves.value().trim());
            let diagnostic = Diagnostic::error(Code::SVG_REFUSED, Span::new(source, octaves.range()), what);
            diagnostics.push(diagnostic.hint("use at most 8, which is finer than any print"));
        }
        if MOVING.contains(&name) && !moves.contains(&name) {
            moves.push(name);
            let what = format!("`<{name}>` is ignored in print");
            diagnostics.push(
                Diagnostic::warning(Code::SVG_MOVES, place(), what).hint("remove it, and draw the state to print"),
            );
        }
        if name == "style" && node.text().is_some_and(|text| text.contains("@import")) {
            let diagnostic = Diagnostic::error(Code::SVG_NEEDS_STYLES, place(), "external style sheets are ignored");
            diagnostics.push(diagnostic.hint("copy the styles into the file"));
        } else if name == "style" {
            let wrong = urls(node.text().unwrap_or_default()).find_map(|url| link(name, url));
            diagnostics.extend(wrong.map(|(code, what, hint)| Diagnostic::error(code, place(), what).hint(hint)));
        }
        for attribute in node.attributes() {
            let value = attribute.value().trim();
            // The fallback after it is used instead.
            let alone = value.strip_prefix("url(").and_then(|rest| rest.strip_suffix(')'));
            let id = alone.and_then(|url| url.trim().trim_matches(['"', '\'']).strip_prefix('#'));
            if let Some(id) = id.filter(|id| !ids.contains(*id)) {
                let what = format!("nothing in this drawing has the id `{id}`");
                diagnostics.push(of_nothing(
                    attribute.range(),
                    what,
                    "add the id to an element, or remove the reference",
                ));
            }
            let wrong = match attribute.name() {
                // No program looks for it here, so nobody has ever seen the drawing with it.
                "href" if ids.contains(value) && !is_picture(name) => {
                    let what = format!("`{value}` is read as a file name and ignored");
                    let hint = format!("write `#{value}` to refer to an id");
                    diagnostics.push(of_nothing(attribute.range(), what, &hint));
                    None
                }
                "href" if !matches!(name, "a" | "script" | "style") => link(name, value),
                // Outlines are long and name nothing.
                "href" | "d" | "points" => None,
                // Nor do most others.
                _ if !value.contains('(') => None,
                _ => urls(value).find_map(|url| link(name, url)),
            };
            if let Some((code, what, hint)) = wrong {
                diagnostics.push(Diagnostic::error(code, Span::new(source, attribute.range()), what).hint(hint));
            }
        }
    }
    diagnostics
}

/// Problems of a link of a drawing, and what to do instead.
fn link(
    element: &str,
    value: &str,
    drawing: &str,
    pictures: Option<&Pictures<'_>>,
) -> Option<(Code, String, &'static str)> {
    const COPY: &str = "copy the content into this file";
    const SAVE: &str = "save the image next to the drawing, or embed it";
    let picture = is_picture(element);
    let hint = if picture { SAVE } else { COPY };
    if value.starts_with("//") || value.contains("://") && !value.starts_with("file:") && !value.starts_with("data:") {
        Some((Code::SVG_NETWORK, "references to the network aren't supported".to_owned(), hint))
    } else if value.is_empty() || value.starts_with('#') || value.starts_with("data:") {
        None
    } else if let (true, Some(pictures)) = (picture, pictures) {
        pictures
            .target(drawing, value)
            .is_none()
            .then(|| (Code::SVG_PICTURE_MISSING, format!("missing image `{value}`"), hint))
    } else {
        Some((Code::SVG_NEEDS_FILE, format!("references to other files aren't supported: `{value}`"), hint))
    }
}

/// True if an element shows a picture, perhaps from a file.
fn is_picture(element: &str) -> bool {
    matches!(element, "image" | "feImage")
}

/// Returns the targets of `url(…)` in styles.
fn urls(text: &str) -> impl Iterator<Item = &str> {
    let inner = text.split("url(").skip(1).filter_map(|rest| rest.split_once(')'));
    inner.map(|(url, _)| url.trim().trim_matches(['"', '\'']))
}
