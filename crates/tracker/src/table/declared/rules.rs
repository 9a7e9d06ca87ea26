//! Rules of a declared table.

use std::collections::BTreeMap;

use super::state::{MOST, Pile, PileId, Player, State};
use crate::game::{CounterSpec, Game, Glossary, TableSpec, WinSpec};
use crate::ordered;
use crate::table::{About, CardId, CorruptEntry, Seat};

/// Table of a game, as declared in its data.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    pub(super) about: About,
    spec: TableSpec,
    cards: Vec<CardInfo>,
}

/// A card of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardInfo {
    /// Id in the data.
    pub id: CardId,
    /// Its name.
    pub name: String,
    /// Number of copies.
    pub count: u32,
}

impl Rules {
    pub(super) fn new(game: &Game, book: &Glossary) -> Self {
        let card = |card: &crate::game::Card| CardInfo {
            id: CardId::new(&card.id),
            name: card.name.clone(),
            count: card.count,
        };
        let about = About::new(super::NAME, game, book);
        Self { about, spec: game.table.clone(), cards: game.deck.cards.iter().map(card).collect() }
    }

    /// Returns the declaration in the data.
    pub fn spec(&self) -> &TableSpec {
        &self.spec
    }

    /// Returns all cards, in the order of the data.
    pub fn cards(&self) -> &[CardInfo] {
        &self.cards
    }

    /// Returns a card by its id.
    pub fn card(&self, id: &CardId) -> Option<&CardInfo> {
        self.cards.iter().find(|card| card.id == *id)
    }

    /// Returns the name of a card; its id if unknown.
    pub fn name<'a>(&'a self, id: &'a CardId) -> &'a str {
        self.card(id).map_or(id.as_str(), |card| &card.name)
    }

    /// Returns the number of a card's copies in the deck or in hands: neither in piles nor with players as a status.
    pub fn in_deck_or_hands(&self, state: &State, id: &CardId) -> i64 {
        let all = self.card(id).map_or(0, |card| i64::from(card.count));
        let lie: i64 = state.all_piles().filter_map(|pile| pile.get(id)).map(|count| i64::from(*count)).sum();
        let marks = self.spec.statuses.iter().filter(|status| status.card.as_deref() == Some(id.as_str())).count();
        all - lie - i64::try_from(marks * state.players.len()).unwrap_or(i64::MAX)
    }

    /// Returns all piles: those of the table, then those of each player.
    pub fn piles(&self, state: &State) -> Vec<PileId> {
        let ids = |per_player| {
            self.spec.piles.iter().filter(move |pile| pile.per_player == per_player).map(|pile| pile.id.clone())
        };
        let own = |seat| ids(true).map(move |pile| PileId::Player { seat, pile });
        ids(false).map(PileId::Table).chain(state.seats().flat_map(own)).collect()
    }

    /// True if a player is out by their counters.
    pub(super) fn is_out(&self, player: &Player) -> bool {
        let Some(WinSpec::Last(last)) = &self.spec.win else { return false };
        let counter = self.spec.counter(last);
        counter.is_some_and(|counter| player.counters.get(last).is_some_and(|value| *value == counter.least))
    }

    /// True if a player has won by their counters.
    pub(super) fn has_won(&self, player: &Player) -> bool {
        let Some(WinSpec::Reach { counter, at }) = &self.spec.win else { return false };
        let Some((spec, value)) = self.spec.counter(counter).zip(player.counters.get(counter)) else { return false };
        if *at > spec.start { value >= at } else { value <= at }
    }

    /// Returns the winners if the players end the game now.
    pub(super) fn winners(&self, state: &State) -> Vec<Seat> {
        match &self.spec.win {
            Some(WinSpec::Last(_)) => state.left(),
            Some(WinSpec::Most(counter)) => {
                let figure = |seat: &Seat| state.player(*seat).and_then(|player| player.counters.get(counter));
                let most = state.seats().filter_map(|seat| figure(&seat)).max();
                state.seats().filter(|seat| figure(seat) == most).collect()
            }
            Some(WinSpec::Reach { .. }) | None => Vec::new(),
        }
    }

