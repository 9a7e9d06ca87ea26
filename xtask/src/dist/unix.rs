//! Packages for Linux: an archive, and a package for Debian and its derivatives.
//!
//! Both contain the same tree, `bin` and `share`, so the archive can be unpacked into `/usr/local` or `~/.local`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{PROGRAMS, System, copy, copy_program, deb, output_of};
use crate::{Made, run};

/// The shells, and where each looks for completions of a program, in `share`.
const SHELLS: [(&str, &str, &str, &str); 3] = [
    ("bash", "bash-completion/completions", "", ""),
    ("zsh", "zsh/site-functions", "_", ""),
    ("fish", "fish/vendor_completions.d", "", ".fish"),
];

/// Fills a tree and makes packages of it; returns their paths. The package for Debian needs `dpkg-deb`.
///
/// # Errors
/// A program is missing, a tool fails, or a file can't be written.
pub fn make(root: &Path, system: &System, programs: &Path, tree: &Path, out: &Path) -> Made<Vec<PathBuf>> {
    let (Some(unfinished), Some(name)) = (tree.parent(), tree.file_name()) else { return Err("no tree".into()) };
    fill(root, system, programs, tree)?;
    let archive = out.join(name).with_added_extension("tar.gz");
    pack(tree, &unfinished.join("archive"), &archive)?;
    let mut made = vec![archive];
    match system.debian().filter(|_| deb::is_possible()) {
        Some(architecture) => made.push(deb::make(root, tree, unfinished, architecture, out)?),
        None => println!("left out: the package for Debian, which `dpkg-deb` makes"),
    }
    Ok(made)
}

/// Fills the tree of both packages.
fn fill(root: &Path, system: &System, programs: &Path, tree: &Path) -> Made<()> {
    let (bin, share) = (tree.join("bin"), tree.join("share"));
    let (manual, about) = (share.join("man/man1"), share.join("doc/skirmish"));
    for folder in [&bin, &manual] {
        fs::create_dir_all(folder)?;
    }
    for name in PROGRAMS {
        let program = copy_program(system, name, programs, &bin)?;
        for (shell, folder, before, after) in SHELLS {
            let script = output_of(system.run(&program).args(["completions", shell]))?;
            let folder = share.join(folder);
            fs::create_dir_all(&folder)?;
            fs::write(folder.join(format!("{before}{name}{after}")), script)?;
        }
        output_of(system.run(&program).arg("manual").arg(&manual))?;
    }
    super::licences(root, &system.triple, &about)?;
    for name in ["README.md", "CHANGELOG.md"] {
        copy(&root.join(name), &about.join(name))?;
    }
    super::page(root, &share.join("skirmish/web"))
}

/// Packs a tree into an archive, which appears when it is whole.
fn pack(tree: &Path, unfinished: &Path, archive: &Path) -> Made<()> {
    let (Some(folder), Some(name)) = (tree.parent(), tree.file_name()) else { return Err("no tree".into()) };
    let mut tar = Command::new("tar");
    // The archive doesn't contain the user's name.
    if output_of(Command::new("tar").arg("--version"))?.contains("GNU tar") {
        tar.args(["--owner=root:0", "--group=root:0", "--sort=name"]);
    }
    run(tar.arg("-czf").arg(unfinished).arg("-C").arg(folder).arg(name), "tar")?;
    fs::rename(unfinished, archive)?;
    Ok(())
}
