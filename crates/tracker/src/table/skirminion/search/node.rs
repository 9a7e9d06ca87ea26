//! The stack of the search: one node for each position of the line that is being looked at.

use super::choices::Choices;
use super::evaluate::material;
use super::keys::{self, key, key_after};
use crate::table::skirminion::{Activation, Position, Side, Square};

/// Result that a node of the stack waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waits {
    /// Nothing: the next activation is to be chosen.
    Idle,
    /// A null move searched less deeply: if even that is too good, nothing else needs to be searched.
    Pass,
    /// An activation searched with an empty window, perhaps less deep.
    Scout { reduced: bool },
    /// A repetition of that search in full, because it returned "better".
    Again,
    /// An activation searched in full.
    Full,
}

/// One position of the line that is being looked at.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub position: Position,
    pub key: u64,
    /// Value of the units for bone.
    pub material: i32,
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    pub first_alpha: i32,
    pub standing: i32,
    pub best: i32,
    pub best_activation: Option<Activation>,
    /// First node of the stack from which positions can repeat: an attack or a rest before it is irreversible.
    pub since: usize,
    /// True if a null move led here.
    pub passed: bool,
    pub may_pass: bool,
    pub waits: Waits,
    pub current: Activation,
    pub tried: usize,
    pub choices: Choices,
}

/// Search depth of a position, and its score window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
}

impl Node {
    /// Creates an unused node, with capacity for the activations of any position.
    pub fn empty() -> Self {
        Self {
            position: Position::start(Side::Bone),
            key: 0,
            material: 0,
            depth: 0,
            alpha: 0,
            beta: 0,
            first_alpha: 0,
            standing: 0,
            best: 0,
            best_activation: None,
            since: 0,
            passed: false,
            may_pass: false,
            waits: Waits::Idle,
            current: Activation::pass(Square::from_index(0)),
            tried: 0,
            choices: Choices::empty(),
        }
    }

    /// Begins with a position that nothing led to.
    pub fn place(&mut self, position: &Position) {
        (self.position, self.key, self.material) = (*position, key(position), material(&position.board));
        (self.since, self.passed) = (0, false);
    }

    /// Writes the position after an activation to the node below, which has this number.
    #[inline]
    pub fn act(&self, activation: Activation, window: Window, below: &mut Self, ply: usize) {
        below.position = self.position.after(activation);
        below.key = key_after(self.key, &self.position, &below.position, activation);
        let board = &below.position.board;
        // A unit that moves is worth as much where it comes to, and may come back.
        let moves =
            activation.target().is_none() && (activation.destination().is_some() || *board == self.position.board);
        (below.material, below.since) = if moves { (self.material, self.since) } else { (material(board), ply) };
        below.passed = false;
        below.look(window);
    }

    /// Puts the position after a pass into the node below it: it is always possible (K6).
    #[inline]
    pub fn pass(&self, window: Window, below: &mut Self) {
        below.position = Position { turn: self.position.turn.other(), ..self.position };
        (below.key, below.material, below.since) = (self.key ^ keys::TURN, self.material, self.since);
        below.passed = true;
        below.look(window);
    }

    #[inline]
    fn look(&mut self, Window { depth, alpha, beta }: Window) {
        (self.depth, self.alpha, self.beta) = (depth, alpha, beta);
    }
}
