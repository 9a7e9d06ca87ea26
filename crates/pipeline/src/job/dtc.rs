//! One PDF for DriveThruCards: every card's front, then its back.

use super::press::Buyer;
use super::{Failure, OutputContext, OutputFile, Report, counted, home, optional_pieces, press};
use crate::cmyk::Profile;
use crate::game::Sides;
use crate::sheet::Backs;

/// Builds the cards, followed by all pieces with the same cut.
pub(super) fn build(pieces: &[&OutputContext<'_>], profile: Option<&Profile>) -> Result<Report, Failure> {
    let Some(first) = pieces.first() else { return Ok(Report::default()) };
    let alike = |work: &&&OutputContext<'_>| optional_pieces::are_alike(work.component(), first.component());
    let (together, apart): (Vec<&OutputContext<'_>>, Vec<&OutputContext<'_>>) = pieces.iter().partition(alike);
    if first.component().piece.sides != Sides::Two {
        let what =
            format!("DriveThruCards prints only double-sided cards; {} have one side", first.component().piece.plural);
        return Err(Failure::Stopped(what));
    }
    let mut info = home::info(&together, Backs::LongEdge)?;
    info.duplex = None;
    let (bytes, pages) = press::faces_as_pdf(&together, &info, Buyer::CardService)?;
    let cards: Vec<String> = together.iter().map(|work| work.counted()).collect();
    let what = format!("{}, alternating fronts and backs: {}", cards.join(", "), counted(pages, "page"));
    let name = format!("{}-dtc{}.pdf", first.game().id, first.suffix());
    let mut advice = vec![
        "Upload the PDF to DriveThruCards; each card is a front followed by its back.".to_owned(),
        first.request.press.colours(profile),
    ];
    if !apart.is_empty() {
        let names: Vec<&str> = apart.iter().map(|work| work.component().piece.plural.as_str()).collect();
        advice.push(format!("DriveThruCards prints a single card size. Skipped: {}.", names.join(", ")));
    }
    advice.extend(optional_pieces::turned_advice(&together, "DriveThruCards"));
    Ok(Report {
        written: first.sink.write(&first.folder(), vec![OutputFile { name, bytes, what }])?,
        advice,
        ..Report::default()
    })
}
