//! Changes that the page makes to the files of the game, and what takes them back.

use std::collections::BTreeMap;
use std::io;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::lookup::{block_of, face_of, problem_of, text_of, value_of};
use super::snapshot::{Place, ShownBlock, ShownColour, ShownPage, ShownTemplate, Snapshot, Spot, length};
use crate::diagnostic::Span;
use crate::edit::{
    self, Applied, CardField, CardTable, Change, EditError, History, SlotLayout, Step, TextEdit, Value, applied,
    content, edits_if, locate, value_at,
};
use crate::face::proportions;
use crate::raster::{Format, Raster, RasterError};
use crate::read;
use crate::vfs::Vfs;

/// The bytes of a file; `None` without a file.
pub type Content = Option<Vec<u8>>;

/// Where the files of a game are changed.
pub trait EditedFiles {
    /// Returns the files as they are.
    fn vfs(&self) -> &dyn Vfs;

    /// Checks that a file is one that can be changed.
    ///
    /// # Errors
    /// [`RefusedEdit::BuiltIn`] for others.
    fn check(&self, file: &str) -> Result<(), RefusedEdit>;

    /// Replaces files that were read before, each whole or not at all; `None` means that the file is missing.
    ///
    /// # Errors
    /// See [`RefusedEdit`]: another program changed a file since, or it can't be written.
    fn replace(&self, before: &BTreeMap<&str, Content>, after: &BTreeMap<String, Content>) -> Result<(), RefusedEdit>;
}

/// The files of a game, as the page changes them.
pub struct Edits<F> {
    files: F,
    game: String,
    steps: Mutex<Steps>,
}

/// The steps of a game.
#[derive(Default)]
struct Steps {
    history: History,
    /// True if the last step may get further edits.
    is_open: bool,
}

/// An edit of the page.
#[derive(Deserialize)]
pub struct Edit {
    change: Change,
    /// The number of its step: see [`Step`].
    step: u64,
    /// Name of the step.
    label: String,
    /// The present value as the page knows it, for a change of a place or a field.
    old: Option<Value>,
}

/// A step as the page lists it.
#[derive(Serialize)]
pub struct ListedStep {
    /// Its time in milliseconds since 1970.
    time: u64,
    label: String,
    /// Names of the changed files, without the folder of the game.
    files: Vec<String>,
}

/// The steps of a game, as the page lists them.
#[derive(Serialize)]
pub struct ListedHistory {
    /// Steps that were done, the first one first.
    done: Vec<ListedStep>,
    /// Steps that were taken back, the first one first.
    taken_back: Vec<ListedStep>,
}

/// A field of a card that can be edited.
#[derive(Serialize)]
pub struct EditableField {
    /// The keys that lead to it from the card on.
    path: Vec<String>,
    value: Value,
    /// The location for people; `None` if the card doesn't have it.
    at: Option<Place>,
    /// A value of this field on some card.
    sample: Value,
    /// The values of the field on all cards, if they are a few short texts.
    choices: Vec<String>,
}

/// A text of a face, or a block of the rulebook, that can be edited.
#[derive(Serialize)]
pub struct Editable {
    place: edit::Place,
    value: Value,
    /// The location for people.
    at: Place,
    field: String,
    is_line: bool,
    /// True if it is a block of the rulebook.
    is_block: bool,
    /// Left, top, width, height on the face or page, in millimetres from the cut.
    area: [f64; 4],
    /// Number of faces or pages that show it.
    faces: usize,
    /// Its number among the texts of the face or page.
    number: usize,
    /// The number of texts on the face or page.
    count: usize,
}

/// The template of a face, as layout mode shows it.
#[derive(Serialize)]
pub struct Layout {
    /// Its name, without `.svg`.
    template: String,
    /// Number of faces that it draws.
    faces: usize,
    /// True if it is the program's, so that the first change makes a copy for the game.
    is_built_in: bool,
    /// Its slots, in its order.
    slots: Vec<Slot>,
}

