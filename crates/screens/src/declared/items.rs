//! The counters, actions, marks and piles of a declared table, each in a cell, and the layout of such cells.

use std::time::Duration;

use egui::{Align2, Color32, Rect, Vec2, pos2, vec2};

use super::view::{Action, OwnSheet, Ui, pile_name};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::clock::minutes_and_seconds;
use crate::form::GAP;
use crate::gallery::{CardSide, Icon, PictureRequest};
use crate::game::{ActionSpec, ActionTarget, CounterSpec, NoteSpec, Spanned, StatusSpec, TimerSpec, WinSpec, number};
use crate::head::{self, Shown};
use crate::letters::Face;
use crate::look::{GOLD, INK, LIT, PAPER, parts};
use crate::region::Cut as _;
use crate::shared::counted;
use crate::shared::counter::{self, Counter, Pill};
use crate::shared::sheet::SheetKind;
use crate::table::declared::{Command, PileId, Player};
use crate::table::{CardId, Millis, Seat};
use crate::touch::Gesture;

/// A counter with no more steps than this shows them as pips.
const PIPS: i64 = 20;

/// Returns cells for a number of items in a box, as large as possible; fewer if not all fit at the minimum size. The
/// last row is as wide as the others.
pub fn cells(rect: Rect, count: usize, least: Vec2) -> Vec<Rect> {
    let size = |across: usize, down: usize| {
        let each = |room: f32, count: usize| (room + GAP) / count as f32 - GAP;
        vec2(each(rect.width(), across), each(rect.height(), down))
    };
    let fits = |across: &usize| {
        let size = size(*across, count.div_ceil(*across));
        size.x >= least.x - 0.01 && size.y >= least.y - 0.01
    };
    // Twice as wide as high is how a figure between two signs likes to be.
    let good = |across: &usize| {
        let size = size(*across, count.div_ceil(*across));
        (size.x / 2.0).min(size.y)
    };
    let best = (1..=count).filter(fits).max_by(|a, b| good(a).total_cmp(&good(b)));
    let (count, across) = best.map_or_else(
        || {
            let [across, down] = [room_for(rect.width(), least.x), room_for(rect.height(), least.y)];
            ((across * down).min(count), across)
        },
        |across| (count, across),
    );
    if count == 0 {
        return Vec::new();
    }
    let down = count.div_ceil(across);
    let high = size(1, down).y;
    let place = |index: usize| {
        let row = index / across;
        let in_row = (count - row * across).min(across);
        let wide = size(in_row, 1).x;
        let at = rect.min + vec2((index % across) as f32 * (wide + GAP), row as f32 * (high + GAP));
        Rect::from_min_size(at, vec2(wide, high))
    };
    (0..count).map(place).collect()
}

/// How many cells of a size fit side by side.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few, and never below none")]
pub fn room_for(room: f32, size: f32) -> usize {
    ((room + GAP + 0.01) / (size + GAP)).max(0.0) as usize
}

/// How many lines of a height fit below one another.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few, and never below none")]
pub fn lines(room: f32, line: f32) -> usize {
    (room / line).max(0.0) as usize
}

/// A counter of a player.
pub fn counter(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, spec: &CounterSpec, pill: Option<Pill>, rect: Rect) {
    let last = matches!(&ui.view.rules.spec().win, Some(WinSpec::Last(counter)) if *counter == spec.id);
    let pips = spec.most.is_some_and(|most| most - spec.least <= PIPS) && rect.height() >= 84.0;
    let counter = Counter {
        title: &spec.name,
        icon: spec.icon.as_ref().map(|icon| icon.value.as_str()),
        value: player.counters.get(&spec.id).copied().unwrap_or_default(),
        least: spec.least,
        most: spec.most,
        labels: ["down", "up"].map(|way| format!("{}: {} {way}", player.name, spec.name)),
        pips: pips.then_some(player.colour),
        at_least: if last { "out" } else { "" },
        pill,
        ..Counter::default()
    };
    let steps = counter::draw(&mut ui.canvas, ("count", seat, &spec.id), rect, &counter);
    let count = |by| Action::Do(Command::Count { seat, counter: spec.id.clone(), by });
    ui.actions.extend(steps.into_iter().map(count));
}

/// A counter of the table.
pub fn shared(ui: &mut Ui<'_, '_>, spec: &CounterSpec, rect: Rect) {
    let counter = Counter {
        title: &spec.name,
        icon: spec.icon.as_ref().map(|icon| icon.value.as_str()),
        value: ui.view.state.shared.get(&spec.id).copied().unwrap_or_default(),
        least: spec.least,
        most: spec.most,
        labels: ["down", "up"].map(|way| format!("{} {way}", spec.name)),
        ..Counter::default()
    };
    let steps = counter::draw(&mut ui.canvas, ("shared", &spec.id), rect, &counter);
    ui.actions.extend(steps.into_iter().map(|by| Action::Do(Command::Shared { counter: spec.id.clone(), by })));
}

