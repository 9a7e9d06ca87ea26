//! Files as small as browsers take them.

use std::io::{Result, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;

/// A file compressed.
pub struct Compressed {
    /// As browsers take it over https.
    pub brotli: Vec<u8>,
    /// As they take it over plain http.
    pub gzip: Vec<u8>,
}

impl Compressed {
    /// Compresses a file.
    pub fn of(bytes: &[u8]) -> Result<Self> {
        let (brotli, gzip) = rayon::join(|| brotli(bytes), || gzip(bytes));
        Ok(Self { brotli: brotli?, gzip: gzip? })
    }
}

fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut small = Vec::new();
    let best = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 24, ..Default::default() };
    brotli::BrotliCompress(&mut &bytes[..], &mut small, &best)?;
    Ok(small)
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}
