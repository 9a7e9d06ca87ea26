//! Commands of the screens, and what the rules say of them.

use super::view::{Action, OwnSheet, View};
use super::wording::named;
use crate::table::Rules as _;
use crate::table::warband::{Command, Dice, Rolled, Set, Who, Wound};
use crate::table::{Reason, Refusal};

/// No wound asks for more dice than that.
const MOST_DICE: usize = 12;

/// Everything against a command.
pub fn refusal(view: View<'_>, command: &Command) -> Option<Refusal> {
    view.rules.decide(view.state, command).refusal(false)
}

/// The first reason against a command, if there is one.
pub fn reason(view: View<'_>, command: &Command) -> Option<Reason> {
    refusal(view, command)?.reasons.into_iter().next()
}

/// True if a command is impossible even by agreement.
pub fn is_impossible(view: View<'_>, command: &Command) -> bool {
    view.rules.decide(view.state, command).refusal(true).is_some()
}

/// How many dice a command takes, which is made of dice: the fewest with which it can be. None where no number will do.
pub fn dice_needed(view: View<'_>, command: impl Fn(Dice) -> Command) -> Option<usize> {
    (0..=MOST_DICE).find(|count| !is_impossible(view, &command(Dice(vec![1; *count]))))
}

/// One wound that was not saved, of which nothing else is said.
pub fn plain_wound(view: View<'_>, who: Who) -> Wound {
    Wound {
        wound: named(view.state, who),
        wounds: 1,
        injury: Dice::default(),
        by: None,
        critical: false,
        needs: None,
        poison: false,
        rolled: Rolled::People,
    }
}

/// A touch of a warrior's wounds: one less, or the question for the injury where that takes a die (W24).
pub fn wound(view: View<'_>, who: Who) -> Option<Action> {
    let wound = plain_wound(view, who);
    let with = |injury| Command::Wound(Wound { injury, ..wound.clone() });
    Some(match dice_needed(view, with) {
        Some(1..) => Action::Open(who.seat, OwnSheet::Injury(who).into()),
        _ => Action::Do(Command::Wound(wound)),
    })
}

/// One wound more, as a correction.
pub fn one_more(view: View<'_>, who: Who) -> Option<Action> {
    let now = view.state.warrior(who)?.now;
    let set = named(view.state, who);
    let wounds = Some(now.wounds.checked_add(1)?);
    Some(Action::Do(Command::Set(Set { set, wounds, status: None, marks: None })))
}
