//! The distinct faces of a deck: each is drawn once, however many cards show it.

use std::collections::HashMap;

use crate::game::{Component, Face, FaceKindId, Game, SetId};

/// A distinct face's position in [`Deck::faces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaceId(pub usize);

/// Front and back of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardFaces {
    /// Index into [`Component::cards`].
    pub card: usize,
    /// Its front.
    pub front: FaceId,
    /// Back face.
    pub back: FaceId,
}

/// A distinct face: a side of a card, or one drawing for many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FaceOf {
    /// The first card that shows it, as an index into [`Component::cards`].
    pub card: usize,
    /// 0 for the front, 1 for the back.
    pub side: usize,
}

/// The distinct faces of a component, and which card shows which.
#[derive(Clone, Debug)]
pub struct Deck {
    /// The distinct faces: all fronts in the order of the cards, then all others.
    pub faces: Vec<FaceOf>,
    /// Front and back of each card, in the order of the cards.
    pub cards: Vec<CardFaces>,
}

impl Deck {
    /// Numbers the faces of a component.
    pub fn new(game: &Game, component: &Component) -> Self {
        let mut faces: Vec<FaceOf> = (0..component.cards.len()).map(|card| FaceOf { card, side: 0 }).collect();
        let mut shared: HashMap<(FaceKindId, Option<SetId>), FaceId> = HashMap::new();
        let mut cards = Vec::with_capacity(component.cards.len());
        for (card, data) in component.cards.iter().enumerate() {
            let back = &data.faces[1];
            let own = FaceOf { card, side: 1 };
            let back = if game.face_kinds[back.kind].shared {
                *shared.entry((back.kind, data.set)).or_insert_with(|| add(&mut faces, own))
            } else if back.kind == data.faces[0].kind {
                FaceId(card)
            } else {
                add(&mut faces, own)
            };
            cards.push(CardFaces { card, front: FaceId(card), back });
        }
        Self { faces, cards }
    }

    /// Returns the face that a number represents.
    pub fn face<'g>(&self, component: &'g Component, id: FaceId) -> &'g Face {
        let of = self.faces[id.0];
        &component.cards[of.card].faces[of.side]
    }

    /// Returns a name for files and messages: `axe`, `axe-recovering`, `common`, `common-red`.
    pub(super) fn name(&self, game: &Game, component: &Component, id: FaceId) -> String {
        let of = self.faces[id.0];
        let card = &component.cards[of.card];
        let kind = &game.face_kinds[self.face(component, id).kind];
        match (of.side, kind.shared, card.set) {
            (0, ..) => card.id.clone(),
            (_, true, None) => kind.id.clone(),
            (_, true, Some(set)) => format!("{}-{}", kind.id, game.sets[set].id),
            _ => format!("{}-{}", card.id, kind.id),
        }
    }

    /// Returns all numbers, in order.
    pub fn ids(&self) -> impl Iterator<Item = FaceId> {
        (0..self.faces.len()).map(FaceId)
    }
}

fn add(faces: &mut Vec<FaceOf>, face: FaceOf) -> FaceId {
    faces.push(face);
    FaceId(faces.len() - 1)
}
