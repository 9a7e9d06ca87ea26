//! The PDFs against PDF/UA-1 (ISO 14289-1), as the checker `page` sees them (PyPI: `page-validation`), and their structure as
//! poppler reads it.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::common::outsiders;
use crate::common::program::Folder;
use crate::common::shipped::{self, letters};

/// Everything that is printed, in every ink.
const BUILDS: [&[&str]; 5] = [
    &[],
    &["--ink", "low"],
    &["--target", "press"],
    &["--target", "press", "--ink", "low"],
    &["--paper", "letter", "--backs", "gutterfold"],
];

static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    let folder = Folder::new();
    for options in BUILDS {
        folder.run([&["build", "skirmish-5e"], options].concat()).must_succeed();
    }
    folder
});

fn all() -> Vec<PathBuf> {
    let folder = FOLDER.path("output/skirmish-5e");
    let entries = std::fs::read_dir(folder).expect("the folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "pdf"));
    files.sort();
    files
}

#[test]
fn every_pdf_is_as_pdf_ua_wants_it() {
    let files = all();
    assert_eq!(files.len(), 2 * 3 + 2 * 2 + 3, "{files:?}");
    if let Some(found) = outsiders::pdf_ua(&files) {
        assert_eq!(found, "");
    }
}

#[test]
fn the_checker_sees_what_is_missing() {
    let path = FOLDER.path("output/skirmish-5e/rulebook-a5.pdf");
    let mut document = lopdf::Document::load(path).expect("a PDF");
    document.catalog_mut().expect("a catalogue").remove(b"Metadata");
    for object in document.objects.values_mut() {
        if let Ok(annotation) = object.as_dict_mut()
            && annotation.get(b"Subtype").and_then(lopdf::Object::as_name).is_ok_and(|kind| kind == b"Link")
        {
            annotation.remove(b"Contents");
        }
    }
    let spoilt = FOLDER.path("spoilt.pdf");
    document.save(&spoilt).expect("a file");
    if let Some(found) = outsiders::pdf_ua(&[spoilt]) {
        for rule in ["PDFUA1-METADATA-TITLE", "PDFUA1-ID-PART", "PDFUA1-LINK-CONTENTS"] {
            assert!(found.contains(rule), "no {rule} in {found}");
        }
    }
}

/// Returns the structure of a file as poppler reads it, with its words.
fn structure(file: &str) -> String {
    let path = FOLDER.path(&format!("output/skirmish-5e/{file}"));
    outsiders::read("pdfinfo", &["-struct-text", path.to_str().expect("a plain path")])
}

#[test]
fn every_face_is_a_part_with_a_heading_and_its_text() {
    let game = shipped::game();
    for file in ["cards-press.pdf", "cards-press-low-ink.pdf"] {
        let said = structure(file);
        let words: Vec<&str> = said.lines().map(str::trim).collect();
        let is = |said: &str, title: &str| said.trim_matches('"').trim() == title;
        let titles =
            |title: &str| words.windows(2).filter(|pair| pair[0].starts_with("H1") && is(pair[1], title)).count();
        for card in &game.deck.cards {
            // The front and, where the card has one of its own, the back.
            let faces = card.faces.iter().filter(|face| !game.face_kinds[face.kind].shared);
            let same = faces.filter(|face| letters(face, "title") == card.name).count();
            assert_eq!(titles(&card.name), same * card.count as usize, "{file}: {}", card.name);
        }
        let told = said.split_whitespace().collect::<Vec<_>>().join(" ");
        for card in &game.deck.cards {
            let Some(text) = card.faces[0].texts.get("text") else { continue };
            let text = text.value.plain_text().replace('\u{a0}', " ");
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(told.contains(&text), "{file}: no {text:?}");
        }
    }
}

/// Returns the alternative texts of a file's pictures.
fn alternatives(file: &str) -> Vec<String> {
    let document = lopdf::Document::load(FOLDER.path(&format!("output/skirmish-5e/{file}"))).expect("a PDF");
    let elements = document.objects.values().filter_map(|object| object.as_dict().ok());
    let figures = elements
        .filter(|element| element.get(b"S").and_then(lopdf::Object::as_name).is_ok_and(|role| role == b"Figure"));
    figures.map(|figure| lopdf::decode_text_string(figure.get(b"Alt").expect("words")).expect("text")).collect()
}

#[test]
fn every_drawing_of_a_card_is_read_as_what_it_shows() {
    let game = shipped::game();
    let (sheets, press, book) =
        (alternatives("cards-a4.pdf"), alternatives("cards-press.pdf"), alternatives("rulebook-a5.pdf"));
    for card in &game.deck.cards {
        for face in card.faces.iter().filter(|face| !game.face_kinds[face.kind].shared) {
            let alt = &face.alt.as_ref().unwrap_or_else(|| panic!("{} says nothing of a drawing", card.name)).value;
            for file in [&sheets, &press] {
                assert_eq!(file.iter().filter(|said| *said == alt).count(), card.count as usize, "{alt}");
            }
        }
        let front = card.faces[0].alt.as_ref().expect("words");
        let said = format!("The card {}. {}", card.name, front.value);
        assert!(book.contains(&said), "the book lacks {said:?}");
    }
}

#[test]
fn sheets_hold_as_many_headings_as_faces_with_text() {
    let game = shipped::game();
    let faces = game.deck.cards.iter().map(|card| {
        let read = card.faces.iter().filter(|face| !game.face_kinds[face.kind].shared).count();
        read * card.count as usize
    });
    let faces: usize = faces.sum();
    // With the words poppler would draw the page once for each of them.
    for file in ["cards-a4.pdf", "cards-a4-low-ink.pdf", "cards-letter-fold.pdf"] {
        let path = FOLDER.path(&format!("output/skirmish-5e/{file}"));
        let said = outsiders::read("pdfinfo", &["-struct", path.to_str().expect("a plain path")]);
        let count = |role: &str| said.lines().filter(|line| line.trim_start().starts_with(role)).count();
        assert_eq!((count("Sect"), count("H1")), (faces, faces), "{file}");
    }
}

#[test]
fn links_say_where_they_lead_and_lines_are_parted_by_blanks() {
    let path = FOLDER.path("output/skirmish-5e/rulebook-a5.pdf");
    let document = lopdf::Document::load(path).expect("a PDF");
    let mut links = 0;
    for object in document.objects.values().filter_map(|object| object.as_dict().ok()) {
        if object.get(b"Subtype").and_then(lopdf::Object::as_name).is_ok_and(|kind| kind == b"Link") {
            let said = object.get(b"Contents").expect("a description");
            let said = lopdf::decode_text_string(said).expect("text");
            let ways = ["chapter ", "section ", "paragraph ", "ruling ", "the ", "page ", "The "];
            assert!(ways.iter().any(|way| said.starts_with(way)), "{said:?}");
            links += 1;
        }
    }
    assert!(links > 150, "{links} links");
    // A line may end within a word: hyphens are ignored on both sides.
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").replace('-', "");
    let said = plain(&structure("rulebook-a5.pdf"));
    let source = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{}/rules.md", skirmish_read::folder(shipped::GAME))),
    );
    let source = source.expect("the source").replace('\'', "’");
    let bare =
        |paragraph: &&str| paragraph.len() > 120 && !paragraph.contains(['[', '{', '*', '|', '#', ':', '"', '_']);
    let paragraphs: Vec<&str> = source.split("\n\n").filter(bare).collect();
    assert!(paragraphs.len() > 5, "{} paragraphs of several lines", paragraphs.len());
    for paragraph in paragraphs {
        assert!(said.contains(&plain(paragraph)), "no {paragraph:?}");
    }
}
