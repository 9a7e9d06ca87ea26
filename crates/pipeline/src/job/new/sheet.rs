//! A game that is made for a sheet of cards, and builds at once.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::Intake;
use super::fit::{self, Files};
use super::guess::{self, Cards, Column, ColumnRole, Content, Role, SkippedCell, Wanted};
use super::headings;
use super::image_folder::ImageFolder;
use super::pictures::Pictures;
use super::placeholder::placeholder;
use super::write::Plan;
use crate::game::Numbers;
use crate::job::{Failure, FileSink, Sink as _, Written, counted};
use crate::read;
use crate::vfs::{Vfs, WorkDir, portable_path};

/// Number of cells that show what a column contains.
const EXAMPLES: usize = 3;

/// A spreadsheet that a new game is made from.
pub struct SheetFile<'a> {
    /// Name of the file.
    pub name: &'a str,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// A new game before it is written.
pub struct NewGame {
    /// Its files, by their paths in its folder.
    pub files: Files,
    /// What it is: "a game for the 24 rows of cards.csv".
    pub what: String,
    /// What the columns were taken for, a line each.
    pub lines: Vec<String>,
    /// The columns of all sheets, each heading once.
    pub columns: Vec<ColumnUse>,
    /// Number of cards.
    pub rows: usize,
}

/// A column, and its use.
#[derive(Clone, Debug, Serialize)]
pub struct ColumnUse {
    /// Its heading.
    pub heading: String,
    /// Its role; `None` for one that only a heading can give, such as a colour.
    pub role: Option<ColumnRole>,
    /// Its content, or why it isn't printed, in words.
    pub what: String,
    /// Its first cells that aren't empty.
    pub cells: Vec<String>,
}

/// Makes `card-data/<name>` in a working folder for the cards of a spreadsheet, which goes along, as do those pictures of a folder that its cards
/// show. Returns what the columns were taken for.
///
/// # Errors
/// A sheet that cannot be read or has no cards, pictures that belong to none of them, an invalid name, a game that exists already, or an
/// error of the file system.
pub fn new_game_from(vfs: &WorkDir, name: &str, intake: &Intake) -> Result<(Written, Vec<String>), Failure> {
    let target = super::target(vfs.root(), name)?;
    let Some(file) = intake.sheet.as_deref() else { return super::new_game_of_images(vfs, name, intake) };
    let stopped = |why: String| Failure::Stopped(format!("{}: {why}", file.display()));
    let own = file.file_name().and_then(|name| name.to_str()).ok_or_else(|| stopped("invalid file name".to_owned()))?;
    let bytes = std::fs::read(file).map_err(|error| stopped(error.to_string()))?;
    let folder = intake.images.as_deref();
    let images = folder.as_ref().map(|folder| folder as &dyn ImageFolder);
    let sheet = SheetFile { name: own, bytes };
    let NewGame { files, what, lines, .. } =
        draft(vfs.builtin(), name, sheet, images, intake).map_err(|why| match why {
            DraftError::Sheet(why) => stopped(why),
            DraftError::Other(failure) => failure,
        })?;
    let mut outlet = FileSink.outlet(&target)?;
    for (path, bytes) in &files {
        outlet.put(path, bytes)?;
    }
    Ok((outlet.finish(what)?.written, lines))
}

/// Makes a game for the cards of a spreadsheet, as [`new_game_from`] writes it, in memory.
///
/// # Errors
/// A sheet that can't be read or has no cards, or images that belong to none of them.
pub fn draft_game(
    builtin: &dyn Vfs,
    name: &str,
    sheet: SheetFile<'_>,
    images: Option<&dyn ImageFolder>,
    intake: &Intake,
) -> Result<NewGame, Failure> {
    draft(builtin, name, sheet, images, intake).map_err(|why| match why {
        DraftError::Sheet(why) => Failure::Stopped(why),
        DraftError::Other(failure) => failure,
    })
}

/// Why a game can't be drafted.
enum DraftError {
    /// A reason that belongs to the sheet.
    Sheet(String),
    /// Any other.
    Other(Failure),
}

impl From<Failure> for DraftError {
    fn from(failure: Failure) -> Self {
        Self::Other(failure)
    }
}

