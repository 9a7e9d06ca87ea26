//! From files to a [`Game`]: every error in the data is found, and all are reported at once.

mod actions;
mod allow;
#[cfg(feature = "workbooks")]
mod archive;
mod battling;
mod card;
mod cards;
mod colour_fields;
mod colour_rules;
mod colours;
mod declared;
mod defaults;
mod each;
mod faces;
pub mod foreign_markup;
mod game_toml;
mod glossary;
mod languages;
mod lists;
mod nets;
mod pieces;
pub mod rulebook;
mod rules;
mod sheets;
mod syntax;
pub mod table;
mod texts;
mod warband;
mod weave;

#[cfg(feature = "workbooks")]
pub use archive::{ArchiveError, unpack};
pub use card::id_of as card_id;
pub use glossary::read as glossary;
pub use languages::{Part, Place, Task, Tasks, is_code, language_name};
pub use sheets::is_html;
pub use sheets::{
    CellPlace, ColumnPlace, RowCells, RowPlace, SheetCells, SheetPlaces, copies, has_no_value, number, parse_bool,
    plain as heading_key, sheet_cells, without_markup,
};
#[cfg(feature = "workbooks")]
pub use sheets::{EncodeError, Encoding, kept_text as kept_sheet, prepacked};
pub use warband::{ParsedWarbands, file as warband, from_text as warband_from, warband_folder, warband_text};

use std::sync::Arc;

use toml::de::DeTable;

use languages::Translation;
use skirmish_base::{ordered, units, vfs};
use skirmish_model::game;

use crate::game::Game;
use crate::vfs::{Vfs, check_file_name, normalize};
use skirmish_base::diagnostic::{self, Code, Diagnostic, Reporter, Source, Span};

/// The file of a game's rulebook, in its folder.
pub const RULEBOOK: &str = "rules.md";

/// A game as far as it could be parsed, with all diagnostics.
pub struct ParsedGame {
    /// The game; `None` if the files aren't enough to build one.
    pub game: Option<Game>,
    /// All diagnostics, in the order of the files.
    pub diagnostics: Vec<Diagnostic>,
}

/// Returns the path of a game's rulebook, in the game's language.
pub fn rulebook_path(game: &Game) -> String {
    format!("{}/{}", folder(&game.id), rulebook_name(game.translation.as_deref()))
}

/// True if a file is one of cards: `cards.toml`, or their words in another language.
pub fn has_cards(path: &str) -> bool {
    let language = || path.rsplit('/').next()?.strip_prefix("cards.")?.strip_suffix(".toml");
    path.ends_with("/cards.toml") || language().is_some_and(is_code)
}

/// True if a place is in a file of cards or in a spreadsheet.
pub fn is_in_cards(at: &Span) -> bool {
    has_cards(&at.source.path) || at.source.cells.is_some()
}

/// Returns the name of the file with the rulebook: `rules.md`, `rules.de.md` for German.
pub fn rulebook_name(language: Option<&str>) -> String {
    language.map_or_else(|| RULEBOOK.to_owned(), |language| format!("rules.{language}.md"))
}

/// Returns the folder of a game.
pub fn folder(id: &str) -> String {
    format!("card-data/{id}")
}

/// Reads a file as text.
///
/// # Errors
/// A diagnostic if the file is missing, or isn't UTF-8.
pub fn text_file(vfs: &dyn Vfs, path: &str) -> Result<Arc<Source>, Diagnostic> {
    text_of(path, vfs.read(path).map_err(Diagnostic::from)?.into_owned())
}

/// Decodes the bytes of a file as text.
///
/// # Errors
/// A diagnostic if it isn't UTF-8.
pub fn text_of(path: &str, bytes: Vec<u8>) -> Result<Arc<Source>, Diagnostic> {
    match String::from_utf8(bytes) {
        // Some editors begin a file with a byte order mark, which isn't part of the text.
        Ok(text) => Ok(Source::new(path, text.strip_prefix('\u{feff}').unwrap_or(&text))),
        Err(error) => {
            let start = error.utf8_error().valid_up_to();
            // Invalid bytes become the replacement character.
            let source = Source::new(path, String::from_utf8_lossy(error.as_bytes()));
            let at = Span::new(&source, start..start + char::REPLACEMENT_CHARACTER.len_utf8());
            let diagnostic = Diagnostic::error(Code::NOT_UTF8, at, "invalid UTF-8").label("invalid byte");
            Err(diagnostic.hint("save the file as UTF-8"))
        }
    }
}

