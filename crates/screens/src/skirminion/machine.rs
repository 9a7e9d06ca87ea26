//! The table plays a side, and gives hints: it thinks a little between two frames, and shows one half of an activation after the
//! other.

use crate::session::PanelState;
use std::collections::VecDeque;

use super::draft::{Advice, Entry};
use super::view::{Action, View};
use crate::table::Entry as JournalEntry;
use crate::table::skirminion::{
    Command, Half, HalfDone, Opponent, Position, Rules, Side, State, Strength, Table, Verdict, commands, decide,
    forecast, targets,
};
use crate::view::UiAction;

/// How long people see that the table thinks before it acts, in seconds.
const MIN_THINKING_SECS: f64 = 0.5;
/// No move takes it longer, in seconds.
const MAX_THINKING_SECS: f64 = 0.95;
/// Between the halves of an activation, in seconds.
const PAUSE_SECS: f64 = 0.7;
/// Positions between two looks at the clock: about a millisecond for a page on a slow tablet.
const SLICE: u64 = 300;

/// The machine that plays a side.
#[derive(Default)]
pub struct Machine {
    work: Option<Work>,
    /// Stays from one activation to the next: what it found for one is of use for those that follow.
    opponent: Option<Box<Opponent>>,
}

impl Machine {
    /// True if the machine is computing for this side.
    pub fn thinks(&self) -> bool {
        self.work.is_some()
    }

    /// When it goes on: seconds from now.
    pub fn next_change(&self, now: f64) -> Option<f64> {
        let work = self.work.as_ref()?;
        Some(if work.decided { (work.next - now).max(0.0) } else { 0.0 })
    }
}

/// Requests to a machine.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    Play(Strength),
    Hint,
}

struct Work {
    task: Task,
    /// The position where it started; a different position restarts it.
    at: (Position, Option<Half>),
    since: f64,
    decided: bool,
    /// The halves of an activation that are still to be shown.
    queue: VecDeque<Command>,
    /// When the next of them is.
    next: f64,
}

/// True if the machine continues on its own side's turn: after an undo or redo, it waits for confirmation.
pub fn goes_on(view: View<'_>, table: &Table) -> bool {
    view.draft.goes_on || matches!(table.entries().last(), Some(JournalEntry::Did(_)))
}

fn task(view: View<'_>, table: &Table, side: Side) -> Option<Task> {
    match view.state.machines.of(side) {
        Some(strength) => goes_on(view, table).then_some(Task::Play(strength)),
        None => (view.draft.hint == Advice::Asked && view.state.half.is_none()).then_some(Task::Hint),
    }
}

/// Thinks for a moment; gives what the table does.
pub fn tick(
    panels: &mut [PanelState<Rules>],
    view: View<'_>,
    table: &Table,
    now: f64,
    time_left: &mut dyn FnMut() -> bool,
) -> Vec<Action> {
    let turn = view.state.turn();
    let asked = turn.and_then(|side| Some((side, task(view, table, side)?)));
    for (panel, side) in panels.iter_mut().zip(Side::BOTH) {
        if asked.is_none_or(|(asked, _)| asked != side) {
            panel.work.work = None;
        }
    }
    let Some((side, task)) = asked else { return Vec::new() };
    let Some(panel) = panels.get_mut(side.index()) else { return Vec::new() };
    let Machine { work: kept, opponent } = &mut panel.work;
    let opponent = opponent.get_or_insert_default();
    let at = (view.state.position, view.state.half);
    let fits = |work: &Work| work.task == task && (work.at == at || !work.queue.is_empty());
    let work = match &mut *kept {
        Some(work) if fits(work) => work,
        work => work.insert(Work::begin(opponent, view.state, table, task, now)),
    };
    let actions = work.step(opponent, view, side, now, time_left);
    if work.decided && work.queue.is_empty() {
        *kept = None;
    }
    actions
}

impl Work {
    fn begin(opponent: &mut Opponent, state: &State, table: &Table, task: Task, now: f64) -> Self {
        let strength = match task {
            Task::Play(strength) => strength,
            Task::Hint => Strength::Hard,
        };
        let position = state.position;
        let past = state.seen.keys().filter(|seen| **seen != position);
        opponent.begin(&position, past, strength, seed(table));
        let at = (position, state.half);
        Self { task, at, since: now, decided: false, queue: VecDeque::new(), next: now }
    }

