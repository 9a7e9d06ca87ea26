//! Fonts: embedded as subsets, with the text of each glyph, to make text searchable.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use kurbo::{BezPath, PathEl};
use lopdf::{Dictionary, Object, dictionary};
use rustc_hash::FxBuildHasher;
use skrifa::instance::Size;
use skrifa::outline::DrawSettings;
use skrifa::outline::pen::PathElement;
use skrifa::{FontRef, GlyphId, MetadataProvider as _, Tag};
use subsetter::GlyphRemapper;

use super::PdfError;
use super::builder::PdfBuilder;
use super::packed::{Packed, pack};
use crate::scene::Scene;
use crate::text::{FontId, Fonts, Glyph, Piece, Run, WordId};
use crate::threads;

/// Fonts and glyphs that scenes use.
#[derive(Default)]
pub(super) struct Used {
    /// The glyphs by font, with the readings of each: a glyph represents one letter here and others there.
    pub glyphs: BTreeMap<FontId, BTreeMap<u16, Vec<String>>>,
    /// Words with a glyph that has another than its first reading, or none; without missing letters, which share one
    /// glyph.
    pub reread: HashSet<WordId, FxBuildHasher>,
}

/// A font with one reading of its glyphs, by number: a `ToUnicode` map has one text for each glyph.
pub(super) type Reading = (FontId, usize);

impl Used {
    /// Returns the number of a glyph's reading in a word; `None` if it represents no letters.
    pub fn reading(&self, font: FontId, run: &Run, glyph: &Glyph) -> Option<usize> {
        let read = letters(run, glyph);
        self.glyphs.get(&font)?.get(&glyph.id)?.iter().position(|known| *known == read)
    }
}

/// Collects the glyphs of some scenes, in the order of the scenes.
pub(super) fn used<'s>(scenes: impl Iterator<Item = &'s Scene>, fonts: &Fonts) -> Used {
    let mut used = Used::default();
    // Scenes share their words: each is looked at once.
    let mut seen: HashSet<(WordId, bool), FxBuildHasher> = HashSet::default();
    let blanks: BTreeMap<FontId, u16> = fonts.iter().map(|(id, font)| (id, blank_glyph(font))).collect();
    for piece in scenes.flat_map(Scene::texts).flat_map(|text| &text.line.pieces) {
        let Piece::Run(run) = piece else { continue };
        if !seen.insert((run.word.id(), run.blank)) {
            continue;
        }
        for part in run.word.parts.iter().filter(|part| fonts.get(part.font).has_outlines()) {
            let glyphs = used.glyphs.entry(part.font).or_default();
            for glyph in &run.word.glyphs[usize::from(part.glyphs.start)..usize::from(part.glyphs.end)] {
                let (known, read) = (glyphs.entry(glyph.id).or_default(), letters(run, glyph));
                if !run.word.missing.is_empty() && !known.is_empty() {
                    continue;
                }
                let reading = known.iter().position(|known| *known == read);
                if reading != Some(0) && (!known.is_empty() || read.is_empty()) {
                    used.reread.insert(run.word.id());
                }
                if reading.is_none() && !read.is_empty() {
                    known.push(read.into_owned());
                }
            }
        }
        if let (true, Some(part)) = (run.blank, run.word.parts.last())
            && fonts.get(part.font).has_outlines()
            && blanks[&part.font] != 0
        {
            used.glyphs.entry(part.font).or_default().entry(blanks[&part.font]).or_insert_with(|| vec![" ".to_owned()]);
        }
    }
    used
}

/// Returns the outline of a glyph in ems, with y upwards.
pub(super) fn outline(font: &crate::text::Font, glyph: u16) -> Option<BezPath> {
    let tables = font.tables()?;
    let mut elements: Vec<PathElement> = Vec::new();
    let settings = DrawSettings::unhinted(Size::new(1.0), font.location());
    tables.outline_glyphs().get(GlyphId::new(glyph.into()))?.draw(settings, &mut elements).ok()?;
    let at = |x: f32, y: f32| (f64::from(x), f64::from(y));
    let element = |element| match element {
        PathElement::MoveTo { x, y } => PathEl::MoveTo(at(x, y).into()),
        PathElement::LineTo { x, y } => PathEl::LineTo(at(x, y).into()),
        PathElement::QuadTo { cx0, cy0, x, y } => PathEl::QuadTo(at(cx0, cy0).into(), at(x, y).into()),
        PathElement::CurveTo { cx0, cy0, cx1, cy1, x, y } => {
            PathEl::CurveTo(at(cx0, cy0).into(), at(cx1, cy1).into(), at(x, y).into())
        }
        PathElement::Close => PathEl::ClosePath,
    };
    Some(elements.into_iter().map(element).collect())
}

