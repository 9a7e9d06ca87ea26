//! Choices about the screen, and who deals first.

use egui::Rect;

use super::SetupScreen;
use crate::app::button::{Button, Tone};
use crate::app::look::{Contrast, Theme};
use crate::app::settings::Settings;
use crate::app::stage::Stage;
use crate::app::turn::columns;
use crate::app::view::Wish;

impl SetupScreen {
    pub(super) fn tiles(&mut self, stage: &mut Stage<'_, '_>, rect: Rect, settings: &Settings, wishes: &mut Vec<Wish>) {
        stage.ground = stage.look().panel;
        let [theme, text, contrast, lots] = columns(rect, 8.0, [1.0, 1.0, 1.0, 1.0]);
        look_tiles(stage, [theme, text, contrast], settings, wishes);
        let draw = Button {
            sub: "who deals?",
            label: "Draw lots for the dealer",
            ..Button::new(&["Draw lots", "Lots"], Tone::Raised)
        };
        if draw.show(stage, "lots", lots).tapped() {
            let now = stage.tools.ui.input(|input| input.time.to_bits());
            self.lots = mix(self.lots ^ now);
            let players = self.setup.players.len().max(1);
            self.set_dealer(usize::try_from(self.lots % players as u64).unwrap_or_default());
        }
    }
}

/// Theme, size of text, contrast.
pub fn look_tiles(stage: &mut Stage<'_, '_>, places: [Rect; 3], settings: &Settings, wishes: &mut Vec<Wish>) {
    let [theme, text, contrast] = places;
    let light = settings.theme == Theme::Light;
    let title = if light { ["Light"] } else { ["Dark"] };
    let label = format!("Theme: {}", title[0]);
    let button = Button { sub: "theme", label: &label, ..Button::new(&title, Tone::Raised) };
    if button.show(stage, "theme", theme).tapped() {
        let theme = if light { Theme::Dark } else { Theme::Light };
        wishes.push(Wish::Settings(Settings { theme, ..settings.clone() }));
    }
    let title = [settings.text.word()];
    let label = format!("Size of text: {}", title[0]);
    let button = Button { sub: "text", label: &label, ..Button::new(&title, Tone::Raised) };
    if button.show(stage, "text size", text).tapped() {
        wishes.push(Wish::Settings(Settings { text: settings.text.next(), ..settings.clone() }));
    }
    let high = settings.contrast == Contrast::High;
    let title = if high { ["High"] } else { ["Plain"] };
    let label = format!("Contrast: {}", title[0]);
    let button = Button { sub: "contrast", label: &label, ..Button::new(&title, Tone::Raised) };
    if button.show(stage, "contrast", contrast).tapped() {
        let contrast = if high { Contrast::Plain } else { Contrast::High };
        wishes.push(Wish::Settings(Settings { contrast, ..settings.clone() }));
    }
}

/// Scatters the bits of a number, so that moments close to each other draw different lots (the last step of MurmurHash3).
fn mix(mut bits: u64) -> u64 {
    bits ^= bits >> 33;
    bits = bits.wrapping_mul(0xff51_afd7_ed55_8ccd);
    bits ^= bits >> 33;
    bits = bits.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    bits ^ (bits >> 33)
}
