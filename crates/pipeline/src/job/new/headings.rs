//! Headings of spreadsheets in many languages, and their meaning.

mod vocabulary;

use self::vocabulary::{
    BACKS, COLOURS, COPIES, COUNTS, DECKS, FLAVOURS, GROUPS, IDS, KINDS, LEFT_OFF, NAME_ENDS, NAME_WORDS, NAMES,
    NO_CARDS, NO_GROUPS, NOTES, NUMBERS, OTHER_NAMES, PICTURES, PROMPTS, STATES, TEXTS, TOTALS,
};

/// Normalises a heading for comparison: Latin letters without accents, digits and `#`, one space between words.
pub(super) fn normal(heading: &str) -> String {
    let latin = deunicode::deunicode(heading).to_lowercase().replace('\'', "");
    let words = latin.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '#');
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns a heading without the number that distinguishes it from an identical one: `Text` for `Text (2)`.
fn base(heading: &str) -> &str {
    let numbered = heading.rsplit_once(" (").filter(|(_, end)| end.trim_end_matches(')').parse::<u8>().is_ok());
    numbered.map_or(heading, |(first, _)| first)
}

fn position(list: &[&str], heading: &str) -> Option<usize> {
    let heading = normal(base(heading));
    list.iter().position(|word| normal(word) == heading)
}

fn words(heading: &str) -> Vec<String> {
    normal(base(heading)).split(' ').map(str::to_owned).collect()
}

/// True if a heading has one of some words, or some words one behind the other.
fn has_word(list: &[&str], heading: &str) -> bool {
    let heading = format!(" {} ", normal(base(heading)));
    list.iter().any(|known| heading.contains(&format!(" {} ", normal(known))))
}

/// Ranks a heading for the name: 0 is the best.
pub(super) fn name_rank(heading: &str) -> Option<usize> {
    let of_words = || {
        let is_name = has_word(NAME_WORDS, heading) && !has_word(OTHER_NAMES, heading) && words(heading).len() <= 4;
        is_name.then_some(NAMES.len())
    };
    let of_ends = || NAME_ENDS.iter().any(|end| heading.trim().ends_with(end)).then_some(NAMES.len());
    let of_prompts = || position(PROMPTS, heading).map(|_| NAMES.len() + 1);
    position(NAMES, heading).or_else(of_words).or_else(of_ends).or_else(of_prompts)
}

/// Ranks a heading for the count: 0 is the best.
pub(super) fn count_rank(heading: &str) -> Option<usize> {
    let is_short = words(heading).len() <= 5;
    let of_copies = || has_word(COPIES, heading) || has_word(COUNTS, heading) && has_word(DECKS, heading);
    position(COUNTS, heading).or_else(|| (is_short && of_copies()).then_some(COUNTS.len()))
}

/// Ranks a heading for the kind: 0 is the best.
pub(super) fn kind_rank(heading: &str) -> Option<usize> {
    let of_cards = || has_word(KINDS, heading) && has_word(DECKS, heading) && words(heading).len() <= 4;
    position(KINDS, heading).or_else(|| of_cards().then_some(KINDS.len()))
}

/// Ranks a heading for a grouping of cards, if none says kind: 0 is the best.
pub(super) fn group_rank(heading: &str) -> Option<usize> {
    let is_none = has_word(NO_GROUPS, heading) || is_left_off(heading) || is_text(heading) || is_flavour(heading);
    if is_none { None } else { Some(usize::from(!has_word(GROUPS, heading))) }
}

/// True for ids, notes, addresses and other columns that aren't for players.
pub(super) fn is_left_off(heading: &str) -> bool {
    let words = words(heading);
    let (first, last) = (words.first().map_or("", String::as_str), words.last().map_or("", String::as_str));
    let is_id = |word: &str| IDS.iter().any(|id| normal(id) == word) || word.len() > 2 && word.ends_with("nr");
    let is_note_to =
        NOTES.contains(&first) && words.get(1).is_some_and(|word| ["to", "for", "from"].contains(&&**word));
    position(LEFT_OFF, heading).is_some()
        || NOTES.contains(&last)
        || is_note_to
        || has_word(STATES, heading)
        || words.len() <= 3 && (is_id(first) || is_id(last))
}

/// True for a heading of numbers that may only count the rows.
pub(super) fn may_count_rows(heading: &str) -> bool {
    normal(heading).len() <= 3 || position(NUMBERS, heading).is_some()
}

pub(super) fn is_colour(heading: &str) -> bool {
    has_word(COLOURS, heading)
}

pub(super) fn is_picture(heading: &str) -> bool {
    position(PICTURES, heading).is_some()
}

pub(super) fn is_of_back(heading: &str) -> bool {
    has_word(BACKS, heading)
}

