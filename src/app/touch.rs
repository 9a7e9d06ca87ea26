//! Hands on the screen: which finger is on which control.
//!
//! The toolkit follows one pointer, and of two taps at once it loses one. Here every finger is bound to the control that it
//! goes down on, and counts when it is lifted there. The mouse is one more finger. Keyboard and screen readers come
//! through the toolkit, see `stage`.

use std::collections::{BTreeMap, HashMap};

use egui::{Event, Id, PointerButton, Pos2, Rect, TouchPhase};

/// How far a finger may slide off a control and still count, in points.
pub const SLOP: f32 = 12.0;
/// When a finger that stays down begins to repeat or to show more, in seconds.
pub const HOLD: f64 = 0.4;
/// How often it repeats, in seconds.
pub const REPEAT: f64 = 1.0 / 6.0;
/// A contact that rests longer is no finger that means something, in seconds.
pub const REST: f64 = 3.0;
/// For so long after a touch, a pointer is one that the system makes up from it, in seconds.
const ECHO: f64 = 0.7;

/// What a control does with a finger that stays down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// Nothing: it counts when it is lifted, if it was not resting.
    #[default]
    Tap,
    /// Repeats; what it has come to counts when it is lifted.
    Repeat,
    /// Something else happens, once, while it is still down.
    Hold,
    /// It drags.
    Drag,
}

/// What fingers did to a control since the last frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Touched {
    /// Taps that count, repeats included.
    pub taps: u32,
    /// A finger is on it.
    pub down: bool,
    /// What a finger that repeats has come to so far.
    pub coming: u32,
    /// A finger has stayed on it long enough to mean something else.
    pub held: bool,
    /// Where a finger that drags is.
    pub dragged: Option<Pos2>,
    /// Where a finger that dragged was lifted.
    pub dropped: Option<Pos2>,
}

impl Touched {
    /// Whether it was tapped.
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
    manner: Manner,
    since: f64,
    at: Pos2,
    slid_off: bool,
    told: bool,
    /// What a finger that repeats had come to when people last saw it.
    seen: u32,
}

impl Press {
    fn inside(&self, at: Pos2) -> bool {
        self.rect.expand(SLOP).contains(at)
    }

    /// What a finger that repeats has come to.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few, and never below one")]
    fn coming(&self, now: f64) -> u32 {
        let held = now - self.since;
        if self.slid_off || !(HOLD..=REST).contains(&held) { 0 } else { ((held - HOLD) / REPEAT) as u32 + 1 }
    }
}

/// A control of a frame.
#[derive(Clone, Copy, Debug)]
struct Control {
    id: Id,
    rect: Rect,
    manner: Manner,
}

/// All fingers, and the controls that they can be on.
#[derive(Debug, Default)]
pub struct Hands {
    /// The controls of the frame before: what people saw when they put their fingers down.
    shown: Vec<Control>,
    /// The controls of this frame so far; later ones lie above.
    next: Vec<Control>,
    presses: BTreeMap<Finger, Press>,
    touched: HashMap<Id, Touched>,
    last_touch: Option<f64>,
    now: f64,
}

