//! Properties of every pattern in every frame.

use super::fit;
use super::pattern::Bands;
use super::weave::{Course, Pass};
use super::*;
use kurbo::{Affine, BezPath, ParamCurve, PathEl, Point, Rect, Shape, Vec2};

mod reasons;

fn h(x: u32, y: u32) -> Break {
    Break { x, y, wall: Wall::Horizontal }
}

fn v(x: u32, y: u32) -> Break {
    Break { x, y, wall: Wall::Vertical }
}

/// Returns linked rings, a braid of three, rings with bosses, six strands, long crossing blades.
fn patterns() -> [Pattern; 5] {
    let make =
        |strands, period, width, breaks| Pattern::new(strands, period, width, 0.17, breaks).expect("can be woven");
    let six = vec![v(0, 1), v(0, 5), v(6, 3), h(3, 2), h(9, 2), h(3, 4), h(9, 4)];
    [
        make(4, 2, 0.80, vec![v(1, 2)]),
        make(3, 2, 0.86, vec![]),
        make(4, 4, 0.80, vec![h(0, 1), h(0, 3), v(1, 2), v(3, 2)]),
        make(6, 12, 0.84, six),
        make(4, 6, 0.80, vec![h(0, 1), h(0, 3), h(1, 2), h(5, 2)]),
    ]
}

