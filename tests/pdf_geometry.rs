//! The sheets as they are printed: a PDF's own numbers, against the print figures of the design.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use crate::common::outsiders;
use crate::common::pdf::{Box, Page, Pdf, Placed, holds, overlap};
use crate::common::program::Folder;
use crate::common::shipped;
use lopdf::Object;
use skirmish_model::game::{Card, Game};

const POINTS_PER_MM: f64 = 72.0 / 25.4;
/// A thousandth of a point: a third of a micrometre.
const EXACT: f64 = 1e-3;
/// A micrometre in points.
const MICROMETRE: f64 = 1e-3 * POINTS_PER_MM;
/// A poker card in points.
const CARD: (f64, f64) = (180.0, 252.0);
/// The bleed in points.
const BLEED: f64 = 3.0 * POINTS_PER_MM;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Backs {
    LongEdge,
    ShortEdge,
    Gutterfold,
}

/// The deck on sheets.
struct Sheets {
    paper: &'static str,
    backs: Backs,
    pdf: Pdf,
    pages: Vec<Page>,
}

/// Both papers with each flip.
static ALL: LazyLock<Vec<Sheets>> = LazyLock::new(|| {
    let flips = [
        (Backs::LongEdge, "long-edge", ""),
        (Backs::ShortEdge, "short-edge", "-short"),
        (Backs::Gutterfold, "gutterfold", "-fold"),
    ];
    let both = ["a4", "letter"].into_iter().flat_map(|paper| flips.map(|flip| (paper, flip)));
    let sheets = both.map(|(paper, (flip, word, suffix))| {
        let folder = Folder::new();
        let file = format!("output/skirmish-5e/cards-{paper}{suffix}.pdf");
        let pdf = Pdf::new(&folder.build(&["build", "skirmish-5e", "--paper", paper, "--backs", word], &file));
        Sheets { paper, backs: flip, pages: pdf.pages(), pdf }
    });
    sheets.collect()
});

static GAME: LazyLock<Game> = LazyLock::new(shipped::game);

impl Sheets {
    fn name(&self) -> String {
        format!("{} {:?}", self.paper, self.backs)
    }

    /// Returns the fronts in the order of printing, each with the number of its page.
    fn fronts(&self) -> Vec<(usize, &Placed)> {
        let mut fronts = Vec::new();
        for (number, page) in self.pages.iter().enumerate() {
            let middle = page.size().0 / 2.0;
            match self.backs {
                Backs::Gutterfold => {
                    fronts.extend(cards(page).filter(|placed| placed.middle().0 < middle).map(|p| (number, p)));
                }
                _ if number % 2 == 0 => fronts.extend(cards(page).map(|placed| (number, placed))),
                _ => {}
            }
        }
        fronts
    }
}

/// Returns the faces on a page; the only other form on it is the one with the words in the margin.
fn cards(page: &Page) -> impl Iterator<Item = &Placed> {
    page.placed.iter().filter(|placed| placed.clip.is_some())
}

/// Returns the cut of a face's card.
fn cut(face: &Placed) -> Box {
    let [left, bottom, right, top] = face.covers;
    [left + BLEED, bottom + BLEED, right - BLEED, top - BLEED]
}

/// Returns lines of text without the space that separates lines for screen readers.
fn lines(letters: &str) -> Vec<&str> {
    letters.lines().map(str::trim_end).collect()
}

/// True if a form is the front of a card, by its letters.
fn is_front(pdf: &Pdf, face: &Placed, card: &Card) -> bool {
    let letters = pdf.letters(&face.forms);
    let lines = lines(&letters);
    lines.contains(&card.name.as_str()) && !lines.contains(&"Recovering")
}

/// True if a form is the back of a card, by its letters.
fn is_back(pdf: &Pdf, face: &Placed, card: &Card) -> bool {
    let letters = pdf.letters(&face.forms);
    let lines = lines(&letters);
    match GAME.face_kinds[card.faces[1].kind].id.as_str() {
        "common" => letters.is_empty(),
        "damaged" => lines.contains(&format!("Damaged {}", card.name).as_str()),
        "recovering" => lines.contains(&card.name.as_str()) && lines.contains(&"Recovering"),
        other => panic!("who knows the back {other}?"),
    }
}

