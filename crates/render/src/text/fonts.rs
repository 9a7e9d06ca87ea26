//! The fonts of `fonts/` and of the game; fonts of the system are never consulted.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use skrifa::instance::{Location, LocationRef, Size};
use skrifa::metrics::Metrics;
use skrifa::raw::TableProvider as _;
use skrifa::raw::types::Tag;
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider as _};

use crate::diagnostic::{Code, Diagnostic, Reporter, Source, Span};
use crate::threads;
use crate::vfs::{Bytes, Vfs};

/// A font's position in [`Fonts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FontId(pub u16);

/// Requested properties of a font besides its family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FontCut {
    /// From 100 to 900; 400 is regular, 700 bold.
    pub weight: f32,
    /// In percent of the normal width.
    pub width: f32,
    /// True for italics.
    pub italic: bool,
}

/// Origin of a font, which decides when it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// In `fonts`: used by styles that name it.
    Shared,
    /// In the game's own folder: also used for letters that a style's fonts lack.
    Own,
    /// In `fonts/fallback`: only used for letters that all other fonts lack.
    Fallback,
}

/// One cut of a family.
#[derive(Clone)]
pub struct Font {
    /// The file, for messages.
    pub path: String,
    /// The position in a collection of fonts; 0 in a file of one font.
    pub index: u32,
    /// The family that all its cuts share: `Junicode`.
    pub family: String,
    /// PostScript name in a PDF: `Junicode-SemiBold`.
    pub postscript_name: String,
    /// From 100 to 900; 400 is regular, 700 bold.
    pub weight: f32,
    /// In percent of the normal width.
    pub width: f32,
    /// True if it is an italic.
    pub italic: bool,
    /// Height of the capitals in ems.
    pub cap_height: f64,
    /// Units of the font in an em.
    pub units_per_em: u16,
    /// True if its glyphs may be colour pictures.
    pub has_colours: bool,
    /// The weights that a variable font has; its own for any other font.
    weights: RangeInclusive<f32>,
    /// The widths that a variable font has; its own for any other font.
    widths: RangeInclusive<f32>,
    /// The axis of a variable font that slants it, and its value for italics.
    slant: Option<(Tag, f32)>,
    /// The place of an instance on the axes of its variable font.
    variations: Vec<(Tag, f32)>,
    location: Location,
    origin: Origin,
    data: Arc<Bytes>,
}

const WEIGHT: Tag = Tag::new(b"wght");
const WIDTH: Tag = Tag::new(b"wdth");

