//! Interlace in its boxes, each computed once.

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use super::super::FaceRenderer;
use crate::game::Colour;
use crate::scene::{Content, Drawing};
use crate::shape::{Shape, bounds, interlace};
use knotwork::{Pattern, band, vine};

/// Knotwork, computed once; other threads go on meanwhile, unless they wait for the same.
pub(in crate::face) type Woven = OnceLock<Option<Arc<Drawing>>>;

/// All requested knotwork.
pub(in crate::face) type Weaves = Mutex<Vec<(Weaving, Arc<Woven>)>>;

/// Interlace of a size in its colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Weaving {
    /// Woven pattern.
    pub pattern: Pattern,
    /// Width in millimetres.
    pub width: f64,
    /// Height in millimetres; the bands run along the longer side.
    pub height: f64,
    /// The colour of the strands.
    pub colour: Colour,
    /// The colour of contour and shade; flat strands without one.
    pub contour: Option<Colour>,
}

impl Weaving {
    /// Returns the drawing, recoloured from another one that only differs in colour. Contoured strands contain the ones
    /// without a contour.
    fn recoloured(&self, other: &Self, drawing: &Drawing) -> Option<Arc<Drawing>> {
        let same = self.pattern == other.pattern && self.width == other.width && self.height == other.height;
        let Content::Shapes(shapes) = &drawing.content else { return None };
        let colours = match (self.contour, other.contour) {
            _ if !same => return None,
            (None, None) => vec![(0, self.colour)],
            (None, Some(_)) => vec![(1, self.colour)],
            (Some(contour), Some(_)) => vec![(0, contour), (1, contour), (2, self.colour)],
            (Some(_), None) => return None,
        };
        let shape = |(index, colour): (usize, Colour)| Some(Shape { colour, ..shapes.get(index)?.clone() });
        drawn(colours.into_iter().map(shape).collect::<Option<_>>()?)
    }

    /// Weaves interlace along the longer side of its box.
    fn weave(&self) -> Option<Arc<Drawing>> {
        let Self { pattern, width, height, colour, contour } = self;
        let woven = if height >= width { vine(pattern, *width, *height) } else { band(pattern, *width, *height) };
        drawn(interlace(&woven.ok()?, width.min(*height), *colour, *contour))
    }
}

fn drawn(shapes: Vec<Shape>) -> Option<Arc<Drawing>> {
    let covered = bounds(&shapes)?;
    Some(Drawing::shapes(shapes, covered))
}

impl FaceRenderer<'_> {
    /// Weaves interlace for a box; `None` if the box is too small for it.
    pub fn weave(&self, weaving: &Weaving) -> Option<Arc<Drawing>> {
        let (cell, woven) = {
            let mut woven = self.weave_cache.lock();
            match woven.iter().find(|(known, _)| known == weaving) {
                Some((_, cell)) => (Arc::clone(cell), None),
                None => {
                    // The same in other colours may be made already.
                    let recoloured =
                        woven.iter().find_map(|(other, cell)| weaving.recoloured(other, cell.get()?.as_ref()?));
                    let cell = Arc::default();
                    woven.push((weaving.clone(), Arc::clone(&cell)));
                    (cell, recoloured)
                }
            }
        };
        cell.get_or_init(|| woven.or_else(|| weaving.weave())).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(drawing: &Drawing) -> Vec<(String, Colour)> {
        let Content::Shapes(shapes) = &drawing.content else { return Vec::new() };
        shapes.iter().map(|shape| (shape.path.to_svg(), shape.colour)).collect()
    }

    #[test]
    fn interlace_in_other_colours_is_what_would_be_computed() {
        let pattern = Pattern::new(3, 2, 0.86, 0.17, vec![]).unwrap();
        let (red, blue) = (Colour::rgb(0xa0, 0, 0), Colour::rgb(0, 0, 0xa0));
        let weaving = |colour, contour| Weaving { pattern: pattern.clone(), width: 4.4, height: 40.0, colour, contour };
        let known = [weaving(red, None), weaving(red, Some(Colour::Black))];
        for wanted in [weaving(blue, None), weaving(blue, Some(red))] {
            let computed = wanted.weave().unwrap();
            for known in &known {
                let drawing = known.weave().unwrap();
                let recoloured = wanted.recoloured(known, &drawing);
                assert_eq!(recoloured.is_some(), known.contour.is_some() || wanted.contour.is_none());
                if let Some(recoloured) = recoloured {
                    assert_eq!(shapes(&recoloured), shapes(&computed));
                    assert_eq!(recoloured.bounds, computed.bounds);
                }
            }
            let other = Weaving { height: 41.0, ..wanted.clone() };
            assert!(other.recoloured(&wanted, &computed).is_none(), "another size");
        }
    }
}
