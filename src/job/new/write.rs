//! `game.toml` for the cards of a sheet.

use std::collections::BTreeSet;

use super::Layout;
use super::guess::{Cards, Column, Content, Role, both};
use super::pictures::Pictures;
use crate::game::Numbers;

/// What the new game is to be.
#[allow(dead_code, reason = "the columns do not yet decide all of it")]
pub(super) struct Plan {
    /// What it is called.
    pub title: String,
    /// The name of the file with its cards.
    pub file: String,
    pub sheets: Vec<Cards>,
    /// All columns, each heading once.
    pub columns: Vec<Column>,
    /// Ids and names of the kinds.
    pub kinds: Vec<(String, String)>,
    /// The kind of the cards of a sheet that name none.
    of_sheets: Vec<(String, String)>,
    /// The pictures on its cards, if there are some.
    pub pictures: Option<Pictures>,
    /// The name of a common size, as in `[format]`; that of a poker card without it.
    pub size: Option<String>,
    /// The layout that was asked for; without it, the columns decide.
    pub layout: Option<Layout>,
    /// Keys of the fields that stay off the face because they do not fit.
    pub off_face: BTreeSet<String>,
    /// How often something did not fit: from 1 on texts get more room and smaller letters.
    pub squeeze: u8,
}

/// The face `common`, on the back of all cards.
const BACK_FACE: &str = "common";

impl Plan {
    pub fn of(name: &str, file: &str, sheets: Vec<Cards>, pictures: Option<Pictures>) -> Self {
        let mut columns: Vec<Column> = Vec::new();
        for column in sheets.iter().flat_map(|cards| &cards.columns) {
            match columns.iter_mut().find(|known| known.heading == column.heading) {
                Some(known) => {
                    if let (Role::Field { content: one, .. }, Role::Field { content: other, .. }) =
                        (&mut known.role, &column.role)
                    {
                        *one = both(one.clone(), other.clone());
                    }
                }
                None => columns.push(column.clone()),
            }
        }
        let mut kinds: Vec<(String, String)> = Vec::new();
        let mut of_sheets = Vec::new();
        let mut add = |kind: (String, String)| {
            if !kinds.iter().any(|(known, _)| *known == kind.0) {
                kinds.push(kind);
            }
        };
        for cards in &sheets {
            cards.kinds.iter().cloned().for_each(&mut add);
            if !cards.all_have_kinds {
                let by_sheet = sheets.len() > 1 && cards.kinds.is_empty() && !id(&cards.sheet).is_empty();
                let kind = match by_sheet {
                    true => (id(&cards.sheet), cards.sheet.clone()),
                    false if cards.kinds.is_empty() => ("card".to_owned(), "card".to_owned()),
                    false => ("other".to_owned(), "other".to_owned()),
                };
                of_sheets.push((cards.sheet.clone(), kind.0.clone()));
                add(kind);
            }
        }
        let capital = |word: &str| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        };
        let title = name.split('-').map(capital).collect::<Vec<_>>().join(" ");
        Self {
            title,
            file: file.to_owned(),
            sheets,
            columns,
            kinds,
            of_sheets,
            pictures,
            size: None,
            layout: None,
            off_face: BTreeSet::new(),
            squeeze: 0,
        }
    }

    /// The number of the kind of a card, by its row below the headings.
    pub fn kind_of(&self, cards: &Cards, row: usize) -> Option<usize> {
        let column = cards.columns.iter().find(|column| column.role == Role::Kind);
        let named = column.and_then(|column| column.cells.get(row)).map(|cell| id(cell)).filter(|id| !id.is_empty());
        let of_sheet = || self.of_sheets.iter().find(|(sheet, _)| *sheet == cards.sheet).map(|(_, kind)| kind.clone());
        let kind = named.or_else(of_sheet)?;
        self.kinds.iter().position(|(known, _)| *known == kind)
    }

    /// The fields on the face, with their headings.
    pub fn shown(&self) -> impl Iterator<Item = (&str, &str, &Content)> {
        self.fields().filter(|(_, key, _)| !self.off_face.contains(*key))
    }

    /// All fields with their headings.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str, &Content)> {
        self.columns.iter().filter_map(|column| match &column.role {
            Role::Field { key, content } => Some((column.heading.as_str(), key.as_str(), content)),
            _ => None,
        })
    }
}

