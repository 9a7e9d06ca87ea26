//! Faults, one at a time: a file of a game that is changed in one place, and where that must be told.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use super::pattern::{Pattern, fill};

/// One fault.
pub struct Fault {
    /// What is changed: the game and file, the text before and after, and which of several it is.
    pub name: String,
    /// The kind of fault, as the head of its section says.
    pub kind: String,
    /// The game's folder in `card-data`.
    pub game: String,
    /// The file in it.
    pub file: String,
    /// What is in the file now; nothing where it is deleted.
    pub text: Option<String>,
    /// Where it is right to tell it.
    pub places: Vec<Place>,
}

/// Where it is right to tell a fault.
#[derive(Debug)]
pub enum Place {
    /// These lines of a file.
    Lines(String, RangeInclusive<usize>),
    /// Anywhere in a file.
    File(String),
}

/// The text files of a game by their names in its folder.
pub type Files = BTreeMap<String, String>;

/// All faults of a list. Its sections have heads `[game/file] kind`, its lines are `pattern -> replacement @ place`.
///
/// Every place where the pattern stands is a fault, with `in [table]: ` before it every one in that table of TOML; with `[game/file /3]` every third one. Places are where it should be told: ` @ words`
/// are the lines with those words ` @ file: words` those of another file, ` @ file:` all of that file, ` @ head` the head above it with the name,
/// ` @ text` the line in which the long text about it begins,
/// ` @ whole` all lines of the replacement, ` @ here` the changed lines, which is also meant where no place is given. Several are equally right.
///
/// What is wrong with the list itself is noted.
pub fn faults(list: &str, games: &BTreeMap<String, Files>, wrong: &mut Vec<String>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let (mut game, mut file, mut kind, mut every) = (String::new(), String::new(), String::new(), 1);
    for line in list.lines() {
        if line.is_empty() || line.starts_with("# ") {
            continue;
        }
        let head = line.strip_prefix('[').and_then(|head| head.split_once("] "));
        if let Some((head, about)) = head.filter(|(_, about)| !about.contains("->")) {
            let (path, share) = head.split_once(" /").unwrap_or((head, "1"));
            let (of, name) = path.split_once('/').expect("a game and a file");
            (game, file, kind) = (of.to_owned(), name.to_owned(), about.to_owned());
            every = share.parse().expect("a number");
            continue;
        }
        let files = &games[&game];
        let new = Files::from([(file.clone(), String::new())]);
        let matching: Vec<(&String, &String)> = match file.split_once('*') {
            Some((before, after)) => {
                let fits = |name: &str| name.starts_with(before) && name.ends_with(after);
                files.iter().filter(|(name, _)| fits(name)).collect()
            }
            None if files.contains_key(&file) => files.get_key_value(&file).into_iter().collect(),
            None => new.iter().collect(),
        };
        let before = faults.len();
        let mut number = 0;
        for (name, text) in matching {
            for fault in of_line(line, &game, name, text, files, wrong) {
                if number % every == 0 {
                    faults.push(Fault { kind: kind.clone(), ..fault });
                }
                number += 1;
            }
        }
        if faults.len() == before {
            wrong.push(format!("nothing in {game}/{file} is like {line}"));
        }
    }
    faults
}

/// The faults of one line of a list in one file.
fn of_line(line: &str, game: &str, file: &str, text: &str, files: &Files, wrong: &mut Vec<String>) -> Vec<Fault> {
    let (within, line) = match line.strip_prefix("in [").and_then(|rest| rest.split_once("]: ")) {
        Some((table, rest)) => (table_of(text, table), rest),
        None => (0..text.len(), line),
    };
    let mut parts = line.split(" @ ");
    let change = parts.next().unwrap_or_default();
    let places: Vec<&str> = parts.collect();
    let (old, new) = change.split_once(" -> ").or_else(|| Some((change.strip_suffix(" ->")?, ""))).expect("an arrow");
    // The space before an attribute stays: two attributes that run into each other would be another fault.
    let kept = if old.starts_with(' ') && !new.starts_with(' ') { " " } else { "" };
    let mut found = Pattern::read(old).all(text);
    found.retain(|found| within.start <= found.range.start && found.range.end <= within.end);
    found.retain(|found| found.range.len() == text.len() || !is_comment(file, text, found.range.start));
    let several = found.len() > 1;
    let faults = found.into_iter().enumerate().filter_map(|(number, found)| {
        let gone = new == "(gone)";
        let put = if gone { String::new() } else { format!("{kept}{}", fill(new, &found.held)) };
        let spoilt = format!("{}{put}{}", &text[..found.range.start], &text[found.range.end..]);
        if !gone && spoilt == text {
            return None;
        }
        let here = changed(&text[found.range.clone()], &put);
        let here = found.range.start + here.start..found.range.start + here.end;
        let whole = found.range.start..found.range.start + put.len();
        let which = if several { format!(" ({})", number + 1) } else { String::new() };
        let told = |text: &str| text.chars().take(60).collect::<String>().replace('\n', "⏎");
        let name = format!(
            "{game}/{file}: {} → {}{which}",
            told(&text[found.range.clone()]),
            if gone { "(gone)".into() } else { told(&put) }
        );
        let mut right: Vec<Place> = places
            .iter()
            .flat_map(|place| place_of(&fill(place, &found.held), file, &spoilt, &here, &whole, files))
            .collect();
        if places.is_empty() {
            right.push(lines(file, &spoilt, here));
        }
        if right.is_empty() {
            wrong.push(format!("{line} in {file} can be told nowhere"));
        }
        let (game, file, kind) = (game.to_owned(), file.to_owned(), String::new());
        Some(Fault { name, kind, game, file, text: (!gone).then_some(spoilt), places: right })
    });
    faults.collect()
}

