//! Spreadsheet settings of `game.toml`: `cards`, `[columns]`, `[sheets.…]`.

use toml::de::DeTable;

use super::super::pieces::PieceDraft;
use super::super::table::{TomlTable, Word};
use super::encoding::ENCODINGS;
use super::plain;
use crate::diagnostic::{Code, Diagnostic, address};
use crate::game::Kind;

/// Settings of spreadsheets.
#[derive(Default)]
pub(crate) struct Told {
    /// The files with sheets of cards.
    pub files: Vec<Word>,
    /// Meaning of the headings of columns, in all sheets.
    pub columns: Vec<Heading>,
    /// Settings of single sheets.
    pub sheets: Vec<SheetTold>,
}

/// A heading of a sheet in words of its own.
pub(crate) struct Heading {
    /// The heading, [plain].
    pub heading: String,
    /// The field that it represents; `None` for an ignored column.
    pub field: Option<String>,
}

/// Settings of one sheet.
pub(crate) struct SheetTold {
    /// Its name in its workbook, or the name of the file without ending.
    pub name: Word,
    /// The kind of its cards.
    pub kind: Option<String>,
    /// The piece that its rows are, instead of cards.
    pub piece: Option<Word>,
    /// The row with the headings, counted from 1.
    pub header: Option<usize>,
    /// Separator between two cells of a text file.
    pub separator: Option<u8>,
    /// The encoding of a text file.
    pub encoding: Option<&'static str>,
    /// False: rows without a name are numbered, and cards may share a name.
    pub has_unique_names: bool,
    /// Names of rows that aren't cards, [plain]; an empty one represents rows without a name.
    pub skipped: Vec<String>,
    /// Cells that aren't read.
    pub skipped_cells: Vec<SkippedCell>,
    /// Markup of texts.
    pub markup: Markup,
    /// Its own headings.
    pub columns: Vec<Heading>,
}

/// A cell that isn't read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SkippedCell {
    /// The one in a row and a column.
    At(usize, usize),
    /// The one of a card below a heading, [plain]: `elf:_text`. It stays the same when rows move.
    Of(String),
}

/// Markup of a sheet's texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Markup {
    /// As in `cards.toml`.
    #[default]
    Own,
    /// Not at all, except for these icons: its signs mean themselves.
    Plain(Vec<String>),
    /// By tags and entities.
    Html,
}

impl Told {
    /// Returns the settings of the sheet of that name.
    pub fn of(&self, name: &str) -> Option<&SheetTold> {
        self.sheets.iter().find(|own| own.name.text == name)
    }
}

const SEPARATORS: [(&str, u8); 3] = [("comma", b','), ("semicolon", b';'), ("tab", b'\t')];

/// True if a `game.toml` names sheets.
pub(crate) fn names_files(entries: &DeTable<'_>) -> bool {
    entries.contains_key("cards")
}

/// Reads all settings of spreadsheets.
pub(crate) fn read(root: &TomlTable<'_>, kinds: &[Kind], pieces: &[PieceDraft]) -> Told {
    let files = root.filled_or_words("cards");
    for (index, word) in files.iter().enumerate() {
        if files[..index].iter().any(|other| other.text == word.text) {
            let diagnostic =
                Diagnostic::error(Code::SHEET_FILE_TWICE, word.at.clone(), format!("duplicate file `{}`", word.text));
            root.file.note(diagnostic.hint("remove one of them"));
        }
    }
    let columns = headings(root);
    let sheets = root.tables("sheets", "sheet");
    let sheets: Vec<SheetTold> = sheets.into_iter().map(|(name, table)| sheet(name, table, kinds, pieces)).collect();
    if files.is_empty() && (!columns.is_empty() || !sheets.is_empty()) && !root.has_or_typo_of("cards") {
        let at = root.span("sheets").or_else(|| root.span("columns"));
        let diagnostic = Diagnostic::error(Code::NO_SHEETS, at, "no effect: the game doesn't use a spreadsheet");
        root.file.note(diagnostic.hint("add `cards = \"cards.csv\"` at the top to read one"));
    }
    Told { files, columns, sheets }
}

