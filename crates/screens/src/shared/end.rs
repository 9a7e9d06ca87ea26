//! The end of a game: who won, a chart of the game, and what each did.

use egui::{Align2, Rect, pos2, vec2};

use super::chart::Chart;
use super::ornament;
use super::sheet::SheetKind;
use crate::button::{Button, Tone};
use crate::calendar::Date;
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::look::{GOLD, INK};
use crate::pages::first_part;
use crate::region::{Cut as _, columns, grid};
use crate::session::{ScoreView, Screens};
use crate::table::tell::list;
use crate::table::{Person, Seat, Table};
use crate::view::{Overview, SharedAction, Ui};

/// The edge of the screen and the gap between its parts, in points.
const MARGIN: f32 = 16.0;
/// Between the shields of several winners, in points.
const APART: f32 = 6.0;

/// The heading of a picture, in points.
const HEAD: f32 = 44.0;

/// Returns the part of a screen that a picture for other people is of: as high as chats show pictures whole.
pub fn picture(screen: Rect) -> Rect {
    let wide = screen.width().min(screen.height() * 0.8);
    Rect::from_center_size(screen.center(), vec2(wide, screen.height().min(wide * 1.25)))
}

/// The winners, and their titles.
pub struct Verdict {
    /// The title of the winners: "Last standing"; or of the state without any.
    pub title: &'static str,
    /// The winners.
    pub winners: Vec<Seat>,
    /// The game in three lines; where there is little room, the first and the last.
    pub lines: [String; 3],
    /// The button that starts another game, and a description of that game.
    pub again: (&'static str, String),
}

/// The end of a game.
pub struct EndScreen<G: Screens> {
    /// The sum and the chart, and of how many events they are.
    sum: Option<(usize, G::Score, Chart)>,
}

impl<G: Screens> Default for EndScreen<G> {
    fn default() -> Self {
        Self { sum: None }
    }
}

/// Where the parts of the screen lie.
struct EndLayout {
    victor: Rect,
    chart: Rect,
    sums: Rect,
    buttons: Rect,
}

impl<G: Screens> EndScreen<G> {
    /// Draws it over the whole screen; while a picture is taken, over the part that the picture is of, without its buttons.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_, G>, table: &Table<G>, poses: Option<Rect>) {
        let Some(area) = poses else { return self.draw_on(ui, table, false) };
        let mut ui = ui.part(area, 0);
        let whole = ui.canvas.whole();
        let look = ui.canvas.look();
        ui.canvas.fill(whole, 0, look.table);
        let head = Rect::from_min_size(whole.min + vec2(MARGIN, 6.0), vec2(whole.width() - 2.0 * MARGIN, HEAD));
        let date = Date::of(i64::try_from((ui.view.times.now)().0 / 1000).unwrap_or_default()).words();
        let [title, day] = columns(head, GAP, [0.66, 0.34]);
        let words = TextStyle::new(Face::Caps, 24.0, look.centre.text);
        ui.canvas.fit(title, Align2::LEFT_CENTER, words, &[ui.view.cards.title()]);
        let quiet = TextStyle::new(Face::Plain, 15.0, look.centre.quiet);
        ui.canvas.fit(day, Align2::RIGHT_CENTER, quiet, &[&date]);
        self.draw_on(&mut ui.part(inset(whole, 0.0, HEAD, 0.0, 0.0), 0), table, true);
    }

