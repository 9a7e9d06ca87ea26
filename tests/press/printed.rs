//! Games printed for a press, as the witnesses see them.

use std::path::{Path, PathBuf};

use lopdf::{Document, Object};

use super::walk::{self, Allowed};
use super::{ink, oxide};
use crate::common::outsiders::read;
use crate::common::program::Folder;

/// A drawing of everything that is hard to print: gradients, fades, masks, blending, tiles, a raster picture.
const HARD: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
<defs>
<linearGradient id="even"><stop stop-color="#1d1712"/><stop offset="1" stop-color="#ecc25a"/></linearGradient>
<linearGradient id="fading"><stop stop-color="#a33b2e"/><stop offset="1" stop-color="#335069" stop-opacity="0"/></linearGradient>
<mask id="mask"><circle cx="50" cy="50" r="30" fill="#bbb"/></mask>
<pattern id="tiles" width="10" height="10" patternUnits="userSpaceOnUse"><path d="M0 0h5v5H0z" fill="#4f7253"/></pattern>
</defs>
<path fill="url(#even)" d="M0 0h100v100H0z"/>
<path fill="url(#fading)" d="M0 0h60v100H0z"/>
<path fill="#000" fill-opacity=".4" d="M40 40h50v50H40z"/>
<g mask="url(#mask)"><path fill="#9c6c1c" d="M20 20h60v60H20z"/></g>
<g style="mix-blend-mode:multiply"><path fill="#00f" d="M0 70h90v20H0z"/></g>
<path fill="url(#tiles)" d="M60 0h40v40H60z"/>
<image href="dots.png" x="5" y="5" width="30" height="30"/>
</svg>"##;

/// Creates the same game with a drawing that is hard to print.
fn hard() -> Folder {
    let folder = Folder::with_shapes();
    folder.write("card-data/shapes/art/emblem-red.svg", HARD);
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 64, 64);
    encoder.set_color(png::ColorType::Rgba);
    let pixel = |at: u8| (0..64u8).flat_map(move |x| [x * 4, at * 4, 255 - x * 2, if x < 8 { x * 30 } else { 255 }]);
    let pixels: Vec<u8> = (0..64).flat_map(pixel).collect();
    encoder.write_header().expect("a head").write_image_data(&pixels).expect("pixels");
    folder.write("card-data/shapes/art/dots.png", png);
    folder
}

/// Returns the PDFs of a game.
fn files(folder: &Folder, game: &str) -> Vec<PathBuf> {
    let made = folder.files();
    let names = made.iter().filter(|file| file.starts_with(&format!("output/{game}/")) && file.ends_with(".pdf"));
    names.map(|file| folder.path(file)).collect()
}

/// Checks a file with all independent readers.
#[track_caller]
fn judge(file: &Path, allowed: Allowed, dpi: u32) {
    let name = file.file_name().expect("a name").to_string_lossy();
    let path = file.to_str().expect("a plain path");
    let document = Document::load(file).expect("a PDF");
    let found: Vec<String> = walk::faults(&document, allowed).into_iter().collect();
    assert_eq!(found, [""; 0], "{name}");
    let level = if allowed.transparency { "4" } else { "1a_2001" };
    if let Some(errors) = oxide::errors(file, level) {
        // It knows PDF/X-1a of 2001, which wants a key that the one of 2003 does not have.
        let of_2003 = |error: &&str| error.contains("GTS_PDFXConformance") && !allowed.transparency;
        let errors: Vec<&str> = errors.lines().filter(|error| !of_2003(error)).collect();
        assert_eq!(errors, [""; 0], "{name}");
    }
    read("qpdf", &["--check", path]);
    let pages = ink::most(file, dpi);
    assert_eq!(pages.len(), document.get_pages().len());
    let most = pages.iter().copied().fold(0.0, f64::max);
    println!("{name}: at most {most:.1} % of ink");
    assert!(most > 20.0 && most <= allowed.ink + 1.0, "{name}: {most} % of ink");
}

#[test]
fn the_deck_and_the_book_are_printed_in_inks() {
    let folder = Folder::new();
    let ran = folder.run(["build", "skirmish-5e", "--target", "press"]).must_succeed();
    assert!(ran.out.contains("PDF/X-4 in CMYK for FOGRA39L Coated, with a total ink limit of 300 %"), "{}", ran.out);
    let files = files(&folder, "skirmish-5e");
    assert_eq!(files.len(), 2, "the deck and the book: {files:?}");
    for file in &files {
        let info = read("pdfinfo", &[file.to_str().expect("a path")]);
        assert!(info.contains("PDF version:     1.6"), "{info}");
        judge(file, Allowed { transparency: true, ink: 300.0 }, 50);
    }
    let book =
        read("pdfinfo", &["-box", folder.path("output/skirmish-5e/rulebook-press.pdf").to_str().expect("a path")]);
    let squeezed = book.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(squeezed.contains("TrimBox: 8.50 8.50 428.03 603.78"), "A5 with 3 mm about it: {book}");
}

