//! `skirmish translate`: the files of a language, with all missing texts, ready to fill in.
//!
//! Files are changed as text, at the positions that the reader found: existing content stays byte for byte, including
//! comments.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use super::languages::missing;
use super::select::game_id;
use super::{Failure, OutputFile, Report, counted, files};
use crate::diagnostic::{Code, Diagnostic};
use crate::read::{self, Part, Task, Tasks, is_code, language_name};
use crate::vfs::{Bytes, Vfs, VfsError, WorkDir};

/// Writes the missing texts to the files of a language, and with `accept` marks stale texts as up to date.
///
/// # Errors
/// The game has errors or isn't on disk, the language is invalid, or a file can't be written. Nothing is changed then.
pub fn translate(vfs: &WorkDir, game: &str, language: &str, accept: bool) -> Result<Report, Failure> {
    let id = game_id(game);
    let folder = read::folder(&id);
    if !is_code(language) {
        let diagnostic = Diagnostic::error(Code::LANGUAGE_CODE, None, format!("invalid language tag `{language}`"));
        return Err(Failure::Diagnostics(vec![diagnostic.hint("write a BCP 47 tag: de, fr, pt-BR")]));
    }
    let parsed = read::game(vfs, &id);
    let Some(source) = parsed.game.filter(|_| !parsed.diagnostics.iter().any(Diagnostic::is_error)) else {
        return Err(Failure::Diagnostics(parsed.diagnostics));
    };
    let on_disk = vfs.root().join(&folder);
    if !on_disk.join("game.toml").is_file() {
        return Err(Failure::Stopped(format!(
            "{} is built in: copy its folder to {} first",
            source.title,
            on_disk.display()
        )));
    }
    let mut edited = Edited { vfs, texts: BTreeMap::new() };
    if !source.languages.iter().any(|known| known == language) {
        let path = format!("{folder}/game.toml");
        let text = edited.text(&path)?;
        edited.texts.insert(path, with_language(&text, language));
    }
    let tasks = read::tasks(&edited, &id, language).map_err(Failure::Diagnostics)?;
    let mut report = Report { title: source.title.clone(), ..Report::default() };
    let stale = tasks.all.iter().filter(|task| task.is_stale()).count();
    for part in Part::ALL {
        let path = format!("{folder}/{}", part.file(language));
        let known = tasks.files.iter().find(|(of, _)| *of == part).map(|(_, source)| source.path.clone());
        let text = known.map(|path| edited.text(&path)).transpose()?;
        if let Some(text) = filled(text.as_deref(), &tasks, part, accept) {
            edited.texts.insert(path, text);
        }
    }
    check(&edited, &id, language)?;
    let book = format!("{folder}/{}", read::rulebook_name(Some(language)));
    if source.has_book && !vfs.has(&book) {
        let text = edited.text(&read::rulebook_path(&source))?;
        edited.texts.insert(book, text);
        let name = read::rulebook_name(Some(language));
        report.advice.push(format!("{name} is a copy of {}: translate all of it.", read::RULEBOOK));
    }
    let made: Vec<OutputFile> = edited.texts.into_iter().map(|(path, text)| made(&folder, &path, text)).collect();
    report.advice.extend(advice(&tasks, accept, stale, made.is_empty()));
    report.written = files::write(&on_disk, made)?;
    Ok(report)
}

fn made(folder: &str, path: &str, text: String) -> OutputFile {
    let name = path[folder.len() + 1..].to_owned();
    OutputFile { what: counted(text.lines().count(), "line"), bytes: text.into_bytes().into(), name }
}

/// Returns advice on the remaining work.
fn advice(tasks: &Tasks, accept: bool, stale: usize, is_same: bool) -> Vec<String> {
    let language = language_name(&tasks.language);
    let mut lines = Vec::new();
    match missing(&tasks.all) {
        0 if is_same && stale == 0 => lines.push(format!("All texts are translated into {language}.")),
        0 => {}
        texts => lines.push(format!(
            "{} in {language} {} missing: search for `{}.… = \"\"`.",
            counted(texts, "text"),
            if texts == 1 { "is" } else { "are" },
            tasks.language
        )),
    }
    match (stale, accept) {
        (0, _) => {}
        (_, true) => lines.push(format!("{} marked as up to date.", are(stale))),
        (_, false) => lines.push(format!("{} outdated: run `skirmish check` to see the changes.", are(stale))),
    }
    lines
}

fn are(texts: usize) -> String {
    format!("{} {}", counted(texts, "text"), if texts == 1 { "is" } else { "are" })
}

/// The changed files over those on disk.
struct Edited<'a> {
    vfs: &'a WorkDir,
    texts: BTreeMap<String, String>,
}

impl Edited<'_> {
    /// Returns the text of a file. A byte order mark stays in place.
    fn text(&self, path: &str) -> Result<String, Failure> {
        let bytes = self.read(path).map_err(|error| Failure::Stopped(error.to_string()))?;
        String::from_utf8(bytes.into_owned()).map_err(|error| Failure::Stopped(format!("{path}: {error}")))
    }
}

