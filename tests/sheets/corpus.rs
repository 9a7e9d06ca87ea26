//! Sheets in the habits of real ones: each becomes a game that checks and builds without an error, at the first try.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::{Folder, HOME};
use crate::common::outsiders::read;

fn corpus() -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(Path::new(HOME).join("tests/corpus")).expect("the corpus");
    let mut paths: Vec<PathBuf> = files.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let name = |path: &Path| path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
    let read = |path: &PathBuf| (name(path), fs::read(path).expect("a sheet"));
    paths.iter().map(read).collect()
}

#[test]
fn every_sheet_becomes_a_game_without_an_error() {
    let corpus = corpus();
    assert!(corpus.len() >= 40, "{}", corpus.len());
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((file, bytes)) = corpus.get(next.fetch_add(1, Ordering::Relaxed)) {
            let folder = Folder::new();
            folder.write(file, bytes);
            let made = folder.run(["new", "game", "--from", file]);
            let check = folder.run(["check", "game"]);
            let build = folder.run(["build", "game"]);
            let is_kept = made.code == 0 && folder.read(&format!("card-data/game/{file}")) == *bytes;
            if check.code != 0 || build.code != 0 || !is_kept || made.out.contains("reports") {
                let what = format!("{file}:\n{}{}\n{}{}", made.out, made.err, check.err, build.err);
                faults.lock().unwrap_or_else(PoisonError::into_inner).push(what);
            }
        }
    };
    thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
    let faults = faults.into_inner().unwrap_or_else(PoisonError::into_inner);
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), corpus.len(), faults.join("\n"));
}

/// Returns the report of `new` about a spreadsheet of the corpus.
fn report(file: &str) -> (Folder, String) {
    let (_, bytes) = corpus().into_iter().find(|(name, _)| name == file).expect("a sheet of the corpus");
    let folder = Folder::new();
    folder.write(file, bytes);
    let out = folder.run(["new", "game", "--from", file]).must_succeed().out;
    (folder, out)
}

#[track_caller]
fn says(out: &str, lines: &[&str]) {
    for line in lines {
        assert!(out.lines().any(|said| said.trim() == *line), "no {line:?} in\n{out}");
    }
}

#[test]
fn one_column_of_names_is_a_deck() {
    let (folder, out) = report("01-words.csv");
    says(&out, &["Name: the name"]);
    folder.run(["list", "game"]).must_succeed().must_say(&["8 cards"]);
}

#[test]
fn qty_wins_over_running_numbers_and_counts_may_say_times() {
    let (folder, out) = report("05-running-numbers.csv");
    says(&out, &["Qty: how many there are", "#: not printed, ids and notes are not for players"]);
    folder.run(["list", "game"]).must_succeed().must_say(&["11 cards"]);
}

#[test]
fn percentages_bold_words_and_counts_with_words_are_kept() {
    for file in ["120-percent-and-bold.xlsx", "121-percent.ods"] {
        let (folder, out) = report(file);
        says(&out, &["Copies: how many there are", "Drop rate: field `drop_rate`, a line"]);
        folder.run(["list", "game"]).must_succeed().must_say(&["9 cards"]);
        prints(&folder, &["50%", "12.5%", "100%"]);
    }
    let (folder, _) = report("120-percent-and-bold.xlsx");
    let words = printed(&folder);
    assert!(words.contains("Gain 2 attack and lose nothing.") && !words.contains('*'), "{words}");
    let fonts = read("pdffonts", &[folder.path("output/game/cards-a4.pdf").to_str().expect("a plain path")]);
    assert!(fonts.contains("Bold") && fonts.contains("Italic"), "{fonts}");
}

#[test]
fn headings_are_read_in_other_scripts() {
    let (folder, out) = report("103-arabic.csv");
    says(
        &out,
        &["النوع: the kind", "العدد: how many there are", "ملاحظات: not printed, ids and notes are not for players"],
    );
    folder.run(["list", "game"]).must_succeed().must_say(&["5 cards"]);
    let (folder, out) = report("104-turkish.csv");
    says(
        &out,
        &["Tür: the kind", "Adet: how many there are", "Notlar: not printed, ids and notes are not for players"],
    );
    folder.run(["list", "game"]).must_succeed().must_say(&["5 cards"]);
}

