//! The common back at the size of a pip: its table, its edge and its shield.

use kurbo::{BezPath, Circle, Rect, Shape as _};

use crate::game::{Colour, Game, Ink};
use crate::shape::Shape;

/// Far less than a pixel.
const FINENESS: f64 = 0.01;

/// The colours of a game's back.
#[derive(Clone, Copy)]
pub(super) struct Tones {
    paper: Colour,
    table: Colour,
}

impl Default for Tones {
    fn default() -> Self {
        Self { paper: Colour::WHITE, table: Colour::Black }
    }
}

impl Tones {
    /// Returns the back of a game's cards.
    pub fn of(game: &Game) -> Self {
        let colour = |name: &str, otherwise| game.palette.colour(name, Ink::Full).unwrap_or(otherwise);
        let Self { paper, table } = Self::default();
        Self { paper: colour("paper", paper), table: colour("table", table) }
    }

    /// Returns a back of a width and a height.
    pub fn shapes(self, width: f64, height: f64) -> Vec<Shape> {
        let Self { paper, table } = self;
        let side = width.min(height);
        let edge = (side * 0.07).max(1.0);
        let flat = |path: BezPath, colour| Shape { path, colour, even_odd: false };
        let card = |inset: f64| {
            let card = Rect::new(inset, inset, width - inset, height - inset);
            card.to_rounded_rect((side * 0.16 - inset).max(0.5)).to_path(FINENESS)
        };
        let disc = |radius: f64| Circle::new((width / 2.0, height / 2.0), radius).to_path(FINENESS);
        vec![
            flat(card(0.0), paper),
            flat(card(edge), table),
            flat(disc(side * 0.3), paper),
            flat(disc(side * 0.15), table),
        ]
    }
}
