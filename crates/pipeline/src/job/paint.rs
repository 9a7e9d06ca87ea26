//! Pictures of single faces for virtual tables.

use std::collections::BTreeSet;

use kurbo::Affine;

use super::{Failure, OutputContext};
use crate::face::FaceId;
use crate::game::{Component, CutShape, Pack, SetId, Sides};
use crate::image::{Painter, Picture, png, png_cut_out};
use crate::scene::Scene;
use crate::threads;
use crate::units::{Rect, Size};

/// Dots an inch that pictures say they have; a table does not ask.
const DPI: f64 = 300.0;

/// Role of a piece type on a virtual table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Cards that are drawn from a deck.
    Deck,
    /// A flat piece.
    Tile,
    /// A folded standee.
    Standee,
    /// A die.
    Die,
    /// A board or a sheet, which can't be moved.
    Board,
    /// A box, which no virtual table needs.
    Box,
}

impl Role {
    /// Returns the role of a game's pieces, derived from their cut and sides.
    pub fn of(component: &Component) -> Self {
        /// Millimetres: smaller rectangles are tiles, larger ones that have one side are boards.
        const CARD: f64 = 40.0;
        const BOARD: f64 = 150.0;
        let (width, height) = (component.format.size.width.get(), component.format.size.height.get());
        match (&component.piece.shape, component.piece.sides) {
            (CutShape::Net(net), _) if net.is_die() => Self::Die,
            (CutShape::Net(_), _) => Self::Box,
            (_, Sides::Fold) => Self::Standee,
            (CutShape::Rect, Sides::One) if matches!(component.piece.pack, Pack::Page | Pack::Tile(_)) => Self::Board,
            (CutShape::Rect, Sides::One) if width.max(height) > BOARD => Self::Board,
            (CutShape::Rect, Sides::Two) if width.min(height) >= CARD => Self::Deck,
            _ => Self::Tile,
        }
    }
}

/// Returns the error of a picture that exceeds the memory.
pub(super) fn no_memory() -> Failure {
    Failure::Stopped("cannot render an image: out of memory".to_owned())
}

/// Converts a length to whole pixels, at a scale per millimetre.
pub(super) fn pixels(length: f64, scale: f64) -> u32 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most a few thousand")]
    let pixels = (length * scale).round().max(1.0) as u32;
    pixels
}

/// Paints the faces of a piece type.
pub(super) struct Artist<'a> {
    work: &'a OutputContext<'a>,
    painter: Painter<'a>,
}

impl<'a> Artist<'a> {
    pub fn new(work: &'a OutputContext<'a>) -> Self {
        Self { work, painter: Painter::new(&work.project.fonts) }
    }

    /// Returns the maximum pixels per millimetre at which a piece is no larger than `most` pixels, and no finer than
    /// its print.
    pub fn scale(&self, most: f64) -> f64 {
        let Size { width, height } = self.work.component().format.size;
        (most / width.max(height).get()).min(DPI / 25.4)
    }

    /// Returns width and height of a face in pixels.
    pub fn size(&self, scale: f64) -> (u32, u32) {
        let Size { width, height } = self.work.component().format.size;
        (pixels(width.get(), scale), pixels(height.get(), scale))
    }

    /// Paints a face up to its cut.
    pub fn picture(&self, face: FaceId, scale: f64) -> Result<Picture, Failure> {
        self.scene(&self.work.scenes[face.0], self.work.component().format.cut(), scale)
    }

    /// Paints a scene, or the visible part of it.
    pub fn scene(&self, scene: &Scene, view: Rect, scale: f64) -> Result<Picture, Failure> {
        let (width, height) = (pixels(view.width.get(), scale), pixels(view.height.get(), scale));
        self.painter.paint(scene, view, width, height).ok_or_else(no_memory)
    }

    /// Returns a face as a PNG file; unless the piece is a rectangle, it is transparent outside its outline.
    pub fn file(&self, face: FaceId, scale: f64) -> Result<Vec<u8>, Failure> {
        let (component, picture) = (self.work.component(), self.picture(face, scale)?);
        let bytes = match component.piece.shape.outline(&component.format) {
            Some(outline) => png_cut_out(picture, &(Affine::scale(scale) * outline), DPI),
            None => png(&picture, DPI),
        };
        bytes.map_err(|error| Failure::Stopped(error.to_string()))
    }

    /// Faces row by row on one picture, as a PNG file.
    pub fn sheet(&self, faces: &[FaceId], columns: u32, scale: f64) -> Result<Vec<u8>, Failure> {
        let (width, height) = self.size(scale);
        let count = u32::try_from(faces.len()).unwrap_or(u32::MAX);
        let rows = count.div_ceil(columns);
        let white = crate::game::Colour::WHITE;
        let mut sheet = Picture::filled(columns * width, rows * height, white).ok_or_else(no_memory)?;
        let pictures = threads::map(faces, |face| self.picture(*face, scale));
        for (index, picture) in (0..count).zip(pictures) {
            sheet.lay(&picture?, index % columns * width, index / columns * height);
        }
        png(&sheet, DPI).map_err(|error| Failure::Stopped(error.to_string()))
    }

