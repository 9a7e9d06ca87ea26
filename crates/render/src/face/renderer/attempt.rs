//! One face, composed in given sizes as far as it can be.

use std::sync::Arc;

use super::super::FaceRenderer;
use super::super::content::{Content, Finder};
use super::super::deck::FaceId;
use super::super::draft;
use super::super::face_cache::{KeptFace, Shown};
use super::super::form::lay_fields;
use super::super::placing::FaceComposer;
use super::super::read::roles;
use super::super::shown::unshown;
use super::super::slot::Slot;
use super::super::template::Template;
use super::fit::Sizes;
use crate::diagnostic::Diagnostic;
use crate::scene::Scene;
use crate::units::Rect;

/// A face with the contents of its slots.
pub(in crate::face) struct Filled<'a> {
    pub id: FaceId,
    finder: Finder<'a>,
    /// `None` if it couldn't be read.
    template: Option<&'a Arc<Template>>,
    contents: Vec<Option<Content<'a>>>,
    /// Diagnostics of its slots that don't depend on sizes.
    pub diagnostics: Vec<Diagnostic>,
    /// The face in all sizes that were tried; `None` if it isn't cached.
    kept: Option<Arc<KeptFace>>,
}

impl Filled<'_> {
    /// Returns the slots that have a text, by number.
    pub fn texts(&self) -> impl Iterator<Item = usize> {
        let is_text = |content: &Option<Content<'_>>| matches!(content, Some(Content::Text(..)));
        self.contents.iter().enumerate().filter(move |(_, content)| is_text(content)).map(|(slot, _)| slot)
    }

    /// Returns a slot by number.
    pub fn slot(&self, number: usize) -> Option<&Slot> {
        self.template?.slots.get(number)
    }
}

/// A face as far as it could be composed.
#[derive(Default)]
pub(in crate::face) struct Attempt {
    pub scene: Arc<Scene>,
    /// Slots whose content is too large, each with the diagnostic in case no smaller size is allowed; without one if it
    /// is known from an earlier round.
    pub tight: Vec<(usize, Option<Diagnostic>)>,
    /// The boxes of texts that a draft cuts off.
    pub cut: Vec<Rect>,
    /// Letters that no font has, with the place of each.
    pub letters: Vec<(char, Diagnostic)>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Attempt {
    /// True if a slot overflows without a diagnostic.
    pub fn has_unreported_overflow(&self) -> bool {
        self.tight.iter().any(|(_, diagnostic)| diagnostic.is_none())
    }

    /// Returns the part that is cached; `None` if there are diagnostics besides an overflow.
    fn shown(&self) -> Option<Shown> {
        if !self.letters.is_empty() || !self.diagnostics.is_empty() {
            return None;
        }
        let tight = self.tight.iter().map(|(slot, _)| *slot);
        Some(if self.tight.is_empty() {
            Shown::Scene(Arc::clone(&self.scene))
        } else {
            Shown::TooLarge(tight.collect())
        })
    }
}

impl<'a> FaceRenderer<'a> {
    /// Finds the contents of the slots of a face.
    pub(in crate::face) fn fill(&'a self, id: FaceId) -> Filled<'a> {
        let (card, face) = self.face(id);
        let shared = self.game.face_kinds[face.kind].shared;
        let finder = Finder { renderer: self, card, face, shared };
        // A template that could not be read was reported before.
        let template = self.template(id);
        let slots = template.map(|template| template.slots.as_slice()).unwrap_or_default();
        let (mut contents, mut diagnostics) = (Vec::with_capacity(slots.len()), Vec::new());
        for slot in slots {
            match finder.content(slot) {
                Ok(content) => contents.push(content),
                Err(found) => {
                    let of_slot = |mut diagnostic: Diagnostic| {
                        diagnostic.affects.slot = Some(slot.name.clone());
                        diagnostic
                    };
                    diagnostics.extend(found.into_iter().map(of_slot));
                    contents.push((self.draft && finder.is_art(slot)).then_some(Content::NoPicture));
                }
            }
        }
        let known = |slot: &Slot| slot.role.is_some() || finder.role_of(slot).is_ok();
        // Of the texts of a net each panel shows its own.
        if let Some(template) =
            template.filter(|_| !shared && self.component.piece.panel.is_none() && slots.iter().all(known))
        {
            diagnostics.extend(unshown(&finder, template));
        }
        // Forms and drafts show more than the contents of their slots.
        let is_kept = !self.component.piece.form && !self.draft;
        let mut filled = Filled { id, finder, template, contents, diagnostics, kept: None };
        if let (Some((cache, round)), Some(template)) = (self.kept_faces.as_ref().filter(|_| is_kept), template) {
            let key = format!("{}/{}", self.component.piece.id, self.face_name(id));
            let sizes = Sizes::new();
            let composer = self.composer(&filled, template, &sizes);
            let kept = cache.entry(key, composer.ingredients(template, &filled.contents), *round);
            filled.kept = kept;
        }
        filled
    }

    /// Returns the face in these sizes: from the cache, or drawn.
    pub(in crate::face) fn attempt(&self, filled: &Filled<'_>, sizes: &Sizes<'_>) -> Attempt {
        let (Some(kept), Some(template)) = (&filled.kept, filled.template) else {
            return self.draw(filled, sizes);
        };
        let of_slots = self.composer(filled, template, sizes).sizes();
        match kept.shown(&of_slots) {
            Some(Shown::Scene(scene)) => Attempt { scene, ..Attempt::default() },
            Some(Shown::TooLarge(slots)) => {
                Attempt { tight: slots.into_iter().map(|slot| (slot, None)).collect(), ..Attempt::default() }
            }
            None => {
                let attempt = self.draw(filled, sizes);
                if let Some(shown) = attempt.shown() {
                    kept.keep(of_slots, shown);
                }
                attempt
            }
        }
    }

    /// Draws the face in these sizes.
    pub(in crate::face) fn draw(&self, filled: &Filled<'_>, sizes: &Sizes<'_>) -> Attempt {
        let Filled { finder, contents, .. } = filled;
        let mut attempt = Attempt::default();
        let Some(template) = filled.template else {
            if self.draft && !finder.face.template.value.is_empty() {
                let mut scene = Scene::default();
                draft::lay_on(&mut scene, &[self.component.format.cut()], self.component.format.size);
                attempt.scene = Arc::new(scene);
            }
            return attempt;
        };
        let composer = self.composer(filled, template, sizes);
        let placed = composer.place_all(contents, &mut attempt);
        composer.judge_numbers(&mut attempt);
        let roles = if finder.shared { Vec::new() } else { roles(&template.slots, contents) };
        let mut scene = composer.stack(placed, &roles);
        if self.component.piece.form && !finder.shared {
            lay_fields(&mut scene, finder.card, &template.slots, contents, &self.typography.styles, template.scale);
        }
        if self.draft {
            draft::lay_on(&mut scene, &attempt.cut, self.component.format.size);
        }
        scene.items.shrink_to_fit();
        attempt.scene = Arc::new(scene);
        attempt
    }

    fn composer<'b>(
        &'b self,
        filled: &'b Filled<'b>,
        template: &'b Template,
        sizes: &'b Sizes<'b>,
    ) -> FaceComposer<'b> {
        let Filled { finder, id, .. } = filled;
        FaceComposer { renderer: self, finder, template, id: *id, card: finder.card, face: finder.face, sizes }
    }
}
