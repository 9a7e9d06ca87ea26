//! New columns and kinds of a sheet, added to a game that exists.

use std::collections::BTreeSet;

use super::guess::{self, Cards, Column, Content, Role, Wanted};
use super::kinds::add_kind;
use super::placeholder::placeholder;
use super::write::{field, is_key, text};
use super::{headings, layout};
use crate::diagnostic::{Code, Diagnostic};
use crate::face::proportions;
use crate::job::select::game_id;
use crate::job::{Failure, OutputFile, check, files};
use crate::read::{self, sheet_cells};
use crate::vfs::{Bytes, Vfs, VfsError, WorkDir};

/// Adds to `game.toml` the unknown fields, headings and kinds of a game's spreadsheets, and placeholders for missing
/// pictures to `art`. The rest isn't changed. Returns the additions, a line each.
///
/// # Errors
/// The game has no spreadsheets, or its file can't be read or written.
pub fn sync(vfs: &WorkDir, game: &str) -> Result<Vec<String>, Failure> {
    let id = game_id(game);
    let path = format!("{}/game.toml", read::folder(&id));
    let stopped = |why: String| Failure::Stopped(format!("{path}: {why}"));
    let bytes = vfs.read(&path).map_err(|error| stopped(error.to_string()))?;
    let mut toml = String::from_utf8(bytes.into_owned()).map_err(|_| stopped("not UTF-8".to_owned()))?;
    let mut lines = Vec::new();
    // Kinds are looked for when all headings are known.
    for _ in 0..3 {
        let with = Changed { path: &path, text: toml.as_bytes(), other: vfs };
        let found = read::game(&with, &id);
        let sheets: Vec<&Diagnostic> = found.diagnostics.iter().filter(|one| is_of_sheet(one)).collect();
        let taken: BTreeSet<String> =
            found.game.iter().flat_map(|game| &game.fields).map(|field| field.name.clone()).collect();
        let mut kinds: Vec<(String, String)> = found
            .game
            .iter()
            .flat_map(|game| &game.deck.kinds)
            .map(|kind| (kind.id.clone(), kind.name.clone()))
            .collect();
        let mut added = Addition { taken, styles: styles(vfs, &id), ..Addition::default() };
        for cards in unknown_columns(vfs, &sheets)? {
            added.columns(&cards.0, &cards.1);
        }
        for name in sheets.iter().filter(|one| one.code == Code::UNKNOWN_KIND).filter_map(|one| cell(one)) {
            let known = kinds.len();
            let kind = add_kind(&mut kinds, &name);
            if kinds.len() > known {
                added.tables.push_str(&layout::kind(known, &kind, &name));
                added.lines.push(format!("Added `[kind.{kind}]` for {name}"));
            }
        }
        if added.lines.is_empty() {
            break;
        }
        toml = added.insert(&toml);
        lines.append(&mut added.lines);
    }
    let is_changed = !lines.is_empty();
    let mut made = placeholders(&Changed { path: &path, text: toml.as_bytes(), other: vfs }, &id)?;
    lines.extend(made.iter().map(|made| format!("Added a placeholder, to be replaced: {}", made.name)));
    if lines.is_empty() {
        return Ok(vec![format!("Nothing to add: {path} knows all headings and kinds of the sheets")]);
    }
    if let Err(error) = toml::de::DeTable::parse(&toml) {
        return Err(stopped(format!(
            "the additions do not fit into it ({}): add them by hand:\n{}",
            error.message(),
            lines.join("\n")
        )));
    }
    if is_changed {
        made.push(OutputFile { name: "game.toml".to_owned(), bytes: toml.into_bytes().into(), what: String::new() });
        lines.insert(0, format!("Changed {path}"));
    }
    files::write(&vfs.root().join(read::folder(&id)), made)?;
    lines.push(format!("Check it with `skirmish check {game}`."));
    Ok(lines)
}