/// Reads the game in `card-data/<id>`, with the warbands of its folder.
///
/// ```
/// use skirmish_base::vfs::Memory;
///
/// let files = Memory::new()
///     .with("card-data/river/game.toml", "title = \"River\"\nkind.boat.name = \"boat\"\nface.front.template = \"card\"\n")
///     .with("card-data/river/cards.toml", "[[card]]\nname = \"Ferry\"\nkind = \"boot\"\ncount = 3\n");
/// let parsed = skirmish_read::game(&files, "river");
/// let unknown = parsed.diagnostics.iter().find(|problem| problem.message.contains("boot")).expect("a misspelt kind");
/// assert_eq!(unknown.span.as_ref().expect("a place").source.path, "card-data/river/cards.toml");
/// ```
pub fn game(vfs: &dyn Vfs, id: &str) -> ParsedGame {
    game_with(vfs, id, warband::all(vfs, id))
}

/// Reads the game in `card-data/<id>`, with these warbands instead of those of its folder.
pub fn game_with(vfs: &dyn Vfs, id: &str, warbands: ParsedWarbands) -> ParsedGame {
    let reporter = Reporter::default();
    let game = read_with(
        vfs,
        id,
        warbands,
        None,
        |entries, setting, file, known| match entries {
            Some(entries) => cards::read(entries, setting, file, known, None),
            None => Some(declared::without_cards(file, setting)),
        },
        &reporter,
    );
    ParsedGame { game, diagnostics: reporter.into_diagnostics() }
}

/// Reads the game in `card-data/<id>` in one of its languages, by default the source's.
///
/// Missing or stale translations are errors; the game falls back to the words of the source.
pub fn game_in(vfs: &dyn Vfs, id: &str, language: Option<&str>) -> ParsedGame {
    game_in_with(vfs, id, warband::all(vfs, id), language)
}

/// Does the same with these warbands instead of those of its folder.
pub fn game_in_with(vfs: &dyn Vfs, id: &str, warbands: ParsedWarbands, language: Option<&str>) -> ParsedGame {
    match language {
        Some(language) => languages::translated(vfs, id, warbands, language).0,
        None => game_with(vfs, id, warbands),
    }
}

/// True if a problem is that a translation is not finished: words that are missing or stale.
pub fn is_unfinished(code: Code) -> bool {
    languages::is_unfinished(code)
}

/// Reports languages with files in the folder of a game that it doesn't declare.
pub fn report_languages_not_named(vfs: &dyn Vfs, game: &Game, reporter: &Reporter) {
    languages::report_not_named(vfs, game, reporter);
}

/// Returns the texts to translate into one of the languages of a game.
///
/// # Errors
/// The errors of the game itself, or a language that it doesn't declare.
pub fn tasks(vfs: &dyn Vfs, id: &str, language: &str) -> Result<Tasks, Vec<Diagnostic>> {
    let (ParsedGame { game: _, mut diagnostics }, tasks) =
        languages::translated(vfs, id, warband::all(vfs, id), language);
    diagnostics.retain(|diagnostic| diagnostic.is_error() && !languages::is_unfinished(diagnostic.code));
    tasks.filter(|_| diagnostics.is_empty()).ok_or(diagnostics)
}

