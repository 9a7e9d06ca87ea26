//! Makes a new game again and again, until it checks without an error.

use std::collections::{BTreeMap, BTreeSet};

use super::guess::{Column, Content, Role, SkippedCell};
use super::layout;
use super::write::{self, NO_ROOM, Plan};
use crate::diagnostic::{Cell, Code, Diagnostic};
use crate::job::{Failure, check};
use crate::read::heading_key;
use crate::vfs::{Memory, Overlay, Vfs};

/// More rounds than these help no game.
const MAX_ROUNDS: usize = 60;
/// Codes from this one on are about templates, type and pictures.
const FIRST_OF_FACES: u16 = 501;
/// Maximum number of times that letters get smaller before a field is dropped.
const MAX_SQUEEZE: u8 = 3;

/// Files of a game, by their paths in its folder.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// Draws the game of a plan; `given` are the files that are there already.
///
/// # Errors
/// The game cannot be checked.
pub(super) fn fit(
    builtin: &dyn Vfs,
    name: &str,
    plan: &mut Plan,
    given: &Files,
) -> Result<(Files, Vec<Diagnostic>), Failure> {
    let (mut files, mut errors) = attempt(builtin, name, plan, given)?;
    for _ in 0..MAX_ROUNDS {
        if errors.is_empty() || !(Judge { plan }).revise(&errors) {
            break;
        }
        (files, errors) = attempt(builtin, name, plan, given)?;
    }
    // Fields dropped in vain are restored.
    if !errors.is_empty() && !plan.blamed.is_empty() {
        for key in std::mem::take(&mut plan.blamed) {
            plan.off_face.remove(&key);
        }
        (files, errors) = attempt(builtin, name, plan, given)?;
    }
    Ok((files, errors))
}

/// Draws the game of a plan, and checks it.
fn attempt(builtin: &dyn Vfs, name: &str, plan: &mut Plan, given: &Files) -> Result<(Files, Vec<Diagnostic>), Failure> {
    let files = draw(plan);
    let errors = errors(builtin, name, &files, given)?;
    Ok((files, errors))
}

/// Checks a new game before it is written; `given` are files that it is made from.
///
/// # Errors
/// The game cannot be checked.
pub(super) fn errors(builtin: &dyn Vfs, name: &str, files: &Files, given: &Files) -> Result<Vec<Diagnostic>, Failure> {
    let disk = files
        .iter()
        .chain(given)
        .fold(Memory::new(), |disk, (path, bytes)| disk.with(&format!("card-data/{name}/{path}"), bytes.clone()));
    let found = check(&Overlay { first: &disk, second: builtin }, &[name.to_owned()], None, None, None)?;
    Ok(found.into_iter().filter(Diagnostic::is_error).collect())
}

/// Returns the files of a plan. Fields without space on the face are dropped.
fn draw(plan: &mut Plan) -> Files {
    let mut faces = layout::faces(plan);
    if !faces.left_off.is_empty() {
        for key in std::mem::take(&mut faces.left_off) {
            plan.off_face.entry(key).or_insert_with(|| NO_ROOM.to_owned());
        }
        faces = layout::faces(plan);
    }
    if plan.columns.iter().any(|column| column.role == Role::BackArt) {
        with_back_art(&mut faces);
    }
    if plan.has_small_names {
        faces
            .files
            .iter_mut()
            .filter(|(path, _)| path == "templates/type.toml")
            .for_each(|(_, text)| *text = small_names(text));
    }
    let mut files: Files = faces.files.into_iter().map(|(path, text)| (path, text.into_bytes())).collect();
    files.insert("game.toml".to_owned(), write::game(plan, &faces.toml).into_bytes());
    files
}

