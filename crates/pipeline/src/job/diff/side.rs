//! One of the two things that are compared: a game as it was or as it is, with its faces.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::face::{Project, RenderCache};
use crate::game::Ink;
use crate::job::changed::{CurrentPrint, now};
use crate::job::print_record::{Printed, Printing};
use crate::job::{Composed, Drawing, Failure, Parsed};
use crate::read;
use crate::scene::Scene;
use crate::vfs::Vfs;

/// A game as read.
pub(super) struct Side<'v> {
    pub vfs: &'v dyn Vfs,
    pub parsed: Parsed,
    /// Its print run, if its faces were printed and recorded.
    printing: Option<&'v Printing>,
    ink: Ink,
    /// Displayed name.
    pub label: String,
}

impl<'v> Side<'v> {
    /// Reads a game.
    ///
    /// # Errors
    /// The diagnostics of its data.
    pub fn open(
        vfs: &'v dyn Vfs,
        id: &str,
        printing: Option<&'v Printing>,
        ink: Ink,
        language: Option<&str>,
        label: String,
    ) -> Result<Self, Failure> {
        let project =
            Project::from_parsed(vfs, id, read::game_in(vfs, id, language)).map_err(|wrong| blamed(wrong, &label))?;
        if project.has_errors() {
            return Err(blamed(project.with_diagnostics([]), &label));
        }
        Ok(Self { vfs, parsed: Parsed::without_book(project), printing, ink, label })
    }

    /// Draws its faces.
    ///
    /// # Errors
    /// The diagnostics of its faces.
    pub fn faces(&self) -> Result<Faces<'_>, Failure> {
        let composed = self.parsed.compose(self.vfs, self.ink, &RenderCache::default(), Drawing::Final);
        let mut wrong: Vec<Diagnostic> = composed.diagnostics.iter().filter(|one| one.is_error()).cloned().collect();
        wrong.extend(composed.errors());
        if !wrong.is_empty() {
            return Err(blamed(wrong, &self.label));
        }
        Ok(Faces { drawn: now(&composed), printing: self.printing, composed })
    }
}

/// Adds the origin to the diagnostics of data from elsewhere.
fn blamed(mut diagnostics: Vec<Diagnostic>, label: &str) -> Failure {
    diagnostics.retain(Diagnostic::is_error);
    let hint = format!("the error is in the data of {label}");
    Failure::Diagnostics(diagnostics.into_iter().map(|diagnostic| diagnostic.hint(hint.clone())).collect())
}

/// The faces of a game.
pub(super) struct Faces<'s> {
    /// As they are drawn now.
    drawn: CurrentPrint,
    printing: Option<&'s Printing>,
    pub composed: Composed<'s>,
}

/// A side with its faces.
pub(super) struct DrawnSide<'a, 's> {
    pub side: &'a Side<'s>,
    pub faces: &'a Faces<'a>,
}

impl Faces<'_> {
    /// Returns the look of a card's faces: as printed, if recorded, else as drawn.
    pub fn find(&self, piece: &str, id: &str) -> Option<&Printed> {
        let printed = self.printing.and_then(|printing| printing.find(piece, id));
        printed.or_else(|| self.drawn.iter().flatten().find(|drawn| drawn.key() == (piece, id)))
    }

    /// Returns all shared backs with their look, by piece type and name.
    pub fn backs(&self) -> Vec<(&str, &Printed)> {
        let all = self.drawn.iter().flatten().filter_map(|drawn| self.find(&drawn.piece, &drawn.id));
        let mut backs: Vec<(&str, &Printed)> = Vec::new();
        for card in all {
            let Some(name) = card.shared.as_deref() else { continue };
            if !backs.iter().any(|(known, other)| (*known, &other.piece) == (name, &card.piece)) {
                backs.push((name, card));
            }
        }
        backs
    }

    /// Returns the scene of a side of a card, and the index of its piece type.
    pub fn scene(&self, piece: &str, id: &str, side: usize) -> Option<(usize, &Arc<Scene>)> {
        let number =
            self.composed.pieces.iter().position(|drawn| drawn.renderer.faces.component().piece.id == piece)?;
        let drawn = &self.composed.pieces[number];
        let renderer = &drawn.renderer.faces;
        let card = renderer.component().cards.iter().position(|card| card.id == id)?;
        let faces = renderer.deck().cards[card];
        let face = if side == 0 { faces.front } else { faces.back };
        Some((number, drawn.composed.faces.scenes.get(face.0)?))
    }
}