impl Vfs for Edited<'_> {
    fn read(&self, path: &str) -> Result<Bytes, VfsError> {
        match self.texts.get(path) {
            Some(text) => Ok(text.clone().into_bytes().into()),
            None => self.vfs.read(path),
        }
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let mut all = self.vfs.files(folder);
        all.extend(self.texts.keys().filter(|path| Path::new(path).starts_with(folder)).cloned());
        all.sort();
        all.dedup();
        all
    }
}

/// Checks that the changed files contain the new texts. Some layouts don't allow lines to be inserted.
fn check(edited: &Edited<'_>, id: &str, language: &str) -> Result<(), Failure> {
    let parsed = read::game_in(edited, id, Some(language));
    let of_files: Vec<Diagnostic> = parsed
        .diagnostics
        .into_iter()
        .filter(|one| one.span.as_ref().is_some_and(|at| edited.texts.contains_key(&at.source.path)))
        .filter(|one| one.code.to_string().starts_with("E01"))
        .collect();
    match of_files.is_empty() {
        true => Ok(()),
        false => Err(Failure::Diagnostics(of_files.into_iter().map(|one| {
            one.hint("invalid translation file (shown with the additions); write each card as `[its-id]`, with `source.…` and the translation below it")
        }).collect())),
    }
}

/// Adds a language to `game.toml`: to its list, or in a new line below `language` or `title`.
fn with_language(text: &str, language: &str) -> String {
    let start = text.len() - text.trim_start_matches('\u{feff}').len();
    let (table, _) = toml::de::DeTable::parse_recoverable(&text[start..]);
    let span = |key: &str| {
        let range = table.get_ref().get(key)?.span();
        Some(range.start + start..range.end + start)
    };
    if let Some(list) = span("languages") {
        let inner = text[list.start + 1..list.end - 1].trim_end();
        let at = list.start + 1 + inner.len();
        let comma = if inner.trim().is_empty() || inner.ends_with(',') { "" } else { ", " };
        return format!("{}{comma}\"{language}\"{}", &text[..at], &text[at..]);
    }
    let line = format!("languages = [\"{language}\"]");
    let before = span("language").or_else(|| span("title")).map_or(start, |range| end_of_line(text, range.end));
    let gap = if text[..before].ends_with('\n') || before == start { "" } else { "\n" };
    format!("{}{gap}{line}\n{}", &text[..before], &text[before..])
}

/// Returns the byte after the end of a line.
fn end_of_line(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}

/// A table of a translation: its keys in the file, and the texts below it.
struct Node<'t> {
    path: &'t [String],
    tasks: Vec<&'t Task>,
}

/// Returns the tables of the texts, in the order of the source.
fn nodes(tasks: &Tasks, part: Part) -> Vec<Node<'_>> {
    let mut all: Vec<&Task> = tasks.all.iter().filter(|task| task.part == part).collect();
    all.sort_by_key(|task| (task.node_length() > 0, task.at.source.path.clone(), task.at.range.start));
    let mut nodes: Vec<Node<'_>> = Vec::new();
    for task in all {
        let path = &task.path[..task.node_length()];
        match nodes.iter_mut().find(|node| node.path == path) {
            Some(node) => node.tasks.push(task),
            None => nodes.push(Node { path, tasks: vec![task] }),
        }
    }
    // Names come first, wherever they are in the source.
    for node in &mut nodes {
        node.tasks.sort_by_key(|task| task.path[task.node_length()..] != ["name"]);
    }
    nodes
}

/// Returns the text of a file with all missing texts; `None` if nothing is missing.
fn filled(text: Option<&str>, tasks: &Tasks, part: Part, accept: bool) -> Option<String> {
    let language = tasks.language.as_str();
    let nodes = nodes(tasks, part);
    let old = text.unwrap_or_default();
    let mark = old.len() - old.trim_start_matches('\u{feff}').len();
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    // End of the previous node's block, after which a new one goes.
    let mut behind: Option<usize> = None;
    for node in &nodes {
        for task in node.tasks.iter().filter(|task| accept && task.is_stale()) {
            if let Some(was) = &task.made_from {
                edits.push((was.at.range.start + mark..was.at.range.end + mark, literal(&task.source)));
            }
        }
        let lines: String = node.tasks.iter().map(|task| lines(task, language)).collect();
        let last = node.tasks.iter().flat_map(|task| &task.ends).max().map(|end| end_of_line(old, end + mark));
        if let Some(end) = last {
            behind = behind.max(Some(end));
        }
        if lines.is_empty() {
            continue;
        }
        match (last, node.path.is_empty()) {
            (Some(end), _) => edits.push((end..end, broken(old, end) + &lines)),
            (None, true) => {
                let end = first_table(old, mark);
                let gap = if end < old.len() { "\n" } else { "" };
                edits.push((end..end, broken(old, end) + &lines + gap));
            }
            (None, false) => {
                let end = behind.unwrap_or(old.len());
                let head: Vec<String> = node.path.iter().map(|name| key(name)).collect();
                edits.push((end..end, format!("{}\n[{}]\n{lines}", broken(old, end), head.join("."))));
            }
        }
    }
    if edits.is_empty() {
        return None;
    }
    let mut new = if text.is_none() { beginning(part, language) } else { String::new() };
    let mut at = 0;
    // Edits at one position keep their order.
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    for (range, put) in edits {
        new.push_str(&old[at..range.start]);
        new.push_str(&put);
        at = range.end;
    }
    new.push_str(&old[at..]);
    Some(new)
}

