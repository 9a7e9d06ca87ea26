//! Messages of the page.

use std::path::PathBuf;

use serde::Deserialize;
use skirmish_base::units::Mm;
use skirmish_model::game::Ink;
use skirmish_output::pack::Order;
use skirmish_output::sheet::{Backs, Home, Paper};
use skirmish_pipeline::job::{Failure, PressNeeds, Request, Sets, SheetChoice, Target, misprint};

/// Games in a language.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The games, by id.
    pub games: Vec<String>,
    /// By default, the source's language.
    pub language: Option<String>,
}

/// The preview of a build.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// The sheet that is drawn, if any.
    pub sheet: Option<Sheet>,
    /// True to count the sheets of the booklet too, which takes longer.
    #[serde(default)]
    pub booklet: bool,
}

/// A sheet of a build.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Beginning of the name of its file.
    file: String,
    /// Counted from 1.
    number: usize,
    /// In pixels.
    width: u32,
}

impl From<Sheet> for SheetChoice {
    fn from(Sheet { file, number, width }: Sheet) -> Self {
        Self { file, sheet: number, width: width.clamp(100, 4000) }
    }
}

/// Options of a build: those of `skirmish build` that need no file of the user's.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Build {
    games: Vec<String>,
    language: Option<String>,
    #[serde(default)]
    target: Target,
    /// Name or size; A4 by default.
    paper: Option<PaperName>,
    #[serde(default)]
    backs: BacksName,
    #[serde(default)]
    ink: InkName,
    /// Only these cards, other pieces or extras.
    #[serde(default)]
    only: Vec<String>,
    players: Option<usize>,
    /// Readings of the printer's calibration sheet for this paper, if backs are to be corrected.
    readings: Option<Readings>,
    #[serde(default = "once")]
    copies: u32,
    /// The address of the images for Tabletop Simulator.
    image_url: Option<String>,
}

fn once() -> u32 {
    1
}

/// Paper by its name or size.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct PaperName(Paper);

impl TryFrom<String> for PaperName {
    type Error = <Paper as std::str::FromStr>::Err;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        name.parse().map(Self)
    }
}

/// Readings of a calibration sheet.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "[f64; 8]")]
pub struct Readings(pub [f64; 8]);

impl TryFrom<[f64; 8]> for Readings {
    type Error = &'static str;

    fn try_from(readings: [f64; 8]) -> Result<Self, Self::Error> {
        let is_on_scale = |reading: &f64| (0.0..=20.0).contains(reading);
        if readings.iter().all(is_on_scale) {
            Ok(Self(readings))
        } else {
            Err("a reading must be a number from 0 to 20")
        }
    }
}

/// A calibration sheet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    paper: PaperName,
    /// With readings, a sheet that checks them.
    pub readings: Option<Readings>,
}

impl Calibration {
    /// Returns the paper of the sheet.
    pub fn paper(&self) -> Paper {
        self.paper.0
    }
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum BacksName {
    #[default]
    LongEdge,
    ShortEdge,
    Gutterfold,
    None,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum InkName {
    #[default]
    Full,
    Low,
}

impl Build {
    /// Returns the request. Outputs have paths of game and name.
    ///
    /// # Errors
    /// Tabletop Simulator is asked for without an address of its images, which are in no folder.
    pub fn into_request(self) -> Result<Request, Failure> {
        let backs = match self.backs {
            BacksName::LongEdge => Backs::LongEdge,
            BacksName::ShortEdge => Backs::ShortEdge,
            BacksName::Gutterfold => Backs::Gutterfold,
            BacksName::None => Backs::None,
        };
        if self.target == Target::Tts && self.image_url.is_none() {
            return Err(Failure::Stopped("`imageUrl` is required for `tts`".to_owned()));
        }
        let paper = self.paper.map(|PaperName(paper)| paper).unwrap_or_default();
        let misprint = self.readings.map(|Readings(readings)| misprint(paper, readings)).transpose()?;
        Ok(Request {
            games: self.games,
            target: self.target,
            home: Home { paper, backs, ..Home::default() },
            creep: Mm::ZERO,
            ink: match self.ink {
                InkName::Full => Ink::Full,
                InkName::Low => Ink::Low,
            },
            press: if self.target == Target::Dtc { PressNeeds::drive_thru_cards() } else { PressNeeds::default() },
            only: self.only,
            language: self.language,
            draft: false,
            changed: None,
            change_bars: false,
            sets: self.players.map_or(Sets::All, Sets::Players),
            warband: None,
            copies: self.copies.clamp(1, 100),
            misprint,
            order: Order::default(),
            image_url: self.image_url,
            out: PathBuf::new(),
        })
    }
}
