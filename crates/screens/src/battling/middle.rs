//! The middle of the table: everyone's current task, and the button that advances the turn.

use std::f32::consts::TAU;

use egui::{Align2, Pos2, Rect, Stroke, pos2, vec2};

use super::draft::{Entry, Phase, Target, next_turn};
use super::view::{Action, OwnSheet, Ui, View};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::look::{GOLD, INK, player_colour};
use crate::pages::fitting;
use crate::region::{Cut as _, columns};
use crate::shared::middle::{self, History, StripLayout};
use crate::shared::ornament;
use crate::table::Seat;
use crate::table::battling::Command;

/// Returns everyone's current task, with a short explanation.
fn words(view: View<'_>) -> [String; 2] {
    let waits = view.draft.waits_for(view.state).len();
    let all = view.state.left().len();
    match view.draft.phase {
        _ if view.state.over.is_some() => ["The game is over".to_owned(), String::new()],
        _ if view.room.shared => {
            let said = format!("turn {} · {} of {all} locked in", next_turn(view.state), view.room.locked.len());
            ["Draw four, play two".to_owned(), said]
        }
        Phase::Draw => {
            let bonus = view.rules.spec().bonus;
            let said = format!("turn {} · two of one kind: +{bonus}", next_turn(view.state));
            ["Draw four, play two".to_owned(), said]
        }
        Phase::Targets => {
            let said = format!("{} of {all} have chosen; all are shown together", all - waits);
            ["Three! Whom do you attack?".to_owned(), said]
        }
        Phase::Cards | Phase::Fights => {
            let said = match waits {
                0 => "All are ready.".to_owned(),
                1 => "One panel is still open.".to_owned(),
                waits => format!("{waits} panels are still open."),
            };
            ["Cards up!".to_owned(), said]
        }
    }
}

/// A field of its own.
pub fn field(ui: &mut Ui<'_, '_>) {
    let whole = ui.canvas.whole();
    let [title, sub] = words(ui.view);
    if ui.view.draft.phase == Phase::Cards && ui.view.state.over.is_none() && !ui.view.room.shared {
        let bar = Rect::from_min_max(
            pos2(whole.left() + 14.0, whole.bottom() - CONTROL - 14.0),
            whole.max - vec2(14.0, 14.0),
        );
        let above = Rect::from_min_max(whole.min + vec2(20.0, 12.0), pos2(whole.right() - 14.0, bar.top() - GAP));
        let [left, right] = columns(above, 12.0, [0.36, 0.64]);
        let line = left.upper(ui.canvas.scaled(40.0).min(left.height() * 0.4));
        ui.canvas.fit(line, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 32.0, ui.canvas.ground.text), &[&title]);
        let text = Rect::from_min_max(line.left_bottom() + vec2(0.0, 4.0), left.max);
        let said = format!("Each player enters their two cards. {sub}");
        ui.canvas.wrap_left(text, TextStyle::new(Face::Text, 18.0, ui.canvas.ground.quiet), &said);
        arrows(&mut ui.canvas, ui.view, right);
        self::bar(ui, bar);
        return;
    }
    paper(&mut ui.canvas, ui.view, whole);
    let inner = whole.shrink2(vec2(24.0, 16.0));
    let high = CONTROL + 2.0;
    let bar = rect_around(inner.center(), inner.width(), high);
    let room = inner.with_min_y(bar.bottom() + 4.0);
    let turned = inner.with_max_y(bar.top() - 4.0);
    title_and_sub(&mut ui.canvas.part(room, 0), &title, &sub);
    title_and_sub(&mut ui.canvas.part(turned, 2), &title, &sub);
    let mut bar = bar;
    if bar.width() >= 540.0 && ui.view.state.over.is_none() {
        let discs = bar.left_part(132.0);
        self::discs(&ui.canvas, ui.view, discs);
        bar.min.x = discs.right() + 12.0;
    }
    self::bar(ui, bar);
}

/// The paper with its frame on which the middle stands while the game waits for everyone.
fn paper(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
    if view.draft.phase != Phase::Draw || view.state.over.is_some() {
        return;
    }
    canvas.ground = canvas.look().turn;
    canvas.fill(rect, radius(10.0), canvas.ground.fill);
    canvas.border(rect, radius(10.0), 10.0, INK);
    ornament::frame(canvas, view.cards, rect.shrink(1.0), 8.0, GOLD);
}