/// Returns placeholders for the pictures that cells name and that are not there.
fn placeholders(vfs: &Changed<'_>, id: &str) -> Result<Vec<OutputFile>, Failure> {
    let found = check(vfs, &[id.to_owned()], None, None, None)?;
    let missing = found.iter().filter(|one| one.code == Code::ART_MISSING && is_of_sheet(one));
    let names: BTreeSet<String> = missing.filter_map(cell).collect();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let folder = format!("{}/art", read::folder(id));
    let known = vfs.files(&folder).iter().find_map(|path| proportions(&vfs.read(path).ok()?));
    let files = names.iter().filter_map(|name| placeholder(name, known.unwrap_or(1.0)));
    let made = |(name, bytes): (String, Vec<u8>)| OutputFile {
        name: format!("art/{name}"),
        bytes: bytes.into(),
        what: String::new(),
    };
    Ok(files.map(made).collect())
}

/// Returns the names of a game's styles.
fn styles(vfs: &WorkDir, id: &str) -> BTreeSet<String> {
    let bytes = vfs.read(&format!("{}/templates/type.toml", read::folder(id))).map(std::borrow::Cow::into_owned);
    let text = bytes.ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    let table = toml::de::DeTable::parse(&text).map(toml::Spanned::into_inner).unwrap_or_default();
    table.keys().map(|key| key.get_ref().to_string()).collect()
}

/// A game one of whose files is changed.
struct Changed<'c> {
    path: &'c str,
    text: &'c [u8],
    other: &'c WorkDir,
}

impl Vfs for Changed<'_> {
    fn read(&self, path: &str) -> Result<Bytes, VfsError> {
        if path == self.path { Ok(self.text.to_vec().into()) } else { self.other.read(path) }
    }

    fn files(&self, folder: &str) -> Vec<String> {
        self.other.files(folder)
    }
}

fn is_of_sheet(diagnostic: &Diagnostic) -> bool {
    diagnostic.span.as_ref().is_some_and(|at| at.source.cells.is_some())
}

