//! Cards that a player discards: touches add up before one button does it (S14).

use std::collections::BTreeMap;

use egui::Rect;
use serde::{Deserialize, Serialize};

use crate::button::{Button, Tone};
use crate::form::{CONTROL, GAP};
use crate::gallery::CardSide;
use crate::pages;
use crate::region::{Cut as _, columns};
use crate::shared::counted::{self, CountAction, Counted};
use crate::shared::reference::{Navigation, Opened};
use crate::skirmish::view::{Action, Ui};
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
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>) {
        if let Some(navigation) = &mut self.navigation {
            let whole = ui.canvas.whole();
            if navigation.draw(&mut ui.canvas, ui.view.book(), whole, "Discard") {
                self.navigation = None;
            }
            return;
        }
        let name = ui.view.player_name(self.seat);
        let title = [format!("{name} discards"), "Discard".to_owned()];
        let sub = "tap once for each card; hold one to read it";
        let (rest, closed) = pages::head(&mut ui.canvas, &[&title[0], &title[1]], sub, 0.0);
        if closed {
            ui.actions.push(Action::Close);
        }
        let foot = rest.lower(CONTROL);
        let middle = rest.with_max_y(foot.top() - 12.0);
        let hand = ui.view.rules.cards().iter().map(|card| &card.id).filter(|card| !ui.view.rules.is_open(card));
        let cards: Vec<Counted> = hand
            .map(|card| {
                let count = self.of(card);
                let more = ui.view.state.in_deck_or_hands(ui.view.rules, card) > i64::from(count);
                let steps = Some([count > 0, more]);
                Counted { card, count, steps, adds_by_touch: true, there: more || count > 0 }
            })
            .collect();
        for (card, wanted) in counted::draw(&mut ui.canvas, ui.view.cards, middle, &cards, &mut self.page) {
            let left = ui.view.state.in_deck_or_hands(ui.view.rules, &card);
            let count = self.chosen.entry(card.clone()).or_default();
            match wanted {
                CountAction::Face => self.navigation = Some(Navigation::new(Opened::Card(card, CardSide::Front))),
                CountAction::More if i64::from(*count) < left => *count += 1,
                CountAction::More => {}
                CountAction::Less => *count = count.saturating_sub(1),
            }
        }
        self.foot(ui, foot);
    }

    fn foot(&mut self, ui: &mut Ui<'_, '_>, rect: Rect) {
        let total: u32 = self.chosen.values().sum();
        let [none, go] = columns(rect, GAP, [1.0, 2.0]);
        let clear = Button { off: total == 0, ..Button::new(&["Clear", "Clear"], Tone::Raised) };
        if clear.show(&mut ui.canvas, "choose anew", none).tapped() {
            self.chosen.clear();
        }
        let title = match total {
            0 => "Discard".to_owned(),
            1 => "Discard 1 card".to_owned(),
            _ => format!("Discard {total} cards"),
        };
        let named: Vec<String> = ui
            .view
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
        if button.show(&mut ui.canvas, "discard these", go).tapped() {
            let cards = self.chosen.iter().flat_map(|(card, count)| (0..*count).map(|_| card.clone())).collect();
            ui.actions.push(Action::Do(Command::Discard { seat: self.seat, cards }));
            ui.actions.push(Action::Close);
        }
    }
}