/// Gives the back a slot for a picture of each card's own, which covers it.
fn with_back_art(faces: &mut layout::Faces) {
    let shared = "[face.common]\ntemplate = \"back\"\nshared = true\n";
    faces.toml = faces.toml.replacen(
        shared,
        "[face.common]\ntemplate = \"back\"\nart = \"\"              # a column names that of each card\n",
        1,
    );
    // The style of those words.
    for (_, styles) in faces.files.iter_mut().filter(|(path, _)| path == "templates/type.toml") {
        let all: Vec<&str> = styles.split("\n\n").filter(|style| !style.starts_with("[game]")).collect();
        *styles = all.join("\n\n");
    }
    let Some((_, back)) = faces.files.iter_mut().find(|(path, _)| path == "templates/back.svg") else { return };
    let view =
        back.split_once("viewBox=\"").and_then(|(_, rest)| rest.split_once('"')).map(|(view, _)| view.to_owned());
    let view = view.unwrap_or_default();
    if let [x, y, width, height] = view.split(' ').collect::<Vec<_>>()[..] {
        let slot = format!(
            "  <rect id=\"slot-art\" fill=\"#c9c2b0\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" data-optional=\"\"/>\n</svg>"
        );
        // Words would be on top of the picture.
        let lines: Vec<&str> = back.lines().filter(|line| !line.contains("id=\"slot-title")).collect();
        *back = (lines.join("\n") + "\n").replacen("</svg>", &slot, 1);
    }
}

/// Styles in which names may be as small as long ones need.
fn small_names(styles: &str) -> String {
    const LEAST: &str = "min-size = 7";
    const HYPHENS: &str = "hyphenate = true";
    let mut is_of_names = false;
    let line = |line: &str| {
        if let Some(style) = line.strip_prefix('[') {
            is_of_names = ["name", "title", "prompt"].iter().any(|start| style.starts_with(start));
        }
        match () {
            () if is_of_names && line.starts_with("min-size = ") => format!("{LEAST}\n{HYPHENS}"),
            () if is_of_names && line == HYPHENS => String::new(),
            () => line.to_owned(),
        }
    };
    let lines: Vec<String> = styles.lines().map(line).collect();
    lines.join("\n") + "\n"
}

/// Decides what to change about a plan so that its errors go away.
struct Judge<'p> {
    plan: &'p mut Plan,
}

/// Subject of an error.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    /// The field with this key.
    Field(String),
    /// The names of cards.
    Name,
    /// A column that isn't a field, by its heading.
    Column(String),
}