/// Returns the text that a reader copies: a non-breaking space becomes a space.
fn letters<'r>(run: &'r Run, glyph: &Glyph) -> Cow<'r, str> {
    let (from, to) = glyph.text;
    let letters = run.word.text.get(usize::from(from)..usize::from(to)).unwrap_or_default();
    if letters.contains('\u{a0}') { letters.replace('\u{a0}', " ").into() } else { letters.into() }
}

/// Returns the glyph of a space.
pub(super) fn blank_glyph(font: &crate::text::Font) -> u16 {
    let glyph = font.tables().and_then(|tables| tables.charmap().map(' '));
    u16::try_from(glyph.map_or(0, GlyphId::to_u32)).unwrap_or(0)
}

/// An embedded font.
pub(super) struct Embedded {
    /// Numbers of the glyphs in the subset.
    remapper: GlyphRemapper,
    /// Advance of each glyph of the subset, in thousandths of an em.
    widths: Vec<f64>,
    /// Glyph of a space, in the whole font.
    pub blank: u16,
    /// The subset, and its length before it was packed.
    subset: (Packed, usize),
    is_cff: bool,
    /// The `ToUnicode` map of each reading.
    to_unicode: Vec<Packed>,
}

/// Returns the name of a font in content streams.
pub(super) fn font_name(reading: Reading) -> String {
    let (font, reading) = reading;
    if reading == 0 { format!("T{}", font.0) } else { format!("T{}-{reading}", font.0) }
}

impl Embedded {
    /// Returns the number of a glyph in the subset.
    pub fn code(&self, glyph: u16) -> u16 {
        self.remapper.get(glyph).unwrap_or(0)
    }

    /// Returns the advance of a glyph in readers, in thousandths of an em.
    pub fn width(&self, code: u16) -> f64 {
        self.widths.get(usize::from(code)).copied().unwrap_or(0.0)
    }
}

/// Cuts the fonts down to the glyphs that are used.
///
/// # Errors
/// A font that cannot be cut down.
pub(super) fn embed(fonts: &Fonts, used: &Used) -> Result<BTreeMap<FontId, Embedded>, PdfError> {
    let all: Vec<(FontId, &BTreeMap<u16, Vec<String>>)> =
        used.glyphs.iter().map(|(id, glyphs)| (*id, glyphs)).collect();
    threads::map(&all, |(id, glyphs)| Ok((*id, embed_one(fonts, *id, glyphs)?))).into_iter().collect()
}

fn embed_one(fonts: &Fonts, id: FontId, glyphs: &BTreeMap<u16, Vec<String>>) -> Result<Embedded, PdfError> {
    let font = fonts.get(id);
    let fail = |reason: String| PdfError::Font { font: font.path.clone(), reason };
    let remapper = GlyphRemapper::new_from_glyphs_sorted(&glyphs.keys().copied().collect::<Vec<_>>());
    let tables = font.tables().ok_or_else(|| fail("unreadable font".to_owned()))?;
    let subset = match tables.axes().is_empty() {
        true => subsetter::subset(font.data(), font.index, &remapper),
        // A variable font is instantiated at this weight and width.
        false => {
            let variations = font.variations().iter();
            let variations = variations.map(|(tag, value)| (subsetter::Tag::new(&tag.to_be_bytes()), *value));
            subsetter::subset_with_variations(font.data(), font.index, &variations.collect::<Vec<_>>(), &remapper)
        }
    };
    let subset = subset.map_err(|error| fail(error.to_string()))?;
    let metrics = tables.glyph_metrics(Size::unscaled(), font.location());
    let width = |glyph: u16| {
        let units = metrics.advance_width(GlyphId::new(glyph.into())).unwrap_or(0.0);
        f64::from(units) * 1000.0 / f64::from(font.units_per_em)
    };
    let widths = remapper.remapped_gids().map(width).collect();
    let cff =
        FontRef::new(&subset).ok().and_then(|subset| Some(subset.table_data(Tag::new(b"CFF "))?.as_bytes().to_vec()));
    let is_cff = cff.is_some();
    let subset = cff.unwrap_or(subset);
    let length = subset.len();
    let readings = glyphs.values().map(Vec::len).max().unwrap_or(0).max(1);
    let map = |reading: usize| {
        let letters =
            glyphs.iter().filter_map(|(glyph, readings)| Some((remapper.get(*glyph)?, readings.get(reading)?)));
        pack(to_unicode(&letters.collect::<Vec<_>>()).into_bytes())
    };
    let (subset, to_unicode) = ((pack(subset), length), (0..readings).map(map).collect());
    Ok(Embedded { remapper, widths, blank: blank_glyph(font), subset, is_cff, to_unicode })
}

