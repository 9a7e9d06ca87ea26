//! Setup: the sides, their warbands, the house rules (W16, W20, W29, W31), who has the first turn.

use egui::{Align2, Rect, pos2, vec2};

use super::view::{Action, View};
use crate::app::button::{Button, Tone};
use crate::app::canvas::{Canvas, Words, within};
use crate::app::letters::Face;
use crate::app::pages;
use crate::app::region::grid;
use crate::app::settings::Settings;
use crate::app::shared::setup::{Extras, First, Phrases, SetupEvent, SetupScreen, Terms};
use crate::app::view::sharing;
use crate::game::{House, HouseWishes, WarriorSpec, rule};
use crate::table::warband::{Begin, Command, Muster, Rules, quarter};
use crate::table::{Entrant, PlayerColour, Seat};

/// What a side fights with.
#[derive(Clone, Debug, Default, PartialEq)]
struct Choice {
    /// The warband by the name of its file; what it is called where the warriors are listed.
    warband: Option<String>,
    /// The warriors, where they are not those of a file: a game from before has brought them.
    warriors: Vec<WarriorSpec>,
}

/// A game that is being set up.
pub struct GameSetup {
    people: SetupScreen,
    rest: Rest,
    /// What is open over it.
    open: Option<Open>,
    page: usize,
}

/// What is set up besides the people.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    Warband(usize),
    House,
}

/// A house rule: the words of its button, what it says, and its field.
struct Line {
    title: &'static str,
    text: &'static str,
    number: crate::game::RuleNumber,
    get: fn(&House) -> bool,
    set: fn(&mut HouseWishes, bool),
}

const LINES: [Line; 5] = [
    Line {
        title: "Single targets",
        text: "no −1 to hit for shooting at a single model",
        number: rule!("W20"),
        get: |house| house.single_target,
        set: |wishes, on| wishes.single_target = Some(on),
    },
    Line {
        title: "Units of casters",
        text: "models that cast as a unit form one within 2″ of each other",
        number: rule!("W16"),
        get: |house| house.caster_units,
        set: |wishes, on| wishes.caster_units = Some(on),
    },
    Line {
        title: "Cavalry",
        text: "the first unsaved wound kills the mount, and the rider goes on dismounted",
        number: rule!("W29"),
        get: |house| house.cavalry,
        set: |wishes, on| wishes.cavalry = Some(on),
    },
    Line {
        title: "Poison",
        text: "a 6 to hit wounds by itself; roll on for a critical hit",
        number: rule!("W31"),
        get: |house| house.poison,
        set: |wishes, on| wishes.poison = Some(on),
    },
    Line {
        title: "Swarms",
        text: "swarms lose wounds and are never injured",
        number: rule!("W31"),
        get: |house| house.swarms,
        set: |wishes, on| wishes.swarms = Some(on),
    },
];

impl GameSetup {
    /// A new game; as last time where there was one.
    pub fn new(game: &str, settings: &Settings) -> Self {
        Self::of(settings.last(game), settings)
    }

