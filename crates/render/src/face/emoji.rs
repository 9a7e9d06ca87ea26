//! Glyphs of colour fonts, as drawings: layers of outlines (COLR) or small pictures (CBDT, sbix).

use std::fmt::Write as _;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use skrifa::bitmap::{BitmapData, Origin};
use skrifa::color::{Brush, Color, ColorPainter, ColorStop, CompositeMode, Extend, Transform};
use skrifa::instance::Size;
use skrifa::metrics::BoundingBox;
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider as _};

use crate::scene::{Art, Content, Drawing};
use crate::text::Font;

/// A glyph of a colour font, with the transform from its own unit to ems, with y downwards from the baseline.
#[derive(Clone)]
pub struct GlyphPicture {
    /// Drawing.
    pub drawing: Arc<Drawing>,
    /// Transform from its upper left corner and its em.
    pub place: kurbo::Affine,
}

/// Returns the picture of a glyph; `None` if the font draws it as an outline.
pub(super) fn glyph_picture(font: &Font, glyph: u16) -> Option<GlyphPicture> {
    let tables = font.tables()?;
    let glyph = GlyphId::new(glyph.into());
    let (bounds, body) = layers(font, &tables, glyph).or_else(|| pixels(font, &tables, glyph))?;
    let (width, height) = (bounds.x_max - bounds.x_min, bounds.y_max - bounds.y_min);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"{} {} {width} {height}\">\
         <g transform=\"matrix(1 0 0 -1 0 0)\">{body}</g></svg>",
        bounds.x_min, -bounds.y_max
    );
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).ok()?;
    let size = tree.size();
    let bounds_of_drawing = kurbo::Rect::new(0.0, 0.0, size.width().into(), size.height().into());
    let art = Art::new(tree, Vec::new(), Vec::new());
    let drawing = Arc::new(Drawing::new(Content::Art(Box::new(art)), bounds_of_drawing));
    let em = 1.0 / f64::from(font.units_per_em);
    let place = kurbo::Affine::translate((f64::from(bounds.x_min) * em, -f64::from(bounds.y_max) * em))
        * kurbo::Affine::scale(em);
    Some(GlyphPicture { drawing, place })
}

/// Returns the layers of a glyph as SVG, in units of the font with y upwards.
fn layers(font: &Font, tables: &FontRef<'_>, glyph: GlyphId) -> Option<(BoundingBox, String)> {
    let colours = tables.color_palettes().get(0).map(|palette| palette.colors().to_vec()).unwrap_or_default();
    let picture = tables.color_glyphs().get(glyph)?;
    let metrics = tables.metrics(Size::unscaled(), font.location());
    let whole = BoundingBox {
        x_min: 0.0,
        y_min: metrics.descent,
        x_max: tables.glyph_metrics(Size::unscaled(), font.location()).advance_width(glyph)?,
        y_max: metrics.ascent,
    };
    let bounds = picture.bounding_box(font.location(), Size::unscaled()).unwrap_or(whole);
    let mut painter = SvgPainter { font, tables, colours, body: String::new(), count: 0, far: metrics.units_per_em };
    picture.paint(font.location(), &mut painter).ok()?;
    let is_there = bounds.x_max > bounds.x_min && bounds.y_max > bounds.y_min;
    is_there.then_some((bounds, painter.body))
}

