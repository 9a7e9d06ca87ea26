//! A player's panel: the name and the eight units, the next step or its cost, and the buttons.

use egui::{Align2, Rect, pos2, vec2};

use super::controls::Buttons;
use super::draft::{self, Entry};
use super::labels;
use super::machine;
use super::unit;
use super::view::{Ui, View, is_machine, moves, name};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius};
use crate::form::GAP;
use crate::letters::Face;
use crate::look::HARM;
use crate::region::{Cut as _, columns, grid};
use crate::shared::panel::{self, FRAME};
use crate::shared::reference::Opened;
use crate::shared::sheet::SheetKind;
use crate::shared::table;
use crate::table::skirminion::{Command, Forecast, Loss, Rules, Side, Square, Table, Unit, forecast, may_rest};
use crate::table::{Rules as _, Seat};
use crate::view::UiAction;

/// Where the parts of a panel are.
struct Places {
    head: Rect,
    roll: Rect,
    /// How many of the eight lie side by side.
    across: usize,
    deed: Rect,
    /// How many forecasts lie side by side.
    beside: usize,
    main: Rect,
    more: [Rect; 2],
    /// Undo, redo, hint, journal, menu; elsewhere on a tablet.
    controls: Option<[Rect; 5]>,
}

/// Draws the panel over its whole region, with the given buttons inside.
pub fn draw(ui: &mut Ui<'_, '_>, table: &Table, side: Side, buttons: Option<&Buttons>) {
    let people = Rules::people(ui.view.state);
    let Some(person) = people.get(side.index()) else { return };
    let (region, ground, disabled) = (ui.canvas.region, ui.canvas.ground, ui.canvas.disabled);
    let group = table::group(ui, Seat::of_side(side), person);
    let canvas = Canvas { tools: &mut ui.canvas.tools.within(group.as_ref()), region, ground, disabled };
    let ui = &mut Ui { canvas, view: ui.view, actions: ui.actions };
    let phone = buttons.is_some();
    let turn = ui.view.state.turn() == Some(side);
    let framed = turn.then_some(if phone { 5.0 } else { FRAME });
    panel::ground(&mut ui.canvas, ui.view.cards, person, framed);
    let whole = ui.canvas.whole();
    let band = if phone { 12.0 } else { 20.0 };
    let spine = whole.left_part(band);
    panel::spine(&mut ui.canvas, ui.view.cards, spine, person);
    let inner = inset(whole, band + 8.0, 7.0, 8.0, 7.0);
    let (target, refused) = (ui.view.draft.target.is_some(), ui.view.draft.refused.is_some());
    let busy = turn && (target || refused) || target && !phone;
    let waits = !turn && ui.view.state.over.is_none();
    let places = places(inner, phone, busy, waits);
    if places.head.is_positive()
        && let Some(line) = panel::name(ui, Seat::of_side(side), person, places.head)
    {
        let words = TextStyle::new(Face::Plain, 14.5, ui.canvas.ground.quiet);
        ui.canvas.fit(line, Align2::LEFT_CENTER, words, &labels::status(ui.view, side).each_ref().map(String::as_str));
    }
    if places.roll.is_positive() {
        unit::roll(&ui.canvas, places.roll, &ui.view.state.position.board, side, places.across);
    }
    deed(ui, side, &places);
    main_button(ui, table, side, places.main);
    more_buttons(ui, side, places.more);
    if let (Some(buttons), Some(controls)) = (buttons, places.controls) {
        buttons.draw_in(ui, side.index(), controls);
    }
}

