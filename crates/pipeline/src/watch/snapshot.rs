//! Snapshot of a preview: faces, sheets, pages, problems, each with its place in the data. Lengths are millimetres.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::pictures::PictureId;
use crate::diagnostic::{Code, Diagnostic, Severity, Span};
use crate::edit::fix_label;
use crate::units::{Mm, Rect};

/// A place in the data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The file, from the folder in which the program runs.
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
}

impl From<&Span> for Place {
    fn from(at: &Span) -> Self {
        let (line, column) = at.start();
        Self { file: at.source.path.clone(), line, column }
    }
}

/// A piece type.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// Plural for display: "cards".
    pub name: String,
    /// From cut to cut.
    pub width: f64,
    /// From cut to cut.
    pub height: f64,
    /// Bleed of a picture on each side.
    pub bleed: f64,
    /// The radius of the corners.
    pub corner: f64,
    /// Cut outline of a piece, as SVG path data from the cut's upper left corner; `None` for rectangles.
    pub outline: Option<String>,
}

/// A face.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownFace {
    /// Unique key: `card/axe`.
    pub key: String,
    /// Name: "Axe", "Axe, recovering".
    pub title: String,
    /// Its type, as an index into [`Snapshot::groups`].
    pub group: usize,
    /// True if it is the front of a piece.
    pub front: bool,
    /// Appearance, bleed included.
    pub picture: PictureId,
    /// Appearance before it last changed.
    pub before: Option<PictureId>,
    /// Appearance when the game was opened, if that was another one.
    pub opened: Option<PictureId>,
    /// Location in the data.
    pub place: Place,
    /// The card or other piece of a front.
    pub card: Option<ShownCard>,
    /// Its problems: indices into [`Snapshot::problems`].
    pub problems: Vec<usize>,
    /// Its texts.
    #[serde(skip)]
    pub(super) spots: Vec<Spot>,
    /// Its template.
    #[serde(skip)]
    pub(super) template: ShownTemplate,
    /// The colours that it may show, its own first.
    #[serde(skip)]
    pub(super) colours: Arc<[ShownColour]>,
}

/// A colour that the data defines.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ShownColour {
    /// Its name in templates.
    pub name: String,
    /// What has it: "Boats".
    pub of: String,
    /// The colour, `#rrggbb`.
    pub hex: String,
    /// Location in the data.
    pub at: Span,
}

/// The template of a face, as it was drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ShownTemplate {
    /// Its name, without `.svg`.
    pub name: String,
    /// The boxes of its slots by name, in millimetres from the cut.
    pub boxes: Vec<(String, Rect)>,
    /// Where one of them is, and so the text of the template.
    pub at: Option<Span>,
}

/// A card or another piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownCard {
    /// Its id in the data.
    pub id: String,
    /// Name of all cards of its kind: "Weapons".
    pub kind: String,
    /// Number of copies.
    pub count: u32,
    /// The keys of drawings that have its id as their name, since the data names no others: `art`, `card-icon`.
    pub drawings: Vec<&'static str>,
}

/// A text on a face.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spot {
    /// Its area, in millimetres from the cut.
    pub area: Rect,
    /// The field that it shows.
    pub field: String,
    /// True if it has no paragraphs.
    pub is_line: bool,
    /// Location in the data.
    pub at: Span,
}

impl ShownFace {
    /// True if a page gets the same data of both; spots, template and colours are not part of it.
    pub(super) fn is_reported_as(&self, other: &Self) -> bool {
        let Self {
            key,
            title,
            group,
            front,
            picture,
            before,
            opened,
            place,
            card,
            problems,
            spots: _,
            template: _,
            colours: _,
        } = self;
        *key == other.key
            && *title == other.title
            && (group, front, picture) == (&other.group, &other.front, &other.picture)
            && (before, opened) == (&other.before, &other.opened)
            && (place, card) == (&other.place, &other.card)
            && *problems == other.problems
    }

    /// Returns the location in the data of a point on the face, in millimetres from the upper left corner of the cut.
    pub fn place_at(&self, x: f64, y: f64) -> Place {
        self.spot_at(x, y).map_or_else(|| self.place.clone(), |number| Place::from(&self.spots[number].at))
    }

    /// Returns the number of the text at a point on the face.
    pub(super) fn spot_at(&self, x: f64, y: f64) -> Option<usize> {
        let holds = |area: &Rect| {
            (area.x.get()..=area.right().get()).contains(&x) && (area.y.get()..=area.bottom().get()).contains(&y)
        };
        let size = |spot: &Spot| spot.area.width.get() * spot.area.height.get();
        let spots = self.spots.iter().enumerate().filter(|(_, spot)| holds(&spot.area));
        // Of boxes within each other the smallest is meant.
        spots.min_by(|(_, a), (_, b)| size(a).total_cmp(&size(b))).map(|(number, _)| number)
    }
}

