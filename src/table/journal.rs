//! The journal as text: one line of JSON for each entry, with a checksum of its bytes.
//!
//! `{"crc":"0c2f91aa","entry":{"seq":7,"time":1763757600000,"command":{"adjust":{"seat":1,"by":-1}},"changes":[…]}}`
//!
//! The first line is the head: `{"crc":"…","journal":{"format":1,"game":"skirmish-5e","printing":"5e · r1"}}`.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Blow, Change, Command, Damage, Entry, Event, Millis, Rules, Table};

/// The version of the form that this program reads and writes.
pub const FORMAT: u32 = 1;

/// What the first line says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The version of the form.
    pub format: u32,
    /// The id of the game.
    pub game: String,
    /// Its edition and revision; another one may have other figures, but what is written stays as it was played.
    pub printing: String,
}

impl Head {
    fn of(rules: &Rules) -> Self {
        Self { format: FORMAT, game: rules.game().to_owned(), printing: rules.printing() }
    }

    /// Whether it is of another printing than these rules.
    pub fn other_printing(&self, rules: &Rules) -> Option<OtherPrinting> {
        let (theirs, ours) = (self.printing.clone(), rules.printing());
        (theirs != ours).then_some(OtherPrinting { theirs, ours })
    }
}

/// A journal was begun with another printing of the game, and is played on with this one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it was begun with the printing {theirs} of the game, and this is {ours}")]
pub struct OtherPrinting {
    /// The printing that it names.
    pub theirs: String,
    /// The printing that is played with now.
    pub ours: String,
}

/// A journal as far as it makes sense.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The table that it folds to.
    pub table: Table,
    /// What its first line says.
    pub head: Head,
    /// How many bytes make sense, from the start.
    pub good: usize,
    /// How it ends.
    pub end: End,
}

/// How a journal ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With a whole line.
    Whole,
    /// With a whole line that lacks only its line end.
    Open,
    /// With a piece of a line, as a power cut leaves it.
    Torn {
        /// The number of the line, counted from 1.
        line: usize,
    },
    /// With a line that makes no sense, and more lines may follow.
    Damaged {
        /// The number of the line, counted from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
        /// How many lines there are from here on, this one included.
        lines: usize,
    },
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("all of it is there"),
            Self::Open => f.write_str("all of it is there but the end of its last line"),
            Self::Torn { line } => write!(f, "line {line} was not written to its end, and is left out"),
            Self::Damaged { line, why, lines: 1 } => write!(f, "line {line} makes no sense: {why}; it is left out"),
            Self::Damaged { line, why, lines } => {
                write!(f, "line {line} makes no sense: {why}; {lines} lines are left out")
            }
        }
    }
}

/// Why a text is not read as a journal at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoJournal {
    /// There is nothing in it, or only a piece of a first line.
    #[error("nothing is written in it")]
    Empty,
    /// Its first line is not that of a journal.
    #[error("line 1 is not the first line of a journal: {0}")]
    Head(Damage),
    /// It was written by a later version of the program.
    #[error("it was written by a later version of this program (form {0}, and this one reads up to {FORMAT})")]
    Later(u32),
    /// It is of another game.
    #[error("it is a journal of the game `{0}`")]
    OtherGame(String),
}

/// The first line of a journal, with its line end.
///
/// # Errors
/// [`Damage`] if it cannot be written as JSON.
pub fn head(rules: &Rules) -> Result<String, Damage> {
    seal("journal", &Head::of(rules))
}

/// An entry as a line, with its line end.
///
/// # Errors
/// [`Damage`] if it cannot be written as JSON.
pub fn line(entry: &Entry) -> Result<String, Damage> {
    match entry {
        Entry::Did(event) => seal("entry", event.as_ref()),
        Entry::Undid { seq, time, count } => {
            seal("entry", &Back { seq: *seq, time: *time, undo: Some(*count), redo: None })
        }
        Entry::Redid { seq, time, count } => {
            seal("entry", &Back { seq: *seq, time: *time, undo: None, redo: Some(*count) })
        }
    }
}

/// A whole journal as it is kept: the head, and a line for each entry.
///
/// # Errors
/// [`Damage`] if it cannot be written as JSON.
pub fn text(table: &Table) -> Result<String, Damage> {
    let mut text = head(table.rules())?;
    for entry in table.entries() {
        text.push_str(&line(entry)?);
    }
    Ok(text)
}