/// Returns the cards of a game as the rows of one sheet: the headings, then a row for each card.
///
/// # Errors
/// The errors of the game, and entries that can't be represented in a sheet.
pub fn as_sheet(vfs: &dyn Vfs, id: &str) -> Result<Vec<Vec<String>>, Vec<Diagnostic>> {
    let reporter = Reporter::default();
    let sheet = read_with(
        vfs,
        id,
        warband::all(vfs, id),
        None,
        |entries, setting, file, known| {
            let entries = entries?;
            let sheet = sheets::export(entries, &setting, file);
            cards::read(entries, setting, file, known, None).map(|_| sheet)
        },
        &reporter,
    );
    let mut diagnostics = reporter.into_diagnostics();
    match sheet {
        Some(sheet) if !diagnostics.iter().any(Diagnostic::is_error) => Ok(sheet),
        _ if diagnostics.is_empty() => {
            Err(vec![Diagnostic::error(Code::GAME_WITHOUT_CARDS, None, format!("the game `{id}` has no cards"))])
        }
        _ => {
            diagnostics.retain(Diagnostic::is_error);
            Err(diagnostics)
        }
    }
}

/// Returns where the cards in the sheets of a game are; nothing for a game without sheets.
///
/// # Errors
/// The errors of `game.toml`, and of sheets that can't be read. Errors of single cards don't matter.
pub fn sheet_places(vfs: &dyn Vfs, id: &str) -> Result<Vec<SheetPlaces>, Vec<Diagnostic>> {
    let reporter = Reporter::default();
    let found = read_with(
        vfs,
        id,
        ParsedWarbands::default(),
        None,
        |entries, _, _, _| Some(entries.map(|entries| sheets::places(entries.sheets)).unwrap_or_default()),
        &reporter,
    );
    found.ok_or_else(|| reporter.into_diagnostics().into_iter().filter(Diagnostic::is_error).collect())
}

