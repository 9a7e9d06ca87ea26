//! Backgrounds of the texts of a face.

use super::areas::Seen;
use super::laid::Laid;
use crate::game::{CardFormat, Colour};
use crate::image::Painter;
use crate::scene::Scene;
use crate::units::{Mm, Rect};

/// Resolution, in dots per inch, at which the background is sampled.
const DPI: f64 = 120.0;
/// Anything narrower than a pixel may be painted one pixel wide: it is visible from this many pixels away.
const AWAY: f64 = 1.5;
/// Edges are antialiased: a rectangle of one colour extends this many pixels beyond those that it fills.
const BEYOND: f64 = 0.25;

/// The drawings behind the texts of a face.
pub(super) struct Ground<'a> {
    laid: &'a [Laid<'a>],
    view: Rect,
    width: u32,
    height: u32,
    painter: &'a Painter<'a>,
}

/// Pixels of a picture: the first in each direction, and the one after the last.
#[derive(Clone, Copy)]
struct Pixels {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

impl<'a> Ground<'a> {
    pub fn new(laid: &'a [Laid<'a>], format: &CardFormat, painter: &'a Painter<'a>) -> Self {
        let view = format.cut();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cards are small")]
        let pixels = |length: Mm| length.to_px(DPI).round() as u32;
        Self { laid, view, width: pixels(view.width), height: pixels(view.height), painter }
    }

    /// Returns the colour behind a text: the one with the least contrast among those that cover at least a tenth of its
    /// box. `None` for a text beyond the cut.
    pub fn behind(&self, bounds: Rect, text: Colour) -> Option<Colour> {
        let pixels = self.pixels(bounds)?;
        let part = self.place_of(pixels).to_kurbo();
        let grown = |pixels: f64| part.inflate(pixels * 25.4 / DPI, pixels * 25.4 / DPI);
        let (filled, near) = (grown(BEYOND), grown(AWAY));
        let mut shown: Vec<&Laid<'_>> = Vec::new();
        // Marks in a line are beside its letters, not behind them.
        for laid in self.laid.iter().rev().filter(|laid| !laid.is_in_line) {
            match laid.seen(filled, near) {
                Seen::Nothing => {}
                Seen::Plain(colour) if shown.is_empty() => return Some(colour),
                Seen::Something => shown.push(laid),
                Seen::Plain(_) | Seen::Ground => {
                    shown.push(laid);
                    break;
                }
            }
        }
        if shown.is_empty() {
            return Some(Colour::WHITE);
        }
        least_contrast(self.paint(&shown, pixels)?, text)
    }

    /// Returns the pixels of a part of the face; `None` beyond the cut.
    fn pixels(&self, part: Rect) -> Option<Pixels> {
        let across = f64::from(self.width) / self.view.width.get();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cards are small")]
        let pixel = |length: Mm| (length.get() * across).max(0.0) as u32;
        let (left, top) = (pixel(part.x), pixel(part.y));
        let (right, bottom) = ((pixel(part.right()) + 1).min(self.width), (pixel(part.bottom()) + 1).min(self.height));
        (left < right && top < bottom).then_some(Pixels { left, top, right, bottom })
    }

    /// Returns the area of pixels, in millimetres.
    fn place_of(&self, Pixels { left, top, right, bottom }: Pixels) -> Rect {
        let (across, down) = (self.view.width / f64::from(self.width), self.view.height / f64::from(self.height));
        let (width, height) = (across * f64::from(right - left), down * f64::from(bottom - top));
        Rect { x: self.view.x + across * f64::from(left), y: self.view.y + down * f64::from(top), width, height }
    }

    /// Paints some pixels with these drawings, the first on top, and returns their colours.
    fn paint(&self, shown: &[&Laid<'_>], pixels: Pixels) -> Option<Vec<[u8; 3]>> {
        let scene = Scene { items: shown.iter().rev().map(|laid| laid.item.clone()).collect(), ..Scene::default() };
        let whole = Pixels { left: 0, top: 0, right: self.width, bottom: self.height };
        let painted = if shown.iter().all(|laid| laid.is_local()) { pixels } else { whole };
        let (width, height) = (painted.right - painted.left, painted.bottom - painted.top);
        let picture = self.painter.paint(&scene, self.place_of(painted), width, height)?;
        let rows = pixels.top - painted.top..pixels.bottom - painted.top;
        let columns = pixels.left - painted.left..pixels.right - painted.left;
        let colours = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
        Some(colours.filter_map(|(x, y)| picture.colour(x, y)).collect())
    }
}

/// Returns the pixel colour with the least contrast to a text, ignoring those of a tenth of the pixels.
fn least_contrast(mut pixels: Vec<[u8; 3]>, text: Colour) -> Option<Colour> {
    let tenth = pixels.len() / 10;
    pixels.sort_unstable();
    let alike = pixels.chunk_by(|a, b| a == b).map(|alike| (alike[0], alike.len()));
    let coloured = alike.map(|([red, green, blue], count)| (Colour::rgb(red, green, blue), count));
    let mut coloured: Vec<_> = coloured.map(|(colour, count)| (text.contrast(colour), colour, count)).collect();
    coloured.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut before = 0;
    let behind = coloured.into_iter().find(|(_, _, count)| {
        before += count;
        before > tenth
    });
    behind.map(|(_, colour, _)| colour)
}
