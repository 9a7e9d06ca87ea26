//! The body of a board in words, each with its place.

use std::ops::Range;

/// A word, and its bytes in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token<'s> {
    pub text: &'s str,
    pub at: Range<usize>,
}

/// A line of words; there is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line<'s> {
    pub at: Range<usize>,
    pub tokens: Vec<Token<'s>>,
}

/// A body: `key: value`, rows of squares, orders that begin with a sign.
#[derive(Debug, Default)]
pub(crate) struct BoardText<'s> {
    pub options: Vec<(Token<'s>, Token<'s>)>,
    pub rows: Vec<Line<'s>>,
    pub orders: Vec<Line<'s>>,
}

/// The signs with which orders begin.
pub(crate) const SIGNS: [&str; 5] = ["*", "?", ">", "!", "+"];

/// Takes a body apart; `body` is its bytes.
pub(crate) fn split(source: &str, body: Range<usize>) -> BoardText<'_> {
    let mut text = BoardText::default();
    let mut start = body.start;
    for line in source[body].split_inclusive('\n') {
        let tokens = tokens(line, start);
        start += line.len();
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { continue };
        let at = first.at.start..last.at.end;
        let key = first.text.strip_suffix(':').filter(|key| key.len() > 1);
        match key {
            Some(key) => {
                let key_at = first.at.start..first.at.start + key.len();
                let value = tokens.get(1).map_or(at.end..at.end, |value| value.at.start..at.end);
                text.options.push((Token { text: key, at: key_at }, Token { text: &source[value.clone()], at: value }));
            }
            None if SIGNS.contains(&first.text) => text.orders.push(Line { at, tokens }),
            None => text.rows.push(Line { at, tokens }),
        }
    }
    text
}

/// Returns the words of a text that begins at a byte.
pub(crate) fn tokens(line: &str, start: usize) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut from = 0;
    for text in line.split_whitespace() {
        let at = from + line[from..].find(text).unwrap_or_default();
        from = at + text.len();
        tokens.push(Token { text, at: start + at..start + from });
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_falls_into_options_rows_and_orders() {
        let source = "::: board\ncaption: A moves.\n. A:B5  o\n\n> A up\n:::\n";
        let text = split(source, 10..46);
        let [(key, value)] = text.options.as_slice() else { panic!("{text:?}") };
        assert_eq!((key.text, value.text), ("caption", "A moves."));
        assert_eq!(&source[value.at.clone()], "A moves.");
        let words = |line: &Line<'_>| line.tokens.iter().map(|token| source[token.at.clone()].to_owned()).collect();
        let rows: Vec<Vec<String>> = text.rows.iter().map(words).collect();
        assert_eq!(rows, [[".", "A:B5", "o"]]);
        let orders: Vec<Vec<String>> = text.orders.iter().map(words).collect();
        assert_eq!(orders, [[">", "A", "up"]]);
    }
}
