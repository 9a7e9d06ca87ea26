//! Checks that drawings cover the bleed, and that pictures are not cropped.

use super::LintCache;
use super::areas::cover;
use super::digits::rounded;
use super::laid::Laid;
use crate::diagnostic::{Code, Diagnostic, Source, Span};
use crate::game::{CardFormat, CutShape, Face};
use crate::image::{Painter, Picture};
use crate::scene::{Content, Item, Scene};
use crate::units::{Mm, Point, Rect};

/// Resolution, in dots per inch, of the picture in which gaps are looked for.
const DPI: f64 = 60.0;
/// If more than this share is cropped, the drawing is at fault rather than its slot.
const HARDLY_ANYTHING: f64 = 0.75;
/// The share of a picture that may be cropped without a warning: the proportions of a box are seldom those of a drawing.
const CROPPED: f64 = 0.03;

/// Sides of a face whose bleed is not covered.
pub(super) fn gaps(
    laid: &[Laid<'_>],
    shape: &CutShape,
    format: &CardFormat,
    painter: &Painter<'_>,
    known: &LintCache,
) -> Option<String> {
    if format.bleed <= Mm::ZERO {
        return None;
    }
    let (view, cut) = (format.with_bleed().to_kurbo(), format.cut().to_kurbo());
    let plain: Vec<kurbo::Rect> = laid.iter().flat_map(Laid::plain).collect();
    if cover(&plain, view) {
        return None;
    }
    // Content within the cut doesn't cover any bleed.
    let reaches_out =
        |laid: &&Laid<'_>| *shape != CutShape::Rect || laid.extent().is_some_and(|ink| ink.intersect(cut) != ink);
    let laid: Vec<&Laid<'_>> = laid.iter().filter(reaches_out).collect();
    known.gaps(&laid, shape, format, painter)
}

/// Returns a length in pixels of the picture in which gaps are looked for.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cards are small")]
fn pixels(length: Mm) -> u32 {
    length.to_px(DPI).round().max(1.0) as u32
}

/// Returns the pixels of the bleed of a shape that isn't a rectangle.
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

/// Finds gaps in the bleed between these drawings, which all extend beyond the cut. `ring` returns its pixels if the
/// shape isn't a rectangle.
pub(super) fn look_for_gaps<'a>(
    laid: &[&Laid<'_>],
    shape: &CutShape,
    format: &CardFormat,
    painter: &Painter<'_>,
    ring: impl FnOnce() -> &'a [(u32, u32)],
) -> Option<String> {
    let view = format.with_bleed();
    let (width, height, bleed) = (pixels(view.width), pixels(view.height), pixels(format.bleed));
    let scene = Scene { items: laid.iter().map(|laid| laid.item.clone()).collect(), ..Scene::default() };
    let picture = painter.paint_bare(&scene, view, width, height)?;
    if *shape != CutShape::Rect {
        let whole = covered(&picture, ring().iter().copied());
        return (!whole).then(|| "part of the bleed is empty".to_owned());
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
    Some(format!("empty bleed at the {} {sides}", bare.join(", ")))
}

/// True if all of some pixels are covered, but for the seams of antialiasing.
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
pub(super) fn cropped(scene: &Scene, name: &str, face: &Face, on_purpose: &[Rect]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for item in &scene.items {
        let Item::Drawing { drawing, clip: Some(clip), .. } = item else { continue };
        let place = clip.rect;
        if on_purpose.contains(&place) {
            continue;
        }
        let bounds = drawing.bounds;
        let (is, must) = (bounds.width() / bounds.height(), place.width / place.height);
        let lost = 1.0 - (is / must).min(must / is);
        if lost > CROPPED {
            let what = format!(
                "face `{name}`: {} % of its artwork is cut off: it is {} × {}, the box {} × {} mm",
                (lost * 100.0).ceil(),
                rounded(bounds.width()),
                rounded(bounds.height()),
                rounded(place.width.get()),
                rounded(place.height.get()),
            );
            // A drawing of which hardly anything is left was drawn for something else.
            let own = match &drawing.content {
                Content::Art(art) if lost > HARDLY_ANYTHING => art.files.first(),
                _ => None,
            };
            let of_file = own.map(|path| Span::file(&Source::new(path.as_str(), "")));
            let at = of_file.or_else(|| face.art.as_ref().map(|art| art.at.clone()));
            diagnostics.push(Diagnostic::warning(Code::DRAWING_CROPPED, at, what).hint(format!(
                "use artwork with the proportions of its slot, {} : {}, or add `data-fit=\"cover\"` to the slot",
                rounded(place.width.get()),
                rounded(place.height.get())
            )));
        }
    }
    diagnostics
}
