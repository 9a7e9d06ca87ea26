//! One face a page, for a print shop.

use super::{Failure, Made, Report, Work, counted, files, home};
use crate::pdf::{Document, Plates, press_pages, structure_of};
use crate::scene::Scene;
use crate::sheet::Flip;
use crate::units::Rect;

pub(super) fn build(work: &Work<'_>) -> Result<Report, Failure> {
    let game = work.game();
    let mut faces = Vec::new();
    for _ in 0..work.request.copies {
        for card in work.chosen {
            let card_faces = work.studio.deck.cards[*card];
            for _ in 0..game.cards[*card].count {
                faces.extend([card_faces.front.0, card_faces.back.0]);
            }
        }
    }
    let scenes: Vec<(&Scene, Rect)> =
        work.scenes.iter().map(|scene| (scene.as_ref(), game.format.with_bleed())).collect();
    let mut pages = press_pages(&game.format, faces.into_iter());
    let mut info = home::info(work, Flip::Long)?;
    info.duplex = None;
    let structure = structure_of(&mut pages, &scenes);
    let document = Document { pages: &pages, info: &info, outline: &[], labels: &[], structure: &structure };
    let bytes = Plates::new(&scenes, &pages, &work.desk.fonts, &work.drawn)?.print_once(&document)?;
    let name = format!("cards-press{}.pdf", work.suffix());
    let what = format!("{}, front and back of each: {}", work.cards(), counted(pages.len(), "page"));
    let written = files::write(&work.folder(), vec![Made { name, bytes, what }])?;
    let bleed = game.format.bleed.get();
    let advice =
        vec![format!("Each page is one face with {bleed} mm of bleed; its TrimBox is the card. Colours are RGB.")];
    Ok(Report { written, advice, ..Report::default() })
}