fn draft(
    builtin: &dyn Vfs,
    name: &str,
    SheetFile { name: own, bytes }: SheetFile<'_>,
    images: Option<&dyn ImageFolder>,
    intake: &Intake,
) -> Result<NewGame, DraftError> {
    let sheet = portable_path(own);
    let sheet = sheet.as_str();
    let (mut found, others) = found(sheet, &bytes, intake).map_err(DraftError::Sheet)?;
    let wrong =
        |folder: &dyn ImageFolder, path: &str, why: &str| Failure::Stopped(format!("{}: {why}", folder.label(path)));
    let asked = intake.roles.iter().filter(|(_, role)| **role == ColumnRole::Image).map(|(heading, _)| heading);
    let asked: BTreeSet<&String> = asked.collect();
    let pictures = match images {
        Some(folder) => Some(Pictures::of(folder, &mut found, &asked).map_err(|why| wrong(folder, "", &why))?),
        None => None,
    };
    let mut plan = Plan::of(name, sheet, found, pictures);
    (plan.size, plan.layout) = (intake.size.clone(), intake.layout);
    plan.has_other_sheets = !others.is_empty();
    let mut given: Files = Files::new();
    if let (Some(Pictures { files, icons, .. }), Some(folder)) = (&plan.pictures, images) {
        let art = files.iter().map(|(called, path)| (format!("art/{called}"), path));
        let marks = icons.iter().map(|(called, path)| (format!("icons/{called}.svg"), path));
        for (called, path) in art.chain(marks) {
            let bytes = folder.read(path).map_err(|error| wrong(folder, path, &error.to_string()))?;
            given.insert(called, bytes);
        }
    }
    given.insert(sheet.to_owned(), bytes);
    if let Some(pictures) = &plan.pictures {
        let absent = pictures.absent.iter().filter_map(|name| placeholder(name, pictures.proportions));
        given.extend(absent.map(|(called, bytes)| (format!("art/{called}"), bytes)));
    }
    let (mut files, errors) = fit::fit(builtin, name, &mut plan, &given)?;
    files.extend(given);
    let rows: usize = plan.sheets.iter().map(|cards| cards.rows).sum();
    let mut lines = report(&plan);
    if sheet != own {
        lines.insert(0, renamed(own, sheet));
    }
    lines.extend(others.iter().map(|(sheet, why)| format!("sheet {sheet}: not read, {why}")));
    if !others.is_empty() {
        lines.push("to choose the sheets yourself, name each with `--sheet`".to_owned());
    }
    if !errors.is_empty() {
        lines.push(format!("`skirmish check {name}` reports {}", counted(errors.len(), "problem")));
    }
    let what = format!("a game for the {} of {sheet}", counted(rows, "row"));
    Ok(NewGame { files, what, lines, columns: columns(&plan), rows })
}

/// Returns the use of all columns.
fn columns(plan: &Plan) -> Vec<ColumnUse> {
    let use_of = |column: &Column| {
        let (role, what) = match &column.role {
            Role::Name => (Some(ColumnRole::Name), String::new()),
            Role::Count => (Some(ColumnRole::Count), String::new()),
            Role::Kind => (Some(ColumnRole::Kind), counted(plan.kinds.len(), "kind")),
            Role::Art => (Some(ColumnRole::Image), String::new()),
            Role::BackArt => (None, "the picture on the back".to_owned()),
            Role::Colour => (None, "the colour".to_owned()),
            Role::Setting(key) => (None, format!("`{key}`")),
            Role::LeftOff(reason) => (Some(ColumnRole::Unused), reason.clone()),
            Role::Field { key, .. } if plan.off_face.contains_key(key) => {
                (Some(ColumnRole::Field), format!("not printed, {}", plan.off_face[key]))
            }
            Role::Field { content, .. } => (Some(ColumnRole::Field), describe(content)),
        };
        let cells = column.cells.iter().filter(|cell| !cell.is_empty()).take(EXAMPLES).cloned().collect();
        ColumnUse { heading: column.heading.clone(), role, what, cells }
    };
    plan.columns.iter().map(use_of).collect()
}

/// The name of a sheet that is not read, and the reason.
type Skipped = (String, String);

