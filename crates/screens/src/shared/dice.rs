//! Dice and a coin of the table, in every game.

use std::f32::consts::{PI, TAU};

use egui::{Align2, Pos2, Rect, Stroke, Vec2, pos2, vec2};

use super::die::pips;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, rect_around};
use crate::form::{CONTROL, GAP};
use crate::game::DiceSpec;
use crate::letters::Face;
use crate::look::{GOLD, INK, PAPER};
use crate::pages;
use crate::region::{Cut as _, grid};
use crate::table::tell::list;
use crate::touch::Gesture;
use crate::view::SharedAction;

/// How many throws stay on the sheet.
const KEPT: usize = 6;

/// Everything that can be thrown at games that don't say what, in the order of the buttons.
const ALL: [DiceSpec; 8] =
    [dice(1, 2), dice(1, 4), dice(1, 6), dice(2, 6), dice(1, 8), dice(1, 10), dice(1, 12), dice(1, 20)];

const fn dice(count: u8, sides: u8) -> DiceSpec {
    DiceSpec { count, sides }
}

/// A throw and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Throw {
    thrown: DiceSpec,
    shown: Vec<u8>,
}

impl Throw {
    /// "D20: 17", "2 D6: 3 and 4, 7 together", "Coin: heads"
    fn words(&self) -> String {
        let name = self.thrown.name();
        match (self.thrown.sides, self.shown.as_slice()) {
            (2, shown) => {
                let sides: Vec<String> = shown.iter().map(|side| coin(*side).to_owned()).collect();
                format!("{name}: {}", list(&sides))
            }
            (_, [one]) => format!("{name}: {one}"),
            (_, all) => {
                let sum: u32 = all.iter().copied().map(u32::from).sum();
                format!("{name}: {}, {sum} together", list(&all.iter().map(u8::to_string).collect::<Vec<_>>()))
            }
        }
    }
}

/// The side of a coin.
fn coin(shown: u8) -> &'static str {
    if shown == 1 { "heads" } else { "tails" }
}

/// Dice and a coin, with the last throws.
pub struct DiceSheet {
    /// What can be thrown.
    offered: Vec<DiceSpec>,
    /// The latest first.
    throws: Vec<Throw>,
}

impl DiceSheet {
    /// Opens it with the dice of a game, or with the usual ones.
    pub fn new(of_game: &[DiceSpec]) -> Self {
        let offered = if of_game.is_empty() { &ALL[..] } else { of_game };
        Self { offered: offered.to_vec(), throws: Vec::new() }
    }

    /// Draws it.
    pub fn draw(&mut self, canvas: &mut Canvas<'_, '_>, actions: &mut Vec<SharedAction>) {
        let (rest, closed) = pages::head(canvas, &["Dice"], "", 0.0);
        if closed {
            actions.push(SharedAction::Close);
        }
        let count = self.offered.len();
        let down = if rest.width() >= count as f32 * (CONTROL + GAP) { 1 } else { 2 };
        let high = down as f32 * (CONTROL + GAP) - GAP;
        let buttons = rest.lower(high);
        for (thrown, cell) in self.offered.clone().into_iter().zip(grid(buttons, GAP, count.div_ceil(down), down)) {
            let name = thrown.name();
            let label = format!("Throw: {name}");
            let title = [name.as_str()];
            let button = Button { label: &label, size: 22.0, ..Button::new(&title, Tone::Ink) };
            if button.show(canvas, ("throw", cell.min.x as i32, cell.min.y as i32), cell).tapped() {
                actions.push(SharedAction::Announce(self.throw(thrown, canvas)));
            }
        }
        let above = rest.with_max_y(buttons.top() - GAP);
        self.shown(canvas, above);
    }

    /// Throws dice; returns the result in words.
    fn throw(&mut self, thrown: DiceSpec, canvas: &mut Canvas<'_, '_>) -> String {
        let shown = (0..thrown.count).map(|_| canvas.tools.chance.side(thrown.sides)).collect();
        let throw = Throw { thrown, shown };
        let words = throw.words();
        self.throws.insert(0, throw);
        self.throws.truncate(KEPT);
        words
    }

    /// The last throw as large as fits, and below it those before.
    fn shown(&self, canvas: &mut Canvas<'_, '_>, rect: Rect) {
        let quiet = TextStyle::new(Face::Plain, 16.0, canvas.ground.quiet);
        let Some(last) = self.throws.first() else {
            canvas.fit(rect, Align2::CENTER_CENTER, quiet, &["Tap a die or the coin to throw it"]);
            return;
        };
        let line = canvas.scaled(24.0);
        let before = self.throws.len() - 1;
        let lines = (before.min((rect.height() * 0.3 / line) as usize)) as f32;
        let top = inset(rect, 0.0, 0.0, 0.0, lines * line + if lines > 0.0 { GAP } else { 0.0 });
        let said = top.lower(canvas.scaled(34.0));
        let room = inset(top, 0.0, 4.0, 0.0, said.height() + 6.0);
        let count = last.shown.len() as f32;
        let size = room.height().min((room.width() - GAP * (count - 1.0)) / count).min(180.0);
        for (place, shown) in last.shown.iter().enumerate() {
            let x = room.center().x + (place as f32 - (count - 1.0) / 2.0) * (size + 2.0 * GAP);
            face(canvas, rect_around(pos2(x, room.center().y), size, size), last.thrown.sides, *shown);
        }
        let words = last.words();
        // Screen readers find the result among the controls.
        canvas.control("result", said, Gesture::Tap, &words);
        let strong = TextStyle::new(Face::Strong, 22.0, canvas.ground.text);
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
fn face(canvas: &mut Canvas<'_, '_>, rect: Rect, sides: u8, shown: u8) {
    let centre = rect.center();
    let half = rect.width() / 2.0;
    let corners = match sides {
        2 => {
            canvas.disc(centre, half, GOLD, Stroke::new(3.0, INK));
            canvas.disc(centre, half * 0.86, GOLD, Stroke::new(2.0, INK));
            let words = TextStyle::new(Face::Caps, half * 0.5, INK);
            canvas.fit(rect_around(centre, half * 1.5, half), Align2::CENTER_CENTER, words, &[coin(shown)]);
            return;
        }
        6 => return pips(canvas, rect, shown),
        4 => 3,
        8 | 10 => 4,
        12 => 5,
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
    let words = TextStyle::new(Face::Figure, half * 0.72, PAPER);
    let place = rect_around(centre + vec2(0.0, lift), half * 1.1, half);
    canvas.fit_figure(place, Align2::CENTER_CENTER, words, &shown.to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_throw_is_told_with_its_sum() {
        let told = |count, sides, shown: &[u8]| Throw { thrown: dice(count, sides), shown: shown.to_vec() }.words();
        assert_eq!(told(1, 2, &[1]), "Coin: heads");
        assert_eq!(told(3, 2, &[1, 2, 1]), "3 coins: heads, tails and heads");
        assert_eq!(told(1, 20, &[17]), "D20: 17");
        assert_eq!(told(2, 6, &[3, 4]), "2 D6: 3 and 4, 7 together");
    }
}
