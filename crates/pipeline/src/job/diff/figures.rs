//! Figures by their names, and which of them a text quotes.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::{
    Amount, Card, CardLookup, Found, Game, Lookup as _, Quotes, RuleNumber, Value, number, parse, resolve,
};

/// Returns the values of a game and of its cards, by their names in texts: `health`, `axe.damage`.
pub(super) fn all(game: &Game) -> BTreeMap<String, String> {
    let mut all: BTreeMap<String, String> =
        game.figures.iter().map(|(name, figure)| (name.clone(), number(*figure))).collect();
    all.insert("deck".to_owned(), game.deck_size.to_string());
    for card in game.pieces().flat_map(|component| &component.cards) {
        all.extend(of_card(card).into_iter().map(|(name, value)| (format!("{}.{name}", card.id), value)));
    }
    all
}

/// Returns the values of a card by name: `damage`, `bonus.Thrust`, `count`.
pub(super) fn of_card(card: &Card) -> BTreeMap<String, String> {
    let mut figures = BTreeMap::from([("count".to_owned(), card.count.to_string())]);
    for (name, value) in &card.figures {
        match value {
            Value::Number(figure) => drop(figures.insert(name.clone(), number(*figure))),
            Value::Fraction(thousandths) => {
                drop(figures.insert(name.clone(), Amount::plain(*thousandths).to_string()));
            }
            Value::Word(word) => drop(figures.insert(name.clone(), word.clone())),
            Value::Flag(flag) => drop(figures.insert(name.clone(), if *flag { "yes" } else { "no" }.to_owned())),
            Value::List(words) => drop(figures.insert(name.clone(), words.join(", "))),
            Value::Figures(each) => {
                figures.extend(each.iter().map(|(key, figure)| (format!("{name}.{key}"), number(*figure))));
            }
        }
    }
    figures
}

/// Changed values, before and after; `None` on one side if it is new or removed.
pub(in crate::job) type Changed = BTreeMap<String, (Option<String>, Option<String>)>;

/// Returns the values that differ.
pub(in crate::job) fn changed(old: &Game, new: &Game) -> Changed {
    let (old, new) = (all(old), all(new));
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let pair = |name: &String| (name.clone(), (old.get(name).cloned(), new.get(name).cloned()));
    names.into_iter().map(pair).filter(|(_, (old, new))| old != new).collect()
}

/// Returns the contents of braces in a text, each with its bytes.
pub(super) fn braces(text: &str) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + text[from..].find('{')?;
            from = start + 1;
            if text[..start].ends_with('\\') {
                continue;
            }
            let end = from + text[from..].find(['}', '\n'])?;
            let inside = start..end + 1;
            return text[end..].starts_with('}').then(|| (inside, text[from..end].trim())).or(Some((start..from, "")));
        }
    })
}

/// True if braces hold a figure, rather than a rule's number or a reference.
pub(super) fn is_figure(inside: &str) -> bool {
    !inside.is_empty()
        && !["#", "see:", "letter:", "red:"].iter().any(|sign| inside.starts_with(sign))
        && inside.parse::<RuleNumber>().is_err()
}

/// Returns the names of the values that a text quotes, as in [`all`]; `card` is the owner of the text.
pub(super) fn quoted(text: &str, game: &Game, card: Option<&Card>) -> BTreeSet<String> {
    let figures = braces(text).filter(|(_, inside)| is_figure(inside));
    let names = figures.flat_map(|(_, inside)| inside.split(" + ").flat_map(|term| term.split(" - ")));
    names.filter_map(|name| whole_name(name.trim(), game, card)).collect()
}

fn whole_name(name: &str, game: &Game, card: Option<&Card>) -> Option<String> {
    let field = name.split('.').next().unwrap_or(name);
    if let Some(card) = card.filter(|card| name == "count" || card.figures.contains_key(field)) {
        return Some(format!("{}.{name}", card.id));
    }
    if name == "deck" || game.figures.contains_key(name) {
        return Some(name.to_owned());
    }
    let (id, rest) = name.split_once('.')?;
    Some(format!("{}.{rest}", game.card(id)?.id))
}

/// Returns the value of braces in a text; `None` if this game lacks it.
pub(super) fn value(inside: &str, game: &Game) -> Option<String> {
    let lookup = CardLookup { game, component: &game.deck, card: None, set: None, face: None };
    match lookup.find(inside) {
        Some(Found::Number(figure)) => Some(number(figure)),
        Some(Found::Amount(amount)) => Some(amount.to_string()),
        Some(Found::Words(words)) => Some(words),
        _ => Some(resolve(&parse(&format!("{{{inside}}}"), Quotes::default()).ok()?, &lookup).ok()?.plain_text()),
    }
}

/// Returns the displayed name of a value: "Axe: damage", "health".
pub(super) fn label(name: &str, games: [&Game; 2]) -> String {
    let words = |name: &str| name.replace(['_', '.'], " ");
    let of = |id: &str| {
        let cards = games.into_iter().flat_map(Game::pieces).flat_map(|component| &component.cards);
        cards.into_iter().find(|card| card.id == id).map(|card| card.name.clone())
    };
    let whole = || Some((of(name.split_once('.')?.0)?, name.split_once('.')?.1));
    whole().map_or_else(|| words(name), |(card, rest)| format!("{card}: {}", words(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_are_found_but_for_escaped_ones_and_those_that_are_not_closed() {
        let found =
            |text| braces(text).map(|(_, inside)| inside).filter(|inside| is_figure(inside)).collect::<Vec<_>>();
        assert_eq!(found("{S3} a {damage}, {a.b + 2} \\{x} {see:y} {#z} { w }"), ["damage", "a.b + 2", "w"]);
        assert_eq!(found("a { b\nc {d}"), ["d"]);
        assert_eq!(found("a {"), [""; 0]);
    }
}
