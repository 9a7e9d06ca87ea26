//! The state needed to draw any frame: touches, pictures, the background of the whole screen.

use egui::{Context, Event, Pos2, Rect, Ui};

use super::canvas::{Canvas, DrawContext};
use super::chance::Chance;
use super::look::Look;
use super::pictures::Pictures;
use super::region::{Facing, Region};
use super::settings::TextSize;
use super::touch::TouchRouter;
use crate::gallery::Gallery;
use crate::table::Millis;

/// How long a page draws pictures within one frame after the first of them, in milliseconds.
const DRAWING_MILLIS: u64 = 8;

/// The state kept from frame to frame.
pub struct Stage {
    /// Pictures as textures.
    pub pictures: Pictures,
    /// The fingers on the screen.
    pub router: TouchRouter,
    /// Dice and lots.
    pub chance: Chance,
    /// True for a portrait screen; `None` before the first frame.
    stands: Option<bool>,
}

impl Stage {
    /// Creates a stage without touches or pictures.
    pub fn new(gallery: Box<dyn Gallery>) -> Self {
        Self {
            pictures: Pictures::new(gallery),
            router: TouchRouter::default(),
            chance: Chance::default(),
            stands: None,
        }
    }

    /// Begins a frame; gives what happened since the last one, and the time in seconds.
    pub fn begin(&mut self, ctx: &Context) -> (Vec<Event>, f64) {
        self.pictures.begin(ctx);
        let (events, now) = ctx.input(|input| (input.events.clone(), input.time));
        let size = ctx.content_rect().size();
        let before = self.stands.replace(size.y > size.x);
        if before.is_some_and(|stood| Some(stood) != self.stands) {
            self.router.cancel();
        }
        self.router.begin(&events, now);
        (events, now)
    }

    /// Draws on the whole screen. The canvas starts disabled, and the caller enables the interactive parts.
    pub fn draw<T>(&mut self, ui: &Ui, look: &Look, text: TextSize, draw: impl FnOnce(&mut Canvas<'_, '_>) -> T) -> T {
        let Self { pictures, router, chance, .. } = self;
        let mut tools = DrawContext { ui, router, pictures, chance, look, scale: text.scale() };
        let region = Region::new(Rect::from_min_size(Pos2::ZERO, ui.ctx().content_rect().size()), Facing::Near);
        let mut canvas = Canvas { tools: &mut tools, region, ground: look.panel, disabled: true };
        canvas.fill(canvas.whole(), 0, look.table);
        draw(&mut canvas)
    }

    /// Draws some of the requested pictures, on platforms without threads.
    pub fn draw_pictures(&mut self, clock: fn() -> Millis) {
        let mut begun = None;
        self.pictures.draw_some(&mut || {
            let time = clock().0;
            time < *begun.get_or_insert(time) + DRAWING_MILLIS
        });
    }

    /// Nothing is shown for a while.
    pub fn rest(&mut self) {
        self.pictures.clear();
        self.router = TouchRouter::default();
    }
}

/// Longest short side of a tablet, in points; larger screens are scaled.
const MAX_SHORT_SIDE: f32 = 1024.0;
/// The shorter side of the tablet for which the screens are drawn, in points.
const DRAWN: f32 = 820.0;

/// Scales everything on large screens to the size of a tablet, and for the largest text. `last` is the last scale set
/// here, as people may set another.
pub fn fit_screen(ctx: &Context, text: TextSize, last: &mut f32) {
    let screen = ctx.content_rect().size() * ctx.zoom_factor();
    let fitted = zoom(screen.min_elem());
    let zoom = fitted * text.zoom(screen / fitted);
    if (zoom - *last).abs() > 0.005 {
        *last = zoom;
        ctx.set_zoom_factor(zoom);
    }
}

/// How much larger everything is, by the shorter side of the screen. It grows without a step.
fn zoom(short: f32) -> f32 {
    (short / DRAWN).min(1.0 + (short - MAX_SHORT_SIDE) / 200.0).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::zoom;

    #[test]
    fn tablets_stay_as_they_are_and_large_screens_are_used() {
        assert_eq!([390.0, 768.0, 820.0, 1024.0].map(zoom), [1.0; 4]);
        let short = 1080.0 / zoom(1080.0);
        assert!((820.0..860.0).contains(&short), "{short}");
        assert_eq!(zoom(1640.0), 2.0);
        assert!((1024..2000_u16).all(|side| zoom(f32::from(side) + 1.0) - zoom(f32::from(side)) < 0.01));
    }
}