/// From the foot up: buttons have their size first, then name and deed, then the eight.
fn places(inner: Rect, phone: bool, busy: bool, waits: bool) -> Places {
    let wide = inner.width() > 1.2 * inner.height();
    let line =
        |bottom: f32, high: f32| Rect::from_min_max(pos2(inner.left(), bottom - high), pos2(inner.right(), bottom));
    let [control, gap] = if phone { [45.0, 6.0] } else { [60.0, GAP] };
    let mut bottom = inner.bottom();
    let controls = phone.then(|| {
        let cells = if inner.width() >= 5.0 * (control + gap) - gap {
            grid(line(bottom, control), gap, 5, 1)
        } else {
            grid(line(bottom, 2.0 * control + gap), gap, 3, 2)
        };
        bottom = cells[0].top() - gap;
        [cells[0], cells[1], cells[2], cells[3], cells[4]]
    });
    let (main, more) = if wide {
        let row = line(bottom, control);
        let [main, back, draw] = columns(row, gap, [1.7, 1.0, 1.0]);
        bottom = row.top() - gap;
        (main, [back, draw])
    } else {
        let row = line(bottom, control);
        let main = line(row.top() - gap, if phone { control } else { 76.0 });
        // A waiting player can only offer a draw.
        bottom = if waits { row.top() } else { main.top() } - gap;
        (main, columns(row, gap, [1.0, 1.0]))
    };
    let free = inner.with_max_y(bottom);
    let nothing = Rect::NOTHING;
    if wide {
        // Side by side: the player and the eight units, or the next step.
        let head_high = if phone { 46.0_f32.min(free.height()) } else { 58.0 };
        if busy {
            let head = if phone { nothing } else { columns(free, GAP, [0.36, 0.64])[0] };
            let head = if phone { head } else { head.upper(head_high) };
            let deed = if phone { free } else { columns(free, GAP, [0.36, 0.64])[1] };
            return Places { head, roll: nothing, across: 8, deed, beside: 2, main, more, controls };
        }
        let [left, right] = columns(free, 10.0, [0.5, 0.5]);
        let head = left.upper(head_high);
        let deed = left.with_min_y(head.bottom() + 3.0);
        let roll = right.upper(right.height().min(right.width() * 0.5));
        return Places { head, roll, across: 4, deed, beside: 2, main, more, controls };
    }
    // On small screens, the next step replaces the player.
    let head_high = if phone { 46.0 } else { 58.0 };
    let head = if busy && free.height() < head_high + 130.0 {
        Rect::from_min_size(free.min, vec2(0.0, 0.0))
    } else {
        free.upper(head_high)
    };
    // Four shields beside each other in two rows, or smaller ones where there is much to say.
    let need = match (busy, waits) {
        (true, false) => 146.0,
        (true, true) => 88.0,
        (false, _) => 64.0,
    };
    let room = free.height() - head.height() - 8.0 - need;
    let high = room.min(free.width() * 0.5).min(92.0);
    let roll = if high >= 44.0 {
        Rect::from_min_size(pos2(free.left(), head.bottom() + 4.0), vec2(free.width(), high))
    } else {
        nothing
    };
    let top = if roll.is_positive() { roll.bottom() + 6.0 } else { head.bottom() + 4.0 };
    let deed = free.with_min_y(top);
    Places { head, roll, across: 4, deed, beside: 1, main, more, controls }
}

/// Draws the next step, the cost of an attack, or the reason why something isn't possible.
fn deed(ui: &mut Ui<'_, '_>, side: Side, places: &Places) {
    let rect = places.deed;
    if let Some((by, on, losses)) = shown_forecast(ui.view) {
        let turn = ui.view.state.position.turn;
        if turn == side {
            let title = rect.upper(ui.canvas.scaled(26.0).min(rect.height() * 0.28));
            let words = TextStyle::new(Face::Caps, 22.0, ui.canvas.ground.text);
            ui.canvas.fit(title, Align2::LEFT_CENTER, words, &[&format!("{by} attacks {on}"), &format!("{by} × {on}")]);
            let rows = inset(rect, 0.0, title.height() + 2.0, 0.0, 0.0);
            let down = 2 / places.beside;
            let most = 60.0 * down as f32 + 6.0 * (down as f32 - 1.0);
            let rows = rows.upper(rows.height().min(most));
            let cells = grid(rows, 6.0, places.beside, down);
            for (cell, (at, loss)) in cells.into_iter().zip([(on, losses.defender), (by, losses.attacker)]) {
                lost(&mut ui.canvas, ui.view, cell, at, &loss);
            }
        } else {
            let high = rect.height().min(62.0);
            let cell = rect.upper(high);
            lost(&mut ui.canvas, ui.view, cell, on, &losses.defender);
            let below = inset(rect, 0.0, high + 4.0, 0.0, 0.0);
            if below.height() >= 18.0 {
                let words = TextStyle::new(Face::Plain, 14.5, ui.canvas.ground.quiet);
                ui.canvas.fit(below.upper(20.0), Align2::LEFT_CENTER, words, &["if attacked"]);
            }
        }
        return;
    }
    let [title, text] = labels::deed(ui.view, side);
    let mut rest = rect;
    if let Some(read) = cited(ui.view, side, rect) {
        rest.max.x = read.rect.left() - 6.0;
        let label = format!("Read rule {}", read.printed);
        let titles = [read.printed.as_str()];
        let button = Button { label: &label, size: 17.0, ..Button::new(&titles, Tone::Raised) };
        if button.show(&mut ui.canvas, ("cited", side.index()), read.rect).tapped() {
            ui.actions.push(UiAction::Open(Seat::of_side(side), read.sheet));
        }
    }
    let heading = ui.canvas.scaled(25.0);
    if !title.is_empty() && rest.height() >= heading + 16.0 {
        let row = rest.upper(heading);
        ui.canvas.fit(row, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 21.0, ui.canvas.ground.text), &[&title]);
        rest = inset(rest, 0.0, heading, 0.0, 0.0);
    }
    if rest.height() >= 15.0 {
        let quiet = TextStyle::new(Face::Plain, 15.5, ui.canvas.ground.quiet);
        // The square itself, read aloud, says all of it.
        let short = labels::in_short(ui.view).filter(|_| !ui.canvas.wraps_into(rest, quiet, &text));
        ui.canvas.wrap_left(rest, quiet, short.as_deref().unwrap_or(&text));
    }
}

