//! The language of a sheet, from its script and its most frequent words.

use unicode_script::{Script, UnicodeScript as _};

/// Frequent words of languages in Latin letters, including headings.
const WORDS: [(&str, &[&str]); 11] = [
    (
        "en-GB",
        &[
            "the", "of", "and", "your", "you", "card", "text", "with", "when", "each", "to", "is", "name", "cost",
            "type", "all",
        ],
    ),
    (
        "de",
        &[
            "der", "die", "das", "und", "ein", "eine", "nicht", "mit", "du", "karte", "karten", "für", "wenn",
            "kosten", "ist", "welcher", "den", "im", "am", "jeder", "einmal", "runde", "anzahl", "gegner", "gegen",
            "ziehe", "zieht", "beim", "zum", "zur", "auf", "von", "verliert", "wirkung",
        ],
    ),
    (
        "fr",
        &[
            "le",
            "la",
            "les",
            "une",
            "des",
            "et",
            "vous",
            "carte",
            "cartes",
            "votre",
            "vos",
            "pour",
            "coût",
            "effet",
            "quantité",
            "est",
        ],
    ),
    (
        "it",
        &[
            "il",
            "gli",
            "una",
            "della",
            "di",
            "carta",
            "carte",
            "giocatore",
            "nome",
            "testo",
            "costo",
            "che",
            "tua",
            "tue",
            "sono",
            "per",
        ],
    ),
    (
        "es",
        &[
            "el", "los", "las", "una", "carta", "cartas", "jugador", "nombre", "texto", "coste", "tu", "por", "del",
            "y", "en", "cantidad",
        ],
    ),
    (
        "pt",
        &[
            "o",
            "os",
            "uma",
            "um",
            "carta",
            "cartas",
            "jogador",
            "você",
            "não",
            "sua",
            "seu",
            "do",
            "da",
            "em",
            "quantidade",
            "compre",
        ],
    ),
    (
        "nl",
        &[
            "de", "het", "een", "kaart", "kaarten", "speler", "van", "je", "jouw", "voor", "niet", "naam", "aantal",
            "soort", "elke", "iedereen",
        ],
    ),
    (
        "pl",
        &[
            "w", "na", "i", "karta", "karty", "kartę", "gracz", "nazwa", "ilość", "koszt", "opis", "do", "jedną",
            "twojej", "lub", "się",
        ],
    ),
    (
        "sv",
        &[
            "och", "ett", "kort", "spelare", "namn", "antal", "din", "du", "för", "är", "inte", "på", "av", "alla",
            "när", "får",
        ],
    ),
    (
        "da",
        &[
            "og", "et", "kort", "spiller", "navn", "antal", "din", "du", "ikke", "på", "af", "alle", "når", "hver",
            "er", "til",
        ],
    ),
    (
        "cs",
        &[
            "a", "karta", "kartu", "hráč", "název", "počet", "se", "je", "na", "pro", "každý", "nebo", "když", "tvůj",
            "svou", "ze",
        ],
    ),
];
/// Letters that few other languages have.
const LETTERS: [(&str, &str); 8] = [
    ("de", "ßü"),
    ("fr", "œêùûî"),
    ("es", "ñ¿¡"),
    ("pt", "ãõ"),
    ("pl", "łżśćęąź"),
    ("sv", "å"),
    ("da", "øæ"),
    ("cs", "řěů"),
];
/// Words as they are spelt in America.
const AMERICAN: [&str; 7] = ["color", "colors", "flavor", "armor", "gray", "defense", "honor"];
/// Minimum number of words of a language that can't be chance.
const ENOUGH: usize = 3;

/// A card, and other cards, in languages but English.
const NOUNS: [(&str, &str, &str); 20] = [
    ("de", "Karte", "andere"),
    ("fr", "carte", "autre"),
    ("it", "carta", "altro"),
    ("es", "carta", "otra"),
    ("pt", "carta", "outra"),
    ("nl", "kaart", "overig"),
    ("pl", "karta", "inne"),
    ("sv", "kort", "övriga"),
    ("da", "kort", "andre"),
    ("cs", "karta", "jiné"),
    ("el", "κάρτα", "άλλη"),
    ("ru", "карта", "другая"),
    ("uk", "карта", "інша"),
    ("ja", "カード", "その他"),
    ("zh", "卡牌", "其他"),
    ("ko", "카드", "기타"),
    ("he", "קלף", "אחר"),
    ("ar", "بطاقة", "أخرى"),
    ("th", "การ์ด", "อื่นๆ"),
    ("hi", "कार्ड", "अन्य"),
];

