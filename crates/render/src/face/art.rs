//! Reading SVG: art, marks, pieces of templates. What usvg would drop silently becomes a diagnostic.

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use usvg::roxmltree::{Document, Error as XmlError};

use super::budget;
use super::icon;
use super::letters::Letters;
use super::outlines::outlines;
use super::picture::{Pictures, Taken, as_drawing, unprintable};
use super::refuse::refuse;
use super::svg_locate;
use super::svg_warnings::capture_warnings;
use super::unseen::unseen;
use super::variables;
use crate::diagnostic::{Code, Diagnostic, Source, Span};
use crate::scene::{Art, Content, Drawing};
use crate::shape::Mark;

/// Inputs for reading a drawing: the pictures of the game, and its fonts.
pub(super) struct Reading<'a> {
    pub pictures: Pictures<'a>,
    /// The fonts of the game, for letters in drawings.
    pub letters: Letters<'a>,
}

/// A drawing, with the diagnostics to report each time that it is shown.
#[derive(Clone)]
pub(super) struct Read {
    pub drawing: Arc<Drawing>,
    pub diagnostics: Vec<Diagnostic>,
    /// Made when it is first used as a mark.
    mark: Arc<OnceLock<DrawnMark>>,
}

/// A drawing as a mark.
pub(super) struct DrawnMark {
    pub mark: Arc<Mark>,
    /// True if a background was left out.
    pub has_background: bool,
}

impl Read {
    /// Creates a drawing that was read.
    pub fn new(drawing: Arc<Drawing>, diagnostics: Vec<Diagnostic>) -> Self {
        Self { drawing, diagnostics, mark: Arc::default() }
    }

    /// Returns it as a mark, without its background.
    pub fn mark(&self) -> &DrawnMark {
        self.mark.get_or_init(|| {
            let (mut outlines, has_background) = (outlines(&self.drawing), icon::has_background(&self.drawing));
            if has_background {
                outlines.remove(0);
            }
            DrawnMark { mark: Arc::new(Mark { outlines, bounds: self.drawing.bounds }), has_background }
        })
    }
}

/// Reads a drawing.
///
/// # Errors
/// Anything that would be missing from the print: invalid XML, elements that aren't drawn, missing or unreadable
/// pictures, letters that no font has.
pub(super) fn read_drawing(source: &Arc<Source>, reading: &Reading<'_>) -> Result<Read, Vec<Diagnostic>> {
    let document = read_xml(source).map_err(|diagnostic| vec![diagnostic])?;
    let mut diagnostics = refuse(source, &document, Some(&reading.pictures));
    diagnostics.extend(no_size(source, &document));
    diagnostics.extend(unseen(source, &document));
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    let taken = Mutex::default();
    let options = reading.options(source, &taken, shows(&document, &["text", "image", "feImage"]));
    let (tree, dropped) = match variables::resolved(&source.text) {
        Some(text) => capture_warnings(|| usvg::Tree::from_str(&text, &options)),
        None => capture_warnings(|| usvg::Tree::from_xmltree(&document, &options)),
    };
    drop(options);
    let finished = finish(source, tree, dropped, taken.into_inner(), reading);
    let finished = finished.map_err(|mut errors| {
        // A number that is too large has a place.
        let place =
            diagnostics.iter().find(|known| known.code == Code::SVG_TOO_GREAT).and_then(|known| known.span.clone());
        for error in errors.iter_mut().filter(|error| error.code == Code::DRAWING_FAR) {
            error.span = place.clone().or(error.span.take());
        }
        errors
    })?;
    diagnostics.extend(finished.diagnostics);
    if shows(&document, &["text"]) {
        diagnostics.extend(reading.letters.stand_ins(source, &document));
    }
    Ok(Read::new(finished.drawing, diagnostics))
}

/// Reads a raster picture.
///
/// # Errors
/// A file that isn't a picture, or a damaged one.
pub(super) fn read_picture(path: &str, reading: &Reading<'_>) -> Result<Read, Vec<Diagnostic>> {
    let source = Source::new(path, "");
    let bytes = reading.pictures.bytes(path).unwrap_or_default();
    let picture = reading.pictures.prepared(path, &bytes);
    let picture = picture.map_err(|error| vec![unprintable(&error, Span::file(&source))])?;
    let svg = as_drawing(path, &picture);
    let taken = Mutex::default();
    let options = reading.options(&source, &taken, false);
    let (tree, dropped) = capture_warnings(|| usvg::Tree::from_str(&svg, &options));
    drop(options);
    finish(&source, tree, dropped, taken.into_inner(), reading)
}

