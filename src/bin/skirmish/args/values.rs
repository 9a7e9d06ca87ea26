//! Parsers of option values.

use std::borrow::Cow;
use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use skirmish_base::units::{Mm, Point, Size};
use skirmish_model::game::CardFormat;
use skirmish_output::sheet::{self, Gap};

/// Invalid reading.
#[derive(Debug, thiserror::Error)]
#[error("a reading must be a number from 0 to 20; 10 if both sides are aligned")]
pub struct NoReading;

/// Parses the reading of a vernier, with a decimal point or comma.
pub fn reading(text: &str) -> Result<f64, NoReading> {
    let reading: f64 = text.replace(',', ".").parse().map_err(|_| NoReading)?;
    if (0.0..=20.0).contains(&reading) { Ok(reading) } else { Err(NoReading) }
}

/// Invalid length.
#[derive(Debug, thiserror::Error)]
pub enum LengthError {
    #[error("not a number in mm")]
    NoNumber,
    #[error("must be 0 to {0} mm")]
    OutOfRange(f64),
}

/// Parses a length from 0 to `most`, in millimetres.
pub fn millimetres(text: &str, most: f64) -> Result<f64, LengthError> {
    let length: f64 = text.parse().map_err(|_| LengthError::NoNumber)?;
    if (0.0..=most).contains(&length) { Ok(length) } else { Err(LengthError::OutOfRange(most)) }
}

/// Parses a gap in millimetres: one number, or columns x rows.
pub fn gap(text: &str) -> Result<Gap, LengthError> {
    const MOST: f64 = 20.0;
    let side = |text: &str| millimetres(text.trim(), MOST).map(Mm::new);
    match text.split_once(['x', 'X', '×']) {
        Some((across, down)) => Ok(Gap { across: side(across)?, down: side(down)? }),
        None => side(text).map(Gap::even),
    }
}

/// Invalid size of cards.
#[derive(Debug, thiserror::Error)]
#[error(
    "a size must be {}, one of these with `-landscape`, or width x height, each from 10 to 400 mm, such as 88x63",
    CardFormat::names().collect::<Vec<_>>().join(", ")
)]
pub struct CardSizeError;

/// Parses a size of cards: a name, or the width and height of others as `88x63`.
pub fn card_size(text: &str) -> Result<String, CardSizeError> {
    if CardFormat::named(text).is_some() {
        return Ok(text.to_owned());
    }
    let lying = text.strip_suffix("-landscape").and_then(CardFormat::named).map(|format| format.size.turned());
    let of_sides = || {
        let (width, height) = text.split_once(['x', 'X', '×'])?;
        let side = |text: &str| text.trim().parse().ok().filter(|side| (10.0..=400.0).contains(side));
        Some(Size::mm(side(width)?, side(height)?))
    };
    let size = lying.or_else(of_sides).ok_or(CardSizeError)?;
    Ok(format!("{}x{}", size.width.get(), size.height.get()))
}

/// Invalid offset.
#[derive(Debug, thiserror::Error)]
#[error("an offset must be right x down, each from -50 to 50 mm, such as 1.5x-2")]
pub struct OffsetError;

/// Parses an offset in millimetres: `1.5x-2`.
pub fn offset(text: &str) -> Result<Point, OffsetError> {
    const MOST: f64 = 50.0;
    let (right, down) = text.split_once(['x', 'X', '×']).ok_or(OffsetError)?;
    let length = |text: &str| text.trim().parse().ok().filter(|length: &f64| length.abs() <= MOST).ok_or(OffsetError);
    Ok(Point::new(Mm::new(length(right)?), Mm::new(length(down)?)))
}

/// Columns and rows of cards on a sheet.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    pub columns: usize,
    pub rows: usize,
}

/// Invalid grid.
#[derive(Debug, thiserror::Error)]
#[error("a grid must be columns x rows, each from 1 to 50, such as 4x2")]
pub struct GridError;

/// Parses columns and rows: `4x2`.
pub fn columns(text: &str) -> Result<Columns, GridError> {
    let (columns, rows) = text.split_once(['x', 'X', '×']).ok_or(GridError)?;
    let count = |text: &str| text.trim().parse().ok().filter(|count| (1..=50).contains(count)).ok_or(GridError);
    Ok(Columns { columns: count(columns)?, rows: count(rows)? })
}

/// Parses a paper name or size; help lists the names.
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

/// Invalid URL.
#[derive(Debug, thiserror::Error)]
#[error("a URL must start with https://, http:// or file:///")]
pub struct NoAddress;

/// Parses the URL of a folder of images.
pub fn address(text: &str) -> Result<String, NoAddress> {
    let known = ["https://", "http://", "file:///"]
        .into_iter()
        .any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    if known && !text.contains(char::is_whitespace) { Ok(text.to_owned()) } else { Err(NoAddress) }
}
