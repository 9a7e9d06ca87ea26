//! Change bars beside differences from an earlier print run, on cards and in the book.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::changed::{CurrentPrint, Since};
use super::diff::cards::changed_fields;
use super::diff::printed_snapshot::PrintedSnapshot;
use super::diff::{FieldChange, book, figures};
use super::print_record::{Printed, Printing, Record};
use super::stages::{Composed, DrawnPiece};
use super::{Failure, Request, Sink};
use crate::diagnostic::Diagnostic;
use crate::face::{FaceId, PieceRenderer};
use crate::game::{Colour, Game};
use crate::read;
use crate::scene::{Drawing, Item, Scene, stretch};
use crate::units::{Mm, Rect};
use crate::vfs::Vfs;

/// Changes since a print run.
pub(super) struct Revised {
    since: Printing,
    fields: BTreeMap<(String, String), Vec<FieldChange>>,
    /// The bytes of the book's source that were revised.
    pub book: Vec<Range<usize>>,
}

/// A bar, and the white about it that lets it be seen on any ground.
const BAR: Mm = Mm::new(0.6);
const ABOUT: Mm = Mm::new(0.3);
/// Distance of a bar from its content.
const AWAY: Mm = Mm::new(0.7);

impl Revised {
    /// Returns the revised parts, if change bars are requested.
    ///
    /// # Errors
    /// There is no earlier print run, or its data can't be read any more.
    pub fn of(vfs: &dyn Vfs, sink: &dyn Sink, game: &Game, request: &Request) -> Result<Option<Self>, Failure> {
        if !request.change_bars {
            return Ok(None);
        }
        let record = Record::open(sink, &request.folder(&game.id))?;
        let since = match &request.changed {
            Some(Since::Revision(revision)) => record.printing(Some(revision), request.ink, None)?,
            Some(Since::Last) | None => record.earlier(&game.revision, request.ink, None)?,
        };
        let then = PrintedSnapshot::new(vfs, &game.id, since);
        let reading = read::game_in(&then, &game.id, game.translation.as_deref());
        let wrong: Vec<Diagnostic> = reading.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
        let Some(old) = reading.game.filter(|_| wrong.is_empty()) else {
            let hint = format!("the error is in the data of {}", since.label());
            return Err(Failure::Diagnostics(wrong.into_iter().map(|wrong| wrong.hint(hint.clone())).collect()));
        };
        let changed = figures::changed(&old, game);
        let book = book::revised(&book::passages(&then, &old), &book::passages(vfs, game));
        Ok(Some(Self { since: since.clone(), fields: changed_fields(&old, game, &changed), book }))
    }

    /// Returns the faces of all pieces, with bars beside the revised parts.
    pub fn scenes(&self, composed: &Composed<'_>, now: &CurrentPrint) -> Vec<Vec<Arc<Scene>>> {
        let of = |(piece, now): (&DrawnPiece<'_>, &Vec<Printed>)| {
            let face = |(id, scene): (FaceId, &Arc<Scene>)| match self.bars(&piece.renderer, id, now) {
                bars if bars.is_empty() => Arc::clone(scene),
                bars => Arc::new(marked(scene, &bars)),
            };
            piece.renderer.faces.deck().ids().zip(&piece.composed.faces.scenes).map(face).collect()
        };
        composed.pieces.iter().zip(now).map(of).collect()
    }

    /// Returns the bars of a face: beside the slots that changed; at its edge, if it looks different otherwise.
    fn bars(&self, renderer: &PieceRenderer<'_>, id: FaceId, now: &[Printed]) -> Vec<Rect> {
        let renderer = &renderer.faces;
        let (component, of) = (renderer.component(), renderer.deck().faces[id.0]);
        let (card, _) = renderer.face(id);
        let kind = renderer.face_kind(id);
        // A shared back has no card to report the change, and a net is glued.
        if kind.shared || component.piece.shape.net().is_some() {
            return Vec::new();
        }
        let printed = &now[of.card];
        let same = |old: &Printed| if of.side == 0 { old.front == printed.front } else { old.back == printed.back };
        let (piece, id_in_deck) = printed.key();
        if self.since.find(piece, id_in_deck).is_some_and(same) {
            return Vec::new();
        }
        let fields = self.fields.get(&(printed.piece.clone(), card.id.clone()));
        let here = |field: &&FieldChange| field.face.as_ref().is_none_or(|face| *face == kind.id);
        let fields: Vec<&FieldChange> = fields.into_iter().flatten().filter(here).collect();
        let safe = component.format.safe_zone();
        let beside = |(name, slot): (String, Rect)| {
            let shows = fields.iter().any(|field| field.field == name);
            let x = (slot.x - AWAY - BAR).max(safe.x);
            shows.then_some(Rect { x, width: BAR, ..slot })
        };
        let bars: Vec<Rect> = renderer.slot_boxes(id).into_iter().filter_map(beside).collect();
        if !bars.is_empty() {
            return bars;
        }
        let height = safe.height / 6.0;
        vec![Rect { width: BAR, y: safe.y + (safe.height - height) / 2.0, height, ..safe }]
    }
}

/// Returns a face with bars over it.
fn marked(scene: &Scene, bars: &[Rect]) -> Scene {
    let mut scene = scene.clone();
    let mut lay = |colour: Colour, bounds: Rect| {
        let drawing = Drawing::unit_square(colour);
        scene.items.push(Item::Drawing { place: stretch(drawing.bounds, bounds), drawing, clip: None });
    };
    for bar in bars {
        lay(Colour::WHITE, bar.grown(ABOUT));
        lay(Colour::Black, *bar);
    }
    scene
}