/// Returns the largest picture of a glyph as SVG.
fn pixels(font: &Font, tables: &FontRef<'_>, glyph: GlyphId) -> Option<(BoundingBox, String)> {
    let picture = tables.bitmap_strikes().glyph_for_size(Size::new(f32::MAX), glyph)?;
    let BitmapData::Png(bytes) = picture.data else { return None };
    let units = f32::from(font.units_per_em);
    let (dot_x, dot_y) = (units / picture.ppem_x, units / picture.ppem_y);
    #[allow(clippy::cast_precision_loss, reason = "pictures of glyphs are small")]
    let (width, height) = (picture.width as f32 * dot_x, picture.height as f32 * dot_y);
    let left = picture.bearing_x + picture.inner_bearing_x * dot_x;
    let edge = picture.bearing_y + picture.inner_bearing_y * dot_y;
    let top = if matches!(picture.placement_origin, Origin::TopLeft) { edge } else { edge + height };
    let bounds = BoundingBox { x_min: left, y_min: top - height, x_max: left + width, y_max: top };
    let data = STANDARD.encode(bytes);
    let body = format!(
        "<image transform=\"matrix(1 0 0 -1 {left} {top})\" width=\"{width}\" height=\"{height}\" \
         preserveAspectRatio=\"none\" href=\"data:image/png;base64,{data}\"/>"
    );
    Some((bounds, body))
}

/// Writes the layers of a glyph as SVG.
struct SvgPainter<'a> {
    font: &'a Font,
    tables: &'a FontRef<'a>,
    colours: Vec<Color>,
    body: String,
    /// Ids so far.
    count: usize,
    /// Units of the font in an em.
    far: u16,
}

impl SvgPainter<'_> {
    fn id(&mut self) -> usize {
        self.count += 1;
        self.count
    }

    fn outline(&self, glyph: GlyphId) -> String {
        let mut path = PathPen::default();
        if let Some(outline) = self.tables.outline_glyphs().get(glyph) {
            // An outline that can't be drawn has no points.
            let _ = outline.draw(DrawSettings::unhinted(Size::unscaled(), self.font.location()), &mut path);
        }
        path.0
    }

    /// Returns a colour and its opacity as attributes; the colour of the text is black.
    fn colour(&self, index: u16, alpha: f32, name: &str, opacity: &str) -> String {
        let black = Color { red: 0, green: 0, blue: 0, alpha: 255 };
        let colour = self.colours.get(usize::from(index)).unwrap_or(&black);
        let alpha = alpha * f32::from(colour.alpha) / 255.0;
        format!("{name}=\"#{:02x}{:02x}{:02x}\" {opacity}=\"{alpha}\"", colour.red, colour.green, colour.blue)
    }

    fn stops(&self, stops: &[ColorStop]) -> String {
        let stop = |stop: &ColorStop| {
            let colour = self.colour(stop.palette_index, stop.alpha, "stop-color", "stop-opacity");
            format!("<stop offset=\"{}\" {colour}/>", stop.offset)
        };
        stops.iter().map(stop).collect()
    }

    /// Returns a brush as the attributes of a fill; its gradient is written before.
    fn paint(&mut self, brush: &Brush<'_>, map: Option<Transform>) -> String {
        let map = map.map_or_else(String::new, |map| format!(" gradientTransform=\"{}\"", matrix(map)));
        let (head, stops, extend, tag) = match brush {
            Brush::Solid { palette_index, alpha } => {
                return self.colour(*palette_index, *alpha, "fill", "fill-opacity");
            }
            Brush::LinearGradient { p0, p1, color_stops, extend } => {
                let line = format!("x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", p0.x, p0.y, p1.x, p1.y);
                (line, self.stops(color_stops), extend, "linearGradient")
            }
            Brush::RadialGradient { c0, r0, c1, r1, color_stops, extend } => {
                let (r0, r1) = (r0.max(0.0), r1.max(0.0));
                let mut stops = color_stops.to_vec();
                let ((inner, small), (outer, large)) = if r0 <= r1 {
                    ((c0, r0), (c1, r1))
                } else {
                    stops.reverse();
                    stops.iter_mut().for_each(|stop| stop.offset = 1.0 - stop.offset);
                    ((c1, r1), (c0, r0))
                };
                let circles = format!(
                    "cx=\"{}\" cy=\"{}\" r=\"{large}\" fx=\"{}\" fy=\"{}\" fr=\"{small}\"",
                    outer.x, outer.y, inner.x, inner.y
                );
                (circles, self.stops(&stops), extend, "radialGradient")
            }
            // SVG has no sweep gradient: its middle colour represents it.
            Brush::SweepGradient { color_stops, .. } => {
                let middle = color_stops.get(color_stops.len() / 2);
                let (index, alpha) = middle.map_or((u16::MAX, 1.0), |stop| (stop.palette_index, stop.alpha));
                return self.colour(index, alpha, "fill", "fill-opacity");
            }
        };
        let spread = match extend {
            Extend::Repeat => "repeat",
            Extend::Reflect => "reflect",
            _ => "pad",
        };
        let id = self.id();
        // Writing into a string cannot fail.
        let _ = write!(
            self.body,
            "<{tag} id=\"p{id}\" gradientUnits=\"userSpaceOnUse\" {head} spreadMethod=\"{spread}\"{map}>{stops}</{tag}>"
        );
        format!("fill=\"url(#p{id})\"")
    }

    fn clip(&mut self, shape: &str) {
        let id = self.id();
        let _ = write!(self.body, "<clipPath id=\"p{id}\">{shape}</clipPath><g clip-path=\"url(#p{id})\">");
    }
}

