//! Pictures: for print services that take PNG, and to look at.

use std::collections::BTreeMap;

use kurbo::BezPath;

use super::{Failure, Outlet, OutputContext, Report, contact_sheet, counted, folded, optional_pieces, table, tuck_box};
use crate::face::FaceId;
use crate::game::Sides;
use crate::image::{Painter, png, png_cut_out};
use crate::pack::{Order, Ordered};
use crate::threads;
use crate::units::{Mm, QuarterTurn, Rect};

/// Requirements of a print service, in pixels at 300 dpi.
pub(super) struct Service {
    /// The folder of its files.
    folder: &'static str,
    name: &'static str,
    /// Bleed of the picture on each side.
    bleed: f64,
    /// The sizes of deck that can be ordered; empty if any can.
    orders: &'static [u32],
    /// True if it makes pieces of other shapes and sizes than a deck's.
    makes_all: bool,
}

/// MakePlayingCards.
pub(super) const MPC: Service = Service {
    folder: "mpc",
    name: "MakePlayingCards",
    bleed: 36.0,
    orders: &[18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612],
    makes_all: false,
};

/// The Game Crafter.
pub(super) const TGC: Service =
    Service { folder: "tgc", name: "The Game Crafter", bleed: 37.5, orders: &[], makes_all: true };

/// Dots an inch of all pictures that are printed.
const DPI: f64 = 300.0;

