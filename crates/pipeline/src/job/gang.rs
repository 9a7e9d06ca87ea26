//! Pieces that share sheets of paper: those of one size that a run makes a part of.

use super::selection::Selection;
use super::{Failure, OutputContext};
use crate::face::FaceRenderer;
use crate::game::{Component, Pack, PieceSpec};
use crate::scene::Scene;
use crate::sheet::{CardSides, Guests, Home, SheetSide};
use crate::units::Rect;

/// Kinds of pieces on the same sheets. Guarantee: there is at least one.
pub(super) struct Gang<'a, 'w> {
    pub works: Vec<&'a OutputContext<'w>>,
    /// Layout on paper.
    pub home: Home,
    /// Number of kinds that fill the sheets; the others take places that these leave free.
    hosts: usize,
}

impl<'a, 'w> Gang<'a, 'w> {
    /// Creates a kind of piece with sheets of its own.
    pub fn alone(work: &'a OutputContext<'w>) -> Self {
        Self { works: vec![work], home: work.request.home, hosts: 1 }
    }

    /// Groups the pieces of a run. Whole decks have sheets of their own; pieces requested by name fill up the sheets of
    /// their size.
    ///
    /// # Errors
    /// Columns and rows are requested, and the first pieces aren't in columns and rows.
    pub fn all(pieces: &[&'a OutputContext<'w>]) -> Result<Vec<Self>, Failure> {
        let mut gangs: Vec<Self> = Vec::new();
        for work in pieces.iter().copied() {
            let shared = gangs.iter_mut().find(|gang| work.request.is_part() && share_sheets(gang.works[0], work));
            match shared {
                Some(gang) => {
                    gang.works.push(work);
                    gang.hosts += 1;
                }
                None => gangs.push(Self::alone(work)),
            }
        }
        let Some(first) = pieces.first().filter(|first| first.request.home.grid.is_some()) else { return Ok(gangs) };
        let (piece, size) = (&first.component().piece, first.component().format.size);
        if !Home::is_in_rows(piece) {
            let what = format!("`--grid` applies only to cards and other rectangles, not to {}", piece.plural);
            return Err(Failure::Stopped(what));
        }
        for gang in gangs.iter_mut().filter(|gang| gang.first().component().format.size != size) {
            gang.home.grid = None;
        }
        Ok(gangs)
    }

    /// Returns the first kind.
    pub fn first(&self) -> &'a OutputContext<'w> {
        self.works[0]
    }

    /// Moves gangs whose pieces fit into the free places of others.
    pub fn seat(gangs: Vec<Self>) -> Vec<Self> {
        let mut seated: Vec<Self> = Vec::new();
        'gangs: for gang in gangs {
            for host in seated.iter_mut().filter(|host| host.invites(&gang)) {
                let works: Vec<&OutputContext<'_>> = host.works.iter().chain(&gang.works).copied().collect();
                let all = Gang { works, home: host.home, hosts: host.hosts };
                if all.sides().is_ok() {
                    *host = all;
                    continue 'gangs;
                }
            }
            seated.push(gang);
        }
        seated
    }

    /// True if pieces of another gang may share the sheets of this one.
    fn invites(&self, other: &Self) -> bool {
        let (host, guest) = (&self.first().component().piece, &other.first().component().piece);
        let in_places = |piece: &PieceSpec| matches!(piece.pack, Pack::Grid | Pack::Hex);
        other.first().request.is_part()
            && host.stock == guest.stock
            && Home::is_in_rows(host)
            && other.works.len() == 1
            && in_places(guest)
    }

    /// Returns the sides of all sheets.
    ///
    /// # Errors
    /// A piece is larger than the paper, or than the places left for it.
    pub fn sides(&self) -> Result<Vec<SheetSide>, Failure> {
        let component = self.first().component();
        let pairs = self.pairs();
        let (hosts, guests) = pairs.split_at(self.hosts);
        let cards = hosts.concat();
        if guests.is_empty() {
            let sides = self.home.sides(&component.piece, &component.format, &cards);
            return sides.map_err(|error| Failure::Stopped(error.to_string()));
        }
        let works = self.works[self.hosts..].iter().map(|work| work.component());
        let guest = |(component, pairs): (&'a Component, &Vec<CardSides>)| {
            let (piece, format) = (&component.piece, &component.format);
            Guests { piece, format, pairs: pairs.clone() }
        };
        let guests: Vec<Guests<'_>> = works.zip(guests).map(guest).collect();
        let names = || guests.iter().map(|guests| guests.piece.plural.as_str()).collect::<Vec<_>>().join(", ");
        let no_room =
            || Failure::Stopped(format!("no room for the {} on sheets of {}", names(), component.piece.plural));
        self.home.sides_with(&component.piece, &component.format, &cards, &guests).ok_or_else(no_room)
    }

    /// Returns every copy of each piece by kind, with the numbers of its faces among the scenes of all.
    pub fn pairs(&self) -> Vec<Vec<CardSides>> {
        let mut pairs = Vec::new();
        let mut scenes = 0;
        for work in &self.works {
            let numbered = |pair: CardSides| CardSides {
                front: scenes + pair.front,
                back: scenes + pair.back,
                own_back: pair.own_back,
            };
            let all = self::pairs(work.renderer, work.chosen, work.request.copies);
            pairs.push(all.into_iter().map(numbered).collect());
            scenes += work.scenes.len();
        }
        pairs
    }

    /// Returns the faces of all kinds, each with its bounds.
    pub fn scenes(&self) -> Vec<(&'w Scene, Rect)> {
        let of_work = |work: &&'a OutputContext<'w>| {
            let covers = work.component().format.with_bleed();
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
fn share_sheets(one: &OutputContext<'_>, other: &OutputContext<'_>) -> bool {
    let of_sheet = |work: &OutputContext<'_>| {
        let piece = &work.component().piece;
        (piece.shape.clone(), piece.sides, piece.pack, piece.stock.clone(), work.component().format)
    };
    of_sheet(one) == of_sheet(other)
}

/// Returns every copy of the chosen pieces of a kind.
pub(super) fn pairs(renderer: &FaceRenderer<'_>, chosen: &Selection, copies: u32) -> Vec<CardSides> {
    let deck = renderer.deck();
    let mut pairs = Vec::new();
    for _ in 0..copies {
        for (card, count) in chosen.each() {
            let faces = deck.cards[card];
            let own_back = !renderer.face_kind(faces.back).shared;
            let pair = CardSides { front: faces.front.0, back: faces.back.0, own_back };
            pairs.extend(std::iter::repeat_n(pair, count as usize));
        }
    }
    pairs
}
