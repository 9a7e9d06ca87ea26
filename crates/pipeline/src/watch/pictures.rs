//! Pictures by what they show: painted when somebody asks for them, each once in each width.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use serde::{Serialize, Serializer};

use crate::image::{Painter, png, png_of_bare};
use crate::scene::Scene;
use crate::units::Rect;

/// The widths in pixels in which pictures can be had.
pub const WIDTHS: [u32; 7] = [180, 270, 400, 600, 900, 1350, 2000];
/// No more bytes of painted pictures are kept.
const MOST: usize = 256 << 20;

/// Content of a picture, as a number: another scene, or another part of it, has another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PictureId(u64);

impl fmt::Display for PictureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for PictureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for PictureId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(Self)
    }
}

impl Serialize for PictureId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Scene to paint.
#[derive(Clone)]
pub(super) struct Subject {
    pub scene: Arc<Scene>,
    /// The part of the scene that is seen.
    pub view: Rect,
    /// True if undrawn parts are transparent.
    pub bare: bool,
    pub painter: Arc<Painter<'static>>,
}

impl Subject {
    /// Returns the number of a picture whose scene has this number.
    pub fn id(&self, scene: u64) -> PictureId {
        let mut hasher = DefaultHasher::new();
        let Rect { x, y, width, height } = self.view;
        (scene, self.bare, [x, y, width, height].map(|length| length.get().to_bits())).hash(&mut hasher);
        PictureId(hasher.finish())
    }

    fn paint(&self, width: u32) -> Option<Arc<[u8]>> {
        let ratio = self.view.height.get() / self.view.width.get();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few thousand pixels")]
        let height = (f64::from(width) * ratio).round().max(1.0) as u32;
        let dpi = f64::from(width) / (self.view.width.get() / 25.4);
        let bytes = if self.bare {
            let picture = self.painter.paint_bare(&self.scene, self.view, width, height)?;
            png_of_bare(width, height, &picture.rgba())
        } else {
            png(&self.painter.paint(&self.scene, self.view, width, height)?, dpi)
        };
        bytes.ok().map(Arc::from)
    }
}

/// A picture by its widths; `None` if there was not enough memory for it.
type Painted = BTreeMap<u32, Arc<OnceLock<Option<Arc<[u8]>>>>>;

struct Picture {
    subject: Subject,
    painted: Mutex<Painted>,
}

/// All pictures that can be requested.
#[derive(Default)]
pub struct Pictures {
    known: Mutex<BTreeMap<PictureId, Arc<Picture>>>,
    bytes: AtomicUsize,
}

impl Pictures {
    /// Returns a picture as a PNG in one of [`WIDTHS`]; `None` if it is unknown. A request for a picture that another
    /// thread is painting waits for it.
    pub fn paint(&self, id: PictureId, width: u32) -> Option<Arc<[u8]>> {
        if !WIDTHS.contains(&width) {
            return None;
        }
        let picture = Arc::clone(self.known.lock().get(&id)?);
        let cell = Arc::clone(picture.painted.lock().entry(width).or_default());
        let mut is_new = false;
        let bytes = cell.get_or_init(|| {
            is_new = true;
            picture.subject.paint(width)
        });
        if is_new {
            self.count(bytes.as_ref().map_or(0, |bytes| bytes.len()));
        }
        bytes.clone()
    }

    /// True if there is such a picture.
    pub fn has(&self, id: PictureId) -> bool {
        self.known.lock().contains_key(&id)
    }

    /// Returns the widths in which a picture was requested.
    pub(super) fn widths(&self, id: PictureId) -> Vec<u32> {
        let known = self.known.lock();
        known.get(&id).map(|picture| picture.painted.lock().keys().copied().collect()).unwrap_or_default()
    }

    pub(super) fn add(&self, id: PictureId, subject: Subject) {
        let picture = || Arc::new(Picture { subject, painted: Mutex::default() });
        self.known.lock().entry(id).or_insert_with(picture);
    }

    /// Forgets all pictures but these.
    pub(super) fn keep(&self, ids: &BTreeSet<PictureId>) {
        self.known.lock().retain(|id, _| ids.contains(id));
    }

    /// Drops all painted pictures if they take too much memory; the current ones are painted again.
    fn count(&self, bytes: usize) {
        if self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes > MOST {
            self.bytes.store(0, Ordering::Relaxed);
            for picture in self.known.lock().values() {
                picture.painted.lock().clear();
            }
        }
    }
}
