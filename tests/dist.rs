//! The packages: their contents, and that both programs work with only their dependencies, and no Rust.

#![cfg(all(feature = "tracker", unix))]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use crate::common::outsiders::{as_root, can_install, run};
use crate::common::program::SKIRMISH;
use tempfile::TempDir;

const TABLE: &str = env!("CARGO_BIN_EXE_skirmish-table");

/// A folder with packages of the programs as compiled for the tests: the released ones take minutes to compile.
static PACKAGES: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = TempDir::new().expect("a temporary folder");
    let programs = Path::new(SKIRMISH).parent().expect("a folder");
    assert_eq!(Some(programs), Path::new(TABLE).parent());
    let mut cargo = Command::new("cargo");
    cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args([
        "run",
        "--quiet",
        "--locked",
        "--package",
        "xtask",
        "--",
        "dist",
    ]);
    // Programs of the tests are several times as large as those that people get: packing them well takes half a minute.
    cargo.env("GZIP", "-1").env("DPKG_DEB_COMPRESSOR_LEVEL", "1");
    let output = cargo.arg("--programs").arg(programs).arg("--out").arg(folder.path()).output().expect("cargo");
    assert!(output.status.success(), "{}", said(&output));
    folder
});

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Returns the package with this extension; there is one, and nothing unfinished.
fn package(ending: &str) -> PathBuf {
    let files: Vec<PathBuf> =
        fs::read_dir(PACKAGES.path()).expect("the packages").map(|entry| entry.expect("an entry").path()).collect();
    let is = |path: &&PathBuf, ending: &str| path.to_string_lossy().ends_with(ending);
    assert!(files.iter().all(|path| is(&path, ".tar.gz") || is(&path, ".deb") || is(&path, "SHA256SUMS")), "{files:?}");
    let found: Vec<&PathBuf> = files.iter().filter(|path| is(path, ending)).collect();
    assert_eq!(found.len(), 1, "{files:?}");
    found[0].clone()
}

/// Files in both packages, below their root; the archive's manual pages aren't compressed.
const FILES: [&str; 18] = [
    "bin/skirmish",
    "bin/skirmish-table",
    "share/bash-completion/completions/skirmish",
    "share/bash-completion/completions/skirmish-table",
    "share/fish/vendor_completions.d/skirmish.fish",
    "share/fish/vendor_completions.d/skirmish-table.fish",
    "share/man/man1/skirmish.1",
    "share/man/man1/skirmish-build.1",
    "share/man/man1/skirmish-table.1",
    "share/man/man1/skirmish-table-serve.1",
    "share/doc/skirmish/README.md",
    "share/doc/skirmish/CHANGELOG.md",
    "share/doc/skirmish/LICENSE-MIT",
    "share/doc/skirmish/LICENSE-APACHE",
    "share/doc/skirmish/OFL-Junicode.txt",
    "share/doc/skirmish/OFL-Inter.txt",
    "share/doc/skirmish/press-profile.md",
    "share/doc/skirmish/third-party.txt",
];

/// Runs a command, which must succeed, and returns its output.
fn told(command: &mut Command) -> String {
    let output = command.output().expect("the command starts");
    assert!(output.status.success(), "{command:?}: {}", said(&output));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn the_archive_is_unpacked_and_works() {
    let archive = package(".tar.gz");
    let checked =
        told(Command::new("sha256sum").args(["--check", "--strict", "SHA256SUMS"]).current_dir(PACKAGES.path()));
    assert!(checked.lines().count() >= 1 && checked.lines().all(|line| line.ends_with(": OK")), "{checked}");
    let folder = TempDir::new().expect("a temporary folder");
    let path = |path: &Path| path.to_str().expect("a plain path").to_owned();
    run("tar", &["-xzf", &path(&archive), "--strip-components=1", "-C", &path(folder.path())]);
    for file in FILES.iter().chain(&["share/zsh/site-functions/_skirmish", "share/zsh/site-functions/_skirmish-table"])
    {
        assert!(folder.path().join(file).is_file(), "{file}");
    }
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).expect("a text");
    for (file, words) in [
        ("share/man/man1/skirmish-build.1", [".TH skirmish-build 1", ".SH EXAMPLES", "skirmish build skirmish\\-5e"]),
        ("share/man/man1/skirmish-table.1", [".TH skirmish-table 1", "EXIT CODES", "skirmish\\-table\\-serve"]),
        ("share/bash-completion/completions/skirmish-table", ["_skirmish__table()", "--folder", "serve"]),
    ] {
        let text = read(file);
        for word in words {
            assert!(text.contains(word), "{file} has no {word}:\n{text}");
        }
    }
    let licences = read("share/doc/skirmish/third-party.txt");
    for library in ["clap 4.", "egui 0.", "usvg 0."] {
        assert!(licences.lines().any(|line| line.starts_with(library) && line.contains(": ")), "{library}");
    }
    assert!(licences.contains("Permission is hereby granted, free of charge") && licences.contains("Apache License"));
    // README names the packages as they are called.
    let readme = read("share/doc/skirmish/README.md");
    assert!(readme.contains(concat!("skirmish-", env!("CARGO_PKG_VERSION"), "-x86_64")), "another version");
    assert!(readme.contains(concat!("skirmish_", env!("CARGO_PKG_VERSION"), "_amd64.deb")), "another version");
    let version = told(Command::new(folder.path().join("bin/skirmish")).arg("--version"));
    assert_eq!(version, format!("skirmish {}\n", env!("CARGO_PKG_VERSION")));
}

