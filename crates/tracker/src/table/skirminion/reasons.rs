//! Reasons against something at the table, besides those of the board itself.

use super::{MOST_HEALTH, Side, Square};
use crate::game::rule;
use crate::rules::Reason;

/// Objects because another unit has done half of its activation.
pub(super) fn another(unit: Square) -> Reason {
    let text = format!("the unit on {unit} has begun its activation, and ends it first");
    Reason::absolute(rule!("K5"), format!("{unit} has begun"), text)
}

/// Objects because the unit has done this half already.
pub(super) fn done_before(short: &str, unit: Square, did: &str, what: &str) -> Reason {
    Reason::absolute(rule!("K6"), short, format!("the unit on {unit} has {did}: an activation has one {what}"))
}

pub(super) fn too_much_health(health: u8) -> Reason {
    let text = format!("a die shows {MOST_HEALTH} at most, not {health}");
    Reason::absolute(rule!("K3"), "6 at most", text)
}

pub(super) fn too_many_units(side: Side) -> Reason {
    Reason::absolute(rule!("K1"), "8 at most", format!("{side} has eight units, and there are no more dice"))
}

/// Objects because no game has begun.
pub(super) fn not_begun() -> Reason {
    Reason::absolute(rule!("K2"), "not begun", "no game has begun: say first who begins")
}
