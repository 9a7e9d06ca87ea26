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

/// No card is wider, in points.
const MOST: f32 = 220.0;

/// Draws the cards, as many as there is room for, and tells what they were touched for.
pub fn draw(
    stage: &mut Stage<'_, '_>,
    view: View<'_>,
    rect: Rect,
    cards: &[Counted<'_>],
    page: &mut usize,
) -> Vec<(CardId, Wanted)> {
    let stepped = cards.iter().any(|card| card.steps.is_some());
    let below = if stepped { CONTROL + GAP } else { 0.0 };
    let least = if stepped { 2.0 * CONTROL + GAP } else { 98.0 };
    // Lower heads where higher ones would not all be seen at once.
    let count = cards.len();
    let all = |share: f32| {
        let across = ((rect.width() + GAP) / (least + GAP)).floor().max(1.0);
        let width = ((rect.width() + GAP) / across - GAP).min(MOST);
        let down = ((rect.height() + GAP) / (width * share + below + GAP)).floor();
        across * down >= count as f32
    };
    let share = [0.86, 0.58].into_iter().find(|share| all(*share)).unwrap_or(0.4);
    let cells = pages::cells(stage, "counted", rect, count, (least, MOST), |width| width * share + below, page);
    let mut wanted = Vec::new();
    for (card, place) in cards.iter().skip(cells.first).zip(cells.places) {
        let all = cell(stage, view, card, place, below);
        wanted.extend(all.into_iter().map(|what| (card.card.clone(), what)));
    }
    wanted
}

fn cell(stage: &mut Stage<'_, '_>, view: View<'_>, card: &Counted<'_>, place: Rect, below: f32) -> Vec<Wanted> {
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
    // Several hands may touch at once, and one finger twice within a frame.
    let mut wanted = Vec::new();
    let mut many = |what, taps: u32| (0..taps).for_each(|_| wanted.push(what));
    if touched.held {
        many(Wanted::Face, 1);
    } else if !card.adds_by_touch {
        many(Wanted::Face, touched.taps.min(1));
    } else if card.steps.is_some_and(|[_, more]| more) {
        many(Wanted::More, touched.taps);
    }
    if let Some([less, more]) = card.steps {
        let row = Rect::from_min_max(pos2(place.left(), face.bottom() + GAP), place.max);
        let [a, b] = columns(row, GAP, [1.0, 1.0]);
        for (rect, on, sign, what, label) in [
            (a, less, Sign::Minus, Wanted::Less, format!("{name}: one less")),
            (b, more, Sign::Plus, Wanted::More, format!("{name}: one more")),
        ] {
            let button = Button { label: &label, sign: Some(sign), off: !on, ..Button::new(&[], Tone::Raised) };
            many(what, button.show(stage, ("step", card.card.as_str(), sign), rect).taps);
        }
    }
    wanted
}
