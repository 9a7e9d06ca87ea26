//! The colours of a game, and the inks that a press prints them with.

use serde::Serialize;

use super::{Failure, GameSelector, PressNeeds, printed_games};
use crate::cmyk::{Separated, Separation, Use};
use crate::diagnostic::Diagnostic;
use crate::game::{Colour, Game, Ink, Palette, Spanned, Tone};
use crate::vfs::Vfs;

/// A game's colours.
#[derive(Clone, Debug, Serialize)]
pub struct ColourListing {
    /// The name of its folder.
    pub game: String,
    /// Name.
    pub title: String,
    /// The profile of the press.
    pub profile: String,
    /// The most ink in one place, in percent.
    pub ink_limit: f64,
    /// The colours.
    pub colours: Vec<ColourRow>,
}

/// A colour of the data and its inks.
#[derive(Clone, Debug, Serialize)]
pub struct ColourRow {
    /// Its location: `paper`, `attack: strip`.
    pub name: String,
    /// As the data has it: `#a33b2e`.
    pub rgb: String,
    /// Cyan, magenta, yellow and black of an area, in percent.
    pub cmyk: [f64; 4],
    /// All of them together, in percent.
    pub ink: f64,
    /// Difference of the print from the colour (CIEDE2000): 1 is hardly visible, 5 at a glance.
    pub difference: f64,
    /// Inks of text and thin lines, if they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<[f64; 4]>,
}

/// Returns the colours of the requested games, or of all.
///
/// # Errors
/// The diagnostics of an unreadable game; a profile that can't be used.
pub fn list_colours(vfs: &dyn Vfs, asked: &[String], needs: &PressNeeds) -> Result<Vec<ColourListing>, Failure> {
    let profile = needs.open()?;
    let inks = Separation::new(profile, needs.ink_limit, Ink::Full);
    let mut listings = Vec::new();
    for (_, reading) in printed_games(vfs, GameSelector::new(asked, false), None)? {
        let errors: Vec<Diagnostic> = reading.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
        match reading.game {
            Some(game) if errors.is_empty() => listings.push(listing(&game, &inks)),
            _ => return Err(Failure::Diagnostics(errors)),
        }
    }
    Ok(listings)
}

fn listing(game: &Game, inks: &Separation) -> ColourListing {
    let mut colours = Vec::new();
    let mut add = |of: &str, palette: &Palette| {
        for (name, tone) in &palette.full {
            let Tone::Colour(colour) = tone else { continue };
            let name = if of.is_empty() { name.clone() } else { format!("{of}: {name}") };
            colours.push(row(name, colour.value, inks));
        }
    };
    add("", &game.palette);
    game.deck.kinds.iter().for_each(|kind| add(&kind.id, &kind.palette));
    game.deck.kinds.iter().for_each(|kind| add(&kind.id, &derived(&kind.palette.with_fallback(&game.palette))));
    game.face_kinds.iter().for_each(|face| add(&face.id, &face.palette));
    game.sets.iter().for_each(|set| add(&set.id, &set.palette));
    ColourListing {
        game: game.id.clone(),
        title: game.title.clone(),
        profile: inks.profile.name.clone(),
        ink_limit: inks.limit(),
        colours,
    }
}

/// Returns the derived colours of a palette.
fn derived(palette: &Palette) -> Palette {
    let follows = palette.full.iter().filter(|(_, tone)| matches!(tone, Tone::Derived(_)));
    let full = follows.filter_map(|(name, tone)| {
        let value = palette.colour(name, Ink::Full)?;
        Some((name.clone(), Tone::Colour(Spanned { value, at: tone.at().clone() })))
    });
    Palette { full: full.collect(), ..Palette::default() }
}

fn row(name: String, colour: Colour, inks: &Separation) -> ColourRow {
    let Separated { inks: area, difference } = inks.separate(colour, Use::Area);
    let line = inks.separate(colour, Use::Line).inks;
    ColourRow {
        name,
        rgb: colour.to_string(),
        cmyk: area.percent(),
        ink: area.total(),
        difference: (difference * 10.0).round() / 10.0,
        lines: (line != area).then(|| line.percent()),
    }
}

impl ColourListing {
    /// Formats the colours as a table: name, RGB, CMYK, ink, difference.
    pub fn table(&self) -> String {
        let head = ["colour", "RGB", "CMYK", "ink", "difference"].map(str::to_owned);
        let rows: Vec<[String; 5]> = std::iter::once(head).chain(self.colours.iter().map(ColourRow::cells)).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let [w0, w1, w2, w3] = [0, 1, 2, 3].map(width);
        let mut text = format!("{}: colours for {}, at most {} % of ink\n\n", self.title, self.profile, self.ink_limit);
        for [name, rgb, cmyk, ink, difference] in &rows {
            text.push_str(&format!("{name:w0$}  {rgb:w1$}  {cmyk:w2$}  {ink:>w3$}  {difference}\n"));
        }
        text
    }
}

impl ColourRow {
    fn cells(&self) -> [String; 5] {
        let inks = |inks: [f64; 4]| inks.map(|ink| ink.to_string()).join(" ");
        let cmyk = match self.lines {
            Some(lines) => format!("{}; lines {}", inks(self.cmyk), inks(lines)),
            None => inks(self.cmyk),
        };
        [self.name.clone(), self.rgb.clone(), cmyk, format!("{} %", self.ink), format!("{:.1}", self.difference)]
    }
}
