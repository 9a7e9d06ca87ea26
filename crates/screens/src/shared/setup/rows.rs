//! The players, a row for each.

use egui::{Align2, Rect, pos2, vec2};

use super::names::Naming;
use super::{Extras, SetupScreen, Terms};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius};
use crate::cards::Cards;
use crate::emblem::{Spine, emblem};
use crate::gallery::Icon;
use crate::letters::Face;
use crate::look::player_colour;
use crate::region::{Cut as _, columns, grid};
use crate::table::PlayerColour;
use crate::touch::Gesture;

/// Between two rows, in points.
const GAP: f32 = 8.0;
/// No row is higher, in points.
const MAX_ROW_HEIGHT: f32 = 74.0;

impl SetupScreen {
    pub(super) fn rows(&mut self, canvas: &mut Canvas<'_, '_>, terms: &Terms<'_>, extras: &mut dyn Extras, rect: Rect) {
        let most = *terms.players.end();
        let players = self.players.len();
        let phone = canvas.whole().size().min_elem() < 600.0;
        let has_options = extras.has_options(phone);
        let extra = if phone { 58.0 } else { 66.0 };
        let least = Self::least_row(phone);
        // Adding and the variant have a line of their own; on a phone, and where rows would be too low, they share one.
        let apart = extras.options_width() > (rect.width() - GAP) / 2.0;
        let two = (!phone || apart) && players < most && has_options;
        let room = |lines: f32, across: usize| {
            let free = rect.height() - lines * (extra + GAP);
            (free + GAP) / players.div_ceil(across).max(1) as f32 - GAP
        };
        let shared = !two || room(2.0, 2) < least;
        let lines = match (shared, has_options || players < most) {
            (true, true) => 1.0,
            (true, false) => 0.0,
            (false, _) => 2.0,
        };
        let foot = (extra + GAP) * lines;
        let list = rect.with_max_y(rect.bottom() - foot);
        // A row must be high enough for a thumb.
        let one = room(lines, 1);
        let across = if one < least || (players > 5 && !phone) { 2 } else { 1 };
        let down = players.div_ceil(across);
        let high = ((list.height() + GAP) / down.max(1) as f32 - GAP).min(MAX_ROW_HEIGHT);
        let list = list.upper((high + GAP) * down as f32 - GAP);
        for (index, row) in grid(list, GAP, across, down).into_iter().take(players).enumerate() {
            self.row(canvas, terms, extras, index, row);
        }
        let rest = Rect::from_min_size(pos2(rect.left(), list.bottom() + GAP), vec2(rect.width(), extra));
        if !has_options {
            if players < most {
                self.adding(canvas, rest, terms, extras);
            }
        } else if shared && players < most || (phone && !apart) {
            let [add, options] = columns(rest, GAP, [1.0, 1.0]);
            self.adding(canvas, add, terms, extras);
            extras.draw_options(canvas, options);
        } else if players < most {
            self.adding(canvas, rest, terms, extras);
            extras.draw_options(canvas, rest.translate(vec2(0.0, extra + GAP)));
        } else {
            extras.draw_options(canvas, rest);
        }
    }

    /// No row is lower, in points: a control, and a little about it.
    pub(super) const fn least_row(phone: bool) -> f32 {
        if phone { 48.0 } else { 62.0 }
    }

    /// How high the list of all players is where it has room enough, one below the other.
    pub(super) fn rows_height(&self) -> f32 {
        self.players.len() as f32 * (MAX_ROW_HEIGHT + GAP) - GAP
    }

    /// Returns the minimum height of a list of players.
    pub(super) fn least_height(players: usize) -> f32 {
        4.0 * GAP + players.div_ceil(2) as f32 * Self::least_row(false) + 66.0
    }

