//! Binary packages for each system: archives, a package for Debian and its derivatives, an installer for Windows.
//!
//! The packages of Linux contain the same tree, `bin` and `share`, so the archive can be unpacked into `/usr/local` or `~/.local`.

mod check;
mod deb;
pub mod licences;
mod manifests;
mod system;
mod windows;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::licences::Compiled;
pub use self::system::{OTHERS, System};
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
    /// The systems; by default this one.
    pub systems: Vec<System>,
    /// A folder with the programs of this system; they are compiled if it isn't set.
    pub programs: Option<PathBuf>,
    /// Destination folder.
    pub out: PathBuf,
    /// The address below which the packages will be published, for the manifests of package managers.
    pub url: Option<String>,
    /// What is checked.
    pub check: Check,
}

/// What is checked of the programs, under wine and qemu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Nothing.
    Nothing,
    /// The programs of the packages.
    Packages,
    /// The generator as tests compile it, without packages.
    Generator,
}

/// Makes the packages, and checks their programs if asked to.
///
/// # Errors
/// A program doesn't compile or fails its checks, a tool is missing, or a file can't be written.
pub fn make(packages: &Packages) -> Made<()> {
    let Packages { root, systems, programs, out, url, check } = packages;
    if *check == Check::Generator {
        return check_generators(packages);
    }
    let version = version(root)?;
    fs::create_dir_all(out)?;
    // Unfinished files have another name than finished ones.
    let unfinished = out.join(".unfinished");
    let mut all = Vec::new();
    for system in systems {
        let programs = match programs {
            Some(folder) if system.is_host => folder.clone(),
            _ => compile(root, system)?,
        };
        if unfinished.exists() {
            fs::remove_dir_all(&unfinished)?;
        }
        let tree = unfinished.join(format!("skirmish-{version}-{}", system.triple));
        let made = packages_of(root, system, &programs, &tree, (out, &version))?;
        made.iter().for_each(|package| println!("{}", package.display()));
        all.extend(made);
        if *check == Check::Packages {
            let setup = all.iter().find(|package| package.to_string_lossy().ends_with("-setup.exe"));
            setup
                .filter(|_| system.is_windows())
                .map_or(Ok(()), |setup| check::check_installer(root, system, setup))?;
            let programs = if system.is_windows() { tree } else { tree.join("bin") };
            check::check(root, system, &programs, &native(packages)?, &check::GAMES)?;
        }
    }
    fs::remove_dir_all(&unfinished)?;
    let sums = manifests::sums(&all)?;
    fs::write(out.join("SHA256SUMS"), manifests::lines(&sums))?;
    match url {
        Some(url) => manifests::fill(root, &version, url, &sums, &out.join("manifests")),
        None => Ok(()),
    }
}

/// Makes the packages of a system; returns their paths.
fn packages_of(
    root: &Path,
    system: &System,
    programs: &Path,
    tree: &Path,
    (out, version): (&Path, &str),
) -> Made<Vec<PathBuf>> {
    let (Some(unfinished), Some(name)) = (tree.parent(), tree.file_name()) else { return Err("no tree".into()) };
    let name = name.to_string_lossy();
    if system.is_windows() {
        windows::fill(root, programs, &system.tool("strip"), tree)?;
        return windows::make(root, tree, unfinished, out);
    }
    fill(root, system, programs, tree)?;
    let archive = out.join(format!("{name}.tar.gz"));
    pack(tree, &unfinished.join("archive"), &archive)?;
    let mut made = vec![archive];
    match system.debian().filter(|_| deb::is_possible()) {
        Some(architecture) => {
            let package = out.join(format!("skirmish_{version}_{architecture}.deb"));
            deb::make(tree, unfinished, version, architecture, &package)?;
            made.push(package);
        }
        None => println!("left out: the package for Debian, which `dpkg-deb` makes"),
    }
    Ok(made)
}

/// Checks the generators of the systems as tests compile them, which takes a tenth of the time of those of packages.
fn check_generators(packages: &Packages) -> Made<()> {
    for system in packages.systems.iter().filter(|system| !system.is_host) {
        let mut cargo = system.cargo(&packages.root, "build");
        // Compiling takes far longer than the decks.
        cargo.env(system.variable("RUSTFLAGS"), "-Copt-level=0");
        run(cargo.args(["--package", "skirmish", "--bin", "skirmish"]), "cargo build")?;
        let programs = target_folder(&packages.root, system).join("debug");
        // What differs between processors shows in any deck; what differs between systems, in none.
        let games = if system.is_windows() { check::GAMES.as_slice() } else { &check::GAMES[..1] };
        check::check(&packages.root, system, &programs, &native(packages)?, games)?;
    }
    Ok(())
}