/// A slot of a template.
#[derive(Serialize)]
struct Slot {
    name: String,
    /// Left, top, width, height on the face, in millimetres from the cut.
    area: [f64; 4],
    /// True if its box is where the template says: then it can be moved.
    is_free: bool,
    /// Its layout in the files.
    layout: SlotLayout,
}

/// A colour of a face that can be edited.
#[derive(Serialize)]
pub struct EditableColour {
    /// Its name in templates.
    name: String,
    /// Its owner: "Boats".
    of: String,
    /// The colour, `#rrggbb`.
    hex: String,
    place: edit::Place,
    value: Value,
    /// The location for people.
    at: Place,
}

/// A file of the game.
#[derive(Serialize)]
pub struct ListedFile {
    /// Path from the root.
    path: String,
    /// True if its text can be changed.
    is_text: bool,
}

/// Why nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum RefusedEdit {
    /// The edit can't be made.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// The file is only in the program.
    #[error("{0} is built in, so it isn't on disk")]
    BuiltIn(String),
    /// The history has no step in this direction.
    #[error("nothing to {0}")]
    NoStep(&'static str),
    /// The problem isn't shown any more, or has no fix.
    #[error("the problem can't be fixed automatically any more")]
    NoFix,
    /// The face isn't the front of a card.
    #[error("only the front of a card can get another picture")]
    NoCard,
    /// The file isn't an image that can be printed.
    #[error("`{file}` {reason}")]
    Image {
        /// Name of the file.
        file: String,
        /// The reason: "isn't an image".
        reason: String,
    },
    /// A file can't be written.
    #[error("cannot write {file}: {error}")]
    Write {
        /// The file.
        file: String,
        /// The message of the system.
        error: io::Error,
    },
}

impl RefusedEdit {
    /// True if the file is newer than the drawn faces: the edit can be repeated once they are drawn again.
    pub fn is_stale(&self) -> bool {
        matches!(self, Self::Edit(EditError::Stale { .. }))
    }
}

/// Which way through the history.
#[derive(Clone, Copy)]
pub enum Direction {
    /// Take the last step back.
    Undo,
    /// Do the last step again that was taken back.
    Redo,
    /// Take all steps back but the first ones, as a step of its own.
    BackTo {
        /// Number of steps that stay.
        kept: usize,
        /// The number of the new step.
        step: u64,
    },
}

impl Direction {
    /// Reads what the page asks for: `undo`, `redo`, or `back&kept=3&step=7`.
    pub fn of(query: &str) -> Option<Self> {
        match query.split('&').next()? {
            "undo" => Some(Self::Undo),
            "redo" => Some(Self::Redo),
            "back" => {
                let number = |key| value_of(query, key)?.parse().ok();
                Some(Self::BackTo { kept: usize::try_from(number("kept")?).ok()?, step: number("step")? })
            }
            _ => None,
        }
    }
}

/// Maximum number of steps that a search for an earlier version takes back.
///
/// Enough for a person, and for a machine that checks a game in a second.
pub const MAX_STEPS_BACK: usize = 50;

impl<F: EditedFiles> Edits<F> {
    /// Creates the history of a game by its id: nothing was done.
    pub fn new(files: F, game: &str) -> Self {
        Self { files, game: game.to_owned(), steps: Mutex::default() }
    }

