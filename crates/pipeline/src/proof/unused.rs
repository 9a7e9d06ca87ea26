//! Files of a game that no card uses.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Reporter, Source, Span};
use crate::face::{FaceRenderer, art_stem};
use crate::game::{CutShape, Spanned, WARBAND_RULES};
use crate::read;
use crate::scene::{Content, Drawing};
use crate::vfs::Vfs;

/// Reports art, icons and templates in the game's folder that are never drawn.
pub fn lint_unused(vfs: &dyn Vfs, id: &str, pieces: &[&FaceRenderer<'_>], reporter: &Reporter) {
    let folder = read::folder(id);
    let art: BTreeSet<&str> =
        pieces.iter().flat_map(|piece| piece.art()).flat_map(|(_, drawing)| files(drawing)).collect();
    let marks: BTreeSet<&str> = pieces.iter().flat_map(|piece| piece.marks().keys()).map(String::as_str).collect();
    let templates: BTreeSet<&str> = pieces.iter().flat_map(|piece| piece.template_names()).collect();
    let pictures = pieces.iter().flat_map(|piece| piece.pictures());
    let pictures: BTreeSet<&str> = pictures.flat_map(|(_, drawing)| files(drawing)).collect();
    let cuts: BTreeSet<&str> = pieces
        .iter()
        .filter_map(|piece| match &piece.component().piece.shape {
            CutShape::Drawing { file, .. } => Some(file.value.as_str()),
            _ => None,
        })
        .collect();
    // A warband from anywhere may name any drawing.
    let prints_warbands = |rules: &Spanned<String>| rules.value == WARBAND_RULES;
    let any_may_use = pieces.iter().any(|piece| piece.game().rules.as_ref().is_some_and(prints_warbands));
    for path in vfs.files(&folder) {
        let Some(stem) = art_stem(&path) else { continue };
        let name = stem.rsplit('/').next().unwrap_or(stem);
        let below = &path[folder.len() + 1..];
        if cuts.contains(below) {
            continue;
        }
        let linked = art.contains(path.as_str()) || pictures.contains(path.as_str());
        let (used, what) = match below.split('/').next() {
            // A lighter one is used with the one that it represents.
            Some("art") => (any_may_use || linked || is_low_ink(&art, &path, &format!("{folder}/art")), "drawing"),
            Some("book") => (linked || is_low_ink(&pictures, &path, &format!("{folder}/book")), "picture"),
            Some("icons") => (marks.contains(name), "icon"),
            Some("marks") => (false, "icon"),
            Some("templates") => (templates.contains(name), "template"),
            _ => continue,
        };
        if !used {
            let at = Span::file(&Source::new(path.as_str(), ""));
            let user = if what == "picture" { "the rulebook doesn't use" } else { "no card uses" };
            let hint = renamed_folder(below).unwrap_or_else(|| to_use(what, name));
            reporter.report(Diagnostic::warning(Code::UNUSED_FILE, at, format!("{user} this {what}")).hint(hint));
        }
    }
}

/// Returns the text to type to use a file.
fn to_use(what: &str, name: &str) -> String {
    match what {
        "drawing" => format!("delete it, or add to a card: `art = \"{name}\"`"),
        "picture" => format!("delete it, or add to the rulebook: `![what it shows]({name})`"),
        "icon" => format!("delete it, or add to a text: `:{name}:`"),
        _ => format!("delete it, or add to a kind or a card: `template = \"{name}\"`"),
    }
}

/// Returns the text to type if a file is in a folder with an old name.
fn renamed_folder(below: &str) -> Option<String> {
    let folders = [("art/light", "art/low-ink"), ("marks", "icons")];
    let is_in = |old: &str| below.strip_prefix(old).is_some_and(|rest| rest.starts_with('/'));
    let (old, new) = folders.into_iter().find(|(old, _)| is_in(old))?;
    Some(format!("rename the folder `{old}` to `{new}`"))
}

/// Returns the files of a drawing.
fn files(drawing: &Arc<Drawing>) -> impl Iterator<Item = &str> {
    let files = match &drawing.content {
        Content::Art(art) => art.files.as_slice(),
        Content::Shapes(_) => &[],
    };
    files.iter().map(String::as_str)
}

/// True if a file is the low-ink version of a drawing that is used.
fn is_low_ink(used: &BTreeSet<&str>, path: &str, folder: &str) -> bool {
    let Some(stem) = path.strip_prefix(&format!("{folder}/low-ink/")).and_then(art_stem) else { return false };
    used.iter().any(|file| file.strip_prefix(&format!("{folder}/")).and_then(art_stem) == Some(stem))
}
