//! Randomly changed files: the program reports errors, and neither panics nor hangs.
//!
//! `MUTATIONS=20000 cargo test --test generator mutations::` makes more of them, `MUTATION=cards.toml:17` repeats one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use crate::common::side_by_side::side_by_side;
use crate::dice::Dice;
use skirmish_assets::Builtin;
use skirmish_base::vfs::{Memory, Overlay, Vfs as _};
use skirmish_pipeline::job;

/// The files that are changed.
const FILES: [&str; 6] =
    ["game.toml", "cards.toml", "rules.md", "templates/card.svg", "templates/type.toml", "art/fog.svg"];

/// Words of the data formats, in places where they may mean something.
const WORDS: [&str; 44] = [
    "\"",
    "\"\"\"",
    "'",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "{points}",
    "{a.b + 1}",
    "=",
    "= -1",
    "= 1e999",
    "= []",
    "= {}",
    "#",
    "\n",
    "\n\n",
    "\t",
    "<",
    ">",
    "</g>",
    "<!--",
    "-->",
    "&",
    "&amp;",
    "&#0;",
    "url(#a)",
    "NaN",
    "1e38",
    "-999999",
    "99999999999999999999",
    ":::",
    "::: example",
    "::: card Fog",
    "| a | b |",
    "**",
    "*",
    "\\",
    "\u{202e}",
    "\u{feff}",
    "é",
    "鲸",
];

/// Returns a small game with a book: quick to check, to allow many runs.
fn game() -> Vec<(String, String)> {
    let text = |path: &str| String::from_utf8(Builtin.read(path).expect("built in").into_owned()).expect("text");
    let starter = "templates/starter";
    let mut files: Vec<(String, String)> =
        Builtin.files(starter).iter().map(|path| (path[starter.len() + 1..].to_owned(), text(path))).collect();
    files.retain(|(name, _)| !name.contains(".de."));
    for (name, text) in &mut files {
        if name == "game.toml" {
            let (from, to) = (text.find("languages = ").expect("the line"), text.find("author = ").expect("the next"));
            text.replace_range(from..to, "");
        }
        if name == "cards.toml" {
            let sea = text.find("[[card]]\nname = \"Rowing Boat\"").expect("the boats");
            let storm = text.find("[[card]]\nname = \"Storm\"").expect("the sea");
            let whale = text.find("[[card]]\nname = \"Whale\"").expect("the last");
            *text = format!("{}{}", &text[..sea], &text[storm..whale])
                .replace("stops = [\"Storm\", \"Fog\", \"Whale\"]\n", "");
        } else if name == "game.toml" {
            *text = text.replace("deck-size = 27 ", "# ");
        }
    }
    // A shorter book than its own.
    files.retain(|(name, _)| name != "rules.md");
    let rules = "# Gull Point\n\nEach player has a [Lighthouse], which is worth {lighthouse.points}.\n\n## The sea\n\n- one\n- two\n\n\
                 | a | b |\n|---|---|\n| 1 | 2 |\n\n::: example A storm\nIt blows.\n:::\n\n::: card Fog\n:::\n";
    files.push(("rules.md".to_owned(), rules.to_owned()));
    files
}

/// Returns a text with a few random changes.
fn mutated(text: &str, dice: &mut Dice) -> String {
    let mut text = text.to_owned();
    for _ in 0..=dice.below(3) {
        let place = |text: &str, dice: &mut Dice| {
            let at = dice.below(text.len() + 1);
            (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
        };
        let (a, b) = (place(&text, dice), place(&text, dice));
        let (start, end) = (a.min(b), a.max(b));
        let near = (start..=end.min(start + 40)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(start);
        match dice.below(6) {
            0 => text.replace_range(start..near, ""),
            1 => text.insert_str(start, dice.one_of(&WORDS)),
            2 => text.replace_range(start..near, dice.one_of(&WORDS)),
            3 => {
                let copy = text[start..near].to_owned();
                text.insert_str(place(&text, dice), &copy);
            }
            4 => text.truncate(start.max(1)),
            _ => {
                let word = dice.one_of(&WORDS);
                text.insert_str(start, &word.repeat(200));
            }
        }
        while !text.is_char_boundary(text.len()) {
            text.pop();
        }
    }
    text
}

/// Checks the game with one file changed.
fn check(files: &[(String, String)], file: &str, number: u64) {
    let mut dice = Dice(number);
    let mut memory = Memory::new();
    for (name, text) in files {
        let text = if name == file { mutated(text, &mut dice) } else { text.clone() };
        memory = memory.with(&format!("card-data/g/{name}"), text);
    }
    let vfs = Overlay { first: &memory, second: &Builtin };
    // Only the absence of a panic counts here, not the errors.
    let _ = job::check(&vfs, &["g".to_owned()], None, None, None);
}

#[test]
fn whatever_is_in_a_file_is_told() {
    let files = game();
    check(&files, "none", 0);
    if let Ok(one) = std::env::var("MUTATION") {
        let (file, number) = one.split_once(':').expect("a file and a number");
        return check(&files, file, number.parse().expect("a number"));
    }
    let each: u64 = std::env::var("MUTATIONS").map_or(25, |number| number.parse().expect("a number"));
    let all: Vec<(&str, u64)> =
        FILES.into_iter().flat_map(|file| (1..=each).map(move |number| (file, number))).collect();
    let failures = Mutex::new(Vec::new());
    side_by_side(&all, |(file, number)| {
        if catch_unwind(AssertUnwindSafe(|| check(&files, file, *number))).is_err() {
            failures.lock().unwrap().push(format!("MUTATION={file}:{number}"));
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{} of {} panic: {}", failures.len(), all.len(), failures.join(" "));
}
