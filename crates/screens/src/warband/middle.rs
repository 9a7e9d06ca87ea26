//! The middle of the table: turn and phase, due tests, and the button that advances the turn.

use egui::{Align2, Rect, pos2, vec2};

use super::sign::Sign;
use super::view::{Action, OwnSheet, Ui, View};
use super::wording;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::form::GAP;
use crate::gallery::{Icon, PictureRequest};
use crate::letters::Face;
use crate::look::{GOLD, INK};
use crate::region::{Cut as _, columns};
use crate::shared::middle::{self, History, StripLayout};
use crate::table::warband::{Command, Phase, Step, Way, due};

/// A step required or offered before the turn advances.
struct Asked {
    /// The words of the button, the longest first, and a line below them.
    title: [String; 2],
    sub: String,
    /// True if it is required rather than offered.
    must: bool,
    opens: OwnSheet,
}

fn asked(view: View<'_>) -> Option<Asked> {
    let due = due(view.state);
    let count =
        |count: usize, one: &str, many: &str| if count == 1 { one.to_owned() } else { format!("{count} {many}") };
    if let Some((who, inches)) = due.falling.first() {
        let name = wording::name(view.state, *who);
        let title = [format!("{name} falls"), "Fall".to_owned()];
        let sub = format!("{inches}″: the hits come next");
        return Some(Asked { title, sub, must: true, opens: OwnSheet::Warrior(*who) });
    }
    if let Some((target, _)) = due.rout {
        let sub = target.map_or_else(|| "can’t be passed".to_owned(), |target| format!("2D6 ≤ {target}, first"));
        return Some(Asked {
            title: ["Rout test".to_owned(), "Rout".to_owned()],
            sub,
            must: true,
            opens: OwnSheet::Due,
        });
    }
    if let Some((who, dice)) = due.flight.first() {
        let title = [format!("{} flees", wording::name(view.state, *who)), "Flight".to_owned()];
        let sub = format!("{dice}D6″, round its enemies");
        return Some(Asked { title, sub, must: false, opens: OwnSheet::Warrior(*who) });
    }
    let opens = OwnSheet::Due;
    if !due.nerve.is_empty() {
        let title = [format!("{} to rally", due.nerve.len()), "Rally".to_owned()];
        let sub = "2D6 ≤ Ld".to_owned();
        return Some(Asked { title, sub, must: due.musts(view.state) > 0, opens });
    }
    if !due.may_stand.is_empty() {
        let title = [count(due.may_stand.len(), "One may stand", "may stand"), "Stand".to_owned()];
        return Some(Asked { title, sub: "up again".to_owned(), must: false, opens });
    }
    if view.state.moment.phase == Phase::CloseCombat && !due.alone.is_empty() {
        let sure = due.alone.iter().filter(|(_, sure)| *sure).count();
        let sub = if sure > 0 { format!("{sure} without a friend") } else { "who tests?".to_owned() };
        return Some(Asked { title: ["All alone?".to_owned(), "Alone?".to_owned()], sub, must: false, opens });
    }
    None
}

/// A strip between two sides, or rows of sides.
pub fn strip(ui: &mut Ui<'_, '_>, layout: &StripLayout) {
    let content = layout.content;
    if content.width() >= 700.0 {
        let [phases, rest] = columns(content, GAP, [0.56, 0.44]);
        self::phases(&mut ui.canvas, ui.view, phases);
        go_on(ui, rest);
    } else if content.width() >= 440.0 {
        let [phases, rest] = columns(content, GAP, [0.44, 0.56]);
        self::phases(&mut ui.canvas, ui.view, phases);
        go_on(ui, rest);
    } else {
        let [phases, rest] = columns(content, GAP, [0.22, 0.78]);
        self::phases(&mut ui.canvas, ui.view, phases);
        go_on(ui, rest);
    }
    line(&mut ui.canvas, ui.view, layout.line);
}