    fn step(
        &mut self,
        opponent: &mut Opponent,
        view: View<'_>,
        side: Side,
        now: f64,
        time_left: &mut dyn FnMut() -> bool,
    ) -> Vec<Action> {
        if !self.decided {
            return self.think(opponent, view, side, now, time_left);
        }
        if now < self.next {
            return Vec::new();
        }
        self.next = now + PAUSE_SECS;
        let command = self.queue.pop_front();
        // People may have set a square meanwhile: then it thinks again.
        let possible = |command: &Command| decide(view.state, command).reasons.is_empty();
        let Some(command) = command.filter(possible) else {
            self.queue.clear();
            return Vec::new();
        };
        // The end of an activation changes nothing that is seen.
        let end = self.queue.pop_front_if(|next| matches!(next, Command::End { .. }));
        [Some(command), end].into_iter().flatten().map(UiAction::Do).collect()
    }

    fn think(
        &mut self,
        opponent: &mut Opponent,
        view: View<'_>,
        side: Side,
        now: f64,
        time_left: &mut dyn FnMut() -> bool,
    ) -> Vec<Action> {
        if let (Task::Play(_), Some(half)) = (self.task, view.state.half) {
            // The program ended between two halves, or a person had begun.
            self.decide([rest_of(view.state, half)], now);
            return Vec::new();
        }
        let mut ready = now - self.since >= MAX_THINKING_SECS;
        while !ready {
            ready = opponent.think(SLICE);
            if !time_left() {
                break;
            }
        }
        let least = if self.task == Task::Hint { 0.0 } else { MIN_THINKING_SECS };
        if !ready || now - self.since < least {
            return Vec::new();
        }
        let Some(verdict) = opponent.verdict() else { return Vec::new() };
        match self.task {
            Task::Hint => {
                self.decided = true;
                vec![UiAction::Enter(Entry::Hint(verdict.activation))]
            }
            Task::Play(_) => self.answer(view, side, verdict, now),
        }
    }

    /// Answers an offer of a draw, and decides on an activation.
    fn answer(&mut self, view: View<'_>, side: Side, verdict: Verdict, now: f64) -> Vec<Action> {
        let offered = view.draft.offer.is_some_and(|offer| offer.by != side && !offer.declined);
        let alone = view.state.machines.0.iter().all(Option::is_some) && view.state.offers_draw();
        // The table agrees where it does not stand better, and with itself where it goes round in circles.
        if alone || offered && verdict.score <= 0 {
            self.decided = true;
            return vec![UiAction::Do(Command::Agree)];
        }
        self.decide(commands(&view.state.position, verdict.activation), now);
        if offered { vec![UiAction::Enter(Entry::Decline)] } else { Vec::new() }
    }

    fn decide(&mut self, commands: impl IntoIterator<Item = Command>, now: f64) {
        self.decided = true;
        self.queue = commands.into_iter().collect();
        self.next = now;
    }
}

/// Returns the command that completes a half activation: an attack if it gains more than it costs.
fn rest_of(state: &State, half: Half) -> Command {
    let (board, turn) = (&state.position.board, state.position.turn);
    let gain = |on| {
        let losses = forecast(board, turn, half.at, on);
        let cost = |loss: crate::table::skirminion::Loss| i32::from(loss.before) - i32::from(loss.after);
        cost(losses.defender) - cost(losses.attacker)
    };
    let best = targets(board, turn, half.at).filter(|_| half.done == HalfDone::Moved).max_by_key(|on| gain(*on));
    match best.filter(|on| gain(*on) >= 0) {
        Some(on) => Command::Attack { by: half.at, on },
        None => Command::End { unit: half.at },
    }
}

/// Games that begin at different times take different paths. Within a game the seed is constant, so the machine can
/// reuse its results.
fn seed(table: &Table) -> u64 {
    let begun = table.done().iter().rfind(|event| matches!(event.command, Command::Begin(_)));
    begun.map_or(0, |event| event.time.0)
}
