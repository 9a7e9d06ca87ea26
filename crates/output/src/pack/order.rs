//! An order of cards for MPC Autofill, a program that fills in the pages of MakePlayingCards.

use super::xml::{Xml, document, text};

/// The most cards of one order.
pub const LARGEST: u32 = 612;

/// The stocks that can be ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stock {
    /// 27 points, the thinnest.
    S27,
    /// 30 points.
    #[default]
    S30,
    /// 33 points, opaque.
    S33,
    /// 31 points, with the grain of linen.
    M31,
    /// Plastic.
    P10,
}

impl Stock {
    /// Returns its name in an order.
    pub const fn name(self) -> &'static str {
        match self {
            Self::S27 => "(S27) Smooth",
            Self::S30 => "(S30) Standard Smooth",
            Self::S33 => "(S33) Superior Smooth",
            Self::M31 => "(M31) Linen",
            Self::P10 => "(P10) Plastic",
        }
    }
}

/// A card of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordered {
    /// Name.
    pub name: String,
    /// Number of copies.
    pub count: u32,
    /// The path of its front, from the folder of the order.
    pub front: String,
    /// The path of its back; cards with the same back name the same picture.
    pub back: String,
}

/// Ordered items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// On what.
    pub stock: Stock,
    /// True if the fronts have a layer of foil.
    pub foil: bool,
    /// The cards.
    pub cards: Vec<Ordered>,
}

/// A side of some cards: the picture, the places in the order, the name of the first card.
struct Side<'a> {
    picture: &'a str,
    places: Vec<u32>,
    name: &'a str,
}

impl Order {
    /// Returns the files of the order: one, or several if it exceeds the maximum order.
    pub fn files(&self) -> Vec<String> {
        let places: Vec<&Ordered> =
            self.cards.iter().flat_map(|card| std::iter::repeat_n(card, card.count as usize)).collect();
        places.chunks(LARGEST as usize).map(|places| self.file(places)).collect()
    }

    fn file(&self, cards: &[&Ordered]) -> String {
        let fronts = sides(cards, |card| &card.front);
        let mut backs = sides(cards, |card| &card.back);
        // The most common back is only listed once.
        let most = backs.iter().enumerate().max_by_key(|(index, back)| (back.places.len(), backs.len() - index));
        let common = most.map(|(index, _)| index).map(|index| backs.remove(index));
        document(|xml| {
            xml.create_element("order").write_inner_content(|xml| {
                xml.create_element("details").write_inner_content(|xml| {
                    text(xml, "quantity", &cards.len().to_string())?;
                    text(xml, "stock", self.stock.name())?;
                    text(xml, "foil", if self.foil { "true" } else { "false" })
                })?;
                for (name, sides) in [("fronts", &fronts), ("backs", &backs)] {
                    if !sides.is_empty() {
                        xml.create_element(name)
                            .write_inner_content(|xml| sides.iter().try_for_each(|side| side.write(xml)))?;
                    }
                }
                common.iter().try_for_each(|back| text(xml, "cardback", &format!("./{}", back.picture)))
            })?;
            Ok(())
        })
    }
}

/// Returns the distinct pictures of one side, in the order of the cards.
fn sides<'a>(cards: &[&'a Ordered], picture: impl Fn(&'a Ordered) -> &'a String) -> Vec<Side<'a>> {
    let mut sides: Vec<Side<'a>> = Vec::new();
    for (place, card) in (0..).zip(cards) {
        let picture = picture(card);
        match sides.iter_mut().find(|side| side.picture == picture) {
            Some(side) => side.places.push(place),
            None => sides.push(Side { picture, places: vec![place], name: &card.name }),
        }
    }
    sides
}

impl Side<'_> {
    fn write(&self, xml: &mut Xml) -> std::io::Result<()> {
        let places: Vec<String> = self.places.iter().map(u32::to_string).collect();
        let file = self.picture.rsplit('/').next().unwrap_or(self.picture);
        xml.create_element("card").write_inner_content(|xml| {
            text(xml, "id", &format!("./{}", self.picture))?;
            text(xml, "sourceType", "Local File")?;
            text(xml, "slots", &places.join(","))?;
            text(xml, "name", file)?;
            text(xml, "query", &self.name.to_lowercase())
        })?;
        Ok(())
    }
}
