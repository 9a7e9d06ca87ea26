//! Fonts of a game: web fonts, fallback fonts, letters that none has.

use crate::common::outsiders::{self, read};
use crate::common::program::Folder;

const TYPE: &str = "card-data/g/templates/type.toml";

fn game() -> Folder {
    let folder = Folder::new();
    folder.new_deck("g");
    folder
}

/// Returns the fonts of the sheets, as listed by poppler.
fn fonts(folder: &Folder) -> String {
    folder.run(["build", "g"]).must_succeed();
    read("pdffonts", &[folder.path("output/g/cards-a4.pdf").to_str().expect("a plain path")])
}

#[test]
fn fonts_packed_for_the_web_are_printed_with() {
    for ending in ["woff", "woff2"] {
        let folder = game();
        let packed = std::fs::read(format!("{}/tests/fonts/seashell-bold.{ending}", env!("CARGO_MANIFEST_DIR")));
        folder.write(&format!("card-data/g/fonts/Seashell.{}", ending.to_uppercase()), packed.expect("a font"));
        folder.replace(
            TYPE,
            "[title]\nfont = \"Junicode\"\nweight = 600",
            "[title]\nfont = \"Seashell\"\nweight = 700",
        );
        folder.replace(TYPE, "width = \"semi-condensed\"\n", "");
        let told = fonts(&folder);
        assert!(told.contains("+Seashell-Bold"), "{told}");
    }
}

#[test]
fn a_packed_font_that_is_cut_short_is_told() {
    let folder = game();
    folder.write("card-data/g/fonts/Seashell.woff2", b"wOF2 and nothing more");
    folder.run(["check", "g"]).must_fail(1, &["fonts/Seashell.woff2", "invalid font file"]);
}

#[test]
fn a_font_that_stands_in_for_letters_need_not_have_every_weight() {
    let folder = game();
    let packed = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fonts/seashell-bold.woff2"));
    folder.write("card-data/g/fonts/Seashell.woff2", packed.expect("a font"));
    // It has one weight, and texts are set in three and in italics.
    folder.replace(TYPE, "[text]\nfont = \"Junicode\"", "[text]\nfont = [\"Junicode\", \"Seashell\"]");
    folder.run(["check", "g"]).must_succeed();
    folder.replace(TYPE, "[text]\nfont = [\"Junicode\", \"Seashell\"]", "[text]\nfont = [\"Seashell\", \"Junicode\"]");
    folder.run(["check", "g"]).must_fail(1, &["missing font Seashell 500", "available: Seashell 700"]);
}

