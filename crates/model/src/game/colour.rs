//! Colours by name, and the selection for a version.

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
    /// Only black ink: text and fine lines, which must not be built from four inks.
    Black,
    /// Red, green and blue of sRGB.
    Rgb([u8; 3]),
}

impl Colour {
    /// Paper.
    pub const WHITE: Self = Self::Rgb([255; 3]);

    /// Creates a colour from its parts; true black becomes [`Colour::Black`].
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        match (red, green, blue) {
            (0, 0, 0) => Self::Black,
            _ => Self::Rgb([red, green, blue]),
        }
    }

    /// Returns red, green and blue of sRGB.
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

    /// Returns it as `#rrggbb`.
    pub fn to_hex(self) -> String {
        let [red, green, blue] = self.parts();
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Returns the relative luminance (WCAG), from 0 to 1.
    pub fn luminance(self) -> f64 {
        let [red, green, blue] = self.parts().map(|part| LIGHT[usize::from(part)]);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Returns the contrast ratio with another colour (WCAG), from 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// Contrast of legible letters: the minimum of the checks, plus a rounding margin.
const LEGIBLE: f64 = 4.6;

impl Colour {
    /// Returns the visible colour if this one partially covers another: all of it at an opacity of 1.
    #[must_use]
    pub fn over(self, below: Self, opacity: f64) -> Self {
        if opacity >= 1.0 {
            return self;
        }
        let (above, below) = (self.parts(), below.parts());
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
        let part = |index: usize| {
            (f64::from(above[index]) * opacity + f64::from(below[index]) * (1.0 - opacity)).round() as u8
        };
        Self::rgb(part(0), part(1), part(2))
    }

    /// Returns this colour, darkened or lightened to be legible on a background.
    #[must_use]
    pub fn legible_on(self, ground: Self) -> Self {
        let end = if Self::Black.contrast(ground) > Self::WHITE.contrast(ground) { Self::Black } else { Self::WHITE };
        let steps = (0..=50).map(|step| end.over(self, f64::from(step) / 50.0));
        steps.into_iter().find(|colour| colour.contrast(ground) >= LEGIBLE).unwrap_or(end)
    }
}

impl Recipe {
    /// Resolves the colour from those of other names; `None` if one is unknown.
    fn colour<'r>(&'r self, mut named: impl FnMut(&'r str) -> Option<Colour>) -> Option<Colour> {
        let mut colour = |ingredient: &'r Ingredient| match ingredient {
            Ingredient::Colour(colour) => Some(*colour),
            Ingredient::Name(name) => named(&name.value),
        };
        let ground = colour(&self.ground)?;
        let choices = self.choices.iter().map(colour).collect::<Option<Vec<_>>>()?;
        if let (Some(percent), [first, ..]) = (self.percent, choices.as_slice()) {
            return Some(first.over(ground, f64::from(percent) / 100.0));
        }
        let legible = choices.iter().find(|colour| colour.contrast(ground) >= LEGIBLE).copied();
        legible.or_else(|| choices.last().map(|last| last.legible_on(ground)))
    }
}

/// `#a33b2e`
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.parts();
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Ink use of a print run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ink {
    /// Everything in colour.
    #[default]
    Full,
    /// White paper and lines, for home printers.
    Low,
}

/// Colours by name, for each ink.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Palette {
    /// The colours in full.
    pub full: BTreeMap<String, Tone>,
    /// Overrides for the low-ink version.
    pub low: BTreeMap<String, Tone>,
}

/// Meaning of a name of a palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A colour.
    Colour(Spanned<Colour>),
    /// The colour of another name in the same version.
    Like(Spanned<String>),
    /// A colour derived from others in the same version.
    Derived(Recipe),
    /// The colour that each card has in a field, until the cards are read.
    Field(Spanned<String>),
}

/// How a colour is derived from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The colours to start from, in order of preference.
    pub choices: Vec<Ingredient>,
    /// Percentage of the first that is mixed into the background; without it, the result must be legible on the
    /// background.
    pub percent: Option<u8>,
    /// The colour below.
    pub ground: Ingredient,
    /// Span of the definition.
    pub at: Span,
}

/// A colour of a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ingredient {
    /// A colour.
    Colour(Colour),
    /// The name of one.
    Name(Spanned<String>),
}

