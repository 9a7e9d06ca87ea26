//! Prepared images of art and faces, which a page loads instead of drawing them.
//!
//! The page builder draws every face and all art once, saves them as files and writes an [`Album`] of them. The page
//! then asks it for a [`Photo`] for each requested picture.

use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::{BezPath, Rect};
use serde::{Deserialize, Serialize};

use super::crop::Interest;
use super::request::PictureRequest;
use crate::shape::{Mark, Outline};

/// Pictures by card and side, and the marks of the game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Album {
    /// Marks by name.
    #[serde(with = "marks")]
    pub marks: BTreeMap<String, Arc<Mark>>,
    /// Front and back of each card, as they are printed.
    pub faces: BTreeMap<String, [Option<Plate>; 2]>,
    /// The art of front and back of each card.
    pub art: BTreeMap<String, [Option<Plate>; 2]>,
    /// The pictures of the rulebook that the table is drawn with, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pictures: BTreeMap<String, Plate>,
    /// The cover of each game, in an album for a shelf.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub covers: BTreeMap<String, Plate>,
}

/// A picture in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plate {
    /// The file, from the folder of the page.
    pub file: String,
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Interesting areas, in art.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interest: Option<Interest>,
    /// Radius of the corners in pixels; the image is transparent outside them.
    #[serde(default)]
    pub corner: f64,
}

impl Plate {
    /// Returns the whole picture, in its pixels.
    fn whole(&self) -> Rect {
        Rect::new(0.0, 0.0, self.width.into(), self.height.into())
    }

    /// Scales the whole file to fit a picture: the crop extends beyond its edges, where it is empty.
    fn within(&self, width: u16, height: u16) -> Photo {
        let whole = self.whole();
        let scale = (whole.width() / f64::from(width)).max(whole.height() / f64::from(height));
        let size = kurbo::Size::new(f64::from(width) * scale, f64::from(height) * scale);
        let from = Rect::from_center_size(whole.center(), size);
        Photo { file: self.file.clone(), from, width, height, corner: 0.0 }
    }

    /// Returns its most interesting crop that covers a picture.
    fn covering(&self, width: u16, height: u16) -> Option<Photo> {
        let from = self.interest.as_ref()?.crop(self.whole(), width, height);
        Some(Photo { file: self.file.clone(), from, width, height, corner: 0.0 })
    }
}

/// How a requested picture is cropped from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Photo {
    /// The file, from the folder of the page.
    pub file: String,
    /// The visible crop, in its pixels.
    pub from: Rect,
    /// Width of the picture.
    pub width: u16,
    /// Height of the picture.
    pub height: u16,
    /// Radius of the corners in pixels of the picture.
    pub corner: f64,
}

impl Album {
    /// Returns the crop for a picture; `None` for outlines, and for unknown pictures.
    pub fn photo(&self, request: &PictureRequest) -> Option<Photo> {
        match request {
            PictureRequest::Art { card, side, width, height } => {
                self.art.get(card)?[side.index()].as_ref()?.covering(*width, *height)
            }
            PictureRequest::Picture { name, width, height } => Some(self.pictures.get(name)?.within(*width, *height)),
            PictureRequest::Cover { game, width, height } => self.covers.get(game)?.covering(*width, *height),
            PictureRequest::Face { card, side, width } => {
                let plate = self.faces.get(card)?[side.index()].as_ref()?;
                let from = plate.whole();
                let scale = f64::from(*width) / from.width();
                #[allow(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "cut off at what is too large"
                )]
                let height = (from.height() * scale).round() as u16;
                Some(Photo { file: plate.file.clone(), from, width: *width, height, corner: plate.corner * scale })
            }
            _ => None,
        }
    }
}

/// Marks with their outlines as SVG writes them.
mod marks {
    use serde::de::Error as _;
    use serde::{Deserializer, Serializer};

    use super::{Arc, BTreeMap, BezPath, Deserialize, Mark, Outline, Rect, Serialize};
    use crate::ordered;
    use crate::shape::path_data;

    #[derive(Serialize, Deserialize)]
    struct Text {
        bounds: [f64; 4],
        /// Outlines; of each whether overlaps are holes.
        outlines: Vec<(String, bool)>,
    }

    pub fn serialize<S: Serializer>(marks: &BTreeMap<String, Arc<Mark>>, to: S) -> Result<S::Ok, S::Error> {
        let text = |mark: &Mark| {
            let Rect { x0, y0, x1, y1 } = mark.bounds;
            // Exact to a ten-thousandth of the mark.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
            let decimals = (4.0 - (x1 - x0).max(y1 - y0).log10()).ceil().clamp(0.0, 6.0) as usize;
            let outlines = mark.outlines.iter().map(|outline| (path_data(&outline.path, decimals), outline.even_odd));
            Text { bounds: [x0, y0, x1, y1], outlines: outlines.collect() }
        };
        to.collect_map(marks.iter().map(|(name, mark)| (name, text(mark))))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, Arc<Mark>>, D::Error> {
        let mark = |Text { bounds: [x0, y0, x1, y1], outlines }: Text| {
            let outline = |(path, even_odd): (String, bool)| {
                let path = BezPath::from_svg(&path).map_err(D::Error::custom)?;
                Ok(Outline { path, even_odd })
            };
            let outlines = outlines.into_iter().map(outline).collect::<Result<_, D::Error>>()?;
            Ok(Arc::new(Mark { outlines, bounds: Rect { x0, y0, x1, y1 } }))
        };
        let all = BTreeMap::<String, Text>::deserialize(from)?;
        let marks = all.into_iter().map(|(name, text)| Ok((name, mark(text)?))).collect::<Result<Vec<_>, D::Error>>();
        marks.map(ordered::map)
    }
}
