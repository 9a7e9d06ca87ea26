//! Options of `skirmish build`.

use std::path::PathBuf;

use clap::Parser;
use skirmish_base::units::{Mm, Point};
use skirmish_output::pack::Order;
use skirmish_output::sheet::{self, FixedGrid, Gap, Home};
use skirmish_pipeline::job::{Failure, PressNeeds, Printers, Request, Sets, Since};

use super::Press;
use super::choices::{Backs, CropMarks, InkChoice, OrderChoice, StandardChoice, Stock, TargetChoice};
use super::values::{Columns, PaperParser, address, columns, gap, millimetres, offset};

/// Options of `skirmish build`.
#[derive(Debug, Parser)]
pub struct Build {
    /// Games to build, by folder name [default: all]
    games: Vec<String>,
    /// Output target
    #[arg(long, value_enum, default_value_t)]
    target: TargetChoice,
    /// Paper: a name (plus `-landscape`), or mm such as `320x450`
    #[arg(long, default_value = "a4", value_parser = PaperParser)]
    paper: sheet::Paper,
    /// How backs are printed
    #[arg(long, value_enum, default_value_t)]
    backs: Backs,
    /// Columns and rows per sheet, such as `4x2` [default: as many as fit]
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = columns)]
    grid: Option<Columns>,
    /// Gap between cards in mm, or columns x rows such as `10x0` [default: 3]
    #[arg(long, value_parser = gap, allow_negative_numbers = true)]
    gap: Option<Gap>,
    /// Unprinted edge of the paper in mm [default: 4.5]
    #[arg(long, value_name = "MM", value_parser = |text: &str| millimetres(text, 50.0), allow_negative_numbers = true)]
    margin: Option<f64>,
    /// Shift of all cards in mm, such as `1.5x-2`
    #[arg(long, value_name = "RIGHTxDOWN", value_parser = offset, allow_hyphen_values = true)]
    offset: Option<Point>,
    /// Order of the cards on sheets
    #[arg(long, value_enum, default_value_t)]
    order: OrderChoice,
    /// Booklet creep per sheet, in mm (about the paper thickness)
    #[arg(long, default_value_t = 0.0, value_parser = |text: &str| millimetres(text, 1.0), allow_negative_numbers = true)]
    creep: f64,
    /// Sides with crop marks
    #[arg(long, value_enum, default_value_t)]
    crop_marks: CropMarks,
    /// Ink coverage
    #[arg(long, value_enum, default_value_t)]
    ink: InkChoice,
    /// PDF standard for `--target press`
    #[arg(long, value_enum, default_value_t)]
    pdf_standard: StandardChoice,
    #[command(flatten)]
    press: Press,
    /// Cards, pieces or extras to build, comma-separated [default: all cards]
    #[arg(long, value_name = "CARDS", value_delimiter = ',')]
    only: Vec<String>,
    /// Language to print, such as `de` [default: the source language]
    #[arg(long, value_name = "CODE")]
    language: Option<String>,
    /// Build despite errors, with placeholders and a DRAFT mark
    #[arg(long)]
    draft: bool,
    /// Build only new and changed cards; list cards to take out
    #[arg(long, conflicts_with = "only")]
    changed: bool,
    /// Like `--changed`, but since the given revision
    #[arg(long, value_name = "REVISION", conflicts_with = "only")]
    since: Option<String>,
    /// Change bars on cards and rulebook for this revision
    #[arg(long, conflicts_with = "warband")]
    change_bars: bool,
    /// Player sets to build, by name, comma-separated
    #[arg(long, value_name = "SETS", value_delimiter = ',', conflicts_with = "players")]
    sets: Vec<String>,
    /// Build the sets for this many players
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
    players: Option<u32>,
    /// Warband to print: a name in `warbands`, or a path
    #[arg(long, value_name = "FILE")]
    warband: Option<String>,
    /// Number of copies
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100), allow_negative_numbers = true)]
    copies: u32,
    /// Printer to correct backs for (see `skirmish calibrate`)
    #[arg(long, value_name = "NAME")]
    printer: Option<String>,
    /// Card stock for `--target mpc` [default: s30]
    #[arg(long, value_enum)]
    stock: Option<Stock>,
    /// Foil on the fronts, for `--target mpc`
    #[arg(long)]
    foil: bool,
    /// URL of the uploaded images, for `--target tts`
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    image_url: Option<String>,
    /// Output directory [default: `output` next to `card-data`]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Default for Build {
    fn default() -> Self {
        Self::parse_from(["build"])
    }
}