/// Opens the files of a game, has its cards read by `read`, and returns the result. A game of dice and a board has no
/// entries.
fn read_with<T>(
    vfs: &dyn Vfs,
    id: &str,
    warbands: ParsedWarbands,
    translation: Option<&Translation>,
    read: impl FnOnce(Option<&cards::Entries<'_>>, game_toml::Setting, &table::File, &rules::RuleIndex) -> Option<T>,
    reporter: &Reporter,
) -> Option<T> {
    let folder = folder(id);
    let mut refused: Vec<Diagnostic> = vfs.unreadable(&folder).into_iter().map(Diagnostic::from).collect();
    if refused.is_empty() {
        refused = forbidden_names(vfs, &folder);
    }
    if !refused.is_empty() {
        reporter.report_all(refused);
        return None;
    }
    let ParsedWarbands { warbands, diagnostics: of_warbands } = warbands;
    let file = |name: &str| text_file(vfs, &format!("{folder}/{name}"));
    let (game, cards) = (file("game.toml"), file("cards.toml"));
    let game_file = match game {
        Ok(source) => table::File::new(source),
        Err(diagnostic) => {
            reporter.report_all(not_there(vfs, id, [Some(diagnostic), cards.err()]));
            return None;
        }
    };
    let settings = game_file.parse();
    let says = |what: &dyn Fn(&DeTable<'_>) -> bool| settings.as_ref().is_some_and(|settings| what(settings.get_ref()));
    let (there, has_book) = (vfs.has(&format!("{folder}/cards.toml")), vfs.has(&format!("{folder}/{RULEBOOK}")));
    let without_cards = says(&|settings| game_toml::without_cards(settings, has_book && !there));
    let names_sheets = says(&|settings| sheets::names_files(settings));
    let cards = match cards {
        Ok(source) => Some(table::File::new(source)),
        // The cards may be in spreadsheets; a game of dice and a board has none, nor does one with only a rulebook.
        Err(_) if !there && (settings.is_none() || names_sheets || without_cards) => None,
        Err(diagnostic) => {
            let hint = |sheet: String| {
                format!("to read the cards from the spreadsheet, add `cards = \"{sheet}\"` to `game.toml`")
            };
            let hint = sheets::in_folder(vfs, &folder).map(hint);
            let diagnostic = hint.into_iter().fold(diagnostic, Diagnostic::hint);
            reporter.report_all(not_there(vfs, id, [None, Some(diagnostic)]));
            return None;
        }
    };
    // Cards name rules by the numbers that they have in the source.
    let rulebook = file(RULEBOOK);
    let known = rules::RuleIndex::of(rulebook.as_ref().map_or("", |source| source.text.as_str()));
    if let Ok(source) = &rulebook {
        for (number, range) in known.outliers() {
            let (at, what) = (Span::new(source, range.clone()), format!("rule number {number} is far from all others"));
            game_file.note(Diagnostic::warning(Code::RULE_ASTRAY, at, what).hint("correct the number"));
        }
    }
    let entries = cards.as_ref().and_then(table::File::parse);
    let setting = settings.as_ref().and_then(|settings| {
        let mut setting =
            game_toml::read(&game_file, settings.get_ref(), id, &known, warbands, !without_cards, translation)?;
        setting.game.has_book = has_book;
        Some(setting)
    });
    let mut of_sheets = None;
    let read = setting.and_then(|setting| {
        if cards.is_none() && !names_sheets {
            return read(None, setting, &game_file, &known);
        }
        let pieces: Vec<String> = setting.pieces.iter().map(|piece| piece.spec.id.clone()).collect();
        let sheets = sheets::sheets(vfs, &folder, &setting.sheets, &setting.game, &pieces, &game_file)?;
        let sheets = of_sheets.insert(sheets).as_slice();
        if cards.is_some() && entries.is_none() {
            return None;
        }
        let toml = cards.as_ref().zip(entries.as_ref().map(toml::Spanned::get_ref));
        read(Some(&cards::Entries { toml, sheets }), setting, &game_file, &known)
    });
    let mut diagnostics = game_file.into_diagnostics();
    diagnostics.extend(cards.into_iter().flat_map(table::File::into_diagnostics));
    diagnostics.extend(of_sheets.into_iter().flatten().flat_map(|sheet| sheet.file.into_diagnostics()));
    diagnostics.extend(of_warbands);
    diagnostic::sort(&mut diagnostics);
    reporter.report_all(diagnostics);
    read
}

/// Returns the diagnostics of an unknown game, or of its missing files.
fn not_there(vfs: &dyn Vfs, id: &str, files: [Option<Diagnostic>; 2]) -> Vec<Diagnostic> {
    match no_game(vfs, id) {
        Some(diagnostic) => vec![diagnostic],
        None => files.into_iter().flatten().map(|diagnostic| explain(id, diagnostic)).collect(),
    }
}

/// Reports a missing folder, usually because its name is misspelt.
fn no_game(vfs: &dyn Vfs, id: &str) -> Option<Diagnostic> {
    let is_outside = normalize(&folder(id)).map_or(true, |path| path != folder(id));
    if !is_outside && !vfs.files(&folder(id)).is_empty() {
        return None;
    }
    let games = games(vfs);
    let diagnostic = Diagnostic::error(Code::UNKNOWN_GAME, None, format!("unknown game `{id}`"));
    Some(diagnostic.suggest(id, games.iter().map(String::as_str)))
}

/// Reports the files of a game whose names Windows forbids, on every system: people pass games on.
fn forbidden_names(vfs: &dyn Vfs, folder: &str) -> Vec<Diagnostic> {
    let diagnostic = |path: &String| {
        let error = path.split('/').find_map(|name| check_file_name(name).err())?;
        Some(error.diagnostic(Some(Span::file(&Source::new(path.as_str(), ""))), "rename it"))
    };
    vfs.files(folder).iter().filter_map(diagnostic).collect()
}

/// Reports a file that is missing or unreadable.
fn explain(id: &str, diagnostic: Diagnostic) -> Diagnostic {
    if diagnostic.span.is_some() {
        return diagnostic;
    }
    diagnostic.hint(format!("create a folder `{}` with `game.toml` and `cards.toml`", folder(id)))
}

/// Returns the paths of the spreadsheets that a game names, in its folder.
pub fn sheet_files(vfs: &dyn Vfs, id: &str) -> Vec<String> {
    let Ok(source) = text_file(vfs, &format!("{}/game.toml", folder(id))) else { return Vec::new() };
    let file = table::File::new(source);
    let Some(settings) = file.parse() else { return Vec::new() };
    let root = table::TomlTable::new(&file, settings.get_ref(), 0..0, "the game");
    root.filled_or_words("cards").into_iter().map(|word| word.text).collect()
}

/// Returns the ids of all games, sorted.
pub fn games(vfs: &dyn Vfs) -> Vec<String> {
    vfs.folders("card-data")
}
