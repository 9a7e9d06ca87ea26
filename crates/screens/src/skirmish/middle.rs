//! The middle of the table: the two piles, and on a phone the actions of the player on turn.

use egui::{Align2, Rect, pos2, vec2};

use super::view::{Action, OwnSheet, Ui, View};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius};
use crate::emblem::emblem;
use crate::head::{self, Shown};
use crate::letters::Face;
use crate::ordered;
use crate::region::{Cut as _, columns};
use crate::shared::counted;
use crate::shared::middle::{self, History, StripLayout};
use crate::table::CardId;
use crate::table::skirmish::{Command, PileName};
use crate::touch::Gesture;

/// A strip narrower than this shows each pile as a button, in points.
const MIN_STRIP_WIDTH: f32 = 900.0;
/// Where two lines of cards of this height have room, there are two, in points.
const LINE_HEIGHT: f32 = 96.0;

/// Returns the cards of a pile, and their number.
fn pile_of(view: View<'_>, pile: PileName) -> (Vec<(CardId, u32)>, u32) {
    let lies = view.state.pile(pile);
    let mut cards = view.rules.sorted(lies);
    // The weapons are what people look for.
    ordered::sort_by_number(&mut cards, |(card, _)| i64::from(pile == PileName::Weapon && !view.rules.is_weapon(card)));
    (cards, lies.total())
}

fn pile_title(pile: PileName) -> &'static str {
    match pile {
        PileName::Weapon => "Weapon discards",
        PileName::Normal => "Normal discards",
    }
}

/// The title where there is little room.
fn short_title(pile: PileName) -> &'static str {
    match pile {
        PileName::Weapon => "Weapons",
        PileName::Normal => "Discards",
    }
}

/// Piles above one another, and the last line of the journal.
pub fn field(ui: &mut Ui<'_, '_>) {
    let whole = ui.canvas.whole();
    let line = ui.canvas.scaled(34.0);
    let inner = inset(whole, 14.0, 6.0, 14.0, line + 2.0);
    let half = (inner.height() - 6.0) / 2.0;
    for (place, pile) in [PileName::Weapon, PileName::Normal].into_iter().enumerate() {
        // In a very tall field the cards need not grow without end.
        let rect = inner.row(place, half, 6.0);
        // Fingers have the margins above and below the piles as well.
        let touch = if place == 0 { rect } else { rect.translate(vec2(0.0, 2.0)) };
        labelled(ui, pile, rect, touch);
    }
    middle::last_line(&mut ui.canvas, &ui.view.overview(), middle::field_line(whole, line), true);
}

/// A pile with its heading and the heads of its cards, and where it can be touched.
fn labelled(ui: &mut Ui<'_, '_>, pile: PileName, rect: Rect, touch: Rect) {
    let (_, total) = pile_of(ui.view, pile);
    let heading = ui.canvas.scaled(24.0);
    let above = rect.upper(heading);
    let words = TextStyle::new(Face::Caps, 20.0, ui.canvas.ground.text);
    // Beside the title there is room for the number of cards at least.
    let beside = above.with_max_x(above.right() - ui.canvas.scaled(44.0));
    let title = ui.canvas.fit(beside, Align2::LEFT_CENTER, words, &[pile_title(pile), short_title(pile)]);
    let said = match (pile, ui.view.state.reshuffles) {
        (PileName::Weapon, _) => format!("{} · never shuffled", cards(total)),
        (PileName::Normal, 0) => cards(total),
        (PileName::Normal, 1) => format!("{} · deck shuffled once", cards(total)),
        (PileName::Normal, often) => format!("{} · deck shuffled {often} times", cards(total)),
    };
    let right = above.with_min_x(title.right() + 16.0);
    ui.canvas.fit(
        right,
        Align2::RIGHT_CENTER,
        TextStyle::new(Face::Plain, 15.0, ui.canvas.ground.quiet),
        &[&said, &total.to_string()],
    );
    // The heading is a part of what can be touched.
    let label = format!("{}: {}", pile_title(pile), cards(total));
    if ui.canvas.control(("pile", pile), touch, Gesture::Tap, &label).tapped() {
        ui.actions.push(Action::OpenFacing(ui.canvas.region.facing, OwnSheet::Pile(pile).into()));
    }
    let row = rect.with_min_y(above.bottom() + 2.0);
    // In less room no name could be read; the heading has the number of cards.
    if row.height() >= 42.0 {
        heads(&mut ui.canvas, ui.view, pile, row);
    }
}

