//! Art: the walk from a usvg tree to content. Areas, lines, gradients, patterns, clips, masks, transparency and pictures stay
//! what they are; what PDF has no word for becomes pixels, that part alone.
//!
//! Places are written in the form's own space, whatever groups map them: so all numbers are as exact as the drawing, and
//! patterns and masks need no map but their own.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Rect, Shape as _};
use lopdf::dictionary;

use super::PdfError;
use super::content::Content;
use super::drawings::PIXELS;
use super::fonts::real;
use super::forms::{Form, Resources, State};
use super::gradient::{Shade, grey};
use super::image::Image;
use super::press::Press;
use crate::diagnostic::Code;
use crate::face::{affine, line_of, outline};
use crate::game::Colour;
use crate::scene::{Art, blends, group_as_pixels, has_no_length, mixes_oddly, path_as_pixels};

/// A drawing as a form, with y downwards. `dots` is the pixels in a unit of the drawing, for what is printed as pixels.
///
/// Its points are rounded to steps of a 9,000th of the whole and less: whole numbers are shorter than those with a point,
/// and sooner written.
///
/// # Errors
/// A picture that cannot be read.
pub(super) fn art_form(art: &Art, dots: f64, press: Option<&Arc<Press>>) -> Result<Form, PdfError> {
    let size = art.tree.size();
    let bounds = Rect::new(0.0, 0.0, size.width().into(), size.height().into());
    let extent = bounds.width().max(bounds.height()).max(1e-3);
    // A power of two is exact in single precision too.
    let steps = (STEPS / extent).log2().ceil().exp2();
    let grid = Affine::scale(steps);
    let bounds = grid.transform_rect_bbox(bounds);
    let frame = Frame { art, dots: dots / steps, own: art.own_pixels() / steps, tiled: false, luminance: false, press };
    let mut walk = Walk::new(frame, bounds, grid);
    let as_pixels = frame.as_pixels(art.tree.root());
    if as_pixels {
        walk.tree_as_pixels(&art.tree)?;
    } else {
        walk.children(art.tree.root())?;
    }
    let space = (art.blends && !as_pixels).then(|| frame.space(art.tree.root()));
    Ok(Form { unit: 1.0 / steps, ..Form::new(bounds, walk.content, walk.resources, space) })
}

/// Into how many steps a drawing is divided at least: of one that fills a card, a step is then finer than a hundredth of a
/// millimetre.
const STEPS: f64 = 9_000.0;

/// What all forms of a drawing share.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub art: &'a Art,
    /// Pixels in a unit of the form.
    pub dots: f64,
    /// The same where filters count them.
    pub own: f64,
    /// Whether it is drawn on a tile.
    pub tiled: bool,
    /// Whether colours are written as their light alone, for a mask.
    pub luminance: bool,
    /// The press that it is for, if it is for one.
    pub press: Option<&'a Arc<Press>>,
}

impl<'a> Frame<'a> {
    /// The press, where colours are colours.
    pub fn press(&self) -> Option<&'a Arc<Press>> {
        self.press.filter(|_| !self.luminance)
    }

    /// Whether what a group does to what lies behind its parts takes pixels. Inks that are multiplied may be more than a
    /// press allows.
    fn as_pixels(&self, group: &usvg::Group) -> bool {
        mixes_oddly(group) || self.press().is_some() && blends(group)
    }

    /// The colours in which a group is made transparent. Mixed as red, green and blue, black would be built from four inks.
    fn space(&self, group: &usvg::Group) -> &'static str {
        if self.luminance {
            "DeviceGray"
        } else if self.press.is_some() {
            "DeviceCMYK"
        } else if is_grey(group) {
            "DeviceGray"
        } else {
            "DeviceRGB"
        }
    }
}

pub(super) struct Walk<'a> {
    pub frame: Frame<'a>,
    pub content: Content,
    pub resources: Resources,
    /// What the form covers.
    pub bounds: Rect,
    /// From the space of what is being drawn to that of the form.
    pub map: Affine,
}

