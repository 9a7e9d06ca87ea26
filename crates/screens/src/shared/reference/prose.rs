//! A rule in words: paragraphs in which the words of the game stand out, a page at a time.

use egui::text::{CCursor, LayoutJob, TextFormat, TextWrapping};
use egui::{Galley, Pos2, Rect, pos2};

use crate::button::{Button, Tone};
use crate::canvas::{Canvas, rect_around};
use crate::form::{CONTROL, GAP};
use crate::gallery::PictureRequest;
use crate::game::{Phrase, Topic};
use crate::letters::Face;
use crate::look::parts;
use crate::region::Cut as _;

/// Sizes that are tried, in points: from the second on only if the text does not fit at the one before.
const SIZES: [f32; 4] = [24.0, 21.0, 19.0, 17.0];
/// The size of a text that has several pages.
const PAGED: f32 = 19.0;
/// Room of an icon in a line: spaces between which no line breaks.
const ICON: &str = "\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}";

/// Draws a topic into boxes of the same width: one for its first page, one for others. Pages are turned by a button at the foot.
pub fn draw(canvas: &mut Canvas<'_, '_>, [first, others]: [Rect; 2], topic: &Topic, page: &mut usize) {
    let rect = if *page == 0 { first } else { others };
    for (index, passage) in topic.passages().enumerate() {
        let mut words = String::new();
        for Phrase { words: own, icon, .. } in passage {
            words.extend(icon.iter().map(|icon| icon.replace('-', " ")));
            words += own;
        }
        canvas.label(("passage", index), rect, &words);
    }
    let laid = |size: f32| canvas.set(job(canvas, first.width(), canvas.scaled(size), topic));
    let whole = SIZES.into_iter().map(laid).find(|galley| galley.size().y <= first.height());
    let Some(galley) = whole else {
        let galley = laid(PAGED);
        let [first, others] = [first, others].map(|rect| rect.with_max_y(rect.bottom() - CONTROL - GAP));
        // Only whole lines: a page ends before the first that doesn't fit.
        let mut starts = vec![0.0];
        for row in &galley.rows {
            let begun = starts.last().copied().unwrap_or_default();
            let room = if starts.len() == 1 { first } else { others };
            if row.rect().bottom() - begun > room.height() && row.rect().top() > begun {
                starts.push(row.rect().top());
            }
        }
        *page %= starts.len();
        let room = if *page == 0 { first } else { others };
        let top = starts.get(*page).copied().unwrap_or_default();
        let bottom = starts.get(*page + 1).map_or(room.bottom(), |next| room.top() + next - top);
        let seen = room.with_max_y(bottom.min(room.bottom()));
        let at = pos2(room.left(), room.top() - top);
        icons(canvas, &galley, at, seen, topic);
        canvas.show(galley, at, seen);
        let said = format!("page {} of {}", *page + 1, starts.len());
        let foot = rect.lower(CONTROL);
        if (Button { sub: &said, ..Button::new(&["Read on"], Tone::Raised) }).show(canvas, "read on", foot).tapped() {
            *page += 1;
        }
        return;
    };
    *page = 0;
    icons(canvas, &galley, first.min, first, topic);
    canvas.show(galley, first.min, first);
}

/// Draws the icons of a topic into their room in its text, which begins at a point; only those in a box are seen.
fn icons(canvas: &mut Canvas<'_, '_>, text: &Galley, at: Pos2, seen: Rect, topic: &Topic) {
    let names = topic.passages().flatten().filter_map(|phrase| phrase.icon.as_ref());
    let places = text.text().match_indices(ICON).map(|(byte, _)| text.text()[..byte].chars().count());
    for (name, first) in names.zip(places) {
        let [left, right] = [first, first + ICON.chars().count()].map(|at| text.pos_from_cursor(CCursor::new(at)));
        let room = Rect::from_min_max(left.min, right.max).translate(at.to_vec2());
        if seen.contains_rect(room) {
            let side = room.width().min(room.height()) * 0.9;
            let colour = parts(canvas.ground.text);
            canvas.picture(rect_around(room.center(), side, side), |size, _| PictureRequest::Mark {
                name: name.clone(),
                colour,
                size,
            });
        }
    }
}

fn job(canvas: &Canvas<'_, '_>, width: f32, size: f32, topic: &Topic) -> LayoutJob {
    let text = TextFormat::simple(Face::Text.size(size), canvas.ground.text);
    let word = TextFormat::simple(Face::Caps.size(size), canvas.ground.text);
    let gap = TextFormat::simple(Face::Text.size(size * 0.45), canvas.ground.text);
    let mut job =
        LayoutJob { wrap: TextWrapping { max_width: width, ..TextWrapping::default() }, ..LayoutJob::default() };
    for (number, paragraph) in topic.passages().enumerate() {
        if number > 0 {
            job.append("\n", 0.0, text.clone());
            job.append("\n", 0.0, gap.clone());
        }
        for phrase in paragraph {
            if phrase.icon.is_some() {
                job.append(ICON, 0.0, text.clone());
            }
            job.append(&phrase.words, 0.0, if phrase.names.is_some() { word.clone() } else { text.clone() });
        }
    }
    job
}
