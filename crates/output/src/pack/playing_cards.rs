//! A room of PlayingCards.io: an archive of `widgets.json` and the pictures that it names.

use kurbo::{Point, Size};
use serde_json::{Map, Value, json};

/// A distinct card of a pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardType {
    /// Its id, which no other card of the room has.
    pub id: String,
    /// Name.
    pub label: String,
    /// The names of its pictures, in front and behind.
    pub pictures: [String; 2],
    /// Number of copies.
    pub count: u32,
}

/// A pile of cards that are cut alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Pile {
    /// Its id, which no other pile of the room has.
    pub id: String,
    /// Label above it.
    pub label: String,
    /// Width and height of a card, in units of the room.
    pub size: (f64, f64),
    /// True if the cards are cut out: they then have neither the room's border nor its round corners.
    pub cut_out: bool,
    /// The cards.
    pub cards: Vec<CardType>,
}

/// A board, which is under all else.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Its id.
    pub id: String,
    /// The name of its picture.
    pub picture: String,
    /// Width and height in units of the room.
    pub size: (f64, f64),
}

/// Content of a room.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayingCards {
    /// Its piles.
    pub piles: Vec<Pile>,
    /// Its boards.
    pub boards: Vec<Board>,
    /// Its dice, by name.
    pub dice: Vec<String>,
}

impl PlayingCards {
    /// Width and height of the room itself.
    pub const ROOM: (f64, f64) = (1600.0, 1000.0);
    /// The largest card, width and height.
    pub const CARD: (f64, f64) = (103.0, 160.0);
    /// By how much a pile is larger than its cards.
    const RIM: f64 = 8.0;
    /// Maximum size of a picture, in bytes.
    pub const MOST: usize = 2 * 1024 * 1024;

    /// Returns the address of a picture in the archive.
    pub fn path(picture: &str) -> String {
        format!("userassets/{picture}")
    }

    /// Returns the widgets as JSON.
    pub fn widgets(&self) -> Value {
        let mut all = vec![json!({ "id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1, "dragging": null })];
        let mut z = 1;
        let mut next = || {
            z += 1;
            z
        };
        let mut x = 60.0;
        for board in &self.boards {
            all.push(json!({
                "id": board.id, "type": "board", "boardImage": address(&board.picture),
                "x": x, "y": 20.0, "z": next(), "width": board.size.0, "height": board.size.1,
            }));
            x += board.size.0 + 20.0;
        }
        // Piles in rows, from the right end if a board is at the left.
        let (mut left, mut top, mut high) = (if self.boards.is_empty() { 60.0 } else { x.min(1150.0) }, 60.0, 0.0_f64);
        let first = left;
        for pile in &self.piles {
            let (width, height) = (pile.size.0 + Self::RIM, pile.size.1 + Self::RIM);
            if left + width > Self::ROOM.0 - 20.0 {
                (left, top, high) = (first, top + high + 60.0, 0.0);
            }
            pile.write(&mut all, Point::new(left, top), Size::new(width, height), &mut next);
            left += width + 40.0;
            high = high.max(height);
        }
        for (number, die) in (0_u32..).zip(&self.dice) {
            all.push(json!({
                "id": format!("die-{number}"), "type": "spinner", "label": die, "options": [1, 2, 3, 4, 5, 6], "value": 1,
                "x": first + 130.0 * f64::from(number), "y": top + high + 60.0, "z": next(), "width": 110, "height": 110,
            }));
        }
        all.into()
    }
}

impl Pile {
    /// Writes the pile, its deck and each card of it.
    fn write(&self, all: &mut Vec<Value>, at: Point, size: Size, next: &mut impl FnMut() -> u32) {
        let pile = format!("pile-{}", self.id);
        let deck = format!("deck-{}", self.id);
        all.push(json!({
            "id": pile, "type": "cardPile", "label": self.label, "hasShuffleButton": true,
            "x": at.x, "y": at.y, "z": next(), "width": size.width, "height": size.height,
        }));
        let (x, y) = (at.x + PlayingCards::RIM / 2.0, at.y + PlayingCards::RIM / 2.0);
        let types: Map<String, Value> = self
            .cards
            .iter()
            .map(|card| {
                let [face, back] = card.pictures.each_ref().map(|picture| address(picture));
                (card.id.clone(), json!({ "face": face, "back": back, "label": card.label }))
            })
            .collect();
        all.push(json!({
            "id": deck, "type": "cardDeck", "parent": pile, "cardTypes": types,
            "cardWidth": self.size.0, "cardHeight": self.size.1,
            "cardOverlapH": 0, "confirmRecall": false, "confirmRecallAll": false, "enlarge": true,
            "faceTemplate": self.template("face"), "backTemplate": self.template("back"),
            "x": x, "y": y, "z": next(),
        }));
        let mut number = 0;
        for card in &self.cards {
            for _ in 0..card.count {
                number += 1;
                all.push(json!({
                    "id": format!("{}-{number}", self.id), "type": "card", "cardType": card.id, "deck": deck,
                    "parent": pile, "faceup": false, "owner": null, "x": x, "y": y, "z": next(),
                }));
            }
        }
    }

    /// Returns one picture over the whole card.
    fn template(&self, side: &str) -> Value {
        let frame = !self.cut_out;
        json!({
            "includeBorder": false,
            "includeRadius": frame,
            "objects": [{
                "type": "image", "x": 0, "y": 0, "w": self.size.0, "h": self.size.1,
                "color": if frame { "white" } else { "transparent" }, "valueType": "dynamic", "value": side,
            }],
        })
    }
}

fn address(picture: &str) -> String {
    format!("package://{}", PlayingCards::path(picture))
}
