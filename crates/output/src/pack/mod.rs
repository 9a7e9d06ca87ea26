//! Files for services, virtual tables and cutting machines, from names, counts and outlines. Nothing is drawn here.

mod cut_files;
mod order;
mod playing_cards;
mod table;
mod tabletop;
mod xml;

pub use cut_files::{dxf, svg};
pub use order::{LARGEST, Order, Ordered, Stock};
pub use playing_cards::{Board, CardType, Pile, PlayingCards};
pub use table::csv;
pub use tabletop::{Card, CardSheet, Object, Thing, TileShape, saved_object};

use std::io::Write as _;

use rawzip::{CompressionMethod, ZipArchiveWriter};

/// Packs files into an archive, stored and without a date: pictures are compressed already.
///
/// # Errors
/// More than an archive holds.
pub fn archive(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, rawzip::Error> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, content) in files {
        let file = archive.new_file(name.as_str()).compression_method(CompressionMethod::STORE);
        let (mut entry, config) = file.start()?;
        let mut writer = config.wrap(&mut entry);
        writer.write_all(content)?;
        let (_, descriptor) = writer.finish()?;
        entry.finish(descriptor)?;
    }
    archive.finish()?;
    Ok(bytes)
}
