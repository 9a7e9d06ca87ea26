//! Programs for other systems, checked on this one: those for Windows under wine, those for ARM under qemu.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{System, said};
use crate::{Made, run};

/// The included games.
pub const GAMES: [&str; 4] = ["skirmish-5e", "battling-cards", "skirminion", "warhammer-skirmish"];

/// Longest wait for a line of `watch`.
const PATIENCE: Duration = Duration::from_secs(60);

/// Checks the programs of a system against those of this machine.
///
/// # Errors
/// The first difference, or a missing tool.
pub fn check(root: &Path, system: &System, programs: &Path, native: &Path, games: &[&str]) -> Made<()> {
    let folder = root.join("target/check").join(&system.triple);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let emulator = Emulator::of(root, system)?;
    // They are started in other folders.
    let [programs, native] = [fs::canonicalize(programs)?, fs::canonicalize(native)?];
    let other = |name: &str| emulator.run(&programs.join(system.file_of(name)));
    let here = |name: &str| Command::new(native.join(name));
    let (expected, actual) = (folder.join("expected"), folder.join("actual"));
    for (mut program, out) in [(here("skirmish"), &expected), (other("skirmish"), &actual)] {
        succeed(program.current_dir(root).arg("build").args(games).arg("--out").arg(out))?;
    }
    println!("{}: {} files of {} as here", system.triple, same(&expected, &actual)?, games.join(", "));
    if programs.join(system.file_of("skirmish-table")).exists() {
        let attack = ["attack", "--weapon", "axe", "--basic", "chop"];
        let answers = [here("skirmish-table"), other("skirmish-table")].map(|mut table| succeed(table.args(attack)));
        let [expected, actual] = answers;
        ensure(words(&expected?) == words(&actual?), || "skirmish-table prints another attack".to_owned())?;
        println!("{}: an attack as here", system.triple);
    }
    if let Emulator::Wine { .. } = emulator {
        let checked = windows(&folder, &|| here("skirmish"), &|| other("skirmish"));
        emulator.stop()?;
        checked?;
        println!("{}: new, check and watch; paths, names and line ends of Windows", system.triple);
    }
    Ok(())
}

/// Checks what differs on Windows: paths, names, line ends, and the news of saved files.
fn windows(folder: &Path, here: &dyn Fn() -> Command, there: &dyn Fn() -> Command) -> Made<()> {
    let (native, work) = (folder.join("native"), folder.join("work 100%20 ø"));
    for (folder, program) in [(&native, here), (&work, there)] {
        fs::create_dir_all(folder)?;
        succeed(program().current_dir(folder).args(["new", "my-game"]))?;
    }
    same(&native, &work)?;
    succeed(here().current_dir(&native).args(["build", "my-game"]))?;

    // Data with the line ends of Windows, into a folder with a drive, backslashes and a path of more than 260 characters.
    let game = work.join("card-data/my-game");
    for path in files(&game)?.keys().filter(|path| has_lines(path)) {
        let text = fs::read_to_string(game.join(path))?;
        fs::write(game.join(path), text.replace('\n', "\r\n"))?;
    }
    let long = work.join("a long name ".repeat(8) + "end").join("another long name ".repeat(8) + "end");
    let typed = format!("Z:{}", long.display()).replace('/', "\\");
    ensure(typed.len() > 260, || format!("{typed} is short"))?;
    succeed(there().current_dir(&work).args(["build", "my-game", "--out", &typed]))?;
    let outputs = [native.join("output/my-game"), long.join("my-game")];
    for output in &outputs {
        // It quotes the data, line ends included.
        fs::remove_file(output.join("printing.toml"))?;
    }
    same(&outputs[0], &outputs[1])?;

    succeed(there().current_dir(&work).args(["check", "my-game"]))?;
    for args in [&["new", "con"][..], &["build", "my-game", "--out", "aux.d"]] {
        let refused = there().current_dir(&work).args(args).output()?;
        let said = String::from_utf8_lossy(&refused.stderr);
        ensure(refused.status.code() == Some(1) && said.contains("error[E0127]"), || format!("{args:?}: {said}"))?;
    }

    let watching =
        there().current_dir(&work).args(["watch", "my-game", "--port", "0"]).stdout(Stdio::piped()).spawn()?;
    let mut watching = Running(watching);
    watch(watching.0.stdout.take().ok_or("no output")?, &game.join("game.toml"))
}

