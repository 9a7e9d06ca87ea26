//! The rulings that a group may settle another way, each on or off (R2, R7, R10, R10a, R12, R13).

use crate::app::shared::switches::Switch;
use crate::game::{RuleNumber, Rulings, rule};

/// A switch and its field.
struct Line {
    title: &'static str,
    text: &'static str,
    number: RuleNumber,
    field: fn(&mut Rulings) -> &mut bool,
}

const LINES: [Line; 6] = [
    Line {
        title: "Trip at any time",
        text: "an attack can be tripped even after it was answered",
        number: rule!("R10a"),
        field: |rulings| &mut rulings.trip_any_time,
    },
    Line {
        title: "Trip cancels one card",
        text: "the rest of the attack goes on without it",
        number: rule!("R10"),
        field: |rulings| &mut rulings.trip_one_card,
    },
    Line {
        title: "Rend deals damage",
        text: "it also deals the damage of the default attack",
        number: rule!("R7"),
        field: |rulings| &mut rulings.rend_damage,
    },
    Line {
        title: "Turn over for health only",
        text: "the weapon stays face up while you recover equipment",
        number: rule!("R2"),
        field: |rulings| &mut rulings.turn_for_health,
    },
    Line {
        title: "Spare Shields",
        text: "you can recover a Shield even if none is in the pile",
        number: rule!("R12"),
        field: |rulings| &mut rulings.spare_shields,
    },
    Line {
        title: "Everyone regains",
        text: "in Highlander, everyone regains health at the end of every turn",
        number: rule!("R13"),
        field: |rulings| &mut rulings.all_regain,
    },
];

/// The switches as they are.
pub fn switches(mut rulings: Rulings) -> Vec<Switch> {
    let switch = |line: &Line| {
        let Line { title, text, number, .. } = *line;
        Switch { title, text, number, on: *(line.field)(&mut rulings) }
    };
    LINES.iter().map(switch).collect()
}

/// Turns the switch of a number on or off.
pub fn toggle(rulings: &mut Rulings, index: usize) {
    if let Some(line) = LINES.get(index) {
        let on = (line.field)(rulings);
        *on = !*on;
    }
}