fn cards(count: u32) -> String {
    if count == 1 { "1 card".to_owned() } else { format!("{count} cards") }
}

/// The heads of a pile's cards, in lines.
fn heads(canvas: &mut Canvas<'_, '_>, view: View<'_>, pile: PileName, row: Rect) {
    let (lies, _) = pile_of(view, pile);
    // Room for a full pile of weapons, to keep cards in place when others come and go.
    let most = view.rules.weapons().len() + 1;
    let mut places = places(row, most, pile);
    let last = if pile == PileName::Normal { places.pop() } else { None };
    let more: u32 = lies.iter().skip(places.len()).map(|(_, count)| count).sum();
    for (place, (card, count)) in places.into_iter().zip(&lies) {
        let shown = Shown { count: Some(*count), ..Shown::front(card.as_str()) };
        head::draw(canvas, view.cards, place, shown);
    }
    if let Some(last) = last {
        canvas.border(last, radius(6.0), 1.2, canvas.ground.line);
        let said = if more > 0 { format!("{more} more…") } else { "Add card…".to_owned() };
        canvas.wrap_centred(last.shrink(4.0), TextStyle::new(Face::Caps, 18.0, canvas.ground.text), &said);
    }
}

/// Returns the places of a pile's heads in a row; a tall row has several lines, which shows more of them and none too
/// large. There are places for all of the weapons, at most `most`, and for as many other cards as fit.
fn places(row: Rect, most: usize, pile: PileName) -> Vec<Rect> {
    const GAP: f32 = 8.0;
    let down = ((row.height() + GAP) / (LINE_HEIGHT + GAP)).floor().max(1.0);
    let high = (row.height() + GAP) / down - GAP;
    let fitting = ((row.width() + GAP) / (high * 0.9 + GAP)).floor().max(2.0) as usize;
    let down = down as usize;
    let across = if pile == PileName::Weapon { most.div_ceil(down) } else { most.min(fitting) };
    let width = ((row.width() + GAP) / across as f32 - GAP).min(high * 1.25);
    let place = |index: usize| {
        let (column, line) = ((index % across) as f32, (index / across) as f32);
        let at = pos2(row.left() + (width + GAP) * column, row.top() + (high + GAP) * line);
        Rect::from_min_size(at, vec2(width, high))
    };
    (0..across * down).map(place).collect()
}

/// Everything in a strip between two rows of panels.
pub fn strip(ui: &mut Ui<'_, '_>, layout: &StripLayout) {
    let narrow = ui.canvas.whole().width() < MIN_STRIP_WIDTH;
    let piles = layout.content;
    if narrow {
        let [a, b] = columns(piles, 8.0, [1.0, 1.0]);
        for (pile, rect) in [(PileName::Weapon, a), (PileName::Normal, b)] {
            let heading = ui.canvas.scaled(22.0);
            let above = rect.upper(heading);
            let words = TextStyle::new(Face::Caps, 18.0, ui.canvas.ground.text);
            ui.canvas.fit(above, Align2::LEFT_CENTER, words, &[pile_title(pile), short_title(pile)]);
            pile_button(ui, pile, inset(rect, 0.0, heading, 0.0, 2.0), rect);
        }
    } else {
        let [a, b] = columns(piles, 20.0, [0.7, 0.3]);
        labelled(ui, PileName::Weapon, a, a);
        labelled(ui, PileName::Normal, b, b);
    }
    middle::last_line(&mut ui.canvas, &ui.view.overview(), layout.line, !narrow);
}

/// A pile as a button with the number of its cards; `touch` is where it can be touched, heading and all.
fn pile_button(ui: &mut Ui<'_, '_>, pile: PileName, rect: Rect, touch: Rect) {
    let (lies, total) = pile_of(ui.view, pile);
    let label = format!("{}: {}", pile_title(pile), cards(total));
    if ui.canvas.control(("pile", pile), touch, Gesture::Tap, &label).tapped() {
        ui.actions.push(Action::OpenFacing(ui.canvas.region.facing, OwnSheet::Pile(pile).into()));
    }
    // One card with the number of all of them would say that all are of its kind.
    if lies.is_empty() {
        head::empty(&ui.canvas, rect, if pile == PileName::Weapon { "Weapons" } else { "Discards" }, &["none"]);
        return;
    }
    let words = match pile {
        PileName::Weapon => ["weapon pile", "weapons"],
        PileName::Normal => ["discard pile", "discards"],
    };
    counted::tile(&mut ui.canvas, rect, &total.to_string(), &words);
}

