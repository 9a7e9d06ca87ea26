//! Concrete changes of a table that a game declares.

use std::collections::BTreeMap;

use super::state::{Pile, PileId, Player, State};
use crate::table::{CardId, Millis, Mismatch, PlayerChange, Seat, TableChange, changes, differing};

changes! {
    State, players {
        out: Out(bool) "the place in the game",
    }
    table {
        seating: seating,
        Turn(Option<Seat>) = turn, "the turn",
        Round(u32) = round, "the round",
        Over(Option<Vec<Seat>>) = over, "the end of the game",
    }
    other {
        Counter { seat: Seat, counter: String, from: i64, to: i64, }
        Shared { counter: String, from: i64, to: i64, }
        /// True if a player has a mark.
        Status { seat: Seat, status: String, to: bool, }
        /// Number of copies of a card in a pile.
        Pile { pile: PileId, card: CardId, from: u32, to: u32, }
        /// When a timer ends; `None` while it doesn't run.
        Timer { timer: String, from: Option<Millis>, to: Option<Millis>, }
        /// A note of the table; empty for none.
        Written { note: String, from: String, to: String, }
    }
}

impl Change {
    fn others_between(before: &State, after: &State) -> Vec<Self> {
        let mut changes = Vec::new();
        let figure = |value: Option<&i64>| value.copied().unwrap_or_default();
        for ((seat, before), after) in before.seats().zip(&before.players).zip(&after.players) {
            let counters = differing(&before.counters, &after.counters);
            changes.extend(counters.map(|(counter, from, to)| Self::Counter {
                seat,
                counter: counter.clone(),
                from: figure(from),
                to: figure(to),
            }));
            let statuses = before.statuses.symmetric_difference(&after.statuses);
            changes.extend(statuses.map(|status| Self::Status {
                seat,
                status: status.clone(),
                to: after.statuses.contains(status),
            }));
            let id = |pile: &str| PileId::Player { seat, pile: pile.to_owned() };
            changes.extend(Self::between_piles(&before.piles, &after.piles, id));
        }
        let shared = differing(&before.shared, &after.shared);
        changes.extend(shared.map(|(counter, from, to)| Self::Shared {
            counter: counter.clone(),
            from: figure(from),
            to: figure(to),
        }));
        changes.extend(Self::between_piles(&before.piles, &after.piles, |pile| pile.into()));
        let timers = differing(&before.timers, &after.timers);
        changes.extend(timers.map(|(timer, from, to)| Self::Timer {
            timer: timer.clone(),
            from: from.copied(),
            to: to.copied(),
        }));
        let notes = differing(&before.notes, &after.notes);
        changes.extend(notes.map(|(note, from, to)| Self::Written {
            note: note.clone(),
            from: from.cloned().unwrap_or_default(),
            to: to.cloned().unwrap_or_default(),
        }));
        changes
    }

    fn between_piles<'a>(
        before: &'a BTreeMap<String, Pile>,
        after: &'a BTreeMap<String, Pile>,
        id: impl Fn(&str) -> PileId + 'a,
    ) -> impl Iterator<Item = Self> + 'a {
        static NONE: Pile = Pile::new();
        differing(before, after).flat_map(move |(pile, from, to)| {
            let pile = id(pile);
            differing(from.unwrap_or(&NONE), to.unwrap_or(&NONE)).map(move |(card, from, to)| Self::Pile {
                pile: pile.clone(),
                card: card.clone(),
                from: from.copied().unwrap_or_default(),
                to: to.copied().unwrap_or_default(),
            })
        })
    }

    fn set_other(&self, state: &mut State, forward: bool) -> Result<(), Mismatch> {
        match self {
            Self::Counter { seat, counter, from, to } => {
                let value = player(state, *seat)?.counters.get_mut(counter);
                let value = value.ok_or_else(|| Mismatch(format!("unknown counter `{counter}`")))?;
                PlayerChange { seat: *seat, from: *from, to: *to }.set(Some(value), forward, counter)
            }
            Self::Shared { counter, from, to } => {
                let value = state.shared.get_mut(counter);
                let value = value.ok_or_else(|| Mismatch(format!("unknown counter `{counter}`")))?;
                TableChange { from: *from, to: *to }.set(value, forward, counter)
            }
            Self::Status { seat, status, to } => mark(state, *seat, status, *to == forward),
            Self::Pile { pile, card, from, to } => {
                let id = pile.id();
                if let Some(seat) = pile.seat() {
                    player(state, seat)?;
                }
                let cards = state.pile_mut(pile).ok_or_else(|| Mismatch(format!("unknown pile `{id}`")))?;
                TableChange { from: *from, to: *to }.set_count(cards, card, forward, &format!("{card} in {id}"))
            }
            Self::Timer { timer, from, to } => {
                let mut ends = state.timers.get(timer).copied();
                TableChange { from: *from, to: *to }.set(&mut ends, forward, &format!("timer `{timer}`"))?;
                match ends {
                    Some(ends) => state.timers.insert(timer.clone(), ends),
                    None => state.timers.remove(timer),
                };
                Ok(())
            }
            Self::Written { note, from, to } => {
                let mut text = state.notes.get(note).cloned().unwrap_or_default();
                TableChange { from: from.clone(), to: to.clone() }.set(
                    &mut text,
                    forward,
                    &format!("note `{note}`"),
                )?;
                if text.is_empty() {
                    state.notes.remove(note);
                } else {
                    state.notes.insert(note.clone(), text);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// True if a table can have these values: a hand-edited journal may have others.
    fn has_possible_values(&self) -> bool {
        match self {
            Self::Began(fresh) => fresh.begun() && fresh.seats().count() == fresh.players.len(),
            _ => true,
        }
    }
}

fn player(state: &mut State, seat: Seat) -> Result<&mut Player, Mismatch> {
    state.players.get_mut(seat.index()).ok_or_else(|| Mismatch(format!("unknown player {}", seat.0)))
}

/// Sets a status that a player lacks, or clears one that they have.
fn mark(state: &mut State, seat: Seat, status: &str, on: bool) -> Result<(), Mismatch> {
    let player = player(state, seat)?;
    let fits = if on { player.statuses.insert(status.to_owned()) } else { player.statuses.remove(status) };
    let has = if on { "already has" } else { "does not have" };
    if fits { Ok(()) } else { Err(Mismatch(format!("player {} {has} the status `{status}`", seat.0))) }
}
