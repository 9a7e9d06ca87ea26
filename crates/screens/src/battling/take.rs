//! A treasure that was robbed in a fight that the players have worked out themselves, and one that goes back.

use egui::{Align2, Rect, pos2, vec2};
use serde::{Deserialize, Serialize};

use super::card;
use super::panel::rank_key;
use super::view::{Action, Ui, View};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, rect_around};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::pages;
use crate::region::{Cut as _, columns, grid};
use crate::table::Seat;
use crate::table::battling::{Command, Rank};
use crate::touch::Gesture;

/// The treasures of a player's own deck: one of them is robbed, or goes back.
#[derive(Serialize, Deserialize)]
pub struct DeckSheet {
    /// The stealing player; `None` when returning a treasure.
    robber: Option<Seat>,
    /// Whose deck it is.
    from: Option<Seat>,
}

impl DeckSheet {
    /// Opens it for a player who has robbed something.
    pub fn take(view: View<'_>, robber: Seat) -> Self {
        let mut others = view.state.left().into_iter().filter(|seat| *seat != robber);
        // Where there is but one other, it is theirs.
        let from = others.next().filter(|_| others.next().is_none());
        Self { robber: Some(robber), from }
    }

    /// Opens it for a deck to which something goes back.
    pub fn of(from: Seat) -> Self {
        Self { robber: None, from: Some(from) }
    }

