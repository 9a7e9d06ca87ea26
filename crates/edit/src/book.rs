//! Blocks of a rulebook: paragraphs, headings, lists, tables, each as the Markdown that it is.

use std::ops::Range;

use skirmish_base::diagnostic::{Reporter, Source};
use skirmish_base::vfs::Vfs;
use skirmish_read::rulebook::{Node, split};

use crate::text::{replaced, with_line_ends};
use crate::{EditError, TextEdit, text_file};

/// Returns the blocks of a rulebook, by their bytes: what empty lines part, and each table. Blocks in boxes are among them,
/// comments and the lines that open and close a box are not.
pub fn paragraphs(text: &str) -> Vec<Range<usize>> {
    fn walk(text: &str, nodes: &[Node], found: &mut Vec<Range<usize>>) {
        for node in nodes {
            match node {
                Node::Markdown(range) => parts(text, range, found),
                Node::Table(range) => found.extend(trimmed(text, range)),
                Node::Directive(directive) => walk(text, &directive.children, found),
            }
        }
    }
    let mut found = Vec::new();
    // What is wrong with the book is told when it is read.
    walk(text, &split(&Source::new("", text), &Reporter::default()), &mut found);
    found
}

/// Parts Markdown at its empty lines, except within code.
fn parts(text: &str, range: &Range<usize>, found: &mut Vec<Range<usize>>) {
    let (mut start, mut at, mut is_code) = (range.start, range.start, false);
    for line in text[range.clone()].split_inclusive('\n') {
        is_code ^= line.starts_with("```") || line.starts_with("~~~");
        if line.trim().is_empty() && !is_code {
            found.extend(trimmed(text, &(start..at)));
            start = at + line.len();
        }
        at += line.len();
    }
    found.extend(trimmed(text, &(start..range.end)));
}

/// Returns bytes without the line ends around them; `None` if nothing is left.
fn trimmed(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let length = text[range.clone()].trim_end().len();
    (length > 0).then_some(range.start..range.start + length)
}

/// Returns the edit that replaces the text of the block of a rulebook that begins at a byte.
pub(crate) fn edits(
    vfs: &dyn Vfs,
    game: &str,
    file: &str,
    start: usize,
    (old, new): (&str, &str),
) -> Result<Vec<TextEdit>, EditError> {
    let file = text_file(vfs, game, file)?;
    let text = file.text();
    let end = text.get(start..).and_then(|rest| length_in(rest, old.trim_end())).map(|length| start + length);
    let end = end.ok_or_else(|| EditError::Stale { file: file.source.path.clone() })?;
    let new = with_line_ends(new.trim_end(), file.line_end());
    if !new.is_empty() {
        return file.becoming(&replaced(text, start..end, &new));
    }
    let rest = &text[end..];
    let blank = rest.len() - rest.trim_start_matches(['\n', '\r']).len();
    file.becoming(&replaced(text, start..end + blank, ""))
}

/// Returns the bytes that a block takes at the start of a text, whatever its line ends are; `None` if another text is there.
fn length_in(text: &str, block: &str) -> Option<usize> {
    let mut rest = text;
    for (number, line) in block.split('\n').enumerate() {
        if number > 0 {
            rest = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\n', '\r']))?;
        }
        rest = rest.strip_prefix(line)?;
    }
    // A line that goes on is another one.
    let after = rest.trim_start_matches([' ', '\t']);
    (after.is_empty() || after.starts_with(['\n', '\r'])).then(|| text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_base::vfs::Memory;

    const BOOK: &str = "# Boats\r\n\r\n<!-- one -->\r\nRow *hard*,\r\nthen rest.\r\n\r\n| a | b |\r\n|---|---|\r\n\r\n::: example\r\nOne.\r\n\r\n```\r\na\r\n\r\nb\r\n```\r\n:::\r\n";

    const FILE: &str = "card-data/boats/rules.md";

    /// Returns the book after a block became one text after the other.
    fn with(number: usize, texts: &[&str]) -> Result<String, EditError> {
        let mut files = Memory::new().with(FILE, BOOK);
        let block = paragraphs(BOOK)[number].clone();
        let mut old = with_line_ends(&BOOK[block.clone()], "\n");
        for new in texts {
            let edits = edits(&files, "boats", FILE, block.start, (&old, new))?;
            crate::apply(&mut files, &edits)?;
            old = (*new).to_owned();
        }
        Ok(String::from_utf8(files.read(FILE)?.into_owned()).expect("text"))
    }

    #[test]
    fn blocks_are_what_empty_lines_part() {
        let blocks: Vec<&str> = paragraphs(BOOK).into_iter().map(|range| &BOOK[range]).collect();
        assert_eq!(
            blocks,
            ["# Boats", "Row *hard*,\r\nthen rest.", "| a | b |\r\n|---|---|", "One.", "```\r\na\r\n\r\nb\r\n```"]
        );
    }

    #[test]
    fn a_block_changes_with_the_line_ends_of_the_book() {
        assert_eq!(with(1, &["Row.\nRest.\n"]), Ok(BOOK.replace("Row *hard*,\r\nthen rest.", "Row.\r\nRest.")));
        assert_eq!(with(3, &[""]), Ok(BOOK.replace("One.\r\n\r\n", "")));
    }

    #[test]
    fn a_block_that_became_two_or_a_comment_is_still_the_one_that_changes() {
        let typed = ["Row.\n\n", "Row.\n\nR", "<!-- Row.\n\nR", "Row.\n\nRest."];
        assert_eq!(with(1, &typed), Ok(BOOK.replace("Row *hard*,\r\nthen rest.", "Row.\r\n\r\nRest.")));
    }

    #[test]
    fn a_block_that_is_another_one_stays() {
        let files = Memory::new().with(FILE, BOOK).with("card-data/other/rules.md", BOOK);
        let start = paragraphs(BOOK)[1].start;
        for old in ["Row *hard*,\nthen r", "Row", "rest"] {
            let refused = edits(&files, "boats", FILE, start, (old, "x"));
            assert!(matches!(refused, Err(EditError::Stale { .. })), "{old}");
        }
        assert!(matches!(edits(&files, "boats", FILE, BOOK.len() + 1, ("", "x")), Err(EditError::Stale { .. })));
        assert!(edits(&files, "boats", "card-data/other/rules.md", start, ("Row *hard*,\nthen rest.", "x")).is_err());
    }
}
