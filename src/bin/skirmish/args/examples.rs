//! Examples below the help of each command.

pub const EXAMPLES: &str = "\
Examples:
  skirmish                                   build all games for a home printer
  skirmish build skirmish-5e --paper letter  one game, on Letter
  skirmish build --backs short-edge          flip on the short edge
  skirmish build --ink low                   line art on white, to save ink
  skirmish build --only chop,axe --copies 2  two copies of some cards
  skirmish build skirmish-5e --target mpc    images for a print service
  skirmish check --format json               all problems, for an editor
  skirmish explain E0214                     explain an error code
  skirmish new my-game                       create a small game

Exit codes:
  0  success
  1  invalid game data, or unknown game, card or code
  2  usage or I/O error";

pub const BUILD: &str = "\
Examples:
  skirmish build                                       all games, on A4
  skirmish build skirmish-5e --paper letter            one game, on Letter
  skirmish build --only axe,\"shield bash\" --copies 2   two cards, twice each
  skirmish build skirmish-5e --target press --out press  CMYK, one face per page
  skirmish build --only trip --target images --ink low  line-art images
  skirmish build my-game --language de                 a translated game
  skirmish build skirmish-5e --draft                   an unfinished game
  skirmish build battling-cards --sets red,blue        cards of two players
  skirmish build battling-cards --players 4            cards for four players
  skirmish build warhammer-skirmish --warband crows-levy  one warband
  skirmish build skirmish-5e --paper 320x450           custom paper, in mm
  skirmish build skirmish-5e --paper a4-landscape      landscape paper
  skirmish build skirmish-5e --grid 4x2 --order stack  cut as one pile
  skirmish build skirmish-5e --only cards,health       cards and health cards
  skirmish build skirmish-5e --target mpc --stock m31  on linen card stock
  skirmish build skirmish-5e --target cut              for a cutting machine
  skirmish build skirminion --target tts               for Tabletop Simulator
  skirmish build skirmish-5e --target html             the rulebook, for phones
  skirmish build skirmish-5e --changed                 changed since last time
  skirmish build skirmish-5e --since r2                changed since r2";

pub const CHECK: &str = "\
Examples:
  skirmish check                            all games
  skirmish check skirmish-5e --format json  one game, for an editor
  skirmish check skirmish-5e --target press  with the checks for a print shop
  skirmish check my-game --language de      require a complete translation
  skirmish check --warband crows-levy       one warband and its cards";

pub const LIST: &str = "\
Examples:
  skirmish list                            the cards of all games
  skirmish list skirmish-5e --format json  one game's cards, as JSON
  skirmish list skirmish-5e --colours      one game's colours and their inks
  skirmish list --warband crows-levy       a warband's cards and tokens";

pub const NEW: &str = "\
Examples:
  skirmish new my-game                                 a starter game, 27 cards
  skirmish new my-game --from cards.csv                from a spreadsheet
  skirmish new my-game --from deck.xlsx --sheet Boats  from one of its sheets
  skirmish new my-game --from cards.csv --images art   with a folder of images
  skirmish new my-game --from cards.csv --size tarot   on larger cards
  skirmish new my-game --images faces                  from finished faces

The output lists how each column is used, and which columns are ignored.";

pub const SYNC: &str = "\
Examples:
  skirmish sync my-game  add new columns and kinds to `game.toml`

Nothing else in `game.toml` changes.";

pub const EXPORT: &str = "\
Examples:
  skirmish export skirmish-5e --csv cards.csv  one row per card

To read cards from a spreadsheet, add `cards = \"cards.csv\"` to `game.toml`.
`cards.toml` may exist beside it.";

pub const TRANSLATE: &str = "\
Examples:
  skirmish translate my-game de           create or update the German files
  skirmish translate my-game de --accept  mark all German texts as up to date

Existing translations and notes are kept: run it again after adding texts.
To print in German, run `skirmish build my-game --language de`.";

pub const CALIBRATE: &str = "\
Examples:
  skirmish calibrate         make the sheet; print it double-sided and read it
  skirmish calibrate --name office --readings 9.8 10.1 9.8 10.3 10 10.1 10 10.3
  skirmish calibrate --list  list saved printers

Then correct the backs with `skirmish build --printer office`.";

pub const WATCH: &str = "\
Examples:
  skirmish watch skirmish-5e           open a preview at http://127.0.0.1:8043/
  skirmish watch skirmish-5e --port 0  on any free port
  skirmish watch skirmish-5e --editor \"code -g {file}:{line}\"  click to edit

Press Ctrl+C to stop. Only your edits are written; nothing leaves this machine.";

pub const EXPLAIN: &str = "\
Examples:
  skirmish explain E0214        what `error[E0214]` means and how to fix it
  skirmish explain E0214 E0701  several codes
  skirmish explain              a list of all codes";

pub const COMPLETIONS: &str = "\
Examples:
  skirmish completions bash > ~/.skirmish.bash  to source in ~/.bashrc
  skirmish completions zsh > ~/.zfunc/_skirmish
  skirmish completions fish > ~/.config/fish/completions/skirmish.fish";
