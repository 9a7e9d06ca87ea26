//! Nets are measured both flat and folded.

use kurbo::Shape as _;

use super::*;
use crate::diagnostic::Source;

fn at() -> Span {
    Span::file(&Source::new("game.toml", ""))
}

fn box_for(count: u32) -> Net {
    let content = Size::mm(63.5, 88.9);
    let empty = Tuck { content, depth: Mm::ZERO, board: Mm::new(0.4), holds: None, notch: true };
    let spec = Tuck { holds: Some(Holds { count: 0, each: Mm::new(0.3) }), ..empty };
    tuck(spec.holding(count).expect("a count"), at())
}

/// Returns the corners of a folded panel.
fn corners(net: &Net, index: usize) -> [Space; 4] {
    let (folded, size) = (net.folded()[index], net.panels[index].place().size());
    let (right, down) = (folded.right * size.width.get(), folded.down * size.height.get());
    [folded.corner, folded.corner + right, folded.corner + right + down, folded.corner + down]
}

fn near(a: Space, b: Space) -> bool {
    (a - b).dot(a - b) < 1e-12
}

/// True if every corner of the printed sides of a folded net is a corner of three of them, and there are eight.
fn closes(net: &Net, sides: &[&str]) {
    let index = |name: &str| net.panels.iter().position(|panel| panel.name == Some(name)).expect("a panel");
    let all: Vec<Space> = sides.iter().flat_map(|name| corners(net, index(name))).collect();
    assert_eq!(all.len(), 24);
    let mut distinct: Vec<Space> = Vec::new();
    for corner in &all {
        assert_eq!(all.iter().filter(|other| near(*corner, **other)).count(), 3, "{corner:?} in {all:?}");
        if !distinct.iter().any(|known| near(*known, *corner)) {
            distinct.push(*corner);
        }
    }
    assert_eq!(distinct.len(), 8);
    // Each side looks away from the middle.
    let middle = distinct.iter().fold(Space::default(), |sum, corner| sum + *corner) * 0.125;
    for name in sides {
        let folded = net.folded()[index(name)];
        assert!((folded.corner - middle).dot(folded.outwards) > 0.0, "{name} is inside out");
    }
}

const BOX: [&str; 6] = ["front", "left", "back", "right", "top", "bottom"];

#[test]
fn a_box_closes() {
    for count in [1, 18, 54, 144, 400] {
        closes(&box_for(count), &BOX);
    }
}

#[test]
fn a_die_closes_and_opposite_faces_have_seven() {
    let net = die(Mm::new(16.0), at());
    closes(&net, &["1", "2", "3", "4", "5", "6"]);
    let folded = net.folded();
    let outwards = |name: &str| {
        let index = net.panels.iter().position(|panel| panel.name == Some(name));
        folded[index.expect("a face")].outwards
    };
    for (one, other) in [("1", "6"), ("2", "5"), ("3", "4")] {
        assert!((outwards(one).dot(outwards(other)) + 1.0).abs() < 1e-12, "{one} and {other}");
    }
}

#[test]
fn flaps_that_are_glued_lie_on_what_they_are_glued_to() {
    let flat_on = |net: &Net, flap: usize, onto: &str| {
        let onto = net.panels.iter().position(|panel| panel.name == Some(onto)).expect("a panel");
        let plane = corners(net, onto)[0];
        let outwards = net.folded()[onto].outwards;
        assert!((net.folded()[flap].outwards.dot(outwards) - 1.0).abs() < 1e-12);
        corners(net, flap).into_iter().for_each(|at| assert!((at - plane).dot(outwards).abs() < 1e-9));
    };
    let net = box_for(60);
    let glue = net.panels.iter().position(|panel| panel.name.is_none()).expect("a flap");
    flat_on(&net, glue, "back");
    let die = die(Mm::new(20.0), at());
    let tab = die.panels.iter().position(|panel| panel.name.is_none()).expect("a tab");
    flat_on(&die, tab, "4");
}

