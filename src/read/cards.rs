//! `cards.toml`: the cards, checked each by itself and all together.
//!
//! Read in two rounds: first names and figures, then texts, which may quote the figures of any card.

use std::cell::RefCell;
use std::collections::BTreeMap;

use toml::de::DeTable;

use super::faces::{SecondRound, without_back};
use super::game::Setting;
use super::rules::Known;
use super::table::{File, Table, Word};
use super::texts::Texts;
use crate::game::{CARDS, Card, Face, FieldKind, Game, Told, Value};
use crate::problem::{Place, Problem};

/// The names of the cards, of those too that say something else wrong.
pub(super) struct Names {
    pub all: Vec<String>,
    /// Whether every card has one.
    pub whole: bool,
}

/// Reads the cards into the game.
pub(super) fn read(file: &File, entries: &DeTable<'_>, setting: Setting, game_file: &File, rules: &Known) -> Game {
    let root = Table::new(file, entries, 0..0, "the cards");
    let Setting { mut game, deck, terms, kinds, faces, bars, unread } = setting;
    let tables = root.list("card", "a card");
    if tables.is_empty() && !root.has_or_means("card") {
        let problem = Problem::error(Place::file(&file.source), "there are no cards");
        file.note(problem.hint("add a card: `[[card]]`, then `name`, `kind` and `count`"));
    }
    let named: Vec<Option<String>> = tables
        .iter()
        .map(|table| table.peek("name").filter(|name| !id_of(name).is_empty() && !name.contains('\n')))
        .collect();
    let whole = !tables.is_empty() && named.iter().all(Option::is_some) && !root.has_unasked();
    let starts: Vec<usize> = tables.iter().map(|table| table.at.range.start).collect();
    let names = Names { all: named.iter().flatten().cloned().collect(), whole };
    let mut complete = whole;
    let mut read = Vec::with_capacity(tables.len());
    for mut table in tables {
        table.knows(unread.iter());
        match first_round(&mut table, &game, &names, rules) {
            Some(card) => {
                complete &= card.count > 0;
                game.by_id.insert(card.id.clone(), game.cards.len());
                game.cards.push(card);
                read.push(table);
            }
            None => {
                complete = false;
                skip(table, &game);
            }
        }
    }
    check_bars(game_file, &mut game, &bars, &names);
    let texts = Texts::new(&game, &terms, &names, [game_file, file]);
    let backless = RefCell::default();
    let sides: Vec<[Face; 2]> = read
        .into_iter()
        .zip(&game.cards)
        .map(|(table, card)| {
            let round = SecondRound {
                game: &game,
                texts: &texts,
                kind: &kinds[card.kind],
                sorts: &faces,
                card,
                backless: &backless,
            };
            round.faces(table)
        })
        .collect();
    without_back(&backless.into_inner()).into_iter().for_each(|problem| file.note(problem));
    let faults = file.faults();
    texts.settle(
        |id| {
            let index = named.iter().position(|name| name.as_deref().is_some_and(|name| id_of(name) == id));
            let ends = |index: usize| starts.get(index + 1).copied().unwrap_or(usize::MAX);
            index.is_some_and(|index| faults.iter().any(|at| (starts[index]..ends(index)).contains(at)))
        },
        &unread,
    );
    for (card, sides) in game.cards.iter_mut().zip(sides) {
        card.faces = sides;
    }
    root.finish();
    if let Some((size, at)) = deck.filter(|_| complete) {
        check_deck(game_file, &game, size, at);
    }
    game
}

/// Ends the reading of a card that is left out.
fn skip(table: Table<'_>, game: &Game) {
    let keys = game.fields.iter().map(|field| &field.name).chain(game.face_kinds.iter().map(|face| &face.id));
    table.knows(keys);
    table.knows(["back", "art", "glyph", "rule"]);
    table.finish();
}

/// The counts must add up to what the game says.
fn check_deck(file: &File, game: &Game, size: i64, at: Place) {
    let sum = i64::from(game.deck_size());
    if sum != size {
        let (off, way) = (sum.abs_diff(size), if sum > size { "too many" } else { "too few" });
        let problem = Problem::error(at, format!("the deck has {sum} cards, not {size}: {off} {way}"));
        file.note(problem.hint("the counts in `cards.toml` add up to the deck: change a `count`, or `deck`"));
    }
}

