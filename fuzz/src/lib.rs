//! Fuzz targets: each function takes untrusted bytes, and must return for any input.
//!
//! Reported errors are ignored here; the targets must not panic, hang, or take all memory. libFuzzer calls these
//! functions, and so does `tests/fuzzed.rs` with inputs that failed before.

mod faces;
mod table;

use std::borrow::Cow;

use skirmish_assets::Builtin;
use skirmish_base::vfs::{Memory, Overlay, Vfs as _};
use skirmish_output::pack;
use skirmish_read as read;

pub use faces::{art, font, rules, template, text};
pub use table::journal;

/// A fuzz target.
pub type Target = fn(&[u8]);

/// All targets by their names, which their seeds and the inputs of `tests/fuzzed` are kept under.
pub const TARGETS: [(&str, Target); 10] = [
    ("archive", archive),
    ("art", art),
    ("font", font),
    ("game", game),
    ("journal", journal),
    ("rules", rules),
    ("sheet", sheet),
    ("template", template),
    ("text", text),
    ("workbook", workbook),
];

/// The folder of the game that inputs are put into.
const FOLDER: &str = "card-data/g";

/// The starter game, the base of a target's game.
const STARTER: &str = "templates/starter";

/// Returns the text below each line `--- name` of an input.
fn sections(data: &[u8]) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(data);
    let parts = text.strip_prefix("--- ").into_iter().flat_map(|text| text.split("\n--- "));
    parts.filter_map(|part| part.split_once('\n')).map(|(name, body)| (name.to_owned(), body.to_owned())).collect()
}

/// Runs `game.toml` and `cards.toml`, each below a line with its name; missing ones come from the starter game.
pub fn game(data: &[u8]) {
    let mut memory = Memory::new();
    let given = sections(data);
    for name in ["game.toml", "cards.toml"] {
        let text = given.iter().find(|(given, _)| given == name).map(|(_, text)| text.clone().into_bytes());
        let starter = || Builtin.read(&format!("{STARTER}/{name}")).map(Cow::into_owned).unwrap_or_default();
        memory = memory.with(&format!("{FOLDER}/{name}"), text.unwrap_or_else(starter));
    }
    let _ = read::game(&Overlay { first: &memory, second: &Builtin }, "g");
}

/// Unpacks a game that was packed into a ZIP file.
pub fn archive(data: &[u8]) {
    let _ = read::unpack(data);
}

/// Reads a spreadsheet: a workbook if it begins as an archive does, else text.
pub fn sheet(data: &[u8]) {
    let ending = match data {
        [b'P', b'K', ..] if data.windows(9).any(|bytes| bytes == b"xl/workbo") => "xlsx",
        [b'P', b'K', ..] => "ods",
        _ => "csv",
    };
    cards_in(ending, data);
}

/// Reads the files within a workbook, each below a line with its name. They are put into an archive here, for bytes
/// that are changed at random make no archive whose sums are right.
pub fn workbook(data: &[u8]) {
    let files: Vec<(String, Vec<u8>)> =
        sections(data).into_iter().map(|(name, body)| (name, body.into_bytes())).collect();
    let ending = if files.iter().any(|(name, _)| name.starts_with("xl/")) { "xlsx" } else { "ods" };
    if let Ok(archive) = pack::archive(&files) {
        cards_in(ending, &archive);
    }
}

/// Reads the starter game with its cards in a sheet.
fn cards_in(ending: &str, data: &[u8]) {
    let game = Builtin.read(&format!("{STARTER}/game.toml")).map(Cow::into_owned).unwrap_or_default();
    let game = format!("cards = \"cards.{ending}\"\n{}", String::from_utf8_lossy(&game));
    let memory =
        Memory::new().with(&format!("{FOLDER}/game.toml"), game).with(&format!("{FOLDER}/cards.{ending}"), data);
    let _ = read::game(&Overlay { first: &memory, second: &Builtin }, "g");
    let _ = read::prepacked(&format!("{FOLDER}/cards.{ending}"), data);
}
