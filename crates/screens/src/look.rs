//! Colours of the screen in its four themes.

use egui::Color32;
use serde::{Deserialize, Serialize};

use crate::gallery::PLAYER_STYLES;
use crate::table::PlayerColour;

/// Dark or light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// For a dark room.
    #[default]
    Dark,
    /// For daylight.
    Light,
}

/// The contrast of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Contrast {
    /// As it is drawn.
    #[default]
    Plain,
    /// Black and white, with outlines around everything.
    High,
}

const fn hex(rgb: u32) -> Color32 {
    Color32::from_rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

/// Ink of the cards.
pub const INK: Color32 = hex(0x1d_1712);
/// Paper of the cards.
pub const PAPER: Color32 = hex(0xf4_ead5);
/// The selection, and the player on turn.
pub const GOLD: Color32 = hex(0xe0_ac3a);
/// Letters that shine on ink.
pub const LIT: Color32 = hex(0xf0_c766);
/// The colour of destructive actions and of damage.
pub const HARM: Color32 = hex(0x8f_2c20);
/// The background of a player who recovers.
pub const RECOVERING: Color32 = hex(0xb5_ad9f);

/// The colours of a background and of its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The ground.
    pub fill: Color32,
    /// Raised items: buttons, the field of health.
    pub raised: Color32,
    /// Text.
    pub text: Color32,
    /// Secondary text.
    pub quiet: Color32,
    /// Lines, and the rim of raised items.
    pub line: Color32,
}

/// The colours of a theme.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The wood of the table.
    pub table: Color32,
    /// A panel.
    pub panel: Ground,
    /// The middle of the table.
    pub centre: Ground,
    /// The panel of the player on turn.
    pub turn: Ground,
    /// The panel of one who has fallen.
    pub dead: Ground,
    /// Half of the field of health while a finger takes some.
    pub minus: Color32,
    /// Half of the field of health while a finger gives some.
    pub plus: Color32,
    /// The veil over the table behind a sheet.
    pub veil: Color32,
    /// The width of lines round panels and buttons, in points.
    pub rim: f32,
    /// True for a light theme.
    pub light: bool,
    /// True for high contrast.
    pub high: bool,
}

impl Look {
    /// The colours of a theme.
    pub fn new(theme: Theme, contrast: Contrast) -> Self {
        match (theme, contrast) {
            (Theme::Dark, Contrast::Plain) => {
                let panel = ground(0x2a_231d, 0x3b_322a, 0xf4_ead5, 0xc3_b59c, 0x57_493c);
                Self {
                    table: hex(0x14_100d),
                    panel,
                    centre: Ground { fill: hex(0x20_1a15), ..panel },
                    turn: ground(0xf4_ead5, 0xe2_d3b4, 0x1d_1712, 0x5a_4c3e, 0x9c_8963),
                    dead: ground(0x1b_1613, 0x26_1f1a, 0xc3_b59c, 0x9a_8c76, 0x3b_322a),
                    minus: hex(0x6b_2a21),
                    plus: hex(0x3f_4f33),
                    veil: Color32::from_black_alpha(150),
                    rim: 1.0,
                    light: false,
                    high: false,
                }
            }
            (Theme::Light, Contrast::Plain) => {
                let panel = ground(0xe6_d9bd, 0xd4_c4a2, 0x1d_1712, 0x4d_4135, 0x9c_8963);
                Self {
                    table: hex(0xa8_9878),
                    panel,
                    centre: Ground { fill: hex(0xd9_caa9), ..panel },
                    turn: ground(0xff_faee, 0xef_e3c9, 0x1d_1712, 0x4d_4135, 0x9c_8963),
                    dead: ground(0xc4_b595, 0xb8_a888, 0x1d_1712, 0x45_392d, 0x9c_8963),
                    minus: hex(0xe0_b3a3),
                    plus: hex(0xc3_cfa8),
                    veil: Color32::from_black_alpha(120),
                    rim: 1.0,
                    light: true,
                    high: false,
                }
            }
            (Theme::Dark, Contrast::High) => {
                let panel = ground(0x00_0000, 0x1c_1c1c, 0xff_ffff, 0xff_ffff, 0xff_ffff);
                Self {
                    table: Color32::BLACK,
                    panel,
                    centre: panel,
                    turn: ground(0xff_ffff, 0xff_ff9e, 0x00_0000, 0x00_0000, 0x00_0000),
                    dead: panel,
                    minus: hex(0x7a_0000),
                    plus: hex(0x00_4a00),
                    veil: Color32::from_black_alpha(200),
                    rim: 2.0,
                    light: false,
                    high: true,
                }
            }
            (Theme::Light, Contrast::High) => {
                let panel = ground(0xff_ffff, 0xf0_f0f0, 0x00_0000, 0x00_0000, 0x00_0000);
                Self {
                    table: Color32::WHITE,
                    panel,
                    centre: panel,
                    turn: ground(0xff_ffff, 0xff_ff9e, 0x00_0000, 0x00_0000, 0x00_0000),
                    dead: panel,
                    minus: hex(0xff_c8bc),
                    plus: hex(0xc8_f0c0),
                    veil: Color32::from_black_alpha(180),
                    rim: 2.0,
                    light: true,
                    high: true,
                }
            }
        }
    }

