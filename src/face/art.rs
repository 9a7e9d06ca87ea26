//! Reading SVG: art, marks, pieces of templates. What the library would drop in silence becomes a problem.

use std::sync::Arc;

use kurbo::{Affine, BezPath};
use usvg::roxmltree::Document;

use super::overhear::overhear;
use super::refuse::refuse;
use crate::problem::{Place, Problem, Source};
use crate::scene::{Content, Drawing};
use crate::shape::Outline;

/// Reads a drawing.
///
/// # Errors
/// All that would be missing from the print: XML that cannot be read, elements that are not printed, pictures from the
/// network or from files.
pub(super) fn read_drawing(source: &Arc<Source>) -> Result<Arc<Drawing>, Vec<Problem>> {
    let tree = read_tree(source, &source.text)?;
    if !tree.root().has_children() {
        let problem = Problem::error(Place::file(source), "nothing is drawn in this SVG");
        return Err(vec![problem.hint("draw something that is seen")]);
    }
    let size = tree.size();
    let bounds = kurbo::Rect::new(0.0, 0.0, size.width().into(), size.height().into());
    Ok(Arc::new(Drawing { content: Content::Art(Box::new(tree)), bounds }))
}

/// Reads a file as XML.
///
/// # Errors
/// One problem, with the place that the XML library names.
pub(super) fn read_xml(source: &Arc<Source>) -> Result<Document<'_>, Problem> {
    Document::parse(&source.text).map_err(|error| {
        let at = error.pos();
        let line_start =
            source.text.split_inclusive('\n').take(at.row.saturating_sub(1) as usize).map(str::len).sum::<usize>();
        let byte = (line_start + at.col.saturating_sub(1) as usize).min(source.text.len());
        if let Some(start) = source.text.find("<!DOCTYPE") {
            let problem = Problem::error(Place::new(source, start..start + 9), "this SVG has a document type");
            return problem.hint("delete all from `<!DOCTYPE` to its `>`");
        }
        let what = error.to_string();
        let what = what.split(" at ").next().unwrap_or_default();
        let problem = Problem::error(Place::new(source, byte..byte), format!("this is no SVG: {what}"));
        match what.contains("tag, not") || what.contains("never closed") {
            true => problem.hint("an element is opened and not closed, or closed by another name"),
            false => problem,
        }
    })
}

/// Reads SVG with usvg; `svg` is the text of the source or a piece of it.
pub(super) fn read_tree(source: &Arc<Source>, svg: &str) -> Result<usvg::Tree, Vec<Problem>> {
    if std::ptr::eq(svg, source.text.as_str()) {
        let document = read_xml(source).map_err(|problem| vec![problem])?;
        let mut problems = refuse(source, &document);
        problems.extend(no_size(source, &document));
        if !problems.is_empty() {
            return Err(problems);
        }
        let (tree, dropped) = overhear(|| usvg::Tree::from_xmltree(&document, &options()));
        return finish(source, tree, dropped);
    }
    let (tree, dropped) = overhear(|| usvg::Tree::from_str(svg, &options()));
    finish(source, tree, dropped)
}

/// A drawing must say its size, or it would be as large as what is drawn.
fn no_size(source: &Arc<Source>, document: &Document<'_>) -> Option<Problem> {
    let root = document.root_element();
    let says = |key| root.has_attribute(key);
    if root.tag_name().name() != "svg" || says("viewBox") || says("width") && says("height") {
        return None;
    }
    let start = root.range().start;
    let problem = Problem::error(Place::new(source, start..start + 4), "this drawing has no view box");
    Some(problem.hint("write `viewBox=\"0 0 695 350\"`, with the width and height that it is drawn in"))
}

/// A tree from which nothing was dropped.
fn finish(
    source: &Arc<Source>,
    tree: Result<usvg::Tree, usvg::Error>,
    dropped: Vec<String>,
) -> Result<usvg::Tree, Vec<Problem>> {
    let tree = tree.map_err(|error| vec![unreadable(source, &error)])?;
    if dropped.is_empty() {
        return Ok(tree);
    }
    let told =
        |what: String| Problem::error(Place::file(source), format!("a part of this drawing would be missing: {what}"));
    Err(dropped.into_iter().map(told).collect())
}

