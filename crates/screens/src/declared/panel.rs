//! A player's panel: name, counters, actions, marks, piles, and the end of their turn.

use crate::session::PanelState;

use egui::{Align2, Rect, Vec2, pos2, vec2};

use super::items;
use super::things::{self, OwnThing};
use super::view::{Action, OwnSheet, Ui, View};
use crate::button::{Button, Tone};
use crate::canvas::TextStyle;
use crate::form::{CONTROL, GAP, THUMB};
use crate::game::number;
use crate::letters::Face;
use crate::region::{Cut as _, columns};
use crate::shared::panel as parts;
use crate::table::Seat;
use crate::table::declared::{Command, Player, Rules};
use crate::view::ordinal;

/// A mark, an action or a pile is at least so wide for its height.
const MARK: f32 = 1.3;

/// Where the parts of a panel are.
struct PanelLayout {
    spine: Rect,
    header: Rect,
    /// The button that ends the turn; `None` without turns, and in a phone's row.
    turn: Option<Rect>,
    /// Counters and the other things of a player.
    content: Rect,
    /// The button that leads to hidden items, unless it is the last cell.
    more: Option<Rect>,
    /// No cell for a counter is smaller.
    least: Vec2,
}

impl PanelLayout {
    fn of(whole: Rect, turns: bool) -> Self {
        let row = whole.height() < 150.0;
        // The wide band with its pattern is for panels that have room to spare.
        let roomy = whole.width() >= 320.0 && whole.height() >= 200.0;
        let [band, edge] = match (roomy, row) {
            (true, _) => [28.0, 9.0],
            (false, false) => [12.0, 6.0],
            // Two columns of rows on a phone in landscape have no room to spare.
            (false, true) if whole.width() < 310.0 => [5.0, 2.0],
            (false, true) => [12.0, if whole.height() < 72.0 { 2.0 } else { 6.0 }],
        };
        let spine = whole.left_part(band);
        let inner = Rect::from_min_max(pos2(spine.right() + edge, whole.top() + edge), whole.max - vec2(edge, edge));
        if row {
            let [header, content] = columns(inner, 6.0, [0.34, 0.66]);
            let below = header;
            let header = header.upper(header.height().min(CONTROL));
            let more = below.with_min_y(header.bottom() + 6.0);
            let more = Some(more).filter(|more| more.height() >= THUMB);
            return Self { spine, header, turn: None, content, more, least: vec2(2.0 * THUMB + 4.0, THUMB) };
        }
        let least = vec2(2.0 * CONTROL + GAP, CONTROL);
        let top = inner.upper(CONTROL);
        let below = inner.with_min_y(top.bottom() + GAP);
        if !turns {
            return Self { spine, header: top, turn: None, content: below, more: None, least };
        }
        // Where a panel is narrow and high enough the end of the turn has a row of its own.
        if inner.width() < 330.0 && below.height() >= 3.0 * CONTROL + 2.0 * GAP {
            let y = inner.bottom() - CONTROL;
            let turn = inner.with_min_y(y);
            let content = below.with_max_y(y - GAP);
            return Self { spine, header: top, turn: Some(turn), content, more: None, least };
        }
        let wide = (0.36 * inner.width()).clamp(2.0 * CONTROL, 230.0);
        let [header, turn] = columns(top, GAP, [inner.width() - wide - GAP, wide]);
        Self { spine, header, turn: Some(turn), content: below, more: None, least }
    }

    /// Where counters and where the other things lie; marks alone get little room.
    fn split(&self, counters: usize, others: usize, only_marks: bool) -> [Rect; 2] {
        let content = self.content;
        let (share, [widest, highest]) = if only_marks {
            (0.3, [240.0, 84.0])
        } else {
            ((others as f32 / (counters + others) as f32).clamp(0.3, 0.6), [f32::INFINITY; 2])
        };
        match (counters, others) {
            (_, 0) => [content, Rect::NOTHING],
            (0, _) => [Rect::NOTHING, content],
            _ if content.width() >= 2.2 * content.height() || content.height() < self.least.y * 2.0 + GAP => {
                let least = self.least.y * MARK;
                let usual = (share * content.width()).clamp(least, widest);
                let halves = |wide: f32| columns(content, GAP, [content.width() - wide - GAP, wide]);
                self.with_room(counters, usual, least, halves)
            }
            _ => {
                let usual = (share * content.height()).clamp(self.least.y, highest);
                let halves = |high: f32| {
                    let y = content.bottom() - high;
                    [content.with_max_y(y - GAP), content.with_min_y(y)]
                };
                self.with_room(counters, usual, self.least.y, halves)
            }
        }
    }

