//! Typographic quotes, dashes and dots instead of the typed ones.

/// True if a quote after this character opens.
pub(super) fn opens_quote(before: char) -> bool {
    before.is_whitespace() || "([{—–“‘„«".contains(before)
}

/// The quotation marks of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quotes {
    double: (&'static str, &'static str),
    single: (&'static str, &'static str),
}

impl Default for Quotes {
    fn default() -> Self {
        Self { double: ("“", "”"), single: ("‘", "’") }
    }
}

impl Quotes {
    /// Returns the quotation marks of a language (BCP 47), from CLDR; the English ones by default.
    pub fn new(language: &str) -> Self {
        let tag = language.to_lowercase();
        let mut parts = tag.split('-');
        let (language, region) = (parts.next().unwrap_or_default(), parts.next_back().unwrap_or_default());
        let low = ("„", "“");
        let angled = ("«", "»");
        let of = |double, single| Self { double, single };
        match (language, region) {
            ("de" | "fr" | "it", "ch" | "li") => of(angled, ("‹", "›")),
            ("de" | "cs" | "sk" | "sl" | "hr" | "is" | "lt" | "bg" | "mk" | "sr" | "bs" | "ka" | "sq", _) => {
                of(low, ("‚", "‘"))
            }
            // Narrow spaces that don't break part the words from their quotes.
            ("fr" | "br", _) => of(("«\u{202f}", "\u{202f}»"), ("“", "”")),
            ("it" | "es" | "ca" | "gl" | "eu" | "el" | "oc", _) | ("pt", "pt") => of(angled, ("“", "”")),
            ("ru" | "be" | "kk" | "ky" | "uz", _) => of(angled, low),
            ("uk" | "hy", _) => of(angled, ("„", "“")),
            ("no" | "nb" | "nn", _) => of(angled, ("‘", "’")),
            ("pl" | "ro", _) => of(("„", "”"), angled),
            ("hu", _) => of(("„", "”"), ("»", "«")),
            ("et", _) => of(low, angled),
            ("sv" | "fi" | "he", _) => of(("”", "”"), ("’", "’")),
            ("ja", _) | ("zh", "tw" | "hk" | "mo" | "hant") => of(("「", "」"), ("『", "』")),
            _ => Self::default(),
        }
    }
}

/// Turns the straight quotes of a paragraph into real ones, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct QuoteReader {
    quotes: Quotes,
    double_is_open: bool,
    single_is_open: bool,
}

impl QuoteReader {
    /// Creates the state for a paragraph in a language with these quotes.
    pub fn new(quotes: Quotes) -> Self {
        Self { quotes, double_is_open: false, single_is_open: false }
    }

    /// True if a sign closed the last quotation: some languages close with one that others open with.
    fn has_closed(&self, sign: char) -> bool {
        let Self { quotes: Quotes { double, single }, double_is_open, single_is_open } = self;
        !single_is_open && single.1.ends_with(sign) || !double_is_open && double.1.ends_with(sign)
    }

    /// Returns the typographic sign for the straight quote at the start of `rest`; `before` is the preceding letter.
    pub fn sign(&mut self, rest: &str, before: Option<char>, opens: bool) -> &'static str {
        let after = rest.chars().nth(1);
        let opens = opens && !before.is_some_and(|before| self.has_closed(before));
        let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
        let is_hebrew = |letter: Option<char>| letter.is_some_and(|letter| ('א'..='ת').contains(&letter));
        let after_number = is_digit(before);
        if rest.starts_with('"') {
            if opens {
                self.double_is_open = true;
                return self.quotes.double.0;
            }
            return match self.double_is_open {
                _ if is_hebrew(before) && is_hebrew(after) => "״",
                // 5'10": inches.
                false if after_number => "″",
                _ => {
                    self.double_is_open = false;
                    self.quotes.double.1
                }
            };
        }
        let after_word = after.is_none_or(|letter| !letter.is_alphanumeric());
        match () {
            () if opens && (is_digit(after) || is_elision(rest)) => "’",
            () if opens => {
                self.single_is_open = true;
                self.quotes.single.0
            }
            () if is_hebrew(before) && is_hebrew(after) => "׳",
            // 5'10", 6': feet.
            () if after_number && (is_digit(after) || after_word && !self.single_is_open && !self.double_is_open) => {
                "′"
            }
            () if after_word && self.single_is_open => {
                self.single_is_open = false;
                self.quotes.single.1
            }
            () => "’",
        }
    }
}

