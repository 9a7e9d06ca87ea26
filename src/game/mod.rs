//! What a game, a card, a face and a deck are once they are valid: no paths, no TOML, no SVG.

mod colour;
mod field;
mod figure;
mod format;
mod glossary;
mod lookup;
mod rich;
mod rule;

pub use colour::{Colour, Ink, Palette, Tone};
pub use field::{CARDS, Field, FieldKind, Value};
pub use figure::{FigureError, Found, Lookup, number, resolve};
pub use format::CardFormat;
pub use glossary::{Explained, Glossary, Said, Topic, stem};
pub use lookup::CardLookup;
pub use rich::{Draft, Fault, Manner, Piece, Rich, Span, parse};
pub use rule::{NoRuleNumber, RuleNumber};

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::knot::Pattern;
use crate::problem::Place;

/// A whole game: everything that its cards say, and what they look like.
#[derive(Clone, Debug)]
pub struct Game {
    /// The name of its folder.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Which edition, as printed at the foot of a card: `5e`.
    pub edition: String,
    /// Which revision of that edition, as printed at the foot of a card: `r3`.
    pub revision: String,
    /// The language of all texts, as BCP 47 writes it: `en-GB`.
    pub language: String,
    /// Who made it, for the PDF's metadata.
    pub author: String,
    /// Size, corners, bleed and safe zone of a card.
    pub format: CardFormat,
    /// The colours that all kinds and faces share.
    pub palette: Palette,
    /// The kinds of card, in the order in which they are listed.
    pub kinds: Vec<Kind>,
    /// The faces that a card can have, in the order in which they are listed.
    pub face_kinds: Vec<FaceKind>,
    /// What a card may ask for before it is played.
    pub needs: Vec<Need>,
    /// What a card may say beside its name, kind, count and back.
    pub fields: Vec<Field>,
    /// Figures of the game itself: how much health everyone has, how many cards a hand.
    pub figures: BTreeMap<String, i64>,
    /// The cards, in the order of the data.
    pub cards: Vec<Card>,
    /// Where a card stands in [`Game::cards`], by its id.
    pub by_id: HashMap<String, usize>,
}

/// A kind of card: `armour`, `weapon`.
#[derive(Clone, Debug)]
pub struct Kind {
    /// How the data calls it.
    pub id: String,
    /// How a card calls it.
    pub name: String,
    /// How a book calls all its cards: `Weapons`.
    pub plural: String,
    /// The mark that tells it without colour; empty where it could not be read.
    pub mark: String,
    /// Where its mark is named, or else where it is defined.
    pub at: Place,
    /// Its interlace, if it has one.
    pub weave: Option<Pattern>,
    /// Colours that are its own.
    pub palette: Palette,
}

/// A sort of face: `front`, `damaged`, `recovering`, `common`.
#[derive(Clone, Debug)]
pub struct FaceKind {
    /// How the data calls it.
    pub id: String,
    /// Whether one drawing serves every card (a common back).
    pub shared: bool,
    /// Colours that are its own; they go before a kind's.
    pub palette: Palette,
}

/// What a card asks for before it is played, or bars.
#[derive(Clone, Debug)]
pub struct Need {
    /// How the data calls it.
    pub id: String,
    /// Where its marks are named, or else where it is defined.
    pub at: Place,
    /// The marks before the words.
    pub marks: Vec<String>,
    /// The words.
    pub words: String,
    /// The rule that asks for it, and where that was said; none where each card's own rule does.
    pub rule: Option<Told<RuleNumber>>,
    /// Figures by which a card has this need without saying so.
    pub when: Vec<(String, Value)>,
    /// The cards that it bars, by id (`not with a Spear`).
    pub bars: Vec<String>,
}

/// A card of the deck.
#[derive(Clone, Debug)]
pub struct Card {
    /// How the data and the files call it: `two-handed-axe`.
    pub id: String,
    /// Its name: `Two Handed Axe`.
    pub name: String,
    /// A shorter name, for where the whole one has no room on a screen: `2-h Axe`.
    pub short: Option<String>,
    /// Index into [`Game::kinds`].
    pub kind: usize,
    /// How many are in the deck.
    pub count: u32,
    /// The rule that describes it, and where that was said.
    pub rule: Option<Told<RuleNumber>>,
    /// Its front, then its back.
    pub faces: [Face; 2],
    /// Its figures: the same that the tracker computes with.
    pub figures: BTreeMap<String, Value>,
    /// Where it is defined.
    pub at: Place,
}

impl Card {
    /// A figure that is a number.
    pub fn number(&self, field: &str) -> Option<i64> {
        match self.figures.get(field)? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// A figure that is a yes or no; no if the card is silent.
    pub fn flag(&self, field: &str) -> bool {
        matches!(self.figures.get(field), Some(Value::Flag(true)))
    }

    /// A figure that is a list of names; empty if the card is silent.
    pub fn list(&self, field: &str) -> &[String] {
        match self.figures.get(field) {
            Some(Value::List(names)) => names,
            _ => &[],
        }
    }
}

/// One side of a card.
#[derive(Clone, Debug)]
pub struct Face {
    /// Index into [`Game::face_kinds`].
    pub kind: usize,
    /// The template that it is set in, and where that was said.
    pub template: Told<String>,
    /// The drawing, without folder and ending; none where the face has no picture.
    pub art: Option<Told<String>>,
    /// The mark that tells this card from all others, by name; none where the game has no such marks.
    pub glyph: Option<Told<String>>,
    /// Its texts by field: `title`, `text`, `epigraph`, `epigraph-after`.
    pub texts: BTreeMap<String, Told<Rich>>,
    /// Texts that were told and could not be read; their faults are told already.
    pub unread: BTreeSet<String>,
    /// What the card asks for: indices into [`Game::needs`].
    pub needs: Vec<usize>,
}

impl Face {
    /// A face that says nothing yet.
    pub fn blank(kind: usize, template: Told<String>) -> Self {
        Self {
            kind,
            template,
            art: None,
            glyph: None,
            texts: BTreeMap::new(),
            unread: BTreeSet::new(),
            needs: Vec::new(),
        }
    }
}

/// A value with its place in the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told<T> {
    /// The value.
    pub value: T,
    /// Where it was said.
    pub at: Place,
}

impl Game {
    /// The kind of a card.
    pub fn kind(&self, card: &Card) -> &Kind {
        &self.kinds[card.kind]
    }

    /// A card by its id.
    pub fn card(&self, id: &str) -> Option<&Card> {
        self.by_id.get(id).map(|index| &self.cards[*index])
    }

    /// How many cards the deck has.
    pub fn deck_size(&self) -> u32 {
        self.cards.iter().map(|card| card.count).sum()
    }

    /// The colours of a face: the face's own before the kind's before the game's.
    pub fn palette(&self, card: &Card, face: &Face) -> Palette {
        let face = &self.face_kinds[face.kind];
        if face.shared {
            face.palette.over(&self.palette)
        } else {
            face.palette.over(&self.kind(card).palette).over(&self.palette)
        }
    }
}

/// Edition and revision, as far as they are told: `5e · r3`.
pub fn printing(edition: &str, revision: &str) -> String {
    let told: Vec<&str> = [edition, revision].into_iter().filter(|word| !word.is_empty()).collect();
    told.join(" · ")
}
