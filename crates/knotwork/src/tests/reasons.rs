//! Refused patterns and knots, with their reasons.

use super::*;

#[test]
fn patterns_that_cannot_be_woven() {
    use WeaveError::*;
    let reason = |strands, period, width, gap, breaks: &[Break]| {
        Pattern::new(strands, period, width, gap, breaks.to_vec()).expect_err("cannot be woven")
    };
    assert_eq!(reason(0, 2, 0.8, 0.1, &[]), TooFewStrands { strands: 0 });
    assert_eq!(reason(1, 2, 0.8, 0.1, &[]), TooFewStrands { strands: 1 });
    assert_eq!(reason(1001, 2, 0.8, 0.1, &[]), TooLarge);
    assert_eq!(reason(4, 0, 0.8, 0.1, &[]), NoPeriod);
    assert_eq!(reason(4, 3, 0.8, 0.1, &[h(1, 2)]), OddPeriod { period: 3 });
    assert_eq!(reason(4, 4, 0.8, 0.1, &[h(1, 1)]), OffLattice(h(1, 1)));
    assert_eq!(reason(4, 4, 0.8, 0.1, &[h(4, 1)]), OutOfBounds(h(4, 1)));
    assert_eq!(reason(4, 4, 0.8, 0.1, &[v(1, 0)]), OutOfBounds(v(1, 0)));
    assert_eq!(reason(4, 4, 0.8, 0.1, &[v(1, 4)]), OutOfBounds(v(1, 4)));
    assert_eq!(reason(4, 4, 0.8, 0.1, &[v(1, 2), h(1, 2)]), Twice(h(1, 2)));
    assert_eq!(reason(4, 4, 1.0, 0.1, &[]), TooWide { width: 1.0, gap: 0.1 });
    assert_eq!(reason(4, 4, 0.8, 0.31, &[]), TooWide { width: 0.8, gap: 0.31 });
    assert_eq!(reason(4, 4, 0.0, 0.1, &[]), NotALength(0.0));
    assert_eq!(reason(4, 4, 0.8, -0.1, &[]), NotALength(-0.1));
    assert!(matches!(reason(4, 4, f64::NAN, 0.1, &[]), NotALength(_)));
    assert!(matches!(reason(4, 4, 0.8, f64::INFINITY, &[]), NotALength(_)));
    assert!(Pattern::new(4, 3, 0.8, 0.1, vec![]).is_ok(), "odd, but without breaks");
}

#[test]
fn frames_that_do_not_fit() {
    let [rings, braid, _, six, _] = patterns();
    assert_eq!(band(&braid, 0.0, 4.0).err(), Some(FitError::NotALength(0.0)));
    assert!(matches!(vine(&braid, f64::NAN, 4.0), Err(FitError::NotALength(_))));
    assert_eq!(band(&six, 2.0, 4.0).err(), Some(FitError::TooSmall));
    assert_eq!(band(&braid, 1e9, 1.0).err(), Some(FitError::TooFine));
    assert_eq!(border(&rings, 10.0, 50.0, 5.0).err(), Some(FitError::TooSmall));
    assert_eq!(border(&rings, 1e5, 1e5, 1.0).err(), Some(FitError::TooFine));
    assert_eq!(ring(&rings, 6.0, 5.0).err(), Some(FitError::TooSmall));
    assert_eq!(ring(&rings, 0.1, 5.0).err(), Some(FitError::TooSmall));
}

#[test]
fn a_knot_on_a_small_lattice() {
    let weave = knot(10.0, 4, 6, 0.8, 0.15, &[h(2, 3)]).expect("fits");
    let frame = weave.frame();
    assert!((frame.width() - 10.0).abs() < 1e-9 && frame.center().distance(Point::ORIGIN) < 1e-9);
    assert!(weave.strands.iter().all(|s| s.line.closed));
    assert!(knot(10.0, 3, 3, 0.8, 0.15, &[]).is_ok_and(|w| w.strands.iter().any(|s| !s.line.closed)));
    let reason = |size, (columns, rows), width, breaks: &[Break]| knot(size, columns, rows, width, 0.15, breaks).err();
    assert_eq!(reason(-1.0, (4, 4), 0.8, &[]), Some(FitError::NotALength(-1.0)));
    assert_eq!(reason(9.0, (4, 1), 0.8, &[]), Some(FitError::Pattern(WeaveError::TooFewStrands { strands: 1 })));
    assert_eq!(reason(9.0, (4, 4), 0.8, &[h(0, 1)]), Some(FitError::Pattern(WeaveError::OutOfBounds(h(0, 1)))));
}
