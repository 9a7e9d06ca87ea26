//! Pieces of every shape and sets of every player: `tests/pieces` is a game of them, printed and read back by other programs.

use crate::common::outsiders::{poppler, read};
use crate::common::program::{Folder, Ran};
use painter::Picture;

fn build(args: &[&str]) -> Folder {
    let folder = Folder::with_shapes();
    folder.run([&["build", "shapes"], args].concat()).must_succeed();
    folder
}

/// Pixels a millimetre of the pages that are looked at.
const DENSITY: f64 = 150.0 / 25.4;

/// Returns a page as other programs paint it.
fn page(folder: &Folder, file: &str, page: usize) -> Picture {
    poppler(&folder.path(&format!("output/shapes/{file}")), page, 150)
}

/// True if a pixel belongs to a piece: it is neither paper nor a thin line.
fn is_coloured(picture: &Picture, x: usize, y: usize) -> bool {
    let [red, green, blue, _] = picture.at(x, y);
    [red, green, blue].iter().any(|part| *part < 200)
}

/// Returns the coloured areas of a page that are larger than letters: left, top, right, bottom and pixels of each.
fn areas(picture: &Picture) -> Vec<[usize; 5]> {
    let mut seen = vec![false; picture.width * picture.height];
    let mut all = Vec::new();
    for start in 0..seen.len() {
        let (x, y) = (start % picture.width, start / picture.width);
        if seen[start] || !is_coloured(picture, x, y) {
            continue;
        }
        let mut area = [x, y, x, y, 0];
        let mut open = vec![(x, y)];
        seen[start] = true;
        while let Some((x, y)) = open.pop() {
            area = [area[0].min(x), area[1].min(y), area[2].max(x), area[3].max(y), area[4] + 1];
            let around = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
            for (x, y) in around.into_iter().filter(|(x, y)| *x < picture.width && *y < picture.height) {
                let at = y * picture.width + x;
                if !seen[at] && is_coloured(picture, x, y) {
                    seen[at] = true;
                    open.push((x, y));
                }
            }
        }
        all.push(area);
    }
    all.retain(|[left, top, right, bottom, _]| right - left > 40 && bottom - top > 40);
    all
}

/// Returns width and height of an area in millimetres.
fn size([left, top, right, bottom, _]: [usize; 5]) -> (f64, f64) {
    #[allow(clippy::cast_precision_loss, reason = "pixels of a page")]
    let length = |from: usize, to: usize| (to - from + 1) as f64 / DENSITY;
    (length(left, right), length(top, bottom))
}

#[test]
fn nothing_is_wrong_with_the_game() {
    let ran = Folder::with_shapes().run(["check", "shapes"]).must_succeed();
    assert_eq!(ran.out, "no problems\n");
}

#[test]
fn every_sort_of_piece_has_its_sheets() {
    let folder = build(&[]);
    for (file, pages) in [
        ("cards", 2),
        ("token", 2),
        ("tile", 1),
        ("standee", 1),
        ("arrow", 2),
        ("sheet", 1),
        ("box", 1),
        ("die", 1),
        ("roster", 1),
        ("board", 4),
    ] {
        let path = folder.path(&format!("output/shapes/{file}-a4.pdf"));
        let info = read("pdfinfo", &[path.to_str().expect("a plain path")]);
        assert!(info.contains(&format!("Pages:           {pages}\n")), "{file}: {info}");
        read("qpdf", &["--check", path.to_str().expect("a plain path")]);
    }
}

#[test]
fn circles_are_printed_as_circles_of_their_size() {
    let folder = build(&[]);
    let page = page(&folder, "token-a4.pdf", 1);
    let tokens = areas(&page);
    assert_eq!(tokens.len(), 6);
    for token in tokens {
        let (width, height) = size(token);
        // The cut, and a bleed and half a line on either side.
        let should = 25.0 + 2.0 * 1.0 + 0.25;
        assert!((width - should).abs() < 0.3 && (height - should).abs() < 0.3, "{width} × {height}");
        #[allow(clippy::cast_precision_loss, reason = "pixels of a page")]
        let filled = token[4] as f64 / (DENSITY * DENSITY) / (width * height);
        assert!((filled - std::f64::consts::FRAC_PI_4).abs() < 0.06, "{filled} of the box is filled: letters are not");
    }
}