/// Returns the words of the cards of a game, as a reader of PDF finds them.
fn printed(folder: &Folder) -> String {
    folder.run(["build", "game"]).must_succeed();
    let words = read("pdftotext", &[folder.path("output/game/cards-a4.pdf").to_str().expect("a plain path"), "-"]);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn prints(folder: &Folder, all: &[&str]) {
    let words = printed(folder);
    for one in all {
        assert!(words.contains(one), "no {one:?} in {words}");
    }
}

#[test]
fn words_that_fit_no_line_are_broken() {
    let (folder, out) = report("106-fill-in.csv");
    assert!(!out.contains("not printed"), "{out}");
    prints(&folder, &["Wähle +1 auf Stärke.", "Name: ____", "Siehe"]);
    let (folder, out) = report("107-name-of-sixty.csv");
    assert!(!out.contains("not printed"), "{out}");
    prints(&folder, &["Elf", "Ork", "Take two cards."]);
}

#[test]
fn a_bad_cell_leaves_the_other_cards_their_texts() {
    let (folder, out) = report("108-one-long-text.csv");
    says(&out, &["Text: field `text`, a text", "cell B2: not printed, the Text of `Elf` is too long for the face"]);
    prints(&folder, &["Elf", "Short text of one card.", "Take two cards."]);
    // The cell stays skipped where its row moves.
    let toml = String::from_utf8(folder.read("card-data/game/game.toml")).expect("a text");
    assert!(toml.contains("skip-cells = [\"Elf: Text\"]"), "{toml}");
    let sheet = String::from_utf8(folder.read("card-data/game/108-one-long-text.csv")).expect("a text");
    let mut rows: Vec<&str> = sheet.lines().collect();
    rows[1..].reverse();
    folder.write("card-data/game/108-one-long-text.csv", rows.join("\n"));
    folder.run(["check", "game"]).must_succeed();
    let (folder, out) = report("109-broken-cells.csv");
    says(
        &out,
        &[
            "cell B3: not printed, it is a formula without a value",
            "cell C4: not printed, it is a formula without a value",
        ],
    );
    prints(&folder, &["It flies at night.", "It walks.", "It swims."]);
}

#[test]
fn figures_keep_their_whole_headings() {
    let (folder, out) = report("111-victory-points.csv");
    assert!(!out.contains("not printed"), "{out}");
    let words = printed(&folder).to_uppercase();
    assert!(words.contains("POINTS") && !words.contains('…'), "{words}");
}

#[test]
fn rows_with_one_cell_are_headings() {
    let (_, out) = report("112-sections-and-total.csv");
    says(&out, &["kinds: w, d", "skipped rows: `defence`, `total`"]);
}

#[test]
fn suits_are_kinds_and_cards_without_names_have_no_title() {
    let (folder, out) = report("113-suits-without-names.csv");
    says(&out, &["kinds: ♠, ♥, ♦, ♣", "Suit: the kind"]);
    assert!(!printed(&folder).contains("Card 1"), "{}", printed(&folder));
    let (folder, out) = report("114-effects.csv");
    says(&out, &["Efeito: field `efeito`, a text", "no column has names: the cards are numbered"]);
    assert!(!printed(&folder).contains("Card 1"), "{}", printed(&folder));
    let (folder, out) = report("115-pictures-as-names.csv");
    says(&out, &["imagem: the name"]);
    prints(&folder, &["Espada +", "Cause 4 de dano."]);
}

#[test]
fn many_notes_are_printed_before_a_second_text() {
    let (_, out) = report("116-eleven-notes.csv");
    assert!((1..=9).all(|note| out.contains(&format!("note {note}: field"))), "{out}");
}

#[test]
fn texts_of_backs_are_not_on_the_front() {
    let (_, out) = report("117-texts-of-backs.csv");
    says(&out, &["Back Text: not printed, it is for the back, which all cards share", "Color: the colour"]);
}

#[test]
fn rules_are_printed_before_short_rows() {
    let folder = Folder::new();
    let (_, bytes) = corpus().into_iter().find(|(name, _)| name == "110-trading-cards.csv").expect("the sheet");
    folder.write("cards.csv", bytes);
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 30\"><rect width=\"40\" height=\"30\" fill=\"#806040\"/></svg>";
    for name in ["fire_sprite", "ice_wall", "ancient_oak"] {
        folder.write(&format!("art/{name}.svg"), svg);
    }
    let out = folder.run(["new", "game", "--from", "cards.csv", "--images", "art"]).must_succeed().out;
    assert!(out.contains("Rules Text: field"), "{out}");
    folder.run(["check", "game"]).must_succeed();
    prints(&folder, &["Counter target spell."]);
}

#[test]
fn the_layout_for_one_text_shows_the_text_of_cards_with_short_names() {
    let folder = Folder::new();
    folder.write("cards.csv", "Name,Text\nOwl,Draw a card and play it.\nElk,Take two cards.\n");
    let out = folder.run(["new", "game", "--from", "cards.csv", "--layout", "text"]).must_succeed().out;
    says(&out, &["Text: field `text`, a text"]);
    prints(&folder, &["Owl", "Take two cards."]);
}

#[test]
fn icons_that_ship_are_drawn_in_texts() {
    let (folder, out) = report("118-shipped-icons.csv");
    says(&out, &["Text: field `text`, a text"]);
    prints(&folder, &["is good."]);
}

#[test]
fn icons_of_a_folder_are_drawn_in_texts_and_whole_on_cards() {
    let folder = Folder::new();
    folder.write(
        "cards.csv",
        "Name,Icon,Text,Produces\nMill,saw,Trade 2 :log: for 1 [gold].,\nWood,log,,:log:\nPit,saw,Take {two}.,\n",
    );
    let icon = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 512 512\"><path d=\"M0 0h512v512H0z\"/><path fill=\"#fff\" d=\"M256 32L480 480H32z\"/></svg>";
    for name in ["log", "saw"] {
        folder.write(&format!("img/art_{name}.svg"), icon);
    }
    let out = folder.run(["new", "game", "--from", "cards.csv", "--images", "img"]).must_succeed().out;
    says(&out, &["icons in texts, in the folder `icons`: `:log:`", "2 pictures on the cards, in the folder `art`"]);
    let template = String::from_utf8(folder.read("card-data/game/templates/card.svg")).expect("a text");
    assert!(template.contains("data-fit=\"contain\""), "{template}");
    folder.run(["check", "game"]).must_succeed();
    let words = printed(&folder);
    assert!(words.contains("for 1 [gold].") && words.contains("{two}") && !words.contains(":log:"), "{words}");
}

#[test]
fn cards_of_a_language_from_right_to_left_are_mirrored() {
    let left = |file: &str| {
        let (folder, _) = report(file);
        let template = String::from_utf8(folder.read("card-data/game/templates/card.svg")).expect("a text");
        let slot = template.lines().find(|line| line.contains("id=\"slot-icon\"")).expect("the mark of the kind");
        let (_, rest) = slot.split_once(" x=\"").expect("a place");
        rest.split_once('"').expect("a number").0.parse::<f64>().expect("a number")
    };
    assert!(left("103-arabic.csv") > 40.0 && left("104-turkish.csv") < 20.0);
}

#[test]
fn formulas_without_saved_values_are_named() {
    let folder = Folder::new();
    folder.write("cards.csv", "Name,Text\n#N/A,#N/A\n");
    folder.run(["new", "game", "--from", "cards.csv"]).must_fail(2, &["its formulas have no values"]);
}

#[test]
fn marks_in_a_text_are_not_its_ground() {
    let folder = Folder::new();
    folder.write("cards.csv", "Name,Text\nWood,Gain 2 :wood: now.\nBrick,Pay 1 :brick:.\n");
    folder.run(["new", "game", "--from", "cards.csv"]).must_succeed();
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\"><circle cx=\"50\" cy=\"50\" r=\"48\"/></svg>";
    for name in ["wood", "brick"] {
        folder.write(&format!("card-data/game/icons/{name}.svg"), svg);
    }
    folder.replace("card-data/game/game.toml", "markup = false\n", "");
    folder.run(["check", "game"]).must_succeed();
}

#[test]
fn upgrades_and_equal_names_have_ids_of_their_own() {
    let (folder, _) = report("04-deckbuilder.csv");
    folder.run(["build", "game", "--target", "images"]).must_succeed();
    for card in ["strike", "strike-plus", "strike-plus-plus", "guard", "guard-plus"] {
        assert!(folder.path(&format!("output/game/images/{card}.png")).is_file(), "{card}");
    }
    let (folder, out) = report("20-equal-names.csv");
    says(&out, &["some cards share a name or have none: they are numbered in file names"]);
    folder.run(["build", "game", "--target", "images"]).must_succeed();
    for card in ["human", "human-2", "human-3", "human-4", "elf", "thief-1"] {
        assert!(folder.path(&format!("output/game/images/{card}.png")).is_file(), "{card}: {:?}", folder.files());
    }
}

#[test]
fn documented_headings_with_a_dot_keep_their_meaning() {
    let (folder, out) = report("39-each.csv");
    says(&out, &["each.no: `each.no`"]);
    folder.run(["list", "game"]).must_succeed().must_say(&["Storm 1", "Storm 6", "6 cards"]);
}

#[test]
fn values_that_no_name_quotes_are_left_off() {
    let folder = Folder::new();
    folder.write("cards.csv", "Name,each.no,Text\nAxe,1;2;3,Cut wood.\nBow,1;2,Shoot far.\n");
    let out = folder.run(["new", "game", "--from", "cards.csv"]).must_succeed().out;
    says(&out, &["Name: the name", "each.no: not printed, no name quotes it, as `Card {no}` would"]);
    assert_eq!(folder.run(["check", "game"]).must_succeed().out, "no problems\n");
}

#[test]
fn headings_twice_and_cells_under_none_are_named() {
    let (_, out) = report("23-twice.csv");
    says(&out, &["Text (2): field `text_2`, a text", "cost (2): field `cost_2`, a number from 0 to 99"]);
    let (_, out) = report("22-no-heading.csv");
    says(&out, &["cells under no heading are not read"]);
    let (_, out) = report("19-no-names.csv");
    says(&out, &["no column has names: the cards are numbered"]);
}

#[test]
fn what_a_face_has_no_room_for_is_named() {
    let (_, out) = report("25-columns-40.csv");
    assert!(out.contains(": not printed, the face has no room for it"), "{out}");
}

#[test]
fn totals_and_headings_between_cards_are_no_cards() {
    let (folder, out) = report("69-titles-totals.csv");
    says(&out, &["skipped rows: `average`, `total`", "Guild: the kind"]);
    folder.run(["list", "game"]).must_succeed().must_say(&["16 cards"]);
    let (folder, _) = report("82-sections.csv");
    folder.run(["list", "game"]).must_succeed().must_say(&["5 cards"]);
    let (folder, out) = report("86-formulas.xlsx");
    says(&out, &["skipped rows: those without a name", "Attack: field `attack`, a number from 0 to 99"]);
    folder.run(["list", "game"]).must_succeed().must_say(&["3 cards"]);
}

#[test]
fn what_no_player_reads_is_left_off() {
    let (_, out) = report("71-json.csv");
    says(&out, &["data: not printed, it has data for a program", "tags: not printed, it has data for a program"]);
    let (_, out) = report("68-polski.csv");
    says(&out, &["Lp.: not printed, ids and notes are not for players", "Ilość sztuk: how many there are"]);
    let (_, out) = report("77-russian.csv");
    says(&out, &["Кол-во в колоде: how many there are", "№ карты: not printed, ids and notes are not for players"]);
    let (_, out) = report("87-lists.xlsx");
    says(&out, &["Art status: not printed, ids and notes are not for players"]);
}

#[test]
fn one_column_gives_the_colours_of_cards() {
    let (_, out) = report("90-two-colours.csv");
    says(
        &out,
        &[
            "Colour: the colour",
            "Text colour: not printed, another column has the colour of the card",
            "Cost: field `cost`, a number from 0 to 99",
        ],
    );
    let (_, out) = report("91-name-and-points.csv");
    says(&out, &["Points: field `points`, a number from 0 to 99"]);
}

#[test]
fn thousands_are_printed_as_they_are() {
    let (folder, out) = report("84-planets.csv");
    says(&out, &["Diameter (km): field `diameter_km`, a line", "Has rings?: field `has_rings`, yes or no"]);
    folder.run(["build", "game"]).must_succeed();
    let words = read("pdftotext", &[folder.path("output/game/cards-a4.pdf").to_str().expect("a plain path"), "-"]);
    assert!(words.contains("12,756") && words.contains('✓'), "{words}");
}

#[test]
fn html_becomes_markup() {
    let (folder, out) = report("70-html.csv");
    says(&out, &["its texts are in HTML: `html = true` reads bold, italics, lines and lists"]);
    folder.run(["build", "game"]).must_succeed();
    let words = read("pdftotext", &[folder.path("output/game/cards-a4.pdf").to_str().expect("a plain path"), "-"]);
    assert!(words.contains("Golem") && !words.contains("<b>") && !words.contains("&amp;"), "{words}");
}

#[test]
fn one_of_several_long_texts_is_left_off_and_not_all() {
    let (_, out) = report("74-two-long.csv");
    let off = out.matches("it is too long for the face").count();
    assert!(off < 3, "{out}");
}

#[test]
fn languages_are_guessed() {
    for (file, language) in
        [("65-greek.csv", "el"), ("67-portugues.csv", "pt"), ("75-deutsch.csv", "de"), ("01-words.csv", "en-GB")]
    {
        let (folder, _) = report(file);
        let toml = String::from_utf8(folder.read("card-data/game/game.toml")).expect("a text");
        assert!(toml.contains(&format!("language = \"{language}\"")), "{file}: {toml}");
    }
}

#[test]
fn sheets_of_one_workbook_share_their_headings() {
    let (_, out) = report("85-dungeon.xlsx");
    says(&out, &["sheet Monsters: 3 rows", "sheet Treasures: 3 rows", "sheet Rooms: 2 rows"]);
}

#[test]
fn sheets_that_are_read_and_those_that_are_not_are_listed() {
    let (folder, out) = report("61-six-sheets.xlsx");
    says(
        &out,
        &[
            "sheet Deck: 3 rows",
            "sheet Economy: not read, it has statistics, by its name",
            "sheet Removed Cards: not read, it has removed cards, by its name",
            "sheet VPs: not read, its cards are in Deck already",
        ],
    );
    folder.run(["list", "game"]).must_succeed().must_say(&["6 cards"]);
    let out =
        folder.run(["new", "other", "--from", "61-six-sheets.xlsx", "--sheet", "removed cards"]).must_succeed().out;
    says(&out, &["sheet Removed Cards: 1 row"]);
    folder.run(["check", "other"]).must_succeed();
    folder
        .run(["new", "third", "--from", "61-six-sheets.xlsx", "--sheet", "Dekc"])
        .must_fail(2, &["unknown sheet `Dekc`", "`Deck`"]);
}

#[test]
fn a_sheet_without_headings_is_told() {
    let told = |sheet: &str| {
        let folder = Folder::new();
        folder.write("cards.csv", sheet);
        let out = folder.run(["new", "game", "--from", "cards.csv"]).must_succeed().out;
        out.contains("row 1 is read as headings: if it is a card, add a row of headings above it")
    };
    assert!(told("Axe,3,It cuts wood.\nBow,2,It shoots far.\nRod,1,It catches fish.\n"));
    // Words alone: one of them comes again below.
    assert!(told("Axe,Weapon,Sharp\nSaw,Tool,Sharp\nRope,Tool,Soft\n"));
    assert!(!told("Animal,Habitat,Food\nOwl,Wood,Mice\nElk,Wood,Grass\n"));
    assert!(!told("Card Title,What does it do?\nOwl,It flies.\nElk,It walks.\n"));
}

#[test]
fn headings_that_come_again_are_no_cards() {
    let folder = Folder::new();
    let sheet = "Name,Level,Text\nRat,1,Bites.\nBat,1,Flies.\nName,Level,Text\nOgre,2,Smashes.\n\nName,Level,Text\nDragon,3,Burns.\n";
    folder.write("cards.csv", sheet);
    let out = folder.run(["new", "game", "--from", "cards.csv"]).must_succeed().out;
    says(&out, &["skipped rows: `name`", "Level: field `level`, a number from 0 to 99"]);
    folder.run(["list", "game"]).must_succeed().must_say(&["4 cards"]);
}

#[test]
fn prompts_and_responses_are_cards_and_a_readme_is_not() {
    let (folder, out) = report("122-prompts.xlsx");
    says(&out, &["sheet READ ME: not read, it has notes, by its name", "sheet White: 3 rows", "Response: the name"]);
    folder.run(["list", "game"]).must_succeed().must_say(&["6 cards"]);
}

#[test]
fn landscape_cards_are_drawn_and_check() {
    for (size, format) in [("88x63", "width = 88\nheight = 63"), ("tarot-landscape", "width = 120.65\nheight = 69.85")]
    {
        for layout in ["stat", "text", "profile", "event"] {
            let folder = Folder::new();
            folder.write("cards.csv", "Name,Cost,Text\nOwl,1,It flies at night.\nElk,2,It walks.\nBat,3,It hangs.\n");
            folder.run(["new", "game", "--from", "cards.csv", "--size", size, "--layout", layout]).must_succeed();
            let toml = String::from_utf8(folder.read("card-data/game/game.toml")).expect("a text");
            assert!(toml.contains(format), "{toml}");
            folder.run(["check", "game"]).must_succeed();
        }
    }
}

#[test]
fn kind_size_and_layout_can_be_chosen() {
    let folder = Folder::new();
    folder.write(
        "cards.csv",
        "Name,Type,Class,Text\nOwl,Bird,Night,It flies.\nElk,Beast,Day,It walks.\nBat,Beast,Night,It hangs.\n",
    );
    let out =
        folder.run(["new", "game", "--from", "cards.csv", "--kind", "class", "--size", "tarot", "--layout", "event"]);
    says(
        &out.must_succeed().out,
        &["kinds: Night, Day", "Class: the kind", "Type: not printed, the face has no room for it"],
    );
    let toml = String::from_utf8(folder.read("card-data/game/game.toml")).expect("a text");
    assert!(toml.contains("size = \"tarot\""), "{toml}");
    folder.run(["check", "game"]).must_succeed();
    folder
        .run(["new", "other", "--from", "cards.csv", "--kind", "klass"])
        .must_fail(2, &["unknown heading `klass`", "`Class`"]);
    folder.run(["new", "other", "--from", "cards.csv", "--size", "huge"]).must_fail(2, &["huge", "tarot"]);
}

#[test]
fn pictures_match_with_prefix_and_capitals_and_backs_have_their_own() {
    let svg = |colour: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"><rect width=\"63\" height=\"88\" fill=\"{colour}\"/></svg>"
        )
    };
    let folder = Folder::new();
    folder.write("cards.csv", "Name,Icon,Back Image\nLog,log,sea.svg\nStone,Stone,sea.svg\nRope,ROPE,land.svg\n");
    for name in ["art_log", "art_stone", "art_Rope"] {
        folder.write(&format!("pics/{name}.svg"), svg("#c03030"));
    }
    for name in ["sea", "land"] {
        folder.write(&format!("pics/{name}.svg"), svg("#3030c0"));
    }
    let out = folder.run(["new", "game", "--from", "cards.csv", "--images", "pics"]).must_succeed().out;
    says(
        &out,
        &["Icon: the picture", "Back Image: the picture on the back", "5 pictures on the cards, in the folder `art`"],
    );
    let check = folder.run(["check", "game"]).must_succeed();
    assert!(!check.out.contains("error"), "{}", check.out);
    folder.run(["build", "game", "--target", "images"]).must_succeed();
    assert!(folder.path("output/game/images/rope-common.png").is_file(), "{:?}", folder.files());
}