fn sheet(name: Word, table: TomlTable<'_>, kinds: &[Kind], pieces: &[PieceDraft]) -> SheetTold {
    let kind = table.non_empty_str("kind").and_then(|word| {
        table.choose(Code::UNKNOWN_KIND, &word, "kind", kinds.iter().map(|kind| kind.id.as_str()))?;
        Some(word.text)
    });
    let piece = table.non_empty_str("piece").filter(|word| {
        table.choose(Code::UNKNOWN_PIECE, word, "piece", pieces.iter().map(|piece| piece.spec.id.as_str())).is_some()
    });
    let header = table.number("header", 1..=1000).and_then(|row| usize::try_from(row).ok());
    let separator = table.non_empty_str("separator").and_then(|word| {
        let sign = SEPARATORS.iter().find(|(_, sign)| word.text.as_bytes() == [*sign]);
        let found = sign.or_else(|| {
            let named =
                table.choose(Code::UNKNOWN_WORD, &word, "separator", SEPARATORS.iter().map(|(name, _)| *name))?;
            SEPARATORS.get(named)
        });
        found.map(|(_, sign)| *sign)
    });
    let encoding = table.non_empty_str("encoding").and_then(|word| {
        let small = Word { text: word.text.to_lowercase(), at: word.at };
        let named = table.choose(Code::UNKNOWN_WORD, &small, "encoding", ENCODINGS)?;
        Some(ENCODINGS[named])
    });
    let (has_markup, is_html) = (table.flag("markup").unwrap_or(true), table.flag("html").unwrap_or(false));
    let icons = table.words("icons");
    let markup = match (is_html, has_markup) {
        (true, _) => Markup::Html,
        (false, false) => Markup::Plain(icons.into_iter().map(|word| word.text).collect()),
        (false, true) => Markup::Own,
    };
    let has_unique_names = table.flag("unique-names").unwrap_or(true);
    let skipped = table.words("skip").iter().map(|word| plain(&word.text)).collect();
    let cell = |word: &Word| {
        let of_card = || word.text.contains(": ").then(|| SkippedCell::Of(plain(&word.text)));
        let cell = address(&word.text).map(|(row, column)| SkippedCell::At(row, column)).or_else(of_card);
        if cell.is_none() {
            let what = format!(
                "`{}` in `skip-cells` of {} must be a card and a heading, such as `Elf: Text`, or a cell, such as `C3`",
                word.text, table.what
            );
            table.file.note(Diagnostic::error(Code::UNKNOWN_WORD, word.at.clone(), what));
        }
        cell
    };
    let skipped_cells = table.words("skip-cells").iter().filter_map(cell).collect();
    let columns = headings(&table);
    table.finish();
    SheetTold {
        name,
        kind,
        piece,
        header,
        separator,
        encoding,
        has_unique_names,
        skipped,
        skipped_cells,
        markup,
        columns,
    }
}

/// Reads `[columns]`: a heading and the field that it represents, or `false`.
fn headings(table: &TomlTable<'_>) -> Vec<Heading> {
    let Some(inner) = table.table("columns", format_args!("`columns` of {}", table.what)) else { return Vec::new() };
    let heading = |key: Word| {
        let heading = plain(&key.text);
        if !inner.is_flag(&key.text) {
            return Some(Heading { heading, field: Some(inner.non_empty_str(&key.text)?.text) });
        }
        if inner.flag(&key.text) == Some(true) {
            let what = format!("`{}` of {} must be a field, or `false`", key.text, inner.what);
            inner.file.note(
                Diagnostic::error(Code::COLUMN_TRUE, inner.span(&key.text), what)
                    .hint("use `false` to ignore the column"),
            );
        }
        Some(Heading { heading, field: None })
    };
    inner.keys().into_iter().filter_map(heading).collect()
}
