//! Drawing of piece types: most of them face by face, nets panel by panel, which are placed on the flat net.

use std::sync::Arc;

use kurbo::Affine;

use super::library::BookAssets;
use super::renderer::compose::Composed;
use super::renderer::{DrawOptions, FaceRenderer, Pieces};
use crate::diagnostic::{Diagnostic, Reporter, Span};
use crate::game::Component;
use crate::game::net::Net;
use crate::scene::{Clip, Element, Item, Scene, Text, Turn};
use crate::text::Typography;
use crate::units::{Mm, Point, Rect};
use crate::vfs::Vfs;

/// Renderer for the pieces of a type.
pub struct PieceRenderer<'a> {
    /// Renderer of its faces; those of a net are empty.
    pub faces: FaceRenderer<'a>,
    /// Draws the panels of a net, one type of panel each.
    pub panels: Vec<FaceRenderer<'a>>,
}

/// The drawn pieces of a type.
pub struct ComposedPiece {
    /// Their faces; for a net, everything printed on the flat net.
    pub faces: Composed,
    /// The panels of a net, as they are read.
    pub panels: Vec<Composed>,
}

impl<'a> PieceRenderer<'a> {
    /// Reads everything that drawing the pieces takes, and everything else that is drawn, unless it is cached.
    pub fn open(
        vfs: &dyn Vfs,
        pieces: Pieces<'a>,
        typography: &'a Typography,
        options: &DrawOptions<'_>,
        reporter: &Reporter,
    ) -> Self {
        let found = Reporter::default();
        let faces = FaceRenderer::open_with(vfs, pieces, typography, options, &found);
        let without_assets = DrawOptions { assets: &BookAssets::default(), ..*options };
        let panel = |component: &'a Component| {
            let pieces = Pieces { component, ..pieces };
            FaceRenderer::open_with(vfs, pieces, typography, &without_assets, &found)
        };
        let panels = pieces.game.panels_of(pieces.component).map(panel).collect();
        // The panels of a game read the same files: a fault in one of them is reported once.
        let mut unique: Vec<Diagnostic> = Vec::new();
        for diagnostic in found.into_diagnostics() {
            if !unique.contains(&diagnostic) {
                unique.push(diagnostic);
            }
        }
        reporter.report_all(unique);
        Self { faces, panels }
    }

    /// Draws incomplete faces as far as possible: see [`FaceRenderer::compose_all`].
    #[must_use]
    pub fn into_draft(self) -> Self {
        let panels = self.panels.into_iter().map(FaceRenderer::into_draft).collect();
        Self { faces: self.faces.into_draft(), panels }
    }

    /// Returns the renderers of faces or panels.
    pub fn renderers(&self) -> impl Iterator<Item = &FaceRenderer<'a>> {
        std::iter::once(&self.faces).chain(&self.panels)
    }

    /// Composes all faces.
    ///
    /// # Errors
    /// As of [`FaceRenderer::compose`]; a text of a net must be shown by one of its panels.
    pub fn compose(&self) -> Result<ComposedPiece, Vec<Diagnostic>> {
        let (composed, diagnostics) = Reporter::collect(|reporter| self.compose_all(reporter));
        if diagnostics.is_empty() { Ok(composed) } else { Err(diagnostics) }
    }

    /// Composes all faces, each as far as possible, and reports everything that would be printed wrong.
    pub fn compose_all(&self, reporter: &Reporter) -> ComposedPiece {
        let mut faces = self.faces.compose_all(reporter);
        let Some(net) = self.faces.component().piece.shape.net() else {
            return ComposedPiece { faces, panels: Vec::new() };
        };
        reporter.report_all(self.shown_on_no_panel());
        let panels: Vec<Composed> = self.panels.iter().map(|panel| panel.compose_all(reporter)).collect();
        for (number, scene) in faces.scenes.iter_mut().enumerate() {
            let printed = |composed: &Composed| composed.scenes.get(number).cloned();
            let panels = self.panels.iter().zip(&panels);
            let panels =
                panels.filter_map(|(renderer, panel)| Some((renderer.component().piece.panel?, printed(panel)?)));
            *scene = Arc::new(flat(net, self.faces.component().format.bleed, &panels.collect::<Vec<_>>()));
        }
        ComposedPiece { faces, panels }
    }

    /// Reports texts of a net that no panel shows.
    fn shown_on_no_panel(&self) -> Vec<Diagnostic> {
        let texts: Vec<Vec<(Span, bool, Diagnostic)>> = self.panels.iter().map(FaceRenderer::texts_shown).collect();
        let mut missing: Vec<Diagnostic> = Vec::new();
        for (at, shown, diagnostic) in texts.iter().flatten() {
            let anywhere = *shown || texts.iter().flatten().any(|(other, shown, _)| other == at && *shown);
            if !anywhere && !missing.iter().any(|known| known.span == diagnostic.span) {
                missing.push(diagnostic.clone());
            }
        }
        missing
    }
}

