//! Cards that a player discards: touches add up before one button does it (S14).

use std::collections::BTreeMap;

use egui::{Rect, pos2};

use super::counted::{self, Counted, Wanted};
use crate::app::button::{Button, Tone};
use crate::app::form::{CONTROL, GAP};
use crate::app::pages;
use crate::app::reference::{Opened, Reading};
use crate::app::stage::Stage;
use crate::app::turn::columns;
use crate::app::view::{View, Wish};
use crate::gallery::Side;
use crate::table::{CardId, Command, Seat};

/// Cards that a player discards.
pub struct DiscardSheet {
    seat: Seat,
    chosen: BTreeMap<CardId, u32>,
    page: usize,
    reading: Option<Reading>,
}

impl DiscardSheet {
    /// Opens it.
    pub fn new(seat: Seat) -> Self {
        Self { seat, chosen: BTreeMap::new(), page: 0, reading: None }
    }

    fn of(&self, card: &CardId) -> u32 {
        self.chosen.get(card).copied().unwrap_or_default()
    }

    /// Draws it.
    pub fn draw(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, wishes: &mut Vec<Wish>) {
        if let Some(reading) = &mut self.reading {
            let whole = stage.whole();
            if reading.draw(stage, view, whole, "Discard") {
                self.reading = None;
            }
            return;
        }
        let name = view.player_name(self.seat);
        let title = [format!("{name} discards"), "Discard".to_owned()];
        let sub = "a touch for each card; hold one to read it";
        let (rest, closed) = pages::head(stage, &[&title[0], &title[1]], sub, 0.0);
        if closed {
            wishes.push(Wish::Close);
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
        for (card, wanted) in counted::draw(stage, view, middle, &cards, &mut self.page) {
            let left = view.state.in_deck_or_hands(view.rules, &card);
            let count = self.chosen.entry(card.clone()).or_default();
            match wanted {
                Wanted::Face => self.reading = Some(Reading::new(Opened::Card(card, Side::Front))),
                Wanted::More if i64::from(*count) < left => *count += 1,
                Wanted::More => {}
                Wanted::Less => *count = count.saturating_sub(1),
            }
        }
        self.foot(stage, view, foot, wishes);
    }

    fn foot(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, rect: Rect, wishes: &mut Vec<Wish>) {
        let total: u32 = self.chosen.values().sum();
        let [none, go] = columns(rect, GAP, [1.0, 2.0]);
        let clear = Button { off: total == 0, ..Button::new(&["Choose anew", "Anew"], Tone::Raised) };
        if clear.show(stage, "choose anew", none).tapped() {
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
        if button.show(stage, "discard these", go).tapped() {
            let cards = self.chosen.iter().flat_map(|(card, count)| (0..*count).map(|_| card.clone())).collect();
            wishes.push(Wish::Do(Command::Discard { seat: self.seat, cards }));
            wishes.push(Wish::Close);
        }
    }
}
