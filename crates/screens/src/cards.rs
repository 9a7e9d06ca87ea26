//! How all cards look, and what the rulebook says of them, ready for the screen.

use std::collections::BTreeMap;

use egui::Color32;

use crate::gallery::{CardSide, Head, PLAYER_STYLES, Rgb, heading};
use crate::game::{Card, Game, Glossary};
use crate::ordered;
use crate::table::{CardId, PlayerColour};

/// A kind of card.
#[derive(Clone, Debug)]
pub struct Kind {
    /// How the data calls it.
    pub id: String,
    /// The plural name of the kind: `Weapons`.
    pub plural: String,
    /// The icon that identifies it without colour.
    pub mark: String,
    /// Its colour.
    pub colour: Color32,
    /// True if it has knotwork.
    pub woven: bool,
}

/// A card, as it is looked up.
#[derive(Clone, Debug)]
pub struct CardEntry {
    /// How the data calls it.
    pub id: CardId,
    /// Its name.
    pub name: String,
    /// The id of its kind.
    pub kind: String,
    /// How many are in a deck.
    pub count: u32,
    /// True if it is the same card as an earlier one in the colours of another player.
    pub repeats: bool,
}

/// The looks and texts of a game's cards.
pub struct Cards {
    title: String,
    all: Vec<CardEntry>,
    heads: BTreeMap<String, [Option<Head>; 2]>,
    shorts: BTreeMap<String, String>,
    kinds: Vec<Kind>,
    glossary: Glossary,
    /// The height of a card over its width.
    tall: f32,
}

impl Cards {
    /// The heads of a game's cards, and what its rulebook says of them.
    pub fn new(game: &Game, glossary: Glossary) -> Self {
        let head = |id: &str| [CardSide::Front, CardSide::Back].map(|side| heading(game, id, side));
        let heads = ordered::map(game.deck.cards.iter().map(|card| (card.id.clone(), head(&card.id))));
        let short = |card: &Card| Some((card.id.clone(), card.short.clone()?));
        let shorts = ordered::map(game.deck.cards.iter().filter_map(short));
        let kind = |kind: &crate::game::Kind| {
            let of_kind = |card: &&Card| game.deck.kind(card).id == kind.id;
            let head =
                game.deck.cards.iter().find(of_kind).and_then(|card| heading(game, &card.id, CardSide::Front))?;
            let woven = kind.weave.is_some();
            let (id, plural, mark) = (kind.id.clone(), kind.plural.clone(), kind.mark.clone());
            Some(Kind { id, plural, mark, colour: tone(head.colour), woven })
        };
        #[allow(clippy::cast_possible_truncation, reason = "a ratio near one and a half")]
        let tall = (game.deck.format.size.height.get() / game.deck.format.size.width.get()) as f32;
        let kinds = game.deck.kinds.iter().filter_map(kind).collect();
        let mut sets = BTreeMap::new();
        let mut repeats = |card: &Card| *sets.entry((card.name.clone(), card.kind)).or_insert(card.set) != card.set;
        let entry = |card: &Card| CardEntry {
            id: CardId::new(&card.id),
            name: card.name.clone(),
            kind: game.deck.kind(card).id.clone(),
            count: card.count,
            repeats: repeats(card),
        };
        let all = game.deck.cards.iter().map(entry).collect();
        Self { title: game.title.clone(), all, heads, shorts, kinds, glossary, tall }
    }

    /// Returns the title of the game.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// All cards, in the order of the data.
    pub fn all(&self) -> &[CardEntry] {
        &self.all
    }

    /// A card by its id.
    pub fn entry(&self, id: &CardId) -> Option<&CardEntry> {
        self.all.iter().find(|card| card.id == *id)
    }

    /// Returns the name of a card; its id if unnamed.
    pub fn name<'a>(&'a self, id: &'a CardId) -> &'a str {
        self.entry(id).map_or(id.as_str(), |card| &card.name)
    }

    /// The head of a side of a card; of the front, where the back is that of all cards.
    pub fn head(&self, card: &str, side: CardSide) -> Option<&Head> {
        let [front, back] = self.heads.get(card)?;
        match side {
            CardSide::Front => front.as_ref(),
            CardSide::Back => back.as_ref().or(front.as_ref()),
        }
    }

    /// A shorter name of a card, if it has one.
    pub fn short(&self, card: &str) -> Option<&str> {
        self.shorts.get(card).map(String::as_str)
    }

    /// The kinds of card that there are cards of, in the order of the data.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Returns the rulebook's entries on cards and words.
    pub fn glossary(&self) -> &Glossary {
        &self.glossary
    }

    /// The height of a card over its width.
    pub fn tall(&self) -> f32 {
        self.tall
    }

    /// The kind of card whose interlace a player's spine has.
    pub fn weave(&self, colour: PlayerColour) -> Option<&str> {
        self.woven(PLAYER_STYLES.get(colour.index())?.weave)
    }

    /// One of the kinds of card that have interlace, counted from 0 and round again.
    pub fn woven(&self, number: usize) -> Option<&str> {
        let woven: Vec<&str> = self.kinds.iter().filter(|kind| kind.woven).map(|kind| kind.id.as_str()).collect();
        woven.get(number.checked_rem(woven.len())?).copied()
    }

    /// True if a kind of card has knotwork.
    pub fn is_woven(&self, kind: &str) -> bool {
        self.kinds.iter().any(|known| known.id == kind && known.woven)
    }
}

/// A colour of a head on the screen.
pub fn tone([red, green, blue]: Rgb) -> Color32 {
    Color32::from_rgb(red, green, blue)
}
