//! The command line.

mod build;
mod choices;
mod examples;
mod new;
mod renamed;
mod values;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use skirmish_output::sheet;
use skirmish_pipeline::job::PressNeeds;
use skirmish_pipeline::watch::Editor;

use self::build::Build;
use self::examples::{
    BUILD, CALIBRATE, CHECK, COMPLETIONS, EXAMPLES, EXPLAIN, EXPORT, LIST, NEW, SYNC, TRANSLATE, WATCH,
};
use self::new::New;
pub use self::renamed::with_new_name;
use self::values::{PaperParser, reading};
use super::diff::Diff;

/// Generate print-ready card decks and rulebooks from one folder of data
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES)]
pub struct Args {
    /// Command to run; `build` by default.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Never use the included games (default in pipes)
    #[arg(long, global = true)]
    pub ci: bool,
}

/// Commands.
#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant, reason = "made once, from the command line")]
pub enum Command {
    /// Build decks and rulebooks
    #[command(after_help = BUILD)]
    Build(Build),
    /// Check games for problems without building
    #[command(after_help = CHECK)]
    Check {
        /// Games to check, by folder name [default: all]
        games: Vec<String>,
        /// Warband to check: a name in `warbands`, or a path
        #[arg(long, value_name = "FILE")]
        warband: Option<String>,
        /// Target to check for
        #[arg(long, value_enum, default_value_t)]
        target: CheckTarget,
        #[command(flatten)]
        press: Press,
        /// Language to check, such as `de` [default: all]
        #[arg(long, value_name = "CODE")]
        language: Option<String>,
        /// Output format
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Show what changed since a print run
    #[command(after_help = super::diff::EXAMPLES)]
    Diff(Diff),
    /// List cards with kind, count, faces and values
    #[command(after_help = LIST)]
    List {
        /// Games to list, by folder name [default: all]
        games: Vec<String>,
        /// Warband to list: a name in `warbands`, or a path
        #[arg(long, value_name = "FILE")]
        warband: Option<String>,
        /// List colours and their press inks instead of cards
        #[arg(long, conflicts_with_all = ["warband", "language"])]
        colours: bool,
        /// Language to list, such as `de` [default: the source language]
        #[arg(long, value_name = "CODE")]
        language: Option<String>,
        #[command(flatten)]
        press: Press,
        /// Output format
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Preview a game in the browser, updating on save
    #[command(after_help = WATCH)]
    Watch(Watch),
    /// Create a new game
    #[command(after_help = NEW)]
    New(New),
    /// Add new spreadsheet columns and kinds to `game.toml`
    #[command(after_help = SYNC)]
    Sync {
        /// Game, by folder name
        game: String,
    },
    /// Export the cards as CSV
    #[command(after_help = EXPORT)]
    Export {
        /// Game, by folder name
        game: String,
        /// File to write, or `-` for standard output
        #[arg(long, value_name = "FILE")]
        csv: PathBuf,
    },
    /// Create or update the translation files for a language
    #[command(after_help = TRANSLATE)]
    Translate {
        /// Game, by folder name
        game: String,
        /// BCP 47 language tag: de, fr, pt-BR
        language: String,
        /// Mark all outdated translations as up to date
        #[arg(long)]
        accept: bool,
    },
    /// Measure and correct a printer's front-to-back misalignment
    #[command(after_help = CALIBRATE)]
    Calibrate(Calibrate),
    /// Explain an error code
    #[command(after_help = EXPLAIN)]
    Explain {
        /// Codes such as E0214 [default: a list of all codes]
        codes: Vec<String>,
    },
    /// Print completions for a shell
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// Shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages to a folder, for packages
    #[command(hide = true)]
    Manual {
        /// Output folder
        folder: PathBuf,
    },
}

impl Default for Command {
    fn default() -> Self {
        Self::Build(Build::default())
    }
}

/// Options of `skirmish watch`.
#[derive(Debug, Parser)]
pub struct Watch {
    /// Game, by folder name; optional if there is only one
    pub game: Option<String>,
    /// Port; 0 for any free port
    #[arg(long, default_value_t = 8043)]
    pub port: u16,
    /// Editor command with `{file}`, `{line}` and `{column}`
    #[arg(long, value_name = "COMMAND")]
    pub editor: Option<Editor>,
    /// Language to show, such as `de` [default: the source language]
    #[arg(long, value_name = "CODE")]
    pub language: Option<String>,
    /// Run as a worker of the supervising process: 0, or the port of a crashed worker
    #[arg(long, hide = true)]
    pub worker: Option<u16>,
}

/// Options of `skirmish calibrate`.
#[derive(Debug, Parser)]
pub struct Calibrate {
    /// Paper: a name, or a size in mm such as `320x450`
    #[arg(long, default_value = "a4", value_parser = PaperParser)]
    pub paper: sheet::Paper,
    /// Name to save the printer and tray under
    #[arg(long, requires = "readings")]
    pub name: Option<String>,
    /// The eight readings from the sheet, in order
    #[arg(long, num_args = 8, value_name = "READING", requires = "name", value_parser = reading, allow_negative_numbers = true)]
    pub readings: Option<Vec<f64>>,
    /// List saved printers
    #[arg(long, conflicts_with_all = ["name", "readings"])]
    pub list: bool,
    /// Output directory [default: `output` next to `card-data`]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Requirements of a print shop.
#[derive(Clone, Debug, clap::Args)]
pub struct Press {
    /// ICC profile [default: coated paper, FOGRA39]
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// Total ink limit (TAC), in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 300, value_parser = clap::value_parser!(u16).range(150..=400))]
    ink_limit: u16,
}

impl Press {
    /// Converts the options for a job.
    pub fn needs(self) -> PressNeeds {
        PressNeeds { profile: self.profile, ink_limit: self.ink_limit.into(), ..PressNeeds::default() }
    }
}

/// Targets to check for.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum CheckTarget {
    /// Home printer
    #[default]
    Home,
    /// Print shop: also what it would reject or convert
    Press,
}

/// Output formats.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Format {
    /// Text for people
    #[default]
    Text,
    /// JSON for editors and other programs
    Json,
}
