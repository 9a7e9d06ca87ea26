//! Pictures of all faces and all art, as small as they can be without it being seen, and their index.

use std::collections::BTreeMap;

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use skirmish_artist::Artist;
use skirmish_base::diagnostic::{self, Diagnostic, Reporter};
use skirmish_base::threads;
use skirmish_gallery::{Album, CardSide, PictureRequest, Pixels, Plate};
use skirmish_model::game::{Card, Game};
use skirmish_render::image::png_of_bare;

use crate::{Made, PageGame, hashed};

/// Width of a face: that of one on a tablet with two pixels per point.
const FACE: u16 = 640;
/// Longer side of a picture on the table: that of one on a tablet with two pixels per point.
const PICTURE: u16 = 240;
/// The longer side of a picture of the rulebook, beside its rule.
const ILLUSTRATION: u16 = 900;
/// The longer side of art.
const ART: u16 = 800;
/// On the studio's shelf: the longer side of a cover, the width of a face beside it, and the number of faces.
const COVER: u16 = 440;
const BESIDE: u16 = 208;
const FAN: usize = 3;
/// Quality of pictures, of 100: the loss is invisible at their displayed size.
const QUALITY: u8 = 82;

/// Pictures with their index.
pub struct Photos {
    /// The file of the index.
    pub album: String,
    /// The cover, if it has a book or cards.
    pub cover: Option<Plate>,
    /// The files by name, from the folder of the page.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Draws the pictures of a game; `drawn` is called after each card.
///
/// # Errors
/// A picture can't be drawn.
pub fn photos(PageGame { vfs, id, project }: &PageGame, drawn: &(dyn Fn() + Sync)) -> Made<Photos> {
    let vfs = &**vfs;
    let (artist, diagnostics) = Reporter::collect(|reporter| Artist::with_cover(vfs, project, reporter));
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostic::format_plain(&diagnostics).into());
    }
    let mut files = BTreeMap::new();
    let cover = match artist.whole_cover(ART) {
        Some((cover, interest)) => {
            let plate = Plate { interest: Some(interest), ..plate(&cover, 0.0) };
            Some(add(&mut files, &format!("{id}-cover"), Photo { bytes: jpeg(&cover)?, plate }))
        }
        None => None,
    };
    let mut album = Album { marks: artist.marks().clone(), ..Album::default() };
    for (name, picture) in artist.whole_pictures(PICTURE, ILLUSTRATION) {
        let Pixels { width, height, .. } = picture;
        let bytes = png_of_bare(width.into(), height.into(), &picture.rgba)?;
        let file = hashed(&format!("pictures/{id}-{}.png", name.replace(' ', "-")), &bytes);
        files.insert(file.clone(), bytes);
        album.pictures.insert(name, Plate { file, width, height, interest: None, corner: 0.0 });
    }
    // Each processor has its own artist, which caches its drawings.
    let cards = &project.game.deck.cards;
    let shares: Vec<&[Card]> = cards.chunks(cards.len().div_ceil(threads::count()).max(1)).collect();
    let sides = threads::map(&shares, |cards| {
        let artist = Artist::open(vfs, project, &Reporter::default());
        let sides = |card| {
            let sides = sides(&artist, &project.game, card).map_err(|why| why.to_string());
            drawn();
            sides
        };
        cards.iter().map(sides).collect::<Result<Vec<_>, String>>()
    });
    let sides = sides.into_iter().collect::<Result<Vec<_>, String>>()?;
    for (card, sides) in cards.iter().zip(sides.into_iter().flatten()) {
        let mut faces = [None, None];
        let mut art = [None, None];
        for (side, drawn) in [CardSide::Front, CardSide::Back].into_iter().zip(sides) {
            let name = format!("{id}-{}-{}", card.id, word(side));
            faces[side.index()] = Some(add(&mut files, &name, drawn.face));
            art[side.index()] = drawn.art.map(|art| add(&mut files, &format!("{name}-art"), art));
        }
        album.faces.insert(card.id.clone(), faces);
        album.art.insert(card.id.clone(), art);
    }
    let index = serde_json::to_vec(&album)?;
    let album = hashed(&format!("pictures/{id}.json"), &index);
    files.insert(album.clone(), index);
    Ok(Photos { album, cover, files })
}

