//! A saved object of Tabletop Simulator: decks, tiles, tokens, figures and boards with the addresses of their pictures.

use serde_json::{Map, Value, json};

/// Faces of cards on one picture, row by row, of ten columns and seven rows at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardSheet {
    /// The address of the picture.
    pub faces: String,
    /// Picture of the backs: as many as there are faces, or one for all.
    pub backs: String,
    /// True if each card has a back of its own.
    pub own_backs: bool,
    /// Faces side by side.
    pub columns: u32,
    /// Rows.
    pub rows: u32,
}

/// A card in a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Name.
    pub name: String,
    /// The sheet that it is on, counted from 0.
    pub sheet: usize,
    /// Its place on the sheet, counted from 0.
    pub place: usize,
}

/// Cut outline of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileShape {
    /// A rectangle.
    Box,
    /// A circle.
    Circle,
    /// The outline of its picture, which is transparent elsewhere.
    Outline,
}

/// An object on the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Object {
    /// A deck of at least two cards.
    Deck(Vec<Card>),
    /// Something flat.
    Tile {
        /// Cut outline.
        shape: TileShape,
        /// The address of its picture.
        front: String,
        /// Picture of the other side.
        back: String,
    },
    /// Something that shows one of several pictures: people press a number to change it. The last is shown first.
    States(Vec<String>),
    /// A standee.
    Figure {
        /// The address of its picture.
        front: String,
        /// Picture of the other side.
        back: String,
    },
    /// A board, which can't be moved.
    Board(String),
}

/// Some objects that are alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// Name of one of them.
    pub name: String,
    /// Number of copies.
    pub count: u32,
    /// Width, in millimetres.
    pub width: f64,
    /// The object itself.
    pub object: Object,
}

/// The width of a card in its own scale, in millimetres, and in units of the table.
const CARD: (f64, f64) = (63.5, 2.2);
/// The width of a tile in its own scale, in units of the table.
const TILE: f64 = 2.0;
/// Distance of two positions on the table, and number per row.
const STEP: f64 = 3.5;
const COLUMNS: usize = 10;
/// Distance of two boards, which are behind everything else.
const BOARDS: f64 = 26.0;

/// Returns the saved object as JSON.
pub fn saved_object(title: &str, sheets: &[CardSheet], things: &[Thing]) -> Value {
    let mut table = Table { guid: 0, placed: 0, boards: 0 };
    let objects: Vec<Value> = things.iter().flat_map(|thing| table.put(thing, sheets)).collect();
    json!({
        "SaveName": title,
        "GameMode": title,
        "Date": "",
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": "",
        "Rules": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "VersionNumber": "",
        "TabStates": {},
        "ObjectStates": objects,
    })
}

/// Objects in the making.
struct Table {
    /// Last number used.
    guid: u32,
    placed: usize,
    boards: u32,
}

impl Table {
    /// Returns the objects of a thing: a stack if the table supports stacks of it, else one by one.
    fn put(&mut self, thing: &Thing, sheets: &[CardSheet]) -> Vec<Value> {
        let size = thing.width / CARD.0 * CARD.1 / TILE;
        let one = || 0..thing.count;
        match &thing.object {
            Object::Deck(cards) => vec![self.deck(&thing.name, cards, sheets)],
            Object::Tile { shape, front, back } => {
                let place = self.place(size);
                vec![self.tile(thing, *shape, front, back, &place)]
            }
            Object::States(pictures) => one().map(|_| self.states(thing, pictures, size)).collect(),
            Object::Figure { front, back } => one()
                .map(|_| {
                    let place = self.place(size);
                    let mut object = self.object("Figurine_Custom", &thing.name, &place);
                    object["CustomImage"] = json!({ "ImageURL": front, "ImageSecondaryURL": back, "WidthScale": 0.0 });
                    object
                })
                .collect(),
            Object::Board(picture) => one()
                .map(|_| {
                    let place = transform(BOARDS * f64::from(self.boards), 1.0, BOARDS, 1.0, false);
                    self.boards += 1;
                    let mut object = self.object("Custom_Board", &thing.name, &place);
                    object["Locked"] = true.into();
                    object["CustomImage"] = json!({ "ImageURL": picture, "ImageSecondaryURL": "", "WidthScale": 0.0 });
                    object
                })
                .collect(),
        }
    }

    /// Returns the next free position, for an object of a size in its own scale.
    fn place(&mut self, scale: f64) -> Value {
        let (x, z) = self.next();
        transform(x, 1.5, z, scale, false)
    }

    fn next(&mut self) -> (f64, f64) {
        let (column, row) = (self.placed % COLUMNS, self.placed / COLUMNS);
        self.placed += 1;
        #[allow(clippy::cast_precision_loss, reason = "a few hundred places")]
        let at = |index: usize| index as f64 * STEP;
        (at(column) - at(COLUMNS - 1) / 2.0, -at(row))
    }

