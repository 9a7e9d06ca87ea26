//! Shaping: letters to glyphs, each word once.

use std::collections::HashMap;
use std::hash::BuildHasher as _;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use harfrust::{
    BufferClusterLevel, Direction, Feature, Script, ShapeOptions, ShapePlan, ShaperData, ShaperInstance, Tag,
    UnicodeBuffer,
};
use parking_lot::{Mutex, RwLock};

use rustc_hash::FxBuildHasher;

use super::fonts::{FontId, Fonts};
use super::runs::{TextRun, graphemes, runs};
use crate::identity::Identity;

/// Fonts (the first that has a letter is used) and features: everything that shaping depends on besides the letters.
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
    /// Advance of the pen, in ems, kerning included.
    pub advance: f32,
    /// Offset from the pen, to the right and up, in ems.
    pub offset: (f32, f32),
    /// Bytes of the word that it represents, in reading order; empty if others represent all letters of its cluster.
    pub text: (u16, u16),
}

/// Glyphs of one font.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The font.
    pub font: FontId,
    /// Glyph range in the word.
    pub glyphs: Range<u16>,
}

/// Identity of a shaped word within one run of the program; no two words share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WordId(u64);

/// A word as glyphs.
#[derive(Clone, Debug, PartialEq)]
pub struct Shaped {
    /// Which word it is, even among identical ones.
    pub identity: Identity,
    /// The letters.
    pub text: Box<str>,
    /// The glyphs, from left to right.
    pub glyphs: Box<[Glyph]>,
    /// Parts of the word, by font.
    pub parts: Box<[Part]>,
    /// Width in ems.
    pub advance: f32,
    /// Letters that no font of the setting has.
    pub missing: Box<[char]>,
    /// True if it is written from right to left.
    pub from_right: bool,
}

impl Shaped {
    /// Returns its identity.
    pub fn id(&self) -> WordId {
        WordId(self.identity.number())
    }

    /// Returns width in ems with `tracking` ems after every glyph.
    pub fn width(&self, tracking: f64) -> f64 {
        #[allow(clippy::cast_precision_loss, reason = "words have few letters")]
        let letters = self.glyphs.len() as f64;
        f64::from(self.advance) + tracking * letters
    }

    /// Returns the word raised by `rise` ems.
    #[must_use]
    pub fn raised(&self, rise: f32) -> Self {
        let raised = |glyph: &Glyph| Glyph { offset: (glyph.offset.0, glyph.offset.1 + rise), ..*glyph };
        Self { glyphs: self.glyphs.iter().map(raised).collect(), ..self.clone() }
    }
}

/// Words by their letters.
type KnownWords = HashMap<Box<str>, Arc<Shaped>, FxBuildHasher>;

/// Cache of words shaped in one setting and direction, in a few shards to reduce contention.
#[derive(Default)]
struct ShardedCache([RwLock<KnownWords>; 16]);

/// Shaping plans of a script in a font, for a setting.
type Plans = RwLock<HashMap<(SettingId, FontId, Script, Direction), Arc<ShapePlan>, FxBuildHasher>>;

/// Shapes words and remembers them. Threads share one.
pub struct Shaper {
    settings: Vec<Setting>,
    /// The features of each setting.
    features: Vec<Vec<Feature>>,
    /// Width of a space for each setting, in ems.
    blanks: Vec<f32>,
    /// By [`SettingId`]: words from left to right, words from right to left.
    caches: Vec<[ShardedCache; 2]>,
    /// Data of the shaping library for each font, by [`FontId`]; read on first use.
    data: Vec<OnceLock<(ShaperData, ShaperInstance)>>,
    plans: Plans,
    /// Working memory; a thread takes one and puts it back.
    buffers: Mutex<Vec<UnicodeBuffer>>,
    files: Fonts,
}

/// A word during shaping.
#[derive(Default)]
struct Drafted {
    glyphs: Vec<Glyph>,
    parts: Vec<Part>,
    missing: Vec<char>,
}

impl Shaper {
    /// Creates a shaper for the settings of all styles.
    pub fn new(fonts: &Fonts, settings: &[Setting]) -> Self {
        let feature = |name: &String| Some(Feature::new(Tag::new_checked(name.as_bytes()).ok()?, 1, ..));
        let mut shaper = Self {
            settings: settings.to_vec(),
            features: settings.iter().map(|setting| setting.features.iter().filter_map(feature).collect()).collect(),
            blanks: Vec::new(),
            caches: settings.iter().map(|_| Default::default()).collect(),
            data: fonts.iter().map(|_| OnceLock::new()).collect(),
            plans: Plans::default(),
            buffers: Mutex::default(),
            files: fonts.clone(),
        };
        shaper.blanks = (0..)
            .map(SettingId)
            .take(settings.len())
            .map(|setting| shaper.shape(setting, " ", false).advance)
            .collect();
        shaper
    }

    /// Returns all fonts.
    pub fn files(&self) -> &Fonts {
        &self.files
    }

