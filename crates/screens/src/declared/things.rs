//! What a table has once: counters, timers, notes, dice and piles; and what every player has besides counters.

use std::mem::discriminant;

use egui::Rect;

use super::items;
use super::view::Ui;
use crate::game::{ActionSpec, CounterSpec, NoteSpec, PileSpec, StatusSpec, TableSpec, TimerSpec};
use crate::table::Seat;
use crate::table::declared::{PileId, Player};

/// A thing of the table.
#[derive(Clone, Copy)]
pub enum Thing<'a> {
    /// A counter.
    Counter(&'a CounterSpec),
    /// A timer.
    Timer(&'a TimerSpec),
    /// A note.
    Note(&'a NoteSpec),
    /// The dice of the game.
    Dice,
    /// A pile.
    Pile(&'a PileSpec),
}

/// Returns all things of a table.
pub fn of(spec: &TableSpec) -> Vec<Thing<'_>> {
    let dice = (!spec.dice.is_empty()).then_some(Thing::Dice);
    let small = spec.shared.iter().map(Thing::Counter).chain(spec.timers.iter().map(Thing::Timer));
    let small = small.chain(spec.notes.iter().map(Thing::Note)).chain(dice);
    small.chain(spec.piles.iter().filter(|pile| !pile.per_player).map(Thing::Pile)).collect()
}

impl Thing<'_> {
    /// Draws it in a cell.
    pub fn draw(self, ui: &mut Ui<'_, '_>, rect: Rect) {
        match self {
            Self::Counter(counter) => items::shared(ui, counter, rect),
            Self::Timer(timer) => items::timer(ui, timer, rect),
            Self::Note(note) => items::note(ui, note, rect),
            Self::Dice => items::dice(ui, rect),
            Self::Pile(pile) => items::pile(ui, &PileId::Table(pile.id.clone()), rect),
        }
    }
}

/// A thing that every player has, besides counters.
#[derive(Clone, Copy)]
pub enum OwnThing<'a> {
    /// An action.
    Action(&'a ActionSpec),
    /// A mark.
    Mark(&'a StatusSpec),
    /// A pile.
    Pile(&'a PileSpec),
}

/// Returns all of them, the actions first.
pub fn of_player(spec: &TableSpec) -> Vec<OwnThing<'_>> {
    let actions = spec.actions.iter().map(OwnThing::Action);
    let piles = spec.piles.iter().filter(|pile| pile.per_player).map(OwnThing::Pile);
    actions.chain(spec.statuses.iter().map(OwnThing::Mark)).chain(piles).collect()
}

/// Divides them into as many as there is room for, and the others. The first of each kind comes before the second of any,
/// so that a small panel shows some of each.
pub fn with_room<'a>(all: &[OwnThing<'a>], room: usize) -> [Vec<OwnThing<'a>>; 2] {
    let is_same_kind = |one: &OwnThing<'_>, other| discriminant(one) == discriminant(other);
    let rank = |index: usize| all[..index].iter().filter(|before| is_same_kind(before, &all[index])).count();
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_cached_key(|index| rank(*index));
    order.truncate(room);
    let part = |shown: bool| {
        let chosen = all.iter().enumerate().filter(|(index, _)| order.contains(index) == shown);
        chosen.map(|(_, thing)| *thing).collect()
    };
    [part(true), part(false)]
}

impl<'a> OwnThing<'a> {
    /// Draws it in a cell.
    pub fn draw(self, ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, rect: Rect) {
        match self {
            Self::Action(action) => items::action(ui, seat, player, action, rect),
            Self::Mark(status) => items::mark(ui, seat, player, status, rect),
            Self::Pile(pile) => items::pile(ui, &PileId::Player { seat, pile: pile.id.clone() }, rect),
        }
    }

    /// Returns the name of a mark that a player has, or of a pile with its number of cards.
    pub fn about(self, player: &Player) -> Option<(&'a str, Option<u32>)> {
        match self {
            Self::Action(_) => None,
            Self::Mark(status) => player.statuses.contains(&status.id).then_some((status.name.as_str(), None)),
            Self::Pile(pile) => Some((&pile.name, Some(player.piles.get(&pile.id)?.values().sum()))),
        }
    }
}
