//! The copy of all games, templates and fonts that is built into the program.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use include_dir::{Dir, DirEntry, include_dir};

use super::{Bytes, Vfs, VfsError, normalize};

static CARD_DATA: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/card-data");
static FONTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/fonts");
static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// All files by path.
static FILES: LazyLock<BTreeMap<String, &'static [u8]>> = LazyLock::new(|| {
    let mut files = BTreeMap::new();
    for (root, dir) in [("card-data", &CARD_DATA), ("fonts", &FONTS), ("templates", &TEMPLATES)] {
        collect(dir, root, &mut files);
    }
    files
});

/// What is built into the program: `card-data`, `fonts` and `templates` as they were when it was compiled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Builtin;

impl Vfs for Builtin {
    fn read(&self, path: &str) -> Result<Bytes, VfsError> {
        let path = normalize(path)?;
        FILES.get(&path).map(|contents| Cow::Borrowed(*contents)).ok_or(VfsError::Missing { path })
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let within = format!("{folder}/");
        let from = FILES.range(within.clone()..).map(|(path, _)| path);
        from.take_while(|path| path.starts_with(&within)).cloned().collect()
    }
}

fn collect(dir: &Dir<'static>, root: &str, into: &mut BTreeMap<String, &'static [u8]>) {
    for entry in dir.entries() {
        match entry {
            DirEntry::Dir(dir) => collect(dir, root, into),
            DirEntry::File(file) => {
                let path: Vec<&str> = file.path().iter().filter_map(|part| part.to_str()).collect();
                into.insert(format!("{root}/{}", path.join("/")), file.contents());
            }
        }
    }
}
