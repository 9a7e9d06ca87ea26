//! The effects of an activation, shown on the board until the next one.

use std::sync::Arc;

use egui::Color32;

use super::plan::Board;
use super::unit::{self, BONE, SEA};
use crate::canvas::{Canvas, rect_around};
use crate::look::INK;
use crate::table::skirminion::{Change, Command, Event, Side, Square, Unit};

/// The effects of an activation.
#[derive(Default)]
pub struct Deed {
    moved: Option<(Square, Square)>,
    attack: Option<(Square, Square)>,
    /// The unit that moved, in its state at that time.
    unit: Option<Unit>,
    destroyed: Vec<(Square, Side)>,
}

impl Deed {
    /// Combines related events.
    pub fn of(events: &[Arc<Event>]) -> Self {
        let mut deed = Self::default();
        for event in events {
            match event.command {
                Command::Move { from, to } => deed.moved = Some((from, to)),
                Command::Attack { by, on } => deed.attack = Some((by, on)),
                _ => {}
            }
            for change in &event.changes {
                if let Change::Unit { at, from: Some(unit), to } = change {
                    if deed.moved.is_some_and(|(from, _)| from == *at) {
                        deed.unit = Some(*unit);
                    } else if to.is_none() && deed.attack.is_some() {
                        deed.destroyed.push((*at, unit.side));
                    }
                }
            }
        }
        deed
    }

    /// Draws the effects below the units: the unit's starting square, and destroyed units.
    pub fn below(&self, canvas: &mut Canvas<'_, '_>, board: &Board) {
        if let (Some((from, _)), Some(shown)) = (self.moved, self.unit) {
            let rect = board.square(from);
            unit::unit(canvas, rect.shrink(rect.width() * 0.08), shown, shown.side != board.near, 0.28);
        }
        for (at, side) in &self.destroyed {
            let size = board.side() * 0.5;
            let colour = if *side == Side::Bone { BONE } else { Color32::from_rgb(0x6a, 0x1e, 0x18) };
            let place = rect_around(board.middle(*at), size * 0.87, size);
            unit::cloven(canvas, place.expand(2.0), INK.gamma_multiply(0.6));
            unit::cloven(canvas, place, colour);
        }
    }

    /// Draws the effects above the units: the unit's path, and its attack.
    pub fn above(&self, canvas: &mut Canvas<'_, '_>, board: &Board) {
        if let Some((from, to)) = self.moved {
            let (a, b) = (board.middle(from), board.middle(to));
            let along = b - a;
            // It ends at the edge of the square, where the unit stands now.
            let reach = 1.0 - 0.3 * board.side() / along.length().max(1.0);
            unit::arrow(canvas, a, a + along * reach, board.side(), SEA);
        }
        if let Some((by, on)) = self.attack {
            unit::blow(canvas, board.middle(by), board.middle(on), board.side() * 0.85);
        }
    }
}
