//! What is looked for in a file, and what takes its place: text with holes.
//!
//! | in a pattern | what it stands for |
//! |---|---|
//! | `(w)` | a word: letters, digits, `-`, `_` |
//! | `(n)` | a number |
//! | `(q)` | what stands up to a quotation mark or the end of the line |
//! | `(s)` | as little as possible of a line |
//! | `(b)` | as little as possible, over several lines |
//! | `(all)` | the whole file |
//! | `^`, `$` at its ends | the beginning, the end of a line |
//!
//! In a replacement `(1)` is what the first hole held, `(1~)` the same misspelt, `(9*ab)` nine times `ab`. `\n`, `\t`, `\u{a0}` and `\\`
//! are signs in both.

use std::ops::Range;

/// A part of a pattern.
#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Hole(char),
}

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Pattern {
    parts: Vec<Part>,
    at_line_start: bool,
    at_line_end: bool,
    whole: bool,
}

/// A place where a pattern was found, and what its holes held.
pub struct Found {
    pub range: Range<usize>,
    pub held: Vec<String>,
}

impl Pattern {
    pub fn read(text: &str) -> Self {
        let (whole, mut rest) = (text == "(all)", text);
        let at_line_start = rest.strip_prefix('^').inspect(|after| rest = after).is_some();
        let at_line_end = rest.strip_suffix('$').inspect(|before| rest = before).is_some();
        let mut parts = Vec::new();
        let holes = ["(w)", "(n)", "(q)", "(s)", "(b)"];
        while let Some((at, hole)) = holes.iter().filter_map(|hole| Some((rest.find(hole)?, hole))).min() {
            parts.push(Part::Text(signs(&rest[..at])));
            parts.push(Part::Hole(hole.chars().nth(1).expect("a letter")));
            rest = &rest[at + hole.len()..];
        }
        parts.push(Part::Text(signs(rest)));
        parts.retain(|part| !matches!(part, Part::Text(text) if text.is_empty()));
        Self { parts, at_line_start, at_line_end, whole }
    }

    /// All places where it stands, from the first to the last.
    pub fn all(&self, text: &str) -> Vec<Found> {
        if self.whole {
            return vec![Found { range: 0..text.len(), held: Vec::new() }];
        }
        let (mut found, mut at) = (Vec::new(), 0);
        while at <= text.len() {
            if text.is_char_boundary(at)
                && let Some((end, held)) = self.starts_at(text, at)
            {
                found.push(Found { range: at..end, held });
                at = end.max(at + 1);
            } else {
                at += 1;
            }
        }
        found
    }

    fn starts_at(&self, text: &str, at: usize) -> Option<(usize, Vec<String>)> {
        if self.at_line_start && at > 0 && text.as_bytes()[at - 1] != b'\n' {
            return None;
        }
        // A word is looked for where it begins.
        if matches!(self.parts.first(), Some(Part::Hole('w' | 'n')))
            && text[..at].chars().next_back().is_some_and(|before| is_of('w', before))
        {
            return None;
        }
        let mut held = Vec::new();
        let end = self.rest_at(text, at, 0, &mut held)?;
        Some((end, held))
    }

    /// The end of what follows from a part on.
    fn rest_at(&self, text: &str, at: usize, part: usize, held: &mut Vec<String>) -> Option<usize> {
        match self.parts.get(part) {
            None => {
                let ends = !self.at_line_end || text[at..].is_empty() || text[at..].starts_with('\n');
                ends.then_some(at)
            }
            Some(Part::Text(word)) => {
                text[at..].starts_with(word.as_str()).then(|| self.rest_at(text, at + word.len(), part + 1, held))?
            }
            Some(Part::Hole(sort @ ('w' | 'n' | 'q'))) => {
                let length: usize =
                    text[at..].chars().take_while(|letter| is_of(*sort, *letter)).map(char::len_utf8).sum();
                if length == 0 && *sort != 'q' {
                    return None;
                }
                held.push(text[at..at + length].to_owned());
                let end = self.rest_at(text, at + length, part + 1, held);
                if end.is_none() {
                    held.pop();
                }
                end
            }
            Some(Part::Hole(sort)) => {
                let ends = text[at..].char_indices().map(|(end, _)| at + end).chain([text.len()]);
                for end in ends {
                    if *sort == 's' && text[at..end].contains('\n') {
                        return None;
                    }
                    held.push(text[at..end].to_owned());
                    if let Some(end) = self.rest_at(text, end, part + 1, held) {
                        return Some(end);
                    }
                    held.pop();
                }
                None
            }
        }
    }
}

fn is_of(sort: char, letter: char) -> bool {
    match sort {
        'w' => letter.is_alphanumeric() || letter == '-' || letter == '_',
        'n' => letter.is_ascii_digit() || letter == '.',
        _ => letter != '"' && letter != '\n',
    }
}

/// What takes the place of a pattern.
pub fn fill(replacement: &str, held: &[String]) -> String {
    let mut filled = String::new();
    let mut rest = replacement;
    while let Some(open) = rest.find('(') {
        filled.push_str(&rest[..open]);
        rest = &rest[open..];
        let inside = rest[1..].find(')').map(|end| &rest[1..=end]);
        let length = inside.map_or(0, |inside| inside.len() + 2);
        let hole = |number: &str| held.get(number.parse::<usize>().ok()?.checked_sub(1)?).cloned();
        let part = inside.and_then(|inside| match (inside.strip_suffix('~'), inside.split_once('*')) {
            (Some(number), _) => Some(misspelt(&hole(number)?)),
            (None, Some((times, part))) => Some(part.repeat(times.parse().ok()?)),
            _ => hole(inside),
        });
        match part {
            Some(part) => {
                filled.push_str(&part);
                rest = &rest[length..];
            }
            None => {
                filled.push('(');
                rest = &rest[1..];
            }
        }
    }
    filled.push_str(rest);
    signs(&filled)
}

/// A word as a hurried hand writes it: two letters in its middle change places.
fn misspelt(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let pairs = (0..letters.len().saturating_sub(1)).rev();
    match pairs.min_by_key(|at| (letters[*at] == letters[at + 1], at.abs_diff(letters.len() / 2))) {
        Some(at) if letters[at] != letters[at + 1] => letters.swap(at, at + 1),
        _ => letters.push('x'),
    }
    letters.into_iter().collect()
}

/// The signs that a line of a list cannot hold by themselves.
pub fn signs(text: &str) -> String {
    let mut told = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        told.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let unicode = after.strip_prefix("u{").and_then(|code| {
            let (code, rest) = code.split_once('}')?;
            Some((char::from_u32(u32::from_str_radix(code, 16).ok()?)?, rest))
        });
        let (sign, left) = match (unicode, after.chars().next()) {
            (Some(found), _) => found,
            (None, Some('n')) => ('\n', &after[1..]),
            (None, Some('t')) => ('\t', &after[1..]),
            (None, Some('\\')) => ('\\', &after[1..]),
            _ => ('\\', after),
        };
        told.push(sign);
        rest = left;
    }
    told + rest
}
