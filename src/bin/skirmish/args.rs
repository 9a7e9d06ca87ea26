//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use skirmish::game::Ink;
use skirmish::job::{Failure, PressNeeds, Printers, Request, Sets, Since, Target};
use skirmish::pack::{self, Order};
use skirmish::pdf::Standard;
use skirmish::sheet::{self, Home, MarkedSides};
use skirmish::units::Mm;
use skirmish::watch::Editor;

use super::diff::Diff;

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
  skirmish explain E0214                     what is behind the code of a problem
  skirmish new my-game                       a small game to start from

Exit codes:
  0  all is well
  1  the data is wrong, or there is no such game, card or code
  2  what was typed is wrong, or a file could not be written";

const BUILD: &str = "\
Examples:
  skirmish build                                       all games, as sheets of A4
  skirmish build skirmish-5e --paper letter            one game, on Letter paper
  skirmish build --only axe,\"shield bash\" --copies 2   some cards alone, twice as many
  skirmish build skirmish-5e --for press --out press   one face a page in CMYK, in a folder of your choice
  skirmish build --only trip --for screen --ink light  a picture of each face, in line
  skirmish build my-game --language de                 a game in another of its languages
  skirmish build skirmish-5e --draft                   what there is of an unfinished game, marked as a draft
  skirmish build battling-cards --sets red,blue        the cards of two players
  skirmish build battling-cards --players 4            the cards of four
  skirmish build warhammer-skirmish --warband crows-levy  cards, roster and tokens of one warband
  skirmish build skirmish-5e --paper 320x450           larger paper, in millimetres
  skirmish build skirmish-5e --for mpc --stock m31     an order of cards with the grain of linen
  skirmish build skirminion --for tts                  dice and boards for Tabletop Simulator
  skirmish build skirmish-5e --for cut                 sheets for a cutting machine
  skirmish build skirmish-5e --for html                the rulebook for telephones and screen readers
  skirmish build skirmish-5e --changed                 only the cards that changed since the last printing
  skirmish build skirmish-5e --since r2                only those that changed since the printing of r2";

const CHECK: &str = "\
Examples:
  skirmish check                            all games
  skirmish check skirmish-5e --format json  one game, for an editor
  skirmish check skirmish-5e --for press    and what a print shop would refuse or change
  skirmish check my-game --language de      one game in German, for which all must be translated
  skirmish check --warband crows-levy       a warband, and what would be printed of it";

const LIST: &str = "\
Examples:
  skirmish list                            a table of all games' cards
  skirmish list skirmish-5e --format json  one game's cards, for a program
  skirmish list skirmish-5e --colours      one game's colours, and the inks of a press
  skirmish list --warband crows-levy       cards, tokens and rosters of one warband";

const NEW: &str = "\
Examples:
  skirmish new my-game  copies a game of 27 cards to card-data/my-game

With `--from cards.csv` it makes a game for the cards of a spreadsheet (.csv, .tsv, .ods or .xlsx), and tells what it took each column for.";

const EXPORT: &str = "\
Examples:
  skirmish export skirmish-5e --csv cards.csv  all its cards, a row each

With `cards = \"cards.csv\"` in `game.toml` a game reads its cards from such a sheet, in place of `cards.toml` or beside it.";

const TRANSLATE: &str = "\
Examples:
  skirmish translate my-game de           cards.de.toml and game.de.toml, with each text and a place for its German
  skirmish translate my-game de --accept  all German texts are right, though texts of the source have changed

What is in the files already stays as it is, notes and all: run it again whenever the game has new texts. Then
`skirmish build my-game --language de` prints the game in German.";

const CALIBRATE: &str = "\
Examples:
  skirmish calibrate         makes the sheet: print it on both sides, and read its eight scales
  skirmish calibrate --name \"office, tray 2\" --read 9.8 10.1 9.8 10.3 10 10.1 10 10.3  keeps what was read
  skirmish calibrate --list  the printers that are known

From then on `skirmish build --printer \"office, tray 2\"` makes sheets whose backs lie right.";

const WATCH: &str = "\
Examples:
  skirmish watch skirmish-5e                                     shows the game in a browser on this machine
  skirmish watch skirmish-5e --port 0                            on any port that is free
  skirmish watch skirmish-5e --editor \"code -g {file}:{line}\"  a click on a face opens its place in the editor

It goes on until Ctrl+C stops it. Nothing is written, and nothing leaves the machine.";

const EXPLAIN: &str = "\
Examples:
  skirmish explain E0214        what `error[E0214]` means, and how to mend it
  skirmish explain E0214 E0701  several of them
  skirmish explain              a list of all problems";

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
    New {
        /// The name of its folder in `card-data`: small letters, digits, and hyphens between them
        name: String,
        /// A spreadsheet with its cards: the game is made for them
        #[arg(long, value_name = "FILE")]
        from: Option<PathBuf>,
    },
    /// Write the cards as a sheet for a spreadsheet
    #[command(after_help = EXPORT)]
    Export {
        /// The game, by the name of its folder in `card-data`
        game: String,
        /// The file to write: UTF-8, with commas between cells
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
    /// Where the sheet goes
    #[arg(long, default_value = "output", value_name = "DIR")]
    pub out: PathBuf,
}

