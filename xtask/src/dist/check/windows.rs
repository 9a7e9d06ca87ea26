//! Differences on Windows: paths, names, line ends, notifications of saved files, and the installer.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::Stdio;

use super::{Checks, PATIENCE, Running, ensure, files, output_of, same, until};
use crate::Made;
use crate::dist::wine::Wine;

/// Checks the generator with a new game.
pub fn generator(checks: &Checks<'_>) -> Made<()> {
    let (native, work) = (checks.folder.join("native"), checks.folder.join("work 100%20 ø"));
    let here = || checks.here("skirmish");
    let there = || checks.there("skirmish");
    for (folder, mut program) in [(&native, here()), (&work, there())] {
        fs::create_dir_all(folder)?;
        output_of(program.current_dir(folder).args(["new", "my-game"]))?;
    }
    same(&native, &work)?;
    output_of(here().current_dir(&native).args(["build", "my-game"]))?;

    // Data with the line ends of Windows, into a folder with a drive, backslashes and a path of more than 260 characters.
    let game = work.join("card-data/my-game");
    for path in files(&game)?.keys().filter(|path| has_lines(path)) {
        let text = fs::read_to_string(game.join(path))?;
        fs::write(game.join(path), text.replace('\n', "\r\n"))?;
    }
    let long = work.join("a long name ".repeat(8) + "end").join("another long name ".repeat(8) + "end");
    let typed = format!("Z:{}", long.display()).replace('/', "\\");
    ensure(typed.len() > 260, || format!("{typed} is short"))?;
    output_of(there().current_dir(&work).args(["build", "my-game", "--out", &typed]))?;
    let outputs = [native.join("output/my-game"), long.join("my-game")];
    for output in &outputs {
        // It quotes the data, line ends included.
        fs::remove_file(output.join("printing.toml"))?;
    }
    same(&outputs[0], &outputs[1])?;

    output_of(there().current_dir(&work).args(["check", "my-game"]))?;
    for args in [&["new", "con"][..], &["build", "my-game", "--out", "aux.d"]] {
        let refused = there().current_dir(&work).args(args).output()?;
        let told = String::from_utf8_lossy(&refused.stderr);
        ensure(refused.status.code() == Some(1) && told.contains("error[E0127]"), || format!("{args:?}: {told}"))?;
    }

    let watching =
        there().current_dir(&work).args(["watch", "my-game", "--port", "0"]).stdout(Stdio::piped()).spawn()?;
    let mut watching = Running(watching);
    watch(watching.0.stdout.take().ok_or("no output")?, &game.join("game.toml"))?;
    checks.passed("new, check and watch; paths, names and line ends of Windows");
    Ok(())
}

/// Saves a file of a watched game, and waits until the page hears of it.
fn watch(output: impl Read, file: &Path) -> Made<()> {
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

/// Installs the package silently, and uninstalls it.
pub fn installer(checks: &Checks<'_>, wine: &Wine, setup: &Path) -> Made<()> {
    let registry = |args: &[&str]| output_of(wine.run("reg").arg("query").args(args));
    let is_on_path =
        |folder: &str| -> Made<bool> { Ok(registry(&[r"HKCU\Environment", "/v", "Path"])?.contains(folder)) };
    output_of(wine.run(setup).arg("/S"))?;
    let told = registry(&[r"HKCU\Software\Skirmish", "/v", "Folder"])?;
    let typed = told.split_once("REG_SZ").ok_or("the installer names no folder")?.1.trim();
    let folder = wine.path(typed);
    output_of(wine.run(folder.join("skirmish.exe")).arg("--version"))?;
    ensure(is_on_path(typed)?, || format!("{typed} isn't on PATH"))?;
    let journals = registry(&[r"HKCU\Software\Classes\Skirmish.Journal\shell\open\command", "/ve"])?;
    ensure(journals.contains(r#"skirmish-table.exe" --journal "%1""#), || format!("journals open with {journals}"))?;
    // It continues in a copy, which can delete it.
    output_of(wine.run(folder.join("uninstall.exe")).arg("/S"))?;
    until("the folder is deleted", || Ok((!folder.exists()).then_some(())))?;
    ensure(!is_on_path(typed)?, || format!("{typed} stays on PATH"))?;
    checks.passed("installed and uninstalled");
    Ok(())
}

/// True if the lines of a file may end as on Windows.
fn has_lines(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    ["toml", "md", "svg", "csv"].contains(&extension)
}
