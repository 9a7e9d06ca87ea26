//! The forms of a panel: where name, health, gear and actions lie, by its size. Points.

use egui::{Rect, Vec2, pos2, vec2};

use super::turn::columns;

/// The form that a panel has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Name and health at the left; gear, status and actions at the right.
    Wide,
    /// One above the other.
    Tall,
    /// The same as wide, without a strip for the status.
    Low,
    /// A row of a telephone: name, health, gear side by side, no actions.
    Row,
}

/// Where the parts of a panel lie.
#[derive(Clone, Debug, PartialEq)]
pub struct Places {
    /// The band in the player's colour.
    pub spine: Rect,
    /// Shield, name, status.
    pub header: Rect,
    /// The field of health: minus at the left, plus at the right.
    pub health: Rect,
    /// Weapon, Shield, Mail.
    pub gear: [Rect; 3],
    /// Turn, recovering or order.
    pub strip: Option<Rect>,
    /// The row of buttons.
    pub actions: Option<Rect>,
}

/// No control is smaller, in points: 9 mm on any tablet.
pub const CONTROL: f32 = 58.0;
/// Between controls.
pub const GAP: f32 = 8.0;
const EDGE: f32 = 9.0;

impl Form {
    /// The form for a panel of a size, as its player sees it.
    pub fn of(size: Vec2) -> Self {
        if size.x >= 480.0 && size.y >= 226.0 {
            Self::Wide
        } else if size.y >= 300.0 {
            Self::Tall
        } else if size.y >= 150.0 && size.x >= 366.0 {
            Self::Low
        } else {
            Self::Row
        }
    }

    /// Where everything lies in a panel.
    pub fn places(self, whole: Rect) -> Places {
        match self {
            Self::Wide => beside(whole, 28.0, true),
            Self::Low => beside(whole, 12.0, false),
            Self::Tall => above(whole),
            Self::Row => row(whole),
        }
    }
}

fn halves(whole: Rect, spine: f32) -> (Rect, Rect) {
    let spine = Rect::from_min_size(whole.min, vec2(spine, whole.height()));
    let inner = Rect::from_min_max(pos2(spine.right() + EDGE, whole.top() + EDGE), whole.max - vec2(EDGE, EDGE));
    (spine, inner)
}

fn beside(whole: Rect, spine: f32, with_strip: bool) -> Places {
    let (spine, inner) = halves(whole, spine);
    // A low panel needs its width for three cards beside each other.
    let [left, right] = columns(inner, 10.0, if with_strip { [0.44, 0.56] } else { [0.4, 0.6] });
    let header = Rect::from_min_size(left.min, vec2(left.width(), CONTROL));
    let health = Rect::from_min_max(pos2(left.left(), header.bottom() + GAP), left.max);
    let actions =
        Rect::from_min_max(pos2(right.left(), right.bottom() - CONTROL.max(right.height() * 0.24)), right.max);
    let actions =
        if with_strip { actions } else { Rect { min: pos2(right.left(), right.bottom() - CONTROL), ..actions } };
    let strip = with_strip.then(|| {
        let bottom = actions.top() - GAP;
        Rect::from_min_max(pos2(right.left(), bottom - 46.0), pos2(right.right(), bottom))
    });
    let bottom = strip.map_or(actions.top(), |strip| strip.top()) - GAP;
    let gear = columns(Rect::from_min_max(right.min, pos2(right.right(), bottom)), GAP, [1.0, 1.0, 1.0]);
    Places { spine, header, health, gear, strip, actions: Some(actions) }
}

fn above(whole: Rect) -> Places {
    let (spine, inner) = halves(whole, if whole.width() < 260.0 { 12.0 } else { 28.0 });
    let header = Rect::from_min_size(inner.min, vec2(inner.width(), CONTROL));
    let actions = Rect::from_min_max(pos2(inner.left(), inner.bottom() - CONTROL), inner.max);
    // Gear gives way first, then the figure.
    let free = actions.top() - header.bottom() - 3.0 * GAP;
    let gear_height = (free * 0.44).clamp(CONTROL, 120.0);
    let gear_top = actions.top() - GAP - gear_height;
    let gear = Rect::from_min_max(pos2(inner.left(), gear_top), pos2(inner.right(), actions.top() - GAP));
    let health = Rect::from_min_max(pos2(inner.left(), header.bottom() + GAP), pos2(inner.right(), gear.top() - GAP));
    Places { spine, header, health, gear: columns(gear, GAP, [1.0, 1.0, 1.0]), strip: None, actions: Some(actions) }
}

fn row(whole: Rect) -> Places {
    let spine = Rect::from_min_size(whole.min, vec2(12.0, whole.height()));
    let edge = if whole.height() < 72.0 { 3.0 } else { 6.0 };
    let inner = Rect::from_min_max(pos2(spine.right() + edge, whole.top() + edge), whole.max - vec2(edge, edge));
    // Where a row is tall enough for two lines the name stands above the gear.
    let [header, health, gear] = if inner.height() >= 2.0 * CONTROL + GAP {
        let [left, right] = columns(inner, GAP, [0.5, 0.5]);
        let header = Rect::from_min_size(left.min, vec2(left.width(), CONTROL));
        let gear = Rect::from_min_max(pos2(left.left(), header.bottom() + GAP), left.max);
        [header, right, gear]
    } else {
        columns(inner, GAP, [0.32, 0.38, 0.30])
    };
    Places { spine, header, health, gear: columns(gear, 4.0, [1.0, 1.0, 1.0]), strip: None, actions: None }
}

#[cfg(test)]
mod tests {
    use egui::Pos2;

    use super::*;

    #[test]
    fn controls_are_large_enough_and_apart_in_every_form() {
        for (width, height) in
            [(616.0, 246.0), (480.0, 226.0), (620.0, 331.0), (239.0, 305.0), (340.0, 320.0), (366.0, 150.0)]
        {
            let whole = Rect::from_min_size(Pos2::ZERO, vec2(width, height));
            let form = Form::of(whole.size());
            let places = form.places(whole);
            let actions = places.actions.expect("all but rows have actions");
            let controls: Vec<Rect> = [places.header, places.health, actions].into_iter().chain(places.gear).collect();
            for (index, control) in controls.iter().enumerate() {
                let wanted = if control == &places.health { 60.0 } else { CONTROL };
                assert!(control.height() >= wanted, "{form:?} {width} × {height}: {control}");
                assert!(control.width() >= CONTROL, "{form:?} {width} × {height}: {control}");
                assert!(whole.contains_rect(*control), "{form:?} {width} × {height}: {control}");
                for other in &controls[index + 1..] {
                    assert!(
                        !control.expand(GAP / 2.0 - 0.1).intersects(other.expand(GAP / 2.0 - 0.1)),
                        "{form:?}: {control} {other}"
                    );
                }
            }
        }
    }
}
