//! Setup: the people, the suit of the defence deck (B2), and what equal points do (B12).

use egui::Rect;

use super::view::{Action, View};
use crate::app::button::{Button, Tone};
use crate::app::canvas::Canvas;
use crate::app::region::columns;
use crate::app::settings::Settings;
use crate::app::shared::setup::{Extras, NoExtras, Phrases, SetupEvent, SetupScreen, Terms};
use crate::game::{DefenceSuit, EqualPoints};
use crate::table::battling::{Command, Setup};
use crate::table::{Seat, Seating};

/// A game that is being set up.
pub struct GameSetup {
    people: SetupScreen,
    /// How it is played; what the data says as long as nobody has said otherwise.
    options: Option<Options>,
    /// Whether there are as many players as the game needs: that is known when it is first drawn.
    filled: bool,
}

/// How it is played.
#[derive(Clone, Copy)]
struct Options {
    defence: DefenceSuit,
    equal: EqualPoints,
}

impl GameSetup {
    /// A new game; as last time where there was one.
    pub fn new(game: &str, settings: &Settings) -> Self {
        Self::of(settings.last(game), settings)
    }

    fn of(last: Option<Setup>, settings: &Settings) -> Self {
        let options = last.as_ref().map(|last| Options { defence: last.defence, equal: last.equal });
        let people = last.map_or((Vec::new(), Seating::default()), |last| (last.players, last.seating));
        let people = SetupScreen::new((people.0, Seat::default(), people.1), 0, settings, &mut NoExtras);
        Self { people, options, filled: false }
    }

    fn setup(&self, Options { defence, equal }: Options) -> Setup {
        Setup { players: self.people.players.clone(), defence, equal, seating: self.people.seating }
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
        let mut options = self.options.unwrap_or(Options { defence: spec.defence, equal: spec.equal });
        let sub = format!("{} life points each", spec.life_of(self.people.players.len()));
        let phrases =
            Phrases { title: view.cards.title(), sub: &sub, begin: "To war", add: "Add an army", first: None };
        let overview = view.overview();
        let terms = Terms::new(&overview, phrases, spec.players.clone());
        let now = self.setup(options);
        let event = self.people.draw(canvas, terms, &now, &mut options, settings, actions);
        self.options = Some(options);
        match event {
            Some(SetupEvent::AsLastTime(last)) => *self = Self::of(Some(last), settings),
            Some(SetupEvent::Begin) => actions.push(Action::Do(Command::Begin(self.setup(options)))),
            None => {}
        }
    }
}

impl Extras for Options {
    fn has_options(&self) -> bool {
        true
    }

    fn draw_options(&mut self, canvas: &mut Canvas<'_, '_>, rect: Rect) {
        let [defence, equal] = columns(rect, 8.0, [1.0, 1.0]);
        let (title, label) = match self.defence {
            DefenceSuit::Hearts => (["Hearts defend", "Hearts"], "Hearts are the defence deck"),
            DefenceSuit::Clubs => (["Clubs defend", "Clubs"], "Clubs are the defence deck"),
        };
        let button = Button { sub: "with plain cards", label, ..Button::new(&title, Tone::Raised) };
        if button.show(canvas, "defence suit", defence).tapped() {
            self.defence = match self.defence {
                DefenceSuit::Hearts => DefenceSuit::Clubs,
                DefenceSuit::Clubs => DefenceSuit::Hearts,
            };
        }
        let (title, label) = match self.equal {
            EqualPoints::Nothing => (["Nothing", "Nothing"], "Equal points: nothing happens"),
            EqualPoints::Rob => (["Rob", "Rob"], "Equal points: the attacker may rob"),
        };
        let button = Button { sub: "at equal points", label, ..Button::new(&title, Tone::Raised) };
        if button.show(canvas, "equal points", equal).tapped() {
            self.equal = match self.equal {
                EqualPoints::Nothing => EqualPoints::Rob,
                EqualPoints::Rob => EqualPoints::Nothing,
            };
        }
    }
}
