//! Other people's programs and libraries that the tests use, and how to get them.

use std::env;
use std::path::Path;
use std::process::Command;

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

const NEEDS: [Need; 20] = [
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
    // The page in a browser.
    program("chromium", "chromium"),
    program("npm", "npm"),
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

/// Installs missing requirements if apt is available; otherwise prints them.
///
/// Returns true if everything is installed now. Otherwise, tests that need the rest are skipped by name.
///
/// # Errors
/// apt fails.
pub fn install(root: &Path) -> Made<bool> {
    let apt = on_path("apt-get");
    let mut missing: Vec<&str> = NEEDS.iter().filter(|need| !is_there(need, apt)).map(|need| need.package).collect();
    if !compile::can_compile() && !add_target()? {
        if apt {
            missing.extend(WEB_COMPILER);
        } else {
            println!("The page needs a compiler for the web: rustup target add wasm32-unknown-unknown");
            return Ok(false);
        }
    }
    if !missing.is_empty() {
        if !apt {
            println!("Some tests need programs that are not here. Please install: {}", missing.join(" "));
            return Ok(false);
        }
        println!("Installing {}", missing.join(" "));
        apt_get(&["update", "-q"])?;
        apt_get(&[&["install", "-q", "-y", "--no-install-recommends"], missing.as_slice()].concat())?;
    }
    checker(root)?;
    Ok(true)
}

/// Puts the checkers of PyPI where the tests look for them, without touching the system's Python.
fn checker(root: &Path) -> Made<()> {
    let home = root.join("target/checkers");
    let python = home.join("bin/python");
    if !python.exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&home), "python3 -m venv")?;
    }
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(Command::new(python).args(pip).args(CHECKERS), "pip install")
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

fn add_target() -> Made<bool> {
    if !on_path("rustup") {
        return Ok(false);
    }
    Ok(Command::new("rustup").args(["target", "add", compile::TARGET]).status()?.success())
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