    /// Returns the text that a query names, to be edited: one of a face (`face=card/axe&x=12&y=30`, `face=card/axe&number=0`) or a
    /// block of a page (`page=4&number=0`); `None` if it isn't shown any more.
    ///
    /// # Errors
    /// The file changed since it was drawn, or the value isn't one that can be edited.
    pub fn text(&self, snapshot: &Snapshot, query: &str) -> Result<Option<Editable>, RefusedEdit> {
        if let Some((page, number)) = block_of(snapshot, query) {
            return self.block(page, number).map(Some);
        }
        let Some((face, number)) = text_of(snapshot, query) else { return Ok(None) };
        let spot = &face.spots[number];
        let (place, value) = self.value(&spot.at)?;
        let shows = |other: &Spot| other.at == spot.at;
        let faces = snapshot.faces.iter().filter(|face| face.spots.iter().any(shows)).count();
        let area = [spot.area.x, spot.area.y, spot.area.width, spot.area.height].map(length);
        let (at, field, is_line) = (Place::from(&spot.at), spot.field.clone(), spot.is_line);
        let count = face.spots.len();
        Ok(Some(Editable { place, value, at, field, is_line, is_block: false, area, faces, number, count }))
    }

    /// Returns the block of a page with this number.
    fn block(&self, page: &ShownPage, number: usize) -> Result<Editable, RefusedEdit> {
        let ShownBlock { area, at, .. } = &page.blocks[number];
        let (place, value) = self.value(at)?;
        let (at, field, count) = (Place::from(at), "paragraph".to_owned(), page.blocks.len());
        let (is_line, is_block) = (false, true);
        Ok(Editable { place, value, at, field, is_line, is_block, area: *area, faces: 1, number, count })
    }

    /// Returns the value that was read from a place, and where it is now.
    fn value(&self, at: &Span) -> Result<(edit::Place, Value), RefusedEdit> {
        self.files.check(&at.source.path)?;
        let place = locate(self.files.vfs(), &self.game, at)?;
        let value = value_at(self.files.vfs(), &self.game, &place)?;
        Ok((place, value))
    }

    /// Returns the cards as a table.
    ///
    /// # Errors
    /// Their files can't be read.
    pub fn table(&self) -> Result<CardTable, RefusedEdit> {
        Ok(edit::card_table(self.files.vfs(), &self.game)?)
    }

    /// Returns the template of a face (`face=card/axe`); `None` if the face isn't shown any more.
    ///
    /// # Errors
    /// The game is built in, or the template can't be read, or isn't the one that was drawn any more.
    pub fn layout(&self, snapshot: &Snapshot, query: &str) -> Result<Option<Layout>, RefusedEdit> {
        /// A template that is scaled to other cards is off by more, in millimetres.
        const NEAR: f64 = 0.01;
        let Some(face) = face_of(snapshot, query) else { return Ok(None) };
        let ShownTemplate { name: template, boxes, at } = &face.template;
        let vfs = self.files.vfs();
        let is_built_in = self.files.check(&edit::template_path(vfs, &self.game, template)).is_err();
        if is_built_in {
            // A copy is added to a game that can be changed.
            self.files.check(&format!("{}/game.toml", read::folder(&self.game)))?;
        }
        let drawn = at.as_ref().map_or("", |at| &at.source.text);
        let slots = edit::slots(vfs, &self.game, template, drawn)?.into_iter().filter_map(|(name, layout)| {
            let (_, area) = boxes.iter().find(|(known, _)| *known == name)?;
            let area = [area.x, area.y, area.width, area.height].map(length);
            let said = [layout.x, layout.y, layout.width, layout.height];
            let is_free = said.iter().zip(area).all(|(said, area)| said.is_some_and(|said| (said - area).abs() < NEAR));
            Some(Slot { name, area, is_free, layout })
        });
        let slots = slots.collect();
        let faces = snapshot.faces.iter().filter(|other| other.template.name == *template).count();
        Ok(Some(Layout { template: template.clone(), faces, is_built_in, slots }))
    }

