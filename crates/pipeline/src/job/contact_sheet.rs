//! Contact sheets: all faces of a piece type side by side, on as many pictures as it takes.

use super::pictures::{outline, pixels};
use super::{Failure, Outlet, OutputContext};
use crate::face::FaceId;
use crate::game::Colour;
use crate::image::{Painter, Picture, png};
use crate::threads;
use crate::units::Mm;

/// Dots an inch.
const DPI: f64 = 150.0;
/// Background of the faces.
const TABLE: Colour = Colour::Rgb([0x6f, 0x6b, 0x62]);
const MOST_COLUMNS: u32 = 12;
const MOST_ROWS: u32 = 8;

/// Writes the sheets, and returns their number.
pub(super) fn put(
    outlet: &mut dyn Outlet,
    work: &OutputContext<'_>,
    faces: &[FaceId],
    folder: &str,
) -> Result<usize, Failure> {
    let mut sheets: Vec<&[FaceId]> = faces.chunks((MOST_COLUMNS * MOST_ROWS) as usize).collect();
    if sheets.is_empty() {
        sheets.push(&[]);
    }
    for (number, faces) in (1..).zip(&sheets) {
        let name = match sheets.len() {
            1 => "contact-sheet".to_owned(),
            all => format!("contact-sheet-{number:0digits$}", digits = all.to_string().len()),
        };
        outlet.put(&format!("{folder}{name}.png"), &sheet(work, faces)?)?;
    }
    Ok(sheets.len())
}

fn sheet(work: &OutputContext<'_>, faces: &[FaceId]) -> Result<Vec<u8>, Failure> {
    let stopped = || Failure::Stopped("cannot render the contact sheet: out of memory".to_owned());
    let painter = Painter::new(&work.project.fonts);
    let format = work.component().format;
    let (width, height) = (pixels(format.size.width, DPI), pixels(format.size.height, DPI));
    let gap = pixels(Mm::new(3.0), DPI);
    #[allow(clippy::cast_possible_truncation, reason = "as many as there is room for on a sheet")]
    let count = faces.len() as u32;
    // A sheet somewhat wider than high.
    let columns = (f64::from(count) * 1.9).sqrt().ceil().clamp(1.0, f64::from(MOST_COLUMNS));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a handful of columns")]
    let columns = (columns as u32).min(count.max(1));
    let rows = count.div_ceil(columns).max(1);
    let mut sheet =
        Picture::filled(columns * (width + gap) + gap, rows * (height + gap) + gap, TABLE).ok_or_else(stopped)?;
    let pictures = threads::map(faces, |face| {
        let mut picture = painter.paint(&work.scenes[face.0], format.cut(), width, height)?;
        picture.cut_out(&outline(work, DPI));
        Some(picture)
    });
    for (index, picture) in (0..count).zip(pictures) {
        let (column, row) = (index % columns, index / columns);
        let (x, y) = (gap + column * (width + gap), gap + row * (height + gap));
        sheet.lay(&picture.ok_or_else(stopped)?, x, y);
    }
    png(&sheet, DPI).map_err(|error| Failure::Stopped(error.to_string()))
}
