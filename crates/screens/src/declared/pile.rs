//! A pile and its cards: cards come and go, or move to another pile.

use egui::{Rangef, Rect};
use serde::{Deserialize, Serialize};

use super::view::{Action, Ui, View, pile_name};
use crate::button::{Button, Tone};
use crate::form::{CONTROL, GAP};
use crate::gallery::CardSide;
use crate::game::PileSpec;
use crate::pages::{self, CellSize};
use crate::region::{Cut as _, grid};
use crate::shared::counted::{self, CountAction, Counted};
use crate::shared::reference::{Navigation, Opened};
use crate::table::CardId;
use crate::table::declared::{Command, PileId};

/// More rows of buttons at the foot would leave too little room for cards.
const MAX_ROWS: usize = 2;
/// A button for another pile is at least and at most so wide, in points.
const BUTTON_WIDTHS: Rangef = Rangef { min: 130.0, max: 320.0 };

/// A pile and its cards.
#[derive(Serialize, Deserialize)]
pub struct PileSheet {
    pile: PileId,
    page: usize,
    /// The pile to which a tapped card moves; if `None`, a tap opens the card.
    to: Option<PileId>,
    /// The page of piles of which one is chosen as `to`; `None` while cards are shown.
    #[serde(default)]
    choosing: Option<usize>,
    #[serde(skip)]
    navigation: Option<Navigation>,
}

impl PileSheet {
    /// Opens it.
    pub fn new(pile: PileId) -> Self {
        Self { pile, page: 0, to: None, choosing: None, navigation: None }
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
        let Some(spec) = ui.view.rules.spec().pile(self.pile.id()) else { return ui.actions.push(Action::Close) };
        if self.choosing.is_some() {
            return self.choose(ui, spec);
        }
        let ids: Vec<CardId> = spec.cards.iter().map(|card| CardId::new(card)).collect();
        let total: u32 = ids.iter().map(|card| ui.view.state.in_pile(&self.pile, card)).sum();
        let many = if total == 1 { "1 card".to_owned() } else { format!("{total} cards") };
        let sub = match &self.to {
            Some(_) => format!("{many} · tap a card to move it"),
            None => format!("{many} · tap a card to read it"),
        };
        let (rest, closed) = pages::head(&mut ui.canvas, &[&pile_name(ui.view, &self.pile)], &sub, 0.0);
        if closed {
            ui.actions.push(Action::Close);
        }
        let rest = self.foot(ui, spec, total, rest);
        let over = ui.view.state.over.is_some();
        let cards: Vec<Counted<'_>> = ids
            .iter()
            .map(|card| {
                let count = ui.view.state.in_pile(&self.pile, card);
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
        let pile = self.pile.clone();
        let put = |card, by| Action::Do(Command::Put { pile: pile.clone(), card, by });
        for (card, wanted) in counted::draw(&mut ui.canvas, ui.view.cards, rest, &cards, &mut self.page) {
            let there = ui.view.state.in_pile(&self.pile, &card) > 0;
            match (wanted, &self.to) {
                (CountAction::Face, Some(to)) if there => {
                    let (from, to) = (pile.clone(), to.clone());
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

    /// Returns the piles to which cards can move.
    fn others(&self, view: View<'_>, spec: &PileSpec) -> Vec<PileId> {
        let mut others = view.rules.piles(view.state);
        others.retain(|other| {
            let allowed = view.rules.spec().pile(other.id()).map_or(&[][..], |other| &other.cards);
            *other != self.pile && allowed.iter().any(|card| spec.cards.contains(card))
        });
        others
    }

    /// Draws all piles to which cards can move.
    fn choose(&mut self, ui: &mut Ui<'_, '_>, spec: &PileSpec) {
        let (rest, closed) = pages::head(&mut ui.canvas, &["Move cards to …"], "", 0.0);
        let others = self.others(ui.view, spec);
        let mut page = self.choosing.unwrap_or_default();
        let size = CellSize { widths: BUTTON_WIDTHS, height: |_| CONTROL };
        let cells = pages::cells(&mut ui.canvas, "piles", rest, others.len(), &size, &mut page);
        self.choosing = (!closed).then_some(page);
        for (other, place) in others.iter().skip(cells.first).zip(cells.places) {
            if self.toggle(ui, other, place) {
                self.choosing = None;
            }
        }
    }

    /// Draws the button by which a pile is chosen, or no longer; returns true if it was tapped.
    fn toggle(&mut self, ui: &mut Ui<'_, '_>, other: &PileId, place: Rect) -> bool {
        let chosen = self.to.as_ref() == Some(other);
        let name = pile_name(ui.view, other);
        let (title, label) = (format!("To {name}"), format!("Move cards to {name}"));
        let tone = if chosen { Tone::Gold } else { Tone::Raised };
        let title = [title.as_str(), &name];
        let button = Button { label: &label, ..Button::new(&title, tone) };
        let tapped = button.show(&mut ui.canvas, ("to", other), place).tapped();
        if tapped {
            self.to = (!chosen).then(|| other.clone());
        }
        tapped
    }

    /// Draws the destination of a tapped card and the shuffle button at the foot, and returns the area above.
    fn foot(&mut self, ui: &mut Ui<'_, '_>, spec: &PileSpec, total: u32, rect: Rect) -> Rect {
        let mut others = self.others(ui.view, spec);
        let most = ((rect.width() + GAP) / (BUTTON_WIDTHS.min + GAP)).floor().max(1.0);
        let shuffles = usize::from(spec.shuffles);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few")]
        let most = most as usize;
        let many = others.len() + shuffles > MAX_ROWS * most;
        if many {
            others.retain(|other| self.to.as_ref() == Some(other));
        }
        let count = others.len() + usize::from(many) + shuffles;
        if count == 0 {
            return rect;
        }
        let across = most.min(count);
        let down = count.div_ceil(across);
        let foot = rect.lower(down as f32 * (CONTROL + GAP) - GAP);
        let mut places = grid(foot, GAP, across, down).into_iter();
        for (other, place) in others.iter().zip(&mut places) {
            self.toggle(ui, other, place);
        }
        let button = Button::new(&["Move cards to …", "Move to …"], Tone::Raised);
        if many
            && let Some(place) = places.next()
            && button.show(&mut ui.canvas, "choose", place).tapped()
        {
            self.choosing = Some(0);
        }
        if let Some(place) = places.next().filter(|_| spec.shuffles) {
            let off = total == 0 || ui.view.state.over.is_some();
            let title = ["Shuffle into a new deck", "Shuffle"];
            let button = Button { off, label: "Shuffle into a new draw deck", ..Button::new(&title, Tone::Harm) };
            if button.show(&mut ui.canvas, "shuffle", place).tapped() {
                ui.actions.push(Action::Do(Command::Shuffle { pile: self.pile.clone() }));
            }
        }
        rect.with_max_y(foot.top() - 12.0)
    }
}
