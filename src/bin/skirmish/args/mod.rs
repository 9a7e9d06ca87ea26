//! The command line.

mod build;
mod choices;
mod examples;
mod new;
mod values;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use skirmish::job::PressNeeds;
use skirmish::sheet;
use skirmish::watch::Editor;

use self::build::Build;
use self::examples::{
    BUILD, CALIBRATE, CHECK, COMPLETIONS, EXAMPLES, EXPLAIN, EXPORT, LIST, NEW, SYNC, TRANSLATE, WATCH,
};
use self::new::New;
use self::values::{PaperParser, reading};
use super::diff::Diff;

/// Makes a print-ready deck from one folder of data.
#[derive(Debug, Parser)]
#[command(version, about, after_help = EXAMPLES)]
pub struct Args {
    /// What to do; `build` if nothing is said.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Fail in a folder without games, as where the output is no terminal
    #[arg(long, global = true)]
    pub ci: bool,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make the cards
    #[command(after_help = BUILD)]
    Build(Build),
    /// Report every problem, each with its place and a hint
    #[command(after_help = CHECK)]
    Check {
        /// The games, by the names of their folders in `card-data`; all if none is named
        games: Vec<String>,
        /// The warband to check, by its name in the game's folder `warbands` or by the path of its file
        #[arg(long, value_name = "FILE")]
        warband: Option<String>,
        /// Who prints them
        #[arg(long = "for", value_enum, default_value_t)]
        target: CheckFor,
        #[command(flatten)]
        press: Press,
        /// The language, as `game.toml` names it; all of them if none is named
        #[arg(long, value_name = "CODE")]
        language: Option<String>,
        /// The format of the output
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Tell what changed since a printing, and what each figure moved
    #[command(after_help = super::diff::EXAMPLES)]
    Diff(Diff),
    /// List the cards: name, kind, count, faces, figures
    #[command(after_help = LIST)]
    List {
        /// The games, by the names of their folders in `card-data`; all if none is named
        games: Vec<String>,
        /// The warband whose cards are listed, by its name in the game's folder `warbands` or by the path of its file
        #[arg(long, value_name = "FILE")]
        warband: Option<String>,
        /// The colours instead, and the inks that a press prints them with
        #[arg(long, conflicts_with_all = ["warband", "language"])]
        colours: bool,
        /// The language, as `game.toml` names it; that of the source if none is named
        #[arg(long, value_name = "CODE")]
        language: Option<String>,
        #[command(flatten)]
        press: Press,
        /// The format of the output
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Show a game in a browser while it is edited: what is saved is seen at once
    #[command(after_help = WATCH)]
    Watch(Watch),
    /// Copy out a small game to start from
    #[command(after_help = NEW)]
    New(New),
    /// Add new columns and kinds of a spreadsheet to its game
    #[command(after_help = SYNC)]
    Sync {
        /// The game, by the name of its folder in `card-data`
        game: String,
    },
    /// Write the cards as a sheet for a spreadsheet
    #[command(after_help = EXPORT)]
    Export {
        /// The game, by the name of its folder in `card-data`
        game: String,
        /// The file to write: UTF-8, with commas between cells; `-` for standard output
        #[arg(long, value_name = "FILE")]
        csv: PathBuf,
    },
    /// Write files for another language of a game, with all that is still to be translated
    #[command(after_help = TRANSLATE)]
    Translate {
        /// The game, by the name of its folder in `card-data`
        game: String,
        /// The language, as BCP 47 writes it: de, fr, pt-BR
        language: String,
        /// Say of all texts whose source has changed that they are right again
        #[arg(long)]
        accept: bool,
    },
    /// Find out where a printer's backs lie, so that they can be laid right
    #[command(after_help = CALIBRATE)]
    Calibrate(Calibrate),
    /// Explain a problem by its code: what is wrong, why it matters, how to mend it
    #[command(after_help = EXPLAIN)]
    Explain {
        /// The codes, as they stand in messages; a list of all if none is given
        codes: Vec<String>,
    },
    /// Print completions for a shell
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a folder, for packages
    #[command(hide = true)]
    Manual {
        /// The folder
        folder: PathBuf,
    },
}

impl Default for Command {
    fn default() -> Self {
        Self::Build(Build::default())
    }
}

/// What to show while it is edited.
#[derive(Debug, Parser)]
pub struct Watch {
    /// The game, by the name of its folder in `card-data`; may be left out where there is only one
    pub game: Option<String>,
    /// The port; 0 for any that is free
    #[arg(long, default_value_t = 8043)]
    pub port: u16,
    /// The command that opens a place in the data: its words with `{file}`, `{line}` and `{column}`
    #[arg(long, value_name = "COMMAND")]
    pub editor: Option<Editor>,
    /// The language, as `game.toml` names it; that of the source if none is named
    #[arg(long, value_name = "CODE")]
    pub language: Option<String>,
    /// Draws the game for the process that watches over this one: 0, or the port of a worker that crashed
    #[arg(long, hide = true)]
    pub worker: Option<u16>,
}

/// What to do with a printer.
#[derive(Debug, Parser)]
pub struct Calibrate {
    /// The paper: one of these, or width and height in millimetres, `320x450`
    #[arg(long, default_value = "a4", value_parser = PaperParser)]
    pub paper: sheet::Paper,
    /// What you call the printer and its tray
    #[arg(long, requires = "read")]
    pub name: Option<String>,
    /// The eight readings of the sheet, in the order of their numbers
    #[arg(long, num_args = 8, value_name = "READING", requires = "name", value_parser = reading, allow_negative_numbers = true)]
    pub read: Option<Vec<f64>>,
    /// List the printers that are known
    #[arg(long, conflicts_with_all = ["name", "read"])]
    pub list: bool,
    /// Where the sheet goes; `output` beside `card-data` without it
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// What a print shop asks for.
#[derive(Clone, Debug, clap::Args)]
pub struct Press {
    /// The ICC profile of the press and its paper; that of coated paper (FOGRA39) without it
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// The most ink in one place, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 300, value_parser = clap::value_parser!(u16).range(150..=400))]
    ink_limit: u16,
}

impl Press {
    /// The same for the job.
    pub fn needs(self) -> PressNeeds {
        PressNeeds { profile: self.profile, ink_limit: self.ink_limit.into(), ..PressNeeds::default() }
    }
}

/// Who prints what is checked.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum CheckFor {
    /// A printer at home
    #[default]
    Home,
    /// A print shop: what it would refuse or change as well
    Press,
}

/// Who reads it.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// For editors and other programs
    Json,
}
