//! Rectangles of the screen that face one of its four edges.
//!
//! Players see their own area upright. Each seat is laid out as if its edge were the near one, in points from the top
//! left corner of its rectangle, and then rotated by quarter turns onto the screen.

use egui::{CornerRadius, Pos2, Rect, Vec2, pos2, vec2};
use serde::{Deserialize, Serialize};

/// Which edge of the screen something faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Facing {
    /// The lower edge: upright.
    #[default]
    Near,
    /// The left edge: a quarter turn clockwise.
    Left,
    /// The upper edge: upside down.
    Far,
    /// The right edge: a quarter turn against the clock.
    Right,
}

impl Facing {
    /// All four, clockwise as players sit.
    pub const ALL: [Self; 4] = [Self::Near, Self::Left, Self::Far, Self::Right];

    /// Returns the name of the edge, for screen readers.
    pub const fn edge(self) -> &'static str {
        match self {
            Self::Near => "At the bottom",
            Self::Left => "At the left",
            Self::Far => "At the top",
            Self::Right => "At the right",
        }
    }

    /// The turn in radians clockwise.
    pub fn angle(self) -> f32 {
        std::f32::consts::FRAC_PI_2 * f32::from(self.quarters())
    }

    /// The turn in quarters clockwise.
    pub const fn quarters(self) -> u8 {
        match self {
            Self::Near => 0,
            Self::Left => 1,
            Self::Far => 2,
            Self::Right => 3,
        }
    }

    /// True if width and height are swapped.
    pub const fn is_sideways(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }

    /// The facing after a number of further quarter turns clockwise.
    #[must_use]
    pub fn turned(self, quarters: u8) -> Self {
        Self::ALL[usize::from((self.quarters() + quarters) % 4)]
    }
}

/// A rectangle of the screen, and which edge it faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// Where it is on the screen, in points.
    pub rect: Rect,
    /// Which edge it faces.
    pub facing: Facing,
}

impl Region {
    /// A rectangle that faces an edge.
    pub const fn new(rect: Rect, facing: Facing) -> Self {
        Self { rect, facing }
    }

    /// Width and height as the player who reads it sees them, in points.
    pub fn size(self) -> Vec2 {
        let size = self.rect.size();
        if self.facing.is_sideways() { size.yx() } else { size }
    }

    /// All of it, in its own points.
    pub fn whole(self) -> Rect {
        Rect::from_min_size(Pos2::ZERO, self.size())
    }

    /// A place of the region on the screen.
    pub fn on_screen(self, at: Pos2) -> Pos2 {
        let Rect { min, max } = self.rect;
        match self.facing {
            Facing::Near => pos2(min.x + at.x, min.y + at.y),
            Facing::Left => pos2(max.x - at.y, min.y + at.x),
            Facing::Far => pos2(max.x - at.x, max.y - at.y),
            Facing::Right => pos2(min.x + at.y, max.y - at.x),
        }
    }

    /// A place of the screen on the region.
    pub fn under(self, at: Pos2) -> Pos2 {
        let Rect { min, max } = self.rect;
        match self.facing {
            Facing::Near => pos2(at.x - min.x, at.y - min.y),
            Facing::Left => pos2(at.y - min.y, max.x - at.x),
            Facing::Far => pos2(max.x - at.x, max.y - at.y),
            Facing::Right => pos2(max.y - at.y, at.x - min.x),
        }
    }

    /// A rectangle of the region on the screen.
    pub fn rect_on_screen(self, rect: Rect) -> Rect {
        Rect::from_two_pos(self.on_screen(rect.min), self.on_screen(rect.max))
    }

    /// A part of the region as a region of its own, turned further by quarters clockwise.
    pub fn part(self, rect: Rect, quarters: u8) -> Self {
        Self::new(self.rect_on_screen(rect), self.facing.turned(quarters))
    }

    /// Rotates rounded corners onto the screen.
    pub fn corners(self, corners: CornerRadius) -> CornerRadius {
        let CornerRadius { nw, ne, se, sw } = corners;
        match self.facing {
            Facing::Near => corners,
            Facing::Left => CornerRadius { nw: sw, ne: nw, se: ne, sw: se },
            Facing::Far => CornerRadius { nw: se, ne: sw, se: nw, sw: ne },
            Facing::Right => CornerRadius { nw: ne, ne: se, se: sw, sw: nw },
        }
    }
}

/// Parts of a rectangle along one of its sides.
pub trait Cut {
    /// Returns the upper part of a height.
    fn upper(self, height: f32) -> Self;
    /// Returns the lower part of a height.
    fn lower(self, height: f32) -> Self;
    /// Returns the left part of a width.
    fn left_part(self, width: f32) -> Self;
    /// Returns the right part of a width.
    fn right_part(self, width: f32) -> Self;
    /// Returns one of several rows below one another, with a gap between them; `index` counts from the top.
    fn row(self, index: usize, height: f32, gap: f32) -> Self;
}