/// Returns the folder with the programs of this machine, compiled if no folder is named.
fn native(packages: &Packages) -> Made<PathBuf> {
    match &packages.programs {
        Some(folder) => Ok(folder.clone()),
        None => compile(&packages.root, &System::host()?),
    }
}

/// Returns the version in Cargo.toml.
fn version(root: &Path) -> Made<String> {
    let text = fs::read_to_string(root.join("Cargo.toml"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    Ok(line.ok_or("Cargo.toml has no version")?.to_owned())
}

/// Compiles both programs for packages; returns their folder.
fn compile(root: &Path, system: &System) -> Made<PathBuf> {
    let mut cargo = system.cargo(root, "build");
    cargo.args(["--profile", "dist", "--package", "skirmish", "--bins", "--features", "tracker"]);
    run(&mut cargo, "cargo build")?;
    Ok(target_folder(root, system).join("dist"))
}

/// Returns cargo's folder for a system, with a folder in it for each profile.
fn target_folder(root: &Path, system: &System) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    if system.is_host { target } else { target.join(&system.triple) }
}

/// Fills the tree that both packages of Linux hold.
fn fill(root: &Path, system: &System, programs: &Path, tree: &Path) -> Made<()> {
    let (bin, share) = (tree.join("bin"), tree.join("share"));
    let (manual, about) = (share.join("man/man1"), share.join("doc/skirmish"));
    for folder in [&bin, &manual] {
        fs::create_dir_all(folder)?;
    }
    let strip = system.tool("strip");
    for name in PROGRAMS {
        let program = bin.join(name);
        copy(&programs.join(name), &program)?;
        // Without its table of symbols a program is half as large.
        if Command::new(&strip).arg("--version").output().is_ok() {
            run(Command::new(&strip).arg(&program), &strip)?;
        }
        for (shell, folder, before, after) in SHELLS {
            let script = said(system.run(&program).args(["completions", shell]), name)?;
            let folder = share.join(folder);
            fs::create_dir_all(&folder)?;
            fs::write(folder.join(format!("{before}{name}{after}")), script)?;
        }
        said(system.run(&program).arg("manual").arg(&manual), name)?;
    }
    licences(root, &system.triple, &about)?;
    for name in ["README.md", "CHANGELOG.md"] {
        copy(&root.join(name), &about.join(name))?;
    }
    page(root, &share.join("skirmish/web"))
}

/// Writes all licences into a folder.
fn licences(root: &Path, system: &str, folder: &Path) -> Made<()> {
    fs::create_dir_all(folder)?;
    for (from, to) in [
        ("LICENSE-MIT", "LICENSE-MIT"),
        ("LICENSE-APACHE", "LICENSE-APACHE"),
        ("fonts/OFL.txt", "OFL-Junicode.txt"),
        ("fonts/screen/OFL-Inter.txt", "OFL-Inter.txt"),
        ("fonts/fallback/OFL-EBGaramond.txt", "OFL-EBGaramond.txt"),
        ("fonts/fallback/OFL-Noto.txt", "OFL-Noto.txt"),
        ("templates/press/README.md", "press-profile.md"),
    ] {
        copy(&root.join(from), &folder.join(to))?;
    }
    fs::write(folder.join("third-party.txt"), licences::of_libraries(root, Compiled::Programs(system))?)?;
    Ok(())
}

/// Copies the page of the tracker, if it was built.
fn page(root: &Path, to: &Path) -> Made<()> {
    let page = root.join("output/web");
    if page.join("index.html").exists() {
        return copy_all(&page, to);
    }
    println!("left out: the page of the tracker for tablets; `cargo xtask web` makes it");
    Ok(())
}

/// Returns the total size of all files below a folder.
fn folder_size(folder: &Path) -> Made<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        sum += if entry.path().is_dir() { folder_size(&entry.path())? } else { entry.metadata()?.len() };
    }
    Ok(sum)
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
