//! Enums whose variants are identified by a word among their keys.

/// Defines an enum whose JSON is an object: one of its keys is the word of the variant, the others belong to it.
///
/// Each variant holds a struct of its own name, with a field named after the word. (serde's `untagged` doesn't report
/// the cause of an error.)
macro_rules! keyed_enum {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident $($word:literal)+,)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
        #[serde(untagged)]
        pub enum $name {
            $($(#[$doc])* $variant($variant),)*
        }

        impl $name {
            /// The words of all of them.
            pub const WORDS: &[&str] = &[$($($word,)+)*];

            fn read(word: &str, value: serde_json::Value) -> Result<Self, serde_json::Error> {
                match word {
                    $($($word)|+ => $crate::table::from_value(value).map(Self::$variant),)*
                    other => Err(serde::de::Error::custom(format!("`{other}` is nothing that can be said"))),
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                use serde::de::Error as _;
                let value = serde_json::Value::deserialize(deserializer)?;
                let is_there = |word: &&&str| value.get(word).is_some();
                match Self::WORDS.iter().find(is_there).copied() {
                    Some(word) => Self::read(word, value).map_err(D::Error::custom),
                    None => {
                        let words = Self::WORDS.join("`, `");
                        Err(D::Error::custom(format!("an object is needed with one of the keys `{words}`")))
                    }
                }
            }
        }
    };
}
pub(super) use keyed_enum;
