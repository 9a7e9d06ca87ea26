//! The colours of a page for screens, on light and on dark ground: those of the game, as far as they can be read there.

use crate::game::{Colour, KindId};
use crate::typesetter::Typesetter;

/// Minimum contrast of words with their background (WCAG 2, level AA), with a margin because both are rounded.
const READABLE: f64 = 4.6;

/// A background with its content.
struct Ground {
    page: Colour,
    /// Of examples.
    shade: Colour,
    ink: Colour,
    /// Colour that others are mixed with until they are legible.
    towards: Colour,
}

impl Typesetter<'_> {
    /// Returns the colours as variables of a style sheet.
    pub(super) fn variables(&self) -> String {
        let has = |name: &str| self.game().palette.colour(name, self.renderer().ink());
        let paper = has("paper").unwrap_or(Colour::WHITE);
        // The page is lighter than the paper of cards, to set them off.
        let page = mixed(Colour::WHITE, paper, 0.35);
        let light = Ground {
            page,
            shade: has("box").unwrap_or(mixed(page, Colour::Black, 0.04)),
            ink: readable(has("ink").unwrap_or(Colour::Black), page, Colour::Black),
            towards: Colour::Black,
        };
        let night = Colour::rgb(0x17, 0x14, 0x10);
        let dark = Ground {
            page: night,
            shade: mixed(night, paper, 0.07),
            ink: mixed(paper, night, 0.08),
            towards: Colour::WHITE,
        };
        let plate = format!("--plate:{};", paper);
        format!(
            ":root{{color-scheme:light dark;{plate}{}}}\n{}@media screen and (prefers-color-scheme:dark){{:root{{{}}}\n{}}}\n",
            self.of_ground(&light),
            self.of_kinds(&light),
            self.of_ground(&dark),
            self.of_kinds(&dark),
        )
    }

    fn of_ground(&self, ground: &Ground) -> String {
        let Ground { page, shade, ink, .. } = ground;
        let reference = ground.readable(self.colour("reference"));
        format!("--page:{page};--shade:{shade};--ink:{ink};--reference:{reference};--kind:{ink};")
    }

    /// Returns the colour of each kind as a CSS rule.
    fn of_kinds(&self, ground: &Ground) -> String {
        let rule = |kind: usize| {
            let colour = self.kind_colour(KindId(kind), "kind");
            format!(".k{kind}{{--kind:{}}}\n", ground.readable(colour))
        };
        // A game without cards has no kinds: its chapters have the colour of kinds all the same.
        (0..self.game().deck.kinds.len().max(1)).map(rule).collect()
    }
}

impl Ground {
    /// Returns a colour that is legible on the page and in examples.
    fn readable(&self, colour: Colour) -> Colour {
        let on_page = readable(colour, self.page, self.towards);
        readable(on_page, self.shade, self.towards)
    }
}

/// Returns a colour that is legible on a background: itself, or mixed with as little of another as necessary.
fn readable(colour: Colour, ground: Colour, towards: Colour) -> Colour {
    let steps = (0..=20).map(|step| mixed(colour, towards, f64::from(step) / 20.0));
    steps.into_iter().find(|mixed| mixed.contrast(ground) >= READABLE).unwrap_or(towards)
}

/// Mixes a colour with a share of another.
fn mixed(one: Colour, other: Colour, part: f64) -> Colour {
    let (one, other) = (one.parts(), other.parts());
    let mix = |index: usize| {
        let mixed = f64::from(one[index]) * (1.0 - part) + f64::from(other[index]) * part;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
        let mixed = mixed.round() as u8;
        mixed
    };
    Colour::rgb(mix(0), mix(1), mix(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_changed_no_more_than_they_need_be() {
        let red = Colour::rgb(0xa3, 0x3b, 0x2e);
        assert_eq!(readable(red, Colour::WHITE, Colour::Black), red);
        let night = Colour::rgb(0x17, 0x14, 0x10);
        let on_dark = readable(red, night, Colour::WHITE);
        assert!(red.contrast(night) < READABLE && on_dark.contrast(night) >= READABLE);
        assert!(on_dark.contrast(night) < READABLE + 1.0, "{on_dark}");
        assert!(readable(night, night, Colour::WHITE).contrast(night) >= READABLE);
    }
}
