//! The PDFs as other people's programs read them, which share no code with ours.

use std::path::PathBuf;
use std::sync::LazyLock;

use crate::common::outsiders::{self, mupdf, poppler};
use crate::common::program::Folder;
use crate::common::shipped::{self, letters};
use painter::Picture;
use skirmish_model::game::{Face, Game, Ink};
use skirmish_render::face::{Deck, FaceId};

/// All kinds of PDF, by command, and the resulting file.
const KINDS: [(&[&str], &str, usize); 7] = [
    (&[], "cards-a4.pdf", 30),
    (&["--backs", "short-edge"], "cards-a4-short.pdf", 30),
    (&["--backs", "gutterfold"], "cards-a4-fold.pdf", 32),
    (&["--paper", "letter"], "cards-letter.pdf", 30),
    (&["--ink", "low"], "cards-a4-low-ink.pdf", 30),
    (&["--target", "press", "--pdf-standard", "none"], "cards-press.pdf", 256),
    (&["--target", "press", "--pdf-standard", "none", "--ink", "low"], "cards-press-low-ink.pdf", 256),
];

/// A folder with all of them.
static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    let folder = Folder::new();
    for (options, ..) in KINDS {
        folder.run([&["build", "skirmish-5e"], options].concat()).must_succeed();
    }
    folder
});

static GAME: LazyLock<Game> = LazyLock::new(shipped::game);

fn path(file: &str) -> PathBuf {
    FOLDER.path(&format!("output/skirmish-5e/{file}"))
}

/// Calls a program with every PDF.
fn each(program: &str, args: &[&str]) -> Vec<(&'static str, usize, String)> {
    let call = |(_, file, pages): (&[&str], &'static str, usize)| {
        let path = path(file);
        let args = [args, &[path.to_str().expect("a plain path")]].concat();
        (file, pages, outsiders::read(program, &args))
    };
    KINDS.into_iter().map(call).collect()
}

#[test]
fn qpdf_finds_no_fault() {
    for (file, _, said) in each("qpdf", &["--check"]) {
        assert!(said.contains("No syntax or stream encoding errors found"), "{file}: {said}");
        assert!(!said.to_lowercase().contains("warning"), "{file}: {said}");
    }
}

#[test]
fn poppler_reads_title_author_and_size() {
    for (file, pages, said) in each("pdfinfo", &[]) {
        let value = |key: &str| {
            let line = said.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
            line.map_or_else(|| panic!("{file}: no {key}: {said}"), str::trim)
        };
        assert_eq!(value("Title"), "Skirmish: the cards", "{file}");
        assert_eq!(value("Author"), "Peter Cobcroft", "{file}");
        assert_eq!(value("Pages"), pages.to_string(), "{file}");
        assert_eq!(value("PDF version"), "1.7", "{file}");
        assert_eq!(value("Encrypted"), "no", "{file}");
        let size = match file {
            _ if file.contains("press") => "197.008 x 269.008 pts",
            _ if file.contains("letter") => "612 x 792 pts (letter)",
            _ if file.contains("fold") => "841.89 x 595.276 pts (A4)",
            _ => "595.276 x 841.89 pts (A4)",
        };
        assert_eq!(value("Page size"), size, "{file}");
        assert!(!said.contains("CreationDate"), "{file}: no clock: {said}");
    }
}

#[test]
fn poppler_reads_the_boxes_of_the_press_file() {
    let file = path("cards-press.pdf");
    let said = outsiders::read("pdfinfo", &["-box", "-f", "1", "-l", "256", file.to_str().expect("a plain path")]);
    for (key, corners) in [
        ("MediaBox:", [0.0, 0.0, 197.01, 269.01]),
        ("BleedBox:", [0.0, 0.0, 197.01, 269.01]),
        ("TrimBox:", [8.5, 8.5, 188.5, 260.5]),
    ] {
        let boxes: Vec<Vec<f64>> = said
            .lines()
            .filter_map(|line| line.split_once(key))
            .map(|(_, corners)| corners.split_whitespace().map(|corner| corner.parse().expect("a number")).collect())
            .collect();
        assert_eq!(boxes.len(), 256, "{key}");
        for is in boxes {
            let off = is.iter().zip(corners).map(|(is, should): (&f64, f64)| (is - should).abs()).fold(0.0, f64::max);
            assert!(is.len() == 4 && off < 0.01, "{key} {is:?}");
        }
    }
}

