//! Values for the arithmetic, from the data of the game.

mod read;

pub use read::DefenceKind;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::Special;
use super::state::Pile;
use crate::diagnostic::Diagnostic;
use crate::game::{Game, Glossary, RuleNumber, Rulings, rule};
use crate::table::{About, CardId};

/// A card, as far as the table computes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardInfo {
    /// Id in the data.
    pub id: CardId,
    /// Its name: `Two-Handed Axe`.
    pub name: String,
    /// The id of its kind: `armour`, `basic`, `defence`, `special`, `weapon`.
    pub kind: String,
    /// Number in one deck.
    pub count: u32,
    /// A weapon's default attack, or what a Basic attack does or adds; 0 for others.
    pub damage: i64,
    /// True if its damage is added to a weapon's (S17).
    pub adds: bool,
    /// True if it replaces the weapon's attack (S18).
    pub alone: bool,
    /// Number of hands that a weapon takes; 0 for others.
    pub hands: i64,
    /// The special attacks of a weapon, in the order of the data.
    pub specials: Vec<Special>,
    /// Number of attacks in a weapon's Flurry of Blows (S33); 0 without it.
    pub blows: i64,
    /// The cards that a weapon cannot be used with.
    pub cannot: Vec<CardId>,
    /// Bonus of a weapon to a Basic attack beyond the card's own damage.
    pub bonus: Vec<(CardId, i64)>,
    /// True if its attack can't be dodged (S53).
    pub cannot_be_dodged: bool,
    /// True if its attack can't be disarmed (S41, S42).
    pub cannot_be_disarmed: bool,
    /// Armour without effect against it (S40).
    pub ignores: Vec<CardId>,
    /// The special attacks that it can be played as, with any weapon (S43).
    pub serves_as: Vec<Special>,
    /// Reduction of a blow's damage (S37).
    pub takes_off: i64,
    /// How a defence card stops an attack.
    pub defence: Option<DefenceKind>,
    /// True if it needs a Shield in use (S42, S44).
    pub needs_shield: bool,
    /// The weapons that it does not go with, and the rules that say so.
    pub bars: Vec<(CardId, RuleNumber)>,
    /// Attacks that a defence card has no effect on.
    pub no_use: NoUse,
    /// The rule that describes it.
    pub rule: RuleNumber,
}

/// Attacks that a defence card has no effect on (S45 to S47).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoUse {
    /// Attacks with these weapons, and with these stand-alone cards.
    pub cards: Vec<CardId>,
    /// These special attacks.
    pub specials: Vec<Special>,
    /// Attacks with any weapon of two hands.
    pub two_handed: bool,
}

/// The rules of the game, ready for the table. Guarantee: the game can be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Description of the game.
    pub about: About,
    cards: Vec<CardInfo>,
    by_id: BTreeMap<CardId, usize>,
    names: BTreeMap<Special, String>,
    figures: read::Figures,
    rulings: Rulings,
    weapons: Vec<CardId>,
    basics: Vec<CardId>,
    alone: Vec<CardId>,
    defences: Vec<CardId>,
    shield: CardId,
    mail: CardId,
    special_attack: CardId,
    trip: CardId,
    first_weapon: CardId,
}

impl Rules {
    /// Reads the rules out of a game's data, and the numbers that its rulebook prints for them.
    ///
    /// # Errors
    /// Everything because of which the game cannot be played, with its place in the data.
    pub fn new(game: &Game, book: &Glossary) -> Result<Self, Vec<Diagnostic>> {
        read::read(game, book)
    }

    /// Returns all cards, in the order of the data.
    pub fn cards(&self) -> &[CardInfo] {
        &self.cards
    }

    /// Returns a card; `None` if this game's data lacks it (an old journal may name one).
    pub fn card(&self, id: &CardId) -> Option<&CardInfo> {
        self.by_id.get(id).and_then(|index| self.cards.get(*index))
    }

    /// Returns a card's name; its id if this game's data lacks it.
    pub fn name<'a>(&'a self, id: &'a CardId) -> &'a str {
        self.card(id).map_or(id.as_str(), |card| card.name.as_str())
    }

