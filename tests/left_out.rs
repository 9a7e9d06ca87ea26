//! Lists the tests that a run skips, once and in every run.

use std::io::Write as _;

use crate::common::outsiders::{EVERYTHING, can_install, python_with};

/// Returns the skipped tests, and their requirements.
fn left_out() -> Vec<&'static str> {
    let everything = std::env::var_os(EVERYTHING).is_some();
    let has = |package: &str| python_with(package).is_some();
    let parts = [
        (cfg!(feature = "tracker"), "the tracker, its screens and its window: `cargo test --features tracker`"),
        (has("page"), "PDF/UA-1, which needs the checker that `cargo xtask test` installs"),
        (has("pdf_oxide"), "the envelope of PDF/X, which needs the checker that `cargo xtask test` installs"),
        (has("pikepdf"), "filling in a form, which needs pikepdf, which `cargo xtask test` installs"),
        (has("jsonschema"), "packs against their schemas, which need jsonschema, which `cargo xtask test` installs"),
        (has("ezdxf"), "lines for a cutting machine, which need ezdxf, which `cargo xtask test` installs"),
        (everything, "the tracker and the rulebook as pages in a browser: `cargo xtask test`"),
    ];
    parts.into_iter().filter(|(runs, _)| !runs).map(|(_, what)| what).collect()
}

/// Returns the tests that only Debian can run, whatever is installed.
fn of_debian() -> Option<&'static str> {
    (!can_install()).then_some("the package of Debian on a bare system, which needs dpkg, and root or `unshare`")
}

#[test]
fn what_is_left_out_is_named() {
    let left_out = left_out();
    for what in left_out.iter().copied().chain(of_debian()) {
        // Not `eprintln`, which a test that passes keeps to itself.
        writeln!(std::io::stderr(), "left out: {what}").expect("a terminal");
    }
    let everything = std::env::var_os(EVERYTHING).is_some();
    assert!(
        left_out.is_empty() || !everything,
        "{EVERYTHING} asks for all tests, and these are left out: {left_out:?}"
    );
}
