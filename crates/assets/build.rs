//! Packs the games, templates and fonts that are built into the program: one run of bytes and an index.
//!
//! The index is separate from the bytes, so a look-up doesn't page in all files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const FOLDERS: [&str; 3] = ["card-data", "fonts", "templates"];
/// The root of the project, from this package.
const ROOT: &str = "../..";
/// The press profile is part of the code that separates colours.
const LEFT_OUT: &str = "templates/press";

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut files = BTreeMap::new();
    for folder in FOLDERS {
        println!("cargo::rerun-if-changed={ROOT}/{folder}");
        collect(&Path::new(ROOT).join(folder), folder, &mut files)?;
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
fn collect(folder: &Path, name: &str, files: &mut BTreeMap<String, PathBuf>) -> io::Result<()> {
    if name == LEFT_OUT {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = format!("{name}/{}", path.file_name().and_then(|name| name.to_str()).unwrap_or_default());
        if path.is_dir() {
            collect(&path, &name, files)?;
        } else {
            files.insert(name, path);
        }
    }
    Ok(())
}