    /// The colour of filled pips and of a player's lines: ink where the background is light.
    pub fn pip(&self, colour: PlayerColour, on_paper: bool) -> Color32 {
        if self.high {
            if self.light || on_paper { Color32::BLACK } else { Color32::WHITE }
        } else if self.light || on_paper {
            INK
        } else {
            player_colour(colour)
        }
    }
}

fn ground(fill: u32, raised: u32, text: u32, quiet: u32, line: u32) -> Ground {
    Ground { fill: hex(fill), raised: hex(raised), text: hex(text), quiet: hex(quiet), line: hex(line) }
}

/// The first colour of a player.
pub fn player_colour(colour: PlayerColour) -> Color32 {
    PLAYER_STYLES.get(colour.index()).map_or(PAPER, |known| {
        let [red, green, blue] = known.colour;
        Color32::from_rgb(red, green, blue)
    })
}

/// The dashes of a player's line in a chart, in points, and its width; no dashes for a plain one.
pub fn player_line(colour: PlayerColour) -> (&'static [f32], f32) {
    PLAYER_STYLES.get(colour.index()).map_or((&[], 3.0), |known| (known.dashes, known.line))
}

/// A colour of the screen as its parts.
pub fn parts(colour: Color32) -> [u8; 3] {
    [colour.r(), colour.g(), colour.b()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Colour;

    fn contrast(a: Color32, b: Color32) -> f64 {
        let [a, b] = [a, b].map(|colour| Colour::rgb(colour.r(), colour.g(), colour.b()));
        a.contrast(b)
    }

    #[test]
    fn text_can_be_read_on_its_ground_in_every_theme() {
        for theme in [Theme::Dark, Theme::Light] {
            for level in [Contrast::Plain, Contrast::High] {
                let look = Look::new(theme, level);
                for ground in [look.panel, look.centre, look.turn, look.dead] {
                    for fill in [ground.fill, ground.raised] {
                        assert!(contrast(ground.text, fill) >= 7.0, "{theme:?} {level:?} {ground:?}");
                        assert!(contrast(ground.quiet, fill) >= 4.5, "{theme:?} {level:?} {ground:?}");
                    }
                    for fill in [look.minus, look.plus].into_iter().filter(|_| ground == look.panel) {
                        assert!(contrast(ground.text, fill) >= 4.5, "{theme:?} {level:?}");
                    }
                }
            }
        }
        assert!(contrast(PAPER, HARM) >= 6.0 && contrast(INK, GOLD) >= 7.0 && contrast(LIT, INK) >= 7.0);
        assert!(contrast(INK, RECOVERING) >= 7.0);
    }
}
