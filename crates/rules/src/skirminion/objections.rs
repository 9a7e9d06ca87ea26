//! Why an activation is against the rules: every reason, each with the number of its rule.

use super::{Activation, Board, Order, Over, Position, Side, Square, Squares, forecast};
use crate::Reason;
use crate::game::rule;

/// Objects because the game is over.
pub fn game_over(over: Over) -> Reason {
    let text = match over {
        Over::Won(side) => format!("the game is over: {side} has destroyed all enemies"),
        Over::NobodyLeft => "the game is over: an attack has left neither side a unit".into(),
        Over::Agreed => "the game is over: both agreed on a draw".into(),
        Over::Resigned(side) => format!("the game is over: {side} has resigned"),
    };
    Reason::absolute(rule!("K9"), "the game is over", text)
}

/// Returns all objections to an activation; none if it is [`legal`](super::legal()).
pub fn objections(position: &Position, activation: Activation) -> Vec<Reason> {
    if let Some(over) = Over::of(position) {
        return vec![game_over(over)];
    }
    let Position { board, turn } = position;
    let unit = activation.unit();
    if let Some(reason) = not_to_activate(board, *turn, unit) {
        return vec![reason];
    }
    match (activation.destination(), activation.target()) {
        (None, None) => Vec::new(),
        (Some(to), None) => against_move(board, *turn, unit, to),
        (None, Some(target)) => against_attack(board, *turn, unit, target),
        (Some(to), Some(target)) if activation.order() == Order::MoveFirst => {
            let mut reasons = against_move(board, *turn, unit, to);
            reasons.extend(against_attack_after_move(board, *turn, unit));
            // The unit itself cannot be its target, and has left its square by then.
            reasons.extend(against_attack(board, *turn, to, target));
            reasons
        }
        (Some(to), Some(target)) => {
            let mut reasons = against_attack(board, *turn, unit, target);
            if reasons.is_empty() {
                let (after, survives) = attacked(board, *turn, unit, target);
                reasons = if survives {
                    against_move_after_attack(&after, *turn, unit, to)
                } else {
                    let text = format!("the attack destroys the unit on {unit} itself, and it cannot move");
                    vec![Reason::absolute(rule!("K7"), "destroyed by then", text)]
                };
            }
            reasons
        }
    }
}

/// Objects to activating the unit on a square.
pub fn not_to_activate(board: &Board, turn: Side, unit: Square) -> Option<Reason> {
    match board.side(unit) {
        None => Some(Reason::absolute(
            rule!("K5"),
            "no unit here",
            format!("no unit is on {unit}, and a turn activates one"),
        )),
        Some(side) if side != turn => {
            let text = format!("the unit on {unit} is {side}'s, and it is {turn} that activates a unit now");
            Some(Reason::absolute(rule!("K5"), "not yours", text))
        }
        Some(_) => None,
    }
}

/// Returns all objections to a move of a unit of `side` that hasn't attacked.
pub fn against_move(board: &Board, side: Side, unit: Square, to: Square) -> Vec<Reason> {
    let retreats = !super::targets(board, side, unit).is_empty();
    let mut reasons = against_steps(board, side, unit, to, retreats);
    let touched = super::targets(board, side, to);
    if retreats && !touched.is_empty() && to != unit {
        let text = format!(
            "a unit that retreats must not touch an enemy on its new square, and {to} touches {}",
            list(touched)
        );
        reasons.push(Reason::absolute(rule!("K12"), still(touched), text));
    }
    reasons
}

/// Returns all objections to a move of a unit that has attacked; the board is the one after the attack.
pub fn against_move_after_attack(board: &Board, side: Side, unit: Square, to: Square) -> Vec<Reason> {
    let mut reasons = against_steps(board, side, unit, to, false);
    let touched = super::targets(board, side, unit);
    if !touched.is_empty() {
        let text = format!("the unit on {unit} still touches {} after its attack, and cannot move", list(touched));
        reasons.push(Reason::absolute(rule!("K11"), still(touched), text));
    }
    reasons
}