/// Returns a name for the kind of all cards, and one for the kind of those that name none.
pub(super) fn nouns(language: &str) -> (&'static str, &'static str) {
    let known = NOUNS.iter().find(|(known, ..)| *known == language);
    known.map_or(("card", "other"), |(_, card, other)| (*card, *other))
}

/// Detects the language (BCP 47) of some texts; English by default.
pub(super) fn of<'t>(texts: impl Iterator<Item = &'t str>) -> &'static str {
    let mut counts = [0_usize; WORDS.len()];
    let mut scripts: [(&str, usize); 10] =
        [("ja", 0), ("ko", 0), ("zh", 0), ("ru", 0), ("uk", 0), ("el", 0), ("he", 0), ("ar", 0), ("th", 0), ("hi", 0)];
    let (mut american, mut latin) = (0_usize, 0_usize);
    for text in texts {
        let text = text.to_lowercase();
        for letter in text.chars() {
            let language = match letter.script() {
                Script::Latin => {
                    latin += 1;
                    continue;
                }
                Script::Hiragana | Script::Katakana => "ja",
                Script::Hangul => "ko",
                Script::Han => "zh",
                Script::Cyrillic if matches!(letter, 'і' | 'ї' | 'є' | 'ґ') => "uk",
                Script::Cyrillic => "ru",
                Script::Greek => "el",
                Script::Hebrew => "he",
                Script::Arabic => "ar",
                Script::Thai => "th",
                Script::Devanagari => "hi",
                _ => continue,
            };
            scripts.iter_mut().filter(|(known, _)| *known == language).for_each(|(_, count)| *count += 1);
        }
        for word in text.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty()) {
            for ((language, known), count) in WORDS.iter().zip(&mut counts) {
                let letters = LETTERS.iter().find(|(known, _)| known == language).map_or("", |(_, letters)| letters);
                *count += usize::from(known.contains(&word) || word.contains(|letter| letters.contains(letter)));
            }
            american += usize::from(AMERICAN.contains(&word));
        }
    }
    let letters = |language: &str| scripts.iter().find(|(known, _)| *known == language).map_or(0, |(_, count)| *count);
    let foreign: usize = scripts.iter().map(|(_, count)| count).sum();
    if foreign > latin {
        // Japanese has Chinese letters too, and Ukrainian most of the Russian ones.
        return match () {
            () if letters("ja") * 5 > letters("zh") && letters("ja") > 0 => "ja",
            () if letters("uk") * 40 > letters("ru") && letters("uk") > 0 => "uk",
            () => scripts.iter().rev().max_by_key(|(_, count)| *count).map_or("en-GB", |(language, _)| language),
        };
    }
    let english = counts[0];
    let (language, count) = WORDS
        .iter()
        .zip(counts)
        .rev()
        .max_by_key(|(_, count)| *count)
        .map_or(("en-GB", 0), |((name, _), count)| (*name, count));
    match () {
        () if count >= ENOUGH && count > english => language,
        () if american > 0 => "en-US",
        () => "en-GB",
    }
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn languages_are_told_by_script_and_words() {
        for (texts, language) in [
            (&["Name", "Text", "Draw a card when you play this."][..], "en-GB"),
            (&["Name", "Color", "red"], "en-US"),
            (&["Kartenname", "Kosten", "Ziehe eine Karte und wirf sie ab, wenn du nicht am Zug bist."], "de"),
            (
                &[
                    "Nome",
                    "Costo",
                    "Quando entra in gioco, pesca una carta per ogni tua Milizia, poi scarta le tue carte.",
                ],
                "it",
            ),
            (&["Carta", "Naipe", "Se perder esta vaza, compre duas cartas do baralho."], "pt"),
            (&["Название", "Возьмите карту."], "ru"),
            (&["Назва", "Візьміть карту."], "uk"),
            (&["名前", "カードを1枚引く。"], "ja"),
            (&["名称", "抽一张牌。"], "zh"),
            (&["Owl", "Elk"], "en-GB"),
            (&[], "en-GB"),
        ] {
            assert_eq!(of(texts.iter().copied()), language, "{texts:?}");
        }
    }
}
