//! The pictures of a folder, and which cards of a sheet show them.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use super::cells::other_picture;
use super::guess::{Cards, NO_PICTURES, Role};
use super::headings;
use super::image_folder::ImageFolder;
use crate::face::{ART_ENDINGS, Icon, art_stem, icon, proportions};
use crate::game::Colour;
use crate::read::card_id;
use crate::vfs::portable_path;

/// Number of pictures sampled for their proportions.
const SAMPLE: usize = 40;

/// Pictures that a new game takes along.
#[derive(Default)]
pub(super) struct Pictures {
    /// Their names in the folder `art`, and their paths in their folder.
    pub files: BTreeMap<String, String>,
    /// The icons that texts show between colons, by their names, and their paths in their folder.
    pub icons: BTreeMap<String, String>,
    /// Cards that name a missing picture; if no column names them, cards without a matching one.
    pub without: Vec<String>,
    /// Pictures that no card shows.
    pub unused: usize,
    /// Width by height of the one in the middle.
    pub proportions: f64,
    /// Names in `art` that cells give to missing pictures.
    pub absent: BTreeSet<String>,
    /// Pictures of a format that the program cannot read, each with the format.
    pub unreadable: Vec<(String, &'static str)>,
    /// Pictures with forbidden names, and their new ones.
    pub renamed: Vec<(String, String)>,
    /// True if cutting them to one shape would lose something: some are much wider or higher than others, or they are
    /// icons.
    pub is_contained: bool,
    /// The background that all of them have, if they are icons.
    pub background: Option<Colour>,
}

impl Pictures {
    /// Finds the column that names the pictures of a folder, which becomes the art; without one, each picture belongs
    /// to the card that it is named after. `asked` are the headings of columns that name the art, whatever their cells are.
    ///
    /// # Errors
    /// An unreadable folder, or one whose pictures no card shows, in words.
    pub fn of(folder: &dyn ImageFolder, cards: &mut [Cards], asked: &BTreeSet<&String>) -> Result<Self, String> {
        let Found { pictures: there, unreadable, renamed } = Found::of(folder).map_err(|error| error.to_string())?;
        if there.is_empty() {
            return Err(match unreadable.first() {
                Some((file, format)) => format!("{file} is {format}: save it as PNG or JPEG"),
                None => format!("it has no picture: they are .{}", ART_ENDINGS.join(", .")),
            });
        }
        // Cells may name the folder too.
        let above = folder.name().map(|name| portable_path(&format!("{name}/"))).unwrap_or_default();
        let index = Index::of(&there, &unreadable);
        let named = |is_back: bool| {
            let all = ["", above.as_str()].map(|above| Named::of(&index, above, cards, is_back, asked));
            all.into_iter().flatten().max_by_key(|named| named.files.len())
        };
        let (front, back) = (named(false), named(true));
        let icons = icons(&index, cards);
        let set = |cards: &mut [Cards], heading: &str, role: &Role| {
            let columns = cards.iter_mut().flat_map(|cards| &mut cards.columns);
            columns.filter(|column| column.heading == heading).for_each(|column| column.role = role.clone());
        };
        let mut absent = BTreeSet::new();
        let (mut files, without) = match front {
            Some(named) => {
                set(cards, &named.heading, &Role::Art);
                absent.extend(named.absent);
                (named.files, named.without)
            }
            None => by_name(&index, cards, &icons),
        };
        if let Some(named) = back {
            set(cards, &named.heading, &Role::BackArt);
            absent.extend(named.absent);
            files.extend(named.files);
        }
        if files.is_empty() && icons.is_empty() {
            return Err("no column names its pictures, and none is named after a card".to_owned());
        }
        for column in cards.iter_mut().flat_map(|cards| &mut cards.columns) {
            if let Role::LeftOff(why) = &mut column.role
                && why == NO_PICTURES
            {
                "none of its pictures is in the folder".clone_into(why);
            }
        }
        let used: BTreeSet<&String> = files.values().chain(icons.values()).collect();
        let unused = there.values().filter(|path| !used.contains(path)).count();
        let mut ratios: Vec<f64> = used
            .iter()
            .step_by(used.len().div_ceil(SAMPLE))
            .filter_map(|path| proportions(&folder.read(path).ok()?))
            .collect();
        ratios.sort_by(f64::total_cmp);
        let proportions = ratios.get(ratios.len() / 2).copied().unwrap_or(1.0);
        const LIKE: f64 = 1.35;
        let is_mixed = ratios.first().zip(ratios.last()).is_some_and(|(least, most)| most / least > LIKE);
        let art = files.values().step_by(files.len().div_ceil(SAMPLE).max(1));
        let drawn: Option<Vec<Icon>> = art.map(|path| icon(&folder.read(path).ok()?)).collect();
        let drawn = drawn.filter(|drawn| !drawn.is_empty());
        let first = drawn.as_ref().and_then(|drawn| drawn.first()?.background);
        let background = first.filter(|_| drawn.iter().flatten().all(|icon| icon.background == first));
        let is_contained = is_mixed || drawn.is_some();
        let renamed = renamed.into_iter().filter(|(_, called)| used.contains(&there[called])).collect();
        Ok(Self { files, icons, without, unused, proportions, absent, unreadable, renamed, is_contained, background })
    }
}

/// Pictures in a folder and its subfolders.
pub(super) struct Found {
    /// Paths of readable ones from the folder, by a path with a lower-case extension that every system can store.
    pub pictures: BTreeMap<String, String>,
    /// Paths in the folder that had to change, and the new ones.
    pub renamed: Vec<(String, String)>,
    /// The others, each with its format.
    pub unreadable: Vec<(String, &'static str)>,
}

impl Found {
    /// Looks for the pictures of a folder.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn of(folder: &dyn ImageFolder) -> io::Result<Self> {
        let (mut pictures, mut renamed, mut unreadable) = (BTreeMap::new(), Vec::new(), Vec::new());
        for path in folder.files()? {
            let Some((stem, extension)) = path.rsplit_once('.') else { continue };
            let own = format!("{stem}.{}", extension.to_lowercase());
            let called = portable_path(&own);
            if art_stem(&called).is_some() {
                if called != own {
                    renamed.push((path.clone(), called.clone()));
                }
                if let Some(other) = pictures.insert(called.clone(), path.clone()) {
                    let why = format!("{path} and {} would both be {called}: rename one", folder.label(&other));
                    return Err(io::Error::other(why));
                }
            } else if let Some(format) = other_picture(&called) {
                unreadable.push((path, format));
            }
        }
        Ok(Self { pictures, renamed, unreadable })
    }
}

/// Pictures by what cells and names may call them.
struct Index<'t> {
    unreadable: &'t [(String, &'static str)],
    there: &'t BTreeMap<String, String>,
    /// By their names without folder, extension, case and punctuation; then without a common prefix or suffix.
    by_id: BTreeMap<String, &'t String>,
}

