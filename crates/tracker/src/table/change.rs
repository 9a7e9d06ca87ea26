//! Concrete changes of a state: they hold the values before and after, to be checked and undone.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Seat;

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

/// A copy of a state, and the changes that a command made to it so far, in order.
///
/// The macro `changes!` gives it a method for every value that a game declares: `recorder.health(seat, 9)`.
#[derive(Clone, Debug)]
pub struct Recorder<S, C> {
    state: S,
    changes: Vec<C>,
}

impl<S: Clone, C: Change<S>> Recorder<S, C> {
    /// Begins with a state without changes.
    pub fn new(state: &S) -> Self {
        Self { state: state.clone(), changes: Vec::new() }
    }

    /// Returns the state with the changes so far.
    pub fn state(&self) -> &S {
        &self.state
    }

    /// Returns the changes so far.
    pub fn changes(&self) -> &[C] {
        &self.changes
    }

    /// Returns the changes.
    pub fn into_changes(self) -> Vec<C> {
        self.changes
    }

    /// Carries a change out and records it.
    pub fn record(&mut self, change: C) {
        // One that does not fit is refused when the table carries all of them out.
        if let Err(Mismatch(why)) = change.apply(&mut self.state) {
            debug_assert!(false, "{why}");
        }
        self.changes.push(change);
    }
}

/// Declares the changes of a game's state: those of its players and of the table, by field, with their names in messages;
/// those with another form, which the game sets itself in `set_other`; and those of [`SeatChange`](super::SeatChange).
///
/// Each game has all of them in one enum, because serde's `untagged` and `flatten` would change the form of journals.
macro_rules! changes {
    (
        $state:ty, $list:ident {
            $($player:ident: $Player:ident($player_type:ty) $player_name:literal,)*
        }
        table {
            seating: $($seating:ident).+,
            $($set:ident: $Table:ident($table_type:ty) = $($path:ident).+, $table_name:literal,)*
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

            fn is_sound(&self) -> bool {
                self.has_possible_values()
            }

            fn begins(&self) -> bool {
                matches!(self, Self::Began(_))
            }
        }

        impl From<$crate::table::SeatChange> for Change {
            fn from(arranged: $crate::table::SeatChange) -> Self {
                use $crate::table::SeatChange;
                match arranged {
                    SeatChange::Name(change) => Self::Name(change),
                    SeatChange::Colour(change) => Self::Colour(change),
                    SeatChange::Chair(change) => Self::Chair(change),
                    SeatChange::Note(change) => Self::Note(change),
                    SeatChange::Seating(change) => Self::Seating(change),
                }
            }
        }

        impl $crate::table::Recorder<$state, Change> {
            $(
                #[doc = concat!("Sets ", $player_name, " of a player.")]
                pub fn $player(&mut self, seat: $crate::table::Seat, to: $player_type) {
                    let Some(player) = self.state().$list.get(seat.index()) else { return };
                    let from = Clone::clone(&player.$player);
                    if from != to {
                        self.record(Change::$Player($crate::table::PlayerChange { seat, from, to }));
                    }
                }
            )*
            $(
                #[doc = concat!("Sets ", $table_name, ".")]
                pub fn $set(&mut self, to: $table_type) {
                    let from = Clone::clone(&self.state().$($path).+);
                    if from != to {
                        self.record(Change::$Table($crate::table::TableChange { from, to }));
                    }
                }
            )*
        }
    };
}
pub(crate) use changes;
