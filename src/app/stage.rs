//! What a frame is drawn with, whatever it shows: fingers, pictures, the ground of the whole screen.

use egui::{Context, Event, Pos2, Rect, Ui};

use super::canvas::{Canvas, Tools};
use super::look::Look;
use super::pictures::Pictures;
use super::region::{Facing, Region};
use super::settings::TextSize;
use super::touch::TouchRouter;
use crate::gallery::Gallery;
use crate::table::Millis;

/// How long a page draws pictures within one frame after the first of them, in milliseconds.
const DRAWING: u64 = 8;

/// What frames are drawn with, from one to the next.
pub struct Stage {
    /// Pictures as textures.
    pub pictures: Pictures,
    /// The fingers on the screen.
    pub router: TouchRouter,
}

impl Stage {
    /// No finger is down, and there is no picture yet.
    pub fn new(gallery: Box<dyn Gallery>) -> Self {
        Self { pictures: Pictures::new(gallery), router: TouchRouter::default() }
    }

    /// Begins a frame; gives what happened since the last one, and the time in seconds.
    pub fn begin(&mut self, ctx: &Context) -> (Vec<Event>, f64) {
        self.pictures.begin(ctx);
        let (events, now) = ctx.input(|input| (input.events.clone(), input.time));
        self.router.begin(&events, now);
        (events, now)
    }

    /// Draws on the whole screen. The canvas is disabled: who draws enables what is to answer.
    pub fn draw<T>(&mut self, ui: &Ui, look: &Look, text: TextSize, draw: impl FnOnce(&mut Canvas<'_, '_>) -> T) -> T {
        let Self { pictures, router } = self;
        let mut tools = Tools { ui, router, pictures, look, scale: text.scale() };
        let region = Region::new(Rect::from_min_size(Pos2::ZERO, ui.ctx().content_rect().size()), Facing::Near);
        let mut canvas = Canvas { tools: &mut tools, region, ground: look.panel, disabled: true };
        canvas.fill(canvas.whole(), 0, look.table);
        draw(&mut canvas)
    }

    /// Draws some of the pictures that are wanted, where there is no thread for it.
    pub fn draw_pictures(&mut self, clock: fn() -> Millis) {
        let mut begun = None;
        self.pictures.draw_some(&mut || {
            let time = clock().0;
            time < *begun.get_or_insert(time) + DRAWING
        });
    }

    /// Nothing is shown for a while.
    pub fn rest(&mut self) {
        self.pictures.clear();
        self.router = TouchRouter::default();
    }
}