/// Returns the share of pixels in which a back seen through the paper differs from its front; the paper is turned over
/// a vertical edge if `upright`.
fn off(front: &Picture, back: &Picture, upright: bool) -> f64 {
    let (mut either, mut both) = (0.0, 0.0);
    // The margins have words in front, at the left or below.
    for y in 0..front.height * 9 / 10 {
        for x in front.width / 20..front.width * 19 / 20 {
            let (bx, by) = if upright { (front.width - 1 - x, y) } else { (x, front.height - 1 - y) };
            let (a, b) = (is_coloured(front, x, y), is_coloured(back, bx, by));
            either += f64::from(u8::from(a || b));
            both += f64::from(u8::from(a && b));
        }
    }
    assert!(either > 1000.0);
    1.0 - both / either
}

#[test]
fn a_back_has_the_outline_of_its_front_seen_through_the_paper() {
    for (flip, upright) in [("long-edge", true), ("short-edge", false)] {
        let folder = build(&["--backs", flip]);
        let file =
            |name: &str| if flip == "long-edge" { format!("{name}-a4.pdf") } else { format!("{name}-a4-short.pdf") };
        let (front, back) = (page(&folder, &file("arrow"), 1), page(&folder, &file("arrow"), 2));
        let upright = upright == (front.width < front.height);
        let found = off(&front, &back, upright);
        // The thin line about the front, and the drawings themselves.
        assert!(found < 0.12, "{flip}: {found}");
        assert!(off(&front, &back, !upright) > 0.2, "{flip}: an arrow is not the same on both sides");
    }
}

#[test]
fn an_arrow_is_cut_as_its_drawing_says() {
    let folder = build(&["--only", "arrow"]);
    let page = page(&folder, "arrow-a4-part.pdf", 1);
    let arrows = areas(&page);
    assert_eq!(arrows.len(), 3);
    for arrow in arrows {
        let (width, _) = size(arrow);
        // The point of the arrow reaches further than the bleed along its sides.
        assert!(width > 30.0 + 2.0 && width < 30.0 + 3.6, "{width}");
        #[allow(clippy::cast_precision_loss, reason = "pixels of a page")]
        let filled = arrow[4] as f64 / (DENSITY * DENSITY);
        assert!(filled > 200.0 && filled < 400.0, "{filled} mm²: the drawing has 264");
    }
}

#[test]
fn standees_are_folded_between_two_halves() {
    let folder = build(&["--only", "standee"]);
    let page = page(&folder, "standee-a4-part.pdf", 1);
    let standees = areas(&page);
    assert_eq!(standees.len(), 2, "red and green");
    for standee in standees {
        let (width, height) = size(standee);
        assert!((width - 27.2).abs() < 0.4 && (height - 82.2).abs() < 0.4, "{width} × {height}");
        // The drawing below the middle is upside down above it.
        let [left, top, right, bottom, _] = standee;
        for (x, y) in [(left + 40, top + 60), (left + 75, top + 190), (left + 100, top + 40)] {
            let turned = (right + left - x, bottom + top - y);
            assert_eq!(is_coloured(&page, x, y), is_coloured(&page, turned.0, turned.1), "{x}, {y}");
        }
    }
}

fn words(folder: &Folder, file: &str) -> String {
    let path = folder.path(&format!("output/shapes/{file}"));
    read("pdftotext", &[path.to_str().expect("a plain path"), "-"])
}

