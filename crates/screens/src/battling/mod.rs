//! The screens of the battling-card game: armies round a table, and a turn in which all act at once.

mod card;
mod draft;
mod end;
mod fights;
mod middle;
mod panel;
mod plays;
mod setup;
mod take;
mod then;
mod view;

use egui::{Rect, Vec2, vec2};
use serde::{Deserialize, Serialize};

use super::button::{Button, Tone};
use super::canvas::Canvas;
use super::region::Facing;
use super::session::{Offer, Screens};
use super::settings::Settings;
use super::shared::chart::Chart;
use super::shared::counter::{LINGER, Pill};
use super::shared::end::EndScreen;
use super::shared::middle::{History, StripLayout};
use super::shared::{self, table::Panels};
use crate::table::battling::{Command, Rules, Setup, State, Table, score};
use crate::table::{Refusal, Ruleset, Seat, entrants};
use draft::{Draft, Entry, Phase};
use panel::PanelState;
use plays::PlaysSheet;
use setup::GameSetup;
use take::DeckSheet;
use view::{Action, OwnSheet, Ui, View};

/// Open sheets of this game.
#[derive(Serialize, Deserialize)]
#[allow(missing_docs, reason = "the sheets say it themselves")]
pub enum Sheet {
    Deck(DeckSheet),
    Plays(PlaysSheet),
}

impl Screens for Rules {
    type SheetKind = OwnSheet;
    type Sheet = Sheet;
    type Draft = Draft;
    type Entry = Entry;
    type Setup = GameSetup;
    type End = EndScreen<Self>;
    type Panel = PanelState;

    fn setup(game: &str, settings: &Settings) -> GameSetup {
        GameSetup::new(game, settings)
    }

    fn draw_setup(setup: &mut GameSetup, ui: &mut Ui<'_, '_>, settings: &Settings) {
        setup.draw(ui, settings);
    }

    fn draw_table(ui: &mut Ui<'_, '_>, table: &Table, panels: &[PanelState]) {
        if ui.view.draft.phase == Phase::Fights && ui.view.state.over.is_none() {
            fights::draw(ui);
        } else {
            shared::table::draw(ui, table, panels);
        }
    }

    fn enter(_rules: &Self, state: &State, draft: &mut Draft, entry: Entry) {
        draft.enter(state, entry);
    }

    fn fit(state: &State, draft: &mut Draft) {
        draft.fit(state);
    }

    fn draw_end(end: &mut EndScreen<Self>, ui: &mut Ui<'_, '_>, table: &Table, poses: bool) {
        end.draw(ui, table, poses);
    }

    fn facing(view: View<'_>, screen: Vec2, seat: Seat) -> Facing {
        shared::table::facing(view, screen, seat)
    }

    fn sheet(view: View<'_>, _seat: Seat, kind: OwnSheet) -> Sheet {
        match kind {
            OwnSheet::Take(seat) => Sheet::Deck(DeckSheet::take(view, seat)),
            OwnSheet::Deck(seat) => Sheet::Deck(DeckSheet::of(seat)),
            OwnSheet::Plays(only) => Sheet::Plays(PlaysSheet::new(only)),
        }
    }

    fn sheet_size(sheet: &Sheet, most: Vec2) -> Vec2 {
        match sheet {
            Sheet::Deck(_) => vec2(860.0, 560.0),
            Sheet::Plays(sheet) if sheet.is_of_one() => vec2(860.0, 520.0),
            Sheet::Plays(_) => vec2(most.x.min(1100.0), 640.0),
        }
    }

    fn draw_sheet(sheet: &mut Sheet, ui: &mut Ui<'_, '_>, _table: &Table) {
        match sheet {
            Sheet::Deck(sheet) => sheet.draw(ui),
            Sheet::Plays(sheet) => sheet.draw(ui),
        }
    }

    fn draw_then(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
        then::draw(canvas, view, rect);
    }

    fn chart(view: View<'_>, table: &Table) -> Chart {
        end::chart(view, table)
    }

    fn status(_rules: &Self, state: &State, seat: Seat) -> String {
        then::about_player(state, seat)
    }

    fn offers(view: View<'_>, seat: Seat) -> Vec<Offer<Self>> {
        let Some(player) = view.state.player(seat) else { return Vec::new() };
        let off = view.state.over.is_some() || player.out.is_some();
        let take = Button { off, ..Button::new(&["Take a treasure"], Tone::Raised) };
        let deck = Button { sub: "return stolen treasures", ..Button::new(&["Own deck"], Tone::Raised) };
        vec![
            (take, vec![Action::Open(seat, OwnSheet::Take(seat).into())]),
            (deck, vec![Action::Open(seat, OwnSheet::Deck(seat).into())]),
        ]
    }

    fn seat(_state: &State, command: &Command) -> Option<Seat> {
        command.seat()
    }

    fn acted(panels: &mut [PanelState], game: &str, command: &Command, settings: &mut Settings, now: f64) -> bool {
        if let Command::Adjust { seat, by } = command
            && let Some(panel) = panels.get_mut(seat.index())
        {
            let sum = panel.pill.map_or(0, |pill| pill.sum) + by;
            panel.pill = Some(Pill { sum, last: now });
        }
        if let Command::Begin(setup) = command {
            settings.remember(game, &setup.players, setup);
        }
        matches!(command, Command::Begin(_))
    }

    fn refused(panel: &mut PanelState, refused: Option<(Command, Refusal)>) {
        panel.refused = refused;
    }

    fn forget_old(panel: &mut PanelState, now: f64) {
        if panel.pill.is_some_and(|pill| now - pill.last >= LINGER) {
            panel.pill = None;
        }
    }

    fn next_change(panel: &PanelState, now: f64) -> Option<f64> {
        panel.pill.map(|pill| pill.last + LINGER - now)
    }

    fn again(state: &State) -> Command {
        let State { defence, equal, four, order, seating, .. } = *state;
        let (players, rules) = (entrants::<Rules>(state), Ruleset::LATEST);
        Command::Begin(Setup { players, defence, equal, four, order, seating, rules })
    }

    fn summary(table: &Table) -> String {
        score::text(table)
    }
}

impl Panels for Rules {
    fn draw_panel(ui: &mut Ui<'_, '_>, seat: Seat, panel: &PanelState) {
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
