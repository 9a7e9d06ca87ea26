//! Pieces that are only made by request.

use super::paint::Role;
use super::{OutputContext, Request, Target};
use crate::game::{Component, CutShape, Game, PieceSpec};
use crate::units::QuarterTurn;

/// Removes piece types from a game that weren't requested, and returns them. An order of cards has places for those
/// with the same cut.
pub(super) fn leave(game: &mut Game, request: &Request) -> Vec<PieceSpec> {
    if !request.only.is_empty() {
        return Vec::new();
    }
    let components = std::mem::take(&mut game.components);
    let fills = |other: &Component| request.target == Target::Mpc && are_alike(&game.deck, other);
    let is_made = |other: &Component| !other.piece.on_demand || fills(other);
    let (made, left): (Vec<Component>, Vec<Component>) = components.into_iter().partition(is_made);
    game.components = made;
    left.into_iter().map(|other| other.piece).collect()
}

/// True if two kinds of pieces have the same cut and printed sides; a card in landscape has the cut of one in portrait.
pub(super) fn are_alike(one: &Component, other: &Component) -> bool {
    let (size, other_size) = (one.format.size, other.format.size);
    let is_turned = one.piece.shape == CutShape::Rect && size == other_size.turned();
    (&one.piece.shape, one.piece.sides) == (&other.piece.shape, other.piece.sides) && (size == other_size || is_turned)
}

/// True if print services get the cards turned by 90 degrees: they take upright cards only.
pub(super) fn are_turned(component: &Component) -> bool {
    Role::of(component) == Role::Deck && component.format.size.width > component.format.size.height
}

/// Rotation of the sides of cards in landscape: the heads of both stay at the same edge of the card.
pub(super) const TURNS: [QuarterTurn; 2] = [QuarterTurn::Clockwise, QuarterTurn::Counterclockwise];

/// Names the pieces that a service gets rotated.
pub(super) fn turned_advice(pieces: &[&OutputContext<'_>], service: &str) -> Option<String> {
    let turned = pieces.iter().map(|work| work.component()).filter(|component| are_turned(component));
    let names: Vec<&str> = turned.map(|component| component.piece.plural.as_str()).collect();
    (!names.is_empty()).then(|| {
        format!(
            "Rotated by 90° for {service}, which requires upright cards: {}. Fronts are rotated clockwise, backs counterclockwise.",
            names.join(", ")
        )
    })
}

/// Returns advice on requesting them.
pub(super) fn advice(pieces: &[PieceSpec]) -> Option<String> {
    let names: Vec<&str> = pieces.iter().map(|piece| piece.id.as_str()).collect();
    (!names.is_empty()).then(|| format!("Extras not built: {}. Add them with `--only`.", names.join(", ")))
}
