//! Texts that run into each other, or over the edge of a filled shape such as the foot of a card.

use std::collections::BTreeMap;

use kurbo::{Affine, Point, Rect, Vec2};

use super::laid::Laid;
use crate::diagnostic::Code;
use crate::game::Colour;
use crate::scene::{Scene, Text, Turn};
use crate::text::{Fonts, Piece};
use crate::units::Mm;

/// Minimum visible overlap, in millimetres.
const SEEN: f64 = 0.2;
/// Texts that overlap by less only touch, in millimetres: their corners have as much air around them.
const TOUCH: f64 = 0.05;
/// A narrower shape is a line: letters may cross it.
const LINE: f64 = 1.0;
/// Shapes whose colour is nearer to their background have no edge.
const EDGE: f64 = 1.2;
/// Letters that reach below the baseline.
const DESCENDERS: &str = "gjpqyçþŋ()[]{}|ßφρψχμηßурцщдфÇŞşȚț";
/// Depth of descenders, in ems.
const DESCENT: f64 = 0.22;
/// Depth of commas, in ems.
const COMMA_DESCENT: f64 = 0.13;

/// A line of a slot's text.
struct SetLine<'s> {
    text: &'s Text,
    /// The corners of its letters.
    corners: [Point; 4],
}

/// A fault, and the slot that it is of.
pub(super) struct Overlap {
    pub code: Code,
    pub what: String,
    pub hint: String,
    pub slot: u16,
}

