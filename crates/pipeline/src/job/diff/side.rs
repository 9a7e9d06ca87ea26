//! One of the two things that are compared: a game as it was or as it is, with its faces.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::face::{ComposedPiece, Extra, Kept, PieceRenderer, Project};
use crate::game::Ink;
use crate::job::Failure;
use crate::job::changed::{Now, now};
use crate::job::printing::{Printed, Printing};
use crate::job::renderers;
use crate::read;
use crate::scene::Scene;
use crate::vfs::Vfs;

/// A game as read.
pub(super) struct Side<'v> {
    pub vfs: &'v dyn Vfs,
    pub project: Project,
    /// Its print run, if its faces were printed and recorded.
    printing: Option<&'v Printing>,
    ink: Ink,
    /// Displayed name.
    pub told: String,
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
        (ink, language): (Ink, Option<&str>),
        told: String,
    ) -> Result<Self, Failure> {
        let project = Project::of(vfs, id, read::game_in(vfs, id, language)).map_err(|wrong| blamed(wrong, &told))?;
        if project.is_wrong() {
            return Err(blamed(project.all_diagnostics(Vec::new(), None), &told));
        }
        Ok(Self { vfs, project, printing, ink, told })
    }

    /// Draws its faces.
    ///
    /// # Errors
    /// The diagnostics of its faces.
    pub fn faces(&self) -> Result<Faces<'_>, Failure> {
        let (renderers, diagnostics) =
            renderers(self.vfs, &self.project, self.ink, &Extra::default(), &Kept::default());
        let mut wrong: Vec<Diagnostic> = diagnostics.into_iter().filter(Diagnostic::is_error).collect();
        let mut composed = Vec::with_capacity(renderers.len());
        for renderer in &renderers {
            match renderer.compose() {
                Ok(piece) => composed.push(piece),
                Err(more) => wrong.extend(more),
            }
        }
        if !wrong.is_empty() {
            return Err(blamed(wrong, &self.told));
        }
        let scenes: Vec<&[Arc<Scene>]> = composed.iter().map(|piece| piece.faces.scenes.as_slice()).collect();
        let drawn = now(&self.project, &renderers, &scenes);
        Ok(Faces { drawn, printing: self.printing, renderers, composed })
    }
}

/// Adds the origin to the diagnostics of data from elsewhere.
fn blamed(mut diagnostics: Vec<Diagnostic>, told: &str) -> Failure {
    diagnostics.retain(Diagnostic::is_error);
    let hint = format!("the error is in the data of {told}");
    Failure::Diagnostics(diagnostics.into_iter().map(|diagnostic| diagnostic.hint(hint.clone())).collect())
}

/// The faces of a game.
pub(super) struct Faces<'s> {
    /// As they are drawn now.
    drawn: Now,
    printing: Option<&'s Printing>,
    pub renderers: Vec<PieceRenderer<'s>>,
    pub composed: Vec<ComposedPiece>,
}

impl Faces<'_> {
    /// Returns the look of a card's faces: as printed, if recorded, else as drawn.
    pub fn find(&self, piece: &str, id: &str) -> Option<&Printed> {
        let printed = self.printing.and_then(|printing| printing.find((piece, id)));
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
        let number = self.renderers.iter().position(|renderer| renderer.faces.game.piece.id == piece)?;
        let renderer = &self.renderers[number].faces;
        let card = renderer.game.cards.iter().position(|card| card.id == id)?;
        let faces = renderer.deck.cards[card];
        let face = if side == 0 { faces.front } else { faces.back };
        Some((number, self.composed[number].faces.scenes.get(face.0)?))
    }
}
