//! Code shared by previews and print jobs.

use std::path::PathBuf;
use std::sync::Arc;

use super::selection::Selection;
use super::{Failure, Gang, Panels, PressNeeds, Progress, Request, Sets, Target, Work, home};
use crate::face::{ComposedPiece, PieceRenderer, Project};
use crate::game::Ink;
use crate::pack::Order;
use crate::pdf::Drawn;
use crate::scene::Scene;
use crate::sheet::{Home, SheetSide};
use crate::units::Mm;

/// A `Progress` that ignores everything.
struct Unseen;

impl Progress for Unseen {
    fn begin(&self, _: &str, _: usize) {}
    fn step(&self) {}
    fn end(&self) {}
}

/// Returns the sides of the sheets that `build` makes of all pieces of a type, each with the words around the pieces.
///
/// # Errors
/// A piece is larger than the paper.
pub(crate) fn home_sides(
    project: &Project,
    renderer: &PieceRenderer<'_>,
    composed: &ComposedPiece,
    home: Home,
) -> Result<Vec<(SheetSide, Scene)>, Failure> {
    let request = Request {
        language: None,
        games: Vec::new(),
        target: Target::Home,
        home,
        creep: Mm::ZERO,
        ink: Ink::Full,
        press: PressNeeds::default(),
        only: Vec::new(),
        draft: false,
        changed: None,
        change_bars: false,
        sets: Sets::All,
        warband: None,
        copies: 1,
        misprint: None,
        order: Order::default(),
        image_url: None,
        out: PathBuf::new(),
    };
    let game = renderer.faces.game;
    let chosen = Selection::of(game, (0..game.cards.len()).collect());
    let scenes: &[Arc<Scene>] = &composed.faces.scenes;
    let work = Work {
        project,
        renderer: &renderer.faces,
        scenes,
        panels: Panels { renderers: &renderer.panels, composed: &composed.panels },
        drawn: &Drawn::default(),
        chosen: &chosen,
        request: &request,
        progress: &Unseen,
    };
    let sides = Gang::alone(&work).sides()?;
    let sheets = Home::sheets(&sides);
    let around: Vec<Scene> = sides.iter().map(|side| home::around_cards(&work, side, sheets)).collect();
    Ok(sides.into_iter().zip(around).collect())
}