/// Draws everyone's current task in the middle of a region.
fn title_and_sub(canvas: &mut Canvas<'_, '_>, title: &str, sub: &str) {
    let whole = canvas.whole();
    let high = whole.height().min(92.0);
    let line = if sub.is_empty() { 0.0 } else { canvas.scaled(22.0).min(high * 0.4) };
    let above = rect_around(whole.center() - vec2(0.0, line / 2.0), whole.width() - 20.0, high - line);
    // Letters of any size stay in their lines.
    let fitted = |high: f32, most: f32| (high * 0.85 / canvas.scaled(1.0)).min(most);
    let words = TextStyle::new(Face::Caps, fitted(above.height(), 36.0), canvas.ground.text);
    canvas.fit(above, Align2::CENTER_CENTER, words, &[title]);
    let below = Rect::from_min_size(above.left_bottom() - vec2(0.0, 4.0), vec2(above.width(), line));
    let words = TextStyle::new(Face::Text, fitted(line, 18.0), canvas.ground.quiet);
    canvas.fit(below, Align2::CENTER_CENTER, words, &[fitting(canvas, below, words, sub)]);
}

/// How far the turn has come: three discs.
fn discs(canvas: &Canvas<'_, '_>, view: View<'_>, rect: Rect) {
    let now = match view.draft.phase {
        Phase::Draw => 0,
        Phase::Targets | Phase::Cards => 1,
        Phase::Fights => 2,
    };
    for place in 0..3 {
        let at = pos2(rect.left() + 18.0 + 42.0 * place as f32, rect.center().y);
        let (fill, text) = if place == now {
            (canvas.ground.text, canvas.ground.fill)
        } else {
            (canvas.ground.fill, canvas.ground.quiet)
        };
        canvas.disc(at, 17.0, fill, Stroke::new(2.0, if place == now { fill } else { canvas.ground.line }));
        let figure = TextStyle::new(Face::Figure, 22.0, text);
        canvas.figure(at, Align2::CENTER_CENTER, figure, &(place + 1).to_string());
    }
}

/// A strip between two rows of panels.
pub fn strip(ui: &mut Ui<'_, '_>, layout: &StripLayout) {
    let rect = layout.content.union(layout.line);
    let rect = Rect::from_min_max(pos2(rect.left(), 4.0), pos2(rect.right(), ui.canvas.whole().bottom() - 4.0));
    paper(&mut ui.canvas, ui.view, rect);
    let inner = rect.shrink2(vec2(if rect.width() < 240.0 { 10.0 } else { 14.0 }, 12.0));
    let [title, sub] = words(ui.view);
    let wide = 0.23 * inner.width();
    let mut bar = inner;
    if wide >= 150.0 {
        let left = inner.left_part(wide);
        aside(&mut ui.canvas.part(left, 0), &title, &sub);
        let right = left.translate(vec2(inner.width() - wide, 0.0));
        aside(&mut ui.canvas.part(right, 2), &title, &sub);
        bar = inset(inner, wide + 12.0, 0.0, wide + 12.0, 0.0);
    } else if inner.width() >= 330.0 {
        let left = inner.left_part(0.3 * inner.width());
        aside(&mut ui.canvas.part(left, 0), &title, "");
        bar = inset(inner, left.width() + 8.0, 0.0, 0.0, 0.0);
    }
    let bar = rect_around(bar.center(), bar.width(), bar.height().min(76.0));
    self::bar(ui, bar);
}

/// Draws everyone's current task at the end of a strip.
fn aside(canvas: &mut Canvas<'_, '_>, title: &str, sub: &str) {
    let whole = canvas.whole();
    let foot = if sub.is_empty() { 0.0 } else { whole.height() * 0.4 };
    let words = TextStyle::new(Face::Caps, 23.0, canvas.ground.text);
    canvas.wrap_centred(inset(whole, 0.0, 0.0, 0.0, foot), words, title);
    let below = whole.lower(foot);
    if foot > 0.0 {
        canvas.wrap_centred(below, TextStyle::new(Face::Text, 16.0, canvas.ground.quiet), sub);
    }
}

