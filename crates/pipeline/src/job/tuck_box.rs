//! Boxes of The Game Crafter: pictures of one size for any box.

use super::{Failure, OutputContext};
use crate::game::Colour;
use crate::image::{Painter, Picture, png};

/// Width and height in pixels.
const SIZE: (u32, u32) = (2325, 1950);
/// Dots an inch.
const DPI: f64 = 300.0;

/// Pictures of boxes.
pub(super) struct Pictures {
    /// Names and contents of the files.
    pub files: Vec<(String, Vec<u8>)>,
    /// By how much the boxes had to be made smaller: 1 where they had not.
    pub scale: f64,
}

/// Returns a picture of each box with its flat net in the middle.
pub(super) fn pictures(work: &OutputContext<'_>) -> Result<Pictures, Failure> {
    let component = work.component();
    let stopped = || Failure::Stopped("cannot render a box: out of memory".to_owned());
    let whole = component.format.with_bleed();
    let pixels = |length: crate::units::Mm| length.to_px(DPI);
    let (width, height) = (pixels(whole.width), pixels(whole.height));
    let smaller = (f64::from(SIZE.0) / width).min(f64::from(SIZE.1) / height).min(1.0);
    let scale = smaller * DPI / 25.4;
    let middle = whole.middle();
    let map = kurbo::Affine::translate((f64::from(SIZE.0) / 2.0, f64::from(SIZE.1) / 2.0))
        * kurbo::Affine::scale(scale)
        * kurbo::Affine::translate((-middle.x.get(), -middle.y.get()));
    let painter = Painter::new(&work.project.fonts);
    let one = |card: &usize| {
        let face = work.renderer.deck().cards[*card].front;
        let mut picture = Picture::filled(SIZE.0, SIZE.1, Colour::WHITE).ok_or_else(stopped)?;
        let net = painter.paint_through(&work.scenes[face.0], map, SIZE.0, SIZE.1).ok_or_else(stopped)?;
        picture.lay(&net, 0, 0);
        let bytes = png(&picture, DPI).map_err(|error| Failure::Stopped(error.to_string()))?;
        Ok((format!("{}/tuck-box-{}.png", work.stem(), work.renderer.face_name(face)), bytes))
    };
    Ok(Pictures { files: work.chosen.cards.iter().map(one).collect::<Result<_, Failure>>()?, scale: smaller })
}