impl<'a> Walk<'a> {
    pub fn new(frame: Frame<'a>, bounds: Rect, map: Affine) -> Self {
        let content = Content::for_press(places(bounds), frame.press());
        Self { frame, content, resources: Resources::default(), bounds, map }
    }

    /// A form within this one, in the same space.
    pub fn inner(&self, bounds: Rect, luminance: bool) -> Self {
        let mut inner = Self::new(Frame { luminance, ..self.frame }, bounds, self.map);
        // Its numbers are as exact as those about it, whose space is its own.
        inner.content = Content::for_press(self.content.places(), inner.frame.press());
        inner
    }

    /// Draws in the space of a map.
    pub fn mapped<R>(&mut self, map: Affine, draw: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.map;
        self.map = before * map;
        let done = draw(self);
        self.map = before;
        done
    }

    pub fn children(&mut self, group: &usvg::Group) -> Result<(), PdfError> {
        group.children().iter().try_for_each(|node| match node {
            usvg::Node::Group(group) => self.group(group, node),
            usvg::Node::Path(path) => self.path(path, node),
            usvg::Node::Image(image) => self.image(image, node),
            usvg::Node::Text(text) => self.group(text.flattened(), node),
        })
    }

    fn group(&mut self, group: &usvg::Group, node: &usvg::Node) -> Result<(), PdfError> {
        let mixes = self.frame.press().is_some()
            && (group.blend_mode() != usvg::BlendMode::Normal || group.should_isolate() && blends(group));
        if mixes || group_as_pixels(group).is_some() {
            return self.node_as_pixels(node, group.blend_mode());
        }
        self.mapped(affine(group.transform()), |walk| {
            if group.should_isolate() { walk.layer(group) } else { walk.children(group) }
        })
    }

    /// A group that is drawn apart and then laid over what lies behind it.
    fn layer(&mut self, group: &usvg::Group) -> Result<(), PdfError> {
        let (opacity, blend) = (group.opacity().get(), group.blend_mode());
        let bounds = self.box_of(group.layer_bounding_box());
        let mut masks = Vec::new();
        let mut areas = Vec::new();
        if let Some(clip) = group.clip_path() {
            match self.areas(clip) {
                Some(simple) => areas = simple,
                None => masks.push(("Luminosity", self.clip_form(clip, bounds)?)),
            }
        }
        if let Some(mask) = group.mask() {
            masks.push(self.mask_form(mask)?);
        }
        self.content.save();
        for (area, even_odd) in &areas {
            self.content.clip_path(area, *even_odd);
        }
        let plain = opacity >= 1.0 && blend == usvg::BlendMode::Normal && masks.is_empty();
        if plain && !blends(group) {
            self.children(group)?;
        } else {
            let space = self.frame.space(group);
            let mut walk = self.inner(bounds, self.frame.luminance);
            walk.children(group)?;
            let mut form = Form::new(bounds, walk.content, walk.resources, Some(space));
            // Masks stand one within the other, and the opacity about them: MuPDF leaves it out where both are set at once.
            for mask in masks {
                let mut about = self.inner(bounds, self.frame.luminance);
                about.state(1.0, usvg::BlendMode::Normal, Some(mask));
                about.form(form);
                form = Form::new(bounds, about.content, about.resources, Some(space));
            }
            if opacity < 1.0 || blend != usvg::BlendMode::Normal {
                self.state(opacity, blend, None);
            }
            self.form(form);
        }
        self.content.restore();
        Ok(())
    }

    /// Draws a form.
    pub fn form(&mut self, form: Form) {
        let name = format!("G{}", self.resources.forms.len());
        self.content.draw(&name);
        self.resources.forms.push((name, form));
    }

    /// A rectangle of the space of what is being drawn, as a box in that of the form.
    pub fn box_of(&self, rect: usvg::NonZeroRect) -> Rect {
        let rect = Rect::new(rect.left().into(), rect.top().into(), rect.right().into(), rect.bottom().into());
        self.map.transform_rect_bbox(rect)
    }

