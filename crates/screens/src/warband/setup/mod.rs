//! Setup: the sides, their warbands, the house rules (W16, W20, W29, W31), who has the first turn.

mod choose;
mod file;
mod house;
mod one;
mod own;

use crate::region::Cut as _;
use crate::session::SetupView;
use egui::Rect;

use super::sheet::Asked;
use super::view::{Action, Ui};
use crate::button::{Button, Tone};
use crate::canvas::Canvas;
use crate::form::{CONTROL, GAP, THUMB};
use crate::game::{House, HouseWishes, Warband, WarriorSpec};
use crate::settings::Settings;
use crate::shared::setup::{Extras, First, Phrases, SetupEvent, SetupScreen, Terms};
use crate::table::warband::{Begin, Command, Muster, Rules};
use crate::table::{PlayerColour, PlayerConfig, Ruleset, Seat};
use choose::Chosen;
use file::{Next, Told};
use house::LINES;
use own::{Done, Own};

/// The warband of a side.
#[derive(Clone, Debug, Default, PartialEq)]
struct Choice {
    /// The warband by the name of its file; what it is called where the warriors are listed.
    warband: Option<String>,
    /// The warriors, where they are not those of a file of the game: a game from before has brought them, people have opened a
    /// file of their own, or entered them.
    warriors: Vec<WarriorSpec>,
    /// The house rules that such warriors ask for or rule out.
    house: HouseWishes,
}

impl Choice {
    /// A warband of the game's folder.
    fn of_folder(warband: &Warband) -> Self {
        Self { warband: Some(warband.id.clone()), ..Self::default() }
    }

    /// A warband from elsewhere.
    fn listed(warband: Warband) -> Self {
        let Warband { name, warriors, house, .. } = warband;
        let warriors = warriors.into_iter().map(|warrior| warrior.value).collect();
        Self { warband: Some(name), warriors, house }
    }
}

/// A game that is being set up.
pub struct GameSetup {
    people: SetupScreen,
    rest: Rest,
    /// The open page.
    open: Option<Open>,
    page: usize,
    /// Warbands of people's own from earlier battles.
    own: Vec<Choice>,
    /// The battle as it was asked for, where a rule is against it.
    asked: Asked,
}

/// The setup beyond the players.
#[derive(Clone, Debug, Default)]
struct Rest {
    choices: Vec<Choice>,
    house: HouseWishes,
    /// A side that wants another warband, or the house rules.
    asks: Option<Open>,
    /// The words of the buttons, which follow from the rules.
    shown: Vec<String>,
    on: usize,
}

/// How wide the button with the warband of a side is in its row, in points: on a phone, and elsewhere.
const PHONE_BUTTON_WIDTH: f32 = 92.0;
const BUTTON_WIDTH: f32 = 158.0;

/// The page open over the setup; numbers are sides.
#[derive(Clone, Debug)]
enum Open {
    /// The warbands to choose from.
    Warband(usize),
    /// The report on a file.
    Told(usize, Told),
    /// A warband that is entered by hand.
    Own(usize, Box<Own>),
    House,
}

/// Returns the area above a row of buttons, and that row.
fn above_foot(canvas: &Canvas<'_, '_>, rect: Rect) -> [Rect; 2] {
    let high = if canvas.whole().size().min_elem() < 560.0 { THUMB + 2.0 } else { CONTROL };
    let foot = rect.lower(high);
    [rect.with_max_y(foot.top() - GAP), foot]
}

impl SetupView<Rules> for GameSetup {
    fn new(game: &str, settings: &Settings) -> Self {
        let own = settings.own(game);
        let own = own.map(|Muster { warband, warriors, house, .. }| Choice { warband, warriors, house });
        Self::of(settings.last(game), own.collect(), settings)
    }