/// Returns the position on the back of a point of the front once the paper is turned over, and true if the back is
/// upside down.
///
/// Paper turned over a vertical edge is mirrored from left to right. On a portrait page that is the long edge, on a
/// landscape one the short edge.
fn behind(flip: Backs, (width, height): (f64, f64), (x, y): (f64, f64)) -> ((f64, f64), bool) {
    let over_an_upright_edge = match flip {
        Backs::LongEdge => height > width,
        Backs::ShortEdge => width > height,
        // The fold is vertical; the half beside the front is then behind it.
        Backs::Gutterfold => true,
    };
    if over_an_upright_edge { ((width - x, y), false) } else { ((x, height - y), true) }
}

fn near(a: (f64, f64), b: (f64, f64), by: f64) -> bool {
    (a.0 - b.0).abs() < by && (a.1 - b.1).abs() < by
}

#[test]
fn pages_have_the_size_of_their_paper() {
    for sheets in ALL.iter() {
        let upright = if sheets.paper == "a4" { (210.0, 297.0) } else { (215.9, 279.4) };
        let upright = (upright.0 * POINTS_PER_MM, upright.1 * POINTS_PER_MM);
        let lying = (upright.1, upright.0);
        for page in &sheets.pages {
            let should = if sheets.backs == Backs::Gutterfold { lying } else { upright };
            assert!(near(page.size(), should, EXACT), "{}: {:?}", sheets.name(), page.size());
            assert_eq!(page.find_box("TrimBox"), None, "a sheet is not cut at a box: {}", sheets.name());
        }
    }
}

#[test]
fn nine_cards_a_sheet_make_fifteen_sheets_and_four_a_folded_one_thirty_two() {
    for sheets in ALL.iter() {
        let counts: Vec<usize> = sheets.pages.iter().map(|page| cards(page).count()).collect();
        let should = if sheets.backs == Backs::Gutterfold {
            vec![8; 32]
        } else {
            // 128 cards: fourteen sheets of nine, and two cards.
            [vec![9; 28], vec![2; 2]].concat()
        };
        assert_eq!(counts, should, "{}", sheets.name());
    }
}

#[test]
fn fronts_are_the_deck_in_its_order() {
    let deck = shipped::deck(&GAME);
    for sheets in ALL.iter() {
        let fronts = sheets.fronts();
        assert_eq!(fronts.len(), deck.len(), "{}", sheets.name());
        for ((_, face), card) in fronts.iter().zip(&deck) {
            assert!(is_front(&sheets.pdf, face, card), "{}: not {}", sheets.name(), card.name);
            assert!(face.is_upright(), "{}: {}", sheets.name(), card.name);
        }
    }
}

#[test]
fn behind_every_front_lies_its_own_back_and_nothing_else() {
    let deck = shipped::deck(&GAME);
    for sheets in ALL.iter() {
        for ((number, front), card) in sheets.fronts().into_iter().zip(&deck) {
            let back_page = if sheets.backs == Backs::Gutterfold { number } else { number + 1 };
            let (at, on_its_head) = behind(sheets.backs, sheets.pages[number].size(), front.middle());
            let back = cards(&sheets.pages[back_page]).find(|back| near(back.middle(), at, EXACT));
            let back = back.unwrap_or_else(|| panic!("{}: nothing behind {}", sheets.name(), card.name));
            assert!(is_back(&sheets.pdf, back, card), "{}: not the back of {}", sheets.name(), card.name);
            assert_eq!(back.is_upright(), !on_its_head, "{}: {}", sheets.name(), card.name);
        }
    }
}

#[test]
fn faces_have_the_size_of_a_card_and_its_bleed() {
    for sheets in ALL.iter() {
        for face in sheets.pages.iter().flat_map(cards) {
            let [left, bottom, right, top] = cut(face);
            assert!(near((right - left, top - bottom), CARD, EXACT), "{}: {face:?}", sheets.name());
        }
    }
}

#[test]
fn the_grid_is_centred_to_a_micrometre() {
    for sheets in ALL.iter() {
        // Of the last sheet only two places are taken.
        let whole = sheets.pages.iter().filter(|page| cards(page).count() > 2);
        for page in whole {
            let cuts: Vec<Box> = cards(page).map(cut).collect();
            let least = |side: usize| cuts.iter().map(|cut| cut[side]).fold(f64::INFINITY, f64::min);
            let most = |side: usize| cuts.iter().map(|cut| cut[side]).fold(0.0, f64::max);
            let (width, height) = page.size();
            let off = (least(0) - (width - most(2)), least(1) - (height - most(3)));
            assert!(near(off, (0.0, 0.0), MICROMETRE), "{}: off by {off:?} pt", sheets.name());
        }
    }
}

