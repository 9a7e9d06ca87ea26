//! Setup: who plays bone and who red, a person or the table (at three strengths), and who begins (K2).

use crate::session::SetupView;
use egui::{Rect, Vec2};

use super::view::{Action, Ui};
use super::{board, nearest, plan, unit};
use crate::button::{Button, Tone};
use crate::canvas::Canvas;
use crate::cards::Cards;
use crate::region::{Region, columns};
use crate::settings::Settings;
use crate::shared::setup::{Extras, First, Phrases, SetupEvent, SetupScreen, Terms};
use crate::table::Seat;
use crate::table::skirminion::{Command, MOST_HEALTH, Machines, Position, Rules, Setup, Side, Strength, Unit};

/// A game that is being set up.
pub struct GameSetup {
    people: SetupScreen,
    machines: Machines,
}

impl SetupView<Rules> for GameSetup {
    fn new(game: &str, settings: &Settings) -> Self {
        let last: Option<Setup> = settings.last(game);
        Self::of(last.unwrap_or_else(|| Setup::of_sides(Side::Bone)), settings)
    }

    fn draw(&mut self, ui: &mut Ui<'_, '_>, settings: &Settings) {
        let first = First { title: "Begins", badge: "begins", lots: "to begin", draw_lots: "Draw lots: who begins?" };
        let phrases = Phrases {
            title: ui.view.cards.title(),
            sub: "bone against red",
            begin: "Start",
            add: "Add a player",
            first: Some(first),
        };
        let overview = ui.view.overview();
        let terms = Terms::new(&overview, phrases, 2..=2, settings);
        let now = self.setup();
        match self.people.draw(&mut ui.canvas, terms, &now, &mut self.machines, ui.actions) {
            Some(SetupEvent::AsLastTime(last)) => *self = Self::of(last, settings),
            Some(SetupEvent::Begin) => ui.actions.push(Action::Do(Command::Begin(self.setup()))),
            None => {}
        }
    }
}

impl GameSetup {
    fn of(Setup { players, first, seating, mut machines }: Setup, settings: &Settings) -> Self {
        let people = SetupScreen::new(players, Seat::of_side(first), seating, 2, settings, &mut machines);
        Self { people, machines }
    }

    fn setup(&self) -> Setup {
        let SetupScreen { players, first, seating, .. } = &self.people;
        let first = Seat::side(*first).unwrap_or(Side::Bone);
        Setup { players: players.clone(), first, seating: *seating, machines: self.machines }
    }
}

/// Returns the kind of player for a side, followed by shorter wordings.
pub const fn plays(strength: Option<Strength>) -> &'static [&'static str] {
    match strength {
        None => &["A person plays", "Person"],
        Some(Strength::Easy) => &["The table, easy", "Easy"],
        Some(Strength::Medium) => &["The table, medium", "Medium"],
        Some(Strength::Hard) => &["The table, hard", "Hard"],
    }
}

impl Extras for Machines {
    fn swapped(&mut self, _one: usize, _other: usize) {
        self.0.reverse();
    }

    /// Both sit at the ends of the board; a person whom the table plays against sits near.
    fn chairs(&self, size: Vec2) -> Option<Vec<Region>> {
        let near = nearest(*self);
        let mut panels = plan::plan(size, near, plan::Seen::turned(self.of(near.other()).is_none())).panels;
        if near == Side::Red {
            panels.reverse();
        }
        Some(panels.into())
    }

    /// Draws the board at its place.
    fn draw_between(&self, canvas: &mut Canvas<'_, '_>, cards: &Cards, map: Rect) {
        let near = nearest(*self);
        let turned = self.of(near.other()).is_none();
        let place =
            plan::plan(canvas.whole().size(), near, plan::Seen::turned(turned)).board.on_map(canvas.whole(), map);
        board::plain(canvas, cards, &place);
        board::units(canvas, &place, &Position::start(Side::Bone).board);
    }

    /// On a phone, the button beside the name does it alone.
    fn has_options(&self, phone: bool) -> bool {
        !phone
    }

    fn options_width(&self) -> f32 {
        400.0
    }

    /// Two people, or one of them against the table at a strength.
    fn draw_options(&mut self, canvas: &mut Canvas<'_, '_>, rect: Rect) {
        let now = *self;
        let against: [(Option<Strength>, &[&str], &str); 4] = [
            (None, &["Two people", "People"], "play each other"),
            (Some(Strength::Easy), &["Easy"], "against the table"),
            (Some(Strength::Medium), &["Medium"], "against the table"),
            (Some(Strength::Hard), &["Hard"], "against the table"),
        ];
        for ((strength, title, sub), cell) in against.into_iter().zip(columns(rect, 8.0, [1.0; 4])) {
            let chosen = match strength {
                None => now.are_none(),
                Some(_) => now.0.iter().flatten().count() == 1 && now.0.contains(&strength),
            };
            let tone = if chosen { Tone::Gold } else { Tone::Raised };
            let label = format!("{}, {sub}", title[0]);
            let sub = if cell.width() < 110.0 && strength.is_some() { "the table" } else { sub };
            let button = Button { label: &label, size: 21.0, sub, ..Button::new(title, tone) };
            if button.show(canvas, ("against", title[0]), cell).tapped() {
                // Whoever has a machine as an opponent keeps the side.
                let side =
                    if now.of(Side::Bone).is_some() && now.of(Side::Red).is_none() { Side::Bone } else { Side::Red };
                self.0 = [None; 2];
                self.0[side.index()] = strength;
            }
        }
    }

    /// The side, and who plays it.
    fn draw_row(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        player: usize,
        name: &str,
        narrow: bool,
        cell: &mut dyn FnMut(f32) -> Rect,
    ) {
        let Some(side) = Seat::at(player).and_then(Seat::side) else { return };
        let strength = &mut self.0[side.index()];
        let title = plays(*strength);
        let label = format!("{name}, {side} units: {}", title[0].to_lowercase());
        let tone = if strength.is_some() { Tone::Gold } else { Tone::Raised };
        let short = &title[1..];
        let sub = if strength.is_some() { "the table" } else { "or the table" };
        let button = Button { label: &label, size: 19.0, sub, ..Button::new(short, tone) };
        if button.show(canvas, ("plays", player), cell(if narrow { 76.0 } else { 92.0 })).tapped() {
            *strength = match *strength {
                None => Some(Strength::Easy),
                Some(Strength::Easy) => Some(Strength::Medium),
                Some(Strength::Medium) => Some(Strength::Hard),
                Some(Strength::Hard) => None,
            };
        }
        if !narrow {
            unit::unit(canvas, cell(40.0), Unit { side, health: MOST_HEALTH }, false, 1.0);
        }
    }
}
