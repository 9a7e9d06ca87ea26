//! Concrete changes of a state: they hold the values before and after, to be checked and undone.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Seat;
use crate::ordered;

/// One change of a state. Old journals read the same when a rule is changed later: nothing is computed when they are read.
pub trait Change<S>: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned {
    /// Sets the changed value: to the one after the change if `forward`, otherwise to the one before it.
    ///
    /// # Errors
    /// [`Mismatch`] if the state doesn't match the other side of the change; the state is then unchanged.
    fn set(&self, state: &mut S, forward: bool) -> Result<(), Mismatch>;

    /// Carries the change out.
    ///
    /// # Errors
    /// [`Mismatch`] if the state is not as the change says it was; the state is then as before.
    fn apply(&self, state: &mut S) -> Result<(), Mismatch> {
        self.set(state, true)
    }

    /// Undoes the change; a new game can't be undone separately, see [`replace_state`].
    ///
    /// # Errors
    /// [`Mismatch`] if the state isn't as the change left it; the state is then unchanged.
    fn revert(&self, state: &mut S) -> Result<(), Mismatch> {
        self.set(state, false)
    }

    /// Returns the changes that make one state of a game out of another.
    fn between(before: &S, after: &S) -> Vec<Self>;

    /// True if its values are possible: a hand-edited journal may have others.
    fn is_sound(&self) -> bool;

    /// True if a game begins with it; it then is the only change of its event.
    fn begins(&self) -> bool;
}

/// A change does not fit the state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Mismatch(pub String);

/// A change of something that each player has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerChange<T> {
    /// Whose.
    pub seat: Seat,
    /// Value before.
    pub from: T,
    /// Value after.
    pub to: T,
}

/// A change of something that the table has once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableChange<T> {
    /// Value before.
    pub from: T,
    /// Value after.
    pub to: T,
}

impl<T: Clone + PartialEq + fmt::Debug> PlayerChange<T> {
    /// Returns the change from one value to another; `None` if they are the same.
    pub fn of(seat: Seat, from: &T, to: &T) -> Option<Self> {
        (from != to).then(|| Self { seat, from: from.clone(), to: to.clone() })
    }

    /// Sets a value of an existing player: to the one after the change, or back.
    ///
    /// # Errors
    /// [`Mismatch`] if the player is unknown, or the value differs; `what` is its name: "the health".
    pub fn set(&self, value: Option<&mut T>, forward: bool, what: &str) -> Result<(), Mismatch> {
        let seat = self.seat.0;
        let value = value.ok_or_else(|| Mismatch(format!("unknown player {seat}")))?;
        put(value, &self.from, &self.to, forward, || format!("{what} of player {seat}"))
    }

    /// Sets a field of the player: to the value after the change, or back.
    ///
    /// # Errors
    /// As [`PlayerChange::set`].
    pub fn set_of<P>(
        &self,
        players: &mut [P],
        forward: bool,
        what: &str,
        field: impl FnOnce(&mut P) -> &mut T,
    ) -> Result<(), Mismatch> {
        self.set(players.get_mut(self.seat.index()).map(field), forward, what)
    }
}

impl<T: Clone + PartialEq + fmt::Debug> TableChange<T> {
    /// Returns the change from one value to another; `None` if they are the same.
    pub fn of(from: &T, to: &T) -> Option<Self> {
        (from != to).then(|| Self { from: from.clone(), to: to.clone() })
    }

    /// Sets a value: to the one after the change, or back.
    ///
    /// # Errors
    /// [`Mismatch`] if the value differs; `what` is its name: "the round".
    pub fn set(&self, value: &mut T, forward: bool, what: &str) -> Result<(), Mismatch> {
        put(value, &self.from, &self.to, forward, || what.to_owned())
    }
}

impl TableChange<u32> {
    /// Sets a count; zero removes the entry from the map.
    ///
    /// # Errors
    /// [`Mismatch`] if there are more or fewer; `what` is their name: "the cards in the pile".
    pub fn set_count<K: Clone + Ord>(
        &self,
        counts: &mut BTreeMap<K, u32>,
        key: &K,
        forward: bool,
        what: &str,
    ) -> Result<(), Mismatch> {
        let mut count = counts.get(key).copied().unwrap_or_default();
        self.set(&mut count, forward, what)?;
        if count == 0 {
            counts.remove(key);
        } else {
            counts.insert(key.clone(), count);
        }
        Ok(())
    }
}

/// Begins a game: replaces the old state as a whole. The change doesn't contain the old state, which is restored only
/// by replaying the journal up to the event before.
///
/// # Errors
/// [`Mismatch`] backward.
pub fn replace_state<S: Clone>(state: &mut S, fresh: &S, forward: bool) -> Result<(), Mismatch> {
    if !forward {
        return Err(Mismatch("the start of a game can’t be undone on its own".into()));
    }
    state.clone_from(fresh);
    Ok(())
}

fn put<T: Clone + PartialEq + fmt::Debug>(
    value: &mut T,
    from: &T,
    to: &T,
    forward: bool,
    what: impl Fn() -> String,
) -> Result<(), Mismatch> {
    let (from, to) = if forward { (from, to) } else { (to, from) };
    if value != from {
        return Err(Mismatch(format!("{} is {value:?}, not {from:?}", what())));
    }
    value.clone_from(to);
    Ok(())
}

