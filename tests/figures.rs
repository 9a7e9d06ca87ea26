//! Printed values with a fraction, a sign or a word instead of a number, and texts with their own size.

use crate::common::outsiders::read;
use crate::common::program::Folder;

const CARDS: &str = "card-data/g/cards.toml";
const GAME: &str = "card-data/g/game.toml";

/// Returns the words of the sheets of a game.
fn printed(folder: &Folder) -> String {
    folder.run(["build", "g"]).must_succeed();
    let pdf = folder.path("output/g/cards-a4.pdf");
    read("pdftotext", &["-raw", pdf.to_str().expect("a plain path"), "-"])
}

/// Returns a game whose points may be half a point, have a sign, and may be X.
fn with_points(language: &str) -> Folder {
    let folder = Folder::new();
    folder.new_deck("g");
    folder.replace(
        GAME,
        "min = 1\nmax = 9\n",
        "min = -9\nmax = 9\ndecimals = 1\nsign = true\nallow = [\"X\", \"*\"]\n",
    );
    folder.replace(GAME, "language = \"en-GB\"", &format!("language = \"{language}\""));
    folder.replace(CARDS, "count = 3\npoints = 2\n", "count = 3\npoints = 2.5\n");
    folder.replace(CARDS, "points = 4\n", "points = \"X\"\n");
    folder
}

#[test]
fn fractions_signs_and_words_are_printed_and_added_up() {
    for (language, points, sum) in [("en-GB", "+2.5", "for 3.5 points"), ("de", "+2,5", "for 3,5 points")] {
        let folder = with_points(language);
        let words = printed(&folder);
        assert_eq!(words.matches(points).count(), 3, "{words}");
        assert_eq!(words.replace('\n', " ").matches("it scores +1.").count(), 4, "{words}");
        assert_eq!(words.split_whitespace().filter(|word| *word == "X").count(), 2, "{words}");
        assert!(words.replace('\n', " ").contains(sum), "{words}");
    }
    let folder = with_points("en-GB");
    let listed = folder.run(["list", "g", "--format", "json"]).must_succeed().out;
    assert!(listed.contains("\"points\": 2.5") && listed.contains("\"points\": \"X\""), "{listed}");
}

#[test]
fn they_stand_in_a_sheet_and_come_back_from_it() {
    let folder = with_points("en-GB");
    folder.replace(CARDS, "name = \"Fog\"\n", "name = \"Fog\"\nsizes = { text = 9.5 }\n");
    let (listed, words) = (folder.run(["list", "g", "--format", "json"]).must_succeed().out, printed(&folder));
    folder.run(["export", "g", "--csv", "cards.csv"]).must_succeed();
    let sheet = String::from_utf8(folder.read("cards.csv")).expect("UTF-8");
    assert!(sheet.lines().next().is_some_and(|head| head.ends_with(",sizes.text")), "{sheet}");
    folder.write("card-data/g/cards.csv", sheet);
    std::fs::remove_file(folder.path(CARDS)).expect("the cards");
    folder.replace(GAME, "title = \"Gull Point\"", "cards = \"cards.csv\"\ntitle = \"Gull Point\"");
    assert_eq!(folder.run(["list", "g", "--format", "json"]).must_succeed().out, listed);
    assert_eq!(printed(&folder), words);
}

#[test]
fn what_may_not_stand_there_is_told() {
    let folder = with_points("en-GB");
    let must = "must be a number from -9 to 9 with at most one decimal, or `X` or `*`, not";
    for (typed, told) in
        [("2.25", "2.25"), ("9.5", "9.5"), ("\"x\"", "`x`"), ("-10", "-10"), ("true", "`true` or `false`")]
    {
        folder.replace(CARDS, "points = 2.5\n", &format!("points = {typed}\n"));
        folder.run(["check", "g"]).must_fail(1, &[&format!("{must} {told}")]);
        folder.replace(CARDS, &format!("points = {typed}\n"), "points = 2.5\n");
    }
    folder.replace(CARDS, "So large a ship", "{points + 1}: so large a ship");
    folder.run(["check", "g"]).must_fail(1, &["`points` isn't a number and can't be added to"]);
    folder.replace(GAME, "decimals = 1\nsign = true\nallow = [\"X\", \"*\"]\n", "");
    folder.run(["check", "g"]).must_fail(
        1,
        &["add `decimals = 1` to `[field.points]` to allow decimals", "add `allow = [\"X\"]` to `[field.points]`"],
    );
}

/// Returns the height of a word's letters on the sheets, in points, between the font's lowest and highest letters.
fn heights(folder: &Folder, word: &str) -> Vec<f64> {
    folder.run(["build", "g"]).must_succeed();
    let pdf = folder.path("output/g/cards-a4.pdf");
    let boxes = read("pdftotext", &["-bbox", pdf.to_str().expect("a plain path"), "-"]);
    let number = |line: &str, key: &str| -> f64 {
        let rest = line.split_once(key).expect("an edge").1;
        rest[..rest.find('"').expect("a quote")].parse().expect("a number")
    };
    let of_word = boxes.lines().filter(|line| line.contains(&format!(">{word}</word>")));
    of_word.map(|line| number(line, "yMax=\"") - number(line, "yMin=\"")).collect()
}

#[test]
fn a_card_has_a_size_of_its_own() {
    let folder = Folder::new();
    folder.new_deck("g");
    let (before, others) = (heights(&folder, "choose"), heights(&folder, "harms"));
    assert!(before.len() == 2 && others.len() == 2, "{before:?} {others:?}");
    folder.replace(CARDS, "name = \"Fog\"\n", "name = \"Fog\"\nsizes = { text = 7.5 }\n");
    let style = 9.5;
    let now = heights(&folder, "choose");
    assert!(now.iter().all(|now| (now / before[0] - 7.5 / style).abs() < 0.02), "{before:?} {now:?}");
    assert_eq!(heights(&folder, "harms"), others, "no other card is smaller");
    folder.replace(CARDS, "sizes = { text = 7.5 }", "sizes = { txet = 7.5 }");
    folder.run(["check", "g"]).must_fail(1, &["E0623", "has no slot `txet`", "did you mean `text`?", "cards.toml:"]);
    folder.replace(CARDS, "sizes = { txet = 7.5 }", "sizes = { text = 2 }");
    folder.run(["check", "g"]).must_fail(1, &["`text` of the sizes of card `Fog` must be 4 to 96"]);
}
