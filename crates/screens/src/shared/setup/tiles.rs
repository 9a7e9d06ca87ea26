//! Choices about the screen, and who is the first.

use egui::Rect;

use super::{Phrases, SetupScreen};
use crate::button::{Button, Tone};
use crate::canvas::Canvas;
use crate::look::{Contrast, Theme};
use crate::region::{columns, grid};
use crate::settings::Settings;
use crate::view::SharedAction;

impl SetupScreen {
    pub(super) fn tiles(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        rect: Rect,
        settings: &Settings,
        phrases: &Phrases,
        actions: &mut Vec<SharedAction>,
    ) {
        canvas.ground = canvas.look().panel;
        let Some(first) = &phrases.first else {
            look_tiles(canvas, columns(rect, 8.0, [1.0, 1.0, 1.0]), settings, actions);
            return;
        };
        let [theme, text, contrast, lots] = if rect.width() < 300.0 {
            match grid(rect, 8.0, 2, 2).as_slice() {
                &[a, b, c, d] => [a, b, c, d],
                _ => [rect; 4],
            }
        } else {
            columns(rect, 8.0, [1.0, 1.0, 1.0, 1.0])
        };
        look_tiles(canvas, [theme, text, contrast], settings, actions);
        let draw =
            Button { sub: first.lots, label: first.draw_lots, ..Button::new(&["Draw lots", "Lots"], Tone::Raised) };
        if draw.show(canvas, "lots", lots).tapped() {
            let players = self.players.len().max(1);
            self.set_first(canvas.tools.chance.draw(players));
        }
    }
}

/// Theme, size of text, contrast.
pub fn look_tiles(
    canvas: &mut Canvas<'_, '_>,
    places: [Rect; 3],
    settings: &Settings,
    actions: &mut Vec<SharedAction>,
) {
    let [theme, text, contrast] = places;
    let light = settings.theme == Theme::Light;
    let title = if light { ["Light"] } else { ["Dark"] };
    let label = format!("Theme: {}", title[0]);
    let button = Button { sub: "theme", label: &label, ..Button::new(&title, Tone::Raised) };
    if button.show(canvas, "theme", theme).tapped() {
        let theme = if light { Theme::Dark } else { Theme::Light };
        actions.push(SharedAction::Settings(Settings { theme, ..settings.clone() }));
    }
    let title = [settings.text.word()];
    let label = format!("Size of text: {}", title[0]);
    let button = Button { sub: "text", label: &label, ..Button::new(&title, Tone::Raised) };
    if button.show(canvas, "text size", text).tapped() {
        actions.push(SharedAction::Settings(Settings { text: settings.text.next(), ..settings.clone() }));
    }
    let high = settings.contrast == Contrast::High;
    let title = if high { ["High"] } else { ["Normal"] };
    let label = format!("Contrast: {}", title[0].to_lowercase());
    let button = Button { sub: "contrast", label: &label, ..Button::new(&title, Tone::Raised) };
    if button.show(canvas, "contrast", contrast).tapped() {
        let contrast = if high { Contrast::Plain } else { Contrast::High };
        actions.push(SharedAction::Settings(Settings { contrast, ..settings.clone() }));
    }
}
