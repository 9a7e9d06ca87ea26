//! The validated model of a game: cards, faces, kinds, texts; no paths, no TOML, no SVG.

mod amount;
mod battling;
mod colour;
mod colour_rule;
mod declared;
mod field;
mod figure;
mod format;
mod glossary;
mod id;
mod lookup;
pub mod net;
mod phrases;
mod piece;
mod rich;
mod rule;
mod rulings;
pub mod skirminion;
mod warband;

pub use crate::rule;
pub use amount::Amount;
pub use battling::{BattlingSpec, DefenceSuit, EqualPoints, FightOrder, FourPlayers};
pub use colour::{Colour, Ingredient, Ink, Palette, Recipe, Tone};
pub use colour_rule::ColourRule;
pub use declared::{
    ActionSpec, ActionTarget, CounterSpec, DiceSpec, EffectSpec, NoteSpec, PileSpec, StatusSpec, TableSpec, TimerSpec,
    WinSpec,
};
pub use field::{CARDS, Field, FieldKind, Numbers, Value};
pub use figure::{FigureError, Found, Lookup, REVISION, number, resolve};
pub use format::CardFormat;
pub use glossary::{Explained, Glossary, Illustration, IllustrationSource, Phrase, Topic, stem};
pub use id::{ColourRuleId, FaceKindId, KindId, NeedId, SetId};
pub use lookup::CardLookup;
pub use phrases::{Phrases, filled, phrases};
pub use piece::{CARD, CutShape, Pack, PieceSpec, Set, Sides, mirrored};
pub use rich::{
    Draft, Fault, Formatting, Piece, QuoteReader, Quotes, Rich, TextSize, TextSpan, parse, parse_name, parse_with_lists,
};
pub use rule::{ParseRuleNumberError, RuleNumber};
pub use rulings::{Rulings, SKIRMISH_RULES};
pub use warband::{
    Advice, Armour, FIGURES, House, HouseWishes, MOST_LISTED, MOST_POINTS, MOST_RANGE, MOST_WARRIORS, MOST_WIZARD,
    POINTS, Profile, Quoted, ROWS, Role, Trait, WARBAND_RULES, Warband, WarriorSpec, Weapon, advice, is_quotable,
    quarter,
};

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::diagnostic::{Allowed, Span};
use crate::ordered;
use crate::units::Pt;
use knotwork::Pattern;

/// A game: the content of its cards, and their look.
#[derive(Clone, Debug)]
pub struct Game {
    /// The name of its folder.
    pub id: String,
    /// Name.
    pub title: String,
    /// Edition, as printed at the foot of a card: `5e`.
    pub edition: String,
    /// Revision of that edition, as printed at the foot of a card: `r3`.
    pub revision: String,
    /// True if cards are printed with boxes for the letters that no font has.
    pub allows_missing_letters: bool,
    /// The language of all texts, as BCP 47 writes it: `en-GB`.
    pub language: String,
    /// The other languages that its words are translated into.
    pub languages: Vec<String>,
    /// The language of its translation; `None` in the source's.
    pub translation: Option<String>,
    /// Translated names and words of lists: by the field, or an empty string for names of cards, and the word of the
    /// source.
    pub translated_terms: BTreeMap<(String, String), String>,
    /// Translations of the words of template slots, by template and slot.
    pub template_words: BTreeMap<(String, String), Draft>,
    /// Author in the PDF's metadata.
    pub author: String,
    /// Its cards. Readers put all pieces here first, and separate them when all are read.
    pub deck: Component,
    /// Its other piece types.
    pub components: Vec<Component>,
    /// The printed panels of its nets, in order: see [`Game::panels_of`].
    pub panels: Vec<Component>,
    /// The colours that all kinds and faces share.
    pub palette: Palette,
    /// The sets, in the order in which they are listed: one for each player.
    pub sets: Vec<Set>,
    /// The faces that a card can have, in the order in which they are listed.
    pub face_kinds: Vec<FaceKind>,
    /// Colours by what cards have in a field; the first go before the others.
    pub colour_rules: Vec<ColourRule>,
    /// Requirements that cards may have before they are played.
    pub needs: Vec<Need>,
    /// Fields of a card besides its name, kind, count and back.
    pub fields: Vec<Field>,
    /// Figures of the game itself: how much health everyone has, how many cards a hand.
    pub figures: BTreeMap<String, i64>,
    /// The word for the rules by which the tracker keeps its table, and where that was said.
    pub rules: Option<Spanned<String>>,
    /// State that the tracker keeps for it, without built-in rules.
    pub table: TableSpec,
    /// Settings of the battling-card game's rules, if it is played by those.
    pub battling: Option<BattlingSpec>,
    /// The house rules that are on at first, in a game of warbands.
    pub house: House,
    /// The rulings that are settled another way at first, in Skirmish.
    pub rulings: Rulings,
    /// The warbands of its folder, by the names of their files.
    pub warbands: Vec<Warband>,
    /// True if it has a rulebook.
    pub has_book: bool,
    /// Number of cards in the deck, all sets together.
    pub deck_size: u32,
    /// The problems that it accepts.
    pub allowed: Allowed,
}