/// A mark of a player; one with a card is the side of the card that shows it.
pub fn mark(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, spec: &StatusSpec, rect: Rect) {
    let on = player.statuses.contains(&spec.id);
    let label = format!("{}: {}", player.name, spec.name);
    let response = ui.canvas.choice(("mark", seat, &spec.id), rect, Gesture::Hold, &label, on);
    let card = spec.card.as_deref().filter(|card| ui.view.cards.head(card, CardSide::Front).is_some());
    if let Some(card) = card {
        let side = if on { CardSide::Back } else { CardSide::Front };
        head::draw(&mut ui.canvas, ui.view.cards, rect, Shown { card, side, strength: 1.0, ..Shown::default() });
        if response.held {
            ui.actions.push(Action::Open(seat, SheetKind::Card(CardId::new(card), side)));
        }
    } else {
        let (fill, text) = if on { (GOLD, INK) } else { (ui.canvas.ground.raised, ui.canvas.ground.quiet) };
        ui.canvas.fill(rect, radius(8.0), fill);
        ui.canvas.border(rect, radius(8.0), ui.canvas.look().rim, if on { INK } else { ui.canvas.ground.line });
        let mut words = rect.shrink2(vec2(6.0, 2.0));
        if on && rect.width() >= 96.0 {
            let tick = rect_around(pos2(rect.left() + 20.0, rect.center().y), 22.0, 22.0);
            let colour = parts(INK);
            ui.canvas.picture(tick, |size, _| PictureRequest::Icon { icon: Icon::Tick, colour, size });
            words = inset(rect, 36.0, 4.0, 6.0, 4.0);
        }
        named(&mut ui.canvas, words, TextStyle::new(Face::Caps, 18.0, text), spec.icon.as_ref(), &spec.name);
    }
    if response.down {
        ui.canvas.fill(rect, radius(8.0), INK.gamma_multiply(0.2));
    }
    if response.tapped() {
        ui.actions.push(Action::Do(Command::Mark { seat, status: spec.id.clone(), on: !on }));
    }
}

/// A name, beside its icon if it has one, or below it in a narrow cell; a small cell has room only for the name.
fn named(canvas: &mut Canvas<'_, '_>, mut rect: Rect, words: TextStyle, icon: Option<&Spanned<String>>, name: &str) {
    let line = canvas.scaled(words.size * 1.25);
    if let Some(icon) = icon {
        if rect.width() >= 4.0 * line {
            return canvas.fit_with_icon(rect, words, &icon.value, &[name]);
        }
        if rect.height() >= 2.0 * line {
            let above = rect_around(pos2(rect.center().x, rect.top() + rect.height() / 4.0), line, line);
            canvas.fit_with_icon(above, words, &icon.value, &[]);
            rect.min.y = rect.center().y;
        }
    }
    // A single word becomes smaller before it is broken.
    if name.contains(' ') {
        canvas.wrap_centred(rect, words, name);
    } else {
        canvas.fit(rect, Align2::CENTER_CENTER, words, &[name]);
    }
}

/// An action of a player with its cost: a tap carries it out, or asks on whom if there are several.
pub fn action(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, spec: &ActionSpec, rect: Rect) {
    let (rules, state) = (ui.view.rules.spec(), ui.view.state);
    let cost = |(id, by): &(String, i64)| {
        rules.counter(id).map(|counter| format!("{} {}", number(-by), counter.name_after(*by)))
    };
    let cost = spec.cost.iter().filter_map(cost).collect::<Vec<_>>().join(", ");
    let mut label = format!("{}: {}", player.name, spec.name);
    if !cost.is_empty() {
        label += &format!(", {cost}");
    }
    let off = player.out || state.over.is_some();
    let tone = if state.turn.is_none_or(|turn| turn == seat) { Tone::Ink } else { Tone::Raised };
    let button = Button { label: &label, off, ..Button::new(&[], tone) };
    if button.show(&mut ui.canvas, ("act", seat, &spec.id), rect).tapped() {
        let act = |on| Action::Do(Command::Act { seat, action: spec.id.clone(), on });
        ui.actions.push(match (spec.target, state.others(seat).as_slice()) {
            (ActionTarget::Other, [_, _, ..]) => Action::Open(seat, OwnSheet::Action(seat, spec.id.clone()).into()),
            (ActionTarget::Other, others) => act(others.first().copied()),
            _ => act(None),
        });
    }
    let [text, quiet] = match tone {
        Tone::Ink => [PAPER, LIT],
        _ => [ui.canvas.ground.text, ui.canvas.ground.quiet],
    };
    let fade = |colour: Color32| colour.gamma_multiply(if off { 0.4 } else { 1.0 });
    // The cost stays near the name in a high cell.
    let mut words = rect_around(rect.center(), rect.width() - 10.0, (rect.height() - 6.0).min(96.0));
    let line = ui.canvas.scaled(16.0);
    let small = TextStyle::new(Face::Plain, 14.0, fade(quiet));
    if !cost.is_empty() && ui.canvas.fits(words.lower(line), small, &cost) {
        ui.canvas.fit(words.lower(line), Align2::CENTER_CENTER, small, &[&cost]);
        words.max.y -= line;
    }
    let face = TextStyle::new(Face::Caps, 20.0, fade(text));
    named(&mut ui.canvas, words, face, spec.icon.as_ref(), &spec.name);
}

