//! The search behind an opponent: iterative deepening and alpha-beta with a transposition table, without a clock, and
//! without allocations while it runs.
//!
//! It keeps its own stack instead of recursion, so it can stop after any position and continue later. A page that draws
//! frames gives it a few thousand positions between two of them.

mod cache;
mod choices;
mod evaluate;
mod keys;
mod node;
mod order;

use cache::{Bound, Cache};
use evaluate::evaluate;
pub use evaluate::lead_of_bone;
pub use keys::{key, key_after};
use node::{Node, Waits, Window};
use order::Order;

use super::{Activation, Position, Side};
use crate::rules::skirminion::legal;

/// The score of a victory; one that is more moves away is worth a little less. Scores are about hundredths of a unit.
const VICTORY: i32 = 30_000;
/// Scores beyond this are victories that the search has seen to their end.
const SEEN_VICTORY: i32 = VICTORY - 1_000;
const INFINITE: i32 = 32_000;
/// The deepest line that is looked at, attacks at its end included.
const MAX_PLIES: usize = 64;
/// Maximum number of consecutive attacks searched beyond the depth limit.
const MOST_ATTACKS: i32 = 6;

/// Best result of a search so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The best activation.
    pub activation: Activation,
    /// Value for the side on turn, in about hundredths of a unit.
    pub score: i32,
    /// Number of fully searched activations.
    pub depth: u32,
    /// Number of searched positions: each result of an activation, including attacks beyond the depth limit, and
    /// counting transpositions.
    pub positions: u64,
}

impl Verdict {
    /// True if the end is certain: victory for the side on turn, or for the other.
    pub fn sees_victory(&self) -> bool {
        self.score.abs() > SEEN_VICTORY
    }
}

/// A search that can be continued.
#[derive(Clone, Debug)]
pub struct Search {
    nodes: Vec<Node>,
    /// The keys of the positions in the nodes of the line, side by side.
    line: [u64; MAX_PLIES + 1],
    ply: usize,
    depth: i32,
    deepest: i32,
    cache: Cache,
    order: Order,
    /// Keys of the positions of the game so far: a repetition has the value 0.
    past: Vec<u64>,
    /// The side that thinks.
    eager: Side,
    noise: i32,
    seed: u64,
    verdict: Option<Verdict>,
    positions: u64,
    done: bool,
}

impl Search {
    /// Creates a search with capacity for about that many cached positions (16 bytes each; rounded to a power of two).
    pub fn new(room: usize) -> Self {
        Self {
            nodes: vec![Node::empty(); MAX_PLIES + 1],
            line: [0; MAX_PLIES + 1],
            ply: 0,
            depth: 0,
            deepest: 0,
            cache: Cache::new(room),
            order: Order::new(),
            past: Vec::new(),
            eager: Side::Bone,
            noise: 0,
            seed: 0,
            verdict: None,
            positions: 0,
            done: true,
        }
    }