/// Returns the sheets of a file that have cards, and the others.
fn found(sheet: &str, bytes: &[u8], intake: &Intake) -> Result<(Vec<Cards>, Vec<Skipped>), String> {
    let sheets = read::sheet_cells(sheet, bytes).map_err(|(what, hint)| format!("{what}: {hint}"))?;
    let is_same = |one: &str, other: &str| one.trim().to_lowercase() == other.trim().to_lowercase();
    for asked in &intake.sheets {
        if !sheets.iter().any(|sheet| is_same(&sheet.name, asked)) {
            let names: Vec<String> = sheets.iter().map(|sheet| format!("`{}`", sheet.name)).collect();
            return Err(format!("unknown sheet `{asked}`; available: {}", names.join(", ")));
        }
    }
    let is_asked = |name: &str| intake.sheets.is_empty() || intake.sheets.iter().any(|asked| is_same(name, asked));
    let is_uncalculated = sheets.iter().flat_map(|sheet| &sheet.rows).any(|row| !row.broken.is_empty());
    let (mut all, mut others) = (Vec::new(), Vec::new());
    for sheet in sheets {
        if !is_asked(&sheet.name) {
            others.push((sheet.name, "`--sheet` does not name it".to_owned()));
            continue;
        }
        match guess::cards(&sheet, Wanted { kind: intake.kind.as_deref(), roles: Some(&intake.roles) }) {
            Ok(cards) => all.push(cards),
            Err(_) if sheet.rows.is_empty() => {}
            Err(why) => others.push((sheet.name, why)),
        }
    }
    if all.is_empty() && is_uncalculated {
        return Err("its formulas have no values: open it in a spreadsheet program, save it, and try again".to_owned());
    }
    if all.is_empty() {
        return Err("no sheet has a row of headings with a row of cards below it".to_owned());
    }
    if let Some(kind) = &intake.kind {
        let columns = || all.iter().flat_map(|cards| &cards.columns);
        if !columns().any(|column| column.role == Role::Kind) {
            let headings: BTreeSet<String> = columns().map(|column| format!("`{}`", column.heading)).collect();
            let headings: Vec<String> = headings.into_iter().collect();
            return Err(match columns().any(|column| headings::normal(&column.heading) == headings::normal(kind)) {
                true => format!("the column `{kind}` has no kinds"),
                false => format!("unknown heading `{kind}`; available: {}", headings.join(", ")),
            });
        }
    }
    let (all, not_cards) = guess::select(all, !intake.sheets.is_empty());
    others.extend(not_cards);
    Ok((all, others))
}

/// Returns the guessed roles of the sheets and their columns, a line each.
fn report(plan: &Plan) -> Vec<String> {
    let mut lines = Vec::new();
    if plan.sheets.len() > 1 || plan.has_other_sheets {
        lines.extend(plan.sheets.iter().map(|cards| format!("sheet {}: {}", cards.sheet, counted(cards.rows, "row"))));
    }
    let kinds: Vec<&str> = plan.kinds.iter().map(|(_, name)| name.as_str()).collect();
    lines.push(format!("kinds: {}", kinds.join(", ")));
    for column in &plan.columns {
        let what = match &column.role {
            Role::Name => "the name".to_owned(),
            Role::Count => "how many there are".to_owned(),
            Role::Kind => "the kind".to_owned(),
            Role::Art => "the picture".to_owned(),
            Role::BackArt => "the picture on the back".to_owned(),
            Role::Colour => "the colour".to_owned(),
            Role::Setting(key) => format!("`{key}`"),
            Role::LeftOff(reason) => format!("not printed, {reason}"),
            Role::Field { key, .. } if plan.off_face.contains_key(key) => {
                format!("not printed, {}", plan.off_face[key])
            }
            Role::Field { key, content } => format!("field `{key}`, {}", describe(content)),
        };
        let heading = column.heading.replace('\n', " ");
        lines.push(format!("{heading}: {what}"));
        if plan.pictures.is_none() && column.names_pictures() {
            lines.push(format!("{heading} seems to name pictures: `--images` and their folder puts them on the cards"));
        }
    }
    lines.extend(plan.pictures.iter().flat_map(report_pictures));
    let has_column = |role: &Role| plan.columns.iter().any(|column| column.role == *role);
    if !has_column(&Role::Count) {
        lines.push("no column says how many: one of each".to_owned());
    }
    if !has_column(&Role::Name) {
        lines.push("no column has names: the cards are numbered".to_owned());
    } else if plan.sheets.iter().any(|cards| !cards.has_unique_names) {
        lines.push("some cards share a name or have none: they are numbered in file names".to_owned());
    }
    for cards in plan.sheets.iter().filter(|cards| cards.has_odd_headings) {
        let row = cards.header_row;
        lines.push(format!("row {row} is read as headings: if it is a card, add a row of headings above it"));
    }
    if plan.sheets.iter().any(|cards| cards.has_open_cells) {
        lines.push("cells under no heading are not read".to_owned());
    }
    let skipped: Vec<String> = plan.sheets.iter().flat_map(|cards| &cards.skipped).cloned().collect();
    if !skipped.is_empty() {
        let name =
            |name: &String| if name.is_empty() { "those without a name".to_owned() } else { format!("`{name}`") };
        let names: Vec<String> = skipped.iter().map(name).collect();
        lines.push(format!("skipped rows: {}", some(&names)));
    }
    for cards in &plan.sheets {
        let sheet = if plan.sheets.len() > 1 { format!(" of sheet {}", cards.sheet) } else { String::new() };
        let cell = |cell: &SkippedCell| format!("cell {}{sheet}: not printed, {}", cell.address(), cell.why);
        lines.extend(cards.skipped_cells.iter().map(cell));
    }
    if plan.sheets.iter().any(|cards| cards.is_html) {
        lines.push("its texts are in HTML: `html = true` reads bold, italics, lines and lists".to_owned());
    } else if plan.is_plain {
        lines.push(
            "its texts have signs such as [ or * that mean nothing here: `markup = false` prints them as they are"
                .to_owned(),
        );
    }
    if !plan.missing.is_empty() {
        lines.extend(plan.missing.iter().cloned());
        lines.push(
            "until then boxes are printed for these letters; then delete `allow-missing-letters` in `game.toml`"
                .to_owned(),
        );
    }
    lines
}