/// A timer of the table: a tap starts it, or stops it.
pub fn timer(ui: &mut Ui<'_, '_>, spec: &TimerSpec, rect: Rect) {
    let now = (ui.view.times.now)();
    let ends = ui.view.state.timers.get(&spec.id).copied();
    let all = u64::from(spec.seconds) * 1000;
    let left = ends.map(|ends| ends.0.saturating_sub(now.0));
    // A second that has begun is still there.
    let figure = minutes_and_seconds(left.unwrap_or(all).next_multiple_of(1000));
    let (tone, said) = match left {
        None => (Tone::Raised, "tap to start"),
        Some(0) => (Tone::Harm, "time is up"),
        Some(_) => (Tone::Gold, "tap to stop"),
    };
    let label = format!("{}: {figure}, {said}", spec.name);
    let (title, sub) = ([figure.as_str()], format!("{} · {said}", spec.name));
    let off = ui.view.state.over.is_some();
    let button = Button { sub: &sub, label: &label, off, size: 30.0, ..Button::new(&title, tone) };
    if button.show(&mut ui.canvas, ("timer", &spec.id), rect).tapped() {
        let ends = left.is_none().then_some(Millis(now.0 + all));
        ui.actions.push(Action::Do(Command::Timer { timer: spec.id.clone(), ends }));
    }
    if left.is_some_and(|left| left > 0) {
        ui.canvas.tools.ui.ctx().request_repaint_after(Duration::from_millis(200));
    }
}

/// A note of the table: a tap writes it.
pub fn note(ui: &mut Ui<'_, '_>, spec: &NoteSpec, rect: Rect) {
    let text = ui.view.state.notes.get(&spec.id).map_or("", String::as_str);
    let label = if text.is_empty() { spec.name.clone() } else { format!("{}: {text}", spec.name) };
    let (title, sub) = if text.is_empty() { (&*spec.name, "tap to write") } else { (text, &*spec.name) };
    let title = [title];
    let off = ui.view.state.over.is_some();
    let button = Button { sub, label: &label, off, ..Button::new(&title, Tone::Raised) };
    if button.show(&mut ui.canvas, ("note", &spec.id), rect).tapped() {
        let note = OwnSheet::Note(spec.id.clone()).into();
        ui.actions.push(Action::OpenFacing(ui.canvas.region.facing, note));
    }
}

/// The dice of the game: a tap opens the sheet on which they are thrown.
pub fn dice(ui: &mut Ui<'_, '_>, rect: Rect) {
    let names: Vec<String> = ui.view.rules.spec().dice.iter().map(|dice| dice.name()).collect();
    let sub = names.join(", ");
    let button = Button { sub: &sub, ..Button::new(&["Dice"], Tone::Raised) };
    if button.show(&mut ui.canvas, "dice of the game", rect).tapped() {
        ui.actions.push(Action::OpenFacing(ui.canvas.region.facing, SheetKind::Dice));
    }
}

