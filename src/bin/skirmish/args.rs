//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use skirmish::game::Ink;
use skirmish::job::{PressNeeds, Request, Sets, Target};
use skirmish::pdf::Standard;
use skirmish::sheet::{self, Home};
use skirmish::units::Mm;

/// Makes a print-ready deck from one folder of data.
#[derive(Debug, Parser)]
#[command(version, about, after_help = EXAMPLES)]
pub struct Args {
    /// What to do; `build` if nothing is said.
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  skirmish                                   all games, as sheets for a printer at home
  skirmish build skirmish-5e --paper letter  one game, on Letter paper
  skirmish build --flip short                for printers that turn the paper over the short edge
  skirmish build --ink light                 white paper and lines, to spare ink
  skirmish build --only chop,axe --copies 2  two copies of some cards
  skirmish build skirmish-5e --for mpc       pictures to be ordered at a print service
  skirmish check --format json               every problem, for an editor
  skirmish new my-game                       a small game to start from

Exit codes:
  0  all is well
  1  the data is wrong, or there is no such game or card
  2  what was typed is wrong, or a file could not be written";

const BUILD: &str = "\
Examples:
  skirmish build                                       all games, as sheets of A4
  skirmish build skirmish-5e --paper letter            one game, on Letter paper
  skirmish build --only axe,\"shield bash\" --copies 2   some cards alone, twice as many
  skirmish build skirmish-5e --for press --out press   one face a page in CMYK, in a folder of your choice
  skirmish build --only trip --for screen --ink light  a picture of each face, in line
  skirmish build battling-cards --sets red,blue        the cards of two players
  skirmish build battling-cards --players 4            the cards of four
  skirmish build warhammer-skirmish --warband my.toml  cards, roster and tokens of your own warband";

const CHECK: &str = "\
Examples:
  skirmish check                            all games
  skirmish check skirmish-5e --format json  one game, for an editor
  skirmish check skirmish-5e --for press    and what a print shop would refuse or change";

const LIST: &str = "\
Examples:
  skirmish list                            a table of all games' cards
  skirmish list skirmish-5e --format json  one game's cards, for a program
  skirmish list skirmish-5e --colours      one game's colours, and the inks of a press";

const NEW: &str = "\
Examples:
  skirmish new my-game  copies a game of 27 cards to card-data/my-game";

const COMPLETIONS: &str = "\
Examples:
  skirmish completions bash > ~/.local/share/bash-completion/completions/skirmish
  skirmish completions zsh > ~/.zfunc/_skirmish
  skirmish completions fish > ~/.config/fish/completions/skirmish.fish";

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
        /// Who prints them
        #[arg(long = "for", value_enum, default_value_t)]
        target: CheckFor,
        #[command(flatten)]
        press: Press,
        /// The format of the output
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// List the cards: name, kind, count, faces, figures
    #[command(after_help = LIST)]
    List {
        /// The games, by the names of their folders in `card-data`; all if none is named
        games: Vec<String>,
        /// The colours instead, and the inks that a press prints them with
        #[arg(long)]
        colours: bool,
        #[command(flatten)]
        press: Press,
        /// The format of the output
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Copy out a small game to start from
    #[command(after_help = NEW)]
    New {
        /// The name of its folder in `card-data`: small letters, digits, and hyphens between them
        name: String,
    },
    /// Print completions for a shell
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

impl Default for Command {
    fn default() -> Self {
        Self::Build(Build::default())
    }
}

/// What to make.
#[derive(Debug, Parser)]
pub struct Build {
    /// The games, by the names of their folders in `card-data`; all if none is named
    games: Vec<String>,
    /// What the cards are printed for
    #[arg(long = "for", value_enum, default_value_t)]
    target: For,
    /// The paper of sheets for home
    #[arg(long, value_enum, default_value_t)]
    paper: Paper,
    /// How the back gets behind the front
    #[arg(long, value_enum, default_value_t)]
    flip: Flip,
    /// Millimetres between two cards, where there is room; half of it is bleed
    #[arg(long, default_value_t = 3.0, value_parser = |text: &str| millimetres(text, 20.0), allow_negative_numbers = true)]
    gap: f64,
    /// Millimetres by which a booklet's pages move to the fold from sheet to sheet: the thickness of the paper
    #[arg(long, default_value_t = 0.0, value_parser = |text: &str| millimetres(text, 1.0), allow_negative_numbers = true)]
    creep: f64,
    /// How much ink to use
    #[arg(long, value_enum, default_value_t)]
    ink: InkChoice,
    /// What files for a press conform to
    #[arg(long, value_enum, default_value_t)]
    standard: StandardChoice,
    #[command(flatten)]
    press: Press,
    /// Only these cards or other pieces, by name, with commas between
    #[arg(long, value_name = "CARDS", value_delimiter = ',')]
    only: Vec<String>,
    /// Only these sets of the players, by name, with commas between
    #[arg(long, value_name = "SETS", value_delimiter = ',', conflicts_with = "players")]
    sets: Vec<String>,
    /// Only the sets of so many players
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
    players: Option<u32>,
    /// The warband to print, by its name in the game's folder `warbands` or by the path of its file
    #[arg(long, value_name = "FILE")]
    warband: Option<String>,
    /// How many decks
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100), allow_negative_numbers = true)]
    copies: u32,
    /// Where the outputs go
    #[arg(long, default_value = "output", value_name = "DIR")]
    out: PathBuf,
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

