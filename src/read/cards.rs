//! `cards.toml`: the cards, checked each by itself and all together.
//!
//! Read in two rounds: first names and figures, then texts, which may quote the figures of any card.

use std::collections::BTreeMap;

use super::faces::SecondRound;
use super::game::Setting;
use super::table::{File, Table, Word};
use super::texts::Texts;
use crate::game::{Card, Face, FieldKind, Game, Told, Value};
use crate::problem::{Place, Problem};

/// The word of a choice that stands for the names of all cards.
const CARDS: &str = "cards";

/// Reads the cards into the game.
pub(super) fn read(file: &File, setting: Setting, game_file: &File) -> Game {
    let parsed = file.parse();
    let root = Table::new(file, parsed.get_ref(), 0..0, "the cards");
    let Setting { mut game, deck, terms, kinds, faces, bars } = setting;
    let tables = root.list("card", "a card");
    if tables.is_empty() {
        let problem = Problem::error(Place::file(&file.source), "there are no cards");
        file.note(problem.hint("add a card: `[[card]]`, then `name`, `kind` and `count`"));
    }
    let names: Vec<String> = tables.iter().filter_map(|table| table.text("name")).map(|word| word.text).collect();
    let mut whole = true;
    let mut read = Vec::with_capacity(tables.len());
    for mut table in tables {
        match first_round(&mut table, &mut game, &names) {
            Some(card) => {
                game.by_id.insert(card.id.clone(), game.cards.len());
                game.cards.push(card);
                read.push(table);
            }
            None => whole = false,
        }
    }
    check_bars(game_file, &mut game, &bars);
    let texts = Texts::new(&game, &terms, game_file, file);
    let sides: Vec<[Face; 2]> = read
        .into_iter()
        .zip(&game.cards)
        .map(|(table, card)| {
            let round = SecondRound { game: &game, texts: &texts, kind: &kinds[card.kind], sorts: &faces, card };
            round.faces(table)
        })
        .collect();
    for (card, sides) in game.cards.iter_mut().zip(sides) {
        card.faces = sides;
    }
    root.finish();
    if let Some((size, at)) = deck.filter(|_| whole) {
        check_deck(game_file, &game, size, at);
    }
    game
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
fn check_bars(file: &File, game: &mut Game, bars: &[Vec<Word>]) {
    for (index, words) in bars.iter().enumerate() {
        for word in words {
            match game.cards.iter().find(|card| card.name == word.text) {
                Some(card) => {
                    let id = card.id.clone();
                    game.needs[index].bars.push(id);
                }
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

/// Name, kind, count and figures.
fn first_round(table: &mut Table<'_>, game: &mut Game, names: &[String]) -> Option<Card> {
    let name = table.must_fill("name");
    if let Some(name) = &name {
        table.what = format!("card `{}`", name.text);
        table.at = name.at.clone();
    }
    let kind = table
        .must_fill("kind")
        .and_then(|word| table.choose(&word, "kind", game.kinds.iter().map(|kind| kind.id.as_str())));
    let count = table.must_number("count", 1..=999);
    let figures = figures(table, game, names);
    let id = name.as_ref().map(|name| id_of(&name.text));
    if let (Some(id), Some(name)) = (&id, &name) {
        if id.is_empty() {
            table.file.note(Problem::error(name.at.clone(), "a card's name needs a letter or a digit"));
            return None;
        }
        if let Some(first) = game.by_id.get(id) {
            let problem =
                Problem::error(name.at.clone(), format!("there are two cards `{}`", name.text)).label("the second");
            table.file.note(problem.hint(format!("the first is at {}", game.cards[*first].at)));
            return None;
        }
    }
    let (id, name, kind) = (id?, name?, kind?);
    required(table, game, kind);
    let count = u32::try_from(count?).ok()?;
    let front = game.face_kinds.iter().position(|face| face.id == "front")?;
    let template = Told { value: String::new(), at: name.at.clone() };
    let blank = Face::blank(front, template);
    Some(Card { id, name: name.text, kind, count, faces: [blank.clone(), blank], figures, at: name.at })
}

/// Fields that this kind of card must have.
fn required(table: &Table<'_>, game: &Game, kind: usize) {
    let kind = &game.kinds[kind];
    for field in game.fields.iter().filter(|field| field.required.contains(&kind.id)) {
        if !table.has(&field.name) {
            let problem = Problem::error(table.at.clone(), format!("{} has no `{}`", table.what, field.name));
            table.file.note(problem.hint(format!("every card of kind `{}` needs it", kind.id)));
        }
    }
}

fn figures(table: &Table<'_>, game: &Game, names: &[String]) -> BTreeMap<String, Value> {
    let mut figures = BTreeMap::new();
    for field in &game.fields {
        if !table.has(&field.name) {
            continue;
        }
        let value = match &field.kind {
            FieldKind::Number(from, to) => table.number(&field.name, *from..=*to).map(Value::Number),
            FieldKind::Flag => table.flag(&field.name).map(Value::Flag),
            FieldKind::List(of) => {
                let known = |word: &Word| table.choose(word, "name", choice(of, names)).is_some();
                Some(Value::List(table.words(&field.name).into_iter().filter(known).map(|word| word.text).collect()))
            }
            FieldKind::Figures(of) => named_figures(table, &field.name, of, names),
            FieldKind::Line | FieldKind::Text | FieldKind::Quote | FieldKind::Needs => None,
        };
        figures.extend(value.map(|value| (field.name.clone(), value)));
    }
    figures
}

/// The words that a field may have: its own, and the names of the cards where it says so or says nothing.
fn choice<'a>(of: &'a [String], names: &'a [String]) -> impl Iterator<Item = &'a str> + Clone {
    let cards = of.is_empty() || of.iter().any(|word| word == CARDS);
    let others = of.iter().filter(|word| *word != CARDS);
    others.chain(names.iter().filter(move |_| cards)).map(String::as_str)
}

/// `bonus = { Thrust = 1 }`
fn named_figures(table: &Table<'_>, field: &str, of: &[String], names: &[String]) -> Option<Value> {
    let inner = table.table(field, format!("`{field}` of {}", table.what))?;
    let figures = inner.keys().into_iter().filter_map(|key| {
        inner.choose(&key, "name", choice(of, names));
        Some((key.text.clone(), inner.number(&key.text, -99..=99)?))
    });
    Some(Value::Figures(figures.collect()))
}
