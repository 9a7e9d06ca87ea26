//! A saved object of Tabletop Simulator, with its pictures.

use std::collections::BTreeSet;
use std::path::Path;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::paint::{Artist, CardPile, Role, left_out, piles, shared_back};
use super::{Failure, Outlet, OutputContext, Report, counted};
use crate::face::FaceId;
use crate::game::{CutShape, Sides};
use crate::pack::{Card, CardSheet, Object, Thing, TileShape, saved_object};

/// Faces side by side on a sheet, and rows: more are not shown.
const COLUMNS: usize = 10;
const ROWS: usize = 7;
/// The largest picture that every graphics card takes, in pixels.
const LARGEST: f64 = 4096.0;
/// The longest side of a tile's picture, and of a board's, in pixels.
const TILE: f64 = 1024.0;
const BOARD: f64 = 4096.0;

/// Builds the pictures and the file that refers to them.
pub(super) fn build(pieces: &[&OutputContext<'_>]) -> Result<Report, Failure> {
    let Some(first) = pieces.first() else { return Ok(Report::default()) };
    let folder = first.folder().join(format!("tts{}", first.suffix()));
    let base = match &first.request.image_url {
        Some(address) => address.trim_end_matches('/').to_owned(),
        None => address_of(&folder)?,
    };
    let mut table =
        Table { outlet: first.outlet("tts")?, base, put: BTreeSet::new(), sheets: Vec::new(), things: Vec::new() };
    for work in pieces {
        table.add(work)?;
    }
    let (title, file) = (&first.game().title, format!("{}.json", first.game().id));
    let object = saved_object(title, &table.sheets, &table.things);
    let json = serde_json::to_string_pretty(&object).map_err(|error| Failure::Stopped(error.to_string()))? + "\n";
    table.outlet.put(&file, json.as_bytes())?;
    let pictures = counted(table.put.len(), "picture");
    let mut advice = vec![format!(
        "Copy {file} to `Saves/Saved Objects` in Tabletop Simulator's folder and open it from Objects, Saved Objects."
    )];
    if first.request.image_url.is_none() {
        advice.push(
            "Its images are on this machine: upload them in the game (Modding, Cloud Manager) before others play, or set their \
             URL with --image-url."
                .to_owned(),
        );
    }
    advice.extend(left_out(pieces));
    let what = format!("{} and a saved object that shows them", pictures);
    table.outlet.report(what, advice)
}

/// Returns the address of a folder on this machine.
fn address_of(folder: &Path) -> Result<String, Failure> {
    /// Characters of a path that are percent-encoded in an address.
    const KEPT: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'%').add(b'<').add(b'>').add(b'?').add(b'`');
    let whole = std::path::absolute(folder)
        .map_err(|error| Failure::Stopped(format!("cannot resolve {}: {error}", folder.display())))?;
    let path = whole.to_string_lossy().replace('\\', "/");
    Ok(format!("file:///{}", utf8_percent_encode(path.trim_start_matches('/'), KEPT)))
}

/// Content of the table so far.
struct Table<'a> {
    outlet: Box<dyn Outlet + 'a>,
    /// The address of the folder of pictures.
    base: String,
    /// The pictures that are written.
    put: BTreeSet<String>,
    sheets: Vec<CardSheet>,
    things: Vec<Thing>,
}

