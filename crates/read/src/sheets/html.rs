//! Cells in HTML, as the markup of cards.

use super::rows::escaped;

/// Tags that begin another line, at their beginning and at their end.
const BLOCKS: [&str; 10] = ["p", "div", "ul", "ol", "h1", "h2", "h3", "h4", "hr", "tr"];
/// Tags without a meaning on a card.
const OTHERS: [&str; 9] = ["span", "font", "u", "small", "big", "sup", "sub", "a", "td"];
const ENTITIES: [(&str, &str); 12] = [
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", "\u{a0}"),
    ("ndash", "–"),
    ("mdash", "—"),
    ("hellip", "…"),
    ("times", "×"),
    ("bull", "•"),
    ("rarr", "→"),
];

/// A piece of HTML.
enum Piece<'t> {
    /// A tag, without the signs around it and in small letters; true for its end.
    Tag(String, bool),
    Words(&'t str),
    /// Meaning of an entity.
    Letter(String),
}

/// True for a text with a tag or an entity.
pub fn is_html(text: &str) -> bool {
    pieces(text).iter().any(|piece| !matches!(piece, Piece::Words(_)))
}

/// Returns the text without tags.
pub(super) fn words(text: &str) -> String {
    let word = |piece: Piece<'_>| match piece {
        Piece::Tag(name, _) if name == "br" || BLOCKS.contains(&name.as_str()) => " ".to_owned(),
        Piece::Tag(..) => String::new(),
        Piece::Words(words) => words.to_owned(),
        Piece::Letter(letter) => letter,
    };
    pieces(text).into_iter().map(word).collect::<String>().trim().to_owned()
}

/// Converts the text to the markup of cards: bold, italics, lines and lists.
pub(super) fn markup(text: &str) -> String {
    let mut out = Markup::default();
    for piece in pieces(text) {
        match piece {
            Piece::Words(words) => out.words(words),
            Piece::Letter(letter) => out.words(&letter),
            Piece::Tag(name, is_end) => match name.as_str() {
                "b" | "strong" => out.mark("**", is_end),
                "i" | "em" => out.mark("*", is_end),
                "br" => out.line(),
                "li" if !is_end => {
                    out.line();
                    out.text.push_str("- ");
                }
                name if BLOCKS.contains(&name) => out.line(),
                _ => {}
            },
        }
    }
    for sign in std::mem::take(&mut out.open).into_iter().rev() {
        out.close(sign);
    }
    out.text.trim().to_owned()
}

/// Markup in the making.
#[derive(Default)]
struct Markup {
    text: String,
    /// The signs that hold, in the order in which they began.
    open: Vec<&'static str>,
    /// Number of them still to be written, before the next letter.
    pending: usize,
}

impl Markup {
    fn words(&mut self, words: &str) {
        for line in words.split_inclusive('\n') {
            let (line, ends) = line.strip_suffix('\n').map_or((line, false), |line| (line, true));
            let bare = line.trim_start();
            // Spaces on both sides of a tag are merged.
            if !self.text.ends_with(' ') {
                self.text.push_str(&line[..line.len() - bare.len()]);
            }
            if !bare.is_empty() {
                let first = self.open.len() - std::mem::take(&mut self.pending);
                self.text.push_str(&self.open[first..].concat());
                self.text.push_str(&escaped(bare));
            }
            if ends {
                self.line();
            }
        }
    }

    /// Begins or ends bold letters or italics.
    fn mark(&mut self, sign: &'static str, is_end: bool) {
        match (self.open.iter().rposition(|open| *open == sign), is_end) {
            (None, false) => {
                self.open.push(sign);
                self.pending += 1;
            }
            (Some(at), true) => {
                for sign in self.open.split_off(at).into_iter().rev() {
                    self.close(sign);
                }
            }
            _ => {}
        }
    }

    /// Writes the end of a mark, if its beginning was written, behind the last letter.
    fn close(&mut self, sign: &str) {
        if self.pending > 0 {
            self.pending -= 1;
            return;
        }
        let end = self.text.trim_end().len();
        let blanks = self.text.split_off(end);
        self.text.push_str(sign);
        self.text.push_str(&blanks);
    }

    /// Begins a line. Marks end and begin again, as they do not reach over lines.
    fn line(&mut self) {
        let open = self.open.clone();
        for sign in open.iter().rev() {
            self.close(sign);
        }
        self.pending = open.len();
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let (mut pieces, mut from, mut at) = (Vec::new(), 0, 0);
    while let Some(found) = text[at..].find(['<', '&']).map(|found| at + found) {
        let rest = &text[found..];
        match tag(rest).or_else(|| entity(rest)) {
            Some((piece, length)) => {
                if found > from {
                    pieces.push(Piece::Words(&text[from..found]));
                }
                pieces.push(piece);
                (from, at) = (found + length, found + length);
            }
            None => at = found + 1,
        }
    }
    if from < text.len() {
        pieces.push(Piece::Words(&text[from..]));
    }
    pieces
}

/// Returns the tag with which a text begins, and its bytes.
fn tag(text: &str) -> Option<(Piece<'static>, usize)> {
    // A comparison operator is followed by a space.
    let after = text.strip_prefix('<')?;
    if !after.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '/') {
        return None;
    }
    let length = text.find('>')? + 1;
    let inner = text[1..length - 1].trim_end_matches('/').trim();
    let (inner, is_end) = inner.strip_prefix('/').map_or((inner, false), |inner| (inner, true));
    let name = inner.split_whitespace().next()?.to_lowercase();
    let is_known =
        ["b", "strong", "i", "em", "br", "li"].iter().chain(&BLOCKS).chain(&OTHERS).any(|known| *known == name);
    is_known.then_some((Piece::Tag(name, is_end), length))
}

/// Returns the entity with which a text begins, and its bytes.
fn entity(text: &str) -> Option<(Piece<'static>, usize)> {
    let (name, _) = text.strip_prefix('&')?.split_once(';')?;
    let coded = || {
        let digits = name.strip_prefix('#')?;
        let code = match digits.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => digits.parse().ok()?,
        };
        char::from_u32(code).filter(|letter| !letter.is_control()).map(String::from)
    };
    let named = ENTITIES.iter().find(|(known, _)| *known == name).map(|(_, letter)| (*letter).to_owned());
    Some((Piece::Letter(named.or_else(coded)?), name.len() + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_become_markup() {
        for (html, told) in [
            ("Deal <b>3</b> damage.<br/><i>Not blocked.</i>", "Deal **3** damage.\n*Not blocked.*"),
            ("<ul><li>Gain 2</li><li>Draw</li></ul>", "- Gain 2\n- Draw"),
            ("A <strong> bold </strong> word", "A **bold** word"),
            ("<b>One<br>two</b> &amp; <i></i>three", "**One**\n**two** & three"),
            ("1 < 2 and &what; [x]", "1 < 2 and &what; \\[x\\]"),
            ("<p class=\"x\">One</p><p>Two</p>", "One\nTwo"),
            ("&#8594; &#x2014;", "→ —"),
        ] {
            assert_eq!(markup(html), told, "{html}");
        }
        assert_eq!(words("Golem &amp; <b>Master</b>"), "Golem & Master");
        assert!(is_html("a<br>b") && !is_html("a < b > c & d"));
    }
}
