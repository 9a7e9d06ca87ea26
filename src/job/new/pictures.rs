//! The pictures of a folder, and which cards of a sheet show them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::guess::{Cards, Column, Role};
use crate::face::{ART_ENDINGS, art_stem, proportions};
use crate::read::card_id;
use crate::vfs::{Disk, Vfs as _};

/// So many pictures are looked at for their proportions.
const SAMPLE: usize = 40;

/// Pictures that a new game takes along.
#[derive(Default)]
pub(super) struct Pictures {
    /// What each is called in the folder `art`, and where it is now.
    pub files: BTreeMap<String, PathBuf>,
    /// Cards that name a picture that is not there; where no column names them, cards after which none is called.
    pub without: Vec<String>,
    /// Pictures that no card shows.
    pub unused: usize,
    /// Width by height of the one in the middle.
    pub proportions: f64,
    /// True if some are much wider or higher than others.
    pub is_mixed: bool,
}

impl Pictures {
    /// Looks for the column that names the pictures of a folder, which becomes that of the art; without one, each picture belongs to the
    /// card after which it is called.
    ///
    /// # Errors
    /// A folder that cannot be read, or of whose pictures no card shows any, in words.
    pub fn of(folder: &Path, cards: &mut [Cards]) -> Result<Self, String> {
        let there = pictures_in(folder).map_err(|error| error.to_string())?;
        if there.is_empty() {
            return Err("there is no picture in it: they are .svg, .png, .jpg, .jpeg or .webp".to_owned());
        }
        // Cells may name the folder too.
        let above =
            folder.file_name().and_then(|name| name.to_str()).map(|name| format!("{name}/")).unwrap_or_default();
        let named = ["", above.as_str()].map(|above| Named::of(&there, above, cards));
        let best = named.into_iter().flatten().max_by_key(|named| named.files.len());
        let (files, without) = match best {
            Some(Named { heading, files, without }) => {
                let columns = cards.iter_mut().flat_map(|cards| &mut cards.columns);
                columns.filter(|column| column.heading == heading).for_each(|column| column.role = Role::Art);
                (files, without)
            }
            None => by_name(&there, cards),
        };
        if files.is_empty() {
            return Err("no column names the pictures in it, and none is called as a card".to_owned());
        }
        let used: BTreeSet<&PathBuf> = files.values().collect();
        let unused = there.values().filter(|path| !used.contains(path)).count();
        let mut ratios: Vec<f64> =
            used.iter().step_by(used.len().div_ceil(SAMPLE)).filter_map(|path| ratio(path)).collect();
        ratios.sort_by(f64::total_cmp);
        let proportions = ratios.get(ratios.len() / 2).copied().unwrap_or(1.0);
        const LIKE: f64 = 1.35;
        let is_mixed = ratios.first().zip(ratios.last()).is_some_and(|(least, most)| most / least > LIKE);
        Ok(Self { files, without, unused, proportions, is_mixed })
    }
}

/// Width by height of a picture; none if it cannot be read.
fn ratio(path: &Path) -> Option<f64> {
    proportions(&fs::read(path).ok()?)
}

/// The pictures in a folder and in those within it, by their paths from there, with `/` and an ending in small letters.
fn pictures_in(folder: &Path) -> io::Result<BTreeMap<String, PathBuf>> {
    // What lists the files below passes over a folder that is not there.
    fs::read_dir(folder)?;
    let picture = |path: &String| {
        let path = path.trim_start_matches('/');
        let (stem, ending) = path.rsplit_once('.')?;
        let (called, file) = (format!("{stem}.{}", ending.to_lowercase()), folder.join(path));
        (art_stem(&called).is_some() && file.is_file()).then_some((called, file))
    };
    Ok(Disk::new(folder).files("").iter().filter_map(picture).collect())
}

/// Pictures that a column names.
struct Named {
    heading: String,
    files: BTreeMap<String, PathBuf>,
    without: Vec<String>,
}

impl Named {
    /// The column of which most cells name a picture, if at least half of them do; each begins with `above`.
    fn of(there: &BTreeMap<String, PathBuf>, above: &str, cards: &[Cards]) -> Option<Self> {
        let fields =
            cards.iter().flat_map(|cards| &cards.columns).filter(|column| matches!(column.role, Role::Field { .. }));
        let headings: BTreeSet<&String> = fields.map(|column| &column.heading).collect();
        let found = headings.into_iter().filter_map(|heading| {
            let (mut filled, mut files, mut without) = (0, BTreeMap::new(), Vec::new());
            let mut hits = 0;
            for (name, cell) in
                cards.iter().flat_map(|cards| cells(cards, heading)).filter(|(_, cell)| !cell.is_empty())
            {
                filled += 1;
                match cell.strip_prefix(above).and_then(|cell| picture(there, cell)) {
                    Some((called, path)) => {
                        hits += 1;
                        files.insert(format!("{above}{called}"), path.clone());
                    }
                    None => without.push(name.to_owned()),
                }
            }
            (hits > 0 && hits * 2 >= filled).then(|| (hits, Self { heading: heading.clone(), files, without }))
        });
        found.max_by_key(|(hits, _)| *hits).map(|(_, named)| named)
    }
}

/// The picture that a cell names, with its ending or without, by its path.
fn picture<'t>(there: &'t BTreeMap<String, PathBuf>, cell: &str) -> Option<(&'t String, &'t PathBuf)> {
    let with_ending = || ART_ENDINGS.iter().find_map(|ending| there.get_key_value(&format!("{cell}.{ending}")));
    there.get_key_value(cell).or_else(with_ending)
}

/// Each card of a sheet by its name, with what stands in a column.
fn cells<'c>(cards: &'c Cards, heading: &str) -> impl Iterator<Item = (&'c str, &'c str)> {
    let with =
        |is: &dyn Fn(&Column) -> bool| cards.columns.iter().find(|column| is(column)).map(|column| &column.cells);
    let (names, cells) = (with(&|column| column.role == Role::Name), with(&|column| column.heading == heading));
    let pairs = names.into_iter().flatten().zip(cells.into_iter().flatten());
    pairs.map(|(name, cell)| (name.as_str(), cell.trim()))
}

/// Pictures that are called as cards, by the ids of these, and the cards after which none is.
fn by_name(there: &BTreeMap<String, PathBuf>, cards: &[Cards]) -> (BTreeMap<String, PathBuf>, Vec<String>) {
    let mut called: BTreeMap<String, (&str, &PathBuf)> = BTreeMap::new();
    for (path, file) in there {
        let name = path.rsplit('/').next().unwrap_or(path);
        if let Some((stem, ending)) = name.rsplit_once('.') {
            called.entry(card_id(stem)).or_insert((ending, file));
        }
    }
    let (mut files, mut without) = (BTreeMap::new(), Vec::new());
    let columns = cards.iter().flat_map(|cards| &cards.columns).filter(|column| column.role == Role::Name);
    for name in columns.flat_map(|column| &column.cells) {
        let id = card_id(name);
        match called.get(&id) {
            Some((ending, file)) => drop(files.insert(format!("{id}.{ending}"), (*file).clone())),
            None => without.push(name.clone()),
        }
    }
    (files, without)
}
