//! Cards that a player discards: touches add up before one button does it (S14).

use std::collections::BTreeMap;

use egui::{Rect, pos2};
use serde::{Deserialize, Serialize};

use crate::button::{Button, Tone};
use crate::canvas::Canvas;
use crate::form::{CONTROL, GAP};
use crate::gallery::CardSide;
use crate::pages;
use crate::region::columns;
use crate::shared::counted::{self, CountAction, Counted};
use crate::shared::reference::{Navigation, Opened};
use crate::skirmish::view::{Action, View};
use crate::table::skirmish::Command;
use crate::table::{CardId, Seat};

/// Cards that a player discards.
#[derive(Serialize, Deserialize)]
pub struct DiscardSheet {
    seat: Seat,
    chosen: BTreeMap<CardId, u32>,
    page: usize,
    #[serde(skip)]
    navigation: Option<Navigation>,
}

impl DiscardSheet {
    /// Opens it.
    pub fn new(seat: Seat) -> Self {
        Self { seat, chosen: BTreeMap::new(), page: 0, navigation: None }
    }

    fn of(&self, card: &CardId) -> u32 {
        self.chosen.get(card).copied().unwrap_or_default()
    }

    /// Draws it.
    pub fn draw(&mut self, canvas: &mut Canvas<'_, '_>, view: View<'_>, actions: &mut Vec<Action>) {
        if let Some(navigation) = &mut self.navigation {
            let whole = canvas.whole();
            if navigation.draw(canvas, view.book(), whole, "Discard") {
                self.navigation = None;
            }
            return;
        }
        let name = view.player_name(self.seat);
        let title = [format!("{name} discards"), "Discard".to_owned()];
        let sub = "tap once for each card; hold one to read it";
        let (rest, closed) = pages::head(canvas, &[&title[0], &title[1]], sub, 0.0);
        if closed {
            actions.push(Action::Close);
        }
        let foot = Rect::from_min_max(pos2(rest.left(), rest.bottom() - CONTROL), rest.max);
        let middle = Rect::from_min_max(rest.min, pos2(rest.right(), foot.top() - 12.0));
        let hand = view.rules.cards().iter().map(|card| &card.id).filter(|card| !view.rules.is_open(card));
        let cards: Vec<Counted> = hand
            .map(|card| {
                let count = self.of(card);
                let more = view.state.in_deck_or_hands(view.rules, card) > i64::from(count);
                let steps = Some([count > 0, more]);
                Counted { card, count, steps, adds_by_touch: true, there: more || count > 0 }
            })
            .collect();
        for (card, wanted) in counted::draw(canvas, view.cards, middle, &cards, &mut self.page) {
            let left = view.state.in_deck_or_hands(view.rules, &card);
            let count = self.chosen.entry(card.clone()).or_default();
            match wanted {
                CountAction::Face => self.navigation = Some(Navigation::new(Opened::Card(card, CardSide::Front))),
                CountAction::More if i64::from(*count) < left => *count += 1,
                CountAction::More => {}
                CountAction::Less => *count = count.saturating_sub(1),
            }
        }
        self.foot(canvas, view, foot, actions);
    }

    fn foot(&mut self, canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect, actions: &mut Vec<Action>) {
        let total: u32 = self.chosen.values().sum();
        let [none, go] = columns(rect, GAP, [1.0, 2.0]);
        let clear = Button { off: total == 0, ..Button::new(&["Clear", "Clear"], Tone::Raised) };
        if clear.show(canvas, "choose anew", none).tapped() {
            self.chosen.clear();
        }
        let title = match total {
            0 => "Discard".to_owned(),
            1 => "Discard 1 card".to_owned(),
            _ => format!("Discard {total} cards"),
        };
        let named: Vec<String> = view
            .rules
            .cards()
            .iter()
            .filter_map(|card| match self.of(&card.id) {
                0 => None,
                1 => Some(card.name.clone()),
                count => Some(format!("{count} × {}", card.name)),
            })
            .collect();
        let named = named.join(", ");
        let titles = [title.as_str(), "Discard"];
        let button =
            Button { sub: &named, label: "Discard these", off: total == 0, ..Button::new(&titles, Tone::Harm) };
        if button.show(canvas, "discard these", go).tapped() {
            let cards = self.chosen.iter().flat_map(|(card, count)| (0..*count).map(|_| card.clone())).collect();
            actions.push(Action::Do(Command::Discard { seat: self.seat, cards }));
            actions.push(Action::Close);
        }
    }
}