    fn row(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        terms: &Terms<'_>,
        extras: &mut dyn Extras,
        index: usize,
        rect: Rect,
    ) {
        let cards: &Cards = terms.overview.book.cards;
        let Some(player) = self.players.get(index).cloned() else { return };
        canvas.ground = canvas.look().panel;
        canvas.fill(rect, radius(8.0), canvas.ground.fill);
        let spine = rect.left_part(26.0);
        let (colour, fill) = (player.colour, player_colour(player.colour));
        Spine { colour, fill, corners: 8.0, inset: vec2(5.0, 5.0) }.draw(canvas, cards, spine);
        let edge = if rect.height() < 66.0 { 2.0 } else { 4.0 };
        let inner = inset(rect, 34.0, edge, 6.0, edge);
        let narrow = rect.width() < 420.0;
        let size = inner.height().min(58.0);
        let shield = Rect::from_min_size(pos2(inner.left(), inner.center().y - size / 2.0), vec2(size, size));
        let label = format!("{}: another colour", player.name);
        if canvas.control(("colour", index), shield, Gesture::Tap, &label).tapped() {
            self.next_colour(index);
        }
        emblem(canvas, shield.shrink(2.0), player.colour, false);
        let mut right = inner.right();
        let mut cell = |width: f32| {
            let cell = Rect::from_min_max(pos2(right - width, inner.top()), pos2(right, inner.bottom()));
            right -= width + 8.0;
            cell
        };
        // Two columns leave no room for buttons, and crowded rows for only one; they appear while a name is edited.
        let wide_first = if narrow { 68.0 } else { 84.0 };
        let beside = inner.width() - size - 16.0 - extras.row_width(narrow) - wide_first;
        let roomy = rect.width() >= 300.0 && beside >= 43.0;
        let first = terms.phrases.first.as_ref();
        let is_first = self.first.index() == index;
        if roomy && beside - 66.0 >= 52.0 {
            let off = self.players.len() <= *terms.players.start();
            let label = format!("{}: remove", player.name);
            let away = Button { icon: Some(Icon::Cross), label: &label, off, ..Button::new(&[], Tone::Raised) };
            if terms.is_open() && away.show(canvas, ("away", index), cell(58.0)).tapped() {
                self.remove(index, extras);
                return;
            }
        }
        if let Some(first) = first.filter(|_| roomy) {
            let label = format!("{} {}", player.name, first.badge);
            let tone = if is_first { Tone::Gold } else { Tone::Raised };
            let title = [first.title];
            let button = Button { label: &label, ..Button::new(&title, tone) };
            if button.show(canvas, ("first", index), cell(wide_first)).tapped() {
                self.set_first(index);
            }
        }
        extras.draw_row(canvas, index, &player.name, narrow, &mut cell);
        let name = Rect::from_min_max(pos2(shield.right() + 8.0, inner.top()), pos2(right, inner.bottom()));
        let label = format!("{}: another name", player.name);
        if canvas.control(("name", index), name, Gesture::Tap, &label).tapped() {
            self.naming = Some(Naming::new(index, &player.name));
        }
        let words = TextStyle::new(Face::Caps, 27.0, canvas.ground.text);
        let upper = name.with_max_y(name.center().y + 8.0);
        canvas.fit(upper, Align2::LEFT_CENTER, words, &[&player.name]);
        let lower = name.with_min_y(name.center().y + 8.0);
        let said = match first.filter(|_| is_first && !roomy) {
            Some(first) => first.badge.to_owned(),
            None => format!("{} · tap to rename", device(player.colour)),
        };
        let device = device(player.colour);
        canvas.fit(
            lower,
            Align2::LEFT_CENTER,
            TextStyle::new(Face::Plain, 14.0, canvas.ground.quiet),
            // A name with little room has no words for the device.
            &[&said, &device, player.colour.id()],
        );
    }

    /// The next colour that nobody has.
    fn next_colour(&mut self, index: usize) {
        let Some(now) = self.players.get(index).map(|player| player.colour) else { return };
        let all = PlayerColour::ALL.iter().cycle().skip(now.index() + 1).take(PlayerColour::ALL.len());
        let free = all.copied().find(|colour| self.players.iter().all(|player| player.colour != *colour));
        if let (Some(colour), Some(player)) = (free, self.players.get_mut(index)) {
            player.colour = colour;
        }
    }

    fn adding(&mut self, canvas: &mut Canvas<'_, '_>, rect: Rect, terms: &Terms<'_>, extras: &mut dyn Extras) {
        let add = terms.phrases.add;
        let left = terms.players.end().saturating_sub(self.players.len());
        let said = match left {
            0 => "The table is full".to_owned(),
            1 => format!("{add} (one more may join)"),
            left => format!("{add} ({left} more may join)"),
        };
        let title = [said.as_str(), add];
        let button = Button { label: add, off: left == 0, ..Button::new(&title, Tone::Raised) };
        if button.show(canvas, "add", rect).tapped() {
            self.add(terms.settings, extras);
        }
    }
}

/// How a player's shield is called: "blue quarters".
fn device(colour: PlayerColour) -> String {
    let known = crate::gallery::PLAYER_STYLES.get(colour.index());
    known.map_or_else(|| colour.id().to_owned(), |known| format!("{} {}", colour.id(), known.charge))
}
