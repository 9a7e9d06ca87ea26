//! Programs for other systems, checked on this one: those for Windows under wine, those for ARM under qemu.

mod window;
mod windows;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use super::wine::Wine;
use super::{System, output_of};
use crate::Made;

/// Longest wait for a program.
const PATIENCE: Duration = Duration::from_secs(60);

/// Programs of a system, to compare with those of this machine.
pub struct Checks<'s> {
    system: &'s System,
    root: &'s Path,
    /// Only for Windows.
    wine: Option<Wine>,
    programs: PathBuf,
    native: PathBuf,
    /// Destination folder, empty at first.
    folder: PathBuf,
}

impl<'s> Checks<'s> {
    /// Prepares checks of the programs in a folder; `native` has those of this machine.
    ///
    /// # Errors
    /// wine is missing.
    pub fn new(root: &'s Path, system: &'s System, programs: &Path, native: &Path) -> Made<Self> {
        let folder = root.join("target/check").join(&system.triple);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let wine = if system.is_windows() { Some(Wine::new(root, system)?) } else { None };
        // They are started in other folders.
        let [programs, native] = [fs::canonicalize(programs)?, fs::canonicalize(native)?];
        Ok(Self { system, root, wine, programs, native, folder })
    }

    /// Checks the generator with the named games, or with all.
    ///
    /// # Errors
    /// The first difference.
    pub fn generator(&self, games: &[&str]) -> Made<()> {
        let (expected, actual) = (self.folder.join("expected"), self.folder.join("actual"));
        for (mut program, out) in [(self.here("skirmish"), &expected), (self.there("skirmish"), &actual)] {
            output_of(program.current_dir(self.root).arg("build").args(games).arg("--out").arg(out))?;
        }
        self.passed(&format!("{} files as here", same(&expected, &actual)?));
        self.wine.as_ref().map_or(Ok(()), |_| windows::generator(self))
    }

    /// Checks both programs, and the packages with them.
    ///
    /// # Errors
    /// The first difference.
    pub fn packages(&self, packages: &[PathBuf]) -> Made<()> {
        self.generator(&[])?;
        let attack = |mut table: Command| output_of(table.args(["attack", "--weapon", "axe", "--basic", "chop"]));
        let (expected, actual) = (attack(self.here("skirmish-table"))?, attack(self.there("skirmish-table"))?);
        ensure(expected.lines().eq(actual.lines()), || "skirmish-table prints another attack".to_owned())?;
        self.passed("an attack as here");
        let Some(wine) = &self.wine else { return Ok(()) };
        window::begin_game(self)?;
        match packages.iter().find(|package| package.to_string_lossy().ends_with("-setup.exe")) {
            Some(setup) => windows::installer(self, wine, setup),
            None => Ok(()),
        }
    }

    /// Returns a program of this machine.
    fn here(&self, name: &str) -> Command {
        Command::new(self.native.join(name))
    }

    /// Returns a program of the other system, emulated.
    fn there(&self, name: &str) -> Command {
        let program = self.programs.join(self.system.file_of(name));
        self.wine.as_ref().map_or_else(|| self.system.run(&program), |wine| wine.run(&program))
    }

    fn passed(&self, what: &str) {
        println!("{}: {what}", self.system.triple);
    }
}

/// A program that ends when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Repeats something until it returns a value.
fn until<T>(what: &str, mut attempt: impl FnMut() -> Made<Option<T>>) -> Made<T> {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(value) = attempt()? {
            return Ok(value);
        }
        ensure(Instant::now() < end, || format!("{what}: not within {PATIENCE:?}"))?;
        thread::sleep(Duration::from_millis(200));
    }
}

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Made<()> {
    if holds { Ok(()) } else { Err(why().into()) }
}

/// Returns the number of files in two folders; they must have the same names and bytes.
fn same(expected: &Path, actual: &Path) -> Made<usize> {
    let (expected_files, actual_files) = (files(expected)?, files(actual)?);
    let names = |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    ensure(names(&expected_files) == names(&actual_files), || {
        format!("{} and {} have different files", expected.display(), actual.display())
    })?;
    let differs = expected_files.iter().find(|(name, bytes)| actual_files.get(*name) != Some(bytes));
    match differs {
        Some((name, _)) => {
            Err(format!("{} and {} differ", expected.join(name).display(), actual.join(name).display()).into())
        }
        None => Ok(expected_files.len()),
    }
}

/// Returns all files below a folder.
fn files(folder: &Path) -> Made<BTreeMap<PathBuf, Vec<u8>>> {
    let mut all = BTreeMap::new();
    let mut open = vec![PathBuf::new()];
    while let Some(within) = open.pop() {
        for entry in fs::read_dir(folder.join(&within)).map_err(|error| format!("{}: {error}", folder.display()))? {
            let name = within.join(entry?.file_name());
            let path = folder.join(&name);
            if path.is_dir() {
                open.push(name);
            } else {
                all.insert(name, fs::read(path)?);
            }
        }
    }
    Ok(all)
}
