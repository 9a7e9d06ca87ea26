//! The journal as text: one line of JSON for each entry, with a checksum of its bytes and of the line before it.
//!
//! `{"crc":"0c2f91aa","after":"7be20d15","entry":{"seq":7,"time":1763757600000,"command":{"adjust":{…}},"changes":[…]}}`
//!
//! The first line is the head: `{"crc":"…","journal":{"format":2,"game":"skirmish-5e","printing":"5e · r1"}}`. In format 1
//! lines have no `after`; a journal that was begun in it is played on in it. In format 3, which only tables with several
//! devices use, entries may have `taps`.

mod line;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::line::{CRC, altered, chained, checksum, parse, parts, seal, unseal};
use super::{About, CorruptEntry, Entry, Event, Millis, Rules, Table, Tap, from_json, from_value};

/// The latest version of the form: entries may record the taps that led to them.
pub const FORMAT: u32 = 3;
/// The version in which new journals are written.
const CHAINED: u32 = 2;
/// The first version; its lines do not carry the checksum of the line before.
pub(super) const UNCHAINED: u32 = 1;

/// Content of the first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The version of the form.
    pub format: u32,
    /// Id of the rules; the first journals were all of one game, and omit it.
    #[serde(default = "first_rules", skip_serializing_if = "is_first")]
    pub rules: String,
    /// The id of the game.
    pub game: String,
    /// Its edition and revision. Another one may have other values, but the entries stay as they were played.
    pub printing: String,
}

impl Head {
    /// Creates the head of a new journal.
    pub fn new(about: &About) -> Self {
        Self { format: CHAINED, rules: about.rules.to_owned(), game: about.game.clone(), printing: about.printing() }
    }

    /// Returns the other edition, if it isn't that of these rules.
    pub fn other_printing(&self, about: &About) -> Option<OtherPrinting> {
        let (theirs, ours) = (self.printing.clone(), about.printing());
        (theirs != ours).then_some(OtherPrinting { theirs, ours })
    }
}

/// The rules of journals that do not say by which they are played.
const FIRST: &str = "skirmish";

fn first_rules() -> String {
    FIRST.to_owned()
}

fn is_first(rules: &str) -> bool {
    rules == FIRST
}

/// A journal was begun with another edition of the game, and is continued with this one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it was started with print run {theirs} of the game; this is {ours}")]
pub struct OtherPrinting {
    /// Edition in the journal.
    pub theirs: String,
    /// Edition in use.
    pub ours: String,
}

/// A journal as far as it makes sense.
#[derive(Clone, Debug)]
pub struct ParsedJournal<R: Rules> {
    /// The resulting table, including its first line.
    pub table: Table<R>,
    /// Writes the lines that follow.
    pub writer: Writer,
    /// Fault of the first line, if the lines after it are valid; it has to be rewritten.
    pub headless: Option<CorruptEntry>,
    /// Number of valid bytes, from the start.
    pub good: usize,
    /// Its end.
    pub end: End,
}

/// End of a journal.
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
        /// The fault.
        why: String,
        /// Number of lines from here on, including this one.
        lines: usize,
    },
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("complete"),
            Self::Open => f.write_str("complete except for the end of its last line"),
            Self::Torn { line } => write!(f, "line {line} is incomplete and was ignored"),
            Self::Damaged { line, why, lines: 1 } => write!(f, "line {line} is invalid: {why}; it was ignored"),
            Self::Damaged { line, why, lines } => {
                write!(f, "line {line} is invalid: {why}; {lines} lines were ignored")
            }
        }
    }
}

/// Why a text is not read as a journal at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// There is nothing in it, or only a piece of a first line.
    #[error("it is empty")]
    Empty,
    /// The first line isn't a journal's.
    #[error("line 1 isn't the start of a journal: {0}")]
    Head(CorruptEntry),
    /// It was written by a later version of the program.
    #[error("it requires a later version of this program (format {0}; this version reads up to {FORMAT})")]
    Later(u32),
    /// It is of another game.
    #[error("it is a journal of the game `{0}`")]
    OtherGame(String),
    /// The game declared another table when it was played, and its edition is still the same.
    #[error("the game’s table has changed since ({0}); a new `edition` or `revision` would have told the two apart")]
    OtherTable(CorruptEntry),
}

/// Writes a journal line by line: each contains the checksum of the one before, so lines of different games can't be
/// mixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writer {
    /// Checksum of the last line, as written; `None` if lines don't contain it.
    last: Option<String>,
}

impl Writer {
    /// Begins the journal of a table, and returns its first line, with its line end.
    ///
    /// # Errors
    /// [`CorruptEntry`] if it can't be written as JSON.
    pub fn begin(head: &Head) -> Result<(Self, String), CorruptEntry> {
        let line = seal("journal", head)?;
        Ok((Self::after(head.format, &line), line))
    }

    /// Returns a JSON entry as the next line, with its line end.
    pub fn line(&mut self, entry: &str) -> String {
        let Some(last) = &self.last else { return sealed(entry) };
        let content = format!("\"after\":\"{last}\",\"entry\":{entry}");
        let crc = checksum(content.as_bytes());
        let line = format!("{{\"crc\":\"{crc}\",{content}}}\n");
        self.last = Some(crc);
        line
    }