impl Font {
    /// Returns the bytes of the file.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// Returns the tables of the font, which were parsed successfully before.
    pub fn tables(&self) -> Option<FontRef<'_>> {
        FontRef::from_index(&self.data, self.index).ok()
    }

    /// Returns the position on the axes of a variable font, for its outlines and metrics.
    pub fn location(&self) -> LocationRef<'_> {
        LocationRef::from(&self.location)
    }

    /// Returns the position in the units of the axes; empty for a font that doesn't vary.
    pub fn variations(&self) -> &[(Tag, f32)] {
        &self.variations
    }

    /// True if it has a glyph for a letter.
    pub fn has(&self, letter: char) -> bool {
        self.tables().is_some_and(|tables| tables.charmap().map(letter).is_some())
    }

    /// True if its glyphs have outlines, not only colour pictures.
    pub fn has_outlines(&self) -> bool {
        let is_there = |tag: &[u8; 4]| self.tables().is_some_and(|tables| tables.table_data(Tag::new(tag)).is_some());
        [b"glyf", b"CFF ", b"CFF2"].into_iter().any(is_there)
    }

    /// True if a glyph has drawable content.
    pub fn shows(&self, glyph: u16) -> bool {
        let Some(tables) = self.tables() else { return false };
        let glyph = skrifa::GlyphId::new(glyph.into());
        let outline = tables.glyph_metrics(Size::unscaled(), self.location()).bounds(glyph);
        outline.is_some_and(|bounds| bounds.x_max > bounds.x_min)
            || tables.color_glyphs().get(glyph).is_some()
            || tables.bitmap_strikes().glyph_for_size(Size::new(f32::MAX), glyph).is_some()
    }

    /// True if it has a feature, by its tag.
    pub fn has_feature(&self, tag: &str) -> bool {
        let Some(font) = self.tables() else { return false };
        let substitutions = font.gsub().ok().and_then(|table| table.feature_list().ok());
        let places = font.gpos().ok().and_then(|table| table.feature_list().ok());
        let mut lists = substitutions.into_iter().chain(places);
        lists.any(|list| list.feature_records().iter().any(|record| record.feature_tag() == tag))
    }

    /// Returns a readable name of this cut: `Junicode 600 semi-condensed`, `Inter 100 to 900`.
    pub fn description(&self) -> String {
        let (thin, bold) = (self.weights.start(), self.weights.end());
        let weight = if thin < bold { format!("{thin} to {bold}") } else { self.weight.to_string() };
        let (narrow, wide) = (self.widths.start(), self.widths.end());
        let width = match super::cut::width_name(self.width) {
            _ if narrow < wide => format!(" widths {narrow} to {wide}"),
            "normal" => String::new(),
            width => format!(" {width}"),
        };
        format!("{} {weight}{width}{}", self.family, if self.italic { " italic" } else { "" })
    }

    /// True if it is this cut, or can be varied to it.
    fn fits(&self, cut: FontCut) -> bool {
        let within = |range: &RangeInclusive<f32>, value: f32| (clamped(range, value) - value).abs() < 1.0;
        within(&self.weights, cut.weight) && within(&self.widths, cut.width) && self.slants(cut.italic)
    }

    fn slants(&self, italic: bool) -> bool {
        self.italic == italic || italic && self.slant.is_some()
    }

    /// Returns the distance of its nearest cut from another.
    fn distance(&self, cut: FontCut) -> f32 {
        let slant = if self.slants(cut.italic) { 0.0 } else { 10_000.0 };
        let away = |range: &RangeInclusive<f32>, value: f32| (clamped(range, value) - value).abs();
        slant + away(&self.widths, cut.width) * 100.0 + away(&self.weights, cut.weight)
    }

    /// Returns an instance of a variable font nearest to a cut; `None` if that exists already.
    fn instance(&self, cut: FontCut) -> Option<Self> {
        let (weight, width) = (clamped(&self.weights, cut.weight), clamped(&self.widths, cut.width));
        let slant = self.slant.filter(|_| cut.italic && !self.italic);
        let mut variations = Vec::new();
        if (weight - self.weight).abs() >= 1.0 {
            variations.push((WEIGHT, weight));
        }
        if (width - self.width).abs() >= 1.0 {
            variations.push((WIDTH, width));
        }
        variations.extend(slant);
        if variations.is_empty() || !self.variations.is_empty() {
            return None;
        }
        let location = self.tables()?.axes().location(variations.iter().copied());
        let words: String = variations.iter().map(|(tag, value)| format!("-{tag}{value}")).collect();
        let postscript_name = format!("{}{words}", self.postscript_name);
        let (weights, widths) = (weight..=weight, width..=width);
        let italic = cut.italic && self.slants(true);
        let varied =
            Self { postscript_name, weight, width, italic, weights, widths, variations, location, ..self.clone() };
        let cap_height = varied.tables().map_or(self.cap_height, |tables| cap_height(&tables, varied.location()));
        Some(Self { cap_height, ..varied })
    }

    fn read(path: &str, data: &Arc<Bytes>, index: u32, origin: Origin) -> Option<Self> {
        let font = FontRef::from_index(data, index).ok()?;
        let name = |id| Some(font.localized_strings(id).english_or_first()?.to_string());
        let family = name(StringId::TYPOGRAPHIC_FAMILY_NAME).or_else(|| name(StringId::FAMILY_NAME))?;
        let postscript_name = name(StringId::POSTSCRIPT_NAME).unwrap_or_else(|| family.replace(' ', ""));
        let attributes = font.attributes();
        let (mut weight, mut width) = (attributes.weight.value(), attributes.stretch.percentage());
        let (mut weights, mut widths, mut slant) = (weight..=weight, width..=width, None);
        for axis in font.axes().iter() {
            let (least, most) = (axis.min_value(), axis.max_value());
            match axis.tag() {
                WEIGHT => (weight, weights) = (axis.default_value(), least..=most),
                WIDTH => (width, widths) = (axis.default_value(), least..=most),
                tag if tag == Tag::new(b"ital") && most >= 1.0 => slant = Some((tag, most)),
                tag if tag == Tag::new(b"slnt") && least < 0.0 => slant = slant.or(Some((tag, least))),
                _ => {}
            }
        }
        Some(Self {
            path: path.to_owned(),
            index,
            family,
            postscript_name,
            weight,
            width,
            italic: attributes.style != skrifa::attribute::Style::Normal,
            cap_height: cap_height(&font, LocationRef::default()),
            units_per_em: Metrics::new(&font, Size::unscaled(), LocationRef::default()).units_per_em,
            has_colours: [b"COLR", b"CBDT", b"sbix", b"SVG "]
                .iter()
                .any(|tag| font.table_data(Tag::new(tag)).is_some()),
            weights,
            widths,
            slant,
            variations: Vec::new(),
            location: Location::default(),
            origin,
            data: Arc::clone(data),
        })
    }
}

