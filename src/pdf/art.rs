//! Art: the walk from a usvg tree to content. Areas, lines, gradients, clips, transparency and pictures stay what they are.

use kurbo::{Affine, BezPath, Rect};
use lopdf::{Dictionary, Object, dictionary};

use super::PdfError;
use super::content::Content;
use super::fonts::real;
use super::forms::{Form, Resources};
use super::image::Image;
use crate::face::outline;
use crate::game::Colour;

/// A drawing as a form in its own unit, with y downwards.
///
/// # Errors
/// Art that cannot be printed as it is.
pub(super) fn art_form(tree: &usvg::Tree) -> Result<Form, PdfError> {
    let size = tree.size();
    let bounds = Rect::new(0.0, 0.0, size.width().into(), size.height().into());
    form(tree.root(), bounds, false)
}

fn form(group: &usvg::Group, bounds: Rect, transparent: bool) -> Result<Form, PdfError> {
    let mut walk = Walk { content: Content::new(places(bounds)), resources: Resources::default() };
    walk.children(group)?;
    let space = if is_grey(group) { "DeviceGray" } else { "DeviceRGB" };
    Ok(Form::new(bounds, walk.content, walk.resources, transparent.then_some(space)))
}

/// Places after the point by which a drawing is exact to a hundred-thousandth of itself.
fn places(bounds: Rect) -> usize {
    let extent = bounds.width().max(bounds.height()).max(1e-3);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=5")]
    let places = (30_000.0 / extent).log10().ceil().clamp(0.0, 5.0) as usize;
    places
}

struct Walk {
    content: Content,
    resources: Resources,
}

impl Walk {
    fn children(&mut self, group: &usvg::Group) -> Result<(), PdfError> {
        group.children().iter().try_for_each(|node| match node {
            usvg::Node::Group(group) => self.group(group),
            usvg::Node::Path(path) => self.path(path),
            usvg::Node::Image(image) => self.image(image),
            usvg::Node::Text(_) => Err(PdfError::Art("letters in a drawing cannot be printed".to_owned())),
        })
    }

    fn group(&mut self, group: &usvg::Group) -> Result<(), PdfError> {
        if group.mask().is_some() || !group.filters().is_empty() {
            return Err(PdfError::Art("masks and filters in a drawing cannot be printed".to_owned()));
        }
        let map = affine(group.transform());
        let plain = map == Affine::IDENTITY && group.clip_path().is_none() && !group.should_isolate();
        if plain {
            return self.children(group);
        }
        self.content.save();
        if map != Affine::IDENTITY {
            self.content.transform(map);
        }
        if let Some(clip) = group.clip_path() {
            self.clip(clip)?;
        }
        if group.should_isolate() && (group.opacity().get() < 1.0 || group.blend_mode() != usvg::BlendMode::Normal) {
            self.state(group.opacity().get(), group.opacity().get(), group.blend_mode())?;
            let bounds = group.layer_bounding_box();
            let bounds =
                Rect::new(bounds.left().into(), bounds.top().into(), bounds.right().into(), bounds.bottom().into());
            let inner = form(group, bounds, true)?;
            let name = format!("G{}", self.resources.forms.len());
            self.content.draw(&name);
            self.resources.forms.push((name, inner));
        } else {
            self.children(group)?;
        }
        self.content.restore();
        Ok(())
    }

    /// Keeps to the inside of a clip path.
    fn clip(&mut self, clip: &usvg::ClipPath) -> Result<(), PdfError> {
        if let Some(outer) = clip.clip_path() {
            self.clip(outer)?;
        }
        let mut inside = BezPath::new();
        let mut even_odd = false;
        outlines(clip.root(), affine(clip.transform()), &mut inside, &mut even_odd);
        if inside.is_empty() {
            // Nothing is inside: nothing is drawn.
            inside = kurbo::Shape::to_path(&Rect::ZERO, 0.1);
        }
        self.content.clip_path(&inside, even_odd);
        Ok(())
    }

    fn path(&mut self, path: &usvg::Path) -> Result<(), PdfError> {
        if !path.is_visible() {
            return Ok(());
        }
        let outline = outline(path.data());
        let stroke_first = path.paint_order() == usvg::PaintOrder::StrokeAndFill;
        if stroke_first {
            self.stroke(path)?;
        }
        if let Some(fill) = path.fill() {
            let even_odd = fill.rule() == usvg::FillRule::EvenOdd;
            self.area(&outline, even_odd, fill.paint(), fill.opacity().get())?;
        }
        if !stroke_first {
            self.stroke(path)?;
        }
        Ok(())
    }

