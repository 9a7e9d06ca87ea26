//! Changes since a print run, or between two folders of data: cards, values and their effects, the book.

pub(super) mod book;
pub(super) mod cards;
pub(super) mod figures;
mod page;
pub(super) mod printed_snapshot;
mod side;
mod tell;
mod words;

pub use book::PassageChange;
pub use cards::{CardChange, Change, FieldChange};

use std::path::PathBuf;

use serde::Serialize;

use super::print_record::{Printing, Record};
use super::request::folder;
use super::{Failure, FileSink, GameSelector, Written, files, printed_games};
use crate::game::{Game, Ink};
use crate::read::ParsedGame;
use crate::vfs::Vfs;
use printed_snapshot::{ForeignFolder, PrintedSnapshot};
use side::{DrawnSide, Side};

/// Subject of the comparison.
#[derive(Clone, Debug)]
pub struct DiffRequest {
    /// The game; all that were printed, or all that both folders have, if none is named.
    pub game: Option<String>,
    /// Reference of the comparison.
    pub from: Against,
    /// Print run to compare; by default, the current data.
    pub to: Option<String>,
    /// Language of the game; by default, the source's.
    pub language: Option<String>,
    /// True if a page is written.
    pub page: bool,
    /// Folder of outputs, and of the page.
    pub out: PathBuf,
}

impl DiffRequest {
    /// Returns the folder of the outputs of a game.
    fn folder(&self, id: &str) -> PathBuf {
        folder(&self.out, id, self.language.as_deref())
    }
}

/// Object of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Against {
    /// The last print run.
    Last,
    /// The print run of a revision.
    Revision(String),
    /// The data in another folder.
    Folder(PathBuf),
}

/// Differences.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The id of the game.
    pub game: String,
    /// Name.
    pub title: String,
    /// Reference of the comparison, in words.
    pub from: String,
    /// Subject of the comparison.
    pub to: String,
    /// The figures that changed, and what each moves elsewhere.
    pub figures: Vec<FigureChange>,
    /// The cards that differ.
    pub cards: Vec<CardChange>,
    /// Changed shared backs.
    pub backs: Vec<String>,
    /// The passages of the book that differ.
    pub book: Vec<PassageChange>,
    /// The page, if one was written.
    #[serde(skip)]
    pub page: Option<Written>,
}

/// A figure that changed.
#[derive(Clone, Debug, Serialize)]
pub struct FigureChange {
    /// The name under which texts quote it: `axe.damage`.
    pub name: String,
    /// Name: `Axe: damage`.
    #[serde(rename = "told")]
    pub label: String,
    /// Value before.
    pub from: Option<String>,
    /// Value after.
    pub to: Option<String>,
    /// The cards, sections and examples that it moves, beside its own card.
    pub moves: Vec<String>,
}

impl Difference {
    /// True if it is empty.
    pub fn is_nothing(&self) -> bool {
        self.cards.is_empty() && self.backs.is_empty() && self.book.is_empty() && self.figures.is_empty()
    }
}

/// Returns the changes, game by game.
///
/// # Errors
/// The print run or folder is unknown, or its data can't be read.
pub fn diff(vfs: &dyn Vfs, request: &DiffRequest) -> Result<Vec<Difference>, Failure> {
    let games = match &request.game {
        Some(game) => printed_games(vfs, GameSelector::Named(std::slice::from_ref(game)), request.language.as_deref())?
            .into_iter()
            .map(|(id, reading)| readable(id, reading))
            .collect::<Result<_, _>>()?,
        None => all_games(vfs, request)?,
    };
    games.iter().map(|game| diff_game(vfs, game, request)).collect()
}

/// Returns a game whose data are sufficient.
fn readable(id: String, reading: ParsedGame) -> Result<String, Failure> {
    if reading.game.is_some() { Ok(id) } else { Err(Failure::Diagnostics(reading.diagnostics)) }
}

/// Returns the games that can be compared.
fn all_games(vfs: &dyn Vfs, request: &DiffRequest) -> Result<Vec<String>, Failure> {
    let can = |id: &String| match &request.from {
        Against::Folder(folder) => ForeignFolder::open(folder, id).is_ok(),
        Against::Last | Against::Revision(_) => Record::is_in(&FileSink, &request.folder(id)),
    };
    let games: Vec<String> = printed_games(vfs, GameSelector::Any, request.language.as_deref())?
        .into_iter()
        .map(|(id, _)| id)
        .filter(can)
        .collect();
    match &request.from {
        _ if !games.is_empty() => Ok(games),
        Against::Folder(folder) => {
            let hint = "use a folder that contains `card-data`, or a game folder together with the name of the game";
            Err(Failure::Stopped(format!("no common games in {}\n  hint: {hint}", folder.display())))
        }
        Against::Last | Against::Revision(_) => Err(Failure::Stopped(format!(
            "no print runs in {}\n  hint: use `--against` to compare with another folder",
            request.out.display()
        ))),
    }
}

