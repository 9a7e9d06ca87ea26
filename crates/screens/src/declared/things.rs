//! What a table has once: counters, timers, notes, dice and piles.

use egui::Rect;

use super::items;
use super::view::Ui;
use crate::game::{CounterSpec, NoteSpec, PileSpec, TableSpec, TimerSpec};

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
    small.chain(spec.piles.iter().map(Thing::Pile)).collect()
}

impl Thing<'_> {
    /// Draws it in a cell.
    pub fn draw(self, ui: &mut Ui<'_, '_>, rect: Rect) {
        match self {
            Self::Counter(counter) => items::shared(ui, counter, rect),
            Self::Timer(timer) => items::timer(ui, timer, rect),
            Self::Note(note) => items::note(ui, note, rect),
            Self::Dice => items::dice(ui, rect),
            Self::Pile(pile) => items::pile(ui, pile, rect),
        }
    }
}
