//! Packages for Windows: a zip archive, and an installer made by NSIS.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{PROGRAMS, System, copy, copy_program, folder_size, output_of, version};
use crate::Made;

/// Fills a tree and makes packages of it; returns their paths. The installer needs `makensis`.
///
/// # Errors
/// A program or tool is missing, a tool fails, or a file can't be written.
pub fn make(root: &Path, system: &System, programs: &Path, tree: &Path, out: &Path) -> Made<Vec<PathBuf>> {
    let (Some(unfinished), Some(name)) = (tree.parent(), tree.file_name()) else { return Err("no tree".into()) };
    fill(root, system, programs, tree)?;
    let zip = out.join(name).with_added_extension("zip");
    output_of(Command::new("zip").current_dir(unfinished).args(["-q", "-X", "-r", "archive.zip"]).arg(name))?;
    fs::rename(unfinished.join("archive.zip"), &zip)?;
    if output_of(Command::new("makensis").arg("-VERSION")).is_err() {
        println!("left out: the installer for Windows, which `makensis` makes");
        return Ok(vec![zip]);
    }
    let installer = out.join(format!("{}-setup.exe", name.display()));
    let unfinished = unfinished.join("setup.exe");
    let define = |name: &str, value: &str| format!("-D{name}={value}");
    let mut nsis = Command::new("makensis");
    nsis.args(["-V2", "-INPUTCHARSET", "UTF8"]);
    nsis.arg(define("VERSION", &version(root)?));
    nsis.arg(define("TREE", &tree.to_string_lossy()));
    nsis.arg(define("OUT", &unfinished.to_string_lossy()));
    nsis.arg(define("KILOBYTES", &folder_size(tree)?.div_ceil(1024).to_string()));
    output_of(nsis.arg(root.join("dist/windows/installer.nsi")))?;
    fs::rename(unfinished, &installer)?;
    Ok(vec![zip, installer])
}

/// Fills the tree of both packages: programs at the top, because Windows has no `bin` and `share`.
fn fill(root: &Path, system: &System, programs: &Path, tree: &Path) -> Made<()> {
    fs::create_dir_all(tree)?;
    for name in PROGRAMS {
        copy_program(system, name, programs, tree)?;
    }
    for name in ["README.md", "CHANGELOG.md"] {
        copy(&root.join(name), &tree.join(name))?;
    }
    super::licences(root, &system.triple, &tree.join("licences"))?;
    super::page(root, &tree.join("web"))
}
