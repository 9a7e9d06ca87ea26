//! A warrior's states as a grid of seals: what it is, what it may become, and what only people can say.

use egui::{Align2, Rect, Vec2, pos2, vec2};

use super::super::act;
use super::super::sign::Seal;
use super::super::view::{Action, Ui};
use super::super::wording::named;
use super::warrior::Page;
use super::warrior_actions::Touched;
use crate::canvas::{TextStyle, inset, radius};
use crate::form::GAP;
use crate::head;
use crate::letters::Face;
use crate::region::grid;
use crate::table::warband::{Command, Flee, Hide, Mark, Run, Set, Status, Warrior, WarriorRef, Who};
use crate::touch::Gesture;

/// A state of a warrior.
#[derive(Clone, Copy)]
enum State {
    Status(Status),
    Mark(Mark),
}

/// The states that have a seal, three in a row.
const ALL: [State; 9] = [
    State::Status(Status::KnockedDown),
    State::Status(Status::Stunned),
    State::Status(Status::Out),
    State::Mark(Mark::Hidden),
    State::Status(Status::Fleeing),
    State::Mark(Mark::Alone),
    State::Mark(Mark::Ran),
    State::Mark(Mark::Charged),
    State::Mark(Mark::Dived),
];

impl State {
    fn words(self) -> &'static str {
        match self {
            Self::Status(status) => status.words(),
            Self::Mark(mark) => mark.words(),
        }
    }

    /// Returns its name where there is little room.
    fn short(self) -> &'static str {
        match self {
            Self::Status(Status::KnockedDown) => "down",
            Self::Status(Status::Out) => "out",
            Self::Mark(Mark::Alone) => "alone",
            _ => self.words(),
        }
    }

    fn seal(self) -> Option<Seal> {
        match self {
            Self::Status(status) => Seal::of_status(status),
            Self::Mark(mark) => Seal::of_mark(mark),
        }
    }

    fn is_of(self, warrior: &Warrior) -> bool {
        match self {
            Self::Status(status) => warrior.now.status == status,
            Self::Mark(mark) => warrior.now.has(mark),
        }
    }

    /// Returns the correction that gives a warrior this state, or takes it.
    fn correction(self, who: WarriorRef, warrior: &Warrior, on: bool) -> Command {
        let mut set = Set { set: who, wounds: None, status: None, marks: None };
        match self {
            Self::Status(status) => set.status = Some(if on { status } else { Status::Standing }),
            Self::Mark(mark) => {
                let mut marks = warrior.now.marks;
                marks.set(mark, on);
                set.marks = Some(marks.iter().collect());
            }
        }
        Command::Set(set)
    }
}

/// The least height with a heading, in points.
const HEADED: f32 = 190.0;

/// Draws the states; gives what a tapped one asks for. A state that the rules have a command for is reached by it, all
/// others are set; a long press sets any state, whatever the rules say.
pub fn draw(ui: &mut Ui<'_, '_>, who: Who, warrior: &Warrior, rect: Rect) -> Option<Touched> {
    let rest = super::headed(&ui.canvas, rect, HEADED, ["State", "hold one to set it"]);
    let across = if rest.height() < 130.0 { 5 } else { 3 };
    let gap = if rest.height() < 200.0 { 4.0 } else { GAP };
    let me = || named(ui.view.state, who);
    let over = ui.view.state.over.is_some();
    let mut touched = None;
    for (state, cell) in ALL.into_iter().zip(grid(rest, gap, across, ALL.len().div_ceil(across))) {
        let on = state.is_of(warrior);
        let command = match state {
            _ if on || !warrior.now.is_in() => None,
            State::Mark(Mark::Hidden) => Some(Command::Hide(Hide { hide: me() })),
            State::Mark(Mark::Ran) => Some(Command::Run(Run { run: me() })),
            State::Status(Status::Fleeing) => Some(Command::Flee(Flee { flee: me() })),
            _ => None,
        };
        let page = match state {
            _ if on || !warrior.now.is_in() => None,
            State::Status(Status::Out) => Some(Page::Out),
            State::Mark(Mark::Alone) => Some(Page::Alone),
            State::Mark(Mark::Charged) => Some(Page::Charge),
            _ => None,
        };
        let pale = !on && command.as_ref().is_some_and(|command| act::reason(ui.view, command).is_some());
        let label = format!("{}: state {}", warrior.spec.name, state.words());
        let response = ui.canvas.choice(("state", state.words()), cell, Gesture::Hold, &label, on);
        let ground = ui.canvas.ground;
        ui.canvas.fill(cell, radius(8.0), if response.down { ground.line } else { ground.raised });
        ui.canvas.border(cell, radius(8.0), ui.canvas.look().rim, ground.line);
        let words = (cell.height() * 0.3).min(24.0);
        let size = (cell.height() - words - 10.0).min(cell.width() - 12.0);
        if let Some(seal) = state.seal() {
            let at = pos2(cell.center().x, cell.top() + 6.0 + size / 2.0);
            seal.draw(&mut ui.canvas, at, size, !on);
        }
        let colour = if on { ground.text } else { ground.quiet.gamma_multiply(if pale { 0.65 } else { 1.0 }) };
        let below = inset(cell, 1.0, cell.height() - words - 2.0, 1.0, 2.0);
        let face = TextStyle::new(if on { Face::Strong } else { Face::Plain }, 14.0, colour);
        ui.canvas.fit_down_to(11.5, below, Align2::CENTER_CENTER, face, &[state.words(), state.short()]);
        if on {
            head::chosen_at(&mut ui.canvas, cell.shrink(2.0), cell.right_top() + vec2(-8.0, 8.0));
        }
        if over {
            continue;
        }
        if response.held {
            ui.actions.push(Action::Do(state.correction(me(), warrior, !on)));
        } else if response.tapped() {
            match (page, command) {
                (Some(page), _) => touched = Some(Touched::Page(page)),
                (None, Some(command)) => touched = Some(Touched::Ask(command)),
                (None, None) => ui.actions.push(Action::Do(state.correction(me(), warrior, !on))),
            }
        }
    }
    touched
}

/// Returns the height of the grid in a column of a size: its seals needn't be larger than on the table.
pub fn height(size: Vec2) -> f32 {
    // On a phone that lies, or a small one, two rows.
    if size.y < 300.0 { 2.0 * 52.0 + 4.0 } else { (size.y * 0.52).min(30.0 + 3.0 * 100.0) }
}
