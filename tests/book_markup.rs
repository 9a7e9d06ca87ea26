//! The rulebook's Markdown besides paragraphs: parts of sections, quotations, web addresses, pictures, joined cells.
//!
//! `tests/handbook` is a game with only a rulebook; `tests/faults` has errors in such markup.

use std::path::PathBuf;
use std::sync::LazyLock;

use crate::common::outsiders::{self, poppler};
use crate::common::program::Folder;
use lopdf::{Dictionary, Document, Object};

/// Ways to print the book, and what each writes.
const BUILDS: [(&[&str], &[&str]); 4] = [
    (&[], &["rulebook-a5.pdf", "rulebook-booklet-a4.pdf"]),
    (&["--paper", "letter"], &["rulebook-half-letter.pdf", "rulebook-booklet-letter.pdf"]),
    (&["--ink", "low"], &["rulebook-a5-low-ink.pdf", "rulebook-booklet-a4-low-ink.pdf"]),
    (&["--target", "press"], &["rulebook-press.pdf"]),
];

/// Returns a folder with the game, whose pictures are those of the starter game and a photograph.
fn game() -> Folder {
    let folder = Folder::new();
    let home = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let bring = |from: &str, name: &str| {
        folder.write(&format!("card-data/handbook/{name}"), std::fs::read(home.join(from).join(name)).expect("a file"));
    };
    ["game.toml", "rules.md", "art/harbour.jpg"].into_iter().for_each(|name| bring("tests/handbook", name));
    for name in ["lighthouse", "storm"] {
        bring("templates/starter", &format!("art/{name}.svg"));
        bring("templates/starter", &format!("art/low-ink/{name}.svg"));
    }
    folder
}

/// The book in all ways to print it, and as a page for screens.
static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    let folder = game();
    folder.run(["check", "handbook"]).must_succeed();
    for (options, _) in BUILDS {
        let ran = folder.run([&["build", "handbook"], options].concat());
        ran.must_succeed().must_say(&["No cards: only the rulebook is built."]);
    }
    folder.run(["build", "handbook", "--target", "html"]).must_succeed();
    folder
});

fn path(file: &str) -> PathBuf {
    FOLDER.path(&format!("output/handbook/{file}"))
}

/// Returns the structure of a file as poppler reads it, with its words.
fn structure(file: &str) -> String {
    outsiders::read("pdfinfo", &["-struct-text", path(file).to_str().expect("a plain path")])
}

#[test]
fn a_game_without_cards_is_its_book_and_nothing_else() {
    let mut expected: Vec<&str> = BUILDS.iter().flat_map(|(_, files)| files.iter().copied()).collect();
    expected.extend(["printing.toml", "rulebook.html"]);
    expected.sort_unstable();
    let folder = std::fs::read_dir(path("")).expect("the folder");
    let mut there: Vec<String> =
        folder.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    there.sort();
    assert_eq!(there, expected);
    let folder = game();
    folder.run(["build", "handbook", "--target", "mpc"]).must_fail(2, &["no cards, and this target"]);
    folder.run(["list", "handbook"]).must_succeed();
}

#[test]
fn all_files_are_as_pdf_ua_wants_them() {
    let files: Vec<PathBuf> = BUILDS.iter().flat_map(|(_, files)| files.iter().map(|file| path(file))).collect();
    if let Some(found) = outsiders::pdf_ua(&files) {
        assert_eq!(found, "");
    }
}

/// Returns the dictionaries of a document whose `key` is a name.
fn named<'d>(document: &'d Document, key: &'static [u8], name: &'static [u8]) -> impl Iterator<Item = &'d Dictionary> {
    let all = document.objects.values().filter_map(|object| object.as_dict().ok());
    all.filter(move |found| found.get(key).and_then(Object::as_name).is_ok_and(|is| is == name))
}

#[test]
fn addresses_are_links_with_a_description_and_can_be_read_on_paper() {
    let document = Document::load(path("rulebook-a5.pdf")).expect("a PDF");
    let mut leads = Vec::new();
    for link in named(&document, b"Subtype", b"Link") {
        let Ok(action) = link.get(b"A").and_then(Object::as_dict) else { continue };
        let address = action.get(b"URI").and_then(Object::as_str).expect("an address");
        let said = lopdf::decode_text_string(link.get(b"Contents").expect("a description")).expect("text");
        leads.push((String::from_utf8_lossy(address).into_owned(), said));
    }
    for (address, said) in [
        ("https://example.org/harbour-watch/rulings", "example.org/harbour-watch/rulings on the web"),
        ("mailto:watch@example.org", "watch@example.org on the web"),
        ("https://example.org/sheets", "example.org/sheets on the web"),
    ] {
        assert!(leads.contains(&(address.to_owned(), said.to_owned())), "{leads:?}");
    }
    let words = outsiders::read("pdftotext", &[path("rulebook-a5.pdf").to_str().expect("a plain path"), "-"]);
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    for told in ["the page of the game (example.org/harbour-watch)", "write to us (watch@example.org)"] {
        assert!(words.contains(told), "no {told:?} in {words}");
    }
    // It may be broken over two lines, but has no hyphen then.
    let together = words.replace(' ', "");
    assert_eq!(together.matches("example.org/sheets").count(), 1, "an address that is said is not said again");
    assert!(together.contains("(example.org/harbour-watch/rulings)"), "{words}");
    // On paper there is nothing to tap.
    let press = Document::load(path("rulebook-press.pdf")).expect("a PDF");
    assert_eq!(named(&press, b"Subtype", b"Link").count(), 0);
}

