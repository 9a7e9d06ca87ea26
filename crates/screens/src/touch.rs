//! Multi-touch: which finger is on which control.
//!
//! The toolkit follows one pointer, and of two taps at once it loses one. Here every finger is bound to the control that it
//! goes down on, and counts when it is lifted there. The mouse is one more finger. Keyboard and screen readers come
//! through the toolkit, see `canvas`.

use std::collections::{BTreeMap, HashMap};

use egui::{Context, Event, Id, Memory, PointerButton, Pos2, Rect, TouchPhase};

use super::region::Facing;

/// How far a finger may slide off a control and still count, in points.
pub const SLOP: f32 = 12.0;
/// When a finger that stays down begins to repeat or to show more, in seconds.
pub const HOLD: f64 = 0.4;
/// How often it repeats, in seconds.
pub const REPEAT: f64 = 1.0 / 6.0;
/// A contact that rests longer is a palm, and ignored. Seconds.
pub const PALM_SECONDS: f64 = 3.0;
/// For this long after a tap, what it brings under the same spot takes no tap: people tap twice. Seconds.
pub const DEAF_SECONDS: f64 = 0.3;
/// How far that spot reaches, in points.
pub const DEAF_REACH: f32 = 40.0;
/// For this long after a touch, pointer events are emulated by the system and ignored. Seconds.
const ECHO: f64 = 0.7;
/// Touch times older than this are ignored, as the system's clock has another origin. Seconds.
const MAX_AGE_SECS: f64 = 60.0;

/// The gesture that a control recognises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gesture {
    /// Nothing: it counts when it is lifted, if it was not resting.
    #[default]
    Tap,
    /// The same, and it may follow itself at once: letters, pages, undo.
    Key,
    /// Repeats; what it has come to counts when it is lifted. Single taps may follow each other at once.
    Repeat,
    /// Something else happens, once, while it is still down.
    Hold,
    /// The same, unless the finger leaves it: then it drags.
    Pull,
    /// It drags.
    Drag,
}

/// Touches of a control since the last frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Response {
    /// Taps that count, repeats included.
    pub taps: u32,
    /// A finger is on it.
    pub down: bool,
    /// The repetitions of a held touch so far.
    pub coming: u32,
    /// A finger has stayed on it long enough to mean something else.
    pub held: bool,
    /// Where a finger that drags is.
    pub dragged: Option<Pos2>,
    /// Where a finger that dragged was lifted.
    pub dropped: Option<Pos2>,
}

impl Response {
    /// True if it was tapped.
    pub fn tapped(&self) -> bool {
        self.taps > 0
    }
}

/// A finger, or the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Finger {
    Mouse,
    Touch(u64, u64),
}

/// A finger that is down.
#[derive(Clone, Copy, Debug)]
struct Press {
    control: Id,
    rect: Rect,
    gesture: Gesture,
    since: f64,
    at: Pos2,
    slid_off: bool,
    reported: bool,
    /// The repetitions of a held touch in the last visible frame.
    seen: u32,
    /// True if a frame already found it held. The next one is certain, as the system delivers releases first.
    due: bool,
    /// The same of a palm that rests.
    resting: Resting,
}

/// The state of a resting contact. Some systems report releases late: a delayed frame must not turn a tap into a palm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Resting {
    No,
    /// One frame has found it there for so long.
    Perhaps,
    Yes,
}

impl Press {
    fn inside(&self, at: Pos2) -> bool {
        self.rect.expand(SLOP).contains(at)
    }

    /// Returns the repetitions of a held touch.
    fn coming(&self, at: f64) -> u32 {
        if self.slid_off || at - self.since > PALM_SECONDS { 0 } else { self.repeats(at) }
    }

    /// How often it repeats until then.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few, and never below one")]
    fn repeats(&self, at: f64) -> u32 {
        let repeating = at - self.since - HOLD;
        if repeating < 0.0 { 0 } else { (repeating / REPEAT) as u32 + 1 }
    }
}

/// A control of a frame.
#[derive(Clone, Copy, Debug)]
struct Control {
    id: Id,
    rect: Rect,
    gesture: Gesture,
}

/// A tap that has just counted. The spot beneath it is deaf for a moment to a second one.
#[derive(Debug)]
struct Lifted {
    at: Pos2,
    since: f64,
    control: Id,
    /// Other controls present at the tap, which stay active.
    around: Vec<(Id, Rect)>,
}

