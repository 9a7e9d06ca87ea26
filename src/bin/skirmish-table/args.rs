//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

/// Track health, gear, discards and turns while you play
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES)]
pub struct Args {
    /// Command to run; without one, the window opens.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Game to open: a folder, or its name in `card-data` [default: all games]
    #[arg(value_name = "GAME")]
    pub window: Option<String>,
    /// Game for a command, by folder name [default: skirmish-5e]
    #[arg(long, global = true)]
    pub game: Option<String>,
    /// Journal of the opened game [default: in the system's data directory]
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
}

/// Default game.
pub const FIRST: &str = "skirmish-5e";

const EXAMPLES: &str = "\
Examples:
  skirmish-table                                       open the window
  skirmish-table skirmish-5e                           open one game
  skirmish-table attack --weapon axe --basic chop      compute an attack
  skirmish-table replay game.journal                   print the final state
  skirmish-table link game.journal                     print a link
  skirmish-table play skirmish-5e --moves game.jsonl   run commands
  skirmish-table serve --lan                           serve to tablets

Exit codes:
  0  success
  1  illegal command or attack, or invalid journal
  2  usage or I/O error, or port in use";

const ATTACK: &str = "\
Examples:
  skirmish-table attack --weapon spear --basic thrust --against mail
  skirmish-table attack --weapon dagger --special flurry --answer parry,hit
  skirmish-table attack --alone kick --against mail --format json
  skirmish-table attack --basic critical-hit --special rend --names weapon
  skirmish-table attack --weapon axe --basic chop --answer block,hook
  skirmish-table attack --basic slash --special charge --answer charge+chop

By default, both players have their starting weapon and Shield.";

const REPLAY: &str = "\
Examples:
  skirmish-table replay game.journal                the final state
  skirmish-table replay game.journal --format json  as JSON
  skirmish-table replay \"https://…/#j=AUaYTh…\"      of a game copied as a link";

const LINK: &str = "\
Examples:
  skirmish-table link game.journal                  the game as text to paste
  skirmish-table link game.journal --base https://example.org/  as a link";

const PLAY: &str = "\
Examples:
  skirmish-table play skirmish-5e --moves game.jsonl          the final state
  skirmish-table play skirmish-5e --moves game.jsonl --legal  and legal moves
  skirmish-table play skirmish-5e --moves -                   from stdin

Each line is a command, as JSON or in the game's own notation. The first sets
up the game: {\"players\":[\"Asa\",\"Orm\"]}. An illegal command is reported with
its line number and the reasons: {\"line\":12,\"why\":[\"…\"]}.
docs/play.md lists the commands of every game.";

const SERVE: &str = "\
Examples:
  skirmish-table serve                  for browsers on this machine
  skirmish-table serve --lan            for tablets, with a QR code to scan
  skirmish-table serve --port 0         on any free port
  skirmish-table serve --folder web     serve another build
  skirmish-table serve --lan --host skirmish-5e  one table, many devices

Packages include the web build; from source, run `cargo xtask web`.
Restart the server after a new build.";

const COMPLETIONS: &str = "\
Examples:
  skirmish-table completions bash > ~/.skirmish-table.bash  to source
  skirmish-table completions zsh > ~/.zfunc/_skirmish-table
  skirmish-table completions fish | source";

/// Commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check whether an attack is legal, and compute its damage
    #[command(after_help = ATTACK)]
    Attack(Attack),
    /// Replay a journal and print the final state
    #[command(after_help = REPLAY)]
    Replay {
        /// Journal, or a link to a game
        file: PathBuf,
        /// Output format
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Print a journal as a link for another table
    #[command(after_help = LINK)]
    Link {
        /// Journal
        file: PathBuf,
        /// URL of the tracker's page [default: print only the part after it]
        #[arg(long, value_name = "URL")]
        base: Option<String>,
    },
    /// Run commands and print the resulting state
    #[command(after_help = PLAY)]
    Play {
        /// Game, by folder name
        #[arg(value_name = "GAME")]
        name: String,
        /// File with one command per line, or `-` for standard input
        #[arg(long, value_name = "FILE")]
        moves: PathBuf,
        /// Output format
        #[arg(long, value_enum, default_value_t)]
        format: PlayFormat,
        /// Also print the legal commands
        #[arg(long)]
        legal: bool,
        /// Also count the legal sequences of N steps (perft)
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=8))]
        perft: Option<u32>,
    },
    /// Serve the tracker to browsers on this machine or the network
    #[command(after_help = SERVE)]
    Serve(Serve),
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

/// Options of `attack`: card names in any case, with spaces or hyphens.
#[derive(Debug, clap::Args)]
pub struct Attack {
    /// Attacker's weapon, or `none`
    #[arg(long)]
    pub weapon: Option<String>,
    /// Basic attack card
    #[arg(long, value_name = "CARD")]
    pub basic: Option<String>,
    /// Basic attack card used instead of the weapon
    #[arg(long, value_name = "CARD", conflicts_with = "basic")]
    pub alone: Option<String>,
    /// Special attack
    #[arg(long, value_name = "NAME")]
    pub special: Option<String>,
    /// Gear that a Rend names: `weapon` or an armour [default: any that the defender has]
    #[arg(long, value_name = "GEAR")]
    pub names: Option<String>,
    /// Defender's armour: `mail,shield`, `damaged shield` or `none`
    #[arg(long, value_name = "ARMOUR", value_delimiter = ',')]
    pub against: Option<Vec<String>>,
    /// Attacker's armour, for a Hook or a counter-charge
    #[arg(long, value_name = "ARMOUR", value_delimiter = ',')]
    pub armour: Option<Vec<String>>,
    /// Defender's weapon, or `none`
    #[arg(long, value_name = "WEAPON")]
    pub defender_weapon: Option<String>,
    /// Answers in order, such as `dodge`, `hook` or `charge+CARD`
    ///
    /// Each is a defence card, `shield`, `hit`, `hook`, `no hook` or `charge+CARD`.
    #[arg(long, value_name = "ANSWER", value_delimiter = ',')]
    pub answer: Vec<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Options of `serve`.
#[derive(Debug, clap::Args)]
pub struct Serve {
    /// Port; 0 for any free port
    #[arg(long, default_value_t = 8042)]
    pub port: u16,
    /// Allow connections from other devices on the network
    #[arg(long)]
    pub lan: bool,
    /// Web build [default: `output/web`, or that of the installed package]
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Host a table for several devices: name or folder of its game
    #[arg(long, value_name = "GAME")]
    pub host: Option<String>,
    /// Let in all devices that have the six digits, without asking
    #[arg(long, requires = "host")]
    pub let_in: bool,
}

/// Output formats of `play`.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum PlayFormat {
    /// One JSON object
    #[default]
    Json,
}

/// Output formats.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Format {
    /// Text for people
    #[default]
    Text,
    /// JSON for programs
    Json,
}
