//! Generated drawings of templates: emblems, derived colours, pictures within their boxes.

use painter::Picture;

use crate::common::program::Folder;

/// Pixels per millimetre of a screen card, at 300 dpi.
const MM: f64 = 300.0 / 25.4;

/// Returns a game with two cards of two kinds, blue and yellow.
fn deck(colours: &str, slots: &str) -> Folder {
    let folder = Folder::new();
    folder.write(
        "card-data/g/game.toml",
        format!(
            "title = \"G\"\nlanguage = \"en-GB\"\n\n[colours]\nink = \"#101010\"\n{colours}\n\n[low-ink]\npaper = \"#ffffff\"\n\n\
             [face.front]\ntemplate = \"card\"\nback = \"common\"\n\n[face.common]\ntemplate = \"back\"\nshared = true\n\
             colours = {{ kind = \"#000080\" }}\n\n\
             [kind.blue]\nname = \"blue\"\nicon = \"star\"\ncolours = {{ kind = \"#000080\" }}\n\n\
             [kind.yellow]\nname = \"yellow\"\nicon = \"ring\"\ncolours = {{ kind = \"#ffff00\" }}\n"
        ),
    );
    folder.write(
        "card-data/g/cards.toml",
        "[[card]]\nname = \"Owl\"\nkind = \"blue\"\ncount = 1\n\n[[card]]\nname = \"Elk\"\nkind = \"yellow\"\ncount = 1\n\n[[card]]\nname = \"Fox\"\nkind = \"blue\"\ncount = 1\n",
    );
    let ground = "<rect class=\"fill-paper\" x=\"-3\" y=\"-3\" width=\"69.5\" height=\"94.9\"/>";
    let svg = |body: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-3 -3 69.5 94.9\">\n{ground}{body}\n</svg>\n")
    };
    folder.write("card-data/g/templates/card.svg", svg(slots));
    folder.write(
        "card-data/g/templates/back.svg",
        svg("<rect id=\"slot-emblem\" class=\"fill-kind\" x=\"11.75\" y=\"24.45\" width=\"40\" height=\"40\"/>"),
    );
    folder.write("card-data/g/templates/type.toml", "[margin]\nfont = \"Junicode\"\nsize = 7.5\n");
    folder
}

fn face(folder: &Folder, name: &str) -> Picture {
    Picture::open(&folder.path(&format!("output/g/{name}.png")))
}

fn at(face: &Picture, x: f64, y: f64) -> [u8; 3] {
    let [red, green, blue, _] = face.at((x * MM) as usize, (y * MM) as usize);
    [red, green, blue]
}

const DERIVED: &str = "paper = \"kind 50% on #ffffff\"\non = \"#ffffff or ink on kind\"\ndeep = \"kind on paper\"";

#[test]
fn a_kind_gives_one_colour_and_the_others_follow() {
    let folder = deck(
        DERIVED,
        "<rect class=\"fill-kind\" x=\"10\" y=\"10\" width=\"20\" height=\"20\"/><rect class=\"fill-on\" x=\"14\" y=\"14\" width=\"8\" height=\"8\"/>\
         <rect class=\"fill-deep\" x=\"10\" y=\"40\" width=\"20\" height=\"20\"/>",
    );
    folder.run(["build", "g", "--target", "images"]).must_succeed();
    let (owl, elk) = (face(&folder, "images/owl"), face(&folder, "images/elk"));
    assert_eq!([at(&owl, 50.0, 50.0), at(&elk, 50.0, 50.0)], [[128, 128, 192], [255, 255, 128]], "half of the kind");
    assert_eq!([at(&owl, 17.0, 17.0), at(&elk, 17.0, 17.0)], [[255; 3], [0x10; 3]], "the first that can be read");
    assert_eq!(at(&owl, 20.0, 50.0), [0, 0, 115], "a little darker, for a contrast of 4.6");
    let [red, green, blue] = at(&elk, 20.0, 50.0);
    assert!(red == green && (80..150).contains(&red) && blue == 0, "a darker yellow: {red} {green} {blue}");
    folder.run(["build", "g", "--target", "images", "--ink", "low"]).must_succeed();
    assert_eq!(at(&face(&folder, "images-low-ink/owl"), 50.0, 50.0), [255; 3]);
    let colours = folder.run(["list", "g", "--colours"]).must_succeed().out;
    assert!(colours.contains("blue: paper") && colours.contains("#8080c0"), "{colours}");
}

