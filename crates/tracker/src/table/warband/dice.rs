//! Dice that people roll, or the table for them: the command carries what they show.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Origin of rolled dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rolled {
    /// People, with dice of their own.
    #[default]
    People,
    /// The table, when people asked it to.
    Table,
}

/// Dice with six sides: one as a number, several as a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dice(pub Vec<u8>);

impl Dice {
    /// True if nothing was rolled.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if all of them show 1 to 6.
    pub fn are_sound(&self) -> bool {
        self.0.iter().all(|die| (1..=6).contains(die))
    }

    /// Returns the highest; 0 without dice.
    pub fn highest(&self) -> u8 {
        self.0.iter().copied().max().unwrap_or(0)
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [die] => serializer.serialize_u8(*die),
            all => all.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Dice;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a die, or a list of dice")
            }

            fn visit_u64<E: de::Error>(self, die: u64) -> Result<Dice, E> {
                let die = u8::try_from(die).map_err(|_| E::invalid_value(de::Unexpected::Unsigned(die), &self))?;
                Ok(Dice(vec![die]))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut all: A) -> Result<Dice, A::Error> {
                let mut dice = Vec::new();
                while let Some(die) = all.next_element()? {
                    dice.push(die);
                }
                Ok(Dice(dice))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}
