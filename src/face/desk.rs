//! What all drawing begins with: a game, its fonts and its type.

use crate::game::Game;
use crate::problem::{self, Problem};
use crate::read;
use crate::shelf::Shelf;
use crate::text::{Fonts, Shaper, Styles};

/// A game, ready to be drawn.
pub struct Desk {
    /// The game.
    pub game: Game,
    /// All fonts there are.
    pub fonts: Fonts,
    /// The styles of its type.
    pub styles: Styles,
    /// Sets type in these styles.
    pub shaper: Shaper,
    /// What is wrong so far.
    problems: Vec<Problem>,
}

impl Desk {
    /// Reads a game, fonts and styles.
    ///
    /// # Errors
    /// The problems of a game that says too little to go on; all others are kept, to be told together with those that
    /// come to light later.
    pub fn open(shelf: &dyn Shelf, id: &str) -> Result<Self, Vec<Problem>> {
        let folder = read::folder(id);
        let reading = read::game(shelf, id);
        let mut problems = reading.problems;
        let Some(game) = reading.game else { return Err(problems) };
        let (fonts, font_problems) = Fonts::load(shelf, &folder);
        let (styles, style_problems) = Styles::load(shelf, &folder, &fonts);
        problems.extend(font_problems.into_iter().chain(style_problems));
        let shaper = Shaper::new(&fonts, &styles.settings);
        Ok(Self { game, fonts, styles, shaper, problems })
    }

    /// Whether colours, type and templates are as they are meant; errors of the cards alone do not change them.
    pub fn looks_right(&self) -> bool {
        let of_cards =
            |problem: &Problem| problem.at.as_ref().is_some_and(|at| at.source.path.ends_with("/cards.toml"));
        self.problems.iter().all(|problem| !problem.is_error() || of_cards(problem))
    }

    /// Whether an error came to light so far.
    pub fn is_wrong(&self) -> bool {
        self.problems.iter().any(Problem::is_error)
    }

    /// All problems there are, in the order in which a reader meets them.
    pub fn all_problems(&self, of_studio: Vec<Problem>, of_faces: Option<&Vec<Problem>>) -> Vec<Problem> {
        let mut all = self.problems.clone();
        all.extend(of_studio);
        all.extend(of_faces.into_iter().flatten().cloned());
        problem::sort(&mut all);
        all
    }
}
