//! Entries on the board that aren't yet an event: the selected unit, the enemy with a forecast, a hint, an offer.

use crate::session::DraftView;
use serde::{Deserialize, Serialize};

use super::view::{Action, View, moves};
use crate::table::Reason;
use crate::table::skirminion::{
    Activation, Command, Half, HalfDone, Rules, Side, Square, State, Unit, decide, destinations, forecast, half_attack,
    half_move, targets,
};
use crate::view::UiAction;

/// Entries that aren't yet an event.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// The unit that was touched.
    pub selected: Option<Square>,
    /// The enemy whom it may attack, with a forecast.
    pub target: Option<Square>,
    /// A square that was touched and is not possible.
    pub refused: Option<Square>,
    /// The current advice.
    pub hint: Advice,
    /// The current draw offer.
    pub offer: Option<Offer>,
    /// People let the table play on after they have taken something back.
    pub goes_on: bool,
}

/// A hint, as far as it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Advice {
    /// Nobody has asked.
    #[default]
    No,
    /// It is being searched for.
    Asked,
    /// There it is.
    Found(Activation),
}

/// An offer of a draw; it holds until the other side has activated a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The player who offers.
    pub by: Side,
    /// How many activations had ended by then.
    pub at: u32,
    /// The table has declined.
    #[serde(default)]
    pub declined: bool,
}

/// One thing that is entered.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "they are called as the fields of the draft")]
pub enum Entry {
    Select(Option<Square>),
    Target(Option<Square>),
    Refused(Square),
    AskHint,
    Hint(Activation),
    Offer(Side),
    Decline,
    GoOn,
}

impl DraftView<Rules> for Draft {
    /// Enters something.
    fn enter(&mut self, state: &State, entry: Entry) {
        if !matches!(entry, Entry::Offer(_) | Entry::Decline | Entry::GoOn) {
            self.refused = None;
        }
        match entry {
            Entry::Select(at) => (self.selected, self.target) = (at, None),
            Entry::Target(at) => self.target = at,
            Entry::Refused(at) => self.refused = Some(at),
            Entry::AskHint => (self.hint, self.target) = (Advice::Asked, None),
            Entry::Hint(activation) => self.hint = Advice::Found(activation),
            Entry::Offer(by) => self.offer = Some(Offer { by, at: state.activations, declined: false }),
            Entry::Decline => {
                if let Some(offer) = &mut self.offer {
                    offer.declined = true;
                }
            }
            Entry::GoOn => self.goes_on = true,
        }
    }

    /// The table has changed: what no longer fits it goes.
    fn prune(&mut self, state: &State) {
        let turn = state.turn();
        let own = |at: &Square| turn.is_some() && state.position.board.side(*at) == turn;
        self.selected = state.half.map(|half| half.at).or(self.selected).filter(own);
        let unit = self.selected;
        self.target =
            self.target.filter(|target| unit.is_some_and(|unit| half_attack(state, unit, *target).is_empty()));
        self.refused = None;
        self.hint = Advice::No;
        self.offer = self.offer.filter(|offer| turn.is_some() && state.activations < offer.at + 2);
        self.goes_on = false;
    }
}

impl Draft {}

/// The unit that is being activated: the one that has begun, or the one that was touched.
pub fn in_hand(view: View<'_>) -> Option<Square> {
    view.state.half.map(|half| half.at).or(view.draft.selected).filter(|_| view.state.turn().is_some())
}

/// The squares that the unit in hand can move to, and whether that is a retreat (K12).
pub fn reached(state: &State, unit: Square) -> (Vec<Square>, bool) {
    let all = Square::all().filter(|at| half_move(state, unit, *at).is_empty()).collect();
    let retreats = state.half.is_none() && !targets(&state.position.board, state.position.turn, unit).is_empty();
    (all, retreats)
}

/// The enemies that the unit in hand can attack.
pub fn attacked(state: &State, unit: Square) -> Vec<Square> {
    targets(&state.position.board, state.position.turn, unit)
        .filter(|at| half_attack(state, unit, *at).is_empty())
        .collect()
}

/// Everything against what a touch of a square would mean now; nothing where it is possible.
pub fn objections(state: &State, unit: Option<Square>, at: Square) -> Vec<Reason> {
    let begin = || decide(state, &Command::End { unit: at }).reasons;
    let Some(unit) = unit else { return begin() };
    match state.position.board.side(at) {
        Some(side) if side == state.position.turn => begin(),
        Some(_) => half_attack(state, unit, at),
        None => half_move(state, unit, at),
    }
}

