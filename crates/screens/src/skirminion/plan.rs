//! The screen layout: the board in the middle, with each player's panel at their right and buttons at their left,
//! turned to them. Pure geometry, in points.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

use crate::region::{Cut as _, Facing, Region};
use crate::table::skirminion::{Side, Square};
use crate::touch::SLOP;

/// A screen whose shorter side is less is a phone's.
const TABLET: f32 = 600.0;
/// Between parts, and to the edge of the screen.
const GAP: f32 = 12.0;
/// The edge of a panel, so wide that its frame has room.
const FRAME: f32 = 14.0;
/// The height of a player's buttons.
const CONTROLS: f32 = 224.0;
/// The height of the other's panel on a player's own phone, with its edges.
const OTHER: f32 = 92.0;
/// The height of a panel that waits.
const WAITING: f32 = 340.0;

/// The layout of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The board.
    pub board: Board,
    /// The panels: that of the side that sits near, then the other's.
    pub panels: [Region; 2],
    /// The same while they wait for the other: they say less.
    pub waiting: [Region; 2],
    /// The buttons of each, where they are not in the panels.
    pub controls: Option<[Region; 2]>,
    /// The last event, shown to each player while the other's panel waits, if there is room.
    pub last: Option<[Region; 2]>,
}

/// Where the board lies, and how it is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Board {
    /// The 64 squares.
    pub field: Rect,
    /// The frame round them.
    pub rim: f32,
    /// Whose first row is the nearest.
    pub near: Side,
}

impl Board {
    /// The side of a square.
    pub fn side(&self) -> f32 {
        self.field.width() / 8.0
    }

    /// With its frame.
    pub fn whole(&self) -> Rect {
        self.field.expand(self.rim)
    }

    /// The same on a map of the screen.
    pub fn on_map(&self, screen: Rect, map: Rect) -> Self {
        let scale = map.width() / screen.width();
        let field = Rect::from_min_max(
            map.min + (self.field.min - screen.min) * scale,
            map.min + (self.field.max - screen.min) * scale,
        );
        Self { field, rim: self.rim * scale, near: self.near }
    }

    /// A square.
    pub fn square(&self, at: Square) -> Rect {
        let (column, row) = match self.near {
            Side::Bone => (at.column(), 7 - at.row()),
            Side::Red => (7 - at.column(), at.row()),
        };
        let side = self.side();
        let place = self.field.min + vec2(f32::from(column), f32::from(row)) * side;
        Rect::from_min_size(place, Vec2::splat(side))
    }

    /// The square at a place; just beside the board the one that is next to it.
    pub fn at(&self, place: Pos2) -> Option<Square> {
        if !self.field.expand(SLOP).contains(place) {
            return None;
        }
        Square::all().min_by(|a, b| {
            let far = |at: Square| self.square(at).distance_sq_to_pos(place);
            far(*a).total_cmp(&far(*b))
        })
    }

    /// The middle of a square.
    pub fn middle(&self, at: Square) -> Pos2 {
        self.square(at).center()
    }
}

/// Whose screen it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Of both: the parts of the player at the far side are turned to them.
    FromBothSides,
    /// Of both, who look at it from the same side.
    FromOneSide,
    /// A player's own phone, on which the other needs no buttons.
    ByOne,
}

impl Seen {
    /// Of both; turned to the far side, if somebody sits there.
    pub fn turned(is_far_taken: bool) -> Self {
        if is_far_taken { Self::FromBothSides } else { Self::FromOneSide }
    }
}