    fn of(last: Option<Begin>, settings: &Settings) -> Self {
        let Begin { begin, house, first, seating } = last.unwrap_or_default();
        let first = first.and_then(|first| begin.iter().position(|muster| muster.name == first));
        let mut rest = Rest { house, ..Rest::default() };
        let mut players = Vec::new();
        for (place, muster) in begin.into_iter().enumerate() {
            players.push(Entrant {
                name: muster.name,
                colour: muster.colour.unwrap_or(PlayerColour::ALL[place % PlayerColour::ALL.len()]),
                chair: muster.chair.unwrap_or(u8::try_from(place).unwrap_or_default()),
            });
            rest.choices.push(Choice { warband: muster.warband, warriors: muster.warriors });
        }
        let first = first.and_then(Seat::at).unwrap_or_default();
        let people = SetupScreen::new((players, first, seating), 2, settings, &mut rest);
        Self { people, rest, open: None, page: 0 }
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
            self.rest.choices[place] = Choice { warband: free.map(|warband| warband.id.clone()), warriors: Vec::new() };
        }
    }

    /// The house rules as they would be played (W16, W20, W29, W31).
    fn house(&self, rules: &Rules) -> House {
        let mut wishes = HouseWishes::default();
        for warband in self.rest.choices.iter().filter_map(|choice| rules.warband(choice.warband.as_deref()?)) {
            wishes = wishes.and(warband.house);
        }
        self.rest.house.over(wishes.over(rules.house()))
    }

    fn begin(&self) -> Begin {
        let muster = |(player, choice): (&Entrant, &Choice)| Muster {
            name: player.name.clone(),
            warband: choice.warband.clone(),
            warriors: choice.warriors.clone(),
            colour: Some(player.colour),
            chair: Some(player.chair),
        };
        Begin {
            begin: self.people.players.iter().zip(&self.rest.choices).map(muster).collect(),
            house: self.rest.house,
            first: self.people.players.get(self.people.first.index()).map(|player| player.name.clone()),
            seating: self.people.seating,
        }
    }

    /// Draws it over the whole screen.
    pub fn draw(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        view: View<'_>,
        settings: &Settings,
        actions: &mut Vec<Action>,
    ) {
        self.give_out(view.rules);
        match self.open {
            Some(Open::Warband(side)) => return self.choose(canvas, view, side),
            Some(Open::House) => return self.draw_house(canvas, view),
            None => {}
        }
        self.rest.shown = self.rest.choices.iter().map(|choice| called(view.rules, choice)).collect();
        let house = self.house(view.rules);
        self.rest.on = LINES.iter().filter(|line| (line.get)(&house)).count();
        let last: Option<Begin> = settings.last(&view.book().about.game);
        let first =
            First { title: "Begins", badge: "begins", lots: "who begins?", draw_lots: "Draw lots for the first turn" };
        let phrases = Phrases {
            title: view.cards.title(),
            sub: "a new battle",
            begin: "To battle",
            add: "Add a side",
            first: Some(first),
        };
        let terms = Terms {
            overview: &view.overview(),
            phrases,
            players: 2..=PlayerColour::ALL.len(),
            as_last_time: last.as_ref().map(|last| *last == self.begin()),
        };
        let event = sharing(actions, |actions| self.people.draw(canvas, &terms, &mut self.rest, settings, actions));
        (self.open, self.page) = (self.rest.asks.take(), 0);
        match (event, last) {
            (Some(SetupEvent::AsLastTime), Some(last)) => *self = Self::of(Some(last), settings),
            (Some(SetupEvent::Begin), _) => actions.push(Action::Do(Command::Begin(self.begin()))),
            _ => {}
        }
    }

    /// The warbands, for one side.
    fn choose(&mut self, canvas: &mut Canvas<'_, '_>, view: View<'_>, side: usize) {
        canvas.ground = canvas.look().panel;
        let mut inner = canvas.part(canvas.whole().shrink(16.0), 0);
        let canvas = &mut inner;
        let name = self.people.players.get(side).map_or("", |player| player.name.as_str()).to_owned();
        let title = format!("A warband for {name}");
        let (rest, closed) = pages::head(canvas, &[&title, &name], "files of the game’s folder", 0.0);
        if closed {
            self.open = None;
        }
        let all = view.rules.warbands();
        let cells = pages::cells(canvas, "warbands", rest, all.len(), (300.0, 560.0), |_| 176.0, &mut self.page);
        for (warband, cell) in all.iter().skip(cells.first).zip(cells.places) {
            let chosen = self.rest.choices.get(side).is_some_and(|choice| choice.warband.as_ref() == Some(&warband.id));
            let label = format!("{name} fights with {}", warband.name);
            if super::dice::key(canvas, ("warband", &warband.id), cell, &label, chosen) {
                if let Some(choice) = self.rest.choices.get_mut(side) {
                    *choice = Choice { warband: Some(warband.id.clone()), warriors: Vec::new() };
                }
                self.open = None;
            }
            let specs: Vec<&WarriorSpec> = warband.warriors.iter().map(|warrior| &warrior.value).collect();
            let points: u32 = specs.iter().map(|spec| spec.points).sum();
            let text = cell.shrink2(vec2(14.0, 10.0));
            let line = |top: f32, high: f32| Rect::from_min_size(text.min + vec2(0.0, top), vec2(text.width(), high));
            canvas.fit(
                line(0.0, 32.0),
                Align2::LEFT_CENTER,
                Words::new(Face::Caps, 27.0, canvas.ground.text),
                &[&warband.name],
            );
            let of = warband.limit.map_or_else(String::new, |limit| format!(" of {limit}"));
            let count = specs.len();
            let said = format!("{count} warriors, {points}{of} points; rout test at {} out", quarter(count));
            let quiet = Words::new(Face::Plain, 15.0, canvas.ground.quiet);
            canvas.fit(
                line(33.0, 22.0),
                Align2::LEFT_CENTER,
                quiet,
                &[&said, &format!("{count} warriors, {points} points")],
            );
            let italic = Words::new(Face::Italic, 17.0, canvas.ground.text);
            canvas.fit(line(57.0, 24.0), Align2::LEFT_CENTER, italic, &[&warband.motto]);
            let names: Vec<&str> = specs.iter().map(|spec| spec.name.as_str()).collect();
            canvas.wrap_left(line(86.0, text.height() - 86.0), quiet, &names.join(", "));
        }
    }

    /// The house rules, each on or off.
    fn draw_house(&mut self, canvas: &mut Canvas<'_, '_>, view: View<'_>) {
        // Frames round those that are on need room.
        const APART: f32 = 16.0;
        canvas.ground = canvas.look().panel;
        let house = self.house(view.rules);
        let mut inner = canvas.part(canvas.whole().shrink(16.0), 0);
        let canvas = &mut inner;
        let (rest, closed) = pages::head(canvas, &["House rules"], "each is on or off for all sides", 0.0);
        if closed {
            self.open = None;
        }
        let across = if rest.width() > rest.height() && rest.height() < 420.0 { 2 } else { 1 };
        let down = LINES.len().div_ceil(across);
        let high = ((rest.height() + APART) / down as f32 - APART).min(92.0);
        let rest = Rect::from_min_size(rest.min, vec2(rest.width(), (high + APART) * down as f32 - APART));
        for (line, cell) in LINES.iter().zip(grid(rest, APART, across, down)) {
            let on = (line.get)(&house);
            let label = format!("{}: {}", line.title, if on { "on" } else { "off" });
            if super::dice::key(canvas, ("house", line.title), cell, &label, on) {
                (line.set)(&mut self.rest.house, !on);
            }
            let state = Rect::from_min_max(pos2(cell.right() - 74.0, cell.top()), cell.max);
            let strong = Words::new(Face::Strong, 18.0, if on { canvas.ground.text } else { canvas.ground.quiet });
            canvas.fit(state, Align2::CENTER_CENTER, strong, &[if on { "on" } else { "off" }]);
            let text = within(cell, 16.0, 6.0, 80.0, 6.0);
            let middle = text.top() + text.height() * 0.46;
            let above = Rect::from_min_max(text.min, pos2(text.right(), middle));
            let below = Rect::from_min_max(pos2(text.left(), middle), text.max);
            let printed = view.book().about.printed(line.number);
            let title = printed.map_or_else(|| line.title.to_owned(), |number| format!("{} ({number})", line.title));
            canvas.fit(above, Align2::LEFT_CENTER, Words::new(Face::Caps, 24.0, canvas.ground.text), &[&title]);
            canvas.wrap_left(below, Words::new(Face::Plain, 16.0, canvas.ground.quiet), line.text);
        }
    }
}

/// What the warband of a side is called.
fn called(rules: &Rules, choice: &Choice) -> String {
    let of_file = choice.warband.as_deref().and_then(|id| rules.warband(id)).filter(|_| choice.warriors.is_empty());
    match (of_file, &choice.warband) {
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
        if button.show(canvas, ("its warband", player), cell(if narrow { 92.0 } else { 158.0 })).tapped() {
            self.asks = Some(Open::Warband(player));
        }
    }

    fn has_options(&self) -> bool {
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
