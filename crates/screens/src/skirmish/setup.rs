//! Setup: the people, the Highlander variant (S57), the number of decks, and the house rules.

use crate::session::SetupView;
use egui::Rect;

use super::house;
use super::view::{Action, Ui, View};
use crate::button::{Button, Tone};
use crate::canvas::Canvas;
use crate::region::columns;
use crate::settings::Settings;
use crate::shared::setup::{Extras, First, Phrases, SetupEvent, SetupScreen, Terms};
use crate::shared::switches::{self, SwitchEvent};
use crate::table::CardId;
use crate::table::skirmish::{Command, Rules, Setup};

/// No game has fewer players (S2); the table itself refuses a setup that does not fit its data.
const MIN_PLAYERS: usize = 2;

/// Buttons below this width have room for a word only, in points.
const MIN_BUTTON_WIDTH: f32 = 110.0;

/// A game that is being set up.
pub struct GameSetup {
    people: SetupScreen,
    /// The setup beyond the players.
    rest: Setup,
    /// True while the house rules are open.
    open: bool,
}

impl SetupView<Rules> for GameSetup {
    fn new(game: &str, settings: &Settings) -> Self {
        Self::of(settings.last(game).unwrap_or_default(), settings)
    }

    fn draw(&mut self, ui: &mut Ui<'_, '_>, settings: &Settings) {
        if self.open {
            ui.canvas.ground = ui.canvas.look().panel;
            let edge = if ui.canvas.whole().size().min_elem() < 560.0 { 8.0 } else { 16.0 };
            let mut inner = ui.canvas.part(ui.canvas.whole().shrink(edge), 0);
            self.open = self.draw_house(&mut inner, ui.view);
            return;
        }
        let first = First { title: "Deals", badge: "deals", lots: "who deals?", draw_lots: "Draw lots for the dealer" };
        let phrases =
            Phrases { title: "Skirmish", sub: "a new melee", begin: "Start", add: "Add a warrior", first: Some(first) };
        let overview = ui.view.overview();
        let terms = Terms::new(&overview, phrases, MIN_PLAYERS..=*ui.view.rules.players().end(), settings);
        let now = self.setup();
        let players = self.people.players.len();
        let mut variant = Variant { setup: &mut self.rest, players, rules: ui.view.rules, open: &mut self.open };
        match self.people.draw(&mut ui.canvas, terms, &now, &mut variant, ui.actions) {
            Some(SetupEvent::AsLastTime(last)) => *self = Self::of(last, settings),
            Some(SetupEvent::Begin) => ui.actions.push(Action::Do(Command::Begin(self.setup()))),
            None => {}
        }
    }
}

impl GameSetup {
    fn of(setup: Setup, settings: &Settings) -> Self {
        let house = Some(setup.house.unwrap_or_default());
        let mut rest = Setup { players: Vec::new(), house, ..setup.clone() };
        let mut added = Added(&mut rest);
        let people = SetupScreen::new(setup.players, setup.dealer, setup.seating, MIN_PLAYERS, settings, &mut added);
        Self { people, rest, open: false }
    }

    fn setup(&self) -> Setup {
        let SetupScreen { players, first, seating, .. } = &self.people;
        Setup { players: players.clone(), dealer: *first, seating: *seating, ..self.rest.clone() }
    }
}

impl GameSetup {
    /// Draws the house rules; says whether they stay open.
    fn draw_house(&mut self, canvas: &mut Canvas<'_, '_>, view: View<'_>) -> bool {
        let switches = house::switches(&self.rest.house.unwrap_or_default());
        let sub = "all off: as the book plays";
        match switches::draw(canvas, view.book().about, "House rules", sub, &switches) {
            Some(SwitchEvent::Toggle(index)) => {
                house::toggle(self.rest.house.get_or_insert_default(), index);
                true
            }
            Some(SwitchEvent::Close) => false,
            None => true,
        }
    }
}

/// A setup to which people are added.
struct Added<'a>(&'a mut Setup);

impl Extras for Added<'_> {
    fn added(&mut self) {
        if self.0.highlander {
            self.0.weapons.push(None);
        }
    }
}

/// The variant, which gives every player a weapon of two hands.
struct Variant<'a> {
    setup: &'a mut Setup,
    /// How many play.
    players: usize,
    rules: &'a Rules,
    /// True if the house rules are open.
    open: &'a mut bool,
}

