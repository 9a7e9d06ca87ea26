//! The list of words: what each means, and the pages that mention it.

use std::collections::BTreeSet;

use super::Typesetter;
use super::setting::LineMode;
use crate::game::{Colour, Formatting};
use crate::measure::{FIRST, MEASURE};
use crate::model::{Inline, Target, Word};
use crate::scene::Attribute;
use crate::slab::Slab;
use crate::units::{Mm, Point};

/// Start of meanings, at most, and the space between them and the longest word.
const MEANING: Mm = Mm::new(33.5);
const BETWEEN: Mm = Mm::new(3.5);

impl Typesetter<'_> {
    /// Sets a row for each word; none is broken across pages.
    pub(crate) fn words(&mut self, words: &[Word]) -> Vec<Slab> {
        let list = self.element_with("L", None, vec![Attribute::ListNumbering("None")]);
        let terms = words.iter().map(|word| self.width(&term(word), "book-box"));
        let widest = terms.fold(Mm::ZERO, Mm::max);
        let meaning = (widest + BETWEEN).min(MEANING);
        words.iter().map(|word| self.word(word, meaning, list)).collect()
    }

    fn word(&mut self, word: &Word, start: Mm, list: usize) -> Slab {
        let mut slab = Slab::default();
        let Some(style) = self.style("book-box") else { return slab };
        let item = self.element("LI", Some(list), None);
        let term = term(word);
        self.new_section();
        let mut meaning = word.meaning.clone();
        meaning.extend(Self::plain(" "));
        meaning.extend(self.set_pages(word));
        let cells = [(term, "Lbl", Mm::ZERO, start), (meaning, "LBody", start, MEASURE - start)];
        let mut height: f64 = 1.0;
        for (words, role, x, measure) in cells {
            let element = self.element(role, Some(item), None);
            let block = self.set(&words, style, LineMode::Ragged, measure);
            let (items, links) = self.lines_at(&block, Point::new(x, FIRST), Colour::Black);
            slab.links.extend(links);
            #[allow(clippy::cast_precision_loss, reason = "a handful of lines")]
            let count = block.lines.len() as f64;
            height = height.max(count);
            slab.items.extend(Self::tagged(element, items));
        }
        slab.anchors.push(Target::Word(word.term.to_lowercase()));
        slab.height = height;
        slab
    }

    /// Returns the pages that mention a word, in red, as links.
    fn set_pages(&self, word: &Word) -> Vec<Inline> {
        let Some(target) = &word.target else { return Vec::new() };
        let mut pages = self.mentions.get(target).cloned().unwrap_or_default();
        // A word that is only explained in this list doesn't link to itself.
        if !matches!(target, Target::Word(_)) {
            pages.extend(self.pages.get(target).copied());
        }
        let mut all = Vec::new();
        for (number, (from, to)) in ranges(&pages).into_iter().enumerate() {
            let words = if from == to { (from + 1).to_string() } else { format!("{}–{}", from + 1, to + 1) };
            if number > 0 {
                all.extend(Self::plain(", "));
            }
            let mut inline = Self::plain(&words).remove(0);
            inline.red = true;
            inline.target = Some(Target::Page(from));
            all.push(inline);
        }
        all
    }
}

/// Returns a word as its list shows it.
fn term(word: &Word) -> Vec<Inline> {
    let mut term = Typesetter::plain(&word.term);
    term[0].formatting = Formatting { term: true, strong: true, ..Formatting::default() };
    term
}

/// Pages in a row as one range.
fn ranges(pages: &BTreeSet<usize>) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for page in pages {
        match ranges.last_mut() {
            Some((_, to)) if *to + 1 == *page => *to = *page,
            _ => ranges.push((*page, *page)),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_in_a_row_are_a_range() {
        assert_eq!(ranges(&BTreeSet::from([2, 4, 5, 6, 9])), [(2, 2), (4, 6), (9, 9)]);
    }
}