#[test]
fn all_fonts_are_embedded_subsets_that_know_their_letters() {
    for (file, _, said) in each("pdffonts", &[]) {
        let fonts: Vec<&str> = said.lines().skip(2).collect();
        assert!(fonts.len() >= 3, "{file}: {said}");
        for font in fonts {
            let words: Vec<&str> = font.split_whitespace().collect();
            let (name, [.., embedded, subset, unicode, _, _]) = (words[0], words.as_slice()) else { panic!("{font}") };
            assert_eq!([*embedded, *subset, *unicode], ["yes"; 3], "{file}: {font}");
            let tag =
                name.split_once("+Junicode-").unwrap_or_else(|| panic!("{file}: a font that is not ours: {name}")).0;
            assert!(tag.len() == 6 && tag.bytes().all(|letter| letter.is_ascii_uppercase()), "{file}: {name}");
        }
    }
}

/// Returns words separated by single spaces.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the pages of the press file, front and back of each card, with the face that each shows.
fn press_faces() -> Vec<(FaceId, usize)> {
    let deck = Deck::new(&GAME, &GAME.deck);
    let mut pages = Vec::new();
    for faces in &deck.cards {
        for _ in 0..GAME.deck.cards[faces.card].count {
            pages.extend([faces.front, faces.back]);
        }
    }
    pages.into_iter().zip(1..).collect()
}

/// Returns the words printed on a face, paragraph by paragraph.
fn printed(face: &Face) -> Vec<String> {
    let fields = ["title", "state", "gain", "text", "note", "epigraph", "epigraph-after"];
    let texts = fields
        .iter()
        .filter_map(|field| face.texts.get(*field))
        .flat_map(|text| text.value.plain_text().lines().map(plain).collect::<Vec<_>>());
    texts.chain(face.needs.iter().map(|need| GAME.needs[*need].words.clone())).collect()
}

/// Returns words without hyphens: a line may end after one, which readers remove or separate from the rest.
fn joined(text: &str) -> String {
    plain(text).replace("- ", "").replace('-', "")
}

/// Checks that all words printed on each face are on its page, in plain letters, separated.
fn all_is_found(program: &str, text: &str) {
    let deck = Deck::new(&GAME, &GAME.deck);
    let pages: Vec<String> = text.split('\u{c}').map(joined).collect();
    assert!(pages.len() >= 256, "{program}: {} pages", pages.len());
    let mut ligatures = 0;
    for (face, page) in press_faces() {
        let read = &pages[page - 1];
        for words in printed(deck.face(&GAME.deck, face)) {
            assert!(read.contains(&joined(&words)), "{program}, page {page}: no {words:?} in {read:?}");
            ligatures += ["ff", "fi", "fl"].iter().filter(|pair| words.contains(*pair)).count();
        }
    }
    assert!(ligatures > 20, "words with letters that are set as one are among them: {ligatures}");
    let joined = text.chars().find(|letter| ('\u{fb00}'..='\u{fb4f}').contains(letter) || *letter == '\u{fffd}');
    assert_eq!(joined, None, "{program} reads letters that nobody can search for");
    let private = text.chars().find(|letter| ('\u{e000}'..='\u{f8ff}').contains(letter));
    assert_eq!(private, None, "{program} reads letters that only the font knows");
}

#[test]
fn poppler_reads_every_word_of_every_card() {
    let file = path("cards-press.pdf");
    let text = outsiders::read("pdftotext", &["-enc", "UTF-8", file.to_str().expect("a plain path"), "-"]);
    all_is_found("pdftotext", &text);
}