    /// Returns the width of a space in ems.
    pub fn blank(&self, setting: SettingId) -> f64 {
        f64::from(self.blanks[usize::from(setting.0)])
    }

    /// Returns the first font of a setting.
    pub fn font(&self, setting: SettingId) -> FontId {
        self.settings[usize::from(setting.0)].fonts[0]
    }

    /// Shapes a word, all of which is written in one direction.
    pub fn word(&self, setting: SettingId, text: &str, from_right: bool) -> Arc<Shaped> {
        let ShardedCache(drawers) = &self.caches[usize::from(setting.0)][usize::from(from_right)];
        #[allow(clippy::cast_possible_truncation, reason = "only a few bits choose the drawer")]
        let drawer = &drawers[(FxBuildHasher.hash_one(text) >> 32) as usize % drawers.len()];
        if let Some(known) = drawer.read().get(text) {
            return Arc::clone(known);
        }
        let shaped = Arc::new(self.shape(setting, text, from_right));
        let mut words = drawer.write();
        Arc::clone(words.entry(text.into()).or_insert(shaped))
    }

    fn shape(&self, setting: SettingId, text: &str, from_right: bool) -> Shaped {
        let mut drafted = Drafted::default();
        let direction = if from_right { Direction::RightToLeft } else { Direction::LeftToRight };
        for run in runs(text, direction) {
            self.shape_run(setting, text, &run, &mut drafted);
        }
        let Drafted { glyphs, parts, missing } = drafted;
        let advance = glyphs.iter().map(|glyph| glyph.advance).sum();
        let (glyphs, parts, missing) = (glyphs.into(), parts.into(), missing.into());
        Shaped { identity: Identity::default(), text: text.into(), glyphs, parts, advance, missing, from_right }
    }

    /// Shapes a run in the first font of the setting that has all its letters. Otherwise, each grapheme in the first
    /// font that has it, or in the very first if none does.
    fn shape_run(&self, setting: SettingId, text: &str, run: &TextRun, into: &mut Drafted) {
        let fonts = &self.settings[usize::from(setting.0)].fonts;
        if self.shape_in(fonts[0], setting, text, run, into) {
            return;
        }
        // There may be a hundred fonts: only those with the first letter are tried.
        let others = |range: &Range<usize>| {
            let first = text[range.clone()].chars().next().unwrap_or(' ');
            fonts[1..].iter().copied().filter(move |font| self.files.get(*font).has(first))
        };
        if others(&run.range).any(|font| self.shape_in(font, setting, text, run, into)) {
            return;
        }
        let mut parts: Vec<(FontId, TextRun)> = Vec::new();
        for range in graphemes(text, run) {
            let piece = TextRun { range, ..run.clone() };
            let has = |font: &FontId| self.shape_in(*font, setting, text, &piece, &mut Drafted::default());
            let all = || std::iter::once(fonts[0]).chain(others(&piece.range));
            // A character requested as a colour picture is one, if a font has it.
            let as_picture = text[piece.range.clone()].contains('\u{fe0f}');
            let coloured = all().filter(|font| as_picture && self.files.get(*font).has_colours).find(has);
            let font = coloured.or_else(|| all().find(has)).unwrap_or(fonts[0]);
            match parts.last_mut() {
                Some((before, part)) if *before == font => part.join(&piece),
                _ => parts.push((font, piece)),
            }
        }
        for (font, part) in parts {
            if !self.shape_in(font, setting, text, &part, into) {
                self.draft(font, setting, text, &part, into);
            }
        }
    }

    /// Shapes a run in a font, if that has all its letters.
    fn shape_in(&self, font: FontId, setting: SettingId, text: &str, run: &TextRun, into: &mut Drafted) -> bool {
        let (glyphs, parts) = (into.glyphs.len(), into.parts.len());
        let missing = into.missing.len();
        self.draft(font, setting, text, run, into);
        let complete = into.missing.len() == missing;
        if !complete {
            into.glyphs.truncate(glyphs);
            into.parts.truncate(parts);
            into.missing.truncate(missing);
        }
        complete
    }