/// The attack whose losses are shown.
fn shown_forecast(view: View<'_>) -> Option<(Square, Square, Forecast)> {
    let (turn, by, on) = (view.state.turn()?, draft::in_hand(view)?, view.draft.target?);
    (view.draft.refused.is_none()).then(|| (by, on, forecast(&view.state.position.board, turn, by, on)))
}

/// The rule that forbids the tapped item, if the rulebook explains it.
struct Cited {
    rect: Rect,
    printed: String,
    sheet: SheetKind<super::view::OwnSheet>,
}

fn cited(view: View<'_>, side: Side, rect: Rect) -> Option<Cited> {
    let at = view.draft.refused.filter(|_| view.state.turn() == Some(side))?;
    let reasons = draft::objections(view.state, draft::in_hand(view), at);
    let rule = reasons.iter().find_map(|reason| reason.rule)?;
    let book = view.book();
    let printed = book.about.printed(rule).filter(|_| Opened::of_rule(book, rule).is_some())?.to_owned();
    let size = vec2(60.0, 60.0_f32.min(rect.height()).max(45.0));
    let rect = Rect::from_min_size(rect.right_top() - vec2(size.x, 0.0), size);
    Some(Cited { rect, printed, sheet: SheetKind::Rule(rule) })
}

/// A unit with its health before and after, and why.
fn lost(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect, at: Square, loss: &Loss) {
    let Some(shown) = view.state.position.board.unit(at) else { return };
    canvas.fill(rect, radius(8.0), canvas.ground.raised);
    let size = rect.height().min(58.0);
    let picture = rect.left_part(size * 0.86).shrink(3.0);
    unit::unit(canvas, picture, Unit { health: loss.before.max(1), ..shown }, false, 1.0);
    let beside = inset(rect, size * 0.86 + 4.0, 3.0, 4.0, 3.0);
    let low = beside.height() * 0.42;
    let [above, below] = [inset(beside, 0.0, 0.0, 0.0, low), inset(beside, 0.0, beside.height() - low, 0.0, 0.0)];
    let harmed = shown.side != view.state.position.turn && !canvas.look().high && canvas.ground == canvas.look().turn;
    let colour = if harmed { HARM } else { canvas.ground.text };
    let words = TextStyle::new(Face::Figure, above.height().min(27.0), colour);
    let after = if loss.after == 0 { "destroyed".to_owned() } else { loss.after.to_string() };
    canvas.fit_figure(above, Align2::LEFT_CENTER, words, &format!("{} → {after}", loss.before));
    let small = TextStyle::new(Face::Plain, 14.5, canvas.ground.quiet);
    canvas.fit_down_to(12.0, below, Align2::LEFT_CENTER, small, &[&labels::why(loss)]);
}