#[test]
fn pieces_boards_boxes_and_sheets_of_the_other_games_are_printed_in_inks() {
    let folder = Folder::new();
    for (arguments, expected) in [
        (
            &["battling-cards", "--sets", "red"][..],
            &["pieces-press.pdf", "rulebook-press.pdf", "stock-card-press.pdf"][..],
        ),
        (&["skirminion"], &["pieces-press.pdf", "rulebook-press.pdf", "stock-card-or-board-press.pdf"]),
        (&["warhammer-skirmish"], &["pieces-press.pdf", "rulebook-press.pdf", "stock-board-press.pdf"]),
    ] {
        let game = arguments[0];
        folder.run([&["build", "--target", "press"], arguments].concat()).must_succeed();
        let files = files(&folder, game);
        let names: Vec<_> = files.iter().map(|file| file.file_name().expect("a name").to_string_lossy()).collect();
        assert_eq!(names, expected, "{game}");
        for file in &files {
            judge(file, Allowed { transparency: true, ink: 300.0 }, 36);
        }
    }
}

#[test]
fn light_ink_is_black_alone() {
    let folder = Folder::new();
    folder.run(["build", "skirmish-5e", "--target", "press", "--ink", "low", "--only", "axe,chop"]).must_succeed();
    let file = folder.path("output/skirmish-5e/cards-press-low-ink-part.pdf");
    let told = read("gs", &["-q", "-o", "-", "-sDEVICE=inkcov", file.to_str().expect("a plain path")]);
    assert!(told.lines().count() >= 4, "{told}");
    for line in told.lines() {
        let inks: Vec<f64> = line.split_whitespace().take(4).map(|ink| ink.parse().expect("a share")).collect();
        assert!(inks[..3] == [0.0; 3] && inks[3] > 0.005, "{told}");
    }
}

#[test]
fn another_run_writes_the_same_bytes() {
    let folder = Folder::with_shapes();
    let mut runs = Vec::new();
    for out in ["one", "two"] {
        folder.run(["build", "shapes", "--target", "press", "--out", out]).must_succeed();
        runs.push(folder.read(&format!("{out}/shapes/pieces-press.pdf")));
    }
    assert!(runs[0] == runs[1]);
}

#[test]
fn pieces_of_one_stock_share_a_file_with_their_die_lines() {
    let folder = Folder::with_shapes();
    folder.run(["build", "shapes", "--target", "press"]).must_succeed();
    for file in files(&folder, "shapes") {
        judge(&file, Allowed { transparency: true, ink: 300.0 }, 72);
    }
    let document = Document::load(folder.path("output/shapes/stock-board-press.pdf")).expect("a PDF");
    assert_eq!(document.get_pages().len(), 15, "12 faces of tokens and the circle to cut, the box and its lines");
    let last = document.get_pages()[&13];
    let content = document.get_page_content(last);
    let drawn = String::from_utf8_lossy(&content);
    assert!(drawn.contains("/Cut CS 1 SCN"), "{drawn}");
}

#[test]
fn a_stock_names_its_file_with_as_many_words_as_tell_it_from_others() {
    let folder = Folder::with_shapes();
    let file = "card-data/shapes/game.toml";
    let data = String::from_utf8(folder.read(file)).expect("text");
    for (stocks, expected) in [
        (["board, 2 mm", "board, 2 mm"], &["stock-board-press.pdf"][..]),
        (["board, 2 mm", "Paper (100 g), matt"], &["stock-board-press.pdf", "stock-paper-100-g-press.pdf"]),
        (["board, 1 mm", "board, 2 mm"], &["stock-board-1-mm-press.pdf", "stock-board-2-mm-press.pdf"]),
    ] {
        let mut stocks = stocks.iter();
        let parts = data.split("stock = \"board\"").collect::<Vec<_>>();
        assert_eq!(parts.len(), 3, "two sorts of pieces have a stock");
        let written = parts[0].to_owned()
            + &parts[1..]
                .iter()
                .map(|part| format!("stock = {:?}{part}", stocks.next().expect("one")))
                .collect::<String>();
        folder.write(file, written);
        folder.run(["build", "shapes", "--target", "press", "--out", "stocks"]).must_succeed();
        let mut made: Vec<String> = std::fs::read_dir(folder.path("stocks/shapes"))
            .expect("a folder")
            .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
            .filter(|name| name.starts_with("stock-"))
            .collect();
        made.sort();
        assert_eq!(made, expected);
        std::fs::remove_dir_all(folder.path("stocks")).expect("removed");
    }
}

