//! Pictures of all faces and all art, as small as they can be without it being seen, and their index.

use std::collections::BTreeMap;

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use skirmish::diagnostic::{self, Diagnostic};
use skirmish::gallery::{Album, Artist, CardSide, PictureRequest, Pixels, Plate};
use skirmish::image::png_of_bare;

use crate::Made;
use crate::folder::hashed;
use crate::games::PageGame;
use crate::icons;

/// Width of a face: as wide as one is shown on a tablet with two pixels to a point.
const FACE: u16 = 640;
/// The longer side of a picture that the table is drawn with: as large as one is shown on a tablet with two pixels to a point.
const PICTURE: u16 = 240;
/// The longer side of art.
const ART: u16 = 800;
/// Quality of pictures, of 100: nothing is seen of it at the size at which they are shown.
const QUALITY: u8 = 82;

/// Pictures with their index.
pub struct Photos {
    /// The file of the index.
    pub album: String,
    /// The cover, if it has a book or cards.
    pub cover: Option<Plate>,
    /// The files by name, from the folder of the page.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The icons of the page by name.
    pub icons: Vec<(&'static str, Vec<u8>)>,
}

/// Draws the pictures of a game.
pub fn of(PageGame { vfs, id, project }: &PageGame) -> Made<Photos> {
    let (artist, diagnostics) = Artist::with_cover(vfs, project);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostic::format_plain(&diagnostics).into());
    }
    let mut files = BTreeMap::new();
    let cover = match artist.whole_cover(ART) {
        Some((cover, interest)) => Some(Plate {
            file: add(&mut files, &format!("{id}-cover"), &cover)?,
            width: cover.width,
            height: cover.height,
            interest: Some(interest),
            corner: 0.0,
        }),
        None => None,
    };
    let mut album = Album { marks: artist.marks().clone(), ..Album::default() };
    for (name, picture) in artist.whole_pictures(PICTURE) {
        let Pixels { width, height, .. } = picture;
        let bytes = png_of_bare((width.into(), height.into()), &picture.rgba)?;
        let file = hashed(&format!("pictures/{id}-{name}.png"), &bytes);
        files.insert(file.clone(), bytes);
        album.pictures.insert(name, Plate { file, width, height, interest: None, corner: 0.0 });
    }
    for card in &project.game.cards {
        let sides = [CardSide::Front, CardSide::Back];
        let mut faces = [None, None];
        let mut art = [None, None];
        for side in sides {
            let request = PictureRequest::Face { card: card.id.clone(), side, width: FACE };
            let face = artist.draw(&request).ok_or_else(|| format!("{} cannot be drawn", card.id))?;
            let corner = project.game.format.corner.get() / project.game.format.size.width.get() * f64::from(FACE);
            let file = add(&mut files, &format!("{id}-{}-{}", card.id, word(side)), &face)?;
            let Pixels { width, height, .. } = face;
            faces[side.index()] = Some(Plate { file, width, height, interest: None, corner });
            if let Some((whole, interest)) = artist.whole_art(&card.id, side, ART) {
                let file = add(&mut files, &format!("{id}-{}-{}-art", card.id, word(side)), &whole)?;
                let Pixels { width, height, .. } = whole;
                art[side.index()] = Some(Plate { file, width, height, interest: Some(interest), corner: 0.0 });
            }
        }
        album.faces.insert(card.id.clone(), faces);
        album.art.insert(card.id.clone(), art);
    }
    let index = serde_json::to_vec(&album)?;
    let album = hashed(&format!("pictures/{id}.json"), &index);
    files.insert(album.clone(), index);
    Ok(Photos { album, cover, files, icons: icons::of(&artist)? })
}

/// Adds a picture under a name that tells its content: pictures that look the same share one file.
fn add(files: &mut BTreeMap<String, Vec<u8>>, name: &str, pixels: &Pixels) -> Made<String> {
    let bytes = jpeg(pixels)?;
    let same = files.iter().find(|(_, known)| **known == bytes).map(|(file, _)| file.clone());
    let file = same.unwrap_or_else(|| hashed(&format!("pictures/{name}.jpg"), &bytes));
    files.entry(file.clone()).or_insert(bytes);
    Ok(file)
}

const fn word(side: CardSide) -> &'static str {
    match side {
        CardSide::Front => "front",
        CardSide::Back => "back",
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