/// The pieces of a type: the cards of a deck, tokens, boxes.
#[derive(Clone, Debug)]
pub struct Component {
    /// Their type.
    pub piece: PieceSpec,
    /// Their size, corners, bleed and safe zone.
    pub format: CardFormat,
    /// Their kinds, in the order in which they are listed.
    pub kinds: Vec<Kind>,
    /// The pieces, in the order of the data.
    pub cards: Vec<Card>,
    /// Index into [`Component::cards`], by id.
    pub by_id: HashMap<String, usize>,
}

/// A kind of card: `armour`, `weapon`.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Id in the data.
    pub id: String,
    /// Name on a card.
    pub name: String,
    /// Name of all its cards in a book: `Weapons`.
    pub plural: String,
    /// Icon that identifies it without colour; empty if it couldn't be read.
    pub mark: String,
    /// True if the data names the icon; else it is named after the kind, and may be missing.
    pub names_mark: bool,
    /// Span of its icon's name, or else of its definition.
    pub at: Span,
    /// Its interlace, if it has one.
    pub weave: Option<Pattern>,
    /// Colours that are its own.
    pub palette: Palette,
}

/// A kind of face: `front`, `damaged`, `recovering`, `common`.
#[derive(Clone, Debug)]
pub struct FaceKind {
    /// Id in the data.
    pub id: String,
    /// Name in a book.
    pub name: String,
    /// True if one drawing serves every card (a common back).
    pub shared: bool,
    /// Colours that are its own; they go before a kind's.
    pub palette: Palette,
}

/// Requirement or obstacle before a card is played.
#[derive(Clone, Debug)]
pub struct Need {
    /// Id in the data.
    pub id: String,
    /// Span of its icons' names, or else of its definition.
    pub at: Span,
    /// The marks before the words.
    pub marks: Vec<String>,
    /// The words.
    pub words: String,
    /// The rule that requires it, with its span; `None` if each card's own rule does.
    pub rule: Option<Spanned<RuleNumber>>,
    /// Figures by which a card has this need without saying so.
    pub when: Vec<(String, Value)>,
    /// The cards that it bars, by id (`not with a Spear`).
    pub bars: Vec<String>,
}

/// A card of the deck.
#[derive(Clone, Debug)]
pub struct Card {
    /// Id in data and file names: `two-handed-axe`.
    pub id: String,
    /// Its name: `Two-Handed Axe`.
    pub name: String,
    /// A shorter name, for where the whole one has no room on a screen: `2-h Axe`.
    pub short: Option<String>,
    /// Its kind.
    pub kind: KindId,
    /// Its set, for a card that every player has.
    pub set: Option<SetId>,
    /// Words by which it differs from the other cards of its entry, by their keys in `each`.
    pub words: BTreeMap<String, String>,
    /// Number in the deck.
    pub count: u32,
    /// The rule that describes it, with its span.
    pub rule: Option<Spanned<RuleNumber>>,
    /// Its front, then its back.
    pub faces: [Face; 2],
    /// Its figures: the same that the tracker computes with.
    pub figures: BTreeMap<String, Value>,
    /// Its field-dependent colours.
    pub colour_rules: Vec<ColourRuleId>,
    /// Span of its definition.
    pub at: Span,
}