/// Objects to an attack after a move from a square.
pub fn against_attack_after_move(board: &Board, side: Side, from: Square) -> Option<Reason> {
    let touched = super::targets(board, side, from);
    (!touched.is_empty()).then(|| {
        let text = format!("the unit on {from} retreats from {}: its activation ends with the move", list(touched));
        Reason::absolute(rule!("K12"), "retreat ends it", text)
    })
}

/// Returns all objections to an attack by a unit of `side` that is on `unit`, or will be by then.
pub fn against_attack(board: &Board, side: Side, unit: Square, target: Square) -> Vec<Reason> {
    let mut reasons = Vec::new();
    match board.side(target) {
        None => {
            let text = format!("no unit is on {target}: an attack needs an enemy");
            reasons.push(Reason::absolute(rule!("K16"), "nobody to attack", text));
        }
        Some(owner) if owner == side => {
            let text = format!("the unit on {target} is {side}'s own: an attack is against an enemy");
            reasons.push(Reason::absolute(rule!("K16"), "a friend", text));
        }
        Some(_) => (),
    }
    if !unit.neighbours().contains(target) {
        let text = format!("{unit} does not touch {target}: an attack is against an enemy in contact");
        reasons.push(Reason::absolute(rule!("K16"), "not in contact", text));
    }
    reasons
}

/// Returns the objections to the path itself.
fn against_steps(board: &Board, side: Side, unit: Square, to: Square, retreats: bool) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if to == unit {
        reasons.push(Reason::absolute(
            rule!("K13"),
            "it stands here",
            format!("the unit is already on {to}: a move leads to another square"),
        ));
        return reasons;
    }
    if let Some(owner) = board.side(to) {
        let (short, whose) =
            if owner == side { ("a friend is here", "a friend") } else { ("an enemy is here", "an enemy") };
        reasons.push(Reason::absolute(rule!("K13"), short, format!("{whose} is on {to}")));
    }
    let strong = board.strong().contains(unit);
    match (unit.distance(to), unit.halfway(to)) {
        (1, _) => (),
        _ if retreats => {
            let text = format!("a unit that retreats makes one step, and {to} is further than that from {unit}");
            reasons.push(Reason::absolute(rule!("K15"), "retreat: one step", text));
        }
        _ if !strong => {
            let text = format!("a unit of 3 health or less makes one step, and {to} is further than that from {unit}");
            reasons.push(Reason::absolute(rule!("K15"), "3 or less: 1 step", text));
        }
        (_, Some(halfway)) => {
            if let Some(owner) = board.side(halfway) {
                let (article, who) = if owner == side { ("a", "friend") } else { ("an", "enemy") };
                let text = format!("{article} {who} is in the way, on {halfway}");
                reasons.push(Reason::absolute(rule!("K14"), format!("{who} in the way"), text));
            }
        }
        (2, None) => {
            let text = format!("two steps are straight, along a row or a column, and {to} is not so from {unit}");
            reasons.push(Reason::absolute(rule!("K14"), "not straight", text));
        }
        _ => {
            let text =
                format!("a unit of 4 health or more makes two straight steps at most, and {to} is further from {unit}");
            reasons.push(Reason::absolute(rule!("K14"), "too far", text));
        }
    }
    reasons
}

/// Returns the board after an attack, and true if the attacker survives it.
pub fn attacked(board: &Board, side: Side, unit: Square, target: Square) -> (Board, bool) {
    let forecast = forecast(board, side, unit, target);
    let mut after = *board;
    after.set(side, unit, forecast.attacker.after);
    after.set(side.other(), target, forecast.defender.after);
    (after, forecast.attacker.after > 0)
}

/// Formats a list: "c5 and d5".
fn list(squares: Squares) -> String {
    let names: Vec<String> = squares.map(|at| at.to_string()).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => String::new(),
    }
}

fn still(touched: Squares) -> String {
    touched.first().map_or_else(String::new, |at| format!("still touches {at}"))
}