    /// Draws it.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>) {
        let name = |seat: Seat| ui.view.state.player(seat).map_or("", |player| player.name.as_str());
        let (title, sub) = match (self.robber, self.from) {
            (Some(robber), _) => (format!("{} takes a treasure", name(robber)), "from whom, and which?"),
            (None, Some(from)) => (format!("{}: own deck", name(from)), "tap a card to return it"),
            (None, None) => return,
        };
        let (rest, closed) = pages::head(&mut ui.canvas, &[&title, "Treasure"], sub, 0.0);
        if closed {
            ui.actions.push(Action::Close);
        }
        let mut below = rest;
        if let Some(robber) = self.robber {
            let others: Vec<Seat> = ui.view.state.seats().filter(|seat| *seat != robber).collect();
            let down = if rest.width() < 500.0 && others.len() > 4 { 2 } else { 1 };
            let high = down as f32 * (76.0 + GAP) - GAP;
            let row = rest.upper(high);
            for (seat, rect) in others.iter().zip(grid(row, GAP, others.len().div_ceil(down), down)) {
                self.whose(&mut ui.canvas, ui.view, *seat, rect);
            }
            below = inset(rest, 0.0, high + 14.0, 0.0, 0.0);
        }
        if let Some(from) = self.from {
            self.ranks(ui, from, below);
        } else {
            ui.canvas.dashes(below, ui.canvas.ground.line);
            let words = TextStyle::new(Face::Italic, 20.0, ui.canvas.ground.quiet);
            ui.canvas.fit(below, Align2::CENTER_CENTER, words, &["first from whom"]);
        }
    }

    fn whose(&mut self, canvas: &mut Canvas<'_, '_>, view: View<'_>, seat: Seat, rect: Rect) {
        let Some(player) = view.state.player(seat) else { return };
        let label = format!("From {}", player.name);
        let off = player.out.is_some();
        let tone = if self.from == Some(seat) { Tone::Gold } else { Tone::Raised };
        let button = Button { label: &label, off, ..Button::new(&[], tone) };
        if button.show(canvas, ("from", seat), rect).tapped() {
            self.from = Some(seat);
        }
        let colour = if self.from == Some(seat) { crate::look::INK } else { canvas.ground.text };
        let size = 42.0_f32.min(rect.width() - 8.0);
        let line = canvas.scaled(20.0);
        let at = pos2(rect.center().x, rect.top() + (rect.height() - line) / 2.0);
        emblem(canvas, rect_around(at, size, size), player.colour, off);
        let foot = Rect::from_min_max(pos2(rect.left() + 3.0, rect.bottom() - line - 2.0), rect.max - vec2(3.0, 2.0));
        canvas.fit(foot, Align2::CENTER_CENTER, TextStyle::new(Face::Caps, 18.0, colour), &[&player.name]);
    }

    /// The four face treasures, large, and below them those from 2 to 10.
    fn ranks(&self, ui: &mut Ui<'_, '_>, from: Seat, rect: Rect) {
        let narrow = rect.width() < 500.0;
        let down: usize = if narrow { 2 } else { 1 };
        let low = down as f32 * (CONTROL + GAP) - GAP;
        let faces = inset(rect, 0.0, 0.0, 0.0, low + GAP);
        let faces = faces.upper(faces.height().min(260.0));
        let lesser = Rect::from_min_size(faces.left_bottom() + vec2(0.0, GAP), vec2(rect.width(), low));
        for (rank, place) in Rank::FACES.into_iter().zip(columns(faces, GAP, [1.0; 4])) {
            self.face(ui, from, rank, place);
        }
        let ranks = Rank::all().filter(|rank| !rank.is_face());
        for (rank, place) in ranks.zip(grid(lesser, GAP, 9_usize.div_ceil(down), down)) {
            let robbed = ui.view.state.robbed_by(from, rank);
            let (label, off) = self.said(ui.view, from, rank);
            if rank_key(&mut ui.canvas, ("treasure", rank), place, rank, &label, off) {
                ui.actions.extend(self.asks(from, rank, robbed));
            }
            if let Some(robber) = robbed.and_then(|seat| ui.view.state.player(seat)) {
                let at = place.right_top() + vec2(-13.0, 13.0);
                emblem(&mut ui.canvas, rect_around(at, 22.0, 22.0), robber.colour, false);
            }
        }
    }

    fn face(&self, ui: &mut Ui<'_, '_>, from: Seat, rank: Rank, place: Rect) {
        let robbed = ui.view.state.robbed_by(from, rank);
        let (label, off) = self.said(ui.view, from, rank);
        let tapped = !off && ui.canvas.control(("treasure", rank), place, Gesture::Tap, &label).tapped();
        let owner = robbed.and_then(|seat| ui.view.state.player(seat)).map(|player| player.colour);
        let shown =
            Rect::from_center_size(place.center(), vec2(place.width().min(place.height() * 0.75), place.height()));
        if owner.is_some() && self.robber.is_some() {
            card::empty_place(&ui.canvas, shown, rank);
            let words = TextStyle::new(Face::Plain, 14.0, ui.canvas.ground.quiet);
            let foot = Rect::from_min_max(pos2(shown.left() + 2.0, shown.bottom() - 26.0), shown.max);
            ui.canvas.fit(foot, Align2::CENTER_CENTER, words, &["stolen"]);
        } else if owner.is_none() && self.robber.is_none() {
            card::empty_place(&ui.canvas, shown, rank);
            let words = TextStyle::new(Face::Plain, 14.0, ui.canvas.ground.quiet);
            let foot = Rect::from_min_max(pos2(shown.left() + 2.0, shown.bottom() - 26.0), shown.max);
            ui.canvas.fit(foot, Align2::CENTER_CENTER, words, &["in the deck", "in deck"]);
        } else {
            let whose = owner.or_else(|| ui.view.state.player(from).map(|player| player.colour));
            card::treasure(&mut ui.canvas, ui.view, shown, rank, whose.as_slice());
        }
        if tapped {
            ui.actions.extend(self.asks(from, rank, robbed));
        }
    }

    /// Returns the screen reader text of a treasure, and whether it is disabled.
    fn said(&self, view: View<'_>, from: Seat, rank: Rank) -> (String, bool) {
        let name = |seat: Seat| view.state.player(seat).map_or("", |player| player.name.as_str());
        match (self.robber, view.state.robbed_by(from, rank)) {
            (Some(_), None) => (format!("Take {} from {}", rank.with_article(), name(from)), false),
            (Some(_), Some(robber)) => (format!("{} has it", name(robber)), true),
            (None, Some(robber)) => (format!("{} gives {} back", name(robber), rank.with_article()), false),
            (None, None) => (format!("{} is in the deck", rank.with_article()), true),
        }
    }

    fn asks(&self, from: Seat, rank: Rank, robbed: Option<Seat>) -> Vec<Action> {
        let command = match (self.robber, robbed) {
            (Some(seat), None) => Command::Take { seat, from, rank },
            (None, Some(seat)) => Command::GiveBack { seat, from, rank },
            _ => return Vec::new(),
        };
        vec![Action::Do(command), Action::Close]
    }
}