/// Returns the text of a diagnostic's cell.
fn cell(diagnostic: &Diagnostic) -> Option<String> {
    let at = diagnostic.span.as_ref()?;
    let text = at.source.text.get(at.range.clone())?.replace("\"\"", "\"");
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Returns the sheets with unknown headings, and their columns.
fn unknown_columns(vfs: &WorkDir, found: &[&Diagnostic]) -> Result<Vec<(Cards, BTreeSet<usize>)>, Failure> {
    let unknown = |one: &&&Diagnostic| {
        [Code::SHEET_UNKNOWN_HEADING, Code::SHEET_NO_HEADING, Code::SHEET_CELL_OUTSIDE].contains(&one.code)
    };
    let mut places: BTreeSet<(String, Option<String>, usize)> = BTreeSet::new();
    for at in found.iter().filter(unknown).filter_map(|one| one.span.as_ref()) {
        let Some(cells) = &at.source.cells else { continue };
        let Some(cell) = cells.at(at.range.start) else { continue };
        places.insert((at.source.path.clone(), cells.sheet.clone(), cell.column));
    }
    let mut all = Vec::new();
    let files: BTreeSet<(String, Option<String>)> =
        places.iter().map(|(path, sheet, _)| (path.clone(), sheet.clone())).collect();
    for (path, name) in files {
        let bytes = vfs.read(&path).map_err(|error| Failure::Stopped(error.to_string()))?;
        let sheets = sheet_cells(&path, &bytes).map_err(|(what, _)| Failure::Stopped(format!("{path}: {what}")))?;
        let sheet = sheets.into_iter().find(|sheet| name.as_ref().is_none_or(|name| *name == sheet.name));
        let Some(cards) = sheet.and_then(|sheet| guess::cards(&sheet, Wanted::default()).ok()) else { continue };
        let of_sheet = places.iter().filter(|(known, sheet, _)| *known == path && *sheet == name);
        let columns = of_sheet.map(|(.., column)| *column).collect();
        all.push((cards, columns));
    }
    Ok(all)
}

/// Additions to `game.toml`.
#[derive(Default)]
struct Addition {
    /// Lines below `[columns]`.
    headings: Vec<String>,
    /// Tables at the end.
    tables: String,
    /// Report.
    lines: Vec<String>,
    /// Keys of fields that there are.
    taken: BTreeSet<String>,
    /// Names of the styles of the game.
    styles: BTreeSet<String>,
}

impl Addition {
    fn columns(&mut self, cards: &Cards, unknown: &BTreeSet<usize>) {
        for column in cards.columns.iter().filter(|column| unknown.contains(&column.index)) {
            self.column(column);
        }
        let is_open = |index: &usize| !cards.columns.iter().any(|column| column.index == *index);
        if unknown.iter().any(is_open) {
            self.heading("", "false");
            self.lines.push("Added `\"\" = false`: cells under no heading are not read".to_owned());
        }
    }

    fn heading(&mut self, heading: &str, key: &str) {
        let line = format!("{} = {key}\n", text(heading));
        if !self.headings.contains(&line) {
            self.headings.push(line);
        }
    }

    fn column(&mut self, column: &Column) {
        let heading = column.heading.replace('\n', " ");
        let (content, reason) = match &column.role {
            Role::Field { content, .. } => (content, None),
            Role::LeftOff(reason) => (&Content::Line, Some(reason.as_str())),
            _ => (&Content::Line, None),
        };
        if let Some(reason) = reason {
            self.heading(&column.heading, "false");
            self.lines.push(format!("Added `{} = false` below `[columns]`: {reason}", text(&heading)));
            return;
        }
        let plain = headings::key(&column.heading);
        let mut numbered = (2..).map(|number| format!("{plain}_{number}"));
        let is_free = |key: &String| !self.taken.contains(key);
        let key = if is_free(&plain) { plain } else { numbered.find(is_free).unwrap_or(plain) };
        self.taken.insert(key.clone());
        if !is_key(&column.heading, &key) {
            self.heading(&column.heading, &text(&key));
        }
        self.tables.push_str(&field(&key, content));
        self.lines.push(format!(
            "Added `[field.{key}]` for the heading {heading}. To show it, paste a slot into a template and move it to a free place:"
        ));
        let style = self.style(content);
        self.lines.push(format!(
            "  <rect id=\"slot-{key}\" fill=\"#000000\" x=\"5\" y=\"70\" width=\"53.5\" height=\"8\" data-style=\"{style}\" data-optional=\"\"/>"
        ));
    }

    /// Returns a style of the game in which content of this type may be set.
    fn style(&self, content: &Content) -> &str {
        let wanted: &[&str] = match content {
            Content::Text { .. } | Content::Flavour { .. } => &["rules", "story", "text", "value"],
            Content::Number(_) => &["figure", "index", "value", "row-value"],
            _ => &["value", "row-value", "kind", "name"],
        };
        let known = || self.styles.iter().map(String::as_str);
        let found = wanted.iter().find_map(|style| known().find(|known| known == style));
        found.or_else(|| known().find(|style| *style != "margin")).unwrap_or("name")
    }

    /// Returns the file with the additions: headings below `[columns]`, everything else at the end.
    fn insert(&self, toml: &str) -> String {
        let newline = if toml.contains("\r\n") { "\r\n" } else { "\n" };
        let own = |text: &str| text.replace('\n', newline);
        let headings = own(&self.headings.concat());
        let mut changed = toml.to_owned();
        let mut tables = own(&self.tables);
        let head = toml.split_inclusive('\n').scan(0, |start, line| {
            let at = *start;
            *start += line.len();
            Some((at + line.len(), line))
        });
        let head = head.filter(|(_, line)| line.trim_start().starts_with("[columns]")).map(|(end, _)| end).next();
        match head {
            _ if headings.is_empty() => {}
            Some(end) if toml[..end].ends_with('\n') => changed.insert_str(end, &headings),
            _ => tables = format!("{newline}[columns]{newline}{headings}{tables}"),
        }
        if !changed.ends_with('\n') && !tables.is_empty() {
            changed.push_str(newline);
        }
        changed + &tables
    }
}
