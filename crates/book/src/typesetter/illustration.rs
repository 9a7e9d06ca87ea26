//! Pictures of the folder `art` within the text.

use std::sync::Arc;

use super::Typesetter;
use super::blocks::Column;
use super::drawing::FigurePlace;
use crate::measure::lines;
use crate::model::{Illustration, Width};
use crate::scene::{Content, Drawing};
use crate::slab::Slab;
use crate::units::{Mm, Size};

/// Default width of a pixel: 300 dpi, as print shops require.
const DOT: Mm = Mm::new(25.4 / 300.0);
/// Lines of a page that a picture leaves for its caption.
const FOR_CAPTION: u32 = 5;

impl Typesetter<'_> {
    /// Centres a picture in a column, with its caption, if any. With a caption it may move up or down by a few
    /// paragraphs; without one it stays in place.
    pub(crate) fn illustration(&mut self, shown: &Illustration, column: Column) -> Slab {
        // One that is not there was reported before.
        let Some(drawing) = self.renderer.drawing(&shown.art).map(Arc::clone) else { return Slab::default() };
        let size = self.size_of(shown, &drawing, column.measure);
        self.drawn(&drawing, &shown.alt, &shown.caption, FigurePlace { column, size, clips: true })
    }

    /// Returns the size of a picture: as its source sets it; else a raster picture is small enough to hide its pixels,
    /// and a drawing is as wide as the column. The maximum is the column's width, and a page's height.
    pub(crate) fn size_of(&self, shown: &Illustration, drawing: &Drawing, measure: Mm) -> Size {
        let width = match shown.width {
            Some(Width::Fixed(width)) => width,
            Some(Width::Part(part)) => measure * part,
            None if is_in_dots(drawing) => DOT * drawing.bounds.width(),
            None => measure,
        };
        let proportion = drawing.bounds.height() / drawing.bounds.width();
        let highest = lines(f64::from(self.format.lines - FOR_CAPTION));
        let width = width.min(measure).min(highest / proportion);
        Size { width, height: width * proportion }
    }
}

/// True if a picture is of dots, as a camera makes it.
pub(crate) fn is_in_dots(drawing: &Drawing) -> bool {
    matches!(&drawing.content, Content::Art(art) if !art.file().ends_with(".svg"))
}
