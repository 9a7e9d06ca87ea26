//! The card that a layout is made for, and how much of it words take.

use crate::game::CardFormat;
use crate::text::is_from_right;

/// A rectangle on a card, in millimetres from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Area {
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }

    pub fn bottom(self) -> f64 {
        self.y + self.height
    }

    /// Shrinks the area by a distance on each side.
    pub fn inset(self, across: f64, down: f64) -> Self {
        Self::new(self.x + across, self.y + down, self.width - 2.0 * across, self.height - 2.0 * down)
    }
}

/// The card of a layout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page {
    pub width: f64,
    pub height: f64,
    /// Bleed on each side.
    pub bleed: f64,
    /// Margin between the cut and the print.
    pub margin: f64,
    /// Scale of badges, names and emblems relative to a poker card.
    pub scale: f64,
    /// Scale of texts relative to a poker card.
    pub type_scale: f64,
    /// True for a language that is written from right to left: the first things are at the right.
    pub is_mirrored: bool,
}

impl Page {
    pub fn of(format: &CardFormat, language: &str) -> Self {
        let (width, height) = (format.size.width.get(), format.size.height.get());
        let poker = CardFormat::POKER.size;
        let (across, down) = (width / poker.width.get(), height / poker.height.get());
        let scale = (across * down).sqrt().powf(0.6).min(across * 1.06).min(down * 1.28);
        let type_scale = if scale < 1.0 { scale.sqrt() } else { scale };
        let margin = (4.2 * scale.min(1.0)).max(format.safe.get() + 0.4);
        Self {
            width,
            height,
            bleed: format.bleed.get(),
            margin,
            scale,
            type_scale,
            is_mirrored: is_from_right(language),
        }
    }

    /// Returns the place of an area that is drawn for a language from left to right.
    pub fn place(&self, area: Area) -> Area {
        if self.is_mirrored { Area { x: self.width - area.x - area.width, ..area } } else { area }
    }

    /// Scales a length in millimetres of a poker card.
    pub fn scaled(&self, length: f64) -> f64 {
        length * self.scale
    }

    /// Returns the width between the margins.
    pub fn inner(&self) -> f64 {
        self.width - 2.0 * self.margin
    }

    /// Returns a stripe across the card and its bleed.
    pub fn stripe(&self, y: f64, height: f64) -> Area {
        Area::new(-self.bleed, y, self.width + 2.0 * self.bleed, height)
    }

    /// Returns the upper part of the card with its bleed.
    pub fn head(&self, bottom: f64) -> Area {
        self.stripe(-self.bleed, bottom + self.bleed)
    }

    /// Returns the lower part of the card with its bleed.
    pub fn below(&self, top: f64) -> Area {
        self.stripe(top, self.height + self.bleed - top)
    }

    /// Returns the height of the field of the kind on a card with a short text.
    pub fn tall_field(&self) -> f64 {
        let steep = (self.height / self.width - 1.0).clamp(-0.1, 0.8);
        self.height * (0.365 + 0.2575 * steep).min(0.5)
    }
}

/// The height of a line and the width of a letter of running text, in ems.
pub(super) const LEADING: f64 = 1.2;
const LETTER: f64 = 0.44;
/// Lines are not filled to their end, as words are not parted.
const FILLED: f64 = 0.93;
/// A point in millimetres.
pub(super) const POINT: f64 = 25.4 / 72.0;

/// Returns the number of letters of running text that fit in a box at a size in points.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few hundred")]
pub(super) fn capacity(width: f64, height: f64, size: f64) -> usize {
    let em = size * POINT;
    let lines = ((height - 0.7 * em) / (LEADING * em)).floor() + 1.0;
    let letters = (width / (LETTER * em) * FILLED).floor();
    if height < 0.7 * em || letters < 1.0 { 0 } else { (lines * letters) as usize }
}

/// Returns the height of a number of letters of running text at a size in points.
#[allow(clippy::cast_precision_loss, reason = "the letters of a text")]
pub(super) fn text_height(letters: usize, width: f64, size: f64) -> f64 {
    let em = size * POINT;
    let in_line = (width / (LETTER * em) * FILLED).max(1.0);
    ((letters as f64 / in_line).ceil() - 1.0).max(0.0) * LEADING * em + 0.9 * em
}

/// The letters that a line counts for which a paragraph does not fill.
pub(super) const PARAGRAPH: usize = 24;

/// Returns the length of a text in letters: wide ones count twice, and each paragraph begins a line.
pub(super) fn letters(text: &str) -> usize {
    let lines = text.trim().lines().filter(|line| !line.trim().is_empty()).count();
    text.chars().map(|letter| if is_wide(letter) { 2 } else { 1 }).sum::<usize>() + lines.saturating_sub(1) * PARAGRAPH
}

/// Letters of East Asia, which fill a square.
const fn is_wide(letter: char) -> bool {
    matches!(letter, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}')
}

/// Returns the width of words in small capitals, as labels are, at a size in points.
pub(super) fn label_width(words: &str, size: f64) -> f64 {
    let letter = |letter: char| match letter {
        _ if is_wide(letter) => 1.05,
        ' ' | '.' | ',' | ':' | '\'' | '’' | '-' | '/' => 0.36,
        'i' | 'j' | 'l' | 'I' | 'J' | '1' => 0.42,
        _ if letter.is_lowercase() => 0.56,
        _ => 0.79,
    };
    words.chars().map(letter).sum::<f64>() * size * POINT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn badges_follow_the_size_of_the_card() {
        let scale = |size: &str| CardFormat::named(size).map(|format| (Page::of(&format, "en").scale * 100.0).round());
        let scales = ["poker", "tarot", "mini", "square", "bridge"].map(scale);
        assert_eq!(scales, [Some(100.0), Some(113.0), Some(74.0), Some(90.0), Some(95.0)]);
    }

    #[test]
    fn a_box_holds_what_has_its_height() {
        for count in [10, 80, 300, 900] {
            let height = text_height(count, 53.0, 9.0);
            assert!(capacity(53.0, height + 0.1, 9.0) >= count, "{count}");
        }
        assert_eq!(capacity(53.0, 1.0, 9.0), 0);
    }
}
