//! JSON as journals, links and drafts have it.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// A value from its JSON.
///
/// It is read as a tree first: to read each command and each change from the text itself would make a twentieth of the page's program.
///
/// # Errors
/// It is no JSON, or that of something else.
pub(crate) fn from_json<T: DeserializeOwned>(text: &[u8]) -> serde_json::Result<T> {
    T::deserialize(serde_json::from_slice::<Value>(text)?)
}
