//! The slots of templates: their positions, their content, and messages about them.

use crate::common::outsiders;
use crate::common::program::Folder;
use painter::Picture;

/// Dots per millimetre of a face for screens.
const DOTS: f64 = 300.0 / 25.4;

/// Creates a deck of one kind: fields of `game.toml`, slots of its template, rows of its spreadsheet.
fn deck(fields: &str, slots: &str, rows: &str) -> Folder {
    let folder = Folder::new();
    let game = format!(
        "title = \"G\"\nlanguage = \"en-GB\"\ncards = \"c.csv\"\n\n[colours]\npaper = \"#ffffff\"\nink = \"#101010\"\n\n\
         [face.front]\ntemplate = \"card\"\nback = \"common\"\n\n[face.common]\ntemplate = \"back\"\nshared = true\n\n\
         [kind.x]\nname = \"x\"\n\n{fields}"
    );
    folder.write("card-data/g/game.toml", game);
    folder.write("card-data/g/c.csv", rows);
    template(&folder, slots);
    let ground = "<rect x=\"-3\" y=\"-3\" width=\"69.5\" height=\"94.9\" fill=\"#334455\"/>";
    folder.write("card-data/g/templates/back.svg", svg(ground));
    folder
}

/// Rewrites the template of the fronts, and the styles that it uses.
fn template(folder: &Folder, slots: &str) {
    let styles = [("line", 9.0), ("text", 9.0)]
        .into_iter()
        .filter(|(name, _)| slots.contains(&format!("data-style=\"{name}\"")));
    let style = |(name, size)| format!("[{name}]\nfont = \"Junicode\"\nsize = {size}\nmin-size = 6\n\n");
    let styles: String = styles.chain([("title", 14.0), ("margin", 7.5)]).map(style).collect();
    let strong = styles.replace("[text]\n", "[text]\nstrong = { weight = 700 }\nemphasis = { italic = true }\n");
    folder.write("card-data/g/templates/type.toml", strong);
    let ground = "<rect x=\"-3\" y=\"-3\" width=\"69.5\" height=\"94.9\" fill=\"#ffffff\"/>";
    let name =
        "<rect id=\"slot-name\" fill=\"#101010\" x=\"4\" y=\"4\" width=\"55\" height=\"6\" data-style=\"title\"/>";
    folder.write("card-data/g/templates/card.svg", svg(&format!("{ground}{name}\n{slots}")));
}

fn svg(body: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-3 -3 69.5 94.9\">\n{body}\n</svg>\n")
}

/// Returns a picture of a face, trimmed.
fn face(folder: &Folder, name: &str) -> Picture {
    Picture::open(&folder.path(&format!("output/g/images/{name}.png")))
}

fn build(folder: &Folder) {
    folder.run(["build", "g", "--target", "images"]).must_succeed();
}

/// Returns left, top, right and bottom, in millimetres, of the pixels of a face near a colour.
fn extent(picture: &Picture, colour: [u8; 3]) -> Option<[f64; 4]> {
    let near = |at: [u8; 4]| at[..3].iter().zip(colour).all(|(is, wanted)| is.abs_diff(wanted) < 40);
    let all = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
    let shown: Vec<(usize, usize)> = all.filter(|(x, y)| near(picture.at(*x, *y))).collect();
    #[allow(clippy::cast_precision_loss, reason = "a few thousand pixels")]
    let mm = |dots: Option<usize>| dots.map(|dots| dots as f64 / DOTS);
    let (xs, ys) = (|| shown.iter().map(|at| at.0), || shown.iter().map(|at| at.1));
    Some([mm(xs().min())?, mm(ys().min())?, mm(xs().max())?, mm(ys().max())?])
}

/// Returns the distance of the first pixel of a colour from the upper edge, in millimetres.
fn top(picture: &Picture, colour: [u8; 3]) -> f64 {
    extent(picture, colour).unwrap_or_else(|| panic!("nothing is {colour:?}"))[1]
}

fn near(is: f64, wanted: f64) -> bool {
    (is - wanted).abs() < 0.2
}

const RED: [u8; 3] = [200, 0, 0];
const GREEN: [u8; 3] = [0, 140, 0];
const BLUE: [u8; 3] = [0, 0, 200];