/// Returns all panels of a net in place; the numbers are those of the net's panels.
fn flat(net: &Net, bleed: Mm, panels: &[(usize, Arc<Scene>)]) -> Scene {
    let mut scene = Scene::default();
    for (index, panel) in panels {
        let place = Place { onto: net.panels[*index].place(), turned: net.panels[*index].turned };
        let first = scene.structure.len();
        let element =
            |element: &Element| Element { parent: element.parent.map(|parent| parent + first), ..element.clone() };
        scene.structure.extend(panel.structure.iter().map(element));
        let seen = net.printed(*index, bleed);
        scene.items.extend(panel.items.iter().filter_map(|item| place.item(item.clone(), first, seen)));
    }
    scene
}

/// Position of a panel in the flat net.
struct Place {
    onto: Rect,
    turned: bool,
}

impl Place {
    fn map(&self) -> Affine {
        let (sign, at) = match self.turned {
            true => (-1.0, Point::new(self.onto.right(), self.onto.bottom())),
            false => (1.0, Point::new(self.onto.x, self.onto.y)),
        };
        Affine::new([sign, 0.0, 0.0, sign, at.x.get(), at.y.get()])
    }

    fn point(&self, at: Point) -> Point {
        let there = self.map() * kurbo::Point::new(at.x.get(), at.y.get());
        Point::new(Mm::new(there.x), Mm::new(there.y))
    }

    fn rect(&self, rect: Rect) -> Rect {
        let (a, b) = (self.point(Point::new(rect.x, rect.y)), self.point(Point::new(rect.right(), rect.bottom())));
        Rect { x: a.x.min(b.x), y: a.y.min(b.y), ..rect }
    }

    /// Returns a turned clip of the panel on the net.
    fn turned_clip(&self, clip: Clip) -> Clip {
        let turn = if self.turned { clip.turn.and(Turn::Half) } else { clip.turn };
        let middle = clip.rect.middle();
        let on_net = self.map() * clip.turn.affine() * kurbo::Point::new(middle.x.get(), middle.y.get());
        let back = turn.affine().inverse() * on_net;
        let (x, y) = (Mm::new(back.x) - clip.rect.width / 2.0, Mm::new(back.y) - clip.rect.height / 2.0);
        Clip { rect: Rect { x, y, ..clip.rect }, turn }
    }

    /// Moves an item of the panel to the net, clipped to the visible area; `first` is the index of its first structure
    /// element.
    fn item(&self, item: Item, first: usize, seen: Rect) -> Option<Item> {
        Some(match item {
            Item::Drawing { drawing, place, clip } => {
                // Items rotated by any angle keep their own clip.
                let clip = match clip {
                    Some(clip) if clip.turn != Turn::None => self.turned_clip(clip),
                    Some(clip) => common(self.rect(clip.rect), seen)?.into(),
                    None => seen.into(),
                };
                Item::Drawing { drawing, place: self.map() * place, clip: Some(clip) }
            }
            Item::Text(text) => {
                let turn = if self.turned { text.turn.and(Turn::Half) } else { text.turn };
                // The slot is one of the panel's template, not of the net's.
                Item::Text(Text { at: self.point(text.at), turn, slot: None, ..text })
            }
            Item::Begin(element) => Item::Begin(element + first),
            Item::Nested(_) | Item::End | Item::ActualText(_) => item,
        })
    }
}

/// Returns the intersection of two rectangles.
fn common(a: Rect, b: Rect) -> Option<Rect> {
    let (x, y) = (a.x.max(b.x), a.y.max(b.y));
    let (width, height) = (a.right().min(b.right()) - x, a.bottom().min(b.bottom()) - y);
    (width > Mm::ZERO && height > Mm::ZERO).then_some(Rect { x, y, width, height })
}
