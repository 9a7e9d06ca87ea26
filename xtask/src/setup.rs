//! Other people's programs and libraries that the tests use, and how to get them.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use crate::{Made, compile, run};

/// A requirement of the tests, with its Debian package.
struct Need {
    what: What,
    package: &'static str,
}

enum What {
    /// A program on the path.
    Program(&'static str),
    /// A library; only Debian's own list of packages shows if it is installed.
    Library,
}

const fn program(name: &'static str, package: &'static str) -> Need {
    Need { what: What::Program(name), package }
}

const fn library(package: &'static str) -> Need {
    Need { what: What::Library, package }
}

const NEEDS: [Need; 30] = [
    // Compiles what tries inputs at random.
    program("g++", "g++"),
    // Readers of PDF that share no code with the writer.
    program("pdftoppm", "poppler-utils"),
    program("qpdf", "qpdf"),
    program("mutool", "mupdf-tools"),
    program("gs", "ghostscript"),
    // Runs the checkers of PDFs.
    program("python3", "python3"),
    library("python3-venv"),
    // The window on a virtual screen.
    program("Xvfb", "xvfb"),
    program("xdotool", "xdotool"),
    // The page in browsers.
    program("chromium", "chromium"),
    program("firefox-esr", "firefox-esr"),
    program("npm", "npm"),
    // Programs for Windows and for ARM: compilers, and emulators that run them.
    program("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64"),
    program("x86_64-w64-mingw32-g++", "g++-mingw-w64-x86-64"),
    library("wine64"),
    program("makensis", "nsis"),
    program("zip", "zip"),
    program("aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu"),
    program("aarch64-linux-gnu-g++", "g++-aarch64-linux-gnu"),
    library("libc6-dev-arm64-cross"),
    program("qemu-aarch64", "qemu-user"),
    // Drawing without a graphics card.
    library("libegl1"),
    library("libgl1"),
    library("libgl1-mesa-dri"),
    library("libx11-6"),
    library("libx11-xcb1"),
    library("libxcursor1"),
    library("libxi6"),
    library("libxkbcommon-x11-0"),
    library("libxrandr2"),
];

/// Debian's compiler for the web, for toolchains to which rustup cannot add one.
const WEB_COMPILER: [&str; 5] = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm", "lld-22"];

/// The checkers of PDF/UA-1 and PDF/X, a tool that fills in PDF fields, a JSON schema validator and a DXF reader, from
/// PyPI.
const CHECKERS: [&str; 5] =
    ["page-validation==0.11.0", "pdf_oxide==0.3.78", "pikepdf==10.17.0", "jsonschema==4.26.0", "ezdxf==1.4.5"];

/// Compiler targets for the page, and for the programs of other systems.
const TARGETS: [&str; 3] = [compile::TARGET, "x86_64-pc-windows-gnu", "aarch64-unknown-linux-gnu"];

/// Prints missing requirements, and installs them if the user agrees.
///
/// Returns true if everything is installed now. Otherwise, tests that need the rest are skipped by name.
///
/// # Errors
/// An installer fails.
pub fn install(root: &Path, agreed: bool) -> Made<bool> {
    let apt = on_path("apt-get");
    let mut packages: Vec<&str> = NEEDS.iter().filter(|need| !is_there(need, apt)).map(|need| need.package).collect();
    let rustup = on_path("rustup");
    let targets = if rustup { missing_targets()? } else { Vec::new() };
    if !rustup && !compile::can_compile() {
        packages.extend(WEB_COMPILER);
    }
    let has_checkers = has_checkers(root)?;
    for (what, missing) in [("Debian packages", &packages), ("Rust targets", &targets)] {
        if !missing.is_empty() {
            println!("Missing {what}: {}", missing.join(" "));
        }
    }
    if !has_checkers {
        println!("Missing Python packages, for target/checkers: {}", CHECKERS.join(" "));
    }
    if packages.is_empty() && targets.is_empty() && has_checkers {
        return Ok(true);
    }
    if !packages.is_empty() && !apt {
        println!("Without apt, install the first yourself. Some tests are skipped until then.");
        return Ok(false);
    }
    if !agreed && !asked("Install them? [y/N] ")? {
        println!("Nothing installed. Some tests are skipped.");
        return Ok(false);
    }
    if !packages.is_empty() {
        apt_get(&["update", "-q"])?;
        apt_get(&[&["install", "-q", "-y", "--no-install-recommends"], packages.as_slice()].concat())?;
    }
    if !targets.is_empty() {
        run(Command::new("rustup").args(["target", "add"]).args(targets), "rustup")?;
    }
    if !has_checkers {
        checkers(root)?;
    }
    Ok(true)
}

/// Asks a question; only `y` agrees.
fn asked(question: &str) -> Made<bool> {
    print!("{question}");
    io::stdout().flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// Returns the compiler targets that rustup doesn't have.
fn missing_targets() -> Made<Vec<&'static str>> {
    let output = Command::new("rustup").args(["target", "list", "--installed"]).output()?;
    let installed = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(TARGETS.into_iter().filter(|target| installed.lines().all(|line| line != *target)).collect())
}

/// True if the checkers of PyPI are installed in these versions.
fn has_checkers(root: &Path) -> Made<bool> {
    let installed = root.join("target/checkers/installed.txt");
    Ok(installed.exists() && fs::read_to_string(installed)? == CHECKERS.join("\n"))
}

/// Puts the checkers of PyPI where the tests look for them, without touching the system's Python.
fn checkers(root: &Path) -> Made<()> {
    let home = root.join("target/checkers");
    let python = home.join("bin/python");
    if !python.exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&home), "python3 -m venv")?;
    }
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(Command::new(python).args(pip).args(CHECKERS), "pip install")?;
    fs::write(home.join("installed.txt"), CHECKERS.join("\n"))?;
    Ok(())
}

fn is_there(need: &Need, apt: bool) -> bool {
    match need.what {
        What::Program(name) => on_path(name),
        // Other systems have these libraries with their desktop.
        What::Library => !apt || succeeds(Command::new("dpkg-query").args(["-W", need.package])),
    }
}

fn on_path(program: &str) -> bool {
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

/// Runs a command without its output.
fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Runs apt-get, through sudo unless the user is root.
fn apt_get(args: &[&str]) -> Made<()> {
    let root = Path::new("/root").read_dir().is_ok();
    let mut command = Command::new(if root { "apt-get" } else { "sudo" });
    if !root {
        command.arg("apt-get");
    }
    // Another installation may be going on.
    command.args(["-o", "DPkg::Lock::Timeout=300"]).args(args);
    run(command.env("DEBIAN_FRONTEND", "noninteractive"), "apt-get")
}
