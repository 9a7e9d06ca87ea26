//! Errors for missing icons and drawings.

use std::collections::BTreeSet;

use super::super::FaceRenderer;
use super::super::content::SET_MARK;
use super::super::deck::FaceId;
use super::super::picture::art_stem;
use super::super::slot::{Role, Slot};
use crate::diagnostic::{Code, Diagnostic, Reporter, Span};
use crate::game::{KindId, TextSpan};
use crate::read;

impl FaceRenderer<'_> {
    /// Returns the error for a missing icon; `user` comes first and says what uses it.
    pub fn no_mark(&self, user: &str, name: &str, at: &Span) -> Option<Diagnostic> {
        // One that could not be read, or whose name could not, was reported before.
        if name.is_empty() || self.marks().contains_key(name) || self.failed.contains(name) {
            return None;
        }
        let diagnostic = Diagnostic::error(Code::MARK_MISSING, at.clone(), format!("{user}missing icon `{name}`"))
            .label("no such icon");
        if self.files.old_marks.iter().any(|mark| mark == name) {
            return Some(diagnostic.hint("rename the folder `marks` to `icons`"));
        }
        let diagnostic = diagnostic.suggest(name, self.files.marks.iter().map(String::as_str));
        Some(diagnostic.hint(format!("or create `{}/icons/{name}.svg`", read::folder(&self.game.id))))
    }

    /// Returns the error for a missing drawing; `user` comes first and says what uses it.
    pub fn no_drawing(&self, user: &str, name: &str, at: &Span) -> Option<Diagnostic> {
        // One that could not be read was reported before.
        if self.drawing(name).is_some() || self.failed.contains(name) {
            return None;
        }
        let ending = if art_stem(name).is_some() { "" } else { ".svg" };
        let path = format!("{}/art/{name}{ending}", read::folder(&self.game.id));
        let diagnostic = Diagnostic::error(Code::ART_MISSING, at.clone(), format!("{user}missing artwork `{path}`"));
        let diagnostic = diagnostic.label("no such file");
        Some(match self.files.art.iter().any(|there| there == name) {
            true => diagnostic.hint("this is a broken symbolic link"),
            // A path of Windows.
            false if name.contains('\\') => {
                let file = name.rsplit('\\').next().unwrap_or(name);
                let there = self.files.art.iter().map(String::as_str);
                let diagnostic = diagnostic.suggest(art_stem(file).unwrap_or(file), there);
                diagnostic.hint("copy the file to `art`, and write its path from there with `/`, not `\\`")
            }
            false => diagnostic
                .suggest(art_stem(name).unwrap_or(name), self.files.art.iter().map(String::as_str))
                .hint(match at.source.cells.is_some() {
                    true => "or add the file, or name another in the column `art`; `skirmish sync` adds a placeholder",
                    false => "or add the file, or name another: `art = \"…\"`; `art = \"\"` for none",
                }),
        })
    }

    /// Returns the kinds whose mark a template must show.
    fn kinds_with_mark(&self) -> BTreeSet<KindId> {
        let shows_mark = |slot: &Slot| {
            let is_mark = slot.role.map_or(slot.field == "icon", |role| role == Role::Mark);
            is_mark && slot.literal.is_none() && slot.field != SET_MARK && !slot.optional
        };
        let kind = |id: FaceId| {
            let (card, face) = self.face(id);
            let template = self.template(id).filter(|_| !self.game.face_kinds[face.kind].shared)?;
            template.slots.iter().any(shows_mark).then_some(card.kind)
        };
        self.deck.ids().filter_map(kind).collect()
    }

    /// Reports marks that templates, kinds, cards, needs and texts ask for and that are missing.
    pub(in crate::face) fn report_unknown_marks(&self, reporter: &Reporter) {
        let check = |name: &str, at: &Span| reporter.report_all(self.no_mark("", name, at));
        self.marks_of_templates().iter().for_each(|(name, at)| check(name, at));
        let shown = self.kinds_with_mark();
        for (id, kind) in KindId::all(&self.component.kinds).zip(&self.component.kinds) {
            if kind.names_mark || shown.contains(&id) {
                check(&kind.mark, &kind.at);
            }
        }
        for mark in self.game.sets.iter().filter_map(|set| set.mark.as_ref()) {
            check(&mark.value, &mark.at);
        }
        self.game.table.icons().for_each(|icon| check(&icon.value, &icon.at));
        for need in &self.game.needs {
            need.marks.iter().for_each(|mark| check(mark, &need.at));
        }
        for icon in self.component.cards.iter().flat_map(|card| &card.faces).filter_map(|face| face.card_icon.as_ref())
        {
            check(&icon.value, &icon.at);
        }
        for text in self.component.cards.iter().flat_map(|card| &card.faces).flat_map(|face| face.texts.values()) {
            for span in text.value.paragraphs.iter().flatten() {
                if let TextSpan::Mark(name) = span {
                    check(name, &text.at.find(&format!(":{name}:")));
                }
            }
        }
    }
}