#[test]
fn sets_are_chosen_by_name_or_by_the_number_of_players() {
    for (args, suns) in [
        (&["--sets", "red"][..], &["Red"][..]),
        (&["--sets", "blue,Forest"], &["Blue", "Forest"]),
        (&["--players", "2"], &["Red", "Blue"]),
        (&[], &["Red", "Blue", "Forest"]),
    ] {
        let folder = build(args);
        let text = words(&folder, "token-a4.pdf");
        for name in ["Red", "Blue", "Forest"] {
            assert_eq!(text.matches(name).count(), if suns.contains(&name) { 2 } else { 0 }, "{args:?}: {name}");
        }
        let cards = words(&folder, "cards-a4.pdf");
        assert_eq!(cards.matches("King · 13").count(), suns.len() * 2, "{args:?}");
        assert_eq!(cards.matches("Herald · 1").count(), 2, "what is of no set is there in any case");
    }
    let wrong = |args: &[&str], words: &[&str]| -> Ran {
        Folder::with_shapes().run([&["build", "shapes"], args].concat()).must_fail(1, words)
    };
    wrong(&["--sets", "rde"], &["unknown set `rde` in Shapes", "did you mean `red`?"]);
    wrong(&["--players", "4"], &["Shapes has 3 sets, not 4"]);
}

#[test]
fn without_a_game_those_are_made_that_have_the_sets() {
    let folder = Folder::with_shapes();
    folder.run(["build", "--sets", "Forest"]).must_succeed();
    let made = std::fs::read_dir(folder.path("output")).expect("outputs");
    let made: Vec<String> =
        made.map(|entry| entry.expect("a game").file_name().into_string().expect("a name")).collect();
    assert_eq!(made, ["shapes"], "no other game has a set of this name");
    folder.run(["build", "--sets", "nobody"]).must_fail(1, &["unknown set `nobody`"]);
}

#[test]
fn each_makes_cards_with_their_figures() {
    let out = Folder::with_shapes().run(["list", "shapes", "--format", "json"]).must_succeed().out;
    let listings: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let cards = listings[0]["cards"].as_array().expect("cards");
    let told = |card: &serde_json::Value| {
        let text = |key: &str| card[key].as_str().unwrap_or("-").to_owned();
        (text("id"), text("name"), text("kind"), text("set"), card["figures"]["rank"].as_i64().unwrap_or(0))
    };
    let kings: Vec<_> = cards.iter().map(told).filter(|(.., rank)| *rank == 13).collect();
    let king = |kind: &str, set: &str| {
        (format!("king-of-{kind}-{set}"), format!("King of {kind}"), kind.to_owned(), set.to_owned(), 13)
    };
    let sets = ["red", "blue", "green"];
    let should: Vec<_> = sets.iter().flat_map(|set| [king("attack", set), king("defence", set)]).collect();
    assert_eq!(kings, should);
    let pieces = listings[0]["pieces"].as_array().expect("pieces");
    let counts: Vec<_> = pieces.iter().map(|piece| (piece["piece"].as_str(), piece["count"].as_i64())).collect();
    let count = |name, count| (Some(name), Some(count));
    assert_eq!(
        counts,
        [
            count("token", 6),
            count("tile", 4),
            count("standee", 2),
            count("arrow", 3),
            count("sheet", 1),
            count("box", 1),
            count("die", 2),
            count("roster", 1),
            count("board", 1)
        ]
    );
}

#[test]
fn texts_of_pieces_quote_the_cards() {
    let text = words(&build(&["--only", "sheet"]), "sheet-a4-part.pdf").replace('\n', " ");
    assert!(
        text.contains("Everyone begins with 7 lives; the King of attack is worth 13. There are 14 cards."),
        "{text}"
    );
}

#[test]
fn a_press_gets_a_page_of_each_face_with_its_bleed() {
    let folder = build(&["--target", "press"]);
    let path = folder.path("output/shapes/stock-board-press.pdf");
    let info = read("pdfinfo", &["-box", path.to_str().expect("a plain path")]);
    let points = |mm: f64| format!("{:.2}", mm * 72.0 / 25.4);
    let trim =
        format!("TrimBox:            {}     {}    {}    {}", points(2.0), points(2.0), points(27.0), points(27.0));
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(squeezed(&info).contains(&squeezed(&trim)), "{info}");
    assert!(info.contains("Pages:           15\n"), "twelve faces, the circle to cut, a box and its lines: {info}");
}

