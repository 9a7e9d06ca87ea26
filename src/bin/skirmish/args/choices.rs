//! What can be chosen for a build.

use clap::ValueEnum;
use skirmish::game::Ink;
use skirmish::job::Target;
use skirmish::pack;
use skirmish::pdf::Standard;
use skirmish::sheet::{self, SheetOrder};

/// What the cards are printed for.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum For {
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

impl From<For> for Target {
    fn from(choice: For) -> Self {
        match choice {
            For::Home => Self::Home,
            For::Press => Self::Press,
            For::Mpc => Self::Mpc,
            For::Tgc => Self::Tgc,
            For::Dtc => Self::Dtc,
            For::Tts => Self::Tts,
            For::Pcio => Self::Pcio,
            For::Cut => Self::Cut,
            For::Screen => Self::Screen,
            For::Html => Self::Html,
        }
    }
}

/// What files for a press conform to.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum StandardChoice {
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

/// Where crop marks are printed.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum CropMarks {
    /// On fronts, where the cards are cut
    #[default]
    Fronts,
    /// On backs too, to see how well the sides meet
    Both,
    /// Nowhere, for card stock that is cut already
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

/// Which card is on which sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, ValueEnum)]
pub enum OrderChoice {
    /// Sheet by sheet, row by row
    #[default]
    Rows,
    /// Place by place through all sheets: cut the pile at once, and each stack is in order
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

/// The stocks of an order.
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

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Flip {
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

impl From<Flip> for sheet::Flip {
    fn from(choice: Flip) -> Self {
        match choice {
            Flip::Long => Self::Long,
            Flip::Short => Self::Short,
            Flip::Fold => Self::Fold,
            Flip::None => Self::None,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum InkChoice {
    /// Colour
    #[default]
    Full,
    /// White paper and lines
    Light,
}

impl From<InkChoice> for Ink {
    fn from(choice: InkChoice) -> Self {
        match choice {
            InkChoice::Full => Self::Full,
            InkChoice::Light => Self::Light,
        }
    }
}