/// Returns a line end, if the text before lacks one.
fn broken(text: &str, at: usize) -> String {
    if at == 0 || text[..at].ends_with('\n') { String::new() } else { "\n".to_owned() }
}

/// Returns the byte at which the first table begins, with the notes right before it.
fn first_table(text: &str, mark: usize) -> usize {
    let (mut at, mut notes) = (mark, None);
    for line in text[mark..].split_inclusive('\n') {
        match line.trim_start() {
            line if line.starts_with('[') => return notes.unwrap_or(at),
            line if line.starts_with('#') => notes = notes.or(Some(at)),
            _ => notes = None,
        }
        at += line.len();
    }
    text.len()
}

/// Returns the beginning of a new file.
fn beginning(part: Part, language: &str) -> String {
    let (of, what) = match part {
        Part::Game => ("game.toml", "texts by table"),
        Part::Cards => ("the cards", "cards by id"),
    };
    format!(
        "# Translation of {of} into {}: {what}. Write between the quotes of\n\
         # `{language}.…`; `source.…` is the source text and stays as it is. Quote values as it does.\n{}",
        language_name(language),
        if part == Part::Game { "\n" } else { "" }
    )
}

/// Returns the lines that a text lacks in the file.
fn lines(task: &Task, language: &str) -> String {
    let path: Vec<String> = task.path[task.node_length()..].iter().map(|name| key(name)).collect();
    let path = path.join(".");
    let in_sheet = task.word.as_ref().is_some_and(|word| word.at.source.cells.is_some());
    let mut lines = String::new();
    if task.made_from.is_none() && (!task.has_key || in_sheet) {
        lines.push_str(&format!("source.{path} = {}\n", literal(&task.source)));
    }
    if !task.has_key {
        lines.push_str(&format!("{}.{path} = \"\"\n", key(language)));
    }
    lines
}

/// Formats a key for TOML.
fn key(name: &str) -> String {
    let is_bare = |letter: u8| letter.is_ascii_alphanumeric() || b"-_".contains(&letter);
    if !name.is_empty() && name.bytes().all(is_bare) { name.to_owned() } else { one_line(name) }
}

/// Formats a text for TOML: between three quotes if it has paragraphs.
fn literal(text: &str) -> String {
    if !text.contains('\n') {
        return one_line(text);
    }
    let text = text.replace('\\', "\\\\").replace("\"\"\"", "\"\"\\\"");
    let text = match text.strip_suffix('"') {
        Some(before) => format!("{before}\\\""),
        None => text,
    };
    format!("\"\"\"\n{text}\"\"\"")
}

fn one_line(text: &str) -> String {
    let mut line = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => line.extend(['\\', letter]),
            '\t' => line.push_str("\\t"),
            letter if letter.is_control() => line.push_str(&format!("\\u{:04X}", u32::from(letter))),
            letter => line.push(letter),
        }
    }
    line + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_added_to_game_toml_and_nothing_else_changes() {
        for (text, told) in [
            ("title = \"A\" # mine\n", "title = \"A\" # mine\nlanguages = [\"de\"]\n"),
            ("title = \"A\"", "title = \"A\"\nlanguages = [\"de\"]\n"),
            (
                "title = \"A\"\nlanguage = \"en\" # x\nx = 1\n",
                "title = \"A\"\nlanguage = \"en\" # x\nlanguages = [\"de\"]\nx = 1\n",
            ),
            ("languages = [\"fr\"]\n", "languages = [\"fr\", \"de\"]\n"),
            ("languages = [ ]\n", "languages = [\"de\" ]\n"),
            ("languages = [\n  \"fr\",\n]\n", "languages = [\n  \"fr\",\"de\"\n]\n"),
        ] {
            assert_eq!(with_language(text, "de"), told);
        }
    }

    #[test]
    fn texts_are_written_so_that_they_read_back_the_same() {
        for text in ["plain", "a \"word\" and \\ more", "two\n\nparagraphs", "ends in \"quotes\"\n\"", "\"\"\"\n\\"] {
            let file = format!("{} = {}\n", key("a b"), literal(text));
            let table = toml::de::DeTable::parse(&file).expect("TOML");
            assert_eq!(table.get_ref().get("a b").and_then(|value| value.get_ref().as_str()), Some(text), "{file}");
        }
    }
}
