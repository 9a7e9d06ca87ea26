//! Words of a page for screens: manners, links, marks.

use super::writer::{Writer, attribute, id, note_id, reference_id};
use crate::game::{Formatting, TextSize};
use crate::model::{Inline, Target, What, letters};

impl Writer<'_, '_> {
    /// Words of a paragraph, a heading, a cell.
    pub fn words(&mut self, words: &[Inline]) {
        for inline in words {
            self.inline(inline);
        }
    }

    fn inline(&mut self, inline: &Inline) {
        if let What::Footnote(number) = inline.what {
            return self.footnote_reference(number);
        }
        let link = inline.target.as_ref().and_then(|target| Some((target, self.address(target)?)));
        let mut term = inline.is_term();
        // A term is set in small capitals where it first occurs in a section.
        if term {
            term = self.seen.insert(letters(std::slice::from_ref(inline)).to_lowercase());
        }
        let class = match (term, inline.red) {
            (_, true) => " class=\"see\"",
            (true, false) => " class=\"term\"",
            (false, false) => "",
        };
        let name = match link {
            Some((target, address)) => {
                self.mention(target);
                self.found.rare |= matches!(target, Target::Web(_));
                // A number doesn't show its target.
                let title = match self.names.get(target) {
                    Some(name) if inline.red => format!(" title=\"{}\"", attribute(name)),
                    _ => String::new(),
                };
                format!("a{class} href=\"{address}\"{title}")
            }
            None if class.is_empty() => String::new(),
            None => format!("span{class}"),
        };
        let Formatting { strong, emphasis, code, size, .. } = inline.formatting;
        self.found.rare |= code || size != TextSize::Normal;
        let manners = [
            (strong, "strong"),
            (emphasis, "em"),
            (code, "code"),
            (size == TextSize::Superscript, "sup"),
            (size == TextSize::Subscript, "sub"),
        ];
        let openings = manners.into_iter().filter(|(is, _)| *is).map(|(_, name)| name.to_owned());
        let openings: Vec<String> = openings.chain((!name.is_empty()).then_some(name)).collect();
        self.within(&openings, |to| match &inline.what {
            What::Text(text) => to.text(text),
            What::Mark(name) => to.mark(name),
            What::Letter(letter) => to.letter(*letter),
            What::Break => to.raw("<br/>"),
            // There are no pages: the target is named instead.
            What::Page(id) => {
                let name = to.names.get(&Target::Section(id.clone())).cloned();
                to.text(&name.unwrap_or_default());
            }
            What::Footnote(_) => {}
        });
    }

    /// Writes the number of a footnote, which links to it.
    fn footnote_reference(&mut self, number: usize) {
        self.found.rare = true;
        let is_first = self.noted.insert(number);
        if is_first {
            self.notes.push(number);
        }
        let own = if is_first { format!(" id=\"{}\"", reference_id(number)) } else { String::new() };
        self.element("sup", |to| {
            to.element(&format!("a{own} href=\"#{}\" role=\"doc-noteref\"", note_id(number)), |to| {
                to.text(&number.to_string());
            });
        });
    }

    /// Writes content in elements, the first being the outermost.
    fn within(&mut self, openings: &[String], inside: impl FnOnce(&mut Self)) {
        for opening in openings {
            self.raw(&format!("<{opening}>"));
        }
        inside(self);
        for opening in openings.iter().rev() {
            let name = opening.split_ascii_whitespace().next().unwrap_or_default();
            self.raw(&format!("</{name}>"));
        }
    }

    /// Writes an icon, which is read as its name.
    pub fn mark(&mut self, name: &str) {
        let label = attribute(&name.replace(['-', '/'], " "));
        self.mark_as(name, &format!("role=\"img\" aria-label=\"{label}\""));
    }

    /// Writes an icon beside words with the same meaning.
    pub fn silent_mark(&mut self, name: &str) {
        self.mark_as(name, "aria-hidden=\"true\"");
    }

    fn mark_as(&mut self, name: &str, attributes: &str) {
        if self.set.renderer().marks().contains_key(name) {
            self.marks.insert(name.to_owned());
            self.raw(&format!("<svg class=\"mark\" {attributes}><use href=\"#{}\"/></svg>", attribute(&mark_id(name))));
        }
    }

    /// Writes a link of the contents, the list of words, the deck.
    pub fn link(&mut self, target: &Target, class: &str, inside: impl FnOnce(&mut Self)) {
        match self.address(target) {
            Some(address) => {
                let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
                self.element(&format!("a{class} href=\"{address}\""), inside);
            }
            None => inside(self),
        }
    }

    /// Returns the address of a target; `None` if the page lacks it.
    fn address(&self, target: &Target) -> Option<String> {
        match target {
            Target::Web(address) => Some(attribute(address)),
            target => id(target).filter(|_| self.names.contains_key(target)).map(|id| format!("#{}", attribute(&id))),
        }
    }
}

/// Returns the id of the drawing of a mark.
pub(super) fn mark_id(name: &str) -> String {
    format!("mark_{}", name.replace(['/', ' '], "_"))
}