/// Returns the actions for a tap on a square.
pub fn touched(view: View<'_>, at: Square) -> Vec<Action> {
    let state = view.state;
    let Some(turn) = state.turn().filter(|side| moves(view, *side)) else { return Vec::new() };
    let unit = in_hand(view);
    let enter = |entry| vec![UiAction::Enter(entry)];
    if !objections(state, unit, at).is_empty() {
        return enter(Entry::Refused(at));
    }
    match (unit, state.position.board.side(at)) {
        (Some(unit), Some(side)) if side == turn && unit == at => {
            if state.half.is_some() {
                Vec::new()
            } else {
                enter(Entry::Select(None))
            }
        }
        (_, Some(side)) if side == turn => enter(Entry::Select(Some(at))),
        (Some(unit), Some(_)) if view.draft.target == Some(at) => attack(state, unit, at),
        (_, Some(_)) => enter(Entry::Target(Some(at))),
        (Some(unit), None) => go(state, unit, at),
        (None, None) => Vec::new(),
    }
}

/// Returns the actions for dragging a unit to another square: a move there, or an attack on its unit.
pub fn dragged(view: View<'_>, from: Square, to: Square) -> Vec<Action> {
    let state = view.state;
    let Some(turn) = state.turn().filter(|side| moves(view, *side)) else { return Vec::new() };
    if from == to || state.position.board.side(from) != Some(turn) {
        return Vec::new();
    }
    let enter = |entry| vec![UiAction::Enter(entry)];
    // Half an activation is of one unit.
    if state.half.is_some_and(|half| half.at != from) {
        return enter(Entry::Refused(from));
    }
    match state.position.board.side(to) {
        Some(side) if side == turn => enter(Entry::Refused(to)),
        Some(_) if half_attack(state, from, to).is_empty() => attack(state, from, to),
        None if half_move(state, from, to).is_empty() => go(state, from, to),
        _ => vec![UiAction::Enter(Entry::Select(Some(from))), UiAction::Enter(Entry::Refused(to))],
    }
}

/// An attack, and the end of the activation where the unit could do nothing more.
pub fn attack(state: &State, by: Square, on: Square) -> Vec<Action> {
    then_end(state, Command::Attack { by, on }, by)
}

/// A move, and the end of the activation where the unit could do nothing more.
fn go(state: &State, from: Square, to: Square) -> Vec<Action> {
    then_end(state, Command::Move { from, to }, to)
}

fn then_end(state: &State, command: Command, unit: Square) -> Vec<Action> {
    let ends = half_after(state, &command).is_some_and(|(after, half)| !goes_on(&after, half));
    let end = ends.then_some(UiAction::Do(Command::End { unit }));
    std::iter::once(UiAction::Do(command)).chain(end).collect()
}

/// The board after half an activation, where the unit may do the other half as far as K6 goes.
fn half_after(state: &State, command: &Command) -> Option<(State, Half)> {
    if state.half.is_some() {
        return None;
    }
    let mut after = state.clone();
    let (board, turn) = (&mut after.position.board, state.position.turn);
    let half = match *command {
        Command::Move { from, to } if targets(&state.position.board, turn, from).is_empty() => {
            let unit = board.unit(from);
            board.put(from, None);
            board.put(to, unit);
            Half { at: to, done: HalfDone::Moved }
        }
        Command::Attack { by, on } => {
            let losses = forecast(board, turn, by, on);
            for (at, side, health) in [(by, turn, losses.attacker.after), (on, turn.other(), losses.defender.after)] {
                board.put(at, Some(Unit { side, health }));
            }
            Half { at: by, done: HalfDone::Attacked }
        }
        _ => return None,
    };
    let alive = after.position.board.side(half.at) == Some(turn);
    (alive && !after.position.is_decided()).then_some((after, half))
}

/// True if a unit can act again after half of its activation.
fn goes_on(state: &State, half: Half) -> bool {
    let (board, turn) = (&state.position.board, state.position.turn);
    let contact = targets(board, turn, half.at);
    match half.done {
        HalfDone::Moved => !contact.is_empty(),
        HalfDone::Attacked => contact.is_empty() && !destinations(board, turn, half.at).is_empty(),
    }
}
