//! The table at the start of a game, seen from above, with letters that the text refers to.

use std::sync::Arc;

use kurbo::Affine;

use super::setting::LineMode;
use super::{TextAnchor, Typesetter};
use crate::game::{Colour, Ink};
use crate::measure::MEASURE;
use crate::model::Inline;
use crate::scene::{Item, Nested};
use crate::slab::Slab;
use crate::units::{Mm, Point, Rect};

/// Lines of the drawing, and its middle.
const LINES: f64 = 20.0;
const WIDTH: f64 = 94.0;
const HEIGHT: f64 = 88.0;
/// Width of a card on it.
const CARD: f64 = 7.4;
/// Degrees between the cards of a hand, and maximum between the first and the last.
const FAN: f64 = 9.0;
const WIDEST_FAN: f64 = 54.0;
/// Field of a player's counters, from the upper left to the lower right one, and the radius and distance of counters
/// that fit.
const COUNTERS: (f64, f64) = (7.2, 5.2);
const COUNTER: f64 = 1.0;
const APART: f64 = 2.4;
/// Radius of the disc of a letter.
pub(crate) const LETTER: Mm = Mm::new(1.75);

/// More of anything than this cannot be distinguished on the drawing.
const MOST_DEALT: i64 = 60;

/// A place on the table that the text refers to by a letter.
pub(crate) struct SetupLabel {
    /// Its name in the source.
    pub name: &'static str,
    /// Position of its letter, in millimetres from the middle of the table.
    x: f64,
    y: f64,
}

/// All places on the table.
pub(crate) const PLACES: [SetupLabel; 6] = [
    SetupLabel { name: "weapon", x: -16.0, y: 23.0 },
    SetupLabel { name: "counters", x: 16.2, y: 23.0 },
    SetupLabel { name: "hand", x: 17.6, y: 37.0 },
    SetupLabel { name: "weapon-pile", x: 11.2, y: -9.6 },
    SetupLabel { name: "draw-deck", x: -13.6, y: -9.6 },
    SetupLabel { name: "discard-pile", x: -1.2, y: -9.6 },
];

/// Returns the number of counters along the longer side of their field: about a third more than along the other.
pub(crate) fn wide_side(counters: u32) -> u32 {
    (1..).find(|side| side * side * 3 >= counters * 4).unwrap_or(1)
}

/// A picture in millimetres about the middle of the table.
struct SetupDrawing {
    items: Vec<Item>,
    middle: Affine,
}