    /// Returns the name of a special attack: `Flurry of Blows`.
    pub fn special_name(&self, special: Special) -> &str {
        self.names.get(&special).map_or("", String::as_str)
    }

    /// Returns the rule of a special attack (S31 to S35).
    pub fn special_rule(special: Special) -> RuleNumber {
        match special {
            Special::Charge => rule!("S31"),
            Special::Disembowelling => rule!("S32"),
            Special::Flurry => rule!("S33"),
            Special::Hook => rule!("S34"),
            Special::Rend => rule!("S35"),
        }
    }

    /// Returns the weapons, in the order of the data.
    pub fn weapons(&self) -> &[CardId] {
        &self.weapons
    }

    /// Returns the Basic attacks that are added to a weapon's attack (S17).
    pub fn basics(&self) -> &[CardId] {
        &self.basics
    }

    /// Returns the Basic attacks that replace it: Kick, Punch, Shield Bash (S18).
    pub fn alone(&self) -> &[CardId] {
        &self.alone
    }

    /// Returns the defence cards.
    pub fn defences(&self) -> &[CardId] {
        &self.defences
    }

    /// Returns the Shield (S36).
    pub fn shield(&self) -> &CardId {
        &self.shield
    }

    /// Returns the Mail (S37).
    pub fn mail(&self) -> &CardId {
        &self.mail
    }

    /// Returns the card that lets a weapon use a special attack (S48).
    pub fn special_attack(&self) -> &CardId {
        &self.special_attack
    }

    /// Returns the card that cancels any other (S49).
    pub fn trip(&self) -> &CardId {
        &self.trip
    }

    /// Returns the weapon that everyone starts with (S4).
    pub fn first_weapon(&self) -> &CardId {
        &self.first_weapon
    }

    /// Returns the health at the start, which is also the maximum (S6).
    pub fn health(&self) -> i64 {
        self.figures.health
    }

    /// Returns the hand limit (S15).
    pub fn hand(&self) -> i64 {
        self.figures.hand
    }

    /// Returns the health gained by a turn of recovering (S22), and by a turn of Highlander (S58).
    pub fn regain(&self) -> i64 {
        self.figures.regain
    }

    /// Returns the bonus of a Charge (S31).
    pub fn charge(&self) -> i64 {
        self.figures.charge
    }

    /// Returns the bonus of Disembowelling (S32).
    pub fn disembowelling(&self) -> i64 {
        self.figures.disembowelling
    }

    /// Returns the minimum damage that kills in Highlander (S59).
    pub fn highlander_blow(&self) -> i64 {
        self.figures.highlander_blow
    }

    /// Returns the rulings that differ by default.
    pub fn rulings(&self) -> Rulings {
        self.rulings
    }

    /// Returns the number of players (S2).
    pub fn players(&self) -> RangeInclusive<usize> {
        self.figures.players.clone()
    }

    /// Returns the number of copies of a card in one deck.
    pub fn count(&self, card: &CardId) -> u32 {
        self.card(card).map_or(0, |card| card.count)
    }

    /// True if a card is a weapon.
    pub fn is_weapon(&self, card: &CardId) -> bool {
        self.weapons.contains(card)
    }

    /// True if a weapon takes both hands (S30).
    pub fn two_handed(&self, weapon: &CardId) -> bool {
        self.card(weapon).is_some_and(|card| card.hands > 1)
    }

    /// True if a card is a weapon or a Shield: those are never in the draw deck (S5, S9).
    pub fn is_open(&self, card: &CardId) -> bool {
        self.is_weapon(card) || *card == self.shield
    }

    /// Returns the cards of a pile with their counts, in the order of the data.
    pub fn sorted(&self, pile: &Pile) -> Vec<(CardId, u32)> {
        let known = self.cards.iter().map(|card| (card.id.clone(), pile.of(&card.id)));
        known.filter(|(_, count)| *count > 0).collect()
    }
}
