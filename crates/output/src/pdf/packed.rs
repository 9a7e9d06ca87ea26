//! The content of streams, compressed.

#[cfg_attr(target_family = "wasm", path = "packed/zlib.rs")]
#[cfg_attr(not(target_family = "wasm"), path = "packed/libdeflate.rs")]
mod compressor;

use std::cell::RefCell;
use std::sync::Arc;

use lopdf::Dictionary;

use compressor::Compressor;

/// Shorter content isn't compressed: setting up a compressor takes longer than writing it, and saves a few hundred
/// bytes.
const SHORT: usize = 1024;

/// The content of a stream as it is in the file: compressed if it is long enough. Documents share it.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Packed {
    bytes: Arc<Vec<u8>>,
    compressed: bool,
}

impl Packed {
    /// Creates uncompressed content.
    pub fn plain(bytes: Vec<u8>) -> Self {
        Self { bytes: Arc::new(bytes), compressed: false }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the same bytes, for a file that doesn't copy them.
    pub fn shared(&self) -> Arc<Vec<u8>> {
        Arc::clone(&self.bytes)
    }

    /// Returns the dictionary of a stream with this content.
    pub fn described(&self, mut dictionary: Dictionary) -> Dictionary {
        dictionary.set("Length", i64::try_from(self.bytes.len()).unwrap_or(i64::MAX));
        if self.compressed {
            dictionary.set("Filter", "FlateDecode");
        }
        dictionary
    }
}

thread_local! {
    /// One per thread: a new one would clear much memory.
    static COMPRESSOR: RefCell<Compressor> = RefCell::new(Compressor::new());
}

/// Packs the content of a stream.
pub(super) fn pack(mut bytes: Vec<u8>) -> Packed {
    if bytes.len() < SHORT {
        // It was written into more room, and there are hundreds.
        bytes.shrink_to_fit();
        return Packed::plain(bytes);
    }
    match COMPRESSOR.with_borrow_mut(|compressor| compressor.compress(&bytes)) {
        Some(packed) => Packed { bytes: Arc::new(packed), compressed: true },
        None => Packed::plain(bytes),
    }
}
