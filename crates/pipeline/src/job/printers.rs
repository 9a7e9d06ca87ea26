//! The printers that were calibrated, kept in the user's own settings.

use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Failure, OutputFile, files};
use crate::diagnostic::{Code, Diagnostic};
use crate::sheet::{BackOffset, Paper};

/// Readings of a printer, for one of its trays and one paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Printer {
    /// Name given by its user: "office, tray 2".
    pub name: String,
    /// The name of the paper.
    pub paper: String,
    /// Readings of the calibration sheet.
    pub readings: [f64; 8],
}

/// The file of all printers.
const FILE: &str = "printers.json";

/// All printers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Printers {
    printers: Vec<Printer>,
}

impl Printer {
    /// Returns the misalignment of its backs.
    ///
    /// # Errors
    /// Invalid readings.
    pub fn misprint(&self) -> Result<BackOffset, Failure> {
        let paper: Paper = self.paper.parse().map_err(|error| wrong(Code::PRINTER_RECORD, &format!("{error}")))?;
        BackOffset::read(paper.size(), self.readings)
            .map_err(|error| wrong(error.code(), &format!("{}: {error}", self.name)))
    }
}

fn wrong(code: Code, what: &str) -> Failure {
    Failure::Diagnostics(vec![Diagnostic::error(code, None, what)])
}

impl Printers {
    /// Returns the file of the printers.
    ///
    /// # Errors
    /// A user without a folder for settings.
    fn path() -> Result<PathBuf, Failure> {
        let none = || Failure::Stopped("can't save printers: no configuration directory".to_owned());
        Ok(dirs::config_dir().ok_or_else(none)?.join("skirmish").join(FILE))
    }

    /// Reads the stored printers; a missing file is valid.
    ///
    /// # Errors
    /// An unreadable or invalid file.
    pub fn open() -> Result<Self, Failure> {
        let path = Self::path()?;
        let stopped = |why: &str| Failure::Stopped(format!("cannot read the printers in {}: {why}", path.display()));
        match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map_err(|error| stopped(&format!("{error}; fix the file, or delete it and calibrate again"))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(stopped(&error.to_string())),
        }
    }

    /// Stores a printer, replacing the old one for the same paper. Returns the file.
    ///
    /// # Errors
    /// An unwritable file, which isn't changed.
    pub fn keep(&mut self, printer: Printer) -> Result<PathBuf, Failure> {
        let path = Self::path()?;
        self.printers.retain(|known| (&known.name, &known.paper) != (&printer.name, &printer.paper));
        self.printers.push(printer);
        let json = serde_json::to_string_pretty(self).map_err(|error| Failure::Stopped(error.to_string()))? + "\n";
        let made = OutputFile { name: FILE.to_owned(), bytes: json.into_bytes().into(), what: String::new() };
        files::write(path.parent().unwrap_or(&path), vec![made])?;
        Ok(path)
    }

    /// Returns a printer by its name, for a paper.
    ///
    /// # Errors
    /// The name is unknown, or has no readings for that paper.
    pub fn find(&self, name: &str, paper: Paper) -> Result<&Printer, Failure> {
        // A printer takes all paper upright.
        let paper = paper.upright();
        let of_name = || self.printers.iter().filter(|printer| printer.name.eq_ignore_ascii_case(name.trim()));
        if let Some(printer) = of_name().find(|printer| printer.paper == paper.name()) {
            return Ok(printer);
        }
        let papers: Vec<&str> = of_name().map(|printer| printer.paper.as_str()).collect();
        let calibrate = format!("run `skirmish calibrate --paper {}` to make its calibration sheet", paper.name());
        let diagnostic = if papers.is_empty() {
            let names = self.printers.iter().map(|printer| printer.name.as_str());
            Diagnostic::error(Code::PRINTER_UNKNOWN, None, format!("unknown printer `{name}`")).suggest(name, names)
        } else {
            Diagnostic::error(
                Code::PRINTER_OTHER_PAPER,
                None,
                format!("printer `{name}` is calibrated for {}, not for {}", papers.join(", "), paper.name()),
            )
        };
        Err(Failure::Diagnostics(vec![diagnostic.hint(calibrate)]))
    }

    /// Returns a line for each printer, with its misalignment.
    ///
    /// # Errors
    /// Invalid readings.
    pub fn list(&self) -> Result<String, Failure> {
        if self.printers.is_empty() {
            return Ok("no calibrated printers\n".to_owned());
        }
        let line =
            |printer: &Printer| Ok(format!("{} ({}): {}\n", printer.name, printer.paper, printer.misprint()?.words()));
        self.printers.iter().map(line).collect()
    }
}
