//! True if a scene is the one that was painted already: quick, and only within one run of the program.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::{Arc, Weak};

use kurbo::Affine;
use parking_lot::Mutex;

use crate::image::looks_of;
use crate::scene::{Drawing, DrawingId, Item, Scene, SceneId, Text};
use crate::text::{Line, Piece};
use crate::units::Rect;

/// Fingerprints of scenes, cached per scene and drawing while these live.
///
/// Two scenes that look the same may differ in theirs, for instance if a path is written in another way. They are valid
/// within one run of the program.
#[derive(Default)]
pub struct Painted {
    drawings: Known<DrawingId, Drawing>,
    /// Fingerprints of scenes without their fonts.
    scenes: Known<SceneId, Scene>,
}

/// Numbers of things, with weak pointers that tell which are gone.
type Known<K, T> = Mutex<HashMap<K, (Weak<T>, u64)>>;

/// Returns the number of a thing, calculated once.
fn once<K: Eq + Hash, T>(known: &Known<K, T>, key: K, thing: &Arc<T>, compute: impl FnOnce() -> u64) -> u64 {
    let lock = || known.lock();
    if let Some((_, number)) = lock().get(&key) {
        return *number;
    }
    let number = compute();
    lock().insert(key, (Arc::downgrade(thing), number));
    number
}

impl Painted {
    /// Returns the number of a scene; `fonts` represents the fonts of its letters.
    pub fn of(&self, scene: &Arc<Scene>, fonts: u64) -> u64 {
        let number = once(&self.scenes, scene.id(), scene, || {
            let mut hasher = DefaultHasher::new();
            self.scene(scene, &mut hasher);
            hasher.finish()
        });
        let mut hasher = DefaultHasher::new();
        (fonts, number).hash(&mut hasher);
        hasher.finish()
    }

    /// Drops scenes and drawings that no longer exist.
    pub fn evict_dropped(&self) {
        fn evict_dropped<K, T>(known: &Known<K, T>) {
            let mut known = known.lock();
            known.retain(|_, (thing, _)| thing.strong_count() > 0);
        }
        evict_dropped(&self.scenes);
        evict_dropped(&self.drawings);
    }

    fn scene(&self, scene: &Scene, hasher: &mut DefaultHasher) {
        for item in &scene.items {
            match item {
                Item::Drawing { drawing, place, clip } => {
                    (0_u8, self.drawing(drawing)).hash(hasher);
                    affine(place, hasher);
                    clip.is_some().hash(hasher);
                    if let Some(clip) = clip {
                        rect(&clip.rect, hasher);
                        affine(&clip.turn.affine(), hasher);
                    }
                }
                Item::Text(text) => {
                    1_u8.hash(hasher);
                    letters(text, hasher);
                }
                Item::Nested(nested) => {
                    2_u8.hash(hasher);
                    affine(&nested.place, hasher);
                    rect(&nested.clip.0, hasher);
                    nested.clip.1.get().to_bits().hash(hasher);
                    self.scene(&nested.scene, hasher);
                }
                // The structure is invisible.
                Item::Begin(_) | Item::End | Item::ActualText(_) => {}
            }
        }
        u8::MAX.hash(hasher);
    }

    fn drawing(&self, drawing: &Arc<Drawing>) -> u64 {
        once(&self.drawings, drawing.id(), drawing, || looks_of(drawing))
    }
}

fn letters(text: &Text, hasher: &mut DefaultHasher) {
    [text.at.x.get(), text.at.y.get(), text.size.get()].map(f64::to_bits).hash(hasher);
    affine(&text.turn.affine(), hasher);
    (text.colour, &text.tints).hash(hasher);
    text.effect.opacity.to_bits().hash(hasher);
    let outline = text.effect.outline.map(|outline| (outline.colour, outline.width.get().to_bits(), outline.behind));
    outline.hash(hasher);
    words(&text.line, hasher);
}

fn words(line: &Line, hasher: &mut DefaultHasher) {
    for piece in &line.pieces {
        // Marks among words are drawings of their own.
        let Piece::Run(run) = piece else { continue };
        (run.x.get().to_bits(), run.tracking.to_bits(), run.scale.to_bits(), run.tag).hash(hasher);
        for part in &run.word.parts {
            (part.font, part.glyphs.start, part.glyphs.end).hash(hasher);
        }
        for glyph in &run.word.glyphs {
            (glyph.id, glyph.advance.to_bits(), glyph.offset.0.to_bits(), glyph.offset.1.to_bits()).hash(hasher);
        }
    }
}

fn affine(map: &Affine, hasher: &mut DefaultHasher) {
    map.as_coeffs().map(f64::to_bits).hash(hasher);
}

fn rect(rect: &Rect, hasher: &mut DefaultHasher) {
    [rect.x, rect.y, rect.width, rect.height].map(|length| length.get().to_bits()).hash(hasher);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Colour;
    use crate::scene::{Art, Content};

    fn with(drawing: &Arc<Drawing>, x: f64) -> Arc<Scene> {
        let item = Item::Drawing { drawing: Arc::clone(drawing), place: Affine::translate((x, 0.0)), clip: None };
        Arc::new(Scene { items: vec![item], ..Scene::default() })
    }

    fn art(svg: &str) -> Arc<Drawing> {
        let svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{svg}</svg>"#);
        let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("a drawing");
        let content = Content::Art(Box::new(Art::new(tree, Vec::new(), Vec::new())));
        Arc::new(Drawing::new(content, kurbo::Rect::new(0.0, 0.0, 9.0, 9.0)))
    }

    #[test]
    fn what_looks_the_same_has_the_same_number_and_what_differs_another() {
        let painted = Painted::default();
        let square = || Drawing::unit_square(Colour::Black);
        let of = |scene: &Arc<Scene>| painted.of(scene, 0);
        let first = of(&with(&square(), 1.0));
        assert_eq!(first, of(&with(&square(), 1.0)));
        let scene = with(&square(), 1.0);
        assert_eq!(of(&scene), of(&scene));
        assert_ne!(of(&scene), painted.of(&scene, 1), "other fonts");
        assert_ne!(first, of(&with(&square(), 1.5)), "elsewhere");
        assert_ne!(first, of(&with(&Drawing::unit_square(Colour::WHITE), 1.0)), "another colour");
        let drawn = of(&with(&art(r#"<path d="M0 0h9v9z"/>"#), 0.0));
        assert_eq!(drawn, of(&with(&art(r#"<path d="M0 0h9v9z"/>"#), 0.0)));
        assert_ne!(drawn, of(&with(&art(r#"<path d="M0 0h8v9z"/>"#), 0.0)), "another path");
        assert_ne!(drawn, of(&with(&art(r##"<path d="M0 0h9v9z" fill="#123"/>"##), 0.0)), "another colour");
    }

    #[test]
    fn drawings_that_are_gone_are_forgotten() {
        let painted = Painted::default();
        let kept = art(r#"<path d="M0 0h9v9z"/>"#);
        painted.of(&with(&kept, 0.0), 0);
        painted.of(&with(&art(r#"<path d="M0 0h8v9z"/>"#), 0.0), 0);
        painted.evict_dropped();
        assert_eq!(painted.drawings.lock().len(), 1);
        assert_eq!(painted.scenes.lock().len(), 0);
    }
}
