//! From files to a [`Game`]: every fault of the data is found, and all are told at once.

mod cards;
mod colours;
mod faces;
mod game;
mod glossary;
mod lists;
pub mod rulebook;
mod rules;
mod said;
mod syntax;
pub(crate) mod table;
mod texts;

pub use glossary::read as glossary;

use std::sync::Arc;

use crate::game::Game;
use crate::problem::{self, Place, Problem, Source};
use crate::shelf::{Shelf, inside};

/// A game as far as it could be read, and what is wrong with it.
pub struct Reading {
    /// The game; none where the files say too little to build one.
    pub game: Option<Game>,
    /// All problems, in the order of the files.
    pub problems: Vec<Problem>,
}

/// The folder of a game.
pub fn folder(id: &str) -> String {
    format!("card-data/{id}")
}

/// Reads a file as text.
///
/// # Errors
/// A problem if there is no such file, or if it is not UTF-8.
pub fn text_file(shelf: &dyn Shelf, path: &str) -> Result<Arc<Source>, Problem> {
    let bytes = shelf.read(path).map_err(Problem::from)?;
    match String::from_utf8(bytes.into_owned()) {
        Ok(text) => Ok(Source::new(path, text)),
        Err(error) => {
            let start = error.utf8_error().valid_up_to();
            // What cannot be read stands there as this sign.
            let source = Source::new(path, String::from_utf8_lossy(error.as_bytes()));
            let at = Place::new(&source, start..start + char::REPLACEMENT_CHARACTER.len_utf8());
            let problem = Problem::error(at, "this is not UTF-8 text").label("a letter in another encoding");
            Err(problem.hint("save the file as UTF-8"))
        }
    }
}

/// Reads the game in `card-data/<id>`.
pub fn game(shelf: &dyn Shelf, id: &str) -> Reading {
    let folder = folder(id);
    let file = |name: &str| text_file(shelf, &format!("{folder}/{name}"));
    match (file("game.toml"), file("cards.toml")) {
        (Ok(game), Ok(cards)) => {
            let rulebook = file("rules.md");
            let known = rules::Known::of(rulebook.as_ref().map_or("", |source| source.text.as_str()));
            let game_file = table::File::new(game);
            let card_file = table::File::new(cards);
            let (settings, cards) = (game_file.parse(), card_file.parse());
            let setting = settings.and_then(|settings| game::read(&game_file, settings.get_ref(), id, &known));
            let game = setting
                .zip(cards)
                .map(|(setting, cards)| cards::read(&card_file, cards.get_ref(), setting, &game_file, &known));
            let mut problems = game_file.into_problems();
            problems.extend(card_file.into_problems());
            problem::sort(&mut problems);
            Reading { game, problems }
        }
        (game, cards) => {
            let problems = match no_game(shelf, id) {
                Some(problem) => vec![problem],
                None => [game, cards].into_iter().filter_map(Result::err).map(|problem| explain(id, problem)).collect(),
            };
            Reading { game: None, problems }
        }
    }
}

/// There is no such folder, most often because its name is misspelt.
fn no_game(shelf: &dyn Shelf, id: &str) -> Option<Problem> {
    let is_outside = inside(&folder(id)).map_or(true, |path| path != folder(id));
    if !is_outside && !shelf.files(&folder(id)).is_empty() {
        return None;
    }
    let games = games(shelf);
    let problem = Problem::error(None, format!("there is no game `{id}`"));
    Some(problem.suggest(id, games.iter().map(String::as_str)))
}

/// A file is missing, or it is there and cannot be read.
fn explain(id: &str, problem: Problem) -> Problem {
    if problem.at.is_some() {
        return problem;
    }
    problem.hint(format!("a game is a folder `{}` with `game.toml` and `cards.toml`", folder(id)))
}

/// The games on a shelf, by id, sorted.
pub fn games(shelf: &dyn Shelf) -> Vec<String> {
    shelf.folders("card-data")
}
