//! A pile and its cards: cards come and go, or move to another pile.

use egui::Rect;
use serde::{Deserialize, Serialize};

use super::view::{Action, Ui};
use crate::button::{Button, Tone};
use crate::form::{CONTROL, GAP};
use crate::gallery::CardSide;
use crate::game::PileSpec;
use crate::pages;
use crate::region::{Cut as _, grid};
use crate::shared::counted::{self, CountAction, Counted};
use crate::shared::reference::{Navigation, Opened};
use crate::table::CardId;
use crate::table::declared::Command;

/// A pile and its cards.
#[derive(Serialize, Deserialize)]
pub struct PileSheet {
    pile: String,
    page: usize,
    /// The pile to which a tapped card moves, by id; if `None`, a tap opens the card.
    to: Option<String>,
    #[serde(skip)]
    navigation: Option<Navigation>,
}

impl PileSheet {
    /// Opens it, by id.
    pub fn new(pile: String) -> Self {
        Self { pile, page: 0, to: None, navigation: None }
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
        // Data may have changed since it was opened.
        let Some(spec) = ui.view.rules.spec().pile(&self.pile) else { return ui.actions.push(Action::Close) };
        let ids: Vec<CardId> = spec.cards.iter().map(|card| CardId::new(card)).collect();
        let total: u32 = ids.iter().map(|card| ui.view.state.in_pile(&spec.id, card)).sum();
        let many = if total == 1 { "1 card".to_owned() } else { format!("{total} cards") };
        let sub = match &self.to {
            Some(_) => format!("{many} · tap a card to move it"),
            None => format!("{many} · tap a card to read it"),
        };
        let (rest, closed) = pages::head(&mut ui.canvas, &[&spec.name], &sub, 0.0);
        if closed {
            ui.actions.push(Action::Close);
        }
        let rest = self.foot(ui, spec, total, rest);
        let over = ui.view.state.over.is_some();
        let cards: Vec<Counted<'_>> = ids
            .iter()
            .map(|card| {
                let count = ui.view.state.in_pile(&spec.id, card);
                let more = ui.view.rules.in_deck_or_hands(ui.view.state, card) > 0;
                Counted {
                    card,
                    count,
                    steps: Some([count > 0 && !over, more && !over]),
                    adds_by_touch: false,
                    there: count > 0,
                }
            })
            .collect();
        let put = |card, by| Action::Do(Command::Put { pile: spec.id.clone(), card, by });
        for (card, wanted) in counted::draw(&mut ui.canvas, ui.view.cards, rest, &cards, &mut self.page) {
            let there = ui.view.state.in_pile(&spec.id, &card) > 0;
            match (wanted, &self.to) {
                (CountAction::Face, Some(to)) if there => {
                    let (from, to) = (spec.id.clone(), to.clone());
                    ui.actions.push(Action::Do(Command::Move { card, from, to }));
                }
                (CountAction::Face, _) => {
                    self.navigation = Some(Navigation::new(Opened::Card(card, CardSide::Front)));
                }
                (CountAction::More, _) => ui.actions.push(put(card, 1)),
                (CountAction::Less, _) => ui.actions.push(put(card, -1)),
            }
        }
    }

    /// Draws the destination of a tapped card and the shuffle button at the foot, and returns the area above.
    fn foot(&mut self, ui: &mut Ui<'_, '_>, spec: &PileSpec, total: u32, rect: Rect) -> Rect {
        let shares =
            |other: &&PileSpec| other.id != spec.id && other.cards.iter().any(|card| spec.cards.contains(card));
        let others: Vec<&PileSpec> = ui.view.rules.spec().piles.iter().filter(shares).collect();
        let count = others.len() + usize::from(spec.shuffles);
        if count == 0 {
            return rect;
        }
        let across = ((rect.width() + GAP) / (130.0 + GAP)).floor().clamp(1.0, count as f32);
        let down = (count as f32 / across).ceil();
        let high = down * (CONTROL + GAP) - GAP;
        let foot = rect.lower(high);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few")]
        let mut places = grid(foot, GAP, across as usize, down as usize).into_iter();
        for other in others {
            let Some(place) = places.next() else { break };
            let chosen = self.to.as_ref() == Some(&other.id);
            let (title, label) = (format!("To {}", other.name), format!("Move cards to {}", other.name));
            let tone = if chosen { Tone::Gold } else { Tone::Raised };
            let title = [title.as_str(), &other.name];
            let button = Button { label: &label, ..Button::new(&title, tone) };
            if button.show(&mut ui.canvas, ("to", &other.id), place).tapped() {
                self.to = (!chosen).then(|| other.id.clone());
            }
        }
        if let Some(place) = places.next().filter(|_| spec.shuffles) {
            let off = total == 0 || ui.view.state.over.is_some();
            let title = ["Shuffle into a new deck", "Shuffle"];
            let button = Button { off, label: "Shuffle into a new draw deck", ..Button::new(&title, Tone::Harm) };
            if button.show(&mut ui.canvas, "shuffle", place).tapped() {
                ui.actions.push(Action::Do(Command::Shuffle { pile: spec.id.clone() }));
            }
        }
        rect.with_max_y(foot.top() - 12.0)
    }
}