    /// Returns halves in which the other things leave room for as many counters as they can.
    fn with_room(&self, counters: usize, usual: f32, least: f32, halves: impl Fn(f32) -> [Rect; 2]) -> [Rect; 2] {
        /// The number of steps from the usual size to the least.
        const STEPS: u8 = 8;
        let steps = (0..=STEPS).map(|step| halves(usual + (least - usual) * f32::from(step) / f32::from(STEPS)));
        let fits = |halves: &[Rect; 2]| items::cells(halves[0], counters, self.least).len();
        let smallest = halves(least);
        let most = fits(&smallest);
        steps.into_iter().find(|halves| fits(halves) >= most).unwrap_or(smallest)
    }
}

/// Draws a player's panel and gives the actions of its controls.
pub fn draw(ui: &mut Ui<'_, '_>, seat: Seat, state: &PanelState<Rules>) {
    let Some(player) = ui.view.state.player(seat) else { return };
    let over = ui.view.state.over.is_some();
    let on_turn = ui.view.state.turn == Some(seat) && !over && !player.out;
    let person = player.person();
    parts::ground(&mut ui.canvas, ui.view.cards, &person, on_turn.then_some(parts::FRAME));
    let mut layout = PanelLayout::of(ui.canvas.whole(), ui.view.rules.spec().turns);
    if let Some(turn) = layout.turn.filter(|turn| !on_turn && turn.top() <= layout.header.top()) {
        // A long name has the room of the button that the others do not have.
        layout.header.max.x = turn.right();
        layout.turn = None;
    }
    parts::spine(&mut ui.canvas, ui.view.cards, layout.spine, &person);
    if let Some(line) = parts::name(ui, seat, &person, layout.header) {
        let face = if on_turn { Face::Strong } else { Face::Plain };
        let words = TextStyle::new(face, 15.0, ui.canvas.ground.quiet);
        let [long, short] = about(ui.view, seat, player);
        ui.canvas.fit(line, Align2::LEFT_CENTER, words, &[&long, &short]);
    }
    if let Some(rect) = layout.turn {
        turn(ui, seat, player, rect, on_turn);
    }
    content(ui, seat, player, &layout, state);
    if let Some((command, refusal)) = &state.refused {
        parts::refused(&mut ui.canvas, ui.view.book(), seat, command, refusal, ui.actions);
    }
}

/// Returns a player's current state as a line and as a word.
fn about(view: View<'_>, seat: Seat, player: &Player) -> [String; 2] {
    let state = view.state;
    let both = |long: &str, short: &str| [long.to_owned(), short.to_owned()];
    match &state.over {
        Some(winners) if winners.contains(&seat) => return both("has won", "has won"),
        _ if player.out => return both("out of the game", "out"),
        Some(_) => return both("", ""),
        None => {}
    }
    match state.turns_until(seat) {
        Some(0) => both("your turn", "turn"),
        Some(1) => both("plays next", "next"),
        Some(turns) if turns + 1 == state.left().len() => both("plays last", "last"),
        Some(turns) => [format!("{} to play", ordinal(turns + 1)), ordinal(turns + 1)],
        None => both("", ""),
    }
}

/// The button that ends the turn of whoever is on turn; for the others, whose turn it is.
fn turn(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, rect: Rect, on_turn: bool) {
    if on_turn {
        let label = format!("{}: end turn", player.name);
        let button = Button { label: &label, size: 22.0, ..Button::new(&["End turn", "End"], Tone::Ink) };
        if button.show(&mut ui.canvas, ("end", seat), rect).tapped() {
            ui.actions.push(Action::Do(Command::EndTurn { seat }));
        }
        return;
    }
    let before = ui.view.state.turn.filter(|_| ui.view.state.over.is_none() && !player.out);
    if let Some(before) = before.and_then(|seat| ui.view.state.player(seat)) {
        let words = TextStyle::new(Face::Italic, 18.0, ui.canvas.ground.quiet);
        let said = format!("{}’s turn", before.name);
        ui.canvas.fit(rect, Align2::CENTER_CENTER, words, &[&said, &before.name]);
    }
}