    /// Checks that a state is possible with these counters, statuses, piles and cards.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self, state: &State) -> Result<(), CorruptEntry> {
        state.check_form()?;
        if !state.begun() {
            return Ok(());
        }
        if !self.spec.players.contains(&state.players.len()) {
            return Err(CorruptEntry::new(format!("there are {} players", state.players.len())));
        }
        if state.turn.is_some() != self.spec.turns {
            return Err(CorruptEntry::new("the turns don’t match the game"));
        }
        figures(&self.spec.shared, &state.shared).map_err(|why| CorruptEntry(format!("the table has {why}")))?;
        for player in &state.players {
            self.check_player(player)?;
        }
        self.check_piles(state)?;
        if let Some(timer) = state.timers.keys().find(|timer| self.spec.timer(timer).is_none()) {
            return Err(CorruptEntry::new(format!("unknown timer `{timer}`")));
        }
        if let Some(note) = state.notes.keys().find(|note| self.spec.note(note).is_none()) {
            return Err(CorruptEntry::new(format!("unknown note `{note}`")));
        }
        let reached = state.players.iter().any(|player| self.has_won(player));
        let alone = matches!(self.spec.win, Some(WinSpec::Last(_))) && state.left().len() < 2;
        if (reached || alone) && state.over.is_none() {
            return Err(CorruptEntry::new("someone has won, and the game goes on"));
        }
        Ok(())
    }

    fn check_player(&self, player: &Player) -> Result<(), CorruptEntry> {
        let name = &player.name;
        figures(&self.spec.counters, &player.counters).map_err(|why| CorruptEntry(format!("{name} has {why}")))?;
        if let Some(status) = player.statuses.iter().find(|status| self.spec.status(status).is_none()) {
            return Err(CorruptEntry::new(format!("{name} has the mark `{status}`, which the game has not")));
        }
        if player.out != self.is_out(player) {
            return Err(CorruptEntry::new(format!(
                "{name} is {} the game by mistake",
                if player.out { "out of" } else { "in" }
            )));
        }
        Ok(())
    }

    /// Checks that no more copies of a card are in piles than exist, and that each card is in a pile that allows it.
    fn check_piles(&self, state: &State) -> Result<(), CorruptEntry> {
        let fit = |piles: &BTreeMap<String, Pile>, per_player: bool| {
            let declared = self.spec.piles.iter().filter(|pile| pile.per_player == per_player);
            piles.keys().eq(ordered::set(declared.map(|pile| &pile.id)))
        };
        if !fit(&state.piles, false) || !state.players.iter().all(|player| fit(&player.piles, true)) {
            return Err(CorruptEntry::new("the piles don’t match the game"));
        }
        for id in self.piles(state) {
            let allowed = self.spec.pile(id.id()).map_or(&[][..], |pile| &pile.cards);
            let mut cards = state.pile(&id).into_iter().flat_map(BTreeMap::keys);
            if let Some(card) = cards.find(|card| !allowed.iter().any(|id| id == card.as_str())) {
                return Err(CorruptEntry::new(format!("`{card}` can’t be on pile `{}`", id.id())));
            }
        }
        for card in &self.cards {
            let left = self.in_deck_or_hands(state, &card.id);
            if left < 0 {
                return Err(CorruptEntry::new(format!("{left} of {} are in the deck or in hands", card.id)));
            }
        }
        Ok(())
    }
}

/// Returns the maximum of a counter.
pub(super) fn most(counter: &CounterSpec) -> i64 {
    counter.most.unwrap_or(MOST)
}

/// True if these are the values of these counters, within their bounds.
fn figures(counters: &[CounterSpec], figures: &BTreeMap<String, i64>) -> Result<(), CorruptEntry> {
    if figures.len() != counters.len() {
        return Err(CorruptEntry::new(format!("{} counters, not {}", figures.len(), counters.len())));
    }
    for counter in counters {
        match figures.get(&counter.id) {
            None => return Err(CorruptEntry(format!("unknown counter `{}`", counter.id))),
            Some(value) if !(counter.least..=most(counter)).contains(value) => {
                return Err(CorruptEntry::new(format!("{value} of counter `{}`", counter.id)));
            }
            Some(_) => {}
        }
    }
    Ok(())
}
