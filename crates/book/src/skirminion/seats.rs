//! Corners of units for letters, losses and gains, which must not cover the drawing of an attack.

use super::{Attack, Diagram, Place};

/// A corner of a square, or the direction of a neighbour: −1, 0 or 1 on each axis.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Corner {
    pub x: i8,
    pub y: i8,
}

impl Corner {
    const fn new(x: i8, y: i8) -> Self {
        Self { x, y }
    }
}

/// Corners of units with letters and numbers.
pub(crate) struct Seats {
    /// Each letter with its unit and its corner.
    pub letters: Vec<(char, Place, Corner)>,
    /// Corners that an attack needs: a bar, or a helper's contribution.
    busy: Vec<(Place, Corner)>,
}

impl Seats {
    const CORNERS: [Corner; 4] = [Corner::new(-1, -1), Corner::new(1, -1), Corner::new(-1, 1), Corner::new(1, 1)];

    /// Returns the corners of a board's letters.
    pub fn new(diagram: &Diagram) -> Self {
        let mut busy = Vec::new();
        for Attack { by, on, helpers, .. } in &diagram.attacks {
            busy.extend([(*by, towards(*by, *on)), (*on, towards(*on, *by))]);
            busy.extend(helpers.iter().map(|(helper, foe)| (*helper, towards(*helper, *foe))));
            busy.extend(helpers.iter().map(|(helper, foe)| (*foe, towards(*foe, *helper))));
        }
        let mut seats = Self { letters: Vec::new(), busy };
        for shown in &diagram.units {
            let Some(name) = shown.name else { continue };
            let mut corners = Self::CORNERS.into_iter();
            let corner = corners.find(|corner| !seats.is_busy(shown.at, *corner)).unwrap_or(Self::CORNERS[0]);
            seats.letters.push((name, shown.at, corner));
        }
        seats
    }

    fn is_busy(&self, unit: Place, corner: Corner) -> bool {
        self.busy.contains(&(unit, corner))
    }

    fn has_letter(&self, unit: Place, corner: Corner) -> bool {
        self.letters.iter().any(|(_, at, taken)| *at == unit && *taken == corner)
    }

    /// Returns the free corner of a unit that is furthest from its enemy; of two, the lower one, then the right one.
    pub fn loss(&self, unit: Place, foe: Place) -> Corner {
        let foe = towards(unit, foe);
        let free = |corner: &Corner| !self.is_busy(unit, *corner) && !self.has_letter(unit, *corner);
        let near = |at: &Corner| (i32::from(at.x * foe.x + at.y * foe.y), -i32::from(at.y), -i32::from(at.x));
        Self::CORNERS.into_iter().filter(free).min_by_key(near).unwrap_or(Corner::new(1, 1))
    }

    /// Returns a corner for a unit's gain.
    pub fn gain(&self, diagram: &Diagram, unit: Place) -> Corner {
        let of_losses = diagram.attacks.iter().filter_map(|attack| match unit {
            unit if unit == attack.by => Some(self.loss(unit, attack.on)),
            unit if unit == attack.on => Some(self.loss(unit, attack.by)),
            _ => None,
        });
        let losses: Vec<Corner> = of_losses.collect();
        let free = |corner: &Corner| {
            !losses.contains(corner) && !self.is_busy(unit, *corner) && !self.has_letter(unit, *corner)
        };
        Self::CORNERS.into_iter().rev().find(free).unwrap_or(Corner::new(1, -1))
    }
}

/// Returns the direction from one square to another: −1, 0 or 1 on each axis.
fn towards(from: Place, to: Place) -> Corner {
    let sign = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum();
    let small = |sign: i16| i8::try_from(sign).unwrap_or_default();
    Corner::new(small(sign(from.x, to.x)), small(sign(from.y, to.y)))
}
