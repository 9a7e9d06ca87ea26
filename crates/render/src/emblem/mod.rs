//! Emblems of cards without art, drawn by code: a ring of knotwork for the kind, and within it a seal for the card.
//!
//! Everything is drawn in a square of 200 units about its middle, and in one colour.

mod ring;
mod seal;

use std::collections::BTreeSet;

use kurbo::{Affine, BezPath, Circle, Rect, Shape as _};

use crate::shape::{Mark, Outline};

pub use seal::SEALS;

/// The side of the square that an emblem fills.
const SIDE: f64 = 200.0;
/// The middle of that square.
const MIDDLE: f64 = SIDE / 2.0;

/// An emblem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Emblem {
    /// The number of its ring; they recur after the last.
    pub ring: usize,
    /// The number of its seal, below [`SEALS`]; without one, the ring encloses a smaller one.
    pub seal: Option<u16>,
}

impl Emblem {
    /// Returns the emblem of a game: one that looks the same upside down, as backs must.
    pub fn of_game(words: &str) -> Self {
        let seal = seal::number(words);
        let even = (0..SEALS).map(|step| (seal + step) % SEALS).find(|number| seal::is_even(*number));
        Self { ring: ring::even(usize::from(seal)), seal: even }
    }

    /// Returns the emblem of some words, with the ring of a kind.
    pub fn of_words(kind: usize, words: &str) -> Self {
        Self { ring: kind, seal: Some(seal::number(words)) }
    }

    /// Creates only the ring of a kind.
    pub const fn of_kind(kind: usize) -> Self {
        Self { ring: kind, seal: None }
    }

    /// Returns the emblem as a mark, which takes the colour of its place.
    pub fn mark(self) -> Mark {
        let mut outlines = vec![Outline { path: ring::of_kind(self.ring), even_odd: false }];
        match self.seal {
            Some(number) => {
                outlines.push(Outline { path: circles(&[61.5, 60.0]), even_odd: true });
                outlines.extend(seal::outlines(number));
            }
            None => outlines.extend(ring::inner(self.ring)),
        }
        Mark { outlines, bounds: Rect::new(0.0, 0.0, SIDE, SIDE) }
    }
}

/// Returns the seals of some cards, by their ids: unique while there are enough.
pub fn seals<'w>(ids: impl Iterator<Item = &'w str>) -> Vec<u16> {
    let mut taken = BTreeSet::new();
    let free = |id: &str| {
        let first = seal::number(id);
        let all = (0..SEALS).map(|step| (first + step) % SEALS);
        let number = all.into_iter().find(|number| !taken.contains(number)).unwrap_or(first);
        taken.insert(number);
        number
    };
    ids.map(free).collect()
}

/// Circles about the middle, of which every second is a hole.
fn circles(radii: &[f64]) -> BezPath {
    radii.iter().flat_map(|radius| Circle::new((MIDDLE, MIDDLE), *radius).to_path(0.01)).collect()
}

/// Returns a turn about the middle, in degrees.
fn turned(degrees: f64) -> Affine {
    Affine::rotate_about(degrees.to_radians(), (MIDDLE, MIDDLE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_of_a_deck_has_its_own_seal() {
        let ids: Vec<String> = (0..usize::from(SEALS)).map(|number| format!("card-{number}")).collect();
        let seals = seals(ids.iter().map(String::as_str));
        assert_eq!(seals.iter().collect::<BTreeSet<_>>().len(), ids.len());
        assert_eq!(super::seals(["red-fox"].into_iter()), super::seals(["red-fox"].into_iter()));
    }

    #[test]
    fn names_that_differ_in_a_letter_have_other_seals() {
        let near: BTreeSet<u16> = ["red-fox", "red-box", "red-fog", "rod-fox"].map(seal::number).into();
        assert_eq!(near.len(), 4);
    }

    #[test]
    fn the_emblem_of_a_game_is_the_same_upside_down() {
        for words in ["moorland", "field-notes", "alibi", "waymarks"] {
            let emblem = Emblem::of_game(words);
            let covers = |x: f64, y: f64| {
                let inside = |outline: &Outline| {
                    let winding = outline.path.winding((x, y).into());
                    if outline.even_odd { winding % 2 != 0 } else { winding != 0 }
                };
                emblem.mark().outlines.iter().any(inside)
            };
            let differ = (0..40).flat_map(|x| (0..20).map(move |y| (f64::from(x), f64::from(y))));
            let differ = differ.map(|(x, y)| (x * 5.0 + 2.3, y * 5.0 + 1.7));
            let differ = differ.filter(|(x, y)| covers(*x, *y) != covers(SIDE - x, SIDE - y)).count();
            assert!(differ <= 8, "{words}: {differ} of 800 points: only over and under may be exchanged");
        }
    }

    #[test]
    fn every_ring_and_every_kind_of_seal_stays_within_its_square() {
        for number in (0..SEALS).step_by(37) {
            let mark = Emblem { ring: usize::from(number), seal: Some(number) }.mark();
            for outline in mark.outlines.iter().chain(&Emblem::of_kind(usize::from(number)).mark().outlines) {
                let covered = outline.path.bounding_box();
                assert!(!outline.path.is_empty() && mark.bounds.union(covered) == mark.bounds, "{number}: {covered:?}");
            }
        }
    }
}
