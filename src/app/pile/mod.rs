//! The piles: what lies there, and what players discard.

mod counted;
mod discard;

pub use discard::DiscardSheet;

use egui::{Rect, pos2};

use super::button::{Button, Tone};
use super::form::{CONTROL, GAP};
use super::pages;
use super::reference::{Opened, Reading};
use super::stage::Stage;
use super::view::{View, Wish};
use crate::gallery::Side;
use crate::table::{CardId, Command, PileName};
use counted::{Counted, Wanted};

/// A pile and what lies in it.
pub struct PileSheet {
    pile: PileName,
    page: usize,
    reading: Option<Reading>,
}

impl PileSheet {
    /// Opens it.
    pub fn new(pile: PileName) -> Self {
        Self { pile, page: 0, reading: None }
    }

    /// Draws it.
    pub fn draw(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, wishes: &mut Vec<Wish>) {
        if let Some(reading) = &mut self.reading {
            let whole = stage.whole();
            if reading.draw(stage, view, whole, "The pile") {
                self.reading = None;
            }
            return;
        }
        let lies = view.state.pile(self.pile);
        let (title, sub) = match self.pile {
            PileName::Weapon => ("Weapon discards", "open to anyone who recovers, never shuffled"),
            PileName::Normal => ("Normal discards", "as far as the table was told"),
        };
        let total = if lies.total() == 1 { "1 card".to_owned() } else { format!("{} cards", lies.total()) };
        let (mut rest, closed) = pages::head(stage, &[title], &format!("{total} · {sub}"), 0.0);
        if closed {
            wishes.push(Wish::Close);
        }
        let normal = self.pile == PileName::Normal;
        if normal {
            let foot = Rect::from_min_max(pos2(rest.left(), rest.bottom() - CONTROL), rest.max);
            rest.max.y = foot.top() - 12.0;
            shuffle(stage, lies.total(), foot, wishes);
        }
        let cards: Vec<Counted> = self.cards(view).map(|card| counted(view, card, lies.of(card), normal)).collect();
        for (card, wanted) in counted::draw(stage, view, rest, &cards, &mut self.page) {
            match wanted {
                Wanted::Face => self.reading = Some(Reading::new(Opened::Card(card, Side::Front))),
                Wanted::More => wishes.push(Wish::Do(Command::Put { card, by: 1 })),
                Wanted::Less => wishes.push(Wish::Do(Command::Put { card, by: -1 })),
            }
        }
    }

    /// All cards that can lie in the pile, in the order of the data.
    fn cards<'a>(&self, view: View<'a>) -> impl Iterator<Item = &'a CardId> {
        let open = self.pile == PileName::Weapon;
        view.rules.cards().iter().map(|card| &card.id).filter(move |card| view.rules.is_open(card) == open)
    }
}

fn counted<'a>(view: View<'_>, card: &'a CardId, count: u32, normal: bool) -> Counted<'a> {
    // Weapons and Shields are counted by the table itself.
    let steps = normal.then(|| [count > 0, view.state.in_deck_or_hands(view.rules, card) > 0]);
    Counted { card, count, steps, adds_by_touch: false, there: count > 0 }
}

/// The deck ran out: the pile becomes the new one (S10).
fn shuffle(stage: &mut Stage<'_, '_>, total: u32, foot: Rect, wishes: &mut Vec<Wish>) {
    let sub = match total {
        0 => "though no card is known to lie here".to_owned(),
        1 => "1 card goes into it".to_owned(),
        _ => format!("{total} cards go into it"),
    };
    let title = ["The deck ran out: shuffle a new one", "Deck ran out: shuffle", "Shuffle"];
    let button = Button { sub: &sub, label: "The deck ran out: shuffle", ..Button::new(&title, Tone::Harm) };
    let rect = Rect::from_min_max(pos2(foot.right() - foot.width().min(460.0 + GAP), foot.top()), foot.max);
    if button.show(stage, "shuffle", rect).tapped() {
        wishes.push(Wish::Do(Command::Reshuffle));
    }
}
