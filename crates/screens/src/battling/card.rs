//! The cards of the game as small pictures: attack and defence with their points, treasures with their letter.

use egui::{Align2, Color32, Rect, Stroke, pos2, vec2};

use super::draft::Kind;
use super::view::View;
use crate::canvas::{Canvas, TextStyle, inset, left_corners, radius, rect_around};
use crate::cards::Cards;
use crate::emblem::emblem;
use crate::gallery::{CardSide, Index, PictureRequest};
use crate::letters::Face;
use crate::look::{GOLD, HARM, INK, LIT, PAPER, parts};
use crate::region::Cut as _;
use crate::table::battling::Rank;
use crate::table::{PlayerColour, Seat};

/// How the game's data calls the kinds of cards; where it has no cards, words and plain colours stand for them.
const ATTACK: &str = "attack";
const DEFENCE: &str = "defence";
const TREASURE: &str = "treasure";
const FACE_TREASURE: &str = "face-treasure";

/// The colours of the two decks and of treasure where the game has no cards.
const RED: Color32 = Color32::from_rgb(0xa3, 0x3b, 0x2e);
const BLUE: Color32 = Color32::from_rgb(0x33, 0x50, 0x69);
const BRASS: Color32 = Color32::from_rgb(0xa9, 0x78, 0x24);
/// Behind face treasures.
const NIGHT: Color32 = Color32::from_rgb(0x2b, 0x23, 0x1d);

impl Kind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Attack, Self::Defence];

    /// Returns its name.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Attack => "attack",
            Self::Defence => "defence",
        }
    }

    const fn id(self) -> &'static str {
        match self {
            Self::Attack => ATTACK,
            Self::Defence => DEFENCE,
        }
    }

    /// Its colour.
    pub fn colour(self, cards: &Cards) -> Color32 {
        let known = cards.kinds().iter().find(|kind| kind.id == self.id());
        known.map_or(if self == Self::Attack { RED } else { BLUE }, |kind| kind.colour)
    }

    /// Its mark in a square; its first letter where the game has no marks.
    pub fn mark(self, canvas: &mut Canvas<'_, '_>, cards: &Cards, rect: Rect, colour: Color32) {
        mark(canvas, cards, self.id(), rect, colour, if self == Self::Attack { "A" } else { "D" });
    }
}

fn mark(canvas: &mut Canvas<'_, '_>, cards: &Cards, kind: &str, rect: Rect, colour: Color32, letter: &str) {
    if let Some(kind) = cards.kinds().iter().find(|known| known.id == kind) {
        let name = kind.mark.clone();
        canvas.picture(rect, |size, _| PictureRequest::Mark { name, colour: parts(colour), size });
    } else {
        let words = TextStyle::new(Face::Figure, rect.height(), colour);
        canvas.fit_figure(rect, Align2::CENTER_CENTER, words, letter);
    }
}

/// A card of a kind with its index: all armies have the same pictures, so any army's will do.
fn find<'a>(cards: &'a Cards, kind: &str, index: &str) -> Option<&'a str> {
    let has = |id: &str| {
        let head = cards.head(id, CardSide::Front);
        head.is_some_and(|head| matches!(&head.index, Index::Figure(figure) if figure == index))
    };
    let found = cards.all().iter().find(|card| card.kind == kind && has(card.id.as_str()));
    found.map(|card| card.id.as_str())
}

/// An attack or defence card on its side: its points and icon in the colour of its kind, and its picture.
pub fn laid(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect, kind: Kind, rank: Rank) {
    let colour = kind.colour(view.cards);
    let band = rect.left_part((rect.width() * 0.36).clamp(20.0, 34.0));
    canvas.fill(rect, radius(5.0), PAPER);
    let picture = Rect::from_min_max(band.right_top(), rect.max);
    let court = find(view.cards, kind.id(), &rank.points().to_string()).filter(|_| rank.is_face());
    if let Some(card) = court {
        let card = card.to_owned();
        canvas.picture(inset(picture, 0.0, 1.0, 1.0, 1.0), |width, height| PictureRequest::Art {
            card,
            side: CardSide::Front,
            width,
            height,
        });
    } else {
        let size = picture.size().min_elem() * 0.66;
        kind.mark(canvas, view.cards, rect_around(picture.center(), size, size), colour);
    }
    canvas.fill(band, left_corners(5.0), colour);
    let size = band.width() * 0.46;
    let figure = band.with_max_y(band.bottom() - size - 5.0);
    let words = TextStyle::new(Face::Figure, (figure.height() * 0.9).min(band.width() * 0.78), PAPER);
    canvas.fit_figure(figure.shrink2(vec2(2.0, 0.0)), Align2::CENTER_CENTER, words, &rank.points().to_string());
    kind.mark(
        canvas,
        view.cards,
        rect_around(pos2(band.center().x, band.bottom() - size * 0.5 - 4.0), size, size),
        PAPER,
    );
    canvas.border(rect, radius(5.0), 1.2, INK);
}

/// A place where a card is still to be laid.
pub fn to_lay(canvas: &Canvas<'_, '_>, rect: Rect, words: &str) {
    canvas.dashes(rect, canvas.ground.line);
    let plain = TextStyle::new(Face::Plain, 14.0, canvas.ground.quiet);
    canvas.fit(rect.shrink(3.0), Align2::CENTER_CENTER, plain, &[words]);
}

