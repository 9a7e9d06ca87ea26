//! Old names in data and on the command line: errors that suggest the new ones.

use crate::common::program::Folder;

const GAME: &str = "game.toml";
const TYPE: &str = "templates/type.toml";
const CARD: &str = "templates/card.svg";

/// A file, a place with a new name, the same place with the old name, and the suggested name.
const DATA: [(&str, &str, &str, &str); 31] = [
    (GAME, "deck-size = 27", "deck = 27", "deck-size"),
    (GAME, "[low-ink]", "[light]", "low-ink"),
    (GAME, "icon = \"wave\"", "mark = \"wave\"", "icon"),
    (GAME, "type = \"quote\"", "is = \"quote\"", "type"),
    (GAME, "type = \"bool\"", "type = \"flag\"", "bool"),
    (GAME, "type = \"list\"", "type = \"figures\"", "values"),
    (GAME, "type = \"list\"", "type = \"list\"\nof = [\"Fog\"]", "options"),
    (GAME, "required-for = [\"boat\"]", "for = [\"boat\"]", "required-for"),
    (GAME, "min = 1\n", "from = 1\n", "min"),
    (GAME, "max = 9\n", "to = 9\n", "max"),
    (GAME, "max = 9\n", "max = 9\nplaces = 1\n", "decimals"),
    (GAME, "max = 9\n", "max = 9\nwords = [\"X\"]\n", "allow"),
    (GAME, "text = \"at any time\"", "words = \"at any time\"", "text"),
    (GAME, "text = \"at any time\"", "text = \"at any time\"\nbars = [\"Fog\"]", "excludes"),
    (GAME, "min = 0\n", "least = 0\n", "min"),
    (GAME, "min = 0\n", "min = 0\nmost = 9\n", "max"),
    (GAME, "\nhighest = \"points\"", "\nmost = \"points\"", "highest"),
    (GAME, "\nhighest = \"points\"", "\nlast = \"points\"", "last-standing"),
    (GAME, "\nhighest = \"points\"", "\nreach = { counter = \"points\", at = 9 }", "first-to"),
    (TYPE, "min-size = 13", "least = 13", "min-size"),
    (TYPE, "\nextends = \"title\"", "\nlike = \"title\"", "extends"),
    (TYPE, "\nsmall-caps = true", "\ncaps = true", "small-caps"),
    (TYPE, "paragraph-spacing = 2.5", "paragraph = 2.5", "paragraph-spacing"),
    (CARD, " data-fallback-style=\"", " data-narrow=\"", "fallback-style"),
    (CARD, " data-valign=\"middle\"", " data-upright=\"middle\"", "valign"),
    (CARD, " data-valign=\"middle\"", " data-turn=\"90\"", "rotate"),
    (CARD, " data-valign=\"middle\"", " data-least=\"6\"", "min-length"),
    (CARD, " data-if=\"corner\"", " data-with=\"corner\"", "data-if"),
    (CARD, "fill-ink only-low-ink", "fill-ink only-light", "low-ink"),
    (CARD, " id=\"slot-icon\"", " id=\"slot-icon\" data-as=\"glyph\"", "card-icon"),
    (GAME, "back = \"harbour\"", "glyph = \"{id}\"\nback = \"harbour\"", "card-icon"),
];

#[test]
fn old_names_in_data_suggest_the_new_ones() {
    let folder = Folder::new();
    folder.new_deck("g");
    for (file, new, old, suggested) in DATA {
        let path = format!("card-data/g/{file}");
        let text = String::from_utf8(folder.read(&path)).expect("text");
        assert!(text.contains(new), "{file}: {new}");
        folder.write(&path, text.replacen(new, old, 1));
        folder.run(["check", "g"]).must_fail(1, &[&format!("did you mean `{suggested}`?")]);
        folder.write(&path, text);
    }
    folder.run(["check", "g"]).must_succeed();
}

#[test]
fn old_folders_suggest_the_new_ones() {
    let folder = Folder::new();
    folder.new_deck("g");
    for (old, new) in [("art/light", "art/low-ink"), ("marks", "icons")] {
        let [old_path, new_path] = [old, new].map(|below| folder.path(&format!("card-data/g/{below}")));
        std::fs::rename(&new_path, &old_path).expect("a folder");
        let ran = folder.run(["check", "g"]);
        assert!(ran.err.contains(&format!("rename the folder `{old}` to `{new}`")), "{}", ran.err);
        std::fs::rename(&old_path, &new_path).expect("a folder");
    }
    folder.run(["check", "g"]).must_succeed();
}

#[test]
fn american_spelling_is_accepted_in_keys_and_headings() {
    let folder = Folder::new();
    folder.new_deck("g");
    let path = "card-data/g/game.toml";
    let text = String::from_utf8(folder.read(path)).expect("text");
    folder.write(path, text.replace("colours = {", "colors = {").replace("[colours]", "[colors]"));
    folder.run(["check", "g"]).must_succeed();
    folder.write(path, text.replacen("colours = {", "colors = { kind = \"#000000\" }\ncolours = {", 1));
    folder.run(["check", "g"]).must_fail(1, &["unknown key `colors`", "did you mean `colours`?"]);
}

/// Arguments with an old name, and the suggested name.
const ARGUMENTS: [(&[&str], &str); 18] = [
    (&["build", "--for", "press"], "--target"),
    (&["check", "--for", "press"], "--target"),
    (&["build", "--target", "screen"], "images"),
    (&["build", "--flip", "short"], "--backs"),
    (&["build", "--backs", "long"], "long-edge"),
    (&["build", "--backs", "short"], "short-edge"),
    (&["build", "--backs", "fold"], "gutterfold"),
    (&["build", "--ink", "light"], "low"),
    (&["build", "--marks", "both"], "--crop-marks"),
    (&["build", "--standard", "x4"], "--pdf-standard"),
    (&["build", "--pdf-standard", "x4"], "pdfx-4"),
    (&["build", "--pdf-standard", "x1a"], "pdfx-1a"),
    (&["build", "--pdf-standard", "rgb"], "none"),
    (&["build", "--pictures-at", "https://example.org"], "--image-url"),
    (&["build", "--revision-marks"], "--change-bars"),
    (&["new", "g", "--pictures", "art"], "--images"),
    (&["diff", "--page"], "--html"),
    (&["calibrate", "--read", "10"], "--readings"),
];

#[test]
fn old_names_on_the_command_line_suggest_the_new_ones() {
    let folder = Folder::new();
    for (args, suggested) in ARGUMENTS {
        folder.run(args).must_fail(2, &[&format!("exists: '{suggested}'")]);
    }
}
