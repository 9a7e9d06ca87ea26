//! Reflection: a book that is read from right to left is set as if from left to right, and then each page is reflected.
//! Texts and pictures change sides but keep their look.

use super::Typesetter;
use crate::scene::Item;
use crate::units::{Mm, Point, Rect};

/// Returns an item on the other side of a vertical axis.
pub(crate) fn reflected(item: Item, axis: Mm) -> Item {
    let across = |bounds: kurbo::Rect| axis * 2.0 - Mm::new(bounds.x0 + bounds.x1);
    let by = item.covered().map_or(Mm::ZERO, across);
    item.moved(Point::new(by, Mm::ZERO))
}

/// Returns an area on the other side of a vertical axis.
pub(crate) fn reflected_area(area: Rect, axis: Mm) -> Rect {
    Rect { x: axis * 2.0 - area.right(), ..area }
}

impl Typesetter<'_> {
    /// Prepares items whose arrangement has a meaning, for example icons in a line: the reflection of the page undoes
    /// this one.
    pub(crate) fn unreflected(&self, items: Vec<Item>, axis: Mm) -> Vec<Item> {
        if !self.language.is_from_right() {
            return items;
        }
        items.into_iter().map(|item| reflected(item, axis)).collect()
    }
}