fn diff_game(vfs: &dyn Vfs, id: &str, request: &DiffRequest) -> Result<Difference, Failure> {
    let folder = request.folder(id);
    let (record, other) = match &request.from {
        Against::Folder(other) => (None, Some(ForeignFolder::open(other, id)?)),
        Against::Last | Against::Revision(_) => (Some(Record::open(&FileSink, &folder)?), None),
    };
    let ink = record.as_ref().map_or(Ink::Full, Record::ink);
    let printing = |revision: Option<&str>| -> Result<Option<&Printing>, Failure> {
        record.as_ref().map(|record| record.printing(revision, ink, None)).transpose()
    };
    let from = match &request.from {
        Against::Revision(revision) => printing(Some(revision))?,
        Against::Last | Against::Folder(_) => printing(None)?,
    };
    let to = request.to.as_deref().map(|revision| printing(Some(revision))).transpose()?.flatten();
    let then = |printing: &Printing| PrintedSnapshot::new(vfs, id, printing);
    let (then_from, then_to) = (from.map(then), to.map(then));
    let other = other.as_ref().map(|other| other.over(vfs));
    let old_vfs: &dyn Vfs = match (&then_from, &other) {
        (Some(then), _) => then,
        (None, Some(other)) => other,
        (None, None) => vfs,
    };
    let new_vfs: &dyn Vfs = match &then_to {
        Some(then) => then,
        None => vfs,
    };
    let label = match &request.from {
        Against::Folder(folder) => folder.display().to_string(),
        Against::Last | Against::Revision(_) => from.map(Printing::label).unwrap_or_default(),
    };
    let language = request.language.as_deref();
    let old = Side::open(old_vfs, id, from, ink, language, label)?;
    let new = Side::open(new_vfs, id, to, ink, language, to.map_or_else(|| "now".to_owned(), Printing::label))?;
    compare(&old, &new, request)
}

fn compare(old: &Side<'_>, new: &Side<'_>, request: &DiffRequest) -> Result<Difference, Failure> {
    let (was, is) = (old.faces()?, new.faces()?);
    let games = [&old.parsed.project.game, &new.parsed.project.game];
    let changed = figures::changed(games[0], games[1]);
    let (before, after) = (DrawnSide { side: old, faces: &was }, DrawnSide { side: new, faces: &is });
    let cards = cards::compare(&before, &after, &changed);
    let passages = [(old, games[0]), (new, games[1])].map(|(side, game)| book::passages(side.vfs, game));
    let book = book::compare(&passages[0], &passages[1], &changed);
    let backs_before = was.backs();
    let back =
        |name: &str, piece: &str| backs_before.iter().find(|(known, card)| *known == name && card.piece == piece);
    let differs = |(name, card): &(&str, &super::print_record::Printed)| {
        back(name, &card.piece).is_some_and(|(_, old)| old.back != card.back)
    };
    let backs = is.backs().into_iter().filter(differs).map(|(name, _)| name.to_owned()).collect();
    let figures = changed
        .iter()
        .filter(|(name, _)| stays(name, games))
        .map(|(name, (from, to))| FigureChange {
            name: name.clone(),
            label: figures::label(name, games),
            from: from.clone(),
            to: to.clone(),
            moves: moved_by(name, &cards, &book),
        })
        .collect();
    let game = games[1];
    let mut difference = Difference {
        game: game.id.clone(),
        title: game.title.clone(),
        from: old.label.clone(),
        to: new.label.clone(),
        figures,
        cards,
        backs,
        book,
        page: None,
    };
    if request.page && !difference.is_nothing() {
        let made = page::make(&difference, &before, &after)?;
        difference.page = files::write(&request.folder(&game.id), vec![made])?.pop();
    }
    Ok(difference)
}

/// True if a figure is not one of a card that came or went.
fn stays(name: &str, games: [&Game; 2]) -> bool {
    let has = |game: &Game, id: &str| game.pieces().any(|component| component.by_id.contains_key(id));
    name.split_once('.').is_none_or(|(id, _)| games.iter().all(|game| has(game, id)))
}

/// Returns the effects of a value: cards by name and field, sections and examples by number and title.
fn moved_by(name: &str, cards: &[CardChange], book: &[PassageChange]) -> Vec<String> {
    let is_by = |by: &[String]| by.iter().any(|by| by == name);
    let of_card = |card: &CardChange| {
        let fields = card.fields.iter().filter(|field| is_by(&field.by)).map(|field| field.field.clone());
        let fields: Vec<String> = fields.collect();
        (!fields.is_empty()).then(|| format!("{} ({})", card.name, fields.join(", ")))
    };
    let own = name.split_once('.').map(|(id, _)| id);
    let others = cards.iter().filter(|card| own != Some(card.id.as_str()));
    let mut moves: Vec<String> = others.filter_map(of_card).collect();
    for place in book.iter().filter(|passage| is_by(&passage.by)).map(PassageChange::place) {
        if !moves.contains(&place) {
            moves.push(place);
        }
    }
    moves
}
