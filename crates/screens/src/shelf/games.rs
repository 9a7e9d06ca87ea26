//! The games side by side, each with its cover.

use egui::{Align2, Rangef, Rect, pos2, vec2};

use super::{Action, GameInfo, Progress};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::form::GAP;
use crate::gallery::PictureRequest;
use crate::letters::Face;
use crate::look::{GOLD, INK};
use crate::pages::{CellSize, cells};
use crate::region::Cut as _;
use crate::table::{Millis, Standing, tell};
use crate::touch::Gesture;

/// Margin between the edge of a tile and its contents.
const TILE_MARGIN: f32 = 10.0;
/// The height of the words below a cover.
const TEXT_HEIGHT: f32 = 98.0;
/// The height of a tile whose words stand beside the cover.
const LOW_TILE_HEIGHT: f32 = 132.0;
/// The height of a cover over its width, as most covers are drawn.
const COVER_RATIO: f32 = 0.93;

/// Where else the shelf leads.
#[derive(Clone, Copy)]
pub(super) struct Doors {
    /// The number of archived games.
    pub aside: usize,
    /// True if there are games that were played to their end.
    pub played: bool,
    /// True if there is a studio.
    pub studio: bool,
}

/// Draws the games, and a button to each place the shelf leads to.
pub(super) fn draw(
    canvas: &mut Canvas<'_, '_>,
    games: &[(&GameInfo, Option<&Progress>)],
    doors: Doors,
    page: &mut usize,
    now: Millis,
) -> Option<Action> {
    let whole = canvas.whole();
    let tablet = whole.size().min_elem() >= 600.0;
    let inner = whole.shrink(if tablet { 24.0 } else { 10.0 });
    let heading = inner.upper(if tablet { 60.0 } else { 48.0 });
    let mut action = heading_row(canvas, heading, doors);
    let rest = inset(inner, 0.0, heading.height() + 14.0, 0.0, 0.0);
    let high = |width: f32| {
        if tablet {
            (width - 2.0 * TILE_MARGIN) * COVER_RATIO + 2.0 * TILE_MARGIN + TEXT_HEIGHT
        } else {
            LOW_TILE_HEIGHT
        }
    };
    let size = CellSize { widths: Rangef::new(if tablet { 214.0 } else { 300.0 }, 420.0), height: high };
    let spread = if tablet { spread(rest, games.len(), &size) } else { None };
    if let Some(places) = spread {
        *page = 0;
        for (place, (game_info, progress)) in places.iter().zip(games) {
            if tile(canvas, *place, game_info, *progress, now, tablet) {
                action = Some(Action::Open(game_info.id.clone()));
            }
        }
        return action;
    }
    let cells = cells(canvas, "games", rest, games.len(), &size, page);
    // A row narrower than the screen is centred.
    let right = cells.places.iter().map(Rect::right).fold(rest.left(), f32::max);
    let bottom = cells.places.iter().map(Rect::bottom).fold(rest.top(), f32::max);
    let down = if tablet && bottom < rest.bottom() { (rest.bottom() - bottom) / 2.0 } else { 0.0 };
    let shift = vec2((rest.right() - right) / 2.0, down);
    for (place, (game_info, progress)) in cells.places.iter().zip(games.iter().skip(cells.first)) {
        if tile(canvas, place.translate(shift), game_info, *progress, now, tablet) {
            action = Some(Action::Open(game_info.id.clone()));
        }
    }
    action
}

