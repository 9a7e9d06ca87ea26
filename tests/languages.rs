//! Two languages from one game, by the built program: missing, stale, unknown and overlong texts, and the starter game
//! in German.

use crate::common::outsiders::read;
use crate::common::pdf::Pdf;
use crate::common::program::{Folder, Ran};

const CARDS: &str = "card-data/g/cards.toml";
const GERMAN: &str = "card-data/g/cards.de.toml";
const OF_GAME: &str = "card-data/g/game.de.toml";

fn starter() -> Folder {
    let folder = Folder::new();
    folder.run(["new", "g"]).must_succeed();
    folder
}

/// Returns the output of a check: problems go to standard error if one is an error.
fn check(folder: &Folder, args: &[&str]) -> (i32, String) {
    let Ran { code, out, err } = folder.run([&["check", "g"], args].concat());
    (code, out + &err)
}

#[track_caller]
fn says(said: &str, words: &[&str]) {
    for word in words {
        assert!(said.contains(word), "no {word:?} in: {said}");
    }
}

/// Returns the first line of a file that contains a text.
fn line(folder: &Folder, file: &str, text: &str) -> usize {
    let all = String::from_utf8(folder.read(file)).expect("a text file");
    all.lines().position(|line| line.contains(text)).expect("the text is there") + 1
}

#[test]
fn the_starter_game_is_there_in_german_whole() {
    let folder = starter();
    let (code, said) = check(&folder, &[]);
    assert_eq!((code, said.as_str()), (0, "no problems\n"));
    assert_eq!(check(&folder, &["--language", "de"]), (0, "no problems\n".to_owned()));

    let ran = folder.run(["build", "g", "--language", "de"]).must_succeed();
    assert_eq!(ran.err, "");
    ran.must_say(&["Möwenhuk", "output/g/de/cards-a4.pdf", "output/g/de/rulebook-a5.pdf"]);
    folder.run(["build", "g"]).must_succeed().must_say(&["Gull Point", "output/g/cards-a4.pdf"]);

    let text = |file: &str| read("pdftotext", &["-layout", folder.path(file).to_str().expect("a path"), "-"]);
    let cards = text("output/g/de/cards-a4.pdf");
    says(
        &cards,
        &[
            "Leuchtturm",
            "Lampe muss brennen",
            "Sturm, Nebel, Wal",
            "für zusammen 3",
            "Bogen 1 von",
            "Diese Linie misst",
        ],
    );
    for word in ["Lighthouse", "points", "sheet", "Storm", "lamp"] {
        assert!(!cards.contains(word), "{word} in: {cards}");
    }
    let book = text("output/g/de/rulebook-a5.pdf");
    says(&book, &["Spielbeispiel", "für zusammen 3 Punkte", "die meisten Punkte"]);
    for word in ["example of play", "lit\n", "Lighthouse"] {
        assert!(!book.contains(word), "{word} in: {book}");
    }
    folder.run(["build", "g", "--language", "de", "--target", "html"]).must_succeed();
    let page = String::from_utf8(folder.read("output/g/de/rulebook.html")).expect("a text file");
    says(&page, &["<html lang=\"de\">", ">Inhalt</h2>", "Abbildung 1", "Möwenhuk: die Regeln"]);
    let language = |file: &str| {
        let pdf = Pdf::new(&folder.read(file));
        String::from_utf8(pdf.catalog().get(b"Lang").and_then(lopdf::Object::as_str).expect("a language").to_vec())
    };
    assert_eq!(language("output/g/de/cards-a4.pdf").as_deref(), Ok("de"));
    assert_eq!(language("output/g/cards-a4.pdf").as_deref(), Ok("en-GB"));
    assert!(folder.path("output/g/de/printing.toml").is_file(), "a record of its own");
}

#[test]
fn the_other_language_changes_nothing_of_the_source() {
    let (both, one) = (starter(), Folder::new());
    one.new_in_english("g");
    for folder in [&both, &one] {
        folder.run(["build", "g"]).must_succeed();
        folder.run(["build", "g", "--target", "press", "--pdf-standard", "none"]).must_succeed();
    }
    let outputs = |folder: &Folder| {
        let mut all = folder.contents();
        // The record keeps the data, of which the German is a part.
        all.retain(|file, _| file.starts_with("output") && !file.ends_with("printing.toml"));
        all
    };
    assert!(outputs(&both) == outputs(&one), "byte for byte");
}

