//! The rulebook as one page for screens, which needs no other file.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use skrifa::MetadataProvider as _;
use subsetter::GlyphRemapper;
use write_fonts::FontBuilder;
use write_fonts::tables::cmap::Cmap;
use write_fonts::types::{GlyphId, Tag};

use super::stages::sound;
use super::{Failure, OutputContext, OutputFile, Report, counted, nothing_to_make};
use crate::book::{Manuscript, Part, Picture, PictureSort, PieceFaces};
use crate::image::{Painter, jpeg, png_dense};
use crate::read;
use crate::text::Font;
use crate::threads;
use crate::vfs::Vfs;

/// Fonts that are made for pages, and the letters that they have.
const FONTS: &str = "fonts/web";

/// Builds the page; a game without a book has none.
pub(super) fn build(
    works: &[OutputContext<'_>],
    vfs: &dyn Vfs,
    manuscript: Option<&Manuscript>,
) -> Result<Report, Failure> {
    let work = &works[0];
    let game = work.game();
    let Some(manuscript) = manuscript else {
        let what = format!("no rulebook: create `{}`", read::rulebook_path(game));
        return nothing_to_make(game, work.request, what);
    };
    let project = work.project;
    let pieces: Vec<PieceFaces<'_>> =
        works.iter().map(|work| PieceFaces { renderer: work.renderer, faces: work.scenes }).collect();
    let page = manuscript.html(pieces[0], &pieces[1..], &project.typography);
    let page = sound(manuscript, work.renderer, page)?;
    let letters = page.letters();
    let pictures = paint(work, &page.pictures)?;
    let count = counted(pictures.len(), "picture");
    let mut html = String::new();
    for part in &page.parts {
        match part {
            Part::Text(text) => html.push_str(text),
            Part::Picture(number) => html.push_str(&pictures[*number]),
            Part::Font(font) => html.push_str(&typeface(vfs, project.fonts.get(*font), &letters)),
        }
    }
    let name = format!("rulebook{}.html", work.suffix());
    let made = OutputFile { name, bytes: html.into_bytes().into(), what: format!("the rules with {count}") };
    let advice =
        vec!["Open it in any browser, or send it to a phone: it needs no other files and no network.".to_owned()];
    Ok(Report { written: work.sink.write(&work.folder(), vec![made])?, advice, ..Report::default() })
}

/// Returns data URLs of pictures.
fn paint(work: &OutputContext<'_>, pictures: &[Picture]) -> Result<Vec<String>, Failure> {
    let painter = Painter::new(&work.project.fonts);
    work.progress.begin("painting", pictures.len());
    let painted = threads::map(pictures, |Picture { scene, view, width, height, sort, .. }| {
        let address = match sort {
            PictureSort::Painting => {
                let painted = painter.paint(scene, *view, *width, *height)?;
                data("image/jpeg", &jpeg(&painted)?)
            }
            PictureSort::Diagram => {
                let painted = painter.paint_bare(scene, *view, *width, *height)?;
                data("image/png", &png_dense(&painted).ok()?)
            }
        };
        work.progress.step();
        Some(address)
    });
    work.progress.end();
    let all: Option<Vec<String>> = painted.into_iter().collect();
    all.ok_or_else(|| Failure::Stopped("cannot render an image: out of memory".to_owned()))
}

/// Returns the data URL of a typeface: the web version if it has all letters of the book, else the font, subset to
/// these if it is large.
fn typeface(vfs: &dyn Vfs, font: &Font, page: &BTreeSet<char>) -> String {
    let stem = font.path.strip_prefix("fonts/").and_then(|name| name.rsplit_once('.'));
    let made = stem.and_then(|(stem, _)| vfs.read(&format!("{FONTS}/{stem}.woff2")).ok());
    let letters = vfs.read(&format!("{FONTS}/letters.txt")).ok();
    let letters = letters.and_then(|bytes| ranges(std::str::from_utf8(&bytes).ok()?)).unwrap_or_default();
    let has = |letter: char| letters.iter().any(|(first, last)| (*first..=*last).contains(&u32::from(letter)));
    // Letters that the font lacks are in others.
    match made.filter(|_| page.iter().all(|letter| letter.is_ascii() || has(*letter) || !font.has(*letter))) {
        Some(bytes) => data("font/woff2", &bytes),
        None => match cut_down(font, page) {
            Some(bytes) => data("font/otf", &bytes),
            None if font.path.ends_with(".ttf") => data("font/ttf", font.data()),
            None => data("font/otf", font.data()),
        },
    }
}

/// Fonts of fewer bytes stay whole, with their kerning and ligatures.
const SMALL: usize = 300_000;

/// Subsets a large font to the letters of the page. A font is taken out of its collection. `None` for a small font, and
/// for one whose letters need shaping rules that a subset wouldn't have.
fn cut_down(font: &Font, page: &BTreeSet<char>) -> Option<Vec<u8>> {
    let tables = font.tables()?;
    let charmap = tables.charmap();
    let glyph = |letter: &char| Some((*letter, u16::try_from(charmap.map(*letter)?.to_u32()).ok()?));
    let glyphs: Vec<(char, u16)> = page.iter().filter_map(glyph).collect();
    if font.data().len() < SMALL || !glyphs.iter().all(|(letter, _)| stands_alone(*letter)) {
        return None;
    }
    let mut ids: Vec<u16> = glyphs.iter().map(|(_, id)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    let remapper = GlyphRemapper::new_from_glyphs_sorted(&ids);
    let variations = font.variations().iter().map(|(tag, value)| (subsetter::Tag::new(&tag.to_be_bytes()), *value));
    let variations: Vec<_> = variations.collect();
    let subset = subsetter::subset_with_variations(font.data(), font.index, &variations, &remapper).ok()?;
    let mut builder = FontBuilder::new();
    let mapped = glyphs.iter().filter_map(|(letter, id)| Some((*letter, GlyphId::new(remapper.get(*id)?.into()))));
    builder.add_table(&Cmap::from_mappings(mapped).ok()?).ok()?;
    let metrics = tables.table_data(skrifa::Tag::new(b"OS/2"))?;
    builder.add_raw(Tag::new(b"OS/2"), metrics.as_bytes());
    builder.copy_missing_tables(write_fonts::read::FontRef::new(&subset).ok()?);
    Some(builder.build())
}

/// True for letters of scripts that need no shaping rules.
fn stands_alone(letter: char) -> bool {
    use unicode_script::Script::{
        Bopomofo, Common, Cyrillic, Greek, Han, Hangul, Hiragana, Inherited, Katakana, Latin,
    };
    let script = unicode_script::UnicodeScript::script(&letter);
    [Bopomofo, Common, Cyrillic, Greek, Han, Hangul, Hiragana, Inherited, Katakana, Latin].contains(&script)
}

/// Letters as `U+0020-007E, U+20AC`, by their numbers.
fn ranges(text: &str) -> Option<Vec<(u32, u32)>> {
    let range = |word: &str| {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        Some((u32::from_str_radix(first, 16).ok()?, u32::from_str_radix(last, 16).ok()?))
    };
    let words = text.split(|letter: char| letter == ',' || letter.is_whitespace()).filter(|word| !word.is_empty());
    words.map(|word| range(word.strip_prefix("U+")?)).collect()
}

/// Returns a data URL.
fn data(sort: &str, bytes: &[u8]) -> String {
    format!("data:{sort};base64,{}", STANDARD.encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_assets::Builtin;

    #[test]
    fn the_list_of_letters_can_be_read() {
        let bytes = Builtin.read("fonts/web/letters.txt").expect("the list");
        let all = ranges(std::str::from_utf8(&bytes).expect("text")).expect("ranges");
        let has = |letter: char| all.iter().any(|(first, last)| (*first..=*last).contains(&u32::from(letter)));
        assert!("Aé’—−×½".chars().all(has));
        assert!(!has('ж') && ranges("U+20, x").is_none());
    }
}
