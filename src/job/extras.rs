//! Pieces that are made only when they are asked for.

use super::{Request, Target};
use crate::game::{Game, PieceSpec};

/// Takes the sorts of pieces out of a game that nobody asked for, and gives them. An order of cards has places for those that
/// are cut like its cards.
pub(super) fn leave(game: &mut Game, request: &Request) -> Vec<PieceSpec> {
    if !request.only.is_empty() {
        return Vec::new();
    }
    let others = std::mem::take(&mut game.others);
    let fills = |other: &Game| request.target == Target::Mpc && are_alike(game, other);
    let (made, left): (Vec<Game>, Vec<Game>) = others.into_iter().partition(|other| !other.piece.extra || fills(other));
    game.others = made;
    left.into_iter().map(|other| other.piece).collect()
}

/// Whether two sorts of pieces are cut alike and printed on the same sides.
pub(super) fn are_alike(one: &Game, other: &Game) -> bool {
    (&one.piece.shape, one.format.size, one.piece.sides) == (&other.piece.shape, other.format.size, other.piece.sides)
}

/// How to ask for them.
pub(super) fn advice(extras: &[PieceSpec]) -> Option<String> {
    let names: Vec<String> = extras.iter().map(|piece| format!("--only {}", piece.id)).collect();
    (!names.is_empty()).then(|| format!("There is more when you ask for it: {}.", names.join(", ")))
}
