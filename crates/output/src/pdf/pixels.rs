//! Parts of drawings that PDF has no words for, as pixels: drawn as the screen shows them, as fine as the print.

use kurbo::{Affine, Rect};
use resvg::tiny_skia::{Pixmap, Transform};

use super::PdfError;
use super::art::Walk;
use super::image::Image;
use crate::diagnostic::Code;
use crate::scene::counts_pixels;

/// Maximum number of pixels of a part: a page of A4 at 600 dpi has half as many again.
const MOST: f64 = 24e6;

impl Walk<'_> {
    /// Rasterises a node.
    pub(super) fn node_as_pixels(&mut self, node: &usvg::Node, blend: usvg::BlendMode) -> Result<(), PdfError> {
        let Some(from) = node.abs_layer_bounding_box() else { return Ok(()) };
        // The library lays the node's own box into the corner, in the space of its parents; that is taken back.
        let place = |map: Transform| map.pre_translate(from.x(), from.y());
        self.as_pixels(blend, counts_pixels(node), |map, pixels| {
            resvg::render_node(node, place(map), &mut pixels.as_mut());
        })
    }

    /// Rasterises a whole drawing.
    pub(super) fn tree_as_pixels(&mut self, tree: &usvg::Tree) -> Result<(), PdfError> {
        let counts = self.frame.art.counts;
        self.as_pixels(usvg::BlendMode::Normal, counts, |map, pixels| resvg::render(tree, map, &mut pixels.as_mut()))
    }

    /// Rasterises a node; with `counts`, at most at the drawing's own resolution.
    fn as_pixels(
        &mut self,
        blend: usvg::BlendMode,
        counts: bool,
        draw: impl FnOnce(Transform, &mut Pixmap),
    ) -> Result<(), PdfError> {
        let Rect { x0, y0, .. } = self.bounds;
        let (width, height) = (self.bounds.width(), self.bounds.height());
        let dots = if counts { self.frame.dots.min(self.frame.own) } else { self.frame.dots };
        let dots = dots.min((MOST / (width * height).max(1e-9)).sqrt());
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded by `MOST`")]
        let side = |length: f64| (length * dots).ceil().clamp(1.0, MOST) as u32;
        let Some(mut pixels) = Pixmap::new(side(width), side(height)) else {
            let file = self.frame.art.file();
            return Err(PdfError::Art(Code::PRESS_PIXELS, format!("{file}: a rasterised part is too large")));
        };
        let map = Affine::scale(dots) * Affine::translate((-x0, -y0)) * self.map;
        #[allow(clippy::cast_possible_truncation, reason = "the library computes in single precision")]
        let [a, b, c, d, e, f] = map.as_coeffs().map(|value| value as f32);
        draw(Transform::from_row(a, b, c, d, e, f), &mut pixels);
        let Some((part, mut picture)) = Image::cropped(&pixels, self.frame.luminance, self.frame.press()) else {
            return Ok(());
        };
        let onto = Rect::new(x0 + part.x0 / dots, y0 + part.y0 / dots, x0 + part.x1 / dots, y0 + part.y1 / dots);
        if counts {
            picture.smooth(true);
        }
        self.content.save();
        if blend != usvg::BlendMode::Normal {
            self.state(1.0, blend, None);
        }
        self.picture(picture, Affine::IDENTITY, onto);
        self.content.restore();
        Ok(())
    }
}
