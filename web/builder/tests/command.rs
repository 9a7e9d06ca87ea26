//! Usage errors are reported, and nothing is written.

use std::path::Path;
use std::process::{Command, Output};

fn builder(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_page-builder")).current_dir(folder).args(args).output().expect("it runs")
}

fn refuses(args: &[&str], code: i32, words: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = builder(folder.path(), args);
    let told = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(code), "{told}");
    assert!(told.contains(words), "{told}");
    assert!(folder.path().read_dir().expect("a folder").next().is_none(), "something is written");
}

#[test]
fn options_are_checked() {
    refuses(&["--root", ".", "--out", "page"], 2, "missing `--program`");
    refuses(&["--root", ".", "--program"], 2, "`--program` needs a value");
    refuses(&["--root", ".", "--program", "p", "--out", "page"], 2, "missing `--notices`");
    refuses(&["--colour"], 2, "unknown option `--colour`");
}

#[test]
fn a_game_that_is_not_there_is_told() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let args = ["--root", root, "--program", "page.wasm", "--notices", "n.txt", "--out", "page"];
    refuses(&[&args[..], &["--game", "skirmish-6e"]].concat(), 1, "skirmish-6e");
}

#[test]
fn a_program_that_is_none_is_told() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let args =
        ["--root", root, "--program", "page.wasm", "--notices", "n.txt", "--out", "page", "--game", "skirmish-5e"];
    refuses(&args, 1, "page.wasm");
}
