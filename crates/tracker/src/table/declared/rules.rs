//! Rules of a declared table.

use std::collections::BTreeMap;

use super::state::{MOST, Player, State};
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
        let lie: i64 = state.piles.keys().map(|pile| i64::from(state.in_pile(pile, id))).sum();
        let marks = self.spec.statuses.iter().filter(|status| status.card.as_deref() == Some(id.as_str())).count();
        all - lie - i64::try_from(marks * state.players.len()).unwrap_or(i64::MAX)
    }

    /// True if a player with such a figure of a counter is out.
    pub(super) fn puts_out(&self, counter: &CounterSpec, value: i64) -> bool {
        matches!(&self.spec.win, Some(WinSpec::Last(last)) if *last == counter.id) && value == counter.least
    }

    /// True if a player with such a figure of a counter has won by it.
    pub(super) fn reaches(&self, counter: &CounterSpec, value: i64) -> bool {
        match &self.spec.win {
            Some(WinSpec::Reach { counter: by, at }) if *by == counter.id => {
                if *at > counter.start {
                    value >= *at
                } else {
                    value <= *at
                }
            }
            _ => false,
        }
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
        let reached = state.players.iter().any(|player| self.wins(player));
        let alone = matches!(self.spec.win, Some(WinSpec::Last(_))) && state.left().len() < 2;
        if (reached || alone) && state.over.is_none() {
            return Err(CorruptEntry::new("someone has won, and the game goes on"));
        }
        Ok(())
    }

    fn wins(&self, player: &Player) -> bool {
        let reaches =
            |counter: &CounterSpec| player.counters.get(&counter.id).is_some_and(|value| self.reaches(counter, *value));
        self.spec.counters.iter().any(reaches)
    }

    fn check_player(&self, player: &Player) -> Result<(), CorruptEntry> {
        let name = &player.name;
        figures(&self.spec.counters, &player.counters).map_err(|why| CorruptEntry(format!("{name} has {why}")))?;
        if let Some(status) = player.statuses.iter().find(|status| self.spec.status(status).is_none()) {
            return Err(CorruptEntry::new(format!("{name} has the mark `{status}`, which the game has not")));
        }
        let out = |counter: &CounterSpec| {
            player.counters.get(&counter.id).is_some_and(|value| self.puts_out(counter, *value))
        };
        if player.out != self.spec.counters.iter().any(out) {
            return Err(CorruptEntry::new(format!(
                "{name} is {} the game by mistake",
                if player.out { "out of" } else { "in" }
            )));
        }
        Ok(())
    }

    /// Checks that no more copies of a card are in piles than exist, and that each card is in a pile that allows it.
    fn check_piles(&self, state: &State) -> Result<(), CorruptEntry> {
        if !state.piles.keys().eq(ordered::set(self.spec.piles.iter().map(|pile| &pile.id))) {
            return Err(CorruptEntry::new("the piles don’t match the game"));
        }
        for pile in &self.spec.piles {
            let cards = state.piles.get(&pile.id).into_iter().flat_map(BTreeMap::keys);
            if let Some(card) = cards.into_iter().find(|card| !pile.cards.iter().any(|id| id == card.as_str())) {
                return Err(CorruptEntry::new(format!("`{card}` can’t be on pile `{}`", pile.id)));
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
