//! The rulings that a group may settle another way, each on or off (R2, R7, R10, R10a, R12, R13).

use crate::game::{Rulings, rule};
use crate::shared::switches::{Line, Switch};

const LINES: [Line<Rulings>; 6] = [
    Line {
        title: "Trip at any time",
        text: "an attack can be tripped even after it was answered",
        number: rule!("R10a"),
        get: |rulings| rulings.trip_any_time,
        set: |rulings, on| rulings.trip_any_time = on,
    },
    Line {
        title: "Trip cancels one card",
        text: "the rest of the attack goes on without it",
        number: rule!("R10"),
        get: |rulings| rulings.trip_one_card,
        set: |rulings, on| rulings.trip_one_card = on,
    },
    Line {
        title: "Rend deals damage",
        text: "it also deals the damage of the default attack",
        number: rule!("R7"),
        get: |rulings| rulings.rend_damage,
        set: |rulings, on| rulings.rend_damage = on,
    },
    Line {
        title: "Turn over for health only",
        text: "the weapon stays face up while you recover equipment",
        number: rule!("R2"),
        get: |rulings| rulings.turn_for_health,
        set: |rulings, on| rulings.turn_for_health = on,
    },
    Line {
        title: "Spare Shields",
        text: "you can recover a Shield even if none is in the pile",
        number: rule!("R12"),
        get: |rulings| rulings.spare_shields,
        set: |rulings, on| rulings.spare_shields = on,
    },
    Line {
        title: "Everyone regains",
        text: "in Highlander, everyone regains health at the end of every turn",
        number: rule!("R13"),
        get: |rulings| rulings.all_regain,
        set: |rulings, on| rulings.all_regain = on,
    },
];

/// The switches as they are.
pub fn switches(rulings: &Rulings) -> Vec<Switch> {
    Line::switches(&LINES, rulings)
}

/// Turns the switch of a number on or off.
pub fn toggle(rulings: &mut Rulings, index: usize) {
    if let Some(Line { get, set, .. }) = LINES.get(index) {
        set(rulings, !get(rulings));
    }
}
