//! Differences between the cards of two games.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::figures::{self, Changed};
use super::side::{DrawnSide, Faces};
use crate::game::{Card, Component, Face, Game, Rich, Sides, Spanned, TextSpan};
use crate::image::Fingerprint;
use crate::job::print_record::Printed;

/// Type of change of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// Added.
    New,
    /// Removed.
    Gone,
    /// It says something else.
    Changed,
    /// It says something else, but its own data is as it was: a figure elsewhere changed.
    Moved,
    /// It says the same and looks different: its drawing, its template or its type changed.
    Redrawn,
}

/// A card that differs.
#[derive(Clone, Debug, Serialize)]
pub struct CardChange {
    /// The piece type.
    pub piece: String,
    /// Its id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Type of change.
    pub change: Change,
    /// Number in a deck, before and after.
    pub count: [u32; 2],
    /// Changed fields.
    pub fields: Vec<FieldChange>,
    /// Its faces that look different, by their names: `front`.
    pub faces: Vec<String>,
}

/// A field of a card that differs.
#[derive(Clone, Debug, Serialize)]
pub struct FieldChange {
    /// Its face; `None` for fields of the whole card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<String>,
    /// Name in the data.
    pub field: String,
    /// Value before.
    pub from: Option<String>,
    /// Value after.
    pub to: Option<String>,
    /// The figures that moved it, where its own words are as they were.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<String>,
}

/// A card or another piece of a game.
#[derive(Clone, Copy)]
struct InGame<'a> {
    game: &'a Game,
    component: &'a Component,
    card: &'a Card,
}

/// Returns all cards and pieces of a game by type and id.
fn all(game: &Game) -> Vec<InGame<'_>> {
    let cards = game.pieces().flat_map(|component| component.cards.iter().map(move |card| (component, card)));
    cards.map(|(component, card)| InGame { game, component, card }).collect()
}

/// Returns the changed fields of cards, by type and id; without new and removed cards.
pub(in crate::job) fn changed_fields(
    old: &Game,
    new: &Game,
    changed: &Changed,
) -> BTreeMap<(String, String), Vec<FieldChange>> {
    let before: BTreeMap<_, InGame<'_>> = all(old).into_iter().map(|one| (key(&one), one)).collect();
    let fields = |one: &InGame<'_>| {
        let found = fields(*before.get(&key(one))?, *one, [old, new], changed);
        (!found.is_empty()).then(|| (key(one), found))
    };
    all(new).iter().filter_map(fields).collect()
}

fn key(one: &InGame<'_>) -> (String, String) {
    (one.component.piece.id.clone(), one.card.id.clone())
}

/// Returns the changed cards, in the order of the new game; then the removed ones.
pub(super) fn compare(old: &DrawnSide<'_, '_>, new: &DrawnSide<'_, '_>, changed: &Changed) -> Vec<CardChange> {
    let games = [old, new].map(|drawn| &drawn.side.parsed.project.game);
    let (olds, news) = (all(games[0]), all(games[1]));
    let by_key: BTreeMap<_, InGame<'_>> = olds.iter().map(|one| (key(one), *one)).collect();
    let mut edited = changed_fields(games[0], games[1], changed);
    let mut changes = Vec::new();
    for one in &news {
        let InGame { game, component, card } = *one;
        let Some(before) = by_key.get(&key(one)) else {
            changes.push(whole(one, Change::New, [0, card.count]));
            continue;
        };
        let fields = edited.remove(&key(one)).unwrap_or_default();
        let prints = |faces: &Faces<'_>| faces.find(&component.piece.id, &card.id).cloned();
        let faces = prints(old.faces).zip(prints(new.faces)).map(|(old, new)| other_faces(game, card, &old, &new));
        let faces = faces.unwrap_or_default();
        if fields.is_empty() && faces.is_empty() {
            continue;
        }
        let change = match fields.iter().find(|field| field.by.is_empty()) {
            Some(_) => Change::Changed,
            None if fields.is_empty() => Change::Redrawn,
            None => Change::Moved,
        };
        changes.push(CardChange { fields, faces, ..whole(one, change, [before.card.count, card.count]) });
    }
    let there: BTreeSet<_> = news.iter().map(key).collect();
    let gone = olds.iter().filter(|one| !there.contains(&key(one)));
    changes.extend(gone.map(|one| whole(one, Change::Gone, [one.card.count, 0])));
    changes
}

