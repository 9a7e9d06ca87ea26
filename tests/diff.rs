//! A designer asks what changed: card by card, with everything that a figure moved.

use crate::common::program::Folder;
use painter::Picture;
use serde_json::Value;

const CARDS: &str = "card-data/skirmish-5e/cards.toml";
const GAME: &str = "card-data/skirmish-5e/game.toml";
const RULES: &str = "card-data/skirmish-5e/rules.md";
const PAGE: &str = "output/skirmish-5e/diff.html";
const DIFF: [&str; 2] = ["diff", "skirmish-5e"];

/// Prints the deck in a folder.
fn printed() -> Folder {
    let folder = Folder::new();
    folder.bring("card-data/skirmish-5e");
    folder.run(["build", "skirmish-5e"]).must_succeed();
    folder
}

fn json(folder: &Folder, args: &[&str]) -> Value {
    let said = folder.run([args, &["--format", "json"]].concat()).must_succeed().out;
    let all: Value = serde_json::from_str(&said).expect("JSON");
    all.as_array().and_then(|games| games.first()).cloned().unwrap_or_else(|| panic!("{said}"))
}

/// Returns the values of a key in a list of objects.
fn each<'v>(list: &'v Value, key: &str) -> Vec<&'v str> {
    list.as_array().expect("a list").iter().map(|one| one[key].as_str().unwrap_or_default()).collect()
}

const CHOP: (&str, &str) = ("rule = \"S38\"\ndamage = 2", "rule = \"S38\"\ndamage = 3");

#[test]
fn one_figure_names_every_card_section_and_example_that_it_moved() {
    let folder = printed();
    folder.run(DIFF).must_succeed().must_say(&["Skirmish: from r2 to now", "Nothing changed."]);
    folder.replace(GAME, "charge = 1 ", "charge = 2 ");
    let difference = json(&folder, &DIFF);
    let figures = difference["figures"].as_array().expect("figures");
    assert_eq!(figures.len(), 1, "{figures:#?}");
    assert_eq!(
        (&figures[0]["name"], &figures[0]["from"], &figures[0]["to"]),
        (&"charge".into(), &"1".into(), &"2".into())
    );
    let moves: Vec<&str> = figures[0]["moves"].as_array().expect("places").iter().filter_map(Value::as_str).collect();
    // Everything in the book that quotes it, by a search of our own.
    let rules = String::from_utf8(folder.read(RULES)).expect("text");
    let quoting =
        rules.lines().filter(|line| line.contains('{') && line.split(['{', '}', ' ']).any(|word| word == "charge"));
    assert_eq!(difference["book"].as_array().expect("passages").len(), passages(&rules, "charge"), "{moves:?}");
    assert!(quoting.count() >= 3);
    assert!(moves.iter().any(|place| place.ends_with(" Charge")), "{moves:?}");
    assert!(moves.iter().any(|place| place.contains("example “")), "{moves:?}");
    for passage in difference["book"].as_array().expect("passages") {
        assert_eq!(
            (&passage["change"], &passage["by"]),
            (&"moved".into(), &serde_json::json!(["charge"])),
            "{passage:#}"
        );
    }
    // No card's own data changed.
    assert!(difference["cards"].as_array().expect("cards").iter().all(|card| card["change"] != "changed"));
}

/// Returns the number of paragraphs, rows and sums of a source that quote a value.
fn passages(rules: &str, figure: &str) -> usize {
    let quotes = |text: &str| {
        let braces = text.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        braces
            .flat_map(|inside| inside.split(" + ").flat_map(|term| term.split(" - ")))
            .any(|name| name.trim() == figure)
    };
    let mut count = 0;
    for block in rules.split("\n\n") {
        if block.contains("\n|") || block.starts_with('|') || block.contains("::: words") || block.contains("::: cover")
        {
            count += block.lines().filter(|line| quotes(line)).count();
        } else {
            count += usize::from(quotes(block));
        }
    }
    count
}

