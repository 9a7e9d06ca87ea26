//! The record of print runs: `printing.toml` in the folder of a game's outputs.
//!
//! It keeps the last print run of each revision, in each ink: the count of every card, the fingerprints of its faces,
//! and its data, to compare two revisions later. It contains no clock time: the date comes from `SOURCE_DATE_EPOCH`, as
//! in PDFs; the order of its entries is chronological.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{Failure, OutputFile, Sink};
use crate::diagnostic::{self, Code, Diagnostic};
use crate::game::Ink;
use crate::image::Fingerprint;
use crate::read;
use crate::read::table::{File, TomlTable};

/// The name of the file.
pub(super) const FILE: &str = "printing.toml";

/// All recorded print runs of a game, the last one at the end.
pub(super) struct Record {
    path: PathBuf,
    /// Content of the file.
    text: Option<String>,
    pub printings: Vec<Printing>,
}

/// A print run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Printing {
    /// Revision in the game's data.
    pub revision: String,
    pub ink: Ink,
    /// Requested warband, if any.
    pub warband: Option<String>,
    /// The day, if the environment sets one.
    pub date: Option<String>,
    pub cards: Vec<Printed>,
    /// The texts of the game's folder, by their paths in it.
    pub data: BTreeMap<String, String>,
}

/// A card, or another piece, as it was printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Printed {
    /// The piece type.
    pub piece: String,
    pub id: String,
    /// Name.
    pub name: String,
    /// The id of its set, if it is of one.
    pub set: Option<String>,
    /// Number in a deck.
    pub count: u32,
    pub front: Fingerprint,
    /// Its back; `None` if nothing is printed there.
    pub back: Option<Fingerprint>,
    /// The name of the back that it shares with other cards, if it does.
    pub shared: Option<String>,
}

impl Printed {
    /// Returns its unique key.
    pub fn key(&self) -> (&str, &str) {
        (&self.piece, &self.id)
    }

    /// True if the other one has other faces; a back that cards share does not count.
    pub fn looks_other(&self, other: &Self) -> bool {
        let own = |printed: &Self| if printed.shared.is_none() { printed.back } else { None };
        (self.front, own(self), self.shared.is_some()) != (other.front, own(other), other.shared.is_some())
    }

    /// True if both share a back with other cards, and these backs differ.
    pub fn lies_on_other_back(&self, other: &Self) -> bool {
        self.shared.is_some() && other.shared.is_some() && self.back != other.back
    }
}

impl Printing {
    /// True if it is a print run of this ink and this warband.
    pub fn is_of(&self, ink: Ink, warband: Option<&str>) -> bool {
        self.ink == ink && self.warband.as_deref() == warband
    }

    pub fn find(&self, piece: &str, id: &str) -> Option<&Printed> {
        self.cards.iter().find(|printed| printed.key() == (piece, id))
    }

    /// Returns the ids of its sets.
    pub fn sets(&self) -> BTreeSet<&str> {
        self.cards.iter().filter_map(|card| card.set.as_deref()).collect()
    }

    /// Returns its displayed name: `r1`, `r1 (2026-01-31)`.
    pub fn label(&self) -> String {
        let revision = if self.revision.is_empty() { "the last print run" } else { &self.revision };
        match &self.date {
            Some(date) => format!("{revision} ({date})"),
            None => revision.to_owned(),
        }
    }
}

impl Record {
    /// Reads the record in a folder of outputs; none yet is an empty one.
    ///
    /// # Errors
    /// A file that cannot be read, or says something else.
    pub fn open(sink: &dyn Sink, folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(FILE);
        let read = sink.read(&path);
        let read = read.map_err(|error| Failure::Stopped(format!("cannot read {}: {error}", path.display())))?;
        let Some(bytes) = read else {
            return Ok(Self { path, text: None, printings: Vec::new() });
        };
        let wrong = |mut diagnostics: Vec<Diagnostic>| {
            diagnostic::sort(&mut diagnostics);
            let hint = "fix the file, or delete it: then the deck counts as never printed";
            Failure::Diagnostics(diagnostics.into_iter().map(|diagnostic| diagnostic.hint(hint)).collect())
        };
        let source = read::text_of(&path.display().to_string(), bytes).map_err(|diagnostic| wrong(vec![diagnostic]))?;
        let text = source.text.clone();
        let file = File::new(source);
        let parsed = file.parse();
        let printings = parsed.map(|table| {
            let root = TomlTable::new(&file, table.get_ref(), table.span(), "the record of print runs");
            let printings = root.list("printing", "a print run").into_iter().filter_map(printing).collect();
            root.finish();
            printings
        });
        let diagnostics = file.into_diagnostics();
        match printings {
            Some(printings) if diagnostics.is_empty() => Ok(Self { path, text: Some(text), printings }),
            _ => Err(wrong(diagnostics)),
        }
    }