#[test]
fn what_is_transparent_stays_so_in_x4_and_becomes_pixels_in_x1a() {
    for (standard, transparency, limit) in
        [("pdfx-4", true, 300.0), ("pdfx-1a", false, 300.0), ("pdfx-1a", false, 240.0)]
    {
        let folder = hard();
        let ink = format!("{limit}");
        folder
            .run(["build", "shapes", "--target", "press", "--pdf-standard", standard, "--ink-limit", &ink])
            .must_succeed();
        let file = folder.path("output/shapes/pieces-press.pdf");
        judge(&file, Allowed { transparency, ink: limit }, 100);
        let document = Document::load(&file).expect("a PDF");
        let masks =
            document.objects.values().filter_map(|object| object.as_dict().ok()).filter(|state| state.has(b"SMask"));
        let in_streams = document.objects.values().filter_map(|object| object.as_stream().ok());
        let masks = masks.count() + in_streams.filter(|stream| stream.dict.has(b"SMask")).count();
        let states = format!("{:?}", document.objects).matches("SMask").count();
        assert_eq!(masks + states > 0, transparency, "{standard}");
        let head = std::fs::read(&file).expect("a file");
        assert!(head.starts_with(if transparency { b"%PDF-1.6" } else { b"%PDF-1.4" }));
    }
}

#[test]
fn colours_of_a_screen_are_there_for_those_who_ask_for_them() {
    let folder = Folder::with_shapes();
    let ran = folder.run(["build", "shapes", "--target", "press", "--pdf-standard", "none"]).must_succeed();
    assert!(ran.out.contains("Colours are RGB."), "{}", ran.out);
    let document = Document::load(folder.path("output/shapes/pieces-press.pdf")).expect("a PDF");
    let found = walk::faults(&document, Allowed { transparency: true, ink: 300.0 });
    assert!(found.contains("an output intent of another sort") && found.contains("a colour in RGB"), "{found:?}");
}

#[test]
fn the_profile_of_a_shop_goes_into_the_file() {
    let folder = Folder::with_shapes();
    let own = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/press/FOGRA39L_coated.icc"));
    let mut own = own.expect("the profile");
    let name = own.windows(15).position(|at| at == b"FOGRA39L Coated").expect("its name");
    own[name..name + 15].copy_from_slice(b"The Mill, board");
    folder.write("mill.icc", &own);
    let ran = folder.run(["build", "shapes", "--target", "press", "--profile", "mill.icc"]).must_succeed();
    assert!(ran.out.contains("for The Mill, board"), "{}", ran.out);
    let document = Document::load(folder.path("output/shapes/pieces-press.pdf")).expect("a PDF");
    let profiles = document.objects.values().filter_map(|object| object.as_stream().ok());
    let embedded =
        profiles.filter(|stream| stream.dict.has(b"Alternate")).filter_map(|stream| stream.get_plain_content().ok());
    assert!(embedded.collect::<Vec<_>>() == [own], "the file as it is");
}

#[test]
fn a_profile_that_is_none_of_a_press_is_refused() {
    let folder = Folder::with_shapes();
    folder.write("words.icc", "no profile");
    let mut screen = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/press/FOGRA39L_coated.icc"))
        .expect("the profile");
    screen[16..20].copy_from_slice(b"GRAY");
    folder.write("grey.icc", screen);
    for (file, says) in [
        ("missing.icc", "file not found: `missing.icc`"),
        ("words.icc", "unreadable ICC profile `words.icc`"),
        ("grey.icc", "`grey.icc` is a profile for GRAY, not for CMYK"),
    ] {
        let args = ["build", "shapes", "--target", "press", "--profile", file];
        folder.run(args).must_fail(2, &[says, "hint: pass the print shop's ICC profile"]);
        folder.run(["list", "shapes", "--colours", "--profile", file]).must_fail(2, &[says]);
        folder.run(["check", "shapes", "--target", "press", "--profile", file]).must_fail(2, &[says]);
    }
    assert!(!folder.files().iter().any(|file| file.starts_with("output")));
}