#[test]
fn every_card_is_printed_whole_with_bleed_and_nothing_of_it_on_another_card() {
    for sheets in ALL.iter() {
        for page in &sheets.pages {
            let all: Vec<&Placed> = cards(page).collect();
            let (width, height) = page.size();
            for face in &all {
                let clip = face.clip.expect("faces are cut off somewhere");
                assert!(holds(clip, cut(face)), "{}: a card is cut off", sheets.name());
                assert!(holds(face.covers, clip), "{}: more is shown than is drawn", sheets.name());
                assert!(holds([0.0, 0.0, width, height], clip), "{}: beyond the paper", sheets.name());
                for other in all.iter().filter(|other| !std::ptr::eq(**other, *face)) {
                    assert!(!overlap(clip, cut(other)), "{}: bleed on another card", sheets.name());
                    assert!(!overlap(cut(face), cut(other)), "{}: two cards overlap", sheets.name());
                }
            }
        }
    }
}

#[test]
fn where_there_is_room_a_card_has_one_and_a_half_millimetres_of_bleed() {
    for sheets in ALL.iter().filter(|sheets| sheets.paper == "a4" && sheets.backs != Backs::Gutterfold) {
        for face in sheets.pages.iter().flat_map(cards) {
            let (clip, cut) = (face.clip.expect("faces are cut off somewhere"), cut(face));
            for side in 0..4 {
                let bleed = (clip[side] - cut[side]).abs() / POINTS_PER_MM;
                assert!((1.499..1.6).contains(&bleed), "{}: {bleed} mm", sheets.name());
            }
        }
    }
}

#[test]
fn beside_the_faces_a_page_has_words_in_its_margin_and_no_more() {
    for sheets in ALL.iter() {
        let count = if sheets.backs == Backs::Gutterfold { 32 } else { 15 };
        for (number, page) in sheets.pages.iter().enumerate() {
            let mut words = page.placed.iter().filter(|placed| placed.clip.is_none());
            let letters = sheets.pdf.letters(&words.next().expect("words").forms);
            assert!(words.next().is_none(), "{}: something else is on page {}", sheets.name(), number + 1);
            let (sheet, what) = match sheets.backs {
                Backs::Gutterfold => (number + 1, "fronts and backs"),
                _ if number % 2 == 0 => (number / 2 + 1, "fronts"),
                _ => (number / 2 + 1, "backs"),
            };
            let should = format!("Skirmish 5e · {} · sheet {sheet} of {count}, {what}", GAME.revision);
            assert_eq!(letters.lines().next(), Some(should.as_str()), "{}", sheets.name());
        }
    }
}

#[test]
fn marks_lie_outside_all_cards() {
    for sheets in ALL.iter() {
        for page in &sheets.pages {
            let (width, height) = page.size();
            for line in &page.lines {
                assert!(holds([0.0, 0.0, width, height], line.bounds()), "{}: {line:?}", sheets.name());
                assert!(line.width >= 0.25, "{}: finer than a printer draws: {line:?}", sheets.name());
                for face in cards(page) {
                    // A line on an edge has no width: it is widened to detect the overlap.
                    let [left, bottom, right, top] = line.bounds();
                    let hit = [left - 0.1, bottom - 0.1, right + 0.1, top + 0.1];
                    assert!(!overlap(hit, cut(face)), "{}: {line:?} on a card", sheets.name());
                }
            }
        }
    }
}

/// Boxes of all words on a page, cards included, as poppler sees them.
fn words(pdf: &Path, page: usize, height: f64) -> Vec<Box> {
    let number = (page + 1).to_string();
    let path = pdf.to_str().expect("a plain path");
    let told = outsiders::read("pdftotext", &["-bbox", "-f", &number, "-l", &number, path, "-"]);
    let value = |line: &str, key: &str| -> f64 {
        let rest = line.split_once(&format!("{key}=\"")).expect("a side of a box").1;
        rest.split_once('"').expect("a closing quote").0.parse().expect("a number")
    };
    let lines = told.lines().filter(|line| line.trim_start().starts_with("<word "));
    lines
        .map(|line| {
            let side = |key: &str| value(line, key);
            [side("xMin"), height - side("yMax"), side("xMax"), height - side("yMin")]
        })
        .collect()
}

