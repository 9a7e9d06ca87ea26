//! Art as usvg reads it, and what is known of it before it is drawn.

use std::collections::BTreeSet;
use std::sync::Arc;

use usvg::{Group, Node, Paint, Tree};

/// The bytes of a file.
pub type FileBytes = Arc<Vec<u8>>;

/// A drawing as usvg reads it.
pub struct Art {
    /// What is drawn.
    pub tree: Tree,
    /// The files that it was read from: its own, then the pictures that it links to.
    pub files: Vec<String>,
    /// Pictures in CMYK: what the screen shows of each, as the tree has it, and the JPEG itself.
    pub cmyk: Vec<(FileBytes, FileBytes)>,
    /// Whether a part of it blends with what lies behind it: the drawing is then painted apart, as every viewer of SVG does.
    pub blends: bool,
    /// Why parts of it are printed as pixels; empty if none is.
    pub pixels: BTreeSet<&'static str>,
}

impl Art {
    /// Art of a tree that was read from these files.
    pub fn new(tree: Tree, files: Vec<String>, cmyk: Vec<(FileBytes, FileBytes)>) -> Self {
        let blends = blends(tree.root());
        let mut pixels = BTreeSet::new();
        if adds(tree.root()) {
            pixels.insert(ADDING);
        }
        collect(tree.root(), &mut pixels);
        Self { tree, files, cmyk, blends, pixels }
    }

    /// The file of the drawing; empty if it was read from none.
    pub fn file(&self) -> &str {
        self.files.first().map_or("", String::as_str)
    }

    /// Pictures in dots, with those of drawings within the drawing.
    pub fn rasters(&self) -> Vec<&usvg::Image> {
        let mut found = Vec::new();
        rasters(self.tree.root(), &mut found);
        found
    }
}

const ADDING: &str = "the blend mode `plus-lighter`";

/// Why a group is printed as pixels: PDF has no word for what it does. None if it has.
pub fn group_as_pixels(group: &Group) -> Option<&'static str> {
    if !group.filters().is_empty() {
        return Some("a filter");
    }
    (group.should_isolate() && adds(group)).then_some(ADDING)
}

/// Why a path is printed as pixels; none if PDF has words for its paint.
pub fn path_as_pixels(path: &usvg::Path) -> Option<&'static str> {
    let odd = |paint: &Paint| match paint {
        Paint::RadialGradient(radial) => {
            let (dx, dy) = (radial.cx() - radial.fx(), radial.cy() - radial.fy());
            dx.hypot(dy) >= (radial.r().get() - radial.fr().get()) * 0.999
        }
        _ => false,
    };
    let paints = path.fill().map(usvg::Fill::paint).into_iter().chain(path.stroke().map(usvg::Stroke::paint));
    paints.into_iter().any(odd).then_some("a radial gradient whose focus is not within its circle")
}

/// Whether something in a group blends with what lies behind the group.
pub fn blends(group: &Group) -> bool {
    any(group, &|blend| blend != usvg::BlendMode::Normal)
}

/// Whether something in a group adds its light to what lies behind it, for which PDF has no blend mode.
pub fn adds(group: &Group) -> bool {
    any(group, &|blend| blend == usvg::BlendMode::PlusLighter)
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
                usvg::ImageKind::SVG(tree) => adds(tree.root()).then_some(ADDING),
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