/// Fronts and backs as numbered pictures; a front and its back have the same number. Pieces that are cut as the cards are go with
/// them; others have a folder of their own within the cards' one, where the service makes others.
pub(super) fn build(pieces: &[&OutputContext<'_>], service: &Service) -> Result<Report, Failure> {
    let Some(first) = pieces.first() else { return Ok(Report::default()) };
    let mut outlet = first.outlet(service.folder)?;
    let mut advice =
        vec![format!("For {}: upload the fronts, then the back with the same number for each.", service.name)];
    let alike = |work: &&&OutputContext<'_>| optional_pieces::are_alike(work.component(), first.component());
    let (together, apart): (Vec<&OutputContext<'_>>, Vec<&OutputContext<'_>>) = pieces.iter().partition(alike);
    let mut groups = vec![(String::new(), together)];
    if service.makes_all {
        groups.extend(apart.iter().map(|work| (format!("{}/", work.stem()), vec![*work])));
    } else if !apart.is_empty() {
        let names: Vec<&str> = apart.iter().map(|work| work.component().piece.plural.as_str()).collect();
        advice.push(format!("{} prints a single card size. Skipped: {}.", service.name, names.join(", ")));
    }
    let made: Vec<&OutputContext<'_>> = groups.iter().flat_map(|(_, works)| works).copied().collect();
    advice.extend(optional_pieces::turned_advice(&made, service.name));
    let mut made = Vec::new();
    for (folder, works) in &groups {
        let cards = put(outlet.as_mut(), folder, works, service)?;
        if !service.makes_all {
            advice.push(order(outlet.as_mut(), first, cards)?);
        }
        for work in works.iter().filter(|work| service.makes_all && work.is_box()) {
            advice.push(boxes(outlet.as_mut(), work)?);
        }
        made.extend(works.iter().map(|work| work.counted()));
    }
    let pictures = groups.iter().flat_map(|(_, works)| works).map(|work| work.chosen.cards.len()).sum();
    let what =
        format!("{} of {}, fronts and backs, with the count of each", counted(pictures, "picture"), made.join(", "));
    let count: u32 = groups[0].1.iter().map(|work| work.count()).sum();
    if let Some(size) = service.orders.iter().find(|size| **size >= count) {
        advice.push(format!(
            "The smallest order for {} is {size}: {} unused.",
            counted(count as usize, "card"),
            counted((size - count) as usize, "place")
        ));
    } else if let Some(most) = service.orders.last() {
        advice.push(format!(
            "{} accepts at most {most} cards per order: {count} need {} orders.",
            service.name,
            count.div_ceil(*most)
        ));
    }
    outlet.report(what, advice)
}

/// Writes what MPC Autofill orders by.
fn order(outlet: &mut dyn Outlet, first: &OutputContext<'_>, cards: Vec<Ordered>) -> Result<String, Failure> {
    let files = Order { cards, ..first.request.order.clone() }.files();
    let name = |number: usize| if files.len() == 1 { "order.xml".to_owned() } else { format!("order-{number}.xml") };
    for (number, file) in (1..).zip(&files) {
        outlet.put(&name(number), file.as_bytes())?;
    }
    let names: Vec<String> = (1..=files.len()).map(name).collect();
    Ok(format!(
        "Or upload them with MPC Autofill: start its desktop tool in this folder, which contains {}.",
        names.join(", ")
    ))
}

/// Writes a picture of each box, as the service takes them.
fn boxes(outlet: &mut dyn Outlet, work: &OutputContext<'_>) -> Result<String, Failure> {
    let tuck_box::Pictures { files, scale } = tuck_box::pictures(work)?;
    for (name, bytes) in &files {
        outlet.put(name, bytes)?;
    }
    let made = match scale < 1.0 {
        true => format!("it is larger than the service's box, so it is shown at {:.0} %", scale * 100.0),
        false => "it is shown in its actual size".to_owned(),
    };
    Ok(format!(
        "The tuck box is an image of 2325 × 1950 pixels for the service's own net: {made}. Align its panels with theirs."
    ))
}

/// Returns the pictures of some piece types of one size, numbered consecutively, with their counts.
fn put(
    outlet: &mut dyn Outlet,
    folder: &str,
    works: &[&OutputContext<'_>],
    service: &Service,
) -> Result<Vec<Ordered>, Failure> {
    let all: usize = works.iter().map(|work| work.chosen.cards.len()).sum();
    let digits = all.to_string().len().max(2);
    let bleed = Mm::new(service.bleed * 25.4 / DPI);
    let mut rows = vec![["number", "card", "count", "front", "back"].map(str::to_owned)];
    let (mut number, mut ordered) = (0, Vec::new());
    for work in works {
        let (component, deck) = (work.component(), work.renderer.deck());
        // A back that many cards share is painted once.
        let is_turned = optional_pieces::are_turned(component);
        let mut files: BTreeMap<Side, Vec<String>> = BTreeMap::new();
        let mut backs: Vec<(FaceId, String)> = Vec::new();
        for (card, count) in work.chosen.each() {
            number += 1;
            let (data, sides) = (&component.cards[card], deck.cards[card]);
            let count = count * work.request.copies;
            let mut names = Vec::new();
            for ((side, face), turn) in
                [("fronts", sides.front), ("backs", sides.back)].into_iter().zip(optional_pieces::TURNS)
            {
                if component.piece.sides == Sides::One && side == "backs" {
                    names.push(String::new());
                    continue;
                }
                let name = format!("{side}/{number:0digits$}-{}-x{count}.png", work.renderer.face_name(face));
                let turn = is_turned.then_some(turn);
                files.entry(Side { face, turn }).or_default().push(format!("{folder}{name}"));
                names.push(name);
            }
            rows.push([number.to_string(), data.name.clone(), count.to_string(), names[0].clone(), names[1].clone()]);
            // It is also uploaded once.
            let back = match backs.iter().find(|(known, _)| *known == sides.back) {
                Some((_, name)) => name.clone(),
                None => names[1].clone(),
            };
            backs.push((sides.back, back.clone()));
            ordered.push(Ordered { name: data.name.clone(), count, front: names[0].clone(), back });
        }
        let sides: Vec<Side> = files.keys().copied().collect();
        paint(work, &sides, component.format.cut().grown(bleed), false, |side, picture| {
            files[&side].iter().try_for_each(|name| outlet.put(name, picture))
        })?;
    }
    outlet.put(&format!("{folder}counts.csv"), table(rows)?.as_bytes())?;
    Ok(ordered)
}

/// Returns the distinct faces of the chosen cards, in order.
fn faces(work: &OutputContext<'_>) -> Vec<FaceId> {
    let sides = work.chosen.cards.iter().map(|card| work.renderer.deck().cards[*card]);
    let mut faces: Vec<FaceId> = sides.flat_map(|sides| [sides.front, sides.back]).collect();
    faces.sort_unstable();
    faces.dedup();
    faces
}

/// Builds a picture of every face, cut out, and a sheet of all of them for each piece type.
pub(super) fn build_images(pieces: &[&OutputContext<'_>]) -> Result<Report, Failure> {
    let Some(first) = pieces.first() else { return Ok(Report::default()) };
    let mut outlet = first.outlet("images")?;
    let (mut count, mut sheets) = (0, 0);
    for work in pieces {
        let (component, faces) = (work.component(), faces(work));
        let sides: Vec<Side> = faces.iter().map(|face| Side { face: *face, turn: None }).collect();
        count += faces.len();
        // Cards are in the folder itself.
        let folder = if component.piece.is_card() { String::new() } else { format!("{}/", component.piece.id) };
        paint(work, &sides, component.format.cut(), true, |side, picture| {
            outlet.put(&format!("{folder}{}.png", work.renderer.face_name(side.face)), picture)
        })?;
        for (name, picture) in folded::all(work)? {
            outlet.put(&format!("{folder}{name}"), &picture)?;
        }
        sheets += contact_sheet::put(outlet.as_mut(), work, &faces, &folder)?;
    }
    let what = format!("{} and {}", counted(count, "face"), counted(sheets, "contact sheet"));
    outlet.report(what, Vec::new())
}

pub(super) fn pixels(length: Mm, dpi: f64) -> u32 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cards are small")]
    let pixels = length.to_px(dpi).round().max(1.0) as u32;
    pixels
}

/// Returns the cut outline of a piece, in pixels from the upper left corner of its cut.
pub(super) fn outline(work: &OutputContext<'_>, dpi: f64) -> BezPath {
    let component = work.component();
    kurbo::Affine::scale(Mm::new(1.0).to_px(dpi)) * component.piece.shape.cut_out(&component.format)
}

/// A face as a picture shows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Side {
    face: FaceId,
    /// Rotation, if any.
    turn: Option<QuarterTurn>,
}

/// Paints faces as PNG files, and hands each on. A part of them is in memory at a time: a game may have thousands.
fn paint(
    work: &OutputContext<'_>,
    sides: &[Side],
    view: Rect,
    cut_out: bool,
    mut put: impl FnMut(Side, &[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    const AT_ONCE: usize = 64;
    let painter = Painter::new(&work.project.fonts);
    let format = work.component().format;
    work.progress.begin("painting", sides.len());
    let (width, height) = (pixels(view.width, DPI), pixels(view.height, DPI));
    for some in sides.chunks(AT_ONCE) {
        let pictures = threads::map(some, |side| {
            let mut picture = painter.paint(&work.scenes[side.face.0], view, width, height)?;
            picture.extend_edges(view, format.with_bleed());
            if let Some(turn) = side.turn {
                picture = picture.turned(turn)?;
            }
            let bytes = if cut_out { png_cut_out(picture, &outline(work, DPI), DPI) } else { png(&picture, DPI) };
            work.progress.step();
            bytes.ok()
        });
        for (side, picture) in some.iter().zip(pictures) {
            let none = || Failure::Stopped("cannot render an image: out of memory".to_owned());
            put(*side, &picture.ok_or_else(none)?)?;
        }
    }
    work.progress.end();
    Ok(())
}
