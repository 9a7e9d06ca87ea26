//! One card: its name, kind, count and figures.

use std::collections::BTreeMap;

use super::cards::Names;
use super::each::Variation;
use super::pieces::PieceDraft;
use super::rules::RuleIndex;
use super::table::{TomlTable, Word};
use super::warband::warriors;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::game::{CARDS, Card, Face, FaceKindId, FieldKind, Game, KindId, Spanned, Value};

/// Returns the id of a name: `Two-Handed Axe` is `two-handed-axe` in file names and references.
pub fn id_of(name: &str) -> String {
    // `Strike+` and `Strike++` are two cards.
    let base = name.trim_end().trim_end_matches('+');
    let pluses = name.trim_end().len() - base.len();
    let (mut id, mut is_apart) = (String::with_capacity(name.len()), false);
    for letter in base.chars().filter(|letter| !['\'', '’'].contains(letter)) {
        if !letter.is_alphanumeric() {
            is_apart = true;
            continue;
        }
        if std::mem::take(&mut is_apart) && !id.is_empty() {
            id.push('-');
        }
        match letter.is_ascii() {
            true => id.push(letter.to_ascii_lowercase()),
            false => id.extend(letter.to_lowercase().next()),
        }
    }
    for _ in 0..pluses {
        id.push_str(if id.is_empty() { "plus" } else { "-plus" });
    }
    id
}

/// Reports an unknown kind: a typo, or a new one, with the lines that declare it.
fn unknown_kind(table: &TomlTable<'_>, word: &Word, game: &Game) -> Diagnostic {
    let what = format!("unknown kind `{}` in {}", word.text, table.what);
    let diagnostic = Diagnostic::error(Code::UNKNOWN_KIND, word.at.clone(), what).label("not a kind");
    let kinds = game.deck.kinds.iter().map(|kind| kind.id.as_str());
    if nearest(&word.text, kinds.clone()).is_some() {
        return diagnostic.suggest(&word.text, kinds);
    }
    let id = id_of(&word.text);
    // The new kind has what the others have.
    let like = game.deck.kinds.first();
    let mark = like.filter(|kind| !kind.mark.is_empty()).map(|kind| format!("\nicon = \"{}\"", kind.mark));
    let colours = like.filter(|kind| !kind.palette.full.is_empty()).map(|_| "\ncolours = { kind = \"#5b6770\" }");
    let block = format!(
        "[kind.{id}]\nname = \"{}\"{}{}",
        word.text.replace(['\\', '"'], ""),
        mark.unwrap_or_default(),
        colours.unwrap_or_default()
    );
    let is_of_sheet = word.at.source.cells.is_some();
    let sync = if is_of_sheet { format!("run `skirmish sync {}`, or ", game.id) } else { String::new() };
    diagnostic.suggest(&word.text, kinds).hint(format!("to define a new kind, {sync}add to `game.toml`:\n{block}"))
}

/// One of the cards that a table defines.
pub(super) struct CardEntry<'a> {
    pub piece: &'a PieceDraft,
    /// The piece type's default kind, for pieces without one; cards must have one.
    pub own_kind: Option<KindId>,
    pub variation: &'a Variation,
}

