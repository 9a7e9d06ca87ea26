//! `skirmish new --from`: a game for a sheet, which builds at once.

use std::path::Path;

use painter::Picture;

use super::{Folder, HOME};
use crate::common::outsiders::read;

/// Makes a game for a sheet of this folder, checks it and builds it.
fn made(file: &str) -> (Folder, String) {
    let folder = Folder::new();
    let bytes = std::fs::read(Path::new(HOME).join("tests/sheets").join(file)).expect("a sheet");
    folder.write(file, &bytes);
    let told = folder.run(["new", "my-game", "--from", file]).must_succeed().out;
    assert!(told.contains("card-data/my-game: a game for the "), "{told}");
    assert!(folder.read(&format!("card-data/my-game/{file}")) == bytes, "the sheet goes along as it is");
    let check = folder.run(["check", "my-game"]);
    assert!(check.code == 0, "{file}: {}{}", check.out, check.err);
    assert!(!format!("{}{}", check.out, check.err).contains("E0622"), "{file}: a style that nothing uses");
    let pdf = folder.build(&["build", "my-game"], "output/my-game/cards-a4.pdf");
    assert!(pdf.starts_with(b"%PDF-"));
    (folder, told)
}

fn says(told: &str, lines: &[&str]) {
    for line in lines {
        assert!(told.lines().any(|said| said.trim() == *line), "no {line:?} in\n{told}");
    }
}

#[test]
fn a_sheet_with_our_own_headings() {
    let (folder, told) = made("plain.csv");
    says(
        &told,
        &["kinds: crew, ship, tide", "cost: field `cost`, a number from 0 to 99", "text: field `text`, a text"],
    );
    let list = folder.run(["list", "my-game"]).must_succeed();
    list.must_say(&["18 cards", "Lantern Keeper  crew      3"]);
}

#[test]
fn a_sheet_of_an_older_windows_with_semicolons() {
    let (folder, told) = made("windows.csv");
    says(
        &told,
        &["Kartenname: the name", "Anzahl: how many there are", "Stärke: field `starke`, a number from 0 to 99"],
    );
    folder.run(["list", "my-game"]).must_succeed().must_say(&["Überschwemmung", "9 cards"]);
}

#[test]
fn a_sheet_with_tabs_in_utf_16_and_without_kinds() {
    let (folder, told) = made("tabs.tsv");
    says(&told, &["kinds: card", "Qty: how many there are", "Ability: field `ability`, a text"]);
    folder.run(["list", "my-game"]).must_succeed().must_say(&["Wind-up Mouse", "14 cards"]);
}

#[test]
fn a_sheet_out_of_a_database() {
    let (folder, told) = made("database.csv");
    says(
        &told,
        &[
            "kinds: Place, Guest, Thing",
            "Is Unique: field `is_unique`, yes or no",
            "Tags: field `tags`, a list of 3 words",
            "Rules: field `rules`, a text",
        ],
    );
    let list = folder.run(["list", "my-game", "--format", "json"]).must_succeed().out;
    let list: serde_json::Value = serde_json::from_str(&list).expect("JSON");
    let poet = &list[0]["cards"][3];
    assert_eq!((&poet["name"], &poet["count"]), (&"Travelling Poet".into(), &1.into()), "{poet:#}");
}

#[test]
fn an_untidy_sheet_with_signs_of_its_own() {
    let (folder, told) = made("untidy.csv");
    says(
        &told,
        &[
            "Card name: the name",
            "#: how many there are",
            "its texts have signs such as [ or * that mean nothing here: `markup = false` prints them as they are",
        ],
    );
    let list = folder.run(["list", "my-game"]).must_succeed();
    list.must_say(&["Slime [big]", "19 cards"]);
}

#[test]
fn a_sheet_that_does_not_say_how_many() {
    let (folder, told) = made("no-count.csv");
    says(&told, &["kinds: card", "no column says how many: one of each", "YEAR: field `year`, a line"]);
    folder.run(["list", "my-game"]).must_succeed().must_say(&["4 cards"]);
}

