//! Packages for Windows: a zip archive, and an installer made by NSIS.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{PROGRAMS, copy, folder_size, said};
use crate::{Made, run};

/// Makes both packages of a tree; returns their paths. The installer needs `makensis`.
///
/// # Errors
/// A tool is missing or fails.
pub fn make(root: &Path, tree: &Path, unfinished: &Path, out: &Path) -> Made<Vec<PathBuf>> {
    let name = tree.file_name().ok_or("no tree")?.to_string_lossy().into_owned();
    let zip = out.join(format!("{name}.zip"));
    let archive = unfinished.join("archive.zip");
    let mut command = Command::new("zip");
    command.current_dir(unfinished).args(["-q", "-X", "-r"]).arg(fs::canonicalize(unfinished)?.join("archive.zip"));
    run(command.arg(&name), "zip")?;
    fs::rename(archive, &zip)?;
    if said(Command::new("makensis").arg("-VERSION"), "makensis").is_err() {
        println!("left out: the installer for Windows, which `makensis` makes");
        return Ok(vec![zip]);
    }
    let installer = out.join(format!("{name}-setup.exe"));
    let unfinished_installer = fs::canonicalize(unfinished)?.join("setup.exe");
    let mut nsis = Command::new("makensis");
    let define = |name: &str, value: &str| format!("-D{name}={value}");
    nsis.args(["-V2", "-INPUTCHARSET", "UTF8"]);
    nsis.arg(define("VERSION", &super::version(root)?));
    nsis.arg(define("TREE", &fs::canonicalize(tree)?.to_string_lossy()));
    nsis.arg(define("OUT", &unfinished_installer.to_string_lossy()));
    nsis.arg(define("KILOBYTES", &folder_size(tree)?.div_ceil(1024).to_string()));
    said(nsis.arg(root.join("dist/windows/installer.nsi")), "makensis")?;
    fs::rename(unfinished_installer, &installer)?;
    Ok(vec![zip, installer])
}

/// Fills the tree of both packages: programs at the top, since there are no `bin` and `share` on Windows.
///
/// # Errors
/// A program is missing, or a file can't be written.
pub fn fill(root: &Path, programs: &Path, strip: &str, tree: &Path) -> Made<()> {
    fs::create_dir_all(tree)?;
    for name in PROGRAMS {
        let file = format!("{name}.exe");
        copy(&programs.join(&file), &tree.join(&file))?;
        run(Command::new(strip).arg(tree.join(&file)), strip)?;
    }
    for name in ["README.md", "CHANGELOG.md"] {
        copy(&root.join(name), &tree.join(name))?;
    }
    super::licences(root, "x86_64-pc-windows-gnu", &tree.join("licences"))?;
    super::page(root, &tree.join("web"))
}
