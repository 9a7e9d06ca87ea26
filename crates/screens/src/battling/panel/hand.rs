//! The two cards that a player has laid (B9): from which deck, and which, on keys.

use std::fmt::Debug;
use std::hash::Hash;

use egui::{Align2, Rect, pos2, vec2};

use super::{asks_on_a_sheet, attacks};
use crate::battling::card;
use crate::battling::draft::{Entry, Hand, Kind};
use crate::battling::view::{Action, Ui, View};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::form::{CONTROL, GAP, THUMB};
use crate::letters::Face;
use crate::look::{GOLD, INK, PAPER};
use crate::region::{Cut as _, columns, grid};
use crate::shared::panel as parts;
use crate::table::Seat;
use crate::table::battling::{Player, Rank};
use crate::touch::Gesture;

/// Two decks, thirteen ranks, and the way back.
const KEYS: usize = 16;
/// Between keys.
const BETWEEN: f32 = 6.0;

/// Draws the keys on a panel.
pub fn draw(ui: &mut Ui<'_, '_>, seat: Seat, hand: &Hand, inner: Rect) {
    let Some(player) = ui.view.state.player(seat) else { return };
    let below = inset(inner, 0.0, CONTROL + GAP, 0.0, 0.0);
    if let Some(keys) = keys_in(below, THUMB) {
        let head = inner.upper(CONTROL);
        let wide = (inner.width() * 0.17).clamp(64.0, 98.0);
        let cards = head.with_min_x(head.right() - 2.0 * wide - BETWEEN);
        let name = head.with_max_x(cards.left() - GAP);
        attacks(ui, seat, player, hand, name);
        cards_laid(&mut ui.canvas, ui.view, hand, cards);
        self::keys(ui, seat, player, hand, keys);
        return;
    }
    // In a low panel shield and cards stand among the keys, in the place of the first two.
    let among = grid(inner, BETWEEN, 6, 3);
    if among.first().is_some_and(|key| key.size().min_elem() >= THUMB) {
        let mut among = among.into_iter();
        let (Some(shield), Some(cards)) = (among.next(), among.next()) else { return };
        parts::name(ui, seat, &player.person(), shield);
        let [upper, lower] = halves(cards);
        for (place, rect) in [upper, lower].into_iter().enumerate() {
            one_laid(&mut ui.canvas, ui.view, hand, place, rect);
        }
        self::keys(ui, seat, player, hand, among.collect());
        return;
    }
    asks_on_a_sheet(ui, seat, player, inner, &["Which two did you lay?", "Which two?", "Cards"]);
}

fn halves(rect: Rect) -> [Rect; 2] {
    let high = (rect.height() - 3.0) / 2.0;
    [rect.upper(high), Rect::from_min_size(pos2(rect.left(), rect.bottom() - high), vec2(rect.width(), high))]
}

/// Returns places for all keys, the decks first, none below the minimum size; `None` without room.
pub fn keys_in(rect: Rect, least: f32) -> Option<Vec<Rect>> {
    let fits = |keys: &Vec<Rect>| keys.first().is_some_and(|key| key.size().min_elem() >= least);
    let shape = |keys: &Vec<Rect>| keys.first().map_or(0.0, |key| key.size().min_elem());
    let all = [8, 4, 6].into_iter().map(|across| grid(rect, BETWEEN, across, KEYS.div_ceil(across)));
    all.filter(fits).max_by(|a, b| shape(a).total_cmp(&shape(b)))
}