#[test]
fn mupdf_reads_every_word_of_every_card() {
    let file = path("cards-press.pdf");
    let output = outsiders::run("mutool", &["draw", "-q", "-F", "txt", file.to_str().expect("a plain path")]);
    // Debian builds it without colour management, which it says every time.
    let said = String::from_utf8_lossy(&output.stderr).replace("warning: ICC support is not available\n", "");
    assert_eq!(said, "", "mutool complains");
    // It takes the wide kerning of an italic f for a space, and doesn't support replacement text of drawings.
    all_is_found("mutool", &String::from_utf8(output.stdout).expect("UTF-8").replace(" ’", "’"));
}

#[test]
fn poppler_finds_every_title_and_the_sheet_numbers_on_the_sheets() {
    for (file, pages, text) in KINDS.iter().filter(|(_, file, _)| !file.contains("press")).map(|(_, file, pages)| {
        let path = path(file);
        (file, *pages, outsiders::read("pdftotext", &["-raw", path.to_str().expect("a plain path"), "-"]))
    }) {
        let text = plain(&text);
        for card in &GAME.deck.cards {
            for face in &card.faces {
                let title = letters(face, "title");
                assert!(text.contains(&title), "{file}: no {title}");
            }
        }
        let sheets = if file.contains("fold") { pages } else { pages / 2 };
        for sheet in 1..=sheets {
            let words = format!("Skirmish 5e · {} · sheet {sheet} of {sheets},", GAME.revision);
            assert!(text.contains(&words), "{file}: no {words:?}");
        }
    }
}

#[test]
fn ghostscript_renders_every_page_without_a_word() {
    let args = [
        "-q",
        "-dNOPAUSE",
        "-dBATCH",
        "-dPDFSTOPONERROR",
        "-dPDFSTOPONWARNING",
        "-sDEVICE=bit",
        "-r20",
        "-o",
        "/dev/null",
    ];
    for (file, _, said) in each("gs", &args) {
        assert_eq!(said, "", "{file}");
    }
}

#[test]
fn mupdf_finds_every_page_drawable() {
    for (file, pages, said) in each("mutool", &["info"]) {
        assert!(said.contains(&format!("Pages: {pages}")), "{file}: {said}");
        assert!(!said.to_lowercase().contains("error") && !said.to_lowercase().contains("warning"), "{file}: {said}");
    }
}

/// Compares two pictures of the same page, painted by two programs. Edges fall on other pixels, so squares of pixels
/// are compared by their means: a letter, line or mark that is missing or moved is seen, a softer edge is not.
#[track_caller]
fn agree(what: &str, a: &Picture, b: &Picture) {
    /// Pixels along a side of a square.
    const SQUARE: usize = 6;
    /// Tolerance in levels of 255, over the whole picture: programs draw thin strokes and small letters more or less dark.
    const MEAN: f64 = 4.0;
    /// Maximum in any one square, and maximum share of all.
    const WORST: (u8, f64) = (40, 0.002);
    let (small, other) = (a.shrunk(SQUARE), b.shrunk(SQUARE));
    let differences = small.differences(&other);
    let many = differences.iter().filter(|by| **by > WORST.0).count();
    #[allow(clippy::cast_precision_loss, reason = "a few thousand squares")]
    let share = many as f64 / differences.len() as f64;
    let mean = small.mean_difference(&other);
    if std::env::var_os("TELL").is_some() {
        println!("{what}: {mean:.2} {share:.5} {:?}", differences.iter().max());
    }
    if mean >= MEAN || share >= WORST.1 {
        let sheet = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("readers/{what}.png"));
        a.beside(b).save(&sheet);
        panic!("{what}: they differ by {mean:.1} on the whole, {share:.4} of all by much: see {}", sheet.display());
    }
}

#[test]
fn poppler_and_mupdf_paint_the_same_sheets() {
    for file in ["cards-a4.pdf", "cards-a4-low-ink.pdf", "cards-letter.pdf", "cards-a4-fold.pdf"] {
        for page in [1, 2] {
            let what = format!("{}-{page}", file.trim_end_matches(".pdf"));
            // Fine lines are set more or less dark where a pixel is wider than they are.
            agree(&what, &poppler(&path(file), page, 144), &mupdf(&path(file), page, 144));
        }
    }
}

