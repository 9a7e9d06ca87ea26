//! The rulebook against the facts, and its PDF as other people's programs read it.

mod facts;
mod questions;
mod rulings;

use std::path::PathBuf;
use std::sync::LazyLock;

use crate::common::outsiders;
use crate::common::pdf::Pdf;
use crate::common::program::Folder;
use crate::common::shipped;

/// A folder with the book in every form.
static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    let folder = Folder::new();
    for options in [&[][..], &["--paper", "letter"], &["--ink", "low"]] {
        folder.run([&["build", "skirmish-5e"], options].concat()).must_succeed();
    }
    folder
});

const FILES: [&str; 6] = [
    "rulebook-a5.pdf",
    "rulebook-booklet-a4.pdf",
    "rulebook-half-letter.pdf",
    "rulebook-booklet-letter.pdf",
    "rulebook-a5-low-ink.pdf",
    "rulebook-booklet-a4-low-ink.pdf",
];

fn path(file: &str) -> PathBuf {
    FOLDER.path(&format!("output/skirmish-5e/{file}"))
}

/// Returns the pages of a book as poppler reads them.
fn pages(file: &str) -> Vec<String> {
    let text = outsiders::read("pdftotext", &["-enc", "UTF-8", path(file).to_str().expect("a plain path"), "-"]);
    let mut pages: Vec<String> = text.split('\u{c}').map(str::to_owned).collect();
    pages.pop();
    pages
}

/// Returns the text of a page without the numbers of rules in its margin, which are between its lines.
fn prose(page: &str) -> String {
    let is_number = |word: &str| {
        let parts = word
            .strip_prefix('R')
            .map_or_else(|| word.split_once('.'), |ruling| Some((ruling.trim_end_matches('a'), "1")));
        parts.is_some_and(|(one, two)| [one, two].iter().all(|part| part.parse::<u8>().is_ok()))
    };
    bare(&page.split_whitespace().filter(|word| !is_number(word)).collect::<Vec<_>>().join(" "))
}

/// Returns only letters and digits: lines may end anywhere, words may be split.
fn bare(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[test]
fn what_changes_in_the_data_changes_in_the_book() {
    let folder = Folder::new();
    for name in ["card-data", "templates", "fonts"] {
        folder.bring(name);
    }
    let cards = "card-data/skirmish-5e/cards.toml";
    folder.replace(cards, "name = \"Chop\"", "name = \"Cleave\"");
    for file in [cards, "card-data/skirmish-5e/game.toml"] {
        let text = String::from_utf8(folder.read(file)).expect("text");
        folder.write(file, text.replace("[Chop]", "[Cleave]").replace("\"Chop\"", "\"Cleave\""));
    }
    let wrong = folder.run(["build", "skirmish-5e"]).must_fail(1, &["unknown card or word `Chop`"]);
    assert!(wrong.err.contains("rules.md:"), "{}", wrong.err);
    let rules = "card-data/skirmish-5e/rules.md";
    let text = String::from_utf8(folder.read(rules)).expect("text");
    let text = text.replace("[Chop]", "[Cleave]").replace("card chop", "card cleave").replace("| chop |", "| cleave |");
    let text = text.replace("sword, chop,", "sword, cleave,");
    folder.write(rules, text.replace("{chop.", "{cleave.").replace("chop.damage", "cleave.damage"));
    for picture in ["art/chop.svg", "icons/chop.svg"] {
        let picture = format!("card-data/skirmish-5e/{picture}");
        let drawing = String::from_utf8(folder.read(&picture)).expect("text");
        folder.write(&picture.replace("chop", "cleave"), drawing);
    }
    folder.run(["build", "skirmish-5e"]).must_succeed();
    let path = folder.path("output/skirmish-5e/rulebook-a5.pdf");
    let text = bare(&outsiders::read("pdftotext", &[path.to_str().expect("a plain path"), "-"]));
    assert!(text.contains(&bare("Slash and Thrust add 1, Cleave adds 2")));
}

#[test]
fn the_contents_name_the_pages_on_which_chapters_begin() {
    let pages = pages("rulebook-a5.pdf");
    let path = path("rulebook-a5.pdf");
    let args = ["-layout", "-f", "2", "-l", "2", path.to_str().expect("a plain path"), "-"];
    let contents = outsiders::read("pdftotext", &args);
    let mut found = 0;
    for line in contents.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((page, title)) =
            words.split_last().and_then(|(last, title)| Some((last.parse::<usize>().ok()?, title)))
        else {
            continue;
        };
        let title: Vec<&str> = title.iter().copied().skip_while(|word| word.parse::<usize>().is_ok()).collect();
        if title.is_empty() {
            continue;
        }
        found += 1;
        let title = title.concat().to_lowercase();
        assert!(bare(&pages[page - 1]).contains(&bare(&title)), "{title} is not on page {page}");
    }
    assert_eq!(found, 19, "thirteen chapters, five kinds of card, the rules on one page\n{contents}");
}

