//! Sheets for home: sizes of paper, landscape, columns and rows, the order of cards, pieces that share sheets, crop marks.

use super::{build, with_game};
use crate::common::outsiders::read;
use crate::common::pdf::Pdf;
use crate::common::program::Folder;

#[test]
fn every_paper_has_its_sheets() {
    let folder = Folder::new();
    for (paper, file, (width, height)) in [
        ("a3", "a3", (297.0, 420.0)),
        ("a5", "a5", (148.0, 210.0)),
        ("legal", "legal", (215.9, 355.6)),
        ("320x450", "320x450", (320.0, 450.0)),
        ("450X320", "450x320", (320.0, 450.0)),
    ] {
        build(&folder, "skirmish-5e", &["--paper", paper, "--only", "axe", "--copies", "9"]);
        let path = folder.path(&format!("output/skirmish-5e/cards-{file}-part.pdf"));
        let path = path.to_str().expect("a plain path");
        read("qpdf", &["--check", path]);
        let pdf = Pdf::new(&std::fs::read(path).expect("a PDF"));
        for page in pdf.pages() {
            let (w, h) = page.size();
            let (w, h) = (w.min(h) / 72.0 * 25.4, w.max(h) / 72.0 * 25.4);
            assert!((w - width).abs() < 0.01 && (h - height).abs() < 0.01, "{paper}: {w} × {h}");
            for placed in &page.placed {
                let clip = placed.clip.unwrap_or([20.0, 20.0, 20.0, 20.0]);
                let edge = 3.4 / 25.4 * 72.0;
                assert!(clip[0] > edge && clip[1] > edge, "{paper}: {clip:?}");
            }
        }
    }
}

#[test]
fn marks_are_on_backs_when_they_are_asked_for() {
    let folder = Folder::with_shapes();
    let lines = |file: &str| -> Vec<usize> {
        let pdf = Pdf::new(&folder.read(file));
        // Only the front has the ruler: a line of 100 mm and eleven ticks.
        pdf.pages().iter().map(|page| page.lines.len()).collect()
    };
    let file = "output/shapes/cards-a4.pdf";
    build(&folder, "shapes", &["--crop-marks", "fronts"]);
    let told = folder.read(file);
    build(&folder, "shapes", &[]);
    assert!(told == folder.read(file), "that is what is done if nothing is said");
    let fronts = lines(file);
    build(&folder, "shapes", &["--crop-marks", "both"]);
    let both = lines(file);
    assert_eq!(fronts[0], both[0]);
    assert_eq!((fronts[1], both[1]), (0, both[0] - 12));
    // The marks of both sides coincide.
    let pdf = Pdf::new(&folder.read(file));
    let pages = pdf.pages();
    let (width, _) = pages[0].size();
    let upright = |line: &&crate::common::pdf::Line| (line.from.0 - line.to.0).abs() < 1e-6;
    for mark in pages[1].lines.iter().filter(upright) {
        let behind = |front: &crate::common::pdf::Line| {
            (front.from.0 - (width - mark.from.0)).abs() < 0.01 && (front.length() - mark.length()).abs() < 0.01
        };
        assert!(pages[0].lines.iter().any(behind), "{mark:?}");
    }
}

/// The width and height of a page, and the cuts of its cards.
type Page = ((f64, f64), Vec<[f64; 4]>);

/// Returns the pages of a PDF in the folder, in millimetres from the lower left corner.
fn sheets(folder: &Folder, file: &str) -> Vec<Page> {
    let mm = |points: f64| points / 72.0 * 25.4;
    let page = |page: &crate::common::pdf::Page| {
        let (width, height) = page.size();
        let clips = page.placed.iter().filter_map(|placed| placed.clip);
        ((mm(width), mm(height)), clips.map(|clip| clip.map(mm)).collect())
    };
    Pdf::new(&folder.read(file)).pages().iter().map(page).collect()
}

fn near(is: f64, should: f64) -> bool {
    (is - should).abs() < 0.05
}

