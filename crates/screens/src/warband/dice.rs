//! Keys for the dice that people roll, and the button with which the table rolls.

use egui::{Align2, Rect, pos2, vec2};

use super::sign::Sign;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, radius, rect_around};
use crate::form::GAP;
use crate::gallery::{Icon, PictureRequest};
use crate::letters::Face;
use crate::look::{HARM, LIT};
use crate::region::grid;
pub use crate::shared::die::pips;
use crate::table::warband::Rolled;
use crate::touch::Gesture;

/// The mark below a key whose figure passes a test, for those who see colours; there is a cross below the others.
const PASSES: egui::Color32 = egui::Color32::from_rgb(0x4c, 0x7a, 0x4f);

/// Keys in their places, each with its name and its face. Gives the one that was tapped.
fn keys(
    canvas: &mut Canvas<'_, '_>,
    id: (&str, &str),
    places: impl Iterator<Item = (u8, Rect)>,
    label: impl Fn(u8) -> String,
    face: impl Fn(&mut Canvas<'_, '_>, Rect, u8),
) -> Option<u8> {
    let mut tapped = None;
    for (shown, place) in places {
        if key(canvas, (id, shown), place, &label(shown), false) {
            tapped = Some(shown);
        }
        face(canvas, place, shown);
    }
    tapped
}

fn figure(canvas: &Canvas<'_, '_>, rect: Rect, shown: u8) {
    let words = TextStyle::new(Face::Figure, (rect.height() * 0.62).min(30.0), canvas.ground.text);
    canvas.fit_figure(rect, Align2::CENTER_CENTER, words, &shown.to_string());
}

const fn outcome(passes: bool) -> &'static str {
    if passes { "passed" } else { "failed" }
}

/// Keys for the sum of two dice; those up to the target pass.
pub fn sums(canvas: &mut Canvas<'_, '_>, id: &str, who: &str, target: Option<u8>, rect: Rect) -> Option<u8> {
    let across = if rect.width() >= 11.0 * 46.0 + 10.0 * GAP { 11 } else { 6 };
    let places = grid(rect, if across == 11 { GAP } else { 6.0 }, across, 11_usize.div_ceil(across));
    let passes = |sum: u8| target.is_some_and(|target| sum <= target);
    let label = |sum| format!("{who}: {sum}, {}", outcome(passes(sum)));
    keys(canvas, (id, "sum"), (2..=12).zip(places), label, |canvas, place, sum| {
        let foot = place.height().min(60.0) * 0.16;
        figure(canvas, place.with_max_y(place.bottom() - foot), sum);
        verdict(canvas, place, passes(sum));
    })
}

/// Draws keys for the distance rolled with a number of dice.
pub fn inches(canvas: &mut Canvas<'_, '_>, id: &str, who: &str, dice: u8, rect: Rect) -> Option<u8> {
    let sums = dice..=6 * dice;
    let count = sums.clone().count();
    let across = [count, count.div_ceil(2)].into_iter().find(|across| rect.width() >= *across as f32 * 52.0);
    let across = across.unwrap_or(count.div_ceil(3));
    let places = sums.zip(grid(rect, 6.0, across, count.div_ceil(across)));
    keys(
        canvas,
        (id, "inches"),
        places,
        |sum| format!("{who}: {sum} inches"),
        |canvas, place, sum| {
            figure(canvas, place, sum);
        },
    )
}

/// Keys for one die, of a test where there is a target, or with words for what each side means.
pub fn die(canvas: &mut Canvas<'_, '_>, id: &str, who: &str, sides: u8, target: Option<u8>, rect: Rect) -> Option<u8> {
    let across = if sides == 6 && rect.width() < 6.0 * 46.0 + 5.0 * GAP { 3 } else { usize::from(sides) };
    let places = grid(rect, GAP, across, usize::from(sides).div_ceil(across));
    let passes = |shown: u8| target.map(|target| shown <= target);
    let label = |shown| match passes(shown) {
        None => format!("{who}: {shown}"),
        Some(passes) => format!("{who}: {shown}, {}", outcome(passes)),
    };
    let [room, lift] = if target.is_some() { [18.0, 4.0] } else { [12.0, 0.0] };
    keys(canvas, (id, "die"), (1..=sides).zip(places), label, |canvas, place, shown| {
        let size = (place.height() - room).min(place.width() - 12.0).min(46.0);
        pips(canvas, rect_around(place.center() - vec2(0.0, lift), size, size), shown);
        if let Some(passes) = passes(shown) {
            verdict(canvas, place, passes);
        }
    })
}

/// Draws the button that rolls a number of dice; returns them if tapped.
pub fn roll(canvas: &mut Canvas<'_, '_>, id: &str, who: &str, dice: usize, rect: Rect) -> Option<Vec<u8>> {
    let label = format!("{who}: roll for me");
    let high = rect.height() >= 44.0 && rect.width() >= 190.0;
    let title = ["Roll for me", "Roll"];
    let button = Button { label: &label, size: 22.0, ..Button::new(if high { &[] } else { &title[1..] }, Tone::Ink) };
    let tapped = button.show(canvas, (id, "roll"), rect).tapped();
    if high {
        let sign = if dice == 2 { Sign::TwoDice } else { Sign::Die };
        let size = (rect.height() * 0.5).min(34.0);
        let words = TextStyle::new(Face::Caps, 22.0, LIT);
        let wide = canvas.width(words, title[0]).min(rect.width() - size - 30.0);
        let left = rect.center().x - (wide + size + 10.0) / 2.0;
        sign.draw(canvas, rect_around(pos2(left + size / 2.0, rect.center().y), size, size), LIT);
        let beside = rect.with_min_x(left + size + 10.0);
        canvas.fit(beside, Align2::LEFT_CENTER, words, &title);
    }
    tapped.then(|| (0..dice).map(|_| canvas.tools.chance.die()).collect())
}

/// Returns the roller, for the journal.
pub fn rolled(by_table: bool) -> Rolled {
    if by_table { Rolled::Table } else { Rolled::People }
}

/// A key; its face is drawn by whoever asks for it.
pub fn key(
    canvas: &mut Canvas<'_, '_>,
    id: impl std::hash::Hash + std::fmt::Debug,
    rect: Rect,
    label: &str,
    chosen: bool,
) -> bool {
    let response = canvas.choice(id, rect, Gesture::Tap, label, chosen);
    canvas.fill(rect, radius(8.0), canvas.ground.raised);
    if response.down {
        canvas.fill(rect, radius(8.0), canvas.ground.line);
    }
    canvas.border(rect, radius(8.0), canvas.look().rim, canvas.ground.line);
    if chosen {
        crate::head::chosen(canvas, rect);
    }
    response.tapped()
}

/// A bar where a test is passed, a cross where it fails.
fn verdict(canvas: &mut Canvas<'_, '_>, key: Rect, passes: bool) {
    let at = pos2(key.center().x, key.bottom() - 8.0);
    if passes {
        let wide = (key.width() - 20.0).min(60.0);
        let colour = if canvas.look().high { canvas.ground.text } else { PASSES };
        canvas.fill(rect_around(at, wide, 5.0), radius(2.0), colour);
    } else {
        let colour = if canvas.look().high || !canvas.look().light { canvas.ground.text } else { HARM };
        let colour = [colour.r(), colour.g(), colour.b()];
        canvas.picture(rect_around(at, 11.0, 11.0), |size, _| PictureRequest::Icon { icon: Icon::Cross, colour, size });
    }
}
