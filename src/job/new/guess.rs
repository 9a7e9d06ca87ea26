//! What the columns of a sheet are, from their headings and from what stands below them.

use std::collections::BTreeSet;

use crate::face::art_stem;
use crate::game::Numbers;
use crate::read::SheetCells;

/// Headings that people give to what every card has, in small letters.
const NAMES: [&str; 8] = ["name", "title", "card", "card name", "cardname", "titel", "karte", "kartenname"];
const COUNTS: [&str; 12] = [
    "count",
    "qty",
    "quantity",
    "copies",
    "amount",
    "#",
    "x",
    "anzahl",
    "menge",
    "stück",
    "number of cards",
    "how many",
];
const KINDS: [&str; 9] =
    ["kind", "type", "card type", "cardtype", "category", "class", "typ", "kartentyp", "kategorie"];

/// The most kinds that a column of kinds has; more are something else.
const MOST_KINDS: usize = 24;
/// The letters that a line has at most; more are a text.
const LONGEST_LINE: usize = 32;
/// What every card has, the faces of the new game, and what the game says of itself: names that no field can have.
const TAKEN: [&str; 18] = [
    "name", "short", "kind", "count", "rule", "back", "art", "glyph", "id", "front", "common", "piece", "each",
    "template", "game", "edition", "revision", "deck",
];

/// A column of a sheet, as it will be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    /// As the sheet has it.
    pub heading: String,
    pub role: Role,
    /// What stands below it, for each card.
    pub cells: Vec<String>,
}

impl Column {
    /// Whether what stands in it ends as the names of pictures do.
    pub fn names_pictures(&self) -> bool {
        let filled = || self.cells.iter().filter(|cell| !cell.is_empty());
        let pictures = filled().filter(|cell| art_stem(cell).is_some()).count();
        pictures > 0 && pictures * 2 >= filled().count()
    }
}

/// What a column is taken for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "the columns do not yet decide all of it")]
pub(super) enum Role {
    Name,
    Count,
    Kind,
    /// File name of the picture on the front.
    Art,
    /// File name of the picture on the back.
    BackArt,
    /// Colour of the card: a word such as `red`, or `#b5222b`.
    Colour,
    /// Heading with a meaning of its own to the reader, such as `short` or `each.rank`: the key.
    Setting(String),
    /// Column that is not read, with the reason.
    LeftOff(String),
    /// A field of its own.
    Field {
        key: String,
        content: Content,
    },
}

/// Values of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "the columns do not yet decide all of it")]
pub(super) enum Content {
    /// A few words.
    Line,
    /// Rules, with the number of letters of the longest.
    Text {
        longest: usize,
    },
    /// Words set in italic at the foot, with the number of letters of the longest.
    Flavour {
        longest: usize,
    },
    Number(Numbers),
    Flag,
    /// Words of a list.
    List(Vec<String>),
}

impl Content {
    /// The number of letters of the longest text; 0 for anything else.
    #[allow(dead_code, reason = "the columns do not yet decide all of it")]
    pub fn longest(&self) -> usize {
        match self {
            Self::Text { longest } | Self::Flavour { longest } => *longest,
            _ => 0,
        }
    }
}

/// A sheet of cards.
pub(super) struct Cards {
    pub sheet: String,
    /// Those with a heading; the same heading is the same in all sheets.
    pub columns: Vec<Column>,
    /// The ids and names of the kinds that its cards name.
    pub kinds: Vec<(String, String)>,
    /// Whether every card names its kind.
    pub all_have_kinds: bool,
    /// Rows below the headings that have a name.
    pub rows: usize,
}

fn small(heading: &str) -> String {
    heading.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase().trim_end_matches(':').to_owned()
}

/// The row of headings: the first that has one for the name, else the first of several words.
fn header(sheet: &SheetCells) -> Option<usize> {
    let filled = |row: &[String]| row.iter().filter(|cell| !cell.is_empty()).count();
    let named = sheet
        .rows
        .iter()
        .take(20)
        .position(|row| filled(row) > 1 && row.iter().any(|cell| NAMES.contains(&&*small(cell))));
    named.or_else(|| sheet.rows.iter().position(|row| filled(row) > 1))
}