#[test]
fn pictures_are_cut_out() {
    let folder = build(&["--target", "images"]);
    let token = Picture::open(&folder.path("output/shapes/images/token/life-red.png"));
    let alpha = |x: usize, y: usize| token.at(x, y)[3];
    assert_eq!((alpha(0, 0), alpha(20, 20), alpha(token.width / 2, 2)), (0, 0, 255));
    assert_eq!(token.at(token.width / 2, 20)[..3], [0xa3, 0x3b, 0x2e]);
    let back = Picture::open(&folder.path("output/shapes/images/common-blue.png"));
    assert_eq!(back.at(20, back.height / 2)[..3], [0x33, 0x50, 0x69], "a shared back in the colour of its set");
}

#[test]
fn a_game_needs_no_cards() {
    let folder = Folder::with_shapes();
    let game = "card-data/shapes/game.toml";
    folder.replace(game, "deck-size = 14\n", "");
    let holds = "holds = { piece = \"card\", thickness = 1.5 }";
    folder.replace(game, holds, "size = { width = 44.45, height = 63.5, depth = 21 }");
    let text = String::from_utf8(folder.read("card-data/shapes/cards.toml")).expect("a text");
    let tokens = text.find("[[token]]").expect("tokens");
    let tail = text[tokens..].replace("; the King of attack is worth {king-of-attack-red.rank}", "");
    folder.write("card-data/shapes/cards.toml", tail);
    folder.run(["build", "shapes"]).must_succeed();
    let made = folder.files();
    assert!(made.contains(&"output/shapes/token-a4.pdf".to_owned()), "{made:?}");
    assert!(!made.iter().any(|file| file.ends_with("cards-a4.pdf")), "{made:?}");
}

/// From crease to crease: 14 cards of 44.45 × 63.5 × 1.5 mm, the play that a deck needs, and two boards of 0.4 mm.
const BOX: [f64; 3] = [44.45 + 0.7 + 0.8, 63.5 + 1.3 + 0.8, 14.0 * 1.5 + 1.0 + 0.8];

#[test]
fn a_box_is_as_deep_as_its_cards_and_lies_on_one_sheet() {
    let [width, height, depth] = BOX;
    let should = (2.0 * (width + depth) + 10.0, height + 2.0 * depth + 14.0);
    for (paper, page_size) in [("a4", "595.276 x 841.89"), ("letter", "612 x 792")] {
        let folder = build(&["--only", "box", "--paper", paper]);
        let file = format!("box-{paper}-part.pdf");
        let path = folder.path(&format!("output/shapes/{file}"));
        let info = read("pdfinfo", &[path.to_str().expect("a plain path")]);
        assert!(info.contains(page_size) && info.contains("Pages:           1\n"), "{info}");
        let found = page(&folder, &file, 1);
        let (found_width, found_height) = size(drawn(&found, 85));
        // The line about the net, and the marks of creases beyond the lid.
        assert!(found_width - should.0 > 0.4 && found_width - should.0 < 5.0, "{found_width}, not {}", should.0);
        assert!(found_height - should.1 > 0.4 && found_height - should.1 < 5.0, "{found_height}, not {}", should.1);
    }
}

/// Counts the drawn pixels in a number of hundredths of a page, from its upper edge.
fn drawn(page: &Picture, part: usize) -> [usize; 5] {
    let dark = |x: usize, y: usize| page.at(x, y)[..3].iter().any(|part| *part < 200);
    let high = page.height * part / 100;
    let all = || (0..high).flat_map(|y| (0..page.width).map(move |x| (x, y))).filter(|(x, y)| dark(*x, *y));
    let (left, right) = (all().map(|at| at.0).min(), all().map(|at| at.0).max());
    let (top, bottom) = (all().map(|at| at.1).min(), all().map(|at| at.1).max());
    let [left, top, right, bottom] = [left, top, right, bottom].map(|edge| edge.expect("something is drawn"));
    [left, top, right, bottom, 0]
}

