//! Pictures of the gallery as textures, kept while they are shown.

use std::collections::BTreeMap;

use egui::{ColorImage, Context, TextureHandle, TextureId, TextureOptions};

use crate::gallery::{Gallery, PictureRequest};

/// Pictures are dropped after this number of unused frames.
const STALE: u64 = 600;

/// A request, and what came of it.
struct Kept {
    texture: Option<TextureHandle>,
    shown: u64,
}

/// Textures by what they show.
pub struct Pictures {
    gallery: Box<dyn Gallery>,
    kept: BTreeMap<PictureRequest, Kept>,
    frame: u64,
    /// True if pictures were requested before this frame.
    waiting: bool,
}

impl Pictures {
    /// None yet.
    pub fn new(gallery: Box<dyn Gallery>) -> Self {
        Self { gallery, kept: BTreeMap::new(), frame: 0, waiting: false }
    }

    /// Takes the pictures finished since the last frame, and drops unused ones.
    pub fn begin(&mut self, ctx: &Context) {
        self.frame += 1;
        for (request, pixels) in self.gallery.take() {
            let size = [usize::from(pixels.width), usize::from(pixels.height)];
            let image = ColorImage::from_rgba_unmultiplied(size, &pixels.rgba);
            let texture = ctx.load_texture(format!("{request:?}"), image, TextureOptions::LINEAR);
            self.kept.insert(request, Kept { texture: Some(texture), shown: self.frame });
        }
        self.waiting = !self.is_complete();
        if self.frame.is_multiple_of(STALE) {
            let frame = self.frame;
            let gallery = &mut self.gallery;
            self.kept.retain(|request, kept| {
                let looked_at = frame - kept.shown < STALE;
                if !looked_at {
                    gallery.forget(request);
                }
                looked_at
            });
        }
    }

    /// Lets go of all of them, until they are shown again.
    pub fn clear(&mut self) {
        for request in std::mem::take(&mut self.kept).into_keys() {
            self.gallery.forget(&request);
        }
    }

    /// Gives the gallery a little of the screen's time, if it has none of its own; but not before people have seen what
    /// the pictures are requested.
    pub fn draw_some(&mut self, time_left: &mut dyn FnMut() -> bool) {
        if self.waiting {
            self.gallery.step(time_left);
        }
    }

    /// A picture; none while it is being drawn.
    pub fn get(&mut self, request: &PictureRequest) -> Option<TextureId> {
        if let Some(kept) = self.kept.get_mut(request) {
            kept.shown = self.frame;
            return kept.texture.as_ref().map(TextureHandle::id);
        }
        self.gallery.request(request.clone());
        self.kept.insert(request.clone(), Kept { texture: None, shown: self.frame });
        None
    }

    /// True if all requested pictures are ready.
    pub fn is_complete(&self) -> bool {
        self.kept.values().all(|kept| kept.texture.is_some())
    }
}
