//! All tests: those of the library and the programs, and those of the page in a browser.

use std::path::Path;
use std::process::Command;

use crate::{Made, Page, run, setup, web};

/// Tells the tests that nothing they need is missing, so that none may be left out.
const NOTHING_LEFT_OUT: &str = "SKIRMISH_TESTS";

/// Installs what is missing and runs all tests.
///
/// # Errors
/// A test fails, or cannot be run.
pub fn all(root: &Path) -> Made<()> {
    let complete = setup::install(root)?;
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).args(["test", "--locked", "--no-fail-fast", "--features", "tracker"]);
    if complete {
        cargo.env(NOTHING_LEFT_OUT, "all");
    }
    run(&mut cargo, "cargo test")?;
    if !complete {
        println!("left out: the tests of the page in a browser, which need what is named above");
        return Ok(());
    }
    web(&Page::of(root))?;
    let tests = root.join("tests/web");
    run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&tests), "npm ci")?;
    run(Command::new("npm").arg("test").current_dir(&tests), "npm test")
}
