//! Settings of a device for all its programs.

use egui::Context;
use serde::Deserialize;

use crate::look::{Contrast, Theme};
use crate::settings::TextSize;

/// Preferences of a device. Settings that people didn't choose here follow them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Text scale; 1 is normal.
    pub text: f32,
    /// True for a light colour scheme.
    pub light: bool,
    /// True for high contrast.
    pub contrast: bool,
    /// True for reduced motion.
    pub still: bool,
}

impl Preferences {
    /// Returns the theme of the colour scheme.
    pub const fn theme(self) -> Theme {
        if self.light { Theme::Light } else { Theme::Dark }
    }

    /// Returns the contrast of colours.
    pub const fn contrast(self) -> Contrast {
        if self.contrast { Contrast::High } else { Contrast::Plain }
    }

    /// Returns the size of text nearest to the device's.
    pub const fn text(self) -> TextSize {
        match self.text {
            scale if scale >= 2.0 => TextSize::Giant,
            scale if scale >= 1.6 => TextSize::Huge,
            scale if scale >= 1.2 => TextSize::Large,
            _ => TextSize::Middle,
        }
    }

    /// Stops animations for people who want reduced motion, and lets them go on for others.
    pub fn apply(self, ctx: &Context) {
        let time = if self.still { 0.0 } else { egui::Style::default().animation_time };
        ctx.all_styles_mut(|style| style.animation_time = time);
    }
}