#[test]
fn colours_that_follow_from_nothing_are_told() {
    for (colour, told) in [
        ("kind 110% on ink", "invalid colour for `paper` of the colours of the game: `kind 110% on ink`"),
        ("kind 10% on nowhere", "invalid colour for `paper`: `nowhere`"),
        ("paper 10% on ink", "circular colour reference between `paper`"),
    ] {
        let folder = deck(&format!("paper = \"{colour}\""), "");
        folder.run(["check", "g"]).must_fail(1, &[told]);
    }
}

#[test]
fn every_card_has_an_emblem_and_the_back_that_of_the_game() {
    let slots = "<rect id=\"slot-emblem\" class=\"fill-kind\" x=\"11.75\" y=\"10\" width=\"40\" height=\"40\"/>\
                 <rect id=\"slot-icon\" class=\"fill-ink\" x=\"10\" y=\"60\" width=\"10\" height=\"10\"/>";
    let folder = deck("paper = \"#ffffff\"", slots);
    assert_eq!(
        folder.run(["check", "g"]).must_succeed().out,
        "no problems\n",
        "`star` and `ring` come with the program"
    );
    folder.run(["build", "g", "--target", "images"]).must_succeed();
    let drawn = |face: &Picture| -> Vec<bool> {
        let all = (100..600).flat_map(|y| (130..620).map(move |x| (x, y)));
        all.map(|(x, y)| face.at(x, y) != [255; 4]).collect()
    };
    let all = ["owl", "elk", "fox"].map(|card| drawn(&face(&folder, &format!("images/{card}"))));
    for (one, other) in [(0, 1), (1, 2), (0, 2)] {
        let differ = all[one].iter().zip(&all[other]).filter(|(a, b)| a != b).count();
        assert!(differ > 4000, "emblems {one} and {other} differ in {differ} pixels");
    }
    let back = face(&folder, "images/common");
    let (width, height) = (back.width, back.height);
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let is_blank = |x: usize, y: usize| back.at(x, y) == back.at(width / 2, 20);
    let turned = pixels.filter(|(x, y)| is_blank(*x, *y) != is_blank(width - 1 - x, height - 1 - y)).count();
    assert!(turned < width * height / 100, "{turned} pixels of the back differ from it upside down");
    // A file of the game takes priority over a built-in icon.
    let own = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><path d=\"M0 0H10V1H0z\"/></svg>";
    folder.write("card-data/g/icons/star.svg", own);
    folder.run(["build", "g", "--target", "images"]).must_succeed();
    assert_eq!(at(&face(&folder, "images/owl"), 15.0, 65.0), [255; 3]);
}

#[test]
fn a_picture_is_shown_whole_or_covers_its_box() {
    let red = |fit: &str| {
        let slot = format!(
            "<rect id=\"slot-art\" class=\"fill-ink\" x=\"10\" y=\"10\" width=\"40\" height=\"20\"{fit} data-optional=\"\"/>"
        );
        let folder = deck("paper = \"#ffffff\"", &slot);
        let art = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><rect width=\"10\" height=\"10\" fill=\"#ff0000\"/></svg>";
        folder.write("card-data/g/art/owl.svg", art);
        let check = folder.run(["check", "g"]).must_succeed();
        folder.run(["build", "g", "--target", "images"]).must_succeed();
        let owl = face(&folder, "images/owl");
        let all = (0..owl.height).flat_map(|y| (0..owl.width).map(move |x| (x, y)));
        let area = all.filter(|(x, y)| owl.at(*x, *y) == [255, 0, 0, 255]).count() as f64 / (MM * MM);
        (area, format!("{}{}", check.out, check.err).contains("E0722"))
    };
    for (fit, area, is_told) in
        [("", 800.0, true), (" data-fit=\"cover\"", 800.0, false), (" data-fit=\"contain\"", 400.0, false)]
    {
        let (is, told) = red(fit);
        assert!((is - area).abs() < 12.0, "{fit}: {is:.0} mm²");
        assert_eq!(told, is_told, "{fit}");
    }
    let folder = deck(
        "paper = \"#ffffff\"",
        "<rect id=\"slot-art\" class=\"fill-ink\" x=\"1\" y=\"1\" width=\"9\" height=\"9\" data-fit=\"fill\"/>",
    );
    folder.run(["check", "g"]).must_fail(1, &["E0531", "unknown fit `fill`"]);
}