impl Reading<'_> {
    /// Returns the library's options for reading a drawing: with the fonts if there may be `letters`, also within a
    /// picture.
    fn options<'r>(&'r self, source: &'r Arc<Source>, taken: &'r Mutex<Taken>, letters: bool) -> usvg::Options<'r> {
        let mut options =
            usvg::Options { image_href_resolver: self.pictures.resolver(source, taken), ..usvg::Options::default() };
        if letters {
            options.fontdb = self.letters.fonts();
            options.font_family = self.letters.family();
        }
        options
    }
}

/// True if a drawing has one of these elements.
fn shows(document: &Document<'_>, elements: &[&str]) -> bool {
    document.descendants().any(|node| elements.contains(&node.tag_name().name()))
}

/// Returns a complete drawing, with the library's notes.
fn finish(
    source: &Arc<Source>,
    tree: Result<usvg::Tree, usvg::Error>,
    dropped: Vec<String>,
    taken: Taken,
    reading: &Reading<'_>,
) -> Result<Read, Vec<Diagnostic>> {
    let tree = tree.map_err(|error| vec![unreadable(source, &error)])?;
    if let Some(refused) = too_much(source, &tree) {
        return Err(vec![refused]);
    }
    let mut files = vec![source.path.clone()];
    files.extend(taken.files);
    let size = tree.size();
    let art = Art::new(tree, files, taken.originals);
    let mut diagnostics = taken.problems;
    // The library's message about a picture adds nothing to ours.
    let is_said = diagnostics.iter().any(Diagnostic::is_error);
    let more = dropped.into_iter().map(|what| missing(source, &what, &reading.letters));
    diagnostics.extend(more.filter(|one| !is_said || one.code != Code::DRAWING_PART_MISSING));
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    let bounds = kurbo::Rect::new(0.0, 0.0, size.width().into(), size.height().into());
    if !paints(art.tree.root(), bounds) {
        let everywhere = kurbo::Rect::new(f64::MIN, f64::MIN, f64::MAX, f64::MAX);
        let diagnostic = if paints(art.tree.root(), everywhere) {
            let what = "the drawing is empty within its view box";
            Diagnostic::error(Code::DRAWING_EMPTY, svg_locate::view_box(source), what)
                .hint("fit the view box to the drawing")
        } else {
            let at = svg_locate::first_shape(source);
            Diagnostic::error(Code::DRAWING_EMPTY, at, "empty drawing").hint("add visible shapes")
        };
        diagnostics.push(diagnostic);
        return Err(diagnostics);
    }
    Ok(Read::new(Arc::new(Drawing::new(Content::Art(Box::new(art)), bounds)), diagnostics))
}

/// True if something of a group is seen within the bounds of its drawing.
fn paints(group: &usvg::Group, bounds: kurbo::Rect) -> bool {
    // A filter may paint where nothing is.
    if group.opacity().get() > 0.0 && !group.filters().is_empty() {
        return true;
    }
    let is_within = |bounding: usvg::Rect| {
        let [left, top, right, bottom] =
            [bounding.left(), bounding.top(), bounding.right(), bounding.bottom()].map(f64::from);
        kurbo::Rect::new(left, top, right, bottom).overlaps(bounds)
    };
    let is_seen = |node: &usvg::Node| match node {
        usvg::Node::Group(group) => paints(group, bounds),
        usvg::Node::Path(path) => {
            let fill = path.fill().is_some_and(|fill| fill.opacity().get() > 0.0);
            let stroke = path.stroke().is_some_and(|stroke| stroke.opacity().get() > 0.0);
            path.is_visible() && (fill || stroke) && is_within(path.abs_stroke_bounding_box())
        }
        usvg::Node::Image(image) => image.is_visible() && is_within(image.abs_bounding_box()),
        usvg::Node::Text(text) => paints(text.flattened(), bounds),
    };
    group.opacity().get() > 0.0 && group.children().iter().any(is_seen)
}

