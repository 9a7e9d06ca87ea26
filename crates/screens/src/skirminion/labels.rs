//! The texts of the panels.

use super::draft::{self, Advice};
use super::view::{View, is_machine, name};
use crate::table::Reason;
use crate::table::skirminion::{HalfDone, Hint, Loss, Over, Purpose, Side, Square, State, may_rest, targets};

/// The state of a side below its name, and in fewer words.
pub fn status(view: View<'_>, side: Side) -> [String; 2] {
    let say = |long: &str, short: &str| [long.to_owned(), short.to_owned()];
    match (view.state.turn(), view.state.machines.of(side)) {
        (None, _) => {
            let sums = sums(view.state, side);
            [sums.clone(), sums]
        }
        (Some(turn), Some(strength)) if turn == side => [format!("the table plays, {strength}"), strength.to_string()],
        (Some(turn), None) if turn == side => say("your activation", "to play"),
        (Some(_), Some(strength)) => [format!("the table, {strength}"), strength.to_string()],
        (Some(_), None) => say("plays next", "next"),
    }
}

/// "30 health · 7 units"
pub fn sums(state: &State, side: Side) -> String {
    let board = &state.position.board;
    let units = board.units(side);
    let health = board.health_of(units);
    format!("{health} health · {} unit{}", units.len(), if units.len() == 1 { "" } else { "s" })
}

/// Why the square that was touched is not possible, in a few words.
pub fn in_short(view: View<'_>) -> Option<String> {
    let at = view.draft.refused?;
    Some(draft::objections(view.state, draft::in_hand(view), at).into_iter().next()?.short)
}

/// Returns a heading, and the next step or the reason against it.
pub fn deed(view: View<'_>, side: Side) -> [String; 2] {
    let state = view.state;
    let say = |title: &str, text: &str| [title.to_owned(), text.to_owned()];
    let Some(turn) = state.turn() else {
        return match state.over {
            Some(Over::Won(won)) if won == side => say("Victory", "all enemies are destroyed"),
            Some(Over::Won(_)) => say("Defeat", "no unit is left"),
            Some(Over::NobodyLeft) => say("A draw", "neither side has a unit left"),
            Some(Over::Agreed) => say("A draw", "both agreed"),
            Some(Over::Resigned(gave_up)) if gave_up == side => say("Resigned", "the enemy has won"),
            Some(Over::Resigned(_)) => say("Victory", "the enemy has resigned"),
            None => say("", ""),
        };
    };
    if turn != side {
        return [String::new(), sums(state, side)];
    }
    if is_machine(view, side) {
        return say("The table plays", "");
    }
    if let Some(at) = view.draft.refused {
        let reasons = draft::objections(state, draft::in_hand(view), at);
        let text = reasons.iter().map(Reason::to_string).collect::<Vec<_>>().join("; ");
        return [format!("Not {at}"), view.book().about.in_book(&text)];
    }
    match view.draft.hint {
        Advice::Asked => return say("Hint", "the table is thinking"),
        Advice::Found(activation) => {
            let hint = Hint::new(&state.position, activation);
            return [format!("Hint: {activation}"), purpose(hint.purpose)];
        }
        Advice::No => {}
    }
    let Some(at) = draft::in_hand(view) else {
        let text =
            if state.offers_draw() { "third repetition: agree to a draw, or play on" } else { "tap one of your units" };
        return say("Activate a unit", text);
    };
    let health = state.position.board.health(at);
    match state.half.map(|half| half.done) {
        Some(HalfDone::Moved) => [format!("{at} has moved"), "tap an enemy to attack, or end".to_owned()],
        Some(HalfDone::Attacked) => [format!("{at} has attacked"), "tap a square to move on, or end".to_owned()],
        None => [format!("{at}, {health} health"), able(state, at)],
    }
}

/// Returns the options of a selected unit.
fn able(state: &State, at: Square) -> String {
    let (reached, retreats) = draft::reached(state, at);
    let foes = targets(&state.position.board, state.position.turn, at);
    let moves = match (reached.is_empty(), retreats) {
        (true, true) => "cannot retreat",
        (true, false) => "cannot move",
        (false, true) => "may retreat",
        (false, false) => "may move",
    };
    let attacks = if foes.is_empty() { "" } else { ", may attack" };
    let rests = if may_rest(&state.position, at) { ", may rest" } else { "" };
    format!("{moves}{attacks}{rests}")
}

fn purpose(purpose: Purpose) -> String {
    match purpose {
        Purpose::Wins => "it destroys the last enemy".to_owned(),
        Purpose::Destroys(target) => format!("it destroys {target}"),
        Purpose::Takes { target, taken, lost } => format!("it takes {taken} off {target} and loses {lost}"),
        Purpose::Rests => "it rests and gains 1".to_owned(),
        Purpose::Retreats => "it leaves contact".to_owned(),
        Purpose::Waits => "whatever moves is worse off".to_owned(),
        Purpose::Moves => "it takes a better place".to_owned(),
    }
}

/// Why one of two units that fight loses so much: "1 + f4", "2, last stand".
pub fn why(loss: &Loss) -> String {
    let mut said = vec!["1".to_owned()];
    said.extend(loss.helpers.map(|at| at.to_string()));
    let mut said = said.join(" + ");
    if loss.last_stand {
        said.push_str(" + 1 last stand");
    }
    if loss.gain > 0 {
        said.push_str(&format!(", then +{}", loss.gain));
    }
    said
}

/// "Asa offers a draw"
pub fn offer(view: View<'_>, side: Side) -> Option<String> {
    let offer = view.draft.offer?;
    Some(match (offer.by == side, offer.declined) {
        (true, true) => "the table plays on".to_owned(),
        (true, false) => "offered".to_owned(),
        (false, _) => format!("{} offers a draw", name(view, offer.by)),
    })
}