/// Compares every face of the press file with what our own painter makes of it.
fn both_ends_agree(ink: Ink, file: &str) {
    /// Dpi at which a millimetre has ten pixels, and the card's bleed ends with a whole pixel.
    const DPI: u32 = 254;
    let faces = press_faces();
    let painted = shipped::paint(&GAME, ink, GAME.deck.format.with_bleed(), DPI.into());
    assert_eq!(painted.len(), 29);
    for (id, (name, ours)) in (0..).map(FaceId).zip(painted) {
        let (_, page) = faces.iter().find(|(face, _)| *face == id).expect("every face is on a page");
        let theirs = poppler(&path(file), *page, DPI);
        agree(&format!("{name}-{ink:?}"), &ours, &theirs);
    }
}

#[test]
fn our_pictures_and_popplers_of_the_press_file_agree() {
    both_ends_agree(Ink::Full, "cards-press.pdf");
}

#[test]
fn our_pictures_and_popplers_of_the_press_file_in_light_ink_agree() {
    both_ends_agree(Ink::Low, "cards-press-low-ink.pdf");
}

/// Returns the average cyan, magenta, yellow and black of each page, from 0 to 1, as Ghostscript separates it. It fills
/// every pixel that a line touches, so fine lines only have their true weight at high resolutions.
fn inks(file: &str, options: &[&str]) -> Vec<[f64; 4]> {
    let path = path(file);
    let device = ["-q", "-o", "-", "-sDEVICE=ink_cov"];
    let told = outsiders::read("gs", &[&device, options, &[path.to_str().expect("a plain path")]].concat());
    let page = |line: &str| {
        let parts: Vec<f64> =
            line.split_whitespace().take(4).map(|part| part.parse::<f64>().expect("a percentage") / 100.0).collect();
        <[f64; 4]>::try_from(parts).expect("four inks")
    };
    told.lines().map(page).collect()
}

#[test]
fn light_ink_is_black_alone_and_little_of_it() {
    for (file, pages) in [("cards-a4-low-ink.pdf", 30), ("cards-press-low-ink.pdf", 256)] {
        let inks = inks(file, &[]);
        assert_eq!(inks.len(), pages, "{file}");
        for (number, [cyan, magenta, yellow, black]) in inks.iter().enumerate() {
            let page = number + 1;
            assert!([cyan, magenta, yellow].iter().all(|ink| **ink == 0.0), "{file}, page {page}: not black alone");
            assert!(*black > 0.01, "{file}, page {page}: nothing is printed");
        }
    }
    // Each face once, counted as often as it is printed.
    let faces = press_faces();
    let mut first: Vec<(usize, usize)> = Vec::new();
    for id in (0..29).map(FaceId) {
        let mut pages = faces.iter().filter(|(face, _)| *face == id).map(|(_, page)| *page);
        let page = pages.next().expect("every face is on a page");
        first.push((page, 1 + pages.count()));
    }
    first.sort_unstable();
    let list: Vec<String> = first.iter().map(|(page, _)| page.to_string()).collect();
    let covered = inks("cards-press-low-ink.pdf", &["-r600", &format!("-sPageList={}", list.join(","))]);
    assert_eq!(covered.len(), first.len());
    #[allow(clippy::cast_precision_loss, reason = "256 pages")]
    let (mut all, mut pages) = (0.0, 0.0);
    for ((_, count), [.., black]) in first.iter().zip(&covered) {
        all += black * *count as f64;
        pages += *count as f64;
    }
    assert!(all / pages <= 0.25, "the deck is covered to {:.3} on average", all / pages);
    let full = inks("cards-press.pdf", &[]);
    assert!(full.iter().any(|[cyan, ..]| *cyan > 0.1), "in full ink there are colours");
}
