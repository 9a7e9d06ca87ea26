//! The middle of the table in any game: undo and redo, journal and menu, and the last event.

use egui::{Align2, Pos2, Rect, Stroke, accesskit::Role, pos2, vec2};

use super::sheet::SheetKind;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius};
use crate::emblem::emblem;
use crate::gallery::Icon;
use crate::letters::Face;
use crate::look::{GOLD, INK};
use crate::region::{Cut as _, Region, columns};
use crate::table::tell::{self, Part};
use crate::table::{Rules, Seat, Table};
use crate::touch::Gesture;
use crate::view::{Awake, Overview, Room, SharedAction};

/// Entries to undo and redo, in few words; `None` if there are none.
pub struct History {
    undo: Option<String>,
    redo: Option<String>,
}

impl History {
    /// Of a table; who only watches can take nothing back.
    pub fn of<R: Rules>(table: &Table<R>, room: Room<'_>) -> Self {
        let undo = (table.can_undo() && !room.watches).then(|| table.undo_label().unwrap_or_default());
        let redo = (table.can_redo() && !room.watches).then(|| table.redo_label().unwrap_or_default());
        Self { undo, redo }
    }
}

/// The corners of a table whose middle is a field of its own: undo with redo, and journal with menu, each pair twice.
pub fn corners(
    canvas: &mut Canvas<'_, '_>,
    overview: &Overview<'_>,
    history: &History,
    [undo, menu]: [&[Region; 2]; 2],
    actions: &mut Vec<SharedAction>,
) {
    let (ground, disabled) = (canvas.look().centre, canvas.disabled);
    // Each pair has a group of its own, as the buttons of both have the same names.
    for (place, region) in undo.iter().enumerate() {
        let group = (!disabled).then(|| canvas.tools.group(("edge", place), Role::Group, region.facing.edge()));
        let mut tools = canvas.tools.within(group.as_ref());
        let mut canvas = Canvas { tools: &mut tools, region: *region, ground, disabled };
        let [a, b] = halves(canvas.whole(), 1.4);
        undo_button(&mut canvas, history, place, a, actions);
        redo_button(&mut canvas, history, place, b, actions);
        let Some(region) = menu.get(place) else { continue };
        let mut canvas = canvas.on(*region, ground);
        let [a, b] = halves(canvas.whole(), 1.0);
        journal_button(&mut canvas, place, a, actions);
        menu_button(&mut canvas, overview, place, b, actions);
    }
}

/// Two buttons of a corner, the first so much longer: side by side, or one above the other where it is high.
fn halves(whole: Rect, first: f32) -> [Rect; 2] {
    if whole.width() >= whole.height() {
        return columns(whole, 8.0, [first, 1.0]);
    }
    let y = whole.top() + (whole.height() - 8.0) * first / (first + 1.0);
    let above = whole.with_max_y(y);
    [above, whole.with_min_y(y + 8.0)]
}

/// The ground of the middle.
pub fn ground(canvas: &Canvas<'_, '_>) {
    let whole = canvas.whole();
    canvas.fill(whole, radius(10.0), canvas.ground.fill);
    if canvas.look().high {
        canvas.border(whole, radius(10.0), canvas.look().rim, canvas.ground.line);
    }
}

/// The last line of a field, so high.
pub fn field_line(whole: Rect, high: f32) -> Rect {
    Rect::from_min_max(pos2(whole.left() + 10.0, whole.bottom() - high), pos2(whole.right() - 14.0, whole.bottom()))
}

/// Where there is room in a strip between two rows of panels.
pub struct StripLayout {
    /// For what the game has there.
    pub content: Rect,
    /// For the last thing that happened.
    pub line: Rect,
}

/// Draws a strip between two rows of panels with its buttons; gives where there is room.
pub fn strip(
    canvas: &mut Canvas<'_, '_>,
    overview: &Overview<'_>,
    history: &History,
    actions: &mut Vec<SharedAction>,
) -> StripLayout {
    ground(canvas);
    let whole = canvas.whole();
    let inner = whole.shrink(4.0);
    let width = if whole.width() < 1100.0 { 66.0 } else { 88.0 };
    let button = |index: usize, from_right: bool| {
        let step = (width + 8.0) * index as f32;
        let x = if from_right { inner.right() - width - step } else { inner.left() + step };
        Rect::from_min_size(pos2(x, inner.top()), vec2(width, inner.height()))
    };
    undo_button(canvas, history, 0, button(0, false), actions);
    redo_button(canvas, history, 0, button(1, false), actions);
    menu_button(canvas, overview, 0, button(0, true), actions);
    journal_button(canvas, 0, button(1, true), actions);
    let line = canvas.scaled(22.0);
    let free = inset(inner, 2.0 * (width + 8.0) + 4.0, 0.0, 2.0 * (width + 8.0) + 4.0, 0.0);
    let content = free.with_max_y(free.bottom() - line);
    let line =
        Rect::from_min_max(pos2(free.left(), free.bottom() - line + 1.0), pos2(free.right(), whole.bottom() - 1.0));
    StripLayout { content, line }
}

/// Returns the foot of a phone's screen, a row of buttons, and the remaining area beside or below it.
pub fn foot(whole: Rect) -> [Rect; 2] {
    if whole.height() < 100.0 {
        let row = whole.with_max_x(whole.right() * 0.5);
        [row, whole.with_min_x(row.right() + 8.0)]
    } else {
        let row = whole.upper(64.0);
        [row, whole.with_min_y(row.bottom() + 6.0)]
    }
}