impl Tone {
    /// Returns the span of the definition.
    pub fn at(&self) -> &Span {
        match self {
            Self::Colour(colour) => &colour.at,
            Self::Like(name) | Self::Field(name) => &name.at,
            Self::Derived(recipe) => &recipe.at,
        }
    }

    /// Returns the names of other colours that it refers to.
    pub fn names(&self) -> impl Iterator<Item = &Spanned<String>> {
        let (like, recipe) = match self {
            Self::Colour(_) | Self::Field(_) => (None, None),
            Self::Like(name) => (Some(name), None),
            Self::Derived(recipe) => (None, Some(recipe)),
        };
        let ingredients = recipe.into_iter().flat_map(|recipe| recipe.choices.iter().chain([&recipe.ground]));
        let names = ingredients.filter_map(|one| if let Ingredient::Name(name) = one { Some(name) } else { None });
        like.into_iter().chain(names)
    }
}

impl Palette {
    /// Merges palettes: this one's colours, and the other's for the rest.
    #[must_use]
    pub fn with_fallback(&self, below: &Self) -> Self {
        let mut all = below.clone();
        all.full.extend(self.full.iter().map(|(name, tone)| (name.clone(), tone.clone())));
        all.low.extend(self.low.iter().map(|(name, tone)| (name.clone(), tone.clone())));
        all
    }

    /// Returns the names that refer to unknown names, or to each other in a cycle, with their targets.
    pub fn unresolved(&self) -> Vec<(&str, &Spanned<String>)> {
        let tones = [(&self.full, Ink::Full), (&self.low, Ink::Low)];
        let all = tones.into_iter().flat_map(|(tones, ink)| tones.iter().map(move |(name, tone)| (name, tone, ink)));
        let is_lost = |other: &&Spanned<String>, ink: Ink| {
            self.colour(&other.value, ink).is_none() && !self.is_of_field(&other.value, ink)
        };
        let lost = all.filter(|(name, _, ink)| self.colour(name, *ink).is_none());
        lost.flat_map(|(name, tone, ink)| {
            let others = tone.names().filter(move |other| is_lost(other, ink));
            others.map(move |other| (name.as_str(), other))
        })
        .collect()
    }

    /// True if the colour of a name depends on a field, which is unknown until the cards are read.
    fn is_of_field(&self, name: &str, ink: Ink) -> bool {
        let mut reached = vec![name];
        let mut looked_at = 0;
        while let Some(name) = reached.get(looked_at).copied() {
            looked_at += 1;
            let Some(tone) = self.tone(name, ink) else { continue };
            if matches!(tone, Tone::Field(_)) {
                return true;
            }
            let more = tone.names().map(|other| other.value.as_str()).filter(|other| !reached.contains(other));
            let more: Vec<&str> = more.collect();
            reached.extend(more);
        }
        false
    }

    /// True if a name refers to itself through others.
    pub fn in_circle(&self, name: &str) -> bool {
        let next = |at: &str| self.full.get(at).into_iter().flat_map(Tone::names).map(|other| other.value.as_str());
        let mut reached: Vec<&str> = next(name).collect();
        let mut looked_at = 0;
        while let Some(at) = reached.get(looked_at) {
            let more: Vec<&str> = next(at).filter(|other| !reached.contains(other)).collect();
            reached.extend(more);
            looked_at += 1;
        }
        reached.contains(&name)
    }

    /// Returns the colour of a name for an ink.
    pub fn colour(&self, name: &str, ink: Ink) -> Option<Colour> {
        self.resolve(name, ink, &mut Vec::new())
    }

