//! The screens of a table that a game declares: what each player has, what the table has, whose turn it is.

mod action;
mod end;
mod everything;
mod history_view;
mod items;
mod middle;
mod note;
mod panel;
mod pile;
mod setup;
mod things;
mod view;

use std::convert::Infallible;

use egui::{Rect, Vec2, vec2};
use serde::{Deserialize, Serialize};

use super::button::{Button, Tone};
use super::canvas::Canvas;
use super::region::Facing;
use super::session::{Offer, PanelState, Screens, SheetView};
use super::settings::Settings;
use super::shared;
use super::shared::middle::{History, StripLayout};
use super::shared::table::Panels;
use crate::game::DiceSpec;
use crate::table::declared::{Command, Rules, Setup, State, Table, score};
use crate::table::{Millis, Rules as _, Seat, entrants};
use action::ActionSheet;
use everything::{EverythingSheet, TableSheet};
use note::NoteSheet;
use pile::PileSheet;
use setup::GameSetup;
use view::{Action, OwnSheet, Ui, View};

/// Open sheets of this game.
#[derive(Serialize, Deserialize)]
#[allow(missing_docs, reason = "the sheets say it themselves")]
pub enum Sheet {
    Everything(EverythingSheet),
    Action(ActionSheet),
    Table(TableSheet),
    Note(NoteSheet),
    Pile(PileSheet),
}

impl SheetView<Rules> for Sheet {
    fn new(_view: View<'_>, _seat: Seat, kind: OwnSheet) -> Self {
        match kind {
            OwnSheet::Everything(seat) => Self::Everything(EverythingSheet::new(seat)),
            OwnSheet::Action(seat, action) => Self::Action(ActionSheet::new(seat, action)),
            OwnSheet::Table => Self::Table(TableSheet::default()),
            OwnSheet::Note(note) => Self::Note(NoteSheet::new(note)),
            OwnSheet::Pile(pile) => Self::Pile(PileSheet::new(pile)),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Everything(_) => "counters and more",
            Self::Action(_) => "action",
            Self::Table(_) => "the table",
            Self::Note(_) => "note",
            Self::Pile(_) => "pile",
        }
    }

    fn size(&self, _most: Vec2) -> Vec2 {
        if let Self::Note(_) = self { vec2(860.0, 480.0) } else { vec2(1000.0, 700.0) }
    }

    fn draw(&mut self, ui: &mut Ui<'_, '_>, _table: &Table) {
        match self {
            Self::Everything(sheet) => sheet.draw(ui),
            Self::Action(sheet) => sheet.draw(ui),
            Self::Table(sheet) => sheet.draw(ui),
            Self::Note(sheet) => sheet.draw(ui),
            Self::Pile(sheet) => sheet.draw(ui),
        }
    }
}

impl Screens for Rules {
    type SheetKind = OwnSheet;
    type Sheet = Sheet;
    type Draft = ();
    type Entry = Infallible;
    type Setup = GameSetup;
    type Score = score::Score;
    type Work = ();

    const HINT: &'static str = "Tap a counter to change it, and hold it to change it by more. Hold a card to read it.";

    fn draw_table(ui: &mut Ui<'_, '_>, table: &Table, panels: &[PanelState<Self>]) {
        shared::table::draw(ui, table, panels);
    }

    fn facing(view: View<'_>, screen: Vec2, seat: Seat) -> Facing {
        shared::table::facing(view, screen, seat)
    }

    fn dice(&self) -> &[DiceSpec] {
        &self.spec().dice
    }

    fn timers(&self, state: &State) -> Vec<(&str, Millis)> {
        let running = state.timers.iter();
        running.filter_map(|(id, ends)| Some((self.spec().timer(id)?.name.as_str(), *ends))).collect()
    }

    fn draw_history(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
        history_view::draw(canvas, view, rect);
    }

    fn status(rules: &Self, state: &State, seat: Seat) -> String {
        state.player(seat).map_or_else(String::new, |player| history_view::about(rules, player).join(" · "))
    }

    fn menu_items(view: View<'_>, seat: Seat) -> Vec<Offer<Self>> {
        let Some(player) = view.state.player(seat) else { return Vec::new() };
        let mut offers = Vec::new();
        let over = view.state.over.is_some();
        if view.rules.spec().turns {
            let off = over || player.out || view.state.turn == Some(seat);
            let turn = Button { off, ..Button::new(&["It is my turn"], Tone::Raised) };
            offers.push((turn, vec![Action::Do(Command::Turn { seat }), Action::Close]));
        }
        let all = Button::new(&["Counters and more", "Counters"], Tone::Raised);
        offers.push((all, vec![Action::Open(seat, OwnSheet::Everything(seat).into())]));
        let end = Button { off: over, ..Button::new(&["End the game"], Tone::Harm) };
        offers.push((end, vec![Action::Do(Command::End), Action::Close]));
        offers
    }

    fn seat(_state: &State, command: &Command) -> Option<Seat> {
        command.seat()
    }

    fn counted(command: &Command) -> Option<(Seat, &str, i64)> {
        match command {
            Command::Count { seat, counter, by } => Some((*seat, counter.as_str(), *by)),
            _ => None,
        }
    }

    fn remember(settings: &mut Settings, game: &str, command: &Command) -> bool {
        if let Command::Begin(setup) = command {
            settings.remember(game, &setup.players, setup);
        }
        matches!(command, Command::Begin(_))
    }

    fn rematch(state: &State) -> Command {
        Command::Begin(rematch(state))
    }

    fn summary(table: &Table) -> String {
        score::text(table)
    }
}

/// Another game with the same players, in which the next one starts.
fn rematch(state: &State) -> Setup {
    let players = entrants::<Rules>(state);
    let first = Seat::at((state.first.index() + 1) % players.len().max(1)).unwrap_or_default();
    Setup { players, first, seating: Rules::seating(state) }
}

impl Panels for Rules {
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