#[test]
fn a_card_s_own_figure_moves_the_cards_that_quote_it() {
    let folder = printed();
    folder.replace(
        CARDS,
        "name = \"Sword\"\nkind = \"weapon\"\ncount = 8\nrule = \"S50\"\ndamage = 2\n",
        "name = \"Sword\"\nkind = \"weapon\"\ncount = 8\nrule = \"S50\"\ndamage = 3\n",
    );
    let difference = json(&folder, &DIFF);
    let cards = difference["cards"].as_array().expect("cards");
    let became = |change: &str| -> Vec<&str> {
        cards.iter().filter(|card| card["change"] == change).filter_map(|card| card["name"].as_str()).collect()
    };
    assert_eq!(became("changed"), ["Sword"]);
    assert_eq!(became("moved"), ["Chop", "Slash", "Thrust", "Critical Hit"], "what quotes {{sword.damage}}");
    let chop = cards.iter().find(|card| card["name"] == "Chop").expect("Chop");
    assert_eq!(chop["fields"].as_array().map(Vec::len), Some(1), "{chop:#}");
    assert_eq!(
        (&chop["fields"][0]["field"], &chop["fields"][0]["by"]),
        (&"text".into(), &serde_json::json!(["sword.damage"]))
    );
    assert_eq!(chop["faces"], serde_json::json!(["front"]));
    let said = folder.run(DIFF).must_succeed().out;
    for line in [
        "  Sword: damage: 2 → 3\n    moves Chop (text); Slash (text); Thrust (text); Critical Hit (text); ",
        "  Sword: changed\n    damage: 2 → 3\n",
        "  Chop: affected by values elsewhere\n    text: “… [",
        ", by sword.damage\n",
    ] {
        assert!(said.contains(line.trim_end_matches('[')), "no {line:?} in: {said}");
    }
}

#[test]
fn words_that_are_written_anew_come_and_go() {
    let folder = printed();
    let rules = String::from_utf8(folder.read(RULES)).expect("text");
    let at = rules.find("## Winning").expect("a section");
    folder.write(RULES, format!("{}## Honour {{#honour}}\n\nNobody counts.\n\n{}", &rules[..at], &rules[at..]));
    folder.replace(RULES, "The last player with health left wins.", "The last one who stands wins.");
    let difference = json(&folder, &DIFF);
    let book = difference["book"].as_array().expect("passages");
    let of = |change: &str, key: &str| -> Vec<&str> {
        book.iter().filter(|passage| passage["change"] == change).filter_map(|passage| passage[key].as_str()).collect()
    };
    assert_eq!(of("new", "to"), ["Honour", "Nobody counts."]);
    // A new number isn't a change of all later sections.
    assert_eq!((book.len(), of("changed", "section")), (3, vec!["1.4 Winning"]), "{book:#?}");
    assert!(of("changed", "to")[0].ends_with("The last one who stands wins."), "{book:#?}");
    assert_eq!(difference["cards"], serde_json::json!([]));
}

#[test]
fn cards_and_pieces_come_and_go() {
    let folder = Folder::with_shapes();
    folder.run(["build", "shapes"]).must_succeed();
    let cards = "card-data/shapes/cards.toml";
    folder.replace(cards, "name = \"Herald\"", "name = \"Queen\"");
    folder.replace(cards, "name = \"Arrow\"\ncount = 3", "name = \"Arrow\"\ncount = 4");
    folder.replace("card-data/shapes/game.toml", "health = 7", "health = 8");
    let cards = json(&folder, &["diff", "shapes"])["cards"].clone();
    assert_eq!(each(&cards, "name"), ["Queen", "Arrow", "Sheet", "Herald"], "{cards:#}");
    assert_eq!(each(&cards, "change"), ["new", "changed", "moved", "gone"]);
    assert_eq!(cards[1]["count"], serde_json::json!([3, 4]));
    assert_eq!(cards[2]["fields"][0]["by"], serde_json::json!(["health"]));
    folder
        .run(["diff", "shapes", "--html"])
        .must_succeed()
        .must_say(&["Arrow (arrow): changed", "Queen: new, 2 of them"]);
}

