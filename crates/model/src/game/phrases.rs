//! The program's own printed words, in each supported language.
//!
//! All of them are here; a further language is one more table. A game in a language without a table gets English words.

/// Words printed beside a game's own: each `{}` is replaced by a value, in order.
#[derive(Debug)]
pub struct Phrases {
    /// The code of the language, without its country.
    pub language: &'static str,
    /// Over the list of chapters.
    pub contents: &'static str,
    /// A link that leads there.
    pub to_the_contents: &'static str,
    /// Before the title of a worked example.
    pub example: &'static str,
    /// The number of a figure.
    pub figure: &'static str,
    /// Spoken form of a row of a list.
    pub table: &'static str,
    /// The heads of the list of the deck: number, card, figure, back.
    pub deck: [&'static str; 4],
    /// Heads of the last column of that list, on paper and on a screen.
    pub page_head: &'static str,
    /// The same on a screen.
    pub rule_head: &'static str,
    /// Noun counted in its last row.
    pub cards: &'static str,
    /// Number of copies of a card.
    pub in_deck: &'static str,
    /// Over the words of a card.
    pub on_the_card: &'static str,
    /// A page by its number.
    pub page: &'static str,
    /// A link that leads out of the book.
    pub on_the_web: &'static str,
    /// A chapter by its number and title.
    pub chapter: &'static str,
    /// A section by its number and title.
    pub section: &'static str,
    /// A paragraph by its number.
    pub paragraph: &'static str,
    /// A ruling by its number.
    pub ruling: &'static str,
    /// A footnote by its number.
    pub footnote: &'static str,
    /// A word in the list of words.
    pub word: &'static str,
    /// The list of chapters, as a place that a link leads to.
    pub the_contents: &'static str,
    /// A card by its name and the number of its section.
    pub card_and_number: &'static str,
    /// A picture of a card.
    pub the_card: &'static str,
    /// A picture of its other side, with what that is called.
    pub other_side: &'static str,
    /// A picture of a back.
    pub a_back: &'static str,
    /// A picture of a mark.
    pub the_sign: &'static str,
    /// A picture of counters.
    pub counters: &'static str,
    /// A picture of a card with its parts.
    pub with_parts: &'static str,
    /// The same, if the parts are listed after it.
    pub parts_numbered: &'static str,
    /// Pictures of cards with both faces.
    pub both_faces: &'static str,
    /// Pictures of cards that are played together.
    pub together: &'static str,
    /// The title of the file with the rules.
    pub the_rules: &'static str,
    /// The title of the file with pieces, by what these are called.
    pub the_pieces: &'static str,
    /// The name of the first page.
    pub front_cover: &'static str,
    /// The name of the last page.
    pub back_cover: &'static str,
    /// Words in the margin of a sheet: its number, the total, and its content.
    pub sheet: &'static str,
    /// Content of a sheet.
    pub fronts: &'static str,
    /// The same.
    pub backs: &'static str,
    /// The same.
    pub fronts_and_backs: &'static str,
    /// Beside the ruler of a sheet.
    pub ruler: &'static str,
}

const ENGLISH: Phrases = Phrases {
    language: "en",
    contents: "Contents",
    to_the_contents: "To the contents",
    example: "example of play",
    figure: "Figure {}",
    table: "Table",
    deck: ["no.", "card", "figure", "back"],
    page_head: "page",
    rule_head: "rule",
    cards: "cards",
    in_deck: "{} in deck",
    on_the_card: "Words on the card",
    page: "page {}",
    on_the_web: "{} on the web",
    chapter: "chapter {}, {}",
    section: "section {}, {}",
    paragraph: "paragraph {}",
    ruling: "ruling {}",
    footnote: "footnote {}",
    word: "the word “{}” and its meaning",
    the_contents: "the contents",
    card_and_number: "the card {}, {}",
    the_card: "The card {}.",
    other_side: "The other side of the card {}: {}.",
    a_back: "The back of a card.",
    the_sign: "The sign {}.",
    counters: "Health counters.",
    with_parts: "The card {}, with these parts pointed out: {}.",
    parts_numbered: "Its parts are numbered.",
    both_faces: "Cards with both their faces: {}.",
    together: "Cards that are played together: {}.",
    the_rules: "{}: the rules",
    the_pieces: "{}: the {}",
    front_cover: "front cover",
    back_cover: "back cover",
    sheet: "sheet {} of {}, {}",
    fronts: "fronts",
    backs: "backs",
    fronts_and_backs: "fronts and backs",
    ruler: "print at 100 %: this line measures 100 mm",
};

const GERMAN: Phrases = Phrases {
    language: "de",
    contents: "Inhalt",
    to_the_contents: "Zum Inhalt",
    example: "Spielbeispiel",
    figure: "Abbildung {}",
    table: "Tabelle",
    deck: ["Anz.", "Karte", "Wert", "Rückseite"],
    page_head: "Seite",
    rule_head: "Regel",
    cards: "Karten",
    in_deck: "{} im Stapel",
    on_the_card: "Was auf der Karte steht",
    page: "Seite {}",
    on_the_web: "{} im Netz",
    chapter: "Kapitel {}, {}",
    section: "Abschnitt {}, {}",
    paragraph: "Absatz {}",
    ruling: "Klarstellung {}",
    footnote: "Fußnote {}",
    word: "das Wort „{}“ und was es bedeutet",
    the_contents: "das Inhaltsverzeichnis",
    card_and_number: "die Karte {}, {}",
    the_card: "Die Karte {}.",
    other_side: "Die andere Seite der Karte {}: {}.",
    a_back: "Die Rückseite einer Karte.",
    the_sign: "Das Zeichen {}.",
    counters: "Lebenspunkte.",
    with_parts: "Die Karte {}, auf der diese Teile gezeigt werden: {}.",
    parts_numbered: "Ihre Teile sind nummeriert.",
    both_faces: "Karten mit beiden Seiten: {}.",
    together: "Karten, die zusammen gespielt werden: {}.",
    the_rules: "{}: die Regeln",
    the_pieces: "{}: {}",
    front_cover: "Titel",
    back_cover: "Rückseite",
    sheet: "Bogen {} von {}, {}",
    fronts: "Vorderseiten",
    backs: "Rückseiten",
    fronts_and_backs: "Vorder- und Rückseiten",
    ruler: "mit 100 % drucken: Diese Linie misst 100 mm",
};

const ALL: [&Phrases; 2] = [&ENGLISH, &GERMAN];

/// Returns the program's words in a language (BCP 47).
pub fn phrases(language: &str) -> &'static Phrases {
    let code = language.split('-').next().unwrap_or_default();
    ALL.into_iter().find(|known| known.language.eq_ignore_ascii_case(code)).unwrap_or(&ENGLISH)
}

/// Fills the gaps of a phrase.
pub fn filled(phrase: &str, words: &[&str]) -> String {
    let mut parts = phrase.split("{}");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for (part, word) in parts.zip(words) {
        text.push_str(word);
        text.push_str(part);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_the_same_gaps() {
        let gaps = |phrases: &Phrases| {
            let told = format!("{phrases:?}");
            // Every other part is in quotes; only gaps in those count.
            let parts = told.split('"').enumerate();
            let gaps = parts.map(
                |(part, text)| if part % 2 == 0 { text.to_owned() } else { "{}".repeat(text.matches("{}").count()) },
            );
            gaps.skip(2).collect::<Vec<_>>()
        };
        for phrases in ALL {
            assert_eq!(gaps(phrases), gaps(&ENGLISH), "{}", phrases.language);
        }
        assert_eq!(phrases("de-AT").contents, "Inhalt");
        assert_eq!(phrases("tlh").contents, "Contents");
        assert_eq!(filled(ENGLISH.chapter, &["3", "The {} sea"]), "chapter 3, The {} sea");
    }
}