impl Extras for Variant<'_> {
    fn added(&mut self) {
        self.players += 1;
        Added(self.setup).added();
    }

    fn removed(&mut self, player: usize) {
        self.players = self.players.saturating_sub(1);
        if player < self.setup.weapons.len() {
            self.setup.weapons.remove(player);
        }
    }

    fn swapped(&mut self, one: usize, other: usize) {
        if one.max(other) < self.setup.weapons.len() {
            self.setup.weapons.swap(one, other);
        }
    }

    fn draw_row(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        player: usize,
        name: &str,
        narrow: bool,
        cell: &mut dyn FnMut(f32) -> Rect,
    ) {
        if !self.setup.highlander {
            return;
        }
        let held = self.setup.weapons.get(player).cloned().flatten();
        let weapon = held.as_ref().map_or("no weapon", |card| self.rules.name(card));
        let label = format!("{name}: {weapon}, another weapon");
        let title = [weapon];
        let button = Button { label: &label, size: 17.0, ..Button::new(&title, Tone::Raised) };
        if button.show(canvas, ("two hands", player), cell(if narrow { 84.0 } else { 150.0 })).tapped() {
            self.next_weapon(player);
        }
    }

    fn has_options(&self, _phone: bool) -> bool {
        true
    }

    fn draw_options(&mut self, canvas: &mut Canvas<'_, '_>, rect: Rect) {
        let on = self.setup.highlander;
        let tone = if on { Tone::Gold } else { Tone::Raised };
        let regain = self.rules.regain();
        let said = format!("two-handed only, +{regain} health a turn");
        let (button, house, decks) = if on {
            let [a, b, c] = columns(rect, 8.0, [1.0, 0.8, 0.8]);
            (a, b, Some(c))
        } else {
            let [a, b] = columns(rect, 8.0, [0.6, 0.4]);
            (a, b, None)
        };
        self.draw_house_button(canvas, house);
        let sub = match on {
            true => "on",
            false if button.width() < 2.0 * MIN_BUTTON_WIDTH => "off",
            false => said.as_str(),
        };
        let label = if on { "Highlander is on" } else { "Highlander is off" };
        if (Button { sub, label, ..Button::new(&["Highlander"], tone) }).show(canvas, "highlander", button).tapped() {
            self.toggle();
        }
        let Some(rect) = decks else { return };
        let count = self.setup.decks.max(1);
        let title = if count == 1 { "One deck".to_owned() } else { format!("{count} decks") };
        let title = [title.as_str()];
        if (Button { label: "Number of decks", ..Button::new(&title, Tone::Raised) })
            .show(canvas, "decks", rect)
            .tapped()
        {
            self.setup.decks = count % 4 + 1;
            // Weapons handed out must be available.
            let held = std::mem::take(&mut self.setup.weapons);
            for card in held {
                let kept = card.filter(|card| self.free_weapons().contains(card));
                self.setup.weapons.push(kept);
            }
        }
    }
}

impl Variant<'_> {
    /// The button that opens the house rules, with the number of those that are on.
    fn draw_house_button(&mut self, canvas: &mut Canvas<'_, '_>, rect: Rect) {
        let on = house::switches(&self.setup.house.unwrap_or_default()).iter().filter(|switch| switch.on).count();
        let sub = match on {
            0 if rect.width() < MIN_BUTTON_WIDTH => "none".to_owned(),
            0 => "as in the book".to_owned(),
            on => format!("{on} on"),
        };
        let button = Button { sub: &sub, label: "House rules", ..Button::new(&["House rules", "House"], Tone::Raised) };
        if button.show(canvas, "house", rect).tapped() {
            *self.open = true;
        }
    }

    /// Highlander on or off; with it, weapons of two hands are dealt out as far as they go (S57).
    fn toggle(&mut self) {
        self.setup.highlander = !self.setup.highlander;
        self.setup.weapons.clear();
        if self.setup.highlander {
            for _ in 0..self.players {
                let next = self.free_weapons().into_iter().next();
                self.setup.weapons.push(next);
            }
        }
    }

    /// The next weapon of two hands that is not given out; none after the last.
    fn next_weapon(&mut self, player: usize) {
        let Some(held) = self.setup.weapons.get_mut(player).map(Option::take) else { return };
        let free = self.free_weapons();
        let after = held.map_or(0, |held| free.iter().position(|card| *card == held).map_or(0, |place| place + 1));
        self.setup.weapons[player] = free.get(after).cloned();
    }

    /// The weapons of two hands of which there are more than were given out.
    fn free_weapons(&self) -> Vec<CardId> {
        let decks = usize::from(self.setup.decks.max(1));
        let given = |card: &CardId| self.setup.weapons.iter().flatten().filter(|given| *given == card).count();
        let there = |card: &CardId| usize::try_from(self.rules.count(card)).unwrap_or_default() * decks;
        let both_hands = self.rules.weapons().iter().filter(|card| self.rules.two_handed(card));
        both_hands.filter(|card| given(card) < there(card)).cloned().collect()
    }
}
