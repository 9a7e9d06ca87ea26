//! Where the parts of the sheet for a turn of recovering are.

use egui::{Rect, pos2};

use crate::region::{Cut as _, columns, grid};

/// Where the parts of the sheet are, in points.
pub(super) struct RecoverLayout {
    pub header: Rect,
    /// Health, Shield, armour, taking it off.
    pub columns: [Rect; 4],
    pub weapons: Rect,
    pub footer: Rect,
    pub buttons: Rect,
}

impl RecoverLayout {
    pub fn new(whole: Rect) -> Self {
        const GAP: f32 = 10.0;
        let low = whole.height() < 450.0;
        let slim = whole.width() < 600.0 && !low;
        let header = match (low, slim) {
            (true, _) => 0.0,
            (false, true) => 40.0,
            (false, false) => 68.0,
        };
        let header = whole.upper(header);
        let foot = if slim {
            132.0
        } else if low {
            62.0
        } else {
            104.0
        };
        let foot = whole.lower(foot);
        let [footer, buttons] = if slim {
            let cells = grid(foot, 8.0, 1, 2);
            [cells[0], cells[1]]
        } else {
            columns(foot, GAP, [1.2, 1.0])
        };
        let middle = Rect::from_min_max(
            pos2(whole.left(), header.bottom() + if header.height() > 0.0 { GAP } else { 0.0 }),
            pos2(whole.right(), foot.top() - 12.0),
        );
        let (columns, weapons) = if slim {
            let high = (middle.height() - 2.0 * GAP) * 0.27;
            let four = middle.upper(2.0 * high + GAP);
            let cells = grid(four, GAP, 2, 2);
            let below = middle.with_min_y(four.bottom() + GAP);
            ([cells[0], cells[1], cells[2], cells[3]], below)
        } else if whole.width() < 900.0 && !low {
            let upper = middle.upper(middle.height() * 0.6);
            let below = middle.with_min_y(upper.bottom() + GAP);
            (columns(upper, GAP, [1.0; 4]), below)
        } else {
            let [health, shield, weapons, armour, off] = columns(middle, GAP, [1.0, 1.0, 1.65, 0.86, 0.82]);
            ([health, shield, armour, off], weapons)
        };
        Self { header, columns, weapons, footer, buttons }
    }
}
