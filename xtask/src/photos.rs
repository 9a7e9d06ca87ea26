//! Pictures of all faces and all art, as small as they can be without it being seen, and their index.

use std::collections::BTreeMap;
use std::path::Path;

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use skirmish::face::Desk;
use skirmish::gallery::{Album, Artist, Pixels, Plate, Side, Wanted};
use skirmish::problem::{self, Problem};
use skirmish::shelf::Disk;

use crate::Made;
use crate::folder::hashed;
use crate::icons;

/// Width of a face: as wide as one is shown on a tablet with two pixels to a point.
const FACE: u16 = 640;
/// The longer side of art.
const ART: u16 = 800;
/// Quality of pictures, of 100: nothing is seen of it at the size at which they are shown.
const QUALITY: u8 = 82;

/// Pictures with their index.
pub struct Photos {
    /// The index.
    pub album: Album,
    /// The files by name, from the folder of the page.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The icons of the page by name.
    pub icons: Vec<(&'static str, Vec<u8>)>,
}

/// Draws the pictures of a game.
pub fn of(root: &Path, game: &str) -> Made<Photos> {
    let shelf = Disk::new(root);
    let desk = Desk::open(&shelf, game).map_err(|problems| problem::told(&problems))?;
    let (artist, problems) = Artist::open(&shelf, &desk);
    if problems.iter().any(Problem::is_error) {
        return Err(problem::told(&problems).into());
    }
    let mut photos = Photos {
        album: Album { marks: artist.marks().clone(), ..Album::default() },
        files: BTreeMap::new(),
        icons: icons::of(&artist)?,
    };
    for card in &desk.game.cards {
        let sides = [Side::Front, Side::Back];
        let mut faces = [None, None];
        let mut art = [None, None];
        for side in sides {
            let wanted = Wanted::Face { card: card.id.clone(), side, width: FACE };
            let face = artist.draw(&wanted).ok_or_else(|| format!("{} cannot be drawn", card.id))?;
            let corner = desk.game.format.corner.get() / desk.game.format.size.width.get() * f64::from(FACE);
            let file = photos.add(&format!("{}-{}", card.id, word(side)), &face)?;
            let Pixels { width, height, .. } = face;
            faces[side.index()] = Some(Plate { file, width, height, interest: None, corner });
            if let Some((whole, interest)) = artist.whole_art(&card.id, side, ART) {
                let file = photos.add(&format!("{}-{}-art", card.id, word(side)), &whole)?;
                let Pixels { width, height, .. } = whole;
                art[side.index()] =
                    Some(Plate { file, width, height, interest: Some(interest.rounded()), corner: 0.0 });
            }
        }
        photos.album.faces.insert(card.id.clone(), faces);
        photos.album.art.insert(card.id.clone(), art);
    }
    Ok(photos)
}

impl Photos {
    /// Adds a picture under a name that tells its content: cards that look the same share one.
    fn add(&mut self, name: &str, pixels: &Pixels) -> Made<String> {
        let bytes = jpeg(pixels)?;
        let same = self.files.iter().find(|(_, known)| **known == bytes).map(|(file, _)| file.clone());
        let file = same.unwrap_or_else(|| hashed(&format!("pictures/{name}.jpg"), &bytes));
        self.files.entry(file.clone()).or_insert(bytes);
        Ok(file)
    }
}

const fn word(side: Side) -> &'static str {
    match side {
        Side::Front => "front",
        Side::Back => "back",
    }
}

/// A picture without transparency; the page cuts the corners.
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
