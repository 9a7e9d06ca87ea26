//! What is said at the top of the screen: for a while, until it is tapped, or as long as it is so.

use egui::{Align2, Color32, Rect, Vec2, pos2, vec2};

use crate::app::canvas::{Canvas, Words, about, radius};
use crate::app::form::THUMB;
use crate::app::letters::Face;
use crate::app::look::{GOLD, HARM, INK, PAPER};
use crate::app::store::StoreError;
use crate::app::touch::Gesture;

/// How long a notice stays, in seconds.
const STAYS: f64 = 6.0;
/// How long to wait until what could not be kept is tried again, in seconds.
const AGAIN: f64 = 3.0;

/// The words of the bar that stands while the journal is not being kept, and the room around them.
const BAR_WORDS: Words = Words::new(Face::Strong, 16.0, PAPER);
const BAR_EDGE: Vec2 = vec2(16.0, 6.0);

/// What people tapped there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Tapped {
    /// Try again to keep what could not be kept.
    KeepAgain,
    /// Away with a notice that stays until it is tapped.
    Dismiss,
}

/// What is said at the top of the screen.
#[derive(Debug, Default)]
pub(in crate::app) struct Notices {
    /// Something that is said for a while, and since when.
    passing: Option<(String, f64)>,
    /// What stays until it is tapped, one after the other.
    lasting: Vec<String>,
    /// Why the journal is not being kept, and when that was last tried.
    unkept: Option<(String, f64)>,
}

impl Notices {
    /// Says something for a while.
    pub fn pass(&mut self, what: String, now: f64) {
        self.passing = Some((what, now));
    }

    /// Says something until somebody taps it away.
    pub fn last(&mut self, what: String) {
        self.lasting.push(what);
    }

    /// Away with what was tapped: what passes goes first.
    pub fn dismiss(&mut self) {
        if !self.lasting.is_empty() {
            self.lasting.remove(0);
        }
    }

    /// Away with what is said for a while.
    pub fn quiet(&mut self) {
        self.passing = None;
    }

    /// Whether the journal is being kept, and otherwise why not.
    pub fn kept(&mut self, kept: Result<(), StoreError>, now: f64) {
        self.unkept = kept.err().map(|why| (why.to_string(), now));
    }

    /// Whether it is time to try again to keep what was not kept.
    pub fn is_time(&self, now: f64) -> bool {
        self.unkept.as_ref().is_some_and(|(_, tried)| now - tried >= AGAIN)
    }

    /// What was shown long enough goes.
    pub fn forget_old(&mut self, now: f64) {
        if self.passing.as_ref().is_some_and(|(_, since)| now - since >= STAYS) {
            self.passing = None;
        }
    }

    /// When something changes though nobody moves: seconds from now.
    pub fn next_change(&self, now: f64) -> Option<f64> {
        let passing = self.passing.as_ref().map(|(_, since)| since + STAYS - now);
        let again = self.unkept.as_ref().map(|(_, tried)| tried + AGAIN - now);
        passing.into_iter().chain(again).min_by(f64::total_cmp)
    }

    /// Where there is room below the sign that the journal is not being kept: it stands as long as that is so, and covers
    /// nothing.
    pub fn below(&self, canvas: &Canvas<'_, '_>) -> Rect {
        let whole = canvas.whole();
        let top = self.unkept_words().map_or(0.0, |what| bar(canvas, &what).bottom());
        Rect::from_min_max(pos2(whole.left(), whole.top() + top), whole.max)
    }

    fn unkept_words(&self) -> Option<String> {
        self.unkept.as_ref().map(|(why, _)| format!("The game is not being saved: {why}. Tap to try again."))
    }

    /// Draws them.
    pub fn draw(&self, canvas: &mut Canvas<'_, '_>) -> Option<Tapped> {
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
        match (&self.passing, self.lasting.first()) {
            (Some((what, _)), _) => drop(paper(canvas, top, 0.0, what, (INK, GOLD))),
            (None, Some(what)) => {
                let rect = paper(canvas, top, 44.0, what, (INK, GOLD));
                let words = Words::new(Face::Strong, 22.0, GOLD);
                canvas.figure(rect.right_top() + vec2(-14.0, 6.0), Align2::CENTER_TOP, words, "×");
                if canvas.control("notice", rect, Gesture::Tap, &format!("Close: {what}")).tapped() {
                    tapped = Some(Tapped::Dismiss);
                }
            }
            (None, None) => {}
        }
        tapped
    }
}

/// The bar at the top of the screen with words in it, in no more lines than need be; long ones are set smaller in it.
fn bar(canvas: &Canvas<'_, '_>, what: &str) -> Rect {
    /// More would take too much of a telephone.
    const LINES: f32 = 3.0;
    let whole = canvas.whole();
    let lines = (1.04 * canvas.width(BAR_WORDS, what) / (whole.width() - 2.0 * BAR_EDGE.x)).ceil().clamp(1.0, LINES);
    let high = (canvas.scaled(BAR_WORDS.size * 1.3) * lines + 2.0 * BAR_EDGE.y).max(THUMB);
    Rect::from_min_size(whole.min, vec2(whole.width(), high))
}

/// Words on a ground, with a rim, so far from the top, and with room left at both sides; gives where they stand.
fn paper(canvas: &Canvas<'_, '_>, top: f32, room: f32, what: &str, (ground, rim): (Color32, Color32)) -> Rect {
    let words = Words::new(Face::Strong, 17.0, PAPER);
    let whole = canvas.whole();
    let width = (canvas.width(words, what) + 48.0 + room).min(whole.width() - 40.0);
    let lines = (canvas.width(words, what) / (width - 40.0 - room)).ceil().max(1.0);
    let high = 24.0 * lines + 24.0;
    let rect = about(pos2(whole.center().x, top + high / 2.0), width, high);
    canvas.fill(rect, radius(12.0), ground);
    canvas.rim(rect, radius(12.0), 2.0, rim);
    canvas.wrap_centred(rect.shrink2(vec2(10.0 + room / 2.0, 10.0)), words, what);
    rect
}