impl<'t> Index<'t> {
    fn of(there: &'t BTreeMap<String, String>, unreadable: &'t [(String, &'static str)]) -> Self {
        let ids: Vec<(String, &String)> = there.keys().map(|path| (id_of_file(path), path)).collect();
        let most = |word: &dyn Fn(&str) -> Option<String>| {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            ids.iter().filter_map(|(id, _)| word(id)).for_each(|word| *counts.entry(word).or_default() += 1);
            let best = counts.into_iter().max_by_key(|(_, count)| *count);
            best.filter(|(_, count)| *count > 1 && *count * 2 >= ids.len()).map(|(word, _)| word)
        };
        let first = most(&|id| id.split_once('-').map(|(first, _)| format!("{first}-")));
        let last = most(&|id| id.rsplit_once('-').map(|(_, last)| format!("-{last}")));
        let mut by_id: BTreeMap<String, &String> = BTreeMap::new();
        for (id, path) in &ids {
            by_id.entry(id.clone()).or_insert(path);
        }
        for (id, path) in &ids {
            let shorter = first.as_deref().and_then(|first| id.strip_prefix(first)).unwrap_or(id);
            let shortest = last.as_deref().and_then(|last| shorter.strip_suffix(last)).unwrap_or(shorter);
            by_id.entry(shorter.to_owned()).or_insert(path);
            by_id.entry(shortest.to_owned()).or_insert(path);
        }
        Self { unreadable, there, by_id }
    }

    /// True if a cell names a picture of a format that cannot be read.
    fn is_unreadable(&self, cell: &str) -> bool {
        self.unreadable.iter().any(|(path, _)| id_of_file(path) == id_of_file(cell))
    }

    /// Returns the picture that a cell names, with or without extension: its name in the folder `art`, and its path.
    fn picture(&self, cell: &str) -> Option<(String, &'t String)> {
        let with_extension =
            || ART_ENDINGS.iter().find_map(|extension| self.there.get_key_value(&format!("{cell}.{extension}")));
        if let Some((called, path)) = self.there.get_key_value(cell).or_else(with_extension) {
            return Some((called.clone(), path));
        }
        let (stem, extension) = match cell.rsplit_once('.') {
            Some((stem, extension)) if art_stem(&cell.to_lowercase()).is_some() => {
                (stem, Some(extension.to_lowercase()))
            }
            _ => (cell, None),
        };
        let is_plain = !cell.starts_with('/') && !stem.is_empty();
        let path = self.by_id.get(&id_of_file(&format!("{stem}."))).filter(|_| is_plain)?;
        let (_, known) = path.rsplit_once('.')?;
        // A file with another extension would not be found.
        let is_found = extension.as_deref().is_none_or(|extension| extension == known);
        is_found.then(|| (format!("{stem}.{known}"), &self.there[*path]))
    }
}

/// Converts the name of a file to an id, without folder and extension.
fn id_of_file(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    card_id(name.rsplit_once('.').map_or(name, |(stem, _)| stem))
}

/// Pictures that a column names.
struct Named {
    heading: String,
    files: BTreeMap<String, String>,
    /// Cards whose picture is missing, and the names of these pictures.
    without: Vec<String>,
    absent: BTreeSet<String>,
}

impl Named {
    /// Returns the column in which most cells name a picture, if at least half of them do; each begins with `above`. Of
    /// the front, an `asked` column is preferred, and one cell is enough.
    fn of(index: &Index<'_>, above: &str, cards: &[Cards], is_back: bool, asked: &BTreeSet<&String>) -> Option<Self> {
        let is_asked = !is_back && !asked.is_empty();
        let fields = cards
            .iter()
            .flat_map(|cards| &cards.columns)
            .filter(|column| matches!(column.role, Role::Field { .. } | Role::LeftOff(_)))
            .filter(|column| match is_asked {
                true => asked.contains(&column.heading),
                false => headings::is_of_back(&column.heading) == is_back && !asked.contains(&column.heading),
            });
        let all: BTreeSet<&String> = fields.map(|column| &column.heading).collect();
        let found = all.into_iter().filter_map(|heading| {
            let (mut filled, mut files, mut without) = (0, BTreeMap::new(), Vec::new());
            let (mut hits, mut absent) = (0, BTreeSet::new());
            for (name, cell) in
                cards.iter().flat_map(|cards| cells(cards, heading)).filter(|(_, cell)| !cell.is_empty())
            {
                filled += 1;
                let cell = &portable_path(cell);
                match cell.strip_prefix(above).and_then(|cell| index.picture(cell)) {
                    Some((called, path)) => {
                        hits += 1;
                        files.insert(format!("{above}{called}"), path.clone());
                    }
                    None => {
                        hits += usize::from(other_picture(cell).is_some() && index.is_unreadable(cell));
                        without.push(if name.is_empty() { cell.to_owned() } else { name.to_owned() });
                        absent.insert(cell.to_owned());
                    }
                }
            }
            let named = Self { heading: heading.clone(), files, without, absent };
            (!named.files.is_empty() && (is_asked || hits * 2 >= filled)).then_some((hits, named))
        });
        found.max_by_key(|(hits, _)| *hits).map(|(_, named)| named)
    }
}

/// Returns each card of a sheet by its name, with its cell of a column.
fn cells<'c>(cards: &'c Cards, heading: &str) -> impl Iterator<Item = (&'c str, &'c str)> {
    let names = cards.column(&Role::Name).map(|column| &column.cells);
    let cells = cards.columns.iter().find(|column| column.heading == heading).map(|column| &column.cells);
    let named = move |(row, cell): (usize, &'c String)| {
        (names.and_then(|names| names.get(row)).map_or("", String::as_str), cell.trim())
    };
    cells.into_iter().flatten().enumerate().map(named)
}

/// Returns the drawings that texts name between colons, such as `:wood:`.
fn icons(index: &Index<'_>, cards: &[Cards]) -> BTreeMap<String, String> {
    let fields = cards.iter().flat_map(|cards| &cards.columns);
    let fields = fields.filter(|column| matches!(column.role, Role::Field { .. }));
    let between_colons = fields.flat_map(|column| &column.cells).flat_map(|cell| cell.split(':').skip(1));
    let is_part = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    let names = between_colons.filter(|name| name.starts_with(|first: char| first.is_ascii_lowercase()));
    let drawing = |name: &str| {
        let (_, path) = index.picture(name).filter(|(called, _)| called.ends_with(".svg"))?;
        Some((name.to_owned(), path.clone()))
    };
    names.filter(|name| name.chars().all(is_part)).filter_map(drawing).collect()
}

/// Returns pictures named after cards, by the ids of these, and the cards without one. An icon of texts is no picture
/// of a card.
fn by_name(
    index: &Index<'_>,
    cards: &[Cards],
    icons: &BTreeMap<String, String>,
) -> (BTreeMap<String, String>, Vec<String>) {
    let (mut files, mut without) = (BTreeMap::new(), Vec::new());
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for name in cards.iter().flat_map(Cards::names).filter(|name| !name.is_empty()) {
        let id = card_id(name);
        let count = seen.entry(id.clone()).or_default();
        *count += 1;
        // The second card of a name has a number.
        let own = if *count > 1 { format!("{id}-{count}") } else { id.clone() };
        let is_icon = |path: &&&String| icons.values().any(|icon| *icon == index.there[**path]);
        match index.by_id.get(&id).filter(|path| !is_icon(path)) {
            Some(path) => {
                let extension = path.rsplit('.').next().unwrap_or_default();
                files.insert(format!("{own}.{extension}"), index.there[*path].clone());
            }
            None => without.push(name.to_owned()),
        }
    }
    (files, without)
}
