//! Groups of a template that represent several: `<g data-repeat="15" data-step="0 11.85">`.

use std::ops::Range;
use std::sync::Arc;

use usvg::roxmltree::{Document, Node};

use super::art::read_xml;
use crate::diagnostic::{Code, Diagnostic, Source, Span};

/// Says how many copies there are.
pub(super) const REPEAT: &str = "data-repeat";
/// Attribute with the offset of each copy from the one before, right and down, in the template's units.
pub(super) const STEP: &str = "data-step";
/// Says the number of the first copy; 1 without it.
pub(super) const FIRST: &str = "data-first";
/// Names the field of the card that says how many copies are drawn.
const WHILE: &str = "data-while";
/// Placeholder for the number of a copy.
const NUMBER: &str = "{#}";
/// Maximum number of copies; more must be a mistake.
const MOST: usize = 100;

/// Expands the repeated groups of a template. Copies are on one line at the end of their group, so errors elsewhere, or
/// in the first copy, are reported with their line in the file.
///
/// # Errors
/// Everything that is wrong with such groups, or invalid XML.
pub(super) fn unfold(source: &Arc<Source>) -> Result<Arc<Source>, Vec<Diagnostic>> {
    if !source.text.contains(REPEAT) {
        return Ok(Arc::clone(source));
    }
    let document = read_xml(source).map_err(|diagnostic| vec![diagnostic])?;
    let mut unfolded: Vec<(Range<usize>, String)> = Vec::new();
    let mut diagnostics = Vec::new();
    for node in document.descendants().filter(|node| node.has_attribute(REPEAT)) {
        match copies(source, &document, node) {
            Ok(copies) => unfolded.push((node.range(), copies)),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let mut text = source.text.clone();
    for (range, copies) in unfolded.into_iter().rev() {
        text.replace_range(range, &copies);
    }
    Ok(Source::new(source.path.as_str(), text))
}

/// Returns a group with all its copies.
fn copies(source: &Arc<Source>, document: &Document<'_>, group: Node<'_, '_>) -> Result<String, Diagnostic> {
    let attribute = |name: &str| group.attribute_node(name);
    let at = |name: &str| {
        let range = attribute(name).map_or_else(|| group.range().start..group.range().start + 1, |one| one.range());
        Span::new(source, range)
    };
    if group.tag_name().name() != "g" {
        let diagnostic = Diagnostic::error(Code::REPEAT_NO_GROUP, at(REPEAT), "only a group can be repeated");
        return Err(diagnostic.hint("put `<g data-repeat=\"…\" data-step=\"…\">` around it"));
    }
    if group.ancestors().skip(1).any(|outer| outer.has_attribute(REPEAT)) {
        return Err(Diagnostic::error(Code::REPEAT_NESTED, at(REPEAT), "nested repeated groups aren't supported")
            .hint("remove `data-repeat` from one of them"));
    }
    let value = |name: &str| attribute(name).map(|one| one.value()).unwrap_or_default();
    let count = value(REPEAT).trim().parse().ok().filter(|count| (1..=MOST).contains(count));
    let Some(count) = count else {
        let what = format!("`{REPEAT}` must be a number from 1 to {MOST}, not `{}`", value(REPEAT));
        return Err(Diagnostic::error(Code::REPEAT_COUNT, at(REPEAT), what));
    };
    let first = match attribute(FIRST) {
        None => 1,
        Some(one) => one.value().trim().parse::<usize>().map_err(|_| {
            Diagnostic::error(
                Code::REPEAT_FIRST,
                at(FIRST),
                format!("`{FIRST}` must be the number of the first copy, not `{}`", one.value()),
            )
        })?,
    };
    let step: Vec<f64> = value(STEP).split_whitespace().filter_map(|number| number.parse().ok()).collect();
    let &[right, down] = step.as_slice() else {
        let diagnostic = Diagnostic::error(
            Code::REPEAT_STEP,
            at(STEP),
            format!("missing or invalid `{STEP}`: the offset between copies"),
        );
        return Err(diagnostic.hint("write the offset to the right and down: `data-step=\"0 11.85\"`"));
    };
    let text = document.input_text();
    let children = group.first_child().zip(group.last_child());
    let Some(inside) = children.map(|(first, last)| first.range().start..last.range().end) else {
        return Err(
            Diagnostic::error(Code::REPEAT_EMPTY, at(REPEAT), "the repeated group is empty").hint("add elements to it")
        );
    };
    let mut head = text[group.range().start..inside.start].to_owned();
    let mut ours: Vec<Range<usize>> =
        [REPEAT, FIRST, STEP, WHILE].into_iter().filter_map(attribute).map(|one| one.range()).collect();
    ours.sort_by_key(|range| std::cmp::Reverse(range.start));
    for range in ours {
        let start = group.range().start;
        head.replace_range(range.start - start..range.end - start, "");
    }
    let mut all = head;
    for index in 0..count {
        let copy = text[inside.clone()].replace(NUMBER, &first.saturating_add(index).to_string());
        // The first keeps its lines.
        let copy = if index == 0 { copy } else { copy.replace(['\n', '\r'], " ") };
        #[allow(clippy::cast_precision_loss, reason = "a hundred at most")]
        let times = index as f64;
        // A micrometre is finer than any template.
        let place = [right, down].map(|step| (step * times * 1000.0).round() / 1000.0);
        let shown = attribute(WHILE).map(|field| format!(" {WHILE}=\"{}/{}/{count}\"", field.value(), index + 1));
        let shown = shown.unwrap_or_default();
        all.push_str(&format!("<g transform=\"translate({} {})\"{shown}>{copy}</g>", place[0], place[1]));
    }
    all.push_str("</g>");
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::format_plain;

    fn unfolded(body: &str) -> Result<String, String> {
        let text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">\n{body}\n</svg>");
        let told = |diagnostics: Vec<Diagnostic>| format_plain(&diagnostics);
        unfold(&Source::new("t.svg", text)).map(|source| source.text.clone()).map_err(told)
    }

    #[test]
    fn copies_have_numbers_and_lie_a_step_apart() {
        let text = unfolded(
            "<g class=\"a\" data-repeat=\"3\" data-step=\"0 11.85\">\n<rect id=\"slot-name-{#}\"/>\n</g>\n<path/>",
        );
        let text = text.expect("it is right");
        for part in [
            "<g class=\"a\"  ><g transform=\"translate(0 0)\">\n<rect id=\"slot-name-1\"/>\n</g>",
            "<g transform=\"translate(0 11.85)\"> <rect id=\"slot-name-2\"/> </g>",
            "<g transform=\"translate(0 23.7)\"> <rect id=\"slot-name-3\"/> </g></g>\n<path/>",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!(text.lines().count(), 6, "lines keep their numbers");
        Document::parse(&text).expect("XML");
    }

    #[test]
    fn numbers_may_begin_anywhere() {
        let text = unfolded("<g data-repeat=\"2\" data-first=\"5\" data-step=\"10 0\"><path id=\"p{#}\"/></g>")
            .expect("it is right");
        assert!(
            text.contains("translate(0 0)\"><path id=\"p5\"/></g><g transform=\"translate(10 0)\"><path id=\"p6\"/>"),
            "{text}"
        );
    }

    #[test]
    fn what_cannot_be_repeated_is_told_with_its_place() {
        for (body, told) in [
            ("<rect data-repeat=\"2\"/>", "t.svg:2:7: only a group can be repeated"),
            (
                "<g data-repeat=\"0\" data-step=\"1 1\"><path/></g>",
                "t.svg:2:4: `data-repeat` must be a number from 1 to 100, not `0`",
            ),
            ("<g data-repeat=\"2\" data-step=\"1\"><path/></g>", "t.svg:2:20: missing or invalid `data-step`"),
            ("<g data-repeat=\"2\"><path/></g>", "t.svg:2:1: missing or invalid `data-step`"),
            (
                "<g data-repeat=\"2\" data-step=\"1 1\" data-first=\"a\"><path/></g>",
                "t.svg:2:36: `data-first` must be the number",
            ),
            ("<g data-repeat=\"2\" data-step=\"1 1\"></g>", "t.svg:2:4: the repeated group is empty"),
            (
                "<g data-repeat=\"2\" data-step=\"1 1\"><g data-repeat=\"2\" data-step=\"1 1\"><path/></g></g>",
                "t.svg:2:39: nested repeated groups aren't supported",
            ),
        ] {
            let why = unfolded(body).expect_err(body);
            assert!(why.starts_with(told), "{why}");
        }
    }

    #[test]
    fn a_template_without_such_groups_stays_as_it_is() {
        let source = Source::new("t.svg", "<svg");
        assert!(Arc::ptr_eq(&source, &unfold(&source).expect("it is not read")));
    }
}
