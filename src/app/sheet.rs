//! What lies over the table while it is open: a sheet that faces whoever opened it.

use egui::{Pos2, Rect, Vec2, vec2};

use super::attack::AttackSheet;
use super::card::CardSheet;
use super::journal::JournalSheet;
use super::livery;
use super::look::{INK, livery_colour};
use super::menu::MenuSheet;
use super::pile::{DiscardSheet, PileSheet};
use super::player::PlayerSheet;
use super::recover::RecoverSheet;
use super::reference::{Opened, ReferenceSheet};
use super::settings::Settings;
use super::stage::{Stage, radius, within};
use super::travel::{BringSheet, MoveSheet};
use super::trip::TripSheet;
use super::turn::{Facing, Leaf};
use super::view::{Leaflet, View, Wish};
use super::weapon::WeaponSheet;
use crate::table::{Seat, Table};

/// A sheet that is open, and whose it is.
pub struct Open {
    /// Who opened it.
    pub seat: Seat,
    /// What it shows.
    pub sheet: Sheet,
}

/// What a sheet shows, and what was chosen on it so far.
#[allow(missing_docs, reason = "the sheets say it themselves")]
pub enum Sheet {
    Attack(AttackSheet),
    Trip(TripSheet),
    Recover(RecoverSheet),
    Weapon(WeaponSheet),
    Player(PlayerSheet),
    Discard(DiscardSheet),
    Pile(PileSheet),
    Card(CardSheet),
    Reference(ReferenceSheet),
    Journal(JournalSheet),
    Menu(MenuSheet),
    Move(MoveSheet),
    Bring(Box<BringSheet>),
}

impl Open {
    /// Opens a sheet.
    pub fn new(view: View<'_>, seat: Seat, leaflet: Leaflet, settings: &Settings, address: Option<String>) -> Self {
        let sheet = match leaflet {
            Leaflet::Attack => Sheet::Attack(AttackSheet::new(view, seat)),
            Leaflet::Trip => Sheet::Trip(TripSheet::new(view, seat)),
            Leaflet::Recover => Sheet::Recover(RecoverSheet::new(view, seat)),
            Leaflet::Weapon => Sheet::Weapon(WeaponSheet::new(seat)),
            Leaflet::Player => Sheet::Player(PlayerSheet::new(seat, settings)),
            Leaflet::Discard => Sheet::Discard(DiscardSheet::new(seat)),
            Leaflet::Pile(pile) => Sheet::Pile(PileSheet::new(pile)),
            Leaflet::Card(card, side) => Sheet::Card(CardSheet::new(Opened::Card(card, side))),
            Leaflet::Rule(rule) => match Opened::of_rule(view, rule) {
                Some(opened) => Sheet::Card(CardSheet::new(opened)),
                None => Sheet::Reference(ReferenceSheet::new()),
            },
            Leaflet::Reference => Sheet::Reference(ReferenceSheet::new()),
            Leaflet::Journal => Sheet::Journal(JournalSheet::new(view)),
            Leaflet::Menu => Sheet::Menu(MenuSheet::new(settings)),
            Leaflet::Move => Sheet::Move(MoveSheet::new(address, view.state.begun())),
        };
        Self { seat, sheet }
    }

    /// How large the sheet is on a leaf of a size: some need all of the table, some little.
    fn size(&self, most: Vec2) -> Vec2 {
        let wanted = match &self.sheet {
            Sheet::Attack(_) | Sheet::Journal(_) | Sheet::Reference(_) => most,
            Sheet::Recover(_) => vec2(1150.0, 656.0),
            Sheet::Trip(_) => vec2(1000.0, 620.0),
            Sheet::Discard(_) | Sheet::Pile(_) => vec2(1000.0, 700.0),
            Sheet::Weapon(_) => vec2(800.0, 460.0),
            Sheet::Player(_) | Sheet::Menu(_) => vec2(860.0, 620.0),
            Sheet::Card(_) => vec2(940.0, 700.0),
            Sheet::Move(sheet) => sheet.size(),
            Sheet::Bring(_) => vec2(860.0, 560.0),
        };
        wanted.min(most)
    }

    /// Draws the sheet over the table.
    pub fn draw(
        &mut self,
        stage: &mut Stage<'_, '_>,
        view: View<'_>,
        table: &Table,
        facing: Facing,
        wishes: &mut Vec<Wish>,
    ) {
        const EDGE: f32 = 14.0;
        let screen = stage.leaf.rect;
        stage.shield("veil", stage.whole());
        stage.fill(stage.whole(), 0, stage.look().veil);
        let turned = Leaf::new(screen.shrink(EDGE), facing);
        let size = self.size(turned.size());
        // A sheet that is smaller than the table lies before the one who opened it.
        let most = turned.whole();
        let at = Pos2::new((most.width() - size.x) / 2.0, most.height() - size.y);
        let leaf = turned.part(Rect::from_min_size(at, size), 0);
        let ground = stage.look().panel;
        let mut sheet = Stage { tools: stage.tools, leaf, ground, asleep: false };
        let inner = paper(&mut sheet, view, self.seat);
        let mut sheet = sheet.part(inner, 0);
        let stage = &mut sheet;
        match &mut self.sheet {
            Sheet::Attack(sheet) => sheet.draw(stage, view, wishes),
            Sheet::Trip(sheet) => sheet.draw(stage, view, table, wishes),
            Sheet::Recover(sheet) => sheet.draw(stage, view, table, wishes),
            Sheet::Weapon(sheet) => sheet.draw(stage, view, wishes),
            Sheet::Player(sheet) => sheet.draw(stage, view, wishes),
            Sheet::Discard(sheet) => sheet.draw(stage, view, wishes),
            Sheet::Pile(sheet) => sheet.draw(stage, view, wishes),
            Sheet::Card(sheet) => sheet.draw(stage, view, wishes),
            Sheet::Reference(sheet) => sheet.draw(stage, view, wishes),
            Sheet::Journal(sheet) => sheet.draw(stage, view, table, wishes),
            Sheet::Menu(sheet) => sheet.draw(stage, view, wishes),
            Sheet::Move(sheet) => sheet.draw(stage, view, table, wishes),
            Sheet::Bring(sheet) => sheet.draw(stage, view, wishes),
        }
    }
}

/// The ground of a sheet with the spine of whose it is; gives what is left.
fn paper(stage: &mut Stage<'_, '_>, view: View<'_>, seat: Seat) -> Rect {
    const SPINE: f32 = 32.0;
    let whole = stage.whole();
    stage.fill(whole, radius(14.0), stage.ground.fill);
    stage.rim(whole, radius(14.0), 2.0, stage.ground.line);
    let Some(player) = view.state.player(seat) else { return whole.shrink(14.0) };
    let spine = Rect::from_min_size(whole.min, vec2(SPINE, whole.height()));
    livery::spine(stage, view, spine, player.livery, livery_colour(player.livery), 14.0, vec2(6.0, 12.0));
    stage.line(spine.right_top(), spine.right_bottom(), 1.5, INK);
    within(whole, SPINE + 14.0, 12.0, 14.0, 14.0)
}
