//! Colours by a field: all cards with a value in it have them, of any kind.

use super::{Amount, FaceKindId, Palette, Spanned, Value};
use crate::game::Card;

/// The colours of the cards with a value in a field: `[colour-by.faction.north]`.
#[derive(Clone, Debug)]
pub struct ColourRule {
    /// The field.
    pub field: String,
    /// The printed value.
    pub value: Spanned<String>,
    /// The only face that has them; `None` for every face of the card.
    pub face: Option<FaceKindId>,
    /// The colours; they go before a kind's.
    pub palette: Palette,
}

impl Card {
    /// Returns the printed values of a card's field; several for a list, none if it is empty.
    pub fn values(&self, field: &str) -> Vec<String> {
        match self.figures.get(field) {
            Some(Value::Number(number)) => vec![number.to_string()],
            Some(Value::Fraction(thousandths)) => {
                vec![Amount::plain(*thousandths).to_string().replace('−', "-")]
            }
            Some(Value::Word(word)) => vec![word.clone()],
            Some(Value::List(words)) => words.clone(),
            Some(Value::Flag(flag)) => vec![flag.to_string()],
            Some(Value::Figures(figures)) => figures.iter().map(|(name, _)| name.clone()).collect(),
            None => {
                let text = self.faces[0].texts.get(field).map(|text| text.value.plain_text());
                self.words.get(field).cloned().or(text).into_iter().collect()
            }
        }
    }
}