#[test]
fn a_folder_of_finished_faces_is_a_deck() {
    let svg = |colour: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 700 1209\"><rect width=\"700\" height=\"1209\" fill=\"{colour}\"/></svg>"
        )
    };
    let folder = Folder::new();
    for name in ["the_tower", "the_moon", "back"] {
        folder.write(&format!("faces/{name}.svg"), svg("#806040"));
    }
    folder.write("faces/sketch.heic", "no picture");
    let out = folder.run(["new", "game", "--images", "faces"]).must_succeed().out;
    says(&out, &["size: tarot", "back: back.svg", "sketch.heic is HEIC: save it as PNG or JPEG"]);
    let check = folder.run(["check", "game"]).must_succeed();
    assert!(!check.out.contains("error"), "{}", check.out);
    folder.run(["build", "game"]).must_succeed();
    folder.run(["list", "game"]).must_succeed().must_say(&["the moon", "2 cards"]);
}

#[test]
fn sync_adds_placeholders_for_new_pictures() {
    let svg =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 60 50\"><rect width=\"60\" height=\"50\"/></svg>";
    let folder = Folder::new();
    folder.write("cards.csv", "Name,Picture,Text\nOwl,owl.svg,It flies.\nElk,elk.svg,It walks.\n");
    ["owl", "elk"].iter().for_each(|name| folder.write(&format!("img/{name}.svg"), svg));
    folder.run(["new", "game", "--from", "cards.csv", "--images", "img"]).must_succeed();
    folder.replace("card-data/game/cards.csv", "Elk,elk.svg", "Cod,cod.svg,It swims.\nElk,elk.svg");
    folder.run(["check", "game"]).must_fail(1, &["missing artwork", "`skirmish sync`"]);
    let out = folder.run(["sync", "game"]).must_succeed().out;
    says(&out, &["Added a placeholder, to be replaced: art/cod.svg"]);
    folder.run(["check", "game"]).must_succeed();
}

