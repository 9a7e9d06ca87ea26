//! Rich text: spans that are ready to be set, and the markup that they are made from.

mod markup;
mod signs;

pub use markup::{Draft, Fault, Piece, parse, parse_name, parse_with_lists};
pub use signs::{QuoteReader, Quotes};

/// Formatting of a span of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Formatting {
    /// Heavier.
    pub strong: bool,
    /// Italic, or upright within italic.
    pub emphasis: bool,
    /// A term of the game: small capitals, never broken over two lines.
    pub term: bool,
    /// True for text that only identifies the print run. It looks like any other text, but doesn't require printing a
    /// card again.
    pub printing: bool,
    /// Index of its colour, from 1, among those that the text names; 0 is the whole text's.
    pub tint: u8,
    /// Size relative to the whole text.
    pub size: TextSize,
    /// It is what people type, such as an address: no hyphen is put into it.
    pub verbatim: bool,
    /// Code: in the style's font for it.
    pub code: bool,
}

/// Size relative to the whole text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TextSize {
    /// The same.
    #[default]
    Normal,
    /// Smaller, for an aside.
    Small,
    /// Larger, for emphasis.
    Large,
    /// Above the line: 2<sup>nd</sup>.
    Superscript,
    /// Below the line: H<sub>2</sub>O.
    Subscript,
}

impl TextSize {
    /// The words for sizes in a text.
    const NAMES: [(&'static str, Self); 2] = [("small", Self::Small), ("large", Self::Large)];

    /// Returns its size relative to the whole text.
    pub const fn scale(self) -> f32 {
        match self {
            Self::Normal => 1.0,
            Self::Small => 0.8,
            Self::Large => 1.3,
            Self::Superscript | Self::Subscript => 0.68,
        }
    }

    /// True if it is above or below the line.
    pub const fn is_raised(self) -> bool {
        matches!(self, Self::Superscript | Self::Subscript)
    }

    /// Returns its height above the baseline, in ems of the whole text.
    pub const fn rise(self) -> f32 {
        match self {
            Self::Normal | Self::Small | Self::Large => 0.0,
            Self::Superscript => 0.34,
            Self::Subscript => -0.16,
        }
    }
}

impl Formatting {
    /// Returns the formatting of a text quoted by another: emphasis within emphasis is upright.
    #[must_use]
    pub fn within(self, outer: Self) -> Self {
        Self {
            strong: self.strong || outer.strong,
            emphasis: self.emphasis != outer.emphasis,
            term: self.term || outer.term,
            printing: self.printing || outer.printing,
            tint: if self.tint == 0 { outer.tint } else { self.tint },
            size: if self.size == TextSize::Normal { outer.size } else { self.size },
            verbatim: self.verbatim || outer.verbatim,
            code: self.code || outer.code,
        }
    }

    /// True if it looks like text without markup.
    pub fn is_plain(self) -> bool {
        Self { printing: false, ..self } == Self::default()
    }
}

/// A span of text or a mark, ready to be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextSpan {
    /// Words.
    Text(String, Formatting),
    /// A small drawing in the line, by name.
    Mark(String),
    /// The label of an item of a list, at the beginning of its paragraph.
    Item(String),
}

/// Text, ready to be set: paragraphs of spans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rich {
    /// Non-empty paragraphs.
    pub paragraphs: Vec<Vec<TextSpan>>,
    /// The names of the colours that it has, as [`Formatting::tint`] counts them.
    pub colours: Vec<String>,
}

impl Rich {
    /// Creates one paragraph of plain text, without markup.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::of(text.into(), Formatting::default())
    }

    /// Creates one paragraph with uniform formatting.
    pub fn of(text: String, formatting: Formatting) -> Self {
        Self { paragraphs: vec![vec![TextSpan::Text(text, formatting)]], colours: Vec::new() }
    }

    /// Returns only the letters, paragraphs separated by line breaks; icons are dropped.
    pub fn plain_text(&self) -> String {
        let span = |span: &TextSpan| match span {
            TextSpan::Text(text, _) => text.clone(),
            TextSpan::Item(label) => format!("{label} "),
            TextSpan::Mark(_) => String::new(),
        };
        let paragraph = |spans: &Vec<TextSpan>| spans.iter().map(span).collect::<String>();
        self.paragraphs.iter().map(paragraph).collect::<Vec<_>>().join("\n")
    }

    /// Returns the text without words that only identify the print run.
    #[must_use]
    pub fn without_printing(&self) -> Self {
        let stays = |span: &&TextSpan| !matches!(span, TextSpan::Text(_, formatting) if formatting.printing);
        let paragraph = |spans: &Vec<TextSpan>| spans.iter().filter(stays).cloned().collect();
        Self { paragraphs: self.paragraphs.iter().map(paragraph).collect(), colours: self.colours.clone() }
    }

    /// True if there is nothing to set.
    pub fn is_empty(&self) -> bool {
        self.paragraphs.is_empty()
    }
}