/// Returns the value of a range that is nearest to a number.
fn clamped(range: &RangeInclusive<f32>, value: f32) -> f32 {
    value.max(*range.start()).min(*range.end())
}

/// Returns height of the capitals in ems.
fn cap_height(font: &FontRef<'_>, location: LocationRef<'_>) -> f64 {
    let metrics = Metrics::new(font, Size::unscaled(), location);
    f64::from(metrics.cap_height.unwrap_or(metrics.ascent * 0.7)) / f64::from(metrics.units_per_em)
}

/// Folders of typefaces for the tracker's screens and for web pages: subsets of others, never used in print.
const SUBSETS: [&str; 2] = ["fonts/screen/", "fonts/web/"];

/// Folder of the fonts that are only used for letters that others lack.
const FALLBACK: &str = "fonts/fallback/";

/// File extensions of fonts.
const ENDINGS: [&str; 6] = [".otf", ".ttf", ".otc", ".ttc", ".woff", ".woff2"];

/// Maximum unpacked size of a font; the largest existing ones, with all Chinese letters, have a fifth of it.
const LARGEST: u64 = 128 << 20;

/// Returns the tables of a font, unpacked if they are packed for the web; `None` if they can't be.
fn unpacked(data: Bytes) -> Option<Bytes> {
    match data.get(..4)? {
        b"wOF2" => Some(wuff::decompress_woff2(&data).ok()?.into()),
        // Memory for the declared size of a table is allocated before unpacking: four gigabytes for a file of a hundred
        // bytes.
        b"wOFF" if woff_size(&data)? > LARGEST => None,
        b"wOFF" => Some(wuff::decompress_woff1(&data).ok()?.into()),
        _ => Some(data),
    }
}

/// True if a table of a font is beyond the end of its file: kerning and ligatures would be missing silently.
fn is_cut(data: &[u8]) -> bool {
    const HEAD: usize = 12;
    const ENTRY: usize = 16;
    let number = |at: usize| Some(u32::from_be_bytes(data.get(at..at + 4)?.try_into().ok()?));
    let start = if data.starts_with(b"ttcf") { number(HEAD).map_or(0, |start| start as usize) } else { 0 };
    let Some(&[high, low]) = data.get(start + 4..start + 6) else { return true };
    (0..usize::from(u16::from_be_bytes([high, low]))).any(|table| {
        let entry = start + HEAD + table * ENTRY;
        let end = number(entry + 8).zip(number(entry + 12)).and_then(|(from, length)| from.checked_add(length));
        end.is_none_or(|end| end as usize > data.len())
    })
}

