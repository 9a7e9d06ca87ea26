//! Colours by name, and which of them a printing uses.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use super::Spanned;
use crate::diagnostic::Span;

/// The light of each value of red, green or blue (WCAG), from 0 to 1.
static LIGHT: LazyLock<[f64; 256]> = LazyLock::new(|| {
    std::array::from_fn(|part| {
        let part = f64::from(u8::try_from(part).unwrap_or(u8::MAX)) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
});

/// A colour of the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Black ink alone: text and fine lines, which must not be built from four inks.
    Black,
    /// Red, green and blue of sRGB.
    Rgb([u8; 3]),
}

impl Colour {
    /// Paper.
    pub const WHITE: Self = Self::Rgb([255; 3]);

    /// A colour from its parts; true black becomes [`Colour::Black`].
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        match (red, green, blue) {
            (0, 0, 0) => Self::Black,
            _ => Self::Rgb([red, green, blue]),
        }
    }

    /// Red, green and blue of sRGB.
    pub const fn parts(self) -> [u8; 3] {
        match self {
            Self::Black => [0; 3],
            Self::Rgb(parts) => parts,
        }
    }

    /// Reads `#rgb` or `#rrggbb`.
    pub fn hex(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let part = |range: std::ops::Range<usize>| u8::from_str_radix(&digits[range], 16).ok();
        match digits.len() {
            3 => Some(Self::rgb(part(0..1)? * 17, part(1..2)? * 17, part(2..3)? * 17)),
            6 => Some(Self::rgb(part(0..2)?, part(2..4)?, part(4..6)?)),
            _ => None,
        }
    }

    /// Relative luminance (WCAG), from 0 to 1.
    pub fn luminance(self) -> f64 {
        let [red, green, blue] = self.parts().map(|part| LIGHT[usize::from(part)]);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Contrast ratio with another colour (WCAG), from 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// `#a33b2e`
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.parts();
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// How much ink a printing may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ink {
    /// Everything in colour.
    #[default]
    Full,
    /// White paper and lines, for home printers.
    Light,
}

/// Colours by name, for each ink.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Palette {
    /// The colours in full.
    pub full: BTreeMap<String, Tone>,
    /// What is different where ink is spared.
    pub light: BTreeMap<String, Tone>,
}

/// What a name of a palette stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A colour.
    Colour(Spanned<Colour>),
    /// The colour that another name has in the same printing.
    Like(Spanned<String>),
}

impl Tone {
    /// Where it was said.
    pub fn at(&self) -> &Span {
        match self {
            Self::Colour(colour) => &colour.at,
            Self::Like(name) => &name.at,
        }
    }
}

impl Palette {
    /// This palette's colours, and the other's where this one has none.
    #[must_use]
    pub fn over(&self, below: &Self) -> Self {
        let mut all = below.clone();
        all.full.extend(self.full.iter().map(|(name, tone)| (name.clone(), tone.clone())));
        all.light.extend(self.light.iter().map(|(name, tone)| (name.clone(), tone.clone())));
        all
    }

    /// The names that stand for names that there are not, or for each other in a circle, and what they stand for.
    pub fn unresolved(&self) -> Vec<(&str, &Spanned<String>)> {
        let tones = [(&self.full, Ink::Full), (&self.light, Ink::Light)];
        let all = tones.into_iter().flat_map(|(tones, ink)| tones.iter().map(move |(name, tone)| (name, tone, ink)));
        all.filter_map(|(name, tone, ink)| match tone {
            Tone::Like(other) if self.colour(name, ink).is_none() => Some((name.as_str(), other)),
            _ => None,
        })
        .collect()
    }

    /// Whether a name refers to itself through others.
    pub fn in_circle(&self, name: &str) -> bool {
        let next = |at: &str| match self.full.get(at) {
            Some(Tone::Like(other)) => Some(other.value.clone()),
            _ => None,
        };
        let steps = std::iter::successors(next(name), |at| next(at));
        steps.take(self.full.len()).any(|at| at == name)
    }