impl Cut for Rect {
    fn upper(self, height: f32) -> Self {
        self.with_max_y(self.top() + height)
    }

    fn lower(self, height: f32) -> Self {
        self.with_min_y(self.bottom() - height)
    }

    fn left_part(self, width: f32) -> Self {
        self.with_max_x(self.left() + width)
    }

    fn right_part(self, width: f32) -> Self {
        self.with_min_x(self.right() - width)
    }

    fn row(self, index: usize, height: f32, gap: f32) -> Self {
        let top = self.top() + index as f32 * (height + gap);
        Self::from_min_size(pos2(self.left(), top), vec2(self.width(), height))
    }
}

/// Returns equal rows from the top of a rectangle, with a gap between them: as high as fit, up to a maximum.
pub fn rows(rect: Rect, gap: f32, count: usize, max_height: f32) -> impl Iterator<Item = Rect> {
    let height = ((rect.height() + gap) / count.max(1) as f32 - gap).min(max_height);
    (0..count).map(move |index| rect.row(index, height, gap))
}

/// Rectangles side by side that fill one, with a gap between them, in shares of its width.
pub fn columns<const N: usize>(rect: Rect, gap: f32, shares: [f32; N]) -> [Rect; N] {
    let (all, left) = (shares.iter().sum::<f32>(), rect.width() - gap * (shares.len() as f32 - 1.0));
    let mut x = rect.left();
    shares.map(|share| {
        let column = Rect::from_min_size(pos2(x, rect.top()), vec2(left * share / all, rect.height()));
        x = column.right() + gap;
        column
    })
}

/// Equal rectangles that fill one, row by row, with a gap between them.
pub fn grid(rect: Rect, gap: f32, across: usize, down: usize) -> Vec<Rect> {
    let (across, down) = (across.max(1), down.max(1));
    let width = (rect.width() - gap * (across as f32 - 1.0)) / across as f32;
    let height = (rect.height() - gap * (down as f32 - 1.0)) / down as f32;
    let place = |row: usize, column: usize| {
        let at = rect.min + vec2(column as f32 * (width + gap), row as f32 * (height + gap));
        Rect::from_min_size(at, vec2(width, height))
    };
    (0..down).flat_map(|row| (0..across).map(move |column| place(row, column))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(facing: Facing) -> Region {
        Region::new(Rect::from_min_max(pos2(100.0, 50.0), pos2(400.0, 150.0)), facing)
    }

    #[test]
    fn places_come_back() {
        for facing in Facing::ALL {
            let region = region(facing);
            let at = pos2(17.0, 31.0);
            assert_eq!(region.under(region.on_screen(at)), at, "{facing:?}");
            assert_eq!(region.rect_on_screen(region.whole()), region.rect, "{facing:?}");
        }
    }

    #[test]
    fn the_upper_left_corner_is_where_the_reader_sees_it() {
        assert_eq!(region(Facing::Near).on_screen(Pos2::ZERO), pos2(100.0, 50.0));
        assert_eq!(region(Facing::Left).on_screen(Pos2::ZERO), pos2(400.0, 50.0));
        assert_eq!(region(Facing::Far).on_screen(Pos2::ZERO), pos2(400.0, 150.0));
        assert_eq!(region(Facing::Right).on_screen(Pos2::ZERO), pos2(100.0, 150.0));
        assert_eq!(region(Facing::Right).size(), vec2(100.0, 300.0));
    }

    #[test]
    fn corners_turn_with_the_leaf() {
        let corners = CornerRadius { nw: 1, ne: 2, se: 3, sw: 4 };
        for facing in Facing::ALL {
            let region = region(facing);
            let at = [
                region.rect.left_top(),
                region.rect.right_top(),
                region.rect.right_bottom(),
                region.rect.left_bottom(),
            ];
            let turned = region.corners(corners);
            for (place, radius) in at.into_iter().zip([turned.nw, turned.ne, turned.se, turned.sw]) {
                let own = region.under(place);
                let whole = region.whole();
                let expected = match (own.x > whole.center().x, own.y > whole.center().y) {
                    (false, false) => 1,
                    (true, false) => 2,
                    (true, true) => 3,
                    (false, true) => 4,
                };
                assert_eq!(radius, expected, "{facing:?}");
            }
        }
    }

    #[test]
    fn columns_fill_the_row() {
        let row = Rect::from_min_size(pos2(10.0, 0.0), vec2(100.0, 20.0));
        let [a, b] = columns(row, 10.0, [1.0, 2.0]);
        assert_eq!((a.left(), a.width(), b.left(), b.right()), (10.0, 30.0, 50.0, 110.0));
        let cells = grid(row, 10.0, 2, 1);
        assert_eq!((cells[0].width(), cells[1].right()), (45.0, 110.0));
    }
}
