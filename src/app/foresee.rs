//! What a command would bring, found by carrying it out on a copy of the table.

use std::sync::Arc;

use crate::table::{Command, Entry, Event, Reason, State, Table};

/// What a command would bring.
pub struct Foreseen {
    /// The event as it would be written.
    pub event: Arc<Event>,
    /// How everything would lie then.
    pub state: State,
}

/// What a command would bring, even where rules forbid it; nothing where it cannot be at all.
pub fn foresee(table: &Table, command: &Command) -> Option<Foreseen> {
    let mut copy = table.clone();
    let now = table.done().last().map(|event| event.time).unwrap_or_default();
    match copy.overrule(command.clone(), now) {
        Ok(Entry::Did(event)) => Some(Foreseen { event, state: copy.state().clone() }),
        _ => None,
    }
}

/// What is against a command.
pub fn against(table: &Table, command: &Command) -> Result<(), Vec<Reason>> {
    table.check(command).map_err(|refusal| refusal.reasons)
}
