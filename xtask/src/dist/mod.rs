//! Binary packages: an archive, and a package for Debian and its derivatives.
//!
//! Both contain the same tree, `bin` and `share`, so the archive can be unpacked into `/usr/local` or `~/.local`.

mod deb;
pub mod licences;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::licences::Compiled;
use crate::{Made, run};

/// The programs.
const PROGRAMS: [&str; 2] = ["skirmish", "skirmish-table"];
/// The shells, and where each looks for completions of a program, in `share`.
const SHELLS: [(&str, &str, &str, &str); 3] = [
    ("bash", "bash-completion/completions", "", ""),
    ("zsh", "zsh/site-functions", "_", ""),
    ("fish", "fish/vendor_completions.d", "", ".fish"),
];

/// Contents and destination of the packages.
pub struct Packages {
    /// The folder of the project.
    pub root: PathBuf,
    /// A folder with the programs; they are compiled if it isn't set.
    pub programs: Option<PathBuf>,
    /// Destination folder.
    pub out: PathBuf,
}

/// Makes the packages.
///
/// # Errors
/// A program does not compile, something of it is missing, or a file cannot be written.
pub fn make(packages: &Packages) -> Made<()> {
    let root = &packages.root;
    let version = version(root)?;
    let system = system()?;
    let programs = match &packages.programs {
        Some(folder) => folder.clone(),
        None => compile(root)?,
    };
    fs::create_dir_all(&packages.out)?;
    // Unfinished files have another name than finished ones.
    let unfinished = packages.out.join(".unfinished");
    let name = format!("skirmish-{version}-{system}");
    let tree = unfinished.join(&name);
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished)?;
    }
    fill(root, &programs, &tree)?;
    let archive = packages.out.join(format!("{name}.tar.gz"));
    pack(&tree, &unfinished.join("archive"), &archive)?;
    println!("{}", archive.display());
    match deb::architecture() {
        Some(architecture) => {
            let package = packages.out.join(format!("skirmish_{version}_{architecture}.deb"));
            deb::make(&tree, &unfinished, &version, &architecture, &package)?;
            println!("{}", package.display());
        }
        None => println!("left out: the package for Debian, which `dpkg-deb` makes"),
    }
    fs::remove_dir_all(&unfinished)?;
    Ok(())
}

/// Returns the version in Cargo.toml.
fn version(root: &Path) -> Made<String> {
    let text = fs::read_to_string(root.join("Cargo.toml"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    Ok(line.ok_or("Cargo.toml has no version")?.to_owned())
}

/// Returns the system for which the compiler compiles: `x86_64-unknown-linux-gnu`.
fn system() -> Made<String> {
    let told = said(Command::new("rustc").arg("-vV"), "rustc")?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc does not say for which system it compiles")?.to_owned())
}

/// Compiles both programs for packages; returns their folder.
fn compile(root: &Path) -> Made<PathBuf> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).args(["build", "--locked", "--profile", "dist", "--package", "skirmish", "--bins"]);
    run(cargo.args(["--features", "tracker"]), "cargo build")?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join("dist"))
}

/// Fills the tree that both packages hold.
fn fill(root: &Path, programs: &Path, tree: &Path) -> Made<()> {
    let (bin, share) = (tree.join("bin"), tree.join("share"));
    let (manual, about) = (share.join("man/man1"), share.join("doc/skirmish"));
    for folder in [&bin, &manual, &about] {
        fs::create_dir_all(folder)?;
    }
    for name in PROGRAMS {
        let program = bin.join(name);
        copy(&programs.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)), &program)?;
        // Without its table of symbols a program is half as large.
        if Command::new("strip").arg("--version").output().is_ok() {
            run(Command::new("strip").arg(&program), "strip")?;
        }
        for (shell, folder, before, after) in SHELLS {
            let script = said(Command::new(&program).args(["completions", shell]), name)?;
            let folder = share.join(folder);
            fs::create_dir_all(&folder)?;
            fs::write(folder.join(format!("{before}{name}{after}")), script)?;
        }
        said(Command::new(&program).arg("manual").arg(&manual), name)?;
    }
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root.join(name), &about.join(name))?;
    }
    for (from, to) in [
        ("fonts/OFL.txt", "OFL-Junicode.txt"),
        ("fonts/screen/OFL-Inter.txt", "OFL-Inter.txt"),
        ("fonts/fallback/OFL-EBGaramond.txt", "OFL-EBGaramond.txt"),
        ("fonts/fallback/OFL-Noto.txt", "OFL-Noto.txt"),
        ("templates/press/README.md", "press-profile.md"),
    ] {
        copy(&root.join(from), &about.join(to))?;
    }
    fs::write(about.join("third-party.txt"), licences::of_libraries(root, Compiled::Programs)?)?;
    let page = root.join("output/web");
    if page.join("index.html").exists() {
        copy_all(&page, &share.join("skirmish/web"))?;
    } else {
        println!("left out: the page of the tracker for tablets; `cargo xtask web` makes it");
    }
    Ok(())
}

/// Packs a tree into an archive, which appears when it is whole.
fn pack(tree: &Path, unfinished: &Path, archive: &Path) -> Made<()> {
    let (Some(folder), Some(name)) = (tree.parent(), tree.file_name()) else { return Err("no tree".into()) };
    let mut tar = Command::new("tar");
    // The archive doesn't contain the user's name.
    if said(Command::new("tar").arg("--version"), "tar")?.contains("GNU tar") {
        tar.args(["--owner=root:0", "--group=root:0", "--sort=name"]);
    }
    run(tar.arg("-czf").arg(unfinished).arg("-C").arg(folder).arg(name), "tar")?;
    fs::rename(unfinished, archive)?;
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Made<()> {
    match fs::copy(from, to) {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("{}: {error}", from.display()).into()),
    }
}

/// Copies a folder with all that is in it.
fn copy_all(from: &Path, to: &Path) -> Made<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let Some(name) = path.file_name() else { continue };
        if path.is_dir() { copy_all(&path, &to.join(name))? } else { copy(&path, &to.join(name))? }
    }
    Ok(())
}

/// Returns the output of a program; it must succeed.
fn said(command: &mut Command, name: &str) -> Made<String> {
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if !output.status.success() {
        return Err(format!("`{name}` failed: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
