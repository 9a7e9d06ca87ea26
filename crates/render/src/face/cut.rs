//! The outline of a piece, from a drawing.

use kurbo::{Affine, BezPath};

use super::art::{read_piece, read_xml};
use super::outlines::outlines;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::Spanned;
use crate::read::text_file;
use crate::scene::{Art, Content, Drawing};
use crate::units::Size;
use crate::vfs::Vfs;

/// Reads the outline of a drawing in a game's folder. The view box is the size of the piece in millimetres.
///
/// # Errors
/// A missing or invalid file, a drawing whose view box doesn't start at 0,0, or a number of outlines other than one.
pub(super) fn read_outline(vfs: &dyn Vfs, folder: &str, file: &Spanned<String>) -> Result<(BezPath, Size), Diagnostic> {
    let path = format!("{folder}/{}", file.value);
    if !vfs.has(&path) {
        let diagnostic = Diagnostic::error(Code::OUTLINE_MISSING, file.at.clone(), format!("missing artwork `{path}`"));
        let all = vfs.files(folder);
        let drawings = all.iter().filter(|path| path.ends_with(".svg")).map(|path| &path[folder.len() + 1..]);
        return Err(diagnostic.suggest(&file.value, drawings));
    }
    let source = text_file(vfs, &path)?;
    let document = read_xml(&source)?;
    let root = document.root_element();
    let at = || Span::new(&source, root.range().start..root.range().start + 4);
    let numbers = root.attribute("viewBox").unwrap_or_default().split([' ', ',']);
    let numbers: Vec<f64> = numbers.filter_map(|number| number.parse().ok()).collect();
    let [0.0, 0.0, width, height] = numbers.as_slice() else {
        let diagnostic =
            Diagnostic::error(Code::OUTLINE_VIEW_BOX, at(), "the view box of the outline must start at 0,0");
        return Err(diagnostic.hint("write `viewBox=\"0 0 30 40\"` with the size of the piece in mm"));
    };
    let tree = read_piece(&source, &source.text).map_err(|mut all| all.remove(0))?;
    let scale =
        Affine::scale_non_uniform(width / f64::from(tree.size().width()), height / f64::from(tree.size().height()));
    let bounds = kurbo::Rect::new(0.0, 0.0, *width, *height);
    let drawing = Drawing::new(Content::Art(Box::new(Art::new(tree, Vec::new(), Vec::new()))), bounds);
    let found = outlines(&drawing);
    let [outline] = found.as_slice() else {
        let diagnostic =
            Diagnostic::error(Code::OUTLINE_COUNT, at(), format!("expected 1 outline, found {}", found.len()));
        return Err(diagnostic.hint("draw a single filled path without a stroke: its edge is the cut"));
    };
    Ok((scale * outline.path.clone(), Size::mm(*width, *height)))
}
