//! From files to a [`Game`]: every error in the data is found, and all are reported at once.

mod battling;
mod cards;
mod colours;
mod declared;
mod defaults;
mod each;
mod faces;
mod game;
mod glossary;
mod lists;
mod looks;
mod nets;
mod pieces;
pub mod rulebook;
mod rules;
mod slips;
mod syntax;
pub(crate) mod table;
mod texts;
mod warband;
mod warband_text;
mod warriors;

pub use glossary::read as glossary;
pub use warband::{ParsedWarbands, file as warband, from_text as warband_from, warband_folder};
pub use warband_text::warband_text;

use std::sync::Arc;

use crate::diagnostic::{self, Diagnostic, Source, Span};
use crate::game::Game;
use crate::vfs::{Vfs, normalize};

/// A game as far as it could be parsed, with all diagnostics.
pub struct ParsedGame {
    /// The game; none where the files say too little to build one.
    pub game: Option<Game>,
    /// All diagnostics, in the order of the files.
    pub diagnostics: Vec<Diagnostic>,
}

/// The folder of a game.
pub fn folder(id: &str) -> String {
    format!("card-data/{id}")
}

/// Reads a file as text.
///
/// # Errors
/// A diagnostic if there is no such file, or if it is not UTF-8.
pub fn text_file(vfs: &dyn Vfs, path: &str) -> Result<Arc<Source>, Diagnostic> {
    text_of(path, vfs.read(path).map_err(Diagnostic::from)?.into_owned())
}

/// The bytes of a file as text.
///
/// # Errors
/// A diagnostic if it is not UTF-8.
pub fn text_of(path: &str, bytes: Vec<u8>) -> Result<Arc<Source>, Diagnostic> {
    match String::from_utf8(bytes) {
        // Some editors begin a file with a mark of its encoding, which is no part of the text.
        Ok(text) => Ok(Source::new(path, text.strip_prefix('\u{feff}').unwrap_or(&text))),
        Err(error) => {
            let start = error.utf8_error().valid_up_to();
            // Invalid bytes become the replacement character.
            let source = Source::new(path, String::from_utf8_lossy(error.as_bytes()));
            let at = Span::new(&source, start..start + char::REPLACEMENT_CHARACTER.len_utf8());
            let diagnostic = Diagnostic::error(at, "this is not UTF-8 text").label("a letter in another encoding");
            Err(diagnostic.hint("save the file as UTF-8"))
        }
    }
}

/// Reads the game in `card-data/<id>`, with the warbands of its folder.
pub fn game(vfs: &dyn Vfs, id: &str) -> ParsedGame {
    game_with(vfs, id, warband::all(vfs, id))
}

/// Reads the game in `card-data/<id>`, with these warbands in place of those of its folder.
pub fn game_with(vfs: &dyn Vfs, id: &str, warbands: ParsedWarbands) -> ParsedGame {
    let folder = folder(id);
    let ParsedWarbands { warbands, diagnostics: of_warbands } = warbands;
    let file = |name: &str| text_file(vfs, &format!("{folder}/{name}"));
    match (file("game.toml"), file("cards.toml")) {
        (Ok(game), Ok(cards)) => {
            let rulebook = file("rules.md");
            let known = rules::Known::of(rulebook.as_ref().map_or("", |source| source.text.as_str()));
            let game_file = table::File::new(game);
            let card_file = table::File::new(cards);
            let (settings, cards) = (game_file.parse(), card_file.parse());
            let setting =
                settings.and_then(|settings| game::read(&game_file, settings.get_ref(), id, &known, warbands));
            let game = setting
                .zip(cards)
                .map(|(setting, cards)| cards::read(&card_file, cards.get_ref(), setting, &game_file, &known));
            let mut diagnostics = game_file.into_diagnostics();
            diagnostics.extend(card_file.into_diagnostics());
            told_of(of_warbands, ParsedGame { game, diagnostics })
        }
        // A game of dice and a board: nothing but its table.
        (Ok(game), Err(_)) if !vfs.has(&format!("{folder}/cards.toml")) && game::is_without_cards(&game.text) => {
            let rulebook = file("rules.md");
            let known = rules::Known::of(rulebook.as_ref().map_or("", |source| source.text.as_str()));
            let game_file = table::File::new(game);
            let settings = game_file.parse();
            let setting =
                settings.and_then(|settings| game::read(&game_file, settings.get_ref(), id, &known, warbands));
            let game = setting.map(|setting| declared::without_cards(&game_file, setting));
            told_of(of_warbands, ParsedGame { game, diagnostics: game_file.into_diagnostics() })
        }
        (game, cards) => {
            let diagnostics = match no_game(vfs, id) {
                Some(diagnostic) => vec![diagnostic],
                None => [game, cards]
                    .into_iter()
                    .filter_map(Result::err)
                    .map(|diagnostic| explain(id, diagnostic))
                    .collect(),
            };
            ParsedGame { game: None, diagnostics }
        }
    }
}

/// A game, and all diagnostics in the order of the files.
fn told_of(warbands: Vec<Diagnostic>, mut parsed: ParsedGame) -> ParsedGame {
    parsed.diagnostics.extend(warbands);
    diagnostic::sort(&mut parsed.diagnostics);
    parsed
}

/// There is no such folder, most often because its name is misspelt.
fn no_game(vfs: &dyn Vfs, id: &str) -> Option<Diagnostic> {
    let is_outside = normalize(&folder(id)).map_or(true, |path| path != folder(id));
    if !is_outside && !vfs.files(&folder(id)).is_empty() {
        return None;
    }
    let games = games(vfs);
    let diagnostic = Diagnostic::error(None, format!("there is no game `{id}`"));
    Some(diagnostic.suggest(id, games.iter().map(String::as_str)))
}

/// A file is missing, or it is there and cannot be read.
fn explain(id: &str, diagnostic: Diagnostic) -> Diagnostic {
    if diagnostic.at.is_some() {
        return diagnostic;
    }
    diagnostic.hint(format!("a game is a folder `{}` with `game.toml` and `cards.toml`", folder(id)))
}

/// The ids of all games, sorted.
pub fn games(vfs: &dyn Vfs) -> Vec<String> {
    vfs.folders("card-data")
}
