//! Long output of `check`: accepted problems, floods, skipped parts of a workbook, measures near a limit.

use std::time::Instant;

use crate::common::program::Folder;
use serde_json::Value;
use skirmish_output::pack::archive;

const GAME: &str = "card-data/g/game.toml";
const CARDS: &str = "card-data/g/cards.toml";

/// Creates the starter game with a colour of one kind on which letters are hard to read.
fn pale() -> Folder {
    let folder = Folder::new();
    folder.new_deck("g");
    folder.replace(GAME, "colours = { kind = \"#1f6570\"", "colours = { kind = \"#d5c08a\"");
    folder
}

/// Exports the cards, without the byte order mark.
fn exported(folder: &Folder) -> String {
    let text = String::from_utf8(folder.read("card-data/g/cards.csv")).expect("text");
    text.trim_start_matches('\u{feff}').to_owned()
}

fn json(folder: &Folder) -> Vec<Value> {
    let out = folder.run(["check", "g", "--format", "json"]).out;
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
}

#[test]
fn a_problem_is_accepted_for_a_game_a_kind_or_a_card() {
    let folder = pale();
    folder.run(["check", "g"]).must_fail(1, &["error[E0617]", "in `[allow]` of `game.toml`: `E0617 = \"the reason\"`"]);
    folder.replace(GAME, "[kind.boat]\n", "[kind.boat]\nallow = { E0617 = \"brand colours\" }\n");
    let ran = folder.run(["check", "g"]).must_succeed();
    assert!(ran.out.starts_with("no problems, ") && ran.out.ends_with(" allowed\n"), "{}", ran.out);
    let all = json(&folder);
    assert!(!all.is_empty() && all.iter().all(|one| one["code"] == "E0617" && one["allowed"] == "brand colours"));
    let built = folder.run(["build", "g"]).must_succeed();
    assert!(!built.err.contains("E0617"), "{}", built.err);
    // For the whole game.
    folder.replace(GAME, "allow = { E0617 = \"brand colours\" }\n", "");
    let text = String::from_utf8(folder.read(GAME)).expect("text");
    folder.write(GAME, text + "\n[allow]\nE0617 = \"brand colours\"\n");
    assert!(folder.run(["check", "g"]).must_succeed().out.starts_with("no problems, "));
    // For one card: the others stay wrong, and this one is no longer among them.
    folder.replace(GAME, "\n[allow]\nE0617 = \"brand colours\"\n", "");
    folder.replace(CARDS, "name = \"Rowing Boat\"\n", "name = \"Rowing Boat\"\nallow = { E0617 = \"seen\" }\n");
    folder.run(["check", "g"]).must_fail(1, &["error[E0617]", " allowed"]);
    let is_of_boat = |one: &Value| one["cards"].as_array().is_some_and(|cards| cards.contains(&"Rowing Boat".into()));
    for one in json(&folder) {
        assert_eq!(one["allowed"].is_string(), is_of_boat(&one), "{one:#}");
    }
}

#[test]
fn a_column_of_a_sheet_accepts_problems() {
    let folder = pale();
    folder.run(["export", "g", "--csv", "card-data/g/cards.csv"]).must_succeed();
    std::fs::remove_file(folder.path(CARDS)).expect("the cards");
    let text = exported(&folder);
    let (head, _) = text.split_once('\n').expect("a heading");
    let columns: Vec<&str> = head.split(',').collect();
    let kind = columns.iter().position(|column| *column == "kind").expect("a kind");
    let mut reader = text.lines();
    let mut sheet = format!("allow,{}\n", reader.next().expect("the headings"));
    for line in reader {
        let is_boat = line.split(',').nth(kind) == Some("boat");
        sheet.push_str(&format!("{},{line}\n", if is_boat { "E0617 = brand colours" } else { "" }));
    }
    folder.write("card-data/g/cards.csv", sheet);
    let game = String::from_utf8(folder.read(GAME)).expect("text");
    folder.write(GAME, format!("cards = \"cards.csv\"\n{game}"));
    let ran = folder.run(["check", "g"]);
    assert!(ran.out.starts_with("no problems, "), "{}{}", ran.out, ran.err);
    // Written out again, the column is there.
    folder.run(["export", "g", "--csv", "again.csv"]).must_succeed();
    assert!(String::from_utf8(folder.read("again.csv")).expect("text").contains("E0617 = brand colours"));
}

