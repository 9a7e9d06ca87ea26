//! Values of the options of `skirmish build`.

use clap::ValueEnum;
use skirmish_model::game::Ink;
use skirmish_output::pack;
use skirmish_output::pdf::Standard;
use skirmish_output::sheet::{self, SheetOrder};
use skirmish_pipeline::job::Target;

/// Output targets.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum TargetChoice {
    /// Sheets for a home printer
    #[default]
    Home,
    /// Print shop PDF: one face per page, with bleed and trim box
    Press,
    /// Images for MakePlayingCards, and an order for MPC Autofill
    Mpc,
    /// Images for The Game Crafter
    Tgc,
    /// PDF for DriveThruCards, alternating fronts and backs
    Dtc,
    /// Saved object for Tabletop Simulator, with its images
    Tts,
    /// Room for PlayingCards.io
    Pcio,
    /// Sheets for a cutting machine, with cut lines as SVG and DXF
    Cut,
    /// PNG images of all faces, and a contact sheet
    Images,
    /// HTML page of the rulebook (no cards)
    Html,
}

impl From<TargetChoice> for Target {
    fn from(choice: TargetChoice) -> Self {
        match choice {
            TargetChoice::Home => Self::Home,
            TargetChoice::Press => Self::Press,
            TargetChoice::Mpc => Self::Mpc,
            TargetChoice::Tgc => Self::Tgc,
            TargetChoice::Dtc => Self::Dtc,
            TargetChoice::Tts => Self::Tts,
            TargetChoice::Pcio => Self::Pcio,
            TargetChoice::Cut => Self::Cut,
            TargetChoice::Images => Self::Images,
            TargetChoice::Html => Self::Html,
        }
    }
}

/// PDF standards for print shops.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum StandardChoice {
    /// PDF/X-4: CMYK with transparency
    #[default]
    #[value(name = "pdfx-4")]
    X4,
    /// PDF/X-1a: CMYK without transparency, for older presses
    #[value(name = "pdfx-1a")]
    X1a,
    /// RGB, for shops that convert to CMYK themselves
    None,
}

impl From<StandardChoice> for Option<Standard> {
    fn from(choice: StandardChoice) -> Self {
        match choice {
            StandardChoice::X4 => Some(Standard::X4),
            StandardChoice::X1a => Some(Standard::X1a),
            StandardChoice::None => None,
        }
    }
}

/// Sides with crop marks.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum CropMarks {
    /// On fronts
    #[default]
    Fronts,
    /// On both sides, to check the alignment
    Both,
    /// None, for pre-cut card stock
    None,
}

impl From<CropMarks> for sheet::CropMarks {
    fn from(choice: CropMarks) -> Self {
        match choice {
            CropMarks::Fronts => Self::Fronts,
            CropMarks::Both => Self::Both,
            CropMarks::None => Self::None,
        }
    }
}

/// Orders of the cards on sheets.
#[derive(Clone, Copy, Debug, Default, PartialEq, ValueEnum)]
pub enum OrderChoice {
    /// Sheet by sheet, row by row
    #[default]
    Rows,
    /// Through the pile of sheets, for cutting it at once
    Stack,
}

impl From<OrderChoice> for SheetOrder {
    fn from(choice: OrderChoice) -> Self {
        match choice {
            OrderChoice::Rows => Self::Rows,
            OrderChoice::Stack => Self::Stack,
        }
    }
}

/// Card stocks of an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, ValueEnum)]
pub enum Stock {
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
    fn from(choice: Stock) -> Self {
        match choice {
            Stock::S27 => Self::S27,
            Stock::S30 => Self::S30,
            Stock::S33 => Self::S33,
            Stock::M31 => Self::M31,
            Stock::P10 => Self::P10,
        }
    }
}

/// Ways to print backs.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Backs {
    /// Double-sided, flipped on the long edge
    #[default]
    LongEdge,
    /// Double-sided, flipped on the short edge
    ShortEdge,
    /// Single-sided, to fold and glue
    Gutterfold,
    /// Single-sided, for sleeves: fronts and unique backs only
    None,
}

impl From<Backs> for sheet::Backs {
    fn from(choice: Backs) -> Self {
        match choice {
            Backs::LongEdge => Self::LongEdge,
            Backs::ShortEdge => Self::ShortEdge,
            Backs::Gutterfold => Self::Gutterfold,
            Backs::None => Self::None,
        }
    }
}

/// Ink coverage.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum InkChoice {
    /// Full colour
    #[default]
    Full,
    /// Line art on white paper
    Low,
}

impl From<InkChoice> for Ink {
    fn from(choice: InkChoice) -> Self {
        match choice {
            InkChoice::Full => Self::Full,
            InkChoice::Low => Self::Low,
        }
    }
}