/// A word as `game.toml` calls a kind: small letters, digits, hyphens.
pub(super) fn id(word: &str) -> String {
    let parts = word.split(|letter: char| !letter.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// A text in quotes.
pub(super) fn text(words: &str) -> String {
    let escaped = words.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t");
    let printable: String = escaped.chars().filter(|letter| !letter.is_control()).collect();
    format!("\"{printable}\"")
}

/// Whether a heading is the key that it stands for.
fn is_key(heading: &str, key: &str) -> bool {
    let parts = heading.split(|letter: char| letter.is_whitespace() || "_-".contains(letter));
    !heading.contains('.')
        && parts.filter(|part| !part.is_empty()).map(str::to_lowercase).collect::<Vec<_>>().join("_") == key
}

/// `game.toml`
pub(super) fn game(plan: &Plan, is_plain: bool) -> String {
    let mut toml = format!(
        "# {title}: its cards stand in {file}, a row each. Change the sheet, then run `skirmish build` with the name of this folder.\n\
         # `skirmish check` tells what is wrong, with row and column.\n\n\
         title = {quoted}\nedition = \"1e\"\nlanguage = \"en-GB\"       # of the texts: \"de\", \"fr\", \"en-US\" …\ncards = {cards}\n",
        title = plan.title,
        file = plan.file,
        quoted = text(&plan.title),
        cards = text(&plan.file),
    );
    let key = |role: &Role| match role {
        Role::Name => "\"name\"".to_owned(),
        Role::Count => "\"count\"".to_owned(),
        Role::Kind => "\"kind\"".to_owned(),
        Role::Art => "\"art\"".to_owned(),
        Role::BackArt => format!("\"{BACK_FACE}.art\""),
        Role::Colour => super::layout::colour_key(plan).map_or_else(|| "false".to_owned(), |key| text(&key)),
        Role::LeftOff(_) => "false".to_owned(),
        Role::Setting(key) | Role::Field { key, .. } => text(key),
    };
    let renamed: Vec<String> = plan
        .columns
        .iter()
        .map(|column| (&column.heading, key(&column.role)))
        .filter(|(heading, key)| !is_key(heading, key.trim_matches('"')))
        .map(|(heading, key)| format!("{} = {key}\n", text(heading)))
        .collect();
    if !renamed.is_empty() {
        toml.push_str("\n# Headings of the sheet, and what they stand for; `false` in place of a field leaves a column out.\n[columns]\n");
        toml.push_str(&renamed.concat());
    }
    if is_plain || !plan.of_sheets.is_empty() || plan.sheets.len() > 1 {
        toml.push_str("\n# kind: what the cards are that name none. plain: signs such as [ and * mean themselves.\n");
    }
    for cards in &plan.sheets {
        let kind = plan.of_sheets.iter().find(|(sheet, _)| *sheet == cards.sheet);
        if kind.is_some() || is_plain || plan.sheets.len() > 1 {
            toml.push_str(&format!("[sheets.{}]\n", text(&cards.sheet)));
            toml.push_str(&kind.map(|(_, kind)| format!("kind = {}\n", text(kind))).unwrap_or_default());
            toml.push_str(if is_plain { "plain = true\n" } else { "" });
        }
    }
    toml.push_str(&super::layout::faces(plan).toml);
    toml.push_str("\n# What a card may say. A number is from 0 to 99 unless `from` and `to` say otherwise.\n");
    for (_, key, content) in plan.fields() {
        let content = match content {
            Content::Line => "is = \"line\"".to_owned(),
            Content::Text { .. } | Content::Flavour { .. } => "is = \"text\"".to_owned(),
            Content::Number(numbers) => number(numbers),
            Content::Flag => "is = \"flag\"".to_owned(),
            Content::List(words) => {
                format!("is = \"list\"\nof = [{}]", words.iter().map(|word| text(word)).collect::<Vec<_>>().join(", "))
            }
        };
        toml.push_str(&format!("\n[field.{key}]\n{content}\n"));
    }
    toml
}

/// The lines of a field of numbers.
fn number(numbers: &Numbers) -> String {
    let Numbers { from, to, places, sign, words } = numbers;
    let mut lines = format!("is = \"number\"\nfrom = {from}\nto = {to}");
    if *places > 0 {
        lines.push_str(&format!("\nplaces = {places}"));
    }
    if *sign {
        lines.push_str("\nsign = true");
    }
    if !words.is_empty() {
        let words: Vec<String> = words.iter().map(|word| text(word)).collect();
        lines.push_str(&format!("\nwords = [{}]", words.join(", ")));
    }
    lines
}