impl Judge<'_> {
    /// Changes the plan; false if nothing more can be changed.
    fn revise(&mut self, errors: &[Diagnostic]) -> bool {
        let is = |code: Code| errors.iter().any(|error| error.code == code);
        if is(Code::LETTER_MISSING) && self.plan.missing.is_empty() {
            let missing = errors.iter().filter(|error| error.code == Code::LETTER_MISSING);
            self.plan.missing = missing.map(|error| [&error.message, &*error.hints.join("; ")].join("; ")).collect();
            return true;
        }
        let of_size = [Code::TEXT_TOO_LONG, Code::TEXT_TOO_WIDE, Code::SLOT_TOO_SMALL, Code::SLOT_OFF_CARD];
        let (tight, others): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
            errors.iter().partition(|error| of_size.contains(&error.code));
        // Signs of markup that the sheet means otherwise.
        let in_sheets = others.iter().any(|error| is_of_markup(error.code) && self.column(error).is_some());
        if in_sheets && !self.plan.is_plain {
            self.plan.is_plain = true;
            return true;
        }
        let names = [Code::NAME_WITHOUT_LETTERS, Code::NAME_ON_SEVERAL_LINES, Code::CARD_TWICE, Code::EACH_SAME_NAME];
        if names.into_iter().any(is) && self.plan.sheets.iter().any(|cards| cards.has_unique_names) {
            self.plan.sheets.iter_mut().for_each(|cards| cards.has_unique_names = false);
            return true;
        }
        let mut is_changed = false;
        let causes: BTreeSet<(Cause, &str, bool)> = others
            .iter()
            .filter_map(|error| {
                Some((self.cause(error)?, error.message.as_str(), error.code.number() >= FIRST_OF_FACES))
            })
            .collect();
        for (cause, what, is_of_face) in causes {
            is_changed |= self.give_up(&cause, what, is_of_face);
        }
        if is_changed {
            return true;
        }
        for error in tight.iter().filter(|error| error.code == Code::SLOT_OFF_CARD) {
            if let Some(Cause::Field(key)) = self.cause(error) {
                is_changed |= self.leave_off(&key, NO_ROOM);
            }
        }
        if is_changed {
            return true;
        }
        let is_wide = tight.iter().any(|error| error.code == Code::TEXT_TOO_WIDE);
        if is_wide && !std::mem::replace(&mut self.plan.hyphenates, true) {
            return true;
        }
        // A few texts are not worth the pictures.
        if self.plan.squeeze + 1 == MAX_SQUEEZE && self.plan.pictures.is_some() && self.skip_cells(&tight) {
            self.plan.start_over();
            return true;
        }
        if !tight.is_empty() && self.plan.squeeze < MAX_SQUEEZE {
            self.plan.squeeze += 1;
            return true;
        }
        if self.skip_cells(&tight) {
            self.plan.start_over();
            return true;
        }
        let causes: BTreeSet<Cause> = tight.iter().filter_map(|error| self.cause(error)).collect();
        // One at a time: the others may fit then. The flavour goes first, else the longest.
        let length = |content: &Content| (matches!(content, Content::Flavour { .. }), content.longest());
        let shown = self.plan.shown().filter(|(_, key, _)| causes.contains(&Cause::Field((*key).to_owned())));
        let key = shown.max_by_key(|(_, _, content)| length(content)).map(|(_, key, _)| key.to_owned());
        if key.is_some_and(|key| self.leave_off(&key, "it is too long for the face")) {
            self.plan.start_over();
            return true;
        }
        let is_of_names =
            self.plan.has_small_names || errors.iter().any(|error| self.cause(error) == Some(Cause::Name));
        if is_of_names && !std::mem::replace(&mut self.plan.has_small_names, true) {
            return true;
        }
        (is_of_names && self.number_cards()) || self.leave_off_last()
    }

    /// Leaves out the few cells of a field that are too long; the other cards keep theirs. Returns false if none are few.
    fn skip_cells(&mut self, tight: &[&Diagnostic]) -> bool {
        let mut cells: BTreeMap<String, BTreeSet<(String, usize)>> = BTreeMap::new();
        for error in tight {
            if let (Some(Cause::Field(key)), Some((sheet, cell))) = (self.cause(error), self.cell(error)) {
                cells.entry(key).or_default().insert((sheet, cell.row));
            }
        }
        let mut is_changed = false;
        for (key, rows) in cells {
            let of_key = |column: &&Column| matches!(&column.role, Role::Field { key: known, .. } if *known == key);
            let columns = self.plan.sheets.iter().flat_map(|cards| cards.columns.iter().filter(of_key));
            let filled = columns.flat_map(|column| &column.cells).filter(|cell| !cell.is_empty()).count();
            if rows.len() * 4 <= filled || rows.len() == 1 && filled > 1 {
                for (sheet, row) in &rows {
                    is_changed |= self.skip_cell(&key, sheet, *row);
                }
            }
        }
        is_changed
    }

    fn skip_cell(&mut self, key: &str, sheet: &str, row: usize) -> bool {
        let Some(cards) = self.plan.sheets.iter_mut().find(|cards| cards.sheet == sheet) else { return false };
        let Some(card) = cards.numbers.iter().position(|number| *number == row) else { return false };
        let name = cards.names().nth(card).unwrap_or_default().to_owned();
        let of_key = |column: &&mut Column| matches!(&column.role, Role::Field { key: known, .. } if *known == key);
        let Some(column) = cards.columns.iter_mut().find(of_key) else { return false };
        let is_filled = !std::mem::take(&mut column.cells[card]).is_empty();
        if is_filled {
            let longest = column.cells.iter().map(|cell| cell.chars().count()).max().unwrap_or_default();
            if let Role::Field { content: Content::Text { longest: known }, .. } = &mut column.role {
                *known = longest;
            }
            let card = if name.is_empty() { String::new() } else { format!(" of `{name}`") };
            let why = format!("the {}{card} is too long for the face", column.heading);
            cards.skipped_cells.push(SkippedCell { row, column: column.index, why });
        }
        is_filled
    }

    /// Drops the last field, if no error names one.
    fn leave_off_last(&mut self) -> bool {
        let last = self.plan.shown().last().map(|(_, key, _)| key.to_owned());
        last.is_some_and(|key| {
            self.plan.blamed.push(key.clone());
            self.leave_off(&key, NO_ROOM)
        })
    }

    /// Reads a column as something simpler, or not at all.
    fn give_up(&mut self, cause: &Cause, what: &str, is_of_face: bool) -> bool {
        match cause {
            Cause::Name => false,
            Cause::Field(key) => {
                // Problems of the face remain in any type of column.
                if is_of_face {
                    return self.leave_off(key, NO_ROOM);
                }
                let of_key = |role: &Role| matches!(role, Role::Field { key: known, .. } if known == key);
                let simpler = self.plan.columns.iter_mut().find(|column| of_key(&column.role)).and_then(|column| {
                    let longest = column.cells.iter().map(|cell| cell.chars().count()).max().unwrap_or_default();
                    match &mut column.role {
                        Role::Field { content, .. }
                            if matches!(content, Content::Number(_) | Content::Flag | Content::List(_)) =>
                        {
                            *content = if longest > 32 { Content::Text { longest } } else { Content::Line };
                            Some(())
                        }
                        Role::Field { content: content @ Content::Line, .. } => {
                            *content = Content::Text { longest };
                            Some(())
                        }
                        _ => None,
                    }
                });
                simpler.is_some() || self.leave_off(key, &format!("as {what}"))
            }
            Cause::Column(heading) => {
                let reason = format!("as {what}");
                let mut is_changed = false;
                let all =
                    self.plan.sheets.iter_mut().flat_map(|cards| &mut cards.columns).chain(&mut self.plan.columns);
                for column in all.filter(|column| column.heading == *heading) {
                    if !matches!(column.role, Role::Name | Role::LeftOff(_)) {
                        column.role = Role::LeftOff(reason.clone());
                        is_changed = true;
                    }
                }
                is_changed
            }
        }
    }

    /// Numbers the cards where their names fit nowhere.
    fn number_cards(&mut self) -> bool {
        let mut is_changed = false;
        (self.plan.has_small_names, self.plan.squeeze) = (false, 0);
        for cards in &mut self.plan.sheets {
            for column in cards.columns.iter_mut().filter(|column| column.role == Role::Name) {
                column.role = Role::LeftOff("the longest name fits on no card".to_owned());
                is_changed = true;
            }
            cards.header = Some(cards.header_row);
            cards.has_unique_names = false;
        }
        for column in self.plan.columns.iter_mut().filter(|column| is_changed && column.role == Role::Name) {
            column.role = Role::LeftOff("the longest name fits on no card".to_owned());
        }
        is_changed
    }

    fn leave_off(&mut self, key: &str, why: &str) -> bool {
        self.plan.off_face.insert(key.to_owned(), why.to_owned()).is_none()
    }

    /// Returns the subject of an error: a slot, a column of a spreadsheet, or a field that its message names.
    fn cause(&self, error: &Diagnostic) -> Option<Cause> {
        let keys: Vec<&str> = self.plan.shown().map(|(_, key, _)| key).collect();
        let of_slot = |slot: &str| {
            if slot == "name" {
                return Some(Cause::Name);
            }
            let of_key =
                |key: &&&str| slot == **key || slot.strip_prefix(**key).is_some_and(|rest| rest.starts_with('-'));
            keys.iter().filter(of_key).max_by_key(|key| key.len()).map(|key| Cause::Field((*key).to_owned()))
        };
        let of_slots = error.affects.slot.as_deref().and_then(of_slot);
        let quoted = || error.message.split('`').skip(1).step_by(2).find_map(of_slot);
        of_slots.or_else(|| self.column(error)).or_else(quoted)
    }

    /// Returns the sheet and the cell of an error.
    fn cell(&self, error: &Diagnostic) -> Option<(String, Cell)> {
        let at = error.span.as_ref()?;
        let cells = at.source.cells.as_ref()?;
        let sheet = cells.sheet.clone().or_else(|| Some(self.plan.sheets.first()?.sheet.clone()))?;
        Some((sheet, cells.at(at.range.start)?))
    }

    /// Returns the spreadsheet column of an error.
    fn column(&self, error: &Diagnostic) -> Option<Cause> {
        let (sheet, cell) = self.cell(error)?;
        let cards = self.plan.sheets.iter().find(|cards| cards.sheet == sheet)?;
        let column = cards.columns.iter().find(|known| known.index == cell.column)?;
        let same = |known: &&Column| heading_key(&known.heading) == heading_key(&column.heading);
        match &self.plan.columns.iter().find(same)?.role {
            Role::Name => Some(Cause::Name),
            Role::Field { key, .. } => Some(Cause::Field(key.clone())),
            _ => Some(Cause::Column(column.heading.clone())),
        }
    }
}

/// True for problems of markup, of values in texts and of icons.
fn is_of_markup(code: Code) -> bool {
    const TEXTS: std::ops::RangeInclusive<u16> = 315..=337;
    code == Code::MARK_MISSING || TEXTS.contains(&code.number())
}