    /// Returns the colour of a name; `None` if it leads back to one of those being resolved.
    fn resolve<'p>(&'p self, name: &'p str, ink: Ink, open: &mut Vec<&'p str>) -> Option<Colour> {
        if open.contains(&name) {
            return None;
        }
        open.push(name);
        let found = match self.tone(name, ink)? {
            Tone::Colour(colour) => Some(colour.value),
            Tone::Like(other) => self.resolve(&other.value, ink, open),
            Tone::Derived(recipe) => recipe.colour(|name| self.resolve(name, ink, open)),
            Tone::Field(_) => None,
        };
        open.pop();
        found
    }

    /// Returns the definition of a name for an ink.
    fn tone(&self, name: &str, ink: Ink) -> Option<&Tone> {
        self.low.get(name).filter(|_| ink == Ink::Low).or_else(|| self.full.get(name))
    }

    /// Returns the names of all colours of a version, each once.
    fn names(&self, ink: Ink) -> impl Iterator<Item = &str> {
        let of_low = self.low.keys().filter(move |name| ink == Ink::Low && !self.full.contains_key(*name));
        self.full.keys().chain(of_low).map(String::as_str)
    }

    /// Returns all colours of a version, by name.
    pub fn in_ink(&self, ink: Ink) -> BTreeMap<&str, Colour> {
        self.names(ink).filter_map(|name| Some((name, self.colour(name, ink)?))).collect()
    }

    /// Returns the names that represent a colour for an ink, with their definitions.
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
            Palette { full: map(full), low: map(light) }
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
        let all = kind.with_fallback(&game);
        assert_eq!(all.in_ink(Ink::Full)["spine"], red);
        assert_eq!(all.in_ink(Ink::Low)["spine"], Colour::WHITE);
        assert_eq!(all.in_ink(Ink::Low)["strand"], Colour::WHITE, "what the other name stands for in this printing");
        assert_eq!(all.in_ink(Ink::Low)["mark"], red);
        let lost: Vec<&str> = all.unresolved().into_iter().map(|(name, _)| name).collect();
        assert_eq!(lost, ["a", "b"]);
    }

    #[test]
    fn colours_follow_from_others() {
        let at = Span::file(&crate::diagnostic::Source::new("game.toml", ""));
        let name = |name: &str| Ingredient::Name(Spanned { value: name.to_owned(), at: at.clone() });
        let plain = |value: Colour| Tone::Colour(Spanned { value, at: at.clone() });
        let derived = |choices: Vec<Ingredient>, percent: Option<u8>, ground: Ingredient| {
            Tone::Derived(Recipe { choices, percent, ground, at: at.clone() })
        };
        let white = || Ingredient::Colour(Colour::WHITE);
        let palette = |kind: Colour| {
            let tones = [
                ("kind", plain(kind)),
                ("ink", plain(Colour::rgb(0x1b, 0x1a, 0x22))),
                ("on", derived(vec![white(), name("ink")], None, name("kind"))),
                ("paper", derived(vec![name("kind")], Some(10), white())),
                ("deep", derived(vec![name("kind")], None, name("paper"))),
                ("lost", derived(vec![name("nowhere")], Some(10), name("paper"))),
                ("a", derived(vec![name("b")], Some(10), name("paper"))),
                ("b", derived(vec![name("kind")], Some(10), name("a"))),
            ];
            let full = tones.into_iter().map(|(name, tone)| (name.to_owned(), tone)).collect();
            Palette { full, low: BTreeMap::from([("paper".to_owned(), plain(Colour::WHITE))]) }
        };
        let (blue, yellow) = (palette(Colour::rgb(0x10, 0x27, 0x61)), palette(Colour::rgb(0xee, 0xb9, 0x3f)));
        assert_eq!(blue.colour("on", Ink::Full), Some(Colour::WHITE));
        assert_eq!(yellow.colour("on", Ink::Full), yellow.colour("ink", Ink::Full));
        assert_eq!(yellow.colour("paper", Ink::Full), Some(Colour::rgb(0xfd, 0xf8, 0xec)));
        assert_eq!(blue.colour("deep", Ink::Full), blue.colour("kind", Ink::Full));
        for ink in [Ink::Full, Ink::Low] {
            let (deep, paper) = (yellow.colour("deep", ink).unwrap(), yellow.colour("paper", ink).unwrap());
            assert!((LEGIBLE..5.0).contains(&deep.contrast(paper)), "{deep} on {paper}");
        }
        let lost: Vec<(&str, &str)> =
            blue.unresolved().into_iter().map(|(name, other)| (name, other.value.as_str())).collect();
        assert_eq!(lost, [("a", "b"), ("b", "a"), ("lost", "nowhere")]);
        assert!(blue.in_circle("a") && !blue.in_circle("lost") && !blue.in_circle("deep"));
    }

    #[test]
    fn letters_can_be_made_legible_on_any_ground() {
        for grey in 0..=255 {
            let ground = Colour::rgb(grey, grey, grey);
            for letters in [Colour::WHITE, Colour::Black, Colour::rgb(0xd8, 0x78, 0x1f), ground] {
                assert!(letters.legible_on(ground).contrast(ground) >= 4.5, "{letters} on {ground}");
            }
        }
    }
}
