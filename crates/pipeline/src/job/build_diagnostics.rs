//! Problems of a game that is being built, and which of them prevent it.

use super::counted;
use super::select::find;
use crate::diagnostic::{self, Diagnostic};
use crate::game::{Component, Game};

/// Diagnostics of a game.
pub(super) struct BuildDiagnostics {
    /// Errors that prevent output, unless it is a draft.
    pub errors: Vec<Diagnostic>,
    /// Notes.
    pub warnings: Vec<Diagnostic>,
    /// Number of errors in cards outside `--only`.
    of_others: usize,
}

impl BuildDiagnostics {
    /// Separates errors from warnings and notes.
    pub fn new(diagnostics: Vec<Diagnostic>) -> Self {
        let (errors, warnings) = diagnostics.into_iter().partition(Diagnostic::is_error);
        Self { errors, warnings, of_others: 0 }
    }

    /// Ignores errors that only affect cards outside `--only`, and counts them.
    pub fn ignore_unselected(&mut self, game: &Game, only: &[String]) {
        if only.is_empty() {
            return;
        }
        let is_asked_for = |card: &String| {
            only.iter().map(|asked| asked.trim()).any(|asked| {
                let found = |component: &Component| {
                    find(game, component, asked).iter().any(|index| component.cards[*index].name == *card)
                };
                // An unreadable card is only known by its name.
                card.eq_ignore_ascii_case(asked) || game.pieces().any(found)
            })
        };
        let before = self.errors.len();
        self.errors.retain(|error| error.affects.cards.is_empty() || error.affects.cards.iter().any(is_asked_for));
        self.of_others = before - self.errors.len();
    }

    /// Returns closing advice, if any.
    pub fn advice(&self, draft: bool) -> Option<String> {
        match (draft, self.errors.len(), self.of_others) {
            (true, 0, _) => Some("No errors found: `--draft` isn't needed.".to_owned()),
            (true, errors, _) => Some(format!("Draft: {} left to fix.", counted(errors, "problem"))),
            (false, _, 0) => None,
            (false, _, others) => Some(format!(
                "Ignored {} in other cards: run `skirmish check` to list them.",
                counted(others, "problem")
            )),
        }
    }

    /// Returns everything to print: without accepted problems.
    pub fn into_warnings(self, game: &Game) -> Vec<Diagnostic> {
        let mut all = self.errors;
        all.extend(self.warnings);
        game.allowed.accept(&mut all);
        all.retain(|one| one.allowed.is_none());
        diagnostic::sort(&mut all);
        all
    }
}
