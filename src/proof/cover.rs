//! Checks that drawings cover the bleed, and that pictures are not cropped.

use kurbo::{BezPath, PathEl, Shape as _};

use super::ground::{extent, sides};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{CardFormat, CutShape, Face};
use crate::image::{Painter, Picture};
use crate::scene::{Content, Item, Scene};
use crate::units::{Mm, Point};

/// Resolution, in dots per inch, of the picture in which gaps are looked for.
const DPI: f64 = 60.0;
/// The share of a picture that may be cropped without a warning: the proportions of a box are seldom those of a drawing.
const CROPPED: f64 = 0.03;

/// Sides of a face whose bleed is not covered.
pub(super) fn gaps(scene: &Scene, shape: &CutShape, format: &CardFormat, painter: &Painter<'_>) -> Option<String> {
    if format.bleed <= Mm::ZERO {
        return None;
    }
    let view = format.with_bleed();
    if scene.items.iter().any(|item| is_plain(item, sides(view))) {
        return None;
    }
    // What stays within the cut covers nothing of the bleed.
    let cut = sides(format.cut());
    let reaches_out = |item: &&Item| match item {
        Item::Drawing { .. } => *shape != CutShape::Rect || extent(item).is_some_and(|ink| ink.intersect(cut) != ink),
        item => matches!(item, Item::Nested(_)),
    };
    let scene = Scene { items: scene.items.iter().filter(reaches_out).cloned().collect(), ..Scene::default() };
    let pixels = |length: Mm| length.to_px(DPI).round().max(1.0);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cards are small")]
    let (width, height, bleed) = (pixels(view.width) as u32, pixels(view.height) as u32, pixels(format.bleed) as u32);
    let picture = painter.paint_bare(&scene, view, width, height)?;
    if *shape != CutShape::Rect {
        let ring = |x: u32, y: u32| {
            let at = |pixel: u32| Mm::new((f64::from(pixel) + 0.5) * 25.4 / DPI);
            let outside = shape.outside(format, Point::new(view.x + at(x), view.y + at(y)));
            outside > Mm::ZERO && outside < format.bleed
        };
        let whole =
            covered(&picture, (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).filter(|(x, y)| ring(*x, *y)));
        return (!whole).then(|| "nothing is drawn in a part of the bleed".to_owned());
    }
    let strips = [
        ("left", (0..bleed, 0..height)),
        ("right", (width - bleed..width, 0..height)),
        ("upper", (0..width, 0..bleed)),
        ("lower", (0..width, height - bleed..height)),
    ];
    let bare: Vec<&str> = strips
        .into_iter()
        .filter(|(_, (across, down))| {
            !covered(&picture, down.clone().flat_map(|y| across.clone().map(move |x| (x, y))))
        })
        .map(|(side, _)| side)
        .collect();
    if bare.is_empty() {
        return None;
    }
    let sides = if bare.len() == 1 { "edge" } else { "edges" };
    Some(format!("nothing is drawn in the bleed at the {} {sides}", bare.join(", ")))
}

/// Whether a drawing has a rectangle of one colour that covers a part of the face.
fn is_plain(item: &Item, part: kurbo::Rect) -> bool {
    let Item::Drawing { drawing, place, clip } = item else { return false };
    let Content::Shapes(shapes) = &drawing.content else { return false };
    let covers = |rect: kurbo::Rect| rect.union(part) == rect;
    let [a, b, c, d, ..] = place.as_coeffs();
    let upright = b == 0.0 && c == 0.0 || a == 0.0 && d == 0.0;
    upright
        && clip.is_none_or(|clip| covers(sides(clip)))
        && shapes.iter().any(|shape| {
            let bounds = shape.path.bounding_box();
            is_rectangle(&shape.path, bounds) && covers(place.transform_rect_bbox(bounds))
        })
}

/// Whether a path is the rectangle that bounds it.
fn is_rectangle(path: &BezPath, bounds: kurbo::Rect) -> bool {
    let elements = path.elements();
    let straight = |element: &PathEl| !matches!(element, PathEl::QuadTo(..) | PathEl::CurveTo(..));
    // More corners could go round twice.
    elements.len() <= 6 && elements.iter().all(straight) && (path.area().abs() - bounds.area()).abs() < 1e-9
}

/// Whether all of some pixels are covered, but for the seams of antialiasing.
fn covered(picture: &Picture, pixels: impl Iterator<Item = (u32, u32)>) -> bool {
    let mut bare = 0_usize;
    let mut all = 0_usize;
    for (x, y) in pixels {
        all += 1;
        bare += usize::from(picture.cover(x, y).is_some_and(|cover| cover < 128));
    }
    bare * 200 <= all
}

/// Pictures of which a good part is cut off, because their box has other proportions.
pub(super) fn cropped(scene: &Scene, name: &str, face: &Face) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
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
            diagnostics.push(
                Diagnostic::warning(Code::DRAWING_CROPPED, at, what)
                    .hint("give the drawing's view box the proportions of the slot"),
            );
        }
    }
    diagnostics
}