#[test]
fn what_is_missing_is_told_with_its_place_and_stops_the_print_in_that_language_alone() {
    let folder = starter();
    let words = "de.text = \"Spiel ihn gegen jemand anderen. Eines";
    let at = line(&folder, GERMAN, words);
    let whole = String::from_utf8(folder.read(GERMAN)).expect("a text file");
    let old = whole.lines().nth(at - 1).expect("the line");
    folder.replace(GERMAN, old, "de.text = \"\"");
    let (code, said) = check(&folder, &[]);
    assert_eq!(code, 0, "{said}");
    says(&said, &["warning[E1304]", "`text` of `Fog` is not translated into German", &format!("cards.de.toml:{at}:")]);

    let ran = folder.run(["build", "g"]).must_succeed();
    says(&ran.err, &["warning[E1311]", "translation into German is incomplete: 1 text is missing"]);
    folder.run(["build", "g", "--language", "de"]).must_fail(1, &["error[E1304]", "de.text"]);
    assert!(!folder.path("output/g/de").exists(), "nothing was written");
    folder.run(["build", "g", "--language", "de", "--draft"]).must_succeed();
    let pdf = folder.path("output/g/de/cards-a4-draft.pdf");
    says(&read("pdftotext", &[pdf.to_str().expect("a path"), "-"]), &["has lost its way", "Leuchtturm"]);
    // Other cards are whole.
    folder.run(["build", "g", "--language", "de", "--only", "Wal"]).must_succeed();
}

#[test]
fn a_text_that_changed_is_stale_until_it_is_accepted() {
    let folder = starter();
    folder.replace(CARDS, "Thick enough to lean an oar against.", "Thick enough to lean two oars against.");
    let (code, said) = check(&folder, &[]);
    assert_eq!(code, 0, "{said}");
    let at = line(&folder, GERMAN, "So dicht");
    says(
        &said,
        &["warning[E1305]", "`saying.text` of `Fog`", &format!("cards.de.toml:{at}:"), "an oar against", "two oars"],
    );
    folder.run(["build", "g", "--language", "de"]).must_fail(1, &["error[E1305]"]);

    let before = String::from_utf8(folder.read(GERMAN)).expect("a text file");
    folder.run(["translate", "g", "de"]).must_succeed().must_say(&["1 text is outdated"]);
    assert!(folder.read(GERMAN) == before.as_bytes(), "nothing is missing");
    folder
        .run(["translate", "g", "de", "--accept"])
        .must_succeed()
        .must_say(&["cards.de.toml", "marked as up to date"]);
    let after = String::from_utf8(folder.read(GERMAN)).expect("a text file");
    assert_eq!(after, before.replace("an oar against", "two oars against"), "one line is another, and nothing else");
    assert_eq!(check(&folder, &[]), (0, "no problems\n".to_owned()));

    // Line ends and spaces aren't changes.
    folder.replace(CARDS, "Light your lamp: turn your", "Light your lamp:\nturn   your");
    assert_eq!(check(&folder, &[]), (0, "no problems\n".to_owned()));
}

#[test]
fn what_belongs_to_nothing_and_figures_are_told() {
    let folder = starter();
    folder.replace(GERMAN, "[fog]", "[fogg]");
    let (_, said) = check(&folder, &[]);
    says(&said, &["warning[E1306]", "unknown card `fogg`", "did you mean `fog`?", "E1304"]);

    let folder = starter();
    let storm = "source.name = \"Storm\"\n";
    folder.replace(GERMAN, storm, &format!("{storm}de.count = 3\nde.points = \"4\"\nde.sayng = \"x\"\n"));
    let (code, said) = check(&folder, &[]);
    assert_eq!(code, 1, "{said}");
    says(
        &said,
        &[
            "error[E1307]",
            "`count` can't be translated",
            "`points` can't be translated",
            "values of the source apply",
            "`sayng` of `Storm`",
        ],
    );

    let folder = starter();
    folder.replace(GERMAN, "für zusammen {points + rowing-boat.points} Punkte", "für zusammen 3 Punkte");
    let (code, said) = check(&folder, &["--language", "de"]);
    assert_eq!(code, 0, "{said}");
    says(&said, &["warning[E1308]", "doesn't quote", "`{points}`", "`{rowing-boat.points}`"]);

    let folder = starter();
    folder.replace(GERMAN, "[Lampenöl] oder ein", "[Lamp Oil] oder ein");
    folder.replace(GERMAN, "de.name = \"Wal\"", "name = \"Wal\"");
    let (code, said) = check(&folder, &[]);
    assert_eq!(code, 1, "{said}");
    says(&said, &["error[E0325]", "use its name in this language, `Lampenöl`", "E1309", "write `de.name = …`"]);
}