/// What files for a press conform to.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum StandardChoice {
    /// PDF/X-4: CMYK, with transparency
    #[default]
    X4,
    /// PDF/X-1a: CMYK, without transparency, for older presses
    X1a,
    /// Colours as a screen has them, for shops that separate them themselves
    Rgb,
}

impl From<StandardChoice> for Option<Standard> {
    fn from(choice: StandardChoice) -> Self {
        match choice {
            StandardChoice::X4 => Some(Standard::X4),
            StandardChoice::X1a => Some(Standard::X1a),
            StandardChoice::Rgb => None,
        }
    }
}

/// Why a length is refused.
#[derive(Debug, thiserror::Error)]
enum LengthError {
    #[error("not a number of millimetres")]
    NoNumber,
    #[error("it must be from 0 to {0} mm")]
    OutOfRange(f64),
}

/// A length from nothing to the most that makes sense, in millimetres.
fn millimetres(text: &str, most: f64) -> Result<f64, LengthError> {
    let length: f64 = text.parse().map_err(|_| LengthError::NoNumber)?;
    if (0.0..=most).contains(&length) { Ok(length) } else { Err(LengthError::OutOfRange(most)) }
}

impl Default for Build {
    fn default() -> Self {
        Self::parse_from(["build"])
    }
}

impl Build {
    /// The request that the options stand for.
    pub fn request(self) -> Request {
        let paper = match self.paper {
            Paper::A4 => sheet::Paper::A4,
            Paper::Letter => sheet::Paper::Letter,
        };
        let flip = match self.flip {
            Flip::Long => sheet::Flip::Long,
            Flip::Short => sheet::Flip::Short,
            Flip::Fold => sheet::Flip::Fold,
            Flip::None => sheet::Flip::None,
        };
        Request {
            games: self.games,
            target: match self.target {
                For::Home => Target::Home,
                For::Press => Target::Press,
                For::Mpc => Target::Mpc,
                For::Tgc => Target::Tgc,
                For::Screen => Target::Screen,
            },
            home: Home { paper, flip, gap: Mm::new(self.gap) },
            creep: Mm::new(self.creep),
            ink: match self.ink {
                InkChoice::Full => Ink::Full,
                InkChoice::Light => Ink::Light,
            },
            press: PressNeeds { standard: self.standard.into(), ..self.press.needs() },
            only: self.only,
            sets: match self.players {
                Some(players) => Sets::Players(players as usize),
                None if self.sets.is_empty() => Sets::All,
                None => Sets::Named(self.sets),
            },
            warband: self.warband,
            copies: self.copies,
            out: self.out,
        }
    }
}

/// What the cards are printed for.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum For {
    /// Sheets for a printer at home, to be cut
    #[default]
    Home,
    /// A PDF with one face a page, bleed and trim box, for a print shop
    Press,
    /// Pictures for MakePlayingCards
    Mpc,
    /// Pictures for The Game Crafter
    Tgc,
    /// Pictures to look at, and a sheet of all of them
    Screen,
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

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Paper {
    /// 210 × 297 mm
    #[default]
    A4,
    /// 8.5 × 11 in
    Letter,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Flip {
    /// Both sides, turned over the long edge
    #[default]
    Long,
    /// Both sides, turned over the short edge
    Short,
    /// One side, folded and glued
    Fold,
    /// One side, for sleeves: fronts, and the backs that a card has for itself
    None,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum InkChoice {
    /// Colour
    #[default]
    Full,
    /// White paper and lines
    Light,
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