impl Build {
    /// Converts the options into a request; `output` is the default output directory.
    ///
    /// # Errors
    /// Conflicting options.
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
                backs: self.backs.into(),
                gap: self.gap.unwrap_or_default(),
                grid: self.grid.map(|Columns { columns, rows }| FixedGrid {
                    columns,
                    rows,
                    exact_gap: self.gap.is_some(),
                }),
                order: self.order.into(),
                crop_marks: self.crop_marks.into(),
                margin: self.margin.map(Mm::new),
                offset: self.offset.unwrap_or_default(),
            },
            creep: Mm::new(self.creep),
            ink: self.ink.into(),
            press: match self.target {
                TargetChoice::Dtc => PressNeeds { profile: self.press.profile, ..PressNeeds::drive_thru_cards() },
                _ => PressNeeds { standard: self.pdf_standard.into(), ..self.press.needs() },
            },
            only: self.only,
            language: self.language,
            draft: self.draft,
            changed: match self.since {
                Some(revision) => Some(Since::Revision(revision)),
                None => self.changed.then_some(Since::Last),
            },
            change_bars: self.change_bars,
            sets: match self.players {
                Some(players) => Sets::Players(players as usize),
                None if self.sets.is_empty() => Sets::All,
                None => Sets::Named(self.sets),
            },
            warband: self.warband,
            copies: self.copies,
            misprint,
            order: Order { stock, foil: self.foil, cards: Vec::new() },
            image_url: self.image_url,
            out: self.out.unwrap_or(output),
        })
    }

    /// Rejects conflicting options.
    fn agree(&self) -> Result<(), Failure> {
        let wrong = |words: &str| Err(Failure::Stopped(words.to_owned()));
        match self {
            Self { target, stock, foil, .. } if !matches!(target, TargetChoice::Mpc) && (*foil || stock.is_some()) => {
                wrong("`--stock` and `--foil` require `--target mpc`")
            }
            Self {
                target: TargetChoice::Press | TargetChoice::Mpc | TargetChoice::Tgc | TargetChoice::Dtc,
                draft: true,
                ..
            } => wrong("`--draft` can't be used with a target for print shops: remove `--draft` or `--target`"),
            Self { stock: Some(Stock::P10), foil: true, .. } => {
                wrong("`--foil` isn't available on plastic: remove it, or choose another `--stock`")
            }
            Self { target, image_url: Some(_), .. } if !matches!(target, TargetChoice::Tts) => {
                wrong("`--image-url` requires `--target tts`")
            }
            Self { target: TargetChoice::Html, only, .. } if !only.is_empty() => {
                wrong("`--only` can't be used with `--target html`, which builds only the rulebook")
            }
            Self { target: TargetChoice::Tts | TargetChoice::Pcio | TargetChoice::Images, .. }
                if self.changed || self.since.is_some() =>
            {
                wrong("`--changed` can't be used with targets for screens, which always have all cards")
            }
            Self { target, grid: Some(_), .. } if !matches!(target, TargetChoice::Home | TargetChoice::Cut) => {
                wrong("`--grid` applies only to sheets: remove it or `--target`")
            }
            Self { target, margin, offset, .. }
                if (margin.is_some() || offset.is_some())
                    && !matches!(target, TargetChoice::Home | TargetChoice::Cut) =>
            {
                wrong("`--margin` and `--offset` apply only to sheets: remove them or `--target`")
            }
            Self { target, order: OrderChoice::Stack, .. }
                if !matches!(target, TargetChoice::Home | TargetChoice::Cut) =>
            {
                wrong("`--order` applies only to sheets: remove it or `--target`")
            }
            Self {
                backs: Backs::Gutterfold, target: TargetChoice::Home, grid: Some(Columns { columns, .. }), ..
            } if columns % 2 == 1 => {
                wrong("`--backs gutterfold` requires an even number of columns in `--grid`: half of them are backs")
            }
            Self { target, printer: Some(_), .. } if !matches!(target, TargetChoice::Home) => {
                wrong("`--printer` applies only to `--target home`: remove it or `--target`")
            }
            _ => Ok(()),
        }
    }
}