#[test]
fn what_follows_an_empty_slot_takes_its_place() {
    let slot = |name: &str, y: f64, after: &str, colour: &str| {
        format!(
            "<rect id=\"slot-{name}\" fill=\"{colour}\" x=\"4\" y=\"{y}\" width=\"55\" height=\"7\" data-text=\"H {{{name}}}\" \
             data-as=\"text\" data-style=\"line\" data-optional=\"\" {after}/>\n"
        )
    };
    let slots = [
        slot("a", 14.0, "", "#c80000"),
        slot("b", 22.6, "data-after=\"a\"", "#101010"),
        slot("c", 31.2, "data-after=\"b\"", "#008c00"),
        slot("d", 39.8, "data-after=\"c\"", "#0000c8"),
    ];
    let fields = "[field.a]\ntype = \"line\"\n[field.b]\ntype = \"line\"\n[field.c]\ntype = \"line\"\n[field.d]\ntype = \"line\"\n";
    let rows = "name,kind,a,b,c,d\nFull,x,H,H,H,H\nNo b,x,H,,H,H\nNo b c,x,H,,,H\nNo a,x,,H,H,H\n";
    let folder = deck(fields, &slots.concat(), rows);
    build(&folder);
    let [full, no_b, no_b_c, no_a] = ["full", "no-b", "no-b-c", "no-a"].map(|name| face(&folder, name));
    let step = (top(&full, BLUE) - top(&full, RED)) / 3.0;
    assert!(near(top(&full, GREEN) - top(&full, RED), 2.0 * step), "one distance");
    assert!(near(top(&no_b, GREEN) - top(&no_b, RED), step) && near(top(&no_b, BLUE) - top(&no_b, RED), 2.0 * step));
    assert!(near(top(&no_b_c, BLUE) - top(&no_b_c, RED), step));
    assert!(near(top(&no_a, GREEN), top(&full, RED) + step), "the second takes the place of the first");
}

#[test]
fn a_row_closes_up_with_its_label_and_its_line() {
    let row = |field: &str, y: f64, after: &str, colour: &str| {
        let (label, line) = (y + 0.2, y + 5.0);
        format!(
            "<rect id=\"slot-{field}-label\" fill=\"#101010\" x=\"4\" y=\"{label}\" width=\"20\" height=\"4\" data-text=\"Label\" \
             data-style=\"line\" data-if=\"{field}\" {after}/>\n\
             <rect id=\"slot-{field}\" fill=\"{colour}\" x=\"30\" y=\"{y}\" width=\"28\" height=\"4.4\" data-style=\"line\" \
             data-valign=\"middle\" data-optional=\"\" {after}/>\n\
             <rect x=\"4\" y=\"{line}\" width=\"55\" height=\"0.3\" fill=\"{colour}\" data-if=\"{field}\" data-edge=\"bottom\"/>\n"
        )
    };
    let slots = [
        row("a", 14.0, "", "#c80000"),
        row("b", 20.0, "data-after=\"a\"", "#008c00"),
        row("c", 26.0, "data-after=\"b\"", "#0000c8"),
    ];
    let fields = "[field.a]\ntype = \"line\"\n[field.b]\ntype = \"line\"\n[field.c]\ntype = \"line\"\n";
    let folder = deck(fields, &slots.concat(), "name,kind,a,b,c\nFull,x,H,H,H\nShort,x,H,,H\n");
    build(&folder);
    let (full, short) = (face(&folder, "full"), face(&folder, "short"));
    let rows = |picture: &Picture, colour| extent(picture, colour).expect("a row");
    assert_eq!(extent(&short, GREEN), None);
    let ([_, top, _, bottom], [_, wanted, _, end]) = (rows(&short, BLUE), rows(&full, GREEN));
    assert!(near(top, wanted) && near(bottom, end), "{top} {bottom}, {wanted} {end}");
}