/// A face treasure: its picture and letter, and the shields of those who own such cards, where it was robbed of them.
pub fn treasure(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect, rank: Rank, robbed: &[PlayerColour]) {
    canvas.fill(rect, radius(6.0), NIGHT);
    let letter = rank.to_string();
    let narrow = rect.width() < 46.0;
    if let Some(card) = find(view.cards, FACE_TREASURE, &letter).filter(|_| !narrow) {
        let card = card.to_owned();
        canvas.picture(rect.shrink(2.0), |width, height| PictureRequest::Art {
            card,
            side: CardSide::Front,
            width,
            height,
        });
    }
    canvas.border(rect, radius(6.0), 1.6, LIT);
    let size = (rect.width() * 0.4).clamp(18.0, 28.0).min(rect.height() * 0.5);
    let words = TextStyle::new(Face::Figure, size, LIT);
    // Where nobody is named below, as on the button that robs, the picture says all.
    if robbed.is_empty() {
        return;
    }
    let shields = (rect.width() * 0.44).clamp(14.0, 28.0).min(rect.height() * 0.42);
    if narrow {
        let at = pos2(rect.center().x, rect.top() + 3.0);
        canvas.figure(at, Align2::CENTER_TOP, words, &letter);
        let top = rect.top() + 4.0 + size;
        let step = ((rect.bottom() - 3.0 - top) / robbed.len() as f32).min(shields + 2.0);
        let first = top + (rect.bottom() - top - step * robbed.len() as f32) / 2.0 + step / 2.0;
        for (place, colour) in robbed.iter().enumerate() {
            let at = pos2(rect.center().x, first + step * place as f32);
            emblem(canvas, rect_around(at, shields, shields), *colour, false);
        }
        return;
    }
    let corner = Rect::from_min_size(rect.min + vec2(2.0, 2.0), vec2(size * 0.9, size * 1.1));
    canvas.fill(corner, radius(5.0), NIGHT.gamma_multiply(0.8));
    canvas.figure(corner.center(), Align2::CENTER_CENTER, words, &letter);
    let room = rect.width() - 6.0;
    let step = (shields + 1.0).min((room - shields) / (robbed.len().max(2) - 1) as f32);
    let all = step * (robbed.len() as f32 - 1.0) + shields;
    for (place, colour) in robbed.iter().enumerate() {
        let x = rect.center().x - all / 2.0 + shields / 2.0 + step * place as f32;
        emblem(canvas, rect_around(pos2(x, rect.bottom() - 4.0 - shields / 2.0), shields, shields), *colour, false);
    }
}

/// An empty place for a face treasure that a player hasn't stolen.
pub fn empty_place(canvas: &Canvas<'_, '_>, rect: Rect, rank: Rank) {
    canvas.dashes(rect, canvas.ground.line);
    let size = (rect.height() * 0.5).min(rect.width() * 0.7).min(32.0);
    let words = TextStyle::new(Face::Figure, size, canvas.ground.quiet);
    canvas.figure(rect.center(), Align2::CENTER_CENTER, words, &rank.to_string());
}

/// One of a player's own face treasures: gold while it is in their deck, struck out when it is robbed.
pub fn own(canvas: &Canvas<'_, '_>, rect: Rect, rank: Rank, robbed: bool) {
    let size = rect.height().min(rect.width()) * 0.72;
    if robbed {
        canvas.dashes(rect, canvas.ground.line);
        let words = TextStyle::new(Face::Figure, size, canvas.ground.quiet);
        canvas.figure(rect.center(), Align2::CENTER_CENTER, words, &rank.to_string());
        canvas.line(rect.left_bottom() + vec2(1.0, -1.0), rect.right_top() + vec2(-1.0, 1.0), 2.5, HARM);
        return;
    }
    canvas.fill(rect, radius(5.0), BRASS);
    canvas.figure(rect.center(), Align2::CENTER_CENTER, TextStyle::new(Face::Figure, size, INK), &rank.to_string());
}

/// A coin with a count: the robbed treasures from 2 to 10. Gives where it ends.
pub fn coins(canvas: &mut Canvas<'_, '_>, cards: &Cards, left: egui::Pos2, size: f32, count: usize) -> f32 {
    let centre = pos2(left.x + size / 2.0, left.y);
    coin(canvas, cards, centre, size);
    let words = TextStyle::new(Face::Figure, size * 0.72, canvas.ground.text);
    let said = format!("×{count}");
    canvas.figure(pos2(left.x + size + 3.0, left.y), Align2::LEFT_CENTER, words, &said).right()
}

/// A coin: a treasure from 2 to 10.
pub fn coin(canvas: &mut Canvas<'_, '_>, cards: &Cards, centre: egui::Pos2, size: f32) {
    canvas.disc(centre, size / 2.0, GOLD, Stroke::new(1.2, INK));
    mark(canvas, cards, TREASURE, rect_around(centre, size * 0.7, size * 0.7), INK, "");
}

/// The colours of those from whom a player has robbed a rank.
pub fn robbed_from(view: View<'_>, seat: Seat, rank: Rank) -> Vec<PlayerColour> {
    let Some(player) = view.state.player(seat) else { return Vec::new() };
    let of_rank = player.taken.iter().filter(|treasure| treasure.rank == rank);
    of_rank.filter_map(|treasure| Some(view.state.player(treasure.from)?.colour)).collect()
}