/// The foot of a phone's screen.
pub fn foot(ui: &mut Ui<'_, '_>, history: &History) {
    let overview = &ui.view.overview();
    let [row, rest] = middle::foot(ui.canvas.whole());
    let [undo, redo, weapons, normal, menu] = columns(row, 8.0, [1.0, 0.9, 1.1, 1.1, 0.9]);
    ui.sharing(|canvas, actions| {
        middle::undo_button(canvas, history, 0, undo, actions);
        middle::redo_button(canvas, history, 0, redo, actions);
        middle::menu_button(canvas, overview, 0, menu, actions);
    });
    pile_button(ui, PileName::Weapon, weapons, weapons);
    pile_button(ui, PileName::Normal, normal, normal);
    // Rows of a phone have no room for the buttons of whoever is on turn: here they are.
    let is_own = ui.view.room.own.is_some();
    if rest.height() >= 58.0 && ui.view.state.winner.is_none() && !is_own {
        turn_buttons(ui, rest);
    } else {
        middle::last_line(&mut ui.canvas, overview, rest, false);
    }
}

fn turn_buttons(ui: &mut Ui<'_, '_>, rect: Rect) {
    let seat = ui.view.state.turn;
    let [who, trip, attack, recover, end] = columns(rect, 8.0, [0.75, 0.9, 1.0, 1.0, 1.0]);
    // Anybody else may trip whoever is on turn: the sheet asks who.
    let card = ui.view.name(ui.view.rules.trip());
    if Button::new(&[card], Tone::Raised).show(&mut ui.canvas, "foot trip", trip).tapped() {
        ui.actions.push(Action::Open(ui.view.state.next_after(seat), OwnSheet::Trip.into()));
    }
    if let Some(player) = ui.view.state.player(seat) {
        let size = who.height().min(40.0);
        emblem(
            &mut ui.canvas,
            Rect::from_min_size(pos2(who.left(), who.center().y - size / 2.0), vec2(size, size)),
            player.colour,
            false,
        );
        let name = inset(who, size + 4.0, 0.0, 0.0, 0.0);
        // Without room for a name the shield says it.
        if name.width() >= 50.0 {
            ui.canvas.fit(
                name,
                Align2::LEFT_CENTER,
                TextStyle::new(Face::Caps, 20.0, ui.canvas.ground.text),
                &[&player.name],
            );
        }
    }
    if Button::new(&["Attack"], Tone::Harm).show(&mut ui.canvas, "foot attack", attack).tapped() {
        ui.actions.push(Action::Open(seat, OwnSheet::Attack.into()));
    }
    if Button::new(&["Recover"], Tone::Raised).show(&mut ui.canvas, "foot recover", recover).tapped() {
        ui.actions.push(Action::Open(seat, OwnSheet::Recover.into()));
    }
    if Button::new(&["End turn", "End"], Tone::Raised).show(&mut ui.canvas, "foot end", end).tapped() {
        ui.actions.push(Action::Do(Command::EndTurn { seat }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three players leave a tall and narrow middle.
    #[test]
    fn a_tall_row_shows_many_cards_of_a_common_size() {
        for (wide, high) in [(240.0, 150.0), (240.0, 260.0), (300.0, 320.0), (460.0, 110.0), (460.0, 420.0)] {
            let row = Rect::from_min_size(pos2(10.0, 20.0), vec2(wide, high));
            for pile in [PileName::Weapon, PileName::Normal] {
                let places = places(row, 9, pile);
                assert!(
                    places.len() >= if high < 2.0 * LINE_HEIGHT { 2 } else { 4 },
                    "{row} {pile:?}: {} places",
                    places.len()
                );
                for (index, place) in places.iter().enumerate() {
                    assert!(row.expand(0.01).contains_rect(*place), "{row} {pile:?}: {place} is outside");
                    assert!(
                        place.height() < 2.0 * LINE_HEIGHT && place.width() <= place.height() * 1.25 + 0.01,
                        "{place}"
                    );
                    let others = &places[index + 1..];
                    assert!(others.iter().all(|other| !place.intersects(*other)), "{row} {pile:?}: {place}");
                }
            }
        }
    }
}
