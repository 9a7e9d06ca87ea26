//! What people choose for their screen; it is kept from one game to the next.

use serde::{Deserialize, Serialize};

use super::look::{Contrast, Theme};
use crate::table::Setup;

/// How large labels are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextSize {
    /// As drawn.
    #[default]
    Middle,
    /// A seventh larger.
    Large,
    /// A third larger.
    Huge,
}

impl TextSize {
    /// How much larger than drawn.
    pub const fn scale(self) -> f32 {
        match self {
            Self::Middle => 1.0,
            Self::Large => 1.15,
            Self::Huge => 1.3,
        }
    }

    /// The next size; the first after the last.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Middle => Self::Large,
            Self::Large => Self::Huge,
            Self::Huge => Self::Middle,
        }
    }

    /// What it is called.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Middle => "Middle",
            Self::Large => "Large",
            Self::Huge => "Huge",
        }
    }
}

/// What people choose for their screen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Dark or light.
    pub theme: Theme,
    /// How far colours stand apart.
    pub contrast: Contrast,
    /// How large labels are.
    pub text: TextSize,
    /// Names of people who have played here, the latest first.
    pub names: Vec<String>,
    /// How the last game was set up.
    pub last: Option<Setup>,
}

impl Settings {
    /// How many names are remembered.
    const NAMES: usize = 24;

    /// Remembers a setup and the names in it.
    pub fn remember(&mut self, setup: &Setup) {
        for player in setup.players.iter().rev() {
            self.names.retain(|name| *name != player.name);
            self.names.insert(0, player.name.clone());
        }
        self.names.truncate(Self::NAMES);
        self.last = Some(setup.clone());
    }
}