    /// Goes on behind a first line that is there.
    fn after(format: u32, head: &str) -> Self {
        Self { last: (format > UNCHAINED).then(|| head.get(CRC.len()..CRC.len() + 8).unwrap_or_default().to_owned()) }
    }
}

/// Returns an entry as an independent line, with its line end, as in links and journals of format 1.
///
/// # Errors
/// [`CorruptEntry`] if it can't be written as JSON.
pub fn line<R: Rules>(entry: &Entry<R>) -> Result<String, CorruptEntry> {
    json(entry).map(|entry| sealed(&entry))
}

/// Returns a JSON entry as an independent line, with its line end.
pub(super) fn sealed(entry: &str) -> String {
    format!("{CRC}{}\",\"entry\":{entry}}}\n", checksum(entry.as_bytes()))
}

/// Returns an entry as JSON.
///
/// # Errors
/// [`CorruptEntry`] if it cannot be written so.
pub fn json<R: Rules>(entry: &Entry<R>) -> Result<String, CorruptEntry> {
    let json = match entry {
        Entry::Did(event) => serde_json::to_string(event.as_ref()),
        Entry::Undid { seq, time, count, taps } => {
            serde_json::to_string(&Back { seq: *seq, time: *time, undo: Some(*count), redo: None, taps })
        }
        Entry::Redid { seq, time, count, taps } => {
            serde_json::to_string(&Back { seq: *seq, time: *time, undo: None, redo: Some(*count), taps })
        }
    };
    json.map_err(|error| CorruptEntry(error.to_string()))
}

/// Returns a whole journal in its stored form: the head, and a line for each entry.
///
/// # Errors
/// [`CorruptEntry`] if it cannot be written as JSON.
pub fn text<R: Rules>(table: &Table<R>) -> Result<String, CorruptEntry> {
    written(table).map(|(text, _)| text)
}

/// Returns a whole journal, and the writer of further lines.
///
/// # Errors
/// [`CorruptEntry`] if it cannot be written as JSON.
pub fn written<R: Rules>(table: &Table<R>) -> Result<(String, Writer), CorruptEntry> {
    let (mut writer, mut text) = Writer::begin(table.head())?;
    for entry in table.entries() {
        text.push_str(&writer.line(&json(entry)?));
    }
    Ok((text, writer))
}

/// Reads an independent line, without its line end.
///
/// # Errors
/// [`CorruptEntry`] if it is incomplete or altered.
pub fn entry<R: Rules>(line: &[u8]) -> Result<Entry<R>, CorruptEntry> {
    unseal("entry", line).and_then(read_entry)
}

fn read_entry<R: Rules>(content: &[u8]) -> Result<Entry<R>, CorruptEntry> {
    parse(content).and_then(entry_of)
}

/// Reads an entry from the tree of its JSON.
///
/// # Errors
/// [`CorruptEntry`] if it is something else.
pub fn entry_of<R: Rules>(json: Value) -> Result<Entry<R>, CorruptEntry> {
    let raw = from_value(json).map_err(|error| CorruptEntry(error.to_string()))?;
    let Raw::<R> { seq, time, command, overruled, outcomes, changes, undo, redo, taps } = raw;
    match (command, undo, redo) {
        (Some(command), None, None) => {
            Ok(Entry::Did(Arc::new(Event { seq, time, command, overruled, outcomes, changes, taps })))
        }
        (None, Some(count), None) => Ok(Entry::Undid { seq, time, count, taps }),
        (None, None, Some(count)) => Ok(Entry::Redid { seq, time, count, taps }),
        _ => Err(CorruptEntry("it is neither an event nor taken back nor done again".into())),
    }
}

/// Returns the id of a journal's game, from its first line; `None` if it isn't a journal.
pub fn game(bytes: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct First {
        journal: Head,
    }
    let first = bytes.split(|byte| *byte == b'\n').next()?;
    Some(from_json::<First>(first).ok()?.journal.game)
}

