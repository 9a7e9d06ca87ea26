//! The table as it will be, with everyone's shield where their panel will lie.

use egui::{Align2, Color32, Pos2, Rect, Stroke, pos2, vec2};

use super::SetupScreen;
use crate::app::button::{Button, Tone};
use crate::app::letters::Face;
use crate::app::livery::emblem;
use crate::app::look::{GOLD, INK};
use crate::app::seats;
use crate::app::stage::{Stage, Words, about, radius, within};
use crate::app::touch::Manner;
use crate::app::turn::columns;
use crate::table::Seating;

const WOOD: Color32 = Color32::from_rgb(0x4a, 0x35, 0x24);

impl SetupScreen {
    pub(super) fn map(&mut self, stage: &mut Stage<'_, '_>, rect: Rect) {
        let ground = stage.look().centre;
        stage.ground = ground;
        stage.fill(rect, radius(12.0), ground.fill);
        let top = Rect::from_min_size(rect.min + vec2(12.0, 10.0), vec2(rect.width() - 24.0, 58.0));
        let [title, round, long] = columns(top, 8.0, [0.9, 1.0, 1.0]);
        stage.fit(
            within(title, 8.0, 0.0, 0.0, 0.0),
            Align2::LEFT_CENTER,
            Words::new(Face::Caps, 24.0, ground.text),
            &["Seats"],
        );
        for (seating, rect, said) in [(Seating::Round, round, "All round"), (Seating::Long, long, "Long sides")] {
            let tone = if self.setup.seating == seating { Tone::Gold } else { Tone::Raised };
            if Button::new(&[said], tone).show(stage, ("seating", said), rect).tapped() {
                self.setup.seating = seating;
            }
        }
        let free = within(rect, 12.0, 76.0, 12.0, 12.0);
        self.chairs(stage, free);
    }

    fn chairs(&mut self, stage: &mut Stage<'_, '_>, free: Rect) {
        let size = stage.whole().size();
        let scale = (free.width() / size.x).min(free.height() / size.y);
        let screen = Rect::from_center_size(free.center(), size * scale);
        let plan = seats::plan(size, self.setup.players.len(), self.setup.seating);
        stage.fill(screen, radius(10.0), WOOD);
        stage.rim(screen, radius(10.0), 2.0, GOLD.gamma_multiply(0.4));
        let place = |at: Pos2| screen.min + at.to_vec2() * scale;
        let chairs: Vec<Rect> =
            plan.panels.iter().map(|leaf| Rect::from_min_max(place(leaf.rect.min), place(leaf.rect.max))).collect();
        self.say(stage, screen);
        let mut lifted = None;
        for (index, chair) in chairs.iter().enumerate() {
            let Some(player) = self.setup.players.get(index).cloned() else { continue };
            stage.fill(chair.shrink(2.0), radius(6.0), stage.ground.raised);
            let label = format!("{}: drag to another chair", player.name);
            let touched = stage.control(("chair", index), chair.shrink(2.0), Manner::Drag, &label);
            if let Some(at) = touched.dragged {
                lifted = Some((player.livery, stage.leaf.under(at)));
                self.dragged = Some(index);
            }
            if let Some(at) = touched.dropped {
                let at = stage.leaf.under(at);
                if let Some(other) = chairs.iter().position(|chair| chair.contains(at)) {
                    self.swap(index, other);
                }
                self.dragged = None;
            }
            let mut leaf = stage.part(chair.shrink(2.0), plan.panels[index].facing.quarters());
            let whole = leaf.whole();
            let name = 24.0_f32.min(whole.height() * 0.3);
            let size = (whole.height() - name - 8.0).min(whole.width() - 8.0).clamp(16.0, 62.0);
            let stack = (whole.height() - size - name) / 2.0;
            let shield = about(pos2(whole.center().x, stack + size / 2.0), size, size);
            if lifted.is_none() || self.dragged != Some(index) {
                emblem(&mut leaf, shield, player.livery, false);
            }
            let below = Rect::from_min_size(pos2(4.0, shield.bottom() + 1.0), vec2(whole.width() - 8.0, name));
            leaf.fit(below, Align2::CENTER_CENTER, Words::new(Face::Caps, 19.0, leaf.ground.text), &[&player.name]);
            if self.setup.dealer.index() == index {
                let at = shield.right_bottom() + vec2(2.0, -7.0);
                leaf.fill(about(at, 48.0, 20.0), radius(10.0), GOLD);
                leaf.figure(at, Align2::CENTER_CENTER, Words::new(Face::Strong, 13.5, INK), "deals");
            }
        }
        if let Some((livery, at)) = lifted {
            stage.disc(at, 34.0, Color32::TRANSPARENT, Stroke::new(3.0, GOLD));
            emblem(stage, about(at, 62.0, 62.0), livery, false);
        }
    }

    /// What can be done here, in the middle of the table.
    fn say(&self, stage: &Stage<'_, '_>, screen: Rect) {
        let words = Words::new(Face::Italic, 17.0, Color32::from_rgb(0xe8, 0xd8, 0xb8));
        let middle = about(screen.center(), screen.width() * 0.42, 44.0);
        stage.wrap_centred(middle, words, "drag a shield to its chair; play goes clockwise");
    }
}
