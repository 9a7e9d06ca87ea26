//! `skirmish diff`: changes since a print run, or between two folders.

use std::path::PathBuf;

use clap::Parser;
use skirmish_base::vfs::WorkDir;
use skirmish_pipeline::job::{self, Against, DiffRequest, Difference, Failure};

use super::args::Format;
use super::size;

pub const EXAMPLES: &str = "\
Examples:
  skirmish diff                            all games since their last print run
  skirmish diff skirmish-5e r2..           since the print run of r2
  skirmish diff skirmish-5e r2..r2         between two print runs
  skirmish diff skirmish-5e --html         with a page of old and new faces
  skirmish diff skirmish-5e --format json  as JSON
  skirmish diff skirmish-5e --against old  against the data in another folder

Each changed value is listed with the cards and sections that quote it.";

/// Options of `skirmish diff`.
#[derive(Debug, Parser)]
pub struct Diff {
    /// Game, by folder name [default: all printed games]
    game: Option<String>,
    /// Printed revisions: `r1..r2`, or `r1..` to the current data
    revisions: Option<String>,
    /// Folder to compare with: a game, or one with `card-data`
    #[arg(long, value_name = "FOLDER")]
    against: Option<PathBuf>,
    /// Also write `diff.html` with old and new faces
    #[arg(long)]
    html: bool,
    /// Language to compare, such as `de`
    #[arg(long, value_name = "CODE")]
    language: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Output directory with the print runs [default: `output` next to `card-data`]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Diff {
    /// Converts the options into a request; `output` is the default output directory.
    ///
    /// # Errors
    /// Conflicting options.
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
                return stopped("`--against` can't be used with a range of revisions: remove one of them".to_owned());
            }
            (None, Some(range)) => match range.split_once("..") {
                Some((first, last)) if !first.is_empty() && !last.contains("..") => {
                    (Against::Revision(first.to_owned()), (!last.is_empty()).then(|| last.to_owned()))
                }
                _ => {
                    return stopped(format!(
                        "invalid range `{range}`: write `r1..r2`, or `r1..` up to the current data"
                    ));
                }
            },
        };
        Ok(DiffRequest { game, from, to, language: self.language, page: self.html, out: self.out.unwrap_or(output) })
    }
}

/// Compares, and returns the output.
pub fn run(vfs: &WorkDir, asked: Diff) -> Result<String, Failure> {
    let format = asked.format;
    let differences = job::diff(vfs, &asked.request(vfs.output())?)?;
    Ok(match format {
        Format::Json => serde_json::to_string_pretty(&differences).unwrap_or_default() + "\n",
        Format::Text => differences.iter().map(describe).collect::<Vec<_>>().join("\n"),
    })
}

fn describe(difference: &Difference) -> String {
    let page = difference.page.iter();
    let page = page.map(|page| format!("\n  {}: {}, {}\n", page.path.display(), page.what, size(page.bytes)));
    difference.text() + &page.collect::<String>()
}