/// Reads a whole journal, as far as it makes sense.
///
/// # Errors
/// See [`JournalError`].
pub fn read<R: Rules>(bytes: &[u8], rules: &Arc<R>) -> Result<ParsedJournal<R>, JournalError> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').peekable();
    let first = lines.next().ok_or(JournalError::Empty)?;
    let Some(text) = first.strip_suffix(b"\n") else {
        // The program was interrupted in the first line, unless it is another file altogether.
        let begun = begun(first, rules.about()).map_err(JournalError::Head)?;
        return Err(if begun {
            JournalError::Empty
        } else {
            JournalError::Head(CorruptEntry("it is incomplete".into()))
        });
    };
    let (head, mut writer, headless) = match read_head(text, rules.about()) {
        Ok(head) => {
            let writer = Writer::after(head.format, &String::from_utf8_lossy(text));
            (head, writer, None)
        }
        Err(JournalError::Head(damage)) => {
            let (head, writer) = behind_damage(lines.peek().copied().unwrap_or_default(), rules.about());
            (head, writer, Some(damage))
        }
        Err(why) => return Err(why),
    };
    let mut table = Table::with_head(Arc::clone(rules), head);
    let (mut good, mut number, mut end) = (first.len(), 1, End::Whole);
    while let Some(line) = lines.next() {
        number += 1;
        let whole = line.strip_suffix(b"\n");
        let read = match writer.read(whole.unwrap_or(line)) {
            Ok((entry, next)) => match table.push(entry.clone()) {
                Err(why) if table.fits_other_data(&entry) => return Err(JournalError::OtherTable(why)),
                pushed => pushed.map(|()| next),
            },
            Err(why) => Err(why),
        };
        match read {
            Ok(next) => {
                (writer, good) = (next, good + line.len());
                end = if whole.is_some() { End::Whole } else { End::Open };
            }
            Err(_) if whole.is_none() && is_beginning(line) => end = End::Torn { line: number },
            Err(CorruptEntry(why)) => {
                end = End::Damaged { line: number, why, lines: 1 + lines.count() };
                break;
            }
        }
    }
    if headless.is_some() && table.entries().iter().any(|entry| !entry.taps().is_empty()) {
        table.share();
    }
    match headless {
        Some(damage) if table.entries().is_empty() => Err(JournalError::Head(damage)),
        headless => Ok(ParsedJournal { table, writer, headless, good, end }),
    }
}

impl Writer {
    /// Reads the next line, without its line end; also returns the writer of the line after it.
    fn read<R: Rules>(&self, line: &[u8]) -> Result<(Entry<R>, Self), CorruptEntry> {
        let Some(last) = &self.last else { return Ok((entry(line)?, self.clone())) };
        let what = || CorruptEntry("it is not a line with an `entry`".into());
        let (crc, content) = parts(line).ok_or_else(what)?;
        let content = content.strip_suffix(b"}").ok_or_else(what)?;
        let (after, entry) = chained(content).ok_or_else(what)?;
        let right = checksum(content);
        if right.as_bytes() != crc {
            return Err(altered());
        }
        if after != last.as_bytes() {
            return Err(CorruptEntry(
                "it doesn't follow the line before: a line is missing, or belongs to another game".into(),
            ));
        }
        Ok((read_entry(entry)?, Self { last: Some(right) }))
    }
}

/// True if bytes are the beginning of a first line by any version of this program.
fn begun(bytes: &[u8], about: &About) -> Result<bool, CorruptEntry> {
    for format in UNCHAINED..=FORMAT {
        let (_, line) = Writer::begin(&Head { format, ..Head::new(about) })?;
        if line.as_bytes().starts_with(bytes) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reconstructs a damaged first line from the line after it.
fn behind_damage(second: &[u8], about: &About) -> (Head, Writer) {
    let after = parts(second).and_then(|(_, content)| chained(content)).map(|(after, _)| after);
    let last = after.map(|after| String::from_utf8_lossy(after).into_owned());
    let format = if last.is_some() { CHAINED } else { UNCHAINED };
    (Head { format, ..Head::new(about) }, Writer { last })
}

/// True if bytes can be the beginning of one line, as after a power cut: only JSON that ends too early.
fn is_beginning(bytes: &[u8]) -> bool {
    let common = bytes.len().min(CRC.len());
    let stops =
        |bytes: &[u8]| serde_json::from_slice::<serde::de::IgnoredAny>(bytes).is_err_and(|error| error.is_eof());
    // A number that ends with its sign is another error.
    bytes.get(..common) == CRC.as_bytes().get(..common) && (stops(bytes) || stops(&[bytes, b"0"].concat()))
}

/// Reads the first line; fails on an unsupported version or game.
fn read_head(line: &[u8], about: &About) -> Result<Head, JournalError> {
    #[derive(Deserialize)]
    struct Format {
        format: u32,
    }
    let content = unseal("journal", line).map_err(JournalError::Head)?;
    // A later version may say other things there, but its number.
    let Format { format } = parse(content).map_err(JournalError::Head)?;
    if format > FORMAT {
        return Err(JournalError::Later(format));
    }
    let head: Head = parse(content).map_err(JournalError::Head)?;
    if head.rules != about.rules || head.game != about.game {
        return Err(JournalError::OtherGame(head.game));
    }
    Ok(head)
}

#[derive(Serialize)]
struct Back<'a> {
    seq: u64,
    time: Millis,
    #[serde(skip_serializing_if = "Option::is_none")]
    undo: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redo: Option<u32>,
    #[serde(skip_serializing_if = "<[Tap]>::is_empty")]
    taps: &'a [Tap],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
struct Raw<R: Rules> {
    seq: u64,
    time: Millis,
    command: Option<R::Command>,
    #[serde(default)]
    overruled: Vec<String>,
    // Skirmish, the first game that had a journal, calls them so.
    #[serde(default, alias = "blows")]
    outcomes: Vec<R::Outcome>,
    #[serde(default)]
    changes: Vec<R::Change>,
    undo: Option<u32>,
    redo: Option<u32>,
    #[serde(default)]
    taps: Vec<Tap>,
}