fn whole(one: &InGame<'_>, change: Change, count: [u32; 2]) -> CardChange {
    let InGame { game, component, card } = *one;
    let name = card.set.map(|set| format!("{} ({})", card.name, game.sets[set].id));
    CardChange {
        piece: component.piece.id.clone(),
        id: card.id.clone(),
        name: name.unwrap_or_else(|| card.name.clone()),
        change,
        count,
        fields: Vec::new(),
        faces: Vec::new(),
    }
}

/// Returns the names of a card's faces that look different; shared backs don't count.
fn other_faces(game: &Game, card: &Card, old: &Printed, new: &Printed) -> Vec<String> {
    let own = |printed: &Printed| -> Option<Fingerprint> { printed.back.filter(|_| printed.shared.is_none()) };
    let mut names = Vec::new();
    if old.front != new.front {
        names.push(game.face_kinds[card.faces[0].kind].id.clone());
    }
    if own(old) != own(new) {
        names.push(game.face_kinds[card.faces[1].kind].id.clone());
    }
    names.dedup();
    names
}

/// Returns the changed fields of a card.
fn fields(old: InGame<'_>, new: InGame<'_>, games: [&Game; 2], changed: &Changed) -> Vec<FieldChange> {
    let mut found = Vec::new();
    let mut note = |face: Option<&str>, field: &str, from: Option<String>, to: Option<String>, by: Vec<String>| {
        if from != to {
            let (face, field) = (face.map(str::to_owned), field.to_owned());
            found.push(FieldChange { face, field, from, to, by });
        }
    };
    let kind = |one: InGame<'_>| Some(one.component.kind(one.card).name.clone());
    note(None, "name", Some(old.card.name.clone()), Some(new.card.name.clone()), Vec::new());
    note(None, "kind", kind(old), kind(new), Vec::new());
    let (was, is) = (figures::of_card(old.card), figures::of_card(new.card));
    let names: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    for name in names {
        note(None, name, was.get(name).cloned(), is.get(name).cloned(), Vec::new());
    }
    let sides = if new.component.piece.sides == Sides::One { 1 } else { 2 };
    for side in 0..sides {
        let (before, after) = (&old.card.faces[side], &new.card.faces[side]);
        let face = &new.game.face_kinds[after.kind];
        if face.shared || side == 1 && after.kind == new.card.faces[0].kind {
            continue;
        }
        let face = Some(face.id.as_str());
        note(face, "needs", needs(old.game, before), needs(new.game, after), Vec::new());
        note(face, "art", plain(&before.art), plain(&after.art), Vec::new());
        note(face, "card-icon", plain(&before.card_icon), plain(&after.card_icon), Vec::new());
        note(face, "template", Some(before.template.value.clone()), Some(after.template.value.clone()), Vec::new());
        let names: BTreeSet<&String> = before.texts.keys().chain(after.texts.keys()).collect();
        for name in names {
            let (from, to) = (before.texts.get(name), after.texts.get(name));
            let plain_text = |text: Option<&Spanned<Rich>>| text.map(|text| letters(&text.value.without_printing()));
            let by = match from.zip(to).filter(|(from, to)| raw(from) == raw(to)) {
                Some((from, to)) => {
                    let was = figures::quoted(raw(from), games[0], Some(old.card));
                    let quoted = was.into_iter().chain(figures::quoted(raw(to), games[1], Some(new.card)));
                    let moving: BTreeSet<String> = quoted.filter(|name| changed.contains_key(name)).collect();
                    moving.into_iter().collect()
                }
                None => Vec::new(),
            };
            note(face, name, plain_text(from), plain_text(to), by);
        }
    }
    found
}

/// Returns a text in the form of the data.
fn raw(text: &Spanned<Rich>) -> &str {
    text.at.source.text.get(text.at.range.clone()).unwrap_or_default()
}

fn plain(text: &Option<Spanned<String>>) -> Option<String> {
    text.as_ref().map(|text| text.value.clone())
}

fn needs(game: &Game, face: &Face) -> Option<String> {
    let words: Vec<&str> = face.needs.iter().map(|need| game.needs[*need].words.as_str()).collect();
    (!words.is_empty()).then(|| words.join("; "))
}

/// Returns a text with its icons by name, on one line.
fn letters(text: &Rich) -> String {
    let span = |span: &TextSpan| match span {
        TextSpan::Text(words, _) => words.clone(),
        TextSpan::Mark(name) => format!(":{name}:"),
        TextSpan::Item(label) => format!("{label} "),
    };
    let paragraph = |spans: &Vec<TextSpan>| spans.iter().map(span).collect::<String>();
    text.paragraphs.iter().map(paragraph).collect::<Vec<_>>().join(" ")
}
