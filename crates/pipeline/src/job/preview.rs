//! Sheets as `watch` shows them.

use super::gang::pairs;
use super::home;
use super::selection::Selection;
use crate::face::{FaceRenderer, Project};
use crate::scene::Scene;
use crate::sheet::{Home, PlacementError, SheetSide};

/// Returns the sides of the sheets that `build` makes of all pieces of a type, each with the words around the pieces.
///
/// # Errors
/// The piece is larger than the paper.
pub(crate) fn home_sides(
    project: &Project,
    renderer: &FaceRenderer<'_>,
    home: Home,
) -> Result<Vec<(SheetSide, Scene)>, PlacementError> {
    let FaceRenderer { game, component, .. } = renderer;
    let all = Selection::of(component, (0..component.cards.len()).collect());
    let sides = home.sides(&component.piece, &component.format, &pairs(renderer, &all, 1))?;
    let sheets = Home::sheets(&sides);
    let around: Vec<Scene> =
        sides.iter().map(|side| home::margin_scene(project, game, home.backs, side, sheets)).collect();
    Ok(sides.into_iter().zip(around).collect())
}
