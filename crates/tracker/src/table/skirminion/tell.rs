//! Describes events in sentences.

use std::sync::Arc;

use super::{Blow, Change, Command, Event, Over, Rules, Side, Square, State, targets};
use crate::table::Seat;
use crate::table::tell::{self, Part};

/// A sentence as it grows.
type Sentence<'a> = tell::Sentence<'a, Rules>;

/// Describes events that belong together in one sentence: "Orm moves d4 to d6 and attacks e7: takes 2 (4 left), loses 1
/// (5 left)".
pub(super) fn tell(before: &State, events: &[Arc<Event>]) -> Vec<Part> {
    let mut sentence = Sentence::new(before);
    for (index, event) in events.iter().enumerate() {
        command(&mut sentence, before, event, index > 0);
    }
    let changes = events.iter().flat_map(|event| &event.changes);
    for change in changes {
        if let Change::Over(over) = change
            && let Some(over) = over.to
        {
            end(&mut sentence, over);
        }
    }
    sentence.parts
}

fn command(sentence: &mut Sentence<'_>, before: &State, event: &Event, goes_on: bool) {
    let who = Seat::of_side(before.position.turn);
    match &event.command {
        Command::Begin(setup) => begin(sentence, setup.first, &event.changes),
        Command::Move { from, to } if goes_on => {
            sentence.say(format!(", then moves {from} to {to}"));
        }
        Command::Move { from, to } => {
            let retreats = !targets(&before.position.board, before.position.turn, *from).is_empty();
            let how = if retreats { "retreats" } else { "moves" };
            sentence.who(who).say(format!(" {how} {from} to {to}"));
        }
        Command::Attack { by, on } => {
            if goes_on {
                sentence.say(format!(", then attacks {on}"));
            } else {
                sentence.who(who).say(format!(" attacks {on} with {by}"));
            }
            for (blow, what) in event.outcomes.iter().zip([": takes ", "; loses "]) {
                sentence.say(format!("{what}{}", blow_text(blow)));
            }
        }
        Command::End { .. } if goes_on => {}
        Command::End { unit } => {
            let rested = event.changes.iter().find_map(|change| match change {
                Change::Unit { to: Some(unit), .. } => Some(unit.health),
                _ => None,
            });
            match rested {
                Some(health) => sentence.who(who).say(format!(" rests {unit}: {} → {health}", health - 1)),
                None => sentence.who(who).say(format!(" passes with {unit}")),
            };
        }
        // The end says it.
        Command::Agree | Command::Offer { answer: Some(true), .. } | Command::Resign { .. } => {}
        Command::Offer { by, answer } => {
            sentence.who(Seat::of_side(*by)).say(" offers a draw");
            if answer.is_some() {
                sentence.say("; ").who(Seat::of_side(by.other())).say(" plays on");
            }
        }
        Command::Set { at, unit: Some(unit) } => {
            sentence.say(format!("{at} set to a unit of {} with {} health", unit.side, unit.health));
        }
        Command::Set { at, unit: None } => {
            sentence.say(format!("{at} set to empty"));
        }
        Command::Machine { side, strength: Some(strength) } => {
            sentence.say(format!("The table plays {side}, {strength}"));
        }
        Command::Machine { side, strength: None } => {
            sentence.say(format!("A person plays {side}"));
        }
        // Described in the same way for every game.
        Command::Seat(_) => {}
    }
}

fn begin(sentence: &mut Sentence<'_>, first: Side, changes: &[Change]) {
    let Some(Change::Began(fresh)) = changes.first() else { return };
    let mut words = Sentence::new(fresh);
    words
        .say("A new game: ")
        .who(Seat::of_side(Side::Bone))
        .say(" with bone, ")
        .who(Seat::of_side(Side::Red))
        .say(" with red; ");
    words.who(Seat::of_side(first)).say(" begins");
    sentence.parts = words.parts;
}

/// Describes damage: "3, with c4 and d5 (4 left)".
fn blow_text(blow: &Blow) -> String {
    let helpers: Vec<String> = blow.helpers.iter().map(Square::to_string).collect();
    let with = match (helpers.is_empty(), blow.last_stand) {
        (false, _) => format!(", with {}", tell::list(&helpers)),
        (true, true) => ", in a last stand".to_owned(),
        (true, false) => String::new(),
    };
    let left = if blow.left == 0 { "destroyed".to_owned() } else { format!("{} left", blow.left) };
    format!("{}{with} ({left})", blow.taken)
}

fn end(sentence: &mut Sentence<'_>, over: Over) {
    let dash = if sentence.parts.is_empty() { "" } else { " — " };
    match over {
        Over::Won(side) => sentence.say(dash).who(Seat::of_side(side)).say(" has won"),
        Over::NobodyLeft => sentence.say(format!("{dash}no one is left: a draw")),
        Over::Agreed => sentence.say(format!("{dash}Both agree on a draw")),
        Over::Resigned(side) => {
            let (loser, winner) = (Seat::of_side(side), Seat::of_side(side.other()));
            sentence.say(dash).who(loser).say(" resigns; ").who(winner).say(" has won")
        }
    };
}

/// Returns a short label for the undo button: the notation of the activation so far.
pub(super) fn label(events: &[Arc<Event>]) -> String {
    let mut label = String::new();
    for event in events {
        let more = match &event.command {
            Command::Begin(_) => "the new game".to_owned(),
            Command::Move { from, to } if label.is_empty() => format!("{from}-{to}"),
            Command::Move { to, .. } => format!("-{to}"),
            Command::Attack { by, on } if label.is_empty() => format!("{by}x{on}"),
            Command::Attack { on, .. } => format!("x{on}"),
            Command::End { unit } if label.is_empty() => unit.to_string(),
            Command::End { .. } => String::new(),
            Command::Agree | Command::Offer { answer: Some(true), .. } => "the draw".to_owned(),
            Command::Offer { .. } => "the offer of a draw".to_owned(),
            Command::Resign { .. } => "the resignation".to_owned(),
            Command::Set { at, .. } => format!("{at} as set"),
            Command::Machine { side, .. } => format!("who plays {side}"),
            // Described in the same way for every game.
            Command::Seat(_) => String::new(),
        };
        label.push_str(&more);
    }
    label
}