#[test]
fn quoted_fields_take_the_markup_about_them() {
    let slots = "<rect id=\"slot-a\" fill=\"#c80000\" x=\"4\" y=\"14\" width=\"55\" height=\"7\" data-style=\"text\" data-text=\"{food}\"/>\n\
                 <rect id=\"slot-b\" fill=\"#008c00\" x=\"4\" y=\"24\" width=\"55\" height=\"7\" data-style=\"text\" data-text=\"**{food}**\"/>\n\
                 <rect id=\"slot-c\" fill=\"#0000c8\" x=\"4\" y=\"34\" width=\"55\" height=\"7\" data-style=\"text\" data-text=\"*{food}*\"/>";
    let folder = deck("[field.food]\ntype = \"line\"\n", slots, "name,kind,food\nA,x,Hammmmmm\n");
    build(&folder);
    let picture = face(&folder, "a");
    let width = |colour| extent(&picture, colour).map(|[left, _, right, _]| right - left).expect("it is shown");
    assert!(width(GREEN) > width(RED) + 0.5, "bold");
    assert!((width(BLUE) - width(RED)).abs() > 0.3, "italic");
}

#[test]
fn a_mark_follows_from_a_field_and_one_that_is_missing_is_told_at_its_cell() {
    let slot = |name: &str, text: &str, colour: &str| {
        format!(
            "<rect id=\"slot-{name}\" fill=\"{colour}\" x=\"4\" y=\"20\" width=\"6\" height=\"6\" data-as=\"icon\" data-text=\"{text}\"/>\n"
        )
    };
    let folder = deck(
        "[field.rarity]\ntype = \"line\"\n",
        &slot("gem", "gem-{rarity}", "#c80000"),
        "name,kind,rarity\nA,x,Very Rare\nB,x,common\n",
    );
    let mark = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0h9v9h-9z\"/></svg>";
    folder.write("card-data/g/icons/gem-very-rare.svg", mark);
    let ran = folder.run(["check", "g"]);
    ran.must_fail(1, &["card `B`: slot `gem`: missing icon `gem-common`", "c.csv, row 3, column C", "1 error"]);
    folder.write("card-data/g/icons/gem-common.svg", mark.replace("M0 0h9v9h-9z", "M3 3h3v3h-3z"));
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
    build(&folder);
    let width = |name: &str| extent(&face(&folder, name), RED).map(|[left, _, right, _]| right - left).expect("a mark");
    assert!(near(width("a"), 6.0) && near(width("b"), 2.0));
    template(&folder, &(slot("x", "gem-common", "#c80000") + &slot("y", ":gem-very-rare:", "#008c00")));
    folder.replace("card-data/g/c.csv", ",rarity", ",note");
    folder.replace("card-data/g/game.toml", "field.rarity", "field.note");
    folder.run(["check", "g"]).must_fail(1, &["`note` isn't shown anywhere"]);
    template(&folder, &slot("x", "gem-comon", "#c80000"));
    folder.run(["check", "g"]).must_fail(1, &["missing icon `gem-comon`", "did you mean `gem-common`?"]);
}

#[test]
fn a_kind_needs_a_mark_only_where_a_template_shows_it() {
    let folder = deck("", "", "name,kind\nA,x\n");
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
    template(&folder, "<rect id=\"slot-icon\" fill=\"#c80000\" x=\"4\" y=\"20\" width=\"6\" height=\"6\"/>");
    folder.run(["check", "g"]).must_fail(1, &["missing icon `x`"]);
    template(
        &folder,
        "<rect id=\"slot-icon\" fill=\"#c80000\" x=\"4\" y=\"20\" width=\"6\" height=\"6\" data-optional=\"\"/>",
    );
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
    folder.replace("card-data/g/game.toml", "name = \"x\"", "name = \"x\"\nicon = \"y\"");
    folder.run(["check", "g"]).must_fail(1, &["missing icon `y`", "game.toml:19"]);
}

