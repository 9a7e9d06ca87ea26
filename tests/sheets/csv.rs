//! Sheets of text.

use super::{folder, naming, original, read, said, sheet, sound, starter};

/// Returns a spreadsheet with another separator.
fn with_separator(sheet: &str, separator: char) -> String {
    let mut quoted = false;
    let change = |letter: char| {
        quoted ^= letter == '"';
        if letter == ',' && !quoted { separator } else { letter }
    };
    sheet.chars().map(change).collect()
}

/// Encodes the sheets of the starter game, which have no letter that Windows-1252 lacks.
fn in_windows_1252(text: &str) -> Vec<u8> {
    let byte = |letter: char| match letter {
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        letter => u8::try_from(u32::from(letter)).unwrap_or_else(|_| panic!("{letter:?} is not in Windows-1252")),
    };
    text.chars().map(byte).collect()
}

#[test]
fn every_encoding_and_separator_gives_the_same_cards() {
    let whole = said(&original());
    let utf16 = |text: &str, mark: &[u8], bytes: fn(u16) -> [u8; 2]| {
        [mark.to_vec(), text.encode_utf16().flat_map(bytes).collect()].concat()
    };
    for separator in [',', ';', '\t'] {
        // With `;` between cells, lists of several words stand in quotes.
        let text = match separator {
            ';' => with_separator(&sheet(), ';').replace("Storm; Fog; Whale", "\"Storm; Fog; Whale\""),
            other => with_separator(&sheet(), other),
        };
        let crlf = text.replace('\n', "\r\n");
        let files = [
            ("UTF-8", text.clone().into_bytes()),
            ("UTF-8 with a mark", format!("\u{feff}{text}").into_bytes()),
            ("UTF-16, little end first", utf16(&crlf, &[0xFF, 0xFE], u16::to_le_bytes)),
            ("UTF-16, big end first", utf16(&text, &[0xFE, 0xFF], u16::to_be_bytes)),
            ("UTF-16 without a mark", utf16(&text, &[], u16::to_le_bytes)),
        ];
        for (encoding, bytes) in files {
            let game = sound(&starter(naming("cards.csv")).with("card-data/game/cards.csv", bytes));
            assert_eq!(said(&game), whole, "{separator:?} {encoding}");
        }
        let latin = in_windows_1252(&crlf);
        let files = starter(naming("cards.csv")).with("card-data/game/cards.csv", latin.clone());
        let (game, told) = read(&files);
        assert_eq!(said(&game.expect("a game")), whole);
        assert_eq!(told.len(), 1, "a guess is told: {told:#?}");
        assert!(!told[0].is_error() && told[0].message.contains("windows-1252"));
        let named = |text: &str| naming("cards.csv")(text) + "\n[sheets.cards]\nencoding = \"windows-1252\"\n";
        sound(&starter(named).with("card-data/game/cards.csv", latin));
    }
    let tabs = with_separator(&sheet(), '\t');
    sound(&starter(naming("cards.tsv")).with("card-data/game/cards.tsv", tabs));
}

#[test]
fn a_sheet_prints_what_cards_toml_prints() {
    let toml = super::Folder::new();
    toml.run(["new", "game"]).must_succeed();
    let csv = folder("cards.csv", sheet());
    assert_eq!(csv.run(["check", "game"]).must_succeed().out, "no problems\n");
    let (args, file) = (["build", "game"], "output/game/cards-a4.pdf");
    assert!(toml.build(&args, file) == csv.build(&args, file), "{file} differs");
}

#[test]
fn headings_may_be_words_of_ones_own() {
    let text = sheet().replace("\r\n", "\n").replacen("name,", "Titel,", 1).replacen("count,", "Anzahl (Stück),", 1);
    let (head, rows) = text.split_once('\n').expect("a header");
    let mut quoted = false;
    let with_note = |letter: char| {
        quoted ^= letter == '"';
        if letter == '\n' && !quoted { ",balanced?\n".to_owned() } else { letter.to_string() }
    };
    let rows: String = rows.chars().map(with_note).collect();
    let text = format!("My game,,\n\n{head},Notes\n{rows}");
    let columns = |toml: &str| {
        naming("cards.csv")(toml) + "\n[columns]\nTitel = \"name\"\n\"anzahl (stück)\" = \"count\"\nNotes = false\n"
    };
    let game = sound(&starter(columns).with("card-data/game/cards.csv", text));
    assert_eq!(said(&game), said(&original()));
}

#[test]
fn cards_may_stand_in_both_files() {
    let toml = "[[card]]\nname = \"Gull\"\nkind = \"sea\"\ncount = 3\ntext = \"It laughs.\"\n";
    let without_deck = |text: &str| naming("cards.csv")(text).replace("deck-size = 27", "");
    let files = starter(without_deck).with("card-data/game/cards.toml", toml).with("card-data/game/cards.csv", sheet());
    let game = sound(&files);
    assert_eq!((game.deck.cards[0].name.as_str(), game.deck_size, game.deck.cards.len()), ("Gull", 30, 10));
}

#[test]
fn a_count_of_nothing_leaves_a_card_out() {
    let without_deck = |text: &str| {
        naming("cards.csv")(text).replace("deck-size = 27", "").replace("[table.status.lit]", "[table.status.old]")
    };
    let text = sheet();
    let row = text.lines().find(|line| line.starts_with("Fog,")).expect("the fog");
    let left_out = text.replace(row, &row.replacen(",2,", ",0,", 1));
    let game = sound(&starter(without_deck).with("card-data/game/cards.csv", left_out));
    assert_eq!((game.deck_size, game.deck.cards.len()), (25, 8));
    assert!(game.card("fog").is_none());
    // Another card still names it.
    assert_eq!(game.card("keeper").expect("a keeper").list("stops"), ["Storm", "Fog", "Whale"]);
    // A row of formulas that was copied down isn't a card.
    let more = text + ",,0\n";
    assert_eq!(sound(&starter(naming("cards.csv")).with("card-data/game/cards.csv", more)).deck.cards.len(), 9);
}

