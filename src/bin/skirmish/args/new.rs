//! Options of `skirmish new`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{ArgGroup, Parser, ValueEnum};
use skirmish_pipeline::job::{Intake, Layout};

use super::values::card_size;

/// Options of `skirmish new`.
#[derive(Debug, Parser)]
#[command(group(ArgGroup::new("source").args(["from", "images"]).multiple(true)))]
pub struct New {
    /// Folder name: lowercase letters, digits and hyphens
    pub name: String,
    /// Spreadsheet with the cards: .csv, .tsv, .ods or .xlsx
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Folder of images; without `--from`, finished faces
    #[arg(long, value_name = "FOLDER")]
    images: Option<PathBuf>,
    /// Sheet of the workbook to read; repeatable
    #[arg(long = "sheet", value_name = "NAME", requires = "from")]
    sheets: Vec<String>,
    /// Heading of the column with the kinds
    #[arg(long, value_name = "HEADING", requires = "from")]
    kind: Option<String>,
    /// Size: a name (plus `-landscape`), or mm such as `88x63` [default: poker]
    #[arg(long, value_parser = card_size, requires = "source")]
    size: Option<String>,
    /// Layout of the faces [default: the one that fits the columns]
    #[arg(long, value_enum, requires = "from")]
    layout: Option<LayoutChoice>,
}

impl New {
    /// Sources of the game; none for a copy of the starter game.
    pub fn intake(self) -> Option<Intake> {
        let Self { from, images, sheets, kind, size, layout, .. } = self;
        (from.is_some() || images.is_some()).then(|| Intake {
            sheet: from,
            images,
            sheets,
            kind,
            roles: BTreeMap::new(),
            size,
            layout: layout.map(Layout::from),
        })
    }
}

/// Layouts of a new game's faces.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum LayoutChoice {
    /// Values as badges, and a text
    Stat,
    /// One large text
    Text,
    /// Many values and words in a grid
    Profile,
    /// Framed text
    Event,
    /// Image with a text below
    Picture,
    /// Image with a name
    PictureFull,
}

impl From<LayoutChoice> for Layout {
    fn from(choice: LayoutChoice) -> Self {
        match choice {
            LayoutChoice::Stat => Self::Stat,
            LayoutChoice::Text => Self::Text,
            LayoutChoice::Profile => Self::Profile,
            LayoutChoice::Event => Self::Event,
            LayoutChoice::Picture => Self::Picture,
            LayoutChoice::PictureFull => Self::PictureFull,
        }
    }
}