/// The foot of a phone's screen.
pub fn foot(ui: &mut Ui<'_, '_>, history: &History) {
    let overview = &ui.view.overview();
    let [row, rest] = middle::foot(ui.canvas.whole());
    let [undo, redo, journal, menu] = columns(row, GAP, [1.0, 0.9, 1.0, 0.9]);
    ui.sharing(|canvas, actions| {
        middle::undo_button(canvas, history, 0, undo, actions);
        middle::redo_button(canvas, history, 0, redo, actions);
        middle::journal_button(canvas, 0, journal, actions);
        middle::menu_button(canvas, overview, 0, menu, actions);
    });
    bar(ui, rest);
}

/// The buttons with which the turn goes on: the main one first, then the others.
fn bar(ui: &mut Ui<'_, '_>, rect: Rect) {
    if ui.view.state.over.is_some() {
        let end = Button { size: 26.0, ..Button::new(&["Show the result", "The end"], Tone::Harm) };
        if end
            .show(&mut ui.canvas, "to the end", rect_around(rect.center(), rect.width().min(300.0), rect.height()))
            .tapped()
        {
            ui.actions.push(Action::ShowEnd(true));
        }
        return;
    }
    // Where three buttons have no room, everyone enters at their own panel.
    let narrow = rect.width() < 3.0 * CONTROL + 2.0 * GAP;
    let side = ((rect.width() - 2.0 * GAP) * 0.26).clamp(CONTROL, 120.0);
    let second = rect.right_part(side);
    let first = (!narrow).then(|| second.translate(vec2(-side - GAP, 0.0)));
    let end = first.map_or(second.left(), |first| first.left()) - GAP;
    let main = rect.with_max_x(end);
    let waits = ui.view.draft.waits_for(ui.view.state).len();
    let (waiting, few) = match waits {
        0 => (String::new(), String::new()),
        waits => (format!("waiting for {waits}"), format!("{waits} to go")),
    };
    let sub = if main.width() < 130.0 { few.as_str() } else { waiting.as_str() };
    let size = if main.height() >= 66.0 && main.width() > 200.0 { 28.0 } else { 24.0 };
    let enter = Button {
        label: "One person enters all turns",
        ..Button::new(&["One person enters all", "Enter"], Tone::Raised)
    };
    let phase = |phase: Phase| Action::Enter(Entry::Phase(phase));
    if ui.view.room.shared {
        secret(ui, main, second.union(first.unwrap_or(second)), size);
        return;
    }
    match ui.view.draft.phase {
        Phase::Draw => {
            let count =
                Button { label: "Count of three", size, ..Button::new(&["Count of three", "Three!"], Tone::Ink) };
            if count.show(&mut ui.canvas, "go on", main).tapped() {
                ui.actions.push(phase(Phase::Targets));
            }
            let end = Button { label: "End the turn", ..Button::new(&["End turn", "End"], Tone::Raised) };
            if end.show(&mut ui.canvas, "end turn", second).tapped() {
                ui.actions.push(Action::Do(Command::EndTurn));
            }
        }
        Phase::Targets => {
            let show = Button { off: waits > 0, sub, size, ..Button::new(&["Show all", "Show"], Tone::Harm) };
            if show.show(&mut ui.canvas, "go on", main).tapped() {
                ui.actions.push(phase(Phase::Cards));
            }
            if back(&mut ui.canvas, "Back to the draw", second) {
                ui.actions.push(phase(Phase::Draw));
            }
        }
        Phase::Cards | Phase::Fights => {
            let fight = Button { off: waits > 0, sub, size, ..Button::new(&["Fight"], Tone::Harm) };
            if fight.show(&mut ui.canvas, "go on", main).tapped() {
                ui.actions.push(phase(Phase::Fights));
            }
            if back(&mut ui.canvas, "Back to the targets", second) {
                ui.actions.push(phase(Phase::Targets));
            }
        }
    }
    if first.is_some_and(|first| enter.show(&mut ui.canvas, "enter all", first).tapped()) {
        if ui.view.draft.phase != Phase::Cards {
            ui.actions.push(phase(Phase::Cards));
        }
        ui.actions.push(Action::OpenFacing(ui.canvas.region.facing, OwnSheet::Plays(None).into()));
    }
}