    /// Returns the faces of a die in the order of their numbers, as PNG files.
    pub fn die(&self, face: FaceId, most: f64) -> Result<Vec<Vec<u8>>, Failure> {
        let component = self.work.component();
        let Some(net) = component.piece.shape.net() else { return Ok(Vec::new()) };
        let mut panels: Vec<(&str, usize, &Scene)> = self
            .work
            .panels
            .of_face(face)
            .filter_map(|(number, scene)| Some((net.panels[number].name?, number, scene)))
            .collect();
        panels.sort_unstable_by_key(|(name, ..)| *name);
        let paint = |(_, number, scene): &(&str, usize, &Scene)| {
            let size = net.panels[*number].place().size();
            let view = Rect::at(crate::units::Point::default(), size);
            let scale = (most / size.width.get()).min(DPI / 25.4);
            png(&self.scene(scene, view, scale)?, DPI).map_err(|error| Failure::Stopped(error.to_string()))
        };
        panels.iter().map(paint).collect()
    }
}

/// Cards that are one pile on a table: those of a set that share a back.
pub(super) struct CardPile {
    /// "Cards", "Cards, Red", "Cards, Sea"
    pub title: String,
    /// The beginning of the ids and files of the pile: `cards`, `cards-red`, `cards-sea-back`.
    pub stem: String,
    pub cards: Vec<usize>,
}

/// Returns the back that a card shares with others.
pub(super) fn shared_back(work: &OutputContext<'_>, card: usize) -> Option<FaceId> {
    let back = work.renderer.deck().cards[card].back;
    work.renderer.face_kind(back).shared.then_some(back)
}

/// The cards of a pile that has no name yet.
struct Group {
    set: Option<SetId>,
    back: Option<FaceId>,
    cards: Vec<usize>,
}

/// Returns the chosen cards of a kind of piece as piles, in order of first use. Cards with backs of their own are a
/// separate pile only if the others have several backs.
pub(super) fn piles(work: &OutputContext<'_>) -> Vec<CardPile> {
    let (game, component) = (work.game(), work.component());
    let is_deck = Role::of(component) == Role::Deck;
    let set_of = |card: usize| component.cards[card].set;
    let shared: BTreeSet<(Option<SetId>, FaceId)> =
        work.chosen.cards.iter().filter_map(|card| Some((set_of(*card), shared_back(work, *card)?))).collect();
    let backs_of = |set: Option<SetId>| shared.iter().filter(move |(other, _)| *other == set).count();
    let mut groups: Vec<Group> = Vec::new();
    for card in &work.chosen.cards {
        let set = set_of(*card);
        let back = shared_back(work, *card).filter(|_| is_deck && backs_of(set) > 1);
        match groups.iter_mut().find(|group| (group.set, group.back) == (set, back)) {
            Some(group) => group.cards.push(*card),
            None => groups.push(Group { set, back, cards: vec![*card] }),
        }
    }
    let pile = |Group { set, back, cards }: Group| {
        let (mut title, mut stem) = (title(work), work.stem().to_owned());
        if let Some(set) = set {
            title = format!("{title}, {}", game.sets[set].name);
            stem = format!("{stem}-{}", game.sets[set].id);
        }
        // Piles of a set are distinguished by the kind of their cards, or else by the back.
        if is_deck && backs_of(set) > 1 {
            let kind = component.cards[cards[0]].kind;
            let is_of_kind = cards.iter().all(|card| component.cards[*card].kind == kind);
            let face = back.map(|back| work.renderer.face_kind(back));
            let name = match (is_of_kind, face) {
                (true, _) => &component.kinds[kind].name,
                (false, Some(face)) => &face.name,
                (false, None) => "own backs",
            };
            title = format!("{title}, {name}");
            stem = format!("{stem}-{}", face.map_or("own-backs", |face| face.id.as_str()));
        }
        CardPile { title, stem, cards }
    };
    groups.into_iter().map(pile).collect()
}

/// Returns the noun for pieces at the beginning of a label: "Cards".
pub(super) fn title(work: &OutputContext<'_>) -> String {
    let mut title = work.component().piece.plural.clone();
    if let Some(first) = title.get(..1).map(str::to_uppercase) {
        title.replace_range(..1, &first);
    }
    title
}

/// Lists pieces that no virtual table supports, in words.
pub(super) fn left_out(pieces: &[&OutputContext<'_>]) -> Option<String> {
    let boxes = pieces.iter().map(|work| work.component()).filter(|component| Role::of(component) == Role::Box);
    let names: Vec<&str> = boxes.map(|component| component.piece.plural.as_str()).collect();
    (!names.is_empty()).then(|| format!("Skipped, not needed on a virtual table: {}.", names.join(", ")))
}
