//! The sizes of texts that are too long for their boxes: one for all cards of a kind, or one for each card.

use std::collections::{BTreeMap, HashSet};

use super::super::FaceRenderer;
use super::super::deck::FaceId;
use super::super::slot::Slot;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{FaceKindId, KindId, Spanned};
use crate::text::{Fit, Style};
use crate::units::Pt;

/// A text that is smaller on a single card ([`Fit::Card`]).
pub struct Smaller {
    /// The face.
    pub face: FaceId,
    /// The slot of its template.
    pub slot: String,
    /// The size of its style, or the card's own.
    pub style: Pt,
    /// Its own.
    pub size: Pt,
}

/// Texts that share a size. What differs most and is compared fastest comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::face) struct Class<'a> {
    /// The face, if each card is fitted separately.
    face: Option<FaceId>,
    slot: usize,
    kind: KindId,
    face_kind: FaceKindId,
    template: &'a str,
}

/// Reduced sizes of texts that don't fit at their style's size, in fine steps.
pub(in crate::face) type Sizes<'a> = BTreeMap<Class<'a>, Pt>;
const STEP: Pt = Pt::new(0.25);

/// What has another size.
pub(in crate::face) struct Changed<'a> {
    shared: Vec<Class<'a>>,
    /// Faces that are fitted separately: there may be as many as cards.
    alone: HashSet<FaceId>,
}

impl<'a> Changed<'a> {
    /// Returns what differs between two states.
    pub fn between(before: &Sizes<'a>, after: &Sizes<'a>) -> Self {
        let changed = after.iter().filter(|(class, size)| before.get(class) != Some(size));
        let all = changed.map(|(class, _)| class).chain(before.keys().filter(|class| !after.contains_key(class)));
        let shared = all.clone().filter(|class| class.face.is_none()).copied().collect();
        Self { shared, alone: all.filter_map(|class| class.face).collect() }
    }
}

impl<'a> FaceRenderer<'a> {
    /// Texts that are fitted card by card, and have a smaller size.
    pub(in crate::face) fn smaller(&self, sizes: &Sizes<'_>) -> Vec<Smaller> {
        let alone = |(class, size): (&Class<'_>, &Pt)| {
            let face = class.face?;
            let shown = self.face(face).1;
            let template = self.template(face)?;
            let slot = &template.slots[class.slot];
            let style = self.typography.styles.get(&slot.style)?.size_in(template.scale);
            let style = shown.sizes.get(&slot.name).map_or(style, |given| given.value);
            (*size < style).then_some(())?;
            Some(Smaller { face, slot: slot.name.clone(), style, size: *size })
        };
        sizes.iter().filter_map(alone).collect()
    }

    /// Returns the class of a text of a face.
    pub(in crate::face) fn class(&self, id: FaceId, slot: usize, style: &Style) -> Class<'a> {
        let (card, face) = self.face(id);
        let has_own = !face.sizes.is_empty() && self.given(id, slot).is_some();
        let alone = (has_own || style.fit == Fit::Card).then_some(id);
        Class { template: &face.template.value, kind: card.kind, face_kind: face.kind, slot, face: alone }
    }

    /// Returns the size that a face gives a slot itself.
    fn given(&self, id: FaceId, slot: usize) -> Option<Pt> {
        self.face(id).1.sizes.get(&self.template(id)?.slots[slot].name).map(|size| size.value)
    }

    /// Returns the sizes that faces give their slots themselves.
    pub(in crate::face) fn given_sizes(&self, ids: &[FaceId]) -> Sizes<'a> {
        let of_face = |id: &FaceId| {
            let face = self.face(*id).1;
            let slots = self.template(*id).map(|template| template.slots.as_slice()).unwrap_or_default();
            let size = |(index, slot): (usize, &Slot)| {
                let size = face.sizes.get(&slot.name)?;
                Some((self.class(*id, index, self.typography.styles.get(&slot.style)?), size.value))
            };
            slots.iter().enumerate().filter_map(size).collect::<Vec<_>>()
        };
        ids.iter().filter(|id| !self.face(**id).1.sizes.is_empty()).flat_map(of_face).collect()
    }

    /// Reports sizes of a face for slots that its template lacks.
    pub(in crate::face) fn sizes_of_nothing(&self, id: FaceId) -> Vec<Diagnostic> {
        let face = self.face(id).1;
        let Some(template) = self.template(id).filter(|_| !face.sizes.is_empty()) else { return Vec::new() };
        let slots = || template.slots.iter().map(|slot| slot.name.as_str());
        let unknown = face.sizes.iter().filter(|(name, _)| !slots().any(|slot| slot == *name));
        let told = |(name, size): (&String, &Spanned<Pt>)| {
            let what = format!("template `{}` has no slot `{name}`", face.template.value);
            Diagnostic::error(Code::SIZE_OF_NO_SLOT, size.at.clone(), what)
                .label("no such slot")
                .suggest(name, slots())
                .hint("or delete the size")
        };
        unknown.map(told).collect()
    }

    /// True if the size of one of a face's slots is among those that changed.
    pub(in crate::face) fn concerns(&self, id: FaceId, changed: &Changed<'_>) -> bool {
        let (card, face) = self.face(id);
        let is_own = |class: &Class<'_>| {
            class.kind == card.kind && class.face_kind == face.kind && class.template == face.template.value
        };
        changed.alone.contains(&id) || changed.shared.iter().any(is_own)
    }

    /// Returns the next smaller size of a class, if its style allows one.
    pub(in crate::face) fn step_down(&self, id: FaceId, slot: usize, sizes: &Sizes<'a>) -> Option<(Class<'a>, Pt)> {
        let template = self.template(id)?;
        let style = self.typography.styles.get(&template.slots[slot].style)?;
        let class = self.class(id, slot, style);
        let now = sizes.get(&class).copied().unwrap_or(style.size_in(template.scale));
        Some((class, style.smaller(now, STEP, template.scale)?))
    }
}