#[test]
fn the_back_of_a_piece_has_the_colours_of_the_piece() {
    let folder = deck(
        "[piece.token]\nsize = 25\nbleed = 2\nsafe-zone = 1.5\ntemplate = \"token\"\nback = \"token-back\"\ncolours = { kind = \"#c80000\" }\n\n\
         [face.token-back]\ntemplate = \"token\"\nshared = true\n",
        "",
        "name,kind\nA,x\n",
    );
    folder.write("card-data/g/cards.toml", "[[token]]\nname = \"Life\"\ncount = 3\n");
    let token = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-2 -2 29 29\"><rect class=\"fill-kind\" x=\"-2\" y=\"-2\" width=\"29\" height=\"29\"/></svg>";
    folder.write("card-data/g/templates/token.svg", token);
    build(&folder);
    assert_eq!(face(&folder, "token/token-back").at(150, 150)[..3], RED);
    assert_eq!(face(&folder, "token/life").at(150, 150)[..3], RED);
}

#[test]
fn a_shared_face_without_a_colour_that_its_template_asks_for_is_told() {
    let folder = deck("", "", "name,kind\nA,x\n");
    folder.replace("card-data/g/game.toml", "name = \"x\"", "name = \"x\"\ncolours = { kind = \"#c80000\" }");
    folder.replace("card-data/g/game.toml", "ink = \"#101010\"", "ink = \"#101010\"\nband = \"kind\"");
    let back = "<rect class=\"fill-band\" x=\"-3\" y=\"-3\" width=\"69.5\" height=\"94.9\"/>";
    folder.write("card-data/g/templates/back.svg", svg(back));
    let ran = folder.run(["check", "g"]);
    ran.must_fail(1, &["face `common` is shared by all cards and has no colour `band`", "back.svg:2", "1 error"]);
    folder.replace("card-data/g/game.toml", "shared = true", "shared = true\ncolours = { kind = \"#0000c8\" }");
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
}

#[test]
fn a_text_that_is_too_long_is_told_in_the_column_that_the_slot_quotes() {
    let slots = "<rect id=\"slot-a\" fill=\"#101010\" x=\"4\" y=\"14\" width=\"55\" height=\"7\" data-as=\"text\" data-style=\"text\" data-text=\"**Repair:** {repair}\"/>";
    let long = "word ".repeat(80);
    let folder = deck("[field.repair]\ntype = \"line\"\n", slots, &format!("name,kind,repair\nA,x,{long}\n"));
    folder.run(["check", "g"]).must_fail(1, &["`repair` overflows", "c.csv, row 2, column C"]);
}

const LINES: &str = "[field.text]\ntype = \"line\"\n";

#[test]
fn slots_turn_by_any_angle_as_they_are_drawn() {
    let slots = "<g transform=\"rotate(-20 31 40)\">\
                 <rect id=\"slot-text\" fill=\"#c80000\" x=\"6\" y=\"36\" width=\"50\" height=\"9\" data-style=\"title\"/></g>\n\
                 <rect id=\"slot-art\" fill=\"#c9c2b0\" x=\"20\" y=\"56\" width=\"20\" height=\"20\" transform=\"rotate(45 30 66)\"/>";
    let folder = deck(LINES, slots, "name,kind,text\nA,x,Hammer and tongs\n");
    let green = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path fill=\"#008c00\" d=\"M0 0h9v9h-9z\"/></svg>";
    folder.write("card-data/g/art/a.svg", green);
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
    build(&folder);
    let picture = face(&folder, "a");
    let [left, top, right, bottom] = extent(&picture, RED).expect("the text");
    let slope = (bottom - top) / (right - left);
    assert!((0.3..0.6).contains(&slope), "{slope}");
    // It begins at the lower left end of the turned box.
    assert!(left < 12.0 && bottom > 45.0, "{left} {bottom}");
    let [left, top, right, bottom] = extent(&picture, GREEN).expect("the art");
    assert!(near(right - left, 28.3) && near(bottom - top, 28.3), "a square on its corner");
    folder.run(["build", "g"]).must_succeed();
    let page = outsiders::poppler(&folder.path("output/g/cards-a4.pdf"), 1, 150);
    let of_page = page_extent(&page, GREEN, 150.0);
    // Its tips are thinner than a dot of the page.
    let is_turned = |length: f64| (27.5..28.5).contains(&length);
    assert!(is_turned(of_page[2] - of_page[0]) && is_turned(of_page[3] - of_page[1]), "in the PDF: {of_page:?}");
    folder.replace("card-data/g/templates/card.svg", "rotate(45 30 66)", "skewX(20)");
    folder.run(["check", "g"]).must_fail(1, &["slot `art`: the box is skewed or mirrored"]);
}

