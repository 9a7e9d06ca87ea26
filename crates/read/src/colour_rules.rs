//! `[colour-by.faction.north]`: colours by what cards have in a field.

use super::colours::palette;
use super::table::{File, TomlTable};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Card, ColourRule, ColourRuleId, Field, Game, Spanned};

/// Returns all looks, in the order of the file: if a card has several, the first take priority.
pub(super) fn colour_rules(root: &TomlTable<'_>, fields: &[Field]) -> Vec<ColourRule> {
    let mut colour_rules = Vec::new();
    for (field, values) in root.tables("colour-by", "colours by") {
        let names = fields.iter().map(|field| field.name.as_str());
        values.choose(Code::UNKNOWN_FIELD, &field, "field", names);
        for value in values.keys() {
            let what = format!("`{}` of {}", value.text, values.what);
            let Some(table) = values.table(&value.text, what) else { continue };
            let palette = palette(&table);
            table.finish();
            let value = Spanned { value: value.text, at: value.at };
            colour_rules.push(ColourRule { field: field.text.clone(), value, face: None, palette });
        }
    }
    colour_rules
}

/// Returns the looks that a card has.
pub(super) fn of_card(game: &Game, card: &Card) -> Vec<ColourRuleId> {
    let has = |look: &ColourRule| card.values(&look.field).contains(&look.value.value);
    ColourRuleId::all(&game.colour_rules).filter(|look| has(&game.colour_rules[*look])).collect()
}

/// Warns of looks that no card has: one may be misspelt.
pub(super) fn without_cards(file: &File, game: &Game) {
    for (id, look) in ColourRuleId::all(&game.colour_rules).zip(&game.colour_rules) {
        if game.deck.cards.iter().any(|card| card.colour_rules.contains(&id)) {
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
