//! Dice and a coin of the table, in every game.

use std::f32::consts::{PI, TAU};

use egui::{Align2, Pos2, Rect, Stroke, Vec2, pos2, vec2};

use super::die::pips;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, Words, about, within};
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::look::{GOLD, INK, PAPER};
use crate::pages;
use crate::region::grid;
use crate::table::tell::list;
use crate::touch::Gesture;
use crate::view::SharedAction;

/// How many throws stay on the sheet.
const KEPT: usize = 6;

/// Something that is thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thrown {
    Coin,
    /// A number of dice, and the number of their sides.
    Dice(usize, u8),
}

/// Everything that can be thrown, in the order of the buttons.
const ALL: [Thrown; 8] = [
    Thrown::Coin,
    Thrown::Dice(1, 4),
    Thrown::Dice(1, 6),
    Thrown::Dice(2, 6),
    Thrown::Dice(1, 8),
    Thrown::Dice(1, 10),
    Thrown::Dice(1, 12),
    Thrown::Dice(1, 20),
];

impl Thrown {
    fn name(self) -> String {
        match self {
            Self::Coin => "Coin".to_owned(),
            Self::Dice(1, sides) => format!("D{sides}"),
            Self::Dice(count, sides) => format!("{count} D{sides}"),
        }
    }

    /// Returns how many there are, and how many sides each has.
    const fn count_and_sides(self) -> (usize, u8) {
        match self {
            Self::Coin => (1, 2),
            Self::Dice(count, sides) => (count, sides),
        }
    }
}

/// A throw and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Throw {
    thrown: Thrown,
    shown: Vec<u8>,
}

impl Throw {
    /// "D20: 17", "2 D6: 3 and 4, 7 together", "Coin: heads"
    fn words(&self) -> String {
        let name = self.thrown.name();
        match (self.thrown, self.shown.as_slice()) {
            (Thrown::Coin, shown) => format!("{name}: {}", coin(shown)),
            (_, [one]) => format!("{name}: {one}"),
            (_, all) => {
                let sum: u32 = all.iter().copied().map(u32::from).sum();
                format!("{name}: {}, {sum} together", list(&all.iter().map(u8::to_string).collect::<Vec<_>>()))
            }
        }
    }
}

/// The side of a coin.
fn coin(shown: &[u8]) -> &'static str {
    if shown == [1] { "heads" } else { "tails" }
}

/// Dice and a coin, with the last throws.
#[derive(Default)]
pub struct DiceSheet {
    /// The latest first.
    throws: Vec<Throw>,
}

impl DiceSheet {
    /// Draws it.
    pub fn draw(&mut self, canvas: &mut Canvas<'_, '_>, actions: &mut Vec<SharedAction>) {
        let (rest, closed) = pages::head(canvas, &["Dice"], "", 0.0);
        if closed {
            actions.push(SharedAction::Close);
        }
        let down = if rest.width() >= 8.0 * (CONTROL + GAP) { 1 } else { 2 };
        let high = down as f32 * (CONTROL + GAP) - GAP;
        let buttons = Rect::from_min_max(pos2(rest.left(), rest.bottom() - high), rest.max);
        for (thrown, cell) in ALL.into_iter().zip(grid(buttons, GAP, ALL.len() / down, down)) {
            let name = thrown.name();
            let label = format!("Throw: {name}");
            let title = [name.as_str()];
            let button = Button { label: &label, size: 22.0, ..Button::new(&title, Tone::Ink) };
            if button.show(canvas, ("throw", cell.min.x as i32, cell.min.y as i32), cell).tapped() {
                self.throw(thrown, canvas);
            }
        }
        let above = Rect::from_min_max(rest.min, pos2(rest.right(), buttons.top() - GAP));
        self.shown(canvas, above);
    }

    fn throw(&mut self, thrown: Thrown, canvas: &mut Canvas<'_, '_>) {
        let (count, sides) = thrown.count_and_sides();
        let shown = (0..count).map(|_| canvas.tools.chance.side(sides)).collect();
        self.throws.insert(0, Throw { thrown, shown });
        self.throws.truncate(KEPT);
    }