/// Returns the same as [`extent`], of a page at a number of dpi.
fn page_extent(page: &Picture, colour: [u8; 3], dpi: f64) -> [f64; 4] {
    extent(page, colour).expect("it is on the page").map(|mm| mm * DOTS * 25.4 / dpi)
}

#[test]
fn letters_may_have_an_outline_and_let_the_ground_show() {
    let slots = "<rect id=\"slot-text\" fill=\"#ffffff\" stroke=\"#c80000\" stroke-width=\"1\" paint-order=\"stroke\" \
                 x=\"6\" y=\"20\" width=\"50\" height=\"9\" data-style=\"title\"/>\n\
                 <rect id=\"slot-faint\" fill=\"#0000c8\" opacity=\"0.5\" x=\"6\" y=\"40\" width=\"50\" height=\"9\" \
                 data-style=\"title\" data-text=\"{text} HHHH\"/>";
    let folder = deck(LINES, slots, "name,kind,text\nA,x,Hammer\n");
    folder.run(["check", "g"]).must_fail(1, &["is #8080e4 on #ffffff"]);
    template(&folder, &slots.replace("opacity=\"0.5\"", "fill-opacity=\"0.9\""));
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
    build(&folder);
    let picture = face(&folder, "a");
    let [_, top, _, bottom] = extent(&picture, RED).expect("an outline");
    assert!(bottom - top > 3.6, "it lies about the letters: {}", bottom - top);
    assert!(extent(&picture, [25, 25, 205]).is_some(), "nine tenths of blue on white");
    for target in [&["build", "g"][..], &["build", "g", "--target", "press"]] {
        folder.run(target).must_succeed();
        let file = folder.files().into_iter().rfind(|file| file.ends_with(".pdf")).expect("a PDF");
        let pdf = folder.path(&file);
        let words = outsiders::read("pdftotext", &[pdf.to_str().expect("a path"), "-"]);
        assert_eq!(words.matches("Hammer").count(), 2, "each is read once: {words}");
        let page = outsiders::poppler(&pdf, 1, 150);
        assert!(extent(&page, RED).is_some(), "an outline in {file}");
    }
    template(&folder, &slots.replace("stroke=\"#c80000\"", "").replace("opacity=\"0.5\"", ""));
    folder.run(["check", "g"]).must_fail(1, &["is #ffffff on #ffffff"]);
}

#[test]
fn art_is_as_translucent_as_its_slot() {
    let slot = "<rect id=\"slot-art\" fill=\"#c9c2b0\" fill-opacity=\"0.2\" opacity=\"0.5\" x=\"10\" y=\"30\" width=\"20\" height=\"20\"/>";
    let folder = deck("", slot, "name,kind\nA,x\nB,x\n");
    let green = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-9 -9 9 9\"><path fill=\"#008c00\" d=\"M-9-9h9v9h-9z\"/></svg>";
    folder.write("card-data/g/art/a.svg", green);
    let blue = image::RgbImage::from_pixel(300, 300, image::Rgb([0, 0, 200]));
    blue.save(folder.path("card-data/g/art/b.png")).expect("a picture");
    folder.run(["check", "g"]).must_succeed();
    build(&folder);
    assert_eq!(face(&folder, "a").at(236, 472)[..3], [128, 198, 128], "half green, half white");
    assert_eq!(face(&folder, "b").at(236, 472)[..3], [128, 128, 228], "half blue, half white");
    folder.run(["build", "g"]).must_succeed();
    let file = folder.files().into_iter().rfind(|file| file.ends_with(".pdf")).expect("a PDF");
    let page = outsiders::poppler(&folder.path(&file), 1, 150);
    assert!(extent(&page, [128, 198, 128]).is_some() && extent(&page, GREEN).is_none(), "in the PDF too");
}

