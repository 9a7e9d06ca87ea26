//! Tests of Initiative: for a target out of sight (W11), climbing (W14), jumps, dives and gaps (W15 to W15b), at an edge (W15c).

use egui::Rect;
use serde::{Deserialize, Serialize};

use super::super::dice;
use super::super::view::{Ui, View};
use super::super::wording::{self, named};
use super::aim::{enemies, question};
use super::{Asked, row};
use crate::button::{Button, Tone};
use crate::canvas::Canvas;
use crate::form::{CONTROL, GAP};
use crate::region::{columns, grid};
use crate::shared::counter::{self, Counter};
use crate::table::warband::{Climb, Command, Dice, Dive, Gap, Jump, Roll, Slip, Spot, Test, Who};

/// The kind of test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Trial {
    #[default]
    Jump,
    Dive,
    Up,
    Down,
    Gap,
    Slip,
    Spot,
}

impl Trial {
    const ALL: [(Self, [&'static str; 2]); 7] = [
        (Self::Jump, ["Jumps down", "Jumps"]),
        (Self::Dive, ["Diving charge", "Dives"]),
        (Self::Up, ["Climbs up", "Up"]),
        (Self::Down, ["Climbs down", "Down"]),
        (Self::Gap, ["Over a gap", "Gap"]),
        (Self::Slip, ["Near an edge", "Edge"]),
        (Self::Spot, ["Target unseen", "Unseen"]),
    ];
}

/// A test of Initiative that is entered.
#[derive(Clone, Serialize, Deserialize)]
pub struct Trials {
    what: Trial,
    /// How high, deep or wide, in inches.
    inches: u8,
    /// How deep the fall beside a gap would be, in inches.
    drop: u8,
    dice: Vec<u8>,
    by_table: bool,
    /// The enemy below.
    on: Option<Who>,
    page: usize,
}

impl Default for Trials {
    fn default() -> Self {
        Self { what: Trial::default(), inches: 2, drop: 3, dice: Vec::new(), by_table: false, on: None, page: 0 }
    }
}

impl Trials {
    fn command(&self, view: View<'_>, who: Who, dice: &[u8]) -> Command {
        let me = named(view.state, who);
        let (inches, d6) = (self.inches, dice.first().copied().unwrap_or_default());
        let all = Dice(dice.to_vec());
        let roll = match self.what {
            Trial::Jump => Roll::Jump(Jump { jump: me, inches, d6: all }),
            Trial::Dive => {
                let on = self.on.map_or_else(|| me.clone(), |on| named(view.state, on));
                Roll::Dive(Dive { dive: me, on, inches, d6: all })
            }
            Trial::Up => Roll::Climb(Climb { climb: me, inches, d6, down: false }),
            Trial::Down => Roll::Climb(Climb { climb: me, inches, d6, down: true }),
            Trial::Gap => Roll::Gap(Gap { gap: me, inches, drop: self.drop, d6: dice.first().copied() }),
            Trial::Slip => Roll::Slip(Slip { slip: me, inches, d6 }),
            Trial::Spot => Roll::Spot(Spot { spot: me, d6 }),
        };
        Command::Test(Test { roll, rolled: dice::rolled(self.by_table) })
    }

    /// Draws it; returns true if the test was recorded.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>, who: Who, asked: &mut Asked, rect: Rect) -> bool {
        let narrow = rect.width() < 600.0;
        let across = if narrow { 4 } else { 7 };
        let down = Trial::ALL.len().div_ceil(across) as f32;
        let [kinds, rest] = row(rect, down * (50.0 + 6.0) - 6.0, GAP);
        for ((what, title), cell) in
            Trial::ALL.into_iter().zip(grid(kinds, 6.0, across, Trial::ALL.len().div_ceil(across)))
        {
            let tone = if self.what == what { Tone::Gold } else { Tone::Raised };
            let button = Button { label: title[0], size: 18.0, ..Button::new(&title, tone) };
            if button.show(&mut ui.canvas, ("trial", title[0]), cell).tapped() {
                *self = Self { what, inches: self.inches, drop: self.drop, ..Self::default() };
            }
        }
        if self.what == Trial::Dive && self.on.is_none() {
            let rest = question(&ui.canvas, rest, &["Upon whom, within 2″ of the landing place?", "Upon whom?"]);
            self.on = enemies(&mut ui.canvas, ui.view, who, &[], &mut self.page, rest);
            return false;
        }
        let rest = self.heights(&mut ui.canvas, rest);
        self.roll(ui, who, asked, rest)
    }

    /// How high, deep and wide.
    fn heights(&mut self, canvas: &mut Canvas<'_, '_>, rect: Rect) -> Rect {
        if self.what == Trial::Spot {
            return rect;
        }
        let high = if rect.height() < 300.0 { CONTROL } else { 84.0 };
        let [line, rest] = row(rect, high, GAP);
        let title = match self.what {
            Trial::Gap => "inches wide",
            Trial::Up | Trial::Down => "inches high",
            _ => "inches deep",
        };
        let before = (self.inches, self.drop);
        if self.what == Trial::Gap {
            let [wide, deep] = columns(line, GAP, [1.0, 1.0]);
            self.inches = inches(canvas, title, self.inches, wide);
            self.drop = inches(canvas, "inches to fall", self.drop, deep);
        } else {
            self.inches = inches(canvas, title, self.inches, line);
        }
        if before != (self.inches, self.drop) {
            self.dice.clear();
        }
        rest
    }

    fn roll(&mut self, ui: &mut Ui<'_, '_>, who: Who, asked: &mut Asked, rect: Rect) -> bool {
        let name = wording::name(ui.view.state, who).to_owned();
        let initiative = ui.view.state.warrior(who).map_or(0, |warrior| warrior.spec.profile.initiative);
        // A jump of less than 2 inches needs no test; nor does a gap with too little movement left.
        let bare = match self.what {
            Trial::Jump | Trial::Dive if self.inches < 2 => Some("Lands"),
            Trial::Gap => Some("Too little movement left: falls"),
            _ => None,
        };
        let die = self.dice.len() + 1;
        let of = if matches!(self.what, Trial::Jump | Trial::Dive) { usize::from(self.inches / 2) } else { 1 };
        let said = match of {
            0 => "No test under 2″.".to_owned(),
            1 => format!("{name}: D6 up to Initiative {initiative}"),
            of => format!("{name}: die {die} of {of}, up to Initiative {initiative}"),
        };
        let rest = question(&ui.canvas, rect, &[&said]);
        // On a phone that lies, keys and buttons stand side by side.
        let [keys, rolls, last] = if rest.height() < 190.0 {
            columns(row(rest, rest.height().min(58.0), 0.0)[0], GAP, [0.6, 0.18, 0.22])
        } else {
            let [keys, below] = row(rest, (rest.height() - 128.0).min(130.0), GAP);
            let [rolls, below] = row(below, 54.0, GAP);
            [keys, rolls, row(below, 54.0, 0.0)[0]]
        };
        if of > 0 {
            let mut shown: Vec<u8> =
                dice::die(&mut ui.canvas, "trial", &name, 6, Some(initiative), keys).into_iter().collect();
            if let Some(rolled) = dice::roll(&mut ui.canvas, "trial", &name, 1, rolls) {
                (self.by_table, shown) = (true, rolled);
            }
            if !shown.is_empty() {
                self.dice.extend(shown);
                let dice = self.dice.clone();
                let last = self.dice.len() >= of || dice.last().is_some_and(|die| *die > initiative);
                if last {
                    return self.tell(ui, who, &dice, asked);
                }
            }
        }
        if let Some(bare) = bare {
            let place = if of > 0 { last } else { row(keys, 54.0, 0.0)[0] };
            let title = [bare, "Falls"];
            let button = Button { label: bare, ..Button::new(if of > 0 { &title } else { &title[..1] }, Tone::Raised) };
            if button.show(&mut ui.canvas, "bare", place).tapped() {
                return self.tell(ui, who, &[], asked);
            }
        }
        false
    }

    fn tell(&mut self, ui: &mut Ui<'_, '_>, who: Who, dice: &[u8], asked: &mut Asked) -> bool {
        let command = self.command(ui.view, who, dice);
        let done = asked.ask(ui, command);
        self.dice.clear();
        self.by_table = false;
        if done {
            *self = Self::default();
        }
        done
    }
}

/// A number of inches, counted up and down.
pub fn inches(canvas: &mut Canvas<'_, '_>, title: &str, value: u8, rect: Rect) -> u8 {
    const MAX_INCHES: i64 = 10;
    let labels = [format!("One less: {title}"), format!("One more: {title}")];
    let counter =
        Counter { title, value: value.into(), least: 1, most: Some(MAX_INCHES), labels, ..Counter::default() };
    let by: i64 = counter::draw(canvas, ("inches", title), rect, &counter).into_iter().sum();
    u8::try_from((i64::from(value) + by).clamp(1, MAX_INCHES)).unwrap_or(value)
}