/// Installs the package for Windows silently, and uninstalls it.
///
/// # Errors
/// The first thing that isn't there, or stays.
pub fn check_installer(root: &Path, system: &System, setup: &Path) -> Made<()> {
    let emulator = Emulator::of(root, system)?;
    let Emulator::Wine { prefix, .. } = &emulator else { return Ok(()) };
    let registry = |args: &[&str]| emulator.run(Path::new("reg")).arg("query").args(args).output();
    let is_on_path =
        |folder: &str| -> Made<bool> { Ok(words(&registry(&[r"HKCU\Environment", "/v", "Path"])?).contains(folder)) };
    succeed(emulator.run(setup).arg("/S"))?;
    let told = words(&registry(&[r"HKCU\Software\Skirmish", "/v", "Folder"])?);
    let typed = told.split_once("REG_SZ").ok_or("the installer names no folder")?.1.trim().to_owned();
    let folder = prefix.join("drive_c").join(typed.trim_start_matches(r"C:\").replace('\\', "/"));
    succeed(emulator.run(&folder.join("skirmish.exe")).arg("--version"))?;
    ensure(is_on_path(&typed)?, || format!("{typed} isn't on PATH"))?;
    let journals = words(&registry(&[r"HKCU\Software\Classes\Skirmish.Journal\shell\open\command", "/ve"])?);
    ensure(journals.contains(r#"skirmish-table.exe" --journal "%1""#), || format!("journals open with {journals}"))?;
    // It goes on in a copy of itself, which can delete it.
    succeed(emulator.run(&folder.join("uninstall.exe")).arg("/S"))?;
    let end = Instant::now() + PATIENCE;
    while folder.exists() {
        ensure(Instant::now() < end, || format!("{} stays", folder.display()))?;
        thread::sleep(Duration::from_millis(200));
    }
    ensure(!is_on_path(&typed)?, || format!("{typed} stays on PATH"))?;
    println!("{}: installed and uninstalled", system.triple);
    emulator.stop()
}

/// Saves a file of a watched game, and waits until the page hears of it.
fn watch(output: impl std::io::Read, file: &Path) -> Made<()> {
    let mut address = String::new();
    // Open until the end: the program prints more.
    let mut output = BufReader::new(output);
    output.read_line(&mut address)?;
    let host = address.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let mut stream = TcpStream::connect(&host).map_err(|error| format!("watch prints {address:?}: {error}"))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET /events HTTP/1.1\r\nHost: {host}\r\n\r\n")?;
    let mut lines = BufReader::new(stream).lines();
    let mut wait = |words: &str| -> Made<()> {
        for line in lines.by_ref() {
            if line?.contains(words) {
                return Ok(());
            }
        }
        Err(format!("watch hung up before {words}").into())
    };
    let text = fs::read_to_string(file)?;
    let title = text.lines().find_map(|line| line.strip_prefix("title = \"")?.strip_suffix('"')).ok_or("no title")?;
    wait(title)?;
    fs::write(file, text.replacen(&format!("\"{title}\""), "\"Gull Reef\"", 1))?;
    wait("Gull Reef")
}

/// A program that ends when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// How programs of another system are run.
enum Emulator {
    /// As they are, or under qemu.
    System(System),
    /// Under wine.
    Wine { wine: PathBuf, prefix: PathBuf },
}

impl Emulator {
    /// Prepares the emulator of a system.
    fn of(root: &Path, system: &System) -> Made<Self> {
        if !system.is_windows() {
            return Ok(Self::System(system.clone()));
        }
        // Debian's own path: its `wine` asks for the one of 32 bits in each run.
        let debian = Path::new("/usr/lib/wine/wine64");
        let wine = if debian.exists() { debian } else { Path::new("wine") }.to_owned();
        let prefix = root.join("target/wine");
        let emulator = Self::Wine { wine, prefix: prefix.clone() };
        let library = prefix.join("drive_c/windows/system32/bcryptprimitives.dll");
        if !library.exists() {
            said(emulator.run(Path::new("wineboot")).arg("--init"), "wineboot")?;
            if !library.exists() {
                let mut gcc = Command::new(system.tool("gcc"));
                gcc.args(["-shared", "-o"]).arg(&library).arg(root.join("dist/windows/bcryptprimitives.c"));
                run(gcc.arg("-ladvapi32"), "gcc")?;
            }
        }
        Ok(emulator)
    }

    fn run(&self, program: &Path) -> Command {
        match self {
            Self::System(system) => system.run(program),
            Self::Wine { wine, prefix } => {
                let mut command = Command::new(wine);
                // Without the installers of Mono and Gecko, and without messages about what wine lacks.
                command.env("WINEDLLOVERRIDES", "mscoree,mshtml=").env("WINEDEBUG", "-all").env("WINEPREFIX", prefix);
                command.arg(program);
                command
            }
        }
    }

    /// Ends what wine leaves running.
    fn stop(&self) -> Made<()> {
        said(self.run(Path::new("wineboot")).arg("--kill"), "wineboot").map(|_| ())
    }
}

/// Runs a command that must succeed.
fn succeed(command: &mut Command) -> Made<Output> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    ensure(output.status.success(), || format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)))?;
    Ok(output)
}

/// Returns what a command printed, with line ends of Unix.
fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).replace('\r', "")
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

/// True if the lines of a file may end as on Windows.
fn has_lines(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    ["toml", "md", "svg", "csv"].contains(&extension)
}
