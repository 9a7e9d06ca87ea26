//! The eight styles of players, distinct in more than colour.

use super::request::Rgb;

/// Charge on a shield.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// Eight bent rays.
    Swirl,
    /// Four quarters.
    Quarters,
    /// Twelve straight rays.
    Rays,
    /// A cross.
    Cross,
    /// Three slanting bars.
    Bends,
    /// Rings about the boss.
    Rings,
    /// Three crescents.
    Moons,
    /// A chequerboard.
    Checks,
}

/// A player's colours, shield and line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerStyle {
    /// Name of its colour: `red`.
    pub name: &'static str,
    /// Name of its shield: `swirl`.
    pub charge: &'static str,
    /// Its colour.
    pub colour: Rgb,
    /// The second colour of the shield.
    pub second: Rgb,
    /// Charge on the shield.
    pub device: Device,
    /// The rune on the boss.
    pub rune: char,
    /// Index of the game's kind whose interlace its spine has, modulo the number of kinds.
    pub weave: usize,
    /// Dash, gap, dash, gap of its line in a chart, in points; an unbroken line if empty.
    pub dashes: &'static [f32],
    /// Width of its line in a chart, in points.
    pub line: f32,
}

/// The bone of bosses and of light second colours.
pub(super) const BONE: Rgb = [0xf0, 0xe4, 0xca];
/// The ink of rims, runes and dark second colours.
pub(super) const INK: Rgb = [0x2b, 0x21, 0x19];

/// All styles, in the order in which they are offered.
pub const PLAYER_STYLES: [PlayerStyle; 8] = [
    PlayerStyle {
        name: "red",
        charge: "swirl",
        colour: [0xd8, 0x52, 0x3c],
        second: BONE,
        device: Device::Swirl,
        rune: 'ᚠ',
        weave: 1,
        dashes: &[],
        line: 4.0,
    },
    PlayerStyle {
        name: "blue",
        charge: "quarters",
        colour: [0x4c, 0x8f, 0xd6],
        second: BONE,
        device: Device::Quarters,
        rune: 'ᚢ',
        weave: 0,
        dashes: &[],
        line: 6.0,
    },
    PlayerStyle {
        name: "gold",
        charge: "rays",
        colour: [0xe2, 0xae, 0x3c],
        second: INK,
        device: Device::Rays,
        rune: 'ᚦ',
        weave: 3,
        dashes: &[14.0, 6.0],
        line: 4.0,
    },
    PlayerStyle {
        name: "green",
        charge: "cross",
        colour: [0x7f, 0xc0, 0x7a],
        second: INK,
        device: Device::Cross,
        rune: 'ᚨ',
        weave: 2,
        dashes: &[3.0, 6.0],
        line: 4.0,
    },
    PlayerStyle {
        name: "violet",
        charge: "bends",
        colour: [0xcd, 0xb2, 0xee],
        second: INK,
        device: Device::Bends,
        rune: 'ᚱ',
        weave: 4,
        dashes: &[14.0, 5.0, 3.0, 5.0],
        line: 4.0,
    },
    PlayerStyle {
        name: "bone",
        charge: "rings",
        colour: [0xf4, 0xec, 0xd8],
        second: INK,
        device: Device::Rings,
        rune: 'ᚲ',
        weave: 0,
        dashes: &[20.0, 8.0],
        line: 4.0,
    },
    PlayerStyle {
        name: "teal",
        charge: "moons",
        colour: [0x6f, 0xd6, 0xcf],
        second: INK,
        device: Device::Moons,
        rune: 'ᚷ',
        weave: 1,
        dashes: &[8.0, 4.0],
        line: 4.0,
    },
    PlayerStyle {
        name: "rose",
        charge: "checks",
        colour: [0xe0, 0x70, 0x9a],
        second: INK,
        device: Device::Checks,
        rune: 'ᚹ',
        weave: 2,
        dashes: &[2.0, 3.0, 8.0, 3.0],
        line: 4.0,
    },
];
