//! Workbooks of LibreOffice and Excel.

use super::{naming, read, sound, starter};
use skirmish_read::prepacked;

const ODS: &[u8] = include_bytes!("harbour.ods");
const XLSX: &[u8] = include_bytes!("harbour.xlsx");

/// Returns `game.toml` without references to the cards of the starter game.
fn bare(file: &str) -> impl Fn(&str) -> String {
    let name = naming(file);
    move |text: &str| {
        let text = name(text).replace("deck-size = 27", "");
        let (text, _) = text.split_once("\n[table]\n").expect("a table");
        text.replace("required-for = [\"lamp\", \"boat\", \"sea\"]", "").replace("required-for = [\"boat\"]", "")
    }
}

#[test]
fn sheets_formulas_and_merged_cells_are_read() {
    for (name, bytes) in [("cards.ods", ODS), ("cards.xlsx", XLSX)] {
        let game = sound(&starter(bare(name)).with(&format!("card-data/game/{name}"), bytes));
        let cards: Vec<_> = game
            .deck
            .cards
            .iter()
            .map(|card| (card.name.as_str(), game.deck.kind(card).id.as_str(), card.count, card.number("points")))
            .collect();
        assert_eq!(
            cards,
            [
                ("Dinghy", "boat", 4, Some(1)),
                ("Cutter", "boat", 2, Some(3)),
                ("Schooner", "boat", 1, Some(6)),
                ("Squall", "sea", 3, None),
                ("Dead Calm", "sea", 3, None),
                ("Oil Lamp", "lamp", 5, None),
            ],
            "{name}"
        );
        let text = &game.card("squall").expect("a squall").faces[0].texts["text"].value;
        assert_eq!(text.paragraphs.len(), 2, "{text:?}");
    }
}

#[test]
fn a_cell_of_a_workbook_has_its_place() {
    for (name, bytes) in [("cards.ods", ODS), ("cards.xlsx", XLSX)] {
        let wrong = |text: &str| {
            bare(name)(text).replace(
                "[field.points]\ntype = \"number\"\nmin = 1\nmax = 9",
                "[field.points]\ntype = \"number\"\nmin = 1\nmax = 5",
            )
        };
        let (_, told) = read(&starter(wrong).with(&format!("card-data/game/{name}"), bytes));
        let told: Vec<String> = told
            .iter()
            .filter(|told| told.is_error())
            .map(|told| format!("{} {}", told.span.as_ref().expect("a place"), told.message))
            .collect();
        assert_eq!(
            told,
            [format!(
                "card-data/game/{name}, sheet Boats, C6 `points` of card `Schooner` must be a whole number from 1 to 5, not 6"
            )]
        );
    }
}

#[test]
fn some_sheets_may_be_chosen() {
    let chosen = |text: &str| bare("cards.ods")(text) + "\n[sheets.Weather]\nkind = \"sea\"\n";
    let game = sound(&starter(chosen).with("card-data/game/cards.ods", ODS));
    assert_eq!(game.deck.cards.len(), 2);
    let wrong =
        |text: &str| bare("cards.ods")(text) + "\n[sheets.Wheather]\nkind = \"sea\"\n[sheets.Boats]\nkind = \"boat\"\n";
    let (_, told) = read(&starter(wrong).with("card-data/game/cards.ods", ODS));
    assert!(
        told.iter().any(|told| told.message == "unknown sheet `Wheather`" && told.hints == ["did you mean `Weather`?"]),
        "{told:#?}"
    );
}

#[test]
fn the_page_gets_what_a_workbook_says() {
    let game = sound(&starter(bare("cards.ods")).with("card-data/game/cards.ods", ODS));
    let text = prepacked("card-data/game/cards.ods", ODS).expect("a text");
    assert!(std::str::from_utf8(&text).is_ok_and(|text| text.contains("Schooner")));
    let again = sound(&starter(bare("cards.ods")).with("card-data/game/cards.ods", text));
    assert_eq!(super::said(&game), super::said(&again));
    assert_eq!(prepacked("card-data/game/game.toml", b"title"), None);
}
