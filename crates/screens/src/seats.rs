//! Where each player's panel is on the screen: pure geometry, in points.
//!
//! Seats run clockwise as seen from above: along the near edge from right to left, up the left edge, along the far edge
//! from left to right, down the right edge.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

use super::region::{Facing, Region, grid};
use crate::table::{Seat, Seating};

/// Height of the strip between two rows of panels.
const STRIP: f32 = 114.0;
/// Between panels, and between a panel and what else there is.
const GAP: f32 = 16.0;
/// Between a row of panels and the strip.
const AIR: f32 = 12.0;
/// How much larger than the smallest a panel may be: less than the one and a half that players call unfair.
const FAIR: f32 = 1.4;
/// The depth of a side panel with three lines of controls.
const DEEP: f32 = 204.0;
/// No panel is wider, in points: its controls would lie too far apart.
const WIDEST: f32 = 920.0;
/// A screen whose shorter side is less is a phone's.
const TABLET: f32 = 600.0;

/// The layout of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The panel of each seat.
    pub panels: Vec<Region>,
    /// The middle of the table.
    pub middle: Middle,
    /// The long edge at which the middle's readers sit first.
    pub upright: Facing,
}

/// The area between the panels.
#[derive(Clone, Debug, PartialEq)]
pub enum Middle {
    /// A field of its own with both piles; the corners of the table hold the buttons, each pair twice.
    Field {
        /// Piles and the last thing that happened.
        field: Region,
        /// Where undo and redo are, once for each long edge.
        undo: [Region; 2],
        /// Where journal and menu are, once for each long edge.
        menu: [Region; 2],
    },
    /// One strip with piles and buttons; tall enough for two lines of piles, or for one.
    Strip(Region),
    /// A strip at the foot of a phone: buttons, no piles.
    Foot(Region),
}

/// The layout of a table for a number of players.
pub fn plan(size: Vec2, players: usize, seating: Seating) -> Plan {
    let upright = size.x >= size.y;
    let short = size.min_elem();
    if short < TABLET {
        return telephone(size, players);
    }
    let lying = if upright { size } else { size.yx() };
    let mut plan = match seating {
        Seating::Long => long_sides(lying, players),
        Seating::Round if players <= 4 => few_round(lying, players),
        Seating::Round => many_round(lying, players),
    };
    if !upright {
        plan = plan.part_of(Region::new(Rect::from_min_size(Pos2::ZERO, size), Facing::Left));
        plan.upright = Facing::Left;
        plan.face_the_reader(size);
    }
    plan
}

impl Plan {
    /// No side of a field in the middle has more people than another: it and the buttons face the lower edge, and the upper one,
    /// as whoever put the screen there holds it.
    fn face_the_reader(&mut self, size: Vec2) {
        let Middle::Field { field, undo, menu } = &mut self.middle else { return };
        let upper = |region: &Region| region.rect.center().y < size.y / 2.0;
        for corner in undo.iter_mut().chain(menu) {
            corner.facing = if upper(corner) { Facing::Far } else { Facing::Near };
        }
        field.facing = Facing::Near;
        self.upright = Facing::Near;
    }

    /// Turns all that faces the far side to the near one.
    pub fn face_the_near_side(&mut self) {
        let turn = |region: &mut Region| {
            if region.facing == Facing::Far {
                region.facing = Facing::Near;
            }
        };
        self.panels.iter_mut().for_each(turn);
        if let Middle::Field { undo, menu, .. } = &mut self.middle {
            undo.iter_mut().chain(menu).for_each(turn);
        }
    }

    /// The same on a part of the screen, whose points it is in, or turned with it.
    #[must_use]
    pub fn part_of(mut self, screen: Region) -> Self {
        let lay = |region: &mut Region| *region = screen.part(region.rect, region.facing.quarters());
        self.panels.iter_mut().for_each(lay);
        match &mut self.middle {
            Middle::Field { field, undo, menu } => {
                lay(field);
                undo.iter_mut().chain(menu).for_each(lay);
            }
            Middle::Strip(strip) | Middle::Foot(strip) => lay(strip),
        }
        self
    }
}

fn region(x: f32, y: f32, size: Vec2, facing: Facing) -> Region {
    Region::new(Rect::from_min_size(pos2(x, y), size), facing)
}

/// A row of panels, centred; the near one runs from right to left, as players sit.
fn row(screen: Vec2, y: f32, size: Vec2, players: usize, facing: Facing) -> Vec<Region> {
    let all = players as f32 * (size.x + GAP) - GAP;
    let left = (screen.x - all) / 2.0;
    let mut row: Vec<Region> =
        (0..players).map(|place| region(left + place as f32 * (size.x + GAP), y, size, facing)).collect();
    if facing == Facing::Near {
        row.reverse();
    }
    row
}