/// Returns the system packages that a package depends on, recursively.
fn needed(depends: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut open: Vec<String> = names(depends);
    while let Some(name) = open.pop() {
        let deeper = told(Command::new("dpkg-query").args(["-W", "-f", "${Depends} ${Pre-Depends}", &name]));
        if all.insert(name) {
            open.extend(names(&deeper));
        }
    }
    all
}

/// Returns the names in a list of packages, without their versions; the first of alternatives.
fn names(depends: &str) -> Vec<String> {
    let first = |one: &str| one.split(['(', '|', ':']).next().unwrap_or_default().trim().to_owned();
    depends.split(',').map(first).filter(|name| !name.is_empty()).collect()
}

/// Creates a system in a folder that only has some packages of this one.
fn bare_system(packages: &BTreeSet<String>) -> TempDir {
    let root = TempDir::new().expect("a temporary folder");
    let inside = |path: &str| root.path().join(path.trim_start_matches('/'));
    for folder in ["usr/bin", "usr/sbin", "usr/lib", "usr/lib64", "tmp", "var/lib/dpkg/info", "var/lib/dpkg/updates"] {
        fs::create_dir_all(inside(folder)).expect("a folder");
    }
    for name in ["bin", "sbin", "lib", "lib64"] {
        std::os::unix::fs::symlink(format!("usr/{name}"), inside(name)).expect("a link");
    }
    let mut status = String::new();
    for package in packages {
        status += &told(Command::new("dpkg-query").args(["--status", package]));
        status.push('\n');
        for path in told(Command::new("dpkg-query").args(["--listfiles", package])).lines() {
            let from = Path::new(path);
            let Ok(kind) = from.symlink_metadata() else { continue };
            if kind.is_dir() {
                fs::create_dir_all(inside(path)).expect("a folder");
            } else if kind.is_symlink() && from.is_dir() {
                // `/lib64` and its like are there.
            } else {
                fs::create_dir_all(inside(path).parent().expect("a folder")).expect("a folder");
                fs::copy(from, inside(path)).expect("a file");
            }
        }
    }
    fs::write(inside("var/lib/dpkg/status"), status).expect("the list of packages");
    root
}

fn install(package: &Path, root: &Path) -> Output {
    let mut dpkg = as_root("dpkg");
    dpkg.arg(format!("--root={}", root.display())).arg("--install").arg(package);
    dpkg.env("LC_ALL", "C").output().expect("dpkg starts")
}

#[test]
fn the_package_is_installed_on_a_bare_system_and_makes_a_deck_there() {
    // `tests/left_out.rs` names it.
    if !can_install() {
        return;
    }
    let package = package(".deb");
    let depends = told(Command::new("dpkg-deb").arg("--field").arg(&package).arg("Depends"));
    assert!(depends.contains("libc6 (>= 2."), "{depends}");
    let nothing = bare_system(&BTreeSet::new());
    let refused = install(&package, nothing.path());
    assert!(!refused.status.success() && said(&refused).contains("skirmish depends on libc6"), "{}", said(&refused));

    let root = bare_system(&needed(&depends));
    let installed = install(&package, root.path());
    assert!(installed.status.success(), "{}", said(&installed));
    let packed = |file: &str| if file.contains("/man1/") { format!("usr/{file}.gz") } else { format!("usr/{file}") };
    let more = ["share/zsh/vendor-completions/_skirmish", "share/doc/skirmish/copyright"];
    for file in FILES.iter().chain(&more) {
        assert!(root.path().join(packed(file)).is_file(), "{file}");
    }
    let inside = |args: &[&str]| told(as_root("chroot").arg(root.path()).args(args));
    assert!(inside(&["/usr/bin/skirmish", "new", "my-game"]).contains("card-data/my-game"));
    inside(&["/usr/bin/skirmish", "build", "my-game", "skirmish-5e"]);
    inside(&["/usr/bin/skirmish", "build", "skirmish-5e", "--target", "html"]);
    for file in
        ["my-game/cards-a4.pdf", "skirmish-5e/cards-a4.pdf", "skirmish-5e/rulebook-a5.pdf", "skirmish-5e/rulebook.html"]
    {
        assert!(root.path().join("output").join(file).metadata().expect("a file").len() > 10_000, "{file}");
    }
    let damage = inside(&["/usr/bin/skirmish-table", "attack", "--weapon", "axe", "--basic", "chop"]);
    assert!(damage.contains('4'), "{damage}");
    // An uninstalled package is gone.
    let mut dpkg = as_root("dpkg");
    dpkg.arg(format!("--root={}", root.path().display())).args(["--purge", "skirmish"]);
    let removed = dpkg.output().expect("dpkg starts");
    assert!(removed.status.success() && !root.path().join("usr/share/doc/skirmish").exists(), "{}", said(&removed));
}

#[test]
fn what_is_missing_is_told() {
    let folder = TempDir::new().expect("a temporary folder");
    let run = |args: &[&str]| {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args([
            "run",
            "--quiet",
            "--locked",
            "--package",
            "xtask",
            "--",
            "dist",
        ]);
        cargo.args(args).output().expect("cargo")
    };
    let nowhere = folder.path().to_str().expect("a plain path");
    let output = run(&["--programs", nowhere, "--out", nowhere]);
    assert!(
        !output.status.success() && said(&output).contains(&format!("{nowhere}/skirmish: No such file")),
        "{}",
        said(&output)
    );
    assert!(
        !fs::read_dir(folder.path())
            .expect("a folder")
            .any(|entry| entry.expect("an entry").path().ends_with(".tar.gz"))
    );
    let output = run(&["--programms", nowhere]);
    assert!(
        output.status.code() == Some(2) && said(&output).contains("unknown option `--programms`"),
        "{}",
        said(&output)
    );
}