/// Reads a line, without its line end.
///
/// # Errors
/// [`Damage`] if it was torn or altered.
pub fn entry(line: &[u8]) -> Result<Entry, Damage> {
    let raw: Raw = parse(unseal("entry", line)?)?;
    let Raw { seq, time, command, overruled, blows, changes, undo, redo } = raw;
    match (command, undo, redo) {
        (Some(command), None, None) => {
            Ok(Entry::Did(Arc::new(Event { seq, time, command, overruled, blows, changes })))
        }
        (None, Some(count), None) => Ok(Entry::Undid { seq, time, count }),
        (None, None, Some(count)) => Ok(Entry::Redid { seq, time, count }),
        _ => Err(Damage("it is neither an event nor taken back nor done again".into())),
    }
}

/// Reads a whole journal, as far as it makes sense.
///
/// # Errors
/// See [`NoJournal`].
pub fn read(bytes: &[u8], rules: &Arc<Rules>) -> Result<Reading, NoJournal> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let first = lines.next().ok_or(NoJournal::Empty)?;
    let Some(text) = first.strip_suffix(b"\n") else {
        // Whoever began it was stopped in the first line, unless it is another file altogether.
        let ours = head(rules).map_err(NoJournal::Head)?;
        let begun = ours.as_bytes().starts_with(first);
        return Err(if begun { NoJournal::Empty } else { NoJournal::Head(Damage("it has no end".into())) });
    };
    let head = read_head(text, rules)?;
    let mut table = Table::new(Arc::clone(rules));
    let (mut good, mut number) = (first.len(), 1);
    while let Some(line) = lines.next() {
        number += 1;
        let whole = line.strip_suffix(b"\n");
        match (entry(whole.unwrap_or(line)).and_then(|entry| table.push(entry)), whole) {
            (Ok(()), Some(_)) => good += line.len(),
            (Ok(()), None) => {
                return Ok(Reading { table, head, good: good + line.len(), end: End::Open });
            }
            (Err(_), None) => return Ok(Reading { table, head, good, end: End::Torn { line: number } }),
            (Err(Damage(why)), Some(_)) => {
                let end = End::Damaged { line: number, why, lines: 1 + lines.count() };
                return Ok(Reading { table, head, good, end });
            }
        }
    }
    Ok(Reading { table, head, good, end: End::Whole })
}

/// The first line, of a version and a game that can be read.
fn read_head(line: &[u8], rules: &Rules) -> Result<Head, NoJournal> {
    #[derive(Deserialize)]
    struct Format {
        format: u32,
    }
    let content = unseal("journal", line).map_err(NoJournal::Head)?;
    // A later version may say other things there, but its number.
    let Format { format } = parse(content).map_err(NoJournal::Head)?;
    if format > FORMAT {
        return Err(NoJournal::Later(format));
    }
    let head: Head = parse(content).map_err(NoJournal::Head)?;
    if head.game != rules.game() {
        return Err(NoJournal::OtherGame(head.game));
    }
    Ok(head)
}

#[derive(Serialize)]
struct Back {
    seq: u64,
    time: Millis,
    #[serde(skip_serializing_if = "Option::is_none")]
    undo: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redo: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    seq: u64,
    time: Millis,
    command: Option<Command>,
    #[serde(default)]
    overruled: Vec<String>,
    #[serde(default)]
    blows: Vec<Blow>,
    #[serde(default)]
    changes: Vec<Change>,
    undo: Option<u32>,
    redo: Option<u32>,
}

/// JSON with its checksum, as a line.
fn seal(name: &str, value: &impl Serialize) -> Result<String, Damage> {
    let content = serde_json::to_string(value).map_err(|error| Damage(error.to_string()))?;
    let crc = crc32fast::hash(content.as_bytes());
    Ok(format!("{{\"crc\":\"{crc:08x}\",\"{name}\":{content}}}\n"))
}

/// The JSON within a line, if its checksum is right.
fn unseal<'a>(name: &str, line: &'a [u8]) -> Result<&'a [u8], Damage> {
    let (before, between) = ("{\"crc\":\"", format!("\",\"{name}\":"));
    let content = line.strip_prefix(before.as_bytes()).and_then(|rest| {
        let (crc, rest) = rest.split_at_checked(8)?;
        let content = rest.strip_prefix(between.as_bytes())?.strip_suffix(b"}")?;
        Some((crc, content))
    });
    let (crc, content) = content.ok_or_else(|| Damage(format!("it is not a line with an `{name}`")))?;
    if format!("{:08x}", crc32fast::hash(content)).as_bytes() != crc {
        return Err(Damage("its checksum is not right: it was altered".into()));
    }
    Ok(content)
}

fn parse<'a, T: Deserialize<'a>>(content: &'a [u8]) -> Result<T, Damage> {
    serde_json::from_slice(content).map_err(|error| Damage(error.to_string()))
}