#[test]
fn two_printings_are_compared_as_they_were() {
    let folder = printed();
    folder.replace(CARDS, CHOP.0, CHOP.1);
    folder.replace(GAME, "revision = \"r2\"", "revision = \"r3\"");
    folder.run(["build", "skirmish-5e"]).must_succeed();
    folder.replace(CARDS, CHOP.1, "rule = \"S38\"\ndamage = 7");
    let chop = |args: &[&str]| {
        let difference = json(&folder, &[&DIFF[..], args].concat());
        let figure = &difference["figures"][0];
        [&difference["from"], &difference["to"], &figure["from"], &figure["to"]]
            .map(|value| value.as_str().unwrap_or("none").to_owned())
    };
    assert_eq!(chop(&["r2..r3"]), ["r2", "r3", "2", "3"]);
    assert_eq!(chop(&["r2.."]), ["r2", "now", "2", "7"]);
    assert_eq!(chop(&[]), ["r3", "now", "3", "7"]);
    assert_eq!(chop(&["r3..r2"]), ["r3", "r2", "3", "2"]);
    assert_eq!(chop(&["r3..r3"])[2], "none");
    // The number of the print run on each card isn't a difference.
    let cards = json(&folder, &[&DIFF[..], &["r2..r3"]].concat())["cards"].clone();
    assert_eq!(each(&cards, "name"), ["Chop"], "{cards:#}");
}

#[test]
fn a_folder_of_data_is_compared_with_another() {
    let folder = Folder::new();
    folder.bring("card-data/skirmish-5e");
    std::fs::create_dir_all(folder.path("old")).expect("a folder");
    std::fs::rename(folder.path("card-data"), folder.path("old/card-data")).expect("a folder");
    folder.bring("card-data/skirmish-5e");
    let art = "card-data/skirmish-5e/art/trip.svg";
    let drawing = String::from_utf8(folder.read(art)).expect("text");
    let end = drawing.rfind("</svg>").expect("a drawing");
    folder.write(art, format!("{}<path d=\"M0 0H40V40H0Z\"/>{}", &drawing[..end], &drawing[end..]));
    folder.replace(CARDS, CHOP.0, CHOP.1);
    for other in ["old", "./old/", "old/card-data/skirmish-5e"] {
        let difference = json(&folder, &[&DIFF[..], &["--against", other]].concat());
        assert_eq!(each(&difference["cards"], "name"), ["Chop", "Trip"], "{other}");
        assert_eq!(each(&difference["cards"], "change"), ["changed", "redrawn"], "{other}");
    }
    folder
        .run(["diff", "--against", "old"])
        .must_succeed()
        .must_say(&["Skirmish: from old to now", "Trip: drawn differently: front"]);
    let ran = folder.run([&DIFF[..], &["--against", "nowhere"]].concat());
    ran.must_fail(2, &["nowhere has no game `skirmish-5e`", "hint: "]);
    folder.run([&DIFF[..], &["r1..r2", "--against", "old"]].concat()).must_fail(2, &["remove one of them"]);
    // Errors in the other folder are reported there.
    folder.write("old/card-data/skirmish-5e/cards.toml", "[[card]]\nnam = \"x\"\n");
    folder
        .run([&DIFF[..], &["--against", "old"]].concat())
        .must_fail(1, &["unknown key `nam`", "the error is in the data of old"]);
}

/// Returns the picture of a page that is an image of this name.
fn picture(html: &str, alt: &str) -> Picture {
    use base64::Engine as _;
    let mark = format!("<img alt=\"{alt}\" src=\"data:image/png;base64,");
    let at = html.find(&mark).unwrap_or_else(|| panic!("no picture {alt}")) + mark.len();
    let end = at + html[at..].find('"').expect("the end of a picture");
    Picture::png(&base64::engine::general_purpose::STANDARD.decode(&html[at..end]).expect("base64"))
}

