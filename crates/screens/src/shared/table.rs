//! A table with a panel for every player and a middle between the panels.

use egui::accesskit::Role;
use egui::{Align2, Stroke, Vec2};

use super::middle::{self, History, StripLayout};
use crate::canvas::{Canvas, TextStyle};
use crate::letters::Face;
use crate::look::{GOLD, INK};
use crate::ordered;
use crate::region::{Facing, Region};
use crate::seats::{self, Middle, Plan};
use crate::session::{PanelState, Screens};
use crate::table::{Person, Seat, Table};
use crate::view::{Ui, View};

/// A game whose players have panels round the table.
pub trait Panels: Screens {
    /// Height of the foot of a player's own phone that stands, in points.
    const OWN_FOOT: f32 = 140.0;

    /// Returns the layout for a screen of a size; on a player's own phone, with the own panel in full.
    fn plan(view: View<'_, Self>, screen: Vec2) -> Plan {
        let players = Self::people(view.state).len();
        match view.room.own {
            Some(own) => seats::own(screen, players, own, Self::OWN_FOOT),
            None => seats::plan(screen, players, Self::seating(view.state)),
        }
    }

    /// Draws a player's panel over the whole of its region.
    fn draw_panel(ui: &mut Ui<'_, '_, Self>, seat: Seat, panel: &PanelState<Self>);

    /// Draws the contents of a field in the middle, on its ground.
    fn draw_field(ui: &mut Ui<'_, '_, Self>);

    /// Draws the contents of a strip between two rows of panels, beside its buttons.
    fn draw_strip(ui: &mut Ui<'_, '_, Self>, layout: StripLayout);

    /// Draws the foot of a phone's screen with all its buttons.
    fn draw_foot(ui: &mut Ui<'_, '_, Self>, history: &History);
}

/// Returns the layout for a screen of a size. On the screen of somebody who watches, nothing is turned to the far side.
pub fn plan<G: Panels>(view: View<'_, G>, screen: Vec2) -> Plan {
    let mut plan = G::plan(view, screen);
    if view.room.watches {
        plan.face_the_near_side();
    }
    plan
}

/// Returns the group of a player's controls, which has none on a disabled canvas. A panel that is only shown has no controls:
/// its group describes how the player stands.
pub fn group<G: Screens>(ui: &Ui<'_, '_, G>, seat: Seat, person: &Person) -> Option<egui::Ui> {
    if ui.canvas.disabled {
        return None;
    }
    let (view, id) = (ui.view, ("players", seat.index()));
    if !view.room.only_shows(seat) {
        return Some(ui.canvas.tools.group(id, Role::Group, person.name));
    }
    let status = G::status(view.rules, view.state, seat);
    Some(ui.canvas.tools.group(id, Role::Note, &format!("{}: {status}", person.name)))
}

/// Draws the seconds that everybody counts until secret choices are shown, large enough for all round the table.
pub fn count(canvas: &Canvas<'_, '_>, seconds: u64) {
    let whole = canvas.whole();
    let radius = whole.size().min_elem() * 0.24;
    canvas.disc(whole.center(), radius, INK, Stroke::new(radius * 0.06, GOLD));
    let words = TextStyle::new(Face::Caps, radius * 1.3, GOLD);
    canvas.figure(whole.center(), Align2::CENTER_CENTER, words, &seconds.to_string());
    canvas.tools.group("count", Role::Note, &format!("Shown in {seconds}"));
}

/// Draws all panels and the middle over the whole screen.
pub fn draw<G: Panels>(ui: &mut Ui<'_, '_, G>, table: &Table<G>, panels: &[PanelState<G>]) {
    let (view, screen, disabled) = (ui.view, ui.canvas.region, ui.canvas.disabled);
    let plan = plan::<G>(view, screen.size()).part_of(screen);
    let turn = G::default_seat(view.state);
    draw_middle(ui, table, &plan, turn);
    let ground = ui.canvas.look().panel;
    // The panel of the player on turn is last, as its frame overlaps its neighbours' edges.
    let mut order: Vec<(Seat, Region)> = Seat::all(plan.panels.len()).zip(plan.panels).collect();
    ordered::sort_by_number(&mut order, |(seat, _)| i64::from(*seat == turn));
    let none = PanelState::default();
    // Screen readers go from seat to seat.
    let people = G::people(view.state);
    let groups: Vec<Option<egui::Ui>> =
        Seat::all(people.len()).zip(&people).map(|(seat, person)| group(ui, seat, person)).collect();
    for (seat, region) in order {
        let canvas = Canvas {
            tools: &mut ui.canvas.tools.within(groups.get(seat.index()).and_then(Option::as_ref)),
            region,
            ground,
            disabled: disabled || view.room.only_shows(seat),
        };
        let panel = panels.get(seat.index()).unwrap_or(&none);
        G::draw_panel(&mut Ui { canvas, view, actions: ui.actions }, seat, panel);
    }
}

fn draw_middle<G: Panels>(ui: &mut Ui<'_, '_, G>, table: &Table<G>, plan: &Plan, turn: Seat) {
    let ground = ui.canvas.look().centre;
    let (overview, history) = (ui.view.overview(), History::of(table, ui.view.room));
    // It turns to the long side at which the player on turn sits.
    let upside = plan.panels.get(turn.index()).is_some_and(|region| region.facing == plan.upright.turned(2));
    let turned = |region: Region| if upside { Region::new(region.rect, region.facing.turned(2)) } else { region };
    match &plan.middle {
        Middle::Field { field, undo, menu } => {
            let mut ui = ui.on(turned(*field), ground);
            middle::ground(&ui.canvas);
            G::draw_field(&mut ui);
            ui.sharing(|canvas, actions| middle::corners(canvas, &overview, &history, [undo, menu], actions));
        }
        Middle::Strip(strip) => {
            let mut ui = ui.on(turned(*strip), ground);
            let layout = ui.sharing(|canvas, actions| middle::strip(canvas, &overview, &history, actions));
            G::draw_strip(&mut ui, layout);
        }
        Middle::Foot(foot) => G::draw_foot(&mut ui.on(*foot, ground), &history),
    }
}

/// Which edge a player's panel faces on a screen of a size; for a player that there is not, the edge that the middle faces.
pub fn facing<G: Panels>(view: View<'_, G>, screen: Vec2, seat: Seat) -> Facing {
    let plan = plan::<G>(view, screen);
    plan.panels.get(seat.index()).map_or(plan.upright, |region| region.facing)
}
