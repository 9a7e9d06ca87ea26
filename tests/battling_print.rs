//! The battling cards as they are printed: 39 cards for each of eight armies, a quick reference, a book whose figures are those
//! of the data.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::common::outsiders::{poppler, read};
use crate::common::program::Folder;
use painter::Picture;

/// The armies in the order in which `--players` takes them, and their colours.
const ARMIES: [(&str, [u8; 3]); 8] = [
    ("red", [0xd8, 0x52, 0x3c]),
    ("blue", [0x4c, 0x8f, 0xd6]),
    ("gold", [0xe2, 0xae, 0x3c]),
    ("green", [0x7f, 0xc0, 0x7a]),
    ("violet", [0xcd, 0xb2, 0xee]),
    ("bone", [0xf4, 0xec, 0xd8]),
    ("teal", [0x6f, 0xd6, 0xcf]),
    ("rose", [0xe0, 0x70, 0x9a]),
];
const GAME: &str = "card-data/battling-cards/game.toml";

/// Builds the game in a folder.
fn build(args: &[&str]) -> Folder {
    let folder = Folder::new();
    folder.run([&["build", "battling-cards"], args].concat()).must_succeed();
    folder
}

/// The pictures of two armies.
static SCREEN: LazyLock<Folder> = LazyLock::new(|| build(&["--target", "images", "--sets", "red,violet"]));

/// Pixels a millimetre of the pictures for the screen: 750 for 63.5 mm.
const DENSITY: f64 = 300.0 / 25.4;

fn face(name: &str) -> Picture {
    Picture::open(&SCREEN.path(&format!("output/battling-cards/images/{name}.png")))
}

/// Returns the names of all pictures of cards that belong to an army, without those of the backs.
fn fronts(army: &str) -> Vec<String> {
    let names = SCREEN.files();
    let names =
        names.iter().filter_map(|file| file.strip_prefix("output/battling-cards/images/")?.strip_suffix(".png"));
    let of_army = names.filter(|name| name.ends_with(&format!("-{army}")) && !name.contains('/'));
    of_army.filter(|name| !name.contains("-back-")).map(str::to_owned).collect()
}

/// Returns a pixel at a point in millimetres from the cut.
fn at(picture: &Picture, x: f64, y: f64) -> [u8; 3] {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place on a card")]
    let [x, y] = [x, y].map(|length| (length * DENSITY).round() as usize);
    let [red, green, blue, _] = picture.at(x, y);
    [red, green, blue]
}

/// Returns a part of a picture by its position and size in millimetres.
fn part(picture: &Picture, [x, y, width, height]: [f64; 4]) -> Picture {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of a card")]
    let [x, y, width, height] = [x, y, width, height].map(|length| (length * DENSITY).round() as usize);
    picture.part(x, y, width, height)
}

fn is_near(a: [u8; 3], b: [u8; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) < 8)
}