/// What stands in a sheet, if it is one of cards.
pub(super) fn cards(sheet: &SheetCells) -> Option<Cards> {
    let at = header(sheet)?;
    let (headings, below) = (&sheet.rows[at], &sheet.rows[at + 1..]);
    let cells = |index: usize| below.iter().map(move |row| row.get(index).map_or("", String::as_str));
    let called = |words: &[&str]| headings.iter().position(|heading| words.contains(&small(heading).as_str()));
    let name = called(&NAMES)
        .or_else(|| (0..headings.len()).find(|index| !headings[*index].is_empty() && can_be_names(cells(*index))))?;
    let is_card = |row: &&Vec<String>| row.get(name).is_some_and(|cell| !cell.is_empty());
    let rows = below.iter().filter(is_card).count();
    if rows == 0 {
        return None;
    }
    let of_cards =
        |index: usize| below.iter().filter(is_card).map(move |row| row.get(index).map_or("", String::as_str));
    let count = called(&COUNTS).filter(|index| *index != name);
    let kind = called(&KINDS).filter(|index| *index != name && Some(*index) != count);
    let kinds = kind.map(|index| kinds(of_cards(index))).unwrap_or_default();
    let kind = kind.filter(|_| !kinds.is_empty() && kinds.len() <= MOST_KINDS);
    let mut columns: Vec<Column> = Vec::new();
    for (index, heading) in headings.iter().enumerate().filter(|(_, heading)| !heading.is_empty()) {
        let role = match index {
            index if index == name => Role::Name,
            index if Some(index) == count => Role::Count,
            index if Some(index) == kind => Role::Kind,
            index => {
                let taken: Vec<&str> = columns
                    .iter()
                    .filter_map(|column| match &column.role {
                        Role::Field { key, .. } => Some(key.as_str()),
                        _ => None,
                    })
                    .collect();
                Role::Field { key: key(heading, &taken), content: content(of_cards(index)) }
            }
        };
        let cells = of_cards(index).map(str::to_owned).collect();
        columns.push(Column { heading: heading.clone(), role, cells });
    }
    let all_have_kinds = kind.is_some_and(|index| of_cards(index).all(|cell| !cell.is_empty()));
    let kinds = if kind.is_some() { kinds } else { Vec::new() };
    Some(Cards { sheet: sheet.name.clone(), columns, kinds, all_have_kinds, rows })
}

/// Whether a column has a different word in each of its rows.
fn can_be_names<'c>(mut cells: impl Iterator<Item = &'c str>) -> bool {
    let mut words = BTreeSet::new();
    cells.all(|cell| cell.chars().any(char::is_alphabetic) && words.insert(cell))
}

/// The kinds that a column names, in the order in which they come.
fn kinds<'c>(cells: impl Iterator<Item = &'c str>) -> Vec<(String, String)> {
    let mut kinds: Vec<(String, String)> = Vec::new();
    for name in cells.filter(|cell| !cell.is_empty()) {
        let id = super::write::id(name);
        if !id.is_empty() && !kinds.iter().any(|(known, _)| *known == id) {
            kinds.push((id, name.to_owned()));
        }
    }
    kinds
}

/// The key of a field, from its heading; unlike those that there are.
fn key(heading: &str, taken: &[&str]) -> String {
    let letters = heading.to_lowercase().replace(['ä', 'à', 'á', 'â'], "a").replace(['ö', 'ó', 'ô'], "o");
    let letters = letters.replace('ü', "u").replace(['é', 'è', 'ê'], "e").replace('ß', "ss");
    let parts = letters.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    let key = parts.collect::<Vec<_>>().join("_");
    let key = if key.is_empty() { "column".to_owned() } else { key };
    let key = if TAKEN.contains(&key.as_str()) { format!("{key}_field") } else { key };
    let (mut free, mut number) = (key.clone(), 2);
    while taken.contains(&free.as_str()) {
        free = format!("{key}_{number}");
        number += 1;
    }
    free
}

/// What stands in the cells of a column.
fn content<'c>(cells: impl Iterator<Item = &'c str>) -> Content {
    let cells: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
    let longest = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or_default();
    let all = |is: fn(&str) -> bool| !cells.is_empty() && cells.iter().all(|cell| is(cell));
    if let Some(numbers) = numbers(&cells) {
        return Content::Number(numbers);
    }
    if all(|cell| crate::read::yes_or_no(cell).is_some()) {
        return Content::Flag;
    }
    let items = || cells.iter().flat_map(|cell| cell.split(';')).map(str::trim).filter(|item| !item.is_empty());
    let words: BTreeSet<&str> = items().collect();
    if cells.iter().any(|cell| cell.contains(';'))
        && words.len() < items().count()
        && words.len() <= 60
        && words.iter().all(|word| word.chars().count() <= 24)
        && longest <= 80
    {
        return Content::List(words.into_iter().map(str::to_owned).collect());
    }
    if longest > LONGEST_LINE || cells.iter().any(|cell| cell.contains('\n')) {
        Content::Text { longest }
    } else {
        Content::Line
    }
}