#[test]
fn paper_in_landscape_stays_in_landscape() {
    let folder = Folder::new();
    for (paper, file) in [("297x210", "a4-landscape"), ("letter-landscape", "letter-landscape")] {
        let said = build(&folder, "skirmish-5e", &["--paper", paper, "--only", "cards"]);
        assert!(said.contains("128 cards on 16 sheets of paper"), "{paper}: {said}");
        for ((width, height), cards) in sheets(&folder, &format!("output/skirmish-5e/cards-{file}-part.pdf")) {
            assert!(width > height && cards.len() <= 8, "{paper}: {width} × {height}, {} cards", cards.len());
        }
    }
    let said = build(&folder, "skirmish-5e", &["--paper", "a4-landscape", "--only", "axe", "--target", "cut"]);
    assert!(said.contains("on 1 sheet of paper"), "{said}");
    let svg = super::text(&folder, "output/skirmish-5e/cut-part/cards-1.svg");
    assert!(svg.contains("viewBox=\"0 0 297 210\""), "{svg}");
}

/// Checks the back behind each card of a front when the sheet is turned over.
fn backs_lie_behind(sheets: &[Page], over_upright_edge: bool) {
    for pair in sheets.chunks(2) {
        let [((width, height), fronts), (_, backs)] = pair else { panic!("a front without a back") };
        for [left, bottom, right, top] in fronts {
            let behind = if over_upright_edge {
                [width - right, *bottom, width - left, *top]
            } else {
                [*left, height - top, *right, height - bottom]
            };
            let is_there = |back: &[f64; 4]| back.iter().zip(behind).all(|(is, should)| near(*is, should));
            assert!(backs.iter().any(is_there), "{behind:?} in {backs:?}");
        }
    }
}

#[test]
fn backs_lie_behind_fronts_in_landscape() {
    let folder = Folder::new();
    for (flip, suffix, over_upright_edge) in [("long-edge", "", false), ("short-edge", "-short", true)] {
        build(&folder, "skirmish-5e", &["--paper", "a4-landscape", "--backs", flip, "--only", "axe,trip"]);
        let sheets = sheets(&folder, &format!("output/skirmish-5e/cards-a4-landscape{suffix}-part.pdf"));
        backs_lie_behind(&sheets, over_upright_edge);
    }
}

#[test]
fn columns_rows_and_gaps_meet_card_stock_that_is_perforated() {
    // Ten cards of 85 × 54 mm on A4: 15 mm at the sides, 10 mm between the columns, 13.5 mm above and below.
    let folder = with_game((85.0, 54.0), "name,kind,count\nHook,sea,12\n", "");
    let options = ["--grid", "2x5", "--gap", "10x0", "--crop-marks", "none"];
    let said = build(&folder, "g", &options);
    assert!(said.contains("12 cards on 2 sheets of paper"), "{said}");
    let pdf = Pdf::new(&folder.read("output/g/cards-a4.pdf"));
    for page in pdf.pages() {
        assert!([0, 12].contains(&page.lines.len()), "the ruler and its ticks: {} lines", page.lines.len());
    }
    // The red corner of each card is 4 mm inside the cut.
    let picture = crate::common::outsiders::poppler(&folder.path("output/g/cards-a4.pdf"), 1, 254);
    let is_red = |x: f64, y: f64| {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels of a page")]
        let [red, green, ..] = picture.at((x * 10.0) as usize, (y * 10.0) as usize);
        red > 150 && green < 60
    };
    for column in [15.0, 110.0] {
        for row in [13.5, 67.5, 121.5, 175.5, 229.5] {
            assert!(is_red(column + 4.3, row + 4.3) && !is_red(column + 3.7, row + 4.3), "{column}, {row}");
            assert!(!is_red(column + 4.3, row + 3.7), "{column}, {row}");
        }
    }
    let fails = |options: &[&str], words: &str| {
        folder.run([&["build", "g"], options].concat()).must_fail(2, &[words]);
    };
    fails(&["--grid", "3x5"], "a grid of 3 × 5 cards of 85.0 × 54.0 mm doesn't fit on A4 paper; it does on A3");
    fails(&["--grid", "2x5", "--gap", "10x8"], "with gaps of 10 and 8 mm doesn't fit on A4 paper");
    fails(&["--grid", "2"], "a grid must be columns x rows, each from 1 to 50, such as 4x2");
    fails(&["--grid", "0x5"], "a grid must be columns x rows");
    fails(&["--gap", "3x"], "not a number in mm");
    fails(&["--grid", "1x5", "--backs", "gutterfold"], "an even number of columns");
    fails(&["--grid", "2x5", "--target", "press"], "`--grid` applies only to sheets");
    fails(&["--order", "stack", "--target", "mpc"], "`--order` applies only to sheets");
    folder.run(["build", "shapes", "--grid", "2x2", "--only", "token"]).must_fail(1, &["unknown game `shapes`"]);
}