    /// Returns the properties that all objects have.
    fn object(&mut self, kind: &str, name: &str, place: &Value) -> Value {
        self.guid += 1;
        json!({
            "GUID": format!("{:06x}", self.guid),
            "Name": kind,
            "Transform": place,
            "Nickname": name,
            "Description": "",
            "GMNotes": "",
            "ColorDiffuse": { "r": 1.0, "g": 1.0, "b": 1.0 },
            "Locked": false,
            "Grid": true,
            "Snap": true,
            "IgnoreFoW": false,
            "Autoraise": true,
            "Sticky": true,
            "Tooltip": true,
            "GridProjection": false,
            "HideWhenFaceDown": false,
            "Hands": false,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        })
    }

    /// Adds a deck of cards face down; a single one as a card.
    fn deck(&mut self, name: &str, cards: &[Card], sheets: &[CardSheet]) -> Value {
        let (x, z) = self.next();
        let place = transform(x, 1.5, z, 1.0, true);
        let card = |table: &mut Self, kind: &str, card: &Card| {
            let mut object = table.object(kind, &card.name, &place);
            object["Hands"] = true.into();
            object["SidewaysCard"] = false.into();
            object["HideWhenFaceDown"] = true.into();
            object["CardID"] = card.id().into();
            object["CustomDeck"] = custom_deck(std::iter::once(card.sheet), sheets);
            object
        };
        if let [only] = cards {
            return card(self, "CardCustom", only);
        }
        let mut deck = self.object("DeckCustom", name, &place);
        deck["HideWhenFaceDown"] = true.into();
        deck["SidewaysCard"] = false.into();
        deck["DeckIDs"] = cards.iter().map(Card::id).collect();
        deck["CustomDeck"] = custom_deck(cards.iter().map(|card| card.sheet), sheets);
        let contained: Vec<Value> = cards.iter().map(|one| card(self, "Card", one)).collect();
        deck["ContainedObjects"] = contained.into();
        deck
    }

    fn tile(&mut self, thing: &Thing, shape: TileShape, front: &str, back: &str, place: &Value) -> Value {
        let stack = if thing.count > 1 { "_Stack" } else { "" };
        let kind = if shape == TileShape::Outline { "Custom_Token" } else { "Custom_Tile" };
        let mut object = self.object(&format!("{kind}{stack}"), &thing.name, place);
        let mut image = json!({ "ImageURL": front, "ImageSecondaryURL": back, "WidthScale": 0.0 });
        match shape {
            TileShape::Outline => {
                image["CustomToken"] =
                    json!({ "Thickness": 0.1, "MergeDistancePixels": 15.0, "StandUp": false, "Stackable": true });
            }
            TileShape::Box | TileShape::Circle => image["CustomTile"] = custom_tile(shape, 0.1, true),
        }
        object["CustomImage"] = image;
        if thing.count > 1 {
            object["Number"] = thing.count.into();
        }
        object
    }

    /// Returns a block that shows the last of its pictures; the others are states of it.
    fn states(&mut self, thing: &Thing, pictures: &[String], size: f64) -> Value {
        let place = self.place(size);
        let mut all: Vec<(usize, Value)> = Vec::new();
        for (number, picture) in (1..).zip(pictures) {
            let mut object = self.object("Custom_Tile", &format!("{} {number}", thing.name), &place);
            object["CustomImage"] = json!({
                "ImageURL": picture,
                "ImageSecondaryURL": picture,
                "WidthScale": 0.0,
                // As high as it is wide: a tile of its own scale is two units wide.
                "CustomTile": custom_tile(TileShape::Box, 1.0, false),
            });
            all.push((number, object));
        }
        let Some((_, mut shown)) = all.pop() else { return Value::Null };
        let states: Map<String, Value> = all.into_iter().map(|(number, object)| (number.to_string(), object)).collect();
        shown["States"] = states.into();
        shown
    }
}

fn custom_tile(shape: TileShape, thickness: f64, stackable: bool) -> Value {
    let number = if shape == TileShape::Circle { 2 } else { 0 };
    json!({ "Type": number, "Thickness": thickness, "Stackable": stackable, "Stretch": true })
}

impl Card {
    /// Returns the number of the sheet, counted from 1, and two digits for the place on it.
    fn id(&self) -> usize {
        (self.sheet + 1) * 100 + self.place
    }
}

/// Returns the sheets of some cards, by number.
fn custom_deck(used: impl Iterator<Item = usize>, sheets: &[CardSheet]) -> Value {
    let used: std::collections::BTreeSet<usize> = used.collect();
    let entry = |index: usize| {
        let sheet = sheets.get(index)?;
        let value = json!({
            "FaceURL": sheet.faces,
            "BackURL": sheet.backs,
            "NumWidth": sheet.columns,
            "NumHeight": sheet.rows,
            "BackIsHidden": true,
            "UniqueBack": sheet.own_backs,
            "Type": 0,
        });
        Some(((index + 1).to_string(), value))
    };
    used.into_iter().filter_map(entry).collect::<Map<String, Value>>().into()
}

/// Returns a position on the table; face-down objects are turned over.
fn transform(x: f64, y: f64, z: f64, scale: f64, face_down: bool) -> Value {
    json!({
        "posX": x, "posY": y, "posZ": z,
        "rotX": 0.0, "rotY": 180.0, "rotZ": if face_down { 180.0 } else { 0.0 },
        "scaleX": scale, "scaleY": 1.0, "scaleZ": scale,
    })
}