/// Returns the layout for a screen.
pub fn plan(size: Vec2, near: Side, seen: Seen) -> Plan {
    let phone = size.min_elem() < TABLET;
    let lying = size.x >= size.y;
    let turned = seen == Seen::FromBothSides;
    // The panel of the other, and the own one, above and below the board of a phone.
    let [top, foot] = if seen == Seen::ByOne { [OTHER, 180.0] } else { [180.0, 180.0] };
    let rim = match phone {
        true if lying || size.min_elem() < 380.0 => 4.0,
        true => 12.0,
        false => 22.0,
    };
    let (wide, high) = match (phone, lying) {
        (true, true) => (size.x - 2.0 * 170.0, size.y),
        (true, false) => (size.x, size.y - top - foot),
        (false, true) => (size.x - 2.0 * 224.0, size.y - 56.0),
        (false, false) => (size.x - 24.0, size.y - 2.0 * 196.0),
    };
    let side = ((wide.min(high) - 2.0 * rim) / 8.0).floor();
    let shift = if phone && !lying { (top - foot) / 2.0 } else { 0.0 };
    let middle = (size / 2.0).to_pos2() + vec2(0.0, shift);
    let board = Board { field: Rect::from_center_size(middle, Vec2::splat(8.0 * side)), rim, near };
    let whole = board.whole();
    let far = |rect: Rect| {
        let facing = if turned { Facing::Far } else { Facing::Near };
        Region::new(Rect::from_min_max(middle + (middle - rect.max), middle + (middle - rect.min)), facing)
    };
    let pair = |rect: Rect| [Region::new(rect, Facing::Near), far(rect)];
    if phone {
        let edge = 9.0;
        let panel = if lying {
            Rect::from_min_max(pos2(whole.right() + edge, edge), pos2(size.x - edge, size.y - edge))
        } else {
            Rect::from_min_max(pos2(edge, whole.bottom() + edge), pos2(size.x - edge, size.y - edge))
        };
        let mut panels = pair(panel);
        if seen == Seen::ByOne && !lying {
            let other = Rect::from_min_max(pos2(edge, edge), pos2(size.x - edge, whole.top() - edge));
            panels[1] = Region::new(other, Facing::Near);
        }
        return Plan { board, panels, waiting: panels, controls: None, last: None };
    }
    if lying {
        let column =
            |left: f32, right: f32, top: f32| Rect::from_min_max(pos2(left, top), pos2(right, size.y - GAP - 8.0));
        let (bottom, free) = (size.y - GAP - 8.0, size.y - 2.0 * (GAP + 8.0) - CONTROLS - 2.0 * GAP);
        let panel = column(whole.right() + FRAME, size.x - FRAME, bottom - free.min(0.6 * size.y));
        let controls = column(GAP, whole.left() - GAP, bottom - CONTROLS);
        let waiting = panel.lower(panel.height().min(WAITING));
        // Above the buttons of the one lies the panel of the other.
        let room = size.y - 2.0 * (GAP + 8.0) - CONTROLS - waiting.height() - 2.0 * GAP - FRAME;
        let last = Rect::from_min_max(
            pos2(controls.left(), controls.top() - GAP - room.min(96.0)),
            pos2(controls.right(), controls.top() - GAP),
        );
        let last = (room >= 60.0).then(|| pair(last));
        return Plan { board, panels: pair(panel), waiting: pair(waiting), controls: Some(pair(controls)), last };
    }
    let (top, bottom) = (whole.bottom() + FRAME, size.y - FRAME);
    let controls = Rect::from_min_max(pos2(GAP, top), pos2(GAP + 262.0, bottom));
    let panel = Rect::from_min_max(pos2(controls.right() + GAP + FRAME, top), pos2(size.x - FRAME, bottom));
    Plan { board, panels: pair(panel), waiting: pair(panel), controls: Some(pair(controls)), last: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_large_enough_and_nothing_lies_over_anything_else() {
        for size in [
            vec2(1180.0, 820.0),
            vec2(1024.0, 768.0),
            vec2(768.0, 1024.0),
            vec2(820.0, 1180.0),
            vec2(960.0, 600.0),
            vec2(412.0, 892.0),
            vec2(892.0, 412.0),
            vec2(360.0, 740.0),
            vec2(740.0, 360.0),
            vec2(844.0, 390.0),
            vec2(360.0, 640.0),
            vec2(320.0, 568.0),
            vec2(568.0, 320.0),
        ] {
            let screen = Rect::from_min_size(Pos2::ZERO, size);
            for seen in [Seen::FromBothSides, Seen::FromOneSide, Seen::ByOne] {
                let plan = plan(size, Side::Bone, seen);
                // On the smallest phones the loupe enlarges them.
                let least = match size.min_elem() {
                    ..360.0 => 25.0,
                    _ if size == vec2(360.0, 640.0) => 34.0,
                    ..TABLET => 43.9,
                    _ => 57.9,
                };
                assert!(plan.board.side() >= least, "{size}: {}", plan.board.side());
                // One is on turn, and the other's panel waits.
                for turn in [0, 1] {
                    let mut regions = vec![plan.panels[turn], plan.waiting[1 - turn]];
                    regions.extend(plan.controls.iter().flatten().chain(plan.last.iter().map(|last| &last[turn])));
                    let all: Vec<Rect> = regions.iter().map(|region| region.rect).chain([plan.board.whole()]).collect();
                    for (index, rect) in all.iter().enumerate() {
                        assert!(screen.contains_rect(*rect), "{size}: {rect}");
                        for other in &all[index + 1..] {
                            assert!(!rect.intersect(*other).is_positive(), "{size}: {rect} {other}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_place_is_on_the_square_that_lies_there() {
        for near in Side::BOTH {
            let board = plan(vec2(412.0, 892.0), near, Seen::FromBothSides).board;
            for at in Square::all() {
                assert_eq!(board.at(board.middle(at)), Some(at));
                assert_eq!(board.at(board.square(at).min + vec2(0.5, 0.5)), Some(at));
            }
            let corner = board.field.left_bottom();
            let first = if near == Side::Bone { "a1" } else { "h8" };
            assert_eq!(board.at(corner + vec2(-5.0, 5.0)).map(|at| at.to_string()).as_deref(), Some(first));
            assert_eq!(board.at(corner - vec2(SLOP + 1.0, 0.0)), None);
        }
    }

    #[test]
    fn the_board_is_turned_to_who_sits_near() {
        let size = vec2(1180.0, 820.0);
        let [a1, h8] = ["a1", "h8"].map(|name| name.parse().expect("a square"));
        let [bone, red] = [Side::Bone, Side::Red].map(|near| plan(size, near, Seen::FromOneSide).board);
        assert_eq!((bone.square(a1), bone.square(h8)), (red.square(h8), red.square(a1)));
        assert_eq!(bone.square(a1).left_bottom(), bone.field.left_bottom());
    }
}
