//! Art: converts a usvg tree to content.
//!
//! Areas, lines, gradients, patterns, clips, masks, transparency and pictures keep their type. Only parts that PDF
//! can't express become pixels.
//!
//! Coordinates are in the form's own space, whatever groups transform them. All numbers are then as exact as the
//! drawing, and patterns and masks need no transform but their own.

use std::sync::Arc;

use kurbo::{Affine, Rect};
use lopdf::dictionary;

use super::PdfError;
use super::content::Content;
use super::fonts::real;
use super::forms::{Form, Resources, State};
use super::gradient::grey;
use super::press::Press;
use crate::face::affine;
use crate::scene::{Art, blends, group_as_pixels, mixes_oddly};

/// Converts a drawing to a form, with y downwards. `dots` is the number of pixels per unit of the drawing, for
/// rasterised parts.
///
/// Points are rounded to steps of at most a 9,000th of the whole: whole numbers are shorter than decimals and faster to
/// write.
///
/// # Errors
/// A picture can't be read.
pub(super) fn art_form(art: &Art, dots: f64, press: Option<&Arc<Press>>) -> Result<Form, PdfError> {
    let dots = art.affordable(dots);
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

/// Minimum number of steps of a drawing: on one that fills a card, a step is then finer than a hundredth of a
/// millimetre.
const STEPS: f64 = 9_000.0;

/// Common parts of all forms of a drawing.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub art: &'a Art,
    /// Pixels in a unit of the form.
    pub dots: f64,
    /// The same where filters count them.
    pub own: f64,
    /// True if it is drawn on a tile.
    pub tiled: bool,
    /// True if colours are written as luminance only, for a mask.
    pub luminance: bool,
    /// The press that it is for, if it is for one.
    pub press: Option<&'a Arc<Press>>,
}

impl<'a> Frame<'a> {
    /// Returns the press, if colours are colours.
    pub fn press(&self) -> Option<&'a Arc<Press>> {
        self.press.filter(|_| !self.luminance)
    }

    /// True if the effect of a group on its backdrop has to be rasterised. Multiplied inks may exceed the limit of a
    /// press.
    pub fn as_pixels(&self, group: &usvg::Group) -> bool {
        mixes_oddly(group) || self.press().is_some() && blends(group)
    }

    /// Returns the colour space of a transparency group. Mixed as red, green and blue, black would be built from four
    /// inks.
    pub fn space(&self, group: &usvg::Group) -> &'static str {
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
    /// Area covered by the form.
    pub bounds: Rect,
    /// From the space of the current element to the form's.
    pub map: Affine,
}

impl<'a> Walk<'a> {
    pub fn new(frame: Frame<'a>, bounds: Rect, map: Affine) -> Self {
        let content = Content::for_press(places(bounds), frame.press());
        Self { frame, content, resources: Resources::default(), bounds, map }
    }

    /// Creates a form within this one, in the same space.
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

    /// Draws a group separately and then composites it.
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

    /// Transforms a rectangle of the current element to a box of the form.
    pub fn box_of(&self, rect: usvg::NonZeroRect) -> Rect {
        let rect = Rect::new(rect.left().into(), rect.top().into(), rect.right().into(), rect.bottom().into());
        self.map.transform_rect_bbox(rect)
    }

    /// Sets transparency, blending and a mask of the following content.
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
}

/// Places after the point by which a form is exact to a step.
pub(super) fn places(bounds: Rect) -> usize {
    let extent = bounds.width().max(bounds.height()).max(1e-3);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=5")]
    let places = (STEPS / extent).log10().ceil().clamp(0.0, 5.0) as usize;
    places
}

fn blend_name(blend: usvg::BlendMode) -> &'static str {
    match blend {
        // Additive light is drawn within pixels that have no backdrop.
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

/// True if a group shows no colour but greys.
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
