//! Texts that are smaller on one card than on others of its kind.

use std::collections::BTreeMap;

use super::digits::under;
use crate::diagnostic::{Code, Diagnostic, Reporter};
use crate::face::{Composed, FaceId, FaceRenderer, Smaller};
use crate::shape::short;

/// Notes each slot of a template that has smaller texts, with the card that has the smallest type.
pub(super) fn lint_sizes(renderer: &FaceRenderer<'_>, composed: &Composed, faces: &[FaceId], reporter: &Reporter) {
    let mut by_slot: BTreeMap<(&str, &str), Vec<&Smaller>> = BTreeMap::new();
    for one in composed.smaller.iter().filter(|one| faces.contains(&one.face)) {
        let template = renderer.face(one.face).1.template.value.as_str();
        by_slot.entry((template, one.slot.as_str())).or_default().push(one);
    }
    let told = |((template, slot), all): ((&str, &str), Vec<&Smaller>)| {
        let least = all.iter().min_by(|a, b| a.size.get().total_cmp(&b.size.get()))?;
        let (card, face) = renderer.face(least.face);
        let (size, style) = (under(least.size.get(), least.style.get()), least.style.get());
        let what = match all.len() {
            1 => format!("{} `{}`: `{slot}` is set in {size} pt", renderer.component().piece.id, card.name),
            faces => format!("`{slot}` is smaller on {faces} faces, down to {size} pt on `{}`", card.name),
        };
        let cards = all.iter().map(|one| renderer.face(one.face).0.name.clone());
        let own = face.texts.get(slot).map(|text| &text.at).filter(|at| at.source.path == card.at.source.path);
        let at = own.unwrap_or(&card.at).clone();
        let diagnostic = Diagnostic::note(Code::TEXT_SMALLER, at, what).for_cards(cards);
        Some(diagnostic.hint(format!("elsewhere template `{template}` sets it in {} pt", short(style, 2))))
    };
    reporter.report_all(by_slot.into_iter().filter_map(told));
}
