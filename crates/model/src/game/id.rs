//! Ids of parts of a game: places in its lists, one type for each list, so that one can't be taken for another.

use std::ops::{Index, IndexMut};

use super::{ColourRule, FaceKind, Kind, Need, Set};

/// Defines the place of an item in a list of them, which indexes the list.
macro_rules! id {
    ($(#[$doc:meta])* $id:ident of $item:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $id(pub usize);

        impl Index<$id> for Vec<$item> {
            type Output = $item;

            fn index(&self, id: $id) -> &$item {
                &self.as_slice()[id.0]
            }
        }

        impl IndexMut<$id> for Vec<$item> {
            fn index_mut(&mut self, id: $id) -> &mut $item {
                &mut self.as_mut_slice()[id.0]
            }
        }

        impl $id {
            /// Returns the ids of all items of a list, in order.
            pub fn all(list: &[$item]) -> impl Iterator<Item = Self> + use<> {
                (0..list.len()).map(Self)
            }

            /// Returns the id of the first item that has a property.
            pub fn find(list: &[$item], has: impl FnMut(&$item) -> bool) -> Option<Self> {
                list.iter().position(has).map(Self)
            }
        }
    };
}

id! {
    /// A kind of card, in [`Component::kinds`](super::Component::kinds).
    KindId of Kind
}
id! {
    /// A kind of face, in [`Game::face_kinds`](super::Game::face_kinds).
    FaceKindId of FaceKind
}
id! {
    /// A set, in [`Game::sets`](super::Game::sets).
    SetId of Set
}
id! {
    /// Colours by a field, in [`Game::colour_rules`](super::Game::colour_rules).
    ColourRuleId of ColourRule
}
id! {
    /// A requirement, in [`Game::needs`](super::Game::needs).
    NeedId of Need
}