impl Card {
    /// Returns its id without that of its set, which is common to the cards of all sets.
    pub fn id_in_sets(&self, sets: &[Set]) -> &str {
        let without = |set: SetId| self.id.strip_suffix(&sets[set.0].id)?.strip_suffix('-');
        self.set.and_then(without).unwrap_or(&self.id)
    }

    /// Returns a numeric value.
    pub fn number(&self, field: &str) -> Option<i64> {
        match self.figures.get(field)? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns a boolean value; false if the card lacks it.
    pub fn flag(&self, field: &str) -> bool {
        matches!(self.figures.get(field), Some(Value::Flag(true)))
    }

    /// Returns a list of names; empty if the card lacks it.
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
    /// Its kind.
    pub kind: FaceKindId,
    /// Its template, with the span.
    pub template: Spanned<String>,
    /// The drawing, without folder and extension; `None` if the face has no picture.
    pub art: Option<Spanned<String>>,
    /// Alternative text of the drawing; `None` without one.
    pub alt: Option<Spanned<String>>,
    /// Name of the icon that identifies this card; `None` if the game has no such icons.
    pub card_icon: Option<Spanned<String>>,
    /// Its texts by field: `title`, `text`, `epigraph`, `epigraph-after`.
    pub texts: BTreeMap<String, Spanned<Rich>>,
    /// Texts that are given and could not be parsed; their errors are reported already.
    pub unread: BTreeSet<String>,
    /// Requirements of the card.
    pub needs: Vec<NeedId>,
    /// Sizes of its texts, by slot, if they differ from the styles'.
    pub sizes: BTreeMap<String, Spanned<Pt>>,
    /// The fields that the names of its template, its drawing and its mark quote.
    pub named: BTreeSet<String>,
}

impl Face {
    /// Creates an empty face.
    pub fn blank(kind: FaceKindId, template: Spanned<String>) -> Self {
        Self {
            kind,
            template,
            art: None,
            alt: None,
            card_icon: None,
            texts: BTreeMap::new(),
            unread: BTreeSet::new(),
            needs: Vec::new(),
            sizes: BTreeMap::new(),
            named: BTreeSet::new(),
        }
    }
}

/// A value with its place in the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Span of the definition.
    pub at: Span,
}

impl Component {
    /// Creates it.
    pub fn new(piece: PieceSpec, format: CardFormat, kinds: Vec<Kind>, cards: Vec<Card>) -> Self {
        let by_id = by_id(&cards);
        Self { piece, format, kinds, cards, by_id }
    }

    /// Returns the kind of one of its cards.
    pub fn kind(&self, card: &Card) -> &Kind {
        &self.kinds[card.kind]
    }

    /// Returns a card by its id. Without its set's, the id represents the first of the sets: `king` for `king-red`.
    pub fn card(&self, id: &str, sets: &[Set]) -> Option<&Card> {
        self.index_of(id, sets).map(|index| &self.cards[index])
    }

    /// Returns the card's index instead.
    pub fn index_of(&self, id: &str, sets: &[Set]) -> Option<usize> {
        let of_a_set = || self.cards.iter().position(|card| card.set.is_some() && card.id_in_sets(sets) == id);
        self.by_id.get(id).copied().or_else(of_a_set)
    }

    fn keep_sets(&mut self, sets: &[SetId]) {
        self.cards.retain(|card| card.set.is_none_or(|set| sets.contains(&set)));
        self.by_id = by_id(&self.cards);
    }
}

fn by_id(cards: &[Card]) -> HashMap<String, usize> {
    (0..).zip(cards).map(|(index, card)| (card.id.clone(), index)).collect()
}

impl Game {
    /// True if it has cards or other pieces to print; a game of dice and a board has none.
    pub fn has_cards(&self) -> bool {
        !self.deck.kinds.is_empty() || !self.components.is_empty()
    }

    /// True if anything of it is printed: cards, other pieces, a rulebook.
    pub fn is_printed(&self) -> bool {
        self.has_cards() || self.has_book
    }

    /// Returns the cards, then the other piece types.
    pub fn pieces(&self) -> impl Iterator<Item = &Component> {
        std::iter::once(&self.deck).chain(&self.components)
    }