/// The numbers of a column; none unless most of its cells have one, and the others a few short words such as X.
fn numbers(cells: &[&str]) -> Option<Numbers> {
    const LETTERS: usize = 3;
    const WORDS: usize = 4;
    const MOST: i64 = 999_999;
    let mut found = Numbers { to: 9, ..Numbers::default() };
    let (mut count, mut years) = (0, 0);
    for cell in cells {
        let Some(number) = crate::read::number(cell) else {
            let is_word = cell.chars().count() <= LETTERS && !cell.contains([';', '"', '\\']);
            if !is_word {
                return None;
            }
            if !found.words.iter().any(|known| known == cell) {
                found.words.push((*cell).to_owned());
            }
            continue;
        };
        let (whole, part) = number.split_once('.').unwrap_or((&number, ""));
        let whole: i64 = whole.parse().ok()?;
        let beyond = i64::from(!part.is_empty());
        let (least, most) = if number.starts_with('-') { (whole - beyond, whole) } else { (whole, whole + beyond) };
        found.from = found.from.min(least);
        found.to = found.to.max(most);
        found.places = found.places.max(u8::try_from(part.len()).unwrap_or(u8::MAX));
        found.sign |= cell.starts_with('+');
        count += 1;
        years += usize::from((1000..=2100).contains(&whole));
    }
    let fits = found.places <= 3 && found.from >= -MOST && found.to <= MOST && found.words.len() <= WORDS;
    // Nobody adds up the years in which things were.
    (fits && count > years && count * 2 >= cells.len()).then_some(found)
}

/// The same column in two sheets: what both may hold.
pub(super) fn both(one: Content, other: Content) -> Content {
    match (one, other) {
        (Content::Number(one), Content::Number(other)) => {
            let words: BTreeSet<String> = one.words.into_iter().chain(other.words).collect();
            Content::Number(Numbers {
                from: one.from.min(other.from),
                to: one.to.max(other.to),
                places: one.places.max(other.places),
                sign: one.sign || other.sign,
                words: words.into_iter().collect(),
            })
        }
        (Content::List(a), Content::List(b)) => {
            Content::List(a.into_iter().chain(b).collect::<BTreeSet<_>>().into_iter().collect())
        }
        (Content::Text { longest: a }, Content::Text { longest: b }) => Content::Text { longest: a.max(b) },
        (Content::Flavour { longest: a }, Content::Flavour { longest: b }) => Content::Flavour { longest: a.max(b) },
        (Content::Text { longest } | Content::Flavour { longest }, _)
        | (_, Content::Text { longest } | Content::Flavour { longest }) => Content::Text { longest },
        (one, other) if one == other => one,
        _ => Content::Line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_told_by_headings_and_cells() {
        let sheet = |text: &[&[&str]]| SheetCells {
            name: "cards".to_owned(),
            is_of_workbook: false,
            rows: text.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect(),
        };
        let found = cards(&sheet(&[
            &["My game"],
            &["Card Name", "Qty", "Type", "Cost", "Fast?", "Tags", "Rules Text", "Deck"],
            &["Axe", "2", "Weapon", "3", "yes", "sharp; heavy", "Deals two damage to a target of your choice.", "a"],
            &["Fog", "1", "Spell", "-1", "", "heavy", "Nobody sees.", ""],
        ]))
        .expect("cards");
        let roles: Vec<&Role> = found.columns.iter().map(|column| &column.role).collect();
        let field = |key: &str, content: Content| Role::Field { key: key.to_owned(), content };
        let whole = |from, to| Content::Number(Numbers { from, to, ..Numbers::default() });
        assert_eq!(roles[..4], [&Role::Name, &Role::Count, &Role::Kind, &field("cost", whole(-1, 9))]);
        assert_eq!(roles[4], &field("fast", Content::Flag));
        assert_eq!(roles[5], &field("tags", Content::List(vec!["heavy".to_owned(), "sharp".to_owned()])));
        assert_eq!(roles[6], &field("rules_text", Content::Text { longest: 44 }));
        assert_eq!(roles[7], &field("deck_field", Content::Line));
        assert_eq!(found.kinds, [("weapon".to_owned(), "Weapon".to_owned()), ("spell".to_owned(), "Spell".to_owned())]);
        assert_eq!((found.rows, found.all_have_kinds), (2, true));
        assert!(cards(&sheet(&[&["just a note"], &["and one more"]])).is_none());
    }

    #[test]
    fn numbers_have_fractions_signs_and_words_between_them() {
        let told = |cells: &[&str]| match content(cells.iter().copied()) {
            Content::Number(Numbers { from, to, places, sign, words }) => {
                Some((from, to, places, sign, words.join(" ")))
            }
            _ => None,
        };
        assert_eq!(told(&["1", "X", "3", "", "*"]), Some((0, 9, 0, false, "X *".to_owned())));
        assert_eq!(told(&["1.5", "-0,25", "12"]), Some((-1, 12, 2, false, String::new())));
        assert_eq!(told(&["+1", "-2", "0"]), Some((-2, 9, 0, true, String::new())));
        assert_eq!(told(&["1500", "20000"]), Some((0, 20_000, 0, false, String::new())));
        for none in [
            &["X", "Y", "1"][..],
            &["1", "two or more"],
            &["1.1234"],
            &["1", "a;b"],
            &["1000000"],
            &["X"],
            &["1848", "1906"],
        ] {
            assert_eq!(told(none), None, "{none:?}");
        }
    }
}