/// All games on one page, in rows as even as can be, as large as there is room for; none where they would be too small.
fn spread(rect: Rect, count: usize, size: &CellSize<impl Fn(f32) -> f32>) -> Option<Vec<Rect>> {
    let CellSize { widths, height } = size;
    let cell = |down: usize| {
        let across = count.div_ceil(down);
        let widest = (rect.width() + GAP) / across as f32 - GAP;
        let room = (rect.height() + GAP) / down as f32 - GAP;
        // The height grows with the width; it is as good as linear.
        let slope = (height(400.0) - height(200.0)) / 200.0;
        (across, widest.min(200.0 + (room - height(200.0)) / slope).min(widths.max))
    };
    let down = (1..=count.max(1)).max_by(|a, b| cell(*a).1.total_cmp(&cell(*b).1).then(b.cmp(a)))?;
    let (across, width) = cell(down);
    if width < widths.min {
        return None;
    }
    let (high, all) = (height(width), down as f32);
    let top = rect.top() + ((rect.height() - all * (high + GAP) + GAP) / 2.0).max(0.0);
    let place = |index: usize| {
        let row = index / across;
        let of_row = across.min(count - row * across) as f32;
        let left = rect.center().x - (of_row * (width + GAP) - GAP) / 2.0;
        let at = pos2(left + (index % across) as f32 * (width + GAP), top + row as f32 * (high + GAP));
        Rect::from_min_size(at, vec2(width, high))
    };
    Some((0..count).map(place).collect())
}

fn heading_row(canvas: &mut Canvas<'_, '_>, rect: Rect, doors: Doors) -> Option<Action> {
    let words = TextStyle::new(Face::Caps, rect.height() * 0.85, canvas.look().panel.text);
    let title = canvas.figure(rect.left_center(), Align2::LEFT_CENTER, words, "Games");
    let Doors { aside, played, studio } = doors;
    let count = usize::from(aside > 0) + usize::from(played) + usize::from(studio);
    let wide = (rect.right() - title.right() - 20.0) / count.max(1) as f32 - GAP;
    let wide = wide.min(if rect.height() < 60.0 { 150.0 } else { 210.0 });
    let mut right = rect.right();
    let mut place = || {
        let place = Rect::from_min_max(pos2(right - wide, rect.top()), pos2(right, rect.bottom()));
        right -= wide + GAP;
        place
    };
    let mut action = None;
    if aside > 0 {
        let title = format!("Archived ({aside})");
        let titles = [title.as_str(), "Archived"];
        let button = Button { label: "Archived games", ..Button::new(&titles, Tone::Raised) };
        action = button.show(canvas, "aside", place()).tapped().then_some(Action::ShowAside);
    }
    if played {
        let button =
            Button { label: "Evenings: games played to their end", ..Button::new(&["Evenings"], Tone::Raised) };
        action = action.or(button.show(canvas, "evenings", place()).tapped().then_some(Action::ShowEvenings));
    }
    if studio {
        let button = Button { label: "Studio: print and make games", ..Button::new(&["Studio"], Tone::Raised) };
        action = action.or(button.show(canvas, "studio", place()).tapped().then_some(Action::OpenStudio));
    }
    action
}

/// A game; says whether it was tapped.
fn tile(
    canvas: &mut Canvas<'_, '_>,
    rect: Rect,
    game_info: &GameInfo,
    progress: Option<&Progress>,
    now: Millis,
    tablet: bool,
) -> bool {
    let progress = progress.filter(|progress| progress.standing != Standing::NotBegun);
    let goes_on = progress.is_some_and(|progress| progress.standing.goes_on());
    let mut label = game_info.title.clone();
    if !game_info.printing.is_empty() {
        label += &format!(" ({})", game_info.printing);
    }
    if goes_on {
        label += ", in progress";
    }
    if let Some(progress) = progress.filter(|progress| !progress.stands().is_empty()) {
        label += &format!(": {}", progress.stands());
    }
    let response = canvas.control(("game", &game_info.id), rect, Gesture::Tap, &label);
    let ground = canvas.ground;
    canvas.fill(rect, radius(14.0), if response.down { ground.raised } else { ground.fill });
    let (rim, line) = if goes_on { (2.5, GOLD) } else { (canvas.look().rim, ground.line) };
    canvas.border(rect, radius(14.0), rim, line);
    let inner = rect.shrink(TILE_MARGIN);
    let (cover, words) = if tablet {
        let y = inner.bottom() - TEXT_HEIGHT;
        (inner.with_max_y(y), inner.with_min_y(y))
    } else {
        let x = inner.left() + inner.height() / COVER_RATIO;
        (inner.with_max_x(x), inner.with_min_x(x))
    };
    draw_cover(canvas, cover, game_info);
    let words = if tablet { inset(words, 4.0, 8.0, 4.0, 0.0) } else { inset(words, 14.0, 0.0, 4.0, 0.0) };
    draw_words(canvas, words, game_info, progress, now, goes_on);
    response.tapped()
}

