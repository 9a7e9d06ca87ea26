//! `game.toml` for the cards of a sheet.

use std::collections::{BTreeMap, BTreeSet};

use super::Layout;
use super::guess::{Cards, Column, Content, Role, both};
use super::kinds::add_kind;
use super::language;
use super::pictures::Pictures;
use super::values::DEFAULT_MAX;
use crate::game::Numbers;
use crate::read::{card_id, heading_key};

/// Plan of the new game.
pub(super) struct Plan {
    /// Title.
    pub title: String,
    /// The name of the file with its cards.
    pub file: String,
    pub sheets: Vec<Cards>,
    /// All columns, each heading once.
    pub columns: Vec<Column>,
    /// Ids and names of the kinds.
    pub kinds: Vec<(String, String)>,
    /// Kind of cards without one, for each sheet.
    of_sheets: Vec<(String, String)>,
    /// The pictures on its cards, if there are some.
    pub pictures: Option<Pictures>,
    /// The name of a common size, as in `[format]`; that of a poker card without it.
    pub size: Option<String>,
    /// Requested layout; by default, the columns decide.
    pub layout: Option<Layout>,
    /// Keys of the fields that stay off the face, each with the reason.
    pub off_face: BTreeMap<String, String>,
    /// Keys of fields dropped although no error names them.
    pub blamed: Vec<String>,
    /// Number of times that something did not fit: from 1 on texts get more space and smaller letters.
    pub squeeze: u8,
    /// True if the longest names need smaller letters than a layout's default.
    pub has_small_names: bool,
    /// The language of its cards (BCP 47).
    pub language: &'static str,
    /// True if texts may be hyphenated, as a word is wider than the card.
    pub hyphenates: bool,
    /// True if signs of markup mean themselves.
    pub is_plain: bool,
    /// True if the workbook has sheets that are not read.
    pub has_other_sheets: bool,
    /// The problems of letters that no font has, each with the free font that has them.
    pub missing: BTreeSet<String>,
}

/// Why a field stays off the face that the layout has no space for.
pub(super) const NO_ROOM: &str = "the face has no room for it";
/// The face `common`, on the back of all cards.
const BACK_FACE: &str = "common";

impl Plan {
    pub fn of(name: &str, file: &str, mut sheets: Vec<Cards>, pictures: Option<Pictures>) -> Self {
        let columns = unite(&mut sheets);
        let texts = columns.iter().filter(|column| !matches!(column.role, Role::LeftOff(_)));
        let cells = texts.flat_map(|column| std::iter::once(&column.heading).chain(&column.cells));
        let language = language::of(cells.map(String::as_str));
        let (card, other) = language::nouns(language);
        let mut kinds: Vec<(String, String)> = Vec::new();
        let mut of_sheets = Vec::new();
        for cards in &sheets {
            for (_, name) in &cards.kinds {
                add_kind(&mut kinds, name);
            }
            if !cards.all_have_kinds {
                let by_sheet = sheets.len() > 1 && cards.kinds.is_empty() && !id(&cards.sheet).is_empty();
                let name = match by_sheet {
                    true => cards.sheet.as_str(),
                    false if cards.kinds.is_empty() => card,
                    false => other,
                };
                of_sheets.push((cards.sheet.clone(), add_kind(&mut kinds, name)));
            }
        }
        // Equal names in two sheets don't identify a card.
        let mut ids = BTreeSet::new();
        for cards in &mut sheets {
            let own: BTreeSet<String> = cards.names().map(card_id).collect();
            cards.has_unique_names &= own.is_disjoint(&ids);
            ids.extend(own);
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
            off_face: BTreeMap::new(),
            blamed: Vec::new(),
            squeeze: 0,
            has_small_names: false,
            language,
            hyphenates: false,
            is_plain: false,
            has_other_sheets: false,
            missing: BTreeSet::new(),
        }
    }

    /// Gives the layout another chance after something was left off: fields that it had no room for may fit.
    pub fn start_over(&mut self) {
        self.squeeze = 0;
        let blamed = &self.blamed;
        self.off_face.retain(|key, why| why != NO_ROOM || blamed.contains(key));
    }

    /// Returns the index of a card's kind, by its row below the headings.
    pub fn kind_of(&self, cards: &Cards, row: usize) -> Option<usize> {
        let column = cards.columns.iter().find(|column| column.role == Role::Kind);
        let cell = column.and_then(|column| column.cells.get(row)).filter(|cell| !cell.is_empty());
        let is_named = |cell: &String| self.kinds.iter().find(|(_, name)| heading_key(name) == heading_key(cell));
        let named = cell.and_then(is_named).map(|(id, _)| id.clone());
        let of_sheet = || self.of_sheets.iter().find(|(sheet, _)| *sheet == cards.sheet).map(|(_, kind)| kind.clone());
        let kind = named.or_else(of_sheet)?;
        self.kinds.iter().position(|(known, _)| *known == kind)
    }