    /// What a name stands for in a printing.
    pub fn colour(&self, name: &str, ink: Ink) -> Option<Colour> {
        let mut found = self.tone(name, ink)?;
        // A chain of names longer than there are names is a circle.
        for _ in 0..=self.full.len() + self.light.len() {
            match found {
                Tone::Colour(colour) => return Some(colour.value),
                Tone::Like(other) => found = self.tone(&other.value, ink)?,
            }
        }
        None
    }

    /// What is said of a name for a printing.
    fn tone(&self, name: &str, ink: Ink) -> Option<&Tone> {
        self.light.get(name).filter(|_| ink == Ink::Light).or_else(|| self.full.get(name))
    }

    /// The names of all colours of a printing, each once.
    fn names(&self, ink: Ink) -> impl Iterator<Item = &str> {
        let of_light = self.light.keys().filter(move |name| ink == Ink::Light && !self.full.contains_key(*name));
        self.full.keys().chain(of_light).map(String::as_str)
    }

    /// All colours as they are in a printing, by name.
    pub fn in_ink(&self, ink: Ink) -> BTreeMap<&str, Colour> {
        self.names(ink).filter_map(|name| Some((name, self.colour(name, ink)?))).collect()
    }

    /// The names that stand for a colour in a printing, with what is said of them.
    pub fn named(&self, colour: Colour, ink: Ink) -> impl Iterator<Item = (&str, &Tone)> {
        let named = self.names(ink).filter(move |name| self.colour(name, ink) == Some(colour));
        named.filter_map(move |name| Some((name, self.tone(name, ink)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_hex_and_nothing_else() {
        assert_eq!(Colour::hex("#a33b2e"), Some(Colour::Rgb([0xa3, 0x3b, 0x2e])));
        assert_eq!(Colour::hex("#fff"), Some(Colour::WHITE));
        assert_eq!(Colour::hex("#000"), Some(Colour::Black));
        for text in ["a33b2e", "#a33b2", "#a33b2g", "red", "#", "#ééé"] {
            assert_eq!(Colour::hex(text), None, "{text}");
        }
    }

    #[test]
    fn black_on_white_has_the_greatest_contrast() {
        assert!((Colour::Black.contrast(Colour::WHITE) - 21.0).abs() < 1e-9);
        assert!((Colour::WHITE.contrast(Colour::WHITE) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn names_stand_for_colours_or_for_other_names() {
        let palette = |full: &[(&str, Tone)], light: &[(&str, Tone)]| {
            let map =
                |tones: &[(&str, Tone)]| tones.iter().map(|(name, tone)| ((*name).to_owned(), tone.clone())).collect();
            Palette { full: map(full), light: map(light) }
        };
        let at = Span::file(&crate::diagnostic::Source::new("game.toml", ""));
        let like = |name: &str| Tone::Like(Spanned { value: name.to_owned(), at: at.clone() });
        let plain = |value: Colour| Tone::Colour(Spanned { value, at: at.clone() });
        let red = Colour::rgb(200, 2, 3);
        let kind = palette(&[("kind", plain(red))], &[]);
        let game = palette(
            &[("spine", like("kind")), ("strand", plain(Colour::Black)), ("a", like("b")), ("b", like("a"))],
            &[("spine", plain(Colour::WHITE)), ("strand", like("spine")), ("mark", like("kind"))],
        );
        let all = kind.over(&game);
        assert_eq!(all.in_ink(Ink::Full)["spine"], red);
        assert_eq!(all.in_ink(Ink::Light)["spine"], Colour::WHITE);
        assert_eq!(all.in_ink(Ink::Light)["strand"], Colour::WHITE, "what the other name stands for in this printing");
        assert_eq!(all.in_ink(Ink::Light)["mark"], red);
        let lost: Vec<&str> = all.unresolved().into_iter().map(|(name, _)| name).collect();
        assert_eq!(lost, ["a", "b"]);
    }
}