/// Returns the diagnostic for a message of the library about something omitted or replaced. Missing pictures and
/// letters are errors; every SVG viewer treats the rest in the same way.
fn missing(source: &Arc<Source>, what: &str, letters: &Letters<'_>) -> Diagnostic {
    let what = what.trim_end_matches('.');
    let at = svg_locate::place(source, what);
    if what.starts_with("No fonts with a") || what.starts_with("No match for") {
        let letter = what.split("with a ").nth(1).and_then(|rest| rest.split(" character").next()).unwrap_or(what);
        let diagnostic = Diagnostic::error(
            Code::DRAWING_LETTER_MISSING,
            at,
            format!("missing glyph in a drawing: no font of the game has {letter}"),
        );
        return diagnostic.hint(letters.hint());
    }
    let lost = ["Failed to load", "Failed to decode", "Image lacks"];
    if lost.iter().any(|begin| what.starts_with(begin)) || what.contains(" is not a") && what.contains("image") {
        return Diagnostic::error(
            Code::DRAWING_PART_MISSING,
            at,
            format!("part of the drawing can't be rendered: {what}"),
        );
    }
    Diagnostic::warning(Code::DRAWING_AS_READ, at, format!("the drawing may look different in print: {what}"))
        .hint("check the print, and fix the drawing if it looks wrong")
}

/// Returns the error for a drawing that takes too long to draw.
fn too_much(source: &Arc<Source>, tree: &usvg::Tree) -> Option<Diagnostic> {
    let (code, what, hint) = budget::tree(tree)?;
    Some(Diagnostic::error(code, Span::file(source), what).hint(hint))
}

/// Reads a file as XML, if it can be drawn in reasonable time.
///
/// # Errors
/// One diagnostic, with its place.
pub(super) fn read_xml(source: &Arc<Source>) -> Result<Document<'_>, Diagnostic> {
    if let Some(refused) = budget::attributes(source) {
        return Err(refused);
    }
    let document = parse_xml(source)?;
    match budget::document(source, &document) {
        Some(refused) => Err(refused),
        None => Ok(document),
    }
}

/// Reads a file as XML.
///
/// # Errors
/// One diagnostic, with the place that the XML library names.
pub(super) fn parse_xml(source: &Arc<Source>) -> Result<Document<'_>, Diagnostic> {
    // Editors write document types; nothing is fetched for them.
    let options = usvg::roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    Document::parse_with_options(&source.text, options).map_err(|error| {
        let at = error.pos();
        let line_start =
            source.text.split_inclusive('\n').take(at.row.saturating_sub(1) as usize).map(str::len).sum::<usize>();
        let found = source.text.floor_char_boundary(line_start + at.col.saturating_sub(1) as usize);
        let before = &source.text[..found];
        // An unclosed element is only noticed below it.
        let opens = match &error {
            XmlError::UnexpectedCloseTag(..) | XmlError::UnclosedRootNode => last_open(before),
            XmlError::InvalidChar(_, b'<', _) | XmlError::InvalidChar2(_, b'<', _) => {
                before.rfind("=\"").map(|at| at + 1)
            }
            _ => None,
        };
        let byte = opens.unwrap_or(found);
        let what = error.to_string();
        let what = what.split(" at ").next().unwrap_or_default();
        let diagnostic =
            Diagnostic::error(Code::SVG_MALFORMED, Span::new(source, byte..byte), format!("invalid SVG: {what}"));
        match what.contains("tag, not") || what.contains("never closed") {
            true => diagnostic.hint("close each element with its own name"),
            false => diagnostic,
        }
    })
}

/// Returns the start of the innermost element that is still open at the end of a text.
fn last_open(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('<').map(|found| at + found) {
        let rest = &text[start..];
        let ends = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
            .into_iter()
            .find(|(begin, _)| rest.starts_with(begin));
        let end = rest.find(ends.map_or(">", |(_, end)| end)).map_or(text.len(), |end| start + end + 1);
        if ends.is_none() && !rest.starts_with("<!") {
            if rest.starts_with("</") {
                // The last closing tag is the one that does not fit.
                if end < text.len() {
                    open.pop();
                }
            } else if !text[start..end].ends_with("/>") {
                open.push(start);
            }
        }
        at = end;
    }
    open.pop()
}

