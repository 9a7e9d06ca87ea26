//! Colours, templates and pictures derived from the fields of a card.

use crate::common::program::Folder;
use painter::Picture;

const GAME: &str = "card-data/g/game.toml";
const CARDS: &str = "card-data/g/cards.toml";
const TEMPLATE: &str = "card-data/g/templates/card.svg";

/// Creates a starter game, with more in `game.toml`.
fn game(more: &str) -> Folder {
    let folder = Folder::new();
    folder.new_deck("g");
    folder.replace(GAME, "[field.points]", &format!("{more}\n[field.points]"));
    folder
}

/// Counts the pixels of a colour on a face.
fn pixels(folder: &Folder, face: &str, colour: [u8; 3]) -> usize {
    let picture = Picture::open(&folder.path(&format!("output/g/images/{face}.png")));
    let all = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
    all.filter(|(x, y)| picture.at(*x, *y)[..3] == colour).count()
}

#[test]
fn colours_follow_from_a_field_whatever_the_kind() {
    let folder = game(
        "[colour-by.points.4]\ncolours = { band = \"#800080\" }\n\
         [colour-by.stops.Fog]\ncolours = { band = \"#00ff00\" }\nlow-ink = { band = \"#ccccff\" }\n",
    );
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
    folder.run(["build", "g", "--target", "images"]).must_succeed();
    let (purple, green) = ([128, 0, 128], [0, 255, 0]);
    assert!(pixels(&folder, "tall-ship", purple) > 5000, "a boat of 4 points");
    assert_eq!(pixels(&folder, "rowing-boat", purple), 0, "a boat of 1 point");
    assert!(pixels(&folder, "keeper", green) > 5000, "a word of a list");
    assert_eq!(pixels(&folder, "harbour", purple) + pixels(&folder, "harbour", green), 0, "the common back");
}

#[test]
fn a_value_that_no_card_has_is_told_and_so_is_a_field_that_is_none() {
    let folder = game(
        "[colour-by.stops.Storn]\ncolours = { band = \"#ff00ff\" }\n[colour-by.pionts.4]\ncolours = { band = \"bnad\" }\n",
    );
    let ran = folder.run(["check", "g"]);
    ran.must_fail(
        1,
        &[
            "no card has `Storn` as its `stops`",
            "did you mean `Storm`?",
            "unknown field `pionts`",
            "did you mean `points`?",
            "invalid colour for `band`: `bnad`",
        ],
    );
}

#[test]
fn a_template_follows_from_a_field() {
    let folder = game("[field.side]\ntype = \"list\"\noptions = [\"left\", \"right\"]\n");
    let template = String::from_utf8(folder.read(TEMPLATE)).expect("text");
    for (side, colour) in [("left", "#ff00ff"), ("right", "#00ff00")] {
        let mark = format!("<rect x=\"30\" y=\"30\" width=\"2\" height=\"2\" fill=\"{colour}\"/></svg>");
        folder.write(&format!("card-data/g/templates/{side}-card.svg"), template.replace("</svg>", &mark));
    }
    folder.replace(GAME, "[kind.sea]\n", "[kind.sea]\ntemplate = \"{side}-card\"\n");
    for (name, side) in [("Storm", "left"), ("Fog", "right"), ("Whale", "right")] {
        folder.replace(CARDS, &format!("name = \"{name}\"\n"), &format!("name = \"{name}\"\nside = [\"{side}\"]\n"));
    }
    folder.run(["build", "g", "--target", "images"]).must_succeed();
    assert!(pixels(&folder, "storm", [255, 0, 255]) > 200 && pixels(&folder, "storm", [0, 255, 0]) == 0);
    assert!(pixels(&folder, "fog", [0, 255, 0]) > 200);
    folder.replace(CARDS, "name = \"Fog\"\nside = [\"right\"]\n", "name = \"Fog\"\n");
    folder.run(["check", "g"]).must_fail(1, &["side", "1 error"]);
}

#[test]
fn a_drawing_follows_from_a_line_of_the_card() {
    let folder = game("[field.side]\ntype = \"line\"\n");
    let square = |colour: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 139 70\"><path fill=\"{colour}\" d=\"M0 0h139v70H0z\"/></svg>"
        )
    };
    folder.write("card-data/g/art/storm of red.svg", square("#ff0000"));
    folder.write("card-data/g/art/fog of blue.svg", square("#0000ff"));
    for (card, side) in [("Storm", "red"), ("Fog", "blue")] {
        let lines = format!("name = \"{card}\"\nside = \"{side}\"\nart = \"{{id}} of {{side}}\"\n");
        folder.replace(CARDS, &format!("name = \"{card}\"\n"), &lines);
    }
    folder.run(["build", "g", "--target", "images"]).must_succeed();
    let (red, blue) = ([255, 0, 0], [0, 0, 255]);
    assert!(pixels(&folder, "storm", red) > 50_000 && pixels(&folder, "fog", blue) > 50_000);
    assert_eq!(pixels(&folder, "storm", blue) + pixels(&folder, "fog", red), 0);

    // A value that its card lacks is reported.
    folder.replace(CARDS, "side = \"red\"\n", "");
    folder.run(["check", "g"]).must_fail(1, &["unknown value `side`"]);
}