/// Draws the keys: both decks, the ranks of the one that is chosen, and the way back.
pub fn keys(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, hand: &Hand, places: Vec<Rect>) {
    let ranks = Rank::all().map(Some);
    // With eight keys in a row each deck begins a row of ranks.
    let in_rows = places.len() == KEYS && places.get(7).is_some_and(|key| key.top() == places[0].top());
    let mut places = places;
    if in_rows {
        let second = places.remove(8);
        places.insert(1, second);
    }
    let mut places = places.into_iter();
    for (kind, rect) in Kind::ALL.into_iter().zip(places.by_ref()) {
        kind_key(ui, seat, player, hand, kind, rect);
    }
    for (rank, rect) in ranks.chain([None]).zip(places) {
        let Some(rank) = rank else {
            let label = format!("{}: take the last card back", player.name);
            let off = hand.cards.is_empty();
            let back = Button { label: &label, off, size: 18.0, ..Button::new(&["Back"], Tone::Raised) };
            if back.show(&mut ui.canvas, ("back", seat), rect).tapped() {
                ui.actions.push(Action::Enter(Entry::TakeUp(seat)));
            }
            continue;
        };
        let label = format!("{}: {} {rank}", player.name, hand.kind.word());
        // Each deck has each rank once (B2).
        let off = hand.is_laid() || hand.cards.contains(&(hand.kind, rank));
        if rank_key(&mut ui.canvas, ("rank", seat, rank), rect, rank, &label, off) {
            ui.actions.push(Action::Enter(Entry::Lay(seat, rank)));
        }
    }
}

/// A key with a rank; pale where it cannot be.
pub fn rank_key(
    canvas: &mut Canvas<'_, '_>,
    id: impl Hash + Debug,
    rect: Rect,
    rank: Rank,
    label: &str,
    off: bool,
) -> bool {
    let title = rank.to_string();
    let title = [title.as_str()];
    let size = (rect.size().min_elem() * 0.5).clamp(20.0, 27.0);
    Button { label, off, size, ..Button::new(&title, Tone::Raised) }.show(canvas, id, rect).tapped()
}

fn kind_key(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, hand: &Hand, kind: Kind, rect: Rect) {
    let chosen = hand.kind == kind;
    let label = format!("{}: {} cards", player.name, kind.word());
    let response = ui.canvas.choice(("kind", seat, kind), rect, Gesture::Tap, &label, chosen);
    ui.canvas.fill(rect, radius(8.0), kind.colour(ui.view.cards));
    if response.down {
        ui.canvas.fill(rect, radius(8.0), INK.gamma_multiply(0.3));
    }
    let words = rect.height() >= 54.0 && rect.width() >= 60.0;
    let size = rect.size().min_elem() * if words { 0.5 } else { 0.62 };
    let lift = if words { 8.0 } else { 0.0 };
    kind.mark(&mut ui.canvas, ui.view.cards, rect_around(rect.center() - vec2(0.0, lift), size, size), PAPER);
    if words {
        let foot = Rect::from_min_max(pos2(rect.left() + 2.0, rect.bottom() - 20.0), rect.max - vec2(2.0, 3.0));
        ui.canvas.fit(foot, Align2::CENTER_CENTER, TextStyle::new(Face::Caps, 16.0, PAPER), &[kind.word()]);
    }
    if chosen {
        ui.canvas.border(rect, radius(8.0), 4.0, GOLD);
    } else {
        ui.canvas.border(rect, radius(8.0), 1.2, INK);
    }
    if response.tapped() {
        ui.actions.push(Action::Enter(Entry::Kind(seat, kind)));
    }
}

/// The two cards side by side, or the places for them.
pub fn cards_laid(canvas: &mut Canvas<'_, '_>, view: View<'_>, hand: &Hand, rect: Rect) {
    for (place, rect) in columns(rect, BETWEEN, [1.0, 1.0]).into_iter().enumerate() {
        one_laid(canvas, view, hand, place, rect);
    }
}

fn one_laid(canvas: &mut Canvas<'_, '_>, view: View<'_>, hand: &Hand, place: usize, rect: Rect) {
    match hand.cards.get(place) {
        Some((kind, rank)) => card::laid(canvas, view, rect, *kind, *rank),
        None => card::to_lay(
            canvas,
            rect,
            if rect.width() < 76.0 { ["1st", "2nd"] } else { ["card 1", "card 2"] }[place.min(1)],
        ),
    }
}
