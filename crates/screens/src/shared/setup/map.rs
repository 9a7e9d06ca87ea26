//! The table as it will be, with everyone's shield where their panel will lie.

use egui::{Align2, Color32, Pos2, Rect, Stroke, pos2, vec2};

use super::{Extras, SetupScreen, Terms};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::look::{GOLD, INK};
use crate::region::{Region, columns};
use crate::seats;
use crate::table::Seating;
use crate::touch::Gesture;

const WOOD: Color32 = Color32::from_rgb(0x4a, 0x35, 0x24);

impl SetupScreen {
    pub(super) fn map(&mut self, canvas: &mut Canvas<'_, '_>, rect: Rect, terms: &Terms<'_>, extras: &mut dyn Extras) {
        let ground = canvas.look().centre;
        canvas.ground = ground;
        canvas.fill(rect, radius(12.0), ground.fill);
        let size = canvas.whole().size();
        // On portrait screens, the map takes the full height, with its text beside it.
        let beside = size.y > size.x && rect.width() > 500.0;
        let ([title, round, long], free) = if beside {
            let column = Rect::from_min_size(rect.min + vec2(12.0, 12.0), vec2(190.0, rect.height() - 24.0));
            let cell = |y: f32| Rect::from_min_size(column.min + vec2(0.0, y), vec2(column.width(), CONTROL));
            ([cell(0.0), cell(CONTROL + GAP), cell(2.0 * (CONTROL + GAP))], inset(rect, 214.0, 12.0, 12.0, 12.0))
        } else {
            let top = Rect::from_min_size(rect.min + vec2(12.0, 10.0), vec2(rect.width() - 24.0, CONTROL));
            (columns(top, GAP, [0.9, 1.0, 1.0]), inset(rect, 12.0, 76.0, 12.0, 12.0))
        };
        let heading = inset(title, 8.0, 0.0, 0.0, 0.0);
        canvas.fit(heading, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 24.0, ground.text), &["Seats"]);
        let scale = (free.width() / size.x).min(free.height() / size.y);
        let map = Rect::from_center_size(free.center(), size * scale);
        canvas.fill(map, radius(10.0), WOOD);
        canvas.border(map, radius(10.0), 2.0, GOLD.gamma_multiply(0.4));
        if let Some(chairs) = extras.chairs(size) {
            let words = TextStyle::new(Face::Italic, 17.0, ground.quiet);
            canvas.wrap_centred(long, words, "or drag a shield to the other end");
            if Button::new(&["Swap sides", "Swap"], Tone::Raised).show(canvas, "swap", round).tapped() {
                self.swap(0, 1, extras);
            }
            extras.draw_between(canvas, terms.overview.book.cards, map);
            self.chairs(canvas, map, &chairs, terms, extras);
            return;
        }
        for (seating, rect, said) in [(Seating::Round, round, "All round"), (Seating::Long, long, "Long sides")] {
            let tone = if self.seating == seating { Tone::Gold } else { Tone::Raised };
            if Button::new(&[said], tone).show(canvas, ("seating", said), rect).tapped() {
                self.seating = seating;
            }
        }
        let chairs = seats::plan(size, self.players.len(), self.seating).panels;
        if beside {
            let below =
                Rect::from_min_max(pos2(long.left(), long.bottom() + GAP), pos2(long.right(), rect.bottom() - 12.0));
            canvas.wrap_left(below, TextStyle::new(Face::Italic, 17.0, ground.quiet), HINT);
        } else {
            draw_hint(canvas, map);
        }
        self.chairs(canvas, map, &chairs, terms, extras);
    }

    fn chairs(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        map: Rect,
        panels: &[Region],
        terms: &Terms<'_>,
        extras: &mut dyn Extras,
    ) {
        let scale = map.width() / canvas.whole().width();
        let place = |at: Pos2| map.min + at.to_vec2() * scale;
        let placed = |panel: &Region| Rect::from_min_max(place(panel.rect.min), place(panel.rect.max));
        let chairs: Vec<Rect> = panels.iter().map(placed).collect();
        let own = extras.chairs(canvas.whole().size()).is_some();
        let mut lifted = None;
        for (index, chair) in chairs.iter().enumerate() {
            let Some(player) = self.players.get(index).cloned() else { continue };
            canvas.fill(chair.shrink(2.0), radius(6.0), canvas.ground.raised);
            let label = format!("{}: drag to another chair", player.name);
            let response = canvas.control(("chair", index), chair.shrink(2.0), Gesture::Drag, &label);
            if let Some(at) = response.dragged {
                lifted = Some((player.colour, canvas.region.under(at)));
                self.dragged = Some(index);
            }
            if let Some(at) = response.dropped {
                let at = canvas.region.under(at);
                if let Some(other) = chairs.iter().position(|chair| chair.contains(at)) {
                    self.swap(index, other, extras);
                }
                self.dragged = None;
            }
            let mut region = canvas.part(chair.shrink(2.0), panels[index].facing.quarters());
            let whole = region.whole();
            let name = 24.0_f32.min(whole.height() * 0.3);
            let size = (whole.height() - name - 8.0).min(whole.width() - 8.0).clamp(16.0, 62.0);
            let stack = (whole.height() - size - name) / 2.0;
            let shield = rect_around(pos2(whole.center().x, stack + size / 2.0), size, size);
            if lifted.is_none() || self.dragged != Some(index) {
                emblem(&mut region, shield, player.colour, false);
            }
            let below = Rect::from_min_size(pos2(4.0, shield.bottom() + 1.0), vec2(whole.width() - 8.0, name));
            region.fit(
                below,
                Align2::CENTER_CENTER,
                TextStyle::new(Face::Caps, 19.0, region.ground.text),
                &[&player.name],
            );
            if let Some(first) = terms.phrases.first.as_ref().filter(|_| self.first.index() == index) {
                // In a small place the name stands close below the shield, and its letters may be high.
                let low = whole.height() < region.scaled(116.0);
                let above = pos2(shield.right() + 2.0, (shield.top() + 7.0).min(below.top() - 16.0));
                let at = if low { above } else { shield.right_bottom() + vec2(2.0, -7.0) };
                // A game's own chairs are as wide as their labels; others are close to the words in the middle.
                let at = if own { pos2(at.x.min(whole.right() - 26.0), at.y) } else { at };
                region.fill(rect_around(at, 48.0, 20.0), radius(10.0), GOLD);
                region.figure(at, Align2::CENTER_CENTER, TextStyle::new(Face::Strong, 13.5, INK), first.badge);
            }
        }
        if let Some((colour, at)) = lifted {
            canvas.disc(at, 34.0, Color32::TRANSPARENT, Stroke::new(3.0, GOLD));
            emblem(canvas, rect_around(at, 62.0, 62.0), colour, false);
        }
    }
}

/// Instructions on the map.
const HINT: &str = "drag a shield to its chair; play goes clockwise";

/// Draws the instructions in the middle of the table.
fn draw_hint(canvas: &Canvas<'_, '_>, map: Rect) {
    let words = TextStyle::new(Face::Italic, 17.0, Color32::from_rgb(0xe8, 0xd8, 0xb8));
    let middle = rect_around(map.center(), map.width() * 0.42, 44.0);
    canvas.wrap_centred(middle, words, HINT);
}
