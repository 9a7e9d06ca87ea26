//! The cards of a game as a sheet for a spreadsheet.

use std::path::Path;

use super::asked::game_id;
use super::{Failure, Made, Written, counted, files, table};
use crate::read;
use crate::vfs::Vfs;

/// What tells spreadsheets that a text is UTF-8.
const MARK: &str = "\u{feff}";

/// The cards of a game as CSV, and what is in it.
///
/// # Errors
/// The game is wrong, or an entry of it has no place in a sheet.
pub fn cards_as_csv(vfs: &dyn Vfs, game: &str) -> Result<(String, String), Failure> {
    let rows = read::as_sheet(vfs, &game_id(game)).map_err(Failure::Diagnostics)?;
    Ok((MARK.to_owned() + &table(&rows)?, counted(rows.len() - 1, "row")))
}

/// Writes the cards of a game as CSV. Nothing is reported of a device or a pipe: whoever reads it wants the sheet alone.
///
/// # Errors
/// The game is wrong, an entry of it has no place in a sheet, or the file cannot be written.
pub fn export(vfs: &dyn Vfs, game: &str, file: &Path) -> Result<Option<Written>, Failure> {
    let (sheet, what) = cards_as_csv(vfs, game)?;
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.ok_or_else(|| Failure::Stopped(format!("invalid file name {}", file.display())))?;
    let made = Made { name, bytes: sheet.into_bytes().into(), what: what.clone() };
    let bytes = made.bytes.len() as u64;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_stream = files::is_stream(file);
    files::write(folder, vec![made])?;
    Ok((!is_stream).then(|| Written { path: file.to_owned(), what, bytes }))
}