fn frames(p: &Pattern) -> [(&'static str, Weave); 4] {
    [
        ("band", band(p, 52.6, 6.4).expect("fits")),
        ("vine", vine(p, 4.4, 36.1).expect("fits")),
        ("border", border(p, 57.5, 42.9, 5.0).expect("fits")),
        ("ring", ring(p, 60.0, 66.0).expect("fits")),
    ]
}

fn all() -> impl Iterator<Item = (String, Weave)> {
    patterns()
        .into_iter()
        .enumerate()
        .flat_map(|(i, p)| frames(&p).map(|(frame, weave)| (format!("pattern {i} as {frame}"), weave)))
}

fn is_under(pass: &Pass) -> bool {
    matches!(pass, Pass::Under { .. })
}

/// Returns the number of outlines of a strand: one for each dive, two for a ring that never dives.
fn outlines(course: &Course) -> usize {
    let dives = course.passes.iter().filter(|p| is_under(p)).count();
    match (course.line.closed, dives) {
        (true, 0) => 2,
        (true, _) => dives,
        (false, _) => dives + 1,
    }
}

/// Points along a path.
fn points(path: &BezPath) -> Vec<Point> {
    let places = [0.0, 0.25, 0.5, 0.75];
    path.segments().flat_map(|s| places.map(|t| s.eval(t))).collect()
}

fn nearest(point: Point, others: &[Point]) -> f64 {
    others.iter().map(|o| o.distance_squared(point)).fold(f64::INFINITY, f64::min).sqrt()
}

#[test]
fn over_and_under_alternate() {
    for (name, weave) in all() {
        let mut dives = 0;
        for course in &weave.strands {
            let crossings = course.passes.iter().filter(|p| is_under(p) || **p == Pass::Over);
            let unders: Vec<bool> = crossings.map(is_under).collect();
            dives += unders.iter().filter(|u| **u).count();
            assert!(unders.windows(2).all(|w| w[0] != w[1]), "{name}");
            let again = course.line.closed && !unders.is_empty();
            assert!(!again || unders[0] != unders[unders.len() - 1], "{name}: at its start");
        }
        let all = weave.strands.iter().flat_map(|c| &c.passes);
        assert_eq!(all.filter(|p| **p == Pass::Over).count(), dives, "{name}");
    }
}

#[test]
fn a_strand_dives_under_one_that_is_on_top() {
    for (name, weave) in all() {
        for course in &weave.strands {
            for (node, pass) in course.passes.iter().enumerate() {
                if let Pass::Under { strand, node: other } = *pass {
                    let top = &weave.strands[strand];
                    assert_eq!(top.passes[other], Pass::Over, "{name}");
                    let (a, b) = (line::place_of(node), line::place_of(other));
                    let apart = course.line.at(a).0.distance(top.line.at(b).0);
                    assert!(apart < 1e-9, "{name}: {apart}");
                }
            }
        }
    }
}

#[test]
fn every_outline_is_there_and_closes() {
    for (name, weave) in all() {
        let expected: usize = weave.strands.iter().map(outlines).sum();
        for path in [weave.strand(), weave.inset(0.15 * weave.width(), Vec2::ZERO)] {
            assert!(path.is_finite());
            assert_eq!(path.subpaths().count(), expected, "{name}");
            for outline in path.subpaths() {
                assert!(matches!(outline[0], PathEl::MoveTo(_)), "{name}");
                assert_eq!(outline[outline.len() - 1], PathEl::ClosePath, "{name}");
                let closed = outline.iter().filter(|e| **e == PathEl::ClosePath);
                assert_eq!(closed.count(), 1, "{name}");
            }
        }
    }
}

#[test]
fn all_outlines_turn_one_way_but_for_holes() {
    for (name, weave) in all() {
        let path = weave.strand();
        let areas = path.subpaths().map(|s| BezPath::from_vec(s.to_vec()).area());
        let (filled, holes): (Vec<f64>, Vec<f64>) = areas.partition(|a| *a < 0.0);
        let rings = weave.strands.iter().filter(|c| !c.passes.iter().any(is_under));
        let rings = rings.filter(|c| c.line.closed).count();
        assert_eq!(holes.len().min(filled.len()), rings, "{name}");
    }
}

#[test]
fn bands_fill_their_frame() {
    for (name, weave) in all() {
        let slack = 0.01 * weave.width() + 1e-6;
        let (frame, bounds) = (weave.frame(), weave.strand().bounding_box());
        assert!(frame.inset(slack).contains_rect(bounds), "{name}: {bounds:?}");
        // A ring need not touch its frame just where the frame is nearest.
        let fills = bounds.inset(slack).contains_rect(frame);
        assert!(fills || name.ends_with("ring"), "{name}: {bounds:?}");
    }
}

/// Every drawn edge is in its place, and no nearer to the middle of its own band than it should be.
#[test]
fn bands_keep_their_width() {
    for (name, weave) in all() {
        let width = weave.width();
        for course in &weave.strands {
            let legs = u32::try_from(course.line.legs.len()).expect("few");
            for off in [0.5 * width, -0.3 * width] {
                let edge = course.line.edge(off);
                for (from, to) in edge.parts(0.0, f64::from(legs)) {
                    let mut path = BezPath::new();
                    path.move_to(edge.at(from).0);
                    fit::draw(&mut path, &edge, from, to, width);
                    let count = (512.0 * (to - from)).ceil();
                    let places = (0..=512 * legs).map(f64::from).take_while(|i| *i <= count);
                    let places: Vec<f64> = places.map(|i| from + (to - from) * i / count).collect();
                    let edges: Vec<Point> = places.iter().map(|p| edge.at(*p).0).collect();
                    // Both go the same way, so the nearest place only moves on.
                    let mut on = 0;
                    for point in points(&path) {
                        let miss = |i: usize| edges.get(i).map_or(f64::INFINITY, |e| e.distance(point));
                        while miss(on + 1) <= miss(on) {
                            on += 1;
                        }
                        assert!(miss(on) < 0.01 * width, "{name}: {}", miss(on));
                    }
                    for (place, point) in places.iter().zip(&edges).step_by(128) {
                        let near = (-40..=40).map(|i| place + f64::from(i) / 40.0);
                        let near: Vec<Point> = near.map(|p| course.line.at(p).0).collect();
                        let apart = nearest(*point, &near);
                        assert!((apart - off.abs()).abs() < 2e-3 * width, "{name}: {apart}");
                    }
                }
            }
        }
    }
}

#[test]
fn outlines_keep_a_gap() {
    for (name, weave) in all() {
        let paths = weave.strand();
        let outlines: Vec<Vec<Point>> = paths.subpaths().map(|s| points(&BezPath::from_vec(s.to_vec()))).collect();
        let box_of = |o: &[Point]| o[1..].iter().fold(Rect::from_points(o[0], o[0]), |r, p| r.union_pt(*p));
        let boxes: Vec<Rect> = outlines.iter().map(|o| box_of(o)).collect();
        // Bands parted by a wall may come a little nearer than the gap.
        let least = 0.6 * weave.gap;
        for (i, a) in outlines.iter().enumerate() {
            for (j, b) in outlines.iter().enumerate().skip(i + 1) {
                if boxes[i].inset(least).intersect(boxes[j]).area() > 0.0 {
                    let apart = a.iter().map(|p| nearest(*p, b)).fold(f64::INFINITY, f64::min);
                    assert!(apart > least, "{name}: {apart} of {}", weave.gap);
                }
            }
        }
    }
}

#[test]
fn an_inset_lies_inside_the_strand() {
    for p in patterns() {
        for weave in [vine(&p, 4.4, 12.0).expect("fits"), ring(&p, 9.0, 12.0).expect("fits")] {
            let (strand, by) = (weave.strand(), 0.1 * weave.width());
            let edge = points(&strand);
            for point in points(&weave.inset(by, Vec2::ZERO)).into_iter().step_by(7) {
                assert!(strand.winding(point) != 0);
                assert!(nearest(point, &edge) > 0.8 * by);
            }
        }
    }
}

#[test]
fn an_inset_moves_and_vanishes() {
    let weave = vine(&patterns()[1], 4.4, 34.0).expect("fits");
    let shift = Vec2::new(-0.5, 0.25);
    let still = weave.inset(0.1, Vec2::ZERO);
    assert_eq!(weave.inset(0.1, shift), Affine::translate(shift) * still);
    assert_eq!(weave.inset(-1.0, Vec2::ZERO), weave.strand());
    assert_eq!(weave.inset(f64::NAN, Vec2::ZERO), weave.strand());
    assert!(weave.inset(weave.width() / 2.0, Vec2::ZERO).is_empty());
    // Of the last loose end only a corner is left, and then nothing.
    let count = |share: f64| weave.inset(share * weave.width(), Vec2::ZERO).subpaths().count();
    let all = weave.strand().subpaths().count();
    assert_eq!([0.1, 0.3, 0.4, 0.49].map(count), [all, all, all - 1, all - 1]);
}

#[test]
fn half_a_turn_maps_a_ring_on_itself() {
    for p in patterns() {
        let weave = ring(&p, 20.0, 26.0).expect("fits");
        let here = points(&weave.strand());
        let turned = points(&(Affine::rotate(std::f64::consts::PI) * weave.strand()));
        for point in turned {
            let apart = nearest(point, &here);
            assert!(apart < 1e-6, "{apart}");
        }
    }
}

#[test]
fn the_same_twice() {
    let draw = || all().map(|(_, w)| (w.strand(), w.inset(0.1, Vec2::new(0.1, 0.2))));
    assert!(draw().eq(draw()));
}

#[test]
fn a_vine_is_a_band_standing() {
    for p in patterns() {
        let lying = band(&p, 70.0, 4.4).expect("fits").strand();
        let standing = vine(&p, 4.4, 70.0).expect("fits").strand();
        let mirror = Affine::new([0.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
        let (lying, standing) = (points(&(mirror * lying)), points(&standing));
        assert!(standing.iter().all(|p| nearest(*p, &lying) < 0.05));
    }
}

#[test]
fn loose_ends_reach_into_the_corners() {
    let weave = band(&patterns()[1], 70.0, 4.4).expect("fits");
    let ends: Vec<Point> = weave.strand().elements().iter().filter_map(PathEl::end_point).collect();
    for corner in [Point::new(0.0, 4.4), Point::new(70.0, 4.4)] {
        assert!(nearest(corner, &ends) < 1e-9);
    }
}

/// Odd sizes, bands and gaps: nothing may be lost, nothing may stick out.
#[test]
fn many_sizes_hold() {
    let (mut woven, mut refused) = (0, 0);
    for p in patterns() {
        for (wider, gap) in [(0.0, 0.2), (-0.3, 0.05), (0.08, 0.12), (-0.1, 0.25)] {
            let p = Pattern { bands: Bands { width: p.bands.width + wider, gap }, ..p.clone() };
            for i in 0..12 {
                let long = 2.0 + 3.73 * f64::from(i);
                let tries = [
                    vine(&p, 4.4, long),
                    ring(&p, long * 0.3, long * 0.3 + 5.0),
                    border(&p, long * 1.5, long * 1.2, 4.0),
                ];
                refused += tries.iter().filter(|t| t.is_err()).count();
                for weave in tries.into_iter().flatten() {
                    woven += 1;
                    let (path, expected) = (weave.strand(), weave.strands.iter().map(outlines).sum::<usize>());
                    assert_eq!(path.subpaths().count(), expected);
                    let frame = weave.frame().inset(0.012 * weave.width());
                    assert!(frame.contains_rect(path.bounding_box()));
                }
            }
        }
    }
    assert!(woven > 2 * refused, "{woven} woven, {refused} refused");
}