#[test]
fn a_sheet_with_fractions_signs_and_words_among_its_numbers() {
    let folder = Folder::new();
    folder.write("cards.csv", "Name,Cost,Speed,Bonus\nOwl,1,1.5,+1\nElk,X,2,-2\nFox,3,0.25,0\n");
    let told = folder.run(["new", "my-game", "--from", "cards.csv"]).must_succeed().out;
    says(
        &told,
        &[
            "Cost: field `cost`, a number from 0 to 99, or X",
            "Speed: field `speed`, a number from 0 to 99, with a fraction",
            "Bonus: field `bonus`, a number from -99 to 99, with its sign",
        ],
    );
    assert_eq!(folder.run(["check", "my-game"]).must_succeed().out, "no problems\n");
    folder.run(["build", "my-game"]).must_succeed();
    let pdf = folder.path("output/my-game/cards-a4.pdf");
    let printed = read("pdftotext", &[pdf.to_str().expect("a plain path"), "-"]);
    for figure in ["1", "X", "3", "1.5", "2", "0.25", "+1", "−2", "+0"] {
        assert!(printed.split_whitespace().any(|word| word == figure), "{figure}: {printed}");
    }
}

#[test]
fn what_is_no_sheet_of_cards_makes_nothing() {
    let folder = Folder::new();
    folder.write("notes.csv", "only words\n");
    folder.write("cards.pdf", "name,kind\nA,b\n");
    folder.write("broken.xlsx", "name,kind\nA,b\n");
    let before = folder.contents();
    for (file, words) in [
        ("notes.csv", "no sheet has a row of headings"),
        ("cards.pdf", "not a spreadsheet"),
        ("broken.xlsx", "unreadable workbook"),
        ("none.csv", "none.csv"),
    ] {
        folder.run(["new", "my-game", "--from", file]).must_fail(2, &[words]);
        assert_eq!(folder.contents(), before);
    }
    folder.write("plain.csv", "name,count\nA,1\n");
    folder.run(["new", "My Game", "--from", "plain.csv"]).must_fail(2, &["invalid game name"]);
}

/// Returns a drawing in one colour, of this width and height.
fn drawing(colour: &str, wide: u32, high: u32) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\"><rect width=\"{wide}\" height=\"{high}\" fill=\"{colour}\"/></svg>"
    )
}

/// Counts the pixels of a face that have a colour.
fn pixels(folder: &Folder, card: &str, colour: [u8; 4]) -> usize {
    let face = Picture::open(&folder.path(&format!("output/my-game/images/{card}.png")));
    let all = (0..face.height).flat_map(|y| (0..face.width).map(move |x| (x, y)));
    all.filter(|(x, y)| face.at(*x, *y) == colour).count()
}

const RED: [u8; 4] = [255, 0, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];

#[test]
fn pictures_that_a_column_names_are_on_the_cards() {
    let folder = Folder::new();
    folder.write(
        "cards.csv",
        "Name,Count,Icon,Text\nAxe,1,icons/red.svg,It cuts.\nFog,2,icons/weather/blue,\nDay,1,,Rest.\n",
    );
    for (file, colour) in [("red", "#f00"), ("weather/blue", "#00f"), ("weather/unused", "#000")] {
        folder.write(&format!("icons/{file}.svg"), drawing(colour, 100, 100));
    }
    folder.write("icons/notes.txt", "no picture");
    let told = folder.run(["new", "my-game", "--from", "cards.csv", "--images", "icons"]).must_succeed().out;
    says(
        &told,
        &[
            "Icon: the picture",
            "2 pictures on the cards, in the folder `art`",
            "left where they are, since no card shows them: 1 picture",
        ],
    );
    assert!(!told.contains("without a picture"), "{told}");
    let check = folder.run(["check", "my-game"]).must_succeed();
    assert_eq!(check.out, "no problems\n");
    folder.run(["build", "my-game", "--target", "images"]).must_succeed();
    // More than half of the face, without the badge on it.
    let (red, blue) = (pixels(&folder, "axe", RED), pixels(&folder, "fog", BLUE));
    assert!((400_000..=460_000).contains(&red), "{red}");
    assert!((400_000..=460_000).contains(&blue), "{blue}");
    assert_eq!((pixels(&folder, "day", RED), pixels(&folder, "day", BLUE)), (0, 0));
}

