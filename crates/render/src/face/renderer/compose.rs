//! Composition of faces: every slot filled, in type sizes that the cards of a kind share.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::super::FaceRenderer;
use super::super::deck::FaceId;
use super::attempt::{Attempt, Filled};
use super::fit::{Changed, Sizes, Smaller};
use crate::diagnostic::{Code, Diagnostic, Reporter, Severity};
use crate::read;
use crate::scene::Scene;
use crate::text;
use crate::threads;

/// The faces of a deck, drawn.
pub struct Composed {
    /// A scene for each face, in the order of [`super::Deck::faces`].
    pub scenes: Vec<Arc<Scene>>,
    /// Texts set smaller than those of other cards of their kind.
    pub smaller: Vec<Smaller>,
}

impl<'a> FaceRenderer<'a> {
    /// Composes all faces.
    ///
    /// # Errors
    /// Everything that would be printed wrong: slots left empty, texts shown by no slot, texts too long at the smallest
    /// size, letters that no font has.
    pub fn compose(&self) -> Result<Composed, Vec<Diagnostic>> {
        let (composed, diagnostics) = Reporter::collect(|reporter| self.compose_all(reporter));
        if diagnostics.is_empty() { Ok(composed) } else { Err(diagnostics) }
    }

    /// Composes all faces, each as far as possible, and reports everything that would be printed wrong.
    pub fn compose_all(&self, reporter: &Reporter) -> Composed {
        let ids: Vec<FaceId> = self.deck.ids().collect();
        // Content of the slots does not depend on sizes.
        let all = threads::map(&ids, |id| self.fill(*id));
        let mut sizes = self.given_sizes(&ids);
        let mut attempts = threads::map(&all, |filled| self.attempt(filled, &sizes));
        loop {
            // Texts that are too long are tried separately until they fit; then the others of their class are set
            // unchanged.
            let before = sizes.clone();
            let mut tried: Vec<FaceId> = ids.clone();
            loop {
                let tight: Vec<FaceId> = tried.iter().copied().filter(|id| !attempts[id.0].tight.is_empty()).collect();
                let smaller = self.smaller_sizes(&tight, &attempts, &sizes);
                if smaller == sizes {
                    break;
                }
                let changed = Changed::between(&sizes, &smaller);
                tried = tight.into_iter().filter(|id| self.concerns(*id, &changed)).collect();
                sizes = smaller;
                for (id, attempt) in tried.iter().zip(threads::map(&tried, |id| self.attempt(&all[id.0], &sizes))) {
                    attempts[id.0] = attempt;
                }
            }
            if before == sizes {
                break;
            }
            let tried: HashSet<FaceId> = tried.into_iter().collect();
            let changed = Changed::between(&before, &sizes);
            let is_behind = |id: &FaceId| !tried.contains(id) && self.concerns(*id, &changed);
            let behind: Vec<FaceId> = ids.iter().copied().filter(is_behind).collect();
            for (id, attempt) in behind.iter().zip(threads::map(&behind, |id| self.attempt(&all[id.0], &sizes))) {
                attempts[id.0] = attempt;
            }
        }
        for (filled, attempt) in all.iter().zip(&mut attempts).filter(|(_, attempt)| attempt.has_unreported_overflow())
        {
            *attempt = self.draw(filled, &sizes);
        }
        self.blame_slots(&all, &mut attempts);
        let diagnostics_of = |(filled, attempt): (&Filled<'_>, &Attempt)| {
            let tight = attempt.tight.iter().filter_map(|(_, diagnostic)| diagnostic.as_ref());
            let all = filled.diagnostics.iter().chain(&attempt.diagnostics).chain(tight);
            all.cloned().map(|diagnostic| self.spoilt(filled.id, diagnostic)).collect::<Vec<_>>()
        };
        reporter.report_all(all.iter().zip(&attempts).flat_map(diagnostics_of));
        self.report_missing_letters(&ids, &attempts, reporter);
        for id in &ids {
            reporter.report_all(self.sizes_of_nothing(*id).into_iter().map(|one| self.spoilt(*id, one)));
        }
        let scenes = attempts.into_iter().map(|attempt| attempt.scene).collect();
        Composed { scenes, smaller: self.smaller(&sizes) }
    }

