//! An army's life points, stolen treasures, and remaining face treasures.

use egui::{Align2, Rect, pos2, vec2};

use super::header;
use crate::battling::card;
use crate::battling::view::{Action, OwnSheet, Ui, View};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius};
use crate::form::{CONTROL, GAP};
use crate::game::BattlingSpec;
use crate::letters::Face;
use crate::region::{Cut as _, columns};
use crate::shared::counter::{self, Counter, Pill};
use crate::table::Seat;
use crate::table::battling::{Command, Player, Rank, State};
use crate::touch::Gesture;

/// The row of a player's own face treasures.
const HOARD: f32 = 30.0;

/// Where the parts lie.
struct LifeLayout {
    header: Rect,
    life: Rect,
    places: Rect,
    /// The player's remaining face treasures.
    hoard: Option<Rect>,
    /// The button for a stolen treasure; without it, tap the places.
    take: Option<Rect>,
}

impl LifeLayout {
    fn of(inner: Rect) -> Self {
        let size = inner.size();
        let top = |rect: Rect, high: f32| rect.upper(high);
        let foot = |rect: Rect, high: f32| rect.lower(high);
        if size.x >= 430.0 && size.y >= 206.0 {
            let [left, right] = columns(inner, 10.0, [0.44, 0.56]);
            let header = top(left, CONTROL);
            let take = foot(right, CONTROL);
            let rest = inset(right, 0.0, 0.0, 0.0, CONTROL + GAP);
            let places = inset(rest, 0.0, 0.0, 0.0, HOARD + GAP);
            let life = inset(left, 0.0, CONTROL + GAP, 0.0, 0.0);
            return Self { header, life, places, hoard: Some(foot(rest, HOARD)), take: Some(take) };
        }
        if size.y >= 270.0 {
            let header = top(inner, CONTROL);
            let hoard = foot(inner, HOARD);
            let rest = inset(inner, 0.0, CONTROL + GAP, 0.0, HOARD + GAP);
            let places = foot(rest, (rest.height() * 0.43).clamp(CONTROL, 104.0));
            let life = inset(rest, 0.0, 0.0, 0.0, places.height() + GAP);
            return Self { header, life, places, hoard: Some(hoard), take: None };
        }
        if size.y >= 126.0 && size.x >= 300.0 {
            // A phone's row has the narrower of the two figures; on a tablet both halves are a thumb wide.
            let [left, right] = columns(inner, GAP, [0.46, 0.54]);
            let header = top(left, CONTROL.min(inner.height() * 0.4));
            let life = inset(left, 0.0, header.height() + GAP, 0.0, 0.0);
            let places = inset(right, 0.0, 0.0, 0.0, HOARD + 6.0);
            return Self { header, life, places, hoard: Some(foot(right, HOARD)), take: None };
        }
        if size.y >= 3.0 * CONTROL {
            let hoard = foot(inner, 26.0);
            let rest = inset(inner, 0.0, 0.0, 0.0, 26.0 + GAP);
            let places = foot(rest, (rest.height() * 0.4).max(CONTROL));
            let line = inset(rest, 0.0, 0.0, 0.0, places.height() + GAP);
            let header = Rect::from_min_size(line.min, vec2(CONTROL, CONTROL.min(line.height())));
            let life = inset(line, CONTROL + GAP, 0.0, 0.0, 0.0);
            return Self { header, life, places, hoard: Some(hoard), take: None };
        }
        let shares = if size.x < 380.0 { [0.2, 0.4, 0.4] } else { [0.26, 0.38, 0.36] };
        let [header, life, places] = columns(inner, 6.0, shares);
        Self { header, life, places, hoard: None, take: None }
    }
}

