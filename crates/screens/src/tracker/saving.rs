//! Files that people asked for, and pictures of the screen.

use std::sync::{Arc, PoisonError};

use egui::{Context, Rect};

use super::{Frame, Tracker};
use crate::calendar::Date;

/// How long a picture of the screen is waited for, in seconds.
const SCREENSHOT_TIMEOUT_SECS: f64 = 3.0;

/// The screen shows itself without its buttons until there is a picture of it.
pub(super) struct Posing {
    /// Since when, in seconds.
    pub since: f64,
    /// True if the picture was requested.
    pub asked: bool,
    /// The part of the screen that it is of, in points.
    pub area: Rect,
}

impl Frame {
    /// Saves a file that people asked for, named after its content, the date and the result.
    pub fn save(&mut self, [what, result]: [&str; 2], ending: &str, bytes: &[u8], now: f64) {
        let date = Date::of(i64::try_from((self.clock)().0 / 1000).unwrap_or_default());
        let name: String = format!("{what} {date} {result}")
            .trim_end()
            .chars()
            .filter(|letter| !letter.is_control() && !r#"\/:*?"<>|"#.contains(*letter))
            .collect();
        let name = format!("{name}.{ending}");
        match self.store.save(&name, bytes) {
            Ok(place) => self.notify(format!("Saved: {place}"), now),
            Err(why) => self.notify(format!("Not saved: {why}"), now),
        }
    }
}

impl Tracker {
    /// Requests a picture of the screen after a frame without buttons in which everything is drawn. If none arrives after a
    /// while, the buttons return.
    pub(super) fn pose(&mut self, now: f64, ctx: &Context) {
        let is_drawn = self.is_drawn();
        let Some(posing) = &mut self.frame.posing else { return };
        if now - posing.since > SCREENSHOT_TIMEOUT_SECS {
            self.frame.posing = None;
            self.notify("Not saved: no picture of the screen", now);
            return;
        }
        ctx.request_repaint();
        if is_drawn && !posing.asked {
            posing.asked = true;
            let (taken, ctx_again) = (Arc::clone(&self.taken), ctx.clone());
            ctx.request_screenshot(move |picture| {
                *taken.lock().unwrap_or_else(PoisonError::into_inner) = Some(picture);
                ctx_again.request_repaint();
            });
        }
    }

    /// Saves a picture of the screen once it is there.
    pub(super) fn save_taken(&mut self, now: f64, ctx: &Context) {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(picture) = taken else { return };
        let Some(posed) = self.frame.posing.take() else { return };
        // A screen that was made smaller meanwhile is taken as a whole.
        let scale = ctx.pixels_per_point();
        let end = posed.area.max * scale;
        let fits = end.x <= picture.size[0] as f32 && end.y <= picture.size[1] as f32;
        let picture = if fits { picture.region(&posed.area, Some(scale)) } else { (*picture).clone() };
        let [width, height] = picture.size.map(|side| u32::try_from(side).unwrap_or_default());
        let rgb: Vec<u8> = picture.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
        match crate::image::png_of(width, height, &rgb) {
            Ok(bytes) => {
                let [game, result] = self.session.file_name();
                self.frame.save([&game, &result], "png", &bytes, now);
            }
            Err(why) => self.notify(format!("Not saved: {why}"), now),
        }
    }
}