pub(super) fn is_text(heading: &str) -> bool {
    /// Scripts without spaces.
    const PARTS: [&str; 8] = ["テキスト", "効果", "效果", "描述", "说明", "說明", "설명", "효과"];
    /// Last words of headings that say something else of a text.
    const OTHERS: [&str; 6] = ["type", "cost", "kind", "name", "value", "size"];
    let words = words(heading);
    let is_other = words.last().is_some_and(|last| OTHERS.contains(&last.as_str()));
    position(TEXTS, heading).is_some()
        || PARTS.iter().any(|part| heading.contains(part))
        || words.len() <= 4 && !is_other && has_word(TEXTS, heading)
}

pub(super) fn is_flavour(heading: &str) -> bool {
    has_word(&["flavor", "flavour", "flavortext", "flavourtext"], heading) || position(FLAVOURS, heading).is_some()
}

/// True for the names of rows with sums.
pub(super) fn is_total(name: &str) -> bool {
    position(TOTALS, name).is_some()
}

/// True for a heading in the singular of its sheet's name, such as `Room` in a sheet `Rooms`.
pub(super) fn is_one_of(heading: &str, sheet: &str) -> bool {
    let (heading, sheet) = (normal(heading), normal(sheet));
    let stem =
        sheet.strip_suffix("ies").map_or_else(|| sheet.trim_end_matches('s').to_owned(), |stem| format!("{stem}y"));
    !heading.is_empty() && (heading == sheet || heading == stem)
}

/// Returns the content of a sheet without cards, by its name.
pub(super) fn not_cards(sheet: &str) -> Option<&'static str> {
    let name = normal(sheet);
    let of_words = || words(sheet).iter().find_map(|word| NO_CARDS.iter().find(|(known, _)| normal(known) == *word));
    let whole = NO_CARDS.iter().find(|(known, _)| normal(known) == name);
    whole.or_else(of_words).map(|(_, what)| *what)
}

/// Returns the key of a field, in Latin letters, from its heading.
pub(super) fn key(heading: &str) -> String {
    /// Longer keys make templates hard to read.
    const MAX_LETTERS: usize = 28;
    let mut key = String::new();
    for word in normal(heading).replace('#', " ").split_whitespace() {
        if !key.is_empty() && key.len() + word.len() >= MAX_LETTERS {
            break;
        }
        if !key.is_empty() {
            key.push('_');
        }
        key.push_str(&word[..word.len().min(MAX_LETTERS)]);
    }
    if key.is_empty() || key.starts_with(|letter: char| letter.is_ascii_digit()) {
        key = format!("field_{key}").trim_end_matches('_').to_owned();
    }
    if TAKEN.contains(&key.as_str()) { format!("{key}_field") } else { key }
}

/// Reserved names: fields of every card, faces of the new game, and values that its templates show.
const TAKEN: [&str; 30] = [
    "name",
    "short",
    "kind",
    "count",
    "rule",
    "back",
    "art",
    "card-icon",
    "id",
    "front",
    "common",
    "piece",
    "each",
    "template",
    "game",
    "edition",
    "revision",
    "deck",
    "icon",
    "printing",
    "emblem",
    "seal",
    "alt",
    "allow",
    "sizes",
    "panel",
    "per",
    "set",
    "table",
    "card",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_many_languages_are_known() {
        for name in ["Name", "CARD_NAME", "Front Name", "Nome Carta", "名前", "Название", "Título:"] {
            assert!(name_rank(name).is_some(), "{name}");
        }
        for none in ["File Name", "Text", "Artist name", ""] {
            assert_eq!(name_rank(none), None, "{none}");
        }
        for count in ["Qty", "Quantidade", "qtd", "Quantità", "Количество", "枚数", "Exemplaires", "#", "Stück"]
        {
            assert!(count_rank(count).is_some(), "{count}");
        }
        assert!(count_rank("Qty") < count_rank("#"));
        for kind in ["Catégorie", "тип", "種類", "Card Type"] {
            assert!(kind_rank(kind).is_some(), "{kind}");
        }
        for left in
            ["ID", "#", "№", "Playtest Notes", "Notes to self", "created_at", "Примечание", "備考", "Card-ID", "URL"]
        {
            assert!(is_left_off(left), "{left}");
        }
        assert!(is_of_back("Back Image") && is_of_back("Rückseite") && !is_of_back("Background"));
    }

    #[test]
    fn keys_are_latin() {
        assert_eq!(key("Количество жизней"), "kolichestvo_zhiznei");
        assert_eq!(key("Stärke"), "starke");
        assert_eq!(key("Mana  Cost!"), "mana_cost");
        assert_eq!(key("Deck"), "deck_field");
        assert_eq!(key("2nd"), "field_2nd");
        assert_eq!(key("☆"), "field");
        assert!(key(&"long words and more ".repeat(20)).len() <= 28);
        assert!(key("攻撃力").chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_'));
    }

    #[test]
    fn sheets_of_notes_are_known_by_name() {
        assert_eq!(not_cards("Notes"), Some("notes"));
        assert_eq!(not_cards("Removed Cards"), Some("removed cards"));
        assert_eq!(not_cards("Economy"), Some("statistics"));
        assert_eq!(not_cards("Cards"), None);
    }
}
