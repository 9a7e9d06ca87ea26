//! A sentence of the journal with the shield of every player before their name.

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Rect, pos2, vec2};

use crate::canvas::{Canvas, MIN_SIZE, append, rect_around};
use crate::emblem::emblem;
use crate::letters::Face;
use crate::table::Person;
use crate::table::tell::Part;

/// A blank that no line ends at: it keeps the room of a shield together with the name.
const BLANK: char = '\u{a0}';

/// Draws a sentence in the middle of the height of a box, in as many lines as it needs, smaller if it must be.
pub fn draw(canvas: &mut Canvas<'_, '_>, people: &[Person<'_>], rect: Rect, size: f32, parts: &[Part]) {
    let mut size = canvas.scaled(size);
    let galley = loop {
        let galley = canvas.set(job(canvas, rect, size, parts));
        if galley.size().y <= rect.height() + 1.0 || size <= MIN_SIZE {
            break galley;
        }
        size = (size - 1.0).max(MIN_SIZE);
    };
    let at = pos2(rect.left(), rect.center().y - galley.size().y / 2.0);
    let players = parts.iter().filter_map(|part| match part {
        Part::Player(seat, _) => people.get(seat.index()),
        Part::Text(_) => None,
    });
    let shield = size * 1.15;
    let mut places = Vec::new();
    for row in &galley.rows {
        // The room of a shield is all the blanks before a name.
        let mut room = None;
        for glyph in &row.row.glyphs {
            if glyph.chr == BLANK {
                room.get_or_insert(glyph.pos.x);
            } else if let Some(start) = room.take() {
                let x = row.pos.x + (start + glyph.pos.x) / 2.0;
                places.push(at + vec2(x, row.rect().center().y));
            }
        }
    }
    canvas.show(galley, at, rect.expand2(vec2(0.0, 2.0)));
    for (place, player) in places.into_iter().zip(players) {
        if rect.expand(2.0).contains(place) {
            emblem(canvas, rect_around(place, shield, shield), player.colour, false);
        }
    }
}

fn job(canvas: &Canvas<'_, '_>, rect: Rect, size: f32, parts: &[Part]) -> LayoutJob {
    let text = TextFormat::simple(Face::Text.size(size), canvas.ground.text);
    let name = TextFormat::simple(Face::Caps.size(size * 1.06), canvas.ground.text);
    let blank = canvas.set(LayoutJob::single_section(BLANK.to_string(), name.clone())).size().x.max(1.0);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a handful of blanks")]
    let blanks = ((size * 1.15 + 4.0) / blank).ceil() as usize;
    let room: String = std::iter::repeat_n(BLANK, blanks).collect();
    let wrap = TextWrapping { max_width: rect.width(), ..TextWrapping::default() };
    let mut job = LayoutJob { wrap, ..LayoutJob::default() };
    for part in parts {
        match part {
            Part::Text(words) => append(&mut job, &words.replace(BLANK, " "), &text),
            Part::Player(_, words) => {
                // The name stays in one piece; its marker can't occur in other text.
                append(&mut job, &format!("{room}{}", words.replace(BLANK, " ")), &name);
            }
        }
    }
    job
}
