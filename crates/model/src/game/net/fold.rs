//! The folded net in space.

use std::ops::{Add, Mul, Sub};

use super::{Net, Panel};

/// A point or a direction in space, in millimetres: to the right, downwards, towards the viewer of the flat net.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Space(pub [f64; 3]);

impl Space {
    /// Returns the dot product with another direction: negative if they point apart.
    pub fn dot(self, other: Self) -> f64 {
        (0..3).map(|axis| self.0[axis] * other.0[axis]).sum()
    }

    fn each(self, other: Self, with: impl Fn(f64, f64) -> f64) -> Self {
        Self(std::array::from_fn(|axis| with(self.0[axis], other.0[axis])))
    }
}

impl Add for Space {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.each(other, |a, b| a + b)
    }
}

impl Sub for Space {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.each(other, |a, b| a - b)
    }
}

impl Mul<f64> for Space {
    type Output = Self;
    fn mul(self, times: f64) -> Self {
        Self(self.0.map(|part| part * times))
    }
}

/// A panel of a folded net.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Folded {
    /// Upper left corner of its print, in reading direction.
    pub corner: Space,
    /// To the right along its lines of text, one millimetre long.
    pub right: Space,
    /// Downwards, one millimetre long.
    pub down: Space,
    /// Out of the box, one millimetre long.
    pub outwards: Space,
}

/// Position of a panel: its origin, along its near edge, away from it, and out of the box.
type Frame = [Space; 4];

impl Net {
    /// Returns all panels, each folded away from the reader by a right angle from its parent.
    pub fn folded(&self) -> Vec<Folded> {
        let mut frames: Vec<Frame> = Vec::with_capacity(self.panels.len());
        for panel in &self.panels {
            let frame = match panel.parent {
                None => {
                    let flat = |x: f64, y: f64| Space([x, y, 0.0]);
                    let Panel { origin, along, out, .. } = panel;
                    [flat(origin.x, origin.y), flat(along.x, along.y), flat(out.x, out.y), Space([0.0, 0.0, 1.0])]
                }
                Some(parent) => hung(panel, &self.panels[parent], frames[parent]),
            };
            frames.push(frame);
        }
        self.panels.iter().zip(frames).map(|(panel, frame)| panel.as_read(frame)).collect()
    }
}

/// Returns the frame of a panel that hangs on another, folded by a right angle.
fn hung(panel: &Panel, parent: &Panel, [origin, along, out, normal]: Frame) -> Frame {
    let lift = |flat: kurbo::Vec2| along * flat.dot(parent.along) + out * flat.dot(parent.out);
    let at = origin + lift(panel.origin - parent.origin);
    [at, lift(panel.along), normal * -1.0, lift(panel.out)]
}

impl Panel {
    /// Returns its frame from the corner where reading begins.
    fn as_read(&self, [origin, along, out, outwards]: Frame) -> Folded {
        let place = self.place();
        let sign = if self.turned { -1.0 } else { 1.0 };
        let (x, y) = if self.turned { (place.right(), place.bottom()) } else { (place.x, place.y) };
        // The flat frame is only turned by quarters, so its own directions give the page's.
        let lift = |flat: kurbo::Vec2| along * flat.dot(self.along) + out * flat.dot(self.out);
        let corner = origin + lift(kurbo::Point::new(x.get(), y.get()) - self.origin);
        let (right, down) = (lift(kurbo::Vec2::new(sign, 0.0)), lift(kurbo::Vec2::new(0.0, sign)));
        Folded { corner, right, down, outwards }
    }
}