#[test]
fn each_panel_of_a_net_says_its_own() {
    let folder = build(&["--only", "box,die"]);
    let text = words(&folder, "box-a4-part.pdf").replace('\n', " ");
    assert_eq!(text.matches("It holds 14 cards.").count(), 1, "{text}");
    for words in ["left", "right", "top of 14", "bottom of 14"] {
        assert_eq!(text.matches(words).count(), 1, "{words} in {text}");
    }
    let dice = words(&folder, "die-a4-part.pdf");
    for face in ["1", "2", "3", "4", "5", "6"] {
        assert_eq!(dice.lines().filter(|line| line.trim() == face).count(), 2, "{face} in {dice}");
    }
}

#[test]
fn a_press_gets_a_net_and_its_die_line() {
    let folder = build(&["--target", "press", "--only", "box"]);
    let path = folder.path("output/shapes/stock-board-press-part.pdf");
    let info = read("pdfinfo", &[path.to_str().expect("a plain path")]);
    assert!(info.contains("Pages:           2\n"), "{info}");
    let [width, height, depth] = BOX;
    let lines = page(&folder, "stock-board-press-part.pdf", 2);
    let (found_width, found_height) = size(drawn(&lines, 100));
    assert!((found_width - 2.0 * (width + depth) - 10.0).abs() < 0.5, "{found_width}");
    assert!((found_height - height - 2.0 * depth - 14.0).abs() < 0.5, "{found_height}");
}

#[test]
fn a_box_is_also_seen_folded() {
    let folder = build(&["--target", "images", "--only", "box,die"]);
    let made = Picture::open(&folder.path("output/shapes/images-part/box/box-folded.png"));
    let colours = [[0xa3, 0x3b, 0x2e], [0x88, 0x88, 0x88], [0x1d, 0x17, 0x12]];
    let near = |at: [u8; 4], colour: [u8; 3]| (0..3).all(|part| at[part].abs_diff(colour[part]) < 3);
    let count = |colour| {
        (0..made.width * made.height).filter(|at| near(made.at(at % made.width, at / made.width), colour)).count()
    };
    assert!(count(colours[1]) > 5000, "the front and the lid have the colour of the game");
    assert!(count(colours[0]) == 0);
    folder.read("output/shapes/images-part/die/die-folded.png");
}

#[test]
fn a_box_that_fits_on_no_paper_is_told_of_with_what_would_fit() {
    let folder = Folder::with_shapes();
    folder.replace("card-data/shapes/game.toml", "thickness = 1.5", "thickness = 5.0");
    let ran = folder.run(["check", "shapes"]);
    for words in ["doesn't fit on A4 or Letter", "at most 1", "fit: make two boxes"] {
        assert!(ran.err.contains(words) || ran.out.contains(words), "{}{}", ran.out, ran.err);
    }
}

#[test]
fn a_page_fills_either_paper_and_is_not_cut() {
    for paper in ["a4", "letter"] {
        let folder = build(&["--only", "roster", "--paper", paper]);
        let page = page(&folder, &format!("roster-{paper}-part.pdf"), 1);
        let [left, top, right, bottom] = [0, 0, page.width - 1, page.height - 1];
        // The ground of the page is all that is not white, but for words and ruler below.
        let is_paper = |x: usize, y: usize| page.at(x, y)[2] > 250;
        let middle = (page.width / 2, page.height / 2);
        let first = (left..right).find(|x| !is_paper(*x, middle.1)).expect("a page");
        let last = (left..right).rfind(|x| !is_paper(*x, middle.1)).expect("a page");
        #[allow(clippy::cast_precision_loss, reason = "pixels of a page")]
        let width = (last - first + 1) as f64 / DENSITY;
        assert!((width - 200.0).abs() < 0.4, "{paper}: {width}");
        for y in top..bottom {
            assert!((left..first - 2).all(|x| is_paper(x, y)), "{paper}: a mark beside the page at {y}");
        }
    }
}

