//! The piles: their cards, and what players discard.

mod discard;

pub use discard::DiscardSheet;

use egui::Rect;
use serde::{Deserialize, Serialize};

use super::view::{Action, Ui, View};
use crate::button::{Button, Tone};
use crate::canvas::Canvas;
use crate::form::{CONTROL, GAP};
use crate::gallery::CardSide;
use crate::pages;
use crate::region::Cut as _;
use crate::shared::counted::{self, CountAction, Counted};
use crate::shared::reference::{Navigation, Opened};
use crate::table::CardId;
use crate::table::skirmish::{Command, PileName};

/// A pile and its cards.
#[derive(Serialize, Deserialize)]
pub struct PileSheet {
    pile: PileName,
    page: usize,
    #[serde(skip)]
    navigation: Option<Navigation>,
}

impl PileSheet {
    /// Opens it.
    pub fn new(pile: PileName) -> Self {
        Self { pile, page: 0, navigation: None }
    }

    /// Draws it.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>) {
        if let Some(navigation) = &mut self.navigation {
            let whole = ui.canvas.whole();
            if navigation.draw(&mut ui.canvas, ui.view.book(), whole, "The pile") {
                self.navigation = None;
            }
            return;
        }
        let lies = ui.view.state.pile(self.pile);
        let (title, sub) = match self.pile {
            PileName::Weapon => ("Weapon discards", "open to anyone who recovers, never shuffled"),
            PileName::Normal => ("Normal discards", "recorded discards"),
        };
        let total = if lies.total() == 1 { "1 card".to_owned() } else { format!("{} cards", lies.total()) };
        let (mut rest, closed) = pages::head(&mut ui.canvas, &[title], &format!("{total} · {sub}"), 0.0);
        if closed {
            ui.actions.push(Action::Close);
        }
        let normal = self.pile == PileName::Normal;
        if normal {
            let foot = rest.lower(CONTROL);
            rest.max.y = foot.top() - 12.0;
            shuffle(&mut ui.canvas, lies.total(), foot, ui.actions);
        }
        let cards: Vec<Counted> =
            self.cards(ui.view).map(|card| counted(ui.view, card, lies.of(card), normal)).collect();
        for (card, wanted) in counted::draw(&mut ui.canvas, ui.view.cards, rest, &cards, &mut self.page) {
            match wanted {
                CountAction::Face => self.navigation = Some(Navigation::new(Opened::Card(card, CardSide::Front))),
                CountAction::More => ui.actions.push(Action::Do(Command::Put { card, by: 1 })),
                CountAction::Less => ui.actions.push(Action::Do(Command::Put { card, by: -1 })),
            }
        }
    }

    /// All cards that can be in the pile, in the order of the data.
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
fn shuffle(canvas: &mut Canvas<'_, '_>, total: u32, foot: Rect, actions: &mut Vec<Action>) {
    let sub = match total {
        0 => "no recorded cards".to_owned(),
        1 => "1 card goes into it".to_owned(),
        _ => format!("{total} cards go into it"),
    };
    let title = ["The deck ran out: shuffle a new one", "Deck ran out: shuffle", "Shuffle"];
    let button = Button { sub: &sub, label: "The deck ran out: shuffle", ..Button::new(&title, Tone::Harm) };
    let rect = foot.right_part(foot.width().min(460.0 + GAP));
    if button.show(canvas, "shuffle", rect).tapped() {
        actions.push(Action::Do(Command::Reshuffle));
    }
}