#[test]
fn colours_follow_from_a_column() {
    let band = "<rect class=\"fill-kind\" x=\"10\" y=\"30\" width=\"20\" height=\"20\"/>";
    let folder = deck("[field.colour]\ntype = \"line\"\n", band, "name,kind,colour\nA,x,#c80000\nB,x,Sea\nC,x,\n");
    folder.replace("card-data/g/game.toml", "ink = \"#101010\"", "sea = \"#0000c8\"\nkind = \"#008c00\"");
    folder.replace("card-data/g/game.toml", "name = \"x\"", "name = \"x\"\ncolours = { kind = \"{colour}\" }");
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
    build(&folder);
    for (name, colour) in [("a", RED), ("b", BLUE), ("c", GREEN)] {
        assert_eq!(face(&folder, name).at(236, 472)[..3], colour, "{name}");
    }
    folder.replace("card-data/g/c.csv", "Sea", "See");
    let ran = folder.run(["check", "g"]);
    ran.must_fail(
        1,
        &["invalid colour for `colour` of card `B`: `See`", "c.csv, row 3, column C", "did you mean `sea`?"],
    );
    folder.replace("card-data/g/game.toml", "{colour}", "{color}");
    folder.run(["check", "g"]).must_fail(1, &["unknown field `color` of the colour `kind`", "did you mean `colour`?"]);
}

#[test]
fn texts_that_run_into_each_other_or_into_the_foot_are_told() {
    let close = "<rect id=\"slot-text\" fill=\"#101010\" x=\"4\" y=\"14\" width=\"55\" height=\"4\" data-style=\"line\"/>\n\
                 <rect id=\"slot-rules\" fill=\"#101010\" x=\"4\" y=\"16.6\" width=\"55\" height=\"60\" data-style=\"text\"/>\n\
                 <rect x=\"-3\" y=\"80\" width=\"69.5\" height=\"12\" fill=\"#ccddee\"/>";
    let fields = format!("{LINES}[field.rules]\ntype = \"text\"\n");
    let rows = |rules: &str| format!("name,kind,text,rules\nA,x,Jumping gypsy,{rules}\n");
    let folder = deck(&fields, close, &rows("Some rules of this card."));
    folder.run(["check", "g"]).must_fail(
        1,
        &["face `a`: the text of slot `text` overlaps the text of slot `rules`", "card.svg:3", "1 error"],
    );
    template(&folder, &close.replace("16.6", "19"));
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
    template(&folder, &close.replace("16.6", "60").replace("height=\"60\"", "height=\"24\""));
    folder.write("card-data/g/c.csv", rows(&"many rules ".repeat(32)));
    folder.run(["check", "g"]).must_fail(1, &["the text of slot `rules` overlaps a filled shape 80.0 mm below"]);
}

#[test]
fn one_template_serves_cards_of_other_proportions() {
    let slots = "<circle cx=\"54\" cy=\"20\" r=\"5\" fill=\"#c80000\"/>\n\
                 <rect id=\"slot-text\" fill=\"#101010\" x=\"4\" y=\"30\" width=\"55\" height=\"30\" data-style=\"line\"/>\n\
                 <rect x=\"-3\" y=\"80\" width=\"69.5\" height=\"12\" fill=\"#0000c8\"/>";
    let folder = deck(LINES, slots, "name,kind,text\nA,x,Hammer\n");
    for file in ["card", "back"] {
        folder.replace(&format!("card-data/g/templates/{file}.svg"), "<svg ", "<svg data-scale=\"\" ");
    }
    folder.replace(
        "card-data/g/game.toml",
        "[face.front]",
        "[format]\nsize = \"poker\"\nsafe-zone = 0.5\n\n[face.front]",
    );
    let mut before = "poker";
    for (size, width, height) in
        [("tarot", 70.0, 120.0), ("mini", 44.0, 63.0), ("square", 63.5, 63.5), ("bridge", 57.0, 89.0)]
    {
        folder.replace("card-data/g/game.toml", &format!("size = \"{before}\""), &format!("size = \"{size}\""));
        before = size;
        folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
        build(&folder);
        let picture = face(&folder, "a");
        let [left, top, right, bottom] = extent(&picture, RED).expect("a disc");
        if size == "tarot" || size == "square" {
            assert!(near(right - left, bottom - top), "{size}: a disc stays round");
        }
        let [.., foot] = extent(&picture, BLUE).expect("a foot");
        #[allow(clippy::cast_precision_loss, reason = "a few hundred pixels")]
        let (wide, high) = (picture.width as f64 / DOTS, picture.height as f64 / DOTS);
        assert!((wide - width).abs() < 1.5 && (high - height).abs() < 1.5, "{size}: {wide} {high}");
        assert!((high - foot).abs() < 1.5, "{size}: the foot ends at the edge");
    }
    folder.replace("card-data/g/game.toml", "size = \"bridge\"", "width = 89\nheight = 63");
    folder.run(["check", "g"]).must_fail(1, &["have the proportions of the card"]);
}

