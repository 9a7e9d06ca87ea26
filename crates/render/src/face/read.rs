//! The structure of a face for screen readers: the parts that are read, their order and their roles; all else is an
//! artifact.

use super::content::Content;
use super::slot::Slot;
use crate::scene::{Element, Item, Scene, Turn};

/// The element of a face in the structure, which holds all others.
const WHOLE: usize = 0;

/// Returns the role of each slot that is read. Text about something that the card lacks is skipped, and so is a rotated
/// copy of an upright text.
pub(super) fn roles(slots: &[Slot], contents: &[Option<Content<'_>>]) -> Vec<Option<&'static str>> {
    let letters = |index: usize| match &contents[index] {
        Some(Content::Text(_, text)) => Some(text.plain_text()),
        _ => None,
    };
    let repeats = |index: usize| {
        let upright = |other: &usize| slots[*other].turn == Turn::None;
        slots[index].turn != Turn::None
            && (0..slots.len()).filter(upright).any(|other| letters(other) == letters(index))
    };
    let role = |index: usize| {
        let slot = &slots[index];
        let is_read = match &contents[index] {
            Some(Content::Text(..)) => !repeats(index),
            Some(Content::Needs(_) | Content::Columns(_)) => true,
            Some(Content::Art(_) | Content::Mark(_) | Content::Emblem(_) | Content::Weave(_) | Content::NoPicture)
            | None => false,
        };
        let role = if slot.field == "title" { "H1" } else { "P" };
        (is_read && slot.hidden_by.is_empty()).then_some(role)
    };
    (0..slots.len()).map(role).collect()
}

/// Begins the structure with the element of the face itself.
fn begin(scene: &mut Scene) {
    if scene.structure.is_empty() {
        scene.structure.push(Element { role: "Sect", ..Element::default() });
    }
}

/// Adds the drawing of a face in its layer, as a picture with alternative text.
pub(super) fn lay_picture(scene: &mut Scene, alternative: &str, items: Vec<Item>) {
    begin(scene);
    let alternative = Some(alternative.to_owned());
    scene.items.push(Item::Begin(scene.structure.len()));
    scene.items.extend(items);
    scene.items.push(Item::End);
    scene.structure.push(Element { role: "Figure", parent: Some(WHOLE), alternative, ..Element::default() });
}

/// Adds the structure to a face, above all drawings: the title first, the rest from bottom to top of the template.
pub(super) fn lay_on(scene: &mut Scene, mut read: Vec<(&'static str, Vec<Item>)>) {
    if read.is_empty() {
        return;
    }
    // The sort keeps the order among equals.
    read.sort_by_key(|(role, _)| *role != "H1");
    begin(scene);
    for (role, items) in read {
        // Marks without words are a picture.
        let is_text = items.iter().any(|item| matches!(item, Item::Text(_)));
        let words =
            items.iter().filter_map(|item| if let Item::ActualText(words) = item { Some(&**words) } else { None });
        let alternative = (!is_text).then(|| words.collect::<Vec<_>>().join(", "));
        let role = if is_text { role } else { "Figure" };
        scene.items.push(Item::Begin(scene.structure.len()));
        scene.items.extend(items);
        scene.items.push(Item::End);
        scene.structure.push(Element { role, parent: Some(WHOLE), alternative, ..Element::default() });
    }
}

/// Returns a new element for a field that people fill in, after all text of the face.
pub(super) fn element_of_field(scene: &mut Scene) -> usize {
    begin(scene);
    scene.structure.push(Element { role: "Form", parent: Some(WHOLE), ..Element::default() });
    scene.structure.len() - 1
}
