//! Classes of a template's elements: colours by name, and elements of a single print run.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use usvg::roxmltree::{Document, Node};

use super::repeat::{FIRST, REPEAT, STEP};
use super::split::{NUMBERS, TIES};
use super::template::SCALE;
use crate::diagnostic::{Code, Diagnostic, Source, Span};
use crate::game::{Colour, Ink, Palette};

/// The colours of a version, for templates.
#[derive(PartialEq, Eq)]
pub(super) struct Colours {
    /// The names of all colours, of both versions.
    names: BTreeSet<String>,
    /// Referenced names that are unknown, as reported for the data.
    missing: BTreeSet<String>,
    /// The colours of this version, by name.
    shown: Vec<(String, Colour)>,
    /// The class of elements that this version hides.
    pub(super) hidden: &'static str,
    /// The face that all cards share, which has no colours of kinds; `None` if each card has its own.
    shared: Option<String>,
}

impl Colours {
    /// Returns the colours of a palette. `shared` is the face if all cards share it and it shows no kind.
    pub fn new(palette: &Palette, ink: Ink, shared: Option<&str>) -> Self {
        let shown = palette.in_ink(ink).into_iter().map(|(name, colour)| (name.to_owned(), colour)).collect();
        let hidden = match ink {
            Ink::Full => "only-low-ink",
            Ink::Low => "only-full",
        };
        let names = palette.full.keys().chain(palette.low.keys()).cloned().collect();
        let missing = palette.unresolved().into_iter().map(|(_, other)| other.value.clone()).collect();
        Self { names, missing, shown, hidden, shared: shared.map(str::to_owned) }
    }

    /// Returns classes `fill-…` and `stroke-…` for each colour that a template uses, by name: each piece of it parses
    /// all of them.
    pub(super) fn css(&self, document: &Document<'_>) -> String {
        let classes = document.descendants().filter_map(|node| node.attribute("class"));
        let used: BTreeSet<&str> = classes.flat_map(str::split_whitespace).collect();
        // Within a group, usvg leaves it out.
        let mut css = format!(".{}{{display:none}}", self.hidden);
        for (name, colour) in &self.shown {
            for property in ["fill", "stroke"] {
                if used.contains(format!("{property}-{name}").as_str()) {
                    // Writing into a string cannot fail.
                    let _ = write!(css, ".{property}-{name}{{{property}:{colour}}}");
                }
            }
        }
        css
    }

    /// Reports misspelt classes of ours, and attributes of ours on elements that are neither slots nor drawn with one.
    pub(super) fn misspelt(&self, source: &Arc<Source>, document: &Document<'_>) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for node in document.descendants().filter(Node::is_element) {
            let is_slot = node.attribute("id").is_some_and(|id| id.starts_with("slot-"));
            for attribute in node.attributes() {
                let at = || Span::new(source, attribute.range());
                let ours = attribute.name().starts_with("data-") && !is_slot;
                let known = TIES.into_iter().chain(NUMBERS).chain(["data-edge", SCALE]);
                if ours && !known.clone().any(|name| name == attribute.name()) {
                    let diagnostic = Diagnostic::error(
                        Code::UNKNOWN_ATTRIBUTE,
                        at(),
                        format!("unknown attribute `{}`", attribute.name()),
                    );
                    diagnostics.push(diagnostic.suggest(attribute.name(), known.chain([REPEAT, FIRST, STEP])));
                }
                if attribute.name() == "class" {
                    for class in attribute.value().split_whitespace() {
                        diagnostics.extend(
                            self.misspelt_class(class).map(|diagnostic| Diagnostic { span: Some(at()), ..diagnostic }),
                        );
                    }
                }
            }
        }
        diagnostics
    }

    fn misspelt_class(&self, class: &str) -> Option<Diagnostic> {
        if let Some(printing) = class.strip_prefix("only-") {
            let known = ["full", "low-ink"];
            let diagnostic = || {
                Diagnostic::error(
                    Code::CLASS_UNKNOWN_PRINTING,
                    None,
                    format!("class `{class}`: unknown ink `{printing}`"),
                )
            };
            return (!known.contains(&printing)).then(|| diagnostic().suggest(printing, known));
        }
        let name = class.strip_prefix("fill-").or_else(|| class.strip_prefix("stroke-"))?;
        let diagnostic = || {
            Diagnostic::error(
                Code::CLASS_UNKNOWN_COLOUR,
                None,
                format!("class `{class}`: the game has no colour `{name}`"),
            )
        };
        let is_known = self.names.contains(name) || self.missing.contains(name);
        if let Some(face) =
            self.shared.as_ref().filter(|_| is_known && self.shown.iter().all(|(shown, _)| shown != name))
        {
            let what = format!("class `{class}`: face `{face}` is shared by all cards and has no colour `{name}`");
            let hint = format!("add `colours = {{ {name} = \"#a33b2e\" }}` to `[face.{face}]`");
            return Some(Diagnostic::error(Code::CLASS_UNKNOWN_COLOUR, None, what).hint(hint));
        }
        (!is_known).then(|| diagnostic().suggest(name, self.names.iter().map(String::as_str)))
    }
}
