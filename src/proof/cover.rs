//! Whether the drawing reaches where the knife may slip, and whether pictures are shown whole.

use crate::game::{CardFormat, Face};
use crate::image::{Painter, Picture};
use crate::problem::Problem;
use crate::scene::{Item, Scene};
use crate::units::Mm;

/// Dots an inch of the picture in which gaps are looked for.
const DPI: f64 = 60.0;
/// The share of a picture that may be cut off without a word: the proportions of a box are seldom those of a drawing.
const CROPPED: f64 = 0.03;

/// Sides of a face whose bleed is not covered.
pub(super) fn gaps(scene: &Scene, format: &CardFormat, painter: &Painter<'_>) -> Option<String> {
    let view = format.with_bleed();
    let pixels = |length: Mm| length.to_px(DPI).round().max(1.0);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cards are small")]
    let (width, height, bleed) = (pixels(view.width) as u32, pixels(view.height) as u32, pixels(format.bleed) as u32);
    let picture = painter.paint_bare(scene, view, width, height)?;
    let strips = [
        ("left", (0..bleed, 0..height)),
        ("right", (width - bleed..width, 0..height)),
        ("upper", (0..width, 0..bleed)),
        ("lower", (0..width, height - bleed..height)),
    ];
    let bare: Vec<&str> = strips
        .into_iter()
        .filter(|(_, (across, down))| !covered(&picture, across.clone(), down.clone()))
        .map(|(side, _)| side)
        .collect();
    if bare.is_empty() {
        return None;
    }
    let sides = if bare.len() == 1 { "edge" } else { "edges" };
    Some(format!("nothing is drawn in the bleed at the {} {sides}", bare.join(", ")))
}

/// Whether all of a strip is covered, but for the seams of antialiasing.
fn covered(picture: &Picture, across: std::ops::Range<u32>, down: std::ops::Range<u32>) -> bool {
    let mut bare = 0_usize;
    let mut all = 0_usize;
    for y in down {
        for x in across.clone() {
            all += 1;
            bare += usize::from(picture.cover(x, y).is_some_and(|cover| cover < 128));
        }
    }
    bare * 200 <= all
}

/// Pictures of which a good part is cut off, because their box has other proportions.
pub(super) fn cropped(scene: &Scene, name: &str, face: &Face) -> Vec<Problem> {
    let mut problems = Vec::new();
    for item in &scene.items {
        let Item::Drawing { drawing, clip: Some(place), .. } = item else { continue };
        let bounds = drawing.bounds;
        let (is, must) = (bounds.width() / bounds.height(), place.width / place.height);
        let lost = 1.0 - (is / must).min(must / is);
        if lost > CROPPED {
            let what = format!(
                "face `{name}`: {:.0} % of its drawing is cut off: it is {} × {} and its box {} × {} mm",
                lost * 100.0,
                bounds.width(),
                bounds.height(),
                place.width.get(),
                place.height.get(),
            );
            let at = face.art.as_ref().map(|art| art.at.clone());
            problems.push(Problem::warning(at, what).hint("give the drawing's view box the proportions of the slot"));
        }
    }
    problems
}
