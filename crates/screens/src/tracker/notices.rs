//! Notices over the screen: passing ones for the player who acted, lasting ones until tapped, and those for a state
//! while it lasts.

use egui::{Align2, Rect, Vec2, pos2, vec2};

use crate::canvas::{Canvas, TextStyle, radius, rect_around};
use crate::form::THUMB;
use crate::letters::Face;
use crate::look::{GOLD, HARM, INK, PAPER};
use crate::region::{Cut as _, Facing};
use crate::shared::die::pips;
use crate::store::StoreError;
use crate::touch::Gesture;

/// How long a notice stays, and how long a hint, in seconds.
const STAYS: f64 = 6.0;
const HINT_STAYS: f64 = 20.0;
/// How long to wait until what could not be kept is tried again, in seconds.
const AGAIN: f64 = 3.0;

/// The words of the bar that stands while the journal is not being kept, and the room around them.
const BAR_WORDS: TextStyle = TextStyle::new(Face::Strong, 16.0, PAPER);
const BAR_EDGE: Vec2 = vec2(16.0, 6.0);

/// Taps on notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tapped {
    /// Try again to keep what could not be kept.
    KeepAgain,
    /// Away with a notice that stays until it is tapped.
    Dismiss,
}

/// Something that is said for a while.
#[derive(Debug)]
struct Passing {
    what: String,
    /// Dice that the table rolled.
    dice: Vec<u8>,
    /// Where whoever did something sits.
    to: Facing,
    since: f64,
    /// True if it explains the table.
    is_hint: bool,
    /// True if it isn't drawn above a sheet.
    is_below_sheets: bool,
}

/// Notices over the screen.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    /// Where whoever used a control last sits.
    user: Facing,
    passing: Option<Passing>,
    /// Notices that stay until tapped, one after another.
    lasting: Vec<String>,
    /// Why the journal is not being kept, and when that was last tried.
    unkept: Option<(String, f64)>,
}

impl Notices {
    /// Turns the next notices to the player who acted.
    pub fn turn_to(&mut self, user: Facing) {
        self.user = user;
    }

    /// Says something for a while.
    pub fn pass(&mut self, what: String, now: f64) {
        self.roll(what, Vec::new(), now);
    }

    /// The same, with the dice that the table rolled for it.
    pub fn roll(&mut self, what: String, dice: Vec<u8>, now: f64) {
        self.passing = Some(Passing { what, dice, to: self.user, since: now, is_hint: false, is_below_sheets: false });
    }

    /// The same, not drawn above a sheet: it has nothing to do with it, or shows it itself.
    pub fn pass_below_sheets(&mut self, what: String, now: f64) {
        self.pass(what, now);
        self.passing.iter_mut().for_each(|passing| passing.is_below_sheets = true);
    }

    /// Explains the table for a while. Taps go through it.
    pub fn hint(&mut self, what: &str, now: f64) {
        self.pass_below_sheets(what.to_owned(), now);
        self.passing.iter_mut().for_each(|passing| passing.is_hint = true);
    }

    /// Returns the current passing notice, if any, and since when it is shown.
    pub fn passing(&self) -> Option<(&str, f64)> {
        self.passing.as_ref().map(|passing| (passing.what.as_str(), passing.since))
    }

    /// Says something until somebody taps it away.
    pub fn last(&mut self, what: String) {
        self.lasting.push(what);
    }

    /// Dismisses the tapped notice, passing ones first.
    pub fn dismiss(&mut self) {
        if !self.lasting.is_empty() {
            self.lasting.remove(0);
        }
    }

    /// Dismisses the passing notice.
    pub fn quiet(&mut self) {
        self.passing = None;
    }

    /// Sets whether the journal is being stored, and otherwise why not.
    pub fn kept(&mut self, kept: Result<(), StoreError>, now: f64) {
        self.unkept = kept.err().map(|why| (why.to_string(), now));
    }

    /// True if it is time to retry storage.
    pub fn is_time(&self, now: f64) -> bool {
        self.unkept.as_ref().is_some_and(|(_, tried)| now - tried >= AGAIN)
    }

    /// Dismisses notices that were shown long enough.
    pub fn forget_old(&mut self, now: f64) {
        if self.passing.as_ref().is_some_and(|passing| now >= passing.ends()) {
            self.passing = None;
        }
    }

    /// When something changes though nobody moves: seconds from now.
    pub fn next_change(&self, now: f64) -> Option<f64> {
        let passing = self.passing.as_ref().map(|passing| passing.ends() - now);
        let again = self.unkept.as_ref().map(|(_, tried)| tried + AGAIN - now);
        passing.into_iter().chain(again).min_by(f64::total_cmp)
    }

    /// Returns the area below the warning that the journal isn't being stored: it stays while that lasts, and covers
    /// nothing.
    pub fn below(&self, canvas: &Canvas<'_, '_>) -> Rect {
        let whole = canvas.whole();
        let top = self.unkept_words().map_or(0.0, |what| bar(canvas, &what).bottom());
        whole.with_min_y(whole.top() + top)
    }

    fn unkept_words(&self) -> Option<String> {
        self.unkept.as_ref().map(|(why, _)| format!("The game is not being saved: {why}. Tap to try again."))
    }

