//! Where the panels of warbands lie: two sides face each other across the whole table; a phone shows one side in full and the
//! others in short.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

use crate::region::{Cut as _, Facing, Region, grid};
use crate::seats::{self, Middle, Plan};
use crate::table::{Seat, Seating};

/// The edge of a tablet, which leaves room for the frame of the side on turn, in points.
const MARGIN: f32 = 10.0;
/// Between a panel and the strip, in points.
const AIR: f32 = 11.0;
/// The strip between two sides, in points.
const STRIP: f32 = 112.0;
/// A screen whose shorter side is less is a phone's, in points.
pub const TABLET: f32 = 600.0;
/// A side of which a phone shows but how many are out, in points.
const BAR: f32 = 50.0;

/// The side that a phone shows in full.
#[derive(Clone, Copy)]
pub struct Full {
    /// The side.
    pub seat: Seat,
    /// True if it is the phone of its player: nobody sits opposite.
    pub own: bool,
}

/// The layout of a table for a number of sides.
pub fn plan(size: Vec2, sides: usize, seating: Seating, shown: Full) -> Plan {
    if size.min_elem() < TABLET {
        return phone(size, sides, shown);
    }
    if sides != 2 {
        return seats::plan(size, sides, seating);
    }
    if size.x >= size.y {
        return facing(size);
    }
    let mut plan = facing(size.yx()).part_of(Region::new(Rect::from_min_size(Pos2::ZERO, size), Facing::Left));
    plan.upright = Facing::Left;
    plan
}

/// Two sides on a tablet that lies.
fn facing(size: Vec2) -> Plan {
    let panel = vec2(size.x - 2.0 * MARGIN, (size.y - 2.0 * MARGIN - 2.0 * AIR - STRIP) / 2.0);
    let at = |y: f32, size: Vec2, facing| Region::new(Rect::from_min_size(pos2(MARGIN, y), size), facing);
    let near = at(size.y - MARGIN - panel.y, panel, Facing::Near);
    let strip = at(MARGIN + panel.y + AIR, vec2(panel.x, STRIP), Facing::Near);
    Plan { panels: vec![near, at(MARGIN, panel, Facing::Far)], middle: Middle::Strip(strip), upright: Facing::Near }
}

/// One side in full; of two, the other is turned to its player, for a phone between them.
fn phone(size: Vec2, sides: usize, shown: Full) -> Plan {
    const GAP: f32 = 9.0;
    let whole = Rect::from_min_size(Pos2::ZERO, size).shrink(6.0);
    let standing = size.y > size.x;
    let two = sides == 2 && !shown.own;
    let others = sides.saturating_sub(1);
    let bars = |down: usize| down as f32 * (BAR + 4.0) - 4.0;
    let (rest, foot, full, facing) = if standing {
        let foot = if size.y < 700.0 { 124.0 } else { 146.0 };
        let across = if others > 3 { 2 } else { 1 };
        let high = if two { ((whole.height() - foot) * 0.3).max(150.0) } else { bars(others.div_ceil(across)) };
        let rest = whole.upper(high);
        let foot = Rect::from_min_size(pos2(whole.left(), rest.bottom() + GAP), vec2(whole.width(), foot));
        let full = whole.with_min_y(foot.bottom() + GAP);
        (rest, foot, full, if two { Facing::Far } else { Facing::Near })
    } else {
        let wide = (whole.width() * 0.36).max(300.0);
        let foot = 144.0_f32.min(whole.height() * 0.42);
        let right = whole.right_part(wide);
        let full = whole.with_max_x(right.left() - GAP);
        let foot = right.lower(foot);
        (right.with_max_y(foot.top() - GAP), foot, full, Facing::Near)
    };
    let across = if others > 3 { 2 } else { 1 };
    let down = others.div_ceil(across).max(1);
    let rest = if two { rest } else { rest.upper(rest.height().min(bars(down))) };
    let mut places = grid(rest, 4.0, across, down).into_iter();
    let panel = |seat: Seat| match seat == shown.seat {
        true => Region::new(full, Facing::Near),
        false => Region::new(places.next().unwrap_or(rest), facing),
    };
    let panels = Seat::all(sides).map(panel).collect();
    Plan { panels, middle: Middle::Foot(Region::new(foot, Facing::Near)), upright: Facing::Near }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_lies_on_anything_or_off_the_screen() {
        for (width, height) in
            [(1180.0, 820.0), (820.0, 1180.0), (1024.0, 768.0), (412.0, 892.0), (892.0, 412.0), (360.0, 640.0)]
        {
            for sides in 2..=8 {
                for shown in Seat::all(sides).flat_map(|seat| [true, false].map(|own| Full { seat, own })) {
                    let size = vec2(width, height);
                    let plan = plan(size, sides, Seating::Long, shown);
                    let middle = match plan.middle {
                        Middle::Field { field, .. } => field,
                        Middle::Strip(region) | Middle::Foot(region) => region,
                    };
                    assert_eq!(plan.panels.len(), sides);
                    let all: Vec<Rect> = plan.panels.iter().map(|region| region.rect).chain([middle.rect]).collect();
                    for (index, one) in all.iter().enumerate() {
                        assert!(Rect::from_min_size(Pos2::ZERO, size).contains_rect(*one), "{size} {sides}: {one}");
                        assert!(one.width() >= 44.0 && one.height() >= 44.0, "{size} {sides}: {one}");
                        for other in &all[index + 1..] {
                            assert!(!one.intersects(*other), "{size} {sides}: {one} {other}");
                        }
                    }
                }
            }
        }
    }
}
