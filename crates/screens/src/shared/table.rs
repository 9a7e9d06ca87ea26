//! A table with a panel for every player and a middle between the panels.

use egui::accesskit::Role;
use egui::{Ui, Vec2};

use super::middle::{self, History, StripLayout};
use crate::canvas::{Canvas, Tools};
use crate::ordered;
use crate::region::{Facing, Region};
use crate::seats::{self, Middle, Plan};
use crate::session::Screens;
use crate::table::{Person, Seat, Table};
use crate::view::{Action, View, sharing};

/// A game whose players have panels round the table.
pub trait Panels: Screens {
    /// Returns the layout for a screen of a size.
    fn plan(view: View<'_, Self>, screen: Vec2) -> Plan {
        seats::plan(screen, Self::people(view.state).len(), Self::seating(view.state))
    }

    /// Draws a player's panel over the whole of its region.
    fn draw_panel(
        canvas: &mut Canvas<'_, '_>,
        view: View<'_, Self>,
        seat: Seat,
        panel: &Self::Panel,
        actions: &mut Vec<Action<Self>>,
    );

    /// Draws the contents of a field in the middle, on its ground.
    fn draw_field(canvas: &mut Canvas<'_, '_>, view: View<'_, Self>, actions: &mut Vec<Action<Self>>);

    /// Draws the contents of a strip between two rows of panels, beside its buttons.
    fn draw_strip(
        canvas: &mut Canvas<'_, '_>,
        view: View<'_, Self>,
        layout: StripLayout,
        actions: &mut Vec<Action<Self>>,
    );

    /// Draws the foot of a phone's screen with all its buttons.
    fn draw_foot(canvas: &mut Canvas<'_, '_>, view: View<'_, Self>, history: &History, actions: &mut Vec<Action<Self>>);
}

/// Draws all panels and the middle over the whole screen.
pub fn draw<G: Panels>(
    tools: &mut Tools<'_>,
    screen: Region,
    view: View<'_, G>,
    table: &Table<G>,
    panels: &[G::Panel],
    disabled: bool,
    actions: &mut Vec<Action<G>>,
) {
    let plan = G::plan(view, screen.size()).part_of(screen);
    let turn = G::opener(view.state);
    draw_middle(tools, view, table, &plan, turn, disabled, actions);
    let ground = tools.look.panel;
    // The panel of the player on turn is last, as its frame overlaps its neighbours' edges.
    let mut order: Vec<(Seat, Region)> = Seat::all(plan.panels.len()).zip(plan.panels).collect();
    ordered::by_number(&mut order, |(seat, _)| i64::from(*seat == turn));
    let none = G::Panel::default();
    // Screen readers go from seat to seat.
    let people = G::people(view.state);
    let group = |(index, person): (usize, &Person)| tools.group(("players", index), Role::Group, person.name);
    let groups: Vec<Ui> = people.iter().enumerate().map(group).collect();
    for (seat, region) in order {
        let Some(group) = groups.get(seat.index()) else { continue };
        let mut canvas = Canvas { tools: &mut tools.within(group), region, ground, disabled };
        G::draw_panel(&mut canvas, view, seat, panels.get(seat.index()).unwrap_or(&none), actions);
    }
}

fn draw_middle<G: Panels>(
    tools: &mut Tools<'_>,
    view: View<'_, G>,
    table: &Table<G>,
    plan: &Plan,
    turn: Seat,
    disabled: bool,
    actions: &mut Vec<Action<G>>,
) {
    let ground = tools.look.centre;
    let (overview, history) = (view.overview(), History::of(table));
    // It turns to the long side at which the player on turn sits.
    let upside = plan.panels.get(turn.index()).is_some_and(|region| region.facing == plan.upright.turned(2));
    let turned = |region: Region| if upside { Region::new(region.rect, region.facing.turned(2)) } else { region };
    match &plan.middle {
        Middle::Field { field, undo, menu } => {
            let mut canvas = Canvas { tools, region: turned(*field), ground, disabled };
            middle::ground(&canvas);
            G::draw_field(&mut canvas, view, actions);
            let corners = (undo, menu);
            sharing(actions, |actions| middle::corners(tools, &overview, &history, corners, disabled, actions));
        }
        Middle::Strip(strip) => {
            let mut canvas = Canvas { tools, region: turned(*strip), ground, disabled };
            let layout = sharing(actions, |actions| middle::strip(&mut canvas, &overview, &history, actions));
            G::draw_strip(&mut canvas, view, layout, actions);
        }
        Middle::Foot(foot) => {
            let mut canvas = Canvas { tools, region: *foot, ground, disabled };
            G::draw_foot(&mut canvas, view, &history, actions);
        }
    }
}

/// Which edge a player's panel faces on a screen of a size; for a player that there is not, the edge that the middle faces.
pub fn facing<G: Panels>(view: View<'_, G>, screen: Vec2, seat: Seat) -> Facing {
    let plan = G::plan(view, screen);
    plan.panels.get(seat.index()).map_or(plan.upright, |region| region.facing)
}