#[test]
fn the_common_background_of_icons_fills_their_box() {
    let icon = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="M0 0h512v512H0z" fill="#f00"/><path d="M200 200h112v112H200z" fill="#fff"/></svg>"##;
    let face = |second: &str| {
        let folder = Folder::new();
        folder.write("cards.csv", "Name,Icon,Text\nAxe,axe.svg,It cuts wood.\nFog,fog.svg,Nobody sees.\n");
        folder.write("icons/axe.svg", icon);
        folder.write("icons/fog.svg", icon.replace("#f00", second));
        folder.run(["new", "my-game", "--from", "cards.csv", "--images", "icons"]).must_succeed();
        folder.run(["build", "my-game", "--target", "images"]).must_succeed();
        pixels(&folder, "axe", RED)
    };
    let (filled, alone) = (face("#f00"), face("#00f"));
    // The box is wider than high; an icon is a square.
    assert!(alone > 300_000 && filled > alone + 50_000, "{filled}, {alone} without a common background");
}

#[test]
fn names_of_files_are_no_markup() {
    let names = ["Knight's Move.svg", "a--b (2)...svg", "__star__ [1]_#x=5.svg", "(2) 'n' +.svg", "'quoted' & 50%.svg"];
    let folder = Folder::new();
    let mut sheet = "Name\tPicture\n".to_owned();
    for (number, name) in names.iter().enumerate() {
        sheet.push_str(&format!("Card {number}\t\"{}\"\n", name.replace('"', "\"\"")));
        folder.write(&format!("icons/{name}"), drawing("#f00", 100, 100));
    }
    folder.write("cards.tsv", sheet);
    folder.run(["new", "my-game", "--from", "cards.tsv", "--images", "icons"]).must_succeed();
    let check = folder.run(["check", "my-game"]).must_succeed();
    assert_eq!(check.out, "no problems\n");
    folder.run(["build", "my-game", "--target", "images"]).must_succeed();
    for (number, name) in names.iter().enumerate() {
        let red = pixels(&folder, &format!("card-{number}"), RED);
        assert!((600_000..=660_000).contains(&red), "{name}: {red}");
    }
}

#[test]
#[cfg(unix)] // Windows can't store the files.
fn names_that_windows_forbids_are_changed() {
    let folder = Folder::new();
    let names = ["What?.svg", "\"Fog\": a *.svg", "con.svg", "a|b.svg"];
    let mut sheet = "Name\tPicture\n".to_owned();
    for (number, name) in names.iter().enumerate() {
        sheet.push_str(&format!("Card {number}\t\"{}\"\n", name.replace('"', "\"\"")));
        folder.write(&format!("icons/{name}"), drawing("#f00", 100, 100));
    }
    sheet.push_str("Card 4\tGone?.svg\n");
    folder.write("my: cards.tsv", sheet);
    let told = folder.run(["new", "my-game", "--from", "my: cards.tsv", "--images", "icons"]).must_succeed().out;
    says(
        &told,
        &[
            "my: cards.tsv is copied as my- cards.tsv, since Windows forbids its name",
            "What?.svg is copied as What-.svg, since Windows forbids its name",
            "con.svg is copied as con-.svg, since Windows forbids its name",
            "placeholders in the folder `art`, to be replaced: Gone-.svg",
        ],
    );
    assert_eq!(folder.run(["check", "my-game"]).must_succeed().out, "no problems\n");
    folder.run(["build", "my-game", "--target", "images"]).must_succeed();
    for number in 0..names.len() {
        assert!((600_000..=660_000).contains(&pixels(&folder, &format!("card-{number}"), RED)), "{number}");
    }
    let told = folder.run(["new", "finished", "--images", "icons"]).must_succeed().out;
    says(&told, &["a|b.svg is copied as a-b.svg, since Windows forbids its name"]);
    assert_eq!(folder.run(["check", "finished"]).must_succeed().out, "no problems\n");
}

