//! The areas and lines of art, and what they are filled with: colours, gradients and patterns.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Rect, Shape as _};

use super::PdfError;
use super::art::{Frame, Walk, places};
use super::drawings::PIXELS;
use super::forms::Form;
use super::gradient::Shade;
use super::mask::luminance;
use crate::face::{affine, line_of, outline};
use crate::game::Colour;
use crate::scene::{has_no_length, path_as_pixels};

impl Walk<'_> {
    pub(super) fn path(&mut self, path: &usvg::Path, node: &usvg::Node) -> Result<(), PdfError> {
        if !path.is_visible() {
            return Ok(());
        }
        if path_as_pixels(path).is_some() {
            return self.node_as_pixels(node, usvg::BlendMode::Normal);
        }
        let stroke_first = path.paint_order() == usvg::PaintOrder::StrokeAndFill;
        if stroke_first {
            self.stroke(path)?;
        }
        if let Some(fill) = path.fill() {
            let even_odd = fill.rule() == usvg::FillRule::EvenOdd;
            self.area(&self.placed(path.data()), even_odd, fill.paint(), fill.opacity().get())?;
        }
        if !stroke_first {
            self.stroke(path)?;
        }
        Ok(())
    }

    /// Returns an outline in the space of the form.
    pub fn placed(&self, data: &usvg::tiny_skia_path::Path) -> BezPath {
        let mut path = outline(data);
        if self.map != Affine::IDENTITY {
            path.apply_affine(self.map);
        }
        path
    }

    /// Fills an area with a colour, a gradient or a pattern.
    fn area(&mut self, area: &BezPath, even_odd: bool, paint: &usvg::Paint, opacity: f32) -> Result<(), PdfError> {
        match paint {
            usvg::Paint::Color(colour) => {
                let saved = opacity < 1.0;
                if saved {
                    self.content.save();
                    self.state(opacity, usvg::BlendMode::Normal, None);
                }
                self.content.fill_outline(self.colour(*colour), area, self.frame.dots * 25.4 / PIXELS);
                self.content.fill_path(area, even_odd);
                if saved {
                    self.content.restore();
                }
            }
            usvg::Paint::LinearGradient(linear) if has_no_length(linear) => {
                let Some(last) = linear.stops().last() else { return Ok(()) };
                return self.area(area, even_odd, &usvg::Paint::Color(last.color()), opacity * last.opacity().get());
            }
            usvg::Paint::LinearGradient(_) | usvg::Paint::RadialGradient(_) => {
                self.gradient(area, even_odd, paint, opacity);
            }
            usvg::Paint::Pattern(pattern) => self.pattern(area, even_odd, pattern, opacity)?,
        }
        Ok(())
    }

    fn colour(&self, colour: usvg::Color) -> Colour {
        if !self.frame.luminance {
            return Colour::rgb(colour.red, colour.green, colour.blue);
        }
        let light = luminance([colour.red, colour.green, colour.blue]);
        Colour::rgb(light, light, light)
    }

    fn gradient(&mut self, area: &BezPath, even_odd: bool, paint: &usvg::Paint, opacity: f32) {
        let Some(shade) = Shade::new(paint, self.map, area.bounding_box(), self.frame.luminance) else { return };
        let (even, fade) = match shade.opacity() {
            Some(even) => (opacity * even, None),
            // The opacity goes into the mask: MuPDF leaves it out where both are set at once.
            None => (1.0, Some(shade.fade(opacity))),
        };
        self.content.save();
        self.content.clip_path(area, even_odd);
        if let Some(fade) = fade {
            // Light grey is opaque, black is not there.
            let bounds = area.bounding_box().inset(1.0 / self.frame.dots.max(1e-3));
            let mut walk = self.inner(bounds, true);
            walk.shade(fade, shade.map);
            let form = Form::new(bounds, walk.content, walk.resources, Some("DeviceGray"));
            self.state(1.0, usvg::BlendMode::Normal, Some(("Luminosity", form)));
        } else if even < 1.0 {
            self.state(even, usvg::BlendMode::Normal, None);
        }
        self.shade(shade.colours(self.frame.press().map(Arc::as_ref)), shade.map);
        self.content.restore();
    }

    fn shade(&mut self, shading: lopdf::Dictionary, map: Affine) {
        let name = format!("S{}", self.resources.shadings.len());
        self.content.transform(map);
        self.content.name(&name);
        self.content.op("sh");
        self.resources.shadings.push((name, shading));
    }

    /// Fills an area with tiles.
    fn pattern(
        &mut self,
        area: &BezPath,
        even_odd: bool,
        pattern: &usvg::Pattern,
        opacity: f32,
    ) -> Result<(), PdfError> {
        let rect = pattern.rect();
        let map =
            self.map * affine(pattern.transform()) * Affine::translate((f64::from(rect.x()), f64::from(rect.y())));
        let tile = Rect::new(0.0, 0.0, rect.width().into(), rect.height().into());
        let scale = map.determinant().abs().sqrt();
        let frame = Frame { dots: self.frame.dots * scale, own: self.frame.own * scale, tiled: true, ..self.frame };
        let mut walk = Walk::new(frame, tile, Affine::IDENTITY);
        walk.children(pattern.root())?;
        let form = Form::new(tile, walk.content, walk.resources, None);
        // Readers differ in the opacity of tiles, so those are filled separately.
        let (apart, tiled) = (opacity < 1.0, self.frame.tiled);
        let mut walk = self.inner(if apart { area.bounding_box() } else { self.bounds }, self.frame.luminance);
        let into = if apart { &mut walk } else { &mut *self };
        into.content.save();
        if tiled {
            // Readers differ in where tiles on a tile begin.
            into.content.clip_path(area, even_odd);
            into.tiles(form, map, area.bounding_box());
        } else {
            let name = format!("P{}", into.resources.patterns.len());
            into.content.raw(&format!("/Pattern cs /{name} scn\n"));
            into.content.fill_path(area, even_odd);
            into.resources.patterns.push((name, form, map));
        }
        into.content.restore();
        if apart {
            let space = match self.frame {
                Frame { luminance: true, .. } => "DeviceGray",
                Frame { press: Some(_), .. } => "DeviceCMYK",
                _ => "DeviceRGB",
            };
            let form = Form::new(area.bounding_box(), walk.content, walk.resources, Some(space));
            self.content.save();
            self.state(opacity, usvg::BlendMode::Normal, None);
            self.form(form);
            self.content.restore();
        }
        Ok(())
    }

    /// Draws the visible tiles in a box; of those too small to be seen, some.
    fn tiles(&mut self, form: Form, map: Affine, seen: Rect) {
        const MOST: f64 = 64.0;
        let (seen, tile) = (map.inverse().transform_rect_bbox(seen), form.bounds);
        let range = |least: f64, most: f64, side: f64| {
            let first = (least / side).floor();
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 64")]
            let count = ((most / side).ceil() - first).clamp(0.0, MOST) as u32;
            (0..count).map(move |number| (first + f64::from(number)) * side)
        };
        let name = format!("G{}", self.resources.forms.len());
        for y in range(seen.y0, seen.y1, tile.height()) {
            for x in range(seen.x0, seen.x1, tile.width()) {
                self.content.save();
                self.content.transform(map * Affine::translate((x, y)));
                self.content.draw(&name);
                self.content.restore();
            }
        }
        self.resources.forms.push((name, form));
    }

    /// Draws a line as an area: it keeps its shape under every transform, and takes gradients like areas.
    fn stroke(&mut self, path: &usvg::Path) -> Result<(), PdfError> {
        let Some(stroke) = path.stroke() else { return Ok(()) };
        // Exact to a step: this is how many quarters of a unit are four steps.
        #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "small numbers")]
        let fineness = (self.map.determinant().abs().sqrt() * 10f64.powi(places(self.bounds) as i32) / 4.0) as f32;
        let Some(area) = line_of(path.data(), stroke, fineness) else { return Ok(()) };
        self.area(&self.placed(&area), false, stroke.paint(), stroke.opacity().get())
    }
}
