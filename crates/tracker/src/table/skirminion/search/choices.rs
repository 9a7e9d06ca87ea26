//! The activations of a position, best first. They are listed in stages: often one of the first is so good that the others need
//! not be looked at, nor even be known.

use super::order::{Order, value_attacks};
use crate::rules::skirminion::legal::{self, List};
use crate::table::skirminion::{Activation, Position};

/// Next stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The best activation that is known of the position.
    Known,
    /// The attacks are to be listed.
    Attacks,
    /// Attacks that take at least as much as they cost.
    GoodAttacks,
    /// Move that was too good for the other side in a sibling line, by its number.
    Killer(usize),
    /// Activations without attack are to be listed.
    Quiet,
    /// All others, previously good ones first.
    Rest,
    /// Attacks that cost more than they take.
    BadAttacks,
    /// Nothing.
    End,
}

/// An activation that is looked at next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub activation: Activation,
    /// An activation without attack, and without any sign that it is good.
    pub plain: bool,
}

/// The activations of a position.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    stage: Stage,
    known: Option<Activation>,
    killers: [Option<Activation>; 2],
    /// Only attacks that take more than they cost are looked at.
    attacks_only: bool,
    /// The attacks, then the others; each with its expected gain.
    list: List,
    values: Vec<i32>,
    /// Number of attacks, and of good ones among them.
    attacks: usize,
    good: usize,
    /// The place of the next one.
    next: usize,
}

impl Choices {
    /// Creates an empty list, with capacity for any position.
    pub fn empty() -> Self {
        Self {
            stage: Stage::End,
            known: None,
            killers: [None; 2],
            attacks_only: false,
            list: List::new(),
            values: vec![0; List::MOST],
            attacks: 0,
            good: 0,
            next: 0,
        }
    }

    /// Begins with all activations of a position, of which one may be known as the best.
    pub fn begin(&mut self, known: Option<Activation>, killers: [Option<Activation>; 2]) {
        (self.stage, self.known, self.killers, self.attacks_only) = (Stage::Known, known, killers, false);
    }

    /// Begins with the attacks that take more than they cost.
    pub fn begin_attacks(&mut self) {
        (self.stage, self.known, self.attacks_only) = (Stage::Attacks, None, true);
    }

    /// Skips the rest.
    pub fn end(&mut self) {
        self.stage = Stage::End;
    }

    /// Returns the next activation. `plain` says whether those are looked at for which nothing speaks; once it has said
    /// no, it says so to the end.
    #[inline]
    pub fn next(&mut self, position: &Position, order: &Order, plain: bool) -> Option<Choice> {
        loop {
            match self.stage {
                Stage::Known => {
                    self.stage = Stage::Attacks;
                    self.known = self.known.filter(|known| legal::allows(position, *known));
                    if let Some(activation) = self.known {
                        return Some(Choice { activation, plain: false });
                    }
                }
                Stage::Attacks => {
                    self.list.clear();
                    legal::add_attacks(position, &mut self.list);
                    self.good = value_attacks(position, &mut self.list, &mut self.values, self.attacks_only);
                    (self.attacks, self.next) = (self.list.len(), 0);
                    self.stage = Stage::GoodAttacks;
                }
                Stage::GoodAttacks => match self.pick(self.good) {
                    Some(activation) if Some(activation) == self.known => {}
                    Some(activation) => return Some(Choice { activation, plain: false }),
                    None if self.attacks_only => self.stage = Stage::End,
                    None => self.stage = Stage::Killer(0),
                },
                Stage::Killer(number) => {
                    self.stage = if number == 0 { Stage::Killer(1) } else { Stage::Quiet };
                    let killer = self.killers[number].filter(|killer| legal::allows(position, *killer));
                    if let Some(activation) = killer.filter(|_| killer != self.known) {
                        return Some(Choice { activation, plain: false });
                    }
                }
                Stage::Quiet if plain => {
                    legal::add_quiet(position, &mut self.list);
                    let quiet = self.attacks..self.list.len();
                    order.value_quiet(position.turn, &self.list[quiet.clone()], &mut self.values[quiet]);
                    self.next = self.attacks;
                    self.stage = Stage::Rest;
                }
                Stage::Rest if plain => match self.pick(self.list.len()) {
                    Some(activation) if Some(activation) == self.known || self.killers.contains(&Some(activation)) => {}
                    Some(activation) => return Some(Choice { activation, plain: true }),
                    None => (self.next, self.stage) = (self.good, Stage::BadAttacks),
                },
                Stage::Quiet | Stage::Rest => (self.next, self.stage) = (self.good, Stage::BadAttacks),
                Stage::BadAttacks => match self.pick(self.attacks) {
                    Some(activation) if Some(activation) == self.known => {}
                    Some(activation) => return Some(Choice { activation, plain: false }),
                    None => self.stage = Stage::End,
                },
                Stage::End => return None,
            }
        }
    }

    /// Returns the most promising one between the next index of the list and its end.
    #[inline]
    fn pick(&mut self, end: usize) -> Option<Activation> {
        let place = self.next;
        let values = self.values.get(place..end).filter(|values| !values.is_empty())?;
        let mut best = 0;
        for (index, value) in values.iter().enumerate() {
            if *value > values[best] {
                best = index;
            }
        }
        self.list.swap(place, place + best);
        self.values.swap(place, place + best);
        self.next += 1;
        Some(self.list[place])
    }
}

#[cfg(test)]
#[path = "choices_tests.rs"]
mod tests;
