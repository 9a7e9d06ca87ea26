//! The seats of a shared table: who plays where, and the way in for other devices.

use egui::{Align2, Rect, pos2};
use skirmish_together::{Invite, Request, SeatInfo};

use super::transfer::Code;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, rect_around};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::pages;
use crate::region::{Cut as _, columns, grid};
use crate::table::Seat;
use crate::view::{Overview, SharedAction};

/// The seats, and the way in.
pub struct SeatsSheet {
    /// True if this program is the host, and may end that.
    is_host: bool,
    /// The code of an address.
    code: Option<(String, Option<Code>)>,
    /// A question that waits for its answer.
    asks: Option<Asks>,
}

/// A question before something that is hard to take back.
#[derive(Clone, Copy)]
enum Asks {
    /// Release a seat?
    Release(Seat),
    /// Send all phones away?
    Stop,
}

impl SeatsSheet {
    /// Opens it.
    pub fn new(is_host: bool) -> Self {
        Self { is_host, code: None, asks: None }
    }

    /// Draws it.
    pub fn draw(&mut self, canvas: &mut Canvas<'_, '_>, overview: &Overview<'_>, actions: &mut Vec<SharedAction>) {
        let room = overview.room;
        let Some(devices) = room.devices else { return actions.push(SharedAction::Close) };
        let (title, sub) = match (room.is_table, room.own, overview.begun()) {
            (true, ..) => ("Let others join", "scan the code with each phone"),
            (false, _, false) => ("Seats", "the table has not started yet"),
            (false, None, true) => ("Where do you sit?", "or close this, and watch"),
            (false, Some(_), true) => ("Seats", ""),
        };
        let (mut rest, closed) = pages::head(canvas, &[title], sub, 0.0);
        if closed {
            actions.push(SharedAction::Close);
        }
        if let Some(asks) = self.asks {
            self.confirm(canvas, overview, asks, rest, actions);
            return;
        }
        if let Some((knock, name)) = devices.knocks.first() {
            let bar = rest.upper(CONTROL);
            rest = inset(rest, 0.0, CONTROL + GAP, 0.0, 0.0);
            let [words, yes, no] = columns(bar, GAP, [2.0, 1.0, 1.0]);
            let said = [format!("A phone asks to join: {name}."), format!("{name} asks to join.")];
            let said = said.each_ref().map(String::as_str);
            canvas.fit(words, Align2::LEFT_CENTER, TextStyle::new(Face::Text, 20.0, canvas.ground.text), &said);
            for (title, rect, yes, tone) in [("Let in", yes, true, Tone::Gold), ("No", no, false, Tone::Raised)] {
                if Button::new(&[title], tone).show(canvas, ("knock", yes), rect).tapped() {
                    actions.push(SharedAction::Seats(Request::LetIn { knock: *knock, yes }));
                }
            }
        }
        if let Some(invite) = &devices.invite {
            let beside = rest.width() > rest.height();
            let (left, right) = if beside {
                let [left, right] = columns(rest, 2.0 * GAP, [1.0, 1.0]);
                (left, right)
            } else {
                let high = rest.height() * 0.5;
                (rest.upper(high), inset(rest, 0.0, high + GAP, 0.0, 0.0))
            };
            self.invite(canvas, invite, left, actions);
            rest = right;
        }
        self.seats(canvas, overview, &devices.seats, rest, actions);
    }

    /// The code of the address for phones, and six digits for those without a camera.
    fn invite(&mut self, canvas: &mut Canvas<'_, '_>, invite: &Invite, rect: Rect, actions: &mut Vec<SharedAction>) {
        let Invite { address, code } = invite;
        if self.code.as_ref().is_none_or(|(of, _)| of != address) {
            self.code = Some((address.clone(), Code::new(address)));
        }
        let line = canvas.scaled(24.0);
        let foot = rect.lower(CONTROL);
        let words =
            Rect::from_min_max(pos2(rect.left(), foot.top() - 2.0 * line - GAP), pos2(rect.right(), foot.top() - GAP));
        let place = rect.with_max_y(words.top() - GAP);
        if let Some(code) = self.code.as_ref().and_then(|(_, code)| code.as_ref()) {
            code.show(canvas, place);
        }
        let open = address.split('#').next().unwrap_or_default();
        let said = match code {
            Some(code) => format!("Open {open}#join and enter {code}."),
            None => "Without a camera, join with six digits.".to_owned(),
        };
        canvas.wrap_left(words, TextStyle::new(Face::Text, 18.0, canvas.ground.text), &said);
        let digits = if self.is_host {
            let [digits, stop] = columns(foot, GAP, [1.0, 1.0]);
            if Button::new(&["Stop sharing", "Stop"], Tone::Raised).show(canvas, "stop", stop).tapped() {
                self.asks = Some(Asks::Stop);
            }
            digits
        } else {
            foot
        };
        let title = if code.is_some() { "Hide the six digits" } else { "Show six digits" };
        if Button::new(&[title, "Six digits"], Tone::Raised).show(canvas, "digits", digits).tapped() {
            actions.push(SharedAction::Seats(Request::ShowCode(code.is_none())));
        }
    }