/// Reads name, kind, count and values; also returns true if the count is valid, otherwise it is 0.
pub(super) fn first_round(
    table: &mut TomlTable<'_>,
    game: &Game,
    names: &Names,
    rules: &RuleIndex,
    entry: &CardEntry<'_>,
) -> Option<(Card, bool)> {
    let CardEntry { piece, own_kind, variation } = *entry;
    let noun = &piece.spec.id;
    let name = table.require_str("name").and_then(|name| variation.name(table, name, game));
    if let Some(name) = &name {
        table.what = format!("{noun} `{}`", name.text);
        table.at = variation.at.clone().unwrap_or_else(|| name.at.clone());
    }
    let kind = match &variation.kind {
        Some(word) => Some(word.clone()),
        None if piece.spec.is_card() => table.require_str("kind"),
        None => table.non_empty_str("kind"),
    };
    let kind = match kind {
        Some(word) => {
            let found = KindId::find(&game.deck.kinds, |kind| kind.id == word.text);
            if found.is_none() {
                table.file.note(unknown_kind(table, &word, game));
            }
            found
        }
        None => own_kind,
    };
    let short = table.localized("short").map(|word| word.text);
    let count = match piece.spec.is_card() || table.has("count") {
        true => table.must_number("count", 0..=999),
        false => Some(1),
    };
    let count = warriors::scaled(table, count, variation.warriors);
    let rule = if piece.spec.is_card() { rules.of_card(table) } else { rules.named(table) };
    let mut figures = figures(table, game, names);
    figures.extend(variation.numbers.iter().map(|(name, number)| (name.clone(), Value::Number(*number))));
    let own_id = own_id(table);
    let id = name.as_ref().map(|name| {
        let id = own_id.unwrap_or_else(|| id_of(&name.text));
        variation.set.map_or_else(|| id.clone(), |set| format!("{id}-{}", game.sets[set].id))
    });
    if let (Some(id), Some(name)) = (&id, &name) {
        if id.is_empty() {
            table.file.note(Diagnostic::error(
                Code::NAME_WITHOUT_LETTERS,
                name.at.clone(),
                format!("the name of a {noun} must contain a letter or digit"),
            ));
            return None;
        }
        if name.text.contains('\n') {
            let diagnostic = Diagnostic::error(
                Code::NAME_ON_SEVERAL_LINES,
                name.at.clone(),
                format!("the name of a {noun} must be on one line"),
            );
            table.file.note(diagnostic.hint("join its parts with a space"));
            return None;
        }
        if let Some(first) = game.deck.by_id.get(id) {
            let diagnostic =
                Diagnostic::error(Code::CARD_TWICE, name.at.clone(), format!("duplicate {noun} `{}`", name.text))
                    .label("duplicate");
            let first = &game.deck.cards[*first];
            if variation.is_one_of_many && first.at == name.at {
                let what = format!("`each` produces two {noun}s named `{}`", name.text);
                let diagnostic = Diagnostic::error(Code::EACH_SAME_NAME, name.at.clone(), what);
                table.file.note(diagnostic.hint("use the values in the name: name = \"{rank} of {suit}\""));
                return None;
            }
            let diagnostic = diagnostic.hint(format!("the first is at {}", first.at));
            table.file.note(match first.name == name.text {
                true => diagnostic,
                false => diagnostic.hint(format!("`{}` has the same id `{id}`", first.name)),
            });
            return None;
        }
    }
    let (id, name, kind) = (id?, name?, kind?);
    let count = count.and_then(|count| u32::try_from(count).ok());
    let front = FaceKindId::find(&game.face_kinds, |face| face.id == "front")?;
    let template = Spanned { value: String::new(), at: name.at.clone() };
    let blank = Face::blank(front, template);
    let card = Card {
        id,
        name: name.text,
        short,
        kind,
        set: variation.set,
        words: variation.words.clone(),
        count: count.unwrap_or_default(),
        rule,
        faces: [blank.clone(), blank],
        figures,
        colour_rules: Vec::new(),
        at: table.at.clone(),
    };
    Some((card, count.is_some()))
}

/// Returns the explicit id of a card, in case another card has its name.
fn own_id(table: &TomlTable<'_>) -> Option<String> {
    let word = table.non_empty_str("id")?;
    let id = id_of(&word.text);
    if id != word.text {
        let what =
            format!("`id` of {} must be lower-case letters, digits and hyphens, not `{}`", table.what, word.text);
        table.file.note(Diagnostic::error(Code::CARD_ID, word.at, what).hint(match id.as_str() {
            "" => "remove it: the id is derived from the name".to_owned(),
            id => format!("write `id = \"{id}\"`"),
        }));
        return None;
    }
    Some(id)
}

fn figures(table: &TomlTable<'_>, game: &Game, names: &Names) -> BTreeMap<String, Value> {
    let mut figures = BTreeMap::new();
    for field in &game.fields {
        if !table.has(&field.name) {
            continue;
        }
        let value = match &field.kind {
            FieldKind::Number(numbers) => table.figure(&field.name, numbers),
            FieldKind::Flag => table.flag(&field.name).map(Value::Flag),
            FieldKind::List(of) => {
                let known = |word: &Word| is_known(table, word, of, names);
                Some(Value::List(table.words(&field.name).into_iter().filter(known).map(|word| word.text).collect()))
            }
            FieldKind::Figures(of) => named_figures(table, &field.name, of, names),
            FieldKind::Line | FieldKind::Text | FieldKind::Quote | FieldKind::Needs => None,
        };
        figures.extend(value.map(|value| (field.name.clone(), value)));
    }
    figures
}

/// True if a field may have a word: one of its own, or the name of a card if it allows those or defines no words.
fn is_known(table: &TomlTable<'_>, word: &Word, of: &[String], names: &Names) -> bool {
    let cards = of.is_empty() || of.iter().any(|word| word == CARDS);
    let others = of.iter().filter(|word| *word != CARDS);
    let choice = others.chain(names.all.iter().filter(|_| cards)).map(String::as_str);
    // It may be the name that a card lacks.
    (cards && !names.whole) || table.choose(Code::UNKNOWN_NAME, word, "name", choice).is_some()
}

/// Reads `bonus = { Thrust = 1 }`.
fn named_figures(table: &TomlTable<'_>, field: &str, of: &[String], names: &Names) -> Option<Value> {
    let inner = table.table(field, format_args!("`{field}` of {}", table.what))?;
    let figures = inner.keys().into_iter().filter_map(|key| {
        is_known(&inner, &key, of, names);
        Some((key.text.clone(), inner.number(&key.text, -99..=99)?))
    });
    Some(Value::Figures(figures.collect()))
}