/// What a need bars must be cards.
fn check_bars(file: &File, game: &mut Game, bars: &[Vec<Word>], names: &Names) {
    for (index, words) in bars.iter().enumerate() {
        for word in words {
            match game.cards.iter().find(|card| card.name == word.text) {
                Some(card) => {
                    let id = card.id.clone();
                    game.needs[index].bars.push(id);
                }
                None if !names.whole || names.all.contains(&word.text) => {}
                None => {
                    let problem = Problem::error(word.at.clone(), format!("there is no card `{}`", word.text));
                    file.note(problem.suggest(&word.text, game.cards.iter().map(|card| card.name.as_str())));
                }
            }
        }
    }
}

/// `Two Handed Axe` is `two-handed-axe` in file names and references.
fn id_of(name: &str) -> String {
    let letters = |letter: char| if letter.is_alphanumeric() { letter.to_lowercase().next() } else { Some(' ') };
    name.replace(['\'', '’'], "")
        .chars()
        .filter_map(letters)
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join("-")
}

/// Name, kind, count and figures; a count that cannot be read is 0.
fn first_round(table: &mut Table<'_>, game: &Game, names: &Names, rules: &Known) -> Option<Card> {
    let name = table.must_fill("name");
    if let Some(name) = &name {
        table.what = format!("card `{}`", name.text);
        table.at = name.at.clone();
    }
    let kind = table
        .must_fill("kind")
        .and_then(|word| table.choose(&word, "kind", game.kinds.iter().map(|kind| kind.id.as_str())));
    let short = table.filled("short").map(|word| word.text);
    let count = table.must_number("count", 1..=999);
    let rule = rules.of_card(table);
    let figures = figures(table, game, names);
    let id = name.as_ref().map(|name| id_of(&name.text));
    if let (Some(id), Some(name)) = (&id, &name) {
        if id.is_empty() {
            table.file.note(Problem::error(name.at.clone(), "a card's name needs a letter or a digit"));
            return None;
        }
        if name.text.contains('\n') {
            let problem = Problem::error(name.at.clone(), "a card's name stands on one line");
            table.file.note(problem.hint("join its parts with a blank"));
            return None;
        }
        if let Some(first) = game.by_id.get(id) {
            let problem =
                Problem::error(name.at.clone(), format!("there are two cards `{}`", name.text)).label("the second");
            let first = &game.cards[*first];
            let problem = problem.hint(format!("the first is at {}", first.at));
            table.file.note(match first.name == name.text {
                true => problem,
                false => problem.hint(format!("`{}` and it would both be called `{id}` in files", first.name)),
            });
            return None;
        }
    }
    let (id, name, kind) = (id?, name?, kind?);
    let count = count.and_then(|count| u32::try_from(count).ok()).unwrap_or_default();
    let front = game.face_kinds.iter().position(|face| face.id == "front")?;
    let template = Told { value: String::new(), at: name.at.clone() };
    let blank = Face::blank(front, template);
    Some(Card { id, name: name.text, short, kind, count, rule, faces: [blank.clone(), blank], figures, at: name.at })
}

fn figures(table: &Table<'_>, game: &Game, names: &Names) -> BTreeMap<String, Value> {
    let mut figures = BTreeMap::new();
    for field in &game.fields {
        if !table.has(&field.name) {
            continue;
        }
        let value = match &field.kind {
            FieldKind::Number(from, to) => table.number(&field.name, *from..=*to).map(Value::Number),
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

/// Whether a field may have a word: one of its own, or the name of a card where it says so or says nothing.
fn is_known(table: &Table<'_>, word: &Word, of: &[String], names: &Names) -> bool {
    let cards = of.is_empty() || of.iter().any(|word| word == CARDS);
    let others = of.iter().filter(|word| *word != CARDS);
    let choice = others.chain(names.all.iter().filter(|_| cards)).map(String::as_str);
    // It may be the name that a card lacks.
    (cards && !names.whole) || table.choose(word, "name", choice).is_some()
}

/// `bonus = { Thrust = 1 }`
fn named_figures(table: &Table<'_>, field: &str, of: &[String], names: &Names) -> Option<Value> {
    let inner = table.table(field, format!("`{field}` of {}", table.what))?;
    let figures = inner.keys().into_iter().filter_map(|key| {
        is_known(&inner, &key, of, names);
        Some((key.text.clone(), inner.number(&key.text, -99..=99)?))
    });
    Some(Value::Figures(figures.collect()))
}
