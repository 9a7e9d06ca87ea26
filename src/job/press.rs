//! One face a page, for a print shop.

use super::{Failure, Made, Report, Work, counted, files, home};
use crate::game::Sides;
use crate::pdf::{CompiledScenes, Document, die_line, press_pages, structure_of};
use crate::scene::Scene;
use crate::sheet::Flip;
use crate::units::Rect;

/// A PDF for each sort of piece.
pub(super) fn build(pieces: &[&Work<'_>]) -> Result<Report, Failure> {
    let made = pieces.iter().map(|work| make(work)).collect::<Result<Vec<Made>, Failure>>()?;
    let mut bleeds: Vec<f64> = pieces.iter().map(|work| work.game().format.bleed.get()).collect();
    bleeds.dedup();
    let advice = bleeds.into_iter().map(|bleed| {
        format!("Each page is one face with {bleed} mm of bleed; its TrimBox is the card. Colours are RGB.")
    });
    let advice = advice.collect();
    let Some(work) = pieces.first() else { return Ok(Report::default()) };
    Ok(Report { written: files::write(&work.folder(), made)?, advice, ..Report::default() })
}

fn make(work: &Work<'_>) -> Result<Made, Failure> {
    let game = work.game();
    let sides = if game.piece.sides == Sides::One { 1 } else { 2 };
    let mut faces = Vec::new();
    for _ in 0..work.request.copies {
        for card in work.chosen {
            let card_faces = work.renderer.deck.cards[*card];
            for _ in 0..game.cards[*card].count {
                faces.extend(&[card_faces.front.0, card_faces.back.0][..sides]);
            }
        }
    }
    let scenes: Vec<(&Scene, Rect)> =
        work.scenes.iter().map(|scene| (scene.as_ref(), game.format.with_bleed())).collect();
    let mut pages = press_pages(&game.format, faces.into_iter());
    let net = game.piece.shape.net();
    pages.extend(net.map(|net| die_line(&game.format, net)));
    let mut info = home::info(work, Flip::Long)?;
    info.duplex = None;
    let structure = structure_of(&mut pages, &scenes);
    let document = Document { pages: &pages, info: &info, outline: &[], labels: &[], structure: &structure };
    let bytes = CompiledScenes::new(&scenes, &pages, &work.project.fonts, work.drawn)?.print_once(&document)?;
    let name = format!("{}-press{}.pdf", work.stem(), work.suffix());
    let faces = if net.is_some() {
        "each as it lies flat, and the lines to cut and to crease"
    } else if sides == 1 {
        "the front of each"
    } else {
        "front and back of each"
    };
    let what = format!("{}, {faces}: {}", work.counted(), counted(pages.len(), "page"));
    Ok(Made { name, bytes, what })
}
