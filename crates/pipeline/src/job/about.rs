//! What a shelf shows of a game: figures, pieces, and pictures of some cards.

use serde::Serialize;

use super::select::{GameSelector, printed_games};
use super::{Drawing, Failure, Parsed, pictures::pixels};
use crate::diagnostic::Diagnostic;
use crate::face::{Project, RenderCache};
use crate::game::{Component, Game, Ink};
use crate::image::{Painter, jpeg};
use crate::vfs::Vfs;

/// A game in short.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// The name of its folder.
    pub id: String,
    /// Name.
    pub title: String,
    /// Minimum and maximum number of players, and minutes.
    pub figures: [Option<i64>; 3],
    /// Languages that it is printed in (BCP 47), that of the source first.
    pub languages: Vec<String>,
    /// Number of cards in the deck.
    pub cards: u32,
    /// Number of sets of cards, one for each player.
    pub sets: usize,
    /// The other piece types.
    pub pieces: Vec<AboutPiece>,
    /// True if it has a rulebook.
    pub book: bool,
}

/// A piece type in short.
#[derive(Clone, Debug, Serialize)]
pub struct AboutPiece {
    /// Id of the type: `token`.
    pub id: String,
    /// Number and noun: "12 tokens".
    pub what: String,
    /// True if it is made on request only.
    pub extra: bool,
}

impl From<&Game> for About {
    fn from(game: &Game) -> Self {
        let piece = |Component { piece, cards, .. }: &Component| {
            let count = cards.iter().map(|card| card.count).sum::<u32>();
            AboutPiece { id: piece.id.clone(), what: piece.counted(count as usize), extra: piece.on_demand }
        };
        Self {
            id: game.id.clone(),
            title: game.title.clone(),
            figures: ["min_players", "max_players", "minutes"].map(|name| game.figures.get(name).copied()),
            languages: std::iter::once(&game.language).chain(&game.languages).cloned().collect(),
            cards: game.deck_size,
            sets: game.sets.len(),
            pieces: game.components.iter().map(piece).collect(),
            book: game.has_book,
        }
    }
}

/// Describes a game, even one with errors, and draws the fronts of its first cards as JPEGs of a width in pixels, as far as
/// they can be drawn.
///
/// # Errors
/// The diagnostics of a game that says too little to go on; the game is unknown.
pub fn about(vfs: &dyn Vfs, game: &str, faces: usize, width: u32) -> Result<(About, Vec<Vec<u8>>), Failure> {
    let games = [game.to_owned()];
    let read = printed_games(vfs, GameSelector::new(&games, false), None)?.into_iter().next();
    let Some((id, reading)) = read else { return Err(Failure::Stopped(format!("unknown game `{game}`"))) };
    let errors = |all: Vec<Diagnostic>| Failure::Diagnostics(all.into_iter().filter(Diagnostic::is_error).collect());
    let project = Project::from_parsed(vfs, &id, reading).map_err(errors)?;
    let about = About::from(&project.game);
    let parsed = Parsed::without_book(project);
    let composed = parsed.compose(vfs, Ink::Full, &RenderCache::default(), Drawing::Final);
    let painter = Painter::new(composed.fonts());
    let Some(deck) = composed.pieces.first() else { return Ok((about, Vec::new())) };
    let (sides, cut) = (&deck.renderer.faces.deck().cards, parsed.project.game.deck.format.cut());
    let height = pixels(cut.height, f64::from(width) / cut.width.get() * 25.4);
    let draw = |face: usize| jpeg(&painter.paint(deck.composed.faces.scenes.get(face)?, cut, width, height)?);
    let pictures = sides.iter().take(faces).filter_map(|sides| draw(sides.front.0)).collect();
    Ok((about, pictures))
}