    /// Begins with a position.
    ///
    /// `past` are the positions of the game before it. `noise` blurs values of positions by up to that many hundredths
    /// of a unit either way, chosen by `seed`. Earlier results are kept while side, noise and seed stay the same: those
    /// of one side in one game. From an empty cache the same arguments give the same search.
    pub fn begin<'a>(
        &mut self,
        position: &Position,
        past: impl IntoIterator<Item = &'a Position>,
        deepest: u32,
        noise: i32,
        seed: u64,
    ) {
        self.past.clear();
        // A destroyed unit doesn't return, so only positions with the same number of units can repeat.
        let units = position.board.occupied().len();
        self.past.extend(past.into_iter().filter(|past| past.board.occupied().len() == units).map(key));
        if (position.turn, noise, seed) == (self.eager, self.noise, self.seed) {
            self.cache.age();
            self.order.age();
        } else {
            // Cached values came from another point of view.
            self.cache.clear();
            self.order.clear();
        }
        (self.eager, self.noise, self.seed) = (position.turn, noise, seed);
        self.positions = 0;
        self.verdict = None;
        self.deepest = i32::try_from(deepest).unwrap_or(i32::MAX).clamp(1, MAX_PLIES as i32 / 2);
        self.nodes[0].place(position);
        self.done = position.is_decided();
        self.begin_iteration(1);
    }

    /// Looks at up to that many positions more. Whether the search is at its end: it goes no deeper, or sees the end of the game.
    pub fn run(&mut self, positions: u64) -> bool {
        let end = self.positions.saturating_add(positions);
        while !self.done && self.positions < end {
            self.advance();
        }
        self.done
    }

    /// Returns its result; `None` before a [`run`](Self::run), and if the game is over.
    pub fn verdict(&self) -> Option<Verdict> {
        let root = &self.nodes[0];
        // An iteration begins with the best activation of the one before: what it has found since is at least as good.
        let partial = (!self.done).then_some(root.best_activation).flatten();
        let found = partial.map(|activation| Verdict {
            activation,
            score: root.best,
            depth: self.depth.unsigned_abs() - 1,
            positions: self.positions,
        });
        // A large fight may exceed the limit of positions: then the first activation searched is the result.
        let first = (self.positions > 0).then_some(root.current).map(|activation| Verdict {
            activation,
            score: root.standing,
            depth: 0,
            positions: self.positions,
        });
        found.or(self.verdict.map(|verdict| Verdict { positions: self.positions, ..verdict })).or(first)
    }

    fn begin_iteration(&mut self, depth: i32) {
        self.depth = depth;
        self.ply = 0;
        let root = &mut self.nodes[0];
        (root.depth, root.alpha, root.beta) = (depth, -INFINITE, INFINITE);
        self.nodes[0].standing = self.worth(0);
        self.open(0, self.verdict.map(|verdict| verdict.activation));
    }

    /// Makes one step: the next activation of the current position, or its end.
    fn advance(&mut self) {
        let ply = self.ply;
        if self.choose(ply) {
            match self.enter(ply + 1) {
                Some(score) => self.take(ply, -score),
                None => self.ply = ply + 1,
            }
            return;
        }
        let score = self.close(ply);
        if ply > 0 {
            self.ply = ply - 1;
            self.take(ply - 1, -score);
            return;
        }
        if let Some(activation) = self.nodes[0].best_activation {
            let depth = self.depth.unsigned_abs();
            self.verdict = Some(Verdict { activation, score, depth, positions: self.positions });
        }
        if self.depth >= self.deepest || score.abs() > SEEN_VICTORY {
            self.done = true;
        } else {
            self.begin_iteration(self.depth + 1);
        }
    }

    /// Puts the next position below a node into the node after it; whether there is one.
    fn choose(&mut self, ply: usize) -> bool {
        let (line, below) = self.nodes.split_at_mut(ply + 1);
        let (node, below) = (&mut line[ply], &mut below[0]);
        let full = Window { depth: node.depth - 1, alpha: -node.beta, beta: -node.alpha };
        if node.waits == Waits::Again {
            node.waits = Waits::Full;
            node.act(node.current, full, below, ply + 1);
            return true;
        }
        if node.may_pass {
            node.may_pass = false;
            node.waits = Waits::Pass;
            // If a pass is good enough, so is the position.
            node.pass(Window { depth: node.depth - 3, alpha: -node.beta, beta: 1 - node.beta }, below);
            return true;
        }
        let tried = node.tried;
        let may_skip = tried > 0 && ply > 0 && node.best > -SEEN_VICTORY;
        let plain = !may_skip
            || match node.depth {
                1 => node.standing + 60 > node.alpha && tried < 10,
                2 => node.standing + 120 > node.alpha && tried < 24,
                _ => true,
            };
        let Some(choice) = node.choices.next(&node.position, &self.order, plain) else { return false };
        node.tried += 1;
        node.current = choice.activation;
        if tried == 0 {
            node.waits = Waits::Full;
            node.act(choice.activation, full, below, ply + 1);
            return true;
        }
        let less = match tried {
            _ if !(choice.plain && may_skip) || node.depth < 3 => 0,
            ..4 => 0,
            4..12 => 1,
            12..40 => 2,
            _ => 3,
        };
        let less = less.min(node.depth - 2).max(0);
        node.waits = Waits::Scout { reduced: less > 0 };
        let scout = Window { depth: full.depth - less, alpha: -node.alpha - 1, beta: -node.alpha };
        node.act(choice.activation, scout, below, ply + 1);
        true
    }

    /// Enters the position of a node: returns its value if known, or else opens it.
    fn enter(&mut self, ply: usize) -> Option<i32> {
        self.positions += 1;
        let node = &self.nodes[ply];
        if let Some(score) = decided(&node.position, ply) {
            return Some(score);
        }
        if !node.passed && self.came_before(ply) {
            return Some(0);
        }
        if ply >= MAX_PLIES {
            return Some(self.worth(ply));
        }
        let standing = self.worth(ply);
        let node = &mut self.nodes[ply];
        node.standing = standing;
        // Beyond the depth limit the static value of a position counts, unless attacks change it. The transposition
        // table isn't asked there: a cache miss takes longer than searching the attacks.
        if node.depth <= 0 {
            let is_final =
                standing >= node.beta || node.depth <= -MOST_ATTACKS || legal::attackers(&node.position).is_empty();
            if is_final {
                return Some(standing);
            }
            self.open(ply, None);
            return None;
        }
        let entry = self.cache.get(node.key);
        if let Some(entry) = entry
            && let Some(score) = entry.usable_score(node.depth, node.alpha, node.beta, ply)
        {
            return Some(score);
        }
        self.open(ply, entry.and_then(|entry| entry.activation));
        None
    }

    /// Gets ready for the activations of a position, whose worth without looking further is known.
    fn open(&mut self, ply: usize, known: Option<Activation>) {
        let node = &mut self.nodes[ply];
        self.line[ply] = node.key;
        if node.depth <= 0 {
            node.best = node.standing;
            node.alpha = node.alpha.max(node.standing);
            node.choices.begin_attacks();
        } else {
            node.best = -INFINITE;
            node.choices.begin(known, self.order.killers(ply));
        }
        node.first_alpha = node.alpha;
        node.best_activation = None;
        node.may_pass = ply > 0
            && !node.passed
            && node.depth >= 2
            && node.standing >= node.beta
            && node.beta.abs() < SEEN_VICTORY
            && node.alpha + 1 == node.beta;
        node.waits = Waits::Idle;
        node.tried = 0;
    }

    /// Takes over the result of the position below a node.
    fn take(&mut self, ply: usize, score: i32) {
        let node = &mut self.nodes[ply];
        match node.waits {
            Waits::Pass if score < node.beta => (),
            Waits::Pass => {
                node.best = node.beta;
                node.choices.end();
            }
            Waits::Scout { reduced } if score > node.alpha && (reduced || score < node.beta) => {
                node.waits = Waits::Again;
                return;
            }
            _ if score > node.best => {
                node.best = score;
                if score > node.alpha || node.best_activation.is_none() {
                    node.best_activation = Some(node.current);
                }
                if score > node.alpha {
                    node.alpha = score;
                }
                if score >= node.beta {
                    if node.depth > 0 && node.current.target().is_none() {
                        self.order.remember(node.position.turn, ply, node.depth, node.current);
                    }
                    node.choices.end();
                }
            }
            _ => (),
        }
        node.waits = Waits::Idle;
    }

    /// Closes a completed node, and returns its value.
    fn close(&mut self, ply: usize) -> i32 {
        let node = &self.nodes[ply];
        if node.depth > 0 {
            let bound = if node.best >= node.beta {
                Bound::AtLeast
            } else if node.best > node.first_alpha {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            self.cache.put(node, bound, ply);
        }
        node.best
    }

    /// Returns the static value of a node's position.
    fn worth(&self, ply: usize) -> i32 {
        let node = &self.nodes[ply];
        let blur = match u64::try_from(self.noise) {
            Ok(noise @ 1..) => (keys::mix(node.key ^ self.seed) % (2 * noise + 1)) as i32 - self.noise,
            _ => 0,
        };
        evaluate(&node.position, node.material, self.eager) + blur
    }

    /// True if the position of a node occurred before, in the current line or in the game.
    fn came_before(&self, ply: usize) -> bool {
        let Node { key, since, .. } = self.nodes[ply];
        // The same side is on turn in every other node.
        let mut others = self.line[since..ply].iter().rev().skip(1).step_by(2);
        others.any(|other| *other == key) || since == 0 && self.past.contains(&key)
    }
}

/// Returns the value of a finished game (K9), for the side on turn.
#[inline]
fn decided(position: &Position, ply: usize) -> Option<i32> {
    let own = position.board.units(position.turn).is_empty();
    let others = position.board.units(position.turn.other()).is_empty();
    match (own, others) {
        (false, false) => None,
        (true, true) => Some(0),
        (true, false) => Some(ply as i32 - VICTORY),
        (false, true) => Some(VICTORY - ply as i32),
    }
}
