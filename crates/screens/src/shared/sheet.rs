//! An open sheet over the table, facing the player who opened it.

use std::convert::Infallible;

use egui::{Pos2, Rect, Vec2, accesskit::Role, vec2};

use super::answer::AnswerSheet;
use super::card::CardSheet;
use super::dice::DiceSheet;
use super::journal::JournalSheet;
use super::menu::MenuSheet;
use super::player::PlayerSheet;
use super::reference::{Opened, ReferenceSheet};
use super::seats::SeatsSheet;
use super::transfer::{BringSheet, MoveSheet};
use crate::canvas::{Canvas, inset, radius};
use crate::emblem::Spine;
use crate::gallery::CardSide;
use crate::look::{INK, player_colour};
use crate::region::{Cut as _, Facing, Region};
use crate::session::{Screens, SheetView as _};
use crate::settings::Settings;
use crate::table::{CardId, RuleNumber, Seat, Table, transfer};
use crate::view::{Ui, View};

/// Sheets that open over the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetKind<K> {
    /// A sheet that only this game has.
    Own(K),
    /// A player's name, colour, place, turn.
    Player,
    /// A card as it is printed, and its rule.
    Card(CardId, CardSide),
    /// A rule, where the rulebook explains it.
    Rule(RuleNumber),
    /// All cards, and the words of the game.
    Reference,
    /// The journal.
    Journal,
    /// Settings, a new game and more.
    Menu,
    /// Dice and a coin.
    Dice,
    /// The journal to another table, or from there.
    Move,
    /// The seats of a shared table.
    Seats,
}

impl<K> From<K> for SheetKind<K> {
    fn from(own: K) -> Self {
        Self::Own(own)
    }
}

impl SheetKind<Infallible> {
    /// The same in a game.
    pub fn of<K>(self) -> SheetKind<K> {
        match self {
            Self::Own(never) => match never {},
            Self::Player => SheetKind::Player,
            Self::Card(card, side) => SheetKind::Card(card, side),
            Self::Rule(rule) => SheetKind::Rule(rule),
            Self::Reference => SheetKind::Reference,
            Self::Journal => SheetKind::Journal,
            Self::Menu => SheetKind::Menu,
            Self::Dice => SheetKind::Dice,
            Self::Move => SheetKind::Move,
            Self::Seats => SheetKind::Seats,
        }
    }
}

/// An open sheet, and the choices on it so far.
#[allow(missing_docs, reason = "the sheets say it themselves")]
pub enum Sheet<G: Screens> {
    Own(G::Sheet),
    Player(PlayerSheet),
    Card(CardSheet),
    Reference(ReferenceSheet),
    Journal(JournalSheet<G>),
    Menu(MenuSheet),
    Dice(DiceSheet),
    Move(MoveSheet),
    Seats(SeatsSheet),
    Bring(Box<BringSheet<G>>),
    Answer(AnswerSheet<G>),
}

/// The device, as far as sheets depend on it.
pub struct Device {
    /// The address of a page that links lead to, if there is one.
    pub address: Option<String>,
    /// True if it can announce events by sound.
    pub has_cues: bool,
    /// True if there is a studio.
    pub has_studio: bool,
    /// True if other devices can join its table.
    pub can_host: bool,
}

impl<G: Screens> Sheet<G> {
    /// Opens a sheet.
    pub fn new(
        view: View<'_, G>,
        seat: Seat,
        kind: SheetKind<G::SheetKind>,
        settings: &Settings,
        device: Device,
    ) -> Self {
        match kind {
            SheetKind::Own(kind) => Self::Own(G::Sheet::new(view, seat, kind)),
            SheetKind::Player => Self::Player(PlayerSheet::new(seat, settings)),
            SheetKind::Card(card, side) => Self::Card(CardSheet::new(Opened::Card(card, side))),
            SheetKind::Rule(rule) => match Opened::of_rule(view.book(), rule) {
                Some(opened) => Self::Card(CardSheet::new(opened)),
                None => Self::Reference(ReferenceSheet::default()),
            },
            SheetKind::Reference => Self::Reference(ReferenceSheet::default()),
            SheetKind::Journal => Self::Journal(JournalSheet::default()),
            SheetKind::Menu => Self::Menu(MenuSheet::new(settings, &device)),
            SheetKind::Dice => Self::Dice(DiceSheet::new(view.rules.dice())),
            SheetKind::Seats => Self::Seats(SeatsSheet::new(device.can_host)),
            SheetKind::Move => Self::Move(MoveSheet::new(device.address, view.overview().begun())),
        }
    }

    /// How large the sheet is on a region of a size: some need all of the table, some little.
    fn size(&self, most: Vec2) -> Vec2 {
        let wanted = match self {
            Self::Own(sheet) => sheet.size(most),
            Self::Journal(_) | Self::Reference(_) => most,
            Self::Player(_) | Self::Menu(_) => vec2(860.0, 620.0),
            Self::Card(_) => vec2(940.0, 700.0),
            Self::Dice(_) => vec2(720.0, 480.0),
            Self::Move(sheet) => sheet.size(),
            Self::Bring(_) => vec2(860.0, 560.0),
            Self::Seats(_) => vec2(860.0, 620.0),
            Self::Answer(_) => vec2(860.0, 640.0),
        };
        wanted.min(most)
    }