/// Returns the entries by which two maps differ, by key, each with its value in both.
pub fn differing<'a, K: Ord, V: PartialEq>(
    before: &'a BTreeMap<K, V>,
    after: &'a BTreeMap<K, V>,
) -> impl Iterator<Item = (&'a K, Option<&'a V>, Option<&'a V>)> {
    // Commands are evaluated to see whether they are possible, and most maps stay the same.
    let keys = if before == after { BTreeSet::new() } else { ordered::set(before.keys().chain(after.keys())) };
    let values = keys.into_iter().map(|key| (key, before.get(key), after.get(key)));
    values.filter(|(_, from, to)| from != to)
}

/// Declares the changes of a game's state: those of its players and of the table, by field, with their names in messages;
/// those with another form, which the game sets itself in `set_other` and finds in `others_between`; and those that
/// [`SeatCommand`](super::SeatCommand) makes.
///
/// Each game has all of them in one enum, because serde's `untagged` and `flatten` would change the form of journals.
macro_rules! changes {
    (
        $state:ty, $list:ident {
            $($player:ident: $Player:ident($player_type:ty) $player_name:literal,)*
        }
        table {
            seating: $($seating:ident).+,
            $($Table:ident($table_type:ty) = $($path:ident).+, $table_name:literal,)*
        }
        other {
            $($(#[$doc:meta])* $Other:ident { $($field:ident: $field_type:ty,)* })*
        }
    ) => {
        /// One change.
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "each is named after the changed value")]
        pub enum Change {
            /// A new game; it replaces the whole state.
            Began(Box<$state>),
            $($Player($crate::table::PlayerChange<$player_type>),)*
            $($Table($crate::table::TableChange<$table_type>),)*
            $($(#[$doc])* $Other { $($field: $field_type),* },)*
            Name($crate::table::PlayerChange<String>),
            #[serde(rename = "livery")]
            Colour($crate::table::PlayerChange<$crate::table::PlayerColour>),
            Chair($crate::table::PlayerChange<u8>),
            Note($crate::table::PlayerChange<String>),
            Seating($crate::table::TableChange<$crate::table::Seating>),
        }

        impl $crate::table::Change<$state> for Change {
            fn set(&self, state: &mut $state, forward: bool) -> Result<(), $crate::table::Mismatch> {
                let players = &mut state.$list;
                match self {
                    Self::Began(fresh) => $crate::table::replace_state(state, fresh, forward),
                    $(Self::$Player(change) => {
                        change.set_of(players, forward, $player_name, |player| &mut player.$player)
                    })*
                    $(Self::$Table(change) => change.set(&mut state.$($path).+, forward, $table_name),)*
                    $(Self::$Other { .. } => self.set_other(state, forward),)*
                    Self::Name(change) => change.set_of(players, forward, "the name", |player| &mut player.name),
                    Self::Colour(change) => change.set_of(players, forward, "the colour", |player| &mut player.colour),
                    Self::Chair(change) => change.set_of(players, forward, "the chair", |player| &mut player.chair),
                    Self::Note(change) => change.set_of(players, forward, "the note", |player| &mut player.note),
                    Self::Seating(change) => change.set(&mut state.$($seating).+, forward, "the seating"),
                }
            }

            fn between(before: &$state, after: &$state) -> Vec<Self> {
                let mut changes = Vec::new();
                let players = before.$list.iter().zip(&after.$list);
                for (seat, (from, to)) in $crate::table::Seat::all(before.$list.len()).zip(players) {
                    $(changes.extend($crate::table::PlayerChange::of(seat, &from.$player, &to.$player).map(Self::$Player));)*
                    changes.extend($crate::table::PlayerChange::of(seat, &from.name, &to.name).map(Self::Name));
                    changes.extend($crate::table::PlayerChange::of(seat, &from.colour, &to.colour).map(Self::Colour));
                    changes.extend($crate::table::PlayerChange::of(seat, &from.chair, &to.chair).map(Self::Chair));
                    changes.extend($crate::table::PlayerChange::of(seat, &from.note, &to.note).map(Self::Note));
                }
                $(changes.extend(
                    $crate::table::TableChange::of(&before.$($path).+, &after.$($path).+).map(Self::$Table)
                );)*
                changes.extend($crate::table::TableChange::of(&before.$($seating).+, &after.$($seating).+).map(Self::Seating));
                changes.extend(Self::others_between(before, after));
                changes
            }

            fn is_sound(&self) -> bool {
                self.has_possible_values()
            }

            fn begins(&self) -> bool {
                matches!(self, Self::Began(_))
            }
        }

        impl $crate::table::Seated for $state {
            fn player_mut(&mut self, seat: $crate::table::Seat) -> Option<$crate::table::PlayerMut<'_>> {
                let player = self.$list.get_mut(seat.index())?;
                Some($crate::table::PlayerMut {
                    name: &mut player.name,
                    colour: &mut player.colour,
                    chair: &mut player.chair,
                    note: &mut player.note,
                })
            }

            fn seating_mut(&mut self) -> &mut $crate::table::Seating {
                &mut self.$($seating).+
            }
        }
    };
}
pub(crate) use changes;