/// The one large button: attack, rest, pass, end, and the end of the game.
fn main_button(ui: &mut Ui<'_, '_>, table: &Table, side: Side, rect: Rect) {
    let state = ui.view.state;
    let id = ("main", side.index());
    let size = if rect.height() >= 60.0 { 28.0 } else { 23.0 };
    if state.over.is_some() {
        let button = Button { size, ..Button::new(&["Show the result", "The end"], Tone::Harm) };
        if button.show(&mut ui.canvas, id, rect).tapped() {
            ui.actions.push(UiAction::ShowEnd(true));
        }
        return;
    }
    if state.turn() != Some(side) || ui.view.room.only_shows(Seat::of_side(side)) {
        return;
    }
    if is_machine(ui.view, side) {
        let off = machine::goes_on(ui.view, table);
        let sub = if off { "it is thinking" } else { "" };
        let button = Button { size, off, sub, ..Button::new(&["Play on"], Tone::Harm) };
        if button.show(&mut ui.canvas, id, rect).tapped() {
            ui.actions.push(UiAction::Enter(Entry::GoOn));
        }
        return;
    }
    let unit = draft::in_hand(ui.view);
    if let (Some(by), Some(on)) = (unit, ui.view.draft.target) {
        let (sub, label) = (format!("or tap {on} again"), format!("Attack {on} with {by}"));
        let sub = if rect.height() >= 60.0 { sub.as_str() } else { "" };
        let button = Button { size: size + 2.0, sub, label: &label, ..Button::new(&["Attack"], Tone::Harm) };
        if button.show(&mut ui.canvas, id, rect).tapped() {
            ui.actions.extend(draft::attack(state, by, on));
        }
        return;
    }
    let rests = unit.is_some_and(|unit| state.half.is_none() && may_rest(&state.position, unit));
    let title = match (state.half.is_some(), rests) {
        (true, _) => ["End"],
        (false, true) => ["Rest +1"],
        (false, false) => ["Pass"],
    };
    let label = unit.map_or_else(|| title[0].to_owned(), |unit| format!("{} with {unit}", title[0]));
    let tone = if ui.canvas.ground == ui.canvas.look().turn { Tone::Ink } else { Tone::Raised };
    let button = Button { size, off: unit.is_none(), label: &label, ..Button::new(&title, tone) };
    if let (true, Some(unit)) = (button.show(&mut ui.canvas, id, rect).tapped(), unit) {
        ui.actions.push(UiAction::Do(Command::End { unit }));
    }
}

/// Draws the back button for a selection, and the draw button.
fn more_buttons(ui: &mut Ui<'_, '_>, side: Side, [back, draw]: [Rect; 2]) {
    let state = ui.view.state;
    if state.over.is_some() {
        return;
    }
    let person = moves(ui.view, side);
    if state.turn() == Some(side) && person {
        let entry = match (ui.view.draft.target, ui.view.draft.selected) {
            (Some(_), _) => Some(Entry::Target(None)),
            (None, Some(_)) if state.half.is_none() => Some(Entry::Select(None)),
            _ => None,
        };
        let button = Button { off: entry.is_none(), ..Button::new(&["Back"], Tone::Raised) };
        if let (true, Some(entry)) = (button.show(&mut ui.canvas, ("back", side.index()), back).tapped(), entry) {
            ui.actions.push(UiAction::Enter(entry));
        }
    }
    // On a phone, the other player is asked on another device; the table's player has none.
    let on_phone = ui.view.room.own.is_some();
    if !person || (on_phone && is_machine(ui.view, side.other())) {
        return;
    }
    let who = name(ui.view, side);
    let offered = ui.view.draft.offer.filter(|offer| !offer.declined);
    let said = labels::offer(ui.view, side).unwrap_or_default();
    let third = if state.offers_draw() { "third time" } else { "" };
    let own = ui.view.draft.offer.is_some_and(|offer| offer.by == side);
    let sub = if draw.height() < 56.0 || draw.width() < 74.0 {
        ""
    } else if own {
        said.as_str()
    } else {
        third
    };
    if offered.is_some_and(|offer| offer.by != side) {
        let label = format!("{who}: agree to a draw");
        let button = Button { sub, label: &label, ..Button::new(&["Agree"], Tone::Gold) };
        if button.show(&mut ui.canvas, ("draw", side.index()), draw).tapped() {
            ui.actions.push(UiAction::Do(Command::Agree));
        }
        return;
    }
    let tone = if state.offers_draw() { Tone::Gold } else { Tone::Raised };
    let title: &[&str] = if own { &["Draw"] } else { &["Offer a draw", "Draw"] };
    let label = format!("{who}: offer a draw");
    let button = Button { sub, off: own, label: &label, ..Button::new(title, tone) };
    if button.show(&mut ui.canvas, ("draw", side.index()), draw).tapped() {
        let offer = Command::Offer { by: side, answer: None };
        ui.actions.push(if on_phone { UiAction::Do(offer) } else { UiAction::Enter(Entry::Offer(side)) });
    }
}
