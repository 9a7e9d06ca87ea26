//! An archive with one entry replaced: all other entries stay byte for byte, where they were or further on.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchive, crc32};

use crate::EditError;

/// Size of an entry that is unpacked at most.
const MAX_UNPACKED: u64 = 1 << 30;
/// Entries of the header of a file in an archive, by their first bytes: in front of the file, and in the directory.
const LOCAL: Fields = Fields { flags: 6, method: 8, crc: 14 };
const CENTRAL: Fields = Fields { flags: 8, method: 10, crc: 16 };
/// The flag of an entry whose sizes come behind it.
const SIZES_BEHIND: u16 = 1 << 3;
const DEFLATE: u16 = 8;

/// Offsets in a header. Behind the checksum are the size in the archive and the size unpacked.
struct Fields {
    flags: usize,
    method: usize,
    crc: usize,
}

/// An archive, and where its entries are.
pub(super) struct Archive<'b> {
    path: &'b str,
    bytes: &'b [u8],
    entries: Vec<Entry>,
    directory: usize,
    /// The record at the end.
    end: usize,
}

struct Entry {
    name: String,
    is_stored: bool,
    /// Where its header, its data and what follows them begin.
    header: usize,
    data: usize,
    /// The end of its packed data.
    packed: usize,
    /// Where its record in the directory begins.
    record: usize,
}

impl<'b> Archive<'b> {
    /// Reads the directory of an archive.
    ///
    /// # Errors
    /// It is not an archive, or one of more than 4 GB.
    pub fn read(path: &'b str, bytes: &'b [u8]) -> Result<Self, EditError> {
        let unreadable = |error: rawzip::Error| EditError::format(path, error.to_string());
        let archive = ZipArchive::from_slice(bytes).map_err(unreadable)?;
        let mut entries = Vec::new();
        let mut all = archive.entries();
        while let Some(entry) = all.next_entry().map_err(unreadable)? {
            let found = archive.get_entry(entry.wayfinder()).map_err(unreadable)?;
            let (data, packed) = found.compressed_data_range();
            entries.push(Entry {
                name: String::from_utf8_lossy(entry.file_path().as_ref()).into_owned(),
                is_stored: entry.compression_method() == CompressionMethod::STORE,
                header: index(entry.local_header_offset()),
                data: index(data),
                packed: index(packed),
                record: index(entry.central_directory_offset()),
            });
        }
        let (directory, end) = (index(archive.directory_offset()), index(archive.eocd_offset()));
        let is_plain = bytes.get(end + 16..end + 20).is_some_and(|offset| offset == u32_of(directory));
        if !is_plain {
            return Err(EditError::format(path, "an archive of another kind than spreadsheets write"));
        }
        Ok(Self { path, bytes, entries, directory, end })
    }

    /// Returns an entry, unpacked, as text.
    ///
    /// # Errors
    /// The entry is missing or damaged.
    pub fn text(&self, name: &str) -> Result<String, EditError> {
        let entry = self.entry(name)?;
        let packed = &self.bytes[entry.data..entry.packed];
        let mut text = String::new();
        let read = match entry.is_stored {
            true => packed.take(MAX_UNPACKED).read_to_string(&mut text),
            false => DeflateDecoder::new(packed).take(MAX_UNPACKED).read_to_string(&mut text),
        };
        read.map_err(|error| EditError::format(self.path, error.to_string()))?;
        Ok(text)
    }

    fn entry(&self, name: &str) -> Result<&Entry, EditError> {
        let found = self.entries.iter().find(|entry| entry.name == name);
        found.ok_or_else(|| EditError::format(self.path, format!("no `{name}`")))
    }

    /// Returns the archive with another text as one of its entries.
    ///
    /// # Errors
    /// The entry is missing.
    pub fn with(&self, name: &str, text: &str) -> Result<Vec<u8>, EditError> {
        let entry = self.entry(name)?;
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::default());
        let packed = packer.write_all(text.as_bytes()).and_then(|()| packer.finish());
        let packed = packed.map_err(|error| EditError::format(self.path, error.to_string()))?;
        let set = |bytes: &mut [u8], at: usize, fields: &Fields| {
            let flags = u16::from_le_bytes([bytes[at + fields.flags], bytes[at + fields.flags + 1]]) & !SIZES_BEHIND;
            bytes[at + fields.flags..][..2].copy_from_slice(&flags.to_le_bytes());
            bytes[at + fields.method..][..2].copy_from_slice(&DEFLATE.to_le_bytes());
            bytes[at + fields.crc..][..4].copy_from_slice(&crc32(text.as_bytes()).to_le_bytes());
            bytes[at + fields.crc + 4..][..4].copy_from_slice(&u32_of(packed.len()));
            bytes[at + fields.crc + 8..][..4].copy_from_slice(&u32_of(text.len()));
        };
        // Sizes behind the data belong to the entry.
        let later = self.entries.iter().map(|other| other.header).filter(|header| *header > entry.header);
        let next = later.min().unwrap_or(self.directory);
        let mut new = self.bytes[..entry.data].to_vec();
        set(&mut new, entry.header, &LOCAL);
        new.extend_from_slice(&packed);
        new.extend_from_slice(&self.bytes[next..self.directory]);
        let directory = new.len();
        new.extend_from_slice(&self.bytes[self.directory..]);
        let moved = |offset: usize| directory + (offset - self.directory);
        set(&mut new, moved(entry.record), &CENTRAL);
        for other in self.entries.iter().filter(|other| other.header >= next) {
            let offset = other.header + directory - self.directory;
            new[moved(other.record) + 42..][..4].copy_from_slice(&u32_of(offset));
        }
        new[moved(self.end) + 16..][..4].copy_from_slice(&u32_of(directory));
        Ok(new)
    }
}

/// Returns an offset within bytes in memory.
fn index(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

fn u32_of(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes()
}