    fn draw_on(&mut self, ui: &mut Ui<'_, '_, G>, table: &Table<G>, posing: bool) {
        let view = ui.view;
        let events = table.done().len();
        let old = self.sum.take().filter(|(of, ..)| *of == events);
        let (_, score, chart) =
            self.sum.insert(old.unwrap_or_else(|| (events, G::Score::of(table), G::Score::chart(table))));
        let places = places(ui.canvas.whole().shrink(MARGIN), posing);
        let (overview, verdict) = (ui.view.overview(), score.verdict(ui.view));
        victor(&mut ui.canvas, &overview, &verdict, places.victor, &mut |canvas, rect| {
            G::Score::draw_victor(canvas, view, rect)
        });
        let offer = G::Score::beside_chart(ui.view).filter(|_| !posing);
        let beside = offer.as_ref().map(|(button, _)| *button);
        if charted(&mut ui.canvas, chart, places.chart, beside)
            && let Some((_, asked)) = offer
        {
            ui.actions.extend(asked);
        }
        ground(&ui.canvas, places.sums);
        score.draw(&mut ui.canvas, ui.view, places.sums.shrink2(vec2(16.0, 10.0)));
        if !posing {
            let undo = table.undo_label().filter(|_| table.can_undo());
            let undo = undo.as_deref();
            ui.sharing(|canvas, actions| buttons(canvas, &overview, &verdict, undo, places.buttons, actions));
        }
    }
}

/// The chart with its title, and a button beside that; says whether it was touched.
fn charted(canvas: &mut Canvas<'_, '_>, chart: &Chart, rect: Rect, beside: Option<Button<'_>>) -> bool {
    ground(canvas, rect);
    let high = if beside.is_some() { CONTROL + 4.0 } else { 40.0 };
    let head = Rect::from_min_size(rect.min + vec2(22.0, 10.0), vec2(rect.width() - 32.0, high));
    let mut title = head;
    let mut touched = false;
    if let Some(button) = beside {
        let wide = (head.width() * 0.4).min(160.0);
        let place = Rect::from_min_size(pos2(head.right() - wide, head.top()), vec2(wide, CONTROL));
        touched = button.show(canvas, "beside the chart", place).tapped();
        title = Rect::from_min_max(head.min, pos2(place.left() - GAP, place.bottom()));
    }
    let words = TextStyle::new(Face::Caps, 26.0, canvas.ground.text);
    let of = chart.of();
    canvas.fit(title, Align2::LEFT_CENTER, words, &[&format!("{of} over the game"), of]);
    chart.draw(canvas, inset(rect, 18.0, 12.0 + high, 8.0, 8.0));
    touched
}

/// Room for a name and two lines, in points.
const LINES: f32 = 64.0;
/// A phone that lies is lower, in points.
const MAX_PHONE_HEIGHT: f32 = 480.0;

/// On a phone that lies: who won and the sums above the chart, the buttons at the right.
fn low_places(whole: Rect, posing: bool) -> EndLayout {
    let right = if posing { 0.0 } else { (whole.width() * 0.32).clamp(150.0, 260.0) };
    let buttons = whole.right_part(right);
    let free = if posing { whole } else { inset(whole, 0.0, 0.0, right + GAP + 2.0, 0.0) };
    let above = free.upper((free.height() * 0.34).max(92.0));
    let [victor, sums] = columns(above, GAP, [1.0, 1.0]);
    EndLayout { victor, chart: inset(free, 0.0, above.height() + GAP, 0.0, 0.0), sums, buttons }
}

