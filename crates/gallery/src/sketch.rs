//! Pictures drawn only from outlines, without art and type: marks, interlace, shields, icons.

use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Rect, Shape as _};

use super::request::{PictureRequest, Pixels, Rgb};
use super::{PLAYER_STYLES, back, emblem, icon};
use crate::game::{Colour, Game};
use crate::image::Picture;
use crate::ordered;
use crate::shape::{Mark, SHADE, Shape, contain, interlace};
use knotwork::{Pattern, band, border, vine};

/// The longest side of a picture.
const MAX_SIDE_PIXELS: u16 = 4096;

/// Draws what needs no art and no type.
pub struct Sketcher {
    marks: BTreeMap<String, Arc<Mark>>,
    /// Interlace by kind of card.
    weaves: BTreeMap<String, Pattern>,
    back: back::Tones,
}

impl Sketcher {
    /// Creates a sketcher of a game with its marks.
    pub fn new(game: &Game, marks: BTreeMap<String, Arc<Mark>>) -> Self {
        let weaves = game.deck.kinds.iter().filter_map(|kind| Some((kind.id.clone(), kind.weave.clone()?)));
        Self { marks, weaves: ordered::map(weaves), back: back::Tones::of(game) }
    }

    /// Creates a sketcher without a game: for pictures that look the same in all.
    pub fn of_no_game() -> Self {
        Self { marks: BTreeMap::new(), weaves: BTreeMap::new(), back: back::Tones::default() }
    }

    /// Draws other marks from now on.
    pub fn set_marks(&mut self, marks: BTreeMap<String, Arc<Mark>>) {
        self.marks = marks;
    }

    /// Draws a picture. `None` for art, faces, pictures and covers, for unknown ones, for interlace in too small a
    /// space, and for invalid sizes.
    pub fn draw(&self, request: &PictureRequest) -> Option<Pixels> {
        let (width, height) = request.sides();
        within(width, height)?;
        match request {
            PictureRequest::Art { .. }
            | PictureRequest::Face { .. }
            | PictureRequest::Picture { .. }
            | PictureRequest::Cover { .. } => None,
            PictureRequest::Mark { name, colour, size } => {
                let mark = self.marks.get(name)?;
                fitted(&mark.shapes(solid(*colour)), mark.bounds, *size)
            }
            PictureRequest::Knotwork { kind, width, height, colour, contour } => {
                knotwork(self.weaves.get(kind)?, PixelSize::new(*width, *height), *colour, *contour)
            }
            PictureRequest::Frame { kind, width, height, thick, colour, contour } => {
                frame(self.weaves.get(kind)?, PixelSize::new(*width, *height), *thick, *colour, *contour)
            }
            PictureRequest::Emblem { style, size, drained } => emblem(*style, *size, *drained),
            PictureRequest::CardBack { width, height } => {
                let shapes = self.back.shapes(f64::from(*width), f64::from(*height));
                Some(pixels(&painted(&shapes, Affine::IDENTITY, PixelSize::new(*width, *height))?))
            }
            PictureRequest::Outline { path, colour, size } => {
                let path = BezPath::from_svg(path).ok()?;
                let bounds = path.bounding_box();
                fitted(&[Shape { path, colour: solid(*colour), even_odd: true }], bounds, *size)
            }
            PictureRequest::Icon { icon, colour, size } => {
                let square = Rect::new(0.0, 0.0, icon::SIDE, icon::SIDE);
                fitted(&icon.shapes(solid(*colour)), square, *size)
            }
        }
    }
}

/// Width and height of a picture in pixels.
#[derive(Clone, Copy)]
struct PixelSize {
    width: u16,
    height: u16,
}

impl PixelSize {
    fn new(width: u16, height: u16) -> Self {
        Self { width, height }
    }
}

