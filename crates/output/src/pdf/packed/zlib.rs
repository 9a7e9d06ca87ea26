//! The compressor of the page: the streams have the same content once inflated.

use flate2::{Compress, Compression, FlushCompress, Status};

/// A fast level, like that of the programs.
const LEVEL: u32 = 2;

/// zlib-rs, which is set up once.
pub struct Compressor(Compress);

impl Compressor {
    pub fn new() -> Self {
        Self(Compress::new(Compression::new(LEVEL), true))
    }

    /// Returns the bytes as a zlib stream; `None` if it can't be written.
    pub fn compress(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        self.0.reset();
        let mut packed = Vec::with_capacity(bytes.len() / 2 + 64);
        loop {
            let read = usize::try_from(self.0.total_in()).ok()?;
            match self.0.compress_vec(&bytes[read..], &mut packed, FlushCompress::Finish).ok()? {
                Status::StreamEnd => {
                    packed.shrink_to_fit();
                    return Some(packed);
                }
                Status::Ok | Status::BufError => packed.reserve(bytes.len() / 2 + 64),
            }
        }
    }
}