impl Hands {
    /// Takes the events of a frame, in their order, before anything is shown. `now` is in seconds.
    pub fn begin(&mut self, events: &[Event], now: f64) {
        self.now = now;
        self.shown = std::mem::take(&mut self.next);
        self.touched.clear();
        for event in events {
            self.take(event);
        }
        for press in self.presses.values_mut() {
            let touched = self.touched.entry(press.control).or_default();
            let held = now - press.since;
            touched.down |= !press.slid_off && held <= REST;
            match press.manner {
                Manner::Tap => {}
                Manner::Repeat => {
                    press.seen = press.coming(now);
                    touched.coming += press.seen;
                }
                Manner::Hold if held >= HOLD && !press.slid_off && !press.told => {
                    press.told = true;
                    touched.held = true;
                }
                Manner::Hold => {}
                Manner::Drag => touched.dragged = Some(press.at),
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

    /// Whether a pointer is one that the system makes up from a touch.
    fn echoes(&self) -> bool {
        let touching = self.presses.keys().any(|finger| *finger != Finger::Mouse);
        touching || self.last_touch.is_some_and(|then| self.now - then < ECHO)
    }

    fn put(&mut self, finger: Finger, at: Pos2) {
        if let Some(control) = self.shown.iter().rev().find(|control| control.rect.contains(at)) {
            let Control { id, rect, manner } = *control;
            let press = Press { control: id, rect, manner, since: self.now, at, slid_off: false, told: false, seen: 0 };
            self.presses.insert(finger, press);
        }
    }

    fn slide(&mut self, finger: Finger, at: Pos2) {
        if let Some(press) = self.presses.get_mut(&finger) {
            press.at = at;
            press.slid_off |= press.manner != Manner::Drag && !press.inside(at);
        }
    }

    fn lift(&mut self, finger: Finger, at: Pos2) {
        self.slide(finger, at);
        let Some(press) = self.presses.remove(&finger) else { return };
        let touched = self.touched.entry(press.control).or_default();
        let held = self.now - press.since;
        match press.manner {
            Manner::Drag => touched.dropped = Some(at),
            _ if press.slid_off || press.told || held > REST => {}
            // What people saw counts: a frame that comes late must not make more of a tap.
            Manner::Repeat => touched.taps += press.seen.max(1),
            Manner::Tap | Manner::Hold => touched.taps += 1,
        }
    }

    /// Says that there is a control, above all that were said before, and gives what was done to it.
    pub fn control(&mut self, id: Id, rect: Rect, manner: Manner) -> Touched {
        self.next.push(Control { id, rect, manner });
        self.touched.get(&id).copied().unwrap_or_default()
    }

    /// All controls of this frame so far, for tests of their size and distance.
    pub fn controls(&self) -> impl Iterator<Item = (Id, Rect)> {
        self.next.iter().map(|control| (control.id, control.rect))
    }

    /// When something will change though nobody moves: seconds from now.
    pub fn next_change(&self) -> Option<f64> {
        let wait = |press: &Press| {
            let held = self.now - press.since;
            match press.manner {
                _ if held > REST => None,
                Manner::Repeat if held >= HOLD => Some(REPEAT - (held - HOLD) % REPEAT),
                Manner::Repeat | Manner::Hold if held < HOLD => Some(HOLD - held),
                _ => Some(REST - held + 0.01),
            }
        };
        self.presses.values().filter_map(wait).min_by(f64::total_cmp)
    }
}

#[cfg(test)]
mod tests {
    use egui::{TouchDeviceId, TouchId, pos2, vec2};

    use super::*;

    fn touch(finger: u64, phase: TouchPhase, pos: Pos2) -> Event {
        Event::Touch { device_id: TouchDeviceId(0), id: TouchId(finger), phase, pos, force: None }
    }

    fn place(number: u64) -> Rect {
        Rect::from_min_size(pos2(100.0 * number as f32, 0.0), vec2(80.0, 80.0))
    }

    fn id(number: u64) -> Id {
        Id::unique(("control", number))
    }

    /// Eight controls side by side.
    struct Table(Hands, Manner);

    impl Table {
        fn new(manner: Manner) -> Self {
            let mut table = Self(Hands::default(), manner);
            table.frame(0.0, &[]);
            table
        }

        /// Taps of each control in a frame.
        fn frame(&mut self, now: f64, events: &[Event]) -> Vec<Touched> {
            self.0.begin(events, now);
            (0..8).map(|number| self.0.control(id(number), place(number), self.1)).collect()
        }
    }

    #[test]
    fn eight_fingers_at_once_all_count() {
        let mut table = Table::new(Manner::Tap);
        let (mut now, mut counted) = (0.0, 0);
        for _ in 0..10 {
            for phase in [TouchPhase::Start, TouchPhase::End] {
                for finger in 0..8 {
                    now += 0.015;
                    let did = table.frame(now, &[touch(finger, phase, place(finger).center())]);
                    counted += did.iter().map(|touched| touched.taps).sum::<u32>();
                }
            }
        }
        assert_eq!(counted, 80);
    }

    #[test]
    fn a_resting_palm_changes_nothing_and_takes_nothing() {
        for manner in [Manner::Tap, Manner::Repeat] {
            let mut table = Table::new(manner);
            table.frame(0.0, &[touch(9, TouchPhase::Start, place(0).center())]);
            table.frame(1.0, &[touch(1, TouchPhase::Start, place(1).center())]);
            let other = table.frame(1.1, &[touch(1, TouchPhase::End, place(1).center())]);
            assert_eq!(other[1].taps, 1, "beside the palm, {manner:?}");
            let lifted = table.frame(4.0, &[touch(9, TouchPhase::End, place(0).center())]);
            assert_eq!(lifted[0].taps, 0, "{manner:?}");
            assert!(!lifted[0].down && lifted[0].coming == 0, "{manner:?}");
        }
    }

    #[test]
    fn a_finger_may_slide_a_little_and_no_further() {
        let mut table = Table::new(Manner::Tap);
        let edge = place(2).right_center();
        table.frame(0.0, &[touch(0, TouchPhase::Start, edge - vec2(1.0, 0.0))]);
        assert_eq!(table.frame(0.1, &[touch(0, TouchPhase::End, edge + vec2(11.0, 0.0))])[2].taps, 1);
        table.frame(1.0, &[touch(0, TouchPhase::Start, edge - vec2(1.0, 0.0))]);
        table.frame(1.1, &[touch(0, TouchPhase::Move, edge + vec2(30.0, 0.0))]);
        let back = table.frame(1.2, &[touch(0, TouchPhase::End, edge - vec2(1.0, 0.0))]);
        assert_eq!(back[2].taps, 0, "off and back again is a change of mind");
    }

    #[test]
    fn a_finger_that_stays_repeats_six_times_a_second_and_counts_when_lifted() {
        let mut table = Table::new(Manner::Repeat);
        table.frame(0.0, &[touch(0, TouchPhase::Start, place(3).center())]);
        let later = table.frame(0.9, &[]);
        assert_eq!((later[3].coming, later[3].taps), (4, 0));
        assert_eq!(table.frame(0.95, &[touch(0, TouchPhase::End, place(3).center())])[3].taps, 4);
    }

    #[test]
    fn a_tap_on_a_slow_machine_is_one_tap() {
        for manner in [Manner::Repeat, Manner::Hold] {
            let mut table = Table::new(manner);
            table.frame(0.0, &[touch(0, TouchPhase::Start, place(3).center())]);
            let lifted = table.frame(1.5, &[touch(0, TouchPhase::End, place(3).center())]);
            assert_eq!((lifted[3].taps, lifted[3].held), (1, false), "{manner:?}");
        }
    }

    #[test]
    fn a_touch_that_is_cancelled_does_not_count() {
        let mut table = Table::new(Manner::Tap);
        table.frame(0.0, &[touch(0, TouchPhase::Start, place(3).center())]);
        table.frame(0.1, &[touch(0, TouchPhase::Cancel, place(3).center())]);
        assert_eq!(table.frame(0.2, &[touch(0, TouchPhase::End, place(3).center())])[3].taps, 0);
    }

    #[test]
    fn the_pointer_that_a_touch_brings_along_does_not_count_again() {
        let button = |pressed| Event::PointerButton {
            pos: place(4).center(),
            button: PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        let mut table = Table::new(Manner::Tap);
        table.frame(0.0, &[touch(0, TouchPhase::Start, place(4).center()), button(true)]);
        let lifted = table.frame(0.1, &[touch(0, TouchPhase::End, place(4).center()), button(false)]);
        assert_eq!(lifted[4].taps, 1);
        assert_eq!(table.frame(0.2, &[button(true), button(false)])[4].taps, 0);
        table.frame(2.0, &[button(true)]);
        assert_eq!(table.frame(2.1, &[button(false)])[4].taps, 1, "a mouse of its own");
    }

    #[test]
    fn holding_happens_once_and_is_no_tap() {
        let mut table = Table::new(Manner::Hold);
        table.frame(0.0, &[touch(0, TouchPhase::Start, place(5).center())]);
        assert!(table.frame(0.5, &[])[5].held);
        assert!(!table.frame(0.6, &[])[5].held);
        assert_eq!(table.frame(0.7, &[touch(0, TouchPhase::End, place(5).center())])[5].taps, 0);
    }

    #[test]
    fn what_lies_above_takes_the_finger() {
        let mut hands = Hands::default();
        let frame = |hands: &mut Hands, now, events: &[Event]| {
            hands.begin(events, now);
            let below = hands.control(id(0), place(0), Manner::Tap);
            (below, hands.control(id(1), place(0), Manner::Tap))
        };
        frame(&mut hands, 0.0, &[]);
        frame(&mut hands, 0.1, &[touch(0, TouchPhase::Start, place(0).center())]);
        let (below, above) = frame(&mut hands, 0.2, &[touch(0, TouchPhase::End, place(0).center())]);
        assert_eq!((below.taps, above.taps), (0, 1));
    }
}
