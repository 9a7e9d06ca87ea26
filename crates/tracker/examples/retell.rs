//! Prints the story of a journal: `cargo run -p skirmish-tracker --example retell -- skirmish-5e FILE`.

use std::sync::Arc;

use skirmish_assets::Builtin;
use skirmish_tracker::table::games::played_by;
use skirmish_tracker::table::{Rules, journal, tell};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [game, file] = [1, 2].map(|number| std::env::args().nth(number).unwrap_or_default());
    let bytes = std::fs::read(file)?;
    let game = skirmish_read::game(&Builtin, &game).game.ok_or("no such game")?;
    let book = skirmish_read::glossary(&Builtin, &game);
    // The game's data names its rules. `Played` is their type.
    played_by!(game, Played => {
        let rules = <Played as Rules>::read(&game, &book).map_err(|_| "the game cannot be played")?;
        let parsed = journal::read(&bytes, &Arc::new(rules))?;
        for line in tell::lines(&parsed.table) {
            println!("{}", tell::text(&line.parts));
        }
    }, else return Err("unknown rules".into()));
    Ok(())
}
