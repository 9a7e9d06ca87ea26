//! Cache of drawings and templates between readings of a game.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use super::art::Read;
use super::classes::Colours;
use super::face_cache::FaceCache;
use super::renderer::weaving::Weaves;
use super::template::Template;
use crate::diagnostic::{Diagnostic, Source};
use crate::game::CardFormat;
use crate::scene::{Content, Drawing};

/// Entries that were unused for this number of rounds are dropped.
const ROUNDS: u64 = 8;

/// Cache for `watch`: drawings, templates and knotwork. Unchanged files keep their `Arc` across reloads, so pointer
/// equality means "same drawing".
#[derive(Default)]
pub struct RenderCache {
    /// By the path of the file.
    drawings: Mutex<HashMap<String, (Read, u64)>>,
    templates: Mutex<Vec<KeptTemplate>>,
    pub(super) woven: Arc<Weaves>,
    /// Cache of faces, if they are cached too.
    faces: Option<Arc<FaceCache>>,
    round: AtomicU64,
}

/// A template, and all that it was made from.
struct KeptTemplate {
    source: Arc<Source>,
    colours: Colours,
    format: CardFormat,
    is_panel: bool,
    template: Arc<Template>,
    used: u64,
}

impl RenderCache {
    /// Faces are kept as well, for a program that draws them again and again.
    pub fn with_faces() -> Self {
        Self { faces: Some(Arc::default()), ..Self::default() }
    }

    /// Returns the cached faces, and the current round.
    pub(super) fn faces(&self) -> Option<(Arc<FaceCache>, u64)> {
        Some((Arc::clone(self.faces.as_ref()?), self.round.load(Ordering::Relaxed)))
    }

    /// Begins a round: drops what nobody requested in the last ones.
    pub fn next_generation(&self) {
        let round = self.round.fetch_add(1, Ordering::Relaxed) + 1;
        self.drawings.lock().retain(|_, (_, used)| *used + ROUNDS >= round);
        self.templates.lock().retain(|kept| kept.used + ROUNDS >= round);
        if let Some(faces) = &self.faces {
            faces.evict_dropped(round.saturating_sub(ROUNDS));
        }
        let is_shown =
            |drawing: &Option<Arc<Drawing>>| drawing.as_ref().is_none_or(|drawing| Arc::strong_count(drawing) > 1);
        self.woven.lock().retain(|(_, woven)| woven.get().is_none_or(is_shown));
    }

    /// Forgets drawings that show one of these changed files.
    pub fn forget(&self, changed: &BTreeSet<String>) {
        // Faces refer to their icons by name. A game's folder, or the folder of all games, may contain icons too.
        let holds_marks = |path: &String| path.contains("/icons") || path.matches('/').count() < 2;
        if changed.iter().any(holds_marks) {
            self.forget_faces();
        }
        let is_changed = |path: &String| {
            let rest = |changed: &String| {
                path.strip_prefix(changed.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            changed.iter().any(rest)
        };
        let shows = |drawing: &Drawing| match &drawing.content {
            Content::Art(art) => art.files.iter().any(is_changed),
            Content::Shapes(_) => false,
        };
        self.drawings.lock().retain(|path, (read, _)| !is_changed(path) && !shows(&read.drawing));
    }

    /// Forgets drawings after a change of fonts, and with them of letters.
    pub fn forget_drawings(&self) {
        self.drawings.lock().clear();
        self.forget_faces();
    }

    /// Forgets faces after a change of their styles.
    pub fn forget_faces(&self) {
        if let Some(faces) = &self.faces {
            faces.clear();
        }
    }

    /// Returns the drawing of a file, reading it on first use.
    pub(super) fn drawing(
        &self,
        path: &str,
        read: impl FnOnce() -> Result<Read, Vec<Diagnostic>>,
    ) -> Result<Read, Vec<Diagnostic>> {
        let round = self.round.load(Ordering::Relaxed);
        if let Some((known, used)) = self.drawings.lock().get_mut(path) {
            *used = round;
            return Ok(known.clone());
        }
        let read = read()?;
        // Another thread may have read it meanwhile: all show the one that was there first, and a document holds it once.
        Ok(self.drawings.lock().entry(path.to_owned()).or_insert((read, round)).0.clone())
    }

    /// Returns the template of the same inputs, making it on first use.
    pub(super) fn template(
        &self,
        source: &Arc<Source>,
        colours: Colours,
        format: &CardFormat,
        is_panel: bool,
        read: impl FnOnce(&Colours) -> Result<Template, Vec<Diagnostic>>,
    ) -> Result<Arc<Template>, Vec<Diagnostic>> {
        let round = self.round.load(Ordering::Relaxed);
        let same = |kept: &&mut KeptTemplate| {
            kept.is_panel == is_panel
                && kept.format == *format
                && kept.colours == colours
                && (Arc::ptr_eq(&kept.source, source) || kept.source == *source)
        };
        if let Some(known) = self.templates.lock().iter_mut().find(same) {
            known.used = round;
            return Ok(Arc::clone(&known.template));
        }
        let template = Arc::new(read(&colours)?);
        let mut templates = self.templates.lock();
        // Another thread may have made it meanwhile.
        if let Some(known) = templates.iter_mut().find(same) {
            return Ok(Arc::clone(&known.template));
        }
        let (source, format, kept) = (Arc::clone(source), *format, Arc::clone(&template));
        templates.push(KeptTemplate { source, colours, format, is_panel, template: kept, used: round });
        Ok(template)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_read_at_once_is_the_same_for_both() {
        let kept = RenderCache::default();
        let read = || Ok(Read::new(Drawing::unit_square(crate::game::Colour::Black), Vec::new()));
        let mut first = None;
        // The second begins and ends while the first still reads.
        let later = kept.drawing("sun.svg", || {
            first = Some(kept.drawing("sun.svg", read)?);
            read()
        });
        let (first, later) = (first.expect("it is read"), later.expect("it is read"));
        assert!(Arc::ptr_eq(&first.drawing, &later.drawing));
        assert!(Arc::ptr_eq(&later.drawing, &kept.drawing("sun.svg", read).expect("it is kept").drawing));
    }
}