#[test]
fn a_text_that_is_too_long_in_german_is_told_where_it_stands() {
    let folder = starter();
    folder.replace(GERMAN, "So dicht, dass", &"So außerordentlich dicht, dass ".repeat(12));
    let at = line(&folder, GERMAN, "So außerordentlich");
    let (code, said) = check(&folder, &[]);
    assert_eq!(code, 1, "{said}");
    says(&said, &["E0609", "overflows its box", &format!("cards.de.toml:{at}:")]);
    folder.run(["build", "g"]).must_succeed();
    folder.run(["build", "g", "--language", "de"]).must_fail(1, &["E0609"]);
}

#[test]
fn languages_that_are_none_or_not_there_are_refused() {
    let folder = starter();
    folder.run(["build", "g", "--language", "fr"]).must_fail(1, &["E1303", "into `fr`", "available: `de`"]);
    folder.run(["build", "g", "--language", "en-GB"]).must_fail(1, &["E1303", "source language"]);
    folder.run(["build", "--language", "tlh"]).must_fail(1, &["E1303", "no game has a translation into `tlh`"]);
    folder.run(["translate", "g", "German"]).must_fail(1, &["E1301", "BCP 47"]);
    folder.replace("card-data/g/game.toml", "languages = [\"de\"]", "languages = [\"German\", \"en-GB\"]");
    let (code, said) = check(&folder, &[]);
    assert_eq!(code, 1, "{said}");
    says(&said, &["E1301", "German is `de`", "E1302", "E1312", "game.toml"]);
}

#[test]
fn a_new_language_is_begun_filled_in_and_kept_up() {
    let folder = Folder::new();
    folder.new_in_english("g");
    let before = String::from_utf8(folder.read("card-data/g/game.toml")).expect("a text file");
    let ran = folder.run(["translate", "g", "fr"]).must_succeed();
    ran.must_say(&["cards.fr.toml", "game.fr.toml", "rules.fr.md", "missing: search for"]);
    let now = String::from_utf8(folder.read("card-data/g/game.toml")).expect("a text file");
    assert_eq!(now.replace("languages = [\"fr\"]\n", ""), before, "one line more");
    let french = String::from_utf8(folder.read("card-data/g/cards.fr.toml")).expect("a text file");
    says(&french, &["[rowing-boat]\nsource.name = \"Rowing Boat\"\nfr.name = \"\"\n", "fr.lit.saying.after = \"\""]);
    assert!(!french.contains("points ="), "{french}");
    let order: Vec<usize> =
        ["[lighthouse]", "[lamp-oil]", "[keeper]", "[whale]"].iter().filter_map(|id| french.find(id)).collect();
    assert!(order.len() == 4 && order.is_sorted(), "{french}");
    folder
        .run(["build", "g", "--language", "fr"])
        .must_fail(1, &["E1304", "of `Whale` are not translated into French"]);

    // All filled in with something, it can be printed.
    let filled = |file: &str| {
        let text = String::from_utf8(folder.read(file)).expect("a text file");
        let mut number = 0;
        let lines = text.lines().map(|line| match line.strip_suffix(" = \"\"") {
            Some(key) => {
                number += 1;
                format!("{key} = \"mot {number}\"\n")
            }
            None => format!("{line}\n"),
        });
        let text: String = lines.collect();
        folder.write(file, format!("# a note\n{text}"));
    };
    filled("card-data/g/cards.fr.toml");
    filled("card-data/g/game.fr.toml");
    let kept = String::from_utf8(folder.read("card-data/g/cards.fr.toml")).expect("a text file");
    folder.replace(
        CARDS,
        "[[card]]\nname = \"Keeper\"",
        "[[card]]\nname = \"Gull\"\nkind = \"lamp\"\ncount = 1\nart = \"keeper\"\ntext = \"It \\\"cries\\\".\"\n\n[[card]]\nname = \"Keeper\"",
    );
    folder.replace("card-data/g/game.toml", "deck-size = 27", "deck-size = 28");
    folder.run(["translate", "g", "fr"]).must_succeed().must_say(&["2 texts in French are missing"]);
    let grown = String::from_utf8(folder.read("card-data/g/cards.fr.toml")).expect("a text file");
    let new = "\n[gull]\nsource.name = \"Gull\"\nfr.name = \"\"\nsource.text = \"It \\\"cries\\\".\"\nfr.text = \"\"\n";
    assert_eq!(grown.replacen(new, "", 1), kept, "what was there is as it was");
    assert!(grown.find("[gull]") < grown.find("[keeper]"), "it stands where the game has it");
    let again = folder.run(["translate", "g", "fr"]).must_succeed();
    assert!(!again.out.contains("cards.fr.toml:"), "{}", again.out);
}

