//! The screens of the battling-card game: armies round a table, and a turn in which all act at once.

mod card;
mod draft;
mod end;
mod fights;
mod history_view;
mod middle;
mod panel;
mod plays;
mod setup;
mod take;
mod view;

use egui::{Rect, Vec2, vec2};
use serde::{Deserialize, Serialize};

use super::button::{Button, Tone};
use super::canvas::Canvas;
use super::region::Facing;
use super::session::{Offer, PanelState, Screens, SheetView};
use super::settings::Settings;
use super::shared::middle::{History, StripLayout};
use super::shared::{self, table::Panels};
use crate::table::battling::{Command, Rules, Setup, State, Table, score};
use crate::table::{Ruleset, Seat, entrants};
use draft::{Draft, Entry, Phase};
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

impl SheetView<Rules> for Sheet {
    fn new(view: View<'_>, _seat: Seat, kind: OwnSheet) -> Self {
        match kind {
            OwnSheet::Take(seat) => Self::Deck(DeckSheet::take(view, seat)),
            OwnSheet::Deck(seat) => Self::Deck(DeckSheet::of(seat)),
            OwnSheet::Plays(only) => Self::Plays(PlaysSheet::new(only)),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Deck(_) => "deck",
            Self::Plays(_) => "cards of the turn",
        }
    }

    fn size(&self, most: Vec2) -> Vec2 {
        match self {
            Self::Deck(_) => vec2(860.0, 560.0),
            Self::Plays(sheet) if sheet.is_of_one() => vec2(860.0, 520.0),
            Self::Plays(_) => vec2(most.x.min(1100.0), 640.0),
        }
    }

    fn draw(&mut self, ui: &mut Ui<'_, '_>, _table: &Table) {
        match self {
            Self::Deck(sheet) => sheet.draw(ui),
            Self::Plays(sheet) => sheet.draw(ui),
        }
    }
}

impl Screens for Rules {
    type SheetKind = OwnSheet;
    type Sheet = Sheet;
    type Draft = Draft;
    type Entry = Entry;
    type Setup = GameSetup;
    type Score = score::Score;
    type Work = ();

    const HINT: &'static str = "Everyone taps a target, then the two cards that they laid. Hold a card to read it.";

    fn draw_table(ui: &mut Ui<'_, '_>, table: &Table, panels: &[PanelState<Self>]) {
        let (view, screen, ground) = (ui.view, ui.canvas.region, ui.canvas.ground);
        if let Some((before, draft)) = view.draft.fought().filter(|_| view.state.over.is_none()) {
            let mut past = ui.on(screen, ground);
            past.view = View { state: before, draft: &draft, ..view };
            fights::draw(&mut past, true);
        } else if view.draft.phase == Phase::Fights && view.state.over.is_none() {
            fights::draw(ui, false);
        } else {
            shared::table::draw(ui, table, panels);
        }
    }

    fn facing(view: View<'_>, screen: Vec2, seat: Seat) -> Facing {
        shared::table::facing(view, screen, seat)
    }

    fn draw_history(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
        history_view::draw(canvas, view, rect);
    }

    fn status(_rules: &Self, state: &State, seat: Seat) -> String {
        history_view::about_player(state, seat)
    }

    fn menu_items(view: View<'_>, seat: Seat) -> Vec<Offer<Self>> {
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

    fn counted(command: &Command) -> Option<(Seat, &str, i64)> {
        match command {
            Command::Adjust { seat, by } => Some((*seat, "life", *by)),
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
        let State { defence, equal, four, order, seating, .. } = *state;
        let (players, rules) = (entrants::<Rules>(state), Ruleset::LATEST);
        Command::Begin(Setup { players, defence, equal, four, order, seating, rules })
    }

    fn summary(table: &Table) -> String {
        score::text(table)
    }
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
