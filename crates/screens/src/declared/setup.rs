//! Setup: who plays, where they sit, who starts.

use super::view::{Action, View};
use crate::canvas::Canvas;
use crate::settings::Settings;
use crate::shared::setup::{First, NoExtras, Phrases, SetupEvent, SetupScreen, Terms};
use crate::table::declared::{Command, Setup};
use crate::table::{Seat, Seating};

/// A game that is being set up.
pub struct GameSetup {
    people: SetupScreen,
    /// True once the minimum number of players is filled in, on the first frame.
    filled: bool,
}

impl GameSetup {
    /// A new game; as last time where there was one.
    pub fn new(game: &str, settings: &Settings) -> Self {
        Self::of(settings.last(game), settings)
    }

    fn of(last: Option<Setup>, settings: &Settings) -> Self {
        let people = last.map_or((Vec::new(), Seat::default(), Seating::default()), |setup| {
            (setup.players, setup.first, setup.seating)
        });
        Self { people: SetupScreen::new(people, 0, settings, &mut NoExtras), filled: false }
    }

    fn setup(&self) -> Setup {
        let SetupScreen { players, first, seating, .. } = &self.people;
        Setup { players: players.clone(), first: *first, seating: *seating }
    }

    /// Draws it over the whole screen.
    pub fn draw(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        view: View<'_>,
        settings: &Settings,
        actions: &mut Vec<Action>,
    ) {
        let spec = view.rules.spec();
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
            Phrases { title: view.cards.title(), sub: "a new game", begin: "Start", add: "Add a player", first };
        let overview = view.overview();
        let terms = Terms::new(&overview, phrases, spec.players.clone());
        match self.people.draw(canvas, terms, &self.setup(), &mut NoExtras, settings, actions) {
            Some(SetupEvent::AsLastTime(last)) => *self = Self::of(Some(last), settings),
            Some(SetupEvent::Begin) => actions.push(Action::Do(Command::Begin(self.setup()))),
            None => {}
        }
    }
}
