//! Markup of other programs in a text: it would be printed literally, which nobody wants.

use std::ops::Range;

use crate::diagnostic::Code;

/// Text that looks like markup but isn't.
pub struct MarkupMistake {
    /// Code of the problem.
    pub code: Code,
    /// The bytes of the text.
    pub range: Range<usize>,
    /// Problem.
    pub what: String,
    /// Suggested meaning.
    pub hint: &'static str,
}

/// Signs without which a text has no such markup: most texts have none.
const SIGNS: [char; 7] = ['<', '_', '&', '`', '~', '#', ':'];

/// Returns all mistakes of markup in a text.
pub fn foreign_markup(text: &str) -> Vec<MarkupMistake> {
    if !text.contains(SIGNS) {
        return Vec::new();
    }
    let mut found = tags(text);
    found.extend(underlined(text));
    found.extend(foreign(text));
    found.extend(half_marks(text));
    found
}

/// Finds `&amp;`, `` `words` ``, `~~words~~` and `# words`, as in web pages and notes.
fn foreign(text: &str) -> Vec<MarkupMistake> {
    let mut found = Vec::new();
    let mut note = |range: Range<usize>, hint: &'static str| {
        let what = format!("`{}` is printed literally", &text[range.clone()]);
        found.push(MarkupMistake { code: Code::FOREIGN_MARKUP, range, what, hint });
    };
    for (start, _) in text.match_indices('&') {
        let Some((name, _)) = text[start + 1..].split_once(';') else { continue };
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'#';
        if (2..=8).contains(&name.len()) && name.bytes().all(is_letter) {
            note(start..start + name.len() + 2, "write the character itself, such as `&` or `é`");
        }
    }
    for sign in ["`", "~~"] {
        let at: Vec<usize> = text.match_indices(sign).map(|(at, _)| at).collect();
        if let [open, close, ..] = at.as_slice() {
            note(*open..close + sign.len(), "write `**strong**` or `*emphasis*`");
        }
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let heading = line.trim_start_matches('#');
        let signs = line.len() - heading.len();
        if (1..=3).contains(&signs) && heading.starts_with(' ') {
            note(start..start + signs, "headings aren't supported on cards: write `**strong**`");
        }
        start += line.len();
    }
    found
}

/// Finds `:lamp` and `::lamp::`, which are icons with a colon too few or too many.
fn half_marks(text: &str) -> Vec<MarkupMistake> {
    let mut found = Vec::new();
    for (start, _) in text.match_indices(':') {
        let before = text[..start].chars().next_back();
        let is_part = |letter: &char| letter.is_ascii_lowercase() || *letter == '-';
        let name: String = text[start + 1..].chars().take_while(is_part).collect();
        let end = start + 1 + name.len();
        if name.len() < 2 {
            continue;
        }
        let is_free = before.is_none_or(|letter| letter.is_whitespace() || "(“‘".contains(letter));
        let (range, what) = if before == Some(':') && text[end..].starts_with("::") {
            (start - 1..end + 2, format!("too many colons around the icon `::{name}::`"))
        } else if is_free && !text[end..].starts_with(':') {
            (start..end, format!("incomplete icon `:{name}` is printed literally"))
        } else {
            continue;
        };
        found.push(MarkupMistake {
            code: Code::HALF_A_MARK,
            range,
            what,
            hint: "write an icon with both colons: `:lamp:`",
        });
    }
    found
}

/// Finds `<b>`, `</i>`, `<br/>`, `<font color="red">`.
fn tags(text: &str) -> Vec<MarkupMistake> {
    const LONGEST: usize = 10;
    /// The same including the attributes.
    const LONGEST_TAG: usize = 120;
    let mut found = Vec::new();
    for (start, _) in text.match_indices('<') {
        let Some(length) = text[start..].find('>').filter(|length| *length <= LONGEST_TAG) else { continue };
        let range = start..start + length + 1;
        let inside = text[start + 1..start + length].trim_matches(|letter| "/ ".contains(letter));
        let (name, rest) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
        if !rest.is_empty() && !rest.contains('=') {
            continue;
        }
        if name.is_empty() || name.len() > LONGEST || !name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            continue;
        }
        if !name.chars().all(|letter| letter.is_ascii_alphanumeric()) {
            continue;
        }
        let hint = match name.to_ascii_lowercase().as_str() {
            "b" | "strong" => "write `**strong**`",
            "i" | "em" => "write `*emphasis*`",
            "br" | "p" => "separate paragraphs with an empty line",
            "ul" | "ol" | "li" => "start each list item with `- ` or `1. `",
            "small" | "big" => "write `{small:words}` or `{large:words}`",
            "font" | "span" => "write `{red:words}`, with the name of a colour of the game",
            _ => "see “Text” in docs/authoring.md",
        };
        let what = format!("`{}` looks like HTML and is printed literally", &text[range.clone()]);
        found.push(MarkupMistake { code: Code::HTML_IN_TEXT, range, what, hint });
    }
    found
}

/// Finds `_words_`, which other programs set in italics.
fn underlined(text: &str) -> Option<MarkupMistake> {
    let opens = |at: usize| {
        let before = text[..at].chars().next_back().is_none_or(|letter| !letter.is_alphanumeric());
        before && text[at + 1..].starts_with(char::is_alphanumeric)
    };
    let closes = |at: usize| {
        let after = text[at + 1..].chars().next().is_none_or(|letter| !letter.is_alphanumeric());
        after && text[..at].ends_with(char::is_alphanumeric)
    };
    let signs: Vec<usize> = text.match_indices('_').map(|(at, _)| at).collect();
    let pair = signs.windows(2).find(|pair| opens(pair[0]) && closes(pair[1]))?;
    let range = pair[0]..pair[1] + 1;
    let what = format!("`{}` is printed with its underscores", &text[range.clone()]);
    Some(MarkupMistake { code: Code::UNDERLINES_IN_TEXT, range, what, hint: "write `*emphasis*`" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        foreign_markup(text).into_iter().map(|slip| &text[slip.range]).collect()
    }

    #[test]
    fn markup_of_others_is_found() {
        assert_eq!(found("Take <b>two</b> cards.<br/>"), ["<b>", "</b>", "<br/>"]);
        assert_eq!(found("It is _very_ dark."), ["_very_"]);
        assert_eq!(found("A <font color=\"red\">fire</font>."), ["<font color=\"red\">", "</font>"]);
    }

    #[test]
    fn plain_text_is_left_alone() {
        for text in [
            "If 3 < 4, or 5 > 2",
            "a <-> b",
            "a <b and c> d",
            "snake_case_name",
            "- alone",
            "5_000",
            "**strong** *emphasis*",
            "<3",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
