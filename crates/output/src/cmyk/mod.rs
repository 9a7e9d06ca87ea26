//! Colours for a printing press: the inks that come nearest to each colour, under the limit that paper and press set.
//!
//! A single colour is separated by a search through the profile's table from inks to colours; pictures go through the
//! profile's other table, from colours to inks.

mod difference;
mod profile;
mod separate;
mod table;

pub use difference::{Lab, difference};
pub use profile::{Profile, ProfileError};
pub use separate::{Separated, Separation, Use};

use std::fmt;

/// Cyan, magenta, yellow and black, in half percents from 0 to 200.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Inks(pub [u8; 4]);

impl Inks {
    /// Paper.
    pub const NONE: Self = Self([0; 4]);
    /// Black ink only.
    pub const BLACK: Self = Self([0, 0, 0, 200]);
    /// A large area of black, where black ink by itself looks grey.
    pub const RICH_BLACK: Self = Self([120, 80, 80, 200]);

    /// Returns the four inks in percent.
    pub fn percent(self) -> [f64; 4] {
        self.0.map(|ink| f64::from(ink) / 2.0)
    }

    /// Returns all ink together, in percent: 0 to 400.
    pub fn total(self) -> f64 {
        self.percent().iter().sum()
    }

    /// Returns all ink but black, in percent: 0 to 300.
    pub fn coloured(self) -> f64 {
        self.percent()[..3].iter().sum()
    }
}

/// `60 40 40 100`
impl fmt::Display for Inks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [cyan, magenta, yellow, black] = self.percent();
        write!(f, "{cyan} {magenta} {yellow} {black}")
    }
}
