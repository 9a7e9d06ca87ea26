//! The interlace that screens are decorated with: the game's own, or plain lines where its cards have none.

use egui::{Color32, Rect};

use crate::canvas::Canvas;
use crate::cards::Cards;
use crate::gallery::PictureRequest;
use crate::look::parts;

/// Which of the game's interlaces it is, counted from 0 and round again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ornament {
    /// Beside plain headings.
    Plain = 1,
    /// Round the main item.
    Bright = 3,
}

/// Interlace along the longer side of a box.
pub fn braid(canvas: &mut Canvas<'_, '_>, cards: &Cards, rect: Rect, which: Ornament, colour: Color32) {
    if let Some(kind) = cards.woven(which as usize) {
        canvas.knotwork(rect, kind, colour);
    } else {
        canvas.line(rect.left_center(), rect.right_center(), 2.0, colour);
    }
}

/// A frame of interlace inside the edge of a box, so thick, in points.
pub fn frame(canvas: &mut Canvas<'_, '_>, cards: &Cards, rect: Rect, thick: f32, colour: Color32) {
    let Some(kind) = cards.woven(Ornament::Bright as usize) else {
        canvas.border(rect.shrink(thick * 0.25), 0, thick * 0.5, colour);
        return;
    };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few pixels")]
    let thick = (thick * canvas.tools.ui.ctx().pixels_per_point()).round() as u16;
    canvas.picture(rect, |width, height| PictureRequest::Frame {
        kind: kind.to_owned(),
        width,
        height,
        thick,
        colour: parts(colour),
        contour: None,
    });
}
