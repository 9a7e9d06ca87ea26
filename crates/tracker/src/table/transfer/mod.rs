//! The transfer of a journal to another table: as a short text that goes into a link or a QR code.
//!
//! Only the input is packed: commands with their times, undo and redo. Changes, blows and overruled rules are recomputed
//! from it by the rules, and a checksum of the whole journal shows whether they came out the same. The text is compressed
//! by a context-mixing model with an arithmetic coder (`coder`), since a QR code holds little.

mod coder;

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::journal::{self, Head, JournalError, Writer};
use super::{CorruptEntry, Entry, Millis, Rules, Table, from_json};
use coder::{Packer, Unpacker};

/// The version of the packed form that this program writes, and the latest that it reads.
pub const VERSION: u8 = 2;
/// The first version. Its checksum of the journal depends on the order of an event's changes, which the programs of its time
/// chose by hand; it isn't compared.
const BY_ORDER: u8 = 1;

/// Maximum length of a link in a QR code that a camera still reads from a screen at arm's length.
///
/// That is a code of version 25 with the lowest error correction, since a screen stays clean: 117 modules and the quiet
/// zone, each at least 3 points (0.5 mm on a tablet) on a sheet of 375 points. Larger codes are for paper.
pub const QR_LIMIT: usize = 1273;

/// Before the packed text in a link.
const MARK: &str = "#j=";
/// The bytes before the entries: the version, a checksum of what follows, and one of the journal.
const HEAD: usize = 7;
/// No real game comes near these; they limit the work that a short text can cause.
const MOST_TEXT: usize = 4 << 20;
const MOST_ENTRIES: usize = 40_000;
const MOST_STEPS: u64 = 400_000;

/// Why a text does not become a journal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It is something else.
    #[error("not a journal of a game")]
    JournalError,
    /// It was packed by a later version of the program.
    #[error("it requires a later version of this program (format {0}; this version reads up to {VERSION})")]
    Later(u8),
    /// It is of another game.
    #[error("it is a journal of the game `{0}`")]
    OtherGame(String),
    /// It was played with other values, so its entries can't be recalculated.
    #[error("it was played with print run {theirs} of the game; this is {ours}: transfer it as a file")]
    OtherPrinting {
        /// Edition in the link.
        theirs: String,
        /// Edition here.
        ours: String,
    },
    /// A part is missing or altered.
    #[error("part of it is missing or altered: copy all of it again")]
    Damaged,
    /// It is complete, but the rules of this program replay it differently.
    #[error("this version replays it differently: transfer it as a file, or from the same version")]
    OtherRules,
    /// It would be larger than any game.
    #[error("it is larger than any game")]
    TooLong,
}

/// Why a game from another table cannot be played on here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BringError {
    /// It came as a link, or as the content of a link.
    #[error(transparent)]
    Link(#[from] Refused),
    /// It came as a file.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Nobody plays in it.
    #[error("no game has begun in it")]
    NotBegun,
}

/// Why a journal is not packed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransferError {
    /// It has more entries than any game.
    #[error("the journal is too long")]
    TooLong,
    /// An entry cannot be written as text.
    #[error(transparent)]
    CorruptEntry(#[from] CorruptEntry),
}

/// Returns the whole journal as a short text of letters that may be in a link.
///
/// # Errors
/// See [`TransferError`].
pub fn pack<R: Rules>(table: &Table<R>) -> Result<String, TransferError> {
    let rules = table.rules();
    let mut packer = Packer::new();
    let (mut again, mut time, mut sum) = (Table::new(Arc::clone(rules)), 0, Sum::new(table.head())?);
    let mut written = 0;
    let mut push = |text: &str| {
        packer.push(text);
        written += text.len();
        if written > MOST_TEXT { Err(TransferError::TooLong) } else { Ok(()) }
    };
    push(&format!("{}\t{}\n", rules.about().game, table.head().printing))?;
    let mut bound = Bound::default();
    for entry in table.entries() {
        // A link says what happened, not who tapped.
        let entry = &entry.clone().without_taps();
        bound.count(entry).map_err(|_| TransferError::TooLong)?;
        sum.add(entry)?;
        let later = entry.time().0.wrapping_sub(time).cast_signed();
        time = entry.time().0;
        push(&format!("{}{later}\n", input(entry, &mut again)?))?;
    }
    push("\n")?;
    let mut bytes = sum.finish().to_vec();
    bytes.extend(packer.finish());
    let mut all = vec![VERSION];
    all.extend(check(&bytes));
    all.extend(bytes);
    Ok(URL_SAFE_NO_PAD.encode(all))
}