    /// Returns the colours that the data defines for a face (`face=card/axe`); `None` if the face isn't shown any more.
    ///
    /// # Errors
    /// The file changed since it was drawn, or is one of the program's.
    pub fn colours(&self, snapshot: &Snapshot, query: &str) -> Result<Option<Vec<EditableColour>>, RefusedEdit> {
        let Some(face) = face_of(snapshot, query) else { return Ok(None) };
        let editable = |colour: &ShownColour| {
            let ShownColour { name, of, hex, at } = colour.clone();
            let (place, value) = self.value(&at)?;
            Ok(EditableColour { name, of, hex, place, value, at: Place::from(&at) })
        };
        face.colours.iter().map(editable).collect::<Result<_, _>>().map(Some)
    }

    /// Returns the fields of the card that a face shows (`face=card/axe`); `None` if the face isn't shown any more or isn't a card's front.
    ///
    /// # Errors
    /// The file of the card can't be read, or is one of the program's.
    pub fn fields(&self, snapshot: &Snapshot, query: &str) -> Result<Option<Vec<EditableField>>, RefusedEdit> {
        let Some(card) = face_of(snapshot, query).and_then(|face| face.card.as_ref()) else { return Ok(None) };
        let editable = |field: CardField| {
            let CardField { path, value, at, sample, choices } = field;
            at.iter().try_for_each(|at| self.files.check(&at.source.path))?;
            Ok(EditableField { path, value, at: at.as_ref().map(Place::from), sample, choices })
        };
        let fields = edit::card_fields(self.files.vfs(), &self.game, &card.id)?;
        fields.into_iter().map(editable).collect::<Result<_, _>>().map(Some)
    }

    /// Lists the files of the game.
    pub fn files(&self) -> Vec<ListedFile> {
        let vfs = self.files.vfs();
        let listed = |path: String| {
            let is_text = edit::has_text(&path) && self.files.check(&path).is_ok();
            ListedFile { path, is_text }
        };
        vfs.files(&read::folder(&self.game)).into_iter().map(listed).collect()
    }

    /// Returns the text of a file of the game.
    ///
    /// # Errors
    /// The file isn't one with a text that can be changed.
    pub fn file_text(&self, path: &str) -> Result<String, RefusedEdit> {
        self.files.check(path)?;
        Ok(edit::text(self.files.vfs(), &self.game, path)?)
    }

    /// Makes an edit, and returns the changed files.
    ///
    /// # Errors
    /// See [`RefusedEdit`]; no file is changed then.
    pub fn edit(&self, edit: &Edit) -> Result<Vec<String>, RefusedEdit> {
        let mut steps = self.steps.lock();
        let (vfs, Edit { step, label, change, old }) = (self.files.vfs(), edit);
        let edits = edits_if(vfs, &self.game, change, old.as_ref())?;
        let edits = edit::with_copies(vfs, &self.game, edits, |file| self.files.check(file).is_err())?;
        self.make(&mut steps, *step, label, &edits)
    }

    /// Fixes a problem (`problem=0&version=3`) as a step of its own (`step=7&label=Set to 9`), and returns the changed files.
    ///
    /// # Errors
    /// See [`RefusedEdit`]; no file is changed then.
    pub fn fix(&self, snapshot: &Snapshot, query: &str) -> Result<Vec<String>, RefusedEdit> {
        let mut steps = self.steps.lock();
        let problem = problem_of(snapshot, query).ok_or(RefusedEdit::NoFix)?;
        let (step, label) = step_of(query).ok_or(RefusedEdit::NoFix)?;
        let edits = edit::fix(self.files.vfs(), &self.game, problem)?.ok_or(RefusedEdit::NoFix)?;
        self.make(&mut steps, step, &label, &edits)
    }

