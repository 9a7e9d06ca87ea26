//! The forms of a panel: where name, health, gear and actions are, by its size, in points.

use egui::{Rect, Vec2, pos2, vec2};

use super::region::{Cut as _, columns};

/// The form that a panel has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Name and health at the left; gear, status and actions at the right.
    Wide,
    /// One above the other.
    Tall,
    /// The same as wide, without a strip for the status.
    Low,
    /// Three lines: name and health, gear, actions.
    Dense,
    /// A row on a phone: name, health, gear side by side, no actions.
    Row,
}

/// Where the parts of a panel are.
#[derive(Clone, Debug, PartialEq)]
pub struct PanelLayout {
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
/// No control on a phone is smaller, in points.
pub const THUMB: f32 = 44.0;
/// Between controls.
pub const GAP: f32 = 8.0;
const EDGE: f32 = 9.0;
/// The band and the edge of a dense panel.
const SLIM: [f32; 2] = [12.0, 6.0];
/// The least size of a dense panel: three controls beside one another, and three below one another.
const DENSE: Vec2 =
    Vec2::new(SLIM[0] + 2.0 * SLIM[1] + 3.0 * CONTROL + 2.0 * GAP, 2.0 * SLIM[1] + 3.0 * CONTROL + 2.0 * GAP);

impl Form {
    /// The form for a panel of a size, as its player sees it.
    pub fn of(size: Vec2) -> Self {
        if size.x >= 480.0 && size.y >= 226.0 {
            Self::Wide
        } else if size.y >= 300.0 {
            Self::Tall
        } else if size.y >= 150.0 && size.x >= 366.0 {
            Self::Low
        } else if size.y >= DENSE.y && size.x >= DENSE.x {
            Self::Dense
        } else {
            Self::Row
        }
    }

