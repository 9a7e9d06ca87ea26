//! The copy of all games, templates and fonts that is built into the program.

use std::borrow::Cow;

use skirmish_base::vfs::{Bytes, Vfs, VfsError, normalize};

/// All files, one behind the other.
static CONTENTS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/builtin.bin"));
/// Their paths, in order, and where each begins and ends.
static FILES: &[(&str, usize, usize)] = include!(concat!(env!("OUT_DIR"), "/builtin.rs"));

/// Files built into the program: `card-data`, `fonts` and `templates` as they were when it was compiled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Builtin;

impl Vfs for Builtin {
    fn read(&self, path: &str) -> Result<Bytes, VfsError> {
        let path = normalize(path)?;
        match FILES.binary_search_by_key(&path.as_str(), |(known, ..)| known) {
            Ok(number) => {
                let (_, start, end) = FILES[number];
                Ok(Cow::Borrowed(&CONTENTS[start..end]))
            }
            Err(_) => Err(VfsError::Missing { path }),
        }
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let within = format!("{folder}/");
        let from = &FILES[FILES.partition_point(|(path, ..)| *path < within.as_str())..];
        let paths = from.iter().map(|(path, ..)| *path);
        paths.take_while(|path| path.starts_with(&within)).map(str::to_owned).collect()
    }
}
