//! A deck of 2,400 cards that LibreOffice saved, built for all targets and read back with MuPDF. `railway/README.md` says how the
//! files were made.

use std::path::Path;
use std::sync::LazyLock;

use super::{Folder, HOME};
use crate::common::outsiders;

/// A folder with a game for each of the two files, named after the extension.
static GAMES: LazyLock<Folder> = LazyLock::new(|| {
    let folder = Folder::new();
    for ending in ENDINGS {
        let file = format!("railway.{ending}");
        folder
            .write(&file, std::fs::read(Path::new(HOME).join("tests/sheets/railway").join(&file)).expect("a workbook"));
        folder.run(["new", ending, "--from", &file]).must_succeed().must_say(&[
            "a game for the 2400 rows",
            "kinds: Engine, Waggon, Station, Weather",
            "speed: field `speed`, a number from 0 to 99",
        ]);
    }
    folder
});

const ENDINGS: [&str; 2] = ["ods", "xlsx"];

/// Returns a card by its number, from 1 to 2400: the results of its row's formulas.
fn card(number: usize) -> (String, usize, String) {
    let kind = ["Engine", "Waggon", "Station", "Weather"][(number - 1) / 600];
    let (count, cost) = (if number.is_multiple_of(100) { 2 } else { 1 }, number % 8);
    let speed = cost * 10 + number % 5;
    (format!("{kind} {number:04}"), count, format!("Move it {speed} stations on for {cost}."))
}

/// Returns the words of a PDF, per page, with one space between two of them.
fn pages(file: &str) -> Vec<String> {
    let told = outsiders::run("mutool", &["draw", "-q", "-F", "txt", GAMES.path(file).to_str().expect("a path")]);
    let text = String::from_utf8(told.stdout).expect("a text");
    text.split('\u{c}').map(|page| page.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn all_cards_of_a_workbook_are_on_the_sheets_with_what_their_formulas_say() {
    for game in ENDINGS {
        GAMES.run(["build", game]).must_succeed().must_say(&["2424 cards on 270 sheets of paper"]);
        let all = pages(&format!("output/{game}/cards-a4.pdf")).join(" ").to_lowercase();
        for number in 1..=2400 {
            let (name, count, text) = card(number);
            let found = all.matches(&name.to_lowercase()).count();
            assert_eq!(found, count, "{game}: {name}");
            assert!(all.contains(&text.to_lowercase()), "{game}: {text}");
        }
        // The title and the headings between cards aren't cards.
        assert!(!all.contains("all cards") && !all.contains("engines"), "{game}");
    }
}

#[test]
fn both_files_say_the_same() {
    let cards = ENDINGS.map(|game| {
        let listed = GAMES.run(["list", game, "--format", "json"]).must_succeed().out;
        let listed: serde_json::Value = serde_json::from_str(&listed).expect("JSON");
        listed[0]["cards"].as_array().expect("cards").clone()
    });
    assert_eq!(cards[0].len(), 2400);
    assert!(cards[0] == cards[1]);
}

/// Builds the deck for a print shop in a folder of its own, with a card for every page.
fn printed(target: &str, file: &str, words: &str) {
    GAMES.run(["build", "ods", "--target", target, "--out", target]).must_succeed().must_say(&[words]);
    let pages = pages(&format!("{target}/ods/{file}"));
    let fronts: Vec<&String> = pages.iter().step_by(2).take(2424).collect();
    assert_eq!(fronts.len(), 2424);
    let names = (1..=2400).flat_map(|number| std::iter::repeat_n(card(number), card(number).1));
    for (front, (name, _, text)) in fronts.into_iter().zip(names) {
        let front = front.to_lowercase();
        assert!(front.contains(&name.to_lowercase()) && front.contains(&text.to_lowercase()), "{target}: {front}");
    }
}

#[test]
fn a_deck_of_a_workbook_is_made_for_a_press() {
    printed("press", "cards-press.pdf", "2424 cards, front and back of each: 4848 pages");
}

#[test]
fn a_deck_of_a_workbook_is_made_for_a_service() {
    printed("dtc", "ods-dtc.pdf", "2424 cards, alternating fronts and backs: 4848 pages");
}

#[test]
fn a_deck_of_a_workbook_is_made_for_cutters() {
    let cut = GAMES.run(["build", "ods", "--target", "cut", "--out", "cut"]);
    cut.must_succeed().must_say(&["2424 cards on 270 sheets of paper"]);
}

#[test]
fn pictures_of_cards_of_a_workbook_are_made_for_services_and_screens() {
    // A part of the deck: a picture of every card takes minutes, and is made as these are.
    let some = ["--only", "engine-0001,waggon-1000,weather-2400"];
    for (target, file) in [
        ("mpc", "mpc-part/order.xml"),
        ("tgc", "tgc-part/counts.csv"),
        ("tts", "tts-part/xlsx.json"),
        ("pcio", "xlsx-part.pcio"),
        ("images", "images-part/contact-sheet.png"),
    ] {
        GAMES.run([&["build", "xlsx", "--target", target], &some[..]].concat()).must_succeed();
        assert!(!GAMES.read(&format!("output/xlsx/{file}")).is_empty(), "{file}");
    }
}

#[test]
fn what_is_wrong_in_a_workbook_is_told_with_its_cell() {
    for game in ENDINGS {
        let folder = Folder::new();
        let file = format!("railway.{game}");
        folder.write(&file, GAMES.read(&file));
        folder.run(["new", "g", "--from", &file]).must_succeed();
        folder.replace("card-data/g/game.toml", "[field.speed]\n", "[field.speed]\nmax = 73\n");
        // The first card of speed 74 is the 39th: below the title, the headings and one heading between cards.
        let told = folder.run(["check", "g"]).must_fail(1, &["`speed`", "not 74"]);
        assert!(told.err.contains(&format!("{file}, sheet Cards, E42")), "{}", told.err);
    }
}
