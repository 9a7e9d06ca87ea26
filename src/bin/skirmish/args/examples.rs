//! Examples below the help of each command.

pub const EXAMPLES: &str = "\
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

pub const BUILD: &str = "\
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
  skirmish build skirmish-5e --paper a4-landscape      landscape
  skirmish build skirmish-5e --grid 4x2 --order stack  4 x 2 cards per sheet, to cut as one pile
  skirmish build skirmish-5e --only cards,health       cards and health cards on the same sheets
  skirmish build skirmish-5e --for mpc --stock m31     an order of cards with the grain of linen
  skirmish build skirminion --for tts                  dice and boards for Tabletop Simulator
  skirmish build skirmish-5e --for cut                 sheets for a cutting machine
  skirmish build skirmish-5e --for html                the rulebook for telephones and screen readers
  skirmish build skirmish-5e --changed                 only the cards that changed since the last printing
  skirmish build skirmish-5e --since r2                only those that changed since the printing of r2";

pub const CHECK: &str = "\
Examples:
  skirmish check                            all games
  skirmish check skirmish-5e --format json  one game, for an editor
  skirmish check skirmish-5e --for press    and what a print shop would refuse or change
  skirmish check my-game --language de      one game in German, for which all must be translated
  skirmish check --warband crows-levy       a warband, and what would be printed of it";

pub const LIST: &str = "\
Examples:
  skirmish list                            a table of all games' cards
  skirmish list skirmish-5e --format json  one game's cards, for a program
  skirmish list skirmish-5e --colours      one game's colours, and the inks of a press
  skirmish list --warband crows-levy       cards, tokens and rosters of one warband";

pub const NEW: &str = "\
Examples:
  skirmish new my-game                                 copy a game of 27 cards
  skirmish new my-game --from cards.csv                make a game for a spreadsheet
  skirmish new my-game --from deck.xlsx --sheet Boats  one sheet of a workbook
  skirmish new my-game --from cards.csv --images art   with a folder of images
  skirmish new my-game --from cards.csv --size tarot   on larger cards
  skirmish new my-game --images faces                  a deck of finished faces

It lists what it took each column for, and what it left off.";

pub const SYNC: &str = "\
Examples:
  skirmish sync my-game  read the headings and kinds of its sheets again

It adds fields, kinds and headings to `game.toml`, and changes nothing else.";

pub const EXPORT: &str = "\
Examples:
  skirmish export skirmish-5e --csv cards.csv  all its cards, a row each

With `cards = \"cards.csv\"` in `game.toml` a game reads its cards from such a sheet, in place of `cards.toml` or beside it.";

pub const TRANSLATE: &str = "\
Examples:
  skirmish translate my-game de           cards.de.toml and game.de.toml, with each text and a place for its German
  skirmish translate my-game de --accept  all German texts are right, though texts of the source have changed

What is in the files already stays as it is, notes and all: run it again whenever the game has new texts. Then
`skirmish build my-game --language de` prints the game in German.";

pub const CALIBRATE: &str = "\
Examples:
  skirmish calibrate         makes the sheet: print it on both sides, and read its eight scales
  skirmish calibrate --name \"office, tray 2\" --read 9.8 10.1 9.8 10.3 10 10.1 10 10.3  keeps what was read
  skirmish calibrate --list  the printers that are known

From then on `skirmish build --printer \"office, tray 2\"` makes sheets whose backs lie right.";

pub const WATCH: &str = "\
Examples:
  skirmish watch skirmish-5e                                     shows the game in a browser on this machine
  skirmish watch skirmish-5e --port 0                            on any port that is free
  skirmish watch skirmish-5e --editor \"code -g {file}:{line}\"  a click on a face opens its place in the editor

It goes on until Ctrl+C stops it. Nothing is written, and nothing leaves the machine.";

pub const EXPLAIN: &str = "\
Examples:
  skirmish explain E0214        what `error[E0214]` means, and how to mend it
  skirmish explain E0214 E0701  several of them
  skirmish explain              a list of all problems";

pub const COMPLETIONS: &str = "\
Examples:
  skirmish completions bash > ~/.local/share/bash-completion/completions/skirmish
  skirmish completions zsh > ~/.zfunc/_skirmish
  skirmish completions fish > ~/.config/fish/completions/skirmish.fish";