/// Returns the messages about the starter game's spreadsheet after a change in it.
fn told_of(old: &str, new: &str) -> String {
    let text = sheet();
    assert_eq!(text.matches(old).count(), 1, "{old:?} in {text}");
    let folder = folder("cards.csv", text.replace(old, new));
    let before = folder.contents();
    let ran = folder.run(["build", "game"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.err);
    assert_eq!(folder.contents(), before, "nothing is written");
    ran.err
}

#[test]
fn faults_are_told_with_their_cells() {
    for (old, new, words) in [
        (
            "Fog,sea,2,",
            "Fog,sea,two,",
            &["`count` of card `Fog` must be a whole number", "cards.csv, row 9, column C"][..],
        ),
        ("Fog,sea,2,", "Fog,sea,2.5,", &["a decimal number", "row 9, column C"]),
        ("Fog,sea,2,", "Fog,sea,\"1,000\",", &["`count` of card `Fog` must be a whole number", "row 9, column C"]),
        ("Fog,sea,2,", "Fog,see,2,", &["unknown kind `see`", "row 9, column B", "did you mean `sea`?"]),
        ("Fog,sea,2,", ",sea,2,", &["has no `name`", "row 9", "fill column A, `name`"]),
        ("Fog,sea,2,", "Fog,sea,#REF!,", &["the formula of this cell has no value", "row 9, column C"]),
        ("Fog,sea,2,", "Fog,sea,-3,", &["from 0 to 999, not -3", "row 9, column C"]),
        ("Storm; Fog; Whale", "Storm; Fgo; Whale", &["unknown name `Fgo`", "row 4", "did you mean `Fog`?"]),
        ("kind,", "knd,", &["unknown heading `knd`", "row 1, column B", "did you mean `kind`?"]),
        ("name,kind", "nmae,kind", &["missing heading `name`", "row 1"]),
        (
            "puts_lamp_out",
            "puts_lamp_on",
            &["unknown heading `puts_lamp_on`", "`puts_lamp_out`", "\"puts_lamp_on\" = false"],
        ),
        (
            "Beware of the [Whale].",
            "Beware of the [Whal].",
            &["unknown term `Whal`", "escape the bracket as `\\[", "row 5"],
        ),
        ("Beware of the [Whale].", "Beware of the *[Whale].", &["unclosed `*`", "escape it as `\\*`"]),
        ("Thick enough", "\"Thick enough", &["unclosed quotes", "row 9"]),
    ] {
        let told = told_of(old, new);
        for word in words {
            assert!(told.contains(word), "{new}: no {word:?} in\n{told}");
        }
        assert!(!told.contains("cards.toml"), "{told}");
    }
}

#[test]
fn an_editor_is_told_the_cell() {
    let folder = folder("cards.csv", sheet().replace("Fog,sea,2,", "Fog,sea,two,"));
    let told = folder.run(["check", "game", "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&told.out).expect("JSON");
    assert_eq!(told[0]["cell"], "C9", "{told:#}");
    assert_eq!(told[0]["file"], "card-data/game/cards.csv");
    assert!(told[0]["line"].is_number());
}

#[test]
fn a_column_that_is_missing_is_told_once() {
    let text = "name,kind\nA,boat\nB,boat\nC,boat\n";
    let without_deck = |text: &str| {
        naming("cards.csv")(text)
            .replace("deck-size = 27", "")
            .replace("[table.status.lit]", "[table.status.old]")
            .replace("card = \"lighthouse\"", "")
    };
    let (_, told) = read(&starter(without_deck).with("card-data/game/cards.csv", text));
    let of_sheet: Vec<_> =
        told.iter().filter(|told| told.span.as_ref().is_some_and(|at| at.source.path.ends_with(".csv"))).collect();
    let missing = of_sheet.iter().filter(|told| told.message.contains("missing column")).count();
    assert_eq!(missing, 2, "text and points: {told:#?}");
}

#[test]
fn files_that_are_none_are_told_in_game_toml() {
    let told = |file: &str, name: &str, bytes: &[u8]| {
        let (game, told) = read(&starter(naming(file)).with(&format!("card-data/game/{name}"), bytes.to_vec()));
        assert!(game.is_none());
        told.iter().map(|told| format!("{:?} {} {:?}", told.span, told.message, told.hints)).collect::<String>()
    };
    let missing = told("card.csv", "cards.csv", b"name\n");
    assert!(missing.contains("game.toml:1:") && missing.contains("did you mean `cards.csv`?"), "{missing}");
    let other = told("cards.pdf", "cards.pdf", b"name\n");
    assert!(other.contains("isn't a spreadsheet") && other.contains(".xlsx"), "{other}");
    let odd = told("cards.csv", "cards.csv", &[0xFF, 0xFE, b'n', 0, b'a']);
    assert!(odd.contains("cards.csv") && odd.contains("not a text file in UTF-16"), "{odd}");
    let broken = told("cards.ods", "cards.ods", b"name,kind\n");
    assert!(broken.contains("cards.ods") && broken.contains("unreadable workbook"), "{broken}");
}
