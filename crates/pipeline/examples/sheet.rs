//! Prints cards from a list on sheets of A4: `cargo run -p skirmish-pipeline --example sheet`.

use skirmish_assets::Builtin;
use skirmish_base::diagnostic;
use skirmish_base::vfs::{Memory, Overlay};
use skirmish_pipeline::job::{self, Failure, FileSink, Request};

/// Name, text and number of each card.
const CARDS: [(&str, &str, u32); 3] = [
    ("Ford", "Cross the river without a boat.", 4),
    ("Ferry", "Cross the river with **one** other player.", 3),
    ("Flood", "Nobody crosses the river until your next turn.", 2),
];

const GAME: &str = r##"
title = "River"
colours = { paper = "#f4efe2", ink = "#1b1a22" }
kind.card.name = "card"
face.front = { template = "front", back = "back" }
face.back = { template = "back", shared = true }
field.text.type = "text"
"##;

/// A rectangle whose id starts with `slot-` isn't drawn: the card fills it. The bleed is 3 mm.
const FRONT: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69.5 94.9">
    <rect class="fill-paper" x="-3" y="-3" width="69.5" height="94.9"/>
    <rect id="slot-title" class="fill-ink" x="6" y="6" width="51.5" height="8" data-text="{name}"/>
    <rect id="slot-text" class="fill-ink" x="6" y="18" width="51.5" height="60"/>
</svg>"#;

const BACK: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69.5 94.9">
    <rect class="fill-ink" x="-3" y="-3" width="69.5" height="94.9"/>
</svg>"#;

fn main() -> Result<(), String> {
    let card = |(name, text, count): (&str, &str, u32)| {
        format!("[[card]]\nname = {name:?}\nkind = \"card\"\ncount = {count}\ntext = {text:?}\n")
    };
    let game = Memory::new()
        .with("card-data/river/game.toml", GAME)
        .with("card-data/river/cards.toml", CARDS.map(card).concat())
        .with("card-data/river/templates/front.svg", FRONT)
        .with("card-data/river/templates/back.svg", BACK);
    // Fonts and type styles are those of the program.
    let files = Overlay { first: &game, second: &Builtin };
    let request = Request { games: vec!["river".to_owned()], ..Request::default() };
    let reports = job::build(&files, &request, &FileSink, &()).map_err(|failure| match failure {
        Failure::Diagnostics(diagnostics) => diagnostic::format_plain(&diagnostics),
        Failure::Stopped(reason) => reason,
    })?;
    for written in reports.iter().flat_map(|report| &report.written) {
        println!("{}: {}", written.path.display(), written.what);
    }
    Ok(())
}