fn long_sides(screen: Vec2, players: usize) -> Plan {
    const EDGE: f32 = 10.0;
    let near = players.div_ceil(2);
    let width = ((screen.x - 2.0 * EDGE - (near as f32 - 1.0) * GAP) / near as f32).min(620.0);
    let height = (screen.y - 2.0 * EDGE - 2.0 * AIR - STRIP) / 2.0;
    let size = vec2(width, height);
    let mut panels = row(screen, screen.y - EDGE - height, size, near, Facing::Near);
    panels.extend(row(screen, EDGE, size, players - near, Facing::Far));
    let strip = region(EDGE, EDGE + height + AIR, vec2(screen.x - 2.0 * EDGE, STRIP), Facing::Near);
    Plan { panels, middle: Middle::Strip(strip), upright: Facing::Near }
}

fn few_round(screen: Vec2, players: usize) -> Plan {
    const EDGE: f32 = 16.0;
    let deep = (0.30 * screen.y).round();
    // Without panels at the sides, the others are as wide as the corners let them.
    let widest = if players <= 2 { WIDEST } else { 616.0 };
    let wide = widest.min(screen.x - 2.0 * (EDGE + GAP + deep));
    let tall = 616.0_f32.min(screen.y - 204.0);
    let middle = (screen - vec2(wide, tall)) / 2.0;
    let near = region(middle.x, screen.y - EDGE - deep, vec2(wide, deep), Facing::Near);
    let left = region(EDGE, middle.y, vec2(deep, tall), Facing::Left);
    let far = region(middle.x, EDGE, vec2(wide, deep), Facing::Far);
    let right = region(screen.x - EDGE - deep, middle.y, vec2(deep, tall), Facing::Right);
    let panels = match players {
        1 => vec![near],
        2 => vec![near, far],
        3 => vec![near, left, right],
        _ => vec![near, left, far, right],
    };
    let top = EDGE + deep + GAP;
    // Where nobody plays on the far side that side is left to the middle.
    let top = if matches!(players, 1 | 3) { EDGE } else { top };
    let field = vec2(wide, screen.y - EDGE - deep - GAP - top);
    let corner = vec2(deep, 76.0);
    let (low, high) = (screen.y - 8.0 - corner.y, 8.0);
    let (start, end) = (EDGE, screen.x - EDGE - deep);
    let middle = Middle::Field {
        field: region(middle.x, top, field, Facing::Near),
        undo: [region(start, low, corner, Facing::Near), region(end, high, corner, Facing::Far)],
        menu: [region(end, low, corner, Facing::Near), region(start, high, corner, Facing::Far)],
    };
    Plan { panels, middle, upright: Facing::Near }
}

fn many_round(screen: Vec2, players: usize) -> Plan {
    const EDGE: f32 = 10.0;
    let deep = if screen.x < 1150.0 { 190.0 } else { (0.186 * screen.x).max(220.0) };
    // Where two at a side are not wide enough for a low panel, they are deep enough for a dense one.
    let deep = if screen.y < 768.0 { deep.max(DEEP) } else { deep };
    let middle = screen.x - 2.0 * (EDGE + deep + AIR);
    let high = ((screen.y - 2.0 * EDGE - 2.0 * AIR - STRIP) / 2.0).min(320.0);
    let [near, left, far, right] = match players {
        5 => [2, 1, 1, 1],
        6 => [2, 1, 2, 1],
        7 => [2, 2, 2, 1],
        _ => [2, 2, 2, 2],
    };
    let long = vec2((middle - GAP) / 2.0, high);
    let side = vec2(deep, (screen.y - 2.0 * EDGE - GAP) / 2.0);
    let two = |players: usize, size: Vec2| if players == 2 { size.x * size.y } else { f32::INFINITY };
    let smallest = two(near, long).min(two(left, side)).min(two(right, side));
    // Alone on a side, a player would have twice the room of the others.
    let long_of = |players| if players == 1 { vec2(middle.min(FAIR * smallest / high), high) } else { long };
    let side_of = |players| {
        let all = screen.y - 2.0 * EDGE;
        if players == 1 { vec2(deep, all.min(FAIR * smallest / deep)) } else { side }
    };
    let mut panels = row(screen, screen.y - EDGE - high, long_of(near), near, Facing::Near);
    let column = |players, x, facing| {
        let size: Vec2 = side_of(players);
        let all = players as f32 * (size.y + GAP) - GAP;
        let top = (screen.y - all) / 2.0;
        let mut column: Vec<Region> =
            (0..players).map(|place| region(x, top + place as f32 * (size.y + GAP), size, facing)).collect();
        if facing == Facing::Left {
            column.reverse();
        }
        column
    };
    panels.extend(column(left, EDGE, Facing::Left));
    panels.extend(row(screen, EDGE, long_of(far), far, Facing::Far));
    panels.extend(column(right, screen.x - EDGE - deep, Facing::Right));
    let top = EDGE + high + AIR;
    let strip = region(EDGE + deep + AIR, top, vec2(middle, screen.y - 2.0 * top), Facing::Near);
    Plan { panels, middle: Middle::Strip(strip), upright: Facing::Near }
}