#[test]
fn colours_are_told_with_their_inks() {
    let folder = Folder::with_shapes();
    let told = folder.run(["list", "shapes", "--colours"]).must_succeed().out;
    assert!(told.starts_with("Shapes: colours for FOGRA39L Coated, at most 300 % of ink\n\ncolour"), "{told}");
    let row =
        |name: &str| told.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("no {name}: {told}"));
    assert!(row("red: owner").contains("#a33b2e"), "{told}");
    assert!(row("ink").contains("; lines 0 0 0 100"), "{told}");
    let json = folder.run(["list", "shapes", "--colours", "--format", "json", "--ink-limit", "240"]).must_succeed().out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json[0]["ink_limit"], 240.0);
    for colour in json[0]["colours"].as_array().expect("colours") {
        let ink = colour["ink"].as_f64().expect("a number");
        assert!(ink <= 240.0 && (0.0..8.0).contains(&colour["difference"].as_f64().expect("a number")), "{colour}");
        let sum: f64 = colour["cmyk"].as_array().expect("inks").iter().filter_map(serde_json::Value::as_f64).sum();
        assert!((sum - ink).abs() < 1e-9, "{colour}");
    }
}

#[test]
fn a_check_for_a_press_tells_what_a_shop_would_refuse() {
    let folder = hard();
    let told = folder.run(["check", "shapes", "--target", "press"]).must_succeed().out;
    for words in [
        "RGB image, converted to CMYK",
        "save it as a CMYK JPEG",
        "no bleed: a white edge may show if the cut drifts",
        "`bleed = 3`",
    ] {
        assert!(told.contains(words), "no {words:?} in {told}");
    }
    let home = folder.run(["check", "shapes"]).must_succeed().out;
    assert!(!home.contains("CMYK") && !home.contains("no bleed"), "{home}");
}

/// Returns the game with a picture in CMYK on its red cards.
fn with_picture(name: &str) -> Folder {
    let folder = Folder::with_shapes();
    let picture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/press").join(name);
    folder.write(&format!("card-data/shapes/art/{name}"), std::fs::read(picture).expect("a picture"));
    let drawing = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><image href="{name}" width="48" height="48"/></svg>"#
    );
    folder.write("card-data/shapes/art/emblem-red.svg", drawing);
    folder
}

#[test]
fn a_picture_with_too_much_ink_is_told_of_and_brought_down() {
    // Its lower half takes 90 80 80 95.
    let folder = with_picture("heavy.jpg");
    let told = folder.run(["check", "shapes", "--target", "press"]).must_succeed().out;
    assert!(told.contains("above the limit of 300 %") && told.contains("total ink is 34"), "{told}");
    folder.run(["build", "shapes", "--target", "press"]).must_succeed();
    judge(&folder.path("output/shapes/pieces-press.pdf"), Allowed { transparency: true, ink: 300.0 }, 72);
}

#[test]
fn a_picture_in_inks_stays_as_it_is() {
    let folder = with_picture("light.jpg");
    let told = folder.run(["check", "shapes", "--target", "press"]).must_succeed().out;
    assert!(!told.contains("total ink is") && !told.contains("CMYK"), "{told}");
    folder.run(["build", "shapes", "--target", "press"]).must_succeed();
    let document = Document::load(folder.path("output/shapes/pieces-press.pdf")).expect("a PDF");
    let own = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/press/light.jpg")).expect("a picture");
    let streams = document.objects.values().filter_map(|object| object.as_stream().ok());
    assert_eq!(streams.filter(|stream| stream.content == own).count(), 1, "the file itself");
}

#[test]
fn black_text_is_laid_over_what_lies_behind_it() {
    let folder = Folder::new();
    folder.run(["build", "skirmish-5e", "--target", "press", "--only", "axe"]).must_succeed();
    let document = Document::load(folder.path("output/skirmish-5e/cards-press-part.pdf")).expect("a PDF");
    let forms = document.objects.values().filter_map(|object| object.as_stream().ok());
    let content: String = forms
        .filter(|form| form.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|kind| kind == b"Form"))
        .map(|form| String::from_utf8_lossy(&form.get_plain_content().expect("content")).into_owned())
        .collect();
    assert!(content.contains("0 0 0 1 k\n/OV gs\n"), "black text");
    folder.run(["build", "skirmish-5e", "--target", "press", "--only", "axe", "--ink-limit", "240"]).must_succeed();
    let bytes = folder.read("output/skirmish-5e/cards-press-part.pdf");
    let document = Document::load_mem(&bytes).expect("a PDF");
    let forms = document.objects.values().filter_map(|object| object.as_stream().ok());
    let over = forms
        .filter_map(|form| form.get_plain_content().ok())
        .filter(|content| content.windows(6).any(|at| at == b"/OV gs"))
        .count();
    assert_eq!(over, 0, "where there is no room for more ink, text is left out of what lies behind it");
}
