//! Sheets that only this game has.

use egui::{Vec2, vec2};
use serde::{Deserialize, Serialize};

use super::attack::AttackSheet;
use super::pile::{DiscardSheet, PileSheet};
use super::recover::RecoverSheet;
use super::trip::TripSheet;
use super::view::{OwnSheet, Ui, View};
use super::weapon::WeaponSheet;
use crate::session::SheetView;
use crate::table::Seat;
use crate::table::skirmish::{Rules, Table};

/// An open sheet, and the choices on it so far.
#[derive(Serialize, Deserialize)]
#[allow(missing_docs, reason = "the sheets say it themselves")]
pub enum Sheet {
    Attack(AttackSheet),
    Trip(TripSheet),
    Recover(RecoverSheet),
    Weapon(WeaponSheet),
    Discard(DiscardSheet),
    Pile(PileSheet),
}

impl SheetView<Rules> for Sheet {
    fn new(view: View<'_>, seat: Seat, kind: OwnSheet) -> Self {
        match kind {
            OwnSheet::Attack => Self::Attack(AttackSheet::new(view, seat)),
            OwnSheet::Trip => Self::Trip(TripSheet::new(view, seat)),
            OwnSheet::Recover => Self::Recover(RecoverSheet::new(view, seat)),
            OwnSheet::Weapon => Self::Weapon(WeaponSheet::new(seat)),
            OwnSheet::Discard => Self::Discard(DiscardSheet::new(seat)),
            OwnSheet::Pile(pile) => Self::Pile(PileSheet::new(pile)),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Attack(_) => "attack",
            Self::Trip(_) => "Trip",
            Self::Recover(_) => "recovery",
            Self::Weapon(_) => "weapon",
            Self::Discard(_) => "discards",
            Self::Pile(_) => "pile",
        }
    }

    fn size(&self, most: Vec2) -> Vec2 {
        match self {
            Self::Attack(_) => most,
            Self::Recover(_) => vec2(1150.0, 656.0),
            Self::Trip(_) => vec2(1000.0, 620.0),
            Self::Discard(_) | Self::Pile(_) => vec2(1000.0, 700.0),
            Self::Weapon(_) => vec2(800.0, 460.0),
        }
    }

    fn draw(&mut self, ui: &mut Ui<'_, '_>, table: &Table) {
        match self {
            Self::Attack(sheet) => sheet.draw(ui),
            Self::Trip(sheet) => sheet.draw(ui, table),
            Self::Recover(sheet) => sheet.draw(ui, table),
            Self::Weapon(sheet) => sheet.draw(ui),
            Self::Discard(sheet) => sheet.draw(ui),
            Self::Pile(sheet) => sheet.draw(ui),
        }
    }
}
