//! Pictures in dots: how fine they are where they are printed, and what shows through them; parts that are printed as pixels.

use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::Affine;
use resvg::tiny_skia::Pixmap;

use crate::diagnostic::{Code, Diagnostic, Reporter, Source, Span};
use crate::face::affine;
use crate::pdf::PIXELS;
use crate::scene::{Art, Content, Drawing, Item, Scene};

/// Dots an inch below which a picture looks coarse.
const COARSE: f64 = 200.0;
/// Content of a press.
const FINE: f64 = 300.0;
/// And below which it looks broken.
const BROKEN: f64 = 100.0;

/// Reports the pictures in some scenes, each drawing once, at its largest printed size.
pub(super) fn lint_pictures<'s>(scenes: impl IntoIterator<Item = &'s Arc<Scene>>, reporter: &Reporter) {
    let mut seen: BTreeMap<&str, (&Arc<Drawing>, f64, f64)> = BTreeMap::new();
    for item in scenes.into_iter().flat_map(|scene| &scene.items) {
        let Item::Drawing { drawing, place, .. } = item else { continue };
        let Content::Art(art) = &drawing.content else { continue };
        if drawing.is_glyph() {
            continue;
        }
        let dots = dots(art, *place);
        let (_, least, largest) = seen.entry(art.file()).or_insert((drawing, f64::MAX, 0.0));
        *least = least.min(dots);
        *largest = largest.max(place.determinant().abs().sqrt());
    }
    for (file, (drawing, dots, mm)) in seen {
        let Content::Art(art) = &drawing.content else { continue };
        let at = Span::file(&Source::new(file, ""));
        if dots < COARSE {
            // Rounded down: 199.6 must not read as 200.
            let what = format!("image resolution is {} dpi at print size", dots.floor());
            let diagnostic = if dots < BROKEN {
                Diagnostic::error(
                    Code::PICTURE_COARSE,
                    at.clone(),
                    format!("{what}, below {BROKEN}: pixels are visible"),
                )
            } else {
                Diagnostic::warning(Code::PICTURE_COARSE, at.clone(), format!("{what}, below {COARSE}: it looks soft"))
            };
            reporter.report(diagnostic.hint(larger(dots)));
        }
        if !file.ends_with(".svg") && is_transparent(art) {
            let what = "transparent background: the face below the image shows through";
            reporter.report(Diagnostic::note(Code::PICTURE_TRANSPARENT, at.clone(), what));
        }
        let fine = mm * PIXELS / 25.4;
        // Exactly as many if the print takes that.
        let pixels = PIXELS * (art.affordable(fine) / fine);
        for reason in &art.pixels {
            let what = format!("part of the drawing is rasterised at {pixels:.0} dpi: it has {reason}");
            let note = Diagnostic::note(Code::DRAWING_AS_PIXELS, at.clone(), what);
            reporter.report(match pixels < PIXELS {
                true => note.hint("reduce the reach of its filters to allow more"),
                false => note,
            });
        }
        if art.counts {
            let what = "resolution-dependent filter: this part is rasterised at screen resolution";
            let diagnostic = Diagnostic::note(Code::FILTER_COUNTS_PIXELS, at, what)
                .hint("if it looks coarse, increase the `width` and `height` of the drawing");
            reporter.report(diagnostic);
        }
    }
}

/// Returns the factor by which a picture of `dots` dpi must be larger.
fn larger(dots: f64) -> String {
    let factor = (FINE / dots * 10.0).ceil() / 10.0;
    format!("save it with {factor} times the width and height in pixels (300 dpi), or make its slot smaller")
}

/// Returns the minimum dpi of the pictures in a drawing; more than any press prints if there are none. Pictures with
/// visible pixels by design are ignored.
fn dots(art: &Art, place: Affine) -> f64 {
    use usvg::ImageRendering::{CrispEdges, Pixelated};
    let meant = |image: &&usvg::Image| matches!(image.rendering_mode(), CrispEdges | Pixelated);
    let rasters = art.rasters().into_iter().filter(|image| !meant(image) && image.is_visible());
    let dots = rasters.map(|image| {
        let map = place * affine(image.abs_transform());
        // A dot that is stretched is as coarse as its longer side.
        let [a, b, c, d, ..] = map.as_coeffs();
        25.4 / a.hypot(b).max(c.hypot(d))
    });
    dots.fold(f64::MAX, f64::min)
}

/// True if something shows through a drawing.
fn is_transparent(art: &Art) -> bool {
    /// Enough to see a hole of a hundredth of the picture.
    const SIDE: u32 = 256;
    let Some(mut pixels) = Pixmap::new(SIDE, SIDE) else { return false };
    let size = art.tree.size();
    let (sx, sy) = (256.0 / size.width(), 256.0 / size.height());
    resvg::render(&art.tree, usvg::Transform::from_scale(sx, sy), &mut pixels.as_mut());
    // Smoothing blends the outermost pixels with the empty surroundings.
    let side = SIDE as usize;
    let inner = pixels.pixels().chunks_exact(side).skip(2).take(side - 4);
    inner.flat_map(|row| &row[2..side - 2]).any(|pixel| pixel.alpha() < 250)
}
