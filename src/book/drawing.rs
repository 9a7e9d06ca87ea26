//! Drawings of the game's folder `book`, as wide as the column.

use std::sync::Arc;

use super::measure::{LEAD, MEASURE};
use super::model::Inline;
use super::slab::Slab;
use super::typesetter::Typesetter;
use crate::scene::{Item, contain};
use crate::units::{Mm, Rect};

/// From the line above to the drawing.
const ABOVE: Mm = Mm::new(1.2);

impl Typesetter<'_> {
    /// A drawing, what it shows for those who hear the book, and its caption.
    pub(super) fn drawing(&mut self, name: &str, said: &str, caption: &[Inline]) -> Slab {
        let mut slab = Slab::figure();
        // One that is not there was reported before.
        let Some(drawing) = self.renderer.picture(name) else { return slab };
        let height = MEASURE * (drawing.bounds.height() / drawing.bounds.width());
        let area = Rect { x: Mm::ZERO, y: ABOVE, width: MEASURE, height };
        let place = contain(drawing.bounds, area);
        let item = Item::Drawing { drawing: Arc::clone(drawing), place, clip: None };
        let figure = self.element("Figure", self.parent, Some(said.to_owned()));
        slab.items = Self::tagged(figure, vec![item]);
        self.end_with_caption(&mut slab, caption, ((ABOVE + height) / LEAD).ceil());
        slab
    }
}