#[test]
fn a_letter_that_no_font_has_is_told_once_with_all_its_places() {
    let folder = game();
    let cards = "card-data/g/cards.toml";
    folder.replace(cards, "Light your lamp: turn", "鲸 Light your lamp: turn");
    folder.replace(cards, "Stops one of these", "鲸 Stops one of these");
    folder.replace(cards, "Beware of the", "鲸 Beware of the");
    folder.run(["check", "g"]).must_fail(
        1,
        &[
            "card `Lamp Oil`: missing glyph: no font has `鲸`",
            "also at card-data/g/cards.toml:48:1, card-data/g/cards.toml:64:1",
            "1 error",
        ],
    );
    let ran = folder.run(["check", "g", "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(told[0]["cards"], serde_json::json!(["Keeper", "Lamp Oil", "Rowing Boat"]));
}

/// Returns the words of the sheets' PDF, as poppler reads them.
fn words(folder: &Folder) -> String {
    folder.run(["build", "g"]).must_succeed();
    read("pdftotext", &[folder.path("output/g/cards-a4.pdf").to_str().expect("a plain path"), "-"])
}

const CARDS: &str = "card-data/g/cards.toml";

#[test]
fn cyrillic_and_suits_need_no_font_of_ones_own() {
    let folder = game();
    folder.replace(CARDS, "Light your lamp: turn", "Ход ♠♥♦♣ ★ ✓ Light your lamp: turn");
    let told = words(&folder);
    assert!(told.contains("Ход") && told.contains("♠♥♦♣"), "{told}");
    let told = fonts(&folder);
    assert!(told.contains("EBGaramond") && told.contains("NotoSansSymbols2"), "{told}");
}

#[test]
fn the_letters_of_one_script_are_one_problem() {
    let folder = game();
    folder.replace(CARDS, "Light your lamp: turn", "将棋 Light your lamp: turn");
    folder.replace(CARDS, "Stops one of these", "飛車 Stops one of these");
    let told =
        ["no font has 4 letters of the Chinese and Japanese scripts", "Noto Serif JP", "card-data/g/fonts", "1 error"];
    folder.run(["check", "g"]).must_fail(1, &told);
}

#[test]
fn a_feature_that_the_font_lacks_is_not_suggested() {
    let folder = game();
    let packed = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fonts/seashell-bold.woff2"));
    folder.write("card-data/g/fonts/Seashell.woff2", packed.expect("a font"));
    folder.replace(TYPE, "[title]\nfont = \"Junicode\"\nweight = 600", "[title]\nfont = \"Seashell\"\nweight = 700");
    folder.replace(TYPE, "width = \"semi-condensed\"\n", "");
    let ran = folder.run(["check", "g"]);
    let told = format!("{}{}", ran.out, ran.err);
    assert!(told.contains("E0620") && !told.contains("did you mean `pnum`"), "{told}");
}

#[test]
fn a_missing_weight_is_replaced_by_the_nearest() {
    let folder = game();
    let title = "[title]\nfont = \"Junicode\"\nweight = ";
    folder.replace(TYPE, &format!("{title}600"), &format!("{title}640"));
    folder.run(["check", "g"]).must_succeed();
    folder.replace(TYPE, &format!("{title}640"), &format!("{title}640\nitalic = true"));
    folder.run(["check", "g"]).must_fail(1, &["E0604", "missing font Junicode 640 semi-condensed italic"]);
}

/// Adds a font of `tests/fonts` to the game.
fn add(folder: &Folder, font: &str) {
    let bytes = std::fs::read(format!("{}/tests/fonts/{font}", env!("CARGO_MANIFEST_DIR"))).expect("a font");
    folder.write(&format!("card-data/g/fonts/{font}"), bytes);
}

#[test]
fn hebrew_lines_run_from_right_to_left() {
    let folder = game();
    add(&folder, "hebrew.ttf");
    folder.replace(CARDS, "Light your lamp: turn", "השלך 2 קלפים (פעם אחת). turn");
    folder.run(["build", "g"]).must_succeed();
    let pdf = folder.path("output/g/cards-a4.pdf");
    let boxes = read("pdftotext", &["-bbox", pdf.to_str().expect("a plain path"), "-"]);
    // The left edge of a letter.
    let left = |letter: char| -> f64 {
        let line = boxes.lines().find(|line| line.contains(letter)).unwrap_or_else(|| panic!("{letter} in {boxes}"));
        let edge = line.split("xMin=\"").nth(1).and_then(|rest| rest.split('"').next());
        edge.and_then(|edge| edge.parse().ok()).expect("an edge")
    };
    // Each is in only one word: the first, the second, the last.
    assert!(left('ש') > left('ק') && left('ק') > left('ת'), "{boxes}");
}

/// Returns the texts of the sheets as MuPDF reads them.
fn read_by_mupdf(folder: &Folder) -> String {
    let pdf = folder.path("output/g/cards-a4.pdf");
    let told = outsiders::run("mutool", &["draw", "-q", "-F", "txt", pdf.to_str().expect("a plain path")]);
    String::from_utf8(told.stdout).expect("UTF-8")
}

#[test]
fn thai_and_hindi_are_read_letter_by_letter() {
    let folder = game();
    for font in ["thai.ttf", "devanagari.ttf"] {
        add(&folder, font);
    }
    folder.replace(CARDS, "Light your lamp: turn", "กำลังน้ำขึ้น จั่วเพิ่ม यदि मिले फेंको Light your lamp: turn");
    let by_poppler = words(&folder);
    for told in [by_poppler, read_by_mupdf(&folder)] {
        for word in ["กำลัง", "น้ำขึ้น", "จั่วเพิ่ม", "यदि", "मिले", "फेंको"]
        {
            assert!(told.contains(word), "{word}: {told}");
        }
    }
}

/// A second reading of a glyph needs the font twice.
#[test]
fn letters_of_english_cards_are_read_from_one_map_for_each_font() {
    let listed = fonts(&game());
    let names: Vec<&str> = listed.lines().skip(2).filter_map(|line| line.split_whitespace().next()).collect();
    let once: std::collections::BTreeSet<&str> = names.iter().copied().collect();
    assert!(names.len() > 1 && names.len() == once.len(), "{listed}");
}

#[test]
fn emoji_are_drawn_and_leave_no_blank() {
    let pictures = |text: &str, font: &str| {
        let folder = game();
        add(&folder, font);
        folder.replace(CARDS, "Light your lamp: turn", &format!("{text}\n\nLight your lamp: turn"));
        folder.run(["check", "g"]).must_succeed();
        folder.run(["build", "g"]).must_succeed();
        folder.run(["build", "g", "--target", "images"]).must_succeed();
        let mut contents = folder.contents();
        contents.retain(|path, _| path.contains("output/") && path.contains("lamp-oil"));
        assert!(!contents.is_empty());
        contents
    };
    for font in ["emoji-layers.ttf", "emoji-pixels.ttf"] {
        assert_ne!(pictures("turn \u{1f40b}", font), pictures("turn", font), "{font}");
    }
}
