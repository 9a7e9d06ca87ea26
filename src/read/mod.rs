//! From files to a [`Game`]: every fault of the data is found, and all are told at once.

mod cards;
mod colours;
mod faces;
mod game;
mod lists;
mod said;
mod syntax;
pub(crate) mod table;
mod texts;

use std::sync::Arc;

use crate::game::Game;
use crate::problem::{self, Problem, Source};
use crate::shelf::{Shelf, ShelfError};

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
            let line =
                error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
            let source = Source::new(path, "");
            let problem =
                Problem::error(crate::problem::Place::file(&source), format!("line {line} is not UTF-8 text"));
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
            let game_file = table::File::new(game);
            let card_file = table::File::new(cards);
            let (settings, cards) = (game_file.parse(), card_file.parse());
            let setting = settings.and_then(|settings| game::read(&game_file, settings.get_ref(), id));
            let game = setting
                .zip(cards)
                .map(|(setting, cards)| cards::read(&card_file, cards.get_ref(), setting, &game_file));
            let mut problems = game_file.into_problems();
            problems.extend(card_file.into_problems());
            problem::sort(&mut problems);
            Reading { game, problems }
        }
        (game, cards) => {
            let problems = [game, cards].into_iter().filter_map(Result::err);
            Reading { game: None, problems: problems.map(|problem| explain(shelf, id, problem)).collect() }
        }
    }
}

/// A missing file means most often that the folder is not a game at all.
fn explain(shelf: &dyn Shelf, id: &str, problem: Problem) -> Problem {
    let missing = ShelfError::Missing { path: format!("{}/game.toml", folder(id)) };
    if problem.what != missing.to_string() || !shelf.files(&folder(id)).is_empty() {
        return problem.hint(format!("a game is a folder `{}` with `game.toml` and `cards.toml`", folder(id)));
    }
    let games = games(shelf);
    Problem::error(None, format!("there is no game `{id}`")).suggest(id, games.iter().map(String::as_str))
}

/// The games on a shelf, by id, sorted.
pub fn games(shelf: &dyn Shelf) -> Vec<String> {
    shelf.folders("card-data")
}
