//! `skirmish new --from`: a game for a sheet, which builds at once.

use std::path::Path;

use super::{Folder, HOME};

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
    says(&told, &["kinds: crew, ship, tide", "cost: field `cost`, a number from 0 to 9", "text: field `text`, a text"]);
    let list = folder.run(["list", "my-game"]).must_succeed();
    list.must_say(&["18 cards", "Lantern Keeper  crew      3"]);
}

#[test]
fn a_sheet_of_an_older_windows_with_semicolons() {
    let (folder, told) = made("windows.csv");
    says(
        &told,
        &["Kartenname: the name", "Anzahl: how many there are", "Stärke: field `starke`, a number from 0 to 9"],
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
            "its texts have signs such as [ or * that mean nothing here: `plain = true` prints them as they are",
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
fn what_is_no_sheet_of_cards_makes_nothing() {
    let folder = Folder::new();
    folder.write("notes.csv", "only words\nand more\n");
    folder.write("cards.pdf", "name,kind\nA,b\n");
    folder.write("broken.xlsx", "name,kind\nA,b\n");
    let before = folder.contents();
    for (file, words) in [
        ("notes.csv", "no sheet has a row of headings"),
        ("cards.pdf", "this is no file with sheets"),
        ("broken.xlsx", "cannot be read"),
        ("none.csv", "none.csv"),
    ] {
        folder.run(["new", "my-game", "--from", file]).must_fail(2, &[words]);
        assert_eq!(folder.contents(), before);
    }
    folder.write("plain.csv", "name,count\nA,1\n");
    folder.run(["new", "My Game", "--from", "plain.csv"]).must_fail(2, &["no name for a game"]);
}
