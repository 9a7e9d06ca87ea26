//! Everything on the table, as far as the tracker knows it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Rules;
use super::command::Setup;
use crate::game::Rulings;
use crate::table::{CardId, CorruptEntry, Person, PlayerColour, Seat, differing, entrants};

/// A table with its players and piles; without players before the first game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The players, clockwise.
    pub players: Vec<Player>,
    /// The dealer.
    pub dealer: Seat,
    /// Whose turn it is.
    pub turn: Seat,
    /// The round, counted from 1; a round begins with the player on the dealer's left (S8).
    pub round: u32,
    /// True if the one action of this turn was taken (S13).
    pub acted: bool,
    /// Weapons and Shields, available to anyone who recovers (S9).
    pub weapon_pile: Pile,
    /// Every other card that is known to be discarded (S10).
    pub normal_pile: Pile,
    /// Number of times that the normal discard pile was shuffled into a new draw deck (S10).
    pub reshuffles: u32,
    /// True if the variant is played (S57 to S59).
    pub highlander: bool,
    /// Setup of the game.
    pub setup: Setup,
    /// The last one alive (S11).
    pub winner: Option<Seat>,
}

/// One player and the gear in front of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Name.
    pub name: String,
    /// Their colour.
    #[serde(rename = "livery")]
    pub colour: PlayerColour,
    /// Their place round the table, on the screens.
    pub chair: u8,
    /// What the players noted about them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// From 0 to what everyone starts with (S6).
    pub health: i64,
    /// The weapon in hand.
    pub weapon: Option<CardId>,
    /// Their Shield, whether it is in use or slung (S30).
    pub shield: Shield,
    /// True if they wear a Mail (S37).
    pub mail: bool,
    /// Their recovery in this turn, until they redraw (S22, S25).
    pub recovering: Option<Recovery>,
    /// True if they used cards in this turn and redraw at its end (S15).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub used_cards: bool,
    /// Their death.
    pub fallen: Option<Fall>,
}

impl Player {
    /// Returns the data for screens.
    pub fn person(&self) -> Person<'_> {
        Person { name: &self.name, colour: self.colour, chair: self.chair, note: &self.note, plays: self.lives() }
    }

    /// True if they are still in the game.
    pub fn lives(&self) -> bool {
        self.fallen.is_none()
    }
}

/// The state of a player's Shield (S36).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shield {
    /// No Shield.
    #[default]
    None,
    /// It may be damaged once more.
    Whole,
    /// It is destroyed when it is damaged again.
    Damaged,
}

/// Effect of a turn of recovering (S22).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recovery {
    /// Some health.
    Health,
    /// An undamaged Shield.
    Shield,
    /// A weapon from the weapon discard pile (S27).
    Weapon(CardId),
    /// A Mail from the normal discard pile, into the hand (S26).
    Armour,
    /// The Mail is taken off.
    TakeOff,
}

/// Item that can be lost, or named for a Rend (S35).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gear {
    /// The weapon in hand.
    Weapon,
    /// The Shield, in use or slung.
    Shield,
    /// The Mail that is worn.
    Mail,
}

/// Death of a player (S11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fall {
    /// Player who struck the blow, if known.
    pub by: Option<Seat>,
    /// The weapon and cards of the blow.
    pub with: Vec<CardId>,
    /// The round.
    pub round: u32,
    /// Their place in the end: 2 is the last to fall.
    pub place: u8,
}

/// Identifies a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PileName {
    /// The weapon discard pile (S9).
    Weapon,
    /// The normal discard pile (S10).
    Normal,
}

/// No table counts further: rounds, cards of a kind, health.
const MAX_COUNT: u32 = 100_000;

/// Number of copies of each card in a pile; a card without copies isn't in the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pile(BTreeMap<CardId, u32>);

