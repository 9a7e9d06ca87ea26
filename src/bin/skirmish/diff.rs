//! `skirmish diff`: what changed since a printing, or between two folders.

use std::path::PathBuf;

use clap::Parser;
use skirmish::job::{self, Against, DiffRequest, Difference, Failure};
use skirmish::vfs::WorkDir;

use super::args::Format;
use super::size;

pub const EXAMPLES: &str = "\
Examples:
  skirmish diff                                what changed since the last printing of each game
  skirmish diff skirmish-5e r2..               since the printing of r2
  skirmish diff skirmish-5e r2..r2             from one printing to another
  skirmish diff skirmish-5e --page             and a page with both faces of each card, output/skirmish-5e/diff.html
  skirmish diff skirmish-5e --format json      for a program
  skirmish diff skirmish-5e --against old      against the data in another folder

A figure that changed names the cards, sections and examples that it moved.";

/// What to compare.
#[derive(Debug, Parser)]
pub struct Diff {
    /// The game, by the name of its folder in `card-data`; all that were printed if none is named
    game: Option<String>,
    /// The revisions that were printed: `r1..r2`, or `r1..` for r1 and the data as they are now
    revisions: Option<String>,
    /// Compare with the data in another folder: one that has `card-data` in it, or that of the game
    #[arg(long, value_name = "FOLDER")]
    against: Option<PathBuf>,
    /// Write a page as well, `diff.html` beside the game's outputs, with both faces of each card that changed
    #[arg(long)]
    page: bool,
    /// The language in which the game is read, as `game.toml` names it; the records of its printings are apart from others
    #[arg(long, value_name = "CODE")]
    language: Option<String>,
    /// The format of the output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Where the outputs are, with the records of printings; `output` beside `card-data` without it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Diff {
    /// The request that the options stand for; outputs are in the folder `output` if nothing is said.
    ///
    /// # Errors
    /// Options that do not go together.
    fn request(self, output: PathBuf) -> Result<DiffRequest, Failure> {
        let stopped = |what: String| Err(Failure::Stopped(what));
        let (game, revisions) = match (self.game, self.revisions) {
            (Some(range), None) if range.contains("..") => (None, Some(range)),
            both => both,
        };
        let (from, to) = match (self.against, revisions) {
            (None, None) => (Against::Last, None),
            (Some(folder), None) => (Against::Folder(folder), None),
            (Some(_), Some(_)) => {
                return stopped(
                    "`--against` compares with a folder, `r1..r2` with printings: leave one out".to_owned(),
                );
            }
            (None, Some(range)) => match range.split_once("..") {
                Some((first, last)) if !first.is_empty() && !last.contains("..") => {
                    (Against::Revision(first.to_owned()), (!last.is_empty()).then(|| last.to_owned()))
                }
                _ => return stopped(format!("`{range}` names no revisions: write `r1..r2`, or `r1..` up to now")),
            },
        };
        Ok(DiffRequest { game, from, to, language: self.language, page: self.page, out: self.out.unwrap_or(output) })
    }
}

/// Compares, and gives what is to be said.
pub fn run(vfs: &WorkDir, asked: Diff) -> Result<String, Failure> {
    let format = asked.format;
    let differences = job::diff(vfs, &asked.request(vfs.output())?)?;
    Ok(match format {
        Format::Json => serde_json::to_string_pretty(&differences).unwrap_or_default() + "\n",
        Format::Text => differences.iter().map(told).collect::<Vec<_>>().join("\n"),
    })
}

fn told(difference: &Difference) -> String {
    let page = difference.page.iter();
    let page = page.map(|page| format!("\n  {}: {}, {}\n", page.path.display(), page.what, size(page.bytes)));
    difference.text() + &page.collect::<String>()
}