/// Draws the pictures of a game on the studio's shelf, as JPEGs: the small cover, then some faces.
///
/// # Errors
/// A picture can't be compressed.
pub fn shelf(PageGame { vfs, project, .. }: &PageGame) -> Made<Vec<Vec<u8>>> {
    let artist = Artist::with_cover(&**vfs, project, &Reporter::default());
    let cover = artist.whole_cover(COVER).map(|(cover, _)| cover);
    let fan = fan(&project.game).into_iter().filter_map(|card| {
        artist.draw(&PictureRequest::Face { card: card.id.clone(), side: CardSide::Front, width: BESIDE })
    });
    cover.into_iter().chain(fan).map(|picture| jpeg(&picture)).collect()
}

/// Returns cards that show what a game looks like: the first of the last kinds, or any in a game of few kinds.
fn fan(game: &Game) -> Vec<&Card> {
    let is_first = |(at, card): &(usize, &Card)| game.deck.cards[..*at].iter().all(|other| other.kind != card.kind);
    let (first, others): (Vec<_>, Vec<_>) = game.deck.cards.iter().enumerate().partition(is_first);
    let mut cards: Vec<&Card> = first.into_iter().rev().chain(others).map(|(_, card)| card).take(FAN).collect();
    // The last one is on top.
    cards.reverse();
    cards
}

/// A picture with its index entry, without its file.
struct Photo {
    bytes: Vec<u8>,
    plate: Plate,
}

/// The pictures of a side of a card.
struct Side {
    face: Photo,
    art: Option<Photo>,
}

/// Draws front and back of a card.
fn sides(artist: &Artist<'_>, game: &Game, card: &Card) -> Made<[Side; 2]> {
    let corner = game.deck.format.corner.get() / game.deck.format.size.width.get() * f64::from(FACE);
    let draw = |side: CardSide| -> Made<Side> {
        let request = PictureRequest::Face { card: card.id.clone(), side, width: FACE };
        let face = artist.draw(&request).ok_or_else(|| format!("{} cannot be drawn", card.id))?;
        let art = match artist.whole_art(&card.id, side, ART) {
            Some((whole, interest)) => {
                Some(Photo { bytes: jpeg(&whole)?, plate: Plate { interest: Some(interest), ..plate(&whole, 0.0) } })
            }
            None => None,
        };
        Ok(Side { face: Photo { bytes: jpeg(&face)?, plate: plate(&face, corner) }, art })
    };
    Ok([draw(CardSide::Front)?, draw(CardSide::Back)?])
}

/// Returns the index entry of a picture, without its file.
fn plate(pixels: &Pixels, corner: f64) -> Plate {
    Plate { file: String::new(), width: pixels.width, height: pixels.height, interest: None, corner }
}

/// Adds a picture under a content-addressed name: pictures that look the same share one file.
fn add(files: &mut BTreeMap<String, Vec<u8>>, name: &str, Photo { bytes, plate }: Photo) -> Plate {
    let same = files.iter().find(|(_, known)| **known == bytes).map(|(file, _)| file.clone());
    let file = same.unwrap_or_else(|| hashed(&format!("pictures/{name}.jpg"), &bytes));
    files.entry(file.clone()).or_insert(bytes);
    Plate { file, ..plate }
}

const fn word(side: CardSide) -> &'static str {
    match side {
        CardSide::Front => "front",
        CardSide::Back => "back",
    }
}

/// Encodes a picture without transparency; the page cuts the corners.
fn jpeg(pixels: &Pixels) -> Made<Vec<u8>> {
    let on_white = |pixel: &[u8]| {
        let alpha = u16::from(pixel[3]);
        let laid = |part: u8| u8::try_from((u16::from(part) * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX);
        [laid(pixel[0]), laid(pixel[1]), laid(pixel[2])]
    };
    let rgb: Vec<u8> = pixels.rgba.chunks_exact(4).flat_map(on_white).collect();
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, QUALITY);
    encoder.set_optimized_huffman_tables(true);
    encoder.set_progressive(true);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.encode(&rgb, pixels.width, pixels.height, ColorType::Rgb)?;
    Ok(bytes)
}
