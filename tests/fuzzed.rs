//! Inputs that failed before, and the seeds of fuzzing: each target returns for any of them.
//!
//! `cargo xtask fuzz` finds such inputs (`fuzz`); each is kept in `tests/fuzzed`, in the folder of its target, named
//! after the fault.

#[path = "../fuzz/src/lib.rs"]
mod targets;

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::common::side_by_side::side_by_side;
use targets::{TARGETS, Target};

/// Returns the inputs of all targets, each with its target.
fn inputs(folder: &str) -> Vec<(PathBuf, Target)> {
    let mut all = Vec::new();
    for (name, target) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(name);
        let files = fs::read_dir(folder).into_iter().flatten();
        all.extend(files.map(|file| (file.expect("an entry").path(), target)));
    }
    all
}

#[test]
fn every_target_comes_back() {
    let all = [inputs("fuzz/seeds"), inputs("tests/fuzzed")].concat();
    assert!(all.len() >= 9, "{}", all.len());
    let failures = Mutex::new(Vec::new());
    side_by_side(&all, |(path, target)| {
        let bytes = fs::read(path).expect("a file");
        if catch_unwind(|| target(&bytes)).is_err() {
            failures.lock().expect("no panic").push(path.display().to_string());
        }
    });
    let failures = failures.into_inner().expect("no panic");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn seeds_are_what_they_are_called() {
    // A seed is only used in its own folder: one in a folder of another name never would be.
    for folder in ["fuzz/seeds", "tests/fuzzed"] {
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).into_iter().flatten() {
            let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
            assert!(TARGETS.iter().any(|(target, _)| *target == name), "{folder}/{name}");
        }
    }
}