    /// A row for each player: on whose device they are, and what this device may do about it.
    fn seats(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        overview: &Overview<'_>,
        taken: &[SeatInfo],
        rect: Rect,
        actions: &mut Vec<SharedAction>,
    ) {
        let count = overview.people.len().max(1);
        let across = if count > 4 && rect.width() > 560.0 { 2 } else { 1 };
        let down = count.div_ceil(across);
        let high = (rect.height() / down as f32 - GAP).min(CONTROL);
        let rect = rect.upper((high + GAP) * down as f32 - GAP);
        let places = grid(rect, GAP, across, down);
        for ((seat, person), row) in Seat::all(overview.people.len()).zip(&overview.people).zip(places) {
            let owner = taken.iter().find(|info| info.seat == seat);
            let [left, button] = columns(row, GAP, [1.6, 1.0]);
            let size = left.height().min(48.0);
            emblem(
                canvas,
                rect_around(pos2(left.left() + size / 2.0, left.center().y), size, size),
                person.colour,
                false,
            );
            let text = inset(left, size + 8.0, 0.0, 0.0, 0.0);
            let said = match owner {
                Some(info) if info.asleep => format!("{}: {}, asleep", person.name, info.name),
                Some(info) => format!("{}: {}", person.name, info.name),
                None => person.name.to_owned(),
            };
            let words = TextStyle::new(Face::Caps, 22.0, canvas.ground.text);
            canvas.fit(text, Align2::LEFT_CENTER, words, &[&said, person.name]);
            let room = overview.room;
            if owner.is_some() && (room.is_table || room.own == Some(seat)) {
                let label = format!("Release {}", person.name);
                let release = Button { label: &label, ..Button::new(&["Release"], Tone::Raised) };
                if release.show(canvas, ("release", seat), button).tapped() {
                    self.asks = Some(Asks::Release(seat));
                }
            } else if !room.is_table && owner.is_none_or(|info| info.asleep) {
                let label = format!("Play for {}", person.name);
                let title = [label.as_str(), "Play"];
                let claim = Button { label: &label, ..Button::new(&title, Tone::Ink) };
                if claim.show(canvas, ("claim", seat), button).tapped() {
                    actions.extend([SharedAction::Seats(Request::Claim(seat)), SharedAction::Close]);
                }
            }
        }
    }

    fn confirm(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        overview: &Overview<'_>,
        asks: Asks,
        rect: Rect,
        actions: &mut Vec<SharedAction>,
    ) {
        let phones = overview.room.devices.map_or(0, |devices| devices.seats.len());
        let (question, yes, no, action) = match asks {
            Asks::Release(seat) => {
                let question = format!("Release {}’s seat? The phone can only watch then.", overview.name(seat));
                (question, "Release", "Keep", SharedAction::Seats(Request::Release(seat)))
            }
            Asks::Stop => {
                let lost = match phones {
                    0 => String::new(),
                    1 => "One phone loses the table. ".to_owned(),
                    _ => format!("{phones} phones lose the table. "),
                };
                let question = format!("Stop sharing? {lost}The game stays here.");
                (question, "Stop sharing", "Keep sharing", SharedAction::Host(false))
            }
        };
        let words = TextStyle::new(Face::Text, 22.0, canvas.ground.text);
        canvas.wrap_left(inset(rect, 0.0, 0.0, 0.0, CONTROL + GAP), words, &question);
        let foot = rect.lower(CONTROL);
        let [left, right] = columns(foot, GAP, [1.0, 1.0]);
        if Button::new(&[yes], Tone::Harm).show(canvas, "yes", left).tapped() {
            actions.push(action);
            self.asks = None;
        }
        if Button::new(&[no], Tone::Raised).show(canvas, "no", right).tapped() {
            self.asks = None;
        }
    }
}