    fn draw(&mut self, ui: &mut Ui<'_, '_>, settings: &Settings) {
        self.give_out(ui.view.rules);
        if let Some(open) = self.open.take() {
            ui.canvas.ground = ui.canvas.look().panel;
            let edge = if ui.canvas.whole().size().min_elem() < 560.0 { 8.0 } else { 16.0 };
            let inner = &mut ui.part(ui.canvas.whole().shrink(edge), 0);
            self.open = self.draw_open(open, inner);
            return;
        }
        self.rest.shown = self.rest.choices.iter().map(|choice| called(ui.view.rules, choice)).collect();
        let house = self.house(ui.view.rules);
        self.rest.on = LINES.iter().filter(|line| (line.get)(&house)).count();
        let first =
            First { title: "Begins", badge: "begins", lots: "for turn 1", draw_lots: "Draw lots for the first turn" };
        let phrases = Phrases {
            title: ui.view.cards.title(),
            sub: "a new battle",
            begin: "Start",
            add: "Add a side",
            first: Some(first),
        };
        let overview = ui.view.overview();
        let terms = Terms::new(&overview, phrases, 2..=PlayerColour::ALL.len(), settings);
        let now = self.begin();
        let event = self.people.draw(&mut ui.canvas, terms, &now, &mut self.rest, ui.actions);
        (self.open, self.page) = (self.rest.asks.take(), 0);
        match event {
            Some(SetupEvent::AsLastTime(last)) => *self = Self::of(Some(last), std::mem::take(&mut self.own), settings),
            Some(SetupEvent::Begin) => {
                self.asked.ask(ui, Command::Begin(self.begin()));
            }
            None => {}
        }
        self.asked.draw(ui, Seat(0));
    }

    fn expects_file(&self) -> bool {
        self.waits().is_some()
    }

    fn take_file(&mut self, file: &[u8]) {
        let Some(side) = self.waits() else { return };
        let (warband, told) = file::read(file);
        if let Some(warband) = warband {
            self.put(side, Choice::listed(warband));
        }
        self.open = told.map(|told| Open::Told(side, told));
    }
}

impl GameSetup {
    fn of(last: Option<Begin>, own: Vec<Choice>, settings: &Settings) -> Self {
        let Begin { begin, house, first, seating, .. } = last.unwrap_or_default();
        let first = first.and_then(|first| begin.iter().position(|muster| muster.name == first));
        let mut rest = Rest { house, ..Rest::default() };
        let mut players = Vec::new();
        for (place, muster) in begin.into_iter().enumerate() {
            players.push(PlayerConfig {
                name: muster.name,
                colour: muster.colour.unwrap_or(PlayerColour::ALL[place % PlayerColour::ALL.len()]),
                chair: muster.chair.unwrap_or(u8::try_from(place).unwrap_or_default()),
                note: String::new(),
            });
            rest.choices.push(Choice { warband: muster.warband, warriors: muster.warriors, house: muster.house });
        }
        let first = first.and_then(Seat::at).unwrap_or_default();
        let people = SetupScreen::new(players, first, seating, 2, settings, &mut rest);
        Self { people, rest, open: None, page: 0, own, asked: Asked::default() }
    }

    /// Each side has a warband of its own where there are as many, and one that is there.
    fn give_out(&mut self, rules: &Rules) {
        let all = rules.warbands();
        for place in 0..self.rest.choices.len() {
            let choice = &self.rest.choices[place];
            let known = choice.warband.as_deref().is_some_and(|id| rules.warband(id).is_some());
            if known || !choice.warriors.is_empty() {
                continue;
            }
            let taken = |id: &str| self.rest.choices.iter().any(|other| other.warband.as_deref() == Some(id));
            let free = all.iter().find(|warband| !taken(&warband.id)).or_else(|| all.get(place % all.len().max(1)));
            self.rest.choices[place] = free.map(Choice::of_folder).unwrap_or_default();
        }
    }

    /// The house rules as they would be played (W16, W20, W29, W31).
    fn house(&self, rules: &Rules) -> House {
        let mut wishes = HouseWishes::default();
        for choice in &self.rest.choices {
            wishes = wishes.and(of_folder(rules, choice).map_or(choice.house, |warband| warband.house));
        }
        self.rest.house.merged_with(wishes.merged_with(rules.house()))
    }

    fn begin(&self) -> Begin {
        let muster = |(player, choice): (&PlayerConfig, &Choice)| Muster {
            name: player.name.clone(),
            warband: choice.warband.clone(),
            warriors: choice.warriors.clone(),
            house: choice.house,
            colour: Some(player.colour),
            chair: Some(player.chair),
        };
        Begin {
            begin: self.people.players.iter().zip(&self.rest.choices).map(muster).collect(),
            house: self.rest.house,
            first: self.people.players.get(self.people.first.index()).map(|player| player.name.clone()),
            seating: self.people.seating,
            rules: Ruleset::LATEST,
        }
    }