    /// Draws them, above a sheet if the table is covered by one.
    pub fn draw(&self, canvas: &mut Canvas<'_, '_>, covered: bool) -> Option<Tapped> {
        let (mut top, mut tapped) = (16.0, None);
        if let Some(what) = self.unkept_words() {
            let rect = bar(canvas, &what);
            canvas.fill(rect, 0, HARM);
            canvas.wrap_centred(rect.shrink2(BAR_EDGE), BAR_WORDS, &what);
            if canvas.control("unkept", rect, Gesture::Tap, &what).tapped() {
                tapped = Some(Tapped::KeepAgain);
            }
            top += rect.bottom();
        }
        if let Some(passing) = self.passing.as_ref().filter(|passing| !(covered && passing.is_below_sheets)) {
            passing.draw(canvas);
        } else if let Some(what) = self.lasting.first() {
            let rect = Rect::from_min_size(pos2(0.0, top), paper_size(canvas, 44.0, what));
            let rect = rect.translate(vec2((canvas.whole().width() - rect.width()) / 2.0, 0.0));
            paper(canvas, rect, 44.0, what);
            let words = TextStyle::new(Face::Strong, 22.0, GOLD);
            canvas.figure(rect.right_top() + vec2(-14.0, 6.0), Align2::CENTER_TOP, words, "×");
            if canvas.control("notice", rect, Gesture::Tap, &format!("Close: {what}")).tapped() {
                tapped = Some(Tapped::Dismiss);
            }
        }
        tapped
    }
}

impl Passing {
    /// The time at which it is shown no longer.
    fn ends(&self) -> f64 {
        self.since + if self.is_hint { HINT_STAYS } else { STAYS }
    }

    /// Draws it at the edge of whoever it is said to, where it covers as few controls as can be.
    fn draw(&self, canvas: &mut Canvas<'_, '_>) {
        let controls: Vec<Rect> = canvas.tools.router.controls().map(|(_, rect)| rect).collect();
        let canvas = canvas.part(canvas.whole(), self.to.quarters());
        let whole = canvas.whole();
        // A control over the whole screen is a veil, and covers no words.
        let is_small = |control: &&Rect| control.area() < 0.5 * whole.area();
        let region = canvas.region;
        let controls: Vec<Rect> = controls
            .iter()
            .filter(is_small)
            .map(|rect| Rect::from_two_pos(region.under(rect.min), region.under(rect.max)))
            .collect();
        let dice = self.dice.len() as f32 * (DIE + DIE_GAP);
        let mut size = paper_size(&canvas, dice, &self.what);
        if !self.dice.is_empty() {
            size.y = size.y.max(DIE + 20.0);
        }
        let lowest = Rect::from_center_size(pos2(whole.center().x, whole.bottom() - 10.0 - size.y / 2.0), size);
        let cost = |rect: Rect| {
            let shared = controls.iter().map(|control| control.intersect(rect)).filter(Rect::is_positive);
            shared.map(|shared| shared.area()).sum::<f32>() / rect.area() * whole.height()
        };
        // A hint is for everyone and stays longer: it keeps away from controls rather than near an edge.
        let weight = if self.is_hint { 6.0 } else { 1.0 };
        let mut best = (f32::INFINITY, lowest);
        let mut up = 0.0;
        while up < whole.height() - size.y - 20.0 {
            let rect = lowest.translate(vec2(0.0, -up));
            let sum = weight * cost(rect) + up;
            if sum < best.0 {
                best = (sum, rect);
            }
            up += 6.0;
        }
        let rect = best.1;
        paper(&canvas, rect, 0.0, "");
        for (place, shown) in self.dice.iter().enumerate() {
            let x = rect.left() + 18.0 + place as f32 * (DIE + DIE_GAP) + DIE / 2.0;
            pips(&canvas, rect_around(pos2(x, rect.center().y), DIE, DIE), *shown);
        }
        let words = Rect::from_min_max(rect.min + vec2(10.0 + dice, 10.0), rect.max - vec2(10.0, 10.0));
        canvas.wrap_centred(words, WORDS, &self.what);
    }
}

/// A die among words, and the gap beside it, in points.
const DIE: f32 = 40.0;
const DIE_GAP: f32 = 8.0;
/// The style of passing notices.
const WORDS: TextStyle = TextStyle::new(Face::Strong, 17.0, PAPER);

/// The bar at the top of the screen with words in it, in no more lines than need be; long ones are set smaller in it.
fn bar(canvas: &Canvas<'_, '_>, what: &str) -> Rect {
    /// More would cover too much of a phone.
    const LINES: f32 = 3.0;
    let whole = canvas.whole();
    let lines = (1.04 * canvas.width(BAR_WORDS, what) / (whole.width() - 2.0 * BAR_EDGE.x)).ceil().clamp(1.0, LINES);
    let high = (canvas.scaled(BAR_WORDS.size * 1.3) * lines + 2.0 * BAR_EDGE.y).max(THUMB);
    whole.upper(high)
}

/// How large the ground of some words is, with so much room left beside them.
fn paper_size(canvas: &Canvas<'_, '_>, room: f32, what: &str) -> Vec2 {
    let width = (canvas.width(WORDS, what) + 48.0 + room).min(canvas.whole().width() - 40.0);
    let lines = (canvas.width(WORDS, what) / (width - 40.0 - room)).ceil().max(1.0);
    vec2(width, 24.0 * lines + 24.0)
}

/// Words on a ground with a rim, with so much room left at both sides.
fn paper(canvas: &Canvas<'_, '_>, rect: Rect, room: f32, what: &str) {
    canvas.fill(rect, radius(12.0), INK);
    canvas.border(rect, radius(12.0), 2.0, GOLD);
    canvas.wrap_centred(rect.shrink2(vec2(10.0 + room / 2.0, 10.0)), WORDS, what);
}
