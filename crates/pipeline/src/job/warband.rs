//! The requested warband: a name in the game's folder, or a file from anywhere.

use std::path::Path;

use super::Failure;
use crate::diagnostic::{Code, Diagnostic, Reporter};
use crate::read::{self, ParsedWarbands};
use crate::vfs::Vfs;

/// Reads the requested warband, by the name of a file in the game's `warbands` or by a path.
///
/// # Errors
/// The file is missing, or can't be read. Errors in it are reported with the game.
pub(super) fn asked_for(vfs: &dyn Vfs, game: &str, asked: &str) -> Result<ParsedWarbands, Failure> {
    let folder = read::warband_folder(game);
    let named = format!("{folder}/{}.toml", asked.trim_end_matches(".toml"));
    let is_name = !asked.contains(['/', '\\']);
    let reporter = Reporter::default();
    let warband = if is_name && vfs.has(&named) {
        read::warband(vfs, &named, &reporter)
    } else {
        let bytes = std::fs::read(Path::new(asked)).map_err(|error| not_there(vfs, &folder, asked, &error))?;
        match read::text_of(asked, bytes) {
            Ok(source) => read::warband_from(source, &reporter),
            Err(diagnostic) => {
                reporter.report(diagnostic);
                None
            }
        }
    };
    Ok(ParsedWarbands { warbands: warband.into_iter().collect(), diagnostics: reporter.into_diagnostics() })
}

/// Returns the name of the warband that was requested by a name or a path.
pub(super) fn name(asked: &str) -> String {
    let stem = Path::new(asked).file_stem().and_then(|stem| stem.to_str());
    stem.unwrap_or(asked).to_owned()
}

/// Returns the error for a missing file; a name may be a typo of one in the folder.
fn not_there(vfs: &dyn Vfs, folder: &str, asked: &str, error: &std::io::Error) -> Failure {
    let (code, what) = match error.kind() {
        std::io::ErrorKind::NotFound => (Code::UNKNOWN_WARBAND, format!("unknown warband `{asked}`")),
        _ => (Code::FILE_UNREADABLE, format!("cannot read `{asked}`: {error}")),
    };
    let name = |path: &String| Some(path.strip_prefix(folder)?.strip_prefix('/')?.strip_suffix(".toml")?.to_owned());
    let names: Vec<String> = vfs.files(folder).iter().filter_map(name).collect();
    let diagnostic = Diagnostic::error(code, None, what).suggest(asked, names.iter().map(String::as_str));
    Failure::Diagnostics(vec![diagnostic.hint(format!("use the path of a file, or the name of one in `{folder}`"))])
}
