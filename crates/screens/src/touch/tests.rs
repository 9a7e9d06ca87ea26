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
struct Screen(TouchRouter, Gesture);

impl Screen {
    fn new(gesture: Gesture) -> Self {
        let mut table = Self(TouchRouter::default(), gesture);
        table.frame(0.0, &[]);
        table
    }

    /// Taps of each control in a frame.
    fn frame(&mut self, now: f64, events: &[Event]) -> Vec<Response> {
        self.0.begin(events, now);
        (0..8).map(|number| self.0.control(id(number), place(number), self.1)).collect()
    }
}

#[test]
fn eight_fingers_at_once_all_count() {
    let mut table = Screen::new(Gesture::Repeat);
    let (mut now, mut counted) = (0.0, 0);
    for _ in 0..10 {
        for phase in [TouchPhase::Start, TouchPhase::End] {
            for finger in 0..8 {
                now += 0.015;
                let did = table.frame(now, &[touch(finger, phase, place(finger).center())]);
                counted += did.iter().map(|response| response.taps).sum::<u32>();
            }
        }
    }
    assert_eq!(counted, 80);
}

#[test]
fn a_resting_palm_changes_nothing_and_takes_nothing() {
    for gesture in [Gesture::Tap, Gesture::Repeat] {
        let mut table = Screen::new(gesture);
        table.frame(0.0, &[touch(9, TouchPhase::Start, place(0).center())]);
        table.frame(1.0, &[touch(1, TouchPhase::Start, place(1).center())]);
        let other = table.frame(1.1, &[touch(1, TouchPhase::End, place(1).center())]);
        assert_eq!(other[1].taps, 1, "beside the palm, {gesture:?}");
        table.frame(3.5, &[]);
        table.frame(3.6, &[]);
        let lifted = table.frame(4.0, &[touch(9, TouchPhase::End, place(0).center())]);
        assert_eq!(lifted[0].taps, 0, "{gesture:?}");
        assert!(!lifted[0].down && lifted[0].coming == 0, "{gesture:?}");
    }
}

#[test]
fn a_finger_may_slide_a_little_and_no_further() {
    let mut table = Screen::new(Gesture::Tap);
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
    let mut table = Screen::new(Gesture::Repeat);
    table.frame(0.0, &[touch(0, TouchPhase::Start, place(3).center())]);
    (41..90).for_each(|at| drop(table.frame(f64::from(at) / 100.0, &[])));
    let later = table.frame(0.9, &[]);
    assert_eq!((later[3].coming, later[3].taps), (4, 0));
    assert_eq!(table.frame(0.95, &[touch(0, TouchPhase::End, place(3).center())])[3].taps, 4);
}

#[test]
fn a_tap_on_a_slow_machine_is_one_tap() {
    for gesture in [Gesture::Repeat, Gesture::Hold] {
        let mut table = Screen::new(gesture);
        table.frame(0.0, &[touch(0, TouchPhase::Start, place(3).center())]);
        let lifted = table.frame(1.5, &[touch(0, TouchPhase::End, place(3).center())]);
        assert_eq!((lifted[3].taps, lifted[3].held), (1, false), "{gesture:?}");
    }
}

#[test]
fn a_tap_that_is_lifted_behind_a_late_frame_is_one_tap() {
    for gesture in [Gesture::Repeat, Gesture::Hold] {
        let mut table = Screen::new(gesture);
        table.frame(0.0, &[touch(0, TouchPhase::Start, place(3).center())]);
        // The frame is late; the release in between arrives with the next one.
        assert!(!table.frame(0.9, &[])[3].held, "{gesture:?}");
        let lifted = table.frame(0.95, &[touch(0, TouchPhase::End, place(3).center())]);
        assert_eq!((lifted[3].taps, lifted[3].held), (1, false), "{gesture:?}");
    }
}

#[test]
fn a_tap_is_no_palm_however_late_the_frame_comes() {
    for gesture in [Gesture::Tap, Gesture::Repeat, Gesture::Hold] {
        let mut table = Screen::new(gesture);
        table.frame(0.0, &[touch(0, TouchPhase::Start, place(3).center())]);
        let lifted = table.frame(5.0, &[touch(0, TouchPhase::End, place(3).center())]);
        assert_eq!((lifted[3].taps, lifted[3].held), (1, false), "{gesture:?}, with the frame");
        table.frame(10.0, &[touch(0, TouchPhase::Start, place(3).center())]);
        table.frame(15.0, &[]);
        assert_eq!(table.0.next_change(), Some(0.0), "{gesture:?}, it is not sure yet");
        let lifted = table.frame(15.1, &[touch(0, TouchPhase::End, place(3).center())]);
        assert_eq!((lifted[3].taps, lifted[3].held), (1, false), "{gesture:?}, behind the frame");
    }
}

