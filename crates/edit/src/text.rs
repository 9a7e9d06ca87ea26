//! A file as text, and the edit that makes another text of it.

use std::sync::Arc;

use skirmish_base::diagnostic::Source;
use skirmish_base::vfs::Vfs;
use skirmish_read::Encoding;

use crate::{EditError, TextEdit};

/// A text file in its encoding.
pub(crate) struct TextFile {
    /// Path and text, without a byte order mark.
    pub source: Arc<Source>,
    bytes: Vec<u8>,
    encoding: Encoding,
    /// The encoding that the game names for the file.
    named: Option<&'static str>,
}

impl TextFile {
    /// Reads a file in UTF-8.
    pub fn read(vfs: &dyn Vfs, path: &str) -> Result<Self, EditError> {
        Self::read_in(vfs, path, Some("utf-8"))
    }

    /// Reads a file in an encoding, or in the one that it seems to have.
    pub fn read_in(vfs: &dyn Vfs, path: &str, named: Option<&'static str>) -> Result<Self, EditError> {
        let bytes = vfs.read(path)?.into_owned();
        let encoding = Encoding::of(&bytes, named);
        let text =
            encoding.decode(&bytes).ok_or_else(|| EditError::format(path, format!("invalid {}", encoding.name())))?;
        Ok(Self { source: Source::new(path, text), bytes, encoding, named })
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// Returns the line end of the file: that of its first line.
    pub fn line_end(&self) -> &'static str {
        line_end(self.text())
    }

    /// Returns the edit that makes this the text of the file; nothing if it is already.
    ///
    /// # Errors
    /// The encoding lacks a character, or the file would be read otherwise elsewhere.
    pub fn becoming(&self, text: &str) -> Result<Vec<TextEdit>, EditError> {
        let (path, old) = (&self.source.path, self.text());
        let same = |(old, new): &(char, char)| old == new;
        let start: usize = old.chars().zip(text.chars()).take_while(same).map(|(letter, _)| letter.len_utf8()).sum();
        let ends = old[start..].chars().rev().zip(text[start..].chars().rev());
        let end: usize = ends.take_while(same).map(|(letter, _)| letter.len_utf8()).sum();
        let unsafe_here = || EditError::Encoding { file: path.clone(), encoding: self.encoding.name() };
        // Bytes that are not changed are kept; those of most encodings could be written in one way only.
        let encode = |text: &str| {
            self.encoding.encode(text).map_err(|error| EditError::Letter {
                file: path.clone(),
                encoding: error.encoding,
                letter: error.letter,
            })
        };
        let length = |text: &str| encode(text).map(|bytes| bytes.len()).map_err(|_| unsafe_here());
        let first = self.encoding.mark() + length(&old[..start])?;
        let last = first + length(&old[start..old.len() - end])?;
        let middle = encode(&text[start..text.len() - end])?;
        let (Some(before), Some(after)) = (self.bytes.get(..first), self.bytes.get(last..)) else {
            return Err(unsafe_here());
        };
        let new = [before, &middle, after].concat();
        if Encoding::of(&new, self.named).decode(&new).as_deref() != Some(text) {
            return Err(unsafe_here());
        }
        Ok(TextEdit::between(path, &self.bytes, &new).into_iter().collect())
    }
}

/// Returns the line end of a text: that of its first line.
pub(crate) fn line_end(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        None if text.contains('\r') => "\r",
        _ => "\n",
    }
}

/// Returns a text with these line ends.
pub(crate) fn with_line_ends(text: &str, line_end: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', line_end)
}

/// Returns a text with a range replaced.
pub(crate) fn replaced(text: &str, range: std::ops::Range<usize>, new: &str) -> String {
    [&text[..range.start], new, &text[range.end..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_base::vfs::Memory;

    fn edit(bytes: &[u8], named: Option<&'static str>, old: &str, new: &str) -> Result<Vec<u8>, EditError> {
        let mut files = Memory::new().with("cards.csv", bytes);
        let file = TextFile::read_in(&files, "cards.csv", named)?;
        let edits = file.becoming(&file.text().replace(old, new))?;
        crate::apply(&mut files, &edits)?;
        Ok(files.read("cards.csv")?.into_owned())
    }

    #[test]
    fn an_edit_is_written_in_the_encoding_of_its_file() {
        let utf16 = |text: &str| -> Vec<u8> {
            [vec![0xff, 0xfe], text.encode_utf16().flat_map(u16::to_le_bytes).collect()].concat()
        };
        assert_eq!(edit(&utf16("name\nBär\n"), None, "Bär", "Þór"), Ok(utf16("name\nÞór\n")));
        assert_eq!(
            edit(b"\xef\xbb\xbfname\nAxe", None, "Axe", "\u{c4}xte"),
            Ok(b"\xef\xbb\xbfname\n\xc3\x84xte".to_vec())
        );
        let latin = edit(b"name\nB\xe4r\nM\xf6we\n", Some("windows-1252"), "Bär", "Bäume – 5 €");
        assert_eq!(latin, Ok(b"name\nB\xe4ume \x96 5 \x80\nM\xf6we\n".to_vec()));
    }

    #[test]
    fn what_an_encoding_lacks_is_refused() {
        let refused = edit(b"name\nB\xe4r\n", Some("windows-1252"), "Bär", "剣");
        let error = refused.expect_err("no such letter");
        assert_eq!(error.to_string(), "`cards.csv` is in windows-1252, which has no `剣`: save it as UTF-8 first");
    }

    #[test]
    fn an_edit_that_changes_the_guess_is_refused() {
        // Without its last letter beyond ASCII the file would be UTF-8, which is the same text; with others it may be anything.
        assert_eq!(edit(b"name\nB\xe4r\n", None, "Bär", "Bar"), Ok(b"name\nBar\n".to_vec()));
        assert!(matches!(edit(b"name\nB\xe4r\n", Some("utf-8"), "B", "C"), Err(EditError::Format { .. })));
    }
}
