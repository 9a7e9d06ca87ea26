//! What is asked for and not there: marks and drawings.

use super::picture::art_stem;
use super::renderer::FaceRenderer;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::TextSpan;
use crate::read;
use crate::vfs::Vfs;

/// What is in the folders of a game.
pub(super) struct Names {
    pub art: Vec<String>,
    pub marks: Vec<String>,
}

impl Names {
    pub fn new(vfs: &dyn Vfs, folder: &str) -> Self {
        Self { art: drawings(vfs, &format!("{folder}/art")), marks: drawings(vfs, &format!("{folder}/marks")) }
    }
}

/// The names of the drawings and pictures in a folder, without ending.
pub(super) fn drawings(vfs: &dyn Vfs, folder: &str) -> Vec<String> {
    let files = vfs.files(folder);
    let name = |path: &String| Some(art_stem(path.strip_prefix(folder)?.strip_prefix('/')?)?.to_owned());
    files.iter().filter_map(name).filter(|name| !name.contains('/')).collect()
}

impl FaceRenderer<'_> {
    /// The error for a mark that is used and does not exist.
    pub fn no_mark(&self, name: &str, at: &Span) -> Option<Diagnostic> {
        // One that could not be read, or whose name could not, was reported before.
        if name.is_empty() || self.marks().contains_key(name) || self.unread.contains(name) {
            return None;
        }
        let diagnostic = Diagnostic::error(Code::MARK_MISSING, at.clone(), format!("there is no mark `{name}`"))
            .label("no such mark");
        let diagnostic = diagnostic.suggest(name, self.there.marks.iter().map(String::as_str));
        Some(diagnostic.hint(format!("or draw it: `{}/marks/{name}.svg`", read::folder(&self.game.id))))
    }

    /// The error for a drawing that is used and does not exist; `user` stands before it and says whose it is.
    pub fn no_drawing(&self, user: &str, name: &str, at: &Span) -> Option<Diagnostic> {
        // One that could not be read was reported before.
        if self.drawing(name).is_some() || self.unread.contains(name) {
            return None;
        }
        let ending = if art_stem(name).is_some() { "" } else { ".svg" };
        let path = format!("{}/art/{name}{ending}", read::folder(&self.game.id));
        let diagnostic =
            Diagnostic::error(Code::ART_MISSING, at.clone(), format!("{user}there is no drawing `{path}`"));
        let diagnostic = diagnostic.label("no such drawing");
        Some(match self.there.art.iter().any(|there| there == name) {
            true => diagnostic.hint("there is a link of this name, and it leads to nothing"),
            false => diagnostic
                .suggest(art_stem(name).unwrap_or(name), self.there.art.iter().map(String::as_str))
                .hint(match at.source.cells.is_some() {
                    true => "or put the file there, or name another one in a column `art`",
                    false => "or put the file there, or name another one: `art = \"…\"`; `art = \"\"` for none",
                }),
        })
    }

    /// Marks that templates, kinds, cards, needs and texts ask for and that are not there.
    pub(super) fn unknown_marks(&self) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        let mut check = |name: &str, at: &Span| diagnostics.extend(self.no_mark(name, at));
        self.marks_of_templates().iter().for_each(|(name, at)| check(name, at));
        for kind in &self.game.kinds {
            check(&kind.mark, &kind.at);
        }
        for mark in self.game.sets.iter().filter_map(|set| set.mark.as_ref()) {
            check(&mark.value, &mark.at);
        }
        for need in &self.game.needs {
            need.marks.iter().for_each(|mark| check(mark, &need.at));
        }
        for glyph in self.game.cards.iter().flat_map(|card| &card.faces).filter_map(|face| face.glyph.as_ref()) {
            check(&glyph.value, &glyph.at);
        }
        for text in self.game.cards.iter().flat_map(|card| &card.faces).flat_map(|face| face.texts.values()) {
            for span in text.value.paragraphs.iter().flatten() {
                if let TextSpan::Mark(name) = span {
                    check(name, &text.at.find(&format!(":{name}:")));
                }
            }
        }
        diagnostics
    }
}