/// The buttons of a turn whose cards are secret until all have chosen.
fn secret(ui: &mut Ui<'_, '_>, main: Rect, second: Rect, size: f32) {
    let view = ui.view;
    let open = |seat: &Seat| view.room.acts_for(*seat) && !view.room.is_locked(*seat);
    let here: Vec<Seat> = view.state.left().into_iter().filter(open).collect();
    let left = view.state.left().len() - view.room.locked.len();
    let sub = format!("{left} to go");
    let waiting =
        Button { off: true, sub: &sub, size, ..Button::new(&["Waiting for the others", "Waiting"], Tone::Raised) };
    let (choosing, own) = (view.draft.phase != Phase::Draw, view.room.own);
    match own.filter(|own| choosing && here.contains(own)) {
        _ if here.is_empty() => drop(waiting.show(&mut ui.canvas, "waits", main)),
        Some(own) => {
            let choice = view.draft.secret(view.state, own);
            let lock = Button { off: choice.is_none(), size, ..Button::new(&["Lock in"], Tone::Ink) };
            if lock.show(&mut ui.canvas, ("lock", own), main).tapped()
                && let Some(choice) = choice
            {
                ui.actions.push(Action::Lock(own, choice));
            }
        }
        None if choosing => drop(waiting.show(&mut ui.canvas, "waits", main)),
        None => {
            let choose = Button { size, ..Button::new(&["Choose cards", "Choose"], Tone::Ink) };
            if choose.show(&mut ui.canvas, "go on", main).tapped() {
                ui.actions.push(Action::Enter(Entry::Phase(Phase::Cards)));
            }
        }
    }
    if choosing && !here.is_empty() {
        if back(&mut ui.canvas, "Back to the draw", second) {
            ui.actions.push(Action::Enter(Entry::Phase(Phase::Draw)));
        }
        return;
    }
    let end = Button { label: "End the turn", ..Button::new(&["End turn", "End"], Tone::Raised) };
    if end.show(&mut ui.canvas, "end turn", second).tapped() {
        ui.actions.push(Action::Do(Command::EndTurn));
    }
}

fn back(canvas: &mut Canvas<'_, '_>, label: &str, rect: Rect) -> bool {
    Button { label, ..Button::new(&["Back"], Tone::Raised) }.show(canvas, "phase back", rect).tapped()
}

/// Draws all targets: everyone's shield at their seat, and arrows between them.
fn arrows(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
    const SHIELD: f32 = 46.0;
    let count = view.state.players.len().max(1);
    // Seats run clockwise from the near edge; where three play nobody sits at the far one.
    let quarter = if count == 3 { [0.25, 0.5, 0.0].as_slice() } else { &[] };
    let place = |seat: Seat| {
        let share = quarter.get(seat.index()).copied().unwrap_or(0.25 + seat.index() as f32 / count as f32);
        let radius = vec2((rect.width() - SHIELD) / 2.0, (rect.height() - SHIELD) / 2.0);
        rect.center() + radius * egui::Vec2::angled(share * TAU)
    };
    for seat in view.state.left() {
        if let (Some(Target::Player(on)), Some(player)) = (view.draft.hand(seat).target, view.state.player(seat)) {
            let colour = if canvas.look().high { canvas.ground.text } else { player_colour(player.colour) };
            arrow(canvas, place(seat), place(on), SHIELD / 2.0 + 4.0, colour);
        }
    }
    for seat in view.state.seats() {
        if let Some(player) = view.state.player(seat) {
            emblem(canvas, rect_around(place(seat), SHIELD, SHIELD), player.colour, player.out.is_some());
        }
    }
}

/// An arrow from one shield to another, a little to the left so that two that cross lie side by side.
fn arrow(canvas: &Canvas<'_, '_>, from: Pos2, to: Pos2, air: f32, colour: egui::Color32) {
    let way = (to - from).normalized();
    let aside = way.rot90() * 7.0;
    let [from, to] = [from + way * air + aside, to - way * air + aside];
    let neck = to - way * 14.0;
    let side = way.rot90() * 10.0;
    if canvas.look().light {
        canvas.path(&[from, neck], Stroke::new(8.0, INK), &[]);
    }
    canvas.path(&[from, neck], Stroke::new(5.0, colour), &[]);
    canvas.area(&[to, neck + side, neck - side], if canvas.look().light { INK } else { colour });
}