/// Counters, actions, marks and piles, as many as there is room for; the others are behind one touch.
fn content(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, layout: &PanelLayout, state: &PanelState<Rules>) {
    let spec = ui.view.rules.spec();
    let things = things::of_player(spec);
    let only_marks = things.iter().all(|thing| matches!(thing, OwnThing::Mark(_)));
    let (all, others) = (spec.counters.len(), things.len());
    let crowded = |area: Rect| layout.more.is_none() && items::cells(area, all, layout.least).len() < all.min(3);
    let [mut counters, mut beside] = layout.split(all, others, only_marks);
    // With two cells at most, counters take precedence over the overflow button, which moves beside the marks.
    let way = crowded(counters);
    if way && others == 0 {
        [counters, beside] = layout.split(all, 1, true);
    }
    let cells = items::cells(counters, all, layout.least);
    let shown =
        if layout.more.is_none() && !way && cells.len() < all { cells.len().saturating_sub(1) } else { cells.len() };
    for (counter, rect) in spec.counters.iter().zip(&cells).take(shown) {
        let pill = state.pill(&counter.id);
        items::counter(ui, seat, player, counter, pill, *rect);
    }
    let counted = shown;
    let mut hidden = all - shown;
    let mut place = cells.get(shown).copied();
    let least = vec2(layout.least.y * MARK, layout.least.y);
    let cells = items::cells(beside, others + usize::from(way), least);
    let last = way || layout.more.is_none() && place.is_none() && cells.len() < others;
    let shown = if last { cells.len().saturating_sub(1) } else { cells.len() };
    let [drawn, unseen] = things::with_room(&things, shown);
    for (thing, rect) in drawn.iter().zip(&cells) {
        thing.draw(ui, seat, player, *rect);
    }
    hidden += unseen.len();
    place = layout.more.or(place).or(cells.get(shown).copied());
    let figures = spec.counters.iter().skip(counted).map(|counter| {
        let value = player.counters.get(&counter.id).copied().unwrap_or_default();
        (counter.name.as_str(), number(value))
    });
    let about = unseen.iter().filter_map(|thing| thing.about(player)).filter(|about| about.1 != Some(0));
    let about = about.map(|(name, cards)| (name, cards.map_or_else(String::new, |cards| cards.to_string())));
    let said: Vec<_> = about.chain(figures).collect();
    if let Some(rect) = place.filter(|_| hidden > 0) {
        more(ui, seat, player, hidden, &said, rect);
    }
}

/// Draws the overflow button of a panel. It lists hidden marks, piles and counters, as far as there is room.
fn more(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, count: usize, said: &[(&str, String)], rect: Rect) {
    let canvas = &mut ui.canvas;
    let title = format!("{count} more…");
    let label = format!("{}: {count} more counters and others", player.name);
    let inner = rect.shrink2(vec2(7.0, 4.0));
    let line = canvas.scaled(17.0);
    let room = items::lines(inner.height(), line);
    let short = format!("{count}…");
    let titles = [title.as_str(), &short];
    let button = Button { label: &label, ..Button::new(if room < 2 { &titles } else { &[] }, Tone::Raised) };
    if button.show(canvas, ("more", seat), rect).tapped() {
        ui.actions.push(Action::Open(seat, OwnSheet::Everything(seat).into()));
    }
    if room < 2 {
        return;
    }
    let [quiet, strong] = [(Face::Plain, canvas.ground.quiet), (Face::Strong, canvas.ground.text)]
        .map(|(face, colour)| TextStyle::new(face, 14.0, colour));
    let words = |figure: &str| if figure.is_empty() { strong } else { quiet };
    let beside = |at: Rect, figure: &str| match figure {
        "" => at,
        figure => at.with_max_x(at.right() - canvas.width(strong, figure) - 6.0),
    };
    // Names that would be cut are only counted.
    let fits = |(name, figure): &&(&str, String)| canvas.fits(beside(inner.upper(line), figure), words(figure), name);
    let said: Vec<_> = said.iter().filter(fits).collect();
    // If not all fit, the last line gives their number.
    let told = if said.len() == count && count <= room { count } else { said.len().min(room - 1) };
    let rows = told + usize::from(told < count);
    let list = inner.with_min_y(inner.center().y - rows as f32 * line / 2.0);
    let row = |index: usize| list.row(index, line, 0.0);
    for (index, (name, figure)) in said.into_iter().take(told).enumerate() {
        canvas.fit(row(index), Align2::RIGHT_CENTER, strong, &[figure]);
        canvas.fit(beside(row(index), figure), Align2::LEFT_CENTER, words(figure), &[name]);
    }
    if told < count {
        let [long, short] = [format!("{} more…", count - told), format!("{}…", count - told)];
        canvas.fit(row(told), Align2::CENTER_CENTER, strong, &[&long, &short]);
    }
}