fn words(folder: &Folder, file: &str) -> String {
    let path = folder.path(&format!("output/battling-cards/{file}"));
    let text = read("pdftotext", &["-layout", path.to_str().expect("a plain path"), "-"]);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn nothing_is_wrong_with_the_game() {
    assert_eq!(Folder::new().run(["check", "battling-cards"]).must_succeed().out, "no problems\n");
}

#[test]
fn three_entries_stand_for_39_cards_of_each_army() {
    let data = include_str!("../card-data/battling-cards/cards.toml");
    assert_eq!(data.matches("[[card]]").count(), 3);
    let said = Folder::new().run(["list", "battling-cards", "--format", "json"]).must_succeed().out;
    let listings: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(listings[0]["deck"], 312);
    let cards = listings[0]["cards"].as_array().expect("cards");
    let mut decks: BTreeMap<(&str, &str), Vec<i64>> = BTreeMap::new();
    for card in cards {
        assert_eq!(card["count"], 1, "{card}");
        let kind = card["kind"].as_str().expect("a kind").trim_start_matches("face-");
        let set = card["set"].as_str().expect("a set");
        decks.entry((set, kind)).or_default().push(card["figures"]["rank"].as_i64().expect("a rank"));
    }
    let armies: BTreeSet<&str> = ARMIES.iter().map(|(army, _)| *army).collect();
    assert_eq!(decks.keys().map(|(set, _)| *set).collect::<BTreeSet<_>>(), armies);
    for (set, _) in ARMIES {
        for kind in ["attack", "defence", "treasure"] {
            let mut ranks = decks.remove(&(set, kind)).expect("a deck");
            ranks.sort_unstable();
            assert_eq!(ranks, (2..=14).collect::<Vec<_>>(), "{set}, {kind}");
        }
    }
    assert!(decks.is_empty(), "{decks:?}");
    let names: BTreeSet<&str> = cards.iter().filter_map(|card| card["id"].as_str()).collect();
    assert_eq!(names.len(), 312);
    let pieces = listings[0]["pieces"].as_array().expect("pieces");
    assert_eq!((&pieces[0]["piece"], &pieces[0]["count"]), (&"reference".into(), &8.into()));
}

#[test]
fn every_face_and_back_has_the_colour_of_its_army() {
    for (army, colour) in ARMIES.into_iter().filter(|(army, _)| ["red", "violet"].contains(army)) {
        let names = fronts(army);
        assert_eq!(names.len(), 39, "{names:?}");
        for name in names {
            let picture = face(&name);
            // The collar, at both sides, above and below the shield.
            for (x, y) in [(0.6, 44.4), (62.9, 44.4), (1.0, 39.0), (62.5, 50.0)] {
                assert!(is_near(at(&picture, x, y), colour), "{name}: {:?} at {x}, {y}", at(&picture, x, y));
            }
        }
        for kind in ["army", "treasure"] {
            let back = face(&format!("{kind}-back-{army}"));
            for (x, y) in [(1.0, 44.4), (62.5, 44.4), (31.7, 1.0), (31.7, 87.9)] {
                assert!(is_near(at(&back, x, y), colour), "{kind}: {:?} at {x}, {y}", at(&back, x, y));
            }
        }
    }
}

/// The part of a card that shows in a fan: left, top, width, height.
const CORNER: [f64; 4] = [3.0, 2.6, 6.0, 20.0];

/// Turns a picture upside down.
fn turned(picture: &Picture) -> Picture {
    let pixels = (0..picture.height).rev().flat_map(|y| (0..picture.width).rev().map(move |x| (x, y)));
    let rgb: Vec<u8> = pixels.flat_map(|(x, y)| picture.at(x, y).into_iter().take(3)).collect();
    Picture::from_rgb(picture.width, picture.height, &rgb)
}

/// Every corner resembles that of its own card most, among all 39.
#[test]
fn every_card_is_told_by_any_of_its_corners() {
    let [x, y, width, height] = CORNER;
    let names = fronts("red");
    let pictures: Vec<Picture> = names.iter().map(|name| face(name)).collect();
    let corners: Vec<Picture> = pictures.iter().map(|picture| part(picture, CORNER)).collect();
    for (index, corner) in corners.iter().enumerate() {
        for (other, name) in corners.iter().zip(&names).take(index) {
            let off = corner.mean_difference(other);
            assert!(off > 3.0, "{} and {name} differ by {off} alone", names[index]);
        }
    }
    for (index, picture) in pictures.iter().enumerate() {
        // The pillars are 52.3 mm apart; below the middle everything is upside down.
        let right = part(picture, [x + 52.3, y, width, height]);
        let foot = part(&turned(picture), CORNER);
        for (place, corner) in [("right", right), ("foot", foot)] {
            let off = |other: &Picture| corner.mean_difference(other);
            let nearest = (0..corners.len()).min_by(|a, b| off(&corners[*a]).total_cmp(&off(&corners[*b])));
            let nearest = nearest.expect("39 cards");
            assert_eq!(nearest, index, "{}: the {place} is that of {}", names[index], names[nearest]);
        }
    }
}

/// Returns the golden share of a line.
fn gold(picture: &Picture, from: (f64, f64), to: (f64, f64)) -> f64 {
    let steps = 400;
    let place = |step: i32| {
        let part = f64::from(step) / f64::from(steps);
        (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
    };
    let places = (0..=steps).map(place).filter(|(x, y)| is_near(at(picture, *x, *y), [0xdf, 0xae, 0x3f]));
    #[allow(clippy::cast_precision_loss, reason = "a few hundred")]
    let found = places.count() as f64;
    found / f64::from(steps)
}

/// Its coins are in rows, above and below the shield when the deck is turned sideways (B4).
#[test]
fn the_back_of_the_treasure_lies_on_its_side() {
    let back = face("treasure-back-red");
    for edge in [10.3, 63.5 - 10.3] {
        let row = gold(&back, (edge, 13.0), (edge, 76.0));
        assert!(row > 0.35, "a row of coins along the longer edge at {edge}: {row}");
    }
    for edge in [10.3, 88.9 - 10.3] {
        let row = gold(&back, (13.0, edge), (50.0, edge));
        assert!(row < 0.15, "no row of coins along the shorter edge at {edge}: {row}");
    }
}

#[test]
fn sheets_have_each_army_in_front_and_behind() {
    let folder = build(&["--sets", "red,blue"]);
    for file in ["cards-a4.pdf", "reference-a4.pdf", "rulebook-a5.pdf", "rulebook-booklet-a4.pdf"] {
        let path = folder.path(&format!("output/battling-cards/{file}"));
        read("qpdf", &["--check", path.to_str().expect("a plain path")]);
    }
    let path = folder.path("output/battling-cards/cards-a4.pdf");
    let info = read("pdfinfo", &[path.to_str().expect("a plain path")]);
    assert!(info.contains("Pages:           18\n"), "78 cards on nine sheets: {info}");
    // The fifth sheet has the last three cards of the first army, and six of the second.
    let [front, back] = [9, 10].map(|page| poppler(&path, page, 100));
    let counted = |picture: &Picture, colour: [u8; 3]| {
        let pixels = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
        let is_of = |(x, y): &(usize, usize)| {
            let [red, green, blue, _] = picture.at(*x, *y);
            is_near([red, green, blue], colour)
        };
        pixels.filter(is_of).collect::<Vec<_>>()
    };
    for (army, colour) in &ARMIES[..2] {
        let (in_front, behind) = (counted(&front, *colour), counted(&back, *colour));
        assert!(in_front.len() > 500 && behind.len() > 2000, "{army}: {} {}", in_front.len(), behind.len());
        // Seen through the paper, a collar is within the coloured edge of its own back.
        let rows = |pixels: &[(usize, usize)]| {
            let ys = pixels.iter().map(|(_, y)| *y);
            (ys.clone().min().expect("some"), ys.max().expect("some"))
        };
        let ((top, bottom), (above, below)) = (rows(&in_front), rows(&behind));
        assert!(above <= top && bottom <= below, "{army}: {top} to {bottom} in front, {above} to {below} behind");
    }
}

#[test]
fn words_name_the_army_on_every_card() {
    let folder = build(&["--players", "4"]);
    let text = words(&folder, "cards-a4.pdf");
    for (army, _) in &ARMIES[..4] {
        for kind in ["attack", "defence", "treasure"] {
            for court in ["jack", "queen", "king", "ace"] {
                assert_eq!(text.matches(&format!("{kind} · {court} · {army} · r1")).count(), 1, "{army}");
            }
            assert_eq!(text.matches(&format!("{kind} · {army} · r1")).count(), 9, "{army}, {kind}");
        }
    }
    for (army, _) in &ARMIES[4..] {
        assert!(!text.contains(army), "{army}");
    }
    for name in ["Berserk", "Lady of the Keys", "King in the Wall", "Dragon ship", "The Crown"] {
        assert_eq!(text.matches(name).count(), 4, "{name}");
    }
    let reference = words(&folder, "reference-a4.pdf");
    assert_eq!(reference.matches("Both attack or both defence: +3").count(), 4);
    folder.run(["build", "battling-cards", "--players", "9"]).must_fail(1, &["Battling Cards has 8 sets, not 9"]);
    folder.run(["build", "battling-cards", "--sets", "rd"]).must_fail(1, &["unknown set `rd`", "did you mean `red`?"]);
}

#[test]
fn each_army_has_a_box_in_its_colour() {
    let folder = build(&["--only", "box", "--sets", "red,blue"]);
    let words = words(&folder, "box-a4-part.pdf");
    for army in ["Red", "Blue"] {
        assert!(words.contains(&format!("The army of the {army} shield")), "{words}");
    }
    assert!(words.contains("one box for each of 2 to 8 players"), "{words}");
    for (army, colour) in ARMIES.iter().filter(|(army, _)| ["red", "violet"].contains(army)) {
        let picture = face(&format!("box/box-{army}"));
        let places = (0..picture.height).step_by(4).flat_map(|y| (0..picture.width).step_by(4).map(move |x| (x, y)));
        let (all, of_army) = places.fold((0, 0), |(all, of_army), (x, y)| {
            let [red, green, blue, _] = picture.at(x, y);
            (all + 1, of_army + usize::from(is_near([red, green, blue], *colour)))
        });
        // The band goes round three sides, and a shorter one over the back.
        assert!(of_army * 10 > all, "{army}: {of_army} of {all}");
    }
}

#[test]
fn figures_of_book_and_reference_are_those_of_the_data() {
    let folder = Folder::new();
    folder.bring("card-data/battling-cards");
    folder.replace(GAME, "life = { 2 = 100, 3 = 80, 5 = 60 }", "life = { 2 = 95, 3 = 75, 5 = 55 }");
    folder.replace(GAME, "bonus = 3 ", "bonus = 4 ");
    folder.run(["build", "battling-cards", "--sets", "rose"]).must_succeed();
    let before = build(&["--sets", "rose"]);
    let [book, changed] = [&before, &folder].map(|folder| words(folder, "rulebook-a5.pdf"));
    for (was, is) in [
        ("100 with 2 players, 80 with 3 or 4, 60 with more", "95 with 2 players, 75 with 3 or 4, 55 with more"),
        ("attack 9 and 7 19 0", "attack 9 and 7 20 0"),
        ("If both cards are attack, or both defence, add 3", "If both cards are attack, or both defence, add 4"),
        ("take 14 of Bjarni’s life points", "take 15 of Bjarni’s life points"),
    ] {
        assert!(book.contains(was) && !book.contains(is), "{was}: {book}");
        assert!(changed.contains(is) && !changed.contains(was), "{is}: {changed}");
    }
    let [reference, changed] = [&before, &folder].map(|folder| words(folder, "reference-a4.pdf"));
    for (was, is) in
        [("Both attack or both defence: +3", "Both attack or both defence: +4"), ("100 80 80 60", "95 75 75 55")]
    {
        assert!(reference.contains(was), "{was}: {reference}");
        assert!(changed.contains(is), "{is}: {changed}");
    }
}

#[test]
fn the_book_has_rulings_options_and_what_stands_for_what() {
    let book = words(&build(&["--sets", "bone"]), "rulebook-a5.pdf");
    for words in [
        "With ordinary playing cards",
        "Clubs for hearts",
        "Equal points steal",
        "All fights count",
        "R1",
        "R15",
        "diamonds",
    ] {
        assert!(book.contains(words), "{words}");
    }
}

#[test]
fn little_ink_is_little_ink() {
    let args = ["--target", "images", "--sets", "green", "--only", "8 of attack,the dragon,war-king,7 of treasure"];
    let [full, light] = ["full", "low"].map(|ink| build(&[&args[..], &["--ink", ink]].concat()));
    for name in ["8-of-attack-green", "the-dragon-green", "war-king-green", "army-back-green", "treasure-back-green"] {
        let bright = |folder: &Folder, part: &str| {
            let path = folder.path(&format!("output/battling-cards/images{part}/{name}.png"));
            let picture = Picture::open(&path);
            let pixels = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
            picture.brightness(pixels)
        };
        let (full, light) = (bright(&full, "-part"), bright(&light, "-low-ink-part"));
        assert!(light > 195.0 && light > full + 15.0, "{name}: {full} and {light}");
    }
}

#[test]
fn a_card_laid_face_down_does_not_show_whether_it_attacks_or_defends() {
    let said = Folder::new().run(["list", "battling-cards", "--format", "json"]).must_succeed().out;
    let listings: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let cards = listings[0]["cards"].as_array().expect("cards");
    let backs = |kind: &str| -> BTreeSet<String> {
        let of_kind = cards.iter().filter(|card| card["kind"] == kind);
        of_kind.filter_map(|card| card["faces"][1].as_str().map(str::to_owned)).collect()
    };
    assert_eq!((backs("attack").len(), backs("attack") == backs("defence")), (1, true));
    assert!(backs("treasure").is_disjoint(&backs("attack")) && backs("treasure") == backs("face-treasure"));
    // Turned round the back looks the same, so it does not show how a card was laid either.
    let back = face("army-back-red");
    let off = back.mean_difference(&turned(&back));
    assert!(off < 2.0, "it differs by {off}");
}
