//! ZIP archives of games, which may come from strangers.

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive};

use crate::vfs::{FileNameError, VfsError, check_file_name, max_bytes, normalize};

/// Maximum number of files.
const MAX_FILES: usize = 10_000;
/// Maximum size of all files, unpacked.
const MAX_UNPACKED: u64 = 512 << 20;
/// Folder that macOS adds.
const RESOURCE_FORKS: &str = "__MACOSX";

/// Reason why an archive can't be unpacked.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// Not an archive, or a damaged one.
    #[error("the ZIP file is damaged: {0}")]
    Unreadable(String),
    /// Too many files.
    #[error("the ZIP file has more than {MAX_FILES} files")]
    TooManyFiles,
    /// Too large, once unpacked.
    #[error("the ZIP file unpacks to more than {} MB", MAX_UNPACKED >> 20)]
    TooLarge,
    /// A file with a password or a compression that few programs write.
    #[error("`{0}` in the ZIP file is encrypted or compressed in an unsupported way")]
    Unsupported(String),
    /// A path that leads out of the archive, or a file larger than any that is read.
    #[error(transparent)]
    File(#[from] VfsError),
    /// A name that not every system can store.
    #[error(transparent)]
    Name(#[from] FileNameError),
}

/// Unpacks an archive: its files by their paths, without folders and hidden files.
///
/// ```
/// assert!(skirmish_read::unpack(b"PK, but no more").is_err());
/// ```
///
/// # Errors
/// See [`ArchiveError`].
pub fn unpack(bytes: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, ArchiveError> {
    let unreadable = |error: &dyn std::fmt::Display| ArchiveError::Unreadable(error.to_string());
    let archive = ZipArchive::from_slice(bytes).map_err(|error| unreadable(&error))?;
    let (mut files, mut left) = (BTreeMap::new(), MAX_UNPACKED);
    let mut entries = archive.entries();
    while let Some(entry) = entries.next_entry().map_err(|error| unreadable(&error))? {
        let name = entry.file_path();
        let name = std::str::from_utf8(name.as_ref()).map_err(|_| unreadable(&"a file name isn't in UTF-8"))?;
        if entry.is_dir() || is_left_out(name) {
            continue;
        }
        let path = normalize(name)?;
        path.split('/').try_for_each(check_file_name)?;
        if files.len() == MAX_FILES {
            return Err(ArchiveError::TooManyFiles);
        }
        let file = archive.get_entry(entry.wayfinder()).map_err(|error| unreadable(&error))?;
        let limit = max_bytes(&path);
        // The sizes that an archive gives may be wrong.
        let most = left.min(limit) + 1;
        let mut content = Vec::new();
        match entry.compression_method() {
            _ if entry.flags().is_encrypted() => return Err(ArchiveError::Unsupported(path)),
            CompressionMethod::STORE => file.verifying_reader(file.data()).take(most).read_to_end(&mut content),
            CompressionMethod::DEFLATE => {
                file.verifying_reader(DeflateDecoder::new(file.data())).take(most).read_to_end(&mut content)
            }
            _ => return Err(ArchiveError::Unsupported(path)),
        }
        .map_err(|error| unreadable(&format!("{path}: {error}")))?;
        let bytes = content.len() as u64;
        if bytes > limit {
            return Err(VfsError::TooLarge { path, bytes, limit }.into());
        }
        left = left.checked_sub(bytes).ok_or(ArchiveError::TooLarge)?;
        files.insert(path, content);
    }
    Ok(files)
}

/// True for what systems and editors leave behind.
fn is_left_out(name: &str) -> bool {
    let is_hidden = |part: &str| part.starts_with('.') && part != "." && part != "..";
    name.split('/').any(|part| is_hidden(part) || part == RESOURCE_FORKS)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use rawzip::ZipArchiveWriter;

    use super::*;

    /// Packs files, stored.
    fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut archive = ZipArchiveWriter::new(&mut bytes);
        for (name, content) in files {
            let (mut entry, config) =
                archive.new_file(*name).compression_method(CompressionMethod::STORE).start().unwrap();
            let mut writer = config.wrap(&mut entry);
            writer.write_all(content).unwrap();
            let (_, descriptor) = writer.finish().unwrap();
            entry.finish(descriptor).unwrap();
        }
        archive.finish().unwrap();
        bytes
    }

    #[test]
    fn files_come_out_without_hidden_ones() {
        let bytes = zip(&[
            ("card-data/a/game.toml", b"title"),
            ("./card-data/a/art/axe.svg", b"<svg/>"),
            ("card-data/a/.DS_Store", b"x"),
            ("__MACOSX/card-data/a/game.toml", b"x"),
            (".git/config", b"x"),
        ]);
        let files = unpack(&bytes).unwrap();
        assert_eq!(files.keys().collect::<Vec<_>>(), ["card-data/a/art/axe.svg", "card-data/a/game.toml"]);
        assert_eq!(files["card-data/a/game.toml"], b"title");
    }

    #[test]
    fn damaged_archives_are_refused() {
        let bytes = zip(&[("game.toml", b"title = \"A game\"")]);
        for end in 0..bytes.len() {
            assert!(unpack(&bytes[..end]).is_err(), "{end} bytes");
        }
        let at = bytes.windows(5).position(|bytes| bytes == b"title").unwrap();
        let mut other = bytes;
        other[at] ^= 1;
        assert!(matches!(unpack(&other), Err(ArchiveError::Unreadable(_))), "its checksum is wrong");
    }

    #[test]
    fn paths_stay_inside_and_names_fit_every_system() {
        for name in ["../game.toml", "a/../../game.toml", "/etc/game.toml", "C:/game.toml", "a\\game.toml"] {
            let error = unpack(&zip_raw(name)).unwrap_err();
            assert!(matches!(error, ArchiveError::File(VfsError::Outside { .. })), "{name}: {error}");
        }
        for name in ["con.toml", "a?/game.toml", "game.toml ."] {
            assert!(matches!(unpack(&zip_raw(name)), Err(ArchiveError::Name(_))), "{name}");
        }
    }

    /// Packs a file under a name that the writer would change.
    fn zip_raw(name: &str) -> Vec<u8> {
        let plain: String = name.chars().map(|_| 'x').collect();
        let bytes = zip(&[(&plain, b"1")]);
        let mut bytes = bytes;
        while let Some(at) = bytes.windows(plain.len()).position(|bytes| bytes == plain.as_bytes()) {
            bytes[at..][..name.len()].copy_from_slice(name.as_bytes());
        }
        bytes
    }

    #[test]
    fn a_file_that_unpacks_to_more_than_is_read_is_refused() {
        let mut bytes = Vec::new();
        let mut archive = ZipArchiveWriter::new(&mut bytes);
        let (mut entry, config) =
            archive.new_file("cards.toml").compression_method(CompressionMethod::DEFLATE).start().unwrap();
        let packer = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::fast());
        let mut writer = config.wrap(packer);
        let zeros = vec![0; 1 << 20];
        (0..17).for_each(|_| writer.write_all(&zeros).unwrap());
        let (packer, descriptor) = writer.finish().unwrap();
        packer.finish().unwrap();
        entry.finish(descriptor).unwrap();
        archive.finish().unwrap();
        assert!(bytes.len() < 1 << 20);
        assert!(matches!(unpack(&bytes), Err(ArchiveError::File(VfsError::TooLarge { .. }))));
    }
}