    /// Returns the printed panels of a net, in order; none for other pieces.
    pub fn panels_of(&self, net: &Component) -> impl Iterator<Item = &Component> {
        self.panels.iter().filter(|panel| panel.piece.id == net.piece.id)
    }

    /// Removes all cards and pieces of other sets.
    pub fn keep_sets(&mut self, sets: &[SetId]) {
        let all = std::iter::once(&mut self.deck).chain(&mut self.components).chain(&mut self.panels);
        all.for_each(|component| component.keep_sets(sets));
        self.deck_size = self.deck.cards.iter().map(|card| card.count).sum();
    }

    /// Returns a card of the deck by its id: see [`Component::card`].
    pub fn card(&self, id: &str) -> Option<&Card> {
        self.deck.card(id, &self.sets)
    }

    /// Returns the words that the program prints beside those of the game, in its language.
    pub fn phrases(&self) -> &'static Phrases {
        phrases(&self.language)
    }

    /// Returns the printed form of a word of a list, which a translation may change.
    pub fn printed<'w>(&'w self, field: &str, word: &'w str) -> &'w str {
        if self.translated_terms.is_empty() {
            return word;
        }
        let find = |field: &str| self.translated_terms.get(&(field.to_owned(), word.to_owned()));
        find(field).or_else(|| find("")).map_or(word, String::as_str)
    }

    /// Returns the colours of a face of a card.
    pub fn palette(&self, of: &Component, card: &Card, face: &Face) -> Palette {
        let kind = self.kind_of(of, card, face).map(|kind| &of.kinds[kind]);
        self.palette_of(card.set, face.kind, kind, &self.colour_rules_of(card, face))
    }

    /// Returns the kind that a face shows: its card's; on a shared face the piece's own, which cards don't have.
    pub fn kind_of(&self, of: &Component, card: &Card, face: &Face) -> Option<KindId> {
        if !self.face_kinds[face.kind].shared {
            return Some(card.kind);
        }
        KindId::find(&of.kinds, |kind| kind.id == of.piece.id).filter(|_| !of.piece.is_card())
    }

    /// Returns the looks that a face shows: its card's, or none if all cards share the face.
    pub fn colour_rules_of(&self, card: &Card, face: &Face) -> Vec<ColourRuleId> {
        if self.face_kinds[face.kind].shared {
            return Vec::new();
        }
        let is_shown = |look: &ColourRuleId| self.colour_rules[*look].face.is_none_or(|only| only == face.kind);
        card.colour_rules.iter().copied().filter(is_shown).collect()
    }

    /// Returns the colours of faces. Priority: set, kind of face, looks, kind, game.
    pub fn palette_of(
        &self,
        set: Option<SetId>,
        face: FaceKindId,
        kind: Option<&Kind>,
        colour_rules: &[ColourRuleId],
    ) -> Palette {
        let of_kind = kind.map_or_else(|| self.palette.clone(), |kind| kind.palette.with_fallback(&self.palette));
        let below = colour_rules
            .iter()
            .rev()
            .fold(of_kind, |below, look| self.colour_rules[*look].palette.with_fallback(&below));
        let below = self.face_kinds[face].palette.with_fallback(&below);
        set.map_or_else(|| below.clone(), |set| self.sets[set].palette.with_fallback(&below))
    }

    /// Returns the names of all colours.
    pub fn colour_names(&self) -> std::collections::BTreeSet<&str> {
        let kinds = self.deck.kinds.iter().map(|kind| &kind.palette);
        let faces = self.face_kinds.iter().map(|face| &face.palette);
        let colour_rules = self.colour_rules.iter().map(|look| &look.palette);
        let sets = self.sets.iter().map(|set| &set.palette);
        let all = std::iter::once(&self.palette).chain(kinds).chain(faces).chain(colour_rules).chain(sets);
        ordered::set(all.flat_map(|palette| palette.full.keys()).map(String::as_str))
    }
}

/// Returns edition and revision, as far as they are set: `5e · r3`.
pub fn edition_label(edition: &str, revision: &str) -> String {
    let parts: Vec<&str> = [edition, revision].into_iter().filter(|word| !word.is_empty()).collect();
    parts.join(" · ")
}
