//! Sheets that only warbands have: a warrior, due tests, the end by the scenario.

mod aim;
mod correct;
mod due;
mod ending;
mod fall;
mod flight;
mod history;
mod injury;
mod profile;
mod states;
mod trial;
mod warrior;
mod warrior_actions;

use crate::region::Cut as _;
use crate::session::SheetView;
use egui::{Align2, Rect, Vec2, vec2};
use serde::{Deserialize, Serialize};

use super::act;
use super::view::{Action, OwnSheet, Ui, View};
use crate::canvas::{Canvas, TextStyle};
use crate::letters::Face;
use crate::shared::panel as parts;
use crate::table::Seat;
use crate::table::warband::{Command, Rules, Table};
use due::DueSheet;
use ending::EndingSheet;
use warrior::WarriorSheet;

/// Open sheets of this game.
#[derive(Serialize, Deserialize)]
#[allow(missing_docs, reason = "the sheets say it themselves")]
pub enum Sheet {
    Warrior(Box<WarriorSheet>),
    Due(DueSheet),
    Ending(EndingSheet),
}

impl SheetView<Rules> for Sheet {
    fn new(view: View<'_>, _seat: Seat, kind: OwnSheet) -> Self {
        match kind {
            OwnSheet::Warrior(who) => Self::Warrior(Box::new(WarriorSheet::new(view, who, false))),
            OwnSheet::Injury(who) => Self::Warrior(Box::new(WarriorSheet::new(view, who, true))),
            OwnSheet::Due => Self::Due(DueSheet::default()),
            OwnSheet::Ending => Self::Ending(EndingSheet::default()),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Warrior(_) => "warrior",
            Self::Due(_) => "tests",
            Self::Ending(_) => "end of the battle",
        }
    }

    fn size(&self, most: Vec2) -> Vec2 {
        match self {
            Self::Warrior(_) => vec2(1120.0, 770.0),
            Self::Due(_) => vec2(1150.0, most.y),
            Self::Ending(_) => vec2(760.0, 460.0),
        }
    }

    fn draw(&mut self, ui: &mut Ui<'_, '_>, table: &Table) {
        match self {
            Self::Warrior(sheet) => sheet.draw(ui, table),
            Self::Due(sheet) => sheet.draw(ui, table),
            Self::Ending(sheet) => sheet.draw(ui),
        }
    }
}

/// A command from a sheet, and its refusal: the sheet shows the reason itself, and players may override it.
#[derive(Default, Serialize, Deserialize)]
pub struct Asked {
    refused: Option<Command>,
}

impl Asked {
    /// Asks for a command where the rules allow it, and else shows why not; says whether it is asked for.
    pub fn ask(&mut self, ui: &mut Ui<'_, '_>, command: Command) -> bool {
        if act::refusal(ui.view, &command).is_some() {
            self.refused = Some(command);
            return false;
        }
        ui.actions.push(Action::Do(command));
        true
    }

    /// Draws the refusal over the sheet; returns true if players override it.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>, seat: Seat) -> bool {
        let Some(command) = &self.refused else { return false };
        let Some(refusal) = act::refusal(ui.view, command) else {
            self.refused = None;
            return false;
        };
        let before = ui.actions.len();
        parts::refused(&mut ui.canvas, ui.view.book(), seat, command, &refusal, ui.actions);
        let asked = &ui.actions[before..];
        let played = asked.iter().any(|action| matches!(action, Action::Overrule(_)));
        if played || asked.iter().any(|action| matches!(action, Action::Dismiss(_))) {
            self.refused = None;
        }
        played
    }
}

/// Draws a heading where a box is high enough for one; returns the rest of it.
fn headed(canvas: &Canvas<'_, '_>, rect: Rect, least: f32, [title, sub]: [&str; 2]) -> Rect {
    if rect.height() < least {
        return rect;
    }
    let [above, rest] = row(rect, 24.0, 6.0);
    heading(canvas, above, title, sub);
    rest
}

/// A heading, and a line about it at its right.
fn heading(canvas: &Canvas<'_, '_>, rect: Rect, title: &str, sub: &str) {
    let words = TextStyle::new(Face::Caps, 23.0, canvas.ground.text);
    let at = canvas.fit(rect, Align2::LEFT_CENTER, words, &[title]);
    let free = rect.with_min_x(at.right() + 14.0);
    if free.width() > 40.0 && !sub.is_empty() {
        canvas.fit(free, Align2::LEFT_CENTER, TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet), &[sub]);
    }
}

/// Returns the first row of a box, with a height, and the area below it.
pub(super) fn row(rect: Rect, high: f32, gap: f32) -> [Rect; 2] {
    let row = rect.upper(high);
    [row, rect.with_min_y(row.bottom() + gap)]
}
