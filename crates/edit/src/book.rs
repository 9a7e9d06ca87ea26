//! Blocks of a rulebook: paragraphs, headings, lists, tables, each as the Markdown that it is.

use std::ops::Range;

use skirmish_base::diagnostic::{Reporter, Source};
use skirmish_base::vfs::Vfs;
use skirmish_read::folder;
use skirmish_read::rulebook::{Node, split};

use crate::text::{TextFile, replaced, with_line_ends};
use crate::{EditError, TextEdit};

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

/// Returns the edit that gives a block of a rulebook another text.
pub(crate) fn edits(
    vfs: &dyn Vfs,
    game: &str,
    file: &str,
    number: usize,
    new: &str,
) -> Result<Vec<TextEdit>, EditError> {
    let file = TextFile::read(vfs, &format!("{}/{file}", folder(game)))?;
    let text = file.text();
    let block = paragraphs(text).get(number).cloned();
    let block = block.ok_or_else(|| EditError::unknown("paragraph", (number + 1).to_string()))?;
    let new = with_line_ends(new.trim_end(), file.line_end());
    if !new.is_empty() {
        return file.becoming(&replaced(text, block, &new));
    }
    let rest = &text[block.end..];
    let blank = rest.len() - rest.trim_start_matches(['\n', '\r']).len();
    file.becoming(&replaced(text, block.start..block.end + blank, ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_base::vfs::Memory;

    const BOOK: &str = "# Boats\r\n\r\n<!-- one -->\r\nRow *hard*,\r\nthen rest.\r\n\r\n| a | b |\r\n|---|---|\r\n\r\n::: example\r\nOne.\r\n\r\n```\r\na\r\n\r\nb\r\n```\r\n:::\r\n";

    fn with(number: usize, new: &str) -> Result<String, EditError> {
        let mut files = Memory::new().with("card-data/boats/rules.md", BOOK);
        let edits = edits(&files, "boats", "rules.md", number, new)?;
        crate::apply(&mut files, &edits)?;
        Ok(String::from_utf8(files.read("card-data/boats/rules.md")?.into_owned()).expect("text"))
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
        assert_eq!(with(1, "Row.\nRest.\n"), Ok(BOOK.replace("Row *hard*,\r\nthen rest.", "Row.\r\nRest.")));
        assert_eq!(with(3, ""), Ok(BOOK.replace("One.\r\n\r\n", "")));
        assert!(matches!(with(5, "x"), Err(EditError::Unknown { kind: "paragraph", .. })));
    }
}