/// Returns the overlaps on a face; `slots` are the slots of its template, by number: name and box.
pub(super) fn overlaps(
    scene: &Scene,
    laid: &[Laid<'_>],
    slots: &[(String, crate::units::Rect)],
    fonts: &Fonts,
) -> Vec<Overlap> {
    let mut lines: BTreeMap<u16, Vec<SetLine<'_>>> = BTreeMap::new();
    for text in scene.texts() {
        if let Some(slot) = text.slot {
            lines.entry(slot).or_default().push(SetLine { text, corners: corners(text, fonts) });
        }
    }
    let name = |slot: u16| slots.get(usize::from(slot)).map_or("", |(name, _)| name.as_str());
    let mut found = Vec::new();
    let all: Vec<(u16, &Vec<SetLine<'_>>)> = lines.iter().map(|(slot, lines)| (*slot, lines)).collect();
    for (index, (slot, own)) in all.iter().enumerate() {
        for (other, others) in &all[index + 1..] {
            let meet = |line: &SetLine<'_>| {
                others.iter().any(|other| !is_copy(line.text, other.text) && depth(line.corners, other.corners) > TOUCH)
            };
            if own.iter().any(meet) {
                found.push(Overlap {
                    code: Code::TEXT_OVER_TEXT,
                    what: format!("the text of slot `{}` overlaps the text of slot `{}`", name(*slot), name(*other)),
                    hint: "move one of the boxes, or let one follow the other with `data-after`".to_owned(),
                    slot: *slot,
                });
            }
        }
        let Some((_, bounds)) = slots.get(usize::from(*slot)) else { continue };
        let crosses = own.iter().find_map(|line| {
            // A single line in its box may be drawn across an edge, as a tab is.
            let is_long = own.len() > 1 || below(line) > bounds.bottom().get() + SEEN;
            edge_across(line, laid, bounds.y).filter(|_| is_long)
        });
        if let Some(edge) = crosses {
            found.push(Overlap {
                code: Code::TEXT_OVER_EDGE,
                what: format!(
                    "the text of slot `{}` overlaps a filled shape {edge:.1} mm below the upper edge",
                    name(*slot)
                ),
                hint: "end the box above the shape; text that overflows the box is then reported or set smaller"
                    .to_owned(),
                slot: *slot,
            });
        }
    }
    found
}

/// Shadows are made of two slots with the same letters.
fn is_copy(text: &Text, other: &Text) -> bool {
    text.line.letters() == other.line.letters()
}

/// Returns the corners of the letters of a line: from the capitals' top to the baseline, or to the foot of descenders.
fn corners(text: &Text, fonts: &Fonts) -> [Point; 4] {
    let font = text.line.pieces.iter().find_map(|piece| match piece {
        Piece::Run(run) => Some(fonts.get(run.word.parts.first()?.font)),
        Piece::Mark(_) => None,
    });
    let em = text.size.to_mm().get();
    let top = em * font.map_or(0.7, |font| font.cap_height);
    let letters = text.line.letters();
    let reach = |letter: char| match letter {
        ',' | ';' => COMMA_DESCENT,
        _ if DESCENDERS.contains(letter) => DESCENT,
        _ => 0.0,
    };
    let foot = em * letters.chars().map(reach).fold(0.0, f64::max);
    // A space at the end has no letter.
    let width = text.line.width.get();
    let map = Affine::translate((text.at.x.get(), text.at.y.get())) * text.turn.affine();
    [(0.0, -top), (width, -top), (width, foot), (0.0, foot)].map(|(x, y)| map * Point::new(x, y))
}

/// Returns the depth of the overlap of two rotated rectangles: the minimum distance that separates them, or 0 if they
/// don't overlap.
fn depth(a: [Point; 4], b: [Point; 4]) -> f64 {
    let axes = [a[1] - a[0], a[3] - a[0], b[1] - b[0], b[3] - b[0]];
    let along = |corners: [Point; 4], axis: Vec2| {
        let places = corners.map(|corner| corner.to_vec2().dot(axis));
        (places.iter().copied().fold(f64::INFINITY, f64::min), places.iter().copied().fold(f64::NEG_INFINITY, f64::max))
    };
    let depths = axes.into_iter().filter(|axis| axis.hypot() > 1e-9).map(|axis| {
        let axis = axis / axis.hypot();
        let ((start, end), (other_start, other_end)) = (along(a, axis), along(b, axis));
        (end.min(other_end) - start.max(other_start)).max(0.0)
    });
    depths.fold(f64::INFINITY, f64::min)
}

/// Returns the lower end of a line.
fn below(line: &SetLine<'_>) -> f64 {
    line.corners.iter().map(|corner| corner.y).fold(f64::NEG_INFINITY, f64::max)
}

/// Returns the upper edge of a filled rectangle that a line overlaps: one that begins below the top of the slot's box.
fn edge_across(line: &SetLine<'_>, laid: &[Laid<'_>], top: Mm) -> Option<f64> {
    if line.text.turn != Turn::None {
        return None;
    }
    let letters = Rect::from_points(line.corners[0], line.corners[2]);
    let (mut shapes, mut ground): (Vec<(Colour, Rect)>, Colour) = (Vec::new(), Colour::WHITE);
    let rects: Vec<(Colour, Rect)> = laid.iter().flat_map(Laid::plain_in_colour).collect();
    for (colour, rect) in rects.into_iter().rev() {
        let about = rect.inflate(SEEN, SEEN);
        if about.union(letters) == about {
            // Everything below is hidden.
            ground = colour;
            break;
        }
        shapes.push((colour, rect));
    }
    let is_met = |(colour, rect): &(Colour, Rect)| {
        let common = rect.intersect(letters);
        common.width() > SEEN
            && common.height() > SEEN
            && rect.width().min(rect.height()) > LINE
            && rect.y0 > top.get() + SEEN
            && rect.y0 > letters.y0 + SEEN
            && colour.contrast(ground) >= EDGE
    };
    shapes.into_iter().find(is_met).map(|(_, rect)| rect.y0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64, y: f64, degrees: f64) -> [Point; 4] {
        let map = Affine::translate((x, y)) * Affine::rotate(degrees.to_radians());
        [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)].map(|(x, y)| map * Point::new(x, y))
    }

    #[test]
    fn rectangles_meet_however_they_are_turned() {
        assert!((depth(square(0.0, 0.0, 0.0), square(8.0, 5.0, 0.0)) - 2.0).abs() < 1e-9);
        assert!(depth(square(0.0, 0.0, 0.0), square(10.5, 0.0, 0.0)) < 1e-9);
        // Its corner reaches to the left by less than the boxes about the two overlap.
        assert!(depth(square(0.0, 0.0, 0.0), square(18.0, 8.0, 45.0)) < 1e-9);
        assert!(depth(square(0.0, 0.0, 0.0), square(14.0, 0.0, 45.0)) > 1.0);
    }
}