/// Returns the unpacked size that the tables of a WOFF declare; `None` if some are missing.
fn woff_size(data: &[u8]) -> Option<u64> {
    const HEAD: usize = 44;
    const ENTRY: usize = 20;
    let tables = u16::from_be_bytes(data.get(12..14)?.try_into().ok()?);
    let entries = data.get(HEAD..HEAD + ENTRY * usize::from(tables))?.chunks_exact(ENTRY);
    entries.map(|entry| Some(u64::from(u32::from_be_bytes(entry[12..16].try_into().ok()?)))).sum()
}

/// Reads the fonts of a file: one, or all of a collection; `None` if it can't be read.
fn fonts_of(path: &str, data: Bytes, origin: Origin) -> Option<Vec<Font>> {
    let data = Arc::new(unpacked(data)?);
    let count = match skrifa::raw::FileRef::new(&data).ok()? {
        skrifa::raw::FileRef::Collection(collection) => collection.len(),
        skrifa::raw::FileRef::Font(_) => 1,
    };
    let fonts: Option<Vec<Font>> = (0..count).map(|index| Font::read(path, &data, index, origin)).collect();
    fonts.filter(|fonts| !fonts.is_empty())
}

/// All fonts there are, in the order of their paths; instances of variable fonts come last.
#[derive(Clone, Default)]
pub struct Fonts {
    fonts: Vec<Font>,
}

impl Fonts {
    /// Reads `fonts/`, except for subsets, and the game's own `fonts` folder; an invalid font is reported.
    pub fn load(vfs: &dyn Vfs, game_folder: &str, reporter: &Reporter) -> Self {
        let is_font = |path: &String| {
            let ends = ENDINGS.iter().any(|ending| path.to_lowercase().ends_with(ending));
            ends && !SUBSETS.iter().any(|folder| path.starts_with(folder))
        };
        let own = format!("{game_folder}/fonts");
        let mut paths = vfs.files("fonts");
        paths.extend(vfs.files(&own));
        paths.retain(is_font);
        let mut fonts = Vec::with_capacity(paths.len());
        let origin = |path: &str| match path {
            path if path.starts_with(FALLBACK) => Origin::Fallback,
            path if path.starts_with(&own) => Origin::Own,
            _ => Origin::Shared,
        };
        let read = threads::map(&paths, |path| vfs.read(path).map(|data| fonts_of(path, data, origin(path))));
        for (path, found) in paths.iter().zip(read) {
            match found {
                Ok(Some(found)) if found.iter().any(|font| is_cut(font.data())) => {
                    let at = Span::file(&Source::new(path.as_str(), ""));
                    let diagnostic = Diagnostic::error(Code::FONT_CUT, at, "truncated font file");
                    reporter.report(diagnostic.hint("copy or download it again"));
                }
                Ok(Some(found)) => fonts.extend(found),
                Ok(None) => {
                    let at = Span::file(&Source::new(path.as_str(), ""));
                    reporter.report(Diagnostic::error(Code::NOT_A_FONT, at, "invalid font file"));
                }
                Err(error) => reporter.report(error.into()),
            }
        }
        Self { fonts }
    }

    /// Returns a font by its number.
    pub fn get(&self, id: FontId) -> &Font {
        &self.fonts[usize::from(id.0)]
    }