/// A pile: its name, its number of cards, and the heads of some if there is room. A tap opens it.
pub fn pile(ui: &mut Ui<'_, '_>, id: &PileId, rect: Rect) {
    /// A head of a card is not smaller, in points.
    const HEAD: Vec2 = vec2(84.0, 60.0);
    let Some(spec) = ui.view.rules.spec().pile(id.id()) else { return };
    let lies: Vec<(CardId, u32)> = spec
        .cards
        .iter()
        .map(|card| CardId::new(card))
        .map(|card| (ui.view.state.in_pile(id, &card), card))
        .filter_map(|(count, card)| (count > 0).then_some((card, count)))
        .collect();
    let total: u32 = lies.iter().map(|(_, count)| count).sum();
    let many = if total == 1 { "1 card".to_owned() } else { format!("{total} cards") };
    let label = format!("{}: {many}", pile_name(ui.view, id));
    if ui.canvas.control(("pile", id), rect, Gesture::Tap, &label).tapped() {
        let pile = OwnSheet::Pile(id.clone()).into();
        ui.actions.push(match id.seat() {
            Some(seat) => Action::Open(seat, pile),
            None => Action::OpenFacing(ui.canvas.region.facing, pile),
        });
    }
    let line = ui.canvas.scaled(24.0);
    let row = inset(rect, 0.0, line + 2.0, 0.0, 0.0);
    if row.height() < HEAD.y || row.width() < 2.0 * HEAD.x + GAP {
        counted::tile(&mut ui.canvas, rect, &total.to_string(), &[&spec.name]);
        return;
    }
    let above = rect.upper(line);
    let title = ui.canvas.fit(
        inset(above, 0.0, 0.0, 60.0, 0.0),
        Align2::LEFT_CENTER,
        TextStyle::new(Face::Caps, 20.0, ui.canvas.ground.text),
        &[&spec.name],
    );
    let right = above.with_min_x(title.right() + 12.0);
    let quiet = TextStyle::new(Face::Plain, 15.0, ui.canvas.ground.quiet);
    ui.canvas.fit(right, Align2::RIGHT_CENTER, quiet, &[&many, &total.to_string()]);
    if lies.is_empty() {
        head::empty(&ui.canvas, row, "Empty", &["tap to add"]);
        return;
    }
    // As many heads as there is room for; the last place says how many more there are.
    let high = row.height().min(120.0);
    let wide = (high * 1.2).clamp(HEAD.x, 130.0);
    let places = room_for(row.width(), wide).max(2);
    let shown = if lies.len() > places { places - 1 } else { lies.len() };
    let place = |index: usize| {
        let x = row.left() + index as f32 * (wide + GAP);
        Rect::from_min_size(pos2(x, row.top()), vec2(wide, high))
    };
    for (index, (card, count)) in lies.iter().take(shown).enumerate() {
        let shown = Shown { count: Some(*count), ..Shown::front(card.as_str()) };
        head::draw(&mut ui.canvas, ui.view.cards, place(index), shown);
    }
    if shown < lies.len() {
        let more: u32 = lies.iter().skip(shown).map(|(_, count)| count).sum();
        let rest = place(shown);
        ui.canvas.border(rest, radius(6.0), 1.2, ui.canvas.ground.line);
        let words = TextStyle::new(Face::Caps, 18.0, ui.canvas.ground.text);
        ui.canvas.wrap_centred(rest.shrink(4.0), words, &format!("{more} more…"));
    }
}

#[cfg(test)]
mod tests {
    use egui::Pos2;

    use super::*;

    #[test]
    fn cells_are_never_smaller_than_they_may_be_and_fill_the_box() {
        for (width, height) in [(196.0, 126.0), (570.0, 160.0), (320.0, 58.0), (240.0, 400.0), (100.0, 40.0)] {
            let rect = Rect::from_min_size(Pos2::ZERO, vec2(width, height));
            for count in 0..=12 {
                let least = vec2(92.0, 58.0);
                let all = cells(rect, count, least);
                assert!(all.len() <= count);
                for (index, cell) in all.iter().enumerate() {
                    assert!(cell.width() >= least.x - 0.1 && cell.height() >= least.y - 0.1, "{rect} {count}: {cell}");
                    assert!(rect.expand(0.1).contains_rect(*cell), "{rect} {count}: {cell}");
                    let apart = |other: &Rect| !cell.expand(GAP / 2.0 - 0.1).intersects(other.expand(GAP / 2.0 - 0.1));
                    assert!(all[index + 1..].iter().all(apart), "{rect} {count}: {cell}");
                }
                if let Some(last) = all.last() {
                    assert!((last.right() - rect.right()).abs() < 0.1, "{rect} {count}: {last}");
                }
            }
        }
    }

    #[test]
    fn what_has_no_room_is_left_out() {
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(196.0, 126.0));
        assert_eq!(cells(rect, 4, vec2(92.0, 58.0)).len(), 4);
        assert_eq!(cells(rect, 9, vec2(92.0, 58.0)).len(), 4);
        assert!(cells(rect, 3, vec2(300.0, 58.0)).is_empty());
    }
}