/// Returns interlace along the longer side. A braid of an odd number of strands has loose ends: it is bound at both
/// ends.
fn knotwork(pattern: &Pattern, size: PixelSize, colour: Rgb, contour: Option<Rgb>) -> Option<Pixels> {
    /// Width of a binding, and its gap to the braid, relative to the width across the strands.
    const BINDING: f64 = 0.28;
    const GAP: f64 = 0.07;
    const DRAWN: [f64; 7] = [1.0, 0.9, 1.1, 0.8, 1.2, 1.3, 1.4];
    let (width, height) = room(size, f64::from(size.width.min(size.height)), contour);
    let (across, along) = (width.min(height), width.max(height));
    let standing = height >= width;
    let bound = if pattern.closes() { 0.0 } else { across * (BINDING + GAP) };
    let length = along - 2.0 * bound;
    let weave = |length: f64| {
        let woven = if standing { vine(pattern, across, length) } else { band(pattern, length, across) };
        Some((woven.ok()?, length))
    };
    // Whole repeats may not fit: then they are made for another length, and drawn out or pressed together.
    let (woven, made) = DRAWN.iter().find_map(|by| weave(length * by))?;
    let drawn = length / made;
    let drawn = if standing { Affine::scale_non_uniform(1.0, drawn) } else { Affine::scale_non_uniform(drawn, 1.0) };
    let down = |by: f64| if standing { Affine::translate((0.0, by)) } else { Affine::translate((by, 0.0)) };
    let mut picture =
        painted(&interlace(&woven, across, solid(colour), contour.map(solid)), down(bound) * drawn, size)?;
    if !pattern.closes() {
        let binding = binding(across, across * BINDING, standing, solid(colour), contour.map(solid));
        picture.fill(&binding, Affine::IDENTITY);
        picture.fill(&binding, down(along - across * BINDING));
    }
    Some(pixels(&picture))
}

fn frame(pattern: &Pattern, size: PixelSize, thick: u16, colour: Rgb, contour: Option<Rgb>) -> Option<Pixels> {
    let (width, height) = room(size, thick.into(), contour);
    let woven = border(pattern, width, height, thick.into()).ok()?;
    let shapes = interlace(&woven, thick.into(), solid(colour), contour.map(solid));
    Some(pixels(&painted(&shapes, Affine::IDENTITY, size)?))
}

fn emblem(style: u8, size: u16, drained: bool) -> Option<Pixels> {
    let style = PLAYER_STYLES.get(usize::from(style))?;
    let radius = f64::from(size) / 2.0;
    let shapes = emblem::shapes(style, drained, 1.0 / radius);
    let place = Affine::translate((radius, radius)) * Affine::scale(radius);
    let mut picture = painted(&shapes, place, PixelSize::new(size, size))?;
    picture.round_corners(radius);
    Some(pixels(&picture))
}

/// Paints shapes as large as a square allows; `bounds` is the area of the drawing, in its own unit.
fn fitted(shapes: &[Shape], bounds: Rect, size: u16) -> Option<Pixels> {
    let side = f64::from(size);
    let place = contain(bounds, Rect::new(0.0, 0.0, side, side));
    Some(pixels(&painted(shapes, place, PixelSize::new(size, size))?))
}

/// Shapes on nothing; `place` maps their unit to pixels.
fn painted(shapes: &[Shape], place: Affine, size: PixelSize) -> Option<Picture> {
    let mut picture = Picture::bare(size.width.into(), size.height.into())?;
    picture.fill(shapes, place);
    Some(picture)
}

/// Returns the cord around the end of a braid, across its strands; lit and shaded like them.
fn binding(long: f64, thick: f64, standing: bool, colour: Colour, contour: Option<Colour>) -> Vec<Shape> {
    /// The contour, in parts of the thickness.
    const CONTOUR: f64 = 0.16;
    /// Far less than a pixel.
    const FINENESS: f64 = 0.01;
    let (width, height) = if standing { (long, thick) } else { (thick, long) };
    let whole = Rect::new(0.0, 0.0, width, height);
    let cord = |rect: Rect, colour| {
        let path = rect.to_rounded_rect(rect.width().min(rect.height()) / 2.0).to_path(FINENESS);
        Shape { path, colour, even_odd: false }
    };
    match contour {
        None => vec![cord(whole, colour)],
        Some(contour) => {
            vec![cord(whole + SHADE * long, contour), cord(whole, contour), cord(whole.inset(-CONTOUR * thick), colour)]
        }
    }
}

/// Returns `None` for invalid sizes.
pub fn within(width: u16, height: u16) -> Option<()> {
    let sides = 1..=MAX_SIDE_PIXELS;
    (sides.contains(&width) && sides.contains(&height)).then_some(())
}

/// Returns the size of interlace that fills a picture together with its shade.
fn room(size: PixelSize, across: f64, contour: Option<Rgb>) -> (f64, f64) {
    let shade = contour.map_or(kurbo::Vec2::ZERO, |_| SHADE * across);
    (f64::from(size.width) - shade.x, f64::from(size.height) - shade.y)
}

fn solid([red, green, blue]: Rgb) -> Colour {
    Colour::rgb(red, green, blue)
}

/// Returns a picture as the screen takes it.
pub fn pixels(picture: &Picture) -> Pixels {
    let side = |pixels: u32| u16::try_from(pixels).unwrap_or(u16::MAX);
    Pixels { width: side(picture.width()), height: side(picture.height()), rgba: picture.rgba() }
}