#[test]
fn columns_of_a_sheet_have_the_words_of_a_language() {
    let folder = Folder::new();
    folder.new_in_english("g");
    std::fs::remove_file(folder.path(CARDS)).expect("removed");
    std::fs::remove_file(folder.path("card-data/g/rules.md")).expect("removed");
    let game = String::from_utf8(folder.read("card-data/g/game.toml")).expect("a text file");
    let game = game
        .replace("deck-size = 27", "")
        .replace("language = \"en-GB\"", "cards = \"cards.csv\"\nlanguage = \"en-GB\"\nlanguages = [\"de\"]");
    let (head, _) = game.split_once("[table.status.lit]").expect("the table");
    folder.write("card-data/g/game.toml", head);
    folder.write(
        "card-data/g/cards.csv",
        "name,name.de,kind,count,text,text (de),saying,saying.de,stops\n\
         Storm,Sturm,sea,2,It blows.,Es weht.,Ho,Hei,\n\
         Keeper,Wärter,lamp,1,Stops: {stops}.,Hält auf: {stops}.,Ha,,Storm\n",
    );
    let (_, said) = check(&folder, &[]);
    says(&said, &["`saying.text` of `Keeper` is not translated", "E1304"]);
    folder.run(["translate", "g", "de"]).must_succeed();
    let german = String::from_utf8(folder.read(GERMAN)).expect("a text file");
    says(&german, &["source.text = \"It blows.\"", "de.saying.text = \"\""]);
    assert!(!german.contains("de.text"), "the sheet has it: {german}");
    folder.replace(GERMAN, "de.saying.text = \"\"", "de.saying.text = \"Hoi\"");
    let of_game = String::from_utf8(folder.read(OF_GAME)).expect("a text file");
    folder.write(OF_GAME, of_game.replace("= \"\"", "= \"Wort\""));
    folder.run(["list", "g", "--language", "de"]).must_succeed().must_say(&["Sturm", "Wärter"]);

    let as_written = folder.read("card-data/g/cards.csv");
    folder.run(["export", "g", "--csv", "exported.csv"]).must_succeed();
    let exported = String::from_utf8(folder.read("exported.csv")).expect("a text file");
    says(&exported, &["name,name.de,", "text,text.de", "Wärter", "Hält auf: {stops}.", "saying.text.de", "Hei"]);
    folder.write("card-data/g/cards.csv", &exported);
    folder.run(["list", "g", "--language", "de"]).must_succeed().must_say(&["Sturm", "Wärter"]);
    folder.run(["export", "g", "--csv", "again.csv"]).must_succeed();
    assert_eq!(folder.read("again.csv"), exported.into_bytes());
    folder.write("card-data/g/cards.csv", as_written);

    folder.replace("card-data/g/cards.csv", "It blows.", "It blows hard.");
    let (_, said) = check(&folder, &["--language", "de"]);
    says(&said, &["E1305", "row 2, column F"]);
    folder.replace("card-data/g/cards.csv", "saying.de", "count.de");
    let (code, said) = check(&folder, &[]);
    assert_eq!(code, 1, "{said}");
    says(&said, &["E1307", "`count` can't be translated"]);
}

#[test]
fn a_section_that_the_german_rulebook_lacks_is_told() {
    let folder = starter();
    folder.replace("card-data/g/rules.de.md", "## Eine längere Nacht {#night}", "## Eine längere Nacht");
    let (code, said) = check(&folder, &[]);
    assert_eq!(code, 0, "{said}");
    says(&said, &["warning[E1313]", "`#night`", "rules.md:"]);
    std::fs::remove_file(folder.path("card-data/g/rules.de.md")).expect("removed");
    let (_, said) = check(&folder, &[]);
    says(&said, &["missing `rules.de.md`"]);
}
