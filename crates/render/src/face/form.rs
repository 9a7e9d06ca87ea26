//! Form fields: text slots that a piece leaves empty.

use super::content::Content;
use super::read;
use super::slot::{Role, Slot, VerticalAlign};
use crate::game::Card;
use crate::scene::{FormField, Scene};
use crate::text::{Style, Styles};
use crate::units::{Mm, Rect};

/// Height of a line to be filled in, in ems: letters with their descenders, and some padding.
const LINE: f64 = 1.5;

/// Makes fields of the slots that people fill in and that have no content.
pub(super) fn lay_fields(
    scene: &mut Scene,
    card: &Card,
    slots: &[Slot],
    contents: &[Option<Content<'_>>],
    styles: &Styles,
    scale: f64,
) {
    for (slot, _) in slots.iter().zip(contents).filter(|(_, content)| content.is_none()) {
        let (Some(words), Some(style)) = (&slot.form, styles.get(&slot.style)) else { continue };
        let lines = slot.role == Some(Role::Text);
        let element = read::element_of_field(scene);
        scene.fields.push(FormField {
            name: format!("{}-{}", card.id, slot.name),
            words: words.clone(),
            area: if lines { slot.on_card() } else { line_of(slot, style, scale) },
            // Fields with several lines use a small size: people write more than a card has.
            size: if lines { style.least_in(scale) } else { style.size_in(scale) },
            align: style.align,
            lines,
            element,
        });
    }
}

/// Returns the area of one line around the words of a slot.
fn line_of(slot: &Slot, style: &Style, scale: f64) -> Rect {
    let em = style.size_in(scale).to_mm();
    let half = em * style.cap_height / 2.0;
    let middle = match slot.upright {
        VerticalAlign::Top => slot.bounds.y + half,
        VerticalAlign::Middle => slot.bounds.middle().y,
        VerticalAlign::Bottom => slot.bounds.bottom() - half,
    };
    let height: Mm = em * LINE;
    Rect { y: middle - height / 2.0, height, ..slot.bounds }
}