    /// The last throw as large as fits, and below it those before.
    fn shown(&self, canvas: &mut Canvas<'_, '_>, rect: Rect) {
        let quiet = Words::new(Face::Plain, 16.0, canvas.ground.quiet);
        let Some(last) = self.throws.first() else {
            canvas.fit(rect, Align2::CENTER_CENTER, quiet, &["Tap a die or the coin to throw it"]);
            return;
        };
        let line = canvas.scaled(24.0);
        let before = self.throws.len() - 1;
        let lines = (before.min((rect.height() * 0.3 / line) as usize)) as f32;
        let top = within(rect, 0.0, 0.0, 0.0, lines * line + if lines > 0.0 { GAP } else { 0.0 });
        let said = Rect::from_min_max(pos2(top.left(), top.bottom() - canvas.scaled(34.0)), top.max);
        let room = within(top, 0.0, 4.0, 0.0, said.height() + 6.0);
        let count = last.shown.len() as f32;
        let size = room.height().min((room.width() - GAP * (count - 1.0)) / count).min(180.0);
        for (place, shown) in last.shown.iter().enumerate() {
            let x = room.center().x + (place as f32 - (count - 1.0) / 2.0) * (size + 2.0 * GAP);
            face(canvas, about(pos2(x, room.center().y), size, size), last.thrown, *shown);
        }
        let words = last.words();
        // Screen readers find the result among the controls.
        canvas.control("result", said, Gesture::Tap, &words);
        let strong = Words::new(Face::Strong, 22.0, canvas.ground.text);
        canvas.fit(said, Align2::CENTER_CENTER, strong, &[&words]);
        for (place, throw) in self.throws.iter().skip(1).take(lines as usize).enumerate() {
            let row = Rect::from_min_size(
                pos2(rect.left(), rect.bottom() - (lines - place as f32) * line),
                vec2(rect.width(), line),
            );
            canvas.fit(row, Align2::CENTER_CENTER, quiet, &[&throw.words()]);
        }
    }
}

/// Draws a die or the coin with the side that it shows.
fn face(canvas: &mut Canvas<'_, '_>, rect: Rect, thrown: Thrown, shown: u8) {
    let centre = rect.center();
    let half = rect.width() / 2.0;
    let (_, sides) = thrown.count_and_sides();
    let corners = match (thrown, sides) {
        (Thrown::Coin, _) => {
            canvas.disc(centre, half, GOLD, Stroke::new(3.0, INK));
            canvas.disc(centre, half * 0.86, GOLD, Stroke::new(2.0, INK));
            let words = Words::new(Face::Caps, half * 0.5, INK);
            canvas.fit(about(centre, half * 1.5, half), Align2::CENTER_CENTER, words, &[coin(&[shown])]);
            return;
        }
        (_, 6) => return pips(canvas, rect, shown),
        (_, 4) => 3,
        (_, 8) => 4,
        (_, 10) => 4,
        (_, 12) => 5,
        _ => 6,
    };
    let squeeze = if sides == 10 { vec2(0.78, 1.0) } else { Vec2::splat(1.0) };
    let corner = |at: usize, radius: f32| -> Pos2 {
        let angle = TAU * at as f32 / corners as f32 - PI / 2.0;
        centre + vec2(angle.cos(), angle.sin()) * squeeze * radius
    };
    let outline = |radius: f32| (0..corners).map(|at| corner(at, radius)).collect::<Vec<_>>();
    canvas.area(&outline(half), PAPER);
    canvas.area(&outline(half - 3.0), INK);
    // A triangle has more room in its lower part.
    let lift = if corners == 3 { half * 0.12 } else { 0.0 };
    let words = Words::new(Face::Figure, half * 0.72, PAPER);
    let place = about(centre + vec2(0.0, lift), half * 1.1, half);
    canvas.fit_figure(place, Align2::CENTER_CENTER, words, &shown.to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_throw_is_told_with_its_sum() {
        let told = |thrown, shown: &[u8]| Throw { thrown, shown: shown.to_vec() }.words();
        assert_eq!(told(Thrown::Coin, &[1]), "Coin: heads");
        assert_eq!(told(Thrown::Coin, &[2]), "Coin: tails");
        assert_eq!(told(Thrown::Dice(1, 20), &[17]), "D20: 17");
        assert_eq!(told(Thrown::Dice(2, 6), &[3, 4]), "2 D6: 3 and 4, 7 together");
    }
}