    /// Fills an area with a colour or a gradient.
    fn area(&mut self, outline: &BezPath, even_odd: bool, paint: &usvg::Paint, opacity: f32) -> Result<(), PdfError> {
        let saved = opacity < 1.0;
        if saved {
            self.content.save();
            self.state(opacity, opacity, usvg::BlendMode::Normal)?;
        }
        match paint {
            usvg::Paint::Color(colour) => {
                self.content.fill(Colour::rgb(colour.red, colour.green, colour.blue));
                self.content.fill_path(outline, even_odd);
            }
            usvg::Paint::LinearGradient(_) | usvg::Paint::RadialGradient(_) => {
                let (shading, map) = gradient(paint)?;
                let name = format!("S{}", self.resources.shadings.len());
                self.content.save();
                self.content.clip_path(outline, even_odd);
                self.content.transform(map);
                self.content.name(&name);
                self.content.op("sh");
                self.content.restore();
                self.resources.shadings.push((name, shading));
            }
            usvg::Paint::Pattern(_) => return Err(PdfError::Art("patterns in a drawing cannot be printed".to_owned())),
        }
        if saved {
            self.content.restore();
        }
        Ok(())
    }

    /// Lines are drawn as areas: they keep their shape under every map, and take gradients as areas do.
    fn stroke(&mut self, path: &usvg::Path) -> Result<(), PdfError> {
        let Some(stroke) = path.stroke() else { return Ok(()) };
        // As fine as the largest printing needs.
        const FINENESS: f32 = 16.0;
        let Some(area) = path.data().stroke(&stroke.to_tiny_skia(), FINENESS) else { return Ok(()) };
        self.area(&outline(&area), false, stroke.paint(), stroke.opacity().get())
    }

    /// Transparency and blending of what follows.
    fn state(&mut self, fill: f32, stroke: f32, blend: usvg::BlendMode) -> Result<(), PdfError> {
        let name = format!("X{}", self.resources.states.len());
        let state = dictionary! {
            "ca" => real(fill.into()),
            "CA" => real(stroke.into()),
            "BM" => blend_name(blend)?,
        };
        self.content.name(&name);
        self.content.op("gs");
        self.resources.states.insert(name, state);
        Ok(())
    }

    fn image(&mut self, image: &usvg::Image) -> Result<(), PdfError> {
        if !image.is_visible() {
            return Ok(());
        }
        let bytes = match image.kind() {
            usvg::ImageKind::SVG(tree) => return self.children(tree.root()),
            usvg::ImageKind::JPEG(bytes) => Image::jpeg(bytes),
            usvg::ImageKind::PNG(bytes) => Image::png(bytes),
            usvg::ImageKind::GIF(_) | usvg::ImageKind::WEBP(_) => None,
        };
        let Some(picture) = bytes else {
            return Err(PdfError::Art("a picture in a drawing cannot be printed: save it as PNG or JPEG".to_owned()));
        };
        let bounds = image.bounding_box();
        let (width, height) = (f64::from(bounds.width()), f64::from(bounds.height()));
        let name = format!("I{}", self.resources.images.len());
        self.content.save();
        // A picture is one unit high and wide and stands on its lower edge.
        self.content.transform(Affine::new([
            width,
            0.0,
            0.0,
            -height,
            bounds.x().into(),
            f64::from(bounds.y()) + height,
        ]));
        self.content.draw(&name);
        self.content.restore();
        self.resources.images.push((name, picture));
        Ok(())
    }
}

/// All outlines of a clip path.
fn outlines(group: &usvg::Group, map: Affine, into: &mut BezPath, even_odd: &mut bool) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => outlines(group, map * affine(group.transform()), into, even_odd),
            usvg::Node::Path(path) => {
                *even_odd |= path.fill().is_some_and(|fill| fill.rule() == usvg::FillRule::EvenOdd);
                into.extend(map * outline(path.data()));
            }
            usvg::Node::Image(_) | usvg::Node::Text(_) => {}
        }
    }
}

fn affine(t: usvg::Transform) -> Affine {
    Affine::new([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty].map(f64::from))
}

fn blend_name(blend: usvg::BlendMode) -> Result<&'static str, PdfError> {
    Ok(match blend {
        usvg::BlendMode::Normal => "Normal",
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
        usvg::BlendMode::PlusLighter => {
            return Err(PdfError::Art("the blend mode `plus-lighter` cannot be printed".to_owned()));
        }
    })
}