    /// Gives the card of a front another picture (`face=card/axe&name=boat.png`) as a step of its own (`step=7&label=Axe: boat.png`), and returns
    /// the changed files.
    ///
    /// # Errors
    /// See [`RefusedEdit`]: the file isn't an image; no file is changed then.
    pub fn art(&self, snapshot: &Snapshot, query: &str, bytes: Vec<u8>) -> Result<Vec<String>, RefusedEdit> {
        let mut steps = self.steps.lock();
        let card = face_of(snapshot, query).and_then(|face| face.card.as_ref()).ok_or(RefusedEdit::NoCard)?;
        let (step, label) = step_of(query).ok_or(RefusedEdit::NoCard)?;
        let file = value_of(query, "name").unwrap_or_default();
        let ending = image_ending(&file, &bytes)?;
        let name = file.rsplit_once('.').map_or(file.as_str(), |(name, _)| name);
        let edits = edit::art(self.files.vfs(), &self.game, &card.id, name, ending, bytes)?;
        self.make(&mut steps, step, &label, &edits)
    }

    /// Makes edits in a step, and returns the changed files.
    fn make(
        &self,
        steps: &mut Steps,
        number: u64,
        label: &str,
        edits: &[TextEdit],
    ) -> Result<Vec<String>, RefusedEdit> {
        let (files, undo) = self.write(edits)?;
        if undo.is_empty() {
            return Ok(files);
        }
        match steps.is_open && steps.history.done().last().is_some_and(|last| last.number == number) {
            true => steps.history.extend(undo),
            false => steps.history.record(Step::new(number, label, undo)),
        }
        steps.is_open = true;
        Ok(files)
    }

    /// Takes steps back or does one again, and returns the changed files.
    ///
    /// # Errors
    /// The step is missing, or another program changed a file since.
    pub fn go(&self, direction: Direction) -> Result<Vec<String>, RefusedEdit> {
        let mut steps = self.steps.lock();
        let Steps { history, is_open } = &mut *steps;
        let (done, taken_back) = (history.done(), history.taken_back());
        let (edits, word): (Vec<TextEdit>, _) = match direction {
            Direction::Undo => (edits_of(done.last()), "undo"),
            Direction::Redo => (edits_of(taken_back.last()), "redo"),
            Direction::BackTo { kept, .. } => (edits_of(done.iter().skip(kept).rev()), "undo"),
        };
        if edits.is_empty() {
            return Err(RefusedEdit::NoStep(word));
        }
        let (files, back) = self.write(&edits)?;
        match direction {
            Direction::Undo => history.undone(back),
            Direction::Redo => history.redone(back),
            Direction::BackTo { kept, step } => {
                let steps = done.len() - kept;
                let label = format!("Undid {steps} {}", if steps == 1 { "edit" } else { "edits" });
                history.record(Step::new(step, &label, back));
            }
        }
        *is_open = false;
        Ok(files)
    }

    /// Takes the last steps back until the game is `good`, at most [`MAX_STEPS_BACK`]. Returns the first of them; `None` if that
    /// doesn't help: then nothing is changed.
    pub fn back_until(&self, good: impl Fn() -> bool) -> Option<ListedStep> {
        let done = self.steps().done;
        let mut taken_back = 0;
        for step in done.into_iter().rev().take(MAX_STEPS_BACK) {
            if self.go(Direction::Undo).is_err() {
                break;
            }
            taken_back += 1;
            if good() {
                return Some(step);
            }
        }
        for _ in 0..taken_back {
            // A step just taken back can be done again.
            let _ = self.go(Direction::Redo);
        }
        None
    }

    /// Returns the files of the game.
    pub fn vfs(&self) -> &dyn Vfs {
        self.files.vfs()
    }

    /// Returns the steps, to be listed.
    pub fn steps(&self) -> ListedHistory {
        let folder = format!("{}/", read::folder(&self.game));
        let file = |path: &str| path.strip_prefix(&folder).unwrap_or(path).to_owned();
        let listed = |step: &Step| ListedStep {
            time: step.number,
            label: step.label.clone(),
            files: step.files().into_iter().map(file).collect(),
        };
        let Steps { history, .. } = &*self.steps.lock();
        ListedHistory {
            done: history.done().iter().map(listed).collect(),
            taken_back: history.taken_back().iter().rev().map(listed).collect(),
        }
    }

