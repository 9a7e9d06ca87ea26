//! Outlines of glyphs, each taken from its font once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::RwLock;
use skrifa::MetadataProvider as _;
use skrifa::instance::Size;
use skrifa::outline::{DrawSettings, OutlinePen};
use tiny_skia::{Path, PathBuilder};

use crate::text::{FontId, Fonts};

/// An outline; `None` for a space.
type Outline = Option<Arc<Path>>;

/// Outlines in ems, with y upwards.
pub(super) struct Outlines<'a> {
    fonts: Cow<'a, Fonts>,
    known: RwLock<HashMap<(FontId, u16), Outline>>,
}

impl<'a> Outlines<'a> {
    pub fn new(fonts: Cow<'a, Fonts>) -> Self {
        Self { fonts, known: RwLock::default() }
    }

    /// Returns the outline of a glyph; `None` for a space.
    pub fn get(&self, font: FontId, glyph: u16) -> Outline {
        let key = (font, glyph);
        if let Some(known) = self.known.read().get(&key) {
            return known.clone();
        }
        let outline = self.outline(font, glyph).map(Arc::new);
        self.known.write().insert(key, outline.clone());
        outline
    }

    fn outline(&self, font: FontId, glyph: u16) -> Option<Path> {
        let font = self.fonts.get(font);
        let tables = font.tables()?;
        let outline = tables.outline_glyphs().get(skrifa::GlyphId::new(glyph.into()))?;
        let mut pen = Pen { path: PathBuilder::new(), scale: 1.0 / f32::from(font.units_per_em) };
        outline.draw(DrawSettings::unhinted(Size::unscaled(), font.location()), &mut pen).ok()?;
        pen.path.finish()
    }
}

struct Pen {
    path: PathBuilder,
    scale: f32,
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(x * self.scale, y * self.scale);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(x * self.scale, y * self.scale);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let s = self.scale;
        self.path.quad_to(cx * s, cy * s, x * s, y * s);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let s = self.scale;
        self.path.cubic_to(ax * s, ay * s, bx * s, by * s, x * s, y * s);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
