//! The cards of a game as a sheet for a spreadsheet.

use std::path::Path;

use super::select::game_id;
use super::{Failure, OutputFile, Written, counted, files, table};
use crate::read;
use crate::vfs::Vfs;

/// Byte order mark, which identifies UTF-8 to spreadsheets.
const MARK: &str = "\u{feff}";

/// Returns the cards of a game as CSV, with a description.
///
/// # Errors
/// The game has errors, or an entry can't be represented in a spreadsheet.
pub fn cards_as_csv(vfs: &dyn Vfs, game: &str) -> Result<(String, String), Failure> {
    let rows = read::as_sheet(vfs, &game_id(game)).map_err(Failure::Diagnostics)?;
    Ok((MARK.to_owned() + &table(&rows)?, counted(rows.len() - 1, "row")))
}

/// Writes the cards of a game as CSV. For a device or a pipe nothing is reported, since its reader only wants the CSV.
///
/// # Errors
/// The game has errors, an entry can't be represented in a spreadsheet, or the file can't be written.
pub fn export(vfs: &dyn Vfs, game: &str, file: &Path) -> Result<Option<Written>, Failure> {
    let (sheet, what) = cards_as_csv(vfs, game)?;
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.ok_or_else(|| Failure::Stopped(format!("invalid file name {}", file.display())))?;
    let made = OutputFile { name, bytes: sheet.into_bytes().into(), what: what.clone() };
    let bytes = made.bytes.len() as u64;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_stream = files::is_stream(file);
    files::write(folder, vec![made])?;
    Ok((!is_stream).then(|| Written { path: file.to_owned(), what, bytes }))
}