/// Beside each other on a tablet that lies, above each other on one that stands and on a phone.
fn places(whole: Rect, posing: bool) -> EndLayout {
    if whole.width() > whole.height() && whole.height() < MAX_PHONE_HEIGHT {
        return low_places(whole, posing);
    }
    if whole.width() > whole.height() {
        let low = (4.0 * CONTROL + 3.0 * GAP + 24.0).max(whole.height() * 0.3);
        let y = whole.bottom() - low;
        let [above, below] = [whole.with_max_y(y - MARGIN), whole.with_min_y(y)];
        let left = (whole.width() * 0.26).clamp(240.0, 300.0);
        let victor = above.with_max_x(above.left() + left);
        let chart = above.with_min_x(victor.right() + MARGIN);
        let right = if posing { 0.0 } else { left.max(290.0) + MARGIN };
        let sums = below.with_max_x(below.right() - right);
        let buttons = below.with_min_x(sums.right() + MARGIN);
        return EndLayout { victor, chart, sums, buttons };
    }
    let narrow = whole.width() < 500.0;
    let rows = if narrow { 3.0 } else { 2.0 };
    let foot = if posing { 0.0 } else { (rows + 0.15) * (CONTROL + GAP) };
    let [mut rest, buttons] = [whole.with_max_y(whole.bottom() - foot), whole.lower(foot)];
    rest.max.y -= if posing { 0.0 } else { 12.0 };
    let gap = if narrow { 10.0 } else { MARGIN };
    // A short phone needs room for the winner's name and for the chart below its button.
    let short = rest.height() < 420.0;
    let shares = match (narrow, short) {
        (true, true) => [0.25, 0.46],
        (true, false) => [0.2, 0.42],
        (false, _) => [0.25, 0.43],
    };
    let [a, b] = shares.map(|share| share * (rest.height() - 2.0 * gap));
    let victor = rest.upper(a);
    let chart = Rect::from_min_size(pos2(rest.left(), victor.bottom() + gap), vec2(rest.width(), b));
    let sums = rest.with_min_y(chart.bottom() + gap);
    EndLayout { victor, chart, sums, buttons }
}

fn ground(canvas: &Canvas<'_, '_>, rect: Rect) {
    canvas.fill(rect, radius(12.0), canvas.look().centre.fill);
    if canvas.look().high {
        canvas.border(rect, radius(12.0), canvas.look().rim, canvas.ground.line);
    }
}

/// Draws the winners on paper with a frame of gold. `draw` draws the game's own picture, if it has one, and returns
/// true then.
fn victor(
    canvas: &mut Canvas<'_, '_>,
    overview: &Overview<'_>,
    verdict: &Verdict,
    rect: Rect,
    draw: &mut dyn FnMut(&mut Canvas<'_, '_>, Rect) -> bool,
) {
    let mut figures = |canvas: &mut Canvas<'_, '_>, winners: &[&Person<'_>], rect: Rect| {
        if !draw(canvas, rect) {
            emblems(canvas, winners, rect);
        }
    };
    let before = canvas.ground;
    canvas.ground = canvas.look().turn;
    let (text, quiet) = (canvas.ground.text, canvas.ground.quiet);
    canvas.fill(rect, radius(12.0), canvas.ground.fill);
    let low = rect.height() < 180.0;
    let edge = rect.shrink(if low { 5.0 } else { 8.0 });
    canvas.border(edge.expand(1.0), 0, 14.0, INK);
    ornament::frame(canvas, overview.book.cards, edge, 12.0, GOLD);
    let inner = rect.shrink(if low { 23.0 } else { 30.0 });
    let upright = rect.height() > rect.width();
    let winners: Vec<&Person<'_>> = verdict.winners.iter().filter_map(|seat| overview.person(*seat)).collect();
    let names = list(&winners.iter().map(|person| person.name.to_owned()).collect::<Vec<_>>());
    let Verdict { title, lines, .. } = verdict;
    let told: Vec<&str> = [title, names.as_str()].into_iter().chain(lines.iter().map(String::as_str)).collect();
    let told: Vec<&str> = told.into_iter().filter(|part| !part.is_empty()).collect();
    canvas.label("verdict", rect, &told.join(", "));
    let caps = TextStyle::new(Face::Caps, 26.0, text);
    if upright {
        let row = |top: f32, high: f32| {
            let at = pos2(inner.left(), inner.top() + top * inner.height());
            Rect::from_min_size(at, vec2(inner.width(), high * inner.height()))
        };
        canvas.fit(row(0.03, 0.1), Align2::CENTER_CENTER, caps, &[title]);
        figures(canvas, &winners, row(0.15, 0.44));
        canvas.fit(row(0.61, 0.13), Align2::CENTER_CENTER, TextStyle::new(Face::Caps, 44.0, text), &[&names]);
        for (place, line) in lines.iter().enumerate() {
            let words =
                TextStyle::new(Face::Text, if place == 0 { 20.0 } else { 18.0 }, if place == 0 { text } else { quiet });
            canvas.fit(row(0.755 + 0.085 * place as f32, 0.08), Align2::CENTER_CENTER, words, &shorter(line));
        }
    } else {
        let size = inner.height().min(inner.width() * 0.34);
        let words = inset(inner, size + 20.0, 0.0, 0.0, 0.0);
        figures(canvas, &winners, rect_around(pos2(inner.left() + size / 2.0, inner.center().y), size, size));
        if low {
            let name = if winners.is_empty() { title } else { names.as_str() };
            let [above, below] = [0.52, 0.24].map(|share| share * words.height());
            let row = |top: f32, high: f32| Rect::from_min_size(words.min + vec2(0.0, top), vec2(words.width(), high));
            canvas.fit(row(-4.0, above), Align2::LEFT_CENTER, TextStyle { size: 32.0, ..caps }, &[name]);
            let small = TextStyle::new(Face::Text, 17.0, text);
            // On a short phone, the name has one line below it.
            if words.height() < LINES {
                let line = words.with_min_y(words.top() + above - 2.0);
                canvas.fit(line, Align2::LEFT_CENTER, small, &shorter(&lines[0]));
                canvas.ground = before;
                return;
            }
            canvas.fit(row(above, below), Align2::LEFT_CENTER, small, &shorter(&lines[0]));
            let last = TextStyle { colour: quiet, ..small };
            canvas.fit(row(above + below, below), Align2::LEFT_CENTER, last, &shorter(&lines[2]));
            canvas.ground = before;
            return;
        }
        let step = words.height() / 5.0;
        let row = |place: f32, high: f32| {
            Rect::from_min_size(pos2(words.left(), words.top() + place * step), vec2(words.width(), high * step))
        };
        canvas.fit(row(0.0, 1.0), Align2::LEFT_CENTER, TextStyle { size: 20.0, colour: quiet, ..caps }, &[title]);
        let name = TextStyle { size: (step * 1.3).min(46.0), ..caps };
        canvas.fit(row(1.0, 1.3), Align2::LEFT_CENTER, name, &[&names]);
        for (place, line) in lines.iter().enumerate() {
            let words = TextStyle::new(Face::Text, 17.0, if place == 0 { text } else { quiet });
            canvas.fit(row(2.35 + 0.9 * place as f32, 0.88), Align2::LEFT_CENTER, words, &shorter(line));
        }
    }
    canvas.ground = before;
}