/// A gradient as a shading, and the map into which it is painted.
fn gradient(paint: &usvg::Paint) -> Result<(Dictionary, Affine), PdfError> {
    let (kind, base, coords): (i64, &usvg::BaseGradient, Vec<f32>) = match paint {
        usvg::Paint::LinearGradient(linear) => (2, linear, vec![linear.x1(), linear.y1(), linear.x2(), linear.y2()]),
        usvg::Paint::RadialGradient(radial) => {
            (3, radial, vec![radial.fx(), radial.fy(), radial.fr().get(), radial.cx(), radial.cy(), radial.r().get()])
        }
        usvg::Paint::Color(_) | usvg::Paint::Pattern(_) => return Err(PdfError::Art("no gradient".to_owned())),
    };
    if base.spread_method() != usvg::SpreadMethod::Pad {
        return Err(PdfError::Art("a gradient that repeats cannot be printed: draw it out".to_owned()));
    }
    if base.stops().iter().any(|stop| stop.opacity().get() < 1.0) {
        return Err(PdfError::Art(
            "a gradient that fades out cannot be printed: let it fade to the colour behind it".to_owned(),
        ));
    }
    let is_grey = base.stops().iter().all(|stop| grey(stop.color()));
    let shading = dictionary! {
        "ShadingType" => kind,
        "ColorSpace" => if is_grey { "DeviceGray" } else { "DeviceRGB" },
        "Coords" => coords.into_iter().map(|value| real(value.into())).collect::<Vec<Object>>(),
        "Function" => ramp(base.stops(), is_grey),
        "Extend" => vec![true.into(), true.into()],
    };
    Ok((shading, affine(base.transform())))
}

/// Whether a group shows no colour but greys. Mixed as red, green and blue, black would be built from four inks.
fn is_grey(group: &usvg::Group) -> bool {
    let paint = |paint: &usvg::Paint| match paint {
        usvg::Paint::Color(colour) => grey(*colour),
        usvg::Paint::LinearGradient(gradient) => gradient.stops().iter().all(|stop| grey(stop.color())),
        usvg::Paint::RadialGradient(gradient) => gradient.stops().iter().all(|stop| grey(stop.color())),
        usvg::Paint::Pattern(_) => false,
    };
    group.children().iter().all(|node| match node {
        usvg::Node::Group(group) => is_grey(group),
        usvg::Node::Path(path) => {
            path.fill().is_none_or(|fill| paint(fill.paint())) && path.stroke().is_none_or(|line| paint(line.paint()))
        }
        usvg::Node::Image(_) | usvg::Node::Text(_) => false,
    })
}

fn grey(colour: usvg::Color) -> bool {
    colour.red == colour.green && colour.green == colour.blue
}

/// The colours of a gradient as a function from 0 to 1; of greys one part is enough.
fn ramp(stops: &[usvg::Stop], is_grey: bool) -> Dictionary {
    let parts = |colour: usvg::Color| -> Object {
        [colour.red, colour.green, colour.blue][..if is_grey { 1 } else { 3 }]
            .iter()
            .map(|part| real(f64::from(*part) / 255.0))
            .collect::<Vec<Object>>()
            .into()
    };
    let between = |a: &usvg::Stop, b: &usvg::Stop| {
        dictionary! {
            "FunctionType" => 2,
            "Domain" => vec![0.into(), 1.into()],
            "C0" => parts(a.color()),
            "C1" => parts(b.color()),
            "N" => 1,
        }
    };
    let (Some(first), Some(last)) = (stops.first(), stops.last()) else { return Dictionary::new() };
    let mut functions: Vec<Object> = vec![between(first, first).into()];
    let mut bounds: Vec<Object> = Vec::new();
    for pair in stops.windows(2) {
        bounds.push(real(pair[0].offset().get().into()));
        functions.push(between(&pair[0], &pair[1]).into());
    }
    bounds.push(real(last.offset().get().into()));
    functions.push(between(last, last).into());
    let encode: Vec<Object> = functions.iter().flat_map(|_| [0.into(), 1.into()]).collect();
    dictionary! {
        "FunctionType" => 3,
        "Domain" => vec![0.into(), 1.into()],
        "Functions" => functions,
        "Bounds" => bounds,
        "Encode" => encode,
    }
}
