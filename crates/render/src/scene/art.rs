//! Art as usvg reads it, with properties calculated before it is drawn.

use std::collections::BTreeSet;
use std::sync::Arc;

use usvg::{Group, Node, Paint, Tree};

use super::effort::Effort;

/// The bytes of a file.
pub type FileBytes = Arc<Vec<u8>>;

/// A drawing as usvg reads it.
pub struct Art {
    /// Drawing.
    pub tree: Tree,
    /// The files that it was read from: its own, then the pictures that it links to.
    pub files: Vec<String>,
    /// Pictures shown with other colours or fewer pixels: the version in the tree, and the original file.
    pub originals: Vec<(FileBytes, FileBytes)>,
    /// True if a part of it blends with its backdrop: the drawing is then painted separately, as in every SVG viewer.
    pub blends: bool,
    /// Reasons for rasterised parts; empty if there are none.
    pub pixels: BTreeSet<&'static str>,
    /// True if a filter counts pixels, as [`counts_pixels`] says.
    pub counts: bool,
    /// True if it has pictures in dots.
    pub pictures: bool,
    /// Cost of its filters.
    effort: Effort,
}

impl Art {
    /// Creates art of a tree that was read from these files.
    pub fn new(tree: Tree, files: Vec<String>, originals: Vec<(FileBytes, FileBytes)>) -> Self {
        let blends = blends(tree.root());
        let mut pixels = BTreeSet::new();
        if mixes_oddly(tree.root()) {
            pixels.insert(ODD);
        }
        collect(tree.root(), &mut pixels);
        let counts = tree.root().children().iter().any(counts_pixels);
        let raster =
            |node: &Node| matches!(node, Node::Image(image) if !matches!(image.kind(), usvg::ImageKind::SVG(_)));
        let pictures = any_node(tree.root(), &raster);
        // Parts with a filter are rasterised in print.
        let effort = if pixels.is_empty() { Effort::default() } else { Effort::of(tree.root()) };
        Self { tree, files, originals, blends, pixels, counts, pictures, effort }
    }

    /// Returns the same art, translucent as a whole. `opacity` is from 0 to 1.
    ///
    /// # Errors
    /// usvg cannot read back its own output.
    pub fn faded(&self, opacity: f64) -> Result<Self, usvg::Error> {
        let size = self.tree.size();
        let (width, height) = (size.width(), size.height());
        // usvg trees can't be edited. A drawing nested in a drawing would clip what the view box already clips.
        let inner = self.tree.to_string(&usvg::WriteOptions::default());
        let body = inner.split_once('>').map_or("", |(_, body)| body).trim_end().trim_end_matches("</svg>");
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"{width}\" height=\"{height}\"><g opacity=\"{opacity}\">{body}</g></svg>"
        );
        let tree = Tree::from_str(&svg, &usvg::Options::default())?;
        Ok(Self::new(tree, self.files.clone(), self.originals.clone()))
    }

    /// Returns the file of the drawing; empty without one.
    pub fn file(&self) -> &str {
        self.files.first().map_or("", String::as_str)
    }

    /// Returns the file of a picture of the tree, if it has other colours or more pixels.
    pub fn original(&self, kind: &usvg::ImageKind) -> Option<&FileBytes> {
        let (usvg::ImageKind::PNG(bytes) | usvg::ImageKind::JPEG(bytes)) = kind else { return None };
        self.originals.iter().find(|(shown, _)| shown == bytes).map(|(_, file)| file)
    }

    /// Returns the pixels per unit of the drawing for its filters: those of a screen, but a small drawing counts as a
    /// larger one.
    pub fn own_pixels(&self) -> f64 {
        const LEAST: f64 = 200.0;
        let size = self.tree.size();
        (LEAST / f64::from(size.width().max(size.height()))).max(1.0)
    }

    /// Returns the affordable number of pixels per unit, up to `pixels`: fewer if filters would take minutes.
    pub fn affordable(&self, pixels: f64) -> f64 {
        self.effort.affordable(pixels)
    }

    /// Returns raster pictures, including those of drawings within the drawing.
    pub fn rasters(&self) -> Vec<&usvg::Image> {
        let mut found = Vec::new();
        rasters(self.tree.root(), &mut found);
        found
    }
}

const ODD: &str = "a blend mode that not all readers of PDF mix alike (`plus-lighter`, `hue`, `saturation`, `color-dodge`, `color-burn`)";

/// Returns the reason why a group is rasterised: PDF can't express its effect. `None` if it can.
pub fn group_as_pixels(group: &Group) -> Option<&'static str> {
    if !group.filters().is_empty() {
        return Some("a filter");
    }
    (group.should_isolate() && mixes_oddly(group)).then_some(ODD)
}