#[test]
fn every_reference_in_brackets_leads_to_the_number_that_it_names() {
    let links = outsiders::links(&path("rulebook-a5.pdf"));
    assert!(links.len() > 150, "{} links", links.len());
    let words = pages("rulebook-a5.pdf").iter().rposition(|page| page.contains("Words of the game"));
    let words = words.expect("the list of words");
    let mut numbers = 0;
    for link in &links {
        let said = link.words(&path("rulebook-a5.pdf"));
        let number = said.trim().trim_matches(['(', ')', '.', ',']);
        let is_number =
            number.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
        // Numbers in the list of words are pages.
        if !is_number || link.page >= words {
            continue;
        }
        let there = link.there(&path("rulebook-a5.pdf"));
        let found = there.split_whitespace().any(|word| word == number);
        assert!(
            found || link.page == 1,
            "page {}: {number} leads to page {}, where there is {there:?}",
            link.page + 1,
            link.to + 1
        );
        numbers += 1;
    }
    assert!(numbers >= 15, "{numbers} numbers");
}

#[test]
fn poppler_and_mupdf_read_the_same_words() {
    let file = path("rulebook-a5.pdf");
    let file = file.to_str().expect("a plain path");
    let output = outsiders::run("mutool", &["draw", "-q", "-F", "txt", file]);
    let theirs = String::from_utf8(output.stdout).expect("UTF-8");
    let theirs: Vec<&str> = theirs.split('\u{c}').collect();
    for (number, (poppler, mupdf)) in pages("rulebook-a5.pdf").iter().zip(theirs).enumerate() {
        // The words of displayed cards are rotated and on top of each other: each reader has its own order.
        let sorted = |text: &str| {
            let mut letters: Vec<char> = bare(text).chars().collect();
            letters.sort_unstable();
            letters.into_iter().collect::<String>()
        };
        // In the drawing of the table, cards overlap, and readers omit what they take for a shadow.
        if poppler.contains("The table set for four") {
            continue;
        }
        assert_eq!(sorted(poppler), sorted(mupdf), "page {}", number + 1);
    }
}

#[test]
fn no_program_complains_of_any_book() {
    for file in FILES {
        let path = path(file);
        let path = path.to_str().expect("a plain path");
        let said = outsiders::read("qpdf", &["--check", path]);
        assert!(said.contains("No syntax or stream encoding errors found"), "{file}: {said}");
        let args = ["-q", "-dNOPAUSE", "-dBATCH", "-dPDFSTOPONERROR", "-sDEVICE=bit", "-r20", "-o", "/dev/null", path];
        assert_eq!(outsiders::read("gs", &args), "", "{file}");
        let info = outsiders::read("pdfinfo", &[path]);
        assert!(info.contains("Skirmish: the rules") && info.contains("Peter Cobcroft"), "{info}");
        assert!(info.lines().any(|line| line.starts_with("Tagged:") && line.contains("yes")), "{info}");
    }
}

#[test]
fn pages_have_their_size_and_their_number() {
    let sizes = [
        ("rulebook-a5.pdf", "36", "419.528 x 595.276 pts"),
        ("rulebook-booklet-a4.pdf", "18", "841.89 x 595.276 pts (A4)"),
        ("rulebook-half-letter.pdf", "36", "396 x 612 pts"),
        ("rulebook-booklet-letter.pdf", "18", "792 x 612 pts (letter)"),
    ];
    for (file, count, size) in sizes {
        let info = outsiders::read("pdfinfo", &[path(file).to_str().expect("a plain path")]);
        let value = |key: &str| info.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
        assert_eq!((value("Pages:"), value("Page size:")), (Some(count), Some(size)), "{file}");
    }
}

#[test]
fn readers_call_pages_by_the_numbers_that_are_printed_on_them() {
    let bytes = FOLDER.read("output/skirmish-5e/rulebook-a5.pdf");
    let document = lopdf::Document::load_mem(&bytes).expect("a PDF");
    let labels = document.catalog().and_then(|catalog| catalog.get(b"PageLabels")).expect("labels");
    let (_, labels) = document.dereference(labels).expect("labels");
    let ranges =
        labels.as_dict().and_then(|labels| labels.get(b"Nums")).and_then(lopdf::Object::as_array).expect("ranges");
    assert_eq!(ranges.len(), 6);
    assert_eq!(ranges[2].as_i64().expect("a page"), 1, "after the cover");
    let numbered = ranges[3].as_dict().expect("a range");
    assert_eq!(numbered.get(b"St").and_then(lopdf::Object::as_i64).expect("a number"), 2);
    let pages = pages("rulebook-a5.pdf");
    // Between the covers; an empty page at the end has no number.
    let inner = pages[..pages.len() - 1].iter().enumerate().skip(1).filter(|(_, page)| !page.trim().is_empty());
    assert!(inner.clone().count() >= pages.len() - 5, "at most three pages are blank");
    for (number, page) in inner {
        let folio = (number + 1).to_string();
        assert!(page.split_whitespace().any(|word| word == folio), "page {folio} says so");
    }
}

