//! All tests: those of the library and the programs, and those of the page in a browser.

use std::path::Path;
use std::process::Command;

use crate::{BUILDER, Made, Page, compile, put_together, run, setup};

/// Tells the tests that nothing they need is missing, so that none may be left out.
const NOTHING_LEFT_OUT: &str = "SKIRMISH_TESTS";

/// Installs what is missing and runs all tests.
///
/// # Errors
/// A test fails, or cannot be run.
pub fn all(root: &Path) -> Made<()> {
    let complete = setup::install(root)?;
    // The last part of this compilation keeps one processor busy; the tests are compiled beside it.
    let program = if complete { Some(compile::start(root)?) } else { None };
    let kinds: [&[&str]; 3] = [
        // The library's own tests run for a few seconds, and take three times as long to compile where they are optimised.
        &["--lib", "--config", "profile.dev.package.skirmish.opt-level=0"],
        &["--bins", "--test", "*"],
        &["--doc"],
    ];
    // All of them, whatever fails.
    let tested = kinds.map(|kind| run(cargo_test(root, complete).args(kind), &format!("cargo test {}", kind[0])));
    let failed: Vec<String> = tested.into_iter().filter_map(Result::err).map(|why| why.to_string()).collect();
    if !failed.is_empty() {
        return Err(failed.join("\n").into());
    }
    let Some(program) = program else {
        println!("left out: the tests of the page in a browser, which need what is named above");
        return Ok(());
    };
    let page = Page { builder: Some(root.join("target/debug/page-builder")), ..Page::of(root) };
    put_together(&page, program)?;
    let tests = root.join("tests/web");
    run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&tests), "npm ci")?;
    let mut npm = Command::new("npm");
    npm.arg("test").current_dir(&tests);
    // Some of the tests build pages of other games.
    npm.envs(page.builder.as_ref().map(|builder| (BUILDER, builder)));
    run(&mut npm, "npm test")
}

/// Cargo with what all tests have in common, so that what they need is compiled once for all.
fn cargo_test(root: &Path, complete: bool) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).args(["test", "--locked", "--no-fail-fast"]);
    // The builder is among them, so that it shares what is compiled for the tests.
    cargo.args(["--package", "skirmish", "--package", "page-builder", "--package", "xtask", "--features", "tracker"]);
    if complete {
        cargo.env(NOTHING_LEFT_OUT, "all");
    }
    cargo
}
