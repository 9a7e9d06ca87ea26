//! Setup: who plays, where they sit, who starts.

use super::view::{Action, Ui};
use crate::session::SetupView;
use crate::settings::Settings;
use crate::shared::setup::{First, NoExtras, Phrases, SetupEvent, SetupScreen, Terms};
use crate::table::declared::{Command, Rules, Setup};

/// A game that is being set up.
pub struct GameSetup {
    people: SetupScreen,
    /// True once the minimum number of players is filled in, on the first frame.
    filled: bool,
}

impl SetupView<Rules> for GameSetup {
    fn new(game: &str, settings: &Settings) -> Self {
        Self::of(settings.last(game), settings)
    }

    fn draw(&mut self, ui: &mut Ui<'_, '_>, settings: &Settings) {
        let spec = ui.view.rules.spec();
        if !self.filled {
            self.people.fill(&spec.players, settings, &mut NoExtras);
            self.filled = true;
        }
        let first = spec.turns.then_some(First {
            title: "Starts",
            badge: "starts",
            lots: "who starts?",
            draw_lots: "Draw lots for who starts",
        });
        let phrases =
            Phrases { title: ui.view.cards.title(), sub: "a new game", begin: "Start", add: "Add a player", first };
        let overview = ui.view.overview();
        let terms = Terms::new(&overview, phrases, spec.players.clone(), settings);
        match self.people.draw(&mut ui.canvas, terms, &self.setup(), &mut NoExtras, ui.actions) {
            Some(SetupEvent::AsLastTime(last)) => *self = Self::of(Some(last), settings),
            Some(SetupEvent::Begin) => ui.actions.push(Action::Do(Command::Begin(self.setup()))),
            None => {}
        }
    }
}

impl GameSetup {
    fn of(last: Option<Setup>, settings: &Settings) -> Self {
        let (players, first, seating) =
            last.map(|setup| (setup.players, setup.first, setup.seating)).unwrap_or_default();
        Self { people: SetupScreen::new(players, first, seating, 0, settings, &mut NoExtras), filled: false }
    }

    fn setup(&self) -> Setup {
        let SetupScreen { players, first, seating, .. } = &self.people;
        Setup { players: players.clone(), first: *first, seating: *seating }
    }
}
