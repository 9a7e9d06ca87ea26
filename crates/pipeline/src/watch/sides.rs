//! Printed sheets: the position of each face, and the lines and words around the faces.

use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::BezPath;

use super::pictures::Subject;
use super::preview::Painting;
use super::snapshot::{PlacedFace, ShownSide, length};
use crate::face::{FaceRenderer, Project};
use crate::game::Component;
use crate::job;
use crate::pdf::sheet_pages;
use crate::sheet::{Home, Placed, SheetSide};
use crate::units::{Mm, Point, Rect};

/// The sheets that were shown last, by the id of the piece type. A change of a text leaves all of them as they are.
#[derive(Default)]
pub(super) struct KeptSheets(BTreeMap<String, KeptSides>);

struct KeptSides {
    /// The parts of the words in the margin.
    words: [String; 5],
    /// The number of the first face among all faces.
    first: usize,
    sides: Vec<SheetSide>,
    shown: Vec<ShownSide>,
}

impl KeptSheets {
    /// Forgets all sheets, after a change of fonts or styles.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the sides of the sheets of a piece type, whose first face has the number `first` among all faces. A piece
    /// that is larger than the paper has none; the checks report it.
    pub fn sides(
        &mut self,
        project: &Project,
        renderer: &FaceRenderer<'_>,
        first: usize,
        painting: &Painting<'_>,
    ) -> Vec<ShownSide> {
        let sides = job::home_sides(renderer, Home::default()).unwrap_or_default();
        let (game, piece) = (&project.game, &renderer.component().piece);
        let words = [&game.title, &game.edition, &game.revision, &game.language, &piece.plural].map(Clone::clone);
        let is_same = |kept: &&KeptSides| kept.words == words && kept.first == first && kept.sides == sides;
        let is_there = |kept: &&KeptSides| kept.shown.iter().all(|side| painting.has(side.around));
        if let Some(kept) = self.0.get(&piece.id).filter(is_same).filter(is_there) {
            return kept.shown.clone();
        }
        let shown = draw(project, renderer.component(), &sides, first, painting);
        self.0.insert(piece.id.clone(), KeptSides { words, first, sides, shown: shown.clone() });
        shown
    }
}

fn draw(
    project: &Project,
    component: &Component,
    sides: &[SheetSide],
    first: usize,
    painting: &Painting<'_>,
) -> Vec<ShownSide> {
    let around = job::margins(project, &project.game, Home::default().backs, sides);
    let sheets = Home::sheets(sides);
    let pages = sheet_pages(sides, 0);
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