/// Draws the cover; the title until it is ready, or without one.
fn draw_cover(canvas: &mut Canvas<'_, '_>, rect: Rect, game_info: &GameInfo) {
    canvas.fill(rect, radius(4.0), canvas.look().centre.fill);
    let words = TextStyle::new(Face::Caps, 40.0, canvas.ground.quiet);
    canvas.fit(rect.shrink(12.0), Align2::CENTER_CENTER, words, &[&game_info.title]);
    let game = game_info.id.clone();
    canvas.picture(rect, |width, height| PictureRequest::Cover { game, width, height });
    canvas.border(rect, radius(2.0), 1.5, INK);
}

/// Title, how it stands, who plays and when.
fn draw_words(
    canvas: &mut Canvas<'_, '_>,
    rect: Rect,
    game_info: &GameInfo,
    progress: Option<&Progress>,
    now: Millis,
    goes_on: bool,
) {
    let ground = canvas.ground;
    let line = |share: f32, high: f32| {
        let y = rect.top() + share * rect.height();
        Rect::from_min_max(pos2(rect.left(), y), pos2(rect.right(), y + high * rect.height()))
    };
    let mut title = line(0.0, 0.4);
    if goes_on {
        const BADGE_WIDTH: f32 = 84.0;
        let badge = rect_around(pos2(title.right() - BADGE_WIDTH / 2.0, title.center().y), BADGE_WIDTH, 28.0);
        canvas.fill(badge, radius(8.0), GOLD);
        canvas.fit(badge.shrink(4.0), Align2::CENTER_CENTER, TextStyle::new(Face::Caps, 19.0, INK), &["in progress"]);
        title.max.x = badge.left() - 8.0;
    }
    canvas.fit(title, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 31.0, ground.text), &[&game_info.title]);
    let quiet = TextStyle::new(Face::Plain, 15.0, ground.quiet);
    let Some(progress) = progress else {
        canvas.fit(line(0.42, 0.24), Align2::LEFT_CENTER, quiet, &[&game_info.printing]);
        return;
    };
    let strong = TextStyle::new(Face::Plain, 15.0, ground.text);
    canvas.fit(line(0.42, 0.24), Align2::LEFT_CENTER, strong, &[progress.stands()]);
    let below = line(0.7, 0.28);
    let size = below.height().min(26.0);
    let mut x = below.left();
    for player in &progress.players {
        emblem(canvas, rect_around(pos2(x + size / 2.0, below.center().y), size, size), player.colour, !player.plays);
        x += size + 4.0;
    }
    let when = below.with_min_x(x + 4.0);
    if when.width() >= 60.0 {
        canvas.fit(when, Align2::RIGHT_CENTER, quiet, &[&tell::ago(progress.last, now)]);
    }
}

#[cfg(test)]
mod tests {
    use egui::Pos2;

    use super::*;

    #[test]
    fn five_games_are_on_one_page_of_a_tablet() {
        let high = |width: f32| (width - 2.0 * TILE_MARGIN) * COVER_RATIO + 2.0 * TILE_MARGIN + TEXT_HEIGHT;
        for size in [vec2(1180.0, 820.0), vec2(820.0, 1180.0), vec2(1024.0, 768.0), vec2(1920.0, 1080.0)] {
            let rest = inset(Rect::from_min_size(Pos2::ZERO, size).shrink(24.0), 0.0, 74.0, 0.0, 0.0);
            for count in 1..=5 {
                let places = spread(rest, count, &CellSize { widths: Rangef::new(214.0, 420.0), height: high })
                    .expect("there is room");
                assert_eq!(places.len(), count);
                for (index, place) in places.iter().enumerate() {
                    assert!(rest.expand(0.1).contains_rect(*place), "{size} {count}: {place}");
                    assert!(places[index + 1..].iter().all(|other| !other.intersects(*place)), "{size} {count}");
                }
            }
        }
    }
}