/// Draws it and gives the actions of its controls.
pub fn draw(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, pill: Option<Pill>, inner: Rect) {
    let layout = LifeLayout::of(inner);
    let [long, short] = about(ui.view.state, seat);
    header(ui, seat, player, layout.header, &[&long, &short]);
    let start = ui.view.rules.spec().life_of(ui.view.state.players.len());
    let counter = Counter {
        value: player.life.into(),
        most: Some(BattlingSpec::MOST_LIFE.into()),
        labels: ["lose", "gain"].map(|verb| format!("{}: {verb} 1 life point", player.name)),
        pips: (layout.life.height() >= 58.0).then_some(player.colour),
        steps: Some((10, start.max(player.life).into())),
        at_least: "out",
        pill,
        ..Counter::default()
    };
    let steps = counter::draw(&mut ui.canvas, ("life", seat), layout.life, &counter);
    ui.actions.extend(steps.into_iter().map(|by| Action::Do(Command::Adjust { seat, by })));
    let take = Action::Open(seat, OwnSheet::Take(seat).into());
    let label = format!("{}: take a treasure", player.name);
    if let Some(rect) = layout.take {
        let title = ["Take a treasure", "Treasure"];
        let off = ui.view.state.over.is_some();
        if (Button { label: &label, off, ..Button::new(&title, Tone::Raised) })
            .show(&mut ui.canvas, ("take", seat), rect)
            .tapped()
        {
            ui.actions.push(take);
        }
    } else if ui.view.state.over.is_none() {
        let response = ui.canvas.control(("take", seat), layout.places, Gesture::Tap, &label);
        if response.down {
            ui.canvas.fill(layout.places, radius(6.0), ui.canvas.ground.raised);
        }
        if response.tapped() {
            ui.actions.push(take);
        }
    }
    places(&mut ui.canvas, ui.view, seat, layout.places);
    if let Some(rect) = layout.hoard {
        hoard(&mut ui.canvas, ui.view, seat, rect);
    }
}

/// The four places for face treasures that a player robs.
pub fn places(canvas: &mut Canvas<'_, '_>, view: View<'_>, seat: Seat, rect: Rect) {
    let gap = if rect.width() < 200.0 { 3.0 } else { 6.0 };
    for (rank, place) in Rank::FACES.into_iter().zip(columns(rect, gap, [1.0; 4])) {
        // A card is not much wider than it is high.
        let place =
            Rect::from_center_size(place.center(), vec2(place.width().min(place.height() * 0.86), place.height()));
        let robbed = card::robbed_from(view, seat, rank);
        if robbed.is_empty() {
            card::empty_place(canvas, place, rank);
        } else {
            card::treasure(canvas, view, place, rank, &robbed);
        }
    }
}

/// Draws a player's remaining face treasures, and the lesser ones they have stolen.
fn hoard(canvas: &mut Canvas<'_, '_>, view: View<'_>, seat: Seat, rect: Rect) {
    let lesser =
        view.state.player(seat).map_or(0, |player| player.taken.iter().filter(|taken| !taken.rank.is_face()).count());
    let high = rect.height().min(HOARD);
    let tile = vec2(high * 0.87, high);
    let gap = 4.0;
    let tiles = 4.0 * (tile.x + gap);
    let words = TextStyle::new(Face::Caps, 16.0, canvas.ground.quiet);
    let wide = canvas.width(words, "own hoard") + 10.0;
    let mut x = rect.left();
    if rect.width() >= wide + tiles + 64.0 {
        canvas.text(rect.left_center(), Align2::LEFT_CENTER, words, "own hoard");
        x += wide;
    }
    for (place, rank) in Rank::FACES.into_iter().enumerate() {
        let at = pos2(x + place as f32 * (tile.x + gap), rect.center().y - high / 2.0);
        let robbed = view.state.robbed_by(seat, rank).is_some();
        card::own(canvas, Rect::from_min_size(at, tile), rank, robbed);
    }
    if lesser > 0 && x + tiles + 54.0 <= rect.right() {
        card::coins(canvas, view.cards, pos2(rect.right() - 56.0, rect.center().y), high * 0.84, lesser);
    }
}

/// Returns a player's current state as a line and as a few words.
fn about(state: &State, seat: Seat) -> [String; 2] {
    let both = |long: &str, short: &str| [long.to_owned(), short.to_owned()];
    let Some(player) = state.player(seat) else { return both("", "") };
    if state.over.as_ref().is_some_and(|over| over.winners.contains(&seat)) {
        return both("has won", "won");
    }
    let missing: Vec<Rank> =
        Rank::FACES.into_iter().filter(|rank| player.taken.iter().all(|taken| taken.rank != *rank)).collect();
    match (missing.as_slice(), state.faces_left(seat)) {
        ([one], _) => [format!("wins with {}", one.with_article()), format!("{one} wins")],
        (_, 1) => both("one own treasure left", "1 left"),
        (_, 2) => both("half the hoard left", "2 left"),
        ([_, _, _, _], _) if player.taken.is_empty() => both("no treasure yet", "none yet"),
        ([_, _, _, _], _) => both("lesser ones only", "lesser"),
        (missing, _) => {
            let word = ["none", "one", "two", "three", "four"].get(4 - missing.len()).copied().unwrap_or("some");
            [format!("{word} of four"), word.to_owned()]
        }
    }
}
