//! House rules on the setup screen, each on or off.

use egui::Align2;

use crate::canvas::{Canvas, TextStyle, inset, radius};
use crate::game::RuleNumber;
use crate::head;
use crate::letters::Face;
use crate::pages;
use crate::region::{Cut as _, grid};
use crate::table::About;
use crate::touch::Gesture;

/// A rule that can be on or off.
pub struct Switch {
    /// Its name, on its button.
    pub title: &'static str,
    /// Its effect while it is on.
    pub text: &'static str,
    /// Its rule, which is shown with the number that the book prints.
    pub number: RuleNumber,
    /// True while it is on.
    pub on: bool,
}

/// A house rule with its field: read in the rules in force, and set in what people wish.
pub struct Line<Rules: 'static, Wishes: 'static = Rules> {
    /// Its name.
    pub title: &'static str,
    /// Its effect while it is on.
    pub text: &'static str,
    /// Its rule.
    pub number: RuleNumber,
    /// Reads the field.
    pub get: fn(&Rules) -> bool,
    /// Sets the field.
    pub set: fn(&mut Wishes, bool),
}

impl<Rules, Wishes> Line<Rules, Wishes> {
    /// The switches of house rules, as they are.
    pub fn switches(lines: &[Self], rules: &Rules) -> Vec<Switch> {
        let switch = |line: &Self| {
            let Self { title, text, number, get, .. } = *line;
            Switch { title, text, number, on: get(rules) }
        };
        lines.iter().map(switch).collect()
    }
}

/// A tap on the switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwitchEvent {
    /// The switch of this number.
    Toggle(usize),
    /// The way back to the setup.
    Close,
}

/// Draws switches one below the other, in two columns where the screen is low.
pub fn draw(
    canvas: &mut Canvas<'_, '_>,
    about: &About,
    title: &str,
    sub: &str,
    switches: &[Switch],
) -> Option<SwitchEvent> {
    // Frames round those that are on need room.
    const APART: f32 = 16.0;
    let (rest, closed) = pages::head(canvas, &[title], sub, 0.0);
    let mut event = closed.then_some(SwitchEvent::Close);
    let across = if rest.width() > rest.height() && rest.height() < 420.0 { 2 } else { 1 };
    let down = switches.len().div_ceil(across);
    let high = ((rest.height() + APART) / down as f32 - APART).min(92.0);
    let rest = rest.upper((high + APART) * down as f32 - APART);
    for (index, (switch, cell)) in switches.iter().zip(grid(rest, APART, across, down)).enumerate() {
        let state = if switch.on { "on" } else { "off" };
        let label = format!("{}: {state}", switch.title);
        let response = canvas.choice(("house", switch.title), cell, Gesture::Tap, &label, switch.on);
        canvas.fill(cell, radius(8.0), if response.down { canvas.ground.line } else { canvas.ground.raised });
        canvas.border(cell, radius(8.0), canvas.look().rim, canvas.ground.line);
        if switch.on {
            head::chosen(canvas, cell);
        }
        if response.tapped() {
            event = Some(SwitchEvent::Toggle(index));
        }
        let place = cell.right_part(74.0);
        let strong =
            TextStyle::new(Face::Strong, 18.0, if switch.on { canvas.ground.text } else { canvas.ground.quiet });
        canvas.fit(place, Align2::CENTER_CENTER, strong, &[state]);
        let text = inset(cell, 16.0, 6.0, 80.0, 6.0);
        let middle = text.top() + text.height() * 0.46;
        let above = text.with_max_y(middle);
        let below = text.with_min_y(middle);
        let printed = about.printed(switch.number);
        let title = printed.map_or_else(|| switch.title.to_owned(), |number| format!("{} ({number})", switch.title));
        canvas.fit(above, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 24.0, canvas.ground.text), &[&title]);
        canvas.wrap_left(below, TextStyle::new(Face::Plain, 16.0, canvas.ground.quiet), switch.text);
    }
    event
}
