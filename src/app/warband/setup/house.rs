//! The house rules, each on or off (W16, W20, W29, W31).

use egui::{Align2, Rect, pos2, vec2};

use super::super::dice::key;
use super::super::view::View;
use super::GameSetup;
use crate::app::canvas::{Canvas, Words, within};
use crate::app::letters::Face;
use crate::app::pages;
use crate::app::region::grid;
use crate::game::{House, HouseWishes, rule};

/// A house rule: the words of its button, what it says, and its field.
pub(super) struct Line {
    title: &'static str,
    text: &'static str,
    number: crate::game::RuleNumber,
    pub(super) get: fn(&House) -> bool,
    set: fn(&mut HouseWishes, bool),
}

pub(super) const LINES: [Line; 5] = [
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
    /// Draws the house rules, each on or off; says whether people close them.
    pub(super) fn draw_house(&mut self, canvas: &mut Canvas<'_, '_>, view: View<'_>) -> bool {
        // Frames round those that are on need room.
        const APART: f32 = 16.0;
        let house = self.house(view.rules);
        let (rest, closed) = pages::head(canvas, &["House rules"], "each is on or off for all sides", 0.0);
        let across = if rest.width() > rest.height() && rest.height() < 420.0 { 2 } else { 1 };
        let down = LINES.len().div_ceil(across);
        let high = ((rest.height() + APART) / down as f32 - APART).min(92.0);
        let rest = Rect::from_min_size(rest.min, vec2(rest.width(), (high + APART) * down as f32 - APART));
        for (line, cell) in LINES.iter().zip(grid(rest, APART, across, down)) {
            let on = (line.get)(&house);
            let label = format!("{}: {}", line.title, if on { "on" } else { "off" });
            if key(canvas, ("house", line.title), cell, &label, on) {
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
        closed
    }
}
