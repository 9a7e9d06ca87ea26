//! What a table has once: counters, timers, notes, dice and piles; and what every player has besides counters.

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

impl OwnThing<'_> {
    /// Draws it in a cell.
    pub fn draw(self, ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, rect: Rect) {
        match self {
            Self::Action(action) => items::action(ui, seat, player, action, rect),
            Self::Mark(status) => items::mark(ui, seat, player, status, rect),
            Self::Pile(pile) => items::pile(ui, &PileId::Player { seat, pile: pile.id.clone() }, rect),
        }
    }
}

impl<'a> OwnThing<'a> {
    /// Returns the name of a mark that a player has, or of a pile with its number of cards.
    pub fn about(self, player: &Player) -> Option<(&'a str, Option<u32>)> {
        match self {
            Self::Action(_) => None,
            Self::Mark(status) => player.statuses.contains(&status.id).then_some((status.name.as_str(), None)),
            Self::Pile(pile) => Some((&pile.name, Some(player.piles.get(&pile.id)?.values().sum()))),
        }
    }
}
