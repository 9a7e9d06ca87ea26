//! The heads of all cards, ready for the screen.

use std::collections::BTreeMap;

use egui::Color32;

use crate::gallery::{Head, LIVERIES, Rgb, Side, heading};
use crate::game::{Card, Game};
use crate::table::Livery;

/// What the screen knows of the cards beside the rules: how they look.
pub struct Cards {
    heads: BTreeMap<String, [Option<Head>; 2]>,
    shorts: BTreeMap<String, String>,
    /// The kinds of card, and whether they have interlace.
    kinds: Vec<(String, bool)>,
}

impl Cards {
    /// The heads of a game's cards.
    pub fn new(game: &Game) -> Self {
        let head = |id: &str| [Side::Front, Side::Back].map(|side| heading(game, id, side));
        let heads = game.cards.iter().map(|card| (card.id.clone(), head(&card.id))).collect();
        let kinds = game.kinds.iter().map(|kind| (kind.id.clone(), kind.weave.is_some())).collect();
        let short = |card: &Card| Some((card.id.clone(), card.short.clone()?));
        let shorts = game.cards.iter().filter_map(short).collect();
        Self { heads, shorts, kinds }
    }

    /// The head of a side of a card; of the front, where the back is that of all cards.
    pub fn head(&self, card: &str, side: Side) -> Option<&Head> {
        let [front, back] = self.heads.get(card)?;
        match side {
            Side::Front => front.as_ref(),
            Side::Back => back.as_ref().or(front.as_ref()),
        }
    }

    /// A shorter name of a card, if it has one.
    pub fn short(&self, card: &str) -> Option<&str> {
        self.shorts.get(card).map(String::as_str)
    }

    /// The kind of card whose interlace a player's spine has.
    pub fn weave(&self, livery: Livery) -> Option<&str> {
        let wanted = LIVERIES.get(livery.index())?.weave;
        let woven: Vec<&str> = self.kinds.iter().filter(|(_, woven)| *woven).map(|(id, _)| id.as_str()).collect();
        woven.get(wanted.checked_rem(woven.len())?).copied()
    }

    /// Whether a kind of card has interlace.
    pub fn is_woven(&self, kind: &str) -> bool {
        self.kinds.iter().any(|(id, woven)| id == kind && *woven)
    }
}

/// A colour of a head on the screen.
pub fn tone([red, green, blue]: Rgb) -> Color32 {
    Color32::from_rgb(red, green, blue)
}
