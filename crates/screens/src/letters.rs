//! The typefaces of the screen, and small capitals for a toolkit that has none.
//!
//! The toolkit draws the glyph that a font maps a letter to and knows no alternatives of it. So the fonts are handed over
//! with another map: lower case letters stand for small capitals, by the font's own tables. A font that is used in one way
//! alone has that map already, see `fonts/screen`.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily, FontId};
use skrifa::raw::tables::gsub::{SingleSubst, SubstitutionLookup};
use skrifa::raw::{FontRef, TableProvider as _, types::Tag};
use skrifa::{GlyphId, MetadataProvider as _};

use crate::ordered;
use crate::vfs::Vfs;

/// A typeface of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Names, buttons, headings: small capitals.
    Caps,
    /// The same, narrower.
    Narrow,
    /// Large figures and strong words.
    Figure,
    /// Sentences.
    Text,
    /// Asides.
    Italic,
    /// Status and reasons.
    Plain,
    /// The same, strong.
    Strong,
}

impl Face {
    const ALL: [Self; 7] =
        [Self::Caps, Self::Narrow, Self::Figure, Self::Text, Self::Italic, Self::Plain, Self::Strong];

    const fn name(self) -> &'static str {
        match self {
            Self::Caps => "caps",
            Self::Narrow => "narrow",
            Self::Figure => "figure",
            Self::Text => "text",
            Self::Italic => "italic",
            Self::Plain => "plain",
            Self::Strong => "strong",
        }
    }

    /// The file, and the features that every letter of it has beside those of the file.
    const fn source(self) -> (&'static str, &'static [&'static [u8; 4]]) {
        match self {
            Self::Caps => ("Junicode-Medium", &[b"smcp"]),
            Self::Narrow => ("Junicode-SemiCondSemiBold", &[]),
            Self::Figure => ("Junicode-SemiBold", &[]),
            Self::Text => ("Junicode-Medium", &[]),
            Self::Italic => ("Junicode-MediumItalic", &[]),
            Self::Plain => ("Inter-Regular", &[]),
            Self::Strong => ("Inter-SemiBold", &[]),
        }
    }

    /// The face at a size in points.
    pub fn size(self, size: f32) -> FontId {
        FontId::new(size, FontFamily::Name(self.name().into()))
    }
}

/// All typefaces of the screen, read from a file system; a file that is missing or cannot be read is replaced by the other faces.
pub fn definitions(vfs: &dyn Vfs) -> FontDefinitions {
    let mut definitions = FontDefinitions { font_data: BTreeMap::new(), families: BTreeMap::new() };
    for face in Face::ALL {
        let (file, features) = face.source();
        let Ok(bytes) = vfs.read(&format!("fonts/screen/{file}.otf")) else { continue };
        let bytes = with_features(&bytes, features).unwrap_or_else(|| bytes.into_owned());
        definitions.font_data.insert(face.name().to_owned(), Arc::new(FontData::from_owned(bytes)));
    }
    // Glyphs missing from one face (an arrow, a rune) may be in the next.
    let all: Vec<String> = definitions.font_data.keys().cloned().collect();
    let family = |first: Face| {
        let first = first.name().to_owned();
        let mut family: Vec<String> = all.iter().filter(|name| **name == first).cloned().collect();
        family.extend(all.iter().filter(|name| **name != first).cloned());
        family
    };
    for face in Face::ALL {
        definitions.families.insert(FontFamily::Name(face.name().into()), family(face));
    }
    definitions.families.insert(FontFamily::Proportional, family(Face::Plain));
    definitions.families.insert(FontFamily::Monospace, family(Face::Plain));
    definitions
}

/// The font with letters mapped to what features make of them; none if it cannot be read.
fn with_features(bytes: &[u8], features: &[&[u8; 4]]) -> Option<Vec<u8>> {
    let font = FontRef::new(bytes).ok()?;
    let mut map = ordered::map(font.charmap().mappings());
    for feature in features {
        let instead = substitutions(&font, Tag::new(feature))?;
        for glyph in map.values_mut() {
            if let Some(other) = instead.get(glyph) {
                *glyph = *other;
            }
        }
    }
    Some(with_table(&font, *b"cmap", &character_map(&map)))
}

