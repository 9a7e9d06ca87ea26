//! The printers that were calibrated, kept in the user's own settings.

use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Failure, Made, files};
use crate::diagnostic::{Code, Diagnostic};
use crate::sheet::{Misprint, Paper};

/// The readings of a printer, for one of its trays and one paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Printer {
    /// What its user calls it: "office, tray 2".
    pub name: String,
    /// The name of the paper.
    pub paper: String,
    /// What was read from the calibration sheet.
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
    /// Where its backs lie.
    ///
    /// # Errors
    /// Readings that say nothing.
    pub fn misprint(&self) -> Result<Misprint, Failure> {
        let paper: Paper = self.paper.parse().map_err(|error| wrong(Code::PRINTER_RECORD, &format!("{error}")))?;
        Misprint::read(paper.size(), self.readings)
            .map_err(|error| wrong(error.code(), &format!("{}: {error}", self.name)))
    }
}

fn wrong(code: Code, what: &str) -> Failure {
    Failure::Diagnostics(vec![Diagnostic::error(code, None, what)])
}

impl Printers {
    /// The file that they are kept in.
    ///
    /// # Errors
    /// A user without a folder for settings.
    fn path() -> Result<PathBuf, Failure> {
        let none = || Failure::Stopped("can't save printers: no configuration directory".to_owned());
        Ok(dirs::config_dir().ok_or_else(none)?.join("skirmish").join(FILE))
    }

    /// Reads what is kept; nothing yet is no error.
    ///
    /// # Errors
    /// A file that cannot be read or makes no sense.
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

    /// Keeps a printer, instead of what was kept of it for the same paper. Gives the file.
    ///
    /// # Errors
    /// A file that cannot be written; what was there is as it was.
    pub fn keep(&mut self, printer: Printer) -> Result<PathBuf, Failure> {
        let path = Self::path()?;
        self.printers.retain(|known| (&known.name, &known.paper) != (&printer.name, &printer.paper));
        self.printers.push(printer);
        let json = serde_json::to_string_pretty(self).map_err(|error| Failure::Stopped(error.to_string()))? + "\n";
        let made = Made { name: FILE.to_owned(), bytes: json.into_bytes().into(), what: String::new() };
        files::write(path.parent().unwrap_or(&path), vec![made])?;
        Ok(path)
    }

    /// A printer by its name, for a paper.
    ///
    /// # Errors
    /// None of that name, or none for that paper.
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

    /// A line for each printer, with what it does.
    ///
    /// # Errors
    /// Readings that say nothing.
    pub fn list(&self) -> Result<String, Failure> {
        if self.printers.is_empty() {
            return Ok("no calibrated printers\n".to_owned());
        }
        let line =
            |printer: &Printer| Ok(format!("{} ({}): {}\n", printer.name, printer.paper, printer.misprint()?.words()));
        self.printers.iter().map(line).collect()
    }
}