/// True if a line belongs to the ruler, the longest that isn't dashed, or its ticks.
fn is_ruler(page: &Page, line: &crate::common::pdf::Line) -> bool {
    let solid = page.lines.iter().filter(|line| !line.dashed);
    let ruler = solid.max_by(|a, b| a.length().total_cmp(&b.length())).expect("lines");
    let [left, bottom, right, top] = ruler.bounds();
    !line.dashed && holds([left - 4.0, bottom - 4.0, right + 4.0, top + 4.0], line.bounds())
}

/// Returns the options of one sheet of each kind, and its file: papers, flips and gaps.
fn kinds() -> Vec<(String, Vec<String>, String)> {
    let mut kinds = Vec::new();
    for paper in ["a4", "letter"] {
        for (flip, suffix) in
            [("long-edge", ""), ("short-edge", "-short"), ("gutterfold", "-fold"), ("none", "-fronts")]
        {
            for gap in ["0", "3", "6"] {
                let options =
                    ["--only", "trip,axe", "--paper", paper, "--backs", flip, "--gap", gap].map(str::to_owned);
                let file = format!("output/skirmish-5e/cards-{paper}{suffix}-part.pdf");
                kinds.push((format!("{paper}, {flip}, a gap of {gap} mm"), options.to_vec(), file));
            }
        }
    }
    kinds
}

#[test]
fn marks_cross_neither_words_nor_the_ruler_and_nothing_but_bleed_comes_near_the_edge_of_the_paper() {
    const DPI: u32 = 100;
    for (what, options, file) in kinds() {
        let folder = Folder::new();
        let args: Vec<&str> = ["build", "skirmish-5e"].into_iter().chain(options.iter().map(String::as_str)).collect();
        let pdf = Pdf::new(&folder.build(&args, &file));
        let path = folder.path(&file);
        // Front and back of a sheet; the others are laid out alike.
        for (number, page) in pdf.pages().iter().take(2).enumerate() {
            let (width, height) = page.size();
            let words = words(&path, number, height);
            assert!(words.len() > 3, "{what}: words in the margin");
            let marks = page.lines.iter().filter(|line| !is_ruler(page, line));
            let ruler: Vec<Box> =
                page.lines.iter().filter(|line| is_ruler(page, line)).map(crate::common::pdf::Line::bounds).collect();
            for mark in marks {
                let [left, bottom, right, top] = mark.bounds();
                let half = mark.width / 2.0;
                let mark = [left - half, bottom - half, right + half, top + half];
                assert!(!words.iter().any(|word| overlap(mark, *word)), "{what}: {mark:?} crosses words");
                assert!(!ruler.iter().any(|tick| overlap(mark, *tick)), "{what}: {mark:?} crosses the ruler");
            }
            // Ink near the edge of the paper is bleed.
            let picture = outsiders::poppler(&path, number + 1, DPI);
            let scale = f64::from(DPI) / 72.0;
            let pixels = |count: usize| f64::from(u32::try_from(count).expect("a small picture"));
            let edge = 4.5 * POINTS_PER_MM * scale - 1.0;
            let (wide, high) = (width * scale, height * scale);
            for (x, y) in (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y))) {
                let (from_left, from_top) = (pixels(x), pixels(y));
                let inside = from_left > edge && from_top > edge && from_left < wide - edge && from_top < high - edge;
                if inside || picture.at(x, y).iter().all(|part| *part > 240) {
                    continue;
                }
                let (left, bottom) = (from_left / scale, height - (from_top + 1.0) / scale);
                let pixel = [left, bottom, left + 1.0 / scale, bottom + 1.0 / scale];
                let bleed = cards(page).any(|face| overlap(face.clip.expect("a clip"), pixel));
                assert!(bleed, "{what}, page {}: ink at {left}, {bottom} pt", number + 1);
            }
            for face in cards(page) {
                let near = 4.5 * POINTS_PER_MM;
                assert!(holds([near, near, width - near, height - near], cut(face)), "{what}: {face:?}");
            }
        }
    }
}