/// Returns the single glyph substitutions of a feature.
fn substitutions(font: &FontRef<'_>, feature: Tag) -> Option<BTreeMap<GlyphId, GlyphId>> {
    let gsub = font.gsub().ok()?;
    let features = gsub.feature_list().ok()?;
    let lookups = gsub.lookup_list().ok()?.lookups();
    let mut instead = BTreeMap::new();
    for record in features.feature_records().iter().filter(|record| record.feature_tag() == feature) {
        let Ok(record) = record.feature(features.offset_data()) else { continue };
        for index in record.lookup_list_indices() {
            match lookups.get(usize::from(index.get())) {
                Ok(SubstitutionLookup::Single(lookup)) => {
                    lookup.subtables().iter().flatten().for_each(|table| single(&table, &mut instead));
                }
                Ok(SubstitutionLookup::Extension(lookup)) => {
                    for table in lookup.subtables().iter().flatten() {
                        if let skrifa::raw::tables::gsub::ExtensionSubtable::Single(table) = table
                            && let Ok(table) = table.extension()
                        {
                            single(&table, &mut instead);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    Some(instead)
}

fn single(table: &SingleSubst<'_>, instead: &mut BTreeMap<GlyphId, GlyphId>) {
    let coverage = match table {
        SingleSubst::Format1(table) => table.coverage(),
        SingleSubst::Format2(table) => table.coverage(),
    };
    let Ok(coverage) = coverage else { return };
    for (index, glyph) in coverage.iter().enumerate() {
        let other = match table {
            SingleSubst::Format1(table) => {
                let other = (i32::from(glyph.to_u16()) + i32::from(table.delta_glyph_id())).rem_euclid(0x1_0000);
                u16::try_from(other).ok()
            }
            SingleSubst::Format2(table) => table.substitute_glyph_ids().get(index).map(|other| other.get().to_u16()),
        };
        if let Some(other) = other {
            instead.entry(glyph.into()).or_insert(GlyphId::new(other.into()));
        }
    }
}

/// A character map of one table, format 12: groups of letters and glyphs that run side by side.
fn character_map(map: &BTreeMap<u32, GlyphId>) -> Vec<u8> {
    let mut groups: Vec<[u32; 3]> = Vec::new();
    for (&letter, glyph) in map {
        match groups.last_mut() {
            Some([first, last, start]) if letter == *last + 1 && glyph.to_u32() == *start + letter - *first => {
                *last = letter;
            }
            _ => groups.push([letter, letter, glyph.to_u32()]),
        }
    }
    let count = u32::try_from(groups.len()).unwrap_or_default();
    // Version 0, one record: platform 3 (Windows), encoding 10 (all of Unicode), 12 bytes on.
    let mut table: Vec<u8> = [0_u16, 1, 3, 10].into_iter().flat_map(u16::to_be_bytes).collect();
    table.extend(12_u32.to_be_bytes());
    table.extend([12_u16, 0].into_iter().flat_map(u16::to_be_bytes));
    table.extend([16 + 12 * count, 0, count].into_iter().flat_map(u32::to_be_bytes));
    table.extend(groups.into_iter().flatten().flat_map(u32::to_be_bytes));
    table
}

/// The font with one table replaced.
fn with_table(font: &FontRef<'_>, tag: [u8; 4], table: &[u8]) -> Vec<u8> {
    let records = font.table_directory().table_records();
    let tables: Vec<([u8; 4], &[u8])> = records
        .iter()
        .filter_map(|record| {
            let own = record.tag();
            let bytes = if own == Tag::new(&tag) { table } else { font.table_data(own)?.as_bytes() };
            Some((own.to_be_bytes(), bytes))
        })
        .collect();
    let count = u16::try_from(tables.len()).unwrap_or_default();
    let mut bytes = font.table_directory().sfnt_version().to_be_bytes().to_vec();
    // The three figures for a binary search of the directory; no reader uses them any more.
    bytes.extend([count, 0, 0, 0].into_iter().flat_map(u16::to_be_bytes));
    let mut at = 12 + 16 * tables.len();
    for (tag, table) in &tables {
        bytes.extend(tag);
        let number = |number: usize| u32::try_from(number).unwrap_or_default().to_be_bytes();
        bytes.extend([[0; 4], number(at), number(table.len())].concat());
        at += table.len().next_multiple_of(4);
    }
    for (_, table) in &tables {
        bytes.extend(*table);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_assets::Builtin;

    fn glyph(bytes: &[u8], letter: char) -> Option<GlyphId> {
        FontRef::new(bytes).expect("a font").charmap().map(letter)
    }

    #[test]
    fn lower_case_becomes_small_capitals_and_nothing_else_changes() {
        let plain = Builtin.read("fonts/Junicode-Medium.otf").expect("built in");
        let caps = with_features(&plain, &[b"smcp"]).expect("a font with small capitals");
        for letter in ['a', 'q', 'x', 'z', 'é', 'þ'] {
            assert_ne!(glyph(&plain, letter), glyph(&caps, letter), "{letter}");
            assert!(glyph(&caps, letter).is_some(), "{letter}");
        }
        for letter in ['A', 'Z', '-', '→', 'ᚠ', '−'] {
            assert_eq!(glyph(&plain, letter), glyph(&caps, letter), "{letter}");
        }
    }

    #[test]
    fn every_face_is_there_and_has_the_letters_of_the_screen() {
        let definitions = definitions(&Builtin);
        for face in Face::ALL {
            let data = definitions.font_data.get(face.name()).unwrap_or_else(|| panic!("{face:?}"));
            for letter in "AZaz09 −+→×·…’".chars() {
                assert!(glyph((*data.font).as_ref(), letter).is_some(), "{face:?} {letter:?}");
            }
        }
    }
}