    /// Returns the fields on the face, with their headings.
    pub fn shown(&self) -> impl Iterator<Item = (&str, &str, &Content)> {
        self.fields().filter(|(_, key, _)| !self.off_face.contains_key(*key))
    }

    /// Returns the fields that belong on the face, even if the last layout had no room for them.
    pub fn wanted(&self) -> impl Iterator<Item = (&str, &str, &Content)> {
        self.fields().filter(|(_, key, _)| self.off_face.get(*key).is_none_or(|why| why == NO_ROOM))
    }

    /// Returns all fields with their headings.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str, &Content)> {
        self.columns.iter().filter_map(|column| match &column.role {
            Role::Field { key, content } => Some((column.heading.as_str(), key.as_str(), content)),
            _ => None,
        })
    }
}

/// Converts a word to the id of a kind: lower-case letters, digits, hyphens.
pub(super) fn id(word: &str) -> String {
    let parts = word.split(|letter: char| !letter.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// Quotes a text.
pub(super) fn text(words: &str) -> String {
    let escaped = words.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t");
    let printable: String = escaped.chars().filter(|letter| !letter.is_control()).collect();
    format!("\"{printable}\"")
}

/// Returns all columns of the sheets, each heading once. Fields get unique keys, the same in all sheets.
fn unite(sheets: &mut [Cards]) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for column in sheets.iter_mut().flat_map(|cards| &mut cards.columns) {
        let same = |known: &Column| heading_key(&known.heading) == heading_key(&column.heading);
        let known = columns.iter().position(same);
        if let Role::Field { key, .. } = &mut column.role {
            let of_field = |column: &Column| match &column.role {
                Role::Field { key, .. } => Some(key.clone()),
                _ => None,
            };
            let is_free = |key: &String| !columns.iter().any(|column| of_field(column).as_ref() == Some(key));
            let of_known = known.and_then(|index| of_field(&columns[index]));
            let numbered = || (2..).map(|number| format!("{key}_{number}")).find(is_free);
            *key = match of_known {
                Some(known) => known,
                None if is_free(key) => key.clone(),
                None => numbered().unwrap_or_else(|| key.clone()),
            };
        }
        match known.map(|index| &mut columns[index]) {
            None => columns.push(column.clone()),
            Some(known) => match (&mut known.role, &column.role) {
                (Role::Field { content: one, .. }, Role::Field { content: other, .. }) => {
                    *one = both(one.clone(), other.clone());
                }
                (role @ Role::LeftOff(_), other) => *role = other.clone(),
                _ => {}
            },
        }
    }
    columns
}

/// True if a heading is the key that it represents.
pub(super) fn is_key(heading: &str, key: &str) -> bool {
    let key = key.trim_matches('"');
    heading_key(heading) == key && (!heading.contains('.') || key.contains('.'))
}

/// Returns `game.toml`.
pub(super) fn game(plan: &Plan, faces: &str) -> String {
    let mut toml = format!(
        "# {title}: its cards are in {file}, one per row. Change the sheet, then run `skirmish build` with the name of this folder.\n\
         # `skirmish check` reports what is wrong, with row and column.\n\n\
         title = {quoted}\nedition = \"1e\"\nlanguage = \"{language}\"       # of the texts: \"de\", \"fr\", \"en-US\" …\ncards = {cards}\n",
        title = plan.title,
        language = plan.language,
        file = plan.file,
        quoted = text(&plan.title),
        cards = text(&plan.file),
    );
    if !plan.missing.is_empty() {
        toml.push_str("allow-missing-letters = true   # until a font in `fonts` has all letters of the cards\n");
    }
    let key = |role: &Role| match role {
        Role::Name => "\"name\"".to_owned(),
        Role::Count => "\"count\"".to_owned(),
        Role::Kind => "\"kind\"".to_owned(),
        Role::Art => "\"art\"".to_owned(),
        Role::BackArt => format!("\"{BACK_FACE}.art\""),
        Role::Colour => super::layout::colour_key(plan).map_or_else(|| "false".to_owned(), |key| text(&key)),
        Role::Field { key, .. } if plan.off_face.contains_key(key) => "false".to_owned(),
        Role::LeftOff(_) => "false".to_owned(),
        Role::Setting(key) | Role::Field { key, .. } => text(key),
    };
    let mut renamed: Vec<String> = plan
        .columns
        .iter()
        .map(|column| (&column.heading, key(&column.role)))
        .filter(|(heading, key)| !is_key(heading, key))
        .map(|(heading, key)| format!("{} = {key}\n", text(heading)))
        .collect();
    if plan.sheets.iter().any(|cards| cards.has_open_cells) {
        renamed.push("\"\" = false              # cells under no heading\n".to_owned());
    }
    if !renamed.is_empty() {
        toml.push_str(
            "\n# Headings of the sheet, and the fields they stand for; a column with `false` is not read.\n[columns]\n",
        );
        toml.push_str(&renamed.concat());
    }
    toml.push_str(&sheets(plan, key));
    toml.push_str(faces);
    let fields: Vec<_> = plan.shown().collect();
    if fields.is_empty() {
        return toml;
    }
    toml.push_str("\n# What a card may say. A number is from 0 to 99 unless `min` and `max` say otherwise.\n");
    fields.into_iter().fold(toml, |toml, (_, key, content)| toml + &field(key, content))
}

/// Returns the table of a field.
pub(super) fn field(key: &str, content: &Content) -> String {
    let lines = match content {
        Content::Line => "type = \"line\"".to_owned(),
        Content::Text { .. } | Content::Flavour { .. } => "type = \"text\"".to_owned(),
        Content::Number(numbers) => number(numbers),
        Content::Flag => "type = \"bool\"".to_owned(),
        Content::List(words) => {
            format!(
                "type = \"list\"\noptions = [{}]",
                words.iter().map(|word| text(word)).collect::<Vec<_>>().join(", ")
            )
        }
    };
    format!("\n[field.{key}]\n{lines}\n")
}

/// Returns the tables `[sheets.…]`.
fn sheets(plan: &Plan, key: impl Fn(&Role) -> String) -> String {
    let is_named = plan.sheets.len() > 1 || plan.has_other_sheets;
    let table = |cards: &Cards| {
        let kind = plan.of_sheets.iter().find(|(sheet, _)| *sheet == cards.sheet);
        let mut lines = kind.map(|(_, kind)| format!("kind = {}\n", text(kind))).unwrap_or_default();
        lines.push_str(&cards.header.map(|row| format!("header = {row}\n")).unwrap_or_default());
        lines.push_str(if cards.has_unique_names { "" } else { "unique-names = false\n" });
        if !cards.skipped.is_empty() {
            let names: Vec<String> = cards.skipped.iter().map(|name| text(name)).collect();
            lines.push_str(&format!("skip = [{}]\n", names.join(", ")));
        }
        if !cards.skipped_cells.is_empty() {
            let cells: Vec<String> = cards.skipped_cells.iter().map(|cell| text(&cards.cell_name(cell))).collect();
            lines.push_str(&format!("skip-cells = [{}]\n", cells.join(", ")));
        }
        lines.push_str(match () {
            () if cards.is_html => "html = true\n",
            () if plan.is_plain => "markup = false\n",
            () => "",
        });
        let icons: Vec<String> =
            plan.pictures.iter().flat_map(|pictures| pictures.icons.keys()).map(|icon| text(icon)).collect();
        if plan.is_plain && !cards.is_html && !icons.is_empty() {
            lines.push_str(&format!("icons = [{}]\n", icons.join(", ")));
        }
        if let Some(encoding) = cards.encoding {
            lines.push_str(&format!("encoding = \"{encoding}\"\n"));
        }
        let of_all = |column: &Column| {
            let all = plan.columns.iter().find(|known| heading_key(&known.heading) == heading_key(&column.heading));
            all.map(|known| key(&known.role))
        };
        let own: Vec<String> = cards
            .columns
            .iter()
            .filter(|column| !matches!(column.role, Role::LeftOff(_)))
            .map(|column| (column, key(&column.role)))
            .filter(|(column, key)| of_all(column).is_some_and(|all| all != *key))
            .map(|(column, key)| format!("{} = {key}\n", text(&column.heading)))
            .collect();
        if !own.is_empty() {
            lines.push_str(&format!("\n[sheets.{}.columns]\n{}", text(&cards.sheet), own.concat()));
        }
        (is_named || !lines.is_empty()).then(|| format!("\n[sheets.{}]\n{lines}", text(&cards.sheet)))
    };
    let tables: String = plan.sheets.iter().filter_map(table).collect();
    if tables.is_empty() {
        return tables;
    }
    let remark = "\n# kind: of the cards that name none. header: the row with the headings. unique-names = false: rows without a name are\n\
                  # numbered, and cards may share a name. skip: names of rows that aren't cards. skip-cells: cells that are\n\
                  # not read. markup = false: signs such as [ and * mean themselves; `icons` are drawn all the same. html: texts have\n\
                  # tags such as <b>.";
    format!("{remark}{tables}")
}

/// Returns the lines of a field of numbers.
fn number(numbers: &Numbers) -> String {
    let Numbers { from, to, places, sign, words } = numbers;
    let mut lines = "type = \"number\"".to_owned();
    for (key, limit, default) in [("min", from, 0), ("max", to, DEFAULT_MAX)] {
        if *limit != default {
            lines.push_str(&format!("\n{key} = {limit}"));
        }
    }
    if *places > 0 {
        lines.push_str(&format!("\ndecimals = {places}"));
    }
    if *sign {
        lines.push_str("\nsign = true");
    }
    if !words.is_empty() {
        let words: Vec<String> = words.iter().map(|word| text(word)).collect();
        lines.push_str(&format!("\nallow = [{}]", words.join(", ")));
    }
    lines
}
