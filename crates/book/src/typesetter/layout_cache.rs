//! Results of typesetting a book, reused for another ink or size.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rustc_hash::FxBuildHasher;

use super::Typesetter;
use super::bind::Round;
use super::setting::{SetBlock, SetKey};
use crate::measure::PageFormat;
use crate::model::Target;

/// The page of each target, and the pages that mention it.
type Pages = (BTreeMap<Target, usize>, BTreeMap<Target, BTreeSet<usize>>);

/// Layout results reused when a manuscript is typeset again in another ink or page size, with the same styles.
#[derive(Default)]
pub struct LayoutCache {
    blocks: HashMap<SetKey, SetBlock, FxBuildHasher>,
    /// Page layouts by size.
    pages: Vec<(PageFormat, Pages)>,
}

impl LayoutCache {
    /// Moves cached blocks into the typesetter. Returns true if page numbers are cached too, so one pass may be enough.
    pub(crate) fn restore_into(&mut self, typesetter: &mut Typesetter<'_>) -> bool {
        typesetter.known = std::mem::take(&mut self.blocks);
        let Some((_, pages)) = self.pages.iter().find(|(format, _)| *format == typesetter.format) else { return false };
        (typesetter.pages, typesetter.mentions) = pages.clone();
        // Interlace is drawn in the last round.
        typesetter.wanted.take();
        true
    }

    /// Takes the results back. Unsettled pages are dropped.
    pub(crate) fn save_from(&mut self, typesetter: &mut Typesetter<'_>, is_stable: bool) {
        self.blocks = std::mem::take(&mut typesetter.known);
        if is_stable && !self.pages.iter().any(|(format, _)| *format == typesetter.format) {
            let pages = (typesetter.pages.clone(), typesetter.mentions.clone());
            self.pages.push((typesetter.format, pages));
        }
    }
}

impl Typesetter<'_> {
    /// True if a pass ended with the pages that it was given.
    pub(crate) fn expected(&self, round: &Round) -> bool {
        round.pages() == self.pages && round.mentions() == self.mentions
    }
}