/// Why a reading is refused.
#[derive(Debug, thiserror::Error)]
#[error("a reading is a number from 0 to 20, and 10 where both sides meet")]
struct NoReading;

/// A reading of a vernier; people write tenths after a point or a comma.
fn reading(text: &str) -> Result<f64, NoReading> {
    let reading: f64 = text.replace(',', ".").parse().map_err(|_| NoReading)?;
    if (0.0..=20.0).contains(&reading) { Ok(reading) } else { Err(NoReading) }
}

/// What to make.
#[derive(Debug, Parser)]
pub struct Build {
    /// The games, by the names of their folders in `card-data`; all if none is named
    games: Vec<String>,
    /// What the cards are printed for
    #[arg(long = "for", value_enum, default_value_t)]
    target: For,
    /// The paper of sheets: one of these, or width and height in millimetres, `320x450`
    #[arg(long, default_value = "a4", value_parser = PaperParser)]
    paper: sheet::Paper,
    /// How the back gets behind the front
    #[arg(long, value_enum, default_value_t)]
    flip: Flip,
    /// Millimetres between two cards, where there is room; half of it is bleed
    #[arg(long, default_value_t = 3.0, value_parser = |text: &str| millimetres(text, 20.0), allow_negative_numbers = true)]
    gap: f64,
    /// Millimetres by which a booklet's pages move to the fold from sheet to sheet: the thickness of the paper
    #[arg(long, default_value_t = 0.0, value_parser = |text: &str| millimetres(text, 1.0), allow_negative_numbers = true)]
    creep: f64,
    /// The sides on which sheets for home have lines to cut along
    #[arg(long, value_enum, default_value_t)]
    marks: Marks,
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
    /// The language to print, as `game.toml` names it: `de`; that of the source if none is named
    #[arg(long, value_name = "CODE")]
    language: Option<String>,
    /// Print what there is, marked as a draft: boxes for missing pictures, texts cut at the edge of their boxes
    #[arg(long)]
    draft: bool,
    /// Only the cards that changed since the last printing or are new, and a list of those to take out
    #[arg(long, conflicts_with = "only")]
    changed: bool,
    /// The same since the printing of a revision
    #[arg(long, value_name = "REVISION", conflicts_with = "only")]
    since: Option<String>,
    /// Bars beside what was revised, on cards and in the book's margin, since the last printing of an earlier revision
    #[arg(long, conflicts_with = "warband")]
    revision_marks: bool,
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
    /// The printer whose backs are laid right, as `skirmish calibrate` knows it; for sheets for home
    #[arg(long, value_name = "NAME")]
    printer: Option<String>,
    /// The stock of an order, for `--for mpc`
    #[arg(long, value_enum)]
    stock: Option<Stock>,
    /// Foil on the fronts of an order, for `--for mpc`
    #[arg(long)]
    foil: bool,
    /// The address of the folder where the pictures will lie, for `--for tts`
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pictures_at: Option<String>,
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
    ///
    /// # Errors
    /// Options that do not go together.
    pub fn request(self) -> Result<Request, Failure> {
        self.agree()?;
        let marks = match self.marks {
            Marks::Fronts => MarkedSides::Fronts,
            Marks::Both => MarkedSides::Both,
        };
        let stock = self.stock.unwrap_or_default().into();
        let known = |name: &String| Printers::open()?.find(name, self.paper)?.misprint();
        let misprint = self.printer.as_ref().map(known).transpose()?;
        let flip = match self.flip {
            Flip::Long => sheet::Flip::Long,
            Flip::Short => sheet::Flip::Short,
            Flip::Fold => sheet::Flip::Fold,
            Flip::None => sheet::Flip::None,
        };
        Ok(Request {
            games: self.games,
            target: match self.target {
                For::Home => Target::Home,
                For::Press => Target::Press,
                For::Mpc => Target::Mpc,
                For::Tgc => Target::Tgc,
                For::Screen => Target::Screen,
                For::Html => Target::Html,
                For::Dtc => Target::Dtc,
                For::Tts => Target::Tts,
                For::Pcio => Target::Pcio,
                For::Cut => Target::Cut,
            },
            home: Home { paper: self.paper, flip, gap: Mm::new(self.gap), marks },
            creep: Mm::new(self.creep),
            ink: match self.ink {
                InkChoice::Full => Ink::Full,
                InkChoice::Light => Ink::Light,
            },
            press: match self.target {
                For::Dtc => PressNeeds { profile: self.press.profile, ..PressNeeds::drive_thru_cards() },
                _ => PressNeeds { standard: self.standard.into(), ..self.press.needs() },
            },
            only: self.only,
            language: self.language,
            draft: self.draft,
            changed: match self.since {
                Some(revision) => Some(Since::Revision(revision)),
                None => self.changed.then_some(Since::Last),
            },
            revision_marks: self.revision_marks,
            sets: match self.players {
                Some(players) => Sets::Players(players as usize),
                None if self.sets.is_empty() => Sets::All,
                None => Sets::Named(self.sets),
            },
            warband: self.warband,
            copies: self.copies,
            misprint,
            order: Order { stock, foil: self.foil, cards: Vec::new() },
            pictures_at: self.pictures_at,
            out: self.out,
        })
    }