#[test]
fn tiles_share_the_width_among_those_that_are_filled() {
    let tile = |name: &str, x: f64, colour: &str| {
        format!(
            "<rect x=\"{x}\" y=\"60\" width=\"12\" height=\"10\" fill=\"{colour}\" data-if=\"{name}\"/>\n\
             <rect id=\"slot-{name}\" fill=\"#101010\" x=\"{x}\" y=\"61\" width=\"12\" height=\"5\" data-style=\"line\" \
             data-share=\"tiles\" data-optional=\"\"/>\n"
        )
    };
    let slots =
        [tile("a", 4.0, "#ff9090"), tile("b", 18.0, "#90ff90"), tile("c", 32.0, "#9090ff"), tile("d", 46.0, "#c0c0c0")];
    let numbers: String = ["a", "b", "c", "d"].map(|name| format!("[field.{name}]\ntype = \"number\"\n")).concat();
    let folder = deck(&numbers, &slots.concat(), "name,kind,a,b,c,d\nAll,x,1,2,3,4\nTwo,x,1,,3,\n");
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
    build(&folder);
    let width = |picture: &Picture, colour| extent(picture, colour).map(|[left, _, right, _]| (left, right));
    let (all, two) = (face(&folder, "all"), face(&folder, "two"));
    let (left, right) = width(&all, [255, 144, 144]).expect("a tile");
    assert!(near(left, 4.0) && near(right, 16.0));
    let (left, right) = width(&two, [255, 144, 144]).expect("a tile");
    assert!(near(left, 4.0) && near(right, 30.0), "{left} {right}");
    let (left, right) = width(&two, [144, 144, 255]).expect("a tile");
    assert!(near(left, 32.0) && near(right, 58.0), "{left} {right}");
}

#[test]
fn slots_are_shown_with_several_others_and_with_each_other() {
    let slot = |name: &str, y: f64, colour: &str, more: &str| {
        format!(
            "<rect id=\"slot-{name}\" fill=\"{colour}\" x=\"4\" y=\"{y}\" width=\"40\" height=\"5\" data-style=\"line\" data-optional=\"\" {more}/>\n"
        )
    };
    let slots = [
        slot("a", 20.0, "#c80000", "data-if=\"b\""),
        slot("b", 30.0, "#008c00", "data-if=\"a\""),
        "<rect x=\"4\" y=\"50\" width=\"40\" height=\"5\" fill=\"#0000c8\" data-if=\"a b\"/>".to_owned(),
    ];
    let fields = "[field.a]\ntype = \"line\"\n[field.b]\ntype = \"line\"\n";
    let folder = deck(fields, &slots.concat(), "name,kind,a,b\nBoth,x,H,H\nOne,x,H,\n");
    build(&folder);
    let shown = |name: &str| [RED, GREEN, BLUE].map(|colour| extent(&face(&folder, name), colour).is_some());
    assert_eq!((shown("both"), shown("one")), ([true; 3], [false; 3]));
}

