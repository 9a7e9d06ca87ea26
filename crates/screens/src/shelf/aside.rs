//! Archived journals: to resume, or to delete.

use egui::{Align2, Rangef, Rect};

use super::{Action, OldJournal, Progress};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius};
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::pages::{CellSize, cells, head};
use crate::region::columns;
use crate::table::{Millis, Standing, tell};

/// An archived journal.
pub(super) struct Entry {
    pub journal: OldJournal,
    /// Title of its game.
    pub title: String,
    /// `None` if it can't be read.
    pub progress: Option<Progress>,
}

/// The archived journals.
pub(super) struct AsideScreen {
    entries: Vec<Entry>,
    page: usize,
    /// The one of which is asked whether it is to be deleted.
    asked: Option<String>,
}

impl AsideScreen {
    /// Shows journals, from a page on.
    pub fn new(entries: Vec<Entry>, page: usize) -> Self {
        Self { entries, page, asked: None }
    }

    /// The page that is shown.
    pub fn page(&self) -> usize {
        self.page
    }

    /// Draws it.
    pub fn draw(&mut self, canvas: &mut Canvas<'_, '_>, now: Millis) -> Option<Action> {
        /// Height of the text above the buttons.
        const TEXT_HEIGHT: f32 = 90.0;
        let whole = canvas.whole();
        let inner = whole.shrink(if whole.size().min_elem() >= 600.0 { 24.0 } else { 10.0 });
        let mut canvas = canvas.part(inner, 0);
        let (rest, closed) = head(&mut canvas, &["Archived"], "", 0.0);
        let mut action = closed.then_some(Action::Back);
        if self.entries.is_empty() {
            let words = TextStyle::new(Face::Text, 22.0, canvas.ground.quiet);
            canvas.fit(rest, Align2::CENTER_CENTER, words, &["No archived games."]);
            return action;
        }
        let high = TEXT_HEIGHT + CONTROL + 3.0 * GAP;
        let count = self.entries.len();
        let size = CellSize { widths: Rangef::new(330.0, 560.0), height: |_| high };
        let cells = cells(&mut canvas, "old games", rest, count, &size, &mut self.page);
        for (place, entry) in cells.places.iter().zip(self.entries.iter().skip(cells.first)) {
            let Entry { journal: old, title, progress } = entry;
            let ground = canvas.ground;
            canvas.fill(*place, radius(12.0), ground.fill);
            canvas.border(*place, radius(12.0), canvas.look().rim, ground.line);
            let inner = place.shrink2(egui::vec2(14.0, GAP));
            let y = inner.bottom() - CONTROL;
            let upper = inner.with_max_y(y - GAP);
            let asked = self.asked.as_ref() == Some(&old.id);
            draw_words(&canvas, upper, entry, now, asked);
            let [left, right] = columns(inner.with_min_y(y), GAP, [0.58, 0.42]);
            let name =
                progress.as_ref().map_or_else(|| title.clone(), |progress| format!("{title}, {}", progress.names()));
            if asked {
                let label = format!("Keep: {name}");
                let keep = Button { label: &label, ..Button::new(&["Keep it", "Keep"], Tone::Raised) };
                let label = format!("Delete permanently: {name}");
                let delete = Button { label: &label, ..Button::new(&["Delete it", "Delete"], Tone::Harm) };
                if keep.show(&mut canvas, ("keep", &old.id), left).tapped() {
                    self.asked = None;
                }
                if delete.show(&mut canvas, ("delete for good", &old.id), right).tapped() {
                    action = Some(Action::Delete(old.clone()));
                }
                continue;
            }
            let begun = progress.as_ref().is_some_and(|progress| progress.standing != Standing::NotBegun);
            let label = format!("Open again: {name}");
            let open = Button { label: &label, off: !begun, ..Button::new(&["Open again", "Open"], Tone::Raised) };
            if open.show(&mut canvas, ("open again", &old.id), left).tapped() {
                action = Some(Action::Resume(old.clone()));
            }
            let label = format!("Delete: {name}");
            let delete = Button { label: &label, ..Button::new(&["Delete"], Tone::Raised) };
            if delete.show(&mut canvas, ("delete", &old.id), right).tapped() {
                self.asked = Some(old.id.clone());
            }
        }
        action
    }
}

/// Which game, who played, how it stands and since when it lies here.
fn draw_words(canvas: &Canvas<'_, '_>, rect: Rect, entry: &Entry, now: Millis, asked: bool) {
    let Entry { journal: old, title, progress } = entry;
    let line =
        |share: f32, high: f32| inset(rect, 0.0, share * rect.height(), 0.0, (1.0 - share - high) * rect.height());
    let ground = canvas.ground;
    let quiet = TextStyle::new(Face::Plain, 14.0, ground.quiet);
    let when = format!("archived {}", tell::ago(old.changed, now));
    let [name, time] = columns(line(0.0, 0.34), 10.0, [0.56, 0.44]);
    canvas.fit(name, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 25.0, ground.text), &[title]);
    canvas.fit(time, Align2::RIGHT_CENTER, quiet, &[&when, &tell::ago(old.changed, now)]);
    let names = progress.as_ref().map(Progress::names).unwrap_or_default();
    canvas.fit(line(0.36, 0.3), Align2::LEFT_CENTER, TextStyle::new(Face::Text, 19.0, ground.text), &[&names]);
    let said = match progress {
        _ if asked => "Delete permanently?".to_owned(),
        None => "It can’t be read.".to_owned(),
        Some(progress) if progress.damaged => format!("{}; the rest is damaged", progress.stands()),
        Some(progress) => progress.stands().to_owned(),
    };
    let words = if asked { TextStyle::new(Face::Strong, 15.0, ground.text) } else { TextStyle { size: 15.0, ..quiet } };
    canvas.fit(line(0.68, 0.3), Align2::LEFT_CENTER, words, &[&said]);
}
