//! The stack of the search: one node for each position of the line that is being looked at.

use super::key_after;
use crate::table::skirminion::{Activation, List, Position, Side, Square};

/// What a node of the stack waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waits {
    /// Nothing: the next activation is to be chosen.
    Idle,
    /// A pass searched less deep: where even that is too good, nothing else needs to be looked at.
    Pass,
    /// An activation searched with an empty window, perhaps less deep.
    Scout { reduced: bool },
    /// That search said "better": the same activation is to be searched in full.
    Again,
    /// An activation searched in full.
    Full,
}

/// One position of the line that is being looked at.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub position: Position,
    pub key: u64,
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    pub first_alpha: i32,
    pub standing: i32,
    pub best: i32,
    pub best_activation: Option<Activation>,
    /// Whether the activation that led here has an attack: what was before cannot come again.
    pub after_attack: bool,
    pub may_pass: bool,
    pub waits: Waits,
    pub current: Activation,
    pub tried: usize,
    pub list: List,
    pub values: Vec<i32>,
}

/// A position below a node, and how it is to be looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub position: Position,
    pub key: u64,
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    pub attack: bool,
    pub passed: bool,
}

impl Node {
    /// A node that is not in use yet, with room for the activations of any position.
    pub fn empty() -> Self {
        Self {
            position: Position::start(Side::Bone),
            key: 0,
            depth: 0,
            alpha: 0,
            beta: 0,
            first_alpha: 0,
            standing: 0,
            best: 0,
            best_activation: None,
            after_attack: false,
            may_pass: false,
            waits: Waits::Idle,
            current: Activation::pass(Square::from_index(0)),
            tried: 0,
            list: List::new(),
            values: vec![0; List::MOST],
        }
    }

    /// The position after an activation, and how it is to be searched.
    #[inline]
    pub fn child(&self, activation: Activation, depth: i32, alpha: i32, beta: i32) -> Child {
        let position = self.position.after(activation);
        let key = key_after(self.key, &self.position, &position, activation);
        Child { position, key, depth, alpha, beta, attack: activation.target().is_some(), passed: false }
    }
}
