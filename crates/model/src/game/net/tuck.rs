//! A tuck box: four sides around, a lid with a tongue, a bottom that is glued.

use super::{Cut, Edge, Net, NetForm, Panel};
use crate::diagnostic::Span;
use crate::units::{Mm, Size};

/// Measures of a tuck box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuck {
    /// Width and height of its content, upright.
    pub content: Size,
    /// Thickness of the content.
    pub depth: Mm,
    /// Thickness of the board.
    pub board: Mm,
    /// The cards that determine the depth; `None` if it was set.
    pub holds: Option<Holds>,
    /// True if the front has a notch for the thumb.
    pub notch: bool,
}

/// The cards that a box holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Holds {
    /// Number of pieces.
    pub count: u32,
    /// Thickness of each, including any sleeve.
    pub each: Mm,
}

/// The panels that can be printed.
pub const PRINTABLE: &[&str] = &["front", "left", "back", "right", "top", "bottom", "tongue"];

/// Room to spare across, in depth and in height: a deck slides in and does not rattle.
const SLACK: [f64; 3] = [0.7, 1.0, 1.3];
const GLUE: f64 = 10.0;
const TONGUE: f64 = 14.0;
const DUST: f64 = 22.0;
/// Gap between the flaps and their neighbours.
const APART: f64 = 1.0;
const NOTCH: (f64, f64) = (19.0, 8.0);

impl Tuck {
    /// Returns width, height and depth of the folded box, from crease to crease.
    pub fn outside(&self) -> [Mm; 3] {
        let two = self.board * 2.0;
        let [across, deep, high] = SLACK.map(Mm::new);
        [self.content.width + across + two, self.content.height + high + two, self.depth + deep + two]
    }

    /// Returns the same box for another number of cards; `None` if its depth doesn't depend on them.
    #[must_use]
    pub fn holding(&self, count: u32) -> Option<Self> {
        let each = self.holds?.each;
        Some(Self { depth: each * f64::from(count), holds: Some(Holds { count, each }), ..*self })
    }
}

/// Returns the net of a tuck box. The back, the left side, the front and the right side are in a row; the lid hangs on
/// the back, to open from the front, and the bottom on the front.
pub fn tuck(spec: Tuck, at: Span) -> Net {
    let [width, height, depth] = spec.outside().map(Mm::get);
    let named = |name, width, length| Panel::rect(Some(name), width, length);
    let flap = |length: f64, left: f64, right: f64, radius: f64| Panel {
        cut: Cut::Flap { left, right, radius },
        ..Panel::rect(None, 0.0, length)
    };
    let mut front = named("front", width, height);
    if spec.notch {
        let across = NOTCH.0.min(width * 0.4);
        front.cut = Cut::Notch { width: across, depth: NOTCH.1.min(height * 0.15).min(across * 0.5) };
    }
    let mut net = Net::new(NetForm::Tuck(spec), at, front);
    let left = net.hang(0, Edge::Left, 0.0, named("left", 0.0, depth));
    let back = net.hang(left, Edge::Far, 0.0, named("back", 0.0, width));
    let right = net.hang(0, Edge::Right, 0.0, named("right", 0.0, depth));
    let glue = GLUE.min(width * 0.3);
    net.hang(right, Edge::Far, 0.0, flap(glue, glue * 0.5, glue * 0.5, 0.0));
    // Seen from the front, the back hangs on its right edge: its own right edge is above.
    let top = net.hang(back, Edge::Right, 0.0, Panel { turned: true, ..named("top", 0.0, depth) });
    net.hang(0, Edge::Near, 0.0, named("bottom", 0.0, depth));
    let tongue = TONGUE.min(height * 0.3);
    let tongue = Panel { name: Some("tongue"), turned: true, ..flap(tongue, 0.0, 0.0, tongue * 0.5) };
    net.hang(top, Edge::Far, APART * 0.7, tongue);
    let dust = DUST.min(width * 0.45);
    let slant = (dust * 0.2).min(depth * 0.2);
    for (side, edge) in [(left, Edge::Right), (left, Edge::Left), (right, Edge::Left), (right, Edge::Right)] {
        let radius = (depth * 0.2).min(2.0);
        net.hang(side, edge, APART.min(depth * 0.1), flap(dust, slant, slant, radius));
    }
    net.moved_to_origin()
}
