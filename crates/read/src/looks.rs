//! `[colour-by.faction.north]`: colours by what cards have in a field.

use super::colours::palette;
use super::table::{File, TomlTable};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Card, Field, Game, Look, LookId, Spanned};

/// Returns all looks, in the order of the file: if a card has several, the first take priority.
pub(super) fn looks(root: &TomlTable<'_>, fields: &[Field]) -> Vec<Look> {
    let mut looks = Vec::new();
    for (field, values) in root.tables("colour-by", "colours by") {
        let names = fields.iter().map(|field| field.name.as_str());
        values.choose(Code::UNKNOWN_FIELD, &field, "field", names);
        for value in values.keys() {
            let what = format!("`{}` of {}", value.text, values.what);
            let Some(table) = values.table(&value.text, what) else { continue };
            let palette = palette(&table);
            table.finish();
            let value = Spanned { value: value.text, at: value.at };
            looks.push(Look { field: field.text.clone(), value, face: None, palette });
        }
    }
    looks
}

/// Returns the looks that a card has.
pub(super) fn of_card(game: &Game, card: &Card) -> Vec<LookId> {
    let has = |look: &Look| card.values(&look.field).contains(&look.value.value);
    LookId::all(&game.looks).filter(|look| has(&game.looks[*look])).collect()
}

/// Warns of looks that no card has: one may be misspelt.
pub(super) fn without_cards(file: &File, game: &Game) {
    for (id, look) in LookId::all(&game.looks).zip(&game.looks) {
        if game.deck.cards.iter().any(|card| card.looks.contains(&id)) {
            continue;
        }
        let Spanned { value, at } = &look.value;
        let diagnostic = Diagnostic::warning(
            Code::LOOK_WITHOUT_CARDS,
            at.clone(),
            format!("no card has `{value}` as its `{}`", look.field),
        );
        let there: Vec<String> = game.deck.cards.iter().flat_map(|card| card.values(&look.field)).collect();
        file.note(diagnostic.suggest(value, there.iter().map(String::as_str)));
    }
}
