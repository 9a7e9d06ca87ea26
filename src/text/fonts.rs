//! The fonts of `fonts/`; fonts of the system are never consulted.

use std::sync::Arc;

use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::Metrics;
use skrifa::raw::TableProvider as _;
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider as _};

use crate::diagnostic::{Code, Diagnostic, Source, Span};
use crate::threads;
use crate::vfs::{Bytes, Vfs};

/// A font's position in [`Fonts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FontId(pub u16);

/// One cut of a family.
#[derive(Clone)]
pub struct Font {
    /// The file, for messages.
    pub path: String,
    /// The family that all its cuts share: `Junicode`.
    pub family: String,
    /// What the PDF calls it: `Junicode-SemiBold`.
    pub postscript_name: String,
    /// From 100 to 900; 400 is regular, 700 bold.
    pub weight: f32,
    /// In percent of the normal width.
    pub width: f32,
    /// Whether it is an italic.
    pub italic: bool,
    /// Height of the capitals in ems.
    pub cap_height: f64,
    /// Units of the font in an em.
    pub units_per_em: u16,
    data: Arc<Bytes>,
}

impl Font {
    /// The bytes of the file.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// The tables of the font; they were read once before, so that they can be read again.
    pub fn tables(&self) -> Option<FontRef<'_>> {
        FontRef::new(&self.data).ok()
    }

    /// Whether it has a feature, by its tag.
    pub fn has_feature(&self, tag: &str) -> bool {
        let Some(font) = self.tables() else { return false };
        let substitutions = font.gsub().ok().and_then(|table| table.feature_list().ok());
        let places = font.gpos().ok().and_then(|table| table.feature_list().ok());
        let mut lists = substitutions.into_iter().chain(places);
        lists.any(|list| list.feature_records().iter().any(|record| record.feature_tag() == tag))
    }

    /// How a person calls this cut: `Junicode 600 semi-condensed`.
    pub fn description(&self) -> String {
        let width = super::cut::width_name(self.width);
        let width = if width == "normal" { String::new() } else { format!(" {width}") };
        format!("{} {}{width}{}", self.family, self.weight, if self.italic { " italic" } else { "" })
    }

    fn read(path: &str, data: Bytes) -> Option<Self> {
        let font = FontRef::new(&data).ok()?;
        let name = |id| Some(font.localized_strings(id).english_or_first()?.to_string());
        let family = name(StringId::TYPOGRAPHIC_FAMILY_NAME).or_else(|| name(StringId::FAMILY_NAME))?;
        let postscript_name = name(StringId::POSTSCRIPT_NAME).unwrap_or_else(|| family.replace(' ', ""));
        let attributes = font.attributes();
        let metrics = Metrics::new(&font, Size::unscaled(), LocationRef::default());
        let em = f64::from(metrics.units_per_em);
        Some(Self {
            path: path.to_owned(),
            family,
            postscript_name,
            weight: attributes.weight.value(),
            width: attributes.stretch.percentage(),
            italic: attributes.style != skrifa::attribute::Style::Normal,
            cap_height: f64::from(metrics.cap_height.unwrap_or(metrics.ascent * 0.7)) / em,
            units_per_em: metrics.units_per_em,
            data: Arc::new(data),
        })
    }
}

/// Where the typefaces of the tracker's screens and of pages are: subsets of others, which nothing is printed with.
const SUBSETS: [&str; 2] = ["fonts/screen/", "fonts/web/"];

/// How the names of fonts end.
const ENDINGS: [&str; 4] = [".otf", ".ttf", ".woff", ".woff2"];

/// No font unpacks to more bytes; the largest that there are, with all Chinese letters, have a fifth of it.
const LARGEST: u64 = 128 << 20;

/// The tables of a font, unpacked where they are packed for the web; none where they cannot be.
fn unpacked(data: Bytes) -> Option<Bytes> {
    match data.get(..4)? {
        b"wOF2" => Some(wuff::decompress_woff2(&data).ok()?.into()),
        // The memory for what a table says of itself is taken before it is unpacked: four gigabytes for a file of a hundred bytes.
        b"wOFF" if woff_size(&data)? > LARGEST => None,
        b"wOFF" => Some(wuff::decompress_woff1(&data).ok()?.into()),
        _ => Some(data),
    }
}

