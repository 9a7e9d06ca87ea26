//! The icons of the page: a player's shield on the dark table.

use skirmish_artist::Artist;
use skirmish_base::diagnostic::Reporter;
use skirmish_gallery::{PictureRequest, Pixels};
use skirmish_packs::{Made, PageGame};
use skirmish_render::image::png_of;

/// The table, as the page has it.
const GROUND: [u8; 3] = [0x17, 0x12, 0x0e];
/// Whose shield it is.
const PLAYER: u8 = 0;

/// Names, sides in pixels, and share of the side that the shield takes: systems crop icons to circles, or in any way if
/// the name says so.
const ICONS: [(&str, u16, u16); 4] = [
    ("icon-180.png", 180, 156),
    ("icon-192.png", 192, 184),
    ("icon-512.png", 512, 492),
    ("icon-maskable-512.png", 512, 372),
];

/// Draws the icons: their names, and PNG files. They look alike in all games.
pub fn of(games: &[PageGame]) -> Made<Vec<(&'static str, Vec<u8>)>> {
    let PageGame { vfs, project, .. } = games.first().ok_or("no games")?;
    let artist = Artist::open(&**vfs, project, &Reporter::default());
    let icon = |&(name, side, size): &(&'static str, u16, u16)| {
        let shield = artist.draw(&PictureRequest::Emblem { style: PLAYER, size, drained: false });
        let shield = shield.ok_or("the shield cannot be drawn")?;
        Ok((name, png_of(side.into(), side.into(), &on_table(&shield, side))?))
    };
    ICONS.iter().map(icon).collect()
}

/// Places a picture in the middle of a square of the table: red, green and blue of each pixel.
fn on_table(picture: &Pixels, side: u16) -> Vec<u8> {
    let mut rgb = GROUND.repeat(usize::from(side) * usize::from(side));
    let (left, top) = (usize::from(side - picture.width) / 2, usize::from(side - picture.height) / 2);
    let width = usize::from(picture.width);
    for (row, line) in picture.rgba.chunks_exact(width * 4).enumerate() {
        for (column, pixel) in line.chunks_exact(4).enumerate() {
            let at = ((top + row) * usize::from(side) + left + column) * 3;
            for (part, below) in rgb[at..at + 3].iter_mut().enumerate() {
                let alpha = u32::from(pixel[3]);
                let laid = (u32::from(pixel[part]) * alpha + u32::from(*below) * (255 - alpha)) / 255;
                *below = u8::try_from(laid).unwrap_or(u8::MAX);
            }
        }
    }
    rgb
}
