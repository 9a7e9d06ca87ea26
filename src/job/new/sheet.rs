//! A game that is made for a sheet of cards, and builds at once.

use std::path::Path;

use super::Intake;
use super::guess::{self, Cards, Content, Role};
use super::layout;
use super::pictures::Pictures;
use super::write::{self, Plan};
use crate::diagnostic::Diagnostic;
use crate::game::Numbers;
use crate::job::{Failure, Outlet, Written, counted};
use crate::read;
use crate::vfs::{Builtin, Memory, Overlay};

/// Makes `card-data/<name>` below `root` for the cards of a spreadsheet, which goes along, as do those pictures of a folder that its cards
/// show. What it says is what the columns were taken for.
///
/// # Errors
/// A sheet that cannot be read or has no cards, pictures that belong to none of them, an invalid name, a game that exists already, or an
/// error of the file system.
pub fn new_game_from(root: &Path, name: &str, intake: &Intake) -> Result<(Written, Vec<String>), Failure> {
    let target = super::target(root, name)?;
    let (file, pictures) = (intake.sheet.as_path(), intake.images.as_deref());
    let wrong = |path: &Path, why: &str| Failure::Stopped(format!("{}: {why}", path.display()));
    let stopped = |why: String| wrong(file, &why);
    let sheet = file
        .file_name()
        .and_then(|name| name.to_str())
        .ok_or_else(|| stopped("this is no name of a file".to_owned()))?;
    let bytes = std::fs::read(file).map_err(|error| stopped(error.to_string()))?;
    let sheets = read::sheet_cells(sheet, &bytes).map_err(|(what, hint)| stopped(format!("{what}: {hint}")))?;
    let mut found: Vec<Cards> = sheets.iter().filter_map(guess::cards).collect();
    if found.is_empty() {
        return Err(stopped("no sheet has a row of headings, and a column with names below it".to_owned()));
    }
    let others: Vec<&str> = sheets
        .iter()
        .map(|sheet| sheet.name.as_str())
        .filter(|name| found.iter().all(|cards| cards.sheet != *name))
        .collect();
    let pictures =
        pictures.map(|folder| Pictures::of(folder, &mut found).map_err(|why| wrong(folder, &why))).transpose()?;
    let mut plan = Plan::of(name, sheet, found, pictures);
    (plan.size, plan.layout) = (intake.size.clone(), intake.layout);
    let files = |is_plain: bool| -> Vec<(String, Vec<u8>)> {
        let mut files: Vec<(String, String)> = vec![("game.toml".to_owned(), write::game(&plan, is_plain))];
        files.extend(layout::faces(&plan).files);
        let mut files: Vec<_> = files.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
        files.push((sheet.to_owned(), bytes.clone()));
        files
    };
    // Signs of markup that the sheet means otherwise are taken as they are.
    let errors = |files: &[(String, Vec<u8>)]| {
        let put = |disk: Memory, (path, bytes): &(String, Vec<u8>)| {
            disk.with(&format!("card-data/{name}/{path}"), bytes.clone())
        };
        let disk = files.iter().fold(Memory::new(), put);
        let vfs = Overlay { first: &disk, second: &Builtin };
        read::game(&vfs, name).diagnostics.into_iter().filter(Diagnostic::is_error).count()
    };
    let (marked, plain) = (files(false), files(true));
    let (faults, faults_if_plain) = (errors(&marked), errors(&plain));
    let is_plain = faults_if_plain < faults;
    let mut outlet = Outlet::new(&target)?;
    for (path, bytes) in if is_plain { &plain } else { &marked } {
        outlet.put(path, bytes)?;
    }
    for (called, path) in plan.pictures.iter().flat_map(|pictures| &pictures.files) {
        let bytes = std::fs::read(path).map_err(|error| wrong(path, &error.to_string()))?;
        outlet.put(&format!("art/{called}"), &bytes)?;
    }
    let rows: usize = plan.sheets.iter().map(|cards| cards.rows).sum();
    let written = outlet.finish(format!("a game for the {} of {sheet}", counted(rows, "row")))?;
    let mut told = tell(&plan);
    let left_off = layout::faces(&plan).left_off;
    told.extend(left_off.iter().map(|key| format!("no room on the face: `{key}`")));
    if !others.is_empty() {
        told.push(format!("not read: {}", others.join(", ")));
    }
    if is_plain {
        told.push(
            "its texts have signs such as [ or * that mean nothing here: `plain = true` prints them as they are"
                .to_owned(),
        );
    }
    if faults.min(faults_if_plain) > 0 {
        told.push(format!("`skirmish check {name}` tells what is still wrong in the sheet"));
    }
    Ok((written, told))
}

/// What the sheet was taken for, a line each.
fn tell(plan: &Plan) -> Vec<String> {
    let kinds: Vec<&str> = plan.kinds.iter().map(|(_, name)| name.as_str()).collect();
    let mut told = vec![format!("kinds: {}", kinds.join(", "))];
    for column in &plan.columns {
        let what = match &column.role {
            Role::Name => "the name".to_owned(),
            Role::Count => "how many there are".to_owned(),
            Role::Kind => "the kind".to_owned(),
            Role::Art => "the picture".to_owned(),
            Role::BackArt => "the picture on the back".to_owned(),
            Role::Colour => "the colour".to_owned(),
            Role::Setting(key) => format!("`{key}`"),
            Role::LeftOff(reason) => format!("not read, {reason}"),
            Role::Field { key, content } => format!(
                "field `{key}`, {}",
                match content {
                    Content::Line => "a line".to_owned(),
                    Content::Text { .. } => "a text".to_owned(),
                    Content::Flavour { .. } => "a flavour text".to_owned(),
                    Content::Number(numbers) => tell_numbers(numbers),
                    Content::Flag => "yes or no".to_owned(),
                    Content::List(words) => format!("a list of {}", counted(words.len(), "word")),
                }
            ),
        };
        let heading = column.heading.replace('\n', " ");
        told.push(format!("{heading}: {what}"));
        if plan.pictures.is_none() && column.names_pictures() {
            told.push(format!("{heading} seems to name pictures: `--images` and their folder puts them on the cards"));
        }
    }
    told.extend(plan.pictures.iter().flat_map(tell_pictures));
    if !plan.columns.iter().any(|column| column.role == Role::Count) {
        told.push("no column says how many: one of each".to_owned());
    }
    told
}

/// What became of the pictures, a line each.
fn tell_pictures(pictures: &Pictures) -> Vec<String> {
    /// So many cards are named.
    const NAMED: usize = 5;
    let Pictures { files, without, unused, .. } = pictures;
    let mut told = vec![format!("{} on the cards, in the folder `art`", counted(files.len(), "picture"))];
    if *unused > 0 {
        told.push(format!("left where they are, since no card shows them: {}", counted(*unused, "picture")));
    }
    if !without.is_empty() {
        let more = if without.len() > NAMED { ", …" } else { "" };
        let names = without.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
        told.push(format!("{} without a picture: {names}{more}", counted(without.len(), "card")));
    }
    told
}

/// "a number from 0 to 9, or X"
fn tell_numbers(numbers: &Numbers) -> String {
    let mut told = format!("a number from {} to {}", numbers.from, numbers.to);
    if numbers.places > 0 {
        told.push_str(", with a fraction");
    }
    if numbers.sign {
        told.push_str(", with its sign");
    }
    if !numbers.words.is_empty() {
        told.push_str(&format!(", or {}", numbers.words.join(" or ")));
    }
    told
}