/// True if an apostrophe and the text after it represent a longer word: 'tis, 'n', 's.
fn is_elision(rest: &str) -> bool {
    const SHORT: [&str; 17] = [
        "s", "t", "n", "k", "m", "ne", "nen", "ner", "nem", "tis", "twas", "twere", "twill", "em", "til", "cos",
        "gainst",
    ];
    let word = rest[1..].split(|letter: char| !letter.is_alphabetic()).next().unwrap_or_default();
    SHORT.contains(&word.to_lowercase().as_str())
}

/// Returns the typographic sign for typed characters other than quotes, and the number of bytes typed.
pub(super) fn real_sign(rest: &str) -> Option<(&'static str, usize)> {
    match rest.as_bytes() {
        [b'-', b'-', b'-', ..] => Some(("—", 3)),
        [b'-', b'-', ..] => Some(("–", 2)),
        [b'.', b'.', b'.', ..] => Some(("…", 3)),
        [b'\t', ..] => Some((" ", 1)),
        _ => None,
    }
}

/// Returns a text without markup, with typographic quotes, dashes and dots.
pub(super) fn smart(text: &str, quotes: Quotes) -> String {
    let mut real = String::with_capacity(text.len());
    let mut reader = QuoteReader::new(quotes);
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        if matches!(letter, '"' | '\'') {
            let before = real.chars().next_back();
            real.push_str(reader.sign(rest, before, before.is_none_or(opens_quote)));
            at += 1;
        } else if let Some((sign, length)) = real_sign(rest) {
            real.push_str(sign);
            at += length;
        } else {
            real.push(letter);
            at += letter.len_utf8();
        }
    }
    real
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_those_of_the_language() {
        let go = |language: &str| smart("say \"go, 'now'\".", Quotes::new(language));
        assert_eq!(go("en-GB"), "say “go, ‘now’”.");
        assert_eq!(go("de"), "say „go, ‚now‘“.");
        assert_eq!(go("de-CH"), "say «go, ‹now›».");
        assert_eq!(go("fr"), "say «\u{202f}go, “now”\u{202f}».");
        assert_eq!(go("pl"), "say „go, «now»”.");
        assert_eq!(go("sv-SE"), "say ”go, ’now’”.");
        assert_eq!(go("ru"), "say «go, „now“».");
        assert_eq!(go("zh-Hant-TW"), "say 「go, 『now』」.");
    }

    #[test]
    fn apostrophes_and_primes_are_no_quotes() {
        let english = |text: &str| smart(text, Quotes::default());
        assert_eq!(english("the '90s, rock 'n' roll, 'tis"), "the ’90s, rock ’n’ roll, ’tis");
        assert_eq!(english("5'10\" tall, 6' wide"), "5′10″ tall, 6′ wide");
        assert_eq!(english("it's the players' turn"), "it’s the players’ turn");
        assert_eq!(english("he said \"take 5\" and 'take 6'"), "he said “take 5” and ‘take 6’");
        assert_eq!(smart("wie geht's, 'ne Karte", Quotes::new("de")), "wie geht’s, ’ne Karte");
        assert_eq!(smart("l'attaque", Quotes::new("fr")), "l’attaque");
        assert_eq!(smart("צה\"ל", Quotes::new("he")), "צה״ל");
    }
}