#[test]
fn colours_follow_from_a_line_that_is_shown_nowhere() {
    let folder = game("[field.side]\ntype = \"line\"\n[colour-by.side.red]\ncolours = { band = \"#800080\" }\n");
    folder.replace(CARDS, "name = \"Storm\"\n", "name = \"Storm\"\nside = \"red\"\n");
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
    folder.run(["build", "g", "--target", "images"]).must_succeed();
    assert!(pixels(&folder, "storm", [128, 0, 128]) > 5000);
    // Values without an effect are reported.
    folder.replace(GAME, "[colour-by.side.red]\ncolours = { band = \"#800080\" }\n", "");
    folder.run(["check", "g"]).must_fail(1, &["E0523", "`side` isn't shown anywhere"]);
}

#[test]
fn a_card_may_go_without_a_picture() {
    let folder = game("");
    folder.replace(CARDS, "name = \"Storm\"\n", "name = \"Storm\"\nart = \"\"\n");
    std::fs::remove_file(folder.path("card-data/g/art/fog.svg")).expect("removed");
    folder.run(["check", "g"]).must_fail(
        1,
        &["card `Storm` has no `art`, required by template `card`", "missing artwork", "fog.svg", "2 errors"],
    );
    let template = String::from_utf8(folder.read(TEMPLATE)).expect("text");
    folder.write(TEMPLATE, template.replace("id=\"slot-art\"", "id=\"slot-art\" data-optional=\"\""));
    folder.run(["build", "g"]).must_succeed();
    // A drawing requested by name must exist.
    folder.replace(CARDS, "name = \"Fog\"\n", "name = \"Fog\"\nart = \"mist\"\n");
    folder.run(["check", "g"]).must_fail(1, &["mist.svg", "1 error"]);
}

#[test]
fn a_field_with_the_name_of_a_figure_of_the_game_is_empty_where_a_card_leaves_it_out() {
    let folder = game("[field.deck]\ntype = \"line\"\n[field.edition]\ntype = \"number\"\n");
    let template = String::from_utf8(folder.read(TEMPLATE)).expect("text");
    let slot = |name: &str, y: u8| {
        format!(
            "<rect id=\"slot-{name}\" class=\"fill-ink\" x=\"6\" y=\"{y}\" width=\"9\" height=\"3\" data-style=\"foot\" data-optional=\"\"/>"
        )
    };
    folder.write(TEMPLATE, template.replace("</svg>", &(slot("deck", 14) + &slot("edition", 20) + "</svg>")));
    folder.replace(CARDS, "name = \"Fog\"\n", "name = \"Fog\"\ndeck = \"ABC\"\nedition = 7\n");
    folder.run(["build", "g", "--target", "images"]).must_succeed();
    let ink = |face: &str| pixels(&folder, face, [0x14, 0x26, 0x3a]);
    folder.replace(CARDS, "deck = \"ABC\"\nedition = 7\n", "");
    let with = ink("fog");
    let storm = ink("storm");
    folder.run(["build", "g", "--target", "images"]).must_succeed();
    assert!(with > ink("fog") + 50, "the card that has them shows them");
    folder.write(TEMPLATE, template);
    folder.run(["build", "g", "--target", "images"]).must_succeed();
    assert_eq!(storm, ink("storm"), "one that has none shows nothing of the game");
}

#[test]
fn a_template_for_a_smaller_size_keeps_to_the_safe_zone() {
    let folder = game("");
    folder.replace(GAME, "size = \"poker\"", "size = \"mini\"");
    for template in ["card", "titled-back"] {
        let file = format!("card-data/g/templates/{template}.svg");
        folder.replace(&file, "<svg ", "<svg data-scale=\"\" ");
    }
    let check = folder.run(["check", "g"]);
    assert!(!check.err.contains("outside the safe zone"), "{}", check.err);
}

#[test]
fn a_template_for_another_size_is_scaled_with_its_letters() {
    let folder = game("");
    folder.replace(GAME, "size = \"poker\"", "size = \"jumbo\"");
    folder.run(["check", "g"]).must_fail(1, &["the view box doesn't match the card with its bleed", "data-scale"]);
    for template in ["card", "titled-back"] {
        let file = format!("card-data/g/templates/{template}.svg");
        folder.replace(&file, "<svg ", "<svg data-scale=\"\" ");
    }
    folder.run(["check", "g"]).must_succeed();
    folder.run(["build", "g"]).must_succeed();
    let sheets = folder.path("output/g/cards-a4.pdf");
    let boxes = crate::common::outsiders::read("pdftotext", &["-bbox", sheets.to_str().expect("a plain path"), "-"]);
    let height = |boxes: &str| -> f64 {
        let line = boxes.lines().find(|line| line.contains(">Beware<")).expect("a word of a card");
        let value = |key: &str| -> f64 {
            let (_, rest) = line.split_once(&format!("{key}=\"")).expect("a box");
            rest[..rest.find('"').expect("its end")].parse().expect("a number")
        };
        value("yMax") - value("yMin")
    };
    let small = game("");
    small.run(["build", "g"]).must_succeed();
    let of_small = small.path("output/g/cards-a4.pdf");
    let of_small =
        crate::common::outsiders::read("pdftotext", &["-bbox", of_small.to_str().expect("a plain path"), "-"]);
    // A jumbo card is 89 × 140 mm, a poker card 63.5 × 89.
    let larger = height(&boxes) / height(&of_small);
    assert!((1.4..1.5).contains(&larger), "letters are {larger} times as high");
    folder.replace(GAME, "size = \"jumbo\"", "width = 89\nheight = 63");
    folder.run(["check", "g"]).must_fail(1, &["the view box doesn't have the proportions of the card"]);
}