/// Returns a line, and a shorter one without its last part.
fn shorter(line: &str) -> [&str; 2] {
    [line, first_part(line)]
}

/// The shields of the winners side by side, as large as there is room for.
fn emblems(canvas: &mut Canvas<'_, '_>, winners: &[&Person<'_>], rect: Rect) {
    let count = winners.len() as f32;
    let across =
        (1..=winners.len()).max_by(|a, b| side(rect, winners.len(), *a).total_cmp(&side(rect, winners.len(), *b)));
    let Some(across) = across else { return };
    let size = side(rect, winners.len(), across);
    let down = (count / across as f32).ceil();
    for (index, person) in winners.iter().enumerate() {
        let (row, column) = ((index / across) as f32, (index % across) as f32);
        let in_row = (count - row * across as f32).min(across as f32);
        let at = rect.center()
            + vec2((column - (in_row - 1.0) / 2.0) * (size + APART), (row - (down - 1.0) / 2.0) * (size + APART));
        emblem(canvas, rect_around(at, size, size), person.colour, false);
    }
}

/// Returns the size of a number of shields in rows of a given length.
fn side(rect: Rect, count: usize, across: usize) -> f32 {
    let each = |room: f32, count: usize| (room + APART) / count as f32 - APART;
    each(rect.width(), across).min(each(rect.height(), count.div_ceil(across)))
}

fn buttons(
    canvas: &mut Canvas<'_, '_>,
    overview: &Overview<'_>,
    verdict: &Verdict,
    undo: Option<&str>,
    rect: Rect,
    actions: &mut Vec<SharedAction>,
) {
    let (again, sub) = &verdict.again;
    let title = [*again];
    let seat = verdict.winners.first().copied().or(overview.turn()).unwrap_or_default();
    let undone = undo.unwrap_or_default();
    let undo_label = format!("Undo: {undone}");
    let plain = |title| Button::new(title, Tone::Raised);
    // The table begins the next game, for all devices.
    let elsewhere = overview.room.shared && !overview.room.is_table;
    let sub = if elsewhere { "at the table" } else { sub };
    let all: [(Button<'_>, SharedAction); 7] = [
        (
            Button { sub, size: 28.0, label: again, off: elsewhere, ..Button::new(&title, Tone::Harm) },
            SharedAction::Again,
        ),
        (plain(&["Save picture", "Picture"]), SharedAction::SavePicture),
        (plain(&["Save text", "Text"]), SharedAction::SaveText),
        (plain(&["Journal"]), SharedAction::Open(seat, SheetKind::Journal)),
        (Button { sub: undone, label: &undo_label, off: undo.is_none(), ..plain(&["Undo"]) }, SharedAction::Undo),
        (Button { off: elsewhere, ..plain(&["New game", "New"]) }, SharedAction::NewGame),
        (plain(&["The table", "Table"]), SharedAction::ShowEnd(false)),
    ];
    let places = button_places(rect);
    for (index, ((button, action), place)) in all.into_iter().zip(places).enumerate() {
        if button.show(canvas, ("end", index), place).tapped() {
            actions.push(action);
        }
    }
}

/// The main button first: above the six others, or before them where the room is wide and low.
fn button_places(rect: Rect) -> Vec<Rect> {
    let across = if rect.width() < 340.0 { 2 } else { 3 };
    let down = 6 / across;
    let least = down as f32 * (CONTROL + GAP);
    if rect.height() >= least + CONTROL {
        let y = rect.bottom() - least - ((rect.height() - least - CONTROL) * 0.5).max(0.0) + GAP;
        let main = rect.with_max_y(y - GAP);
        let rest = rect.with_min_y(y);
        return std::iter::once(main).chain(grid(rest, GAP, across, down)).collect();
    }
    let x = rect.left() + rect.width() * 0.3;
    let main = rect.with_max_x(x);
    let rest = rect.with_min_x(x + GAP);
    std::iter::once(main).chain(grid(rest, GAP, 3, 2)).collect()
}

#[cfg(test)]
mod tests {
    use egui::Pos2;

    use super::*;

    #[test]
    fn buttons_are_large_enough_and_apart_on_every_screen() {
        for (wide, high) in [
            (1180.0, 820.0),
            (1024.0, 768.0),
            (820.0, 1180.0),
            (412.0, 892.0),
            (360.0, 740.0),
            (360.0, 640.0),
            (892.0, 412.0),
            (844.0, 390.0),
            (640.0, 360.0),
        ] {
            let size = vec2(wide, high);
            let whole = Rect::from_min_size(Pos2::ZERO, size).shrink(MARGIN);
            let places = places(whole, false);
            let all = button_places(places.buttons);
            assert_eq!(all.len(), 7);
            for (index, button) in all.iter().enumerate() {
                assert!(button.width() >= CONTROL && button.height() >= CONTROL - 0.01, "{size}: {button}");
                assert!(whole.expand(0.01).contains_rect(*button), "{size}: {button}");
                for other in &all[index + 1..] {
                    assert!(!button.expand(GAP - 0.1).intersects(*other), "{size}: {button} {other}");
                }
            }
            let EndLayout { victor, chart, sums, buttons } = places;
            for (one, other) in [(chart, sums), (victor, sums), (victor, chart), (sums, buttons), (chart, buttons)] {
                assert!(!one.intersects(other), "{size}: {one} {other}");
            }
            assert!(chart.height() >= CONTROL + 90.0, "{size}: {chart} has no room for a button and a chart");
        }
    }
}