#[test]
fn the_words_of_a_folded_box_stand_upright_and_are_not_mirrored() {
    let net = box_for(60);
    let folded = net.folded();
    for (panel, folded) in net.panels.iter().zip(&folded) {
        // Right, down and out of the box stand to each other as on paper that is before the reader.
        let [a, b] = [folded.right.0, folded.down.0];
        let cross = Space([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]);
        assert!((cross.dot(folded.outwards) - 1.0).abs() < 1e-12, "{:?} is mirrored", panel.name);
        if panel.name.is_some_and(|name| BOX[..4].contains(&name)) {
            assert_eq!(folded.down.0, [0.0, 1.0, 0.0], "{:?}", panel.name);
        }
        // The lid is read with the front towards the reader.
        if panel.name == Some("top") {
            assert!(near(folded.right, Space([1.0, 0.0, 0.0])), "{folded:?}");
        }
    }
}

#[test]
fn depth_and_sheet_follow_from_the_cards() {
    let net = box_for(144);
    let NetForm::Tuck(spec) = net.form else { panic!("a box") };
    let outside = spec.outside().map(|length| (length.get() * 100.0).round() / 100.0);
    assert_eq!(outside, [65.0, 91.0, 45.0]);
    let size = net.size();
    assert!((size.width.get() - 230.0).abs() < 1e-6 && (size.height.get() - 195.0).abs() < 1e-6, "{size:?}");
    let [.., more] = spec.holding(200).expect("a count").outside();
    assert!((more.get() - 61.8).abs() < 1e-9);
}

#[test]
fn the_outline_goes_once_around_all_panels() {
    for net in [box_for(10), box_for(144), die(Mm::new(16.0), at())] {
        let outline = net.outline();
        let bounds = outline.bounding_box();
        assert!(bounds.x0.abs() < 1e-9 && bounds.y0.abs() < 1e-9);
        let rects: f64 =
            net.panels.iter().filter(|panel| panel.cut == Cut::Straight).map(|panel| panel.bounds().area()).sum();
        assert!(outline.area() > rects, "clockwise, with the flaps");
        assert!(outline.area() < bounds.area());
        for panel in &net.panels {
            assert_eq!(outline.winding(panel.bounds().center()), 1, "{:?}", panel.name);
        }
        // A step to the right of every edge is inside, to the left outside: the line does not cross itself.
        for segment in outline.segments() {
            use kurbo::{ParamCurve as _, ParamCurveDeriv as _};
            let kurbo::PathSeg::Line(line) = segment else { continue };
            // Rounding may leave a line of zero length where the outline closes.
            if line.p0.distance(line.p1) < 1e-6 {
                continue;
            }
            let along = line.deriv().eval(0.5).to_vec2().normalize() * 0.05;
            let middle = line.eval(0.5);
            assert_eq!(outline.winding(middle + Vec2::new(-along.y, along.x)), 1, "{line:?}");
            assert_eq!(outline.winding(middle + Vec2::new(along.y, -along.x)), 0, "{line:?}");
        }
    }
}

#[test]
fn bleed_stops_at_creases_between_printed_panels() {
    let mut net = box_for(144);
    net.panels.iter_mut().for_each(|panel| panel.is_printed = panel.name.is_some());
    let front = net.panels.iter().position(|panel| panel.name == Some("front")).expect("a front");
    let place = net.panels[front].place();
    let printed = net.printed(front, Mm::new(3.0));
    let over = [place.x - printed.x, printed.right() - place.right(), printed.bottom() - place.bottom()];
    assert!(over.iter().all(|over| (over.get() - OVERLAP).abs() < 1e-9), "{over:?}");
    assert!((printed.y - (place.y - Mm::new(3.0))).get().abs() < 1e-9, "over the cut above");
    net.panels.iter_mut().for_each(|panel| panel.is_printed = panel.name == Some("front"));
    let alone = net.printed(front, Mm::new(3.0));
    assert_eq!(alone.size(), place.grown(Mm::new(3.0)).size());
}
