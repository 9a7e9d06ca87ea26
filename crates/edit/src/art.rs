//! Pictures of cards: a file in the folder `art`, and the card that names it.

use std::collections::BTreeSet;

use skirmish_base::vfs::Vfs;
use skirmish_read::{card_id, folder};

use crate::cards::Cards;
use crate::{EditError, TextEdit, Value};

/// Returns the edits that give a card another picture: a file is added to the folder `art`, and the card names it.
///
/// The file is named after `name`, or with a number if another one or another card has that name. Where a sheet has no column for
/// pictures, it has the id of the card, unless the card has a picture already.
///
/// # Errors
/// The card is unknown, or can't name a picture.
pub fn art(
    vfs: &dyn Vfs,
    game: &str,
    card: &str,
    name: &str,
    ending: &str,
    bytes: Vec<u8>,
) -> Result<Vec<TextEdit>, EditError> {
    let cards = Cards::read(vfs, game)?;
    let art = format!("{}/art", folder(game));
    let stem = |path: &String| {
        let file = path.strip_prefix(&art)?.trim_start_matches('/');
        Some(file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_lowercase())
    };
    let files: BTreeSet<String> = vfs.files(&art).iter().filter_map(stem).collect();
    let table = cards.table()?;
    // Their pictures may be those of their ids.
    let others: BTreeSet<&str> =
        table.rows.iter().filter_map(|row| row.card.as_deref()).filter(|id| *id != card).collect();
    let named = Some(card_id(name)).filter(|name| !name.is_empty()).unwrap_or_else(|| card.to_owned());
    let names = std::iter::once(named.clone()).chain((2_u32..).map(|number| format!("{named}-{number}")));
    let is_free = |name: &String| !files.contains(name) && !others.contains(name.as_str());
    let free = names.into_iter().find(is_free).unwrap_or(named);
    let (free, mut edits) = match cards.set(card, &["art".to_owned()], &Value::from(free.as_str())) {
        Err(EditError::NoColumn { .. }) if !files.contains(card) => (card.to_owned(), Vec::new()),
        edits => (free, edits?),
    };
    edits.insert(0, TextEdit::adding(&format!("{art}/{free}.{ending}"), bytes));
    Ok(edits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_base::vfs::Memory;

    const CARDS: &str = "[[card]]\nname = 'Fog'\n\n[[card]]\nname = 'Boat'\nart = \"old\" # kept\n";

    fn with(files: &Memory, card: &str, name: &str) -> Result<(String, Memory), EditError> {
        let mut files = files.clone();
        let edits = art(&files, "x", card, name, "png", vec![1, 2])?;
        let before = files.clone();
        let undo = crate::apply(&mut files, &edits)?;
        let mut back = files.clone();
        crate::apply(&mut back, &undo)?;
        let all = |files: &Memory| -> Vec<_> {
            files
                .files("card-data")
                .into_iter()
                .map(|path| (path.clone(), files.read(&path).map(Into::into)))
                .collect::<Vec<(String, Result<Vec<u8>, _>)>>()
        };
        assert_eq!(all(&back), all(&before), "undone");
        Ok((edits[0].file.clone(), files))
    }

    #[test]
    fn a_card_names_the_file_that_is_added() {
        let files = Memory::new().with("card-data/x/cards.toml", CARDS).with("card-data/x/art/whale.svg", "");
        let text =
            |files: &Memory| String::from_utf8(files.read("card-data/x/cards.toml").expect("a file").into_owned());
        let (file, after) = with(&files, "boat", "Tall Ship").expect("edits");
        assert_eq!(file, "card-data/x/art/tall-ship.png");
        assert_eq!(text(&after), Ok(CARDS.replace("\"old\"", "\"tall-ship\"")));
        // Free of files in any format, and of the pictures of other cards.
        assert_eq!(with(&files, "boat", "whale").expect("edits").0, "card-data/x/art/whale-2.png");
        assert_eq!(with(&files, "boat", "fog").expect("edits").0, "card-data/x/art/fog-2.png");
        assert_eq!(with(&files, "fog", "???").expect("edits").0, "card-data/x/art/fog.png");
        assert!(matches!(with(&files, "axe", "axe"), Err(EditError::Unknown { .. })));
    }

    #[test]
    fn in_a_sheet_without_a_column_the_file_has_the_name_of_the_card() {
        let game = "title = \"x\"\ncards = \"cards.csv\"\n[face.front]\ntemplate = \"card\"\n[kind.a]\nname = \"a\"\n\
                    [sheets.cards]\nkind = \"a\"\n";
        let game = Memory::new().with("card-data/x/game.toml", game);
        let files = game.clone().with("card-data/x/cards.csv", "name\nFog\nBoat\n");
        assert_eq!(with(&files, "boat", "ship").expect("edits").0, "card-data/x/art/boat.png");
        let taken = files.with("card-data/x/art/boat.jpg", "");
        assert!(matches!(with(&taken, "boat", "ship"), Err(EditError::NoColumn { .. })));
        let named = game.with("card-data/x/cards.csv", "name,art\nFog,\nBoat,old\n");
        let (_, after) = with(&named, "boat", "ship").expect("edits");
        assert_eq!(after.read("card-data/x/cards.csv").expect("a file"), &b"name,art\nFog,\nBoat,ship\n"[..]);
    }
}