#[test]
#[cfg(unix)]
fn pictures_that_would_share_a_name_are_refused() {
    let folder = Folder::new();
    folder.write("icons/a?.svg", drawing("#f00", 100, 100));
    folder.write("icons/a*.svg", drawing("#f00", 100, 100));
    folder
        .run(["new", "my-game", "--images", "icons"])
        .must_fail(2, &["a?.svg and", "would both be a-.svg: rename one"]);
}

#[test]
fn pictures_that_are_called_as_cards_are_on_them() {
    let folder = Folder::new();
    folder.write("cards.csv", "Name,Text\nLantern Keeper,He waits.\nKeeper's Dog,It barks.\nFog,Nobody sees.\n");
    folder.write("faces/Lantern Keeper.SVG", drawing("#f00", 200, 100));
    folder.write("faces/more/keepers_dog.svg", drawing("#00f", 200, 100));
    let told = folder.run(["new", "my-game", "--from", "cards.csv", "--images", "faces/"]).must_succeed().out;
    says(&told, &["2 pictures on the cards, in the folder `art`", "1 card without a picture: Fog"]);
    assert_eq!(folder.files().iter().filter(|file| file.starts_with("card-data/my-game/art/")).count(), 2);
    folder.run(["build", "my-game", "--target", "images"]).must_succeed();
    // As wide as the card, and half as high with its bleed, without the badge on it.
    let (red, blue) = (pixels(&folder, "lantern-keeper", RED), pixels(&folder, "keepers-dog", BLUE));
    assert!((235_000..=285_000).contains(&red) && red == blue, "{red} {blue}");
}

#[test]
fn a_picture_that_a_cell_names_and_that_is_not_there_is_told() {
    let folder = Folder::new();
    folder.write("cards.csv", "Name,Picture\nAxe,axe.svg\nFog,fgo.svg\n");
    folder.write("art/axe.svg", drawing("#f00", 100, 140));
    folder.write("art/fog.svg", drawing("#00f", 100, 140));
    let told = folder.run(["new", "my-game", "--from", "cards.csv", "--images", "art"]).must_succeed().out;
    says(
        &told,
        &[
            "1 card without a picture: Fog",
            "placeholders in the folder `art`, to be replaced: fgo.svg",
            "left where they are, since no card shows them: 1 picture",
        ],
    );
    folder.run(["check", "my-game"]).must_succeed();
    folder.run(["build", "my-game"]).must_succeed();
}

#[test]
fn pictures_of_no_card_make_nothing() {
    let folder = Folder::new();
    folder.write("cards.csv", "Name,Picture\nAxe,axe.png\nFog,fog.png\n");
    folder.write("empty/notes.txt", "no picture");
    folder.write("others/tree.svg", drawing("#0f0", 10, 10));
    let before = folder.contents();
    for (pictures, words) in [
        ("empty", "it has no picture"),
        ("others", "no column names its pictures, and none is named after a card"),
        ("nowhere", "nowhere"),
    ] {
        let run = folder.run(["new", "my-game", "--from", "cards.csv", "--images", pictures]);
        run.must_fail(2, &[words]);
        assert_eq!(folder.contents(), before);
    }
    folder.run(["new", "my-game", "--size", "tarot"]).must_fail(2, &["--from"]);
    let told = folder.run(["new", "my-game", "--from", "cards.csv"]).must_succeed().out;
    says(&told, &["Picture seems to name pictures: `--images` and their folder puts them on the cards"]);
}