    /// Shapes a run in a font, with the font's own sign for missing letters.
    fn draft(&self, font: FontId, setting: SettingId, text: &str, run: &TextRun, into: &mut Drafted) {
        let file = self.files.get(font);
        let Some(tables) = file.tables() else { return };
        let (data, instance) = self.data[usize::from(font.0)].get_or_init(|| {
            let instance = ShaperInstance::from_coords(&tables, file.location().coords().iter().copied());
            (ShaperData::new(&tables), instance)
        });
        let shaper = data.shaper(&tables).instance(Some(instance)).build();
        let features = &self.features[usize::from(setting.0)];
        let key = (setting, font, run.script, run.direction);
        let known = self.plans.read().get(&key).cloned();
        let plan = known.unwrap_or_else(|| {
            let plan = Arc::new(ShapePlan::new(&shaper, run.direction, Some(run.script), None, features));
            let mut plans = self.plans.write();
            Arc::clone(plans.entry(key).or_insert(plan))
        });
        let buffer = self.buffers.lock().pop();
        let mut buffer = buffer.unwrap_or_default();
        // Each letter is a cluster, so each glyph knows its own: an accent isn't joined to the letter below it.
        buffer.set_cluster_level(BufferClusterLevel::MonotoneCharacters);
        let words = &text[run.range.clone()];
        buffer.push_str(words);
        buffer.set_pre_context(&text[..run.range.start]);
        buffer.set_post_context(&text[run.range.end..]);
        buffer.set_direction(run.direction);
        buffer.set_script(run.script);
        let shaped = shaper.shape(buffer, ShapeOptions::new().plan(Some(&plan)).features(features));
        let clusters: Vec<usize> = shaped.glyph_infos().iter().map(|glyph| glyph.cluster as usize).collect();
        let start = into.glyphs.len();
        into.glyphs.reserve_exact(clusters.len());
        #[allow(clippy::cast_precision_loss, reason = "advances of glyphs are small")]
        let em = |units: i32| units as f32 / f32::from(file.units_per_em);
        for (index, (glyph, place)) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()).enumerate() {
            let letters = letters_of(&clusters, index, words.len());
            #[allow(clippy::cast_possible_truncation, reason = "a font has at most 65,535 glyphs")]
            let id = glyph.glyph_id as u16;
            // A colour font whose pictures can't be drawn would print a space.
            let is_blank = || file.has_colours && words[letters.clone()].chars().any(is_seen) && !file.shows(id);
            if id == 0 || is_blank() {
                into.missing.extend(words[letters.clone()].chars());
            }
            into.glyphs.push(Glyph {
                id,
                advance: em(place.x_advance),
                offset: (em(place.x_offset), em(place.y_offset)),
                text: (short(run.range.start + letters.start), short(run.range.start + letters.end)),
            });
        }
        let from_right = run.direction == Direction::RightToLeft;
        share_letters(text, &mut into.glyphs[start..], from_right);
        if !from_right {
            join_marks(&mut into.glyphs[start..]);
        }
        into.parts.push(Part { font, glyphs: short(start)..short(into.glyphs.len()) });
        self.buffers.lock().push(shaped.clear());
    }
}

/// Returns the bytes that a glyph represents: those of its cluster, up to the next one; empty for a glyph that isn't
/// the first of its cluster.
fn letters_of(clusters: &[usize], glyph: usize, end: usize) -> Range<usize> {
    let own = clusters[glyph];
    let next = match clusters {
        // Written from right to left: the next character is before it.
        [first, .., last] if first > last => clusters[..glyph].iter().rev().find(|other| **other > own),
        _ => clusters[glyph..].iter().find(|other| **other > own),
    };
    let end = next.copied().unwrap_or(end);
    let repeated = glyph > 0 && clusters[glyph - 1] == own;
    if repeated { end..end } else { own..end }
}

/// Distributes the letters of each cluster over its glyphs in reading order: one for each, and the rest for the last.
/// Readers of a PDF know only glyphs, and Thai and Indic scripts reorder and split letters. If there are fewer letters,
/// glyphs without an advance get none.
fn share_letters(text: &str, glyphs: &mut [Glyph], from_right: bool) {
    for cluster in glyphs.chunk_by_mut(|_, next| next.text.0 == next.text.1).filter(|cluster| cluster.len() > 1) {
        let (mut at, end) = cluster[0].text;
        let letters = text.get(usize::from(at)..usize::from(end)).unwrap_or_default();
        let mut order: Vec<usize> = (0..cluster.len()).collect();
        if from_right {
            order.reverse();
        }
        while order.len() > letters.chars().count().max(1) {
            let mark = order.iter().position(|glyph| cluster[*glyph].advance == 0.0);
            order.remove(mark.unwrap_or(order.len() - 1));
        }
        cluster.iter_mut().for_each(|glyph| glyph.text = (end, end));
        for (letter, glyph) in letters.chars().zip(&order) {
            cluster[*glyph].text = (at, at + short(letter.len_utf8()));
            at += short(letter.len_utf8());
        }
        if let Some(last) = order.last() {
            cluster[*last].text.1 = end;
        }
    }
}

/// Adds the letters of marks to those of the glyphs before them: readers of a PDF take glyphs in one place for duplicates,
/// and a mark far from the pen for a space or another line. From right to left, poppler would reverse the two letters.
fn join_marks(glyphs: &mut [Glyph]) {
    let mut base: Option<usize> = None;
    for glyph in 0..glyphs.len() {
        let Glyph { advance, text: (from, to), .. } = glyphs[glyph];
        match base.filter(|base| advance == 0.0 && glyphs[*base].text.1 == from) {
            Some(base) => (glyphs[base].text.1, glyphs[glyph].text) = (to, (to, to)),
            None if from < to => base = Some(glyph),
            None => {}
        }
    }
}

/// True unless a letter only changes how others look, or is a space.
fn is_seen(letter: char) -> bool {
    let changes = matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}');
    !letter.is_whitespace() && !letter.is_control() && !changes
}

/// Words are shorter than 65,535 bytes: line breaking cuts longer ones up.
fn short(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