#[test]
fn parts_of_sections_are_third_headings_and_links_lead_to_them() {
    let said = structure("rulebook-a5.pdf");
    let lines: Vec<&str> = said.lines().map(str::trim).collect();
    let after =
        |role: &str, words: &str| lines.windows(2).any(|pair| pair[0].starts_with(role) && pair[1].contains(words));
    for (role, words) in [("H2", "What lies on the table"), ("H3", "The lamp"), ("H3", "Trimming the lamp")] {
        assert!(after(role, words), "no {role} {words:?} in {said}");
    }
    let document = Document::load(path("rulebook-a5.pdf")).expect("a PDF");
    let links: Vec<String> = named(&document, b"Subtype", b"Link")
        .map(|link| lopdf::decode_text_string(link.get(b"Contents").expect("a description")).expect("text"))
        .collect();
    assert!(links.iter().any(|said| said == "section 1.1, Ships"), "{links:?}");
    let titles: Vec<String> = document
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok()?.get(b"Title").ok())
        .filter_map(|title| lopdf::decode_text_string(title).ok())
        .collect();
    assert!(titles.iter().any(|title| title == "Trimming the lamp"), "the outline has them: {titles:?}");
}

#[test]
fn quotations_hold_their_paragraphs_and_their_source() {
    let said = structure("rulebook-a5.pdf");
    assert_eq!(said.matches("BlockQuote").count(), 3, "{said}");
    assert!(said.contains("Anne Morrow Lindbergh") && !said.contains("— Anne"), "{said}");
}

#[test]
fn pictures_are_figures_with_words_for_those_who_hear_them() {
    let document = Document::load(path("rulebook-a5.pdf")).expect("a PDF");
    let said: Vec<String> = named(&document, b"S", b"Figure")
        .map(|figure| lopdf::decode_text_string(figure.get(b"Alt").expect("words")).expect("text"))
        .collect();
    for words in ["A lighthouse on a rock above the sea, its lamp dark.", "Waves as high as the pier."] {
        assert!(said.iter().any(|said| said == words), "{said:?}");
    }
    assert_eq!(named(&document, b"S", b"Caption").count(), 2, "one picture has no caption");
    // A drawing is as wide as the column, a photograph has 300 dpi.
    let boxes: Vec<f64> = named(&document, b"S", b"Figure")
        .filter_map(|figure| {
            let corners =
                figure.get(b"A").and_then(Object::as_dict).ok()?.get(b"BBox").and_then(Object::as_array).ok()?;
            let at = |index: usize| corners[index].as_float().map(f64::from).ok();
            Some((at(2)? - at(0)?) / 72.0 * 25.4)
        })
        .collect();
    for width in [96.0, 43.2, 76.2] {
        assert!(boxes.iter().any(|found| (found - width).abs() < 0.3), "{width}: {boxes:?}");
    }
    // The low-ink version uses the lighter drawing.
    let full = poppler(&path("rulebook-a5.pdf"), 2, 40);
    let light = poppler(&path("rulebook-a5-low-ink.pdf"), 2, 40);
    assert_eq!((full.width, full.height), (light.width, light.height));
}

#[test]
fn joined_cells_say_how_many_they_are() {
    let document = Document::load(path("rulebook-a5.pdf")).expect("a PDF");
    let mut spans = Vec::new();
    for role in [b"TD".as_slice(), b"TH"] {
        for cell in named(&document, b"S", role) {
            let Ok(attributes) = cell.get(b"A").and_then(Object::as_dict) else { continue };
            let number = |key: &[u8]| attributes.get(key).and_then(Object::as_i64).unwrap_or(1);
            spans.push((number(b"ColSpan"), number(b"RowSpan")));
        }
    }
    spans.retain(|span| *span != (1, 1));
    spans.sort_unstable();
    assert_eq!(spans, [(1, 2), (2, 1), (3, 1)]);
}

#[test]
fn the_page_for_screens_says_the_same() {
    let html = std::fs::read_to_string(path("rulebook.html")).expect("the page");
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(&html, options).expect("every element is closed");
    for part in [
        "<a href=\"https://example.org/harbour-watch/rulings\">the list of rulings</a>",
        "<h4 class=\"part\" id=\"ships\">Ships</h4>",
        "<blockquote class=\"quote\"><p>The sea",
        "<footer>Anne Morrow Lindbergh, Gift from the Sea</footer>",
        "alt=\"A photograph of the harbour.\"",
        "<figcaption><b>Figure 1</b> The lamp at nightfall",
        "<td colspan=\"2\">five</td>",
        "rowspan=\"2\"",
        "<div class=\"rules\"></div>",
    ] {
        assert!(html.contains(part), "no {part}");
    }
}

#[test]
fn a_new_game_has_a_book_that_shows_how_one_is_written() {
    let folder = Folder::new();
    folder.run(["new", "my-game"]).must_succeed();
    folder.run(["check", "my-game"]).must_succeed().must_say(&["no problems"]);
    folder
        .run(["build", "my-game"])
        .must_succeed()
        .must_say(&["rulebook-a5.pdf: 4 pages", "booklet on 1 sheet of paper"]);
    let path = folder.path("output/my-game/rulebook-a5.pdf");
    let path = path.to_str().expect("a plain path");
    let text = outsiders::read("pdftotext", &["-raw", path, "-"]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    for words in [
        "1.1 the deck",
        // Figures of the cards, in a table and in a sum.
        "lamp 12 light your lamp",
        "play both on one turn, for 3 points in total",
        "tall ship 4",
        // The figures and their captions, and the text on the highlighted card.
        "figure 1 read the strip below the picture first",
        "two oars, one sandwich, and all the time in the world.",
        "figure 2 the two sides of a lighthouse",
        "example of play a bad night for ola",
    ] {
        assert!(text.contains(words), "no {words:?} in\n{text}");
    }
    folder.run(["build", "my-game", "--target", "html"]).must_succeed().must_say(&["rulebook.html"]);
}