#[test]
fn where_the_system_knows_when_fingers_moved_late_frames_change_nothing() {
    for gesture in [Gesture::Tap, Gesture::Repeat, Gesture::Hold] {
        let mut table = Screen::new(gesture);
        let mut counted = 0;
        let mut frame = |now, at: Option<f64>, events: &[Event]| {
            at.into_iter().for_each(|at| table.0.touched(at));
            let did = table.frame(now, events);
            assert!(did.iter().all(|response| !response.held), "{gesture:?}");
            counted += did.iter().map(|response| response.taps).sum::<u32>();
        };
        // Eight fingers tap within some milliseconds; each of the frames takes most of a second.
        for finger in 0..8 {
            frame(1.0 + 0.7 * finger as f64, Some(1.0), &[touch(finger, TouchPhase::Start, place(finger).center())]);
        }
        if gesture != Gesture::Hold {
            // Nor do frames between them; two of these are sure that a finger is held.
            frame(7.0, None, &[]);
            frame(7.7, None, &[]);
        }
        for finger in 0..8 {
            frame(8.0 + 0.7 * finger as f64, Some(1.1), &[touch(finger, TouchPhase::End, place(finger).center())]);
        }
        assert_eq!(counted, 8, "{gesture:?}");
    }
}

#[test]
fn times_that_the_system_counts_from_elsewhere_are_none() {
    for wrong in [-3.0e9, 900.0, 7.0e9] {
        let mut table = Screen::new(Gesture::Repeat);
        table.0.touched(wrong);
        table.frame(1000.0, &[touch(0, TouchPhase::Start, place(3).center())]);
        (41..93).for_each(|at| drop(table.frame(1000.0 + f64::from(at) / 100.0, &[])));
        table.0.touched(wrong);
        assert_eq!(table.frame(1000.93, &[touch(0, TouchPhase::End, place(3).center())])[3].taps, 4, "{wrong}");
    }
}

#[test]
fn a_touch_that_is_cancelled_does_not_count() {
    let mut table = Screen::new(Gesture::Tap);
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
    let mut table = Screen::new(Gesture::Tap);
    table.frame(0.0, &[touch(0, TouchPhase::Start, place(4).center()), button(true)]);
    let lifted = table.frame(0.1, &[touch(0, TouchPhase::End, place(4).center()), button(false)]);
    assert_eq!(lifted[4].taps, 1);
    assert_eq!(table.frame(0.2, &[button(true), button(false)])[4].taps, 0);
    table.frame(2.0, &[button(true)]);
    assert_eq!(table.frame(2.1, &[button(false)])[4].taps, 1, "a mouse of its own");
}

#[test]
fn holding_happens_once_and_is_no_tap() {
    let mut table = Screen::new(Gesture::Hold);
    table.frame(0.0, &[touch(0, TouchPhase::Start, place(5).center())]);
    assert!(!table.frame(0.45, &[])[5].held, "the next frame is sure of it");
    assert!(table.frame(0.5, &[])[5].held);
    assert!(!table.frame(0.6, &[])[5].held);
    assert_eq!(table.frame(0.7, &[touch(0, TouchPhase::End, place(5).center())])[5].taps, 0);
}

/// A control taps at a time and is lifted 20 ms later; gives what counted of each control.
fn tapped(table: &mut Screen, finger: u64, now: f64, at: Pos2) -> Vec<u32> {
    table.frame(now, &[touch(finger, TouchPhase::Start, at)]);
    let lifted = table.frame(now + 0.02, &[touch(finger, TouchPhase::End, at)]);
    lifted.iter().map(|response| response.taps).collect()
}

#[test]
fn a_second_tap_on_what_stays_in_its_place_does_not_count() {
    let spot = place(3).center();
    for gesture in [Gesture::Tap, Gesture::Hold] {
        for (wait, counts) in [(0.08, 0), (0.25, 0), (0.33, 1)] {
            let mut table = Screen::new(gesture);
            assert_eq!(tapped(&mut table, 0, 0.0, spot)[3], 1);
            assert_eq!(tapped(&mut table, 1, wait, spot + vec2(20.0, 20.0))[3], counts, "{gesture:?} after {wait}");
        }
        let mut table = Screen::new(gesture);
        assert_eq!(tapped(&mut table, 0, 0.0, place(3).left_top() + vec2(2.0, 2.0))[3], 1);
        assert_eq!(tapped(&mut table, 0, 0.1, place(3).right_bottom() - vec2(2.0, 2.0))[3], 1, "far off on the same");
        assert_eq!(
            tapped(&mut table, 0, 0.2, place(4).left_top() + vec2(2.0, 40.0))[4],
            1,
            "beside it, and there before"
        );
    }
    for gesture in [Gesture::Key, Gesture::Repeat] {
        let mut table = Screen::new(gesture);
        let taps = (0..6).map(|tap| tapped(&mut table, 0, f64::from(tap) * 0.06, spot)[3]);
        assert_eq!(taps.sum::<u32>(), 6, "{gesture:?}");
    }
}

