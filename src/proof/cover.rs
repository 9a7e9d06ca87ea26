//! Checks that drawings cover the bleed, and that pictures are not cropped.

use kurbo::{Affine, BezPath, PathEl, Shape as _};

use super::Known;
use super::ground::{extent, sides};
use crate::diagnostic::{Code, Diagnostic};
use crate::face::outline;
use crate::game::{CardFormat, CutShape, Face};
use crate::image::{Painter, Picture};
use crate::scene::{Content, Item, Scene};
use crate::units::{Mm, Point};

/// Resolution, in dots per inch, of the picture in which gaps are looked for.
const DPI: f64 = 60.0;
/// The share of a picture that may be cropped without a warning: the proportions of a box are seldom those of a drawing.
const CROPPED: f64 = 0.03;

/// Sides of a face whose bleed is not covered.
pub(super) fn gaps(
    scene: &Scene,
    shape: &CutShape,
    format: &CardFormat,
    painter: &Painter<'_>,
    known: &Known,
) -> Option<String> {
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
    known.gaps(&scene, shape, format, painter)
}

/// A length in pixels of the picture in which gaps are looked for.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cards are small")]
fn pixels(length: Mm) -> u32 {
    length.to_px(DPI).round().max(1.0) as u32
}

/// The pixels of the bleed of a shape that is no rectangle.
pub(super) fn ring(shape: &CutShape, format: &CardFormat) -> Vec<(u32, u32)> {
    let view = format.with_bleed();
    let within = |(x, y): &(u32, u32)| {
        let at = |pixel: u32| Mm::new((f64::from(pixel) + 0.5) * 25.4 / DPI);
        let outside = shape.outside(format, Point::new(view.x + at(*x), view.y + at(*y)));
        outside > Mm::ZERO && outside < format.bleed
    };
    let all = (0..pixels(view.height)).flat_map(|y| (0..pixels(view.width)).map(move |x| (x, y)));
    all.filter(within).collect()
}

/// Where nothing of a scene, of which all reaches out of the cut, covers the bleed. `ring` is asked for its pixels where the shape is
/// no rectangle.
pub(super) fn look_for_gaps<'a>(
    scene: &Scene,
    shape: &CutShape,
    format: &CardFormat,
    painter: &Painter<'_>,
    ring: impl FnOnce() -> &'a [(u32, u32)],
) -> Option<String> {
    let view = format.with_bleed();
    let (width, height, bleed) = (pixels(view.width), pixels(view.height), pixels(format.bleed));
    let picture = painter.paint_bare(scene, view, width, height)?;
    if *shape != CutShape::Rect {
        let whole = covered(&picture, ring().iter().copied());
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
    let covers = |rect: kurbo::Rect| rect.union(part) == rect;
    let fills = |path: &BezPath, place: Affine| {
        let [a, b, c, d, ..] = place.as_coeffs();
        let upright = b == 0.0 && c == 0.0 || a == 0.0 && d == 0.0;
        let bounds = path.bounding_box();
        upright && is_rectangle(path, bounds) && covers(place.transform_rect_bbox(bounds))
    };
    clip.is_none_or(|clip| covers(sides(clip)))
        && match &drawing.content {
            Content::Shapes(shapes) => shapes.iter().any(|shape| fills(&shape.path, *place)),
            Content::Art(art) => is_plain_in(art.tree.root(), &|path| {
                let t = path.abs_transform();
                let map = Affine::new([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty].map(f64::from));
                fills(&outline(path.data()), *place * map)
            }),
        }
}

/// Whether a group of a drawing has an opaque path of one colour that fills what is asked for, with nothing that cuts or fades it.
fn is_plain_in(group: &usvg::Group, fills: &impl Fn(&usvg::Path) -> bool) -> bool {
    let opaque = |path: &usvg::Path| {
        let colour = |fill: &usvg::Fill| fill.opacity().get() >= 1.0 && matches!(fill.paint(), usvg::Paint::Color(_));
        path.is_visible() && path.fill().is_some_and(colour)
    };
    !group.should_isolate()
        && group.children().iter().any(|node| match node {
            usvg::Node::Group(group) => is_plain_in(group, fills),
            usvg::Node::Path(path) => opaque(path) && fills(path),
            _ => false,
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