    /// The name that screen readers announce; that of whoever opened it comes first where it concerns them.
    fn label(&self, opener: &str) -> String {
        let name = match self {
            Self::Own(sheet) => return format!("{opener}: {}", sheet.name()),
            Self::Player(_) => return format!("{opener}: player's menu"),
            Self::Card(_) => "Card",
            Self::Reference(_) => "Cards and rules",
            Self::Journal(_) => "Journal",
            Self::Menu(_) => "Menu",
            Self::Dice(_) => "Dice",
            Self::Move(_) => "Move the game",
            Self::Bring(_) => "Bring a game",
            Self::Seats(_) => "Seats",
            Self::Answer(_) => "Your answer",
        };
        name.to_owned()
    }

    fn draw(&mut self, ui: &mut Ui<'_, '_, G>, table: &Table<G>) {
        let view = ui.view;
        match self {
            Self::Own(sheet) => sheet.draw(ui, table),
            Self::Player(sheet) => {
                let offers = G::menu_items(ui.view, sheet.seat());
                let buttons: Vec<_> = offers.iter().map(|(button, _)| *button).collect();
                let chosen = ui.sharing(|canvas, actions| sheet.draw(canvas, &view.overview(), &buttons, actions));
                let offers = offers.into_iter().enumerate().filter(|(index, _)| chosen == Some(*index));
                ui.actions.extend(offers.flat_map(|(_, (_, asked))| asked));
            }
            Self::Card(sheet) => ui.sharing(|canvas, actions| sheet.draw(canvas, view.book(), actions)),
            Self::Reference(sheet) => ui.sharing(|canvas, actions| sheet.draw(canvas, view.book(), actions)),
            Self::Journal(sheet) => sheet.draw(ui, table),
            Self::Menu(sheet) => ui.sharing(|canvas, actions| sheet.draw(canvas, &view.overview(), actions)),
            Self::Dice(sheet) => ui.sharing(|canvas, actions| sheet.draw(canvas, actions)),
            Self::Move(sheet) => {
                let pack = || transfer::pack(table).ok();
                let entries = table.entries().len();
                ui.sharing(|canvas, actions| sheet.draw(canvas, &view.overview(), entries, &pack, actions));
            }
            Self::Bring(sheet) => ui.sharing(|canvas, actions| sheet.draw(canvas, &view.overview(), actions)),
            Self::Seats(sheet) => ui.sharing(|canvas, actions| sheet.draw(canvas, &view.overview(), actions)),
            Self::Answer(sheet) => sheet.draw(ui),
        }
    }
}

/// A sheet that is open, and whose it is.
pub struct Open<G: Screens> {
    /// The player who opened it.
    pub seat: Seat,
    /// The sheet.
    pub sheet: Sheet<G>,
}

impl<G: Screens> Open<G> {
    /// Draws the sheet over the table.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_, G>, table: &Table<G>, facing: Facing) {
        const EDGE: f32 = 14.0;
        let screen = ui.canvas.region.rect;
        ui.canvas.shield("veil", ui.canvas.whole());
        ui.canvas.fill(ui.canvas.whole(), 0, ui.canvas.look().veil);
        let turned = Region::new(screen.shrink(EDGE), facing);
        let size = self.sheet.size(turned.size());
        // A sheet smaller than the table is in front of the player who opened it.
        let most = turned.whole();
        let at = Pos2::new((most.width() - size.x) / 2.0, most.height() - size.y);
        let region = turned.part(Rect::from_min_size(at, size), 0);
        let ground = ui.canvas.look().panel;
        let people = G::people(ui.view.state);
        let name = people.get(self.seat.index()).map_or("", |person| person.name);
        let dialog = ui.canvas.tools.group("sheet", Role::Dialog, &self.sheet.label(name));
        let mut sheet = Canvas { tools: &mut ui.canvas.tools.within(Some(&dialog)), region, ground, disabled: false };
        let inner = paper(&mut sheet, ui.view, self.seat);
        let canvas = sheet.part(inner, 0);
        self.sheet.draw(&mut Ui { canvas, view: ui.view, actions: ui.actions }, table);
    }
}

/// Draws the ground of a sheet with its owner's spine; returns the remaining area.
fn paper<G: Screens>(canvas: &mut Canvas<'_, '_>, view: View<'_, G>, seat: Seat) -> Rect {
    const SPINE: f32 = 32.0;
    let whole = canvas.whole();
    canvas.fill(whole, radius(14.0), canvas.ground.fill);
    canvas.border(whole, radius(14.0), 2.0, canvas.ground.line);
    let people = G::people(view.state);
    let Some(person) = people.get(seat.index()) else { return whole.shrink(14.0) };
    let spine = whole.left_part(SPINE);
    let (colour, fill) = (person.colour, player_colour(person.colour));
    Spine { colour, fill, corners: 14.0, inset: vec2(6.0, 12.0) }.draw(canvas, view.cards, spine);
    canvas.line(spine.right_top(), spine.right_bottom(), 1.5, INK);
    inset(whole, SPINE + 14.0, 12.0, 14.0, 14.0)
}
