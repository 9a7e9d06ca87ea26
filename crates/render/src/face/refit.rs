//! Adapts a template to cards of other proportions: content near an edge stays near it, small drawings keep their
//! shape, and the middle is stretched.

use kurbo::Affine;

use super::slot::Slot;
use crate::scene::{Turn, stretch};
use crate::units::{Mm, Rect};

/// The part of a side, at each end, in which everything is scaled alike.
const MARGIN: f64 = 0.3;
/// Drawings smaller than this part of both sides keep their shape.
const SMALL: f64 = 0.55;
/// Maximum scale of the margins relative to the one of the narrower side.
const LARGER: f64 = 1.3;
/// By how much the proportions may differ.
pub(super) const FURTHEST: f64 = 1.6;

/// From the template's own size to the card's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refit {
    from: Rect,
    onto: Rect,
    /// Scale of margins and small drawings.
    pub scale: f64,
}

impl Refit {
    /// Creates the map from a view box to a card; `None` if their proportions differ too much.
    pub fn new(from: Rect, onto: Rect) -> Option<Self> {
        let (across, down) = (onto.width / from.width, onto.height / from.height);
        let scale = (across * down).sqrt().min(across.min(down) * LARGER);
        ((across / down).max(down / across) <= FURTHEST).then_some(Self { from, onto, scale })
    }

    fn x(&self, x: Mm) -> Mm {
        self.onto.x + along(x - self.from.x, self.from.width, self.onto.width, self.scale)
    }

    fn y(&self, y: Mm) -> Mm {
        self.onto.y + along(y - self.from.y, self.from.height, self.onto.height, self.scale)
    }

    /// Moves a box, each edge separately.
    pub fn area(&self, area: Rect) -> Rect {
        let (x, y) = (self.x(area.x), self.y(area.y));
        Rect { x, y, width: self.x(area.right()) - x, height: self.y(area.bottom()) - y }
    }

    /// Moves a drawing: a small one keeps its shape.
    pub fn drawing(&self, bounds: Rect) -> Rect {
        let area = self.area(bounds);
        if bounds.width > self.from.width * SMALL || bounds.height > self.from.height * SMALL {
            return area;
        }
        let (width, height) = (bounds.width * self.scale, bounds.height * self.scale);
        let middle = area.middle();
        Rect { x: middle.x - width / 2.0, y: middle.y - height / 2.0, width, height }
    }

    /// Returns the transform of such a drawing, even of a line without width or height.
    pub fn map(&self, bounds: Rect) -> Affine {
        /// Thinner drawings are only moved across their length.
        const THIN: Mm = Mm::new(1e-3);
        let thick = Rect { width: bounds.width.max(THIN), height: bounds.height.max(THIN), ..bounds };
        stretch(thick.to_kurbo(), self.drawing(thick))
    }

    /// Moves the box of a slot, and the areas that it avoids.
    pub fn slot(&self, slot: &mut Slot) {
        slot.avoid.iter_mut().for_each(|area| *area = self.area(*area));
        if slot.slant == Turn::None {
            slot.bounds = self.area(slot.bounds);
            return;
        }
        // A slanted box keeps its shape.
        let turn = slot.slant.affine();
        let middle = slot.bounds.middle();
        let on_card = turn * kurbo::Point::new(middle.x.get(), middle.y.get());
        let moved = kurbo::Point::new(self.x(Mm::new(on_card.x)).get(), self.y(Mm::new(on_card.y)).get());
        let back = turn.inverse() * moved;
        let (width, height) = (slot.bounds.width * self.scale, slot.bounds.height * self.scale);
        slot.bounds = Rect { x: Mm::new(back.x) - width / 2.0, y: Mm::new(back.y) - height / 2.0, width, height };
    }
}

/// Maps a position along a side: the margins are scaled, and the middle takes the rest.
fn along(at: Mm, from: Mm, onto: Mm, scale: f64) -> Mm {
    let margin = from * MARGIN;
    let middle = (onto - margin * (2.0 * scale)) / (from - margin * 2.0);
    if at <= margin {
        at * scale
    } else if at <= from - margin {
        margin * scale + (at - margin) * middle
    } else {
        onto - (from - at) * scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_scaled_and_the_middle_is_stretched() {
        let refit = Refit::new(Rect::mm(-3.0, -3.0, 69.5, 94.9), Rect::mm(-3.0, -3.0, 76.0, 126.0)).expect("tarot");
        let whole = refit.area(Rect::mm(-3.0, -3.0, 69.5, 94.9));
        assert!((whole.width.get() - 76.0).abs() < 1e-9 && (whole.height.get() - 126.0).abs() < 1e-9);
        let badge = refit.drawing(Rect::mm(4.0, 4.0, 10.0, 10.0));
        assert!((badge.width.get() - 10.0 * refit.scale).abs() < 1e-9 && badge.width == badge.height);
        let foot = refit.area(Rect::mm(-3.0, 83.2, 69.5, 8.7));
        assert!((foot.bottom().get() - 123.0).abs() < 1e-9 && (foot.height.get() - 8.7 * refit.scale).abs() < 1e-9);
        let landscape = Refit::new(Rect::mm(-3.0, -3.0, 69.5, 94.9), Rect::mm(-3.0, -3.0, 94.9, 69.5));
        assert!(landscape.is_none());
    }
}