impl Lifted {
    /// True if a control ignores a tap at a place so soon after this one: it appeared since, or is the same one again.
    fn deafens(&self, control: &Control, at: Pos2, now: f64) -> bool {
        let is_near = (0.0..DEAF_SECONDS).contains(&(now - self.since)) && self.at.distance(at) <= DEAF_REACH;
        let is_new = !self.around.contains(&(control.id, control.rect));
        let again = matches!(control.gesture, Gesture::Key | Gesture::Repeat);
        is_near && if control.id == self.control { !again } else { is_new }
    }
}

/// All fingers, and the controls that they can be on.
#[derive(Debug, Default)]
pub struct TouchRouter {
    /// The controls of the frame before: what the user saw when a finger went down.
    shown: Vec<Control>,
    /// The controls of this frame so far; later ones are on top.
    next: Vec<Control>,
    presses: BTreeMap<Finger, Press>,
    responses: HashMap<Id, Response>,
    /// The taps of the last moments.
    lifted: Vec<Lifted>,
    last_touch: Option<f64>,
    /// The time of this frame.
    now: f64,
    /// The time of what happened since the last frame.
    at: f64,
    /// See [`Self::touched`].
    touched: Option<f64>,
    /// Which edge the control faces that was used last: there sits whoever used it.
    user: Facing,
}

impl TouchRouter {
    /// Tells when the newest touch of the next frame happened, where the system knows: in seconds, as the times of frames.
    /// However late that frame comes, a tap stays a tap.
    pub fn touched(&mut self, at: f64) {
        self.touched = Some(at);
    }

    /// No finger that is down counts: somebody turned the screen under it.
    pub fn cancel(&mut self) {
        self.presses.clear();
    }

    /// Takes the events of a frame, in their order, before anything is shown. `now` is in seconds.
    pub fn begin(&mut self, events: &[Event], now: f64) {
        self.now = now;
        let told = self.touched.take().filter(|at| (0.0..MAX_AGE_SECS).contains(&(now - at)));
        let touches = events.iter().any(|event| matches!(event, Event::Touch { .. }));
        self.at = told.filter(|_| touches).unwrap_or(now);
        self.shown = std::mem::take(&mut self.next);
        self.lifted.retain(|lifted| self.at - lifted.since < DEAF_SECONDS);
        self.responses.clear();
        for event in events {
            self.take(event);
        }
        for press in self.presses.values_mut() {
            let response = self.responses.entry(press.control).or_default();
            let held = self.at - press.since;
            press.resting = match press.resting {
                _ if held <= PALM_SECONDS => Resting::No,
                Resting::No => Resting::Perhaps,
                Resting::Perhaps | Resting::Yes => Resting::Yes,
            };
            response.down |= !press.slid_off && held <= PALM_SECONDS;
            match press.gesture {
                Gesture::Tap | Gesture::Key => {}
                Gesture::Repeat => {
                    // A late frame must not turn a tap into a long press.
                    press.seen = press.coming(self.at).min(press.seen + 1);
                    response.coming += press.seen;
                }
                Gesture::Pull if press.slid_off => response.dragged = Some(press.at),
                Gesture::Hold | Gesture::Pull if held >= HOLD && !press.slid_off && !press.reported => {
                    press.reported = press.due;
                    response.held = press.due;
                    press.due = true;
                }
                Gesture::Hold | Gesture::Pull => {}
                Gesture::Drag => response.dragged = Some(press.at),
            }
        }
    }

    fn take(&mut self, event: &Event) {
        match *event {
            Event::Touch { device_id, id, phase, pos, .. } => {
                self.last_touch = Some(self.now);
                let finger = Finger::Touch(device_id.0, id.0);
                match phase {
                    TouchPhase::Start => self.put(finger, pos),
                    TouchPhase::Move => self.slide(finger, pos),
                    TouchPhase::End => self.lift(finger, pos),
                    TouchPhase::Cancel => drop(self.presses.remove(&finger)),
                }
            }
            Event::PointerButton { pos, button: PointerButton::Primary, pressed, .. } if !self.echoes() => {
                if pressed {
                    self.put(Finger::Mouse, pos);
                } else {
                    self.lift(Finger::Mouse, pos);
                }
            }
            Event::PointerMoved(pos) if !self.echoes() => self.slide(Finger::Mouse, pos),
            Event::PointerGone | Event::WindowFocused(false) => drop(self.presses.remove(&Finger::Mouse)),
            _ => {}
        }
    }