/// Returns the input of an entry, in the fewest words from which a table makes the same entry.
fn input<R: Rules>(entry: &Entry<R>, again: &mut Table<R>) -> Result<String, CorruptEntry> {
    let event = match entry {
        Entry::Undid { count, .. } | Entry::Redid { count, .. } => {
            let word = if matches!(entry, Entry::Undid { .. }) { "undo" } else { "redo" };
            again.push(entry.clone())?;
            return Ok(format!("{word} {count} "));
        }
        Entry::Did(event) => event,
    };
    let overruled = !event.overruled.is_empty();
    let derived = again.plan(event.command.clone(), event.time, overruled);
    again.push(entry.clone())?;
    if derived.as_ref() != Ok(event.as_ref()) {
        // An entry of other rules than these, out of an older journal, goes along whole.
        return Ok(format!("{}= ", journal::line(entry)?.trim_end()));
    }
    let json = serde_json::to_string(&event.command).map_err(|error| CorruptEntry(error.to_string()))?;
    Ok(format!("{json}{} ", if overruled { "!" } else { "" }))
}

/// Unpacks a journal.
///
/// # Errors
/// See [`Refused`].
pub fn unpack<R: Rules>(text: &str, rules: &Arc<R>) -> Result<Table<R>, Refused> {
    let bytes = decode(text)?;
    let (head, packed) = bytes.split_at(HEAD);
    let mut lines = Lines { unpacker: Unpacker::new(packed), left: MOST_TEXT };
    let first = lines.next()?;
    let (game, printing) = first.split_once('\t').ok_or(Refused::Damaged)?;
    if game != rules.about().game {
        return Err(Refused::OtherGame(game.to_owned()));
    }
    if printing != rules.about().printing() {
        return Err(Refused::OtherPrinting { theirs: printing.to_owned(), ours: rules.about().printing() });
    }
    let (mut table, mut time, mut bound) = (Table::new(Arc::clone(rules)), 0_u64, Bound::default());
    let mut sum = Sum::new(table.head()).map_err(|_| Refused::Damaged)?;
    loop {
        let line = lines.next()?;
        if line.is_empty() {
            break;
        }
        let (what, later) = line.rsplit_once(' ').ok_or(Refused::Damaged)?;
        let later: i64 = later.parse().map_err(|_| Refused::Damaged)?;
        time = time.wrapping_add(later.cast_unsigned());
        let entry = redo(&mut table, what, Millis(time), &mut bound)?;
        sum.add(&entry).map_err(|_| Refused::OtherRules)?;
    }
    let is_same = head[0] == BY_ORDER || sum.finish() == head[3..];
    if is_same { Ok(table) } else { Err(Refused::OtherRules) }
}

/// Returns the id of the game of an imported text: a journal as a file, a link, or the content of a link. `None` for
/// anything else.
pub fn game(brought: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(brought).unwrap_or_default();
    let Some(packed) = from_link(text) else { return journal::game(brought) };
    let bytes = decode(packed).ok()?;
    let mut lines = Lines { unpacker: Unpacker::new(&bytes[HEAD..]), left: MOST_TEXT };
    Some(lines.next().ok()?.split_once('\t')?.0.to_owned())
}

/// Returns the bytes of a packed journal, after checking its head.
fn decode(text: &str) -> Result<Vec<u8>, Refused> {
    // The first six bits are those of the version: what begins otherwise was never a journal.
    let bytes = URL_SAFE_NO_PAD.decode(text);
    let bytes = bytes.map_err(|_| {
        if text.starts_with('A') && text.len() > HEAD { Refused::Damaged } else { Refused::JournalError }
    })?;
    if bytes.len() < HEAD {
        return Err(Refused::JournalError);
    }
    match bytes[0] {
        BY_ORDER | VERSION => {}
        0 => return Err(Refused::JournalError),
        later => return Err(Refused::Later(later)),
    }
    if check(&bytes[3..]) == bytes[1..3] { Ok(bytes) } else { Err(Refused::Damaged) }
}