#[test]
fn the_page_shows_both_faces_and_lights_what_differs() {
    let folder = printed();
    folder.run([&DIFF[..], &["--html"]].concat()).must_succeed();
    assert!(!folder.path(PAGE).exists(), "nothing changed");
    folder.replace(CARDS, CHOP.0, CHOP.1);
    folder.run([&DIFF[..], &["--html"]].concat()).must_succeed().must_say(&[PAGE]);
    let html = String::from_utf8(folder.read(PAGE)).expect("text");
    for other in ["http://", "https://", "<script", "<link", "url("] {
        assert!(!html.contains(other), "the page needs {other}");
    }
    assert_eq!(html.matches("<figcaption>").count(), 3, "one face of one card");
    let (old, new, lit) =
        (picture(&html, "Chop, before"), picture(&html, "Chop, after"), picture(&html, "Chop, difference"));
    assert_eq!((old.width, old.height), (lit.width, lit.height));
    let mut differing = 0;
    for (x, y) in (0..new.width).flat_map(|x| (0..new.height).map(move |y| (x, y))) {
        let differs = old.at(x, y).iter().zip(new.at(x, y)).any(|(old, new)| old.abs_diff(new) >= 24);
        differing += usize::from(differs);
        assert!(!differs || lit.at(x, y)[3] > 0, "({x}, {y}) differs and is not lit");
    }
    let shining =
        (0..lit.width).flat_map(|x| (0..lit.height).map(move |y| (x, y))).filter(|(x, y)| lit.at(*x, *y)[3] > 0);
    let shining = shining.count();
    assert!(
        differing > 20 && shining < 9 * differing && shining < new.width * new.height / 10,
        "{differing} {shining}"
    );
    assert!(html.contains("<del>2</del> <ins>3</ins>"));
}

#[test]
fn what_is_asked_wrong_is_told() {
    let folder = Folder::new();
    folder.run(["diff"]).must_fail(2, &["no print runs in", "--against"]);
    folder.run(DIFF).must_fail(1, &["has no print run"]);
    let folder = printed();
    folder.run(["diff", "skirmish-5e", "r9.."]).must_fail(1, &["unknown print run `r9`", "has r2"]);
    folder.run(["diff", "skirmish-5e", "..r2"]).must_fail(2, &["invalid range `..r2`"]);
    folder.run(["diff", "a", "b"]).must_fail(2, &["invalid range `b`"]);
    folder.run(["diff", "skirmish-5e", "r1..r2..r3"]).must_fail(2, &["invalid range `r1..r2..r3`"]);
    folder.run(["diff", "r2.."]).must_succeed().must_say(&["Skirmish: from r2 to now"]);
    folder.run(["diff", "skirmsh-5e"]).must_fail(1, &["unknown game `skirmsh-5e`", "did you mean `skirmish-5e`?"]);
    folder.replace(CARDS, "kind = \"armour\"\ncount = 8", "kind = \"armor\"\ncount = 8");
    folder.run(DIFF).must_fail(1, &["unknown kind `armor`", "cards.toml:"]);
}

#[test]
fn revision_marks_stand_beside_what_was_revised() {
    let folder = printed();
    let marks = ["build", "skirmish-5e", "--change-bars"];
    folder.run(marks).must_fail(1, &["no print run of an earlier revision", "increase `revision"]);
    folder.replace(CARDS, CHOP.0, CHOP.1);
    folder.replace(GAME, "revision = \"r2\"", "revision = \"r3\"");
    folder.run(["build", "skirmish-5e"]).must_succeed();
    let screen = ["build", "skirmish-5e", "--target", "images", "--only", "chop,axe"];
    folder.run(screen).must_succeed();
    folder.run([&screen[..], &["--change-bars"]].concat()).must_succeed();
    let face = |folder_name: &str, name: &str| folder.read(&format!("output/skirmish-5e/{folder_name}/{name}.png"));
    assert!(face("images-part", "axe") == face("images-part-marked", "axe"), "a card that is as it was");
    let (plain, marked) =
        (Picture::png(&face("images-part", "chop")), Picture::png(&face("images-part-marked", "chop")));
    let black = |picture: &Picture| {
        let places = (0..picture.width).flat_map(|x| (0..picture.height).map(move |y| (x, y)));
        places.filter(|(x, y)| picture.at(*x, *y) == [0, 0, 0, 255]).count()
    };
    assert!(black(&marked) > black(&plain) + 500, "{} {}", black(&plain), black(&marked));
    // The book has bars, and the rest is unchanged; a second run gives the same.
    folder.run(marks).must_succeed().must_say(&["cards-a4-marked.pdf", "rulebook-a5-marked.pdf"]);
    let book = folder.read("output/skirmish-5e/rulebook-a5-marked.pdf");
    assert!(book != folder.read("output/skirmish-5e/rulebook-a5.pdf"));
    let before = folder.contents();
    folder.run(marks).must_succeed();
    assert!(folder.contents() == before);
}
