//! Printed sheets: the position of each face, and the lines and words around the faces.

use std::sync::Arc;

use kurbo::BezPath;

use super::pictures::Subject;
use super::preview::Painting;
use super::snapshot::{PlacedFace, ShownSide, length};
use crate::face::{FaceRenderer, Project};
use crate::game::Component;
use crate::job;
use crate::pdf::sheet_pages;
use crate::scene::Scene;
use crate::sheet::{Home, Placed, SheetSide};
use crate::units::{Mm, Point, Rect};

/// Returns the sides of the sheets of a piece type, whose first face has the number `first` among all faces. A piece
/// that is larger than the paper has none; the checks report it.
pub(super) fn sides(
    project: &Project,
    renderer: &FaceRenderer<'_>,
    first: usize,
    painting: &Painting<'_>,
) -> Vec<ShownSide> {
    let sides = job::home_sides(project, renderer, Home::default());
    let (sides, around): (Vec<SheetSide>, Vec<Scene>) = sides.unwrap_or_default().into_iter().unzip();
    let component = renderer.component();
    let sheets = Home::sheets(&sides);
    let pages = sheet_pages(&sides, 0);
    let mut shown = Vec::with_capacity(sides.len());
    for ((side, page), around) in sides.iter().zip(&pages).zip(around) {
        let view = Rect::at(Point::default(), side.page);
        let around = Subject { scene: Arc::new(around), view, bare: true, painter: painting.painter() };
        let lines = |dashed: bool| {
            let strokes = page.strokes.iter().filter(move |stroke| stroke.dashed == dashed);
            strokes.map(|stroke| [stroke.from.x, stroke.from.y, stroke.to.x, stroke.to.y].map(length)).collect()
        };
        let what = if side.is_back { "backs" } else { "fronts" };
        shown.push(ShownSide {
            label: format!("{}, sheet {} of {sheets}, {what}", component.piece.plural, side.sheet),
            width: length(side.page.width),
            height: length(side.page.height),
            faces: side.placed.iter().map(|placed| place(component, placed, first)).collect(),
            lines: lines(false),
            folds: lines(true),
            outlines: side.outlines.iter().map(svg).collect(),
            around: painting.add(around),
        });
    }
    shown
}

fn place(component: &Component, placed: &Placed, first: usize) -> PlacedFace {
    let Rect { x, y, width, height } = placed.clip;
    let bleed = component.format.bleed;
    PlacedFace {
        face: first + placed.face,
        at: [placed.cut.x - bleed, placed.cut.y - bleed].map(length),
        turned: placed.turned,
        clip: [x, y, width, height].map(length),
        outline: placed.outline.as_deref().map(svg),
    }
}

/// Returns SVG path data, to a micrometre.
pub(super) fn svg(path: &BezPath) -> String {
    let mut path = path.clone();
    let round = |at: kurbo::Point| kurbo::Point::new(length(Mm::new(at.x)), length(Mm::new(at.y)));
    for element in path.elements_mut() {
        *element = match *element {
            kurbo::PathEl::MoveTo(a) => kurbo::PathEl::MoveTo(round(a)),
            kurbo::PathEl::LineTo(a) => kurbo::PathEl::LineTo(round(a)),
            kurbo::PathEl::QuadTo(a, b) => kurbo::PathEl::QuadTo(round(a), round(b)),
            kurbo::PathEl::CurveTo(a, b, c) => kurbo::PathEl::CurveTo(round(a), round(b), round(c)),
            kurbo::PathEl::ClosePath => kurbo::PathEl::ClosePath,
        };
    }
    path.to_svg()
}
