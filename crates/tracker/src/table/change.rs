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