    /// Returns all fonts with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (FontId, &Font)> {
        (0..).map(FontId).zip(&self.fonts)
    }

    /// Returns the bytes of the files, each once: a collection or a variable font has several fonts.
    pub fn files(&self) -> Vec<&[u8]> {
        let mut seen = HashSet::new();
        let files = self.fonts.iter().filter(|font| seen.insert(font.path.as_str()));
        files.map(Font::data).collect()
    }

    /// Returns the names of the families that a style may name, each once.
    pub fn families(&self) -> Vec<&str> {
        let named = self.fonts.iter().filter(|font| font.origin != Origin::Fallback);
        let mut names: Vec<&str> = named.map(|font| font.family.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns the fonts of a family that are nearest to a cut: they are used for letters that others lack.
    pub fn nearest(&mut self, family: &str, cut: FontCut) -> Vec<FontId> {
        self.nearest_of(cut, |font| font.family == family && font.origin != Origin::Fallback)
    }

    /// Returns the fonts of a family that are this cut, in the nearest weight if it lacks this one; several if each has
    /// a part of the letters. Fonts are never emboldened, slanted or condensed artificially, but variable fonts are
    /// instantiated.
    pub fn find(&mut self, family: &str, cut: FontCut) -> Vec<FontId> {
        let fits = |font: &Font| font.family == family && font.origin != Origin::Fallback && font.fits(cut);
        let found: Vec<FontId> = self.iter().filter(|(_, font)| fits(font)).map(|(id, _)| id).collect();
        if found.is_empty() {
            let lacks_weight = |font: &Font| font.fits(FontCut { weight: clamped(&font.weights, cut.weight), ..cut });
            let is_one = |font: &Font| font.family == family && font.origin != Origin::Fallback && lacks_weight(font);
            return self.nearest_of(cut, is_one);
        }
        // A font drawn in this weight is preferred to a variable one.
        let is_fixed = |id: &FontId| self.get(*id).variations.is_empty() && self.get(*id).instance(cut).is_none();
        let fixed: Vec<FontId> = found.iter().copied().filter(is_fixed).collect();
        if fixed.is_empty() { self.varied(found, cut) } else { fixed }
    }

    /// Returns the fallback fonts for letters that a style's own fonts lack: the game's first, then the dedicated ones.
    pub fn fallback(&mut self, cut: FontCut) -> Vec<FontId> {
        let mut found = Vec::new();
        for origin in [Origin::Own, Origin::Fallback] {
            let mut families: Vec<String> = Vec::new();
            for font in self.fonts.iter().filter(|font| font.origin == origin) {
                if !families.contains(&font.family) {
                    families.push(font.family.clone());
                }
            }
            for family in families {
                found.extend(self.nearest_of(cut, |font| font.family == family && font.origin == origin));
            }
        }
        found
    }

    fn nearest_of(&mut self, cut: FontCut, is_one: impl Fn(&Font) -> bool) -> Vec<FontId> {
        let cuts: Vec<(FontId, f32)> = self
            .iter()
            .filter(|(_, font)| font.variations.is_empty() && is_one(font))
            .map(|(id, font)| (id, font.distance(cut)))
            .collect();
        let nearest = cuts.iter().map(|(_, distance)| *distance).fold(f32::INFINITY, f32::min);
        // Of two weights as near, the first.
        let mut weight = None;
        let mut found: Vec<FontId> =
            cuts.iter().filter(|(_, distance)| *distance <= nearest).map(|(id, _)| *id).collect();
        found.retain(|id| {
            let own = self.get(*id).instance(cut).map_or(self.get(*id).weight, |varied| varied.weight);
            (own - *weight.get_or_insert(own)).abs() < 1.0
        });
        self.varied(found, cut)
    }

    /// Fonts with each variable one at its place for a cut.
    fn varied(&mut self, found: Vec<FontId>, cut: FontCut) -> Vec<FontId> {
        let mut all: Vec<FontId> = Vec::with_capacity(found.len());
        for id in found {
            let id = self.get(id).instance(cut).map_or(id, |varied| self.known_or_new(varied));
            if !all.contains(&id) {
                all.push(id);
            }
        }
        all
    }

    /// Returns the number of an instance of a variable font, adding it if it is new.
    fn known_or_new(&mut self, varied: Font) -> FontId {
        let is_same = |font: &Font| {
            (&font.path, font.index) == (&varied.path, varied.index) && font.variations == varied.variations
        };
        let known = self.iter().find(|(_, font)| is_same(font)).map(|(id, _)| id);
        known.unwrap_or_else(|| {
            self.fonts.push(varied);
            FontId(u16::try_from(self.fonts.len() - 1).unwrap_or(u16::MAX))
        })
    }
}
