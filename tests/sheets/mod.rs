//! Cards in sheets: of text in every encoding, of workbooks, exported, and with a game made for them.

mod budget;
mod corpus;
mod csv;
mod export;
mod from;
mod large;
mod layout;
mod railway;
mod workbooks;

use crate::common::program::Folder;
use skirmish_assets::Builtin;
use skirmish_base::diagnostic::Diagnostic;
use skirmish_base::vfs::{Memory, Overlay, Vfs as _};
use skirmish_model::game::Game;
use skirmish_read as read;

const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// Returns everything on a game's cards, without spans: the same for two games that print the same.
pub fn said(game: &Game) -> Vec<String> {
    let mut said = Vec::new();
    for component in game.pieces() {
        for card in &component.cards {
            let rule = card.rule.as_ref().map(|rule| rule.value);
            let head = (&card.id, &card.name, &card.short, &component.kind(card).id, card.set, &card.words, card.count);
            said.push(format!("{} {head:?} {rule:?} {:?}", component.piece.id, card.figures));
            for face in &card.faces {
                let files = [&face.art, &face.alt, &face.card_icon].map(|file| file.as_ref().map(|file| &file.value));
                let texts: Vec<_> = face.texts.iter().map(|(field, text)| (field, &text.value)).collect();
                said.push(format!("  {} {} {files:?} {texts:?} {:?}", face.kind.0, face.template.value, face.needs));
            }
        }
    }
    said
}

/// Returns the files of the starter game as a game `game`, with `game.toml` changed, and without its cards.
fn starter(change: impl Fn(&str) -> String) -> Memory {
    let mut files = Memory::new();
    for path in Builtin.files("templates/starter") {
        let bytes = Builtin.read(&path).expect("a file").into_owned();
        let below = &path["templates/starter/".len()..];
        match below {
            "cards.toml" => {}
            "game.toml" => {
                let text = change(&String::from_utf8(bytes).expect("a text"));
                files = files.with("card-data/game/game.toml", text);
            }
            below => files = files.with(&format!("card-data/game/{below}"), bytes),
        }
    }
    files
}

/// Adds the name of a file of cards to `game.toml`.
fn naming(file: &str) -> impl Fn(&str) -> String {
    let line = format!("cards = \"{file}\"\n");
    move |text: &str| line.clone() + text
}

/// Reads a game, with its diagnostics.
fn read(files: &Memory) -> (Option<Game>, Vec<Diagnostic>) {
    let vfs = Overlay { first: files, second: &Builtin };
    let parsed = read::game(&vfs, "game");
    (parsed.game, parsed.diagnostics)
}

/// Reads a game without faults.
#[track_caller]
fn sound(files: &Memory) -> Game {
    let (game, told) = read(files);
    assert!(told.is_empty(), "{told:#?}");
    game.expect("a game")
}

/// Reads the unchanged starter game.
fn original() -> Game {
    let cards = Builtin.read("templates/starter/cards.toml").expect("the cards").into_owned();
    sound(&starter(str::to_owned).with("card-data/game/cards.toml", cards))
}

/// Returns the cards of the starter game as a CSV.
fn sheet() -> String {
    let cards = Builtin.read("templates/starter/cards.toml").expect("the cards").into_owned();
    let files = starter(str::to_owned).with("card-data/game/cards.toml", cards);
    let rows = read::as_sheet(&Overlay { first: &files, second: &Builtin }, "game").expect("a sheet");
    skirmish_output::pack::csv(rows).expect("rows of one length")
}

/// Returns a folder with the starter game, whose cards are in a spreadsheet.
fn folder(file: &str, sheet: impl AsRef<[u8]>) -> Folder {
    let folder = Folder::new();
    folder.new_in_english("game");
    let game = String::from_utf8(folder.read("card-data/game/game.toml")).expect("a text");
    folder.write("card-data/game/game.toml", naming(file)(&game));
    std::fs::remove_file(folder.path("card-data/game/cards.toml")).expect("the cards");
    folder.write(&format!("card-data/game/{file}"), sheet);
    folder
}
