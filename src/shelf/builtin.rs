//! The copy of all games, templates and fonts that is built into the program.

use std::borrow::Cow;

use include_dir::{Dir, DirEntry, include_dir};

use super::{Bytes, Shelf, ShelfError, inside};

static CARD_DATA: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/card-data");
static FONTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/fonts");
static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// What is built into the program: `card-data`, `fonts` and `templates` as they were when it was compiled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Builtin;

impl Builtin {
    fn root(name: &str) -> Option<&'static Dir<'static>> {
        match name {
            "card-data" => Some(&CARD_DATA),
            "fonts" => Some(&FONTS),
            "templates" => Some(&TEMPLATES),
            _ => None,
        }
    }
}

impl Shelf for Builtin {
    fn read(&self, path: &str) -> Result<Bytes, ShelfError> {
        let path = inside(path)?;
        let file = path.split_once('/').and_then(|(root, rest)| Self::root(root)?.get_file(rest));
        file.map(|file| Cow::Borrowed(file.contents())).ok_or(ShelfError::Missing { path })
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let (root, below) = folder.split_once('/').unwrap_or((folder, ""));
        let Some(dir) = Self::root(root) else { return Vec::new() };
        let dir = if below.is_empty() { Some(dir) } else { dir.get_dir(below) };
        let mut found = Vec::new();
        if let Some(dir) = dir {
            collect(dir, root, &mut found);
        }
        found.sort();
        found
    }
}

fn collect(dir: &Dir<'static>, root: &str, into: &mut Vec<String>) {
    for entry in dir.entries() {
        match entry {
            DirEntry::Dir(dir) => collect(dir, root, into),
            DirEntry::File(file) => {
                let path: Vec<&str> = file.path().iter().filter_map(|part| part.to_str()).collect();
                into.push(format!("{root}/{}", path.join("/")));
            }
        }
    }
}
