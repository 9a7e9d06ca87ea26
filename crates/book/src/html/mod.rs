//! A book as one web page: HTML without other files or scripts. Pictures and typefaces are placeholders here, because
//! they are drawn later.

mod blocks;
mod cards;
mod colours;
mod figures;
mod front;
mod words;
mod writer;

use std::sync::Arc;

use std::collections::BTreeSet;

use super::measure::PageFormat;
use super::typesetter::Typesetter;
use super::{Manuscript, PieceFaces};
use crate::diagnostic::Diagnostic;
use crate::scene::Scene;
use crate::text::{FontId, Typography};
use crate::units::Rect;
use writer::{Found, Writer};

/// A page for screens.
pub struct HtmlBook {
    /// Its text, with placeholders.
    pub parts: Vec<Part>,
    /// Its pictures.
    pub pictures: Vec<Picture>,
}

/// A part of a page for screens.
pub enum Part {
    /// HTML.
    Text(String),
    /// The address of a picture, by number.
    Picture(usize),
    /// The address of a typeface.
    Font(FontId),
}

/// A picture of a page for screens.
pub struct Picture {
    /// Name of a generated one: `setup`, `board health`; empty for others.
    pub name: String,
    /// Drawing, in millimetres.
    pub scene: Arc<Scene>,
    /// The part of it that is seen.
    pub view: Rect,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Its style.
    pub sort: PictureSort,
}

/// Style of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureSort {
    /// Art that fills it: small differences of colour are not seen.
    Painting,
    /// Lines and flat colours on a transparent background.
    Diagram,
}

impl HtmlBook {
    /// Returns the letters of the page, with all of ASCII.
    pub fn letters(&self) -> BTreeSet<char> {
        let texts = self.parts.iter().filter_map(|part| if let Part::Text(text) = part { Some(text) } else { None });
        (' '..='~').chain(texts.flat_map(|text| text.chars())).collect()
    }
}

impl Manuscript {
    /// Returns the book of a game with its cards and other pieces as a web page.
    ///
    /// # Errors
    /// Missing type styles, parts of a card that its template doesn't have.
    pub fn html(
        &self,
        cards: PieceFaces<'_>,
        others: &[PieceFaces<'_>],
        typography: &Typography,
    ) -> Result<HtmlBook, Vec<Diagnostic>> {
        let renderer = cards.renderer;
        let pieces: Vec<PieceFaces<'_>> = std::iter::once(cards).chain(others.iter().copied()).collect();
        let mut typesetter = Typesetter::new(cards, &pieces, typography, PageFormat::A5, &self.doc);
        // Interlace is drawn on request: there are a handful.
        typesetter.weave_all();
        let names = self.doc.names(renderer.game());
        let mut round = |last| {
            typesetter.begin();
            let mut writer = Writer::new(&mut typesetter, &self.doc, &names, last);
            writer.page();
            writer.finish()
        };
        // The list of words says where each is mentioned, and the page begins with its looks: the first round finds what it needs.
        let (_, found) = round(Found::default());
        let (book, _) = round(found);
        typesetter.finish(|_| book)
    }
}