    /// True if pointer events are emulated from a touch.
    fn echoes(&self) -> bool {
        let touching = self.presses.keys().any(|finger| *finger != Finger::Mouse);
        touching || self.last_touch.is_some_and(|then| self.now - then < ECHO)
    }

    fn put(&mut self, finger: Finger, at: Pos2) {
        if let Some(control) = self.shown.iter().rev().find(|control| control.rect.contains(at)) {
            if self.lifted.iter().any(|lifted| lifted.deafens(control, at, self.at)) {
                return;
            }
            let Control { id, rect, gesture } = *control;
            let press = Press {
                control: id,
                rect,
                gesture,
                since: self.at,
                at,
                slid_off: false,
                reported: false,
                seen: 0,
                due: false,
                resting: Resting::No,
            };
            self.presses.insert(finger, press);
        }
    }

    fn slide(&mut self, finger: Finger, at: Pos2) {
        if let Some(press) = self.presses.get_mut(&finger) {
            press.at = at;
            press.slid_off |= press.gesture != Gesture::Drag && !press.inside(at);
        }
    }

    fn lift(&mut self, finger: Finger, at: Pos2) {
        self.slide(finger, at);
        let Some(press) = self.presses.remove(&finger) else { return };
        if !press.slid_off {
            let near = |control: &&Control| control.rect.expand(DEAF_REACH).contains(at);
            let around = self.shown.iter().filter(near).map(|control| (control.id, control.rect)).collect();
            self.lifted.push(Lifted { at, since: self.at, control: press.control, around });
        }
        let response = self.responses.entry(press.control).or_default();
        match press.gesture {
            Gesture::Drag => response.dropped = Some(at),
            Gesture::Pull if press.slid_off && !press.reported => response.dropped = Some(at),
            _ if press.slid_off || press.reported => {}
            _ if press.resting == Resting::Yes && self.at - press.since > PALM_SECONDS => {}
            // Only visible repetitions count, limited by the elapsed time: a late frame must not turn a tap into a long
            // press.
            Gesture::Repeat => response.taps += press.seen.min(press.repeats(self.at)).max(1),
            Gesture::Tap | Gesture::Key | Gesture::Hold | Gesture::Pull => response.taps += 1,
        }
    }

    /// Registers a control above all earlier ones, and returns its interaction.
    pub fn control(&mut self, id: Id, rect: Rect, gesture: Gesture) -> Response {
        self.next.push(Control { id, rect, gesture });
        self.responses.get(&id).copied().unwrap_or_default()
    }

    /// A control that faces an edge was used.
    pub fn used_from(&mut self, facing: Facing) {
        self.user = facing;
    }

    /// Where whoever used a control last sits.
    pub fn user(&self) -> Facing {
        self.user
    }

    /// All controls of this frame so far, for tests of their size and distance.
    pub fn controls(&self) -> impl Iterator<Item = (Id, Rect)> {
        self.next.iter().map(|control| (control.id, control.rect))
    }

    /// True for each of the first and last controls of this frame that has keyboard focus. Without focus, it is before
    /// the first.
    pub fn focus_at_ends(&self, ctx: &Context) -> [bool; 2] {
        let Some(focus) = ctx.memory(Memory::focused) else { return [true, self.next.is_empty()] };
        let mut stops = self.next.iter().map(|control| control.id).filter(|id| ctx.read_response(*id).is_some());
        let first = stops.next();
        [first == Some(focus), stops.next_back().or(first) == Some(focus)]
    }

    /// When something changes without input: seconds from now.
    pub fn next_change(&self) -> Option<f64> {
        let wait = |press: &Press| {
            let held = self.at - press.since;
            match press.gesture {
                _ if press.resting == Resting::Perhaps => Some(0.0),
                _ if held > PALM_SECONDS => None,
                Gesture::Hold | Gesture::Pull if press.due && !press.reported => Some(0.0),
                Gesture::Repeat if held >= HOLD && press.seen < press.coming(self.at) => Some(0.0),
                Gesture::Repeat if held >= HOLD => Some(REPEAT - (held - HOLD) % REPEAT),
                Gesture::Repeat | Gesture::Hold | Gesture::Pull if held < HOLD => Some(HOLD - held),
                _ => Some(PALM_SECONDS - held + 0.01),
            }
        };
        self.presses.values().filter_map(wait).min_by(f64::total_cmp)
    }
}

#[cfg(test)]
mod tests;