    /// The layout of a panel.
    pub fn places(self, whole: Rect) -> PanelLayout {
        match self {
            Self::Wide => beside(whole, 28.0, true),
            Self::Low => beside(whole, 12.0, false),
            Self::Tall => above(whole),
            Self::Dense => dense(whole),
            Self::Row => row(whole),
        }
    }
}

fn halves(whole: Rect, spine: f32) -> (Rect, Rect) {
    let spine = whole.left_part(spine);
    let inner = Rect::from_min_max(pos2(spine.right() + EDGE, whole.top() + EDGE), whole.max - vec2(EDGE, EDGE));
    (spine, inner)
}

fn beside(whole: Rect, spine: f32, with_strip: bool) -> PanelLayout {
    let (spine, inner) = halves(whole, spine);
    // A low panel needs its width for three cards beside each other.
    let [left, right] = columns(inner, 10.0, if with_strip { [0.44, 0.56] } else { [0.4, 0.6] });
    let header = left.upper(CONTROL);
    let health = left.with_min_y(header.bottom() + GAP);
    let actions = right.lower(CONTROL.max(right.height() * 0.24));
    let actions =
        if with_strip { actions } else { Rect { min: pos2(right.left(), right.bottom() - CONTROL), ..actions } };
    let strip = with_strip.then(|| {
        let bottom = actions.top() - GAP;
        Rect::from_min_max(pos2(right.left(), bottom - 46.0), pos2(right.right(), bottom))
    });
    let bottom = strip.map_or(actions.top(), |strip| strip.top()) - GAP;
    let gear = columns(right.with_max_y(bottom), GAP, [1.0, 1.0, 1.0]);
    PanelLayout { spine, header, health, gear, strip, actions: Some(actions) }
}

fn above(whole: Rect) -> PanelLayout {
    let (spine, inner) = halves(whole, if whole.width() < 260.0 { 12.0 } else { 28.0 });
    let header = inner.upper(CONTROL);
    let actions = inner.lower(CONTROL);
    // Gear gives way first, then the figure.
    let free = actions.top() - header.bottom() - 3.0 * GAP;
    let gear_height = (free * 0.44).clamp(CONTROL, 120.0);
    let gear_top = actions.top() - GAP - gear_height;
    let gear = Rect::from_min_max(pos2(inner.left(), gear_top), pos2(inner.right(), actions.top() - GAP));
    let health = Rect::from_min_max(pos2(inner.left(), header.bottom() + GAP), pos2(inner.right(), gear.top() - GAP));
    PanelLayout {
        spine,
        header,
        health,
        gear: columns(gear, GAP, [1.0, 1.0, 1.0]),
        strip: None,
        actions: Some(actions),
    }
}

fn dense(whole: Rect) -> PanelLayout {
    let [band, edge] = SLIM;
    let spine = whole.left_part(band);
    let inner = Rect::from_min_max(pos2(spine.right() + edge, whole.top() + edge), whole.max - vec2(edge, edge));
    let actions = inner.lower(CONTROL);
    // Spare room goes to the figure first.
    let free = actions.top() - inner.top() - 2.0 * GAP;
    let high = (free * 0.42).max(CONTROL);
    let gear =
        Rect::from_min_max(pos2(inner.left(), actions.top() - GAP - high), pos2(inner.right(), actions.top() - GAP));
    let line = inner.with_max_y(gear.top() - GAP);
    // The field of health has two halves.
    let name = (line.width() * 0.4).min(line.width() - GAP - 2.0 * CONTROL - GAP);
    let header = Rect::from_min_size(line.min, vec2(name, line.height().min(CONTROL)));
    let health = line.with_min_x(header.right() + GAP);
    PanelLayout {
        spine,
        header,
        health,
        gear: columns(gear, GAP, [1.0, 1.0, 1.0]),
        strip: None,
        actions: Some(actions),
    }
}

fn row(whole: Rect) -> PanelLayout {
    // Two columns of rows on a phone in landscape have no room to spare.
    let tight = whole.width() < 310.0;
    let [band, gap, between] = if tight { [5.0, 4.0, 2.0] } else { [12.0, GAP, 4.0] };
    let spine = whole.left_part(band);
    let edge = if tight || whole.height() < 72.0 { 2.0 } else { 6.0 };
    let inner = Rect::from_min_max(pos2(spine.right() + edge, whole.top() + edge), whole.max - vec2(edge, edge));
    // In rows tall enough for two lines, the name is above the gear.
    let [header, health, gear] = if inner.height() >= 2.0 * THUMB + gap {
        let [left, right] = columns(inner, gap, [0.5, 0.5]);
        let line = CONTROL.min((inner.height() - gap) / 2.0);
        let header = left.upper(line);
        let gear = left.with_min_y(header.bottom() + gap);
        [header, right, gear]
    } else {
        // Three places of gear and the two halves of health are never too small for a thumb.
        let gear = (0.30 * inner.width()).max(3.0 * THUMB + 2.0 * between);
        let health = (0.38 * inner.width()).min(inner.width() - gear - THUMB - 2.0 * gap).max(2.0 * THUMB + gap);
        columns(inner, gap, [inner.width() - gear - health - 2.0 * gap, health, gear])
    };
    PanelLayout { spine, header, health, gear: columns(gear, between, [1.0, 1.0, 1.0]), strip: None, actions: None }
}

#[cfg(test)]
mod tests {
    use egui::Pos2;

    use super::*;

    #[test]
    fn controls_are_large_enough_and_apart_in_every_form() {
        for (width, height) in [
            (616.0, 246.0),
            (480.0, 226.0),
            (620.0, 331.0),
            (239.0, 305.0),
            (340.0, 320.0),
            (366.0, 150.0),
            (344.0, 242.0),
            (220.0, 204.0),
        ] {
            let whole = Rect::from_min_size(Pos2::ZERO, vec2(width, height));
            let form = Form::of(whole.size());
            let places = form.places(whole);
            let actions = places.actions.expect("all but rows have actions");
            let controls: Vec<Rect> = [places.header, places.health, actions].into_iter().chain(places.gear).collect();
            for (index, control) in controls.iter().enumerate() {
                let wanted = if control == &places.health && form != Form::Dense { 60.0 } else { CONTROL };
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
