//! Checks that words fit their space.

use super::Typesetter;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{Inline, letters};
use crate::read;
use crate::scene::Item;
use crate::slab::Slab;
use crate::text::{self, Block, Piece};
use crate::units::Mm;

/// Maximum reach of punctuation out of its column, in ems.
const HANGS: f64 = 0.35;

impl Typesetter<'_> {
    /// Returns the location of some letters in the source: in the current paragraph, else their first occurrence; that
    /// paragraph, if Markdown changed them.
    pub(crate) fn place_of(&self, letters: &str) -> Span {
        let source = &self.at.source;
        let here = self.at.find(letters);
        if letters.is_empty() || here != self.at {
            return here;
        }
        let place = Span::new(source, 0..source.text.len()).find(letters);
        if place.range.len() == source.text.len() { self.at.clone() } else { place }
    }

    /// Reports the letters that no font has, once for each font that has them.
    pub(crate) fn report_lacking(&mut self) {
        let places = std::mem::take(&mut self.lacking);
        let folder = read::folder(&self.game.id);
        for lacking in text::by_font(places.iter().map(|(letter, _)| *letter)) {
            let here = places.iter().filter(|(letter, _)| lacking.letters.contains(letter));
            let problem = |(_, at): &(char, Span)| Diagnostic::error(Code::LETTER_MISSING, at.clone(), "");
            self.diagnostics.extend(text::lacking_at(&lacking, here.map(problem).collect(), &folder));
        }
    }

    /// Reports a word that is longer than its line.
    pub(crate) fn check_width(&mut self, block: &Block, measure: Mm) {
        let room = measure + block.size.to_mm() * HANGS;
        let Some(line) = block.lines.iter().find(|line| line.x + line.width > room) else { return };
        let over = (line.x + line.width - measure).get();
        let longest =
            line.pieces.iter().filter_map(|piece| if let Piece::Run(run) = piece { Some(&run.word) } else { None });
        let longest = longest.max_by(|a, b| a.advance.total_cmp(&b.advance)).map(|word| word.text.to_string());
        let place = self.place_of(longest.as_deref().unwrap_or_default().trim_end_matches(['-', '\u{ad}', '‐']));
        self.tell_long(
            Code::BOOK_WORD_TOO_LONG,
            &place,
            format!("a word overflows its line by {}", Mm::new(over).excess()),
        );
    }

    /// Reports words that have one line and are longer than it.
    pub(crate) fn check_line(&mut self, words: &[Inline], style: &str, room: Mm) {
        let over = (self.width(words, style) - room).get();
        if over > 0.5 {
            let place = self.place_of(&letters(words));
            self.tell_long(
                Code::BOOK_LINE_TOO_LONG,
                &place,
                format!("the text overflows its line by {}", Mm::new(over).excess()),
            );
        }
    }

    /// Reports content higher than a page.
    pub(crate) fn check_height(&mut self, slabs: &[Slab], lines: f64) {
        for slab in slabs.iter().filter(|slab| slab.height > lines) {
            let texts =
                slab.items.iter().filter_map(|item| if let Item::Text(text) = item { Some(text) } else { None });
            let place = texts.map(|text| text.line.letters()).find_map(|letters| {
                let place = self.place_of(letters.trim());
                (place != self.at).then_some(place)
            });
            let what = format!("block of {} lines: a page has only {lines}", slab.height);
            let place = place.unwrap_or_else(|| self.at.clone());
            self.tell_long(Code::BOOK_BLOCK_TOO_HIGH, &place, what);
        }
    }

    fn tell_long(&mut self, code: Code, at: &Span, what: String) {
        let known = |other: &Diagnostic| other.code == code && other.span.as_ref() == Some(at);
        if !self.diagnostics.iter().any(known) {
            self.too_long(code, at, what);
        }
    }
}
