//! Text that Markdown hands over in pieces, joined again, and signs in it that were meant as markup.

use std::ops::Range;

use crate::diagnostic::Code;

/// Signs that Markdown, or this program, gives a meaning.
const SIGNS: [char; 10] = ['*', '_', '[', ']', '}', '~', '=', '\\', ':', '&'];
/// Longest run of one sign that is looked at as a whole.
const MAX_RUN: usize = 64;
/// Longest name of an HTML entity, with its `&` and `;`.
const MAX_ENTITY: usize = 40;

/// Text in pieces: Markdown parts it wherever a sign might mean something.
#[derive(Default)]
pub(super) struct Run {
    pub text: String,
    /// Start of each piece in the text, and its bytes in the source.
    pieces: Vec<(usize, Range<usize>)>,
    /// Signs after a backslash, by their bytes in the text: they are signs and nothing else.
    bare: Vec<usize>,
}

/// A sign that Markdown made nothing of.
pub(super) struct Loose {
    pub code: Code,
    /// Its bytes in the text.
    pub range: Range<usize>,
    pub what: String,
    pub hint: String,
}

impl Run {
    /// Adds a piece, which is in these bytes of the source.
    pub fn add(&mut self, piece: &str, at: Range<usize>, source: &str) {
        let start = self.text.len();
        if source[..at.start].ends_with('\\') && source[at.clone()] == *piece {
            self.bare.push(start);
        }
        self.pieces.push((start, at));
        self.text.push_str(piece);
    }

    /// True if a sign represents itself.
    pub fn is_bare(&self, at: usize) -> bool {
        self.bare.binary_search(&at).is_ok()
    }

    /// Returns the bytes in the source of a part of the text; whole pieces if Markdown changed them.
    pub fn place(&self, part: Range<usize>) -> Range<usize> {
        let piece = |at: usize| {
            let index = self.pieces.partition_point(|(start, _)| *start <= at).saturating_sub(1);
            let (start, source) = self.pieces[index].clone();
            let end = self.pieces.get(index + 1).map_or(self.text.len(), |(next, _)| *next);
            let same = end - start == source.len();
            (at - start, source, same)
        };
        let (into, first, same) = piece(part.start);
        let start = if same { first.start + into } else { first.start };
        if part.is_empty() {
            return start..start;
        }
        let (into, last, same) = piece(part.end - 1);
        start..if same { last.start + into + 1 } else { last.end }
    }

