//! The rules of Skirminion once more, written as plainly as the facts: a list of units, no bits, no tables, no shortcuts.

use std::collections::BTreeMap;

/// Column and row, counted from 0.
pub type Place = (i8, i8);

/// Whose (false bone, true red) and the health.
pub type Die = (bool, i8);

/// The dice on the board, and whether red is on turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    pub dice: BTreeMap<Place, Die>,
    pub red: bool,
}

pub fn name((column, row): Place) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

pub fn place(name: &str) -> Place {
    let [column, row] = name.as_bytes() else { panic!("{name}") };
    ((column - b'a') as i8, (row - b'1') as i8)
}

const EIGHT: [Place; 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
const STRAIGHT: [Place; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

fn step((column, row): Place, (right, up): Place) -> Option<Place> {
    let to = (column + right, row + up);
    ((0..8).contains(&to.0) && (0..8).contains(&to.1)).then_some(to)
}

fn around(at: Place) -> Vec<Place> {
    EIGHT.iter().filter_map(|by| step(at, *by)).collect()
}

impl Plain {
    pub fn start(red: bool) -> Self {
        let bone = (0..8).map(|column| ((column, 0), (false, 6)));
        let reds = (0..8).map(|column| ((column, 7), (true, 6)));
        Self { dice: bone.chain(reds).collect(), red }
    }

    /// Enemies of `red` that touch a square (K10).
    fn enemies(&self, at: Place, red: bool) -> Vec<Place> {
        around(at).into_iter().filter(|near| self.dice.get(near).is_some_and(|die| die.0 != red)).collect()
    }

    fn count(&self, red: bool) -> usize {
        self.dice.values().filter(|die| die.0 == red).count()
    }

    /// Returns the moves (K12 to K15).
    fn moves(&self, from: Place) -> Vec<Place> {
        let (red, health) = self.dice[&from];
        let free = |at: &Place| !self.dice.contains_key(at);
        let mut moves: Vec<Place> = around(from).into_iter().filter(free).collect();
        if !self.enemies(from, red).is_empty() {
            moves.retain(|to| self.enemies(*to, red).is_empty());
        } else if health >= 4 {
            for by in STRAIGHT {
                let first = step(from, by).filter(free);
                moves.extend(first.and_then(|first| step(first, by)).filter(free));
            }
        }
        moves
    }

    /// Returns the damage of the unit on `by` to the unit on `on` (K17).
    fn takes(&self, by: Place, on: Place) -> i8 {
        let red = self.dice[&by].0;
        if self.count(red) == 1 {
            return 2;
        }
        let further =
            around(on).into_iter().filter(|at| *at != by && self.dice.get(at).is_some_and(|die| die.0 == red));
        1 + further.count() as i8
    }

    fn moved(&self, from: Place, to: Place) -> Self {
        let mut after = self.clone();
        let die = after.dice.remove(&from).unwrap();
        assert!(after.dice.insert(to, die).is_none());
        after
    }

    fn fought(&self, by: Place, on: Place) -> Self {
        let mut after = self.clone();
        for (at, foe) in [(by, on), (on, by)] {
            let (red, health) = self.dice[&at];
            let left = health - self.takes(foe, at);
            if left <= 0 {
                after.dice.remove(&at);
            } else {
                let alone = self.count(red) == 1;
                after.dice.insert(at, (red, if alone { (left + 1).min(6) } else { left }));
            }
        }
        after
    }

    fn turned(mut self) -> Self {
        self.red = !self.red;
        self
    }

    /// Returns every activation by its notation, with its result.
    pub fn activations(&self) -> BTreeMap<String, Self> {
        let mut all = BTreeMap::new();
        if self.count(false) == 0 || self.count(true) == 0 {
            return all;
        }
        let own: Vec<Place> = self.dice.iter().filter(|(_, die)| die.0 == self.red).map(|(at, _)| *at).collect();
        for unit in own {
            let u = name(unit);
            let contact = self.enemies(unit, self.red);
            let mut rested = self.clone();
            let die = rested.dice.get_mut(&unit).unwrap();
            if contact.is_empty() && die.1 <= 3 {
                die.1 += 1;
            }
            all.insert(u.clone(), rested.turned());
            for to in self.moves(unit) {
                let moved = self.moved(unit, to);
                if contact.is_empty() {
                    for target in moved.enemies(to, self.red) {
                        let text = format!("{u}-{}x{}", name(to), name(target));
                        all.insert(text, moved.fought(to, target).turned());
                    }
                }
                all.insert(format!("{u}-{}", name(to)), moved.turned());
            }
            for target in contact {
                let fought = self.fought(unit, target);
                if fought.dice.contains_key(&unit) && fought.enemies(unit, self.red).is_empty() {
                    for to in fought.moves(unit) {
                        let text = format!("{u}x{}-{}", name(target), name(to));
                        all.insert(text, fought.moved(unit, to).turned());
                    }
                }
                all.insert(format!("{u}x{}", name(target)), fought.turned());
            }
        }
        all
    }

    pub fn perft(&self, activations: u32) -> u64 {
        if activations == 0 {
            return 1;
        }
        self.activations().values().map(|after| after.perft(activations - 1)).sum()
    }
}