impl Table<'_> {
    /// Writes a picture, unless it exists, and returns its address.
    fn picture(&mut self, name: &str, paint: impl FnOnce() -> Result<Vec<u8>, Failure>) -> Result<String, Failure> {
        if self.put.insert(name.to_owned()) {
            self.outlet.put(name, &paint()?)?;
        }
        Ok(format!("{}/{name}", self.base))
    }

    fn add(&mut self, work: &OutputContext<'_>) -> Result<(), Failure> {
        let role = Role::of(work.component());
        if role == Role::Deck {
            return piles(work).iter().try_for_each(|pile| self.deck(work, pile));
        }
        let (component, artist) = (work.component(), Artist::new(work));
        for card in &work.chosen.cards {
            let (data, sides) = (&component.cards[*card], work.renderer.deck().cards[*card]);
            let mut side = |face: FaceId, most: f64| {
                let name = format!("{}/{}.png", work.stem(), work.renderer.face_name(face));
                self.picture(&name, || artist.file(face, artist.scale(most)))
            };
            let object = match role {
                Role::Board => Object::Board(side(sides.front, BOARD)?),
                Role::Standee => Object::Figure { front: side(sides.front, TILE)?, back: side(sides.back, TILE)? },
                Role::Tile => {
                    let front = side(sides.front, TILE)?;
                    let back =
                        if component.piece.sides == Sides::One { String::new() } else { side(sides.back, TILE)? };
                    let shape = match component.piece.shape {
                        CutShape::Rect => TileShape::Box,
                        CutShape::Circle => TileShape::Circle,
                        _ => TileShape::Outline,
                    };
                    Object::Tile { shape, front, back }
                }
                Role::Die => {
                    let name = work.renderer.face_name(sides.front);
                    let faces = (1..).zip(artist.die(sides.front, TILE / 2.0)?);
                    let picture = |(number, bytes): (u32, Vec<u8>)| {
                        self.picture(&format!("{}/{name}-{number}.png", work.stem()), || Ok(bytes))
                    };
                    Object::States(faces.map(picture).collect::<Result<_, _>>()?)
                }
                Role::Deck | Role::Box => continue,
            };
            let count = data.count * work.request.copies;
            let width = match component.piece.shape.net() {
                Some(net) => net.panels[0].place().width.get(),
                None => component.format.size.width.get(),
            };
            self.things.push(Thing { name: data.name.clone(), count, width, object });
        }
        Ok(())
    }

    /// Adds the deck of a pile. Cards that share a back are on sheets of their own.
    fn deck(&mut self, work: &OutputContext<'_>, pile: &CardPile) -> Result<(), Failure> {
        let (component, deck, artist) = (work.component(), work.renderer.deck(), Artist::new(work));
        let size = component.format.size;
        #[allow(clippy::cast_precision_loss, reason = "ten and seven")]
        let scale = artist
            .scale(LARGEST)
            .min(LARGEST / COLUMNS as f64 / size.width.get())
            .min(LARGEST / ROWS as f64 / size.height.get());
        let (stem, cards) = (&pile.stem, &pile.cards);
        let mut groups: Vec<(Option<FaceId>, Vec<usize>)> = Vec::new();
        for card in cards {
            let back = shared_back(work, *card);
            match groups.iter_mut().find(|(known, _)| *known == back) {
                Some((_, group)) => group.push(*card),
                None => groups.push((back, vec![*card])),
            }
        }
        let mut places = std::collections::HashMap::new();
        for (back, group) in &groups {
            for cards in group.chunks(COLUMNS * ROWS) {
                let number = self.sheets.len() + 1;
                let columns = u32::try_from(cards.len().min(COLUMNS)).unwrap_or(1);
                let rows = u32::try_from(cards.len()).unwrap_or(1).div_ceil(columns);
                let faces = |side: fn(&crate::face::CardFaces) -> FaceId| -> Vec<FaceId> {
                    cards.iter().map(|card| side(&deck.cards[*card])).collect()
                };
                let fronts = faces(|card| card.front);
                let front = self.picture(&format!("{stem}-{number}.png"), || artist.sheet(&fronts, columns, scale))?;
                let backs = match back {
                    Some(back) => {
                        let name = format!("{}-back-{}.png", work.stem(), work.renderer.face_name(*back));
                        self.picture(&name, || artist.file(*back, scale))?
                    }
                    None => {
                        let backs = faces(|card| card.back);
                        self.picture(&format!("{stem}-{number}-backs.png"), || artist.sheet(&backs, columns, scale))?
                    }
                };
                for (place, card) in cards.iter().enumerate() {
                    places.insert(*card, (self.sheets.len(), place));
                }
                self.sheets.push(CardSheet { faces: front, backs, own_backs: back.is_none(), columns, rows });
            }
        }
        let mut all = Vec::new();
        for card in cards {
            let (sheet, place) = places[card];
            let data = &component.cards[*card];
            let card = Card { name: data.name.clone(), sheet, place };
            all.extend(std::iter::repeat_n(card, (data.count * work.request.copies) as usize));
        }
        let width = size.width.get();
        self.things.push(Thing { name: pile.title.clone(), count: 1, width, object: Object::Deck(all) });
        Ok(())
    }
}
