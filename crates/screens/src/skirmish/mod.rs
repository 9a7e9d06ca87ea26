//! The screens of Skirmish, 5th edition.

mod attack;
mod choice;
mod details;
mod gear;
mod health;
mod history_view;
mod house;
mod middle;
mod panel;
mod pile;
mod recover;
mod setup;
mod sheet;
mod sums;
mod trip;
mod view;
mod weapon;

use std::convert::Infallible;

use egui::{Rect, Vec2};

use super::button::{Button, Tone};
use super::canvas::Canvas;
use super::region::Facing;
use super::session::{Offer, PanelState, Possible, Screens};
use super::settings::Settings;
use super::shared;
use super::shared::middle::{History, StripLayout};
use super::shared::table::Panels;
use crate::table::Seat;
use crate::table::skirmish::{Command, Rules, State, Table, score};
use setup::GameSetup;
use sheet::Sheet;
use view::{Action, OwnSheet, Ui, View};

impl Screens for Rules {
    type SheetKind = OwnSheet;
    type Sheet = Sheet;
    type Draft = ();
    type Entry = Infallible;
    type Setup = GameSetup;
    type Score = score::Score;
    type Work = ();

    const HINT: &'static str =
        "Tap a half of the health to change it by 1, and hold it to change it by more. Hold a card to read it.";

    fn draw_table(ui: &mut Ui<'_, '_>, table: &Table, panels: &[PanelState<Self>]) {
        shared::table::draw(ui, table, panels);
    }

    fn facing(view: View<'_>, screen: Vec2, seat: Seat) -> Facing {
        shared::table::facing(view, screen, seat)
    }

    fn default_seat(state: &State) -> Seat {
        state.turn
    }

    fn draw_history(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
        history_view::draw(canvas, view, rect);
    }

    fn status(_rules: &Self, state: &State, seat: Seat) -> String {
        match state.player(seat) {
            Some(player) if player.lives() => format!("{} health", player.health),
            _ => "fallen".to_owned(),
        }
    }

    fn menu_items(view: View<'_>, seat: Seat) -> Vec<Offer<Self>> {
        let Some(player) = view.state.player(seat) else { return Vec::new() };
        let on_turn = view.state.turn == seat;
        let turn = Button { off: on_turn || !player.lives(), ..Button::new(&["It is my turn"], Tone::Raised) };
        let discard = Button { off: !player.lives(), ..Button::new(&["Discard cards"], Tone::Raised) };
        let out = Button { off: !player.lives(), sub: "at any health", ..Button::new(&["I am out"], Tone::Harm) };
        vec![
            (turn, vec![Action::Do(Command::Turn { seat }), Action::Close]),
            (discard, vec![Action::Open(seat, OwnSheet::Discard.into())]),
            (out, vec![Action::Do(Command::Fall { seat, by: None }), Action::Close]),
        ]
    }

    fn seat(_state: &State, command: &Command) -> Option<Seat> {
        command.seat()
    }

    fn counted(command: &Command) -> Option<(Seat, &str, i64)> {
        match command {
            Command::Adjust { seat, by } => Some((*seat, "health", *by)),
            _ => None,
        }
    }

    fn answers(view: View<'_>, open: &Command) -> (String, Vec<Possible<Command>>) {
        match open {
            Command::Attack(attack) => attack::possible(view, attack),
            _ => Default::default(),
        }
    }

    fn remember(settings: &mut Settings, game: &str, command: &Command) -> bool {
        if let Command::Begin(setup) = command {
            settings.remember(game, &setup.players, setup);
        }
        matches!(command, Command::Begin(_))
    }

    fn rematch(state: &State) -> Command {
        Command::Begin(state.again())
    }

    fn summary(table: &Table) -> String {
        score::text(table.rules(), table)
    }
}

impl Panels for Rules {
    // The panel has the buttons of the player's turn.
    const OWN_FOOT: f32 = 100.0;

    fn draw_panel(ui: &mut Ui<'_, '_>, seat: Seat, panel: &PanelState<Self>) {
        panel::draw(ui, seat, panel);
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
