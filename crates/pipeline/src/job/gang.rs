//! Pieces that share sheets of paper: those of one size that a run makes a part of.

use super::{Failure, Work};
use crate::scene::Scene;
use crate::sheet::{Home, Pair};
use crate::units::Rect;

/// Kinds of pieces on the same sheets. Guarantee: there is at least one.
pub(super) struct Gang<'a, 'w> {
    pub works: Vec<&'a Work<'w>>,
    /// Layout on paper.
    pub home: Home,
}

impl<'a, 'w> Gang<'a, 'w> {
    /// Creates a kind of piece with sheets of its own.
    pub fn alone(work: &'a Work<'w>) -> Self {
        Self { works: vec![work], home: work.request.home }
    }

    /// Groups the pieces of a run. Whole decks have sheets of their own; pieces requested by name fill up the sheets of
    /// their size.
    ///
    /// # Errors
    /// Columns and rows are requested, and the first pieces aren't in columns and rows.
    pub fn all(pieces: &[&'a Work<'w>]) -> Result<Vec<Self>, Failure> {
        let mut gangs: Vec<Self> = Vec::new();
        for work in pieces.iter().copied() {
            let shared = gangs.iter_mut().find(|gang| work.request.is_part() && share_sheets(gang.works[0], work));
            match shared {
                Some(gang) => gang.works.push(work),
                None => gangs.push(Self::alone(work)),
            }
        }
        let Some(first) = pieces.first().filter(|first| first.request.home.grid.is_some()) else { return Ok(gangs) };
        let (piece, size) = (&first.game().piece, first.game().format.size);
        if !Home::is_in_rows(piece) {
            let what = format!("`--grid` applies only to cards and other rectangles, not to {}", piece.plural);
            return Err(Failure::Stopped(what));
        }
        for gang in gangs.iter_mut().filter(|gang| gang.first().game().format.size != size) {
            gang.home.grid = None;
        }
        Ok(gangs)
    }

    /// Returns the first kind.
    pub fn first(&self) -> &'a Work<'w> {
        self.works[0]
    }

    /// Returns every copy of each piece, with the numbers of its faces among the scenes of all.
    pub fn pairs(&self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        let mut scenes = 0;
        for work in &self.works {
            let numbered =
                |pair: Pair| Pair { front: scenes + pair.front, back: scenes + pair.back, own_back: pair.own_back };
            pairs.extend(of_work(work).into_iter().map(numbered));
            scenes += work.scenes.len();
        }
        pairs
    }

    /// Returns the faces of all kinds, each with its bounds.
    pub fn scenes(&self) -> Vec<(&'w Scene, Rect)> {
        let of_work = |work: &&'a Work<'w>| {
            let covers = work.game().format.with_bleed();
            work.scenes.iter().map(move |scene| (scene.as_ref(), covers))
        };
        self.works.iter().flat_map(of_work).collect()
    }

    /// Returns the beginning of the names of their files: `cards`, `cards-reference`.
    pub fn stem(&self) -> String {
        self.works.iter().map(|work| work.stem()).collect::<Vec<_>>().join("-")
    }

    /// Counts the pieces: "128 cards, 2 reference cards".
    pub fn counted(&self) -> String {
        self.works.iter().map(|work| work.counted()).collect::<Vec<_>>().join(", ")
    }
}

/// True if two kinds of pieces can share a sheet: they have the same cut and paper.
fn share_sheets(one: &Work<'_>, other: &Work<'_>) -> bool {
    let of_sheet = |work: &Work<'_>| {
        let piece = &work.game().piece;
        (piece.shape.clone(), piece.sides, piece.pack, piece.stock.clone(), work.game().format)
    };
    of_sheet(one) == of_sheet(other)
}

/// Returns every copy of the chosen pieces of a kind.
fn of_work(work: &Work<'_>) -> Vec<Pair> {
    let game = work.game();
    let deck = &work.renderer.deck;
    let mut pairs = Vec::new();
    for _ in 0..work.request.copies {
        for (card, count) in work.chosen.each() {
            let faces = deck.cards[card];
            let own_back = !game.face_kinds[deck.face(game, faces.back).kind].shared;
            let pair = Pair { front: faces.front.0, back: faces.back.0, own_back };
            pairs.extend(std::iter::repeat_n(pair, count as usize));
        }
    }
    pairs
}