#[test]
fn drawings_follow_from_a_number() {
    let slots = "<g data-repeat=\"5\" data-step=\"8 0\" data-while=\"health\"><rect x=\"4\" y=\"20\" width=\"5\" height=\"5\" fill=\"#c80000\"/></g>\n\
                 <rect data-length=\"health / 10\" x=\"4\" y=\"40\" width=\"50\" height=\"5\" fill=\"#0000c8\"/>";
    let folder = deck("[field.health]\ntype = \"number\"\n", slots, "name,kind,health\nA,x,3\nB,x,0\n");
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
    build(&folder);
    let right = |name: &str, colour| extent(&face(&folder, name), colour).map(|[_, _, right, _]| right);
    assert!(near(right("a", RED).expect("hearts"), 25.0) && near(right("a", BLUE).expect("a bar"), 19.0));
    assert_eq!((right("b", RED), right("b", BLUE)), (None, None));
    folder.replace("card-data/g/c.csv", "A,x,3", "A,x,6");
    folder.run(["check", "g"]).must_fail(1, &["card `A`: `health` is 6, but its template draws at most 5"]);
    folder.replace("card-data/g/templates/card.svg", "data-while=\"health\"", "data-while=\"heath\"");
    folder.run(["check", "g"]).must_fail(1, &["`heath` isn't a number field", "did you mean `health`?"]);
}

#[test]
fn a_text_keeps_clear_of_a_badge() {
    let slots = |avoid: &str| {
        format!(
            "<rect id=\"badge\" x=\"40\" y=\"20\" width=\"19\" height=\"12\" fill=\"#90ff90\"/>\n\
             <rect id=\"slot-rules\" fill=\"#c80000\" x=\"4\" y=\"20\" width=\"55\" height=\"40\" data-style=\"text\" {avoid}/>"
        )
    };
    let rules = "many rules ".repeat(20);
    let folder = deck(
        "[field.rules]\ntype = \"text\"\n",
        &slots("data-avoid=\"badge\""),
        &format!("name,kind,rules\nA,x,{rules}\n"),
    );
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
    build(&folder);
    let picture = face(&folder, "a");
    let beside = |from: f64, to: f64| {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few hundred pixels")]
        let part = |mm: f64| (mm * DOTS) as usize;
        extent(&picture.part(0, part(from), picture.width, part(to - from)), RED).map(|[_, _, right, _]| right)
    };
    assert!(beside(20.0, 31.0).expect("lines beside it") < 39.5);
    assert!(beside(34.0, 50.0).expect("lines below it") > 45.0);
    template(&folder, &slots("data-avoid=\"bagde\""));
    folder.run(["check", "g"]).must_fail(1, &["unknown slot or element `bagde`"]);
}

#[test]
fn sizes_go_down_in_grades_and_figures_keep_to_their_height() {
    let slots = "<rect id=\"slot-rules\" fill=\"#c80000\" x=\"4\" y=\"20\" width=\"55\" height=\"10\" data-style=\"text\"/>\n\
                 <rect id=\"slot-cost\" fill=\"#0000c8\" x=\"4\" y=\"50\" width=\"40\" height=\"3\" data-style=\"text\" data-as=\"figure\"/>\n\
                 <rect id=\"slot-first\" fill=\"#007000\" x=\"4\" y=\"60\" width=\"40\" height=\"8\" data-style=\"text\" data-text=\"{name.initial}\"/>";
    let fields = "[field.rules]\ntype = \"text\"\n[field.cost]\ntype = \"number\"\nzero = \"–\"\n";
    let folder =
        deck(fields, slots, "name,kind,rules,cost\nhammer,x,Many words that do not fit in one line,7\nB,x,Few,0\n");
    folder.replace("card-data/g/templates/type.toml", "size = 9\nmin-size = 6", "sizes = [20, 13, 9]");
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
    build(&folder);
    let height = |name: &str, colour| {
        extent(&face(&folder, name), colour).map(|[_, top, _, bottom]| bottom - top).expect("it is shown")
    };
    // Both cards of the kind in 13 points: a capital is about 0.64 em.
    assert!((height("b", RED) - 13.0 * 0.353 * 0.66).abs() < 0.3, "{}", height("b", RED));
    assert!((1.8..3.1).contains(&height("hammer", BLUE)), "{} in a box of 3 mm", height("hammer", BLUE));
    assert!(height("b", BLUE) < 1.0, "a dash for 0");
    assert!(height("hammer", GREEN) > 2.5, "H, not h");
    folder.replace("card-data/g/templates/type.toml", "sizes = [20, 13, 9]", "sizes = [20, 13, 9]\nmin-size = 6");
    folder.run(["check", "g"]).must_fail(1, &["has both `sizes` and `min-size`"]);
}
