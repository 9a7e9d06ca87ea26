//! The figures that a card's texts may quote.

use super::amount::{Amount, has_comma};
use super::figure::{Found, Lookup, REVISION};
use super::{Card, Component, Face, FieldKind, Game, SetId, Value};

/// The names that stand between braces on one face of one card.
///
/// `name`, `kind`, `count`, `id` and the card's own figures; the words of its `each`; `set`, `set.id`; `other-card.figure`;
/// `game`, `edition`, `revision`, `deck` and the figures of the game; and, in a template, the texts of the face.
pub struct CardLookup<'a> {
    /// The game.
    pub game: &'a Game,
    /// The pieces whose values may be quoted by id.
    pub component: &'a Component,
    /// The card; `None` on a shared face.
    pub card: Option<&'a Card>,
    /// The set; a shared face may have one too.
    pub set: Option<SetId>,
    /// The face whose texts may be quoted, in a template.
    pub face: Option<&'a Face>,
}

impl CardLookup<'_> {
    /// Returns the printed value of the card itself under a name, and nothing of the game.
    pub fn of_card(&self, name: &str) -> Option<Found> {
        let card = self.card?;
        self.zero(card, name).or_else(|| self.own(card, name))
    }

    /// Returns the first letter of something, as a capital: `name.initial`.
    fn initial(&self, name: &str) -> Option<Found> {
        let words = match self.find(name.strip_suffix(".initial")?)? {
            Found::Words(words) => words,
            Found::Text(text) => text.plain_text(),
            Found::Number(_) | Found::Amount(_) => return None,
        };
        let first = words.chars().find(|letter| letter.is_alphanumeric())?;
        Some(Found::Words(first.to_uppercase().collect()))
    }

    /// Returns the printed text of 0, if the field defines one and the card has 0 there.
    fn zero(&self, card: &Card, name: &str) -> Option<Found> {
        let is_zero = matches!(card.figures.get(name)?, Value::Number(0) | Value::Fraction(0));
        let field = self.game.fields.iter().find(|field| is_zero && field.name == name)?;
        field.zero.clone().map(Found::Words)
    }

    /// True if the numbers of a field are printed with their sign.
    fn has_sign(&self, field: &str) -> bool {
        let field = self.game.fields.iter().find(|known| known.name == field);
        field.is_some_and(|field| matches!(&field.kind, FieldKind::Number(numbers) if numbers.sign))
    }

    fn amount(&self, thousandths: i64, sign: bool) -> Found {
        Found::Amount(Amount { thousandths, sign, comma: has_comma(&self.game.language) })
    }

    fn own(&self, card: &Card, name: &str) -> Option<Found> {
        Some(match name {
            "name" => Found::Words(card.name.clone()),
            "id" => Found::Words(card.id.clone()),
            "kind" => Found::Words(self.component.kind(card).name.clone()),
            "kind.id" => Found::Words(self.component.kind(card).id.clone()),
            "count" => Found::Number(card.count.into()),
            name => match card.figures.get(name) {
                Some(Value::Number(number)) if !self.has_sign(name) => Found::Number(*number),
                Some(Value::Number(number)) => self.amount(number.saturating_mul(1000), true),
                Some(Value::Fraction(thousandths)) => self.amount(*thousandths, self.has_sign(name)),
                Some(Value::Word(word)) => Found::Words(word.clone()),
                Some(Value::List(names)) => {
                    let printed = |word: &String| self.game.printed(name, word).to_owned();
                    Found::Words(names.iter().map(printed).collect::<Vec<_>>().join(", "))
                }
                Some(Value::Flag(_) | Value::Figures(_)) => return None,
                None if card.words.contains_key(name) => Found::Words(card.words[name].clone()),
                None => {
                    let (field, key) = name.split_once('.')?;
                    match card.figures.get(field)? {
                        Value::Figures(figures) => Found::Number(figures.iter().find(|(name, _)| name == key)?.1),
                        Value::List(names) => {
                            let word = names.iter().find(|name| *name == key)?;
                            Found::Words(self.game.printed(field, word).to_owned())
                        }
                        Value::Number(_) | Value::Fraction(_) | Value::Word(_) | Value::Flag(_) => return None,
                    }
                }
            },
        })
    }
}

/// Returns the quotable values of a card: `points`, and `bonus.Thrust` for each of several. A word of a list can be
/// quoted too, `attacks.Hook`: it is there where the card has it.
fn quotable(card: &Card) -> impl Iterator<Item = String> {
    card.figures.iter().flat_map(|(name, value)| match value {
        Value::Flag(_) => Vec::new(),
        Value::Number(_) | Value::Fraction(_) | Value::Word(_) | Value::List(_) => vec![name.clone()],
        Value::Figures(figures) => figures.iter().map(|(key, _)| format!("{name}.{key}")).collect(),
    })
}

impl Lookup for CardLookup<'_> {
    fn find(&self, name: &str) -> Option<Found> {
        let game = match name {
            "game" => Some(Found::Words(self.game.title.clone())),
            "edition" => Some(Found::Words(self.game.edition.clone())),
            REVISION => Some(Found::Words(self.game.revision.clone())),
            "deck" => Some(Found::Number(self.game.deck_size.into())),
            name => self.game.figures.get(name).map(|figure| Found::Number(*figure)),
        };
        let text = || Some(Found::Text(self.face?.texts.get(name)?.value.clone()));
        let set = || {
            let set = &self.game.sets[self.set?];
            match name {
                "set" => Some(Found::Words(set.name.clone())),
                "set.id" => Some(Found::Words(set.id.clone())),
                _ => None,
            }
        };
        let other = || {
            let (id, rest) = name.split_once('.')?;
            self.own(self.component.card(id, &self.game.sets)?, rest)
        };
        text()
            .or_else(|| self.own(self.card?, name))
            .or_else(set)
            .or(game)
            .or_else(other)
            .or_else(|| self.initial(name))
    }

    fn printed(&self, name: &str) -> Option<Found> {
        self.card.and_then(|card| self.zero(card, name)).or_else(|| self.find(name))
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = ["game", "edition", "revision", "deck"].map(str::to_owned).to_vec();
        names.extend(self.game.figures.keys().cloned());
        if let Some(card) = self.card {
            names.extend(["name", "id", "kind", "kind.id", "count"].map(str::to_owned));
            names.extend(quotable(card));
            names.extend(card.words.keys().cloned());
        }
        if self.set.is_some() {
            names.extend(["set", "set.id"].map(str::to_owned));
        }
        if let Some(face) = self.face {
            names.extend(face.texts.keys().cloned());
        }
        for card in &self.component.cards {
            names.extend(quotable(card).map(|figure| format!("{}.{figure}", card.id)));
        }
        names
    }
}
