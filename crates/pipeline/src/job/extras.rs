//! Pieces that are only made by request.

use super::paint::Role;
use super::{OutputContext, Request, Target};
use crate::game::{CutShape, Game, PieceSpec};
use crate::units::QuarterTurn;

/// Removes piece types from a game that weren't requested, and returns them. An order of cards has places for those
/// with the same cut.
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

/// True if two kinds of pieces have the same cut and printed sides; a card in landscape has the cut of one in portrait.
pub(super) fn are_alike(one: &Game, other: &Game) -> bool {
    let (size, other_size) = (one.format.size, other.format.size);
    let is_turned = one.piece.shape == CutShape::Rect && size == other_size.turned();
    (&one.piece.shape, one.piece.sides) == (&other.piece.shape, other.piece.sides) && (size == other_size || is_turned)
}

/// True if print services get the cards turned by 90 degrees: they take upright cards only.
pub(super) fn are_turned(game: &Game) -> bool {
    Role::of(game) == Role::Deck && game.format.size.width > game.format.size.height
}

/// Rotation of the sides of cards in landscape: the heads of both stay at the same edge of the card.
pub(super) const TURNS: [QuarterTurn; 2] = [QuarterTurn::Clockwise, QuarterTurn::Counterclockwise];

/// Names the pieces that a service gets rotated.
pub(super) fn turned_advice(pieces: &[&OutputContext<'_>], service: &str) -> Option<String> {
    let turned = pieces.iter().map(|work| work.game()).filter(|game| are_turned(game));
    let names: Vec<&str> = turned.map(|game| game.piece.plural.as_str()).collect();
    (!names.is_empty()).then(|| {
        format!(
            "Rotated by 90° for {service}, which requires upright cards: {}. Fronts are rotated clockwise, backs counterclockwise.",
            names.join(", ")
        )
    })
}

/// Returns advice on requesting them.
pub(super) fn advice(extras: &[PieceSpec]) -> Option<String> {
    let names: Vec<&str> = extras.iter().map(|piece| piece.id.as_str()).collect();
    (!names.is_empty()).then(|| format!("Extras not built: {}. Add them with `--only`.", names.join(", ")))
}
