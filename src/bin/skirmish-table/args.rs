//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

/// Keeps the table while people play with the printed cards.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES)]
pub struct Args {
    /// What to do; without a command, the window opens.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The game that the window opens: its folder, or the folder's name in `card-data`; a shelf with all games if none is named
    #[arg(value_name = "GAME")]
    pub window: Option<String>,
    /// The game of a command, by the name of its folder in `card-data`; `skirmish-5e` if none is named
    #[arg(long, global = true)]
    pub game: Option<String>,
    /// Where the window keeps the journal of the game that it opens; where the system keeps such files if none is named
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
}

/// The game where none is named.
pub const FIRST: &str = "skirmish-5e";

const EXAMPLES: &str = "\
Examples:
  skirmish-table                                       the window, with all games that there are
  skirmish-table skirmish-5e                           the window, with this game
  skirmish-table attack --weapon axe --basic chop      the damage of an attack
  skirmish-table replay game.journal                   how everything lies at the end of a journal
  skirmish-table link game.journal                     the game as a link
  skirmish-table play skirmish-5e --moves game.jsonl   a game that a program plays
  skirmish-table serve --lan                           the tracker in the browsers of tablets nearby

Exit codes:
  0  all is well
  1  a command or an attack that is against the rules, or a journal that makes no sense
  2  a word that is not known, a file that cannot be read, or a port that is in use";

const ATTACK: &str = "\
Examples:
  skirmish-table attack --weapon \"two handed sword\" --basic slash --special disembowelling --against mail
  skirmish-table attack --weapon dagger --special flurry --answer parry,hit,shield
  skirmish-table attack --alone kick --against mail --format json
  skirmish-table attack --weapon sword --basic critical-hit --special rend --names weapon
  skirmish-table attack --weapon axe --basic chop --answer block,hook
  skirmish-table attack --weapon sword --basic slash --special charge --answer charge+chop

By default, both have the weapon and the Shield that everyone starts with.";

const REPLAY: &str = "\
Examples:
  skirmish-table replay game.journal                how everything lies at its end
  skirmish-table replay game.journal --format json  the same, for a program
  skirmish-table replay \"https://…/#j=AUaYTh…\"      the same of a game that was copied as a link";

const LINK: &str = "\
Examples:
  skirmish-table link game.journal                                  the game as letters to paste
  skirmish-table link game.journal --base https://example.org/skirmish/  the game as a link to a page";

const PLAY: &str = "\
Examples:
  skirmish-table play skirmish-5e --moves game.jsonl          how everything lies after all commands
  skirmish-table play skirmish-5e --moves game.jsonl --legal  the same, and what the rules allow next
  skirmish-table play skirmish-5e --moves -                   commands from the standard input

A line of the file is a command as JSON, or in the notation of a game that has one; the first begins the game: {\"players\":[\"Asa\",\"Orm\"]}.
If a line is refused, its number and the reasons are printed: {\"line\":12,\"why\":[\"…\"]}.
docs/play.md has the commands of every game.";

const SERVE: &str = "\
Examples:
  skirmish-table serve                  for a browser on this machine
  skirmish-table serve --lan            for tablets in the same network, with a code to scan
  skirmish-table serve --port 0         on any port that is free
  skirmish-table serve --folder web     another folder than output/web

Packages bring the folder; `cargo xtask web` makes it. It is read once: after a new build, start this again.";

const COMPLETIONS: &str = "\
Examples:
  skirmish-table completions bash > ~/.local/share/bash-completion/completions/skirmish-table
  skirmish-table completions zsh > ~/.zfunc/_skirmish-table
  skirmish-table completions fish > ~/.config/fish/completions/skirmish-table.fish";

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compute an attack: whether the rules allow it, and what it does
    #[command(after_help = ATTACK)]
    Attack(Attack),
    /// Read a journal, and print how everything lies at its end
    #[command(after_help = REPLAY)]
    Replay {
        /// The journal, or a link with one in it
        file: PathBuf,
        /// The format of the output
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Print a journal as a link, which another table can open
    #[command(after_help = LINK)]
    Link {
        /// The journal
        file: PathBuf,
        /// The address of a page that shows the table; without one, what stands behind it in a link
        #[arg(long, value_name = "URL")]
        base: Option<String>,
    },
    /// Carry out the commands of a program, and print how everything lies
    #[command(after_help = PLAY)]
    Play {
        /// The game, by the name of its folder in `card-data`
        #[arg(value_name = "GAME")]
        name: String,
        /// The commands, one a line, as JSON or in the notation of the game; `-` for the standard input
        #[arg(long, value_name = "FILE")]
        moves: PathBuf,
        /// How the table is told
        #[arg(long, value_enum, default_value_t)]
        format: PlayFormat,
        /// Print what the rules allow next as well
        #[arg(long)]
        legal: bool,
        /// Count the sequences of so many steps that are possible then, as `perft`; for games with a notation of their own
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=8))]
        perft: Option<u32>,
    },
    /// Serve the tracker to browsers, on this machine or on tablets nearby
    #[command(after_help = SERVE)]
    Serve(Serve),
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

/// An attack in words: names of cards in any case, with blanks or hyphens.
#[derive(Debug, clap::Args)]
pub struct Attack {
    /// The weapon that the attacker holds, or `none`
    #[arg(long)]
    pub weapon: Option<String>,
    /// The Basic attack card that is played
    #[arg(long, value_name = "CARD")]
    pub basic: Option<String>,
    /// A Basic attack card that stands alone, in place of the weapon
    #[arg(long, value_name = "CARD", conflicts_with = "basic")]
    pub alone: Option<String>,
    /// The special attack that is used
    #[arg(long, value_name = "NAME")]
    pub special: Option<String>,
    /// What a Rend names: `weapon`, or an armour by its name; what the defender has, if nothing is said
    #[arg(long, value_name = "GEAR")]
    pub names: Option<String>,
    /// The armour that the defender has, with commas between: `mail,shield`, `damaged shield`, or `none`
    #[arg(long, value_name = "ARMOUR", value_delimiter = ',')]
    pub against: Option<Vec<String>>,
    /// The attacker's armour, for a Hook or a counter-charge
    #[arg(long, value_name = "ARMOUR", value_delimiter = ',')]
    pub armour: Option<Vec<String>>,
    /// The weapon that the defender holds, or `none`
    #[arg(long, value_name = "WEAPON")]
    pub defender_weapon: Option<String>,
    /// What is answered, in the order in which it is asked: a defence card, `shield`, `hit`, `hook`, `no hook`, or a
    /// special attack with its card: `charge+chop`
    #[arg(long, value_name = "ANSWER", value_delimiter = ',')]
    pub answer: Vec<String>,
    /// The format of the output
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// What is served, and to whom.
#[derive(Debug, clap::Args)]
pub struct Serve {
    /// The port; 0 for any that is free
    #[arg(long, default_value_t = 8042)]
    pub port: u16,
    /// Let all machines of the local network in, not this one alone
    #[arg(long)]
    pub lan: bool,
    /// The web build; without it `output/web`, or that of the package that brought this program
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// How a table is told to a program.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum PlayFormat {
    /// As one JSON object
    #[default]
    Json,
}

/// Who reads it.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// For other programs
    Json,
}
