//! Colours that follow from a column: `colours = { kind = "{colour}" }`.

use std::collections::BTreeMap;

use super::table::File;
use crate::card_id;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::{Card, Colour, ColourRule, ColourRuleId, FaceKindId, Game, Ink, KindId, Palette, Spanned, Tone};

/// Owner of a colour that depends on a column, by priority.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Scope {
    Face(FaceKindId),
    Kind(KindId),
    Game,
}

/// A colour whose value is in a field of each card.
struct FieldColour {
    scope: Scope,
    ink: Ink,
    name: String,
    field: Spanned<String>,
}

/// Gives all cards the colours in their fields, as looks of their own, and removes those colours from the palettes.
/// Errors are reported unless the words are a translation's, whose cards take the looks of the source.
pub(super) fn apply(file: &File, game: &mut Game, reports: bool) {
    let mut asked = Vec::new();
    for (index, face) in game.face_kinds.iter_mut().enumerate() {
        take(&mut face.palette, Scope::Face(FaceKindId(index)), &mut asked);
    }
    for (index, kind) in game.deck.kinds.iter_mut().enumerate() {
        take(&mut kind.palette, Scope::Kind(KindId(index)), &mut asked);
    }
    take(&mut game.palette, Scope::Game, &mut asked);
    let of_sets = game.sets.iter_mut().map(|set| &mut set.palette);
    let mut elsewhere = Vec::new();
    of_sets.chain(game.colour_rules.iter_mut().map(|look| &mut look.palette)).for_each(|palette| {
        take(palette, Scope::Game, &mut elsewhere);
    });
    if !reports {
        return;
    }
    for one in elsewhere {
        let what = format!(
            "colour `{}` depends on `{}`: only a kind, a piece or a face can set such a colour",
            one.name, one.field.value
        );
        file.note(Diagnostic::error(Code::NO_COLOUR, one.field.at, what).hint("write a colour as `#a33b2e`"));
    }
    asked.retain(|one| is_possible(file, game, one));
    let mut colour_rules: BTreeMap<(Scope, String, String), ColourRule> = BTreeMap::new();
    let mut of_cards: Vec<Vec<(Scope, String, String)>> = Vec::with_capacity(game.deck.cards.len());
    for card in &game.deck.cards {
        let mut keys = Vec::new();
        for one in asked.iter().filter(|one| concerns(game, one, card)) {
            let Some((value, tone)) = tone(file, game, one, card) else { continue };
            let key = (one.scope, one.field.value.clone(), value.value.clone());
            let face = if let Scope::Face(face) = one.scope { Some(face) } else { None };
            let look = colour_rules.entry(key.clone()).or_insert_with(|| ColourRule {
                field: one.field.value.clone(),
                value,
                face,
                palette: Palette::default(),
            });
            let tones = if one.ink == Ink::Full { &mut look.palette.full } else { &mut look.palette.low };
            tones.insert(one.name.clone(), tone);
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        of_cards.push(keys);
    }
    let ids = (game.colour_rules.len()..).map(ColourRuleId);
    let ids: BTreeMap<&(Scope, String, String), ColourRuleId> = colour_rules.keys().zip(ids).collect();
    for (card, keys) in game.deck.cards.iter_mut().zip(&of_cards) {
        let (of_face, others): (Vec<_>, Vec<_>) = keys.iter().partition(|key| matches!(key.0, Scope::Face(_)));
        let mut all: Vec<ColourRuleId> = of_face.into_iter().map(|key| ids[key]).collect();
        all.append(&mut card.colour_rules);
        let mut others = others;
        others.sort();
        all.extend(others.into_iter().map(|key| ids[key]));
        card.colour_rules = all;
    }
    game.colour_rules.extend(colour_rules.into_values());
}

/// Takes the colours that follow from fields out of a palette.
fn take(palette: &mut Palette, scope: Scope, into: &mut Vec<FieldColour>) {
    for (tones, ink) in [(&mut palette.full, Ink::Full), (&mut palette.low, Ink::Low)] {
        tones.retain(|name, tone| {
            let Tone::Field(field) = tone else { return true };
            into.push(FieldColour { scope, ink, name: name.clone(), field: field.clone() });
            false
        });
    }
}

/// True if there is such a field, and its owner is not shared by all cards.
fn is_possible(file: &File, game: &Game, one: &FieldColour) -> bool {
    if !game.fields.iter().any(|field| field.name == one.field.value) {
        let what = format!("unknown field `{}` of the colour `{}`", one.field.value, one.name);
        let known = game.fields.iter().map(|field| field.name.as_str());
        file.note(Diagnostic::error(Code::UNKNOWN_FIELD, one.field.at.clone(), what).suggest(&one.field.value, known));
        return false;
    }
    let Scope::Face(face) = one.scope else { return true };
    let face = &game.face_kinds[face];
    if face.shared {
        let what = format!(
            "face `{}` is shared by all cards, so `{}` can't depend on `{}`",
            face.id, one.name, one.field.value
        );
        file.note(Diagnostic::error(Code::NO_COLOUR, one.field.at.clone(), what).hint("write a colour as `#a33b2e`"));
    }
    !face.shared
}

/// True if a card shows the colour.
fn concerns(game: &Game, one: &FieldColour, card: &Card) -> bool {
    match one.scope {
        Scope::Face(face) => card.faces.iter().any(|shown| shown.kind == face),
        Scope::Kind(kind) => card.kind == kind,
        // The kind's own goes before the game's.
        Scope::Game => {
            let own = &game.deck.kinds[card.kind].palette;
            let tones = if one.ink == Ink::Full { &own.full } else { &own.low };
            !tones.contains_key(&one.name)
        }
    }
}

/// Returns the colour of a card by its field, with the words of the field; `None` if it keeps that of its kind or game.
fn tone(file: &File, game: &Game, one: &FieldColour, card: &Card) -> Option<(Spanned<String>, Tone)> {
    let text = card.faces.iter().find_map(|face| face.texts.get(&one.field.value));
    let at: Span = text.map_or(&card.at, |text| &text.at).clone();
    let Some(value) = card.values(&one.field.value).into_iter().next() else {
        let below = game.deck.kinds[card.kind].palette.with_fallback(&game.palette);
        if !below.full.contains_key(&one.name) {
            let what =
                format!("card `{}` has no `{}`, which sets the colour `{}`", card.name, one.field.value, one.name);
            let hint = format!("set it, or add `{} = \"#a33b2e\"` to `[colours]` as the default", one.name);
            file.note(Diagnostic::error(Code::NO_COLOUR, card.at.clone(), what).hint(hint));
        }
        return None;
    };
    let word = value.trim();
    let named = || game.palette.full.keys().find(|name| **name == word || **name == card_id(word));
    let tone = match (Colour::hex(word), named()) {
        (Some(colour), _) => Tone::Colour(Spanned { value: colour, at: at.clone() }),
        (None, Some(name)) => Tone::Like(Spanned { value: name.clone(), at: at.clone() }),
        (None, None) => {
            let what = format!("invalid colour for `{}` of card `{}`: `{word}`", one.field.value, card.name);
            let diagnostic = Diagnostic::error(Code::NO_COLOUR, at, what).label("not a colour");
            let hint = format!("write a colour as `#a33b2e`, or add `{} = \"#a33b2e\"` to `[colours]`", card_id(word));
            file.note(diagnostic.suggest(word, game.palette.full.keys().map(String::as_str)).hint(hint));
            return None;
        }
    };
    Some((Spanned { value: word.to_owned(), at }, tone))
}