/// The bytes of a table of TOML, up to the next one.
fn table_of(text: &str, name: &str) -> Range<usize> {
    let head = format!("\n[{name}]\n");
    let start = text.find(&head).expect("a table with this name") + head.len();
    start..text[start..].find("\n[").map_or(text.len(), |end| start + end)
}

/// Whether a place is in a comment, of which nothing can be wrong.
fn is_comment(file: &str, text: &str, at: usize) -> bool {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let of_toml = file.ends_with(".toml") && text[line..].trim_start().starts_with('#');
    let opened = text[..at].rfind("<!--").is_some_and(|open| !text[open..at].contains("-->"));
    of_toml || (!file.ends_with(".toml") && opened)
}

/// The bytes of the new text that differ from the old one.
fn changed(old: &str, new: &str) -> Range<usize> {
    let same = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
    };
    let start = same(&mut old.chars().zip(new.chars()));
    let end = same(&mut old[start..].chars().rev().zip(new[start..].chars().rev()));
    start..new.len() - end
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

fn lines(file: &str, text: &str, range: Range<usize>) -> Place {
    // The end of a line belongs to it.
    let end = if range.end > range.start && text[..range.end].ends_with('\n') { range.end - 1 } else { range.end };
    Place::Lines(file.to_owned(), line_of(text, range.start)..=line_of(text, end.max(range.start)))
}

/// The places that a list names.
fn place_of(
    place: &str,
    file: &str,
    spoilt: &str,
    here: &Range<usize>,
    whole: &Range<usize>,
    files: &Files,
) -> Vec<Place> {
    match place {
        "here" => return vec![lines(file, spoilt, here.clone())],
        "whole" => return vec![lines(file, spoilt, whole.clone())],
        "file" => return vec![Place::File(file.to_owned())],
        "head" => {
            let begins = |line: &str| line.starts_with('[') || line.starts_with('#') || line.starts_with(":::");
            let above: Vec<&str> = spoilt[..here.start].lines().collect();
            let head = above.iter().rposition(|line| begins(line)).map_or(1, |at| at + 1);
            // The name of a card stands below its head.
            let named = spoilt.lines().nth(head).is_some_and(|line| line.starts_with("name = "));
            return vec![Place::Lines(file.to_owned(), head..=head + usize::from(named))];
        }
        "text" => {
            let above: Vec<&str> = spoilt[..here.start].lines().collect();
            let begins = above.iter().rposition(|line| line.ends_with("= \"\"\"")).map_or(1, |at| at + 1);
            return vec![Place::Lines(file.to_owned(), begins..=begins)];
        }
        _ => {}
    }
    let is_file = |name: &str| files.contains_key(name) || name.contains('.') && !name.contains(' ');
    let (of, words) = match place.split_once(':') {
        Some((name, words)) if is_file(name) => (name, words.trim()),
        _ => (file, place),
    };
    if words.is_empty() {
        return vec![Place::File(of.to_owned())];
    }
    let text = if of == file { spoilt } else { files.get(of).map_or("", String::as_str) };
    let hits = text.lines().enumerate().filter(|(_, line)| line.contains(words));
    hits.map(|(number, _)| Place::Lines(of.to_owned(), number + 1..=number + 1)).collect()
}
