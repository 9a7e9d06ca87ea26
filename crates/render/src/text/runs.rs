//! Runs: stretches of a word in one script and direction, which are shaped each at once.

use std::ops::Range;

use harfrust::{Direction, Script, Tag, script};
use icu_segmenter::{GraphemeClusterSegmenter, GraphemeClusterSegmenterBorrowed};
use unicode_script::UnicodeScript as _;

/// Letters of a word that are shaped together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextRun {
    /// Byte range in the word.
    pub range: Range<usize>,
    pub script: Script,
    pub direction: Direction,
}

impl TextRun {
    /// Takes a neighbour in, on either side.
    pub fn join(&mut self, other: &Self) {
        self.range = self.range.start.min(other.range.start)..self.range.end.max(other.range.end);
    }
}

/// Returns the runs of a word in one direction, in visual order.
pub(super) fn runs(text: &str, direction: Direction) -> Vec<TextRun> {
    let mut runs = scripts(text, 0..text.len(), direction);
    if direction == Direction::RightToLeft {
        runs.reverse();
    }
    runs
}

/// Cuts a part of a word where its script changes. Digits and marks belong to the script before them, or to the first.
fn scripts(text: &str, range: Range<usize>, direction: Direction) -> Vec<TextRun> {
    let mut runs: Vec<TextRun> = Vec::new();
    for (at, letter) in text[range.clone()].char_indices() {
        let own = Script::from_iso15924_tag(Tag::new(&four(letter.script().short_name())));
        let own = own.filter(|own| ![script::COMMON, script::INHERITED, script::UNKNOWN].contains(own));
        let at = range.start + at;
        match (runs.last_mut(), own) {
            (Some(run), Some(own)) if run.script == script::COMMON => run.script = own,
            (Some(run), Some(own)) if run.script != own => {
                run.range.end = at;
                runs.push(TextRun { range: at..range.end, script: own, direction });
            }
            (Some(_), _) => {}
            (None, own) => {
                let script = own.unwrap_or(script::COMMON);
                runs.push(TextRun { range: range.clone(), script, direction });
            }
        }
    }
    runs
}

/// Returns the four letters of a script's name.
fn four(name: &str) -> [u8; 4] {
    name.as_bytes().try_into().unwrap_or(*b"Zyyy")
}

/// Returns the clusters that readers take for single letters of a run, from left to right.
pub(super) fn graphemes(text: &str, run: &TextRun) -> Vec<Range<usize>> {
    const SEGMENTER: GraphemeClusterSegmenterBorrowed<'static> = GraphemeClusterSegmenter::new();
    let start = run.range.start;
    let ends: Vec<usize> = SEGMENTER.segment_str(&text[run.range.clone()]).map(|end| start + end).collect();
    let mut ranges: Vec<Range<usize>> = ends.windows(2).map(|ends| ends[0]..ends[1]).collect();
    if run.direction == Direction::RightToLeft {
        ranges.reverse();
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs_of(text: &str, direction: Direction) -> Vec<(&str, Script)> {
        runs(text, direction).into_iter().map(|run| (&text[run.range], run.script)).collect()
    }

    #[test]
    fn a_word_is_cut_where_its_script_changes() {
        let (left, latin, greek) = (Direction::LeftToRight, script::LATIN, script::GREEK);
        assert_eq!(runs_of("don't", left), [("don't", latin)]);
        assert_eq!(runs_of("12", left), [("12", script::COMMON)]);
        assert_eq!(runs_of("(a1βγ2)", left), [("(a1", latin), ("βγ2)", greek)]);
    }

    #[test]
    fn runs_from_right_to_left_come_as_they_are_seen() {
        let right = Direction::RightToLeft;
        assert_eq!(runs_of("אבب", right), [("ب", script::ARABIC), ("אב", script::HEBREW)]);
    }

    #[test]
    fn a_letter_and_its_marks_are_one_grapheme() {
        let text = "ae\u{301}!";
        let run = &runs(text, Direction::LeftToRight)[0];
        assert_eq!(graphemes(text, run), [0..1, 1..4, 4..5]);
    }
}
