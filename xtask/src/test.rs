//! All tests: the library's and the programs', and those of the page in a browser.

use std::path::Path;
use std::process::{Command, Output};
use std::thread::{self, available_parallelism};
use std::time::Duration;

use crate::{BUILDER, Made, Page, compile, put_together, run, setup};

/// Variable that makes the tests fail instead of skipping any.
const NOTHING_LEFT_OUT: &str = "SKIRMISH_TESTS";

/// Installs missing requirements and runs all tests.
///
/// # Errors
/// A test fails, or can't be run.
pub fn all(root: &Path) -> Made<()> {
    let complete = setup::install(root, false)?;
    // The last part of this compilation keeps one processor busy: the tests are compiled beside it.
    let program = if complete { Some(compile::start(root, &compile::PACKAGES)?) } else { None };
    cargo_tests(root, complete)?;
    let Some(program) = program else {
        println!("skipped: the tests of the page in a browser, which need the programs named above");
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

/// Runs all of cargo's tests, continuing after failures.
fn cargo_tests(root: &Path, complete: bool) -> Made<()> {
    let cargo = |kind: &[&str]| {
        let mut cargo = cargo_test(root, complete);
        cargo.args(kind);
        cargo
    };
    let [mut programs, mut own, mut examples] =
        [cargo(&["--bins", "--test", "*"]), cargo(&["--lib"]), cargo(&["--doc"])];
    // The library's own tests and the examples keep one processor busy while they compile. That is done while the others run: cargo
    // compiles for one call at a time, so the second call waits until the first has compiled.
    let (programs, others) = thread::scope(|scope| {
        let others = scope.spawn(|| {
            // By then the first call has begun to compile.
            thread::sleep(Duration::from_secs(5));
            [&mut own, &mut examples].map(Command::output)
        });
        (run(&mut programs, "cargo test --bins --test"), others.join())
    });
    let mut failed: Vec<String> = programs.err().into_iter().map(|why| why.to_string()).collect();
    let [own, examples] = others.map_err(|_| "cargo test --lib was not run")?;
    for (ran, name) in [(own?, "cargo test --lib"), (examples?, "cargo test --doc")] {
        let Output { status, stdout, stderr } = ran;
        println!("== {name}\n{}{}", String::from_utf8_lossy(&stderr), String::from_utf8_lossy(&stdout));
        if !status.success() {
            failed.push(format!("`{name}` failed"));
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n").into()) }
}

/// Returns cargo with the options that all tests share, to compile dependencies once.
fn cargo_test(root: &Path, complete: bool) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).args(["test", "--locked", "--no-fail-fast"]);
    // The builder is included, to share dependencies compiled for the tests.
    cargo.args(["--workspace", "--exclude", "skirmish-page", "--exclude", "skirmish-fuzz"]);
    cargo.args(["--features", "tracker"]);
    if complete {
        cargo.env(NOTHING_LEFT_OUT, "all");
    }
    // Some tests wait for a program, and some for what another test prepares: meanwhile another uses the processor.
    let threads = available_parallelism().map_or(1, usize::from) + 1;
    cargo.env("RUST_TEST_THREADS", threads.to_string());
    cargo
}
