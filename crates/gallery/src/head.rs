//! Content of the head of a card, and in which colours: spine, title and picture, cut above the rules.

use super::request::{CardSide, Rgb};
use crate::game::{Colour, Game, Ink, Palette, Rich, TextSpan};

/// Content of the spine below the icon.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Index {
    /// Nothing.
    #[default]
    Nothing,
    /// A figure, with its sign: `2`, `+2`, `−1`.
    Figure(String),
    /// Marks side by side, by name: the two pips of a Shield.
    Marks(Vec<String>),
}

/// The head of a card: all that a screen needs beside the pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The title of the face: `Damaged Shield`.
    pub title: String,
    /// The state that the face shows: `Recovering`.
    pub state: Option<String>,
    /// Content below the icon.
    pub index: Index,
    /// The mark of the card, or else of its kind, by name.
    pub mark: String,
    /// Id of its kind, and of its interlace.
    pub kind: String,
    /// True if its kind has interlace.
    pub woven: bool,
    /// The band at the left.
    pub spine: Rgb,
    /// Strands of the interlace on it.
    pub strand: Rgb,
    /// Contour and shade of the strands.
    pub contour: Rgb,
    /// Mark and figure on it.
    pub figure: Rgb,
    /// The kind's colour, for content on the background.
    pub colour: Rgb,
    /// Background of the title.
    pub ground: Rgb,
    /// The title, and the lines round the picture.
    pub ink: Rgb,
    /// The strip under the picture, a pale tone of the kind's colour.
    pub strip: Rgb,
}

/// Returns the head of a side of a card. `None` for an unknown card, and for a side that all cards share.
pub fn heading(game: &Game, card: &str, side: CardSide) -> Option<Head> {
    let card = game.card(card)?;
    let face = &card.faces[side.index()];
    if game.face_kinds.get(face.kind.0)?.shared {
        return None;
    }
    let kind = game.deck.kind(card);
    let palette = game.palette(&game.deck, card, face);
    // A game that names no colour for the spine has one for each kind, or else none.
    let spine = tone(&palette, "spine", tone(&palette, "kind", PAPER));
    let text = |field: &str| face.texts.get(field).map(|text| &text.value);
    Some(Head {
        title: text("title").map_or_else(|| card.name.clone(), Rich::plain_text),
        state: text("state").map(Rich::plain_text),
        index: text("index").map(index).unwrap_or_default(),
        mark: face.card_icon.as_ref().map_or(&kind.mark, |icon| &icon.value).clone(),
        kind: kind.id.clone(),
        woven: kind.weave.is_some(),
        spine,
        strand: tone(&palette, "strand", INK),
        contour: tone(&palette, "contour", INK),
        figure: tone(&palette, "index", if is_dark(spine) { PAPER } else { INK }),
        colour: tone(&palette, "kind", INK),
        ground: tone(&palette, "ground", tone(&palette, "paper", PAPER)),
        ink: tone(&palette, "ink", INK),
        strip: tone(&palette, "strip", PAPER),
    })
}

/// Default of a game without colours: ink on paper.
const INK: Rgb = [0; 3];
const PAPER: Rgb = [255; 3];

fn tone(palette: &Palette, name: &str, otherwise: Rgb) -> Rgb {
    palette.colour(name, Ink::Full).map_or(otherwise, Colour::parts)
}

/// True if light letters have more contrast with a colour than dark ones: by its luma (ITU-R BT.601).
fn is_dark([red, green, blue]: Rgb) -> bool {
    299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) < 128_000
}

fn index(text: &Rich) -> Index {
    let spans = text.paragraphs.iter().flatten();
    let mark = |span: &TextSpan| if let TextSpan::Mark(name) = span { Some(name.clone()) } else { None };
    let marks: Vec<String> = spans.filter_map(mark).collect();
    if marks.is_empty() { Index::Figure(text.plain_text()) } else { Index::Marks(marks) }
}