/// A field of its own.
pub fn field(ui: &mut Ui<'_, '_>) {
    let whole = ui.canvas.whole();
    let inner = whole.shrink(12.0);
    let foot = ui.canvas.scaled(26.0);
    let rows = inset(inner, 0.0, 0.0, 0.0, foot + 6.0);
    let high = ((rows.height() - GAP) / 2.0).min(96.0);
    let middle = rows.center().y;
    let phases = Rect::from_min_size(pos2(rows.left(), middle - high - GAP / 2.0), vec2(rows.width(), high));
    self::phases(&mut ui.canvas, ui.view, phases);
    go_on(ui, phases.translate(vec2(0.0, high + GAP)));
    line(&mut ui.canvas, ui.view, middle::field_line(whole, foot + 4.0));
}

/// The foot of a phone's screen, between the side that is shown in full and the others.
pub fn foot(ui: &mut Ui<'_, '_>, history: &History) {
    let overview = &ui.view.overview();
    let whole = ui.canvas.whole();
    let lines = if whole.height() >= 136.0 { ui.canvas.scaled(20.0).min(26.0) } else { 0.0 };
    let high = (whole.height() - lines - 6.0) / 2.0;
    let row = whole.upper(high);
    let [undo, redo, journal, menu] = columns(row, 6.0, [1.0, 0.9, 1.0, 0.9]);
    ui.sharing(|canvas, actions| {
        middle::undo_button(canvas, history, 0, undo, actions);
        middle::redo_button(canvas, history, 0, redo, actions);
        middle::journal_button(canvas, 0, journal, actions);
        middle::menu_button(canvas, overview, 0, menu, actions);
    });
    let second = row.translate(vec2(0.0, high + 6.0));
    let share = if second.width() >= 360.0 { 0.42 } else { 0.24 };
    let [phases, rest] = columns(second, 6.0, [share, 1.0 - share]);
    self::phases(&mut ui.canvas, ui.view, phases);
    go_on(ui, rest);
    if lines > 0.0 {
        let place = Rect::from_min_max(pos2(whole.left() + 4.0, whole.bottom() - lines), whole.max);
        middle::last_line(&mut ui.canvas, overview, place, false);
    }
}

/// Draws the last event, and the side on turn.
fn line(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
    let overview = view.overview();
    let mut rect = rect;
    if rect.width() >= 420.0 && view.state.over.is_none() {
        let words = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
        let name = overview.turn().map(|seat| overview.name(seat).to_owned()).unwrap_or_default();
        let said = format!("turn {}, {name}", view.state.moment.turn);
        let right = rect.with_min_x(rect.left() + rect.width() * 0.66);
        let at = canvas.fit(right, Align2::RIGHT_CENTER, words, &[&said, &name]);
        rect.max.x = at.left() - 12.0;
    }
    middle::last_line(canvas, &overview, rect, false);
}

/// Draws the five phases; the current one stands out, and is the only one on small screens.
fn phases(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
    let now = view.state.moment.phase;
    canvas.border(rect, radius(8.0), canvas.look().rim, canvas.ground.line);
    let inner = rect.shrink(3.0);
    let named = inner.width() >= 400.0 && inner.height() >= 50.0;
    let alone = inner.width() < 5.0 * 25.0;
    let cells = if alone { [inner; 5] } else { columns(inner, 1.0, [1.0; 5]) };
    let named = named || (alone && inner.height() >= 50.0);
    for (phase, cell) in Phase::ALL.into_iter().zip(cells).filter(|(phase, _)| !alone || *phase == now) {
        let is_now = phase == now && view.state.over.is_none();
        let colour = if is_now { INK } else { canvas.ground.text };
        if is_now {
            canvas.fill(cell, radius(6.0), GOLD);
        }
        let foot = if named { canvas.scaled(20.0).min(cell.height() * 0.4) } else { 0.0 };
        let size = (cell.height() - foot - 10.0).min(cell.width() - 6.0).min(32.0);
        let centre = pos2(cell.center().x, cell.top() + (cell.height() - foot) / 2.0 + if named { 2.0 } else { 0.0 });
        Sign::of(phase).draw(canvas, rect_around(centre, size, size), colour);
        if named {
            let row =
                Rect::from_min_max(pos2(cell.left() + 2.0, cell.bottom() - foot - 3.0), cell.max - vec2(2.0, 3.0));
            let word = if phase == Phase::CloseCombat { "combat" } else { phase.words() };
            let words = TextStyle::new(Face::Caps, 17.0, colour);
            canvas.fit_down_to(12.0, row, Align2::CENTER_CENTER, words, &[&capital(word)]);
        }
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1.min(word.len()));
    format!("{}{rest}", first.to_uppercase())
}