#[test]
fn a_grid_is_for_the_cards_and_what_has_their_size() {
    let folder = Folder::with_shapes();
    let said = build(&folder, "shapes", &["--grid", "2x2"]);
    assert!(said.contains("14 cards on 4 sheets of paper") && said.contains("player sheet"), "{said}");
    folder
        .run(["build", "shapes", "--grid", "2x2", "--only", "token"])
        .must_fail(2, &["`--grid` applies only to cards and other rectangles, not to tokens"]);
}

#[test]
fn cut_stacks_lie_in_the_order_of_the_cards() {
    let names = ["Anchor", "Bell", "Chart", "Dinghy", "Ebb"];
    let rows: String = names.iter().map(|name| format!("{name},sea,1\n")).collect();
    let folder = with_game((85.0, 54.0), &format!("name,kind,count\n{rows}"), "");
    let said = build(&folder, "g", &["--grid", "2x1", "--order", "stack"]);
    assert!(said.contains("5 cards on 3 sheets of paper") && said.contains("Cut all sheets as one pile"), "{said}");
    let path = folder.path("output/g/cards-a4.pdf");
    let words = read("pdftotext", &["-layout", path.to_str().expect("a plain path"), "-"]);
    let fronts: Vec<&str> = words.split('\u{c}').step_by(2).collect();
    for (page, should) in fronts.iter().zip([&["Anchor", "Dinghy"][..], &["Bell", "Ebb"], &["Chart"]]) {
        let mut found: Vec<(usize, &str)> = names.iter().filter_map(|name| Some((page.find(name)?, *name))).collect();
        found.sort_unstable();
        assert_eq!(found.into_iter().map(|(_, name)| name).collect::<Vec<_>>(), should, "{page}");
    }
}

#[test]
fn pieces_of_one_size_share_the_last_sheets_when_they_are_asked_for() {
    let folder = Folder::new();
    let said = build(&folder, "skirmish-5e", &["--only", "cards,reference,health"]);
    let file = "output/skirmish-5e/cards-reference-health-a4-part.pdf";
    assert!(said.contains(file), "{said}");
    let sheets = sheets(&folder, file);
    let fronts: Vec<usize> = sheets.iter().step_by(2).map(|(_, cards)| cards.len()).collect();
    let pieces: usize = fronts.iter().sum();
    assert!(pieces > 128 && fronts[..fronts.len() - 1].iter().all(|count| *count == 9), "{fronts:?}");
    backs_lie_behind(&sheets, true);
    // A token of another outline takes a free place among the cards. Whole decks keep sheets of their own.
    let said = build(&folder, "skirmish-5e", &["--only", "reference,first-player"]);
    assert!(said.contains("/reference-first-player-a4-part.pdf") && said.contains("on 1 sheet"), "{said}");
    let said = build(&folder, "battling-cards", &[]);
    assert!(said.contains("/cards-a4.pdf") && said.contains("/reference-a4.pdf"), "{said}");
}

#[test]
fn common_sizes_are_documented_as_they_are() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/pieces.md")).expect("the page");
    for name in skirmish_model::game::CardFormat::names() {
        let size = skirmish_model::game::CardFormat::named(name).expect("a size").size;
        let row = format!("| `\"{name}\"` | {} × {} |", size.width.get(), size.height.get());
        assert!(page.contains(&row), "{row}");
    }
}