/// A face on a sheet.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlacedFace {
    /// An index into [`Snapshot::faces`].
    pub face: usize,
    /// Left and upper edge of the picture, bleed included.
    pub at: [f64; 2],
    /// True if it is on its head.
    pub turned: bool,
    /// Its printed part: left, top, width, height on the page.
    pub clip: [f64; 4],
    /// The same as SVG path data, if it isn't cut straight.
    pub outline: Option<String>,
}

/// A side of a sheet.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownSide {
    /// Content: "cards, sheet 1 of 15, fronts".
    pub label: String,
    /// Width of the page.
    pub width: f64,
    /// Height of the page.
    pub height: f64,
    /// The faces, the first at the bottom.
    pub faces: Vec<PlacedFace>,
    /// Lines to cut along and the ruler, each from and to.
    pub lines: Vec<[f64; 4]>,
    /// Lines to fold along, each from and to.
    pub folds: Vec<[f64; 4]>,
    /// Lines around shapes that are cut along an outline, as SVG paths.
    pub outlines: Vec<String>,
    /// Words in the margin.
    pub around: PictureId,
}

/// A page of the rulebook.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownPage {
    /// Its number, counted from 1.
    pub number: usize,
    /// Width of the page.
    pub width: f64,
    /// Height of the page.
    pub height: f64,
    /// Appearance.
    pub picture: PictureId,
    /// Appearance before it last changed.
    pub before: Option<PictureId>,
    /// Appearance when the game was opened, if that was another one.
    pub opened: Option<PictureId>,
    /// The blocks of the source that it shows, in the order of the source.
    pub blocks: Vec<ShownBlock>,
}

/// A block of the rulebook on a page: a paragraph, a heading, a list, a table.
#[derive(Clone, Debug, Serialize)]
pub struct ShownBlock {
    /// Left, top, width, height on the page.
    pub area: [f64; 4],
    /// Its first words.
    pub words: String,
    /// Location in the data.
    #[serde(skip)]
    pub(super) at: Span,
}

impl PartialEq for ShownBlock {
    /// True if pages show both alike: a block moves in its file when another one changes.
    fn eq(&self, other: &Self) -> bool {
        (self.area, &self.words) == (other.area, &other.words)
    }
}

/// A problem of the game, for display.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Problem {
    /// Severity.
    #[serde(serialize_with = "severity")]
    pub severity: Severity,
    /// Code of the problem.
    #[serde(serialize_with = "code")]
    pub code: Code,
    /// The message.
    pub what: String,
    /// Hints, a sentence each.
    pub hints: Vec<String>,
    /// Location; `None` if no file is at fault.
    pub place: Option<Place>,
    /// Number of characters at fault from there on.
    pub length: usize,
    /// True if it is a problem of the rulebook.
    pub book: bool,
    /// The edit that solves it, in words; `None` if a person has to decide.
    pub fix: Option<String>,
    /// True if the game may accept it.
    pub acceptable: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn severity<S: Serializer>(severity: &Severity, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    })
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn code<S: Serializer>(code: &Code, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(code)
}

/// True if a file is a rulebook, in any language.
fn is_book(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.starts_with("rules.") && name.ends_with(".md")
}

impl Problem {
    pub(super) fn new(diagnostic: &Diagnostic) -> Self {
        let place = diagnostic.span.as_ref().map(Place::from);
        let length = diagnostic.span.as_ref().map_or(0, |at| at.text().chars().count());
        let book = place.as_ref().is_some_and(|place| is_book(&place.file));
        let (fix, acceptable) = (fix_label(diagnostic), diagnostic.is_acceptable());
        let Diagnostic { severity, code, message: what, hints, .. } = diagnostic.clone();
        Self { severity, code, what, hints, place, length, book, fix, acceptable }
    }
}

/// State of the display.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// Counted up with every change of the data.
    pub version: u64,
    /// Name of the game; its id before it was read.
    pub title: String,
    /// True if all faces and sheets are the previous ones: the game can't be read, or an error may change any of them.
    pub stale: bool,
    /// The rulebook is wrong, or waits for the data: its pages are those of before.
    pub book_stale: bool,
    /// Time that the faces took, in milliseconds.
    pub took: f64,
    /// The piece types; the first is the cards.
    pub groups: Vec<Group>,
    /// All faces, by sorts.
    pub faces: Vec<Arc<ShownFace>>,
    /// The sides of all sheets, for A4.
    pub sides: Vec<ShownSide>,
    /// The pages of the rulebook; empty if the game has no book.
    pub pages: Vec<ShownPage>,
    /// All problems, in the order of the files.
    pub problems: Vec<Problem>,
    /// The same, as they were found.
    pub(super) found: Vec<Diagnostic>,
    /// Number of problems that the game accepts.
    pub allowed: usize,
}

/// Rounds a length for programs: a micrometre is finer than any printer.
pub(super) fn length(length: Mm) -> f64 {
    (length.get() * 1000.0).round() / 1000.0
}
