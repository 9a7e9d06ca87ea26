//! Packs the games, templates and fonts that are built into the program: one run of bytes and an index.
//!
//! The index is separate from the bytes, so a look-up doesn't page in all files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const FOLDERS: [&str; 3] = ["card-data", "fonts", "templates"];

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut files = BTreeMap::new();
    for folder in FOLDERS {
        println!("cargo::rerun-if-changed={folder}");
        collect(Path::new(folder), &mut files)?;
    }
    let (mut bytes, mut list) = (Vec::new(), String::from("&[\n"));
    for (name, path) in files {
        let start = bytes.len();
        bytes.extend(fs::read(path)?);
        let _ = writeln!(list, "    ({name:?}, {start}, {}),", bytes.len());
    }
    list.push_str("]\n");
    fs::write(out.join("builtin.bin"), bytes)?;
    fs::write(out.join("builtin.rs"), list)
}

/// Collects all files in a folder and its subfolders, by their names with `/` between folders.
fn collect(folder: &Path, files: &mut BTreeMap<String, PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            let name: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
            files.insert(name.join("/"), path);
        }
    }
    Ok(())
}
