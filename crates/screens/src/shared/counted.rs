//! Cards in a grid, each with its number, and buttons for one more and one less; and a heap of cards as a figure.

use egui::{Align2, Color32, Rangef, Rect, vec2};

use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, radius};
use crate::cards::Cards;
use crate::form::{CONTROL, GAP};
use crate::gallery::Icon;
use crate::head::{self, Shown};
use crate::letters::Face;
use crate::pages::{self, CellSize};
use crate::region::columns;
use crate::table::CardId;
use crate::touch::Gesture;

/// A card, and how many of it.
pub struct Counted<'a> {
    /// Which.
    pub card: &'a CardId,
    /// How many.
    pub count: u32,
    /// True for each enabled step, one less and one more; `None` if the count is fixed.
    pub steps: Option<[bool; 2]>,
    /// True if tapping the card adds one; otherwise it opens its face.
    pub adds_by_touch: bool,
    /// True if it is drawn as present.
    pub there: bool,
}

/// The tapped part of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountAction {
    /// To see the card.
    Face,
    /// One more.
    More,
    /// One less.
    Less,
}

/// No card is wider, in points.
const MAX_CARD_WIDTH: f32 = 220.0;

/// Draws as many cards as fit, and returns the tapped part.
pub fn draw(
    canvas: &mut Canvas<'_, '_>,
    deck: &Cards,
    rect: Rect,
    cards: &[Counted<'_>],
    page: &mut usize,
) -> Vec<(CardId, CountAction)> {
    let stepped = cards.iter().any(|card| card.steps.is_some());
    let below = if stepped { CONTROL + GAP } else { 0.0 };
    let least = if stepped { 2.0 * CONTROL + GAP } else { 98.0 };
    // Lower heads where higher ones would not all be seen at once.
    let count = cards.len();
    let all = |share: f32| {
        let across = ((rect.width() + GAP) / (least + GAP)).floor().max(1.0);
        let width = ((rect.width() + GAP) / across - GAP).min(MAX_CARD_WIDTH);
        let down = ((rect.height() + GAP) / (width * share + below + GAP)).floor();
        across * down >= count as f32
    };
    let share = [0.86, 0.58].into_iter().find(|share| all(*share)).unwrap_or(0.4);
    let size = CellSize { widths: Rangef::new(least, MAX_CARD_WIDTH), height: |width| width * share + below };
    let cells = pages::cells(canvas, "counted", rect, count, &size, page);
    let mut wanted = Vec::new();
    for (card, place) in cards.iter().skip(cells.first).zip(cells.places) {
        let all = cell(canvas, deck, card, place, below);
        wanted.extend(all.into_iter().map(|what| (card.card.clone(), what)));
    }
    wanted
}

/// A heap of cards as a figure above a few words, the longest first.
pub fn tile(canvas: &mut Canvas<'_, '_>, rect: Rect, figure: &str, words: &[&str]) {
    canvas.fill(rect, radius(8.0), canvas.ground.raised);
    canvas.border(rect, radius(8.0), canvas.look().rim, canvas.ground.line);
    let inner = rect.shrink2(vec2(5.0, 2.0));
    let middle = inner.top() + inner.height() * 0.56;
    let [above, below] = [inner.with_max_y(middle), inner.with_min_y(middle)];
    let large = TextStyle::new(Face::Figure, above.height().min(30.0), canvas.ground.text);
    canvas.figure(above.center(), Align2::CENTER_CENTER, large, figure);
    let quiet = TextStyle::new(Face::Plain, 14.0, canvas.ground.quiet);
    canvas.fit(below, Align2::CENTER_CENTER, quiet, words);
}

fn cell(canvas: &mut Canvas<'_, '_>, deck: &Cards, card: &Counted<'_>, place: Rect, below: f32) -> Vec<CountAction> {
    let name = deck.name(card.card);
    let face = place.with_max_y(place.bottom() - below);
    let label = format!("{name}: {}", card.count);
    let response = canvas.control(("counted", card.card.as_str()), face, Gesture::Hold, &label);
    let strength = if card.there { 1.0 } else { 0.4 };
    let count = (card.count > 0).then_some(card.count);
    head::draw(canvas, deck, face, Shown { count, strength, ..Shown::front(card.card.as_str()) });
    if response.down {
        canvas.fill(face, radius(6.0), Color32::from_white_alpha(40));
    }
    // Several hands may touch at once, and one finger twice within a frame.
    let mut wanted = Vec::new();
    let mut many = |what, taps: u32| (0..taps).for_each(|_| wanted.push(what));
    if response.held {
        many(CountAction::Face, 1);
    } else if !card.adds_by_touch {
        many(CountAction::Face, response.taps.min(1));
    } else if card.steps.is_some_and(|[_, more]| more) {
        many(CountAction::More, response.taps);
    }
    if let Some([less, more]) = card.steps {
        let row = place.with_min_y(face.bottom() + GAP);
        let [a, b] = columns(row, GAP, [1.0, 1.0]);
        for (rect, on, icon, what, label) in [
            (a, less, Icon::Minus, CountAction::Less, format!("{name}: one less")),
            (b, more, Icon::Plus, CountAction::More, format!("{name}: one more")),
        ] {
            let button = Button { label: &label, icon: Some(icon), off: !on, ..Button::new(&[], Tone::Raised) };
            many(what, button.show(canvas, ("step", card.card.as_str(), icon), rect).taps);
        }
    }
    wanted
}