fn unreadable(source: &Arc<Source>, error: &usvg::Error) -> Problem {
    Problem::error(Place::file(source), format!("this SVG cannot be drawn: {error}"))
}

/// No files and no network: pictures must be embedded.
fn options() -> usvg::Options<'static> {
    let mut options = usvg::Options::default();
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    options
}

/// All areas and lines of a drawing, for marks, which take the colour of their place.
pub(super) fn outlines(drawing: &Drawing) -> Vec<Outline> {
    let mut all = Vec::new();
    if let Content::Art(tree) = &drawing.content {
        collect(tree.root(), &mut all);
    }
    all
}

fn collect(group: &usvg::Group, into: &mut Vec<Outline>) {
    /// As fine as the largest mark needs.
    const FINENESS: f32 = 16.0;
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => collect(group, into),
            usvg::Node::Path(path) => {
                let t = path.abs_transform();
                let place = Affine::new([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty].map(f64::from));
                if let Some(fill) = path.fill() {
                    let even_odd = fill.rule() == usvg::FillRule::EvenOdd;
                    into.push(Outline { path: place * outline(path.data()), even_odd });
                }
                if let Some(line) =
                    path.stroke().and_then(|stroke| path.data().stroke(&stroke.to_tiny_skia(), FINENESS))
                {
                    into.push(Outline { path: place * outline(&line), even_odd: false });
                }
            }
            usvg::Node::Image(_) | usvg::Node::Text(_) => {}
        }
    }
}

/// An outline of a drawing in kurbo's form.
pub fn outline(data: &usvg::tiny_skia_path::Path) -> BezPath {
    use usvg::tiny_skia_path::PathSegment;
    let point = |p: usvg::tiny_skia_path::Point| kurbo::Point::new(p.x.into(), p.y.into());
    let mut path = BezPath::new();
    for segment in data.segments() {
        match segment {
            PathSegment::MoveTo(p) => path.move_to(point(p)),
            PathSegment::LineTo(p) => path.line_to(point(p)),
            PathSegment::QuadTo(a, p) => path.quad_to(point(a), point(p)),
            PathSegment::CubicTo(a, b, p) => path.curve_to(point(a), point(b), point(p)),
            PathSegment::Close => path.close_path(),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(svg: &str) -> Vec<String> {
        let source = Source::new("art/x.svg", svg);
        read_drawing(&source)
            .err()
            .unwrap_or_default()
            .into_iter()
            .map(|problem| format!("{:?} {}", problem.at.unwrap(), problem.what))
            .collect()
    }

    const HEAD: &str =
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">"#;

    #[test]
    fn good_art_is_read_with_its_size() {
        let source = Source::new("art/x.svg", format!("{HEAD}<path d=\"M0 0h9v9z\"/></svg>"));
        let drawing = read_drawing(&source).unwrap();
        assert_eq!(drawing.bounds, kurbo::Rect::new(0.0, 0.0, 9.0, 9.0));
        assert_eq!(outlines(&drawing)[0].path.elements().len(), 4);
    }

    #[test]
    fn what_would_be_missing_from_the_print_is_refused() {
        assert_eq!(problems(&format!("{HEAD}<text>Axe</text></svg>")), ["art/x.svg:1:102 `<text>` cannot be printed"]);
        assert_eq!(
            problems(&format!("{HEAD}\n<image href=\"https://example.org/axe.png\"/></svg>")),
            ["art/x.svg:2:8 this drawing reaches out to the network"]
        );
        assert_eq!(
            problems(&format!("{HEAD}\n<image xlink:href=\"axe.png\"/></svg>")),
            ["art/x.svg:2:8 this drawing needs another file: `axe.png`"]
        );
        assert_eq!(problems("<svg").len(), 1);
        assert_eq!(problems("<html/>"), ["art/x.svg:1:1 this is no SVG: its root is not `svg`"]);
    }
}
