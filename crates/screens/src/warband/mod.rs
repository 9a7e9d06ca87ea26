//! The screens of warbands: a tile for every warrior, turn and phase with due tests, sheets for warriors, tests and
//! falls.

mod act;
mod dice;
mod end;
mod history_view;
mod middle;
mod panel;
mod plan;
mod setup;
mod sheet;
mod sign;
mod view;
mod wording;

use egui::{Rect, Vec2, vec2};

use super::button::{Button, Tone};
use super::canvas::Canvas;
use super::region::{Facing, Region};
use super::seats::Plan;
use super::session::{Offer, PanelState, Screens};
use super::settings::Settings;
use super::shared::middle::{History, StripLayout};
use super::shared::{self, panel as parts, table::Panels};
use crate::game::HouseWishes;
use crate::table::warband::{Begin, Command, Muster, Rules, Side, State, Table, score};
use crate::table::{PlayerColour, PlayerConfig, Ruleset, Seat};
use setup::GameSetup;
use sheet::Sheet;
use view::{Action, Draft, OwnSheet, Show, Ui, View};

/// A panel that is smaller has no room for a refusal, in points.
const MIN_REFUSAL_SIZE: Vec2 = vec2(360.0, 200.0);

impl Screens for Rules {
    type SheetKind = OwnSheet;
    type Sheet = Sheet;
    type Draft = Draft;
    type Entry = Show;
    type Setup = GameSetup;
    type Score = score::Score;
    type Work = ();

    const HINT: &'static str =
        "The large button leads from phase to phase. Tap a warrior for wounds, shots and spells.";

    fn draw_table(ui: &mut Ui<'_, '_>, table: &Table, panels: &[PanelState<Self>]) {
        shared::table::draw(ui, table, panels);
        let (view, screen) = (ui.view, ui.canvas.region);
        let plan = Self::plan(view, screen.size()).part_of(screen);
        for ((seat, panel), region) in view.state.seats().zip(panels).zip(plan.panels) {
            let Some((command, refusal)) = &panel.refused else { continue };
            let size = region.size();
            let roomy = size.x >= MIN_REFUSAL_SIZE.x && size.y >= MIN_REFUSAL_SIZE.y;
            let region = if roomy { region } else { Region::new(screen.rect, region.facing) };
            let ui = ui.on(region, ui.canvas.look().panel);
            parts::refused(&mut { ui.canvas }, view.book(), seat, command, refusal, ui.actions);
        }
    }

    fn facing(view: View<'_>, screen: Vec2, seat: Seat) -> Facing {
        shared::table::facing(view, screen, seat)
    }

    fn draw_history(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
        history_view::draw(canvas, view, rect);
    }

    fn status(_rules: &Self, state: &State, seat: Seat) -> String {
        history_view::about_side(state, seat)
    }

    fn menu_items(view: View<'_>, seat: Seat) -> Vec<Offer<Self>> {
        let off = view.state.over.is_some();
        let end = Button { off, sub: "by its scenario", ..Button::new(&["End the battle"], Tone::Raised) };
        vec![(end, vec![Action::Open(seat, OwnSheet::Ending.into())])]
    }

    fn seat(state: &State, command: &Command) -> Option<Seat> {
        command.seat(state)
    }

    fn remember(settings: &mut Settings, game: &str, command: &Command) -> bool {
        let Command::Begin(begin) = command else { return false };
        let entrant = |(place, muster): (usize, &Muster)| PlayerConfig {
            name: muster.name.clone(),
            colour: muster.colour.unwrap_or(PlayerColour::ALL[place % PlayerColour::ALL.len()]),
            chair: muster.chair.unwrap_or_default(),
            note: String::new(),
        };
        let people: Vec<PlayerConfig> = begin.begin.iter().enumerate().map(entrant).collect();
        settings.remember(game, &people, begin);
        for own in begin.begin.iter().filter(|muster| !muster.warriors.is_empty()) {
            let own = Muster { name: String::new(), colour: None, chair: None, ..own.clone() };
            settings.keep_own(game, &own, |other: &Muster| other.warband == own.warband);
        }
        true
    }

    fn rematch(state: &State) -> Command {
        rematch(state, 0)
    }

    fn summary(table: &Table) -> String {
        score::text(table)
    }
}

impl Panels for Rules {
    fn plan(view: View<'_>, screen: Vec2) -> Plan {
        let own = view.room.own;
        let shown = plan::Full { seat: own.unwrap_or_else(|| view.draft.shown(view.state)), own: own.is_some() };
        plan::plan(screen, view.state.sides.len(), view.state.seating, shown)
    }

    fn draw_panel(ui: &mut Ui<'_, '_>, seat: Seat, _panel: &PanelState<Self>) {
        panel::draw(ui, seat);
    }

    fn draw_field(ui: &mut Ui<'_, '_>) {
        middle::field(ui);
    }

    fn draw_strip(ui: &mut Ui<'_, '_>, layout: StripLayout) {
        middle::strip(ui, &layout);
    }

    fn draw_foot(ui: &mut Ui<'_, '_>, history: &History) {
        middle::foot(ui, history);
    }
}

/// Begins the battle again; each player has the warband of the player so many places on, and the first turn goes with the warband.
fn rematch(state: &State, places: usize) -> Command {
    let (house, sides) = (state.house, state.sides.len().max(1));
    let muster = |(place, side): (usize, &Side)| {
        let force = &state.sides[(place + places) % sides];
        Muster {
            name: side.name.clone(),
            warband: Some(force.warband.clone()),
            warriors: force.warriors.iter().map(|warrior| warrior.spec.clone()).collect(),
            colour: Some(side.colour),
            chair: Some(side.chair),
            ..Muster::default()
        }
    };
    let first = (state.first.index() + sides - places % sides) % sides;
    Command::Begin(Begin {
        begin: state.sides.iter().enumerate().map(muster).collect(),
        house: HouseWishes {
            single_target: Some(house.single_target),
            caster_units: Some(house.caster_units),
            cavalry: Some(house.cavalry),
            poison: Some(house.poison),
            swarms: Some(house.swarms),
        },
        first: state.sides.get(first).map(|side| side.name.clone()),
        seating: state.seating,
        rules: Ruleset::LATEST,
    })
}