/// Repeats a packed command.
fn redo<R: Rules>(table: &mut Table<R>, what: &str, time: Millis, bound: &mut Bound) -> Result<Entry<R>, Refused> {
    let seq = table.entries().len() as u64 + 1;
    let counted = |word: &str| what.strip_prefix(word).and_then(|count| count.parse().ok());
    let taken = if let Some(count) = counted("undo ") {
        Some(Entry::Undid { seq, time, count, taps: Vec::new() })
    } else if let Some(count) = counted("redo ") {
        Some(Entry::Redid { seq, time, count, taps: Vec::new() })
    } else if let Some(line) = what.strip_suffix('=') {
        Some(journal::entry(line.as_bytes()).map_err(|_| Refused::Damaged)?)
    } else {
        None
    };
    if let Some(entry) = taken {
        bound.count(&entry)?;
        table.push(entry.clone()).map_err(|_| Refused::OtherRules)?;
        return Ok(entry);
    }
    let json = what.strip_suffix('!');
    let command = from_json(json.unwrap_or(what).as_bytes()).map_err(|_| Refused::Damaged)?;
    let done = if json.is_some() { table.overrule(command, time) } else { table.act(command, time) };
    let entry = done.map_err(|_| Refused::OtherRules)?;
    bound.count(&entry)?;
    Ok(entry)
}

/// Lines of text as they are unpacked.
struct Lines<'a> {
    unpacker: Unpacker<'a>,
    /// Number of letters that may follow.
    left: usize,
}

impl Lines<'_> {
    /// Returns the next line, without its end.
    fn next(&mut self) -> Result<String, Refused> {
        let mut line = Vec::new();
        loop {
            self.left = self.left.checked_sub(1).ok_or(Refused::TooLong)?;
            match self.unpacker.letter().ok_or(Refused::Damaged)? {
                b'\n' => return String::from_utf8(line).map_err(|_| Refused::Damaged),
                letter => line.push(letter),
            }
        }
    }
}

/// The checksum of a journal's text, without the text.
struct Sum(crc32fast::Hasher);

impl Sum {
    fn new(head: &Head) -> Result<Self, CorruptEntry> {
        let mut hasher = crc32fast::Hasher::new();
        // The checksum is that of format 1, whatever the journal's format: a link stays the same.
        let head = Head { format: journal::UNCHAINED, ..head.clone() };
        hasher.update(Writer::begin(&head)?.1.as_bytes());
        Ok(Self(hasher))
    }

    fn add<R: Rules>(&mut self, entry: &Entry<R>) -> Result<(), CorruptEntry> {
        let (entry, mut counted) = (journal::json(entry)?, String::new());
        let mut rest = entry.as_str();
        while let Some((before, after)) = split_at_text(rest) {
            counted += before;
            rest = after;
        }
        self.0.update(journal::sealed(&(counted + rest)).as_bytes());
        Ok(())
    }

    fn finish(self) -> [u8; 4] {
        self.0.finalize().to_be_bytes()
    }
}

/// Returns the parts of a journal line before and after the first text that the checksum ignores.
///
/// The state at the start has a copy of each shipped warrior. Another picture or note there doesn't change the game.
fn split_at_text(line: &str) -> Option<(&str, &str)> {
    // Quotation marks within strings are escaped: these match keys only. No object begins with one of them.
    let keys = [r#","art":""#, r#","note":""#];
    let (start, key) = keys.iter().filter_map(|key| Some((line.find(key)?, key))).min()?;
    let text = &line[start + key.len()..];
    let mut escaped = false;
    let end = text.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })?;
    Some((&line[..start], &text[end + 1..]))
}

/// Resources that a journal takes.
#[derive(Default)]
struct Bound {
    entries: usize,
    /// Events that were taken back or done again, each time that they were.
    steps: u64,
}

impl Bound {
    fn count<R: Rules>(&mut self, entry: &Entry<R>) -> Result<(), Refused> {
        self.entries += 1;
        if let Entry::Undid { count, .. } | Entry::Redid { count, .. } = entry {
            self.steps += u64::from(*count);
        }
        if self.entries > MOST_ENTRIES || self.steps > MOST_STEPS { Err(Refused::TooLong) } else { Ok(()) }
    }
}

/// Returns a checksum that distinguishes incomplete or altered text from one that other rules replay differently.
fn check(bytes: &[u8]) -> [u8; 2] {
    let [_, _, a, b] = crc32fast::hash(bytes).to_be_bytes();
    [a, b]
}

/// Returns a link to a page with the tracker that contains the journal.
///
/// Only the page reads the part after `#`: no server sees it.
pub fn link(base: &str, packed: &str) -> String {
    let base = base.split('#').next().unwrap_or_default();
    format!("{base}{MARK}{packed}")
}

/// True if a text is a link with a journal in it, whole or not.
pub fn is_link(text: &str) -> bool {
    text.contains(MARK)
}

/// Returns the packed text in a link, or in a text that consists of it; `None` without one.
pub fn from_link(text: &str) -> Option<&str> {
    let text = text.trim();
    let packed = text.rsplit_once(MARK).map_or(text, |(_, packed)| packed);
    let letters = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'-' || letter == b'_';
    (packed.len() > HEAD && packed.bytes().all(letters)).then_some(packed)
}
