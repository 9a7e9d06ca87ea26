//! Drafts, cards outside `--only`, and texts that are fitted card by card.

use crate::common::outsiders::read;
use crate::common::program::Folder;
use painter::Picture;

const CARDS: &str = "card-data/g/cards.toml";

/// Creates a starter game with an overlong card, one without its picture, and one with an unknown value.
fn unfinished() -> Folder {
    let folder = Folder::new();
    folder.new_deck("g");
    folder.replace(CARDS, "Light your lamp: turn", &"Light your lamp before anything else. ".repeat(14));
    std::fs::remove_file(folder.path("card-data/g/art/fog.svg")).expect("removed");
    folder.replace(CARDS, "points = 4", "points = \"four\"");
    folder
}

/// Counts the pixels of the draft's red, in part of a picture: left, top, right, bottom as shares.
fn red(picture: &Picture, (left, top, right, bottom): (f64, f64, f64, f64)) -> usize {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "shares of a small picture")]
    #[allow(clippy::cast_precision_loss, reason = "the side of a picture")]
    let part = |share: f64, of: usize| (share * of as f64) as usize;
    let mut count = 0;
    for y in part(top, picture.height)..part(bottom, picture.height) {
        for x in part(left, picture.width)..part(right, picture.width) {
            let [red, green, blue, _] = picture.at(x, y);
            count += usize::from(red.abs_diff(0xd4) < 6 && green.abs_diff(0x1f) < 6 && blue.abs_diff(0x1f) < 6);
        }
    }
    count
}

/// A text that extends over an empty slot below ends at that slot's box, even if it has more space.
#[test]
fn a_box_over_an_empty_one_does_not_grow_past_what_was_drawn() {
    let folder = Folder::new();
    folder.new_deck("g");
    folder.replace(
        "card-data/g/templates/card.svg",
        "y=\"57.2\" width=\"55.5\" height=\"11.3\"",
        "y=\"57.2\" width=\"55.5\" height=\"20.1\"",
    );
    folder.replace(CARDS, "saying = { text = \"Thick enough to lean an oar against.\" }", "");
    let text = "One of their [boats] has lost its way: they choose which, and take it back into their hand.";
    let sentences = |number: usize| "Light your lamp before anything else. ".repeat(number);
    folder.replace(CARDS, text, &sentences(5));
    folder.run(["build", "g"]).must_succeed();
    folder.replace(CARDS, &sentences(5), &sentences(8));
    folder.run(["build", "g"]).must_fail(1, &["card `Fog`", "overflows its box"]);
}

const ALL: (f64, f64, f64, f64) = (0.0, 0.0, 1.0, 1.0);

#[test]
fn a_draft_shows_what_there_is_and_tells_what_is_wrong() {
    let folder = unfinished();
    folder.run(["build", "g"]).must_fail(1, &["missing artwork", "overflows its box", "3 errors"]);
    assert!(folder.files().iter().all(|file| !file.starts_with("output")), "nothing was written");

    let ran = folder.run(["build", "g", "--draft"]).must_succeed();
    ran.must_say(&["cards-a4-draft.pdf", "Draft: 3 problems left to fix."]);
    let ran = folder.run(["build", "g", "--draft", "--target", "images"]).must_succeed();
    for words in ["missing artwork", "overflows its box", "cards.toml:"] {
        assert!(ran.err.contains(words), "{}", ran.err);
    }
    let face = |name: &str| Picture::open(&folder.path(&format!("output/g/images-draft/{name}.png")));
    let (whole, wordy) = (face("storm"), face("lamp-oil"));
    assert!(red(&whole, ALL) > 200, "the word across a card that is right");
    let lower = (0.0, 0.55, 1.0, 0.95);
    assert!(red(&wordy, lower) > red(&whole, lower) + 300, "a red edge about the text that is cut");
    let sheets = folder.path("output/g/cards-a4-draft.pdf");
    let text = read("pdftotext", &["-layout", sheets.to_str().expect("a plain path"), "-"]);
    // In the band of each of its two copies, where the picture is missing, and in the list of each of three keepers.
    assert_eq!(text.matches("Fog").count(), 2 + 2 + 3, "{text}");
    read("qpdf", &["--check", sheets.to_str().expect("a plain path")]);
}

#[test]
fn a_draft_of_a_whole_game_says_that_nothing_is_wrong() {
    let folder = Folder::new();
    folder.run(["new", "g"]).must_succeed();
    folder.run(["build", "g", "--draft"]).must_succeed().must_say(&["No errors found: `--draft` isn't needed."]);
}

#[test]
fn a_draft_is_not_for_a_print_shop() {
    let folder = Folder::new();
    for target in ["press", "mpc", "tgc", "dtc"] {
        folder
            .run(["build", "skirmish-5e", "--draft", "--target", target])
            .must_fail(2, &["can't be used with a target for print shops"]);
    }
}

#[test]
fn a_card_is_printed_though_others_are_unfinished() {
    let folder = unfinished();
    let ran = folder.run(["build", "g", "--only", "storm,whale"]).must_succeed();
    ran.must_say(&["4 cards", "Ignored 3 problems in other cards: run `skirmish check` to list them."]);
    folder.run(["build", "g", "--only", "storm,fog"]).must_fail(1, &["missing artwork", "1 error"]);
    folder.run(["build", "g", "--only", "tall ship"]).must_fail(1, &["points", "1 error"]);
    // A template of all cards affects each of them.
    folder.write("card-data/g/templates/card.svg", "<svg");
    folder.run(["build", "g", "--only", "storm"]).must_fail(1, &["card.svg"]);
}

#[test]
fn programs_are_told_which_cards_are_spoilt() {
    let folder = unfinished();
    let ran = folder.run(["check", "g", "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    let of = |words: &str| {
        let all = told.as_array().expect("a list");
        all.iter().find(|one| one["message"].as_str().is_some_and(|what| what.contains(words))).expect("told").clone()
    };
    let long = of("overflows its box");
    assert_eq!(
        (&long["cards"][0], &long["face"], &long["slot"]),
        (&"Lamp Oil".into(), &"front".into(), &"text".into())
    );
    assert_eq!(of("missing artwork")["cards"], serde_json::json!(["Fog"]));
    assert_eq!(of("points")["cards"], serde_json::json!(["Tall Ship"]));
}

#[test]
fn a_wordy_card_makes_no_other_smaller_where_each_is_fitted_by_itself() {
    let folder = Folder::new();
    folder.new_in_english("g");
    let pictures = |folder: &Folder| {
        folder.run(["build", "g", "--target", "images"]).must_succeed();
        ["lamp-oil", "keeper"].map(|name| folder.read(&format!("output/g/images/{name}.png")))
    };
    let before = pictures(&folder);
    folder.replace(
        CARDS,
        "Light your lamp: turn",
        "Light your lamp, and do it soon, for it is dark outside, the ships are late, and the gulls are asleep: turn",
    );
    let [wordy, other] = pictures(&folder);
    assert!(wordy != before[0] && other != before[1], "all of a kind have the size of the wordiest");
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);

    folder.replace(
        "card-data/g/templates/type.toml",
        "min-size = 8.5\nleading = 11.6",
        "min-size = 8.5\nfit = \"card\"\nleading = 11.6",
    );
    let [alone, other] = pictures(&folder);
    assert!(alone == wordy && other == before[1], "the wordy card alone is smaller");
    let ran = folder.run(["check", "g"]).must_succeed();
    ran.must_say(&["`text` is set in", "elsewhere template `card` sets it in 9.5 pt", "1 note"]);
}