/// Two sit opposite one another; more share the phone, and each has a row.
fn telephone(screen: Vec2, players: usize) -> Plan {
    let standing = screen.y > screen.x;
    // A screen that is looked at twice as large has no room to spare.
    let edge = if !standing && screen.x < 620.0 { 4.0 } else { 8.0 };
    if players == 2 && standing {
        let strip = 116.0;
        let size = vec2(screen.x - 2.0 * edge, (screen.y - 2.0 * edge - strip - 2.0 * AIR) / 2.0);
        let panels =
            vec![region(edge, screen.y - edge - size.y, size, Facing::Near), region(edge, edge, size, Facing::Far)];
        let strip = region(edge, edge + size.y + AIR, vec2(size.x, strip), Facing::Near);
        return Plan { panels, middle: Middle::Foot(strip), upright: Facing::Near };
    }
    let foot = if standing { 140.0 } else { 74.0 };
    let across = if standing { 1 } else { 2 };
    let all = Rect::from_min_max(pos2(edge, edge), pos2(screen.x - edge, screen.y - foot - 2.0 * edge));
    let down = players.div_ceil(across);
    // Low rows lie closer together.
    let gap = if (all.height() + edge) / down as f32 - edge < 58.0 { edge / 2.0 } else { edge };
    let places = grid(all, gap, across, down);
    let panels = places.into_iter().take(players).map(|rect| Region::new(rect, Facing::Near)).collect();
    let foot = region(edge, screen.y - foot - edge, vec2(screen.x - 2.0 * edge, foot), Facing::Near);
    Plan { panels, middle: Middle::Foot(foot), upright: Facing::Near }
}

/// The layout of a player's own phone: the other players in rows at the top, and below them the own panel. `foot` is
/// the height of the foot of one that stands.
pub fn own(screen: Vec2, players: usize, own: Seat, foot: f32) -> Plan {
    const EDGE: f32 = 8.0;
    let foot = if screen.y > screen.x { foot } else { 74.0 };
    let others = players.saturating_sub(1);
    let across = if screen.y > screen.x && others <= 4 { 1 } else { 2 };
    let down = others.div_ceil(across);
    // The own panel keeps at least half of the height.
    let most = (screen.y - foot - 3.0 * EDGE) / 2.0;
    let row = (most / down.max(1) as f32 - EDGE).clamp(0.0, 58.0);
    let top = EDGE + down as f32 * (row + EDGE);
    let whole = Rect::from_min_max(pos2(EDGE, EDGE), pos2(screen.x - EDGE, top - EDGE));
    let mut rows = grid(whole, EDGE, across, down).into_iter();
    let large = Rect::from_min_max(pos2(EDGE, top), pos2(screen.x - EDGE, screen.y - foot - 2.0 * EDGE));
    let place = |seat: usize| if seat == own.index() { large } else { rows.next().unwrap_or(large) };
    let panels = (0..players).map(place).map(|rect| Region::new(rect, Facing::Near)).collect();
    let foot = region(EDGE, screen.y - foot - EDGE, vec2(screen.x - 2.0 * EDGE, foot), Facing::Near);
    Plan { panels, middle: Middle::Foot(foot), upright: Facing::Near }
}

#[cfg(test)]
mod tests {
    use super::super::form::Form;
    use super::*;

    const TABLETS: [Vec2; 10] = [
        vec2(960.0, 600.0),
        vec2(600.0, 960.0),
        vec2(744.0, 1133.0),
        vec2(1180.0, 733.0),
        vec2(1180.0, 820.0),
        vec2(1024.0, 768.0),
        vec2(820.0, 1180.0),
        vec2(768.0, 1024.0),
        vec2(1366.0, 1024.0),
        vec2(1920.0, 1080.0),
    ];

    fn every(sizes: &[Vec2], mut test: impl FnMut(Vec2, usize, Seating, Plan)) {
        for &size in sizes {
            for seating in [Seating::Long, Seating::Round] {
                for players in 2..=8 {
                    test(size, players, seating, plan(size, players, seating));
                }
            }
        }
    }

    fn parts(plan: &Plan) -> Vec<Region> {
        let mut all = plan.panels.clone();
        match &plan.middle {
            Middle::Field { field, undo, menu } => all.extend([field].into_iter().chain(undo).chain(menu)),
            Middle::Strip(strip) | Middle::Foot(strip) => all.push(*strip),
        }
        all
    }