#[test]
fn on_letter_paper_too_there_is_a_gap_between_rows() {
    for sheets in ALL.iter().filter(|sheets| sheets.paper == "letter" && sheets.backs != Backs::Gutterfold) {
        for page in sheets.pages.iter().filter(|page| cards(page).count() == 9) {
            let mut tops: Vec<f64> = cards(page).map(|face| cut(face)[3]).collect();
            tops.sort_by(f64::total_cmp);
            tops.dedup_by(|a, b| (*a - *b).abs() < EXACT);
            let gaps = tops.windows(2).map(|pair| (pair[1] - pair[0] - CARD.1) / POINTS_PER_MM);
            let gaps: Vec<f64> = gaps.collect();
            assert_eq!(gaps.len(), 2, "{}", sheets.name());
            assert!(gaps.iter().all(|gap| (gap - 1.85).abs() < 0.001), "{}: {gaps:?} mm", sheets.name());
        }
    }
}

#[test]
fn every_cut_has_two_marks_a_card_apart_on_the_fronts_and_none_on_the_backs() {
    for sheets in ALL.iter() {
        for (number, page) in sheets.pages.iter().enumerate() {
            let is_back = sheets.backs != Backs::Gutterfold && number % 2 == 1;
            if is_back {
                assert!(page.lines.is_empty(), "{}: page {}", sheets.name(), number + 1);
                continue;
            }
            let marks = || page.lines.iter().filter(|line| !line.dashed && !is_ruler(page, line));
            let apart = |places: Vec<f64>| {
                let least = places.iter().copied().fold(f64::INFINITY, f64::min);
                places.iter().copied().fold(0.0, f64::max) - least
            };
            for [left, bottom, right, top] in cards(page).map(cut) {
                for x in [left, right] {
                    let upright =
                        marks().filter(|line| [line.from.0, line.to.0].iter().all(|at| (at - x).abs() < EXACT));
                    let apart = apart(upright.map(|line| line.from.1).collect());
                    assert!(apart > CARD.1, "{}: marks at x = {x} are {apart} pt apart", sheets.name());
                }
                for y in [bottom, top] {
                    let level = marks().filter(|line| [line.from.1, line.to.1].iter().all(|at| (at - y).abs() < EXACT));
                    let apart = apart(level.map(|line| line.from.0).collect());
                    assert!(apart > CARD.0, "{}: marks at y = {y} are {apart} pt apart", sheets.name());
                }
            }
        }
    }
}

#[test]
fn the_ruler_measures_a_hundred_millimetres_with_a_tick_every_ten() {
    for sheets in ALL.iter() {
        for page in sheets.pages.iter().filter(|page| !page.lines.is_empty()) {
            let millimetres = |points: f64| points / POINTS_PER_MM;
            let solid = || page.lines.iter().filter(|line| !line.dashed);
            let longest = solid().max_by(|a, b| a.length().total_cmp(&b.length())).expect("lines");
            assert!((millimetres(longest.length()) - 100.0).abs() < 0.01, "{}: {longest:?}", sheets.name());
            // A tick begins on the ruler's line and crosses it.
            let along = |point: (f64, f64)| {
                let (from, to, length) = (longest.from, longest.to, longest.length());
                ((point.0 - from.0) * (to.0 - from.0) + (point.1 - from.1) * (to.1 - from.1)) / length
            };
            let on_the_line = |point: (f64, f64)| {
                let at = along(point) / longest.length();
                let (from, to) = (longest.from, longest.to);
                near(point, (from.0 + (to.0 - from.0) * at, from.1 + (to.1 - from.1) * at), EXACT)
            };
            let is_tick = |line: &&crate::common::pdf::Line| {
                on_the_line(line.from) && (along(line.from) - along(line.to)).abs() < EXACT && line.length() > 1.0
            };
            let ticks: Vec<f64> = solid().filter(is_tick).map(|tick| millimetres(along(tick.from))).collect();
            assert_eq!(ticks.len(), 11, "{}: {ticks:?}", sheets.name());
            for (tick, should) in ticks.iter().zip((0..=10).map(|tick| f64::from(tick * 10))) {
                assert!((tick - should).abs() < 0.01, "{}: a tick at {tick} mm", sheets.name());
            }
        }
    }
}