#[test]
fn an_entry_that_cannot_be_right_is_told() {
    let folder = Folder::new();
    folder.new_deck("g");
    let game = String::from_utf8(folder.read(GAME)).expect("text");
    let with = |lines: &str| folder.write(GAME, format!("{lines}\n{game}"));
    with("allow = { E0617 = \"brand colours\" }");
    let ran = folder.run(["check", "g"]).must_succeed();
    assert!(ran.out.contains("warning[E0223]: unused entry `E0617` in `allow`"), "{}", ran.out);
    with("allow = [\"E0617\"]");
    folder.run(["check", "g"]).must_fail(1, &["error[E0224]", "allow = { E0617 = "]);
    with("allow = { E0617 = \"\" }");
    folder.run(["check", "g"]).must_fail(1, &["error[E0224]", "needs a reason for E0617"]);
    with("allow = { E6017 = \"typo\" }");
    folder.run(["check", "g"]).must_fail(1, &["error[E0125]: unknown code `E6017`", "did you mean `E0617`?"]);
    with("allow = { E0214 = \"never mind\" }");
    folder.replace(CARDS, "name = \"Storm\"\nkind = \"sea\"", "name = \"Storm\"\nkind = \"policy\"");
    folder.run(["check", "g"]).must_fail(1, &["error[E0214]", "error[E0222]: E0214 can't be allowed"]);
}

#[test]
fn a_build_takes_time_in_proportion_to_what_is_wrong() {
    let folder = Folder::new();
    folder.new_deck("g");
    let cards = String::from_utf8(folder.read(CARDS)).expect("text");
    let kind = cards.lines().find(|line| line.starts_with("kind = ")).expect("a kind");
    let took = |count: usize| {
        let card = |index| format!("\n[[card]]\nname = \"C{index}\"\n{kind}\ncount = 1\ncolr = 1\n");
        folder.write(CARDS, cards.clone() + &(0..count).map(card).collect::<String>());
        let start = Instant::now();
        folder.run(["build", "g"]).must_fail(1, &["unknown key `colr`"]);
        start.elapsed()
    };
    let (few, many) = (took(500), took(4000));
    assert!(many < few * 20, "8 times the problems: {few:?}, {many:?}");
}

#[test]
fn one_cause_is_one_message_and_a_hundred_of_a_code_are_enough() {
    let folder = Folder::new();
    folder.new_deck("g");
    let cards = String::from_utf8(folder.read(CARDS)).expect("text");
    let card = |index: usize| {
        format!(
            "\n[[card]]\nname = \"Boat {index}\"\nkind = \"policy\"\ncount = 1\nart = \"fog\"\ncolr = 1\ntext = \"Home.\"\n"
        )
    };
    folder.write(CARDS, cards + &(0..400).map(card).collect::<String>());
    folder.replace(GAME, "deck-size = 27", "# deck-size = 27");
    let ran = folder.run(["check", "g"]).must_fail(
        1,
        &[
            "error[E0115]: unknown key `colr` in card `Boat 0` (and 399 more)",
            "error[E0214]: unknown kind `policy` in card `Boat 0` (and 399 more)",
            "to define a new kind, add to `game.toml`:",
            "[kind.policy]",
            "name = \"policy\"",
            "and 397 more",
            "2 errors in 800 places",
        ],
    );
    assert!(ran.err.lines().count() < 60, "{}", ran.err);
    assert_eq!(json(&folder).len(), 800);
    // Of different causes a hundred are written out.
    let card = |index: usize| {
        format!("\n[[card]]\nname = \"Boat {index}\"\nkind = \"policy{index}\"\ncount = 1\nart = \"fog\"\n")
    };
    folder.write(CARDS, (0..400).map(card).collect::<String>());
    let err = folder.run(["check", "g"]).err;
    assert_eq!(err.matches("error[E0214]").count(), 100);
    assert!(err.contains("and 300 more of E0214: `skirmish check --format json` lists all"), "{err}");
}

#[test]
fn a_column_without_a_slot_is_one_problem_with_both_ways_out() {
    let folder = Folder::new();
    folder.new_deck("g");
    folder.run(["export", "g", "--csv", "card-data/g/cards.csv"]).must_succeed();
    std::fs::remove_file(folder.path(CARDS)).expect("the cards");
    let text = exported(&folder);
    let mut lines = text.lines();
    let mut sheet = format!("Stage,{}\n", lines.next().expect("the headings"));
    lines.for_each(|line| sheet.push_str(&format!("early,{line}\n")));
    folder.write("card-data/g/cards.csv", sheet);
    let game = String::from_utf8(folder.read(GAME)).expect("text");
    folder.write(GAME, format!("cards = \"cards.csv\"\n{game}\n[field.stage]\ntype = \"line\"\n"));
    let ran = folder.run(["check", "g"]);
    assert!(ran.err.matches("error[E0523]").count() <= 2, "one for each template: {}", ran.err);
    ran.must_fail(1, &["add to `[columns]` in `game.toml`: `\"Stage\" = false`", "`<rect id=\"slot-stage\" "]);
    folder.replace(GAME, "\n[field.stage]\ntype = \"line\"\n", "\n[columns]\n\"Stage\" = false\n");
    folder.run(["check", "g"]).must_succeed();
}

#[test]
fn a_measure_under_its_limit_reads_as_less() {
    let folder = Folder::new();
    folder.new_deck("g");
    // White on this blue is 4.468 to 1.
    folder.replace(GAME, "paper = \"#fdf3df\"\nink", "paper = \"#ffffff\"\nink");
    folder.replace(GAME, "colours = { kind = \"#1f6570\"", "colours = { kind = \"#6366f1\"");
    folder.run(["check", "g"]).must_fail(1, &["contrast 4.46:1 is below 4.5:1"]);
}

