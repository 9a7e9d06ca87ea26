//! Shaping: letters to glyphs, each word once.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use parley::fontique::{Collection, CollectionOptions, FontInfoOverride, SourceCache};
use parley::{FontContext, FontFamily, FontFeatures, Layout, LayoutContext, StyleProperty};

use super::fonts::{FontId, Fonts};

/// Fonts (the first that has a letter is taken) and features: all that shaping depends on but the letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// In the order in which they are asked.
    pub fonts: Vec<FontId>,
    /// Features that are switched on, as OpenType names them.
    pub features: Vec<String>,
}

/// A setting's position in [`super::Styles::settings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SettingId(pub u16);

/// A glyph of a word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// Its number in the font.
    pub id: u16,
    /// How far it moves the pen, in ems, kerning included.
    pub advance: f32,
    /// How far it is drawn from the pen, to the right and up, in ems.
    pub offset: (f32, f32),
    /// The bytes of the word that it stands for; empty for all but the first glyph of a cluster.
    pub text: (u16, u16),
}

/// Glyphs of one font.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The font.
    pub font: FontId,
    /// Which glyphs of the word.
    pub glyphs: Range<u16>,
}

/// A word as glyphs.
#[derive(Clone, Debug, PartialEq)]
pub struct Shaped {
    /// The letters.
    pub text: Box<str>,
    /// The glyphs, from left to right.
    pub glyphs: Box<[Glyph]>,
    /// Which of them are of which font.
    pub parts: Box<[Part]>,
    /// Width in ems.
    pub advance: f32,
    /// Letters that no font of the setting has.
    pub missing: Box<[char]>,
}

impl Shaped {
    /// Width in ems with `tracking` ems after every glyph.
    pub fn width(&self, tracking: f64) -> f64 {
        #[allow(clippy::cast_precision_loss, reason = "words have few letters")]
        let letters = self.glyphs.len() as f64;
        f64::from(self.advance) + tracking * letters
    }
}

/// Words already shaped in one setting, in a few drawers so that threads seldom wait for each other.
#[derive(Default)]
struct Cabinet([RwLock<HashMap<Box<str>, Arc<Shaped>>>; 16]);

/// Shapes words and remembers them. Threads share one.
pub struct Shaper {
    settings: Vec<Setting>,
    /// Width of a blank for each setting, in ems.
    blanks: Vec<f32>,
    /// By [`SettingId`].
    cabinets: Vec<Cabinet>,
    hasher: RandomState,
    /// parley's working memory; a thread takes one and puts it back.
    benches: Mutex<Vec<Bench>>,
    fonts: FontContext,
    /// How parley tells the files apart, by [`FontId`].
    blob_ids: Vec<u64>,
}

struct Bench {
    fonts: FontContext,
    layouts: LayoutContext<()>,
}

/// Words are shaped at this size, so that ems come out with enough places.
const SIZE: f32 = 1000.0;

impl Shaper {
    /// A shaper for the settings of all styles.
    pub fn new(fonts: &Fonts, settings: &[Setting]) -> Self {
        let mut collection = Collection::new(CollectionOptions { shared: false, system_fonts: false });
        let mut blob_ids = Vec::new();
        for (id, font) in fonts.iter() {
            // Each cut is a family of its own: parley then takes it and no other, and never makes one up.
            let name = family_name(id);
            let only = FontInfoOverride {
                family_name: Some(&name),
                width: Some(parley::FontWidth::NORMAL),
                style: Some(parley::FontStyle::Normal),
                weight: Some(parley::FontWeight::NORMAL),
                axes: None,
            };
            let blob = font.blob();
            blob_ids.push(blob.id());
            collection.register_fonts(blob, Some(only));
        }
        let mut shaper = Self {
            settings: settings.to_vec(),
            blanks: Vec::new(),
            cabinets: settings.iter().map(|_| Cabinet::default()).collect(),
            hasher: RandomState::new(),
            benches: Mutex::default(),
            fonts: FontContext { collection, source_cache: SourceCache::default() },
            blob_ids,
        };
        shaper.blanks =
            (0..).map(SettingId).take(settings.len()).map(|setting| shaper.shape(setting, " ").advance).collect();
        shaper
    }

    /// Width of a blank in ems.
    pub fn blank(&self, setting: SettingId) -> f64 {
        f64::from(self.blanks[usize::from(setting.0)])
    }

