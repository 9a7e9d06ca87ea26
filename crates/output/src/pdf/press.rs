//! Files for a print shop: their colours and standard, and one face per page, with its bleed.
//!
//! A piece that isn't cut straight also gets a page of lines to cut and crease.

use super::pages::{Page, Placement, Stroke};
use crate::cmyk::Separation;
use crate::game::{CardFormat, CutShape};
use crate::units::{Point, Pt, QuarterTurn, Rect};

/// Standard of a file for a press.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standard {
    /// PDF/X-4 (ISO 15930-7): transparency stays.
    #[default]
    X4,
    /// PDF/X-1a:2003 (ISO 15930-4), for shops with older programs: nothing is transparent.
    X1a,
}

impl Standard {
    /// Returns the version of PDF.
    pub(super) fn version(self) -> &'static str {
        match self {
            Self::X4 => "1.6",
            Self::X1a => "1.4",
        }
    }

    /// Returns its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::X4 => "PDF/X-4",
            Self::X1a => "PDF/X-1a:2003",
        }
    }
}

/// Settings for press files.
pub struct Press {
    /// Its colours.
    pub inks: Separation,
    /// Standard.
    pub standard: Standard,
}

/// Makes a page for each face, in the order of the faces: the page is the card with its bleed, and the boxes define its
/// cut.
pub fn press_pages(format: &CardFormat, faces: impl Iterator<Item = usize>) -> Vec<Page> {
    let size = format.size.grown(format.bleed);
    let corner = Point::new(format.bleed, format.bleed);
    faces
        .map(|face| Page {
            size,
            trim: Some(Rect::at(corner, format.size)),
            bleed: Some(Rect::at(Point::default(), size)),
            placed: vec![Placement { scene: face, at: corner, ..Placement::default() }],
            ..Page::default()
        })
        .collect()
}

impl Page {
    /// Turns the page by a quarter, with its boxes and all that is on it.
    pub fn turn(&mut self, way: QuarterTurn) {
        let turn = way.affine(self.size);
        let turned = |rect: Rect| {
            let rect = turn.transform_rect_bbox(rect.to_kurbo());
            Rect::mm(rect.x0, rect.y0, rect.width(), rect.height())
        };
        self.map = Some(turn * self.map.unwrap_or_default());
        self.size = self.size.turned();
        self.trim = self.trim.map(turned);
        self.bleed = self.bleed.map(turned);
    }
}

/// Width of the lines of a die line.
const DIE_LINE: Pt = Pt::new(0.5);

/// Returns the die line of pieces, on a page of the same size as their faces: cuts are whole lines, creases dashed
/// ones. `None` for rectangles, which are cut at the trim box.
pub fn die_line(format: &CardFormat, shape: &CutShape) -> Option<Page> {
    let outline = shape.outline(format)?;
    let size = format.size.grown(format.bleed);
    let corner = Point::new(format.bleed, format.bleed);
    let there = kurbo::Affine::translate((corner.x.get(), corner.y.get()));
    let at = |point: Point| Point::new(point.x + corner.x, point.y + corner.y);
    let crease = |crease: crate::game::net::Crease| Stroke {
        from: at(crease.from),
        to: at(crease.to),
        width: DIE_LINE,
        dashed: true,
        cased: false,
    };
    Some(Page {
        size,
        trim: Some(Rect::at(corner, format.size)),
        bleed: Some(Rect::at(Point::default(), size)),
        is_die_line: true,
        outlines: vec![there * outline],
        strokes: shape.net().into_iter().flat_map(|net| net.creases().map(crease).collect::<Vec<_>>()).collect(),
        ..Page::default()
    })
}
