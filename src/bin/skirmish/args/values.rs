//! What is typed behind an option: how it is read, and why it is refused.

use std::borrow::Cow;
use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use skirmish::sheet::{self, Gap};
use skirmish::units::Mm;

/// Why a reading is refused.
#[derive(Debug, thiserror::Error)]
#[error("a reading is a number from 0 to 20, and 10 where both sides meet")]
pub struct NoReading;

/// A reading of a vernier; people write tenths after a point or a comma.
pub fn reading(text: &str) -> Result<f64, NoReading> {
    let reading: f64 = text.replace(',', ".").parse().map_err(|_| NoReading)?;
    if (0.0..=20.0).contains(&reading) { Ok(reading) } else { Err(NoReading) }
}

/// Why a length is refused.
#[derive(Debug, thiserror::Error)]
pub enum LengthError {
    #[error("not a number of millimetres")]
    NoNumber,
    #[error("it must be from 0 to {0} mm")]
    OutOfRange(f64),
}

/// A length from nothing to the most that makes sense, in millimetres.
pub fn millimetres(text: &str, most: f64) -> Result<f64, LengthError> {
    let length: f64 = text.parse().map_err(|_| LengthError::NoNumber)?;
    if (0.0..=most).contains(&length) { Ok(length) } else { Err(LengthError::OutOfRange(most)) }
}

/// A gap in millimetres: one number, or one between columns and one between rows.
pub fn gap(text: &str) -> Result<Gap, LengthError> {
    const MOST: f64 = 20.0;
    let side = |text: &str| millimetres(text.trim(), MOST).map(Mm::new);
    match text.split_once(['x', 'X', '×']) {
        Some((across, down)) => Ok(Gap { across: side(across)?, down: side(down)? }),
        None => side(text).map(Gap::even),
    }
}

/// How many cards are side by side on a sheet, and how many one above the other.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    pub columns: usize,
    pub rows: usize,
}

/// Why columns and rows are refused.
#[derive(Debug, thiserror::Error)]
#[error("a grid is columns x rows, each from 1 to 50: 4x2")]
pub struct GridError;

/// Columns and rows: `4x2`.
pub fn columns(text: &str) -> Result<Columns, GridError> {
    let (columns, rows) = text.split_once(['x', 'X', '×']).ok_or(GridError)?;
    let count = |text: &str| text.trim().parse().ok().filter(|count| (1..=50).contains(count)).ok_or(GridError);
    Ok(Columns { columns: count(columns)?, rows: count(rows)? })
}

/// Papers by name; help tells the names, and any size goes as well.
#[derive(Clone)]
pub struct PaperParser;

impl TypedValueParser for PaperParser {
    type Value = sheet::Paper;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<sheet::Paper, clap::Error> {
        let parse = |text: &str| text.parse::<sheet::Paper>();
        TypedValueParser::parse_ref(&parse, command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let told = |paper: sheet::Paper| {
            let Cow::Borrowed(name) = paper.name() else { return None };
            let size = paper.size();
            let words = format!("{} × {} mm", size.width.get(), size.height.get());
            Some(PossibleValue::new(name).help(words))
        };
        Some(Box::new(sheet::Paper::NAMED.into_iter().filter_map(told)))
    }
}

/// Why an address is refused.
#[derive(Debug, thiserror::Error)]
#[error("an address begins with https://, http:// or file:///")]
pub struct NoAddress;

/// The address of a folder of pictures.
pub fn address(text: &str) -> Result<String, NoAddress> {
    let known = ["https://", "http://", "file:///"]
        .into_iter()
        .any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    if known && !text.contains(char::is_whitespace) { Ok(text.to_owned()) } else { Err(NoAddress) }
}