    /// Returns signs in a part of the text that were read as plain words, but meant as markup.
    pub fn loose(&self, part: Range<usize>) -> Vec<Loose> {
        let mut found = Vec::new();
        let mut done = part.start;
        for (at, sign) in self.text[part.clone()].char_indices().map(|(at, sign)| (part.start + at, sign)) {
            if at < done || !SIGNS.contains(&sign) || self.is_bare(at) {
                continue;
            }
            let rest = &self.text[at..part.end];
            // No markup has longer runs. Counting them all would take the square of their length.
            let count = rest.bytes().take_while(|byte| char::from(*byte) == sign).take(MAX_RUN).count();
            let before = self.text[..at].chars().next_back();
            let after = rest[count..].chars().next();
            let opens = before.is_none_or(|before| !before.is_alphanumeric())
                && after.is_some_and(|after| !after.is_whitespace() && !after.is_ascii_punctuation());
            let loose = |code: Code, length: usize, what: &str, hint: &str| {
                let range = at..at + length;
                let shown = &self.text[range.clone()];
                Loose { code, what: what.replace('@', shown), hint: hint.replace('@', shown), range }
            };
            let one = match sign {
                '*' if count > 1 || opens => {
                    loose(Code::STAR_OPEN, count.min(2), "unmatched `@`", "escape it as `\\*`")
                }
                '_' if opens => loose(Code::STAR_OPEN, 1, "unclosed `@`", "escape it as `\\_`"),
                '[' => loose(
                    Code::BRACKET_OPEN,
                    1,
                    "unclosed `@` in this paragraph",
                    "close it with `]`, or escape it as `\\[`",
                ),
                ']' | '}' => loose(Code::BRACKET_CLOSES_NOTHING, 1, "unmatched `@`", "open it, or escape it as `\\@`"),
                '~' if count > 1 => loose(
                    Code::BOOK_SIGN_PRINTED,
                    count,
                    "`@` isn't supported in a rulebook",
                    "remove it, or escape it as `\\~`",
                ),
                '=' if count == 2 && opens && rest[count..].contains("==") => loose(
                    Code::BOOK_SIGN_PRINTED,
                    count,
                    "`@` isn't supported in a rulebook",
                    "write `**these words**`, or escape it as `\\=`",
                ),
                '\\' => loose(
                    Code::BOOK_SIGN_PRINTED,
                    1,
                    "the backslash is printed",
                    if ["\\newpage", "\\clearpage"].iter().any(|command| rest.starts_with(command)) {
                        "for a page break, write a paragraph `\\pagebreak`"
                    } else {
                        "remove it, or escape it as `\\\\`"
                    },
                ),
                ':' if before.is_none_or(char::is_whitespace)
                    && after.is_some_and(|after| after.is_ascii_lowercase()) =>
                {
                    loose(
                        Code::BOOK_SIGN_PRINTED,
                        1,
                        "this `@` doesn't start an icon",
                        "write an icon as `:lamp:`, or add a space after the colon",
                    )
                }
                '&' => match name_of_sign(rest) {
                    Some(length) => {
                        loose(Code::BOOK_SIGN_PRINTED, length, "unknown character `@`", "write the character itself")
                    }
                    None => continue,
                },
                _ => continue,
            };
            done = at + count.max(one.range.len());
            found.push(one);
        }
        found
    }
}

/// Returns the length of a text that looks like an HTML entity, `&nbsp;`.
fn name_of_sign(text: &str) -> Option<usize> {
    let length = text.bytes().take(MAX_ENTITY).position(|byte| byte == b';')?;
    let name = &text[1..length];
    (name.len() > 1 && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '#')).then_some(length + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loose(text: &str) -> Vec<&str> {
        let mut run = Run::default();
        run.add(text, 0..text.len(), text);
        run.loose(0..text.len()).into_iter().map(|loose| &text[loose.range]).collect()
    }

    #[test]
    fn signs_that_mean_nothing_are_found() {
        assert_eq!(loose("**lit boats"), ["**"]);
        assert_eq!(loose("a boat** and *lit"), ["**", "*"]);
        assert_eq!(loose("_lit [boats]} ~~so~~"), ["_", "[", "]", "}", "~~", "~~"]);
        assert_eq!(loose("\\q &bogus; :lamp more"), ["\\", "&bogus;", ":"]);
    }

    #[test]
    fn signs_of_other_sorts_are_left_alone() {
        for text in ["3 * 4", "2*3", "It costs 5* or more", "snake_case", "R&D & more; so", "~ten", "____ is my name"] {
            assert_eq!(loose(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn long_runs_take_linear_time() {
        for sign in ["a", "\\", "*", "_", "~", "=", "&", ":"] {
            let text = sign.repeat(200_000);
            assert!(loose(&text).len() <= text.len(), "{sign}");
        }
    }

    #[test]
    fn parts_of_pieces_stand_where_their_source_does() {
        let source = "a \\{b} -- c";
        let mut run = Run::default();
        run.add("a ", 0..2, source);
        run.add("{b} ", 3..7, source);
        run.add("–", 7..9, source);
        run.add(" c", 9..11, source);
        assert_eq!(run.text, "a {b} – c");
        assert!(run.is_bare(2) && !run.is_bare(0));
        assert_eq!(run.place(2..5), 3..6);
        assert_eq!(run.place(6..9), 7..9, "a sign that stands for two");
        assert_eq!(run.place(9..11), 9..11);
        assert_eq!(run.place(0..0), 0..0);
    }
}