/// True if a table of a font lies beyond the end of its file: kerning and ligatures would be missing without a word.
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

/// How many bytes the tables of a WOFF say that they unpack to; none where some are missing.
fn woff_size(data: &[u8]) -> Option<u64> {
    const HEAD: usize = 44;
    const ENTRY: usize = 20;
    let tables = u16::from_be_bytes(data.get(12..14)?.try_into().ok()?);
    let entries = data.get(HEAD..HEAD + ENTRY * usize::from(tables))?.chunks_exact(ENTRY);
    entries.map(|entry| Some(u64::from(u32::from_be_bytes(entry[12..16].try_into().ok()?)))).sum()
}

/// All fonts there are, in the order of their paths.
#[derive(Clone, Default)]
pub struct Fonts {
    fonts: Vec<Font>,
}

impl Fonts {
    /// Reads `fonts/`, but for subsets, and the game's own `fonts` folder; a file that is no font is a diagnostic.
    pub fn load(vfs: &dyn Vfs, game_folder: &str) -> (Self, Vec<Diagnostic>) {
        let is_font = |path: &String| {
            let ends = ENDINGS.iter().any(|ending| path.to_lowercase().ends_with(ending));
            ends && !SUBSETS.iter().any(|folder| path.starts_with(folder))
        };
        let mut paths = vfs.files("fonts");
        paths.extend(vfs.files(&format!("{game_folder}/fonts")));
        paths.retain(is_font);
        let mut fonts = Vec::with_capacity(paths.len());
        let mut diagnostics = Vec::new();
        let read = threads::map(&paths, |path| vfs.read(path).map(|data| Font::read(path, unpacked(data)?)));
        for (path, font) in paths.iter().zip(read) {
            match font {
                Ok(Some(font)) if is_cut(font.data()) => {
                    let at = Span::file(&Source::new(path.as_str(), ""));
                    let diagnostic = Diagnostic::error(Code::FONT_CUT, at, "this font ends too soon: it was cut short");
                    diagnostics.push(diagnostic.hint("copy or download it again"));
                }
                Ok(Some(font)) => fonts.push(font),
                Ok(None) => {
                    let at = Span::file(&Source::new(path.as_str(), ""));
                    diagnostics.push(Diagnostic::error(Code::NOT_A_FONT, at, "this file is no font"));
                }
                Err(error) => diagnostics.push(error.into()),
            }
        }
        (Self { fonts }, diagnostics)
    }

    /// A font by its number.
    pub fn get(&self, id: FontId) -> &Font {
        &self.fonts[usize::from(id.0)]
    }

    /// All fonts with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (FontId, &Font)> {
        (0..).map(FontId).zip(&self.fonts)
    }

    /// The names of the families, each once.
    pub fn families(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.fonts.iter().map(|font| font.family.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The cut of a family that is nearest to this: what another font has no letter for stands in it, whatever cuts it has.
    pub fn nearest(&self, family: &str, weight: f32, width: f32, italic: bool) -> Option<FontId> {
        let distance = |font: &Font| {
            let slant = if font.italic == italic { 0.0 } else { 10_000.0 };
            slant + (font.width - width).abs() * 100.0 + (font.weight - weight).abs()
        };
        let cuts = self.iter().filter(|(_, font)| font.family == family);
        cuts.min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b))).map(|(id, _)| id)
    }

    /// The cut of a family that is exactly this; nothing is thickened, slanted or squeezed to stand in for it.
    pub fn find(&self, family: &str, weight: f32, width: f32, italic: bool) -> Option<FontId> {
        let fits = |font: &Font| {
            font.family == family
                && (font.weight - weight).abs() < 1.0
                && (font.width - width).abs() < 1.0
                && font.italic == italic
        };
        self.iter().find(|(_, font)| fits(font)).map(|(id, _)| id)
    }
}