#[test]
fn templates_of_other_games_are_not_offered() {
    let folder = Folder::new();
    folder.new_deck("g");
    folder.replace(GAME, "[face.front]\ntemplate = \"card\"", "[face.front]\ntemplate = \"qqqq\"");
    let ran = folder.run(["check", "g"]).must_fail(
        1,
        &["missing template `qqqq`", "or create `card-data/g/templates/qqqq.svg`", "`card`, `titled-back`"],
    );
    assert!(!ran.err.contains("`recovering`"), "{}", ran.err);
}

/// Returns a workbook of one sheet with cards, with these cells of XML in its second row.
fn workbook(cells: &str) -> Vec<u8> {
    let text = |cell: &str, words: &str| format!("<c r=\"{cell}\" t=\"inlineStr\"><is><t>{words}</t></is></c>");
    let heads: String = [("A1", "name"), ("B1", "kind"), ("C1", "count"), ("D1", "text")]
        .map(|(cell, words)| text(cell, words))
        .concat();
    let row = text("A2", "Fog") + &text("B2", "sea") + cells;
    let sheet = format!(
        "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData><row r=\"1\">{heads}</row><row r=\"2\">{row}</row></sheetData></worksheet>"
    );
    let parts = [
        ("[Content_Types].xml", r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>"#.to_owned()),
        ("_rels/.rels", r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#.to_owned()),
        ("xl/workbook.xml", r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Cards" sheetId="1" r:id="rId1"/></sheets></workbook>"#.to_owned()),
        ("xl/_rels/workbook.xml.rels", r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#.to_owned()),
        ("xl/worksheets/sheet1.xml", sheet),
    ];
    let files: Vec<(String, Vec<u8>)> =
        parts.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect();
    archive(&files).expect("an archive")
}

fn with_workbook(cells: &str) -> Folder {
    let folder = Folder::new();
    folder.new_deck("g");
    std::fs::remove_file(folder.path(CARDS)).expect("the cards");
    folder.write("card-data/g/cards.xlsx", workbook(cells));
    let game = String::from_utf8(folder.read(GAME)).expect("text");
    let game = game.replace("deck-size = 27", "# deck-size = 27");
    folder.write(GAME, format!("cards = \"cards.xlsx\"\n{}", game.split("\n[table").next().expect("a game")));
    folder
}

#[test]
fn a_formula_that_was_never_calculated_is_an_error() {
    let never = with_workbook("<c r=\"C2\"><f>1+2</f><v></v></c><c r=\"D2\"><f>\"a\"&amp;\"b\"</f></c>");
    never.run(["check", "g"]).must_fail(
        1,
        &[
            "error[E0410]: the formula of this cell has no saved value (and 1 more)",
            "sheet Cards, C2",
            "also at card-data/g/cards.xlsx, sheet Cards, D2",
            "open and save the file in a spreadsheet program",
        ],
    );
    // One that yields an empty text was.
    let empty = with_workbook("<c r=\"C2\"><f>1+2</f><v>3</v></c><c r=\"D2\" t=\"str\"><f>\"\"</f><v></v></c>");
    assert!(!empty.run(["check", "g"]).err.contains("E0410"));
}

#[test]
fn a_record_keeps_the_cards_of_spreadsheets() {
    let folder = Folder::new();
    folder.new_deck("g");
    folder.run(["export", "g", "--csv", "card-data/g/cards.csv"]).must_succeed();
    std::fs::remove_file(folder.path(CARDS)).expect("the cards");
    let game = String::from_utf8(folder.read(GAME)).expect("text");
    folder.write(GAME, format!("cards = \"cards.csv\"\n{game}"));
    folder.run(["build", "g"]).must_succeed();
    folder.run(["diff", "g"]).must_succeed().must_say(&["Nothing changed."]);
    let sheet = String::from_utf8(folder.read("card-data/g/cards.csv")).expect("text");
    let (before, ship) = sheet.split_at(sheet.find("Tall Ship,boat").expect("the card"));
    let changed = ship.replacen(",4,", ",5,", 1);
    assert_ne!(ship, changed, "its points");
    folder.write("card-data/g/cards.csv", before.to_owned() + &changed);
    let ran = folder.run(["diff", "g"]).must_succeed().must_say(&["Tall Ship: changed", "points: 4 → 5"]);
    assert!(!ran.out.contains("drawn differently"), "{}", ran.out);
    // An old record has no sheets: the current ones are used.
    let record = String::from_utf8(folder.read("output/g/printing.toml")).expect("text");
    let head = "\"cards.csv\" = \"\"\"\n";
    let (before, sheet) = record.split_once(head).expect("the sheet");
    let (_, after) = sheet.split_once("\"\"\"\n").expect("its end");
    folder.write("output/g/printing.toml", [before, after].concat());
    folder.run(["diff", "g"]).must_succeed().must_say(&["Tall Ship: drawn differently: front"]);
}