/// Takes the last thing back; where a finger stays, a single tap of it.
pub fn undo_button(
    canvas: &mut Canvas<'_, '_>,
    history: &History,
    place: usize,
    rect: Rect,
    actions: &mut Vec<SharedAction>,
) {
    let what = history.undo.clone().unwrap_or_default();
    let label = if what.is_empty() { "Undo".to_owned() } else { format!("Undo: {what}") };
    let button = Button {
        sub: &what,
        label: &label,
        icon: Some(Icon::Undo),
        off: history.undo.is_none(),
        gesture: Gesture::Hold,
        ..Button::new(&["Undo"], Tone::Raised)
    };
    let response = button.show(canvas, ("undo", place), rect);
    if response.held {
        actions.push(SharedAction::UndoOne);
    } else if response.tapped() {
        actions.push(SharedAction::Undo);
    }
}

/// Redoes the last undone entry.
pub fn redo_button(
    canvas: &mut Canvas<'_, '_>,
    history: &History,
    place: usize,
    rect: Rect,
    actions: &mut Vec<SharedAction>,
) {
    let what = history.redo.clone().unwrap_or_default();
    let label = if what.is_empty() { "Redo".to_owned() } else { format!("Redo: {what}") };
    let button = Button {
        label: &label,
        icon: Some(Icon::Redo),
        off: history.redo.is_none(),
        ..Button::new(&["Redo"], Tone::Raised)
    };
    if button.show(canvas, ("redo", place), rect).tapped() {
        actions.push(SharedAction::Redo);
    }
}

/// Opens the journal.
pub fn journal_button(canvas: &mut Canvas<'_, '_>, place: usize, rect: Rect, actions: &mut Vec<SharedAction>) {
    // The lowest phones have no room for the longer word, at any size.
    let title = if rect.width() < 56.0 { ["Log"] } else { ["Journal"] };
    if Button::new(&title, Tone::Raised).show(canvas, ("journal", place), rect).tapped() {
        actions.push(SharedAction::OpenFacing(canvas.region.facing, SheetKind::Journal));
    }
}

/// Opens the menu; a badge warns that the screen may turn off.
pub fn menu_button(
    canvas: &mut Canvas<'_, '_>,
    overview: &Overview<'_>,
    place: usize,
    rect: Rect,
    actions: &mut Vec<SharedAction>,
) {
    let (sub, label) = match overview.awake {
        Awake::StaysOn => ("", "Menu"),
        Awake::MaySleep => ("screen may sleep", "Menu; the screen may go dark"),
    };
    let button = Button { icon: Some(Icon::Menu), sub, label, ..Button::new(&["Menu"], Tone::Raised) };
    if button.show(canvas, ("menu", place), rect).tapped() {
        actions.push(SharedAction::OpenFacing(canvas.region.facing, SheetKind::Menu));
    }
    if overview.awake == Awake::MaySleep {
        moon(canvas, pos2(rect.right() - 15.0, rect.top() + 15.0));
    }
}

/// A badge with a moon: the screen may go to sleep.
fn moon(canvas: &Canvas<'_, '_>, centre: Pos2) {
    let none = Stroke::NONE;
    canvas.disc(centre, 11.0, GOLD, none);
    canvas.disc(centre + vec2(-1.0, 0.0), 7.0, INK, none);
    canvas.disc(centre + vec2(2.2, -1.6), 5.6, GOLD, none);
}

/// Draws the last event, with the shield of its player.
pub fn last_line(canvas: &mut Canvas<'_, '_>, overview: &Overview<'_>, rect: Rect, with_round: bool) {
    let moment = overview.moment.to_lowercase();
    let mut words = rect;
    if with_round && !moment.is_empty() {
        let quiet = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
        let at = canvas.fit(rect, Align2::RIGHT_CENTER, quiet, &[&moment]);
        words = rect.with_max_x(at.left() - 10.0);
    }
    let Some(line) = overview.lines.last() else { return };
    if let Some(colour) = first_player(&line.parts).and_then(|seat| overview.person(seat)).map(|person| person.colour) {
        let size = words.height().min(24.0);
        emblem(
            canvas,
            Rect::from_min_size(pos2(words.left(), words.center().y - size / 2.0), vec2(size, size)),
            colour,
            false,
        );
        words = inset(words, size + 8.0, 0.0, 0.0, 0.0);
    }
    let told = tell::text(&line.parts);
    let face = TextStyle::new(Face::Text, 18.0, canvas.ground.text);
    // Rather smaller than shorter, and never cut within a clause.
    let shown = clauses(&told).find(|text| canvas.fits(words, face, text));
    canvas.fit(words, Align2::LEFT_CENTER, face, &[shown.as_ref().unwrap_or(&told)]);
}

/// Returns a sentence, then what it is cut to where it doesn't fit: whole clauses, the most of them first.
fn clauses(sentence: &str) -> impl Iterator<Item = String> {
    const ENDS: [&str; 5] = ["; ", ", ", ": ", " for ", " with "];
    let ends = sentence.char_indices().rev().filter(|(at, _)| ENDS.iter().any(|end| sentence[*at..].starts_with(end)));
    std::iter::once(sentence.to_owned()).chain(ends.map(|(at, _)| format!("{} …", &sentence[..at])))
}

fn first_player(parts: &[Part]) -> Option<Seat> {
    parts.iter().find_map(|part| match part {
        Part::Player(seat, _) => Some(*seat),
        Part::Text(_) => None,
    })
}
