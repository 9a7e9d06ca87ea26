//! Describes events in sentences.

mod attack;
mod event;
mod short;

use std::sync::Arc;

use super::fight::Effect;
use super::{Event, Rules, State};
use crate::table::tell::{self, Part, list};

pub(super) use short::label;
pub use short::step;

/// A sentence as it grows.
type Sentence<'a> = tell::Sentence<'a, Rules>;

/// Events that go together, as one sentence; the state is the one before the first.
pub(super) fn tell(rules: &Rules, before: &State, events: &[Arc<Event>]) -> Vec<Part> {
    match events {
        [only] => event::tell(rules, before, only),
        taps => event::taps(before, taps),
    }
}

/// Describes the effects of an attack on gear and players.
pub fn effect(rules: &Rules, state: &State, effect: &Effect) -> Vec<Part> {
    attack::effect(rules, state, effect)
}