#[test]
fn what_comes_under_a_finger_is_deaf_for_a_moment_and_other_spots_are_not() {
    for gesture in [Gesture::Tap, Gesture::Key, Gesture::Repeat, Gesture::Hold, Gesture::Drag] {
        let mut router = TouchRouter::default();
        // Taps of the control that covers the screen after the first one was tapped, by a place and a time.
        let second = |router: &mut TouchRouter, now: f64, at: Pos2| {
            let phases = [(0.0, TouchPhase::Start), (0.02, TouchPhase::End)];
            let did = phases.map(|(later, phase)| {
                router.begin(&[touch(4, phase, at)], now + later);
                router.control(id(9), place(0).expand(500.0), gesture)
            });
            did[1].taps > 0 || did[1].dropped.is_some()
        };
        let at = place(0).center();
        for (wait, by, counts) in [(0.1, 0.0, false), (0.1, 39.0, false), (0.1, 41.0, true), (0.31, 0.0, true)] {
            let start = router.now + 1.0;
            router.begin(&[], start);
            router.control(id(0), place(0), Gesture::Tap);
            router.begin(&[touch(0, TouchPhase::Start, at)], start);
            router.control(id(0), place(0), Gesture::Tap);
            router.begin(&[touch(0, TouchPhase::End, at)], start + 0.05);
            assert_eq!(router.control(id(0), place(0), Gesture::Tap).taps, 1);
            router.begin(&[], start + 0.06);
            router.control(id(9), place(0).expand(500.0), gesture);
            let did = second(&mut router, start + 0.05 + wait, at + vec2(by, 0.0));
            assert_eq!(did, counts, "{gesture:?}, {wait} s later, {by} points away");
        }
    }
}

#[test]
fn what_is_pulled_off_its_place_is_dragged_and_else_it_is_tapped_or_held() {
    let mut table = Screen::new(Gesture::Pull);
    let [from, to] = [2, 5].map(|number| place(number).center());
    table.frame(0.0, &[touch(0, TouchPhase::Start, from)]);
    let pulled = table.frame(0.1, &[touch(0, TouchPhase::Move, to)]);
    assert_eq!((pulled[2].dragged, pulled[5].dragged), (Some(to), None));
    // However long it takes.
    assert!(!table.frame(0.9, &[])[2].held && !table.frame(1.0, &[])[2].held);
    let dropped = table.frame(1.1, &[touch(0, TouchPhase::End, to)]);
    assert_eq!((dropped[2].dropped, dropped[2].taps, dropped[5].taps), (Some(to), 0, 0));
    table.frame(2.0, &[touch(0, TouchPhase::Start, from)]);
    let tapped = table.frame(2.1, &[touch(0, TouchPhase::End, from + vec2(4.0, 0.0))]);
    assert_eq!((tapped[2].taps, tapped[2].dropped), (1, None));
    table.frame(3.0, &[touch(0, TouchPhase::Start, from)]);
    table.frame(3.5, &[]);
    assert!(table.frame(3.6, &[])[2].held);
    let lifted = table.frame(3.7, &[touch(0, TouchPhase::Move, to), touch(0, TouchPhase::End, to)]);
    assert_eq!((lifted[2].taps, lifted[2].dropped), (0, None), "it was held before");
}

#[test]
fn a_screen_that_is_turned_lets_go_of_every_finger() {
    let mut table = Screen::new(Gesture::Repeat);
    table.frame(0.0, &[touch(0, TouchPhase::Start, place(3).center())]);
    table.frame(0.5, &[]);
    table.0.cancel();
    assert!((6..20).all(|at| table.frame(f64::from(at) / 10.0, &[])[3] == Response::default()));
    assert_eq!(table.frame(2.0, &[touch(0, TouchPhase::End, place(3).center())])[3].taps, 0);
}

#[test]
fn what_lies_above_takes_the_finger() {
    let mut router = TouchRouter::default();
    let frame = |router: &mut TouchRouter, now, events: &[Event]| {
        router.begin(events, now);
        let below = router.control(id(0), place(0), Gesture::Tap);
        (below, router.control(id(1), place(0), Gesture::Tap))
    };
    frame(&mut router, 0.0, &[]);
    frame(&mut router, 0.1, &[touch(0, TouchPhase::Start, place(0).center())]);
    let (below, above) = frame(&mut router, 0.2, &[touch(0, TouchPhase::End, place(0).center())]);
    assert_eq!((below.taps, above.taps), (0, 1));
}
