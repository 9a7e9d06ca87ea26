//! Cached findings on drawings, which many faces and pages share in both inks.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, OnceLock, Weak};

use kurbo::Affine;
use parking_lot::Mutex;
use rustc_hash::FxBuildHasher;

use super::areas::Areas;
use super::cover;
use super::laid::Laid;
use super::lines::Thin;
use crate::game::{CardFormat, CutShape};
use crate::image::Painter;
use crate::scene::{Drawing, DrawingId};
use crate::units::Rect;

/// Lint results per drawing. It may be shared between games and reloads: each entry holds a `Weak` to each drawing, so
/// it can be evicted with them.
#[derive(Default)]
pub struct LintCache {
    areas: Mutex<Memory<(), Arc<Areas>>>,
    thin: Mutex<Memory<u64, Arc<[Thin]>>>,
    cuts: Mutex<Vec<Arc<Cut>>>,
}

/// Results for some drawings and a key that they also depend on.
type Memory<K, V> = HashMap<(Vec<DrawingId>, K), (Vec<Weak<Drawing>>, V), FxBuildHasher>;

/// Positions of drawings on a face.
type Places = Vec<([u64; 6], Option<[u64; 4]>)>;

/// A shape that pieces are cut to.
struct Cut {
    shape: CutShape,
    format: CardFormat,
    /// The pixels of the bleed, in a shape that isn't a rectangle.
    ring: OnceLock<Vec<(u32, u32)>>,
    /// Results for faces with the same content in the bleed.
    gaps: Mutex<Memory<Places, Option<String>>>,
}

impl LintCache {
    /// Forgets drawings that are gone.
    pub fn evict_dropped(&self) {
        forget(&self.areas);
        forget(&self.thin);
        self.cuts.lock().iter().for_each(|cut| forget(&cut.gaps));
    }

    /// Returns the areas of a drawing, wherever it is.
    pub(super) fn areas(&self, drawing: &Arc<Drawing>) -> Arc<Areas> {
        remembered(&self.areas, &[drawing], (), || Arc::new(Areas::of(drawing)))
    }

    /// Returns the lines of a drawing that are too thin at a scale, wherever they are.
    pub(super) fn thin(&self, drawing: &Arc<Drawing>, scale: f64, look: impl FnOnce() -> Vec<Thin>) -> Arc<[Thin]> {
        remembered(&self.thin, &[drawing], scale.to_bits(), || look().into())
    }

    /// Returns the problem of the bleed of a face with these drawings in it.
    pub(super) fn gaps(
        &self,
        laid: &[&Laid<'_>],
        shape: &CutShape,
        format: &CardFormat,
        painter: &Painter<'_>,
    ) -> Option<String> {
        let cut = self.cut(shape, format);
        let ring = || cut.ring.get_or_init(|| cover::ring(shape, format)).as_slice();
        let drawings: Vec<_> = laid.iter().map(|laid| laid.drawing).collect();
        let places = laid.iter().map(|laid| (bits(laid.place), laid.clip.map(sides))).collect();
        remembered(&cut.gaps, &drawings, places, || cover::look_for_gaps(laid, shape, format, painter, ring))
    }

    fn cut(&self, shape: &CutShape, format: &CardFormat) -> Arc<Cut> {
        let mut cuts = self.cuts.lock();
        if let Some(known) = cuts.iter().find(|cut| cut.shape == *shape && cut.format == *format) {
            return Arc::clone(known);
        }
        let (shape, format) = (shape.clone(), *format);
        let new = Arc::new(Cut { shape, format, ring: OnceLock::new(), gaps: Mutex::default() });
        cuts.push(Arc::clone(&new));
        new
    }
}

/// Findings on drawings; it is looked for where nothing is. Other threads may look for the same meanwhile.
fn remembered<K: Eq + Hash, V: Clone>(
    memory: &Mutex<Memory<K, V>>,
    drawings: &[&Arc<Drawing>],
    with: K,
    look: impl FnOnce() -> V,
) -> V {
    let key = (drawings.iter().map(|drawing| drawing.id()).collect(), with);
    if let Some((_, known)) = memory.lock().get(&key) {
        return known.clone();
    }
    let found = look();
    let of = drawings.iter().map(|drawing| Arc::downgrade(drawing)).collect();
    memory.lock().insert(key, (of, found.clone()));
    found
}

fn forget<K, V>(memory: &Mutex<Memory<K, V>>) {
    memory.lock().retain(|_, (drawings, _)| drawings.iter().all(|drawing| drawing.strong_count() > 0));
}

fn bits(place: Affine) -> [u64; 6] {
    place.as_coeffs().map(f64::to_bits)
}

fn sides(rect: Rect) -> [u64; 4] {
    [rect.x, rect.y, rect.width, rect.height].map(|side| side.get().to_bits())
}
