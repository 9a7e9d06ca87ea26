//! The sizes of texts that are too long for their boxes: one for all cards of a kind, or one for each card.

use std::collections::BTreeMap;

use super::deck::FaceId;
use super::renderer::FaceRenderer;
use crate::text::{Fit, Style};
use crate::units::Pt;

/// A text that a card alone has in a smaller size ([`Fit::Card`]).
pub struct Smaller {
    /// The face.
    pub face: FaceId,
    /// The slot of its template.
    pub slot: String,
    /// The size of its style.
    pub style: Pt,
    /// Its own.
    pub size: Pt,
}

/// Texts that share a size: those of a template, kind of card, sort of face and slot; of a face alone where each card is fitted by
/// itself.
pub(super) type Class<'a> = (&'a str, usize, usize, usize, Option<FaceId>);

/// How small texts are set where they do not fit in their style's size, and how fine the steps are.
pub(super) type Sizes<'a> = BTreeMap<Class<'a>, Pt>;
const STEP: Pt = Pt::new(0.25);

impl<'a> FaceRenderer<'a> {
    /// Texts that are fitted card by card, and have a smaller size.
    pub(super) fn smaller(&self, sizes: &Sizes<'_>) -> Vec<Smaller> {
        let alone = |((.., slot, face), size): (&Class<'_>, &Pt)| {
            let face = (*face)?;
            let (card, shown) = self.face(face);
            let template = self.template(card, shown)?;
            let slot = &template.slots[*slot];
            let style = self.styles.get(&slot.style)?.size * template.scale;
            Some(Smaller { face, slot: slot.name.clone(), style, size: *size })
        };
        sizes.iter().filter_map(alone).collect()
    }

    /// The class of a text of a face.
    pub(super) fn class(&self, id: FaceId, slot: usize, style: &Style) -> Class<'a> {
        let (card, face) = self.face(id);
        (&face.template.value, card.kind, face.kind, slot, (style.fit == Fit::Card).then_some(id))
    }

    /// Whether the size of one of a face's slots differs.
    pub(super) fn concerns(&self, id: FaceId, before: &Sizes<'_>, after: &Sizes<'_>) -> bool {
        let (card, face) = self.face(id);
        let mine = |(template, kind, sort, _, alone): &Class<'_>| {
            *template == face.template.value
                && *kind == card.kind
                && *sort == face.kind
                && alone.is_none_or(|alone| alone == id)
        };
        let of_face = |sizes: &Sizes<'_>| -> Vec<(usize, f64)> {
            let all = sizes.iter().filter(|(class, _)| mine(class));
            all.map(|((.., slot, _), size)| (*slot, size.get())).collect()
        };
        of_face(before) != of_face(after)
    }

    /// The next smaller size of a class, if its style allows one.
    pub(super) fn step_down(&self, id: FaceId, slot: usize, sizes: &Sizes<'a>) -> Option<(Class<'a>, Pt)> {
        let (card, face) = self.face(id);
        let template = self.template(card, face)?;
        let style = self.styles.get(&template.slots[slot].style)?;
        let class = self.class(id, slot, style);
        let now = sizes.get(&class).copied().unwrap_or(style.size * template.scale);
        let least = style.least * template.scale;
        (now > least).then(|| (class, (now - STEP).max(least)))
    }
}
