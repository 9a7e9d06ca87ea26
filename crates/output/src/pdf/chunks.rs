//! The bytes of a file in chunks, which documents with the same content share without copying.

use std::io::{self, Write};
use std::sync::Arc;

/// The bytes of a file, chunk after chunk.
#[derive(Clone, Debug, Default)]
pub struct Chunks {
    chunks: Vec<Arc<Vec<u8>>>,
    length: usize,
}

impl Chunks {
    /// Returns the number of bytes.
    pub fn len(&self) -> usize {
        self.length
    }

    /// True if it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Puts bytes behind all others.
    pub fn push(&mut self, bytes: impl Into<Arc<Vec<u8>>>) {
        let bytes = bytes.into();
        self.length += bytes.len();
        self.chunks.push(bytes);
    }

    /// Writes all bytes.
    ///
    /// # Errors
    /// The writer fails.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        self.chunks.iter().try_for_each(|chunk| out.write_all(chunk))
    }

    /// Returns all bytes in one piece.
    pub fn to_vec(&self) -> Vec<u8> {
        self.chunks.iter().flat_map(|chunk| chunk.iter().copied()).collect()
    }
}

impl From<Vec<u8>> for Chunks {
    fn from(bytes: Vec<u8>) -> Self {
        let mut all = Self::default();
        all.push(bytes);
        all
    }
}
