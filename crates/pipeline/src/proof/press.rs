//! Problems for a print shop: pictures that are not in inks or take too many of them, pieces without bleed.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use kurbo::{Affine, Point, Rect};

use crate::diagnostic::{Code, Diagnostic, Reporter, Source, Span};
use crate::game::{Component, Pack};
use crate::raster::{self, Raster};
use crate::scene::{Art, Content, DrawingId, Item, Scene};
use crate::units::Mm;

/// The least bleed that shops ask for.
const BLEED: Mm = Mm::new(1.5);

/// Checks the pictures of scenes, each with its name (“face `axe`”), for a press with an ink limit in percent. Each
/// picture is reported once, at its first use.
pub fn lint_press<'s>(scenes: impl Iterator<Item = (String, &'s Arc<Scene>)>, limit: f64, reporter: &Reporter) {
    let mut found: Vec<(Found<'s>, usize)> = Vec::new();
    // A picture is known by its drawing and its number in it.
    let mut seen: HashMap<(DrawingId, usize), usize> = HashMap::new();
    for (name, scene) in scenes {
        for item in &scene.items {
            let Item::Drawing { drawing, place, .. } = item else { continue };
            let Content::Art(art) = &drawing.content else { continue };
            for (number, image) in art.rasters().into_iter().enumerate().filter(|(_, image)| image.is_visible()) {
                match seen.entry((drawing.id(), number)) {
                    Entry::Occupied(known) => found[*known.get()].1 += 1,
                    Entry::Vacant(new) => {
                        new.insert(found.len());
                        found.push((Found { name: name.clone(), art, image, place: *place }, 0));
                    }
                }
            }
        }
    }
    reporter.report_all(found.iter().filter_map(|(found, others)| Some(others_too(found.diagnostic(limit)?, *others))));
}

fn others_too(diagnostic: Diagnostic, others: usize) -> Diagnostic {
    match others {
        0 => diagnostic,
        1 => diagnostic.hint("also in 1 other place"),
        others => diagnostic.hint(format!("also in {others} other places")),
    }
}

/// A raster picture, with its printed location.
struct Found<'s> {
    name: String,
    art: &'s Art,
    image: &'s usvg::Image,
    place: Affine,
}

impl Found<'_> {
    fn diagnostic(&self, limit: f64) -> Option<Diagnostic> {
        let at = Span::file(&Source::new(self.art.file(), ""));
        let jpeg = self.art.original(self.image.kind()).filter(|file| raster::is_cmyk(file));
        let Some(jpeg) = jpeg else {
            let what = format!("{}: RGB image, converted to CMYK", self.place_of(0.5, 0.5));
            let hint = "save it as a CMYK JPEG to control the inks yourself";
            return Some(Diagnostic::note(Code::PRESS_RGB, at, what).hint(hint));
        };
        let Raster { width, height, data: inks, .. } = Raster::read(jpeg).ok()?;
        let (width, height) = (width as usize, height as usize);
        let total = |inks: &[u8; 4]| inks.iter().map(|ink| f64::from(*ink)).sum::<f64>() / 2.55;
        let totals = inks.as_chunks::<4>().0.iter().map(total).enumerate();
        let (pixel, most) = totals.max_by(|a, b| a.1.total_cmp(&b.1))?;
        if most <= limit + 0.5 {
            return None;
        }
        #[allow(clippy::cast_precision_loss, reason = "pictures are small")]
        let share = |at: usize, of: usize| (at as f64 + 0.5) / of as f64;
        let place = self.place_of(share(pixel % width, width), share(pixel / width, height));
        let what = format!("{place}: total ink is {} %, above the limit of {limit} %", most.ceil());
        let hint = format!("it is reduced to {limit} %; save it with the press profile to control that yourself");
        Some(Diagnostic::warning(Code::PRESS_INK, at, what).hint(hint))
    }

    /// Returns the face, and a place in the picture on it, in millimetres from its upper left corner.
    fn place_of(&self, x: f64, y: f64) -> String {
        let bounds = self.image.abs_bounding_box();
        let bounds =
            Rect::new(bounds.left().into(), bounds.top().into(), bounds.right().into(), bounds.bottom().into());
        let there = Point::new(bounds.x0 + bounds.width() * x, bounds.y0 + bounds.height() * y);
        let there = self.place * there;
        format!("{}, at {:.0}, {:.0} mm", self.name, there.x, there.y)
    }
}

/// Reports a piece type that is cut and has too little bleed.
pub fn without_bleed(component: &Component) -> Option<Diagnostic> {
    let (bleed, piece) = (component.format.bleed, &component.piece);
    let first = component.cards.first()?;
    if piece.pack == Pack::Page || bleed >= BLEED {
        return None;
    }
    let has = if bleed == Mm::ZERO { "no bleed".to_owned() } else { format!("a bleed of {} mm", bleed.get()) };
    let what = format!("{}: {has}: a white edge may show if the cut drifts", piece.plural);
    let table = if piece.is_card() { "[format]".to_owned() } else { format!("[piece.{}]", piece.id) };
    let hint = format!("extend the background into the bleed, and set `bleed = 3` in `{table}`");
    Some(Diagnostic::warning(Code::PRESS_NO_BLEED, first.at.clone(), what).hint(hint))
}