    fn path(&mut self, path: &usvg::Path, node: &usvg::Node) -> Result<(), PdfError> {
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

    /// An outline in the space of the form.
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
        // Readers differ in what opacity does to tiles, so that they are filled apart.
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

    /// Draws a tile as often as it is seen in a box; of those that are too small to be seen, some.
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

    /// Lines are drawn as areas: they keep their shape under every map, and take gradients as areas do.
    fn stroke(&mut self, path: &usvg::Path) -> Result<(), PdfError> {
        let Some(stroke) = path.stroke() else { return Ok(()) };
        // Exact to a step: this is how many quarters of a unit are four steps.
        #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "small numbers")]
        let fineness = (self.map.determinant().abs().sqrt() * 10f64.powi(places(self.bounds) as i32) / 4.0) as f32;
        let Some(area) = line_of(path.data(), stroke, fineness) else { return Ok(()) };
        self.area(&self.placed(&area), false, stroke.paint(), stroke.opacity().get())
    }

    /// Transparency, blending and a mask of what follows.
    pub fn state(&mut self, opacity: f32, blend: usvg::BlendMode, mask: Option<(&'static str, Form)>) {
        let entries = dictionary! {
            "ca" => real(opacity.into()),
            "CA" => real(opacity.into()),
            "BM" => blend_name(blend),
        };
        let states = &mut self.resources.states;
        let known = states.iter().position(|state| mask.is_none() && state.mask.is_none() && state.entries == entries);
        let number = known.unwrap_or(states.len());
        if known.is_none() {
            states.push(State { entries, mask });
        }
        self.content.name(&format!("X{number}"));
        self.content.op("gs");
    }

    fn image(&mut self, image: &usvg::Image, node: &usvg::Node) -> Result<(), PdfError> {
        if !image.is_visible() {
            return Ok(());
        }
        let press = self.frame.press();
        let picture = match image.kind() {
            // A drawing within a drawing is painted apart.
            usvg::ImageKind::SVG(tree) if self.frame.as_pixels(tree.root()) => {
                return self.node_as_pixels(node, usvg::BlendMode::Normal);
            }
            usvg::ImageKind::SVG(tree) if blends(tree.root()) => {
                let (bounds, space) = (self.bounds, self.frame.space(tree.root()));
                let mut walk = self.inner(bounds, self.frame.luminance);
                walk.children(tree.root())?;
                self.form(Form::new(bounds, walk.content, walk.resources, Some(space)));
                return Ok(());
            }
            usvg::ImageKind::SVG(tree) => return self.children(tree.root()),
            _ if self.frame.luminance || self.is_coarse(image) => {
                return self.node_as_pixels(node, usvg::BlendMode::Normal);
            }
            usvg::ImageKind::JPEG(bytes) => Image::jpeg(bytes).filter(|_| press.is_none()),
            usvg::ImageKind::PNG(bytes) => match self.frame.art.cmyk.iter().find(|(shown, _)| shown == bytes) {
                Some((_, jpeg)) => Image::cmyk_jpeg(jpeg, press),
                None => Image::png(bytes, press),
            },
            usvg::ImageKind::GIF(_) | usvg::ImageKind::WEBP(_) => None,
        };
        let picture = picture.or_else(|| Image::decoded(image, node, press));
        let file = self.frame.art.file();
        let Some(mut picture) = picture else {
            return Err(PdfError::Art(
                Code::PRESS_PICTURE,
                format!("{file}: a picture in it cannot be read: save it as PNG or JPEG"),
            ));
        };
        picture.smooth(is_smooth(image));
        let (width, height) = (image.size().width().into(), image.size().height().into());
        self.picture(picture, self.map, Rect::new(0.0, 0.0, width, height));
        Ok(())
    }

    /// Whether a picture has so few dots that it is smoothed here: readers do that in ways of their own, or not at all.
    fn is_coarse(&self, image: &usvg::Image) -> bool {
        /// Pixels of the print in a dot of the picture: under 100 dots an inch.
        const COARSE: f64 = 6.0;
        let scale = self.map.determinant().abs().sqrt() * self.frame.dots;
        let inks = matches!(image.kind(), usvg::ImageKind::PNG(bytes) if self.frame.art.cmyk.iter().any(|(shown, _)| shown == bytes));
        is_smooth(image) && scale > COARSE && !inks
    }

    /// Lays a picture onto a rectangle of a space that is mapped to the form's.
    pub fn picture(&mut self, picture: Image, map: Affine, onto: Rect) {
        let name = format!("I{}", self.resources.images.len());
        self.content.save();
        // A picture is one unit high and wide and stands on its lower edge.
        let unit = Affine::new([onto.width(), 0.0, 0.0, -onto.height(), onto.x0, onto.y1]);
        self.content.transform(map * unit);
        self.content.draw(&name);
        self.content.restore();
        self.resources.images.push((name, picture));
    }
}

/// Places after the point by which a form is exact to a step.
fn places(bounds: Rect) -> usize {
    let extent = bounds.width().max(bounds.height()).max(1e-3);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=5")]
    let places = (STEPS / extent).log10().ceil().clamp(0.0, 5.0) as usize;
    places
}

/// Whether a picture is smoothed where it is enlarged.
fn is_smooth(image: &usvg::Image) -> bool {
    use usvg::ImageRendering::{CrispEdges, OptimizeSpeed, Pixelated};
    !matches!(image.rendering_mode(), CrispEdges | OptimizeSpeed | Pixelated)
}

/// How light a colour is, as masks weigh it.
pub(super) fn luminance([red, green, blue]: [u8; 3]) -> u8 {
    let light = 0.2125 * f32::from(red) + 0.7154 * f32::from(green) + 0.0721 * f32::from(blue);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of bytes")]
    let light = light.round() as u8;
    light
}

fn blend_name(blend: usvg::BlendMode) -> &'static str {
    match blend {
        // What adds its light is drawn within pixels, which lie on nothing.
        usvg::BlendMode::Normal | usvg::BlendMode::PlusLighter => "Normal",
        usvg::BlendMode::Multiply => "Multiply",
        usvg::BlendMode::Screen => "Screen",
        usvg::BlendMode::Overlay => "Overlay",
        usvg::BlendMode::Darken => "Darken",
        usvg::BlendMode::Lighten => "Lighten",
        usvg::BlendMode::ColorDodge => "ColorDodge",
        usvg::BlendMode::ColorBurn => "ColorBurn",
        usvg::BlendMode::HardLight => "HardLight",
        usvg::BlendMode::SoftLight => "SoftLight",
        usvg::BlendMode::Difference => "Difference",
        usvg::BlendMode::Exclusion => "Exclusion",
        usvg::BlendMode::Hue => "Hue",
        usvg::BlendMode::Saturation => "Saturation",
        usvg::BlendMode::Color => "Color",
        usvg::BlendMode::Luminosity => "Luminosity",
    }
}

/// Whether a group shows no colour but greys.
fn is_grey(group: &usvg::Group) -> bool {
    let paint = |paint: &usvg::Paint| match paint {
        usvg::Paint::Color(colour) => grey(*colour),
        usvg::Paint::LinearGradient(gradient) => gradient.stops().iter().all(|stop| grey(stop.color())),
        usvg::Paint::RadialGradient(gradient) => gradient.stops().iter().all(|stop| grey(stop.color())),
        usvg::Paint::Pattern(pattern) => is_grey(pattern.root()),
    };
    group.children().iter().all(|node| match node {
        usvg::Node::Group(group) => group.filters().is_empty() && is_grey(group),
        usvg::Node::Path(path) => {
            path.fill().is_none_or(|fill| paint(fill.paint())) && path.stroke().is_none_or(|line| paint(line.paint()))
        }
        usvg::Node::Text(text) => is_grey(text.flattened()),
        usvg::Node::Image(_) => false,
    })
}