#[test]
fn sync_adds_new_columns_and_kinds_and_nothing_else() {
    let folder = Folder::new();
    folder.write("cards.csv", "Name,Type,Cost\nOwl,Bird,1\nElk,Beast,2\n");
    folder.run(["new", "game", "--from", "cards.csv"]).must_succeed();
    let before = String::from_utf8(folder.read("card-data/game/game.toml")).expect("a text");
    let nothing = folder.run(["sync", "game"]).must_succeed().out;
    assert!(nothing.starts_with("Nothing to add"), "{nothing}");
    folder.write(
        "card-data/game/cards.csv",
        "Name,Type,Cost,Flavour text,Notes\nOwl,Bird,1,It sees.,weak?\nElk,Beast,2,It walks.,\nCod,Fish,3,It swims.,\n",
    );
    let out = folder.run(["sync", "game"]).must_succeed().out;
    says(
        &out,
        &[
            "Added `[kind.fish]` for Fish",
            "Added `\"Notes\" = false` below `[columns]`: ids and notes are not for players",
        ],
    );
    assert!(out.contains("Added `[field.flavour_text]`") && out.contains("id=\"slot-flavour_text\""), "{out}");
    assert!(!out.contains("STYLE"), "{out}");
    let after = String::from_utf8(folder.read("card-data/game/game.toml")).expect("a text");
    let mut lines = after.lines();
    for line in before.lines() {
        assert!(lines.any(|other| other == line), "{line} is gone from\n{after}");
    }
    let slot = "  <rect id=\"slot-flavour_text\" class=\"fill-ink\" x=\"5\" y=\"60\" width=\"53.5\" height=\"6\" data-style=\"name\" data-optional=\"\"/>\n</svg>";
    for file in folder.files().iter().filter(|file| file.contains("templates/card") && file.ends_with(".svg")) {
        folder.replace(file, "</svg>", slot);
    }
    let check = folder.run(["check", "game"]);
    assert!(!format!("{}{}", check.out, check.err).contains("E0413"), "{}{}", check.out, check.err);
    folder.run(["list", "game"]).must_say(&["Cod"]);
}