/// Draws the due tests, and the button that advances the turn.
fn go_on(ui: &mut Ui<'_, '_>, rect: Rect) {
    if ui.view.state.over.is_some() {
        let button = Button { size: 26.0, ..Button::new(&["Show the result", "The end"], Tone::Harm) };
        if button.show(&mut ui.canvas, "the end", rect).tapped() {
            ui.actions.push(Action::ShowEnd(true));
        }
        return;
    }
    let asked = asked(ui.view);
    let mut next = rect;
    if let Some(asked) = &asked {
        let [first, second] = columns(rect, GAP, [1.15, 1.0]);
        let title = asked.title.each_ref().map(String::as_str);
        let tone = if asked.must { Tone::Harm } else { Tone::Ink };
        let sub = match (first.height() >= 52.0, first.width() >= 160.0) {
            (false, _) => "",
            (true, true) => asked.sub.as_str(),
            (true, false) => asked.sub.split([',', ':']).next().unwrap_or_default(),
        };
        let button = Button { sub, label: title[0], size: 23.0, ..Button::new(&title, tone) };
        if button.show(&mut ui.canvas, "due", first).tapped() {
            ui.actions.push(Action::OpenFacing(ui.canvas.region.facing, asked.opens.into()));
        }
        next = second;
    }
    let must = asked.is_some_and(|asked| asked.must);
    step(ui, must, next);
}

/// To the next phase, or the next turn, with the shield of whose it is.
fn step(ui: &mut Ui<'_, '_>, must: bool, rect: Rect) {
    let moment = ui.view.state.moment;
    let (title, label, turns) = match moment.phase.next() {
        Some(next) => {
            let word = if next == Phase::CloseCombat { "combat" } else { next.words() };
            ([format!("To {word}"), capital(word)], format!("To the {} phase", next.words()), None)
        }
        None => {
            let next = ui.view.state.next_after(moment.side).and_then(|(seat, _)| ui.view.state.side(seat));
            let name = next.map_or("", |side| side.name.as_str());
            ([format!("{name}’s turn"), "Next turn".to_owned()], "To the next turn".to_owned(), next)
        }
    };
    let title = title.each_ref().map(String::as_str);
    let tone = if must { Tone::Raised } else { Tone::Gold };
    let wide = rect.width() >= 150.0;
    let button = Button { label: &label, size: 23.0, ..Button::new(if wide { &[] } else { &title }, tone) };
    if button.show(&mut ui.canvas, "next phase", rect).tapped() {
        ui.actions.push(Action::Do(Command::Step(Step { phase: Way::Next })));
    }
    if !wide {
        return;
    }
    let colour = if must { ui.canvas.ground.text } else { INK };
    let size = (rect.height() * 0.5).min(34.0);
    let at = rect_around(pos2(rect.left() + 14.0 + size / 2.0, rect.center().y), size, size);
    match turns {
        Some(side) => emblem(&mut ui.canvas, at, side.colour, false),
        None => {
            let colour = [colour.r(), colour.g(), colour.b()];
            ui.canvas.picture(at.shrink(3.0), |size, _| PictureRequest::Icon { icon: Icon::Arrow, colour, size });
        }
    }
    let words = inset(rect, size + 22.0, 2.0, 8.0, 2.0);
    ui.canvas.fit(words, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 23.0, colour), &title);
}
