//! Drawings between paragraphs, with their captions.

use std::sync::Arc;

use super::blocks::Column;
use super::{TextAnchor, Typesetter};
use crate::measure::{LEAD, MEASURE, lines};
use crate::model::Inline;
use crate::scene::{Drawing, Item, contain};
use crate::slab::Slab;
use crate::units::{Mm, Point, Rect, Size};

/// From the line above to the drawing.
const ABOVE: Mm = Mm::new(1.2);
/// Minimum space below it, in lines: below its caption, or itself without one.
const BELOW: f64 = 0.5;
/// Minimum width of a caption, however small its drawing.
const CAPTION: Mm = Mm::new(56.0);

/// Column and size of a drawing in a book.
#[derive(Clone, Copy)]
pub(crate) struct FigurePlace {
    pub column: Column,
    pub size: Size,
    /// True to clip it to its view box, as on a card.
    pub clips: bool,
}

impl Typesetter<'_> {
    /// Sets a drawing of the game's folder `book`, as wide as the page's column.
    pub(crate) fn drawing(&mut self, name: &str, alt: &str, caption: &[Inline]) -> Slab {
        // One that is not there was reported before.
        let Some(drawing) = self.renderer.picture(name).map(Arc::clone) else { return Slab::figure() };
        let size = Size { width: MEASURE, height: MEASURE * (drawing.bounds.height() / drawing.bounds.width()) };
        self.drawn(&drawing, alt, caption, FigurePlace { column: Column::PAGE, size, clips: false })
    }

    /// Centres a drawing in a column, with alternative text and caption. The caption is aligned with the drawing's left
    /// edge or, if that is narrow, centred below it.
    pub(crate) fn drawn(&mut self, drawing: &Arc<Drawing>, alt: &str, caption: &[Inline], place: FigurePlace) -> Slab {
        let FigurePlace { column, size, clips } = place;
        let mut slab = Slab { floats: !caption.is_empty(), ..Slab::figure() };
        let area = Rect {
            x: column.x + (column.measure - size.width) / 2.0,
            y: ABOVE,
            width: size.width,
            height: size.height,
        };
        let place = contain(drawing.bounds, area);
        let item = Item::Drawing { drawing: Arc::clone(drawing), place, clip: clips.then_some(area.into()) };
        let figure = self.element("Figure", self.parent, Some(alt.to_owned()));
        slab.items = Self::tagged(figure, vec![item]);
        let foot = (ABOVE + size.height) / LEAD;
        if caption.is_empty() {
            // With the half line above it, it takes whole lines.
            slab.height = (foot + BELOW).ceil() - BELOW;
            return slab;
        }
        let measure = size.width.max(CAPTION.min(column.measure));
        let align = if size.width < measure { TextAnchor::Middle } else { TextAnchor::Left };
        let words = self.caption(caption, measure, align);
        slab.height = foot.ceil() + words.height + BELOW;
        slab.take_in(words, Point::new(column.x + (column.measure - measure) / 2.0, lines(foot.ceil())));
        slab
    }
}
