//! Reads JSON of the tracker: journals, links, drafts, settings, messages to its page.
//!
//! It is parsed to a tree, which is read like serde_json's own, with two exceptions: a struct is never a list of its
//! fields, and a number or a word is never tried as a list or a map. No journal has these, and support for them in
//! every command and every change adds 13 KB to the compressed page.

use serde::Deserializer;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, EnumAccess, Error as _, IntoDeserializer, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Map, Result, Value};

/// Parses a value from its JSON.
///
/// # Errors
/// Invalid JSON, or that of another type.
pub fn from_json<T: DeserializeOwned>(text: &[u8]) -> Result<T> {
    from_value(serde_json::from_slice(text)?)
}

/// Returns a value from the tree of its JSON.
///
/// # Errors
/// It is the tree of something else.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T> {
    T::deserialize(Tree(value))
}

/// A tree of JSON, to be read.
pub(super) struct Tree(pub Value);

impl Tree {
    fn wrong(&self, expected: &dyn serde::de::Expected) -> Error {
        let found = match &self.0 {
            Value::Null => Unexpected::Unit,
            Value::Bool(flag) => Unexpected::Bool(*flag),
            Value::Number(number) => match number.as_i64() {
                Some(whole) => Unexpected::Signed(whole),
                None => Unexpected::Float(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => Unexpected::Str(text),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        Error::invalid_type(found, expected)
    }

    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Number(number) => number.deserialize_any(visitor),
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn text<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::String(text) => visitor.visit_string(text),
            _ => Err(self.wrong(&visitor)),
        }
    }
}

impl IntoDeserializer<'_, Error> for Tree {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Reads the entries of a map, whose keys are read like words.
fn entries<'de, V: Visitor<'de>>(map: Map<String, Value>, visitor: V) -> Result<V::Value> {
    visitor.visit_map(MapDeserializer::new(map.into_iter().map(|(key, value)| (Tree(key.into()), Tree(value)))))
}

/// Reads all items of a list.
fn items<'de, V: Visitor<'de>>(list: Vec<Value>, visitor: V) -> Result<V::Value> {
    let mut items = SeqDeserializer::new(list.into_iter().map(Tree));
    let value = visitor.visit_seq(&mut items)?;
    items.end()?;
    Ok(value)
}

/// Ways to ask for the same.
macro_rules! asked {
    ($read:ident: $($ask:ident)*) => {
        $(fn $ask<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.$read(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for Tree {
    type Error = Error;

    asked! { number: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_f32 deserialize_f64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }
    asked! { text: deserialize_char deserialize_str deserialize_string deserialize_identifier }

    forward_to_deserialize_any! { bytes byte_buf ignored_any }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Array(list) => items(list, visitor),
            Value::Object(map) => entries(map, visitor),
            Value::String(text) => visitor.visit_string(text),
            Value::Number(number) => number.deserialize_any(visitor),
            Value::Bool(flag) => visitor.visit_bool(flag),
            Value::Null => visitor.visit_unit(),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Bool(flag) => visitor.visit_bool(flag),
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Array(list) => items(list, visitor),
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Object(map) => entries(map, visitor),
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(self, _: &'static str, _: &[&str], visitor: V) -> Result<V::Value> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &'static str, _: &[&str], visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Object(map) if map.len() == 1 => {
                let (variant, content) = map.into_iter().next().expect("one entry");
                visitor.visit_enum(Variant(variant, Some(content)))
            }
            Value::String(variant) => visitor.visit_enum(Variant(variant, None)),
            _ => Err(self.wrong(&"a word, or a map of one word")),
        }
    }
}

/// A variant of an enum, with its content.
struct Variant(String, Option<Value>);

impl<'de> EnumAccess<'de> for Variant {
    type Error = Error;
    type Variant = Content;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Content)> {
        Ok((seed.deserialize(Tree(self.0.into()))?, Content(self.1)))
    }
}

/// Content of a variant; `None` for a unit variant.
struct Content(Option<Value>);

impl Content {
    fn tree(self, expected: &str) -> Result<Tree> {
        self.0.map(Tree).ok_or_else(|| Error::invalid_type(Unexpected::UnitVariant, &expected))
    }
}

impl<'de> VariantAccess<'de> for Content {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        match self.0 {
            None | Some(Value::Null) => Ok(()),
            Some(content) => Err(Tree(content).wrong(&"a word alone")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(self.tree("a word with a value")?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.tree("a word with a list")?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &[&str], visitor: V) -> Result<V::Value> {
        self.tree("a word with a map")?.deserialize_map(visitor)
    }
}
