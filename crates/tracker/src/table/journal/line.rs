//! One line of the journal: JSON with its checksum.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::table::{CorruptEntry, from_json};

/// Beginning of every line; eight hexadecimal digits follow.
pub(super) const CRC: &str = "{\"crc\":\"";

/// Writes JSON with its checksum, as a line.
pub(super) fn seal(name: &str, value: &impl Serialize) -> Result<String, CorruptEntry> {
    let content = serde_json::to_string(value).map_err(|error| CorruptEntry(error.to_string()))?;
    Ok(format!("{CRC}{}\",\"{name}\":{content}}}\n", checksum(content.as_bytes())))
}

/// Returns the JSON within a line, if its checksum is right.
pub(super) fn unseal<'a>(name: &str, line: &'a [u8]) -> Result<&'a [u8], CorruptEntry> {
    let content = parts(line).and_then(|(crc, rest)| {
        let content = rest.strip_prefix(format!("\"{name}\":").as_bytes())?.strip_suffix(b"}")?;
        Some((crc, content))
    });
    let (crc, content) = content.ok_or_else(|| CorruptEntry(format!("missing `{name}`")))?;
    if checksum(content).as_bytes() == crc { Ok(content) } else { Err(altered()) }
}

/// Returns the checksum of a line, and the rest.
pub(super) fn parts(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (crc, rest) = line.strip_prefix(CRC.as_bytes())?.split_at_checked(8)?;
    Some((crc, rest.strip_prefix(b"\",")?))
}

/// Returns the checksum of the line before, and the entry.
pub(super) fn chained(content: &[u8]) -> Option<(&[u8], &[u8])> {
    let (after, rest) = content.strip_prefix(b"\"after\":\"")?.split_at_checked(8)?;
    Some((after, rest.strip_prefix(b"\",\"entry\":")?))
}

/// Returns the checksum of the rest of a line, in hexadecimal digits.
pub(super) fn checksum(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

/// Problems of a line whose checksum is not right.
pub(super) fn altered() -> CorruptEntry {
    CorruptEntry("wrong checksum: the line was altered".into())
}

/// Parses a value from JSON.
pub(super) fn parse<T: DeserializeOwned>(content: &[u8]) -> Result<T, CorruptEntry> {
    from_json(content).map_err(|error| CorruptEntry(error.to_string()))
}