impl Typesetter<'_> {
    /// Sets the table for four players.
    pub(crate) fn setup(&mut self, caption: &[Inline]) -> Slab {
        let mut slab = Slab::figure();
        let figure = self.element("Figure", self.parent, Some(self.setup_alt()));
        let table = self.table_at_setup(LETTER);
        slab.items = Self::tagged(figure, self.unreflected(table, MEASURE / 2.0));
        self.end_with_caption(&mut slab, caption, LINES);
        slab
    }

    /// Describes the drawing of the table, in words.
    pub(crate) fn setup_alt(&self) -> String {
        let (health, hand) = (self.dealt("health"), self.dealt("hand"));
        format!(
            "The table for four players. In front of each lie a Sword and a Shield, {health} health counters and a hand of \
             {hand} cards; in the middle the draw deck, the empty normal discard pile, and the weapon discard pile, face up."
        )
    }

    /// Draws the table, with letters in discs of this radius.
    pub(crate) fn table_at_setup(&mut self, radius: Mm) -> Vec<Item> {
        let top = Mm::new(1.2);
        let frame = Rect { x: Mm::new(1.0), y: top, width: Mm::new(WIDTH), height: Mm::new(HEIGHT) };
        let mut items = vec![
            self.round_rect(frame, Mm::new(8.0), self.colour("ink")),
            self.round_rect(frame.grown(Mm::new(-0.25)), Mm::new(7.75), self.colour("box")),
            self.round_rect(frame.grown(Mm::new(-1.0)), Mm::new(7.0), self.colour("ink")),
            self.round_rect(frame.grown(Mm::new(-1.12)), Mm::new(6.88), self.colour("box")),
        ];
        let middle = frame.middle();
        let mut table = SetupDrawing { items: Vec::new(), middle: Affine::translate((middle.x.get(), middle.y.get())) };
        for seat in 0..4 {
            self.seat(&mut table, f64::from(seat) * 90.0, if seat % 2 == 0 { HEIGHT / 2.0 } else { WIDTH / 2.0 });
        }
        self.piles(&mut table);
        self.way_round(&mut table);
        items.append(&mut table.items);
        for (name, letter) in self.letters.clone().iter() {
            let Some(place) = PLACES.iter().find(|place| place.name == name) else { continue };
            let at = Point::new(middle.x + Mm::new(place.x), middle.y + Mm::new(place.y));
            items.extend(self.letter(&letter.to_string(), at, radius));
        }
        items
    }

    /// Draws a letter in a black disc of this radius.
    pub fn letter(&mut self, letter: &str, middle: Point, radius: Mm) -> Vec<Item> {
        let scale = radius / LETTER;
        let mut items = vec![self.disc(middle, radius, Colour::Black)];
        if let Some(style) = self.style("book-letter") {
            let size = style.size * scale;
            let block = self.set(&Self::plain(letter), style, LineMode::Line, Mm::ZERO);
            for line in &block.lines {
                let (width, cap_height) = (line.width * scale, block.cap_height * scale);
                let at = Point::new(middle.x - width / 2.0, middle.y + cap_height / 2.0);
                items.extend(self.line(line, size, at, Colour::WHITE).0);
            }
        }
        items
    }

    /// Draws a player's place, rotated by some degrees: weapon and Shield, counters, a hand of cards. `edge` is the
    /// distance of the table's edge from the middle on that side.
    fn seat(&self, table: &mut SetupDrawing, degrees: f64, edge: f64) {
        let turn = table.middle * Affine::rotate(degrees.to_radians());
        let row = edge - 21.0;
        for (id, x) in [("sword", -9.0), ("shield", -1.0)] {
            table.items.extend(self.small_card(id, turn * Affine::translate((x, row))));
        }
        let health = self.dealt("health");
        let columns = wide_side(health);
        let lines = health.div_ceil(columns);
        let steps = |count: u32| f64::from(count.saturating_sub(1).max(1));
        let (across, down) = ((COUNTERS.0 / steps(columns)).min(APART), (COUNTERS.1 / steps(lines)).min(APART * 1.1));
        let radius = Mm::new(COUNTER * (across.min(down) / APART).min(1.0));
        for counter in 0..health {
            let (column, line) = (f64::from(counter % columns), f64::from(counter / columns));
            let at = turn * kurbo::Point::new(5.2 + column * across, row - COUNTERS.1 / 2.0 + line * down);
            table.items.extend(self.counter(Point::new(Mm::new(at.x), Mm::new(at.y)), radius));
        }
        let hand = self.dealt("hand");
        let fan = (WIDEST_FAN / f64::from(hand.max(1))).min(FAN);
        for card in 0..hand {
            let lean = (f64::from(card) - f64::from(hand - 1) / 2.0) * fan;
            // Cards of a hand turn about a point below it.
            let fan = Affine::translate((0.0, edge + 13.0))
                * Affine::rotate(lean.to_radians())
                * Affine::translate((0.0, -22.5));
            table.items.extend(self.small_back(turn * fan));
        }
    }

    /// Returns the number of cards that each player gets: a value of the game.
    pub(crate) fn dealt(&self, figure: &str) -> u32 {
        let dealt = self.game.figures.get(figure).copied().unwrap_or_default();
        u32::try_from(dealt.clamp(0, MOST_DEALT)).unwrap_or_default()
    }

    /// Draws a health counter; a ring in the low-ink version.
    pub(crate) fn counter(&self, at: Point, radius: Mm) -> [Item; 2] {
        const EDGE: Mm = Mm::new(0.15);
        let inside = if self.renderer.ink() == Ink::Low { Colour::WHITE } else { self.colour("reference") };
        [self.disc(at, radius, self.colour("ink")), self.disc(at, radius - EDGE, inside)]
    }

    /// Draws the draw deck, the empty pile, and the weapon discard pile.
    fn piles(&self, table: &mut SetupDrawing) {
        for card in 0..4 {
            let off = f64::from(card) * 0.35;
            table.items.extend(self.small_back(table.middle * Affine::translate((-14.0 + off, 0.7 - off))));
        }
        let height = CARD * self.game.deck.format.size.height.get() / self.game.deck.format.size.width.get();
        let (x, y) = (-1.2 - CARD / 2.0, -height / 2.0);
        let dash = kurbo::Stroke::new(0.2).with_dashes(0.0, [0.9, 0.7]);
        let empty = kurbo::Rect::new(x, y, x + CARD, y + height).to_rounded_rect(0.5);
        let area = kurbo::stroke(kurbo::Shape::to_path(&empty, 1e-2), &dash, &kurbo::StrokeOpts::default(), 1e-3);
        table.items.push(self.shape(table.middle * area, self.colour("ink")));
        let weapons: Vec<&str> = ["dagger", "shield", "spear", "two-handed-sword", "shield", "two-handed-axe", "axe"]
            .into_iter()
            .filter(|id| self.game.deck.by_id.contains_key(*id))
            .collect();
        for (number, id) in weapons.iter().enumerate() {
            #[allow(clippy::cast_precision_loss, reason = "a handful of cards")]
            let step = number as f64;
            let lean = -6.0 + step * 2.6;
            let place = Affine::translate((7.8 + step * 1.15, 0.6 - step * 0.15)) * Affine::rotate(lean.to_radians());
            table.items.extend(self.small_card(id, table.middle * place));
        }
    }

    /// Draws an arrow from the dealer to the first player.
    fn way_round(&mut self, table: &mut SetupDrawing) {
        let red = self.colour("reference");
        let mut path = kurbo::BezPath::new();
        path.move_to((-24.0, 32.0));
        path.curve_to((-30.0, 31.5), (-31.8, 28.0), (-31.8, 23.6));
        let line = kurbo::stroke(path, &kurbo::Stroke::new(0.5), &kurbo::StrokeOpts::default(), 1e-3);
        table.items.push(self.shape(table.middle * line, red));
        let mut head = kurbo::BezPath::new();
        head.move_to((-33.6, 24.4));
        head.line_to((-31.8, 20.6));
        head.line_to((-30.0, 24.4));
        head.close_path();
        table.items.push(self.shape(table.middle * head, red));
        for (words, x, y, side) in
            [("deals", -27.0, 37.2, TextAnchor::Middle), ("starts", -33.4, 28.8, TextAnchor::Right)]
        {
            let at = table.middle * kurbo::Point::new(x, y);
            let at = Point::new(Mm::new(at.x), Mm::new(at.y));
            table.items.extend(self.words_at(&Self::plain(words), "book-caption", at, side, Colour::Black).items);
        }
    }

    /// Returns the transform from a card to its small version, centred on the origin.
    fn small(&self) -> Affine {
        let size = self.game.deck.format.size;
        Affine::scale(CARD / size.width.get()) * Affine::translate((-size.width.get() / 2.0, -size.height.get() / 2.0))
    }

    /// Draws a small card, centred on the origin of `place`.
    fn small_card(&self, id: &str, place: Affine) -> Vec<Item> {
        let Some(card) = self.game.deck.by_id.get(id) else { return Vec::new() };
        let Some(scene) = self.faces.get(self.renderer.deck().cards[*card].front.0) else { return Vec::new() };
        let format = self.game.deck.format;
        let place = place * self.small();
        let (covers, clip) = (format.with_bleed(), (format.cut(), format.corner));
        vec![self.small_edge(place), Item::Nested(Box::new(Nested { scene: Arc::clone(scene), covers, place, clip }))]
    }

    /// Draws a small card from behind.
    fn small_back(&self, place: Affine) -> Vec<Item> {
        let place = place * self.small();
        let format = self.game.deck.format;
        let mut items = vec![self.small_edge(place)];
        match &self.small_back {
            Some(scene) => items.push(Item::Nested(Box::new(Nested {
                scene: Arc::clone(scene),
                covers: format.with_bleed(),
                place,
                clip: (format.cut(), format.corner),
            }))),
            None => {
                let size = format.size;
                let card = kurbo::Rect::new(0.0, 0.0, size.width.get(), size.height.get());
                let card = kurbo::Shape::to_path(&card.to_rounded_rect(format.corner.get()), 1e-2);
                items.push(self.shape(place * card, self.colour("table")));
            }
        }
        items
    }

    /// Draws the edge of a small card, which sets it off from the one below.
    fn small_edge(&self, place: Affine) -> Item {
        let size = self.game.deck.format.size;
        let edge = 1.0;
        let rect = kurbo::Rect::new(-edge, -edge, size.width.get() + edge, size.height.get() + edge)
            .to_rounded_rect(self.game.deck.format.corner.get() + edge);
        self.shape(place * kurbo::Shape::to_path(&rect, 1e-2), self.colour("ink"))
    }
}