/// Reads a piece of a template.
///
/// # Errors
/// Anything that would be missing from the print.
pub(super) fn read_piece(source: &Arc<Source>, svg: &str) -> Result<usvg::Tree, Vec<Diagnostic>> {
    let mut options = usvg::Options::default();
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    let (tree, dropped) = capture_warnings(|| usvg::Tree::from_str(svg, &options));
    let tree = tree.map_err(|error| vec![unreadable(source, &error)])?;
    if let Some(refused) = too_much(source, &tree) {
        return Err(vec![refused]);
    }
    if dropped.is_empty() {
        return Ok(tree);
    }
    let told = |what: String| {
        Diagnostic::error(
            Code::DRAWING_PART_MISSING,
            svg_locate::place(source, &what),
            format!("part of the drawing can't be rendered: {what}"),
        )
    };
    Err(dropped.into_iter().map(told).collect())
}

/// Rejects a drawing without a size, for which usvg would use its content's, and one of an undrawable size.
fn no_size(source: &Arc<Source>, document: &Document<'_>) -> Option<Diagnostic> {
    /// Smaller or larger than any unit makes a drawing.
    const SIZES: std::ops::RangeInclusive<f64> = 1e-3..=1e6;
    /// Longer and thinner than any.
    const RATIO: f64 = 1_000.0;
    const HINT: &str = "add `viewBox=\"0 0 695 350\"` with the width and height of the drawing";
    let root = document.root_element();
    let has = |key| root.has_attribute(key);
    if root.tag_name().name() != "svg" {
        return None;
    }
    if let Some(view) = root.attribute_node("viewBox") {
        let words = view.value().split([' ', ',', '\n', '\t', '\r']).filter(|word| !word.is_empty());
        let numbers: Option<Vec<f64>> = words.map(|word| word.parse().ok()).collect();
        let is_size = |sides: &[f64]| {
            sides.iter().all(|side| SIZES.contains(side)) && (sides[0] / sides[1]).max(sides[1] / sides[0]) <= RATIO
        };
        let fits = numbers.is_some_and(|numbers| numbers.len() == 4 && is_size(&numbers[2..]));
        let what = format!("invalid view box `{}`", view.value());
        return (!fits)
            .then(|| Diagnostic::error(Code::VIEW_BOX_SIZE, Span::new(source, view.range()), what).hint(HINT));
    }
    if has("width") && has("height") {
        return None;
    }
    let start = root.range().start;
    let diagnostic = Diagnostic::error(Code::SVG_NO_VIEW_BOX, Span::new(source, start..start + 4), "missing view box");
    Some(diagnostic.hint(HINT))
}

fn unreadable(source: &Arc<Source>, error: &usvg::Error) -> Diagnostic {
    Diagnostic::error(Code::SVG_UNDRAWABLE, Span::file(source), format!("cannot render this SVG: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(svg: &str) -> Result<Read, Vec<Diagnostic>> {
        let files = crate::vfs::Memory::new();
        let fonts = crate::text::Fonts::default();
        let reading = Reading { pictures: Pictures::new(&files), letters: Letters::new(&fonts) };
        read_drawing(&Source::new("art/x.svg", svg), &reading)
    }

    fn diagnostics(svg: &str) -> Vec<String> {
        let told = |diagnostic: Diagnostic| format!("{:?} {}", diagnostic.span.unwrap(), diagnostic.message);
        read(svg).err().unwrap_or_default().into_iter().map(told).collect()
    }

    const HEAD: &str =
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">"#;

    #[test]
    fn good_art_is_read_with_its_size() {
        let Read { drawing, .. } = read(&format!("{HEAD}<path d=\"M0 0h9v9z\"/></svg>")).unwrap();
        assert_eq!(drawing.bounds, kurbo::Rect::new(0.0, 0.0, 9.0, 9.0));
        assert_eq!(crate::face::outlines::outlines(&drawing)[0].path.elements().len(), 4);
    }

    #[test]
    fn what_would_be_missing_from_the_print_is_refused() {
        assert_eq!(
            diagnostics(&format!("{HEAD}<foreignObject/></svg>")),
            ["art/x.svg:1:102 `<foreignObject>` isn't supported"]
        );
        assert_eq!(
            diagnostics(&format!("{HEAD}\n<image href=\"https://example.org/axe.png\"/></svg>")),
            ["art/x.svg:2:8 references to the network aren't supported"]
        );
        assert_eq!(
            diagnostics(&format!("{HEAD}\n<image xlink:href=\"axe.png\"/></svg>")),
            ["art/x.svg:2:8 missing image `axe.png`"]
        );
        assert_eq!(diagnostics("<svg").len(), 1);
        assert_eq!(diagnostics("<html/>"), ["art/x.svg:1:1 invalid SVG: the root element isn't `svg`"]);
    }
}