    /// Draws the open page, and returns the page open afterwards.
    fn draw_open(&mut self, open: Open, ui: &mut Ui<'_, '_>) -> Option<Open> {
        let name = |setup: &Self, side: usize| setup.people.players.get(side).map(|player| player.name.clone());
        match open {
            Open::House => (!self.draw_house(&mut ui.canvas, ui.view)).then_some(Open::House),
            Open::Warband(side) => match self.choose(&mut ui.canvas, ui.view, side) {
                None => Some(Open::Warband(side)),
                Some(Chosen::Close) => None,
                Some(Chosen::Pick) => {
                    ui.actions.push(Action::Pick);
                    Some(Open::Warband(side))
                }
                Some(Chosen::Paste) => {
                    ui.actions.push(Action::Paste);
                    Some(Open::Warband(side))
                }
                Some(Chosen::ByHand) => {
                    let choice = self.rest.choices.get(side).cloned().unwrap_or_default();
                    let own = Own::new(choice, &name(self, side).unwrap_or_default());
                    Some(Open::Own(side, Box::new(own)))
                }
            },
            Open::Told(side, mut told) => match told.draw(&mut ui.canvas, &name(self, side).unwrap_or_default()) {
                None => Some(Open::Told(side, told)),
                Some(Next::Close) => None,
                Some(Next::Choose) => Some(Open::Warband(side)),
                Some(Next::Pick) => {
                    ui.actions.push(Action::Pick);
                    Some(Open::Told(side, told))
                }
            },
            Open::Own(side, mut own) => match own.draw(&mut ui.canvas) {
                None => Some(Open::Own(side, own)),
                Some(Done::Saves(text)) => {
                    ui.actions.push(Action::SaveFile("toml", text));
                    Some(Open::Own(side, own))
                }
                Some(Done::Leaves) => Some(Open::Warband(side)),
                Some(Done::Fights(choice)) => {
                    self.put(side, choice);
                    None
                }
            },
        }
    }

    /// A side fights with something else.
    fn put(&mut self, side: usize, new: Choice) {
        if let Some(choice) = self.rest.choices.get_mut(side) {
            *choice = new;
        }
    }

    /// The side whose warband may come out of a file now.
    fn waits(&self) -> Option<usize> {
        match &self.open {
            Some(Open::Warband(side) | Open::Told(side, _)) => Some(*side),
            _ => None,
        }
    }
}

/// The warband of the game's folder that a side fights with, if it is one of those.
fn of_folder<'a>(rules: &'a Rules, choice: &Choice) -> Option<&'a Warband> {
    choice.warband.as_deref().and_then(|id| rules.warband(id)).filter(|_| choice.warriors.is_empty())
}

/// Returns the name of a side's warband.
fn called(rules: &Rules, choice: &Choice) -> String {
    match (of_folder(rules, choice), &choice.warband) {
        (Some(warband), _) => warband.name.clone(),
        (None, Some(name)) => name.clone(),
        (None, None) => "no warband".to_owned(),
    }
}

impl Extras for Rest {
    fn added(&mut self) {
        self.choices.push(Choice::default());
        self.shown.push(String::new());
    }

    fn removed(&mut self, player: usize) {
        if player < self.choices.len() {
            self.choices.remove(player);
        }
        if player < self.shown.len() {
            self.shown.remove(player);
        }
    }

    fn swapped(&mut self, one: usize, other: usize) {
        if one.max(other) < self.choices.len() {
            self.choices.swap(one, other);
        }
    }

    fn row_width(&self, narrow: bool) -> f32 {
        if narrow { PHONE_BUTTON_WIDTH + GAP } else { BUTTON_WIDTH + GAP }
    }

    fn draw_row(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        player: usize,
        name: &str,
        narrow: bool,
        cell: &mut dyn FnMut(f32) -> Rect,
    ) {
        let warband = self.shown.get(player).cloned().unwrap_or_default();
        let label = format!("{name}: {warband}, another warband");
        let short = warband.strip_prefix("The ").unwrap_or(&warband).to_owned();
        let title = [warband.as_str(), short.as_str()];
        let button = Button { label: &label, size: 18.0, ..Button::new(&title, Tone::Raised) };
        if button
            .show(canvas, ("its warband", player), cell(if narrow { PHONE_BUTTON_WIDTH } else { BUTTON_WIDTH }))
            .tapped()
        {
            self.asks = Some(Open::Warband(player));
        }
    }

    fn has_options(&self, _phone: bool) -> bool {
        true
    }

    fn draw_options(&mut self, canvas: &mut Canvas<'_, '_>, rect: Rect) {
        let sub = format!("{} of {} are on", self.on, LINES.len());
        let button = Button { sub: &sub, label: "House rules", ..Button::new(&["House rules", "House"], Tone::Raised) };
        if button.show(canvas, "house", rect).tapped() {
            self.asks = Some(Open::House);
        }
    }
}