impl Pile {
    /// Returns the number of all cards.
    pub fn total(&self) -> u32 {
        self.0.values().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// Returns the number of copies of one card.
    pub fn of(&self, card: &CardId) -> u32 {
        self.0.get(card).copied().unwrap_or_default()
    }

    /// Returns the cards with their counts, by id; for the order of the data see [`Rules::sorted`].
    pub fn cards(&self) -> impl Iterator<Item = (&CardId, u32)> {
        self.0.iter().map(|(card, count)| (card, *count))
    }

    /// True if it is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the cards of which another pile has more or fewer copies, with their number here and there.
    pub(super) fn differing<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (&'a CardId, u32, u32)> {
        let count = |count: Option<&u32>| count.copied().unwrap_or_default();
        differing(&self.0, &other.0).map(move |(card, here, there)| (card, count(here), count(there)))
    }

    pub(super) fn set(&mut self, card: &CardId, count: u32) {
        if count == 0 {
            self.0.remove(card);
        } else {
            self.0.insert(card.clone(), count);
        }
    }
}

impl State {
    /// Returns the rulings that differ.
    pub fn house(&self) -> Rulings {
        self.setup.house.unwrap_or_default()
    }

    /// True if the game began with rulings as switches. An earlier game keeps its rules: cards that are all discarded
    /// can be played, a damaged Shield can't be handed in (R12), Highlanders have Shields (R24), the attack of a Trip
    /// comes after the interrupted blow (R10), and used cards aren't recorded (S15).
    pub fn is_current(&self) -> bool {
        self.setup.house.is_some()
    }

    /// True if a player's weapon shows its Recovering side (S25, R2).
    pub fn is_turned(&self, seat: Seat) -> bool {
        let recovering = self.player(seat).and_then(|player| player.recovering.as_ref());
        recovering.is_some_and(|what| *what == Recovery::Health || !self.house().turn_for_health)
    }

    /// True if a game has begun.
    pub fn begun(&self) -> bool {
        !self.players.is_empty()
    }

    /// Returns a player, if the seat exists.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.get(seat.index())
    }

    /// Changes a player, if the seat exists.
    pub(super) fn edit(&mut self, seat: Seat, edit: impl FnOnce(&mut Player)) {
        if let Some(player) = self.players.get_mut(seat.index()) {
            edit(player);
        }
    }

