//! Words that are in templates: the `data-text` of their slots, translated below `[template.…]`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::super::table::Word;
use super::super::{folder, text_file};
use super::{Part, Translation};
use crate::diagnostic::{Source, Span};
use crate::game::{Draft, Game, Quotes, parse};
use crate::vfs::Vfs;

/// Returns the words of all templates that a game uses, by template and slot, if translated.
pub(super) fn words(vfs: &dyn Vfs, source: &Game, translation: &Translation) -> BTreeMap<(String, String), Draft> {
    let cards = source.pieces().chain(&source.panels).flat_map(|component| &component.cards);
    let faces = cards.flat_map(|card| &card.faces);
    let names: BTreeSet<&str> =
        faces.map(|face| face.template.value.as_str()).filter(|name| !name.is_empty()).collect();
    let mut words = BTreeMap::new();
    for name in names {
        let own = text_file(vfs, &format!("{}/templates/{name}.svg", folder(&source.id)));
        let Ok(file) = own.or_else(|_| text_file(vfs, &format!("templates/{name}.svg"))) else { continue };
        for (slot, word) in slots(&file) {
            let path = ["template", name, &slot].map(str::to_owned).to_vec();
            let said = translation.localized(Part::Game, path, word);
            // Errors in its markup are reported like those of any other text.
            if translation.has(&said.at)
                && let Some(draft) = translation.draft(&said)
            {
                words.insert((name.to_owned(), slot), draft);
            }
        }
    }
    words
}

impl Translation {
    /// Returns the markup of words; `None` if it is invalid, which is recorded.
    fn draft(&self, word: &Word) -> Option<Draft> {
        parse(&word.text, Quotes::default())
            .map_err(|faults| {
                for fault in faults {
                    self.note(word, fault);
                }
            })
            .ok()
    }
}

/// Returns the slots of a template with words of their own. This module has no SVG parser: that belongs to drawing, and
/// a tracker doesn't need it.
fn slots(file: &Arc<Source>) -> Vec<(String, Word)> {
    let text = file.text.as_str();
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(start) = text[at..].find('<').map(|start| at + start) {
        if text[start..].starts_with("<!--") {
            at = text[start..].find("-->").map_or(text.len(), |end| start + end);
            continue;
        }
        let end = end_of_tag(text, start);
        let name = attribute(text, start..end, "id").and_then(|id| Some(text[id].strip_prefix("slot-")?.to_owned()));
        let drawn = attribute(text, start..end, "data-as")
            .is_some_and(|sort| !["text", "line", "figure"].contains(&&text[sort]));
        let words = attribute(text, start..end, "data-text").filter(|_| !drawn);
        // A group that is repeated has a number in its ids.
        if let (Some(name), Some(range)) = (name.filter(|name| !name.contains('{')), words) {
            let word = Word { text: unescaped(&text[range.clone()]), at: Span::new(file, range) };
            found.push((name, word));
        }
        at = end;
    }
    found
}

/// Returns the byte after a tag; quoted values don't end it.
fn end_of_tag(text: &str, start: usize) -> usize {
    let mut quote = None;
    for (at, letter) in text[start..].char_indices().skip(1) {
        match (quote, letter) {
            (None, '>') => return start + at + 1,
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), letter) if open == letter => quote = None,
            _ => {}
        }
    }
    text.len()
}

/// Returns the bytes of the value of an attribute.
fn attribute(text: &str, tag: Range<usize>, name: &str) -> Option<Range<usize>> {
    let inner = &text[tag.clone()];
    let mut from = 0;
    while let Some(found) = inner[from..].find(name).map(|at| from + at) {
        let rest = inner[found + name.len()..].trim_start();
        let is_whole = inner[..found].ends_with(char::is_whitespace);
        let value = rest.strip_prefix('=').map(str::trim_start).filter(|_| is_whole);
        if let Some(quote) = value.and_then(|value| value.chars().next()).filter(|letter| "\"'".contains(*letter)) {
            let start = tag.start + inner.len() - value?.len() + 1;
            return Some(start..start + text[start..tag.end].find(quote)?);
        }
        from = found + name.len();
    }
    None
}

/// Returns the letters that entities represent.
fn unescaped(text: &str) -> String {
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    named.iter().fold(text.to_owned(), |text, (entity, letter)| text.replace(entity, letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_slots_are_found_and_nothing_else() {
        let svg = "<svg><!-- <rect id=\"slot-no\" data-text=\"no\"/> -->\n<rect id=\"slot-foot\" x=\"1\"\n data-text=\"{count} &amp; > in\"/>\
                   <rect id='slot-way' data-text='Way'/><rect id=\"slot-x\" data-as=\"art\" data-text=\"y\"/>\
                   <rect id=\"slot-n-{#}\" data-text=\"n\"/><rect id=\"other\" data-text=\"z\"/></svg>";
        let found: Vec<(String, String)> =
            slots(&Source::new("a.svg", svg)).into_iter().map(|(slot, word)| (slot, word.text)).collect();
        let owned = |slot: &str, text: &str| (slot.to_owned(), text.to_owned());
        assert_eq!(found, [owned("foot", "{count} & > in"), owned("way", "Way")]);
    }
}
