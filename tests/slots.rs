//! The slots of templates: where they are put, what they draw, and what is said of them.

use crate::common::program::Folder;
use painter::Picture;

/// Dots per millimetre of a face for screens.
const DOTS: f64 = 300.0 / 25.4;

/// A deck of one kind: fields of `game.toml`, slots of its template, rows of its sheet.
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

/// Writes the template of the fronts anew, and the styles that it uses.
fn template(folder: &Folder, slots: &str) {
    let styles = [("line", 9.0), ("text", 9.0)]
        .into_iter()
        .filter(|(name, _)| slots.contains(&format!("data-style=\"{name}\"")));
    let style = |(name, size)| format!("[{name}]\nfont = \"Junicode\"\nsize = {size}\nleast = 6\n\n");
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

/// A picture of a face, as it is cut.
fn face(folder: &Folder, name: &str) -> Picture {
    Picture::open(&folder.path(&format!("output/g/screen/{name}.png")))
}

fn build(folder: &Folder) {
    folder.run(["build", "g", "--for", "screen"]).must_succeed();
}

/// Left, top, right and bottom, in millimetres, of what a face shows in about a colour.
fn extent(picture: &Picture, colour: [u8; 3]) -> Option<[f64; 4]> {
    let near = |at: [u8; 4]| at[..3].iter().zip(colour).all(|(is, wanted)| is.abs_diff(wanted) < 40);
    let all = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
    let shown: Vec<(usize, usize)> = all.filter(|(x, y)| near(picture.at(*x, *y))).collect();
    #[allow(clippy::cast_precision_loss, reason = "a few thousand pixels")]
    let mm = |dots: Option<usize>| dots.map(|dots| dots as f64 / DOTS);
    let (xs, ys) = (|| shown.iter().map(|at| at.0), || shown.iter().map(|at| at.1));
    Some([mm(xs().min())?, mm(ys().min())?, mm(xs().max())?, mm(ys().max())?])
}

/// How far below the upper edge the first pixel of a colour is, in millimetres.
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
    let fields =
        "[field.a]\nis = \"line\"\n[field.b]\nis = \"line\"\n[field.c]\nis = \"line\"\n[field.d]\nis = \"line\"\n";
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
             data-style=\"line\" data-with=\"{field}\" {after}/>\n\
             <rect id=\"slot-{field}\" fill=\"{colour}\" x=\"30\" y=\"{y}\" width=\"28\" height=\"4.4\" data-style=\"line\" \
             data-upright=\"middle\" data-optional=\"\" {after}/>\n\
             <rect x=\"4\" y=\"{line}\" width=\"55\" height=\"0.3\" fill=\"{colour}\" data-with=\"{field}\" data-edge=\"bottom\"/>\n"
        )
    };
    let slots = [
        row("a", 14.0, "", "#c80000"),
        row("b", 20.0, "data-after=\"a\"", "#008c00"),
        row("c", 26.0, "data-after=\"b\"", "#0000c8"),
    ];
    let fields = "[field.a]\nis = \"line\"\n[field.b]\nis = \"line\"\n[field.c]\nis = \"line\"\n";
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
    let folder = deck("[field.food]\nis = \"line\"\n", slots, "name,kind,food\nA,x,Hammmmmm\n");
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
            "<rect id=\"slot-{name}\" fill=\"{colour}\" x=\"4\" y=\"20\" width=\"6\" height=\"6\" data-as=\"mark\" data-text=\"{text}\"/>\n"
        )
    };
    let folder = deck(
        "[field.rarity]\nis = \"line\"\n",
        &slot("gem", "gem-{rarity}", "#c80000"),
        "name,kind,rarity\nA,x,Very Rare\nB,x,common\n",
    );
    let mark = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0h9v9h-9z\"/></svg>";
    folder.write("card-data/g/marks/gem-very-rare.svg", mark);
    let ran = folder.run(["check", "g"]);
    ran.must_fail(1, &["card `B`: slot `gem`: there is no mark `gem-common`", "c.csv, row 3, column C", "1 error"]);
    folder.write("card-data/g/marks/gem-common.svg", mark.replace("M0 0h9v9h-9z", "M3 3h3v3h-3z"));
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
    build(&folder);
    let width = |name: &str| extent(&face(&folder, name), RED).map(|[left, _, right, _]| right - left).expect("a mark");
    assert!(near(width("a"), 6.0) && near(width("b"), 2.0));
    template(&folder, &(slot("x", "gem-common", "#c80000") + &slot("y", ":gem-very-rare:", "#008c00")));
    folder.replace("card-data/g/c.csv", ",rarity", ",note");
    folder.replace("card-data/g/game.toml", "field.rarity", "field.note");
    folder.run(["check", "g"]).must_fail(1, &["`note` is shown nowhere"]);
    template(&folder, &slot("x", "gem-comon", "#c80000"));
    folder.run(["check", "g"]).must_fail(1, &["there is no mark `gem-comon`", "did you mean `gem-common`?"]);
}

#[test]
fn a_kind_needs_a_mark_only_where_a_template_shows_it() {
    let folder = deck("", "", "name,kind\nA,x\n");
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
    template(&folder, "<rect id=\"slot-mark\" fill=\"#c80000\" x=\"4\" y=\"20\" width=\"6\" height=\"6\"/>");
    folder.run(["check", "g"]).must_fail(1, &["there is no mark `x`"]);
    template(
        &folder,
        "<rect id=\"slot-mark\" fill=\"#c80000\" x=\"4\" y=\"20\" width=\"6\" height=\"6\" data-optional=\"\"/>",
    );
    folder.run(["check", "g"]).must_succeed().must_say(&["no problems"]);
    folder.replace("card-data/g/game.toml", "name = \"x\"", "name = \"x\"\nmark = \"y\"");
    folder.run(["check", "g"]).must_fail(1, &["there is no mark `y`", "game.toml:19"]);
}

#[test]
fn the_back_of_a_piece_has_the_colours_of_the_piece() {
    let folder = deck(
        "[piece.token]\nsize = 25\nbleed = 2\nsafe = 1.5\ntemplate = \"token\"\nback = \"token-back\"\ncolours = { kind = \"#c80000\" }\n\n\
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
    let folder = deck("[field.repair]\nis = \"line\"\n", slots, &format!("name,kind,repair\nA,x,{long}\n"));
    folder.run(["check", "g"]).must_fail(1, &["`repair` is", "c.csv, row 2, column C"]);
}