    /// Whether the options go together.
    fn agree(&self) -> Result<(), Failure> {
        let wrong = |words: &str| Err(Failure::Stopped(words.to_owned()));
        match self {
            Self { target, stock, foil, .. } if !matches!(target, For::Mpc) && (*foil || stock.is_some()) => {
                wrong("`--stock` and `--foil` are for an order: they need `--for mpc`")
            }
            Self { target: For::Press | For::Mpc | For::Tgc | For::Dtc, draft: true, .. } => {
                wrong("a draft is not for a print shop: leave `--draft` or `--for` out")
            }
            Self { stock: Some(Stock::P10), foil: true, .. } => {
                wrong("plastic has no foil: leave `--foil` out, or take another stock")
            }
            Self { target, pictures_at: Some(_), .. } if !matches!(target, For::Tts) => {
                wrong("`--pictures-at` is for a virtual table: it needs `--for tts`")
            }
            Self { target: For::Html, only, .. } if !only.is_empty() => wrong(
                "`--only` is for cards and other pieces, and `--for html` makes the rulebook: leave one of them out",
            ),
            Self { target: For::Tts | For::Pcio | For::Screen, .. } if self.changed || self.since.is_some() => {
                wrong("`--changed` is for what is printed: a screen shows all cards in any case")
            }
            Self { target, printer: Some(_), .. } if !matches!(target, For::Home) => {
                wrong("`--printer` is for sheets for a printer at home: leave it or `--for` out")
            }
            _ => Ok(()),
        }
    }
}

/// Papers by name; help tells the names, and any size goes as well.
#[derive(Clone)]
struct PaperParser;

impl clap::builder::TypedValueParser for PaperParser {
    type Value = sheet::Paper;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<sheet::Paper, clap::Error> {
        let parse = |text: &str| text.parse::<sheet::Paper>();
        clap::builder::TypedValueParser::parse_ref(&parse, command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = clap::builder::PossibleValue> + '_>> {
        let told = |paper: sheet::Paper| {
            let std::borrow::Cow::Borrowed(name) = paper.name() else { return None };
            let size = paper.size();
            let words = format!("{} × {} mm", size.width.get(), size.height.get());
            Some(clap::builder::PossibleValue::new(name).help(words))
        };
        Some(Box::new(sheet::Paper::NAMED.into_iter().filter_map(told)))
    }
}

/// Why an address is refused.
#[derive(Debug, thiserror::Error)]
#[error("an address begins with https://, http:// or file:///")]
struct NoAddress;

/// The address of a folder of pictures.
fn address(text: &str) -> Result<String, NoAddress> {
    let known = ["https://", "http://", "file:///"]
        .into_iter()
        .any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    if known && !text.contains(char::is_whitespace) { Ok(text.to_owned()) } else { Err(NoAddress) }
}

/// What the cards are printed for.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum For {
    /// Sheets for a printer at home, to be cut
    #[default]
    Home,
    /// A PDF with one face a page, bleed and trim box, for a print shop
    Press,
    /// Pictures for MakePlayingCards, and an order for MPC Autofill
    Mpc,
    /// Pictures for The Game Crafter
    Tgc,
    /// One PDF for DriveThruCards, fronts and backs by turns
    Dtc,
    /// A saved object of Tabletop Simulator, and its pictures
    Tts,
    /// A room of PlayingCards.io
    Pcio,
    /// Sheets for a cutting machine, and the lines to cut as SVG and DXF
    Cut,
    /// Pictures to look at, and a sheet of all of them
    Screen,
    /// The rulebook as one page for browsers, with nothing else
    Html,
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
enum Marks {
    /// In front, where they are cut
    #[default]
    Fronts,
    /// On backs too, to see how well the sides meet
    Both,
}

/// The stocks of an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, ValueEnum)]
enum Stock {
    /// 27 points, smooth
    S27,
    /// 30 points, smooth
    #[default]
    S30,
    /// 33 points, smooth
    S33,
    /// 31 points, linen
    M31,
    /// Plastic
    P10,
}

impl From<Stock> for pack::Stock {
    fn from(stock: Stock) -> Self {
        match stock {
            Stock::S27 => Self::S27,
            Stock::S30 => Self::S30,
            Stock::S33 => Self::S33,
            Stock::M31 => Self::M31,
            Stock::P10 => Self::P10,
        }
    }
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