    #[test]
    fn nothing_lies_on_anything_or_off_the_table() {
        let telephones = [vec2(412.0, 892.0), vec2(892.0, 412.0), vec2(360.0, 640.0)];
        let sizes: Vec<Vec2> = TABLETS.into_iter().chain(telephones).collect();
        every(&sizes, |size, players, seating, plan| {
            let screen = Rect::from_min_size(Pos2::ZERO, size);
            let parts = parts(&plan);
            assert_eq!(plan.panels.len(), players);
            for (index, part) in parts.iter().enumerate() {
                assert!(screen.contains_rect(part.rect), "{size} {players} {seating:?}: {part:?}");
                for other in &parts[index + 1..] {
                    let shared = part.rect.intersect(other.rect);
                    assert!(
                        shared.width() <= 0.0 || shared.height() <= 0.0,
                        "{size} {players} {seating:?}: {part:?} {other:?}"
                    );
                }
            }
        });
    }

    #[test]
    fn on_an_own_phone_nothing_lies_on_anything_and_the_own_panel_is_the_largest() {
        for size in [vec2(390.0, 844.0), vec2(360.0, 640.0), vec2(844.0, 390.0)] {
            for players in 2..=8 {
                for seat in Seat::all(players) {
                    let plan = own(size, players, seat, 140.0);
                    let parts = parts(&plan);
                    let mine = plan.panels[seat.index()];
                    let screen = Rect::from_min_size(Pos2::ZERO, size);
                    for (index, part) in parts.iter().enumerate() {
                        assert!(screen.contains_rect(part.rect), "{size} {players}: {part:?}");
                        let shared = parts[index + 1..].iter().map(|other| part.rect.intersect(other.rect));
                        assert!(shared.into_iter().all(|shared| shared.width() <= 0.0 || shared.height() <= 0.0));
                    }
                    let rest = plan.panels.iter().filter(|panel| **panel != mine);
                    assert!(rest.into_iter().all(|panel| panel.rect.area() < mine.rect.area()), "{size} {players}");
                }
            }
        }
    }

    #[test]
    fn no_panel_is_half_as_large_again_as_another() {
        every(&TABLETS, |size, players, seating, plan| {
            let areas = plan.panels.iter().map(|panel| panel.rect.area());
            let (least, most) = areas.fold((f32::INFINITY, 0.0_f32), |(a, b), area| (a.min(area), b.max(area)));
            assert!(most / least <= 1.5, "{size} {players} {seating:?}: {}", most / least);
        });
    }

    #[test]
    fn every_panel_has_room_for_its_controls() {
        every(&TABLETS, |size, players, seating, plan| {
            for panel in &plan.panels {
                let Vec2 { x, y } = panel.size();
                let form = Form::of(panel.size());
                assert!(form != Form::Row, "{size} {players} {seating:?}: {x} × {y}");
            }
        });
    }

    #[test]
    fn players_sit_clockwise() {
        every(&TABLETS, |size, players, seating, plan| {
            let centre = pos2(size.x / 2.0, size.y / 2.0);
            let angle = |region: &Region| {
                let from = region.rect.center() - centre;
                from.y.atan2(from.x)
            };
            let turns: f32 = (0..players)
                .map(|seat| {
                    let step = angle(&plan.panels[(seat + 1) % players]) - angle(&plan.panels[seat]);
                    step.rem_euclid(std::f32::consts::TAU)
                })
                .sum();
            assert!((turns - std::f32::consts::TAU).abs() < 1e-3, "{size} {players} {seating:?}: {turns}");
        });
    }

    #[test]
    fn a_middle_with_nobody_more_at_one_side_faces_the_lower_edge_however_the_screen_is_held() {
        for size in [vec2(820.0, 1180.0), vec2(1180.0, 820.0), vec2(768.0, 1024.0)] {
            for players in 2..=4 {
                let plan = plan(size, players, Seating::Round);
                let Middle::Field { field, undo, menu } = &plan.middle else { panic!("{size}: no field") };
                assert_eq!((field.facing, plan.upright), (Facing::Near, Facing::Near), "{size}");
                for corner in undo.iter().chain(menu) {
                    let lower = corner.rect.center().y > size.y / 2.0;
                    assert_eq!(corner.facing, if lower { Facing::Near } else { Facing::Far }, "{size}");
                }
            }
        }
    }

    #[test]
    fn everyone_faces_the_edge_that_they_sit_at() {
        every(&TABLETS, |size, players, seating, plan| {
            for panel in &plan.panels {
                let gap = match panel.facing {
                    Facing::Near => size.y - panel.rect.bottom(),
                    Facing::Left => panel.rect.left(),
                    Facing::Far => panel.rect.top(),
                    Facing::Right => size.x - panel.rect.right(),
                };
                assert!(gap <= 16.0, "{size} {players} {seating:?}: {panel:?}");
            }
        });
    }
}
