//! Setup: the people and the options of the game (B2, B5, B12, B19).

use crate::session::SetupView;
use egui::Rect;

use super::view::{Action, Ui};
use crate::button::{Button, Tone};
use crate::canvas::Canvas;
use crate::game::{BattlingSpec, DefenceSuit, EqualPoints, FightOrder, FourPlayers};
use crate::region::grid;
use crate::settings::Settings;
use crate::shared::setup::{Extras, NoExtras, Phrases, SetupEvent, SetupScreen, Terms};
use crate::table::battling::{Command, Rules, Setup};
use crate::table::{Ruleset, Seat};

/// A game that is being set up.
pub struct GameSetup {
    people: SetupScreen,
    /// The chosen options; until chosen, those of the data.
    options: Option<Options>,
    /// True once the minimum number of players is filled in, on the first frame.
    filled: bool,
}

/// How it is played.
#[derive(Clone, Copy)]
struct Options {
    defence: DefenceSuit,
    equal: EqualPoints,
    four: FourPlayers,
    order: FightOrder,
    /// The life points of each of four players, if there are four.
    four_life: Option<u32>,
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
        let mut options = self.options.unwrap_or_else(|| Options::of(spec));
        let players = self.people.players.len();
        let life = spec.life_with(players, options.four);
        options.four_life = (players == 4).then_some(life);
        let sub = format!("{life} life points each");
        let phrases =
            Phrases { title: ui.view.cards.title(), sub: &sub, begin: "Start", add: "Add an army", first: None };
        let overview = ui.view.overview();
        let terms = Terms::new(&overview, phrases, spec.players.clone(), settings);
        let now = self.setup(options);
        let event = self.people.draw(&mut ui.canvas, terms, &now, &mut options, ui.actions);
        self.options = Some(options);
        match event {
            Some(SetupEvent::AsLastTime(last)) => *self = Self::of(Some(last), settings),
            Some(SetupEvent::Begin) => ui.actions.push(Action::Do(Command::Begin(self.setup(options)))),
            None => {}
        }
    }
}

impl GameSetup {
    fn of(last: Option<Setup>, settings: &Settings) -> Self {
        let options = last.as_ref().map(|last| {
            let Setup { defence, equal, four, order, .. } = *last;
            Options { defence, equal, four, order, four_life: None }
        });
        let (players, seating) = last.map(|last| (last.players, last.seating)).unwrap_or_default();
        let people = SetupScreen::new(players, Seat::default(), seating, 0, settings, &mut NoExtras);
        Self { people, options, filled: false }
    }

    fn setup(&self, Options { defence, equal, four, order, .. }: Options) -> Setup {
        let (players, seating, rules) = (self.people.players.clone(), self.people.seating, Ruleset::LATEST);
        Setup { players, defence, equal, four, order, seating, rules }
    }
}

impl Options {
    /// Returns the options of the data.
    fn of(spec: &BattlingSpec) -> Self {
        let BattlingSpec { defence, equal, four, order, .. } = *spec;
        Self { defence, equal, four, order, four_life: None }
    }
}

impl Extras for Options {
    fn has_options(&self, _phone: bool) -> bool {
        true
    }

    fn options_width(&self) -> f32 {
        if self.four_life.is_some() { 4.0 * 96.0 } else { 3.0 * 96.0 }
    }

    fn draw_options(&mut self, canvas: &mut Canvas<'_, '_>, rect: Rect) {
        let count = if self.four_life.is_some() { 4 } else { 3 };
        let mut places = grid(rect, 8.0, count, 1).into_iter();
        let mut option = |id: &str, title: &[&str], sub: &str, label: &str| {
            let Some(place) = places.next() else { return false };
            let button = Button { sub, label, ..Button::new(title, Tone::Raised) };
            button.show(canvas, id, place).tapped()
        };
        let (title, label) = match self.defence {
            DefenceSuit::Hearts => (["Hearts defend", "Hearts"], "Hearts are the defence deck"),
            DefenceSuit::Clubs => (["Clubs defend", "Clubs"], "Clubs are the defence deck"),
        };
        if option("defence suit", &title, "with plain cards", label) {
            self.defence = match self.defence {
                DefenceSuit::Hearts => DefenceSuit::Clubs,
                DefenceSuit::Clubs => DefenceSuit::Hearts,
            };
        }
        let (title, label) = match self.equal {
            EqualPoints::Nothing => (["Nothing", "Nothing"], "Equal points: nothing happens"),
            EqualPoints::Rob => (["Steal", "Steal"], "Equal points: the attacker may steal"),
        };
        if option("equal points", &title, "at equal points", label) {
            self.equal = match self.equal {
                EqualPoints::Nothing => EqualPoints::Rob,
                EqualPoints::Rob => EqualPoints::Nothing,
            };
        }
        let (title, label) = match self.order {
            FightOrder::All => (["By damage", "Damage"], "All fights go by their damage"),
            FightOrder::Mutual => {
                (["All at once", "At once"], "All fights happen at once; only mutual attacks go by damage")
            }
        };
        if option("order of fights", &title, "order of fights", label) {
            self.order = match self.order {
                FightOrder::All => FightOrder::Mutual,
                FightOrder::Mutual => FightOrder::All,
            };
        }
        if let Some(life) = self.four_life {
            let title = format!("{life} points");
            let label = format!("Four players: {life} life points each");
            if option("four players", &[&title, &life.to_string()], "for four players", &label) {
                self.four = match self.four {
                    FourPlayers::AsThree => FourPlayers::AsFive,
                    FourPlayers::AsFive => FourPlayers::AsThree,
                };
            }
        }
    }
}
