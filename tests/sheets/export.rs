//! `skirmish export`: its output reads back the same.

use skirmish_assets::Builtin;
use skirmish_base::vfs::{Memory, Overlay, Vfs as _};
use skirmish_read as read;

use super::{Folder, said};

/// Reads back a game whose cards are in its exported spreadsheet.
fn read_back(id: &str) -> (Vec<String>, Vec<String>) {
    let rows = read::as_sheet(&Builtin, id).unwrap_or_else(|told| panic!("{id}: {told:#?}"));
    assert!(rows.len() > 1 && rows.iter().all(|row| row.len() == rows[0].len()), "{id}");
    let sheet = skirmish_output::pack::csv(&rows).expect("rows of one length");
    let mut files = Memory::new();
    for path in Builtin.files(&format!("card-data/{id}")) {
        let bytes = Builtin.read(&path).expect("a file").into_owned();
        files = match path.rsplit('/').next() {
            Some("cards.toml") => files,
            Some("game.toml") => files.with(&path, ["cards = \"cards.csv\"\n".as_bytes(), &bytes].concat()),
            _ => files.with(&path, bytes),
        };
    }
    let files = files.with(&format!("card-data/{id}/cards.csv"), sheet);
    let again = read::game(&Overlay { first: &files, second: &Builtin }, id);
    assert!(again.diagnostics.is_empty(), "{id}: {:#?}", again.diagnostics);
    let before = read::game(&Builtin, id).game.expect("a game");
    (said(&before), said(&again.game.expect("a game")))
}

#[test]
fn the_games_in_the_box_read_back_the_same() {
    for id in ["skirmish-5e", "warhammer-skirmish"] {
        let (before, after) = read_back(id);
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(before, after, "{id}");
        }
        assert_eq!(before.len(), after.len(), "{id}");
    }
}

#[test]
fn what_has_no_place_in_a_sheet_is_told() {
    let told = read::as_sheet(&Builtin, "battling-cards").expect_err("tables in a list");
    let told: Vec<&str> = told.iter().map(|told| told.message.as_str()).collect();
    assert_eq!(
        told,
        ["`each.who` can't be exported to a spreadsheet", "`each.what` can't be exported to a spreadsheet"]
    );
}

#[test]
fn the_starter_game_reads_back_the_same() {
    let game =
        super::sound(&super::starter(super::naming("cards.csv")).with("card-data/game/cards.csv", super::sheet()));
    assert_eq!(said(&game), said(&super::original()));
}

#[test]
fn a_sheet_is_written_and_read_again() {
    let folder = Folder::new();
    folder.new_in_english("game");
    let ran = folder.run(["export", "game", "--csv", "sheets/cards.csv"]).must_succeed();
    assert_eq!(ran.out, "sheets/cards.csv: 9 rows\n");
    let text = String::from_utf8(folder.read("sheets/cards.csv")).expect("UTF-8");
    assert!(text.starts_with("\u{feff}name,kind,count,"), "{text}");
    std::fs::rename(folder.path("sheets/cards.csv"), folder.path("card-data/game/cards.csv")).expect("a move");
    std::fs::remove_file(folder.path("card-data/game/cards.toml")).expect("the cards");
    folder
        .run(["check", "game"])
        .must_fail(1, &["file not found: `card-data/game/cards.toml`", "cards = \"cards.csv\""]);
    folder.replace(
        "card-data/game/game.toml",
        "title = \"Gull Point\"",
        "cards = \"cards.csv\"\ntitle = \"Gull Point\"",
    );
    assert_eq!(folder.run(["check", "game"]).must_succeed().out, "no problems\n");
    // And once more, from the sheet.
    folder.run(["export", "game", "--csv", "again.csv"]).must_succeed();
    assert_eq!(String::from_utf8(folder.read("again.csv")).expect("UTF-8"), text);
}

#[test]
fn a_game_that_is_wrong_is_not_exported() {
    let folder = Folder::new();
    folder.run(["new", "game"]).must_succeed();
    folder.replace("card-data/game/cards.toml", "name = \"Fog\"", "nmae = \"Fog\"");
    folder.run(["export", "game", "--csv", "cards.csv"]).must_fail(1, &["unknown key `nmae`"]);
    assert!(!folder.path("cards.csv").exists());
    folder.run(["export", "no-game", "--csv", "cards.csv"]).must_fail(1, &["unknown game `no-game`"]);
    folder.run(["export", "skirmish-5e"]).must_fail(2, &["--csv <FILE>"]);
}
