//! Several files in one: the data of a game in a web page.
//!
//! The format is the length of the index in four bytes, little-endian; the index, a line for each file with its length,
//! a space and its path; then the files in the same order.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use super::{Bytes, Vfs, VfsError, normalize};

/// Packs files of a file system.
///
/// # Errors
/// A file cannot be read.
pub fn pack(vfs: &dyn Vfs, paths: &[String]) -> Result<Vec<u8>, VfsError> {
    let (mut index, mut files) = (String::new(), Vec::new());
    for path in paths {
        let bytes = vfs.read(path)?;
        let _ = writeln!(index, "{} {path}", bytes.len());
        files.extend_from_slice(&bytes);
    }
    let length = u32::try_from(index.len()).unwrap_or(u32::MAX);
    Ok([&length.to_le_bytes()[..], index.as_bytes(), &files].concat())
}

/// The bytes are not a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid or incomplete packed files")]
pub struct PackError;

/// Packed files.
#[derive(Clone, Debug)]
pub struct Packed {
    bytes: Vec<u8>,
    files: BTreeMap<String, Range<usize>>,
}

impl Packed {
    /// Opens [packed](pack) files.
    ///
    /// # Errors
    /// The bytes aren't a pack, or incomplete.
    pub fn open(bytes: Vec<u8>) -> Result<Self, PackError> {
        let (length, rest) = bytes.split_first_chunk::<4>().ok_or(PackError)?;
        let length = usize::try_from(u32::from_le_bytes(*length)).map_err(|_| PackError)?;
        let index = std::str::from_utf8(rest.get(..length).ok_or(PackError)?).map_err(|_| PackError)?;
        let mut files = BTreeMap::new();
        let mut start = 4 + length;
        for line in index.lines() {
            let (size, path) = line.split_once(' ').ok_or(PackError)?;
            let size: usize = size.parse().map_err(|_| PackError)?;
            let end = start.checked_add(size).filter(|end| *end <= bytes.len()).ok_or(PackError)?;
            files.insert(path.to_owned(), start..end);
            start = end;
        }
        if start == bytes.len() { Ok(Self { bytes, files }) } else { Err(PackError) }
    }
}

impl Vfs for Packed {
    fn read(&self, path: &str) -> Result<Bytes, VfsError> {
        let path = normalize(path)?;
        let bytes = self.files.get(&path).map(|range| self.bytes[range.clone()].to_vec());
        bytes.map(Cow::Owned).ok_or(VfsError::Missing { path })
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let prefix = format!("{folder}/");
        self.files.keys().filter(|path| path.starts_with(&prefix)).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Memory;
    use super::*;

    #[test]
    fn what_is_packed_comes_out_again() {
        let vfs = Memory::new().with("a/one.toml", "1").with("a/with blank.md", "zwei\n").with("b/empty", "");
        let paths = ["a/one.toml", "a/with blank.md", "b/empty"].map(str::to_owned);
        let bytes = pack(&vfs, &paths).unwrap();
        let packed = Packed::open(bytes.clone()).unwrap();
        for path in &paths {
            assert_eq!(packed.read(path).unwrap(), vfs.read(path).unwrap(), "{path}");
        }
        assert_eq!(packed.files("a"), &paths[..2]);
        assert!(matches!(packed.read("c"), Err(VfsError::Missing { .. })));
        for end in 0..bytes.len() {
            assert_eq!(Packed::open(bytes[..end].to_vec()).err(), Some(PackError), "{end} bytes");
        }
    }
}