impl ColorPainter for SvgPainter<'_> {
    fn push_transform(&mut self, transform: Transform) {
        let _ = write!(self.body, "<g transform=\"{}\">", matrix(transform));
    }

    fn pop_transform(&mut self) {
        self.body.push_str("</g>");
    }

    fn push_clip_glyph(&mut self, glyph: GlyphId) {
        let outline = self.outline(glyph);
        self.clip(&format!("<path d=\"{outline}\"/>"));
    }

    fn push_clip_box(&mut self, BoundingBox { x_min, y_min, x_max, y_max }: BoundingBox) {
        let (width, height) = (x_max - x_min, y_max - y_min);
        self.clip(&format!("<rect x=\"{x_min}\" y=\"{y_min}\" width=\"{width}\" height=\"{height}\"/>"));
    }

    fn pop_clip(&mut self) {
        self.body.push_str("</g>");
    }

    fn fill(&mut self, brush: Brush<'_>) {
        let paint = self.paint(&brush, None);
        // All of the clip: what it is filled with has no edge of its own.
        let far = 8.0 * f32::from(self.far);
        let side = 2.0 * far;
        let _ = write!(self.body, "<rect x=\"-{far}\" y=\"-{far}\" width=\"{side}\" height=\"{side}\" {paint}/>");
    }

    fn fill_glyph(&mut self, glyph: GlyphId, map: Option<Transform>, brush: Brush<'_>) {
        let paint = self.paint(&brush, map);
        let outline = self.outline(glyph);
        let _ = write!(self.body, "<path d=\"{outline}\" {paint}/>");
    }

    fn push_layer(&mut self, mode: CompositeMode) {
        let blend = match mode {
            CompositeMode::Screen => "screen",
            CompositeMode::Overlay => "overlay",
            CompositeMode::Darken => "darken",
            CompositeMode::Lighten => "lighten",
            CompositeMode::HardLight => "hard-light",
            CompositeMode::SoftLight => "soft-light",
            CompositeMode::Difference => "difference",
            CompositeMode::Exclusion => "exclusion",
            CompositeMode::Multiply => "multiply",
            _ => "normal",
        };
        let _ = write!(self.body, "<g style=\"mix-blend-mode:{blend}\">");
    }

    fn pop_layer(&mut self) {
        self.body.push_str("</g>");
    }
}

fn matrix(map: Transform) -> String {
    format!("matrix({} {} {} {} {} {})", map.xx, map.yx, map.xy, map.yy, map.dx, map.dy)
}

/// An outline as the `d` of a path.
#[derive(Default)]
struct PathPen(String);

impl OutlinePen for PathPen {
    fn move_to(&mut self, x: f32, y: f32) {
        let _ = write!(self.0, "M{x} {y}");
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let _ = write!(self.0, "L{x} {y}");
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let _ = write!(self.0, "Q{cx} {cy} {x} {y}");
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let _ = write!(self.0, "C{ax} {ay} {bx} {by} {x} {y}");
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}