#[test]
fn a_folded_sheet_has_one_dashed_line_in_its_middle() {
    for sheets in ALL.iter() {
        for page in &sheets.pages {
            let dashed: Vec<Box> =
                page.lines.iter().filter(|line| line.dashed).map(crate::common::pdf::Line::bounds).collect();
            if sheets.backs == Backs::Gutterfold {
                let (width, height) = page.size();
                let edge = 4.5 * POINTS_PER_MM;
                assert_eq!(dashed.len(), 1, "{}", sheets.name());
                let [left, bottom, right, top] = dashed[0];
                assert!(near((left, right), (width / 2.0, width / 2.0), EXACT), "{}: {dashed:?}", sheets.name());
                assert!((height - edge - top).abs() < EXACT, "{}: to the upper margin: {dashed:?}", sheets.name());
                let lowest = cards(page).map(|face| cut(face)[1]).fold(f64::INFINITY, f64::min);
                assert!(bottom >= edge && bottom < lowest, "{}: beyond the cards: {dashed:?}", sheets.name());
            } else {
                assert_eq!(dashed, [] as [Box; 0], "{}", sheets.name());
            }
        }
    }
}

#[test]
fn a_reader_is_told_not_to_scale_and_how_to_turn_the_paper() {
    for sheets in ALL.iter() {
        let viewer = sheets.pdf.catalog().get(b"ViewerPreferences").and_then(Object::as_dict).expect("preferences");
        let name = |key: &[u8]| viewer.get(key).and_then(Object::as_name).map(String::from_utf8_lossy);
        assert_eq!(name(b"PrintScaling").expect("scaling"), "None");
        let turn = match sheets.backs {
            Backs::LongEdge => "DuplexFlipLongEdge",
            Backs::ShortEdge => "DuplexFlipShortEdge",
            Backs::Gutterfold => "Simplex",
        };
        assert_eq!(name(b"Duplex").expect("how to turn"), turn, "{}", sheets.name());
    }
}

/// Creates a game of twenty mini cards, which fit better in landscape.
fn slips() -> Folder {
    let folder = Folder::new();
    let game = r##"
        title = "Slips"
        language = "en"
        format = { size = "mini" }
        [kind.slip]
        name = "slip"
        [face.front]
        template = "slip"
        title = "{name}"
        back = "behind"
        [face.behind]
        template = "slip"
        title = "behind {name}"
        [field.title]
        type = "line"
    "##;
    let slip = |number: i32| format!("[[card]]\nname = \"Slip {number}\"\nkind = \"slip\"\ncount = 1\n");
    let cards: String = (1..=20).map(slip).collect();
    let template = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 50.45 69.5">
        <rect fill="#ffffff" x="-3" y="-3" width="50.45" height="69.5"/>
        <rect id="slot-title" fill="#000" x="4" y="4" width="36" height="5"/></svg>"##;
    let mark = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10Z"/></svg>"#;
    folder.write("card-data/slips/game.toml", game);
    folder.write("card-data/slips/cards.toml", cards);
    folder.write("card-data/slips/templates/slip.svg", template);
    folder.write("card-data/slips/icons/slip.svg", mark);
    folder
}

#[test]
fn on_a_lying_page_too_every_front_has_its_own_back_behind_it() {
    let folder = slips();
    for (flip, word, suffix) in [(Backs::LongEdge, "long-edge", ""), (Backs::ShortEdge, "short-edge", "-short")] {
        let file = format!("output/slips/cards-a4{suffix}.pdf");
        let pdf = Pdf::new(&folder.build(&["build", "slips", "--backs", word], &file));
        let pages = pdf.pages();
        let (width, height) = pages[0].size();
        assert!(width > height, "eighteen mini cards on a page are more than sixteen");
        for sheet in pages.chunks(2) {
            for front in cards(&sheet[0]) {
                let (at, on_its_head) = behind(flip, (width, height), front.middle());
                let back = cards(&sheet[1]).find(|back| near(back.middle(), at, EXACT));
                let name = pdf.letters(&front.forms);
                let behind = back.map(|back| (pdf.letters(&back.forms), !back.is_upright()));
                assert_eq!(behind, Some((format!("behind {name}"), on_its_head)), "turned over the {word} edge");
            }
        }
    }
}