/// Describes content: "a text", "a number from 0 to 9".
fn describe(content: &Content) -> String {
    match content {
        Content::Line => "a line".to_owned(),
        Content::Text { .. } => "a text".to_owned(),
        Content::Flavour { .. } => "a flavour text".to_owned(),
        Content::Number(numbers) => describe_numbers(numbers),
        Content::Flag => "yes or no".to_owned(),
        Content::List(words) => format!("a list of {}", counted(words.len(), "word")),
    }
}

/// Returns the use of the pictures, a line each.
fn report_pictures(pictures: &Pictures) -> Vec<String> {
    let Pictures { files, icons, without, absent, unused, unreadable, renamed: new_names, .. } = pictures;
    let mut lines = vec![format!("{} on the cards, in the folder `art`", counted(files.len(), "picture"))];
    lines.extend(new_names.iter().map(|(own, called)| renamed(own, called)));
    if !icons.is_empty() {
        let names: Vec<String> = icons.keys().map(|icon| format!("`:{icon}:`")).collect();
        lines.push(format!("icons in texts, in the folder `icons`: {}", some(&names)));
    }
    if *unused > 0 {
        lines.push(format!("left where they are, since no card shows them: {}", counted(*unused, "picture")));
    }
    if !without.is_empty() {
        lines.push(format!("{} without a picture: {}", counted(without.len(), "card"), some(without)));
    }
    if !absent.is_empty() {
        let names: Vec<String> = absent.iter().cloned().collect();
        lines.push(format!("placeholders in the folder `art`, to be replaced: {}", some(&names)));
    }
    let mut by_format: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (file, format) in unreadable {
        by_format.entry(format).or_default().push(file.clone());
    }
    for (format, files) in by_format {
        let are = if files.len() == 1 { "is" } else { "are" };
        lines.push(format!("{} {are} {format}: save as PNG or JPEG", some(&files)));
    }
    lines
}

/// Reports a file that the game has under another name.
pub(super) fn renamed(own: &str, called: &str) -> String {
    format!("{own} is copied as {called}, since Windows forbids its name")
}

/// Returns the first few of some names.
fn some(names: &[String]) -> String {
    const NAMED: usize = 5;
    let more = if names.len() > NAMED { ", …" } else { "" };
    names.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ") + more
}

/// Describes numbers: "a number from 0 to 9, or X".
fn describe_numbers(numbers: &Numbers) -> String {
    let mut text = format!("a number from {} to {}", numbers.from, numbers.to);
    if numbers.places > 0 {
        text.push_str(", with a fraction");
    }
    if numbers.sign {
        text.push_str(", with its sign");
    }
    if !numbers.words.is_empty() {
        text.push_str(&format!(", or {}", numbers.words.join(" or ")));
    }
    text
}