    /// Returns the history, to resume it later.
    pub fn history(&self) -> History {
        self.steps.lock().history.clone()
    }

    /// Resumes a history. Steps whose files have changed since are refused when they are taken back.
    pub fn resume(&self, history: History) {
        *self.steps.lock() = Steps { history, is_open: false };
    }

    /// Writes the files that edits change; returns their names and the edits back.
    fn write(&self, edits: &[TextEdit]) -> Result<(Vec<String>, Vec<TextEdit>), RefusedEdit> {
        let vfs = self.files.vfs();
        let before: BTreeMap<&str, Content> = edits
            .iter()
            .map(|edit| Ok((edit.file.as_str(), content(vfs, &edit.file)?)))
            .collect::<Result<_, RefusedEdit>>()?;
        let Applied { files, undo } = applied(vfs, edits)?;
        // New files are added to a game that can be changed.
        let game = format!("{}/game.toml", read::folder(&self.game));
        let checked = |(file, bytes): (&&str, &Content)| self.files.check(if bytes.is_some() { file } else { &game });
        before.iter().try_for_each(checked)?;
        self.files.replace(&before, &files)?;
        Ok((files.into_keys().collect(), undo))
    }
}

/// Returns the number and the label of a step that a query names.
fn step_of(query: &str) -> Option<(u64, String)> {
    Some((value_of(query, "step")?.parse().ok()?, value_of(query, "label")?))
}

/// Returns the edits of some steps, one after the other.
fn edits_of<'s>(steps: impl IntoIterator<Item = &'s Step>) -> Vec<TextEdit> {
    steps.into_iter().flat_map(Step::edits).cloned().collect()
}

/// Returns the ending of an image by its bytes.
fn image_ending(file: &str, bytes: &[u8]) -> Result<&'static str, RefusedEdit> {
    let refused = |reason: String| RefusedEdit::Image { file: file.to_owned(), reason };
    let damaged = || refused("is damaged".to_owned());
    let ending = match Format::of(bytes) {
        Some(Format::Svg) => return proportions(bytes).map(|_| "svg").ok_or_else(damaged),
        Some(Format::Png) => "png",
        Some(Format::Jpeg) => "jpg",
        Some(Format::Webp) => "webp",
        Some(Format::Gif) => "gif",
        Some(Format::Bmp) => "bmp",
        Some(Format::Tiff) => "tif",
        Some(Format::Other(name)) => return Err(refused(format!("is {name}: save it as PNG or JPEG first"))),
        None => {
            return Err(refused("isn't an image: choose an SVG, PNG, JPEG, WebP, GIF, BMP or TIFF file".to_owned()));
        }
    };
    match Raster::read(bytes) {
        Ok(_) => Ok(ending),
        Err(RasterError::TooLarge { width, height }) => {
            Err(refused(format!("has too many pixels: {width} × {height}")))
        }
        Err(RasterError::TiffInks) => Err(refused("is a TIFF in inks: save it as PNG or JPEG first".to_owned())),
        Err(_) => Err(damaged()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_known_by_their_bytes_and_others_are_refused() {
        let told = |bytes: &[u8]| image_ending("a.png", bytes).map_err(|error| error.to_string());
        let svg = br#"<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"><path d="M0 0h3v2z"/></svg>"#;
        assert_eq!(told(svg), Ok("svg"));
        let gif = b"GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
        assert_eq!(told(gif), Ok("gif"));
        assert_eq!(told(&gif[..20]), Err("`a.png` is damaged".to_owned()));
        assert_eq!(told(b"%PDF-1.7"), Err("`a.png` is PDF: save it as PNG or JPEG first".to_owned()));
        let other = "`a.png` isn't an image: choose an SVG, PNG, JPEG, WebP, GIF, BMP or TIFF file";
        assert_eq!(told(b"Buy milk."), Err(other.to_owned()));
    }
}
