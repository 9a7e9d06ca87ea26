//! A room of PlayingCards.io.

use std::collections::BTreeMap;

use super::paint::{Artist, Role, left_out, piles, title};
use super::{Failure, OutputContext, OutputFile, Report, counted};
use crate::face::FaceId;
use crate::game::{CutShape, Sides};
use crate::pack::{Board, CardType, Pile, PlayingCards, archive};

/// Pixels per unit of the room, to keep enlarged cards legible.
const FINENESS: f64 = 4.0;
/// Space for a board: the hand is below.
const BOARD: (f64, f64) = (1060.0, 780.0);
/// The shortest side of a token that a finger finds, in units of the room.
const LEAST: f64 = 36.0;

/// Builds one archive with everything in it.
pub(super) fn build(pieces: &[&OutputContext<'_>]) -> Result<Report, Failure> {
    let Some(first) = pieces.first() else { return Ok(Report::default()) };
    let mut room = PlayingCards::default();
    let mut pictures = BTreeMap::new();
    let boards: usize = pieces
        .iter()
        .filter(|work| Role::of(work.component()) == Role::Board)
        .map(|work| work.chosen.cards.len())
        .sum();
    for work in pieces {
        add(work, boards, &mut room, &mut pictures)?;
    }
    let widgets = serde_json::to_string_pretty(&room.widgets()).map_err(|error| Failure::Stopped(error.to_string()))?;
    let mut files = vec![("widgets.json".to_owned(), widgets.into_bytes())];
    let count = pictures.len();
    files.extend(pictures.into_iter().map(|(name, bytes)| (PlayingCards::path(&name), bytes)));
    let bytes = archive(&files).map_err(|error| Failure::Stopped(error.to_string()))?;
    let name = format!("{}{}.pcio", first.game().id, first.suffix());
    let mut advice = vec![
        "On PlayingCards.io, open a custom room, then Edit Table, Room Options, Import From File, and choose the file."
            .to_owned(),
    ];
    advice.extend(left_out(pieces));
    let mut what = vec![counted(room.piles.len(), "pile")];
    if !room.boards.is_empty() {
        what.push(counted(room.boards.len(), "board"));
    }
    if !room.dice.is_empty() {
        what.push("dice of the room's own".to_owned());
    }
    let what = format!("{} with {}", what.join(", "), counted(count, "picture"));
    Ok(Report {
        written: first.sink.write(&first.folder(), vec![OutputFile { name, bytes: bytes.into(), what }])?,
        advice,
        ..Report::default()
    })
}

/// Adds the pieces of a type to a room with a number of boards side by side.
fn add(
    work: &OutputContext<'_>,
    boards: usize,
    room: &mut PlayingCards,
    pictures: &mut BTreeMap<String, Vec<u8>>,
) -> Result<(), Failure> {
    let (component, deck, artist) = (work.component(), work.renderer.deck(), Artist::new(work));
    let size = component.format.size;
    let within = |(width, height): (f64, f64)| (width / size.width.get()).min(height / size.height.get());
    let mut picture = |face: FaceId, scale: f64| -> Result<String, Failure> {
        let name = format!("{}-{}.png", work.stem(), work.renderer.face_name(face));
        if !pictures.contains_key(&name) {
            pictures.insert(name.clone(), small(&artist, face, scale)?);
        }
        Ok(name)
    };
    match Role::of(component) {
        Role::Board => {
            #[allow(clippy::cast_precision_loss, reason = "a handful of boards")]
            let scale = within((BOARD.0 / boards.max(1) as f64, BOARD.1));
            for card in &work.chosen.cards {
                let data = &component.cards[*card];
                let picture = picture(deck.cards[*card].front, scale * FINENESS)?;
                let id = format!("board-{}-{}", work.stem(), data.id);
                let size = (round(size.width.get() * scale), round(size.height.get() * scale));
                room.boards.push(Board { id, picture, size });
            }
        }
        Role::Die => room.dice.push(title(work)),
        Role::Box => {}
        Role::Deck | Role::Tile | Role::Standee => {
            // Pieces are as large beside the cards as they are on a table, but for a finger to find.
            let of_cards = within(PlayingCards::CARD);
            let scale = match Role::of(component) {
                Role::Deck => of_cards,
                _ => (PlayingCards::CARD.0 / 63.5).max(LEAST / size.width.min(size.height).get()).min(of_cards),
            };
            for pile in piles(work) {
                let mut types = Vec::with_capacity(pile.cards.len());
                for card in pile.cards {
                    let (data, faces) = (&component.cards[card], deck.cards[card]);
                    let front = picture(faces.front, scale * FINENESS)?;
                    let back = match component.piece.sides {
                        Sides::One => front.clone(),
                        Sides::Two | Sides::Fold => picture(faces.back, scale * FINENESS)?,
                    };
                    types.push(CardType {
                        id: format!("{}-{}", work.stem(), data.id),
                        label: data.name.clone(),
                        pictures: [front, back],
                        count: data.count * work.request.copies,
                    });
                }
                room.piles.push(Pile {
                    id: pile.stem,
                    label: pile.title,
                    size: (round(size.width.get() * scale), round(size.height.get() * scale)),
                    cut_out: component.piece.shape != CutShape::Rect,
                    cards: types,
                });
            }
        }
    }
    Ok(())
}

/// Returns a face as a picture within the room's limits: at a lower resolution, if it would be too large.
fn small(artist: &Artist<'_>, face: FaceId, scale: f64) -> Result<Vec<u8>, Failure> {
    let mut scale = scale;
    loop {
        let bytes = artist.file(face, scale)?;
        if bytes.len() < PlayingCards::MOST {
            return Ok(bytes);
        }
        scale *= 0.8;
    }
}

/// Rounds a length to tenths of a unit.
fn round(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}