impl Embedded {
    /// Puts the font into the document, and returns its id with each reading.
    pub fn add(&self, id: FontId, fonts: &Fonts, builder: &mut PdfBuilder) -> Vec<lopdf::ObjectId> {
        let font = fonts.get(id);
        let name = format!("{}+{}", self.tag(), font.postscript_name);
        let (subset, length) = self.subset.clone();
        let about = match self.is_cff {
            true => dictionary! { "Subtype" => "CIDFontType0C" },
            false => dictionary! { "Length1" => i64::try_from(length).unwrap_or(i64::MAX) },
        };
        let file = builder.stream(about, subset);
        let descriptor = builder.dictionary(self.descriptor(font, &name, file));
        let mut descendant = dictionary! {
            "Type" => "Font",
            "Subtype" => if self.is_cff { "CIDFontType0" } else { "CIDFontType2" },
            "BaseFont" => Object::Name(name.clone().into_bytes()),
            "CIDSystemInfo" => dictionary! {
                "Registry" => Object::string_literal("Adobe"),
                "Ordering" => Object::string_literal("Identity"),
                "Supplement" => 0,
            },
            "FontDescriptor" => descriptor,
            "DW" => 0,
            "W" => vec![0.into(), Object::Array(self.widths.iter().map(|width| real(*width)).collect())],
        };
        if !self.is_cff {
            descendant.set("CIDToGIDMap", "Identity");
        }
        let descendant = builder.dictionary(descendant);
        let with_reading = |to_unicode: &Packed| {
            let to_unicode = builder.stream(Dictionary::new(), to_unicode.clone());
            builder.dictionary(dictionary! {
                "Type" => "Font",
                "Subtype" => "Type0",
                "BaseFont" => Object::Name(name.clone().into_bytes()),
                "Encoding" => "Identity-H",
                "DescendantFonts" => vec![descendant.into()],
                "ToUnicode" => to_unicode,
            })
        };
        self.to_unicode.iter().map(with_reading).collect()
    }

    /// Returns six letters that identify this subset of the font.
    fn tag(&self) -> String {
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        for glyph in self.remapper.remapped_gids() {
            hash = (hash ^ u64::from(glyph)).wrapping_mul(0x0100_0000_01b3);
        }
        (0..6)
            .map(|_| {
                let letter = b'A' + u8::try_from(hash % 26).unwrap_or(0);
                hash /= 26;
                char::from(letter)
            })
            .collect()
    }

    fn descriptor(&self, font: &crate::text::Font, name: &str, file: lopdf::ObjectId) -> Dictionary {
        let units = f64::from(font.units_per_em);
        let em = |value: f32| real(f64::from(value) * 1000.0 / units);
        let metrics = font.tables().map(|tables| tables.metrics(Size::unscaled(), font.location()));
        let bounds = metrics.as_ref().and_then(|metrics| metrics.bounds);
        let side = |pick: fn(&skrifa::metrics::BoundingBox) -> f32| {
            bounds.as_ref().map_or(real(0.0), |bounds| em(pick(bounds)))
        };
        // Symbolic: the encoding is the font's own. Bit 7 is for italics.
        let flags = 4 | if font.italic { 64 } else { 0 };
        let mut descriptor = dictionary! {
            "Type" => "FontDescriptor",
            "FontName" => Object::Name(name.as_bytes().to_vec()),
            "Flags" => flags,
            "FontBBox" => vec![side(|b| b.x_min), side(|b| b.y_min), side(|b| b.x_max), side(|b| b.y_max)],
            "ItalicAngle" => real(metrics.as_ref().map_or(0.0, |metrics| metrics.italic_angle.into())),
            "Ascent" => metrics.as_ref().map_or(real(0.0), |metrics| em(metrics.ascent)),
            "Descent" => metrics.as_ref().map_or(real(0.0), |metrics| em(metrics.descent)),
            "CapHeight" => real(font.cap_height * 1000.0),
            // No one measures stems any more; readers want a number between thin and bold.
            "StemV" => if font.weight > 550.0 { 140 } else { 80 },
        };
        descriptor.set(if self.is_cff { "FontFile3" } else { "FontFile2" }, file);
        descriptor
    }
}

/// Returns a `ToUnicode` map: the characters of each glyph.
fn to_unicode(letters: &[(u16, &String)]) -> String {
    let mut map = String::from(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) \
         /Supplement 0 >> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\n\
         endcodespacerange\n",
    );
    for some in letters.chunks(100) {
        // Writing into a string cannot fail.
        let _ = writeln!(map, "{} beginbfchar", some.len());
        for (code, letters) in some {
            let _ = write!(map, "<{code:04x}> <");
            for unit in letters.encode_utf16() {
                let _ = write!(map, "{unit:04x}");
            }
            map.push_str(">\n");
        }
        map.push_str("endbfchar\n");
    }
    map.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    map
}

/// Converts a number for lopdf; whole ones without a point.
pub(super) fn real(value: f64) -> Object {
    #[allow(clippy::cast_possible_truncation, reason = "PDF readers compute in single precision")]
    if value.fract() == 0.0 { Object::Integer(value as i64) } else { Object::Real(value as f32) }
}