    /// Returns all seats, clockwise from the first.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.players.len())
    }

    /// Returns the players who are still in the game, in the order of their numbers.
    pub fn living(&self) -> impl Iterator<Item = Seat> {
        self.seats().filter(|seat| self.lives(*seat))
    }

    /// True if the player exists and is alive.
    pub fn lives(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(Player::lives)
    }

    /// Returns the weapon in a player's hand.
    pub fn weapon(&self, seat: Seat) -> Option<&CardId> {
        self.player(seat)?.weapon.as_ref()
    }

    /// Returns one of the two piles.
    pub fn pile(&self, name: PileName) -> &Pile {
        match name {
            PileName::Weapon => &self.weapon_pile,
            PileName::Normal => &self.normal_pile,
        }
    }

    /// Returns one of the two piles, to be changed.
    pub(super) fn pile_mut(&mut self, name: PileName) -> &mut Pile {
        match name {
            PileName::Weapon => &mut self.weapon_pile,
            PileName::Normal => &mut self.normal_pile,
        }
    }

    /// True if a player holds a weapon that takes both hands (S30).
    pub fn two_handed(&self, rules: &Rules, seat: Seat) -> bool {
        self.weapon(seat).is_some_and(|weapon| rules.two_handed(weapon))
    }

    /// True if a player's Shield is turned sideways, out of use (S30).
    pub fn slung(&self, rules: &Rules, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.shield != Shield::None) && self.two_handed(rules, seat)
    }

    /// True if a player has a Shield that can block (S30, S36, S44).
    pub fn shield_in_use(&self, rules: &Rules, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.shield != Shield::None) && !self.two_handed(rules, seat)
    }

    /// Returns the number of cards that a player draws up to: worn Mail and a two-handed weapon are subtracted (S15,
    /// S30). 0 for the dead.
    pub fn hand_limit(&self, rules: &Rules, seat: Seat) -> i64 {
        let Some(player) = self.player(seat).filter(|player| player.lives()) else { return 0 };
        rules.hand() - i64::from(player.mail) - i64::from(self.two_handed(rules, seat))
    }

    /// Returns the next living player clockwise (S8); the same one if no other lives.
    pub fn next_after(&self, seat: Seat) -> Seat {
        let count = self.players.len();
        let after = (1..=count).map(|step| (seat.index() + step) % count);
        let found = after.filter_map(Seat::at).find(|next| self.lives(*next));
        found.unwrap_or(seat)
    }

    /// Returns the number of seats between the one who began the round and the turn (S8).
    pub fn turns_into_round(&self) -> usize {
        let count = self.players.len().max(1);
        (self.turn.index() + count - (self.dealer.index() + 1) % count) % count
    }

    /// Returns the rounds passed, with the fraction of the current one in turns: 0 at the start, 1 as the second round
    /// begins.
    pub fn rounds_passed(&self) -> f64 {
        f64::from(self.round) - 1.0 + self.turns_into_round() as f64 / self.players.len().max(1) as f64
    }

    /// Returns the number of turns until a living player acts: 0 is now; `None` for the dead.
    pub fn order_of(&self, seat: Seat) -> Option<usize> {
        if !self.lives(seat) {
            return None;
        }
        let order = std::iter::successors(Some(self.turn), |at| Some(self.next_after(*at)));
        order.take(self.players.len() + 1).position(|at| at == seat)
    }

    /// Returns the number of copies of a card in the draw deck or in hands: neither with a player nor in a pile. Always
    /// 0 for weapons and Shields (S5).
    pub fn in_deck_or_hands(&self, rules: &Rules, card: &CardId) -> i64 {
        self.in_game(rules, card) - self.known(rules, card)
    }

    /// Returns the number of copies of a card in the game: Highlander is played without one-handed weapons (S57) and
    /// Shields (R24).
    pub fn in_game(&self, rules: &Rules, card: &CardId) -> i64 {
        if self.highlander && rules.is_weapon(card) && !rules.two_handed(card) {
            return 0;
        }
        if !self.has_shields() && card == rules.shield() {
            return 0;
        }
        i64::from(rules.count(card)) * i64::from(self.setup.decks)
    }

    /// True if the game is played with Shields (R24).
    pub fn has_shields(&self) -> bool {
        !(self.highlander && self.is_current())
    }

    /// Returns the number of copies of a card with a player or in a pile.
    fn known(&self, rules: &Rules, card: &CardId) -> i64 {
        let held = self.players.iter().map(|player| {
            let weapon = player.weapon.as_ref() == Some(card);
            let shield = player.shield != Shield::None && rules.shield() == card;
            let mail = player.mail && rules.mail() == card;
            i64::from(weapon) + i64::from(shield) + i64::from(mail)
        });
        held.sum::<i64>() + i64::from(self.weapon_pile.of(card)) + i64::from(self.normal_pile.of(card))
    }

    /// Checks that the state is valid: every weapon, Shield and Mail is somewhere, and no value is out of bounds.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self, rules: &Rules) -> Result<(), CorruptEntry> {
        self.check_form()?;
        if !self.begun() {
            return Ok(());
        }
        if !rules.players().contains(&self.players.len()) {
            return Err(CorruptEntry::new(format!("there are {} players", self.players.len())));
        }
        for card in rules.cards() {
            let left = self.in_deck_or_hands(rules, &card.id);
            // A group may play with more Shields than the deck has (R12).
            let spare = left < 0 && card.id == *rules.shield();
            if !spare && (left < 0 || (rules.is_open(&card.id) && left != 0)) {
                return Err(CorruptEntry::new(format!("{left} of {} are in the deck or in hands", card.id)));
            }
            let wrong = if rules.is_open(&card.id) { &self.normal_pile } else { &self.weapon_pile };
            if wrong.of(&card.id) > 0 {
                return Err(CorruptEntry::new(format!("{} is in the wrong pile", card.id)));
            }
        }
        if let Some(card) = self.cards().find(|card| rules.card(card).is_none()) {
            return Err(CorruptEntry::new(format!("unknown card `{card}`")));
        }
        for player in &self.players {
            check_player(rules, player, self.highlander)?;
        }
        Ok(())
    }

    /// Returns every card that is named: in hands, in piles, in recoveries.
    fn cards(&self) -> impl Iterator<Item = &CardId> {
        let held = self.players.iter().flat_map(|player| {
            let recovered = match &player.recovering {
                Some(Recovery::Weapon(card)) => Some(card),
                _ => None,
            };
            let killed = player.fallen.iter().flat_map(|fall| &fall.with);
            player.weapon.iter().chain(recovered).chain(killed)
        });
        let piles = [&self.weapon_pile, &self.normal_pile];
        held.chain(piles.into_iter().flat_map(|pile| pile.cards().map(|(card, _)| card)))
    }

    /// Checks everything that applies to any values of the game: all references are valid, names are printable, and no
    /// count is beyond anything that people play.
    ///
    /// # Errors
    /// The first fault.
    pub fn check_form(&self) -> Result<(), CorruptEntry> {
        if !self.begun() {
            return Ok(());
        }
        for seat in self.seats() {
            self.check_seat(seat)?;
        }
        let counts = [&self.weapon_pile, &self.normal_pile].into_iter().flat_map(Pile::cards).map(|(_, count)| count);
        if counts.chain([self.round, self.reshuffles]).any(|count| count > MAX_COUNT) {
            return Err(CorruptEntry::new(format!("a count is above {MAX_COUNT}")));
        }
        let living: Vec<Seat> = self.living().collect();
        match (living.as_slice(), self.winner) {
            ([], _) => Err(CorruptEntry::new("nobody lives")),
            ([last], winner) if winner != Some(*last) => {
                Err(CorruptEntry::new("the last player alive isn’t the winner"))
            }
            ([_, _, ..], Some(_)) => Err(CorruptEntry::new("someone has won while others live")),
            _ if !self.lives(self.turn) => Err(CorruptEntry::new("it is the turn of someone who is out")),
            _ if self.player(self.dealer).is_none() => Err(CorruptEntry::new("nobody dealt")),
            _ if self.round == 0 => Err(CorruptEntry::new("rounds start at 1")),
            _ => Ok(()),
        }
    }

    fn check_seat(&self, seat: Seat) -> Result<(), CorruptEntry> {
        let Some(player) = self.player(seat) else { return Ok(()) };
        let name = &player.name;
        if !(0..=i64::from(MAX_COUNT)).contains(&player.health) {
            return Err(CorruptEntry::new(format!("{name} has {} health", player.health)));
        }
        if !player.lives() && (player.weapon.is_some() || player.shield != Shield::None || player.mail) {
            return Err(CorruptEntry::new(format!("{name} is out and has gear")));
        }
        if !player.lives() && player.health != 0 {
            return Err(CorruptEntry::new(format!("{name} is out with {} health", player.health)));
        }
        if player.recovering.is_some() && seat != self.turn {
            return Err(CorruptEntry::new(format!("{name} recovers in someone else's turn")));
        }
        Ok(())
    }

    /// Returns the setup for another game at this table: the same players in their current seats, and the next one
    /// deals.
    pub fn again(&self) -> Setup {
        let count = self.players.len().max(1);
        let dealer = Seat::at((self.dealer.index() + 1) % count).unwrap_or(self.dealer);
        let house = Some(self.house());
        Setup { players: entrants::<Rules>(self), dealer, house, ..self.setup.clone() }
    }
}

/// Checks everything that depends on the values of the game.
fn check_player(rules: &Rules, player: &Player, highlander: bool) -> Result<(), CorruptEntry> {
    let name = &player.name;
    if player.health > rules.health() {
        return Err(CorruptEntry::new(format!("{name} has {} health", player.health)));
    }
    if player.lives() && player.health == 0 && !highlander {
        return Err(CorruptEntry::new(format!("{name} is alive at 0 health")));
    }
    if let Some(card) = player.weapon.as_ref().filter(|card| !rules.is_weapon(card)) {
        return Err(CorruptEntry::new(format!("{name} holds `{card}`, which isn’t a weapon")));
    }
    Ok(())
}