/// Returns the reason why a path is rasterised; `None` if PDF can express its paint.
pub fn path_as_pixels(path: &usvg::Path) -> Option<&'static str> {
    let odd = |paint: &Paint| match paint {
        Paint::RadialGradient(radial) => {
            let (dx, dy) = (radial.cx() - radial.fx(), radial.cy() - radial.fy());
            let odd = dx.hypot(dy) >= (radial.r().get() - radial.fr().get()) * 0.999;
            odd.then_some("a radial gradient whose focus is not within its circle")
        }
        Paint::LinearGradient(linear) => {
            let odd = has_no_length(linear) && linear.spread_method() != usvg::SpreadMethod::Pad;
            odd.then_some("a gradient of no length that repeats")
        }
        _ => None,
    };
    let mut paints = path.fill().map(usvg::Fill::paint).into_iter().chain(path.stroke().map(usvg::Stroke::paint));
    paints.find_map(odd)
}

/// True if a gradient ends where it begins: it then has only its last colour.
pub fn has_no_length(linear: &usvg::LinearGradient) -> bool {
    // As short as resvg takes for nothing.
    (linear.x2() - linear.x1()).hypot(linear.y2() - linear.y1()) <= 1.0 / 32_768.0
}

/// True if something in a group blends with the group's backdrop.
pub fn blends(group: &Group) -> bool {
    any(group, &|blend| blend != usvg::BlendMode::Normal)
}

/// True if something in a group blends in a way that PDF lacks (adding light), or that poppler misinterprets. That
/// applies to hue and saturation; and in PDF 1.7, which it follows, full light dodges black and black burns white.
pub fn mixes_oddly(group: &Group) -> bool {
    use usvg::BlendMode::{ColorBurn, ColorDodge, Hue, PlusLighter, Saturation};
    any(group, &|blend| matches!(blend, PlusLighter | Hue | Saturation | ColorDodge | ColorBurn))
}

/// True if a test succeeds for any node in a group, wherever it is drawn: also in its masks, patterns and embedded
/// drawings.
pub fn any_node(group: &Group, test: &dyn Fn(&Node) -> bool) -> bool {
    group.children().iter().any(|node| in_node(node, test))
}

fn in_node(node: &Node, test: &dyn Fn(&Node) -> bool) -> bool {
    let mut found = test(node) || matches!(node, Node::Group(group) if any_node(group, test));
    node.subroots(|root| found = found || any_node(root, test));
    found
}

/// True if a filter of a node, or of a descendant, works on pixels (a matrix over a pixel's neighbours, light on a
/// slope): its effect depends on the resolution.
pub fn counts_pixels(node: &Node) -> bool {
    use usvg::filter::Kind::{ConvolveMatrix, DiffuseLighting, SpecularLighting};
    let counts =
        |kind: &usvg::filter::Kind| matches!(kind, ConvolveMatrix(_) | DiffuseLighting(_) | SpecularLighting(_));
    in_node(node, &|node| match node {
        Node::Group(group) => {
            group.filters().iter().flat_map(|filter| filter.primitives()).any(|primitive| counts(primitive.kind()))
        }
        _ => false,
    })
}

fn any(group: &Group, meant: &dyn Fn(usvg::BlendMode) -> bool) -> bool {
    group.children().iter().any(|node| match node {
        Node::Group(inner) => meant(inner.blend_mode()) || !inner.should_isolate() && any(inner, meant),
        _ => false,
    })
}

fn collect(group: &Group, into: &mut BTreeSet<&'static str>) {
    for node in group.children() {
        let reason = match node {
            Node::Group(group) => group_as_pixels(group),
            Node::Path(path) => path_as_pixels(path),
            Node::Image(image) => match image.kind() {
                usvg::ImageKind::SVG(tree) => mixes_oddly(tree.root()).then_some(ODD),
                _ => None,
            },
            Node::Text(_) => None,
        };
        into.extend(reason);
        if reason.is_some() {
            continue;
        }
        if let Node::Group(group) = node {
            collect(group, into);
        }
        node.subroots(|root| collect(root, into));
    }
}

fn rasters<'t>(group: &'t Group, into: &mut Vec<&'t usvg::Image>) {
    for node in group.children() {
        match node {
            Node::Group(group) => rasters(group, into),
            Node::Image(image) => match image.kind() {
                usvg::ImageKind::SVG(tree) => rasters(tree.root(), into),
                _ => into.push(image),
            },
            Node::Path(_) | Node::Text(_) => {}
        }
    }
}
