//! Pages instead of scrolling: buttons that turn them, and as many cells as fit on a page.

use egui::{Align2, Rangef, Rect, pos2, vec2};

use super::button::{Button, Tone};
use super::canvas::{Canvas, TextStyle};
use super::form::{CONTROL, GAP};
use super::letters::Face;
use super::touch::Gesture;
use crate::region::Cut as _;

/// Buttons to the page before and the page after with a line between them; `page` is kept within `pages`.
pub fn page_through(
    canvas: &mut Canvas<'_, '_>,
    id: &str,
    rect: Rect,
    titles: [&str; 2],
    page: &mut usize,
    pages: usize,
) {
    *page = (*page).min(pages.saturating_sub(1));
    let width = ((rect.width() - 60.0) / 2.0 - GAP).clamp(CONTROL, 170.0);
    let before = rect.left_part(width);
    let after = Rect::from_min_size(pos2(rect.right() - width, rect.top()), vec2(width, rect.height()));
    let step = [(before, *page > 0), (after, *page + 1 < pages)];
    let mut to = *page;
    for (place, ((at, on), title)) in step.into_iter().zip(titles).enumerate() {
        let short = ["‹", "›"];
        let words = [title, short[place]];
        let button = Button { off: !on, gesture: Gesture::Key, ..Button::new(&words, Tone::Raised) };
        if button.show(canvas, (id, "leaf", place), at).tapped() {
            to = if place == 0 { to.saturating_sub(1) } else { to + 1 };
        }
    }
    let middle = Rect::from_min_max(pos2(before.right(), rect.top()), pos2(after.left(), rect.bottom()));
    let said = [format!("page {} of {pages}", *page + 1), format!("{}/{pages}", *page + 1)];
    let words = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
    canvas.fit(middle.shrink2(vec2(4.0, 0.0)), Align2::CENTER_CENTER, words, &[&said[0], &said[1]]);
    *page = to;
}

/// Cells of one size in a box.
pub struct Cells {
    /// Where each is on the page that is shown.
    pub places: Vec<Rect>,
    /// Which of all things the first cell shows.
    pub first: usize,
}

/// Limits of the size of cells, in points.
pub struct CellSize<F> {
    /// Narrowest and widest cell.
    pub widths: Rangef,
    /// The height of a cell of this width.
    pub height: F,
}

/// Lays out a number of cells in a box, as large as possible. What does not fit goes to further pages, and the buttons that
/// turn them are at the foot.
pub fn cells(
    canvas: &mut Canvas<'_, '_>,
    id: &str,
    rect: Rect,
    count: usize,
    size: &CellSize<impl Fn(f32) -> f32>,
    page: &mut usize,
) -> Cells {
    let CellSize { widths, height } = size;
    let fit = |room: Rect, width: f32| {
        let size = vec2(width, height(width));
        (number(room.width(), size.x).max(1), number(room.height(), size.y).max(1))
    };
    let wide = |across: usize| ((rect.width() + GAP) / across as f32 - GAP).min(widths.max);
    let narrowest = number(rect.width(), widths.min).max(1);
    let all = (1..=narrowest).map(wide).find(|width| {
        let (across, down) = fit(rect, *width);
        across * down >= count
    });
    let (room, width) = match all {
        Some(width) => (rect, width),
        None => (rect.with_max_y(rect.bottom() - CONTROL - GAP), wide(narrowest)),
    };
    let (across, down) = fit(room, width);
    let per_page = across * down;
    if all.is_none() {
        let foot = rect.lower(CONTROL);
        page_through(canvas, id, foot, ["Previous", "Next"], page, count.div_ceil(per_page));
    } else {
        *page = 0;
    }
    let first = *page * per_page;
    let place = |index: usize| {
        let (row, column) = (index / across, index % across);
        let at = room.min + vec2(column as f32 * (width + GAP), row as f32 * (height(width) + GAP));
        Rect::from_min_size(at, vec2(width, height(width)))
    };
    Cells { places: (0..per_page.min(count.saturating_sub(first))).map(place).collect(), first }
}

/// How many cells of a size fit side by side.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few, and never below none")]
fn number(room: f32, size: f32) -> usize {
    ((room + GAP + 0.01) / (size + GAP)).max(0.0) as usize
}

/// The row at the head of a sheet: its name, a line about it, and the button that closes it. Some room beside the button is
/// left free. Returns the rest below the row.
pub fn head(canvas: &mut Canvas<'_, '_>, title: &[&str], sub: &str, beside: f32) -> (Rect, bool) {
    let whole = canvas.whole();
    let width = if whole.width() < 500.0 { 86.0 } else { 120.0 };
    let row = whole.upper(CONTROL);
    let button = row.right_part(width);
    let closed = Button::new(&["Close"], Tone::Raised).show(canvas, "close", button).tapped();
    let free = row.with_max_x(button.left() - 12.0 - beside);
    let words = TextStyle::new(Face::Caps, 32.0, canvas.ground.text);
    let quiet = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
    if sub.is_empty() {
        canvas.fit(free, Align2::LEFT_CENTER, words, title);
    } else if free.width() < 500.0 {
        let [above, below] = [0.0, 0.62].map(|share| free.top() + free.height() * share);
        let upper = Rect::from_min_max(pos2(free.left(), above), pos2(free.right(), below));
        canvas.fit(upper, Align2::LEFT_CENTER, TextStyle { size: 26.0, ..words }, title);
        let lower = free.with_min_y(below);
        canvas.fit(lower, Align2::LEFT_CENTER, quiet, &[fitting(canvas, lower, quiet, sub)]);
    } else {
        let at = canvas.fit(free, Align2::LEFT_CENTER, words, title);
        let right = free.with_min_x(at.right() + 20.0);
        canvas.fit(right, Align2::RIGHT_CENTER, quiet, &[fitting(canvas, right, quiet, sub)]);
    }
    (whole.with_min_y(row.bottom() + 10.0), closed)
}

/// Signs between the parts of a line.
const BETWEEN: [&str; 4] = [" · ", "; ", ": ", ", "];

/// Returns the first part of a line, for where there is no room for the others.
pub fn first_part(line: &str) -> &str {
    let ends = BETWEEN.into_iter().filter_map(|sign| line.find(sign));
    ends.min().map_or(line, |end| &line[..end])
}

/// Returns as many parts of a line as fit a box at the smallest size; at least the first.
pub fn fitting<'a>(canvas: &Canvas<'_, '_>, rect: Rect, words: TextStyle, line: &'a str) -> &'a str {
    let mut parts = line;
    while !canvas.fits(rect, words, parts) {
        let Some(end) = BETWEEN.into_iter().filter_map(|sign| parts.rfind(sign)).max() else { break };
        parts = &parts[..end];
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_understood_without_its_end() {
        assert_eq!(first_part("24 cards · open to anyone, never shuffled"), "24 cards");
        assert_eq!(first_part("tap once for each card; hold one to read it"), "tap once for each card");
        assert_eq!(first_part("by hand"), "by hand");
    }

    #[test]
    fn as_many_lie_side_by_side_as_there_is_room_for() {
        assert_eq!([number(124.0, 58.0), number(123.0, 58.0), number(20.0, 58.0)], [2, 1, 0]);
    }
}