    /// True if anything was printed.
    pub fn is_in(sink: &dyn Sink, folder: &Path) -> bool {
        !matches!(sink.read(&folder.join(FILE)), Ok(None))
    }

    /// Returns the last print run of an ink and a warband; of a revision, if one is named.
    ///
    /// # Errors
    /// There is none.
    pub fn printing(&self, revision: Option<&str>, ink: Ink, warband: Option<&str>) -> Result<&Printing, Failure> {
        let alike = || self.printings.iter().filter(|printing| printing.is_of(ink, warband));
        let found = alike().rfind(|printing| revision.is_none_or(|revision| printing.revision == revision));
        found.ok_or_else(|| {
            let of = match (ink, warband) {
                (_, Some(warband)) => format!(" of `{warband}`"),
                (Ink::Low, None) => " in low ink".to_owned(),
                (Ink::Full, None) => String::new(),
            };
            let known: Vec<&str> = alike().map(|printing| printing.revision.as_str()).collect();
            let diagnostic = match revision.filter(|_| !known.is_empty()) {
                Some(revision) => {
                    Diagnostic::error(Code::NO_PRINTING_CALLED, None, format!("unknown print run{of} `{revision}`"))
                        .suggest(revision, known.iter().copied())
                        .hint(format!("{} has {}", self.path.display(), known.join(", ")))
                }
                None => Diagnostic::error(
                    Code::NEVER_PRINTED,
                    None,
                    format!("{} has no print run{of}", self.path.display()),
                )
                .hint("run `skirmish build` first; later builds are compared with it"),
            };
            Failure::Diagnostics(vec![diagnostic])
        })
    }

    /// Returns the ink in which print runs are compared: full, unless all of them save ink.
    pub fn ink(&self) -> Ink {
        let has = |ink: Ink| self.printings.iter().any(|printing| printing.is_of(ink, None));
        if has(Ink::Low) && !has(Ink::Full) { Ink::Low } else { Ink::Full }
    }

    /// Returns the last print run of another revision.
    ///
    /// # Errors
    /// There is none.
    pub fn earlier(&self, revision: &str, ink: Ink, warband: Option<&str>) -> Result<&Printing, Failure> {
        let others = |printing: &&Printing| printing.is_of(ink, warband) && printing.revision != revision;
        self.printings.iter().rfind(others).ok_or_else(|| {
            let what = format!("{} has no print run of an earlier revision", self.path.display());
            let hint = format!("increase `revision = \"{revision}\"` in `game.toml` for each print run with changes");
            Failure::Diagnostics(vec![Diagnostic::error(Code::NO_EARLIER_PRINTING, None, what).hint(hint)])
        })
    }

    /// Records a print run, replacing the old one of its revision.
    pub fn keep(&mut self, printing: Printing) {
        let same = |known: &Printing| {
            known.revision == printing.revision && known.is_of(printing.ink, printing.warband.as_deref())
        };
        self.printings.retain(|known| !same(known));
        self.printings.push(printing);
    }

    /// Returns the file, if it differs from the existing one.
    pub fn made(&self) -> Option<OutputFile> {
        let text = self.to_toml();
        let what = "record of this print run, for `--changed` and `skirmish diff`".to_owned();
        let made = || OutputFile { name: FILE.to_owned(), bytes: text.clone().into_bytes().into(), what };
        (self.text.as_ref() != Some(&text)).then(made)
    }

    fn to_toml(&self) -> String {
        let mut text =
            String::from("# Print runs by revision. Used by `skirmish build --changed` and `skirmish diff`.\n");
        for printing in &self.printings {
            let Printing { revision, ink, warband, date, cards, data } = printing;
            text.push_str(&format!("\n[[printing]]\nrevision = {}\nink = \"{}\"\n", quoted(revision), word(*ink)));
            for (key, value) in [("warband", warband), ("date", date)] {
                text.extend(value.iter().map(|value| format!("{key} = {}\n", quoted(value))));
            }
            text.push_str("cards = [\n");
            text.extend(cards.iter().map(line));
            text.push_str("]\n\n[printing.data]\n");
            text.extend(
                data.iter().map(|(path, data)| format!("{} = \"\"\"\n{}\"\"\"\n", quoted(path), escaped(data))),
            );
        }
        text
    }
}

const INKS: [(&str, Ink); 2] = [("full", Ink::Full), ("light", Ink::Low)];

fn word(ink: Ink) -> &'static str {
    INKS.iter().find(|(_, known)| *known == ink).map_or("full", |(word, _)| word)
}