    /// The first font of a setting.
    pub fn font(&self, setting: SettingId) -> FontId {
        self.settings[usize::from(setting.0)].fonts[0]
    }

    /// A word as glyphs.
    pub fn word(&self, setting: SettingId, text: &str) -> Arc<Shaped> {
        let Cabinet(drawers) = &self.cabinets[usize::from(setting.0)];
        #[allow(clippy::cast_possible_truncation, reason = "only the lowest bits choose the drawer")]
        let drawer = &drawers[self.hasher.hash_one(text) as usize % drawers.len()];
        if let Some(known) = drawer.read().unwrap_or_else(PoisonError::into_inner).get(text) {
            return Arc::clone(known);
        }
        let shaped = Arc::new(self.shape(setting, text));
        let mut words = drawer.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(words.entry(text.into()).or_insert(shaped))
    }

    fn shape(&self, setting: SettingId, text: &str) -> Shaped {
        let bench = self.benches.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut bench = bench.unwrap_or_else(|| Bench { fonts: self.fonts.clone(), layouts: LayoutContext::new() });
        let shaped = self.shape_on(&mut bench, setting, text);
        self.benches.lock().unwrap_or_else(PoisonError::into_inner).push(bench);
        shaped
    }

    fn shape_on(&self, bench: &mut Bench, setting: SettingId, text: &str) -> Shaped {
        let setting = &self.settings[usize::from(setting.0)];
        let families: Vec<String> = setting.fonts.iter().map(|id| family_name(*id)).collect();
        let features: Vec<String> = setting.features.iter().map(|feature| format!("\"{feature}\" 1")).collect();
        let mut builder = bench.layouts.ranged_builder(&mut bench.fonts, text, 1.0, false);
        builder.push_default(StyleProperty::FontSize(SIZE));
        builder.push_default(StyleProperty::FontFamily(FontFamily::Source(families.join(", ").into())));
        builder.push_default(StyleProperty::FontFeatures(FontFeatures::Source(features.join(", ").into())));
        let mut layout: Layout<()> = builder.build(text);
        layout.break_all_lines(None);
        let mut glyphs: Vec<Glyph> = Vec::with_capacity(text.len());
        let mut parts: Vec<Part> = Vec::new();
        let mut missing: Vec<char> = Vec::new();
        for run in layout.lines().flat_map(|line| line.runs().collect::<Vec<_>>()) {
            let font = self.font_of(&run, &setting.fonts);
            let start = short(glyphs.len());
            for cluster in run.visual_clusters() {
                let range = cluster.text_range();
                if cluster.is_ligature_continuation() {
                    // The ligature's glyph stands for these letters too.
                    if let Some(glyph) = glyphs.last_mut() {
                        glyph.text.1 = short(range.end);
                    }
                    continue;
                }
                let mut text_of = (short(range.start), short(range.end));
                for glyph in cluster.glyphs() {
                    if glyph.id == 0 {
                        missing.extend(text[range.clone()].chars());
                    }
                    #[allow(clippy::cast_possible_truncation, reason = "a font has at most 65,535 glyphs")]
                    let id = glyph.id as u16;
                    glyphs.push(Glyph {
                        id,
                        advance: glyph.advance / SIZE,
                        offset: (glyph.x / SIZE, -glyph.y / SIZE),
                        text: text_of,
                    });
                    text_of.0 = text_of.1;
                }
            }
            parts.push(Part { font, glyphs: start..short(glyphs.len()) });
        }
        let advance = glyphs.iter().map(|glyph| glyph.advance).sum();
        Shaped { text: text.into(), glyphs: glyphs.into(), parts: parts.into(), advance, missing: missing.into() }
    }

    /// Which of our fonts parley took: they know the files by the number of their bytes.
    fn font_of(&self, run: &parley::Run<'_, ()>, choice: &[FontId]) -> FontId {
        let data = run.font().data.id();
        let is_it = |id: &&FontId| self.blob_ids.get(usize::from(id.0)).is_some_and(|known| *known == data);
        *choice.iter().find(is_it).unwrap_or(&choice[0])
    }
}

fn family_name(id: FontId) -> String {
    format!("cut-{}", id.0)
}

/// Words are shorter than 65,535 bytes: line breaking cuts longer ones up.
fn short(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