#[test]
fn for_the_press_every_page_is_a_face_with_exact_boxes() {
    let folder = Folder::new();
    let pdf =
        Pdf::new(&folder.build(&["build", "skirmish-5e", "--target", "press"], "output/skirmish-5e/cards-press.pdf"));
    let pages = pdf.pages();
    assert_eq!(pages.len(), 256);
    let (width, height) = (CARD.0 + 2.0 * BLEED, CARD.1 + 2.0 * BLEED);
    let whole = [0.0, 0.0, width, height];
    let card = [BLEED, BLEED, BLEED + CARD.0, BLEED + CARD.1];
    for page in &pages {
        for (key, should) in [("MediaBox", whole), ("BleedBox", whole), ("TrimBox", card)] {
            let is = page.find_box(key).unwrap_or_else(|| panic!("a page without {key}"));
            let off = is.iter().zip(should).map(|(is, should)| (is - should).abs()).fold(0.0, f64::max);
            assert!(off < 0.01, "{key} is {is:?}, not {should:?}");
        }
        assert!(page.lines.is_empty(), "no marks where boxes say it");
        let [face] = page.placed.as_slice() else { panic!("one face a page") };
        assert!(face.is_upright() && face.clip.is_none());
        assert!(holds(face.covers, whole) && holds(whole, face.covers), "{face:?}");
    }
    for (pair, card) in pages.chunks(2).zip(shipped::deck(&GAME)) {
        assert!(is_front(&pdf, &pair[0].placed[0], card), "{}", card.name);
        assert!(is_back(&pdf, &pair[1].placed[0], card), "{}", card.name);
    }
}

#[test]
fn without_backs_only_those_are_printed_that_a_card_has_for_itself() {
    let folder = Folder::new();
    let file = "output/skirmish-5e/cards-a4-fronts.pdf";
    let pdf = Pdf::new(&folder.build(&["build", "skirmish-5e", "--backs", "none"], file));
    let pages = pdf.pages();
    let faces: Vec<&Placed> = pages.iter().flat_map(cards).collect();
    let deck = shipped::deck(&GAME);
    let own = |card: &&&Card| !GAME.face_kinds[card.faces[1].kind].shared;
    let backs: Vec<&&Card> = deck.iter().filter(own).collect();
    assert_eq!((faces.len(), backs.len(), pages.len()), (128 + 28, 28, 15 + 4));
    assert!(faces.iter().zip(&deck).all(|(face, card)| is_front(&pdf, face, card)));
    assert!(faces[128..].iter().zip(backs).all(|(face, card)| is_back(&pdf, face, card)));
}

#[test]
fn only_some_cards_and_several_decks_are_counted() {
    /// A command, and the number of each card that it makes.
    type Case = (&'static [&'static str], &'static [(&'static str, usize)]);
    let cases: [Case; 5] = [
        (&["--only", "axe,trip"], &[("Axe", 4), ("Trip", 4)]),
        (&["--only", "Two-Handed Axe,chop"], &[("Chop", 6), ("Two-Handed Axe", 2)]),
        (&["--only", "axe", "--only", "AXE"], &[("Axe", 4)]),
        (&["--only", "critical-hit", "--copies", "3"], &[("Critical Hit", 6)]),
        (&["--copies", "2"], &[]),
    ];
    for (options, should) in cases {
        let suffix = if should.is_empty() { "" } else { "-part" };
        let folder = Folder::new();
        let args = [&["build", "skirmish-5e"], options].concat();
        let pdf = Pdf::new(&folder.build(&args, &format!("output/skirmish-5e/cards-a4{suffix}.pdf")));
        let pages = pdf.pages();
        let fronts: Vec<&Placed> = pages.iter().step_by(2).flat_map(cards).collect();
        let count = |card: &Card| fronts.iter().filter(|face| is_front(&pdf, face, card)).count();
        let counts: BTreeSet<(&str, usize)> = GAME
            .deck
            .cards
            .iter()
            .map(|card| (card.name.as_str(), count(card)))
            .filter(|(_, count)| *count > 0)
            .collect();
        let should: BTreeSet<(&str, usize)> = if should.is_empty() {
            GAME.deck.cards.iter().map(|card| (card.name.as_str(), card.count as usize * 2)).collect()
        } else {
            should.iter().copied().collect()
        };
        assert_eq!(counts, should, "{options:?}");
        assert_eq!(pages.len(), fronts.len().div_ceil(9) * 2, "{options:?}");
    }
}
