//! Scenes without transparency, for PDF/X-1a: transparent content is rasterised together with its backdrop, only where
//! it is.

use std::collections::HashMap;
use std::sync::Arc;

use kurbo::Affine;
use usvg::{ImageHrefResolver, ImageKind};

use super::{Failure, OutputContext, book};
use crate::book::Book;
use crate::game::Colour;
use crate::image::{self, Painter};
use crate::scene::{Art, Content, Drawing, Item, Nested, Scene, SceneId, stretch};
use crate::threads;
use crate::units::{Mm, Rect};

/// Pixels an inch: letters among them stay sharp.
const DPI: f64 = 600.0;

/// Scenes that cover a rectangle, flattened.
///
/// # Errors
/// Art that cannot be printed as it is.
pub(super) fn scenes(
    work: &OutputContext<'_>,
    scenes: &[Arc<Scene>],
    covers: Rect,
) -> Result<Vec<Arc<Scene>>, Failure> {
    threads::map(scenes, |scene| flat(work, scene, covers)).into_iter().collect()
}

/// A book without transparency.
pub(super) struct FlatBook {
    /// Its pages.
    pub pages: Vec<Arc<Scene>>,
    /// Nested scenes, with their bounds.
    pub within: Vec<(Arc<Scene>, Rect)>,
}

/// Flattens a book.
///
/// # Errors
/// Art that can't be printed unchanged.
pub(super) fn book(work: &OutputContext<'_>, book: &Book) -> Result<FlatBook, Failure> {
    let within = book::nested(work, book);
    let flat_within: Vec<Arc<Scene>> = threads::map(&within, |(scene, covers)| flat(work, scene, *covers))
        .into_iter()
        .collect::<Result<_, Failure>>()?;
    let flat_by_id: HashMap<SceneId, &Arc<Scene>> =
        within.iter().map(|(scene, _)| scene.id()).zip(&flat_within).collect();
    let replaced = |item: &Item| match item {
        Item::Nested(nested) => {
            let scene = flat_by_id.get(&nested.scene.id()).map_or(&nested.scene, |flat| flat);
            Item::Nested(Box::new(Nested { scene: Arc::clone(scene), ..nested.as_ref().clone() }))
        }
        other => other.clone(),
    };
    let page = |page: &crate::book::Page| {
        let items = page.scene.items.iter().map(replaced).collect();
        Arc::new(Scene { items, ..page.scene.as_ref().clone() })
    };
    let pages: Vec<Arc<Scene>> = book.pages.iter().map(page).collect();
    let within = flat_within.into_iter().zip(within).map(|(flat, (_, covers))| (flat, covers)).collect();
    Ok(FlatBook { pages: scenes(work, &pages, book.with_bleed())?, within })
}

fn flat(work: &OutputContext<'_>, scene: &Arc<Scene>, covers: Rect) -> Result<Arc<Scene>, Failure> {
    let painter = Painter::new(&work.project.fonts);
    let mut items = scene.items.clone();
    let mut changed = false;
    for (number, item) in scene.items.iter().enumerate() {
        let (bounds, seen) = match item {
            Item::Drawing { drawing, place, clip } => {
                if !work.drawn.is_transparent(drawing, place.determinant().abs().sqrt())? {
                    continue;
                }
                let seen = clip.map_or(covers, |clip| both(clip.extent(), covers));
                (place.transform_rect_bbox(drawing.bounds), seen)
            }
            Item::Text(text) if text.effect.is_translucent() => (text.covered(), covers),
            _ => continue,
        };
        let bounds = both(Rect::mm(bounds.x0, bounds.y0, bounds.width(), bounds.height()), seen);
        // Content outside the print is invisible.
        items[number] = Item::Drawing { drawing: nothing(), place: Affine::IDENTITY, clip: None };
        changed = true;
        if bounds.width > Mm::ZERO && bounds.height > Mm::ZERO {
            let below = Scene { items: with_paper(&scene.items[..=number], covers), ..Scene::default() };
            items[number] = painted(&painter, &below, bounds)?;
        }
    }
    Ok(if changed { Arc::new(Scene { items, ..scene.as_ref().clone() }) } else { Arc::clone(scene) })
}

/// Items on white paper.
fn with_paper(items: &[Item], covers: Rect) -> Vec<Item> {
    let white = Drawing::unit_square(Colour::WHITE);
    let place = stretch(white.bounds, covers);
    let paper = Item::Drawing { drawing: white, place, clip: None };
    std::iter::once(paper).chain(items.iter().cloned()).collect()
}

fn nothing() -> Arc<Drawing> {
    Drawing::shapes(Vec::new(), kurbo::Rect::new(0.0, 0.0, 1.0, 1.0))
}

/// Rasterises a part of a scene in its place.
fn painted(painter: &Painter<'_>, scene: &Scene, part: Rect) -> Result<Item, Failure> {
    let stopped = |why: String| Failure::Stopped(format!("cannot rasterise transparent parts: {why}"));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pages are small")]
    let side = |length: Mm| (length.to_px(DPI).ceil() as u32).max(1);
    let (width, height) = (side(part.width), side(part.height));
    let picture = painter.paint(scene, part, width, height).ok_or_else(|| stopped("too large".to_owned()))?;
    let png = Arc::new(image::png(&picture, DPI).map_err(|error| stopped(error.to_string()))?);
    let options = usvg::Options {
        image_href_resolver: ImageHrefResolver {
            resolve_data: ImageHrefResolver::default_data_resolver(),
            resolve_string: Box::new(move |_, _| Some(ImageKind::PNG(Arc::clone(&png)))),
        },
        ..usvg::Options::default()
    };
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><image width="{width}" height="{height}" href="it"/></svg>"#
    );
    let tree = usvg::Tree::from_str(&svg, &options).map_err(|error| stopped(error.to_string()))?;
    let bounds = kurbo::Rect::new(0.0, 0.0, width.into(), height.into());
    let drawing = Drawing::new(Content::Art(Box::new(Art::new(tree, Vec::new(), Vec::new()))), bounds);
    Ok(Item::Drawing { drawing: Arc::new(drawing), place: stretch(bounds, part), clip: None })
}

/// Returns the intersection of two rectangles.
fn both(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.max(other.x), one.y.max(other.y));
    let (right, bottom) = (one.right().min(other.right()), one.bottom().min(other.bottom()));
    Rect { x, y, width: right - x, height: bottom - y }
}
