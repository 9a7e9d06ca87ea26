//! Cards in a grid, each with its number, and buttons for one more and one less.

use egui::{Color32, Rect, pos2};

use crate::app::button::{Button, Tone};
use crate::app::form::{CONTROL, GAP};
use crate::app::head::{self, Shown};
use crate::app::pages;
use crate::app::stage::{Stage, radius};
use crate::app::touch::Manner;
use crate::app::turn::columns;
use crate::app::view::View;
use crate::gallery::Sign;
use crate::table::CardId;

/// A card, and how many of it.
pub struct Counted<'a> {
    /// Which.
    pub card: &'a CardId,
    /// How many.
    pub count: u32,
    /// Whether there can be one less, and one more; none where that is not for people to say.
    pub steps: Option<[bool; 2]>,
    /// Whether a touch of the card itself is one more; else it opens its face.
    pub adds_by_touch: bool,
    /// Whether it is drawn as something that is there.
    pub there: bool,
}

/// What a cell was touched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// To see the card.
    Face,
    /// One more.
    More,
    /// One less.
    Less,
}

/// Draws the cards, as many as there is room for.
pub fn draw(
    stage: &mut Stage<'_, '_>,
    view: View<'_>,
    rect: Rect,
    cards: &[Counted<'_>],
    page: &mut usize,
) -> Option<(CardId, Wanted)> {
    let stepped = cards.iter().any(|card| card.steps.is_some());
    let below = if stepped { CONTROL + GAP } else { 0.0 };
    let least = if stepped { 2.0 * CONTROL + GAP } else { 98.0 };
    let high = |width: f32| width * 0.86 + below;
    let low = |width: f32| width * 0.58 + below;
    // Lower heads where higher ones would not all be seen at once.
    let count = cards.len();
    let all = |high: &dyn Fn(f32) -> f32| {
        let across = ((rect.width() + GAP) / (least + GAP)).floor().max(1.0);
        let width = ((rect.width() + GAP) / across - GAP).min(220.0);
        let down = ((rect.height() + GAP) / (high(width) + GAP)).floor();
        across * down >= count as f32
    };
    let cells = if all(&high) {
        pages::cells(stage, "counted", rect, count, (least, 220.0), high, page)
    } else {
        pages::cells(stage, "counted", rect, count, (least, 220.0), low, page)
    };
    let mut wanted = None;
    for (card, place) in cards.iter().skip(cells.first).zip(cells.places) {
        if let Some(what) = cell(stage, view, card, place, below) {
            wanted = Some((card.card.clone(), what));
        }
    }
    wanted
}

fn cell(stage: &mut Stage<'_, '_>, view: View<'_>, card: &Counted<'_>, place: Rect, below: f32) -> Option<Wanted> {
    let name = view.name(card.card);
    let face = Rect::from_min_max(place.min, pos2(place.right(), place.bottom() - below));
    let label = format!("{name}: {}", card.count);
    let touched = stage.control(("counted", card.card.as_str()), face, Manner::Hold, &label);
    let strength = if card.there { 1.0 } else { 0.4 };
    let count = (card.count > 0).then_some(card.count);
    head::draw(stage, view.cards, face, Shown { count, strength, ..Shown::front(card.card.as_str()) });
    if touched.down {
        stage.fill(face, radius(6.0), Color32::from_white_alpha(40));
    }
    let can_add = card.steps.is_some_and(|[_, more]| more);
    let mut wanted = match (touched.held, touched.tapped()) {
        (true, _) => Some(Wanted::Face),
        (_, true) if !card.adds_by_touch => Some(Wanted::Face),
        (_, true) if can_add => Some(Wanted::More),
        _ => None,
    };
    if let Some([less, more]) = card.steps {
        let row = Rect::from_min_max(pos2(place.left(), face.bottom() + GAP), place.max);
        let [a, b] = columns(row, GAP, [1.0, 1.0]);
        for (rect, on, sign, what, label) in [
            (a, less, Sign::Minus, Wanted::Less, format!("{name}: one less")),
            (b, more, Sign::Plus, Wanted::More, format!("{name}: one more")),
        ] {
            let button = Button { label: &label, sign: Some(sign), off: !on, ..Button::new(&[], Tone::Raised) };
            if button.show(stage, ("step", card.card.as_str(), sign), rect).tapped() {
                wanted = Some(what);
            }
        }
    }
    wanted
}
