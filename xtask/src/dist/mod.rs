//! Binary packages for each system: archives, a package for Debian and its derivatives, an installer for Windows.

mod check;
mod deb;
pub mod licences;
mod manifests;
mod system;
mod unix;
mod windows;
mod wine;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::check::Checks;
use self::licences::Compiled;
pub use self::system::{OTHERS, System};
use crate::{Made, run};

/// The programs.
const PROGRAMS: [&str; 2] = ["skirmish", "skirmish-table"];
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
    /// The address below which the packages will be published; manifests of package managers need it.
    pub url: Option<String>,
    /// The checks.
    pub check: Check,
}

/// Checks of the programs, under wine and qemu.
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
    let Packages { root, systems, out, url, check, .. } = packages;
    if *check == Check::Generator {
        return check_generators(packages);
    }
    let version = version(root)?;
    fs::create_dir_all(out)?;
    // Some tools are started elsewhere.
    let out = &fs::canonicalize(out)?;
    // Unfinished files have another name than finished ones.
    let unfinished = out.join(".unfinished");
    let mut all = Vec::new();
    for system in systems {
        let compiled = programs(packages, system)?;
        if unfinished.exists() {
            fs::remove_dir_all(&unfinished)?;
        }
        let tree = unfinished.join(format!("skirmish-{version}-{}", system.triple));
        let make = if system.is_windows() { windows::make } else { unix::make };
        let made = make(root, system, &compiled, &tree, out)?;
        made.iter().for_each(|package| println!("{}", package.display()));
        if *check == Check::Packages {
            let packed = if system.is_windows() { tree } else { tree.join("bin") };
            Checks::new(root, system, &packed, &programs(packages, &System::host()?)?)?.packages(&made)?;
        }
        all.extend(made);
    }
    fs::remove_dir_all(&unfinished)?;
    let sums = manifests::sums(&all)?;
    fs::write(out.join("SHA256SUMS"), manifests::lines(&sums))?;
    match url {
        Some(url) => manifests::fill(root, &version, url, &sums, &out.join("manifests")),
        None => Ok(()),
    }
}

/// Checks the generators of the systems as tests compile them, which takes a tenth of the time of those of packages.
fn check_generators(packages: &Packages) -> Made<()> {
    let Packages { root, systems, .. } = packages;
    let native = match &packages.programs {
        Some(folder) => folder.clone(),
        None => compile_generator(root, &System::host()?)?,
    };
    for system in systems {
        let programs = compile_generator(root, system)?;
        // Any deck shows a difference between processors; none shows one between systems.
        let games: &[&str] = if system.is_windows() { &[] } else { &["skirmish-5e"] };
        Checks::new(root, system, &programs, &native)?.generator(games)?;
    }
    Ok(())
}

/// Returns the folder with the programs of a system, compiled if no folder is named.
fn programs(packages: &Packages, system: &System) -> Made<PathBuf> {
    match &packages.programs {
        Some(folder) if system.is_host => Ok(folder.clone()),
        _ => compile(&packages.root, system),
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
    let mut cargo = system.cargo_build(root);
    run(cargo.args(["--profile", "dist", "--bins", "--features", "tracker"]), "cargo build")?;
    Ok(target_folder(root, system).join("dist"))
}

/// Compiles the generator quickly; returns its folder.
fn compile_generator(root: &Path, system: &System) -> Made<PathBuf> {
    let mut cargo = system.cargo_build(root);
    // Compiling takes far longer than the decks. No other build in CI leaves out the tracker, so its warnings are errors here.
    if !system.is_host {
        cargo.env(system.variable("RUSTFLAGS"), "-Copt-level=0 -Dwarnings");
    }
    run(cargo.args(["--bin", "skirmish"]), "cargo build")?;
    Ok(target_folder(root, system).join("debug"))
}

/// Returns cargo's folder for a system, with a folder in it for each profile.
fn target_folder(root: &Path, system: &System) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    if system.is_host { target } else { target.join(&system.triple) }
}

/// Copies a program into a folder, without its table of symbols, which is half of it; returns the path of the copy.
fn copy_program(system: &System, name: &str, from: &Path, to: &Path) -> Made<PathBuf> {
    let file = system.file_of(name);
    let program = to.join(&file);
    copy(&from.join(&file), &program)?;
    output_of(Command::new(system.tool("strip")).arg(&program))?;
    Ok(program)
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
        copy_all(&page, to)?;
        // The page doesn't use the generator yet.
        let studio = to.join("studio");
        return if studio.exists() { Ok(fs::remove_dir_all(studio)?) } else { Ok(()) };
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
fn output_of(command: &mut Command) -> Made<String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