/// Writes a card on a line of its own.
fn line(printed: &Printed) -> String {
    let Printed { piece, id, name, set, count, front, back, shared } = printed;
    let mut line = format!("  {{ piece = {}, id = {}, name = {}", quoted(piece), quoted(id), quoted(name));
    line.extend(set.iter().map(|set| format!(", set = {}", quoted(set))));
    line.push_str(&format!(", count = {count}, front = \"{front}\""));
    line.extend(back.iter().map(|back| format!(", back = \"{back}\"")));
    line.extend(shared.iter().map(|shared| format!(", shared = {}", quoted(shared))));
    line + " },\n"
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text).replace('\n', "\\n"))
}

/// Escapes the inside of a TOML text; lines stay lines.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 32);
    for letter in text.chars() {
        match letter {
            '\\' => escaped.push_str("\\\\"),
            '"' => escaped.push_str("\\\""),
            '\n' | '\t' => escaped.push(letter),
            letter if letter.is_control() => escaped.push_str(&format!("\\u{:04X}", u32::from(letter))),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Reads a print run; faults are recorded.
fn printing(table: TomlTable<'_>) -> Option<Printing> {
    let text = |key: &str| table.text(key).map(|word| word.text);
    let revision = text("revision");
    if revision.is_none() && !table.has("revision") {
        table.report_missing("revision", "a printing is kept by its revision");
    }
    let ink = table.require_str("ink").and_then(|word| {
        let found = INKS.iter().find(|(name, _)| *name == word.text).map(|(_, ink)| *ink);
        if found.is_none() {
            let diagnostic =
                Diagnostic::error(Code::RECORD_INK, word.at.clone(), format!("unknown ink `{}`", word.text));
            table.file.note(diagnostic.suggest(&word.text, INKS.map(|(name, _)| name)));
        }
        found
    });
    let cards = table.list("cards", "a printed card").into_iter().filter_map(printed).collect();
    let data = table.table("data", "the data of a print run").map(|files| {
        let file = |path: String| files.text(&path).map(|text| (path, text.text));
        files.keys().into_iter().filter_map(|key| file(key.text)).collect()
    });
    let (warband, date) = (text("warband"), text("date"));
    table.finish();
    Some(Printing { revision: revision?, ink: ink?, warband, date, cards, data: data.unwrap_or_default() })
}

fn printed(table: TomlTable<'_>) -> Option<Printed> {
    let text = |key: &str| table.require_str(key).map(|word| word.text);
    let print = |key: &str| {
        let word = table.non_empty_str(key)?;
        let print = Fingerprint::parse(&word.text);
        if print.is_none() {
            table.file.note(Diagnostic::error(
                Code::RECORD_FINGERPRINT,
                word.at,
                format!("invalid fingerprint `{key}` of a face"),
            ));
        }
        print
    };
    let (piece, id, name) = (text("piece"), text("id"), text("name"));
    let (set, shared) =
        (table.non_empty_str("set").map(|set| set.text), table.non_empty_str("shared").map(|back| back.text));
    let count = table.must_number("count", 0..=i64::from(u32::MAX)).and_then(|count| u32::try_from(count).ok());
    if !table.has("front") {
        table.report_missing("front", "it is the fingerprint of the face");
    }
    let (front, back) = (print("front"), print("back"));
    table.finish();
    Some(Printed { piece: piece?, id: id?, name: name?, set, count: count?, front: front?, back, shared })
}

#[cfg(test)]
mod tests {
    use super::super::MemorySink;
    use super::*;

    fn some() -> Printing {
        let card = Printed {
            piece: "card".to_owned(),
            id: "axe".to_owned(),
            name: "An “Axe” \\ \"two\"".to_owned(),
            set: Some("red".to_owned()),
            count: 6,
            front: Fingerprint::parse("0123456789abcdef").unwrap(),
            back: Fingerprint::parse("fedcba9876543210"),
            shared: Some("common".to_owned()),
        };
        let data = "name = \"\"\"\na \\ b\r\n\"\"\"\n\ttab\u{1}".to_owned();
        Printing {
            revision: "r1".to_owned(),
            ink: Ink::Low,
            warband: None,
            date: Some("2026-01-31".to_owned()),
            cards: vec![Printed { set: None, back: None, shared: None, id: "a".to_owned(), ..card.clone() }, card],
            data: BTreeMap::from([("cards.toml".to_owned(), data)]),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let (sink, folder) = (MemorySink::default(), Path::new("out"));
        let mut record = Record::open(&sink, folder).ok().unwrap();
        record.keep(some());
        record.keep(Printing { revision: "r2".to_owned(), ..some() });
        record.keep(Printing { date: None, ..some() });
        let made = record.made().unwrap();
        sink.write(folder, vec![made]).ok().unwrap();
        let read = Record::open(&sink, folder).unwrap_or_else(|failure| panic!("{failure:?}"));
        assert_eq!(read.printings, record.printings);
        assert_eq!(read.printings.iter().map(Printing::label).collect::<Vec<_>>(), ["r2 (2026-01-31)", "r1"]);
        assert!(read.made().is_none(), "what is there is not written again");
    }
}
