//! Descriptions of warriors for the table, for players, and for screen readers.

use super::view::View;
use crate::table::warband::{Mark, Side, State, Status, Warrior, WarriorRef, Who};

/// A warrior as commands name it.
pub fn named(state: &State, who: Who) -> WarriorRef {
    WarriorRef::new(state.side(who.seat).map_or("", |side| &side.name), who.no)
}

/// A warrior's name.
pub fn name(state: &State, who: Who) -> &str {
    state.warrior(who).map_or("", |warrior| &warrior.spec.name)
}

/// A name where there is little room: its first word, or the second of two where the first is short: "Tansy" for "Old Tansy".
pub fn short(name: &str) -> &str {
    let mut words = name.split(' ');
    match (words.next().unwrap_or_default(), words.next(), words.next()) {
        (first, Some(second), None) if first.chars().count() <= 3 => second,
        (first, ..) => first,
    }
}

/// "North, 5, Wat"
pub fn title(state: &State, who: Who) -> String {
    let side = state.side(who.seat).map_or("", |side| side.name.as_str());
    format!("{side}, {}, {}", who.no, name(state, who))
}

/// "North, 5, Wat: stunned, 1 wound, ran"
pub fn label(state: &State, who: Who) -> String {
    let Some(warrior) = state.warrior(who) else { return String::new() };
    let now = warrior.now;
    let mut said = vec![now.status.words().to_owned()];
    if now.is_in() {
        said.push(wounds(now.wounds));
    }
    said.extend(now.falling.map(|inches| format!("falls {inches} inches")));
    said.extend(now.marks.iter().map(|mark| mark.words().to_owned()));
    format!("{}: {}", title(state, who), said.join(", "))
}

/// "1 wound"
pub fn wounds(wounds: u8) -> String {
    if wounds == 1 { "1 wound".to_owned() } else { format!("{wounds} wounds") }
}

/// How a warrior is, in a word or two for its tile.
pub fn state_of(warrior: &Warrior, leads: bool) -> String {
    let now = warrior.now;
    if let Some(inches) = now.falling {
        return format!("falls {inches}″");
    }
    let status = match now.status {
        Status::Standing => "",
        Status::KnockedDown => "down",
        Status::Fleeing if now.has(Mark::Alone) => "alone, flees",
        Status::Stunned | Status::Fleeing => now.status.words(),
        Status::Out => "out",
    };
    if !status.is_empty() {
        return status.to_owned();
    }
    // Spells, shots and tests are mentioned if there is room.
    let told = [
        Mark::Hidden,
        Mark::FailedCharge,
        Mark::Fell,
        Mark::Dived,
        Mark::Charged,
        Mark::Ran,
        Mark::Rallied,
        Mark::Stood,
        Mark::Shot,
        Mark::Cast,
    ];
    let first = told.into_iter().find(|mark| now.has(*mark)).map(Mark::words);
    first.unwrap_or(if leads { "leads" } else { "" }).to_owned()
}

/// A status in one short word.
pub fn status_in_short(status: Status) -> &'static str {
    match status {
        Status::KnockedDown => "down",
        Status::Out => "out",
        Status::Standing | Status::Stunned | Status::Fleeing => status.words(),
    }
}

/// How a warrior is, for a tile with little room.
pub fn state_in_short(warrior: &Warrior, leads: bool) -> String {
    let now = warrior.now;
    if now.falling.is_none() && now.status == Status::Fleeing { "flees".to_owned() } else { state_of(warrior, leads) }
}

/// Whose Leadership a rout test is against now (W36): "Ysolt Crow leads, Ld 8".
pub fn leadership(side: &Side) -> String {
    let (Some(no), Some(target)) = (side.rout_leader(), side.rout_target()) else {
        return "no one is left to lead".to_owned();
    };
    let name = side.warrior(no).map_or("", |warrior| warrior.spec.name.as_str());
    if side.leader() == Some(no) {
        format!("{name} leads, Ld {target}")
    } else {
        format!("{name}’s Ld {target} counts for the rout test")
    }
}

/// How far a side is from its rout test (W36), in a line for people, and whether the test is due at its next turn.
pub fn rout(view: View<'_>, side: &Side) -> (String, bool) {
    let (out, start) = (side.out(), side.warriors.len());
    let quarter = crate::table::warband::quarter(start);
    let target = side.rout_target().map_or_else(|| "lost".to_owned(), |target| format!("2D6 ≤ {target}"));
    match quarter.saturating_sub(out) {
        _ if view.state.over.is_some() => (String::new(), false),
        0 => (format!("rout test each turn: {target}"), true),
        1 => (format!("next out: rout test, {target}"), false),
        more => (format!("{more} more out: rout test, {target}"), false),
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn short_names_are_those_that_tell_people_apart() {
        let names = ["Old Tansy", "Sir Odo", "Ysolt Crow", "Wat", "Wat the Reed", "Big Hob", ""];
        assert_eq!(names.map(short), ["Tansy", "Odo", "Ysolt", "Wat", "Wat", "Hob", ""]);
    }
}
