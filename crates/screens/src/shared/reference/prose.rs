//! A rule in words: paragraphs in which the words of the game stand out, a page at a time.

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Rect, pos2};

use crate::button::{Button, Tone};
use crate::canvas::Canvas;
use crate::form::{CONTROL, GAP};
use crate::game::Topic;
use crate::letters::Face;
use crate::region::Cut as _;

/// Sizes that are tried, in points: from the second on only if the text does not fit at the one before.
const SIZES: [f32; 4] = [24.0, 21.0, 19.0, 17.0];
/// The size of a text that has several pages.
const PAGED: f32 = 19.0;

/// Draws a topic into boxes of the same width: one for its first page, one for others. Pages are turned by a button at the foot.
pub fn draw(canvas: &mut Canvas<'_, '_>, [first, others]: [Rect; 2], topic: &Topic, page: &mut usize) {
    let rect = if *page == 0 { first } else { others };
    for (index, passage) in topic.passages().enumerate() {
        let words: String = passage.iter().map(|phrase| phrase.words.as_str()).collect();
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
        canvas.show(galley, pos2(room.left(), room.top() - top), seen);
        let said = format!("page {} of {}", *page + 1, starts.len());
        let foot = rect.lower(CONTROL);
        if (Button { sub: &said, ..Button::new(&["Read on"], Tone::Raised) }).show(canvas, "read on", foot).tapped() {
            *page += 1;
        }
        return;
    };
    *page = 0;
    canvas.show(galley, first.min, first);
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
            job.append(&phrase.words, 0.0, if phrase.names.is_some() { word.clone() } else { text.clone() });
        }
    }
    job
}