#[test]
fn a_board_is_printed_on_pages_that_overlap() {
    let folder = build(&["--only", "board"]);
    // The parts are 185 × 145 mm: half the board, and half of the overlap.
    for number in 1..=4 {
        let page = page(&folder, "board-a4-part.pdf", number);
        let parts = areas(&page);
        let [left, top, right, bottom] = parts.iter().fold([usize::MAX, usize::MAX, 0, 0], |sum, area| {
            [sum[0].min(area[0]), sum[1].min(area[1]), sum[2].max(area[2]), sum[3].max(area[3])]
        });
        let (width, height) = size([left, top, right, bottom, 0]);
        assert!((width - 185.0 - 1.5).abs() < 0.5 && (height - 145.0 - 1.5).abs() < 0.5, "{width} × {height}");
    }
}

#[test]
fn what_is_extra_is_made_when_it_is_asked_for() {
    let folder = Folder::new();
    let ran = folder.run(["build", "skirmish-5e"]).must_succeed();
    let extras = "Extras not built: reference, health, first-player, box, label, help.";
    assert!(ran.out.contains(extras), "{}", ran.out);
    let names = ["cards-a4.pdf", "printing.toml", "rulebook-a5.pdf", "rulebook-booklet-a4.pdf"];
    assert_eq!(folder.files(), names.map(|name| format!("output/skirmish-5e/{name}")));
    let ran = folder.run(["build", "skirmish-5e", "--only", "reference,box,help"]).must_succeed();
    assert!(!ran.out.contains(extras), "{}", ran.out);
    for (file, pages) in [("reference-a4-part.pdf", 2), ("box-a4-part.pdf", 1), ("help-a4-part.pdf", 1)] {
        let file = folder.path(&format!("output/skirmish-5e/{file}"));
        let told = read("pdfinfo", &[file.to_str().expect("a plain path")]);
        assert!(told.contains(&format!("Pages:           {pages}")), "{told}");
    }
}

#[test]
fn a_game_of_other_pieces_only_needs_no_front_for_cards() {
    let folder = Folder::new();
    let file = |name: &str, text: &str| folder.write(&format!("card-data/g/{name}"), text);
    let game = "title = \"Counters\"\nedition = \"1e\"\nlanguage = \"en-GB\"\n[colours]\npaper = \"#fffdf6\"\nink = \"#1c1c1c\"\n\
                [piece.token]\nshape = \"circle\"\nsize = 25\nbleed = 2\nsafe-zone = 2\nsides = 1\ntemplate = \"token\"\n";
    file("game.toml", game);
    file("cards.toml", "[[token]]\nname = \"One\"\ncount = 4\n");
    file(
        "templates/token.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-2 -2 29 29\"><rect class=\"fill-paper\" x=\"-2\" y=\"-2\" \
         width=\"29\" height=\"29\"/><rect id=\"slot-name\" class=\"fill-ink\" x=\"5\" y=\"10\" width=\"15\" height=\"5\"/></svg>",
    );
    file(
        "templates/type.toml",
        "[name]\nfont = \"Junicode\"\nweight = 500\nsize = 8\nmin-size = 6.5\nalign = \"middle\"\n\
         [margin]\nfont = \"Junicode\"\nweight = 500\nsize = 7.5\n",
    );
    folder.run(["build", "g"]).must_succeed().must_say(&["output/g/token-a4.pdf: 4 tokens on 1 sheet of paper"]);
    // A card needs one.
    file("cards.toml", "[[token]]\nname = \"One\"\ncount = 4\n[[card]]\nname = \"Axe\"\nkind = \"sea\"\ncount = 1\n");
    folder.run(["check", "g"]).must_fail(1, &["the game has no face `front`", "add a table `[face.front]`"]);
    // So does a game that misspells it.
    file("game.toml", &format!("{game}[face.font]\ntemplate = \"token\"\n"));
    folder.run(["check", "g"]).must_fail(1, &["the game has no face `front`", "did you mean it by `[face.font]`?"]);
}
