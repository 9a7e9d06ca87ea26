//! Codes of languages, as BCP 47 writes them: `de`, `pt-BR`.

use oxilangtag::LanguageTag;

use super::super::table::TomlTable;
use crate::diagnostic::{Code, Diagnostic};

/// Languages by their code, as English calls them.
const NAMES: [(&str, &str); 24] = [
    ("bg", "Bulgarian"),
    ("cs", "Czech"),
    ("da", "Danish"),
    ("de", "German"),
    ("el", "Greek"),
    ("en", "English"),
    ("es", "Spanish"),
    ("et", "Estonian"),
    ("fi", "Finnish"),
    ("fr", "French"),
    ("hr", "Croatian"),
    ("hu", "Hungarian"),
    ("is", "Icelandic"),
    ("it", "Italian"),
    ("lt", "Lithuanian"),
    ("lv", "Latvian"),
    ("nb", "Norwegian"),
    ("nl", "Dutch"),
    ("pl", "Polish"),
    ("pt", "Portuguese"),
    ("ro", "Romanian"),
    ("sk", "Slovak"),
    ("sl", "Slovenian"),
    ("sv", "Swedish"),
];

/// True if a word is a language tag whose language is an ISO 639 code in lower case, as names of files have it.
pub fn is_code(word: &str) -> bool {
    LanguageTag::parse(word).is_ok_and(|tag| {
        let language = tag.primary_language();
        (2..=3).contains(&language.len()) && language.bytes().all(|letter| letter.is_ascii_lowercase())
    })
}

/// Returns the English name of a language; its tag if unknown.
pub fn name(code: &str) -> String {
    let first = code.split('-').next().unwrap_or_default();
    let found = NAMES.iter().find(|(known, _)| *known == first);
    match found {
        Some((_, name)) if first == code => (*name).to_owned(),
        Some((_, name)) => format!("{name} ({code})"),
        None => code.to_owned(),
    }
}

/// Reads `languages = ["de"]`: the other languages of a game.
pub(crate) fn declared(root: &TomlTable<'_>, source: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in root.words("languages") {
        let told = if !is_code(&word.text) {
            let named = NAMES.iter().find(|(_, name)| name.eq_ignore_ascii_case(&word.text));
            let what = format!("invalid language tag `{}`", word.text);
            let diagnostic = Diagnostic::error(Code::LANGUAGE_CODE, word.at.clone(), what).label("not a language tag");
            diagnostic.hint(match named {
                Some((code, name)) => format!("{name} is `{code}`"),
                None => "write a BCP 47 tag: \"de\", \"fr\", \"pt-BR\"".to_owned(),
            })
        } else if word.text == source {
            let what = format!("`{source}` is the source language");
            Diagnostic::error(Code::LANGUAGE_TAKEN, word.at.clone(), what)
                .hint("list only the languages of translations")
        } else if all.contains(&word.text) {
            let what = format!("duplicate language `{}`", word.text);
            Diagnostic::error(Code::LANGUAGE_TAKEN, word.at.clone(), what).hint("remove one of them")
        } else {
            all.push(word.text);
            continue;
        };
        root.file.note(told);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_bcp_47() {
        for code in ["de", "pt-BR", "gsw", "zh-Hant-TW", "sr-Latn"] {
            assert!(is_code(code), "{code}");
        }
        for word in ["", "d", "German", "DE", "de_AT", "de-", "de.toml", "../x", "de-AT-CH", "x-own", "i-klingon"] {
            assert!(!is_code(word), "{word}");
        }
        assert_eq!([name("de"), name("pt-BR"), name("tlh")], ["German", "Portuguese (pt-BR)", "tlh"]);
    }
}
