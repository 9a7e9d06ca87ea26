//! Texts that a template shows.

use super::content::Finder;
use super::renderer::FaceRenderer;
use super::slot::{Role, Slot};
use super::template::Template;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::{Draft, FieldKind};

impl FaceRenderer<'_> {
    /// Returns the texts of all faces: location, true if the template shows it, and the diagnostic if none does.
    pub(super) fn texts_shown(&self) -> Vec<(Span, bool, Diagnostic)> {
        let mut all = Vec::new();
        for id in self.deck().ids() {
            let (card, face) = self.face(id);
            let finder = Finder { renderer: self, card, face, shared: false };
            let template = self.template(id);
            for (field, text) in &face.texts {
                let what = format!("{}: `{field}` isn't shown anywhere", finder.what());
                let diagnostic = Diagnostic::error(Code::SHOWN_NOWHERE, text.at.clone(), what).label("not shown");
                let diagnostic = diagnostic.hint(format!("add a slot `{field}` to the template of a panel"));
                // A template that could not be read was reported before.
                let shown = template.map_or(!face.template.value.is_empty(), |template| shows(template, field));
                let shown = shown || chooses(&finder, field);
                all.push((text.at.clone(), shown, diagnostic));
            }
        }
        all
    }
}

/// True if a field determines the drawing, the template or the colours of a face: then it needn't be shown.
fn chooses(finder: &Finder<'_>, field: &str) -> bool {
    let rules = &finder.renderer.game().colour_rules;
    finder.face.named.contains(field) || rules.iter().any(|rule| rule.field == field)
}

/// Texts that the face has and its template shows nowhere.
pub(super) fn unshown(finder: &Finder<'_>, template: &Template) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (field, text) in &finder.face.texts {
        if !shows(template, field) && !chooses(finder, field) {
            let what = format!("{}: `{field}` isn't shown anywhere", finder.what());
            let diagnostic = Diagnostic::error(Code::SHOWN_NOWHERE, text.at.clone(), what).label("not shown");
            diagnostics.push(ways_out(diagnostic, &finder.face.template.value, field));
        }
    }
    let needs = finder.renderer.game().fields.iter().filter(|field| field.kind == FieldKind::Needs);
    for field in needs {
        let set_as_needs = |slot: &Slot| slot.field == field.name || slot.role == Some(Role::Needs);
        if !finder.face.needs.is_empty() && !template.slots.iter().any(set_as_needs) {
            let diagnostic = Diagnostic::error(
                Code::SHOWN_NOWHERE,
                finder.card.at.clone(),
                format!("{}: `{}` isn't shown anywhere", finder.what(), field.name),
            );
            diagnostics.push(ways_out(diagnostic, &finder.face.template.value, &field.name));
        }
    }
    diagnostics
}

/// Adds a hint to a diagnostic: the slot that shows the field, or the line that drops its column.
fn ways_out(diagnostic: Diagnostic, template: &str, field: &str) -> Diagnostic {
    let heading = diagnostic.span.as_ref().and_then(|at| at.source.heading(at.range.start)).map(str::to_owned);
    let diagnostic = diagnostic.hint(format!(
        "to show it, add to template `{template}`: `<rect id=\"slot-{field}\" class=\"fill-ink\" x=\"4\" y=\"60\" width=\"55\" height=\"8\" data-optional=\"\"/>`"
    ));
    match heading {
        Some(heading) => {
            diagnostic.hint(format!("to ignore the column, add to `[columns]` in `game.toml`: `\"{heading}\" = false`"))
        }
        None => diagnostic.hint(format!("to remove it, delete `{field}`")),
    }
}

/// True if a slot shows or quotes a field.
fn shows(template: &Template, field: &str) -> bool {
    let quoted = |slot: &Slot| slot.literal.as_ref().is_some_and(|draft| quotes(draft, field));
    template.slots.iter().any(|slot| slot.field == field || quoted(slot))
}

fn quotes(draft: &Draft, field: &str) -> bool {
    draft.figures().any(|name| name.strip_suffix(".initial").unwrap_or(name) == field)
}