    /// Blames a slot, once, if it is too small for the texts of all cards.
    fn blame_slots(&self, all: &[Filled<'_>], attempts: &mut [Attempt]) {
        /// Of fewer cards, the texts may be at fault.
        const ENOUGH: usize = 3;
        if attempts.iter().all(|attempt| attempt.tight.is_empty()) {
            return;
        }
        let mut slots: BTreeMap<(String, usize), (Vec<usize>, usize)> = BTreeMap::new();
        for (number, (filled, attempt)) in all.iter().zip(attempts.iter()).enumerate() {
            let template = &self.face(filled.id).1.template.value;
            for slot in filled.texts() {
                let (tight, shown) = slots.entry((template.clone(), slot)).or_default();
                *shown += 1;
                if attempt.tight.iter().any(|(index, _)| *index == slot) {
                    tight.push(number);
                }
            }
        }
        for ((template, slot), (tight, shown)) in slots {
            if tight.len() < ENOUGH || tight.len() < shown {
                continue;
            }
            let mut told = all[tight[0]].slot(slot).map(|slot| {
                let what = format!("slot `{}`: text overflow on all {shown} faces", slot.name);
                let hint = format!("enlarge the box in template `{template}`, or reduce style `{}`", slot.style);
                Diagnostic::error(Code::SLOT_TOO_SMALL, slot.at.clone(), what).hint(hint)
            });
            // It takes the place of the first, and of all others there is nothing more to say.
            for number in tight {
                let of_slot = attempts[number].tight.iter_mut().filter(|(index, _)| *index == slot);
                of_slot.for_each(|(_, diagnostic)| *diagnostic = told.take());
            }
        }
    }

    /// Returns the sizes after another step down for all overlong texts of these faces that may be smaller.
    fn smaller_sizes(&self, faces: &[FaceId], attempts: &[Attempt], sizes: &Sizes<'a>) -> Sizes<'a> {
        let mut smaller = sizes.clone();
        for id in faces {
            for (slot, _) in &attempts[id.0].tight {
                if let Some((class, size)) = self.step_down(*id, *slot, sizes) {
                    smaller.insert(class, size);
                }
            }
        }
        smaller
    }

    /// Reports missing letters, once for each fallback font that has them, with their first locations.
    fn report_missing_letters(&self, ids: &[FaceId], attempts: &[Attempt], reporter: &Reporter) {
        let mut all: Vec<(char, Diagnostic)> = Vec::new();
        for (id, attempt) in ids.iter().zip(attempts) {
            let of_face = attempt.letters.iter();
            all.extend(of_face.map(|(letter, diagnostic)| (*letter, self.spoilt(*id, diagnostic.clone()))));
        }
        let folder = read::folder(&self.game.id);
        let severity = if self.game.allows_missing_letters { Severity::Warning } else { Severity::Error };
        for lacking in text::by_font(all.iter().map(|(letter, _)| *letter)) {
            let places = all.iter().filter(|(letter, _)| lacking.letters.contains(letter));
            let places = places.map(|(_, place)| place.clone()).collect();
            let diagnostic = text::lacking_at(&lacking, places, &folder);
            reporter.report_all(diagnostic.map(|diagnostic| Diagnostic { severity, ..diagnostic }));
        }
    }

    /// Returns a diagnostic of a face, with the card that it affects; for a shared face, many cards.
    fn spoilt(&self, id: FaceId, diagnostic: Diagnostic) -> Diagnostic {
        let (card, face) = self.face(id);
        let sort = &self.game.face_kinds[face.kind];
        let mut diagnostic = if sort.shared { diagnostic } else { diagnostic.for_cards([&card.name]) };
        diagnostic.affects.face = Some(sort.id.clone());
        diagnostic
    }
}
