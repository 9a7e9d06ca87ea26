//! Where the parts of the attack sheet are, by its size, in points.

use egui::{Rect, Vec2, pos2, vec2};

use super::Section;
use crate::canvas::inset;
use crate::form::{CONTROL, GAP, THUMB};
use crate::region::Cut as _;

/// Where the parts of the sheet are.
#[derive(Clone, Debug, PartialEq)]
pub struct AttackLayout {
    /// Attacker and target.
    pub header: Rect,
    /// For each section its name and its tiles.
    pub sections: [SectionLayout; 5],
    /// The answers, and messages.
    pub footer: Rect,
    /// The sum and its outcome.
    pub reckoning: Rect,
}

/// Where a section is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SectionLayout {
    /// Its name; on a small screen a bar that opens it.
    pub name: Rect,
    /// Its tiles; none while it is folded.
    pub tiles: Option<Rect>,
}

/// A screen that is smaller shows one section at a time.
const SMALL: f32 = 600.0;

impl AttackLayout {
    /// True if only one section is open at a time.
    pub fn is_folded(size: Vec2) -> bool {
        size.min_elem() < SMALL
    }

    /// The layout of a sheet; `open` is the section that is shown where there is room for one.
    pub fn new(whole: Rect, open: Section) -> Self {
        let lying = whole.width() > whole.height();
        match (Self::is_folded(whole.size()), lying) {
            (false, true) => beside(whole),
            (false, false) => above(whole),
            (true, true) => folded_lying(whole, open),
            (true, false) => folded(whole, open),
        }
    }
}

/// The sum at the right of everything.
fn beside(whole: Rect) -> AttackLayout {
    let width = (whole.width() * 0.254).clamp(232.0, 300.0);
    let reckoning = whole.right_part(width);
    let left = whole.with_max_x(reckoning.left() - 22.0);
    rows(left, reckoning)
}

/// The sum below everything.
fn above(whole: Rect) -> AttackLayout {
    let height = (whole.height() * 0.33).clamp(270.0, 380.0);
    let reckoning = whole.lower(height);
    let left = whole.with_max_y(reckoning.top() - 18.0);
    rows(left, reckoning)
}

fn rows(rect: Rect, reckoning: Rect) -> AttackLayout {
    const NAME: f32 = 96.0;
    const AIR: f32 = 16.0;
    /// Heights as drawn: header, whom, with what, Basic, special, answers, footer.
    const HEIGHTS: [f32; 7] = [64.0, 72.0, 112.0, 112.0, 72.0, 112.0, 96.0];
    let least = HEIGHTS.map(|height| if height < 80.0 { CONTROL + 2.0 } else { 80.0 });
    let left = rect.height() - AIR * (HEIGHTS.len() as f32 - 1.0);
    let spare = left - least.iter().sum::<f32>();
    let wished: f32 = HEIGHTS.iter().zip(least).map(|(height, least)| height - least).sum();
    let mut top = rect.top();
    let mut bands = [rect; 7];
    for (band, (height, least)) in bands.iter_mut().zip(HEIGHTS.iter().zip(least)) {
        let high = (least + (height - least) * spare / wished).min(height * 1.25);
        *band = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), high));
        top += high + AIR;
    }
    let [header, whom, means, basic, special, answers, footer] = bands;
    let section =
        |band: Rect| SectionLayout { name: band.left_part(NAME), tiles: Some(inset(band, NAME + 10.0, 0.0, 0.0, 0.0)) };
    let sections = [whom, means, basic, special, answers].map(section);
    AttackLayout { header, sections, footer, reckoning }
}

/// Bars one below the other; the tiles of the open one below its bar.
fn folded(whole: Rect, open: Section) -> AttackLayout {
    // A short phone keeps everything at thumb size, to leave room for the tiles.
    let short = whole.height() < 700.0;
    let [head, sum, line, gap] = if short { [30.0, 156.0, THUMB, 4.0] } else { [38.0, 200.0, CONTROL, GAP] };
    let header = whole.upper(head);
    let reckoning = whole.lower(sum);
    let footer = Rect::from_min_max(
        pos2(whole.left(), reckoning.top() - gap - line),
        pos2(whole.right(), reckoning.top() - gap),
    );
    let mut top = header.bottom() + 4.0;
    let free = footer.top() - gap - top - Section::ALL.len() as f32 * (line + gap);
    let sections = Section::ALL.map(|section| {
        let name = Rect::from_min_size(pos2(whole.left(), top), vec2(whole.width(), line));
        top = name.bottom() + gap;
        let tiles = (section == open).then(|| {
            let tiles = Rect::from_min_size(pos2(whole.left(), top), vec2(whole.width(), free));
            top = tiles.bottom() + gap;
            tiles
        });
        SectionLayout { name, tiles }
    });
    AttackLayout { header, sections, footer, reckoning }
}

/// Bars at the left, the tiles of the open one beside them, the sum at the right.
fn folded_lying(whole: Rect, open: Section) -> AttackLayout {
    let width = (whole.width() * 0.27).clamp(190.0, 260.0);
    let reckoning = whole.right_part(width);
    let bars = whole.left_part((whole.width() * 0.2).clamp(120.0, 190.0));
    let middle =
        Rect::from_min_max(pos2(bars.right() + 14.0, whole.top()), pos2(reckoning.left() - 14.0, whole.bottom()));
    let footer = middle.lower(CONTROL);
    let tiles = middle.with_max_y(footer.top() - GAP);
    let count = Section::ALL.len() as f32;
    let high = (bars.height() - GAP * (count - 1.0)) / count;
    let mut top = bars.top();
    let sections = Section::ALL.map(|section| {
        let name = Rect::from_min_size(pos2(bars.left(), top), vec2(bars.width(), high));
        top = name.bottom() + GAP;
        SectionLayout { name, tiles: (section == open).then_some(tiles) }
    });
    // The bars cover everything; there is no room for a title.
    let header = Rect::from_min_size(whole.min, Vec2::ZERO);
    AttackLayout { header, sections, footer, reckoning }
}

#[cfg(test)]
mod tests {
    use egui::Pos2;

    use super::*;

    #[test]
    fn everything_has_its_place_on_every_size_of_sheet() {
        let sizes = [(1092.0, 766.0), (936.0, 714.0), (732.0, 1126.0), (680.0, 970.0), (324.0, 838.0), (804.0, 358.0)];
        for (width, height) in sizes {
            let whole = Rect::from_min_size(Pos2::ZERO, vec2(width, height));
            for open in Section::ALL {
                let places = AttackLayout::new(whole, open);
                let mut all: Vec<Rect> = vec![places.footer, places.reckoning];
                for place in places.sections {
                    all.extend([Some(place.name), place.tiles].into_iter().flatten());
                }
                for (index, rect) in all.iter().enumerate() {
                    assert!(rect.height() >= CONTROL - 0.01, "{width} × {height}: {rect}");
                    assert!(whole.expand(0.1).contains_rect(*rect), "{width} × {height}: {rect}");
                    for other in &all[index + 1..] {
                        let apart = !rect.expand(GAP / 2.0 - 0.1).intersects(other.expand(GAP / 2.0 - 0.1));
                        assert!(apart, "{width} × {height}: {rect} {other}");
                    }
                }
            }
        }
    }
}