#[test]
fn a_booklet_holds_every_page_in_the_order_in_which_it_is_folded() {
    let read = |file: &str| Pdf::new(&FOLDER.read(&format!("output/skirmish-5e/{file}")));
    for (book, booklet) in
        [("rulebook-a5.pdf", "rulebook-booklet-a4.pdf"), ("rulebook-half-letter.pdf", "rulebook-booklet-letter.pdf")]
    {
        let (book, booklet) = (read(book), read(booklet));
        let pages: Vec<String> = book.pages().iter().map(|page| book.letters(&page.placed[0].forms)).collect();
        let count = pages.len();
        assert_eq!(count % 4, 0);
        for (side, page) in booklet.pages().iter().enumerate() {
            let (low, high) = (side, count - 1 - side);
            let order = if side % 2 == 0 { [high, low] } else { [low, high] };
            let fold = page.size().0 / 2.0;
            for (half, number) in order.into_iter().enumerate() {
                let placed = &page.placed[half];
                assert!(placed.is_upright());
                assert_eq!(booklet.letters(&placed.forms), pages[number], "side {}", side + 1);
                let [left, _, right, _] = placed.clip.expect("a page keeps to its half");
                let should = if half == 0 { (0.0, fold) } else { (fold, fold * 2.0) };
                assert!((left - should.0).abs() < 0.01 && (right - should.1).abs() < 0.01, "{left} {right}");
            }
        }
    }
}

#[test]
fn with_creep_inner_sheets_move_towards_the_fold() {
    const CREEP: f64 = 0.25 * 72.0 / 25.4;
    let folder = Folder::new();
    let file = "output/skirmish-5e/rulebook-booklet-a4.pdf";
    let crept = Pdf::new(&folder.build(&["build", "skirmish-5e", "--creep", "0.25"], file));
    let plain = Pdf::new(&FOLDER.read(file));
    for (side, (crept, plain)) in (0_u32..).zip(crept.pages().iter().zip(plain.pages())) {
        let by = |half: usize| crept.placed[half].covers[0] - plain.placed[half].covers[0];
        let should = CREEP * f64::from(side / 2);
        assert!((by(0) - should).abs() < 0.01 && (by(1) + should).abs() < 0.01, "side {side}: {} {}", by(0), by(1));
    }
    folder.run(["build", "--creep", "2"]).must_fail(2, &["must be 0 to 1 mm"]);
}

#[test]
fn headings_are_tagged_as_headings_and_figures_say_what_they_show() {
    let file = path("rulebook-a5.pdf");
    let said = outsiders::read("pdfinfo", &["-struct", file.to_str().expect("a plain path")]);
    let count =
        |role: &str| said.lines().filter(|line| line.trim_start().split([' ', ':']).next() == Some(role)).count();
    assert_eq!(count("H1"), 15, "thirteen chapters, the contents, the rules on one page");
    assert!(count("H2") > 30 && count("P") > 80, "{} {}", count("H2"), count("P"));
    let figures = 12 + 8 + 29 + 21;
    assert_eq!(
        count("Figure"),
        figures,
        "the table, three drawings, five pictures, the weapon card, cards with two sides, cards played together, components, signs, a face for each card"
    );
    assert_eq!(count("Formula"), 8);
    let bytes = FOLDER.read("output/skirmish-5e/rulebook-a5.pdf");
    let document = lopdf::Document::load_mem(&bytes).expect("a PDF");
    let elements = document.objects.values().filter_map(|object| object.as_dict().ok());
    let elements = elements
        .filter(|element| element.get(b"S").and_then(lopdf::Object::as_name).is_ok_and(|role| role == b"Figure"));
    assert!(elements.clone().all(|figure| figure.has(b"Alt")), "every figure has words in its place");
    assert_eq!(elements.count(), figures);
}

#[test]
fn the_outline_has_every_heading_of_the_source_in_order() {
    let source = String::from_utf8(std::fs::read(book_source()).expect("the source")).expect("text");
    let headings = source.lines().take_while(|line| !line.starts_with("::: summary"));
    let headings: Vec<String> = headings
        .filter_map(|line| line.strip_prefix("## ").or_else(|| line.strip_prefix("# ")))
        .map(|line| line.split('{').next().expect("a part").trim().to_owned())
        .filter(|title| !title.starts_with("Chapter") && !title.starts_with("Section"))
        .collect();
    let bytes = FOLDER.read("output/skirmish-5e/rulebook-a5.pdf");
    let document = lopdf::Document::load_mem(&bytes).expect("a PDF");
    let titles: Vec<String> = outsiders::outline(&document);
    let plain: Vec<&str> = titles
        .iter()
        .map(|title| title.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.').trim())
        .collect();
    let mut rest = plain.iter();
    for heading in &headings {
        assert!(rest.any(|title| title == heading), "{heading:?} is not in its place in {titles:?}");
    }
    assert_eq!(plain.len(), headings.len() + 5 + 3, "and the kinds, the cover, the contents, the summary: {titles:?}");
}

fn book_source() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("{}/rules.md", skirmish_read::folder(shipped::GAME)))
}
