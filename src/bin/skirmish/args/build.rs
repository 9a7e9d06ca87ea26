//! `skirmish build`: what to make.

use std::path::PathBuf;

use clap::Parser;
use skirmish::job::{Failure, PressNeeds, Printers, Request, Sets, Since};
use skirmish::pack::Order;
use skirmish::sheet::{self, FixedGrid, Gap, Home};
use skirmish::units::Mm;

use super::Press;
use super::choices::{CropMarks, Flip, For, InkChoice, OrderChoice, StandardChoice, Stock};
use super::values::{Columns, PaperParser, address, columns, gap, millimetres};

/// What to make.
#[derive(Debug, Parser)]
pub struct Build {
    /// The games, by the names of their folders in `card-data`; all if none is named
    games: Vec<String>,
    /// What the cards are printed for
    #[arg(long = "for", value_enum, default_value_t)]
    target: For,
    /// The paper of sheets: one of these, with `-landscape` or without, or width x height in mm, such as `320x450`
    #[arg(long, default_value = "a4", value_parser = PaperParser)]
    paper: sheet::Paper,
    /// How the back gets behind the front
    #[arg(long, value_enum, default_value_t)]
    flip: Flip,
    /// Columns x rows of cards per sheet, such as `4x2` [default: as many as fit]
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = columns)]
    grid: Option<Columns>,
    /// Millimetres between cards, or between columns x rows, such as `10x0` [default: 3]
    #[arg(long, value_parser = gap, allow_negative_numbers = true)]
    gap: Option<Gap>,
    /// The order of the cards on sheets
    #[arg(long, value_enum, default_value_t)]
    order: OrderChoice,
    /// Millimetres by which a booklet's pages move to the fold from sheet to sheet: the thickness of the paper
    #[arg(long, default_value_t = 0.0, value_parser = |text: &str| millimetres(text, 1.0), allow_negative_numbers = true)]
    creep: f64,
    /// The sides of sheets with crop marks
    #[arg(long, value_enum, default_value_t)]
    crop_marks: CropMarks,
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
    /// Where the outputs go; `output` beside `card-data` without it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Default for Build {
    fn default() -> Self {
        Self::parse_from(["build"])
    }
}

impl Build {
    /// The request that the options stand for; its outputs go into the folder `output` if nothing is said.
    ///
    /// # Errors
    /// Options that do not go together.
    pub fn request(self, output: PathBuf) -> Result<Request, Failure> {
        self.agree()?;
        let stock = self.stock.unwrap_or_default().into();
        let known = |name: &String| Printers::open()?.find(name, self.paper)?.misprint();
        let misprint = self.printer.as_ref().map(known).transpose()?;
        Ok(Request {
            games: self.games,
            target: self.target.into(),
            home: Home {
                paper: self.paper,
                flip: self.flip.into(),
                gap: self.gap.unwrap_or_default(),
                grid: self.grid.map(|Columns { columns, rows }| FixedGrid {
                    columns,
                    rows,
                    exact_gap: self.gap.is_some(),
                }),
                order: self.order.into(),
                crop_marks: self.crop_marks.into(),
            },
            creep: Mm::new(self.creep),
            ink: self.ink.into(),
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
            out: self.out.unwrap_or(output),
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
            Self { target, grid: Some(_), .. } if !matches!(target, For::Home | For::Cut) => {
                wrong("`--grid` is for sheets: remove it or `--for`")
            }
            Self { target, order: OrderChoice::Stack, .. } if !matches!(target, For::Home | For::Cut) => {
                wrong("`--order` is for sheets: remove it or `--for`")
            }
            Self { flip: Flip::Fold, target: For::Home, grid: Some(Columns { columns, .. }), .. }
                if columns % 2 == 1 =>
            {
                wrong("`--flip fold` needs an even number of columns in `--grid`: half of them are backs")
            }
            Self { target, printer: Some(_), .. } if !matches!(target, For::Home) => {
                wrong("`--printer` is for sheets for a printer at home: leave it or `--for` out")
            }
            _ => Ok(()),
        }
    }
}
