//! Pictures: for print services that take PNG, and to look at.

use super::{Failure, Outlet, Report, Work, counted};
use crate::face::FaceId;
use crate::game::Colour;
use crate::image::{Painter, Picture, png, png_with_corners};
use crate::threads;
use crate::units::{Mm, Rect};

/// What a print service asks for, in pixels at 300 dots an inch.
pub(super) struct Service {
    /// The folder of its files.
    folder: &'static str,
    name: &'static str,
    /// How far the picture goes beyond the cut on each side.
    bleed: f64,
    /// The sizes of deck that can be ordered; empty if any can.
    orders: &'static [u32],
}

/// MakePlayingCards.
pub(super) const MPC: Service = Service {
    folder: "mpc",
    name: "MakePlayingCards",
    bleed: 36.0,
    orders: &[18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612],
};

/// The Game Crafter.
pub(super) const TGC: Service = Service { folder: "tgc", name: "The Game Crafter", bleed: 37.5, orders: &[] };

/// Dots an inch of all pictures that are printed.
const DPI: f64 = 300.0;

/// Fronts and backs as numbered pictures; a front and its back have the same number.
pub(super) fn build(work: &Work<'_>, service: &Service) -> Result<Report, Failure> {
    let game = work.game();
    let deck = &work.studio.deck;
    let mut outlet = Outlet::new(work.folder().join(format!("{}{}", service.folder, work.suffix())))?;
    let mut faces: Vec<FaceId> =
        work.chosen.iter().flat_map(|card| [deck.cards[*card].front, deck.cards[*card].back]).collect();
    faces.sort_unstable();
    faces.dedup();
    let bleed = Mm::new(service.bleed * 25.4 / DPI);
    let pictures = paint(work, &faces, game.format.cut().grown(bleed), false)?;
    let digits = work.chosen.len().to_string().len().max(2);
    let mut table = String::from("number,card,count,front,back\n");
    for (number, card) in (1..).zip(work.chosen) {
        let (data, sides) = (&game.cards[*card], deck.cards[*card]);
        let count = data.count * work.request.copies;
        let mut names = Vec::new();
        for (folder, face) in [("fronts", sides.front), ("backs", sides.back)] {
            let name = format!("{folder}/{number:0digits$}-{}-x{count}.png", deck.name(game, face));
            let picture = faces.binary_search(&face).ok().and_then(|index| pictures.get(index));
            outlet.put(&name, picture.map(Vec::as_slice).unwrap_or_default())?;
            names.push(name);
        }
        table.push_str(&format!("{number},\"{}\",{count},{},{}\n", data.name, names[0], names[1]));
    }
    outlet.put("counts.csv", table.as_bytes())?;
    let what = format!(
        "{} of {}, fronts and backs, with the count of each",
        counted(work.chosen.len(), "picture"),
        work.cards()
    );
    let mut advice =
        vec![format!("For {}: upload the fronts, then the back of the same number behind each.", service.name)];
    if let Some(size) = service.orders.iter().find(|size| **size >= work.count()) {
        let spare = size - work.count();
        advice.push(format!(
            "The smallest order that holds {} is {size}: {} to spare.",
            work.cards(),
            counted(spare as usize, "place")
        ));
    }
    Ok(Report { written: vec![outlet.finish(what)?], advice, ..Report::default() })
}

/// A picture of every face, with round corners, and a sheet of all of them.
pub(super) fn build_screen(work: &Work<'_>) -> Result<Report, Failure> {
    let game = work.game();
    let deck = &work.studio.deck;
    let mut faces: Vec<FaceId> =
        work.chosen.iter().flat_map(|card| [deck.cards[*card].front, deck.cards[*card].back]).collect();
    faces.sort_unstable();
    faces.dedup();
    let mut outlet = Outlet::new(work.folder().join(format!("screen{}", work.suffix())))?;
    let pictures = paint(work, &faces, game.format.cut(), true)?;
    for (face, picture) in faces.iter().zip(&pictures) {
        outlet.put(&format!("{}.png", deck.name(game, *face)), picture)?;
    }
    outlet.put("contact-sheet.png", &contact_sheet(work, &faces)?)?;
    let what = format!("{} and a contact sheet", counted(faces.len(), "face"));
    Ok(Report { written: vec![outlet.finish(what)?], ..Report::default() })
}

fn pixels(length: Mm, dpi: f64) -> u32 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cards are small")]
    let pixels = length.to_px(dpi).round().max(1.0) as u32;
    pixels
}

/// Faces as PNG files.
fn paint(work: &Work<'_>, faces: &[FaceId], view: Rect, round: bool) -> Result<Vec<Vec<u8>>, Failure> {
    let painter = Painter::new(&work.desk.fonts);
    let format = work.game().format;
    work.progress.begin("painting", faces.len());
    let (width, height) = (pixels(view.width, DPI), pixels(view.height, DPI));
    let pictures = threads::map(faces, |face| {
        let mut picture = painter.paint(&work.scenes[face.0], view, width, height)?;
        picture.extend_edges(view, format.with_bleed());
        let bytes = if round { png_with_corners(picture, format.corner.to_px(DPI), DPI) } else { png(&picture, DPI) };
        work.progress.step();
        bytes.ok()
    });
    work.progress.end();
    pictures
        .into_iter()
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| Failure::Stopped("a picture cannot be painted: out of memory".to_owned()))
}

/// All faces side by side.
fn contact_sheet(work: &Work<'_>, faces: &[FaceId]) -> Result<Vec<u8>, Failure> {
    const DPI: f64 = 150.0;
    const TABLE: Colour = Colour::Rgb([0x6f, 0x6b, 0x62]);
    let stopped = || Failure::Stopped("the contact sheet cannot be painted: out of memory".to_owned());
    let painter = Painter::new(&work.desk.fonts);
    let format = work.game().format;
    let (width, height) = (pixels(format.size.width, DPI), pixels(format.size.height, DPI));
    let gap = pixels(Mm::new(3.0), DPI);
    #[allow(clippy::cast_possible_truncation, reason = "a handful of faces")]
    let count = faces.len() as u32;
    // A sheet somewhat wider than high.
    let columns = (f64::from(count) * 1.9).sqrt().ceil().clamp(1.0, 12.0);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 12")]
    let columns = (columns as u32).min(count.max(1));
    let rows = count.div_ceil(columns).max(1);
    let mut sheet =
        Picture::filled(columns * (width + gap) + gap, rows * (height + gap) + gap, TABLE).ok_or_else(stopped)?;
    let pictures = threads::map(faces, |face| {
        let mut picture = painter.paint(&work.scenes[face.0], format.cut(), width, height)?;
        picture.round_corners(format.corner.to_px(DPI));
        Some(picture)
    });
    for (index, picture) in (0..count).zip(pictures) {
        let (column, row) = (index % columns, index / columns);
        let (x, y) = (gap + column * (width + gap), gap + row * (height + gap));
        sheet.lay(&picture.ok_or_else(stopped)?, x, y);
    }
    png(&sheet, DPI).map_err(|error| Failure::Stopped(error.to_string()))
}
